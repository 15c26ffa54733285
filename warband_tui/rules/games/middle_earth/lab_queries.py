"""The queries of the odds lab that actions of a battle amount to."""

from __future__ import annotations

from warband_tui.rules.actions import Action
from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth.broken import exempt
from warband_tui.rules.games.middle_earth.chances import TWO_DICE
from warband_tui.rules.games.middle_earth.courage import BROKEN, CourageTest, Stated, plan
from warband_tui.rules.games.middle_earth.demands import asking, of_charge
from warband_tui.rules.games.middle_earth.duels import Duellist
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
from warband_tui.rules.games.middle_earth.fighting import melee
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.heroics import strength_with, strike_die
from warband_tui.rules.games.middle_earth.points import have
from warband_tui.rules.games.middle_earth.profile import mount_of, profile_of
from warband_tui.rules.games.middle_earth.shooting import (
    aim_target,
    hit_target,
    reroll_of,
    risks_friend,
    weapon_of,
)
from warband_tui.rules.games.middle_earth.specials import COURAGE
from warband_tui.rules.games.middle_earth.striking import strike_plan
from warband_tui.rules.lab import Query
from warband_tui.rules.state import BattleState, Unit

_NUMBERS, _TARGETS = (0, 10), (2, 12)
"""What a query may give as Courage: the numbers of 2018, the targets of 2024."""


def courage_query(state: BattleState, action: Action) -> Query | None:
    """Return the query of a courage test, or of the first one that a charge has to roll for."""
    test = _test(state, action)
    if test is None or test.auto:
        return None
    if edition(state.edition).courage_shown == "number":
        plain = PASSES_AT - test.target
        held = max(_NUMBERS[0], min(_NUMBERS[1], plain))
        printed, spare = str(held), plain - held
    else:
        held = max(_TARGETS[0], min(_TARGETS[1], test.target))
        printed, spare = f"{held}+", held - test.target
    given = {
        "modifier": max(-10, min(10, test.flat + spare)),
        "reroll": test.reroll,
        "dice": "" if test.dice == TWO_DICE else test.dice,
    }
    return {"roll": "courage", "courage": printed, **{key: value for key, value in given.items() if value}}


def _test(state: BattleState, action: Action) -> CourageTest | None:
    match action:
        case act.Charge():
            tests = (demand.test for demand in of_charge(state, action))
            return next((test for test in tests if not test.auto), None)
        case act.Courage():
            unit, cause = state.unit(action.unit), action.cause.strip().lower()
            stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
            rule = asking(state, unit, cause) if action.stat == COURAGE else None
            return plan(state, unit, cause, stated, rule, action.stat)
        case act.BreakTest(covered_by=""):
            unit = state.unit(action.unit)
            stated = Stated(action.modifiers, action.near, action.modifier, action.reroll)
            return None if exempt(state, unit) else plan(state, unit, BROKEN, stated)
        case _:
            return None


def duel_query(state: BattleState, action: Action) -> Query | None:
    """Return the query of a duel.

    Raises:
        Refused: nobody is in combat with the unit.
    """
    if not isinstance(action, act.Duel):
        return None
    fight = melee(state, action)
    return {
        "roll": "duel",
        "a": _side(state, fight.units, fight.ours),
        "b": _side(state, fight.foes, fight.theirs),
        "edition": state.edition,
    }


def _side(state: BattleState, units: tuple[str, ...], side: Duellist) -> Query:
    dice = max(strike_die(state, state.unit(name)) for name in units)
    given: Query = {
        # What spares a 6 is a two-handed weapon, which the query takes off the dice by itself.
        "modifier": max(-10, min(10, side.modifier + side.spared)),
        "two_handed": bool(side.spared),
        "banner": side.banner,
        "elven": side.elven,
        "strike": dice,
        "more": [list(group) for group in side.more],
    }
    kept = {key: value for key, value in given.items() if value}
    return {"dice": min(60, side.dice), "fight": side.fight, **kept}


def strikes_query(state: BattleState, action: Action) -> Query | None:
    """Return the query of a model's strikes; None where nobody is struck, or where Courage counts for Defence."""
    if not isinstance(action, act.Strike):
        return None
    target = action.target or next(iter(state.in_contact(action.unit)), "")
    if not target:
        return None
    unit, foe = state.unit(action.unit), state.unit(target)
    planned = strike_plan(state, action, target)
    strength = profile_of(unit).strength if action.strength is None else action.strength
    given: Query = {
        "modifier": max(-10, min(10, planned.modifier)),
        "reroll": planned.reroll,
        "each": planned.wounds_each if planned.wounds_each > 1 else 0,
        "strength_die": planned.sides,
        "sixes": foe.has("heroic defence"),
        **_target(state, foe),
    }
    return {
        "roll": "strikes",
        "strength": max(1, min(20, strength_with(state, unit, strength)[0] - unit.counter("withered"))),
        "defence": max(1, planned.defence),
        "count": min(60, planned.count),
        **{key: value for key, value in given.items() if value},
    }


def shot_query(state: BattleState, action: Action) -> Query | None:
    """Return the query of shots.

    Raises:
        Refused: the unit does not shoot.
    """
    if not isinstance(action, act.Shoot):
        return None
    unit, foe = state.unit(action.unit), state.unit(action.target)
    weapon = weapon_of(unit, action.weapon)
    strength = weapon.strength if weapon.strength is not None else profile_of(unit).strength
    mount = mount_of(foe) if action.aim == "mount" else None
    ridden: Query = {"wounds": max(1, mount.wounds - foe.counter("mount wounds"))} if mount else {}
    given: Query = {
        "in_the_way": action.in_the_way,
        "aimed": aim_target(foe, action.aim) or 0,
        "into_combat": risks_friend(state, unit, foe),
        "reroll": reroll_of(state, action),
        **(ridden or _target(state, foe)),
    }
    return {
        "roll": "shot",
        "hit": hit_target(state, action),
        "strength": max(1, strength),
        "defence": max(1, mount.defence if mount else profile_of(foe).defence),
        "shots": action.shots,
        **{key: value for key, value in given.items() if value},
    }


def _target(state: BattleState, foe: Unit) -> Query:
    return {"wounds": max(1, wounds_left(foe)), "fate": min(30, have(state, foe, "fate"))}
