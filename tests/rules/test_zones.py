"""Deployment zones are read in one way: what a map draws, what it tells and what a unit is warned of agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.rules.board.layout import DeploymentZone, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.outlines import area, encloses
from warband_tui.rules.board.zones import zone_outlines, zone_spans, zone_squares

MAP = SquareBoard(("." * 10,) * 8)


def of(*shape: Point) -> DeploymentZone:
    return DeploymentZone("A", shape)


def block(left: int, upper: int, right: int, lower: int) -> frozenset[Square]:
    return frozenset((x, y) for x in range(left, right + 1) for y in range(upper, lower + 1))


@pytest.mark.parametrize(
    ("zone", "squares"),
    [
        (of((2, 3)), block(2, 3, 2, 3)),
        (of((1, 1), (4, 2)), block(1, 1, 4, 2)),
        (of((4, 2), (1, 1)), block(1, 1, 4, 2)),
        (of((0, 0), (9, 0), (9, 1), (0, 1)), block(0, 0, 9, 1)),
        (of((9, 1), (0, 1), (0, 0), (9, 0)), block(0, 0, 9, 1)),
        (of((0, 5), (9, 5), (5, 5)), block(0, 5, 9, 5)),
        (of((0, 0), (2, 0), (0, 2)), frozenset({(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)})),
        (of((0, 0), (4, 0), (4, 4), (2, 4), (2, 2), (0, 2)), block(0, 0, 4, 2) | block(2, 2, 4, 4)),
        (of((8, 6), (20, 6), (20, 20), (8, 20)), block(8, 6, 9, 7)),
        (of(), frozenset()),
        (of((0, 0), (float("nan"), 0), (3, 3)), frozenset()),
        (of((0, 0), (float("inf"), 0), (3, 3)), frozenset()),
    ],
)
def test_the_corners_of_a_zone_on_squares_and_all_between_belong_to_it(
    zone: DeploymentZone, squares: frozenset[Square]
) -> None:
    assert zone_squares(MAP, zone) == squares


CORNERS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 7)), min_size=1, max_size=7)


@given(CORNERS)
def test_every_corner_belongs_to_its_zone(corners: list[Square]) -> None:
    assert set(corners) <= zone_squares(MAP, of(*corners))


@given(CORNERS)
def test_what_is_drawn_around_a_zone_holds_its_squares_and_no_other(corners: list[Square]) -> None:
    zone = of(*corners)
    squares, edges = zone_squares(MAP, zone), zone_outlines(MAP, zone)
    for square in block(0, 0, 9, 7):
        middle = (square[0] + 0.5, square[1] + 0.5)
        assert (sum(encloses(edge, middle) for edge in edges) % 2 == 1) == (square in squares)
    assert sum(area(edge) for edge in edges) == len(squares)


@given(CORNERS)
def test_the_stretches_of_a_row_are_its_squares(corners: list[Square]) -> None:
    zone = of(*corners)
    for y in range(8):
        spans = zone_spans(MAP, zone, y + 0.5)
        met = {(x, y) for x in range(10) if any(left <= x + 0.5 < right for left, right in spans)}
        assert met == {square for square in zone_squares(MAP, zone) if square[1] == y}


def test_a_zone_on_a_table_is_its_outline() -> None:
    horseshoe = (
        (0.0, 0.0),
        (9.0, 0.0),
        (9.0, 9.0),
        (6.0, 9.0),
        (6.0, 3.0),
        (3.0, 3.0),
        (3.0, 9.0),
        (0.0, 9.0),
    )
    table, zone = InchBoard(12, 12), of(*horseshoe)
    assert zone_outlines(table, zone) == (horseshoe,)
    assert zone_spans(table, zone, 5) == ((0, 3), (6, 9))
    assert zone_spans(table, zone, 10) == ()
