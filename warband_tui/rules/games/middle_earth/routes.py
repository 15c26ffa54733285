"""Ways over the table: moves that keep out of control zones, charges into contact, each with its price and why.

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.avoiding import careful
from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.inches import TOUCH, Body, distance, flat_gap, moved
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import Route, first_contact, priced, route, route_to
from warband_tui.rules.games.middle_earth.bases import base_of
from warband_tui.rules.games.middle_earth.distances import shown
from warband_tui.rules.games.middle_earth.ground_rules import (
    CHARGE_RULE,
    CONTROL_ZONE,
    MOVE_RULE,
    OBSTACLE,
    ZONE_RULE,
    budget_of,
    ground_of,
)
from warband_tui.rules.games.middle_earth.profile import mount_of
from warband_tui.rules.games.middle_earth.scene import Scene
from warband_tui.rules.state import Unit

_SHUNNED: tuple[Risk, ...] = ("dangerous", "climb")
"""What a way goes round where that is possible: what takes a test."""
_FOLLOW = 3.0
"""Inches around its place in the group within which a model that has no room there finds another."""


class Way(Struct, frozen=True):
    """The way of a unit: its first model's route, where all its models end, what it costs, whom it meets."""

    legal: bool
    route: Route
    spots: tuple[Spot, ...]
    budget: float
    why: str = ""
    rules: tuple[str, ...] = (MOVE_RULE,)
    targets: tuple[str, ...] = ()
    """The enemies in base contact at its end, the one aimed at first."""
    notes: tuple[str, ...] = ()
    price: float | None = None
    """Of its dearest model; None when there is no way."""


def left_of(scene: Scene, unit: Unit) -> float:
    """Return how many inches a unit has still to move: what its way of this turn has cost is taken off."""
    whole = budget_of(scene.state, unit)
    if len(unit.trail) < 2:
        return whole
    start = replace(scene.body(unit, unit.trail[0]), z=_height(unit.trail[0]))
    gone = priced(scene.board, Mover(start, ground_of(unit, 0.0)), unit.trail).price
    if not math.isfinite(gone):
        gone = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(unit.trail))
    return max(0.0, whole - gone)


def _height(spot: Spot) -> float:
    return spot[2] if len(spot) > 2 else 0.0


# ---- Moving


def move_way(scene: Scene, unit: Unit, to: Sequence[Spot], via: Sequence[Spot] = ()) -> Way:
    """Return the way of a move: the first model by way of `via`, the others to their places or after it.

    Args:
        scene: the table.
        unit: who moves.
        to: a spot for each of its models that move, or one for the first: the others keep their formation.
        via: points that the first model goes by.
    """
    budget = left_of(scene, unit)
    bodies = scene.bodies(unit)
    stays = tuple(body.at for body in bodies)
    mover = Mover(bodies[0], ground_of(unit), scene.others(unit))
    first = _walk(scene, unit, mover, to[0], via, budget)
    if not first.found:
        return _none(scene, unit, first, budget, stays, goal=to[0])
    ends = [moved(bodies[0], first.points[-1])]
    dearest = first.price
    shift = (ends[0].x - bodies[0].x, ends[0].y - bodies[0].y)
    for n, body in enumerate(bodies[1:], 1):
        given = len(to) > 1
        if given and n >= len(to):
            ends.append(body)
            continue
        goal: Spot = to[n] if given else (body.x + shift[0], body.y + shift[1])
        found = _after(scene, unit, n, goal, ends, budget, exact=given)
        if not found.found:
            why = f"one of {unit.name} cannot follow: {found.why}; split the group, or give each its place"
            return _none(scene, unit, replace(found, why=why), budget, stays)
        ends.append(moved(body, found.points[-1]))
        dearest = max(dearest, found.price)
    return Way(
        legal=True,
        route=first,
        spots=tuple(end.at for end in ends),
        budget=budget,
        rules=(MOVE_RULE, ZONE_RULE),
        targets=scene.touched(unit, tuple(ends)),
        notes=tests_of(scene, unit, first),
        price=dearest,
    )


