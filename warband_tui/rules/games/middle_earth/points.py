"""Might, Will and Fate: what a model has, spending it, free points first (ME-MWF-1)."""

from __future__ import annotations

from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.middle_earth.actions import Heroic, Spend
from warband_tui.rules.games.middle_earth.activation import on_table
from warband_tui.rules.games.middle_earth.profile import HERO, profile_of
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import Unit

RULE = "ME-MWF-1"


def free(unit: Unit, name: str) -> int:
    """Return how many points of a kind cost a unit nothing this turn."""
    return 0 if unit.has(f"free {name} used") else profile_of(unit).free.get(name, 0)


def have(unit: Unit, name: str) -> int:
    """Return how many points of a kind a unit can spend, the free ones of this turn counted in."""
    return unit.counter(name) + free(unit, name)


def pay(res: Resolution, unit_id: str, name: str, count: int, why: str) -> None:
    """Spend points, free ones first.

    Raises:
        Refused: there are not so many.
    """
    unit = res.state.unit(unit_id)
    if count <= 0:
        return
    if count > have(unit, name):
        raise Refused(f"{unit.name} has {have(unit, name)} {name.capitalize()}, not {count}", RULE)
    gift = min(count, free(unit, name))
    if gift:
        res.emit(ConditionSet(unit.id, f"free {name} used", "turn", why))
    if count > gift:
        res.change(unit.id, name, gift - count, why=why)
    res.cite(RULE)


def ask(
    res: Resolution, unit_id: str, choice_id: str, name: str, need: int, what: str, *, side: str = ""
) -> int:
    """Ask for points up to `need`, pay them, and return how many were spent.

    Nothing is asked of a unit that has not got enough for it.
    """
    unit = res.state.unit(unit_id)
    choice = Choice(
        choice_id,
        side or unit.side,
        f"{unit.name}: {name.capitalize()} {what}",
        high=min(have(unit, name), need),
        rules=(RULE,),
        unit=unit.id,
        counter=name,
        effect="each adds 1",
    )
    spent = int(res.ask(choice))
    pay(res, unit_id, name, spent, what)
    return spent


def spend(res: Resolution, action: Spend) -> None:
    """Spend points on something that the engine does not roll."""
    unit = on_table(res, action.unit)
    why = action.why or "spent"
    pay(res, unit.id, action.points, action.count, why)
    res.say(f"{unit.name} spends {action.count} {action.points.capitalize()}: {why}")


def heroic(res: Resolution, action: Heroic) -> None:
    """Declare a heroic action for a point of Might; one a phase."""
    unit = on_table(res, action.unit)
    res.need(HERO in profile_of(unit).words, f"{unit.name} is no hero", RULE)
    mark = f"heroic {action.action}"
    res.need(not unit.has(mark), f"{unit.name} is in a Heroic {action.action.capitalize()} already", RULE)
    phase = f"heroic in {res.state.phase} of turn {res.state.turn}"
    res.need(phase not in unit.used, f"{unit.name} has declared a heroic action this phase", RULE)
    pay(res, unit.id, "might", 1, f"Heroic {action.action.capitalize()}")
    res.emit(ConditionSet(unit.id, mark, "turn"), ActionUsed(unit.id, phase))
    res.say(f"{unit.name} declares a Heroic {action.action.capitalize()} for 1 Might")
