"""Random layouts: on the table, apart, fair, and the same for the same draws."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from warband_tui.rules.board.scatter import Crowded, Placed, Size, Symmetry, scatter

SIZES = [Size("house", 7, 5), Size("wood", 6, 6, corners=8), Size("wall", 6, 0.5), Size("pool", 3, 2)]


def draws(seed: int) -> Callable[[int], int]:
    return random.Random(seed).randrange  # noqa: S311


def lay(seed: int, symmetry: Symmetry = "none", gap: float = 2, edge: float = 1) -> tuple[Placed, ...]:
    return scatter(48, 48, SIZES, draws(seed), gap=gap, edge=edge, symmetry=symmetry)


@given(st.integers(0, 999), st.sampled_from(["none", "turned", "left-right", "up-down"]))
def test_pieces_lie_on_the_table_and_apart(seed: int, symmetry: Symmetry) -> None:
    pieces = [Polygon(piece.shape) for piece in lay(seed, symmetry)]
    assert len(pieces) == (4 if symmetry == "none" else 8)
    for n, piece in enumerate(pieces):
        left, upper, right, lower = piece.bounds
        assert min(left, upper) >= 1 - 1e-6
        assert max(right, lower) <= 47 + 1e-6
        assert all(piece.distance(other) >= 2 - 1e-6 for other in pieces[n + 1 :])


def test_the_same_draws_give_the_same_layout() -> None:
    assert lay(7) == lay(7)
    assert lay(7) != lay(8)


def test_each_half_mirrors_the_other() -> None:
    pieces = lay(3, "turned")
    twins = [piece for piece in pieces if piece.twin >= 0]
    assert len(twins) == 4
    for twin in twins:
        first = pieces[twin.twin]
        assert (twin.kind, twin.x, twin.y) == (first.kind, 48 - first.x, 48 - first.y)
        assert {(48 - x, 48 - y) for x, y in first.shape} == set(twin.shape)


def test_boxes_are_kept_clear() -> None:
    pieces = scatter(48, 48, SIZES, draws(1), keep_clear=[(0, 0, 48, 20)])
    assert all(min(y for _, y in piece.shape) >= 20 for piece in pieces)


def test_too_many_pieces_are_refused_with_the_number_that_found_room() -> None:
    with pytest.raises(Crowded, match=r"no room for a house of 20x20.* beside 1 others"):
        scatter(30, 30, [Size("house", 20, 20)] * 2, draws(1))
    with pytest.raises(Crowded, match="beside 0 others"):
        scatter(30, 30, [Size("house", 40, 40)], draws(1))
