"""Teleports on a map: how far, seen by whom, into what; what is logged of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import BOARD, ask, battle
from tests.rules.dnd4e.table import Table, on_map
from warband_tui.rules.events import Moved

FOG = {"F": {"obscured": True}}


def logged(table: Table) -> float | None:
    """Return how far the last entry says that somebody went."""
    (moved,) = [e for e in table.battle.entries[-1].events if isinstance(e, Moved)]
    return moved.distance


@pytest.mark.rule("D4-TEL-1", "D4-GEO-3", "D4-FLY-2")
def test_within_a_pit_a_teleport_is_as_long_as_on_the_ground_and_out_of_it_as_deep() -> None:
    """A pit of 20 feet is 4 squares deep: out of it is 4 squares, along it is what the map shows."""
    rows, b = ("......", "..OO..", "......"), {"at": (2, 1), "modes": {"teleport": 3}}
    state = battle(*rows, b=b)
    along = ask(state, "teleport", "b", to=[3, 1])
    assert (along["legal"], along["distance"], "hazard" in along) == (True, 1, False)
    out = ask(state, "teleport", "b", to=[5, 1])
    assert (out["legal"], out["distance"], out["why"]) == (False, 4, "4 squares away; the teleport goes 3")
    assert ask(state, "teleport", "b", to=[5, 1], squares=4)["legal"]
    assert BOARD.reach(state, "b", "teleport").cells == {(3, 1): 1}
    assert BOARD.trace(state, "b", "teleport", (3, 1)).price == 1
    table = on_map(*rows, b={**b, "at": [2, 1]}).ends()
    assert "4 squares away" in table.refused("teleport", unit="b", to=[5, 1]).why
    table.do("teleport", unit="b", to=[3, 1])
    assert (table.at("b"), logged(table)) == ((3, 1), 1)
    over = ask(battle(*rows, b={**b, "at": (1, 1)}), "teleport", "b", to=[2, 1])
    assert (over["legal"], over["distance"], over["hazard"]["drop"]) == (True, 1, 20)


@pytest.mark.rule("D4-TEL-1", "D4-SPD-1")
@pytest.mark.parametrize(
    "fields", [{"action": "move"}, {"action": "move", "distance": 5}, {"distance": 5}, {}]
)
def test_the_board_says_how_long_a_teleport_was_whatever_is_stated(fields: dict[str, Any]) -> None:
    table = on_map("A.......", A={"modes": {"teleport": 5}})
    table.do("teleport", unit="A", to=[1, 0], **fields)
    assert logged(table) == 1
    assert "teleports 1 square" in table.battle.entries[-1].text


@pytest.mark.rule("D4-TEL-1", "D4-SPD-1")
def test_a_creatures_own_teleport_is_no_longer_for_being_said_to_be() -> None:
    table = on_map("A.......", A={"modes": {"teleport": 5}})
    for stated in ({}, {"distance": 1}, {"distance": 9}):
        no = table.refused("teleport", unit="A", to=[6, 0], action="move", **stated)
        assert no.why == "6 squares away; the teleport goes 5"
    # A power says itself how far it goes, and whom.
    table.do("teleport", unit="A", to=[6, 0], distance=6)
    table.battle.undo()
    assert "the teleport goes 5" in table.refused("teleport", unit="A", to=[6, 0], distance=5).why
    table.do("teleport", unit="A", by="away", to=[7, 0])
    assert logged(table) == 7


@pytest.mark.rule("D4-TEL-1", "D4-LOS-1")
def test_it_is_the_eyes_of_the_user_that_see_where_a_teleport_leads() -> None:
    """C is in the fog and sees nothing of the open ground; A does, and moves C there."""
    rows = ("A....", "FFFF.", "C.F..", "FFFF.")
    state = battle(*rows, legend=FOG)
    assert ask(state, "teleport", "C", to=[4, 0], squares=9)["why"] == "C does not see 4,0"
    assert ask(state, "teleport", "C", by="A", to=[4, 0], squares=9)["legal"]
    assert ask(state, "teleport", "C", to=[1, 2], squares=9)["legal"]
    assert ask(state, "teleport", "C", by="A", to=[1, 2], squares=9)["why"] == "A does not see 1,2"
    table = on_map(*rows, legend=FOG)
    assert table.refused("teleport", unit="C", to=[4, 0], distance=9).rules == ("D4-TEL-1",)
    assert table.refused("teleport", unit="C", by="A", to=[1, 2], distance=9).rules == ("D4-TEL-1",)
    table.do("teleport", unit="C", by="A", to=[4, 0], distance=9)
    assert table.at("C") == (4, 0)


@pytest.mark.rule("D4-TEL-1")
def test_the_blinded_do_not_see_where_to_and_are_teleported_by_those_who_do() -> None:
    blind = {"conditions": ["blinded"], "modes": {"teleport": 5}}
    state = battle("A...C", A=blind)
    assert ask(state, "teleport", to=[2, 0])["why"] == "A does not see 2,0"
    assert ask(state, "teleport", by="C", to=[2, 0])["legal"]
    assert ask(state, "teleport", "C", by="A", to=[2, 0])["why"] == "A does not see 2,0"
    assert BOARD.reach(state, "A", "teleport").cells == {}
    table = on_map("A...C", A=blind)
    assert table.refused("teleport", unit="A", to=[2, 0], action="move").rules == ("D4-TEL-1",)
    table.do("teleport", unit="A", by="C", to=[2, 0])


@pytest.mark.rule("D4-TEL-2", "D4-FLY-2")
def test_a_square_is_taken_at_the_height_of_whoever_is_in_it() -> None:
    state = battle("A..b", A={"modes": {"teleport": 9}}, b={"at": (3, 0, 2), "modes": {"fly": 6}})
    assert ask(state, "teleport", to=[3, 0])["legal"]
    assert ask(state, "teleport", to=[3, 0, 2])["why"] == "b is on 3,0"
    assert ask(state, "teleport", to=[3, 0, 3])["legal"]
    ground = battle("A..b", A={"modes": {"teleport": 9, "fly": 6}, "at": (0, 0, 1)})
    assert ask(ground, "teleport", to=[3, 0])["legal"]
    assert ask(ground, "teleport", to=[3, 0, 0])["why"] == "b is on 3,0"
    # A Large creature is two squares high.
    large = battle("A...", "....", A={"size": "large", "modes": {"teleport": 9}},
                   b={"at": (2, 0, 1), "modes": {"fly": 6}})  # fmt: skip
    assert ask(large, "teleport", to=[2, 0])["why"] == "b is on 2,0"


@pytest.mark.rule("D4-TEL-1", "D4-FLY-2")
def test_up_counts_as_far_as_across() -> None:
    table = on_map("A.......", A={"modes": {"teleport": 4, "fly": 6}})
    assert ask(table.state, "teleport", to=[1, 0, 4])["distance"] == 4
    assert "5 squares away" in table.refused("teleport", unit="A", to=[1, 0, 5], action="move").why
    table.do("teleport", unit="A", to=[1, 0, 4], action="move")
    assert (table.at("A"), logged(table)) == ((1, 0, 4), 4)
    with pytest.raises(Exception, match="squares up"):
        ask(table.state, "teleport", to=[1, 0, "up"])


@pytest.mark.rule("D4-TEL-1", "D4-TEL-2", "D4-LOS-1")
def test_a_flier_looks_and_arrives_over_low_walls() -> None:
    legend = {"W": {"blocking": True, "height": 10}}
    high = {"modes": {"teleport": 9, "fly": 6}}
    ground = battle("A.W..", legend=legend, A=high)
    assert ask(ground, "teleport", to=[4, 0])["why"] == "A does not see 4,0"
    assert ask(ground, "teleport", to=[2, 0])["why"] == "2,0 is filled"
    flying = battle("A.W..", legend=legend, A={**high, "at": (0, 0, 2)})
    assert ask(flying, "teleport", to=[4, 0])["legal"]
    assert ask(flying, "teleport", to=[2, 0])["legal"]


@pytest.mark.rule("D4-TEL-2")
def test_a_teleport_has_room_for_the_whole_creature() -> None:
    """Its own squares do not bar it; one filled or taken square of the new ones does."""
    state = battle("A...#", ".....", ".....", A={"size": "large", "modes": {"teleport": 5}}, b={"at": (2, 2)})
    legal = {(x, y) for x in range(5) for y in range(3) if ask(state, "teleport", to=[x, y])["legal"]}
    assert legal == {(0, 0), (1, 0), (2, 0), (0, 1), (3, 1)}
    assert set(BOARD.reach(state, "A", "teleport").cells) == legal - {(0, 0)}


@pytest.mark.rule("D4-TEL-4")
@pytest.mark.parametrize("result", [True, False])
def test_from_fire_into_fire_a_teleport_is_saved_against(result: bool) -> None:
    """Where it was before is of no matter: all of its new space is new to it."""
    legend = {"!": {"hindering": "fire"}}
    table = on_map("A..!", "####", legend=legend, A={"under": "!", "modes": {"teleport": 5}})
    assert ask(table.state, "teleport", to=[3, 0])["hazard"]["what"] == "fire"
    entry = table.do("teleport", unit="A", to=[3, 0], action="move", result=result)
    assert (table.at("A"), "D4-TEL-4" in entry.rules) == ((0, 0) if result else (3, 0), True)
    large = on_map(
        "A.!..", ".....", legend=legend, A={"size": "large", "under": "!", "modes": {"teleport": 5}}
    )
    assert "hazard" in ask(large.state, "teleport", to=[1, 0])
    assert "hazard" not in ask(large.state, "teleport", to=[3, 0])


@pytest.mark.rule("D4-TEL-2", "D4-OBS-1")
def test_nobody_arrives_astride_a_wall_on_an_edge() -> None:
    edges = (((1, 1), (2, 1), "wall"),)
    table = on_map(*["......"] * 4, edges=edges, A={"at": [4, 0], "size": "large", "modes": {"teleport": 9}})
    for to, legal in (([1, 1], False), ([1, 0], False), ([0, 1], True), ([2, 1], True), ([1, 2], True)):
        assert ask(table.state, "teleport", to=to)["legal"] == legal
        assert (to in [end["at"] for end in ask(table.state, "teleport")["ends"]]) == legal
        assert (to in [end["at"] for end in ask(table.state, "reach", budget=9)["ends"]]) == legal
    assert "D4-TEL-2" in table.refused("teleport", unit="A", action="move", to=[1, 1]).rules
    assert "D4-OBS-1" in table.refused("place", unit="A", at=[1, 1]).rules
    small = on_map(*["......"] * 4, edges=edges, A={"at": [4, 0], "modes": {"teleport": 9}})
    small.do("teleport", unit="A", action="move", to=[1, 1])
