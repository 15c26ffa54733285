"""Making a unit ready for battle, from a catalogue or from the words of a roster.

A catalogue writes a weapon's figures as keywords, as a warscroll has them: `2 Attacks`, `Hit 3+`, `Wound 3+`,
`Rend 1`, `Damage D3`, then its abilities. `1 model` says that only so many models have it; `the rest` marks the
weapon of those that have none of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.fielding import Fielded, RosterWords
from warband_tui.rules.games.age_of_sigmar.abilities import is_known, normal
from warband_tui.rules.games.age_of_sigmar.catalogues import LISTS
from warband_tui.rules.games.age_of_sigmar.profile import THE_REST
from warband_tui.rules.games.age_of_sigmar.reading import slug, unit_figures, weapon_figures
from warband_tui.rules.lists import ListedFielding, bare_loadout, profile_named
from warband_tui.rules.loadout import Loadout as Kit

KEYWORDS = frozenset(
    [
        "HERO",
        "INFANTRY",
        "CAVALRY",
        "MONSTER",
        "BEAST",
        "WIZARD",
        "PRIEST",
        "UNIQUE",
        "FLY",
        "CHAMPION",
        "REINFORCEMENTS",
        "CHAOS",
        "DEATH",
        "ORDER",
        "DESTRUCTION",
        "DAEMON",
        "MANIFESTATION",
        "MUSICIAN",
    ]
) | {"WAR MACHINE", "STANDARD BEARER", "FACTION TERRAIN"}
_FIGURES = {
    "attacks": re.compile(r"^(\S+) attacks?$", re.IGNORECASE),
    "hit": re.compile(r"^hit (.+)$", re.IGNORECASE),
    "wound": re.compile(r"^wound (.+)$", re.IGNORECASE),
    "rend": re.compile(r"^rend (.+)$", re.IGNORECASE),
    "damage": re.compile(r"^damage (.+)$", re.IGNORECASE),
}
_BEARERS = re.compile(r"^(\d+) models?$", re.IGNORECASE)
_COUNTED = re.compile(r"^(\d+)\s*x\s+(.+)$")
_WARD = re.compile(r"^WARD\b", re.IGNORECASE)


class SigmarFielding(ListedFielding):
    """The lists of the game, and how their units take the field."""

    lists = LISTS

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine knows a keyword: a weapon's figure or ability, or a unit's word."""
        word = keyword.strip()
        figure = any(form.match(word) for form in (*_FIGURES.values(), _BEARERS, _WARD))
        return figure or word.casefold() == "the rest" or is_known(word) or word.upper() in KEYWORDS

    def field(self, loadout: Kit, kind: str, edition: str) -> Fielded:
        """Return the warscroll of a unit from a catalogue."""
        del edition
        return _fielded(loadout, kind)

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the warscroll of a unit as an imported roster tells it.

        Figures come from the roster's own lines; where it has no weapons, from the catalogues by the unit's
        name. Which models have which weapon is counted from the roster's upgrades (`4x Warhammer`).
        """
        listed = profile_named(LISTS, words.kind, edition, slug)
        known = _fielded(bare_loadout(listed[1], listed[0]), listed[1].name).profile if listed else {}
        keywords = tuple(words.keywords) or tuple(known.get("keywords", ()))
        heading = words.heading.strip().upper()
        if heading in KEYWORDS and heading not in keywords:
            keywords = (*keywords, heading)
        figures = unit_figures(words.stats, keywords)
        if not words.stats:
            figures = {**{k: v for k, v in known.items() if k not in ("weapons", "loadouts")}, **figures}
        elif "ward" in known and "ward" not in figures:
            figures["ward"] = known["ward"]
        weapons = [weapon_figures(w.name, w.values) for w in words.weapons]
        ids = [w["id"] for w in weapons]
        weapons = [w for i, w in enumerate(weapons) if w["id"] not in ids[:i]]
        loadouts = _loadouts_of_roster(weapons, words.upgrades)
        if not weapons:
            weapons, loadouts = known.get("weapons", []), known.get("loadouts", [])
        names = {slug(w["name"]) for w in weapons}
        counted = (_COUNTED.match(u) for u in words.upgrades)
        plain = [m[2] if m else u for m, u in zip(counted, words.upgrades, strict=True)]
        items = [n for n in dict.fromkeys(plain) if slug(n) not in names and n.upper() not in KEYWORDS]
        profile = {
            **figures,
            "type": words.kind,
            "weapons": weapons,
            "loadouts": loadouts,
            "items": items,
        }
        return Fielded(profile, tuple(dict.fromkeys((*_strange(weapons, figures), *items))))


def _fielded(kit: Kit, kind: str) -> Fielded:
    stats = {k: v for k, v in kit.stats.items() if v != "-"}
    if isinstance(stats.get("move"), int | float):
        stats["move"] = f'{stats["move"]:g}"'
    figures = unit_figures(stats, kit.keywords)
    for name in ("coherency", "charge_dice"):
        if name in stats:
            figures[name] = stats[name]
    weapons = [_weapon(w) for w in kit.weapons]
    profile = {
        **figures,
        "type": kind,
        "weapons": weapons,
        "loadouts": _loadouts_of_kit(kit.weapons),
        "items": list(kit.others),
    }
    return Fielded(profile, _strange(weapons, figures))


def _weapon(weapon: WeaponProfile) -> dict[str, Any]:
    values: dict[str, str] = {}
    abilities = []
    for word in weapon.keywords:
        figure = next(((name, m[1]) for name, form in _FIGURES.items() if (m := form.match(word))), None)
        if figure:
            values[figure[0]] = figure[1]
        elif not _BEARERS.match(word) and word.casefold() != "the rest":
            abilities.append(normal(word))
    if weapon.ranged and weapon.range is not None:
        values["range"] = f"{weapon.range:g}"
    return {**weapon_figures(weapon.name, values, weapon.id), "abilities": abilities}


def _loadouts_of_kit(weapons: Sequence[WeaponProfile]) -> list[dict[str, Any]]:
    """Return loadouts where a weapon says how many models have it."""
    own = {w.id: int(m[1]) for w in weapons for k in w.keywords if (m := _BEARERS.match(k))}
    if not own:
        return []
    rest = {w.id for w in weapons if "the rest" in (k.casefold() for k in w.keywords)}
    common = [w.id for w in weapons if w.id not in own and w.id not in rest]
    found = [_loadout(w.id, w.name, own[w.id], [*common, w.id]) for w in weapons if w.id in own]
    return [*found, _loadout(THE_REST, _names(weapons, rest) or "others", None, [*common, *sorted(rest)])]


def _names(weapons: Sequence[WeaponProfile], ids: set[str]) -> str:
    return " and ".join(w.name for w in weapons if w.id in ids)


def _loadout(
    loadout_id: str, name: str, models: int | None, weapons: list[str], **more: Any
) -> dict[str, Any]:
    return {"id": loadout_id, "name": name, "models": models, "weapons": weapons, **more}


def _loadouts_of_roster(weapons: Sequence[dict[str, Any]], upgrades: Sequence[str]) -> list[dict[str, Any]]:
    """Return which models have which weapon, counted from a roster's upgrades; a champion apart.

    A weapon that fewer models have than the most common one is theirs alone.
    """
    counts: dict[str, int] = {}
    champion = False
    for upgrade in upgrades:
        match = _COUNTED.match(upgrade)
        number, name = (int(match[1]), match[2]) if match else (1, upgrade)
        champion = champion or name.strip().casefold() == "champion"
        counts[slug(name)] = counts.get(slug(name), 0) + number
    borne = {w["id"]: counts[slug(w["name"])] for w in weapons if counts.get(slug(w["name"]))}
    if not borne:
        return []
    most = max(borne.values())
    common = [w["id"] for w in weapons if borne.get(w["id"], most) == most]
    few = {w["id"]: borne[w["id"]] for w in weapons if borne.get(w["id"], most) < most}
    names = {w["id"]: w["name"] for w in weapons}
    found = [_loadout(i, names[i], count, [*common, i]) for i, count in few.items()]
    if few and len(common) == 1 and sum(few.values()) + most in (5, 10, 15, 20):
        # 4 Warhammers and 1 Grandhammer in a unit of 5: the special weapon stands in place of the common one.
        found = [_loadout(i, names[i], count, [i]) for i, count in few.items()]
    if champion and most > 1:
        found.insert(0, _loadout("champion", "champion", 1, common, champion=True))
    return [*found, _loadout(THE_REST, "others", None, common)] if found else []


def _strange(weapons: Sequence[dict[str, Any]], figures: dict[str, Any]) -> tuple[str, ...]:
    found = [f"{name} {text}" for name, text in figures.get("unknown", {}).items()]
    for weapon in weapons:
        found += [a for a in weapon["abilities"] if not is_known(a)]
        found += [f"{weapon['name']}: {name} {text}" for name, text in weapon.get("unknown", {}).items()]
    return tuple(dict.fromkeys(found))
