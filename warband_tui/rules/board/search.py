"""The search over the local visibility graph: straight walks between corners, cheapest first.

Several states are gone on from at a time, because one call that prices a hundred walks costs little more
than one that prices ten. A state that is found cheaper afterwards is gone on from again, so that the first
of each round is final and nothing is lost.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct

from warband_tui.rules.board.corners import Corners
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.walks import Floats, Ints, Walks

State = tuple[int, float]
"""A corner (-1 for the start) and a height."""


class Reached(Struct):
    """What is known of a state: its price, whence it was reached."""

    price: float
    came: State | None


class Canvas:
    """Points to be priced on the way, and the best that is known of each: price and height."""

    def __init__(self, at: Floats) -> None:
        self.at = at
        self.price: Floats = np.full(len(at), math.inf)
        self.z: Floats = np.zeros(len(at))

    def take(self, which: Ints, price: Floats, heights: Floats) -> None:
        """Keep what is cheaper; a point may come several times."""
        better = np.flatnonzero(price < self.price[which] - HAIR)
        better = better[np.argsort(-price[better], kind="stable")]
        kept = which[better]
        self.price[kept], self.z[kept] = price[better], heights[better]


class Search:
    """A search from a spot over corners.

    The first `goals` corners are ends: nothing is gone on from them.
    """

    def __init__(
        self, walks: Walks, corners: Corners, start: Spot, budget: float = math.inf, goals: int = 0
    ) -> None:
        self.walks, self.corners, self.start = walks, corners, start
        self.budget, self.goals = budget, goals
        self.known: dict[State, Reached] = {(-1, start[2]): Reached(0.0, None)}
        self._flat: dict[float, Floats] = {}
        self._heap: list[tuple[float, float, State]] = []

    def spot(self, state: State) -> Spot:
        """Return where a state is."""
        if state[0] < 0:
            return (self.start[0], self.start[1], state[1])
        x, y = self.corners.at[state[0]].tolist()
        return (x, y, state[1])

    def run(
        self, left: Callable[[Floats], Floats], canvas: Canvas | None = None, together: int = 6
    ) -> Iterator[State]:
        """Yield goals in the order of their price; at the end the canvas has all prices.

        Args:
            left: the least that is left to go from points given as rows, 0 when there is no goal.
            canvas: further points that are priced from every state, but not gone on from.
            together: from how many states to go on at a time.
        """
        ahead = left(self.corners.at)
        self._heap = [(0.0, 0.0, next(iter(self.known)))]
        while self._heap:
            round_: list[State] = []
            while self._heap and len(round_) < together:
                total, price, state = heapq.heappop(self._heap)
                if price > self.known[state].price + HAIR:
                    continue
                if 0 <= state[0] < self.goals:
                    if round_:
                        heapq.heappush(self._heap, (total, price, state))
                        break
                    yield state
                else:
                    round_.append(state)
            if round_:
                self._go_on(round_, ahead, canvas)

    def _go_on(self, states: list[State], ahead: Floats, canvas: Canvas | None) -> None:
        corners = self.corners
        spots: Floats = np.array([self.spot(state) for state in states])
        so_far: Floats = np.array([self.known[state].price for state in states])
        number: Ints = np.array([state[0] for state in states])
        best = np.stack([self._best(state[1]) for state in states])
        best[:, corners.level] = self._best(0.0)[corners.level]
        total = so_far[:, None] + _apart(spots, corners.at)
        who, to = np.nonzero((total + ahead <= self.budget + HAIR) & (total < best - HAIR))
        kept = corners.turns(to, spots[who, :2])
        who, to = who[kept], to[kept]
        limit = np.where(corners.level[to], best[who, to], math.inf)
        ends, count = corners.at[to], len(to)
        if canvas is not None:
            far = so_far[:, None] + _apart(spots, canvas.at)
            more, cells = np.nonzero((far <= self.budget + HAIR) & (far < canvas.price - HAIR))
            who, to = np.concatenate((who, more)), np.concatenate((to, cells))
            ends = np.concatenate((ends, canvas.at[cells]))
            limit = np.concatenate((limit, canvas.price[cells]))
        kept = number[who] < 0
        bent = np.flatnonzero(~kept)
        kept[bent] = corners.turns(number[who[bent]], ends[bent])
        count = int(kept[:count].sum())
        who, to, ends, limit = who[kept], to[kept], ends[kept], limit[kept]
        if not len(ends):
            return
        limit = np.minimum(limit, self.budget + 2 * HAIR) - so_far[who]
        clear, price, heights = self.walks.many(spots[who], ends, limit)
        price += so_far[who]
        clear &= price <= self.budget + HAIR
        if canvas is not None:
            good = np.flatnonzero(clear[count:]) + count
            canvas.take(to[good], price[good], heights[good])
        for i in np.flatnonzero(clear[:count]).tolist():
            n, cost, z = int(to[i]), float(price[i]), round(float(heights[i]), 3)
            after = self.known.get((n, z))
            if after is None or cost < after.price - HAIR:
                self.known[n, z] = Reached(cost, states[int(who[i])])
                self._best(z)[n] = cost
                heapq.heappush(self._heap, (cost + float(ahead[n]), cost, (n, z)))

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


def _apart(spots: Floats, at: Floats) -> Floats:
    """Return the distance of each spot, a row, from each point, a column."""
    return np.asarray(np.hypot(spots[:, :1] - at[:, 0], spots[:, 1:2] - at[:, 1]), dtype=np.float64)
