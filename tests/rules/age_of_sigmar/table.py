"""A table at which Age of Sigmar is played in tests: units, given dice, and what came of them.

    table = Table("spearhead")
    table.unit("A", "Liberators", models=5, weapons=[melee(attacks=2, hit=3)])
    table.unit("B", "Clanrats", models=10, save=5)
    table.in_combat("Liberators", "Clanrats")
    entry = table.fight("Liberators", "Clanrats", dice=[...])

Dice are always given by hand, in the order in which they are rolled: for each batch of like attacks the number
of attacks where that is rolled, hits, wounds, saves, damage where that is rolled; wards at the end.
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

GAME = load("age-of-sigmar")
KINDS = tuple(d.action for d in GAME.actions)
CORE, HANDBOOK, SPEARHEAD = "core-2024", "ghb-2025-26", "spearhead"
every_edition = pytest.mark.parametrize("edition", [CORE, HANDBOOK, SPEARHEAD])

Weapon = dict[str, Any]


def melee(name: str = "Blade", *abilities: str, **figures: Any) -> Weapon:
    plain = {"attacks": 1, "hit": 4, "wound": 4, "rend": 0, "damage": 1}
    return {"name": name, "abilities": list(abilities), **plain, **figures}


def ranged(name: str = "Bow", *abilities: str, reach: float = 18, **figures: Any) -> Weapon:
    return {**melee(name, *abilities, **figures), "range": reach}


class Table:
    """A battle under way."""

    def __init__(
        self,
        edition: str = CORE,
        *,
        turns: int | None = None,
        seed: int = 1,
        settings: Mapping[str, Any] | None = None,
        board: Mapping[str, Any] | None = None,
    ) -> None:
        self.edition, self.turns, self.seed = edition, turns, seed
        self.board = dict(board) if board is not None else None
        self.settings = dict(settings or {})
        self._units: dict[str, list[UnitSetup]] = {"A": [], "B": []}
        self._battle: Battle | None = None

    def unit(
        self,
        side: str,
        name: str,
        *,
        models: int = 1,
        damage: int = 0,
        at: Any = None,
        base: Any = None,
        called: str = "",
        counters: Mapping[str, int] | None = None,
        **profile: Any,
    ) -> Table:
        profile = {"weapons": [melee()], "health": 1, **profile}
        counters = {**(counters or {}), **({"damage": damage} if damage else {})}
        self._units[side].append(
            UnitSetup(name, called or name, profile, models=models, counters=counters, at=at, base=base)
        )
        return self

    def setup(self) -> Setup:
        sides = tuple(SideSetup(id=s, name=f"Side {s}", units=tuple(u)) for s, u in self._units.items())
        return Setup(
            ruleset=GAME.id,
            edition=self.edition,
            sides=sides,
            turns=self.turns,
            seed=self.seed,
            options=self.settings,
            board=self.board,
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

    def pairs(self) -> list[tuple[str, str]]:
        """Return who is in combat with whom."""
        return list(self.state.engaged)

    def damage(self, name: str) -> int:
        return self.of(name).counter("damage")

    # Acting

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

    def fight(self, unit: str, target: str = "", *, dice: Sequence[int] = (), **fields: Any) -> Entry:
        return self.do("fight", unit=unit, target=target, dice=dice, **fields)

    def shoot(self, unit: str, target: str = "", *, dice: Sequence[int] = (), **fields: Any) -> Entry:
        return self.do("shoot", unit=unit, target=target, dice=dice, **fields)

    def in_combat(self, unit: str, *foes: str) -> Table:
        for foe in foes:
            self.do("engage", unit=unit, target=foe)
        return self

    def charged(self, unit: str) -> Table:
        self.do("condition", on=unit, condition="charged")
        return self

    def refused(self, do: str, **how: Any) -> Refused:
        """Return the refusal that an action meets; the battle stays as it was."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(do, **how)
        assert self.state is before
        return caught.value

    def odds(self, do: str, *, choices: Mapping[str, Value] | None = None, **fields: Any) -> Odds:
        found = GAME.odds(self.state, self.action(do, **fields), choices or {})
        assert found is not None
        return found

    def ask(self, ask: str, **question: Any) -> dict[str, Any]:
        return GAME.ask(self.state, {"ask": ask, **question})

    def option(self, unit: str, do: str) -> Option:
        return next(o for o in GAME.options(self.state, unit) if o.do == do)


def ground(
    *features: Mapping[str, Any], width: float = 44, height: float = 30, **more: Any
) -> dict[str, Any]:
    """Return a table with terrain, in the form of a script."""
    return {"width": width, "height": height, "features": [dict(f) for f in features], **more}


def box(
    feature: str, left: float, upper: float, right: float, lower: float, *tags: str, **more: Any
) -> dict[str, Any]:
    """Return a rectangle of terrain, 1" high unless it is said otherwise."""
    shape = [[left, upper], [right, upper], [right, lower], [left, lower]]
    return {"id": feature, "shape": shape, "tags": list(tags), "height": 1, **more}


def duel(
    attacker: Sequence[Weapon] = (),
    *,
    edition: str = CORE,
    settings: Mapping[str, Any] | None = None,
    models: int = 1,
    keywords: Sequence[str] = (),
    **target: Any,
) -> Table:
    """Return a table at which Ash of side A is in combat with Bone of side B."""
    table = Table(edition, settings=settings)
    table.unit("A", "Ash", models=models, weapons=list(attacker) or [melee()], keywords=list(keywords))
    table.unit("B", "Bone", **{"health": 10, **target})
    return table.in_combat("Ash", "Bone")


def steps(entry: Entry) -> list[str]:
    """Return the purpose of each roll up to its first bracket."""
    return [roll.purpose.partition(" (")[0] for roll in entry.rolls]


def outcomes(entry: Entry) -> list[str]:
    return [roll.outcome for roll in entry.rolls]
