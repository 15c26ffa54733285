"""Reach painted on a grain of inches, for the screen: the price of the middle of each cell.

Prices are those of routes over the visibility graph, not of steps from cell to cell, so that a finer grain
adds cells and changes no price. What may be done is decided by a route (`paths`), never by a cell.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
import shapely
from msgspec import Struct

from warband_tui.rules.board.corners import corners_of
from warband_tui.rules.board.ground import Risk
from warband_tui.rules.board.inches import TOUCH, plan
from warband_tui.rules.board.layout import HAIR, InchBoard
from warband_tui.rules.board.obstacles import Mover
from warband_tui.rules.board.planning import Cell
from warband_tui.rules.board.search import Canvas, Search
from warband_tui.rules.board.walks import Bools, Floats, Ints, Walks

_TOGETHER = 16


class Painted(Struct, frozen=True):
    """Where a mover can get to: cells to end in and cells that may only be crossed, with their prices."""

    cells: dict[Cell, float]
    through: dict[Cell, float] = {}
    heights: dict[Cell, float] = {}
    """At which height it stands in a cell, where that is not the table."""


def reach(
    board: InchBoard, mover: Mover, budget: float, *, grain: float = 1, avoid: Collection[Risk] = ()
) -> Painted:
    """Return the cells that a mover can get to for at most `budget` inches of movement.

    Args:
        board: the table.
        mover: who moves.
        budget: inches of movement, finite.
        grain: the side of a cell in inches.
        avoid: risks that it keeps out of.
    """
    walks = Walks(board, mover, avoid=avoid, far=budget + TOUCH)
    cells = _cells(walks, budget, grain)
    canvas = Canvas((np.array(cells, dtype=float).reshape(-1, 2) + 0.5) * grain)
    if mover.rules.flies:
        _fly(walks, canvas, budget)
    elif cells:
        search = Search(walks, corners_of(walks, []), mover.body.at, budget)
        for _ in search.run(lambda at: np.zeros(len(at)), canvas, together=_TOGETHER):
            pass
    return _painted(walks, canvas, cells)


def _cells(walks: Walks, budget: float, grain: float) -> list[Cell]:
    """Return the cells whose middles lie on the board and no farther than the budget, row by row."""
    x, y = plan(walks.mover.body.at)
    columns = np.arange(max(0, math.floor((x - budget) / grain)), math.ceil((x + budget) / grain) + 1)
    rows = np.arange(max(0, math.floor((y - budget) / grain)), math.ceil((y + budget) / grain) + 1)
    across, down = (part.ravel() for part in np.meshgrid(columns, rows))
    at: Floats = np.asarray((np.column_stack((across, down)) + 0.5) * grain, dtype=np.float64)
    kept = walks.in_reach(at) & (np.hypot(at[:, 0] - x, at[:, 1] - y) <= budget + HAIR)
    return list(zip(across[kept].tolist(), down[kept].tolist(), strict=True))


def _fly(walks: Walks, canvas: Canvas, budget: float) -> None:
    start = walks.mover.body.at
    for n, (x, y) in enumerate(canvas.at.tolist()):
        canvas.z[n] = walks.terrain.settled(walks.rules, (x, y))[2]
        end = (x, y, start[2] if walks.rules.flies_flat else float(canvas.z[n]))
        canvas.price[n] = math.dist(start, end)
    canvas.price[canvas.price > budget + HAIR] = math.inf


def _painted(walks: Walks, canvas: Canvas, all_cells: list[Cell]) -> Painted:
    got = np.flatnonzero(np.isfinite(canvas.price))
    ends = _ends(walks, canvas, got)
    cells: dict[Cell, float] = {}
    through: dict[Cell, float] = {}
    heights: dict[Cell, float] = {}
    for n, end in zip(got.tolist(), ends.tolist(), strict=True):
        cell = all_cells[n]
        (cells if end else through)[cell] = float(canvas.price[n])
        if canvas.z[n]:
            heights[cell] = float(canvas.z[n])
    return Painted(cells, through, heights)


def _ends(walks: Walks, canvas: Canvas, got: Ints) -> Bools:
    """Return in which of the points got to the mover may end; on the table only friends are in the way."""
    ends: Bools = np.ones(len(got), dtype=np.bool_)
    level = (canvas.z[got] <= walks.free) & (not walks.rules.flies)
    for n in np.flatnonzero(~level):
        x, y = canvas.at[got[n]].tolist()
        ends[n] = not walks.may_end((x, y, float(canvas.z[got[n]])))
    at, z = canvas.at[got[level]], canvas.z[got[level]]
    for zone in walks.crossed:
        held = (z >= zone.low) & (z <= zone.high)
        ends[level] &= ~(
            held & np.asarray(shapely.contains_xy(zone.area, at[:, 0], at[:, 1]), dtype=np.bool_)
        )
    return ends
