"""The first screen: where one left off, campaigns, recent battles."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.home_lines import COLUMNS, describe, lines
from warband_tui.widgets.filter_list import FilterList
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading

if TYPE_CHECKING:
    from warband_tui.campaign.home_view import HomeView
    from warband_tui.screens.welcome import Welcome


class Toggle(NamedTuple):
    """A campaign or battle that was put away or taken out here; undo turns it round."""

    row: str
    name: str
    archived: bool


class HomeScreen(WarbandScreen):
    """The first screen."""

    HEADING = "Home"
    HELP = (
        "Everything in this library: go on where you left off, open a campaign or a battle, begin new ones."
    )
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec("home.open", "Open", "Open what the cursor is on.", ("enter", "o"), "go", primary=True),
        ActionSpec(
            "home.campaign",
            "Campaign",
            "Found a campaign: a name, a game, an edition.",
            ("n",),
            "new",
            primary=True,
            undo="confirm",
        ),
        ActionSpec(
            "home.battle",
            "Battle",
            "Set up a battle, in the campaign under the cursor or outside any.",
            ("b",),
            "new",
            primary=True,
        ),
        ActionSpec(
            "home.warband",
            "Warband",
            "Add a warband to the campaign under the cursor.",
            ("w",),
            "new",
            primary=True,
        ),
        ActionSpec(
            "home.import", "Import", "Read a roster from a list builder's file.", ("i",), "new", primary=True
        ),
        ActionSpec("home.demo", "Sample", "Open the sample campaign, made afresh if need be.", ("d",), "new"),
        ActionSpec("home.filter", "Filter", "Find a campaign or battle by a few letters.", ("slash",), "go"),
        ActionSpec("home.report", "Report", "Open the report of the battle under the cursor.", ("e",), "go"),
        ActionSpec(
            "home.archive",
            "Put away",
            "Put what the cursor is on away, or take it out again; nothing is ever deleted.",
            ("a",),
            "shelf",
            undo="undoable",
        ),
        ActionSpec(
            "home.hidden", "Shelf", "List what has been put away as well, or hide it.", ("x",), "shelf"
        ),
        ActionSpec("home.undo", "Undo", "Turn the last putting away round.", ("u",), "shelf"),
        ActionSpec("home.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "shelf"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._view: HomeView | None = None
        self._titles: dict[str, str] = {}
        self._archived = False
        self._done: list[Toggle] = []
        self._undone: list[Toggle] = []

    def compose(self) -> ComposeResult:
        """Draw the frame; what is in it comes when the library is open."""
        yield Heading("Warband", right=str(self.services.place), id="home-heading")
        with Horizontal(id="home-body"):
            yield FilterList(COLUMNS, empty="opening the library ...", id="home-list")
            yield Static("", id="home-about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the frame first, then open the library."""
        self._list.show(())
        self._list.focus()
        self.call_after_refresh(self.load)

    def on_screen_resume(self) -> None:
        """Show what other screens have changed."""
        if self._view is not None:
            self.load()

    @property
    def _list(self) -> FilterList:
        return self.query_one("#home-list", FilterList)

    # Reading

    @work(thread=True, exclusive=True, group="home")
    def load(self) -> None:
        """Read the library in a thread."""
        from warband_tui.campaign.home_view import home_view

        try:
            view = home_view(self.services.library, archived=self._archived)
            titles = self._titles_of(view)
        except WarbandError as error:
            self.app.call_from_thread(self._failed, str(error))
        else:
            self.app.call_from_thread(self.show, view, titles)

    def _titles_of(self, view: HomeView) -> dict[str, str]:
        titles = dict(self._titles)
        for ruleset in {c.ruleset for c in view.campaigns} | {b.ruleset for b in view.battles}:
            if ruleset not in titles:
                titles[ruleset] = self._title_of(ruleset)
        return titles

    def _title_of(self, ruleset: str) -> str:
        try:
            return self.services.ruleset(ruleset).title
        except WarbandError:
            # A library may hold games of somebody else; they are listed under their id.
            return ruleset

    def _failed(self, why: str) -> None:
        self.query_one("#home-about", Static).update("")
        self._list.show_empty(why)
        self.shell.say(why, severity="error")

    def show(self, view: HomeView, titles: dict[str, str]) -> None:
        """Draw a view; the battle to go on with is under the cursor at first."""
        first = self._view is None
        self._view, self._titles = view, titles
        self.query_one("#home-body").display = not view.is_empty
        self._welcome(view.is_empty)
        self._list.show_empty("everything here is put away; x shows it")
        shown = lines(view, titles, self.services.now())
        self._list.show(shown, current=f"b{view.last.id}" if first and view.last else "")
        self._about()
        self.actions_changed()

    def _welcome(self, wanted: bool) -> None:
        from warband_tui.screens.welcome import Welcome

        there = self.query(Welcome)
        if wanted and not there:
            self.mount(Welcome(), after="#home-body")
            self.call_after_refresh(self._focus_ways)
        elif there and not wanted:
            there.remove()
            self._list.focus()

    @property
    def _ways(self) -> FilterList | None:
        """The list of ways to begin, while the library is empty."""
        return next(iter(self.query("#ways").results(FilterList)), None)

    def _focus_ways(self) -> None:
        if self._ways is not None:
            self._ways.focus()

    def _about(self) -> None:
        if self._view is not None:
            text = describe(self._view, self._list.current, self._titles)
            self.query_one("#home-about", Static).update(text)

    # Doing

    @property
    def _row(self) -> tuple[str, int] | None:
        row = self._list.current
        return (row[0], int(row[1:])) if row else None

    @property
    def _campaign_id(self) -> int | None:
        if self._row is None or self._view is None:
            return None
        kind, row_id = self._row
        if kind == "c":
            return row_id
        return next((b.campaign_id for b in self._view.battles if b.id == row_id), None)

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if action_id == "home.open" and self._ways is not None:
            return None
        needs_row = {"home.open": "open", "home.archive": "put away"}
        if action_id in needs_row and self._row is None:
            return f"there is nothing under the cursor to {needs_row[action_id]}"
        if action_id == "home.warband" and self._campaign_id is None:
            return "a warband lives in a campaign; put the cursor on one, or found one with n"
        if action_id == "home.report" and (self._row is None or self._row[0] != "b"):
            return "put the cursor on a battle first"
        if action_id == "home.undo" and not self._done:
            return "nothing has been put away here since the start"
        if action_id == "home.redo" and not self._undone:
            return "nothing has been undone here"
        return None

    def action_open(self) -> None:
        """Open what the cursor is on."""
        if self._ways is not None:
            self._ways.choose()
        if self._row is None:
            return
        kind, row_id = self._row
        if kind == "c":
            self.shell.open_campaign(row_id)
        else:
            self.shell.open_battle(row_id)

    @work(exclusive=True, group="dialog")
    async def action_campaign(self) -> None:
        """Found a campaign."""
        from warband_tui.campaign.founding import found_campaign
        from warband_tui.screens.new_campaign import ask_new_campaign

        wanted = await ask_new_campaign(self)
        if wanted is None:
            return
        try:
            campaign_id = await asyncio.to_thread(
                found_campaign,
                self.services.library,
                *wanted,
                who=self.services.who,
                at=self.services.now(),
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        self.shell.say(f"Founded {wanted[0]}")
        self.shell.open_campaign(campaign_id)

    def action_battle(self) -> None:
        """Set up a battle."""
        self.shell.open_muster(self._campaign_id)

    def action_warband(self) -> None:
        """Add a warband to a campaign."""
        if self._campaign_id is not None:
            self.shell.new_warband(self._campaign_id)

    def action_import(self) -> None:
        """Read a roster from a file."""
        self.shell.open_import(self._campaign_id)

    @work(exclusive=True, group="dialog")
    async def action_demo(self) -> None:
        """Open a sample campaign, asking whose where several games have one."""
        from warband_tui.screens.pick_sample import ask_sample

        game = await ask_sample(self)
        if game is not None:
            self.shell.open_sample(game)

    def action_report(self) -> None:
        """Open the report of the battle under the cursor."""
        if self._row is not None:
            self.shell.open_report(self._row[1])

    def action_filter(self) -> None:
        """Find by a few letters."""
        self._list.open_filter()

    def action_hidden(self) -> None:
        """List what is put away, or hide it."""
        self._archived = not self._archived
        self.load()

    def action_archive(self) -> None:
        """Put away what the cursor is on, or take it out again."""
        row = self._list.current
        found = self._found(row)
        if found is not None:
            name, archived = found
            self._undone.clear()
            self._toggle(Toggle(row, name, not archived), self._done)

    def action_undo(self) -> None:
        """Turn the last putting away round."""
        last = self._done.pop()
        self._toggle(last._replace(archived=not last.archived), self._undone)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        last = self._undone.pop()
        self._toggle(last._replace(archived=not last.archived), self._done)

    def _found(self, row: str) -> tuple[str, bool] | None:
        if self._view is None:
            return None
        things = {f"c{c.id}": (c.name, c.archived) for c in self._view.campaigns}
        things |= {f"b{b.id}": (b.name, b.archived) for b in self._view.battles}
        return things.get(row)

    @work(exclusive=True, group="archive")
    async def _toggle(self, toggle: Toggle, onto: list[Toggle]) -> None:
        from warband_tui.campaign.archiving import archive_battle, archive_campaign

        row_id, library, at = int(toggle.row[1:]), self.services.library, self.services.now()
        try:
            if toggle.row[0] == "c":
                await asyncio.to_thread(
                    archive_campaign, library, row_id, toggle.archived, who=self.services.who, at=at
                )
            else:
                archive_battle(library, row_id, toggle.archived, at=at)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        onto.append(toggle)
        way = "Put away" if toggle.archived else "Took out"
        self.shell.say(f"{way} {toggle.name}; u turns it round")
        self.load()

    # Messages

    async def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Open what was chosen."""
        message.stop()
        await self.action_do("home.open")

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Tell about the row under the cursor."""
        message.stop()
        self._about()
        self.actions_changed()

    async def on_welcome_wanted(self, message: Welcome.Wanted) -> None:
        """Begin in the way that was taken."""
        message.stop()
        await self.shell.do_here(message.action)
