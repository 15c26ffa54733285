"""Lines and filled squares in the air: what rises no higher than a creature neither stops nor hides it; pits are deep."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle
from tests.rules.dnd4e.table import NEW, OLD, on_map, power

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])
WALLS = {
    "l": {"blocking": True, "height": 5},
    "w": {"blocking": True, "height": 10},
    "T": {"blocking": True, "height": 60},
}


def up(x: int, y: int, level: int = 4, **more: Any) -> dict[str, Any]:
    return {"at": [x, y, level], "modes": {"fly": 6}, **more}


@BOTH
@pytest.mark.rule("D4-FM-3", "D4-LOE-1")
@pytest.mark.parametrize(("kind", "to"), [("push", [5, 0]), ("pull", [3, 0]), ("slide", [5, 0])])
def test_fliers_force_each_other_over_a_low_wall(edition: str, kind: str, to: list[int]) -> None:
    table = on_map("..l...", "######", edition=edition, legend=WALLS, A=up(0, 0), b=up(4, 0))
    assert ask(table.state, "effect", target="b")["effect"]
    answer = ask(table.state, kind, target="b", squares=1, to=to)
    assert answer["way"]["legal"], answer["way"]["why"]
    assert to in [end["at"] for end in answer["ends"]]
    table.do(kind, unit="A", target="b", to=to)
    assert table.at("b") == (*to, 4)
    # On the ground, and past a wall that rises above both, there is no line.
    for level, letter in ((0, "l"), (4, "T")):
        low = on_map(f"..{letter}...", "######", legend=WALLS, A=up(0, 0, level), b=up(4, 0, level))
        assert low.refused(kind, unit="A", target="b", to=to).rules == ("D4-FM-3",)


@BOTH
@pytest.mark.rule("D4-FM-8", "D4-FM-3")
def test_a_flier_is_pushed_over_a_wall_that_is_lower_than_it_flies(edition: str) -> None:
    for level, legal in ((4, True), (2, True), (1, False)):
        table = on_map(
            ".A....", "######", edition=edition, legend=WALLS, A=up(1, 0, level), b=up(2, 0, level)
        )
        board = on_map(
            ".A.ww.", "######", edition=edition, legend=WALLS, A=up(1, 0, level), b=up(2, 0, level)
        )
        table.do("push", unit="A", target="b", to=[4, 0], limit=2)
        answer = ask(board.state, "push", target="b", squares=2, to=[4, 0])
        assert ([4, 0] in [end["at"] for end in answer["ends"]], answer["way"]["legal"]) == (legal, legal)
        if legal:
            board.do("push", unit="A", target="b", to=[4, 0], limit=2)
            assert board.at("b") == table.at("b") == (4, 0, level)
        else:
            board.refused("push", unit="A", target="b", to=[4, 0], limit=2)


@pytest.mark.rule("D4-LOS-1", "D4-LOE-1")
@pytest.mark.parametrize("question", ["sight", "effect"])
def test_what_is_shown_to_stop_a_line_is_what_stops_it(question: str) -> None:
    """Both are above the low wall, so that the tower behind it is what hides the one from the other."""
    state = battle(".lT.", legend=WALLS, A=up(0, 0), b=up(3, 0))
    answer = ask(state, question, target="b")
    assert answer[question] is False
    assert [line["square"] for line in answer["lines"]] == [[2, 0]]


@pytest.mark.rule("D4-LOE-1")
def test_a_burst_of_a_flier_goes_over_a_low_wall() -> None:
    for letter, beyond in (("l", True), ("T", False)):
        state = battle(f"..{letter}..", "#####", legend=WALLS, A=up(1, 0))
        squares = ask(state, "area", template="burst 2")["squares"]
        assert ([3, 0] in squares) == beyond
        at = ask(state, "area", template="area 1", at=[[4, 0]])
        assert (at["why"] == "") == beyond


@pytest.mark.rule("D4-FM-2", "D4-PUSH-1", "D4-PULL-1")
def test_an_origin_in_a_pit_is_as_deep_as_the_pit() -> None:
    rows = (".......", ".OOOOO.", ".OOOOO.", ".OOOOO.", ".......")
    table = on_map(*rows, A={"at": [1, 2]}, b={"at": [3, 2]})
    for kind, far in (("push", [4, 2]), ("pull", [2, 1])):
        own = {"push": [[4, 1], [4, 2], [4, 3]], "pull": [[2, 1], [2, 2], [2, 3]]}[kind]
        origin = [1, 2] if kind == "pull" else [2, 2]
        answer = ask(table.state, kind, target="b", squares=1, origin=origin)
        assert sorted(end["at"] for end in answer["ends"]) == own
        table.do(kind, unit="A", target="b", to=far, origin=origin)
        assert table.at("b") == tuple(far)
        table = on_map(*rows, A={"at": [1, 2]}, b={"at": [3, 2]})
    # Above the pit, four squares up, level steps are neither nearer nor farther.
    assert not ask(table.state, "push", target="b", squares=1, origin=[2, 2, 1])["ends"]


@pytest.mark.rule("D4-COV-1")
def test_an_area_is_judged_from_the_height_of_its_origin() -> None:
    """Said by nobody it is that of the target; the attacker's own height is of no matter to the lines of a burst."""
    state = battle("......l.", "........", legend=WALLS, A={"at": [0, 1]}, b=up(7, 0))
    above = ask(state, "cover", target="b", kind="area", origin=[5, 0])
    assert (above["cover"], above["effect"]) == ("none", True)
    assert not ask(state, "cover", target="b", kind="area", origin=[5, 0, 0])["effect"]
    burst = power("Burst", kind="area", range=10, versus="reflex", words=["burst 1"])
    for rows, at in (([".....l..", "........"], [4, 0]), (["......l.", "........"], [5, 0])):
        table = on_map(*rows, legend=WALLS, A={"at": [0, 1], "attacks": [burst]}, b=up(7, 0))
        table.do("attack", unit="A", target="b", origin=at, dice=[10, 3])
    far = on_map(
        "........",
        "........",
        A={"at": [0, 0], "attacks": [power("Burst", kind="area", range=3, versus="reflex")]},
        b=up(1, 0),
    )
    assert "4 squares away" in far.refused("attack", unit="A", target="b").why


@pytest.mark.rule("D4-FM-8", "D4-FM-5", "D4-OBS-1")
@pytest.mark.parametrize("size", ["medium", "large"])
def test_nobody_is_forced_down_into_a_wall(size: str) -> None:
    rows = (".A.ww.", "......")
    table = on_map(*rows, legend=WALLS, A=up(0, 0, 3), b=up(3, 0, 3, size=size))
    for to, legal in (([3, 0, 2], True), ([3, 0, 1], False), ([4, 0, 1], False)):
        answer = ask(table.state, "slide", target="b", squares=2, to=to)["way"]
        assert answer["legal"] == legal, answer
        if not legal:
            table.refused("slide", unit="A", target="b", to=to, limit=2)
    table.do("slide", unit="A", target="b", to=[3, 0, 2], limit=2)
    assert table.at("b") == (3, 0, 2)
