"""Reads the JSON of a YakTribe gang."""

from __future__ import annotations

from typing import Any

from warband_tui.imports.findings import Findings
from warband_tui.imports.json_document import as_text, items, mapping
from warband_tui.imports.json_values import cost_of, count_of, optional_count, text_of, texts_of, total_of
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import (
    FighterState,
    ImportedEntry,
    ImportedForce,
    ImportedRoster,
    ImportedUpgrade,
    Injury,
    WarbandState,
    add_costs,
)
from warband_tui.imports.text import clean_notes

CREDITS = "Credits"

_SYSTEM = "Necromunda"
_STATS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil", "int")
_FIGURES = {
    "Reputation": "reputation",
    "Meat": "meat",
    "Wealth": "wealth",
    "Alignment": "alignment",
    "Campaign": "campaign",
}


def is_gang(document: dict[str, Any]) -> bool:
    """Whether this is a gang: with or without the outer `gang`."""
    return "gangers" in mapping(document, "gang") or {"gang_name", "gangers"} <= document.keys()


def from_gang(document: dict[str, Any], place: str) -> ImportedRoster:
    """Reads a gang.

    Raises:
        ImportRefused: when it holds no ganger.
    """
    gang = mapping(document, "gang") or document
    findings = Findings()
    name = text_of(gang, "gang_name")
    entries = [_entry(ganger, name, findings) for ganger in items(gang, "gangers")]
    if not entries:
        raise ImportRefused("the gang holds no fighters", place=place)
    stash = (*_gear(gang, "gang_stash", findings), *_gear(gang, "stash", findings))
    if stash:
        entries.append(ImportedEntry("Stash", "stash", name, "stash", category="Stash", upgrades=stash))
    places = tuple(
        p for key in ("territories", "campaign_territories", "campaign_rackets") for p in texts_of(gang, key)
    )
    return ImportedRoster(
        format="YakTribe",
        name=name,
        display_name=name,
        game_system=_SYSTEM,
        source_id=text_of(gang, "gang_id"),
        declared=cost_of(gang, "gang_rating", CREDITS, findings),
        computed=add_costs(total_of(entries)),
        forces=(ImportedForce(name, catalogue=text_of(gang, "gang_type")),),
        entries=tuple(entries),
        state=WarbandState(
            unspent={cost.name: cost.value for cost in cost_of(gang, "credits", CREDITS, findings)},
            figures={label: text for label, key in _FIGURES.items() if (text := text_of(gang, key))},
            places=places,
        ),
        notes=clean_notes(as_text(gang.get("gang_notes"))),
        findings=findings.all(),
    )


def _entry(ganger: dict[str, Any], force: str, findings: Findings) -> ImportedEntry:
    own, kind = text_of(ganger, "name"), text_of(ganger, "type")
    who = own or kind or "(no name)"
    status = text_of(ganger, "status").casefold()
    if status not in {"", "alive"}:
        findings.info(f"is marked as {status}", who)
    stats = {
        key.capitalize() if len(key) > 2 else key.upper(): text_of(ganger, key)
        for key in _STATS
        if key in ganger
    }
    return ImportedEntry(
        name=kind or who,
        custom_name=own if own != kind else "",
        selection_type="model",
        force=force,
        category=kind,
        categories=(kind,) if kind else (),
        models=1,
        costs=cost_of(ganger, "cost", CREDITS, findings),
        stat_type="Fighter" if stats else "",
        stats=stats,
        upgrades=_gear(ganger, "equipment", findings),
        state=FighterState(
            experience=optional_count(ganger, "xp", who, findings),
            kills=optional_count(ganger, "kills", who, findings),
            injuries=tuple(Injury(name) for name in texts_of(ganger, "injuries")),
            advances=texts_of(ganger, "skills"),
            status=status,
        ),
        notes=clean_notes(as_text(ganger.get("notes"))),
        source_id=text_of(ganger, "ganger_id"),
    )


def _gear(source: dict[str, Any], key: str, findings: Findings) -> tuple[ImportedUpgrade, ...]:
    """Gives gear, which is listed as objects with a quantity or as mere names."""
    listed = items(source, key)
    if not listed:
        return tuple(ImportedUpgrade(name) for name in texts_of(source, key))
    return tuple(
        ImportedUpgrade(
            text_of(item, "name") or "(no name)", count_of(item, "qty", text_of(item, "name"), findings)
        )
        for item in listed
    )
