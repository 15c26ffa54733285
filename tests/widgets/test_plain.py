"""Text of players is literal, whatever it holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from warband_tui.widgets.plain import cell, paragraphs, plain

HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["[red]Bob[/]", "Grim [/the] Bold", "[@click=app.quit]x[/]", "\x1b[2J", "a\\[b", "[["]),
)


@given(HOSTILE)
def test_plain_text_has_no_style_no_action_and_one_line(text: str) -> None:
    content = plain(text)
    assert not content.spans
    assert all(
        letter.isprintable() or letter in "\u00a0\u200c\u200d"
        for letter in content.plain
        if ord(letter) < 0x2000
    )
    assert "\n" not in content.plain
    assert "\x1b" not in content.plain


@given(HOSTILE)
def test_a_cell_is_the_same_text(text: str) -> None:
    assert cell(text).plain == plain(text).plain
    assert not cell(text).spans


def test_brackets_stay_as_they_are() -> None:
    assert plain("Grim [/the] Bold").plain == "Grim [/the] Bold"


def test_paragraphs_keep_their_line_ends_and_nothing_else() -> None:
    assert paragraphs("one\r\n\x1b[2Jtwo\n\n[b]three").plain == "one\n[2Jtwo\n\n[b]three"
