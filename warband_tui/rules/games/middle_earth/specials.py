"""Special rules as data: what each does to courage, break points and Stand Fast!.

They come by name from `specials.toml`, or as a record of the same form in a unit's profile or a side's options,
so that an army that nobody here knows can be played as its book says.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

Inches = Annotated[int, Meta(ge=0, le=200)]
When = Literal["always", "ward", "near", "broken", "whole", "enemy-broken", "general", "resolve"]
ALL = "all"


class Special(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One special rule; the head of `specials.toml` says what each key means."""

    name: str
    editions: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()
    when: When = field(default="always", name="while")
    once: bool = False
    heroes_only: bool = False
    source: Literal["self", "friends"] = "self"
    """Whether the bearer passes, or friends near a bearer."""
    modifier: Annotated[int, Meta(ge=-5, le=5)] = 0
    causes: tuple[str, ...] = ()
    whom: Literal["self", "friends", "side", "enemies"] = "self"
    within: Inches = 0
    to: Literal["test", "value"] = "test"
    group: str = ""
    immune: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()
    terror: bool = False
    three_dice: bool = False
    fears_charges: bool = False
    will_of_evil: bool = False
    stand_fast: Inches | Literal["board"] | None = None
    heroes: bool = False
    only: tuple[str, ...] = ()
    none: bool = False
    receives: Literal["", "any"] = ""
    counts_as: Annotated[int, Meta(ge=0, le=20)] | None = None
    break_fraction: str = ""
    break_at: Literal["", "exceeds", "reaches"] = ""
    tests_fraction: str = ""
    tests_at: Literal["", "exceeds", "reaches"] = ""
    never_broken: str = ""
    wounds: Annotated[int, Meta(ge=1, le=20)] = 1
    broken_if_slain: bool = False
    sub_forces: bool = False

    def serves(self, cause: str) -> bool:
        """Whether its modifier counts for tests of a cause."""
        return not self.causes or cause in self.causes

    def lets_pass(self, cause: str) -> bool:
        """Whether tests of a cause are passed by it."""
        return ALL in self.passes or cause in self.passes


def fraction(text: str) -> Fraction:
    """Return a share of a force as it is written: `1/2`, `0.66`.

    Raises:
        ValueError: it is none between 0 and 1.
    """
    share = Fraction(text)
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
    """Return a special rule by name, whatever the case; a value in brackets is laid aside.

    `Harbinger of Evil (18)` sets how far it reaches; other values, as the orc of `Terror (Orc)`, are kept by
    the player.
    """
    bare, _, value = name.partition("(")
    for rule in _named().get(_simple(bare), _named().get(_simple(name), ())):
        if not rule.editions or edition in rule.editions:
            inches = re.match(r"\s*(\d{1,3})", value)
            if inches and rule.within:
                return msgspec.structs.replace(rule, within=min(200, int(inches[1])))
            return rule
    return None


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
    return re.sub(r"[^a-z0-9]+", "", name.casefold().replace("’", "'"))
