from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from warband_tui.reports.cells import cell_width, clip, pad, wrap


@pytest.mark.parametrize(
    "said", ["Kett", "", "刀剣", "Größe", "שלום", "│ ★ ●", "ｗｉｄｅ", "한글", "💀 dead", "e\u0301"]
)
def test_widths_agree_with_those_of_the_screen(said: str) -> None:
    assert cell_width(said) == cell_len(said)


@pytest.mark.parametrize(
    ("said", "width"), [("👍🏽", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("🇫🇷", 2), ("a\u0301b", 2)]
)
def test_joined_signs_count_once(said: str, width: int) -> None:
    assert cell_width(said) == width


@given(st.text(), st.integers(2, 40))
@example("00\x1f", 2)
def test_wrapping_loses_nothing_but_spaces_and_keeps_to_the_width(said: str, width: int) -> None:
    lines = wrap(said, width)
    assert "".join(lines).replace(" ", "") == said.replace(" ", "")
    assert all(cell_width(line) <= width for line in lines)


def test_a_line_breaks_at_spaces_and_a_long_word_is_cut() -> None:
    assert wrap("the long rifle", 8) == ["the long", "rifle"]
    assert wrap("刀刀刀刀", 5) == ["刀刀", "刀刀"]


@given(st.text(), st.integers(1, 20))
def test_clipping_keeps_to_the_width(said: str, width: int) -> None:
    assert cell_width(clip(said, width)) <= width


def test_clipping_and_padding_count_cells() -> None:
    assert clip("刀刀刀", 5) == "刀刀…"
    assert pad("刀", 4) == "刀  "
    assert pad("刀", 4, "right") == "  刀"
    assert pad("刀", 5, "center") == " 刀  "
