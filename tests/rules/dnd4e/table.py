"""A table at which D&D 4e is played in tests: creatures, given dice, and what came of them.

    fight = Table("2010")
    fight.unit("A", "Ash", hero=True, hp=30)
    fight.unit("B", "Bone", hp=20, ac=15)
    fight.begin("Ash", "Bone")
    entry = fight.do("attack", unit="Ash", target="Bone", dice=[12, 5])

Dice are always given by hand, in the order in which they are rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from warband_tui.rules.actions import Action, read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import Refused, Value
from warband_tui.rules.ruleset import Odds, Option, load
from warband_tui.rules.state import BattleState, Setup, SideSetup, Unit, UnitSetup

GAME = load("dnd4e")
KINDS = tuple(d.action for d in GAME.actions)
OLD, NEW = "2008", "2010"
every_edition = pytest.mark.parametrize("edition", [OLD, NEW])


def power(name: str = "Sword", **figures: Any) -> dict[str, Any]:
    """An attack at +5 against AC for 1d8+3, unless the figures say otherwise."""
    plain = {"id": name.casefold(), "name": name, "attack": 5, "damage": "1d8+3", "basic": True}
    return {**plain, **figures}


class Table:
    """A battle under way."""

    def __init__(
        self,
        edition: str = OLD,
        *,
        turns: int | None = None,
        settings: Mapping[str, str] | None = None,
        board: Mapping[str, Any] | None = None,
        sides: tuple[str, str] = ("A", "B"),
    ) -> None:
        self.edition, self.turns, self.settings = edition, turns, dict(settings or {})
        self.board = dict(board) if board else None
        self._units: dict[str, list[UnitSetup]] = {side: [] for side in sides}
        self._battle: Battle | None = None

    def unit(
        self,
        side: str,
        name: str,
        *,
        counters: Mapping[str, int] | None = None,
        conditions: Sequence[str] = (),
        models: int = 1,
        at: Any = None,
        **profile: Any,
    ) -> Table:
        profile = {"hp": 40, "ac": 15, "attacks": [power()], **profile}
        made = UnitSetup(
            name,
            name,
            profile,
            models=models,
            counters=dict(counters or {}),
            conditions=tuple(conditions),
            at=at,
        )
        self._units[side].append(made)
        return self

    def setup(self) -> Setup:
        sides = tuple(SideSetup(id=s, name=f"Side {s}", units=tuple(u)) for s, u in self._units.items())
        return Setup(
            "dnd4e", sides, edition=self.edition, turns=self.turns, options=self.settings, board=self.board
        )

    @property
    def battle(self) -> Battle:
        if self._battle is None:
            self._battle = Battle(self.setup(), GAME)
        return self._battle

    @property
    def state(self) -> BattleState:
        return self.battle.state

    def of(self, name: str) -> Unit:
        return self.state.unit(name)

    def at(self, name: str) -> tuple[float, ...]:
        return self.of(name).at[0]

    def hp(self, name: str) -> int:
        return self.of(name).counter("hp")

    def begin(self, *order: str) -> Table:
        """Begin round 1 in this order."""
        for place, name in enumerate(order):
            self.do("initiative", unit=name, result=30 - place)
        self.do("turn")
        return self

    def ends(self, *names: str) -> Table:
        """Let turns pass that nothing happens in."""
        for name in names:
            self.do("end", unit=name)
        return self

    def action(self, do: str, **fields: Any) -> Action:
        return read_action({"do": do, **fields}, KINDS)

    def do(
        self,
        do: str,
        *,
        dice: Sequence[int] = (),
        choices: Mapping[str, Value] | None = None,
        override: str = "",
        **fields: Any,
    ) -> Entry:
        return self.battle.do(self.action(do, **fields), dice=dice, choices=choices, override=override)

    def refused(self, do: str, **how: Any) -> Refused:
        """Return the refusal that an action meets; the battle stays as it was."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(do, **how)
        assert self.state is before
        return caught.value

    def odds(self, do: str, **fields: Any) -> Odds:
        found = GAME.odds(self.state, self.action(do, **fields), {})
        assert found is not None
        return found

    def option(self, unit: str, do: str) -> Option:
        return next(o for o in GAME.options(self.state, unit) if o.do == do)

    def offered(self, unit: str) -> set[str]:
        return {o.do for o in GAME.options(self.state, unit)}


def on_map(*rows: str, edition: str = NEW, settings: Mapping[str, str] | None = None, legend: Any = None,
           edges: Any = (), drop_feet: int = 20, **units: Mapping[str, Any]) -> Table:  # fmt: skip
    """Return a table with a map on it. `A`, `C`, `E` are heroes, `b`, `d`, `f` monsters, who act in this order.

    A keyword such as `b={"hp": 9}` says more of a creature; `under` is the ground where it stands.
    """
    places: dict[str, tuple[int, int]] = {}
    drawing = [list(row) for row in rows]
    for y, row in enumerate(drawing):
        for x, letter in enumerate(row):
            if letter in "ACEbdf":
                places[letter] = (x, y)
                row[x] = units.get(letter, {}).get("under", ".")
    board = {"kind": "squares", "map": ["".join(row) for row in drawing], "legend": legend or {}, "edges": edges,
             "drop_feet": drop_feet}  # fmt: skip
    table = Table(edition, settings=settings, board=board, sides=("heroes", "monsters"))
    order = sorted({*places, *(u for u in units if "at" in units[u])}, key="ACEbdf".index)
    for letter in order:
        more = {k: v for k, v in units.get(letter, {}).items() if k != "under"}
        table.unit(
            "heroes" if letter.isupper() else "monsters",
            letter,
            **{"at": list(places.get(letter, (0, 0))), **more},
        )
    if not any(letter.islower() for letter in order):
        table.unit("monsters", "away")
        order.append("away")
    return table.begin(*order)


def duel(edition: str = OLD, *, foe: Mapping[str, Any] | None = None, **hero: Any) -> Table:
    """Return a table at which it is Ash's turn, then Bone's."""
    fight = Table(edition)
    fight.unit("A", "Ash", **{"hero": True, "surges": 5, "action_points": 1, **hero})
    fight.unit("B", "Bone", **dict(foe or {}))
    return fight.begin("Ash", "Bone")
