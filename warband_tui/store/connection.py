"""How every connection to a library is made, and what is said when SQLite refuses.

Imports nothing beyond the standard library, so that a library opens at once.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from warband_tui.errors import WarbandError
from warband_tui.resources import resource_dir

SCHEMA_VERSION = 2
"""The schema this program writes: the number of the newest migration, kept in `PRAGMA user_version`."""

APPLICATION_ID = 0x57424E44
"""Marks a file as a library (`PRAGMA application_id`; the letters WBND)."""

BUSY_SECONDS = 5.0
"""How long a write waits for another process before it gives up."""

_TURNS = 3
"""How often a new file is tried to be turned to WAL while other programs have it open."""

_URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)

Mode = Literal["ro", "rw", "rwc"]


class Schema(NamedTuple):
    """A schema's version and the folder with its migrations and its `schema.sql`."""

    version: int
    folder: Path


class Header(NamedTuple):
    """What a file says about itself; `tables` is how many it has."""

    version: int
    application: int
    tables: int

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever written to the file."""
        return self.version == 0 and self.application == 0 and self.tables == 0

    @property
    def is_library(self) -> bool:
        """Whether a program of this name made the file."""
        return self.application == APPLICATION_ID and self.version > 0


def current_schema() -> Schema:
    """Return the schema of this program."""
    return Schema(SCHEMA_VERSION, resource_dir("db"))


def shown(text: object) -> str:
    """Return a path or name fit for a message of one line: nothing in it moves a cursor."""
    return "".join(letter if letter.isprintable() else "�" for letter in str(text))


def library_path(place: str | Path) -> Path:
    """Return the file that a path or a `sqlite:///` URL means.

    Raises:
        WarbandError: the URL names another kind of database, or no file can have such a name.
    """
    text = os.fspath(place)
    url = _URL.fullmatch(text) if isinstance(place, str) else None
    if url is not None:
        if url["scheme"] != "sqlite" or not url["rest"].startswith("/"):
            raise WarbandError(
                f"{url['scheme']}:// is not a place for a library here; give a file or sqlite:///FILE"
            )
        text = url["rest"][1:]
    if not text or "\0" in text:
        raise WarbandError(f"{shown(text)!r} is no file name; give the library's file with --db FILE")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise WarbandError("there is no such home folder; give the whole path", place=shown(text)) from None


def connect(path: Path, mode: Mode = "rw", *, foreign_keys: bool = True) -> sqlite3.Connection:
    """Open a connection with the settings that all of them share.

    Transactions are begun explicitly; a single statement is one by itself. With WAL and
    `synchronous=FULL` what was committed is on the disk when the call returns.

    Args:
        path: the library's file.
        mode: `ro` only reads, `rw` needs the file to exist, `rwc` makes it.
        foreign_keys: off only while a migration rebuilds tables.

    Raises:
        sqlite3.DatabaseError: the file cannot be opened or is no database.
    """
    connection = bare_connection(path, mode)
    try:
        if mode != "ro":
            _journal_ahead(connection)
            connection.execute("PRAGMA synchronous=FULL")
            # macOS calls data written that still waits in the disk's own memory, unless asked twice.
            connection.execute("PRAGMA fullfsync=ON")
        # A library may come from anyone: what its schema contains must not call what SQLite can do.
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _journal_ahead(connection: sqlite3.Connection) -> None:
    """Turn the file to WAL; for one that is in WAL already this changes nothing.

    SQLite does not wait for others before it turns a file, but it does before a write: a program that makes the
    same library at the same moment is waited for so.
    """
    for _ in range(_TURNS):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise
        else:
            return
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode=WAL")


def bare_connection(path: Path, mode: Mode) -> sqlite3.Connection:
    """Open a connection that changes nothing about the file, not even how it is journalled."""
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def read_header(connection: sqlite3.Connection) -> Header:
    """Read what a database says about itself, as it is at one moment."""
    (version, application, tables) = connection.execute(
        "SELECT (SELECT user_version FROM pragma_user_version), "
        "(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_master)"
    ).fetchone()
    return Header(version, application, tables)


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn what SQLite says about the file or the disk into one line for the player.

    Broken constraints and wrong use of the API pass through: their meaning is known to the caller only.

    Raises:
        WarbandError: the file cannot be read or written.
    """
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        raise refusal(path, error) from error


_REASONS = {
    "SQLITE_NOTADB": "this is not a library of Warband; choose another file",
    "SQLITE_CORRUPT": "the library is damaged; restore a backup with `warband-tui db restore`",
    "SQLITE_CANTOPEN": "the library cannot be opened; check that the folder exists and is yours to write in",
    "SQLITE_READONLY": "the library may only be read; make the file and its folder writable",
    "SQLITE_FULL": "the disk is full, so nothing was saved; make room and do it again",
    "SQLITE_IOERR": "the disk failed while reading or writing; check it, then `warband-tui db check`",
    "SQLITE_BUSY": "another program keeps the library locked; close it or wait, then do it again",
    "SQLITE_LOCKED": "another program keeps the library locked; close it or wait, then do it again",
    "SQLITE_TOOBIG": "a text is too long to be saved; shorten it",
}


def refusal(path: Path, error: sqlite3.DatabaseError) -> WarbandError:
    """Say in one line why SQLite would not do it, where, and what may help."""
    name = getattr(error, "sqlite_errorname", "") or ""
    reason = next((text for code, text in _REASONS.items() if name.startswith(code)), None)
    if reason is None:
        reason = f"the library cannot be used so ({shown(error)}); run `warband-tui db check`"
    return WarbandError(reason, place=shown(path))
