"""Up and down on a straight line: steps, climbs, ladders, drops and jumps over gaps.

A line of a mover's middle is cut where it enters and leaves solid pieces grown by its base, so that it
climbs where its base meets a wall and lands where its base has left it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from shapely.geometry import LineString

from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.layout import HAIR, Point, Spot
from warband_tui.rules.board.obstacles import Relief
from warband_tui.rules.board.terrain import Terrain


class Mark(Struct, frozen=True):
    """What a way is charged or risked for: where it begins, how much of it in inches, by which piece.

    `kind` is one of `ground.RISKS`, or `link` for a ladder. `size` is the length in difficult or dangerous
    ground, the height climbed or dropped, the width of a gap. A climb or drop is marked where the base meets
    the edge on the plan, at the height before it: a mover that drops there lands there.
    """

    kind: Risk | str
    at: Spot
    size: float
    piece: str = ""
    down: bool = False


class Stretch(Struct):
    """A part of a line at one height: from and to as shares of the line, what the change at its start cost.

    `extra` is inf where the change is not allowed. An airborne stretch touches no ground.
    """

    start: float
    end: float
    z: float
    extra: float = 0
    mark: Mark | None = None
    airborne: bool = False


_Step = tuple[float, float, Mark | None]
"""The height after an event, what it costs and its mark."""


class Heights:
    """The solid pieces and ladders that a mover meets, and what it may do at them."""

    def __init__(
        self,
        terrain: Terrain,
        rules: GroundRules,
        reliefs: Sequence[Relief],
        room: float,
        avoid: Collection[Risk],
    ) -> None:
        self.terrain, self.rules, self.reliefs, self.room, self.avoid = terrain, rules, reliefs, room, avoid
        self.free = rules.free_height + HAIR

    def stretches(self, start: Spot, end: Point) -> list[Stretch]:
        """Cut a line where heights change; one stretch over level ground."""
        found = list(self._cut(start, end))
        if self.rules.jump_limit > 0 and "jump" not in self.avoid:
            for i in range(len(found) - 2):
                self._leap(start, end, *found[i : i + 3])
        return found

    def _cut(self, start: Spot, end: Point) -> Iterator[Stretch]:
        active, events = self._events(start, end)
        current = Stretch(0.0, 1.0, *self._step(on_line(start, end, 0.0), start[2], active, active))
        for share, relief in events:
            before = set(active)
            active.symmetric_difference_update({relief})
            step = self._step(on_line(start, end, share), current.z, before, active)
            if step[0] != current.z:
                current.end = share
                yield current
                current = Stretch(share, 1.0, *step)
        yield current

    def _events(self, start: Spot, end: Point) -> tuple[set[int], list[tuple[float, int]]]:
        inside: set[int] = set()
        events: list[tuple[float, int]] = []
        (x0, y0), (x1, y1) = start[:2], end
        low_x, high_x = min(x0, x1), max(x0, x1)
        low_y, high_y = min(y0, y1), max(y0, y1)
        for n, relief in enumerate(self.reliefs):
            left, upper, right, lower = relief.bounds
            if high_x < left or low_x > right or high_y < upper or low_y > lower:
                continue
            if is_inside(x0, y0, relief.rings):
                inside.add(n)
            events += [(share, n) for share in crossings(x0, y0, x1, y1, relief.rings)]
        events.sort()
        return inside, events

    def _step(self, at: Point, z: float, before: set[int], active: set[int]) -> _Step:
        here = [self.reliefs[n] for n in active]
        around = [self.reliefs[n] for n in before | active]
        walls = [r for r in here if self.is_wall(r, z)]
        if walls:
            return self._up(at, z, max(walls, key=lambda r: r.top), around)
        floor = max((r.top for r in here if self._bears(r, z)), default=0.0)
        return (floor, 0.0, None) if z - floor <= self.free else self._down(at, z, floor, around)

    def is_wall(self, relief: Relief, z: float) -> bool:
        """Whether a piece bars the way of a mover at a height."""
        return not relief.link and relief.top > z + relief.free + HAIR and relief.base < z + self.room - HAIR

    def least_climb(self) -> float:
        """Return the least that a walk from the table pays that enters a piece; 0 if one may cost nothing."""
        solid = [r for r in self.reliefs if not r.link]
        if len(solid) < len(self.reliefs) or any(not self.is_wall(r, 0.0) for r in solid):
            return 0.0
        rise = min((r.top for r in solid), default=0.0)
        may = self.rules.may_climb and "climb" not in self.avoid
        return rise * self.rules.climb_price if may else math.inf

    def _bears(self, relief: Relief, z: float) -> bool:
        if relief.link:
            return abs(relief.top - z) <= self.free
        return relief.top <= z + relief.free + HAIR

    def _up(self, at: Point, z: float, wall: Relief, around: Sequence[Relief]) -> _Step:
        rise = wall.top - z
        link = _link(around, z, wall.top, self.free)
        if link is not None:
            return (wall.top, rise * self.rules.link_price, Mark("link", (*at, z), rise, link.piece.id))
        allowed = self.rules.may_climb and "climb" not in self.avoid
        price = rise * self.rules.climb_price if allowed else math.inf
        return (wall.top, price, Mark("climb", (*at, z), rise, wall.piece.id))

    def _down(self, at: Point, z: float, floor: float, around: Sequence[Relief]) -> _Step:
        rules, drop = self.rules, z - floor
        link = _link(around, floor, z, self.free)
        if link is not None:
            mark = Mark("link", (*at, z), drop, link.piece.id, down=True)
            return (floor, drop * rules.link_price, mark)
        left = [r for r in around if not r.link and abs(r.top - z) <= self.free]
        name = left[0].piece.id if left else ""
        if rules.may_drop and "drop" not in self.avoid and drop <= rules.drop_limit + HAIR:
            return (floor, drop * rules.drop_price, Mark("drop", (*at, z), drop, name, down=True))
        allowed = rules.may_climb and "climb" not in self.avoid
        price = drop * rules.climb_down_price if allowed else math.inf
        return (floor, price, Mark("climb", (*at, z), drop, name, down=True))

    def _leap(self, start: Spot, end: Point, take: Stretch, gap: Stretch, land: Stretch) -> None:
        """Make a jump of going down one edge and up the next, if the gap may be jumped and that is cheaper."""
        rules, down, up = self.rules, gap.mark, land.mark
        if down is None or up is None or not down.down or up.down or "link" in (down.kind, up.kind):
            return
        rise = land.z - take.z
        wide = self._gap_width(start, end, down.piece, up.piece)
        if wide > rules.jump_limit + HAIR or rise > rules.jump_rise + HAIR:
            return
        surcharge = rules.jump_rise_price if rise >= rules.jump_rise_from - HAIR else 0.0
        landing: tuple[float, Mark | None] = (0.0, None)
        if -rise > self.free:
            if not rules.may_drop or "drop" in self.avoid or -rise > rules.drop_limit + HAIR:
                return
            mark = Mark("drop", (*up.at[:2], take.z), -rise, down.piece, down=True)
            landing = (-rise * rules.drop_price, mark)
        if surcharge + landing[0] >= gap.extra + land.extra:
            return
        gap.z, gap.airborne = max(take.z, land.z), True
        gap.extra, gap.mark = surcharge, Mark("jump", down.at, wide, up.piece)
        land.extra, land.mark = landing

    def _gap_width(self, start: Spot, end: Point, leaving: str, landing: str) -> float:
        """Return how wide a gap between two pieces is along a line, from outline to outline."""
        if not leaving or not landing:
            return math.inf
        line = LineString([start[:2], end])
        a = self.terrain.piece(leaving).area.intersection(line)
        b = self.terrain.piece(landing).area.intersection(line)
        return math.inf if a.is_empty or b.is_empty else float(a.distance(b))


def _link(around: Sequence[Relief], low: float, high: float, free: float) -> Relief | None:
    """Return a ladder that leads from one height to another."""
    links = (r for r in around if r.link)
    return next((r for r in links if r.base <= low + free and r.top >= high - free), None)


def on_line(start: Spot, end: Point, share: float) -> Point:
    """Return a point of a line by its share of the length."""
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def is_inside(x: float, y: float, rings: Sequence[Sequence[Point]]) -> bool:
    """Whether a point lies in the rings of a shape (even and odd)."""
    odd = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
            ax, ay = bx, by
    return odd


def crossings(x0: float, y0: float, x1: float, y1: float, rings: Sequence[Sequence[Point]]) -> list[float]:
    """Return at which shares of a line it crosses the rings of a shape; a line along a side does not."""
    dx, dy = x1 - x0, y1 - y0
    found: list[float] = []
    for ring in rings:
        ax, ay = ring[-1]
        sa = dx * (ay - y0) - dy * (ax - x0)
        for bx, by in ring:
            sb = dx * (by - y0) - dy * (bx - x0)
            if (sa > 0) != (sb > 0):
                u = sa / (sa - sb)
                px, py = ax + (bx - ax) * u - x0, ay + (by - ay) * u - y0
                share = (px * dx + py * dy) / (dx * dx + dy * dy)
                if 0 < share < 1:
                    found.append(share)
            ax, ay, sa = bx, by, sb
    return found
