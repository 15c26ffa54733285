"""Fliers in three dimensions: over others and walls, up into others, down in a charge, held on the way."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dnd4e.position.drawn import BOARD, ask
from tests.rules.dnd4e.table import Table, on_map, power
from warband_tui.rules.actions import read_action
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.ruleset import RULESET

FLIER: dict[str, Any] = {"modes": {"fly": 6}}
ALOFT: dict[str, Any] = {**FLIER, "conditions": ["flying"]}
LOW = {"W": {"blocking": True, "height": 10}}


@pytest.mark.rule("D4-FLY-1", "D4-OCC-2")
def test_a_flier_goes_over_an_enemy_and_lands_in_the_same_move() -> None:
    table = on_map("A.b...", "######", A=FLIER)
    asked = ask(table.state, "path", mode="fly", to=[4, 0])
    assert (asked["legal"], asked["price"], asked["path"][1]) == (True, 4, [2, 0, 1])
    ends = {tuple(end["at"]): end["price"] for end in ask(table.state, "reach", mode="fly")["ends"]}
    assert ends == {(1, 0): 1, (3, 0): 3, (4, 0): 4, (5, 0): 5}
    given_way = [[1, 0, 1], [2, 0, 1], [3, 0, 1], [4, 0, 0]]
    table.do("walk", unit="A", mode="fly", path=given_way, choices={"b:strike": ""})
    assert table.at("A") == (4, 0)
    assert table.of("A").trail == ((0, 0), (1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 0, 0))


@pytest.mark.rule("D4-FLY-1")
def test_the_cheapest_way_round_who_is_in_the_air_is_found() -> None:
    table = on_map(
        *["......."] * 4, A={"at": [5, 1, 1], **ALOFT}, d={"at": [4, 1, 2], "size": "large", **ALOFT}
    )
    assert ask(table.state, "path", mode="fly", to=[2, 0, 4], budget=3)["price"] == 3
    assert ask(table.state, "path", mode="fly", to=[2, 0, 4], via=[[4, 0], [3, 0]])["price"] == 3
    assert ask(table.state, "path", mode="fly", to=[2, 0, 4], via=[[4, 0, 0]])["price"] == 5


@pytest.mark.rule("D4-FLY-1")
def test_a_path_that_does_not_lead_to_where_it_is_said_to_is_refused() -> None:
    table = on_map("A.....", A=FLIER)
    for mode in ("walk", "fly"):
        no = table.refused("walk", unit="A", mode=mode, to=[3, 0], path=[[1, 0], [2, 0]])
        assert no.why == "the path ends in another square"


@pytest.mark.rule("D4-OCC-2", "D4-OCC-5")
def test_a_large_flier_rises_into_nobody_above_its_own_squares() -> None:
    table = on_map(
        "......", "......", A={"size": "large", "at": [0, 0], **ALOFT}, b={"at": [1, 0, 2], **ALOFT}
    )
    assert ask(table.state, "step", mode="fly", to=[1, 0, 1])["legal"] is False
    no = table.refused("walk", unit="A", mode="fly", path=[[1, 0, 1], [2, 0, 2]])
    assert (no.why, no.rules) == ("b holds 1,0", ("D4-OCC-2",))
    assert ask(table.state, "path", mode="fly", to=[2, 0, 2])["price"] == 3


@pytest.mark.rule("D4-FLY-1", "D4-PHASE-1", "D4-FM-3", "D4-FM-8")
def test_a_wall_below_a_flier_is_not_filled_for_it() -> None:
    table = on_map("....", "..W.", "....", legend=LOW, A={"at": [1, 1, 4], "modes": {"fly": 6, "teleport": 5}},
                   b={"at": [0, 1, 4], **FLIER})  # fmt: skip
    assert [2, 1] in [end["at"] for end in ask(table.state, "reach", mode="fly", budget=1)["ends"]]
    assert ask(table.state, "path", mode="fly", to=[2, 1])["legal"]
    assert ask(table.state, "teleport", to=[2, 1])["legal"]
    assert ask(table.state, "push", "b", target="A", squares=2, to=[3, 1])["way"]["legal"]
    table.do("walk", unit="A", mode="fly", to=[2, 1], choices={"b:strike": ""})
    assert table.at("A") == (2, 1, 4)
    low = on_map("....", "..W.", "....", legend=LOW, A={"at": [1, 1, 1], **FLIER})
    assert low.refused("walk", unit="A", mode="fly", to=[2, 1]).why == "2,1 is filled"


@pytest.mark.rule("D4-CHG-1", "D4-FLY-1")
@pytest.mark.parametrize(("to", "end"), [([4, 1, 1], (4, 1, 1)), ([4, 1, 0], (4, 1)), ([4, 1], (4, 1, 1))])
def test_a_flier_dives_in_a_charge(to: list[int], end: tuple[int, ...]) -> None:
    table = on_map(".......", ".....b.", ".......", A={"at": [0, 1, 4], "speed": 2, **FLIER})
    told = ask(table.state, "charge", target="b")
    assert (told["legal"], {end["price"] for end in told["ends"]}) == (True, {4})
    assert [4, 1, 1] in [end["at"] for end in told["ends"]]
    table.do("charge", unit="A", target="b", to=to, result="miss")
    assert table.at("A") == end


@pytest.mark.rule("D4-CHG-1", "D4-FLY-1", "D4-FLY-2")
def test_a_charge_through_the_air_is_nearer_with_every_square_and_not_too_far() -> None:
    table = on_map("......", "b.....", A={"at": [0, 0, 4], **FLIER})
    assert {tuple(end["at"]) for end in ask(table.state, "charge", target="b")["ends"]} >= {(0, 0, 1)}
    path = [[1, 0, 4], [0, 0, 3], [0, 0, 2], [0, 0, 1]]
    assert (
        "nearer" in table.refused("charge", unit="A", target="b", to=[0, 0, 1], path=path, result="miss").why
    )
    table.do("charge", unit="A", target="b", to=[0, 0, 1], path=path[1:], result="miss")
    far = on_map("......", "b.....", A={"at": [0, 0, 9], **FLIER})
    assert "too far: 8" in ask(far.state, "charge", target="b")["why"]


@pytest.mark.rule("D4-CHG-1")
def test_the_charge_that_a_board_screen_shows_is_taken() -> None:
    table = on_map(".......", ".....b.", ".....c.", A={"at": [0, 1, 4], **FLIER})
    cells = BOARD.reach(table.state, "A", "charge").cells
    assert set(cells) == {(4, 0), (4, 1), (4, 2)}
    for cell in cells:
        trace = BOARD.trace(table.state, "A", "charge", cell)
        assert (trace.legal, trace.price) == (True, 4)
        table.battle.do(
            read_action({**trace.action, "result": "miss"}, tuple(d.action for d in RULESET.actions))
        )
        assert table.at("A")[:2] == cell
        table.battle.undo()


@pytest.mark.rule("D4-FLY-1")
def test_the_board_screen_shows_the_ways_of_fliers_over_others() -> None:
    table = on_map("A.b...", "######", A=FLIER)
    trace = BOARD.trace(table.state, "A", "fly", (4, 0))
    assert (trace.legal, trace.price, trace.action["path"][1]) == (True, 4, [2, 0, 1])


@pytest.mark.rule("D4-OCC-4", "D4-OA-5", "D4-FLY-2")
def test_who_is_put_back_is_as_high_as_it_was_there() -> None:
    hold = power("Bite", attack=30, effects=[{"condition": "immobilized", "until": "encounter"}])
    table = on_map("........", "########", A={"at": [0, 0], **ALOFT}, C={"at": [2, 0, 2], **ALOFT},
                   d={"at": [7, 0], "attacks": [hold], "threatening": 6, "reach": 6})  # fmt: skip
    path = [[1, 0, 1], [2, 0, 2], [3, 0, 3], [4, 0, 4]]
    assert ask(table.state, "interrupt", mode="fly", path=path[:2])["at"] == [1, 0, 1]
    table.do("walk", unit="A", mode="fly", path=path, choices={"d:strike": "3"}, dice=[10, 1])
    assert (table.at("A"), table.of("A").counter("altitude")) == ((1, 0, 1), 5)


@pytest.mark.rule("D4-OA-5", "D4-FALL-8", "D4-PRONE-1")
def test_who_is_struck_out_of_the_air_flies_no_further() -> None:
    """It falls 20 feet unhurt and stands: its move is over all the same."""
    trip = power("Trip", attack=30, damage="0", effects=[{"condition": "prone"}])
    table = on_map(
        "......", "######", A={"at": [0, 0, 4], **FLIER}, b={"at": [1, 0, 3], "attacks": [trip], **FLIER}
    )
    table.do("walk", unit="A", mode="fly", to=[5, 0, 4], choices={"b:strike": "2"}, dice=[10])
    assert (table.at("A"), table.of("A").has("flying")) == ((1, 0), False)


@pytest.mark.rule("D4-OA-1", "D4-FLY-2")
def test_who_strikes_counts_how_high_each_square_of_a_path_is() -> None:
    table = on_map(*["......"] * 5, A={"at": [1, 2], **FLIER}, b={"at": [2, 2]})
    path = [[2, 2, 1], [3, 2, 2], [4, 2, 3], [5, 2, 3]]
    steps = ask(table.state, "path", mode="fly", to=[5, 2, 3], path=path)["steps"]
    assert [step["strikers"] for step in steps] == [["b"], ["b"], [], []]
    assert [step["to"] for step in steps] == path


# ---- Against a plain search

STEPS = [d for d in product((-1, 0, 1), repeat=3) if d != (0, 0, 0)]
WIDE, HIGH = 5, 3
Cube = tuple[int, int, int]


def meets(a: Cube, side: int, b: Cube, other: int) -> bool:
    return all(p < q + other and q < p + side for p, q in zip(a, b, strict=True))


class Air:
    """A small map with fliers, and where A gets to on it step by step."""

    def __init__(self, dice: random.Random) -> None:
        self.units: dict[str, tuple[Cube, int]] = {}
        for name in "Abd":
            side = dice.choice((1, 1, 2)) if len(self.units) < 2 else 1
            places = [p for p in product(range(WIDE - side + 1), range(HIGH - side + 1), (0, 1, 2))
                      if not any(meets(p, side, *other) for other in self.units.values())]  # fmt: skip
            self.units[name] = (dice.choice(places), side)
        self.rows = [["." for _ in range(WIDE)] for _ in range(HIGH)]
        for x, y in product(range(WIDE), range(HIGH)):
            if not any(meets((x, y, 0), 1, (*at[:2], 0), side) for at, side in self.units.values()):
                self.rows[y][x] = dice.choice("....~#W")
        self.start, self.side = self.units["A"]

    def table(self) -> Table:
        made = {
            name: {"at": list(at), "size": "large" if side > 1 else "medium", **ALOFT}
            for name, (at, side) in self.units.items()
        }
        rows = ["".join(row) for row in self.rows]
        return on_map(*rows, legend=LOW, A=made["A"], b=made["b"], d=made["d"])

    def cells(self, at: Cube) -> list[tuple[int, int]]:
        return [(at[0] + i, at[1] + j) for i in range(self.side) for j in range(self.side)]

    def solid(self, x: int, y: int, level: int) -> bool:
        return self.rows[y][x] == "#" or (self.rows[y][x] == "W" and level < 2)

    def free(self, at: Cube) -> bool:
        inside = at[2] >= 0 and all(0 <= x < WIDE and 0 <= y < HIGH for x, y in self.cells(at))
        return (
            inside
            and not any(self.solid(x, y, at[2]) for x, y in self.cells(at))
            and not any(meets(at, self.side, *other) for name, other in self.units.items() if name != "A")
        )

    def leads(self, at: Cube, to: Cube) -> bool:
        dx, dy = to[0] - at[0], to[1] - at[1]
        corners = [c for x, y in self.cells(at) for c in ((x + dx, y), (x, y + dy))] if dx and dy else []
        return self.free(to) and not any(self.solid(x, y, to[2]) for x, y in corners)

    def prices(self, budget: int) -> dict[Cube, int]:
        found, front = {self.start: 0}, [self.start]
        for price in range(1, budget + 1):
            steps = [(at, (at[0] + i, at[1] + j, at[2] + k)) for at in front for i, j, k in STEPS]
            front = list(dict.fromkeys(to for at, to in steps if to not in found and self.leads(at, to)))
            found |= dict.fromkeys(front, price)
        return found


@pytest.mark.rule("D4-FLY-1", "D4-FLY-2", "D4-OCC-2", "D4-OCC-5")
@given(seed=st.integers(0, 10**9))
def test_every_place_costs_what_a_search_of_single_steps_finds(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same map each time, nothing secret
    air = Air(dice)
    table, prices = air.table(), air.prices(4)
    for to in dice.sample(list(product(range(WIDE), range(HIGH), range(4))), 8):
        if to != air.start:
            told = ask(table.state, "path", mode="fly", to=list(to), budget=4)
            assert (told["price"] if told["legal"] else None) == prices.get(to), to


@pytest.mark.rule("D4-CHG-1", "D4-FLY-1", "D4-FLY-2")
@given(seed=st.integers(0, 10**9))
def test_charges_end_where_single_steps_that_are_all_nearer_lead(seed: int) -> None:
    air = Air(random.Random(seed))  # noqa: S311 - the same map each time, nothing secret
    air.rows = [["."] * WIDE for _ in range(HIGH)]
    goal = Space(*air.units["b"][0][:2], air.units["b"][1], air.units["b"][0][2])

    def far(at: Cube) -> int:
        return distance(Space(at[0], at[1], air.side, at[2]), goal)

    gone, front = {air.start: 0}, [air.start]
    for count in range(1, 7):
        steps = [(at, (at[0] + i, at[1] + j, at[2] + k)) for at in front for i, j, k in STEPS]
        front = [to for at, to in steps if to not in gone and air.leads(at, to) and far(to) < far(at)]
        gone |= dict.fromkeys(front, count)
    ends = {at for at, count in gone.items() if count >= 2 and far(at) == 1}
    # What counts is how many squares off an end is, not how long the way there.
    away = {at: max(abs(p - q) for p, q in zip(at, air.start, strict=True)) for at in ends}
    expected = {at for at in ends if away[at] >= 2 and away[at] == min(n for n in away.values() if n >= 2)}
    told = ask(air.table().state, "charge", target="b")["ends"]
    assert {(*end["at"], air.start[2])[:3] for end in told} == expected
