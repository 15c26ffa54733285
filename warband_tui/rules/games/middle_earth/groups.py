"""What befalls one model of a group: it goes on by itself, so that the others are not touched by it."""

from __future__ import annotations

from warband_tui.rules import regroup
from warband_tui.rules.actions import Split
from warband_tui.rules.games.middle_earth.profile import profile_of
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import Unit


def one_of(res: Resolution, unit_id: str, *, hurt: bool = False) -> Unit:
    """Return one model of a group as a unit of its own, made if need be; a unit of one model is that model.

    `hurt`: it is the one whose Wounds the group tells; else that one stays, and this one has all of its own.
    """
    unit = res.state.unit(unit_id)
    if unit.models <= 1:
        return unit
    # The ruleset is made of this package's functions, and splits a group for this one.
    from warband_tui.rules.games.middle_earth.ruleset import RULESET

    known, acting = set(res.state.units), (res.unit, res.side)
    regroup.split(RULESET, res, Split(unit_id, models=1))
    res.unit, res.side = acting
    new = next(name for name in res.state.units if name not in known)
    whole = unit_id if hurt else new
    full = profile_of(unit).wounds
    if full > 1:
        res.change(whole, "wounds", full - unit.counter("wounds"), why="another model's Wounds")
    return res.state.unit(new)
