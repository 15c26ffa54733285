"""The odds of an action as it stands in a battle, with what each marker would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.actions import Action
from warband_tui.rules.games.trench_crusade import actions as act
from warband_tui.rules.games.trench_crusade.attack_plan import Plan, as_attack, melee_plan, shot_plan
from warband_tui.rules.games.trench_crusade.chances import (
    ATTACK_RESULTS,
    Attack,
    best,
    own_blessing,
    own_blood,
    success,
    ways,
    whole_attack,
)
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.injury import sources
from warband_tui.rules.games.trench_crusade.profile import allowance, find_weapon, heavy_kit, profile_of
from warband_tui.rules.games.trench_crusade.turn import LEADER_DIE, hold_chance, leader_up
from warband_tui.rules.resolution import Refused, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit

_LABELS = {
    "failure": "miss",
    "none": "no effect",
    "minor": "minor hit",
    "down": "Down",
    "out": "out of action",
}

Choices = Mapping[str, Value]


def odds(state: BattleState, action: Action, choices: Choices) -> Odds | None:
    """Return the exact odds of an action, None where it rolls nothing that can fail."""
    maker = _MAKERS.get(type(action))
    return maker(state, action, choices) if maker else None


def _shot(state: BattleState, action: act.Shoot, choices: Choices) -> Odds:
    profile = profile_of(state.unit(action.unit))
    weapon = find_weapon(profile, "ranged", action.weapon)
    if weapon is None:
        raise Refused(f"{state.unit(action.unit).name} has no ranged weapon {action.weapon!r}", "TC-RNG-1")
    return _attack(state, shot_plan(state, action, weapon, action.target), choices)


def _melee(state: BattleState, action: act.Fight, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    weapon = find_weapon(profile_of(unit), "melee", action.weapon)
    contacts = state.in_contact(unit.id)
    target = action.target or (contacts[0] if contacts else "")
    if weapon is None or not target:
        raise Refused(f"{unit.name} has nothing to fight with or nobody to fight", "TC-MEL-1")
    return _attack(state, melee_plan(state, action, weapon, target, obstacle=action.obstacle), choices)


def _attack(state: BattleState, plan: Plan, choices: Choices) -> Odds:
    rules = edition(state.edition).odds
    attack = _with_choices(as_attack(state, plan), choices)
    extra = int(choices.get("injury.blood", 0)) + int(choices.get("injury.infection", 0))
    dice = extra - int(choices.get("injury.blessing", 0))
    bloodbath = bool(choices.get("injury.bloodbath", 0))
    result = whole_attack(attack, rules, dice=dice, bloodbath=bloodbath)
    chances = tuple(Chance(r, _LABELS[r], result.chance(r)) for r in ATTACK_RESULTS)
    offered = ways(attack, rules)
    top = best(offered)
    told = tuple(
        Way(
            _way_label(w.dice, w.bloodbath, attack),
            w.out,
            {"injury.blood": w.dice, "injury.bloodbath": int(w.bloodbath)},
            best=w is top,
        )
        for w in offered
    )
    return Odds(
        chances,
        pool=_pool_text(plan, attack),
        ways=(*told, *_own_markers(state, plan, attack))
        if len(told) > 1 or _has_markers(state, plan)
        else (),
        advice=_advice(offered[0].out, top.out, _way_label(top.dice, top.bloodbath, attack)),
    )


def _with_choices(attack: Attack, choices: Choices) -> Attack:
    """Return the attack with the markers spent on the success roll."""
    dice = int(choices.get("success.blessing", 0))
    dice -= int(choices.get("success.blood", 0)) + int(choices.get("success.infection", 0))
    return replace(attack, dice=attack.dice + dice) if dice else attack


def _way_label(dice: int, bloodbath: bool, attack: Attack) -> str:
    parts = []
    if bloodbath:
        parts.append(f"bloodbath for {attack.price}")
    if dice:
        parts.append(f"{dice} blood as dice")
    return " and ".join(parts) or "spend nothing"


def _advice(plain: Fraction, top: Fraction, label: str) -> str:
    if top <= plain:
        return ""
    return f"best: {label}, out {_percent(top)} instead of {_percent(plain)}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def _has_markers(state: BattleState, plan: Plan) -> bool:
    unit = state.unit(plan.attacker)
    return bool(unit.counter("blessing") or unit.counter("blood"))


def _own_markers(state: BattleState, plan: Plan, attack: Attack) -> list[Way]:
    """Return what the attacker's own blessing, and the enemy's use of its blood, would do."""
    rules = edition(state.edition).odds
    unit = state.unit(plan.attacker)
    found = []
    for count, spent in enumerate(own_blessing(attack, rules, unit.counter("blessing"))):
        if count:
            found.append(
                Way(
                    f"{count} blessing on the attack", spent.result.chance("out"), {"success.blessing": count}
                )
            )
    for count, spent in enumerate(own_blood(attack, rules, unit.counter("blood"))):
        if count:
            label = f"enemy spends {count} of its blood"
            found.append(Way(label, spent.result.chance("out"), {"success.blood": count}))
    return found


def _pool_text(plan: Plan, attack: Attack) -> str:
    net = f"{attack.dice:+d} dice" if attack.dice else "2 dice"
    hit = sources(plan.hit)
    return "hits without a roll" if plan.sure else f"{hit} = {net}" if hit else net


def _success(unit: Unit, choices: Choices, ok: str, extra: int = 0) -> Odds:
    dice = extra - unit.has("down") + int(choices.get("success.blessing", 0))
    dice -= int(choices.get("success.blood", 0)) + int(choices.get("success.infection", 0))
    chance = success(dice)
    made = 1 - chance.chance("failure")
    ways_ = [
        Way(f"{n} blessing", 1 - success(dice + n).chance("failure"), {"success.blessing": n})
        for n in range(1, unit.counter("blessing") + 1)
    ]
    ways_ += [
        Way(f"enemy spends {n} blood", 1 - success(dice - n).chance("failure"), {"success.blood": n})
        for n in range(1, unit.counter("blood") + 1)
    ]
    pool = f"{dice:+d} dice" if dice else "2 dice"
    return Odds(
        (Chance("success", ok, made), Chance("failure", "failed", 1 - made)), pool=pool, ways=tuple(ways_)
    )


def _of_roll(ok: str) -> Callable[[BattleState, Any, Choices], Odds]:
    def maker(state: BattleState, action: Any, choices: Choices) -> Odds:
        return _success(state.unit(action.unit), choices, ok)

    return maker


def _climb(state: BattleState, action: act.Climb, choices: Choices) -> Odds | None:
    return None if action.easy else _success(state.unit(action.unit), choices, "climbs")


def _special(state: BattleState, action: act.Special, choices: Choices) -> Odds | None:
    unit = state.unit(action.unit)
    declared = next((a for a in profile_of(unit).actions if action.action in (a.id, a.name)), None)
    if declared is None or not (declared.roll or declared.risky):
        return None
    return _success(unit, choices, declared.name, declared.dice)


def _charge(state: BattleState, action: act.Charge, choices: Choices) -> Odds | None:
    """Return the chance that a charge of a stated distance gets within 1"."""
    del choices
    if action.distance is None:
        return None
    unit = state.unit(action.unit)
    base, half = allowance(unit), unit.has("stood")
    bonuses = (
        [Fraction(0)] if heavy_kit(profile_of(unit)) else [Fraction(d, 2 if half else 1) for d in range(1, 7)]
    )
    gap = Fraction(action.distance)
    made = sum(gap - min(base + b, Fraction(12)) <= 1 for b in bonuses)
    chance = Fraction(made, len(bonuses)) if gap <= 12 else Fraction(0)
    pool = f'{float(base):g} + D6{" / 2" if half else ""} against {float(gap):g}"'
    return Odds(
        (Chance("reached", "in contact", chance), Chance("short", "falls short", 1 - chance)), pool=pool
    )


