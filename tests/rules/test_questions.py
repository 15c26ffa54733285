"""A question whose words do not hold what they should is refused in one line, whatever the game."""

from __future__ import annotations

import math
from typing import Any

import pytest

from warband_tui.rules.questions import BadQuestion, check_question, inches_in


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("to", "x"),
        ("to", ["x", "y"]),
        ("to", {"x": 1}),
        ("to", [1]),
        ("to", [1, float("nan")]),
        ("from", True),
        ("path", 3),
        ("via", [[1, 2], [3]]),
        ("targets", 3),
        ("targets", [3]),
        ("unit", ["a1"]),
        ("budget", "6"),
        ("inches", True),
    ],
)
def test_a_word_that_holds_something_else_is_named(word: str, value: Any) -> None:
    with pytest.raises(BadQuestion, match=f"reach: {word} is "):
        check_question({"ask": "reach", word: value})


def test_what_the_interface_gives_is_taken() -> None:
    check_question({"ask": "path", "unit": "a1", "to": [3, 4], "via": [[1, 2], [3, 4, 1]], "mode": "walk"})
    check_question({"ask": "charge", "unit": "a1", "targets": ["b1"], "to": None})
    check_question({"ask": "fall", "from": [1, 2, 3], "to": [1, 4]})
    check_question({"ask": "a game's own", "anything": {"x": 1}})


@pytest.mark.parametrize("value", [0.2, 0.002, -1, True, "6", math.inf, math.nan, [1]])
def test_a_length_is_a_number_of_inches_that_is_long_enough(value: Any) -> None:
    with pytest.raises(
        BadQuestion, match=r"reach: grain is a number of inches from 0\.25 on, not "
    ) as caught:
        inches_in({"ask": "reach", "grain": value}, "grain", 1.0, 0.25)
    assert "\n" not in str(caught.value)


def test_a_length_that_is_left_out_is_the_usual_one_or_asked_for() -> None:
    assert inches_in({"ask": "reach", "grain": 0.25}, "grain", 1.0, 0.25) == 0.25
    assert inches_in({"ask": "reach"}, "grain", 1.0, 0.25) == 1
    assert inches_in({"ask": "reach", "grain": None}, "grain", 1.0, 0.25) == 1
    assert inches_in({"ask": "within", "inches": 0}, "inches", None) == 0
    with pytest.raises(BadQuestion, match="within: inches is a number of inches from 0 on, not nothing"):
        inches_in({"ask": "within"}, "inches", None)
