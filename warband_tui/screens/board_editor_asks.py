"""What the board editor asks: kinds, measures, heights, tags, mirrors, zones, sizes, names. Run in a worker."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_legend import ground_text
from warband_tui.campaign.layout_pieces import measures_of
from warband_tui.campaign.layout_shapes import Way
from warband_tui.campaign.layout_words import (
    pair_text,
    read_height,
    read_number,
    read_pair,
    read_size,
    size_text,
)
from warband_tui.campaign.layout_zones import PATTERNS, Pattern
from warband_tui.campaign.layouts import MOST_NAME, new_name
from warband_tui.dialogs.ask_text import AskText, Check
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import SquareBoard
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

if TYPE_CHECKING:
    from warband_tui.rules.board.planning import BoardWords
    from warband_tui.screens.base import WarbandScreen

_OTHER = "other"
_KINDS = (Column(least=12), Column(grows=True, style="dim"))
_WAYS: dict[str, tuple[str, str]] = {
    "across": ("left to right", "the counterpart on the right half"),
    "down": ("top to bottom", "the counterpart on the lower half"),
    "round": ("half round", "the counterpart opposite, turned by 180 degrees"),
}


class Mirrored(NamedTuple):
    """How something is mirrored: `piece` puts a counterpart, `flip` turns it over in place, `board` all of it."""

    what: str
    way: Way


async def ask_kind(screen: WarbandScreen, desk: Desk) -> str | None:
    """Ask for a sort of terrain, or on squares for one of the map's own letters; return its link."""
    lines: list[Line] = [
        Row(
            f"kind:{kind.id}",
            (f"{kind.glyph} {kind.label}", kind.note or ", ".join(kind.tags)),
            search=" ".join(kind.tags),
        )
        for kind in desk.kinds
    ]
    board = desk.board
    if isinstance(board, SquareBoard) and board.legend:
        lines.append(Heading("Letters of this map", gap=True))
        lines += [
            Row(
                f"letter:{letter}",
                (f"{letter} {ground.name or 'unnamed'}", ground_text(ground, board.drop_feet)),
            )
            for letter, ground in board.legend.items()
        ]
    pencil = desk.pencil
    now = f"letter:{pencil.letter}" if pencil.letter else f"kind:{pencil.kind.id}"
    return await screen.app.push_screen_wait(Pick("Which terrain?", lines, columns=_KINDS, current=now))


async def ask_measures(screen: WarbandScreen, desk: Desk) -> tuple[float, float] | None:
    """Ask for width and depth of the piece, or of what is placed next."""
    one = desk.feature()
    width, depth = measures_of(one) if one else (desk.pencil.width, desk.pencil.depth)
    title = f"How large is {one.label}?" if one else "How large is what is placed next?"
    return read_pair(await _text(screen, title, pair_text((width, depth)), "6 x 4, in inches", _no_two))


async def ask_height(screen: WarbandScreen, desk: Desk) -> dict[str, float] | None:
    """Ask how high the piece rises and above what."""
    one = desk.meant()
    value = f"{one.height:g} from {one.base:g}" if one.base else f"{one.height:g}"
    answer = await _text(
        screen, f"How high is {one.label}?", value, "3, or 1 from 4 for a bridge", _no_height
    )
    found = read_height(answer)
    return {"height": found[0], "base": found[1]} if found else None


async def ask_name(screen: WarbandScreen, desk: Desk) -> str | None:
    """Ask for the name of the piece; empty takes it away."""
    one = desk.meant()
    return await _text(screen, f"What is {one.id} called?", one.name, "empty for its id", lambda _: None, 60)


async def ask_tags(screen: WarbandScreen, desk: Desk) -> list[str] | None:
    """Ask for the tags of the piece."""
    one = desk.meant()
    known = dict.fromkeys(tag for kind in desk.kinds for tag in kind.tags)
    hint = ", ".join(known) or "difficult, cover"
    answer = await _text(
        screen, f"What is {one.label}? Known: {hint}", ", ".join(one.tags), hint, lambda _: None
    )
    return None if answer is None else [tag for tag in answer.split(",") if tag.strip()]


