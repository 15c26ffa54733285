"""Sight on a table: whether a model sees another, what gives cover, what one is behind.

Lines run from eyes to points of the other model, in three dimensions past pieces that reach from their
base to their top. Seen from one eye, what is hidden begins and ends at corners of pieces; lines are tried
between each two of these directions, so that any gap that a line of sight could use is found, at the
feet, the middle and the head of the one looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from msgspec import Struct
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.inches import TOUCH, Body, core, nearest, outline, reach_of, rounding
from warband_tui.rules.board.layout import HAIR, InchBoard, Point, Spot
from warband_tui.rules.board.obstacles import Standing
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.terrain import Piece, terrain_of

_AROUND = 16
_EDGE_EYES = 8
Floats = npt.NDArray[np.float64]
_SIDE = 1e-6
"""Radians: how far beside a corner a line is tried."""
_BESIDE = 1.5 * _SIDE
"""Radians: a line so near to one of those may run along the edge itself, which rounding calls in or out."""


class SightRules(Struct, frozen=True):
    """What blocks sight in a game, and from where one looks."""

    eyes: float = 1.0
    """The height of the eyes as a share of how tall a model is."""
    from_edge: bool = False
    """Whether any point of the looker sees, not only the eyes above the middle of its base."""
    open_tags: tuple[str, ...] = ()
    """Pieces that are seen through whatever their height."""
    opaque_tags: tuple[str, ...] = ()
    """Pieces that block sight whatever their height."""
    see_out_tags: tuple[str, ...] = ()
    """Pieces that do not hide what is in them, nor from who is in them, such as a wood."""
    models_block: bool = False
    """Whether other models block sight as far as their bases and heights reach."""


class Sight(Struct, frozen=True):
    """Whether a model is seen: clear lines if there are any, else what is in the way."""

    seen: bool
    lines: tuple[SightLine, ...]
    """The line that proves it: a clear one, or the one between the middles with what blocks it."""
    share: float
    """Which share of the lines tried is clear, from 0 to 1; under 1 when it is partly hidden."""
    blockers: tuple[str, ...] = ()
    """Ids of pieces and models that are in the way of some line, the commonest first."""

    @property
    def why(self) -> str:
        """The reason, in a few words."""
        return self.lines[0].why if self.lines else ""


class _Block(Struct, frozen=True, eq=False):
    id: str
    name: str
    area: BaseGeometry
    ring: tuple[Point, ...]
    low: float
    high: float
    round: bool = False


def sight(
    board: InchBoard,
    a: Body,
    b: Body,
    rules: SightRules | None = None,
    others: Sequence[Standing] = (),
) -> Sight:
    """Return whether `a` sees any part of `b`; it looks all round."""
    rules = rules or SightRules()
    blocks = _blocks(board, a, b, rules, others)
    clear = count = 0
    proof: SightLine | None = None
    first: SightLine | None = None
    hidden: dict[str, int] = {}
    for eye in _eyes(a, rules):
        aims = _aims(eye, b, blocks)
        cuts = _cuts(eye, aims, blocks)
        for n, aim in enumerate(aims):
            for z in _heights(b):
                point = (*aim, z)
                stops = [block for block in blocks if _stops(block, cuts.get((block.id, n), ()), eye[2], z)]
                count += 1
                if not stops:
                    clear += 1
                    proof = proof or SightLine(eye, point, clear=True, why="a clear line")
                elif first is None:
                    first = SightLine(eye, point, clear=False, why=f"{stops[0].name} is in the way")
                for block in stops:
                    hidden[block.id] = hidden.get(block.id, 0) + 1
    shown = proof or first
    blockers = tuple(sorted(hidden, key=lambda block: -hidden[block]))
    return Sight(proof is not None, (shown,) if shown else (), clear / max(count, 1), blockers)


def _blocks(
    board: InchBoard, a: Body, b: Body, rules: SightRules, others: Sequence[Standing]
) -> list[_Block]:
    """Return what may be in the way between two models."""
    between = shapely.union_all([outline(a), outline(b)]).convex_hull
    found: list[_Block] = []
    for piece in terrain_of(board).near(between):
        feature = piece.feature
        if piece.has(rules.open_tags):
            continue
        if piece.has(rules.see_out_tags) and any(core(body).intersects(piece.area) for body in (a, b)):
            continue
        high = math.inf if piece.has(rules.opaque_tags) else feature.top
        if high > feature.base:
            found.append(_Block(piece.id, piece.label, piece.area, feature.shape, feature.base, high))
    for other in others if rules.models_block else ():
        body = other.body
        if body not in (a, b) and outline(body).intersects(between):
            ring = tuple((x, y) for x, y in shapely.get_coordinates(outline(body)).tolist())
            found.append(
                _Block(other.id, other.name, outline(body), ring, body.z, body.z + body.height, round=True)
            )
    return found


def _eyes(a: Body, rules: SightRules) -> list[Spot]:
    z = a.z + max(a.height * rules.eyes, TOUCH)
    eyes: list[Spot] = [(a.x, a.y, z)]
    if rules.from_edge:
        ring = outline(a).exterior
        for n in range(_EDGE_EYES):
            point = ring.interpolate(n / _EDGE_EYES, normalized=True)
            eyes.append((point.x, point.y, z))
    return eyes


def _heights(b: Body) -> tuple[float, float, float]:
    """Return the heights of a model's head, middle and feet."""
    return (b.z + max(b.height, TOUCH), b.z + b.height / 2, b.z + TOUCH)


