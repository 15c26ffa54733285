"""Moves and charges, as far as dice and the state of units go: distances are the players'."""

from __future__ import annotations

import re

from warband_tui.rules.board.layout import HAIR
from warband_tui.rules.events import ConditionSet, Disengaged, Engaged, Moved
from warband_tui.rules.games.age_of_sigmar import checks, measured
from warband_tui.rules.games.age_of_sigmar.actions import Charge, Move
from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.games.age_of_sigmar.damage import damage_sequence, roll_amounts, roll_dice
from warband_tui.rules.games.age_of_sigmar.declarations import TURN
from warband_tui.rules.games.age_of_sigmar.flow import act_in
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.wording import first_few

AT_THE_DOUBLE = 6
"""Inches of a run that is not rolled."""

_NUMBER = re.compile(r"""^\s*(\d{1,3}(?:\.\d+)?)\s*["”]?\s*$""")
_DONE = {"normal": "moved", "run": "ran", "retreat": "retreated"}


def move(res: Resolution, action: Move) -> None:
    """Make a Normal Move, a Run or a Retreat."""
    unit = act_in(res, action.unit, "movement")
    refusal = checks.can_move(res.state, unit)
    if refusal:
        res.need(False, refusal.why, *refusal.rules)
    foes = res.state.in_contact(unit.id)
    if action.how == "retreat":
        res.need(bool(foes), f"{unit.name} is not in combat: nothing to retreat from")
        _retreat_damage(res, unit.id)
    else:
        res.need(not foes, f"{unit.name} is in combat: it can only retreat")
    if not res.state.unit(unit.id).in_play:
        return
    further = 0
    if action.how == "run":
        further = AT_THE_DOUBLE
        if not unit.has("at the double"):
            (further,) = roll_dice(res, f"run roll of {unit.name}", 1, unit=unit.id)
    full = warscroll(unit).move
    limit = move_inches(full)
    if action.distance is not None and limit is not None:
        far = f'{unit.name} can move {limit + further:g}", not {action.distance:g}"'
        res.need(action.distance <= limit + further, far)
    budget = limit + further if limit is not None and action.distance is None else None
    step = measured.step(res, res.state.unit(unit.id), action.how, action.to, action.via, budget=budget)
    for foe in foes:
        res.emit(Disengaged(unit.id, foe))
    gone = action.distance if step is None else round(step.distance, 1)
    moved = Moved(unit.id, action.how, gone) if step is None else step.event(unit.id, action.how)
    res.emit(ConditionSet(unit.id, _DONE[action.how], TURN), moved)
    verb = {"normal": "moves", "run": "runs", "retreat": "retreats"}[action.how]
    inches = f' {gone:g}"' if gone is not None else ""
    allowed = f" (up to {full}{f' and {further}' if further else ''})" if full else ""
    res.say(f"{unit.name} {verb}{inches}{allowed}")


def move_inches(move: str) -> float | None:
    """Return a Move characteristic as a number, None where it is dice or none."""
    match = _NUMBER.match(move)
    return float(match[1]) if match else None


def _retreat_damage(res: Resolution, unit_id: str) -> None:
    (points,) = roll_amounts(res, Amount(1, 3), 1, f"retreat of {res.name(unit_id)}", 0, unit_id)
    res.cite("AOS-17.2-1")
    res.say(f"{points} mortal damage for retreating")
    damage_sequence(res, {unit_id: points}, "", "retreat")


def charge(res: Resolution, action: Charge) -> None:
    """Roll a charge; only one that reaches an enemy counts as a charge, and puts the units in combat."""
    unit = act_in(res, action.unit, "charge", allowed_by=("counter-charge",))
    refusal = checks.can_charge(res.state, unit)
    if refusal:
        res.need(False, refusal.why, *refusal.rules)
    targets = tuple(dict.fromkeys((action.target, *action.targets)))
    for target in targets:
        foe = res.state.unit(target)
        if foe.side == unit.side or not foe.in_play:
            raise Refused(f"{foe.name} is no enemy on the table")
    res.need(action.sight is not False, f"{res.name(action.target)} is out of sight")
    dice = 2 + warscroll(unit).charge_dice
    step = measured.step(res, unit, "charge", action.to, action.via)
    faces = roll_dice(res, f"charge roll of {unit.name}", dice, unit=unit.id)
    reach = sum(faces)
    if step is not None and step.foes:
        targets = tuple(dict.fromkeys((*(t for t in targets if t in step.foes), *step.foes)))
    names = " and ".join(map(res.name, targets))
    done = _reached(res, action, reach) if step is None else reach >= step.distance - HAIR
    if done:
        moved = Moved(unit.id, "charge", action.distance) if step is None else step.event(unit.id, "charge")
        res.emit(ConditionSet(unit.id, "charged", TURN), moved)
        res.emit(
            *(Engaged(unit.id, target) for target in targets if target not in res.state.in_contact(unit.id))
        )
        took = "" if step is None else f' of which {step.distance:.1f}" are taken'
        res.say(f'{unit.name} charges {names}: {reach}"{took}, in combat')
        res.say(first_few(step.notes, ". ") if step is not None else "")
    else:
        res.emit(ConditionSet(unit.id, "charge failed", TURN))
        wanted = "" if step is None else f' of {step.distance:.1f}"'
        res.say(f'{unit.name} fails its charge on {names}: {reach}"{wanted}')


def _reached(res: Resolution, action: Charge, reach: int) -> bool:
    if action.distance is not None:
        return reach >= action.distance - measured.REACH
    label = f'{reach}": does it end within 1/2" of {res.name(action.target)}?'
    options = (("yes", "yes"), ("no", "no"))
    return res.ask(Choice("charge.reached", res.side, label, options=options, default="yes")) == "yes"
