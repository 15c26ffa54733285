"""Where a charge, a teleport, standing up and the end of a squeeze may lead."""

from __future__ import annotations

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.board.squares_reach import Field, nearer, rings_around, spread
from warband_tui.rules.board.squares_sight import clear_line, sight_veil, solid_veil
from warband_tui.rules.games.dnd4e.provoking import Watch
from warband_tui.rules.games.dnd4e.reach import Route, priced
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.steps import budget_of, end_refusal, mode_of, moves
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

LEAST_CHARGE = 2


def attack_reach(scene: Scene, unit: Unit) -> int:
    """Return how far a creature's melee attacks reach (D4-SIZE-1, D4-SIZE-2, D4-SIZE-4)."""
    return scene.profile(unit).usual_reach


def charge_field(scene: Scene, unit: Unit, target: Unit, budget: int) -> tuple[Field, dict[Square, int]]:
    """Return where a charge at a target may pass, and where it may end (D4-CHG-1).

    Every square is nearer to the target than the one before it, at least two are entered, and it ends in one of
    the nearest free squares from which the target can be attacked.
    """
    mode, goal = mode_of("charge"), scene.space(target.id)
    space = scene.space(unit.id)
    apart = distance(space._replace(x=0, y=0, side=1), goal._replace(x=0, y=0, side=1))
    steps = moves(scene, unit, mode)
    marching = steps.limited(lambda d: nearer(scene.grid, space.side, goal, d, apart))
    found = spread(marching, (space.anchor,), budget)
    near = 0
    for far, ring in enumerate(rings_around(scene.grid, space.side, goal)):
        if 0 < far <= max(1, attack_reach(scene, unit)):
            near |= ring
    ends = {
        cell: price
        for cell, price in found.cells(marching.endable & near).items()
        if distance(space, space.at(cell)) >= LEAST_CHARGE and _attackable(scene, space.at(cell), goal)
    }
    if not ends:
        return found, {}
    # Nearest of the squares from which it can attack, as the charger counts them.
    least = min(distance(space, space.at(cell)) for cell in ends)
    return found, {cell: price for cell, price in ends.items() if distance(space, space.at(cell)) == least}


def _attackable(scene: Scene, space: Space, goal: Space) -> bool:
    return clear_line(scene.grid, solid_veil(scene.grid), space, goal) is not None


def charge_refusal(scene: Scene, unit: Unit, target: Unit, budget: int) -> Refusal:
    """Return why a creature cannot charge a target from where it stands."""
    space, goal = scene.space(unit.id), scene.space(target.id)
    away = distance(space, goal) - max(1, attack_reach(scene, unit))
    if away < LEAST_CHARGE:
        return Refusal(
            f"{target.name} is too near: a charge goes {LEAST_CHARGE} squares at least", ("D4-CHG-1",)
        )
    if away > budget:
        return Refusal(
            f"{target.name} is too far: {away} squares to go, {unit.name} has {budget}", ("D4-CHG-1",)
        )
    return Refusal(f"no way on which every square is nearer to {target.name}", ("D4-CHG-1",))


def charge_route(scene: Scene, unit: Unit, target: Unit, to: Square) -> Route:
    """Return the way of a charge to a square."""
    mode = mode_of("charge")
    budget = budget_of(unit, mode) or 0
    found, ends = charge_field(scene, unit, target, budget)
    watch = Watch(scene, unit, mode)
    start = scene.space(unit.id)
    if to not in ends:
        no = charge_refusal(scene, unit, target, budget)
        if ends:
            names = "; ".join("{},{}".format(*cell) for cell in ends)
            no = Refusal(f"a charge at {target.name} ends in {names}", ("D4-CHG-1",))
        return Route(unit.id, "charge", start.anchor, to, False, None, budget, (), no.why, no.rules)
    steps = found.route(to, watch.weigh(start.side))
    return priced(scene, unit, mode, found.moves, steps, to, budget, watch)


def teleport_refusal(
    scene: Scene, unit: Unit, to: Square, budget: int | None, user: Unit | None = None
) -> Refusal | None:
    """Return why a creature cannot be teleported to a square (D4-TEL-1, D4-TEL-2); no budget: as far as it likes."""
    space = scene.space(unit.id)
    goal = Space(to[0], to[1], space.side, max(space.level, 0))
    if any(not scene.grid.holds(s) for s in goal.squares()):
        return Refusal("that is off the board", ("D4-TEL-2",))
    if budget is not None and distance(space, goal) > budget:
        return Refusal(f"{distance(space, goal)} squares away; the teleport goes {budget}", ("D4-TEL-1",))
    for square in goal.squares():
        if scene.grid.has(scene.grid.filled, square):
            return Refusal("{},{} is filled".format(*square), ("D4-TEL-2",))
        there = next((o for o in scene.on(square, unit.id) if scene.level_with(goal, o.id)), None)
        if there is not None:
            return Refusal(f"{there.name} is on " + "{},{}".format(*square), ("D4-TEL-2",))
    eyes = user or unit
    if eyes.has("blinded") or not any(
        clear_line(scene.grid, sight_veil(scene.grid), own, goal) for own in scene.spaces[eyes.id]
    ):
        return Refusal(f"{eyes.name} does not see " + "{},{}".format(*to), ("D4-TEL-1",))
    return None


def teleport_ends(scene: Scene, unit: Unit, budget: int) -> dict[Square, int]:
    """Return where a creature may teleport, with the distances."""
    space = scene.space(unit.id)
    near = scene.grid.around(space, budget)
    found = {}
    for cell in scene.grid.cells(near):
        if cell != space.anchor and teleport_refusal(scene, unit, cell, budget) is None:
            found[cell] = distance(space, space.at(cell))
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
            if all(scene.grid.holds(s) for s in full.squares()) and end_refusal(scene, unit, full) is None:
                found.append(full.anchor)
    return tuple(sorted(found))
