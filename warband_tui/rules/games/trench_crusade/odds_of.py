"""The odds of an action as it stands in a battle, with what each marker would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.actions import Action
from warband_tui.rules.dice import GivenDice
from warband_tui.rules.games.trench_crusade import actions as act
from warband_tui.rules.games.trench_crusade.activation import start
from warband_tui.rules.games.trench_crusade.attack_plan import (
    OFFENSIVE,
    Plan,
    armed,
    as_attack,
    friends_in_melee,
    in_off_hand,
    melee_plan,
    saving_words,
    shot_plan,
)
from warband_tui.rules.games.trench_crusade.chances import (
    ATTACK_RESULTS,
    Attack,
    AttackResult,
    negated,
    success,
    whole_attack,
)
from warband_tui.rules.games.trench_crusade.declarations import CHOICES
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import placed
from warband_tui.rules.games.trench_crusade.injury import sources
from warband_tui.rules.games.trench_crusade.keywords import normal_set
from warband_tui.rules.games.trench_crusade.profile import allowance, exact, heavy_kit, profile_of
from warband_tui.rules.games.trench_crusade.spending import best, own_blessing, own_blood, ways
from warband_tui.rules.games.trench_crusade.turn import LEADER_DIE, flees_if_it_fails, hold_chance, leader_up
from warband_tui.rules.resolution import BadChoice, Refused, Resolution, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit

_LABELS = {
    "failure": "miss",
    "none": "no effect",
    "minor": "minor hit",
    "down": "Down",
    "out": "out of action",
}

_WORDS: Mapping[AttackResult, str] = {"out": "out", "down": "Down"}
"""What the ways to spend markers are compared by."""
_SUFFIX: Mapping[AttackResult, str] = {"out": "", "down": ": Down"}

Choices = Mapping[str, Value]


def odds(state: BattleState, action: Action, choices: Choices) -> Odds | None:
    """Return the exact odds of an action, None where it rolls nothing that can fail.

    Of several attacks in one action they are those of the first.

    Raises:
        Refused: it cannot be done at all.
        BadChoice: a choice that is none, or that spends what is not there.
    """
    strange = sorted(c for c in choices if c.rpartition(":")[2] not in CHOICES)
    if strange:
        raise BadChoice(f"no choice {', '.join(strange)}; there are {', '.join(sorted(CHOICES))}")
    maker = _MAKERS.get(type(action))
    return maker(state, action, choices) if maker else None


def begun(state: BattleState, unit_id: str) -> BattleState:
    """Return the state once a unit's activation has begun: it stands up, heals and sickens first."""
    res = Resolution(state, GivenDice(()))
    try:
        start(res, unit_id)
    except Refused:
        return state
    return res.state


def _spent(choices: Choices, name: str, most: int) -> int:
    value = choices.get(name, 0)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise BadChoice(f"{name}: {value!r} is not from 0 to {most}")
    return int(value)


def _success_dice(unit: Unit, choices: Choices) -> int:
    """Return what the markers spent on a unit's success roll add to it."""
    plus = _spent(choices, "success.blessing", unit.counter("blessing"))
    minus = [_spent(choices, f"success.{name}", unit.counter(name)) for name in ("blood", "infection")]
    return plus - sum(minus)


def _injury_spending(target: Unit, price: int, choices: Choices) -> tuple[int, bool]:
    """Return the dice that markers add to an injury roll, and whether a bloodbath is paid for."""
    blood, infection = target.counter("blood"), target.counter("infection")
    bloodbath = bool(_spent(choices, "injury.bloodbath", int(blood + infection >= price)))
    if bloodbath:
        paid = min(blood, price)
        blood, infection = blood - paid, infection - (price - paid)
    dice = _spent(choices, "injury.blood", blood) + _spent(choices, "injury.infection", infection)
    return dice - _spent(choices, "injury.blessing", target.counter("blessing")), bloodbath


