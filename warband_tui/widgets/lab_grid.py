"""The three parts of the odds lab: names of the columns, fields with a cursor, figures."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from warband_tui.widgets.lines import LinesView


class LabGrid(LinesView, can_focus=True):
    """The fields; it asks the screen to move the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(0,-1)", "Up", show=False),
        Binding("down,j", "go(0,1)", "Down", show=False),
        Binding("left,h", "go(-1,0)", "Column before", show=False),
        Binding("right,l", "go(1,0)", "Next column", show=False),
        Binding("home,g", "go(0,-99)", "Top", show=False),
        Binding("end,G", "go(0,99)", "Bottom", show=False),
        Binding("pagedown,ctrl+d", "go(0,8)", "Page down", show=False),
        Binding("pageup,ctrl+u", "go(0,-8)", "Page up", show=False),
    ]

    class Went(Message):
        """The cursor is to move by so many columns and rows."""

        def __init__(self, across: int, down: int) -> None:
            self.across = across
            self.down = down
            super().__init__()

    def action_go(self, across: int, down: int) -> None:
        """Ask for another place."""
        self.post_message(self.Went(across, down))


class LabHead(LinesView):
    """The names of the columns."""

    DEFAULT_CSS = """
    LabHead { height: 1; background: $surface; overflow-y: hidden; }
    """


class LabResults(LinesView):
    """Figures, bars and advice."""

    DEFAULT_CSS = """
    LabResults { background: $surface; }
    """
