"""The ground of a board as signs: which kind of terrain each character of a canvas shows, and what lies at a place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, to_builtins

from warband_tui.campaign.board_view_projection import Projection
from warband_tui.rules.board import kinds
from warband_tui.rules.board.layout import Board, Feature, Ground, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.outlines import crossings, encloses
from warband_tui.rules.board.planning import BoardWords, TerrainKind


class Paint(NamedTuple):
    """What a character shows. An empty part leaves what lies below it.

    `ink` and `ground` are names of looks; several inks are separated by spaces.
    """

    glyph: str = ""
    ink: str = ""
    ground: str = ""


@lru_cache(maxsize=4096)
def paint_of(glyph: str, ink: str, ground: str) -> Paint:
    """Return a character's paint, the same one for the same look: a board has few looks and many characters."""
    return Paint(glyph, ink, ground)


Row = dict[int, Paint]
"""Characters of one line by column."""
Layer = dict[int, Row]
"""Lines by row. Layers are laid over one another."""

FILLED = frozenset("█▄▀■#")
SHADED = frozenset("▓▒░")
SOLID = FILLED | SHADED
"""Signs that fill their character; of the others every second one is drawn where there is room."""

PLAIN_GROUND = {
    "blocking": TerrainKind("filled", "filled", "█", colour="grey", note="no entry, no line of effect"),
    "drop": TerrainKind("drop", "drop", "O", colour="blue", note="a pit or a precipice"),
    "hindering": TerrainKind("hindering", "hindering", "^", colour="red"),
    "difficult": TerrainKind("difficult", "difficult", "~", colour="green"),
    "challenging": TerrainKind("challenging", "challenging", "%", colour="yellow"),
    "obscured": TerrainKind("obscured", "obscured", '"', colour="grey"),
    "height": TerrainKind("raised", "raised", "≡", colour="brown"),
}
"""How a square is drawn of which the game says nothing, by the first of its properties that it has."""

OTHER = TerrainKind("other", "terrain", "▒", colour="grey")

EDGES = {"low": ("┊", "┄"), "wall": ("┃", "━"), "window": ("╎", "╌")}
"""How an edge is drawn: upright, and lying."""
EDGE_WORDS = {"low": "low wall", "wall": "wall", "window": "window"}


class Terrain(Struct, frozen=True):
    """The ground of a canvas: kinds that occur, and by row which of them each column shows."""

    kinds: tuple[TerrainKind, ...]
    rows: tuple[dict[int, int], ...]
    edges: Layer = {}


def terrain_of(board: Board, words: BoardWords | None, projection: Projection) -> Terrain:
    """Return what each character of a canvas shows of the ground."""
    known = words.terrain if words is not None else ()
    if isinstance(board, InchBoard):
        return _of_features(board, known, projection)
    return _of_squares(board, known, projection)


# Tables in inches


def kind_of_feature(feature: Feature, known: Iterable[TerrainKind]) -> TerrainKind:
    """Return the kind that a feature is drawn as; a plain one where the game has none that fits."""
    return kinds.kind_of_feature(known, feature) or OTHER


def _of_features(board: InchBoard, known: tuple[TerrainKind, ...], projection: Projection) -> Terrain:
    shown: list[TerrainKind] = []
    rows: list[dict[int, int]] = [{} for _ in range(projection.rows)]
    for feature in sorted(board.features, key=lambda f: f.top):
        kind = kind_of_feature(feature, known)
        if kind not in shown:
            shown.append(kind)
        fill(rows, feature.shape, projection, shown.index(kind))
    return Terrain(tuple(shown), tuple(rows))


