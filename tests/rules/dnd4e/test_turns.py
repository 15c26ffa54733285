"""Initiative, turns and rounds, the budget of a turn, delaying, readying, surprise."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.table import GAME, Table, duel, every_edition, power


def order(table: Table) -> list[str]:
    return [line["unit"] for line in GAME.ask(table.state, {"ask": "order"})["order"]]


def three() -> Table:
    table = Table()
    table.unit("A", "Ash", hero=True).unit("A", "Elm", hero=True).unit("B", "Bone")
    return table.begin("Ash", "Bone", "Elm")


def test_initiative_puts_all_in_one_order_whatever_their_sides() -> None:
    table = Table()
    table.unit("A", "Ash", initiative=2).unit("A", "Elm", initiative=5).unit("B", "Bone", initiative=1)
    entry = table.do("turn", dice=[10, 3, 19])
    assert order(table) == ["Bone", "Ash", "Elm"]
    assert (table.state.turn, table.state.to_act, GAME.next_up(table.state)) == (1, "B", "Bone")
    assert "Bone 20, Ash 12, Elm 8" in entry.text


def test_ties_go_to_the_higher_bonus() -> None:
    table = Table()
    table.unit("A", "Ash", initiative=1).unit("B", "Bone", initiative=4)
    table.do("turn", dice=[13, 10])
    assert order(table) == ["Bone", "Ash"]


def test_creatures_of_a_kind_share_a_roll_unless_each_has_its_own() -> None:
    def table() -> Table:
        made = Table().unit("A", "Ash", hero=True)
        return made.unit("B", "Rat 1", type="Rat").unit("B", "Rat 2", type="Rat")

    together = table()
    together.do("initiative", dice=[9, 14])
    assert [together.of(n).counter("initiative") for n in ("Ash", "Rat 1", "Rat 2")] == [9, 14, 14]
    alone = table()
    alone.do("initiative", each=True, dice=[9, 14, 3])
    assert order(alone) == ["Rat 1", "Ash", "Rat 2"]


def test_who_joins_later_rolls_for_itself_and_is_put_in_its_place() -> None:
    table = duel()
    table.do("join", side="B", unit={"id": "Late", "name": "Late", "profile": {"initiative": 3}})
    table.do("initiative", unit="Late", dice=[20])
    assert order(table) == ["Ash", "Bone", "Late"]
    table.do("initiative", unit="Late", result=29)
    assert order(table) == ["Ash", "Bone", "Late"]
    table.do("initiative", unit="Late", result=35)
    assert order(table) == ["Late", "Ash", "Bone"]


def test_a_turn_out_of_order_is_refused_and_may_be_overruled() -> None:
    table = duel()
    assert "it is Ash's go" in table.refused("walk", unit="Bone", distance=1).why
    table.do("walk", unit="Ash", distance=1)
    assert "Ash is still acting" in table.refused("walk", unit="Bone", distance=1).why
    entry = table.do("walk", unit="Bone", distance=1, override="a reaction of its own")
    assert entry.override


def test_the_next_round_begins_when_all_have_had_a_turn() -> None:
    table = duel()
    table.ends("Ash")
    assert (table.state.turn, table.state.to_act) == (1, "B")
    table.ends("Bone")
    assert (table.state.turn, table.state.to_act) == (2, "A")


def test_the_last_round_of_a_limit_is_not_followed_by_another() -> None:
    table = Table(turns=1)
    table.unit("A", "Ash").unit("B", "Bone")
    table.begin("Ash", "Bone").ends("Ash", "Bone")
    assert table.state.turn == 1
    assert "was the last" in table.refused("turn").why


def test_a_round_can_be_ended_early_if_the_rest_do_nothing() -> None:
    table = three()
    table.ends("Ash")
    assert "have not had a turn" in table.refused("turn").why
    table.do("turn", rest=True)
    assert (table.state.turn, GAME.next_up(table.state)) == (2, "Ash")


def test_the_dead_are_passed_over() -> None:
    table = three()
    table.do("damage", unit="Bone", amount=40)
    table.ends("Ash")
    assert GAME.next_up(table.state) == "Elm"


# The budget of a turn


@pytest.mark.rule("D4-SPD-3")
@every_edition
def test_a_turn_is_a_standard_a_move_and_a_minor_action_and_may_be_traded_down(edition: str) -> None:
    table = duel(edition)
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    table.do("walk", unit="Ash", distance=3)
    assert table.refused("walk", unit="Ash", distance=3).rules == ("D4-SPD-3",)
    assert table.refused("attack", unit="Ash", target="Bone").rules == ("D4-SPD-3",)
    table.ends("Ash", "Bone")
    # The standard action pays for a second move, and then there is none left to attack with.
    table.do("walk", unit="Ash", distance=3)
    table.do("shift", unit="Ash", distance=1)
    assert "no standard action" in table.refused("attack", unit="Ash", target="Bone").why
    assert GAME.ask(table.state, {"ask": "budget", "unit": "Ash"})["left"] == {
        "standard": 0,
        "move": 0,
        "minor": 1,
    }


@pytest.mark.rule("D4-SPD-3")
def test_a_minor_action_never_pays_for_a_move_but_a_move_pays_for_a_minor() -> None:
    wink = power("Wink", action="minor", basic=False)
    table = duel(attacks=[power(), wink])
    for _ in range(3):
        table.do("attack", unit="Ash", target="Bone", weapon="wink", dice=[2])
    assert "no minor action" in table.refused("attack", unit="Ash", target="Bone", weapon="wink").why
    assert "no move action" in table.refused("walk", unit="Ash", distance=1).why


def test_an_action_point_gives_one_standard_action_once_an_encounter() -> None:
    table = duel(action_points=2)
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    table.do("action-point", unit="Ash")
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    assert "no standard action" in table.refused("attack", unit="Ash", target="Bone").why
    assert "in this encounter" in table.refused("action-point", unit="Ash").why


def test_a_dazed_creature_has_one_action() -> None:
    table = duel()
    table.do("afflict", unit="Ash", condition="dazed", lasts="save")
    table.do("walk", unit="Ash", distance=2)
    assert "one action this turn (dazed)" in table.refused("attack", unit="Ash", target="Bone").why
    assert not table.option("Ash", "attack").allowed or not table.option("Ash", "run").allowed


@pytest.mark.parametrize("state", ["stunned", "unconscious", "petrified"])
def test_some_states_leave_no_actions_at_all(state: str) -> None:
    table = duel()
    table.do("condition", on="Ash", condition=state)
    assert f"Ash is {state}" in table.refused("attack", unit="Ash", target="Bone").why
    assert f"Ash is {state}" in table.refused("walk", unit="Ash", distance=1).why


def test_the_surprised_lose_the_first_round_and_the_others_have_one_action() -> None:
    table = Table().unit("A", "Ash", hero=True).unit("B", "Bone")
    table.do("initiative", surprised=["Bone"], dice=[15, 5])
    table.do("turn")
    table.do("walk", unit="Ash", distance=2)
    assert "one action" in table.refused("attack", unit="Ash", target="Bone").why
    table.ends("Ash")
    assert "surprised" in table.refused("attack", unit="Bone", target="Ash").why
    table.ends("Bone")
    assert (table.state.turn, table.of("Bone").conditions, table.of("Ash").conditions) == (2, {}, {})


# Delaying and readying


def test_a_delayed_turn_comes_later_and_keeps_its_new_place() -> None:
    table = three()
    table.do("delay", unit="Ash")
    assert GAME.next_up(table.state) == "Bone"
    assert "does not delay" in table.refused("return", unit="Elm").why
    table.do("walk", unit="Bone", distance=1)
    assert "is not over" in table.refused("return", unit="Ash").why
    table.ends("Bone")
    table.do("return", unit="Ash")
    table.do("walk", unit="Ash", distance=4)
    table.ends("Ash", "Elm")
    assert (table.state.turn, order(table)) == (2, ["Bone", "Ash", "Elm"])


def test_only_a_whole_turn_can_be_delayed() -> None:
    table = duel()
    table.do("walk", unit="Ash", distance=1)
    assert "only a whole turn" in table.refused("delay", unit="Ash").why


def test_a_delayed_turn_that_is_never_taken_is_lost_and_the_place_kept() -> None:
    table = three()
    table.do("delay", unit="Ash")
    table.ends("Bone", "Elm")
    assert (table.state.turn, GAME.next_up(table.state)) == (2, "Ash")
    table.do("walk", unit="Ash", distance=1)
    assert not table.of("Ash").has("delaying")


def test_a_readied_action_comes_before_whoever_sets_it_off_from_then_on() -> None:
    table = three()
    table.do("ready", unit="Ash", what="an arrow", when="Elm is charged")
    table.ends("Ash", "Bone")
    table.do("walk", unit="Elm", distance=1)
    table.do("readied", unit="Ash")
    table.do("attack", unit="Ash", target="Bone", off_turn=True, dice=[2])
    assert "readied nothing" in table.refused("readied", unit="Ash").why
    table.ends("Elm")
    assert order(table) == ["Bone", "Ash", "Elm"]


def test_what_was_readied_is_gone_when_the_own_turn_comes() -> None:
    table = duel()
    table.do("ready", unit="Ash")
    table.ends("Ash", "Bone")
    table.do("walk", unit="Ash", distance=1)
    assert not table.of("Ash").has("readied")


def test_everything_that_is_done_can_be_undone() -> None:
    table = three()
    states = [table.state]
    for do, unit in (("delay", "Ash"), ("end", "Bone"), ("return", "Ash")):
        table.do(do, unit=unit)
        states.append(table.state)
    for before in reversed(states[:-1]):
        table.battle.undo()
        assert table.state == before
