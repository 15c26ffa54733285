"""Injury rolls: the table, the numbers on them, what is left of the model."""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    OLD,
    Table,
    both_editions,
    duel,
    gun,
    net_dice,
    pools,
    results,
    totals,
)
from warband_tui.rules.events import ModelsLost

# ---- the table


@both_editions
@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(
    ("dice", "result", "blood"),
    [
        ([1, 1], "minor", 1),  # 2
        ([3, 3], "minor", 1),  # 6
        ([3, 4], "down", 1),  # 7
        ([4, 4], "down", 1),  # 8
        ([4, 5], "out", 0),  # 9: markers leave with the model
        ([6, 6], "out", 0),
    ],
)
def test_the_injury_table(edition: str, dice: list[int], result: str, blood: int) -> None:
    table = duel(edition)
    entry = table.do("injury", "Orm", dice=dice)
    assert results(entry) == [result]
    assert table.blood("Orm") == blood
    assert table.is_down("Orm") is (result == "down")
    assert table.is_out("Orm") is (result == "out")


@both_editions
@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(("total", "result"), [(1, "none"), (0, "none"), (2, "minor")])
def test_1_or_less_has_no_effect(edition: str, total: int, result: str) -> None:
    table = duel(edition, orm={"armour": -2})
    # With armour -2: 1 + 2 = 1, 1 + 1 = 0, 2 + 2 = 2.
    dice = {1: [1, 2], 0: [1, 1], 2: [2, 2]}[total]
    entry = table.do("injury", "Orm", dice=dice)
    assert (totals(entry), results(entry)) == ([total], [result])
    assert table.blood("Orm") == (result == "minor")


@both_editions
@pytest.mark.rule("TC-INJ-1")
def test_a_model_that_is_down_and_goes_down_again_takes_2_blood(edition: str) -> None:
    table = duel(edition, orm={"down": True})
    dice = [3, 4] if edition == NEW else [1, 3, 4]
    table.do("injury", "Orm", dice=dice)
    assert (table.is_down("Orm"), table.blood("Orm")) == (True, 2)


@both_editions
@pytest.mark.rule("TC-INJ-1")
def test_armour_is_a_flat_number_after_the_dice_are_kept(edition: str) -> None:
    # A critical: 3 4 6, keep 4 and 6 = 10, armour -2 = 8: Down.
    table = duel(edition, orm={"armour": -2})
    entry = table.do("shoot", "Weyl", target="Orm", dice=[6, 6, 3, 4, 6])
    assert (totals(entry)[1], results(entry)[1]) == (8, "down")
    assert "armour -2" in pools(entry)[1]


@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(("edition", "capped"), [(OLD, -5), (NEW, -3)])
def test_negative_numbers_stop_at_minus_3_in_the_current_rules_only(edition: str, capped: int) -> None:
    table = duel(edition, orm={"armour": -4})
    entry = table.do("injury", "Orm", modifier=-1, dice=[6, 6])
    assert (entry.rolls[0].flat, entry.rolls[0].capped) == (-5, capped)
    assert totals(entry) == [12 + capped]


@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(("edition", "capped"), [(OLD, -3), (NEW, -2)])
def test_positive_numbers_add_after_the_limit(edition: str, capped: int) -> None:
    # -4 held at -3, then +1 is -2; without a limit -4 + 1 is -3.
    table = duel(edition, weyl={"weapons": [gun(injury_modifier=1)]}, orm={"armour": -4})
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 6, 6])
    assert entry.rolls[1].capped == capped


@both_editions
@pytest.mark.rule("TC-INJ-1")
def test_injury_dice_keep_highest_or_lowest_and_cancel(edition: str) -> None:
    table = duel(edition)
    assert totals(table.do("injury", "Orm", injury_dice=-2, dice=[6, 1, 5, 1])) == [2]
    assert totals(table.do("injury", "Orm", injury_dice=1, dice=[1, 2, 3])) == [5]
    table = duel(edition, weyl={"weapons": [gun(injury_dice=-1)]})
    # The critical's +1 and the weapon's -1 cancel.
    assert totals(table.do("shoot", "Weyl", target="Orm", dice=[6, 6, 1, 2])) == [12, 3]


# ---- the cap on markers


@both_editions
@pytest.mark.rule("TC-INJ-2")
def test_more_than_6_blood_is_not_placed(edition: str) -> None:
    # 5 blood, Down, Down again: 2 are due, 1 is placed.
    table = duel(edition, orm={"down": True, "blood": 5})
    dice = [3, 4] if edition == NEW else [1, 3, 4]
    entry = table.do("injury", "Orm", dice=dice)
    assert table.blood("Orm") == 6
    assert "TC-INJ-2" in entry.rules
    dice = [1, 1] if edition == NEW else [1, 1, 1]
    table.do("injury", "Orm", dice=dice)
    assert table.blood("Orm") == 6


@both_editions
@pytest.mark.rule("TC-INJ-2")
@pytest.mark.parametrize("counter", ["blood", "blessing", "infection"])
def test_by_hand_no_more_than_6_are_placed_either(edition: str, counter: str) -> None:
    table = duel(edition)
    table.mark("Orm", counter, 9)
    assert table.counter("Orm", counter) == 6
    entry = table.do("mark", on="Orm", counter=counter, by=1)
    assert "stays at 6, its limit" in entry.text


# ---- out of action


@both_editions
@pytest.mark.rule("TC-INJ-3")
def test_out_of_action_is_recorded_with_who_did_it_and_how(edition: str) -> None:
    table = duel(edition)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[4, 4, 5, 4])
    assert [e for e in entry.events if isinstance(e, ModelsLost)] == [
        ModelsLost("Orm", 1, "out of action", "Weyl", "rifle")
    ]
    assert "TC-INJ-3" in entry.rules


