"""The one door for campaign writes: a block is one transaction and one line of the ledger.

    with library.work(Command("fighter.hire", who, at, campaign_id, warband_id, "Agathe")) as work:
        fighter = work.add(Fighter(warband_id=warband_id, name="Agathe"))

Leaving the block saves all that was added, changed and removed, with the images of the rows before and
after; an exception inside it, or a refusal by the database, leaves everything as it was.

The block holds the library's write lock, so it must be short: nothing is asked of a person inside it, and
no journal is written (that would wait for the block itself). `Queries` show what was before the block.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import JSON, Connection, Engine, create_engine, event, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import attributes
from sqlalchemy.pool import NullPool
from sqlmodel import Session
from sqlmodel.sql.expression import SelectOfScalar

from warband_tui.errors import WarbandError
from warband_tui.store.command import Command
from warband_tui.store.connection import connect, refusal, shown
from warband_tui.store.images import TABLES, Images, fetch, fetch_like, to_json
from warband_tui.store.tables import Ledger, Row

R = TypeVar("R", bound=Row)

_LEDGER = Row.metadata.tables[Ledger.__name__.lower()]


def make_engine(path: Path) -> Engine:
    """Make the engine whose transactions hold the write lock from their beginning."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(path),
        poolclass=NullPool,
        json_serializer=to_json,
        json_deserializer=json.loads,
    )
    # What a command reads must still be so when it writes; SQLite would refuse a late change of mind.
    event.listen(engine, "begin", lambda opened: opened.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


class UnitOfWork:
    """One campaign write, open between `with` and the end of its block.

    `line` is the number of its line in the campaign's ledger afterwards, None if nothing changed.
    """

    def __init__(self, path: Path, engine: Engine, command: Command) -> None:
        self.command = command
        self.line: int | None = None
        self._path = path
        self._engine = engine
        self._before: Images = {}
        # The session holds rows weakly, and would forget one whose only change lies inside its JSON.
        self._handed_out: dict[tuple[str, str], Row] = {}

    def __enter__(self) -> Self:
        # Rows stay readable after the block, as a caller has to show what it did.
        self._session = Session(self._engine, expire_on_commit=False, autoflush=False)
        event.listen(self._session, "before_flush", self._note_changed)
        event.listen(self._session, "after_flush", self._note_added)
        with refusing(self._path, self.command.subject):
            self._session.connection()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                with refusing(self._path, self.command.subject):
                    self._save()
        finally:
            self._session.close()

    def get(self, model: type[R], row_id: int) -> R:
        """Return a row; changes of its attributes, also deep inside JSON, are saved with the block.

        Raises:
            WarbandError: there is no such row.
        """
        row = self._session.get(model, row_id)
        if row is None:
            raise WarbandError(f"there is no {model.__name__.lower()} {row_id}", place=shown(self._path))
        self._handed_out[_key(row)] = row
        return row

    def all(self, statement: SelectOfScalar[R]) -> Sequence[R]:
        """Return the rows that a `sqlmodel.select` finds, what was changed in the block included."""
        with refusing(self._path, self.command.subject):
            self._flag_changed_json()
            self._session.flush()
            rows = self._session.exec(statement).all()
        self._handed_out.update((_key(row), row) for row in rows)
        return rows

    def add(self, row: R) -> R:
        """Add a row; it has its id when this returns."""
        with refusing(self._path, self.command.subject):
            self._session.add(row)
            self._session.flush()
        self._handed_out[_key(row)] = row
        return row

    def remove(self, row: Row) -> None:
        """Remove a row; what hangs on it has to be removed or given elsewhere first."""
        with refusing(self._path, self.command.subject):
            self._session.delete(row)
            self._session.flush()
        self._handed_out.pop(_key(row), None)

    def _save(self) -> None:
        self._flag_changed_json()
        self._session.flush()
        connection = self._session.connection()
        before, after = _only_changed(self._before, fetch_like(connection, self._before))
        if after or self.command.keep_empty:
            self.line = append_line(connection, self.command, before, after)
        self._session.commit()

    def _note_changed(self, session: Session, *_: object) -> None:
        connection = session.connection()
        for row in [*session.dirty, *session.deleted]:
            table, row_id = _key(row)
            images = self._before.setdefault(table, {})
            if row_id not in images:
                images[row_id] = fetch(connection, table, int(row_id))

    def _note_added(self, session: Session, *_: object) -> None:
        for row in session.new:
            table, row_id = _key(row)
            self._before.setdefault(table, {}).setdefault(row_id, None)

    def _flag_changed_json(self) -> None:
        """Mark JSON values that were changed in place, which SQLAlchemy does not notice by itself."""
        connection = self._session.connection()
        stored = fetch_like(connection, _by_table(self._handed_out))
        for (table, row_id), row in self._handed_out.items():
            image = stored[table][row_id]
            for column in TABLES[table].c:
                if image is None or not isinstance(column.type, JSON):
                    continue
                if to_json(getattr(row, column.name)) != to_json(image[column.name]):
                    attributes.flag_modified(row, column.name)


def append_line(
    connection: Connection, command: Command, before: Images, after: Images, undoes: int | None = None
) -> int:
    """Write the next line of a campaign's ledger and return its number.

    Raises:
        WarbandError: the command names no campaign and founds none either.
    """
    campaign_id = command.campaign_id or _founded(after)
    if campaign_id is None:
        raise WarbandError(f"{command.what}: no campaign was named for this")
    latest = select(func.coalesce(func.max(_LEDGER.c.seq), 0)).where(_LEDGER.c.campaign_id == campaign_id)
    seq = int(connection.execute(latest).scalar_one()) + 1
    connection.execute(
        insert(_LEDGER).values(
            campaign_id=campaign_id,
            warband_id=command.warband_id,
            battle_id=command.battle_id,
            seq=seq,
            at=command.at,
            who=command.who,
            what=command.what,
            subject=command.subject,
            before=before,
            after=after,
            why=command.why,
            undoes=undoes,
        )
    )
    return seq


@contextmanager
def refusing(path: Path, subject: str) -> Iterator[None]:
    """Turn what the database says against a campaign write into one line for the player.

    Raises:
        WarbandError: the write broke a constraint, or the file cannot be written.
    """
    try:
        yield
    except IntegrityError as error:
        raise WarbandError(
            f"{shown(subject) or 'this'} cannot be kept so ({shown(error.orig)}); nothing was changed",
            place=shown(path),
        ) from error
    except DBAPIError as error:
        raise refusal(path, error.orig) from error  # type: ignore[arg-type]
    except (StatementError, ValueError, OverflowError, RecursionError) as error:
        # Not a number, infinity, half a letter, lists without end: read from a file rather than typed.
        if isinstance(error, StatementError) and not isinstance(error.orig, (ValueError, RecursionError)):
            raise
        raise WarbandError(
            f"{shown(subject) or 'this'} holds a value that cannot be kept; nothing was changed",
            place=shown(path),
        ) from error


def _key(row: Any) -> tuple[str, str]:
    table = type(row).__name__.lower()
    if table not in TABLES:
        raise TypeError(f"a unit of work does not write to {table}")
    return table, str(row.id)


def _by_table(keys: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    sorted_out: dict[str, list[str]] = {}
    for table, row_id in keys:
        sorted_out.setdefault(table, []).append(row_id)
    return sorted_out


def _only_changed(before: Images, after: Images) -> tuple[Images, Images]:
    changed = [
        (table, row_id)
        for table, rows in before.items()
        for row_id, image in rows.items()
        if to_json(image) != to_json(after[table][row_id])
    ]
    kept_before: Images = {}
    kept_after: Images = {}
    for table, row_id in changed:
        kept_before.setdefault(table, {})[row_id] = before[table][row_id]
        kept_after.setdefault(table, {})[row_id] = after[table][row_id]
    return kept_before, kept_after


def _founded(after: Images) -> int | None:
    campaigns = [int(row_id) for row_id, image in after.get("campaign", {}).items() if image is not None]
    return campaigns[0] if len(campaigns) == 1 else None
