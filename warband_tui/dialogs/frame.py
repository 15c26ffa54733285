"""The frame that all dialogs share: a title, what is in it, one line of keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from warband_tui.widgets.footer import Key, KeyBar
from warband_tui.widgets.plain import plain

Result = TypeVar("Result")


class Dialog(ModalScreen[Result | None]):
    """A dialog; Escape leaves it with None, and the keyboard goes back to where it was."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 60%;
    }
    Dialog > #frame {
        width: 72;
        max-width: 96%;
        height: auto;
        max-height: 92%;
        background: $surface;
        border: round $border;
        padding: 0 1;
    }
    Dialog.-tall > #frame { height: 92%; width: 96%; max-width: 120; }
    Dialog #title { text-style: bold; color: $primary; padding: 0 1; }
    Dialog #keys { dock: none; background: $surface; margin-top: 1; }
    Dialog Input.-textual-compact { padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, title: str, *, keys: Iterable[Key] = ()) -> None:
        self._title = title
        self._keys = tuple(keys)
        super().__init__()

    def body(self) -> Iterable[Widget]:
        """Return what is in the dialog."""
        return ()

    def compose(self) -> ComposeResult:
        """Draw the frame around the body."""
        # Not as the border's title: Textual keeps that as markup.
        with Vertical(id="frame"):
            yield Static(plain(self._title), id="title", markup=False)
            yield from self.body()
            yield KeyBar(self._keys, id="keys")

    def action_cancel(self) -> None:
        """Leave with nothing."""
        self.dismiss(None)

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what was clicked in the line of keys."""
        message.stop()
        await self.run_action(message.action)
