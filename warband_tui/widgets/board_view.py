"""The board on screen: a canvas larger than its window, a cursor, and only the lines drawn that changed."""

from __future__ import annotations

import math
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from warband_tui.campaign.board_view_layers import over
from warband_tui.campaign.board_view_scene import Scene
from warband_tui.campaign.board_view_terrain import Layer, Paint, Row
from warband_tui.rules.board.planning import Cell
from warband_tui.widgets.board_looks import BOARD_CSS, GROUNDS, INKS

MARGIN_X, MARGIN_Y = 8, 3
"""The cursor keeps so far from the edge of the window where there is more to see beyond it."""
FAR = 5
RULER = 3
"""Cells that the ruler beside a map takes."""
RULED = "tick-number"
"""The ink of rulers."""
LINED = "oncursor"
"""The ink that shows on blanks too."""


class BoardView(ScrollView, can_focus=True):
    """Draws a scene and what lies over it; keys, clicks and the wheel become messages."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{n}" for n in INKS} | {f"ground--{n}" for n in GROUNDS}
    DEFAULT_CSS = BOARD_CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(0,-1)", "Up", show=False),
        Binding("down,j", "go(0,1)", "Down", show=False),
        Binding("left,h", "go(-1,0)", "Left", show=False),
        Binding("right,l", "go(1,0)", "Right", show=False),
        Binding("shift+up,K,pageup", f"go(0,-{FAR})", "Far up", show=False),
        Binding("shift+down,J,pagedown", f"go(0,{FAR})", "Far down", show=False),
        Binding("shift+left,H", f"go(-{FAR},0)", "Far left", show=False),
        Binding("shift+right,L", f"go({FAR},0)", "Far right", show=False),
        Binding("home,g", "go(-999,0)", "Left edge", show=False),
        Binding("end,G", "go(999,0)", "Right edge", show=False),
    ]

    class Went(Message):
        """The cursor is to move by so many tiles."""

        def __init__(self, across: int, down: int) -> None:
            self.across = across
            self.down = down
            super().__init__()

    class Pointed(Message):
        """A tile was clicked; `double` on the second click."""

        def __init__(self, tile: Cell, double: bool) -> None:
            self.tile = tile
            self.double = double
            super().__init__()

    class Zoomed(Message):
        """The wheel was turned with Ctrl held: `by` is 1 nearer or -1 further."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self.scene: Scene | None = None
        self._overlay: Layer = {}
        self._strips: dict[int, Strip] = {}
        self._styles: dict[tuple[str, str], Style] = {}
        self._around: Style | None = None
        self._window = (0, Offset(0, 0))
        super().__init__(id=id)

    # What is shown

    def set_scene(self, scene: Scene | None) -> None:
        """Show another board, or the same at another zoom."""
        self.scene = scene
        self._overlay = {}
        self._strips.clear()
        self._measure()
        self.refresh()

    def scene_changed(self) -> None:
        """Draw the scene anew: something in it is different."""
        self._strips.clear()
        self.refresh()

    def set_overlay(self, overlay: Layer) -> None:
        """Lay other signs over the scene; lines that stay the same are not touched."""
        old, self._overlay = self._overlay, overlay
        inset, scroll = self._inset, self.scroll_offset
        changed: list[tuple[int, int, int]] = []
        for row in sorted({*old, *overlay}):
            before, after = old.get(row, _NOTHING), overlay.get(row, _NOTHING)
            if before != after:
                changed.append((row, *_differing(before, after)))
        window = self.size.region
        shift = Offset(inset.x - scroll.x, inset.y - scroll.y)
        seen = [region.translate(shift).intersection(window) for region in _together(changed)]
        if found := [region for region in seen if region]:
            self.refresh(*found)

    def show_block(self, columns: range, rows: range) -> None:
        """Scroll so that some characters are in sight, with some more around them."""
        window = self.scrollable_content_region.size
        if not window.width or not window.height:
            return
        x = _scrolled(self.scroll_offset.x, window.width, columns, MARGIN_X, self.virtual_size.width)
        y = _scrolled(self.scroll_offset.y, window.height, rows, MARGIN_Y, self.virtual_size.height)
        if (x, y) != tuple(self.scroll_offset):
            self.scroll_to(x, y, animate=False, immediate=True)

    def centre_on(self, columns: range, rows: range) -> None:
        """Scroll so that some characters are in the middle."""
        window = self.scrollable_content_region.size
        self.scroll_to(
            max(0, columns[0] - window.width // 2),
            max(0, rows[0] - window.height // 2),
            animate=False,
            immediate=True,
        )

    def text(self) -> str:
        """Return the whole canvas as plain text, for tests and for reading aloud."""
        if self.scene is None:
            return ""
        return "\n".join(
            "".join(paint.glyph or " " for paint in self._painted(row)).rstrip()
            for row in range(self.scene.projection.rows)
        )

    # Drawing

    @property
    def _inset(self) -> Offset:
        """Where the canvas begins when it is smaller than the window."""
        if self.scene is None:
            return Offset(0, 0)
        window = self.scrollable_content_region.size
        projection = self.scene.projection
        wide, high = window.width - projection.columns, window.height - projection.rows
        # The rulers come first where there is little room.
        across = max(wide // 2, RULER) if wide >= RULER else max(0, wide // 2)
        return Offset(across, max(0, (high + 1) // 2))

    def _measure(self) -> None:
        projection = self.scene.projection if self.scene is not None else None
        size = Size(projection.columns, projection.rows) if projection else Size(0, 0)
        if size != self.virtual_size:
            self.virtual_size = size

    def on_resize(self, event: Resize) -> None:
        """Draw for another window."""
        del event
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget the colours of another theme."""
        self._strips.clear()
        self._styles.clear()
        self._around = None
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw lines of the window; how wide it is and where the canvas begins is asked once for all of them."""
        self._window = (self.scrollable_content_region.width, self._inset)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the window."""
        (width, inset), scroll = self._window, self.scroll_offset
        row = y - inset.y + scroll.y
        around = self._around
        if around is None:
            around = self._around = self.rich_style
        if self.scene is None or not 0 <= row < self.scene.projection.rows:
            if self.scene is not None and row == -1:
                return self._columns_ruled(inset.x, around).crop_extend(scroll.x, scroll.x + width, around)
            return Strip.blank(width, around)
        first = scroll.x
        if row in self._overlay:
            # These lines change with the cursor: only what is in sight of them is put together.
            strip, first = self._drawn(self._painted(row)[first : first + width]), 0
        else:
            strip = self._strips.get(row) or self._drawn(self._painted(row))
            self._strips[row] = strip
        if inset.x:
            edge = self._row_ruled(row, inset.x)
            strip = Strip([*edge, *strip], strip.cell_length + inset.x)
        return strip.crop_extend(first, first + width, around)

    @property
    def _every(self) -> int:
        """Board units from one number of a ruler to the next."""
        return 6 if self.scene is not None and self.scene.projection.inches else 5

    def _columns_ruled(self, before: int, around: Style) -> Strip:
        """Return the ruler above the map."""
        projection = self.scene.projection if self.scene is not None else None
        text = " " * before
        for unit in range(0, math.ceil(projection.width) if projection else 0, self._every):
            column = before + projection.character((unit, 0))[0] if projection else 0
            if column >= len(text):
                text = text.ljust(column) + str(unit)
        look = self._style((RULED, "")) + Style(bgcolor=around.bgcolor)
        return Strip([Segment(text, look)], len(text))

    def _row_ruled(self, row: int, before: int) -> list[Segment]:
        """Return what stands to the left of a line of the map: a number of the ruler, or nothing."""
        around = self._around or self.rich_style
        down = self.scene.projection.zoom.down if self.scene is not None else 1
        unit = row / down
        if before < RULER or unit % self._every:
            return [Segment(" " * before, around)]
        text = f"{unit:g} ".rjust(before)
        return [Segment(text, self._style((RULED, "")) + Style(bgcolor=around.bgcolor))]

    def _painted(self, row: int) -> list[Paint]:
        scene = self.scene
        if scene is None:
            return []
        paints = scene.row(row)
        laid = self._overlay.get(row)
        if laid:
            paints = paints.copy()
            for column, paint in laid.items():
                if 0 <= column < len(paints):
                    paints[column] = over(paints[column], paint)
        return paints

    def _drawn(self, paints: list[Paint]) -> Strip:
        segments: list[Segment] = []
        glyphs: list[str] = []
        look = ("", "")
        for glyph, ink, ground in paints:
            if (ink, ground) != look:
                if glyph == " " and ground == look[1] and ink != LINED != look[0]:
                    # Nobody sees the ink of a blank, and the fewer pieces a line has the sooner it is drawn.
                    glyphs.append(glyph)
                    continue
                if glyphs:
                    segments.append(Segment("".join(glyphs), self._style(look)))
                    glyphs = []
                look = (ink, ground)
            glyphs.append(glyph or " ")
        if glyphs:
            segments.append(Segment("".join(glyphs), self._style(look)))
        return Strip(segments, len(paints))

    def _style(self, look: tuple[str, str]) -> Style:
        style = self._styles.get(look)
        if style is None:
            style = self._styles[look] = self._mixed(*look)
        return style

    def _mixed(self, inks: str, ground: str) -> Style:
        """Mix inks on a ground on the floor; a terminal's own colours do not mix, and are used as they are."""
        floor = self.get_component_styles("ground--floor").background
        under = floor
        if ground:
            laid = self.get_component_styles(f"ground--{ground}").background
            under = laid if laid.a == 1 else _blend(floor, laid)
        style = Style(bgcolor=under.rich_color)
        colour = self.styles.color
        for name in inks.split():
            look = self.get_component_styles(f"ink--{name}")
            if look.has_rule("color"):
                colour = look.color
            style += look.text_style
        if colour.a < 1:
            colour = _blend(under, colour)
        return style + Style(color=colour.rich_color)

    # The mouse

    def on_click(self, event: Click) -> None:
        """Say which tile was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or self.scene is None:
            return
        inset, scroll = self._inset, self.scroll_offset
        column, row = offset.x - inset.x + scroll.x, offset.y - inset.y + scroll.y
        projection = self.scene.projection
        if 0 <= column < projection.columns and 0 <= row < projection.rows:
            event.stop()
            self.post_message(self.Pointed(projection.tile_at(column, row), event.chain > 1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go nearer while Ctrl is held."""
        if event.ctrl:
            event.stop()
            event.prevent_default()
            self.post_message(self.Zoomed(1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go further while Ctrl is held."""
        if event.ctrl:
            event.stop()
            event.prevent_default()
            self.post_message(self.Zoomed(-1))

    def action_go(self, across: int, down: int) -> None:
        """Ask for another place."""
        self.post_message(self.Went(across, down))


_NOTHING: Row = {}


def _blend(under: Color, laid: Color) -> Color:
    if under.ansi is not None or laid.ansi is not None:
        return under
    return under.blend(laid, laid.a, 1.0)


def _differing(before: Row, after: Row) -> tuple[int, int]:
    """Return the first and last column in which two lines differ."""
    columns = [c for c in {*before, *after} if before.get(c) != after.get(c)]
    return min(columns), max(columns)


def _together(changed: list[tuple[int, int, int]]) -> list[Region]:
    """Return regions that hold all that changed; rows next to one another are one, which is told at once."""
    found: list[Region] = []
    for row, first, last in changed:
        one = Region(first, row, last - first + 1, 1)
        if found and found[-1].bottom == row:
            found[-1] = found[-1].union(one)
        else:
            found.append(one)
    return found


def _scrolled(now: int, window: int, wanted: range, margin: int, whole: int) -> int:
    """Return where a window must begin so that what is wanted is in it."""
    margin = min(margin, max(0, (window - len(wanted)) // 2))
    low, high = wanted[0] - margin, wanted[-1] + margin + 1
    if low < now:
        now = low
    elif high > now + window:
        now = high - window
    return max(0, min(now, max(0, whole - window)))
