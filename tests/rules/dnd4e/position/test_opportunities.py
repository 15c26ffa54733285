"""Who may strike a creature that moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle
from warband_tui.rules.state import BattleState


def strikers(state: BattleState, to: list[int], **more: Any) -> list[list[str]]:
    return [sorted(step["strikers"]) for step in ask(state, "path", to=to, **more)["steps"]]


@pytest.mark.rule("D4-OA-1", "D4-OA-3")
def test_leaving_a_square_beside_an_enemy_provokes_entering_one_does_not() -> None:
    """b stands at 2,0: the walker enters 1,1 unharmed, and leaves 1,1, 2,1 and 3,1 one after the other."""
    state = battle("..b...", "A.....", "######")
    assert strikers(state, [5, 1]) == [[], ["b"], ["b"], ["b"], []]


@pytest.mark.rule("D4-OA-1")
def test_a_large_mover_is_judged_by_the_squares_that_it_leaves() -> None:
    """It slides along b, above its right half: the squares left, its left column, are out of b's reach."""
    large = {"size": "large"}
    state = battle("A...", "....", ".b..", A={**large, "at": (1, 0)}, b={"at": (3, 2)})
    assert strikers(state, [2, 0]) == [[]]
    assert strikers(battle("A...", "....", "b...", A=large), [1, 0]) == [["b"]]


@pytest.mark.rule("D4-OA-3", "D4-PRONE-2", "D4-SQZ-1")
def test_shifts_provoke_nothing_crawls_and_beginning_to_squeeze_do() -> None:
    near = ("Ab", "..", "..")
    assert strikers(battle(*near), [0, 1], mode="shift") == [[]]
    assert strikers(battle(*near, A={"conditions": ["prone"]}), [0, 1], mode="crawl") == [["b"]]
    squeeze = battle("b..#", ".A.#", "....", "##.#", A={"size": "large", "at": (1, 1)})
    steps = ask(squeeze, "path", mode="squeeze", to=[2, 3])["steps"]
    assert steps[0]["strikers"] == ["b"]
    assert "D4-SQZ-1" in steps[0]["rules"]


@pytest.mark.rule("D4-OCC-3")
def test_entering_the_space_of_an_enemy_gives_it_an_opportunity_and_shifting_in_does_not() -> None:
    state = battle("Ab..", "####", b={"size": "tiny", "reach": 1})
    answer = ask(state, "path", to=[2, 0])
    assert answer["steps"][0]["strikers"] == ["b"]
    assert "D4-OCC-3" in answer["steps"][0]["rules"]
    assert strikers(state, [2, 0], mode="shift", budget=2) == [[], []]


@pytest.mark.rule("D4-OA-4", "D4-OA-5")
@pytest.mark.parametrize("condition", ["opportunity used", "blinded", "dazed", "stunned", "unconscious"])
def test_who_cannot_take_an_opportunity_action_does_not_strike(condition: str) -> None:
    assert strikers(battle("Ab", ".."), [0, 1]) == [["b"]]
    assert strikers(battle("Ab", "..", b={"conditions": [condition]}), [0, 1]) == [[]]


@pytest.mark.rule("D4-OA-6", "D4-SIZE-4")
def test_threatening_reach_strikes_from_two_squares_off_plain_reach_does_not() -> None:
    rows = ("A..b", "#.##")
    plain = battle(*rows, b={"reach": 2})
    assert strikers(plain, [1, 0]) == [[]]
    long = battle(*rows, b={"reach": 2, "threatening": 2})
    assert strikers(battle(".A.b", b={"reach": 2, "threatening": 2}), [2, 0]) == [["b"]]
    assert strikers(long, [1, 0]) == [[]]
    assert strikers(battle(".A.b", b={"threatening": 2}), [2, 0], mode="shift") == [[]]


@pytest.mark.rule("D4-OA-8", "D4-SIZE-2")
def test_a_tiny_enemy_strikes_who_leaves_its_own_square_only() -> None:
    tiny = {"size": "tiny"}
    assert strikers(battle("Ab", ".."), [0, 1]) == [["b"]]
    assert strikers(battle("Ab", "..", b=tiny), [0, 1]) == [[]]
    assert strikers(battle("A.", "..", b={**tiny, "at": (0, 0)}), [0, 1]) == [["b"]]


@pytest.mark.rule("D4-OA-7", "D4-TEL-3", "D4-FM-6")
def test_teleports_and_forced_movement_provoke_nothing() -> None:
    state = battle("Ab.", A={"modes": {"teleport": 5}})
    assert ask(state, "teleport", to=[2, 0])["strikers"] == []
    assert ask(state, "push", target="b")["strikers"] == []


@pytest.mark.rule("D4-FALL-7")
def test_going_over_an_edge_past_an_enemy_of_the_faller_provokes_nothing() -> None:
    answer = ask(battle("AbO", "#.C"), "push", target="b")
    assert answer["edges"] == [[2, 0]]
    assert answer["strikers"] == []


@pytest.mark.rule("D4-PHASE-2")
def test_phasing_provokes_like_walking() -> None:
    assert strikers(battle("Ab.", A={"keywords": ["phasing"]}), [2, 0]) == [["b"], ["b"]]


@pytest.mark.rule("D4-OA-5")
def test_who_does_not_see_the_mover_does_not_strike() -> None:
    wall = (((0, 0), (1, 0), "wall"), ((0, 1), (1, 1), "wall"))
    assert strikers(battle("Ab", "..", edges=wall), [0, 1]) == [[]]


@pytest.mark.rule("D4-OA-2", "D4-OA-6")
def test_the_threatened_squares_are_those_round_the_whole_space() -> None:
    answer = ask(battle(".....", ".b...", ".....", ".....", b={"size": "large"}), "threatened", "b")
    assert len(answer["squares"]) == 16
    assert answer["able"]
