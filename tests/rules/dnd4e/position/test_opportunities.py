"""Who may strike a creature that moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import BOARD, ask, battle
from tests.rules.dnd4e.table import Table, on_map, power
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


@pytest.mark.rule("D4-OCC-3", "D4-OA-8")
def test_a_tiny_enemy_strikes_who_steps_into_its_square_unless_helpless() -> None:
    """It watches no square beside its own, so that it is the step into it that provokes."""
    rows = ("Ab..", "####")
    entered = ask(battle(*rows, b={"size": "tiny"}), "path", to=[2, 0])["steps"]
    assert [step["strikers"] for step in entered] == [["b"], ["b"]]
    assert ["D4-OCC-3" in step["rules"] for step in entered] == [True, False]
    helpless = battle(*rows, b={"size": "tiny", "conditions": ["helpless"]})
    assert strikers(helpless, [1, 0]) == [[]]
    shifted = ask(battle(*rows, b={"size": "tiny"}), "step", mode="shift", to=[1, 0])
    assert (shifted["legal"], shifted["strikers"]) == (True, [])
    # An ally of the mover lets it in and strikes at nobody.
    assert strikers(battle("AC..", "####", C={"size": "tiny"}), [2, 0]) == [[], []]


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


FOG = {"F": {"obscured": True}}
WINDOWS = [[[3, y], [4, y], "window"] for y in range(3)]
WALLS = [[[3, y], [4, y], "wall"] for y in range(3)]


@pytest.mark.rule("D4-OA-5", "D4-LOS-1", "D4-LOE-1")
def test_a_strike_needs_sight_and_line_of_effect() -> None:
    """Fog round the striker hides the mover, a window lets it be seen and not be struck."""
    rows = (".A", ".F", ".b")
    b = {"threatening": 2}
    assert strikers(battle(*rows, legend={"F": {}}, b=b), [0, 0]) == [["b"]]
    assert strikers(battle("FA", "FF", "Fb", legend=FOG, b=b), [0, 0]) == [[]]
    assert strikers(battle("FF", "Ab", "..", legend=FOG), [0, 2]) == [["b"]]
    window = (((0, 0), (1, 0), "window"), ((0, 1), (1, 1), "window"))
    assert strikers(battle("Ab", "..", edges=window), [0, 1]) == [[]]


@pytest.mark.rule("D4-OA-1", "D4-FLY-2")
@pytest.mark.parametrize(
    ("high", "foe", "struck"),
    [(0, {}, True), (1, {}, True), (2, {}, False), (4, {}, False), (2, {"threatening": 2}, True),
     (3, {"threatening": 2}, False), (2, {"size": "large"}, True), (3, {"size": "large"}, False)],
)  # fmt: skip
def test_reach_counts_upwards(high: int, foe: dict[str, Any], struck: bool) -> None:
    """A creature is as high as it is wide, so that a Large one gets at a flier a square higher."""
    state = battle("..b..", ".....", A={"modes": {"fly": 6}, "at": (1, 0, high)}, b=foe)
    assert strikers(state, [1, 1], mode="fly") == ([["b"]] if struck else [[]])
    found = {f.id: f.verdict for f in BOARD.look(state, "A", "b")}
    assert found["opportunity"] == ("may strike" if struck else "no")


BOW = power("Bow", kind="ranged", range=10)


def asked(table: Table) -> list[str]:
    """Return who is asked to strike when A shoots at d."""
    action = table.action("attack", unit="A", target="d", weapon="bow")
    return [choice.unit for choice in table.battle.ruleset.choices(table.state, action)]


@pytest.mark.rule("D4-OA-2", "D4-OA-5", "D4-FLY-2")
@pytest.mark.parametrize(
    ("more", "struck"),
    [({}, True), ({"A": {"at": [3, 1, 1]}}, True), ({"A": {"at": [3, 1, 2]}}, False), ({"A": {"at": [3, 1, 4]}}, False),
     ({"A": {"at": [3, 1, 4]}, "b": {"threatening": 4}}, True), ({"edges": WALLS}, False), ({"edges": WINDOWS}, False),
     ({"b": {"conditions": ["blinded"]}}, False), ({"b": {"conditions": ["dazed"]}}, False)],
)  # fmt: skip
def test_a_shot_is_struck_at_by_who_is_beside_also_upwards_and_sees_it(more: Any, struck: bool) -> None:
    bow = {"attacks": [BOW], "modes": {"fly": 6}}
    table = on_map("d.....", "...Ab.", "......", **{**more, "A": {**bow, **more.get("A", {})}})
    assert asked(table) == (["b"] if struck else [])
    if not struck:
        table.refused("opportunity", unit="b", target="A", trigger="ranged")
    else:
        table.do("opportunity", unit="b", target="A", trigger="ranged", dice=[2])


@pytest.mark.rule("D4-OA-2")
def test_a_shot_is_judged_by_where_the_shooter_stands_not_by_where_it_has_been() -> None:
    table = on_map("d......", "...Ab..", A={"attacks": [BOW]})
    table.do("shift", unit="A", to=[2, 1])
    assert asked(table) == []
    assert table.refused("opportunity", unit="b", target="A", trigger="ranged").rules == ("D4-OA-1",)


@pytest.mark.rule("D4-OA-1", "D4-OA-5")
@pytest.mark.parametrize("to", [[0, 0], [2, 1], [4, 1], [6, 1]])
def test_a_stated_strike_is_judged_by_all_the_way_that_the_mover_has_come(to: list[int]) -> None:
    """It leaves the striker's side, ends there, or only comes past."""
    table = on_map("...b...", "..A....", A={"at": [1, 1] if to in ([2, 1], [6, 1]) else [2, 1]})
    table.do("walk", unit="A", to=to, path=[[x, 1] for x in range(2, 7)] if to == [6, 1] else [])
    table.do("opportunity", unit="b", target="A", trigger="walk", dice=[2])


