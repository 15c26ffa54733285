"""Initiative, rounds, the end of a turn, delaying and readying."""

from __future__ import annotations

from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import (
    ActivationBegan,
    ActivationEnded,
    ConditionCleared,
    ConditionSet,
    CounterChanged,
    PhaseBegan,
)
from warband_tui.rules.games.dnd4e.budget import MOVE, STANDARD, can_pay, spend
from warband_tui.rules.games.dnd4e.declarations import BATTLE, HALF_OVER, INITIATIVE, NOUNS, PLACE, TURN
from warband_tui.rules.games.dnd4e.durations import until
from warband_tui.rules.games.dnd4e.encounter import (
    FLOW,
    astride,
    finish,
    move_before,
    seat,
    start,
    stop_acting,
)
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.saves import DEATH_SAVE, SAVES, all_saves, due, save, save_against
from warband_tui.rules.games.dnd4e.states import cannot_act, cannot_move, cannot_react
from warband_tui.rules.games.dnd4e.turn_actions import (
    Delay,
    EndTurn,
    NextRound,
    Readied,
    Ready,
    Return,
    Roll,
    Save,
)
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

_SHOWN = 4
"""So many names of the order are told."""


# Initiative and rounds


def roll_initiative(res: Resolution, action: Roll) -> None:
    """Roll initiative for one unit or for all that have none; ties go to the higher bonus, then the roster."""
    for unit_id in action.surprised:
        res.state.unit(unit_id)
    rolled: dict[str, int] = {}
    if action.unit:
        unit = res.affected(action.unit)
        rolled[unit.id] = _initiative(res, unit) if action.result is None else action.result
    else:
        if action.result is not None:
            raise Refused("name the unit whose initiative that is")
        rolled = _roll_for_all(res, each=action.each)
    for unit_id, total in rolled.items():
        res.emit(
            CounterChanged(unit_id, INITIATIVE, res.state.unit(unit_id).counter(INITIATIVE), total, "rolled")
        )
    _put_in_order(res, set(rolled))
    for unit in list(res.state.units.values()):
        if action.surprised and unit.in_play:
            name = "surprised" if unit.id in action.surprised else "surprise round"
            res.emit(ConditionSet(unit.id, name, TURN))
    order = [unit for unit in FLOW.order(res.state) if unit.counter(PLACE)]
    res.say("Initiative: " + ", ".join(f"{unit.name} {unit.counter(INITIATIVE)}" for unit in order))
    if action.surprised:
        res.say(f"surprised: {', '.join(res.name(u) for u in action.surprised)}")


def next_round(res: Resolution, action: NextRound) -> None:
    """Begin the first round, rolling initiative where nobody has; later, end the round."""
    state = res.state
    if not state.turn:
        if not any(unit.counter(PLACE) for unit in state.units.values()):
            roll_initiative(res, Roll())
        _keep_surprise(res)
        return
    left = [unit for unit in FLOW.order(state) if not state.has_acted(unit)]
    if state.active:
        raise Refused(f"the turn of {res.name(state.active)} is not over: end it")
    if left and not action.rest:
        names = ", ".join(unit.name for unit in left[:3])
        verb = "has" if len(left) == 1 else "have"
        res.need(False, f"{names} {verb} not had a turn", "D4-SPD-3")
    if state.turns is not None and state.turn >= state.turns:
        res.need(False, f"round {state.turn} was the last; finish the battle")
    if left:
        res.say(f"{len(left)} {'creature does' if len(left) == 1 else 'creatures do'} nothing")
    for unit in left:
        res.emit(ActivationEnded(unit.id, "passed over"))


def _keep_surprise(res: Resolution) -> None:
    """Begin round 1; what holds for the first round was noted before it."""
    noted = [
        (unit.id, name)
        for unit in res.state.units.values()
        for name, condition in unit.conditions.items()
        if condition.until == TURN
    ]
    FLOW.next_round(res)
    res.emit(*(ConditionSet(unit_id, name, TURN) for unit_id, name in noted))


