"""What players do about hit points: damage, healing, second wind, action points, guarding."""

from __future__ import annotations

from warband_tui.rules import actions as books
from warband_tui.rules import bookkeeping
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.events import ActionUsed, ConditionSet, CounterChanged
from warband_tui.rules.games.dnd4e.amounts import roll_amount
from warband_tui.rules.games.dnd4e.budget import EXTRA, MINOR, STANDARD, spend
from warband_tui.rules.games.dnd4e.declarations import ACTION_POINTS, BATTLE, HP, TEMPORARY
from warband_tui.rules.games.dnd4e.durations import until
from warband_tui.rules.games.dnd4e.encounter import start
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.states import cannot_act, cure
from warband_tui.rules.games.dnd4e.turn_actions import (
    ActionPoint,
    Heal,
    Hurt,
    SecondWind,
    TemporaryHits,
    TotalDefence,
)
from warband_tui.rules.games.dnd4e.vitality import heal, hurt, no_surge, spend_surge
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


def damage(res: Resolution, action: Hurt) -> None:
    """Deal damage from any cause."""
    unit = res.affected(action.unit)
    points = roll_amount(res, action.amount, f"damage to {unit.name}", unit.id)
    if action.why:
        res.say(action.why)
    hurt(res, unit.id, points // 2 if action.half else points, action.type, by=action.by, using=action.why)


def healing(res: Resolution, action: Heal) -> None:
    """Heal a creature by a surge, an amount, or both."""
    unit = res.affected(action.unit)
    points = spend_surge(res, unit.id) if action.surge else 0
    points += roll_amount(res, action.amount, f"healing of {unit.name}", unit.id)
    if not points:
        raise Refused("nothing to heal with: give an amount, or let a healing surge be spent")
    if action.surge:
        res.say(f"{unit.name} spends a healing surge" + (f" ({action.why})" if action.why else ""))
    heal(res, unit.id, points, action.why)


def temporary(res: Resolution, action: TemporaryHits) -> None:
    """Give temporary hit points, which do not add up."""
    unit = res.affected(action.unit)
    points = roll_amount(res, action.amount, f"temporary hit points of {unit.name}", unit.id)
    have = unit.counter(TEMPORARY)
    if points > have:
        res.emit(CounterChanged(unit.id, TEMPORARY, have, points, action.why))
    res.say(f"{unit.name} has {max(points, have)} temporary hit points")


def can_second_wind(state: BattleState, unit: Unit) -> Refusal | None:
    """Second wind: a hero, once an encounter, with a healing surge left."""
    if unit.has("second wind used"):
        return Refusal(f"{unit.name} has used its second wind in this encounter")
    return cannot_act(state, unit) or no_surge(state, unit)


def second_wind(res: Resolution, action: SecondWind) -> None:
    """Take a second wind; the creature's turn is under way."""
    unit = start(res, action.unit)
    res.permit(can_second_wind(res.state, unit))
    spend(res, unit.id, MINOR if action.minor else STANDARD)
    points = spend_surge(res, unit.id)
    res.emit(ConditionSet(unit.id, "second wind used", BATTLE))
    res.emit(ConditionSet(unit.id, "second wind", until(res.state, "start", unit.id)))
    res.say(f"{unit.name} takes its second wind")
    heal(res, unit.id, points, "second wind")


def total_defence(res: Resolution, action: TotalDefence) -> None:
    """Guard until the next turn."""
    unit = start(res, action.unit)
    spend(res, unit.id, STANDARD)
    res.emit(ConditionSet(unit.id, "total defence", until(res.state, "start", unit.id)))
    res.say(f"{unit.name} does nothing but guard")


def can_spend_point(state: BattleState, unit: Unit) -> Refusal | None:
    """Action point: one an encounter for heroes, on its own turn."""
    if not unit.counter(ACTION_POINTS):
        return Refusal(f"{unit.name} has no action point left")
    if creature(unit).hero and unit.has("action point used"):
        return Refusal(f"{unit.name} has spent an action point in this encounter")
    return cannot_act(state, unit)


def action_point(res: Resolution, action: ActionPoint) -> None:
    """Spend an action point for a further action."""
    unit = start(res, action.unit)
    res.permit(can_spend_point(res.state, unit))
    res.change(unit.id, ACTION_POINTS, -1, why="spent")
    res.emit(ActionUsed(unit.id, EXTRA))
    res.emit(ConditionSet(unit.id, "action point used", BATTLE))
    res.say(f"{unit.name} spends an action point: one more standard action")


def restore(game: BaseRuleset, res: Resolution, action: books.Restore) -> None:
    """Put somebody back on the table, on its feet: who has no hit points left has all of them again."""
    bookkeeping.restore(game, res, action)
    unit = res.state.unit(action.unit)
    if unit.counter(HP) <= 0:
        for name in ("dying", "unconscious"):
            cure(res, unit.id, name, "back")
        res.emit(CounterChanged(unit.id, HP, unit.counter(HP), creature(unit).hp, "back"))
