"""What the battle screen shows, as frozen structs: sides, units, whose go it is.

Everything here is read off the state and the ruleset's declarations; no game is known by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from warband_tui.campaign.play import Heading
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Condition, Side, Unit

Stage = Literal["ready", "acting", "done", "out"]
"""Where a unit stands in this turn: it may act, it acts, it has acted, it is off the table."""


class CounterView(Struct, frozen=True):
    """A counter as a roster shows it: as pips up to `high`, or as a glyph and a number."""

    id: str
    label: str
    short: str
    glyph: str
    value: int
    high: int | None
    pips: bool
    harm: bool


class Word(Struct, frozen=True):
    """A condition in one word."""

    text: str
    harm: bool = False


class Loss(Struct, frozen=True):
    """How a unit left the table: when, how, by whom."""

    turn: int
    how: str
    by: str = ""


class UnitRow(Struct, frozen=True):
    """One unit of a roster. `loss` is told of units that are out."""

    id: str
    side: str
    name: str
    stage: Stage
    models: int
    start: int
    counters: tuple[CounterView, ...] = ()
    words: tuple[Word, ...] = ()
    role: str = ""
    weapons: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Keywords that are shown, but that the engine does not apply."""
    engaged: tuple[str, ...] = ()
    loss: str = ""


class SideView(Struct, frozen=True):
    """The head of a roster. `up` of `fielded` models are in play, `waiting` units have not acted."""

    id: str
    name: str
    player: str
    up: int
    fielded: int
    waiting: int
    to_act: bool
    counters: tuple[CounterView, ...]
    words: tuple[Word, ...]
    monitors: tuple[Monitor, ...]

    @property
    def who(self) -> str:
        """The player, or the side where no player is named."""
        return self.player or self.name


class BattleView(Struct, frozen=True):
    """A battle at one moment."""

    path: tuple[str, ...]
    standing: str
    """Turn, phase and whose go it is, in words."""
    sides: tuple[SideView, ...]
    rows: tuple[tuple[UnitRow, ...], ...]
    """For each side its units, in roster order."""
    active: str = ""
    ended: str = ""
    order: tuple[str, ...] = ()
    """The units on the table in the order in which they act, where the game fixes one."""
    up: str = ""
    """Of that order the unit that acts, or that is next."""

    def row(self, unit_id: str) -> UnitRow | None:
        """Return a unit's line."""
        return next((row for rows in self.rows for row in rows if row.id == unit_id), None)

    def side(self, side_id: str) -> SideView | None:
        """Return a side's head."""
        return next((side for side in self.sides if side.id == side_id), None)


class Seen(NamedTuple):
    """A view and the state that it was made from."""

    state: BattleState
    view: BattleView


def battle_view(
    heading: Heading,
    ruleset: Ruleset,
    state: BattleState,
    losses: Mapping[str, Loss],
    before: Seen | None = None,
) -> BattleView:
    """Return all that the upper part of the screen shows.

    Args:
        heading: the battle's names.
        ruleset: its game.
        state: how it stands.
        losses: how units left the table, by unit.
        before: what was shown last of the same battle; lines of units that an act left alone are taken from it.
    """
    known = {row.id: row for rows in before.view.rows for row in rows} if before else {}
    units = before.state.units if before else {}

    def row_of(unit: Unit) -> UnitRow:
        row = known.get(unit.id)
        # An act makes new units of those that it changes and keeps the others.
        if row is None or units.get(unit.id) is not unit:
            return unit_row(ruleset, state, unit, losses)
        return _kept_row(ruleset, state, unit, losses, row)

    monitors = ruleset.monitors(state)
    # The battle's name comes last: that is where one is.
    game = f"{ruleset.title} {state.edition}"
    return BattleView(
        path=tuple(part for part in (heading.campaign or game, heading.name) if part),
        standing=_standing(ruleset, state),
        sides=tuple(_side(ruleset, state, side, monitors) for side in state.sides.values()),
        rows=tuple(tuple(row_of(unit) for unit in state.of_side(side_id)) for side_id in state.sides),
        active=state.active,
        ended=state.ended,
        order=_order(ruleset, state),
        up=state.active or ruleset.next_up(state),
    )


def _order(ruleset: Ruleset, state: BattleState) -> tuple[str, ...]:
    return tuple(unit.id for unit in ruleset.order(state)) if state.turn and not state.ended else ()


