"""What a battle under way is played on: no board, a kept layout, an empty table, a random one, one drawn now."""

from __future__ import annotations

import asyncio
from typing import Any

from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import size_text, words_of
from warband_tui.campaign.layouts import list_layouts, open_layout, playable
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.store.layouts import LayoutView
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

_NONE, _RANDOM, _DRAW, _EMPTY = "none", "random", "draw", "empty:"
_COLUMNS = (Column(least=16), Column(least=8, style="dim"), Column(grows=True, drop=1, style="dim"))
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
    words = words_of(game)
    views = await asyncio.to_thread(list_layouts, screen.services.library, game.id)
    lines = _lines(game, board, [view for view in views if view.kind == words.kind])
    pick = Pick(
        "What is it played on?",
        lines,
        columns=_COLUMNS,
        current=_NONE if board is None else f"{_EMPTY}0",
        about=_UNDONE if board is not None else "",
    )
    picked = await screen.app.push_screen_wait(pick)
    if picked is None or (picked == _NONE and board is None):
        return None
    if picked == _NONE:
        return {"do": "board", "board": None}
    found = await _board(screen, game, picked)
    return {"do": "board", "board": playable(found)} if found is not None else None


def _lines(game: Ruleset, board: Board | None, views: list[LayoutView]) -> list[Line]:
    words = words_of(game)
    without = "go on without" if board is None else "take the board away"
    lines: list[Line] = [
        Row(_NONE, ("No board", "", f"{without}: you say what is in reach and in sight")),
        Row(_RANDOM, ("Random board", "", "within the rules of the game")),
        Row(_DRAW, ("Draw one", "", "put terrain on an empty board")),
    ]
    lines += [
        Row(f"{_EMPTY}{i}", ("Empty board", size_text(size, words), "usual for the game" if i == 0 else ""))
        for i, size in enumerate(words.sizes)
    ]
    if views:
        lines.append(Heading("Layouts", gap=True))
    lines += [
        Row(str(v.id), (v.name, size_text((v.width, v.height), words), v.note), search=v.note) for v in views
    ]
    return lines


async def _board(screen: WarbandScreen, game: Ruleset, picked: str) -> Board | None:
    """Return the board that was picked, None when nothing came of it."""
    words = words_of(game)
    if picked == _RANDOM:
        return await asyncio.to_thread(random_board, game, *words.sizes[0], drawing(screen.services.seed()))
    if picked == _DRAW:
        editor = BoardEditorScreen(game.id, size=words.sizes[0], for_battle=True)
        await screen.app.push_screen_wait(editor)
        return editor.taken
    if picked.startswith(_EMPTY):
        width, height = words.sizes[int(picked.removeprefix(_EMPTY))]
        squares = words.kind == "squares"
        return blank(int(width), int(height)) if squares else InchBoard(width, height)
    kept = await asyncio.to_thread(open_layout, screen.services.library, int(picked))
    return kept.board
