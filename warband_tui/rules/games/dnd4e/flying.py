"""Moves up and down: the ways of fliers, and of climbers out of drops and into them (D4-FLY-1, D4-FLY-2, D4-SPD-6).

Where nobody says how high a flier's way ends, it ends as high as it set out; one below the rim of a drop comes out
level with the ground. A climber ends at the bottom, or on the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import STRAIGHT, Space
from warband_tui.rules.board.squares_reach import put_back, walk
from warband_tui.rules.games.dnd4e.air_watch import AirWatch
from warband_tui.rules.games.dnd4e.airspace import AirField, Airspace, Place
from warband_tui.rules.games.dnd4e.declarations import FEET
from warband_tui.rules.games.dnd4e.reach import (
    BEYOND,
    Leg,
    Route,
    along,
    begun,
    field,
    judged,
    marked,
    no_route,
    route,
    shrunk,
)
from warband_tui.rules.games.dnd4e.space import Scene, square_of
from warband_tui.rules.games.dnd4e.steps import (
    Mode,
    budget_of,
    climbs,
    end_refusal,
    moves,
    refusal,
    starts,
    upright,
)
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

_UP = ("D4-FLY-1",)


def flown(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    goal: Spot,
    via: Sequence[Spot] = (),
    given: Sequence[Spot] = (),
    budget: int | None = None,
) -> Route:
    """Return the best way to a place, or a way that is given; a third number is how many squares up a place is.

    Whoever goes up and down has a way in three dimensions, everybody else a level one.
    """
    if given and square_of(given[-1], "path") != square_of(goal):
        no = Refusal("the path ends in another square", mode.rules)
        return no_route(scene, unit, mode, square_of(goal), budget, no)
    budget = budget_of(unit, mode) if budget is None else budget
    if not upright(scene, unit, mode) or budget is None:
        return _level(scene, unit, mode, goal, via, given, budget)
    start = scene.space(unit.id)
    if len(goal) == 2 and given:
        goal = (*goal, *given[-1][2:3])
    end = int(goal[2]) if len(goal) > 2 else usual_level(scene, unit, mode, square_of(goal))
    wrong = _wrong(scene, unit, mode, square_of(goal), end)
    if wrong is None and abs(end - start.level) > budget * BEYOND:
        wrong = Refusal(f"that is {abs(end - start.level)} squares up or down; {unit.name} has {budget}", _UP)
    if wrong is not None:
        return no_route(scene, unit, mode, square_of(goal), budget, wrong)
    place = Place(square_of(goal), end)
    if given:
        return _given(scene, unit, mode, given, place, budget)
    points = [square_of(spot, "via") for spot in via]
    heights = [int(spot[2]) if len(spot) > 2 else None for spot in via]
    return _best(scene, unit, mode, place, list(zip(points, heights, strict=True)), budget)


def usual_level(scene: Scene, unit: Unit, mode: Mode, to: Square, side: int | None = None) -> int:
    """Return how high a creature's way to a square ends where nobody says it; `side` is that of another space."""
    space = scene.space(unit.id)
    space = space._replace(side=space.side if side is None else side)
    if climbs(mode):
        return scene.grounded(space.at(to)._replace(level=0)).level
    return scene.grounded(space.at(to)).level if space.level < 0 else space.level


def _wrong(scene: Scene, unit: Unit, mode: Mode, to: Square, level: int) -> Refusal | None:
    """Return why there is no such height at a square, or not for a climber."""
    if level < 0 and scene.grounded(scene.space(unit.id).at(to)._replace(level=level)).level != level:
        return Refusal("that is below the ground", _UP)
    if climbs(mode) and level != usual_level(scene, unit, mode, to):
        return Refusal(f"{unit.name} climbs to the ground, or to the bottom of a drop", ("D4-SPD-6",))
    return None


