"""What is wrong with a board that is being drawn, and what only looks odd, each with the piece it is about."""

from __future__ import annotations

from itertools import combinations
from typing import Literal, Protocol

from msgspec import Struct

from warband_tui.campaign.layout_shapes import box_of, middle_of, overlap
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import Board, Fault, Feature, InchBoard, Point

Severity = Literal["error", "warning"]
IMPASSABLE = "impassable"
"""The tag of pieces that nothing else can stand in, in every game (the forms of battle scripts have it)."""

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
    """Return the pairs of pieces that lie in one another: impassable ones may not, others may."""
    boxes = {feature.id: box_of(feature.shape) for feature in features if len(feature.shape) > 2}
    found = []
    for a, b in combinations([feature for feature in features if feature.id in boxes], 2):
        if not _boxes_meet(boxes[a.id], boxes[b.id]) or not _same_height(a, b) or _one_piece(a, b):
            continue
        at = overlap(a.shape, b.shape)
        if at is None:
            continue
        bad = IMPASSABLE in a.tags and IMPASSABLE in b.tags
        what = f"it lies in {b.label!r} near {at[0]:g},{at[1]:g}"
        if bad:
            what += "; impassable pieces cannot share ground"
        found.append(Flaw("error" if bad else "warning", f"feature {a.label!r}", what, at, (a.id, b.id)))
        if len(found) >= _MOST_OVERLAPS:
            break
    return found


def _same_height(a: Feature, b: Feature) -> bool:
    """Whether two pieces rise through one height; flat ones lie on the table."""
    return max(a.base, b.base) < min(a.top, b.top) or a.base == b.base


def _one_piece(a: Feature, b: Feature) -> bool:
    """Whether two features are parts of one piece of terrain."""
    return (a.piece_of or a.id) == (b.piece_of or b.id)


def _boxes_meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
