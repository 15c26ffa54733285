"""Outlines on a board: their sides, their area, what lies in them. Plain arithmetic on points."""

from __future__ import annotations

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
