"""Moves played on a map: measured, interrupted by whoever strikes, put back, undone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import KINDS, NEW, OLD, on_map
from warband_tui.rules.actions import read_action
from warband_tui.rules.dice import GivenDice
from warband_tui.rules.events import Moved
from warband_tui.rules.resolution import ChoiceWanted, Resolution

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@BOTH
@pytest.mark.rule("D4-SPD-2", "D4-DT-1")
def test_a_walk_to_a_square_costs_what_the_board_says_and_leaves_a_trail(edition: str) -> None:
    table = on_map("A~~....", "#######", edition=edition, A={"speed": 5})
    entry = table.do("walk", unit="A", to=[3, 0])
    assert table.at("A") == (3, 0)
    assert entry.events[-1].distance == 5  # type: ignore[union-attr]
    assert table.of("A").trail == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert "walks 3 squares for 5" in entry.text
    assert "D4-DT-1" in entry.rules


@BOTH
@pytest.mark.rule("D4-DT-2")
def test_what_is_too_dear_is_refused_and_may_be_overruled(edition: str) -> None:
    table = on_map("A~~~...", "#######", edition=edition, A={"speed": 5})
    refused = table.refused("walk", unit="A", to=[3, 0])
    assert refused.why == "it costs 6; A has 5"
    assert refused.rules[0] == "D4-DT-2"
    entry = table.do("walk", unit="A", to=[3, 0], override="a push from the DM")
    assert (table.at("A"), entry.overruled) == ((3, 0), ("it costs 6; A has 5",))


def test_undo_refunds_the_move_and_its_action() -> None:
    table = on_map("A......")
    before = table.state
    table.do("walk", unit="A", to=[4, 0])
    table.battle.undo()
    assert table.at("A") == (0, 0)
    assert table.of("A").trail == ()
    assert table.state.units == before.units


def test_a_way_is_taken_as_it_is_given_square_by_square_or_by_way_of_some() -> None:
    table = on_map("A....", ".....", ".....")
    table.do("walk", unit="A", path=[[1, 1], [2, 2], [3, 1], [4, 0]])
    assert table.of("A").trail[1:] == ((1, 1), (2, 2), (3, 1), (4, 0))
    table.battle.undo()
    table.do("walk", unit="A", to=[[4, 0]], via=[[2, 2]])
    assert (2, 2) in table.of("A").trail
    assert "not beside" in on_map("A....").refused("walk", unit="A", path=[[2, 0]]).why


@pytest.mark.rule("D4-SPD-4")
def test_a_double_move_pools_both_speeds_and_goes_through_an_ally() -> None:
    """Five difficult squares for two moves of five; one move ends in the ally's square, which only a pool may pass."""
    rows = ("A~~~~~", "######")
    assert "has 5" in on_map(*rows, A={"speed": 5}).refused("walk", unit="A", to=[5, 0]).why
    table = on_map(*rows, A={"speed": 5})
    table.do("walk", unit="A", to=[5, 0], double=True)
    assert table.of("A").used == ("move", "standard")
    through = on_map("A..C...", "#######", A={"speed": 3})
    assert through.refused("walk", unit="A", to=[3, 0]).rules[0] == "D4-OCC-1"
    through.do("walk", unit="A", to=[5, 0], double=True)
    assert through.at("A") == (5, 0)


@pytest.mark.rule("D4-DT-4", "D4-SPD-4")
def test_two_shifts_enter_difficult_ground_that_one_cannot() -> None:
    table = on_map("A~..", "####")
    assert table.refused("shift", unit="A", to=[1, 0]).rules[0] == "D4-DT-4"
    table.do("shift", unit="A", to=[1, 0], double=True)
    assert table.at("A") == (1, 0)


# Strikes


@BOTH
@pytest.mark.rule("D4-OA-1", "D4-OA-4")
def test_the_player_of_whoever_may_strike_is_asked_at_which_square(edition: str) -> None:
    table = on_map("A....", "..b..", "#####", edition=edition)
    action = table.action("walk", unit="A", to=[4, 0])
    choices = table.battle.ruleset.choices(table.state, action)
    assert [(c.id, c.side, c.unit) for c in choices] == [("b:strike", "monsters", "b")]
    assert choices[0].options == (("", "does not"), ("2", "as it leaves 1,0"), ("3", "as it leaves 2,0"),
                                  ("4", "as it leaves 3,0"))  # fmt: skip
    with pytest.raises(ChoiceWanted):
        table.battle.ruleset.resolve(table.state, action, Resolution(table.state, GivenDice(()), ask=True), 1)
    table.do("walk", unit="A", to=[4, 0])
    assert table.hp("A") == 40


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-OA-4")
def test_a_strike_interrupts_the_move_in_the_square_that_is_left(edition: str) -> None:
    table = on_map("A....", "..b..", "#####", edition=edition)
    entry = table.do("walk", unit="A", to=[4, 0], choices={"b:strike": "3"}, dice=[15, 4])
    assert (table.at("A"), table.hp("A")) == ((4, 0), 33)
    moved = [(e.to[0], e.distance) for e in entry.events if isinstance(e, Moved)]
    assert moved == [((2, 0), 2), ((4, 0), 2)]
    assert table.of("b").has("opportunity used")
    # Its one opportunity action in this turn is gone, and there again in the next one.
    assert table.battle.ruleset.choices(table.state, table.action("run", unit="A", to=[0, 0])) == []
    table.ends("A")
    assert not table.of("b").has("opportunity used")


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-OCC-4")
def test_who_is_dropped_ends_there(edition: str) -> None:
    table = on_map(
        "A....", "..b..", "#####", edition=edition, A={"hp": 20, "counters": {"hp": 5}, "hero": True}
    )
    entry = table.do("walk", unit="A", to=[4, 0], choices={"b:strike": "4"}, dice=[15, 4])
    assert table.at("A") == (3, 0)
    assert table.of("A").has("dying")
    assert "ends at 3,0" in entry.text


