"""The first screen: where one left off, campaigns, recent battles."""

from __future__ import annotations

from textual.app import ComposeResult

from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading


class HomeScreen(WarbandScreen):
    """The first screen."""

    HEADING = "Home"

    def compose(self) -> ComposeResult:
        """Draw the frame; what is in it comes later."""
        yield Heading("Warband")
        yield KeyBar()
