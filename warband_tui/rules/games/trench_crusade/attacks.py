"""Ranged and melee attacks, from the refusals to what a hit does."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ActionUsed, ConditionCleared, ConditionSet
from warband_tui.rules.games.trench_crusade import checks
from warband_tui.rules.games.trench_crusade.actions import Blast, Fight, Shoot
from warband_tui.rules.games.trench_crusade.activation import (
    end_if_risky,
    need_enemy,
    start,
    stop,
)
from warband_tui.rules.games.trench_crusade.attack_plan import (
    OFF_HAND,
    Plan,
    armed,
    friends_in_melee,
    in_off_hand,
    melee_plan,
    shot_plan,
)
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import measures, placed
from warband_tui.rules.games.trench_crusade.injury import Blow, injure
from warband_tui.rules.games.trench_crusade.keywords import value_of
from warband_tui.rules.games.trench_crusade.profile import (
    heavy_kit,
    profile_of,
    weapons_for,
    words_of,
)
from warband_tui.rules.games.trench_crusade.success import is_risky, success_roll, told
from warband_tui.rules.resolution import Choice, Refused, Resolution


def shoot(res: Resolution, action: Shoot) -> None:
    """Carry out a ranged attack, or the several of an AUTOMATIC weapon (TC-RNG-1, 2)."""
    unit = start(res, action.unit)
    res.permit(checks.can_shoot(res.state, unit))
    weapon = weapon_of(res, action.unit, "ranged", action.weapon)
    words = words_of(weapon)
    res.permit(checks.shot_refusal(res.state, unit, words))
    action = _aimed(res, action, weapon)
    _in_reach(res, action, weapon)
    res.emit(ActionUsed(unit.id, "shoot"))
    if "ASSAULT" not in words:
        res.emit(ConditionSet(unit.id, "hasty shot", "activation"))
    if "HEAVY" in words and heavy_kit(profile_of(unit)):
        res.emit(ConditionSet(unit.id, "heavy shot", "activation"))
    _use_up(res, unit.id, weapon)
    if "BLAST" in words:
        _blast(res, action, weapon)
    else:
        _volley(res, action, weapon)
    _reload(res, unit.id, weapon)


def blast(res: Resolution, action: Blast) -> None:
    """Carry out the injury rolls of a blast that scattered, its activation being over or not."""
    unit = res.affected(action.unit)
    res.permit(checks.can_blast(res.state, unit))
    weapon = weapon_of(res, action.unit, "ranged", action.weapon)
    if unit.has("scattered"):
        res.emit(ConditionCleared(unit.id, "scattered"))
    targets = action.targets
    if measures(res, unit, action.to):
        targets = _shots().caught_at(res.state, action, weapon)
    res.say(f"{unit.name}'s blast" + ("" if targets else " catches nobody"))
    for index, victim in enumerate(targets):
        plan = shot_plan(res.state, Shoot(unit=unit.id, target=victim), weapon, victim)
        with res.scope(_scope(index)):
            _catch(res, plan, victim)
    res.cite("TC-KEY-1")


def fight(res: Resolution, action: Fight) -> None:
    """Carry out a Fight action: one weapon, or two with the second in the off hand (TC-MEL-1)."""
    unit = start(res, action.unit)
    res.permit(checks.can_fight(res.state, unit))
    res.need(action.reachable, "the target cannot be attacked: no fighting through walls", "TC-MEL-1")
    rules = edition(res.state.edition)
    two_actions = rules.attacks_with_two_weapons == "two actions"
    weapon = weapon_of(res, action.unit, "melee", action.weapon)
    target = action.target or _only_foe(res, unit.id)
    off_hand = in_off_hand(unit, weapon, rules)
    second = two_actions and "fight" in unit.used
    if second:
        _other_hand(res, unit.id, weapon)
    elif two_actions:
        res.emit(ConditionSet(unit.id, f"{_FIRST}{weapon.id}", "activation"))
    res.emit(ActionUsed(unit.id, "fight again" if second else "fight"))
    strike(res, action, weapon, target, off_hand=off_hand, obstacle=action.obstacle)
    if action.off_hand:
        _second_weapon(res, action, weapon, target)
    _reload(res, unit.id, weapon)


def strike(
    res: Resolution,
    action: Fight,
    weapon: WeaponProfile,
    target: str,
    *,
    off_hand: bool = False,
    obstacle: bool = False,
) -> None:
    """Make all melee attacks of one weapon: one, or as many as CLEAVE gives."""
    count = max(1, value_of(weapon.keywords, "CLEAVE"))
    acting = res.state.unit(action.unit).acting
    for index in range(count):
        foe = _next_target(action.targets, index, target)
        unit = res.state.unit(action.unit)
        # A failed Risky attack ends the activation and the attacks still to come; a free
        # attack is made outside of any activation of its own.
        if not (unit.in_play and unit.acting == acting and res.state.unit(foe).in_play):
            continue
        res.permit(checks.target_in_melee(res.state, res.state.unit(action.unit), res.state.unit(foe)))
        with res.scope(_scope(index, off_hand=off_hand)):
            attack(res, melee_plan(res.state, action, weapon, foe, off_hand=off_hand, obstacle=obstacle))
        if res.state.unit(action.unit).has("diving"):
            # What a diving charge gives is for the next attack only.
            res.emit(ConditionCleared(action.unit, "diving"))
    if count > 1:
        res.cite("TC-KEY-1")


def attack(res: Resolution, plan: Plan, victims: Sequence[str] = ()) -> Roll | None:
    """Make one attack: success roll, then the injury roll of the target and of a blast's other victims.

    Returns the success roll, None where the attack needs none.
    """
    attacker, target = res.state.unit(plan.attacker), res.state.unit(plan.target)
    verb = "fights" if plan.melee else "shoots"
    res.say(f"{attacker.name} {verb} {target.name} ({plan.weapon.name})")
    res.cite(plan.rule)
    roll: Roll | None = None
    if plan.sure:
        res.cite("TC-KEY-1")
        res.say("no roll: hit")
    else:
        roll = success_roll(res, attacker.id, f"the attack on {target.name}", plan.hit)
        res.say(f"{told(roll)}, {_HIT_WORDS[roll.outcome]}")
    outcome = roll.outcome if roll else "success"
    if outcome != "failure":
        extra = (plan.critical_dice(),) if outcome == "critical" else ()
        injure(res, plan.target, _blow(plan, extra))
        for index, victim in enumerate(victims):
            with res.scope(f"{index + 2}:"):
                _catch(res, plan, victim)
    if outcome == "failure":
        end_if_risky(res, attacker.id, risky=is_risky(res, attacker.id, risky=plan.risky))
    return roll


def weapon_of(res: Resolution, unit_id: str, use: str, name: str) -> WeaponProfile:
    """Return a weapon of a unit as it is used, its ammunition counted in.

    Raises:
        Refused: it has none of that name for that use.
    """
    unit = res.state.unit(unit_id)
    weapon = armed(unit, use, name)
    if weapon is None:
        profile = profile_of(unit)
        held = ", ".join(w.name for w in weapons_for(profile, use)) or "none"
        rule = "TC-RNG-1" if use == "ranged" else "TC-MEL-1"
        raise Refused(f"{res.name(unit_id)} has no {use} weapon {name!r}; there are: {held}", rule)
    return weapon


_FIRST = "first weapon:"
"""Prefix of the condition that keeps which weapon the first of two Fight actions used (1.6.3)."""

_HIT_WORDS = {"failure": "miss", "success": "hit", "critical": "critical hit"}


def _blow(plan: Plan, extra: tuple[Modifier, ...]) -> Blow:
    return Blow(
        cause=plan.weapon.name,
        modifiers=(*plan.injury, *extra),
        keywords=plan.keywords,
        by=plan.attacker,
        melee=plan.melee,
    )


def _aimed(res: Resolution, action: Shoot, weapon: WeaponProfile) -> Shoot:
    """Return a shot with what the board says of it, where its player has not (TC-RNG-1).

    Raises:
        Refused: nobody is aimed at.
    """
    unit = res.state.unit(action.unit)
    if measures(res, unit, action.to):
        res.permit(_shots().point_refusal(res.state, action, weapon))
        return action
    if not action.target:
        raise Refused("name the target of the shot", "TC-RNG-1")
    if not placed(res.state, unit, res.state.unit(action.target)):
        return action
    need_enemy(res, unit.id, action.target, "TC-RNG-1")
    measured: Shoot = _shots().measured(res.state, action, weapon)
    return measured


def _shots() -> ModuleType:
    """Return the module of measured shots; only battles on a board load its geometry."""
    return import_module("warband_tui.rules.games.trench_crusade.shots")


def _in_reach(res: Resolution, action: Shoot, weapon: WeaponProfile) -> None:
    if action.to:
        return
    target = res.state.unit(action.target)
    for aimed in (target.id, *(() if "BLAST" in words_of(weapon) else action.targets)):
        need_enemy(res, action.unit, aimed, "TC-RNG-1")
    res.need(action.sight, f"{target.name} is out of sight", "TC-RNG-1")
    if action.distance is not None and weapon.range is not None:
        far = f'{target.name} is {action.distance:g}" away; the {weapon.name} reaches {weapon.range:g}"'
        res.need(action.distance <= weapon.range, far, "TC-RNG-1")


def _volley(res: Resolution, action: Shoot, weapon: WeaponProfile) -> None:
    count = max(1, value_of(weapon.keywords, "AUTOMATIC"))
    if count > 1:
        res.cite("TC-KEY-1")
    for index in range(count):
        aimed = _next_target(action.targets, index, action.target)
        unit = res.state.unit(action.unit)
        if not (unit.acting and unit.in_play and res.state.unit(aimed).in_play):
            continue
        with res.scope(_scope(index)):
            hit = into_melee(res, action.unit, aimed)
            if hit:
                attack(res, shot_plan(res.state, _for(res, action, hit), weapon, hit))


def _for(res: Resolution, action: Shoot, target: str) -> Shoot:
    """Return a shot as it is at another target than the first, measured on a board."""
    unit, other = res.state.unit(action.unit), res.state.unit(target)
    if target == action.target or not placed(res.state, unit, other):
        return action
    measured: Shoot = _shots().at_other(res.state, action, target)
    return measured


def into_melee(res: Resolution, shooter: str, target: str) -> str:
    """Return who a shot is aimed at when its target is in melee with the shooter's own side (TC-RNG-1).

    A D6: 1 to 3 one of the shooter's side, 4 to 6 the target. Empty: the shot is wasted, since none
    of its side could be aimed at.
    """
    friends = friends_in_melee(res.state, shooter, target)
    if not friends:
        return target
    roll = res.roll(
        Pool("who is hit in the melee", base=1, keep=1, unit=shooter),
        lambda made: "friend" if made.total <= 3 else "enemy",
    )
    res.cite("TC-RNG-1")
    if roll.outcome == "enemy":
        return target
    options = (*((f, res.name(f)) for f in friends), ("none", "none of them is in sight and range"))
    label = "which of your own is shot at instead"
    side = res.state.unit(shooter).side
    picked = str(res.ask(Choice("melee.friend", side, label, options=options, default=friends[0])))
    if picked == "none":
        res.say(f"into the melee: {roll.total}, the shot is wasted")
        return ""
    res.say(f"into the melee: {roll.total}, at {res.name(picked)} instead")
    return picked


def _blast(res: Resolution, action: Shoot, weapon: WeaponProfile) -> None:
    res.cite("TC-KEY-1")
    if action.to:
        _at_point(res, action, weapon)
        return
    aimed = into_melee(res, action.unit, action.target)
    if not aimed:
        return
    plan = shot_plan(res.state, action, weapon, aimed)
    victims = dict.fromkeys((action.target, *action.targets) if aimed != action.target else action.targets)
    roll = attack(res, plan, [victim for victim in victims if victim != aimed])
    if roll and roll.outcome == "failure" and "SCATTER" in plan.keywords:
        distance = 7 - roll.total
        res.emit(ConditionSet(action.unit, "scattered", "turn"))
        res.say(f'it scatters {distance}"; the opponent picks the direction')


def _at_point(res: Resolution, action: Shoot, weapon: WeaponProfile) -> None:
    """Carry out a BLAST at a point of the table: all within it and in sight of the point (BLAST, TC-KEY-1)."""
    name = res.name(action.unit)
    modifiers, caught = _shots().point_shot(res.state, action, weapon)
    words = words_of(weapon)
    res.cite("TC-RNG-1")
    if "FLAMETHROWER" in words:
        res.say(f"{name} shoots at a point ({weapon.name}), no roll")
    else:
        roll = success_roll(res, action.unit, "the shot at a point", modifiers)
        res.say(f"{name} shoots at a point ({weapon.name}): {told(roll)}, {_HIT_WORDS[roll.outcome]}")
        if roll.outcome == "failure":
            if "SCATTER" in words:
                res.emit(ConditionSet(action.unit, "scattered", "turn"))
                res.say(f'it scatters {7 - roll.total}"; the opponent picks the direction')
            end_if_risky(res, action.unit, risky=is_risky(res, action.unit, risky="RISKY" in words))
            return
    if not caught:
        res.say("it catches nobody")
    for index, victim in enumerate(caught):
        with res.scope(_scope(index)):
            _catch(res, shot_plan(res.state, action, weapon, victim), victim)


def _catch(res: Resolution, plan: Plan, victim: str) -> None:
    """Hurt one that a blast catches; the critical die is for its target alone."""
    if res.state.unit(victim).in_play:
        res.say(res.name(victim))
        injure(res, victim, _blow(plan, ()))


def _reload(res: Resolution, unit_id: str, weapon: WeaponProfile) -> None:
    if "RELOAD" in words_of(weapon) and res.state.unit(unit_id).acting:
        res.cite("TC-KEY-1")
        stop(res, unit_id, "RELOAD")


def _use_up(res: Resolution, unit_id: str, weapon: WeaponProfile) -> None:
    if "CONSUMABLE" not in words_of(weapon):
        return
    spent = f"used up:{weapon.id}"
    used = f"{res.name(unit_id)} has used the {weapon.name} in this battle"
    res.need(not res.state.unit(unit_id).has(spent), used, "TC-KEY-1")
    res.emit(ConditionSet(unit_id, spent, "battle"))


def _only_foe(res: Resolution, unit_id: str) -> str:
    foes = res.state.in_contact(unit_id)
    if len(foes) == 1:
        return foes[0]
    raise Refused(f"{res.name(unit_id)} is in melee with several: name the target", "TC-MEL-1")


def _second_weapon(res: Resolution, action: Fight, weapon: WeaponProfile, target: str) -> None:
    off = weapon_of(res, action.unit, "melee", action.off_hand)
    one_action = edition(res.state.edition).attacks_with_two_weapons == "one action"
    res.need(one_action, "the second weapon takes an action of its own in this edition", "TC-MEL-1")
    res.need(_has_two(res, action.unit, weapon, off), "that takes two one-handed weapons", "TC-MEL-1")
    if res.state.unit(action.unit).acting:
        strike(res, action, off, action.off_target or target, off_hand=True, obstacle=action.off_obstacle)
        _reload(res, action.unit, off)


def _has_two(res: Resolution, unit_id: str, weapon: WeaponProfile, off: WeaponProfile) -> bool:
    """Whether a fighter can use these two weapons together.

    STRONG fighters hold one two-handed melee weapon in one hand, unless it is CUMBERSOME.
    """
    profile = profile_of(res.state.unit(unit_id))
    if weapon.id == off.id:
        return weapon.hands == 1 and [w.id for w in profile.weapons].count(weapon.id) > 1
    two_handed = [w for w in (weapon, off) if w.hands > 1]
    if not two_handed:
        return True
    return profile.has("STRONG") and len(two_handed) == 1 and "CUMBERSOME" not in words_of(two_handed[0])


def _other_hand(res: Resolution, unit_id: str, weapon: WeaponProfile) -> None:
    """Check the second Fight action of 1.6.3, with the other weapon, and note which is in the off hand."""
    unit = res.state.unit(unit_id)
    first = next((c.removeprefix(_FIRST) for c in unit.conditions if c.startswith(_FIRST)), "")
    main = armed(unit, "melee", first)
    ok = main is not None and _has_two(res, unit_id, main, weapon)
    res.need(ok, f"{unit.name} needs a second one-handed weapon for a second attack", "TC-MEL-1")
    if weapon.id != first and not any(c.startswith(OFF_HAND) for c in unit.conditions):
        res.emit(ConditionSet(unit_id, f"{OFF_HAND}{weapon.id}", "battle"))


def _next_target(targets: Sequence[str], index: int, first: str) -> str:
    return targets[index] if index < len(targets) else first


def _scope(index: int, *, off_hand: bool = False) -> str:
    name = f"{index + 1}:" if index else ""
    return f"off:{name}" if off_hand else name
