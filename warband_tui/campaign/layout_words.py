"""What a board may be made of: the words of a game, or the common ones where a game has none."""

from __future__ import annotations

import re

from warband_tui.rules.board.faults import MOST_INCHES, MOST_SQUARES
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.ruleset import Ruleset

_NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
_SIZE = re.compile(rf"\s*{_NUMBER}\s*[\"']?\s*[x*× ]\s*{_NUMBER}\s*[\"']?\s*", re.IGNORECASE)
_HEIGHT = re.compile(rf"\s*{_NUMBER}\s*[\"']?\s*(?:(?:from|above|,)\s*{_NUMBER}\s*[\"']?)?\s*", re.IGNORECASE)

TABLE = BoardWords(
    "inches",
    ((36, 36), (48, 48), (44, 30), (22, 30), (72, 48)),
    (
        TerrainKind("wood", "wood", "♣", ("difficult", "cover"), 3, colour="green", note="slow, cover"),
        TerrainKind("building", "building", "▓", ("impassable", "obscuring"), 4, colour="grey"),
        TerrainKind("ruin", "ruin", "▚", ("cover", "obscuring"), 4, colour="brown", note="hides, cover"),
        TerrainKind("wall", "wall", "▬", ("cover", "obstacle"), 1, colour="grey", note="cover"),
        TerrainKind("hill", "hill", "▲", ("hill",), 2, colour="brown", note="stands above the rest"),
        TerrainKind("water", "water", "≈", ("difficult", "water"), 0, colour="blue", note="slow"),
        TerrainKind("danger", "dangerous ground", "^", ("dangerous",), 0, colour="red"),
    ),
)
"""A table in inches of no game in particular."""

MAP = BoardWords(
    "squares",
    ((20, 20), (30, 20), (24, 24), (40, 30), (60, 60)),
    (
        TerrainKind("wall", "wall", "#", ground={"blocking": True}, colour="grey", note="no way, no line"),
        TerrainKind(
            "rough",
            "difficult ground",
            "~",
            ground={"difficult": "difficult"},
            colour="green",
            note="costs double",
        ),
        TerrainKind("pit", "pit", "O", ground={"drop": True}, colour="magenta", note="a fall"),
    ),
    length=" squares",
)
"""A map of squares of no game in particular."""


def words_of(game: Ruleset | None, board: Board | None = None) -> BoardWords:
    """Return what a board is made of: the game's own words if it has such boards, else the common ones."""
    own = game.board_words if game is not None else None
    if board is None:
        return own or TABLE
    common = TABLE if isinstance(board, InchBoard) else MAP
    return own if own is not None and own.kind == common.kind else common


def kinds_of(words: BoardWords, *, squares: bool) -> tuple[TerrainKind, ...]:
    """Return the sorts of terrain for a kind of board: those told by ground on squares, by tags in inches."""
    fitting = tuple(
        kind
        for kind in words.terrain
        if (kind.ground if squares else kind.tags) or not (kind.ground or kind.tags)
    )
    return fitting or words.terrain


def size_text(size: tuple[float, float], kind: str) -> str:
    """Return a size as players write it: `48" x 36"` for a table in inches, `20 x 15 squares` for a map."""
    if kind == "squares":
        return f"{pair_text(size)} squares"
    width, height = size
    return f'{width:g}" x {height:g}"'


def pair_text(pair: tuple[float, float]) -> str:
    """Return two lengths as `read_pair` takes them: `6 x 4`."""
    return "{:g} x {:g}".format(*pair)


def read_number(text: str | None) -> float | None:
    """Read a length; None when it is none."""
    return float(text) if text and re.fullmatch(_NUMBER, text) else None


def read_height(text: str | None) -> tuple[float, float] | None:
    """Read how high a piece rises and from where: `3`, or `1 from 4`; None when it is no such thing."""
    found = _HEIGHT.fullmatch(text or "")
    return (float(found[1]), float(found[2] or 0)) if found else None


def read_pair(text: str | None) -> tuple[float, float] | None:
    """Read two lengths, such as `6 x 4`; None when it is no such pair."""
    found = _SIZE.fullmatch(text or "")
    return (float(found[1]), float(found[2])) if found else None


def read_size(text: str | None, kind: str) -> tuple[float, float] | None:
    """Read the size of a board as people write it; None when no board of this kind is so large or so small."""
    pair = read_pair(text)
    if pair is None:
        return None
    whole = kind == "squares"
    most = MOST_SQUARES if whole else MOST_INCHES
    return pair if all(1 <= n <= most and (not whole or n == int(n)) for n in pair) else None
