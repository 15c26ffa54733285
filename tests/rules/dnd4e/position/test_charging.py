"""Charges on a map: how far, by which squares, to which ends, at whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.dnd4e.position.drawn import BOARD, ask, battle
from tests.rules.dnd4e.table import on_map, power
from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import DIRECTIONS, distance
from warband_tui.rules.games.dnd4e import charging
from warband_tui.rules.games.dnd4e.cover import effect
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.steps import mode_of, moves
from warband_tui.rules.state import BattleState


def ends(state: BattleState, **more: Any) -> set[tuple[int, ...]]:
    answer = ask(state, "charge", target="b", **more)
    assert answer["legal"] == bool(answer["ends"])
    return {tuple(end["at"]) for end in answer["ends"]}


@pytest.mark.rule("D4-CHG-1", "D4-GEO-3")
@pytest.mark.parametrize(
    ("size", "at", "expected"),
    [("medium", 3, {(2, 0), (2, 1)}), ("medium", 2, set()),
     ("large", 4, {(2, 0), (2, 1)}), ("large", 3, set()),
     ("huge", 6, {(3, 0), (3, 1)}), ("huge", 5, {(2, 0), (2, 1)}), ("huge", 4, set())],
)  # fmt: skip
def test_a_charge_of_any_size_goes_two_squares_at_least(
    size: str, at: int, expected: set[tuple[int, int]]
) -> None:
    """The squares that it goes count, not those between its old space and its new one."""
    state = battle(*["........."] * 4, A={"size": size, "at": (0, 0), "reach": 1}, b={"at": (at, 0)})
    assert ends(state) == expected
    table = on_map(*["........."] * 4, A={"at": [0, 0], "reach": 1, "size": size}, b={"at": [at, 0]})
    if expected:
        table.do("charge", unit="A", target="b", to=list(min(expected)), dice=[2])
        assert table.at("A") == min(expected)
    else:
        assert "too near" in table.refused("charge", unit="A", target="b", to=[at - 1, 0]).why


@pytest.mark.rule("D4-CHG-1")
def test_every_square_of_a_charge_is_nearer_to_the_target() -> None:
    """Round the end of the wall the third step brings it no nearer."""
    rows = ("A.#.b", "..#..", ".....")
    answer = ask(battle(*rows), "charge", target="b")
    assert (answer["legal"], answer["why"]) == (False, "no way on which every square is nearer to b")
    assert ends(battle("A.#.b", ".....", ".....")) == {(3, 1)}
    table = on_map("A.#.b", ".....", ".....")
    detour = [[0, 1], [1, 1], [2, 1], [3, 1]]
    assert table.refused("charge", unit="A", target="b", path=detour).rules == ("D4-CHG-1",)


@pytest.mark.rule("D4-CHG-1", "D4-LOE-1")
def test_a_charge_ends_where_the_target_can_be_attacked() -> None:
    wall = [((3, 0), (4, 0), "wall")]
    assert ends(battle("A...b", edges=wall)) == set()
    assert ends(battle("A...b", ".....", edges=wall)) == {(3, 1)}
    window = [((3, 0), (4, 0), "window")]
    assert ends(battle("A...b", edges=window)) == set()
    table = on_map("A...b", ".....", edges=wall)
    assert table.refused("charge", unit="A", target="b", to=[3, 0]).why == "a charge at b ends in 3,1"


@pytest.mark.rule("D4-CHG-1", "D4-SIZE-2", "D4-SIZE-4")
def test_a_charge_ends_as_far_off_as_its_attack_reaches() -> None:
    spear = power("Spear", range=2)
    assert ends(battle("A....b", A={"reach": 2})) == {(3, 0)}
    assert ends(battle("A....b", A={"attacks": [spear]})) == {(3, 0)}
    # A Tiny creature attacks in its own square only, so that is where it charges to.
    assert ends(battle("A....b", A={"size": "tiny"})) == {(5, 0)}
    table = on_map("A....b", A={"attacks": [power(), spear]})
    table.do("charge", unit="A", target="b", to=[4, 0], dice=[2])
    table.battle.undo()
    table.do("charge", unit="A", target="b", weapon="spear", to=[3, 0], dice=[2])
    assert table.at("A") == (3, 0)


@pytest.mark.rule("D4-CHG-1", "D4-FLY-2")
@pytest.mark.parametrize(
    ("high", "reach", "expected"), [(0, 1, {(3, 0)}), (1, 1, {(3, 0)}), (2, 1, set()), (2, 2, {(2, 0)})]
)
def test_who_flies_out_of_reach_is_not_charged(high: int, reach: int, expected: set[tuple[int, int]]) -> None:
    state = battle("A...b", A={"reach": reach}, b={"at": (4, 0, high), "modes": {"fly": 6}})
    assert ends(state) == expected
    table = on_map("A...b", A={"reach": reach}, b={"at": [4, 0, high], "modes": {"fly": 6}})
    if expected:
        table.do("charge", unit="A", target="b", to=list(*expected), dice=[2])
    else:
        assert (
            table.refused("charge", unit="A", target="b", to=[3, 0]).why
            == "b is 2 squares up or down; A reaches 1"
        )


@pytest.mark.rule("D4-CHG-1", "D4-FLY-2")
def test_a_large_flier_overhead_is_nearer_than_its_feet() -> None:
    """Two squares tall, the charger gets at a flier a square above its own lower half."""
    state = battle(
        "A....", "....b", A={"size": "large", "reach": 1}, b={"at": (4, 1, 2), "modes": {"fly": 6}}
    )
    assert ends(state) == {(2, 0)}


@st.composite
def charges(draw: st.DrawFn) -> BattleState:
    letters = st.sampled_from(".....~#")
    rows = ["".join(draw(st.lists(letters, min_size=7, max_size=7))) for _ in range(5)]
    size = draw(st.sampled_from(["medium", "large", "huge"]))
    side = {"medium": 1, "large": 2, "huge": 3}[size]
    rows = [
        ("." * side + row[side:] if y < side else row)[:6] + ("." if y == 4 else row[6])
        for y, row in enumerate(rows)
    ]
    return battle(
        *rows,
        A={"size": size, "at": (0, 0), "reach": draw(st.sampled_from([1, 2]))},
        b={"at": (6, draw(st.sampled_from([2, 4])))},
    )


@pytest.mark.rule("D4-CHG-1")
@given(state=charges())
def test_charges_are_those_of_the_rule_counted_square_by_square(state: BattleState) -> None:
    scene = Scene(state)
    unit = scene.unit("A")
    start, goal, reach = scene.space("A"), scene.space("b"), scene.profile(unit).usual_reach
    steps = moves(scene, unit, mode_of("charge"))
    found: dict[Square, tuple[int, int]] = {start.anchor: (0, 0)}
    todo = [start.anchor]
    while todo:
        at = todo.pop(0)
        for direction in DIRECTIONS:
            one = steps.step(at, direction)
            if one.legal and distance(start.at(one.to), goal) < distance(start.at(at), goal):
                count, price = found[at][0] + 1, found[at][1] + one.price
                if one.to not in found or price < found[one.to][1]:
                    found[one.to] = (count, price)
                    todo.append(one.to)
    good = {
        at: count
        for at, (count, price) in found.items()
        if count >= 2
        and price <= 6
        and 0 < distance(start.at(at), goal) <= reach
        and steps.endable & scene.grid.bit(at)
        and _affects(state, at)
    }
    assert ends(state) == {at for at, count in good.items() if count == min(good.values())}


def _affects(state: BattleState, at: Square) -> bool:
    units = {**state.units, "A": replace(state.units["A"], at=(at,))}
    scene = Scene(replace(state, units=units))
    return effect(scene, scene.unit("A"), scene.unit("b")).clear


def test_the_target_of_a_charge_is_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three enemies only those beside the end are looked at, and the way is worked out for one."""
    table = on_map("A...........", "............", ".....b......", ".....d......", ".....f......")
    seen: list[str] = []
    plain = charging.charge_field

    def counted(*args: Any) -> charging.ChargeField:
        seen.append(args[2].id)
        return plain(*args)

    monkeypatch.setattr(charging, "charge_field", counted)
    trace = BOARD.trace(table.state, "A", "charge", (4, 1))
    assert (trace.legal, trace.action["target"], seen) == (True, "b", ["b", "b"])
