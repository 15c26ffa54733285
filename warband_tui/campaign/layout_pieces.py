"""Pieces of terrain on a table in inches: every edit takes a board and returns another.

A place may lie off the board and an outline may be twisted: the editor shows faults, it does not forbid them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from warband_tui.campaign.layout_shapes import (
    Outline,
    Way,
    box_of,
    middle_of,
    mirrored,
    moved,
    overlap,
    scaled,
    turned,
    wall,
)
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import MOST_FEATURES, MOST_INCHES
from warband_tui.rules.board.layout import Feature, InchBoard, Point
from warband_tui.rules.board.outlines import encloses
from warband_tui.rules.board.planning import TerrainKind

LEAST_SIDE = 0.1
"""Inches: no piece is made smaller than this by scaling."""

MOST_TAGS = 12
_MOST_NAME = 60


def piece(board: InchBoard, piece_id: str) -> Feature:
    """Return a piece.

    Raises:
        BadBoard: the board has none of that id.
    """
    return board.feature(piece_id)


def add(board: InchBoard, shape: Sequence[Point], kind: TerrainKind) -> tuple[InchBoard, str]:
    """Put a piece of a sort of terrain on the board; return the board and the piece's id.

    Raises:
        WarbandError: the board is full.
    """
    made = Feature(
        id=_free_id(board, kind.id), shape=tuple(shape), height=kind.height, tags=kind.tags, name=""
    )
    return _with(board, made), made.id


def add_wall(
    board: InchBoard, points: Sequence[Point], thickness: float, kind: TerrainKind
) -> tuple[InchBoard, str]:
    """Put a wall along a line of points on the board, a piece for each stretch; return the first one's id.

    Raises:
        WarbandError: the board is full, or the line has fewer than two points.
    """
    stretches = [(a, b) for a, b in pairwise(points) if a != b]
    if not stretches:
        raise WarbandError("a wall goes from one point to another; give both")
    first = ""
    for a, b in stretches:
        board, made = add(board, wall(a, b, thickness), kind)
        first = first or made
        if len(stretches) > 1:
            board = change(board, made, piece_of=first)
    return board, first


def change(board: InchBoard, piece_id: str, **fields: Any) -> InchBoard:
    """Give a piece other values: `shape`, `height`, `base`, `name`, `tags`, `piece_of`.

    Raises:
        WarbandError: the board has no such piece, or a value is not one.
    """
    if "tags" in fields:
        fields["tags"] = _tags(fields["tags"])
    if "name" in fields:
        fields["name"] = " ".join(fields["name"].split())[:_MOST_NAME]
    for field in ("height", "base"):
        if field in fields and not 0 <= fields[field] <= MOST_INCHES:
            raise WarbandError(f'{fields[field]:g}" is no {field}; from 0 to {MOST_INCHES}"')
    return _changed(board, replace(piece(board, piece_id), **fields))


def move(board: InchBoard, piece_id: str, dx: float, dy: float) -> InchBoard:
    """Move a piece to the right and down."""
    one = piece(board, piece_id)
    return _changed(board, replace(one, shape=moved(one.shape, dx, dy)))


def turn(board: InchBoard, piece_id: str, degrees: float) -> InchBoard:
    """Turn a piece clockwise about the middle of its box."""
    one = piece(board, piece_id)
    return _changed(board, replace(one, shape=turned(one.shape, degrees, middle_of(one.shape))))


def scale(board: InchBoard, piece_id: str, across: float, down: float) -> InchBoard:
    """Stretch a piece about its middle; a side never gets shorter than a tenth of an inch."""
    one = piece(board, piece_id)
    left, upper, right, lower = box_of(one.shape)
    if (right - left) * across < LEAST_SIDE or (lower - upper) * down < LEAST_SIDE:
        raise WarbandError(f"{one.label} cannot be made smaller", place="board")
    return _changed(board, replace(one, shape=scaled(one.shape, across, down, middle_of(one.shape))))


def resize(board: InchBoard, piece_id: str, width: float, depth: float) -> InchBoard:
    """Stretch a piece about its middle until its box has a size.

    Raises:
        WarbandError: the sides are no lengths.
    """
    if not all(LEAST_SIDE <= n <= MOST_INCHES for n in (width, depth)):
        raise WarbandError(f'{width:g} x {depth:g}" is no size of a piece; {LEAST_SIDE} to {MOST_INCHES}"')
    one = piece(board, piece_id)
    left, upper, right, lower = box_of(one.shape)
    if right == left or lower == upper:
        raise WarbandError(f"{one.label} has no area; delete it and place it anew", place="board")
    return scale(board, piece_id, width / (right - left), depth / (lower - upper))


def copy(board: InchBoard, piece_id: str, dx: float, dy: float) -> tuple[InchBoard, str]:
    """Put a copy of a piece beside it; return the board and the copy's id."""
    one = piece(board, piece_id)
    made = replace(one, id=_free_id(board, _stem(one.id)), shape=moved(one.shape, dx, dy), piece_of="")
    return _with(board, made), made.id


