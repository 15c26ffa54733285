"""Shifts that come with other acts: getting free, standing up, following a bull rush."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask
from tests.rules.dnd4e.table import on_map, power

ROOTED = ("immobilized", "restrained")


@pytest.mark.rule("D4-SPD-2")
def test_who_gets_free_may_shift_a_square() -> None:
    table = on_map(".....", ".Ab..", ".....", A={"conditions": ["grabbed"]})
    entry = table.do("escape", unit="A", result=True, to=[0, 1])
    assert (table.at("A"), "may shift" in entry.text) == ((0, 1), True)


@pytest.mark.rule("D4-PRONE-2", "D4-SPD-5")
@pytest.mark.parametrize(
    ("state", "rule"), [("prone", "D4-PRONE-2"), ("immobilized", "D4-SPD-5"), ("restrained", "D4-SPD-5")]
)
def test_who_cannot_shift_gets_free_and_stays(state: str, rule: str) -> None:
    table = on_map(".....", ".Ab..", ".....", A={"conditions": ["grabbed", state]})
    assert table.refused("escape", unit="A", result=True, to=[0, 1]).rules == (rule,)
    entry = table.do("escape", unit="A", result=True)
    assert (table.at("A"), table.of("A").has("grabbed"), "may shift" in entry.text) == ((1, 1), False, False)


@pytest.mark.rule("D4-PRONE-3", "D4-SPD-5")
@pytest.mark.parametrize("state", ROOTED)
def test_who_is_rooted_stands_up_in_place_only(state: str) -> None:
    prone = {"conditions": ["prone", state]}
    free = on_map("A..", A=prone)
    assert ask(free.state, "stand")["legal"]
    free.do("stand", unit="A")
    shared = on_map("A..", A=prone, C={"at": [0, 0]})
    answer = ask(shared.state, "stand")
    assert (answer["legal"], answer["ends"], answer["rules"][0]) == (False, [], "D4-SPD-5")
    assert shared.refused("stand", unit="A", to=[1, 0]).rules == ("D4-SPD-5",)


@pytest.mark.rule("D4-PRONE-2", "D4-SPD-5")
@pytest.mark.parametrize(
    ("conditions", "end"), [([], (1, 0)), (["prone"], (0, 0)), (["immobilized"], (0, 0))]
)
@pytest.mark.parametrize("to", [[2, 0], []])
def test_who_cannot_shift_does_not_follow_its_bull_rush(
    conditions: list[str], end: Any, to: list[int]
) -> None:
    table = on_map("Ab...", A={"conditions": conditions, "attacks": [power()]})
    entry = table.do("bull-rush", unit="A", target="b", result="hit", to=to)
    assert ("shifts into the space" in entry.text) == (not conditions)
    if to:
        assert (table.at("A"), table.at("b")) == (end, (2, 0))
