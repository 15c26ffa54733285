"""Reach, price and legality of moving oneself, on drawn maps."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle, drawn, prices
from tests.rules.dnd4e.table import on_map
from warband_tui.rules.games.dnd4e.space import NotOnBoard

BOTH = pytest.mark.parametrize("edition", ["2008", "2010"])


@pytest.mark.rule("D4-DIAG-1", "D4-SPD-2")
def test_a_diagonal_costs_what_a_straight_step_costs() -> None:
    state = battle(".....", ".....", "..A..", ".....", ".....")
    assert prices(state, budget=2) == drawn("22222", "21112", "21@12", "21112", "22222")


@pytest.mark.rule("D4-DIAG-2", "D4-OBS-1")
def test_a_filled_square_bars_its_corners() -> None:
    state = battle("...", "A#.", "...")
    assert prices(state, budget=4) == drawn("123", "@#4", "123")


@pytest.mark.rule("D4-DIAG-2")
def test_the_refusal_names_the_filled_square() -> None:
    state = battle("...", "A#.", "...")
    answer = ask(state, "step", to=[1, 0])
    assert answer["legal"] is False
    assert "1,1 is filled" in answer["why"]
    assert answer["rules"] == ["D4-DIAG-2"]


@pytest.mark.rule("D4-DIAG-2")
def test_pits_and_difficult_squares_do_not_bar_a_corner() -> None:
    assert ask(battle(".~", "AO"), "step", to=[1, 0])["price"] == 2


@pytest.mark.rule("D4-DIAG-3")
def test_one_slips_between_two_diagonal_enemies() -> None:
    answer = ask(battle("b.", "Ac"), "step", to=[1, 0])
    assert answer["legal"]
    assert sorted(answer["strikers"]) == ["b", "c"]


@pytest.mark.rule("D4-DIAG-4")
def test_each_square_of_a_large_creature_takes_the_same_diagonal() -> None:
    """The block sweeps a box of three: a pillar on either free corner of the box stops it."""
    for rows in (("A.#", "...", "..."), ("A..", "...", "#..")):
        answer = ask(battle(*rows, A={"size": "large"}), "step", to=[1, 1])
        assert answer["legal"] is False
        assert "D4-DIAG-4" in answer["rules"]
    assert ask(battle("A..", "...", "...", A={"size": "large"}), "step", to=[1, 1])["legal"]


@pytest.mark.rule("D4-DT-1", "D4-OBS-2")
def test_entering_difficult_ground_costs_two_and_leaving_it_nothing_more() -> None:
    assert prices(battle("A~..", "####")) == drawn("@234", "####")


@pytest.mark.rule("D4-DT-2", "D4-DT-4")
def test_a_shift_of_one_does_not_enter_difficult_ground_but_leaves_it() -> None:
    state = battle("A~.", "###", A={"on": "~"})
    assert prices(state, mode="shift") == drawn("@··", "###")
    answer = ask(state, "path", mode="shift", to=[1, 0])
    assert (answer["legal"], answer["price"], answer["budget"]) == (False, 2, 1)
    assert answer["rules"][0] == "D4-DT-4"
    assert prices(battle("A.~", "###", A={"on": "~"}), mode="shift") == drawn("@1·", "###")


@pytest.mark.rule("D4-DT-4", "D4-SPD-4")
def test_two_shifts_pay_for_difficult_ground() -> None:
    assert prices(battle("A~.", "###"), mode="double shift") == drawn("@2·", "###")


@pytest.mark.rule("D4-SPD-4")
def test_a_double_move_pools_an_odd_square() -> None:
    """Speed 5 over difficult ground: five squares, where two moves of five would make four."""
    state = battle("A~~~~~~", "#######", A={"speed": 5})
    assert len(ask(state, "reach")["ends"]) == 2
    assert len(ask(state, "reach", mode="double walk")["ends"]) == 5


@pytest.mark.rule("D4-DT-3")
def test_a_large_creature_pays_for_the_dearest_square_newly_entered() -> None:
    """It stands on two difficult squares; the step east enters open ones, the step south two difficult ones."""
    state = battle("A~..", "~...", "~~..", A={"size": "large", "on": "~"})
    assert ask(state, "step", to=[1, 0])["price"] == 1
    south = ask(state, "step", to=[0, 1])
    assert south["price"] == 2
    assert "D4-DT-3" in south["rules"]
    assert sorted(south["entered"]) == [[0, 2], [1, 2]]


@pytest.mark.rule("D4-DT-5")
def test_a_flier_ignores_difficult_ground_pits_and_low_walls() -> None:
    low = (((2, 0), (3, 0), "low"),)
    state = battle("A~O.", "####", edges=low, A={"modes": {"fly": 6}})
    assert prices(state, mode="fly") == drawn("@123", "####")


@pytest.mark.rule("D4-DT-5")
def test_tall_growth_and_rough_air_hamper_a_flier() -> None:
    legend = {"T": {"difficult": "forest", "height": 20}, "a": {"difficult": "air"}}
    flier = {"modes": {"fly": 6}, "conditions": ["flying"], "counters": {"altitude": 10}}
    assert prices(battle("ATa.", "####", legend=legend, A=flier), mode="fly") == drawn("@245", "####")
    high = {**flier, "counters": {"altitude": 20}}
    assert prices(battle("AT..", "####", legend=legend, A=high), mode="fly") == drawn("@123", "####")
    assert prices(battle("Aa..", "####", legend=legend)) == drawn("@123", "####")


@pytest.mark.rule("D4-DT-6")
def test_forest_walk_ignores_forest_alone() -> None:
    legend = {"F": {"difficult": "forest"}, "I": {"difficult": "ice"}}
    state = battle("AFI.", "####", legend=legend, A={"keywords": ["Forest Walk"]})
    assert prices(state) == drawn("@134", "####")


@pytest.mark.rule("D4-OBS-2", "D4-DT-7")
def test_a_low_wall_costs_one_and_does_not_add_to_difficult_ground() -> None:
    low = (((0, 0), (1, 0), "low"),)
    assert prices(battle("A..", "###", edges=low)) == drawn("@23", "###")
    assert prices(battle("A~.", "###", edges=low)) == drawn("@23", "###")
    stacked = battle("A~.", "###", edges=low, options={"difficult-stacks": "yes"})
    assert prices(stacked) == drawn("@34", "###")


@pytest.mark.rule("D4-OBS-2")
def test_a_diagonal_past_the_end_of_a_low_wall_on_the_movers_side_costs_one_more() -> None:
    low = (((0, 0), (1, 0), "low"),)
    assert ask(battle("A.", "..", edges=low), "step", to=[1, 1])["price"] == 2
    assert ask(battle("..", ".A", edges=low), "step", to=[0, 0])["price"] == 1


@pytest.mark.rule("D4-OCC-1", "D4-OCC-7")
def test_allies_are_passed_and_not_ended_on_unless_prone() -> None:
    assert prices(battle("ACD.", "####", D={"conditions": ["prone"]}), budget=3) == drawn("@+23", "####")


@pytest.mark.rule("D4-OCC-2")
def test_enemies_bar_the_way_unless_helpless_or_two_sizes_apart() -> None:
    assert prices(battle("Ab..", "####")) == drawn("@···", "####")
    assert prices(battle("Ab..", "####", b={"conditions": ["helpless"]})) == drawn("@123", "####")
    assert prices(battle("Ab..", "####", b={"size": "tiny"})) == drawn("@+23", "####")
    huge = battle("Ab...", ".....", ".....", b={"size": "huge"})
    answer = ask(huge, "step", to=[1, 0])
    assert (answer["legal"], answer["end"]) == (True, False)


@pytest.mark.rule("D4-OCC-2")
def test_who_bars_the_way_is_named() -> None:
    answer = ask(battle("Ab..", "####"), "path", to=[1, 0])
    assert answer["legal"] is False
    assert "b holds 1,0" in answer["why"]


@pytest.mark.rule("D4-SIZE-2")
def test_a_tiny_creature_ends_in_a_larger_ones_space() -> None:
    state = battle("Ab..", "####", A={"size": "tiny"})
    assert prices(state) == drawn("@123", "####")


@pytest.mark.rule("D4-SIZE-1")
def test_four_tiny_creatures_fill_a_square() -> None:
    tiny = {"size": "tiny", "at": (1, 0)}
    assert prices(battle("A..", A={"size": "tiny"}, B=tiny, C=tiny, D=tiny)) == "@12"
    assert prices(battle("A..", A={"size": "tiny"}, B=tiny, C=tiny, D=tiny, E=tiny)) == "@+2"


@pytest.mark.rule("D4-OCC-4")
def test_a_move_cut_off_among_allies_goes_back_to_the_last_free_square() -> None:
    state = battle("A.CD.", "#####")
    assert ask(state, "interrupt", path=[[1, 0], [2, 0], [3, 0]])["at"] == [1, 0]
    assert ask(state, "interrupt", path=[[1, 0]])["at"] == [1, 0]
    assert ask(battle("ACD."), "interrupt", path=[[1, 0], [2, 0]])["at"] == [0, 0]


@pytest.mark.rule("D4-OCC-5", "D4-GEO-1")
def test_a_large_creature_ends_only_where_all_of_it_may() -> None:
    state = battle("A...", "...C", "####", A={"size": "large"})
    assert prices(state) == drawn("@1+·", "····", "####")


@pytest.mark.rule("D4-OCC-6", "D4-PRONE-3")
def test_standing_up_in_a_shared_square_shifts_out_of_it() -> None:
    prone = {"conditions": ["prone"]}
    assert ask(battle("A.", "..", A=prone), "stand")["in_place"]
    shared = battle("A.", "#.", A=prone, C={"at": (0, 0)})
    answer = ask(shared, "stand")
    assert (answer["in_place"], answer["ends"]) == (False, [[1, 0]])
    assert ask(battle("Ab", "##", A=prone, C={"at": (0, 0)}), "stand")["legal"] is False


@pytest.mark.rule("D4-SPD-2", "D4-PRONE-1", "D4-PRONE-2")
def test_a_prone_creature_only_crawls_half_its_speed_rounded_down() -> None:
    state = battle("A......", A={"speed": 5, "conditions": ["prone"]})
    assert ask(state, "reach", mode="crawl")["budget"] == 2
    for mode in ("walk", "run", "shift"):
        answer = ask(state, "reach", mode=mode)
        assert answer["allowed"] is False
        assert "prone" in answer["why"]


@pytest.mark.rule("D4-SPD-2", "D4-DT-8")
def test_a_run_has_two_squares_more_and_pays_for_difficult_ground() -> None:
    state = battle("A~......", "########", A={"speed": 5})
    assert ask(state, "reach", mode="run")["budget"] == 7
    assert prices(state, mode="run") == drawn("@234567·", "########")


@pytest.mark.rule("D4-SPD-5")
def test_slowed_is_two_immobilized_is_nothing_but_a_teleport() -> None:
    assert ask(battle("A....", A={"conditions": ["slowed"]}), "reach")["budget"] == 2
    for state_of in ("immobilized", "restrained"):
        state = battle("A....", A={"conditions": [state_of], "modes": {"teleport": 3}})
        assert ask(state, "reach")["allowed"] is False
        assert ask(state, "reach", mode="teleport")["allowed"]
        assert ask(state, "teleport", to=[3, 0])["legal"]


@pytest.mark.rule("D4-SPD-6")
def test_climbing_without_a_climb_speed_costs_double() -> None:
    assert prices(battle("A....."), mode="climb") == "@246··"
    assert prices(battle("A.....", A={"modes": {"climb": 3}}), mode="climb") == "@123··"


@pytest.mark.rule("D4-FLY-1")
def test_a_flying_creature_walks_shifts_and_runs_with_its_fly_speed() -> None:
    state = battle("A~.......", A={"speed": 4, "modes": {"fly": 6}, "conditions": ["flying"]})
    assert ask(state, "reach")["budget"] == 6
    assert ask(state, "reach", mode="run")["budget"] == 8
    assert prices(state, mode="shift") == "@1·······"


@pytest.mark.rule("D4-PHASE-1")
def test_phasing_passes_walls_and_creatures_and_ends_in_neither() -> None:
    state = battle("A#b~.", A={"keywords": ["phasing"]})
    assert prices(state) == "@++34"


@pytest.mark.rule("D4-SQZ-1")
def test_a_squeeze_is_a_size_smaller_and_half_the_speed() -> None:
    rows = ("A...", "..#.", "###.")
    state = battle(*rows, A={"size": "large", "speed": 6})
    assert ask(state, "reach")["ends"] == []
    answer = ask(state, "reach", mode="squeeze")
    assert answer["budget"] == 3
    assert {tuple(c["at"]): c["price"] for c in answer["ends"]} == {(2, 0): 1, (3, 0): 2, (3, 1): 3}


@pytest.mark.rule("D4-SQZ-2")
def test_the_full_space_must_hold_the_small_one_and_be_free() -> None:
    squeezing = {"size": "large", "conditions": ["squeezing"]}
    assert ask(battle("..#", ".A#", "###", A=squeezing), "unsqueeze")["ends"] == [[0, 0]]
    answer = ask(battle("#.#", ".A#", "###", A=squeezing), "unsqueeze")
    assert (answer["legal"], answer["ends"]) == (False, [])


@pytest.mark.rule("D4-FALL-6")
def test_a_large_creature_crosses_a_pit_that_does_not_hold_all_of_it() -> None:
    """A drop as narrow as one square: a Large creature straddles it, a Medium one would fall."""
    narrow = ("A.O..", "..O..")
    assert ask(battle(*narrow, A={"size": "large"}), "path", to=[3, 0])["legal"]
    answer = ask(battle("A.O..", "##O##"), "path", to=[2, 0])
    assert answer["legal"] is False
    assert "20 feet" in answer["why"]
    wide = battle("A.OO..", "..OO..", A={"size": "large"})
    assert ask(wide, "path", to=[4, 0])["legal"] is False


@pytest.mark.rule("D4-GEO-6")
def test_who_is_in_a_pit_climbs_out() -> None:
    state = battle(".OA.", "####", A={"on": "O"})
    assert prices(state) == drawn("·1@·", "####")
    assert ask(state, "path", mode="climb", to=[3, 0], budget=8)["price"] == 8
    for to in ([0, 0], [3, 0]):
        answer = ask(state, "path", to=to)
        assert (answer["legal"], answer["rules"]) == (False, ["D4-GEO-6"])
        assert "out of the pit" in answer["why"]


@pytest.mark.rule("D4-FALL-6", "D4-OCC-2", "D4-OBS-1")
def test_what_shuts_every_way_is_named() -> None:
    for rows, why, rule in (
        ("A.O..", "over a drop", "D4-FALL-6"),
        ("A.b..", "others bar all ways", "D4-OCC-2"),
        ("A.#..", "no way leads to 4,0", "D4-OBS-1"),
    ):
        answer = ask(battle(rows, "#####"), "path", to=[4, 0])
        assert (answer["legal"], answer["rules"]) == (False, [rule])
        assert why in answer["why"]


@pytest.mark.rule("D4-GEO-2", "D4-GEO-3", "D4-GEO-4", "D4-FLY-2")
def test_distance_counts_the_greatest_gap_also_upwards_and_round_corners() -> None:
    state = battle("A..b", "....", "..#.", "...c", "....", c={"size": "large", "at": (2, 3)})
    assert ask(state, "distance", target="b")["distance"] == 3
    assert ask(state, "distance", target="c")["distance"] == 3
    up = battle("A..b", b={"counters": {"altitude": 30}})
    assert ask(up, "distance", target="b")["distance"] == 6
    corner = ask(battle("A#", "#b"), "distance", target="b")
    assert (corner["adjacent"], corner["feet"]) == (True, 5)


@pytest.mark.rule("D4-SIZE-1")
@pytest.mark.parametrize(
    ("size", "squares"), [("tiny", 1), ("small", 1), ("large", 4), ("huge", 9), ("gargantuan", 16)]
)
def test_a_creature_takes_the_squares_of_its_size(size: str, squares: int) -> None:
    state = battle(*["......"] * 6, A={"size": size, "at": (0, 0)})
    assert len(ask(state, "step", to=[1, 0])["left"]) == int(squares**0.5)


@pytest.mark.rule("D4-SIZE-1")
@pytest.mark.parametrize(("size", "word", "side"), [("gargantuan", "Space 6", 6), ("gargantuan", "space 3", 4),
                                                    ("large", "space 6", 2)])  # fmt: skip
def test_a_gargantuan_creature_may_be_larger_than_four_squares(size: str, word: str, side: int) -> None:
    state = battle(*["........"] * 8, A={"size": size, "keywords": [word], "at": (0, 0)})
    assert len(ask(state, "step", to=[1, 0])["left"]) == side
    assert ask(state, "step", to=[8 - side, 0])["why"] != "that is off the board"
    assert not ask(state, "path", to=[9 - side, 0])["legal"]
    assert ask(state, "path", to=[8 - side, 8 - side])["legal"]


@pytest.mark.rule("D4-CHG-1")
def test_a_charge_ends_in_the_nearest_squares_by_squares_that_all_are_nearer() -> None:
    answer = ask(battle(".....", ".....", "A..b.", "....."), "charge", target="b")
    assert {tuple(c["at"]) for c in answer["ends"]} == {(2, 1), (2, 2), (2, 3)}
    assert ask(battle("A.b"), "charge", target="b")["why"].startswith("b is too near")
    assert ask(battle("A.......b"), "charge", target="b", budget=6)["why"].startswith("b is too far")
    walled = battle("..#..", "A.#b.", "..#..")
    assert ask(walled, "charge", target="b")["legal"] is False


@pytest.mark.rule("D4-CHG-1", "D4-DT-8")
def test_a_charge_pays_for_difficult_ground() -> None:
    state = battle("A~~~b", "#####", A={"speed": 5})
    assert ask(state, "charge", target="b")["legal"] is False
    assert ask(battle("A~~.b", "#####", A={"speed": 5}), "path", mode="charge", to=[3, 0])["price"] == 5


@BOTH
@pytest.mark.rule("D4-TEL-1", "D4-TEL-2", "D4-TEL-3", "D4-TEL-6")
def test_a_teleport_needs_sight_room_and_range_and_nothing_else(edition: str) -> None:
    legend = {"G": {"blocking": True, "transparent": True}}
    state = battle(
        "A.G.b.", edition=edition, legend=legend, A={"modes": {"teleport": 5}, "conditions": ["prone"]}
    )
    over = ask(state, "teleport", to=[3, 0])
    assert (over["legal"], over["strikers"]) == (True, [])
    assert ask(state, "teleport", to=[4, 0])["why"] == "b is on 4,0"
    assert ask(state, "teleport", to=[2, 0])["why"] == "2,0 is filled"
    assert (
        ask(battle("A.#.", A={"modes": {"teleport": 5}}), "teleport", to=[3, 0])["why"]
        == "A does not see 3,0"
    )
    assert ask(state, "teleport", to=[5, 0], squares=4)["legal"] is False
    assert ask(battle("A..", "..#", A={"size": "large"}), "teleport", to=[1, 0], squares=3)["legal"] is False


@pytest.mark.rule("D4-TEL-4")
def test_a_teleport_over_a_drop_is_told_with_its_save_in_2010_and_without_in_2008() -> None:
    saves = {}
    for edition in ("2008", "2010"):
        state = battle("A.O", edition=edition, drop_feet=30)
        answer = ask(state, "teleport", to=[2, 0], squares=3)
        assert answer["hazard"]["drop"] == 30
        saves[edition] = answer["hazard"]["save"]
    assert saves == {"2008": "none at this table", "2010": "10 or more: no teleport at all"}


@BOTH
@pytest.mark.rule("D4-SQZ-3")
def test_both_editions_reckon_a_squeeze_by_the_smaller_space(edition: str) -> None:
    state = battle("A..", "..#", "###", edition=edition, A={"size": "large"})
    assert [c["at"] for c in ask(state, "reach", mode="squeeze")["ends"]] == [[2, 0]]


@pytest.mark.rule("D4-GEO-5")
def test_allies_and_enemies_are_those_of_the_mover() -> None:
    """The same square is free to pass for a friend of who stands there, and barred to its enemy."""
    state = battle("A.b.C", "#####")
    assert not ask(state, "path", to=[3, 0])["legal"]
    assert ask(state, "path", "C", to=[2, 0])["why"] == "b holds 2,0"
    assert ask(battle("ab.", "###"), "path", "a", to=[2, 0])["legal"]


def test_a_way_goes_by_the_squares_that_are_asked_for() -> None:
    state = battle("A....", ".....", ".....")
    answer = ask(state, "path", to=[4, 0], via=[[2, 2]])
    assert answer["path"][1] == [2, 2]
    assert answer["price"] == 4


def test_of_ways_of_one_price_the_one_with_fewest_strikers_is_taken() -> None:
    state = battle(".....", "A....", "..b..", ".....", ".....")
    answer = ask(state, "path", to=[4, 1])
    assert answer["price"] == 4
    assert [s["strikers"] for s in answer["steps"]] == [[]] * 4


def test_questions_without_a_board_or_a_place_say_what_is_missing() -> None:
    state = battle("A..")
    with pytest.raises(NotOnBoard, match="column, row"):
        ask(state, "path", to="there")
    with pytest.raises(NotOnBoard, match="no way of moving"):
        ask(state, "reach", mode="hop")


@pytest.mark.parametrize("do", ["walk", "run", "shift", "squeeze"])
def test_a_move_without_a_square_says_that_nobody_moved_on_the_board(do: str) -> None:
    table = on_map("A....")
    assert "On the board A is still at 0,0" in table.do(do, unit="A").text
    assert "still at" not in table.do(do, unit="A", to=[1, 0]).text
