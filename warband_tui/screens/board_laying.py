"""Choosing what a battle under way is played on from now on."""

from __future__ import annotations

from typing import Any

from warband_tui.campaign.layout_drafts import forget
from warband_tui.campaign.layouts import playable
from warband_tui.rules.board.layout import Board
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_choice import PlayedOn, choose_board

_UNDONE = "Whoever stands on the board there is now is off it until placed again; undo brings all of it back."


async def ask_board(screen: WarbandScreen, game: Ruleset, board: Board | None) -> dict[str, Any] | None:
    """Ask what a battle is to be played on from now on.

    Args:
        screen: who asks, in one of its workers.
        game: the battle's game.
        board: what it is played on now.

    Returns:
        The action in the form of a script; None when all is to stay as it is.

    Raises:
        WarbandError: a layout cannot be read, or has a fault.
    """
    picked = await choose_board(
        screen,
        game,
        PlayedOn(board),
        (float(board.width), float(board.height)) if board is not None else None,
        without="go on without: " if board is None else "take the board away: ",
        about=_UNDONE if board is not None else "",
    )
    if picked is None or picked.board == board:
        return None
    if picked.board is None:
        return {"do": "board", "board": None}
    action = {"do": "board", "board": playable(picked.board)}
    # The battle's log has it now, and never loses it.
    forget(screen.services.state_dir, picked.draft)
    return action