def attack_in(state: BattleState, action: act.Shoot | act.Fight) -> tuple[BattleState, Plan, Attack]:
    """Return an attack as its odds see it, with the state in which it is made.

    Raises:
        Refused: it cannot be made at all.
    """
    state = begun(state, action.unit)
    plan = _shot_plan(state, action) if isinstance(action, act.Shoot) else _melee_plan(state, action)
    return state, plan, as_attack(state, plan)


def _shot_plan(state: BattleState, action: act.Shoot) -> Plan:
    unit = state.unit(action.unit)
    weapon = armed(unit, "ranged", action.weapon)
    if weapon is None:
        raise Refused(f"{unit.name} has no ranged weapon {action.weapon!r}", "TC-RNG-1")
    if placed(state, unit, state.unit(action.target)):
        shots = import_module("warband_tui.rules.games.trench_crusade.shots")
        action = shots.measured(state, action, weapon)
    return shot_plan(state, action, weapon, action.target)


def _melee_plan(state: BattleState, action: act.Fight) -> Plan:
    unit = state.unit(action.unit)
    weapon = armed(unit, "melee", action.weapon)
    contacts = state.in_contact(unit.id)
    target = action.target or (contacts[0] if contacts else "")
    if weapon is None or not target:
        raise Refused(f"{unit.name} has nothing to fight with or nobody to fight", "TC-MEL-1")
    off_hand = in_off_hand(unit, weapon, edition(state.edition))
    return melee_plan(state, action, weapon, target, off_hand=off_hand, obstacle=action.obstacle)


def _shot(state: BattleState, action: act.Shoot, choices: Choices) -> Odds | None:
    if not action.target:
        return None
    state, plan, attack = attack_in(state, action)
    friend = bool(friends_in_melee(state, action.unit, action.target))
    return _attack(state, plan, attack, choices, into_melee=friend)


def _melee(state: BattleState, action: act.Fight, choices: Choices) -> Odds:
    return _attack(*attack_in(state, action), choices)


def _attack(
    state: BattleState, plan: Plan, attack: Attack, choices: Choices, *, into_melee: bool = False
) -> Odds:
    rules = edition(state.edition).odds
    spent = _success_dice(state.unit(plan.attacker), choices)
    attack = replace(attack, dice=attack.dice + spent) if spent else attack
    dice, bloodbath = _injury_spending(state.unit(plan.target), attack.price, choices)
    result = whole_attack(attack, rules, dice=dice, bloodbath=bloodbath)
    # A D6 decides whether a shot into a melee goes at the enemy or at one's own (TC-RNG-1).
    aimed = Fraction(1, 2) if into_melee else Fraction(1)
    chances = tuple(Chance(r, _LABELS[r], aimed * result.chance(r)) for r in ATTACK_RESULTS)
    if into_melee:
        chances += (Chance("friend", "at one of your own", 1 - aimed),)
    offered = ways(attack, rules)
    top = best(offered)
    # Where nothing takes the target out (TOUGH), the ways differ in how likely it goes Down.
    counted: AttackResult = "out" if any(way.out for way in offered) else "down"
    told = tuple(
        Way(
            _way_label(w.dice, w.bloodbath, attack) + _SUFFIX[counted],
            aimed * w.result.chance(counted),
            _way_choices(w.dice, w.bloodbath, attack),
            best=w is top,
        )
        for w in offered
    )
    return Odds(
        chances,
        pool=_pool_text(plan, attack),
        ways=(*told, *_own_markers(state, plan, attack, aimed, counted))
        if len(told) > 1 or _has_markers(state, plan)
        else (),
        advice=_advice(
            aimed * offered[0].result.chance(counted),
            aimed * top.result.chance(counted),
            _way_label(top.dice, top.bloodbath, attack),
            _WORDS[counted],
        ),
    )


