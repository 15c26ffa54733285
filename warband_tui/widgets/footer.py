"""The line of keys at the bottom: one widget that draws itself, cut to the width, help always in it.

Textual's own footer scrolls unseen when it is too narrow, and mounts a widget for each key.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from warband_tui.reports.literal import clean

MOST_KEYS = 7
"""How many keys the line shows at most, help among them."""


class Key(NamedTuple):
    """One key of the line. The last one given stays when the line is cut."""

    action: str
    key: str
    label: str
    tooltip: str = ""
    disabled: bool = False

    @property
    def width(self) -> int:
        """Cells it takes, the space on both sides included."""
        return cell_len(self.key) + cell_len(self.label) + 3


def fitting(keys: tuple[Key, ...], width: int) -> tuple[Key, ...]:
    """Return the keys that fit into a width, dropping from the end but never the last."""
    if not keys:
        return ()
    *rest, last = keys
    shown: list[Key] = []
    room = width - last.width
    for key in rest[: MOST_KEYS - 1]:
        room -= key.width
        if room < 0:
            break
        shown.append(key)
    return (*shown, last)


def literal(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """Return the keys with labels of one line, whatever they hold, all in small letters alike."""
    return tuple(key._replace(label=_small(clean(key.label)), tooltip=clean(key.tooltip)) for key in keys)


def _small(label: str) -> str:
    """Return a label without its capital; names in capitals keep theirs."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


class KeyBar(Widget, can_focus=False):
    """Draws the primary actions; a click on one asks the screen to do it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        background: $footer-background;
        color: $footer-description-foreground;
    }
    """

    class Pressed(Message):
        """A key of the line was clicked."""

        def __init__(self, action: str) -> None:
            self.action = action
            super().__init__()

    def __init__(self, keys: tuple[Key, ...] = (), *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._keys = literal(keys)
        super().__init__(id=id)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that are shown at the present width."""
        return fitting(self._keys, self.size.width)

    def show(self, keys: tuple[Key, ...]) -> None:
        """Show other keys."""
        keys = literal(keys)
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Content:
        """Draw the keys that fit."""
        variables = self.app.theme_variables
        accent = variables.get("footer-key-foreground", "")
        key_style = Style.parse(f"bold {accent}")
        parts: list[Content | str | tuple[str, str | Style]] = []
        for key in self.keys:
            parts.append((f" {key.key}", Style.parse("dim") if key.disabled else key_style))
            parts.append((f" {key.label} ", "dim" if key.disabled else ""))
        return Content.assemble(*parts)

    def _at(self, x: int) -> Key | None:
        for key in self.keys:
            if x < key.width:
                return key
            x -= key.width
        return None

    def on_click(self, event: Click) -> None:
        """Ask for the action under the pointer."""
        if key := self._at(event.x):
            event.stop()
            self.post_message(self.Pressed(key.action))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Explain the key under the pointer."""
        key = self._at(event.x)
        self.tooltip = Content(key.tooltip) if key else None
