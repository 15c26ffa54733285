"""What the board editor does at a key; the screen draws, the desk knows what a board becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from textual import work

from warband_tui.campaign.layout_faults import Flaw
from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_sheet import NO_PIECE
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Point
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.board_editor_asks import (
    ask_height,
    ask_kind,
    ask_measures,
    ask_mirror,
    ask_name,
    ask_size,
    ask_tags,
    ask_zones,
)
from warband_tui.screens.board_editor_keeping import EditorKeeping
from warband_tui.screens.board_editor_legend import ask_legend
from warband_tui.widgets.filter_list import Row

Answer = TypeVar("Answer")

_OF_A_PIECE = frozenset({"turn", "quarter", "height", "name", "tags"})


class EditorActs(EditorKeeping):
    """The actions of the editor; the class below it has the board on screen."""

    game: Ruleset | None
    flaw_shown = -1
    """The place of the flaw that was gone to last."""

    def place(self) -> Point:
        """Return the place under the cursor."""
        raise NotImplementedError

    def go_to(self, point: Point) -> None:
        """Bring the cursor to a point of the board."""
        raise NotImplementedError

    def over_changed(self) -> None:
        """Draw what lies over the board anew."""
        raise NotImplementedError

    def show_flaw(self, flaw: Flaw) -> None:
        """Go to what is wrong."""
        raise NotImplementedError

    def zoom(self, by: int) -> None:
        """Show the board larger or smaller."""
        raise NotImplementedError

    def take_up(self, link: str) -> None:
        """Place another sort of terrain, `kind:wood`, or a letter of the map, `letter:F`, from now on."""
        what, _, which = link.partition(":")
        if what == "letter":
            self.desk.pick_letter(which)
        else:
            self.desk.pick(next(kind for kind in self.desk.kinds if kind.id == which))
        self.over_changed()

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if not self.opened:
            return "the board is being opened"
        desk = self.desk
        action = action_id.rpartition(".")[2]
        if action in _OF_A_PIECE and desk.feature() is None:
            return NO_PIECE if desk.table is not None else "a map of squares has no pieces; y has its letters"
        if action == "legend" and desk.table is not None:
            return "a table in inches has pieces, no letters"
        if action in ("move", "copy", "delete") and desk.table is not None and desk.feature() is None:
            return NO_PIECE
        if action == "undo" and not (desk.history.done or desk.busy):
            return desk.history.why_no_undo
        if action == "redo" and not desk.history.undone:
            return "nothing was undone that could be done again"
        if action in ("fault", "faults") and not desk.flaws():
            return "nothing is wrong with this board"
        if action == "take":
            return self.why_not_take()
        return None

    # Pieces

    def action_place(self) -> None:
        """Place terrain, set a corner, put down what is carried."""
        self.desk.place(self.place())
        self.board_changed()

    def action_form(self) -> None:
        """Go on to the next shape."""
        self.desk.next_form()
        self.over_changed()

    def action_move(self) -> None:
        """Carry the piece."""
        self.desk.carry(self.place())
        self.board_changed()

    def action_copy(self) -> None:
        """Carry a copy."""
        self.desk.carry(self.place(), copy=True)
        self.board_changed()

    def action_turn(self) -> None:
        """Turn by 15 degrees."""
        self.desk.turn(15)
        self.board_changed()

    def action_quarter(self) -> None:
        """Turn by 90 degrees."""
        self.desk.turn(90)
        self.board_changed()

    def action_larger(self) -> None:
        """Make it larger."""
        self.desk.grow(larger=True)
        self.board_changed()

    def action_smaller(self) -> None:
        """Make it smaller."""
        self.desk.grow(larger=False)
        self.board_changed()

    def action_delete(self) -> None:
        """Take it off the board."""
        self.shell.say(self.desk.delete(self.place()))
        self.board_changed()

    def action_next(self) -> None:
        """Go to the next piece."""
        self._step(1)

    def action_previous(self) -> None:
        """Go to the piece before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        middle = self.desk.step_piece(by)
        if middle is not None:
            self.go_to(middle)

    def action_near(self) -> None:
        """Show the board larger."""
        self.zoom(1)

    def action_far(self) -> None:
        """Show more of the board."""
        self.zoom(-1)

    def action_undo(self) -> None:
        """Take back what was drawn last."""
        self.shell.say(self.desk.undo())
        self.board_changed()

    def action_redo(self) -> None:
        """Draw it again."""
        self.shell.say(self.desk.redo())
        self.board_changed()

    # Faults

    def action_fault(self) -> None:
        """Go to the next thing that is wrong."""
        found = self.desk.flaws()
        self.flaw_shown = (self.flaw_shown + 1) % len(found)
        flaw = found[self.flaw_shown]
        self.show_flaw(flaw)
        self.shell.say(flaw.text, severity="error" if flaw.severity == "error" else "warning")

    @work(exclusive=True, group="dialog")
    async def action_faults(self) -> None:
        """List all that is wrong."""
        found = self.desk.flaws()
        rows = [
            Row(str(i), (f"{'✗' if f.severity == 'error' else '!'} {f.text}",)) for i, f in enumerate(found)
        ]
        picked = await self.app.push_screen_wait(Pick("What is wrong or odd", rows, verb="Go there"))
        if picked is not None:
            self.show_flaw(found[int(picked)])

    # What asks

    @work(exclusive=True, group="dialog")
    async def action_kind(self) -> None:
        """Pick the sort of terrain."""
        picked = await ask_kind(self, self.desk)
        if picked is not None:
            self.take_up(picked)

    @work(exclusive=True, group="dialog")
    async def action_legend(self) -> None:
        """Ask about the letters of the map."""
        await self._ask(lambda: ask_legend(self, self.desk), lambda _: None)

    @work(exclusive=True, group="dialog")
    async def action_measures(self) -> None:
        """Type width and depth."""
        await self._ask(lambda: ask_measures(self, self.desk), lambda size: self.desk.measure(*size))

    @work(exclusive=True, group="dialog")
    async def action_height(self) -> None:
        """Type the height."""
        await self._ask(
            lambda: ask_height(self, self.desk), lambda fields: self.desk.change("height", **fields)
        )

    @work(exclusive=True, group="dialog")
    async def action_name(self) -> None:
        """Give a name."""
        await self._ask(lambda: ask_name(self, self.desk), lambda name: self.desk.change("name", name=name))

    @work(exclusive=True, group="dialog")
    async def action_tags(self) -> None:
        """Give tags."""
        await self._ask(lambda: ask_tags(self, self.desk), lambda tags: self.desk.change("tags", tags=tags))

    @work(exclusive=True, group="dialog")
    async def action_mirror(self) -> None:
        """Mirror the piece or the board."""
        await self._ask(
            lambda: ask_mirror(self, self.desk),
            lambda how: (
                self.desk.flip(how.way)
                if how.what == "flip"
                else self.desk.mirror(how.way, whole=how.what == "board")
            ),
        )

    @work(exclusive=True, group="dialog")
    async def action_zones(self) -> None:
        """Lay out the zones."""
        await self._ask(lambda: ask_zones(self, self.desk), lambda how: self.desk.lay_zones(*how))

    @work(exclusive=True, group="dialog")
    async def action_size(self) -> None:
        """Give the board another size."""
        await self._ask(lambda: ask_size(self, self.desk), lambda size: self.desk.resize_board(*size))

    async def _ask(
        self, ask: Callable[[], Awaitable[Answer | None]], then: Callable[[Answer], object]
    ) -> None:
        """Ask, and do what was answered; a refusal is shown."""
        try:
            answer = await ask()
            if answer is not None:
                then(answer)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
        self.board_changed()

    @work(exclusive=True, group="dialog")
    async def action_random(self) -> None:
        """Make a random board."""
        desk = self.desk
        draw = drawing(self.services.seed() + len(desk.history.done))
        try:
            made = await asyncio.to_thread(random_board, self.game, desk.board.width, desk.board.height, draw)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        desk.replace_board(made, "random board")
        self.board_changed()
        self.shell.say("A random board; N makes another, u brings back the one before")