def _level(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    goal: Spot,
    via: Sequence[Spot],
    given: Sequence[Spot],
    budget: int | None,
) -> Route:
    """Return a way of whoever stays as high as it is."""
    if given:
        squares = [square_of(spot, "path") for spot in given]
        way = along(scene, unit, mode, [squares[0], *(b for a, b in pairwise(squares) if a != b)], budget)
    else:
        way = route(scene, unit, mode, square_of(goal), [square_of(spot, "via") for spot in via], budget)
    start = max(scene.space(unit.id).level, 0)
    heights = [spot[2] for spot in (goal, *given) if len(spot) > 2]
    if min(heights, default=0) < 0:
        return _refused(way, Refusal("that is below the ground", _UP))
    if any(height != start for height in heights):
        return _refused(way, Refusal(f"{unit.name} does not fly: it goes neither up nor down", _UP))
    return way


def _refused(way: Route, no: Refusal) -> Route:
    return Route(
        way.unit, way.mode, way.start, way.to, False, way.price, way.budget, way.legs, no.why, no.rules
    )


# ---- The space in which it moves


def airspace(scene: Scene, unit: Unit, mode: Mode, levels: Iterable[int], budget: int) -> Airspace:
    """Return the heights that a way between some may use: no higher than what is in the way, as far as a budget goes."""
    levels = (scene.space(unit.id).level, *levels)
    tops = [-(-height // FEET) for height in scene.grid.heights]
    tops += [space.level + space.side for other in scene.others(unit) for space in scene.spaces[other.id]]
    low = -(scene.board.drop_feet // FEET) if scene.grid.drops else 0
    high = max(*levels, *tops, 0)
    return Airspace(scene, unit, mode, max(low, min(levels) - budget), min(high, max(levels) + budget))


def _sources(scene: Scene, unit: Unit, mode: Mode) -> dict[Place, int]:
    level = scene.space(unit.id).level
    return {Place(anchor, level): 0 for anchor in starts(scene, unit, mode)}


def bounds(
    scene: Scene, unit: Unit, mode: Mode, budget: int
) -> tuple[Mapping[Square, int], Mapping[Square, int]]:
    """Return where a creature may end by a mode, and where it only passes, with prices (D4-OCC-7).

    Who goes up and down ends at the usual height, and passes a square at any.
    """
    if not upright(scene, unit, mode):
        flat = field(scene, unit, mode, budget)
        return flat.ends, flat.through
    at = starts(scene, unit, mode)
    air = airspace(scene, unit, mode, [max(scene.space(unit.id).level, 0)], (budget + 1) // 2)
    if air.climbs:
        air = Airspace(scene, unit, mode, -air.depth, 0)
    ends: dict[Square, int] = {}
    passed: dict[Square, int] = {}
    usual: dict[Square, int] = {}
    found = air.spread(_sources(scene, unit, mode), budget)
    for (cell, level), price in found.cells(air.free).items():
        if cell in at:
            continue
        if cell not in usual:
            usual[cell] = usual_level(scene, unit, mode, cell, air.side)
        may_end = level == usual[cell] and air.grid.has(air.endable(level), cell)
        (ends if may_end else passed).setdefault(cell, price)
    return ends, {cell: price for cell, price in passed.items() if cell not in ends}


# ---- Ways


def _best(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    goal: Place,
    via: Sequence[tuple[Square, int | None]],
    budget: int,
) -> Route:
    """Return the cheapest way to a place by way of squares, at whatever height where none is given."""
    levels = [goal.level, *(level for _, level in via if level is not None)]
    far = budget * BEYOND + max(scene.grid.width, scene.grid.height)
    for limit in (budget, far):
        air = airspace(scene, unit, mode, levels, limit)
        watch = AirWatch(scene, unit, mode)
        fields: list[AirField] = []
        sources: Mapping[Place, int] = _sources(scene, unit, mode)
        missed: Place | None = None
        for square, level in (*via, (goal.anchor, goal.level)):
            fields.append(air.spread(sources, limit))
            sources = {
                place: price
                for place, price in fields[-1].levels(square).items()
                if level in (None, place.level)
            }
            if not sources:
                missed = Place(square, scene.space(unit.id).level if level is None else level)
                break
        if missed is None:
            return way_of(scene, unit, mode, air, _traced(fields, goal, watch), budget, watch)
    return no_route(scene, unit, mode, goal.anchor, budget, _unreached(scene, unit, air, missed or goal))


def _traced(fields: Sequence[AirField], goal: Place, watch: AirWatch) -> list[Place]:
    """Return the places of a way through fields of which each sets out where the one before it got to."""
    weigh = watch.weight if watch.foes else None
    places, to = [goal], goal
    for found in reversed(fields):
        part = found.way(to, weigh)
        places = [*part[:-1], *places]
        to = part[0]
    return places


def way_of(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    air: Airspace,
    places: Sequence[Place],
    budget: int | None,
    watch: AirWatch,
) -> Route:
    """Return a way by its places, the first one where it sets out: priced and judged, with who may strike where."""
    goal, side, full = places[-1], air.side, scene.space(unit.id)
    flat = full.level >= 0 and all(place.level == full.level for place in places)
    first = Space(*places[0].anchor, side, full.level)
    legs, price = list(shrunk(watch, first, None if flat else full.level)), 0
    for before, to in pairwise(places):
        step = air.step(before, to)
        old = Space(*before.anchor, side, before.level)
        price += step.price
        word, rules = marked(scene, unit, step)
        strikers = watch.at_step(old, Space(*to.anchor, side, to.level))
        cited = dict.fromkeys(
            (
                *rules,
                *(_UP if before.level != to.level and not air.climbs else ()),
                *(r for one in strikers.values() for r in one),
            )
        )
        legs.append(Leg(step, price, word, tuple(strikers), tuple(cited), None if flat else to.level))
    end = Space(*goal.anchor, side, goal.level) if legs else None
    found = judged(scene, unit, mode, tuple(legs), end, goal.anchor, budget, flies=not air.climbs)
    straight = sum(a.anchor == b.anchor for a, b in pairwise(places))
    if straight and budget is not None and price > budget:
        why = f"it costs {price}, {straight} of it up or down; {unit.name} has {budget}"
        return _refused(found, Refusal(why, (*found.rules, *(() if air.climbs else _UP))))
    return found


def _unreached(scene: Scene, unit: Unit, air: Airspace, place: Place) -> Refusal:
    """Say why there is no way to a place: what keeps it out of the place itself, or that all ways are shut."""
    (x, y), level = place
    space = Space(x, y, air.side, level)
    for dx, dy in STRAIGHT:
        step = air.step(Place((x - dx, y - dy), level), place)
        if not step.legal and any(space.holds(square) for square in step.where):
            return refusal(scene, unit, step, space)
    shut = (
        "no way up or down leads there" if level != scene.space(unit.id).level else f"no way leads to {x},{y}"
    )
    return Refusal(shut, ("D4-SPD-6",) if air.climbs else _UP)


# ---- A way that is given

_Known = dict[int, tuple[int, int, tuple[Place, ...]]]
"""The best way so far to each height of a square: its price, its changes of height, its places."""


def _given(scene: Scene, unit: Unit, mode: Mode, given: Sequence[Spot], goal: Place, budget: int) -> Route:
    """Return a way that was given square by square; where it does not say how high, it is as high as is cheapest."""
    first = scene.space(unit.id)
    at = begun(scene, unit, mode, [square_of(given[0], "path")])[0]
    levels = [goal.level, *(int(spot[2]) for spot in given if len(spot) > 2)]
    air = airspace(scene, unit, mode, levels, budget)
    watch = AirWatch(scene, unit, mode)
    known: _Known = {first.level: (0, 0, (Place(at, first.level),))}
    heights = [int(spot[2]) if len(spot) > 2 else None for spot in given]
    if heights[-1] is None:
        heights[-1] = goal.level
    for spot, height in zip(given, heights, strict=True):
        known = _upright(air, known, at)
        to = square_of(spot, "path")
        onward = known if to == at else _onward(air, known, at, to)
        if height is not None:
            onward = {level: way for level, way in _upright(air, onward, to).items() if level == height}
        if not onward:
            done = min(known.values())[2]
            goes = Place(to, done[-1].level if height is None else height)
            step = air.step(done[-1], goes)
            no = Refusal("no way up or down leads there", _UP)
            if not step.legal:
                no = refusal(scene, unit, step, Space(*to, air.side, goes.level))
            way = way_of(scene, unit, mode, air, done, budget, watch)
            return _refused(_to(way, goal), no)
        known, at = onward, to
    return way_of(scene, unit, mode, air, known[goal.level][2], budget, watch)


def _to(way: Route, goal: Place) -> Route:
    return Route(way.unit, way.mode, way.start, goal.anchor, False, None, way.budget, way.legs)


def _onward(air: Airspace, known: _Known, at: Square, to: Square) -> _Known:
    """Return the best ways to the heights of a square beside another one."""
    found: _Known = {}
    for level, way in known.items():
        for height in range(max(air.low, level - 1), min(air.high, level + 1) + 1):
            _add(air, found, way, Place(at, level), Place(to, height))
    return found


def _upright(air: Airspace, known: _Known, at: Square) -> _Known:
    """Return the best ways to the heights of a square, those straight above and below included."""
    found = dict(known)
    for levels, by in ((range(air.low, air.high), 1), (range(air.high, air.low, -1), -1)):
        for level in levels:
            if level in found:
                _add(air, found, found[level], Place(at, level), Place(at, level + by))
    return found


def _add(
    air: Airspace, found: _Known, way: tuple[int, int, tuple[Place, ...]], start: Place, to: Place
) -> None:
    step = air.step(start, to)
    if not step.legal or not air.grid.has(air.free(to.level), to.anchor):
        return
    price, rises, places = way
    longer = (price + step.price, rises + (start.level != to.level), (*places, to))
    if to.level not in found or longer[:2] < found[to.level][:2]:
        found[to.level] = longer


# ---- Cut off


def stopped_at(scene: Scene, unit: Unit, mode: Mode, path: Sequence[Spot]) -> Spot:
    """Return where a creature ends whose move is cut off after a path: the last square where it may (D4-OCC-4)."""
    start = scene.space(unit.id)
    if not path:
        return start.anchor
    if not upright(scene, unit, mode):
        at, onward = begun(scene, unit, mode, [square_of(spot, "path") for spot in path])
        gone = walk(moves(scene, unit, mode), at, onward).steps
        return last_end(scene, unit, mode, at, [Leg(step, 0) for step in gone])
    to = square_of(path[-1])
    level = int(path[-1][2]) if len(path[-1]) > 2 else start.level
    way = _given(scene, unit, mode, path, Place(to, level), len(path) * BEYOND)
    return last_end(scene, unit, mode, (*start.anchor, start.level), way.legs)


def last_end(
    scene: Scene, unit: Unit, mode: Mode, start: Spot, legs: Sequence[Leg], *, fell: bool = False
) -> Spot:
    """Return the last place on a way in which a creature may end, as high as it was there; else where it set out.

    For one that `fell` out of the air it is what was below its way.
    """
    if not legs or legs[0].up is None:
        return put_back(moves(scene, unit, mode), square_of(start), [leg.step.to for leg in legs])
    side, depth = moves(scene, unit, mode).mover.side, scene.board.drop_feet // FEET
    for leg in reversed(legs):
        if fell:
            if end_refusal(scene, unit, scene.grounded(Space(*leg.step.to, side))) is None:
                return leg.step.to
        elif not (climbs(mode) and -depth < (leg.up or 0) < 0):
            space = Space(*leg.step.to, side, leg.up or 0)
            if end_refusal(scene, unit, space, flies=not climbs(mode)) is None:
                return leg.spot
    return square_of(start) if fell else start
