"""The schema: one truth, three ways to it; and upgrading an older library."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.store.acts import AT
from warband_tui.errors import WarbandError
from warband_tui.store.backup import check, upgrade
from warband_tui.store.connection import SCHEMA_VERSION, Schema, current_schema
from warband_tui.store.library import Library
from warband_tui.store.schema_doc import build, schema_md, schema_sql
from warband_tui.store.tables import Row

_SECOND = '''
"""A column more."""
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{present}"


def upgrade() -> None:
    with op.batch_alter_table("fighter") as batch:
        batch.add_column(sa.Column("motto", sa.String(), nullable=False, server_default="none"))
'''

_FAILING = '''
"""Fails half way."""
from alembic import op

revision = "9001"
down_revision = "{present}"


def upgrade() -> None:
    op.execute("CREATE TABLE half (done)")
    op.execute("UPDATE fighter SET nonsense = 1")
'''

_LOSING = '''
"""Leaves items behind."""
from alembic import op

revision = "9001"
down_revision = "{present}"


def upgrade() -> None:
    op.execute("DELETE FROM warband")
'''


_LATER = SCHEMA_VERSION + 1


def _later_schema(folder: Path, migration: str) -> Schema:
    shutil.copytree(current_schema().folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = migration.format(present=f"{SCHEMA_VERSION:04d}")
    (folder / "versions" / "9001_later.py").write_text(text, encoding="utf-8")
    return Schema(_LATER, folder)


def _clauses(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return each table's and index's clauses; a batch migration may write them in another order."""
    return {
        name: sorted(line.strip().rstrip(",") for line in sql.splitlines())
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        if name != "alembic_version"
    }


@pytest.fixture
def filled(library: Library) -> Path:
    """A library of the present version with one warband in it, closed."""
    with library.transaction() as connection:
        connection.execute("INSERT INTO campaign VALUES (1, 'kfq2mz', 'C', 'some-game', '1', 'now', '', 0)")
        connection.execute("INSERT INTO warband VALUES (1, 1, NULL, 'W', '', '', '', '{}', 0)")
        connection.execute(
            "INSERT INTO fighter VALUES (1, 1, 0, '[red]Grim [/the] Bold', '', '', 1, 'active', '{}', '[]', '[]', '', 0, '{}')"
        )
    library.close()
    return library.path


def test_the_migrations_build_what_the_tables_declare(tmp_path: Path) -> None:
    built = build(tmp_path, current_schema())
    declared_file = tmp_path / "declared.db"
    engine = create_engine(f"sqlite:///{declared_file}")
    Row.metadata.create_all(engine)
    engine.dispose()
    declared = sqlite3.connect(declared_file)
    try:
        assert _clauses(built) == _clauses(declared)
        assert "CONSTRAINT pk_entry PRIMARY KEY (battle_id, seq)" in _clauses(built)["entry"]
    finally:
        built.close()
        declared.close()


def test_a_new_library_is_what_the_migrations_build(tmp_path: Path, library: Library) -> None:
    built = build(tmp_path, current_schema())
    try:
        assert _clauses(library.connection) == _clauses(built)
        for mark in (
            "SELECT version_num FROM alembic_version",
            "PRAGMA user_version",
            "PRAGMA application_id",
        ):
            assert library.rows(mark) == built.execute(mark).fetchall()
    finally:
        built.close()


def test_the_version_is_the_number_of_the_newest_migration(library: Library) -> None:
    assert library.rows("SELECT version_num FROM alembic_version") == [(f"{SCHEMA_VERSION:04d}",)]
    assert len(list((current_schema().folder / "versions").glob("*.py"))) == SCHEMA_VERSION


def test_the_written_schema_is_fresh(tmp_path: Path) -> None:
    built = build(tmp_path, current_schema())
    try:
        fresh = {"schema.sql": schema_sql(built), "schema.md": schema_md(built)}
    finally:
        built.close()
    for name, text in fresh.items():
        kept = (current_schema().folder / name).read_text(encoding="utf-8")
        assert kept == text, f"run `python -m warband_tui.store.schema_doc` to freshen db/{name}"


