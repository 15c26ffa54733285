"""Might, Will and Fate: spent where they save, and nowhere else; what Might cannot lift."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions

FACES = range(1, 7)
TWO = list(itertools.product(FACES, repeat=2))
pytestmark = pytest.mark.rule("ME-MWF-1")


def hero(
    edition: str = NEW, *, courage: int = 4, theirs: dict[str, Any] | None = None, **points: Any
) -> Field:
    field = Field(edition)
    field.side("A").hero("Hama", courage=courage, **points)
    field.side("B").warriors("Orc", **(theirs or {}))
    field.turn()
    return field


def left(field: Field, *names: str) -> tuple[int, ...]:
    return tuple(field.unit("Hama").counter(name) for name in names)


# ---- no die above 6


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_might_lifts_no_die_of_a_courage_test_above_six(edition: str) -> None:
    # Courage 0 with 4 off the roll takes 14, which the dice do not show.
    field = hero(edition, courage=0, might=4)
    odds = field.odds("courage", "Hama", cause="x", modifier=-4)
    assert [(way.label, way.chance) for way in odds.ways] == [("nothing", Fraction(0))]
    named = {"courage.might": 4}
    assert field.odds("courage", "Hama", cause="x", modifier=-4, choices=named).chances[0].chance == 0
    assert "fails" in field.do("courage", "Hama", cause="x", modifier=-4, dice=[6, 5], choices=named).text
    assert left(field, "might") == (4,)


@both_editions
@pytest.mark.rule("ME-CRG-1")
@pytest.mark.parametrize(("will", "might"), [(0, 4), (1, 3), (2, 0), (2, 1), (2, 4), (3, 3)])
@pytest.mark.parametrize("modifier", [-5, -4, -2, 0])
def test_the_odds_of_will_and_might_are_those_of_every_roll(
    edition: str, will: int, might: int, modifier: int
) -> None:
    field = hero(edition, courage=0, will=will, might=might)
    named = {"courage.will": will, "courage.might": might}
    odds = field.odds("courage", "Hama", cause="x", modifier=modifier, choices=named)
    passed = 0
    for dice in TWO:
        entry = field.do("courage", "Hama", cause="x", modifier=modifier, dice=dice, choices=named)
        passed += "passes" in entry.text
        spent = will - left(field, "will")[0] + might - left(field, "might")[0]
        assert spent == (max(0, 10 - modifier - sum(dice)) if "passes" in entry.text else 0)
        field.battle.undo()
    assert odds.chances[0].chance == max(way.chance for way in odds.ways) == Fraction(passed, 36)


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_will_is_kept_where_might_cannot_do_the_rest(edition: str) -> None:
    field = hero(edition, courage=1, will=1, might=3)
    named = {"courage.will": 1, "courage.might": 3}
    field.do("courage", "Hama", cause="x", modifier=-5, dice=[6, 6], choices=named)
    assert left(field, "will", "might") == (1, 3)


@both_editions
def test_two_tests_of_a_charge_need_the_will_that_might_cannot_replace(edition: str) -> None:
    dread = {"name": "Dread", "asks": ["charge"], "cause": "dread"}
    hard = {"name": "Gloom", "modifier": -5, "causes": ["dread"]}
    for will, chance in ((0, False), (1, True)):
        field = Field(edition)
        field.side("A").hero("Hama", courage=2, will=will, might=9, own=[dread, hard])
        field.side("B").warriors("Troll", keywords=["Terror"])
        field.turn()
        odds = field.odds("charge", "Hama", targets=["Troll"])
        assert (max(way.chance for way in odds.ways) > 0) is chance


def test_queries_and_the_lab_tell_will_from_might() -> None:
    hard = {"roll": "courage", "courage": "10+", "modifier": -4}
    assert passing(hard, might=4) == "0"
    assert passing(hard, points=2) == "1/36"
    assert passing(hard, points=2, might=2) == "1/6"
    assert passing({**hard, "modifier": 0}, might=2) == "5/12"


def passing(query: dict[str, Any], **more: int) -> str:
    return str(GAME.query({**query, **more})["pass"])


# ---- up to so many: spent where they save, kept where they do not


@both_editions
@pytest.mark.parametrize(
    ("named", "will", "might", "passes"),
    [({"courage.will": 1}, 3, 3, False), ({"courage.might": 1}, 3, 3, False), ({"courage.will": 2}, 1, 3, True),
     ({"courage.will": 1, "courage.might": 1}, 2, 2, True), ({"courage.will": 3, "courage.might": 3}, 1, 3, True),
     ({"courage.might": 3}, 3, 1, True), ({}, 3, 3, False)],
)  # fmt: skip
def test_points_on_courage(edition: str, named: dict[str, int], will: int, might: int, passes: bool) -> None:
    field = hero(edition, will=3, might=3)
    entry = field.do("courage", "Hama", cause="x", dice=[2, 2], choices=named)
    assert left(field, "will", "might") == (will, might)
    assert ("passes" in entry.text, "spent" in entry.text) == (passes, passes)


@both_editions
@pytest.mark.parametrize(
    ("do", "how", "dice", "choice", "named", "spent"),
    [("shoot", {}, [2], "hit.might", 1, 0), ("shoot", {}, [2, 6], "hit.might", 3, 2),
     ("shoot", {"in_the_way": 1}, [4, 2], "way.might", 1, 0), ("shoot", {"in_the_way": 1}, [4, 2, 6], "way.might", 2, 2),
     ("shoot", {}, [4, 3], "wound.might", 1, 0), ("shoot", {}, [4, 3], "wound.might", 2, 2),
     ("strike", {}, [3], "wound.might", 1, 0), ("strike", {}, [3], "wound.might", 3, 2)],
)  # fmt: skip
def test_might_on_shots_and_strikes(
    edition: str, do: str, how: dict[str, Any], dice: list[int], choice: str, named: int, spent: int
) -> None:
    field = hero(edition, might=3, theirs={"defence": 4})
    if do == "strike":
        field.do("engage", "Hama", target="Orc")
        field.do("duel", "Hama", won=True)
    field.do(do, "Hama", target="Orc", dice=dice, choices={choice: named}, **how)
    assert left(field, "might") == (3 - spent,)
    assert field.unit("Orc").in_play is (spent == 0)


@both_editions
@pytest.mark.parametrize(("named", "spent"), [(1, 0), (2, 2), (3, 2)])
def test_might_on_the_second_die_of_two_and_on_fate_and_magic(edition: str, named: int, spent: int) -> None:
    field = hero(edition, might=3, will=1, fate=1, wounds=2, theirs={"defence": 8})
    field.do("engage", "Hama", target="Orc")
    field.do("duel", "Hama", won=True)
    field.do("strike", "Hama", target="Orc", dice=[6, 2], choices={"second:wound.might": named})
    assert left(field, "might") == (3 - spent,)
    field.battle.undo()
    field.do("wound", "Hama", dice=[2], choices={"fate": 1, "fate.might": named})
    assert left(field, "might", "fate", "wounds") == (3 - spent, 0, 2 if spent else 1)
    field.battle.undo()
    field.battle.do(field.action("cast", "Hama", needs=4), dice=[2], choices={"magic.might": named})
    assert left(field, "might") == (3 - spent,)
    field.battle.undo()
    field.battle.do(field.action("resist", "Hama", against=4), dice=[2], choices={"magic.might": named})
    assert left(field, "might") == (3 - spent,)


@both_editions
@pytest.mark.parametrize(
    ("die", "named", "spent", "state"),
    [
        (1, 1, 1, "thrown"),
        (1, 4, 1, "thrown"),
        (1, 5, 5, ""),
        (3, 2, 0, "thrown"),
        (3, 3, 3, ""),
        (5, 5, 1, ""),
    ],
)
def test_might_on_a_thrown_rider_lifts_off_the_lowest_result_or_to_the_best(
    edition: str, die: int, named: int, spent: int, state: str
) -> None:
    field = hero(edition, might=5, mount={"name": "horse"})
    field.do("thrown", "Hama", dice=[die], choices={"thrown.might": named})
    assert left(field, "might") == (5 - spent,)
    assert (field.unit("Hama").has("thrown"), field.unit("Hama").has("prone")) == (bool(state), False)


def test_will_that_would_not_fail_a_hero_is_kept() -> None:
    for named, will in ((1, 5), (2, 3)):
        field = Field(OLD)
        field.side("A").hero("Hama")
        field.side("B").hero("Goblin", will=5, own=[{"name": "Sap", "saps": True}])
        field.turn()
        field.do("courage", "Hama", cause="x", dice=[4, 3], choices={"courage.sap": named})
        assert field.unit("Goblin").counter("will") == will


# ---- Fate


@both_editions
def test_fate_cannot_help_where_the_players_say_so(edition: str) -> None:
    field = hero(edition, fate=2, wounds=2)
    field.do("wound", "Hama", fate=False, choices={"fate": 1})
    assert left(field, "fate", "wounds") == (2, 1)
    assert GAME.odds(field.state, field.action("wound", "Hama", fate=False), {}) is None