@pytest.mark.rule("D4-OA-1", "D4-OA-5", "D4-FLY-2")
def test_a_stated_strike_counts_height_and_needs_sight() -> None:
    fly = {"modes": {"fly": 8}}
    high = on_map("..b...", "A.....", A={**fly, "at": [0, 1, 4]})
    high.do("walk", unit="A", mode="fly", to=[5, 1, 4])
    no = high.refused("opportunity", unit="b", target="A", trigger="fly")
    assert (no.rules, no.why) == (("D4-OA-1",), "A has left no square within 1 of b this turn")
    low = on_map("..b...", "A.....", A={**fly, "at": [0, 1, 4]})
    low.do("walk", unit="A", mode="fly", to=[3, 1, 0])
    low.do("opportunity", unit="b", target="A", trigger="fly", dice=[2])
    # It comes down past the striker: how high it was on the way is not known.
    past = on_map("..b...", "A.....", A={**fly, "at": [0, 1, 4]})
    past.do("walk", unit="A", mode="fly", to=[5, 1, 0])
    past.do("opportunity", unit="b", target="A", trigger="fly", dice=[2])
    for edges, rules in ((WALLS, ("D4-OA-5",)), (WINDOWS, ("D4-OA-5",))):
        walled = on_map("....b", "..A..", ".....", edges=edges)
        walled.do("walk", unit="A", to=[1, 2], path=[[3, 1], [3, 2], [2, 2], [1, 2]])
        assert walled.refused("opportunity", unit="b", target="A").rules == rules


@pytest.mark.rule("D4-OA-2", "D4-OA-6")
def test_the_threatened_squares_are_those_round_the_whole_space() -> None:
    answer = ask(battle(".....", ".b...", ".....", ".....", b={"size": "large"}), "threatened", "b")
    assert len(answer["squares"]) == 16
    assert answer["able"]


@pytest.mark.rule("D4-OA-1", "D4-FLY-1")
def test_who_rises_from_beside_an_enemy_leaves_a_square_beside_it() -> None:
    """The strike is judged at the height of what is left, step by step, not at that of the end or the start."""
    flier = {"modes": {"fly": 8}}
    for rows in (("Ab....", "######"), ("AVb...", "#V####")):
        wall = {"V": {"blocking": True, "height": 15}}
        near = on_map(*rows, legend=wall, A=flier)
        walk = near.action("walk", unit="A", mode="fly", to=[5, 0, 4])
        beside = "V" not in rows[0]
        assert [c.unit for c in near.battle.ruleset.choices(near.state, walk)] == (["b"] if beside else [])
    high = on_map("A.....", "######", A=flier, b={"at": [2, 0, 3], **flier})
    under = high.action("walk", unit="A", mode="fly", to=[5, 0, 1])
    assert high.battle.ruleset.choices(high.state, under) == []
    past = high.action("walk", unit="A", mode="fly", to=[3, 0, 4])
    assert [c.unit for c in high.battle.ruleset.choices(high.state, past)] == ["b"]


@pytest.mark.rule("D4-OA-1", "D4-OA-5", "D4-FLY-1")
def test_who_goes_straight_up_beside_an_enemy_is_struck_before_it_goes() -> None:
    table = on_map("Ab....", A={"modes": {"fly": 8}, "hero": True, "counters": {"hp": 4}})
    up = table.action("walk", unit="A", mode="fly", to=[0, 0, 3])
    assert [c.unit for c in table.battle.ruleset.choices(table.state, up)] == ["b"]
    (choice,) = table.battle.ruleset.choices(table.state, up)
    assert [label for _, label in choice.options[1:]] == ["as it leaves 0,0", "as it leaves 0,0, 1 up"]
    entry = table.do("walk", unit="A", mode="fly", to=[0, 0, 3])
    assert (table.at("A"), "flies 3 squares" in entry.text) == ((0, 0, 3), True)
    assert table.of("A").trail == ((0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))
    table.battle.undo()
    table.do("walk", unit="A", mode="fly", to=[0, 0, 3], choices={"b:strike": "1"}, dice=[15, 4])
    assert (table.at("A"), table.of("A").has("dying")) == ((0, 0), True)


@pytest.mark.rule("D4-OA-1", "D4-OA-5")
def test_a_strike_is_made_in_the_turn_of_who_moves() -> None:
    table = on_map("......", ".Ab...", "......", "......", d={"at": [5, 3]})
    table.do("walk", unit="A", to=[0, 3], choices={"b:strike": ""})
    strike = {"unit": "b", "target": "A", "trigger": "walk"}
    assert table.battle.propose(table.action("opportunity", **strike, result="miss"))
    table.ends("A", "b")
    table.do("walk", unit="d", to=[5, 2])
    assert table.refused("opportunity", **strike).rules == ("D4-OA-1", "D4-OA-5")
    assert "turn of d" in table.refused("opportunity", **strike).why
