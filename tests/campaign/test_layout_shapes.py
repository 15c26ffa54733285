"""Outlines: turning, mirroring and comparing them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.campaign.layout_shapes import (
    Way,
    box_of,
    middle_of,
    mirrored,
    moved,
    oval,
    overlap,
    point_in,
    rectangle,
    scaled,
    turned,
    wall,
)
from warband_tui.rules.board.outlines import area, encloses

SQUARE = rectangle((10, 10), 4, 4)
L_SHAPE = ((0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0))
lengths = st.integers(-400, 400).map(lambda n: n / 10)
shapes = st.builds(
    lambda x, y, w, d, turn: turned(rectangle((x, y), w, d), turn, (x, y)),
    lengths,
    lengths,
    st.integers(1, 90).map(lambda n: n / 10),
    st.integers(1, 90).map(lambda n: n / 10),
    st.integers(0, 23).map(lambda n: 15 * n),
)
ways: st.SearchStrategy[Way] = st.sampled_from(("across", "down", "round"))


def test_shapes_have_the_size_they_were_asked_for() -> None:
    assert box_of(rectangle((10, 8), 6, 4)) == (7, 6, 13, 10)
    assert box_of(oval((10, 8), 6, 4)) == (7, 6, 13, 10)
    assert abs(area(wall((0, 0), (3, 4), 0.5))) == pytest.approx(2.5, abs=0.01)


@given(shapes, lengths, lengths)
def test_four_quarter_turns_bring_a_shape_back_exactly(
    shape: tuple[tuple[float, float], ...], x: float, y: float
) -> None:
    once = turned(shape, 90, (x, y))
    assert turned(turned(turned(once, 90, (x, y)), 90, (x, y)), 90, (x, y)) == moved(shape, 0, 0)


@given(shapes)
def test_twenty_four_small_turns_bring_a_shape_back_to_a_hair(shape: tuple[tuple[float, float], ...]) -> None:
    about = middle_of(shape)
    now = shape
    for _ in range(24):
        now = turned(now, 15, about)
    assert all(
        a == pytest.approx(b, abs=0.02)
        for p, q in zip(now, shape, strict=True)
        for a, b in zip(p, q, strict=True)
    )


@given(shapes, ways)
def test_mirroring_twice_changes_nothing(shape: tuple[tuple[float, float], ...], way: Way) -> None:
    again = mirrored(mirrored(shape, way, 48, 36), way, 48, 36)
    assert again == moved(shape, 0, 0)


@given(shapes, ways)
def test_mirroring_keeps_area_and_winding(shape: tuple[tuple[float, float], ...], way: Way) -> None:
    assert area(mirrored(shape, way, 48, 36)) == pytest.approx(area(shape), abs=0.1)


@given(shapes, shapes)
def test_overlap_is_mutual_and_proved_by_a_point_in_both(
    a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]
) -> None:
    found = overlap(a, b)
    assert (found is None) == (overlap(b, a) is None)
    if found is not None:
        near = [(found[0] + dx, found[1] + dy) for dx in (-0.02, 0, 0.02) for dy in (-0.02, 0, 0.02)]
        assert any(encloses(a, p) and encloses(b, p) for p in near)


@pytest.mark.parametrize(
    "other",
    [
        rectangle((14, 10), 4, 4),
        rectangle((14, 14), 4, 4),
        rectangle((20, 10), 4, 4),
    ],
    ids=["side by side", "corner to corner", "apart"],
)
def test_pieces_that_only_touch_do_not_overlap(other: tuple[tuple[float, float], ...]) -> None:
    assert overlap(SQUARE, other) is None


@pytest.mark.parametrize(
    "other",
    [
        SQUARE,
        rectangle((12, 10), 4, 4),
        rectangle((10, 10), 1, 1),
        rectangle((10, 10), 20, 20),
        rectangle((10, 10), 20, 1),
        turned(SQUARE, 45, (10, 10)),
    ],
    ids=["the same", "shifted along an edge", "within", "around", "a cross", "turned"],
)
def test_pieces_in_one_another_overlap(other: tuple[tuple[float, float], ...]) -> None:
    assert overlap(SQUARE, other) is not None


def test_the_hollow_of_an_angle_belongs_to_nobody() -> None:
    assert overlap(L_SHAPE, rectangle((4, 4), 3.9, 3.9)) is None
    assert overlap(L_SHAPE, rectangle((4, 4), 4.5, 4.5)) is not None


def test_a_shape_without_area_has_no_point_inside() -> None:
    assert point_in(((0, 0), (4, 0), (8, 0))) is None
    assert encloses(L_SHAPE, point_in(L_SHAPE) or (-1, -1))


def test_scaling_keeps_the_middle() -> None:
    assert box_of(scaled(SQUARE, 2, 0.5, (10, 10))) == (6, 9, 14, 11)
