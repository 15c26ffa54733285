"""Splitting and merging groups of like models, for every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from warband_tui.rules import actions as act
from warband_tui.rules.events import Engaged, ModelsRegrouped, UnitAdded
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import ActionDef
from warband_tui.rules.state import Unit

if TYPE_CHECKING:
    from warband_tui.rules.base import BaseRuleset


def split(game: BaseRuleset, res: Resolution, action: act.Split) -> None:
    """Make a unit of its own of some models of a group."""
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    if not 1 <= action.models < unit.models:
        raise Refused(f"{unit.name} has {unit.models}: split off fewer, and at least one")
    new = _free_id(res, unit.id)
    name = action.name.strip() or f"{unit.name} {new.rpartition('.')[2]}"
    counters = {k: v for k, v in unit.counters.items() if not game.counter_of_models(k)}
    res.emit(UnitAdded(replace(unit, id=new, name=name, models=0, start=0, counters=counters)))
    res.emit(ModelsRegrouped(unit.id, new, action.models, action.models))
    for foe in res.state.in_contact(unit.id):
        res.emit(Engaged(new, foe))
    game.on_split(res, unit, new)
    res.say(f"{unit.name}: {action.models} of {unit.models} go on as {name}")


def merge(game: BaseRuleset, res: Resolution, action: act.Merge) -> None:
    """Join a unit to another of the same kind, which it becomes part of."""
    unit, into = res.state.unit(action.unit), res.state.unit(action.into)
    res.unit, res.side = into.id, into.side
    if unit.id == into.id:
        raise Refused(f"{unit.name} cannot join itself")
    alike = unit.side == into.side and unit.profile == into.profile
    if not alike:
        raise Refused(f"{unit.name} and {into.name} are not alike: a group has one profile")
    same = _marked(game, unit) == _marked(game, into) or not (unit.in_play and into.in_play)
    res.need(same, f"{unit.name} and {into.name} are not in the same state")
    for name, value in unit.counters.items():
        if game.counter_of_models(name):
            res.change(into.id, name, value, why=f"{unit.name} joins")
    res.emit(ModelsRegrouped(unit.id, into.id, unit.models, unit.start))
    res.say(f"{unit.name} joins {into.name}: {res.state.unit(into.id).models} now")


def _marked(game: BaseRuleset, unit: Unit) -> tuple[Any, ...]:
    counters = {k: v for k, v in unit.counters.items() if v and not game.counter_of_models(k)}
    return set(unit.conditions), counters


def _free_id(res: Resolution, unit_id: str) -> str:
    stem = unit_id.partition(".")[0]
    number = 2
    while f"{stem}.{number}" in res.state.units or f"{stem}.{number}" in res.state.sides:
        number += 1
    return f"{stem}.{number}"


HANDLERS: dict[type[act.Action], Callable[[Any, Resolution, Any], None]] = {
    act.Split: split,
    act.Merge: merge,
}

DEFS: tuple[ActionDef, ...] = (
    ActionDef(act.Split, "split", "Make a unit of its own of some of a group", by_unit=False, group="book"),
    ActionDef(act.Merge, "merge", "Join a unit to another of its kind", by_unit=False, group="book"),
)
