"""Layouts: boards kept under a name, to be played on again; from files and into files.

A battle takes a copy of its board, so nothing that happens to a layout later changes a battle.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.json_keys import key_twice
from warband_tui.campaign.layout_faults import errors
from warband_tui.errors import WarbandError
from warband_tui.reports.literal import clean
from warband_tui.rules.board.form import board_of
from warband_tui.rules.board.layout import BadBoard, Board
from warband_tui.rules.board.reading import board_json
from warband_tui.rules.ruleset import Ruleset
from warband_tui.store.layouts import (
    ADD,
    CHANGE,
    NOTE,
    REMOVE,
    RENAME,
    Act,
    Layouts,
    LayoutView,
    NewLayout,
    TurnedLayout,
)
from warband_tui.store.library import Library

MOST_BYTES = 4_000_000
"""The size of a file with a board: 400 pieces of 200 corners have their place in it."""

_ACTS = {
    ADD: "keep {}",
    CHANGE: "draw on {}",
    RENAME: "rename {}",
    REMOVE: "delete {}",
    NOTE: "note about {}",
}
"""What is done to layouts, in words, by the verb of the act."""

MOST_NAME = 80
MOST_NOTE = 600

_NOT_JSON = "is no JSON of a board; `warband-tui layout export` writes such"


class Hand(Struct, frozen=True):
    """Who does something to layouts, and when (ISO-8601, UTC)."""

    who: str
    at: str


class Kept(Struct, frozen=True):
    """A kept layout and its board, which may have faults: an editor shows them."""

    view: LayoutView
    board: Board


def list_layouts(library: Library, ruleset: str | None = None) -> tuple[LayoutView, ...]:
    """Return the layouts of a game and those of any game; all of them for None.

    Raises:
        WarbandError: the file cannot be read.
    """
    return Layouts(library).all(ruleset)


def open_layout(library: Library, layout_id: int) -> Kept:
    """Read a layout.

    Raises:
        WarbandError: there is none, or it holds no board.
    """
    layouts = Layouts(library)
    with library.one_moment():
        view, body = layouts.view(layout_id), layouts.body(layout_id)
    try:
        return Kept(view, loose_board(body))
    except BadBoard as error:
        raise WarbandError(str(error), place=f"layout {view.name!r}") from error


def find_layout(library: Library, wanted: str, ruleset: str | None = None) -> LayoutView:
    """Return the layout that a name or a number means.

    Raises:
        WarbandError: there is none, or several have that name in different games.
    """
    views = list_layouts(library, ruleset)
    named = [view for view in views if view.name == wanted] or [
        view for view in views if view.name.casefold() == wanted.casefold()
    ]
    numbered = [view for view in views if str(view.id) == wanted]
    found = numbered or named if wanted.isdecimal() else named
    if len(found) > 1:
        ways = ", ".join(f"{view.id} ({view.ruleset or 'any game'})" for view in found)
        raise WarbandError(f"{len(found)} layouts are called {wanted!r}; name one by its number: {ways}")
    if not found:
        raise WarbandError(f"there is no layout {wanted!r}; `warband-tui layout list` shows what there is")
    return found[0]


def save_layout(
    library: Library,
    board: Board,
    name: str,
    ruleset: str,
    hand: Hand,
    *,
    note: str = "",
    replacing: bool = False,
) -> int:
    """Keep a board as a layout and return its id; faulty ones too, so that work in progress is not lost.

    Args:
        library: where to.
        board: the board; it is called by the name from now on.
        name: unique among the layouts of its game.
        ruleset: the game; empty for any.
        hand: who and when.
        note: in a sentence.
        replacing: whether a layout of that name gives way; undo brings it back.

    Raises:
        WarbandError: the name is none, or is taken and not to be replaced, or the file cannot be written.
    """
    new = _new(board, new_name(name), ruleset, note)
    layouts = Layouts(library)
    present = layouts.named(new.name, ruleset)
    if present is not None and replacing:
        new = new if note else new._replace(note=present.note)
        layouts.change(present.id, new, Act(CHANGE, hand.who, hand.at), present.revision)
        return present.id
    return layouts.add(new, Act(ADD, hand.who, hand.at))


def change_layout(
    library: Library, layout_id: int, board: Board, hand: Hand, revision: int | None = None
) -> LayoutView:
    """Put another board into a layout and return the layout; undo brings back the board before.

    Args:
        library: where it is kept.
        layout_id: of the layout.
        board: what is in it from now on.
        hand: who and when.
        revision: of the layout when the board was begun; None where whatever is in it gives way.

    Raises:
        Overtaken: it was changed since.
        NoLayout: there is none any more.
        WarbandError: the file cannot be written.
    """
    layouts = Layouts(library)
    before = layouts.view(layout_id)
    new = _new(board, before.name, before.ruleset, before.note)
    expected = before.revision if revision is None else revision
    layouts.change(layout_id, new, Act(CHANGE, hand.who, hand.at), expected)
    return layouts.view(layout_id)


def rename_layout(library: Library, layout_id: int, name: str, hand: Hand) -> None:
    """Give a layout another name.

    Raises:
        WarbandError: there is no such layout, or its game has another of that name.
    """
    kept = open_layout(library, layout_id)
    new = _new(kept.board, new_name(name), kept.view.ruleset, kept.view.note)
    Layouts(library).change(layout_id, new, Act(RENAME, hand.who, hand.at), kept.view.revision)


def note_layout(library: Library, layout_id: int, note: str, hand: Hand) -> None:
    """Write down something about a layout; an empty note takes the old one away.

    Raises:
        WarbandError: there is no such layout, or the file cannot be written.
    """
    kept = open_layout(library, layout_id)
    new = _new(kept.board, kept.view.name, kept.view.ruleset, note)
    Layouts(library).change(layout_id, new, Act(NOTE, hand.who, hand.at), kept.view.revision)


def copy_layout(library: Library, layout_id: int, hand: Hand, name: str = "") -> int:
    """Keep a copy of a layout, under a name made from its own if none is given, and return its id.

    Raises:
        WarbandError: there is no such layout, or the name is taken.
    """
    kept = open_layout(library, layout_id)
    layouts = Layouts(library)
    called = new_name(name) if name else _free_name(layouts, kept.view)
    return layouts.add(
        _new(kept.board, called, kept.view.ruleset, kept.view.note), Act(ADD, hand.who, hand.at)
    )


def delete_layout(library: Library, layout_id: int, hand: Hand) -> None:
    """Delete a layout; undo brings it back.

    Raises:
        WarbandError: there is no such layout.
    """
    Layouts(library).remove(layout_id, Act(REMOVE, hand.who, hand.at))


def undo_layout(library: Library, hand: Hand) -> TurnedLayout:
    """Take back the latest saving, renaming or deleting of a layout.

    Raises:
        WarbandError: there is nothing to undo.
    """
    return Layouts(library).undo(who=hand.who, at=hand.at)


def redo_layout(library: Library, hand: Hand) -> TurnedLayout:
    """Do again what was undone last.

    Raises:
        WarbandError: there is nothing to redo.
    """
    return Layouts(library).redo(who=hand.who, at=hand.at)


def turned_text(turned: TurnedLayout) -> str:
    """Return in words what was undone or redone: `rename Ford`."""
    return _ACTS[turned.what].format(turned.subject)


def loose_board(data: Any) -> Board:
    """Read a board whose pieces may be faulty: an editor shows what is wrong in place.

    Raises:
        BadBoard: it is not of a board's form at all; the message says where.
    """
    return board_of(data)


def read_layout(content: bytes, place: str) -> Board:
    """Read a board from a file: a board as in battle scripts, or the first line of such a script.

    Args:
        content: the bytes of the file.
        place: its name, for messages.

    Raises:
        WarbandError: it is too large, no JSON, or no board; its pieces may be faulty all the same.
    """
    if len(content) > MOST_BYTES:
        raise WarbandError(f"is larger than {MOST_BYTES} bytes; no board is", place=place)
    data = _decoded(content, place)
    while isinstance(data, dict) and (inner := data.get("battle", data.get("board"))) is not None:
        data = inner
    try:
        return loose_board(data)
    except BadBoard as error:
        raise WarbandError(str(error), place=place) from None


def read_playable(content: bytes, place: str, game: Ruleset | None = None) -> Board:
    """Read a board from a file that is to be kept as a layout.

    Args:
        content: the bytes of the file.
        place: its name, for messages.
        game: whose layout it is to be, None for any.

    Raises:
        WarbandError: it is no board, a piece has a fault, or the game is not played on such boards.
    """
    board = read_layout(content, place)
    try:
        playable(board)
    except BadBoard as error:
        raise WarbandError(f"{error}; nothing was kept", place=place) from None
    if game is not None and not fits(game, board):
        own = game.board_words
        kind = own.kind if own is not None else "no such board"
        raise WarbandError(f"{game.title} is played on {kind}; name another game, or none")
    return board


def fits(game: Ruleset, board: Board) -> bool:
    """Whether a game may be played on a board of this kind."""
    words = game.board_words
    return words is None or words.kind == board.__struct_config__.tag


def _decoded(content: bytes, place: str) -> Any:
    """Read JSON; where there is more than one line of it, the first line that holds a battle or a board."""
    body = content.removeprefix(b"\xef\xbb\xbf")
    try:
        return _whole(body, place)
    except RecursionError:
        raise WarbandError("is nested too deeply for a board", place=place) from None
    except (msgspec.DecodeError, ValueError):
        pass
    try:
        return _whole(body.splitlines()[0] if body.strip() else b"", place)
    except RecursionError:
        raise WarbandError("is nested too deeply for a board", place=place) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise WarbandError(f"{_NOT_JSON} ({error})", place=place) from None


def _whole(body: bytes, place: str) -> Any:
    data = msgspec.json.decode(body)
    twice = key_twice(body)
    if twice is not None:
        raise WarbandError(
            f"has the key {twice[:MOST_NAME]!r} twice in one object; take one out", place=place
        )
    return data


def layout_text(board: Board) -> str:
    """Return a board as the JSON of a file, which `read_layout` reads and battle scripts take as they are."""
    lines = [f"{_json(key)}: {_listed(value)}" for key, value in board_json(board).items()]
    return "{" + ",\n ".join(lines) + "}\n"


def _listed(value: Any) -> str:
    """Write a list with one thing a line, so that people can read it and versions of it can be compared."""
    if not isinstance(value, list | tuple) or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(_json(one) for one in value) + "]"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def playable(board: Board) -> dict[str, Any]:
    """Return a board as it goes into a battle's set-up.

    Raises:
        BadBoard: it has a fault; the message names the piece.
    """
    found = errors(board)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadBoard(f"board: {found[0].text}{more}")
    return board_json(board)


def checked_name(text: str) -> str:
    """Return a name on one line, without control characters.

    Raises:
        WarbandError: nothing of it is left, or it is too long.
    """
    name = " ".join(clean(text).split())
    if not name:
        raise WarbandError("a layout needs a name; type one")
    if len(name) > MOST_NAME:
        raise WarbandError(f"a name of {len(name)} letters; at most {MOST_NAME}")
    return name


def new_name(text: str) -> str:
    """Return a name that a layout may be given from now on: one of digits alone is for the numbers of the list.

    Raises:
        WarbandError: it is no name, or a number.
    """
    name = checked_name(text)
    if name.isdecimal():
        raise WarbandError(
            f"a layout cannot be called {name}: a number means its place in the list; add a word"
        )
    return name


def _new(board: Board, name: str, ruleset: str, note: str) -> NewLayout:
    called = checked_name(name)
    kind = str(board.__struct_config__.tag)
    sizes = float(board.width), float(board.height)
    return NewLayout(
        called, ruleset, kind, *sizes, board_json(replace(board, name=called)), clean(note)[:MOST_NOTE]
    )


def _free_name(layouts: Layouts, view: LayoutView) -> str:
    number = 2
    while layouts.named(f"{view.name[: MOST_NAME - 6]} {number}", view.ruleset) is not None:
        number += 1
    return f"{view.name[: MOST_NAME - 6]} {number}"
