"""Charts and rosters as plain tables, for targets that cannot draw, and the same figures in words."""

from __future__ import annotations

import math

from warband_tui.reports.document import Chart, Column, Roster, Series, Table
from warband_tui.rules.wording import capital

_BEYOND_ANY_TABLE = 1e9


def turns_of(chart: Chart) -> tuple[int, ...]:
    """Return every turn that some series has a point for, in order."""
    return tuple(sorted({turn for series in chart.series for turn, _ in series.points}))


def value_at(series: Series, turn: int) -> int | None:
    """Return the value that stands at the end of the turn, or `None` before the first point."""
    known = [(at, value) for at, value in series.points if at <= turn]
    return max(known, key=lambda point: point[0])[1] if known else None


def limit_of(series: Series) -> float | None:
    """Return the limit when it can be drawn: a finite number of a size that something on a table may have."""
    limit = series.limit
    return limit if limit is not None and math.isfinite(limit) and abs(limit) < _BEYOND_ANY_TABLE else None


def figure(value: float) -> str:
    """Return a number as people write it: `5`, `6.5`."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"


def chart_table(chart: Chart) -> Table:
    """Return the chart's values: a row a turn, a column a series, and the limits last."""
    rows: list[tuple[str, ...]] = []
    for turn in turns_of(chart):
        values = (value_at(series, turn) for series in chart.series)
        rows.append((str(turn), *("" if value is None else figure(value) for value in values)))
    limits = [limit_of(series) for series in chart.series]
    if any(limit is not None for limit in limits):
        rows.append(
            (capital(chart.limit_label), *("" if limit is None else figure(limit) for limit in limits))
        )
    heads = (Column(capital(chart.unit)), *(Column(series.name, "right") for series in chart.series))
    return Table(heads, tuple(rows), chart.title)


def chart_in_words(chart: Chart) -> str:
    """Return a sentence for each series, for those who hear the chart instead of seeing it."""
    sentences: list[str] = []
    for series in chart.series:
        steps = ", ".join(f"{figure(value)} at {chart.unit} {turn}" for turn, value in sorted(series.points))
        limit = limit_of(series)
        ending = "" if limit is None else f"; {chart.limit_label} {figure(limit)}"
        sentences.append(f"{series.name}: {steps or 'no figures'}{ending}.")
    return " ".join(sentences)


def roster_table(roster: Roster) -> Table:
    """Return the force as a table without the columns that no line fills."""
    columns = (
        (Column("Name"), [line.name for line in roster.lines]),
        (Column("Kit"), [line.detail for line in roster.lines]),
        (Column("Cost", "right"), [line.cost for line in roster.lines]),
        (Column("Fate"), [line.fate for line in roster.lines]),
    )
    used = [(column, cells) for column, cells in columns if column.title == "Name" or any(cells)]
    rows = tuple(zip(*(cells for _, cells in used), strict=True))
    return Table(tuple(column for column, _ in used), rows)
