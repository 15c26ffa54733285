"""Setting a battle up: what a game declares of its units, and the state before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import BadBoard, Base, Board
from warband_tui.rules.board.planning import BoardWords
from warband_tui.rules.board.reading import read_base, read_board, read_spots
from warband_tui.rules.ruleset import ConditionDef, CounterDef, Edition, Nouns, edition_of
from warband_tui.rules.settings import Setting, check_settings
from warband_tui.rules.state import BattleState, Condition, Setup, Side, Unit, UnitSetup
from warband_tui.rules.wording import shown

Named = TypeVar("Named")

_SEEDS = 2**63
_SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
_MOST = 10_000
"""Models of a unit, and counters without a limit of their own: more is a mistake."""


class BadSetup(WarbandError):
    """A battle that cannot be set up as described."""


class Mustering:
    """A game's units and sides as they enter a battle."""

    id = ""
    title = ""
    editions: tuple[Edition, ...] = (Edition("1", "first edition"),)
    nouns = Nouns()
    counters: tuple[CounterDef, ...] = ()
    conditions: tuple[ConditionDef, ...] = ()
    profile_type: type[Any] = dict
    board_words: BoardWords | None = None
    settings: tuple[Setting, ...] = ()

    def usual_answer(self, edition: str, setting: Setting) -> str:
        """Return how an edition answers a setting that a battle does not set."""
        del edition
        return setting.answers[0]

    def _declare(self) -> None:
        self._counters = {c.id: c for c in self.counters}
        self._conditions = {c.id: c for c in self.conditions}

    def counter(self, counter_id: str) -> CounterDef:
        """Return the declaration of a counter.

        Raises:
            BadSetup: the game has none of that name.
        """
        return _named(self._counters, counter_id, "counter", self.title)

    def condition(self, condition_id: str) -> ConditionDef:
        """Return the declaration of a condition.

        Raises:
            BadSetup: the game has none of that name.
        """
        return _named(self._conditions, condition_id, "condition", self.title)

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first turn.

        Raises:
            BadSetup: an id twice, no units, a profile or counter that does not fit.
        """
        edition = edition_of(self, setup.edition)
        if len(setup.sides) < 2:
            raise BadSetup("a battle takes two sides; name both")
        check_settings(self.settings, setup.options)
        if not -_SEEDS <= setup.seed < _SEEDS:
            raise BadSetup("the seed is a whole number of at most 63 bits")
        if setup.turns is not None and setup.turns < 1:
            raise BadSetup(f"{setup.turns} {self.nouns.turn}s; a battle has at least one, or no limit")
        ids = [s.id for s in setup.sides] + [u.id for s in setup.sides for u in s.units]
        twice = sorted(one for one, times in Counter(ids).items() if times > 1)
        if twice:
            raise BadSetup(f"the id {twice[0]!r} stands for two things; give each side and unit its own")
        board = self.board(setup.board)
        units = {
            u.id: _placed(self.unit(u, side.id, edition), u, board)
            for side in setup.sides
            for u in side.units
        }
        sides = {
            s.id: Side(
                id=s.id,
                name=s.name,
                player=s.player,
                fielded=sum(u.start for u in units.values() if u.side == s.id),
                options=s.options,
            )
            for s in setup.sides
        }
        return BattleState(
            ruleset=self.id,
            edition=edition,
            seed=setup.seed,
            sides=sides,
            units=units,
            options=setup.options,
            turns=setup.turns,
            board=board,
        )

    def board(self, data: Any) -> Board | None:
        """Return a board in the form of a set-up, None for none.

        Raises:
            BadBoard: it could not be played on, or is of another kind than the game's.
        """
        board = read_board(data)
        words = self.board_words
        if board is not None and words is not None and board.__struct_config__.tag != words.kind:
            raise BadBoard(f"board: {self.title} is played on {words.kind}; give such a board")
        return board

    def unit(self, setup: UnitSetup, side: str, edition: str) -> Unit:
        """Return a unit as it enters the battle.

        Raises:
            BadSetup: its profile, a counter or a condition does not fit the game.
        """
        if not 1 <= setup.models <= _MOST:
            raise BadSetup(f"unit {setup.id}: {setup.models} models; a unit has from 1 to {_MOST}")
        for name, value in setup.counters.items():
            spec = self.counter(name)
            high = _MOST if spec.high is None else spec.high
            if not spec.low <= value <= high:
                raise BadSetup(f"unit {setup.id}: {value} {spec.label}; it goes from {spec.low} to {high}")
        conditions = {name: Condition(self.condition(name).until) for name in setup.conditions}
        try:
            profile = msgspec.convert(setup.profile, self.profile_type)
        except msgspec.ValidationError as error:
            raise BadSetup(f"unit {setup.id}: its profile is not of this game: {error}") from None
        return Unit(
            id=setup.id,
            side=side,
            name=setup.name,
            profile=msgspec.json.decode(msgspec.json.encode(self.completed(profile, edition))),
            models=setup.models,
            start=setup.models,
            counters=dict(setup.counters),
            conditions=conditions,
            fighter=setup.fighter,
            size=setup.size,
        )

    def completed(self, profile: Any, edition: str) -> Any:
        """Return a profile with what the game's own tables add to it."""
        del edition
        return profile


def _base(setup: UnitSetup) -> Base | None:
    try:
        base = read_base(setup.base)
    except BadBoard as error:
        raise BadBoard(f"unit {setup.id}: {error}") from None
    if base is None and setup.base is not None:
        raise BadBoard(
            f"unit {setup.id}: base {shown(setup.base)} is no size in millimetres: 32, or [30, 60]"
        )
    return base


def _placed(unit: Unit, setup: UnitSetup, board: Board | None) -> Unit:
    if setup.size and setup.size.casefold() not in _SIZES:
        raise BadBoard(f"unit {setup.id}: size {shown(setup.size)} is none of {', '.join(_SIZES)}")
    try:
        at = read_spots(setup.at, setup.models, board, setup.id) if board else ()
        return replace(unit, base=_base(setup), at=at)
    except OverflowError:
        raise BadBoard(f"unit {setup.id}: a number of its base or place has too many digits") from None


def _named(known: Mapping[str, Named], name: str, kind: str, title: str) -> Named:
    if name not in known:
        raise BadSetup(f"{title} has no {kind} {name!r}; there are {', '.join(sorted(known)) or 'none'}")
    return known[name]
