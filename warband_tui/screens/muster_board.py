"""Choosing the board of a battle: none, a kept layout, one drawn now, a random one. Runs in a worker of the screen."""

from __future__ import annotations

import asyncio

from warband_tui.campaign.home_view import ago
from warband_tui.campaign.layout_drafts import Draft, drafts, pieces_of
from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_words import words_of
from warband_tui.campaign.layouts import Kept, fits, list_layouts, open_layout, playable
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_keeping import library_of
from warband_tui.screens.muster_lines import Settings
from warband_tui.store.layouts import LayoutView
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

_NONE, _DRAW, _RANDOM, _CHANGE = "none", "draw", "random", "change"
_DRAFT = "draft:"
_COLUMNS = (Column(least=16), Column(least=8, style="dim"), Column(grows=True, drop=1, style="dim"))


async def ask_board(screen: WarbandScreen, game: Ruleset | None, settings: Settings) -> None:
    """Ask what the battle is played on and keep the answer in the settings; a refusal is shown."""
    if game is None:
        return
    try:
        await _ask(screen, game, settings)
    except WarbandError as error:
        screen.shell.say(str(error), severity="error")


async def _ask(screen: WarbandScreen, game: Ruleset, settings: Settings) -> None:
    kind = words_of(game).kind
    library = screen.services.library
    views = await asyncio.to_thread(list_layouts, library, game.id)
    services = screen.services
    waiting = await asyncio.to_thread(drafts, services.state_dir, library_of(services))
    mine = [draft for draft in waiting if draft.ruleset == game.id and fits(game, draft.board)]
    lines = _lines([view for view in views if view.kind == kind], mine, settings, services.now())
    picked = await screen.app.push_screen_wait(
        Pick("What is it played on?", lines, columns=_COLUMNS, current=settings.board_id or _NONE)
    )
    if picked is None:
        return
    if picked == _NONE:
        _take(settings, None, "", "")
    elif picked.startswith(_DRAFT):
        await _go_on(screen, game, settings, next(one for one in mine if f"{_DRAFT}{one.id}" == picked))
    elif picked in (_DRAW, _CHANGE, _RANDOM):
        await _draw(screen, game, settings, picked)
    else:
        kept: Kept = await asyncio.to_thread(open_layout, library, int(picked))
        playable(kept.board)
        _take(settings, kept.board, kept.view.name, picked)


def _lines(views: list[LayoutView], waiting: list[Draft], settings: Settings, now: str) -> list[Line]:
    lines: list[Line] = [
        Row(_NONE, ("No board", "", "you say what is in reach and in sight")),
        Row(_RANDOM, ("Random board", "", "within the rules of the game; look at it, change it, take it")),
        Row(_DRAW, ("Draw one", "", "put terrain on an empty board")),
    ]
    if settings.board is not None:
        lines.append(Row(_CHANGE, ("Change this one", "", "for this battle only, or save it")))
    lines += [
        Row(
            f"{_DRAFT}{draft.id}",
            (f"Go on: {draft.title}", pieces_of(draft.board), f"drawn {ago(draft.at, now)}, not saved"),
        )
        for draft in waiting
        if draft.id != settings.draft_id or settings.board is None
    ]
    if views:
        lines.append(Heading("Layouts", gap=True))
    lines += [Row(str(v.id), (v.name, f"{v.width:g} x {v.height:g}", v.note), search=v.note) for v in views]
    return lines


async def _draw(screen: WarbandScreen, game: Ruleset, settings: Settings, how: str) -> None:
    """Open the editor on a board; what is taken there is the battle's."""
    size = settings.table or words_of(game).sizes[0]
    board: Board | None = settings.board if how == _CHANGE else None
    if how == _RANDOM:
        board = await asyncio.to_thread(random_board, game, *size, drawing(screen.services.seed()))
    drawn_on = settings.draft_id if how == _CHANGE else ""
    await _edit(
        screen,
        settings,
        BoardEditorScreen(game.id, board=board, size=size, for_battle=True, draft_id=drawn_on),
    )


async def _go_on(screen: WarbandScreen, game: Ruleset, settings: Settings, draft: Draft) -> None:
    """Open the editor on a board that was not saved."""
    editor = BoardEditorScreen(
        game.id,
        draft.layout,
        board=draft.board,
        for_battle=True,
        name=draft.name,
        draft_id=draft.id,
        revision=draft.revision,
    )
    await _edit(screen, settings, editor)


async def _edit(screen: WarbandScreen, settings: Settings, editor: BoardEditorScreen) -> None:
    await screen.app.push_screen_wait(editor)
    if editor.taken is not None:
        name = editor.layout_name or editor.taken.name or "drawn for this battle"
        _take(settings, editor.taken, name, "", editor.draft_id)


def _take(settings: Settings, board: Board | None, name: str, board_id: str, draft_id: str = "") -> None:
    settings.board, settings.board_name, settings.board_id = board, name, board_id
    settings.draft_id = draft_id
    if board is not None:
        settings.table = (float(board.width), float(board.height))
