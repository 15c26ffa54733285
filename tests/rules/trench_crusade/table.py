"""A table at which Trench Crusade is played in tests: sides, models, given dice, and what came of them.

    table = Table("1.6.3")
    table.side("A").model("Weyl", melee=+2, weapons=[SWORD])
    table.side("B").model("Orm")
    table.in_melee("Weyl", "Orm")
    entry = table.do("fight", "Weyl", target="Orm", dice=[4, 5, 1, 1, 3, 4])

Dice are always given by hand, in the order in which they are rolled; an action that should roll
nothing fails the test if it rolls. A model's name is its id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from warband_tui.rules.actions import Action, read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Choice, ChoiceWanted, Refused
from warband_tui.rules.ruleset import Odds, Option, load
from warband_tui.rules.state import BattleState, Setup, SideSetup, Unit, UnitSetup

GAME = load("trench-crusade")
KINDS = tuple(d.action for d in GAME.actions)

NEW, OLD = "1.0.2", "1.6.3"
both_editions = pytest.mark.parametrize("edition", [OLD, NEW])

SIDE_NAMES = {"A": "Ash", "B": "Bone"}

Weapon = dict[str, Any]


def gun(name: str = "rifle", *keywords: str, reach: float = 24, **numbers: int) -> Weapon:
    return {
        "id": name,
        "name": name,
        "range": reach,
        "ranged": True,
        "hands": 2,
        "keywords": list(keywords),
        **numbers,
    }


def blade(name: str = "sword", *keywords: str, hands: int = 1, **numbers: int) -> Weapon:
    return {
        "id": name,
        "name": name,
        "melee": True,
        "hands": hands,
        "keywords": list(keywords),
        **numbers,
    }


def pistol(name: str = "pistol", *keywords: str, **numbers: int) -> Weapon:
    return {**gun(name, "PISTOL", *keywords, reach=12, **numbers), "hands": 1}


class SideOfTable:
    """One side while its models are put on the table."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.options: dict[str, Any] = {}
        self.units: list[UnitSetup] = []

    def model(
        self,
        name: str,
        *,
        models: int = 1,
        blood: int = 0,
        blessing: int = 0,
        infection: int = 0,
        down: bool = False,
        **profile: Any,
    ) -> SideOfTable:
        counters = {"blood": blood, "blessing": blessing, "infection": infection}
        profile = {"weapons": [gun(), blade()], **profile}
        self.units.append(
            UnitSetup(
                id=name,
                name=name,
                profile=profile,
                models=models,
                counters={k: v for k, v in counters.items() if v},
                conditions=("down",) if down else (),
                fighter=f"fighter of {name}",
            )
        )
        return self

    def models(self, count: int, **each: Any) -> SideOfTable:
        for number in range(1, count + 1):
            self.model(f"{self.side}{number}", **each)
        return self


