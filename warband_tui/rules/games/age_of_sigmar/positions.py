"""Units where they stand on a table: who is how far away, seen, in combat, coherent (AOS-16-2, AOS-18.3-1).

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import shapely
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import (
    Body,
    Coherency,
    coherency,
    distance,
    flat_gap,
    moved,
    nearest,
    stand,
)
from warband_tui.rules.board.layout import HAIR, MM, Base, InchBoard, Spot
from warband_tui.rules.board.obstacles import Standing
from warband_tui.rules.board.paths import Route
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.sight import Sight, SightRules, sight
from warband_tui.rules.board.terrain import Piece, Terrain, terrain_of
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.age_of_sigmar.coherency import neighbours_needed
from warband_tui.rules.games.age_of_sigmar.formation import base_of, height_of, is_terrain, spots_of
from warband_tui.rules.games.age_of_sigmar.glances import glance
from warband_tui.rules.games.age_of_sigmar.ground_rules import GROUND
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition, faction_phases
from warband_tui.rules.games.age_of_sigmar.terrain_list import FACTION, OBSCURING, OPEN, compiled
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit

COMBAT_RANGE = 3.0
"""Inches on the plan, whatever the height."""
CHARGE_RANGE = 0.5
_STEP = 1.0
"""Up to this difference of height a distance is taken on the plan."""
_SIGHT = SightRules(from_edge=True, open_tags=(OPEN,))
GARRISON = "garrison:"
OBSCURED = "obscured:"


class Group(Struct, frozen=True):
    """A unit on the table: its models, or the pieces of faction terrain, boxed as bodies for lines of sight."""

    unit: Unit
    bodies: tuple[Body, ...]
    pieces: tuple[Piece, ...] = ()
    own: str = ""
    """The terrain feature that it is or is in, which hides nothing of it."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.unit.name


class Link(Struct, frozen=True):
    """The nearest models of two groups: how far apart in inches, which of each."""

    gap: float
    a: int
    b: int


