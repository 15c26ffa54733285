"""Flanking with its line."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.dnd4e.position.drawn import ask, battle
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.declarations import NO_OPPORTUNITY
from warband_tui.rules.games.dnd4e.flanking import flanking_squares
from warband_tui.rules.state import Condition


def flanked(*rows: str, **more: Any) -> dict[str, Any]:
    return ask(battle(*rows, **more), "flank", target="b", **{"with": "C"})


@pytest.mark.rule("D4-FLANK-1", "D4-FLANK-2")
@pytest.mark.parametrize(
    ("rows", "flanks"),
    [
        (("...", "AbC", "..."), True),
        ((".A.", ".b.", ".C."), True),
        (("A..", ".b.", "..C"), True),
        (("A..", ".b.", ".C."), False),
        (("A..", ".bC", "..."), False),
        (("A.C", ".b.", "..."), False),
        ((".A.", ".bC", "..."), False),
    ],
)
def test_flankers_stand_on_opposite_sides_or_corners(rows: tuple[str, ...], flanks: bool) -> None:
    answer = flanked(*rows)
    assert answer["flanks"] is flanks
    assert answer["why"]


@pytest.mark.rule("D4-FLANK-2")
def test_the_line_joins_the_middles_of_the_squares() -> None:
    assert flanked("A..", ".b.", "..C")["line"] == [[0.5, 0.5], [2.5, 2.5]]


@pytest.mark.rule("D4-FLANK-2")
@pytest.mark.parametrize("rows", [("A..C", "...."), ("A...", "...C"), ("...C", "A...")])
def test_each_square_of_a_side_pairs_with_all_of_the_opposite_side(rows: tuple[str, ...]) -> None:
    assert flanked(*rows, b={"size": "large", "at": (1, 0)})["flanks"]


@pytest.mark.rule("D4-FLANK-3")
def test_a_large_flanker_uses_any_of_its_squares() -> None:
    answer = flanked("A...", "..bC", "....", A={"size": "large"})
    assert answer["flanks"]
    assert "D4-FLANK-3" in answer["rules"]
    assert answer["squares"] == [[1, 1], [3, 1]]


@pytest.mark.rule("D4-FLANK-4")
def test_flanking_needs_line_of_effect_and_an_attack() -> None:
    wall = (((0, 0), (1, 0), "wall"),)
    assert flanked("AbC", edges=wall)["rules"] == ["D4-FLANK-4"]
    assert "D4-FLANK-4" in flanked("AbC", A={"size": "tiny"})["rules"]


@pytest.mark.rule("D4-FLANK-5")
@pytest.mark.parametrize("edition", ["2008", "2010"])
@pytest.mark.parametrize(
    ("state", "flanks"),
    [("blinded", False), ("dazed", False), ("dominated", False), ("stunned", False), ("unconscious", False),
     ("petrified", False), ("surprised", False), ("dying", False),
     ("prone", True), ("slowed", True), ("immobilized", True), ("grabbed", True)],
)  # fmt: skip
def test_states_that_bar_flanking(state: str, flanks: bool, edition: str) -> None:
    assert flanked("AbC", C={"conditions": [state]}, edition=edition)["flanks"] is flanks


@pytest.mark.rule("D4-FLANK-5")
def test_what_takes_opportunity_actions_bars_it_where_the_table_says_so() -> None:
    for options, flanks in (({}, True), ({"flank-bar": "opportunity"}, False)):
        state = battle("AbC", options=options)
        barred = replace(state.units["C"], conditions={NO_OPPORTUNITY: Condition()})
        state = replace(state, units={**state.units, "C": barred})
        assert ask(state, "flank", target="b", **{"with": "C"})["flanks"] is flanks


@pytest.mark.rule("D4-FLANK-1", "D4-FLY-2")
@pytest.mark.parametrize(
    ("target", "ally", "flanks"),
    [(2, 2, True), (3, 3, True), (1, 2, True), (2, 1, True), (2, 0, False), (0, 2, False)],
)
def test_flankers_are_adjacent_upwards_as_well(target: int, ally: int, flanks: bool) -> None:
    """A is as high as the target, C is at a height of its own; at two squares up or down it is not adjacent."""
    fly = {"modes": {"fly": 6}}
    up: Any = {
        "A": {**fly, "at": (0, 0, target)},
        "b": {**fly, "at": (1, 0, target)},
        "C": {**fly, "at": (2, 0, ally)},
    }
    assert flanked("...", **up)["flanks"] is flanks


@pytest.mark.rule("D4-FLANK-3", "D4-FLY-2")
def test_a_large_flanker_in_the_air_uses_any_of_its_squares() -> None:
    fly = {"modes": {"fly": 6}}
    up: Any = {
        "A": {**fly, "size": "large", "at": (0, 0, 3)},
        "b": {**fly, "at": (2, 1, 3)},
        "C": {**fly, "at": (3, 1, 3)},
    }
    assert flanked("....", "....", **up)["squares"] == [[1, 1], [3, 1]]


@pytest.mark.rule("D4-FLANK-6")
def test_a_reach_weapon_two_squares_off_does_not_flank() -> None:
    answer = flanked("A.bC", A={"reach": 2})
    assert (answer["flanks"], answer["rules"][0]) == (False, "D4-FLANK-6")


@pytest.mark.rule("D4-FLANK-7")
def test_all_around_vision_gives_no_advantage() -> None:
    answer = flanked("AbC", b={"keywords": ["all-around vision"]})
    assert (answer["flanks"], answer["rules"]) == (False, ["D4-FLANK-7"])


@pytest.mark.rule("D4-FLANK-8")
@pytest.mark.parametrize("side", [1, 2, 3, 4])
def test_a_space_is_flanked_by_two_s_squared_and_two_pairs(side: int) -> None:
    target = Space(1, 1, side)
    near = [
        Space(x, y) for x in range(side + 2) for y in range(side + 2) if distance(Space(x, y), target) == 1
    ]
    pairs = sum(flanking_squares(target, a, b) is not None for i, a in enumerate(near) for b in near[i + 1 :])
    assert pairs == 2 * side**2 + 2
