"""Swapping places: the target slides over the user's space, who shifts into what it left (D4-FM-13)."""

from __future__ import annotations

from msgspec import structs

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Mover, Space, gaps
from warband_tui.rules.board.squares_reach import Moves, moves_of, spread
from warband_tui.rules.games.dnd4e.forced import Forcing
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.states import cannot_shift
from warband_tui.rules.games.dnd4e.steps import mode_of, mover_of
from warband_tui.rules.state import Unit


def sliding(scene: Scene, unit: Unit, target: Unit) -> Forcing:
    """Return how the target of a swap is slid: as all that is, in the user's line of effect, the user not in its way.

    It goes no farther than over the other's space (D4-FM-3, D4-FM-8, D4-FM-10).
    """
    mine, theirs = scene.space(unit.id), scene.space(target.id)
    most = max(gaps(mine, theirs)[:2]) + max(mine.side, theirs.side)
    return Forcing(scene, "slide", mine, target, most, past=unit.id)


def swaps(scene: Scene, unit: Unit, target: Unit) -> dict[Square, tuple[Square, ...]]:
    """Return how two creatures swap places: where the target may go, and for each where the user then shifts (D4-FM-13).

    The target's space has to cover the user's, or to lie in it where it is the smaller one, up and down as well; it
    is slid there. The user shifts into a space with at least one square that the target has left: nobody swaps who
    cannot shift (D4-PRONE-2, D4-SPD-5). For the one the space of the other is no obstacle.
    """
    mine, theirs = scene.space(unit.id), scene.space(target.id)
    found: dict[Square, tuple[Square, ...]] = {}
    small, large = sorted((mine, theirs), key=lambda space: space.side)
    level = large.level <= small.level and small.level + small.side <= large.level + large.side
    if cannot_shift(unit) is not None or not level:
        return found
    driven = sliding(scene, unit, target).field()
    slid = driven.safe.reached | scene.grid.set_of(driven.last)
    shifted = spread(_shift(scene, unit, target), (mine.anchor,)).reached
    reach = range(-max(mine.side, theirs.side) + 1, max(mine.side, theirs.side))
    for j in reach:
        for i in reach:
            goal = theirs.at((mine.x + i, mine.y + j))
            small, large = (mine, goal) if goal.side >= mine.side else (goal, mine)
            covers = all(large.holds(square) for square in small.squares())
            if not covers or not scene.grid.has(slid, goal.anchor) or not _free(scene, goal, unit, target):
                continue
            left = [s for s in theirs.squares() if not goal.holds(s)]
            places = {(x - dx, y - dy) for x, y in left for dx in range(mine.side) for dy in range(mine.side)}
            ends = tuple(
                sorted(
                    cell
                    for cell in places
                    if scene.grid.has(shifted, cell)
                    and _free(scene, mine.at(cell), unit, target)
                    and not any(goal.holds(s) for s in mine.at(cell).squares())
                )
            )
            if ends:
                found[goal.anchor] = ends
    return found


def _shift(scene: Scene, unit: Unit, other: Unit) -> Moves:
    """Return the steps of the user of a swap, as if the other were not there: its shift has no length of its own."""
    grid = scene.grid
    mover: Mover = mover_of(scene, unit, mode_of("shift"))
    solid, barred = (
        mover.solid | scene.filled_at(scene.space(unit.id).level),
        mover.barred & ~scene.held[other.id],
    )
    made = structs.replace(mover, solid=solid, barred=barred, costly=0, low=False, walls=True, price=1)
    return moves_of(grid, made)


def _free(scene: Scene, space: Space, unit: Unit, target: Unit) -> bool:
    there = (other.id for square in space.squares() for other in scene.on(square))
    inside = all(scene.grid.holds(square) for square in space.squares())
    return inside and not any(
        scene.level_with(space, who) for who in there if who not in (unit.id, target.id)
    )
