"""What the screens that show a board have in common: how its room is shared out, and Tab that goes about on it."""

from __future__ import annotations

from warband_tui.campaign.board_view_projection import Projection
from warband_tui.rules.board.layout import Board
from warband_tui.screens.base import WarbandScreen

SIDE, BROAD_SIDE, BROAD = 40, 56, 160
"""Cells of the panel beside the board; from so many columns of the terminal on it is the broad one."""
LOW = 5
"""Lines of the panel below the board."""
FAR_ZOOM, USUAL_ZOOM, NEAR_ZOOM = range(3)


class BoardFrame(WarbandScreen):
    """A screen of one board and what is told beside it, or below it where there is less room."""

    def bind_actions(self) -> None:
        """Give the actions their keys; Tab is one of them, and goes about on the board instead of widgets."""
        for key in ("tab", "shift+tab"):
            self._bindings.key_to_bindings.pop(key, None)
        super().bind_actions()

    @property
    def side_width(self) -> int:
        """Cells of the panel beside the board at the present width."""
        return BROAD_SIDE if self.size.width >= BROAD else SIDE

    def fitting_zoom(self, board: Board) -> int:
        """Return the zoom to show a board at while nobody has chosen one.

        That is a nearer one than usual where it shows the whole board, and the furthest where the usual one
        shows less than half its width.
        """
        wide = self.wide()
        columns, rows = (
            self.size.width - (self.side_width if wide else 0),
            self.size.height - 2 - (0 if wide else LOW),
        )
        nearer, usual = Projection(board, NEAR_ZOOM), Projection(board, USUAL_ZOOM)
        if nearer.columns <= columns and nearer.rows <= rows:
            return NEAR_ZOOM
        return USUAL_ZOOM if usual.columns <= columns * 2 else FAR_ZOOM
