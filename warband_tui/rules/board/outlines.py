"""Outlines on a board: their sides, their area, what lies in them. Plain arithmetic on points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from warband_tui.rules.board.layout import Point


def sides(shape: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of an outline from its first corner on, the closing one last."""
    yield from zip(shape, (*shape[1:], *shape[:1]), strict=True)


def area(shape: Sequence[Point]) -> float:
    """Return the signed area of an outline (the shoelace formula)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(shape)) / 2


def crossings(shape: Sequence[Point], y: float) -> list[float]:
    """Return where a line across the board at a height meets an outline, by side."""
    return [
        ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides(shape) if (ay > y) != (by > y)
    ]


def encloses(shape: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in an outline; on its edge it may count either way."""
    return sum(1 for x in crossings(shape, point[1]) if x > point[0]) % 2 == 1


def on_edge(shape: Sequence[Point], point: Point, hair: float) -> bool:
    """Whether a point lies on a side of an outline, no further from it than `hair`."""
    return any(_away(point, a, b) <= hair for a, b in sides(shape))


def _away(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the stretch between two others."""
    across, down = b[0] - a[0], b[1] - a[1]
    length = across * across + down * down
    along = ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return math.dist(point, (a[0] + along * across, a[1] + along * down))
