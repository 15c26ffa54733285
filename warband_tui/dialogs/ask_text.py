"""Asking for one line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.widget import Widget
from textual.widgets import Input, Static

from warband_tui.dialogs.frame import Dialog
from warband_tui.reports.literal import clean
from warband_tui.widgets.fitting_input import FittingInput
from warband_tui.widgets.footer import Key
from warband_tui.widgets.plain import plain

Check = Callable[[str], str | None]
"""Returns why a text will not do, None when it will."""


def needs_something(text: str) -> str | None:
    """Refuse an empty text."""
    return None if text.strip() else "type something first"


class AskText(Dialog[str]):
    """One line of text; Enter takes it when it will do, else the reason stands below it.

    A text that is left untouched comes back as it was given, line breaks and all.

    Args:
        title: what is asked for.
        value: what is there at first.
        hint: what the empty field says.
        check: why a text will not do.
        most: letters at most.
    """

    DEFAULT_CSS = """
    AskText Input { margin-top: 1; }
    AskText #reason { height: 1; color: $warning; padding: 0 1; }
    """

    def __init__(
        self,
        title: str,
        *,
        value: str = "",
        hint: str = "",
        check: Check = needs_something,
        most: int = 200,
    ) -> None:
        self._given = value
        self._value = clean(value)
        self._hint = clean(hint)
        self._check = check
        self._most = most
        super().__init__(title, keys=(Key("submit", "Enter", "Take it"), Key("cancel", "Esc", "Cancel")))

    def body(self) -> Iterable[Widget]:
        """Return the field and the place for a reason."""
        yield FittingInput(
            self._value, placeholder=self._hint, max_length=max(self._most, len(self._value)), compact=True
        )
        yield Static("", id="reason", markup=False)

    def on_mount(self) -> None:
        """Give the field the keyboard."""
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take back the reason while typing goes on."""
        event.stop()
        self.query_one("#reason", Static).update("")

    def on_fitting_input_cut_off(self, event: FittingInput.CutOff) -> None:
        """Tell that not all of what was typed or pasted went in."""
        event.stop()
        self.query_one("#reason", Static).update(
            plain(f"at most {event.most} letters; the rest was left out")
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the text."""
        event.stop()
        self.action_submit()

    def action_submit(self) -> None:
        """Take the text if it will do."""
        typed = self.query_one(Input).value
        text = self._given if typed == self._value else clean(typed).strip()
        if reason := self._check(text):
            self.query_one("#reason", Static).update(plain(reason))
        else:
            self.dismiss(text)
