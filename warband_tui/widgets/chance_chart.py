"""Distributions side by side as bars: one line an outcome, one cell a column, all on one scale."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from warband_tui.rules.lab import Bar
from warband_tui.rules.wording import percent
from warband_tui.widgets.lines import Line, Span, fit

EIGHTHS = " ▏▎▍▌▋▊▉"
FIGURE = 8
"""Cells of the percentage behind a bar."""

NEXT_TO_NOTHING = Fraction(1, 2000)
"""Outcomes at the ends that are less likely than this in every column are left out, the rest are not."""

Column = tuple[Bar, ...]


class Outcome(Struct, frozen=True):
    """One line of the chart: what comes out, and how likely in each column; None where there is nothing."""

    label: str
    chances: tuple[Fraction | None, ...]


def outcomes(columns: Sequence[Column], most: int, *, at_least: bool = False) -> list[Outcome]:
    """Return the lines of a chart, at most so many: neighbouring numbers share a line where there are more.

    Args:
        columns: the distributions.
        most: lines there are.
        at_least: give the chance of that or more.
    """
    held = [bars for bars in columns if bars]
    if not held or most < 1:
        return []
    if held[0][0].value is None:
        return _named(columns, at_least=at_least)[:most]
    return _numbered(columns, most, at_least=at_least)


def _named(columns: Sequence[Column], *, at_least: bool) -> list[Outcome]:
    labels = list(dict.fromkeys(bar.label for bars in columns for bar in bars))
    found = []
    for place, label in enumerate(labels):
        wanted = set(labels[place:]) if at_least else {label}
        chances = tuple(
            sum((bar.chance for bar in bars if bar.label in wanted), Fraction(0)) if bars else None
            for bars in columns
        )
        found.append(Outcome(f"≥ {label}" if at_least and place else label, chances))
    return found[1:] if at_least else found


def _numbered(columns: Sequence[Column], most: int, *, at_least: bool) -> list[Outcome]:
    shown = [bar.value or 0 for bars in columns for bar in bars if bar.chance >= NEXT_TO_NOTHING]
    if not shown:
        return []
    low, high = min(shown), max(shown)
    # That the least or more comes out is certain, and tells nothing.
    low += at_least and high > low
    step = -(-(high - low + 1) // most)
    tails = [_Tails(bars) if bars else None for bars in columns]
    found = []
    for start in range(low, high + 1, step):
        end = start + step - 1
        # What is left out at the ends is counted with the first and the last line, so that all adds up.
        above = None if at_least or end >= high else end + 1
        below = None if start == low and not at_least else start
        chances = tuple(tails_of.between(below, above) if tails_of else None for tails_of in tails)
        found.append(Outcome(_label(start, min(end, high), at_least=at_least), chances))
    return found


class _Tails:
    """How likely so much or more is, in whole parts of one total: fractions of long numbers are slow to add."""

    def __init__(self, bars: Column) -> None:
        order = sorted(bars, key=lambda bar: bar.value or 0)
        self._total = math.lcm(*(bar.chance.denominator for bar in bars))
        parts = [bar.chance.numerator * (self._total // bar.chance.denominator) for bar in order]
        self._values = [bar.value or 0 for bar in order]
        self._tails = [0, *accumulate(reversed(parts))][::-1]

    def between(self, low: int | None, above: int | None) -> Fraction:
        """Return the chance of `low` or more but less than `above`; None stands for no end on that side."""
        first = self._tails[0 if low is None else bisect_left(self._values, low)]
        rest = 0 if above is None else self._tails[bisect_left(self._values, above)]
        return Fraction(first - rest, self._total)


def _label(start: int, end: int, *, at_least: bool) -> str:
    if at_least:
        return f"{start} or more"
    return str(start) if start == end else f"{start} to {end}"


def bar(chance: Fraction, scale: Fraction, cells: int) -> str:
    """Return a bar in so many cells, `scale` filling them all; what is possible is never without a mark."""
    if not chance or not scale:
        return " " * cells
    eighths = max(1, round(min(Fraction(1), chance / scale) * cells * 8))
    text = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
    return text + " " * (cells - len(text))


def chart_lines(
    found: Sequence[Outcome], label_width: int, cell_width: int, *, cursor: int = -1, lead: str = " "
) -> list[Line]:
    """Return the chart: labels, then a bar and its percentage for each column.

    Args:
        found: the outcomes.
        label_width: cells of the labels, `lead` included.
        cell_width: cells of a column.
        cursor: the column that stands out.
        lead: what stands before a label.
    """
    scale = max((c for o in found for c in o.chances if c is not None), default=Fraction(0))
    cells = max(1, cell_width - FIGURE - 3)
    lines: list[Line] = []
    for outcome in found:
        spans = [Span(fit(f"{lead}{outcome.label}", label_width))]
        for i, chance in enumerate(outcome.chances):
            if chance is None:
                spans.append(Span(" " * cell_width))
                continue
            spans.append(Span("  "))
            spans.append(Span(bar(chance, scale, cells), "key" if i == cursor else "mark"))
            told = percent(chance) if chance else "·"
            spans.append(Span(f"{told:>{FIGURE}} ", "strong" if i == cursor else ""))
        lines.append(tuple(spans))
    return lines
