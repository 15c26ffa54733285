"""Whether a special rule holds for a unit now: what it needs, and the ward that a bodyguard looks to."""

from __future__ import annotations

from warband_tui.rules.games.middle_earth.force import any_broken, unit_broken
from warband_tui.rules.games.middle_earth.profile import (
    GENERAL,
    TIERS,
    called,
    has_word,
    profile_of,
    speaks_of,
)
from warband_tui.rules.games.middle_earth.specials import Special
from warband_tui.rules.state import BattleState, Unit


def holds(state: BattleState, unit: Unit, rule: Special) -> bool:
    """Whether the condition of a special rule holds for a unit now; nearness is the player's word."""
    if rule.needs and not unit.has(rule.needs):
        return False
    match rule.when:
        case "ward":
            return _ward(state, unit, rule) is not None
        case "broken":
            return unit_broken(state, unit)
        case "whole":
            return not unit_broken(state, unit)
        case "enemy-broken":
            return any(any_broken(state, side) for side in state.sides if side != unit.side)
        case "general":
            return _great_general(unit)
        case "resolve":
            return unit.has("heroic resolve")
        case _:
            return True


def _great_general(unit: Unit) -> bool:
    """Whether a unit is the general; where its roster tells tiers, it has to be a Hero of Legend."""
    words = profile_of(unit).words
    return has_word(unit, GENERAL) and (TIERS[0] in words or not words.intersection(TIERS))


def _ward(state: BattleState, unit: Unit, rule: Special) -> Unit | None:
    """Return whom a bodyguard looks to, None when it is off the table or nobody is meant.

    Where nobody is named it is the general, else the hero of the highest tier, else the only hero.
    """
    own = profile_of(unit).ward
    if rule.ward and not own:
        named = (u for u in state.of_side(unit.side) if u.in_play and speaks_of(u, rule.ward))
        return next(named, None)
    if own:
        return next((u for u in state.of_side(unit.side) if u.in_play and called(u, own)), None)
    heroes = [u for u in state.of_side(unit.side) if profile_of(u).hero and u.id != unit.id]
    marked = [u for u in heroes if u.has("ward")] or [u for u in heroes if has_word(u, GENERAL)]
    ranked = [u for tier in TIERS for u in heroes if tier in profile_of(u).words]
    found = (marked or ranked or (heroes if len(heroes) == 1 else []))[:1]
    return found[0] if found and found[0].in_play else None
