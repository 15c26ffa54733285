"""A table compiled for questions: what lies at a spot, how high the ground is, where edges drop.

`terrain_of` compiles a board once and keeps it. A piece's outline is exact; its upper side is flat at
`Feature.top`. What a piece is to a mover (solid, walked through, a ladder) is in `ground.GroundRules`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

import shapely
from msgspec import Struct
from shapely import STRtree
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import TOUCH, Body, core, moved, outline, reach_of, rounding
from warband_tui.rules.board.layout import HAIR, BadBoard, Feature, InchBoard, Point, Spot

_OUTSIDE = 0.02
"""How far before an edge its foot is looked for."""
_POINTS = 4096
_LEDGE_STEP = 1.0


class Piece:
    """A piece of terrain with its outline ready for questions."""

    def __init__(self, feature: Feature) -> None:
        self.feature = feature
        self.area = Polygon(feature.shape)
        if not self.area.is_valid:
            raise BadBoard(
                f"feature {feature.label!r}: its outline cannot be measured; draw it without crossings"
            )
        self.area = shapely.geometry.polygon.orient(self.area)
        shapely.prepare(self.area)

    @property
    def id(self) -> str:
        """The id of its feature on the board."""
        return self.feature.id

    @property
    def group(self) -> str:
        """The id of what several pieces make up together; its own when it stands alone."""
        return self.feature.piece_of or self.feature.id

    @property
    def label(self) -> str:
        """What players call it."""
        return self.feature.label

    def has(self, tags: Iterable[str]) -> bool:
        """Whether it has one of some tags."""
        return any(tag in self.feature.tags for tag in tags)


class Ledge(Struct, frozen=True):
    """A stretch of an edge from which one can fall: its ends, its height, the ground before it, the piece."""

    a: Point
    b: Point
    top: float
    foot: float
    outward: Point
    """The direction away from the piece, of length 1."""
    feature: str

    @property
    def drop(self) -> float:
        """How deep it goes down, in inches."""
        return self.top - self.foot


class Terrain:
    """The pieces of a board, by place, tag and group."""

    def __init__(self, board: InchBoard) -> None:
        self.board = board
        self.pieces = tuple(Piece(feature) for feature in board.features)
        self._tree = STRtree([piece.area for piece in self.pieces])
        self._areas: dict[tuple[str, ...], BaseGeometry] = {}
        self._ledges: dict[tuple[GroundRules, float], tuple[Ledge, ...]] = {}
        # Every question about a battle puts all models down anew, where most of them stood before.
        self._at = lru_cache(maxsize=_POINTS)(lambda x, y: self.near(ShapelyPoint(x, y)))

    @cached_property
    def groups(self) -> dict[str, tuple[Piece, ...]]:
        """The pieces of each feature, by the id of the feature."""
        found: dict[str, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            found[piece.group] = (*found.get(piece.group, ()), piece)
        return found

    def piece(self, feature_id: str) -> Piece:
        """Return a piece by its id.

        Raises:
            BadBoard: the board has none of that id.
        """
        self.board.feature(feature_id)
        return next(piece for piece in self.pieces if piece.id == feature_id)

    def tagged(self, tags: Sequence[str]) -> tuple[Piece, ...]:
        """Return the pieces with one of some tags, in the order of the board."""
        return tuple(piece for piece in self.pieces if piece.has(tags))

    def area(self, tags: Sequence[str]) -> BaseGeometry:
        """Return all that is covered by pieces with one of some tags."""
        key = tuple(sorted(tags))
        if key not in self._areas:
            area = shapely.union_all([piece.area for piece in self.tagged(tags)])
            shapely.prepare(area)
            self._areas[key] = area
        return self._areas[key]

    def near(self, geometry: BaseGeometry, within: float = 0) -> tuple[Piece, ...]:
        """Return the pieces at most so far from a shape on the plan, in the order of the board."""
        found = self._tree.query(geometry, predicate="dwithin", distance=within + HAIR)
        return tuple(self.pieces[int(i)] for i in sorted(found))

    def at(self, x: float, y: float) -> tuple[Piece, ...]:
        """Return the pieces that cover a point."""
        return self._at(x, y)

    # ---- heights

    def surface(self, rules: GroundRules, x: float, y: float, below: float = math.inf) -> float:
        """Return the height of the ground at a point: of the highest solid piece not above `below`."""
        return max(
            (
                piece.feature.top
                for piece in self.at(x, y)
                if piece.feature.top <= below + HAIR and rules.kind(piece.feature) == "solid"
            ),
            default=0.0,
        )

    def settled(self, rules: GroundRules, spot: Spot) -> Spot:
        """Return a spot at the height of the ground there: the nearest one below it, or the top of what it is in.

        A spot with no height of its own (0) inside a solid piece stands on top of it, under a bridge below it.
        """
        x, y, z = spot[0], spot[1], spot[2] if len(spot) > 2 else 0.0
        ground = self.surface(rules, x, y, below=z + rules.free_height)
        inside = [
            piece.feature.top
            for piece in self.at(x, y)
            if piece.feature.base <= ground < piece.feature.top and rules.kind(piece.feature) == "solid"
        ]
        return (x, y, max([ground, *inside]))

    def ledges(self, rules: GroundRules, drop: float | None = None) -> tuple[Ledge, ...]:
        """Return all edges that drop by more than the free height, or by at least `drop` inches."""
        least = rules.free_height + HAIR if drop is None else drop
        key = (rules.pieces_only, least)
        if key not in self._ledges:
            found: list[Ledge] = []
            for piece in self.pieces:
                if rules.kind(piece.feature) == "solid" and piece.feature.top >= least:
                    found += self._edges(rules, piece, least)
            self._ledges[key] = tuple(found)
        return self._ledges[key]

    def _edges(self, rules: GroundRules, piece: Piece, least: float) -> list[Ledge]:
        found: list[Ledge] = []
        ring: list[Point] = [(c[0], c[1]) for c in piece.area.exterior.coords]
        top = piece.feature.top
        for a, b in pairwise(ring):
            length = math.hypot(b[0] - a[0], b[1] - a[1])
            if length <= HAIR:
                continue
            out = ((b[1] - a[1]) / length, (a[0] - b[0]) / length)
            steps = max(1, math.ceil(length / _LEDGE_STEP))
            run: Ledge | None = None
            for n in range(steps):
                p = _between(a, b, n / steps)
                q = _between(a, b, (n + 1) / steps)
                middle = _between(p, q, 0.5)
                foot = self.surface(
                    rules,
                    middle[0] + out[0] * _OUTSIDE,
                    middle[1] + out[1] * _OUTSIDE,
                    below=top + rules.free_height,
                )
                if top - foot < least:
                    run = None
                elif run is not None and run.foot == foot:
                    run = Ledge(run.a, q, top, foot, out, piece.id)
                    found[-1] = run
                else:
                    run = Ledge(p, q, top, foot, out, piece.id)
                    found.append(run)
        return found

    def ledges_near(
        self, rules: GroundRules, body: Body, within: float, drop: float | None = None
    ) -> tuple[tuple[float, Ledge], ...]:
        """Return the edges at a model's feet at most so far from its base, with the distance, nearest first."""
        found = []
        for ledge in self.ledges(rules, drop):
            if abs(ledge.top - body.z) <= rules.free_height + HAIR:
                gap = max(0.0, LineString([ledge.a, ledge.b]).distance(core(body)) - rounding(body.base))
                if gap <= within + HAIR:
                    found.append((gap, ledge))
        return tuple(sorted(found, key=lambda pair: pair[0]))

    def landing(self, rules: GroundRules, body: Body, ledge: Ledge) -> Spot:
        """Return where a model comes down that goes over an edge: right in front of it, on the ground there."""
        edge, _ = nearest_points(LineString([ledge.a, ledge.b]), ShapelyPoint(body.x, body.y))
        away = reach_of(body.base) + TOUCH
        x, y = edge.x + ledge.outward[0] * away, edge.y + ledge.outward[1] * away
        return (x, y, self.surface(rules, x, y, below=ledge.foot + rules.free_height))

    # ---- bases and pieces

    def gap_to(self, body: Body, pieces: Sequence[Piece], *, flat: bool = False) -> float:
        """Return the distance from a base to the nearest of some pieces, in inches; inf without a piece.

        In three dimensions a piece reaches from its base to its top.
        """
        found = math.inf
        for piece in pieces:
            gap = max(0.0, float(core(body).distance(piece.area)) - rounding(body.base))
            rise = max(0.0, piece.feature.base - body.z, body.z - piece.feature.top)
            found = min(found, gap if flat else math.hypot(gap, rise))
        return found

    def wholly_on(self, body: Body, pieces: Sequence[Piece]) -> bool:
        """Whether no part of a base is outside some pieces that make up one feature, give or take 0.01"."""
        holding = [p.area for p in pieces if body.z >= p.feature.base - HAIR and self.touches(body, p)]
        if not holding:
            return False
        area = holding[0] if len(holding) == 1 else shapely.union_all(holding)
        return bool(shapely.covers(area.buffer(TOUCH), outline(body)))

    def touches(self, body: Body, piece: Piece) -> bool:
        """Whether a base is on a piece or in contact with it, on the plan, within 0.01"."""
        return float(core(body).distance(piece.area)) - rounding(body.base) <= TOUCH

    def entered(self, body: Body, tags: Sequence[str]) -> tuple[Piece, ...]:
        """Return the pieces of some tags over which a part of a base lies, more than touching."""
        return tuple(
            piece
            for piece in self.near(core(body), rounding(body.base))
            if piece.has(tags) and outline(body).intersection(piece.area).area > TOUCH * TOUCH
        )

    def with_at(self, rules: GroundRules, body: Body) -> Body:
        """Return a model put down on the ground where it stands (see `settled`)."""
        return moved(body, self.settled(rules, body.at))


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


@lru_cache(maxsize=32)
def terrain_of(board: InchBoard) -> Terrain:
    """Return a board compiled; the same board is compiled once."""
    return Terrain(board)
