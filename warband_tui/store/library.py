"""A library: one SQLite file with campaigns and battles, checked and brought up to date on opening.

Importing this module, opening a current library, reading it and appending to a journal need nothing but
the standard library and msgspec. SQLModel is imported by the first campaign write, Alembic by an upgrade.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from warband_tui.errors import WarbandError
from warband_tui.store.command import Command
from warband_tui.store.connection import (
    Schema,
    bare_connection,
    connect,
    current_schema,
    library_path,
    read_header,
    refusals,
    shown,
)
from warband_tui.store.copies import copy_database, copy_name
from warband_tui.store.migrate import create, migrate

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from warband_tui.store.undoing import Turned
    from warband_tui.store.unit_of_work import UnitOfWork


class Upgrade(NamedTuple):
    """What opening an older library did: its version before and after, and where the copy of it lies."""

    before: int
    after: int
    copy: Path


class Library:
    """An open library. Each thread that uses it gets a connection of its own."""

    def __init__(self, path: Path, *, upgraded: Upgrade | None = None) -> None:
        self.path = path
        self.upgraded = upgraded
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @classmethod
    def open(cls, place: str | Path, *, at: str, schema: Schema | None = None) -> Self:
        """Open a library, making it if there is no such file, upgrading it if it is older.

        Args:
            place: a path or a `sqlite:///` URL.
            at: the time now (ISO-8601, UTC); names the copy that is made before an upgrade.
            schema: another schema than this program's; tests of migrations need one.

        Raises:
            WarbandError: the file is newer than this program, no library, damaged, or cannot be written.
        """
        path = library_path(place)
        schema = schema or current_schema()
        _check_place(path)
        with refusals(path):
            upgraded = _prepare(path, at, schema)
        library = cls(path, upgraded=upgraded)
        _ = library.connection
        return library

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection.

        Raises:
            WarbandError: the library has been closed, or its file has gone away.
        """
        own: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if own is not None and not self._closed:
            return own
        with self._lock:
            if self._closed:
                raise WarbandError("the library has been closed; open it again", place=shown(self.path))
            with refusals(self.path):
                own = connect(self.path)
            self._connections.append(own)
        self._own.connection = own
        return own

    def rows(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[Any]:
        """Run one statement and return its rows as tuples.

        Raises:
            WarbandError: the file cannot be read or written.
        """
        with refusals(self.path):
            return self.connection.execute(sql, values).fetchall()

    def named_rows(self, sql: str, values: dict[str, Any]) -> tuple[tuple[str, ...], list[Any]]:
        """Run one query and return the names of its columns and its rows.

        Raises:
            WarbandError: the file cannot be read.
        """
        with refusals(self.path):
            cursor = self.connection.execute(sql, values)
            return tuple(column[0] for column in cursor.description), cursor.fetchall()

    @contextlib.contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let all reading inside see the library as it is at one moment, whoever writes meanwhile.

        Raises:
            WarbandError: the file cannot be read.
        """
        with refusals(self.path):
            connection = self.connection
            if connection.in_transaction:
                yield
                return
            connection.execute("BEGIN")
            try:
                yield
            finally:
                connection.commit()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold one write transaction of plain SQL: everything inside is on the disk at the end, or nothing.

        Raises:
            WarbandError: the file cannot be written.
        """
        with refusals(self.path):
            connection = self.connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def data_version(self) -> int:
        """Return a number that changes when anyone but this thread's connection has written.

        Costs a few microseconds, so a screen may ask on a timer. Writes through `work` count as others.
        """
        version: int = self.rows("PRAGMA data_version")[0][0]
        return version

    def work(self, command: Command) -> UnitOfWork:
        """Begin a campaign write; see `unit_of_work`."""
        from warband_tui.store.unit_of_work import UnitOfWork

        return UnitOfWork(self.path, self.engine, command)

    def undo_last(self, campaign_id: int, warband_id: int | None = None, *, who: str, at: str) -> Turned:
        """Take back the latest act of a campaign, or of one of its warbands; see `undoing`."""
        from warband_tui.store.undoing import undo_last

        return undo_last(self.path, self.engine, Command("undo", who, at, campaign_id, warband_id))

    def redo_last(self, campaign_id: int, warband_id: int | None = None, *, who: str, at: str) -> Turned:
        """Bring back what was undone last, as long as nothing new was done since; see `undoing`."""
        from warband_tui.store.undoing import redo_last

        return redo_last(self.path, self.engine, Command("redo", who, at, campaign_id, warband_id))

    @cached_property
    def engine(self) -> Engine:
        """The SQLAlchemy engine for campaign writes; the first use imports SQLAlchemy."""
        from warband_tui.store.unit_of_work import make_engine

        return make_engine(self.path)

    def close(self) -> None:
        """Close the connections of all threads; closing twice does no harm."""
        with self._lock:
            self._closed = True
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_place(path: Path) -> None:
    try:
        if path.is_dir():
            raise WarbandError("this is a folder; name a file in it", place=shown(path))
        if path.exists() and not path.is_file():
            raise WarbandError("this is not a plain file; name another", place=shown(path))
    except OSError as error:
        raise WarbandError(f"no file can be kept there ({error.strerror})", place=shown(path)) from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WarbandError(
            f"its folder cannot be made ({error.strerror}); name another place", place=shown(path)
        ) from error


def _prepare(path: Path, at: str, schema: Schema) -> Upgrade | None:
    """Make, accept, upgrade or refuse a file, loading nothing heavy unless it must be upgraded."""
    with contextlib.closing(bare_connection(path, "rwc")) as connection:
        header = read_header(connection)
    if header.is_new:
        with contextlib.closing(connect(path)) as connection:
            create(connection, schema)
        return None
    if not header.is_library:
        raise WarbandError("this is the database of another program; choose another file", place=shown(path))
    if header.version > schema.version:
        raise WarbandError(
            f"the library has version {header.version}, this program knows up to {schema.version}; "
            "install a newer warband-tui, or restore an older backup",
            place=shown(path),
        )
    if header.version == schema.version:
        return None
    copy = copy_name(path, f"v{header.version}", at)
    copy_database(path, copy)
    migrate(path, schema)
    return Upgrade(header.version, schema.version, copy)
