"""Attacks: rolls against a defence, damage, what a hit brings with it; grabs and opportunity attacks."""

from __future__ import annotations

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.dnd4e.actions import PROVOKES, SAFE, Attack, BullRush, Grab, Opportunity
from warband_tui.rules.games.dnd4e.amounts import Dice, roll_dice
from warband_tui.rules.games.dnd4e.attack_plan import (
    ADVANTAGE,
    FROM_AFAR,
    SHORT,
    Made,
    blow,
    modifiers,
    out_of_reach,
    power_of,
    power_refusal,
    targets_of,
)
from warband_tui.rules.games.dnd4e.budget import STANDARD, spend
from warband_tui.rules.games.dnd4e.chances import Blow, needed, outcome, weaker
from warband_tui.rules.games.dnd4e.declarations import BATTLE, ONGOING, USED
from warband_tui.rules.games.dnd4e.durations import during, outlasts, until
from warband_tui.rules.games.dnd4e.encounter import ongoing_of, start
from warband_tui.rules.games.dnd4e.ground import squares
from warband_tui.rules.games.dnd4e.profile import Lasting, Power, creature
from warband_tui.rules.games.dnd4e.states import (
    afflict,
    cannot_act,
    cannot_react,
    cure,
    no_opportunity,
)
from warband_tui.rules.games.dnd4e.vitality import hurt
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

HITS = ("hit", "critical")
_NOTHING = Dice()


def attack(res: Resolution, action: Attack) -> None:
    """Attack with a power."""
    targets = targets_of(action)
    unit = res.affected(action.unit) if action.off_turn else start(res, action.unit)
    power = power_of(unit, action)
    res.permit(power_refusal(res.state, unit, power))
    res.permit(out_of_reach(res.state, unit, power, action, targets))
    provoked = provoked_by(res, unit, power.kind)
    if action.off_turn:
        _react(res, unit, power)
    else:
        spend(res, unit.id, power.action if power.action != "immediate" else "free")
    for foe in provoked:
        strike_back(res, Opportunity(foe, target=unit.id, trigger=power.kind))
        res.cite("D4-OA-2")
        if not res.state.unit(unit.id).in_play or cannot_act(res.state, res.state.unit(unit.id)):
            res.say(f"The attack of {unit.name} is lost")
            return
    strike(res, unit.id, action, power, targets)


def provoked_by(res: Resolution, unit: Unit, kind: str) -> tuple[str, ...]:
    """Return who strikes at a creature that attacks from afar beside them, their players asked (D4-OA-2)."""
    if kind not in FROM_AFAR or res.state.board is None or not unit.at:
        return ()
    from warband_tui.rules.games.dnd4e.going import ask_beside

    return ask_beside(res, unit, kind)


def opportunity(res: Resolution, action: Opportunity) -> None:
    """Make an opportunity attack in the middle of somebody's move or shot (D4-OA-3, 4, 5)."""
    unit = res.affected(action.unit)
    (target, *_) = targets_of(action)
    foe = res.state.unit(target)
    _provoked(res, action, foe)
    res.permit(_not_beside(res.state, unit, foe, action))
    res.permit(cannot_strike_back(res.state, unit))
    unseen = action.unseen or unit.has("blinded")
    res.need(not unseen, f"{unit.name} does not see {foe.name}", "D4-OA-5")
    res.permit(power_refusal(res.state, unit, power_of(unit, action), basic=not action.leaving))
    strike_back(res, action)


def strike_back(res: Resolution, action: Opportunity) -> None:
    """Carry out an opportunity attack: one in each other combatant's turn (D4-OA-4, D4-OA-5)."""
    unit = res.state.unit(action.unit)
    res.emit(ConditionSet(unit.id, "opportunity used", during(res.state.active or action.target)))
    res.cite("D4-OA-4", "D4-OA-5")
    res.say("Opportunity attack")
    strike(res, unit.id, action, power_of(unit, action), (action.target,))


def cannot_strike_back(state: BattleState, unit: Unit) -> Refusal | None:
    """Opportunity attack: one in each other combatant's turn, by whoever can react (D4-OA-4, D4-OA-5)."""
    if state.active == unit.id:
        return Refusal(
            f"it is {unit.name}'s own turn: opportunity actions are for those of others", ("D4-OA-4",)
        )
    return no_opportunity(unit)


