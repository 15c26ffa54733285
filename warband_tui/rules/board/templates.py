"""What is covered on a table: a circle about a point with who is under it, cells within inches of some bases."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from warband_tui.errors import WarbandError
from warband_tui.rules.board.inches import Body, core, rounding
from warband_tui.rules.board.layout import HAIR, InchBoard, Point, Spot
from warband_tui.rules.board.planning import Cell


class BadTemplate(WarbandError):
    """A template of no size; the message says which."""


class Under(Struct, frozen=True):
    """A model at a template: its place in the list that was asked of, how far it is from it."""

    model: int
    gap: float
    """From the edge of its base to the middle of the circle, in inches; 0 for on it."""


class Laid(Struct, frozen=True):
    """A template on the table: its outline, the models that it covers in part, nearest first."""

    outline: tuple[Point, ...]
    models: tuple[Under, ...]

    def cells(self, grain: float) -> frozenset[Cell]:
        """Return the cells of a grain in inches whose middles are covered."""
        shape = Polygon(self.outline)
        left, upper, right, lower = shape.bounds
        columns = np.arange(max(0, math.floor(left / grain)), math.ceil(right / grain) + 1)
        rows = np.arange(max(0, math.floor(upper / grain)), math.ceil(lower / grain) + 1)
        across, down = (part.ravel() for part in np.meshgrid(columns, rows))
        inside = shapely.intersects_xy(shape, (across + 0.5) * grain, (down + 0.5) * grain)
        return frozenset(zip(across[inside].tolist(), down[inside].tolist(), strict=True))


def circle(at: Spot, radius: float, bodies: Sequence[Body], *, flat: bool = True) -> Laid:
    """Lay a circle: whoever has a part of its base within `radius` inches of the point, exactly at it included.

    Args:
        at: the middle of the circle.
        radius: in inches.
        bodies: the models on the table.
        flat: whether height does not count; otherwise the circle is a ball.

    Raises:
        BadTemplate: the radius is no length.
    """
    if not (math.isfinite(radius) and radius > 0):
        raise BadTemplate(f'a circle of radius {radius:g}" covers nothing; give a length in inches')
    z = at[2] if len(at) > 2 else 0.0
    point = ShapelyPoint(at[0], at[1])
    found: list[Under] = []
    for n, body in enumerate(bodies):
        rise = 0.0 if flat else body.z - z
        near = math.hypot(max(0.0, float(core(body).distance(point)) - rounding(body.base)), rise)
        if near <= radius + HAIR:
            found.append(Under(n, near))
    ring = shapely.get_coordinates(point.buffer(radius, quad_segs=16).boundary)[:-1].tolist()
    models = tuple(sorted(found, key=lambda under: (under.gap, under.model)))
    return Laid(tuple((x, y) for x, y in ring), models)


def cells_within(bodies: Iterable[Body], far: float, board: InchBoard, grain: float) -> frozenset[Cell]:
    """Return the cells whose middles are at most so far from the edge of a base, on the plan.

    Args:
        bodies: the models, each with the outline of its own base.
        far: in inches; exactly so far counts.
        board: the table: cells whose middles lie off it are left out.
        grain: the side of a cell in inches.
    """
    found: set[Cell] = set()
    for body in bodies:
        out = body.radius + far
        across = np.arange(max(0, math.floor((body.x - out) / grain)), math.ceil((body.x + out) / grain) + 1)
        down = np.arange(max(0, math.floor((body.y - out) / grain)), math.ceil((body.y + out) / grain) + 1)
        columns, rows = (part.ravel() for part in np.meshgrid(across, down))
        x, y = (columns + 0.5) * grain, (rows + 0.5) * grain
        gaps = shapely.distance(shapely.points(x, y), core(body)) - rounding(body.base)
        kept = (x < board.width) & (y < board.height) & (gaps <= far + HAIR)
        found.update(zip(columns[kept].tolist(), rows[kept].tolist(), strict=True))
    return frozenset(found)
