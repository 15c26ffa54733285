"""Where models of a unit are put: all of them about one spot, or as far as the first one goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from msgspec import Struct

from warband_tui.campaign.board_view_terrain import heights_at
from warband_tui.rules.board.inches import Body, extent, is_round, off_board, overlapping, stand
from warband_tui.rules.board.layout import Base, Board, InchBoard, Spot, SquareBoard
from warband_tui.rules.board.planning import PLAIN_BASE, Cell, Footprint

GAP = 0.1
"""Inches between the bases of neighbours."""
_HELD = 2
"""So many neighbours a model is given, where there is room: no game asks for more."""

_SIX: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""Neighbours in rows of which each lies half a place beside the one before."""
_EIGHT: tuple[Cell, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


class Formation(Struct, frozen=True):
    """Places for the models of a unit, the first of them at the cursor's; `why` tells of those without one."""

    spots: tuple[Spot, ...]
    why: str = ""


def moved_to(board: Board, at: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
    """Return where the models of a unit would stand if its first one stood at a spot and the others kept step."""
    if len(at) <= 1:
        return (spot,)
    across, down = spot[0] - at[0][0], spot[1] - at[0][1]
    whole = not isinstance(board, InchBoard)
    found = []
    for one in at:
        x = min(max(one[0] + across, 0), board.width - whole)
        y = min(max(one[1] + down, 0), board.height - whole)
        found.append((int(x), int(y)) if whole else (x, y, *spot[2:]))
    return tuple(found)


def formation(
    board: Board,
    spot: Spot,
    models: int,
    foot: Footprint,
    others: Iterable[tuple[Spot, Footprint]] = (),
) -> Formation:
    """Return places for all models of a unit about a first one, each next to two others.

    The first stands at the spot, moved in where its base would reach over the edge. The others keep off edges,
    filled squares and everybody else; whether the ground will bear them is for the rules to say.

    Args:
        board: the board.
        spot: where the first model is to stand.
        models: how many there are.
        foot: what one of them covers.
        others: who stands where already, the unit's own models left out.
    """
    if isinstance(board, InchBoard):
        grid = _Table(board, spot, foot, others)
        spots = _filled(models, grid.spot, grid.free, _SIX)
    else:
        squares = _Squares(board, spot, foot, others)
        spots = _filled(models, squares.spot, squares.free, _EIGHT)
    return Formation(spots, f"there is room for {len(spots)} of {models} here" if len(spots) < models else "")


def _filled(
    models: int, spot_of: Callable[[Cell], Spot], free: Callable[[Spot], bool], beside: tuple[Cell, ...]
) -> tuple[Spot, ...]:
    """Take the places nearest to the first one of those that touch two taken ones, else of those that touch one."""
    first = spot_of((0, 0))
    found = {(0, 0): first}
    edge: dict[Cell, int] = {}
    """Free places beside taken ones, with how many of them."""
    spots: dict[Cell, Spot] = {}
    refused: set[Cell] = set()
    newest: Cell = (0, 0)
    while len(found) < models:
        for across, down in beside:
            cell = newest[0] + across, newest[1] + down
            if cell in found or cell in refused:
                continue
            if cell not in spots:
                spots[cell] = spot_of(cell)
                if not free(spots[cell]):
                    refused.add(cell)
                    continue
            edge[cell] = edge.get(cell, 0) + 1
        if not edge:
            break
        newest = min(
            edge, key=lambda c: (edge[c] < min(_HELD, len(found)), _far(spots[c], first), spots[c][::-1])
        )
        del edge[newest]
        found[newest] = spots[newest]
    return tuple(found.values())


def _far(a: Spot, b: Spot) -> float:
    return round(math.dist(a[:2], b[:2]), 6)


class _Table:
    """Places on a table in inches: rows of bases, each row half a place beside the one before."""

    def __init__(
        self, board: InchBoard, spot: Spot, foot: Footprint, others: Iterable[tuple[Spot, Footprint]]
    ) -> None:
        base = foot.base or Base(PLAIN_BASE, PLAIN_BASE)
        left, upper, right, lower = extent(base)
        self.board = board
        self.across, self.down = right - left + GAP, lower - upper + GAP
        if is_round(base) or (base.form == "oval" and not base.turned):
            # Curves of neighbouring rows reach between one another.
            self.down *= math.sqrt(3) / 2
        x, y = _within(spot[0], left, right, board.width), _within(spot[1], upper, lower, board.height)
        self.first = stand(base, (x, y, *spot[2:]), foot.height)
        self.others = [_body(at, other) for at, other in others]

    def spot(self, cell: Cell) -> Spot:
        x, y = self.first.x, self.first.y
        return x + (cell[0] + cell[1] / 2) * self.across, y + cell[1] * self.down, self.first.z

    def free(self, spot: Spot) -> bool:
        body = stand(self.first.base, spot, self.first.height)
        return (
            not off_board(body, self.board)
            and (not body.z or body.z in heights_at(self.board, (body.x, body.y)))
            and not any(self._near(body, other) and overlapping(body, other) for other in self.others)
        )

    @staticmethod
    def _near(a: Body, b: Body) -> bool:
        return math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius


def _body(spot: Spot, foot: Footprint) -> Body:
    return stand(foot.base or Base(PLAIN_BASE, PLAIN_BASE), spot, foot.height)


def _within(middle: float, back: float, ahead: float, size: float) -> float:
    """Return the middle of a base, moved as far as needed for it to lie on a table; in the middle of a small one."""
    if ahead - back > size:
        return size / 2
    return min(max(middle, -back), size - ahead)


class _Squares:
    """Places on a map of squares."""

    def __init__(
        self, board: SquareBoard, spot: Spot, foot: Footprint, others: Iterable[tuple[Spot, Footprint]]
    ) -> None:
        self.board = board
        self.side = foot.side
        self.first = (
            max(0, min(int(spot[0]), board.width - foot.side)),
            max(0, min(int(spot[1]), board.height - foot.side)),
        )
        self.taken = {square for at, other in others for square in _covered(at, other.side)}

    def spot(self, cell: Cell) -> Spot:
        return self.first[0] + cell[0] * self.side, self.first[1] + cell[1] * self.side

    def free(self, spot: Spot) -> bool:
        x, y = int(spot[0]), int(spot[1])
        if not (0 <= x <= self.board.width - self.side and 0 <= y <= self.board.height - self.side):
            return False
        squares = _covered(spot, self.side)
        return self.taken.isdisjoint(squares) and not any(self.board.ground(at).blocking for at in squares)


def _covered(spot: Spot, side: int) -> list[Cell]:
    x, y = int(spot[0]), int(spot[1])
    return [(x + across, y + down) for down in range(side) for across in range(side)]
