"""The forms of the odds lab: every game's fit its queries, and a column is a command that says the same."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.age_of_sigmar.table import Table as SigmarTable
from tests.rules.age_of_sigmar.table import melee
from tests.rules.trench_crusade.table import Table as TrenchTable
from tests.rules.trench_crusade.table import gun, pistol
from warband_tui.campaign.lab_values import stepped, toggled
from warband_tui.errors import WarbandError
from warband_tui.rules.lab import (
    LabField,
    LabForm,
    answer,
    command_of,
    get,
    line_of,
    put,
    read_line,
    sound,
    value_of,
    with_value,
)
from warband_tui.rules.ruleset import Ruleset, installed, load

FORMS = [(load(game), form) for game in installed() for form in load(game).lab()]
every_form = pytest.mark.parametrize(
    ("game", "form"), FORMS, ids=[f"{game.id}-{form.id}" for game, form in FORMS]
)


def fields_of(form: LabForm) -> list[tuple[str, LabField]]:
    parts = form.parts
    own = [(f"{parts.path}.0.{field.path}", field) for field in parts.fields] if parts else []
    return [*own, *((field.path, field) for field in form.fields)]


def test_the_games_with_odds_have_forms() -> None:
    assert {game.id for game, _ in FORMS} >= {"trench-crusade", "age-of-sigmar", "middle-earth"}


@every_form
def test_a_fresh_column_is_answered_in_full(game: Ruleset, form: LabForm) -> None:
    found = answer(game, form, form.base)
    assert found.fault == ""
    assert None not in found.figures
    assert sound(form, form.base)
    for bars in found.charts:
        assert sum((bar.chance for bar in bars), Fraction(0)) == 1


@every_form
def test_what_is_left_out_is_what_the_field_shows(game: Ruleset, form: LabForm) -> None:
    """Writing every default into the query changes no figure."""
    query = form.base
    for path, field in fields_of(form):
        if get(query, path) is None and field.default not in (None, "", []):
            query = put(query, path, field.default)
    assert answer(game, form, query) == answer(game, form, form.base)


@every_form
def test_every_value_that_can_be_stepped_to_is_a_value_of_the_query(game: Ruleset, form: LabForm) -> None:
    for path, field in fields_of(form):
        start = value_of(field, form.base, path)
        for value in (toggled(field, start), stepped(field, start, 1), stepped(field, start, -1), start):
            query = with_value(field, form.base, value, path)
            fault = answer(game, form, query).fault
            assert not any(word in fault for word in ("unknown key", "must be", "Expected")), (path, fault)
            assert value_of(field, query, path) == value


@every_form
def test_the_command_of_a_column_asks_for_the_same(game: Ruleset, form: LabForm) -> None:
    program, command, ruleset, query = shlex.split(command_of(game.id, form.base))
    assert (program, command, ruleset) == ("warband-tui", "odds", game.id)
    assert game.query(json.loads(query)) == game.query(form.base)


@every_form
def test_what_a_catalogue_offers_fits_the_fields(game: Ruleset, form: LabForm) -> None:
    own = {field.path for field in form.fields}
    of_parts = {field.path for field in form.parts.fields} if form.parts else set()
    for pick in form.shelf(form.base):
        assert pick.values
        assert set(pick.values) <= (of_parts if pick.part else own)


# Queries


FLAT = LabField("target.save", "save", low=2, high=6, empty=True)
WORDS = LabField("keywords", "keywords", "words", default=[])


def test_a_value_at_its_default_leaves_the_key_out() -> None:
    dice = LabField("dice", "dice", default=0)
    assert with_value(dice, {"roll": "x"}, 2) == {"roll": "x", "dice": 2}
    assert with_value(dice, {"roll": "x", "dice": 2}, 0) == {"roll": "x"}
    flag = LabField("per_model", "per model", "flag", default=True)
    assert with_value(flag, {}, False) == {"per_model": False}
    assert with_value(flag, {"per_model": False}, True) == {}


def test_a_field_may_hold_nothing() -> None:
    query = with_value(FLAT, {"target": {"save": 4, "ward": 6}}, None)
    assert query == {"target": {"ward": 6}}
    assert FLAT.shown(value_of(FLAT, query)) == "-"


def test_paths_reach_into_lists() -> None:
    query = {"groups": [{"hit": 3}, {"hit": 4}]}
    assert get(query, "groups.1.hit") == 4
    assert get(query, "groups.2.hit", "none") == "none"
    assert put(query, "groups.1.hit", 5) == {"groups": [{"hit": 3}, {"hit": 5}]}
    assert query == {"groups": [{"hit": 3}, {"hit": 4}]}


@given(st.lists(st.text(max_size=20), max_size=4))
def test_whatever_is_typed_the_line_is_plain_and_reads_back(words: list[str]) -> None:
    query = {"roll": "x", "keywords": words}
    line = line_of(query)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == query
    assert shlex.split(command_of("game", query))[3] == line


TRENCH = load("trench-crusade").lab()[0]
SIGMAR = load("age-of-sigmar").lab()[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "not json",
        '{"roll": "morale", "fielded": 9, "losses": 1}',
        '{"roll": "attack", "keywords": 5}',
        '{"roll": "attack", "dice": [1]}',
        "[" * 100_000,
    ],
)
def test_a_line_of_another_form_is_refused_in_words(text: str) -> None:
    with pytest.raises(WarbandError, match="quer"):
        read_line(TRENCH, text)


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"groups": []},
        {"groups": 5},
        {"groups": [5]},
        {"groups": [{"hit": {}}]},
        {"groups": [{}], "target": 5},
        {"groups": [{"hit": 3, "wound": 3}] * 40},
    ],
)
def test_a_query_that_is_not_built_like_the_form_is_not_sound(query: dict[str, Any]) -> None:
    assert not sound(SIGMAR, query)


def test_a_line_that_was_copied_is_read_back() -> None:
    query = {"roll": "attack", "dice": 2, "keywords": ["TOUGH"]}
    assert read_line(TRENCH, line_of(query)) == query


def test_what_is_wrong_with_a_query_is_part_of_the_answer() -> None:
    morale = load("trench-crusade").lab()[-1]
    found = answer(load("trench-crusade"), morale, {"roll": "morale", "fielded": 5, "losses": 9})
    assert "cannot be more" in found.fault
    assert found.figures == ()


# From battles


@pytest.mark.rule("TC-RNG-1", "TC-INJ-1")
@pytest.mark.parametrize("edition", ["1.0.2", "1.6.3"])
@pytest.mark.parametrize(
    ("weapon", "target", "fields"),
    [
        (gun(), {}, {}),
        (
            gun("lance", "CRITICAL", injury_modifier=2, injury_dice=1),
            {"armour": -2, "blood": 3},
            {"cover": True},
        ),
        (gun("cutter", injury_modifier=-1), {"down": True, "keywords": ["TOUGH"]}, {"long": True}),
        (pistol("torch", "FLAMETHROWER", "FIRE"), {"armour": -3, "blessing": 2}, {}),
        (gun("odd", injury_modifier=-2), {"armour": 0, "infection": 2, "blood": 5}, {"modifier": -3}),
    ],
)
def test_an_attack_of_a_battle_is_a_query_with_the_same_chances(
    edition: str, weapon: dict[str, Any], target: dict[str, Any], fields: dict[str, Any]
) -> None:
    table = TrenchTable(edition)
    table.side("A").model("Weyl", ranged=1, weapons=[weapon], blood=1, blessing=2)
    table.side("B").model("Orm", **target)
    action = table.action("shoot", "Weyl", target="Orm", **fields)
    query = TRENCH.of_action(table.state, action)
    assert query is not None
    assert sound(TRENCH, query)
    odds = table.odds("shoot", "Weyl", target="Orm", **fields)
    found = load("trench-crusade").query(query)
    assert {c.id: str(c.chance) for c in odds.chances} == {c.id: found[c.id] for c in odds.chances}
    assert query["attacker_blessing"] == 2


def test_what_is_no_attack_makes_no_query() -> None:
    table = TrenchTable()
    table.side("A").model("Weyl")
    table.side("B").model("Orm")
    assert TRENCH.of_action(table.state, table.action("dash", "Weyl")) is None


@pytest.mark.rule("AOS-17-2", "AOS-17-4", "AOS-18.1-1")
def test_a_unit_of_two_weapons_is_a_query_of_two_groups_with_the_same_chance_to_destroy() -> None:
    table = SigmarTable()
    weapons = [
        melee("Axe", "Crit (Mortal)", attacks=2, hit=3, wound=3, rend=1),
        melee("Fangs", attacks="D3", hit=4, wound=2, damage="D3"),
    ]
    table.unit("A", "Orruks", models=3, weapons=weapons)
    table.unit("B", "Wights", models=2, health=2, save=4, ward=6, damage=1)
    table.in_combat("Orruks", "Wights")
    action = table.action("fight", unit="Orruks", target="Wights")
    query = SIGMAR.of_action(table.state, action)
    assert query is not None
    assert sound(SIGMAR, query)
    assert len(query["groups"]) == 2
    odds = load("age-of-sigmar").odds(table.state, action, {})
    assert odds is not None
    destroyed = load("age-of-sigmar").query(query)["destroyed"]
    assert Fraction(destroyed) in [chance.chance for chance in odds.chances]
