"""The warscroll of a unit as battles need it: its numbers, weapons, and which models bear them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from warband_tui.rules.games.age_of_sigmar.abilities import COMPANION, SHOOT_IN_COMBAT, is_known
from warband_tui.rules.state import Unit

Roll = Annotated[int, Meta(ge=1, le=12)]
THE_REST = "rest"
_LEVEL = re.compile(r"\s*\([^()]*\)$|\s+\d+$")
"""What stands behind a keyword that has a level: WIZARD (2)."""


class Weapon(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One weapon. `range` is in inches, None for a melee weapon; a `rend` of 1 takes 1 off saves.

    `attacks` and `damage` are numbers or dice ("D3", "2D6", "D6+2"). `unknown` holds what a roster had where a
    figure belongs (`*`, `see ability`), by the figure's name: such a weapon has no odds.
    """

    id: str
    name: str
    range: Annotated[float, Meta(ge=0, le=1000)] | None = None
    attacks: str = "1"
    hit: Roll = 4
    wound: Roll = 4
    rend: Annotated[int, Meta(ge=0, le=20)] = 0
    damage: str = "1"
    abilities: tuple[str, ...] = ()
    unknown: dict[str, str] = {}

    @property
    def melee(self) -> bool:
        """Whether it is used in combat attacks; one whose range cannot be read is not."""
        return self.range is None and "range" not in self.unknown

    @property
    def companion(self) -> bool:
        """Whether it is a companion's."""
        return COMPANION in self.abilities

    @property
    def shoots_in_combat(self) -> bool:
        """Whether it may shoot while its unit is in combat."""
        return SHOOT_IN_COMBAT in self.abilities

    @property
    def reach(self) -> str:
        """Name and range as rosters show them."""
        if self.range is None:
            return self.name if self.melee else f"{self.name} {self.unknown['range']}"
        return f'{self.name} {self.range:g}"'


class Loadout(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models of a unit that are armed alike. `models` None: all that no other loadout takes.

    `weapons` are ids; empty: all of the unit's. `champion`: these models are champions.
    """

    id: str
    name: str
    models: Annotated[int, Meta(ge=1, le=1000)] | None = None
    weapons: tuple[str, ...] = ()
    champion: bool = False


class Warscroll(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The numbers of a unit.

    `move` and `control` are kept as they are written (`D6+8"`, `-`). None for a unit without save or ward.
    `coherency` is the range of unit coherency in inches, `charge_dice` are dice beyond the two of a charge roll.
    `height` is how tall a model is in inches, 0 where nobody said.
    `unknown` holds what a roster had where a figure belongs, by the figure's name.
    """

    type: str = ""
    move: str = ""
    health: Annotated[int, Meta(ge=1, le=1000)] = 1
    save: Roll | None = None
    ward: Roll | None = None
    control: str = "1"
    weapons: tuple[Weapon, ...] = ()
    loadouts: tuple[Loadout, ...] = ()
    keywords: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    coherency: Annotated[float, Meta(gt=0, le=24)] = 0.5
    charge_dice: Annotated[int, Meta(ge=0, le=3)] = 0
    base: str = ""
    height: Annotated[float, Meta(ge=0, le=48)] = 0
    unknown: dict[str, str] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords in capitals, those with a level both with and without it: WIZARD (2) is a WIZARD."""
        written = {word.upper() for word in self.keywords}
        return frozenset(written | {_LEVEL.sub("", word) for word in written})

    @property
    def known_health(self) -> int | None:
        """The Health; None where a roster has no number for it."""
        return None if "health" in self.unknown else self.health

    def has(self, keyword: str) -> bool:
        """Whether the unit has a keyword."""
        return keyword in self.words

    def weapon(self, name: str) -> Weapon | None:
        """Return a weapon by id or name, whatever the case."""
        wanted = name.strip().casefold()
        return next((w for w in self.weapons if wanted in (w.id.casefold(), w.name.casefold())), None)

    @cached_property
    def groups(self) -> tuple[Loadout, ...]:
        """The loadouts, the one that takes the rest among them, even if the profile names none."""
        if any(one.models is None for one in self.loadouts):
            return self.loadouts
        return (*self.loadouts, Loadout(THE_REST, "others"))

    def armed(self, loadout: Loadout) -> tuple[Weapon, ...]:
        """Return the weapons that a model of a loadout has."""
        if not loadout.weapons:
            return self.weapons
        return tuple(w for w in self.weapons if w.id in loadout.weapons)

    @property
    def strange(self) -> tuple[str, ...]:
        """What is kept and shown, but not applied: unknown abilities, and figures that are none."""
        named = [f"{name} {text}" for name, text in self.unknown.items()]
        for weapon in self.weapons:
            named += [a for a in weapon.abilities if not is_known(a)]
            named += [f"{weapon.name}: {figure} {text}" for figure, text in weapon.unknown.items()]
        return tuple(dict.fromkeys(named))


def warscroll(unit: Unit) -> Warscroll:
    """Return the warscroll of a unit of this game."""
    return msgspec.convert(unit.profile, Warscroll)


def lost(loadout: Loadout) -> str:
    """Return the counter that keeps how many models of a loadout are gone."""
    return f"lost:{loadout.id}"


def shared_out(scroll: Warscroll, models: int) -> dict[str, int]:
    """Return how many of so many models have each loadout: named numbers first, the rest takes what is left."""
    found, left = {}, models
    for one in scroll.groups:
        if one.models is not None:
            found[one.id] = min(one.models, left)
            left -= found[one.id]
    for one in scroll.groups:
        if one.models is None:
            found[one.id], left = left, 0
    return {one.id: found[one.id] for one in scroll.groups}


def standing(unit: Unit) -> dict[str, int]:
    """Return how many models of each loadout are still there.

    Models taken off or put back without saying of which loadout count for the one that takes the rest.
    """
    scroll = warscroll(unit)
    found = {
        one.id: max(0, count - unit.counter(lost(one)))
        for one, count in zip(scroll.groups, shared_out(scroll, unit.start).values(), strict=True)
    }
    over = sum(found.values()) - unit.models
    for one in sorted(scroll.groups, key=lambda one: one.models is not None):
        if not over:
            break
        taken = min(found[one.id], over) if over > 0 else over
        found[one.id] -= taken
        over -= taken
    return found
