"""Whose go it is: activations, alternation, and the end of a turn, for every game."""

from __future__ import annotations

from warband_tui.rules.events import ActivationBegan, ActivationEnded, GoPassed, TurnBegan
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


class Flow:
    """The alternating order: sides take turns, one unit at a time, each unit once a turn.

    `alternate` and `once` are the rule ids that refusals cite.
    """

    def __init__(self, alternate: str = "", once: str = "") -> None:
        self.alternate, self.once = alternate, once

    def refusal(self, state: BattleState, unit: Unit) -> Refused | None:
        """Return why a unit cannot act now, None when it can."""
        if state.ended:
            return Refused(f"the battle is over: {state.ended}")
        if not unit.in_play:
            return Refused(f"{unit.name} is not on the table", self.once)
        if unit.acting:
            return None
        if state.has_acted(unit):
            return Refused(f"{unit.name} has been activated this turn", self.once)
        if state.active and state.unit(state.active).side == unit.side:
            if self.together(state, state.unit(state.active), unit):
                return None
            return Refused(f"{state.unit(state.active).name} is still acting: end that first", self.alternate)
        expected = self.next_side(state)
        if state.turn and expected and expected != unit.side:
            return Refused(f"it is {state.side(expected).name}'s go", self.alternate)
        return None

    def together(self, state: BattleState, unit: Unit, other: Unit) -> bool:
        """Whether two units of a side may be activated together."""
        del state, unit, other
        return False

    def next_side(self, state: BattleState) -> str:
        """Return the side that acts next: the other one while it has units ready."""
        if not state.active:
            # Who has lost its last ready unit since the go came to it waits with the others.
            keeps = not state.to_act or any(state.ready(state.to_act))
            return state.to_act if keeps else self.after(state, state.to_act)
        return self.after(state, state.unit(state.active).side, state.active)

    def order(self, state: BattleState) -> list[Unit]:
        """Return the units on the table, first to last, where their order is fixed; none where the players choose."""
        del state
        return []

    def next_up(self, state: BattleState) -> str:
        """Return the unit that acts next where the order is fixed; empty where the players choose."""
        del state
        return ""

    def after(self, state: BattleState, side: str, acted: str = "") -> str:
        """Return whose go it is after `side` has finished with a unit; empty: nobody's."""
        order = list(state.sides)
        start = order.index(side)
        for step in range(1, len(order) + 1):
            candidate = order[(start + step) % len(order)]
            if any(u.id != acted for u in state.ready(candidate)):
                return candidate
        return ""

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """See that a unit is the active one, beginning its activation if it may.

        The activation of an enemy that is still open ends by itself: the players have
        moved on. Before the first turn has been begun, acting opens it.

        Raises:
            Refused: it has acted or it is not its side's go, which may be overruled; or it is
                off the table, which may not: it has to be put back first.
        """
        unit = res.state.unit(unit_id)
        res.unit, res.side = unit_id, unit.side
        if res.state.active == unit_id and unit.in_play:
            return unit
        refusal = self.refusal(res.state, unit)
        if refusal and not unit.in_play:
            raise refusal
        if refusal:
            res.need(False, refusal.why, *refusal.rules)
        for other in self._open(res.state):
            if other.side != unit.side or not (other.acting and self.together(res.state, other, unit)):
                res.emit(ActivationEnded(other.id))
        if res.state.turn == 0:
            res.emit(TurnBegan(1, unit.side))
        res.emit(ActivationBegan(unit_id))
        res.cite(self.alternate, self.once, frame=True)
        return res.state.unit(unit_id)

    def end(self, res: Resolution, unit_id: str, why: str = "") -> None:
        """End an activation, with those that are open beside it, and pass the go on."""
        side = res.state.unit(unit_id).side
        for unit in self._open(res.state):
            if unit.side == side:
                res.emit(ActivationEnded(unit.id, why))
        next_side = self.after(res.state, side)
        if next_side != res.state.to_act:
            res.emit(GoPassed(next_side))

    @staticmethod
    def _open(state: BattleState) -> list[Unit]:
        return [unit for unit in state.units.values() if unit.acting]

    def interruption(self, state: BattleState, unit: Unit) -> Refusal | None:
        """Return what ends the activation of a unit in the middle of it, None for nothing."""
        del state
        return None if unit.in_play else Refusal("off the table")

    def settle(self, res: Resolution) -> None:
        """After an action: end activations that cannot go on, and pass a go that nobody can take."""
        if res.state.ended:
            return
        for unit in self._open(res.state):
            why = self.interruption(res.state, unit)
            if why and res.state.unit(unit.id).acting:
                self.end(res, unit.id, why.why)
                res.cite(*why.rules)
                res.say(f"activation over ({why.why})")
        next_side = self.next_side(res.state)
        if not res.state.active and next_side != res.state.to_act:
            res.emit(GoPassed(next_side))


class OrderedFlow(Flow):
    """One unit after the other in the order of a counter, whatever their sides.

    `place` is the counter: the lowest acts first; units without a place come last, in roster order. Who is
    moved in the order is given another place; the order itself is never stored twice.
    """

    def __init__(self, place: str, order: str = "", once: str = "") -> None:
        super().__init__(order, once)
        self.place = place

    def order(self, state: BattleState) -> list[Unit]:
        """Return the units on the table, first to last."""
        there = [unit for unit in state.units.values() if unit.in_play]
        return sorted(there, key=lambda unit: unit.counter(self.place) or len(state.units) + 1)

    def next_up(self, state: BattleState) -> str:
        """Return the first unit of the order that has not acted this turn."""
        return next((unit.id for unit in self.order(state) if not state.has_acted(unit)), "")

    def refusal(self, state: BattleState, unit: Unit) -> Refused | None:
        """Return why a unit cannot act now, None when it can."""
        if state.ended:
            return Refused(f"the battle is over: {state.ended}")
        if not unit.in_play:
            return Refused(f"{unit.name} is not on the table", self.once)
        if unit.acting:
            return None
        if state.active:
            return Refused(f"{state.unit(state.active).name} is still acting: end that first", self.alternate)
        if state.has_acted(unit):
            return Refused(f"{unit.name} has acted already", self.once)
        expected = self.next_up(state)
        if state.turn and expected != unit.id:
            return Refused(f"it is {state.unit(expected).name}'s go", self.alternate)
        return None

    def next_side(self, state: BattleState) -> str:
        """Return the side whose unit acts next."""
        found = self.next_up(state)
        return state.unit(found).side if found else ""

    def after(self, state: BattleState, side: str, acted: str = "") -> str:
        """Return the side whose unit acts next."""
        del side
        rest = (unit for unit in self.order(state) if not state.has_acted(unit) and unit.id != acted)
        return next((unit.side for unit in rest), "")
