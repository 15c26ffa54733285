"""The log: one entry after another, the newest at the bottom, wrapped and never cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message

from warband_tui.campaign.battle_log import LogLine
from warband_tui.reports.literal import clean
from warband_tui.widgets.lines import Line, LinesView, Span, cut, fit

MARK_WIDTH = 6


def wrapped(text: str, width: int, last: int = 0) -> list[str]:
    """Break text between words into pieces of at most `width` cells; the last one leaves `last` cells free."""
    text = clean(text)
    if text.isascii() and len(text) <= width - last:
        return [text]
    pieces: list[str] = []
    piece = ""
    for word in text.split(" "):
        joined = f"{piece} {word}" if piece else word
        if cell_len(joined) <= width:
            piece = joined
            continue
        if piece:
            pieces.append(piece)
        while cell_len(word) > width:
            head = cut(word, width)[:-1]
            pieces.append(head)
            word = word[len(head) :]
        piece = word
    pieces.append(piece)
    if last and cell_len(pieces[-1]) > width - last:
        pieces.append("")
    return pieces


def entry_lines(line: LogLine, width: int, *, cursor: bool = False, newest: bool = False) -> list[Line]:
    """Return an entry in lines of so many cells."""
    back = "cursor" if cursor else ""
    look = f"{back} out" if line.undone else f"{back} strong" if newest or line.turn else back
    link = f"entry:{line.seq}"
    star = "★" if line.starred else " "
    rules = " ".join(line.rules) if width >= 70 else ""
    rules = cut(rules, max(0, width // 3))
    prefix = MARK_WIDTH + 3
    text = line.text
    if line.override:
        text = f"OVERRIDE {text} ({line.override})"
    if line.waiting:
        text = f"undone: {text}"
    room = width - prefix - 1
    pieces = wrapped(text, room, cell_len(rules) + 2 if rules else 0)
    lines: list[Line] = []
    for i, piece in enumerate(pieces):
        head = f"{fit(line.mark, MARK_WIDTH):>{MARK_WIDTH}}" if i == 0 else " " * MARK_WIDTH
        end = rules if i == len(pieces) - 1 else ""
        spans = [
            Span("▌" if cursor else " ", f"{back} key", link),
            Span(head.rjust(MARK_WIDTH - 1), f"{back} mark", link),
            Span(f"{star if i == 0 else ' '} ", f"{back} warn", link),
            Span(fit(piece, room - cell_len(end)), look, link),
            Span(end, f"{back} dim", link),
            Span(" ", back),
        ]
        lines.append(tuple(spans))
    for note in line.notes:
        lines += [
            (Span(" " * prefix, back, link), Span(fit(piece, room + 1), f"{back} good", link))
            for piece in wrapped(f"↳ {note}", room)
        ]
    return lines


class LogView(LinesView, can_focus=True):
    """Lists entries; it stays at the bottom while new ones come in."""

    DEFAULT_CSS = """
    LogView { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("home,g", "edge(0)", "First", show=False),
        Binding("end,G", "edge(-1)", "Last", show=False),
        Binding("pagedown,ctrl+d", "move(10)", "Page down", show=False),
        Binding("pageup,ctrl+u", "move(-10)", "Page up", show=False),
    ]

    class Chosen(Message):
        """An entry is to be opened."""

        def __init__(self, seq: int) -> None:
            self.seq = seq
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._entries: Sequence[LogLine] = ()
        self._drawn_lines: dict[int, tuple[LogLine, bool, bool, list[Line]]] = {}
        self._starts: list[int] = []
        self._at = -1
        self._width = 0
        super().__init__(id=id)

    @property
    def chosen(self) -> LogLine | None:
        """The entry under the cursor, or the newest one that stands."""
        if 0 <= self._at < len(self._entries):
            return self._entries[self._at]
        return next((line for line in reversed(self._entries) if not line.undone), None)

    def show(self, entries: Sequence[LogLine]) -> None:
        """List these entries, keeping at the bottom."""
        grown = len(entries) != len(self._entries)
        self._entries = entries
        if grown and not self.has_focus:
            self._at = -1
        self._at = min(self._at, len(entries) - 1)
        self._draw()
        if not self.has_focus or grown:
            self.scroll_end(animate=False, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """Wrap for another width."""
        super().on_resize(event)
        if event.size.width != self._width:
            self._drawn_lines.clear()
            self._width = event.size.width
        self._draw()
        if self._at < 0:
            self.call_after_refresh(self.scroll_end, animate=False)

    def on_focus(self) -> None:
        """Put the cursor on the newest entry."""
        if self._at < 0 and self._entries:
            self._at = len(self._entries) - 1
        self._draw()

    def on_blur(self) -> None:
        """Take the cursor away and go back to the newest."""
        self._at = -1
        self._draw()
        self.scroll_end(animate=False, immediate=True)

    def _draw(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        lines: list[Line] = []
        self._starts = []
        newest = next((line.seq for line in reversed(self._entries) if not line.undone), 0)
        for i, entry in enumerate(self._entries):
            self._starts.append(len(lines))
            here, last = i == self._at, entry.seq == newest
            drawn = self._drawn_lines.get(entry.seq)
            if drawn is None or drawn[0] is not entry or drawn[1:3] != (here, last):
                drawn = (entry, here, last, entry_lines(entry, width, cursor=here, newest=last))
                self._drawn_lines[entry.seq] = drawn
            lines += drawn[3]
        self.set_lines(lines)

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        if self._entries:
            self.go_to(
                min(max(0, (self._at if self._at >= 0 else len(self._entries)) + by), len(self._entries) - 1)
            )

    def action_edge(self, place: int) -> None:
        """Go to the first or last entry."""
        self.go_to(place if place >= 0 else len(self._entries) - 1)

    def go_to(self, place: int) -> None:
        """Put the cursor on an entry by its place in the list."""
        self._at = place
        self._draw()
        if 0 <= place < len(self._starts):
            self.show_line(self._starts[place])

    def go_to_entry(self, seq: int) -> None:
        """Put the cursor on an entry by its number."""
        for i, entry in enumerate(self._entries):
            if entry.seq == seq:
                self.go_to(i)
