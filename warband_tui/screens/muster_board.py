"""Choosing the board of a battle that is being set up. Runs in a worker of the screen."""

from __future__ import annotations

from warband_tui.errors import WarbandError
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_choice import PlayedOn, choose_board
from warband_tui.screens.muster_lines import Settings


async def ask_board(screen: WarbandScreen, game: Ruleset | None, settings: Settings) -> None:
    """Ask what the battle is played on and keep the answer in the settings; a refusal is shown."""
    if game is None:
        return
    now = PlayedOn(settings.board, settings.board_name, settings.board_id, settings.draft_id)
    try:
        picked = await choose_board(screen, game, now, settings.table, without="")
    except WarbandError as error:
        screen.shell.say(str(error), severity="error")
        return
    if picked is None:
        return
    settings.board, settings.board_name = picked.board, picked.name
    settings.board_id, settings.draft_id = picked.layout, picked.draft
    if picked.board is not None:
        settings.table = (float(picked.board.width), float(picked.board.height))
