"""Pull, push and slide: next squares, the full set, edges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle
from warband_tui.rules.state import BattleState

OPEN = (".......",) * 7


def legal(state: BattleState, kind: str, **more: Any) -> set[tuple[int, int]]:
    return {tuple(n["to"]) for n in ask(state, kind, target="b", **more)["next"] if n["legal"]}


def ends(state: BattleState, kind: str, **more: Any) -> set[tuple[int, int]]:
    return {tuple(n["at"]) for n in ask(state, kind, target="b", **more)["ends"]}


def at(origin: tuple[int, int], target: tuple[int, int], **more: Any) -> BattleState:
    return battle(*OPEN, A={"at": origin}, b={"at": target, **more.pop("b", {})}, **more)


@pytest.mark.rule("D4-PUSH-1")
def test_three_squares_are_a_push_from_beside_five_from_a_corner() -> None:
    assert legal(at((3, 3), (4, 3)), "push") == {(5, 2), (5, 3), (5, 4)}
    assert legal(at((3, 3), (4, 4)), "push") == {(5, 3), (5, 4), (5, 5), (3, 5), (4, 5)}


@pytest.mark.rule("D4-PULL-1")
def test_a_pull_brings_nearer_and_an_adjacent_target_is_pulled_nowhere() -> None:
    assert legal(at((1, 3), (4, 3)), "pull") == {(3, 2), (3, 3), (3, 4)}
    assert legal(at((3, 3), (4, 4)), "pull") == set()
    assert ends(at((1, 3), (4, 3)), "pull", squares=5) == {
        (3, 2), (3, 3), (3, 4), (2, 2), (2, 3), (2, 4)
    }  # fmt: skip


@pytest.mark.rule("D4-SLIDE-1", "D4-FM-7")
def test_a_slide_goes_anywhere_over_difficult_ground_at_one_a_square() -> None:
    state = battle("A....", "..~..", ".~b~.", "..~..", ".....")
    assert len(legal(state, "slide")) == 8
    assert len(ends(state, "slide", squares=2)) == 23


@pytest.mark.rule("D4-FM-1")
def test_a_large_target_is_measured_by_its_whole_space() -> None:
    """Beside the origin, sideways steps keep the gap and are no push."""
    assert legal(at((0, 3), (1, 3), b={"size": "large"}), "push") == {(2, 2), (2, 3), (2, 4)}


@pytest.mark.rule("D4-FM-2")
def test_an_effect_pushes_from_its_centre() -> None:
    answer = ask(at((0, 0), (4, 3)), "push", target="b", origin=[5, 3])
    assert {tuple(n["to"]) for n in answer["next"] if n["legal"]} == {(3, 2), (3, 3), (3, 4)}


@pytest.mark.rule("D4-FM-3")
def test_the_mover_needs_line_of_effect_to_every_square() -> None:
    state = battle("....", ".#..", "Ab..", "....", A={"at": (0, 2)}, b={"at": (1, 2)})
    assert (2, 1) not in legal(state, "slide")
    hidden = next(
        n
        for n in ask(battle("....", "A#..", ".b..", "...."), "slide", target="b")["next"]
        if n["to"] == [2, 1]
    )
    assert hidden["legal"] is False


@pytest.mark.rule("D4-FM-4", "D4-FM-12")
def test_the_distance_is_a_maximum_and_some_take_squares_off() -> None:
    state = at((0, 3), (1, 3), b={"reduction": 1})
    answer = ask(state, "push", target="b", squares=2)
    assert answer["squares"] == 1
    assert "D4-FM-12" in answer["rules"]
    assert ask(state, "push", target="b", squares=2, keep=True)["squares"] == 2
    assert ask(state, "push", target="b", squares=2, path=[[2, 3], [3, 3]])["way"]["rules"] == ["D4-FM-12"]
    far = ask(at((0, 3), (1, 3)), "push", target="b", squares=1, path=[[2, 3], [3, 3]])["way"]
    assert (far["legal"], far["rules"]) == (False, ["D4-FM-4"])
    assert ask(at((0, 3), (1, 3)), "push", target="b", squares=3)["ends"][0]["price"] == 1


@pytest.mark.rule("D4-FM-5")
def test_only_a_flying_target_is_moved_up_or_down() -> None:
    assert ask(at((3, 3), (4, 3)), "push", target="b")["vertical"] is False
    flying = {"modes": {"fly": 6}, "conditions": ["flying"]}
    assert ask(at((3, 3), (4, 3), b=flying), "push", target="b")["vertical"]


@pytest.mark.rule("D4-FM-8")
def test_forced_movement_cuts_no_corner_and_enters_no_wall() -> None:
    state = battle("A.....", ".b....", "..#...", "......", A={"at": (1, 0)}, b={"at": (1, 1)})
    assert legal(state, "push") == {(0, 2), (1, 2)}
    refused = {tuple(n["to"]): n for n in ask(state, "push", target="b")["next"] if not n["legal"]}
    assert "filled" in refused[2, 2]["why"]
    assert "D4-FM-8" in refused[2, 2]["rules"]


@pytest.mark.rule("D4-FM-5", "D4-FM-8")
@pytest.mark.parametrize("kind", ["push", "pull", "slide"])
def test_nobody_is_forced_up_out_of_a_pit(kind: str) -> None:
    """It is moved about at the bottom, and no square of the rim is in its way's reach."""
    state = battle("A.....", "..bO..", "......", b={"on": "O"}, A={"at": (0, 0)})
    for one in ask(state, kind, target="b", squares=2)["next"]:
        if one["to"] != [3, 1]:
            assert (one["legal"], "out of the pit" in one["why"]) == (False, True)
            assert {"D4-FM-5", "D4-FM-8"} <= set(one["rules"])
    assert ends(state, "slide", squares=2) == {(3, 1)}
    aloft = {"on": "O", "conditions": ["flying"], "counters": {"altitude": 5}, "modes": {"fly": 6}}
    assert len(ends(battle("A.....", "..bO..", "......", b=aloft), "slide")) == 8


