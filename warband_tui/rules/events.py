"""The closed list of events, and what each does to the state.

Games differ in their actions, never in their events, so the log, undo, the store and the
reports are written once. Each event has a stable name in JSON (`event`); a change of
meaning takes a new name, and `entries.py` lifts old entries on reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.layout import Board
from warband_tui.rules.board.reading import read_spots
from warband_tui.rules.dice import Roll
from warband_tui.rules.state import BattleState, Condition, Side, Unit

FOLD = "2"
"""Names what the fold makes of events: another name where the same events make another state."""


class _Event(Struct, frozen=True, omit_defaults=True, tag_field="event"):
    pass


class TurnBegan(_Event, frozen=True, tag="turn-began"):
    """A new turn; conditions that last for a turn end. `first` has the first go."""

    turn: int
    first: str = ""


class PhaseBegan(_Event, frozen=True, tag="phase-began"):
    """A new phase of the turn."""

    phase: str


class GoPassed(_Event, frozen=True, tag="go-passed"):
    """It is this side's go now."""

    side: str


class ActivationBegan(_Event, frozen=True, tag="activation-began"):
    """A unit's activation begins."""

    unit: str


class ActivationEnded(_Event, frozen=True, tag="activation-ended"):
    """A unit's activation is over; `why` is empty when its player ended it."""

    unit: str
    why: str = ""


class ActionUsed(_Event, frozen=True, tag="action-used"):
    """A unit has used a type of action in its activation."""

    unit: str
    type: str


class Rolled(_Event, frozen=True, tag="rolled"):
    """Dice were rolled."""

    roll: Roll


class CounterChanged(_Event, frozen=True, tag="counter-changed"):
    """A counter of a unit or side (`on`) changed."""

    on: str
    counter: str
    before: int
    after: int
    why: str = ""


class ConditionSet(_Event, frozen=True, tag="condition-set"):
    """A condition of a unit or side began."""

    on: str
    condition: str
    until: str = "battle"
    why: str = ""


class ConditionCleared(_Event, frozen=True, tag="condition-cleared"):
    """A condition of a unit or side ended."""

    on: str
    condition: str
    why: str = ""


class Moved(_Event, frozen=True, tag="moved"):
    """A unit moved; without positions only the way and the length are known."""

    unit: str
    mode: str
    distance: float | None = None
    to: Any = None
    """Where it stands now, a spot or one for each model; `()` for off the board, None for not known."""
    path: tuple[tuple[float, ...], ...] = ()
    """The way that its first model went, from the spot after its start to its end."""


class BoardLaid(_Event, frozen=True, tag="board-laid"):
    """There is this board from now on, None for no board; nobody stands on it yet."""

    board: Board | None = None


class Engaged(_Event, frozen=True, tag="engaged"):
    """Two units are in close combat."""

    a: str
    b: str


class Disengaged(_Event, frozen=True, tag="disengaged"):
    """Two units are no longer in close combat."""

    a: str
    b: str


class ModelsLost(_Event, frozen=True, tag="models-lost"):
    """Models left the table: how, by which unit and with what."""

    unit: str
    count: int
    how: str
    by: str = ""
    using: str = ""


class ModelsReturned(_Event, frozen=True, tag="models-returned"):
    """Models came back."""

    unit: str
    count: int
    why: str = ""


class ModelsRegrouped(_Event, frozen=True, tag="models-regrouped"):
    """So many models of a unit, of `start` that it began with, belong to another one now.

    A unit that has none left to its name is no more.
    """

    unit: str
    into: str
    models: int
    start: int


class UnitAdded(_Event, frozen=True, tag="unit-added"):
    """A unit joined the battle."""

    unit: Unit


class Remarked(_Event, frozen=True, tag="remarked"):
    """A player's note on an entry of the log."""

    seq: int
    text: str


class Starred(_Event, frozen=True, tag="starred"):
    """An entry was starred for the report, or the star taken off."""

    seq: int
    on: bool = True