class Table:
    """A battle under way."""

    def __init__(
        self,
        edition: str = NEW,
        *,
        turns: int | None = None,
        seed: int = 1,
        board: Any = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.edition, self.turns, self.seed, self.board = edition, turns, seed, board
        self.options = options or {}
        self._sides: dict[str, SideOfTable] = {}
        self._battle: Battle | None = None

    # Setting up

    def side(self, side: str) -> SideOfTable:
        return self._sides.setdefault(side, SideOfTable(side))

    def setup(self) -> Setup:
        sides = tuple(
            SideSetup(id=s.side, name=SIDE_NAMES[s.side], units=tuple(s.units), options=s.options)
            for s in self._sides.values()
        )
        return Setup(
            ruleset=GAME.id,
            edition=self.edition,
            sides=sides,
            turns=self.turns,
            seed=self.seed,
            board=self.board,
            options=self.options,
        )

    @property
    def battle(self) -> Battle:
        if self._battle is None:
            self._battle = Battle(self.setup(), GAME)
        return self._battle

    # Acting

    def action(self, do: str, unit: str = "", **fields: Any) -> Action:
        data: dict[str, Any] = {"do": do, **fields}
        if unit:
            data["unit"] = unit
        return read_action(data, KINDS)

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
        """Carry an action out with dice rolled by hand."""
        action = self.action(do, unit, **fields)
        return self.battle.do(action, dice=dice, choices=choices, override=override)

    def refused(self, do: str, unit: str = "", **how: Any) -> Refused:
        """Return the refusal that an action meets; the battle stays as it was."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(do, unit, **how)
        assert self.state is before
        return caught.value

    def asked(
        self, do: str, unit: str = "", *, dice: Sequence[int] = (), **fields: Any
    ) -> dict[str, tuple[str, int]]:
        """Return whom an action asks for what: choice id to (side, most that may be spent)."""
        action = self.action(do, unit, **fields)
        found: dict[str, tuple[str, int]] = {}
        made: dict[str, int | str | bool] = {}
        while True:
            try:
                self.battle.propose(action, dice=dice, choices=made, ask=True)
            except ChoiceWanted as wanted:
                choice = wanted.choice
                found[choice.id] = (choice.side, choice.high)
                made[choice.id] = choice.default
            else:
                return found

    def choice(
        self, choice_id: str, do: str, unit: str = "", *, dice: Sequence[int] = (), **fields: Any
    ) -> Choice:
        """Return one choice of an action, those before it being left at their defaults."""
        action = self.action(do, unit, **fields)
        made: dict[str, int | str | bool] = {}
        while True:
            with pytest.raises(ChoiceWanted) as caught:
                self.battle.propose(action, dice=dice, choices=made, ask=True)
            choice = caught.value.choice
            if choice.id == choice_id:
                return choice
            made[choice.id] = choice.default

    def in_melee(self, unit: str, *foes: str) -> None:
        for foe in foes:
            self.do("engage", unit, target=foe)

    def mark(self, on: str, counter: str, by: int) -> None:
        self.do("mark", on=on, counter=counter, by=by)

    def take_down(self, *units: str) -> None:
        for unit in units:
            self.do("condition", on=unit, condition="down")

    def join(self, side: str, unit: dict[str, Any]) -> Entry:
        """Bring a further model in."""
        return self.battle.do(read_action({"do": "join", "side": side, "unit": unit}, KINDS))

    def end(self, unit: str = "") -> Entry:
        return self.do("end", unit)

    def everybody_done(self) -> None:
        """Let everybody who has not acted this turn do nothing, whosever go it is."""
        while True:
            ready = self.state.ready(self.state.to_act) if self.state.to_act else []
            if not ready:
                return
            self.end(ready[0].id)

    # Reading

    @property
    def state(self) -> BattleState:
        return self.battle.state

    def unit(self, name: str) -> Unit:
        return self.state.unit(name)

    def counter(self, name: str, counter: str) -> int:
        return self.unit(name).counter(counter)

    def blood(self, name: str) -> int:
        return self.counter(name, "blood")

    def is_down(self, name: str) -> bool:
        return self.unit(name).has("down")

    def is_out(self, name: str) -> bool:
        return not self.unit(name).in_play

    def option(self, unit: str, do: str) -> Option:
        return next(o for o in GAME.options(self.state, unit) if o.do == do)

    def monitor(self, name: str, side: str = "") -> Monitor:
        return next(m for m in GAME.monitors(self.state) if m.id == name and m.side == side)

    def odds(
        self, do: str, unit: str = "", *, choices: Mapping[str, int] | None = None, **fields: Any
    ) -> Odds:
        odds = GAME.odds(self.state, self.action(do, unit, **fields), choices or {})
        assert odds is not None
        return odds

    def ask(self, name: str, **question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = GAME.ask(self.state, {"ask": name, **question})
        return answer


def duel(edition: str = NEW, *, contact: bool = False, **how: Any) -> Table:
    """Return a table with Weyl of Ash and Orm of Bone, each with a rifle and a sword and no modifiers.

    `weyl` and `orm` are what their profiles have besides.
    """
    weyl, orm = how.pop("weyl", {}), how.pop("orm", {})
    table = Table(edition, **how)
    table.side("A").model("Weyl", **weyl)
    table.side("B").model("Orm", **orm)
    if contact:
        table.in_melee("Weyl", "Orm")
    return table


def pools(entry: Entry) -> list[tuple[str, ...]]:
    """Return the modifiers of each roll, as `source +1` words."""
    return [
        tuple(f"{m.source} {m.dice or m.flat:+d}" for m in roll.modifiers if m.dice or m.flat)
        for roll in entry.rolls
    ]


def results(entry: Entry) -> list[str]:
    """Return the outcome of each roll."""
    return [roll.outcome for roll in entry.rolls]


def totals(entry: Entry) -> list[int]:
    """Return the total of each roll."""
    return [roll.total for roll in entry.rolls]


def net_dice(entry: Entry, index: int = 0) -> int:
    """Return how many net dice a roll had, as the dice on the table show."""
    roll = entry.rolls[index]
    net = sum(m.dice for m in roll.modifiers)
    assert abs(net) == len(roll.dice) - len(roll.kept)
    return net


def kinds(entry: Entry) -> list[str]:
    """Return the names of an entry's events, in order."""
    return [str(msgspec.to_builtins(event)["event"]) for event in entry.events]


__all__ = [
    "GAME",
    "NEW",
    "OLD",
    "Table",
    "blade",
    "both_editions",
    "duel",
    "gun",
    "kinds",
    "net_dice",
    "pistol",
    "pools",
    "results",
    "totals",
]
