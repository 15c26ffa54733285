"""Boards that were not saved wait in files of their own until they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.campaign.layout_drafts import FOLDER, Draft, draft_of, drafts, forget, keep, pieces_of
from warband_tui.campaign.layout_squares import blank
from warband_tui.rules.board.layout import Board, Feature, InchBoard

RUIN = Feature("ruin-1", ((10, 10), (14, 10), (14, 14)), name="Old Mill")
TABLE = InchBoard(48, 36, (RUIN,))


def draft(
    board: Board = TABLE, *, at: str = "2026-03-01", library: str = "/club.db", name: str = ""
) -> Draft:
    return draft_of(board, library=library, ruleset="bogwater", layout=None, name=name, at=at)


def test_a_draft_is_kept_written_anew_and_forgotten(tmp_path: Path) -> None:
    first = keep(tmp_path, draft(), "")
    assert keep(tmp_path, draft(InchBoard(30, 30)), first) == first
    (held,) = drafts(tmp_path, "/club.db")
    assert (held.id, held.board, held.title) == (first, InchBoard(30, 30), "new board")
    forget(tmp_path, first)
    forget(tmp_path, first)
    assert drafts(tmp_path, "/club.db") == ()


def test_the_latest_comes_first_and_each_library_has_its_own(tmp_path: Path) -> None:
    for at, library in (("2026-03-01", "/club.db"), ("2026-03-03", "/club.db"), ("2026-03-02", "/other.db")):
        keep(tmp_path, draft(at=at, library=library), "")
    assert [one.at for one in drafts(tmp_path, "/club.db")] == ["2026-03-03", "2026-03-01"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"\xff", b"[" * 100_000, b'{"library":"/club.db","ruleset":"","body":{"width":"x"}}'],
)
def test_a_file_that_holds_no_draft_is_passed_over(tmp_path: Path, content: bytes) -> None:
    kept = keep(tmp_path, draft(), "")
    (tmp_path / FOLDER / "77.json").write_bytes(content)
    (tmp_path / FOLDER / "odd.json").write_bytes((tmp_path / FOLDER / f"{kept}.json").read_bytes())
    assert [one.id for one in drafts(tmp_path, "/club.db")] == [kept]


def test_a_disk_that_takes_nothing_is_told_by_an_empty_id(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    assert keep(tmp_path, draft(), "") == ""
    assert drafts(tmp_path, "/club.db") == ()
    forget(tmp_path, "1")


def test_only_drafts_are_ever_taken_away(tmp_path: Path) -> None:
    outside = tmp_path / "roster.json"
    outside.write_text("{}")
    forget(tmp_path, "../roster")
    assert outside.exists()


@pytest.mark.parametrize(
    ("board", "told"),
    [(TABLE, "1 piece"), (InchBoard(4, 4), "0 pieces"), (blank(6, 4), "6 x 4 squares")],
)
def test_it_is_told_how_much_is_on_a_board(board: Board, told: str) -> None:
    assert pieces_of(board) == told


@given(st.text(max_size=8), st.lists(st.sampled_from(".#~O"), min_size=3, max_size=3))
def test_any_board_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, name: str, row: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("state")
    clean = name.encode(errors="ignore").decode()
    board = blank(3, 1).__class__(("".join(row),))
    keep(folder, draft(board, name=clean), "")
    (held,) = drafts(folder, "/club.db")
    assert (held.board, held.name) == (board, clean)
