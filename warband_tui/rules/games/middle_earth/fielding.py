"""Making a model ready for battle, from a catalogue's profile or from the words of a roster."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import msgspec

from warband_tui.rules.catalogue import Catalogue, Item, Number, Profile, WeaponProfile
from warband_tui.rules.fielding import Faction, Fielded, Fielding, RosterWords
from warband_tui.rules.games.middle_earth.catalogues import (
    FACTIONS,
    bases,
    catalogue,
    item_named,
    mount_named,
    profile_named,
    rules_by_name,
    simple,
)
from warband_tui.rules.games.middle_earth.editions import PASSES_AT
from warband_tui.rules.games.middle_earth.profile import (
    BANNER,
    CAVALRY,
    GENERAL,
    HERO,
    TIERS,
    WARRIOR,
    Mount,
    Weapon,
    fight,
    number,
    target,
)
from warband_tui.rules.games.middle_earth.specials import is_known, specials
from warband_tui.rules.loadout import Loadout
from warband_tui.rules.sample import Sample, sample_in

_LABELS = {
    "move": ("movement", "move", "mv", "m"),
    "fight": ("fight", "f", "fight value", "fv"),
    "shoot": ("shoot", "shoot value", "sh", "sv"),
    "strength": ("strength", "s"),
    "defence": ("defence", "defense", "d"),
    "attacks": ("attacks", "attack", "a"),
    "wounds": ("wounds", "wound", "w"),
    "courage": ("courage", "c"),
    "intelligence": ("intelligence", "i"),
    "might": ("might",),
    "will": ("will",),
    "fate": ("fate",),
}
_POINTS = ("might", "will", "fate")
_NEEDED = ("fight", "strength", "defence", "courage")
_PLAIN = ("strength", "defence", "attacks", "wounds", *_POINTS)
_STRENGTH = re.compile(r"^STRENGTH (\d+)$", re.IGNORECASE)
_LEADER = re.compile(r"^(leader|general)\b", re.IGNORECASE)
_COUNTED = re.compile(r"^(\d+)\s*x\s+(.+)$")
_HEADINGS = {"hero": (HERO,), "leader": (HERO, GENERAL), "general": (HERO, GENERAL), "warrior": (WARRIOR,)}
_ANYWAY = frozenset({HERO, WARRIOR, CAVALRY, GENERAL, BANNER, "INFANTRY", "MONSTER", "GOOD", "EVIL", "MOUNT"})


class SbgFielding(Fielding):
    """The lists of the game, and how their models take the field."""

    def factions(self) -> tuple[Faction, ...]:
        """Return the lists that warbands are hired from."""
        return tuple(Faction(name, title) for name, title in FACTIONS.items())

    def catalogue(self, faction: str, edition: str) -> Catalogue | None:
        """Return one list for an edition."""
        return catalogue(faction, edition) if faction in FACTIONS else None

    def catalogue_bases(self) -> dict[str, Catalogue]:
        """Return what a player's own catalogue may extend."""
        return bases()

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine knows a special rule, or that a keyword has none."""
        return is_known(keyword) or keyword.upper() in _ANYWAY or keyword.isupper()

    def sample(self) -> Sample | None:
        """Return the sample campaign."""
        return sample_in(files(__package__).joinpath("sample"))

    def field(self, loadout: Loadout, kind: str, edition: str) -> Fielded:
        """Return the profile of a model from a catalogue, armour and shield counted in."""
        profile = _numbers(loadout.stats, edition)
        defence = profile.get("defence")
        if isinstance(defence, int):
            profile["defence"] = defence - loadout.armour_modifier
        profile["type"] = kind
        profile["keywords"] = _with_own(kind, list(loadout.keywords), edition)
        profile["weapons"] = [msgspec.to_builtins(_weapon(w)) for w in loadout.weapons]
        profile["items"] = list(loadout.others)
        _mounted(profile, kind, loadout.others)
        return Fielded(profile, tuple(k for k in loadout.keywords if not self.knows_keyword(k)))

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the profile of a model as an imported roster tells it.

        What the roster's stat line says goes before the lists here; what it leaves out comes from the list's
        profile of that name, else it is named as missing. A hero is who has Might, Will or Fate.
        """
        stats = {name: _first(words.stats, labels) for name, labels in _LABELS.items()}
        listed = profile_named(words.kind, edition)
        profile: dict[str, Any] = _numbers(listed.stats, edition) if listed else {}
        profile.update(_read(stats, edition))
        profile["type"] = words.kind
        missing = [name for name in _NEEDED if _lacks(profile, name)]
        if missing:
            profile["missing"] = missing
        keywords = _keywords(words, stats, listed, hero=any(stats[name] for name in _POINTS))
        weapons, items, strange = _gear(words)
        for item in items:
            keywords += [k for k in item.grants if k not in keywords]
        profile["keywords"] = _with_own(words.kind, list(dict.fromkeys(keywords)), edition)
        profile["weapons"] = [msgspec.to_builtins(w) for w in weapons]
        profile["items"] = [item.name for item in items]
        _mounted(profile, words.kind, tuple(item.name for item in items))
        return Fielded(
            profile, tuple(dict.fromkeys((*strange, *(f"{name} is not given" for name in missing))))
        )


