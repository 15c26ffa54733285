"""Where forced movement gets to: the squares that it passes, and those at which an edge or hurtful ground ends it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Direction, Step
from warband_tui.rules.board.squares_reach import Moves, spread


class Driven:
    """All that forced movement can reach from an anchor within some squares.

    `risky` are the anchors at which a step in a direction meets an edge or hurtful ground: it gets there and no
    further (D4-FM-10). The same anchor may be entered from elsewhere without meeting anything new, so that it is
    the step that counts; where both can be done, the way that meets nothing is taken. `endable` are the anchors in
    which it may end: a step may be barred that an end is not, as into squares out of the mover's line of effect.
    """

    def __init__(
        self, moves: Moves, start: Square, most: int, risky: Mapping[Direction, int], endable: int
    ) -> None:
        self.moves, self.most, self.risky = moves, most, risky
        self.endable = endable & ~moves.grid.bit(start)
        self.safe = spread(moves.limited(lambda d: ~risky.get(d, 0)), (start,), most)

    @cached_property
    def last(self) -> dict[Square, tuple[int, Direction]]:
        """The anchors that are only reached by a step that meets something, with the price and that step."""
        grid, found = self.moves.grid, dict[Square, tuple[int, Direction]]()
        for price, front in enumerate(self.safe.levels[: self.most]):
            for direction, _, arrivals in self.moves.ways:
                moved = grid.shifted(front, direction) & self.risky.get(direction, 0) & ~self.safe.reached
                for cost, where in arrivals:
                    for cell in grid.cells(moved & where):
                        found.setdefault(cell, (price + cost, direction))
        return found

    @property
    def ends(self) -> dict[Square, int]:
        """Where it may end, with the squares that it takes, the nearest first."""
        grid = self.moves.grid
        met = {cell: price for cell, (price, _) in self.last.items() if grid.has(self.endable, cell)}
        return dict(sorted((self.safe.cells(self.endable) | met).items(), key=lambda end: end[1]))

    @property
    def through(self) -> dict[Square, int]:
        """Where it can only pass, with the squares that it takes."""
        return self.safe.cells(~self.endable & ~self.moves.grid.set_of(self.safe.starts))

    def route(self, to: Square) -> tuple[Step, ...]:
        """Return a shortest way to an anchor, empty where it cannot get."""
        if to not in self.last:
            return self.safe.route(to)
        direction = self.last[to][1]
        before = (to[0] - direction[0], to[1] - direction[1])
        return (*self.safe.route(before), self.moves.step(before, direction))
