"""Boards that were drawn and not saved: a small file each beside the program's other states, until they are.

An editor writes its board after every edit, so that nothing drawn is lost however the program ends.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.campaign.layouts import MOST_BYTES, loose_board
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.board.reading import board_json
from warband_tui.rules.wording import counted

FOLDER = "boards-not-saved"
MOST_DRAFTS = 200
"""So many are looked at; more than anybody leaves lying about."""


class Draft(Struct, frozen=True, kw_only=True):
    """A board that was not saved.

    Attributes:
        id: tells it from others, a number as text; empty before it is kept.
        library: the place of the library whose layouts it belongs to.
        ruleset: the game; empty for any.
        layout: the layout that is drawn on, None for a new board.
        revision: of that layout when the drawing was begun.
        name: what that is called.
        at: when it was drawn on last, ISO-8601 in UTC.
        body: the board as JSON builtins.
    """

    id: str = ""
    library: str
    ruleset: str
    layout: int | None = None
    revision: int | None = None
    name: str = ""
    at: str = ""
    body: dict[str, Any]

    @property
    def board(self) -> Board:
        """The board, which may have faults.

        Raises:
            BadBoard: what was kept is no board.
        """
        return loose_board(self.body)

    @property
    def title(self) -> str:
        """What the board is called in a list."""
        return self.name or "new board"


def draft_of(
    board: Board,
    *,
    library: str,
    ruleset: str,
    layout: int | None,
    name: str,
    at: str,
    revision: int | None = None,
) -> Draft:
    """Return a board as a draft that is to be kept."""
    body = board_json(board)
    return Draft(
        library=library, ruleset=ruleset, layout=layout, revision=revision, name=name, at=at, body=body
    )


def pieces_of(board: Board) -> str:
    """Return in words how much is on a board."""
    if not isinstance(board, InchBoard):
        return f"{board.width} x {board.height} squares"
    return counted(len(board.features), "piece")


def keep(folder: Path, draft: Draft, draft_id: str) -> str:
    """Keep a draft and return its id; empty when the disk does not take it.

    Args:
        folder: of the program's states.
        draft: what is kept.
        draft_id: of the draft that gives way, empty for a new one.
    """
    home = folder / FOLDER
    try:
        home.mkdir(parents=True, exist_ok=True)
        kept_as = draft_id or _free(home)
        fresh = home / f"{kept_as}.{os.getpid()}.new"
        fresh.write_bytes(msgspec.json.encode(draft))
        fresh.replace(home / f"{kept_as}.json")
    except OSError:
        return ""
    return kept_as


def _free(home: Path) -> str:
    """Take the first number that no draft has, so that two programs never take the same."""
    number = 1
    while True:
        try:
            (home / f"{number}.json").touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return str(number)


def forget(folder: Path, draft_id: str) -> None:
    """Take a draft away; nothing happens if there is none."""
    if not draft_id.isdigit():
        return
    try:
        (folder / FOLDER / f"{draft_id}.json").unlink(missing_ok=True)
    except OSError:
        # A folder that cannot be written keeps a draft that was saved; it is offered once more, no harm done.
        return


def drafts(folder: Path, library: str) -> tuple[Draft, ...]:
    """Return the drafts of a library, the latest first; files that hold none are passed over."""
    try:
        paths = sorted((folder / FOLDER).glob("*.json"))[:MOST_DRAFTS]
    except OSError:
        return ()
    found = [draft for path in paths if (draft := _read(path)) is not None and draft.library == library]
    return tuple(sorted(found, key=lambda draft: (draft.at, int(draft.id)), reverse=True))


def _read(path: Path) -> Draft | None:
    if not path.stem.isdigit():
        return None
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        draft = msgspec.json.decode(path.read_bytes(), type=Draft)
        loose_board(draft.body)
    except (OSError, msgspec.MsgspecError, RecursionError, WarbandError):
        return None
    return msgspec.structs.replace(draft, id=path.stem)
