"""Playing: what is shown is on the disk, and several windows may play one battle."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.campaign import bog
from warband_tui.campaign import play
from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import EndBattle, Mark, Note, read_action
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import ChoiceWanted, Refused
from warband_tui.rules.state import to_json
from warband_tui.store.journal import Clash, Journal
from warband_tui.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=bog.AT) as library:
        yield library


@pytest.fixture
def session(library: Library) -> PlaySession:
    return bog.opened(library, bog.begun(library))


def shot(session: PlaySession, dice: list[int], **choices: int) -> Entry:
    kinds = tuple(d.action for d in session.ruleset.actions)
    action = read_action({"do": "shoot", "unit": "a1", "target": "b1"}, kinds)
    return session.act(action, dice=dice, choices=choices)


def test_an_act_is_in_the_journal_when_it_returns(library: Library, session: PlaySession) -> None:
    session.act(Mark(on="b1", counter="blood"))
    rows = Journal(library).read(session.heading.id)
    assert [(r.seq, r.kind, r.count) for r in rows] == [(1, "action", 1)]


def test_what_is_reopened_is_what_was_played(library: Library, session: PlaySession) -> None:
    shot(session, [4, 4])
    session.act(Mark(on="a1", counter="blessing", by=-1))
    session.undo()
    again = bog.opened(library, session.heading.id)
    assert to_json(again.state) == to_json(session.state)
    assert again.battle.can_redo == 1
    assert again.battle.entries == session.battle.entries


def test_dice_and_choices_that_are_missing_are_asked_for_and_leave_no_trace(session: PlaySession) -> None:
    session.act(Mark(on="b1", counter="blood", by=2))
    with pytest.raises(ChoiceWanted) as wanted:
        shot(session, [])
    assert wanted.value.choice.side == "A"
    with pytest.raises(DiceWanted) as dice:
        shot(session, [3], blood=1)
    assert (dice.value.count, dice.value.have) == (3, 1)
    assert len(session.battle.entries) == 1


def test_an_act_that_cannot_be_written_does_not_happen(library: Library, session: PlaySession) -> None:
    before = to_json(session.state)
    library.close()
    with pytest.raises(WarbandError, match="closed"):
        session.act(Note(text="lost"))
    assert to_json(session.state) == before
    assert session.battle.entries == []


def test_an_undo_and_a_redo_are_journal_entries_too(library: Library, session: PlaySession) -> None:
    session.act(Mark(on="b1", counter="blood"))
    session.act(Mark(on="b1", counter="blood"))
    session.undo(2)
    session.redo(1)
    assert [(r.kind, r.count) for r in Journal(library).read(session.heading.id)] == [
        ("action", 1),
        ("action", 1),
        ("undo", 2),
        ("redo", 1),
    ]
    assert session.state.unit("b1").counter("blood") == 1
    with pytest.raises(Refused):
        session.undo(5)


def test_entries_of_another_window_appear_on_refresh(tmp_path: Path, session: PlaySession) -> None:
    with Library.open(tmp_path / "club.db", at=bog.AT) as second:
        other = bog.opened(second, session.heading.id)
        assert session.refresh() == []
        other.act(Mark(on="b1", counter="blood"))
        assert [e.seq for e in session.refresh()] == [1]
        assert session.refresh() == []
    assert session.state.unit("b1").counter("blood") == 1


def test_of_two_windows_that_act_at_once_one_is_told_and_has_both_worlds(
    tmp_path: Path, session: PlaySession
) -> None:
    with Library.open(tmp_path / "club.db", at=bog.AT) as second:
        other = bog.opened(second, session.heading.id)
        other.act(Mark(on="b1", counter="blood"))
        with pytest.raises(Clash):
            session.act(Mark(on="b2", counter="blood"))
        assert session.state.unit("b1").counter("blood") == 1
        assert session.state.unit("b2").counter("blood") == 0
        session.act(Mark(on="b2", counter="blood"))
        other.refresh()
        assert to_json(other.state) == to_json(session.state)


def test_the_list_of_battles_knows_when_one_is_over(library: Library, session: PlaySession) -> None:
    def status() -> str:
        rows = library.rows("SELECT status FROM battle WHERE id = ?", (session.heading.id,))
        return str(rows[0][0])

    assert status() == "preparing"
    session.act(EndBattle(winner="A", why="agreed"))
    assert status() == "ended"
    session.undo()
    assert status() == "running"


@pytest.fixture
def long_battle(library: Library, session: PlaySession, monkeypatch: pytest.MonkeyPatch) -> PlaySession:
    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 10)
    for i in range(25):
        session.act(Mark(on="b1", counter="blood", by=1 if i % 2 else -1, to=i % 6))
    return session


def test_a_snapshot_is_kept_now_and_then(library: Library, long_battle: PlaySession) -> None:
    kept = Journal(library).load_snapshot(long_battle.heading.id)
    assert kept is not None
    assert kept.seq == 20


def test_a_battle_opened_from_its_snapshot_is_the_battle_folded_from_the_start(
    library: Library, long_battle: PlaySession
) -> None:
    from_snapshot = bog.opened(library, long_battle.heading.id)
    Journal(library).drop_snapshot(long_battle.heading.id)
    from_start = bog.opened(library, long_battle.heading.id)
    assert to_json(from_snapshot.state) == to_json(from_start.state) == to_json(long_battle.state)
    for battle in (from_snapshot, from_start):
        battle.battle.undo(12)
    assert to_json(from_snapshot.state) == to_json(from_start.state)


@pytest.mark.parametrize("body", [b"{}", b"\xff", b'{"fold": "another", "state": {}}'])
def test_a_snapshot_that_cannot_be_used_is_passed_over(
    library: Library, long_battle: PlaySession, body: bytes
) -> None:
    Journal(library).save_snapshot(long_battle.heading.id, 24, body)
    assert to_json(bog.opened(library, long_battle.heading.id).state) == to_json(long_battle.state)


def test_a_snapshot_of_another_fold_is_passed_over(library: Library, long_battle: PlaySession) -> None:
    other = replace(long_battle.state, dice_position=99)
    wrong = msgspec.json.encode({"fold": "another", "state": other})
    Journal(library).save_snapshot(long_battle.heading.id, 24, wrong)
    assert to_json(bog.opened(library, long_battle.heading.id).state) == to_json(long_battle.state)


def test_a_snapshot_of_an_undone_entry_makes_way_for_a_sound_one(
    library: Library, long_battle: PlaySession
) -> None:
    long_battle.undo(13)
    again = bog.opened(library, long_battle.heading.id)
    assert to_json(again.state) == to_json(long_battle.state)
    kept = Journal(library).load_snapshot(long_battle.heading.id)
    assert kept is not None
    assert kept.seq == 12


def test_a_battle_that_is_not_there_is_refused_by_name(library: Library) -> None:
    with pytest.raises(WarbandError, match="no battle 99"):
        bog.opened(library, 99)


def test_an_entry_that_cannot_be_read_is_named(library: Library, session: PlaySession) -> None:
    Journal(library).append(session.heading.id, 1, "action", 1, b'{"seq": "x"}', bog.AT)
    with pytest.raises(WarbandError, match="The Ford, entry 1"):
        bog.opened(library, session.heading.id)


def test_a_set_up_that_cannot_be_read_is_named(
    library: Library, session: PlaySession, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "club.db") as raw:
        raw.execute("UPDATE battle SET setup = ?", (msgspec.json.encode({"sides": 3}),))
    with pytest.raises(WarbandError, match="The Ford: the set-up cannot be read"):
        bog.opened(library, session.heading.id)
