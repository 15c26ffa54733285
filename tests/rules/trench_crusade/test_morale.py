"""Morale: when it is due, what it rolls, Shaken and fleeing, in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    OLD,
    Table,
    both_editions,
    net_dice,
    pools,
    results,
)

HOLDS, FAILS = [3, 4], [3, 3]

# Section 15: models fielded, and the losses that call for a check.
THRESHOLDS = [
    (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5), (11, 6), (12, 6), (13, 7), (14, 7), (15, 8), (16, 8),
    (17, 9), (18, 9), (19, 10), (20, 10), (22, 11),
]  # fmt: skip


def battle(edition: str, ash: int = 6, bone: int = 7, **how: Any) -> Table:
    """Ash has the initiative in every turn that the tests play, so that no die is rolled for it."""
    table = Table(edition, **how)
    table.side("A").models(ash)
    table.side("B").models(bone)
    table.do("turn")
    return table


def lose(table: Table, side: str, count: int, *, first: int = 1) -> None:
    for number in range(first, first + count):
        table.do("lose", f"{side}{number}")


def next_turn(table: Table, *dice: int, **how: Any) -> Any:
    return table.do("turn", rest=True, dice=dice, **how)


# ---- when


@both_editions
@pytest.mark.rule("TC-MOR-1")
@pytest.mark.parametrize(("fielded", "limit"), THRESHOLDS)
def test_the_limit_is_half_of_the_models_fielded_rounded_up(edition: str, fielded: int, limit: int) -> None:
    table = Table(edition)
    table.side("A").models(fielded)
    table.side("B").models(6)
    lose(table, "A", limit - 1)
    short = table.monitor("break", "A")
    assert (short.value, short.limit, short.to_go, short.warn, short.alarm) == (
        limit - 1,
        limit,
        1,
        True,
        False,
    )
    assert table.refused("morale", side="A", dice=HOLDS).rules == ("TC-MOR-1",)
    lose(table, "A", 1, first=limit)
    assert table.monitor("break", "A").alarm
    assert results(table.do("morale", side="A", dice=HOLDS)) == ["success"]


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_under_the_limit_the_turn_ends_without_a_check(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 2)
    assert next_turn(table).rolls == ()


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_down_models_are_losses_and_the_monitor_says_what_would_be_left(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 1)
    table.take_down("A2", "A3")
    monitor = table.monitor("break", "A")
    assert (monitor.value, monitor.to_go) == (3, 0)
    assert monitor.text == "1 without Down"


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_the_chance_to_hold_is_shown_with_and_without_a_leader(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Mira", keywords=["LEADER"]).models(5)
    table.side("B").models(6)
    # 21 of 36 rolls make 7 or more; of 216 with three dice and the two highest kept, 174.
    assert (table.monitor("break", "A").chance, table.monitor("break", "B").chance) == ("29/36", "7/12")


# ---- the roll


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_success_changes_nothing(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 3)
    entry = next_turn(table, *HOLDS)
    assert results(entry)[0] == "success"
    assert not table.state.side("A").has("shaken")
    assert table.state.turn == 2


@both_editions
@pytest.mark.rule("TC-MOR-1")
@pytest.mark.parametrize(
    ("leader", "net"), [("up", 1), ("down", 0), ("out", 0)], ids=["up", "down", "out of action"]
)
def test_a_leader_who_is_up_gives_a_die(edition: str, leader: str, net: int) -> None:
    table = Table(edition)
    table.side("A").model("Mira", keywords=["LEADER"]).model("Joss", keywords=["LEADER"]).models(4)
    table.side("B").models(7)
    table.do("lose", "Joss")
    if leader == "down":
        table.take_down("Mira")
    if leader == "out":
        table.do("lose", "Mira")
    lose(table, "A", 2 if leader == "up" else 1)
    entry = table.do("morale", side="A", dice=[4] * (2 + net))
    assert net_dice(entry) == net
    assert pools(entry) == [("Leader up +1",) if net else ()]


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_other_dice_are_stated_and_each_side_tests_once_a_turn(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 3)
    entry = table.do("morale", side="A", modifier=-1, why="Black Grail", dice=[6, 4, 4])
    assert pools(entry) == [("Black Grail -1",)]
    assert table.refused("morale", side="A", dice=HOLDS).rules == ("TC-MOR-1",)
    assert next_turn(table).rolls == ()


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_things_that_do_not_count_and_things_that_add(edition: str) -> None:
    table = Table(edition)
    table.side("A").models(6).model("Rex", keywords=["NOT COUNTED"])
    shrine = table.side("B")
    shrine.models(6)
    shrine.options["morale_extra"] = 3
    table.do("lose", "Rex")
    dog, field_shrine = table.monitor("break", "A"), table.monitor("break", "B")
    # A dog is no loss and no model of the count; a shrine makes 6 models 9.
    assert (dog.value, dog.limit) == (0, 3)
    assert (field_shrine.value, field_shrine.limit) == (0, 5)


# ---- failure


@pytest.mark.rule("TC-MOR-1")
def test_in_1_6_3_failure_flees_and_the_battle_is_lost() -> None:
    table = battle(OLD)
    lose(table, "A", 3)
    next_turn(table, *FAILS)
    assert (table.state.ended, table.state.winner) == ("Ash fled", "B")
    assert table.state.turn == 1


@pytest.mark.rule("TC-MOR-1")
def test_in_the_current_rules_a_first_failure_is_shaken() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    assert table.asked("turn", rest=True, dice=FAILS) == {"morale.flee": ("A", 0)}
    next_turn(table, *FAILS)
    assert table.state.side("A").has("shaken")
    assert table.state.ended == ""


@pytest.mark.rule("TC-MOR-1")
def test_or_its_player_flees_at_once() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    next_turn(table, *FAILS, choices={"morale.flee": "yes"})
    assert table.state.winner == "B"


@pytest.mark.rule("TC-MOR-1", "TC-ACT-2")
def test_every_success_roll_of_a_shaken_warband_is_risky() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    next_turn(table, *FAILS)
    table.do("shoot", "A4", target="B1", dice=[1, 2])
    assert not table.unit("A4").acting
    table.do("shoot", "B1", target="A4", dice=[1, 2])
    assert table.unit("B1").acting


@pytest.mark.rule("TC-MOR-1")
def test_what_rolls_nothing_is_not_risky_for_the_shaken() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    next_turn(table, *FAILS)
    assert table.do("move", "A4", distance=6).rolls == ()
    assert table.unit("A4").acting


def shaken(losses: int = 3) -> Table:
    table = battle(NEW)
    lose(table, "A", 3)
    next_turn(table, *FAILS)
    for number in range(losses + 1, 4):
        table.do("restore", f"A{number}")
    return table


@pytest.mark.rule("TC-MOR-1")
def test_the_shaken_must_test_in_the_next_turn_whatever_their_losses() -> None:
    table = shaken(losses=0)
    assert table.monitor("break", "A").value == 0
    entry = next_turn(table, *HOLDS)
    assert results(entry)[0] == "success"
    assert not table.state.side("A").has("shaken")


@pytest.mark.rule("TC-MOR-1")
def test_a_second_failure_flees() -> None:
    table = shaken()
    next_turn(table, *FAILS)
    assert (table.state.ended, table.state.winner) == ("Ash fled", "B")


@pytest.mark.rule("TC-MOR-1")
def test_the_shaken_do_not_test_again_in_the_turn_in_which_they_failed() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    table.do("morale", side="A", dice=FAILS)
    assert next_turn(table).rolls == ()
    assert table.state.side("A").has("shaken")


@pytest.mark.rule("TC-MOR-1")
def test_who_has_recovered_may_be_shaken_anew() -> None:
    table = shaken()
    next_turn(table, *HOLDS)
    next_turn(table, *FAILS)
    assert (table.state.side("A").has("shaken"), table.state.ended) == (True, "")


@pytest.mark.rule("TC-MOR-1")
def test_in_1_6_3_shaken_is_an_option_and_lasts_a_turn() -> None:
    table = battle(OLD, options={"shaken_instead": True})
    lose(table, "A", 3)
    next_turn(table, *FAILS)
    assert table.state.side("A").has("shaken")
    table.do("restore", "A1")
    table.do("shoot", "A1", target="B1", dice=[1, 2])
    assert not table.unit("A1").acting
    # Its turn over, and under the limit again: no check, and no longer Shaken.
    assert next_turn(table).rolls == ()
    assert not table.state.side("A").has("shaken")


# ---- the order


@pytest.mark.rule("TC-MOR-1")
def test_in_1_6_3_the_smaller_warband_tests_first() -> None:
    table = battle(OLD, 6, 7)
    lose(table, "A", 3)
    lose(table, "B", 4)
    table.do("restore", "B4")
    table.take_down("B4")
    # Ash has 3 left on the table, Bone 4: Ash tests, flees, and Bone need not.
    entry = next_turn(table, *FAILS)
    assert table.state.winner == "B"
    assert len(entry.rolls) == 1


@pytest.mark.rule("TC-MOR-1")
def test_in_1_6_3_equal_ones_roll_for_it() -> None:
    table = battle(OLD, 6, 7)
    lose(table, "A", 3)
    lose(table, "B", 4)
    # 2 to 5: Bone tests first and flees.
    next_turn(table, 2, 5, *FAILS)
    assert table.state.winner == "A"


@pytest.mark.rule("TC-MOR-1")
def test_in_the_current_rules_the_holder_of_the_initiative_says_who_tests_first() -> None:
    table = Table(NEW)
    table.side("A").models(7)
    table.side("B").models(6)
    table.do("turn", first="A")
    lose(table, "A", 4)
    lose(table, "B", 3)
    choice = table.choice("morale.first", "turn", rest=True)
    assert (choice.side, [option for option, _ in choice.options]) == ("B", ["A", "B"])
    choices = {"morale.first": "B"}
    entry = table.do("turn", rest=True, dice=[*HOLDS, *HOLDS, 6, 1], choices=choices)
    assert [roll.purpose for roll in entry.rolls[:2]] == ["morale of Bone", "morale of Ash"]


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_the_odds_of_a_check_say_what_failing_does(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 3)
    chances = {c.id: (c.label, str(c.chance)) for c in table.odds("morale", side="A").chances}
    assert chances == {
        "hold": ("holds", "7/12"),
        "failure": ("flees" if edition == OLD else "Shaken", "5/12"),
    }


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_a_broken_warband_is_told_by_one_monitor(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 3)
    alarms = [(m.id, m.side) for m in GAME.monitors(table.state) if m.alarm]
    assert alarms == [("break", "A")]


@pytest.mark.rule("TC-MOR-1")
def test_both_players_may_be_asked_whether_they_flee_each_for_his_own_side() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    lose(table, "B", 4)
    both = {"morale.first": "A", "morale.flee": "no", "2:morale.flee": "yes"}
    next_turn(table, *FAILS, *FAILS, choices=both)
    assert table.state.side("A").has("shaken")
    assert table.state.winner == "A"
