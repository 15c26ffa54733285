"""What covers everything while the terminal is too small to work in; it goes when there is room again."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

LEAST = Size(60, 20)
"""The smallest terminal that the screens work in."""


def is_too_small(size: Size) -> bool:
    """Whether there is too little room for the screens."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmall(ModalScreen[None]):
    """Asks for more room."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; background: $background; }
    TooSmall Static { width: auto; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Draw the request."""
        yield Static("", id="too-small-text", markup=False)

    def on_screen_resume(self) -> None:
        """Go if there was room again while something else was on top."""
        if not is_too_small(self.app.size):
            self.dismiss()

    def on_resize(self, event: Resize) -> None:
        """Say how much room there is."""
        here, need = event.size, LEAST
        text = f"Please enlarge\nthis is {here.width}x{here.height}\nneeds {need.width}x{need.height}"
        self.query_one("#too-small-text", Static).update(text)
