"""Where moves may end: out of combat, within half an inch of an enemy, no farther from whom one piles in to."""

from __future__ import annotations

import math
from itertools import pairwise

import shapely
from msgspec import Struct
from shapely.geometry import Point as ShapelyPoint

from warband_tui.rules.board.inches import Body, moved
from warband_tui.rules.board.layout import HAIR, Point
from warband_tui.rules.board.obstacles import Standing, grown
from warband_tui.rules.board.paths import Route, route_to_any
from warband_tui.rules.games.age_of_sigmar.ground_rules import ground_for
from warband_tui.rules.games.age_of_sigmar.movers import mover_of, standing_id
from warband_tui.rules.games.age_of_sigmar.positions import CHARGE_RANGE, COMBAT_RANGE, Group, Scene
from warband_tui.rules.games.age_of_sigmar.terrain_rules import name_of, wholly_on

_SAMPLE = 0.5
_APART = 1.0
"""Inches between the spots about terrain that a charge is tried at."""
_INSIDE = 0.01


class Ruling(Struct, frozen=True):
    """Whether a unit may end where it would: why not and by which rules, the enemies that it reaches."""

    why: str = ""
    rules: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def check_end(scene: Scene, before: Group, after: Group, mode: str, target: str) -> Ruling:
    """Return whether a unit may end a move as it would stand."""
    if mode == "charge":
        return charge_end(scene, before, after)
    if mode == "pile-in":
        return _pile_in_end(scene, before, after, target)
    foes = scene.foes_in_combat(after)
    if foes:
        return Ruling(f"it would end in combat with {scene.state.unit(foes[0]).name}", ("AOS-16-2",), foes)
    return Ruling()


def comes_into_combat(scene: Scene, group: Group, body: Body, way: Route) -> Group | None:
    """Return the first enemy that a model comes into combat with on a way; None for none."""
    already = scene.foes_in_combat(group)
    for a, b in pairwise(way.points):
        steps = max(1, math.ceil(math.dist(a[:2], b[:2]) / _SAMPLE))
        for n in range(1, steps + 1):
            share = n / steps
            spot = (
                a[0] + (b[0] - a[0]) * share,
                a[1] + (b[1] - a[1]) * share,
                (b if n == steps else a)[2],
            )
            there = Group(group.unit, (moved(body, spot),))
            for foe in scene.foes(group.unit):
                if foe.unit.id not in already and scene.in_combat(there, foe):
                    return foe
    return None


def charge_end(scene: Scene, before: Group, after: Group) -> Ruling:
    """Return whether a charge ends within 1/2" of a visible enemy, or of the terrain that one is on (AOST-1.6-1)."""
    reached: list[str] = []
    notes: list[str] = []
    nearest: tuple[float, str] = (math.inf, "")
    for foe in scene.foes(after.unit):
        gap = scene.link(after, foe).gap
        nearest = min(nearest, (gap, foe.name))
        if gap <= CHARGE_RANGE + HAIR:
            if scene.seen(after, foe).seen:
                reached.append(foe.unit.id)
        elif scene.link(after, foe, flat=True).gap <= COMBAT_RANGE + HAIR:
            feature = _by_terrain(scene, before, after, foe)
            if feature:
                reached.append(foe.unit.id)
                notes.append(f"{foe.name} on {name_of(scene, feature)} cannot be reached: its terrain is")
    if reached:
        return Ruling("", ("AOST-1.6-1",) if notes else (), tuple(reached), tuple(notes))
    name, gap = nearest[1], nearest[0]
    told = f': {name} is {gap:.1f}" away' if name else ""
    return Ruling(f'a charge ends within 1/2" of a visible enemy{told}', ("AOS-16-2",))


def _by_terrain(scene: Scene, before: Group, after: Group, foe: Group) -> str:
    """Return the feature by which a charge reaches a unit wholly on it that it cannot get at; empty for none."""
    for feature, pieces in scene.terrain.groups.items():
        near = min(scene.terrain.gap_to(body, pieces, flat=True) for body in after.bodies)
        if near > CHARGE_RANGE + HAIR or not wholly_on(scene, foe, feature):
            continue
        seen = scene.seen(after, foe).seen and scene.fights(foe.unit)
        if seen and not reachable(scene, before, foe):
            return feature
    return ""


def reachable(scene: Scene, group: Group, foe: Group) -> bool:
    """Whether any model of a unit could end within 1/2" of an enemy, were its move long enough."""
    return nearest_charge(scene, group, foe) is not None


def nearest_charge(scene: Scene, group: Group, foe: Group) -> tuple[int, Route] | None:
    """Return the model of a unit nearest to an enemy and its shortest way to within 1/2" of it; None for no way."""
    asked = (group.bodies, foe.unit.id)
    if asked not in scene.charges:
        lead = scene.link(group, foe).a
        mover = mover_of(scene, group.bodies[lead], group.unit, ground_for(scene.state, group.unit))
        goals = [Standing(standing_id(foe.unit.id, n), body, foe.name) for n, body in enumerate(foe.bodies)]
        _, way = route_to_any(scene.board, mover, goals, gap=CHARGE_RANGE)
        scene.charges[asked] = (lead, way) if way.found else None
    return scene.charges[asked]


def beside_terrain(scene: Scene, group: Group, foe: Group) -> tuple[int, list[Point]]:
    """Return the model of a unit nearest to an enemy, and spots for it by terrain that the enemy is wholly on.

    They are those by which a charge reaches an enemy that cannot be got at (AOST-1.6-1): within 1/2" of the
    terrain with the enemy in combat range, the nearest first.
    """
    lead = scene.link(group, foe).a
    body = group.bodies[lead]
    found: list[Point] = []
    for feature, pieces in scene.terrain.groups.items():
        if not wholly_on(scene, foe, feature):
            continue
        for piece in pieces:
            ring = grown(piece.area, body.base, CHARGE_RANGE - _INSIDE).boundary
            straight = ring.interpolate(ring.project(ShapelyPoint(body.x, body.y)))
            around = shapely.get_coordinates(shapely.segmentize(ring, _APART)).tolist()
            found += [(straight.x, straight.y), *((x, y) for x, y in around)]
    close = [
        spot
        for spot in found
        if scene.link(Group(group.unit, (moved(body, spot),)), foe, flat=True).gap <= COMBAT_RANGE
    ]
    return lead, sorted(close, key=lambda spot: math.dist(spot, (body.x, body.y)))


def _pile_in_end(scene: Scene, before: Group, after: Group, target: str) -> Ruling:
    if not target:
        near = sorted(scene.foes(before.unit), key=lambda foe: scene.link(before, foe, flat=True).gap)
        target = near[0].unit.id if near else ""
    if target:
        foe = scene.group(target)
        for n in range(len(before.bodies)):
            was, then = scene.gap_of(before, n, foe), scene.gap_of(after, n, foe)
            if then > was + 1e-3:
                who = f"model {n + 1}" if len(before.bodies) > 1 else before.name
                return Ruling(f'{who} would end {then:.1f}" from {foe.name}, farther than {was:.1f}"')
    now = scene.foes_in_combat(after)
    left = [foe for foe in scene.foes_in_combat(before) if foe not in now]
    if left:
        return Ruling(f"it would leave combat with {scene.state.unit(left[0]).name}", ("AOS-16-2",), now)
    return Ruling("", (), now)
