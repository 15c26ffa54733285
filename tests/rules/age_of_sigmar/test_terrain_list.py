"""The terrain list as data: types, sizes and sets, and layouts that keep to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import GAME, box, ground
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import Feature, InchBoard
from warband_tui.rules.board.reading import read_board
from warband_tui.rules.games.age_of_sigmar.terrain_list import groups, set_of, size_of, tags_of, terrain_list


def drawing(seed: int) -> Callable[[int], int]:
    """Return what draws whole numbers: a plain generator of numbers, the same for the same seed."""
    state = [seed * 2654435761 % 2**32]

    def draw(below: int) -> int:
        state[0] = (state[0] * 1664525 + 1013904223) % 2**32
        return (state[0] >> 8) % below

    return draw


SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def faults_of(*features: dict[str, Any]) -> list[str]:
    board = read_board(ground(*features))
    assert board is not None
    return [str(fault) for fault in GAME.board_faults(board)]


def rectangle(width: float, depth: float) -> tuple[tuple[float, float], ...]:
    return ((0, 0), (width, 0), (width, depth), (0, depth))


@pytest.mark.rule("AOST-L")
def test_the_list_has_sixty_sets_by_type() -> None:
    sets = terrain_list().sets
    assert Counter(s.type for s in sets) == {
        "obstacle": 22,
        "faction": 15,
        "place-of-power": 12,
        "area": 6,
        "obscuring": 5,
    }
    assert len({s.id for s in sets}) == 60 == len({s.name for s in sets})


@pytest.mark.rule("AOST-L")
@pytest.mark.parametrize(
    ("name", "kind", "pieces", "sizes"),
    [
        ("Azyrite Ruins", "obstacle", (2, 2), ("small", "large")),
        ("Gloomtide Shipwreck", "faction", (1, 2), ("small",)),
        ("Ruined Domicile", "obstacle", (1, 2), ("medium", "large")),
        ("Warscryer Citadel", "place-of-power", (1, 1), ("large",)),
        ("Witchfate Tor", "obscuring", (1, 1), ("medium",)),
        ("Temple of Skulls", "area", (1, 1), ("large",)),
    ],
)
def test_a_set_has_the_pieces_and_sizes_of_its_row(
    name: str, kind: str, pieces: tuple[int, int], sizes: tuple[str, ...]
) -> None:
    (found,) = [s for s in terrain_list().sets if s.name == name]
    assert (found.type, found.pieces, found.sizes) == (kind, pieces, sizes)


@pytest.mark.rule("AOST-1.4-1")
@pytest.mark.parametrize(
    ("tags", "can"),
    [
        (["obstacle"], {"cover", "unstable"}),
        (["obscuring"], {"cover", "obscuring", "unstable"}),
        (["area"], {"cover"}),
        (["place-of-power"], {"cover", "place-of-power", "unstable"}),
        (["faction"], {"faction"}),
        # Abilities that are named one by one are those and no others.
        (["cover", "obscuring"], {"cover", "obscuring"}),
        (["impassable"], {"impassable"}),
        ([], set()),
    ],
)
def test_a_type_brings_its_abilities(tags: list[str], can: set[str]) -> None:
    found = set(tags_of(Feature("t", SQUARE, tags=tuple(tags))))
    assert found & {"cover", "obscuring", "unstable", "impassable", "place-of-power", "faction"} == can


@pytest.mark.rule("AOST-L", "AOST-1.4-1")
@pytest.mark.parametrize("name", ["Watchtower", "watchtower 2", "WATCHTOWER"])
def test_a_feature_of_a_listed_name_has_its_types_abilities(name: str) -> None:
    feature = Feature("t", SQUARE, name=name)
    found = set_of(feature)
    assert found is not None
    assert found.id == "watchtower"
    assert set(tags_of(feature)) == {"cover", "obscuring", "unstable"}
    assert set_of(Feature("t", SQUARE, name="Old Watchtower")) is None


@pytest.mark.rule("AOST-1.3-1")
@pytest.mark.parametrize(
    ("width", "depth", "size"),
    [
        (7, 7, "small"),
        (7, 7.1, "medium"),
        (7, 12, "medium"),
        (12, 7, "medium"),
        (7.1, 7.1, "large"),
        (7, 12.1, "large"),
        (2, 13, "large"),
    ],
)
def test_a_size_is_the_box_that_a_feature_fits(width: float, depth: float, size: str) -> None:
    assert size_of(rectangle(width, depth)) == size


@pytest.mark.rule("AOST-1.3-1")
def test_a_feature_may_be_turned_to_fit() -> None:
    # A square with sides of 6.9" that stands on its corner is 9.8" from left to right.
    diamond = ((4.9, 0.0), (9.8, 4.9), (4.9, 9.8), (0.0, 4.9))
    assert size_of(diamond) == "small"


@pytest.mark.rule("AOST-1.3-1", "AOST-L")
def test_a_named_feature_that_is_too_large_is_a_fault() -> None:
    assert faults_of(box("t", 5, 5, 12, 12, name="Watchtower")) == []
    (fault,) = faults_of(box("t", 5, 5, 13, 12, name="Watchtower"))
    assert "Watchtower" in fault
    assert "medium; small fits" in fault
    assert faults_of(box("t", 5, 5, 25, 25, name="Temple of Skulls")) == []


@pytest.mark.rule("AOST-1.7-1", "AOST-L")
def test_pieces_of_one_feature_are_counted_and_fit_its_size_together() -> None:
    near = [box("p1", 5, 5, 8, 8, name="Pit Dredger Camp", piece_of="camp")]
    near.append(box("p2", 9, 5, 12, 12, name="Pit Dredger Camp", piece_of="camp"))
    assert faults_of(*near) == []
    far = [near[0], box("p2", 10, 5, 12.5, 8, name="Pit Dredger Camp", piece_of="camp")]
    (fault,) = faults_of(*far)
    assert "its 2 pieces together are medium" in fault
    (fault,) = faults_of(box("one", 5, 5, 9, 9, name="Azyrite Ruins"))
    assert "1 pieces; Azyrite Ruins has 2" in fault


@pytest.mark.rule("AOST-1.7-1")
def test_a_size_that_players_state_binds_all_pieces_of_a_feature() -> None:
    pieces = [
        box(f"p{n}", 5 + 4 * n, 5, 8 + 4 * n, 8, "obstacle", "small", piece_of="ruin") for n in range(2)
    ]
    assert faults_of(*pieces) == []
    assert len(faults_of(*pieces, box("p9", 13, 5, 14, 8, "obstacle", piece_of="ruin"))) == 1


@pytest.mark.rule("AOST-L", "AOST-1.3-1", "AOST-1.7-1")
@pytest.mark.parametrize("size", [(60, 44), (44, 30), (30, 22)])
@pytest.mark.parametrize("seed", range(6))
def test_a_random_layout_is_of_listed_sets_within_the_rules(size: tuple[float, float], seed: int) -> None:
    board = GAME.random_board(*size, drawing(seed))
    assert isinstance(board, InchBoard)
    assert not faults(board)
    assert not GAME.board_faults(board)
    features = groups(board)
    assert len(features) >= 4
    for pieces in features.values():
        named = set_of(pieces[0])
        assert named is not None
        assert named.type != "faction"
    corners = {(round(x, 2), round(y, 2)) for f in board.features for x, y in f.shape}
    assert corners == {(round(size[0] - x, 2), round(size[1] - y, 2)) for x, y in corners}


def test_a_table_too_small_for_terrain_has_no_random_layout() -> None:
    assert GAME.random_board(12, 12, drawing(1)) is None
