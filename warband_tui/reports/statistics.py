"""The figures of a battle, as frozen values. A report only draws them; `rules.ruleset.to_builtins` makes them JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from warband_tui.reports.chronicle import Chronicle, Moment, Stand, chronicle
from warband_tui.reports.deeds import Deed, Scoring, Worth, deeds
from warband_tui.reports.luck import Luck, luck
from warband_tui.rules.engine import Battle
from warband_tui.rules.events import ConditionSet, ModelsLost, ModelsReturned
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState

_BREAK = "break"


class Outcome(Struct, frozen=True):
    """How the battle came out. `winner` is a side's id; a battle that was finished without one is drawn."""

    kind: Literal["won", "drawn", "unfinished"]
    turn: int
    winner: str = ""
    why: str = ""


class SideFigures(Struct, frozen=True):
    """One side: models that it brought (reinforcements included) and models that are off the table at the end."""

    id: str
    name: str
    player: str
    brought: int
    lost: int


class Casualty(Struct, frozen=True):
    """Models of a unit that left the table. `by` is a unit's id, empty where the log does not say."""

    mark: str
    turn: int
    unit: str
    name: str
    side: str
    count: int
    of: int
    how: str
    by: str = ""
    by_name: str = ""
    using: str = ""
    own_side: bool = False
    """Whether a unit of the same side did it."""


class Return(Struct, frozen=True):
    """Models of a unit that came back."""

    mark: str
    turn: int
    unit: str
    name: str
    side: str
    count: int


class SideTurn(Struct, frozen=True):
    """A side at the end of a turn.

    `losses` is the whole count so far, as the game's break point counts it where it has one; `scores` are the side's
    counters in the order of `BattleFigures.scores`; `broke` says that the break point was reached in this turn.
    """

    side: str
    losses: int
    limit: int | None = None
    broke: bool = False
    conditions: tuple[str, ...] = ()
    """Harm that befell the whole side in this turn, in the game's words."""
    scores: tuple[int, ...] = ()


class TurnFigures(Struct, frozen=True):
    """A turn: who had the first go (a side's id), and how each side stood at its end."""

    turn: int
    first: str
    sides: tuple[SideTurn, ...]


class DiceSource(Struct, frozen=True):
    """How many rolls the app made, and how many were typed in from real dice."""

    rolled: int = 0
    typed: int = 0


class BattleFigures(Struct, frozen=True):
    """Everything that is counted of a battle."""

    ruleset: str
    edition: str
    seed: int
    outcome: Outcome
    sides: tuple[SideFigures, ...]
    scores: tuple[str, ...]
    """The labels of the side counters that anybody had in this battle."""
    turns: tuple[TurnFigures, ...]
    """Turn 0, before the first, and every turn after it."""
    casualties: tuple[Casualty, ...]
    returns: tuple[Return, ...]
    scoring: Scoring
    deeds: tuple[Deed, ...]
    """Fighters with a score, the best first."""
    luck: tuple[Luck, ...]
    dice: DiceSource

    @property
    def valuable(self) -> Deed | None:
        """The most valuable fighter; None where nobody has a score."""
        return self.deeds[0] if self.deeds else None

    def side(self, side_id: str) -> SideFigures:
        """Return a side by its id; it must be one of this battle's."""
        return next(side for side in self.sides if side.id == side_id)


def figures(battle: Battle, costs: Mapping[str, int] | None = None) -> BattleFigures:
    """Count a battle.

    Args:
        battle: finished or not.
        costs: what each unit cost, by its id, all its models together.
    """
    return figures_of(chronicle(battle), battle.ruleset, costs)


