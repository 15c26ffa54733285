"""The profile of a model as battles need it, read from numbers or from the words of a roster."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from warband_tui.rules.games.middle_earth.editions import edition as rules_of
from warband_tui.rules.games.middle_earth.specials import Special, specials
from warband_tui.rules.state import BattleState, Unit

Stat = Annotated[int, Meta(ge=0, le=20)]
Target = Annotated[int, Meta(ge=1, le=10)]
Points = Annotated[int, Meta(ge=0, le=30)]
COURAGE = Annotated[int, Meta(ge=2, le=10)]

HERO, WARRIOR, CAVALRY, MOUNT, GENERAL, BANNER = "HERO", "WARRIOR", "CAVALRY", "MOUNT", "GENERAL", "BANNER"
EVIL, GOOD = "EVIL", "GOOD"
TIERS = ("HERO OF LEGEND", "HERO OF VALOUR", "HERO OF FORTITUDE", "MINOR HERO", "INDEPENDENT HERO")
"""Tiers of heroes, the highest first."""


class Weapon(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon. `strength` of a bow is its own, None for the model's; `range` in inches, None in the fight."""

    id: str
    name: str
    range: Annotated[float, Meta(ge=0, le=200)] | None = None
    strength: Stat | None = None
    keywords: tuple[str, ...] = ()

    @property
    def ranged(self) -> bool:
        """Whether it shoots."""
        return self.range is not None

    @property
    def thrown(self) -> bool:
        """Whether it is a throwing weapon, which moving does not hinder."""
        return any(word.upper().startswith("THROW") for word in self.keywords)


