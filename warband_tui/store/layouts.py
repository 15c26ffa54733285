"""The kept layouts of a library: reading them, and the one door through which they change.

Like the journal this is plain `sqlite3`: a board can be drawn and kept without SQLModel. Each change appends
a line to the layouts' own ledger, with the row before and after, so that all of it can be undone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from warband_tui.errors import WarbandError
from warband_tui.store.connection import shown
from warband_tui.store.library import Library
from warband_tui.store.undo_stacks import fold, subjects

ADD, CHANGE, RENAME, REMOVE = "layout.add", "layout.change", "layout.rename", "layout.remove"
NOTE = "layout.note"

_COLUMNS = ("id", "name", "ruleset", "kind", "width", "height", "body", "note", "created", "changed")
_PIECES = (
    "CASE kind WHEN 'inches' THEN coalesce(json_array_length(body, '$.features'), 0) "
    "ELSE coalesce(json_array_length(body, '$.edges'), 0) END"
)
_REVISION = "SELECT coalesce(max(seq), 0) FROM layoutline WHERE layout_id = "
_VIEW = f"""
SELECT id, name, ruleset, kind, width, height, note, created, changed, {_PIECES} AS pieces,
    ({_REVISION} layout.id) AS revision FROM layout
"""  # noqa: S608 (ours)
_LIST = _VIEW + "WHERE (:ruleset IS NULL OR ruleset IN ('', :ruleset)) ORDER BY ruleset = '', name, id"
_ONE = _VIEW + "WHERE id = :id"
_NAMED = _VIEW + "WHERE name = :name AND ruleset = :ruleset"


class LayoutView(msgspec.Struct, frozen=True, kw_only=True):
    """A kept layout as lists show it.

    `pieces` counts its features, on squares its edges; `revision` is another after every change of it.
    """

    id: int
    name: str
    ruleset: str
    kind: str
    width: float
    height: float
    note: str
    created: str
    changed: str
    pieces: int
    revision: int


class NoLayout(WarbandError):
    """There is no such layout, or none any more."""


class Overtaken(WarbandError):
    """A layout is no longer what it was when somebody began to draw on it."""


class NewLayout(NamedTuple):
    """A layout to be kept; `body` is the board as JSON builtins, `ruleset` empty for any game."""

    name: str
    ruleset: str
    kind: str
    width: float
    height: float
    body: dict[str, Any]
    note: str = ""


class Act(NamedTuple):
    """Who changes a layout, when (ISO-8601, UTC), and what it is called: a stable verb."""

    what: str
    who: str
    at: str


class TurnedLayout(NamedTuple):
    """What was undone or redone: the verb and subject of the act it is about, and the layout's id."""

    what: str
    subject: str
    layout_id: int


