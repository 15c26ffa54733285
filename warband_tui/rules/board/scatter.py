"""Random layouts: pieces of given sizes set down without overlap, with gaps between them, fairly for both sides.

Chance comes from a function `draw(n)` that gives a whole number from 0 to n - 1, so that the same draws
give the same layout. No geometry library is needed: pieces are kept apart by the boxes around them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Point

Symmetry = Literal["none", "turned", "left-right", "up-down"]
"""How the second half mirrors the first: not at all, by half a turn, across a middle line."""
_STEP = 0.5
"""Inches between places at which a piece may be set down."""
_TRIES = 200


class Crowded(WarbandError):
    """More pieces than the table takes; the message says how many found room."""


class Size(Struct, frozen=True):
    """A piece to be set down: what it is (given back as it is), its box in inches, whether it may be turned."""

    kind: str
    width: float
    depth: float
    turns: bool = True
    corners: int = 4
    """4 for a rectangle, more for a rounded shape of so many corners within the box."""


class Placed(Struct, frozen=True):
    """A piece set down: its kind, its outline, the middle of its box and its sides."""

    kind: str
    shape: tuple[Point, ...]
    x: float
    y: float
    width: float
    depth: float
    twin: int = -1
    """Which piece of the layout it mirrors, -1 for none."""


def scatter(
    width: float,
    height: float,
    sizes: Sequence[Size],
    draw: Callable[[int], int],
    *,
    gap: float = 2.0,
    edge: float = 0.0,
    symmetry: Symmetry = "none",
    keep_clear: Sequence[tuple[float, float, float, float]] = (),
) -> tuple[Placed, ...]:
    """Set pieces down at random places; with a symmetry each is set down twice.

    Args:
        width: of the table, in inches.
        height: of the table, in inches.
        sizes: the pieces, set down in this order: give the largest first.
        draw: gives a whole number from 0 to n - 1.
        gap: the least distance between two pieces, in inches.
        edge: the least distance from the edge of the table.
        symmetry: how the second half mirrors the first.
        keep_clear: boxes (left, up, right, down) that stay free.

    Raises:
        Crowded: no place was found for a piece.
    """
    found: list[Placed] = []
    for size in sizes:
        for _ in range(_TRIES):
            piece = _drawn(width, height, size, draw, edge)
            if piece is None:
                continue
            pair = [piece]
            if symmetry != "none":
                pair.append(_mirrored(piece, width, height, symmetry, len(found)))
            if _fits(pair, found, gap) and not any(_meets(p, box) for p in pair for box in keep_clear):
                found += pair
                break
        else:
            raise Crowded(
                f'no room for a {size.kind or "piece"} of {size.width:g}x{size.depth:g}" beside '
                f"{len(found)} others: take fewer pieces or smaller gaps"
            )
    return tuple(found)


def _drawn(width: float, height: float, size: Size, draw: Callable[[int], int], edge: float) -> Placed | None:
    turned = size.turns and draw(2) == 1
    across, down = (size.depth, size.width) if turned else (size.width, size.depth)
    columns = math.floor((width - 2 * edge - across) / _STEP + 1e-9) + 1
    rows = math.floor((height - 2 * edge - down) / _STEP + 1e-9) + 1
    if columns < 1 or rows < 1:
        return None
    x = edge + across / 2 + draw(columns) * _STEP
    y = edge + down / 2 + draw(rows) * _STEP
    return Placed(size.kind, _shape(x, y, across, down, size.corners), x, y, across, down)


def _shape(x: float, y: float, across: float, down: float, corners: int) -> tuple[Point, ...]:
    if corners <= 4:
        left, right, upper, lower = x - across / 2, x + across / 2, y - down / 2, y + down / 2
        return ((left, upper), (right, upper), (right, lower), (left, lower))
    turns = (2 * math.pi * n / corners for n in range(corners))
    return tuple(
        (round(x + across / 2 * math.cos(t), 3), round(y + down / 2 * math.sin(t), 3)) for t in turns
    )


def _mirrored(piece: Placed, width: float, height: float, symmetry: Symmetry, twin: int) -> Placed:
    def over(point: Point) -> Point:
        x = width - point[0] if symmetry in ("turned", "left-right") else point[0]
        y = height - point[1] if symmetry in ("turned", "up-down") else point[1]
        return (x, y)

    x, y = over((piece.x, piece.y))
    shape = tuple(over(point) for point in piece.shape)
    return Placed(piece.kind, shape, x, y, piece.width, piece.depth, twin)


def _fits(pair: Sequence[Placed], found: Sequence[Placed], gap: float) -> bool:
    return all(
        _gap(piece, other) >= gap - 1e-9 for n, piece in enumerate(pair) for other in (*found, *pair[n + 1 :])
    )


def _gap(a: Placed, b: Placed) -> float:
    """Return the distance between two boxes; negative when they overlap."""
    across = abs(a.x - b.x) - (a.width + b.width) / 2
    down = abs(a.y - b.y) - (a.depth + b.depth) / 2
    if across > 0 and down > 0:
        return math.hypot(across, down)
    return max(across, down)


def _meets(piece: Placed, box: tuple[float, float, float, float]) -> bool:
    left, upper, right, lower = box
    return (
        piece.x - piece.width / 2 < right
        and piece.x + piece.width / 2 > left
        and piece.y - piece.depth / 2 < lower
        and piece.y + piece.depth / 2 > upper
    )