@both_editions
@pytest.mark.rule("TC-INJ-3")
def test_the_aftermath_asks_for_the_trauma_of_who_is_out(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", keywords=["ELITE"]).model("Kett").model("Pell")
    table.side("B").model("Orm")
    table.do("injury", "Weyl", dice=[6, 6])
    table.do("injury", "Kett", dice=[6, 6])
    steps = GAME.aftermath(table.state, table.battle.entries)
    assert [(s.id, s.fighter, s.rule) for s in steps] == [
        ("trauma", "fighter of Weyl", "TC-INJ-3"),
        ("trauma", "fighter of Kett", "TC-INJ-3"),
    ]
    assert "D66" in steps[0].text
    assert "D66" not in steps[1].text


@both_editions
@pytest.mark.rule("TC-INJ-3", "TC-BLD-1")
@pytest.mark.parametrize("how", ["injury", "lose"])
def test_its_markers_go_with_it(edition: str, how: str) -> None:
    table = duel(edition, contact=True, orm={"blood": 3, "blessing": 2, "infection": 1, "down": True})
    dice = [] if how == "lose" else [6, 6] if edition == NEW else [6, 6, 6]
    table.do(how, "Orm", dice=dice)
    assert table.is_out("Orm")
    assert [table.counter("Orm", c) for c in ("blood", "blessing", "infection")] == [0, 0, 0]
    assert not table.is_down("Orm")
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-INJ-3")
def test_who_goes_out_in_its_own_activation_is_done_and_the_go_passes(edition: str) -> None:
    table = Table(edition)
    table.side("A").models(2)
    table.side("B").models(3)
    table.do("turn")
    table.do("move", "A1")
    table.do("injury", "A1", dice=[6, 6])
    assert (table.state.active, table.state.to_act) == ("", "B")


# ---- Down


@both_editions
@pytest.mark.rule("TC-DWN-1")
def test_a_down_model_stands_when_activated_with_movement_halved(edition: str) -> None:
    table = duel(edition, weyl={"down": True, "movement": 7})
    refused = table.refused("move", "Weyl", distance=4)
    assert '3.5"' in refused.why
    table.do("move", "Weyl", distance=3.5)
    assert not table.is_down("Weyl")
    assert table.refused("dash", "Weyl", distance=4, dice=[4, 4]).rules == ("TC-DSH-1",)


@both_editions
@pytest.mark.rule("TC-DWN-1")
def test_it_stands_even_if_it_does_nothing_and_moves_in_full_the_next_turn(edition: str) -> None:
    table = duel(edition, weyl={"down": True, "movement": 6})
    table.do("turn", dice=[6, 1] if edition == OLD else ())
    table.end("Weyl")
    assert not table.is_down("Weyl")
    table.do("turn", rest=True, dice=[6, 1])
    table.do("move", "Weyl", distance=6)


@both_editions
@pytest.mark.rule("TC-DWN-1")
def test_who_has_stood_up_shoots_without_a_penalty(edition: str) -> None:
    table = duel(edition, weyl={"down": True})
    assert net_dice(table.do("shoot", "Weyl", target="Orm", dice=[1, 1])) == 0


@pytest.mark.rule("TC-DWN-1")
def test_down_takes_a_die_off_every_success_roll() -> None:
    # In 1.6.3 a model that goes Down in its own activation goes on.
    table = duel(OLD)
    table.do("dangerous", "Weyl", starting=True, dice=[1, 1, 3, 4])
    assert table.is_down("Weyl")
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 3, 6])
    assert (net_dice(entry), totals(entry)) == (-1, [6])


@pytest.mark.rule("TC-DWN-1")
def test_in_1_6_3_it_may_try_to_stand_by_a_risky_roll_at_one_die_less() -> None:
    table = duel(OLD, weyl={"movement": 6})
    table.do("dangerous", "Weyl", starting=True, dice=[1, 1, 3, 4])
    assert table.refused("move", "Weyl").rules == ("TC-DWN-1",)
    entry = table.do("stand", "Weyl", dice=[3, 4, 6])
    assert (net_dice(entry), results(entry)) == (-1, ["success"])
    assert not table.is_down("Weyl")
    assert '3"' in table.refused("move", "Weyl", distance=4).why
    table = duel(OLD)
    table.do("dangerous", "Weyl", starting=True, dice=[1, 1, 3, 4])
    table.do("stand", "Weyl", dice=[3, 3, 6])
    assert (table.is_down("Weyl"), table.unit("Weyl").acting) == (True, False)


@pytest.mark.rule("TC-DWN-1")
def test_in_the_current_rules_going_down_ends_the_activation() -> None:
    table = Table(NEW)
    table.side("A").models(2)
    table.side("B").models(3)
    table.do("turn")
    table.do("move", "A1")
    entry = table.do("injury", "A1", dice=[3, 4])
    assert "activation over (Down)" in entry.text
    assert (table.state.active, table.state.to_act) == ("", "B")
    assert table.refused("stand", "A1", dice=[4, 4, 4]).rules == ("TC-TRN-2",)


@pytest.mark.rule("TC-DWN-1")
def test_taken_down_by_the_enemy_it_stands_in_its_own_activation_that_turn() -> None:
    table = duel(NEW)
    table.do("injury", "Orm", dice=[3, 4])
    table.do("move", "Orm")
    assert not table.is_down("Orm")


# ---- who is asked


@both_editions
@pytest.mark.rule("TC-INJ-1")
def test_an_injury_needs_a_model_on_the_table_and_a_known_author(edition: str) -> None:
    table = duel(edition)
    table.do("lose", "Orm")
    assert "off the table" in table.refused("injury", "Orm", dice=[1, 1]).why
