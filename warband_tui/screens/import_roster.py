"""Choosing a roster file: a path that is typed, pasted or dropped, or a file of the list below it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Paste
from textual.widgets import Input, Static

from warband_tui.campaign.home_view import ago
from warband_tui.campaign.roster_files import FileLine, Listing, browse, is_folder, path_of, size_text
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.reports.literal import clean
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Heading, Line, Row
from warband_tui.widgets.footer import Key, KeyBar
from warband_tui.widgets.heading import Heading as TopLine
from warband_tui.widgets.plain import plain

if TYPE_CHECKING:
    from warband_tui.campaign.importing import ImportPreview, SeenBefore, Target

_COLUMNS = (
    Column(least=16, grows=True),
    Column(least=6, right=True, style="dim"),
    Column(least=8, drop=1, style="dim"),
)
_UP = ".."
_WHAT = (
    "Reads .ros and .rosz (BattleScribe, New Recruit), New Recruit's JSON, Trench Companion, "
    "the MESBG list builder and YakTribe. Nothing is saved before you have seen it."
)


class PathInput(Input):
    """The path; the arrow keys go on into the list."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "into_list", show=False)]

    def action_into_list(self) -> None:
        """Give the list the keyboard."""
        self.screen.query_one(FilterList).focus()


class ImportScreen(WarbandScreen):
    """Asks for a roster file and reads it; what would become of it is the next screen."""

    CSS_PATH = "import_roster.tcss"
    HEADING = "Import"
    HELP = "Read a roster from a list builder's file. A file dropped on the terminal is read at once."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "import.open", "Open", "Read the file, or go into the folder.", ("enter",), "file", primary=True
        ),
        ActionSpec(
            "import.path", "Path", "Type or paste the path of a file.", ("p", "slash"), "file", primary=True
        ),
        ActionSpec("import.list", "List", "Go to the list of files.", (), "file"),
        ActionSpec(
            "import.up", "Up", "Go to the folder above.", ("backspace", "minus"), "file", primary=True
        ),
    )

    def __init__(self, campaign_id: int | None = None) -> None:
        super().__init__()
        self._campaign_id = campaign_id
        self._here = Path.cwd()
        self._listing = Listing(self._here)

    def compose(self) -> ComposeResult:
        """Draw the path and the list."""
        yield TopLine("Warband", "Import a roster")
        with Vertical(id="import-body"):
            yield Static(plain(_WHAT), id="import-what", markup=False)
            yield PathInput(placeholder="path of a roster file", id="import-path", compact=True)
            yield Static("", id="import-said", markup=False)
            yield FilterList(_COLUMNS, empty="no roster files here", id="import-list")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look into the current folder."""
        self._path.focus()
        self.look("")

    @property
    def _path(self) -> PathInput:
        return self.query_one(PathInput)

    @property
    def _list(self) -> FilterList:
        return self.query_one(FilterList)

    # Looking

    @work(thread=True, exclusive=True, group="look")
    def look(self, text: str) -> None:
        """List what fits the typed path, in a thread: a folder may be far away."""
        try:
            found = browse(text, self._here)
        except WarbandError:
            found = browse("", self._here)
        self.app.call_from_thread(self.show, found)

    def show(self, found: Listing) -> None:
        """Draw a folder."""
        self._listing = found
        self._list.show_empty(found.why or "no roster files here")
        self._list.show(list(self._lines(found)))
        self.actions_changed()

    def _lines(self, found: Listing) -> list[Line]:
        now = self.services.now()
        here = _short(found.folder, self._here)
        lines: list[Line] = [Heading("this folder" if here == "." else here)]
        for place, line in enumerate(found.lines):
            told = ("folder", "") if line.is_folder else (size_text(line.size), ago(line.at, now))
            name = f"{line.path.name}/" if line.is_folder else line.path.name
            lines.append(Row(str(place), (name, *told)))
        if found.more:
            lines.append(Heading(f"and {found.more} more: type the beginning of a name"))
        if not found.why and found.folder != found.folder.parent:
            lines.append(Row(_UP, (f"{_UP}/", "folder above", "")))
        return lines

    def _say(self, text: str = "", *, wrong: bool = False) -> None:
        said = self.query_one("#import-said", Static)
        said.set_class(wrong, "-wrong")
        said.update(plain(f"✗ {text}" if wrong else text))

    def footer_keys(self) -> tuple[Key, ...]:
        """Return the keys of the footer; while one types, only those that are no letters."""
        if not self._path.has_focus:
            return super().footer_keys()
        return (
            Key("import.open", "Enter", "Open", "Read the file, or go into the folder."),
            Key("import.list", "↓", "List", "Go to the list of files."),
            Key("app.help", "F1", "Help", "Show everything that can be done here."),
        )

    def go_back(self) -> bool:
        """Clear what is typed, before the screen is left."""
        if self._path.has_focus and self._path.value:
            self._path.value = ""
            return True
        return False

    def on_descendant_focus(self) -> None:
        """Other keys work while one types."""
        self.actions_changed()

    # Doing

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if action_id == "import.up" and self._listing.folder == self._listing.folder.parent:
            return "there is no folder above"
        return None

    def action_open(self) -> None:
        """Open what has the keyboard."""
        if self._path.has_focus or not self._list.current:
            self.submit(self._path.value)
        else:
            self._list.choose()

    def action_list(self) -> None:
        """Give the list the keyboard."""
        self._list.focus()

    def action_path(self) -> None:
        """Give the path the keyboard."""
        self._path.focus()

    def action_up(self) -> None:
        """Go to the folder above."""
        self._go(self._listing.folder.parent)

    def _go(self, folder: Path) -> None:
        shown = _short(folder, self._here)
        self._path.value = shown if shown.endswith("/") else f"{shown}/"
        self._path.cursor_position = len(self._path.value)
        self._list.focus()

    def submit(self, text: str) -> None:
        """Open what is typed: a path, or the beginning of a name that the list has under its cursor."""
        line = self._line
        # The list may be a moment behind what is typed.
        begins = line is not None and line.path.name.casefold().startswith(Path(text.strip()).name.casefold())
        if begins and not _exists(self._here, text):
            self._list.choose()
        else:
            self.open_path(text)

    @property
    def _line(self) -> FileLine | None:
        """The file or folder under the cursor."""
        row = self._list.current
        return self._listing.lines[int(row)] if row not in ("", _UP) else None

    def open_path(self, text: str) -> None:
        """Read the file of a path, or go into its folder."""
        try:
            path = self._here / path_of(text)
        except WarbandError as error:
            self._say(str(error), wrong=True)
            return
        self.open_file(path)

    @work(exclusive=True, group="read")
    async def open_file(self, path: Path) -> None:
        """Read a file in a thread; what is wrong with it stands in one line below the path."""
        if await asyncio.to_thread(is_folder, path):
            self._go(path)
            return
        self._say(f"reading {path.name} ...")
        try:
            shown, seen, target = await asyncio.to_thread(self._read, path)
        except WarbandError as error:
            self._say(str(error), wrong=True)
            return
        self._say()
        from warband_tui.screens.import_preview import ImportPreviewScreen

        self.app.push_screen(ImportPreviewScreen(shown, seen, target, self._saved))

    def _read(self, path: Path) -> tuple[ImportPreview, tuple[SeenBefore, ...], Target]:
        from warband_tui.campaign.importing import Target, likely_target, preview_for, seen_before
        from warband_tui.imports.reading import read_roster
        from warband_tui.store.queries import Queries

        library = self.services.library
        roster = read_roster(path)
        shown = preview_for(library, roster, self._campaign_id)
        if self._campaign_id is None:
            target = likely_target(library, shown)
            shown = preview_for(library, roster, target.campaign_id)
        else:
            target = Target(self._campaign_id, Queries(library).campaign(self._campaign_id).name)
        return shown, seen_before(library, roster), target

    def _saved(self, warband_id: int) -> None:
        self.app.pop_screen()
        self.shell.open_warband(warband_id)

    # Messages

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._say()
        self.look(event.value)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.submit(event.value)

    def on_paste(self, event: Paste) -> None:
        """Read what is dropped or pasted while the list has the keyboard."""
        event.stop()
        self._path.value = clean(event.text).strip()
        self.open_path(event.text)

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Nothing is told about files."""
        message.stop()

    def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Read the file, or go into the folder."""
        message.stop()
        if message.row == _UP:
            self.action_up()
        else:
            self.open_file(self._listing.lines[int(message.row)].path)


def _exists(here: Path, text: str) -> bool:
    try:
        return (here / path_of(text)).exists()
    except (OSError, ValueError, WarbandError):
        return False


def _short(folder: Path, here: Path) -> str:
    """Return a folder as one would type it: below this one, below home, or from the root."""
    for base, prefix in ((here, "."), (Path.home(), "~")):
        if folder == base:
            return prefix
        if folder.is_relative_to(base):
            rest = folder.relative_to(base).as_posix()
            return rest if prefix == "." else f"~/{rest}"
    return str(folder)
