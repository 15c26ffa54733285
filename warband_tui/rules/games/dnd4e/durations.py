"""How long a condition lasts, as the words that are kept with it.

`battle`, `save`, `start:<round>` and `end:<round>`, each with `@<unit>` for whoever caused it: `save@b1`,
`end:3@b1` (until the end of b1's turn in round 3); `during@b1` lasts for b1's turn, `turn` for the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from warband_tui.rules.events import ConditionCleared
from warband_tui.rules.games.dnd4e.declarations import BATTLE, PLACE
from warband_tui.rules.games.dnd4e.profile import Lasting
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Condition, Unit

SAVE, START, END, DURING = "save", "start", "end", "during"
_RANKS = {DURING: 0, START: 1, END: 2, SAVE: 3, BATTLE: 4}


def until(state: BattleState, lasts: Lasting, unit_id: str, source: str = "") -> str:
    """Return how long something lasts that befalls a unit now, caused by `source` (itself without one)."""
    by = source or unit_id
    if lasts == "encounter":
        return f"{BATTLE}@{by}"
    if lasts == "save":
        return f"{SAVE}@{by}"
    whose = unit_id if lasts == "own-end" else by
    return f"{START if lasts == 'start' else END}:{_next_turn(state, whose)}@{whose}"


def during(unit_id: str) -> str:
    """Return what lasts for the turn of a unit."""
    return f"{DURING}@{unit_id}"


def kind_of(condition: Condition) -> str:
    """Return what ends a condition: battle, save, start, end, during, turn."""
    return condition.until.partition("@")[0].partition(":")[0]


def source_of(condition: Condition) -> str:
    """Return who caused a condition, empty where nobody is known."""
    return condition.until.partition("@")[2]


def told(state: BattleState, words: str) -> str:
    """Return how long something lasts, as players say it."""
    condition = Condition(words)
    kind, source = kind_of(condition), source_of(condition)
    if kind == SAVE:
        return "save ends"
    if kind in (START, END) and source in state.units:
        return f"until the {kind} of {state.unit(source).name}'s next turn"
    return ""


def outlasts(new: str, old: Condition) -> bool:
    """Whether something new lasts longer than the same thing from before, or as long."""
    first, second = Condition(new), old
    ranks = _RANKS.get(kind_of(first), 4), _RANKS.get(kind_of(second), 4)
    return ranks[0] > ranks[1] or (ranks[0] == ranks[1] and _round(new) >= _round(old.until))


def expire(res: Resolution, unit_id: str, *kinds: str) -> None:
    """End what lasted until this moment of a unit's turn."""
    _clear(res, list(_due(res.state, unit_id, kinds)))


def lapse(res: Resolution, up_to: Unit) -> None:
    """End what waited for a turn of somebody who is not on the table any more and would have acted by now."""
    gone = [
        u
        for u in res.state.units.values()
        if not u.in_play and 0 < u.counter(PLACE) <= max(1, up_to.counter(PLACE))
    ]
    for unit in gone:
        expire(res, unit.id, START, END)


def end_all_of(res: Resolution, unit_id: str, *conditions: str) -> None:
    """End conditions that somebody holds others in, such as a grab."""
    found = [
        (u.id, name)
        for u in res.state.units.values()
        for name, condition in u.conditions.items()
        if name in conditions and source_of(condition) == unit_id
    ]
    _clear(res, found)


def _clear(res: Resolution, found: list[tuple[str, str]]) -> None:
    for holder, name in found:
        res.emit(ConditionCleared(holder, name, "over"))


def _due(state: BattleState, unit_id: str, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for unit in state.units.values():
        for name, condition in unit.conditions.items():
            over = kind_of(condition) == DURING or _round(condition.until) <= state.turn
            if over and source_of(condition) == unit_id and kind_of(condition) in kinds:
                yield unit.id, name


def _round(words: str) -> int:
    number = words.partition("@")[0].partition(":")[2]
    return int(number) if number.isdecimal() else 0


def _next_turn(state: BattleState, unit_id: str) -> int:
    unit = state.unit(unit_id)
    return state.turn + 1 if unit.acting or state.has_acted(unit) else max(1, state.turn)