class Scene:
    """A battle's table as it stands.

    Raises:
        Refused: the battle has no table in inches.
    """

    def __init__(self, state: BattleState) -> None:
        if not isinstance(state.board, InchBoard):
            raise Refused("this battle has no board; choose one when you set a battle up")
        self.state = state
        board = compiled(state.board, edition(state.edition).tall)
        gone = {u.id for u in state.units.values() if not u.in_play and is_terrain(u)}
        dark = {name[len(OBSCURED) :] for s in state.sides.values() for name in s.conditions if name.startswith(OBSCURED)}  # fmt: skip
        if gone or dark:
            board = _changed(board, frozenset(gone), frozenset(dark))
        self.board: InchBoard = board
        self.terrain: Terrain = terrain_of(board)
        self._groups: dict[str, Group] = {}
        self.standings: dict[str, tuple[Standing, ...]] = {}
        """The models that a unit meets on the move, by the unit's id."""
        self.walks: dict[tuple[str, Body, GroundRules, float], Walks] = {}
        """What models meet on the move, by their unit, how they deal with ground, and how far that was looked for."""
        self.charges: dict[tuple[tuple[Body, ...], str], tuple[int, Route] | None] = {}
        """The shortest charges that have been looked for, by the models that charge and at whom."""

    # ---- Who stands where

    def stands(self, unit: Unit) -> bool:
        """Whether a unit is on the table."""
        return unit.in_play and bool(unit.at or self._shape_id(unit))

    def group(self, unit_id: str) -> Group:
        """Return a unit on the table.

        Raises:
            Refused: it is not on it.
        """
        if unit_id not in self._groups:
            unit = self.state.unit(unit_id)
            if not self.stands(unit):
                raise Refused(f"{unit.name} is not on the board: place it first")
            self._groups[unit_id] = self._made(unit)
        return self._groups[unit_id]

    def all(self) -> Iterator[Group]:
        """Yield all units on the table."""
        for unit in self.state.units.values():
            if self.stands(unit):
                yield self.group(unit.id)

    def foes(self, unit: Unit) -> Iterator[Group]:
        """Yield the enemies on the table."""
        return (group for group in self.all() if group.unit.side != unit.side)

    def moved(self, group: Group, spots: Sequence[Spot]) -> Group:
        """Return a unit at other spots."""
        bodies = tuple(moved(body, spot) for body, spot in zip(group.bodies, spots, strict=True))
        return Group(group.unit, bodies)

    def body(self, unit: Unit, spot: Spot) -> Body:
        """Return a model of a unit at a spot, on the ground there."""
        return _grounded(self.board, stand(base_of(unit), spot, height_of(unit)))

    def _made(self, unit: Unit) -> Group:
        shape = self._shape_id(unit)
        if shape:
            pieces = self.terrain.groups[shape]
            return Group(unit, tuple(_boxed(piece) for piece in pieces), pieces, shape)
        base, height = base_of(unit), height_of(unit)
        spots = spots_of(self.state, unit)
        return Group(unit, tuple(_grounded(self.board, stand(base, spot, height)) for spot in spots))

    def _shape_id(self, unit: Unit) -> str:
        """Return the feature that a unit is (faction terrain of its id) or garrisons; empty for none."""
        if is_terrain(unit) and unit.id in self.terrain.groups:
            return unit.id
        held = garrisoned(unit)
        return held if held in self.terrain.groups else ""

    # ---- Between two units

    def link(self, a: Group, b: Group, *, flat: bool = False) -> Link:
        """Return how far apart two units are, from base edge to base edge."""
        return min(
            (
                Link(self.apart(a, i, b, j, flat=flat), i, j)
                for i in range(len(a.bodies))
                for j in range(len(b.bodies))
            ),
            key=lambda link: link.gap,
        )

    def apart(self, a: Group, i: int, b: Group, j: int, *, flat: bool = False) -> float:
        """Return how far a model of one unit is from one of another; terrain by its outline."""
        if a.pieces and b.pieces:
            return float(a.pieces[i].area.distance(b.pieces[j].area))
        if a.pieces:
            return self.terrain.gap_to(b.bodies[j], (a.pieces[i],), flat=flat)
        if b.pieces:
            return self.terrain.gap_to(a.bodies[i], (b.pieces[j],), flat=flat)
        return apart(a.bodies[i], b.bodies[j], flat=flat)

    def gap_of(self, a: Group, i: int, b: Group, *, flat: bool = False) -> float:
        """Return how far one model of a unit is from another unit."""
        return min(self.apart(a, i, b, j, flat=flat) for j in range(len(b.bodies)))

    def sees(self, a: Group, i: int, b: Group) -> Sight:
        """Return whether a model of one unit sees any model of another, the nearest tried first."""
        board = _without(self.board, frozenset({a.own, b.own} - {""}))
        targets = tuple(sorted(b.bodies, key=lambda body: flat_gap(a.bodies[i], body)))
        plain = glance(board, a.bodies[i], targets, _SIGHT.open_tags)
        if plain is not None:
            return plain
        first: Sight | None = None
        for body in targets:
            found = glance(board, a.bodies[i], (body,), _SIGHT.open_tags) or _sight(board, a.bodies[i], body)
            if found.seen:
                return found
            first = first or found
        return first or Sight(seen=False, lines=(), share=0)

    def view(self, a: Group, b: Group) -> Sight:
        """Return how much the nearest models of one unit see of another; `seen` where that is all that is asked."""
        link = self.link(a, b, flat=True)
        board = _without(self.board, frozenset({a.own, b.own} - {""}))
        found = _sight(board, a.bodies[link.a], b.bodies[link.b])
        return found if found.seen else self.seen(a, b)

    def seen(self, a: Group, b: Group) -> Sight:
        """Return whether any model of one unit sees another."""
        order = sorted(range(len(a.bodies)), key=lambda i: self.gap_of(a, i, b, flat=True))
        first: Sight | None = None
        for i in order:
            found = self.sees(a, i, b)
            if found.seen:
                return found
            first = first or found
        return first or Sight(seen=False, lines=(), share=0)

    def line(self, a: Group, b: Group) -> SightLine:
        """Return the line between the nearest points of two units."""
        link = self.link(a, b)
        p, q = nearest(a.bodies[link.a], b.bodies[link.b])
        return SightLine(p, q, clear=True)

    def in_combat(self, a: Group, b: Group) -> bool:
        """Whether two units are in combat: a model in the other's combat range, and each sees the other."""
        if not (self.fights(a.unit) and self.fights(b.unit)):
            return False
        near = [i for i in range(len(a.bodies)) if self.gap_of(a, i, b, flat=True) <= COMBAT_RANGE + HAIR]
        return bool(near) and self.seen(a, b).seen

    def fights(self, unit: Unit) -> bool:
        """Whether a unit can be in combat now: faction terrain only in its phases (AOST-1.5-1)."""
        return not is_terrain(unit) or self.state.phase in faction_phases(self.state)

    def foes_in_combat(self, group: Group) -> tuple[str, ...]:
        """Return the enemies that a unit is in combat with as it stands."""
        return tuple(foe.unit.id for foe in self.foes(group.unit) if self.in_combat(group, foe))

    def coherent(self, group: Group) -> Coherency:
        """Return how a unit holds together (core rules 15.1)."""
        reach = warscroll(group.unit).coherency
        return coherency(group.bodies, reach, neighbours_needed(len(group.bodies)), flat=True)


