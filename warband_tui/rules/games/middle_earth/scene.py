"""Units where they stand on a table: how far apart, who sees whom, what is in the way, who is near.

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import TOUCH, Body, distance, nearest, stand, within
from warband_tui.rules.board.layout import InchBoard, Spot
from warband_tui.rules.board.obstacles import Standing
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.sight import Sight, SightRules, sight
from warband_tui.rules.board.terrain import Terrain, terrain_of
from warband_tui.rules.games.middle_earth.bases import base_of, height_of, stands
from warband_tui.rules.games.middle_earth.ground_rules import CONTROL_ZONE, WOOD, ground_of, has_zone
from warband_tui.rules.games.middle_earth.settings import within as reached
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit

_SIGHT = SightRules(from_edge=True, see_out_tags=(WOOD,))
_PAST_MODELS = SightRules(see_out_tags=(WOOD,), models_block=True)


class Link(Struct, frozen=True):
    """The nearest models of two units: how far apart in inches, which of each, and the line between them."""

    gap: float
    a: int
    b: int
    line: SightLine


class Scene:
    """A battle's table as it stands.

    Raises:
        Refused: the battle has no table in inches.
    """

    def __init__(self, state: BattleState) -> None:
        if not isinstance(state.board, InchBoard):
            raise Refused("this battle has no board; choose one when you set a battle up")
        self.state = state
        self.board: InchBoard = state.board
        self.terrain: Terrain = terrain_of(state.board)
        self._bodies: dict[str, tuple[Body, ...]] = {}

    # ---- Who stands where

    def unit(self, unit_id: str) -> Unit:
        """Return a unit that stands on the table.

        Raises:
            Refused: it does not.
        """
        unit = self.state.unit(unit_id)
        if not stands(self.state, unit):
            raise Refused(f"{unit.name} is not on the board: place it first")
        return unit

    def bodies(self, unit: Unit) -> tuple[Body, ...]:
        """Return the models of a unit of which it is known where they stand, put on the ground there."""
        if unit.id not in self._bodies:
            self._bodies[unit.id] = tuple(self.body(unit, spot) for spot in unit.at)
        return self._bodies[unit.id]

    def body(self, unit: Unit, spot: Spot) -> Body:
        """Return a model of a unit at a spot, on the ground there."""
        return _grounded(self.board, ground_of(unit), stand(base_of(unit), spot, height_of(unit)))

    def all(self) -> Iterator[Unit]:
        """Yield all units on the table."""
        return (unit for unit in self.state.units.values() if stands(self.state, unit))

    def foes(self, unit: Unit) -> Iterator[Unit]:
        """Yield the enemies on the table."""
        return (other for other in self.all() if other.side != unit.side)

    def others(self, unit: Unit, charged: frozenset[str] = frozenset()) -> tuple[Standing, ...]:
        """Return all other models as a mover meets them; the enemies that it charges keep nobody out."""
        return tuple(
            self.standing(unit, other, n, keeps_out=other.id not in charged)
            for other in self.all()
            if other.id != unit.id
            for n in range(len(self.bodies(other)))
        )

    def standing(self, unit: Unit, other: Unit, n: int = 0, *, keeps_out: bool = True) -> Standing:
        """Return one model as another unit meets it, with its control zone where it has one (ME-MOV-2)."""
        zone = CONTROL_ZONE if keeps_out and has_zone(self.state, other) else 0.0
        body = self.bodies(other)[n]
        return Standing(f"{other.id}#{n}", body, other.name, friend=other.side == unit.side, keep_out=zone)

    # ---- Between two units

    def link(self, a: Unit, b: Unit) -> Link:
        """Return how far apart two units are, from base edge to base edge of their nearest models."""
        pairs = ((i, j) for i in range(len(self.bodies(a))) for j in range(len(self.bodies(b))))
        gap, i, j = min((distance(self.bodies(a)[i], self.bodies(b)[j]), i, j) for i, j in pairs)
        p, q = nearest(self.bodies(a)[i], self.bodies(b)[j])
        return Link(gap, i, j, SightLine(p, q, clear=True, why=f'{gap:.2f}"'))

    def seen(self, a: Unit, b: Unit) -> Sight:
        """Return whether any model of one unit sees any of another, the nearest tried first."""
        first: Sight | None = None
        for one in self.bodies(a):
            for other in sorted(self.bodies(b), key=lambda body: distance(one, body)):
                found = sees(self.board, one, other)
                if found.seen:
                    return found
                first = first or found
        return first or Sight(seen=False, lines=(), share=0)

    def covered(self, hero: Unit, unit: Unit, reach: float | None, *, sight: bool) -> int:
        """Return how many models of a unit are within reach of a hero, and see it where they have to."""
        giver = self.bodies(hero)[0]
        near = [
            body
            for body in self.bodies(unit)
            if reach is None or reached(self.state, distance(giver, body), reach)
        ]
        return sum(1 for body in near if not sight or sees(self.board, body, giver).seen)

    def in_the_way(self, a: Unit, b: Unit) -> tuple[str, ...]:
        """Return what stands between the nearest models of two units: models and pieces, by name."""
        link = self.link(a, b)
        others = tuple(
            self.standing(a, other, n)
            for other in self.all()
            for n in range(len(self.bodies(other)))
            if (other.id, n) not in ((a.id, link.a), (b.id, link.b))
        )
        found = sight(self.board, self.bodies(a)[link.a], self.bodies(b)[link.b], _PAST_MODELS, others)
        named = {one.id: one.name for one in others}
        named |= {piece.id: piece.label for piece in self.terrain.pieces}
        return tuple(named[blocker] for blocker in found.blockers)

    def touched(self, unit: Unit, bodies: tuple[Body, ...]) -> tuple[str, ...]:
        """Return the enemies that models of a unit would be in base contact with where they stand."""
        return tuple(
            foe.id
            for foe in self.foes(unit)
            if any(meets(body, theirs) for body in bodies for theirs in self.bodies(foe))
        )


def meets(a: Body, b: Body) -> bool:
    """Whether two bases are in contact, ground that differs by half a model's height not counted."""
    step = min(a.height, b.height) / 2
    flat = abs(a.z - b.z) <= step
    return within(a, b, TOUCH, flat=flat)


@lru_cache(maxsize=8192)
def _grounded(board: InchBoard, rules: GroundRules, body: Body) -> Body:
    return terrain_of(board).with_at(rules, body)


@lru_cache(maxsize=8192)
def sees(board: InchBoard, a: Body, b: Body) -> Sight:
    """Return whether one model sees another; woods hide what is beyond them, not who is in them."""
    return sight(board, a, b, _SIGHT)
