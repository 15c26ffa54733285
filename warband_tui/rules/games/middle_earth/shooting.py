"""Shooting: to hit, in the way, to wound."""

from __future__ import annotations

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.middle_earth import checks, points
from warband_tui.rules.games.middle_earth.actions import Shoot
from warband_tui.rules.games.middle_earth.activation import FLOW, need
from warband_tui.rules.games.middle_earth.chances import Needs, wound_needs
from warband_tui.rules.games.middle_earth.profile import Weapon, find_weapon, profile_of
from warband_tui.rules.games.middle_earth.wounds import suffer
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

IN_THE_WAY = 4
"""What passes one thing in the way; a figure of its own, since an edition may have a chart."""
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
    throwing = any(word.upper().startswith("THROW") for word in weapon.keywords)
    # A natural 6 always hits.
    return max(2, min(6, skill + (1 if action.moved and not throwing else 0) - action.modifier))


def wound_target(state: BattleState, action: Shoot) -> Needs | None:
    """Return what the roll to wound of a shot takes."""
    unit, foe = state.unit(action.unit), state.unit(action.target)
    weapon = weapon_of(unit, action.weapon)
    strength = weapon.strength if weapon.strength is not None else profile_of(unit).strength
    return wound_needs(strength, profile_of(foe).defence)


def shoot(res: Resolution, action: Shoot) -> None:
    """Shoot at an enemy, each shot by itself."""
    unit, foe = FLOW.enter(res, action.unit, "shoot"), res.state.unit(action.target)
    need(res, checks.can_shoot(res.state, unit))
    res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    weapon = weapon_of(unit, action.weapon)
    if weapon.range is not None and action.distance is not None:
        far = f'{foe.name} is {action.distance:g}" away; the {weapon.name} reaches {weapon.range:g}"'
        res.need(action.distance <= weapon.range, far)
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
    for _ in range(action.in_the_way):
        if not _roll(res, action.unit, "in the way", IN_THE_WAY, "way.might"):
            return
    if roll_to_wound(res, action.unit, wound_target(res.state, action)):
        suffer(res, action.target, 1, by=action.unit, using=weapon.name)


def _roll(res: Resolution, unit_id: str, what: str, needed: int, choice: str) -> bool:
    unit = res.state.unit(unit_id)
    pool = Pool(f"{what}, {unit.name}", base=1, keep=1, unit=unit_id)
    roll = res.roll(pool, lambda made: "passes" if made.total >= needed else "fails")
    short = needed - roll.total
    lifted = 0
    if 0 < short <= points.have(unit, "might"):
        lifted = points.ask(res, unit_id, choice, "might", short, f"{what}, {short} short")
    passed = roll.total + lifted >= needed
    lift = f" + {lifted} Might" if lifted else ""
    res.say(f"{what} {roll.total}{lift} against {needed}+" + ("" if passed else ", missed"))
    return passed


def roll_to_wound(
    res: Resolution,
    unit_id: str,
    needs: Needs | None,
    modifier: int = 0,
    reroll: str = "",
    *,
    own: bool = True,
) -> bool:
    """Roll to wound and return whether it wounds; Might on the first die of two lifts the second as well.

    `own`: it is an attack of the unit's own, which its Might may help.
    """
    unit = res.state.unit(unit_id)
    if needs is None:
        res.say("cannot wound")
        return False
    first = _die(res, unit, needs.first, modifier, reroll)
    short, lifted = needs.first - first, 0
    if own and 0 < short <= points.have(unit, "might"):
        lifted = points.ask(res, unit_id, "wound.might", "might", short, f"to wound, {short} short")
    text = f"to wound {first}" + (f" + {lifted} Might" if lifted else "")
    if first + lifted < needs.first:
        res.say(f"{text} against {needs.text}, no wound")
        return False
    if needs.second is not None:
        second = min(6, _die(res, unit, needs.second, modifier, reroll) + lifted)
        short, more = needs.second - second, 0
        if own and 0 < short <= points.have(res.state.unit(unit_id), "might"):
            with res.scope("second:"):
                more = points.ask(res, unit_id, "wound.might", "might", short, f"to wound, {short} short")
        text += f", {second}" + (f" + {more} Might" if more else "")
        if second + more < needs.second:
            res.say(f"{text} against {needs.text}, no wound")
            return False
    res.say(f"{text} against {needs.text}, a wound")
    return True


def _die(res: Resolution, unit: Unit, needed: int, modifier: int, reroll: str) -> int:
    pool = Pool(f"to wound, {unit.name}", base=1, keep=1, unit=unit.id)
    shown = res.roll(pool).total
    value = max(1, min(6, shown + modifier))
    again = (reroll == "ones" and shown == 1) or (reroll == "fails" and value < needed)
    if again:
        value = max(1, min(6, res.roll(pool).total + modifier))
    return value
