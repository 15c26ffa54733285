"""What is covered: a circle covers by the nearest point of a base, cells lie so far from its edge. Figures by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.rules.board.inches import flat_gap, stand
from warband_tui.rules.board.layout import HAIR, Base, InchBoard
from warband_tui.rules.board.templates import BadTemplate, cells_within, circle

INCH = Base(25.4, 25.4)


def test_a_circle_covers_who_has_a_part_of_the_base_in_it() -> None:
    bodies = [stand(INCH, (10, 10)), stand(INCH, (13.5, 10)), stand(INCH, (13.51, 10)), stand(INCH, (12, 10))]
    laid = circle((10, 10), 3, bodies)
    assert [(under.model, round(under.gap, 6)) for under in laid.models] == [(0, 0), (3, 1.5), (1, 3)]


def test_a_ball_counts_height() -> None:
    high = [stand(INCH, (12.5, 10, 3))]
    assert circle((10, 10), 3, high).models
    assert not circle((10, 10), 3, high, flat=False).models
    # 2" on the plan and 3" up are 3.606".
    assert circle((10, 10), 3.606, high, flat=False).models


def test_its_cells_are_those_with_their_middle_in_it() -> None:
    cells = circle((10.5, 10.5), 2, []).cells(1)
    assert (12, 10) in cells
    assert (12, 11) not in cells
    assert len(cells) == sum(math.hypot(x, y) <= 2 for x in range(-3, 4) for y in range(-3, 4))


@pytest.mark.parametrize("radius", [0, -1, math.nan, math.inf])
def test_a_circle_of_no_size_is_refused(radius: float) -> None:
    with pytest.raises(BadTemplate, match="covers nothing"):
        circle((1, 1), radius, [])


OVAL, SLAB = Base(120, 60, "oval"), Base(100, 40, "rectangle", 30)


@given(
    st.sampled_from([INCH, OVAL, SLAB]),
    st.floats(1, 23),
    st.floats(1, 23),
    st.sampled_from([0.5, 1.0, 3.0]),
    st.sampled_from([0.5, 1.0]),
)
def test_cells_within_are_those_whose_middles_are_so_near_to_the_edge_of_the_base(
    base: Base, x: float, y: float, far: float, grain: float
) -> None:
    body, dot = stand(base, (x, y, 3)), Base(0, 0)
    count = int(24 / grain)
    gaps = {
        (column, row): flat_gap(body, stand(dot, ((column + 0.5) * grain, (row + 0.5) * grain)))
        for column in range(count)
        for row in range(count)
    }
    found = cells_within([body], far, InchBoard(24, 24), grain)
    assert found == {cell for cell, gap in gaps.items() if gap <= far + HAIR}


def test_an_oval_covers_no_circle_of_its_longest_reach() -> None:
    body = stand(Base(120, 60), (20, 20))
    oval = stand(Base(120, 60, "oval"), (20, 20))
    board = InchBoard(48, 48)
    assert len(cells_within([oval], 1, board, 0.5)) == 92
    assert cells_within([oval], 1, board, 0.5) < cells_within([body], 1, board, 0.5)


def test_cells_within_stop_at_the_edge_of_the_table_and_take_all_bases_together() -> None:
    board = InchBoard(10.2, 10)
    corner, other = stand(INCH, (10, 9.5)), stand(INCH, (2, 2))
    both = cells_within([corner, other], 1, board, 1)
    assert both == cells_within([corner], 1, board, 1) | cells_within([other], 1, board, 1)
    assert max(both) == (9, 9)
