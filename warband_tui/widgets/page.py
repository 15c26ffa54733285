"""A page of literal text to read: it scrolls, takes the keyboard, and breaks lines where they do not fit."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, chop_cells
from textual.binding import Binding, BindingType
from textual.events import Resize

from warband_tui.reports.literal import clean
from warband_tui.widgets.lines import LinesView, Span


class Page(LinesView, can_focus=True):
    """Draws a long text and nothing else; lines keep their spaces."""

    DEFAULT_CSS = """
    Page {
        height: 1fr;
        background: transparent;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll_down", show=False),
        Binding("k,up", "scroll_up", show=False),
        Binding("g,home", "scroll_home", show=False),
        Binding("G,end", "scroll_end", show=False),
        Binding("ctrl+d,pagedown,space", "page_down", show=False),
        Binding("ctrl+u,pageup", "page_up", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._shown: tuple[str, ...] = ()
        self._width = 0
        super().__init__(id=id)

    def show(self, text: str) -> None:
        """Show another text from its top."""
        self._shown = tuple(text.split("\n"))
        self._break()
        self.scroll_home(animate=False)

    def _break(self) -> None:
        self._width = self.scrollable_content_region.width
        self.set_lines([(Span(part),) for line in self._shown for part in broken(line, self._width)])

    def on_resize(self, event: Resize) -> None:
        """Break the lines for another width."""
        super().on_resize(event)
        if self.scrollable_content_region.width != self._width:
            self._break()


def broken(line: str, width: int) -> list[str]:
    """Return a line in pieces of at most so many cells, broken at a space where there is one."""
    line = clean(line)
    pieces = []
    while width > 1 and cell_len(line) > width:
        head = chop_cells(line, width)[0]
        space = head.rfind(" ")
        if space > width // 2:
            head = head[:space]
        pieces.append(head)
        line = line[len(head) :].removeprefix(" ")
    return [*pieces, line]
