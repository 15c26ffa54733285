"""The report of a battle: read it, choose what it is for, copy it, put it into a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.widgets import Static

from warband_tui.campaign.roster_files import path_of
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.confirm import Confirm
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec, shown_key
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.choices import Choice, Choices
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading as TopLine
from warband_tui.widgets.page import Page
from warband_tui.widgets.plain import plain

if TYPE_CHECKING:
    from warband_tui.campaign.reporting import Report

TARGETS = ("text", "markdown", "html", "discord", "bbcode", "json")


class ReportScreen(WarbandScreen):
    """The report as the chosen target has it."""

    CSS_PATH = "report.tcss"
    HEADING = "Report"
    HELP = "What happened, told from the log: starred entries and notes first, the whole log last."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "report.export",
            "Export",
            "Put the report into a file; its path is shown.",
            ("e",),
            "report",
            primary=True,
        ),
        ActionSpec(
            "report.copy",
            "Copy",
            "Send the report as it stands here to the clipboard.",
            ("y",),
            "report",
            primary=True,
        ),
        ActionSpec(
            "report.target", "Target", "Show it as the next target has it.", ("t",), "target", primary=True
        ),
        ActionSpec("report.battle", "Battle", "Go to the battle.", ("b",), "go", primary=True),
        ActionSpec("report.reload", "Reload", "Read the battle anew.", ("r",), "report"),
        ActionSpec("report.text", "Text", "Plain text of 78 columns.", ("1",), "target"),
        ActionSpec("report.markdown", "Markdown", "Markdown for GitHub and Reddit.", ("2",), "target"),
        ActionSpec("report.html", "Web page", "A web page, also for printing.", ("3",), "target"),
        ActionSpec("report.discord", "Discord", "Messages for Discord, each short enough.", ("4",), "target"),
        ActionSpec("report.bbcode", "Forum", "BBCode for a forum.", ("5",), "target"),
        ActionSpec("report.json", "JSON", "JSON for other programs.", ("6",), "target"),
    )

    def __init__(self, battle_id: int) -> None:
        super().__init__()
        self._battle_id = battle_id
        self._report: Report | None = None
        self._target = TARGETS[0]
        self._folder = ""
        self._why = "the report is being written"

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield TopLine("Report", id="report-heading")
        yield Choices(self._choices(), self._target, id="report-targets")
        yield Page(id="report-page")
        yield Static("", id="report-said", markup=False)
        yield KeyBar()

    def _choices(self) -> tuple[Choice, ...]:
        labels = {spec.id: spec.label for spec in self.SPECS}
        return tuple(
            Choice(target, shown_key(self.key_of(f"report.{target}")), labels[f"report.{target}"])
            for target in TARGETS
        )

    def on_mount(self) -> None:
        """Read the battle after the first frame."""
        self._page.focus()
        self._page.show("reading the battle ...")
        self._say("")
        self.load()

    @property
    def _page(self) -> Page:
        return self.query_one(Page)

    @work(exclusive=True, group="report")
    async def load(self) -> None:
        """Read the battle and write its report, in a thread."""
        from warband_tui.campaign.reporting import report_of

        try:
            report = await asyncio.to_thread(
                lambda: report_of(
                    self.services.library,
                    self._battle_id,
                    now=self.services.now,
                    rulesets=self.services.ruleset,
                )
            )
        except WarbandError as error:
            self._why = str(error)
            self._page.show(f"✗ {error}")
            self.actions_changed()
            return
        self._report = report
        self.show(self._target)

    def show(self, target: str) -> None:
        """Show the report as a target has it."""
        from warband_tui.campaign.reporting import previewed
        from warband_tui.reports.targets import TARGETS as RENDERED

        self._target = target
        self.query_one(Choices).show(target)
        report = self._report
        if report is None:
            return
        self.query_one(TopLine).show("Report", report.campaign, report.name, right=RENDERED[target].label)
        self._page.show(previewed(report, target))
        note = (
            "These are the words of the web page; Export writes the page itself." if target == "html" else ""
        )
        self._say(note)
        self.actions_changed()

    def _say(self, text: str) -> None:
        said = self.query_one("#report-said", Static)
        said.display = bool(text)
        said.update(plain(text))

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if self._report is None and action_id in ("report.export", "report.copy"):
            return self._why
        return None

    # Targets

    def action_target(self) -> None:
        """Show the next target."""
        self.show(TARGETS[(TARGETS.index(self._target) + 1) % len(TARGETS)])

    def action_text(self) -> None:
        """Show plain text."""
        self.show("text")

    def action_markdown(self) -> None:
        """Show Markdown."""
        self.show("markdown")

    def action_html(self) -> None:
        """Show the words of the web page."""
        self.show("html")

    def action_discord(self) -> None:
        """Show Discord messages."""
        self.show("discord")

    def action_bbcode(self) -> None:
        """Show BBCode."""
        self.show("bbcode")

    def action_json(self) -> None:
        """Show JSON."""
        self.show("json")

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Show the target that was clicked."""
        message.stop()
        self.show(message.choice)

    # Doing

    def action_battle(self) -> None:
        """Go to the battle: back to it where one came from it."""
        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        self.app.pop_screen()
        if type(below).__name__ != "BattleScreen":
            self.shell.open_battle(self._battle_id)

    def action_reload(self) -> None:
        """Read the battle anew."""
        self.load()

    def action_copy(self) -> None:
        """Send the report to the clipboard; nobody can know whether it arrives."""
        from warband_tui.campaign.reporting import told

        if self._report is not None:
            self.app.copy_to_clipboard(told(self._report, self._target))
            self.shell.say("Report sent to the clipboard; where that fails, e puts it into a file")

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Ask for a folder and put the report into it; an older file is replaced only after a question."""
        from warband_tui.campaign.reporting import export, is_there, path_in, told

        report, target = self._report, self._target
        if report is None:
            return
        if self.app.is_web:
            self.shell.deliver(told(report, target), path_in(Path(), report, target).name)
            return
        answer = await self.app.push_screen_wait(
            AskText("Into which folder?", value=self._folder or str(Path.cwd()), most=1000)
        )
        if not answer:
            return
        try:
            folder = path_of(answer)
            path = path_in(folder, report, target)
            there = await asyncio.to_thread(is_there, path)
            if there and not await self._may_replace(path):
                self._say("Not exported; the file that was there stays")
                return
            self._folder = answer
            written = await asyncio.to_thread(export, report, target, folder, overwrite=there)
        except WarbandError as error:
            self._say(f"✗ {error}")
            self.shell.say(str(error), severity="error")
            return
        self._say(f"Saved as {written}")
        self.shell.say(f"Saved as {written}")

    async def _may_replace(self, path: Path) -> bool:
        question = Confirm("Replace the file?", f"{path} is there already.", letter="r", yes="Replace")
        answer = await self.app.push_screen_wait(question)
        return bool(answer)
