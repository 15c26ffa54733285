from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.reports.boxes import bar_chart
from warband_tui.reports.chart import svg
from warband_tui.reports.document import Chart, Column, Roster, RosterLine, Series, Table
from warband_tui.reports.tabular import chart_table, roster_table, value_at

LOSSES = Chart("Losses", (Series("Grey", ((0, 0), (2, 3)), 3), Series("Choir", ((0, 0), (1, 1)), 3)))


def drawn(chart: Chart) -> ET.Element:
    return ET.fromstring(svg(chart, "c"))  # noqa: S314 -- our own output


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def test_each_series_has_its_own_dashes_and_its_name_at_the_end() -> None:
    root = drawn(LOSSES)
    assert [line.get("class") for line in with_class(root, "line")] == ["line s0 d0", "line s1 d1"]
    assert [label.text for label in with_class(root, "name")] == ["Grey 3", "Choir 1"]


def test_a_series_is_drawn_in_steps() -> None:
    path = with_class(drawn(LOSSES), "line")[0].get("d", "")
    assert re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)+H[\d.]+", path)


def test_series_with_one_limit_share_its_line() -> None:
    root = drawn(LOSSES)
    assert len(with_class(root, "limit")) == 1
    assert [label.text for label in with_class(root, "limit-label")] == ["break point 3 · Grey, Choir"]


def test_labels_that_end_at_one_height_do_not_overlap() -> None:
    chart = Chart("Losses", tuple(Series(f"S{n}", ((0, 0), (1, 2))) for n in range(6)))
    heights = sorted(float(label.get("y", "")) for label in with_class(drawn(chart), "name"))
    assert min(after - before for before, after in pairwise(heights)) >= 15


@given(
    st.lists(
        st.builds(
            Series,
            st.text(max_size=30),
            st.lists(st.tuples(st.integers(-5, 400), st.integers(-50, 10**6)), max_size=12).map(tuple),
            st.one_of(st.none(), st.floats(), st.integers(0, 99)),
        ),
        max_size=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_any_figures_draw_as_well_formed_pictures_and_bars(series: list[Series]) -> None:
    chart = Chart("Any", tuple(series))
    root = drawn(chart)
    assert len(with_class(root, "line")) == len([one for one in series if one.points])
    assert "nan" not in svg(chart, "c").split("</style>")[1]
    assert len(list(root.iter())) < 1_000
    for line in bar_chart(chart, 78):
        assert len(line) <= 200


def test_a_value_stands_until_the_next_point() -> None:
    series = Series("Grey", ((1, 1), (3, 4)))
    assert [value_at(series, turn) for turn in range(5)] == [None, 1, 1, 4, 4]


def test_a_chart_as_a_table_fills_the_turns_between() -> None:
    assert chart_table(LOSSES).rows == (
        ("0", "0", "0"),
        ("1", "0", "1"),
        ("2", "3", "1"),
        ("Break point", "3", "3"),
    )


def test_a_bar_shows_where_the_limit_stands() -> None:
    bars = bar_chart(LOSSES, 60)
    assert bars[0].startswith("turn 0  Grey ")
    assert bars[-1] == "┃ break point: Grey 3, Choir 3"
    full = next(line for line in bars if line.endswith(" 3"))
    assert "█┃" in full
    assert "·" not in full


def test_a_roster_leaves_out_columns_that_nobody_fills() -> None:
    roster = Roster("Grey", (RosterLine("Weyl", cost="95"), RosterLine("Pell")))
    assert [column.title for column in roster_table(roster).columns] == ["Name", "Cost"]


def test_a_table_refuses_a_row_of_another_length() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table((Column("a"), Column("b")), (("1", "2"), ("3",)))