def _roll_for_all(res: Resolution, *, each: bool) -> dict[str, int]:
    found: dict[str, int] = {}
    shared: dict[tuple[str, str], int] = {}
    for unit in res.state.units.values():
        profile = creature(unit)
        if unit.counter(PLACE) or not unit.in_play:
            continue
        kind = (unit.side, profile.type)
        if kind in shared and not each and profile.type and not profile.hero:
            found[unit.id] = shared[kind]
        else:
            found[unit.id] = shared[kind] = _initiative(res, unit)
    if not found:
        raise Refused("everybody has a place in the order; name the unit that rolls again")
    return found


def _initiative(res: Resolution, unit: Unit) -> int:
    bonus = creature(unit).initiative
    modifiers = (Modifier("initiative", flat=bonus),) if bonus else ()
    pool = Pool(f"initiative of {unit.name}", base=1, keep=1, sides=20, modifiers=modifiers, unit=unit.id)
    return res.roll(pool).total


def _put_in_order(res: Resolution, rolled: set[str]) -> None:
    """Order by initiative; who has a place already keeps it against those who have the same number."""
    units = list(res.state.units.values())

    def rank(unit: Unit) -> tuple[int, bool, int, int]:
        bonus = creature(unit).initiative
        return (-unit.counter(INITIATIVE), unit.id in rolled, unit.counter(PLACE), -bonus)

    there = [unit for unit in units if unit.counter(PLACE) or unit.id in rolled]
    seat(res, [unit.id for unit in sorted(there, key=rank)])


# The end of a turn


def end_turn(res: Resolution, action: EndTurn) -> None:
    """End a turn, its saves first (D4-SAVE-1)."""
    unit_id = action.unit or res.state.active
    if not unit_id:
        raise Refused("it is nobody's turn: name the unit whose turn passes")
    idle = not res.state.unit(unit_id).acting
    unit = start(res, unit_id)
    stays = unit.has(HALF_OVER) or astride(res.state, unit)
    if stays:
        _half_over(res, unit)
    left = due(unit) if unit.in_play else []
    if action.roll:
        for name in left:
            if res.state.unit(unit_id).in_play:
                save_against(res, unit_id, name)
        left = []
    if left:
        if res.state.phase != SAVES:
            res.emit(PhaseBegan(SAVES))
        res.cite("D4-SAVE-1")
        res.say(f"{unit.name} saves against {', '.join(left)} before its turn is over")
        return
    res.say(f"{unit.name} does nothing" if idle else f"{unit.name} is done")
    if stays:
        # What it came to in this turn holds it in its next one.
        res.emit(ConditionSet(unit_id, HALF_OVER))
    finish(res, unit_id)


def _half_over(res: Resolution, unit: Unit) -> None:
    """See that a creature of which part is over a drop does not stay there, unless it got there in this turn (D4-FALL-6)."""
    came = unit.has(HALF_OVER) and unit.conditions[HALF_OVER].until == "activation"
    rooted = cannot_act(res.state, unit) or cannot_move(unit) or can_pay(unit, MOVE)
    why = f"part of {unit.name} is over a drop: it moves to firm ground, or squeezes"
    res.need(came or rooted is not None, why, "D4-FALL-6")
    res.cite("D4-FALL-6")
    res.say(f"Part of {unit.name} is still over a drop: it moves or squeezes on its next turn")


def make_save(res: Resolution, action: Save) -> None:
    """Make a saving throw; with the last one that was due the turn ends."""
    unit = res.affected(action.unit)
    modifiers = (Modifier(action.why or "stated", flat=action.modifier),) if action.modifier else ()
    known = all_saves(unit)
    name = action.against.strip() or next(iter(due(unit)), "")
    if name == DEATH_SAVE or name in known:
        if name == DEATH_SAVE and name not in known:
            raise Refused(f"{unit.name} is not dying")
        save_against(res, unit.id, name, modifiers, action.result)
    elif unit.has(name):
        raise Refused(f"no save ends {name} of {unit.name}; clear the condition by hand", "D4-SAVE-1")
    else:
        save(res, unit.id, f"save against {name}" if name else "save", modifiers, action.result)
    unit = res.state.unit(unit.id)
    if res.state.phase == SAVES and res.state.active == unit.id and not due(unit):
        finish(res, unit.id)
        res.say("the turn is over")


# Delaying and readying


