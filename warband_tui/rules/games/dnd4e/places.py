"""Where a teleport, standing up and the end of a squeeze may lead."""

from __future__ import annotations

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, astride, distance
from warband_tui.rules.board.squares_reach import spread
from warband_tui.rules.games.dnd4e.cover import sight_line
from warband_tui.rules.games.dnd4e.space import Scene, square_of
from warband_tui.rules.games.dnd4e.steps import end_refusal, mode_of, mover_of, moves
from warband_tui.rules.questions import HIGHEST
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit


def arrival(scene: Scene, unit: Unit, to: Spot) -> Space:
    """Return the space that a creature takes up after a teleport to a square (D4-GEO-3, D4-FLY-2).

    A third number says how high that is. Without one it stays as high as it is: on the ground, in the air, or as
    deep as the drop that it is in, where the square is over one as well.
    """
    space = scene.space(unit.id)
    there = space.at(square_of(to))
    if len(to) > 2:
        return (
            there._replace(level=int(to[2]))
            if to[2] >= 0
            else scene.grounded(there._replace(level=int(to[2])))
        )
    return scene.grounded(there) if space.level < 0 else there


def teleport_refusal(
    scene: Scene, unit: Unit, to: Spot, budget: int | None, user: Unit | None = None
) -> Refusal | None:
    """Return why a creature cannot be teleported to a square (D4-TEL-1, D4-TEL-2); no budget: as far as it likes."""
    goal = arrival(scene, unit, to)
    if any(not scene.grid.holds(s) for s in goal.squares()):
        return Refusal("that is off the board", ("D4-TEL-2",))
    if goal.level > HIGHEST:
        return Refusal(f"{goal.level} squares up is too high; at most {HIGHEST}", ("D4-TEL-2",))
    away = distance(scene.space(unit.id), goal)
    if budget is not None and away > budget:
        squares = "square" if away == 1 else "squares"
        return Refusal(f"{away} {squares} away; the teleport goes {budget}", ("D4-TEL-1",))
    no = across_a_wall(scene, unit, goal)
    if no is not None:
        return Refusal(no.why, (*no.rules, "D4-TEL-2"))
    filled = scene.filled_at(goal.level)
    for square in goal.squares():
        if scene.grid.has(filled, square):
            return Refusal("{},{} is filled".format(*square), ("D4-TEL-2",))
        there = next((o for o in scene.on(square, unit.id) if scene.level_with(goal, o.id)), None)
        if there is not None:
            return Refusal(f"{there.name} is on " + "{},{}".format(*square), ("D4-TEL-2",))
    eyes = user or unit
    if eyes.has("blinded") or not any(sight_line(scene, own, goal) for own in scene.spaces[eyes.id]):
        return Refusal(f"{eyes.name} does not see " + "{},{}".format(*goal.anchor), ("D4-TEL-1",))
    return None


def teleport_ends(scene: Scene, unit: Unit, budget: int) -> dict[Square, int]:
    """Return where a creature may teleport, with the distances."""
    space = scene.space(unit.id)
    near = scene.grid.around(space, budget)
    found = {}
    for cell in scene.grid.cells(near):
        if cell != space.anchor and teleport_refusal(scene, unit, cell, budget) is None:
            found[cell] = distance(space, arrival(scene, unit, cell))
    return found


def standing(scene: Scene, unit: Unit) -> tuple[bool, tuple[Square, ...]]:
    """Return whether a prone creature stands up in place, and else the squares that it shifts to (D4-PRONE-3)."""
    space = scene.space(unit.id)
    shared = any(
        other
        for square in space.squares()
        for other in scene.on(square, unit.id)
        if scene.level_with(space, other.id)
    )
    if not shared:
        return True, ()
    steps = moves(scene, unit, mode_of("shift"))
    return False, tuple(spread(steps, (space.anchor,), 1).ends)


def full_spaces(scene: Scene, unit: Unit, side: int) -> tuple[Square, ...]:
    """Return where a squeezing creature may take its full space: about the small one, and legal (D4-SQZ-2)."""
    space = scene.space(unit.id)
    if space.side >= side:
        return (space.anchor,)
    found = []
    for j in range(side - space.side + 1):
        for i in range(side - space.side + 1):
            full = Space(space.x - i, space.y - j, side, space.level)
            inside = all(scene.grid.holds(s) for s in full.squares())
            if inside and (across_a_wall(scene, unit, full) or end_refusal(scene, unit, full)) is None:
                found.append(full.anchor)
    return tuple(sorted(found))


def across_a_wall(scene: Scene, unit: Unit, space: Space) -> Refusal | None:
    """Return why a creature cannot take up a space that a wall on an edge divides, None where it can (D4-OBS-1)."""
    where = astride(scene.grid, space)
    if not where or not mover_of(scene, unit, mode_of("walk")).walls:
        return None
    return Refusal("a wall stands on an edge within its space, at {},{}".format(*where[0]), ("D4-OBS-1",))