def garrisoned(unit: Unit) -> str:
    """Return the faction terrain that a unit garrisons; empty for none (AOST-1.5-2)."""
    return next((n[len(GARRISON) :] for n in unit.conditions if n.startswith(GARRISON)), "")


def apart(a: Body, b: Body, *, flat: bool = False) -> float:
    """Return how far two bases are apart; on ground that differs by up to an inch, on the plan."""
    return flat_gap(a, b) if flat or abs(a.z - b.z) <= _STEP + HAIR else distance(a, b)


def _boxed(piece: Piece) -> Body:
    """Return a piece of faction terrain as a body: the least box around it."""
    ring = [
        (float(x), float(y)) for x, y in shapely.get_coordinates(shapely.oriented_envelope(piece.area))[:4]
    ]
    (ax, ay), (bx, by), (cx, cy) = ring[:3]
    base = Base(
        math.hypot(bx - ax, by - ay) * MM,
        math.hypot(cx - bx, cy - by) * MM,
        "rectangle",
        math.degrees(math.atan2(by - ay, bx - ax)),
    )
    return Body(base, (ax + cx) / 2, (ay + cy) / 2, piece.feature.base, piece.feature.height)


@lru_cache(maxsize=64)
def _changed(board: InchBoard, gone: frozenset[str], dark: frozenset[str]) -> InchBoard:
    kept = (f for f in board.features if (f.piece_of or f.id) not in gone or FACTION not in f.tags)
    return replace(
        board,
        features=tuple(
            replace(f, tags=(*f.tags, OBSCURING)) if (f.piece_of or f.id) in dark else f for f in kept
        ),
    )


@lru_cache(maxsize=64)
def _without(board: InchBoard, own: frozenset[str]) -> InchBoard:
    if not own:
        return board
    return replace(board, features=tuple(f for f in board.features if (f.piece_of or f.id) not in own))


@lru_cache(maxsize=8192)
def _grounded(board: InchBoard, body: Body) -> Body:
    return terrain_of(board).with_at(GROUND, body)


@lru_cache(maxsize=8192)
def _sight(board: InchBoard, a: Body, b: Body) -> Sight:
    return sight(board, a, b, _SIGHT)