def strike(res: Resolution, unit_id: str, action: Made, power: Power, targets: tuple[str, ...]) -> None:
    """Roll against each target, and one damage roll for all that are hit."""
    if power.usage != "at-will":
        res.emit(ConditionSet(unit_id, USED + power.id, BATTLE))
    unit = res.state.unit(unit_id)
    for target in targets:
        _need_target(res, unit, target)
    results = {target: _attack_roll(res, unit, action, power, target, targets) for target in targets}
    rolled = _damage_roll(res, unit, action, power, results)
    for target, result in results.items():
        foe = res.state.unit(target)
        planned = blow(res.state, unit, foe, action, power, targets)
        points = _points(res, planned, action, power, result, rolled, unit)
        if points or (result in HITS and power.damage):
            hurt(res, target, points, power.type, by=unit_id, using=power.name, spare=action.spare)
        if result in HITS and res.state.unit(target).in_play:
            _effects(res, unit_id, target, power)


def grab(res: Resolution, action: Grab) -> None:
    """Grab a creature: Strength against Reflex, at most one size larger than the grabber."""
    unit = start(res, action.unit)
    if not action.target:
        raise Refused("name the target of the grab")
    _need_target(res, unit, action.target)
    power = Power("grab", "grab", attack=creature(unit).strength, versus="reflex")
    res.permit(out_of_reach(res.state, unit, power, action, (action.target,)))
    spend(res, unit.id, STANDARD)
    if strength_roll(res, unit, action, power, action.target) in HITS:
        afflict(res, action.target, "grabbed", f"{BATTLE}@{unit.id}", "grab")


def strength_roll(
    res: Resolution, unit: Unit, action: Made | Grab | BullRush, power: Power, target: str
) -> str:
    """Roll a Strength attack, such as a grab or a bull rush, and return its result."""
    return _attack_roll(res, unit, action, power, target, (target,))


def add_ongoing(res: Resolution, unit_id: str, points: int, kind: str, lasts: str, why: str = "") -> None:
    """Give ongoing damage: of each type only the highest counts."""
    unit = res.state.unit(unit_id)
    for name in unit.conditions:
        if name.startswith(ONGOING) and ongoing_of(name)[0] == kind:
            if ongoing_of(name)[1] > points:
                res.say(f"{unit.name} has {name} already")
                return
            if ongoing_of(name)[1] < points:
                cure(res, unit_id, name, "worse")
    name = f"{ONGOING}{kind} {points}".replace("  ", " ")
    old = unit.conditions.get(name)
    if old is None or outlasts(lasts, old):
        res.emit(ConditionSet(unit_id, name, lasts, why))
        res.say(f"{unit.name} has {name}")


def give(res: Resolution, unit_id: str, condition: str, lasts: Lasting, by: str, why: str = "") -> None:
    """Give a condition for as long as an effect says."""
    changed = afflict(res, unit_id, condition, until(res.state, lasts, unit_id, by), why)
    if not changed:
        res.say(f"{res.name(unit_id)} is {condition} already")


# Inside


def _react(res: Resolution, unit: Unit, power: Power) -> None:
    """Pay for an attack out of turn: an immediate action once a round, a free one always."""
    res.permit(cannot_react(unit))
    if power.action == "immediate":
        used = unit.has("immediate used")
        res.need(not used, f"{unit.name} has used its immediate action this round")
        res.emit(ConditionSet(unit.id, "immediate used", until(res.state, "start", unit.id)))


def _provoked(res: Resolution, action: Opportunity, foe: Unit) -> None:
    """See that what happens provokes at all (D4-OA-2, D4-OA-3)."""
    if action.trigger not in (*PROVOKES, *SAFE):
        raise Refused(f"{action.trigger!r} is nothing that provokes; {', '.join(PROVOKES)} do", "D4-OA-3")
    rule = "D4-OA-2" if action.trigger in ("ranged", "area", "close", "melee") else "D4-OA-3"
    provokes = action.trigger in PROVOKES
    if action.leaving and action.trigger in (*PROVOKES, *SAFE):
        rule, provokes = "D4-OA-7", action.trigger == "shift" or (provokes and rule != "D4-OA-2")
    res.need(provokes, f"{foe.name}: {action.trigger} provokes no opportunity attack", rule)
    res.cite(rule)


