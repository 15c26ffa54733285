"""Where a charge at somebody may lead, on the ground and in the air (D4-CHG-1, D4-FLY-1)."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Direction, Grid, Space, distance, gaps
from warband_tui.rules.board.squares_reach import Field, nearer, rings_around, spread
from warband_tui.rules.games.dnd4e.air_watch import AirWatch
from warband_tui.rules.games.dnd4e.airspace import AirField, Allow, Place
from warband_tui.rules.games.dnd4e.attack_ground import melee_reach
from warband_tui.rules.games.dnd4e.cover import effect_line
from warband_tui.rules.games.dnd4e.flying import airspace, way_of
from warband_tui.rules.games.dnd4e.provoking import Watch
from warband_tui.rules.games.dnd4e.reach import Route, no_route, priced
from warband_tui.rules.games.dnd4e.space import Scene, square_of
from warband_tui.rules.games.dnd4e.steps import budget_of, mode_of, moves, upright
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

LEAST_CHARGE = 2


class ChargeField(Struct, frozen=True):
    """All ways of a charge, and where it may end, with prices; a third number is how many squares up."""

    found: Field | AirField
    ends: dict[Spot, int]

    def end_at(self, to: Spot, level: int) -> Spot | None:
        """Return the end that somebody means: of several heights the one nearest to a level, None where it may not end."""
        here = [end for end in self.ends if end[:2] == to[:2]]
        if len(to) > 2:
            here = [end for end in here if (end[2] if len(end) > 2 else level) == to[2]]
        return min(here, key=lambda end: abs((end[2] if len(end) > 2 else level) - level), default=None)


def charge_reach(scene: Scene, unit: Unit) -> int:
    """Return how far a creature's melee basic attack reaches, which a charge ends with (D4-SIZE-4, D4-CHG-1)."""
    return melee_reach(scene, unit, scene.profile(unit).basic_melee)


def charge_field(
    scene: Scene, unit: Unit, target: Unit, budget: int, reach: int | None = None
) -> ChargeField:
    """Return where a charge at a target may pass, and where it may end (D4-CHG-1).

    Every square is nearer to the target than the one before it, at least two are entered, and it ends in one of
    the nearest free squares from which the target can be attacked. `reach` is that of another attack than the
    creature's basic one. A space that moves a square counts one, however large it is.
    """
    goal, space = scene.space(target.id), scene.space(unit.id)
    reach = charge_reach(scene, unit) if reach is None else reach
    found: Field | AirField
    if upright(scene, unit, mode_of("charge")):
        found, reached = _in_the_air(scene, unit, goal, budget, reach)
    else:
        found, reached = _on_the_ground(scene, unit, goal, budget, reach)
    ends = {
        end: price
        for end, price in reached.items()
        if _gone(space, end) >= LEAST_CHARGE and _attackable(scene, _space_at(scene, space, end), goal, reach)
    }
    # Nearest of the squares from which it can attack, as the charger counts them.
    least = min((_gone(space, end) for end in ends), default=0)
    return ChargeField(found, {end: price for end, price in ends.items() if _gone(space, end) == least})


def _space_at(scene: Scene, space: Space, end: Spot) -> Space:
    there = space.at(square_of(end))
    if len(end) > 2:
        return there._replace(level=int(end[2]))
    return scene.grounded(there, aloft=space.level >= 0)


def _on_the_ground(
    scene: Scene, unit: Unit, goal: Space, budget: int, reach: int
) -> tuple[Field, dict[Spot, int]]:
    space, steps = scene.space(unit.id), moves(scene, unit, mode_of("charge"))
    apart = gaps(space, goal)[2]
    marching = steps.limited(lambda d: nearer(scene.grid, space.side, goal, d, apart))
    found = spread(marching, (space.anchor,), budget)
    near = _near(scene.grid, space.side, goal, reach)
    return found, {(x, y): price for (x, y), price in found.cells(marching.endable & near).items()}


def _near(grid: Grid, side: int, goal: Space, reach: int) -> int:
    """Return the anchors no farther from a space than a reach, heights aside."""
    near = 0
    for ring in rings_around(grid, side, goal)[: reach + 1]:
        near |= ring
    return near


def _in_the_air(
    scene: Scene, unit: Unit, goal: Space, budget: int, reach: int
) -> tuple[AirField, dict[Spot, int]]:
    space, mode = scene.space(unit.id), mode_of("charge")
    air = airspace(scene, unit, mode, [goal.level], budget)
    found = air.spread({Place(space.anchor, space.level): 0}, budget, _approaching(scene.grid, space, goal))
    near = _near(scene.grid, space.side, goal, reach)

    def wanted(level: int) -> int:
        return air.endable(level) & near if _above(space, goal, level) <= reach else 0

    return found, {
        cell if level == space.level >= 0 else (*cell, level): price
        for (cell, level), price in found.cells(wanted).items()
    }


