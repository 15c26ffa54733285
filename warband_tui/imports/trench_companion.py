"""Reads what Trench Companion writes: its tabletop export, and its saves.

The export holds names and stats of usable fighters. A save holds the whole campaign, but kinds of fighters, skills and
injuries only as ids; names made of ids are marked.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from warband_tui.imports.findings import Findings
from warband_tui.imports.json_document import as_text, items, mapping
from warband_tui.imports.json_values import cost_of, count_of, entry_costs, optional_count, text_of, total_of
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import (
    Cost,
    FighterState,
    ImportedEntry,
    ImportedForce,
    ImportedProfile,
    ImportedRoster,
    ImportedSetting,
    ImportedUpgrade,
    Injury,
    WarbandState,
    add_costs,
)
from warband_tui.imports.selections import amount
from warband_tui.imports.text import clean_notes, clean_text, name_from_id

DUCATS, GLORY = "Ducats", "Glory"

_SYSTEM = "Trench Crusade"
_NAME_OF_COST_TYPE = {"0": DUCATS, "1": GLORY}
_STATS = {"stat-move": "Movement", "stat-ranged": "Ranged", "stat-melee": "Melee", "stat-armour": "Armour"}
_PARTS = {"equipment": "equipment", "abilities": "ability", "upgrades": "upgrade"}
"""Lists of a fighter in the export, with the first word of their keys."""

_NOTHING = "the warband holds no fighters; add some and export it again"


def is_tabletop_export(document: dict[str, Any]) -> bool:
    """Whether this is the tabletop export, which alone has hyphens in its keys."""
    return "warband-name" in document or {"models", "ducat-rating"} <= document.keys()


def is_save(document: dict[str, Any]) -> bool:
    """Whether this is a save: fighters as pairs of purchase and model."""
    return isinstance(document.get("models"), list) and bool(
        {"ducat_bank", "context", "faction"} & document.keys()
    )


def from_tabletop_export(document: dict[str, Any], place: str) -> ImportedRoster:
    """Reads the tabletop export.

    Raises:
        ImportRefused: when it holds no fighter.
    """
    findings = Findings()
    name = text_of(document, "warband-name")
    entries = [_exported(model, name, findings) for model in items(document, "models")]
    if not entries:
        raise ImportRefused(_NOTHING, place=place)
    findings.info("this export has no experience and no stash; a save of the warband has them")
    bank = (
        *cost_of(document, "ducat-bank", DUCATS, findings),
        *cost_of(document, "glory-bank", GLORY, findings),
    )
    rating = (
        *cost_of(document, "ducat-rating", DUCATS, findings),
        *cost_of(document, "glory-rating", GLORY, findings),
    )
    return _roster(
        "Trench Companion TTS JSON", name, entries, rating, findings, state=WarbandState({c.name: c.value for c in bank}),
        source_id=text_of(document, "warband-id"),
    )  # fmt: skip


def from_save(document: dict[str, Any], place: str) -> ImportedRoster:
    """Reads a save.

    Raises:
        ImportRefused: when it holds no fighter.
    """
    findings = Findings()
    name = text_of(document, "name")
    entries = [_saved(pair, name, findings) for pair in items(document, "models")]
    if not entries:
        raise ImportRefused(_NOTHING, place=place)
    findings.warn(
        "a save has no stat lines, and kinds, skills and injuries only as ids; the TTS JSON export has them"
    )
    stash = tuple(_carried(item, findings) for item in items(document, "equipment"))
    if stash:
        costs = add_costs(entry_costs((), stash))
        entries.append(
            ImportedEntry("Stash", "stash", name, "stash", category="Stash", costs=costs, upgrades=stash)
        )
    context = mapping(document, "context")
    ratings = mapping(context, "stored_ratings")
    spare = (
        *cost_of(ratings, "spare_ducat", DUCATS, findings),
        *cost_of(ratings, "spare_glory", GLORY, findings),
    )
    rating = (
        *cost_of(ratings, "rating_ducat", DUCATS, findings),
        *cost_of(ratings, "rating_glory", GLORY, findings),
    )
    counts = {
        "Round": "campaign_round",
        "Victory points": "victory_points",
        "Failed promotions": "failed_promotions",
    }
    state = WarbandState(
        unspent={cost.name: cost.value for cost in spare},
        figures={label: text for label, key in counts.items() if (text := text_of(context, key))},
        places=_names(mapping(document, "exploration"), "locations"),
    )
    return _roster(
        "Trench Companion save", name, entries, rating, findings, state=state,
        source_id=text_of(document, "id"), settings=_faction(document), notes=_notes(document),
    )  # fmt: skip


def _roster(
    format_name: str,
    name: str,
    entries: list[ImportedEntry],
    rating: tuple[Cost, ...],
    findings: Findings,
    *,
    state: WarbandState,
    source_id: str,
    settings: tuple[ImportedSetting, ...] = (),
    notes: str = "",
) -> ImportedRoster:
    computed = add_costs(total_of(entries))
    held = {cost.name: cost.value for cost in computed}
    for cost in rating:
        found = Cost(cost.name, cost.type_id, held.get(cost.name, Decimal(0)))
        if found.value != cost.value:
            findings.warn(f"the rating in the file ({cost.text}) does not match its contents ({found.text})")
    faction = next((setting.name for setting in settings if setting.group == "Faction"), "")
    return ImportedRoster(
        format=format_name,
        name=name,
        display_name=name,
        game_system=_SYSTEM,
        source_id=source_id,
        declared=rating,
        computed=computed,
        forces=(ImportedForce(name, catalogue=faction),),
        entries=tuple(entries),
        settings=settings,
        state=state,
        notes=notes,
        findings=findings.all(),
    )


def _exported(model: dict[str, Any], force: str, findings: Findings) -> ImportedEntry:
    own, kind = text_of(model, "name"), text_of(model, "model-name")
    prices = mapping(model, "cost")
    upgrades = tuple(
        ImportedUpgrade(
            name=text_of(item, f"{word}-name", f"{word}-id"),
            group=text_of(item, f"{word}-type") or word.capitalize(),
            source_id=text_of(item, f"{word}-id"),
        )
        for key, word in _PARTS.items()
        for item in items(model, key)
    )
    keywords = tuple(text_of(item, "keyword-name") for item in items(model, "keywords"))
    stats = {label: text_of(model, key) for key, label in _STATS.items() if text_of(model, key)}
    if not stats:
        findings.warn("no stat line was found", own or kind)
    injuries = tuple(Injury(text_of(item, "injury-name")) for item in items(model, "injuries"))
    return ImportedEntry(
        name=kind or own or "(no name)",
        custom_name=own if own != kind else "",
        selection_type="model",
        force=force,
        category=keywords[0] if keywords else "",
        categories=keywords,
        models=1,
        costs=(*cost_of(prices, "ducats", DUCATS, findings), *cost_of(prices, "glory", GLORY, findings)),
        stat_type="Unit" if stats else "",
        stats=stats,
        upgrades=upgrades,
        profiles=tuple(ImportedProfile("Ability", u.name) for u in upgrades if u.group == "Ability"),
        state=FighterState(
            injuries=injuries,
            advances=tuple(text_of(item, "advancement-name") for item in items(model, "advancements")),
        ),
        source_id=text_of(model, "model-id"),
    )


def _saved(pair: dict[str, Any], force: str, findings: Findings) -> ImportedEntry:
    model = mapping(pair, "model")
    own, slug = text_of(model, "name"), text_of(model, "model")
    kind = _kind_from_id(slug) or own or "(no name)"
    status = text_of(model, "active").casefold()
    elite = model.get("elite") is True
    gear = tuple(_carried(item, findings) for item in items(model, "equipment"))
    if status not in {"", "active"}:
        findings.info(f"is marked as {status}", own or kind)
    return ImportedEntry(
        name=kind,
        custom_name=own if own != kind else "",
        selection_type="model",
        force=force,
        category="Elite" if elite else "Troop",
        models=1,
        costs=add_costs(entry_costs(_price(mapping(pair, "purchase"), own, findings), gear)),
        upgrades=(
            *gear,
            *(ImportedUpgrade(name, group="Upgrade") for name in _names(model, "list_upgrades")),
        ),
        state=FighterState(
            experience=optional_count(model, "experience", own, findings),
            injuries=tuple(Injury(name) for name in _names(model, "list_injury")),
            promotion="Elite Promotion" if model.get("recruited") is True and elite else "",
            advances=_names(model, "list_skills"),
            status=status,
        ),
        notes=_notes(model),
        source_id=text_of(model, "id"),
        name_is_id=bool(slug),
    )


def _kind_from_id(slug: str) -> str:
    """Makes a name of an id; what follows `_mv_` is a variant of the kind before it."""
    kind, _, variant = slug.partition("_mv_")
    name = name_from_id(kind)
    return f"{name} ({name_from_id(variant, prefixes=False)})" if variant else name


def _carried(item: dict[str, Any], findings: Findings) -> ImportedUpgrade:
    gear = mapping(item, "equipment")
    slug = as_text(mapping(gear, "equipment_id").get("object_id"))
    name = text_of(gear, "name") or name_from_id(slug) or "(no name)"
    price = _price(mapping(item, "purchase"), name, findings)
    return ImportedUpgrade(name, costs=price, group="Equipment", source_id=text_of(gear, "id"))


def _price(purchase: dict[str, Any], where: str, findings: Findings) -> tuple[Cost, ...]:
    name = _NAME_OF_COST_TYPE.get(as_text(purchase.get("cost_type")), DUCATS)
    value = amount(as_text(purchase.get("cost_value")), where, findings)
    if count_of(purchase, "discount", where, findings) and as_text(purchase.get("discount")):
        findings.info("was bought at a discount; the full price is shown", where)
    return (Cost(name, name, value),) if value else ()


def _names(source: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(
        name for item in items(source, key) if (name := name_from_id(as_text(item.get("object_id"))))
    )


def _faction(document: dict[str, Any]) -> tuple[ImportedSetting, ...]:
    faction = mapping(document, "faction")
    slug, _, variant = as_text(mapping(faction, "faction_property").get("object_id")).partition("_fv_")
    found = (
        ("Faction", name_from_id(slug)),
        ("Variant", name_from_id(variant, prefixes=False)),
        ("Patron", name_from_id(as_text(faction.get("patron_id")))),
        *(
            ("Exploration skill", name)
            for name in _names(mapping(document, "exploration"), "explorationskills")
        ),
    )
    return tuple(ImportedSetting("Warband", name, group=group) for group, name in found if name)


def _notes(source: dict[str, Any]) -> str:
    parts = (
        f"{clean_text(as_text(note.get('title')))}: {clean_notes(as_text(note.get('text')))}".strip(": ")
        for note in items(source, "notes")
        if as_text(note.get("text")).strip()
    )
    return clean_notes("\n".join(parts))
