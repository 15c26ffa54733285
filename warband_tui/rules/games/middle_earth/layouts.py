"""Tables of this game: random ones, and what is wrong with one. No geometry library."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, DeploymentZone, Fault, Feature, InchBoard, Point
from warband_tui.rules.board.scatter import Crowded, Size, scatter
from warband_tui.rules.games.middle_earth.ground_rules import WORDS

LEAST = 24.0
"""Inches: on a smaller table armies set up within a charge of each other."""
_ZONE = 12.0
_KINDS = {kind.id: kind for kind in WORDS.terrain}
_PIECES = (
    Size("wood", 9, 6, corners=10),
    Size("hill", 8, 6, corners=10),
    Size("ruin", 5, 4),
    Size("rough", 6, 4, corners=8),
    Size("hedge", 6, 0.5),
    Size("hedge", 6, 0.5),
    Size("rocks", 3, 3, corners=8),
)
"""The pieces of one half of a table of 48 by 48, the largest first; the other half is the same."""


def table_faults(board: Board) -> tuple[Fault, ...]:
    """Return what is wrong with a table for this game."""
    if isinstance(board, InchBoard) and min(board.width, board.height) < LEAST:
        what = f'{board.width:g}x{board.height:g}" is less than {LEAST:g}" across: armies need room to set up'
        return (Fault("table", what),)
    return ()


def random_layout(width: float, height: float, draw: Callable[[int], int]) -> InchBoard | None:
    """Return a random table whose halves are alike, a river with a ford across it on every other one.

    None for a table that holds not even half of the pieces.
    """
    wet = draw(2) == 1 and min(width, height) >= 2 * _ZONE + 12
    features = list(_river(width, height)) if wet else []
    keep = [(0.0, height / 2 - 3, width, height / 2 + 3)] if wet else []
    wanted = list(_PIECES) * max(1, round(width * height / (48 * 48)))
    while True:
        try:
            found = scatter(width, height, wanted, draw, gap=3, edge=2, symmetry="turned", keep_clear=keep)
            break
        except Crowded:
            if len(wanted) <= len(_PIECES) // 2:
                return None
            wanted.pop()
    numbers: dict[str, int] = {}
    for piece in found:
        kind = _KINDS[piece.kind]
        numbers[kind.id] = numbers.get(kind.id, 0) + 1
        name = f"{kind.label} {numbers[kind.id]}"
        features.append(Feature(name.replace(" ", "-"), piece.shape, kind.height, kind.tags, name))
    return InchBoard(width, height, tuple(features), _zones(width, height))


def _river(width: float, height: float) -> tuple[Feature, ...]:
    """Return a river across the middle, four inches wide, with a ford of six inches in its middle."""
    up, low, left, right = height / 2 - 2, height / 2 + 2, width / 2 - 3, width / 2 + 3
    river, ford = _KINDS["river"], _KINDS["ford"]
    return (
        Feature("river-1", _box(0, up, left, low), 0, river.tags, "river", piece_of="river"),
        Feature("river-2", _box(right, up, width, low), 0, river.tags, "river", piece_of="river"),
        Feature("ford", _box(left, up, right, low), 0, ford.tags, "ford"),
    )


def _zones(width: float, height: float) -> tuple[DeploymentZone, ...]:
    deep = min(_ZONE, height / 4)
    return (
        DeploymentZone("A", _box(0, 0, width, deep), f'the upper {deep:g}"'),
        DeploymentZone("B", _box(0, height - deep, width, height), f'the lower {deep:g}"'),
    )


def _box(left: float, up: float, right: float, low: float) -> tuple[Point, ...]:
    return ((left, up), (right, up), (right, low), (left, low))