def _injury(state: BattleState, action: act.Injury, choices: Choices) -> Odds:
    target = state.unit(action.unit)
    profile = profile_of(target)
    words = profile.words - ({"TOUGH"} if target.has("tough used") else frozenset())
    attack = Attack(
        injury_dice=action.injury_dice,
        modifier=action.modifier,
        armour=profile.armour,
        blood=target.counter("blood"),
        down=target.has("down"),
        keywords=words | {"FLAMETHROWER"} | ({"DEADLY"} if action.deadly else frozenset()),
    )
    rules = edition(state.edition).odds
    dice = int(choices.get("injury.blood", 0)) - int(choices.get("injury.blessing", 0))
    result = whole_attack(attack, rules, dice=dice, bloodbath=bool(choices.get("injury.bloodbath", 0)))
    chances = tuple(Chance(r, _LABELS[r], result.chance(r)) for r in ATTACK_RESULTS if r != "failure")
    return Odds(chances, pool=f"armour {profile.armour:+d}" if profile.armour else "no armour")


def _morale(state: BattleState, action: act.Morale, choices: Choices) -> Odds:
    del choices
    side = state.side(action.side)
    hold = hold_chance(state, side.id)
    if action.modifier:
        hold = 1 - success(leader_up(state, side.id) * LEADER_DIE.dice + action.modifier).chance("failure")
    fails = "flees" if side.has("shaken") or edition(state.edition).failed_morale == "flees" else "Shaken"
    return Odds((Chance("hold", "holds", hold), Chance("failure", fails, 1 - hold)))


_MAKERS: dict[type[Action], Callable[[BattleState, Any, Choices], Odds | None]] = {
    act.Shoot: _shot,
    act.Fight: _melee,
    act.Charge: _charge,
    act.Dash: _of_roll("dashes"),
    act.Dive: _of_roll("in contact"),
    act.Climb: _climb,
    act.Jump: _of_roll("lands"),
    act.Dangerous: _of_roll("unhurt"),
    act.Stand: _of_roll("stands"),
    act.Special: _special,
    act.Injury: _injury,
    act.Morale: _morale,
}