def fill(rows: list[dict[int, int]], shape: tuple[Point, ...], projection: Projection, value: int) -> None:
    """Give a value to each character whose middle is inside an outline; to one at least."""
    across, down = projection.zoom.across, projection.zoom.down
    low = max(0, math.floor(min(y for _, y in shape) * down))
    high = min(projection.rows, math.ceil(max(y for _, y in shape) * down) + 1)
    found = False
    for row in range(low, high):
        met = sorted(crossings(shape, (row + 0.5) / down))
        for left, right in zip(met[::2], met[1::2], strict=False):
            first = max(0, math.ceil(left * across - 0.5))
            last = min(projection.columns - 1, math.floor(right * across - 0.5))
            for column in range(first, last + 1):
                rows[row][column] = value
                found = True
    if not found:
        middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
        column, row = projection.character(middle)
        rows[row][column] = value


# Maps of squares


def kind_of_ground(ground: Ground, known: Iterable[TerrainKind]) -> TerrainKind | None:
    """Return the kind that a square is of, None for open ground."""
    told = to_builtins(ground)
    told.pop("name", None)
    if not told:
        return None
    fitting = kinds.kind_of_ground(known, ground)
    if fitting is not None:
        return fitting
    plain = next((PLAIN_GROUND[name] for name in PLAIN_GROUND if told.get(name)), OTHER)
    return TerrainKind(
        plain.id, ground.name or plain.label, plain.glyph, colour=plain.colour, note=plain.note
    )


def _of_squares(board: SquareBoard, known: tuple[TerrainKind, ...], projection: Projection) -> Terrain:
    letters = {letter for row in board.map for letter in row}
    kinds: list[TerrainKind] = []
    by_letter: dict[str, int] = {}
    for letter in sorted(letters):
        at = next((x, y) for y, row in enumerate(board.map) for x, found in enumerate(row) if found == letter)
        kind = kind_of_ground(board.ground(at), known)
        if kind is not None:
            if kind not in kinds:
                kinds.append(kind)
            by_letter[letter] = kinds.index(kind)
    across = projection.across_cells(1)
    rows = []
    for row in range(projection.rows):
        line = board.map[min(board.height - 1, projection.down_cell(row, 1))]
        rows.append({c: by_letter[line[x]] for c, x in enumerate(across) if line[x] in by_letter})
    return Terrain(tuple(kinds), tuple(rows), _edges(board, projection))


def _edges(board: SquareBoard, projection: Projection) -> Layer:
    layer: Layer = {}
    for a, b, what in board.edges:
        first = min(a, b)
        columns, rows = projection.block(first)
        upright, lying = EDGES[what]
        if a[1] == b[1]:
            for row in rows:
                layer.setdefault(row, {})[columns[-1]] = Paint(upright, "edge")
        else:
            for column in columns:
                layer.setdefault(rows[-1], {})[column] = Paint(lying, "edge")
    return layer


# What is at a place


def heights_at(board: Board, point: Point) -> tuple[float, ...]:
    """Return the heights at which a model could stand there, from the table up; 0 alone on squares."""
    if not isinstance(board, InchBoard):
        return (0.0,)
    tops = {f.top for f in board.features if f.top and encloses(f.shape, point)}
    return (0.0, *sorted(tops))


def ground_words(board: Board, words: BoardWords | None, point: Point) -> tuple[str, ...]:
    """Return what lies at a place, in words: names, heights, what it is."""
    known = words.terrain if words is not None else ()
    if isinstance(board, InchBoard):
        found = [f for f in board.features if encloses(f.shape, point)]
        return tuple(_feature_words(f, kind_of_feature(f, known)) for f in found)
    square: Square = (int(point[0]), int(point[1]))
    ground = board.ground(square)
    kind = kind_of_ground(ground, known)
    if kind is None:
        return ()
    label = ground.name or kind.label
    return (f"{label}: {kind.note}" if kind.note else label,)


def _feature_words(feature: Feature, kind: TerrainKind) -> str:
    parts = [feature.label]
    if feature.height:
        parts.append(f'{feature.height:g}" high')
    if kind is OTHER:
        parts += feature.tags
    else:
        named = feature.label.casefold().split()
        parts += [part for part in (kind.label, kind.note) if part and part.casefold() not in named]
    return " · ".join(parts)
