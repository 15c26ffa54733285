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
    assert ("does not follow" in entry.text) == bool(conditions)
    assert ("shifts into the space" in entry.text) == (not conditions and bool(to))
    assert (table.at("A"), table.at("b")) == ((end, (2, 0)) if to else ((0, 0), (1, 0)))


@pytest.mark.rule("D4-CHG-1", "D4-FM-14")
def test_nobody_follows_a_target_that_was_not_moved() -> None:
    """On the board the square to which the target is pushed was not named: it is still where it was."""
    table = on_map("A..b..", "######", A={"attacks": [power()]})
    entry = table.do("charge", unit="A", target="b", to=[2, 0], rush=True, result="hit")
    assert (table.at("A"), table.at("b")) == ((2, 0), (3, 0))
    assert "still at 3,0" in entry.text
    assert "shifts" not in entry.text


PIT = (".......", ".OOOOO.", ".OOOOO.", ".OOOOO.", ".......")


@pytest.mark.rule("D4-FM-14", "D4-FLY-2")
def test_the_rusher_follows_on_the_floor_of_a_pit_and_in_the_air() -> None:
    pit = on_map(*PIT, A={"at": [1, 2]}, b={"at": [2, 2]})
    pit.do("bull-rush", unit="A", target="b", result="hit", to=[3, 2])
    assert (pit.at("A"), pit.at("b")) == ((2, 2), (3, 2))
    flying = {"modes": {"fly": 6}}
    for low, high in ((3, 3), (3, 4), (3, 2)):
        air = on_map(*["......"] * 3, A={"at": [1, 1, low], **flying}, b={"at": [2, 1, high], **flying})
        entry = air.do("bull-rush", unit="A", target="b", result="hit", to=[3, 1, high])
        assert (air.at("A"), air.at("b")) == ((2, 1, high), (3, 1, high))
        assert air.of("A").counter("altitude") == high * 5
        assert "A shifts into the space" in entry.text
    # Who does not fly does not follow into the air.
    ground = on_map(*["......"] * 3, A={"at": [1, 1]}, b={"at": [2, 1, 1], **flying})
    entry = ground.do("bull-rush", unit="A", target="b", result="hit", to=[3, 1])
    assert (ground.at("A"), "no room to follow" in entry.text) == ((1, 1), True)


@pytest.mark.rule("D4-DIAG-2", "D4-DT-4")
@pytest.mark.parametrize(
    ("rows", "b", "to"),
    [((".....", ".A#..", "..b..", "....."), {}, [3, 3]),
     ((".....", ".Ab..", "....."), {"under": "~"}, [3, 1])],
)  # fmt: skip
def test_the_shift_after_a_rush_is_a_shift_of_one_square(rows: Any, b: Any, to: Any) -> None:
    """No filled corner is cut, and difficult ground costs more than it has."""
    table = on_map(*rows, b=b)
    old = list(table.at("b"))
    answer = ask(table.state, "path", mode="shift", budget=1, to=old)
    assert not answer["legal"]
    entry = table.do("bull-rush", unit="A", target="b", result="hit", to=to)
    assert (table.at("A"), table.at("b")) == ((1, 1), tuple(to))
    assert "no room to follow" in entry.text
    free = on_map(*(row.replace("#", ".") for row in rows))
    free.do("bull-rush", unit="A", target="b", result="hit", to=to)
    assert free.at("A") == tuple(old)
