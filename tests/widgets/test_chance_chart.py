"""Distributions side by side: all that may come out is counted, in the lines and cells there are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.rules.lab import Bar
from warband_tui.rules.odds import binomial, die
from warband_tui.widgets.chance_chart import Column, bar, chart_lines, outcomes
from warband_tui.widgets.lines import width_of

THIRD = Fraction(1, 3)
NAMED: Column = (Bar("none", THIRD), Bar("down", THIRD), Bar("out", THIRD))


def numbers(weights: dict[int, Fraction]) -> Column:
    return tuple(Bar(str(n), chance, n) for n, chance in weights.items())


def test_named_outcomes_keep_their_order_and_add_up_from_the_worst() -> None:
    assert [o.label for o in outcomes([NAMED], 9)] == ["none", "down", "out"]
    found = outcomes([NAMED], 9, at_least=True)
    assert [(o.label, o.chances[0]) for o in found] == [("≥ down", 2 * THIRD), ("≥ out", THIRD)]


@given(st.integers(1, 40), st.integers(1, 30))
def test_however_few_lines_there_are_everything_is_counted_once(tries: int, most: int) -> None:
    columns = [numbers(binomial(tries, THIRD).chances()), numbers(die(6).chances())]
    found = outcomes(columns, most)
    assert len(found) <= most
    for i in range(2):
        assert sum((o.chances[i] or 0 for o in found), Fraction(0)) == 1


def test_at_least_is_the_chance_of_that_or_more() -> None:
    found = outcomes([numbers(die(6).chances())], 9, at_least=True)
    assert [o.label for o in found] == [f"{n} or more" for n in range(2, 7)]
    assert [o.chances[0] for o in found] == [Fraction(7 - n, 6) for n in range(2, 7)]


def test_a_column_without_figures_stays_empty() -> None:
    found = outcomes([(), numbers(die(2).chances())], 9)
    assert [o.chances for o in found] == [(None, Fraction(1, 2)), (None, Fraction(1, 2))]
    assert outcomes([(), ()], 9) == []


@pytest.mark.parametrize("cells", [1, 7, 20])
def test_a_bar_fills_its_cells_and_what_is_possible_has_a_mark(cells: int) -> None:
    assert bar(Fraction(1), Fraction(1), cells) == "█" * cells
    assert len(bar(Fraction(1, 3), Fraction(1), cells)) == cells
    assert bar(Fraction(1, 10**9), Fraction(1), cells).strip()
    assert not bar(Fraction(0), Fraction(1), cells).strip()


@given(st.integers(12, 30), st.integers(12, 50), st.integers(1, 4))
def test_every_line_is_as_wide_as_its_columns(label: int, cell: int, count: int) -> None:
    found = outcomes([NAMED] * count, 9)
    for line in chart_lines(found, label, cell, cursor=0):
        assert width_of(line) == label + count * cell
