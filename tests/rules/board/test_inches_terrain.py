"""Terrain: what lies where, how high the ground is, edges and where one lands. Figures by hand."""

from __future__ import annotations

import math

import pytest

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import stand
from warband_tui.rules.board.layout import BadBoard, Base, Feature, InchBoard, Point
from warband_tui.rules.board.terrain import Terrain, terrain_of

INCH = Base(25.4, 25.4)
RULES = GroundRules()


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


TABLE = InchBoard(
    48,
    48,
    (
        Feature("tower", box(10, 10, 6, 6), height=4),
        Feature("step", box(16, 10, 3, 6), height=1),
        Feature("wood", box(30, 10, 8, 8), height=6, tags=("area", "difficult")),
        Feature("bridge", box(2, 30, 12, 4), base=3, height=0.5),
        Feature("east", box(30, 30, 4, 4), height=2, tags=("cover",), piece_of="ruin"),
        Feature("west", box(34, 30, 4, 4), height=2, tags=("cover",), piece_of="ruin"),
    ),
)


@pytest.fixture
def terrain() -> Terrain:
    return terrain_of(TABLE)


def test_the_same_board_is_compiled_once() -> None:
    assert terrain_of(TABLE) is terrain_of(InchBoard(48, 48, TABLE.features))


def test_pieces_are_found_by_tag_group_and_place(terrain: Terrain) -> None:
    assert [p.id for p in terrain.tagged(("difficult", "cover"))] == ["wood", "east", "west"]
    assert [p.id for p in terrain.groups["ruin"]] == ["east", "west"]
    assert [p.id for p in terrain.at(12, 12)] == ["tower"]
    assert terrain.area(("cover",)).area == pytest.approx(32)
    with pytest.raises(BadBoard, match="no feature 'moat'"):
        terrain.piece("moat")


def test_ground_is_as_high_as_the_solid_piece_there(terrain: Terrain) -> None:
    assert terrain.surface(RULES, 12, 12) == 4
    assert terrain.surface(RULES, 17, 12) == 1
    assert terrain.surface(RULES, 32, 12) == 0
    assert terrain.surface(RULES, 5, 31) == 3.5
    assert terrain.surface(RULES, 5, 31, below=1) == 0


def test_a_spot_without_height_stands_on_a_tower_and_under_a_bridge(terrain: Terrain) -> None:
    assert terrain.settled(RULES, (12, 12)) == (12, 12, 4)
    assert terrain.settled(RULES, (5, 31)) == (5, 31, 0)
    assert terrain.settled(RULES, (5, 31, 3)) == (5, 31, 3.5)
    assert terrain.settled(RULES, (17, 12, 0)) == (17, 12, 1)
    assert terrain.settled(RULES, (40, 40, 3)) == (40, 40, 0)


def test_edges_drop_to_the_ground_before_them(terrain: Terrain) -> None:
    tower = [ledge for ledge in terrain.ledges(RULES) if ledge.feature == "tower"]
    assert sorted({ledge.drop for ledge in tower}) == [3, 4]
    east = [ledge for ledge in tower if ledge.foot == 1]
    assert [ledge.outward for ledge in east] == [(1, 0)]
    assert sum(math.dist(ledge.a, ledge.b) for ledge in tower) == pytest.approx(24)
    assert not [ledge for ledge in terrain.ledges(RULES) if ledge.feature in ("step", "wood")]
    assert {ledge.feature for ledge in terrain.ledges(RULES, 3.2)} == {"tower", "bridge"}


def test_pieces_of_one_height_that_touch_have_no_edge_between_them(terrain: Terrain) -> None:
    ruin = [ledge for ledge in terrain.ledges(RULES) if ledge.feature in ("east", "west")]
    assert all(not (ledge.a[0] == ledge.b[0] == 34) for ledge in ruin)


def test_a_model_lands_right_in_front_of_the_edge(terrain: Terrain) -> None:
    body = stand(INCH, (10.6, 13, 4))
    gap, ledge = terrain.ledges_near(RULES, body, 1)[0]
    assert gap == pytest.approx(0.1)
    x, y, z = terrain.landing(RULES, body, ledge)
    assert (x, y, z) == pytest.approx((9.49, 13, 0))
    assert terrain.ledges_near(RULES, stand(INCH, (13, 13, 4)), 1) == ()
    assert terrain.ledges_near(RULES, stand(INCH, (10.6, 13, 0)), 1) == ()


def test_wholly_on_takes_the_pieces_of_a_feature_together(terrain: Terrain) -> None:
    body = stand(INCH, (34, 32, 2))
    assert terrain.wholly_on(body, terrain.groups["ruin"])
    assert not terrain.wholly_on(body, terrain.groups["ruin"][:1])
    assert not terrain.wholly_on(stand(INCH, (34, 30.4, 2)), terrain.groups["ruin"])
    assert terrain.wholly_on(stand(INCH, (34, 30.5, 2)), terrain.groups["ruin"])
    assert not terrain.wholly_on(stand(INCH, (5, 32)), terrain.groups["bridge"])


def test_distance_to_a_piece_counts_height_above_it(terrain: Terrain) -> None:
    tower = [terrain.piece("tower")]
    assert terrain.gap_to(stand(INCH, (6.5, 13)), tower) == pytest.approx(3)
    assert terrain.gap_to(stand(INCH, (6.5, 13, 8)), tower) == pytest.approx(5)
    assert terrain.gap_to(stand(INCH, (6.5, 13, 8)), tower, flat=True) == pytest.approx(3)
    assert terrain.gap_to(stand(INCH, (6.5, 13)), []) == math.inf


def test_a_base_enters_by_any_part_of_it_but_touching_is_not_entering(terrain: Terrain) -> None:
    assert terrain.entered(stand(INCH, (29.6, 14)), ("difficult",))
    assert not terrain.entered(stand(INCH, (29.5, 14)), ("difficult",))
    assert terrain.touches(stand(INCH, (29.5, 14)), terrain.piece("wood"))


def test_an_empty_table_is_level_ground() -> None:
    terrain = terrain_of(InchBoard(36, 36))
    assert terrain.surface(RULES, 5, 5) == 0
    assert terrain.ledges(RULES) == ()
    assert terrain.area(("difficult",)).is_empty


def test_a_shape_that_crosses_itself_is_refused_by_name() -> None:
    with pytest.raises(BadBoard, match="feature 'knot'"):
        Terrain(InchBoard(48, 48, (Feature("knot", ((0, 0), (4, 4), (4, 0), (0, 4))),)))
