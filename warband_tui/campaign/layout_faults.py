"""What is wrong with a board that is being drawn, and what only looks odd, each with the piece it is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.layout_shapes import box_of, middle_of, overlap
from warband_tui.rules.board.faults import MOST_LETTERS, called, faults
from warband_tui.rules.board.layout import COMMON, Board, Fault, Feature, InchBoard, Point, SquareBoard
from warband_tui.rules.board.planning import BoardWords

Severity = Literal["error", "warning"]
IMPASSABLE = "impassable"
"""The tag of pieces that nothing else can stand in, in every game (the forms of battle scripts have it)."""
LADDER = "ladder"
"""The tag of pieces that lie against others, as the same forms have it."""

_EVERY_GAME = frozenset({IMPASSABLE, LADDER, "difficult", "dangerous", "stairs", "ramp", "area"})
"""The tags that ground has in every game."""
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
    """The part of a game that says what its rules for setting up find wrong with a board, and what terrain it has."""

    @property
    def title(self) -> str:
        """What players call the game."""
        ...

    @property
    def board_words(self) -> BoardWords | None:
        """The terrain of the game, None for a game without boards."""
        ...

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
    else:
        found += _redefined(board)
    if game is not None:
        found += _unknown_tags(board, game)
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
        pieces = tuple(f.id for f in board.features if fault.piece == called(f))
        if at is None and pieces:
            named = next(f for f in board.features if f.id == pieces[0])
            at = middle_of(named.shape) if named.shape else None
    return Flaw(severity, fault.piece, fault.what, at, pieces)


def _overlaps(features: list[Feature]) -> list[Flaw]:
    """Return what is said of the pairs of pieces that lie in one another, in the order of the pieces.

    No more than so many odd pairs are told and no more than so many bad ones; how many others there may be
    is told without measuring each.
    """
    found: list[Flaw] = []
    told = {True: 0, False: 0}
    left = 0
    for i, j in _near_pairs(
        [box_of(feature.shape) if len(feature.shape) > 2 else None for feature in features]
    ):
        a, b = features[i], features[j]
        bad = _exclude(a, b)
        if told[bad] >= _MOST_OVERLAPS:
            left += _may_overlap(a, b)
        elif (flaw := _overlap(a, b)) is not None:
            found.append(flaw)
            told[bad] += 1
    if left:
        what = f"and up to {left} more pairs of pieces lie in one another; move those that are named first"
        found.append(Flaw("warning", "board", what))
    return found


def _unknown_tags(board: Board, game: Judge) -> list[Flaw]:
    """Return a word about each tag that is none of a game's terrain, at the first piece that has it."""
    words = game.board_words
    if words is None or words.kind != "inches" or not isinstance(board, InchBoard):
        return []
    known = {tag for kind in words.terrain for tag in (kind.id, *kind.tags)} | _EVERY_GAME
    first: dict[str, Feature] = {}
    for feature in board.features:
        for tag in feature.tags:
            if tag not in known:
                first.setdefault(tag, feature)
    return [
        Flaw("warning", called(one), f"no rule of {game.title} knows the tag {tag!r}", pieces=(one.id,))
        for tag, one in first.items()
        if len(tag) <= MOST_LETTERS
    ][:_MOST_OVERLAPS]


def _redefined(board: SquareBoard) -> list[Flaw]:
    """Return a word about each letter of the legend that every map has with another meaning."""
    return [
        Flaw("warning", f"legend {letter!r}", "every map has this letter; this one gives it another meaning")
        for letter, ground in board.legend.items()
        if letter in COMMON and replace(ground, name="") != COMMON[letter]
    ]


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
    if not _may_overlap(a, b):
        return None
    at = overlap(a.shape, b.shape)
    if at is None:
        return None
    bad = _exclude(a, b)
    what = f"it lies in {b.label!r} near {at[0]:g},{at[1]:g}"
    if bad:
        what += "; impassable pieces cannot share ground"
    return Flaw("error" if bad else "warning", f"feature {a.label!r}", what, at, (a.id, b.id))


def _may_overlap(a: Feature, b: Feature) -> bool:
    """Whether it would be told if two pieces lay in one another."""
    return _same_height(a, b) and not _one_piece(a, b) and LADDER not in (*a.tags, *b.tags)


def _exclude(a: Feature, b: Feature) -> bool:
    """Whether two pieces may not share ground."""
    return IMPASSABLE in a.tags and IMPASSABLE in b.tags


def _same_height(a: Feature, b: Feature) -> bool:
    """Whether two pieces rise through one height; flat ones lie on the table."""
    return max(a.base, b.base) < min(a.top, b.top) or a.base == b.base


def _one_piece(a: Feature, b: Feature) -> bool:
    """Whether two features are parts of one piece of terrain."""
    return (a.piece_of or a.id) == (b.piece_of or b.id)


def _boxes_meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
