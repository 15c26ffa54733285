"""The profile of a fighter as battles need it, read from numbers or from the words of a roster."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.games.trench_crusade.keywords import dice_in, is_known, normal, normal_set, value_of
from warband_tui.rules.state import Unit

UNARMED = WeaponProfile(id="unarmed", name="unarmed", melee=True, dice=0)


Few = Annotated[int, Meta(ge=-20, le=20)]
"""Dice or a flat number: no fighter has more, and a typing error must not roll a million dice."""


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a declared action does: to the model itself or to its target.

    `counter` changes by `by`; `condition` is set, or cleared with `clear`.
    """

    to: str = "self"
    counter: str = ""
    by: int = 0
    condition: str = ""
    clear: bool = False


class SpecialAction(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action that a faction, profile or item declares, without code of its own (TC-OTH-1).

    `roll` says whether it takes a success roll; `dice` are its own modifiers; `range` is in
    inches, None for none; `target` is "", "friend", "foe" or "any".
    """

    id: str
    name: str
    help: str = ""
    roll: bool = True
    risky: bool = False
    dice: Few = 0
    range: float | None = None
    target: str = ""
    in_melee: bool = False
    effects: tuple[Effect, ...] = ()


class TrenchProfile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The numbers of one fighter.

    `movement` is in inches; `ranged` and `melee` are dice, None where the fighter has no such
    attack; `armour` is the sum of characteristic, armour and shield as a flat injury modifier.
    """

    type: str = ""
    movement: Annotated[float, Meta(ge=0, le=100)] = 6.0
    ranged: Few | None = 0
    melee: Few | None = 0
    armour: Few = 0
    base: str = ""
    keywords: tuple[str, ...] = ()
    weapons: tuple[WeaponProfile, ...] = ()
    items: tuple[str, ...] = ()
    actions: tuple[SpecialAction, ...] = ()
    fireteam: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords in normal spelling."""
        return normal_set(self.keywords)

    def has(self, keyword: str) -> bool:
        """Whether the fighter has a keyword."""
        return keyword in self.words

    def value(self, keyword: str) -> int:
        """Return the number of a keyword, 0 when it is not there."""
        return value_of(self.keywords, keyword)

    def negates(self, keyword: str) -> bool:
        """Whether a keyword of others does nothing to the fighter."""
        return f"NEGATE {keyword}" in self.words


def profile_of(unit: Unit) -> TrenchProfile:
    """Return the profile of a unit of this game."""
    return msgspec.convert(unit.profile, TrenchProfile)


def words_of(weapon: WeaponProfile) -> frozenset[str]:
    """Return the keywords of a weapon in normal spelling."""
    return normal_set(weapon.keywords)


def complete(weapon: WeaponProfile) -> WeaponProfile:
    """Return a weapon with "+1 DICE" and the like counted into its numbers."""
    dice, injury = dice_in(weapon.keywords, "DICE"), dice_in(weapon.keywords, "INJURY DICE")
    flat = dice_in(weapon.keywords, "INJURY MODIFIER")
    if not (dice or injury or flat):
        return weapon
    kept = tuple(k for k in weapon.keywords if not re.match(r"^\s*[+-]\d", k))
    return replace(
        weapon,
        dice=weapon.dice + dice,
        injury_dice=weapon.injury_dice + injury,
        injury_modifier=weapon.injury_modifier + flat,
        keywords=kept,
    )


def unknown_keywords(profile: TrenchProfile) -> tuple[str, ...]:
    """Return the keywords that are kept and shown, but not automated (TC-KEY-1)."""
    held = [*profile.keywords, *(k for w in profile.weapons for k in w.keywords)]
    return tuple(dict.fromkeys(k for k in held if not is_known(k)))


_SIGNED = re.compile(r"^\s*([+-]?\d{1,3})(?!\d)")
_FLYING = re.compile(r"fly", re.IGNORECASE)


def stat(value: Any) -> int | None:
    """Return a characteristic as a number: `+2 Dice` is 2; None for `-`, `N/A` and the like."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value)
    match = _SIGNED.match(str(value).replace("−", "-"))
    return int(match[1]) if match else None


def movement(value: Any) -> tuple[float, bool]:
    """Return a movement characteristic in inches, and whether it is a flyer's."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(min(max(value, -1000), 1000)), False
    match = re.match(r"""\s*(\d{1,3}(?:\.\d{1,4})?)(?!\d)""", str(value))
    return (float(match[1]) if match else 0.0), bool(_FLYING.search(str(value)))


def lenient(data: dict[str, Any]) -> dict[str, Any]:
    """Return profile data with the words of rosters turned into numbers, before it is checked.

    `6"/Flying` becomes 6 inches and the keyword FLYING, `+2 Dice` becomes 2, weapons named
    as plain text stay text for the catalogue to look up.
    """
    made = dict(data)
    if "movement" in made:
        made["movement"], flies = movement(made["movement"])
        words = made.get("keywords", ())
        plain = isinstance(words, list | tuple) and all(isinstance(word, str) for word in words)
        if flies and plain and "FLYING" not in normal_set(words):
            made["keywords"] = [*words, "FLYING"]
    for name in ("ranged", "melee"):
        if isinstance(made.get(name), str):
            made[name] = stat(made[name])
    if isinstance(made.get("armour"), str):
        made["armour"] = stat(made["armour"]) or 0
    if "base" in made:
        made["base"] = str(made["base"])
    return made


def weapons_for(profile: TrenchProfile, use: str) -> tuple[WeaponProfile, ...]:
    """Return the weapons of a fighter for `ranged` or `melee` attacks.

    A pistol serves in melee as well; who has no melee weapon fights with the profile's own
    limbs only where the keyword UNARMED says so.
    """
    if use == "ranged":
        return tuple(w for w in profile.weapons if w.ranged)
    found = tuple(w for w in profile.weapons if w.melee or "PISTOL" in words_of(w))
    if not found and profile.has("UNARMED"):
        return (UNARMED,)
    return found


def find_weapon(profile: TrenchProfile, use: str, name: str) -> WeaponProfile | None:
    """Return a weapon by id or name (any case), the first fitting one for an empty name."""
    offered = weapons_for(profile, use)
    if not name:
        return offered[0] if offered else None
    wanted = name.strip().casefold()
    return next((w for w in offered if wanted in (w.id.casefold(), w.name.casefold())), None)


def heavy_kit(profile: TrenchProfile) -> bool:
    """Whether HEAVY kit slows the fighter: it has some and neither STRONG nor NEGATE HEAVY."""
    if profile.has("STRONG") or profile.negates("HEAVY"):
        return False
    return any("HEAVY" in words_of(w) for w in profile.weapons) or any(
        normal(k) == "HEAVY" for k in profile.keywords
    )


def exact(inches: float) -> Fraction:
    """Return a length as it was typed: 0.1 is a tenth, so that 5.9 and 0.1 make 6 (TC-ACT-5)."""
    return Fraction(repr(inches))


def allowance(unit: Unit) -> Fraction:
    """Return how far a unit may move now: its Movement, halved when it has just stood up (TC-DWN-1)."""
    full = exact(profile_of(unit).movement)
    return full / 2 if unit.has("stood") else full
