"""TOML from anybody: one kind of error, whatever is wrong with it."""

from __future__ import annotations

import tomllib

import pytest

from warband_tui.toml_text import MOST_PARTS, read_toml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 5000, "nested far too deep"),
        ("a = " + "9" * 5000, "a number has too many digits"),
        ("a = = 1", "Invalid value"),
        ("b = 1\n" + "a." * 5000 + "a = 1", r"more than 32 parts \(at line 2"),
        ("x = {" + '"a" . ' * 5000 + "a = 1}", "more than 32 parts"),
    ],
)
def test_what_no_program_would_write_is_an_error_of_toml(text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=said):
        read_toml(text)


def test_what_people_write_is_read() -> None:
    assert read_toml('battle.undo = "z"\nnote = "a... b.... c. d. e. 1.2.3"\n') == {
        "battle": {"undo": "z"},
        "note": "a... b.... c. d. e. 1.2.3",
    }
    deep = "a." * (MOST_PARTS - 1) + "a = 1"
    assert list(read_toml(deep)) == ["a"]