def _walk(
    scene: Scene, unit: Unit, mover: Mover, to: Spot, via: Sequence[Spot] = (), budget: float = math.inf
) -> Route:
    def find(avoid: Collection[Risk]) -> Route:
        return route(scene.board, mover, to, via, budget=budget, avoid=avoid)

    return _able(scene, unit, _least_tests(scene, unit, find, budget))


def _least_tests(scene: Scene, unit: Unit, find: Callable[[Collection[Risk]], Route], budget: float) -> Route:
    """Return the cheapest way that takes no Jump or Climb test if one leads there, else the cheapest with one."""
    straight = find(())
    if not straight.found or not tests_of(scene, unit, straight):
        return straight
    return careful(find, budget=budget, shun=_SHUNNED)


def _able(scene: Scene, unit: Unit, way: Route) -> Route:
    """Return a way unless it climbs what its mover cannot: cavalry climbs nothing."""
    if mount_of(unit) is None or not any(mark.kind == "climb" for mark in way.marks):
        return way
    high = next(mark for mark in way.marks if mark.kind == "climb")
    return Route(why=f"a mounted model does not climb {_piece(scene, high.piece)}", blocked_by=high.piece)


def _after(
    scene: Scene, unit: Unit, n: int, goal: Spot, ends: Sequence[Body], budget: float, *, exact: bool
) -> Route:
    """Return the way of a model that follows the first: to its place, or to the nearest one that is free."""
    placed = tuple(Standing(f"{unit.id}#{i}", end, unit.name, friend=True) for i, end in enumerate(ends))
    body = scene.bodies(unit)[n]
    mover = Mover(body, ground_of(unit), (*scene.others(unit), *placed))
    first = _walk(scene, unit, mover, goal, budget=budget)
    if first.found or exact:
        return first
    step = 2 * body.radius + 0.1
    for ring in range(1, int(_FOLLOW / step) + 2):
        for turn in range(8 * ring):
            angle = 2 * math.pi * turn / (8 * ring)
            spot = (goal[0] + math.cos(angle) * ring * step, goal[1] + math.sin(angle) * ring * step)
            if math.dist(spot, (body.x, body.y)) <= budget:
                found = _walk(scene, unit, mover, spot, budget=budget)
                if found.found:
                    return found
    return first


def _none(
    scene: Scene,
    unit: Unit,
    way: Route,
    budget: float,
    spots: tuple[Spot, ...],
    rule: str = MOVE_RULE,
    goal: Spot | None = None,
) -> Way:
    owner = way.blocked_by.rpartition("#")[0]
    why = way.why
    rules: tuple[str, ...] = (rule,)
    if owner in scene.state.units and scene.state.unit(owner).side != unit.side:
        name = scene.state.unit(owner).name
        why = f"{why}: the control zone of {name}, who would have to be charged"
        rules = (*rules, ZONE_RULE)
    elif goal is not None and (zone := _zone_at(scene, unit, goal)):
        why = f"it ends in the control zone of {zone}, who would have to be charged"
        rules = (*rules, ZONE_RULE)
    return Way(legal=False, route=way, spots=spots, budget=budget, why=why, rules=rules)


def _zone_at(scene: Scene, unit: Unit, goal: Spot) -> str:
    """Return in whose control zone a model would end at a spot, empty for nobody's."""
    there = scene.body(unit, goal)
    zones = (one for one in scene.others(unit) if not one.friend and one.keep_out)
    return next((one.name for one in zones if distance(there, one.body) <= CONTROL_ZONE), "")


# ---- Charging


