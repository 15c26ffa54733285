"""A random board: a game's own, or where it has none, pieces in pairs across the table with gaps between them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from warband_tui.campaign import layout_pieces, layout_squares
from warband_tui.campaign.layout_shapes import CIRCLE_CORNERS
from warband_tui.campaign.layout_words import pair_text, words_of
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, InchBoard, SquareBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.board.scatter import Crowded, Placed, Size, scatter
from warband_tui.rules.ruleset import Ruleset

GAP = 3
"""Inches between pieces, and between a piece and the edge: a way through for every base."""

_FOOT = 144
"""Square inches of a table for each piece."""
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
    if not (math.isfinite(width) and math.isfinite(height)):
        raise WarbandError(
            f"{width:g} x {height:g} is no size of a board; give it as {pair_text(words.sizes[0])}"
        )
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
    """Put pieces on a table in pairs, each its pair's counterpart half round the middle; fewer where there is no room."""
    pairs = max(1, int(board.width * board.height / _FOOT / 2))
    chosen = [words.terrain[draw(len(words.terrain))] for _ in range(pairs)]
    sizes = sorted((_size(kind, draw) for kind in chosen), key=lambda size: -size.width * size.depth)
    edge = min(GAP, board.width / 8, board.height / 8)
    placed: tuple[Placed, ...] = ()
    while sizes and not placed:
        try:
            placed = scatter(board.width, board.height, sizes, draw, gap=GAP, edge=edge, symmetry="turned")
        except Crowded:
            # The largest goes first, so that what is left finds its place sooner.
            sizes = sizes[1:]
    kinds = {kind.id: kind for kind in words.terrain}
    for piece in placed:
        board, _ = layout_pieces.add(board, piece.shape, kinds[piece.kind])
    return board


def _size(kind: TerrainKind, draw: Callable[[int], int]) -> Size:
    across, down = 3 + draw(5), 2 + draw(5)
    if any(word in kind.id for word in _LINEAR):
        return Size(kind.id, across, 1)
    return Size(kind.id, across, down, corners=CIRCLE_CORNERS if draw(3) == 0 else 4)


def _map(board: SquareBoard, words: BoardWords, draw: Callable[[int], int]) -> SquareBoard:
    """Paint blobs of terrain on the upper half of a map, and their counterparts half round the middle."""
    blobs = max(2, board.width * board.height // 50)
    for _ in range(blobs):
        board, letter = layout_squares.letter_for(board, words.terrain[draw(len(words.terrain))])
        x, y = draw(board.width), draw(board.height)
        w, h = 1 + draw(4), 1 + draw(3)
        board = layout_squares.paint(board, layout_squares.block((x, y), (x + w - 1, y + h - 1)), letter)
    return layout_squares.mirror_all(board, "round")
