"""Set-up and the turn: sizes, initiative, alternation, the end of a turn and of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import NEW, OLD, Table, both_editions, duel, totals


def warbands(edition: str, ash: int, bone: int, **how: Any) -> Table:
    table = Table(edition, **how)
    table.side("A").models(ash)
    table.side("B").models(bone)
    return table


# ---- set-up


@both_editions
@pytest.mark.rule("TC-SET-1")
@pytest.mark.parametrize(("models", "right"), [(5, False), (6, True), (20, True), (21, False)])
def test_a_warband_of_6_to_20_models_is_right_and_others_are_warned_about(
    edition: str, models: int, right: bool
) -> None:
    table = warbands(edition, models, 6)
    found = [m for m in table.battle.ruleset.monitors(table.state) if m.id == "size"]
    assert [m.side for m in found] == ([] if right else ["A"])
    assert all(m.warn and m.value == models for m in found)


@both_editions
@pytest.mark.rule("TC-SET-1")
def test_casualties_do_not_make_a_warband_too_small(edition: str) -> None:
    table = warbands(edition, 6, 6)
    table.do("lose", "A1")
    assert [m.id for m in table.battle.ruleset.monitors(table.state)] == ["break", "break"]


@both_editions
@pytest.mark.rule("TC-SET-2")
@pytest.mark.parametrize(
    ("width", "height", "standard"), [(48, 48, True), (36, 36, True), (48, 36, False), (30, 22, False)]
)
def test_tables_of_other_sizes_are_played_but_flagged(
    edition: str, width: int, height: int, standard: bool
) -> None:
    table = warbands(edition, 6, 6, board={"kind": "inches", "width": width, "height": height})
    flagged = [m for m in table.battle.ruleset.monitors(table.state) if m.id == "table"]
    assert (flagged == []) is standard
    table.do("turn", dice=[6, 1])
    assert table.state.turn == 1


# ---- initiative


@both_editions
@pytest.mark.rule("TC-TRN-3")
def test_the_side_with_fewer_models_goes_first_without_dice(edition: str) -> None:
    table = warbands(edition, 7, 6)
    entry = table.do("turn")
    assert (table.state.first, table.state.to_act) == ("B", "B")
    assert "TC-TRN-3" in entry.rules


@both_editions
@pytest.mark.rule("TC-TRN-3")
def test_equal_numbers_roll_d6_higher_first_and_ties_again(edition: str) -> None:
    table = warbands(edition, 6, 6)
    # 3 to 3, 5 to 5, then 2 to 4: Bone has it.
    entry = table.do("turn", dice=[3, 3, 5, 5, 2, 4])
    assert table.state.first == "B"
    assert totals(entry) == [3, 3, 5, 5, 2, 4]


@both_editions
@pytest.mark.rule("TC-TRN-3")
def test_models_out_of_action_do_not_count(edition: str) -> None:
    table = warbands(edition, 6, 6)
    table.do("lose", "A6")
    table.do("turn")
    assert table.state.first == "A"


@pytest.mark.rule("TC-TRN-3")
@pytest.mark.parametrize(("edition", "first"), [(OLD, "B"), (NEW, "A")])
def test_down_models_count_for_the_initiative_in_1_6_3_only(edition: str, first: str) -> None:
    # Ash has 7 models of which 2 are Down, Bone 6: 7 against 6, or 5 against 6.
    table = warbands(edition, 7, 6)
    table.take_down("A1", "A2")
    table.do("turn")
    assert table.state.first == first


@pytest.mark.rule("TC-TRN-3")
def test_in_the_current_rules_the_holder_of_the_initiative_chooses_who_begins() -> None:
    table = warbands(NEW, 7, 6)
    table.do("turn", first="A")
    assert table.state.first == "A"
    assert table.state.side("B").has("initiative")


@pytest.mark.rule("TC-TRN-3")
def test_in_1_6_3_the_smaller_side_begins_itself() -> None:
    table = warbands(OLD, 7, 6)
    assert table.refused("turn", first="A").rules == ("TC-TRN-3",)
    entry = table.do("turn", first="A", override="agreed before the game")
    assert (table.state.first, entry.override) == ("A", "agreed before the game")


# ---- activations


@both_editions
@pytest.mark.rule("TC-TRN-1")
def test_sides_alternate_one_model_at_a_time(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    goes = []
    for unit in ("A1", "B1", "A2", "B2"):
        goes.append(table.state.to_act)
        table.do("move", unit)
        table.end()
    assert goes == ["A", "B", "A", "B"]


@both_editions
@pytest.mark.rule("TC-TRN-1")
def test_a_second_model_of_a_side_waits_until_the_first_is_done(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    table.do("move", "A1")
    assert table.refused("move", "A2").rules == ("TC-TRN-1",)
    assert table.refused("activate", "A2").rules == ("TC-TRN-1",)


@both_editions
@pytest.mark.rule("TC-TRN-1")
def test_it_has_to_be_the_sides_go(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    refused = table.refused("move", "B1")
    assert "Ash" in refused.why
    assert refused.rules == ("TC-TRN-1",)
    entry = table.do("move", "B1", override="we agreed to swap")
    assert entry.overruled == ("it is Ash's go",)


@both_editions
@pytest.mark.rule("TC-TRN-1")
def test_an_enemy_that_acts_ends_the_activation_left_open(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    table.do("move", "A1")
    table.do("move", "B1")
    assert table.state.active == "B1"
    assert not table.unit("A1").acting
    assert table.refused("dash", "A1").rules == ("TC-TRN-2",)


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_a_model_is_activated_at_most_once_a_turn(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    table.do("move", "A1")
    table.end()
    table.end("B1")
    assert table.refused("move", "A1").rules == ("TC-TRN-2",)
    assert table.refused("activate", "A1").rules == ("TC-TRN-2",)


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_a_side_that_has_some_left_goes_on_alone(edition: str) -> None:
    table = warbands(edition, 1, 3)
    table.do("turn")
    for unit in ("A1", "B1", "B2"):
        table.do("move", unit)
        table.end()
    assert table.state.to_act == "B"
    table.do("move", "B3")
    table.end()
    assert table.state.to_act == ""


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_a_go_that_a_side_cannot_take_any_more_passes_on(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    table.end("A1")
    table.end("B1")
    assert table.state.to_act == "A"
    table.do("lose", "A2")
    assert table.state.to_act == "B"
    table.do("move", "B2")


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_the_next_turn_waits_for_every_model_unless_the_rest_do_nothing(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("turn")
    table.end("A1")
    refused = table.refused("turn")
    assert refused.rules == ("TC-TRN-2",)
    assert "A2" in refused.why
    table.do("turn", rest=True)
    assert table.state.turn == 2
    assert table.state.ready("A") == [table.unit("A1"), table.unit("A2")]


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_models_off_the_table_are_not_waited_for(edition: str) -> None:
    table = warbands(edition, 1, 3)
    table.do("turn")
    table.do("lose", "B3")
    for unit in ("A1", "B1", "B2"):
        table.end(unit)
    table.do("turn")
    assert table.state.turn == 2


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_acting_before_the_first_turn_opens_turn_1_by_itself(edition: str) -> None:
    table = warbands(edition, 2, 3)
    table.do("move", "B2")
    assert (table.state.turn, table.state.phase, table.state.first) == (1, "activation", "B")
    table.do("move", "A1")
    assert table.state.turn == 1


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_what_lasts_for_a_turn_ends_with_it(edition: str) -> None:
    table = duel(edition)
    table.do("turn", dice=[6, 1])
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    assert table.unit("Weyl").has("charged")
    table.do("turn", rest=True, dice=[6, 1])
    assert not table.unit("Weyl").has("charged")


# ---- the end


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_after_the_last_turn_the_victory_points_decide(edition: str) -> None:
    table = warbands(edition, 6, 7, turns=1)
    table.do("turn")
    assert table.monitor("turns").alarm
    table.mark("B", "vp", 3)
    table.mark("A", "vp", 2)
    table.do("turn", rest=True)
    assert (table.state.winner, table.state.to_act) == ("B", "")
    assert "last turn" in table.state.ended
    assert "battle is over" in table.refused("move", "A1").why


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_equal_points_after_the_last_turn_are_a_draw(edition: str) -> None:
    table = warbands(edition, 6, 7, turns=1)
    table.do("turn")
    table.do("turn", rest=True)
    assert (table.state.winner, bool(table.state.ended)) == ("", True)


@both_editions
@pytest.mark.rule("TC-TRN-2")
def test_nobody_left_at_all_is_no_turn(edition: str) -> None:
    table = warbands(edition, 1, 1)
    table.do("lose", "A1")
    table.do("lose", "B1")
    assert table.refused("turn", dice=[1, 2]).rules == ("TC-TRN-2",)
