"""What the first screen shows while the library is empty: the ways to begin."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Row

WAYS = (
    Row("home.campaign", ("Create a campaign", "n", "a name, a game, an edition; warbands come next")),
    Row("home.battle", ("Play a single battle", "b", "no campaign needed; start counting at once")),
    Row("home.import", ("Import a roster", "i", "from a list builder's file")),
    Row("home.demo", ("Open the sample campaign", "d", "look around; everything in it can be undone")),
    Row("app.help", ("See everything that can be done", "?", "every screen has it")),
)

_COLUMNS = (Column(least=20, most=34), Column(least=1, most=4, style="bold"), Column(grows=True, drop=1))


class Welcome(Vertical):
    """The ways to begin; Enter takes one."""

    DEFAULT_CSS = """
    Welcome { padding: 2 4; height: 1fr; }
    Welcome > #welcome-title { text-style: bold; color: $primary; }
    Welcome > #welcome-text { margin-bottom: 1; }
    """

    class Wanted(Message):
        """A way was taken; `action` is the id of its action."""

        def __init__(self, action: str) -> None:
            self.action = action
            super().__init__()

    def compose(self) -> ComposeResult:
        """Draw a greeting and the ways."""
        yield Static("Warband", id="welcome-title", markup=False)
        yield Static(
            "Keeps your warbands, plays the book-keeping of a battle, knows the odds, undoes everything.",
            id="welcome-text",
            markup=False,
        )
        yield FilterList(_COLUMNS, id="ways")

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(FilterList).show(WAYS)

    def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Pass the choice on."""
        message.stop()
        self.post_message(self.Wanted(message.row))