def _not_beside(state: BattleState, unit: Unit, foe: Unit, action: Opportunity) -> Refusal | None:
    """Return why a creature that came past, or shot, on the board gave no cause to strike (D4-OA-1, D4-OA-2)."""
    if state.board is None or not (unit.at and foe.at):
        return None
    from warband_tui.rules.games.dnd4e.provoking import passed_by

    return passed_by(state, unit, foe, moved=action.trigger not in FROM_AFAR)


def _need_target(res: Resolution, unit: Unit, target: str) -> None:
    foe = res.state.unit(target)
    if foe.id == unit.id:
        raise Refused(f"{unit.name} cannot attack itself")
    if not foe.in_play:
        raise Refused(f"{foe.name} is off the table")


def _attack_roll(
    res: Resolution,
    unit: Unit,
    action: Made | Grab | BullRush,
    power: Power,
    target: str,
    targets: tuple[str, ...],
) -> str:
    foe = res.state.unit(target)
    added = modifiers(res.state, unit, foe, power, action, targets)
    needs = creature(foe).defence(power.versus)
    res.cite(*(m.rule for m in added))
    head = f"{unit.name} at {foe.name}, {power.name}"
    if action.result:
        res.say(f"{head}: {action.result}")
        return action.result
    die = needed(sum(m.flat for m in added), needs, 2)
    label = f"{head} ({SHORT[power.versus]} {needs}: {die})"
    pool = Pool(label, base=1, keep=1, sides=20, modifiers=added, unit=unit.id)
    planned = Blow(pool.flat, needs, damage=_NOTHING)
    rolled = res.roll(pool, lambda roll: outcome(roll.dice[0], planned))
    verdict = {"miss": "misses", "hit": "hits", "critical": "critical hit"}[rolled.outcome]
    better = any(modifier.source.startswith(ADVANTAGE) for modifier in added)
    with_it = ", combat advantage" if better else ""
    res.say(
        f"{head}: {rolled.dice[0]} {rolled.flat:+d} = {rolled.total} against {SHORT[power.versus]} {needs}{with_it}, {verdict}"
    )
    return rolled.outcome


def _damage_roll(
    res: Resolution, unit: Unit, action: Made, power: Power, results: dict[str, str]
) -> int | None:
    """Roll damage once for all targets that need it; None where real dice said, or nobody does."""
    wanted = any(r == "hit" or (r == "miss" and power.half) for r in results.values())
    if action.damage is not None or not power.damage or not wanted:
        return None
    foe = res.state.unit(next(iter(results)))
    dice = blow(res.state, unit, foe, action, power, tuple(results)).damage
    return roll_dice(res, dice, f"damage of {power.name}, {dice}", unit.id)


def _points(
    res: Resolution, planned: Blow, action: Made, power: Power, result: str, rolled: int | None, unit: Unit
) -> int:
    if action.damage is not None and result in HITS:
        return action.damage
    if not power.damage:
        return 0
    if result == "critical":
        points = max(0, planned.damage.most)
        if planned.critical.most:
            points += roll_dice(res, planned.critical, f"critical hit, {planned.critical}", unit.id)
        return weaker(points, planned)
    if result == "hit":
        return weaker(rolled or 0, planned)
    if not planned.half or planned.never_halved:
        return 0
    whole = action.damage if action.damage is not None else rolled or 0
    return weaker(whole // 2, planned)


def _effects(res: Resolution, unit_id: str, target: str, power: Power) -> None:
    for effect in power.effects:
        if effect.ongoing:
            lasts = until(res.state, effect.until, target, unit_id)
            add_ongoing(res, target, effect.ongoing, effect.type, lasts, power.name)
        if effect.condition:
            give(res, target, effect.condition, effect.until, unit_id, power.name)
    for how, number in power.moves.items():
        res.say(f"{res.name(target)} may be {_MOVED.get(how, how)}{squares(number)}")


_MOVED = {"push": "pushed", "pull": "pulled", "slide": "slid"}


def can_attack(state: BattleState, unit: Unit) -> Refusal | None:
    """Attack: with anything that has not been used up."""
    del state
    powers = creature(unit).attacks
    if powers and all(unit.has(USED + p.id) for p in powers):
        return Refusal(f"{unit.name} has used all of its powers")
    return None


def any_target(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Attack: every enemy on the table may be aimed at."""
    del state, unit, foe
    return None