async def ask_mirror(screen: WarbandScreen, desk: Desk) -> Mirrored | None:
    """Ask what is mirrored, and how."""
    rows: list[Row] = []
    one = desk.feature()
    if one is not None:
        rows += [
            Row(f"piece:{way}", (f"{one.label}, {label}", about)) for way, (label, about) in _WAYS.items()
        ]
        rows += [
            Row(f"flip:{way}", (f"{one.label}, in place", f"turned over {_WAYS[way][0]}"))
            for way in ("across", "down")
        ]
    rows += [
        Row(f"board:{way}", (f"the whole board, {label}", "this half is kept, the other made like it"))
        for way, (label, _) in _WAYS.items()
    ]
    picked = await screen.app.push_screen_wait(Pick("Mirror what?", rows, columns=_KINDS))
    if picked is None:
        return None
    what, _, way = picked.partition(":")
    return Mirrored(what, way)  # type: ignore[arg-type]


async def ask_zones(screen: WarbandScreen, desk: Desk) -> tuple[Pattern, float] | None:
    """Ask how the deployment zones lie and how deep they are."""
    rows = [Row(one.id, (one.label,)) for one in PATTERNS]
    picked: Any = await screen.app.push_screen_wait(Pick("Where do the sides set up?", rows))
    if picked is None:
        return None
    if not next(one for one in PATTERNS if one.id == picked).deep:
        return picked, 0
    unit = "squares" if desk.table is None else "inches"
    answer = await _text(
        screen, f"How deep, in {unit}?", "8" if desk.table else "3", f"a number of {unit}", _no_number
    )
    deep = read_number(answer)
    return (picked, deep) if deep is not None else None


async def ask_size(screen: WarbandScreen, desk: Desk) -> tuple[float, float] | None:
    """Ask for the size of the board."""
    kind = desk.words.kind
    usual = ", ".join(map(pair_text, desk.words.sizes))
    value = pair_text((desk.board.width, desk.board.height))
    title = f"How large is the board, in {kind}? Usual: {usual}"
    return read_size(await _text(screen, title, value, usual, partial(_no_size, kind)), kind)


async def ask_new_size(screen: WarbandScreen, words: BoardWords) -> tuple[float, float] | None:
    """Ask for the size of a new board: a usual one, or another."""
    lines = [Row(str(i), (size_text(size, words.kind),)) for i, size in enumerate(words.sizes)]
    lines.append(Row(_OTHER, ("Another size",)))
    picked = await screen.app.push_screen_wait(Pick("How large? b in the editor changes it", lines))
    if picked != _OTHER:
        return words.sizes[int(picked)] if picked is not None else None
    value = pair_text(words.sizes[0])
    title = f"How large is the board, in {words.kind}?"
    return read_size(await _text(screen, title, value, value, partial(_no_size, words.kind)), words.kind)


async def ask_layout_name(screen: WarbandScreen, value: str) -> str | None:
    """Ask for the name of a layout."""
    return await _text(screen, "What is the layout called?", value, "a name", _no_name, MOST_NAME)


async def _text(
    screen: WarbandScreen, title: str, value: str, hint: str, check: Check, most: int = 200
) -> str | None:
    return await screen.app.push_screen_wait(AskText(title, value=value, hint=hint, check=check, most=most))


def _no_two(text: str) -> str | None:
    return None if read_pair(text) else "width and depth, as in 6 x 4"


def _no_size(kind: str, text: str) -> str | None:
    return None if read_size(text, kind) else f"width and height in {kind}, as in 24 x 20"


def _no_height(text: str) -> str | None:
    return None if read_height(text) else "a number of inches, as in 3; or 1 from 4"


def _no_number(text: str) -> str | None:
    return None if read_number(text) is not None else "a number"


def _no_name(text: str) -> str | None:
    try:
        new_name(text)
    except WarbandError as error:
        return str(error)
    return None
