"""A question whose words do not hold what they should is refused in one line, whatever the game."""

from __future__ import annotations

from typing import Any

import pytest

from warband_tui.rules.questions import BadQuestion, check_question


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