@pytest.mark.rule("D4-FM-9")
def test_a_target_is_pushed_through_its_allies_and_not_through_its_enemies() -> None:
    rows = ("Abc..", "#####")
    assert ends(battle(*rows), "push", squares=2) == {(3, 0)}
    assert ends(battle(*rows), "push", squares=1) == set()
    assert ends(battle(*rows, options={"forced-through-allies": "no"}), "push", squares=2) == set()
    assert ends(battle("AbD..", "#####"), "push", squares=2) == set()


@pytest.mark.rule("D4-FM-10", "D4-FALL-5")
def test_forced_movement_ends_at_an_edge_or_is_carried_over_it() -> None:
    rows = ("AbO..", "#####")
    edge = ask(battle(*rows), "push", target="b", squares=3)
    assert [c["at"] for c in edge["ends"]] == [[2, 0]]
    assert edge["edges"] == [[2, 0]]
    hazard = next(n for n in edge["next"] if n["to"] == [2, 0])["hazard"]
    assert (hazard["before"], hazard["drop"]) == ([1, 0], 20)
    assert ends(battle(*rows, edition="2008"), "push", squares=3) == {(2, 0), (3, 0), (4, 0)}
    way = ask(battle(*rows), "push", target="b", squares=3, path=[[2, 0], [3, 0]])["way"]
    assert (way["legal"], way["rules"]) == (False, ["D4-FM-10"])


@pytest.mark.rule("D4-FALL-5", "D4-FM-11")
def test_hurtful_ground_stops_forced_movement_and_zones_do_not() -> None:
    legend = {"F": {"hindering": "fire"}}
    answer = ask(battle("AbF..", "#####", legend=legend), "push", target="b", squares=3)
    assert answer["edges"] == [[2, 0]]
    assert ends(battle("Ab...", "#####"), "push", squares=2) == {(2, 0), (3, 0)}


@pytest.mark.rule("D4-FM-10", "D4-FALL-5")
def test_who_is_in_hurtful_ground_is_forced_on_through_it_and_saves_where_it_enters_it_anew() -> None:
    """It is the step that counts: the same square is entered from the fire without a save and from beside it with one."""
    fire = {"f": {"hindering": "fire"}}
    walled = battle("#######", "Abff...", "#######", legend=fire, b={"on": "f"})
    answer = ask(walled, "push", target="b", squares=4)
    assert {tuple(c["at"]): c["price"] for c in answer["ends"]} == {
        (2, 1): 1,
        (3, 1): 2,
        (4, 1): 3,
        (5, 1): 4,
    }
    assert answer["edges"] == []
    # Out of the fire and into it again: the second fire ends it.
    again = battle("#######", "Ab.f...", "#######", legend=fire, b={"on": "f"})
    answer = ask(again, "push", target="b", squares=4)
    assert [c["at"] for c in answer["ends"]] == [[2, 1], [3, 1]]
    assert answer["edges"] == [[3, 1]]
    # By the fire it gets to 3,0 unharmed, round by 2,1 it would save: the way without a save is taken.
    both = battle("Abff.", "#...#", "#####", legend=fire, b={"on": "f"})
    way = ask(both, "push", target="b", squares=2, to=[3, 0])["way"]
    assert (way["path"], "hazard" in way) == ([[2, 0], [3, 0]], False)
    way = ask(both, "push", target="b", squares=2, path=[[2, 1], [3, 0]])["way"]
    assert way["hazard"]["what"] == "fire"


