"""A board under the pencil: its history, the piece that is meant, what is wrong, edits of pieces and of all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from warband_tui.campaign import layout_pieces as pieces
from warband_tui.campaign import layout_squares as squares
from warband_tui.campaign.layout_faults import Flaw, Judge, flaws, piece_flaws
from warband_tui.campaign.layout_history import History
from warband_tui.campaign.layout_pencil import Load
from warband_tui.campaign.layout_shapes import Way, middle_of
from warband_tui.campaign.layout_zones import Pattern, zones
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, Feature, InchBoard, Point, SquareBoard

NO_PIECE = "put the cursor on a piece of terrain first, or press Tab"


class Sheet:
    """A board with the way back, and one piece of it that is meant.

    Args:
        board: what is drawn on.
        game: who judges the board, None for nobody.
    """

    def __init__(self, board: Board, game: Judge | None = None) -> None:
        self.history = History(board)
        self.game = game
        self.piece = ""
        self.load: Load | None = None
        self.saved: Board = board
        self._flaws: tuple[tuple[Board, Load | None], tuple[Flaw, ...]] | None = None

    def take_up(self) -> None:
        """Tell that the board is a draft: undo cannot reach back behind it."""
        self.history = replace(self.history, taken_up=True)

    # What is there

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.history.board

    @property
    def table(self) -> InchBoard | None:
        """The board if it is a table in inches."""
        return self.board if isinstance(self.board, InchBoard) else None

    @property
    def still(self) -> Board:
        """The board without the piece that is carried over it."""
        table, load = self.table, self.load
        return pieces.remove(table, load.piece) if table is not None and load is not None else self.board

    @property
    def changed(self) -> bool:
        """Whether there is something that was not saved."""
        return self.board != self.saved

    def feature(self) -> Feature | None:
        """Return the piece that is meant, None for none."""
        table = self.table
        return next((f for f in table.features if f.id == self.piece), None) if table else None

    def meant(self) -> Feature:
        """Return the piece that is meant.

        Raises:
            WarbandError: there is none; the message says how to mean one.
        """
        one = self.feature()
        if one is None:
            raise WarbandError(NO_PIECE)
        return one

    def flaws(self) -> tuple[Flaw, ...]:
        """Return what is wrong or odd about the board; while something is carried, about that alone."""
        board, load = self.board, self.load
        if self._flaws is None or self._flaws[0][0] is not board or self._flaws[0][1] is not load:
            self._flaws = ((board, load), self._judged(board, load))
        return self._flaws[1]

    def _judged(self, board: Board, load: Load | None) -> tuple[Flaw, ...]:
        if load is None:
            return flaws(board, self.game)
        return piece_flaws(board, load.piece) if isinstance(board, InchBoard) else flaws(board)

    def point_at(self, place: Point) -> None:
        """Mean the uppermost piece at a place."""
        if self.table is not None and self.load is None:
            found = pieces.at_point(self.table, place)
            self.piece = found[0].id if found else ""

    def step_piece(self, by: int) -> Point | None:
        """Mean the next piece in the order of rows; return its middle, None when there is none."""
        table = self.table
        if table is None or not table.features or self.load is not None:
            return None
        shaped = [f for f in table.features if f.shape] or []
        order = sorted(shaped, key=lambda f: (middle_of(f.shape)[1], middle_of(f.shape)[0]))
        if not order:
            return None
        ids = [f.id for f in order]
        at = ids.index(self.piece) + by if self.piece in ids else (0 if by > 0 else -1)
        chosen = order[at % len(order)]
        self.piece = chosen.id
        return middle_of(chosen.shape)

    # The piece that is meant

    def turn(self, degrees: float) -> None:
        """Turn the piece."""
        one = self.meant()
        self._edit(pieces.turn(self._table(), one.id, degrees), f"turn {one.label}", joins=True)

    def change(self, what: str, **fields: Any) -> None:
        """Give the piece another height, base, name or tags."""
        one = self.meant()
        self._edit(pieces.change(self._table(), one.id, **fields), f"{what} of {one.label}")

    def mirror(self, way: Way, whole: bool) -> str:
        """Put the piece's counterpart on the other side, or make the whole board symmetric."""
        table = self.table
        if table is None:
            self._edit(squares.mirror_all(self._map(), way), f"mirror the board {way}")
            return "The board is symmetric"
        if whole:
            self._edit(pieces.mirror_all(table, way), f"mirror the board {way}")
            return "The board is symmetric"
        one = self.meant()
        made, self.piece = pieces.mirror(table, one.id, way)
        self._edit(made, f"mirror {one.label}")
        return f"Placed {self.piece}"

    def flip(self, way: Way) -> None:
        """Mirror the piece in its own place."""
        one = self.meant()
        self._edit(pieces.flip(self._table(), one.id, way), f"flip {one.label}")

    # The whole board

    def lay_zones(self, pattern: Pattern, deep: float) -> None:
        """Lay out deployment zones."""
        found = zones(self.board, pattern, deep)
        self._edit(replace(self.board, zones=found), "zones")

    def resize_board(self, width: float, height: float) -> None:
        """Give the board another size."""
        made: Board
        if self.table is not None:
            made = pieces.resize_board(self.table, width, height)
        else:
            made = squares.resize_board(self._map(), int(width), int(height))
        self._edit(made, "board size")

    def edit_map(self, edit: Callable[[SquareBoard], SquareBoard], what: str) -> None:
        """Change what the letters of the map mean, or how deep its drops are.

        Raises:
            WarbandError: it is no map of squares, or the edit refuses.
        """
        self._edit(edit(self._map()), what)

    def _edit(self, board: Board, what: str, *, joins: bool = False) -> None:
        self.history = self.history.edit(board, what, joins=joins)

    def _table(self) -> InchBoard:
        if not isinstance(self.board, InchBoard):
            raise WarbandError("this is a map of squares; it has squares and edges, no pieces")
        return self.board

    def _map(self) -> SquareBoard:
        if isinstance(self.board, InchBoard):
            raise WarbandError("this is a table in inches; it has pieces, no squares")
        return self.board