class Layouts:
    """Reads and changes the layouts of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def all(self, ruleset: str | None = None) -> tuple[LayoutView, ...]:
        """Return the layouts of a game and those of any game, or all there are."""
        return self._views(_LIST, ruleset=ruleset)

    def view(self, layout_id: int) -> LayoutView:
        """Return one layout, or raise `WarbandError` if there is none."""
        found = self._views(_ONE, id=layout_id)
        if not found:
            raise self._missing(layout_id)
        return found[0]

    def named(self, name: str, ruleset: str) -> LayoutView | None:
        """Return the layout that has a name in a game, None if there is none."""
        return next(iter(self._views(_NAMED, name=name, ruleset=ruleset)), None)

    def body(self, layout_id: int) -> Any:
        """Return the board of a layout as JSON builtins, or raise `WarbandError` if there is none."""
        rows = self._library.rows("SELECT body FROM layout WHERE id = ?", (layout_id,))
        if not rows:
            raise self._missing(layout_id)
        try:
            return json.loads(rows[0][0])
        except (ValueError, RecursionError, TypeError):
            raise WarbandError(
                f"layout {layout_id} cannot be read; undo its last change or delete it",
                place=shown(self._library.path),
            ) from None

    def add(self, new: NewLayout, act: Act) -> int:
        """Keep a new layout and return its id.

        Raises:
            WarbandError: its game has one of that name, or it holds what cannot be kept.
        """
        body = self._text(new)
        with self._refusing(new.name), self._library.transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO layout (name, ruleset, kind, width, height, body, note, created, changed) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (new.name, new.ruleset, new.kind, new.width, new.height, body, new.note, act.at, act.at),
            )
            layout_id = int(cursor.lastrowid or 0)
            self._note(connection, layout_id, act, new.name, {})
        return layout_id

    def change(self, layout_id: int, new: NewLayout, act: Act, revision: int) -> None:
        """Put other values into a layout.

        Args:
            layout_id: of the layout.
            new: the values.
            act: who, when, what.
            revision: of what the values were made from; looked at in the transaction that writes them.

        Raises:
            Overtaken: the layout was changed since.
            NoLayout: there is none any more.
            WarbandError: its game has another of that name, or it cannot be kept.
        """
        body = self._text(new)
        with self._refusing(new.name), self._library.transaction() as connection:
            before = self._row(connection, layout_id)
            self._expect(connection, layout_id, revision, before["name"])
            connection.execute(
                "UPDATE layout SET name = ?, ruleset = ?, kind = ?, width = ?, height = ?, body = ?, note = ?, "
                "changed = ? WHERE id = ?",
                (new.name, new.ruleset, new.kind, new.width, new.height, body, new.note, act.at, layout_id),
            )
            self._note(connection, layout_id, act, new.name, before)

    def remove(self, layout_id: int, act: Act) -> None:
        """Remove a layout; undo brings it back under its own id.

        Raises:
            WarbandError: there is no such layout.
        """
        with self._library.transaction() as connection:
            before = self._row(connection, layout_id)
            connection.execute("DELETE FROM layout WHERE id = ?", (layout_id,))
            self._note(connection, layout_id, act, str(before["name"]), before)

    def undo(self, *, who: str, at: str) -> TurnedLayout:
        """Take back the latest change of a layout.

        Raises:
            WarbandError: there is nothing to undo.
        """
        return self._turn(Act("undo", who, at), undo=True)

    def redo(self, *, who: str, at: str) -> TurnedLayout:
        """Bring back what was undone last, as long as nothing new was done since.

        Raises:
            WarbandError: there is nothing to redo.
        """
        return self._turn(Act("redo", who, at), undo=False)

    def _turn(self, act: Act, *, undo: bool) -> TurnedLayout:
        with self._library.transaction() as connection:
            links = connection.execute("SELECT seq, undoes FROM layoutline ORDER BY seq").fetchall()
            stacks = fold(links)
            stack = stacks.done if undo else stacks.undone
            if not stack:
                raise WarbandError(f"there is no change of a layout to {act.what}")
            target = stack[-1]
            about = subjects(links)[target]
            what, subject = connection.execute(
                "SELECT what, subject FROM layoutline WHERE seq = ?", (about,)
            ).fetchone()
            layout_id, wanted = connection.execute(
                'SELECT layout_id, "before" FROM layoutline WHERE seq = ?', (target,)
            ).fetchone()
            before = self._row(connection, layout_id, missing_is_empty=True)
            connection.execute("DELETE FROM layout WHERE id = ?", (layout_id,))
            image = json.loads(wanted)
            if image:
                image["body"] = _written(image["body"])
                connection.execute(
                    f"INSERT INTO layout ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",  # noqa: S608 (ours)
                    [image[column] for column in _COLUMNS],
                )
            self._note(connection, layout_id, act, subject, before, undoes=target)
        return TurnedLayout(what, subject, layout_id)

    def _expect(self, connection: sqlite3.Connection, layout_id: int, revision: int, name: str) -> None:
        """Refuse to write over what another has written."""
        latest = connection.execute(f"{_REVISION} ?", (layout_id,)).fetchone()[0]
        if latest != revision:
            who, at = connection.execute("SELECT who, at FROM layoutline WHERE seq = ?", (latest,)).fetchone()
            raise Overtaken(
                f"layout {shown(name)!r} was changed meanwhile by {shown(who) or 'somebody'} ({at}); "
                "save under another name, or replace it"
            )

    def _note(
        self,
        connection: sqlite3.Connection,
        layout_id: int,
        act: Act,
        subject: str,
        before: dict[str, Any],
        undoes: int | None = None,
    ) -> None:
        after = self._row(connection, layout_id, missing_is_empty=True)
        connection.execute(
            'INSERT INTO layoutline (layout_id, at, who, what, subject, "before", "after", undoes) '
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (layout_id, act.at, act.who, act.what, subject, _written(before), _written(after), undoes),
        )

    def _row(
        self, connection: sqlite3.Connection, layout_id: int, *, missing_is_empty: bool = False
    ) -> dict[str, Any]:
        row = connection.execute(
            f"SELECT {', '.join(_COLUMNS)} FROM layout WHERE id = ?",  # noqa: S608 (ours)
            (layout_id,),
        ).fetchone()
        if row is None:
            if missing_is_empty:
                return {}
            raise self._missing(layout_id)
        image = dict(zip(_COLUMNS, row, strict=True))
        image["body"] = json.loads(image["body"])
        return image

    def _views(self, sql: str, **values: Any) -> tuple[LayoutView, ...]:
        names, rows = self._library.named_rows(sql, values)
        return tuple(
            msgspec.convert(dict(zip(names, row, strict=True)), LayoutView, strict=False) for row in rows
        )

    def _text(self, new: NewLayout) -> str:
        try:
            text = _written(new.body)
            text.encode()
            new.name.encode()
        except (ValueError, RecursionError):
            raise WarbandError(
                f"layout {shown(new.name)!r} holds a value that cannot be kept; nothing was changed"
            ) from None
        return text

    @contextmanager
    def _refusing(self, name: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise WarbandError(
                f"there is a layout {shown(name)!r} already; choose another name",
                place=shown(self._library.path),
            ) from error

    def _missing(self, layout_id: int) -> NoLayout:
        return NoLayout(f"there is no layout {layout_id}", place=shown(self._library.path))


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