@pytest.mark.rule("D4-FALL-6")
def test_a_large_target_goes_over_only_with_its_whole_space() -> None:
    answer = ask(battle("Ab.OOO", "...OOO", b={"size": "large"}), "push", target="b", squares=3)
    assert [c["at"] for c in answer["ends"]] == [[2, 0], [3, 0]]
    assert answer["edges"] == [[3, 0]]


@pytest.mark.rule("D4-FM-13")
def test_swapping_places_needs_the_space_of_the_other() -> None:
    answer = ask(battle("Ab."), "swap", target="b")
    assert answer["ways"] == [{"target": [0, 0], "unit": [[1, 0]]}]
    large = ask(battle("A.b..", "....."), "swap", target="b")
    assert large["legal"]
    big = battle("Ab..", "....", b={"size": "large"})
    places = {tuple(w["target"]): w["unit"] for w in ask(big, "swap", target="b")["ways"]}
    assert places == {(0, 0): [[2, 0], [2, 1]]}


@pytest.mark.rule("D4-FM-13", "D4-FM-3", "D4-FM-8")
def test_a_swap_goes_by_a_way_that_the_target_could_be_slid() -> None:
    assert ask(battle("A.b", "..."), "swap", target="b")["legal"]
    for rows, edges in (
        (("A#b", ".#."), ()),
        (("A.b", "..."), [((0, y), (1, y), "wall") for y in range(2)]),
        (("A.b", "..."), [((0, y), (1, y), "window") for y in range(2)]),
        (("A#", "#b"), ()),
    ):
        answer = ask(battle(*rows, edges=edges), "swap", target="b")
        assert (answer["legal"], answer["ways"]) == (False, [])
    # Past a pit that holds all of it, or through somebody who bars the way, nothing is slid either.
    assert not ask(battle("AOb", "#O#"), "swap", target="b")["legal"]
    assert not ask(battle("AcDb", "####"), "swap", target="b")["legal"]


@pytest.mark.rule("D4-FM-13", "D4-PRONE-2", "D4-SPD-5")
def test_who_cannot_shift_swaps_with_nobody() -> None:
    for name, rule in (("prone", "D4-PRONE-2"), ("immobilized", "D4-SPD-5")):
        answer = ask(battle("Ab."), "swap", target="b")
        assert answer["legal"]
        answer = ask(battle("Ab.", A={"conditions": [name]}), "swap", target="b")
        assert answer["legal"] is False
        assert name in answer["why"]
        assert rule in answer["rules"]
    assert ask(battle("Ab.", b={"conditions": ["prone"]}), "swap", target="b")["legal"]


@pytest.mark.rule("D4-FM-13")
def test_the_target_of_a_swap_covers_the_users_space_and_shares_no_square_with_it() -> None:
    """A Large user over a Medium target holds it within its own space; beside a Large one it keeps off what that takes."""
    inside = battle("A..b.", ".....", ".....", A={"size": "large"})
    ways = {
        tuple(w["target"]): {tuple(s) for s in w["unit"]} for w in ask(inside, "swap", target="b")["ways"]
    }
    assert set(ways) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert ways[0, 0] == {(2, 0), (3, 0)}
    both = battle("A.b..", ".....", A={"size": "large"}, b={"size": "large"})
    assert ask(both, "swap", target="b")["ways"] == [{"target": [0, 0], "unit": [[2, 0], [3, 0]]}]
    near = battle("....", ".Ab.", "....", "....", b={"size": "large", "at": (2, 1)})
    for way in ask(near, "swap", target="b")["ways"]:
        x, y = way["target"]
        covered = {(x + i, y + j) for i in range(2) for j in range(2)}
        left = {(2, 1), (3, 1), (2, 2), (3, 2)} - covered
        assert (1, 1) in covered
        assert {tuple(s) for s in way["unit"]} == left


@pytest.mark.rule("D4-FM-16", "D4-SIZE-5")
def test_restrained_targets_do_not_move_and_swarms_only_by_close_and_area_powers() -> None:
    assert legal(at((3, 3), (4, 3), b={"conditions": ["restrained"]}), "push") == set()
    assert legal(at((3, 3), (4, 3), b={"conditions": ["immobilized"]}), "push") != set()
    swarm = at((3, 3), (4, 3), b={"keywords": ["swarm"]})
    assert legal(swarm, "push") == set()
    assert len(legal(swarm, "push", by="close")) == 3


def test_the_house_rule_of_two_axes_lets_no_gap_shrink() -> None:
    state = at((3, 3), (4, 4), options={"push-geometry": "axes"})
    assert legal(state, "push") == {(5, 4), (5, 5), (4, 5)}
