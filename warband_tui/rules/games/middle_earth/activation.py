"""Whose go it is: phases, in which each side moves and shoots as a whole, loosely kept."""

from __future__ import annotations

from warband_tui.rules.events import (
    ActivationBegan,
    ActivationEnded,
    CounterChanged,
    GoPassed,
    ModelsLost,
    PhaseBegan,
    TurnBegan,
)
from warband_tui.rules.flow import Flow
from warband_tui.rules.games.middle_earth.declarations import PHASES
from warband_tui.rules.games.middle_earth.profile import profile_of, specials_of
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit


class PhaseFlow(Flow):
    """The side with priority moves all it likes, then the other; so with shooting. Fights go as agreed."""

    def refusal(self, state: BattleState, unit: Unit) -> Refused | None:
        """Return why a unit cannot act at all."""
        if state.ended:
            return Refused(f"the battle is over: {state.ended}")
        if not unit.in_play:
            return Refused(f"{unit.name} is not on the table")
        return None

    def together(self, state: BattleState, unit: Unit, other: Unit) -> bool:
        """One model finishes its move before the next one (ME-BRK-5)."""
        del state, unit, other
        return False

    def next_side(self, state: BattleState) -> str:
        """The side whose half of the phase it is."""
        return state.to_act

    def after(self, state: BattleState, side: str, acted: str = "") -> str:
        """Return whose go it is once a unit has moved: the same side's while it has models to move."""
        if state.phase != "move" or any(u.id != acted for u in state.ready(side)):
            return side
        return super().after(state, side, acted)

    def settle(self, res: Resolution) -> None:
        """After an action: last Wounds and last Will taken off by hand are casualties; open moves end."""
        if res.state.ended:
            _no_return(res)
            return
        for unit in list(res.state.units.values()):
            if unit.in_play:
                _settle_unit(res, unit)
        for unit in self._open(res.state):
            if not unit.in_play:
                res.emit(ActivationEnded(unit.id, "off the table"))

    def enter(self, res: Resolution, unit_id: str, phase: str) -> Unit:
        """See that a unit may act in a phase, opening turn and phase where the players have moved on.

        Raises:
            Refused: the phase is over, or the unit's side has had its half of it.
        """
        unit = res.state.unit(unit_id)
        res.unit, res.side = unit.id, unit.side
        why = self.refusal(res.state, unit)
        if why:
            res.need(False, why.why)
        if res.state.turn == 0:
            res.emit(TurnBegan(1, unit.side), PhaseBegan("move"))
        now = res.state.phase if res.state.phase in PHASES else "move"
        late = PHASES.index(now) > PHASES.index(phase)
        if late and not _heroic(unit, phase):
            res.need(False, f"the {phase} phase of this turn is over; give a reason to act out of order")
        elif PHASES.index(now) < PHASES.index(phase):
            go_to(res, phase)
        if phase in ("move", "shoot") and not late:
            self._go(res, unit, phase)
        return res.state.unit(unit_id)

    def _go(self, res: Resolution, unit: Unit, phase: str) -> None:
        state = res.state
        if state.to_act == unit.side:
            return
        if unit.side == state.first and state.to_act and not _heroic(unit, phase):
            why = f"{res.name(unit.side)} has had its half of the {phase} phase; give a reason to go back"
            res.need(False, why)
        for other in self._open(state):
            res.emit(ActivationEnded(other.id))
        res.emit(GoPassed(unit.side))

    def begin_move(self, res: Resolution, unit_id: str) -> Unit:
        """Begin a unit's move, ending that of the model before it (ME-BRK-5).

        Raises:
            Refused: it has finished its move this turn.
        """
        unit = self.enter(res, unit_id, "move")
        if unit.acting:
            return unit
        if res.state.has_acted(unit):
            why = f"{unit.name} has finished its move this turn: others have tested or moved since"
            res.need(False, why, "ME-BRK-5")
        for other in self._open(res.state):
            res.emit(ActivationEnded(other.id))
        res.emit(ActivationBegan(unit.id))
        return res.state.unit(unit_id)


FLOW = PhaseFlow()


def go_to(res: Resolution, phase: str) -> None:
    """Open a phase; who is still moving has finished."""
    for unit in res.state.units.values():
        if unit.acting:
            res.emit(ActivationEnded(unit.id))
    res.emit(PhaseBegan(phase))
    if res.state.first and res.state.to_act != res.state.first:
        res.emit(GoPassed(res.state.first))


def _heroic(unit: Unit, phase: str) -> bool:
    """Whether a heroic action lets a unit act out of the order of a phase."""
    names = {"move": ("heroic move", "heroic march", "heroic combat"), "shoot": ("heroic shoot",)}
    called = unit.has("called along") and phase in ("move", "shoot")
    return called or any(unit.has(name) for name in names.get(phase, ()))


def _no_return(res: Resolution) -> None:
    """Once the game is over, a marker that is left on the table is a casualty."""
    for unit in res.state.units.values():
        if unit.in_play and unit.has("resurrection"):
            res.emit(ModelsLost(unit.id, unit.models, "slain", using="not come back"))


def _settle_unit(res: Resolution, unit: Unit) -> None:
    profile = profile_of(unit)
    if profile.wounds > 1 and unit.counters.get("wounds") == 0 and not unit.has("resurrection"):
        res.emit(ModelsLost(unit.id, 1, "slain"))
        res.say(f"{unit.name} has lost its last Wound")
        if res.state.unit(unit.id).in_play:
            res.emit(CounterChanged(unit.id, "wounds", 0, profile.wounds, "the next model"))
    fades = any(s.will_of_evil for s in specials_of(res.state, unit))
    if fades and unit.counters.get("will") == 0 and res.state.unit(unit.id).in_play:
        res.emit(ModelsLost(unit.id, 1, "banished"))
        res.change(unit.id, "banished", 1, why="no Will left")
        res.say(f"{unit.name} has no Will left and is banished")
        res.cite("ME-MWF-1")