@BOTH
@pytest.mark.rule("D4-OCC-4", "D4-OA-5")
def test_who_is_dropped_in_a_friends_square_is_put_back(edition: str) -> None:
    rows = ("A.C..", "#.b##")
    table = on_map(*rows, edition=edition, A={"hp": 20, "counters": {"hp": 5}, "hero": True})
    entry = table.do("walk", unit="A", to=[4, 0], choices={"b:strike": "3"}, dice=[15, 4])
    assert table.at("A") == (1, 0)
    assert "put back to 1,0" in entry.text
    assert "D4-OCC-4" in entry.rules


@pytest.mark.rule("D4-SPD-5")
@pytest.mark.parametrize(("step", "end"), [("2", (2, 0)), ("3", (2, 0)), ("4", (3, 0))])
def test_who_is_slowed_on_the_way_stops_once_two_squares_are_spent(step: str, end: tuple[int, int]) -> None:
    hamper = [{"id": "net", "name": "net", "attack": 20, "basic": True, "effects": [{"condition": "slowed"}]}]
    table = on_map("A.....", "..b...", "######", b={"attacks": hamper})
    table.do("walk", unit="A", to=[5, 0], choices={"b:strike": step}, dice=[15])
    assert table.at("A") == end


def test_two_may_strike_at_one_move_in_the_order_of_its_steps() -> None:
    table = on_map("A.....", ".b.d..", "######")
    entry = table.do("walk", unit="A", to=[5, 0], choices={"d:strike": "3", "b:strike": "1"}, dice=[2, 2])
    assert entry.text.index("b at A") < entry.text.index("d at A")
    assert table.at("A") == (5, 0)


@pytest.mark.rule("D4-OA-3", "D4-PRONE-2")
def test_a_shift_past_enemies_asks_nobody_and_a_crawl_does() -> None:
    table = on_map("Ab", "..")
    assert table.battle.ruleset.choices(table.state, table.action("shift", unit="A", to=[0, 1])) == []
    prone = on_map("Ab", "..", A={"conditions": ["prone"]})
    assert prone.battle.ruleset.choices(prone.state, prone.action("crawl", unit="A", to=[0, 1]))


@pytest.mark.rule("D4-SQZ-1")
def test_a_squeeze_gives_squares_up_first_and_that_is_when_it_is_struck() -> None:
    table = on_map("b..#", ".A.#", "....", "##.#", A={"size": "large"})
    entry = table.do("squeeze", unit="A", to=[2, 3], choices={"b:strike": "1"}, dice=[2])
    assert (table.at("A"), table.of("A").has("squeezing")) == ((2, 3), True)
    assert "D4-SQZ-1" in entry.rules


@pytest.mark.rule("D4-SQZ-2")
def test_the_full_space_is_taken_where_there_is_room() -> None:
    table = on_map("A..", "...", "#.#", "#.#", A={"size": "large", "conditions": ["squeezing"]})
    table.do("squeeze", unit="A", to=[1, 2])
    assert table.refused("end-squeeze", unit="A").rules == ("D4-SQZ-2",)
    table.ends("A", "away")
    table.do("squeeze", unit="A", to=[1, 1])
    assert "fits at" in table.refused("end-squeeze", unit="A", to=[2, 2]).why
    table.do("end-squeeze", unit="A", to=[1, 0])
    assert (table.at("A"), table.of("A").has("squeezing")) == ((1, 0), False)


@pytest.mark.rule("D4-OA-1")
def test_an_opportunity_attack_is_for_somebody_that_was_in_reach_this_turn() -> None:
    table = on_map("A......", ".......", "......b")
    table.do("walk", unit="A", to=[2, 0])
    assert table.refused("opportunity", unit="b", target="A").rules == ("D4-OA-1",)


# Standing up, escaping


