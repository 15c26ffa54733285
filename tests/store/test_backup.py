"""Looking after a library: info, check, backup, restore."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.store.acts import AT
from warband_tui.errors import WarbandError
from warband_tui.store.backup import backup, check, info, restore, upgrade
from warband_tui.store.connection import SCHEMA_VERSION
from warband_tui.store.journal import Journal, Row
from warband_tui.store.library import Library


def _entries(path: Path, battle_id: int) -> int:
    with Library.open(path, at=AT) as library:
        return Journal(library).latest_seq(battle_id)


def test_info_tells_versions_size_and_counts(library: Library, battle_id: int) -> None:
    Journal(library).append(battle_id, 1, "action", 1, b"x" * 9000, AT)
    told = info(library.path)
    assert (told.version, told.program_version) == (SCHEMA_VERSION, SCHEMA_VERSION)
    assert (told.counts["battle"], told.counts["entry"], told.counts["campaign"]) == (1, 1, 0)
    assert told.bytes > 9000


def test_info_works_on_a_newer_library(library: Library) -> None:
    library.connection.execute("PRAGMA user_version=99")
    assert info(library.path).version == 99


def test_a_backup_holds_what_was_committed_a_moment_ago_and_is_one_file(
    library: Library, battle_id: int, tmp_path: Path
) -> None:
    Journal(library).append(battle_id, 1, "action", 1, b"", AT)
    copy = backup(library.path, tmp_path / "copy.db")
    alone = tmp_path / "elsewhere"
    alone.mkdir()
    (alone / "copy.db").write_bytes(copy.read_bytes())
    assert check(alone / "copy.db") == ()
    assert _entries(alone / "copy.db", battle_id) == 1
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_never_overwrites(library: Library, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious", encoding="utf-8")
    with pytest.raises(WarbandError, match="there is a file already"):
        backup(library.path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "precious"


def test_a_backup_into_a_missing_folder_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(WarbandError, match="cannot be written"):
        backup(library.path, tmp_path / "missing" / "copy.db")


def test_restoring_brings_back_the_backup_and_keeps_what_was_there(
    library: Library, battle_id: int, tmp_path: Path
) -> None:
    copy = backup(library.path, tmp_path / "copy.db")
    Journal(library).append(battle_id, 1, "action", 1, b"", AT)
    library.close()
    restored = restore(copy, library.path, at=AT)
    assert _entries(library.path, battle_id) == 0
    assert restored.kept == str(library.path.with_name("club.replaced-20260301T193000Z.backup.db"))
    assert _entries(Path(restored.kept), battle_id) == 1
    assert check(library.path) == ()


def test_a_program_that_has_the_library_open_sees_the_restored_one(
    library: Library, battle_id: int, tmp_path: Path
) -> None:
    copy = backup(library.path, tmp_path / "copy.db")
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"", AT)
    version = journal.data_version()
    restore(copy, library.path, at=AT)
    assert journal.data_version() != version
    assert journal.latest_seq(battle_id) == 0
    journal.append(battle_id, 1, "action", 1, b"anew", AT)
    assert check(library.path) == ()


def test_restoring_to_an_empty_place_makes_the_library(library: Library, tmp_path: Path) -> None:
    copy = backup(library.path, tmp_path / "copy.db")
    restored = restore(copy, tmp_path / "new" / "club.db", at=AT)
    assert restored.kept is None
    assert check(tmp_path / "new" / "club.db") == ()


def test_restoring_over_a_ruined_library_keeps_the_ruin(
    library: Library, battle_id: int, tmp_path: Path
) -> None:
    copy = backup(library.path, tmp_path / "copy.db")
    library.close()
    library.path.write_bytes(b"ruined" * 1000)
    restored = restore(copy, library.path, at=AT)
    assert restored.kept is not None
    assert Path(restored.kept).read_bytes() == b"ruined" * 1000
    assert _entries(library.path, battle_id) == 0


@pytest.mark.parametrize("content", [b"hello " * 1000, b""])
def test_a_file_that_is_no_library_is_not_restored(library: Library, tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "notes.txt"
    source.write_bytes(content)
    with pytest.raises(WarbandError, match="not a library"):
        restore(source, library.path, at=AT)
    assert check(library.path) == ()
    assert not list(tmp_path.glob("*.backup.db"))


def test_a_newer_or_faulty_or_missing_backup_is_not_restored(
    library: Library, battle_id: int, tmp_path: Path
) -> None:
    newer = backup(library.path, tmp_path / "newer.db")
    with sqlite3.connect(newer) as other:
        other.execute("PRAGMA user_version=99")
    other.close()
    with pytest.raises(WarbandError, match="version 99"):
        restore(newer, library.path, at=AT)
    faulty = backup(library.path, tmp_path / "faulty.db")
    with sqlite3.connect(faulty) as other:
        other.execute("INSERT INTO entry VALUES (?, 3, 'action', 1, 'now', x'')", (battle_id,))
    other.close()
    with pytest.raises(WarbandError, match="faulty"):
        restore(faulty, library.path, at=AT)
    with pytest.raises(WarbandError, match="no such library"):
        restore(tmp_path / "missing.db", library.path, at=AT)
    with pytest.raises(WarbandError, match="the library itself"):
        restore(library.path, library.path, at=AT)
    (tmp_path / "link.db").symlink_to(library.path)
    with pytest.raises(WarbandError, match="the library itself"):
        restore(tmp_path / "link.db", library.path, at=AT)


def test_the_database_of_another_program_is_not_overwritten(library: Library, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE note (text)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(WarbandError, match="another program"):
        restore(library.path, other, at=AT)
    with pytest.raises(WarbandError, match="folder"):
        restore(library.path, tmp_path, at=AT)
    assert other.read_bytes() == before


def test_a_sound_library_has_no_faults(library: Library, battle_id: int) -> None:
    Journal(library).append_all(battle_id, [Row(seq, "action", 1, AT, b"") for seq in range(1, 9)])
    Journal(library).save_snapshot(battle_id, 8, b"")
    assert check(library.path) == ()


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DELETE FROM entry WHERE seq = 2", "some are missing"),
        ("DELETE FROM entry WHERE seq = 1", "some are missing"),
        ("DELETE FROM battle", "does not exist"),
        ("INSERT INTO snapshot VALUES (1, 9, x'')", "snapshot stands at entry 9"),
        ("UPDATE ledger SET seq = 2", "ledger lines"),
        ("CREATE TRIGGER quiet AFTER INSERT ON entry BEGIN SELECT 1; END", "trigger 'quiet'"),
    ],
)
def test_each_kind_of_fault_is_found(library: Library, battle_id: int, damage: str, fault: str) -> None:
    Journal(library).append_all(battle_id, [Row(seq, "action", 1, AT, b"") for seq in range(1, 4)])
    library.connection.execute(
        "INSERT INTO campaign VALUES (1, 'kfq2mz', 'C', 'some-game', '1', 'now', '', 0)"
    )
    library.connection.execute(
        "INSERT INTO ledger VALUES (1, 1, NULL, NULL, 1, 'now', '', 'x', '', '{}', '{}', '', NULL)"
    )
    library.connection.execute("PRAGMA foreign_keys=OFF")
    library.connection.execute(damage)
    faults = check(library.path)
    assert any(fault in line for line in faults), faults


def test_ruined_pages_are_found(library: Library, battle_id: int) -> None:
    Journal(library).append(battle_id, 1, "action", 1, b"x" * 50_000, AT)
    library.close()
    whole = bytearray(library.path.read_bytes())
    whole[-4096:] = b"\xff" * 4096
    library.path.write_bytes(bytes(whole))
    try:
        faults = check(library.path)
    except WarbandError as refused:
        faults = (str(refused),)
    assert faults


@pytest.mark.parametrize("act", [info, check, lambda path: upgrade(path, at=AT)])
def test_a_missing_file_is_not_made(tmp_path: Path, act: object) -> None:
    with pytest.raises(WarbandError, match="no such library"):
        act(tmp_path / "missing.db")  # type: ignore[operator]
    assert not (tmp_path / "missing.db").exists()
