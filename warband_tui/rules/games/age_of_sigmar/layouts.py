"""Layouts within the rules of terrain: what is wrong with one, and one at random from the list (AOST-1.3, 1.7, L)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from warband_tui.rules.board.layout import Board, DeploymentZone, Fault, Feature, InchBoard
from warband_tui.rules.board.scatter import Crowded, Placed, scatter
from warband_tui.rules.board.scatter import Size as Box
from warband_tui.rules.games.age_of_sigmar.terrain_list import (
    FACTION,
    OPEN,
    SIZES,
    Size,
    TerrainSet,
    fits,
    groups,
    set_of,
    size_of,
    tags_of,
    terrain_list,
)

_BOXES: dict[Size, tuple[float, float]] = {"small": (5, 5), "medium": (6, 9), "large": (8, 12)}
_SMALL_BOXES: dict[Size, tuple[float, float]] = {"small": (4, 3), "medium": (4, 6), "large": (5, 8)}
_HEIGHTS = {"obstacle": 1.0, "area": 1.0, "obscuring": 5.0, "place-of-power": 3.0}
_FOOT = 250
"""Square inches of a table for each feature."""
_GAP, _EDGE = 3.0, 2.0
_BETWEEN = 0.2
"""The room between two pieces, as a share of what each takes."""
_ZONE = 0.25
"""The share of the table's depth that each side sets up in."""


def layout_faults(board: Board) -> tuple[Fault, ...]:
    """Return what the rules of terrain find wrong with a layout that can be drawn."""
    if not isinstance(board, InchBoard):
        return (Fault("board", "this game is played in inches"),)
    return tuple(chain.from_iterable(_feature_faults(pieces) for pieces in groups(board).values()))


def _feature_faults(pieces: tuple[Feature, ...]) -> Iterator[Fault]:
    first = pieces[0]
    name, at = f"feature {first.label!r}", first.shape[0]
    points = tuple(point for piece in pieces for point in piece.shape)
    named = next((s for s in map(set_of, pieces) if s is not None), None)
    stated = next((size for size in SIZES for piece in pieces if size in piece.tags), None)
    largest = stated or (named.largest if named else None)
    if largest is not None and not fits(points, largest):
        several = f"its {len(pieces)} pieces together are" if len(pieces) > 1 else "it is"
        box = " by ".join(f'{side:g}"' for side in terrain_list().sizes[largest])
        yield Fault(name, f"{several} {size_of(points)}; {largest} fits {box} (AOST-1.3-1)", at)
    if named is not None and not named.pieces[0] <= len(pieces) <= named.pieces[1]:
        low, high = named.pieces
        takes = f"{low}" if low == high else f"{low} to {high}"
        yield Fault(name, f"{len(pieces)} pieces; {named.name} has {takes} (AOST-1.7-1)", at)
    kinds = {FACTION in tags_of(piece) for piece in pieces}
    if len(kinds) > 1:
        yield Fault(name, "some of its pieces are faction terrain and others are not (AOST-1.7-1)", at)


def random_layout(width: float, height: float, draw: Callable[[int], int]) -> InchBoard | None:
    """Return a layout of sets of the list, each with its twin half round the middle; None for a size without room."""
    if min(width, height) < 20:
        return None
    small = width * height <= 30 * 22
    boxes = _SMALL_BOXES if small else _BOXES
    pairs = max(2, round(width * height / _FOOT / 2))
    known = [s for s in terrain_list().sets if s.type != "faction"]
    chosen = [known[draw(len(known))] for _ in range(pairs)]
    sizes = [_box(s, boxes, draw) for s in chosen]
    order = sorted(range(pairs), key=lambda n: -sizes[n].width * sizes[n].depth)
    placed: tuple[Placed, ...] = ()
    for fewer in range(pairs):
        try:
            wanted = [sizes[n] for n in order[fewer:]]
            placed = scatter(width, height, wanted, draw, gap=_GAP, edge=_EDGE, symmetry="turned")
            break
        except Crowded:
            continue
    named = {s.id: s for s in chosen}
    counts = {s.id: s.pieces[0] + draw(s.pieces[1] - s.pieces[0] + 1) for s in chosen}
    features: list[Feature] = []
    for n, one in enumerate(placed, start=1):
        features += _pieces(named[one.kind], one, f"t{n}", counts[one.kind])
    deep = height * _ZONE
    zones = (
        DeploymentZone("A", ((0, 0), (width, 0), (width, deep), (0, deep))),
        DeploymentZone("B", ((0, height - deep), (width, height - deep), (width, height), (0, height))),
    )
    return InchBoard(width, height, tuple(features), zones)


def _box(s: TerrainSet, boxes: dict[Size, tuple[float, float]], draw: Callable[[int], int]) -> Box:
    low, high = SIZES.index(s.sizes[0]), SIZES.index(s.largest)
    across, down = boxes[SIZES[low + draw(high - low + 1)]]
    return Box(s.id, across, down)


def _pieces(s: TerrainSet, placed: Placed, feature: str, count: int) -> list[Feature]:
    """Return the pieces of a feature within its box: side by side along its longer side."""
    tags = (*terrain_list().types[s.type].tags, *((OPEN,) if s.open else ()))
    height = _HEIGHTS[s.type]
    if count == 1:
        return [Feature(feature, placed.shape, height, tags, s.name)]
    left, upper = placed.x - placed.width / 2, placed.y - placed.depth / 2
    wide = placed.width >= placed.depth
    along = placed.width if wide else placed.depth
    apart = _BETWEEN * along / count
    each = (along - apart * (count - 1)) / count
    found = []
    for n in range(count):
        begin = n * (each + apart)
        x0, x1 = (left + begin, left + begin + each) if wide else (left, left + placed.width)
        y0, y1 = (upper, upper + placed.depth) if wide else (upper + begin, upper + begin + each)
        shape = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        found.append(Feature(f"{feature}.{n + 1}", shape, height, tags, s.name, piece_of=feature))
    return found