def remove(board: InchBoard, piece_id: str) -> InchBoard:
    """Take a piece from the board."""
    piece(board, piece_id)
    return replace(board, features=tuple(f for f in board.features if f.id != piece_id))


def flip(board: InchBoard, piece_id: str, way: Way) -> InchBoard:
    """Mirror a piece in its own place."""
    one = piece(board, piece_id)
    x, y = middle_of(one.shape)
    return _changed(board, replace(one, shape=mirrored(one.shape, way, 2 * x, 2 * y)))


def mirror(board: InchBoard, piece_id: str, way: Way) -> tuple[InchBoard, str]:
    """Put a piece's counterpart on the other side of the table; return the board and its id.

    Raises:
        WarbandError: the counterpart lies where the piece lies.
    """
    one = piece(board, piece_id)
    shape = mirrored(one.shape, way, board.width, board.height)
    if overlap(one.shape, shape):
        raise WarbandError(f"{one.label} would lie on itself; move it off the middle first", place="board")
    made = replace(one, id=_free_id(board, _stem(one.id)), shape=shape, piece_of="")
    return _with(board, made), made.id


def mirror_all(board: InchBoard, way: Way) -> InchBoard:
    """Make the table symmetric: the left or upper half is kept, the other half made its counterpart.

    A piece across the middle stays as it is.

    Raises:
        WarbandError: that makes too many pieces.
    """
    kept = [f for f in board.features if _across_middle(f, board, way) or _near_half(f, board, way)]
    made = replace(board, features=tuple(kept))
    for one in kept:
        if not _across_middle(one, board, way):
            shape = mirrored(one.shape, way, board.width, board.height)
            made = _with(made, replace(one, id=_free_id(made, _stem(one.id)), shape=shape, piece_of=""))
    return made


def resize_board(board: InchBoard, width: float, height: float) -> InchBoard:
    """Give the table another size; pieces stay where they are, zones along the edges are drawn anew elsewhere.

    Raises:
        WarbandError: it is no size of a table.
    """
    if not all(1 <= n <= MOST_INCHES for n in (width, height)):
        raise WarbandError(f'{width:g} x {height:g}" is no size of a table; from 1" to {MOST_INCHES}" a side')
    return replace(board, width=width, height=height)


def measures_of(feature: Feature) -> tuple[float, float]:
    """Return width and depth of the box about a piece."""
    left, upper, right, lower = box_of(feature.shape) if feature.shape else (0.0, 0.0, 0.0, 0.0)
    return round(right - left, 2), round(lower - upper, 2)


def at_point(board: InchBoard, point: Point) -> tuple[Feature, ...]:
    """Return the pieces that cover a point, the uppermost first."""
    latest_first = reversed(board.features)
    found = [f for f in latest_first if len(f.shape) > 2 and encloses(f.shape, point)]
    return tuple(sorted(found, key=lambda f: -f.top))


def _across_middle(feature: Feature, board: InchBoard, way: Way) -> bool:
    shape: Outline = mirrored(feature.shape, way, board.width, board.height)
    return overlap(feature.shape, shape) is not None


def _near_half(feature: Feature, board: InchBoard, way: Way) -> bool:
    x, y = middle_of(feature.shape)
    if way == "across":
        return x < board.width / 2
    if way == "down":
        return y < board.height / 2
    return (y, x) < (board.height / 2, board.width / 2)


def _with(board: InchBoard, feature: Feature) -> InchBoard:
    if len(board.features) >= MOST_FEATURES:
        raise WarbandError(f"a board takes {MOST_FEATURES} pieces; delete one first", place="board")
    return replace(board, features=(*board.features, feature))


def _changed(board: InchBoard, feature: Feature) -> InchBoard:
    return replace(board, features=tuple(feature if f.id == feature.id else f for f in board.features))


def _stem(piece_id: str) -> str:
    stem, _, number = piece_id.rpartition("-")
    return stem if stem and number.isdigit() else piece_id


def _free_id(board: InchBoard, stem: str) -> str:
    taken = {feature.id for feature in board.features}
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _tags(tags: Sequence[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(word for tag in tags if (word := "-".join(tag.casefold().split()))))
    if len(found) > MOST_TAGS:
        raise WarbandError(f"{len(found)} tags; a piece has at most {MOST_TAGS}", place="board")
    return found
