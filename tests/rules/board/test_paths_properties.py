"""Routes keep their length however the board lies, walls never help, and a fine raster agrees.

The raster goes in 16 directions over points 1/2" apart. A way on it is a way a base can go, so a route is
never longer (but for the 0.02" that arcs and corners may differ). A straight line on it is at most 2.8 %
longer than it should be, and it bends only at its points: half an inch a corner passed.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from tests.rules.board.test_paths import INCH, box, piece
from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import TOUCH, flat_gap, moved, off_board, outline, stand
from warband_tui.rules.board.layout import Base, Feature, InchBoard, Point
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import Route, route, route_to, route_to_any
from warband_tui.rules.board.raster import reach
from warband_tui.rules.board.terrain import terrain_of
from warband_tui.rules.board.walks import Walks

SIDE = 16
GRAIN = 0.5
NEAR = 0.02
LONGEST = 1.028
Change = Callable[[Point], Point]


def turned(at: Point) -> Point:
    return (SIDE - at[1], at[0])


def mirrored(at: Point) -> Point:
    return (SIDE - at[0], at[1])


def over(feature: Feature, change: Change) -> Feature:
    return Feature(feature.id, tuple(change(p) for p in feature.shape), feature.height, feature.tags)


@st.composite
def shapes(draw: st.DrawFn) -> tuple[Point, ...]:
    x, y = draw(st.integers(2, 11)), draw(st.integers(2, 11))
    w, h = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    if draw(st.booleans()):
        return box(x, y, w, h)
    return ((x, y), (x + w, y), (x, y + h))


walls = st.lists(shapes(), min_size=1, max_size=4).map(
    lambda found: tuple(piece(s, 9, "impassable", name=f"w{n}") for n, s in enumerate(found))
)
bogs = st.lists(shapes(), min_size=1, max_size=2).map(
    lambda found: tuple(piece(s, 0, "difficult", name=f"b{n}") for n, s in enumerate(found))
)
blocks = st.lists(shapes(), min_size=1, max_size=3).map(
    lambda found: tuple(piece(s, 2 + n, name=f"h{n}") for n, s in enumerate(found))
)
spots = st.tuples(st.integers(2, 30), st.integers(2, 30)).map(lambda p: (p[0] * GRAIN, p[1] * GRAIN))


def go(features: tuple[Feature, ...], a: Point, b: Point, foe: Point | None = None, **rules: Any) -> Route:
    others = (Standing("foe", stand(INCH, foe), keep_out=1.0),) if foe else ()
    return route(InchBoard(SIDE, SIDE, features), Mover(stand(INCH, a), GroundRules(**rules), others), b)


def clear(features: tuple[Feature, ...], *points: Point) -> bool:
    areas = [Polygon(f.shape) for f in features]
    return all(area.distance(ShapelyPoint(p)) > 0.51 for area in areas for p in points)


@settings(deadline=None)
@given(walls, spots, spots, spots)
def test_turning_and_mirroring_the_board_changes_no_route(
    features: tuple[Feature, ...], a: Point, b: Point, foe: Point
) -> None:
    assume(clear(features, a) and math.dist(a, foe) > 2.1)
    here = go(features, a, b, foe)
    for change in (turned, mirrored):
        there = go(tuple(over(f, change) for f in features), change(a), change(b), change(foe))
        assert there.found == here.found
        if here.found:
            assert there.length == pytest.approx(here.length, abs=NEAR)


@settings(deadline=None)
@given(walls, bogs, spots, spots)
def test_moving_the_board_changes_no_route(
    features: tuple[Feature, ...], soft: tuple[Feature, ...], a: Point, b: Point
) -> None:
    assume(clear(features, a))

    def shifted(at: Point) -> Point:
        return (at[0] + 7.375, at[1] + 3.5)

    here = go((*features, *soft), a, b, off_board=True)
    there = go(tuple(over(f, shifted) for f in (*features, *soft)), shifted(a), shifted(b), off_board=True)
    assert there.found == here.found
    if here.found:
        assert there.price == pytest.approx(here.price, abs=NEAR)


@settings(deadline=None)
@given(walls, shapes(), spots, spots)
def test_a_wall_never_shortens_a_route(
    features: tuple[Feature, ...], more: tuple[Point, ...], a: Point, b: Point
) -> None:
    added = piece(more, 9, "impassable", name="more")
    assume(clear((*features, added), a))
    before, after = go(features, a, b), go((*features, added), a, b)
    assert before.found or not after.found
    assert after.price >= before.price - NEAR


@settings(deadline=None)
@given(walls, blocks, bogs, spots, spots)
def test_no_route_is_shorter_than_the_straight_line_or_cheaper_than_its_length(
    hard: tuple[Feature, ...], high: tuple[Feature, ...], soft: tuple[Feature, ...], a: Point, b: Point
) -> None:
    features = (*hard, *high, *soft)
    assume(clear((*hard, *high), a))
    way = go(features, a, b)
    if way.found:
        assert way.length >= math.dist(a, b) - 1e-9
        assert way.price >= way.length - 1e-9
        assert way.price == pytest.approx(sum(leg.price for leg in way.legs))


bases = st.sampled_from([INCH, Base(60, 35, "oval", 30), Base(50, 25, "rectangle", 15)])


@settings(deadline=None)
@given(walls, spots, spots, spots, bases, bases)
def test_nowhere_on_a_route_does_a_base_enter_a_wall_or_come_too_near(
    features: tuple[Feature, ...], a: Point, b: Point, foe: Point, mine: Base, theirs: Base
) -> None:
    me, other = stand(mine, a), stand(theirs, foe)
    board, terrain = InchBoard(SIDE, SIDE, features), terrain_of(InchBoard(SIDE, SIDE, features))
    assume(flat_gap(me, other) > 1 and not off_board(me, board))
    assume(terrain.gap_to(me, terrain.pieces, flat=True) > 0)
    way = route(board, Mover(me, GroundRules(keep_out=1), (Standing("foe", other),)), b)
    for p, q in pairwise(way.points):
        steps = max(2, math.ceil(math.dist(p, q) / 0.1))
        for n in range(steps + 1):
            share = n / steps
            here = moved(me, (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
            assert flat_gap(here, other) >= 1 - 2 * TOUCH
            assert not off_board(here, board)
            assert all(outline(here).intersection(piece.area).area < TOUCH for piece in terrain.pieces)


@settings(deadline=None)
@given(walls, spots, spots)
def test_the_way_back_is_as_long(features: tuple[Feature, ...], a: Point, b: Point) -> None:
    assume(clear(features, a, b))
    there, back = go(features, a, b), go(features, b, a)
    assert there.found == back.found
    if there.found:
        assert there.length == pytest.approx(back.length, abs=NEAR)


@settings(deadline=None)
@given(blocks, spots, spots)
def test_who_may_climb_never_pays_more_than_who_may_not(
    features: tuple[Feature, ...], a: Point, b: Point
) -> None:
    assume(clear(features, a, b))
    assert go(features, a, b).price <= go(features, a, b, may_climb=False).price + NEAR


@settings(deadline=None, max_examples=10)
@given(walls, blocks, bogs, spots, spots)
def test_painted_reach_and_routes_agree_on_every_cell(
    hard: tuple[Feature, ...], high: tuple[Feature, ...], soft: tuple[Feature, ...], a: Point, foe: Point
) -> None:
    features = (*hard, *high, *soft)
    assume(clear((*hard, *high), a) and math.dist(a, foe) > 2.1)
    board = InchBoard(SIDE, SIDE, features)
    others = (Standing("foe", stand(INCH, foe), keep_out=1.0),)
    me = Mover(stand(INCH, a, 1.5), GroundRules(jump_limit=3), others)
    painted = reach(board, me, 8, grain=2)
    for column in range(SIDE // 2):
        for row in range(SIDE // 2):
            way = route(board, me, (2 * column + 1, 2 * row + 1))
            price = painted.cells.get((column, row), math.inf)
            if abs(way.price - 8) > NEAR:
                assert price == pytest.approx(way.price if way.price < 8 else math.inf, abs=NEAR)


def raster(features: tuple[Feature, ...], a: Point, b: Point) -> float:
    """Return the cheapest way in 16 directions for a base of 1", inf for none."""
    hard = [Polygon(f.shape).buffer(0.5, quad_segs=32) for f in features if "impassable" in f.tags]
    solid = shapely.union_all(hard)
    soft = shapely.union_all([Polygon(f.shape) for f in features if "difficult" in f.tags])
    shapely.prepare(solid)
    count = round(SIDE / GRAIN) + 1
    steps = [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)]
    links: dict[tuple[int, int], list[tuple[tuple[int, int], float]]] = {}
    nodes = np.array([(i, j) for i in range(1, count - 1) for j in range(1, count - 1)])
    for step in steps:
        ends = nodes + step
        lines = np.asarray(shapely.linestrings(np.stack((nodes, ends), axis=1) * GRAIN))
        inside = ((ends >= 1) & (ends <= count - 2)).all(axis=1) & ~shapely.intersects(solid, lines)
        slow = shapely.length(shapely.intersection(lines[inside], soft)) if not soft.is_empty else 0.0
        prices = math.hypot(*step) * GRAIN + slow + np.zeros(int(inside.sum()))
        for p, q, price in zip(nodes[inside].tolist(), ends[inside].tolist(), prices.tolist(), strict=True):
            links.setdefault((p[0], p[1]), []).append(((q[0], q[1]), price))
            links.setdefault((q[0], q[1]), []).append(((p[0], p[1]), price))
    start, goal = ((round(p[0] / GRAIN), round(p[1] / GRAIN)) for p in (a, b))
    heap: list[tuple[float, tuple[int, int]]] = [(0.0, start)]
    best = {start: 0.0}
    while heap:
        price, node = heapq.heappop(heap)
        if node == goal:
            return price
        for after, more in links.get(node, ()) if price <= best[node] else ():
            if price + more < best.get(after, math.inf):
                best[after] = price + more
                heapq.heappush(heap, (price + more, after))
    return math.inf


