"""The drawing desk of a board: the board with its history, what the pencil is set to, which piece is meant, what is carried.

Knows no key and no screen. A *place* is a point on a table in inches, or a square as a point of whole numbers.
"""

from __future__ import annotations

from warband_tui.campaign import layout_pieces as pieces
from warband_tui.campaign import layout_squares as squares
from warband_tui.campaign.layout_faults import Judge
from warband_tui.campaign.layout_pencil import FORMS, STEPWISE, WALL_THICKNESS, Load, Pencil
from warband_tui.campaign.layout_shapes import Outline, oval, rectangle, wall
from warband_tui.campaign.layout_sheet import Sheet
from warband_tui.campaign.layout_words import kinds_of
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.wording import counted

_GROW = 1.25
"""How much larger a piece gets at a time."""


class Desk(Sheet):
    """A board being drawn.

    Args:
        board: what is drawn on.
        words: the terrain there is.
        game: who judges the board, None for nobody.
    """

    def __init__(self, board: Board, words: BoardWords, game: Judge | None = None) -> None:
        super().__init__(board, game)
        self.words = words
        self.kinds = kinds_of(words, squares=not isinstance(board, InchBoard))
        # Open ground is terrain of some games; what is drawn as nothing is not what one begins with.
        drawn = (kind for kind in self.kinds if (kind.tags or kind.ground) and kind.glyph.strip(" .·"))
        first = next(drawn, self.kinds[0])
        self.pencil = Pencil(first, self.forms[0])

    @property
    def forms(self) -> tuple[str, ...]:
        """The shapes that can be placed."""
        return FORMS["inches" if isinstance(self.board, InchBoard) else "squares"]

    @property
    def busy(self) -> bool:
        """Whether something is carried or half drawn."""
        return self.load is not None or bool(self.pencil.corners)

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
        lettered, letter = board, pencil.letter
        if letter not in board.legend:
            lettered, letter = squares.letter_for(board, pencil.kind)
        made = squares.paint(lettered, squares.block(first, square), letter)
        pencil.corners.clear()
        self._edit(made, f"paint {self.pencil_word}")
        return f"Painted {self.pencil_word}"

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
        one = self.meant()
        self.piece = ""
        self._edit(pieces.remove(self._table(), one.id), f"delete {one.label}")
        return f"Deleted {one.label}; u brings it back"

    # Carrying

    def carry(self, place: Point, *, copy: bool = False) -> str:
        """Take up the piece that is meant, or a copy; on squares what hangs together at the place.

        Raises:
            WarbandError: there is nothing to take up.
        """
        before = self.history
        if self.table is None:
            area = squares.area_of(self._map(), _square(place))
            if not area or self._map().map[area[0][1]][area[0][0]] == squares.OPEN:
                raise WarbandError("there is only open floor here; put the cursor on terrain")
            what = "copy terrain" if copy else "move terrain"
            self.load = Load(place, self.board, before, what, area=area, leave=copy)
            return f"Carrying {counted(len(area), 'square')}; Enter puts them down"
        one = self.meant()
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
        self.history = load.before.edit(made, load.what)

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
            self.history = load.before
        return had

    # The pencil and the piece

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

    def replace_board(self, board: Board, what: str) -> None:
        """Put another board in place of this one, as an edit that can be taken back."""
        self.give_up()
        self.piece = ""
        self._edit(board, what)

    def undo(self) -> str:
        """Take back the last edit and return it in words."""
        if self.give_up():
            return "Given up"
        self.history = self.history.undo()
        return f"Undone: {self.history.undone[-1].what}"

    def redo(self) -> str:
        """Draw again what was undone last and return it in words."""
        self.give_up()
        self.history = self.history.redo()
        return f"Again: {self.history.done[-1].what}"

    def pick(self, kind: TerrainKind) -> None:
        """Place another sort of terrain from now on."""
        self.pencil.kind, self.pencil.letter = kind, ""

    def pick_letter(self, letter: str) -> None:
        """Paint one of the map's own letters from now on."""
        self.pencil.letter = letter

    @property
    def pencil_word(self) -> str:
        """What is placed next, in words."""
        letter = self.pencil.letter
        ground = self.board.legend.get(letter) if isinstance(self.board, SquareBoard) else None
        return self.pencil.kind.label if ground is None else ground.name or f"letter {letter}"

    def next_form(self) -> str:
        """Go on to the next shape and return it."""
        pencil = self.pencil
        pencil.corners.clear()
        pencil.form = self.forms[(self.forms.index(pencil.form) + 1) % len(self.forms)]
        return pencil.form


def _square(place: Point) -> Square:
    return int(place[0]), int(place[1])