class Mount(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a cavalry model rides. `courage_target` is on 2D6; a mount without Attacks always flees."""

    name: str = "mount"
    courage_target: COURAGE = 7
    defence: Stat = 4
    wounds: Stat = 1
    attacks: Stat = 0
    move: Annotated[float, Meta(ge=0, le=100)] = 10
    rules: tuple[str, ...] = ()
    monster: bool = False
    """Whether shots at its rider hit it on 1 to 4 instead of 1 to 3."""
    stays: bool | None = None
    """True: always passes (a Great Eagle); False: always flees (a fell beast); None: it tests."""
    unsure: str = ""
    """What of it is to be checked."""


class SbgProfile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The numbers of one model.

    `courage_target` is what 2D6 have to reach: 6 for the 6+ of 2024 and for Courage 4 of 2018; setups may give
    `courage` as their edition prints it. `fight` may be given as `4/4+`, which sets `shoot` too. `free` are
    points that cost nothing once a turn. `ward` is the unit that a bodyguard looks to, by id or name. `force`
    names the part of an army with a break point of its own. `missing` names figures that the roster left out.
    `commander` is who leads a War Beast, by id or name, or `commander_courage` its target where it is no model
    of its own. `shares` is with whom it shares its points. `edition` is the one it was read in.
    """

    type: str = ""
    move: Annotated[float, Meta(ge=0, le=100)] = 6
    fight: Stat = 3
    shoot: Target | None = None
    strength: Stat = 3
    defence: Stat = 4
    attacks: Stat = 1
    wounds: Annotated[int, Meta(ge=1, le=30)] = 1
    courage_target: COURAGE = 7
    intelligence_target: COURAGE | None = None
    might: Points = 0
    will: Points = 0
    fate: Points = 0
    free: dict[str, Points] = {}
    keywords: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    own: tuple[Special, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    items: tuple[str, ...] = ()
    mount: Mount | None = None
    counts_as: Annotated[int, Meta(ge=0, le=20)] | None = None
    ward: str = ""
    force: str = ""
    missing: tuple[str, ...] = ()
    commander: str = ""
    commander_courage: COURAGE | None = None
    shares: str = ""
    edition: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords in capitals."""
        return frozenset(" ".join(word.upper().split()) for word in self.keywords)

    @cached_property
    def specials_by_edition(self) -> dict[str, tuple[Special, ...]]:
        """Its special rules, looked up once for each edition."""
        return {}

    @property
    def hero(self) -> bool:
        """Whether it is a hero, who tests first and may give Stand Fast!."""
        return HERO in self.words

    @property
    def loose_mount(self) -> bool:
        """Whether it is a mount without its rider (ME-BRK-7)."""
        return MOUNT in self.words

    def models_each(self, edition: str) -> int:
        """Return how many models one of these counts as (`counts_as`, ME-BRK-1)."""
        if self.counts_as is not None:
            return self.counts_as
        if self.loose_mount:
            return 0
        for rule in specials_in(self, edition):
            if self.commander and rule.counts_as_led is not None:
                return rule.counts_as_led
            if rule.counts_as is not None:
                return rule.counts_as
        return 1


class _Read:
    """Profiles that have been read, by the very dict that they were read from.

    States share the dicts of their units and never change them, and a broken round looks at every unit
    against every other: reading each anew would take most of the time.
    """

    most = 2048

    def __init__(self) -> None:
        self._kept: dict[int, tuple[dict[str, Any], SbgProfile]] = {}

    def __call__(self, data: dict[str, Any]) -> SbgProfile:
        kept = self._kept.get(id(data))
        if kept is not None and kept[0] is data:
            return kept[1]
        if len(self._kept) >= self.most:
            self._kept.clear()
        read = msgspec.convert(data, SbgProfile)
        self._kept[id(data)] = (data, read)
        return read


_read = _Read()


def profile_of(unit: Unit) -> SbgProfile:
    """Return the profile of a unit of this game."""
    return _read(unit.profile)


def specials_of(state: BattleState, unit: Unit) -> tuple[Special, ...]:
    """Return the special rules of a unit in the battle's edition."""
    return specials_in(profile_of(unit), state.edition)


def specials_in(profile: SbgProfile, edition: str) -> tuple[Special, ...]:
    """Return the special rules of a profile."""
    kept = profile.specials_by_edition
    if edition not in kept:
        carried = tuple(word for weapon in profile.weapons if not weapon.ranged for word in weapon.keywords)
        names = dict.fromkeys((*profile.rules, *profile.keywords, *carried))
        kept[edition] = specials(tuple(names), profile.own, edition)
    return kept[edition]


def mount_of(unit: Unit) -> Mount | None:
    """Return what a unit rides, None on foot."""
    return None if unit.has("on foot") else profile_of(unit).mount


def called(unit: Unit, name: str) -> bool:
    """Whether a unit is meant by a name: its id, or its name in any case."""
    return bool(name) and name.casefold() in (unit.id.casefold(), unit.name.casefold())


def speaks_of(unit: Unit, name: str) -> bool:
    """Whether a rule that names somebody means this unit, `Frodo` for Frodo of the Nine Fingers."""
    wanted = name.casefold()
    return unit.id == name or wanted in unit.name.casefold() or wanted in profile_of(unit).type.casefold()


def shoots(unit: Unit) -> bool:
    """Whether a unit has a weapon that shoots, and the skill for it."""
    profile = profile_of(unit)
    return profile.shoot is not None and any(weapon.ranged for weapon in profile.weapons)


def has_word(unit: Unit, word: str) -> bool:
    """Whether a unit has a keyword, or was given it at the table as a condition."""
    return word in profile_of(unit).words or unit.has(word.lower())


class _Bearers:
    """Who bears special rules, kept for the state that was asked about last."""

    def __init__(self) -> None:
        self._units: dict[str, Unit] | None = None
        self._found: tuple[tuple[Unit, tuple[Special, ...]], ...] = ()

    def __call__(self, state: BattleState) -> tuple[tuple[Unit, tuple[Special, ...]], ...]:
        # A state's dict of units is never changed, so that the same dict means the same units.
        if self._units is not state.units:
            found = ((u, specials_of(state, u)) for u in state.units.values() if u.in_play)
            self._found = tuple((unit, rules) for unit, rules in found if rules)
            self._units = state.units
        return self._found


class _Sharers:
    """Who shares points with whom, kept for the state that was asked about last."""

    def __init__(self) -> None:
        self._units: dict[str, Unit] | None = None
        self._pairs: dict[str, str] = {}

    def __call__(self, state: BattleState) -> dict[str, str]:
        if self._units is not state.units:
            self._pairs = {}
            for unit in state.units.values():
                wanted = profile_of(unit).shares
                for other in state.of_side(unit.side) if wanted else ():
                    if other.id != unit.id and called(other, wanted):
                        self._pairs.update({unit.id: other.id, other.id: unit.id})
            self._units = state.units
        return self._pairs


_bearers = _Bearers()
_sharers = _Sharers()


def sharers(state: BattleState) -> dict[str, str]:
    """Return with whom each unit that shares its points shares them, by id."""
    return _sharers(state)


def bearers(state: BattleState) -> tuple[tuple[Unit, tuple[Special, ...]], ...]:
    """Return the units in play that have special rules, with those."""
    return _bearers(state)


# Reading

_NUMBER = re.compile(r"^\s*[\"']?\s*(-?\d{1,3})(?!\d)")
_MOVE = re.compile(r"^\s*(\d{1,2}(?:\.\d)?)")
_FIGHT = re.compile(r"^\s*(\d{1,2})\s*(?:/\s*(\d{1,2})\s*\+?)?")
_TARGET = re.compile(r"^\s*(\d{1,2})\s*\+")


def number(value: Any) -> int | None:
    """Return a characteristic as a number; None for `-`, `*` and words."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value)
    match = _NUMBER.match(str(value))
    return int(match[1]) if match else None


def target(value: Any, edition: str) -> int | None:
    """Return a courage as a target on 2D6: `6+` is 6, and so is the 4 of 2018."""
    if isinstance(value, str) and (match := _TARGET.match(value)):
        return int(match[1])
    plain = number(value)
    return None if plain is None else max(2, min(10, rules_of(edition).target(plain)))


def fight(value: Any) -> tuple[int | None, int | None]:
    """Return Fight and Shoot of `4/3+`; Shoot is None where there is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value, None
    match = _FIGHT.match(str(value))
    if not match:
        return None, None
    return int(match[1]), int(match[2]) if match[2] else None


def lenient(data: dict[str, Any], edition: str) -> dict[str, Any]:
    """Return profile data with the words of rosters turned into numbers, before it is checked."""
    made = dict(data)
    if "fight" in made:
        skill, shoot = fight(made["fight"])
        made["fight"] = skill if skill is not None else made["fight"]
        if shoot is not None:
            made.setdefault("shoot", shoot)
    if isinstance(made.get("commander_courage"), str):
        made["commander_courage"] = target(made["commander_courage"], edition) or made["commander_courage"]
    for old, new in (("courage", "courage_target"), ("intelligence", "intelligence_target")):
        if old in made:
            given = made.pop(old)
            made.setdefault(new, given if (read := target(given, edition)) is None else read)
    mount = made.get("mount")
    if isinstance(mount, dict) and "courage" in mount:
        mount = dict(mount)
        given = mount.pop("courage")
        made["mount"] = {**mount, "courage_target": target(given, edition) or given}
    for name in ("shoot", "strength", "defence", "attacks", "wounds", "might", "will", "fate"):
        if isinstance(made.get(name), str):
            read = number(made[name])
            made[name] = made[name] if read is None else read
    if isinstance(made.get("move"), str) and (found := _MOVE.match(made["move"])):
        made["move"] = float(found[1])
    return made


def find_weapon(profile: SbgProfile, name: str, *, ranged: bool) -> Weapon | None:
    """Return a weapon by id or name (any case), the first fitting one for an empty name."""
    offered = [w for w in profile.weapons if w.ranged == ranged]
    if not name:
        return offered[0] if offered else None
    wanted = name.strip().casefold()
    return next((w for w in offered if wanted in (w.id.casefold(), w.name.casefold())), None)
