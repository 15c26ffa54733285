"""Rounds, turns, phases, moves, charges, commands, points; settings and editions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, HANDBOOK, SPEARHEAD, Table, melee, ranged
from warband_tui.errors import WarbandError
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.sample import play_sample, sample_setup
from warband_tui.rules.state import to_json


def table(edition: str = CORE, **how: Any) -> Table:
    made = Table(edition, **how)
    made.unit("A", "Ash", health=6, weapons=[melee(), ranged()], move='5"')
    return made.unit("B", "Bone", health=6, weapons=[melee(), ranged()], move='D6+8"')


def test_a_round_is_a_turn_of_each_side() -> None:
    game = table()
    game.do("turn", dice=[3, 5])
    assert (game.state.turn, game.state.to_act, game.state.phase) == (1, "B", "hero")
    game.do("turn")
    assert (game.state.turn, game.state.to_act) == (1, "A")
    game.do("turn", dice=[2, 2])
    # A tie: who began the last round has priority.
    assert (game.state.turn, game.state.to_act) == (2, "B")


def test_the_winner_of_the_priority_roll_chooses() -> None:
    game = table()
    game.do("turn", dice=[6, 1], choices={"priority": "B"})
    assert game.state.to_act == "B"


def test_acting_opens_its_phase_and_a_phase_that_is_over_stays_over() -> None:
    game = table()
    game.do("turn", first="A")
    game.shoot("Ash", "Bone", dice=[1])
    assert game.state.phase == "shooting"
    assert "movement phase of this turn is over" in game.refused("move", unit="Ash").why
    game.do("move", unit="Ash", override="an ability")
    assert game.battle.entries[-1].override == "an ability"


def test_only_the_active_player_moves_shoots_and_charges_but_both_fight() -> None:
    game = table()
    game.do("turn", first="A")
    for do in ("move", "shoot", "charge"):
        how = {} if do == "move" else {"target": "Ash"}
        assert "it is Side A's turn" in game.refused(do, unit="Bone", **how).why
    game.in_combat("Ash", "Bone")
    game.fight("Bone", "Ash", dice=[1])


@pytest.mark.parametrize(("distance", "allowed"), [(5, True), (5.1, False)])
def test_a_move_is_no_longer_than_move(distance: float, allowed: bool) -> None:
    game = table()
    if allowed:
        game.do("move", unit="Ash", distance=distance)
    else:
        assert 'can move 5"' in game.refused("move", unit="Ash", distance=distance).why


def test_a_run_adds_a_die_and_a_retreat_costs_mortal_damage() -> None:
    game = table()
    game.do("move", unit="Ash", how="run", distance=9, dice=[4])
    assert game.of("Ash").has("ran")
    game = table().in_combat("Ash", "Bone")
    assert "can only retreat" in game.refused("move", unit="Ash").why
    game.do("move", unit="Ash", how="retreat", dice=[5])
    assert game.damage("Ash") == 3
    assert game.state.in_contact("Ash") == ()


@pytest.mark.parametrize(("dice", "reached"), [([3, 4], True), ([3, 3], False)])
def test_a_charge_ends_within_half_an_inch_or_does_not_count(dice: list[int], reached: bool) -> None:
    game = table()
    game.do("charge", unit="Ash", target="Bone", distance=7.5, dice=dice)
    assert game.of("Ash").has("charged") is reached
    assert (game.state.in_contact("Ash") == ("Bone",)) is reached


def test_without_a_distance_the_player_says_whether_it_was_reached() -> None:
    game = table()
    game.do("charge", unit="Ash", target="Bone", dice=[3, 3], choices={"charge.reached": "no"})
    assert not game.of("Ash").has("charged")


def test_command_points_come_each_round_with_one_more_for_the_underdog() -> None:
    game = table()
    game.do("turn", first="A")
    assert [s.counter("cp") for s in game.state.sides.values()] == [4, 4]
    game.do("score", side="A", one=True, two=True, tactics=1)
    game.do("turn")
    game.do("turn", first="A")
    assert [s.counter("cp") for s in game.state.sides.values()] == [4, 5]
    assert game.state.side("A").counter("vp") == 3


def test_a_command_is_used_once_a_phase_and_paid_for() -> None:
    game = table().unit("A", "Elder").unit("B", "Cairn")
    game.do("turn", first="B")
    game.do("command", unit="Ash", command="counter-charge")
    assert game.state.side("A").counter("cp") == 2
    assert "this phase" in game.refused("command", unit="Elder", command="counter-charge").why
    game.do("charge", unit="Ash", target="Bone", distance=5, dice=[4, 4])
    assert "used a command" in game.refused("command", unit="Ash", command="counter-charge").why
    # Another phase is another command.
    game.do("command", unit="Ash", command="all-out attack")
    assert game.fight("Ash", "Bone", dice=[3, 4]).rolls[0].kept == (3,)
    game.do("command", unit="Elder", command="all-out defence", override="an ability")


@pytest.mark.parametrize(
    ("order", "whose"),
    [
        ("covering fire", "enemy"),
        ("counter-charge", "enemy"),
        ("redeploy", "enemy"),
        ("at the double", "own"),
    ],
)
def test_a_command_belongs_to_one_players_turn(order: str, whose: str) -> None:
    game = table()
    game.do("turn", first="A")
    right, wrong = ("Bone", "Ash") if whose == "enemy" else ("Ash", "Bone")
    assert "phase only" in game.refused("command", unit=wrong, command=order).why
    game.do("command", unit=right, command=order, dice=[3] if order == "redeploy" else [])
    assert game.state.side("B" if whose == "enemy" else "A").counter("cp") < 4


def test_covering_fire_shoots_in_the_enemys_turn_with_1_less_to_hit() -> None:
    game = table()
    game.do("turn", first="A")
    assert "Side A's turn" in game.refused("shoot", unit="Bone", target="Ash").why
    game.do("command", unit="Bone", command="covering fire")
    entry = game.shoot("Bone", "Ash", dice=[4])
    assert (entry.rolls[0].kept, entry.rolls[0].capped) == ((), -1)
    assert not game.of("Bone").has("covering fire")


def test_a_failed_charge_is_over_unless_a_command_rolls_it_again() -> None:
    game = table()
    game.do("turn", first="A")
    game.do("charge", unit="Ash", target="Bone", distance=9, dice=[1, 2])
    assert "failed a charge" in game.refused("charge", unit="Ash", target="Bone").why
    game.do("command", unit="Ash", command="forward to victory")
    game.do("charge", unit="Ash", target="Bone", distance=9, dice=[4, 5])
    assert game.of("Ash").has("charged")
    game = table()
    game.do("turn", first="A")
    assert "not failed" in game.refused("command", unit="Ash", command="forward to victory").why


def test_at_the_double_runs_six_inches_without_a_die() -> None:
    game = table()
    game.do("turn", first="A")
    game.do("command", unit="Ash", command="at the double")
    game.do("move", unit="Ash", how="run", distance=11)
    assert game.of("Ash").has("ran")


def test_rally_returns_models_for_their_health_and_heals_with_the_rest() -> None:
    game = Table().unit("A", "Ash", models=4, health=2).unit("B", "Bone")
    game.do("turn", first="A")
    game.do("mortal", unit="Ash", amount="3")
    assert (game.of("Ash").models, game.damage("Ash")) == (3, 1)
    entry = game.do("command", unit="Ash", command="rally", dice=[1, 2, 3, 4, 5, 6])
    assert "3 rally points: 1 back, 1 healed" in entry.text
    assert (game.of("Ash").models, game.damage("Ash")) == (4, 0)
    game.battle.undo()
    game.do("command", unit="Ash", command="rally", dice=[1, 1, 1, 1, 4, 4], choices={"rally.return": 0})
    assert (game.of("Ash").models, game.damage("Ash")) == (3, 0)


def test_power_through_hurts_an_enemy_of_lower_health_after_a_charge() -> None:
    game = Table().unit("A", "Ash", health=9).unit("B", "Bone", health=5).unit("B", "Cairn", health=9)
    game.do("turn", first="A")
    assert "not charged" in game.refused("command", unit="Ash", command="power through", target="Bone").why
    game.charged("Ash").in_combat("Ash", "Bone", "Cairn")
    assert "lower Health" in game.refused("command", unit="Ash", command="power through", target="Cairn").why
    game.do("command", unit="Ash", command="power through", target="Bone", dice=[5])
    assert game.damage("Bone") == 3


def test_a_pile_in_is_three_inches_at_most() -> None:
    game = table().in_combat("Ash", "Bone")
    assert 'up to 3"' in game.refused("fight", unit="Ash", target="Bone", pile_in=3.5).why
    assert "piles in 3" in game.fight("Ash", "Bone", pile_in=3, dice=[1]).text


def test_all_out_defence_lasts_for_the_phase() -> None:
    game = table().unit("A", "Elder").unit("B", "Cairn", save=4, health=5)
    game.do("turn", first="A")
    game.in_combat("Ash", "Cairn").in_combat("Elder", "Cairn")
    game.do("command", unit="Cairn", command="all-out defence")
    assert len(game.fight("Ash", "Cairn", dice=[4, 4, 3]).rolls[2].kept) == 1
    assert len(game.fight("Elder", "Cairn", dice=[4, 4, 3]).rolls[2].kept) == 1
    game.do("turn")
    assert len(game.fight("Ash", "Cairn", dice=[4, 4, 3]).rolls[2].kept) == 0


def test_spearhead_has_no_commands_and_no_command_points() -> None:
    game = table(SPEARHEAD)
    game.do("turn", first="A")
    assert game.state.side("A").counter("cp") == 0
    assert "no commands" in game.refused("command", unit="Ash", command="rally").why


def test_after_the_last_round_the_more_points_win() -> None:
    game = table(SPEARHEAD, turns=1)
    game.do("turn", first="A")
    game.do("score", side="B", one=True)
    game.do("turn")
    game.do("turn")
    assert game.state.winner == "B"


@pytest.mark.parametrize(("edition", "total"), [(CORE, 6), (HANDBOOK, 1)])
def test_control_scores_are_added_up(edition: str, total: int) -> None:
    game = (
        Table(edition)
        .unit("A", "Ash", models=3, control="2", keywords=["BEAST"])
        .unit("B", "Bone", control="-")
    )
    answer = GAME.ask(game.state, {"ask": "control", "units": ["Ash", "Bone"]})
    assert answer == {"control": {"A": total, "B": 0}, "controls": "A"}


@pytest.mark.parametrize(
    ("charged", "keywords", "capped"), [(False, [], -1), (True, [], 0), (False, ["FLY"], 0)]
)
def test_cover_does_not_help_who_charged_or_flies(charged: bool, keywords: list[str], capped: int) -> None:
    game = Table().unit("A", "Ash").unit("B", "Bone", keywords=keywords).in_combat("Ash", "Bone")
    if charged:
        game.charged("Bone")
    assert game.fight("Ash", "Bone", cover=True, dice=[1]).rolls[0].capped == capped


def test_a_setting_with_an_answer_that_does_not_exist_is_refused() -> None:
    with pytest.raises(WarbandError, match='save-cap is "net" or "separate"'):
        _ = table(settings={"save-cap": "gross"}).battle


def test_monitors_watch_models_points_and_rounds() -> None:
    game = table(turns=5)
    game.do("destroy", unit="Bone")
    found = {(m.id, m.side): m for m in GAME.monitors(game.state)}
    assert found["losses", "B"].value == 1
    assert found["losses", "B"].text == "1 of 1 units destroyed"
    assert found["turns", ""].to_go == 5
    assert GAME.forecast(game.state) == ()


def test_undo_and_replay_give_the_same_battle_byte_for_byte() -> None:
    ruleset_sample = GAME.sample()
    assert ruleset_sample is not None
    for spec in ruleset_sample.battles:
        setup = sample_setup(GAME, ruleset_sample, spec)
        battle = play_sample(setup, GAME, ruleset_sample, spec)
        end = to_json(battle.state)
        again = Battle.replay(setup, GAME, [decode(encode(e)) for e in battle.entries])
        assert to_json(again.state) == end
        count = battle.can_undo
        battle.undo(count)
        assert to_json(battle.state) == to_json(battle.start)
        battle.redo(count)
        assert to_json(battle.state) == end


def test_a_roll_undone_and_made_again_gives_the_same_dice() -> None:
    game = table().in_combat("Ash", "Bone")
    action = game.action("fight", unit="Ash", target="Bone")
    first = game.battle.do(action)
    game.battle.undo()
    assert game.battle.do(action).rolls == first.rolls


def test_the_schema_names_every_action_and_the_query() -> None:
    schema = GAME.schema()
    assert {"fight", "shoot", "mortal", "heal", "return", "reinforce", "turn"} <= set(schema["actions"])
    assert schema["odds"]
    assert {"control", "coherency"} <= set(schema["asks"])


def test_coherency_can_be_asked_about() -> None:
    game = Table().unit("A", "Ash", models=3).unit("B", "Bone")
    places = [[0, 0, 0.6], [1.5, 0, 0.6], [9, 0, 0.6]]
    answer = GAME.ask(game.state, {"ask": "coherency", "unit": "Ash", "places": places})
    assert answer["coherent"] is False
    assert answer["must_go"] == [2]


def test_phases_that_are_passed_over_are_told_in_the_line_of_what_opens_a_later_one() -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone", health=9).in_combat("Ash", "Bone")
    table.do("turn", first="A")
    entry = table.fight("Ash", "Bone", dice=[1])
    assert entry.text.endswith(". passed over: movement, shooting, charge")
    table.do("turn")
    assert table.do("phase").text == "Movement phase"
    assert table.do("phase", phase="charge").text == "Charge phase. passed over: shooting"
    assert "passed over" not in table.do("phase").text
