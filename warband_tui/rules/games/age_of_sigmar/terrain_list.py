"""Terrain as data: the list of named sets, types and sizes, and what each brings to a board (AOST-1.3, 1.4, L).

Nothing here measures; `board.py` says what is wrong with a layout, `terrain_rules.py` what terrain does.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.layout import HAIR, Feature, InchBoard, Point

Size = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = ("small", "medium", "large")

COVER, OBSCURING, UNSTABLE, IMPASSABLE = "cover", "obscuring", "unstable", "impassable"
POWER, FACTION, OPEN = "place-of-power", "faction", "open"
"""`open`: seen through and walked through whatever its height, such as a wood."""
HERO_RANGE = 3.0
"""Inches from a place of power at which a hero can use it."""
ABILITIES = frozenset({COVER, OBSCURING, UNSTABLE, IMPASSABLE, POWER, FACTION})


class TerrainType(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of terrain (AOST-1.4-1) and the tags of what it can do."""

    label: str
    tags: tuple[str, ...]


class TerrainSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A named set: its type, how few and how many pieces make a feature, the sizes that it may have."""

    id: str
    name: str
    type: str
    pieces: tuple[int, int]
    sizes: tuple[Size, ...]
    open: bool = False

    @property
    def largest(self) -> Size:
        """The size that it must fit."""
        return self.sizes[-1]


class TerrainList(Struct, frozen=True, forbid_unknown_fields=True):
    """All types, sizes (inches of the shorter and the longer side) and sets."""

    types: dict[str, TerrainType]
    sizes: dict[str, tuple[float, float]]
    sets: tuple[TerrainSet, ...]


@cache
def terrain_list() -> TerrainList:
    """Return the list."""
    text = files(__package__).joinpath("terrain.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), TerrainList)


@cache
def _by_name() -> dict[str, TerrainSet]:
    sets = terrain_list().sets
    return {**{s.name.casefold(): s for s in sets}, **{s.id: s for s in sets}}


def set_of(feature: Feature) -> TerrainSet | None:
    """Return the named set that a feature is of: by a tag that is the set's id, or by its name."""
    known = _by_name()
    found = next((known[tag] for tag in feature.tags if tag in known), None)
    return found or known.get(feature.name.strip().casefold().rstrip(" 0123456789"))


def tags_of(feature: Feature, tall: float = 0) -> tuple[str, ...]:
    """Return all that a feature can do: its own tags, and those of its type or its named set (AOST-1.4-1).

    Args:
        feature: the piece of terrain.
        tall: from over this height on, a feature of no type obscures, and below it gives cover; 0 for never.
    """
    types, tags = terrain_list().types, list(feature.tags)
    named = set_of(feature)
    if named is not None:
        tags += types[named.type].tags
        tags += [OPEN] if named.open else []
    for name, kind in types.items():
        # An ability that only one type brings stands for the type, unless others are named beside it.
        if name in tags and (name not in ABILITIES or not ABILITIES.intersection(feature.tags) - {name}):
            tags += kind.tags
    if tall and not ABILITIES.intersection(tags):
        tags += [OBSCURING if feature.top > tall + HAIR else COVER, UNSTABLE]
    return tuple(dict.fromkeys(tags))


@lru_cache(maxsize=64)
def compiled(board: InchBoard, tall: float = 0) -> InchBoard:
    """Return a board on which every piece carries the tags of all it can do."""
    return replace(board, features=tuple(replace(f, tags=tags_of(f, tall)) for f in board.features))


def groups(board: InchBoard) -> dict[str, tuple[Feature, ...]]:
    """Return the pieces of each feature by the feature's id (AOST-1.7-1)."""
    found: dict[str, tuple[Feature, ...]] = {}
    for feature in board.features:
        key = feature.piece_of or feature.id
        found[key] = (*found.get(key, ()), feature)
    return found


def fits(points: Sequence[Point], size: Size) -> bool:
    """Whether an outline, turned as is best, fits the box of a size; everything fits large (AOST-1.3-1)."""
    box = terrain_list().sizes.get(size)
    if box is None:
        return True
    short, long = sorted(box)
    return any(min(sides) <= short + HAIR and max(sides) <= long + HAIR for sides in _boxes(points))


def size_of(points: Sequence[Point]) -> Size:
    """Return the size of an outline: the first of small, medium and large that it fits."""
    return next(size for size in SIZES if fits(points, size))


def _boxes(points: Sequence[Point]) -> Iterator[tuple[float, float]]:
    """Yield the sides of the box around points, turned along the table and along each line of two points."""
    angles = {0.0}
    for i, a in enumerate(points):
        angles |= {math.atan2(b[1] - a[1], b[0] - a[0]) for b in points[i + 1 :] if b != a}
    for angle in sorted(angles):
        c, s = math.cos(angle), math.sin(angle)
        across, down = [x * c + y * s for x, y in points], [y * c - x * s for x, y in points]
        yield max(across) - min(across), max(down) - min(down)
