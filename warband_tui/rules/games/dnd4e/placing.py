"""Whether a creature that is put on the board has room there: filled squares, others in its space, the board's edge."""

from __future__ import annotations

from warband_tui.rules.games.dnd4e.places import across_a_wall
from warband_tui.rules.games.dnd4e.setting_up import misplaced as off_the_board
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.steps import end_refusal
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState


def misplaced(state: BattleState, unit_id: str) -> Refusal | None:
    """Return why a creature cannot be where it has been put (D4-PHASE-1, D4-OCC-1, D4-OCC-2); None where it can.

    That its space is on the board is looked at where its altitude is set, and not to be overruled.
    """
    scene = Scene(state)
    unit = state.unit(unit_id)
    if off_the_board(scene, unit):
        return None
    spaces = scene.spaces[unit_id]
    found = (across_a_wall(scene, unit, space) or end_refusal(scene, unit, space) for space in spaces)
    no = next((one for one in found if one is not None), None)
    return Refusal(no.why.partition(":")[0], no.rules) if no else None
