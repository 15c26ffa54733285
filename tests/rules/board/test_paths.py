"""Routes in inches. Figures by hand where a comment says how; a base of 25.4 mm is 1" wide."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import pytest

from warband_tui.rules.board.avoiding import careful
from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.inches import Body, distance, moved, stand
from warband_tui.rules.board.layout import Base, Feature, InchBoard, Point
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import (
    Route,
    first_contact,
    may_end,
    priced,
    route,
    route_to,
    route_to_any,
    stopped,
)

INCH = Base(25.4, 25.4)
R32 = Base(32, 32)


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def piece(shape: tuple[Point, ...], height: float = 0, *tags: str, name: str = "", **more: Any) -> Feature:
    return Feature(name or f"{shape[0][0]:g}-{shape[0][1]:g}", shape, height, tags, **more)


def table(*features: Feature) -> InchBoard:
    return InchBoard(48, 48, features)


def mover(x: float, y: float, z: float = 0, base: Base = INCH, **rules: Any) -> Mover:
    others = rules.pop("others", ())
    return Mover(stand(base, (x, y, z), 1.5), GroundRules(**rules), others)


def enemy(x: float, y: float, z: float = 0, name: str = "foe", **more: Any) -> Standing:
    return Standing(name, stand(INCH, (x, y, z), 1.5), **more)


WALL = piece(box(20, 10, 2, 10), 8, "impassable", name="wall")


def test_over_open_ground_the_route_is_the_straight_line() -> None:
    way = route(table(), mover(10, 10), (13, 14))
    assert way.length == way.price == pytest.approx(5)
    assert way.points == ((10, 10, 0), (13, 14, 0))


def test_a_wall_is_gone_round_by_its_corners_inflated_by_the_base() -> None:
    # From (15,15) to (27,15): round the lower corners (20,20) and (22,20) at a radius of 0.5.
    way = route(table(WALL), mover(15, 15), (27, 15))
    tangent = math.sqrt(5**2 + 5**2 - 0.25)
    turn = math.atan2(5, 5) + math.asin(0.5 / math.hypot(5, 5))
    assert way.length == pytest.approx(2 * tangent + 2 + 2 * 0.5 * turn, abs=0.02)
    assert not way.marks


def test_the_reason_names_what_stands_in_the_way() -> None:
    ring = [
        piece(box(8, 8, 8, 1), 9, "impassable", name="north"),
        piece(box(8, 15, 8, 1), 9, "impassable"),
        piece(box(8, 9, 1, 6), 9, "impassable"),
        piece(box(15, 9, 1, 6), 9, "impassable", name="east"),
    ]
    way = route(table(*ring), mover(12, 12), (20, 12))
    assert not way.found
    assert way.price == math.inf
    assert way.blocked_by == "east"
    assert "east is in the way" in way.why


@pytest.mark.parametrize(("gap", "passes"), [(1.3, True), (1.26, True), (1.25, False), (1.0, False)])
def test_a_base_passes_a_gap_that_is_as_wide_as_itself(gap: float, passes: bool) -> None:
    # 32 mm are 1.2598 inches.
    board = table(
        piece(box(20, 0, 2, 24), 8, "impassable"), piece(box(20, 24 + gap, 2, 24 - gap), 8, "impassable")
    )
    way = route(board, mover(15, 24 + gap / 2, base=R32), (27, 24 + gap / 2))
    assert way.found == passes
    if passes:
        assert way.length == pytest.approx(12, abs=0.01)


def test_an_oval_goes_through_a_gap_only_as_it_is_turned() -> None:
    board = table(piece(box(20, 0, 2, 23), 8, "impassable"), piece(box(20, 25, 2, 23), 8, "impassable"))
    along, across = Base(60, 35, "oval"), Base(60, 35, "oval", 90)
    assert route(board, mover(15, 24, base=along), (27, 24)).found
    assert not route(board, mover(15, 24, base=across), (27, 24)).found


def test_nobody_ends_off_the_board_in_a_wall_or_on_a_friend() -> None:
    me = mover(15, 15, others=(enemy(15, 18, name="pal", friend=True),))
    board = table(WALL)
    assert "off the board" in may_end(board, me, (0.4, 10))
    assert "wall is in the way" in may_end(board, me, (20.5, 15))
    assert "pal is in the way" in may_end(board, me, (15, 18.5))
    assert may_end(board, me, (15, 19)) == ""
    assert route(board, me, (0.4, 10)).why == "its base would be off the board"


def test_friends_are_crossed_and_enemies_are_gone_round() -> None:
    friend = mover(10, 10, others=(enemy(14, 10, friend=True),), keep_out=1)
    assert route(table(), friend, (18, 10)).length == pytest.approx(8)
    foe = mover(10, 10, others=(enemy(14, 10),), keep_out=1)
    way = route(table(), foe, (18, 10))
    # Tangents to a circle of radius 2 about (14,10), and the arc between.
    tangent, arc = math.sqrt(16 - 4), 2 * (math.pi - 2 * math.acos(2 / 4))
    assert way.length == pytest.approx(2 * tangent + arc, abs=0.02)


def test_who_is_nearer_than_allowed_may_go_away_but_not_nearer() -> None:
    me = mover(10, 10, others=(enemy(11.5, 10),), keep_out=1)
    assert route(table(), me, (5, 10)).length == pytest.approx(5)
    assert not route(table(), me, (10.2, 10)).found


def test_difficult_ground_costs_double_by_exact_length() -> None:
    bog = piece(box(14, 0, 4, 48), 0, "difficult", name="bog")
    way = route(table(bog), mover(10, 10), (22, 10))
    assert way.length == pytest.approx(12)
    assert way.price == pytest.approx(16)
    assert [(m.kind, m.piece, round(m.size, 6), m.at[0]) for m in way.marks] == [("difficult", "bog", 4, 14)]


def test_a_way_round_difficult_ground_is_taken_when_it_is_cheaper() -> None:
    bog = piece(box(14, 9, 8, 40 - 9), 0, "difficult", name="bog")
    way = route(table(bog), mover(10, 10), (26, 10))
    # Straight on it is 16 + 8; by the corners (14,9) and (22,9) it is 8 + 2 * hypot(4, 1).
    assert way.price == pytest.approx(8 + 2 * math.hypot(4, 1), abs=0.01)


def test_what_is_up_to_an_inch_high_is_open_ground() -> None:
    low = piece(box(14, 0, 2, 48), 1, name="low")
    way = route(table(low), mover(10, 10), (20, 10))
    assert way.price == pytest.approx(10)
    assert not way.marks


HIGH = piece(box(14, 0, 4, 48), 3, name="house")


def test_a_climb_costs_its_height_and_a_drop_nothing() -> None:
    way = route(table(HIGH), mover(10, 10), (22, 10))
    assert way.price == pytest.approx(12 + 3)
    assert [(m.kind, m.size, m.down) for m in way.marks] == [("climb", 3, False), ("drop", 3, True)]
    # The base of 1" meets the wall half an inch before it.
    assert way.marks[0].at == pytest.approx((13.5, 10, 0), abs=0.01)


def test_a_route_ends_on_top_when_its_end_is_there() -> None:
    way = route(table(HIGH), mover(10, 10), (16, 10))
    assert way.points[-1] == pytest.approx((16, 10, 3))
    assert way.price == pytest.approx(9)
    down = route(table(HIGH), mover(16, 10, 3), (20, 10))
    assert [m.kind for m in down.marks] == ["drop"]
    assert down.price == pytest.approx(4)


def test_without_drops_an_edge_is_climbed_down() -> None:
    way = route(table(HIGH), mover(16, 10, 3, may_drop=False), (20, 10))
    assert [(m.kind, m.down) for m in way.marks] == [("climb", True)]
    assert way.price == pytest.approx(7)
    deep = route(table(HIGH), mover(16, 10, 3, drop_limit=2, may_climb=False), (20, 10))
    assert deep.why.endswith('house drops by 3"')


def test_a_ladder_makes_a_wall_ordinary_movement() -> None:
    ladder = piece(box(13, 20, 1, 1), 3, "ladder", name="ladder")
    me = mover(10, 20.5, may_climb=False)
    way = route(table(HIGH, ladder), me, (16, 20.5))
    assert way.price == pytest.approx(9)
    assert [m.kind for m in way.marks] == ["link"]
    assert not route(table(HIGH), me, (16, 20.5)).found
    back = route(table(HIGH, ladder), mover(16, 20.5, 3, may_drop=False, may_climb=False), (10, 20.5))
    assert back.price == pytest.approx(9)


def test_one_walks_under_a_bridge_and_over_it() -> None:
    bridge = piece(box(10, 10, 12, 4), 0.5, name="bridge", base=3)
    under = route(table(bridge), mover(15, 5), (15, 20))
    assert under.price == pytest.approx(15)
    over = route(table(bridge), mover(11, 12, 3.5), (20, 12, 3.5))
    assert over.price == pytest.approx(9)
    assert {p[2] for p in over.points} == {3.5}


ROOFS = (piece(box(10, 10, 6, 6), 4, name="left"), piece(box(18.5, 10, 6, 6), 4, name="right"))


def test_a_gap_between_roofs_is_jumped_up_to_the_limit() -> None:
    # 2.5" from roof to roof: half of a move of 6" carries over it, half of 4" does not.
    way = route(table(*ROOFS), mover(13, 13, 4, jump_limit=3), (22, 13))
    assert [(m.kind, round(m.size, 3)) for m in way.marks] == [("jump", 2.5)]
    assert way.price == pytest.approx(9)
    short = route(table(*ROOFS), mover(13, 13, 4, jump_limit=2), (22, 13))
    assert [m.kind for m in short.marks] == ["drop", "climb"]
    assert short.price == pytest.approx(9 + 4)


@pytest.mark.parametrize(
    ("rise", "extra", "kinds"),
    [(0.25, 0, ["jump"]), (0.5, 1, ["jump"]), (1, 1, ["jump"]), (1.5, 5.5, ["drop", "climb"])],
)
def test_a_jump_up_costs_more_and_goes_no_higher_than_allowed(
    rise: float, extra: float, kinds: list[str]
) -> None:
    right = piece(box(18.5, 10, 6, 6), 4 + rise, name="right")
    me = mover(13, 13, 4, jump_limit=3, jump_rise=1, jump_rise_from=0.5, jump_rise_price=1)
    way = route(table(ROOFS[0], right), me, (22, 13))
    assert [m.kind for m in way.marks] == kinds
    assert way.price == pytest.approx(9 + extra)


def test_a_jump_down_over_a_gap_is_a_jump_and_a_drop() -> None:
    right = piece(box(18.5, 10, 6, 6), 2, name="right")
    way = route(table(ROOFS[0], right), mover(13, 13, 4, jump_limit=3), (22, 13))
    assert [(m.kind, round(m.size, 3)) for m in way.marks] == [("jump", 2.5), ("drop", 2)]


def test_risks_are_gone_round_when_asked_and_possible() -> None:
    mine = piece(box(14, 8, 2, 4), 0, "dangerous", name="mines")
    me = mover(10, 10)
    straight = route(table(mine), me, (20, 10))
    assert straight.price == pytest.approx(10)
    assert [m.piece for m in straight.marks] == ["mines"]
    way = careful(partial(_to, table(mine), me, (20.0, 10.0)))
    assert not way.marks
    assert 10 < way.price < 13
    wide = piece(box(14, 0, 2, 48), 0, "dangerous", name="mines")
    assert careful(partial(_to, table(wide), me, (20.0, 10.0))).has("dangerous")
    assert careful(partial(_to, table(mine), me, (20.0, 10.0)), budget=10.2).has("dangerous")


def test_with_risks_as_few_kinds_as_it_takes() -> None:
    # A wall from edge to edge must be climbed; the mines before it need not be entered.
    mine = piece(box(12, 7, 1, 6), 0, "dangerous", name="mines")
    way = careful(partial(_to, table(mine, HIGH), mover(10, 10, may_drop=True), (16.0, 10.0)))
    assert way.has("climb")
    assert not way.has("dangerous")


def _to(board: InchBoard, me: Mover, spot: tuple[float, float], avoid: tuple[Risk, ...]) -> Route:
    return route(board, me, spot, avoid=avoid)


def test_who_starts_in_dangerous_ground_may_leave_it_carefully() -> None:
    mine = piece(box(14, 8, 4, 4), 0, "dangerous", name="mines")
    assert route(table(mine), mover(15, 10), (22, 10), avoid=["dangerous"]).found


def test_fliers_cross_everything_in_a_straight_line_and_end_like_anybody() -> None:
    board = table(WALL, piece(box(14, 0, 2, 48), 0, "difficult", "dangerous"))
    me = mover(10, 15, flies=True, keep_out=1, others=(enemy(18, 15),))
    way = route(board, me, (27, 15))
    assert way.price == pytest.approx(17)
    assert not way.marks
    assert not route(board, me, (21, 15)).found
    assert not route(board, me, (19.5, 12), budget=5).found
    roof = route(table(HIGH), mover(10, 10, flies=True), (16, 10))
    assert roof.price == pytest.approx(math.hypot(6, 3))
    assert route(table(HIGH), mover(10, 10, flies=True, flies_flat=True), (16, 10)).price == pytest.approx(6)
    low = mover(10, 15, flies=True, flies_over_keep_out=False, keep_out=1, others=(enemy(18, 15),))
    assert route(board, low, (27, 15)).why == 'foe is within 1"'


def test_a_charge_ends_in_contact_by_the_shortest_way() -> None:
    foe = enemy(20, 10)
    me = mover(10, 10, keep_out=1, others=(foe,))
    way = route_to(table(), me, foe)
    assert way.price == pytest.approx(9, abs=0.01)
    assert distance(moved(me.body, way.points[-1]), foe.body) <= 0.01
    assert route_to(table(), me, foe, gap=1).price == pytest.approx(8, abs=0.001)
    assert route_to(table(), mover(18.5, 10, others=(foe,)), foe, gap=1).points == ((18.5, 10, 0),)


def test_a_charge_goes_round_a_wall_and_ends_where_there_is_room() -> None:
    foe = enemy(24, 15)
    pals = tuple(
        enemy(24 + dx, 15 + dy, name=f"pal{dx}{dy}", friend=True) for dx, dy in ((0, 1.1), (-1.1, 0))
    )
    me = mover(15, 15, others=(foe, *pals))
    way = route_to(table(WALL), me, foe)
    end = moved(me.body, way.points[-1])
    assert distance(end, foe.body) <= 0.01
    assert all(distance(end, pal.body) > -0.01 for pal in pals)
    assert way.length > 9
    assert not route_to(table(WALL), me, foe, budget=9).found


@pytest.mark.parametrize("mine", [Base(60, 35, "oval", 20), Base(50, 25, "rectangle", 70)])
def test_bases_of_all_forms_end_in_contact(mine: Base) -> None:
    foe = Standing("foe", stand(Base(60, 60, "rectangle", 30), (22, 15), 1.5))
    me = Mover(stand(mine, (12, 15), 1.5), GroundRules(keep_out=1), (foe,))
    way = route_to(table(WALL), me, Standing("foe", stand(foe.body.base, (25, 24), 1.5)))
    assert way.found
    end = moved(me.body, way.points[-1])
    assert distance(end, stand(foe.body.base, (25, 24), 1.5)) <= 0.01


def test_of_several_targets_the_cheapest_to_get_to_is_taken() -> None:
    behind_wall, far = enemy(24.5, 15, name="behind"), enemy(6, 15, name="far")
    me = mover(15, 15, others=(behind_wall, far))
    who, way = route_to_any(table(WALL), me, [behind_wall, far])
    assert who == "far"
    assert way.price == pytest.approx(8, abs=0.01)
    who, way = route_to_any(table(WALL), me, [behind_wall, far], budget=5)
    assert not way.found
    assert who == "far"
    assert route_to_any(table(), me, [])[1].why


def test_a_charge_up_a_wall_climbs_it() -> None:
    foe = enemy(16, 10, 3)
    way = route_to(table(HIGH), mover(10, 10, others=(foe,)), foe)
    assert way.has("climb")
    assert way.price == pytest.approx(5 + 3, abs=0.01)
    flat = route_to(table(HIGH), mover(10, 10, others=(foe,), flies=True), foe, gap=1)
    assert flat.found


def test_an_interposing_model_stops_a_route_where_it_comes_near() -> None:
    foe, other = enemy(20, 10), enemy(15, 11.5, name="guard", keep_out=0.0)
    me = mover(10, 10, others=(foe, other))
    way = route_to(table(), me, foe)
    contact = first_contact(way, INCH, [other], near=1)
    assert contact is not None
    # Middles are 2" apart when the bases are 1" apart; the guard stands 1.5" beside the line.
    assert contact.at[0] == pytest.approx(15 - math.sqrt(4 - 1.5**2), abs=0.02)
    assert contact.length == pytest.approx(contact.at[0] - 10, abs=0.001)
    assert first_contact(way, INCH, [enemy(15, 13)], near=1) is None
    assert first_contact(way, INCH, [enemy(15, 10, 5)], near=1) is None


def test_a_route_is_cut_where_the_movement_ends() -> None:
    bog = piece(box(14, 0, 4, 48), 0, "difficult", name="bog")
    me = mover(10, 10)
    way = route(table(bog), me, (22, 10))
    assert stopped(table(bog), me, way, 6).points[-1][0] == pytest.approx(15)
    assert stopped(table(bog), me, way, 99).points == way.points
    climb = route(table(HIGH), me, (16, 10))
    assert stopped(table(HIGH), me, climb, 6).points[-1] == pytest.approx((13.5, 10, 0), abs=0.01)


def test_a_drawn_way_is_priced_or_refused_where_it_is_barred() -> None:
    me = mover(15, 15)
    drawn = priced(table(WALL), me, [(15, 15), (21, 22), (27, 15)])
    assert drawn.length == pytest.approx(2 * math.hypot(6, 7))
    barred = priced(table(WALL), me, [(15, 15), (27, 15)])
    assert barred.blocked_by == "wall"
    assert not priced(table(WALL), me, [(15, 15), (0.1, 15)]).found


def test_a_route_by_way_of_points_visits_them() -> None:
    way = route(table(WALL), mover(15, 15), (27, 15), via=[(15, 25)])
    assert (15, 25, 0) in way.points
    assert way.length > route(table(WALL), mover(15, 15), (27, 15)).length


def test_a_route_over_budget_says_what_it_takes() -> None:
    assert route(table(), mover(10, 10), (20, 10), budget=6).why == 'it takes 10.0" of 6"'
    assert route(table(), mover(10, 10), (16, 10), budget=6).found


def test_a_piece_may_be_free_up_to_a_height_of_its_own() -> None:
    trench = piece(box(14, 0, 1, 48), 3, "trench", name="trench")
    free = mover(10, 10, free_tags=(("trench", 3),))
    assert not route(table(trench), free, (20, 10)).marks
    assert route(table(trench), mover(10, 10), (20, 10)).has("climb")
    deep = piece(box(14, 0, 1, 48), 3.5, "trench", name="trench")
    assert route(table(deep), free, (20, 10)).has("climb")


def test_steps_of_an_inch_each_lead_up_without_climbing() -> None:
    stairs = [piece(box(12 + n, 8, 1, 6), n + 1.0, name=f"step{n}") for n in range(2)]
    way = route(table(*stairs, HIGH), mover(10, 11), (16, 11))
    assert not way.marks
    assert way.price == pytest.approx(6)
    assert way.points[-1][2] == 3


def test_nobody_ends_half_over_an_edge() -> None:
    me = mover(16, 10, 3)
    assert may_end(table(HIGH), me, (14.1, 10, 3)) == ""
    assert may_end(table(HIGH), me, (13.9, 10, 3)) == 'house is in the way, 3" up'


def test_near_an_enemy_the_reason_says_how_near() -> None:
    me = mover(10, 10, keep_out=1, others=(enemy(15, 10),))
    assert may_end(table(), me, (13.2, 10)) == 'foe is within 1"'
    assert may_end(table(), me, (13, 10)) == ""


def test_an_unstable_piece_may_be_crossed_but_not_ended_on() -> None:
    ruin = piece(box(14, 8, 4, 4), 2, "obstacle", name="ruin")
    me = mover(10, 10, unstable=("obstacle",))
    assert "unstable" in route(table(ruin), me, (16, 10)).why
    assert route(table(ruin), me, (22, 10)).found
    low = piece(box(14, 8, 4, 4), 1, "obstacle", name="ruin")
    assert route(table(low), me, (16, 10)).found


def test_a_combat_range_that_is_unlimited_upwards_keeps_out_below() -> None:
    me = mover(10, 10, keep_out=3, keep_out_height=math.inf, others=(enemy(16, 10, 6),))
    board = table(piece(box(15.9, 9.9, 0.2, 0.2), 6))
    assert not route(board, me, (14, 10)).found
    assert route(board, mover(10, 10, keep_out=3, others=(enemy(16, 10, 6),)), (14, 10)).found


def test_standing_inside_a_wall_by_mistake_holds_nobody() -> None:
    assert route(table(WALL), mover(21, 15), (30, 15)).found


def test_body_helper_keeps_height() -> None:
    body = Body(INCH, 1, 2, 3, 1.5)
    assert moved(body, (4, 5)) == Body(INCH, 4, 5, 3, 1.5)


def test_a_way_of_no_length_meets_whom_it_touches() -> None:
    here = (5.0, 5.0, 0.0)
    way = Route(points=(here,), legs=())
    other = Standing("b", stand(Base(25, 25), (6.0, 5.0, 0.0)))
    met = first_contact(way, Base(25, 25), [other], near=1.0)
    assert met is not None
    assert (met.id, met.at) == ("b", here)
