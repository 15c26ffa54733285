"""Swapping places: the target slides over the user's space, who shifts into what it left (D4-FM-13)."""

from __future__ import annotations

from msgspec import structs

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Mover, Space, gaps
from warband_tui.rules.board.squares_reach import Moves, moves_of, spread
from warband_tui.rules.board.squares_sight import clear_line, solid_veil
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.states import cannot_shift
from warband_tui.rules.games.dnd4e.steps import mode_of, mover_of
from warband_tui.rules.state import Unit


def swaps(scene: Scene, unit: Unit, target: Unit) -> dict[Square, tuple[Square, ...]]:
    """Return how two creatures swap places: where the target may go, and for each where the user then shifts (D4-FM-13).

    The target's space has to cover the user's, or to lie in it where it is the smaller one; it gets there as all
    that is slid does, by a clear way in the user's line of effect (D4-FM-3, D4-FM-8). The user shifts into a space
    with at least one square that the target has left: nobody swaps who cannot shift (D4-PRONE-2, D4-SPD-5). For the one the space of the other is no obstacle.
    """
    mine, theirs = scene.space(unit.id), scene.space(target.id)
    found: dict[Square, tuple[Square, ...]] = {}
    if cannot_shift(unit) is not None:
        return found
    slid = spread(_moves(scene, target, unit, seen_by=mine), (theirs.anchor,)).reached
    shifted = spread(_moves(scene, unit, target), (mine.anchor,)).reached
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


def _moves(scene: Scene, unit: Unit, other: Unit, seen_by: Space | None = None) -> Moves:
    """Return the steps of one of two who swap, as if the other were not there.

    `seen_by` is who slides it: it stays in line of effect, and no farther off than it is.
    """
    grid = scene.grid
    mover: Mover = mover_of(scene, unit, mode_of("shift"))
    barred = mover.barred & ~scene.held[other.id]
    if seen_by is not None:
        veil, space = solid_veil(grid), scene.space(unit.id)
        near = grid.around(seen_by, max(gaps(seen_by, space)[:2]) + space.side) & ~grid.filled
        barred |= grid.inside & ~grid.set_of(
            cell for cell in grid.cells(near) if clear_line(grid, veil, seen_by, Space(*cell))
        )
    solid = mover.solid | grid.filled
    made = structs.replace(mover, solid=solid, barred=barred, costly=0, low=False, walls=True, price=1)
    return moves_of(grid, made)


def _free(scene: Scene, space: Space, unit: Unit, target: Unit) -> bool:
    return all(
        scene.grid.holds(square) and all(other.id in (unit.id, target.id) for other in scene.on(square))
        for square in space.squares()
    )