def _numbers(stats: dict[str, Number], edition: str) -> dict[str, Any]:
    """Return profile fields from the stats of a catalogue."""
    made: dict[str, Any] = {}
    for name in ("move", "shoot", *_PLAIN):
        read = number(stats.get(name))
        if read is not None:
            made[name] = read
    skill, shoot = fight(stats.get("fight", "-"))
    if skill is not None:
        made["fight"] = skill
    if shoot is not None:
        made.setdefault("shoot", shoot)
    for name, field in (("courage", "courage_target"), ("intelligence", "intelligence_target")):
        read = target(stats.get(name), edition)
        if read is not None:
            made[field] = read
    free = {name: int(stats[f"free_{name}"]) for name in _POINTS if stats.get(f"free_{name}")}
    if free:
        made["free"] = free
    return made


def _read(stats: dict[str, str], edition: str) -> dict[str, Any]:
    """Return profile fields from the words of a roster; a Courage without a plus is of 2018."""
    given: dict[str, Number] = {name: text for name, text in stats.items() if text}
    made = _numbers(given, edition)
    for name, field in (("courage", "courage_target"), ("intelligence", "intelligence_target")):
        plain = stats[name].strip().strip("\"'")
        if plain.isdigit():
            made[field] = max(2, min(10, PASSES_AT - int(plain)))
    free = {name: 1 for name in _POINTS if stats[name].strip().endswith("*")}
    if free:
        made["free"] = free
    return made


def _lacks(profile: dict[str, Any], name: str) -> bool:
    return ("courage_target" if name == "courage" else name) not in profile


def _keywords(words: RosterWords, stats: dict[str, str], listed: Profile | None, *, hero: bool) -> list[str]:
    del stats
    told = _first(words.stats, ("keywords",))
    found = [w.strip().upper() for w in re.split(r"[,\s]+", told) if w.strip()]
    found += [k for k in words.keywords if k]
    found += list(listed.keywords) if listed else []
    heading = _HEADINGS.get(words.heading.strip().casefold(), ())
    tier = _first(words.stats, ("heroic tier",))
    if hero or tier or HERO in heading:
        found.append(HERO)
        found += [name for name in (tier.upper(), words.heading.strip().upper()) if name in TIERS][:1]
    if HERO not in found:
        found.append(WARRIOR)
    found += [k for k in heading if k == GENERAL]
    if any(_LEADER.match(upgrade) for upgrade in words.upgrades):
        found.append(GENERAL)
    if HERO in found and WARRIOR in found:
        found = [k for k in found if k != WARRIOR]
    return list(dict.fromkeys(found))


def _with_own(kind: str, keywords: list[str], edition: str) -> list[str]:
    """Return keywords with the Stand Fast! of a hero known by name, unless it says of itself how it gives it."""
    told = specials(tuple(keywords), (), edition)
    if any(rule.stand_fast is not None or rule.none or rule.receives for rule in told):
        return keywords
    return [*keywords, *(rule for rule in rules_by_name(kind) if rule not in keywords)]


def _gear(words: RosterWords) -> tuple[list[Weapon], list[Item], list[str]]:
    """Return weapons, other kit, and the names of gear that nothing here knows."""
    weapons: dict[str, Weapon] = {}
    items: list[Item] = []
    strange: list[str] = []
    for weapon in words.weapons:
        values = {k.strip().casefold(): v for k, v in weapon.values.items()}
        reach, strength = number(values.get("range")), number(values.get("strength"))
        weapons[simple(weapon.name)] = Weapon(simple(weapon.name), weapon.name, reach, strength)
    for upgrade in words.upgrades:
        match = _COUNTED.match(upgrade)
        name = match[2] if match else upgrade
        item = item_named(name)
        if simple(name) in weapons or _LEADER.match(name):
            continue
        if item is None:
            if is_known(name):
                items.append(Item(id="rule", name=name, kind="equipment", grants=(name,)))
            else:
                strange.append(name)
        elif item.attack is not None:
            weapons[simple(name)] = _weapon(item.attack, name)
        else:
            items.append(item)
    return list(weapons.values()), items, strange


def _weapon(weapon: WeaponProfile, name: str = "") -> Weapon:
    strength = next((int(m[1]) for k in weapon.keywords if (m := _STRENGTH.match(k))), None)
    keywords = tuple(k for k in weapon.keywords if not _STRENGTH.match(k))
    return Weapon(weapon.id, name or weapon.name, weapon.range, strength, keywords)


def _mounted(profile: dict[str, Any], kind: str, items: tuple[str, ...]) -> None:
    """Put a model on its mount: one bought, else what a cavalry profile of that name rides."""
    bought = next((mount for name in items if (mount := mount_named(name))), None)
    cavalry = CAVALRY in profile["keywords"] or bool(re.search(r"\b(rider|knight)s?\b", kind, re.IGNORECASE))
    if bought is None and not cavalry:
        return
    usual = mount_named("warg" if "warg" in kind.casefold() else "horse") or Mount()
    profile["mount"] = msgspec.to_builtins(bought or usual)
    if CAVALRY not in profile["keywords"]:
        profile["keywords"].append(CAVALRY)


def _first(stats: dict[str, str], labels: tuple[str, ...]) -> str:
    by_label = {k.strip().casefold(): v for k, v in stats.items()}
    return next((by_label[label] for label in labels if label in by_label), "")
