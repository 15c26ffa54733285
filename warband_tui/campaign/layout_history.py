"""A board while it is being drawn: its present state and the way there and back."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board

MOST_STEPS = 200
"""So many edits can be taken back."""


class Step(Struct, frozen=True):
    """An edit in words, and the board on its other side."""

    what: str
    board: Board


class History(Struct, frozen=True):
    """A board with what was done to it and what was undone, each the latest last."""

    board: Board
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    taken_up: bool = False
    """Whether it begins with a draft: what was done before that is not known any more."""

    @property
    def why_no_undo(self) -> str:
        """Why nothing can be undone while nothing was done."""
        if self.taken_up:
            return "undo reaches back to where the draft was taken up; it is as it stood then"
        return "nothing was drawn yet that could be undone"

    def edit(self, board: Board, what: str, *, joins: bool = False) -> History:
        """Return the history after an edit; one that changes nothing is none.

        Args:
            board: the board afterwards.
            what: the edit in words.
            joins: whether it goes on with the last edit if that has the same words, so that one undo takes
                back a whole way of small moves.
        """
        if board == self.board:
            return self
        if joins and self.done and not self.undone and self.done[-1].what == what:
            return replace(self, board=board)
        done = (*self.done, Step(what, self.board))[-MOST_STEPS:]
        return History(board, done, taken_up=self.taken_up)

    def undo(self) -> History:
        """Return the history before the last edit.

        Raises:
            WarbandError: nothing was done.
        """
        if not self.done:
            raise WarbandError(self.why_no_undo)
        *done, last = self.done
        undone = (*self.undone, Step(last.what, self.board))
        return History(last.board, tuple(done), undone, self.taken_up)

    def redo(self) -> History:
        """Return the history with the edit back that was undone last.

        Raises:
            WarbandError: nothing was undone, or something was done since.
        """
        if not self.undone:
            raise WarbandError("nothing was undone that could be done again")
        *undone, last = self.undone
        done = (*self.done, Step(last.what, self.board))
        return History(last.board, done, tuple(undone), self.taken_up)
