"""Drawings on a character grid: tables in box lines and bars by turn, within a given width."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.reports.cells import cell_width, clip, pad, wrap
from warband_tui.reports.document import Chart, Table
from warband_tui.reports.literal import clean
from warband_tui.reports.tabular import figure, limit_of, turns_of, value_at

_NARROWEST = 4
_BAR = 32
_LABEL = 22


def _fit(widths: list[int], room: int) -> list[int]:
    """Shrink the widest columns until all together fit into `room` cells."""
    fitted = list(widths)
    while sum(fitted) > room:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


def _records(table: Table, width: int) -> list[str]:
    """Write the rows as `head: cell` lines, for tables with more columns than the page has room for."""
    lines: list[str] = []
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            lines += wrap(f"{clean(column.title)}: {clean(cell)}", width)
        lines.append("")
    return lines[:-1]


def box_table(table: Table, width: int) -> list[str]:
    """Return the table, without its caption, in lines of at most `width` cells."""
    if not table.columns:
        return []
    heads = [clean(column.title) for column in table.columns]
    rows = [[clean(cell) for cell in row] for row in table.rows]
    natural = [
        max(1, *(cell_width(row[index]) for row in (heads, *rows))) for index in range(len(table.columns))
    ]
    room = width - 3 * len(heads) - 1
    if room < sum(min(size, _NARROWEST) for size in natural):
        return _records(table, width)
    widths = _fit(natural, room)
    aligns = [column.align for column in table.columns]

    def edge(left: str, middle: str, right: str) -> str:
        return left + middle.join("─" * (size + 2) for size in widths) + right

    def lines_of(cells: Sequence[str]) -> list[str]:
        columns = [wrap(cell, size) for cell, size in zip(cells, widths, strict=True)]
        height = max(len(column) for column in columns)
        filled = [column + [""] * (height - len(column)) for column in columns]
        return [
            "│ "
            + " │ ".join(
                pad(part, size, align) for part, size, align in zip(parts, widths, aligns, strict=True)
            )
            + " │"
            for parts in zip(*filled, strict=True)
        ]

    body = [line for row in rows for line in lines_of(row)]
    return [
        edge("┌", "┬", "┐"),
        *lines_of(heads),
        *([edge("├", "┼", "┤"), *body] if body else []),
        edge("└", "┴", "┘"),
    ]


def _bar(value: int, limit: float | None, highest: float, length: int) -> str:
    """Return a bar of `length` cells and one more for the limit mark, or a space where there is no limit."""
    filled = round(max(0, value) / highest * length)
    cells = "█" * filled + "·" * (length - filled)
    if limit is None:
        return cells + " "
    at = round(max(0.0, limit) / highest * length)
    return cells[:at] + "┃" + cells[at:]


def bar_chart(chart: Chart, width: int) -> list[str]:
    """Return the chart, without its title, as a bar for each series and turn, in lines of at most `width` cells."""
    limits = [limit_of(series) for series in chart.series]
    values = [value for series in chart.series for _, value in series.points]
    highest = max([1.0, *values, *(limit for limit in limits if limit is not None)])
    names = [clean(series.name) for series in chart.series]
    turns = turns_of(chart)
    heads = {turn: f"{clip(clean(chart.unit), 10)} {turn}" for turn in turns}
    head_width = max((cell_width(head) for head in heads.values()), default=0)
    number_width = max((len(figure(value)) for value in values), default=0)
    label = min(_LABEL, max((cell_width(name) for name in names), default=0), max(8, width // 4))
    length = min(_BAR, width - head_width - label - number_width - 7)
    lines: list[str] = []
    for turn in turns:
        head = heads[turn]
        for series, name, limit in zip(chart.series, names, limits, strict=True):
            value = value_at(series, turn)
            if value is not None:
                bar = _bar(value, limit, highest, max(1, length))
                shown = pad(figure(value), number_width, "right")
                lines.append(f"{pad(head, head_width)}  {pad(clip(name, label), label)}  {bar}  {shown}")
                head = ""
    told = [f"{name} {figure(limit)}" for name, limit in zip(names, limits, strict=True) if limit is not None]
    if told:
        lines += wrap(f"┃ {clean(chart.limit_label)}: {', '.join(told)}", width)
    return lines
