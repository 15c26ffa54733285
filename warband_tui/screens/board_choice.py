"""What a battle is played on: no board, an empty or a random one, one drawn now, one not saved, a kept layout.

The same rows and the same answer for a battle that is being set up and for one under way. Run in a worker.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from warband_tui.campaign.home_view import ago
from warband_tui.campaign.layout_drafts import Draft, drafts, pieces_of
from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import size_text, words_of
from warband_tui.campaign.layouts import fits, list_layouts, open_layout, playable
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_keeping import library_of
from warband_tui.store.layouts import LayoutView
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

_NONE, _DRAW, _RANDOM, _CHANGE = "none", "draw", "random", "change"
_EMPTY, _DRAFT = "empty:", "draft:"
_COLUMNS = (Column(least=16, most=28), Column(least=8, style="dim"), Column(grows=True, drop=1, style="dim"))


class PlayedOn(Struct, frozen=True):
    """A board that a battle is, or is to be, played on.

    Attributes:
        board: None for none.
        name: what it is called.
        layout: the number of the layout that it comes from, empty for none.
        draft: of the draft that keeps it until the battle has it, empty for none.
    """

    board: Board | None = None
    name: str = ""
    layout: str = ""
    draft: str = ""


async def choose_board(
    screen: WarbandScreen,
    game: Ruleset,
    now: PlayedOn,
    size: tuple[float, float] | None,
    *,
    without: str,
    about: str = "",
) -> PlayedOn | None:
    """Ask what a battle is played on.

    Args:
        screen: who asks, in one of its workers.
        game: the battle's game.
        now: what it is played on as yet.
        size: of the battle's table, None where nobody said: the game's usual one then.
        without: what it means to have no board.
        about: what is to be known before anything is picked.

    Returns:
        What was picked; None when all is to stay as it is.

    Raises:
        WarbandError: a layout cannot be read, or has a fault.
    """
    words, services = words_of(game), screen.services
    views = await asyncio.to_thread(list_layouts, services.library, game.id)
    waiting = await asyncio.to_thread(drafts, services.state_dir, library_of(services))
    mine = {f"{_DRAFT}{one.id}": one for one in waiting if one.ruleset == game.id and fits(game, one.board)}
    mine.pop(f"{_DRAFT}{now.draft}" if now.board is not None else "", None)
    sizes = tuple(dict.fromkeys((size or words.sizes[0], *words.sizes)))
    lines = [
        Row(_NONE, ("No board", "", f"{without}you say what is in reach and in sight")),
        *_new_rows(sizes, words.sizes[0], words.kind, changing=now.board is not None),
        *_draft_rows(mine, services.now()),
        *_layout_rows([view for view in views if view.kind == words.kind]),
    ]
    current = now.layout or (_NONE if now.board is None else _CHANGE)
    picked = await screen.app.push_screen_wait(
        Pick("What is it played on?", lines, columns=_COLUMNS, current=current, about=about)
    )
    if picked is None:
        return None
    if picked == _NONE:
        return PlayedOn()
    if picked.startswith(_EMPTY):
        return PlayedOn(_empty(sizes[int(picked.removeprefix(_EMPTY))], words.kind), "empty board")
    if picked in (_DRAW, _CHANGE, _RANDOM) or picked in mine:
        return await _edited(screen, await _editor(screen, game, now, sizes[0], mine.get(picked, picked)))
    kept = await asyncio.to_thread(open_layout, services.library, int(picked))
    playable(kept.board)
    return PlayedOn(kept.board, kept.view.name, picked)


def _new_rows(
    sizes: tuple[tuple[float, float], ...], usual: tuple[float, float], kind: str, *, changing: bool
) -> list[Line]:
    """Return the rows of boards that are not there yet; the first size is the battle's."""
    first = size_text(sizes[0], kind)
    lines: list[Line] = [
        Row(
            _RANDOM,
            (
                "Random board",
                first,
                "look at it, change it; p plays on it",
            ),
        ),
        Row(_DRAW, ("Draw one", first, "put terrain on an empty board")),
    ]
    if changing:
        lines.append(Row(_CHANGE, ("Change this one", "", "for this battle only, or save it")))
    lines += [
        Row(
            f"{_EMPTY}{i}",
            ("Empty board", size_text(size, kind), "usual for the game" if size == usual else ""),
        )
        for i, size in enumerate(sizes)
    ]
    return lines


def _draft_rows(waiting: dict[str, Draft], now: str) -> list[Line]:
    return [
        Row(
            row,
            (f"Go on: {draft.title}", pieces_of(draft.board), f"drawn {ago(draft.at, now)}, not saved"),
        )
        for row, draft in waiting.items()
    ]


def _layout_rows(views: list[LayoutView]) -> list[Line]:
    rows = [
        Row(str(v.id), (v.name, size_text((v.width, v.height), v.kind), v.note), search=v.note) for v in views
    ]
    return [Heading("Layouts", gap=True), *rows] if rows else []


def _empty(size: tuple[float, float], kind: str) -> Board:
    width, height = size
    return blank(int(width), int(height)) if kind == "squares" else InchBoard(width, height)


async def _editor(
    screen: WarbandScreen, game: Ruleset, now: PlayedOn, size: tuple[float, float], how: str | Draft
) -> BoardEditorScreen:
    """Return the editor on a board that was not saved, or on one that is made now."""
    if isinstance(how, Draft):
        return BoardEditorScreen(
            game.id,
            how.layout,
            board=how.board,
            for_battle=True,
            name=how.name,
            draft_id=how.id,
            revision=how.revision,
        )
    board, draft = (now.board, now.draft) if how == _CHANGE else (None, "")
    made = how == _RANDOM
    if how == _RANDOM:
        board = await asyncio.to_thread(random_board, game, *size, drawing(screen.services.seed()))
    return BoardEditorScreen(game.id, board=board, size=size, for_battle=True, draft_id=draft, made=made)


async def _edited(screen: WarbandScreen, editor: BoardEditorScreen) -> PlayedOn | None:
    """Return the board that was taken in the editor, None when none was."""
    await screen.app.push_screen_wait(editor)
    if editor.taken is None:
        return None
    name = editor.layout_name or editor.taken.name or "drawn for this battle"
    return PlayedOn(editor.taken, name, "", editor.draft_id)
