"""Conditions given and taken by hand, with their durations."""

from __future__ import annotations

from warband_tui.rules import actions as books
from warband_tui.rules import bookkeeping
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.events import ConditionCleared
from warband_tui.rules.games.dnd4e.attacks import add_ongoing, give
from warband_tui.rules.games.dnd4e.declarations import ONGOING
from warband_tui.rules.games.dnd4e.durations import until
from warband_tui.rules.games.dnd4e.turn_actions import Afflict
from warband_tui.rules.resolution import Refused, Resolution


def afflict(game: BaseRuleset, res: Resolution, action: Afflict) -> None:
    """Give a condition, ongoing damage, or both."""
    unit = res.affected(action.unit)
    by = res.state.unit(action.by).id if action.by else unit.id
    if not action.condition and not action.ongoing:
        raise Refused("name a condition, or how many points of ongoing damage")
    if action.condition:
        spec = game.condition(action.condition)
        if spec.on != "unit":
            raise Refused(f"{spec.label} belongs to a {spec.on}")
        give(res, unit.id, spec.id, action.lasts, by, action.why)
        res.cite(spec.rule)
    if action.ongoing:
        add_ongoing(
            res, unit.id, action.ongoing, action.type, until(res.state, action.lasts, unit.id, by), action.why
        )


def condition(game: BaseRuleset, res: Resolution, action: books.SetCondition) -> None:
    """Set or clear a condition by hand; ongoing damage is cleared by its name or as `ongoing`."""
    if not action.condition.startswith(ONGOING.strip()):
        bookkeeping.condition(game, res, action)
        return
    unit = res.affected(action.on)
    found = [name for name in unit.conditions if name.startswith(action.condition)]
    if not action.clear:
        raise Refused("ongoing damage takes a number: afflict it with so many points")
    if not found:
        raise Refused(f"{unit.name} has no {action.condition} damage")
    for name in found:
        res.emit(ConditionCleared(unit.id, name, action.why))
        res.say(f"{unit.name} has no {name} any more")
