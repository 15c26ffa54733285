"""The log: one entry after another, the newest at the bottom, wrapped and never cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message

from warband_tui.campaign.battle_log import LogLine
from warband_tui.widgets.lines import Line, LinesView, Span, fit, paragraph, wrapped

MARK_WIDTH = 6
WINDOW = 200
"""So many entries, at least, are drawn while nobody reads the log; all of them as soon as it has the focus."""


def told_rules(rules: Sequence[str]) -> str:
    """Return the first two rules, which say most about the entry, and how many there are besides."""
    more = f" +{len(rules) - 2}" if len(rules) > 2 else ""
    return " ".join(rules[:2]) + more


def entry_lines(line: LogLine, width: int, *, cursor: bool = False, newest: bool = False) -> list[Line]:
    """Return an entry in lines of so many cells."""
    back = "cursor" if cursor else ""
    look = f"{back} out" if line.undone else f"{back} strong" if newest or line.turn else back
    link = f"entry:{line.seq}"
    star = "★" if line.starred else " "
    rules = told_rules(line.rules) if width >= 70 else ""
    prefix = MARK_WIDTH + 3
    text = line.text
    if line.override:
        text = f"OVERRIDE {text} ({line.override})"
    if line.waiting:
        text = f"undone: {text}"
    room = width - prefix - 1
    pieces = wrapped(text, room)
    if cell_len(pieces[-1]) + cell_len(rules) + 2 > room:
        # Not worth a line of their own: the entry names all of them when it is opened.
        rules = ""
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


class _Drawn(NamedTuple):
    """What the lines on screen were made from."""

    entries: Sequence[LogLine]
    at: int
    newest: int
    width: int


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
        self._all: Sequence[LogLine] = ()
        self._entries: Sequence[LogLine] = ()
        self._was: _Drawn | None = None
        self._starts: list[int] = []
        self._at = -1
        self._reading = False
        self._hint = ""
        super().__init__(id=id)

    @property
    def chosen(self) -> LogLine | None:
        """The entry under the cursor, or the newest one that stands."""
        if 0 <= self._at < len(self._entries):
            return self._entries[self._at]
        return next((line for line in reversed(self._entries) if not line.undone), None)

    def show(self, entries: Sequence[LogLine], hint: str = "") -> None:
        """List these entries, keeping at the bottom; while there are none, the hint stands there."""
        self._hint = hint
        grown = len(entries) != len(self._all)
        self._all = entries
        self._entries = self._window()
        if grown and not self._reading:
            self._at = -1
        self._at = min(self._at, len(self._entries) - 1)
        self._draw()
        if not self._reading or grown:
            self.scroll_end(animate=False, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """Wrap for another width."""
        super().on_resize(event)
        self._draw()
        if self._at < 0:
            self.call_after_refresh(self.scroll_end, animate=False)

    def on_focus(self) -> None:
        """Put the cursor on the newest entry."""
        self._reading = True
        before = len(self._entries) - self._at if self._at >= 0 else 1
        self._entries = self._window()
        self._at = len(self._entries) - before
        lines, top = len(self._lines), self.scroll_offset.y
        self._draw()
        # What was on screen stays where it was, or a click would land on another entry.
        self.scroll_to(y=top + len(self._lines) - lines, animate=False)

    def on_blur(self) -> None:
        """Take the cursor away and go back to the newest."""
        self._at = -1
        self._reading = False
        self._entries = self._window()
        self._draw()
        self.scroll_end(animate=False, immediate=True)

    def _window(self) -> Sequence[LogLine]:
        """Return all entries while the player reads them, else the last few hundred.

        The window moves on by its whole length, so that most new entries only add lines.
        """
        if self._reading:
            return self._all
        start = max(0, len(self._all) // WINDOW - 1) * WINDOW
        return self._all[start:] if start else self._all

    def _draw(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        entries = self._entries
        newest = next((line.seq for line in reversed(entries) if not line.undone), 0)
        keep = self._unchanged(newest)
        lines = self._lines[: self._starts[keep]] if keep < len(self._starts) else list(self._lines)
        if not self._starts:
            # What stands there may be the hint.
            lines = []
        del self._starts[keep:]
        for i in range(keep, len(entries)):
            self._starts.append(len(lines))
            entry = entries[i]
            lines += entry_lines(entry, width, cursor=i == self._at, newest=entry.seq == newest)
        self._was = _Drawn(entries, self._at, newest, width)
        if not entries and self._hint:
            lines = paragraph(self._hint, width, look="dim", lead=(Span("  "),))
        self.set_lines(lines)

    def _unchanged(self, newest: int) -> int:
        """Return how many entries, from the first, are drawn already as they are."""
        was = self._was
        if was is None or was.width != self.scrollable_content_region.width:
            return 0
        marks = {was.at, self._at} if was.at != self._at else set()
        keep = min(len(was.entries), len(self._entries), *(mark for mark in marks if mark >= 0))
        for i in range(keep):
            before, after = was.entries[i], self._entries[i]
            if before is not after or (newest != was.newest and after.seq in (newest, was.newest)):
                return i
        return keep

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
