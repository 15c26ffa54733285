"""Where something gets to on squares: all least prices at once, routes, and the way back from a bad end.

The prices spread in buckets, one a price, and a bucket is one set of squares: the eight directions of a whole front
cost a few shifts. What the sets say is what `squares.step` says of each step; a test holds them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from typing import NamedTuple

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import DIRECTIONS, Direction, Grid, Mover, Space, Step, step

Weigh = Callable[[Square, Direction], int]
"""What a step from an anchor in a direction weighs beside its price: how many may strike, say."""

_ENDLESS = 1_000_000
"""More than any route on any board costs."""


class Way(NamedTuple):
    """A direction of a mover: by how much bits shift, and where steps that way may arrive, by their price."""

    direction: Direction
    shift: int
    arrivals: tuple[tuple[int, int], ...]
    """Pairs of a price and the anchors at which a step of that price arrives."""


class Moves:
    """All legal steps of a mover on a grid."""

    def __init__(self, grid: Grid, mover: Mover) -> None:
        self.grid, self.mover = grid, mover
        side, stride = mover.side, grid.stride
        last, lowest = side - 1, (side - 1) * stride
        room = grid.inside & ~grid.touching(0, side)
        closed = mover.solid | mover.barred
        columns, rows = grid.down(closed, side), grid.right(closed, side)
        dear_columns, dear_rows = grid.down(mover.costly, side), grid.right(mover.costly, side)
        blocks = grid.down(grid.right(mover.solid, side), side) if mover.solid else 0
        if mover.pits:
            room &= ~_within(grid, mover.pits, side)
        if mover.walls and grid.walled:
            room &= ~_straddling(grid, side)
        found = []
        for dx, dy in DIRECTIONS:
            shift = dy * stride + dx
            shut = dear = over = 0
            if dx:
                at = last if dx > 0 else 0
                shut, dear = columns >> at, dear_columns >> at
                over = _low_beside(grid.low_right, grid.down, side, last, dx, 1) if mover.low else 0
            if dy:
                at = lowest if dy > 0 else 0
                shut, dear = shut | rows >> at, dear | dear_rows >> at
                if mover.low:
                    over |= _low_beside(grid.low_below, grid.right, side, lowest, dy, stride)
            if dx and dy and blocks:
                shut |= _shift(blocks, dy * stride) | _shift(blocks, dx)
            if mover.walls and grid.walled:
                met = _wall_crossings(grid, dx, dy)
                shut |= _shift(grid.down(grid.right(met, side), side), shift)
            over = _shift(over, shift)
            found.append(Way((dx, dy), shift, _by_price(mover, room & ~shut, dear, over)))
        self.ways = tuple(found)
        self.room = room

    @cached_property
    def endable(self) -> int:
        """The anchors in which the mover may end."""
        grid, mover = self.grid, self.mover
        return self.room & ~grid.touching(mover.shut | mover.solid | mover.barred, mover.side)

    def step(self, start: Square, direction: Direction) -> Step:
        """Return one step with its reasons."""
        return step(self.grid, self.mover, start, direction)

    def limited(self, allowed: Callable[[Direction], int]) -> Moves:
        """Return the same steps where they arrive at anchors that are allowed in their direction."""
        fewer = copy(self)
        fewer.ways = tuple(
            Way(
                w.direction,
                w.shift,
                tuple((cost, where & allowed(w.direction)) for cost, where in w.arrivals),
            )
            for w in self.ways
        )
        return fewer


def _by_price(mover: Mover, legal: int, dear: int, over: int) -> tuple[tuple[int, int], ...]:
    sorts: tuple[tuple[int, int], ...]
    if mover.stacks:
        sorts = ((0, ~(dear | over)), (1, dear ^ over), (2, dear & over))
    else:
        sorts = ((0, ~(dear | over)), (1, dear | over))
    return tuple((mover.price + extra, legal & where) for extra, where in sorts if legal & where)


def _shift(squares: int, by: int) -> int:
    return squares << by if by >= 0 else squares >> -by


def _low_beside(
    low: int, along: Callable[[int, int], int], side: int, last: int, sign: int, unit: int
) -> int:
    """Return the anchors whose leading side has a low wall on it."""
    if not low:
        return 0
    line = along(low, side)
    return line >> last if sign > 0 else line << unit


def _within(grid: Grid, squares: int, side: int) -> int:
    """Return the anchors of the blocks that lie wholly in a set."""
    found = squares
    for k in range(1, side):
        found &= squares >> k
    columns = found
    for k in range(1, side):
        found &= columns >> (k * grid.stride)
    return found


def _straddling(grid: Grid, side: int) -> int:
    """Return the anchors of the blocks that have a wall on an edge within them."""
    if side == 1:
        return 0
    upright = grid.down(grid.right(grid.wall_right, side - 1), side)
    level = grid.down(grid.right(grid.wall_below, side), side - 1)
    return upright | level


def _wall_crossings(grid: Grid, dx: int, dy: int) -> int:
    """Return the squares whose step in a direction meets a wall on an edge, or its end on a diagonal."""
    right, below, stride = grid.wall_right, grid.wall_below, grid.stride
    beside = right if dx > 0 else right << 1
    under = below if dy > 0 else below << stride
    if not dy:
        return beside
    if not dx:
        return under
    return beside | under | _shift(beside, -dy * stride) | _shift(under, -dx)


@lru_cache(maxsize=64)
def moves_of(grid: Grid, mover: Mover) -> Moves:
    """Return the steps of a mover on a grid, worked out once for each."""
    return Moves(grid, mover)


class Field:
    """The least prices of a mover from where it stands: the buckets, and what can be read off them."""

    def __init__(self, moves: Moves, starts: Iterable[Square], levels: Sequence[int]) -> None:
        self.moves, self.grid = moves, moves.grid
        self.starts = frozenset(starts)
        self.levels = levels

    @cached_property
    def reached(self) -> int:
        """All anchors that it can pass."""
        found = 0
        for level in self.levels:
            found |= level
        return found

    def price(self, anchor: Square) -> int | None:
        """Return the least price of an anchor, None where it cannot get."""
        bit = self.grid.bit(anchor)
        return next((p for p, level in enumerate(self.levels) if level & bit), None)

    def cells(self, within: int | None = None) -> dict[Square, int]:
        """Return the anchors reached, or those of them in a set, with their prices, the cheapest first."""
        wanted = self.grid.inside if within is None else within
        cells = self.grid.cells
        return {
            cell: p for p, level in enumerate(self.levels) if level & wanted for cell in cells(level & wanted)
        }

    @property
    def ends(self) -> dict[Square, int]:
        """Where it may end, with prices; where it stands is left out."""
        return self.cells(self.moves.endable & ~self.grid.set_of(self.starts))

    @property
    def through(self) -> dict[Square, int]:
        """Where it can only pass, with prices."""
        return self.cells(~self.moves.endable & ~self.grid.set_of(self.starts))

    def route(self, to: Square, weigh: Weigh | None = None) -> tuple[Step, ...]:
        """Return a cheapest way to an anchor, step by step; of several the one with the least weight.

        Among ways of the same weight there are few turns, and straight steps come before diagonal ones. Empty
        where it stands already, or cannot get.
        """
        price = self.price(to)
        if price is None:
            return ()
        directions = self._best(to, price, weigh)
        at = to
        for dx, dy in directions:
            at = (at[0] - dx, at[1] - dy)
        steps = []
        for direction in directions:
            steps.append(self.moves.step(at, direction))
            at = steps[-1].to
        return tuple(steps)

    def _best(self, to: Square, price: int, weigh: Weigh | None) -> tuple[Direction, ...]:
        """Return the directions of the best way: back through the buckets, each place on the way once."""
        memo: dict[tuple[Square, int], _Ranked] = {}
        todo = [(to, price)]
        while todo:
            node = todo[-1]
            if node in memo or node[1] == 0:
                memo.setdefault(node, (0, 0, ()))
                todo.pop()
                continue
            before = self._before(*node)
            missing = [source for source, _ in before if source not in memo]
            if missing:
                todo += missing
            else:
                memo[node] = min(_longer(memo[source], source[0], way, weigh) for source, way in before)
        return tuple(DIRECTIONS[i] for i in memo[to, price][2])

    def _before(self, to: Square, price: int) -> list[tuple[tuple[Square, int], int]]:
        """Return from where the last step of a cheapest way comes (anchor and price), and the number of its direction."""
        bit, found = self.grid.bit(to), []
        for number, (direction, shift, arrivals) in enumerate(self.moves.ways):
            for cost, where in arrivals:
                if where & bit and cost <= price and self.levels[price - cost] & _shift(bit, -shift):
                    source = (to[0] - direction[0], to[1] - direction[1])
                    found.append(((source, price - cost), number))
        return found


_Ranked = tuple[int, int, tuple[int, ...]]
"""Weight, turns, and the numbers of the directions of a way."""


def _longer(way: _Ranked, start: Square, number: int, weigh: Weigh | None) -> _Ranked:
    weight, turns, taken = way
    turned = bool(taken) and taken[-1] != number
    return (weight + (weigh(start, DIRECTIONS[number]) if weigh else 0), turns + turned, (*taken, number))


def spread(moves: Moves, starts: Iterable[Square], budget: int | None = None) -> Field:
    """Return where a mover gets to from one or more anchors within a budget; without one, the whole field."""
    starts = tuple(starts)
    ways = [(way.shift, way.arrivals) for way in moves.ways]
    dearest = max((cost for way in moves.ways for cost, _ in way.arrivals), default=1)
    start = moves.grid.set_of(starts)
    buckets = [start] + [0] * dearest
    last = _ENDLESS if budget is None else budget
    seen, levels, price = 0, [], 0
    while price <= last:
        front = buckets[price] & ~seen
        levels.append(front)
        seen |= front
        if front and price < last:
            buckets.append(0)
            for shift, arrivals in ways:
                moved = (front << shift if shift >= 0 else front >> -shift) & ~seen
                if moved:
                    for cost, where in arrivals:
                        buckets[price + cost] |= moved & where
        else:
            buckets.append(0)
            if not any(buckets[price + 1 : price + 1 + dearest]):
                break
        price += 1
    return Field(moves, starts, levels)


class Walked(NamedTuple):
    """A way that was given square by square: its steps up to the first one that cannot be taken, and the price."""

    steps: tuple[Step, ...]
    price: int
    fault: Step | None


def walk(moves: Moves, start: Square, path: Iterable[Square]) -> Walked:
    """Return the steps of a way, priced; it stops at the first step that is not legal."""
    steps: list[Step] = []
    at, price = start, 0
    for to in path:
        one = moves.step(at, (to[0] - at[0], to[1] - at[1]))
        if not one.legal:
            return Walked(tuple(steps), price, one)
        steps.append(one)
        price += one.price
        at = to
    return Walked(tuple(steps), price, None)


def put_back(moves: Moves, start: Square, path: Sequence[Square]) -> Square:
    """Return where a mover ends whose way is cut off after a path: the last place on it in which it may end."""
    for anchor in reversed(path):
        if moves.endable & moves.grid.bit(anchor):
            return anchor
    return start


def nearer(grid: Grid, side: int, origin: Space, direction: Direction, apart: int = 0) -> int:
    """Return the anchors at which a step in a direction arrives nearer to a space than it set out.

    `apart` is the distance that height alone makes, which no step on the ground takes away.
    """
    return _changed(grid, side, origin, direction, 1, apart)


def farther(grid: Grid, side: int, origin: Space, direction: Direction, apart: int = 0) -> int:
    """Return the anchors at which a step in a direction arrives farther from a space than it set out."""
    return _changed(grid, side, origin, direction, -1, apart)


def _changed(grid: Grid, side: int, origin: Space, direction: Direction, by: int, apart: int) -> int:
    """Return the anchors whose distance is less by one (`by` 1), or more (-1), than where the step came from."""
    shift = direction[1] * grid.stride + direction[0]
    rings = rings_around(grid, side, origin)
    found = 0
    for far, ring in enumerate(rings):
        if 0 <= far + by < len(rings) and max(far, far + by) > apart:
            found |= ring & _shift(rings[far + by], shift)
    return found


@lru_cache(maxsize=16)
def rings_around(grid: Grid, side: int, origin: Space) -> tuple[int, ...]:
    """Return the anchors of blocks of a side by their distance from a space: overlapping, adjacent, and so on."""
    found, inner = [], 0
    for far in range(max(grid.width, grid.height) + 1):
        wide = origin.side + 2 * far + side - 1
        left, top = origin.x - far - side + 1, origin.y - far - side + 1
        disc = grid.box(left, top, wide, wide)
        found.append(disc & ~inner)
        inner = disc
    return tuple(found)
