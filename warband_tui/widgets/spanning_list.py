"""A list in which a row of one cell takes the whole width: notes among lined-up rows."""

from __future__ import annotations

from textual.content import Content

from warband_tui.widgets.columns import line, widths
from warband_tui.widgets.filter_list import FilterList, Row


class SpanningList(FilterList):
    """As `FilterList`; rows of one cell are not lined up with the others."""

    def _prompts(self) -> list[Content]:
        width = max(1, self.size.width - 3)
        rows = [found for found, _ in self._shown if isinstance(found, Row) and len(found.cells) > 1]
        sizes = widths(self.columns, [row.cells for row in rows], width)
        prompts = super()._prompts()
        for place, (found, marks) in enumerate(self._shown):
            if not isinstance(found, Row):
                continue
            if len(found.cells) > 1:
                prompts[place] = line(self.columns, sizes, found.cells, marks=marks, dim=found.dim)
            else:
                prompts[place] = _whole(found, marks)
        return prompts


def _whole(row: Row, marks: tuple[int, ...]) -> Content:
    content = Content(row.cells[0])
    for mark in marks:
        content = content.stylize("underline", mark, mark + 1)
    return content.stylize("dim") if row.dim else content
