"""The activation of a model: what happens as it begins, and what ends it."""

from __future__ import annotations

from warband_tui.rules.events import ConditionCleared, ConditionSet
from warband_tui.rules.flow import Flow
from warband_tui.rules.games.trench_crusade.chances import MARKER_CAP
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit


class FireteamFlow(Flow):
    """Alternating activations, in which the two models of a Fireteam may act together."""

    def together(self, unit: Unit, other: Unit) -> bool:
        """Whether two models are one Fireteam (FIRETEAM, TC-KEY-1)."""
        team = profile_of(unit).fireteam
        return bool(team) and unit.side == other.side and profile_of(other).fireteam == team


FLOW = FireteamFlow(alternate="TC-TRN-1", once="TC-TRN-2")


def start(res: Resolution, unit_id: str) -> Unit:
    """See that a model is active. As its activation begins it stands up, heals and sickens."""
    fresh = not res.state.unit(unit_id).acting
    unit = FLOW.begin(res, unit_id)
    if fresh and unit.acting:
        _on_activation(res, unit)
    return res.state.unit(unit_id)


def stop(res: Resolution, unit_id: str, why: str) -> None:
    """End an activation before its player does."""
    FLOW.end(res, unit_id, why)
    res.say(f"activation over ({why})")


def end_if_risky(res: Resolution, unit_id: str, *, risky: bool) -> None:
    """End the activation of a model that failed a Risky roll in it (TC-ACT-2)."""
    if risky and res.state.unit(unit_id).acting:
        res.cite("TC-ACT-2")
        stop(res, unit_id, "failed Risky roll")


def need(res: Resolution, refusal: Refusal | None) -> None:
    """Go on if there is no refusal, or if the player overrides it."""
    if refusal:
        res.need(False, refusal.why, *refusal.rules)


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
