"""A line of choices of which one is taken, each with its key; a click takes another."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from warband_tui.reports.literal import clean


class Choice(NamedTuple):
    """One choice: its id, the key that takes it, a word."""

    id: str
    key: str
    label: str

    @property
    def text(self) -> str:
        """What is drawn, the space on both sides included."""
        return clean(f" {self.key} {self.label} ")


class Choices(Widget, can_focus=False):
    """One line. The choice that is taken is drawn in reverse."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Choices {
        height: 1;
        padding: 0 1;
        background: $surface;
    }
    """

    class Taken(Message):
        """A choice was clicked."""

        def __init__(self, choice: str) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self, choices: tuple[Choice, ...], current: str, *, id: str | None = None) -> None:  # noqa: A002
        self._choices = choices
        self._current = current
        super().__init__(id=id)

    def show(self, current: str) -> None:
        """Show another choice as taken."""
        self._current = current
        self.refresh()

    def render(self) -> Content:
        """Draw the choices."""
        return Content("").join(
            Content.styled(choice.text, "bold reverse" if choice.id == self._current else "")
            for choice in self._choices
        )

    def on_click(self, event: Click) -> None:
        """Take the choice under the pointer."""
        offset = event.get_content_offset(self)
        x = offset.x if offset else -1
        for choice in self._choices:
            if 0 <= x < cell_len(choice.text):
                event.stop()
                self.post_message(self.Taken(choice.id))
                return
            x -= cell_len(choice.text)
