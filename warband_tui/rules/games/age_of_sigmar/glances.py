"""What a few lines tell at once of what is seen and what is behind terrain; where they do not, nothing is said.

Both answers are exact. One line that nothing bars is enough for a yes. For a no, what bars every line is cut out
of the hull of the bases: if that leaves the looker and those it looks at in different parts, no line gets through.
What is left over is for the full count of `board/sight.py`, which takes a hundred times as long (and looks from so
many points of a base only, so that a line found here may be one that it misses).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import MultiPoint
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.inches import TOUCH, Body, core, corners, outline, rounding
from warband_tui.rules.board.layout import HAIR, Base, InchBoard
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.sight import Behind, Sight
from warband_tui.rules.board.terrain import Piece, terrain_of

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
_TRIED = ((0, 0), (1, 1), (2, 2), (1, 2), (2, 1))
"""Lines from a base to another by their points: the middle, the left and the right side as one looks over."""


@lru_cache(maxsize=8192)
def glance(board: InchBoard, a: Body, targets: tuple[Body, ...], open_tags: tuple[str, ...]) -> Sight | None:
    """Return whether a model sees any of some others where a few lines tell; None where they do not.

    Args:
        board: the table.
        a: who looks, with its whole body.
        targets: those looked at, the one whose line is told first.
        open_tags: pieces that are seen through whatever their height.
    """
    hull = _hull(a, targets)
    blocks = [
        p for p in terrain_of(board).near(hull) if not p.has(open_tags) and p.feature.top > p.feature.base
    ]
    ends = _lines(a, targets)
    eye = a.z + max(a.height, TOUCH)
    heads = np.repeat([b.z + max(b.height, TOUCH) for b in targets], len(_TRIED))
    low, high = np.minimum(heads, eye), np.maximum(heads, eye)
    lines = np.asarray(shapely.linestrings(ends), dtype=np.object_)
    barred: Bools = np.zeros(len(lines), dtype=np.bool_)
    for block in blocks:
        may = (block.feature.top > low) & (block.feature.base < high)
        which = np.flatnonzero(may & ~barred)
        barred[which] = shapely.intersects(block.area, lines[which])
    clear = np.flatnonzero(~barred)
    if len(clear):
        n = int(clear[0])
        proof = _line(ends[n], eye, float(heads[n]), "a clear line", clear=True)
        return Sight(seen=True, lines=(proof,), share=len(clear) / len(lines))
    feet = min(b.z for b in targets) + TOUCH
    tall = [
        block
        for block in blocks
        if block.feature.top > high.max() + 2 * HAIR and block.feature.base + 2 * HAIR < min(eye, feet)
    ]
    if not tall or not _apart(hull, [block.area for block in tall], a, targets):
        return None
    met = [block for block in tall if block.area.intersects(lines[0])] or tall
    why = f"{met[0].label} is in the way"
    proof = _line(ends[0], eye, float(heads[0]), why, clear=False)
    return Sight(seen=False, lines=(proof,), share=0, blockers=tuple(block.id for block in met))


def behind_at_once(
    a: Body, targets: tuple[Body, ...], pieces: Sequence[Piece], ignored_within: float
) -> Behind | None:
    """Return whether no line from a model to any of some others avoids a feature, where a few lines tell.

    Args:
        a: the model that attacks.
        targets: the models that are attacked.
        pieces: the pieces that make up the feature.
        ignored_within: parts of it that are so near to the attacker do not count.
    """
    area = shapely.union_all([piece.area for piece in pieces])
    area = area.difference(core(a).buffer(rounding(a.base) + ignored_within))
    shapely.prepare(area)
    ends, name = _lines(a, targets), pieces[0].label
    past = np.flatnonzero(~np.asarray(shapely.intersects(area, shapely.linestrings(ends)), dtype=np.bool_))
    if len(past):
        n = int(past[0])
        b = targets[n // len(_TRIED)]
        return Behind(behind=False, line=_line(ends[n], a.z, b.z, f"it passes {name}", clear=True))
    if not _apart(_hull(a, targets), [area], a, targets):
        return None
    return Behind(behind=True, line=_line(ends[0], a.z, targets[0].z, f"it crosses {name}", clear=False))


def _hull(a: Body, targets: Sequence[Body]) -> BaseGeometry:
    points = [_offsets(body.base) + np.array((body.x, body.y)) for body in (a, *targets)]
    return MultiPoint(np.concatenate(points)).convex_hull


def _apart(hull: BaseGeometry, areas: Sequence[BaseGeometry], a: Body, targets: Sequence[Body]) -> bool:
    """Whether areas, cut out of a hull, leave no part of it in which both a model and another have ground."""
    parts = shapely.get_parts(hull.difference(shapely.union_all(list(areas))))
    mine = parts[np.asarray(shapely.intersects(parts, outline(a)), dtype=np.bool_)]
    return not any(bool(np.any(shapely.intersects(mine, outline(b)))) for b in targets)


def _lines(a: Body, targets: Sequence[Body]) -> Floats:
    """Return the lines tried from a model to each of others, five for each: two rows of x and y a line."""
    here = np.array([(a.x, a.y)])
    there = np.array([(b.x, b.y) for b in targets])
    way = there - here
    across = np.column_stack((-way[:, 1], way[:, 0]))
    starts = _sides(_offsets(a.base), here, across)
    if len({b.base for b in targets}) == 1:
        stops = _sides(_offsets(targets[0].base), there, across)
    else:
        each = [_sides(_offsets(b.base), there[n : n + 1], across[n : n + 1]) for n, b in enumerate(targets)]
        stops = np.concatenate(each)
    first, last = ([pair[n] for pair in _TRIED] for n in (0, 1))
    return np.stack((starts[:, first], stops[:, last]), axis=2).reshape(-1, 2, 2)


def _sides(offsets: Floats, at: Floats, across: Floats) -> Floats:
    """Return of bases their middles and the two points of their edges farthest to the sides, for each direction."""
    side = offsets @ across.T
    middle = np.broadcast_to(at, across.shape)
    return np.stack((middle, at + offsets[side.argmin(axis=0)], at + offsets[side.argmax(axis=0)]), axis=1)


@lru_cache(maxsize=256)
def _offsets(base: Base) -> Floats:
    """Return the corners of a base about its middle, as rows."""
    return np.array(corners(base))


def _line(ends: Floats, from_z: float, to_z: float, why: str, *, clear: bool) -> SightLine:
    (ax, ay), (bx, by) = ends.tolist()
    return SightLine((ax, ay, from_z), (bx, by, to_z), clear=clear, why=why)
