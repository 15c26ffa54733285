"""A campaign: its warbands, its battles, what was done last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.screens.campaign_lines import (
    COLUMNS,
    STANDINGS_ABOUT,
    STANDINGS_COLUMNS,
    about_battle,
    about_campaign,
    about_standing,
    about_warband,
    campaign_lines,
    history_text,
    standings_lines,
)
from warband_tui.screens.warband_writing import WritingScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading

if TYPE_CHECKING:
    from warband_tui.campaign.campaigns import CampaignSheet
    from warband_tui.campaign.desk import Done, Pen

_HISTORY = (
    Column(least=10, most=16, style="dim"),
    Column(least=20, grows=True),
    Column(least=4, most=14, drop=1),
)
HISTORY_SHOWN = 12


class CampaignScreen(WritingScreen):
    """Warbands and battles in one list; about the one under the cursor, and the last acts, beside or below."""

    CSS_PATH = "campaign.tcss"
    HEADING = "Campaign"
    HELP = "A campaign's warbands and battles. Nothing is ever deleted: what is put away comes back with x."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec("campaign.open", "Open", "Open what the cursor is on.", ("enter", "o"), "go", primary=True),
        ActionSpec("campaign.warband", "Warband", "Add a warband.", ("w", "n"), "new", primary=True, undo="undoable"),
        ActionSpec("campaign.battle", "Battle", "Set up a battle of this campaign.", ("b",), "new", primary=True),
        ActionSpec("campaign.import", "Import", "Read a roster from a list builder's file.", ("i",), "new", primary=True),
        ActionSpec("campaign.history", "History", "List all that was done, with reasons.", ("L",), "go", primary=True),
        ActionSpec("campaign.standings", "Standings", "Show the table: battles won, points, models lost.", ("s",), "go"),
        ActionSpec("campaign.undo", "Undo", "Take the campaign's last act back, whoever's it was.", ("u",), "campaign", primary=True),
        ActionSpec("campaign.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "campaign"),
        ActionSpec("campaign.filter", "Filter", "Find a warband or battle by a few letters.", ("slash",), "go"),
        ActionSpec("campaign.report", "Report", "Open the report of the battle under the cursor.", ("e",), "go"),
        ActionSpec("campaign.archive", "Put away", "Put what the cursor is on away, or take it out again.", ("a",), "campaign", undo="undoable"),
        ActionSpec("campaign.hidden", "Shelf", "List what has been put away as well, or hide it.", ("x",), "campaign"),
        ActionSpec("campaign.rename", "Rename", "Give the campaign another name.", ("r",), "campaign", undo="undoable"),
        ActionSpec("campaign.notes", "Notes", "Write the campaign's notes.", ("t",), "campaign", undo="undoable"),
    )  # fmt: skip

    def __init__(self, campaign_id: int) -> None:
        super().__init__()
        self.campaign_id = campaign_id
        self.sheet: CampaignSheet | None = None
        self._archived = False

    def compose(self) -> ComposeResult:
        """Draw the frame; what is in it comes when the library is read."""
        yield Heading("Warband", id="campaign-heading")
        with Horizontal(id="campaign-body"):
            yield FilterList(COLUMNS, empty="reading the campaign ...", id="campaign-list")
            with VerticalScroll(id="campaign-side", can_focus=False):
                yield Static("", id="campaign-about", markup=False)
                yield Static("", id="campaign-history", markup=False)
        yield Static("", id="campaign-below", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the frame, then read."""
        self._list.show(())
        self._list.focus()
        self.load()

    def on_screen_resume(self) -> None:
        """Show what other screens have changed."""
        if self.sheet is not None:
            self._shelf = None
            self.load()

    @property
    def _list(self) -> FilterList:
        return self.query_one("#campaign-list", FilterList)

    @property
    def _row(self) -> tuple[str, int] | None:
        row = self._list.current
        return (row[0], int(row[1:])) if row else None

    # Reading

    def load(self) -> None:
        """Read the campaign in a thread."""
        self.read(self._reading)

    def _reading(self) -> Callable[[], None]:
        from warband_tui.campaign.campaigns import campaign_sheet

        sheet = campaign_sheet(self.services.library, self.shelf, self.campaign_id, archived=self._archived)
        self.read_turns(self.campaign_id, None)
        return partial(self.show, sheet)

    def unreadable(self, why: str) -> None:
        """Say why in place of the list."""
        self._list.show_empty(why)
        self.shell.say(why, severity="error")

    def show(self, sheet: CampaignSheet) -> None:
        """Draw a campaign."""
        self.sheet = sheet
        right = f"{sheet.game_title} {sheet.campaign.edition}"
        if sheet.hidden:
            right = f"{sheet.hidden} put away · {right}"
        self.query_one(Heading).show("Warband", sheet.campaign.name, right=right)
        hidden = "everything here is put away; x shows it"
        self._list.show_empty(
            hidden if sheet.hidden else "nothing here yet; w adds a warband, i reads one from a file"
        )
        self._list.show(campaign_lines(sheet, self.services.now()))
        self.query_one("#campaign-history", Static).update(
            history_text(sheet, self.services.now(), HISTORY_SHOWN)
        )
        self._about()

    def _about(self) -> None:
        sheet = self.sheet
        if sheet is None:
            return
        told = about_campaign(sheet)
        if self._row is not None:
            kind, row_id = self._row
            warband, battle = sheet.warband(row_id), sheet.battle(row_id)
            if kind == "w" and warband is not None:
                told = about_warband(warband)
            elif kind == "b" and battle is not None:
                told = about_battle(battle)
        self.query_one("#campaign-about", Static).update(told)
        self.query_one("#campaign-below", Static).update(_closed_up(told))
        self.actions_changed()

    # What is possible

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if not action_id.startswith("campaign."):
            return None
        action = action_id.removeprefix("campaign.")
        if self.sheet is None:
            return "the campaign is not read yet"
        if action in ("open", "archive") and self._row is None:
            return "there is nothing under the cursor"
        if action == "report" and (self._row is None or self._row[0] != "b"):
            return "put the cursor on a battle first"
        return self.why_no_turn(action)

    # Doing

    def action_open(self) -> None:
        """Open what the cursor is on."""
        if self._row is not None:
            kind, row_id = self._row
            (self.shell.open_warband if kind == "w" else self.shell.open_battle)(row_id)

    def action_warband(self) -> None:
        """Add a warband."""
        self.shell.new_warband(self.campaign_id)

    def action_battle(self) -> None:
        """Set up a battle."""
        self.shell.open_muster(self.campaign_id)

    def action_import(self) -> None:
        """Read a roster from a file."""
        self.shell.open_import(self.campaign_id)

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
        from warband_tui.campaign.warbands import archive_warband

        if self._row is None or self.sheet is None:
            return
        kind, row_id = self._row
        warband, battle = self.sheet.warband(row_id), self.sheet.battle(row_id)
        if kind == "w" and warband is not None:
            wanted = not warband.archived
            self.write(lambda pen, _: archive_warband(pen, row_id, wanted))
        elif battle is not None:
            self._put_battle_away(row_id, not battle.archived)

    def _put_battle_away(self, battle_id: int, archived: bool) -> None:
        from warband_tui.campaign.archiving import archive_battle

        try:
            archive_battle(self.services.library, battle_id, archived, at=self.services.now())
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        way = "Put it away; x and a take it out" if archived else "Took it out again"
        self.shell.say(way)
        self.load()

    @work(exclusive=True, group="dialog")
    async def action_rename(self) -> None:
        """Ask for a name."""
        from warband_tui.campaign.campaigns import rename_campaign

        if self.sheet is None:
            return
        name = await self.app.push_screen_wait(
            AskText("What is the campaign called?", value=self.sheet.campaign.name)
        )
        if name and name != self.sheet.campaign.name:
            self.write(partial(_with_text, rename_campaign, self.campaign_id, name))

    @work(exclusive=True, group="dialog")
    async def action_notes(self) -> None:
        """Ask for the notes."""
        from warband_tui.campaign.campaigns import note_campaign

        if self.sheet is None:
            return
        old = self.sheet.campaign.notes
        notes = await self.app.push_screen_wait(
            AskText("Notes of the campaign", value=old, check=lambda _: None, most=2000)
        )
        if notes is not None and notes != old:
            self.write(partial(_with_text, note_campaign, self.campaign_id, notes))

    @work(exclusive=True, group="dialog")
    async def action_history(self) -> None:
        """List all that was done."""
        if self.sheet is None:
            return
        found = {str(one.seq): one for one in self.sheet.history}
        rows = [
            Row(seq, (one.at[:16].replace("T", " "), one.text, one.who), dim=not one.in_effect)
            for seq, one in found.items()
        ]

        def told(row: str) -> str:
            one = found[row]
            return " · ".join(
                part for part in (one.text, one.why, "" if one.in_effect else "taken back") if part
            )

        await self.app.push_screen_wait(
            Pick("What was done", rows, columns=_HISTORY, detail=told, verb="Close")
        )

    @work(exclusive=True, group="dialog")
    async def action_standings(self) -> None:
        """Show the table; Enter opens the warband under the cursor."""
        from warband_tui.campaign.standings import standings

        try:
            # Every battle is replayed for it.
            found = await asyncio.to_thread(
                lambda: standings(
                    self.services.library, self.shelf, self.campaign_id, archived=self._archived
                )
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        chosen = await self.app.push_screen_wait(
            Pick(
                f"Standings of {found.name}",
                standings_lines(found),
                columns=STANDINGS_COLUMNS,
                about=STANDINGS_ABOUT,
                detail=partial(about_standing, found),
                verb="Open",
                empty="no warbands yet",
            )
        )
        if chosen is not None and chosen.isdigit():
            self.shell.open_warband(int(chosen))

    def action_undo(self) -> None:
        """Take the last act back."""
        self.turn(self.campaign_id, None, back=True)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self.turn(self.campaign_id, None, back=False)

    def written(self, done: Done) -> None:
        """Show what an act changed."""
        del done
        self.load()

    def turned(self) -> None:
        """Show what undo or redo changed."""
        self.load()

    # Messages

    @on(FilterList.Chosen)
    def _chosen(self, message: FilterList.Chosen) -> None:
        message.stop()
        self.action_open()

    @on(FilterList.Moved)
    def _moved(self, message: FilterList.Moved) -> None:
        message.stop()
        self._about()


def _with_text(act: Callable[[Pen, int, str], Done], campaign_id: int, text: str, pen: Pen, _: str) -> Done:
    return act(pen, campaign_id, text)


def _closed_up(told: Content) -> Content:
    """Return a text without its empty lines, for the few lines below a list."""
    return Content("\n").join(line for line in told.split("\n") if line.plain.strip())
