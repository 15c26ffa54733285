"""What a mover meets: pieces and bases grown by its own base, so that its middle is all that moves.

A circle grows what it meets exactly but for the arcs at corners, which are drawn as segments that cut off
at most `SAGITTA`. An oval or a rectangle moves without turning: pieces grow by its outline as it is turned
(an oval by the 16 corners around it), so what it can do this way it can do, but a turn on the way might
get it through a gap that is closed here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import MultiPoint, Polygon
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.inches import Body, core, corners, extent, flat_gap, is_round, rounding
from warband_tui.rules.board.layout import Base, InchBoard
from warband_tui.rules.board.terrain import Piece, terrain_of

SAGITTA = 0.01
"""Inches: the most that a segment of an arc lies within its circle."""
EASE = 0.001
"""Inches: outlines are so much smaller than true, so that what fits exactly passes."""
CLEAR = 0.002
"""Inches: the corners of ways lie so far outside an outline."""
LEAST_ROOM = 1.0
"""Inches of room that a model needs under something when the game does not say how tall it is."""
_OVAL = 16


class Standing(Struct, frozen=True):
    """Another model on the table, as a mover meets it.

    `keep_out` is how near a base may not come to it: None for what the rules say of enemies. A friend
    keeps nobody out.
    """

    id: str
    body: Body
    label: str = ""
    friend: bool = False
    keep_out: float | None = None

    @property
    def name(self) -> str:
        """What players call it."""
        return self.label or self.id


class Mover(Struct, frozen=True):
    """Who moves: its base where it stands, how it deals with ground, who else is on the table."""

    body: Body
    rules: GroundRules = GroundRules()
    others: tuple[Standing, ...] = ()


class Zone(Struct, frozen=True, eq=False):
    """A part of the plan that a middle may not enter while it is at some heights, and whose it is."""

    id: str
    name: str
    area: BaseGeometry
    low: float
    high: float
    keeps: float = 0
    """How far it keeps others out beyond its edge, in inches."""

    def holds(self, z: float) -> bool:
        """Whether it counts for a mover at a height."""
        return self.low <= z <= self.high

    @property
    def why(self) -> str:
        """Why a base may not be there."""
        return (
            f'{self.name} is within {round(self.keeps, 2):g}"' if self.keeps else f"{self.name} is in the way"
        )


class Relief(Struct, frozen=True, eq=False):
    """A solid piece, or a ladder, grown by the mover: within `area` its middle is on top (or under it)."""

    piece: Piece
    area: BaseGeometry
    rings: tuple[tuple[tuple[float, float], ...], ...]
    bounds: tuple[float, float, float, float]
    free: float
    link: bool

    @property
    def top(self) -> float:
        """The height of its upper side."""
        return self.piece.feature.top

    @property
    def base(self) -> float:
        """The height at which it begins."""
        return self.piece.feature.base


class Patch(Struct, frozen=True, eq=False):
    """Difficult or dangerous ground, and the heights at which it counts."""

    piece: Piece
    area: BaseGeometry
    low: float
    high: float

    def holds(self, z: float) -> bool:
        """Whether it counts for a mover at a height."""
        return self.low <= z <= self.high


class GrownGround(Struct, frozen=True, eq=False):
    """The pieces of a board as a base of one size meets them."""

    walls: tuple[Zone, ...]
    reliefs: tuple[Relief, ...]
    difficult: tuple[Patch, ...]
    dangerous: tuple[Patch, ...]


def segments(radius: float) -> int:
    """Return into how many segments a quarter of a circle is cut so that none errs by more than `SAGITTA`."""
    if radius <= SAGITTA:
        return 2
    return max(2, math.ceil(math.pi / 4 / math.acos(1 - SAGITTA / radius)))


def grown(area: BaseGeometry, base: Base, more: float = 0.0) -> BaseGeometry:
    """Return where the middle of a base lies when it overlaps a shape, or comes nearer than `more` inches."""
    if is_round(base):
        radius = rounding(base) + more
        return area.buffer(radius, quad_segs=segments(radius)) if radius > 0 else area
    shape = [(x, y) for x, y in corners(base)]
    if base.form == "oval":
        step = len(shape) // _OVAL
        around = 1 / math.cos(math.pi / _OVAL)
        shape = [(x * around, y * around) for x, y in shape[::step]]
    summed = _summed(area, shape)
    if more > 0:
        return summed.buffer(more, quad_segs=segments(more))
    return summed.buffer(more, join_style="mitre") if more else summed


def _summed(area: BaseGeometry, shape: Sequence[tuple[float, float]]) -> BaseGeometry:
    """Return the Minkowski sum of a shape and a convex outline."""
    points = [(c[0], c[1]) for c in shapely.get_coordinates(area)]
    swept = [
        MultiPoint([(p[0] + x, p[1] + y) for p in pair for x, y in shape]).convex_hull
        for pair in pairwise(points)
    ]
    return shapely.union_all([area, *swept])


@lru_cache(maxsize=4096)
def grown_body(other: Body, base: Base, more: float) -> BaseGeometry:
    """Return where the middle of a base lies when it is nearer than `more` inches to another model's base.

    Ovals count with all their corners here, so that bases that touch do.
    """
    far = rounding(other.base) + more
    if is_round(base):
        return grown(core(other), base, far)
    theirs = shapely.get_coordinates(core(other))
    sums = (theirs[:, None, :] + np.array(corners(base))[None, :, :]).reshape(-1, 2)
    hull: BaseGeometry = shapely.multipoints(sums).convex_hull
    return hull.buffer(far, quad_segs=segments(abs(far)), join_style="round" if far > 0 else "mitre")


def grown_ground(board: InchBoard, rules: GroundRules, base: Base) -> GrownGround:
    """Return the pieces of a board as a base of one size meets them; worked out once for each size."""
    return _grown_ground(board, rules.pieces_only, base)


@lru_cache(maxsize=128)
def _grown_ground(board: InchBoard, rules: GroundRules, base: Base) -> GrownGround:
    walls: list[Zone] = []
    reliefs: list[Relief] = []
    difficult: list[Patch] = []
    dangerous: list[Patch] = []
    for piece in terrain_of(board).pieces:
        feature = piece.feature
        kind = rules.kind(feature)
        if kind == "impassable":
            low = feature.base - LEAST_ROOM if feature.base else -math.inf
            walls.append(Zone(piece.id, piece.label, grown(piece.area, base, -EASE), low, feature.top + EASE))
            continue
        if kind != "through":
            reliefs.append(_relief(piece, base, rules, link=kind == "link"))
        low, high = feature.base - rules.free_height, feature.top + EASE
        if piece.has(rules.difficult):
            difficult.append(Patch(piece, piece.area, low, high))
        if piece.has(rules.dangerous):
            dangerous.append(Patch(piece, grown(piece.area, base, -EASE), low, high))
    return GrownGround(tuple(walls), _rising(reliefs), tuple(difficult), tuple(dangerous))


def _relief(piece: Piece, base: Base, rules: GroundRules, *, link: bool) -> Relief:
    area = grown(piece.area, base, -EASE)
    polygons = [area] if isinstance(area, Polygon) else list(getattr(area, "geoms", ()))
    rings = tuple(
        tuple((c[0], c[1]) for c in ring.coords)
        for polygon in polygons
        for ring in (polygon.exterior, *polygon.interiors)
    )
    return Relief(piece, area, rings, area.bounds, rules.free(piece.feature), link)


def _rising(reliefs: list[Relief]) -> tuple[Relief, ...]:
    """Leave out low pieces, which change nothing, unless they are a step up to a higher one."""
    high = [r for r in reliefs if r.link or r.top > r.free]
    steps = [
        r
        for r in reliefs
        if not (r.link or r.top > r.free) and any(r.area.intersects(other.area) for other in high)
    ]
    return (*high, *steps)


def met_bodies(mover: Mover, far: float = math.inf) -> tuple[tuple[Zone, ...], tuple[Zone, ...]]:
    """Return where other models stand in the way, and where they may be crossed but not ended on.

    Whoever is already nearer than it may come is kept at the distance it is at: it may go away. Models that
    are met only beyond `far` inches are left out.
    """
    body, rules, radius = mover.body, mover.rules, mover.body.radius
    blocked: list[Zone] = []
    crossed: list[Zone] = []
    for other in mover.others:
        theirs = other.body
        keep = 0.0 if other.friend else (rules.keep_out if other.keep_out is None else other.keep_out)
        apart = math.hypot(theirs.x - body.x, theirs.y - body.y)
        if apart - theirs.radius - radius - keep > far:
            continue
        rise = rules.keep_out_height if rules.keep_out_height and keep else keep
        rise = max(rise, rules.free_height)
        low = min(theirs.z - body.height, theirs.z - rise)
        high = max(theirs.z + theirs.height, theirs.z + rise)
        passes = not rules.friends_block if other.friend else not rules.enemies_block
        if low <= body.z <= high:
            keep = min(keep, flat_gap(body, theirs))
        zone = Zone(other.id, other.name, grown_body(theirs, body.base, keep - EASE), low, high, keep)
        if passes:
            crossed.append(zone)
        elif not (zone.holds(body.z) and zone.area.contains(ShapelyPoint(body.x, body.y))):
            blocked.append(zone)
    return tuple(blocked), tuple(crossed)


def room(board: InchBoard, base: Base) -> tuple[float, float, float, float]:
    """Return between which x and y the middle of a base lies wholly on the board: left, up, right, down."""
    left, upper, right, lower = extent(base)
    return (-left, -upper, board.width - right, board.height - lower)


def avoided(patches: Sequence[Patch], body: Body) -> tuple[Patch, ...]:
    """Return the patches that can be kept out of: all but those in which the mover stands."""
    here = ShapelyPoint(body.x, body.y)
    return tuple(p for p in patches if not (p.holds(body.z) and p.area.intersects(here)))


def stands_in(ground: GrownGround, body: Body) -> frozenset[str]:
    """Return the pieces that a mover stands inside of, where it could not be; they hold nobody."""
    here = ShapelyPoint(body.x, body.y)
    inside = {zone.id for zone in ground.walls if zone.holds(body.z) and zone.area.intersects(here)}
    for relief in ground.reliefs:
        wall = relief.top > body.z + relief.free and relief.base < body.z + max(body.height, LEAST_ROOM)
        if wall and not relief.link and relief.area.intersects(here):
            inside.add(relief.piece.id)
    return frozenset(inside)


def blocks_when_avoided(patches: Sequence[Patch], body: Body, kind: Risk) -> tuple[Zone, ...]:
    """Return zones for ground that is to be kept out of."""
    return tuple(
        Zone(p.piece.id, f"{p.piece.label} ({kind})", p.area, p.low, p.high) for p in avoided(patches, body)
    )
