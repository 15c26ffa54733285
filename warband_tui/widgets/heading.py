"""The line on top of a screen: where one is on the left, how things stand on the right."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from warband_tui.reports.literal import clean
from warband_tui.widgets.lines import cut

LEAST = 6
"""In fewer cells no name is worth its beginning."""


class Heading(Widget, can_focus=False):
    """One line. The path's last part is where one is; the path before it gives way first, then the right side."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Heading {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
    }
    """

    def __init__(self, *path: str, right: str = "", id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._path = path
        self._right = right
        super().__init__(id=id)

    def show(self, *path: str, right: str = "") -> None:
        """Show another place."""
        if (path, right) != (self._path, self._right):
            self._path, self._right = path, right
            self.refresh()

    def render(self) -> Content:
        """Draw the line."""
        parts = [clean(part) for part in self._path if part]
        right = clean(self._right)
        room = self.content_size.width - cell_len(right) - 2
        shorter = _shortened(parts, room) if right else parts
        # A right side that is too long all the same takes nothing from the path.
        parts = shorter if cell_len(" › ".join(shorter)) <= room else parts
        left = Content(" › ").join(
            Content.styled(part, "bold" if i == len(parts) - 1 else "dim") for i, part in enumerate(parts)
        )
        room = self.content_size.width - left.cell_length - 2
        if not right or room < min(12, cell_len(right)):
            return left
        shown = Content.styled(right, "dim").truncate(room, ellipsis=True)
        return left + Content(" " * (room + 2 - shown.cell_length)) + shown


def _shortened(parts: list[str], room: int) -> list[str]:
    """Return a path in so many cells as far as may be: what comes before its last part is cut, then left out."""
    *before, last = parts or [""]
    left = room - cell_len(last) - 3
    if room <= 0 or not before or cell_len(" › ".join(before)) <= left:
        return parts
    if len(before) > 1:
        return _shortened(["…", *before[2 if before[0] == "…" else 1 :], last], room)
    return [cut(before[0], left) if left >= LEAST else "…", last]
