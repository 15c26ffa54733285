"""Where a creature on the board may arrive without going there: teleports, standing up, taking its full space again."""

from __future__ import annotations

from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.squares import distance
from warband_tui.rules.games.dnd4e.falling_edges import hazard
from warband_tui.rules.games.dnd4e.places import arrival, full_spaces, standing, teleport_refusal
from warband_tui.rules.games.dnd4e.space import Scene, full_side, square_of
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import Unit

NOWHERE = "it can shift to no square beside it: all are taken, filled or difficult"


def teleported(
    res: Resolution, unit: Unit, to: Spot, limit: int | None, by: str, feet: int | None
) -> tuple[int, int | None, bool]:
    """See that a creature may be teleported to a square (D4-TEL-1, D4-TEL-2).

    Returns:
        The squares that it goes, the feet that it would fall there, and whether it may save against it (D4-TEL-4).
    """
    scene = Scene(res.state)
    user = scene.unit(by) if by and by in scene.units else None
    no = teleport_refusal(scene, unit, to, limit, user)
    res.permit(no)
    res.cite("D4-TEL-1", "D4-TEL-2")
    space, goal = scene.space(unit.id), arrival(scene, unit, to)
    away = distance(space, goal)
    risk = None if no else hazard(scene, unit, space, goal, teleports=True)
    if risk is None:
        return away, feet, feet is not None
    return away, (risk.drop if feet is None else feet), True


def stood_up(res: Resolution, unit: Unit, to: Spot) -> bool:
    """See that a prone creature may stand up where it is, or in the square to which it shifts (D4-PRONE-3).

    Returns:
        Whether somebody shares its square, so that it shifts.
    """
    scene = Scene(res.state)
    here, ends = standing(scene, unit)
    if here:
        res.need(not to, f"{unit.name} stands up where it is", "D4-PRONE-3")
        return False
    names = "; ".join("{},{}".format(*end) for end in ends)
    res.need(bool(ends), f"{unit.name} shares its square, and {NOWHERE}", "D4-PRONE-3", "D4-DT-4")
    fits = bool(to) and square_of(to) in ends
    res.need(fits, f"{unit.name} shares its square: it shifts to one of {names}", "D4-PRONE-3")
    res.cite("D4-OCC-6")
    return True


def unsqueezed(res: Resolution, unit: Unit, to: Spot) -> Spot:
    """See that a creature has room for its full space, and return where that is: as wished, else where it fits (D4-SQZ-2)."""
    scene = Scene(res.state)
    ends = full_spaces(scene, unit, full_side(unit))
    res.need(bool(ends), f"{unit.name} has no room for its full space here", "D4-SQZ-2")
    if to:
        names = "; ".join("{},{}".format(*end) for end in ends)
        res.need(square_of(to) in ends, f"its full space fits at {names}", "D4-SQZ-2")
        return to
    here = scene.space(unit.id).anchor
    return here if here in ends or not ends else ends[0]
