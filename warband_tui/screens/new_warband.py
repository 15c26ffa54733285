"""Beginning a warband: its list, variant, name and player, asked for one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.widgets import Static

from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.warband_writing import WritingScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading

if TYPE_CHECKING:
    from warband_tui.campaign.catalogues import GameLists
    from warband_tui.campaign.desk import Done
    from warband_tui.store.views import CampaignView

NONE = "-"
_COLUMNS = (Column(least=16, grows=True), Column(least=8, style="dim"))


class NewWarbandScreen(WritingScreen):
    """Asks, founds the warband and opens its roster."""

    HEADING = "New warband"
    HELP = "A few questions, then the roster opens. Esc leaves without a warband."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec("new-warband.begin", "Begin", "Ask the questions again.", ("enter",), "new", primary=True),
        ActionSpec(
            "new-warband.import",
            "Import",
            "Read a roster from a list builder's file instead.",
            ("i",),
            "new",
            primary=True,
        ),
    )
    DEFAULT_CSS = """
    NewWarbandScreen #new-warband-text { padding: 1 2; }
    """

    def __init__(self, campaign_id: int) -> None:
        super().__init__()
        self._campaign_id = campaign_id

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading("Warband", "New warband")
        yield Static("", id="new-warband-text", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask at once."""
        self.action_begin()

    def action_import(self) -> None:
        """Read a roster from a file."""
        self.shell.open_import(self._campaign_id)

    @work(exclusive=True, group="dialog")
    async def action_begin(self) -> None:
        """Ask for everything, found the warband, open it."""
        try:
            campaign, lists = await asyncio.to_thread(self._read)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        self.query_one(Heading).show(campaign.name, "New warband", right=f"{lists.title} {campaign.edition}")
        for problem in lists.problems:
            self.shell.say(problem, severity="warning")
        warband_id = await self._ask(campaign, lists)
        if warband_id is None:
            self.query_one("#new-warband-text", Static).update(
                "No warband was founded. Enter asks again, i reads a roster from a file, q goes back."
            )
            return
        app, shell = self.app, self.shell
        app.pop_screen()
        shell.open_warband(warband_id)

    def _read(self) -> tuple[CampaignView, GameLists]:
        from warband_tui.store.queries import Queries

        campaign = Queries(self.services.library).campaign(self._campaign_id)
        lists = self.shelf.game(campaign.ruleset)
        _ = lists.problems
        return campaign, lists

    async def _ask(self, campaign: CampaignView, lists: GameLists) -> int | None:
        from warband_tui.campaign.warbands import found_warband

        faction = await ask_faction(self, lists, campaign.ruleset)
        if faction is None:
            return None
        variant = await ask_variant(self, lists, faction, campaign.edition)
        if variant is None:
            return None
        title = next((one.title for one in lists.factions() if one.id == faction), faction)
        name = await self.app.push_screen_wait(
            AskText(f"What is the warband of {title} called?" if title else "What is the warband called?")
        )
        if not name:
            return None
        player = await self.app.push_screen_wait(
            AskText(
                f"Who plays {name}?",
                value=self.services.config.name,
                hint="a name, or nothing",
                check=lambda _: None,
            )
        )
        if player is None:
            return None
        try:
            return await asyncio.to_thread(
                lambda: found_warband(
                    self.pen(), self._campaign_id, name, faction=faction, variant=variant, player=player
                )
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return None

    def written(self, done: Done) -> None:
        """Nothing else is written here."""

    def turned(self) -> None:
        """Nothing is undone here."""


async def ask_faction(screen: WarbandScreen, lists: GameLists, ruleset: str) -> str | None:
    """Ask for a list, "" for none; a game without lists is asked for a word. Has to run in a worker."""
    factions = lists.factions()
    if not factions:
        return await screen.app.push_screen_wait(
            AskText("Which faction is it?", hint="a word of your own, or nothing", check=lambda _: None)
        )
    rows = [Row(one.id, (one.title, "")) for one in factions]
    rows.append(Row(NONE, ("No list", "nothing is checked")))
    chosen = await screen.app.push_screen_wait(
        Pick("Which list is it hired from?", rows, columns=_COLUMNS, about=f"{lists.title or ruleset}")
    )
    return "" if chosen == NONE else chosen


async def ask_variant(screen: WarbandScreen, lists: GameLists, faction: str, edition: str) -> str | None:
    """Ask for a variant, "" for the base list; a list without variants is not asked. Has to run in a worker."""
    try:
        catalogue = await asyncio.to_thread(lists.catalogue, faction, edition)
    except WarbandError as error:
        screen.shell.say(str(error), severity="error")
        return None
    if catalogue is None or not catalogue.variants:
        return ""
    rows = [Row(NONE, (catalogue.title, "the base list"))]
    rows += [Row(one.id, (one.name, "variant"), search=one.note) for one in catalogue.variants]
    chosen = await screen.app.push_screen_wait(Pick("Which variant?", rows, columns=_COLUMNS))
    return "" if chosen == NONE else chosen
