"""Reads the export of the MESBG list builder (the 2024 site).

It holds ids in place of names, no prices of single models and no stats but Might, Will, Fate and Wounds; points are
given for each warband.
"""

from __future__ import annotations

from typing import Any

from warband_tui.imports.findings import Findings
from warband_tui.imports.json_document import as_text, items, mapping
from warband_tui.imports.json_values import cost_of, count_of, text_of
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import (
    ImportedEntry,
    ImportedForce,
    ImportedProfile,
    ImportedRoster,
    ImportedUpgrade,
    add_costs,
)
from warband_tui.imports.text import clean_text, name_from_id

POINTS = "Points"

_SYSTEM = "Middle-earth Strategy Battle Game"
_STATS = ("Might", "Will", "Fate", "Wounds")


def is_list(document: dict[str, Any]) -> bool:
    """Whether this is a list of that builder."""
    return isinstance(document.get("warbands"), list) and ("armyList" in document or "metadata" in document)


def from_list(document: dict[str, Any], place: str) -> ImportedRoster:
    """Reads a list.

    Raises:
        ImportRefused: when no model is in it.
    """
    findings = Findings()
    leader = as_text(mapping(document, "metadata").get("leader"))
    army = text_of(document, "armyList")
    forces: list[ImportedForce] = []
    entries: list[ImportedEntry] = []
    for number, warband in enumerate(items(document, "warbands"), start=1):
        meta = mapping(warband, "meta")
        force = f"Warband {clean_text(as_text(meta.get('num'))) or number}"
        forces.append(ImportedForce(force, catalogue=army, costs=cost_of(meta, "points", POINTS, findings)))
        if hero := mapping(warband, "hero"):
            leads = bool(leader) and as_text(warband.get("id")) == leader
            entries.append(_entry(hero, force, "Leader" if leads else "Hero", findings))
        elif items(warband, "units"):
            findings.warn("this warband has no hero", force)
        entries.extend(_entry(unit, force, "Warrior", findings) for unit in items(warband, "units"))
    if not entries:
        raise ImportRefused("the list holds no models; add some and export it again", place=place)
    findings.warn(
        "this export holds ids in place of names, no stat lines and no prices; points are known by warband only"
    )
    name = text_of(document, "name") or army
    return ImportedRoster(
        format="MESBG List Builder",
        name=name,
        display_name=name,
        game_system=_SYSTEM,
        revision=text_of(document, "edition"),
        format_version=text_of(document, "version"),
        source_id=text_of(document, "id"),
        limits=cost_of(mapping(document, "metadata"), "maxPoints", POINTS, findings),
        computed=add_costs(cost for force in forces for cost in force.costs),
        forces=tuple(forces),
        entries=tuple(entries),
        findings=findings.all(),
    )


def _entry(model: dict[str, Any], force: str, category: str, findings: Findings) -> ImportedEntry:
    slug = as_text(model.get("model_id"))
    name = name_from_id(slug, prefixes=False) or "(no name)"
    lines = _stat_lines(model.get("MWFW"))
    army = slug[1 : slug.index("]")] if slug.startswith("[") and "]" in slug else ""
    number = count_of(model, "quantity", name, findings)
    return ImportedEntry(
        name=name,
        selection_type="model",
        force=force,
        category=category,
        categories=tuple(text for text in (category, name_from_id(army, prefixes=False)) if text),
        number=number,
        models=number,
        stat_type="Hero" if lines else "",
        stats=lines[0].values if lines else {},
        upgrades=tuple(
            ImportedUpgrade(
                name=text_of(option, "name") or name_from_id(as_text(option.get("id"))) or "(no name)",
                number=count_of(option, "quantity", name, findings),
                source_id=text_of(option, "id"),
            )
            for option in items(model, "options")
            if as_text(option.get("quantity")) != "0"
        ),
        profiles=tuple(lines[1:]),
        source_id=clean_text(slug),
        name_is_id=True,
    )


def _stat_lines(pairs: object) -> list[ImportedProfile]:
    """Reads pairs of a label and "M:W:F:W"; a hero with a rider or a second form has more than one."""
    found: list[ImportedProfile] = []
    for pair in pairs if isinstance(pairs, list) else []:
        if isinstance(pair, list) and len(pair) >= len(("label", "values")):
            values = clean_text(as_text(pair[1])).split(":")
            if len(values) == len(_STATS):
                found.append(
                    ImportedProfile(
                        "Hero", clean_text(as_text(pair[0])), dict(zip(_STATS, values, strict=True))
                    )
                )
    return found
