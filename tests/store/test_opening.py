"""Opening a library: new, current, newer, foreign, damaged, in a place where none can be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.store.acts import AT
from warband_tui.errors import WarbandError
from warband_tui.store.connection import APPLICATION_ID, SCHEMA_VERSION, library_path
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library


def _refusal(place: str | Path) -> str:
    with pytest.raises(WarbandError) as refused:
        Library.open(place, at=AT)
    text = str(refused.value)
    assert "\n" not in text
    assert text.isprintable()
    return text


def test_a_new_file_becomes_a_library_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "club.db"
    with Library.open(path, at=AT) as library:
        assert library.upgraded is None
        assert library.rows("PRAGMA user_version") == [(SCHEMA_VERSION,)]
        assert library.rows("PRAGMA application_id") == [(APPLICATION_ID,)]
    assert path.is_file()


def test_every_connection_is_safe_against_power_cuts_and_loose_references(library: Library) -> None:
    settings = {
        name: library.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with library.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_an_empty_file_becomes_a_library(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.touch()
    with Library.open(path, at=AT) as library:
        assert library.rows("SELECT count(*) FROM campaign") == [(0,)]


def test_what_was_written_is_there_after_opening_again(library: Library, battle_id: int) -> None:
    Journal(library).append(battle_id, 1, "action", 1, b"x", AT)
    library.close()
    with Library.open(library.path, at=AT) as again:
        assert Journal(again).latest_seq(battle_id) == 1


def test_a_url_means_the_same_as_its_file(tmp_path: Path) -> None:
    assert library_path(f"sqlite:///{tmp_path / 'club.db'}") == tmp_path / "club.db"


def test_a_home_folder_is_spelled_out() -> None:
    assert library_path("~/club.db") == Path.home() / "club.db"


@pytest.mark.parametrize(
    "place", ["postgresql://club/league", "mysql+x://h/d", "sqlite://club.db", "", "a\0b"]
)
def test_places_that_are_no_file_are_refused(place: str) -> None:
    _refusal(place)


@pytest.mark.parametrize(
    "name", [":memory:", "a?mode=ro.db", "100%.db", "näme ☠.db", "file:x.db", "[red]'\";--.db", "#x"]
)
def test_odd_names_are_names_of_files(tmp_path: Path, name: str) -> None:
    with Library.open(tmp_path / name, at=AT):
        assert (tmp_path / name).is_file()


def test_a_name_with_control_characters_is_shown_harmlessly(tmp_path: Path) -> None:
    folder = tmp_path / "a\n\x1b[31mb"
    folder.mkdir()
    assert "\x1b" not in _refusal(folder)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "folder" in _refusal(tmp_path)


def test_a_device_is_refused() -> None:
    assert "not a plain file" in _refusal("/dev/null")


def test_a_place_under_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert "club.db" in _refusal(tmp_path / "file" / "club.db")


def test_a_text_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 200, encoding="utf-8")
    assert "not a library" in _refusal(path)
    assert path.read_text(encoding="utf-8") == "Dear diary, " * 200


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE note (text)")
        other.execute("PRAGMA user_version=1")
    other.close()
    before = path.read_bytes()
    assert "another program" in _refusal(path)
    assert path.read_bytes() == before


def test_a_newer_library_is_refused_naming_both_versions(library: Library) -> None:
    library.connection.execute(f"PRAGMA user_version={SCHEMA_VERSION + 7}")
    library.close()
    text = _refusal(library.path)
    assert f"version {SCHEMA_VERSION + 7}" in text
    assert f"up to {SCHEMA_VERSION};" in text
    assert str(library.path) in text


def test_a_library_cut_short_is_refused(library: Library, battle_id: int) -> None:
    Journal(library).append(battle_id, 1, "action", 1, b"x" * 50_000, AT)
    library.close()
    whole = library.path.read_bytes()
    library.path.write_bytes(whole[:5000])
    assert "damaged" in _refusal(library.path)


def test_damage_found_while_reading_is_told_in_one_line(library: Library, battle_id: int) -> None:
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"x" * 50_000, AT)
    library.close()
    whole = bytearray(library.path.read_bytes())
    whole[8192:] = b"\xff" * (len(whole) - 8192)
    library.path.write_bytes(bytes(whole))
    with pytest.raises(WarbandError, match="damaged"), Library.open(library.path, at=AT) as again:
        Journal(again).read(battle_id)


def test_a_locked_library_says_that_another_program_holds_it(
    library: Library, battle_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warband_tui.store.connection.BUSY_SECONDS", 0.01)
    with Library.open(library.path, at=AT) as second, library.transaction():
        with pytest.raises(WarbandError, match="locked"):
            Journal(second).append(battle_id, 1, "action", 1, b"", AT)
        with pytest.raises(WarbandError, match="locked"):
            second.undo_last(1, who="", at=AT)


def test_a_library_that_may_only_be_read_refuses_writes(library: Library, battle_id: int) -> None:
    library.connection.execute("PRAGMA query_only=ON")
    with pytest.raises(WarbandError, match="only be read"):
        Journal(library).append(battle_id, 1, "action", 1, b"", AT)


def test_a_full_disk_is_told_and_nothing_is_half_saved(library: Library, battle_id: int) -> None:
    (pages,) = library.connection.execute("PRAGMA page_count").fetchone()
    library.connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(WarbandError, match="disk is full"):
        Journal(library).append(battle_id, 1, "action", 1, b"x" * 100_000, AT)
    library.connection.execute("PRAGMA max_page_count=100000")
    Journal(library).append(battle_id, 1, "action", 1, b"x", AT)
    assert Journal(library).latest_seq(battle_id) == 1
