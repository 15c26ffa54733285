"""Where the program can go: each screen is imported when it is first opened."""

from __future__ import annotations

import importlib
from typing import Any

from textual.app import App
from textual.screen import Screen

PLACES = {
    "battle": "BattleScreen",
    "campaign": "CampaignScreen",
    "warband": "WarbandRosterScreen",
    "new_warband": "NewWarbandScreen",
    "import_roster": "ImportScreen",
    "sample": "SampleScreen",
    "muster": "MusterScreen",
    "aftermath": "AftermathScreen",
    "report": "ReportScreen",
    "rules": "RulesScreen",
    "odds_lab": "OddsLabScreen",
    "board_layouts": "BoardLayoutsScreen",
    "doctor": "DoctorScreen",
}
"""Module in `warband_tui.screens` -> class. Each is imported when it is first opened."""


class Places(App[None]):
    """The part of the program that opens screens."""

    def open_home(self) -> None:
        """Go to the first screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open_battle(self, battle_id: int) -> None:
        """Open a battle."""
        self._open("battle", battle_id)

    def open_campaign(self, campaign_id: int) -> None:
        """Open a campaign."""
        self._open("campaign", campaign_id)

    def open_warband(self, warband_id: int) -> None:
        """Open a warband."""
        self._open("warband", warband_id)

    def open_muster(self, campaign_id: int | None = None) -> None:
        """Begin a battle, in a campaign or outside any."""
        self._open("muster", campaign_id)

    def new_warband(self, campaign_id: int) -> None:
        """Begin a warband in a campaign."""
        self._open("new_warband", campaign_id)

    def open_import(self, campaign_id: int | None = None) -> None:
        """Read a roster from a file, into a campaign if one is given."""
        self._open("import_roster", campaign_id)

    def open_sample(self, ruleset_id: str = "") -> None:
        """Open the sample campaign of a game, making it if there is none."""
        self._open("sample", ruleset_id)

    def open_aftermath(self, battle_id: int) -> None:
        """Open what the campaign asks for after a battle."""
        self._open("aftermath", battle_id)

    def open_report(self, battle_id: int) -> None:
        """Open the report of a battle."""
        self._open("report", battle_id)

    def open_rules(self, rule_id: str = "") -> None:
        """Open the rules, at one of them if its id is given."""
        self._open("rules", rule_id)

    def open_boards(self) -> None:
        """Open the list of kept boards."""
        self._open("board_layouts")

    def open_odds_lab(
        self, ruleset: str = "", form: str = "", query: dict[str, Any] | None = None, name: str = ""
    ) -> None:
        """Open the odds lab, with a query in a column of its own if one is given."""
        self._open("odds_lab", ruleset, form, query, name)

    def _open(self, name: str, *args: object) -> None:
        module = importlib.import_module(f"warband_tui.screens.{name}")
        screen: Screen[Any] = getattr(module, PLACES[name])(*args)
        self.push_screen(screen)
