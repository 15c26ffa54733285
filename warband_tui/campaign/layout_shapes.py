"""Outlines on a table, in inches from its left and upper edge: made, moved, turned, mirrored, compared.

Pure arithmetic on tuples of points; nothing here knows what a piece of terrain is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from warband_tui.rules.board.layout import Point
from warband_tui.rules.board.outlines import encloses, sides

Outline = tuple[Point, ...]
Box = tuple[float, float, float, float]
"""Left, upper, right, lower."""
Way = Literal["across", "down", "round"]
"""How a table is mirrored: left to right, top to bottom, or turned half round about its middle."""

CIRCLE_CORNERS = 16
_DIGITS = 3
_NEAR = 1e-6
_QUARTERS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def rectangle(middle: Point, width: float, depth: float) -> Outline:
    """Return a rectangle about its middle."""
    (x, y), w, d = middle, width / 2, depth / 2
    return _tidy(((x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d)))


def oval(middle: Point, width: float, depth: float, corners: int = CIRCLE_CORNERS) -> Outline:
    """Return an oval or circle about its middle, as a polygon."""
    x, y = middle
    angles = [2 * math.pi * i / corners for i in range(corners)]
    return _tidy(tuple((x + width / 2 * math.cos(a), y + depth / 2 * math.sin(a)) for a in angles))


def wall(a: Point, b: Point, thickness: float) -> Outline:
    """Return a wall from one point to another, as thick as said; no area where the points are one."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1
    x, y = -dy / long * thickness / 2, dx / long * thickness / 2
    return _tidy(((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y)))


def box_of(shape: Sequence[Point]) -> Box:
    """Return the smallest upright box about an outline."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return (min(xs), min(ys), max(xs), max(ys))


def middle_of(shape: Sequence[Point]) -> Point:
    """Return the middle of the box about an outline."""
    left, upper, right, lower = box_of(shape)
    return ((left + right) / 2, (upper + lower) / 2)


def moved(shape: Sequence[Point], dx: float, dy: float) -> Outline:
    """Return an outline moved to the right and down."""
    return _tidy(tuple((x + dx, y + dy) for x, y in shape))


def turned(shape: Sequence[Point], degrees: float, about: Point) -> Outline:
    """Return an outline turned clockwise about a point."""
    step = degrees % 360
    radians = math.radians(step)
    cos, sin = _QUARTERS.get(int(step) if step == int(step) else -1, (math.cos(radians), math.sin(radians)))
    ax, ay = about
    return _tidy(
        tuple((ax + (x - ax) * cos - (y - ay) * sin, ay + (x - ax) * sin + (y - ay) * cos) for x, y in shape)
    )


def scaled(shape: Sequence[Point], across: float, down: float, about: Point) -> Outline:
    """Return an outline stretched about a point."""
    ax, ay = about
    return _tidy(tuple((ax + (x - ax) * across, ay + (y - ay) * down) for x, y in shape))


def mirrored(shape: Sequence[Point], way: Way, width: float, height: float) -> Outline:
    """Return an outline as it lies on the other side of a table; mirroring twice gives it back."""
    if way == "across":
        return _tidy(tuple((width - x, y) for x, y in reversed(shape)))
    if way == "down":
        return _tidy(tuple((x, height - y) for x, y in reversed(shape)))
    return _tidy(tuple((width - x, height - y) for x, y in shape))


def overlap(a: Sequence[Point], b: Sequence[Point]) -> Point | None:
    """Return a point that lies in both of two plain outlines, None when they at most touch."""
    if not _boxes_meet(box_of(a), box_of(b)):
        return None
    for one, other in ((a, b), (b, a)):
        for point in _probes(one, other):
            if encloses(other, point) and not _on_edge(point, other):
                return (round(point[0], 2), round(point[1], 2))
    return None


def _probes(shape: Sequence[Point], other: Sequence[Point]) -> Iterator[Point]:
    """Yield the middle of each stretch of an outline between crossings with another, and a point inside it.

    Only sides that come near the other outline count: nothing else of it can lie inside.
    """
    near_other, near_shape = box_of(other), box_of(shape)
    others = [side for side in sides(other) if _boxes_touch(box_of(side), near_shape)]
    for a, b in [side for side in sides(shape) if _boxes_touch(box_of(side), near_other)]:
        cuts = sorted({0.0, 1.0, *(t for c, d in others if (t := _cut(a, b, c, d)) is not None)})
        for t, u in pairwise(cuts):
            if u - t > _NEAR:
                middle = (t + u) / 2
                yield (a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle)
    within = point_in(shape)
    if within is not None:
        yield within


def point_in(shape: Sequence[Point]) -> Point | None:
    """Return a point inside an outline, None when it has no area."""
    levels = sorted({y for _, y in shape})
    for upper, lower in pairwise(levels):
        y = (upper + lower) / 2
        crossed = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in sides(shape)
            if (ay > y) != (by > y)
        )
        for left, right in zip(crossed[::2], crossed[1::2], strict=False):
            if right - left > _NEAR:
                return ((left + right) / 2, y)
    return None


def _cut(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Return how far along `a`-`b` the segment `c`-`d` meets it, None when it does not or runs along it."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < _NEAR:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    return t if -_NEAR <= u <= 1 + _NEAR and 0 < t < 1 else None


def _on_edge(point: Point, shape: Sequence[Point]) -> bool:
    x, y = point
    for (ax, ay), (bx, by) in sides(shape):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        t = 0.0 if square == 0 else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square))
        if math.hypot(x - ax - t * dx, y - ay - t * dy) < 10**-_DIGITS:
            return True
    return False


def _boxes_meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _boxes_touch(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _tidy(shape: Outline) -> Outline:
    """Round to thousandths of an inch, without minus nought: files stay readable, edges still meet."""
    return tuple((round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0) for x, y in shape)
