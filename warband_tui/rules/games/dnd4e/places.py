"""Where a charge, a teleport, standing up and the end of a squeeze may lead."""

from __future__ import annotations

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, astride, distance, gaps
from warband_tui.rules.board.squares_reach import Field, nearer, rings_around, spread
from warband_tui.rules.games.dnd4e.attack_ground import melee_reach
from warband_tui.rules.games.dnd4e.cover import effect_line, sight_line
from warband_tui.rules.games.dnd4e.provoking import Watch
from warband_tui.rules.games.dnd4e.reach import Route, priced
from warband_tui.rules.games.dnd4e.space import Scene, square_of
from warband_tui.rules.games.dnd4e.steps import budget_of, end_refusal, mode_of, mover_of, moves
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

LEAST_CHARGE = 2


def charge_reach(scene: Scene, unit: Unit) -> int:
    """Return how far a creature's melee basic attack reaches, which a charge ends with (D4-SIZE-4, D4-CHG-1)."""
    return melee_reach(scene, unit, scene.profile(unit).basic_melee)


def charge_field(
    scene: Scene, unit: Unit, target: Unit, budget: int, reach: int | None = None
) -> tuple[Field, dict[Square, int]]:
    """Return where a charge at a target may pass, and where it may end (D4-CHG-1).

    Every square is nearer to the target than the one before it, at least two are entered, and it ends in one of
    the nearest free squares from which the target can be attacked. `reach` is that of another attack than the
    creature's basic one. A space that moves a square counts one, however large it is.
    """
    goal, space = scene.space(target.id), scene.space(unit.id)
    reach = charge_reach(scene, unit) if reach is None else reach
    apart = gaps(space, goal)[2]
    steps = moves(scene, unit, mode_of("charge"))
    marching = steps.limited(lambda d: nearer(scene.grid, space.side, goal, d, apart))
    found = spread(marching, (space.anchor,), budget)
    near = 0
    for ring in rings_around(scene.grid, space.side, goal)[: reach + 1]:
        near |= ring
    ends = {
        cell: price
        for cell, price in found.cells(marching.endable & near).items()
        if _gone(space, cell) >= LEAST_CHARGE
        and _attackable(scene, scene.grounded(space.at(cell)), goal, reach)
    }
    if not ends:
        return found, {}
    # Nearest of the squares from which it can attack, as the charger counts them.
    least = min(_gone(space, cell) for cell in ends)
    return found, {cell: price for cell, price in ends.items() if _gone(space, cell) == least}


def _gone(space: Space, to: Square) -> int:
    """Return how many squares a space goes to another place."""
    return max(abs(to[0] - space.x), abs(to[1] - space.y))


def _attackable(scene: Scene, space: Space, goal: Space, reach: int) -> bool:
    """Whether an attack of a reach gets from a space to another; a reach of 0 only within the same squares."""
    away = distance(space, goal)
    if away > reach or (away == 0 < reach):
        return False
    return not away or effect_line(scene, space, goal) is not None


def charge_refusal(scene: Scene, unit: Unit, target: Unit, budget: int, reach: int | None = None) -> Refusal:
    """Return why a creature cannot charge a target from where it stands."""
    space, goal = scene.space(unit.id), scene.space(target.id)
    reach = charge_reach(scene, unit) if reach is None else reach
    across, down, up = gaps(space, goal)
    if up > reach:
        return Refusal(
            f"{target.name} is {up} squares up or down; {unit.name} reaches {reach}", ("D4-CHG-1", "D4-FLY-2")
        )
    away = max(across, down) - reach
    if away < LEAST_CHARGE:
        return Refusal(
            f"{target.name} is too near: a charge goes {LEAST_CHARGE} squares at least", ("D4-CHG-1",)
        )
    if away > budget:
        return Refusal(
            f"{target.name} is too far: {away} squares to go, {unit.name} has {budget}", ("D4-CHG-1",)
        )
    return Refusal(f"no way on which every square is nearer to {target.name}", ("D4-CHG-1",))


def charge_route(scene: Scene, unit: Unit, target: Unit, to: Square, reach: int | None = None) -> Route:
    """Return the way of a charge to a square; `reach` is that of another attack than the basic one."""
    mode = mode_of("charge")
    budget = budget_of(unit, mode) or 0
    found, ends = charge_field(scene, unit, target, budget, reach)
    watch = Watch(scene, unit, mode)
    start = scene.space(unit.id)
    if to not in ends:
        no = charge_refusal(scene, unit, target, budget, reach)
        if ends:
            names = "; ".join("{},{}".format(*cell) for cell in ends)
            no = Refusal(f"a charge at {target.name} ends in {names}", ("D4-CHG-1",))
        return Route(unit.id, "charge", start.anchor, to, False, None, budget, (), no.why, no.rules)
    steps = found.route(to, watch.weigh(start.side))
    return priced(scene, unit, mode, found.moves, steps, to, budget, watch)


def arrival(scene: Scene, unit: Unit, to: Spot) -> Space:
    """Return the space that a creature takes up after a teleport to a square (D4-GEO-3, D4-FLY-2).

    A third number says how high that is. Without one it stays as high as it is: on the ground, in the air, or as
    deep as the drop that it is in, where the square is over one as well.
    """
    space = scene.space(unit.id)
    there = space.at(square_of(to))
    if len(to) > 2 and to[2] > 0:
        return there._replace(level=int(to[2]))
    if space.level < 0:
        return scene.grounded(there._replace(level=0))
    return there._replace(level=0) if len(to) > 2 else there


def teleport_refusal(
    scene: Scene, unit: Unit, to: Spot, budget: int | None, user: Unit | None = None
) -> Refusal | None:
    """Return why a creature cannot be teleported to a square (D4-TEL-1, D4-TEL-2); no budget: as far as it likes."""
    goal = arrival(scene, unit, to)
    if any(not scene.grid.holds(s) for s in goal.squares()):
        return Refusal("that is off the board", ("D4-TEL-2",))
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