def test_an_older_library_is_copied_and_then_upgraded(tmp_path: Path, filled: Path) -> None:
    later = _later_schema(tmp_path / "db", _SECOND)
    with Library.open(filled, at=AT, schema=later) as library:
        assert library.upgraded is not None
        assert library.upgraded[:2] == (SCHEMA_VERSION, _LATER)
        assert library.rows("SELECT name, motto FROM fighter") == [("[red]Grim [/the] Bold", "none")]
        assert library.rows("PRAGMA user_version") == [(_LATER,)]
        copy = library.upgraded.copy
    assert copy == filled.with_name(f"club.v{SCHEMA_VERSION}-20260301T193000Z.backup.db")
    with Library.open(copy, at=AT) as old:
        assert old.rows("SELECT name FROM fighter") == [("[red]Grim [/the] Bold",)]


def test_a_library_of_the_first_version_gets_a_place_for_layouts(tmp_path: Path) -> None:
    first = tmp_path / "first"
    shutil.copytree(current_schema().folder, first, ignore=shutil.ignore_patterns("000[2-9]*", "__pycache__"))
    old = build(tmp_path, Schema(1, first))
    old.execute("INSERT INTO campaign VALUES (1, 'kfq2mz', 'Ashen Ridge', 'some-game', '1', 'now', '', 0)")
    old.close()
    with Library.open(tmp_path / "built.db", at=AT) as library:
        assert library.upgraded is not None
        assert library.upgraded.before == 1
        assert library.rows("SELECT name FROM campaign") == [("Ashen Ridge",)]
        assert library.rows("SELECT * FROM layout") == []


def test_an_upgraded_library_is_not_upgraded_again(tmp_path: Path, filled: Path) -> None:
    later = _later_schema(tmp_path / "db", _SECOND)
    assert upgrade(filled, at=AT, schema=later) is not None
    assert upgrade(filled, at=AT, schema=later) is None
    assert len(list(tmp_path.glob("*.backup.db"))) == 1


def test_two_programs_that_upgrade_at_once_both_get_the_library(tmp_path: Path, filled: Path) -> None:
    later = _later_schema(tmp_path / "db", _SECOND)
    script = (
        "import sys; from pathlib import Path; from warband_tui.store.connection import Schema; "
        "from warband_tui.store.library import Library; "
        f"Library.open(sys.argv[1], at=sys.argv[3], schema=Schema({_LATER}, Path(sys.argv[2]))).close()"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", script, filled, later.folder, f"2026-03-0{day}T00:00:00Z"])
        for day in (1, 2)
    ]
    assert [child.wait() for child in children] == [0, 0]
    with Library.open(filled, at=AT, schema=later) as library:
        assert library.rows("SELECT motto FROM fighter") == [("none",)]
    assert check(filled) == ()


def test_a_second_copy_of_the_same_moment_gets_another_name(tmp_path: Path, filled: Path) -> None:
    filled.with_name(f"club.v{SCHEMA_VERSION}-20260301T193000Z.backup.db").write_text(
        "kept", encoding="utf-8"
    )
    done = upgrade(filled, at=AT, schema=_later_schema(tmp_path / "db", _SECOND))
    assert done is not None
    assert done.copy.name == f"club.v{SCHEMA_VERSION}-20260301T193000Z-2.backup.db"
    assert (
        filled.with_name(f"club.v{SCHEMA_VERSION}-20260301T193000Z.backup.db").read_text(encoding="utf-8")
        == "kept"
    )


@pytest.mark.parametrize(("migration", "reason"), [(_FAILING, "nonsense"), (_LOSING, "refers to nothing")])
def test_a_migration_that_fails_leaves_the_library_as_it_was(
    tmp_path: Path, filled: Path, migration: str, reason: str
) -> None:
    with pytest.raises(WarbandError, match=reason) as refused:
        Library.open(filled, at=AT, schema=_later_schema(tmp_path / "db", migration))
    assert "\n" not in str(refused.value)
    with Library.open(filled, at=AT) as library:
        assert library.rows("SELECT name FROM sqlite_master WHERE name = 'half'") == []
        assert library.rows("SELECT name FROM warband") == [("W",)]
    assert check(filled) == ()
