"""Finding a weapon or another item of the game by the name that a roster or a player gives it."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from warband_tui.rules.catalogue import Item, Profile, WeaponProfile
from warband_tui.rules.games.trench_crusade.catalogues import LISTS

_SPELLINGS = {
    "medikit": "medi-kit",
    "machine armour (heavy)": "machine armour",
    "armor": "armour",
}


@cache
def _items(edition: str) -> dict[str, Item]:
    """Return every item of every list by its simplified id and name."""
    found: dict[str, Item] = {}
    for catalogue in (*LISTS.common().values(), *LISTS.all()):
        for item in catalogue.items:
            chosen = item.by_edition.get(edition, item)
            found.setdefault(_simple(item.id), chosen)
            found.setdefault(_simple(item.name), chosen)
    return found


@lru_cache(maxsize=2048)
def item_named(name: str, edition: str) -> Item | None:
    """Return an item by id or name, whatever the case and the hyphens; None if there is none."""
    return _items(edition).get(_simple(name))


@cache
def _profiles(edition: str) -> dict[str, Profile]:
    """Return every profile of every list by its simplified name; the first list that has it wins."""
    found: dict[str, Profile] = {}
    for catalogue in (*LISTS.all(), *LISTS.common().values()):
        for profile in catalogue.profiles:
            found.setdefault(_simple(profile.name), profile.by_edition.get(edition, profile))
    return found


def profile_named(name: str, edition: str) -> Profile | None:
    """Return a profile by its name, a promoted one's included; None if no list has it."""
    return _profiles(edition).get(_simple(name)) or _profiles(edition).get(
        _simple(name.removeprefix("Favoured "))
    )


def weapon_named(name: str, edition: str) -> WeaponProfile | None:
    """Return the numbers of a weapon by id or name; None if there is no such weapon."""
    item = item_named(name, edition)
    return item.attack if item else None


def _simple(name: str) -> str:
    text = " ".join(name.casefold().split())
    for old, new in _SPELLINGS.items():
        text = text.replace(old, new)
    return re.sub(r"[^a-z0-9]+", "", text)
