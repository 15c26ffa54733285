"""Corners of the local visibility graph: where ways may bend.

A shortest way over ground of one price bends only at corners of what stands in the way, round the corner,
so only walks that are tangent to the corner's own outline are tried. Over difficult ground a shortest way
may bend anywhere on its edge; there only its corners are tried, so that a way found is priced exactly but
may be a little longer than the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from warband_tui.rules.board.layout import HAIR, Point
from warband_tui.rules.board.obstacles import CLEAR, EASE
from warband_tui.rules.board.walks import Bools, Floats, Ints, Walks

_PARALLEL = 1e-9


class Corners(Struct, frozen=True, eq=False):
    """Points at which ways may bend, one a row: where, the neighbours on its outline, whether it is tied to them."""

    at: Floats
    before: Floats
    after: Floats
    tied: Bools
    level: Bools
    """Whether it lies clear of all solid pieces, so that who gets there stands on the table."""

    def turns(self, n: Ints, other: Floats) -> Bools:
        """Return of pairs of a corner and a point whether a way between them bends round the corner's outline.

        It does if the line touches the outline there without entering it; what is tied to nothing always bends.
        """
        at = self.at[n]
        to, first, second = other - at, self.before[n] - at, self.after[n] - at
        side = to[:, 0] * first[:, 1] - to[:, 1] * first[:, 0]
        across = to[:, 0] * second[:, 1] - to[:, 1] * second[:, 0]
        return np.asarray(~self.tied[n] | (side * across >= -_PARALLEL), dtype=np.bool_)


def corners_of(walks: Walks, free: list[Point]) -> Corners:
    """Return the corners of all that a mover meets; `free` points come first, in their order."""
    links = [r.piece.area.centroid for r in walks.heights.reliefs if r.link]
    soft = [_outside(ring)[0] for patch in walks.patches["difficult"] for ring in _rings(patch.area)]
    points = np.concatenate(
        [np.reshape(np.asarray(free, dtype=float), (-1, 2)), shapely.get_coordinates(links), *soft]
    )
    bends = [_bends(zone.area) for zone in walks.zones]
    bends += [_bends(relief.area) for relief in walks.heights.reliefs if not relief.link]
    at, before, after = (
        np.concatenate([points, *rows]) for rows in (zip(*bends, strict=True) if bends else ((), (), ()))
    )
    tied = np.arange(len(at)) >= len(points)
    kept = walks.in_reach(at)
    always = walks.always_hard()
    if always is not None:
        kept &= ~np.asarray(shapely.intersects_xy(always, at[:, 0], at[:, 1]), dtype=np.bool_)
    kept[: len(free)] = True
    at = at[kept]
    level = np.ones(len(at), dtype=np.bool_)
    if walks.relief is not None:
        level = ~np.asarray(shapely.intersects_xy(walks.relief, at[:, 0], at[:, 1]), dtype=np.bool_)
    return Corners(at, before[kept], after[kept], tied[kept], level)


@lru_cache(maxsize=2048)
def _bends(area: BaseGeometry) -> tuple[Floats, Floats, Floats]:
    """Return the corners of a shape that stick out, a hair outside, and their neighbours before and after."""
    found = []
    for ring in _rings(area):
        outer, keep = _outside(ring)
        found.append((outer[keep], np.roll(outer, 1, axis=0)[keep], np.roll(outer, -1, axis=0)[keep]))
    at, before, after = (np.concatenate(rows) for rows in zip(*found, strict=True))
    return at, before, after


def _rings(area: BaseGeometry) -> Iterator[LinearRing]:
    """Yield the rings of a shape, each with the shape on its left."""
    for part in [area] if isinstance(area, Polygon) else list(getattr(area, "geoms", ())):
        polygon = shapely.geometry.polygon.orient(part)
        yield polygon.exterior
        yield from polygon.interiors


def _outside(ring: LinearRing) -> tuple[Floats, Bools]:
    """Return the corners of a ring moved a hair outside, and which of them stick out."""
    points = shapely.get_coordinates(ring)[:-1]
    side = np.roll(points, -1, axis=0) - points
    side /= np.maximum(np.hypot(side[:, 0], side[:, 1]), HAIR)[:, None]
    out = np.column_stack((side[:, 1], -side[:, 0]))
    last_side, last_out = np.roll(side, 1, axis=0), np.roll(out, 1, axis=0)
    turn = last_side[:, 0] * side[:, 1] - last_side[:, 1] * side[:, 0]
    share = 1 + (last_out * out).sum(axis=1)
    moved = points + (out + last_out) * ((EASE + CLEAR) / np.maximum(share, 0.1))[:, None]
    return moved, np.asarray(turn > HAIR, dtype=np.bool_)
