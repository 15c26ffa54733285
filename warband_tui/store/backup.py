"""Looking after a library: what it holds, whether it is sound, copies of it, and bringing one back."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from warband_tui.errors import WarbandError
from warband_tui.store.connection import (
    Header,
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
from warband_tui.store.library import Library, Upgrade

COUNTED = ("campaign", "player", "warband", "fighter", "item", "battle", "entry", "ledger", "layout")


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """What a library is and holds; `bytes` counts the file and what waits in its write-ahead log."""

    path: str
    version: int
    program_version: int
    sqlite: str
    bytes: int
    counts: dict[str, int]


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """Where a backup was put, and where what was there before is kept (None: there was nothing)."""

    path: str
    kept: str | None


def info(place: str | Path) -> Info:
    """Tell version, size and counts of a library, also of an older or newer one, changing nothing.

    Raises:
        WarbandError: the file does not exist, is no library, or is damaged.
    """
    path = library_path(place)
    with _reading(path) as (connection, header):
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        counts = {
            name: int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608 (ours)
            for name in COUNTED
            if name in tables
        }
    log = path.with_name(f"{path.name}-wal")
    return Info(
        path=str(path),
        version=header.version,
        program_version=current_schema().version,
        sqlite=sqlite3.sqlite_version,
        bytes=path.stat().st_size + (log.stat().st_size if log.exists() else 0),
        counts=counts,
    )


def check(place: str | Path) -> tuple[str, ...]:
    """Look for damage and return every fault as a line; nothing means that the library is sound.

    Pages and indexes (SQLite's own check), references, the numbers of each journal and each ledger, and
    snapshots that are ahead of their journal.

    Raises:
        WarbandError: the file does not exist, is no library, or is too damaged to be looked through.
    """
    path = library_path(place)
    with _reading(path) as (connection, _):
        return tuple(_faults(connection))


def backup(place: str | Path, target: str | Path) -> Path:
    """Copy a library, which may be in use, to a file that must not exist yet, and return its path.

    Raises:
        WarbandError: there is no library, the target exists, or it cannot be written.
    """
    path, copy = library_path(place), library_path(target)
    with _reading(path):
        copy_database(path, copy)
    return copy


def backup_name(place: str | Path, at: str) -> Path:
    """Return an unused name beside a library for a backup made now."""
    return copy_name(library_path(place), "saved", at)


def restore(source: str | Path, place: str | Path, *, at: str) -> Restored:
    """Put a backup in a library's place, keeping a copy of what was there.

    A library in use elsewhere sees the restored one with its next reading.

    Args:
        source: the backup.
        place: where the library is, or shall be.
        at: the time now, ISO-8601 in UTC; names the copy.

    Raises:
        WarbandError: the source is no library, newer than this program or faulty; the place is as it was.
    """
    path, origin = library_path(place), library_path(source)
    if path.exists() and origin.exists() and path.samefile(origin):
        raise WarbandError("this is the library itself; name the backup to restore", place=shown(origin))
    _check_source(origin)
    _check_replaceable(path)
    kept = _keep(path, at) if path.exists() else None
    if path.exists():
        with (
            refusals(path),
            contextlib.closing(bare_connection(origin, "ro")) as pages,
            contextlib.closing(connect(path)) as target,
        ):
            pages.backup(target)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        copy_database(origin, path)
    return Restored(path=str(path), kept=str(kept) if kept else None)


def upgrade(place: str | Path, *, at: str, schema: Schema | None = None) -> Upgrade | None:
    """Bring a library to this program's version and tell what was done; None if it was current.

    Raises:
        WarbandError: as for `Library.open`; also if there is no such file, which is not made.
    """
    path = library_path(place)
    with _reading(path):
        pass
    with Library.open(path, at=at, schema=schema) as library:
        return library.upgraded


@contextmanager
def _reading(path: Path) -> Iterator[tuple[sqlite3.Connection, Header]]:
    if not path.is_file():
        raise WarbandError("there is no such library; check the path", place=shown(path))
    with refusals(path), contextlib.closing(bare_connection(path, "ro")) as connection:
        header = read_header(connection)
        if not header.is_library:
            raise WarbandError("this is not a library of Warband; choose another file", place=shown(path))
        yield connection, header


def _check_source(origin: Path) -> None:
    known = current_schema().version
    with _reading(origin) as (connection, header):
        if header.version > known:
            raise WarbandError(
                f"the backup has version {header.version}, this program knows up to {known}; "
                "install a newer warband-tui",
                place=shown(origin),
            )
        fault = next(_faults(connection), None)
    if fault is not None:
        raise WarbandError(f"the backup is faulty ({fault}); choose another", place=shown(origin))


def _check_replaceable(path: Path) -> None:
    """Refuse to overwrite what another program keeps; a damaged library is what restoring is for."""
    if path.is_dir():
        raise WarbandError("this is a folder; name a file in it", place=shown(path))
    if not path.exists():
        return
    try:
        with contextlib.closing(bare_connection(path, "ro")) as connection:
            header = read_header(connection)
    except sqlite3.DatabaseError:
        return
    if not (header.is_library or header.is_new):
        raise WarbandError("this is the database of another program; choose another file", place=shown(path))


def _keep(path: Path, at: str) -> Path:
    """Copy what is at the place, or move it aside where it is too damaged to be copied."""
    kept = copy_name(path, "replaced", at)
    try:
        copy_database(path, kept)
    except WarbandError:
        path.replace(kept)
        for tail in ("-wal", "-shm"):
            path.with_name(path.name + tail).unlink(missing_ok=True)
    return kept


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (line,) in connection.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield shown(line)
    for kind, name in connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"
    ):
        yield f"it holds a {kind} {shown(name)!r}, which no version of this program makes"
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"{table} {row} refers to a {parent} that does not exist"
    for battle, count, first, last in connection.execute(
        "SELECT battle_id, count(*), min(seq), max(seq) FROM entry GROUP BY battle_id"
    ):
        if (first, last) != (1, count):
            yield f"battle {battle}: {count} entries numbered {first} to {last}, so some are missing"
    for campaign, count, first, last in connection.execute(
        "SELECT campaign_id, count(*), min(seq), max(seq) FROM ledger GROUP BY campaign_id"
    ):
        if (first, last) != (1, count):
            yield f"campaign {campaign}: {count} ledger lines numbered {first} to {last}, so some are missing"
    for battle, seq in connection.execute(
        "SELECT battle_id, seq FROM snapshot WHERE seq > "
        "(SELECT coalesce(max(seq), 0) FROM entry WHERE entry.battle_id = snapshot.battle_id)"
    ):
        yield f"battle {battle}: its snapshot stands at entry {seq}, which the journal does not have"