def _way_choices(dice: int, bloodbath: bool, attack: Attack) -> dict[str, Value]:
    """Return the choices that carry a way out: blood is spent before infection, as a bloodbath does."""
    blood = attack.blood - (min(attack.blood, attack.price) if bloodbath else 0)
    made: dict[str, Value] = {"injury.blood": min(dice, blood), "injury.bloodbath": int(bloodbath)}
    if dice > blood:
        made["injury.infection"] = dice - blood
    return made


def _way_label(dice: int, bloodbath: bool, attack: Attack) -> str:
    parts = []
    if bloodbath:
        parts.append(f"bloodbath for {attack.price}")
    if dice:
        parts.append(f"{dice} {'markers' if attack.infection else 'blood'} as dice")
    return " and ".join(parts) or "spend nothing"


def _advice(plain: Fraction, top: Fraction, label: str, counted: str) -> str:
    if top <= plain:
        return ""
    return f"best: {label}, {counted} {_percent(top)} instead of {_percent(plain)}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def _has_markers(state: BattleState, plan: Plan) -> bool:
    unit = state.unit(plan.attacker)
    return bool(unit.counter("blessing") or unit.counter("blood"))


def _own_markers(
    state: BattleState, plan: Plan, attack: Attack, aimed: Fraction, counted: AttackResult
) -> list[Way]:
    """Return what the attacker's own blessing, and the enemy's use of its blood, would do."""
    rules = edition(state.edition).odds
    unit = state.unit(plan.attacker)
    found = []
    for count, spent in enumerate(own_blessing(attack, rules, unit.counter("blessing"))):
        if count:
            found.append(
                Way(
                    f"{count} blessing on the attack{_SUFFIX[counted]}",
                    aimed * spent.result.chance(counted),
                    {"success.blessing": count},
                )
            )
    for count, spent in enumerate(own_blood(attack, rules, unit.counter("blood"))):
        if count:
            label = f"enemy spends {count} of its blood{_SUFFIX[counted]}"
            found.append(Way(label, aimed * spent.result.chance(counted), {"success.blood": count}))
    return found


def _pool_text(plan: Plan, attack: Attack) -> str:
    net = f"{attack.dice:+d} dice" if attack.dice else "2 dice"
    hit = sources(plan.hit)
    return "hits without a roll" if plan.sure else f"{hit} = {net}" if hit else net


def _success(unit: Unit, choices: Choices, ok: str, extra: int = 0) -> Odds:
    dice = extra - unit.has("down") + _success_dice(unit, choices)
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
        return _success(begun(state, action.unit).unit(action.unit), choices, ok)

    return maker


def _climb(state: BattleState, action: act.Climb, choices: Choices) -> Odds | None:
    unit = begun(state, action.unit).unit(action.unit)
    free = action.easy or profile_of(unit).has("FLYING")
    return None if free else _success(unit, choices, "climbs")


def _jump(state: BattleState, action: act.Jump, choices: Choices) -> Odds | None:
    unit = begun(state, action.unit).unit(action.unit)
    return None if profile_of(unit).has("FLYING") else _success(unit, choices, "lands")


def _dangerous(state: BattleState, action: act.Dangerous, choices: Choices) -> Odds | None:
    unit = begun(state, action.unit).unit(action.unit)
    profile = profile_of(unit)
    flies = profile.has("FLYING") and edition(state.edition).flying_ignores_dangerous
    free = flies or profile.negates("DANGEROUS TERRAIN")
    return None if free else _success(unit, choices, "unhurt")


