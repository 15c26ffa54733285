"""Queries about odds: which form one has, and what is wrong with it, by its key."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from warband_tui.errors import WarbandError
from warband_tui.rules import queries


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=0, le=9)] = 1
    more: Annotated[tuple[tuple[int, Annotated[int, Meta(ge=0, le=3)]], ...], Meta(max_length=2)] = ()


class Leap(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="leap"):
    far: Annotated[int, Meta(ge=1, le=6)]
    how: Annotated[str, Meta(examples=["up", "down"])] = "up"
    again: bool = False
    words: Annotated[tuple[Annotated[str, Meta(max_length=5)], ...], Meta(max_length=3)] = ()


class Bout(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="bout"):
    a: Side
    b: Side = Side()


FORMS: dict[str, type[Leap | Bout]] = {"leap": Leap, "bout": Bout}


def read(query: object) -> Leap | Bout:
    return queries.read(query, FORMS, "odds bog", '{"roll": "leap", "far": 2}', {"a": Side, "b": Side})


def test_a_query_is_the_struct_that_its_roll_names() -> None:
    assert read({"roll": "leap", "far": 3, "words": ["mud"]}) == Leap(3, words=("mud",))
    assert read({"roll": "bout", "a": {"dice": 2}}) == Bout(Side(2))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ([], 'odds bog: a query is a JSON object such as {"roll": "leap", "far": 2}'),
        ({}, "odds bog: the key roll is missing; it is one of leap, bout"),
        ({"roll": "swim"}, "odds bog: roll cannot be 'swim'; it is one of leap, bout"),
        ({"roll": ["leap"]}, "odds bog: roll cannot be ['leap']; it is one of leap, bout"),
        ({"roll": "leap", "fra": 1, "hwo": 2}, "odds bog, leap: unknown keys 'fra', 'hwo'; known are roll, far, how, again, words"),
        ({"roll": "bout", "a": {"die": 1}}, "odds bog, bout, a: unknown key 'die'; known are dice, more"),
        ({"roll": "leap"}, "odds bog, leap: the key far is missing; it must be a whole number from 1 to 6"),
        ({"roll": "bout"}, "odds bog, bout: the key a is missing; it must be a JSON object"),
        ({"roll": "leap", "far": 9}, "odds bog, leap: far must be a whole number from 1 to 6, not 9"),
        ({"roll": "leap", "far": 2, "how": 1}, "odds bog, leap: how must be a text such as up, down, not 1"),
        ({"roll": "leap", "far": 2, "again": 1}, "odds bog, leap: again must be true or false, not 1"),
        ({"roll": "leap", "far": 2, "words": "mud"},
         "odds bog, leap: words must be a list of up to 3 texts of up to 5 letters, not 'mud'"),
        ({"roll": "bout", "a": {"dice": 10}}, "odds bog, bout: a.dice must be a whole number from 0 to 9, not 10"),
        ({"roll": "bout", "a": {"more": [[1, 9]]}}, "odds bog, bout: a.more: expected int <= 3, not [[1, 9]]"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_query_is_told_by_its_key(query: Any, told: str) -> None:
    with pytest.raises(WarbandError) as caught:
        read(query)
    assert str(caught.value) == told


def test_values_are_shown_in_plain_signs_and_cut_short() -> None:
    assert queries.shown("\x1b[31mé") == "'\\x1b[31m\\xe9'"
    assert len(queries.shown("x" * 99)) == 40


def test_the_schema_has_every_form() -> None:
    assert {"Leap", "Bout", "Side"} <= set(queries.schema_of(Leap | Bout)["$defs"])
