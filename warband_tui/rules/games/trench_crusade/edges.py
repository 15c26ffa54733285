"""Models that go Down at an edge: whether they slip off it (TC-FAL-3)."""

from __future__ import annotations

from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.success import success_roll, told
from warband_tui.rules.games.trench_crusade.walking import fall_from
from warband_tui.rules.resolution import Resolution

_BRINK = 1.0
"""Inches from a base to an edge at which one may slip."""


def slip(res: Resolution, unit_id: str) -> None:
    """Let a model roll that goes Down within 1" of an edge; one that fails falls over the nearest (TC-FAL-3)."""
    unit = res.state.unit(unit_id)
    scene = Scene(res.state)
    near = scene.ledges_near(unit, scene.body(unit_id), _BRINK)
    if not near:
        return
    gap, ledge = near[0]
    res.cite("TC-FAL-3")
    # The current rules roll before the model is Down, so its own die does not count yet.
    counts = edition(res.state.edition).down_in_own_activation == "goes on"
    with res.scope("ledge:"):
        roll = success_roll(res, unit_id, "staying on the ledge", down_counts=counts)
        if roll.outcome != "failure":
            res.say(f'{gap:.1f}" from a ledge, it stays: {told(roll)}')
            return
        res.say(f"it slips off the ledge: {told(roll)}")
        fall_from(res, unit_id, ledge)
