"""One line to type into, at the bottom of a screen; out of sight until something is asked."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from warband_tui.widgets.plain import plain


class Prompt(Horizontal):
    """Asks for a line of text and hands it to whoever asked."""

    DEFAULT_CSS = """
    Prompt { dock: bottom; height: 1; display: none; background: $panel; }
    Prompt.-asking { display: block; }
    Prompt > Static { width: auto; padding: 0 1; text-style: bold; color: $accent; }
    Prompt > Input { width: 1fr; height: 1; border: none; padding: 0; background: $panel; }
    Prompt > Input:focus { border: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._done: Callable[[str], None] | None = None
        self._back: Widget | None = None
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """Draw the question and the line."""
        yield Static("", markup=False)
        yield Input(compact=True)

    @property
    def asking(self) -> bool:
        """Whether something is being asked."""
        return self._done is not None

    def ask(
        self, label: str, done: Callable[[str], None], *, text: str = "", back: Widget | None = None
    ) -> None:
        """Ask; `done` gets the line. The keyboard goes back to the widget named."""
        self._done, self._back = done, back
        self.query_one(Static).update(plain(label))
        line = self.query_one(Input)
        line.cursor_blink = False
        line.value = text
        line.cursor_position = len(text)
        self.add_class("-asking")
        line.focus()

    def leave(self) -> None:
        """Stop asking."""
        self._done = None
        self.remove_class("-asking")
        if self._back is not None:
            self._back.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the line over."""
        event.stop()
        done = self._done
        self.leave()
        if done is not None:
            done(event.value)
