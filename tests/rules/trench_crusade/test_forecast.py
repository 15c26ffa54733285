"""The forecast: how likely each side flees by the end of this turn and of the next, in both editions.

A success roll of two dice fails with 15/36 = 5/12, with a third die for the Leader with 7/36.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.rules.trench_crusade.table import GAME, NEW, OLD, Table, both_editions
from warband_tui.rules.actions import read_action
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.engine import Battle
from warband_tui.rules.guide import Forecast
from warband_tui.rules.resolution import ChoiceWanted
from warband_tui.rules.state import BattleState

FAIL, LED = Fraction(5, 12), Fraction(7, 36)
HOLD = 1 - FAIL


def battle(edition: str, *, ash: int = 6, bone: int = 8, leader: bool = False, turns: int | None = None,
           options: dict[str, object] | None = None) -> Table:  # fmt: skip
    """Ash is the smaller side and has the initiative in every turn, so that no die is rolled for it."""
    table = Table(edition, turns=turns, options=options)
    side = table.side("A")
    side.models(ash - 1)
    side.model(f"A{ash}", keywords=["LEADER"] if leader else [])
    table.side("B").models(bone)
    table.do("turn")
    return table


def lose(table: Table, side: str, count: int) -> None:
    for number in range(1, count + 1):
        table.do("lose", f"{side}{number}")


def told(table: Table, side: str) -> dict[str, Fraction]:
    return chances(GAME.forecast(table.battle.state), side)


def chances(found: tuple[Forecast, ...], side: str) -> dict[str, Fraction]:
    here = next(f for f in found if f.side == side)
    return {chance.id: chance.chance for chance in here.chances}


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_a_side_under_its_limit_does_not_flee(edition: str) -> None:
    table = battle(edition)
    lose(table, "A", 2)
    assert told(table, "A") == {"flees-this": 0, "flees-next": 0}


@pytest.mark.rule("TC-MOR-1")
def test_current_rules_a_first_failure_shakes_and_a_second_in_the_next_turn_is_flight() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    assert told(table, "A") == {"flees-this": 0, "flees-next": FAIL * FAIL, "shaken": FAIL}


@pytest.mark.rule("TC-MOR-1")
def test_a_leader_up_is_a_die_more_in_both_turns() -> None:
    table = battle(NEW, leader=True)
    lose(table, "A", 3)
    assert told(table, "A") == {"flees-this": 0, "flees-next": LED * LED, "shaken": LED}


@pytest.mark.rule("TC-MOR-1")
def test_who_is_shaken_from_before_flees_at_the_next_failure() -> None:
    table = battle(NEW)
    lose(table, "A", 3)
    table.do("turn", rest=True, dice=[3, 3])
    # It holds with 7/12 and is calm again; then it could only become Shaken once more in the turn after.
    assert told(table, "A") == {"flees-this": FAIL, "flees-next": FAIL}


@pytest.mark.rule("TC-MOR-1")
def test_playtest_rules_a_failure_is_flight_at_once() -> None:
    table = battle(OLD)
    lose(table, "A", 3)
    assert told(table, "A") == {"flees-this": FAIL, "flees-next": FAIL + HOLD * FAIL}


@pytest.mark.rule("TC-MOR-1")
def test_playtest_rules_with_shaken_instead_nobody_flees_of_a_test() -> None:
    table = battle(OLD, options={"shaken_instead": True})
    lose(table, "A", 3)
    assert told(table, "A") == {"flees-this": 0, "flees-next": 0, "shaken": FAIL}


@pytest.mark.rule("TC-MOR-1")
def test_the_smaller_side_tests_first_and_its_flight_spares_the_other() -> None:
    table = battle(OLD)
    lose(table, "A", 3)
    lose(table, "B", 4)
    assert told(table, "A")["flees-this"] == FAIL
    assert told(table, "B")["flees-this"] == HOLD * FAIL


@pytest.mark.rule("TC-MOR-1")
def test_equal_sides_are_first_by_a_d6_half_the_time_each() -> None:
    table = battle(OLD, ash=6, bone=7)
    lose(table, "A", 3)
    lose(table, "B", 4)
    both = Fraction(1, 2) * FAIL + Fraction(1, 2) * HOLD * FAIL
    assert told(table, "A")["flees-this"] == told(table, "B")["flees-this"] == both


@pytest.mark.rule("TC-MOR-1")
def test_who_has_tested_this_turn_does_so_next_turn_again() -> None:
    table = battle(OLD)
    lose(table, "A", 3)
    table.do("morale", side="A", dice=[3, 4])
    assert told(table, "A") == {"flees-this": 0, "flees-next": FAIL}


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_in_the_last_turn_there_is_no_next(edition: str) -> None:
    table = battle(edition, turns=1)
    lose(table, "A", 3)
    assert set(told(table, "A")) == {"flees-this"}
    assert any("last turn" in text for text in GAME.forecast(table.battle.state)[0].assumptions)


@both_editions
def test_there_is_nothing_to_foresee_before_the_first_turn_and_after_the_battle(edition: str) -> None:
    table = Table(edition)
    table.side("A").models(6)
    table.side("B").models(6)
    assert GAME.forecast(table.battle.state) == ()
    table.do("turn", dice=[3, 4])
    assert GAME.forecast(table.battle.state)
    table.do("finish")
    assert GAME.forecast(table.battle.state) == ()


@both_editions
def test_each_forecast_says_what_it_stands_on(edition: str) -> None:
    table = battle(edition, leader=True)
    lose(table, "A", 3)
    own, *shared = GAME.forecast(table.battle.state)[0].assumptions
    assert own == "3 losses, limit 3: a test is due; Leader up, +1 die"
    assert any("stay as they are" in text for text in shared)


# ---- against the engine itself


def played(table: Battle, turns: int) -> Iterator[tuple[BattleState, Fraction]]:
    """Play turns to their end with every result of every test, and yield how each ends."""
    if not turns or table.state.ended:
        yield table.state, Fraction(1)
        return
    kinds = tuple(d.action for d in GAME.actions)
    action = read_action({"do": "turn", "rest": True}, kinds)
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        dice, chance = open_.pop()
        choices: dict[str, str] = {}
        while True:
            try:
                entry = table.propose(action, dice=list(dice), choices=choices, ask=True)
            except ChoiceWanted as wanted:
                # The holder of the initiative has the other side test first.
                choice = wanted.choice
                options = [value for value, _ in choice.options]
                choices[choice.id] = (
                    next(o for o in options if o != choice.side) if "first" in choice.id else "no"
                )
                continue
            except DiceWanted as wanted:
                if not wanted.purpose.startswith("morale of"):
                    pytest.fail("the sizes are such that only morale is rolled")
                open_ += [((*dice, 3, 4), chance * HOLD), ((*dice, 3, 3), chance * FAIL)]
                break
            table.accept(entry)
            for end, part in played(table, turns - 1):
                yield end, chance * part
            table.undo()
            break


@both_editions
@pytest.mark.rule("TC-MOR-1")
@pytest.mark.parametrize(("ash", "bone"), [(3, 0), (0, 4), (3, 4), (3, 6)])
def test_the_forecast_is_what_playing_every_result_comes_to(edition: str, ash: int, bone: int) -> None:
    table = battle(edition)
    lose(table, "A", ash)
    lose(table, "B", bone)
    for turns, name in ((1, "flees-this"), (2, "flees-next")):
        fled = {"A": Fraction(0), "B": Fraction(0)}
        for state, chance in played(table.battle, turns):
            for side in fled:
                fled[side] += chance * state.side(side).has("fled")
        assert {side: told(table, side)[name] for side in fled} == fled
