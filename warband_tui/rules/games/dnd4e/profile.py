"""A creature as battles need it: its numbers, its traits, its powers."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from warband_tui.rules.state import Unit

Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Defence = Literal["ac", "fortitude", "reflex", "will"]
Kind = Literal["melee", "ranged", "close", "area"]
Cost = Literal["standard", "move", "minor", "free", "immediate"]
Usage = Literal["at-will", "encounter", "daily", "recharge"]
Lasting = Literal["save", "end", "start", "own-end", "encounter"]
"""Until: a save; the end or start of the next turn of whoever caused it; the end of its own next turn."""

SIZES: tuple[Size, ...] = ("tiny", "small", "medium", "large", "huge", "gargantuan")
Few = Annotated[int, Meta(ge=-100, le=100)]
Squares = Annotated[int, Meta(ge=0, le=200)]
Hits = Annotated[int, Meta(ge=0, le=10_000)]


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a power does besides damage: a condition, or ongoing damage of so many points."""

    condition: str = ""
    until: Lasting = "end"
    ongoing: Annotated[int, Meta(ge=0, le=200)] = 0
    type: str = ""


class Power(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One attack. `damage` is dice and numbers ("2d6+1d8+4"), empty for none.

    `range` is in squares: how far a ranged or area power goes, the size of a close one. `critical` are dice that
    a critical hit adds. `recharge` is the lowest d6 that brings a power back. `moves` tells how many squares the
    target may be pushed, pulled or slid.
    """

    id: str
    name: str
    kind: Kind = "melee"
    action: Cost = "standard"
    attack: Few = 0
    versus: Defence = "ac"
    damage: str = ""
    type: str = ""
    critical: str = ""
    range: Squares = 0
    basic: bool = False
    usage: Usage = "at-will"
    recharge: Annotated[int, Meta(ge=2, le=6)] = 6
    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    versatile: bool = False
    small: bool = False
    half: bool = False
    """Half damage on a miss."""
    effects: tuple[Effect, ...] = ()
    moves: dict[str, Squares] = {}
    words: tuple[str, ...] = ()
    """What a catalogue says of it that the engine has no use for."""


class Creature(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The numbers of a creature.

    `speed` is the racial base; `armour_speed` what armour takes off it and `speed_bonus` what else adds. `modes`
    are speeds by any other way: climb, swim, fly, burrow, teleport. `skills` are modifiers with everything in
    them; `strength` is the modifier of a Strength attack, level counted in. `save` is the bonus to every save.
    `threatening` is the reach of its opportunity attacks, `reduction` how many squares of forced movement it
    shrugs off. A `hero` is dying at 0 hit points where anybody else is dead.
    """

    type: str = ""
    role: str = ""
    level: Annotated[int, Meta(ge=0, le=40)] = 1
    hp: Annotated[int, Meta(ge=1, le=10_000)] = 1
    ac: Few = 10
    fortitude: Few = 10
    reflex: Few = 10
    will: Few = 10
    initiative: Few = 0
    speed: Squares = 6
    armour_speed: Squares = 0
    speed_bonus: Few = 0
    modes: dict[str, Squares] = {}
    size: Size = "medium"
    reach: Squares | None = None
    threatening: Squares = 1
    hero: bool = False
    minion: bool = False
    surges: Annotated[int, Meta(ge=0, le=100)] = 0
    surge: Annotated[int, Meta(ge=0, le=1000)] | None = None
    action_points: Annotated[int, Meta(ge=0, le=10)] = 0
    save: Few = 0
    strength: Few = 0
    skills: dict[str, Few] = {}
    trained: tuple[str, ...] = ()
    resist: dict[str, Hits] = {}
    vulnerable: dict[str, Hits] = {}
    immune: tuple[str, ...] = ()
    regeneration: Hits = 0
    reduction: Squares = 0
    attacks: tuple[Power, ...] = ()
    keywords: tuple[str, ...] = ()
    items: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords in small letters: hover, swarm, phasing, all-around vision, earth walk ..."""
        return frozenset(word.casefold() for word in self.keywords)

    def has(self, keyword: str) -> bool:
        """Whether the creature has a keyword."""
        return keyword in self.words

    @property
    def bloodied(self) -> int:
        """Half of its hit points: at so many, or fewer, it is bloodied."""
        return self.hp // 2

    @property
    def surge_value(self) -> int:
        """What a healing surge gives back."""
        return self.hp // 4 if self.surge is None else self.surge

    @property
    def usual_reach(self) -> int:
        """Its reach, for Tiny creatures 0 and else 1 unless the profile names one (D4-SIZE-1)."""
        return (0 if self.size == "tiny" else 1) if self.reach is None else self.reach

    def defence(self, name: Defence) -> int:
        """Return one of the four defences."""
        return {"ac": self.ac, "fortitude": self.fortitude, "reflex": self.reflex, "will": self.will}[name]

    def power(self, name: str) -> Power | None:
        """Return a power by id or name, whatever the case."""
        wanted = name.strip().casefold()
        return next((p for p in self.attacks if wanted in (p.id.casefold(), p.name.casefold())), None)

    @property
    def unarmed(self) -> Power:
        """The basic attack of a creature that has no better one (D4-OA-5)."""
        return Power("unarmed", "unarmed", attack=self.strength, damage="1d4", basic=True)

    @property
    def basic_melee(self) -> Power:
        """Its melee basic attack."""
        return next((p for p in self.attacks if p.basic and p.kind == "melee"), self.unarmed)


def creature(unit: Unit) -> Creature:
    """Return the profile of a unit of this game."""
    return msgspec.convert(unit.profile, Creature)
