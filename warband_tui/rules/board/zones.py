"""Where a side sets up: which squares a deployment zone takes in, and how its edge runs. The one reading of a zone.

On a table a zone is its outline. On a map its corners are squares that belong to it: one square, two
opposite corners of a block, or an outline from middle to middle of its corners. A square whose middle
lies in that outline or on it is in the zone.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from warband_tui.rules.board.layout import Board, DeploymentZone, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.outlines import crossings, encloses, on_edge

_HAIR = 1e-9


def zone_squares(board: SquareBoard, zone: DeploymentZone) -> frozenset[Square]:
    """Return the squares of a map that a zone takes in; none if a corner is no number."""
    return _squares(zone.shape, board.width, board.height)


def zone_outlines(board: Board, zone: DeploymentZone) -> tuple[tuple[Point, ...], ...]:
    """Return what to draw a zone by: its outline on a table; on a map the edge of its squares, one for each part.

    Points are in inches, or in squares from the upper left corner of the map.
    """
    return (zone.shape,) if isinstance(board, InchBoard) else _around(zone_squares(board, zone))


def zone_spans(board: Board, zone: DeploymentZone, y: float) -> tuple[tuple[float, float], ...]:
    """Return from where to where a line across the board, at a height of it, lies in a zone."""
    if isinstance(board, InchBoard):
        met = sorted(crossings(zone.shape, y))
        return tuple(zip(met[::2], met[1::2], strict=True))
    return _rows(zone.shape, board.width, board.height).get(math.floor(y), ())


def outside_on_map(board: SquareBoard, side: str, squares: Iterable[Square]) -> bool:
    """Whether some squares lie outside a side's zones on a map; no side without a zone has any outside."""
    zones = [zone_squares(board, zone) for zone in board.zones if zone.side == side]
    return bool(zones) and not frozenset().union(*zones).issuperset(squares)


@lru_cache(maxsize=64)
def _rows(shape: tuple[Point, ...], width: int, height: int) -> dict[int, tuple[tuple[float, float], ...]]:
    """Return the stretches of squares in each row of a zone."""
    found: dict[int, list[tuple[float, float]]] = {}
    for x, y in sorted(_squares(shape, width, height)):
        row = found.setdefault(y, [])
        if row and row[-1][1] == x:
            row[-1] = (row[-1][0], x + 1.0)
        else:
            row.append((float(x), x + 1.0))
    return {y: tuple(row) for y, row in found.items()}


@lru_cache(maxsize=64)
def _squares(shape: tuple[Point, ...], width: int, height: int) -> frozenset[Square]:
    if not shape or not all(math.isfinite(n) for corner in shape for n in corner):
        return frozenset()
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    across = range(max(0, math.ceil(min(xs))), min(width - 1, math.floor(max(xs))) + 1)
    down = range(max(0, math.ceil(min(ys))), min(height - 1, math.floor(max(ys))) + 1)
    return frozenset((x, y) for y in down for x in across if len(shape) < 3 or _takes_in(shape, (x, y)))


def _takes_in(shape: Sequence[Point], square: Point) -> bool:
    return encloses(shape, square) or on_edge(shape, square, _HAIR)


def _around(squares: frozenset[Square]) -> tuple[tuple[Point, ...], ...]:
    """Return the edge of some squares, clockwise on screen; parts that meet in a corner alone are apart."""
    ahead: dict[Square, list[Square]] = defaultdict(list)
    for x, y in sorted(squares, key=lambda at: (at[1], at[0])):
        if (x, y - 1) not in squares:
            ahead[x, y].append((x + 1, y))
        if (x + 1, y) not in squares:
            ahead[x + 1, y].append((x + 1, y + 1))
        if (x, y + 1) not in squares:
            ahead[x + 1, y + 1].append((x, y + 1))
        if (x - 1, y) not in squares:
            ahead[x, y + 1].append((x, y))
    found = []
    while ahead:
        start = next(iter(ahead))
        found.append(_bends(_walk(ahead, start)))
    return tuple(found)


def _walk(ahead: dict[Square, list[Square]], start: Square) -> list[Square]:
    """Take the edges of one part, from a corner round to it again."""
    way = [start]
    came = (0, 0)
    while True:
        here = way[-1]
        # Where two parts meet in a corner the sharper turn to the right stays with this one.
        goals = ahead[here]
        goal = next((to for to in goals if _right(came, (to[0] - here[0], to[1] - here[1]))), goals[0])
        goals.remove(goal)
        if not goals:
            del ahead[here]
        if goal == start:
            return way
        came = (goal[0] - here[0], goal[1] - here[1])
        way.append(goal)


def _right(came: Square, goes: Square) -> bool:
    return came[0] * goes[1] - came[1] * goes[0] > 0


def _bends(way: list[Square]) -> tuple[Point, ...]:
    """Return the corners of a closed way without the points on its straights."""
    around = zip(way, (way[-1], *way[:-1]), (*way[1:], way[0]), strict=True)
    return tuple(
        (float(x), float(y))
        for (x, y), (ax, ay), (bx, by) in around
        if (x - ax) * (by - y) != (y - ay) * (bx - x)
    )
