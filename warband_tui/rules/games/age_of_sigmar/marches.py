"""A unit of many models on the move: ends and ways of each, what it takes, and what forbids it (AOST-1.2, 1.5, 1.6).

Given one spot, the first model goes there and the others keep their places about it; those for whom there is no
room are set down next to it as near to their places as they can be. Given a spot for each, nothing is changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import TOUCH, Body, extent, is_round, moved, off_board, overlapping
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.paths import Leg, Route, route
from warband_tui.rules.board.placing import no_room
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.age_of_sigmar.coherency import needed, neighbours_needed
from warband_tui.rules.games.age_of_sigmar.ends import Ruling, check_end, comes_into_combat
from warband_tui.rules.games.age_of_sigmar.ground_rules import ground_for
from warband_tui.rules.games.age_of_sigmar.movers import mover_of, standing_id, unit_of, walks_of
from warband_tui.rules.games.age_of_sigmar.positions import COMBAT_RANGE, Group, Scene, apart
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.terrain_list import IMPASSABLE, UNSTABLE

KEEPING_OUT = ("normal", "run", "redeploy")
"""Ways of moving that may not come into combat at any point."""
_WINDOW, _GRID = 5.0, 0.4
_MOST_WAYS = 4
"""How many places that a model might end in are looked for a way to."""


class March(Struct, frozen=True):
    """A move of a whole unit as the table has it: where each model ends, or why it cannot be made."""

    spots: tuple[Spot, ...]
    longest: float
    """What the model that goes farthest needs of its movement, in inches; inf where one has no way."""
    way: Route
    """The way of the first model."""
    why: str = ""
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    """Enemies that it ends in combat with, or reaches with a charge."""

    @property
    def legal(self) -> bool:
        """Whether the rules allow it."""
        return not self.why


def march(
    scene: Scene,
    group: Group,
    mode: str,
    to: Sequence[Spot],
    via: Sequence[Spot] = (),
    *,
    budget: float | None = None,
    target: str = "",
) -> March:
    """Return a move of a unit to one spot, or to one for each model.

    Args:
        scene: the table.
        group: the unit.
        mode: normal, run, retreat, redeploy, charge or pile-in.
        to: where its first model goes, or where each goes.
        via: points that the first model goes by.
        budget: inches that each model may move; None for no limit.
        target: the enemy that it piles in to.
    """
    if len(to) not in (1, len(group.bodies)):
        why = f"{group.name} has {len(group.bodies)} models, and {len(to)} places are given"
        return March((), math.inf, Route(why=why), why)
    keep = COMBAT_RANGE if mode in KEEPING_OUT else 0.0
    ground = ground_for(scene.state, group.unit, keep)

    def made(*, close: bool) -> March:
        party = _Party(scene, group, mode, ground, budget)
        ways = party.go(tuple(to), tuple(via), close=close)
        return _judged(scene, group, party, ways, target)

    first = made(close=False)
    if first.legal or len(to) == len(group.bodies) or not first.way.found:
        return first
    # Where they cannot keep their places they may stand close about the first.
    second = made(close=True)
    return second if second.legal else first


def _judged(scene: Scene, group: Group, party: _Party, ways: list[Route], target: str) -> March:
    """Return a move as the rules have it once each model has its way."""
    failed = next(((n, way) for n, way in enumerate(ways) if not way.found), None)
    if failed is not None:
        n, way = failed
        who = f"model {n + 1} of {group.name}: " if len(ways) > 1 else ""
        return March((), math.inf, ways[0], f"{who}{way.why}", party.rules_for(n, way), tuple(party.notes))
    spots = tuple(way.points[-1] for way in ways)
    longest = max(way.price for way in ways)
    after = scene.moved(group, spots)
    ruling = _coherent(scene, after) or check_end(scene, group, after, party.mode, target)
    return March(
        spots, longest, ways[0], ruling.why, ruling.rules, (*party.notes, *ruling.notes), ruling.foes
    )


def set_up(scene: Scene, group: Group) -> Ruling:
    """Return why a unit cannot be set up as it stands: ground that is forbidden, others in its place (AOST-1.2)."""
    for body in group.bodies:
        impassable = scene.terrain.entered(body, (IMPASSABLE,))
        if impassable:
            return Ruling(f"{impassable[0].label} is impassable", ("AOST-1.2-2",))
    others = (other for other in scene.all() if other.unit.id != group.unit.id and not other.pieces)
    met = [(other.name, body) for other in others for body in other.bodies]
    why = no_room(scene.board, group.bodies, met, ground_for(scene.state, group.unit))
    if why:
        unstable = any(scene.terrain.entered(body, (UNSTABLE,)) for body in group.bodies)
        return Ruling(why, ("AOST-1.2-5",) if unstable else ())
    return _coherent(scene, group) or Ruling()


def _coherent(scene: Scene, after: Group) -> Ruling | None:
    if scene.coherent(after).holds:
        return None
    takes = needed(len(after.bodies), warscroll(after.unit).coherency)
    return Ruling(f"{after.name} would not be coherent: {takes}", ("AOS-18.3-1",))


class _Party:
    """The models of a unit on one move."""

    def __init__(
        self, scene: Scene, group: Group, mode: str, ground: GroundRules, budget: float | None
    ) -> None:
        self.scene, self.group, self.mode, self.ground = scene, group, mode, ground
        self.budget = math.inf if budget is None else budget
        self.reach = warscroll(group.unit).coherency
        self.notes: list[str] = []
        self.ends: list[Spot] = []
        self.placed: list[Body] = []

    def go(self, to: tuple[Spot, ...], via: tuple[Spot, ...], *, close: bool) -> list[Route]:
        """Return the way of each model; `close`: about the first, not in the places that they had."""
        bodies = self.group.bodies
        given = len(to) == len(bodies)
        dx, dy = to[0][0] - bodies[0].x, to[0][1] - bodies[0].y
        ways: dict[int, Route] = {}
        order = sorted(range(len(bodies)), key=lambda i: math.dist(bodies[i].at[:2], bodies[0].at[:2]))
        settled = 0
        for i in order:
            body = bodies[i]
            end = to[i] if given else (body.x + dx, body.y + dy, *(to[0][2:] if i == 0 else ()))
            points = via if i == 0 or given else tuple((x + body.x - bodies[0].x, y + body.y - bodies[0].y) for x, y, *_ in via)  # fmt: skip
            if close and i:
                end = to[0]
            way = Route(why="no room about the first") if close and i else self._way(body, end, points)
            apart_now = bool(i) and not given and way.found and not self._near(moved(body, way.points[-1]))
            if i and not given and (apart_now or not way.found):
                other = self._beside(body, end)
                settled += other is not None
                way = other or way
            ways[i] = way
            if not way.found:
                self.ends = [end] * len(bodies)
                return [ways.get(n, Route((b.at,))) for n, b in enumerate(bodies)]
            self.placed.append(moved(body, way.points[-1]))
        if settled:
            self.notes.append(f"{settled} of {len(bodies)} models set down nearer: no room in their places")
        return [ways[n] for n in range(len(bodies))]

    def _near(self, there: Body) -> bool:
        """Whether a model is next to one that has been set down."""
        return any(apart(there, other, flat=True) <= self.reach + HAIR for other in self.placed)

    def rules_for(self, n: int, way: Route) -> tuple[str, ...]:
        """Return the rules by which a model cannot go where it should."""
        pieces = {piece.id: piece for piece in self.scene.terrain.pieces}
        blocking = pieces.get(way.blocked_by)
        if blocking is not None and blocking.has((IMPASSABLE,)):
            return ("AOST-1.2-2",)
        body = moved(self.group.bodies[n], self.ends[n])
        if self.scene.terrain.entered(body, (IMPASSABLE,)):
            return ("AOST-1.2-2",)
        if unit_of(way.blocked_by) in self.scene.state.units:
            return ("AOS-16-2",) if self.ground.keep_out else ()
        return ("AOST-1.2-5",) if "unstable" in way.why else ()

    def _way(self, body: Body, end: Spot, via: tuple[Spot, ...] = ()) -> Route:
        """Return the way of one model, or why there is none: the straight one where nothing bars it."""
        end = self.scene.terrain.settled(self.ground, end)
        there = moved(body, end)
        if off_board(there, self.scene.board):
            return Route(why="its base would be off the board")
        if any(overlapping(there, other) for other in self.placed):
            return Route(why="another of its models is in the way")
        found = self._route(body, end, via, self.ground)
        if found.found or not self.ground.keep_out:
            return found
        # Who is not seen is not fought: the way may pass within combat range behind a wall.
        loose = ground_for(self.scene.state, self.group.unit)
        other = self._route(body, end, via, loose)
        if not other.found:
            return found if unit_of(found.blocked_by) not in self.scene.state.units else other
        foe = comes_into_combat(self.scene, self.group, body, other)
        if not foe:
            return other
        return Route(why=f"it would come into combat with {foe.name}", blocked_by=standing_id(foe.unit.id, 0))

    def _route(self, body: Body, end: Spot, via: tuple[Spot, ...], ground: GroundRules) -> Route:
        if not via and not ground.flies:
            far = max(self.budget, math.dist(body.at[:2], end[:2]) + 1)
            walks = walks_of(self.scene, body, self.group.unit, ground, far)
            why = walks.may_end(end)
            if why:
                return Route(why=why)
            straight = self._straight(walks, body, end)
            if straight is not None:
                return straight
        mover = mover_of(self.scene, body, self.group.unit, ground)
        return route(self.scene.board, mover, end, via, budget=self.budget)

    def _beside(self, body: Body, end: Spot) -> Route | None:
        """Return a way to a place near where a model should stand, next to those that are set down."""
        want = min(neighbours_needed(len(self.group.bodies)), len(self.placed))
        walks = walks_of(self.scene, body, self.group.unit, self.ground, self.budget)
        blocked: list[Spot] = []
        for spot in self._places(body, end, want):
            goal = self.scene.terrain.settled(self.ground, spot)
            if walks.may_end(goal):
                continue
            straight = self._straight(walks, body, goal)
            if straight is not None:
                return straight
            blocked.append(goal)
        ways = (self._way(body, goal) for goal in blocked[:_MOST_WAYS])
        return next((way for way in ways if way.found), None)

    def _straight(self, walks: Walks, body: Body, end: Spot) -> Route | None:
        """Return the straight way to a spot if nothing on it bars the model or costs more; else None."""
        length = math.dist(body.at[:2], end[:2])
        if self.ground.flies or length > self.budget + HAIR:
            return None
        walk = walks.straight(body.at, (end[0], end[1]))
        if walk.blocked_by or walk.price > length + HAIR:
            return None
        there = (end[0], end[1], walk.z)
        return Route((body.at, there), (Leg(body.at, there, length, walk.price),))

    def _places(self, body: Body, end: Spot, want: int) -> list[Spot]:
        """Return spots about one, next to models that are set down: those next to enough of them first, then nearest."""
        at = _about() + np.array(end[:2])
        left, upper, right, lower = extent(body.base)
        board = self.scene.board
        kept = np.hypot(at[:, 0] - body.x, at[:, 1] - body.y) <= self.budget + HAIR
        kept &= (at[:, 0] + left >= -TOUCH) & (at[:, 0] + right <= board.width + TOUCH)
        kept &= (at[:, 1] + upper >= -TOUCH) & (at[:, 1] + lower <= board.height + TOUCH)
        at = at[kept]
        others = np.array([(o.x, o.y, o.radius) for o in self.placed])
        between = np.hypot(at[:, :1] - others[:, 0], at[:, 1:] - others[:, 1]) - others[:, 2] - body.radius
        # By the circles around the bases first: exact where all are round.
        close = np.flatnonzero((between <= self.reach + HAIR).any(axis=1))
        at, between = at[close], between[close]
        if not all(is_round(one.base) for one in (body, *self.placed)):
            for n, row in enumerate(between):
                there = moved(body, tuple(at[n].tolist()))
                for m in np.flatnonzero(row <= self.reach + HAIR).tolist():
                    row[m] = apart(there, self.placed[m], flat=True)
        near = (between <= self.reach + HAIR).sum(axis=1)
        good = np.flatnonzero((near > 0) & (between.min(axis=1, initial=math.inf) > 0))
        order = good[np.argsort(near[good] < want, kind="stable")]
        return [(x, y) for x, y in at[order].tolist()]


@cache
def _about() -> npt.NDArray[np.float64]:
    """Return the grid of spots that are tried about one, the nearest first, as rows."""
    steps = int(_WINDOW / _GRID)
    offsets = [(x * _GRID, y * _GRID) for x in range(-steps, steps + 1) for y in range(-steps, steps + 1)]
    return np.array(sorted(offsets, key=lambda o: (o[0] ** 2 + o[1] ** 2, o)))
