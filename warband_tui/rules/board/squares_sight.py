"""Lines on squares, exact: whether a clear line joins two spaces, and what a line from corner to corner meets.

Points are those of the lattice: 0,0 is the upper left corner of the board, square x,y lies between x,y and
x+1,y+1. A direction is the share of the second axis in it, `v / (u + v)`, of whole numbers below 1000: division
rounds equal fractions to equal numbers and keeps the order of unequal ones, so that no comparison here can err.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from warband_tui.rules.board.layout import Point, Square
from warband_tui.rules.board.squares import Grid, Space

QUADRANTS: tuple[Square, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class Veil(NamedTuple):
    """What stops lines: filled squares, and edges to the right of squares and below them."""

    squares: int
    right: int
    below: int

    @property
    def edges(self) -> bool:
        """Whether any edge stops lines."""
        return bool(self.right or self.below)


def sight_veil(grid: Grid) -> Veil:
    """Return what cannot be seen through: filled squares but glass, fog, walls on edges."""
    return Veil(grid.opaque, grid.sight_right, grid.sight_below)


def solid_veil(grid: Grid) -> Veil:
    """Return what nothing passes: filled squares, glass among them, walls and windows on edges."""
    return Veil(grid.filled, grid.wall_right, grid.wall_below)


class Line(Struct, frozen=True):
    """A line from a corner to a point, with what stops it: a square of the board or somebody's id."""

    a: Point
    b: Point
    square: Square | None = None
    body: str = ""

    @property
    def clear(self) -> bool:
        """Whether nothing stops it."""
        return self.square is None and not self.body


# ---- A clear line from some corner of a space to any part of another


def clear_line(grid: Grid, veil: Veil, start: Space, to: Space) -> Line | None:
    """Return a line from a corner of a space into another that neither meets nor touches what stops it.

    None where there is no such line. What stops lines within either space itself counts for nothing.
    """
    own = grid.block(start) | grid.block(to)
    veil = Veil(veil.squares & ~own, veil.right, veil.below)
    for corner in start.corners():
        for sx, sy in _open_quadrants(grid, veil, start, corner):
            view = _View(grid, veil, corner, sx, sy)
            found = view.window(to)
            if found is not None:
                return Line(corner, found)
    return None


