"""Attacks shared out among several targets, as players write it: `Clanrats 3 Warhammer` (AOS-16-5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from warband_tui.rules.games.age_of_sigmar.abilities import plain
from warband_tui.rules.games.age_of_sigmar.actions import Attack
from warband_tui.rules.games.age_of_sigmar.profile import Weapon, warscroll
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit

_NUMBER = re.compile(r"(?<=\s)(\d{1,3})(?:\s*[x\u00d7])?(?=\s|$)", re.IGNORECASE)


class Share(Struct, frozen=True):
    """Attacks of one weapon on one target: so many, or of so many models where Attacks are rolled."""

    target: str
    number: int
    weapon: Weapon


class _Reading(Struct, frozen=True):
    """One way to read an entry: whom it names, how many attacks, with which weapon."""

    who: str
    number: int
    weapon: str


def shares_of(state: BattleState, action: Attack, weapons: Sequence[Weapon]) -> list[Share]:
    """Return how an attack is shared out, by its entries.

    Args:
        state: the battle.
        action: the attack.
        weapons: those that its models use.

    Raises:
        Refused: an entry names no unit of the battle, no number or no weapon in use, or several of them.
    """
    return [_share(state, action, text, weapons) for text in action.split]


def targets_of(state: BattleState, action: Attack) -> list[str]:
    """Return the units that an attack names as targets; what cannot be read is left out."""
    named = [found[0] for text in action.split if len(found := _units(state, action, text)) == 1]
    return [t for t in dict.fromkeys([action.target, *named]) if t in state.units]


def named_in_shares(action: Attack, unit: Unit) -> set[str]:
    """Return the ids of the unit's weapons that the entries of an attack name."""
    found = (
        warscroll(unit).weapon(one.weapon) for text in action.split for one in _readings(text) if one.weapon
    )
    return {weapon.id for weapon in found if weapon is not None}


def _share(state: BattleState, action: Attack, text: str, weapons: Sequence[Weapon]) -> Share:
    readings = list(_readings(text))
    if not readings:
        raise Refused(f"split: {text!r} is not of the form {_example(state, action, weapons)}", "AOS-16-5")
    units = _units(state, action, text)
    if not units:
        foes = ", ".join(dict.fromkeys(unit.name for unit in _foes(state, action) if unit.in_play))
        raise Refused(f"split: {readings[0].who!r} is no unit here; there are: {foes}", "AOS-16-5")
    if len(units) > 1:
        ids = " or ".join(units)
        raise Refused(f"split: several units are called {readings[0].who!r}: say {ids}", "AOS-16-5")
    mine = [one for one in readings if units[0] in _called(state, action, one.who)]
    for one in mine:
        fitting = [w for w in weapons if not one.weapon or _same(one.weapon, w.id, w.name)]
        if len(fitting) == 1:
            return Share(units[0], one.number, fitting[0])
    names = ", ".join(weapon.name for weapon in weapons)
    raise Refused(f"split: {text!r} does not say which of {names}", "AOS-16-5")


def _readings(text: str) -> Iterator[_Reading]:
    """Yield the ways to read an entry: one for each number in it, for names may hold numbers too."""
    words = plain(text)
    for match in _NUMBER.finditer(words):
        who, weapon = words[: match.start()].strip(" :,"), words[match.end() :].strip(" :,")
        if who:
            yield _Reading(who, int(match[1]), weapon)


def _units(state: BattleState, action: Attack, text: str) -> list[str]:
    """Return the units that an entry may mean: of the reading with the longest name that fits."""
    readings = sorted(_readings(text), key=lambda one: len(one.who), reverse=True)
    return next((found for one in readings if (found := _called(state, action, one.who))), [])


def _called(state: BattleState, action: Attack, who: str) -> list[str]:
    """Return the ids of the units of a name: an id as it stands, else enemies, else anybody."""
    if who in state.units:
        return [who]
    foes = [unit.id for unit in _foes(state, action) if _same(who, unit.id, unit.name)]
    there = [unit_id for unit_id in foes if state.unit(unit_id).in_play]
    return there or foes or [u.id for u in state.units.values() if _same(who, u.id, u.name)]


def _foes(state: BattleState, action: Attack) -> Iterator[Unit]:
    side = state.unit(action.unit).side
    return (unit for unit in state.units.values() if unit.side != side)


def _same(said: str, *names: str) -> bool:
    return said.casefold() in {plain(name).casefold() for name in names}


def _example(state: BattleState, action: Attack, weapons: Sequence[Weapon]) -> str:
    foe = next((unit.name for unit in _foes(state, action) if unit.in_play), "Clanrats")
    return f"`{foe} 3 {weapons[0].name if weapons else 'Warhammer'}`"
