"""Finding by a few letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.widgets.filter_list import Heading, Line, Row, filtered
from warband_tui.widgets.fuzzy import folded_text, has_words, match


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("ash", "Ashen Ridge"),
        ("RIDGE", "Ashen Ridge"),
        ("ar", "Ashen Ridge"),
        ("eowyn", "Éowyn"),
        ("Éo", "Eowyn"),
        ("snrfl", "sniper rifle"),
        ("", "anything"),
    ],
)
def test_it_finds(query: str, text: str) -> None:
    assert match(query, text) is not None


@pytest.mark.parametrize(
    ("query", "text"), [("xyz", "Ashen Ridge"), ("aeg", "a longer line between the others, all for nothing")]
)
def test_it_does_not_find(query: str, text: str) -> None:
    assert match(query, text) is None


def test_a_part_beats_initials_and_these_beat_scattered_letters() -> None:
    part, initials, scattered = match("ar", "arrow"), match("ar", "Ashen Ridge"), match("ar", "bazar")
    assert part is not None
    assert initials is not None
    assert part.score > initials.score
    assert match("wf", "wolf") is not None
    assert scattered is not None


def test_the_start_of_a_word_beats_its_middle() -> None:
    start, middle = match("rid", "Ashen Ridge"), match("rid", "Torrid Waste")
    assert start is not None
    assert middle is not None
    assert start.score > middle.score


def test_words_are_found_in_any_order() -> None:
    assert has_words("inches further", "Nobody sees further than six inches")
    assert not has_words("inches feet", "Nobody sees further than six inches")


@given(st.text(max_size=30), st.text(max_size=200))
def test_the_letters_met_are_letters_of_the_text(query: str, text: str) -> None:
    found = match(query, text)
    if found is not None:
        assert all(0 <= at < len(text) for at in found.at)


@given(st.text(max_size=60))
def test_folding_keeps_every_letter_in_its_place(text: str) -> None:
    assert len(folded_text(text)) == len(text)


@given(st.text(min_size=1, max_size=20))
def test_everything_finds_itself(text: str) -> None:
    assert match(text, text) is not None


LINES: list[Line] = [
    Heading("Beasts"),
    Row("wolf", ("Grey Wolf",)),
    Row("warg", ("Warg of the North",)),
    Heading("Men"),
    Row("bob", ("Bob",), search="of the north"),
]


def test_a_heading_with_nothing_left_goes() -> None:
    assert [found.id if isinstance(found, Row) else found.text for found, _ in filtered(LINES, "wolf")] == [
        "Beasts",
        "wolf",
    ]


def test_what_is_found_by_name_comes_before_what_is_found_by_words() -> None:
    lines: list[Line] = [Row("words", ("Bob",), search="warg"), Row("name", ("Warg",))]
    assert [found.id for found, _ in filtered(lines, "warg") if isinstance(found, Row)] == ["name", "words"]


def test_no_query_leaves_everything_as_it_was() -> None:
    assert [found for found, _ in filtered(LINES, "  ")] == LINES
