"""A map in characters: a frame with its measure, signs for terrain, letters for models, dots for ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from warband_tui.reports.cells import cell_width, wrap
from warband_tui.reports.document import BoardMap, MapArea, MapToken
from warband_tui.reports.literal import clean
from warband_tui.rules.board.outlines import encloses

_MOST_COLUMNS = 64
_TRAIL = "·"
_ZONE = "'"
_FALLBACK = "▒"
_OTHERS = {"O": "○", "G": "◇"}
"""Signs in place of letters that screens draw terrain with."""


class _Grid(Struct, frozen=True):
    """How many characters the map takes, and how much of the board each stands for."""

    columns: int
    rows: int
    across: float
    down: float

    def cell(self, x: float, y: float) -> tuple[int, int]:
        column = min(self.columns - 1, max(0, int(x / self.across)))
        return column, min(self.rows - 1, max(0, int(y / self.down)))


def _grid(board: BoardMap, room: int) -> _Grid:
    if board.squares:
        columns = int(board.width) * (2 if 2 * board.width <= room else 1)
        columns = min(columns, room)
        return _Grid(columns, int(board.height), board.width / columns, 1)
    # A character is about twice as high as wide; both measures keep the table's proportions.
    columns = room - room % 2
    across = board.width / columns
    rows = max(1, round(board.height / (2 * across)))
    return _Grid(columns, rows, across, board.height / rows)


def map_lines(board: BoardMap, width: int) -> list[str]:
    """Return the map and its key, without its title, in lines of at most `width` cells."""
    grid = _grid(board, min(_MOST_COLUMNS, width - 2))
    signs = [[" "] * grid.columns for _ in range(grid.rows)]
    _draw_areas(board, grid, signs)
    for token in board.tokens:
        for x, y in _points(token.trail, min(grid.across, grid.down) / 2):
            column, row = grid.cell(x, y)
            signs[row][column] = _TRAIL
    for token in board.tokens:
        for column, row in _stands(token, board, grid):
            _write(signs[row], column, token.sign)
    length = "" if board.squares else '"'
    size = f" {board.width:g} x {board.height:g}{length} "
    head = (
        f"┌─{size}{'─' * (grid.columns - len(size) - 1)}┐"
        if len(size) < grid.columns
        else f"┌{'─' * grid.columns}┐"
    )
    drawn = [head, *(f"│{''.join(row)}│" for row in signs), f"└{'─' * grid.columns}┘"]
    return [*drawn, *_key(board, width)]


def _draw_areas(board: BoardMap, grid: _Grid, signs: list[list[str]]) -> None:
    for area in board.areas:
        if area.tone == "zone":
            for column, row in _edge(area, board, grid):
                signs[row][column] = _ZONE
    for area in board.areas:
        if area.tone != "zone":
            for column, row in _inside(area, grid):
                signs[row][column] = _sign(area)


def _sign(area: MapArea) -> str:
    """Return what terrain is filled with; letters and digits stand for models."""
    sign = clean(area.sign)
    if cell_width(sign) != 1 or sign.isalnum():
        return _OTHERS.get(sign.upper(), _FALLBACK)
    return sign


def _inside(area: MapArea, grid: _Grid) -> Iterator[tuple[int, int]]:
    """Yield the characters whose middle lies in an outline, and at least the one at its own middle."""
    xs, ys = [x for x, _ in area.outline], [y for _, y in area.outline]
    first, last = grid.cell(min(xs), min(ys)), grid.cell(max(xs), max(ys))
    found = False
    for row in range(first[1], last[1] + 1):
        for column in range(first[0], last[0] + 1):
            if encloses(area.outline, ((column + 0.5) * grid.across, (row + 0.5) * grid.down)):
                found = True
                yield column, row
    if not found:
        yield grid.cell(sum(xs) / len(xs), sum(ys) / len(ys))


def _edge(area: MapArea, board: BoardMap, grid: _Grid) -> Iterator[tuple[int, int]]:
    """Yield the characters of a zone's edge: those on its outline, or on a map of squares its outermost squares."""
    if not board.squares:
        for x, y in _points((*area.outline, area.outline[0]), min(grid.across, grid.down) / 2):
            yield grid.cell(x, y)
        return
    cells = set(_inside(area, grid))
    wide = max(1, round(1 / grid.across))
    for column, row in cells:
        around = {(column - wide, row), (column + wide, row), (column, row - 1), (column, row + 1)}
        if not around <= cells:
            yield column, row


def _points(way: tuple[tuple[float, float], ...], step: float) -> Iterator[tuple[float, float]]:
    """Yield points along a way, no two farther apart than a step."""
    for (ax, ay), (bx, by) in pairwise(way):
        count = max(1, int(max(abs(bx - ax), abs(by - ay)) / step))
        for n in range(count + 1):
            yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count


def _stands(token: MapToken, board: BoardMap, grid: _Grid) -> Iterator[tuple[int, int]]:
    """Yield where a model's sign goes: its middle, and on squares every square that it covers."""
    if not board.squares:
        yield grid.cell(*token.at)
        return
    left, top = token.at[0] - token.width / 2, token.at[1] - token.depth / 2
    for down in range(int(token.depth)):
        for across in range(int(token.width)):
            yield grid.cell(left + across, top + down)


def _write(row: list[str], column: int, sign: str) -> None:
    start = min(column, len(row) - len(sign))
    for offset, letter in enumerate(sign):
        row[start + offset] = letter


def _key(board: BoardMap, width: int) -> list[str]:
    lines = []
    for place, side in enumerate(board.sides):
        named = dict.fromkeys(f"{t.sign} {clean(t.name)}" for t in board.tokens if t.side == place)
        if named:
            lines += wrap(f"{clean(side)}: {', '.join(named)}", width)
    terrain = dict.fromkeys(
        f"{_sign(area)} {clean(area.kind or area.label)}" for area in board.areas if area.tone != "zone"
    )
    signs = [*terrain, *([f"{_ZONE} deployment"] if any(a.tone == "zone" for a in board.areas) else [])]
    if any(token.trail for token in board.tokens):
        signs.append(f"{_TRAIL} the way of this turn")
    if signs:
        lines += wrap("  ".join(signs), width)
    return [*lines, *(wrap(clean(board.caption), width) if clean(board.caption).strip() else [])]