def _aims(eye: Spot, b: Body, blocks: Sequence[_Block]) -> list[Point]:
    """Return points of a model on the plan, one in each direction that something could leave open."""
    far = math.hypot(b.x - eye[0], b.y - eye[1])
    if far <= reach_of(b.base):
        return [(b.x, b.y)]
    ahead = math.atan2(b.y - eye[1], b.x - eye[0])
    shape = outline(b)
    sides = [_turn(math.atan2(y - eye[1], x - eye[0]) - ahead) for x, y in shape.exterior.coords]
    low, high = min(sides) + _SIDE, max(sides) - _SIDE
    turns = {low, high}
    for block in blocks:
        corners = [_turn(math.atan2(y - eye[1], x - eye[0]) - ahead) for x, y in block.ring]
        for turn in (min(corners), max(corners)) if block.round else corners:
            turns.update(t for t in (turn - _SIDE, turn + _SIDE) if low < t < high)
    if all(abs(turn) > _BESIDE for turn in turns):
        turns.add(0.0)
    ordered = _apart(turns)
    ordered += [(p + q) / 2 for p, q in pairwise(ordered) if q - p > 2 * _BESIDE]
    end = far + reach_of(b.base)
    angles = ahead + np.array(sorted(ordered, key=abs))
    ends = np.column_stack((eye[0] + np.cos(angles) * end, eye[1] + np.sin(angles) * end))
    chords = shapely.intersection(shape, _fan(eye, ends))
    middles = shapely.line_interpolate_point(chords[shapely.length(chords) > 0], 0.5, normalized=True)
    return [(x, y) for x, y in shapely.get_coordinates(middles).tolist()]


def _apart(turns: Iterable[float]) -> list[float]:
    """Return directions in order, each once: corners in one line are one direction, however they are rounded."""
    kept: list[float] = []
    for turn in sorted(turns):
        if not kept or turn - kept[-1] > _SIDE / 2:
            kept.append(turn)
    return kept


def _fan(eye: Spot, ends: Floats) -> npt.NDArray[np.object_]:
    starts = np.broadcast_to(np.array(eye[:2]), ends.shape)
    return np.asarray(shapely.linestrings(np.stack((starts, ends), axis=1)), dtype=np.object_)


