from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.imports.text import NAME_LIMIT, clean_notes, clean_text, name_from_id

NAMES = st.text(st.one_of(st.characters(), st.sampled_from("\x1b\x07\u202e\u2028\u200b\ufeff[]*")))


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Oda   Brandt ", "Oda Brandt"),
        ("\u2028Leader", "Leader"),
        ("\u200aHound\u2028", "Hound"),
        ("Orc\nWood\tFoot", "Orc Wood Foot"),
        ("no\xa0break", "no break"),
        ("\x1b[31mRed", "[31mRed"),
        ("[red]Bob[/]", "[red]Bob[/]"),
        ("**Rally**", "**Rally**"),
        ("I Understand 👍", "I Understand 👍"),
        ("👩\u200d🚒", "👩\u200d🚒"),
        ("safe\u202egnp.exe", "safegnp.exe"),
        ("ze\u200bro\ufeff", "zero"),
        ("\ud800half", "half"),
        ("\u3164\u2800", ""),
        ("\u200d", ""),
        ("=1+1", "=1+1"),
        (7, "7"),
        (None, ""),
    ],
)
def test_a_name_is_one_line_of_what_the_player_typed(raw: object, shown: str) -> None:
    assert clean_text(raw) == shown


def test_every_control_format_and_space_character_is_dealt_with() -> None:
    joiners_and_drawn_signs = {"\u200c", "\u200d"} | {
        chr(c) for c in (*range(0x600, 0x606), 0x6DD, 0x70F, 0x8E2)
    }
    for code in range(0x11000):
        char = chr(code)
        category = unicodedata.category(char)
        shown = clean_text(f"a{char}b")
        if category in {"Zs", "Zl", "Zp"} or char in "\t\n\v\f\r":
            assert shown == "a b", hex(code)
        elif category in {"Cc", "Cs"}:
            assert shown in {"ab", "a b"}, hex(code)
        elif category == "Cf" and char not in joiners_and_drawn_signs and code not in {0x890, 0x891}:
            assert shown == "ab", hex(code)


def test_a_long_name_ends_in_an_ellipsis_at_the_limit() -> None:
    shown = clean_text("x" * 10_000)
    assert len(shown) == NAME_LIMIT
    assert shown.endswith("x…")


@given(NAMES)
def test_a_cleaned_name_is_printable_one_line_and_cleaning_it_again_changes_nothing(name: str) -> None:
    shown = clean_text(name)
    assert len(shown.splitlines()) <= 1
    assert clean_text(shown) == shown
    assert not any(unicodedata.category(char) in {"Cc", "Cs"} for char in shown)
    assert shown.encode().decode() == shown


@given(
    st.text(
        st.characters(categories=("L", "N", "P", "S"), exclude_characters="\u115f\u1160\u2800\u3164\uffa0"),
        max_size=50,
    )
)
def test_letters_digits_marks_and_symbols_come_through_literally(name: str) -> None:
    assert clean_text(name) == name


def test_notes_keep_their_lines_but_no_more_than_one_empty_one() -> None:
    assert clean_notes("Lost an eye\r\n\r\n\r\nat the ford.\x1b\u2028Swore revenge. ") == (
        "Lost an eye\n\nat the ford.\nSwore revenge."
    )


def test_notes_end_at_their_limit() -> None:
    assert len(clean_notes("word\n" * 10_000, 50)) <= 50


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("md_captain", "Captain"),
        ("md_heavy_gunner", "Heavy Gunner"),
        ("[river-lords] captain-oda", "Captain Oda"),
        ("pikeman", "Pikeman"),
        ("", ""),
        (None, ""),
    ],
)
def test_an_id_becomes_a_readable_name(slug: object, name: str) -> None:
    assert name_from_id(slug) == name
