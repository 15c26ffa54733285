"""Asking before something that cannot be taken back: Cancel has the keyboard, a named letter agrees."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Static

from warband_tui.dialogs.frame import Dialog
from warband_tui.registry import shown_key
from warband_tui.widgets.footer import Key
from warband_tui.widgets.plain import paragraphs, plain


class Confirm(Dialog[bool]):
    """A question that Enter answers with no.

    Args:
        question: what is asked, as the title.
        detail: what will happen, in words; several lines are fine.
        letter: the key that agrees; never the one that led here.
        yes: what the letter does, as in `Remove`.
    """

    DEFAULT_CSS = """
    Confirm #detail { margin: 1 0; }
    Confirm #buttons { height: 1; align-horizontal: left; }
    Confirm Button { margin-right: 2; border: none; height: 1; min-width: 12; }
    """

    def __init__(self, question: str, detail: str, *, letter: str, yes: str) -> None:
        self._detail = detail
        self._letter = letter
        self._yes = yes
        keys = (Key("agree", shown_key(letter), yes), Key("cancel", "Esc", "Cancel"))
        super().__init__(question, keys=keys)

    def body(self) -> Iterable[Widget]:
        """Return the detail and two buttons, the harmless one first."""
        yield Static(paragraphs(self._detail), id="detail", markup=False)
        yield Horizontal(
            Button("Cancel", id="cancel", compact=True),
            Button(plain(f"{self._yes} ({shown_key(self._letter)})"), id="agree", compact=True),
            id="buttons",
        )

    def on_mount(self) -> None:
        """Give Cancel the keyboard, and the letter its meaning."""
        self._bindings.key_to_bindings[self._letter] = [Binding(self._letter, "agree", show=False)]
        for key in ("n", "q"):
            if key != self._letter:
                self._bindings.key_to_bindings[key] = [Binding(key, "cancel", show=False)]
        self.query_one("#cancel").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the answer of a button."""
        event.stop()
        self.dismiss(event.button.id == "agree")

    def action_agree(self) -> None:
        """Agree."""
        self.dismiss(True)

    def action_cancel(self) -> None:
        """Answer with no."""
        self.dismiss(False)
