"""What is wrong with a board that is being drawn, and what only looks odd, each with the piece it is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.layout_shapes import box_of, middle_of, overlap
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import Board, Fault, Feature, InchBoard, Point

Severity = Literal["error", "warning"]
IMPASSABLE = "impassable"
"""The tag of pieces that nothing else can stand in, in every game (the forms of battle scripts have it)."""
LADDER = "ladder"
"""The tag of pieces that lie against others, as the same forms have it."""

_MOST_OVERLAPS = 50


class Flaw(Struct, frozen=True):
    """One thing that is wrong (`error`: no battle can be played on it) or odd (`warning`).

    `pieces` are the ids of the features it is about, `at` where to look.
    """

    severity: Severity
    piece: str
    what: str
    at: Point | None = None
    pieces: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The flaw in one line."""
        return f"{self.piece}: {self.what}"


class Judge(Protocol):
    """The part of a game that says what its rules for setting up find wrong with a board."""

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what is wrong with a board that can be drawn."""
        ...


def flaws(board: Board, game: Judge | None = None) -> tuple[Flaw, ...]:
    """Return all that is wrong with a board, errors first; a game is asked about a board that can be drawn."""
    found = [_flaw("error", fault, board) for fault in faults(board)]
    drawable = not found
    if isinstance(board, InchBoard):
        broken = {piece for flaw in found for piece in flaw.pieces}
        found += _overlaps([f for f in board.features if f.id not in broken])
    if game is not None and drawable:
        found += [_flaw("warning", fault, board) for fault in game.board_faults(board)]
    return tuple(sorted(found, key=lambda flaw: flaw.severity != "error"))


def errors(board: Board) -> tuple[Flaw, ...]:
    """Return only what keeps a board from being played on."""
    return tuple(flaw for flaw in flaws(board) if flaw.severity == "error")


def piece_flaws(board: InchBoard, piece_id: str) -> tuple[Flaw, ...]:
    """Return what is wrong or odd about one piece, while it is carried over a table of many; no game is asked.

    Raises:
        BadBoard: the board has no such piece.
    """
    one = board.feature(piece_id)
    found = [_flaw("error", fault, board) for fault in faults(replace(board, features=(one,), zones=()))]
    if found:
        return tuple(found)
    box = box_of(one.shape)
    near = (
        other
        for other in board.features
        if other.id != one.id and len(other.shape) > 2 and _boxes_meet(box, box_of(other.shape))
    )
    met = [flaw for other in near if (flaw := _overlap(one, other)) is not None]
    return tuple(sorted(met, key=lambda flaw: flaw.severity != "error"))


def _flaw(severity: Severity, fault: Fault, board: Board) -> Flaw:
    pieces: tuple[str, ...] = ()
    at = fault.at
    if isinstance(board, InchBoard):
        pieces = tuple(f.id for f in board.features if fault.piece == f"feature {f.label!r}")
        if at is None and pieces:
            named = next(f for f in board.features if f.id == pieces[0])
            at = middle_of(named.shape) if named.shape else None
    return Flaw(severity, fault.piece, fault.what, at, pieces)


def _overlaps(features: list[Feature]) -> list[Flaw]:
    """Return what is said of the pairs of pieces that lie in one another, in the order of the pieces."""
    found = []
    for i, j in _near_pairs(
        [box_of(feature.shape) if len(feature.shape) > 2 else None for feature in features]
    ):
        flaw = _overlap(features[i], features[j])
        if flaw is not None:
            found.append(flaw)
            if len(found) >= _MOST_OVERLAPS:
                break
    return found


def _near_pairs(boxes: Sequence[tuple[float, ...] | None]) -> list[tuple[int, int]]:
    """Return the pairs of places whose boxes meet; boxes are gone through from left to right."""
    order = sorted((box[0], i, box) for i, box in enumerate(boxes) if box is not None)
    found = []
    for place, (_, i, box) in enumerate(order):
        for left, j, other in islice(order, place + 1, None):
            if left >= box[2]:
                break
            if box[1] < other[3] and other[1] < box[3]:
                found.append((min(i, j), max(i, j)))
    return sorted(found)


def _overlap(a: Feature, b: Feature) -> Flaw | None:
    """Return what is said of two pieces that lie in one another: impassable ones may not, others may."""
    if not _same_height(a, b) or _one_piece(a, b) or LADDER in (*a.tags, *b.tags):
        return None
    at = overlap(a.shape, b.shape)
    if at is None:
        return None
    bad = IMPASSABLE in a.tags and IMPASSABLE in b.tags
    what = f"it lies in {b.label!r} near {at[0]:g},{at[1]:g}"
    if bad:
        what += "; impassable pieces cannot share ground"
    return Flaw("error" if bad else "warning", f"feature {a.label!r}", what, at, (a.id, b.id))


def _same_height(a: Feature, b: Feature) -> bool:
    """Whether two pieces rise through one height; flat ones lie on the table."""
    return max(a.base, b.base) < min(a.top, b.top) or a.base == b.base


def _one_piece(a: Feature, b: Feature) -> bool:
    """Whether two features are parts of one piece of terrain."""
    return (a.piece_of or a.id) == (b.piece_of or b.id)


def _boxes_meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