def _ledge(state: BattleState, action: act.Ledge, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    before_down = edition(state.edition).down_in_own_activation == "ends" and unit.has("down")
    return _success(unit, choices, "stays", int(before_down))


def _special(state: BattleState, action: act.Special, choices: Choices) -> Odds | None:
    unit = begun(state, action.unit).unit(action.unit)
    declared = next((a for a in profile_of(unit).actions if action.action in (a.id, a.name)), None)
    if declared is None or not (declared.roll or declared.risky):
        return None
    return _success(unit, choices, declared.name, declared.dice)


def _charge(state: BattleState, action: act.Charge, choices: Choices) -> Odds | None:
    """Return the chance that a charge of a stated distance gets within 1"; None if a player says so."""
    unseen = edition(state.edition).unseen_charge
    action = _charge_on_board(state, action)
    if action.distance is None or action.stopped_by or not (action.sight or unseen == "risky"):
        return None
    state = begun(state, action.unit)
    unit = state.unit(action.unit)
    base, half = allowance(unit), unit.has("stood")
    bonuses = (
        [Fraction(0)] if heavy_kit(profile_of(unit)) else [Fraction(d, 2 if half else 1) for d in range(1, 7)]
    )
    gap = exact(action.distance)
    gaps = [gap + step for step in (1, 2, 3)] if _spent(choices, "charge.evade", 1) else [gap]
    made = sum(g - min(base + b, Fraction(12)) <= 1 for b in bonuses for g in gaps)
    chance = Fraction(made, len(bonuses) * len(gaps)) if gap <= 12 else Fraction(0)
    if not action.sight:
        chance *= _success(unit, choices, "goes on").chances[0].chance
    pool = f'{float(base):g} + D6{" / 2" if half else ""} against {float(gap):g}"'
    return Odds(
        (Chance("reached", "in contact", chance), Chance("short", "falls short", 1 - chance)), pool=pool
    )


def _charge_on_board(state: BattleState, action: act.Charge) -> act.Charge:
    """Return a charge with the length of its way, if it is measured and risks nothing on it."""
    targets = action.targets or ((action.target,) if action.target else ())
    units = [state.unit(action.unit), *(state.unit(target) for target in targets)]
    if action.distance is not None or not targets or not placed(state, *units):
        return action
    board = import_module("warband_tui.rules.games.trench_crusade.board_asks")
    found = board.charge_length(state, action.unit, targets)
    return action if found is None else replace(action, distance=found[0], sight=found[1])


def _injury(state: BattleState, action: act.Injury, choices: Choices) -> Odds:
    target = state.unit(action.unit)
    profile = profile_of(target)
    words = (normal_set(action.keywords) & OFFENSIVE) - negated(profile.words)
    attack = Attack(
        injury_dice=action.injury_dice,
        modifier=action.modifier,
        armour=profile.armour,
        down=target.has("down"),
        keywords=words | saving_words(target) | {"FLAMETHROWER"} | ({"DEADLY"} if action.deadly else set()),
    )
    rules = edition(state.edition).odds
    dice, bloodbath = _injury_spending(target, attack.price, choices)
    result = whole_attack(attack, rules, dice=dice, bloodbath=bloodbath)
    chances = tuple(Chance(r, _LABELS[r], result.chance(r)) for r in ATTACK_RESULTS if r != "failure")
    return Odds(chances, pool=f"armour {profile.armour:+d}" if profile.armour else "no armour")


def _morale(state: BattleState, action: act.Morale, choices: Choices) -> Odds:
    del choices
    side = state.side(action.side)
    hold = hold_chance(state, side.id)
    if action.modifier:
        hold = 1 - success(leader_up(state, side.id) * LEADER_DIE.dice + action.modifier).chance("failure")
    fails = "flees" if flees_if_it_fails(state, side.id) else "Shaken"
    return Odds((Chance("hold", "holds", hold), Chance("failure", fails, 1 - hold)))


_MAKERS: dict[type[Action], Callable[[BattleState, Any, Choices], Odds | None]] = {
    act.Shoot: _shot,
    act.Fight: _melee,
    act.Charge: _charge,
    act.Dash: _of_roll("dashes"),
    act.Dive: _of_roll("in contact"),
    act.Climb: _climb,
    act.Jump: _jump,
    act.Dangerous: _dangerous,
    act.Ledge: _ledge,
    act.Stand: _of_roll("stands"),
    act.Special: _special,
    act.Injury: _injury,
    act.Morale: _morale,
}
