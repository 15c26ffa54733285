"""Special rules as data: what each does to courage, break points and Stand Fast!.

They come by name from `specials.toml`, or as a record of the same form in a unit's profile or a side's options,
so that an army that nobody here knows can be played as its book says.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

Inches = Annotated[int, Meta(ge=0, le=200)]
When = Literal["always", "ward", "near", "broken", "whole", "enemy-broken", "general", "resolve"]
Asks = Literal["charge", "wound", "unridden", "ability"]
ALL, COURAGE = "all", "courage"
SIXTY_SIX = "66%"
"""A share that books print so, and that players read in two ways (the setting `sixty-six`)."""


class Special(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One special rule; the head of `specials.toml` says what each key means."""

    name: str
    editions: tuple[str, ...] = ()
    value: Literal["within", "words", "ward"] = "within"
    words: tuple[str, ...] = ()
    ward: str = ""
    when: When = field(default="always", name="while")
    needs: str = ""
    heroes_only: bool = False
    once: bool = False
    within: Inches = 0
    note: str = ""

    # Courage tests that are passed, changed, rolled again, forgotten
    passes: tuple[str, ...] = ()
    source: Literal["self", "friends"] = "self"
    modifier: Annotated[int, Meta(ge=-5, le=5)] = 0
    causes: tuple[str, ...] = ()
    whom: Literal["self", "friends", "side", "enemies"] = "self"
    to: Literal["test", "value"] = "test"
    group: str = ""
    immune: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()
    saps: bool = False
    will_of_evil: bool = False
    leaves_marker: bool = False

    # Courage tests that it asks for
    terror: bool = False
    three_dice: bool = False
    asks: tuple[Asks, ...] = ()
    cause: str = ""
    on_fail: Literal["held", "flees", "stampedes", "away"] = "held"
    courage_of: Literal["self", "commander", "mount"] = "self"
    no_auto: bool = False
    lends: str = ""
    marks: str = ""
    pays: Literal["", "might", "will", "fate"] = ""

    # Stand Fast!
    stand_fast: Inches | Literal["board"] | None = None
    heroes: bool = False
    hero_words: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    none: bool = False
    receives: Literal["", "any"] = ""

    # Break points
    counts_as: Annotated[int, Meta(ge=0, le=20)] | None = None
    counts_as_led: Annotated[int, Meta(ge=0, le=20)] | None = None
    break_fraction: str = ""
    break_at: Literal["", "exceeds", "reaches"] = ""
    tests_fraction: str = ""
    tests_at: Literal["", "exceeds", "reaches"] = ""
    never_broken: str = ""
    wounds: Annotated[int, Meta(ge=1, le=20)] = 1
    broken_if_slain: bool = False
    or_escaped: bool = False
    sub_forces: bool = False

    # Fights
    duel: Annotated[int, Meta(ge=-5, le=5)] = 0
    spares_two_handed: bool = False
    to_wound: Annotated[int, Meta(ge=-5, le=5)] = 0
    reroll_wounds: Literal["", "ones", "fails"] = ""
    wounds_each: Annotated[int, Meta(ge=1, le=6)] = 1
    against_courage: bool = False
    charging: Literal["", "infantry", "weaker", "anybody"] = ""
    mounted: bool = False
    attacks: Annotated[int, Meta(ge=0, le=5)] = 0
    knocks_below: Annotated[int, Meta(ge=0, le=20)] = 0
    free_heroic: tuple[str, ...] = ()
    dominant: Annotated[int, Meta(ge=0, le=20)] = 0

    def serves(self, cause: str) -> bool:
        """Whether its modifier counts for tests of a cause."""
        return not self.causes or cause in self.causes

    def lets_pass(self, cause: str) -> bool:
        """Whether tests of a cause are passed by it."""
        return ALL in self.passes or cause in self.passes

    def rolls_again(self, cause: str) -> bool:
        """Whether a failed test of a cause may be rolled again by it."""
        return cause in self.rerolls or COURAGE in self.rerolls

    def concerns(self, words: frozenset[str]) -> bool:
        """Whether it concerns a model of these keywords: `Terror (Orc)` concerns Orcs alone."""
        return not self.words or any(word in words for word in self.words)

    @property
    def asks_for(self) -> str:
        """The cause of the courage tests that it asks for."""
        return self.cause or self.name.lower()


def fraction(text: str) -> Fraction:
    """Return a share of a force as it is written: `1/2`, `0.66`, `66%`.

    Raises:
        ValueError: it is none between 0 and 1.
    """
    share = Fraction(text.removesuffix("%")) / 100 if text.endswith("%") else Fraction(text)
    if not 0 < share <= 1:
        raise ValueError(f"{text} is no share of a force")
    return share


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[Special, ...]


@cache
def all_specials() -> tuple[Special, ...]:
    """Return every special rule that has a name here, those of both editions."""
    text = files(__package__).joinpath("specials.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).rule


@cache
def _named() -> dict[str, tuple[Special, ...]]:
    found: dict[str, tuple[Special, ...]] = {}
    for rule in all_specials():
        found[_simple(rule.name)] = (*found.get(_simple(rule.name), ()), rule)
    return found


@lru_cache(maxsize=4096)
def special(name: str, edition: str) -> Special | None:
    """Return a special rule by name, whatever the case, with the value in brackets that it may have.

    `Harbinger of Evil (18)` sets how far it reaches, `Terror (Orc)` whom it concerns, `Sworn Protector (Frodo)`
    who is looked to.
    """
    bare, _, value = name.partition("(")
    for rule in _named().get(_simple(bare), _named().get(_simple(name), ())):
        if not rule.editions or edition in rule.editions:
            return _with_value(rule, value.strip().removesuffix(")").strip())
    return None


def _with_value(rule: Special, value: str) -> Special:
    if not value:
        return rule
    if rule.value == "words":
        words = tuple(" ".join(word.upper().split()) for word in value.split(","))
        return msgspec.structs.replace(rule, words=words)
    if rule.value == "ward":
        return msgspec.structs.replace(rule, ward=value)
    inches = re.match(r"(\d{1,3})", value)
    return msgspec.structs.replace(rule, within=min(200, int(inches[1]))) if inches and rule.within else rule


def is_known(name: str) -> bool:
    """Whether the engine does something about a special rule of this name, in any edition."""
    return _simple(name.partition("(")[0]) in _named() or _simple(name) in _named()


def specials(names: tuple[str, ...], own: tuple[Special, ...], edition: str) -> tuple[Special, ...]:
    """Return the special rules behind names, and those given as records."""
    found = (special(name, edition) for name in names)
    return (*(rule for rule in found if rule is not None), *own)


def read_specials(data: Any) -> tuple[Special, ...]:
    """Return special rules given as records.

    Raises:
        msgspec.ValidationError: one is not of its form.
    """
    return msgspec.convert(data, tuple[Special, ...])


def _simple(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "", plain.casefold())
