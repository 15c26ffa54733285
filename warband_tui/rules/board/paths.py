"""Routes on a table in inches: the shortest, a drawn one; where one stops, whom it meets.

A route is a polyline of the middle of the base. Its length is exact for the polyline; round corners it is
short by what the segments of an arc cut off (`obstacles.SAGITTA` at most in width, under 0.01" a corner).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from warband_tui.rules.board.avoiding import fits
from warband_tui.rules.board.corners import corners_of
from warband_tui.rules.board.ground import Risk
from warband_tui.rules.board.heights import Mark
from warband_tui.rules.board.inches import TOUCH, Body, distance, flat_gap, is_round, moved, plan, rounding
from warband_tui.rules.board.layout import HAIR, Base, InchBoard, Point, Spot
from warband_tui.rules.board.obstacles import CLEAR, Mover, Standing, grown_body
from warband_tui.rules.board.search import Search
from warband_tui.rules.board.walks import Floats, Walks

_ROUND_GOALS = 48
_GOAL_STEP = 0.5
_HALVINGS = 30


class Leg(Struct, frozen=True):
    """A straight part of a route: from, to, its length on the plan, its price, what it is marked with."""

    a: Spot
    b: Spot
    length: float
    price: float
    marks: tuple[Mark, ...] = ()


class Route(Struct, frozen=True):
    """A way, or why there is none. Lengths and prices in inches."""

    points: tuple[Spot, ...] = ()
    legs: tuple[Leg, ...] = ()
    why: str = ""
    """Why there is no way, empty when there is one."""
    blocked_by: str = ""
    """The id of the piece or model that stands on the straight line, when that is what bars it."""

    @property
    def found(self) -> bool:
        """Whether there is a way."""
        return bool(self.points)

    @property
    def length(self) -> float:
        """How long it is on the plan."""
        return sum(leg.length for leg in self.legs)

    @property
    def price(self) -> float:
        """What it costs of the mover's movement; inf when there is none."""
        return sum(leg.price for leg in self.legs) if self.points else math.inf

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What it is charged or risked for, in the order of the way."""
        return tuple(mark for leg in self.legs for mark in leg.marks)

    def has(self, *kinds: str) -> bool:
        """Whether it is marked with one of some kinds."""
        return any(mark.kind in kinds for mark in self.marks)


class Contact(Struct, frozen=True):
    """Where a route first comes near someone: who, where the mover then stands, how far it has come."""

    id: str
    at: Spot
    length: float


def route(
    board: InchBoard,
    mover: Mover,
    to: Spot,
    via: Sequence[Spot] = (),
    *,
    budget: float = math.inf,
    avoid: Collection[Risk] = (),
) -> Route:
    """Return the cheapest way to a spot, by way of given points, none dearer than `budget`.

    A spot without a height, or of 0 where a solid piece is, is taken on the ground there (`Terrain.settled`).
    """
    walks = Walks(board, mover, avoid=avoid, far=budget + TOUCH)
    way: list[Spot] = [_start(mover)]
    for n, spot in enumerate((*via, to)):
        goal = walks.terrain.settled(mover.rules, spot)
        if n == len(via):
            why = walks.may_end(goal)
            if why:
                return Route(why=why)
        if mover.rules.flies:
            way.append(goal)
            continue
        found = _search(walks, way[-1], goal, budget)
        if found is None:
            return _no_way(walks, way[-1], goal, budget)
        way += found[1:]
    done = _flown(walks, way) if mover.rules.flies else _walked(walks, way)
    if done.price > budget + HAIR:
        return Route(why=f'it takes {done.price:.1f}" of {budget:g}"')
    return done


def route_to(
    board: InchBoard,
    mover: Mover,
    target: Standing,
    *,
    gap: float = 0.0,
    budget: float = math.inf,
    avoid: Collection[Risk] = (),
) -> Route:
    """Return the cheapest way to within `gap` inches of another model; 0 for contact.

    The target keeps nobody out; everybody else does as the rules say.
    """
    walks = Walks(board, _hunter(mover, [target]), avoid=avoid, far=budget + TOUCH)
    return _to_one(walks, target, gap, budget)


def _hunter(mover: Mover, targets: Sequence[Standing]) -> Mover:
    """Return a mover as it goes at some models, who keep it out no more."""
    ids = {target.id for target in targets}
    near = (Standing(target.id, target.body, target.label, keep_out=0.0) for target in targets)
    return Mover(mover.body, mover.rules, (*(o for o in mover.others if o.id not in ids), *near))


def _to_one(walks: Walks, target: Standing, gap: float, budget: float) -> Route:
    mover = walks.mover
    if _near(mover.body, target.body, gap, walks.free):
        return Route((_start(mover),))
    goals = _goals(mover.body.base, target.body, gap)
    if mover.rules.flies:
        return _fly_to(walks, target, gap, budget)
    centre = np.array([target.body.x, target.body.y])
    most = float(np.hypot(*(goals - centre).T).max())
    ends = _open(walks, np.array([*goals.tolist(), straight_goal(mover.body, target.body, gap)]), target, gap)
    if not ends:
        return _no_way(walks, _start(mover), target.body.at, budget)
    search = Search(walks, corners_of(walks, ends), _start(mover), budget, goals=len(ends))
    for state in search.run(lambda at: np.maximum(np.hypot(*(at - centre).T) - most, 0)):
        spot = search.spot(state)
        there = moved(mover.body, spot)
        if _near(there, target.body, gap, walks.free) and not walks.may_end(spot):
            return _walked(walks, _to_the_point(walks, search.way(state), target.body, gap))
    return _no_way(walks, _start(mover), target.body.at, budget)


def route_to_any(
    board: InchBoard,
    mover: Mover,
    targets: Sequence[Standing],
    *,
    gap: float = 0.0,
    budget: float = math.inf,
    avoid: Collection[Risk] = (),
) -> tuple[str, Route]:
    """Return whom of several models a mover gets to the cheapest, by id, and the way; the nearest if none.

    A target that is farther off on the plan than the best way found so far is not tried.
    """
    # Where nobody keeps anybody out, a walk is the same whoever it is at: each is priced once.
    alone = mover.rules.keep_out > 0 or any(other.keep_out for other in mover.others)
    together = None if alone else Walks(board, _hunter(mover, targets), avoid=avoid, far=budget + TOUCH)
    best: tuple[str, Route] | None = None
    failed: tuple[str, Route] | None = None
    for target in sorted(targets, key=lambda t: flat_gap(mover.body, t.body)):
        most = budget if best is None else min(budget, best[1].price)
        if best is not None and flat_gap(mover.body, target.body) - gap >= most:
            break
        if together is None:
            way = route_to(board, mover, target, gap=gap, budget=most, avoid=avoid)
        else:
            way = _to_one(together, target, gap, most)
        if way.found and (best is None or way.price < best[1].price - HAIR):
            best = (target.id, way)
        elif not way.found:
            failed = failed or (target.id, way)
    return best or failed or ("", Route(why="there is nobody to get to"))


def priced(board: InchBoard, mover: Mover, points: Sequence[Spot], *, avoid: Collection[Risk] = ()) -> Route:
    """Return a way as it was drawn, priced; or what bars it. The first point is where the mover stands."""
    walks = Walks(board, mover, avoid=avoid)
    way = [_start(mover), *(walks.terrain.settled(mover.rules, p) for p in points[1:])]
    done = _flown(walks, way) if mover.rules.flies else _walked(walks, way)
    if done.found:
        why = walks.may_end(done.points[-1])
        if why:
            return Route(why=why)
    return done


def may_end(board: InchBoard, mover: Mover, spot: Spot) -> str:
    """Return why a mover may not end at a spot, empty if it may."""
    walks = Walks(board, mover)
    return walks.may_end(walks.terrain.settled(mover.rules, spot))


def first_contact(
    way: Route, base: Base, others: Sequence[Standing], *, near: float = 1.0, flat: bool = False
) -> Contact | None:
    """Return where a route first comes within `near` inches of somebody; None if it does not."""
    best: Contact | None = None
    gone = 0.0
    for a, b in pairwise(way.points if len(way.points) > 1 else way.points * 2):
        line = LineString([a[:2], b[:2]])
        for other in others:
            rise = 0.0 if flat else min(abs(a[2] - other.body.z), abs(b[2] - other.body.z))
            if rise > near + HAIR:
                continue
            zone = grown_body(other.body, base, math.sqrt(max(near * near - rise * rise, 0)) + HAIR)
            if zone.intersects(line):
                share = ShapelyPoint(a[:2]).distance(zone.intersection(line))
                if best is None or gone + share < best.length - HAIR:
                    # A line of no length has no points along it to ask for.
                    at = line.interpolate(share) if line.length else ShapelyPoint(a[:2])
                    best = Contact(other.id, (at.x, at.y, a[2]), gone + share)
        if best is not None:
            return best
        gone += math.dist(a[:2], b[:2])
    return None


def stopped(board: InchBoard, mover: Mover, way: Route, budget: float) -> Route:
    """Return a route as far as a budget carries; a climb or jump that it does not pay for is not begun."""
    if not way.points:
        return way
    walks = Walks(board, mover)
    points: list[Spot] = [way.points[0]]
    legs: list[Leg] = []
    for leg in way.legs:
        left = budget - sum(done.price for done in legs)
        if leg.price <= left + HAIR:
            legs.append(leg)
            points.append(leg.b)
            continue
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if walks.straight(leg.a, _along(leg, middle)).price <= left:
                low = middle
            else:
                high = middle
        if low * leg.length > HAIR:
            part = walks.straight(leg.a, _along(leg, low))
            end = (*_along(leg, low), part.z)
            legs.append(Leg(leg.a, end, low * leg.length, part.price, part.marks))
            points.append(end)
        break
    return Route(tuple(points), tuple(legs))


def _along(leg: Leg, share: float) -> Point:
    return (leg.a[0] + (leg.b[0] - leg.a[0]) * share, leg.a[1] + (leg.b[1] - leg.a[1]) * share)


def _start(mover: Mover) -> Spot:
    return mover.body.at


def _search(walks: Walks, start: Spot, goal: Spot, budget: float) -> list[Spot] | None:
    if math.dist(start[:2], goal[:2]) <= HAIR and abs(start[2] - goal[2]) <= walks.free:
        return [start]
    search = Search(walks, corners_of(walks, [plan(goal)]), start, budget, goals=1)
    target = np.array(goal[:2])
    for state in search.run(lambda at: np.hypot(*(at - target).T)):
        if abs(state[1] - goal[2]) <= walks.free:
            return search.way(state)
    return None


def _no_way(walks: Walks, start: Spot, goal: Spot, budget: float) -> Route:
    walk = walks.straight(start, plan(goal))
    far = f' within {budget:g}"' if math.isfinite(budget) else ""
    if walk.blocked_by:
        return Route(why=f"no way round{far}: {walk.why}", blocked_by=walk.blocked_by)
    if walk.price > budget:
        return Route(why=f'it takes {walk.price:.1f}" of {budget:g}"')
    return Route(why=f"no way leads there{far}")


def _walked(walks: Walks, way: Sequence[Spot]) -> Route:
    legs: list[Leg] = []
    points = [way[0]]
    for target in way[1:]:
        a = points[-1]
        walk = walks.straight(a, plan(target))
        if walk.blocked_by:
            return Route(why=walk.why, blocked_by=walk.blocked_by)
        b = (target[0], target[1], walk.z)
        legs.append(Leg(a, b, math.dist(a[:2], b[:2]), walk.price, walk.marks))
        points.append(b)
    return Route(tuple(points), tuple(legs))


def _flown(walks: Walks, way: Sequence[Spot]) -> Route:
    if not walks.rules.flies_over_keep_out:
        for a, b in pairwise(way):
            line = LineString([a[:2], b[:2]])
            for other in walks.bodies:
                if other.area.intersects(line):
                    return Route(why=other.why, blocked_by=other.id)
    flat = walks.rules.flies_flat
    legs = [
        Leg(a, b, math.dist(a[:2], b[:2]), math.dist(a[:2], b[:2]) if flat else math.dist(a, b))
        for a, b in pairwise(way)
    ]
    return Route(tuple(way), tuple(legs))


def _near(a: Body, b: Body, gap: float, free: float) -> bool:
    """Whether two bases are as near as is asked; on ground that differs by a step, on the plan."""
    apart = flat_gap(a, b) if abs(a.z - b.z) <= free else distance(a, b)
    return apart <= max(gap, TOUCH) + HAIR


def _goals(base: Base, target: Body, gap: float) -> Floats:
    """Return points around a model at which a base is as near to it as is asked."""
    more = max(gap - HAIR, CLEAR)
    if is_round(base) and is_round(target.base):
        far = rounding(base) + rounding(target.base) + more
        turns = np.linspace(0, 2 * math.pi, _ROUND_GOALS, endpoint=False)
        return np.column_stack((target.x + far * np.cos(turns), target.y + far * np.sin(turns)))
    ring = grown_body(target, base, more).boundary
    return np.asarray(shapely.get_coordinates(shapely.segmentize(ring, _GOAL_STEP))[:-1])


def _open(walks: Walks, goals: Floats, target: Standing, gap: float) -> list[Point]:
    """Return the points about a model at which a base may end at some height that is near enough to it."""
    z = target.body.z
    tops = {0.0, *(round(relief.top, 3) for relief in walks.heights.reliefs)}
    near = max(gap, TOUCH, walks.free) + HAIR
    kept = np.zeros(len(goals), dtype=np.bool_)
    for top in tops:
        if abs(top - z) <= near:
            kept |= walks.may_end_at(goals, top)
    return [(x, y) for x, y in goals[kept].tolist()]


def straight_goal(body: Body, target: Body, gap: float) -> Point:
    """Return the nearest point to a mover at which it is as near to a model as is asked."""
    more = max(gap - HAIR, CLEAR)
    if is_round(body.base) and is_round(target.base):
        apart = math.hypot(body.x - target.x, body.y - target.y)
        share = (rounding(body.base) + rounding(target.base) + more) / max(apart, HAIR)
        return (target.x + (body.x - target.x) * share, target.y + (body.y - target.y) * share)
    ring = grown_body(target, body.base, more).boundary
    point = ring.interpolate(ring.project(ShapelyPoint(body.x, body.y)))
    return (point.x, point.y)


def _to_the_point(walks: Walks, way: list[Spot], target: Body, gap: float) -> list[Spot]:
    """Let the last leg of a way run straight at a model, if that is allowed: shorter than to a point tried."""
    if len(way) < 2:
        return way
    x, y = straight_goal(moved(walks.mover.body, way[-2]), target, gap)
    walk, last = walks.straight(way[-2], (x, y)), walks.straight(way[-2], plan(way[-1]))
    spot = (x, y, walk.z)
    better = not walk.blocked_by and walk.price < last.price
    if better and _near(moved(walks.mover.body, spot), target, gap, walks.free) and not walks.may_end(spot):
        return [*way[:-1], spot]
    return way


def _fly_to(walks: Walks, target: Standing, gap: float, budget: float) -> Route:
    body = walks.mover.body
    around = _goals(body.base, target.body, gap).tolist()
    ways: list[Route] = []
    for x, y in (straight_goal(body, target.body, gap), *around):
        spot = walks.terrain.settled(walks.rules, (x, y, target.body.z))
        if _near(moved(body, spot), target.body, gap, walks.free) and not walks.may_end(spot):
            ways.append(_flown(walks, [body.at, spot]))
    ways = [way for way in ways if fits(way, budget)]
    if ways:
        return min(ways, key=lambda way: way.price)
    return Route(why=f"no place next to {target.name} can be reached")
