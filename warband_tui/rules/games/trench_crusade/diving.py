"""Diving charges on a table: from which edge a model comes down where (TC-DIV-1 to 3)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint
from shapely.ops import nearest_points

from warband_tui.rules.board.inches import TOUCH, Body, distance
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.obstacles import Mover
from warband_tui.rules.board.paths import Route
from warband_tui.rules.board.terrain import Ledge
from warband_tui.rules.games.trench_crusade import checks
from warband_tui.rules.games.trench_crusade.charging import beside, most_of
from warband_tui.rules.games.trench_crusade.ground_rules import MELEE
from warband_tui.rules.games.trench_crusade.movement import LONGEST_CHARGE, dive_height
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.profile import allowance
from warband_tui.rules.games.trench_crusade.ways import Way, charge_way_to
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

_INSIDE = 0.05
_NO_WAY = Way(Route())


class DivePlan(Struct, frozen=True):
    """A diving charge as it would be made now: the way to the edge, where it comes down, where it is placed."""

    unit: str
    target: str
    way: Way
    mover: Mover
    allowance: float
    landing: Spot = ()
    beside: Spot = ()
    height: float = 0.0
    """From the edge to the target's base, in inches (TC-DIV-2)."""
    drop: float = 0.0
    """From the edge to the ground in front of it."""
    gap: float = math.inf
    """From where it comes down to the target (TC-DIV-1)."""
    refusal: Refusal | None = None

    @property
    def run_up(self) -> float:
        """What it takes to get to the edge, in inches."""
        return self.way.price


class _Place(Struct, frozen=True):
    edge: Spot
    landing: Spot
    ledge: Ledge
    gap: float


def dive_plan(scene: Scene, unit: Unit, target: str, to: Spot = ()) -> DivePlan:
    """Return how a diving charge at an enemy would go, coming down next to a place if one is given."""
    foe = scene.body(target)
    mover = scene.mover(unit, scene.ground(unit, keep_out=0.0))
    blank = DivePlan(unit.id, target, _NO_WAY, mover, float(allowance(unit)))
    refusal = checks.can_charge(scene.state, unit) or _far(scene, unit, target)
    name = scene.state.unit(target).name
    body = mover.body
    aim = to or foe.at
    places = sorted(
        _places(scene, unit, foe), key=lambda p: (p.gap > scene.rules.dive_landing, _apart(p, aim, body))
    )
    if not places:
        return _refused(blank, refusal or Refusal(f"no edge near {name} to dive from", ("TC-DIV-1",)))
    near = [place for place in places if place.gap <= scene.rules.dive_landing + HAIR]
    if not near:
        gap = min(place.gap for place in places)
        why = f'it comes down {gap:.1f}" from {name}; a dive takes {scene.rules.dive_landing:g}" at most'
        return _refused(blank, refusal or Refusal(why, ("TC-DIV-1",)))
    for place in near:
        way = charge_way_to(scene, unit, place.edge, budget=most_of(unit))
        if way.found:
            there = beside(scene.at(unit, place.landing), foe, min(place.gap, MELEE - 0.002))
            height = round(place.ledge.top - foe.z, 3)
            return DivePlan(
                unit.id, target, way, mover, float(allowance(unit)), place.landing, there.at, height,
                place.ledge.drop, place.gap, refusal or dive_height(scene.rules, height),
            )  # fmt: skip
    return _refused(blank, refusal or Refusal("it does not get to the edge", ("TC-DIV-1",)))


def _refused(plan: DivePlan, refusal: Refusal) -> DivePlan:
    return DivePlan(plan.unit, plan.target, plan.way, plan.mover, plan.allowance, refusal=refusal)


def _far(scene: Scene, unit: Unit, target: str) -> Refusal | None:
    gap = scene.gap(unit.id, target)
    if gap <= LONGEST_CHARGE + HAIR:
        return None
    name = scene.state.unit(target).name
    return Refusal(f'{name} is {gap:.1f}" away; a charge takes {LONGEST_CHARGE}" at most', ("TC-CHG-1",))


def _places(scene: Scene, unit: Unit, foe: Body) -> Iterator[_Place]:
    """Yield the places at edges on a model's level where it could come down, nearest to an enemy on each edge."""
    body = scene.body(unit.id)
    rules = scene.ground(unit, keep_out=0.0)
    for ledge in scene.terrain.ledges(rules):
        if abs(ledge.top - body.z) > 1:
            continue
        line = LineString([ledge.a, ledge.b])
        point = nearest_points(line, ShapelyPoint(foe.x, foe.y))[0]
        out = body.radius + TOUCH
        x, y = point.x + ledge.outward[0] * out, point.y + ledge.outward[1] * out
        edge = (point.x - ledge.outward[0] * _INSIDE, point.y - ledge.outward[1] * _INSIDE, ledge.top)
        landing = (x, y, scene.terrain.surface(rules, x, y, below=ledge.foot + 1))
        if distance(scene.at(unit, landing), foe) <= LONGEST_CHARGE:
            free = scene.free_spot(unit, landing, ledge.outward)
            yield _Place(edge, free, ledge, distance(scene.at(unit, free), foe))


def _apart(place: _Place, aim: Spot, body: Body) -> float:
    return math.dist(place.landing[:2], aim[:2]) + 0.01 * math.dist(place.edge[:2], body.at[:2])
