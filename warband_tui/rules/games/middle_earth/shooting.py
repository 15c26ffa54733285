"""Shooting: to hit, in the way, rider or mount, to wound."""

from __future__ import annotations

import msgspec

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.middle_earth import checks, distances, points
from warband_tui.rules.games.middle_earth.actions import Shoot
from warband_tui.rules.games.middle_earth.activation import FLOW
from warband_tui.rules.games.middle_earth.chances import Needs, wound_needs
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.ground_rules import MOVE_RULE, move_of
from warband_tui.rules.games.middle_earth.mounts import hurt_mount
from warband_tui.rules.games.middle_earth.profile import EVIL, GOOD, Weapon, find_weapon, mount_of, profile_of
from warband_tui.rules.games.middle_earth.specials import special
from warband_tui.rules.games.middle_earth.striking import roll_to_wound
from warband_tui.rules.games.middle_earth.wounds import suffer
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

AIMED, AIMED_AT_MONSTER = 4, 5
"""What hits the part of a cavalry model that was aimed at; the rider of a monster is harder to hit."""
BARE = Weapon("bow", "bow", 24, 2)
"""What a model with a Shoot value and no listed weapon shoots."""


def weapon_of(unit: Unit, name: str) -> Weapon:
    """Return the weapon of a shot.

    Raises:
        Refused: the model has none of that name.
    """
    found = find_weapon(profile_of(unit), name, ranged=True)
    if found is None and name:
        raise Refused(f"{unit.name} has no bow {name!r}")
    return found or BARE


def hit_target(state: BattleState, action: Shoot) -> int:
    """Return what the die to hit has to show: the Shoot value, worse by one after a move of up to half."""
    unit = state.unit(action.unit)
    skill = profile_of(unit).shoot
    if skill is None:
        raise Refused(f"{unit.name} has no Shoot value; add it to its profile")
    weapon = weapon_of(unit, action.weapon)
    # What the board has seen it move counts as well as what its player says.
    moved = (action.moved or distances.gone(unit) > 0) and not weapon.thrown
    # A natural 6 always hits.
    return max(2, min(6, skill + (1 if moved else 0) - action.modifier))


def wound_target(state: BattleState, action: Shoot, *, mount: bool = False) -> Needs | None:
    """Return what the roll to wound of a shot takes: on who was shot at, or on what it rides."""
    unit, foe = state.unit(action.unit), state.unit(action.target)
    weapon = weapon_of(unit, action.weapon)
    strength = weapon.strength if weapon.strength is not None else profile_of(unit).strength
    ridden = profile_of(foe).mount
    return wound_needs(strength, ridden.defence if mount and ridden else profile_of(foe).defence)


def reroll_of(state: BattleState, action: Shoot) -> str:
    """Return which dice to wound of a shot are rolled again: as stated, or as the weapon's poison says."""
    weapon = weapon_of(state.unit(action.unit), action.weapon)
    rules = (special(word, state.edition) for word in weapon.keywords)
    found = next((rule.reroll_wounds for rule in rules if rule is not None and rule.reroll_wounds), "")
    return action.reroll or found


def way_target(state: BattleState) -> int:
    """Return what passes one thing in the way."""
    return edition(state.edition).in_the_way


def aim_target(foe: Unit, aim: str) -> int | None:
    """Return what hits the part of a cavalry model that was aimed at, None for a target on foot."""
    mount = mount_of(foe)
    if mount is None:
        return None
    return AIMED_AT_MONSTER if mount.monster and aim == "rider" else AIMED


def risks_friend(state: BattleState, unit: Unit, foe: Unit) -> bool:
    """Whether a shot into combat may strike a friend instead: one of Evil may take that risk."""
    friends = (state.unit(name).side == unit.side for name in state.in_contact(foe.id))
    return any(friends) and EVIL in profile_of(unit).words


