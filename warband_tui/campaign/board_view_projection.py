"""Where things of a board are drawn: board units to characters of a terminal and back, for each zoom.

A character is about twice as high as wide, so a zoom gives twice as many characters across as down; only
the furthest zoom of squares is one character a square, narrower than it is, so that a big map fits.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

from warband_tui.rules.board.layout import Board, InchBoard, Point, Spot
from warband_tui.rules.board.planning import Cell


class Zoom(NamedTuple):
    """Characters a board unit across and down, the step of the cursor, the grain asked of a game."""

    across: float
    down: float
    step: float = 1
    grain: float = 1


SQUARES = (Zoom(1, 1), Zoom(2, 1), Zoom(4, 2), Zoom(6, 3))
INCHES = (Zoom(1, 0.5), Zoom(2, 1), Zoom(4, 2, 0.5, 0.5), Zoom(8, 4, 0.25, 0.5))


class Projection:
    """A board at one zoom, as a canvas of characters.

    A *tile* is what one step of the cursor covers: a square, or `step` by `step` inches.

    Args:
        board: the board.
        level: which of its zooms, from 0 for the furthest; one beyond the last counts as the last.
    """

    def __init__(self, board: Board, level: int) -> None:
        self.inches = isinstance(board, InchBoard)
        self.zooms = INCHES if self.inches else SQUARES
        self.level = max(0, min(len(self.zooms) - 1, level))
        self.zoom = self.zooms[self.level]
        self.width = float(board.width)
        self.height = float(board.height)

    @cached_property
    def columns(self) -> int:
        """Characters across."""
        return max(1, math.ceil(self.width * self.zoom.across - 1e-9))

    @cached_property
    def rows(self) -> int:
        """Characters down."""
        return max(1, math.ceil(self.height * self.zoom.down - 1e-9))

    @cached_property
    def tiles(self) -> Cell:
        """Steps of the cursor across and down."""
        step = self.zoom.step
        return max(1, math.ceil(self.width / step - 1e-9)), max(1, math.ceil(self.height / step - 1e-9))

    def inside(self, tile: Cell) -> Cell:
        """Return the tile, or the nearest one on the board."""
        across, down = self.tiles
        return max(0, min(across - 1, tile[0])), max(0, min(down - 1, tile[1]))

    # From the board to characters

    def character(self, point: Point) -> Cell:
        """Return the column and row of the character that a point of the board lies in."""
        column, row = int(point[0] * self.zoom.across), int(point[1] * self.zoom.down)
        return max(0, min(self.columns - 1, column)), max(0, min(self.rows - 1, row))

    def block(self, tile: Cell) -> tuple[range, range]:
        """Return the columns and rows of the characters that a tile covers, at least one."""
        step, (x, y) = self.zoom.step, tile
        return (
            _span(x * step * self.zoom.across, (x + 1) * step * self.zoom.across),
            _span(y * step * self.zoom.down, (y + 1) * step * self.zoom.down),
        )

    def tile_of(self, point: Point) -> Cell:
        """Return the tile that a point of the board lies in."""
        step = self.zoom.step
        return self.inside((int(point[0] // step), int(point[1] // step)))

    # From characters to the board

    def middle(self, column: int, row: int) -> Point:
        """Return the point of the board in the middle of a character."""
        return (column + 0.5) / self.zoom.across, (row + 0.5) / self.zoom.down

    def tile_at(self, column: int, row: int) -> Cell:
        """Return the tile under a character; of several the upper left one."""
        return self.tile_of((column / self.zoom.across + 1e-6, row / self.zoom.down + 1e-6))

    def across_cells(self, grain: float) -> list[int]:
        """Return the column of a game's cells that each column of characters lies in."""
        return [int((c + 0.5) / self.zoom.across / grain) for c in range(self.columns)]

    def down_cell(self, row: int, grain: float) -> int:
        """Return the row of a game's cells that a row of characters lies in."""
        return int((row + 0.25) / self.zoom.down / grain)

    # What a game is asked

    def spot(self, tile: Cell) -> Spot:
        """Return the spot that the cursor means: the square, or the middle of the tile on the table."""
        if not self.inches:
            return tile
        step = self.zoom.step
        x, y = (tile[0] + 0.5) * step, (tile[1] + 0.5) * step
        return min(x, self.width), min(y, self.height), 0.0

    def centre(self, spot: Spot, side: int = 1) -> Point:
        """Return the middle of what stands at a spot: `side` squares a side, or a base around the spot."""
        if self.inches:
            return spot[0], spot[1]
        return spot[0] + side / 2, spot[1] + side / 2


def cell_of(spot: Spot, grain: float, *, inches: bool) -> Cell:
    """Return the cell of a game's answer that a spot lies in."""
    if not inches:
        return int(spot[0]), int(spot[1])
    return int(spot[0] / grain), int(spot[1] / grain)


def _span(low: float, high: float) -> range:
    first = int(low + 1e-9)
    return range(first, max(first + 1, math.ceil(high - 1e-9)))
