"""Moves, climbs, jumps and falls measured on tables drawn by hand. Bases are an inch across."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests.rules.trench_crusade.board import at, box, moves, on_board, path
from tests.rules.trench_crusade.table import GAME, NEW, OLD, both_editions, net_dice, results
from warband_tui.rules.games.trench_crusade.ground_rules import board_words

LEFT, RIGHT = "take-off", "landing"

# ---- the table


@pytest.mark.rule("TC-SET-2")
def test_tables_are_48_by_48_or_36_by_36_and_others_are_flagged() -> None:
    assert board_words().sizes == ((48, 48), (36, 36))
    for size, flagged in (((48, 48), False), ((36, 36), False), ((48, 36), True), ((24, 24), True)):
        table = on_board(NEW, size=size, weyl=(10, 10), orm=(20, 20))
        board = table.state.board
        assert board is not None
        assert [f.piece for f in GAME.board_faults(board)] == (["size"] if flagged else [])


@both_editions
@pytest.mark.rule("TC-ACT-3")
def test_measuring_logs_nothing(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(10, 20))
    before = table.state
    # 10 inches between the middles, half an inch of each base.
    assert table.ask("range", unit="Weyl", target="Orm")["distance"] == 9
    assert table.ask("within", unit="Weyl", inches=9)["units"] == [
        {"unit": "Orm", "side": "B", "distance": 9}
    ]
    assert table.ask("within", unit="Weyl", inches=8.9)["units"] == []
    assert table.ask("within", unit="Weyl", inches=9, target="Orm")["within"]
    assert GAME.measure(table.state, (0, 0), (3, 4)).verdict == '5.0"'
    assert path(table, "Weyl", (14, 10))["price"] == 4
    assert table.state is before


def test_a_ruleset_without_a_battle_on_a_board_loads_no_geometry() -> None:
    code = (
        "import sys; from warband_tui.rules.ruleset import load; g = load('trench-crusade'); "
        "g.board_words; g.asks(); sys.exit('shapely' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- standard moves


@both_editions
@pytest.mark.rule("TC-MOV-1")
def test_a_move_is_as_long_as_its_way(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(40, 40))
    assert table.refused("move", "Weyl", to=[16.1, 10]).rules == ("TC-MOV-1",)
    entry = table.do("move", "Weyl", to=[16, 10])
    assert moves(entry) == [("move", 6)]
    assert at(table, "Weyl") == (16, 10, 0)
    assert [(p[0], p[1]) for p in table.unit("Weyl").trail] == [(10, 10), (16, 10)]


@both_editions
@pytest.mark.rule("TC-MOV-1")
def test_the_way_round_a_wall_counts_not_the_line_through_it(edition: str) -> None:
    # A wall 10" high from y=8 to y=12: round its corner at (12, 8) with half an inch of base to spare,
    # 3-4-5 triangles from (9.5, 10) would be at least 2 * hypot(2.5, 2.5) = 7.07" long.
    high = box("wall", 11.9, 8, 12.1, 12, 10)
    table = on_board(edition, [high], weyl=(9.5, 10), orm=(40, 40))
    found = path(table, "Weyl", (14.5, 10))
    assert not found["legal"]
    assert found["price"] == pytest.approx(7.3, abs=0.3)
    assert table.refused("move", "Weyl", to=[14.5, 10]).rules == ("TC-MOV-1",)


@both_editions
@pytest.mark.rule("TC-MOV-1")
def test_a_way_can_be_picked_by_points(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(40, 40))
    # 3" down and 4" across.
    assert path(table, "Weyl", (12, 13), via=[[10, 13]])["price"] == 5
    entry = table.do("move", "Weyl", to=[12, 13], via=[[10, 13]])
    assert moves(entry) == [("move", 5)]


@both_editions
@pytest.mark.rule("TC-MOV-2")
def test_a_move_keeps_more_than_1_inch_from_enemies(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(16, 10))
    # Middles 2" apart leave a gap of exactly 1", which is within 1".
    assert table.refused("move", "Weyl", to=[14, 10]).rules == ("TC-MOV-2",)
    table.do("move", "Weyl", to=[13.9, 10])
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-MOV-2")
def test_nor_does_it_pass_within_1_inch(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(13, 11.5))
    # Straight to (16, 10) passes Orm with a gap of half an inch: the way bends.
    found = path(table, "Weyl", (16, 10))
    assert found["price"] is None or found["price"] > 6
    assert path(table, "Weyl", (15.5, 9))["legal"]


@both_editions
@pytest.mark.rule("TC-MOV-2", "TC-RET-1")
def test_from_melee_one_retreats(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(11.5, 10))
    table.in_melee("Weyl", "Orm")
    assert "TC-RET-1" in table.refused("move", "Weyl", to=[5, 10]).rules


@pytest.mark.rule("TC-MOV-2")
def test_in_the_current_rules_a_model_may_shuffle_within_1_inch_of_its_enemy() -> None:
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (11.5, 10.0)}
    table = on_board(NEW, **places)
    table.in_melee("Weyl", "Orm")
    table.do("move", "Weyl", to=[10.4, 11.2])
    assert table.state.engaged == (("Orm", "Weyl"),)
    table = on_board(OLD, **places)
    table.in_melee("Weyl", "Orm")
    assert table.refused("move", "Weyl", to=[10.4, 11.2]).rules == ("TC-RET-1",)


@both_editions
@pytest.mark.rule("TC-MOV-3")
@pytest.mark.parametrize("to", [(0.4, 5), (5, 0.4)])
def test_nobody_leaves_the_table(edition: str, to: tuple[float, float]) -> None:
    table = on_board(edition, weyl=(3, 3), orm=(40, 40))
    assert table.refused("move", "Weyl", to=list(to)).rules == ("TC-MOV-3",)
    assert path(table, "Weyl", to)["rules"] == ["TC-MOV-3"]
    # Flush with the edge is on the table.
    table.do("move", "Weyl", to=[0.5 if n < 1 else n for n in to])


@both_editions
@pytest.mark.rule("TC-MOV-4")
def test_friends_are_moved_through_but_not_ended_on(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), kett=(12.5, 10), orm=(40, 40))
    refused = table.refused("move", "Weyl", to=[12, 10])
    assert refused.rules == ("TC-MOV-4",)
    assert "Kett" in refused.why
    entry = table.do("move", "Weyl", to=[15, 10])
    assert moves(entry) == [("move", 5)]
    assert "TC-MOV-4" in entry.rules


@both_editions
@pytest.mark.rule("TC-MOV-4")
def test_enemies_are_not_moved_through(edition: str) -> None:
    # A corridor 3" wide between high walls, and Orm in the middle of it.
    walls = [box("north", 5, 0, 25, 8.5, 9, "impassable"), box("south", 5, 11.5, 25, 20, 9, "impassable")]
    table = on_board(edition, walls, weyl=(10, 10), orm=(13, 10))
    assert not path(table, "Weyl", (15.9, 10))["legal"]
    table = on_board(edition, walls, weyl=(10, 10), kett=(13, 10), orm=(40, 40))
    assert path(table, "Weyl", (15.9, 10))["legal"]


# ---- dash and retreat


@both_editions
@pytest.mark.rule("TC-DSH-1")
def test_a_dash_is_a_risky_roll_and_a_measured_move(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(40, 40))
    assert table.refused("dash", "Weyl", to=[16.5, 10], dice=[4, 4]).rules == ("TC-DSH-1",)
    entry = table.do("dash", "Weyl", to=[13, 14], dice=[4, 4])
    assert moves(entry) == [("dash", 5)]
    table = on_board(edition, weyl=(10, 10), orm=(40, 40))
    table.do("dash", "Weyl", to=[13, 14], dice=[3, 3])
    assert at(table, "Weyl") == (10, 10, 0)
    assert not table.unit("Weyl").acting


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_a_retreat_ends_more_than_1_inch_from_everybody(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(11.5, 10), ilk=(4, 10))
    table.in_melee("Weyl", "Orm")
    # 9.4 is 1.1" from Orm's edge; 9.6 only 0.9". Beside Ilk there is no room either.
    assert table.refused("retreat", "Weyl", to=[9.6, 10], dice=[1, 1]).rules == ("TC-RET-1",)
    assert not path(table, "Weyl", (5.9, 10), mode="retreat")["legal"]
    asked = path(table, "Weyl", (10, 15), mode="retreat")
    assert (asked["legal"], asked["strikers"]) == (True, ["Orm"])
    entry = table.do("retreat", "Weyl", to=[10, 15], dice=[1, 1])
    assert results(entry) == ["failure"]
    assert moves(entry) == [("retreat", 5)]
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_who_is_struck_down_does_not_get_away(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(11.5, 10))
    table.in_melee("Weyl", "Orm")
    # 8 hits; 3 + 4 = 7: Down where it stands.
    table.do("retreat", "Weyl", to=[10, 15], dice=[4, 4, 3, 4])
    assert table.is_down("Weyl")
    assert at(table, "Weyl") == (10, 10, 0)
    assert table.state.engaged == (("Orm", "Weyl"),)


# ---- ground


@both_editions
@pytest.mark.rule("TC-TER-1")
def test_what_is_up_to_1_inch_high_is_open_ground(edition: str) -> None:
    table = on_board(edition, [box("rubble", 12, 8, 13, 12, 1)], weyl=(10, 10), orm=(40, 40))
    found = path(table, "Weyl", (16, 10))
    assert (found["legal"], found["price"], found["marks"]) == (True, 6, [])


@both_editions
@pytest.mark.rule("TC-TER-2")
def test_difficult_ground_costs_double(edition: str) -> None:
    # 2" of mud on the way: 5 + 2 = 7" to (15, 10), 6" to (14, 10).
    table = on_board(edition, [box("mud", 11, 0, 13, 20, 0, "difficult")], weyl=(10, 10), orm=(40, 40))
    found = path(table, "Weyl", (15, 10))
    assert (found["legal"], found["price"]) == (False, 7)
    refused = table.refused("move", "Weyl", to=[15, 10])
    assert set(refused.rules) == {"TC-MOV-1", "TC-TER-2"}
    entry = table.do("move", "Weyl", to=[14, 10])
    assert moves(entry) == [("move", 6)]
    assert "TC-TER-2" in entry.rules
    assert "cost double" in entry.text


WIRE = box("wire", 12, 0, 13, 40, 0, "dangerous")


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_dangerous_ground_is_rolled_for_where_it_begins(edition: str) -> None:
    table = on_board(edition, [WIRE], weyl=(10, 10), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[15, 10], dice=[3, 4])
    assert results(entry) == ["success"]
    assert at(table, "Weyl") == (15, 10, 0)
    # Its base touches the wire at 12 - 0.5 = 11.5: 1.5" gone, then 3.5" more.
    assert moves(entry) == [("move", 1.5), ("move", 3.5)]


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_who_fails_is_hurt_in_front_of_it_and_done(edition: str) -> None:
    table = on_board(edition, [WIRE], weyl=(10, 10), orm=(40, 40))
    # 6 fails; 1 + 2 = 3: a minor hit.
    entry = table.do("move", "Weyl", to=[15, 10], dice=[3, 3, 1, 2])
    assert results(entry) == ["failure", "minor"]
    assert at(table, "Weyl") == (11.5, 10, 0)
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (1, False)


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_it_is_gone_round_where_that_gets_there(edition: str) -> None:
    short = box("wire", 12, 9, 13, 10.2, 0, "dangerous")
    table = on_board(edition, [short], weyl=(10, 10), orm=(40, 40))
    found = path(table, "Weyl", (15, 10))
    assert (found["legal"], found["marks"]) == (True, [])
    assert found["price"] > 5
    # Points on the way through it are the player's own choice.
    through = path(table, "Weyl", (15, 10), via=[[12.5, 9.6]])
    assert {mark["mark"] for mark in through["marks"]} == {"dangerous"}
    assert len(table.do("move", "Weyl", to=[15, 10], via=[[12.5, 9.6]], dice=[4, 4]).rolls) == 1


@pytest.mark.rule("TC-TER-3")
def test_who_starts_in_it_rolls_first_and_in_1_6_3_goes_on() -> None:
    pit = box("wire", 5, 5, 15, 15, 0, "dangerous")
    for edition, goes_on in ((OLD, True), (NEW, False)):
        table = on_board(edition, [pit], weyl=(10, 10), orm=(40, 40))
        entry = table.do("move", "Weyl", to=[14, 10], dice=[3, 3, 1, 2])
        assert results(entry) == ["failure", "minor"]
        assert at(table, "Weyl")[0] == (14 if goes_on else 10)
        assert table.unit("Weyl").acting is goes_on
    # Rolled once an activation: the dash after it rolls for itself only.
    table = on_board(OLD, [pit], weyl=(10, 10), orm=(40, 40))
    table.do("move", "Weyl", to=[12, 10], dice=[4, 4])
    assert len(table.do("dash", "Weyl", to=[14, 10], dice=[4, 4]).rolls) == 1


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_fire_in_the_ground_adds_its_blood(edition: str) -> None:
    table = on_board(
        edition, [box("pyre", 12, 0, 13, 40, 0, "dangerous", "fire")], weyl=(10, 10), orm=(40, 40)
    )
    table.do("move", "Weyl", to=[15, 10], dice=[3, 3, 1, 2])
    assert table.blood("Weyl") == 2


@both_editions
@pytest.mark.rule("TC-TER-4")
def test_impassable_ground_is_neither_entered_nor_crossed(edition: str) -> None:
    rock = box("rock", 12, 5, 14, 15, 3, "impassable")
    table = on_board(edition, [rock], weyl=(10, 10), orm=(40, 40))
    assert table.refused("move", "Weyl", to=[13, 10]).rules == ("TC-TER-4",)
    assert table.refused("move", "Weyl", to=[15.5, 10]).rules[0] in ("TC-TER-4", "TC-MOV-1")
    wide = box("rock", 12, 0, 14, 48, 3, "impassable")
    table = on_board(edition, [wide], weyl=(10, 10), orm=(40, 40))
    refused = table.refused("move", "Weyl", to=[15.5, 10])
    assert refused.rules == ("TC-TER-4",)
    assert "rock" in refused.why


@both_editions
@pytest.mark.rule("TC-TER-4")
def test_nor_does_a_flyer_end_on_it(edition: str) -> None:
    rock = box("rock", 12, 0, 14, 48, 3, "impassable")
    profiles = {"Weyl": {"keywords": ["FLYING"]}}
    table = on_board(edition, [rock], profiles=profiles, weyl=(10, 10), orm=(40, 40))
    assert table.refused("move", "Weyl", to=[13, 10]).rules == ("TC-TER-4",)
    table.do("move", "Weyl", to=[15.5, 10])


@both_editions
@pytest.mark.rule("TC-TER-5")
def test_a_piece_is_difficult_and_dangerous_at_once(edition: str) -> None:
    wire = box("wire", 12, 0, 13, 40, 0, "difficult", "dangerous")
    table = on_board(edition, [wire], weyl=(10, 10), orm=(40, 40))
    found = path(table, "Weyl", (15, 10))
    assert found["price"] == 6
    assert {m["mark"] for m in found["marks"]} == {"difficult", "dangerous"}
    entry = table.do("move", "Weyl", to=[15, 10], dice=[4, 4])
    assert round(sum(far or 0 for _, far in moves(entry)), 2) == 6
    assert "TC-TER-5" in entry.rules


# ---- climbing

ROOF = box("roof", 12, 0, 20, 48, 3)


@both_editions
@pytest.mark.rule("TC-CLB-1")
def test_a_ladder_is_walked_up(edition: str) -> None:
    ladder = box("ladder", 11.7, 9, 12.1, 11, 3, "ladder")
    table = on_board(edition, [ROOF, ladder], weyl=(11, 10), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[12.5, 10])
    # 1.5" on the plan and 3" up, without a roll.
    assert entry.rolls == ()
    assert moves(entry) == [("move", 4.5)]
    assert at(table, "Weyl") == (12.5, 10, 3)
    assert "TC-CLB-1" in entry.rules


@both_editions
@pytest.mark.rule("TC-CLB-2")
def test_a_wall_is_climbed_within_movement_by_a_risky_roll(edition: str) -> None:
    table = on_board(edition, [ROOF], weyl=(11, 10), orm=(40, 40))
    # 3" up and 3" on: (14, 10) is the farthest of 6".
    assert table.refused("move", "Weyl", to=[14.2, 10], dice=[4, 4]).rules == ("TC-MOV-1",)
    entry = table.do("move", "Weyl", to=[14, 10], dice=[4, 4])
    assert results(entry) == ["success"]
    assert round(sum(far or 0 for _, far in moves(entry)), 2) == 6
    assert at(table, "Weyl") == (14, 10, 3)
    assert "TC-CLB-2" in entry.rules


@both_editions
@pytest.mark.rule("TC-CLB-2")
def test_the_climb_action_is_for_what_is_climbed(edition: str) -> None:
    table = on_board(edition, [ROOF], weyl=(11, 10), orm=(40, 40))
    assert table.refused("climb", "Weyl", height=3, to=[9, 10]).rules == ("TC-CLB-2",)
    table.do("climb", "Weyl", height=0, to=[12.5, 10], dice=[4, 4])
    assert at(table, "Weyl") == (12.5, 10, 3)


@both_editions
@pytest.mark.rule("TC-CLB-3")
def test_who_fails_stays_at_the_foot_of_the_wall(edition: str) -> None:
    table = on_board(edition, [ROOF], weyl=(10, 10), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[12.5, 10], dice=[3, 3])
    assert at(table, "Weyl") == (11.5, 10, 0)
    assert moves(entry) == [("move", 1.5)]
    assert "TC-CLB-3" in entry.rules
    assert not table.unit("Weyl").acting


@pytest.mark.rule("TC-CLB-4", "TC-TER-1")
def test_trench_walls() -> None:
    def crossing(edition: str, height: float) -> dict[str, Any]:
        trench = box("trench", 12, 0, 12.5, 48, height, "trench")
        found = path(on_board(edition, [trench], weyl=(11, 10), orm=(40, 40)), "Weyl", (14, 10))
        return {"price": found["price"], "marks": [m["mark"] for m in found["marks"]]}

    # 1.0.2: below 3" it is open ground; at 3" it is climbed, and on the far side one jumps down.
    assert crossing(NEW, 2.5) == {"price": 3, "marks": []}
    assert crossing(NEW, 3)["marks"] == ["climb", "drop"]
    # 1.6.3: by the fire step, 2.5" up without a roll, and down again by it.
    assert [m for m in crossing(OLD, 2.5)["marks"] if m != "link"] == []
    trench = box("trench", 12, 0, 13.5, 48, 3, "trench")
    table = on_board(OLD, [trench], weyl=(11, 10), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[12.8, 10])
    assert entry.rolls == ()
    assert moves(entry) == [("move", 4.8)]
    assert at(table, "Weyl") == (12.8, 10, 3)
    assert "TC-CLB-4" in entry.rules


# ---- jumping a gap


def gap(width: float, right: float = 4, left: float = 4) -> list[dict[str, Any]]:
    """Two roofs with a gap between them from x = 12 on."""
    return [box("west", 2, 5, 12, 15, left), box("east", 12 + width, 5, 26, 15, right)]


@both_editions
@pytest.mark.rule("TC-JMP-1", "TC-JMP-2")
def test_a_gap_of_half_of_movement_is_jumped(edition: str) -> None:
    table = on_board(edition, gap(3), weyl=(11.5, 10, 4), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[15.5, 10], dice=[4, 4])
    assert results(entry) == ["success"]
    assert at(table, "Weyl") == (15.5, 10, 4)
    assert round(sum(far or 0 for _, far in moves(entry)), 2) == 4
    assert {"TC-JMP-1", "TC-JMP-2"} <= set(entry.rules)
    wide = on_board(edition, gap(3.1), weyl=(11.5, 10, 4), orm=(40, 40))
    assert not path(wide, "Weyl", (15.6, 10))["legal"]


@both_editions
@pytest.mark.rule("TC-JMP-2")
def test_run_up_gap_and_landing_fit_into_movement(edition: str) -> None:
    table = on_board(edition, gap(3), weyl=(9.5, 10, 4), orm=(40, 40))
    assert path(table, "Weyl", (15.4, 10))["legal"]
    assert table.refused("jump", "Weyl", gap=3, to=[15.6, 10], dice=[4, 4]).rules == ("TC-JMP-1",)


@both_editions
@pytest.mark.rule("TC-JMP-3", "TC-FAL-1")
@pytest.mark.parametrize(("side", "x"), [(LEFT, 12.5), (RIGHT, 14.5)])
def test_who_fails_falls_on_the_side_that_the_opponent_picks(edition: str, side: str, x: float) -> None:
    table = on_board(edition, gap(3), weyl=(11.5, 10, 4), orm=(40, 40))
    choice = table.choice("jump.side", "jump", "Weyl", gap=3, to=[15.5, 10], dice=[3, 3, 1, 1, 2])
    assert choice.side == "B"
    # A fall of 4": +1 dice; 1 and 2 of 1 1 2 make 3, a minor hit.
    entry = table.do("jump", "Weyl", gap=3, to=[15.5, 10], dice=[3, 3, 1, 1, 2], choices={"jump.side": side})
    assert net_dice(entry, 1) == 1
    assert at(table, "Weyl")[0] == pytest.approx(x, abs=0.03)
    assert at(table, "Weyl")[2] == 0
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (1, False)


@pytest.mark.rule("TC-JMP-4")
def test_up_to_a_higher_edge() -> None:
    # 2" across, 3/4" up. 1.0.2: a jump of 2.75"; 1.6.3: 1" more of movement.
    for edition, price in ((NEW, 4.75), (OLD, 5)):
        table = on_board(edition, gap(2, right=4.75), weyl=(11, 10, 4), orm=(40, 40))
        found = path(table, "Weyl", (15, 10))
        # A rise of up to 1" is a step where there is no gap; here there is one.
        assert found["price"] == pytest.approx(price, abs=0.01)
    # 1.6.3 takes 1" at most; 1.0.2 takes 1.25" if the gap leaves room for it in half of Movement.
    low: dict[str, Any] = {"weyl": (11.0, 10.0, 4.0), "orm": (40.0, 40.0)}
    first = {
        edition: path(on_board(edition, gap(1.5, right=5.25), **low), "Weyl", (14, 10))["marks"][0]["mark"]
        for edition in (OLD, NEW)
    }
    assert first[OLD] != "jump"
    assert first[NEW] == "jump"


@pytest.mark.rule("TC-JMP-4", "TC-JMP-5")
def test_down_to_a_lower_edge() -> None:
    # 2" across to a roof 3.5" lower: in 1.6.3 an ordinary jump, in 1.0.2 a jump down with its injury roll.
    roofs = gap(2, left=6, right=2.5)
    places: dict[str, Any] = {"weyl": (11.5, 10.0, 6.0), "orm": (40.0, 40.0)}
    entry = on_board(OLD, roofs, **places).do("jump", "Weyl", gap=2, to=[15, 10], dice=[4, 4])
    assert results(entry) == ["success"]
    entry = on_board(NEW, roofs, **places).do("jump", "Weyl", gap=2, to=[15, 10], dice=[4, 4, 1, 1, 2])
    assert results(entry) == ["success", "minor"]


@pytest.mark.rule("TC-JMP-5")
def test_jumping_down_costs_nothing_and_3_inches_are_safe_in_1_6_3_only() -> None:
    places: dict[str, Any] = {"weyl": (12.5, 10.0, 3.0), "orm": (40.0, 40.0)}
    table = on_board(OLD, [ROOF], **places)
    entry = table.do("move", "Weyl", to=[9, 10])
    assert (entry.rolls, moves(entry)) == ((), [("move", 1.0), ("move", 2.5)])
    assert at(table, "Weyl") == (9, 10, 0)
    table = on_board(NEW, [ROOF], **places)
    # 1.0.2: 3" is a fall, with +1 dice; a minor hit by 1 2, and it goes on.
    assert path(table, "Weyl", (10, 10))["notes"] == ['down 3": a fall']
    entry = table.do("move", "Weyl", to=[10, 10], dice=[1, 1, 2])
    assert (results(entry), net_dice(entry)) == (["minor"], 1)
    assert at(table, "Weyl") == (10, 10, 0)
    table = on_board(NEW, [ROOF], **places)
    # Taken Down by it (3 4), the model stays at the foot.
    table.do("move", "Weyl", to=[10, 10], dice=[1, 3, 4])
    assert (at(table, "Weyl"), table.is_down("Weyl")) == ((11.5, 10, 0), True)


@pytest.mark.rule("TC-JMP-5")
def test_a_jump_down_after_the_move() -> None:
    for edition, dice in ((OLD, []), (NEW, [1, 1, 2])):
        table = on_board(edition, [ROOF], weyl=(14, 10, 3), orm=(40, 40))
        table.do("move", "Weyl", to=[12.4, 10])
        modes = [m.id for m in GAME.modes(table.state, "Weyl") if m.allowed]
        assert "jump-down" in modes
        entry = table.do("jump-down", "Weyl", height=3, to=[11, 10], dice=dice)
        assert len(entry.rolls) == len(dice) // 3
        assert at(table, "Weyl")[0] == pytest.approx(11.5, abs=0.02)
        assert at(table, "Weyl")[2] == 0


# ---- falling


@both_editions
@pytest.mark.rule("TC-FAL-1", "TC-FAL-2")
def test_a_fall_sets_the_model_down_in_front_of_the_edge(edition: str) -> None:
    high = box("roof", 12, 0, 20, 48, 6)
    table = on_board(edition, [high], weyl=(12.5, 10, 6), orm=(40, 40))
    # 6": two full threes, +2 dice: 1 2 of 1 1 1 2.
    entry = table.do("fall", "Weyl", height=6, to=[11.4, 10], dice=[1, 1, 1, 2])
    assert net_dice(entry) == 2
    assert at(table, "Weyl") == (11.4, 10, 0)
    assert table.refused("fall", "Weyl", height=6, to=[12.5, 10]).rules == ("TC-FAL-1",)


@pytest.mark.rule("TC-FAL-2")
def test_from_which_height_a_fall_hurts() -> None:
    for edition, height, injury in ((OLD, 2, False), (OLD, 2.5, True), (NEW, 2.9, False), (NEW, 3, True)):
        table = on_board(edition, [box("roof", 12, 0, 20, 48, height)], weyl=(13, 10, height), orm=(40, 40))
        found = table.ask("fall", **{"unit": "Weyl", "from": [13, 10, height], "to": [11, 10]})
        assert (found["height"], found["injury"]) == (height, injury)


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_who_is_taken_down_within_1_inch_of_an_edge_may_fall(edition: str) -> None:
    high = box("roof", 12, 0, 20, 48, 6)
    # Orm shoots: 8 hits, 3 + 4 = 7 takes Weyl Down; by the ledge 8 stays (1.6.3 with the die of being Down).
    stays = [4, 4, 3, 4, *([4, 4, 4] if edition == OLD else [4, 4])]
    table = on_board(edition, [high], weyl=(13.5, 10, 6), orm=(3, 10))
    entry = table.do("shoot", "Orm", target="Weyl", distance=10, cover=False, dice=stays)
    assert "TC-FAL-3" in entry.rules
    assert (at(table, "Weyl")[2], table.is_down("Weyl")) == (6, True)
    # 6 slips: down 6" in front of the edge; the fall itself: 1 1 1 2 with +2 dice, and in 1.6.3 one for Down.
    fails = [
        4,
        4,
        3,
        4,
        *([3, 3, 4] if edition == OLD else [3, 3]),
        *([1] if edition == OLD else []),
        1,
        1,
        1,
        2,
    ]
    table = on_board(edition, [high], weyl=(13.5, 10, 6), orm=(3, 10))
    table.do("shoot", "Orm", target="Weyl", distance=10, cover=False, dice=fails)
    assert at(table, "Weyl")[2] == 0
    assert at(table, "Weyl")[0] == pytest.approx(11.5, abs=0.02)
    assert table.is_down("Weyl")
    assert table.blood("Weyl") == 2


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_farther_from_the_edge_nobody_rolls(edition: str) -> None:
    high = box("roof", 12, 0, 20, 48, 6)
    table = on_board(edition, [high], weyl=(13.6, 10, 6), orm=(3, 10))
    entry = table.do("shoot", "Orm", target="Weyl", distance=10, cover=False, dice=[4, 4, 3, 4])
    assert len(entry.rolls) == 2
    assert "TC-FAL-3" not in entry.rules


# ---- types

FLYER = {"Weyl": {"keywords": ["FLYING"]}}


@both_editions
@pytest.mark.rule("TC-TYP-1", "TC-TYP-2")
def test_infantry_walks_and_a_flyer_is_measured_through_the_air(edition: str) -> None:
    walls = [box("mud", 11, 0, 13, 48, 0, "difficult"), box("wall", 14, 0, 14.2, 48, 5)]
    table = on_board(edition, walls, profiles=FLYER, weyl=(10, 10), kett=(10, 20), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[16, 10])
    assert (entry.rolls, moves(entry)) == ((), [("move", 6)])
    assert "TC-TYP-2" in entry.rules
    assert not path(table, "Kett", (16, 20))["legal"]


@both_editions
@pytest.mark.rule("TC-TYP-2")
def test_a_flyer_goes_up_without_a_roll(edition: str) -> None:
    # 4" across and 3" up: 5" through the air.
    table = on_board(edition, [box("roof", 12, 0, 20, 48, 3)], profiles=FLYER, weyl=(10, 10), orm=(40, 40))
    entry = table.do("move", "Weyl", to=[14, 10])
    assert (entry.rolls, moves(entry)) == ((), [("move", 5)])


@pytest.mark.rule("TC-TYP-2", "TC-TER-3")
def test_a_flyer_that_ends_in_dangerous_ground_rolls_in_the_current_rules_only() -> None:
    for edition, dice in ((OLD, []), (NEW, [4, 4])):
        table = on_board(edition, [WIRE], profiles=FLYER, weyl=(10, 10), orm=(40, 40))
        entry = table.do("move", "Weyl", to=[12.5, 10], dice=dice)
        assert len(entry.rolls) == len(dice) // 2
        over = on_board(edition, [WIRE], profiles=FLYER, weyl=(10, 10), orm=(40, 40))
        assert over.do("move", "Weyl", to=[15, 10]).rolls == ()


@both_editions
@pytest.mark.rule("TC-CLB-2", "TC-FAL-1", "TC-JMP-5")
def test_on_a_board_the_place_says_how_high_a_climb_jump_down_or_fall_is(edition: str) -> None:
    rock = box("rock", 12, 8, 20, 12, 2)
    table = on_board(edition, [rock], weyl=(11.4, 10))
    table.do("climb", "Weyl", to=[13, 10], dice=[6, 6])
    assert at(table, "Weyl")[2] == 2
    table = on_board(edition, [rock], weyl=(12.4, 10))
    assert 'falls 2"' in table.do("fall", "Weyl", to=[11, 10]).text
    table = on_board(edition, [rock], weyl=(12.4, 10))
    assert 'jumps down 2"' in table.do("jump-down", "Weyl", to=[11, 10]).text


@both_editions
@pytest.mark.rule("TC-MOV-3")
def test_a_base_a_hair_off_the_table_leaves_it(edition: str) -> None:
    table = on_board(edition, weyl=(2, 10))
    refused = table.refused("move", "Weyl", to=[0.495, 10])
    assert refused.rules == ("TC-MOV-3",)
