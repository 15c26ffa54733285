"""Keeping what is drawn: saved as a layout, taken for a battle, left as a draft; nothing drawn is ever lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual import work

from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_drafts import draft_of, forget, keep
from warband_tui.campaign.layouts import Hand, change_layout, open_layout, playable, save_layout
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board
from warband_tui.screens.board_editor_asks import ask_layout_name
from warband_tui.screens.board_frame import BoardFrame
from warband_tui.services import Services
from warband_tui.store.layouts import LayoutView, NoLayout, Overtaken
from warband_tui.widgets.filter_list import Row


def library_of(services: Services) -> str:
    """Return which library drafts belong to: its place, the same from every folder."""
    place = str(services.place)
    return place if "://" in place else str(Path(place).absolute())


class EditorKeeping(BoardFrame):
    """Saving and leaving; the classes below draw."""

    desk: Desk
    opened = False
    """Whether there is a board on the desk yet."""
    ruleset_id: str
    layout_id: int | None
    revision: int | None
    """Of the layout when the board was begun; None where whatever is kept gives way."""
    layout_name: str
    draft_id: str
    for_battle: bool
    taken: Board | None
    drafted: Board | None = None
    """The board as the draft has it."""
    draft_refused = False

    def board_changed(self) -> None:
        """Draw the board anew."""
        raise NotImplementedError

    # The draft

    def keep_draft(self) -> None:
        """Write what is drawn to its draft; one that holds nothing new goes."""
        desk = self.desk
        if desk.load is not None or desk.board is self.drafted:
            return
        self.drafted = desk.board
        if not desk.changed:
            self.forget_draft()
            return
        draft = draft_of(
            desk.board,
            library=library_of(self.services),
            ruleset=self.ruleset_id,
            layout=self.layout_id,
            revision=self.revision,
            name=self.layout_name,
            at=self.services.now(),
        )
        kept_as = keep(self.services.state_dir, draft, self.draft_id)
        if not kept_as and not self.draft_refused:
            self.draft_refused = True
            self.shell.say("The disk takes no draft of this board; save it now and then", severity="warning")
        self.draft_id = kept_as or self.draft_id

    def forget_draft(self) -> None:
        """Take the draft away: the board is saved, or was thrown away."""
        forget(self.services.state_dir, self.draft_id)
        self.draft_id = ""

    # Saving

    @work(exclusive=True, group="dialog")
    async def action_save(self) -> None:
        """Keep the board under its name."""
        await self._save(self.layout_name)

    @work(exclusive=True, group="dialog")
    async def action_save_as(self) -> None:
        """Keep the board under another name."""
        await self._save("")

    async def _save(self, name: str) -> bool:
        """Keep the board, asking for a name where it has none; whether it was kept."""
        called = name or await ask_layout_name(self, self.layout_name)
        if called is None:
            return False
        board = self.desk.board
        try:
            view = await asyncio.to_thread(self._write, board, called, same=bool(name))
        except (Overtaken, NoLayout) as error:
            return await self._overtaken(error)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return False
        self.layout_id, self.revision, self.layout_name = view.id, view.revision, view.name
        self.desk.saved, self.drafted = board, None
        self.shell.say(f"Saved as {self.layout_name}")
        self.board_changed()
        return True

    def _write(self, board: Board, called: str, *, same: bool) -> LayoutView:
        """Write the board into its layout, or as a new one; in a thread."""
        hand = Hand(self.services.who, self.services.now())
        library = self.services.library
        if same and self.layout_id is not None:
            return change_layout(library, self.layout_id, board, hand, self.revision)
        return open_layout(library, save_layout(library, board, called, self.ruleset_id, hand)).view

    async def _overtaken(self, error: WarbandError) -> bool:
        """Ask what is to become of the board when its layout is no longer what it was; whether it was kept."""
        rows = [Row("as", ("Save this board under another name",))]
        if isinstance(error, Overtaken):
            rows.append(Row("replace", ("Replace what is kept with this board; undo brings it back",)))
        picked = await self.app.push_screen_wait(Pick("Not saved", rows, about=str(error), verb="Do it"))
        if picked == "replace":
            self.revision = None
            return await self._save(self.layout_name)
        return picked == "as" and await self._save("")

    # Leaving

    def action_take(self) -> None:
        """Take the board for the battle; its draft stays until the battle is begun."""
        playable(self.desk.board)
        self.taken = self.desk.board
        self.dismiss(None)

    def why_not_take(self) -> str | None:
        """Return why the board cannot be taken for a battle, None when it can."""
        if not self.for_battle:
            return "no battle is being set up; save the board, then choose it when you set one up"
        return next((flaw.text for flaw in self.desk.flaws() if flaw.severity == "error"), None)

    def go_back(self) -> bool:
        """Give up what is carried; ask before leaving what was not saved."""
        if self.desk.give_up():
            self.board_changed()
        elif self.desk.changed:
            self.ask_leave()
        else:
            self.dismiss(None)
        return True

    @work(exclusive=True, group="dialog")
    async def ask_leave(self) -> None:
        """Ask what becomes of a board that was not saved."""
        rows = [
            Row("save", ("Save it as a layout",)),
            Row("later", ("Leave it for later; it waits among the boards, not saved",)),
            Row("throw", ("Throw away what was drawn",)),
        ]
        if self.why_not_take() is None:
            rows.insert(0, Row("take", ("Play on it, without saving",)))
        picked = await self.app.push_screen_wait(Pick("The board was not saved", rows, verb="Do it"))
        if picked == "take":
            self.action_take()
        elif picked == "later" or (picked == "save" and await self._save(self.layout_name)):
            self.dismiss(None)
        elif picked == "throw":
            self.forget_draft()
            self.dismiss(None)
