"""Making a creature ready for battle, from a catalogue or from the words of a roster."""

from __future__ import annotations

import re
from typing import Any

from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.fielding import Fielded, RosterWords, WordWeapon
from warband_tui.rules.games.dnd4e.catalogues import LISTS
from warband_tui.rules.games.dnd4e.reading import creature_figures, knows, power_figures, slug
from warband_tui.rules.lists import ListedFielding, bare_loadout, profile_named
from warband_tui.rules.loadout import Loadout

_LABELS = {
    "hit points": "hp",
    "armor class": "ac",
    "armour class": "ac",
    "fort": "fortitude",
    "ref": "reflex",
    "init": "initiative",
    "spd": "speed",
    "healing surges": "surges",
    "action points": "action_points",
}


class DungeonFielding(ListedFielding):
    """The lists of the game, and how their creatures take the field."""

    lists = LISTS

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine knows a keyword: a power's figure, or a creature's trait."""
        return knows(keyword)

    def field(self, loadout: Loadout, kind: str, edition: str) -> Fielded:
        """Return the profile of a creature from a catalogue."""
        del edition
        return _fielded(loadout, kind)

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the profile of a creature as an imported roster tells it.

        Figures come from the roster's own lines; where it has no powers, from the lists by the creature's name.
        """
        listed = profile_named(LISTS, words.kind, edition, slug)
        known = _fielded(bare_loadout(listed[1], listed[0]), listed[1].name).profile if listed else {}
        stats = {_LABELS.get(k.strip().casefold(), k.strip().casefold()): v for k, v in words.stats.items()}
        figures = creature_figures(stats, words.keywords)
        profile = {**known, **{k: v for k, v in figures.items() if v or k not in known}, "type": words.kind}
        attacks = [_roster_power(weapon) for weapon in words.weapons]
        if attacks:
            profile["attacks"] = attacks
        names = {p["id"] for p in profile.get("attacks", ())}
        profile["items"] = [u for u in dict.fromkeys(words.upgrades) if slug(u) not in names]
        return Fielded(profile, _strange(profile, words.keywords))


def _fielded(kit: Loadout, kind: str) -> Fielded:
    profile = {
        **creature_figures(kit.stats, kit.keywords),
        "type": kind,
        "attacks": [_power(weapon) for weapon in kit.weapons],
        "items": list(kit.others),
    }
    return Fielded(profile, _strange(profile, kit.keywords))


def _power(weapon: WeaponProfile) -> dict[str, Any]:
    figures = power_figures(weapon.keywords)
    return {
        "id": weapon.id.rpartition(".")[2],
        "name": weapon.name,
        "kind": "ranged" if weapon.ranged and not weapon.melee else "melee",
        "range": int(weapon.range or 0),
        "hands": weapon.hands,
        **figures,
    }


def _roster_power(weapon: WordWeapon) -> dict[str, Any]:
    words = [
        part.strip() for text in weapon.values.values() for part in re.split(r"[,;]", text) if part.strip()
    ]
    reach = next((v for k, v in weapon.values.items() if k.strip().casefold() == "range"), "")
    figures = power_figures(word for word in words if word != reach)
    far = re.search(r"\d+", reach)
    ranged = {"kind": "ranged", "range": int(far[0])} if far and "melee" not in reach.casefold() else {}
    return {"id": slug(weapon.name), "name": weapon.name, **ranged, **figures}


def _strange(profile: dict[str, Any], keywords: Any) -> tuple[str, ...]:
    found = [word for word in keywords if not knows(word)]
    found += [word for power in profile.get("attacks", ()) for word in power.get("words", ())]
    return tuple(dict.fromkeys(found))
