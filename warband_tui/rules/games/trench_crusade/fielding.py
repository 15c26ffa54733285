"""Making a fighter ready for battle, from a catalogue's kit or from the words of a roster."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from warband_tui.rules.catalogue import Item, Profile, WeaponProfile
from warband_tui.rules.fielding import Fielded, RosterWords, WordWeapon
from warband_tui.rules.games.trench_crusade.armoury import item_named, profile_named
from warband_tui.rules.games.trench_crusade.catalogues import LISTS
from warband_tui.rules.games.trench_crusade.keywords import is_known, normal_set
from warband_tui.rules.games.trench_crusade.profile import movement, stat
from warband_tui.rules.lists import ListedFielding
from warband_tui.rules.loadout import Loadout

_STATS = {
    "movement": ("movement", "move"),
    "ranged": ("ranged", "ranged skill"),
    "melee": ("melee", "melee skill"),
    "armour": ("armour", "armor"),
    "base": ("base",),
}
_NOT_GEAR = re.compile(r"^(experience|elite promotion|fireteam\b.*|.*\[\d+\])$", re.IGNORECASE)
_FIRETEAM = re.compile(r"^fireteam:?\s*(.*)$", re.IGNORECASE)
_COUNTED = re.compile(r"^(\d+)\s*x\s+(.+)$")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)")
_HEADINGS = {"elite": "ELITE", "elites": "ELITE", "leader": "LEADER"}


class TrenchFielding(ListedFielding):
    """The factions of the game, and how their fighters take the field."""

    lists = LISTS

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine knows a keyword (TC-KEY-1)."""
        return is_known(keyword)

    def field(self, loadout: Loadout, kind: str, edition: str) -> Fielded:
        """Return the profile of a fighter from a catalogue, armour and shield counted in."""
        del edition
        stats = loadout.stats
        inches, flies = movement(stats.get("movement", 0))
        keywords = list(loadout.keywords)
        if flies and "FLYING" not in normal_set(keywords):
            keywords.append("FLYING")
        profile = {
            "type": kind,
            "movement": inches,
            "ranged": stat(stats.get("ranged")),
            "melee": stat(stats.get("melee")),
            "armour": (stat(stats.get("armour")) or 0) + loadout.armour_modifier,
            "base": str(stats.get("base", "")),
            "keywords": keywords,
            "weapons": [msgspec.to_builtins(w) for w in loadout.weapons],
            "items": list(loadout.others),
        }
        return Fielded(profile, tuple(k for k in keywords if not is_known(k)))

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the profile of a fighter as an imported roster tells it.

        Numbers come from the roster's own stat line; weapons from the roster's weapon lines,
        and where it has none from the catalogues by name. The roster's armour figure has
        armour and shield in it already. Keywords of the fighter come from the roster, else
        from the list's profile of that name.
        """
        listed = profile_named(words.kind, edition)
        weapons, items, strange = _gear(words, edition)
        stats = _stats(words, listed, items)
        inches, flies = movement(stats["movement"] or 0)
        keywords = list(words.keywords or (listed.keywords if listed else ()))
        heading = _HEADINGS.get(words.heading.casefold())
        if heading and heading not in normal_set(keywords):
            keywords.append(heading)
        for item in items:
            keywords += [k for k in item.grants if k not in keywords]
        if flies and "FLYING" not in normal_set(keywords):
            keywords.append("FLYING")
        profile: dict[str, Any] = {
            "type": words.kind,
            "movement": inches,
            "ranged": stat(stats["ranged"]),
            "melee": stat(stats["melee"]),
            "armour": stat(stats["armour"]) or 0,
            "base": str(stats["base"] or ""),
            "keywords": keywords,
            "weapons": [msgspec.to_builtins(w) for w in weapons],
            "items": [item.name for item in items],
        }
        teams = [m[1] for u in words.upgrades if (m := _FIRETEAM.match(u))]
        if teams:
            profile["fireteam"] = teams[0] or "fireteam"
        unknown = [k for k in (*keywords, *(k for w in weapons for k in w.keywords)) if not is_known(k)]
        return Fielded(profile, tuple(dict.fromkeys((*strange, *unknown))))


def _stats(words: RosterWords, listed: Profile | None, items: list[Item]) -> dict[str, Any]:
    """Return the stat line; where a roster has none, the list's profile with its armour put on."""
    stats: dict[str, Any] = {name: _first(words.stats, labels) for name, labels in _STATS.items()}
    if listed is None or any(stats.values()):
        return stats
    worn = (stat(listed.stats.get("armour")) or 0) + sum(item.armour_modifier for item in items)
    return {**{name: listed.stats.get(name, "") for name in _STATS}, "armour": worn}


def _first(stats: dict[str, str], labels: tuple[str, ...]) -> str:
    by_label = {k.strip().casefold(): v for k, v in stats.items()}
    return next((by_label[label] for label in labels if label in by_label), "")


def _gear(words: RosterWords, edition: str) -> tuple[list[WeaponProfile], list[Item], list[str]]:
    """Return weapons, other kit, and the names of gear that nothing here knows."""
    weapons = {w.name.casefold(): _weapon(w, edition) for w in words.weapons}
    found: list[WeaponProfile] = [w for w in weapons.values() if w is not None]
    items: list[Item] = []
    strange = [w.name for w in words.weapons if weapons[w.name.casefold()] is None]
    for upgrade in words.upgrades:
        match = _COUNTED.match(upgrade)
        name = match[2] if match else upgrade
        if _NOT_GEAR.match(name) or name.casefold() in weapons:
            continue
        item = item_named(name, edition)
        if item is None:
            strange.append(name)
        elif item.attack is not None:
            found.append(item.attack)
        else:
            items.append(item)
    return found, items, strange


def _weapon(words: WordWeapon, edition: str) -> WeaponProfile | None:
    """Return a weapon from a roster's own line, completed from the catalogues where it is silent."""
    values = {k.strip().casefold(): v for k, v in words.values.items()}
    item = item_named(words.name, edition)
    known = item.attack if item else None
    reach, keywords = values.get("range", ""), _keywords(values.get("keywords", ""))
    if known is not None:
        # The roster's keywords are those of this very list; the numbers are the catalogue's.
        return replace(known, keywords=keywords) if keywords and not known.keywords else known
    if not reach and not keywords:
        return None
    melee = "melee" in reach.casefold() or reach.strip().casefold() in ("m", "-", "")
    match = _RANGE.search(reach)
    return WeaponProfile(
        id=re.sub(r"[^a-z0-9]+", "-", words.name.casefold()).strip("-") or "weapon",
        name=words.name,
        range=float(match[1]) if match else None,
        melee=melee or "/m" in reach.casefold(),
        ranged=match is not None,
        hands=2 if "2" in values.get("type", "") else 1,
        keywords=keywords,
    )


def _keywords(text: str) -> tuple[str, ...]:
    parts = (part.strip().upper() for part in re.split(r"[,;]", text))
    return tuple(part for part in parts if part and part not in ("-", "N/A", "NONE"))
