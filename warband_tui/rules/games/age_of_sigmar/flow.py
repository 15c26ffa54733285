"""Rounds, turns and phases, kept loosely: acting opens the phase that it belongs to."""

from __future__ import annotations

from warband_tui.rules.events import (
    ActivationEnded,
    ConditionCleared,
    ConditionSet,
    GoPassed,
    PhaseBegan,
    TurnBegan,
)
from warband_tui.rules.flow import Flow
from warband_tui.rules.games.age_of_sigmar import measured
from warband_tui.rules.games.age_of_sigmar.declarations import (
    DAMAGE,
    DOUBLE_TURN,
    PHASE,
    PHASES,
    ROUND_LONG,
    TAKEN,
    TURN,
)
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Side, Unit

ATTACKING = ("shooting", "combat")


class SigmarFlow(Flow):
    """One side's turn after the other's; within it units act as often as their abilities say."""

    def refusal(self, state: BattleState, unit: Unit) -> Refused | None:
        """Return why a unit cannot act at all; whose turn it is, is for each ability to say."""
        if state.ended:
            return Refused(f"the battle is over: {state.ended}")
        if not unit.in_play:
            return Refused(f"{unit.name} is destroyed", "AOS-18.4-1")
        return None

    def next_side(self, state: BattleState) -> str:
        """Return whose turn it is."""
        return state.to_act

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """See that a unit can act; before the first round has been begun, acting opens it.

        Raises:
            Refused: it is destroyed, or the battle over.
        """
        unit = res.state.unit(unit_id)
        res.unit, res.side = unit_id, unit.side
        refusal = self.refusal(res.state, unit)
        if refusal:
            res.need(False, refusal.why, *refusal.rules)
        if not res.state.turn:
            self._open_round(res, unit.side)
        return res.state.unit(unit_id)

    def _open_round(self, res: Resolution, side: str) -> None:
        """Begin the first round; what was noted before it, such as who has charged, holds in it."""
        noted = [
            (u.id, name)
            for u in res.state.units.values()
            for name, c in u.conditions.items()
            if c.until == TURN
        ]
        res.emit(TurnBegan(1, side), *(ConditionSet(unit_id, name, TURN) for unit_id, name in noted))

    def end(self, res: Resolution, unit_id: str, why: str = "") -> None:
        """Note that a player is done with a unit for this round."""
        res.emit(ActivationEnded(unit_id, why))

    def settle(self, res: Resolution) -> None:
        """After an action: a unit is damaged exactly when points are allocated to it (AOS-18.2-2)."""
        self._empty_ruins(res)
        measured.keep_in_step(res)
        _tell_passed_over(res)
        for unit in res.state.units.values():
            hurt = unit.in_play and unit.counter(DAMAGE) > 0
            if hurt and not unit.has("damaged"):
                res.emit(ConditionSet(unit.id, "damaged"))
            elif unit.has("damaged") and not hurt:
                res.emit(ConditionCleared(unit.id, "damaged"))

    @staticmethod
    def _empty_ruins(res: Resolution) -> None:
        """Units leave terrain that is destroyed, and lose what they had from it (AOST-1.5-2)."""
        for unit in res.state.units.values():
            held = next((n.partition(":")[2] for n in unit.conditions if n.startswith("garrison:")), "")
            terrain = res.state.units.get(held)
            if terrain is not None and not terrain.in_play:
                ended = [
                    n for n, c in unit.conditions.items() if n.startswith("garrison") or c.until == "garrison"
                ]
                res.emit(*(ConditionCleared(unit.id, name, "its terrain is destroyed") for name in ended))
                res.cite("AOST-1.5-2")
                res.say(f"{unit.name} has to leave {terrain.name}")


FLOW = SigmarFlow()


def act_in(
    res: Resolution, unit_id: str, phase: str, *, own: bool = True, allowed_by: tuple[str, ...] = ()
) -> Unit:
    """Let a unit act in a phase of its own turn (or of either turn), opening the phase if it has not begun.

    A unit with one of the conditions `allowed_by` acts in the enemy's turn as well.

    Raises:
        Refused: the phase is over, or it is the other side's turn.
    """
    unit = FLOW.begin(res, unit_id)
    theirs, over = _theirs(res.state, unit, own, allowed_by), _over(res.state, phase)
    res.need(not theirs, theirs)
    res.need(not over, over)
    if not over:
        enter(res, phase)
    return res.state.unit(unit_id)


def closed(
    state: BattleState, unit: Unit, phase: str, *, own: bool = True, allowed_by: tuple[str, ...] = ()
) -> Refusal | None:
    """Return why a unit cannot act in a phase now, as `act_in` would refuse it; None when it can."""
    no = FLOW.refusal(state, unit)
    why = no.why if no else _theirs(state, unit, own, allowed_by) or _over(state, phase)
    return Refusal(why, no.rules if no else ()) if why else None


def _theirs(state: BattleState, unit: Unit, own: bool, allowed_by: tuple[str, ...]) -> str:
    if not own or state.to_act not in state.sides or state.to_act == unit.side:
        return ""
    return (
        "" if any(unit.has(name) for name in allowed_by) else f"it is {state.side(state.to_act).name}'s turn"
    )


def _over(state: BattleState, phase: str) -> str:
    if state.phase not in PHASES or PHASES.index(phase) >= PHASES.index(state.phase):
        return ""
    return f"the {phase} phase of this turn is over: it is the {state.phase} phase"


def enter(res: Resolution, phase: str) -> None:
    """Begin a phase, if it has not begun yet; what lasted for the one before ends.

    Commands are given as attacks are declared, which is what opens the phase: they go on into it.
    """
    if res.state.phase != phase:
        if res.state.phase in ATTACKING:
            _end_conditions(res, PHASE)
        res.emit(PhaseBegan(phase))
        measured.keep_in_step(res)


def _tell_passed_over(res: Resolution) -> None:
    """Say which phases lie between the one that was under way and the one that an action has opened."""
    now, then = res.start.phase, res.state.phase
    if now in PHASES and then in PHASES:
        passed = PHASES[PHASES.index(now) + 1 : PHASES.index(then)]
        res.say(f"passed over: {', '.join(passed)}" if passed else "")


def pass_turn(res: Resolution, side: str) -> None:
    """End a player's turn within the round and begin the other's."""
    _end_conditions(res, PHASE, TURN)
    for unit in res.state.units.values():
        if unit.acting:
            res.emit(ActivationEnded(unit.id))
    if res.state.to_act in res.state.sides:
        res.emit(ConditionSet(res.state.to_act, TAKEN, TURN))
    res.emit(GoPassed(side), PhaseBegan(PHASES[0]))


def begin_round(res: Resolution, first: str) -> None:
    """Begin the next round with this side's turn; it is a double turn if it had the last one too."""
    last = res.state.to_act if res.state.turn else ""
    _end_conditions(res, PHASE, TURN)
    res.emit(TurnBegan(res.state.turn + 1, first), PhaseBegan(PHASES[0]))
    if last == first:
        res.emit(ConditionSet(first, DOUBLE_TURN, TURN))


def waiting(state: BattleState) -> str:
    """Return the side that has still to take its turn this round after the one under way; empty for none."""
    return next((s for s in state.sides if s != state.to_act and not state.side(s).has(TAKEN)), "")


def _end_conditions(res: Resolution, *until: str) -> None:
    holders: list[Unit | Side] = [*res.state.units.values(), *res.state.sides.values()]
    for holder in holders:
        for name, condition in holder.conditions.items():
            if condition.until in until and name not in ROUND_LONG:
                res.emit(ConditionCleared(holder.id, name))
