"""The broken round as a guide, and the forecast: order, reasons, chances, exactness."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from tests.rules.middle_earth.field import GAME, NEW, Field, both_editions, broken_rohan
from warband_tui.rules.ruleset import to_builtins


@both_editions
@pytest.mark.rule("ME-BRK-3", "ME-SFT-2")
def test_heroes_come_first_and_warriors_wait_for_them(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 12).hero("Eomer", will=1).warriors("Banner")
    field.turn()
    field.lose("Men", 8)
    field.turn()
    guide = field.guide()
    assert [(s.unit, s.state) for s in guide.steps] == [
        ("Eomer", "due"),
        ("Men", "waiting"),
        ("Banner", "waiting"),
    ]
    assert guide.left == 6
    assert guide.next is guide.steps[0]
    first = guide.steps[0]
    assert first.would_cover == ("Men", "Banner")
    assert first.chance == Fraction(13, 18)
    assert [(w.label, w.chance, w.choices) for w in first.offers] == [
        ("up to 1 Will", Fraction(5, 6), {"courage.will": 1, "courage.might": 0})
    ]
    assert guide.steps[1].expected == Fraction(5, 3)


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_one_key_a_result_takes_the_round_to_its_end(edition: str) -> None:
    field = broken_rohan(edition)
    step = field.guide().next
    assert step is not None
    taken = {**step.action, step.result: True}
    field.battle.do(GAME.read(taken))
    step = field.guide().next
    assert step is not None
    assert [(cover.value, step.state) for cover in step.covers] == [("Eomer", "due")]
    field.battle.do(GAME.read({**step.action, step.cover: step.covers[0].value}))
    while (step := field.guide().next) is not None:
        field.battle.do(GAME.read({**step.action, step.result: False}))
    assert [s.state for s in field.guide().steps] == ["passed", "covered", "failed", "failed", "failed"]
    assert field.guide().left == 0
    field.do("phase")
    assert GAME.guide(field.state) is None


@both_editions
def test_there_is_no_guide_while_nobody_is_broken(edition: str) -> None:
    field = Field(edition)
    field.turn()
    assert GAME.guide(field.state) is None


@both_editions
def test_the_guide_offers_effects_that_count_in_range(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 9)
    field.side("B").hero("Nazgul", rules=["Harbinger of Evil"])
    field.turn()
    field.lose("Men", 5)
    field.turn()
    assert [(w.label, w.chance) for w in field.step("Men").offers] == [
        ("Harbinger of Evil in range", Fraction(5, 12))
    ]


@both_editions
def test_guide_and_forecast_are_asked_for_in_scripts(edition: str) -> None:
    field = broken_rohan(edition)
    guide = GAME.ask(field.state, {"ask": "guide"})["guide"]
    assert guide["steps"][0]["chance"] == "13/18"
    forecast = GAME.ask(field.state, {"ask": "forecast"})["forecast"]
    assert forecast[0]["chances"][0]["id"] == "broken-this"
    assert to_builtins(GAME.guide(field.state)) == guide


@both_editions
def test_the_guide_prints_courage_as_the_edition_does(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 9)
    field.turn()
    field.lose("Men", 5)
    field.turn()
    told = "needs 7+ on 2D6" if edition == NEW else "needs 2D6 + 3 to 10"
    assert field.step("Men").why == told
    assert field.odds("break-test", "Men").pool.startswith(told.removeprefix("needs "))


@both_editions
def test_the_guide_tells_a_second_roll_from_a_sure_pass(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Bearer", rules=["Steadfast near a friend"]).hero("Shaman", rules=["Fury"])
    field.side("A").warriors("Men", 7)
    field.turn()
    field.lose("Men", 5)
    field.turn()
    offers = {way.label: way.chance for way in field.step("Men").offers}
    assert offers == {"Steadfast near a friend in range": Fraction(119, 144), "Fury in range": Fraction(1)}


# ---- forecast


def chance(field: Field, name: str, side: str = "A") -> Fraction:
    return next(c.chance for c in field.forecast(side).chances if c.id == name)


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_a_whole_force_stays_whole_if_nothing_happens(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 6)
    field.turn()
    assert {str(c.chance) for c in field.forecast().chances} == {"0"}
    assert field.forecast().expected["run in a turn once broken"] == Fraction(5, 2)
    assert field.forecast().assumptions


@both_editions
@pytest.mark.rule("ME-MON-1", "ME-BRK-2")
def test_a_force_over_its_break_point_tests_next_turn(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 7)
    field.turn()
    field.lose("Men", 4)
    assert chance(field, "broken-this") == chance(field, "tests-next") == 1
    assert chance(field, "quartered-this") == 0
    # Three left, Courage 3: down to one or none when two or three run.
    runs = Fraction(5, 12)
    assert chance(field, "quartered-next") == 3 * runs**2 * (1 - runs) + runs**3


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_the_forecast_of_a_broken_force_agrees_with_every_outcome(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").warriors("Men", 3).warriors("Fallen", 5)
    field.turn()
    field.lose("Fallen", 5)
    field.turn()
    field.do("break-test", "Men", passed=True)
    # Eomer has to test this turn (5/18), two of the men too (5/12); all test next turn who are left.
    quick = [Fraction(5, 18), Fraction(5, 12), Fraction(5, 12)]
    this = _quartered([(q, Fraction(0)) for q in quick] + [(Fraction(0), Fraction(0))], left=2)
    both = _quartered([(q, q) for q in quick] + [(Fraction(0), Fraction(5, 12))], left=2)
    assert chance(field, "quartered-this") == this
    assert chance(field, "quartered-next") == both
    assert field.forecast().expected["run this turn"] == sum(quick)


def _quartered(models: list[tuple[Fraction, Fraction]], left: int) -> Fraction:
    """Go through every outcome of two turns of tests; each model runs in the first, the second or never."""
    total = Fraction(0)
    for fates in itertools.product(range(3), repeat=len(models)):
        weight = Fraction(1)
        for (first, second), fate in zip(models, fates, strict=True):
            weight *= (first, (1 - first) * second, (1 - first) * (1 - second))[fate]
        if sum(fate == 2 for fate in fates) <= left:
            total += weight
    return total


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_who_is_engaged_is_not_forecast_to_run(edition: str) -> None:
    field = broken_rohan(edition)
    for unit in ("Eomer", "Wa", "Wb", "Wc"):
        field.do("engage", "Orcs", target=unit)
    assert field.forecast().expected["run this turn"] == Fraction(5, 12)


def test_a_last_stand_serves_the_first_of_two_tests() -> None:
    field = broken_rohan(NEW, rules=["Last Stand"], keywords=["GENERAL"])
    for unit in ("Wa", "Wb", "Wc", "Wd"):
        field.do("condition", on=unit, condition="engaged")
    assert field.forecast().expected["run this turn"] == 0
    assert field.forecast().expected["run by the end of the next turn"] == Fraction(5, 18)


def test_a_model_that_fades_at_the_end_of_the_turn_is_forecast_to_break_its_force() -> None:
    field = Field(NEW)
    field.side("A").hero("Nazgul", will=1, rules=["Will of Evil"]).warriors("Orc")
    field.side("B").warriors("Man")
    field.turn()
    field.lose("Orc")
    assert chance(field, "broken-this") == 0
    field.do("engage", "Man", target="Nazgul")
    field.do("duel", "Man", won=True)
    assert chance(field, "broken-this") == 1


@pytest.mark.rule("ME-BRK-3")
def test_a_broken_side_is_walked_through_in_its_own_half_of_the_move_phase() -> None:
    field = Field(NEW)
    field.side("A").warriors("Fallen", 3)
    field.side("B").warriors("Orcs", 3)
    field.turn()
    field.lose("Fallen", 2)
    field.turn("B")
    assert GAME.guide(field.state) is None
    field.do("move", "Orcs", distance=3)
    assert GAME.guide(field.state) is None
    field.do("break-test", "Fallen", passed=True)
    assert {step.side for step in field.guide().steps} == {"A"}
