"""Opening the sample campaign, which takes a moment the first time."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Middle
from textual.message import Message
from textual.widgets import Label
from textual.worker import get_current_worker

from warband_tui.errors import WarbandError
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.plain import plain


class SampleScreen(WarbandScreen):
    """Lays the sample campaign out if the library has none, and opens it."""

    HEADING: ClassVar[str] = "Sample campaign"
    HELP: ClassVar[str] = "The sample campaign is being laid out."

    DEFAULT_CSS = """
    SampleScreen Middle { align: center middle; }
    SampleScreen Label { color: $text-muted; }
    """

    def __init__(self, ruleset_id: str = "") -> None:
        super().__init__()
        self.ruleset_id = ruleset_id
        self._outcome: SampleScreen.Ready | SampleScreen.Failed | None = None

    class Ready(Message):
        """The campaign can be opened."""

        def __init__(self, campaign: int) -> None:
            self.campaign = campaign
            super().__init__()

    class Failed(Message):
        """It could not be laid out."""

        def __init__(self, why: str) -> None:
            self.why = why
            super().__init__()

    def compose(self) -> ComposeResult:
        """Say what is going on."""
        with Middle():
            yield Label(plain("Setting up the table: two warbands, a finished battle, one under way."))
        yield KeyBar()

    def on_mount(self) -> None:
        """Do it beside the screen: hiring through the ledger loads the whole store."""
        self.run_worker(self._lay_out, thread=True, exclusive=True)

    def _lay_out(self) -> None:
        from warband_tui.campaign.catalogues import shelf_beside
        from warband_tui.campaign.desk import Pen
        from warband_tui.campaign.sample import find_sample, game_with_sample, lay_out
        from warband_tui.store.queries import Queries

        worker = get_current_worker()
        try:
            library = self.services.library
            campaign = find_sample(Queries(library), game_with_sample(self.ruleset_id)[1])
            if campaign is None:
                pen = Pen(library, shelf_beside(library.path), self.services.who, self.services.now())
                campaign = lay_out(pen, self.ruleset_id).campaign
        except WarbandError as error:
            self.post_message(self.Failed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(self.Ready(campaign))

    def go_back(self) -> bool:
        """Stay until it is done: the writing goes on, and a second one beside it would lay two out."""
        if self._outcome is None:
            self.shell.say("one moment, the table is being set up")
        return self._outcome is None

    def on_sample_screen_ready(self, message: Ready) -> None:
        """Open the campaign."""
        self._outcome = message
        self._leave()

    def on_sample_screen_failed(self, message: Failed) -> None:
        """Say why not and go back."""
        self._outcome = message
        self._leave()

    def on_screen_resume(self) -> None:
        """Leave if it was done while something else, help perhaps, was on top."""
        self._leave()

    def _leave(self) -> None:
        """Go where the outcome leads, in place of this screen."""
        outcome = self._outcome
        if outcome is None or self.app.screen is not self:
            return
        self.app.pop_screen()
        if isinstance(outcome, self.Ready):
            self.shell.open_campaign(outcome.campaign)
        else:
            self.shell.say(outcome.why, severity="error")