def aimed_at(scene: Scene, unit: Unit, to: Spot) -> tuple[str, ...]:
    """Return the enemies that a charge to a spot is aimed at: those it would touch there, else the nearest one.

    A spot from which the nearest enemy's control zone is not even entered aims at nobody.
    """
    there = scene.body(unit, to)
    # Of several that a spot overlaps, the one whose middle is nearest is meant.
    gaps = sorted(
        (flat_gap(there, body), math.dist(to[:2], (body.x, body.y)), foe.id)
        for foe in scene.foes(unit)
        for body in scene.bodies(foe)
    )
    touched = dict.fromkeys(name for gap, _, name in gaps if 0 < gap <= TOUCH)
    near = [name for gap, _, name in gaps if gap < CONTROL_ZONE]
    overlapped = bool(gaps) and gaps[0][0] == 0
    return tuple(near[:1] if overlapped else touched or near[:1])


def charge_way(
    scene: Scene, unit: Unit, targets: Sequence[str], to: Sequence[Spot] = (), via: Sequence[Spot] = ()
) -> Way:
    """Return the way of a charge at enemies, into base contact with the first of them (ME-MOV-3).

    Without a spot the shortest way into contact is taken. The zones of enemies that are not charged are kept
    out of; where that is not possible, the first zone that is entered has to be that of one who is charged.
    """
    budget = left_of(scene, unit)
    charged = frozenset(targets)
    foe = scene.unit(targets[0])
    bodies = scene.bodies(unit)
    exact = bool(to) and any(
        flat_gap(scene.body(unit, to[0]), theirs) <= TOUCH and not _inside(scene.body(unit, to[0]), theirs)
        for theirs in scene.bodies(foe)
    )

    def lead(spot: Spot) -> Route:
        found = _into(scene, unit, 0, foe, charged, (), budget, spot if exact else None, via)
        if found.found:
            return found
        return _through_zones(scene, unit, foe, charged, budget, spot if exact else None, found)

    way = lead(to[0] if to else foe.at[0])
    made = _all_in(scene, unit, foe, charged, budget, to, way)
    if made.lost is not None:
        return _none(scene, unit, made.lost, budget, tuple(body.at for body in bodies), CHARGE_RULE)
    touched = scene.touched(unit, made.ends)
    return Way(
        legal=foe.id in touched,
        route=way,
        spots=tuple(end.at for end in made.ends),
        budget=budget,
        why="" if foe.id in touched else f"it does not end in contact with {foe.name}",
        rules=(CHARGE_RULE, ZONE_RULE),
        targets=tuple(dict.fromkeys((*(t for t in targets if t in touched), *touched))),
        notes=(*tests_of(scene, unit, way), *made.notes),
        price=made.dearest,
    )


class _Charged(Struct, frozen=True):
    """Where the models of a charging unit end, the price of the dearest, how many stay where they are."""

    ends: tuple[Body, ...] = ()
    dearest: float = 0.0
    stays: int = 0
    lost: Route | None = None
    """Why there is no way for the first model, or for one that was given a place."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What is said of those that get into no contact."""
        count = len(self.ends)
        told = f"{count - self.stays} of {count} get into contact; the others stay where they are"
        return (told,) if self.stays else ()


def _all_in(
    scene: Scene,
    unit: Unit,
    foe: Unit,
    charged: frozenset[str],
    budget: float,
    to: Sequence[Spot],
    first: Route,
) -> _Charged:
    """Return the charge of a whole unit whose first model goes its way: the others into contact after it."""
    if not first.found:
        return _Charged(lost=first)
    bodies = scene.bodies(unit)
    ends, dearest, stays = [moved(bodies[0], first.points[-1])], first.price, 0
    for n, body in enumerate(bodies[1:], 1):
        placed = tuple(Standing(f"{unit.id}#{i}", end, unit.name, friend=True) for i, end in enumerate(ends))
        goal = to[n] if n < len(to) else None
        if goal is not None and math.dist(goal[:2], (body.x, body.y)) <= HAIR:
            ends.append(body)
            continue
        found = _into(scene, unit, n, foe, charged, placed, budget, goal)
        if not found.found and goal is not None:
            return _Charged(lost=found)
        stays += not found.found
        ends.append(moved(body, found.points[-1]) if found.found else body)
        dearest = max(dearest, found.price if found.found else 0.0)
    return _Charged(tuple(ends), dearest, stays)


