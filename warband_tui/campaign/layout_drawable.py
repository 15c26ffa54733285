"""A board that may be faulty as something that can be drawn: what has no place or shape is left out or filled up."""

from __future__ import annotations

import math

from msgspec.structs import replace

from warband_tui.campaign.board_view import BoardPicture
from warband_tui.rules.board.faults import MOST_INCHES, MOST_SQUARES
from warband_tui.rules.board.layout import (
    COMMON,
    Board,
    DeploymentZone,
    Ground,
    InchBoard,
    Point,
    SquareBoard,
)

_UNKNOWN = Ground(name="not in the legend", obscured=True)


def drawable(board: Board) -> Board:
    """Return the board as far as it can be drawn; a sound one comes back as it is."""
    return _table(board) if isinstance(board, InchBoard) else _map(board)


def picture(board: Board) -> BoardPicture:
    """Return what the drawing of a board takes: ground and zones, nobody on it."""
    shown = drawable(board)
    sides = {side: i for i, side in enumerate(dict.fromkeys(zone.side for zone in shown.zones))}
    zones = tuple((sides[zone.side] % 4, zone) for zone in shown.zones)
    return BoardPicture(shown, (), (), (), {}, zones)


def _table(board: InchBoard) -> InchBoard:
    width, height = _side(board.width), _side(board.height)
    features = tuple(f for f in board.features if _has_shape(f.shape) and math.isfinite(f.top))
    return replace(board, width=width, height=height, features=features, zones=_zones(board))


def _map(board: SquareBoard) -> SquareBoard:
    rows = [row[:MOST_SQUARES] for row in board.map[:MOST_SQUARES]] or [""]
    width = max(1, *(len(row) for row in rows))
    rows = [row.ljust(width, ".") for row in rows]
    unknown = {letter for row in rows for letter in row} - {*COMMON, *board.legend}
    legend = {**board.legend, **dict.fromkeys(unknown, _UNKNOWN)} if unknown else board.legend
    edges = tuple(
        (a, b, kind)
        for a, b, kind in board.edges
        if kind in ("low", "wall", "window")
        and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        and all(0 <= x < width and 0 <= y < len(rows) for x, y in (a, b))
    )
    return replace(board, map=tuple(rows), legend=legend, edges=edges, zones=_zones(board))


def _side(length: float) -> float:
    return min(max(length, 1.0), float(MOST_INCHES)) if math.isfinite(length) else 1.0


def _zones(board: Board) -> tuple[DeploymentZone, ...]:
    # A zone of squares may be a single one.
    least = 3 if isinstance(board, InchBoard) else 1
    return tuple(zone for zone in board.zones if _has_shape(zone.shape, least))


def _has_shape(shape: tuple[Point, ...], least: int = 3) -> bool:
    return least <= len(shape) <= 400 and all(abs(n) < 10_000 for point in shape for n in point)
