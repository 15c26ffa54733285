"""What the odds lab fills in from the lists: Courage, either side of a duel, who strikes, who shoots, who is hit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from warband_tui.rules.catalogue import Profile
from warband_tui.rules.games.middle_earth.catalogues import FACTIONS, catalogue, wargear
from warband_tui.rules.games.middle_earth.editions import all_editions, edition
from warband_tui.rules.games.middle_earth.profile import fight, number, target
from warband_tui.rules.lab import LabPick, Query

_SHOOTS = "STRENGTH "


def courage_shelf(query: Query) -> tuple[LabPick, ...]:
    """Return every fighter with its Courage as its edition prints it."""
    return _courage("2018" if str(query.get("courage", "")).strip().isdecimal() else _edition(query))


def duel_shelf(query: Query) -> tuple[LabPick, ...]:
    """Return every fighter, for either side of a duel."""
    return _sorted(_duel(_edition(query)))


def strikes_shelf(query: Query) -> tuple[LabPick, ...]:
    """Return every fighter, as who strikes and as who is struck."""
    return _sorted(_strikes(_edition(query)))


def shot_shelf(query: Query) -> tuple[LabPick, ...]:
    """Return every fighter that shoots, every bow, and every fighter as a target."""
    return _sorted(_shots(_edition(query)))


def _edition(query: Query) -> str:
    return str(query.get("edition") or all_editions()[0].id)


def _sorted(picks: tuple[LabPick, ...]) -> tuple[LabPick, ...]:
    return tuple(sorted(picks, key=lambda pick: (pick.group, pick.label)))


@lru_cache(maxsize=4)
def _fighters(edition_id: str) -> tuple[Profile, ...]:
    found: dict[str, Profile] = {}
    for name in FACTIONS:
        for profile in catalogue(name, edition_id).profiles:
            found.setdefault(profile.id, profile)
    return tuple(found.values())


@lru_cache(maxsize=4)
def _courage(edition_id: str) -> tuple[LabPick, ...]:
    found = []
    for profile in _fighters(edition_id):
        needed = target(profile.stats.get("courage"), edition_id)
        if needed is not None:
            printed = edition(edition_id).courage(needed)
            values = {"courage": printed}
            found.append(_pick("fighter", profile, values, f"Courage {printed} ({edition_id})"))
    return _sorted(tuple(found))


@lru_cache(maxsize=4)
def _duel(edition_id: str) -> tuple[LabPick, ...]:
    found = []
    for profile in _fighters(edition_id):
        skill, _ = fight(profile.stats.get("fight", "-"))
        attacks = number(profile.stats.get("attacks")) or 1
        for path, group in (("a", "one side"), ("b", "the other")):
            values = {f"{path}.dice": attacks, f"{path}.fight": skill or 0}
            found.append(_pick(group, profile, values, f"Fight {skill or 0}, {attacks} dice"))
    return tuple(found)


@lru_cache(maxsize=4)
def _strikes(edition_id: str) -> tuple[LabPick, ...]:
    found = []
    for profile in _fighters(edition_id):
        strength = number(profile.stats.get("strength")) or 1
        attacks = number(profile.stats.get("attacks")) or 1
        values = {"strength": strength, "count": max(1, attacks)}
        found.append(_pick("attacker", profile, values, f"Strength {strength}, {attacks} dice"))
        found.append(_target(profile))
    return tuple(found)


@lru_cache(maxsize=4)
def _shots(edition_id: str) -> tuple[LabPick, ...]:
    found = []
    for profile in _fighters(edition_id):
        shoot = number(profile.stats.get("shoot")) or fight(profile.stats.get("fight", "-"))[1]
        if shoot:
            found.append(_pick("shooter", profile, {"hit": max(2, min(6, shoot))}, f"hits on {shoot}+"))
        found.append(_target(profile))
    return (*found, *_bows())


def _bows() -> Iterator[LabPick]:
    for item in wargear().items:
        words = item.attack.keywords if item.attack is not None else ()
        strength = next((int(w.removeprefix(_SHOOTS)) for w in words if w.startswith(_SHOOTS)), None)
        if strength is not None and item.attack is not None:
            poison = "POISON" in words
            values = {"strength": strength, "reroll": "ones" if poison else ""}
            note = f'{item.attack.range or 0:g}", Strength {strength}' + (", poisoned" if poison else "")
            yield LabPick(f"bow:{item.id}", item.name, "weapon", values, note=note)


def _target(profile: Profile) -> LabPick:
    stats = profile.stats
    defence, wounds = number(stats.get("defence")) or 1, number(stats.get("wounds")) or 1
    fate = number(stats.get("fate")) or 0
    note = f"Defence {defence}, {wounds} Wound{'s' * (wounds > 1)}" + (f", Fate {fate}" if fate else "")
    return _pick("target", profile, {"defence": defence, "wounds": wounds, "fate": fate}, note)


def _pick(group: str, profile: Profile, values: dict[str, Any], note: str) -> LabPick:
    price = profile.cost.get("points")
    told = note + (f", {price} points" if price else "")
    return LabPick(f"{group}:{profile.id}", profile.name, group, values, price=price, note=told)
