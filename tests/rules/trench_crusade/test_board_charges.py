"""Charges and diving charges measured on tables drawn by hand. Bases are an inch across."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.trench_crusade.board import at, box, charge, moves, on_board, path
from tests.rules.trench_crusade.table import GAME, NEW, OLD, both_editions, net_dice, pools, results


def asked_route(table: Any) -> list[list[float]]:
    route: list[list[float]] = table.ask("charge", unit="Weyl", targets=["Orm", "Ilk"])["route"]
    return route


# ---- the target


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_an_enemy_is_charged_within_12_inches_base_to_base(edition: str) -> None:
    # Middles 13" apart leave 12".
    assert charge(on_board(edition, weyl=(10, 10), orm=(23, 10)), "Weyl", "Orm")["legal"]
    far = on_board(edition, weyl=(10, 10), orm=(23.1, 10))
    found = charge(far, "Weyl", "Orm")
    assert (found["legal"], found["distance"]) == (False, 12.1)
    assert far.refused("charge", "Weyl", target="Orm", dice=[6]).rules[0] == "TC-CHG-1"


SCREEN = box("screen", 14, 4, 14.5, 16, 6, "impassable")


@pytest.mark.rule("TC-CHG-1")
def test_an_unseen_target_is_refused_now_and_risky_in_1_6_3() -> None:
    places: dict[str, Any] = {"weyl": (11.0, 10.0), "orm": (18.0, 10.0)}
    table = on_board(NEW, [SCREEN], **places)
    refused = table.refused("charge", "Weyl", target="Orm", dice=[6])
    assert refused.rules == ("TC-CHG-1",)
    assert "screen" in refused.why
    table = on_board(OLD, [SCREEN], weyl=(11, 5), orm=(15.7, 5.5))
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["sight"], found["risky"]) == (True, False, True)
    # 6 fails: it has not moved and is done.
    entry = table.do("charge", "Weyl", target="Orm", dice=[3, 3])
    assert results(entry) == ["failure"]
    assert (at(table, "Weyl"), table.unit("Weyl").acting) == ((11, 5, 0), False)


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_sight_is_all_round_and_over_what_is_low(edition: str) -> None:
    low = box("sandbags", 12, 5, 12.5, 15, 1)
    table = on_board(edition, [low], weyl=(10, 10), orm=(15, 10), ilk=(5, 10), gor=(10, 15))
    for foe in ("Orm", "Ilk", "Gor"):
        assert charge(table, "Weyl", foe)["legal"], foe


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_nobody_charges_from_within_1_inch_of_an_enemy(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), ilk=(11.5, 10), orm=(10, 15))
    found = charge(table, "Weyl", "Orm")
    assert not found["legal"]
    assert "Ilk" in found["why"]


# ---- the distance


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-CHG-4")
def test_the_model_runs_into_contact(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(18, 10))
    entry = table.do("charge", "Weyl", target="Orm", dice=[3])
    # 7" from edge to edge; 6 + 3 = 9" are enough.
    assert moves(entry)[0][1] == pytest.approx(7, abs=0.01)
    assert at(table, "Weyl") == (17, 10, 0)
    assert table.state.engaged == (("Orm", "Weyl"),)
    assert {"TC-CHG-2", "TC-CHG-4"} <= set(entry.rules)


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-CHG-5")
@pytest.mark.parametrize(("die", "x", "contact"), [(1, 17, False), (2, 18, True), (3, 19, True)])
def test_it_gets_as_far_as_the_die_carries(edition: str, die: int, x: float, contact: bool) -> None:
    # 9" from edge to edge; with a 1 it goes 7" and is 2" short, with a 2 it is within 1".
    table = on_board(edition, weyl=(10, 10), orm=(20, 10))
    entry = table.do("charge", "Weyl", target="Orm", dice=[die])
    assert at(table, "Weyl") == pytest.approx((x, 10, 0), abs=0.01)
    assert bool(table.state.engaged) is contact
    assert ("TC-CHG-5" in entry.rules) is not contact


@both_editions
@pytest.mark.rule("TC-CHG-2")
def test_never_more_than_12_inches(edition: str) -> None:
    # Movement 10 and a 6: 12" of the 13" round the rock.
    table = on_board(edition, profiles={"Weyl": {"movement": 10}}, weyl=(10, 10), orm=(22, 10))
    found = charge(table, "Weyl", "Orm")
    assert (found["least"], found["most"]) == (11, 12)


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-TER-2")
def test_difficult_ground_shortens_it(edition: str) -> None:
    # A belt of mud 2" wide across the table: 9" of way cost 11".
    mud = box("mud", 13, 0, 15, 48, 0, "difficult")
    table = on_board(edition, [mud], weyl=(10, 10), orm=(20, 10))
    assert charge(table, "Weyl", "Orm")["length"] == pytest.approx(11, abs=0.01)
    table.do("charge", "Weyl", target="Orm", dice=[3])
    # 9" carry it 3 + 2 * 2 + 2: to x = 17.
    assert at(table, "Weyl") == pytest.approx((17, 10, 0), abs=0.01)


# ---- the way


@both_editions
@pytest.mark.rule("TC-CHG-3")
@pytest.mark.parametrize("kind", ["dangerous", "wall"])
def test_a_charge_goes_round_what_it_would_have_to_risk(edition: str, kind: str) -> None:
    # 3" wide across the line of the charge.
    piece = box(
        kind, 14, 9, 14.5, 11, 1.1 if kind == "wall" else 0, *(["dangerous"] if kind != "wall" else [])
    )
    table = on_board(edition, [piece], weyl=(10, 10), orm=(19, 10))
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["risks"]) == (True, [])
    assert 8.1 < found["length"] < 9
    table.do("charge", "Weyl", target="Orm", dice=[3])
    assert table.state.engaged == (("Orm", "Weyl"),)


@both_editions
@pytest.mark.rule("TC-CHG-3")
def test_unless_it_gets_there_in_no_other_way(edition: str) -> None:
    belt = box("wire", 14, 0, 14.5, 48, 0, "dangerous")
    table = on_board(edition, [belt], weyl=(10, 10), orm=(19, 10))
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["risks"]) == (True, ["dangerous"])
    # Die 3, then 8 for the wire.
    entry = table.do("charge", "Weyl", target="Orm", dice=[3, 4, 4])
    assert table.state.engaged == (("Orm", "Weyl"),)
    assert "TC-TER-3" in entry.rules
    table = on_board(edition, [belt], weyl=(10, 10), orm=(19, 10))
    table.do("charge", "Weyl", target="Orm", dice=[3, 3, 3, 1, 2])
    assert at(table, "Weyl") == (13.5, 10, 0)
    assert table.state.engaged == ()


@pytest.mark.rule("TC-CHG-3")
def test_difficult_ground_is_gone_round_in_1_6_3() -> None:
    # A pool 1" by 4": through its middle 8" + 1", round it about 8.6".
    pool = box("pool", 14, 8, 15, 11, 0, "difficult")
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (19.0, 10.0)}
    old = charge(on_board(OLD, [pool], **places), "Weyl", "Orm")
    assert old["length"] < 9
    wide = box("pool", 14, 4, 14.5, 16, 0, "difficult")
    # 1.0.2: through, 8.5"; 1.6.3: round, about 6" aside: longer, and still within the best die.
    assert charge(on_board(NEW, [wide], **places), "Weyl", "Orm")["length"] == pytest.approx(8.5, abs=0.05)
    big = {"Weyl": {"movement": 9}}
    assert (
        charge(on_board(OLD, [wide], profiles=big, weyl=(10, 5), orm=(18, 5)), "Weyl", "Orm")["length"]
        > charge(on_board(NEW, [wide], profiles=big, weyl=(10, 5), orm=(18, 5)), "Weyl", "Orm")["length"]
        - 1e-6
    )


@pytest.mark.rule("TC-CHG-3")
def test_a_way_picked_by_the_player_is_the_shortest_of_its_kind() -> None:
    table = on_board(NEW, weyl=(10, 10), orm=(19, 10))
    assert path(table, "Weyl", (19, 10), mode="charge", via=[[14, 10]])["legal"]
    found = path(table, "Weyl", (19, 10), mode="charge", via=[[14, 13]])
    assert (found["legal"], found["rules"][0]) == (False, "TC-CHG-3")
    # 1.0.2: over the wall is the player's own choice, 8" and 1.1" up, with a Risky roll.
    wall = box("wall", 14, 9, 14.2, 11, 1.1)
    table = on_board(NEW, [wall], weyl=(10, 10), orm=(19, 10))
    over = path(table, "Weyl", (19, 10), mode="charge", via=[[14.1, 10]])
    assert (over["legal"], "climb" in [m["mark"] for m in over["marks"]]) == (True, True)
    assert over["price"] == pytest.approx(9.1, abs=0.01)
    assert "risked: drop" not in over["notes"]
    old = on_board(OLD, [wall], weyl=(10, 10), orm=(19, 10))
    assert not path(old, "Weyl", (19, 10), mode="charge", via=[[14.1, 10]])["legal"]


# ---- several targets, and who stands in the way


@both_editions
@pytest.mark.rule("TC-CHG-6")
def test_several_enemies_are_met_that_stand_together(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(18, 9.3), ilk=(18, 10.7))
    asked = table.ask("charge", unit="Weyl", targets=["Orm", "Ilk"])
    assert (asked["legal"], [one["legal"] for one in asked["targets"]]) == (True, [True, True])
    entry = table.do("charge", "Weyl", targets=["Orm", "Ilk"], dice=[3])
    assert table.state.engaged == (("Ilk", "Weyl"), ("Orm", "Weyl"))
    assert "TC-CHG-6" in entry.rules


@both_editions
@pytest.mark.rule("TC-CHG-6")
def test_one_that_is_not_within_1_inch_of_the_end_is_not_in_melee(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(17, 10), ilk=(17, 16))
    table.do("charge", "Weyl", targets=["Orm", "Ilk"], dice=[3])
    assert table.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-CHG-3", "TC-CHG-4")
def test_a_way_drawn_by_hand_ends_in_contact_whatever_the_form_of_the_base() -> None:
    table = on_board(NEW, profiles={"Orm": {"base": "60x120"}}, weyl=(10, 10), orm=(18, 10))
    table.do("charge", "Weyl", target="Orm", via=[[11, 10]], dice=[6])
    # Half of 60 mm and half an inch before its middle.
    assert at(table, "Weyl")[0] == pytest.approx(18 - 60 / 25.4 / 2 - 0.5, abs=0.01)


@pytest.mark.rule("TC-CHG-6")
def test_all_that_are_named_are_within_12_inches_in_1_6_3_and_the_one_target_now() -> None:
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (17.0, 10.0), "ilk": (17.0, 24.0)}
    far = on_board(OLD, **places)
    assert far.refused("charge", "Weyl", targets=["Orm", "Ilk"], dice=[3]).rules == ("TC-CHG-6",)
    now = on_board(NEW, **places)
    now.do("charge", "Weyl", targets=["Orm", "Ilk"], dice=[3])
    assert now.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-CHG-6")
def test_the_target_is_touched_first_and_the_others_by_sliding_on_in_contact_with_it() -> None:
    # Ilk stands behind Orm's shoulder: from the near side of Orm it is more than 1" off.
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (17.0, 10.0), "ilk": (18.5, 12.0)}
    slid, straight = on_board(NEW, **places), on_board(OLD, **places)
    lengths = []
    for table in (slid, straight):
        asked = table.ask("charge", unit="Weyl", targets=["Orm", "Ilk"])
        assert asked["legal"]
        lengths.append(asked["length"])
        table.do("charge", "Weyl", targets=["Orm", "Ilk"], dice=[6])
        assert table.state.engaged == (("Ilk", "Weyl"), ("Orm", "Weyl"))
    # The way through the touch at (16, 10) is longer than the one that ends there straight.
    assert lengths[0] > lengths[1] + 0.1
    assert any(
        point[:2] == pytest.approx((16, 10), abs=0.02) for point in asked_route(on_board(NEW, **places))
    )


@pytest.mark.rule("TC-CHG-6", "TC-CHG-4")
def test_who_gets_no_farther_than_the_target_has_charged_it_all_the_same() -> None:
    # 6" to contact with Orm, more to slide on to Ilk: a 1 takes 7".
    table = on_board(NEW, weyl=(10, 10), orm=(17.9, 10), ilk=(19.4, 12))
    table.do("charge", "Weyl", targets=["Orm", "Ilk"], dice=[1])
    assert table.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-CHG-6", "TC-CHG-7")
def test_one_that_is_to_be_slid_to_and_is_met_first_has_to_be_the_target() -> None:
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (19.0, 10.0), "ilk": (14.0, 11.5)}
    table = on_board(NEW, **places)
    refused = table.refused("charge", "Weyl", targets=["Orm", "Ilk"], dice=[6])
    assert (refused.rules, "charge Ilk instead" in refused.why) == (("TC-CHG-7",), True)
    assert charge(on_board(OLD, **places), "Weyl", "Orm")["legal"]


@pytest.mark.rule("TC-CHG-7")
def test_an_enemy_in_the_way_stops_the_charge_or_has_to_be_the_target() -> None:
    # Ilk stands 1" beside the way: its edge is 0.5" from the charger's as that passes.
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (19.0, 10.0), "ilk": (14.0, 11.5)}
    table = on_board(NEW, **places)
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["interposes"]) == (False, "Ilk")
    refused = table.refused("charge", "Weyl", target="Orm", dice=[6])
    assert refused.rules == ("TC-CHG-7",)
    assert "charge Ilk instead" in refused.why
    table = on_board(OLD, **places)
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["interposes"]) == (True, "Ilk")
    entry = table.do("charge", "Weyl", target="Orm", dice=[6])
    # Middles 2" apart: hypot(14 - x, 1.5) = 2 gives x = 14 - 1.323.
    assert at(table, "Weyl")[0] == pytest.approx(14 - 1.323, abs=0.03)
    assert table.state.engaged == (("Ilk", "Weyl"),)
    assert "TC-CHG-7" in entry.rules


@both_editions
@pytest.mark.rule("TC-CHG-7")
def test_one_that_stands_farther_off_does_not(edition: str) -> None:
    # 2.1" between the middles leave 1.1".
    table = on_board(edition, weyl=(10, 10), orm=(19, 10), ilk=(14, 12.1))
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["interposes"]) == (True, None)
    table.do("charge", "Weyl", target="Orm", dice=[4])
    assert table.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-CHG-7", "TC-CHG-6")
def test_one_beside_the_target_is_met_with_it() -> None:
    table = on_board(NEW, weyl=(10, 10), orm=(17, 10), ilk=(17.2, 11.4))
    assert charge(table, "Weyl", "Orm")["interposes"] is None
    table.do("charge", "Weyl", target="Orm", dice=[3])
    assert table.state.engaged == (("Ilk", "Weyl"), ("Orm", "Weyl"))


@both_editions
@pytest.mark.rule("TC-CHG-7")
def test_friends_are_charged_through(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), kett=(13, 10), orm=(18, 10))
    table.do("charge", "Weyl", target="Orm", dice=[3])
    assert at(table, "Weyl") == pytest.approx((17, 10, 0), abs=0.01)


@both_editions
@pytest.mark.rule("TC-CHG-5", "TC-MOV-4")
def test_a_charge_that_would_end_on_a_friend_stops_before_it(edition: str) -> None:
    # 7" would carry it to (17, 10), onto Kett at (17.2, 10).
    table = on_board(edition, weyl=(10, 10), kett=(17.2, 10), orm=(21, 10))
    table.do("charge", "Weyl", target="Orm", dice=[1])
    assert at(table, "Weyl")[0] <= 16.2
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_a_skirmisher_steps_back_on_the_board(edition: str) -> None:
    profiles = {"Orm": {"keywords": ["SKIRMISHER"]}}
    table = on_board(edition, profiles=profiles, weyl=(10, 10), orm=(18, 10))
    # A 5 is 3" back: 10" away; 6 + 2 = 8" leave 2".
    table.do("charge", "Weyl", target="Orm", dice=[5, 2], choices={"charge.evade": 1})
    assert at(table, "Orm") == pytest.approx((21, 10, 0), abs=0.01)
    assert at(table, "Weyl") == pytest.approx((18, 10, 0), abs=0.01)
    assert table.state.engaged == ()


@both_editions
def test_a_charge_of_a_stated_distance_stays_with_the_players(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(18, 10))
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    assert at(table, "Weyl") == (10, 10, 0)
    assert table.state.engaged == (("Orm", "Weyl"),)


@both_editions
@pytest.mark.rule("TC-CHG-8")
def test_the_board_knows_who_may_still_charge(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(18, 10))
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
    assert not charge(table, "Weyl", "Orm")["legal"]
    mode = next(m for m in GAME.modes(table.state, "Weyl") if m.id == "charge")
    assert (mode.allowed, mode.rules) == (False, ("TC-CHG-8",))


@settings(max_examples=25, deadline=None)
@given(
    x=st.floats(14, 34),
    y=st.floats(14, 34),
    die=st.integers(1, 6),
    turned=st.integers(0, 3),
)
@pytest.mark.rule("TC-CHG-2", "TC-CHG-4", "TC-CHG-5")
def test_a_charge_over_open_ground_ends_where_arithmetic_says(
    x: float, y: float, die: int, turned: int
) -> None:
    def turn(point: tuple[float, float]) -> tuple[float, float]:
        dx, dy = point[0] - 24, point[1] - 24
        for _ in range(turned):
            dx, dy = -dy, dx
        return (24 + dx, 24 + dy)

    gap = ((x - 24) ** 2 + (y - 24) ** 2) ** 0.5 - 1
    if not 1.1 < gap < 11.9 or abs(gap - 6 - die - 1) < 0.02:
        return
    table = on_board(NEW, weyl=(24, 24), orm=turn((x, y)))
    table.do("charge", "Weyl", target="Orm", dice=[die])
    left = table.ask("range", unit="Weyl", target="Orm")["distance"]
    assert left == pytest.approx(max(gap - 6 - die, 0), abs=0.02)
    assert bool(table.state.engaged) is (gap - 6 - die <= 1)


# ---- diving charges

ROOF = box("roof", 5, 5, 12, 15, 4)


@both_editions
@pytest.mark.rule("TC-DIV-1", "TC-DIV-3", "TC-DIV-4")
def test_a_dive_comes_down_next_to_its_target(edition: str) -> None:
    # From the edge at 12 it comes down at 12.51; Orm at 14.3 is 0.79" off then.
    table = on_board(edition, [ROOF], weyl=(11.4, 10, 4), orm=(14.3, 10))
    assert path(table, "Weyl", (14.3, 10), mode="dive")["legal"]
    entry = table.do("dive", "Weyl", target="Orm", dice=[4, 4])
    assert results(entry) == ["success"]
    assert at(table, "Weyl")[2] == 0
    assert table.state.engaged == (("Orm", "Weyl"),)
    fight = table.do("fight", "Weyl", dice=[1, 3, 5, 1, 1, *([2] if edition == OLD else [])])
    assert pools(fight)[0] == ("diving charge +1",)
    assert pools(fight)[1] == (("diving charge +1",) if edition == OLD else ())


@pytest.mark.rule("TC-DIV-1", "TC-DIV-3")
def test_how_near_to_the_target_it_has_to_come_down() -> None:
    # Down at 12.51 and Orm at 15: 1.49" between the edges. 1.6.3 takes 2" and places it within 1".
    places: dict[str, Any] = {"weyl": (11.4, 10.0, 4.0), "orm": (15.0, 10.0)}
    assert on_board(NEW, [ROOF], **places).refused("dive", "Weyl", target="Orm", dice=[4, 4]).rules == (
        "TC-DIV-1",
    )
    table = on_board(OLD, [ROOF], **places)
    table.do("dive", "Weyl", target="Orm", dice=[4, 4])
    assert at(table, "Weyl")[0] == pytest.approx(13, abs=0.01)
    assert table.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-DIV-2")
def test_the_drop_is_measured_to_the_base_of_the_enemy() -> None:
    crate = box("crate", 13.2, 8, 15, 12, 0.8)

    def rules(edition: str, height: float, *features: dict[str, Any]) -> tuple[str, ...]:
        roof = box("roof", 5, 5, 12, 15, height)
        foe = (14.0, 10.0, 0.8) if features else (14.0, 10.0)
        table = on_board(edition, [roof, *features], weyl=(11.4, 10, height), orm=foe)
        found = path(table, "Weyl", (14, 10), mode="dive")
        return () if found["legal"] else tuple(found["rules"])

    for edition in (OLD, NEW):
        assert rules(edition, 3) == ()
        assert rules(edition, 2.9) == ("TC-DIV-2",)
        assert rules(edition, 3.7, crate) == ("TC-DIV-2",)  # 2.9" above the crate
        assert rules(edition, 3.8, crate) == ()
    assert rules(OLD, 6) == ()
    assert rules(OLD, 6.1) == ("TC-DIV-2",)
    assert rules(NEW, 6.1) == ()


@both_editions
@pytest.mark.rule("TC-DIV-5", "TC-FAL-1")
def test_who_fails_lies_at_the_foot_of_the_edge(edition: str) -> None:
    table = on_board(edition, [ROOF], weyl=(11.4, 10, 4), orm=(15, 18), ilk=(14.3, 10))
    # Down, then a 4" fall: +1 dice, and in 1.6.3 one for being Down.
    dice = [3, 3, 1, 1, 2, *([1] if edition == OLD else [])]
    entry = table.do("dive", "Weyl", target="Ilk", dice=dice)
    assert net_dice(entry, 1) == (2 if edition == OLD else 1)
    assert at(table, "Weyl")[:1] == pytest.approx((12.51,), abs=0.02)
    assert at(table, "Weyl")[2] == 0
    assert table.is_down("Weyl")
    assert not table.unit("Weyl").acting


@both_editions
@pytest.mark.rule("TC-DIV-1", "TC-CHG-2")
def test_the_run_to_the_edge_is_a_part_of_the_charge(edition: str) -> None:
    # 6.45" to the edge: more than Movement, so the charge die is rolled; a 1 makes 7".
    table = on_board(edition, [ROOF], weyl=(5.5, 10, 4), orm=(14.3, 10))
    entry = table.do("dive", "Weyl", target="Orm", dice=[1, 4, 4])
    assert entry.rolls[0].purpose == "the charge"
    assert table.state.engaged == (("Orm", "Weyl"),)


@pytest.mark.rule("TC-CHG-7")
def test_a_charge_that_an_undeclared_enemy_stops_names_the_rule_though_the_target_is_near_as_well() -> None:
    # Ilk stands beside the end of the way: both are within 1" where the charge has to stop.
    table = on_board(OLD, weyl=(10, 10), orm=(18, 10), ilk=(17.6, 11.75))
    entry = table.do("charge", "Weyl", target="Orm", dice=[6])
    assert sorted(table.state.in_contact("Weyl")) == ["Ilk", "Orm"]
    assert "TC-CHG-7" in entry.rules


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-CHG-5")
def test_a_charge_that_no_die_carries_far_enough_says_so(edition: str) -> None:
    heavy: dict[str, Any] = {"keywords": ["HEAVY"]}
    table = on_board(edition, weyl=(10, 10), orm=(18.5, 10), profiles={"Weyl": heavy})
    found = charge(table, "Weyl", "Orm")
    assert (found["legal"], found["most"]) == (True, 6)
    assert "falls short whatever the die" in found["why"]
    near = on_board(edition, weyl=(10, 10), orm=(17, 10))
    assert "falls short" not in charge(near, "Weyl", "Orm")["why"]
