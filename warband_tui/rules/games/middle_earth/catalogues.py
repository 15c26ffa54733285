"""The sample catalogues that come with the game: names and numbers, one file a list and edition."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.catalogue import Catalogue, Item, Profile
from warband_tui.rules.catalogue_file import parse_catalogue
from warband_tui.rules.games.middle_earth.editions import all_editions
from warband_tui.rules.games.middle_earth.profile import Mount

FACTIONS = {
    "minas-tirith": "Minas Tirith",
    "rohan": "Rohan",
    "mordor": "Mordor",
    "isengard": "Isengard",
    "moria": "Moria",
}
WARGEAR = "middle-earth.wargear"
_SPELLINGS = {"sword": "handweapon", "axe": "handweapon", "mace": "handweapon", "club": "handweapon",
              "handandahalfsword": "twohandedweapon", "handandahalfaxe": "twohandedweapon",
              "handandahalfhammer": "twohandedweapon", "twohandedsword": "twohandedweapon",
              "twohandedaxe": "twohandedweapon", "warbow": "bow"}  # fmt: skip


def _text(name: str) -> str:
    return (files(__package__) / "catalogue" / f"{name}.toml").read_text(encoding="utf-8")


@cache
def wargear() -> Catalogue:
    """What every list extends."""
    return parse_catalogue(_text("wargear"), "wargear.toml")


@cache
def catalogue(faction: str, edition: str) -> Catalogue:
    """One list of one edition; its name must be one of `FACTIONS`."""
    name = f"{faction}-{edition}"
    return parse_catalogue(_text(name), f"{name}.toml", bases={WARGEAR: wargear()}).for_edition(edition)


def bases() -> dict[str, Catalogue]:
    """Everything that a catalogue of the player's own may extend, by id."""
    lists = [catalogue(name, e.id) for name in FACTIONS for e in all_editions()]
    return {WARGEAR: wargear(), **{one.id: replace(one, edition="") for one in lists}}


@cache
def _profiles(edition: str) -> dict[str, Profile]:
    found: dict[str, Profile] = {}
    for name in FACTIONS:
        for profile in catalogue(name, edition).profiles:
            found.setdefault(simple(profile.name), profile)
    return found


def profile_named(name: str, edition: str) -> Profile | None:
    """Return a profile of any list by its name; None if no list of that edition has it."""
    return _profiles(edition).get(simple(name))


@cache
def _items() -> dict[str, Item]:
    return {key: item for item in wargear().items for key in (simple(item.id), simple(item.name))}


@lru_cache(maxsize=2048)
def item_named(name: str) -> Item | None:
    """Return a piece of wargear by id or name, whatever the case, hyphens and plural."""
    key = simple(name)
    for wanted in (key, key.removesuffix("s"), f"{key}s", _SPELLINGS.get(key, "")):
        if wanted in _items():
            return _items()[wanted]
    return None


class _NamedRow(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    rules: tuple[str, ...]


class _Named(Struct, frozen=True, forbid_unknown_fields=True):
    named: tuple[_NamedRow, ...]


@cache
def _named_rows() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    text = files(__package__).joinpath("named.toml").read_text(encoding="utf-8")
    rows = msgspec.convert(tomllib.loads(text), _Named).named
    return tuple((_words(name), row.rules) for row in rows for name in row.names)


def rules_by_name(name: str) -> tuple[str, ...]:
    """Return the special rules of a hero who is known by its name."""
    wanted = _words(name)
    return next((rules for known, rules in _named_rows() if wanted[: len(known)] == known), ())


def _words(name: str) -> tuple[str, ...]:
    return tuple(filter(None, map(simple, re.split(r"[\s,]+", name))))


class _MountRow(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    name: str
    courage_target: int
    defence: int
    attacks: int
    wounds: int = 1
    stays: bool | None = None
    monster: bool = False
    rules: tuple[str, ...] = ()
    unsure: str = ""


class _Mounts(Struct, frozen=True, forbid_unknown_fields=True):
    mount: tuple[_MountRow, ...]


@cache
def _mounts() -> dict[str, Mount]:
    text = files(__package__).joinpath("mounts.toml").read_text(encoding="utf-8")
    found = {}
    for row in msgspec.convert(tomllib.loads(text), _Mounts).mount:
        mount = Mount(
            row.name,
            row.courage_target,
            row.defence,
            row.wounds,
            row.attacks,
            rules=row.rules,
            monster=row.monster,
            stays=row.stays,
            unsure=row.unsure,
        )
        found.update({simple(name): mount for name in row.names})
    return found


def mount_named(name: str) -> Mount | None:
    """Return a mount by the name of the wargear that it is bought as."""
    return _mounts().get(simple(name))


def simple(name: str) -> str:
    """Return a name without case, accents, spaces and signs, to compare it with another."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "", plain.casefold())
