"""What few lines tell of sight and of what is behind terrain is true, and no less than the full count says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from tests.rules.age_of_sigmar.table import box, ground
from warband_tui.rules.board.inches import Body, outline
from warband_tui.rules.board.layout import Base, InchBoard
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.reading import read_board
from warband_tui.rules.board.sight import SightRules, behind, sight
from warband_tui.rules.board.terrain import terrain_of
from warband_tui.rules.games.age_of_sigmar.glances import behind_at_once, glance

RULES = SightRules(from_edge=True, open_tags=("open",))
ROUND, OVAL, BOX = Base(32, 32), Base(60, 35, "oval"), Base(50, 25, "rectangle")
places = st.tuples(st.integers(0, 24), st.integers(0, 24)).map(lambda p: (p[0] * 0.5, p[1] * 0.5))
walls = st.tuples(places, st.integers(1, 8), st.integers(1, 8), st.sampled_from((1.0, 2.0, 4.0)))


def laid(*pieces: tuple[tuple[float, float], float, float, float], tags: tuple[str, ...] = ()) -> InchBoard:
    features = [
        box(f"w{n}", 8 + x, 3 + y, 8 + x + wide / 2, 3 + y + deep / 2, *tags, height=height, piece_of="wall")
        for n, ((x, y), wide, deep, height) in enumerate(pieces)
    ]
    board = read_board(ground(*features))
    assert isinstance(board, InchBoard)
    return board


def bodies(spots: list[tuple[float, float]], base: Base, left: float) -> tuple[Body, ...]:
    return tuple(Body(base, left + x / 6, 2 + y, 0, 1.5) for x, y in spots)


@settings(max_examples=60, deadline=None)
@given(
    pieces=st.lists(walls, min_size=1, max_size=4),
    at=places,
    others=st.lists(places, min_size=1, max_size=3),
    base=st.sampled_from((ROUND, OVAL, BOX)),
)
def test_a_glance_shows_a_line_that_is_free_or_says_what_the_full_count_says(
    pieces: list[tuple[tuple[float, float], int, int, float]],
    at: tuple[float, float],
    others: list[tuple[float, float]],
    base: Base,
) -> None:
    board = laid(*pieces)
    (a,), targets = bodies([at], ROUND, 2), bodies(others, base, 24)
    told = glance(board, a, targets, RULES.open_tags)
    high = [piece.area for piece in terrain_of(board).pieces if piece.feature.top > 1.5]
    if told is not None and told.seen:
        # The full count looks from so many points of a base only, so it may miss a line that is there.
        assert free(told.lines[0], high, a, targets)
    elif told is not None:
        assert not any(sight(board, a, b, RULES).seen for b in targets)
    group = terrain_of(board).groups["wall"]
    short = behind_at_once(a, targets, group, 3.0)
    assert short is None or short.line is not None
    if short is not None and short.line is not None and not short.behind:
        near = outline(a).centroid.buffer(a.radius + 3)
        assert free(short.line, [piece.area.difference(near) for piece in group], a, targets)
    elif short is not None:
        assert behind((a,), targets, group, ignored_within=3.0).behind


def free(line: SightLine, areas: Sequence[BaseGeometry], a: Body, targets: tuple[Body, ...]) -> bool:
    """Whether a line runs from a base to another and meets none of some areas."""
    ends = Point(line.a[:2]), Point(line.b[:2])
    whole = outline(a).distance(ends[0]) < 1e-6 and min(outline(b).distance(ends[1]) for b in targets) < 1e-6
    return whole and not any(area.intersects(LineString(ends)) for area in areas)


@pytest.mark.parametrize(
    ("pieces", "seen"),
    [
        # From 10,10 to 20,10, 1.5" tall: nothing in the way; too low; high enough; high, and one side free.
        ([], True),
        ([((4, 2), 2, 20, 1.0)], True),
        ([((4, 2), 2, 20, 4.0)], False),
        ([((4, 7), 2, 8, 4.0)], True),
        # Two that leave no gap together.
        ([((4, 2), 2, 10, 4.0), ((4, 7), 2, 10, 4.0)], False),
    ],
)
def test_plain_cases_are_told_at_once(
    pieces: list[tuple[tuple[float, float], int, int, float]], seen: bool
) -> None:
    a, b = Body(ROUND, 10, 10, 0, 1.5), Body(ROUND, 20, 10, 0, 1.5)
    told = glance(laid(*pieces), a, (b,), RULES.open_tags)
    assert told is not None
    assert told.seen is seen
    assert (told.lines[0].why == "a clear line") is seen
    assert bool(told.blockers) is not seen


def test_who_has_a_gap_left_that_no_plain_line_goes_through_is_left_to_the_full_count() -> None:
    # The bases lie between y 9.37 and 10.63; the first wall leaves what is above 9.5, the second what is below 9.7.
    zigzag = laid(((3, 6.5), 1, 20, 4.0), ((7, -3), 1, 19.4, 4.0))
    a, b = Body(ROUND, 10, 10, 0, 1.5), Body(ROUND, 20, 10, 0, 1.5)
    assert glance(zigzag, a, (b,), RULES.open_tags) is None


def test_what_is_seen_through_hides_nobody() -> None:
    a, b = Body(ROUND, 10, 10, 0, 1.5), Body(ROUND, 20, 10, 0, 1.5)
    told = glance(laid(((4, 2), 2, 20, 6.0), tags=("open",)), a, (b,), RULES.open_tags)
    assert told is not None
    assert told.seen
