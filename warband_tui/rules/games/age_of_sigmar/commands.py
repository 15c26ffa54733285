"""Commands of the Advanced Rules: what each costs, when it is used, and what it does."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warband_tui.rules.events import ConditionCleared, ConditionSet, CounterChanged
from warband_tui.rules.games.age_of_sigmar import measured
from warband_tui.rules.games.age_of_sigmar.actions import Command
from warband_tui.rules.games.age_of_sigmar.amounts import amount_of
from warband_tui.rules.games.age_of_sigmar.checks import can_command
from warband_tui.rules.games.age_of_sigmar.damage import (
    damage_sequence,
    heal,
    put_back,
    roll_amounts,
    roll_dice,
)
from warband_tui.rules.games.age_of_sigmar.declarations import DAMAGE, PHASE, TURN, commanded_in
from warband_tui.rules.games.age_of_sigmar.flow import ATTACKING, FLOW
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

Whose = Literal["own", "enemy", "either"]


class Order(Struct, frozen=True):
    """One command. `phase` empty: the phase of the attacks it is about; `lasts` empty: it leaves no condition."""

    phase: str
    whose: Whose
    price: int = 1
    lasts: str = ""
    effect: str = ""


ORDERS = {
    "all-out attack": Order("", "either", lasts=TURN, effect="+1 to hit for its next attacks"),
    "all-out defence": Order("", "either", lasts=PHASE, effect="+1 to its saves this phase"),
    "covering fire": Order(
        "shooting", "enemy", lasts=TURN, effect="shoots with -1 to hit at the nearest enemy it may shoot at"
    ),
    "counter-charge": Order("charge", "enemy", price=2, lasts=TURN, effect="may charge"),
    "forward to victory": Order("charge", "own", effect="rolls its charge again"),
    "redeploy": Order("movement", "enemy"),
    "at the double": Order("movement", "own", lasts=TURN, effect='runs 6" without a roll'),
    "rally": Order("hero", "either"),
    "power through": Order("end", "either"),
}


def command(res: Resolution, action: Command) -> None:
    """Use a command: once a phase by an army, one a phase for a unit, paid with command points."""
    unit = FLOW.begin(res, action.unit)
    side, order = res.state.side(unit.side), ORDERS[action.command]
    when = _phase(res.state, unit, order)
    refusal = can_command(res.state, unit, when)
    if refusal:
        res.need(False, refusal.why)
    _its_turn(res, unit, order)
    spent = f"used:{when}:{action.command}"
    res.need(not side.has(spent), f"{side.name} has used {action.command} in this phase")
    points = side.counter("cp")
    if points:
        res.need(points >= order.price, f"{side.name} has {points} command points; it takes {order.price}")
        left = max(0, points - order.price)
        res.emit(CounterChanged(side.id, "cp", points, left, action.command))
    res.emit(ConditionSet(side.id, spent, TURN), ConditionSet(unit.id, commanded_in(when), TURN))
    res.say(f"{unit.name}: {action.command.capitalize()}")
    if order.lasts:
        res.emit(ConditionSet(unit.id, action.command, order.lasts))
    if order.effect:
        res.say(order.effect)
    more = _MORE.get(action.command)
    if more:
        more(res, res.state.unit(unit.id), action)


def _phase(state: BattleState, unit: Unit, order: Order) -> str:
    if order.phase:
        return order.phase
    if state.phase in ATTACKING:
        return state.phase
    return "combat" if state.in_contact(unit.id) else "shooting"


def _its_turn(res: Resolution, unit: Unit, order: Order) -> None:
    state = res.state
    if order.whose == "either" or state.to_act not in state.sides:
        return
    own = state.to_act == unit.side
    whose = "the enemy's" if order.whose == "enemy" else "its own"
    res.need(own == (order.whose == "own"), f"{unit.name} can do that in {whose} {order.phase} phase only")


def _redeploy(res: Resolution, unit: Unit, action: Command) -> None:
    (inches,) = roll_dice(res, f"redeploy of {unit.name}", 1, unit=unit.id)
    step = measured.step(res, unit, "redeploy", action.to, action.via, budget=float(inches))
    if step is None:
        res.say(f'moves up to {inches}"')
        return
    res.emit(step.event(unit.id, "redeploy"))
    res.say(f'moves {round(step.distance, 1):g}" of {inches}"')


def _charge_again(res: Resolution, unit: Unit, action: Command) -> None:
    del action
    res.need(unit.has("charge failed"), f"{unit.name} has not failed a charge this turn")
    if unit.has("charge failed"):
        res.emit(ConditionCleared(unit.id, "charge failed"))


def _rally(res: Resolution, unit: Unit, action: Command) -> None:
    """Roll six dice; each 4+ heals 1 point, or so many as its Health return a model."""
    del action
    faces = roll_dice(res, f"rally of {unit.name} (4+)", 6, unit=unit.id)
    points, health = sum(face >= 4 for face in faces), warscroll(unit).known_health
    most = min(points // health, unit.start - unit.models) if health else 0
    label = f"{points} rally points: how many models come back for {health} each"
    back = int(res.ask(Choice("rally.return", unit.side, label, high=most, default=most, unit=unit.id)))
    put_back(res, unit.id, back, "rally")
    left = points - back * (health or 0)
    healed = heal(res, unit.id, min(left, res.state.unit(unit.id).counter(DAMAGE)))
    res.say(f"{points} rally points: {back} back, {healed} healed")


def _power_through(res: Resolution, unit: Unit, action: Command) -> None:
    """Do D3 mortal damage to an enemy in combat with it that has the lower Health."""
    res.need(unit.has("charged"), f"{unit.name} has not charged this turn")
    if not action.target:
        (points,) = roll_amounts(res, amount_of("D3"), 1, "power through", 0, unit.id)
        res.say(f"{points} mortal damage to an enemy in combat with lower Health")
        return
    foe = res.state.unit(action.target)
    if foe.side == unit.side or not foe.in_play:
        raise Refused(f"{foe.name} is no enemy on the table")
    res.need(foe.id in res.state.in_contact(unit.id), f"{unit.name} is not in combat with {foe.name}")
    theirs, ours = warscroll(foe).known_health, warscroll(unit).known_health
    res.need(
        theirs is None or ours is None or theirs < ours, f"{foe.name} has no lower Health than {unit.name}"
    )
    (points,) = roll_amounts(res, amount_of("D3"), 1, "power through", 0, unit.id)
    res.cite("AOS-17.2-1")
    res.say(f"{points} mortal damage to {foe.name}")
    damage_sequence(res, {foe.id: points}, unit.id, "power through")


_MORE = {
    "redeploy": _redeploy,
    "forward to victory": _charge_again,
    "rally": _rally,
    "power through": _power_through,
}