class BattleEnded(_Event, frozen=True, tag="battle-ended"):
    """The battle is over; no winner is a draw."""

    why: str
    winner: str = ""


Event = (
    TurnBegan
    | PhaseBegan
    | GoPassed
    | ActivationBegan
    | ActivationEnded
    | ActionUsed
    | Rolled
    | CounterChanged
    | ConditionSet
    | ConditionCleared
    | Moved
    | BoardLaid
    | Engaged
    | Disengaged
    | ModelsLost
    | ModelsReturned
    | ModelsRegrouped
    | UnitAdded
    | Remarked
    | Starred
    | BattleEnded
)


def _with_unit(state: BattleState, unit: Unit) -> dict[str, Unit]:
    return {**state.units, unit.id: unit}


def _lasting(conditions: dict[str, Condition], ending: str) -> dict[str, Condition]:
    return {name: c for name, c in conditions.items() if c.until != ending}


def _on(state: BattleState, target: str, change: Callable[[Any], Any]) -> BattleState:
    """Apply a change to the unit or the side of that id (ids are unique across both)."""
    if target in state.units:
        return replace(state, units={**state.units, target: change(state.unit(target))})
    return replace(state, sides={**state.sides, target: change(state.side(target))})


def _turn_began(state: BattleState, e: TurnBegan) -> BattleState:
    units = {
        u.id: replace(u, conditions=_lasting(u.conditions, "turn"), acting=False, used=(), trail=())
        if u.conditions or u.acting or u.trail
        else u
        for u in state.units.values()
    }
    sides = {
        s.id: replace(s, conditions=_lasting(s.conditions, "turn")) if s.conditions else s
        for s in state.sides.values()
    }
    return replace(state, units=units, sides=sides, turn=e.turn, first=e.first, to_act=e.first, active="")


def _activation_began(state: BattleState, e: ActivationBegan) -> BattleState:
    unit = state.unit(e.unit)
    # A unit whose activation is still open takes up where it left off.
    used = unit.used if unit.acting else ()
    unit = replace(unit, acted=state.turn, acting=True, used=used)
    return replace(state, units=_with_unit(state, unit), active=e.unit, to_act=unit.side)


def _activation_ended(state: BattleState, e: ActivationEnded) -> BattleState:
    unit = state.unit(e.unit)
    conditions = _lasting(unit.conditions, "activation")
    unit = replace(unit, conditions=conditions, acted=state.turn, acting=False, used=())
    active = "" if state.active == e.unit else state.active
    return replace(state, units=_with_unit(state, unit), active=active)


def _action_used(state: BattleState, e: ActionUsed) -> BattleState:
    unit = state.unit(e.unit)
    return replace(state, units=_with_unit(state, replace(unit, used=(*unit.used, e.type))))


def _rolled(state: BattleState, e: Rolled) -> BattleState:
    if e.roll.given:
        return state
    return replace(state, dice_position=state.dice_position + len(e.roll.dice))


def _counter_changed(state: BattleState, e: CounterChanged) -> BattleState:
    def change(target: Unit | Side) -> Unit | Side:
        return replace(target, counters={**target.counters, e.counter: e.after})

    return _on(state, e.on, change)


def _condition_set(state: BattleState, e: ConditionSet) -> BattleState:
    def change(target: Unit | Side) -> Unit | Side:
        made = Condition(until=e.until, since=state.turn)
        return replace(target, conditions={**target.conditions, e.condition: made})

    return _on(state, e.on, change)


def _condition_cleared(state: BattleState, e: ConditionCleared) -> BattleState:
    def change(target: Unit | Side) -> Unit | Side:
        return replace(target, conditions={k: v for k, v in target.conditions.items() if k != e.condition})

    return _on(state, e.on, change)


def _moved(state: BattleState, e: Moved) -> BattleState:
    if e.to is None:
        return state
    unit = state.unit(e.unit)
    spots = read_spots(e.to, unit.models, state.board, unit.id)
    trail = unit.trail
    if e.path and spots:
        trail = (*(trail or unit.at[:1]), *e.path)
    return replace(state, units=_with_unit(state, replace(unit, at=spots, trail=trail)))


