"""What lies over a board while it is drawn: the piece, the ghost, corners, faults, the cursor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from warband_tui.campaign.board_view_layers import cursor_layer, line_cells, merged, put
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_terrain import Layer, Paint, fill, kind_of_feature
from warband_tui.campaign.layout_desk import Desk
from warband_tui.rules.board.layout import Point
from warband_tui.rules.board.planning import Cell

CORNER, WRONG, ODD = "○", "✗", "!"


def overlay(desk: Desk, cursor: Cell, place: Point, projection: Projection) -> Layer:
    """Return all of it, the cursor on top."""
    layers: list[Layer] = []
    one = desk.feature()
    if one is not None:
        kind = kind_of_feature(one, desk.words.terrain)
        carried = Paint(kind.glyph, kind.colour, "template")
        layers.append(
            _area(one.shape, projection, Paint(ground="template") if desk.load is None else carried)
        )
    ghost = desk.ghost(place)
    if ghost:
        layers.append(_area(ghost, projection, Paint(ground="ghost")))
    layers.append(_flaws(desk, projection))
    layers.append(_corners(desk.pencil.corners, place, projection))
    layers.append(cursor_layer(cursor, projection))
    return merged(layers)


def _area(shape: Sequence[Point], projection: Projection, paint: Paint) -> Layer:
    """Return the characters in an outline, in one paint; none for an outline that has no area."""
    if len(shape) < 3 or not all(math.isfinite(n) and abs(n) < 10_000 for point in shape for n in point):
        return {}
    rows: list[dict[int, int]] = [{} for _ in range(projection.rows)]
    fill(rows, tuple(shape), projection, 0)
    return {y: dict.fromkeys(columns, paint) for y, columns in enumerate(rows) if columns}


def _flaws(desk: Desk, projection: Projection) -> Layer:
    layer: Layer = {}
    for flaw in reversed(desk.flaws()):
        if flaw.at is None or not all(math.isfinite(n) for n in flaw.at):
            continue
        column, row = projection.character(_middle(flaw.at, projection))
        wrong = flaw.severity == "error"
        put(layer, column, row, Paint(WRONG if wrong else ODD, "struck" if wrong else "charged"))
    return layer


def _corners(corners: Iterable[Point], place: Point, projection: Projection) -> Layer:
    layer: Layer = {}
    points = [_middle(corner, projection) for corner in corners]
    way = [*points, _middle(place, projection)] if points and projection.inches else points
    for a, b in pairwise(way):
        for column, row in line_cells(a, b, projection):
            put(layer, column, row, Paint("∙", "ruler"))
    for point in points:
        column, row = projection.character(point)
        put(layer, column, row, Paint(CORNER, "charged"))
    return layer


def _middle(point: Point, projection: Projection) -> Point:
    return point if projection.inches else (int(point[0]) + 0.5, int(point[1]) + 0.5)
