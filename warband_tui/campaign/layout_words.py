"""What a board may be made of: the words of a game, or the common ones where a game has none."""

from __future__ import annotations

from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.ruleset import Ruleset

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
    length=" sq",
)
"""A map of squares of no game in particular."""


def words_of(game: Ruleset | None, board: Board | None = None) -> BoardWords:
    """Return what a board is made of: the game's own words if it has such boards, else the common ones."""
    own = game.board_words if game is not None else None
    if board is None:
        return own or TABLE
    common = TABLE if isinstance(board, InchBoard) else MAP
    return own if own is not None and own.kind == common.kind else common
