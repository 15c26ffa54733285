"""Maps of this game: what is wrong with one, and maps at random."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, Fault, Square, SquareBoard
from warband_tui.rules.board.squares import Mover, grid_of
from warband_tui.rules.board.squares_reach import moves_of, spread

_SHAPES: tuple[tuple[str, tuple[Square, ...]], ...] = (
    ("#", ((0, 0),)),
    ("#", ((0, 0), (1, 0), (0, 1), (1, 1))),
    ("#", ((0, 0), (1, 0), (2, 0), (3, 0))),
    ("#", ((0, 0), (0, 1), (0, 2), (1, 2))),
    ("~", ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1))),
    ("~", ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2))),
    ("O", ((0, 0), (1, 0), (0, 1), (1, 1))),
)
_SQUARES_A_PIECE = 18
_MARGIN = 2
_SMALLEST, _LARGEST = 6, 100


def map_faults(board: Board) -> tuple[Fault, ...]:
    """Return what this game finds wrong with a map that can be drawn."""
    if not isinstance(board, SquareBoard):
        return (Fault("board", "this game is played on squares"),)
    found = [
        Fault(f"legend {letter!r}", "a filled square is not difficult, hurtful or a drop as well")
        for letter, ground in board.legend.items()
        if ground.blocking and (ground.difficult or ground.hindering or ground.drop)
    ]
    grid = grid_of(board)
    if not grid.inside & ~grid.filled:
        found.append(Fault("map", "all of its squares are filled: nobody could stand on it"))
    for zone in board.zones:
        name = f"zone {zone.name or zone.side!r}"
        for x, y in zone.shape:
            if not grid.holds((int(x), int(y))):
                found.append(Fault(name, f"square {x:g},{y:g} is off the board", (x, y)))
            elif grid.has(grid.filled, (int(x), int(y))):
                found.append(Fault(name, f"square {x:g},{y:g} is filled", (x, y)))
    return tuple(found)


def random_map(width: int, height: int, draw: Callable[[int], int]) -> SquareBoard | None:
    """Return a random map with free margins whose open squares hang together; None for a size that is no map.

    It is the same turned by half a turn, so that no side has the better ground.
    """
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        return None
    rows = [["."] * width for _ in range(height)]
    for _ in range(max(1, width * height // _SQUARES_A_PIECE // 2)):
        letter, shape = _SHAPES[draw(len(_SHAPES))]
        turned = draw(2)
        x = _MARGIN + draw(max(1, width - 2 * _MARGIN))
        y = _MARGIN + draw(max(1, height - 2 * _MARGIN))
        cells = [(x + (j if turned else i), y + (i if turned else j)) for i, j in shape]
        cells += [(width - 1 - i, height - 1 - j) for i, j in cells]
        if any(not (_MARGIN <= i < width - _MARGIN and _MARGIN <= j < height - _MARGIN) for i, j in cells):
            continue
        before = [list(row) for row in rows]
        for i, j in cells:
            rows[j][i] = letter
        if not _hangs_together(rows):
            rows = before
    return SquareBoard(tuple("".join(row) for row in rows))


def _hangs_together(rows: list[list[str]]) -> bool:
    board = SquareBoard(tuple("".join(row) for row in rows))
    grid = grid_of(board)
    closed = grid.filled | grid.drops
    return spread(moves_of(grid, Mover(solid=closed)), ((0, 0),)).reached == grid.inside & ~closed
