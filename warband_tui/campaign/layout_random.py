"""A random board: a game's own, or where it has none, pieces in pairs across the table with gaps between them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from warband_tui.campaign import layout_pieces, layout_squares
from warband_tui.campaign.layout_shapes import box_of, mirrored, oval, rectangle, turned
from warband_tui.campaign.layout_words import words_of
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, InchBoard, SquareBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.ruleset import Ruleset

GAP = 3
"""Inches between pieces, and between a piece and the edge: a way through for every base."""

_TRIES = 400
_FOOT = 144
"""Square inches of a table for each piece."""
_TURNS = 12
_LINEAR = ("wall", "fence", "hedge", "barricade", "barrier")
"""Sorts of terrain that are long and thin, by what their ids say."""


def drawing(seed: int) -> Callable[[int], int]:
    """Return what draws whole numbers from 0 to n - 1; the same seed draws the same."""
    return Random(seed).randrange  # noqa: S311 (terrain, not secrets)


def random_board(game: Ruleset | None, width: float, height: float, draw: Callable[[int], int]) -> Board:
    """Return a random board of a size.

    Args:
        game: whose rules for setting up it keeps; None for a table of no game.
        width: inches, or squares.
        height: likewise.
        draw: gives a whole number from 0 to n - 1.

    Raises:
        WarbandError: it is no size of a board.
    """
    words = words_of(game)
    start: Board
    if words.kind == "inches":
        start = layout_pieces.resize_board(InchBoard(1, 1), width, height)
    else:
        start = layout_squares.blank(int(width), int(height))
    own = game.random_board(width, height, draw) if game is not None else None
    if own is not None:
        return own
    return _table(start, words, draw) if isinstance(start, InchBoard) else _map(start, words, draw)


def _table(board: InchBoard, words: BoardWords, draw: Callable[[int], int]) -> InchBoard:
    """Put pieces on a table in pairs, each its pair's counterpart half round the middle."""
    pairs = max(1, int(board.width * board.height / _FOOT / 2))
    for _ in range(_TRIES):
        if len(board.features) >= pairs * 2:
            break
        kind = words.terrain[draw(len(words.terrain))]
        board = _pair(board, kind, draw) or board
    return board


def _pair(board: InchBoard, kind: TerrainKind, draw: Callable[[int], int]) -> InchBoard | None:
    across, down = 3 + draw(5), 2 + draw(5)
    if any(word in kind.id for word in _LINEAR):
        down = 1
    spots = int(board.width - 2 * GAP), int(board.height - 2 * GAP)
    if min(spots) <= max(across, down):
        across, down, spots = 1, 1, (max(1, int(board.width)), max(1, int(board.height)))
    middle = (GAP + draw(spots[0]), GAP + draw(spots[1]))
    form = oval if draw(3) == 0 and down > 1 else rectangle
    shape = turned(form(middle, across, down), 15 * draw(_TURNS), middle)
    other = mirrored(shape, "round", board.width, board.height)
    left, upper, right, lower = box_of(shape)
    edge = min(GAP, board.width / 8, board.height / 8)
    if left < edge or upper < edge or right > board.width - edge or lower > board.height - edge:
        return None
    taken = [box_of(f.shape) for f in board.features]
    if any(_near(box_of(shape), box) for box in [*taken, box_of(other)]):
        return None
    if any(_near(box_of(other), box) for box in taken):
        return None
    try:
        board, _ = layout_pieces.add(board, shape, kind)
        board, _ = layout_pieces.add(board, other, kind)
    except WarbandError:
        return None
    return board


def _near(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] - GAP < b[2] and b[0] - GAP < a[2] and a[1] - GAP < b[3] and b[1] - GAP < a[3]


def _map(board: SquareBoard, words: BoardWords, draw: Callable[[int], int]) -> SquareBoard:
    """Paint blobs of terrain on the upper half of a map, and their counterparts half round the middle."""
    blobs = max(2, board.width * board.height // 50)
    for _ in range(blobs):
        board, letter = layout_squares.letter_for(board, words.terrain[draw(len(words.terrain))])
        x, y = draw(board.width), draw(board.height)
        w, h = 1 + draw(4), 1 + draw(3)
        board = layout_squares.paint(board, layout_squares.block((x, y), (x + w - 1, y + h - 1)), letter)
    return layout_squares.mirror_all(board, "round")
