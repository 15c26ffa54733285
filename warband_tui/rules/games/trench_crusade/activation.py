"""The activation of a model: what happens as it begins, and what ends it."""

from __future__ import annotations

from warband_tui.rules.events import ConditionCleared, ConditionSet, PhaseBegan
from warband_tui.rules.flow import Flow
from warband_tui.rules.games.trench_crusade.chances import MARKER_CAP
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


class FireteamFlow(Flow):
    """Alternating activations, in which the two models of a Fireteam may act together."""

    def together(self, state: BattleState, unit: Unit, other: Unit) -> bool:
        """Whether two models are one Fireteam: exactly two act together (FIRETEAM, TC-KEY-1)."""
        team = profile_of(unit).fireteam
        if not team or unit.side != other.side or profile_of(other).fireteam != team:
            return False
        acting = {u.id for u in state.of_side(unit.side) if u.acting}
        return len(acting | {unit.id, other.id}) <= 2

    def interruption(self, state: BattleState, unit: Unit) -> Refusal | None:
        """Return what ends a model's activation: leaving the table or, by edition, going Down (TC-DWN-1)."""
        if unit.in_play and unit.has("down") and edition(state.edition).down_in_own_activation == "ends":
            return Refusal("Down", ("TC-DWN-1",))
        return super().interruption(state, unit)

    def settle(self, res: Resolution) -> None:
        """After an action: who has left the table leaves its markers behind (TC-BLD-1), then as ever."""
        for unit in res.state.units.values():
            if not unit.in_play and res.start.units.get(unit.id, unit).in_play:
                for counter in MARKERS:
                    res.change(unit.id, counter, -unit.counter(counter), why="off the table")
                if unit.has("down"):
                    res.emit(ConditionCleared(unit.id, "down", "off the table"))
        super().settle(res)


MARKERS = ("blood", "blessing", "infection")
FLOW = FireteamFlow(alternate="TC-TRN-1", once="TC-TRN-2")


def start(res: Resolution, unit_id: str) -> Unit:
    """See that a model is active. As its activation begins it stands up, heals and sickens."""
    fresh = not res.state.unit(unit_id).acting
    before = res.state.turn
    unit = FLOW.begin(res, unit_id)
    if res.state.turn != before:
        res.emit(PhaseBegan("activation"))
    if fresh and unit.acting:
        _on_activation(res, unit)
    return res.state.unit(unit_id)


def need_enemy(res: Resolution, unit_id: str, target_id: str, rule: str) -> None:
    """See that a model is an enemy on the table, where a rule aims at one.

    Raises:
        Refused: it is neither.
    """
    unit, target = res.state.unit(unit_id), res.state.unit(target_id)
    if target.side == unit.side:
        raise Refused(f"{target.name} is no enemy of {unit.name}", rule)
    if not target.in_play:
        raise Refused(f"{target.name} is off the table", rule)


def stop(res: Resolution, unit_id: str, why: str) -> None:
    """End an activation before its player does."""
    FLOW.end(res, unit_id, why)
    res.say(f"activation over ({why})")


def end_if_risky(res: Resolution, unit_id: str, *, risky: bool) -> None:
    """End the activation of a model that failed a Risky roll in it (TC-ACT-2)."""
    if risky and res.state.unit(unit_id).acting:
        res.cite("TC-ACT-2")
        stop(res, unit_id, "failed Risky roll")


def _on_activation(res: Resolution, unit: Unit) -> None:
    profile = profile_of(unit)
    # Infection grows before any action, and before anything heals.
    if unit.counter("infection"):
        grown = res.change(unit.id, "infection", 1, high=MARKER_CAP, why="infection grows")
        res.cite("TC-INF-1")
        if grown:
            res.say(f"{unit.name}: infection grows")
    healing = profile.value("REGENERATE")
    if healing and unit.counter("blood") and not profile.has("GOLEM"):
        healed = -res.change(unit.id, "blood", -healing, why="REGENERATE")
        res.cite("TC-KEY-1")
        res.say(f"{unit.name} regenerates {healed} blood")
    if unit.has("down"):
        res.emit(ConditionCleared(unit.id, "down", "stands up"), ConditionSet(unit.id, "stood", "activation"))
        res.cite("TC-DWN-1")
        res.say(f"{unit.name} stands up")
