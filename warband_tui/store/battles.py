"""The headings of battles: beginning one, renaming, its stage, putting it away.

Like the journal this is plain `sqlite3`, so that a quick battle starts at once. Nothing here deletes:
a battle is put away by archiving it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from warband_tui.errors import WarbandError
from warband_tui.store.connection import shown
from warband_tui.store.library import Library
from warband_tui.store.public_ids import new_public_id


class NewSide(NamedTuple):
    """A side that goes into a battle: its key (`A`, `B`), names, and the kept warband it comes from, if any."""

    key: str
    name: str
    player: str = ""
    warband_id: int | None = None


class BattleId(NamedTuple):
    """A battle's row id, for programs, and its public id, for people."""

    id: int
    public: str


class Battles:
    """Writes the headings of the battles of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def begin(
        self,
        name: str,
        ruleset: str,
        edition: str,
        setup: bytes,
        sides: Sequence[NewSide],
        *,
        at: str,
        campaign_id: int | None = None,
        status: str = "preparing",
    ) -> BattleId:
        """Keep a new battle with its set-up and sides, in one transaction.

        Raises:
            WarbandError: the campaign or a warband does not exist, or the file cannot be written.
        """
        public = new_public_id()
        try:
            with self._library.transaction() as connection:
                cursor = connection.execute(
                    "INSERT INTO battle (public, campaign_id, name, ruleset, edition, status, setup, created, "
                    "updated, archived) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                    (public, campaign_id, name, ruleset, edition, status, setup, at, at),
                )
                battle_id = int(cursor.lastrowid or 0)
                connection.executemany(
                    "INSERT INTO side (battle_id, key, name, player, warband_id) VALUES (?, ?, ?, ?, ?)",
                    [(battle_id, side.key, side.name, side.player, side.warband_id) for side in sides],
                )
        except sqlite3.IntegrityError as error:
            raise self._refused(name, error) from error
        return BattleId(battle_id, public)

    def set_status(self, battle_id: int, status: str, *, at: str) -> None:
        """Move a battle to `preparing`, `running` or `ended`; all ways are open, so that undo is too."""
        self._change(battle_id, "status", status, at)

    def set_archived(self, battle_id: int, archived: bool, *, at: str) -> None:
        """Put a battle away, or take it out again."""
        self._change(battle_id, "archived", int(archived), at)

    def _change(self, battle_id: int, column: str, value: object, at: str) -> None:
        try:
            with self._library.transaction() as connection:
                changed = connection.execute(
                    f"UPDATE battle SET {column} = ?, updated = ? WHERE id = ?",  # noqa: S608 (column is ours)
                    (value, at, battle_id),
                )
        except sqlite3.IntegrityError as error:
            raise self._refused(str(value), error) from error
        if changed.rowcount == 0:
            raise WarbandError(f"there is no battle {battle_id}", place=shown(self._library.path))

    def _refused(self, what: str, error: sqlite3.IntegrityError) -> WarbandError:
        return WarbandError(
            f"the battle cannot be kept so ({shown(what)}: {shown(error)})", place=shown(self._library.path)
        )