@settings(deadline=None, max_examples=6)
@given(walls, spots, spots)
def test_a_fine_raster_finds_the_same_way_round_walls(
    features: tuple[Feature, ...], a: Point, b: Point
) -> None:
    assume(clear(features, a, b))
    way, rough = go(features, a, b), raster(features, a, b)
    if math.isfinite(rough):
        assert way.length <= rough + NEAR
        bends = len(way.points) - 2
        assert rough <= way.length * LONGEST + GRAIN * (2 + bends) or _narrow(features)


def _narrow(features: tuple[Feature, ...]) -> bool:
    """Whether two walls, or a wall and the edge, leave a gap that the raster's points may miss."""
    areas = [Polygon(f.shape) for f in features]
    edge = Polygon(box(0, 0, SIDE, SIDE)).exterior
    gaps = [p.distance(q) for n, p in enumerate(areas) for q in areas[n + 1 :]] + [
        p.distance(edge) for p in areas
    ]
    return any(0 < gap < 1 + 2 * GRAIN for gap in gaps)


@settings(deadline=None, max_examples=6)
@given(bogs, walls, spots, spots)
def test_over_difficult_ground_a_route_is_at_most_a_twentieth_dearer_than_the_best(
    soft: tuple[Feature, ...], hard: tuple[Feature, ...], a: Point, b: Point
) -> None:
    features = (*soft, *hard[:2])
    assume(clear(features, a, b))
    way, rough = go(features, a, b), raster(features, a, b)
    if math.isfinite(rough):
        assert way.price <= rough * 1.05 + NEAR


