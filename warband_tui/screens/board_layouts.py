"""The kept layouts: open, draw a new one, rename, copy, delete, write to a file; all of it can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.events import Paste
from textual.widgets import Static

from warband_tui.campaign.home_view import ago
from warband_tui.campaign.layout_drafts import Draft, drafts, forget, pieces_of
from warband_tui.campaign.layout_words import size_text, words_of
from warband_tui.campaign.layouts import (
    Hand,
    copy_layout,
    delete_layout,
    layout_text,
    list_layouts,
    note_layout,
    open_layout,
    redo_layout,
    rename_layout,
    turned_text,
    undo_layout,
)
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.wording import counted
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_asks import ask_layout_name, ask_new_size
from warband_tui.screens.board_editor_keeping import library_of
from warband_tui.screens.board_layouts_asks import (
    ANY,
    ask_draft,
    ask_import,
    ask_note,
    ask_throw_away,
    games_of,
)
from warband_tui.screens.board_layouts_specs import LAYOUTS_SPECS
from warband_tui.store.layouts import LayoutView, TurnedLayout
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Line, Row
from warband_tui.widgets.filter_list import Heading as Title
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.plain import plain

_COLUMNS = (
    Column(least=16, most=44),
    Column(least=8, most=24, style="dim"),
    Column(least=15, right=True, style="dim"),
    Column(least=9, right=True, drop=2, style="dim"),
    Column(least=10, drop=1, style="dim"),
    Column(least=20, drop=3, grows=True, style="dim"),
)
"""Name, game, size, pieces, when it was changed, what is noted about it."""

_DRAFT = "draft:"
_NEEDS_LAYOUT = frozenset({"rename", "copy", "export", "note"})


class BoardLayoutsScreen(WarbandScreen):
    """The list of kept layouts."""

    CSS_PATH = "board_layouts.tcss"
    HEADING = "Boards"
    HELP = "Boards kept under a name; a battle takes a copy of the one it is played on."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = LAYOUTS_SPECS

    def __init__(self) -> None:
        super().__init__()
        self._views: tuple[LayoutView, ...] = ()
        self._drafts: tuple[Draft, ...] = ()
        self._titles: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading("Boards", id="layouts-heading")
        yield FilterList(_COLUMNS, empty="opening the library ...", id="layouts-list")
        yield Static("", id="layouts-note", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the list."""
        self._list.focus()
        self.fetch()

    def on_screen_resume(self) -> None:
        """Show what the editor has saved."""
        self.fetch()

    @property
    def _list(self) -> FilterList:
        return self.query_one("#layouts-list", FilterList)

    @work(exclusive=True, group="load")
    async def fetch(self) -> None:
        """Read the layouts in a thread."""
        try:
            found, drafted, titles = await asyncio.to_thread(self._read)
        except WarbandError as error:
            self._list.show_empty(str(error))
            self.shell.say(str(error), severity="error")
            return
        self._views, self._drafts, self._titles = found, drafted, titles
        self._list.show_empty("no board is kept yet; n draws one, i reads one from a file")
        self._list.show(self._lines())
        unsaved = f" · {len(drafted)} not saved" if drafted else ""
        self.query_one(Heading).show("Boards", right=f"{len(found)} kept{unsaved}")
        self._tell()
        self.actions_changed()

    def _read(self) -> tuple[tuple[LayoutView, ...], tuple[Draft, ...], dict[str, str]]:
        """Return layouts, drafts and the titles of their games, which are loaded for it; in a thread."""
        services = self.services
        views, waiting = list_layouts(services.library), drafts(services.state_dir, library_of(services))
        games = {view.ruleset for view in views} | {draft.ruleset for draft in waiting}
        return views, waiting, {game: self._title(game) for game in games}

    def _lines(self) -> list[Line]:
        kept: list[Line] = [self._row_of(view) for view in self._views]
        if not self._drafts:
            return kept
        lines: list[Line] = [Title("Not saved"), *(self._draft_row(draft) for draft in self._drafts)]
        return [*lines, Title("Kept", gap=True), *kept] if kept else lines

    def _draft_row(self, draft: Draft) -> Row:
        board = draft.board
        inches = isinstance(board, InchBoard)
        pieces = pieces_of(board) if inches else ""
        size = size_text((board.width, board.height), "inches" if inches else "squares")
        when = ago(draft.at, self.services.now())
        return Row(f"{_DRAFT}{draft.id}", (draft.title, self._titles[draft.ruleset], size, pieces, when))

    def _tell(self) -> None:
        view = self._view
        self.query_one("#layouts-note", Static).update(plain(view.note if view else ""))

    def _row_of(self, view: LayoutView) -> Row:
        pieces = counted(view.pieces, "piece") if view.kind == "inches" else ""
        size = size_text((view.width, view.height), view.kind)
        cells = (view.name, self._titles[view.ruleset], size, pieces, view.changed[:10], view.note)
        return Row(str(view.id), cells, search=view.note)

    def _title(self, ruleset: str) -> str:
        if not ruleset:
            return "any game"
        try:
            return self.services.ruleset(ruleset).title
        except WarbandError:
            # A layout of a game that is not installed here is listed under its id.
            return ruleset

    @property
    def _view(self) -> LayoutView | None:
        return next((view for view in self._views if str(view.id) == self._list.current), None)

    @property
    def _draft(self) -> Draft | None:
        current = self._list.current.removeprefix(_DRAFT)
        on_draft = self._list.current.startswith(_DRAFT)
        return next((draft for draft in self._drafts if on_draft and draft.id == current), None)

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        action = action_id.rpartition(".")[2]
        if action in _NEEDS_LAYOUT and self._draft is not None:
            return "this board was not saved yet; open it and save it first"
        if action in ("open", "delete", *_NEEDS_LAYOUT) and self._view is None and self._draft is None:
            return "there is no layout under the cursor; n draws one"
        return None

    # Doing

    def action_filter(self) -> None:
        """Find by a few letters."""
        self._list.open_filter()

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Draw on the layout, or go on with what was not saved."""
        view, draft = self._view, self._draft
        try:
            if draft is not None:
                await self._go_on(draft)
            elif view is not None:
                held = next((one for one in self._drafts if one.layout == view.id), None)
                go_on = await ask_draft(self, held) if held is not None else False
                if go_on and held is not None:
                    await self._go_on(held)
                elif go_on is not None:
                    kept = await asyncio.to_thread(open_layout, self.services.library, view.id)
                    self.app.push_screen(
                        BoardEditorScreen(
                            view.ruleset,
                            view.id,
                            board=kept.board,
                            name=kept.view.name,
                            revision=kept.view.revision,
                        )
                    )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")

    async def _go_on(self, draft: Draft) -> None:
        """Open a draft; it is of a new board if its layout has been deleted."""
        view = next((view for view in self._views if view.id == draft.layout), None)
        saved = (
            (await asyncio.to_thread(open_layout, self.services.library, view.id)).board
            if view is not None
            else None
        )
        self.app.push_screen(
            BoardEditorScreen(
                draft.ruleset,
                view.id if view is not None else None,
                board=draft.board,
                name=view.name if view is not None else "",
                draft_id=draft.id,
                saved=saved,
                revision=draft.revision,
            )
        )

    @work(exclusive=True, group="dialog")
    async def action_new(self) -> None:
        """Draw a new board."""
        games = await asyncio.to_thread(games_of, self.services)
        rows = [Row(one.id, (one.title,)) for one in games] + [Row(ANY, ("Any game",))]
        picked = await self.app.push_screen_wait(Pick("A board for which game?", rows))
        if picked is None:
            return
        game = next((one for one in games if one.id == picked), None)
        size = await ask_new_size(self, words_of(game))
        if size is not None:
            self.app.push_screen(BoardEditorScreen(game.id if game else "", size=size))

    @work(exclusive=True, group="dialog")
    async def action_import(self) -> None:
        """Read a board from a file."""
        await self._import("")

    @work(exclusive=True, group="dialog")
    async def take_file(self, path: str) -> None:
        """Read what was dropped or pasted."""
        await self._import(path)

    async def _import(self, path: str) -> None:
        name = await ask_import(self, path)
        if name is not None:
            self.shell.say(f"Kept as {name}")
            self.fetch()

    def on_paste(self, event: Paste) -> None:
        """Read a file that is dropped on the terminal, or whose path is pasted."""
        event.stop()
        if event.text.strip():
            self.take_file(event.text.strip())

    @work(exclusive=True, group="dialog")
    async def action_note(self) -> None:
        """Write down something about the layout."""
        view = self._view
        note = await ask_note(self, view) if view is not None else None
        if view is not None and note is not None:
            await self._do(note_layout, view.id, note, said=f"Noted about {view.name}")

    @work(exclusive=True, group="dialog")
    async def action_rename(self) -> None:
        """Give another name."""
        view = self._view
        if view is None:
            return
        name = await ask_layout_name(self, view.name)
        if name is not None:
            await self._do(rename_layout, view.id, name, said=f"Renamed to {name}")

    @work(exclusive=True, group="dialog")
    async def action_copy(self) -> None:
        """Keep a copy."""
        view = self._view
        if view is not None:
            await self._do(copy_layout, view.id, said=f"Copied {view.name}")

    @work(exclusive=True, group="dialog")
    async def action_delete(self) -> None:
        """Delete it; a draft is thrown away once that was agreed to."""
        view, draft = self._view, self._draft
        if view is not None:
            await self._do(delete_layout, view.id, said=f"Deleted {view.name}; u brings it back")
        elif draft is not None and await ask_throw_away(self, draft):
            await asyncio.to_thread(forget, self.services.state_dir, draft.id)
            self.fetch()

    @work(exclusive=True, group="dialog")
    async def action_undo(self) -> None:
        """Take back the last change."""
        await self._do(undo_layout, said=lambda turned: f"Undone: {turned_text(turned)}")

    @work(exclusive=True, group="dialog")
    async def action_redo(self) -> None:
        """Do it again."""
        await self._do(redo_layout, said=lambda turned: f"Done again: {turned_text(turned)}")

    async def _do(
        self, act: Callable[..., Any], *values: object, said: str | Callable[[TurnedLayout], str]
    ) -> None:
        """Do something to a layout in a thread, and say what: in words, or by what came of it."""
        hand = Hand(self.services.who, self.services.now())
        try:
            done = await asyncio.to_thread(act, self.services.library, *values, hand)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        self.shell.say(said if isinstance(said, str) else said(done))
        self.fetch()

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the board to a file."""
        view = self._view
        if view is None:
            return
        try:
            kept = await asyncio.to_thread(open_layout, self.services.library, view.id)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        self.shell.deliver(layout_text(kept.board), f"{view.name}.json")

    # Messages

    async def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Open what was chosen."""
        message.stop()
        await self.action_do("layouts.open")

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Other keys may be possible."""
        message.stop()
        self._tell()
        self.actions_changed()
