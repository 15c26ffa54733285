"""Models where they stand on a table: who is how far away, seen, in melee, on which ground (TC-ACT-3).

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import shapely
from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import Body, distance, stand, within
from warband_tui.rules.board.layout import HAIR, Feature, InchBoard, Spot
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import may_end
from warband_tui.rules.board.sight import Sight, SightRules, sight
from warband_tui.rules.board.terrain import Ledge, Piece, Terrain, terrain_of
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import (
    APART,
    MELEE,
    base_of,
    ground_for,
    height_of,
    terrain_rules,
)
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit

FIRE_STEP = " fire step"
"""Ends the id of the ladder that stands for the fire step of a trench wall."""
_STEP_OUT = 0.05
_NUDGES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
_TURNS = 16


class Scene:
    """A battle's table as it stands.

    Raises:
        Refused: the battle has no table in inches.
    """

    def __init__(self, state: BattleState) -> None:
        if not isinstance(state.board, InchBoard):
            raise Refused("this battle has no board in inches; choose one when you set a battle up")
        self.state = state
        self.rules = edition(state.edition)
        self.table: InchBoard = state.board
        """The board as it is; `board` has fire steps added where the edition has them."""
        self.board = _with_fire_steps(state.board) if self.rules.fire_step else state.board
        self.terrain: Terrain = terrain_of(self.board)
        self._bodies: dict[str, Body] = {}

    # ---- Who stands where

    @staticmethod
    def stands(unit: Unit) -> bool:
        """Whether a model is on the board."""
        return unit.in_play and bool(unit.at)

    def body(self, unit_id: str) -> Body:
        """Return a model where it stands, on the ground there.

        Raises:
            Refused: it is not on the board.
        """
        if unit_id not in self._bodies:
            unit = self.state.unit(unit_id)
            if not self.stands(unit):
                raise Refused(f"{unit.name} is not on the board: place it first")
            self._bodies[unit_id] = self.at(unit, unit.at[0])
        return self._bodies[unit_id]

    def at(self, unit: Unit, spot: Spot) -> Body:
        """Return a model at a spot, on the ground there."""
        body = stand(base_of(unit), spot, height_of(unit))
        return self.terrain.with_at(self.ground(unit), body)

    def ground(self, unit: Unit, *, keep_out: float = APART) -> GroundRules:
        """Return how a model deals with ground."""
        return ground_for(self.state, unit, keep_out=keep_out)

    def others(self, unit: Unit, near: Sequence[str] = ()) -> tuple[Standing, ...]:
        """Return everybody else on the board as `unit` meets them; it may come up to those that are `near`."""
        return tuple(
            Standing(
                other.id,
                self.body(other.id),
                other.name,
                friend=other.side == unit.side,
                keep_out=0.0 if other.id in near else None,
            )
            for other in self.state.units.values()
            if other.id != unit.id and self.stands(other)
        )

    def mover(self, unit: Unit, rules: GroundRules | None = None, near: Sequence[str] = ()) -> Mover:
        """Return a model as it would move."""
        return Mover(self.body(unit.id), rules or self.ground(unit), self.others(unit, near))

    def foes(self, unit: Unit) -> Iterator[Unit]:
        """Yield the enemies on the board."""
        return (foe for foe in self.state.foes(unit.side) if self.stands(foe))

    # ---- Between two models

    def gap(self, a: str, b: str) -> float:
        """Return how far two models are apart, from base edge to base edge."""
        return distance(self.body(a), self.body(b))

    def in_melee_at(self, unit: Unit, body: Body) -> tuple[str, ...]:
        """Return the enemies within 1" of a model that stands somewhere (TC-CHG-4)."""
        return tuple(foe.id for foe in self.foes(unit) if within(body, self.body(foe.id), MELEE))

    def sees(self, a: str, b: str) -> Sight:
        """Return whether a model sees another."""
        return seen(self.table, self.body(a), self.body(b))

    # ---- Heights and edges

    def ledges_near(self, unit: Unit, body: Body, reach: float) -> tuple[tuple[float, Ledge], ...]:
        """Return the edges so near to a base from which a model could fall."""
        return self.terrain.ledges_near(self.ground(unit), body, reach)

    def landing(self, unit: Unit, body: Body, ledge: Ledge) -> Spot:
        """Return where a model comes down from an edge: right in front of it, beside whoever is there (TC-FAL-1)."""
        spot = self.terrain.landing(self.ground(unit), body, ledge)
        return self.free_spot(unit, spot, ledge.outward)

    def free_spot(self, unit: Unit, spot: Spot, outward: tuple[float, float] = (0.0, 0.0)) -> Spot:
        """Return the nearest place to a spot at which a model can lie; the spot itself when there is none."""
        rules = self.ground(unit, keep_out=0.0)
        for away in _NUDGES:
            for turn in range(_TURNS if away else 1):
                angle = 2 * math.pi * turn / _TURNS
                x, y = math.cos(angle), math.sin(angle)
                if away and x * outward[0] + y * outward[1] < -1e-9:
                    continue
                at = (spot[0] + x * away, spot[1] + y * away, spot[2])
                there = self.terrain.settled(rules, at)
                if abs(there[2] - spot[2]) > 1 or self.may_end(unit, there, rules):
                    continue
                return there
        return spot

    def may_end(self, unit: Unit, spot: Spot, rules: GroundRules | None = None) -> str:
        """Return why a model may not end at a spot; empty if it may."""
        return may_end(self.board, self.mover(unit, rules), spot)

    # ---- Ground

    def dangerous(self, unit: Unit, body: Body) -> tuple[Piece, ...]:
        """Return the dangerous ground that a model is in (TC-TER-3)."""
        tags = self.ground(unit).dangerous
        found = self.terrain.entered(body, tags) if tags else ()
        return tuple(p for p in found if p.feature.base - 1 <= body.z <= p.feature.top + HAIR)

    def feature(self, piece: str) -> Feature | None:
        """Return a piece of terrain by its id, None for no piece."""
        return self.board.feature(piece) if piece else None


@lru_cache(maxsize=8192)
def seen(board: InchBoard, a: Body, b: Body) -> Sight:
    """Return whether a model sees any part of another."""
    return sight(board, a, b, _sight_rules())


def _sight_rules() -> SightRules:
    terrain = terrain_rules()
    return SightRules(eyes=0.9, opaque_tags=terrain.opaque, see_out_tags=terrain.see_out)


@lru_cache(maxsize=32)
def _with_fire_steps(board: InchBoard) -> InchBoard:
    """Return a board on which every trench wall is a ladder as well: its fire step (TC-CLB-4)."""
    terrain = terrain_rules()
    steps = tuple(_fire_step(f) for f in board.features if terrain.trench in f.tags and f.height > 1)
    return replace(board, features=(*board.features, *steps)) if steps else board


def _fire_step(wall: Feature) -> Feature:
    area = shapely.Polygon(wall.shape).buffer(_STEP_OUT, join_style="mitre")
    shape = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(area.exterior)[:-1])
    return Feature(
        f"{wall.id}{FIRE_STEP}",
        shape,
        wall.height,
        (terrain_rules().ladders[0],),
        f"the fire step of {wall.label}",
        wall.base,
    )
