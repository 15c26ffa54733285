"""Templates: a circle covers by the nearest point of a base, a wall by contact. Figures by hand."""

from __future__ import annotations

import math

import pytest

from warband_tui.rules.board.inches import stand
from warband_tui.rules.board.layout import Base
from warband_tui.rules.board.templates import BadTemplate, circle, wall

INCH = Base(25.4, 25.4)


def test_a_circle_covers_who_has_a_part_of_the_base_in_it() -> None:
    bodies = [stand(INCH, (10, 10)), stand(INCH, (13.5, 10)), stand(INCH, (13.51, 10)), stand(INCH, (12, 10))]
    laid = circle((10, 10), 3, bodies)
    assert [(under.model, round(under.gap, 6)) for under in laid.models] == [(0, 0), (3, 1.5), (1, 3)]
    assert [under.wholly for under in laid.models] == [True, True, False]


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


def test_a_line_covers_whom_it_touches() -> None:
    bodies = [stand(INCH, (10, 10.5)), stand(INCH, (10, 10.6)), stand(INCH, (15, 12))]
    laid = wall([(5, 10), (15, 10), (15, 15)], bodies)
    assert [under.model for under in laid.models] == [0, 2]


def test_a_wall_has_a_width() -> None:
    bodies = [stand(INCH, (10, 11.5)), stand(INCH, (10, 11.6)), stand(INCH, (10, 10.2))]
    laid = wall([(5, 10), (15, 10)], bodies, width=2)
    assert [(under.model, under.wholly) for under in laid.models] == [(0, False), (2, True)]
    assert (9, 9) in laid.cells(1)


@pytest.mark.parametrize("radius", [0, -1, math.nan, math.inf])
def test_a_circle_of_no_size_is_refused(radius: float) -> None:
    with pytest.raises(BadTemplate, match="covers nothing"):
        circle((1, 1), radius, [])


def test_a_wall_of_one_point_is_refused() -> None:
    with pytest.raises(BadTemplate, match="two points"):
        wall([(1, 1), (1, 1)], [])
    with pytest.raises(BadTemplate, match="wide"):
        wall([(1, 1), (2, 1)], [], width=-1)
