"""What is wrong with a board: pieces that could not be drawn, measured or stood on."""

from __future__ import annotations

import math
import unicodedata

from warband_tui.rules.board.layout import (
    COMMON,
    Board,
    DeploymentZone,
    Fault,
    Feature,
    InchBoard,
    Point,
    Square,
    SquareBoard,
)
from warband_tui.rules.board.outlines import area, sides

MOST_INCHES = 144
MOST_SQUARES = 200
MOST_FEATURES = 400
MOST_LETTERS = 80
"""Of an id, a name, a tag."""
_MOST_TAGS = 40
_SEEN = frozenset("\u00a0\u200c\u200d")
"""Not printable to Python, yet parts of names: the space that does not break, the joiners of scripts and emoji."""
_MOST_CORNERS = 200
_DEEPEST = 100_000
_THINNEST = 0.01
"""Square inches: a shape of less area is a slip of the hand."""


def faults(board: Board) -> tuple[Fault, ...]:
    """Return all that is wrong with a board, in the order of its pieces; nothing if it can be played on."""
    found = _table_faults(board) if isinstance(board, InchBoard) else _map_faults(board)
    return (*_text_faults("board", name=board.name), *found)


def called(piece: Feature | DeploymentZone) -> str:
    """Return a piece as faults name it, whatever its name is."""
    if isinstance(piece, Feature):
        return f"feature {_short(piece.label)}"
    return f"zone {_short(piece.name or piece.side)}"


def _short(text: str) -> str:
    return repr(text if len(text) <= MOST_LETTERS else f"{text[:20]}...")


def _text_faults(piece: str, **texts: str) -> list[Fault]:
    """Return what is wrong with the words of a piece: more than anybody reads, or what moves a cursor."""
    found = []
    for what, text in texts.items():
        if len(text) > MOST_LETTERS:
            found.append(Fault(piece, f"its {what} has {len(text)} letters; at most {MOST_LETTERS}"))
        elif not (text.isprintable() or all(one.isprintable() or one in _SEEN for one in text)):
            found.append(
                Fault(piece, f"its {what} {text!r} has characters that cannot be seen; take them out")
            )
        elif text and not text.strip():
            found.append(Fault(piece, f"its {what} is blank; give it letters"))
    return found


def _feature_texts(feature: Feature) -> list[Fault]:
    piece = called(feature)
    found = _text_faults(piece, id=feature.id, name=feature.name, piece_of=feature.piece_of)
    if len(feature.tags) > _MOST_TAGS:
        return [*found, Fault(piece, f"{len(feature.tags)} tags; at most {_MOST_TAGS}")]
    if "" in feature.tags:
        found.append(Fault(piece, "one of its tags is empty; take it out"))
    return [*found, *(fault for tag in feature.tags for fault in _text_faults(piece, tag=tag))]


def _table_faults(board: InchBoard) -> tuple[Fault, ...]:
    for what, length in (("width", board.width), ("height", board.height)):
        if not (math.isfinite(length) and 1 <= length <= MOST_INCHES):
            return (Fault(what, f'{length:g}" is no size of a table; from 1" to {MOST_INCHES}"'),)
    if len(board.features) > MOST_FEATURES:
        return (Fault("features", f"{len(board.features)} pieces; a board takes {MOST_FEATURES}"),)
    found: list[Fault] = []
    seen: set[str] = set()
    for number, feature in enumerate(board.features, 1):
        piece = called(feature)
        if not feature.id:
            found.append(Fault(piece, f"piece {number} of the list has no id; give it one of its own"))
        elif feature.id in seen:
            what = f"another piece has the id {_short(feature.id)} already; give it one of its own"
            found.append(Fault(piece, what))
        seen.add(feature.id)
        found += _feature_texts(feature)
        for what, length in (("height", feature.height), ("base", feature.base)):
            if not (math.isfinite(length) and 0 <= length <= MOST_INCHES):
                told = f"its {what} is a length in inches from 0 to {MOST_INCHES}, not {length:g}"
                found.append(Fault(piece, told))
        found += _shape_faults(piece, feature.shape, board.width, board.height)
    for zone in board.zones:
        found += _text_faults(called(zone), side=zone.side, name=zone.name)
        found += _shape_faults(called(zone), zone.shape, board.width, board.height)
    return tuple(found)


def _shape_faults(piece: str, shape: tuple[Point, ...], width: float, height: float) -> list[Fault]:
    if not 3 <= len(shape) <= _MOST_CORNERS:
        return [Fault(piece, f"{len(shape)} corners; an outline has from 3 to {_MOST_CORNERS}")]
    for x, y in shape:
        if not (math.isfinite(x) and math.isfinite(y)):
            return [Fault(piece, "a corner is not a number")]
        if not (0 <= x <= width and 0 <= y <= height):
            return [Fault(piece, f'its corner {x:g},{y:g} is off the board of {width:g}x{height:g}"', (x, y))]
    if _flat(shape):
        return [Fault(piece, "its outline has no area: all its corners lie on one line", shape[0])]
    crossing = _crossing(shape)
    if crossing:
        return [Fault(piece, f"its outline crosses itself near {crossing[0]:g},{crossing[1]:g}", crossing)]
    if abs(area(shape)) < _THINNEST:
        return [Fault(piece, "its outline has no area", shape[0])]
    return []


def _flat(shape: tuple[Point, ...]) -> bool:
    """Whether all corners lie on one line, or at one point."""
    first = shape[0]
    far = max(shape, key=lambda corner: math.dist(first, corner))
    length = math.dist(first, far)
    return all(abs(_turn(first, far, corner)) <= _THINNEST * length / 10 for corner in shape)


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
        Fault(f"legend {_short(letter)}", "a letter of the map is one printed character")
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
        what = f"{_number(board.drop_feet)} is no depth; from 0 to {_DEEPEST} feet"
        found.append(Fault("drop_feet", what))
    for letter, ground in board.legend.items():
        name = f"legend {letter!r}"
        words = {"difficult": ground.difficult, "hindering": ground.hindering}
        found += _text_faults(name, name=ground.name, challenging=ground.challenging, **words)
        if abs(ground.height) > _DEEPEST:
            what = f"{_number(ground.height)} is no height; from -{_DEEPEST} to {_DEEPEST} feet"
            found.append(Fault(name, what))
    return (*found, *_edge_faults(board), *_zone_faults(board))


def _number(value: int) -> str:
    """Return a whole number, in few letters however large it is."""
    return str(value) if abs(value) < 10**15 else "a number of more than 15 digits"


def _zone_faults(board: SquareBoard) -> list[Fault]:
    found: list[Fault] = []
    for zone in board.zones:
        name = called(zone)
        found += _text_faults(name, side=zone.side, name=zone.name)
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
            what = "an edge lies between two squares that share a side; name such, as in 0,0 - 1,0"
            found.append(Fault(name, what, a))
        elif not all(0 <= x < board.width and 0 <= y < board.height for x, y in (a, b)):
            what = (
                f"it is off the board of {board.width}x{board.height}; "
                f"squares go from 0,0 to {board.width - 1},{board.height - 1}"
            )
            found.append(Fault(name, what, a))
        elif frozenset((a, b)) in seen:
            found.append(Fault(name, "something stands on this edge already; take one of them out", a))
        elif kind not in ("low", "wall", "window"):
            found.append(Fault(name, f"{_short(kind)} is none of low, wall, window", a))
        seen.add(frozenset((a, b)))
    return found
