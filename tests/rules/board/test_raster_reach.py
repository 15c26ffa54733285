"""Reach painted for the screen: cells with the price of a route, the ends apart from what is only crossed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.rules.board.test_paths import HIGH, INCH, WALL, box, enemy, mover, piece, table
from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import stand
from warband_tui.rules.board.layout import Feature, InchBoard
from warband_tui.rules.board.obstacles import Mover
from warband_tui.rules.board.paths import route
from warband_tui.rules.board.raster import Painted, reach

BUSY = table(
    WALL,
    piece(box(10, 22, 6, 3), 0, "difficult", name="bog"),
    piece(box(26, 16, 3, 6), 3, name="house"),
    piece(box(12, 8, 3, 3), 0, "dangerous", name="mines"),
)
OTHERS = (enemy(17, 21, name="foe"), enemy(12, 15, name="pal", friend=True))


def paint(board: InchBoard, x: float, y: float, budget: float = 6, grain: float = 1, **rules: Any) -> Painted:
    return reach(board, mover(x, y, **rules), budget, grain=grain)


def test_on_open_ground_reach_is_a_disc() -> None:
    painted = paint(table(), 20.5, 20.5)
    assert painted.cells[20, 20] == 0
    assert painted.cells[23, 24] == pytest.approx(5)
    assert painted.cells[26, 20] == pytest.approx(6)
    assert (25, 24) not in painted.cells
    assert painted.through == {}
    assert len(painted.cells) == sum(math.hypot(x, y) <= 6 for x in range(-6, 7) for y in range(-6, 7))


def test_each_cell_costs_what_a_route_to_it_costs() -> None:
    me = mover(15.5, 17.5, keep_out=1, others=OTHERS)
    painted = reach(BUSY, me, 7)
    assert len(painted.cells) > 60
    for (column, row), price in list(painted.cells.items())[::3]:
        way = route(BUSY, me, (column + 0.5, row + 0.5))
        assert way.price == pytest.approx(price, abs=0.02)


def test_cells_that_no_route_leads_to_are_not_painted() -> None:
    me = mover(15.5, 17.5, keep_out=1, others=OTHERS)
    painted = reach(BUSY, me, 6)
    for column in range(9, 22):
        for row in range(11, 24):
            if (column, row) not in painted.cells:
                way = route(BUSY, me, (column + 0.5, row + 0.5), budget=6)
                assert not way.found


def test_friends_may_be_crossed_but_not_ended_on() -> None:
    painted = paint(table(), 10.5, 15.5, others=(enemy(12.5, 15.5, friend=True),))
    assert (12, 15) in painted.through
    assert (12, 15) not in painted.cells
    assert painted.cells[14, 15] == pytest.approx(4)


def test_a_climb_shows_its_height() -> None:
    painted = paint(table(HIGH), 12.5, 10.5)
    assert painted.cells[15, 10] == pytest.approx(3 + 3)
    assert painted.heights[15, 10] == 3
    assert (15, 10) not in paint(table(HIGH), 12.5, 10.5, may_climb=False).cells


def test_a_finer_grain_changes_no_price() -> None:
    coarse, fine = paint(BUSY, 15.5, 17.5), paint(BUSY, 15.5, 17.5, grain=1 / 3)
    shared = [(x, y) for x, y in coarse.cells if (3 * x + 1, 3 * y + 1) in fine.cells]
    assert len(shared) == len(coarse.cells)
    for x, y in shared:
        assert fine.cells[3 * x + 1, 3 * y + 1] == pytest.approx(coarse.cells[x, y], abs=1e-6)


def test_avoided_ground_is_not_painted() -> None:
    me = mover(13.5, 13.5)
    assert (13, 9) in reach(BUSY, me, 6).cells
    assert (13, 9) not in reach(BUSY, me, 6, avoid=["dangerous"]).cells


def test_fliers_reach_over_walls_but_do_not_end_in_them() -> None:
    painted = paint(table(WALL), 18.5, 15.5, flies=True)
    assert painted.cells[23, 15] == pytest.approx(5)
    assert (20, 15) in painted.through


def test_a_base_stays_on_the_board() -> None:
    painted = reach(table(), Mover(stand(INCH, (0.5, 0.5)), GroundRules()), 3, grain=0.25)
    assert (0, 0) not in painted.cells
    assert (2, 2) in painted.cells


def test_a_wall_never_adds_reach_and_never_makes_it_cheaper() -> None:
    bare = InchBoard(48, 48, tuple(f for f in BUSY.features if f.id != "wall"))
    with_wall, without = paint(BUSY, 15.5, 17.5, 8), paint(bare, 15.5, 17.5, 8)
    assert set(with_wall.cells) < set(without.cells)
    assert all(price >= without.cells[cell] - 0.01 for cell, price in with_wall.cells.items())


def test_reach_turns_with_the_board() -> None:
    def turned(feature: Feature) -> Feature:
        shape = tuple((48 - y, x) for x, y in feature.shape)
        return Feature(feature.id, shape, feature.height, feature.tags)

    board = InchBoard(48, 48, tuple(turned(f) for f in BUSY.features))
    here, there = paint(BUSY, 15.5, 17.5, 8), paint(board, 30.5, 15.5, 8)
    assert {(47 - y, x) for x, y in here.cells} == set(there.cells)
    for (x, y), price in here.cells.items():
        assert there.cells[47 - y, x] == pytest.approx(price, abs=0.02)
