"""Acts of the roster screen on their way to the library: one at a time, in a thread, told in a toast.

The first write of a session loads the database layer, which takes a third of a second; the screen goes
on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import work
from textual.worker import get_current_worker

from warband_tui.dialogs.ask_text import AskText
from warband_tui.errors import WarbandError
from warband_tui.registry import shown_key
from warband_tui.screens.base import WarbandScreen

if TYPE_CHECKING:
    from warband_tui.campaign.catalogues import CatalogueShelf
    from warband_tui.campaign.desk import Done, Pen
    from warband_tui.store.views import UndoView

Act = Callable[["Pen", str], "Done"]
"""What writes: given who and where, and a reason to go against the rules (empty for none)."""


class WritingScreen(WarbandScreen):
    """A screen that changes warbands."""

    def __init__(self) -> None:
        super().__init__()
        self._one_at_a_time = asyncio.Lock()
        self._refused: Act | None = None
        self._shelf: CatalogueShelf | None = None
        self._turns: UndoView | None = None

    # Reading

    @work(thread=True, exclusive=True, group="reading")
    def read(self, reading: Callable[[], Callable[[], None]]) -> None:
        """Read in a thread; what the reading returns then shows what it found, unless a later one has begun."""
        try:
            show = reading()
        except WarbandError as error:
            self.app.call_from_thread(self.unreadable, str(error))
        else:
            # A later reading has begun when this one is cancelled; what it found is old.
            if not get_current_worker().is_cancelled:
                self.app.call_from_thread(show)

    def unreadable(self, why: str) -> None:
        """Say why nothing can be shown; the screen says where."""
        raise NotImplementedError

    def read_turns(self, campaign_id: int, warband_id: int | None) -> None:
        """Learn what undo and redo would do. In a reading, before what it shows."""
        from warband_tui.store.queries import Queries

        self._turns = Queries(self.services.library).undoable(campaign_id, warband_id)

    def why_no_turn(self, action: str) -> str | None:
        """Return why there is nothing to undo or redo; None as well while that is not known."""
        if self._turns is None:
            return None
        if action == "undo" and self._turns.undo is None:
            return "nothing has been done yet"
        if action == "redo" and self._turns.redo is None:
            return "nothing has been undone"
        return None

    @property
    def shelf(self) -> CatalogueShelf:
        """The lists of every game, the player's own among them; read anew when the screen is opened."""
        if self._shelf is None:
            from warband_tui.campaign.catalogues import shelf_beside

            self._shelf = shelf_beside(self.services.library.path)
        return self._shelf

    def pen(self) -> Pen:
        """Return who writes, when, and where. Opens the library: for threads."""
        from warband_tui.campaign.desk import Pen

        return Pen(self.services.library, self.shelf, self.services.who, self.services.now())

    def written(self, done: Done) -> None:
        """Show what an act changed; the screen says how."""
        raise NotImplementedError

    @work(group="write")
    async def write(self, act: Act, override: str = "") -> None:
        """Carry out an act, say what it did, or why it was refused."""
        await self.carry_out(act, override)

    async def carry_out(self, act: Act, override: str = "") -> None:
        """Carry out an act from inside a worker."""
        from warband_tui.campaign.desk import Illegal

        async with self._one_at_a_time:
            try:
                done = await asyncio.to_thread(lambda: act(self.pen(), override))
            except Illegal as error:
                self._refused = act
                self.shell.say(f"{error}. {self._key('allow')} does it all the same", severity="warning")
                self.actions_changed()
                return
            except WarbandError as error:
                self.shell.say(str(error), severity="warning")
                return
        self._refused = self._turns = None
        self.shell.say(f"{done.text}; {self._key('undo')} undoes it")
        self.written(done)

    @work(exclusive=True, group="dialog")
    async def allow(self) -> None:
        """Ask for a reason and do what was refused last."""
        act = self._refused
        if act is None:
            return
        reason = await self.app.push_screen_wait(
            AskText("Why against the rules?", hint="a house rule, a special scenario, agreed with ...")
        )
        if reason:
            await self.carry_out(act, reason)

    @work(group="write")
    async def turn(self, campaign_id: int, warband_id: int | None, *, back: bool) -> None:
        """Undo or redo the last act."""
        from warband_tui.campaign.warbands import redo, undo

        turning = undo if back else redo
        async with self._one_at_a_time:
            try:
                told = await asyncio.to_thread(lambda: turning(self.pen(), campaign_id, warband_id))
            except WarbandError as error:
                self.shell.say(str(error), severity="warning")
                return
        self._turns = None
        way = f"; {self._key('redo')} brings it back" if back else f"; {self._key('undo')} undoes it"
        self.shell.say(told.text + way)
        self.turned()

    def turned(self) -> None:
        """Show what undo or redo changed."""
        raise NotImplementedError

    def _key(self, action: str) -> str:
        scope = self.SPECS[0].scope
        return shown_key(self.key_of(f"{scope}.{action}") or "ctrl+p")
