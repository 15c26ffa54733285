"""Bases on a table in inches: how far apart, touching, overlapping, within, holding together.

A base is a flat outline at a height z: a circle as a point with a radius, which is exact; an oval as 64
corners, short by at most 0.04 mm for 60 mm; a rectangle by its corners. Distance runs from base edge to
base edge, in three dimensions unless a function says flat. Nothing here knows a game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from warband_tui.rules.board.layout import HAIR, MM, Base, InchBoard, Point, Spot

TOUCH = 0.01
"""Inches: what is no farther apart touches, and what overlaps by no more does not overlap."""
_OVAL_CORNERS = 64


class Body(Struct, frozen=True, cache_hash=True):
    """A model where it stands: its base, its middle in inches, the height of its base, how tall it is."""

    base: Base
    x: float
    y: float
    z: float = 0
    height: float = 0

    @property
    def at(self) -> Spot:
        """Its spot."""
        return (self.x, self.y, self.z)

    @property
    def radius(self) -> float:
        """From its middle to the farthest point of its base, in inches."""
        return reach_of(self.base)


def stand(base: Base, spot: Spot, height: float = 0) -> Body:
    """Return a model at a spot of two or three numbers (z is 0 when it is not given)."""
    return Body(base, spot[0], spot[1], spot[2] if len(spot) > 2 else 0.0, height)


def moved(body: Body, spot: Spot) -> Body:
    """Return a model at another spot; at its own height when the spot gives none."""
    return Body(body.base, spot[0], spot[1], spot[2] if len(spot) > 2 else body.z, body.height)


def plan(spot: Spot) -> Point:
    """Return where a spot lies on the plan."""
    return (spot[0], spot[1])


def inches(mm: float) -> float:
    """Return millimetres as inches."""
    return mm / MM


def is_round(base: Base) -> bool:
    """Whether a base is a circle; an oval of equal sides is one too."""
    return base.form == "circle" or (base.form == "oval" and base.width == base.depth)


def reach_of(base: Base) -> float:
    """Return the farthest that a base reaches from its middle, in inches."""
    if base.form == "rectangle":
        return math.hypot(base.width, base.depth) / 2 / MM
    if base.form == "oval":
        return max(base.width, base.depth) / 2 / MM
    return base.width / 2 / MM


def rounding(base: Base) -> float:
    """Return the radius about the core of a base, in inches: that of a circle, 0 for other forms."""
    return base.width / 2 / MM if is_round(base) else 0.0


@lru_cache(maxsize=256)
def corners(base: Base) -> tuple[Point, ...]:
    """Return the corners of a base about its middle, in inches; a circle by 64 corners on its edge."""
    half = (base.width / 2 / MM, (base.width if base.form == "circle" else base.depth) / 2 / MM)
    if base.form == "rectangle":
        shape = [(half[0] * i, half[1] * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    else:
        turns = (2 * math.pi * n / _OVAL_CORNERS for n in range(_OVAL_CORNERS))
        shape = [(half[0] * math.cos(t), half[1] * math.sin(t)) for t in turns]
    angle = math.radians(base.turned)
    c, s = math.cos(angle), math.sin(angle)
    return tuple((x * c - y * s, x * s + y * c) for x, y in shape)


@lru_cache(maxsize=4096)
def core(body: Body) -> BaseGeometry:
    """Return what a base is grown from by `rounding`: the middle of a circle, else its outline."""
    if is_round(body.base):
        return ShapelyPoint(body.x, body.y)
    return outline(body)


@lru_cache(maxsize=4096)
def outline(body: Body) -> Polygon:
    """Return the outline of a base on the table, in inches; a circle by 64 corners on its edge."""
    return Polygon([(body.x + x, body.y + y) for x, y in corners(body.base)])


def flat_gap(a: Body, b: Body) -> float:
    """Return the distance from base edge to base edge on the plan, in inches; 0 when they meet."""
    return max(0.0, _signed_gap(a, b))


def _signed_gap(a: Body, b: Body) -> float:
    if is_round(a.base) and is_round(b.base):
        apart = math.hypot(a.x - b.x, a.y - b.y)
    else:
        apart = float(core(a).distance(core(b)))
    return apart - rounding(a.base) - rounding(b.base)


def distance(a: Body, b: Body) -> float:
    """Return the distance from base edge to base edge in three dimensions, in inches."""
    return math.hypot(flat_gap(a, b), a.z - b.z)


def nearest(a: Body, b: Body) -> tuple[Spot, Spot]:
    """Return the points of two bases that are nearest to each other, each at its base's height."""
    p, q = nearest_points(core(a), core(b))
    apart = math.hypot(q.x - p.x, q.y - p.y)
    if apart <= HAIR:
        return (p.x, p.y, a.z), (q.x, q.y, b.z)
    ra, rb = rounding(a.base), rounding(b.base)
    if ra + rb > apart:
        ra, rb = ra * apart / (ra + rb), rb * apart / (ra + rb)
    x, y = (q.x - p.x) / apart, (q.y - p.y) / apart
    return (p.x + x * ra, p.y + y * ra, a.z), (q.x - x * rb, q.y - y * rb, b.z)