def shoot(res: Resolution, action: Shoot) -> None:
    """Shoot at an enemy, each shot by itself."""
    unit, foe = FLOW.enter(res, action.unit, "shoot"), res.state.unit(action.target)
    res.permit(checks.can_shoot(res.state, unit))
    res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    weapon = weapon_of(unit, action.weapon)
    if weapon.range is not None:
        far = distances.too_far(res.state, unit, foe, action.distance, weapon.range)
        res.need(not far, f'{far}; the {weapon.name} reaches {weapon.range or 0:g}"')
    hidden = distances.unseen(res.state, unit, foe)
    res.need(not hidden, hidden)
    gone = distances.gone(unit)
    too_long = gone > move_of(unit) / 2 and not weapon.thrown
    res.need(
        not too_long, f"{unit.name} has moved {distances.shown(gone)}, more than half its Move", MOVE_RULE
    )
    friends = any(res.state.unit(name).side == unit.side for name in res.state.in_contact(foe.id))
    good = GOOD in profile_of(unit).words
    res.need(not (friends and good), f"{foe.name} fights a friend, whom {unit.name} would risk")
    fired = "shot" in unit.conditions
    res.need(not fired or unit.models > 1, f"{unit.name} has shot this turn")
    res.emit(ActionUsed(unit.id, "shoot"), ConditionSet(unit.id, "shot", "turn"))
    res.say(f"{unit.name} shoots at {foe.name} ({weapon.name})")
    for shot in range(action.shots):
        if not res.state.unit(foe.id).in_play:
            break
        with res.scope(f"{shot + 1}:" if shot else ""):
            _shot(res, action, weapon)


def _shot(res: Resolution, action: Shoot, weapon: Weapon) -> None:
    if not _roll(res, action.unit, "to hit", hit_target(res.state, action), "hit.might"):
        return
    aimed_at, needed = action.target, way_target(res.state)
    for number in range(action.in_the_way):
        with res.scope(f"way{number}:" if number else ""):
            if not _roll(res, action.unit, "in the way", needed, "way.might"):
                return
    action = msgspec.structs.replace(action, target=_in_combat(res, action))
    if action.target != aimed_at:
        res.say(f"it strikes {res.name(action.target)}")
    mount = _hits_mount(res, action)
    needs, again = wound_target(res.state, action, mount=mount), reroll_of(res.state, action)
    if not roll_to_wound(res, action.unit, needs, reroll=again):
        return
    if mount:
        hurt_mount(res, action.target, 1)
    else:
        suffer(res, action.target, 1, by=action.unit, using=weapon.name)


def _in_combat(res: Resolution, action: Shoot) -> str:
    """Return whom a shot strikes: into combat, one of Evil strikes its target on 4 or more, else a friend."""
    unit = res.state.unit(action.unit)
    friends = [name for name in res.state.in_contact(action.target) if res.state.unit(name).side == unit.side]
    if not friends or EVIL not in profile_of(unit).words:
        return action.target
    roll = res.roll(Pool(f"into combat, {unit.name}", base=1, keep=1, unit=unit.id))
    return action.target if roll.total >= AIMED else friends[0]


def _hits_mount(res: Resolution, action: Shoot) -> bool:
    """Whether a shot at a cavalry model hits what it rides: what was aimed at is hit on 4 or more."""
    foe = res.state.unit(action.target)
    needed = aim_target(foe, action.aim)
    if needed is None:
        return False
    roll = res.roll(Pool(f"rider or mount, {foe.name}", base=1, keep=1, unit=action.unit))
    aimed = roll.total >= needed
    res.say(f"{roll.total}: it hits the {action.aim if aimed else _other_part(action.aim)}")
    return (action.aim == "mount") == aimed


def _other_part(aim: str) -> str:
    return "mount" if aim == "rider" else "rider"


def _roll(res: Resolution, unit_id: str, what: str, needed: int, choice: str) -> bool:
    unit = res.state.unit(unit_id)
    pool = Pool(f"{what}, {unit.name}", base=1, keep=1, unit=unit_id)
    roll = res.roll(pool, lambda made: "passes" if made.total >= needed else "fails")
    short = needed - roll.total
    lifted = points.ask(res, unit_id, choice, "might", short, f"{what}, {short} short")
    passed = roll.total + lifted >= needed
    lift = f" + {lifted} Might" if lifted else ""
    res.say(f"{what} {roll.total}{lift} against {needed}+" + ("" if passed else ", missed"))
    return passed
