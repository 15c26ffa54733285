"""One line to type into, at the bottom of a screen; out of sight until something is asked."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from warband_tui.widgets.footer import Key
from warband_tui.widgets.lines import Line, Span
from warband_tui.widgets.plain import plain

CARET = "▏"
DONE = "prompt.done"
PROMPT_KEYS = (Key(DONE, "Enter", "done"), Key("app.back", "Esc", "back"))
"""What the line of keys shows while something is asked: no other key acts then."""


class Prompt(Horizontal):
    """Asks for a line of text and hands it to whoever asked."""

    DEFAULT_CSS = """
    Prompt { dock: bottom; height: 1; margin: 0 0 1 0; display: none; background: $panel; }
    Prompt.-asking { display: block; }
    Prompt > Static { width: auto; padding: 0 1; text-style: bold; color: $accent; }
    Prompt > Input { width: 1fr; height: 1; border: none; padding: 0; background: $panel; }
    Prompt > Input:focus { border: none; }
    """

    class Changed(Message):
        """Something is asked, or the line has changed, or nothing is asked any more."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._label = ""
        self._done: Callable[[str], None] | None = None
        self._back: Widget | None = None
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """Draw the question and the line."""
        yield Static("", markup=False)
        yield Input(compact=True)

    def on_mount(self) -> None:
        """Follow the caret."""
        self.watch(self.query_one(Input), "selection", self._moved, init=False)

    @property
    def asking(self) -> bool:
        """Whether something is being asked."""
        return self._done is not None

    def ask(
        self, label: str, done: Callable[[str], None], *, text: str = "", back: Widget | None = None
    ) -> None:
        """Ask; `done` gets the line. The keyboard goes back to the widget named."""
        self._label, self._done, self._back = label, done, back
        self.query_one(Static).update(plain(label))
        line = self.query_one(Input)
        line.cursor_blink = False
        line.value = text
        line.cursor_position = len(text)
        self.add_class("-asking")
        self.screen.add_class("-prompting")
        line.focus()
        self.post_message(self.Changed())

    def leave(self) -> None:
        """Stop asking."""
        self._done = None
        self.post_message(self.Changed())
        self.remove_class("-asking")
        self.screen.remove_class("-prompting")
        if self._back is not None:
            self._back.focus()

    def told(self) -> Line:
        """Return the question and the line with its caret, for where the player is looking."""
        line = self.query_one(Input)
        at = line.cursor_position
        return (
            Span(f"  {self._label}: ", "key"),
            Span(f"{line.value[:at]}{CARET}{line.value[at:]}", "strong"),
            Span("   Enter", "key", DONE),
            Span(" done", "dim", DONE),
            Span("  Esc", "key", "app.back"),
            Span(" back", "dim", "app.back"),
        )

    def finish(self) -> None:
        """Hand the line over."""
        done = self._done
        self.leave()
        if done is not None:
            done(self.query_one(Input).value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the line over."""
        event.stop()
        self.finish()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell what is typed."""
        event.stop()
        self._moved()

    def _moved(self) -> None:
        if self.asking:
            self.post_message(self.Changed())
