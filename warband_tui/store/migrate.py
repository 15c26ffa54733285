"""Bringing a library up to the schema of this program.

A new file gets the finished schema at once from `db/schema.sql`, which a test proves equal to what the
migrations build. Alembic (a third of a second) is imported only when a library is older.

To change the schema: change `tables`, add `db/versions/NNNN_name.py` with the next number as its revision,
raise `connection.SCHEMA_VERSION` to it, run `python -m warband_tui.store.schema_doc`. Never change a
migration that was released.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from warband_tui.errors import WarbandError
from warband_tui.store.connection import (
    APPLICATION_ID,
    Schema,
    connect,
    read_header,
    refusals,
    shown,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


def create(connection: sqlite3.Connection, schema: Schema) -> None:
    """Write the finished schema into an empty file, in one transaction.

    A second process that comes at the same time waits, and then finds the work done.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        if read_header(connection).is_new:
            for statement in _statements((schema.folder / "schema.sql").read_text(encoding="utf-8")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={schema.version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def migrate(path: Path, schema: Schema) -> None:
    """Run the migrations that a file lacks, all of them or none.

    Raises:
        WarbandError: a migration failed or left references that lead nowhere; the file is as it was.
    """
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import NullPool

    engine = create_engine("sqlite://", creator=lambda: connect(path, foreign_keys=False), poolclass=NullPool)
    event.listen(engine, "begin", lambda opened: opened.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with refusals(path), engine.begin() as connection:
            run_migrations(connection, schema)
    except SQLAlchemyError as error:
        raise WarbandError(
            f"the library could not be brought to version {schema.version} and is as it was "
            f"({shown(error).splitlines()[0]})",
            place=shown(path),
        ) from error


def run_migrations(connection: Connection, schema: Schema) -> None:
    """Run Alembic inside the transaction of a connection, and mark the file with its new version.

    Raises:
        WarbandError: the migrated rows hold references that lead nowhere.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(schema.folder).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    astray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if astray is not None:
        raise WarbandError(f"the library could not be upgraded: a row of {astray[0]!r} refers to nothing")
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version={schema.version}")


def _statements(script: str) -> Iterator[str]:
    lines: list[str] = []
    for line in script.splitlines():
        lines.append(line)
        statement = "\n".join(lines)
        if sqlite3.complete_statement(statement):
            yield statement
            lines.clear()
