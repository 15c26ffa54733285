"""Lining up columns: they fit, the ones that matter least go first, names are cut with a sign."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from warband_tui.widgets.columns import GAP, Column, line, widths

COLUMNS = (Column(least=8, grows=True), Column(least=6, drop=2), Column(least=6, drop=1, right=True))
ROW = ("Agathe the Bold", "sniper rifle", "12 days")
TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf", "Mn", "Me"]), max_size=30)


def test_with_room_all_stand_and_the_first_grows() -> None:
    assert widths(COLUMNS, [ROW], 60) == [60 - 12 - 7 - 2 * GAP, 12, 7]


def test_a_column_grows_no_further_than_it_may() -> None:
    assert widths((Column(most=20, grows=True), Column()), [("Agathe", "12 days")], 80) == [20, 7]


def test_without_room_the_one_that_matters_least_goes() -> None:
    sizes = widths(COLUMNS, [ROW], 20)
    assert sizes[1] == 0
    assert sizes[0] >= 8
    assert sizes[2] >= 6


def test_the_column_that_stays_always_stays() -> None:
    assert widths(COLUMNS, [ROW], 9)[0] == 9


def test_a_text_too_long_is_cut_with_a_sign() -> None:
    assert line((Column(),), [8], ["Agathe the Bold"]).plain == "Agathe …"


def test_a_number_stands_on_the_right() -> None:
    assert line((Column(right=True),), [4], ["7"]).plain == "   7"


def test_an_empty_column_takes_no_room() -> None:
    assert widths(COLUMNS, [("Agathe", "", "")], 30) == [30, 0, 0]


@given(rows=st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=5), width=st.integers(10, 120))
def test_whatever_the_names_a_line_is_never_wider_than_its_room(
    rows: list[tuple[str, str, str]], width: int
) -> None:
    sizes = widths(COLUMNS, rows, width)
    for row in rows:
        assert cell_len(line(COLUMNS, sizes, row).plain) <= width


@given(rows=st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=5), width=st.integers(40, 120))
def test_all_lines_end_their_columns_at_the_same_place(rows: list[tuple[str, str, str]], width: int) -> None:
    sizes = widths(COLUMNS, rows, width)
    assert len({cell_len(line(COLUMNS, sizes, row).plain) for row in rows}) == 1
