"""What is wrong with a board: pieces that could not be drawn, measured or stood on."""

from __future__ import annotations

import math
import unicodedata

from warband_tui.rules.board.layout import COMMON, Board, Fault, InchBoard, Point, Square, SquareBoard
from warband_tui.rules.board.outlines import area, sides

MOST_INCHES = 144
MOST_SQUARES = 200
MOST_FEATURES = 400
_MOST_CORNERS = 200
_DEEPEST = 100_000
_THINNEST = 0.01
"""Square inches: a shape of less area is a slip of the hand."""


def faults(board: Board) -> tuple[Fault, ...]:
    """Return all that is wrong with a board, in the order of its pieces; nothing if it can be played on."""
    return _table_faults(board) if isinstance(board, InchBoard) else _map_faults(board)


def _table_faults(board: InchBoard) -> tuple[Fault, ...]:
    for what, length in (("width", board.width), ("height", board.height)):
        if not (math.isfinite(length) and 1 <= length <= MOST_INCHES):
            return (Fault(what, f'{length:g}" is no size of a table; from 1" to {MOST_INCHES}"'),)
    if len(board.features) > MOST_FEATURES:
        return (Fault("features", f"{len(board.features)} pieces; a board takes {MOST_FEATURES}"),)
    found: list[Fault] = []
    seen: set[str] = set()
    for feature in board.features:
        if not feature.id or feature.id in seen:
            found.append(Fault(f"feature {feature.id!r}", "each piece has an id of its own"))
        seen.add(feature.id)
        if not all(math.isfinite(n) and 0 <= n <= MOST_INCHES for n in (feature.height, feature.base)):
            found.append(Fault(f"feature {feature.label!r}", "its height is a length in inches from 0"))
        found += _shape_faults(f"feature {feature.label!r}", feature.shape, board.width, board.height)
    for zone in board.zones:
        name = f"zone {zone.name or zone.side!r}"
        found += _shape_faults(name, zone.shape, board.width, board.height)
    return tuple(found)


def _shape_faults(piece: str, shape: tuple[Point, ...], width: float, height: float) -> list[Fault]:
    if not 3 <= len(shape) <= _MOST_CORNERS:
        return [Fault(piece, f"{len(shape)} corners; an outline has from 3 to {_MOST_CORNERS}")]
    for x, y in shape:
        if not (math.isfinite(x) and math.isfinite(y)):
            return [Fault(piece, "a corner is not a number")]
        if not (0 <= x <= width and 0 <= y <= height):
            return [Fault(piece, f'its corner {x:g},{y:g} is off the board of {width:g}x{height:g}"', (x, y))]
    crossing = _crossing(shape)
    if crossing:
        return [Fault(piece, f"its outline crosses itself near {crossing[0]:g},{crossing[1]:g}", crossing)]
    if abs(area(shape)) < _THINNEST:
        return [Fault(piece, "its outline has no area", shape[0])]
    return []


def _crossing(shape: tuple[Point, ...]) -> Point | None:
    """Return a point where two sides that are not neighbours meet, None for a plain outline.

    Sides are taken from left to right, so that each is held only against those that begin before it ends.
    """
    found = list(sides(shape))
    last = len(found) - 1
    order = sorted(range(len(found)), key=lambda i: min(found[i][0][0], found[i][1][0]))
    for place, i in enumerate(order):
        a, b = found[i]
        right, low, high = max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for j in order[place + 1 :]:
            c, d = found[j]
            if min(c[0], d[0]) > right:
                break
            if min(c[1], d[1]) > high or max(c[1], d[1]) < low or abs(i - j) in (1, last):
                continue
            if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0:
                return (round((a[0] + b[0] + c[0] + d[0]) / 4, 2), round((a[1] + b[1] + c[1] + d[1]) / 4, 2))
    return None


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _drawable(letter: str) -> bool:
    """Whether a letter of a map takes one place of a line: no space, no mark upon another, nothing wide."""
    return (
        len(letter) == 1
        and letter.isprintable()
        and letter not in "@ "
        and unicodedata.category(letter)[0] != "M"
        and unicodedata.east_asian_width(letter) not in "WF"
    )


def _map_faults(board: SquareBoard) -> tuple[Fault, ...]:
    rows = board.map
    if not rows or not rows[0]:
        return (Fault("map", "it has no squares"),)
    if len(rows) > MOST_SQUARES or len(rows[0]) > MOST_SQUARES:
        return (Fault("map", f"{len(rows[0])}x{len(rows)} squares; at most {MOST_SQUARES} a side"),)
    found = [
        Fault(f"map row {y + 1}", f"{len(row)} squares where the first has {len(rows[0])}", (0, y))
        for y, row in enumerate(rows)
        if len(row) != len(rows[0])
    ]
    if found:
        return tuple(found)
    known = {*COMMON, *board.legend}
    found += [
        Fault(f"legend {letter!r}", "a letter of the map is one printed character")
        for letter in board.legend
        if not _drawable(letter)
    ]
    unknown: set[str] = set()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in known or letter in unknown or (letter.isascii() and letter.isalnum()):
                continue
            unknown.add(letter)
            what = f"letter {letter!r} in column {x + 1} is not in the legend"
            found.append(Fault(f"map row {y + 1}", what, (x, y)))
    if not 0 <= board.drop_feet <= _DEEPEST:
        found.append(Fault("drop_feet", f"this is no depth; from 0 to {_DEEPEST} feet"))
    found += [
        Fault(f"legend {letter!r}", f"this is no height; up to {_DEEPEST} feet")
        for letter, ground in board.legend.items()
        if abs(ground.height) > _DEEPEST
    ]
    return (*found, *_edge_faults(board), *_zone_faults(board))


def _zone_faults(board: SquareBoard) -> list[Fault]:
    found = []
    for zone in board.zones:
        name = f"zone {zone.name or zone.side!r}"
        if not 1 <= len(zone.shape) <= _MOST_CORNERS:
            what = f"{len(zone.shape)} corners; a zone has from 1 to {_MOST_CORNERS}"
            found.append(Fault(name, what))
            continue
        for x, y in zone.shape:
            whole = math.isfinite(x) and math.isfinite(y) and x == int(x) and y == int(y)
            if not whole or not (0 <= x < board.width and 0 <= y < board.height):
                what = f"{x:g},{y:g} is no square of the board of {board.width}x{board.height}"
                found.append(Fault(name, what, (x, y) if whole else None))
                break
    return found


def _edge_faults(board: SquareBoard) -> list[Fault]:
    found = []
    seen: set[frozenset[Square]] = set()
    for a, b, kind in board.edges:
        name = f"edge {a[0]},{a[1]} - {b[0]},{b[1]}"
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            found.append(Fault(name, "an edge lies between two squares that share a side", a))
        elif not all(0 <= x < board.width and 0 <= y < board.height for x, y in (a, b)):
            found.append(Fault(name, f"it is off the board of {board.width}x{board.height}", a))
        elif frozenset((a, b)) in seen:
            found.append(Fault(name, "something stands on this edge already", a))
        elif kind not in ("low", "wall", "window"):
            found.append(Fault(name, f"{kind!r} is none of low, wall, window", a))
        seen.add(frozenset((a, b)))
    return found
