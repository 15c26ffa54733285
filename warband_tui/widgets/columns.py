"""Lining texts up in columns that fit a width: the ones that matter least go first. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content

GAP = 2
"""Cells between two columns."""


class Column(NamedTuple):
    """How one column behaves.

    Args:
        least: it is never narrower, in cells.
        most: it is never wider, not even when it grows; None for no limit.
        drop: 0 stays always, of the others the highest goes first.
        grows: takes the room that is left.
        right: its texts stand on the right.
        style: how its texts look.
    """

    least: int = 4
    most: int | None = None
    drop: int = 0
    grows: bool = False
    right: bool = False
    style: str = ""


def widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the width of each column in cells, 0 for those left out, so that all fit into `width`."""
    wanted = [_natural(column, [row[i] for row in rows if i < len(row)]) for i, column in enumerate(columns)]
    for i in sorted(range(len(columns)), key=lambda i: -columns[i].drop):
        if columns[i].drop and _total(_least(columns, wanted)) > width:
            wanted[i] = 0
    while (over := _total(wanted) - width) > 0:
        spare = [(w - min(w, c.least), i) for i, (c, w) in enumerate(zip(columns, wanted, strict=True))]
        most, i = max(spare)
        if most <= 0:
            break
        wanted[i] -= min(most, over, max(1, most // 2))
    left = width - _total(wanted)
    growing = [i for i, column in enumerate(columns) if column.grows and wanted[i]]
    if growing and left > 0:
        ceiling = columns[growing[0]].most
        wanted[growing[0]] += left if ceiling is None else max(0, min(left, ceiling - wanted[growing[0]]))
    return wanted


def line(
    columns: Sequence[Column],
    sizes: Sequence[int],
    cells: Sequence[str],
    *,
    marks: Sequence[int] = (),
    dim: bool = False,
) -> Content:
    """Return one row as literal content; `marks` are letters of the first cell that a filter met."""
    parts: list[Content] = []
    for i, (column, size, text) in enumerate(zip(columns, sizes, cells, strict=False)):
        if not size:
            continue
        fitted = _fitted(text, size, right=column.right)
        content = Content(fitted)
        if column.style:
            content = content.stylize(column.style)
        if i == 0 and not column.right:
            for mark in marks:
                if mark < len(fitted):
                    content = content.stylize("underline", mark, mark + 1)
        parts.append(content)
    joined = Content(" " * GAP).join(parts)
    return joined.stylize("dim") if dim else joined


def _fitted(text: str, size: int, *, right: bool) -> str:
    taken = cell_len(text)
    if taken <= size:
        return " " * (size - taken) + text if right else text + " " * (size - taken)
    return set_cell_size(text, size - 1) + "…" if size > 1 else set_cell_size(text, size)


def _natural(column: Column, texts: Sequence[str]) -> int:
    longest = max(map(cell_len, texts), default=0)
    if not longest:
        return 0
    longest = max(longest, column.least)
    return longest if column.most is None else min(longest, column.most)


def _least(columns: Sequence[Column], wanted: Sequence[int]) -> list[int]:
    return [min(column.least, size) for column, size in zip(columns, wanted, strict=True)]


def _total(sizes: Sequence[int]) -> int:
    shown = [size for size in sizes if size]
    return sum(shown) + GAP * max(0, len(shown) - 1)
