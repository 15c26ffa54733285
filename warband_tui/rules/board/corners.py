"""The local visibility graph: corners that ways bend at, and the search over straight walks between them.

A shortest way over ground of one price bends only at corners of what stands in the way, round the corner,
so only walks that are tangent to the corner's own outline are tried. Over difficult ground a shortest way
may bend anywhere on its edge; there only its corners are tried, so that a way found is priced exactly but
may be a little longer than the best.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.inches import HAIR, plan
from warband_tui.rules.board.layout import Point, Spot
from warband_tui.rules.board.obstacles import CLEAR, EASE
from warband_tui.rules.board.walks import Bools, Floats, Ints, Walks

_PARALLEL = 1e-9


class Corners(Struct, frozen=True, eq=False):
    """Points at which ways may bend, one a row: where, the neighbours on its outline, whether it is tied to them."""

    at: Floats
    before: Floats
    after: Floats
    tied: Bools
    level: Bools
    """Whether it lies clear of all solid pieces, so that who gets there stands on the table."""

    def tangent(self, u: Point, which: Ints) -> Bools:
        """Return which of some corners a line from a point touches without entering their outlines."""
        at = self.at[which]
        to, first, second = at - u, self.before[which] - at, self.after[which] - at
        side = to[:, 0] * first[:, 1] - to[:, 1] * first[:, 0]
        other = to[:, 0] * second[:, 1] - to[:, 1] * second[:, 0]
        return np.asarray(~self.tied[which] | (side * other >= -_PARALLEL), dtype=np.bool_)

    def leaves(self, n: int, to: Floats) -> Bools:
        """Return which lines from a corner to points leave it without entering its outline."""
        if not self.tied[n]:
            return np.ones(len(to), dtype=np.bool_)
        way = to - self.at[n]
        first, second = self.before[n] - self.at[n], self.after[n] - self.at[n]
        side = way[:, 0] * first[1] - way[:, 1] * first[0]
        other = way[:, 0] * second[1] - way[:, 1] * second[0]
        return np.asarray(side * other >= -_PARALLEL, dtype=np.bool_)


def corners_of(walks: Walks, free: list[Point]) -> Corners:
    """Return the corners of all that a mover meets; `free` points come first, in their order."""
    links = [r.piece.area.centroid for r in walks.heights.reliefs if r.link]
    soft = [_outside(ring)[0] for patch in walks.patches["difficult"] for ring in _rings(patch.area)]
    points = np.concatenate(
        [np.reshape(np.asarray(free, dtype=float), (-1, 2)), shapely.get_coordinates(links), *soft]
    )
    bends = [_bends(zone.area) for zone in walks.zones]
    bends += [_bends(relief.area) for relief in walks.heights.reliefs if not relief.link]
    at, before, after = (
        np.concatenate([points, *rows]) for rows in (zip(*bends, strict=True) if bends else ((), (), ()))
    )
    tied = np.arange(len(at)) >= len(points)
    kept = walks.in_reach(at)
    always = walks.always_hard()
    if always is not None:
        kept &= ~np.asarray(shapely.intersects_xy(always, at[:, 0], at[:, 1]), dtype=np.bool_)
    kept[: len(free)] = True
    at = at[kept]
    level = np.ones(len(at), dtype=np.bool_)
    if walks.relief is not None:
        level = ~np.asarray(shapely.intersects_xy(walks.relief, at[:, 0], at[:, 1]), dtype=np.bool_)
    return Corners(at, before[kept], after[kept], tied[kept], level)


@lru_cache(maxsize=2048)
def _bends(area: BaseGeometry) -> tuple[Floats, Floats, Floats]:
    """Return the corners of a shape that stick out, a hair outside, and their neighbours before and after."""
    found = []
    for ring in _rings(area):
        outer, keep = _outside(ring)
        found.append((outer[keep], np.roll(outer, 1, axis=0)[keep], np.roll(outer, -1, axis=0)[keep]))
    at, before, after = (np.concatenate(rows) for rows in zip(*found, strict=True))
    return at, before, after


def _rings(area: BaseGeometry) -> Iterator[LinearRing]:
    """Yield the rings of a shape, each with the shape on its left."""
    for part in [area] if isinstance(area, Polygon) else list(getattr(area, "geoms", ())):
        polygon = shapely.geometry.polygon.orient(part)
        yield polygon.exterior
        yield from polygon.interiors


def _outside(ring: LinearRing) -> tuple[Floats, Bools]:
    """Return the corners of a ring moved a hair outside, and which of them stick out."""
    points = shapely.get_coordinates(ring)[:-1]
    side = np.roll(points, -1, axis=0) - points
    side /= np.maximum(np.hypot(side[:, 0], side[:, 1]), HAIR)[:, None]
    out = np.column_stack((side[:, 1], -side[:, 0]))
    last_side, last_out = np.roll(side, 1, axis=0), np.roll(out, 1, axis=0)
    turn = last_side[:, 0] * side[:, 1] - last_side[:, 1] * side[:, 0]
    share = 1 + (last_out * out).sum(axis=1)
    moved = points + (out + last_out) * ((EASE + CLEAR) / np.maximum(share, 0.1))[:, None]
    return moved, np.asarray(turn > HAIR, dtype=np.bool_)


State = tuple[int, float]
"""A corner (-1 for the start) and a height."""


class Reached(Struct):
    """What is known of a state: its price, its risks as bits, whence it was reached."""

    price: float
    bits: int
    came: State | None


class Canvas:
    """Points to be priced on the way, and the best that is known of each: price, height, risks as bits."""

    def __init__(self, at: Floats) -> None:
        self.at = at
        self.price: Floats = np.full(len(at), math.inf)
        self.z: Floats = np.zeros(len(at))
        self.bits: Ints = np.zeros(len(at), dtype=np.int64)

    def hopeful(self, spot: Spot, price: float, budget: float) -> Ints:
        """Return which points a walk from a spot may make cheaper."""
        far = price + np.hypot(self.at[:, 0] - spot[0], self.at[:, 1] - spot[1])
        return np.flatnonzero((far <= budget + HAIR) & (far < self.price - HAIR))

    def take(self, which: Ints, price: Floats, heights: Floats, bits: Ints) -> None:
        """Keep what is cheaper."""
        better = price < self.price[which] - HAIR
        kept = which[better]
        self.price[kept], self.z[kept], self.bits[kept] = price[better], heights[better], bits[better]


class Search:
    """A search from the mover's spot over corners, cheapest first."""

    def __init__(self, walks: Walks, corners: Corners, start: Spot, budget: float = math.inf) -> None:
        self.walks, self.corners, self.start, self.budget = walks, corners, start, budget
        self.known: dict[State, Reached] = {(-1, start[2]): Reached(0.0, 0, None)}
        self._flat: dict[float, Floats] = {}

    def spot(self, state: State) -> Spot:
        """Return where a state is."""
        if state[0] < 0:
            return (self.start[0], self.start[1], state[1])
        x, y = self.corners.at[state[0]].tolist()
        return (x, y, state[1])

    def run(self, left: Callable[[Floats], Floats], canvas: Canvas | None = None) -> Iterator[State]:
        """Yield states in the order of price and what is `left` to go, each once; then search on from it.

        Args:
            left: the least that is left to go from points given as rows, 0 when there is no goal.
            canvas: further points that are priced from every state, but not gone on from.
        """
        start = next(iter(self.known))
        heap: list[tuple[float, State]] = [(0.0, start)]
        ahead = left(self.corners.at)
        done: set[State] = set()
        while heap:
            _, state = heapq.heappop(heap)
            if state in done:
                continue
            done.add(state)
            yield state
            for state_after, price in self._expand(state, ahead, canvas):
                heapq.heappush(heap, (price + float(ahead[state_after[0]]), state_after))

    def _expand(self, state: State, ahead: Floats, canvas: Canvas | None) -> Iterator[tuple[State, float]]:
        spot, here = self.spot(state), self.known[state]
        at = self.corners.at
        total = here.price + np.hypot(at[:, 0] - spot[0], at[:, 1] - spot[1])
        best = np.where(self.corners.level, self._best(0.0), self._best(state[1]))
        hopeful = (total + ahead <= self.budget + HAIR) & (total < best - HAIR)
        tried = np.flatnonzero(hopeful)
        tried = tried[self.corners.tangent(plan(spot), tried)]
        if state[0] >= 0:
            tried = tried[self.corners.leaves(state[0], at[tried])]
        ends, cells = at[tried], None
        limit = np.where(self.corners.level[tried], best[tried], math.inf)
        if canvas is not None:
            cells = canvas.hopeful(spot, here.price, self.budget)
            if state[0] >= 0:
                cells = cells[self.corners.leaves(state[0], canvas.at[cells])]
            ends = np.concatenate((ends, canvas.at[cells]))
            limit = np.concatenate((limit, canvas.price[cells]))
        if not len(ends):
            return
        clear, price, heights, bits = self.walks.many(
            spot, ends, np.minimum(limit, self.budget + 2 * HAIR) - here.price
        )
        price += here.price
        bits |= here.bits
        clear &= price <= self.budget + HAIR
        count = len(tried)
        if canvas is not None and cells is not None:
            good = clear[count:]
            canvas.take(cells[good], price[count:][good], heights[count:][good], bits[count:][good])
        for i in np.flatnonzero(clear[:count]).tolist():
            n, cost, z = int(tried[i]), float(price[i]), round(float(heights[i]), 3)
            after = self.known.get((n, z))
            if after is None or cost < after.price - HAIR:
                self.known[n, z] = Reached(cost, int(bits[i]), state)
                self._best(z)[n] = cost
                yield (n, z), cost

    def _best(self, z: float) -> Floats:
        if z not in self._flat:
            self._flat[z] = np.full(len(self.corners.at), math.inf)
        return self._flat[z]

    def way(self, state: State) -> list[Spot]:
        """Return the spots by which a state was reached, from the start."""
        spots: list[Spot] = []
        at: State | None = state
        while at is not None:
            spots.append(self.spot(at))
            at = self.known[at].came
        return spots[::-1]
