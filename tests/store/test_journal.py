"""The journal of a battle: append, read, clash, snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.acts import AT
from warband_tui.errors import WarbandError
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.journal import Clash, Journal, Row
from warband_tui.store.library import Library


def test_what_was_appended_is_read_back_in_order_and_byte_for_byte(library: Library, battle_id: int) -> None:
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"\x00\xff[red]", AT)
    journal.append(battle_id, 2, "undo", 3, b"", AT)
    assert journal.read(battle_id) == [Row(1, "action", 1, AT, b"\x00\xff[red]"), Row(2, "undo", 3, AT, b"")]
    assert journal.read(battle_id, after_seq=1) == [Row(2, "undo", 3, AT, b"")]
    assert journal.latest_seq(battle_id) == 2


def test_another_battle_has_its_own_numbers(library: Library, battle_id: int) -> None:
    other = Battles(library).begin("Second", "some-game", "1", b"{}", [], at=AT).id
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"a", AT)
    journal.append(other, 1, "action", 1, b"b", AT)
    assert [row.body for row in journal.read(other)] == [b"b"]


def test_a_number_that_is_taken_clashes_and_nothing_is_overwritten(library: Library, battle_id: int) -> None:
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"first", AT)
    with pytest.raises(Clash) as clash:
        journal.append(battle_id, 1, "action", 1, b"second", AT)
    assert (clash.value.seq, clash.value.latest) == (1, 1)
    assert "\n" not in str(clash.value)
    assert [row.body for row in journal.read(battle_id)] == [b"first"]


def test_a_gap_is_a_fault_of_the_caller(library: Library, battle_id: int) -> None:
    with pytest.raises(ValueError, match="gap"):
        Journal(library).append(battle_id, 2, "action", 1, b"", AT)
    assert Journal(library).read(battle_id) == []


def test_a_battle_that_does_not_exist_is_refused(library: Library) -> None:
    with pytest.raises(WarbandError, match="no battle 99"):
        Journal(library).append(99, 1, "action", 1, b"", AT)


def test_many_entries_are_appended_together_or_not_at_all(library: Library, battle_id: int) -> None:
    journal = Journal(library)
    journal.append(battle_id, 1, "action", 1, b"", AT)
    with pytest.raises(ValueError, match="gap"):
        journal.append_all(battle_id, [Row(2, "action", 1, AT, b""), Row(4, "action", 1, AT, b"")])
    assert journal.latest_seq(battle_id) == 1
    journal.append_all(battle_id, [Row(seq, "action", 1, AT, b"") for seq in range(2, 10)])
    assert [row.seq for row in journal.read(battle_id)] == list(range(1, 10))


def test_an_unknown_kind_of_entry_is_not_kept(library: Library, battle_id: int) -> None:
    with pytest.raises(Exception, match="ck_entry_kind"):
        Journal(library).append(battle_id, 1, "delete", 1, b"", AT)
    assert Journal(library).latest_seq(battle_id) == 0


def test_the_latest_snapshot_wins_and_may_be_thrown_away(library: Library, battle_id: int) -> None:
    journal = Journal(library)
    assert journal.load_snapshot(battle_id) is None
    journal.save_snapshot(battle_id, 5, b"five")
    journal.save_snapshot(battle_id, 3, b"late, but older")
    assert journal.load_snapshot(battle_id) == (5, b"five")
    journal.drop_snapshot(battle_id)
    assert journal.load_snapshot(battle_id) is None


def test_a_second_program_notices_new_entries_cheaply(library: Library, battle_id: int) -> None:
    with Library.open(library.path, at=AT) as second:
        here, there = Journal(library), Journal(second)
        before = there.data_version()
        assert there.data_version() == before
        here.append(battle_id, 1, "action", 1, b"", AT)
        assert there.data_version() != before
        mine = here.data_version()
        here.append(battle_id, 2, "action", 1, b"", AT)
        assert here.data_version() == mine


@given(bodies=st.lists(st.binary(max_size=200), max_size=12), split=st.integers(0, 12))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_in_two_parts_is_reading_the_whole(library: Library, bodies: list[bytes], split: int) -> None:
    battle = Battles(library).begin("Any", "some-game", "1", b"{}", [], at=AT).id
    journal = Journal(library)
    journal.append_all(battle, [Row(seq, "action", 1, AT, body) for seq, body in enumerate(bodies, 1)])
    rows = journal.read(battle)
    assert [row.body for row in rows] == bodies
    assert rows[:split] + journal.read(battle, after_seq=split) == rows


@pytest.mark.parametrize("status", ["preparing", "running", "ended"])
def test_a_battle_moves_to_any_stage(library: Library, battle_id: int, status: str) -> None:
    Battles(library).set_status(battle_id, status, at="2026-03-02T00:00:00Z")
    assert library.rows("SELECT status, updated FROM battle") == [(status, "2026-03-02T00:00:00Z")]


def test_an_unknown_stage_or_battle_or_campaign_is_refused(library: Library, battle_id: int) -> None:
    battles = Battles(library)
    with pytest.raises(WarbandError, match="cannot be kept"):
        battles.set_status(battle_id, "lost", at=AT)
    with pytest.raises(WarbandError, match="no battle 99"):
        battles.set_archived(99, True, at=AT)
    with pytest.raises(WarbandError, match="cannot be kept"):
        battles.begin("x", "some-game", "1", b"", [NewSide("A", "x")], at=AT, campaign_id=99)
    assert library.rows("SELECT count(*) FROM battle") == [(1,)]


def test_a_closed_library_says_so(tmp_path: Path) -> None:
    library = Library.open(tmp_path / "club.db", at=AT)
    library.close()
    library.close()
    with pytest.raises(WarbandError, match="closed"):
        Journal(library).latest_seq(1)
