"""Moving: standard moves, charges, retreats, dashes. Lengths are inches, stated by the player."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from types import ModuleType

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, ConditionCleared, ConditionSet, Disengaged, Engaged, Moved
from warband_tui.rules.games.trench_crusade import checks
from warband_tui.rules.games.trench_crusade.actions import Charge, Dash, Dive, Fight, Move, Retreat, Stand
from warband_tui.rules.games.trench_crusade.activation import end_if_risky, need_enemy, start
from warband_tui.rules.games.trench_crusade.attack_plan import armed
from warband_tui.rules.games.trench_crusade.attacks import strike
from warband_tui.rules.games.trench_crusade.editions import EditionRules, edition
from warband_tui.rules.games.trench_crusade.ground_rules import measures, placed
from warband_tui.rules.games.trench_crusade.hazards import fall_injury
from warband_tui.rules.games.trench_crusade.injury import take_down
from warband_tui.rules.games.trench_crusade.profile import (
    allowance,
    exact,
    heavy_kit,
    profile_of,
    weapons_for,
)
from warband_tui.rules.games.trench_crusade.success import success_roll, told
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

LONGEST_CHARGE = 12
REACH = 1
"""Within so many inches of an enemy a model is in melee."""


def move(res: Resolution, action: Move) -> None:
    """Carry out a standard move (TC-MOV-1, TC-TER-2)."""
    unit = start(res, action.unit)
    res.permit(checks.can_move(res.state, unit))
    if measures(res, unit, action.to):
        _measured().move(res, unit, action)
        return
    res.permit(checks.free(res.state, unit))
    profile = profile_of(unit)
    free = profile.has("FLYING") or profile.negates("DIFFICULT TERRAIN")
    difficult = Fraction(0) if free else exact(action.difficult)
    if action.distance is not None:
        price = exact(action.distance) + difficult
        far = f"that takes {inches(price)}; {unit.name} has {inches(allowance(unit))}"
        res.need(price <= allowance(unit), far, "TC-MOV-1", *(("TC-TER-2",) if difficult else ()))
    _moved(res, unit.id, "move", action.distance)
    res.cite("TC-MOV-1", *(("TC-TER-2",) if action.difficult else ()))
    res.say(f"{unit.name} moves{_length(action.distance)}")


def charge(res: Resolution, action: Charge) -> None:
    """Carry out a charge (TC-CHG-1 to 8)."""
    targets = _targets(action)
    if not targets:
        raise Refused("name the target of the charge", "TC-CHG-1")
    unit = start(res, action.unit)
    res.permit(checks.can_charge(res.state, unit))
    for target in (*targets, *((action.stopped_by,) if action.stopped_by else ())):
        need_enemy(res, unit.id, target, "TC-CHG-1")
    if _charge_measured(res, unit, action, targets):
        _measured().charge(res, unit, action, targets)
        return
    res.permit(_charge_targets(res, action, targets))
    _used_move(res, unit.id, "charge")
    res.emit(ConditionSet(unit.id, "charged", "turn"))
    res.say(f"{unit.name} charges {', '.join(res.name(t) for t in targets)}")
    if not action.sight and not unseen_roll(res, unit.id):
        return
    distance = _evaded(res, action, targets)
    reach, told_reach = charge_reach(res, unit)
    res.cite("TC-CHG-1", "TC-CHG-2")
    reached = _reached(res, unit, action, distance, reach, told_reach)
    gone = min(reach, distance) if distance is not None else None
    res.emit(Moved(unit.id, "charge", float(gone) if gone is not None else None))
    if not reached:
        res.cite("TC-CHG-5")
        res.say(f"{told_reach}, the charge falls short")
        return
    met = (action.stopped_by,) if action.stopped_by else targets
    for target in met:
        res.emit(Engaged(unit.id, target))
    res.cite(
        "TC-CHG-4", *(("TC-CHG-6",) if len(met) > 1 else ()), *(("TC-CHG-7",) if action.stopped_by else ())
    )
    res.say(
        f"{told_reach}, in contact" + (f" with {res.name(action.stopped_by)}" if action.stopped_by else "")
    )


def dive(res: Resolution, action: Dive) -> None:
    """Carry out a diving charge (TC-DIV-1 to 5)."""
    unit = start(res, action.unit)
    res.permit(checks.can_charge(res.state, unit))
    need_enemy(res, unit.id, action.target, "TC-DIV-1")
    if placed(res.state, unit, res.state.unit(action.target)):
        _measured().dive(res, unit, action)
        return
    res.permit(dive_height(edition(res.state.edition), action.height))
    _used_move(res, unit.id, "charge")
    res.emit(ConditionSet(unit.id, "charged", "turn"), Moved(unit.id, "diving charge"))
    res.say(f"{unit.name} dives at {res.name(action.target)}")
    res.cite("TC-DIV-1", "TC-DIV-2", "TC-DIV-3")
    roll = success_roll(res, unit.id, "the diving charge")
    if roll.outcome != "failure":
        res.emit(Engaged(unit.id, action.target), ConditionSet(unit.id, "diving", "turn"))
        res.cite("TC-DIV-4")
        res.say(f"{told(roll)}, in contact")
        return
    res.cite("TC-DIV-5")
    res.say(f"{told(roll)}, it lands badly and is Down")
    take_down(res, unit.id, "failed diving charge")
    fall_injury(res, unit.id, action.height)
    end_if_risky(res, unit.id, risky=True)


def dive_height(rules: EditionRules, height: float) -> Refusal | None:
    """Return why a dive from so many inches above the target is none (TC-DIV-2)."""
    lowest, highest = 3, rules.dive_highest
    if height >= lowest and (not highest or height <= highest):
        return None
    limits = f'{lowest}" to {highest:g}"' if highest else f'at least {lowest}"'
    return Refusal(f'the drop is {height:g}"; a diving charge takes {limits}', ("TC-DIV-2",))


def retreat(res: Resolution, action: Retreat) -> None:
    """Carry out a retreat: the free attacks first, then the move (TC-RET-1)."""
    unit = start(res, action.unit)
    res.permit(checks.can_retreat(res.state, unit))
    if measures(res, unit, action.to) and action.clear:
        _measured().retreat(res, unit, action)
        return
    if action.distance is not None:
        far = f'{action.distance:g}" is too far; {unit.name} has {inches(allowance(unit))}'
        res.need(exact(action.distance) <= allowance(unit), far, "TC-RET-1")
    _used_move(res, unit.id, "retreat")
    res.cite("TC-RET-1")
    res.say(f"{unit.name} retreats")
    free_attacks(res, unit.id)
    unit = res.state.unit(unit.id)
    if not unit.in_play or unit.has("down"):
        res.say("it does not get away")
        return
    if not action.clear:
        res.say("it has nowhere to go")
        return
    for foe in res.state.in_contact(unit.id):
        res.emit(Disengaged(unit.id, foe))
    res.emit(Moved(unit.id, "retreat", action.distance))
    res.say(f"it gets away{_length(action.distance)}")


def dash(res: Resolution, action: Dash) -> None:
    """Carry out a dash: a Risky roll, then a move (TC-DSH-1)."""
    unit = start(res, action.unit)
    res.permit(checks.can_dash(res.state, unit))
    if measures(res, unit, action.to):
        _measured().dash(res, unit, action)
        return
    res.permit(checks.free(res.state, unit))
    if action.distance is not None:
        far = f'{action.distance:g}" is too far; {unit.name} has {inches(allowance(unit))}'
        res.need(exact(action.distance) <= allowance(unit), far, "TC-DSH-1")
    _used_move(res, unit.id, "dash")
    res.cite("TC-DSH-1")
    roll = success_roll(res, unit.id, "the dash")
    if roll.outcome == "failure":
        res.say(f"{unit.name} dashes: {told(roll)}, failed")
        end_if_risky(res, unit.id, risky=True)
        return
    res.emit(Moved(unit.id, "dash", action.distance))
    res.say(f"{unit.name} dashes{_length(action.distance)}: {told(roll)}")


def stand(res: Resolution, action: Stand) -> None:
    """Carry out a Risky roll to stand up in the same activation (1.6.3, TC-DWN-1)."""
    unit = start(res, action.unit)
    res.permit(checks.can_stand(res.state, unit))
    res.emit(ActionUsed(unit.id, "stand"))
    res.cite("TC-DWN-1")
    roll = success_roll(res, unit.id, "standing up")
    if roll.outcome == "failure":
        res.say(f"{unit.name} tries to stand: {told(roll)}, failed")
        end_if_risky(res, unit.id, risky=True)
        return
    res.emit(ConditionCleared(unit.id, "down", "stands up"), ConditionSet(unit.id, "stood", "activation"))
    res.say(f"{unit.name} stands up: {told(roll)}")


def inches(length: Fraction | float) -> str:
    """Return a length as players write it; fractions are kept (TC-ACT-5)."""
    return f'{float(length):g}"'


def _length(distance: float | None) -> str:
    return "" if distance is None else f" {inches(distance)}"


def _measured() -> ModuleType:
    """Return the module of measured actions; only battles on a board load its geometry."""
    return import_module("warband_tui.rules.games.trench_crusade.measured")


def _charge_measured(res: Resolution, unit: Unit, action: Charge, targets: tuple[str, ...]) -> bool:
    """Whether a charge is measured: everybody stands on the board and the player states no distance."""
    stated = action.distance is not None or action.stopped_by
    there = placed(res.state, unit, *(res.state.unit(target) for target in targets))
    return measures(res, unit, action.to) or (there and not stated)


def _targets(action: Charge) -> tuple[str, ...]:
    return action.targets or ((action.target,) if action.target else ())


def _used_move(res: Resolution, unit_id: str, kind: str) -> None:
    res.cite("TC-ACT-1", frame=True)
    res.emit(ActionUsed(unit_id, kind))


def _moved(res: Resolution, unit_id: str, kind: str, distance: float | None) -> None:
    _used_move(res, unit_id, kind)
    res.emit(Moved(unit_id, kind, distance))


def _charge_targets(res: Resolution, action: Charge, targets: tuple[str, ...]) -> Refusal | None:
    rules = edition(res.state.edition)
    if action.distance is not None and action.distance > LONGEST_CHARGE:
        return Refusal(
            f'{res.name(targets[0])} is {inches(action.distance)} away; a charge takes {LONGEST_CHARGE}" at most',
            ("TC-CHG-1", "TC-CHG-2"),
        )
    if not action.sight and rules.unseen_charge == "refused":
        return Refusal(f"{res.name(targets[0])} is out of sight", ("TC-CHG-1",))
    if action.stopped_by and rules.interposed == "refused":
        who = res.name(action.stopped_by)
        return Refusal(f"{who} is in the way: charge {who} instead", ("TC-CHG-7",))
    return None


def unseen_roll(res: Resolution, unit_id: str) -> bool:
    """Make the Risky roll for a charge at an unseen target; return whether it goes on."""
    res.cite("TC-CHG-1")
    roll = success_roll(res, unit_id, "the charge at an unseen target")
    res.say(f"unseen: {told(roll)}")
    if roll.outcome == "failure":
        end_if_risky(res, unit_id, risky=True)
        return False
    return True


def _evaded(res: Resolution, action: Charge, targets: tuple[str, ...]) -> Fraction | None:
    """Return the gap to the first target, after a SKIRMISHER has stepped back D3" where it may."""
    distance = None if action.distance is None else exact(action.distance)
    first = res.state.unit(targets[0])
    if not profile_of(first).has("SKIRMISHER") or res.state.in_contact(first.id):
        return distance
    choice = Choice(
        "charge.evade", first.side, f'{first.name} evades D3"', high=1, effect="the gap grows", unit=first.id
    )
    if not res.ask(choice):
        return distance
    roll = res.roll(Pool(f"{first.name} evades (D3)", base=1, keep=1, unit=first.id))
    stepped = (roll.total + 1) // 2
    res.emit(Moved(first.id, "evade", float(stepped)))
    res.cite("TC-KEY-1", "TC-ACT-5")
    res.say(f'{first.name} evades {stepped}"')
    return None if distance is None else distance + stepped


