"""A table at which Middle-earth SBG is played in tests.

    field = Field("2018")
    field.side("A").hero("Eomer", courage=5).warriors("Riders", 5, courage=3)
    field.side("B").warriors("Orcs", 6)
    field.broken("A")
    entry = field.do("break-test", "Eomer", dice=[3, 4])

Dice are always given by hand; an action that should roll nothing fails the test if it rolls. A unit's name is its
id. `courage` is written as the edition prints it: a number for 2018, `"6+"` for 2024 (`c` takes either).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from warband_tui.rules.actions import Action
from warband_tui.rules.board.planning import Finding, Trace
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.games.middle_earth.ruleset import RULESET
from warband_tui.rules.guide import Forecast, Guide, GuideStep
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import Odds, Ruleset, load
from warband_tui.rules.state import BattleState, Setup, SideSetup, Unit, UnitSetup

GAME = RULESET
"""The game as its own class, for what only this game has."""

PLAYED: Ruleset = load("middle-earth")
"""The same game, as the engine knows games."""

NEW, OLD = "2024", "2018"
both_editions = pytest.mark.parametrize("edition", [OLD, NEW])


def c(edition: str, number: int) -> int | str:
    """Return Courage `number` of 2018 as an edition prints it."""
    return number if edition == OLD else f"{10 - number}+"


class Army:
    """One side while its models are put on the table."""

    def __init__(self, side: str, edition: str) -> None:
        self.side, self.edition = side, edition
        self.options: dict[str, Any] = {}
        self.units: list[UnitSetup] = []

    def unit(
        self,
        name: str,
        models: int = 1,
        *,
        courage: int = 3,
        conditions: tuple[str, ...] = (),
        counters: dict[str, int] | None = None,
        at: Any = None,
        base: Any = None,
        **profile: Any,
    ) -> Army:
        profile = {"fight": "3/4+", "courage": c(self.edition, courage), **profile}
        self.units.append(
            UnitSetup(
                name,
                name,
                profile,
                models,
                counters or {},
                conditions=conditions,
                fighter=f"fighter of {name}",
                at=at,
                base=base,
            )
        )
        return self

    def hero(self, name: str, *, courage: int = 4, **profile: Any) -> Army:
        keywords = ["HERO", *profile.pop("keywords", ())]
        return self.unit(name, courage=courage, keywords=keywords, **profile)

    def warriors(self, name: str, models: int = 1, **profile: Any) -> Army:
        return self.unit(name, models, **profile)


class Field:
    """A battle under way."""

    def __init__(
        self,
        edition: str = NEW,
        *,
        turns: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int = 1,
        board: Any = None,
    ) -> None:
        self.edition, self.turns, self.options, self.seed = edition, turns, options or {}, seed
        self.board = board
        self._armies: dict[str, Army] = {}
        self._battle: Battle | None = None

    def side(self, side: str) -> Army:
        return self._armies.setdefault(side, Army(side, self.edition))

    def setup(self) -> Setup:
        for side in "AB":
            if not self.side(side).units:
                self.side(side).warriors(f"{side}1", 10)
        sides = tuple(
            SideSetup(a.side, {"A": "Rohan", "B": "Mordor"}[a.side], units=tuple(a.units), options=a.options)
            for a in sorted(self._armies.values(), key=lambda a: a.side)
        )
        return Setup(
            GAME.id,
            sides,
            edition=self.edition,
            turns=self.turns,
            options=self.options,
            seed=self.seed,
            board=self.board,
        )

    @property
    def battle(self) -> Battle:
        if self._battle is None:
            self._battle = Battle(self.setup(), PLAYED)
        return self._battle

    # Acting

    def action(self, do: str, unit: str = "", **fields: Any) -> Action:
        return GAME.read({"do": do, **({"unit": unit} if unit else {}), **fields})

    def do(
        self,
        do: str,
        unit: str = "",
        *,
        dice: Sequence[int] = (),
        choices: Mapping[str, int | str | bool] | None = None,
        override: str = "",
        **fields: Any,
    ) -> Entry:
        action = self.action(do, unit, **fields)
        return self.battle.do(action, dice=dice, choices=choices, override=override)

    def refused(self, do: str, unit: str = "", **how: Any) -> Refused:
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(do, unit, **how)
        assert self.state is before
        return caught.value

    def turn(self, first: str = "A", **how: Any) -> Entry:
        return self.do("turn", first=first, **how)

    def lose(self, unit: str, models: int = 1, how: str = "slain") -> Entry:
        return self.do("lose", unit, models=models, how=how)

    def place(self, unit: str, *at: float) -> None:
        self.do("place", unit, at=list(at))

    # Reading

    def ask(self, name: str, unit: str, **fields: Any) -> dict[str, Any]:
        return GAME.ask(self.state, {"ask": name, "unit": unit, **fields})

    def trace(self, unit: str, mode: str, *to: float, via: tuple[tuple[float, ...], ...] = ()) -> Trace:
        return GAME.trace(self.state, unit, mode, to, via)

    def look(self, unit: str, other: str) -> tuple[Finding, ...]:
        return GAME.look(self.state, unit, other)

    def finding(self, unit: str, other: str, name: str) -> Finding:
        return next(f for f in self.look(unit, other) if f.id == name)

    @property
    def state(self) -> BattleState:
        return self.battle.state

    def unit(self, name: str) -> Unit:
        return self.state.unit(name)

    def is_broken(self, side: str = "A") -> bool:
        return self.state.side(side).has("broken")

    def monitor(self, name: str, side: str = "A") -> Monitor:
        return next(m for m in GAME.monitors(self.state) if m.id == name and m.side == side)

    def guide(self) -> Guide:
        found = GAME.guide(self.state)
        assert found is not None
        return found

    def step(self, unit: str) -> GuideStep:
        return next(s for s in self.guide().steps if s.unit == unit)

    def forecast(self, side: str = "A") -> Forecast:
        return next(f for f in GAME.forecast(self.state) if f.side == side)

    def odds(
        self, do: str, unit: str = "", *, choices: Mapping[str, Any] | None = None, **fields: Any
    ) -> Odds:
        found = GAME.odds(self.state, self.action(do, unit, **fields), choices or {})
        assert found is not None
        return found


def broken_rohan(edition: str = NEW, **eomer: Any) -> Field:
    """Return a field on which Rohan, a hero and warriors A, B, C and D, is broken as turn 2 begins.

    Eight others have fallen. Each of them has Courage 3, Eomer Courage 4.
    """
    field = Field(edition)
    rohan = field.side("A").hero("Eomer", **eomer)
    for name in ("Wa", "Wb", "Wc", "Wd"):
        rohan.warriors(name)
    rohan.warriors("Fallen", 8)
    field.side("B").warriors("Orcs", 13)
    field.turn()
    field.lose("Fallen", 8)
    field.turn()
    assert field.is_broken()
    return field


__all__ = ["GAME", "NEW", "OLD", "PLAYED", "Field", "both_editions", "broken_rohan"]
