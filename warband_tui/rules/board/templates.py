"""Templates laid on a table: a circle about a point, a line or a wall along several; who is under them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from warband_tui.errors import WarbandError
from warband_tui.rules.board.inches import HAIR, Body, core, outline, rounding
from warband_tui.rules.board.layout import Point, Spot
from warband_tui.rules.board.planning import Cell


class BadTemplate(WarbandError):
    """A template of no size, or with too few points; the message says which."""


class Under(Struct, frozen=True):
    """A model at a template: its place in the list that was asked of, how far it is from it, how much is covered."""

    model: int
    gap: float
    """From the edge of its base to the middle of a circle, or to a wall, in inches; 0 for on it."""
    wholly: bool
    """Whether all of its base is covered."""


class Laid(Struct, frozen=True):
    """A template on the table: its outline, the models that it covers in part or wholly, nearest first."""

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
            far = math.hypot(float(point.hausdorff_distance(outline(body))), rise)
            found.append(Under(n, near, far <= radius + HAIR))
    return _laid(point.buffer(radius, quad_segs=16), found)


def wall(points: Sequence[Spot], bodies: Sequence[Body], *, width: float = 0.0) -> Laid:
    """Lay a wall or a line along several points: whoever has a part of its base on it or in contact.

    Args:
        points: its points on the plan, at least two.
        bodies: the models on the table.
        width: how wide it is, in inches; 0 for a line.

    Raises:
        BadTemplate: it has fewer than two points or no length.
    """
    flat = [(point[0], point[1]) for point in points]
    if len(set(flat)) < 2:
        raise BadTemplate("a wall needs two points that are apart")
    if not (math.isfinite(width) and width >= 0):
        raise BadTemplate(f'a wall {width:g}" wide is none; give a length in inches from 0')
    line = LineString(flat)
    shape: BaseGeometry = line.buffer(max(width / 2, HAIR), cap_style="flat")
    found: list[Under] = []
    for n, body in enumerate(bodies):
        near = max(0.0, float(core(body).distance(line if width == 0 else shape)) - rounding(body.base))
        if near <= HAIR:
            found.append(Under(n, near, width > 0 and bool(shape.covers(outline(body)))))
    return _laid(shape, found)


def _laid(shape: BaseGeometry, found: list[Under]) -> Laid:
    solid = shape if isinstance(shape, Polygon) else shape.convex_hull
    corners = tuple((x, y) for x, y in shapely.get_coordinates(solid.boundary)[:-1].tolist())
    return Laid(corners, tuple(sorted(found, key=lambda under: (under.gap, under.model))))