FOES = st.lists(spots, min_size=1, max_size=3, unique=True)


@settings(max_examples=40, deadline=None)
@given(walls, blocks, FOES, st.integers(0, 3), st.sampled_from([0.0, 1.0]))
def test_where_a_base_may_end_is_told_alike_of_many_points_and_of_one(
    barred: tuple[Feature, ...], solid: tuple[Feature, ...], foes: list[Point], top: int, keep: float
) -> None:
    others = tuple(Standing(f"foe{n}", stand(INCH, at)) for n, at in enumerate(foes))
    me = Mover(stand(INCH, (1, 1)), GroundRules(keep_out=keep), others)
    walks = Walks(InchBoard(SIDE, SIDE, (*barred, *solid)), me)
    at = np.array([(x * GRAIN, y * GRAIN) for x in range(33) for y in range(33)])
    z = float(top + 1 if top else 0)
    assert walks.may_end_at(at, z).tolist() == [not walks.may_end((x, y, z)) for x, y in at.tolist()]


@settings(max_examples=40, deadline=None)
@given(walls, blocks, spots, FOES, st.sampled_from([0.0, 0.5]))
def test_of_several_targets_the_way_is_the_cheapest_of_the_ways_to_each(
    barred: tuple[Feature, ...], solid: tuple[Feature, ...], start: Point, foes: list[Point], gap: float
) -> None:
    features = (*barred, *solid)
    assume(clear(features, start) and all(math.dist(start, foe) > 1.1 for foe in foes))
    board = InchBoard(SIDE, SIDE, features)
    targets = [Standing(f"foe{n}", stand(INCH, at)) for n, at in enumerate(foes)]
    me = Mover(stand(INCH, start), GroundRules(), tuple(targets))
    prices = [route_to(board, me, target, gap=gap).price for target in targets]
    _, way = route_to_any(board, me, targets, gap=gap)
    assert way.price == pytest.approx(min(prices), abs=1e-4)


def test_a_model_beside_which_nobody_may_end_is_not_looked_for_a_way_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marsh = piece(box(5, 5, 6, 6), 0, "impassable", name="marsh")
    me = Mover(stand(INCH, (2, 2)), GroundRules(), (Standing("foe", stand(INCH, (8, 8))),))
    board = InchBoard(SIDE, SIDE, (marsh,))

    def never(*_: object) -> None:
        raise AssertionError("there is no place to look for a way to")

    monkeypatch.setattr("warband_tui.rules.board.paths.Search", never)
    way = route_to(board, me, me.others[0])
    assert (way.found, way.blocked_by) == (False, "marsh")
