"""Sight, cover and behind. Figures by hand; a base of 25.4 mm is 1" wide, models are 1.5" tall."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rules.board.test_paths import INCH, box, piece, table
from warband_tui.rules.board.inches import Body, stand
from warband_tui.rules.board.layout import Feature, InchBoard, Point
from warband_tui.rules.board.obstacles import Standing
from warband_tui.rules.board.sight import Sight, SightRules, behind, cover, sight
from warband_tui.rules.board.terrain import terrain_of


def man(x: float, y: float, z: float = 0) -> Body:
    return stand(INCH, (x, y, z), 1.5)


WALL = piece(box(20, 10, 1, 10), 4, name="wall")


def look(board: InchBoard, a: Body, b: Body, **rules: Any) -> Sight:
    return sight(board, a, b, SightRules(**rules))


def test_over_open_ground_all_is_seen() -> None:
    seen = look(table(), man(10, 15), man(30, 15))
    assert seen.seen
    assert seen.share == 1
    assert seen.why == "a clear line"


def test_a_wall_that_is_higher_hides() -> None:
    seen = look(table(WALL), man(10, 15), man(30, 15))
    assert not seen.seen
    assert seen.share == 0
    assert seen.why == "wall is in the way"
    assert seen.blockers == ("wall",)


def test_a_low_wall_hides_the_feet_only() -> None:
    low = piece(box(28, 10, 1, 10), 1, name="low")
    seen = look(table(low), man(10, 15), man(30, 15))
    assert seen.seen
    assert 0 < seen.share < 1
    # From 1.5" up, over a wall of 1" that is 19" away, nothing below 0.97" is seen at 20".
    assert look(table(low), man(10, 15), stand(INCH, (30, 15), 0.9)).seen is False


def test_from_above_one_looks_over_a_wall() -> None:
    # Eyes at 9.5", a wall of 4" from 10" to 11" away: over it the line meets the ground at 11 * 9.5 / 5.5 = 19".
    assert look(table(WALL), man(10, 15, 8), man(30, 15)).seen
    # 4" behind the wall it is still hidden: at 15" the line over the wall is 2" up.
    assert not look(table(WALL), man(10, 15, 8), man(25, 15)).seen


def test_the_edge_of_a_base_past_a_corner_is_seen() -> None:
    # The wall ends at y = 20; the base of the other reaches to 20.5 when its middle is on the end.
    assert look(table(WALL), man(10, 20), man(30, 19.9)).seen
    assert not look(table(WALL), man(10, 15), man(30, 19)).seen


def test_a_crack_of_a_twentieth_of_an_inch_is_found() -> None:
    cracked = (piece(box(20, 0, 1, 15.05), 4), piece(box(20, 15.1, 1, 20), 4))
    assert look(table(*cracked), man(10, 15), man(30, 15.2)).seen
    closed = (piece(box(20, 0, 1, 15.05), 4), piece(box(20, 15.05, 1, 20), 4))
    assert not look(table(*closed), man(10, 15), man(30, 15.2)).seen


def test_one_looks_under_a_bridge_but_not_through_its_side() -> None:
    bridge = piece(box(15, 10, 10, 10), 0.5, base=3, name="bridge")
    assert look(table(bridge), man(10, 15), man(30, 15)).seen
    deep = piece(box(15, 10, 10, 10), 8, base=0.5, name="deep")
    assert not look(table(deep), man(10, 15), man(30, 15)).seen


def test_woods_are_seen_into_and_out_of_but_not_through_when_the_rules_say_so() -> None:
    wood = piece(box(15, 10, 10, 10), 5, "wood", name="wood")
    rules = {"see_out_tags": ("wood",)}
    assert look(table(wood), man(20, 15), man(30, 15), **rules).seen
    assert look(table(wood), man(10, 15), man(20, 15), **rules).seen
    assert not look(table(wood), man(10, 15), man(30, 15), **rules).seen
    assert look(table(wood), man(10, 15), man(30, 15), open_tags=("wood",)).seen
    flat = piece(box(15, 10, 10, 10), 0, "smoke", name="smoke")
    assert look(table(flat), man(10, 15), man(30, 15)).seen
    assert not look(table(flat), man(10, 15), man(30, 15), opaque_tags=("smoke",)).seen


def test_a_row_of_models_hides_only_if_models_block() -> None:
    row = [Standing(f"m{n}", stand(INCH, (20, 13.6 + 0.99 * n), 2)) for n in range(4)]
    assert sight(table(), man(10, 15), man(30, 15), SightRules(), row).seen
    assert not sight(table(), man(10, 15), man(30, 15), SightRules(models_block=True), row).seen


def test_any_point_of_the_looker_sees_when_the_rules_say_so() -> None:
    # Both middles are 0.2" behind the end of a wall of no depth to speak of, next to the looker.
    screen = piece(box(11, 0, 0.1, 15.3), 4, name="screen")
    a, b = man(10, 15), man(14, 14)
    assert not look(table(screen), a, b).seen
    assert look(table(screen), a, man(14, 15.2), from_edge=True).seen


@pytest.mark.parametrize(
    ("y", "height", "gives"), [(15, 1, True), (15, 0.4, False), (17, 1, False)], ids=["yes", "low", "beside"]
)
def test_a_piece_that_is_touched_and_lies_between_covers(y: float, height: float, gives: bool) -> None:
    # The wall's near side is in contact with the target's base: 29 + 0.5 + 0.5 = 30.
    barrier = piece(box(28.5, y - 1, 1, 2), height, name="barrier")
    found = cover(table(barrier), man(10, 15), man(30, 15))
    assert bool(found) == gives
    if gives:
        assert found[0].piece == "barrier"
        assert found[0].width == pytest.approx(2)
        assert found[0].touching
        assert found[0].between
        assert found[0].share > 0.9
        assert found[0].lines[0].why == "it crosses barrier"


def test_a_piece_behind_the_target_or_not_touched_gives_none() -> None:
    assert not cover(table(piece(box(30.5, 14, 1, 2), 1)), man(10, 15), man(30, 15))
    near = table(piece(box(27, 14, 1, 2), 1))
    assert not cover(near, man(10, 15), man(30, 15))
    assert cover(near, man(10, 15), man(30, 15), within=2)
    assert not cover(near, man(10, 15), man(30, 15), within=2, tags=("cover",))


def test_one_on_a_piece_is_on_it() -> None:
    hill = piece(box(28, 13, 4, 4), 2, name="hill")
    assert cover(table(hill), man(10, 15), man(30, 15, 2))[0].on


def pieces(*features: Feature) -> tuple[Any, ...]:
    return terrain_of(table(*features)).pieces


def test_behind_means_that_every_line_crosses_the_feature() -> None:
    feature = pieces(WALL)
    assert behind([man(10, 15)], [man(30, 15)], feature).behind
    beside = behind([man(10, 15)], [man(30, 24.6)], feature)
    assert not beside.behind
    assert beside.line is not None
    assert beside.line.clear


def test_one_model_in_the_open_or_one_attacker_round_the_corner_is_enough() -> None:
    feature = pieces(WALL)
    assert not behind([man(10, 15)], [man(30, 15), man(30, 35)], feature).behind
    assert not behind([man(10, 15), man(21, 30)], [man(30, 15)], feature).behind


def test_parts_of_the_feature_in_combat_range_do_not_count() -> None:
    feature = pieces(WALL)
    assert behind([man(18, 15)], [man(30, 15)], feature).behind
    assert not behind([man(18, 15)], [man(30, 15)], feature, ignored_within=3).behind
    assert behind([man(15, 15)], [man(30, 15)], feature, ignored_within=3).behind


def test_the_nearest_points_may_cross_what_other_lines_avoid() -> None:
    post = pieces(piece(box(20, 14.8, 0.4, 0.4), 4, name="post"))
    assert not behind([man(10, 15)], [man(30, 15)], post).behind
    assert behind([man(10, 15)], [man(30, 15)], post, nearest_points=True).behind


def test_pieces_of_one_feature_hide_together() -> None:
    halves = pieces(
        piece(box(20, 10, 1, 5), 4, piece_of="ruin"), piece(box(20, 15, 1, 5), 4, piece_of="ruin")
    )
    assert behind([man(10, 15)], [man(30, 15)], halves).behind
    assert not behind([man(10, 15)], [man(30, 15)], halves[:1]).behind
    assert not behind([], [man(30, 15)], halves).behind


spots = st.tuples(st.floats(3, 45), st.floats(3, 45)).map(lambda p: (round(p[0], 2), round(p[1], 2)))
PIECES = (WALL, piece(box(8, 30, 10, 2), 2), piece(box(30, 25, 3, 9), 6), piece(box(12, 12, 2, 2), 1))


def turned(at: Point) -> Point:
    return (48 - at[1], at[0])


def mirrored(at: Point) -> Point:
    return (48 - at[0], at[1])


@settings(deadline=None)
@given(spots, spots)
@example((8.0, 3.0), (7.75, 31.0))  # two corners in one line with the eye
def test_turning_and_mirroring_the_board_changes_no_sight_and_no_behind(
    p: tuple[float, float], q: tuple[float, float]
) -> None:
    a, b = man(*p), man(*q)
    here = look(table(*PIECES), a, b)
    for change in (turned, mirrored):
        moved = tuple(
            Feature(f.id, tuple(change(corner) for corner in f.shape), f.height, f.tags) for f in PIECES
        )
        there = look(table(*moved), man(*change(p)), man(*change(q)))
        assert there.seen == here.seen
        assert there.share == pytest.approx(here.share, abs=0.05)


@settings(deadline=None)
@given(spots, spots)
def test_a_wall_never_opens_a_line(p: tuple[float, float], q: tuple[float, float]) -> None:
    a, b = man(*p), man(*q)
    if look(table(*PIECES), a, b).seen:
        assert look(table(*PIECES[1:]), a, b).seen
