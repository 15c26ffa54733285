"""Drops as deep as they are: climbed and flown out of and into, hovered over, fallen into from above."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask
from tests.rules.dnd4e.table import Table, on_map, power
from warband_tui.errors import WarbandError

PIT = ("......", ".OO...", ".OO...", "......")
BOTH = {"modes": {"fly": 6, "climb": 6}}


def pit(**units: Any) -> Table:
    return on_map(*PIT, **units)


@pytest.mark.rule("D4-GEO-3", "D4-FLY-2", "D4-SPD-6", "D4-FLY-1")
@pytest.mark.parametrize(
    ("mode", "to", "price", "speeds"),
    [("climb", [0, 0], 4, BOTH), ("fly", [0, 0], 4, BOTH), ("fly", [0, 0, 1], 5, BOTH), ("climb", [3, 3], 4, BOTH),
     ("climb", [0, 0], 8, {"speed": 8}), ("fly", [1, 1, 0], 4, BOTH), ("fly", [2, 2], 1, BOTH)],
)  # fmt: skip
def test_the_way_out_of_a_pit_is_as_long_as_it_is_deep(
    mode: str, to: list[int], price: int, speeds: dict[str, Any]
) -> None:
    table = pit(A={"at": [1, 1], **speeds})
    asked = ask(table.state, "path", mode=mode, to=to)
    assert (asked["legal"], asked["price"]) == (True, price)
    entry = table.do("walk", unit="A", mode=mode, to=to)
    assert f"{price}" in entry.text
    back = ask(table.state, "path", mode=mode, to=[1, 1, -4], budget=8)
    assert (back["legal"], back["price"]) == (True, price)


@pytest.mark.rule("D4-GEO-3", "D4-SPD-6")
def test_the_way_down_costs_what_the_way_up_costs_and_a_teleport_is_as_far() -> None:
    table = pit(A={"at": [0, 0], "modes": {"climb": 6}})
    assert ask(table.state, "path", mode="climb", to=[1, 1])["price"] == 4
    assert {"at": [1, 1], "price": 4} in ask(table.state, "reach", mode="climb")["ends"]
    table.do("walk", unit="A", mode="climb", to=[1, 1])
    assert (table.at("A"), table.of("A").counter("altitude")) == ((1, 1), 0)
    assert ask(table.state, "distance", to=[0, 1, 0])["distance"] == 4
    assert ask(table.state, "teleport", to=[0, 0], squares=9)["distance"] == 4
    assert "bottom" in ask(table.state, "path", mode="climb", to=[2, 1, -2])["why"]
    assert ask(table.state, "path", to=[2, 1])["price"] == 1


@pytest.mark.rule("D4-SPD-6")
def test_a_climber_keeps_to_the_sides_of_a_wide_pit() -> None:
    """In the middle of 5x5 nothing is there to hold on to: first to the side, then up."""
    rows = (".......", *[".OOOOO."] * 5, ".......")
    table = on_map(*rows, A={"at": [3, 3], "modes": {"climb": 9, "fly": 9}})
    assert ask(table.state, "path", mode="fly", to=[3, 0])["price"] == 4
    climbed = ask(table.state, "path", mode="climb", to=[3, 0])
    assert (climbed["price"], climbed["path"][0][2]) == (5, -4)


@pytest.mark.rule("D4-OA-1", "D4-GEO-3")
def test_who_stands_on_the_rim_strikes_at_who_climbs_by() -> None:
    table = pit(A={"at": [1, 1], "modes": {"climb": 6}}, b={"at": [1, 0]})
    asked = ask(table.state, "path", mode="climb", to=[2, 0])
    assert [step["strikers"] for step in asked["steps"]] == [[], [], [], ["b"]]
    assert asked["steps"][2]["to"][2] == -1
    near = pit(A={"at": [1, 1], "modes": {"climb": 6}}, b={"at": [2, 2]})
    assert ask(near.state, "path", mode="climb", to=[0, 0])["steps"][0]["strikers"] == ["b"]


@pytest.mark.rule("D4-FLY-1", "D4-FLY-2", "D4-PRONE-1", "D4-FALL-8")
def test_a_flier_over_a_pit_is_level_with_its_rim_and_falls_to_its_bottom() -> None:
    table = pit(A={"at": [0, 1], "modes": {"fly": 2}}, b={"at": [3, 1]})
    table.do("walk", unit="A", mode="fly", to=[2, 1])
    assert ask(table.state, "distance", target="b")["distance"] == 1
    entry = table.do("afflict", unit="A", condition="prone", dice=[6])
    assert "falls 20 feet" in entry.text
    assert (table.hp("A"), table.of("A").has("flying"), table.of("A").has("prone")) == (34, False, True)
    assert ask(table.state, "distance", target="b")["distance"] == 4


@pytest.mark.rule("D4-FALL-8")
def test_a_fall_over_a_pit_goes_all_the_way_down() -> None:
    table = pit(A={"at": [1, 1, 4], "modes": {"fly": 6}}, b={"at": [0, 1]})
    entry = table.do("afflict", unit="A", condition="prone", dice=[7])
    assert "falls 40 feet" in entry.text
    assert (table.hp("A"), table.of("A").has("prone")) == (33, True)
    assert ask(table.state, "distance", target="b")["distance"] == 4


@pytest.mark.rule("D4-FALL-8", "D4-FLY-1")
def test_who_flies_in_a_pit_falls_what_is_left_below_it() -> None:
    table = pit(A={"at": [1, 1], "modes": {"fly": 6}})
    table.do("walk", unit="A", mode="fly", to=[1, 1, -1])
    assert table.at("A") == (1, 1, -1)
    assert "falls 15 feet" in table.do("afflict", unit="A", condition="prone").text
    assert (table.at("A"), table.of("A").counter("altitude")) == ((1, 1), 0)


@pytest.mark.rule("D4-OCC-2", "D4-OCC-5")
def test_who_is_at_the_bottom_bars_the_bottom_and_not_the_air_above() -> None:
    table = pit(A={"at": [0, 1], **BOTH}, b={"at": [1, 1]})
    ends = [end["at"] for end in ask(table.state, "reach", mode="climb")["ends"]]
    assert ([1, 1] in ends, [1, 2] in ends) == (False, True)
    assert ask(table.state, "path", mode="climb", to=[1, 1])["why"] == "b holds 1,1"
    assert table.refused("walk", unit="A", mode="climb", to=[1, 1]).rules == ("D4-OCC-2",)
    assert {"at": [1, 1], "price": 1} in ask(table.state, "reach", mode="fly", budget=1)["ends"]
    table.do("walk", unit="A", mode="fly", to=[1, 1])
    assert ask(table.state, "distance", target="b")["distance"] == 4


@pytest.mark.rule("D4-OCC-2", "D4-OCC-5")
@pytest.mark.parametrize("mode", ["fly", "climb"])
def test_at_the_bottom_others_are_in_the_way(mode: str) -> None:
    table = on_map("......", ".OOO..", "......", A={"at": [1, 1], **BOTH}, b={"at": [2, 1]})
    asked = ask(table.state, "path", mode=mode, to=[2, 1, -4])
    assert (asked["legal"], asked["why"]) == (False, "b holds 2,1")
    # Over the enemy it gets past, up and down in three squares' time.
    assert ask(table.state, "path", mode=mode, to=[3, 1, -4])["price"] == 2


@pytest.mark.rule("D4-OCC-4", "D4-SPD-6")
def test_who_is_held_on_the_side_of_a_pit_is_put_back_on_its_rim() -> None:
    hold = power("Hold", attack=30, effects=[{"condition": "immobilized"}])
    table = pit(A={"at": [0, 1], "modes": {"climb": 6}}, b={"at": [0, 2], "attacks": [hold]})
    table.do("walk", unit="A", mode="climb", to=[1, 1], choices={"b:strike": "2"}, dice=[10, 1])
    assert (table.at("A"), table.of("A").counter("altitude")) == ((0, 1), 0)


@pytest.mark.rule("D4-TEL-1", "D4-GEO-3")
def test_a_flier_in_a_pit_teleports_out_onto_the_ground() -> None:
    table = pit(A={"at": [1, 1], "modes": {"fly": 6, "teleport": 6}})
    table.do("walk", unit="A", mode="fly", to=[1, 1, -2])
    table.do("teleport", unit="A", to=[0, 0], action="free")
    assert (table.at("A"), table.of("A").counter("altitude")) == ((0, 0), 0)


@pytest.mark.rule("D4-GEO-3", "D4-FLY-2", "D4-LOS-1", "D4-LOE-1")
def test_a_square_that_is_asked_about_is_as_deep_as_its_ground_or_as_high_as_it_says() -> None:
    table = pit(A={"at": [0, 1]}, b={"at": [1, 1]})
    for to, far in (([1, 1], 4), ([1, 1, 0], 1), ([1, 1, -2], 2), ([1, 0], 1), ([1, 0, 3], 3)):
        assert ask(table.state, "distance", to=to)["distance"] == far
    wall = {"W": {"blocking": True, "height": 10}}
    aloft = on_map("...", ".W.", "...", legend=wall, A={"at": [0, 1, 4], "modes": {"fly": 6}})
    for to, seen in (([2, 1], True), ([2, 1, 4], True), ([2, 1, 0], False)):
        assert ask(aloft.state, "sight", to=to)["sight"] is seen
        assert ask(aloft.state, "effect", to=to)["effect"] is seen


@pytest.mark.rule("D4-GEO-1", "D4-FLY-2")
def test_who_is_put_below_the_ground_is_in_a_drop() -> None:
    table = pit(A={"at": [1, 1, -2], "modes": {"fly": 6}}, b={"at": [0, 0]})
    assert (table.of("A").has("flying"), ask(table.state, "distance", target="b")["distance"]) == (True, 2)
    for at in ([1, 1, -5], [4, 1, -1]):
        assert "deeper than any drop" in table.refused("place", unit="b", at=at).why
        with pytest.raises(WarbandError, match="deeper than any drop"):
            pit(A={"at": at})
