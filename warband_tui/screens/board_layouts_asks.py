"""What the list of boards asks: a file and whose layout it becomes, a note, what becomes of a draft. Run in a worker."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from warband_tui.campaign.home_view import ago
from warband_tui.campaign.layout_drafts import Draft, pieces_of
from warband_tui.campaign.layouts import MOST_BYTES, MOST_NOTE, Hand, fits, read_playable, save_layout
from warband_tui.campaign.roster_files import path_of
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.confirm import Confirm
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board
from warband_tui.screens.board_editor_asks import ask_layout_name
from warband_tui.widgets.filter_list import Row

if TYPE_CHECKING:
    from warband_tui.rules.ruleset import Ruleset
    from warband_tui.screens.base import WarbandScreen
    from warband_tui.services import Services
    from warband_tui.store.layouts import LayoutView

ANY = "any"


def games_of(services: Services) -> list[Ruleset]:
    """Load all games; in a thread."""
    return [services.ruleset(one) for one in services.ruleset_ids()]


async def ask_import(screen: WarbandScreen, path: str = "") -> str | None:
    """Ask for a file until one holds a board that can be played on, then for its game and its name.

    Args:
        screen: that asks.
        path: what was typed, pasted or dropped already.

    Returns:
        The name under which it was kept; None when it was left.
    """
    typed: str | None = path
    while True:
        if not typed:
            typed = await screen.app.push_screen_wait(
                AskText(
                    "Which file has the board?",
                    value=path,
                    hint="path of a board or a battle script",
                    most=1000,
                )
            )
        if not typed:
            return None
        try:
            place, board = await asyncio.to_thread(_read, typed)
        except WarbandError as error:
            screen.shell.say(str(error), severity="error")
            path, typed = typed, ""
            continue
        return await _keep(screen, board, board.name or place.stem)


def _read(text: str) -> tuple[Path, Board]:
    path = path_of(text)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be read ({reason}); check the path", place=str(path)) from error
    return path, read_playable(content, str(path))


async def _keep(screen: WarbandScreen, board: Board, name: str) -> str | None:
    services = screen.services
    games = [game for game in await asyncio.to_thread(games_of, services) if fits(game, board)]
    rows = [Row(ANY, ("Any game",)), *(Row(game.id, (game.title,)) for game in games)]
    picked = await screen.app.push_screen_wait(Pick("A board for which game?", rows, current=ANY))
    if picked is None:
        return None
    ruleset = "" if picked == ANY else picked
    while (called := await ask_layout_name(screen, name)) is not None:
        hand = Hand(services.who, services.now())
        try:
            await asyncio.to_thread(save_layout, services.library, board, called, ruleset, hand)
        except WarbandError as error:
            screen.shell.say(str(error), severity="error")
            name = called
        else:
            return called
    return None


async def ask_note(screen: WarbandScreen, view: LayoutView) -> str | None:
    """Ask for the note of a layout; empty takes it away."""
    title = f"What is worth knowing about {view.name}?"
    return await screen.app.push_screen_wait(
        AskText(
            title, value=view.note, hint="a sentence; empty for none", check=lambda _: None, most=MOST_NOTE
        )
    )


async def ask_draft(screen: WarbandScreen, draft: Draft) -> bool | None:
    """Ask whether to go on with what was not saved; None when it was left."""
    when = ago(draft.at, screen.services.now())
    rows = [
        Row("draft", (f"Go on with what was not saved: {pieces_of(draft.board)}, {when}",)),
        Row("saved", ("Open it as it was saved; the other waits in the list",)),
    ]
    picked = await screen.app.push_screen_wait(Pick(f"{draft.title} has changes that were not saved", rows))
    return None if picked is None else picked == "draft"


async def ask_throw_away(screen: WarbandScreen, draft: Draft) -> bool:
    """Ask before a draft is thrown away: there is no way back."""
    detail = f"{draft.title}, {pieces_of(draft.board)}, was never saved. It cannot be brought back."
    question = Confirm("Throw this board away?", detail, letter="t", yes="Throw away")
    agreed: bool | None = await screen.app.push_screen_wait(question)
    return agreed is True
