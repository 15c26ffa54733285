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


@pytest.mark.rule("D4-FM-8")
def test_forced_movement_cuts_no_corner_and_enters_no_wall() -> None:
    state = battle("A.....", ".b....", "..#...", "......", A={"at": (1, 0)}, b={"at": (1, 1)})
    assert legal(state, "push") == {(0, 2), (1, 2)}
    refused = {tuple(n["to"]): n for n in ask(state, "push", target="b")["next"] if not n["legal"]}
    assert "filled" in refused[2, 2]["why"]
    assert "D4-FM-8" in refused[2, 2]["rules"]


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


@pytest.mark.rule("D4-FM-3")
def test_no_end_lies_out_of_the_movers_line_of_effect() -> None:
    """Round the end of a wall: each step is one that b could walk, and the last square is hidden from A."""
    state = battle("Ab..", "###.", "###.", "####")
    assert ends(state, "slide", squares=5) == {(2, 0), (3, 0), (3, 1)}
    way = ask(state, "slide", target="b", squares=5, path=[[2, 0], [3, 0], [3, 1], [3, 2]])["way"]
    assert (way["legal"], way["rules"], way["why"]) == (False, ["D4-FM-3"], "no line of effect to 3,2")
    open_ground = battle("Ab..", "....", "....", "####")
    assert (3, 2) in ends(open_ground, "slide", squares=5)


@pytest.mark.rule("D4-FM-7")
@pytest.mark.parametrize("kind", ["push", "slide"])
def test_each_square_costs_one_of_the_distance_whatever_lies_on_it_or_before_it(kind: str) -> None:
    low = [((2, 0), (3, 0), "low")]
    answer = ask(battle("Ab~~~", "#####", edges=low), kind, target="b", squares=3)
    assert {tuple(c["at"]): c["price"] for c in answer["ends"]} == {(2, 0): 1, (3, 0): 2, (4, 0): 3}


@pytest.mark.rule("D4-FM-4")
@pytest.mark.parametrize("kind", ["push", "slide"])
def test_a_path_is_no_longer_than_the_distance(kind: str) -> None:
    state = at((0, 3), (1, 3))
    path = [[2, 3], [3, 3], [4, 3]]
    assert ask(state, kind, target="b", squares=3, path=path)["way"]["legal"]
    way = ask(state, kind, target="b", squares=2, path=path)["way"]
    assert (way["legal"], way["rules"], way["why"]) == (False, ["D4-FM-4"], "3 squares; 2 at most")


@pytest.mark.rule("D4-FM-9", "D4-OCC-1", "D4-OCC-2")
def test_a_path_ends_in_nobodys_square_unless_the_target_may_end_there() -> None:
    def way(**c: Any) -> dict[str, Any]:
        state = battle("Abc..", "#####", c=c)
        return dict(ask(state, "push", target="b", squares=1, path=[[2, 0]])["way"])

    assert (way()["legal"], way()["rules"][0]) == (False, "D4-OCC-1")
    assert way(conditions=["prone"])["legal"]
    helpless = battle("AbD..", "#####", D={"conditions": ["helpless"]})
    assert ask(helpless, "push", target="b", squares=1, path=[[2, 0]])["way"]["legal"]


@pytest.mark.rule("D4-FALL-5", "D4-FALL-6")
def test_who_is_over_the_drop_or_in_the_fire_already_saves_against_nothing_new() -> None:
    in_a_pit = battle("A....", "..bO.", ".....", b={"on": "O"})
    way = ask(in_a_pit, "slide", target="b", squares=1, path=[[3, 1]])["way"]
    assert (way["legal"], "hazard" in way) == (True, False)
    fires = {"f": {"hindering": "fire"}, "g": {"hindering": "gas"}}
    burning = battle("Abfg.", "#####", legend=fires, b={"on": "f"})
    assert "hazard" not in ask(burning, "push", target="b", squares=1, path=[[2, 0]])["way"]
    way = ask(burning, "push", target="b", squares=2, path=[[2, 0], [3, 0]])["way"]
    assert (way["hazard"]["what"], way["hazard"]["before"]) == ("gas", [2, 0])


@pytest.mark.rule("D4-FM-3", "D4-FM-1")
def test_a_large_target_needs_to_be_seen_only_in_the_squares_that_it_enters() -> None:
    """b stands behind a pillar: what it keeps of its space is hidden from A, what it enters is not."""
    pillar = battle("..b.....", "........", "........", "...#....", "...A....", b={"size": "huge"})
    assert not ask(pillar, "effect", to=[3, 2])["effect"]
    assert (3, 0) in ends(pillar, "slide")
    assert ask(pillar, "slide", target="b", path=[[3, 0]])["way"]["legal"]
