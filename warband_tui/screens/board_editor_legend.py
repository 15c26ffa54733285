"""Asking about the letters of a map of squares: which there are, what each means, how deep drops are. Run in a worker."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from warband_tui.campaign import layout_legend as legend
from warband_tui.campaign.layout_desk import Desk
from warband_tui.dialogs.ask_text import AskText, Check
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.board.layout import Ground, SquareBoard
from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

if TYPE_CHECKING:
    from warband_tui.screens.base import WarbandScreen

_NEW, _DROPS, _PAINT, _NAME, _HEIGHT, _REMOVE = "new", "drops", "paint", "name", "height", "remove"
_LETTER = "letter:"
_LETTERS = (
    Column(least=16),
    Column(grows=True, style="dim"),
    Column(least=8, right=True, drop=1, style="dim"),
)
_FIELDS = (Column(least=14), Column(grows=True))


async def ask_legend(screen: WarbandScreen, desk: Desk) -> None:
    """Ask about letters and drops until nothing more is wanted; every answer is an edit of its own.

    Raises:
        WarbandError: an edit refuses.
    """
    picked: str | None = ""
    while (board := _board(desk)) is not None:
        picked = await _pick(screen, "The letters of this map", _letter_lines(board), _LETTERS, picked or "")
        if picked is None:
            return
        if picked == _DROPS:
            await _ask_drops(screen, desk, board)
        else:
            letter = await _ask_new(screen, desk, board) if picked == _NEW else picked.removeprefix(_LETTER)
            if letter and await _ask_letter(screen, desk, letter):
                return


def _board(desk: Desk) -> SquareBoard | None:
    return desk.board if isinstance(desk.board, SquareBoard) else None


def _letter_lines(board: SquareBoard) -> list[Line]:
    lines: list[Line] = [
        Row(
            f"{_LETTER}{letter}",
            (
                f"{letter}  {ground.name or 'unnamed'}",
                legend.ground_text(ground, board.drop_feet),
                counted(legend.count_of(board, letter), "square"),
            ),
        )
        for letter, ground in board.legend.items()
    ]
    lines.append(Row(_NEW, ("A new letter", "ground of your own: its kind, its height, what it hides")))
    lines += [Heading("Drops", gap=True), Row(_DROPS, ("How deep", f"{board.drop_feet} feet"))]
    return lines


async def _ask_drops(screen: WarbandScreen, desk: Desk, board: SquareBoard) -> None:
    feet = await _ask_feet(screen, "How deep are the drops, in feet?", board.drop_feet)
    if feet is not None:
        desk.edit_map(lambda one: legend.set_drops(one, feet), "depth of drops")


async def _ask_new(screen: WarbandScreen, desk: Desk, board: SquareBoard) -> str:
    free = legend.free_letter(board)
    letter = await _text(screen, "Which letter?", free, "one letter", partial(legend.why_no_letter, board), 1)
    if not letter:
        return ""
    name = await _text(screen, f"What is {letter} called?", "", "bog, altar, ledge ...", lambda _: None, 40)
    if name is None:
        return ""
    desk.edit_map(lambda one: legend.add_letter(one, letter, name), f"letter {letter}")
    desk.pick_letter(letter)
    return letter


async def _ask_letter(screen: WarbandScreen, desk: Desk, letter: str) -> bool:
    """Ask what a letter means, one answer after the other; whether it is painted with at once."""
    picked: str | None = _PAINT
    while (board := _board(desk)) is not None and letter in board.legend:
        ground = board.legend[letter]
        lines = _field_lines(letter, ground)
        title = f"Letter {letter}: {legend.ground_text(ground, board.drop_feet)}"
        picked = await _pick(screen, title, lines, _FIELDS, picked or "")
        if picked is None:
            return False
        if picked == _PAINT:
            desk.pick_letter(letter)
            return True
        if picked == _REMOVE:
            desk.edit_map(lambda one: legend.remove_letter(one, letter), f"remove letter {letter}")
        elif fields := await _ask_field(screen, ground, picked):
            _change(desk, letter, fields)
    return False


def _change(desk: Desk, letter: str, fields: dict[str, Any]) -> None:
    desk.edit_map(lambda one: legend.change_letter(one, letter, **fields), f"letter {letter}")


def _field_lines(letter: str, ground: Ground) -> list[Line]:
    rows: list[Line] = [
        Row(_PAINT, (f"Paint with {letter}", "")),
        Row(_NAME, ("name", ground.name or "–")),
    ]
    rows += [Row(field, (word, getattr(ground, field) or "–")) for field, word in legend.KINDS.items()]
    rows += [
        Row(field, (field, f"{'✓' if getattr(ground, field) else '–'}  {about}"))
        for field, about in legend.FLAGS.items()
    ]
    rows.append(Row(_HEIGHT, ("height", f"{ground.height} feet" if ground.height else "–")))
    rows.append(
        Row(_REMOVE, (f"Take {letter} off the map", "its squares become open floor; u brings it back"))
    )
    return rows


async def _ask_field(screen: WarbandScreen, ground: Ground, field: str) -> dict[str, Any]:
    """Ask for one property of ground; a flag is turned over at once. Empty when it was left."""
    if field in legend.FLAGS:
        return legend.turned(ground, field)
    if field == _HEIGHT:
        feet = await _ask_feet(screen, "How many feet above the floor?", ground.height)
        return {} if feet is None else {_HEIGHT: feet}
    hint = {
        "difficult": "difficult, forest, ice ...",
        "hindering": "fire, lava ...",
        "challenging": "swim, climb ...",
    }
    title = "What is it called?" if field == _NAME else f"Which kind of {legend.KINDS[field]} ground?"
    answer = await _text(
        screen,
        title,
        getattr(ground, field),
        f"{hint.get(field, 'a name')}; empty for none",
        lambda _: None,
        40,
    )
    return {} if answer is None else {field: answer}


async def _ask_feet(screen: WarbandScreen, title: str, value: int) -> int | None:
    answer = await _text(screen, title, str(value), "a number of feet", _no_feet, 4)
    return int(answer) if answer else None


def _no_feet(text: str) -> str | None:
    whole = text.isascii() and text.isdigit() and int(text) <= legend.MOST_FEET
    return None if whole else f"a whole number of feet from 0 to {legend.MOST_FEET}"


async def _pick(
    screen: WarbandScreen, title: str, lines: list[Line], columns: tuple[Column, ...], current: str
) -> str | None:
    return await screen.app.push_screen_wait(Pick(title, lines, columns=columns, current=current))


async def _text(
    screen: WarbandScreen, title: str, value: str, hint: str, check: Check, most: int
) -> str | None:
    return await screen.app.push_screen_wait(AskText(title, value=value, hint=hint, check=check, most=most))
