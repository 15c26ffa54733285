"""A widget that draws lines made of spans: literal text, looks by name, places to click.

It renders only what is on screen and repaints only lines that changed, which a table of the toolkit does
not: there one changed cell costs as much as all of them. What a line holds is text and never markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.css.styles import RenderStyles
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from warband_tui.reports.literal import clean

LOOKS = (
    "dim",
    "strong",
    "key",
    "harm",
    "good",
    "warn",
    "alarm",
    "acting",
    "cursor",
    "rest",
    "out",
    "head",
    "mark",
)
"""What a span may look like; several, with spaces between, are laid over one another."""


class Span(NamedTuple):
    """A piece of a line. `link` is what a click on it asks for."""

    text: str
    look: str = ""
    link: str = ""

    @property
    def width(self) -> int:
        """Cells it takes."""
        return cell_len(clean(self.text))


Line = tuple[Span, ...]


INDENT: Line = (Span("  "),)


def width_of(spans: Iterable[Span]) -> int:
    """Return how many cells the spans take."""
    return sum(span.width for span in spans)


def cut(text: str, width: int) -> str:
    """Return the text on one line in at most so many cells, with … where something is left out."""
    text = clean(text)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def fit(text: str, width: int) -> str:
    """Return the text on one line in exactly so many cells."""
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def spread(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """Return a line with spans at both ends; the left ones give way."""
    room = max(0, width - width_of(right))
    shown = trimmed(left, room - 1 if right else room)
    gap = room - width_of(shown)
    look = shown[-1].look.split(" ")[0] if shown and "cursor" in shown[-1].look else ""
    return (*shown, Span(" " * gap, look), *right)


def trimmed(spans: Iterable[Span], width: int) -> Line:
    """Return as many of the spans as fit, the last one cut short."""
    found: list[Span] = []
    for span in spans:
        if width <= 0:
            break
        if span.width > width:
            span = span._replace(text=cut(span.text, width))
        found.append(span)
        width -= span.width
    return tuple(found)


def _ended(line: Line, width: int) -> Line:
    """Return a line cut to a width, with … where something is left out."""
    if cell_len(clean("".join(span.text for span in line)).rstrip()) <= width:
        return line
    *kept, last = trimmed(line, width - 1) or (Span(""),)
    return (*kept, Span(last.text.rstrip("…") + "…", last.look))


def in_pairs(lines: Sequence[Line], width: int) -> list[Line]:
    """Return short lines two side by side, read down the left and then down the right."""
    half, left = width // 2, (len(lines) + 1) // 2
    found: list[Line] = []
    for i in range(left):
        first = trimmed(lines[i], half)
        second = lines[left + i] if left + i < len(lines) else ()
        gap = Span(" " * (half - width_of(first)))
        found.append(trimmed((*first, gap, *second), width))
    return found


def wrapped(text: str, width: int) -> list[str]:
    """Break text between words into pieces of at most `width` cells."""
    text = clean(text)
    if text.isascii() and len(text) <= width:
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
    return pieces


def paragraph(text: str, width: int, *, look: str = "", lead: Line = INDENT, link: str = "") -> list[Line]:
    """Return text in lines of at most `width` cells, after a lead that further lines leave free."""
    indent = width_of(lead)
    pieces = wrapped(text, max(8, width - indent - 1))
    return [
        (*(lead if i == 0 else (Span(" " * indent),)), Span(piece, look, link))
        for i, piece in enumerate(pieces)
    ]


class LinesView(ScrollView, can_focus=False):
    """Draws lines and says what was clicked."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"look--{look}" for look in LOOKS}
    DEFAULT_CSS = """
    LinesView {
        background: $background;
        color: $foreground;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        & > .look--dim { color: $foreground 60%; }
        & > .look--rest { color: $foreground 60%; }
        & > .look--out { color: $foreground 50%; }
        & > .look--strong { text-style: bold; }
        & > .look--head { text-style: bold; color: $secondary; }
        & > .look--key { color: $accent; text-style: bold; }
        & > .look--harm { color: $error; text-style: bold; }
        & > .look--good { color: $success; }
        & > .look--warn { color: $warning; text-style: bold; }
        & > .look--mark { color: $secondary; }
        & > .look--alarm { background: $error; color: $background; text-style: bold; }
        & > .look--acting { background: $primary; color: $background; text-style: bold; }
        & > .look--cursor { background: $foreground 16%; }
    }
    """

    class Pressed(Message):
        """A span with a link was clicked; `double` on the second click."""

        def __init__(self, view: LinesView, link: str, double: bool) -> None:
            self.view = view
            self.link = link
            self.double = double
            super().__init__()

        @property
        def control(self) -> LinesView:
            """The widget that was clicked."""
            return self.view

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._lines: list[Line] = []
        self._strips: dict[Line, Strip] = {}
        self._styles: dict[str, Style] = {}
        super().__init__(id=id)

    @property
    def lines(self) -> list[Line]:
        """What it draws."""
        return self._lines

    def set_lines(self, lines: list[Line]) -> None:
        """Draw other lines; those that stay the same are not touched."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self._measure()
            self.refresh()
            return
        changed = [
            y
            for y, (before, after) in enumerate(zip(old, lines, strict=True))
            if before is not after and before != after
        ]
        if changed:
            # Told all at once: telling them one by one costs as much as drawing them.
            top, width = self.scroll_offset.y, max(self.virtual_size.width, self.size.width)
            self.refresh(*(Region(0, y - top, width, 1) for y in changed))

    def text(self) -> str:
        """Return what is drawn as plain text, for tests and for reading aloud."""
        return "\n".join("".join(clean(span.text) for span in line).rstrip() for line in self._lines)

    def show_line(self, y: int) -> None:
        """Scroll so that a line is on screen."""
        height = self.scrollable_content_region.height
        top = self.scroll_offset.y
        if y < top:
            self.scroll_to(y=y, animate=False)
        elif height and y >= top + height:
            self.scroll_to(y=y - height + 1, animate=False)

    # Drawing

    def _measure(self) -> None:
        size = Size(self.scrollable_content_region.width, len(self._lines))
        if size != self.virtual_size:
            # Set by assignment, the size would lay the whole screen out anew with each line that a log gains.
            self.set_reactive(LinesView.virtual_size, size)
            self._scroll_update(size)

    def on_resize(self, event: Resize) -> None:
        """Forget what was drawn for another width."""
        del event
        self._strips.clear()
        self._measure()

    def notify_style_update(self) -> None:
        """Forget the colours of another theme."""
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else ()
        width = self.scrollable_content_region.width
        strip = self._strips.get(line)
        if strip is None or strip.cell_length != width:
            if len(self._strips) > 2000:
                self._strips.clear()
            strip = self._strips[line] = self._drawn(line, width)
        return strip

    def _drawn(self, line: Line, width: int) -> Strip:
        # A scrollbar may have taken a cell that whoever made the line counted on.
        shown = line if width_of(line) <= width else _ended(line, width)
        segments = [Segment(clean(span.text), self._style(span.look)) for span in shown]
        return Strip(segments).adjust_cell_length(width, self._style("")).simplify()

    def _style(self, look: str) -> Style:
        style = self._styles.get(look)
        if style is None:
            style = self.rich_style
            for name in look.split():
                style = self._laid_over(style, self.get_component_styles(f"look--{name}"))
            self._styles[look] = style
        return style

    @staticmethod
    def _laid_over(style: Style, look: RenderStyles) -> Style:
        """Lay a look over a style; a colour that is let through in part mixes with the ground."""
        if look.has_rule("background") and look.background.a:
            under = Color.from_rich_color(style.bgcolor) if style.bgcolor else None
            over = look.background
            if over.a < 1 and (under is None or under.ansi is not None or over.ansi is not None):
                style += Style(reverse=True)
            else:
                laid = under.blend(over, over.a, 1.0) if under is not None else over
                style += Style(bgcolor=laid.rich_color)
        if look.has_rule("color"):
            ink = look.color
            ground = Color.from_rich_color(style.bgcolor) if style.bgcolor else None
            if ink.a < 1 and (ground is None or ground.ansi is not None or ink.ansi is not None):
                style += Style(dim=True)
            else:
                mixed = ground.blend(ink, ink.a, 1.0) if ground is not None else ink
                style += Style(color=mixed.rich_color)
        return style + look.text_style

    # Clicking

    def link_at(self, x: int, y: int) -> str:
        """Return the link at a place inside the widget, empty when there is none."""
        place = y + self.scroll_offset.y
        if not 0 <= place < len(self._lines):
            return ""
        for span in self._lines[place]:
            if x < span.width:
                return span.link
            x -= span.width
        return ""

    def on_click(self, event: Click) -> None:
        """Say what was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if link := self.link_at(offset.x, offset.y):
            event.stop()
            self.post_message(self.Pressed(self, link, event.chain > 1))
