"""Squares: a map compiled to sets of squares, spaces, distances, and the step, which all movement is made of.

A set of squares is one whole number with a bit a square, so that a rule about a whole board is a few shifts and
ands. Nothing here knows a game: what a mover may enter, what costs it more and where it may end are sets that the
game fills in (`Mover`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from warband_tui.rules.board.layout import Ground, Square, SquareBoard

Direction = tuple[int, int]
STRAIGHT: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
DIRECTIONS: tuple[Direction, ...] = STRAIGHT + DIAGONAL

Cause = Literal["", "board", "filled", "wall", "corner", "occupied", "drop", "far"]
"""Why a step is not legal: off the board, into a filled square, through a wall on an edge, past a filled corner,
into somebody, over a drop, not next to it."""


class Space(NamedTuple):
    """A block of `side` by `side` squares by its upper left one, `level` squares above the ground and as high."""

    x: int
    y: int
    side: int = 1
    level: int = 0

    @property
    def anchor(self) -> Square:
        """Its upper left square."""
        return (self.x, self.y)

    def squares(self) -> tuple[Square, ...]:
        """Return its squares, row by row."""
        reach = range(self.side)
        return tuple((self.x + i, self.y + j) for j in reach for i in reach)

    def at(self, anchor: Square) -> Space:
        """Return the same block elsewhere."""
        return Space(anchor[0], anchor[1], self.side, self.level)

    def holds(self, square: Square) -> bool:
        """Whether a square is part of it."""
        return self.x <= square[0] < self.x + self.side and self.y <= square[1] < self.y + self.side

    def corners(self) -> tuple[Square, ...]:
        """Return the corners of all its squares, as points of the lattice, row by row."""
        reach = range(self.side + 1)
        return tuple((self.x + i, self.y + j) for j in reach for i in reach)

    def outer_corners(self) -> tuple[Square, ...]:
        """Return its own four corners, as points of the lattice."""
        s = self.side
        return ((self.x, self.y), (self.x + s, self.y), (self.x, self.y + s), (self.x + s, self.y + s))


def gaps(a: Space, b: Space) -> tuple[int, int, int]:
    """Return how far apart two spaces are on each axis, in squares counted: 0 beside, 1 touching."""
    return (
        max(a.x - (b.x + b.side) + 1, b.x - (a.x + a.side) + 1, 0),
        max(a.y - (b.y + b.side) + 1, b.y - (a.y + a.side) + 1, 0),
        max(a.level - (b.level + b.side) + 1, b.level - (a.level + a.side) + 1, 0),
    )


def distance(a: Space, b: Space) -> int:
    """Return the squares between two spaces: the greatest gap on an axis; 0 where they overlap, 1 adjacent."""
    return max(gaps(a, b))


Kind = TypeVar("Kind", str, int)


def _is(kind: Callable[[Ground], Kind], one: Kind, ground: Ground) -> bool:
    return kind(ground) == one


class Grid:
    """A map as sets of squares. The last column and the last row of bits are the rim and hold nothing."""

    def __init__(self, board: SquareBoard) -> None:
        self.board = board
        self.width, self.height = board.width, board.height
        self.stride = board.width + 1
        self._text = "\n".join(board.map)[::-1]
        self._letters = {c: self._ground(c) for c in set(self._text) - {"\n"}}
        row = (1 << self.width) - 1
        self.inside = sum(row << (y * self.stride) for y in range(self.height))
        self.filled = self._where(lambda g: g.blocking)
        self.opaque = self._where(lambda g: (g.blocking and not g.transparent) or g.obscured)
        self.obscured = self._where(lambda g: g.obscured)
        self.drops = self._where(lambda g: g.drop)
        self.hindering = self._where(lambda g: bool(g.hindering))
        self.difficult = self._kinds(lambda g: g.difficult)
        self.heights = self._kinds(lambda g: g.height)
        self.low_right, self.low_below = self._edges("low")
        right, below = self._edges("wall")
        glass_right, glass_below = self._edges("window")
        self.sight_right, self.sight_below = right, below
        self.wall_right, self.wall_below = right | glass_right, below | glass_below
        self.walled = bool(self.wall_right or self.wall_below)

    def _ground(self, letter: str) -> Ground:
        return self.board.meaning(letter)

    def _where(self, wanted: Callable[[Ground], bool]) -> int:
        letters = {c for c, ground in self._letters.items() if wanted(ground)}
        if not letters:
            return 0
        digits = {ord(c): "1" if c in letters else "0" for c in (*self._letters, "\n")}
        return int(self._text.translate(digits), 2)

    def _kinds(self, kind: Callable[[Ground], Kind]) -> dict[Kind, int]:
        """Return the squares of each kind that any ground of the map has."""
        found = sorted({kind(ground) for ground in self._letters.values()} - {kind(Ground())})
        return {one: self._where(partial(_is, kind, one)) for one in found}

    def _edges(self, kind: str) -> tuple[int, int]:
        """Return the squares with such an edge on their right and those with one below."""
        right = below = 0
        for a, b, what in self.board.edges:
            if what == kind:
                x, y = min(a, b)
                if a[1] == b[1]:
                    right |= 1 << (y * self.stride + x)
                else:
                    below |= 1 << (y * self.stride + x)
        return right, below

    def holds(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def bit(self, square: Square) -> int:
        """Return the set of one square, empty for one off the board."""
        return 1 << (square[1] * self.stride + square[0]) if self.holds(square) else 0

    def has(self, squares: int, square: Square) -> bool:
        """Whether a set holds a square."""
        return bool(squares & self.bit(square))

    def set_of(self, squares: Iterable[Square]) -> int:
        """Return the set of some squares; those off the board are left out."""
        found = 0
        for square in squares:
            found |= self.bit(square)
        return found

    def block(self, space: Space) -> int:
        """Return the squares of a space."""
        return self.box(space.x, space.y, space.side, space.side)

    def cells(self, squares: int) -> Iterator[Square]:
        """Yield the squares of a set, row by row."""
        if not squares:
            return
        first = (squares & -squares).bit_length() - 1
        text = f"{squares >> first:b}"[::-1]
        stride, at = self.stride, 0
        while at >= 0:
            y, x = divmod(at + first, stride)
            yield x, y
            at = text.find("1", at + 1)

    def shifted(self, squares: int, by: Direction) -> int:
        """Return a set moved by some squares; what leaves the board is lost."""
        count = by[1] * self.stride + by[0]
        moved = squares << count if count >= 0 else squares >> -count
        return moved & self.inside

    def right(self, squares: int, count: int) -> int:
        """Return the squares from which one of so many squares to the right, itself first, is in a set."""
        found = squares
        for k in range(1, count):
            found |= squares >> k
        return found

    def down(self, squares: int, count: int) -> int:
        """Return the squares from which one of so many squares downwards, itself first, is in a set."""
        found = squares
        for k in range(1, count):
            found |= squares >> (k * self.stride)
        return found

    def touching(self, squares: int, side: int) -> int:
        """Return the anchors of the blocks of a side that have a square of a set, or a square off the board."""
        rim = ~self.inside & ((1 << (self.stride * (self.height + side))) - 1)
        return self.down(self.right(squares | rim, side), side)

    def box(self, left: int, top: int, wide: int, high: int) -> int:
        """Return the squares of a rectangle, as far as it lies on the board."""
        x0, x1 = max(left, 0), min(left + wide, self.width)
        y0, y1 = max(top, 0), min(top + high, self.height)
        if x0 >= x1 or y0 >= y1:
            return 0
        row, found = ((1 << (x1 - x0)) - 1) << x0, 0
        for y in range(y0, y1):
            found |= row << (y * self.stride)
        return found

    def around(self, space: Space, reach: int) -> int:
        """Return the squares within a distance of a space, those of the space included."""
        wide = space.side + 2 * reach
        return self.box(space.x - reach, space.y - reach, wide, wide)


@lru_cache(maxsize=32)
def grid_of(board: SquareBoard) -> Grid:
    """Return a map compiled, once for each."""
    return Grid(board)


class Mover(Struct, frozen=True):
    """How something moves, as sets of squares of one grid.

    `solid` squares it cannot be in, nor cut their corners. `barred` ones are held by others that it may not enter;
    in `shut` ones it may pass and not end. `costly` squares cost one more when entered. Its space may not lie
    wholly over `pits`, since it would fall. `low` and `walls` say whether obstacles on edges matter to it. A
    square costs `price` before anything else; with `stacks` a low wall before a costly square costs twice.
    """

    side: int = 1
    solid: int = 0
    barred: int = 0
    shut: int = 0
    costly: int = 0
    pits: int = 0
    low: bool = True
    walls: bool = True
    price: int = 1
    stacks: bool = False


class Step(Struct, frozen=True):
    """One step of a space: whether it is legal, its price, what it leaves and enters, and why.

    `cause` tells why it is not legal and `where` the squares that make it so. `charged` are the squares that made it
    dear, `over` whether a low wall on an edge did.
    """

    start: Square
    to: Square
    legal: bool
    price: int
    left: tuple[Square, ...]
    entered: tuple[Square, ...]
    cause: Cause = ""
    where: tuple[Square, ...] = ()
    charged: tuple[Square, ...] = ()
    over: bool = False

    @property
    def direction(self) -> Direction:
        """The way it goes."""
        return (self.to[0] - self.start[0], self.to[1] - self.start[1])


def step(grid: Grid, mover: Mover, start: Square, direction: Direction) -> Step:
    """Return the step of a mover from an anchor: squares one by one, so that it can tell which one matters."""
    old = Space(*start, mover.side)
    new = old.at((start[0] + direction[0], start[1] + direction[1]))
    before, after = old.squares(), new.squares()
    left = tuple(s for s in before if s not in after)
    entered = tuple(s for s in after if s not in before)
    cause, where = _refusal(grid, mover, old, new, entered)
    charged = tuple(s for s in entered if grid.has(mover.costly, s))
    over = bool(mover.low and (grid.low_right or grid.low_below)) and any(
        _between(grid, grid.low_right, grid.low_below, s, (s[0] + dx, s[1] + dy))
        for dx, dy in ((direction[0], 0), (0, direction[1]))
        for s in before
        if (dx, dy) != (0, 0) and not old.holds((s[0] + dx, s[1] + dy))
    )
    extra = bool(charged) + over if mover.stacks else bool(charged) or over
    return Step(start, new.anchor, not cause, mover.price + extra, left, entered, cause, where, charged, over)


def _refusal(
    grid: Grid, mover: Mover, old: Space, new: Space, entered: tuple[Square, ...]
) -> tuple[Cause, tuple[Square, ...]]:
    dx, dy = new.x - old.x, new.y - old.y
    if max(abs(dx), abs(dy)) != 1:
        return "far", (new.anchor,)
    tests: tuple[tuple[Cause, Iterable[Square]], ...] = (
        ("board", (s for s in entered if not grid.holds(s))),
        ("filled", (s for s in entered if grid.has(mover.solid, s))),
        ("corner", _corners_cut(grid, mover, old, dx, dy)),
        ("wall", _walls_met(grid, old, new) if mover.walls and grid.walled else ()),
        ("occupied", (s for s in entered if grid.has(mover.barred, s))),
        ("drop", new.squares() if all(grid.has(mover.pits, s) for s in new.squares()) else ()),
    )
    for cause, found in tests:
        where = tuple(found)
        if where:
            return cause, where
    return "", ()


def _corners_cut(grid: Grid, mover: Mover, old: Space, dx: int, dy: int) -> list[Square]:
    if not (dx and dy):
        return []
    beside = {(x + i, y + j) for x, y in old.squares() for i, j in ((dx, 0), (0, dy))}
    return sorted(s for s in beside if not old.holds(s) and grid.has(mover.solid, s))


def _between(grid: Grid, right: int, below: int, a: Square, b: Square) -> bool:
    """Whether an edge of a kind lies between two squares that share a side."""
    first = min(a, b)
    return grid.has(right if a[1] == b[1] else below, first)


def _walls_met(grid: Grid, old: Space, new: Space) -> list[Square]:
    """Return the squares at which a step meets a wall on an edge: crossed, passed at its end, or straddled after it."""
    dx, dy = new.x - old.x, new.y - old.y

    def wall(a: Square, b: Square) -> bool:
        return _between(grid, grid.wall_right, grid.wall_below, a, b)

    found = []
    for x, y in old.squares():
        to = (x + dx, y + dy)
        if dx and dy:
            aside, along = (x + dx, y), (x, y + dy)
            met = wall((x, y), aside) or wall((x, y), along) or wall(aside, to) or wall(along, to)
        else:
            met = wall((x, y), to)
        if met:
            found.append(to)
    return found + astride(grid, new)


def astride(grid: Grid, space: Space) -> list[Square]:
    """Return the squares of a space between which walls on edges stand, each once for every such edge."""
    return [
        (x, y)
        for x, y in (space.squares() if grid.walled else ())
        for to in ((x + 1, y), (x, y + 1))
        if space.holds(to) and _between(grid, grid.wall_right, grid.wall_below, (x, y), to)
    ]