def _above(space: Space, goal: Space, level: int) -> int:
    """Return the gap that height makes between a space at a level and another one."""
    return gaps(space._replace(level=level), goal)[2]


def _approaching(grid: Grid, space: Space, goal: Space) -> Allow:
    """Return at which anchors a step arrives nearer to a space, heights counted (D4-FLY-2)."""
    rings = rings_around(grid, space.side, goal)
    known: dict[tuple[int, int, Direction], int] = {}

    def far(level: int) -> list[int]:
        """The anchors by their distance at a level: what is nearer than the height alone is as far as that."""
        up = _above(space, goal, level)
        if not up:
            return list(rings)
        within = 0
        for ring in rings[: up + 1]:
            within |= ring
        return [0] * up + [within, *rings[up + 1 :]]

    def allow(start: int, to: int, direction: Direction) -> int:
        key = (start, to, direction)
        if key not in known:
            before, after, found = far(start), far(to), 0
            by = direction[1] * grid.stride + direction[0]
            for away in range(1, len(before)):
                moved = before[away] << by if by >= 0 else before[away] >> -by
                found |= moved & after[away - 1] if away <= len(after) else 0
            known[key] = found
        return known[key]

    return allow


def _gone(space: Space, to: Spot) -> int:
    """Return how many squares a space goes to another place."""
    up = abs(int(to[2]) - space.level) if len(to) > 2 else 0
    return max(abs(int(to[0]) - space.x), abs(int(to[1]) - space.y), up)


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
    flies = upright(scene, unit, mode_of("charge"))
    if up > reach and not flies:
        return Refusal(
            f"{target.name} is {up} squares up or down; {unit.name} reaches {reach}", ("D4-CHG-1", "D4-FLY-2")
        )
    away = max(across, down, up if flies else 0) - reach
    if away < LEAST_CHARGE:
        return Refusal(
            f"{target.name} is too near: a charge goes {LEAST_CHARGE} squares at least", ("D4-CHG-1",)
        )
    if away > budget:
        return Refusal(
            f"{target.name} is too far: {away} squares to go, {unit.name} has {budget}", ("D4-CHG-1",)
        )
    return Refusal(f"no way on which every square is nearer to {target.name}", ("D4-CHG-1",))


def charge_route(scene: Scene, unit: Unit, target: Unit, to: Spot, reach: int | None = None) -> Route:
    """Return the way of a charge to a square; `reach` is that of another attack than the basic one."""
    mode = mode_of("charge")
    budget = budget_of(unit, mode) or 0
    field = charge_field(scene, unit, target, budget, reach)
    start = scene.space(unit.id)
    end = field.end_at(to, start.level)
    if end is None:
        no = charge_refusal(scene, unit, target, budget, reach)
        if field.ends:
            names = "; ".join(",".join(f"{n:g}" for n in cell) for cell in field.ends)
            no = Refusal(f"a charge at {target.name} ends in {names}", ("D4-CHG-1",))
        return no_route(scene, unit, mode, square_of(to), budget, no)
    square: Square = square_of(end)
    if isinstance(field.found, AirField):
        watch = AirWatch(scene, unit, mode)
        place = Place(square, int(end[2]) if len(end) > 2 else start.level)
        places = field.found.way(place, watch.weight if watch.foes else None)
        return way_of(scene, unit, mode, field.found.space, places, budget, watch)
    seen = Watch(scene, unit, mode)
    steps = field.found.route(square, seen.weigh(start.side))
    return priced(scene, unit, mode, field.found.moves, steps, square, budget, seen)


def charge_target(scene: Scene, unit: Unit, to: Spot) -> Unit | None:
    """Return whom a charge that ends in a square is at: the nearest enemy whose charge may end there, else the nearest."""
    budget = budget_of(unit, mode_of("charge")) or 0
    space, reach = scene.space(unit.id), charge_reach(scene, unit)
    there = space.at(square_of(to))
    foes = sorted(scene.foes(unit), key=lambda foe: distance(there, scene.space(foe.id)))
    near = (foe for foe in foes if max(gaps(there, scene.space(foe.id))[:2]) <= reach)
    for foe in near:
        if charge_field(scene, unit, foe, budget).end_at(to, space.level) is not None:
            return foe
    return next(iter(foes), None)