def _open_quadrants(grid: Grid, veil: Veil, start: Space, corner: Square) -> Iterator[tuple[int, int]]:
    """Yield the quadrants into which a line may set out at a corner.

    Its own; those beside it, past the edge between them; and the opposite one by way of one of these. A line is
    thought to begin just inside its space, so that a corner of a wall is no way round the wall.
    """
    x, y = corner
    cells = {(sx, sy): (x + min(sx, 0), y + min(sy, 0)) for sx, sy in QUADRANTS}
    own = [q for q, cell in cells.items() if start.holds(cell)]
    found = dict.fromkeys(own)

    def opens(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return not grid.has(veil.squares, cells[b]) and not (
            veil.edges and _edge(grid, veil, cells[a], cells[b])
        )

    for sx, sy in own:
        for beside in ((-sx, sy), (sx, -sy)):
            if opens((sx, sy), beside):
                found[beside] = None
                if opens(beside, (-sx, -sy)):
                    found[-sx, -sy] = None
    yield from found


def _edge(grid: Grid, veil: Veil, a: Square, b: Square) -> bool:
    first = min(a, b)
    return grid.has(veil.right if a[1] == b[1] else veil.below, first)


class _View:
    """What is seen from a corner into one quadrant, turned so that both axes run outwards."""

    def __init__(self, grid: Grid, veil: Veil, corner: Square, sx: int, sy: int) -> None:
        self.grid, self.veil = grid, veil
        self.corner, self.sx, self.sy = corner, sx, sy

    def window(self, to: Space) -> Point | None:
        """Return a point of a space to which nothing bars the line, None where all of it is hidden."""
        (x, y), sx, sy, side = self.corner, self.sx, self.sy, to.side
        u0 = to.x - x if sx > 0 else x - to.x - side
        v0 = to.y - y if sy > 0 else y - to.y - side
        u1, v1 = u0 + side, v0 + side
        if u1 <= 0 or v1 <= 0:
            return None
        u0, v0 = max(u0, 0), max(v0, 0)
        if u0 == v0 == 0:
            return self._point(u1 / 2, v1 / 2)
        low, high = _share(u1, v0), _share(u0, v1)
        share = _gap(low, high, sorted(self._shadows(u0, u1, v0, v1)))
        if share is None:
            return None
        near = max(u0 / (1 - share), v0 / share)
        far = min(u1 / (1 - share), v1 / share)
        middle = (near + far) / 2
        return self._point(middle * (1 - share), middle * share)

    def _point(self, u: float, v: float) -> Point:
        return (self.corner[0] + self.sx * u, self.corner[1] + self.sy * v)

    def _shadows(self, u0: int, u1: int, v0: int, v1: int) -> Iterator[tuple[float, float]]:
        """Yield the directions that are barred before the target, each from and to, ends included."""
        (x, y), sx, sy = self.corner, self.sx, self.sy
        left, top = (x if sx > 0 else x - u1), (y if sy > 0 else y - v1)
        box = self.grid.box(left, top, u1, v1)
        for cx, cy in self.grid.cells(self.veil.squares & box):
            i = cx - x if sx > 0 else x - cx - 1
            j = cy - y if sy > 0 else y - cy - 1
            yield _share(i + 1, j), _share(i, j + 1)
        if not self.veil.edges:
            return
        wider = self.grid.box(left - 1, top - 1, u1 + 2, v1 + 2)
        for cx, cy in self.grid.cells(self.veil.right & wider):
            i = sx * (cx + 1 - x)
            j = cy - y if sy > 0 else y - cy - 1
            if i > 0 and 0 <= j < v1 and (i <= u0 or (i < u1 and j < v0)):
                yield _share(i, j), _share(i, j + 1)
        for cx, cy in self.grid.cells(self.veil.below & wider):
            i = cx - x if sx > 0 else x - cx - 1
            j = sy * (cy + 1 - y)
            if j > 0 and 0 <= i < u1 and (j <= v0 or (j < v1 and i < u0)):
                yield _share(i + 1, j), _share(i, j)


def _share(u: int, v: int) -> float:
    return v / (u + v)


def _gap(low: float, high: float, shadows: Sequence[tuple[float, float]]) -> float | None:
    """Return a direction in the widest stretch from low to high that no shadow covers."""
    best, width = None, 0.0
    at = low
    for start, end in (*shadows, (high, high)):
        stop = min(start, high)
        if stop - at > width:
            best, width = (at + stop) / 2, stop - at
        at = max(at, end)
    return best


# ---- Lines from corner to corner, which edges do not stop


class _Trail(NamedTuple):
    """What a line of so many squares across and down passes, from its start on.

    `parts` are the squares that it goes through, or the pairs of squares that it runs between. `crossings` are
    the pairs of squares whose edge it crosses, `points` the corners within it.
    """

    parts: tuple[tuple[Square, ...], ...]
    crossings: tuple[tuple[Square, Square], ...]
    points: tuple[Square, ...]


@lru_cache(maxsize=4096)
def _trail(dx: int, dy: int) -> _Trail:
    if not dx or not dy:
        sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        length = abs(dx + dy)
        at = [(sx * k, sy * k) for k in range(length + 1)]
        lows = [(min(a[0], b[0]), min(a[1], b[1])) for a, b in pairwise(at)]
        sides = tuple(((x, y), (x - 1, y) if dy else (x, y - 1)) for x, y in lows)
        return _Trail(sides, (), tuple(at[1:-1]))
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    wide, high = abs(dx), abs(dy)
    i = j = 0
    cells, crossings, points = [(0, 0)], [], []
    while True:
        across, down = (i + 1) * high, (j + 1) * wide
        if across == down:
            i, j = i + 1, j + 1
            if i == wide:
                break
            points.append((sx * i, sy * j))
        else:
            before = (i, j)
            i, j = (i + 1, j) if across < down else (i, j + 1)
            crossings.append((before, (i, j)))
        cells.append((i, j))

    def placed(cell: Square) -> Square:
        return (cell[0] if sx > 0 else -cell[0] - 1, cell[1] if sy > 0 else -cell[1] - 1)

    return _Trail(
        tuple((placed(c),) for c in cells), tuple((placed(a), placed(b)) for a, b in crossings), tuple(points)
    )


def obstruction(grid: Grid, veil: Veil, a: Square, b: Square) -> Square | None:
    """Return the first square that stops a line between two corners, None for none.

    A line through a filled square is stopped, one along its edge or past its corner is not, unless it runs between
    two filled squares, which may meet only in the corner that it goes through. A wall on an edge stops what crosses
    it, not what runs along it or past its end.
    """
    x, y = a
    trail = _trail(b[0] - x, b[1] - y)
    for part in trail.parts:
        if all(grid.has(veil.squares, (x + i, y + j)) for i, j in part):
            return (x + part[0][0], y + part[0][1])
    for one, other in trail.crossings if veil.edges else ():
        if _edge(grid, veil, (x + one[0], y + one[1]), (x + other[0], y + other[1])):
            return (x + other[0], y + other[1])
    forward = ((b[0] > x) - (b[0] < x), (b[1] > y) - (b[1] < y))
    for i, j in trail.points:
        pinched = _pinched(grid, veil, (x + i, y + j), forward)
        if pinched is not None:
            return pinched
    return None


def _pinched(grid: Grid, veil: Veil, point: Square, forward: Square) -> Square | None:
    """Return a square at a corner of the lattice in which walls or filled squares meet from both sides of a line."""
    x, y = point
    fx, fy = forward
    rays = {
        (1, 0): grid.has(veil.below, (x, y - 1)),
        (-1, 0): grid.has(veil.below, (x - 1, y - 1)),
        (0, 1): grid.has(veil.right, (x - 1, y)),
        (0, -1): grid.has(veil.right, (x - 1, y - 1)),
    }
    places = {(i, j): (x + min(i, 0), y + min(j, 0)) for i, j in QUADRANTS}
    cells = {way: grid.has(veil.squares, place) for way, place in places.items()}
    sides = [False, False]
    for (i, j), there in (*rays.items(), *cells.items()):
        turn = fx * j - fy * i
        if turn:
            sides[turn > 0] |= there
    if not all(sides):
        return None
    return next((places[way] for way, there in cells.items() if there), point)


def passes_through(space: Space, a: Square, b: Square) -> bool:
    """Whether a line goes through the inside of a space; along its edge or past its corner it does not."""
    low, high = 0.0, 1.0
    for start, end, first in ((a[0], b[0], space.x), (a[1], b[1], space.y)):
        length, last = end - start, first + space.side
        if not length:
            if not first < start < last:
                return False
            continue
        ends = sorted(((first - start) / length, (last - start) / length))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


def fan(
    grid: Grid, veil: Veil, corner: Square, space: Space, bodies: Iterable[tuple[str, Space]] = ()
) -> tuple[Line, ...]:
    """Return the lines from a corner to the four corners of a space, each with what stops it."""
    bodies = tuple(bodies)
    return tuple(traced(grid, veil, corner, end, bodies) for end in space.outer_corners())


def traced(grid: Grid, veil: Veil, a: Square, b: Square, bodies: Iterable[tuple[str, Space]] = ()) -> Line:
    """Return a line between two corners with what stops it: the board first, else the first body."""
    square = obstruction(grid, veil, a, b)
    if square is not None:
        return Line(a, b, square)
    body = next((who for who, space in bodies if passes_through(space, a, b)), "")
    return Line(a, b, None, body)