def _board_laid(state: BattleState, e: BoardLaid) -> BattleState:
    units = {u.id: replace(u, at=(), trail=()) if u.at or u.trail else u for u in state.units.values()}
    return replace(state, board=e.board, units=units)


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _engaged(state: BattleState, e: Engaged) -> BattleState:
    return replace(state, engaged=tuple(sorted({*state.engaged, _pair(e.a, e.b)})))


def _disengaged(state: BattleState, e: Disengaged) -> BattleState:
    return replace(state, engaged=tuple(p for p in state.engaged if p != _pair(e.a, e.b)))


def _models_lost(state: BattleState, e: ModelsLost) -> BattleState:
    unit = state.unit(e.unit)
    left = max(0, unit.models - e.count)
    unit = replace(unit, models=left, at=unit.at[:left], trail=unit.trail if left else ())
    engaged = state.engaged if unit.models else tuple(p for p in state.engaged if e.unit not in p)
    return replace(state, units=_with_unit(state, unit), engaged=engaged)


def _models_returned(state: BattleState, e: ModelsReturned) -> BattleState:
    unit = state.unit(e.unit)
    return replace(state, units=_with_unit(state, replace(unit, models=unit.models + e.count)))


def _models_regrouped(state: BattleState, e: ModelsRegrouped) -> BattleState:
    unit, into = state.unit(e.unit), state.unit(e.into)
    stay = unit.models - e.models
    into = replace(
        into, models=into.models + e.models, start=into.start + e.start, at=(*into.at, *unit.at[stay:])
    )
    unit = replace(unit, models=stay, start=unit.start - e.start, at=unit.at[:stay])
    units = {**state.units, unit.id: unit, into.id: into}
    if unit.start > 0:
        return replace(state, units=units)
    del units[unit.id]
    pairs = (tuple(into.id if name == unit.id else name for name in pair) for pair in state.engaged)
    engaged = tuple(sorted({_pair(a, b) for a, b in pairs}))
    return replace(
        state, units=units, engaged=engaged, active="" if state.active == unit.id else state.active
    )


def _unit_added(state: BattleState, e: UnitAdded) -> BattleState:
    return replace(state, units=_with_unit(state, e.unit))


def _remarked(state: BattleState, e: Remarked) -> BattleState:
    key = str(e.seq)
    return replace(state, remarks={**state.remarks, key: (*state.remarks.get(key, ()), e.text)})


def _starred(state: BattleState, e: Starred) -> BattleState:
    rest = {s for s in state.stars if s != e.seq}
    return replace(state, stars=tuple(sorted(rest | {e.seq} if e.on else rest)))


_APPLY: dict[type, Callable[[BattleState, Any], BattleState]] = {
    TurnBegan: _turn_began,
    PhaseBegan: lambda state, e: replace(state, phase=e.phase),
    GoPassed: lambda state, e: replace(state, to_act=e.side),
    ActivationBegan: _activation_began,
    ActivationEnded: _activation_ended,
    ActionUsed: _action_used,
    Rolled: _rolled,
    CounterChanged: _counter_changed,
    ConditionSet: _condition_set,
    ConditionCleared: _condition_cleared,
    Moved: _moved,
    BoardLaid: _board_laid,
    Engaged: _engaged,
    Disengaged: _disengaged,
    ModelsLost: _models_lost,
    ModelsReturned: _models_returned,
    ModelsRegrouped: _models_regrouped,
    UnitAdded: _unit_added,
    Remarked: _remarked,
    Starred: _starred,
    BattleEnded: lambda state, e: replace(state, ended=e.why, winner=e.winner, active="", to_act=""),
}


def apply(state: BattleState, event: Event) -> BattleState:
    """Return the state after one event."""
    return _APPLY[type(event)](state, event)


def fold(state: BattleState, events: Iterable[Event]) -> BattleState:
    """Return the state after all the events, in order."""
    for event in events:
        state = _APPLY[type(event)](state, event)
    return state
