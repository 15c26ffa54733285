"""Gives a roster as plain JSON: what `warband-tui import FILE --json` prints.

Keys that could be derived from others (`fighters`, `totals`) are there for people who read the output with `jq`. Keys
without a value are left out of entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from warband_tui.imports.profiles import SHORT_STAT
from warband_tui.imports.roster import (
    Cost,
    FighterState,
    ImportedEntry,
    ImportedForce,
    ImportedProfile,
    ImportedRoster,
    ImportedUpgrade,
)


def to_json(roster: ImportedRoster) -> dict[str, Any]:
    """Gives the roster as JSON values.

    Costs are objects of name to number, rounded to two places; `declared` and `limits` stand as the file has them.
    Stats of more than 24 characters are under `longStats`.
    """
    entries = roster.entries
    return {
        "name": roster.name,
        "displayName": roster.display_name,
        "format": roster.format,
        "formatVersion": roster.format_version or None,
        "gameSystem": roster.game_system,
        "gameSystemId": roster.game_system_id or None,
        "gameSystemRevision": roster.revision or None,
        "generatedBy": roster.generated_by or None,
        "declared": _costs(roster.declared, places=None),
        "limits": _costs(roster.limits, places=None),
        "forces": [_force(force) for force in roster.forces],
        "sum_of_all_costs": _costs(roster.computed),
        "skipped_top_level": list(roster.skipped),
        "entries": [_entry(entry) for entry in entries],
        "totals": {
            "entries": len(entries),
            "models_counted": sum(entry.models or 0 for entry in entries),
            "entries_without_model_nodes": sum(entry.models is None for entry in entries),
        },
        "fighters": roster.figures,
        "stash": {entry.name: _contents(entry) for entry in entries if entry.is_stash},
        "campaign": {
            "unspent": {name: _number(value) for name, value in roster.state.unspent.items()},
            "figures": dict(roster.state.figures),
            "places": list(roster.state.places),
        },
        "settings": [
            _filled({"top": s.top, "group": s.group, "name": s.name, "number": s.number})
            for s in roster.settings
        ],
        "notes": roster.notes,
        "findings": [
            _filled({"severity": f.severity, "message": f.message, "where": f.where}) for f in roster.findings
        ],
    }


def _entry(entry: ImportedEntry) -> dict[str, Any]:
    optional = {
        "customName": entry.custom_name,
        "bodies": [f"{body.number}x {body.name}" for body in entry.bodies],
        "statType": entry.stat_type,
        "stats": {name: value for name, value in entry.stats.items() if len(value) <= SHORT_STAT},
        "longStats": {name: value for name, value in entry.stats.items() if len(value) > SHORT_STAT},
        "upgrades": [_counted(upgrade.name, upgrade.number) for upgrade in entry.upgrades],
        "gear": [_upgrade(upgrade) for upgrade in entry.upgrades],
        "weapons": [_profile(profile) for profile in entry.weapons],
        "profiles": [_profile(profile) for profile in entry.profiles],
        "categories": list(entry.categories),
        "modelsHint": entry.models_hint,
        "campaign": _state(entry.state),
        "notes": entry.notes,
        "note": entry.note,
        "id": entry.source_id,
        "nameIsId": entry.name_is_id,
    }
    shown: dict[str, Any] = {
        "name": entry.name,
        "selectionType": entry.selection_type,
        "force": entry.force,
        "category": entry.category or None,
        "kind": entry.kind,
        "fighter": entry.is_fighter,
        "stash": entry.is_stash,
        "number": entry.number,
        "costs": _costs(entry.costs),
    }
    if entry.models is not None:
        shown["models"] = entry.models
    return shown | _filled(optional)


def _force(force: ImportedForce) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": force.name, "catalogue": force.catalogue, "depth": force.depth}
    return shown | _filled({"customName": force.custom_name, "costs": _costs(force.costs)})


def _upgrade(upgrade: ImportedUpgrade) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": upgrade.name, "number": upgrade.number}
    optional = {
        "customName": upgrade.custom_name,
        "group": upgrade.group,
        "within": upgrade.within,
        "costs": _costs(upgrade.costs),
        "profiles": [_profile(profile) for profile in upgrade.profiles],
        "id": upgrade.source_id,
    }
    return shown | _filled(optional)


def _profile(profile: ImportedProfile) -> dict[str, Any]:
    return {"type": profile.type_name, "name": profile.name, "values": dict(profile.values)}


def _state(state: FighterState) -> dict[str, Any]:
    shown = _filled(
        {
            "injuries": [_filled({"name": injury.name, "roll": injury.roll}) for injury in state.injuries],
            "promotion": state.promotion,
            "advances": list(state.advances),
            "fireteam": state.fireteam,
            "status": state.status,
        }
    )
    counts = {"experience": state.experience, "kills": state.kills}
    return {name: count for name, count in counts.items() if count is not None} | shown


def _contents(entry: ImportedEntry) -> dict[str, Any]:
    items: dict[str, int] = {}
    for upgrade in entry.upgrades:
        items[upgrade.name] = items.get(upgrade.name, 0) + upgrade.number
    return {"items": items, "net_cost": _costs(entry.costs)}


def _counted(name: str, number: int) -> str:
    return name if number == 1 else f"{number}x {name}"


def _costs(costs: Sequence[Cost], *, places: int | None = 2) -> dict[str, int | float]:
    sums: dict[str, Decimal] = {}
    for cost in costs:
        sums[cost.name] = sums.get(cost.name, Decimal(0)) + cost.value
    return {name: _number(value if places is None else round(value, places)) for name, value in sums.items()}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _filled(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value or (value == 0 and value is not False)}
