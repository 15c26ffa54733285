"""Straight walks: what the middle of a base meets on a line, and what it costs.

The price of a walk is its length on the plan, plus the surcharge for the length in difficult ground, plus
what is climbed or jumped. Every edge of a piece costs the same wherever it is crossed, so a straight line
over it is the cheapest way over it. Difficult ground counts where the middle of the base is in it,
dangerous ground where any part of the base is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
import shapely
from msgspec import Struct
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.ground import Risk
from warband_tui.rules.board.heights import Heights, Mark, on_line
from warband_tui.rules.board.layout import HAIR, InchBoard, Point, Spot
from warband_tui.rules.board.obstacles import (
    LEAST_ROOM,
    Mover,
    Patch,
    Zone,
    blocks_when_avoided,
    grown_ground,
    met_bodies,
    room,
    stands_in,
)
from warband_tui.rules.board.terrain import terrain_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Shapes = npt.NDArray[np.object_]
Window = tuple[float, float, float, float]


class Walk(Struct, frozen=True):
    """A straight walk: its price, the height at which it ends, its marks; or what stops it (price inf)."""

    price: float
    z: float
    marks: tuple[Mark, ...] = ()
    blocked_by: str = ""
    why: str = ""


class Walks:
    """The straight walks of a mover over a board, for one query.

    `avoid` names what it keeps out of; `far` bounds where it may get to, so that far pieces cost nothing.
    """

    def __init__(
        self,
        board: InchBoard,
        mover: Mover,
        *,
        avoid: Collection[Risk] = (),
        far: float = math.inf,
    ) -> None:
        self.board, self.mover, self.rules = board, mover, mover.rules
        body = mover.body
        self.free = mover.rules.free_height + HAIR
        self.window = window = (body.x - far, body.y - far, body.x + far, body.y + far)
        ground = grown_ground(board, mover.rules, body.base)
        inside = stands_in(ground, body)
        blocked, self.crossed = met_bodies(mover, far)
        zones = [zone for zone in ground.walls if zone.id not in inside] + list(blocked)
        if "difficult" in avoid:
            zones += blocks_when_avoided(ground.difficult, body, "difficult")
        if "dangerous" in avoid:
            zones += blocks_when_avoided(ground.dangerous, body, "dangerous")
        self.zones = [zone for zone in zones if _meets(zone.area, window)]
        self.bodies = blocked
        reliefs = [r for r in ground.reliefs if r.piece.id not in inside and _meets(r.area, window)]
        self.terrain = terrain_of(board)
        self.heights = Heights(
            self.terrain, mover.rules, reliefs, max(body.height, LEAST_ROOM), frozenset(avoid)
        )
        self.patches: dict[Risk, list[Patch]] = {
            "difficult": [p for p in ground.difficult if _meets(p.area, window)],
            "dangerous": [p for p in ground.dangerous if _meets(p.area, window)],
        }
        self.relief = _union([r.area for r in reliefs])
        self._least_climb = self.heights.least_climb()
        self._hard: dict[float, BaseGeometry | None] = {}
        self._slow: dict[tuple[Risk, float], BaseGeometry | None] = {}
        self._room = room(board, body.base)
        self._priced: dict[tuple[Spot, Point], tuple[bool, float, float]] = {}
        """Walks over pieces that have been priced: whether each is possible, its price, the height at its end."""

    def hard(self, z: float) -> BaseGeometry | None:
        """Return all that a middle may not enter at a height; None for nothing."""
        key = round(z, 2)
        if key not in self._hard:
            self._hard[key] = _union([zone.area for zone in self.zones if zone.holds(z)])
        return self._hard[key]

    def always_hard(self) -> BaseGeometry | None:
        """Return all that a middle may not enter at any height that it can be at."""
        top = max((relief.top for relief in self.heights.reliefs), default=0.0)
        return _union([zone.area for zone in self.zones if zone.holds(0.0) and zone.holds(top)])

    def patch(self, kind: Risk, z: float) -> BaseGeometry | None:
        """Return all difficult or dangerous ground that counts at a height; None for none."""
        key = (kind, round(z, 2))
        if key not in self._slow:
            self._slow[key] = _union([patch.area for patch in self.patches[kind] if patch.holds(z)])
        return self._slow[key]

    def many(self, starts: Floats, ends: Floats, limit: Floats) -> tuple[Bools, Floats, Floats]:
        """Price walks from spots, given as rows of x, y and z, to points, given as rows of x and y.

        Walks over pieces that cannot come out under their `limit` are left out as if they were barred.

        Returns:
            Whether each is possible, its price, the height at which it ends.
        """
        heights: Floats = starts[:, 2].copy()
        price: Floats = np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1])
        clear: Bools = np.zeros(len(ends), dtype=np.bool_)
        shapes = _lines(starts[:, :2], ends)
        low = heights <= self.free
        rough = ~low | _met(self.relief, shapes)
        for z in np.unique(heights[~rough]).tolist():
            level = np.flatnonzero(~rough & (heights == z))
            clear[level], extra = self._level(shapes[level], z)
            price[level] += extra
        least = price + np.where(low, self._least_climb, 0.0)
        self._rough(starts, ends, np.flatnonzero(rough & (least < limit)), (clear, price, heights))
        return clear, price, heights

    def _level(self, shapes: Shapes, z: float) -> tuple[Bools, Floats]:
        """Return of lines at one height which are free, and what ground adds to their price."""
        clear = ~_met(self.hard(z), shapes)
        extra: Floats = np.zeros(len(shapes))
        slow = self.patch("difficult", z)
        if slow is not None:
            meets = np.flatnonzero(clear & _met(slow, shapes))
            if len(meets):
                inside = shapely.length(shapely.intersection(shapes[meets], slow))
                extra[meets] = inside * (self.rules.difficult_factor - 1)
        return clear, extra

    def _rough(self, starts: Floats, ends: Floats, which: Ints, found: tuple[Bools, Floats, Floats]) -> None:
        """Price walks over pieces, part by part, with all parts of one height at a time."""
        lines: list[tuple[Spot, Point]] = [
            ((ax, ay, az), (x, y))
            for (ax, ay, az), (x, y) in zip(starts[which].tolist(), ends[which].tolist(), strict=True)
        ]
        self._price([line for line in dict.fromkeys(lines) if line not in self._priced])
        clear, price, heights = found
        for i, line in zip(which.tolist(), lines, strict=True):
            clear[i], price[i], heights[i] = self._priced[line]

    def _price(self, lines: Sequence[tuple[Spot, Point]]) -> None:
        """Keep what walks over pieces cost."""
        clear: Bools = np.zeros(len(lines), dtype=np.bool_)
        price: Floats = np.zeros(len(lines))
        ends: list[float] = []
        parts: dict[float, list[tuple[int, Point, Point, bool]]] = {}
        for i, (start, end) in enumerate(lines):
            stretches = self.heights.stretches(start, end)
            extra = sum(s.extra for s in stretches)
            clear[i] = extra < math.inf
            price[i] = math.hypot(end[0] - start[0], end[1] - start[1]) + extra
            ends.append(stretches[-1].z)
            for s in stretches if clear[i] else ():
                part = (i, on_line(start, end, s.start), on_line(start, end, s.end), s.airborne)
                parts.setdefault(round(s.z, 2), []).append(part)
        for z, pieces in parts.items():
            owner = np.array([part[0] for part in pieces])
            ground = np.array([not part[3] for part in pieces], dtype=np.bool_)
            shapes = _lines(np.array([part[1] for part in pieces]), np.array([part[2] for part in pieces]))
            free, more = self._level(shapes, z)
            clear[owner[~free]] = False
            np.add.at(price, owner[ground], more[ground])
        self._priced.update(zip(lines, zip(clear.tolist(), price.tolist(), ends, strict=True), strict=True))

    def straight(self, start: Spot, end: Point) -> Walk:
        """Walk from a spot straight to a point on the plan."""
        price = math.hypot(end[0] - start[0], end[1] - start[1])
        z = start[2]
        marks: list[Mark] = []
        for s in self.heights.stretches(start, end):
            a, b, z = on_line(start, end, s.start), on_line(start, end, s.end), s.z
            if s.mark is not None:
                if s.extra == math.inf:
                    return Walk(math.inf, z, (), s.mark.piece or "edge", self._why_not(s.mark))
                marks.append(s.mark)
            line = LineString([a, b])
            stopped = self._stopped(line, z)
            if stopped is not None:
                return Walk(math.inf, z, (), stopped.id, stopped.why)
            price += s.extra
            if not s.airborne:
                price += self._on_ground(line, (*a, z), marks)
        return Walk(price, z, tuple(marks))

    def _why_not(self, mark: Mark) -> str:
        name = self.terrain.piece(mark.piece).label if mark.piece else "the edge"
        return f'{name} drops by {mark.size:g}"' if mark.down else f'{name} is in the way, {mark.size:g}" up'

    def _stopped(self, line: BaseGeometry, z: float) -> Zone | None:
        hard = self.hard(z)
        if hard is None or not hard.intersects(line):
            return None
        met = (zone for zone in self.zones if zone.holds(z) and zone.area.intersects(line))
        start = ShapelyPoint(shapely.get_coordinates(line)[0])
        return min(met, key=lambda zone: start.distance(zone.area.intersection(line)))

    def _on_ground(self, line: BaseGeometry, at: Spot, marks: list[Mark]) -> float:
        extra = 0.0
        here = ShapelyPoint(at[:2])
        for kind in self.patches:
            ground = self.patch(kind, at[2])
            if ground is None or not ground.intersects(line):
                continue
            if kind == "difficult":
                extra = ground.intersection(line).length * (self.rules.difficult_factor - 1)
            for patch in self.patches[kind]:
                part = patch.area.intersection(line) if patch.holds(at[2]) else None
                if part is not None and not part.is_empty and (part.length > HAIR or kind == "dangerous"):
                    corners: list[list[float]] = shapely.get_coordinates(part).tolist()
                    first = min(corners, key=lambda c: here.distance(ShapelyPoint(c)))
                    marks.append(Mark(kind, (first[0], first[1], at[2]), part.length, patch.piece.id))
        return extra

    def on_board(self, x: float, y: float) -> bool:
        """Whether a base with its middle at a point is wholly on the board, or may be off it."""
        left, upper, right, lower = self._room
        inside = left - HAIR <= x <= right + HAIR and upper - HAIR <= y <= lower + HAIR
        return inside or self.rules.off_board

    def in_reach(self, at: Floats) -> Bools:
        """Return which points, given as rows, lie on the board and in the window."""
        left, upper, right, lower = self.window
        if not self.rules.off_board:
            edge = self._room
            left, upper = max(left, edge[0]), max(upper, edge[1])
            right, lower = min(right, edge[2]), min(lower, edge[3])
        inside = (at[:, 0] >= left - HAIR) & (at[:, 1] >= upper - HAIR)
        return np.asarray(inside & (at[:, 0] <= right + HAIR) & (at[:, 1] <= lower + HAIR), dtype=np.bool_)

    def may_end(self, spot: Spot) -> str:
        """Return why a base may not end at a spot; empty if it may."""
        x, y, z = spot
        if not self.on_board(x, y):
            return "its base would be off the board"
        here = ShapelyPoint(x, y)
        for zone in (*self.zones, *self.crossed):
            if zone.holds(z) and zone.area.contains(here):
                return zone.why
        borne = z <= self.free
        for relief in self.heights.reliefs:
            if relief.link or not relief.area.contains(here):
                continue
            if self.heights.is_wall(relief, z):
                return f'{relief.piece.label} is in the way, {relief.top - z:g}" up'
            if abs(z - relief.top) <= self.free and relief.piece.area.covers(here):
                borne = True
                rules = self.rules
                if relief.piece.has(rules.unstable) and relief.top > rules.unstable_height + HAIR:
                    return f"{relief.piece.label} is unstable: nobody ends a move on it"
        return "" if borne else "there is no ground under the middle of its base"

    def may_end_at(self, at: Floats, z: float) -> Bools:
        """Return of points, given as rows, in which of them a base may end at one height (see `may_end`)."""
        x, y = at[:, 0], at[:, 1]
        may: Bools = np.array([self.on_board(*point) for point in at.tolist()], dtype=np.bool_)
        for zone in (*self.zones, *self.crossed):
            if zone.holds(z):
                may &= ~np.asarray(shapely.contains_xy(zone.area, x, y), dtype=np.bool_)
        borne: Bools = np.full(len(at), z <= self.free)
        for relief in self.heights.reliefs:
            wall, level = self.heights.is_wall(relief, z), abs(z - relief.top) <= self.free
            if relief.link or not (wall or level):
                continue
            inside = np.asarray(shapely.contains_xy(relief.area, x, y), dtype=np.bool_)
            if wall:
                may &= ~inside
                continue
            inside &= np.asarray(shapely.intersects_xy(relief.piece.area, x, y), dtype=np.bool_)
            borne |= inside
            if relief.piece.has(self.rules.unstable) and relief.top > self.rules.unstable_height + HAIR:
                may &= ~inside
        return may & borne


def _lines(starts: Floats, ends: Floats) -> Shapes:
    return np.asarray(shapely.linestrings(np.stack((starts, ends), axis=1)), dtype=np.object_)


def _met(area: BaseGeometry | None, shapes: Shapes) -> Bools:
    """Return which of some shapes meet an area; none meets None."""
    if area is None:
        return np.zeros(len(shapes), dtype=np.bool_)
    return np.asarray(shapely.intersects(area, shapes), dtype=np.bool_)


def _union(areas: list[BaseGeometry]) -> BaseGeometry | None:
    if not areas:
        return None
    area = shapely.union_all(areas) if len(areas) > 1 else areas[0]
    shapely.prepare(area)
    return area


def _meets(area: BaseGeometry, window: Window) -> bool:
    left, upper, right, lower = area.bounds
    return not (right < window[0] or lower < window[1] or left > window[2] or upper > window[3])
