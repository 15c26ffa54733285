"""Might, Will and Fate: what a model has, spending it, free points first (ME-MWF-1)."""

from __future__ import annotations

from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.middle_earth.actions import Spend
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.profile import profile_of, sharers
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

RULE = "ME-MWF-1"


def free(unit: Unit, name: str) -> int:
    """Return how many points of a kind cost a unit nothing this turn."""
    return 0 if unit.has(f"free {name} used") else profile_of(unit).free.get(name, 0)


def partner(state: BattleState, unit: Unit) -> Unit | None:
    """Return with whom a unit shares its points: rider and heroic mount, or passenger, while together."""
    name = sharers(state).get(unit.id, "")
    if not name or not edition(state.edition).points_shared or unit.has("on foot"):
        return None
    other = state.unit(name)
    return other if other.in_play and not other.has("on foot") else None


def have(state: BattleState, unit: Unit, name: str) -> int:
    """Return how many points of a kind a unit can spend, free ones and those of its partner counted in."""
    with_it = partner(state, unit)
    return _own(unit, name) + (_own(with_it, name) if with_it else 0)


def _own(unit: Unit, name: str) -> int:
    return unit.counter(name) + free(unit, name)


def pay(res: Resolution, unit_id: str, name: str, count: int, why: str) -> None:
    """Spend points, free ones first, and a partner's when its own are gone.

    Raises:
        Refused: there are not so many.
    """
    unit = res.state.unit(unit_id)
    if count <= 0:
        return
    has = have(res.state, unit, name)
    if count > has:
        raise Refused(f"{unit.name} has {has} {name.capitalize()}, not {count}", RULE)
    with_it = partner(res.state, unit)
    first = min(count, _own(unit, name))
    _take(res, unit, name, first, why)
    if with_it and count > first:
        _take(res, with_it, name, count - first, f"{why}, for {unit.name}")
    res.cite(RULE)


def _take(res: Resolution, unit: Unit, name: str, count: int, why: str) -> None:
    gift = min(count, free(unit, name))
    if gift:
        res.emit(ConditionSet(unit.id, f"free {name} used", "turn", why))
    if count > gift:
        res.change(unit.id, name, gift - count, why=why)


def offer(res: Resolution, unit_id: str, choice_id: str, name: str, most: int, what: str) -> int:
    """Ask for points and return how many may be spent, `most` or fewer, without paying them.

    A number beyond that means "up to so many", as the ways of the odds have it: it is no fault to name more
    than the dice turn out to want. Nothing is asked of a unit that has none.
    """
    unit = res.state.unit(unit_id)
    has = have(res.state, unit, name)
    if min(has, most) <= 0:
        return 0
    choice = Choice(
        choice_id,
        unit.side,
        f"{unit.name}: {name.capitalize()} {what}",
        high=max(has, getattr(profile_of(unit), name)),
        rules=(RULE,),
        unit=unit.id,
        counter=name,
        effect=f"each adds 1, {min(has, most)} at most",
    )
    return min(int(res.ask(choice)), has, most)


def ask(
    res: Resolution, unit_id: str, choice_id: str, name: str, worth: int | tuple[int, ...], what: str
) -> int:
    """Ask for points, pay those that change something, and return how many were spent.

    `worth` are the numbers of points that change something, the lowest first; a roll that is short by one
    number alone has that. What is named beyond one of them is kept, and so is all that reaches none: points
    are never spent where they cannot help (ME-MWF-1).
    """
    steps = (worth,) if isinstance(worth, int) else worth
    steps = tuple(n for n in steps if 0 < n <= have(res.state, res.state.unit(unit_id), name))
    if not steps:
        return 0
    named = offer(res, unit_id, choice_id, name, steps[-1], what)
    spent = max((n for n in steps if n <= named), default=0)
    pay(res, unit_id, name, spent, what)
    return spent


def spend(res: Resolution, action: Spend) -> None:
    """Spend points on something that the engine does not roll."""
    unit = res.affected(action.unit)
    why = action.why or "spent"
    pay(res, unit.id, action.points, action.count, why)
    res.say(f"{unit.name} spends {action.count} {action.points.capitalize()}: {why}")