@pytest.mark.rule("D4-PRONE-3", "D4-OCC-6")
def test_standing_up_in_a_shared_square_is_a_shift_to_a_free_one() -> None:
    table = on_map("A..", "###", A={"conditions": ["prone"]}, C={"at": [0, 0]})
    assert "it shifts to one of 1,0" in table.refused("stand", unit="A").why
    table.do("stand", unit="A", to=[1, 0])
    assert (table.at("A"), table.of("A").has("prone")) == ((1, 0), False)
    full = on_map("Ab", "##", A={"conditions": ["prone"]}, C={"at": [0, 0]})
    assert "all are taken" in full.refused("stand", unit="A").why
    rough = on_map("A~", "#~", A={"conditions": ["prone"]}, C={"at": [0, 0]})
    refused = rough.refused("stand", unit="A")
    assert "taken, filled or difficult" in refused.why
    assert refused.rules == ("D4-PRONE-3", "D4-DT-4")
    told = rough.battle.ruleset.ask(rough.state, {"ask": "stand", "unit": "A"})
    assert (told["legal"], "difficult" in told["why"]) == (False, True)


def test_of_several_models_the_first_goes_and_the_others_are_placed_by_hand() -> None:
    table = on_map("A....", ".....", A={"models": 3, "at": [[0, 0], [0, 1], [1, 1]]})
    entry = table.do("walk", unit="A", to=[3, 0])
    assert table.of("A").at == ((3, 0), (0, 1), (1, 1))
    assert "placed by hand" in entry.text


# Up and down


@pytest.mark.rule("D4-SIZE-5")
def test_a_swarm_squeezes_through_any_hole_that_one_of_it_fits() -> None:
    rows = ("A..#", "...#", "...#", "##.#", "##..")
    plain = on_map(*rows, A={"size": "huge"})
    assert not plain.battle.ruleset.ask(
        plain.state, {"ask": "path", "unit": "A", "mode": "squeeze", "to": [2, 3]}
    )["legal"]
    swarm = on_map(*rows, A={"size": "huge", "keywords": ["Swarm"]})
    swarm.do("squeeze", unit="A", to=[2, 3])
    assert swarm.at("A") == (2, 3)


@pytest.mark.rule("D4-SIZE-1", "D4-SIZE-2")
def test_tiny_creatures_share_a_square_four_at_a_time_and_stand_in_larger_ones() -> None:
    tiny = {"size": "tiny"}
    beside: dict[str, Any] = {**tiny, "at": [1, 0]}
    table = on_map("A..", "...", A=tiny, C=beside, E=beside, b={"at": [2, 0]})
    table.do("walk", unit="A", to=[1, 0])
    table.battle.undo()
    table.do("walk", unit="A", to=[2, 0])
    assert table.at("A") == table.at("b")
    many = on_map("A..", "...", A=tiny, C={**tiny, "models": 4, "at": [[1, 0]] * 4}, b={"at": [2, 0]})
    assert many.refused("walk", unit="A", to=[1, 0]).rules[0] == "D4-SIZE-1"


@pytest.mark.rule("D4-OCC-1", "D4-OCC-2", "D4-OCC-3")
def test_a_friends_square_is_passed_and_not_kept_and_an_enemys_is_barred() -> None:
    table = on_map("AC.b.", "#####")
    assert table.refused("walk", unit="A", to=[1, 0]).rules[0] == "D4-OCC-1"
    assert table.refused("walk", unit="A", to=[3, 0]).why == "b holds 3,0"
    table.do("walk", unit="A", to=[2, 0])
    helpless = on_map("A.b.", "####", b={"conditions": ["helpless"]})
    helpless.do("walk", unit="A", to=[2, 0])
    assert helpless.at("A") == helpless.at("b")


# What the board screen shows is what happens

MODES = (
    "walk",
    "shift",
    "run",
    "double walk",
    "double shift",
    "crawl",
    "squeeze",
    "fly",
    "climb",
    "teleport",
    "charge",
)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("prone", [False, True])
def test_each_route_that_a_board_screen_shows_is_taken_at_its_price(mode: str, prone: bool) -> None:
    table = on_map("A.~..#..", ".C~.b...", "..O.....", "...#..d.", A={
        "modes": {"fly": 5, "teleport": 3}, "conditions": ["prone"] if prone else []
    })  # fmt: skip
    game, before = table.battle.ruleset, table.state
    shown = next((m for m in game.modes(before, "A") if m.id == mode), None)
    if shown is None or not shown.allowed:
        assert prone or mode == "crawl"
        return
    cells = game.reach(before, "A", mode).cells
    assert cells
    for cell, price in cells.items():
        trace = game.trace(before, "A", mode, cell)
        assert (trace.legal, trace.price) == (True, price)
        if any("a drop" in note for note in trace.notes):
            assert (mode, cell) == ("teleport", (2, 2))
            continue
        dice = [2] if mode == "charge" else []
        entry = table.battle.do(read_action(trace.action, KINDS), dice=dice)
        assert table.at("A") == cell
        assert sum(e.distance or 0 for e in entry.events if isinstance(e, Moved)) == price
        assert [point.at for point in trace.way] == [
            spot[:2] for spot in table.of("A").trail[1:]
        ] or not trace.way
        table.battle.undo()