def unit_row(ruleset: Ruleset, state: BattleState, unit: Unit, losses: Mapping[str, Loss]) -> UnitRow:
    """Return one unit's line."""
    line = ruleset.line(unit)
    return UnitRow(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        stage=_stage(state, unit),
        models=unit.models,
        start=unit.start,
        counters=_counters(ruleset, unit, "unit"),
        words=_words(ruleset, unit.conditions),
        role=line.role,
        weapons=line.weapons,
        stats=tuple((short, value.removesuffix(".0")) for short, value in line.stats),
        keywords=line.keywords,
        unknown=line.unknown,
        engaged=_engaged(state, unit),
        loss=_loss(ruleset, unit, losses),
    )


def _kept_row(
    ruleset: Ruleset, state: BattleState, unit: Unit, losses: Mapping[str, Loss], row: UnitRow
) -> UnitRow:
    """Return a unit's line anew only where what stands outside the unit makes another of it."""
    now = (_stage(state, unit), _engaged(state, unit), _loss(ruleset, unit, losses))
    return row if now == (row.stage, row.engaged, row.loss) else unit_row(ruleset, state, unit, losses)


def _engaged(state: BattleState, unit: Unit) -> tuple[str, ...]:
    return tuple(state.unit(other).name for other in state.in_contact(unit.id))


def _loss(ruleset: Ruleset, unit: Unit, losses: Mapping[str, Loss]) -> str:
    return "" if unit.in_play else _told(ruleset, losses.get(unit.id))


def _stage(state: BattleState, unit: Unit) -> Stage:
    if not unit.in_play:
        return "out"
    if unit.acting:
        return "acting"
    return "done" if state.has_acted(unit) else "ready"


def _side(ruleset: Ruleset, state: BattleState, side: Side, monitors: Iterable[Monitor]) -> SideView:
    return SideView(
        id=side.id,
        name=side.name,
        player=side.player,
        up=sum(unit.models for unit in state.of_side(side.id)),
        fielded=side.fielded,
        waiting=len(state.ready(side.id)),
        to_act=not state.ended and state.to_act == side.id,
        counters=_counters(ruleset, side, "side"),
        words=_words(ruleset, side.conditions),
        monitors=tuple(m for m in monitors if m.side == side.id),
    )


def _counters(ruleset: Ruleset, holder: Unit | Side, on: str) -> tuple[CounterView, ...]:
    """Return what is shown: pips as far as this holder's own limit goes, numbers that are not 0."""
    values = holder.counters
    found = []
    for d in ruleset.counters:
        if d.on != on:
            continue
        value, high = values.get(d.id, 0), ruleset.most(holder, d)
        if value or on == "side" or (d.pips and high != 0):
            found.append(CounterView(d.id, d.label, d.short, d.glyph, value, high, d.pips, d.harm))
    return tuple(found)


def _words(ruleset: Ruleset, conditions: Mapping[str, Condition]) -> tuple[Word, ...]:
    if not conditions:
        return ()
    return tuple(Word(d.word, d.harm) for d in ruleset.conditions if d.shown and d.id in conditions)


def _told(ruleset: Ruleset, loss: Loss | None) -> str:
    if loss is None:
        return ruleset.nouns.out
    when = f"{ruleset.nouns.turn} {loss.turn}" if loss.turn else ""
    return " · ".join(part for part in (loss.how, when, loss.by) if part)


def _standing(ruleset: Ruleset, state: BattleState) -> str:
    if state.ended:
        winner = f"{state.sides[state.winner].name} won" if state.winner in state.sides else "no winner"
        return f"over · {winner} · {state.ended}"
    noun = ruleset.nouns.turn.capitalize()
    limit = f" of {state.turns}" if state.turns is not None else ""
    turn = f"{noun} {state.turn}{limit}" if state.turn else f"before {noun.lower()} 1"
    phase = "" if state.phase in {"", "setup", ruleset.nouns.activation} else state.phase
    return " · ".join(part for part in (turn, phase, _go(ruleset, state)) if part)


def _go(ruleset: Ruleset, state: BattleState) -> str:
    if state.active:
        return f"{state.unit(state.active).name} acts"
    fixed = ruleset.next_up(state)
    if fixed and state.turn:
        return f"{state.unit(fixed).name} is next"
    if state.to_act in state.sides and state.turn:
        return f"{state.side(state.to_act).name} to act"
    return "everybody has acted" if state.turn else ""
