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

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.inches import HAIR, plan
from warband_tui.rules.board.layout import Point, Spot
from warband_tui.rules.board.obstacles import CLEAR, EASE
from warband_tui.rules.board.walks import Bools, Floats, Walks, Window

_PARALLEL = 1e-9


class Corners(Struct, frozen=True, eq=False):
    """Points at which ways may bend, one a row: where, the neighbours on its outline, whether it is tied to them."""

    at: Floats
    before: Floats
    after: Floats
    tied: Bools

    def tangent(self, u: Point) -> Bools:
        """Return which corners a line from a point touches without entering their outlines."""
        to = self.at - u
        first, second = self.before - self.at, self.after - self.at
        side = to[:, 0] * first[:, 1] - to[:, 1] * first[:, 0]
        other = to[:, 0] * second[:, 1] - to[:, 1] * second[:, 0]
        return np.asarray(~self.tied | (side * other >= -_PARALLEL), dtype=np.bool_)

    def leaves(self, n: int, to: Floats) -> Bools:
        """Return which lines from a corner to points leave it without entering its outline."""
        if not self.tied[n]:
            return np.ones(len(to), dtype=np.bool_)
        way = to - self.at[n]
        first, second = self.before[n] - self.at[n], self.after[n] - self.at[n]
        side = way[:, 0] * first[1] - way[:, 1] * first[0]
        other = way[:, 0] * second[1] - way[:, 1] * second[0]
        return np.asarray(side * other >= -_PARALLEL, dtype=np.bool_)


def corners_of(walks: Walks, window: Window | None, free: list[Point]) -> Corners:
    """Return the corners of all that a mover meets, in a window; `free` points come first, in their order."""
    links = [r.piece.area.centroid for r in walks.heights.reliefs if r.link]
    soft = [_outside(ring)[0] for patch in walks.patches["difficult"] for ring in _rings(patch.area)]
    points = np.concatenate(
        [np.reshape(np.asarray(free, dtype=float), (-1, 2)), shapely.get_coordinates(links), *soft]
    )
    at, before, after = [points], [points], [points]
    for area in [z.area for z in walks.zones] + [r.area for r in walks.heights.reliefs if not r.link]:
        for ring in _rings(area):
            outer, keep = _outside(ring)
            at.append(outer[keep])
            before.append(np.roll(outer, 1, axis=0)[keep])
            after.append(np.roll(outer, -1, axis=0)[keep])
    tied = np.ones(sum(len(a) for a in at), dtype=np.bool_)
    tied[: len(points)] = False
    spots = np.concatenate(at)
    kept = np.array([walks.on_board(x, y) for x, y in spots.tolist()], dtype=np.bool_)
    if window is not None:
        kept &= (spots[:, 0] >= window[0]) & (spots[:, 1] >= window[1])
        kept &= (spots[:, 0] <= window[2]) & (spots[:, 1] <= window[3])
    always = walks.always_hard()
    if always is not None:
        kept &= ~np.asarray(shapely.intersects_xy(always, spots[:, 0], spots[:, 1]), dtype=np.bool_)
    kept[: len(free)] = True
    return Corners(spots[kept], np.concatenate(before)[kept], np.concatenate(after)[kept], tied[kept])


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

    def run(self, left: Callable[[Floats], Floats]) -> Iterator[tuple[State, Reached]]:
        """Yield states in the order of price and what is `left` to go, each once; then search on from it.

        Args:
            left: the least that is left to go from points given as rows, 0 when there is no goal.
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
            yield state, self.known[state]
            for state_after, price in self._expand(state, ahead):
                heapq.heappush(heap, (price + float(ahead[state_after[0]]), state_after))

    def _expand(self, state: State, ahead: Floats) -> Iterator[tuple[State, float]]:
        spot, here = self.spot(state), self.known[state]
        at = self.corners.at
        far = np.hypot(at[:, 0] - spot[0], at[:, 1] - spot[1])
        best = self._best(state[1])
        hopeful = (here.price + far + ahead <= self.budget + HAIR) & (here.price + far < best - HAIR)
        hopeful &= self.corners.tangent(plan(spot))
        if state[0] >= 0:
            hopeful &= self.corners.leaves(state[0], at)
            hopeful[state[0]] = False
        tried = np.flatnonzero(hopeful)
        if not len(tried):
            return
        clear, price, heights, bits = self.walks.many(spot, at[tried])
        for i in np.flatnonzero(clear):
            n, total, z = int(tried[i]), here.price + float(price[i]), round(float(heights[i]), 3)
            after = self.known.get((n, z))
            if total <= self.budget + HAIR and (after is None or total < after.price - HAIR):
                self.known[n, z] = Reached(total, here.bits | int(bits[i]), state)
                self._best(z)[n] = total
                yield (n, z), total

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