def charge_bonus(unit: Unit, die: int) -> Fraction:
    """Return what the die adds to a charge: nothing with HEAVY kit, half for who has just stood up (TC-CHG-2)."""
    if heavy_kit(profile_of(unit)):
        return Fraction(0)
    return Fraction(die, 2) if unit.has("stood") else Fraction(die)


def charge_reach(res: Resolution, unit: Unit) -> tuple[Fraction, str]:
    """Return how far a charge goes, and how it came to that (TC-CHG-2)."""
    base = allowance(unit)
    if heavy_kit(profile_of(unit)):
        res.cite("TC-KEY-1")
        return min(base, Fraction(LONGEST_CHARGE)), f"{inches(base)} (HEAVY: no bonus)"
    roll = res.roll(Pool("the charge", base=1, keep=1, unit=unit.id))
    bonus = charge_bonus(unit, roll.total)
    reach = min(base + bonus, Fraction(LONGEST_CHARGE))
    return reach, f"{float(base):g} + {float(bonus):g} = {inches(reach)}"


def _reached(
    res: Resolution,
    unit: Unit,
    action: Charge,
    distance: Fraction | None,
    reach: Fraction,
    told_reach: str,
) -> bool:
    """Whether a charge meets an enemy: by the stated distance, or as the player says.

    The distance is that to the target, so one that stops a charge which falls short is asked about.
    """
    near = distance is not None and distance - reach <= REACH
    if near or (distance is not None and not action.stopped_by):
        return near
    met = ", ".join(res.name(t) for t in ((action.stopped_by,) if action.stopped_by else _targets(action)))
    label = f'{unit.name} goes {told_reach}: within 1" of {met}?'
    options = (("yes", "in contact"), ("no", "falls short"))
    return (
        res.ask(Choice("charge.reached", unit.side, label, options=options, default="yes", unit=unit.id))
        == "yes"
    )


def free_attacks(res: Resolution, unit_id: str) -> None:
    """Let every enemy in melee with a model that retreats make its attack (TC-RET-1)."""
    for foe in res.state.in_contact(unit_id):
        with res.scope(f"{foe}:"):
            _free_attack(res, foe, unit_id)


def _free_attack(res: Resolution, foe: str, retreating: str) -> None:
    """Let one enemy make its attack with one melee weapon against a model that retreats."""
    profile = profile_of(res.state.unit(foe))
    weapons = weapons_for(profile, "melee")
    if not weapons or profile.melee is None:
        return
    options = (*((w.id, w.name) for w in weapons), ("none", "no attack"))
    label = f"{res.name(foe)} attacks as {res.name(retreating)} retreats"
    picked = weapons[0].id
    if len(weapons) > 1:
        side = res.state.unit(foe).side
        picked = str(
            res.ask(Choice("retreat.weapon", side, label, options=options, default=picked, unit=foe))
        )
    weapon = None if picked == "none" else armed(res.state.unit(foe), "melee", picked)
    if weapon is not None:
        strike(res, Fight(unit=foe, target=retreating), weapon, retreating)