def _inside(a: Body, b: Body) -> bool:
    return math.dist((a.x, a.y), (b.x, b.y)) < a.radius + b.radius - 0.02


def _into(
    scene: Scene,
    unit: Unit,
    n: int,
    foe: Unit,
    charged: frozenset[str],
    placed: tuple[Standing, ...],
    budget: float,
    spot: Spot | None,
    via: Sequence[Spot] = (),
    *,
    zones: bool = True,
) -> Route:
    """Return the cheapest way of a model into contact with any model of an enemy, or to a spot."""
    others = (*scene.others(unit, charged), *placed)
    if not zones:
        others = tuple(replace(other, keep_out=0.0) for other in others)
    rules: GroundRules = ground_of(unit, CONTROL_ZONE if zones else 0.0)
    mover = Mover(scene.bodies(unit)[n], rules, others)
    if spot is not None:
        return _walk(scene, unit, mover, spot, via, budget)
    found = Route(why=f"no way leads to {foe.name}")
    for m in range(len(scene.bodies(foe))):
        target = scene.standing(unit, foe, m, keeps_out=False)

        def find(avoid: Collection[Risk], target: Standing = target) -> Route:
            return route_to(scene.board, mover, target, budget=budget, avoid=avoid)

        way = _able(scene, unit, _least_tests(scene, unit, find, budget))
        if (way.found and way.price < found.price) or not (found.found or way.found):
            found = way
    gap = min(flat_gap(mover.body, body) for body in scene.bodies(foe))
    if not found.found and gap > budget:
        return Route(why=f'{foe.name} is {shown(gap, budget)} away of {budget:g}"')
    return found


def _through_zones(
    scene: Scene,
    unit: Unit,
    foe: Unit,
    charged: frozenset[str],
    budget: float,
    spot: Spot | None,
    strict: Route,
) -> Route:
    """Return a way through zones of enemies that are not charged, if a charged one's is entered first."""
    loose = _into(scene, unit, 0, foe, charged, (), budget, spot, zones=False)
    if not loose.found:
        return strict
    body = scene.bodies(unit)[0]
    zones = [
        one
        for one in scene.others(unit)
        if not one.friend and one.keep_out and flat_gap(body, one.body) > CONTROL_ZONE
    ]
    first = first_contact(loose, base_of(unit), zones, near=CONTROL_ZONE)
    owner = first.id.rpartition("#")[0] if first else foe.id
    if owner in charged:
        return loose
    name = scene.state.unit(owner).name
    return Route(why=f"the way enters the control zone of {name} first, who has to be charged then")


# ---- What a way takes


def tests_of(scene: Scene, unit: Unit, way: Route) -> tuple[str, ...]:
    """Return what has to be tested for on a way: obstacles to jump, heights to climb, dangerous ground."""
    found: list[str] = []
    free = ground_of(unit).free_height
    for mark in way.marks:
        if mark.kind == "climb":
            word = "climbs down" if mark.down else "climbs"
            found.append(f'{word} {mark.size:.1f}" at {_piece(scene, mark.piece)}: a Climb test')
        elif mark.kind == "dangerous":
            piece = scene.board.feature(mark.piece)
            if OBSTACLE not in piece.tags:
                found.append(f"{piece.label} is dangerous")
            elif piece.height > free + HAIR:
                found.append(f"a Jump test over {piece.label}")
    return tuple(dict.fromkeys(found))


def _piece(scene: Scene, piece: str) -> str:
    return next((f.label for f in scene.board.features if f.id == piece), piece)
