"""Maps of squares: every edit takes a board and returns another.

Squares are painted with sorts of terrain; which letter of the map stands for a sort is found or given here.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from warband_tui.campaign.layout_shapes import Way
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import MOST_SQUARES
from warband_tui.rules.board.layout import COMMON, Ground, Square, SquareBoard
from warband_tui.rules.board.planning import TerrainKind

EDGES = ("low", "wall", "window")
OPEN = "."
LETTERS = "ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def blank(width: int, height: int) -> SquareBoard:
    """Return a map of open floor.

    Raises:
        WarbandError: it is no size of a map.
    """
    _size(width, height)
    return SquareBoard((OPEN * width,) * height)


def letter_for(board: SquareBoard, kind: TerrainKind) -> tuple[SquareBoard, str]:
    """Return the letter that stands for a sort of terrain, with a board whose legend has it.

    Raises:
        WarbandError: the map has used up its letters.
    """
    ground = msgspec.convert(kind.ground, Ground)
    named = replace(ground, name=ground.name or kind.label) if ground != Ground() else ground
    for letter, known in {**COMMON, **board.legend}.items():
        if replace(known, name="") == replace(ground, name=""):
            return board, letter
    wanted = [*kind.label.upper(), *LETTERS]
    taken = {*COMMON, *board.legend, *"".join(board.map)}
    free = next((letter for letter in wanted if letter in LETTERS and letter not in taken), None)
    if free is None:
        raise WarbandError("the map has used up its letters; use fewer sorts of terrain", place="board")
    return replace(board, legend={**board.legend, free: named}), free


def paint(board: SquareBoard, squares: Iterable[Square], letter: str) -> SquareBoard:
    """Paint squares of the board; those outside are left out."""
    rows = [list(row) for row in board.map]
    for x, y in squares:
        if 0 <= y < len(rows) and 0 <= x < len(rows[y]):
            rows[y][x] = letter
    return replace(board, map=tuple("".join(row) for row in rows))


def block(a: Square, b: Square) -> tuple[Square, ...]:
    """Return the squares of the rectangle between two corners."""
    (left, right), (upper, lower) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return tuple((x, y) for y in range(upper, lower + 1) for x in range(left, right + 1))


def area_of(board: SquareBoard, square: Square) -> tuple[Square, ...]:
    """Return the squares of one letter that hang together by their sides, from one of them on."""
    x, y = square
    letter = _letter(board, square)
    if letter is None:
        return ()
    found, waiting = {square}, [square]
    while waiting:
        x, y = waiting.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near not in found and _letter(board, near) == letter:
                found.add(near)
                waiting.append(near)
    return tuple(sorted(found, key=lambda s: (s[1], s[0])))


def shift(board: SquareBoard, squares: Iterable[Square], dx: int, dy: int, *, leave: bool) -> SquareBoard:
    """Move painted squares, or copy them when they `leave` what they were behind."""
    moving = {square: letter for square in squares if (letter := _letter(board, square)) is not None}
    if not leave:
        board = paint(board, moving, OPEN)
    for (x, y), letter in moving.items():
        board = paint(board, [(x + dx, y + dy)], letter)
    return board


def next_edge(board: SquareBoard, a: Square, b: Square) -> SquareBoard:
    """Put the next kind of edge between two neighbouring squares: low, wall, window, none.

    Raises:
        WarbandError: the squares do not share a side, or one is off the board.
    """
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 or any(_letter(board, s) is None for s in (a, b)):
        raise WarbandError("an edge lies between two squares of the board that share a side")
    one, other = sorted((a, b))
    present = next((kind for p, q, kind in board.edges if sorted((p, q)) == [one, other]), "")
    ways = ("", *EDGES)
    kind = ways[(ways.index(present) + 1) % len(ways)] if present in ways else EDGES[0]
    rest = tuple(edge for edge in board.edges if sorted(edge[:2]) != [one, other])
    return replace(board, edges=(*rest, (one, other, kind)) if kind else rest)


def mirror_all(board: SquareBoard, way: Way) -> SquareBoard:
    """Make the map symmetric: the left or upper half is kept, the other half made its counterpart."""
    width, height = board.width, board.height

    def other(square: Square) -> Square:
        x, y = square
        return (
            width - 1 - x if way != "down" else x,
            height - 1 - y if way != "across" else y,
        )

    def near(square: Square) -> bool:
        x, y = square
        far_x, far_y = other(square)
        return (y, x) <= (far_y, far_x) if way == "round" else (x, y) <= (far_x, far_y)

    rows = tuple(
        "".join(
            board.map[y][x] if near((x, y)) else board.map[other((x, y))[1]][other((x, y))[0]]
            for x in range(width)
        )
        for y in range(height)
    )
    edges = {}
    for a, b, kind in board.edges:
        if near(a) or near(b):
            for p, q in ((a, b), (other(a), other(b))):
                edges[tuple(sorted((p, q)))] = kind
    return replace(board, map=rows, edges=tuple((p, q, kind) for (p, q), kind in sorted(edges.items())))


def resize_board(board: SquareBoard, width: int, height: int) -> SquareBoard:
    """Give the map another size: cut at the right and below, or filled up with open floor.

    Raises:
        WarbandError: it is no size of a map.
    """
    _size(width, height)
    rows = [row[:width].ljust(width, OPEN) for row in board.map[:height]]
    rows += [OPEN * width] * (height - len(rows))
    edges = tuple(
        edge for edge in board.edges if all(0 <= x < width and 0 <= y < height for x, y in edge[:2])
    )
    return replace(board, map=tuple(rows), edges=edges)


def _letter(board: SquareBoard, square: Square) -> str | None:
    x, y = square
    return board.map[y][x] if 0 <= y < len(board.map) and 0 <= x < len(board.map[y]) else None


def _size(width: int, height: int) -> None:
    if not all(1 <= n <= MOST_SQUARES for n in (width, height)):
        raise WarbandError(f"{width} x {height} is no size of a map; 1 to {MOST_SQUARES} squares a side")
