"""Models put down on a table in inches: whether there is room for them, and whether that is where they deploy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely
from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import TOUCH, Body, outline, overlapping
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.board.obstacles import Mover
from warband_tui.rules.board.walks import Walks

_AWAY = -10_000.0
"""A place off every table: who comes from there stands in nothing yet, so nothing holds it that it leaves."""


def no_room(
    board: InchBoard,
    bodies: Sequence[Body],
    others: Iterable[tuple[str, Body]],
    rules: GroundRules,
) -> str:
    """Return why models cannot stand where they are put; empty where they can.

    Args:
        board: the table.
        bodies: the models of one unit where they would stand, on the ground there.
        others: everybody else on the table, with their names.
        rules: how the unit deals with ground.
    """
    around = tuple(others)
    for n, body in enumerate(bodies):
        walks = Walks(board, Mover(replace(body, x=_AWAY, y=_AWAY), rules))
        why = walks.may_end(body.at)
        if why:
            return why
        taken = next((name for name, other in around if overlapping(body, other)), "")
        if taken:
            return f"{taken} stands there"
        if any(overlapping(body, other) for other in bodies[:n]):
            return "two of its models would stand in the same place"
    return ""


def outside_zones(board: InchBoard, side: str, bodies: Iterable[Body]) -> bool:
    """Whether models of a side stand outside its deployment zones; no side without a zone does."""
    zones = [shapely.Polygon(zone.shape) for zone in board.zones if zone.side == side]
    if not zones:
        return False
    room = shapely.union_all(zones).buffer(TOUCH)
    return not all(room.covers(outline(body)) for body in bodies)
