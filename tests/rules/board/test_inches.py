"""Bases: distances from edge to edge, contact, within, overlap, coherency. Figures by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.rules.board.inches import (
    TOUCH,
    Body,
    coherency,
    distance,
    flat_gap,
    inches,
    nearest,
    off_board,
    overlapping,
    stand,
    touching,
    within,
)
from warband_tui.rules.board.layout import Base, InchBoard

INCH = Base(25.4, 25.4)
R32 = Base(32, 32)
OVAL = Base(60, 35, "oval")
BLOCK = Base(50.8, 25.4, "rectangle")


def test_a_base_of_32_mm_is_1_26_inches_wide() -> None:
    assert inches(32) == pytest.approx(1.2598, abs=1e-4)
    assert stand(R32, (0, 0)).radius == pytest.approx(0.6299, abs=1e-4)


def test_distance_runs_from_edge_to_edge() -> None:
    # Middles 3 and 4 apart: 5 less two radii of half an inch.
    assert distance(stand(INCH, (1, 1)), stand(INCH, (4, 5))) == pytest.approx(4)


def test_height_counts_by_pythagoras() -> None:
    # A gap of 3 on the plan and 4 up.
    a, b = stand(INCH, (0, 0)), stand(INCH, (4, 0, 4))
    assert flat_gap(a, b) == pytest.approx(3)
    assert distance(a, b) == pytest.approx(5)


def test_one_right_above_the_other_is_its_height_away() -> None:
    assert distance(stand(INCH, (5, 5)), stand(INCH, (5.2, 5, 3))) == pytest.approx(3)


def test_rectangles_and_ovals_reach_as_far_as_they_are_turned() -> None:
    point = stand(Base(1, 1), (5, 0))
    half_mm = 0.5 / 25.4
    assert flat_gap(stand(BLOCK, (0, 0)), point) == pytest.approx(5 - 1 - half_mm)
    turned = Base(50.8, 25.4, "rectangle", 90)
    assert flat_gap(stand(turned, (0, 0)), point) == pytest.approx(5 - 0.5 - half_mm)
    assert flat_gap(stand(OVAL, (0, 0)), point) == pytest.approx(5 - 30 / 25.4 - half_mm)
    corner = Base(50.8, 50.8, "rectangle", 45)
    assert flat_gap(stand(corner, (0, 0)), point) == pytest.approx(5 - math.sqrt(2) - half_mm)


def test_an_oval_of_equal_sides_is_a_circle() -> None:
    a, b = stand(Base(32, 32, "oval"), (0, 0)), stand(R32, (7, 2))
    assert distance(a, b) == distance(stand(R32, (0, 0)), b)


def test_exactly_at_the_limit_is_within_and_beyond_is_not() -> None:
    a = stand(INCH, (0, 0))
    assert within(a, stand(INCH, (4, 0)), 3)
    assert not within(a, stand(INCH, (4.001, 0)), 3)
    assert within(a, stand(INCH, (4, 0, 9)), 3, flat=True)
    assert not within(a, stand(INCH, (4, 0, 9)), 3)


def test_contact_has_a_tolerance_of_a_hundredth() -> None:
    a = stand(INCH, (0, 0))
    assert touching(a, stand(INCH, (1.009, 0)))
    assert not touching(a, stand(INCH, (1.02, 0)))
    assert not overlapping(a, stand(INCH, (0.995, 0)))
    assert overlapping(a, stand(INCH, (0.9, 0)))


def test_models_above_each_other_do_not_overlap() -> None:
    low, high = stand(INCH, (5, 5), height=1.5), stand(INCH, (5, 5, 3), height=1.5)
    assert not overlapping(low, high)
    assert overlapping(low, stand(INCH, (5, 5, 1)))


def test_rectangles_overlap_by_their_outlines() -> None:
    a = stand(BLOCK, (0, 0))
    assert overlapping(a, stand(BLOCK, (1.5, 0.5)))
    assert not overlapping(a, stand(BLOCK, (2, 0)))
    assert not overlapping(a, stand(BLOCK, (0, 1)))
    assert overlapping(stand(Base(80, 80), (0, 0)), stand(Base(25, 25, "rectangle"), (0, 0)))


def test_the_nearest_points_lie_on_the_edges() -> None:
    p, q = nearest(stand(INCH, (0, 0, 1)), stand(INCH, (3, 4)))
    assert p == pytest.approx((0.3, 0.4, 1))
    assert q == pytest.approx((2.7, 3.6, 0))


def test_a_base_is_off_the_board_as_soon_as_its_edge_is() -> None:
    board = InchBoard(48, 48)
    assert not off_board(stand(INCH, (0.5, 47.5)), board)
    assert off_board(stand(INCH, (0.4, 20)), board)
    assert off_board(stand(BLOCK, (1, 47.6)), board)


def test_coherency_needs_one_group_and_enough_neighbours() -> None:
    row = [stand(INCH, (1.5 * n, 0)) for n in range(7)]
    assert coherency(row, 0.5).holds
    needy = coherency(row, 0.5, neighbours=2)
    assert needy.lonely == (0, 6)
    assert not needy.holds
    split = coherency([*row[:3], *row[4:]], 0.5)
    assert split.groups == ((0, 1, 2), (3, 4, 5))
    assert not split.holds
    assert coherency(row[:1], 0.5).holds
    assert coherency(row[:2], 0.5, neighbours=2).holds
    assert coherency([], 0.5).holds


bases = st.sampled_from([INCH, R32, OVAL, BLOCK, Base(120, 92, "oval", 30), Base(60, 25, "rectangle", 77)])
places = st.floats(0, 48).map(lambda n: round(n, 3))


@st.composite
def bodies(draw: st.DrawFn) -> Body:
    spot = (draw(places), draw(places), draw(st.sampled_from([0.0, 1.5, 4.0])))
    return stand(draw(bases), spot, draw(st.sampled_from([0.0, 2.0])))


def turn(body: Body) -> Body:
    """A quarter turn about the corner of a table of 48", and back onto it."""
    base = Base(body.base.width, body.base.depth, body.base.form, body.base.turned + 90)
    return Body(base, 48 - body.y, body.x, body.z, body.height)


def mirror(body: Body) -> Body:
    base = Base(body.base.width, body.base.depth, body.base.form, -body.base.turned)
    return Body(base, 48 - body.x, body.y, body.z, body.height)


def shift(body: Body) -> Body:
    return Body(body.base, body.x + 3.25, body.y - 1.5, body.z + 2, body.height)


@given(bodies(), bodies())
def test_distance_is_the_same_from_both_ends(a: Body, b: Body) -> None:
    assert distance(a, b) == pytest.approx(distance(b, a), abs=1e-9)
    assert overlapping(a, b) == overlapping(b, a)


@given(bodies(), bodies())
def test_moving_turning_and_mirroring_change_no_distance(a: Body, b: Body) -> None:
    for change in (turn, mirror, shift):
        assert distance(change(a), change(b)) == pytest.approx(distance(a, b), abs=1e-6)


@given(bodies(), bodies())
def test_what_overlaps_has_no_gap_and_the_nearest_points_measure_it(a: Body, b: Body) -> None:
    if overlapping(a, b):
        assert flat_gap(a, b) == 0
    p, q = nearest(a, b)
    assert math.dist(p, q) == pytest.approx(distance(a, b), abs=TOUCH)