def figures_of(course: Chronicle, ruleset: Ruleset, costs: Mapping[str, int] | None = None) -> BattleFigures:
    """Count a battle that has been read."""
    end = course.end
    rolls = [roll for line in course.lines for roll in line.entry.rolls]
    scored = _scored(course.stands, ruleset)
    scoring, done = deeds(course, ruleset, Worth.of(end, costs or {}))
    return BattleFigures(
        ruleset=end.ruleset,
        edition=end.edition,
        seed=end.seed,
        outcome=_outcome(end),
        sides=tuple(_sides(end)),
        scores=tuple(label for _, label in scored),
        turns=tuple(_turns(course, ruleset, [counter for counter, _ in scored])),
        casualties=tuple(_casualties(course.moments, end)),
        returns=tuple(_returns(course.moments, end)),
        scoring=scoring,
        deeds=done,
        luck=luck(course.lines, end),
        dice=DiceSource(sum(not roll.given for roll in rolls), sum(roll.given for roll in rolls)),
    )


def _outcome(state: BattleState) -> Outcome:
    if not state.ended:
        return Outcome("unfinished", state.turn)
    return Outcome("won" if state.winner else "drawn", state.turn, state.winner, state.ended)


def _sides(state: BattleState) -> Iterator[SideFigures]:
    for side in state.sides.values():
        units = list(state.of_side(side.id))
        brought = sum(unit.start for unit in units)
        lost = brought - sum(unit.models for unit in units)
        yield SideFigures(side.id, side.name, side.player, brought, lost)


def _casualties(moments: Sequence[Moment], end: BattleState) -> Iterator[Casualty]:
    for moment in moments:
        event = moment.event
        if not isinstance(event, ModelsLost):
            continue
        unit, by = end.unit(event.unit), end.units.get(event.by)
        yield Casualty(
            mark=moment.line.mark,
            turn=moment.turn,
            unit=unit.id,
            name=unit.name,
            side=unit.side,
            count=event.count,
            of=unit.start,
            how=event.how,
            by=event.by,
            by_name=by.name if by else event.by,
            using=event.using,
            own_side=by is not None and by.side == unit.side,
        )


def _returns(moments: Sequence[Moment], end: BattleState) -> Iterator[Return]:
    for moment in moments:
        event = moment.event
        if isinstance(event, ModelsReturned):
            unit = end.unit(event.unit)
            yield Return(moment.line.mark, moment.turn, unit.id, unit.name, unit.side, event.count)


def _scored(stands: Sequence[Stand], ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return id and label of the side counters that somebody had at the end of some turn."""
    return [
        (counter.id, counter.label)
        for counter in ruleset.counters
        if counter.on == "side"
        and any(side.counter(counter.id) for stand in stands for side in stand.state.sides.values())
    ]


def _turns(course: Chronicle, ruleset: Ruleset, scored: Sequence[str]) -> Iterator[TurnFigures]:
    befell = _befallen(course, ruleset)
    broken = {side for side, monitor in _breaks(ruleset, course.start).items() if monitor.alarm}
    for stand in course.stands:
        state = stand.state
        breaks = _breaks(ruleset, state)
        now = {side for side, monitor in breaks.items() if monitor.alarm}
        yield TurnFigures(
            stand.turn,
            stand.first,
            tuple(
                SideTurn(
                    side=side.id,
                    losses=breaks[side.id].value if side.id in breaks else _off_table(state, side.id),
                    limit=breaks[side.id].limit if side.id in breaks else None,
                    broke=side.id in now - broken,
                    conditions=befell.get((stand.turn, side.id), ()),
                    scores=tuple(side.counter(counter) for counter in scored),
                )
                for side in state.sides.values()
            ),
        )
        broken = now


def _breaks(ruleset: Ruleset, state: BattleState) -> dict[str, Monitor]:
    return {monitor.side: monitor for monitor in ruleset.monitors(state) if monitor.id == _BREAK}


def _off_table(state: BattleState, side: str) -> int:
    return sum(unit.start - unit.models for unit in state.of_side(side))


def _befallen(course: Chronicle, ruleset: Ruleset) -> dict[tuple[int, str], tuple[str, ...]]:
    """Return the harmful conditions that sides came under, by turn and side."""
    harms = {c.id: c.label for c in ruleset.conditions if c.on == "side" and c.harm and c.shown}
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    for moment in course.moments:
        event = moment.event
        if isinstance(event, ConditionSet) and event.on in course.end.sides and event.condition in harms:
            place = moment.turn, event.on
            found[place] = (*found.get(place, ()), harms[event.condition])
    return found