def within(a: Body, b: Body, limit: float, *, flat: bool = False) -> bool:
    """Whether the nearest points of two bases are at most `limit` inches apart; exactly at it counts."""
    return (flat_gap(a, b) if flat else distance(a, b)) <= limit + HAIR


def touching(a: Body, b: Body) -> bool:
    """Whether two bases are in contact, within 0.01"."""
    return distance(a, b) <= TOUCH


def overlapping(a: Body, b: Body) -> bool:
    """Whether two models stand in one another: bases that overlap by more than 0.01" at meeting heights."""
    if a.z > b.z + b.height + HAIR or b.z > a.z + a.height + HAIR:
        return False
    if is_round(a.base) or is_round(b.base):
        apart = _signed_gap(a, b)
        if apart < -TOUCH:
            return True
        return apart <= 0 and core(a).intersects(core(b))
    return bool(core(a).buffer(-TOUCH / 2).intersects(core(b).buffer(-TOUCH / 2)))


def off_board(body: Body, board: InchBoard) -> bool:
    """Whether any part of a base lies beyond the edge of the table, by more than 0.01"."""
    left, upper, right, lower = extent(body.base)
    return (
        body.x + left < -TOUCH
        or body.y + upper < -TOUCH
        or body.x + right > board.width + TOUCH
        or body.y + lower > board.height + TOUCH
    )


@lru_cache(maxsize=256)
def extent(base: Base) -> tuple[float, float, float, float]:
    """Return how far a base reaches left, up, right and down of its middle (left and up are negative)."""
    shape = corners(base)
    if is_round(base):
        r = rounding(base)
        return (-r, -r, r, r)
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return (min(xs), min(ys), max(xs), max(ys))


class Coherency(Struct, frozen=True):
    """Whether models hold together: the groups that they form, and those with too few neighbours."""

    groups: tuple[tuple[int, ...], ...]
    """Positions of the models of each connected group, the largest group first."""
    lonely: tuple[int, ...]
    """Positions of models with fewer neighbours than they need."""

    @property
    def holds(self) -> bool:
        """Whether it is one group in which nobody lacks a neighbour."""
        return len(self.groups) <= 1 and not self.lonely


def coherency(models: Sequence[Body], limit: float, neighbours: int = 1, *, flat: bool = False) -> Coherency:
    """Return how models hold together at `limit` inches, each needing so many neighbours.

    Nobody needs more neighbours than there are others.
    """
    near: list[set[int]] = [set() for _ in models]
    for i, a in enumerate(models):
        for j in range(i + 1, len(models)):
            if within(a, models[j], limit, flat=flat):
                near[i].add(j)
                near[j].add(i)
    need = min(neighbours, len(models) - 1)
    left, groups = set(range(len(models))), []
    while left:
        group, edge = set(), [min(left)]
        while edge:
            model = edge.pop()
            if model not in group:
                group.add(model)
                edge += near[model]
        groups.append(tuple(sorted(group)))
        left -= group
    groups.sort(key=lambda group: (-len(group), group))
    return Coherency(tuple(groups), tuple(i for i, around in enumerate(near) if len(around) < need))