def can_delay(state: BattleState, unit: Unit) -> Refusal | None:
    """Delay: a turn in which nothing has been done yet."""
    if unit.used:
        return Refusal(f"{unit.name} has begun to act: only a whole turn can be delayed")
    return cannot_act(state, unit)


def delay(res: Resolution, action: Delay) -> None:
    """Put a whole turn off."""
    unit = start(res, action.unit)
    res.permit(can_delay(res.state, unit))
    res.emit(ConditionSet(unit.id, "delaying", BATTLE))
    stop_acting(res, unit.id)
    res.say(f"{unit.name} delays")


def can_return(state: BattleState, unit: Unit) -> Refusal | None:
    """Act after a delay: between two turns."""
    if not unit.has("delaying"):
        return Refusal(f"{unit.name} does not delay")
    if state.active:
        return Refusal(f"the turn of {state.unit(state.active).name} is not over: end it first")
    return None


def come_back(res: Resolution, action: Return) -> None:
    """Act now, after a delay; from now on this is the unit's place in the order."""
    unit = res.affected(action.unit)
    res.permit(can_return(res.state, unit))
    if res.state.active:
        # Overruled in the middle of somebody's turn, which is over then.
        finish(res, res.state.active)
    following = FLOW.next_up(res.state)
    res.emit(ConditionCleared(unit.id, "delaying", "acts now"))
    if following and following != unit.id:
        move_before(res, unit.id, following)
    elif not following:
        move_before(res, unit.id, "")
    res.emit(ActivationBegan(unit.id))
    res.say(f"{unit.name} acts now")


def ready(res: Resolution, action: Ready) -> None:
    """Ready an action, which takes a standard action."""
    unit = start(res, action.unit)
    spend(res, unit.id, STANDARD)
    res.emit(ConditionSet(unit.id, "readied", until(res.state, "start", unit.id), action.what))
    what = f" {action.what}" if action.what else " an action"
    when = f", for when {action.when}" if action.when else ""
    res.say(f"{unit.name} readies{what}{when}")


def can_use_readied(state: BattleState, unit: Unit) -> Refusal | None:
    """A readied action: an immediate reaction."""
    del state
    if not unit.has("readied"):
        return Refusal(f"{unit.name} has readied nothing")
    if unit.has("immediate used"):
        return Refusal(f"{unit.name} has used its immediate action this round")
    return cannot_react(unit)


def use_readied(res: Resolution, action: Readied) -> None:
    """Use a readied action: the attack or move follows, out of turn; the place in the order changes."""
    unit = res.affected(action.unit)
    res.permit(can_use_readied(res.state, unit))
    res.emit(ConditionCleared(unit.id, "readied", "used"))
    res.emit(ConditionSet(unit.id, "immediate used", until(res.state, "start", unit.id)))
    active = res.state.active
    if active and active != unit.id:
        move_before(res, unit.id, active)
    res.say(f"{unit.name} takes its readied action" + (f", before {res.name(active)}" if active else ""))


# What is watched


def monitors(state: BattleState) -> list[Monitor]:
    """Return the fallen of each side, the order of the fight, and the rounds."""
    found = []
    for side in state.sides.values():
        units = list(state.of_side(side.id))
        dying = sum(u.has("dying") for u in units if u.in_play)
        bloodied = sum(u.has("bloodied") for u in units if u.in_play)
        words = [f"{n} {word}" for n, word in ((bloodied, "bloodied"), (dying, "dying")) if n]
        lost = sum(u.start - u.models for u in units)
        found.append(Monitor("losses", NOUNS.casualty, lost, side.id, warn=dying > 0, text=", ".join(words)))
    order = [unit for unit in FLOW.order(state) if unit.counter(PLACE)]
    if order and not state.ended:
        waiting = [unit for unit in order if not state.has_acted(unit)]
        names = " · ".join(unit.name for unit in waiting[:_SHOWN]) or "everybody has had a turn"
        found.append(Monitor("order", "to come", len(waiting), text=names, rule="D4-SPD-3"))
    if state.turns is not None:
        left = state.turns - state.turn
        found.append(
            Monitor(
                "turns",
                NOUNS.turn,
                state.turn,
                limit=state.turns,
                to_go=left,
                alarm=left <= 0,
                warn=left == 1,
            )
        )
    return found
