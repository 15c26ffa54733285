"""The journal of a battle: entries are appended, durable on return, and never changed.

Plain `sqlite3` on the library's own connection: an append costs one `INSERT` and one `fsync`, and no
path of play has to import SQLModel. Undo and redo are entries like any other; what they mean is the
engine's business.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from warband_tui.errors import WarbandError
from warband_tui.store.connection import shown
from warband_tui.store.library import Library

_APPEND = """
INSERT INTO entry (battle_id, seq, kind, count, at, body)
SELECT :battle, :seq, :kind, :count, :at, :body
WHERE (SELECT coalesce(max(seq), 0) FROM entry WHERE battle_id = :battle) = :seq - 1
"""


class Row(NamedTuple):
    """One entry as it is kept: `at` is ISO-8601 in UTC, `count` how many actions an undo or redo spans."""

    seq: int
    kind: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    at: str
    body: bytes


class Snapshot(NamedTuple):
    """A battle's folded state after entry `seq`: only a cache."""

    seq: int
    body: bytes


class Clash(WarbandError):
    """Another window or program has written this entry first; nothing was overwritten.

    Read the journal from `latest` on, then do it again.
    """

    def __init__(self, seq: int, latest: int, *, place: str) -> None:
        self.seq = seq
        self.latest = latest
        super().__init__(
            f"entry {seq} was just written by another window or program (the battle now has {latest}); "
            "look at the new entries, then do it again",
            place=place,
        )


class Journal:
    """Reads and appends entries of the battles of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def append(self, battle_id: int, expected_seq: int, kind: str, count: int, body: bytes, at: str) -> None:
        """Append one entry in a transaction of its own; it is on the disk when this returns.

        Args:
            battle_id: the battle's row id.
            expected_seq: the number that the entry must get: the latest one plus one.
            kind: `action`, `undo` or `redo`.
            count: how many actions an undo or redo spans; 1 for an action.
            body: the entry, encoded by the caller.
            at: the time now, ISO-8601 in UTC.

        Raises:
            Clash: that number has been written already; nothing has changed.
            WarbandError: there is no such battle, or the file cannot be written.
        """
        self.append_all(battle_id, [Row(expected_seq, kind, count, at, body)])

    def append_all(self, battle_id: int, rows: Iterable[Row]) -> None:
        """Append consecutive entries in one transaction: all of them or none.

        Raises:
            Clash: the first number has been written already; nothing has changed.
            WarbandError: there is no such battle, or the file cannot be written.
        """
        try:
            with self._library.transaction() as connection:
                for row in rows:
                    self._append(connection, battle_id, row)
        except sqlite3.IntegrityError as error:
            if not self._exists(battle_id):
                raise WarbandError(f"there is no battle {battle_id}", place=self._place) from error
            raise

    def _append(self, connection: sqlite3.Connection, battle_id: int, row: Row) -> None:
        values = {"battle": battle_id, **row._asdict()}
        if connection.execute(_APPEND, values).rowcount == 1:
            return
        latest = self.latest_seq(battle_id)
        if latest >= row.seq:
            raise Clash(row.seq, latest, place=self._place)
        raise ValueError(f"entry {row.seq} of battle {battle_id} would leave a gap after {latest}")

    def read(self, battle_id: int, after_seq: int = 0) -> list[Row]:
        """Return the entries with a higher number than `after_seq`, in order."""
        return [
            Row(*row)
            for row in self._library.rows(
                "SELECT seq, kind, count, at, body FROM entry WHERE battle_id = ? AND seq > ? ORDER BY seq",
                (battle_id, after_seq),
            )
        ]

    def latest_seq(self, battle_id: int) -> int:
        """Return the number of the last entry, 0 for none; as there are no gaps, also how many there are."""
        rows = self._library.rows("SELECT coalesce(max(seq), 0) FROM entry WHERE battle_id = ?", (battle_id,))
        latest: int = rows[0][0]
        return latest

    def data_version(self) -> int:
        """Return a number that changes when another connection has written to the library."""
        return self._library.data_version()

    def save_snapshot(self, battle_id: int, seq: int, body: bytes) -> None:
        """Keep a battle's folded state after entry `seq`, in place of an older one."""
        with self._library.transaction() as connection:
            connection.execute(
                "INSERT INTO snapshot (battle_id, seq, body) VALUES (?, ?, ?) ON CONFLICT (battle_id) "
                "DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq >= snapshot.seq",
                (battle_id, seq, body),
            )

    def load_snapshot(self, battle_id: int) -> Snapshot | None:
        """Return the kept state, or nothing; a caller that cannot use it folds from the start."""
        rows = self._library.rows("SELECT seq, body FROM snapshot WHERE battle_id = ?", (battle_id,))
        return Snapshot(*rows[0]) if rows else None

    def drop_snapshot(self, battle_id: int) -> None:
        """Throw the kept state away, for example when a newer program folds differently."""
        with self._library.transaction() as connection:
            connection.execute("DELETE FROM snapshot WHERE battle_id = ?", (battle_id,))

    @property
    def _place(self) -> str:
        return shown(self._library.path)

    def _exists(self, battle_id: int) -> bool:
        return bool(self._library.rows("SELECT 1 FROM battle WHERE id = ?", (battle_id,)))
