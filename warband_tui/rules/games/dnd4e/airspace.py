"""The places of a creature that goes up and down: squares at heights, all steps between them, least prices, best ways.

A place is an anchor and how many squares up it is; below 0 it is in a drop. A step goes to any of the 26 places round
one, up and down at the price of a square (D4-FLY-1, D4-FLY-2), and is judged at the height at which it arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import DIRECTIONS, Direction, Space, Step
from warband_tui.rules.board.squares_reach import Moves, moves_of
from warband_tui.rules.games.dnd4e.declarations import FEET
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.steps import Mode, climbs, mover_of
from warband_tui.rules.state import Unit

STAY: Direction = (0, 0)
_WAYS: tuple[Direction, ...] = (*DIRECTIONS, STAY)


class Place(NamedTuple):
    """Where a space may be: its upper left square, and how many squares up."""

    anchor: Square
    level: int


Allow = Callable[[int, int, Direction], int]
"""The anchors at which a step may arrive, by the heights from which and to which it goes, and its direction."""
Weigh = Callable[[Space, Space], int]
Arrivals = tuple[tuple[int, int], ...]


class Airspace:
    """All places of a creature between two heights, and the steps between them."""

    def __init__(self, scene: Scene, unit: Unit, mode: Mode, low: int, high: int) -> None:
        self.scene, self.unit, self.mode, self.grid = scene, unit, mode, scene.grid
        self.climbs = climbs(mode)
        self.depth = scene.board.drop_feet // FEET if scene.grid.drops else 0
        self.low, self.high = max(low, -self.depth), max(high, 0) if not self.climbs else 0
        self.side = self.at(max(self.low, min(self.high, scene.space(unit.id).level))).mover.side
        self._ways: dict[tuple[int, int], tuple[tuple[Direction, int, Arrivals], ...]] = {}
        self._free: dict[int, int] = {}
        self._dear: dict[int, int] = {}

    def at(self, level: int) -> Moves:
        """Return the steps that arrive at a height from the same height."""
        return moves_of(self.grid, mover_of(self.scene, self.unit, self.mode, level))

    def free(self, level: int) -> int:
        """Return the anchors at which all of the creature may be at a height, on its way."""
        if level not in self._free:
            steps = self.at(level)
            shut = steps.mover.solid | steps.mover.barred
            found = steps.room & ~self.grid.touching(shut, self.side)
            if self.climbs and -self.depth < level < 0:
                found &= self._by_a_wall
            self._free[level] = found
        return self._free[level]

    def endable(self, level: int) -> int:
        """Return the anchors at which it may end at a height; who climbs ends above or below."""
        if self.climbs and -self.depth < level < 0:
            return 0
        return self.at(level).endable & self.free(level)

    @cached_property
    def _by_a_wall(self) -> int:
        """The anchors in a drop from which a side of it is in reach of hands and feet."""
        grid = self.grid
        firm = grid.inside & ~grid.drops
        beside = firm
        for direction in DIRECTIONS:
            beside |= grid.shifted(firm, direction)
        return grid.touching(beside, self.side)

    def ways(self, start: int, to: int) -> tuple[tuple[Direction, int, Arrivals], ...]:
        """Return the directions of steps between two heights: bits that they shift, where they arrive, by price."""
        if (start, to) not in self._ways:
            self._ways[start, to] = tuple(self._arrivals(start, to))
        return self._ways[start, to]

    def _arrivals(self, start: int, to: int) -> Iterator[tuple[Direction, int, Arrivals]]:
        steps, free = self._across(start, to), self.free(to)
        if start == to:
            for way in steps.ways:
                yield way.direction, way.shift, tuple((cost, where & free) for cost, where in way.arrivals)
            return
        usual, dear = steps.mover.price, self._costly(to)
        for way in steps.ways:
            sorts = [(cost, where & free) for cost, where in way.arrivals if cost > usual]
            plain = sum(where & free for cost, where in way.arrivals if cost == usual)
            yield way.direction, way.shift, ((usual, plain & ~dear), (usual + 1, plain & dear), *sorts)
        yield STAY, 0, ((usual, free & ~dear), (usual + 1, free & dear))

    def _across(self, start: int, to: int) -> Moves:
        """Return the steps between two heights; the rim of a drop is no corner to who goes over it."""
        steps = self.at(to)
        if to < 0 <= start:
            solid = steps.mover.solid & ~(self.grid.inside & ~self.grid.drops)
            return moves_of(self.grid, replace(steps.mover, solid=solid))
        return steps

    def _costly(self, level: int) -> int:
        """Return the anchors at which any square of the space is difficult at a height: up or down it enters all."""
        if level not in self._dear:
            costly = self.at(level).mover.costly
            self._dear[level] = self.grid.touching(costly, self.side) if costly else 0
        return self._dear[level]

    def step(self, start: Place, to: Place) -> Step:
        """Return a step with its reasons."""
        (x, y), (u, v) = start.anchor, to.anchor
        steps, space = self._across(start.level, to.level), Space(*to.anchor, self.side, to.level)
        if (x, y) == (u, v):
            own = space.squares()
            one = Step(start.anchor, to.anchor, True, steps.mover.price, own, own)
        else:
            one = steps.step(start.anchor, (u - x, v - y))
        if start.level == to.level:
            return one
        if abs(start.level - to.level) > 1:
            return replace(one, legal=False, cause="far", where=(to.anchor,))
        mover, squares = self.at(to.level).mover, space.squares()
        if one.legal:
            for cause, shut in (("filled", mover.solid), ("occupied", mover.barred)):
                where = tuple(s for s in squares if self.grid.has(shut, s))
                if where:
                    return replace(one, legal=False, cause=cause, where=where)
        charged = tuple(s for s in squares if self.grid.has(mover.costly, s))
        price = max(one.price, mover.price + bool(charged))
        return replace(one, left=Space(*start.anchor, self.side).squares(), entered=squares, charged=charged, price=price,
                       legal=one.legal and self.grid.has(self.free(to.level), to.anchor),
                       cause=one.cause or ("" if self.grid.has(self.free(to.level), to.anchor) else "drop"))  # fmt: skip

    def spread(self, sources: Mapping[Place, int], budget: int, allow: Allow | None = None) -> AirField:
        """Return the least prices of all places within a budget, from some with prices of their own."""
        count = self.high - self.low + 1
        buckets: dict[int, list[int]] = {}
        for place, price in sources.items():
            if self.low <= place.level <= self.high:
                buckets.setdefault(price, [0] * count)[place.level - self.low] |= self.grid.bit(place.anchor)
        seen, settled = [0] * count, dict[int, list[int]]()
        while buckets:
            price = min(buckets)
            reached = buckets.pop(price)
            if price > budget:
                break
            fronts = settled[price] = [new & ~old for new, old in zip(reached, seen, strict=True)]
            seen = [old | new for old, new in zip(seen, fronts, strict=True)]
            for i, front in enumerate(fronts):
                for j in range(max(i - 1, 0), min(i + 2, count)) if front else ():
                    self._onward(front, i, j, ~seen[j], price, buckets, allow)
        return AirField(self, sources, settled, allow)

    def _onward(self, front: int, i: int, j: int, new: int, price: int, buckets: dict[int, list[int]],
                allow: Allow | None) -> None:  # fmt: skip
        start, to = i + self.low, j + self.low
        for direction, shift, arrivals in self.ways(start, to):
            moved = (front << shift if shift >= 0 else front >> -shift) & new
            if moved and allow is not None:
                moved &= allow(start, to, direction)
            for cost, where in arrivals if moved else ():
                if moved & where:
                    buckets.setdefault(price + cost, [0] * (self.high - self.low + 1))[j] |= moved & where


_Node = tuple[Place, int]
_Ranked = tuple[int, int, int, tuple[tuple[int, int], ...]]
"""Weight, changes of height, turns, and the steps of a way: numbers of directions, with how much they rise."""


class AirField:
    """The least prices of places, and the ways to them."""

    def __init__(
        self,
        space: Airspace,
        sources: Mapping[Place, int],
        settled: Mapping[int, Sequence[int]],
        allow: Allow | None,
    ) -> None:
        self.space, self.sources, self.settled, self.allow = space, sources, settled, allow

    def price(self, place: Place) -> int | None:
        """Return the least price of a place, None where it cannot get."""
        return next((price for price in self.settled if self._settled(place, price)), None)

    def _settled(self, place: Place, price: int) -> bool:
        air, fronts = self.space, self.settled.get(price)
        if fronts is None or not air.low <= place.level <= air.high:
            return False
        return air.grid.has(fronts[place.level - air.low], place.anchor)

    def levels(self, anchor: Square) -> dict[Place, int]:
        """Return all places of a square that are reached, with their prices."""
        air = self.space
        places = (Place(anchor, level) for level in range(air.low, air.high + 1))
        return {place: price for place in places if (price := self.price(place)) is not None}

    def cells(self, within: Callable[[int], int]) -> dict[Place, int]:
        """Return the places reached whose anchor is in the set of their height, with prices, the cheapest first."""
        air = self.space
        wanted = [within(level) for level in range(air.low, air.high + 1)]
        return {
            Place(cell, level + air.low): price
            for price, fronts in sorted(self.settled.items())
            for level, front in enumerate(fronts)
            if front & wanted[level]
            for cell in air.grid.cells(front & wanted[level])
        }

    def way(self, to: Place, weigh: Weigh | None = None) -> tuple[Place, ...]:
        """Return the places of a cheapest way from a source, that one first; of several the one with the least weight.

        Among ways of the same weight it goes up and down as little as it can, then with few turns.
        """
        price = self.price(to)
        if price is None:
            return ()
        memo: dict[_Node, tuple[_Ranked, _Node | None]] = {}
        goal = (to, price)
        todo: list[_Node] = [goal]
        while todo:
            node = todo[-1]
            if node in memo or self.sources.get(node[0]) == node[1]:
                memo.setdefault(node, ((0, 0, 0, ()), None))
                todo.pop()
                continue
            before = list(self._before(*node))
            missing = [source for source, _ in before if source not in memo]
            if missing:
                todo += missing
            else:
                memo[node] = min(
                    (self._longer(memo[source][0], source[0], node[0], number, weigh), source)
                    for source, number in before
                )
        found, at = [goal[0]], memo[goal][1]
        while at is not None:
            found.append(at[0])
            at = memo[at][1]
        return tuple(reversed(found))

    def _longer(self, way: _Ranked, start: Place, to: Place, number: int, weigh: Weigh | None) -> _Ranked:
        weight, rises, turns, taken = way
        side, by = self.space.side, to.level - start.level
        turned = bool(taken) and taken[-1][0] != number
        more = (
            weigh(Space(*start.anchor, side, start.level), Space(*to.anchor, side, to.level)) if weigh else 0
        )
        return (weight + more, rises + bool(by), turns + turned, (*taken, (number, by)))

    def _before(self, to: Place, price: int) -> Iterator[tuple[_Node, int]]:
        """Yield from where the last step of a cheapest way comes, and the number of its direction."""
        air = self.space
        for level in range(max(air.low, to.level - 1), min(air.high, to.level + 1) + 1):
            for direction, _, arrivals in air.ways(level, to.level):
                if self.allow is not None and not air.grid.has(
                    self.allow(level, to.level, direction), to.anchor
                ):
                    continue
                source = Place((to.anchor[0] - direction[0], to.anchor[1] - direction[1]), level)
                for cost, where in arrivals:
                    if air.grid.has(where, to.anchor) and self._settled(source, price - cost):
                        yield (source, price - cost), _WAYS.index(direction)
