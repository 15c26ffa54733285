"""How the odds lab is drawn: one line a field, one cell a column; figures and bars below, lined up with them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from warband_tui.campaign.odds_lab import LabRow, OddsLab
from warband_tui.rules.lab import Bar, LabFigure
from warband_tui.rules.wording import percent
from warband_tui.widgets.chance_chart import chart_lines, outcomes
from warband_tui.widgets.lines import Line, Span, cut, fit, paragraph

WIDE = 120
TALL = 32
WIDEST_CELL = 44


class Frame(Struct, frozen=True):
    """How the width is shared out: cells of the labels, cells of a column, which columns are in sight."""

    label: int
    cell: int
    shown: tuple[int, ...]
    tall: bool = False


def frame(width: int, height: int, columns: int, at: int) -> Frame:
    """Return the frame for a size: two columns at 80 cells, four at 120, the cursor's always in sight."""
    label, least = (24, 24) if width >= WIDE else (20, 29)
    room = max(1, min(columns, (width - label) // least))
    first = min(max(0, at - room + 1), columns - room)
    cell = min(WIDEST_CELL, (width - label) // room)
    return Frame(label, cell, tuple(range(first, first + room)), height >= TALL)


def head_line(lab: OddsLab, sizes: Frame, at: int) -> Line:
    """Return the names of the columns."""
    count, shown = len(lab.columns), sizes.shown
    told = "" if len(shown) == count else f" {shown[0] + 1}-{shown[-1] + 1} of {count}"
    spans = [Span(fit(told, sizes.label), "dim")]
    for i in shown:
        mark = "▾ " if i == at else "  "
        look = "strong cursor" if i == at else "strong"
        spans.append(Span(fit(f"{mark}{lab.title(i)}", sizes.cell - 1), look, f"name:{i}"))
        spans.append(Span(" "))
    return tuple(spans)


def field_lines(
    lab: OddsLab, rows: tuple[LabRow, ...], sizes: Frame, row: int, at: int, typed: str
) -> tuple[list[Line], list[int]]:
    """Return the fields with their values, and the line of each row.

    Args:
        lab: the columns.
        rows: its lines.
        sizes: the frame.
        row: the row of the cursor.
        at: the column of the cursor.
        typed: digits typed so far.
    """
    lines: list[Line] = []
    places: list[int] = []
    headed = sizes.tall or len({row.field.label for row in rows}) < len(rows)
    for y, one in enumerate(rows):
        if one.heading and headed:
            lines.append((Span(f" {one.heading}", "head"),))
        label = one.field.label
        places.append(len(lines))
        lead = "▌" if y == row else " "
        spans = [Span(lead, "key"), Span(fit(f" {label}", sizes.label - 1), "strong" if y == row else "")]
        for i in sizes.shown:
            spans += _cell(lab, one, sizes.cell, y, i, here=(y, i) == (row, at), typed=typed)
        lines.append(tuple(spans))
    return lines, places


def _cell(lab: OddsLab, row: LabRow, width: int, y: int, i: int, *, here: bool, typed: str) -> list[Span]:
    link = f"cell:{y}:{i}"
    shown = lab.shown(i, row)
    if not lab.has(i, row):
        return [Span(fit("  ", width - 1), "cursor" if here else "", link), Span(" ")]
    if here:
        told = f"{typed}_" if typed else shown
        body = cut(told, width - 5)
        gap = " " * (width - 5 - Span(body).width)
        return [
            Span("‹ ", "cursor key", f"step:{y}:{i}:-1"),
            Span(body, "cursor strong", link),
            Span(gap, "cursor", link),
            Span(" ›", "cursor key", f"step:{y}:{i}:1"),
            Span(" "),
        ]
    other = i > 0 and shown != lab.shown(0, row)
    mark, look = ("≠ ", "strong") if other else ("  ", "dim" if i else "")
    return [Span(mark, "key", link), Span(fit(shown, width - 3), look, link), Span(" ")]


def result_lines(lab: OddsLab, sizes: Frame, at: int, chart: int, room: int, width: int) -> list[Line]:
    """Return figures, differences to the first column, bars and advice, in about so many lines.

    Args:
        lab: the columns.
        sizes: the frame.
        at: the column of the cursor.
        chart: which chart, as `charts_of` counts them.
        room: lines there are.
        width: cells there are.
    """
    lines = _figures(lab, sizes, at)
    said = _said(lab, at, width)
    kinds = charts_of(lab)
    kept = said if sizes.tall else said[:2]
    if kinds:
        label, which, at_least = kinds[chart % len(kinds)]
        columns = [_bars(lab, i, which) for i in sizes.shown]
        most = max(4, room - len(lines) - 1 - len(kept))
        found = outcomes(columns, most, at_least=at_least)
        if found:
            lines.append((Span(f" {label}", "head", "chart:"), Span("  d", "key", "chart:")))
            lines += chart_lines(found, sizes.label, sizes.cell, cursor=sizes.shown.index(at), lead="   ")
    return lines + kept


def charts_of(lab: OddsLab) -> list[tuple[str, int, bool]]:
    """Return what the chart can show: each distribution exactly, and as that much or more."""
    return [
        (f"{chart.label}, at least" if at_least else chart.label, i, at_least)
        for i, chart in enumerate(lab.form.charts)
        for at_least in (False, True)
    ]


def _bars(lab: OddsLab, column: int, which: int) -> tuple[Bar, ...]:
    charts = lab.answer(column).charts
    return charts[which] if which < len(charts) else ()


def _figures(lab: OddsLab, sizes: Frame, at: int) -> list[Line]:
    lines: list[Line] = []
    priced = any(column.price for column in lab.columns)
    for which, figure in enumerate(lab.form.figures):
        spans = [Span(fit(f" {figure.label}", sizes.label))]
        for i in sizes.shown:
            spans += _figure(lab, figure, which, i, sizes.cell, here=i == at)
        lines.append(tuple(spans))
        if priced and figure.per_price:
            spans = [Span(fit(f"   per 100 {lab.form.price}", sizes.label), "dim")]
            for i in sizes.shown:
                per = lab.per_hundred(i, which)
                told = "" if per is None else f"{float(per):.2f}"
                spans.append(Span(fit(f"  {told}", sizes.cell), "strong" if i == at else ""))
            lines.append(tuple(spans))
    return lines


def _figure(lab: OddsLab, figure: LabFigure, which: int, i: int, width: int, *, here: bool) -> list[Span]:
    value = lab.figure(i, which)
    if value is None:
        told = "✗ no figure" if lab.answer(i).fault else ""
        return [Span(fit(f"  {told}", width), "warn")]
    shown = f"  {value if isinstance(value, str) else _plain(figure, value)}"
    shown += " " * max(0, 12 - len(shown))
    gap = lab.difference(i, which)
    told = _signed(figure, gap) if gap else ""
    look = "good" if gap and gap > 0 else "warn"
    return [
        Span(cut(shown, width), "strong" if here else ""),
        Span(fit(told, max(0, width - len(shown))), look),
    ]


def _plain(figure: LabFigure, value: Fraction) -> str:
    if figure.kind == "chance":
        return percent(value)
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def _signed(figure: LabFigure, gap: Fraction) -> str:
    return f"{float(gap) * 100:+.1f}" if figure.kind == "chance" else f"{float(gap):+.2f}"


def _said(lab: OddsLab, at: int, width: int) -> list[Line]:
    found = lab.answer(at)
    if found.fault:
        return paragraph(found.fault, width, look="warn", lead=(Span(" ✗ ", "warn"),))
    lines: list[Line] = []
    for text in found.advice:
        lines += paragraph(text, width, look="good", lead=(Span(" ★ ", "good"),))
    return lines
