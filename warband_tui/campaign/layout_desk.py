"""The drawing desk of a board: the draft, what the pencil is set to, which piece is meant, what is carried.

Knows no key and no screen. A *place* is a point on a table in inches, or a square as a point of whole numbers.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from warband_tui.campaign import layout_pieces as pieces
from warband_tui.campaign import layout_squares as squares
from warband_tui.campaign.layout_draft import Draft
from warband_tui.campaign.layout_faults import Flaw, Judge, flaws
from warband_tui.campaign.layout_pencil import FORMS, STEPWISE, WALL_THICKNESS, Load, Pencil
from warband_tui.campaign.layout_shapes import Outline, Way, middle_of, oval, rectangle, wall
from warband_tui.campaign.layout_zones import Pattern, zones
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, Feature, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind

_GROW = 1.25
"""How much larger a piece gets at a time."""


class Desk:
    """A board being drawn.

    Args:
        board: what is drawn on.
        words: the terrain there is.
        game: who judges the board, None for nobody.
    """

    def __init__(self, board: Board, words: BoardWords, game: Judge | None = None) -> None:
        self.draft = Draft(board)
        self.words = words
        self.game = game
        self.pencil = Pencil(words.terrain[0], self.forms[0])
        self.piece = ""
        self.load: Load | None = None
        self.saved: Board = board
        self._flaws: tuple[Board, tuple[Flaw, ...]] | None = None

    # What is there

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.draft.board

    @property
    def table(self) -> InchBoard | None:
        """The board if it is a table in inches."""
        return self.board if isinstance(self.board, InchBoard) else None

    @property
    def forms(self) -> tuple[str, ...]:
        """The shapes that can be placed."""
        return FORMS["inches" if isinstance(self.board, InchBoard) else "squares"]

    @property
    def changed(self) -> bool:
        """Whether there is something that was not saved."""
        return self.board != self.saved

    @property
    def busy(self) -> bool:
        """Whether something is carried or half drawn."""
        return self.load is not None or bool(self.pencil.corners)

    def feature(self) -> Feature | None:
        """Return the piece that is meant, None for none."""
        table = self.table
        return next((f for f in table.features if f.id == self.piece), None) if table else None

    def flaws(self) -> tuple[Flaw, ...]:
        """Return what is wrong or odd about the board."""
        if self._flaws is None or self._flaws[0] is not self.board:
            self._flaws = (self.board, flaws(self.board, self.game))
        return self._flaws[1]

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

    # Drawing

    def ghost(self, place: Point) -> Outline:
        """Return the outline that would be placed, empty where there is none yet."""
        pencil = self.pencil
        if self.table is None or self.load is not None:
            return ()
        if pencil.form == "wall" and pencil.corners:
            return wall(pencil.corners[-1], place, WALL_THICKNESS)
        if pencil.form == "rectangle":
            return rectangle(place, pencil.width, pencil.depth)
        if pencil.form == "circle":
            return oval(place, pencil.width, pencil.depth)
        return ()

    def place(self, place: Point) -> str:
        """Do what Enter does: put down, set a corner, place terrain. Return what happened, in words.

        Raises:
            WarbandError: it cannot be done there.
        """
        if self.load is not None:
            return self.put_down()
        return self._place_piece(place) if self.table is not None else self._paint(place)

    def _place_piece(self, place: Point) -> str:
        table, pencil = self._table(), self.pencil
        if pencil.form not in STEPWISE:
            made, self.piece = pieces.add(table, self.ghost(place), pencil.kind)
            self._edit(made, f"place {self.piece}")
            return f"Placed {self.piece}"
        if pencil.corners and place == pencil.corners[-1]:
            return self.finish()
        if pencil.form == "outline" and len(pencil.corners) > 2 and place == pencil.corners[0]:
            return self.finish()
        pencil.corners.append(place)
        return f"Corner {len(pencil.corners)}; Enter on it again ends the {pencil.form}"

    def finish(self) -> str:
        """End a wall or an outline.

        Raises:
            WarbandError: it has too few corners.
        """
        table, pencil = self._table(), self.pencil
        corners = list(pencil.corners)
        if pencil.form == "wall":
            made, piece = pieces.add_wall(table, corners, WALL_THICKNESS, pencil.kind)
        elif len(corners) < 3:
            raise WarbandError("an outline takes three corners or more; Esc gives it up")
        else:
            made, piece = pieces.add(table, corners, pencil.kind)
        pencil.corners.clear()
        self.piece = piece
        self._edit(made, f"place {piece}")
        return f"Placed {piece}"

    def _paint(self, place: Point) -> str:
        board, pencil, square = self._map(), self.pencil, _square(place)
        if pencil.form in STEPWISE and not pencil.corners:
            pencil.corners.append(place)
            return "Now the square beside it" if pencil.form == "edge" else "Now the other corner"
        if pencil.form == "edge":
            made = squares.next_edge(board, _square(pencil.corners[0]), square)
            pencil.corners.clear()
            self._edit(made, f"edge at {square[0]},{square[1]}")
            return "Edge changed"
        first = _square(pencil.corners[0]) if pencil.corners else square
        lettered, letter = squares.letter_for(board, pencil.kind)
        made = squares.paint(lettered, squares.block(first, square), letter)
        pencil.corners.clear()
        self._edit(made, f"paint {pencil.kind.label}")
        return f"Painted {pencil.kind.label}"

    def delete(self, place: Point) -> str:
        """Take the piece off the board; on squares make the floor open.

        Raises:
            WarbandError: there is nothing.
        """
        if self.table is None:
            self._edit(
                squares.paint(self._map(), [_square(place)], squares.OPEN), "clear squares", joins=True
            )
            return "Cleared"
        one = self._piece()
        self.piece = ""
        self._edit(pieces.remove(self._table(), one.id), f"delete {one.label}")
        return f"Deleted {one.label}; u brings it back"

    # Carrying

    def carry(self, place: Point, *, copy: bool = False) -> str:
        """Take up the piece that is meant, or a copy; on squares what hangs together at the place.

        Raises:
            WarbandError: there is nothing to take up.
        """
        before = self.draft
        if self.table is None:
            area = squares.area_of(self._map(), _square(place))
            if not area or self._map().map[area[0][1]][area[0][0]] == squares.OPEN:
                raise WarbandError("there is only open floor here; put the cursor on terrain")
            what = "copy terrain" if copy else "move terrain"
            self.load = Load(place, self.board, before, what, area=area, leave=copy)
            return f"Carrying {len(area)} squares; Enter puts them down"
        one = self._piece()
        what = f"{'copy' if copy else 'move'} {one.label}"
        base = self._table()
        if copy:
            base, self.piece = pieces.copy(base, one.id, 0, 0)
            self._edit(base, what)
        self.load = Load(place, base, before, what, piece=self.piece)
        return f"Carrying {one.label}; Enter puts it down"

    def carry_to(self, place: Point) -> None:
        """Bring what is carried to a place."""
        load = self.load
        if load is None:
            return
        dx, dy = place[0] - load.start[0], place[1] - load.start[1]
        made: Board
        if isinstance(load.base, InchBoard):
            made = pieces.move(load.base, load.piece, dx, dy)
        else:
            made = squares.shift(load.base, load.area, int(dx), int(dy), leave=load.leave)
        self.draft = load.before.edit(made, load.what)

    def put_down(self) -> str:
        """Leave what is carried where it is."""
        load, self.load = self.load, None
        return f"Done: {load.what}" if load else ""

    def give_up(self) -> bool:
        """Put back what is carried, drop what is half drawn; whether there was anything."""
        load, self.load = self.load, None
        had = load is not None or bool(self.pencil.corners)
        self.pencil.corners.clear()
        if load is not None:
            self.draft = load.before
        return had

    # The piece that is meant

    def turn(self, degrees: float) -> None:
        """Turn the piece."""
        one = self._piece()
        self._edit(pieces.turn(self._table(), one.id, degrees), f"turn {one.label}", joins=True)

    def grow(self, larger: bool) -> None:
        """Make the piece, or without one what is placed next, larger or smaller."""
        factor = _GROW if larger else 1 / _GROW
        one = self.feature()
        if one is None:
            pencil = self.pencil
            pencil.width = round(min(72.0, max(0.5, pencil.width * factor)), 2)
            pencil.depth = round(min(72.0, max(0.5, pencil.depth * factor)), 2)
            return
        self._edit(pieces.scale(self._table(), one.id, factor, factor), f"resize {one.label}", joins=True)

    def measure(self, width: float, depth: float) -> None:
        """Give the piece, or what is placed next, a width and a depth in inches."""
        one = self.feature()
        if one is None:
            if not all(pieces.LEAST_SIDE <= n <= 144 for n in (width, depth)):
                raise WarbandError(f'{width:g} x {depth:g}" is no size of a piece')
            self.pencil.width, self.pencil.depth = width, depth
            return
        self._edit(pieces.resize(self._table(), one.id, width, depth), f"resize {one.label}")

    def change(self, what: str, **fields: Any) -> None:
        """Give the piece another height, base, name or tags."""
        one = self._piece()
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
        one = self._piece()
        made, self.piece = pieces.mirror(table, one.id, way)
        self._edit(made, f"mirror {one.label}")
        return f"Placed {self.piece}"

    def flip(self, way: Way) -> None:
        """Mirror the piece in its own place."""
        one = self._piece()
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

    def replace_board(self, board: Board, what: str) -> None:
        """Put another board in place of this one, as an edit that can be taken back."""
        self.give_up()
        self.piece = ""
        self._edit(board, what)

    def undo(self) -> str:
        """Take back the last edit and return it in words."""
        if self.give_up():
            return "Given up"
        self.draft = self.draft.undo()
        return f"Undone: {self.draft.undone[-1].what}"

    def redo(self) -> str:
        """Draw again what was undone last and return it in words."""
        self.give_up()
        self.draft = self.draft.redo()
        return f"Again: {self.draft.done[-1].what}"

    def pick(self, kind: TerrainKind) -> None:
        """Place another sort of terrain from now on."""
        self.pencil.kind = kind

    def next_form(self) -> str:
        """Go on to the next shape and return it."""
        pencil = self.pencil
        pencil.corners.clear()
        pencil.form = self.forms[(self.forms.index(pencil.form) + 1) % len(self.forms)]
        return pencil.form

    def _edit(self, board: Board, what: str, *, joins: bool = False) -> None:
        self.draft = self.draft.edit(board, what, joins=joins)

    def _piece(self) -> Feature:
        one = self.feature()
        if one is None:
            raise WarbandError("put the cursor on a piece of terrain first, or press Tab")
        return one

    def _table(self) -> InchBoard:
        if not isinstance(self.board, InchBoard):
            raise WarbandError("this is a map of squares; it has squares and edges, no pieces")
        return self.board

    def _map(self) -> SquareBoard:
        if isinstance(self.board, InchBoard):
            raise WarbandError("this is a table in inches; it has pieces, no squares")
        return self.board


def _square(place: Point) -> Square:
    return int(place[0]), int(place[1])
