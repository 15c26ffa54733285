"""The forms of the odds lab: each fresh column, and each field at its ends, is a query that is answered."""

from __future__ import annotations

import pytest

from tests.rules.middle_earth.field import GAME, PLAYED
from warband_tui.rules.lab import LabForm, answer, put, sound, value_of

forms = pytest.mark.parametrize("form", GAME.lab(), ids=lambda form: form.id)


@forms
def test_a_fresh_column_has_every_figure_and_chart(form: LabForm) -> None:
    found = answer(PLAYED, form, form.base)
    assert not found.fault
    assert sound(form, form.base)
    assert all(figure is not None for figure in found.figures)
    assert all(sum(bar.chance for bar in bars) == 1 for bars in found.charts)


@forms
def test_every_field_takes_its_lowest_and_highest_value(form: LabForm) -> None:
    for field in form.fields:
        values = [option for option, _ in field.options] or (
            [field.low, field.high] if field.kind == "number" else [True] if field.kind == "flag" else []
        )
        for value in values:
            assert not answer(PLAYED, form, put(form.base, field.path, value)).fault, (field.path, value)
        assert value_of(field, form.base) is not None or field.empty


def test_the_best_use_of_points_is_put_into_words() -> None:
    forms = {form.id: form for form in GAME.lab()}
    courage, strikes = forms["courage"], forms["strikes"]
    told = answer(PLAYED, courage, courage.base).advice
    assert told == ("one more point of Will or Might: 83.3 % (+11.1 %)",)
    told = answer(PLAYED, strikes, {**strikes.base, "fate": 1}).advice
    assert told == ("best: the target spends its Fate on every wound: slain 16.7 % instead of 33.3 %",)
    shot = forms["shot"]
    told = answer(PLAYED, shot, {**shot.base, "might": 1}).advice
    assert told[0].startswith("best: Might on whichever die falls short, from the first on: slain")
    duel = forms["duel"]
    assert "one more Might for one side" in answer(PLAYED, duel, duel.base).advice[0]


@forms
@pytest.mark.parametrize("edition", ["2018", "2024"])
def test_what_the_lists_fill_in_makes_a_query_that_is_answered(form: LabForm, edition: str) -> None:
    base = dict(form.base)
    if any(field.path == "edition" for field in form.fields):
        base["edition"] = edition
    if form.id == "courage":
        base["courage"] = "4" if edition == "2018" else "6+"
    picks = form.shelf(base)
    assert len({pick.id for pick in picks}) == len(picks)
    assert bool(picks) is (form.id != "break")
    for pick in picks:
        query = base
        for path, value in pick.values.items():
            query = put(query, path, value)
        assert not answer(PLAYED, form, query).fault, pick.id
        assert pick.note


def test_the_shelf_of_courage_prints_it_as_the_edition_of_the_column_does() -> None:
    courage = next(form for form in GAME.lab() if form.id == "courage")
    for typed, printed in (("4", "3"), ("6+", "7+")):
        picks = courage.shelf({"roll": "courage", "courage": typed})
        warrior = next(pick for pick in picks if pick.label == "Warrior of Rohan")
        assert warrior.values == {"courage": printed}