def _cuts(
    eye: Spot, aims: Sequence[Point], blocks: Sequence[_Block]
) -> dict[tuple[str, int], list[tuple[float, float]]]:
    """Return by block and line which parts of the line, as shares of its length, the block covers on the plan."""
    ends = np.array(aims)
    lines = _fan(eye, ends)
    length = np.maximum(np.hypot(ends[:, 0] - eye[0], ends[:, 1] - eye[1]), HAIR)
    found: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for block in blocks:
        for n in np.flatnonzero(shapely.intersects(block.area, lines)).tolist():
            cut = block.area.intersection(lines[n])
            for part in getattr(cut, "geoms", [cut]):
                if part.length > HAIR:
                    shares = [math.dist(eye[:2], point) / length[n] for point in part.coords]
                    found.setdefault((block.id, n), []).append((min(shares), max(shares)))
    return found


def _turn(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def _stops(block: _Block, parts: Sequence[tuple[float, float]], start: float, end: float) -> bool:
    """Whether a line from one height to another is lower than a block's top and above its base over it."""
    for part in parts:
        heights = [start + (end - start) * share for share in part]
        if min(heights) < block.high - HAIR and max(heights) > block.low + HAIR:
            return True
    return False


class Cover(Struct, frozen=True):
    """A piece that gives cover: the piece, how much of the target it hides, how wide it is, the lines."""

    piece: str
    name: str
    share: float
    """Which share of the lines at the target passes the piece on the plan."""
    width: float
    """How wide it is across the line of attack, in inches."""
    touching: bool
    on: bool
    """Whether the target is on it, at its top."""
    between: bool
    lines: tuple[SightLine, ...]


def cover(
    board: InchBoard,
    a: Body,
    b: Body,
    *,
    least_height: float = 0.5,
    within: float = TOUCH,
    tags: Sequence[str] | None = None,
) -> tuple[Cover, ...]:
    """Return the pieces that cover `b` from `a`, the best first.

    A piece counts that rises at least `least_height` above the target's base, is at most `within` inches
    from it (its own base may be on it), has one of some `tags` if any are given, and lies between: some
    line from the middle of `a` to the target's base crosses it.
    """
    found: list[Cover] = []
    terrain = terrain_of(board)
    points = [(x, y) for x, y in shapely.get_coordinates(outline(b))[:-1].tolist()]
    points = points[:: max(1, len(points) // _AROUND)]
    lines = [LineString([(a.x, a.y), point]) for point in [*points, (b.x, b.y)]]
    for piece in terrain.near(core(b), rounding(b.base) + within):
        on = abs(piece.feature.top - b.z) <= TOUCH and terrain.touches(b, piece)
        if not on and (
            piece.feature.top - b.z < least_height - HAIR or piece.feature.base > b.z + b.height + HAIR
        ):
            continue
        if tags is not None and not piece.has(tags):
            continue
        crossed = [line for line in lines if piece.area.intersection(line).length > HAIR]
        if crossed:
            found.append(_cover_of(piece, a, b, on, terrain.touches(b, piece), crossed, len(lines)))
    return tuple(sorted(found, key=lambda c: -c.share))


def _cover_of(
    piece: Piece, a: Body, b: Body, on: bool, touching: bool, crossed: list[LineString], tried: int
) -> Cover:
    across = np.array([-(b.y - a.y), b.x - a.x]) / max(math.hypot(b.x - a.x, b.y - a.y), HAIR)
    spread = shapely.get_coordinates(piece.area) @ across
    proof = tuple(
        SightLine(
            (line.coords[0][0], line.coords[0][1], a.z + a.height),
            (line.coords[1][0], line.coords[1][1], b.z),
            clear=False,
            why=f"it crosses {piece.label}",
        )
        for line in (crossed[0], crossed[-1])
    )
    ahead = not on and not piece.area.contains(core(a))
    return Cover(
        piece.id,
        piece.label,
        len(crossed) / tried,
        float(spread.max() - spread.min()),
        touching,
        on,
        ahead,
        proof,
    )


class Behind(Struct, frozen=True):
    """Whether models are behind a feature for others, with the line that proves it."""

    behind: bool
    line: SightLine | None
    """A line past the feature if they are not behind it, else one that crosses it."""


def behind(
    attackers: Sequence[Body],
    targets: Sequence[Body],
    pieces: Sequence[Piece],
    *,
    ignored_within: float = 0.0,
    nearest_points: bool = False,
) -> Behind:
    """Return whether no straight line from an attacker to a target avoids a feature, on the plan.

    Args:
        attackers: the models that attack.
        targets: the models that are attacked.
        pieces: the pieces that make up the feature.
        ignored_within: parts of it that are so near to an attacker do not count.
        nearest_points: whether only the line between the nearest points of each two bases counts.
    """
    area: BaseGeometry = shapely.union_all([piece.area for piece in pieces])
    if ignored_within > 0 and attackers:
        near = [core(body).buffer(rounding(body.base) + ignored_within) for body in attackers]
        area = area.difference(shapely.union_all(near))
    shapely.prepare(area)
    crossing: SightLine | None = None
    name = pieces[0].label if pieces else ""
    for a in attackers:
        for b in targets:
            ends = np.array([nearest(a, b)]) if nearest_points else _lines_between(a, b, area)
            lines = shapely.linestrings(ends[:, :, :2])
            past = ~np.asarray(shapely.intersects(area, lines), dtype=np.bool_)
            if past.any():
                return Behind(behind=False, line=_proof(ends[past][0], f"it passes {name}", clear=True))
            crossing = crossing or _proof(ends[0], f"it crosses {name}", clear=False)
    return Behind(behind=crossing is not None, line=crossing)


def _proof(line: Floats, why: str, *, clear: bool) -> SightLine:
    a, b = line.tolist()
    return SightLine(tuple(a), tuple(b), clear=clear, why=why)


def _lines_between(a: Body, b: Body, area: BaseGeometry) -> Floats:
    """Return lines between points of two bases: all pairs of some, and those close past a corner of an area.

    Each is two rows of x, y and z; the first runs between the middles.
    """
    from_a, to_b = _edge(a), _edge(b)
    starts, ends = np.repeat(from_a, len(to_b), axis=0), np.tile(to_b, (len(from_a), 1))
    bends = shapely.get_coordinates(area)
    if len(bends):
        eyes, corners = np.repeat(from_a, len(bends), axis=0), np.tile(bends, (len(from_a), 1))
        angles = np.arctan2(corners[:, 1] - eyes[:, 1], corners[:, 0] - eyes[:, 0])
        eyes, angles = np.tile(eyes, (2, 1)), np.concatenate((angles - _SIDE, angles + _SIDE))
        far = math.hypot(a.x - b.x, a.y - b.y) + reach_of(a.base) + reach_of(b.base)
        past = eyes + far * np.column_stack((np.cos(angles), np.sin(angles)))
        lines_past = shapely.linestrings(np.stack((eyes, past), axis=1))
        chords = np.asarray(shapely.intersection(outline(b), lines_past), dtype=np.object_)
        hit = shapely.length(chords) > 0
        first, last = (shapely.get_coordinates(shapely.get_point(chords[hit], n)) for n in (0, -1))
        nearer = np.hypot(*(first - eyes[hit]).T) <= np.hypot(*(last - eyes[hit]).T)
        starts = np.concatenate((starts, eyes[hit]))
        ends = np.concatenate((ends, np.where(nearer[:, None], first, last)))
    lines: Floats = np.zeros((len(starts), 2, 3))
    lines[:, 0, :2], lines[:, 1, :2] = starts, ends
    lines[:, 0, 2], lines[:, 1, 2] = a.z, b.z
    return lines


def _edge(body: Body) -> Floats:
    """Return the middle of a base and points around its edge, as rows."""
    points = shapely.get_coordinates(outline(body))[:-1]
    around = points[:: max(1, len(points) // _AROUND)]
    return np.concatenate(([[body.x, body.y]], around))
