"""Layouts kept under a name, from files and into files; random boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.campaign.layout_faults import errors, flaws
from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_shapes import middle_of
from warband_tui.campaign.layouts import (
    Hand,
    change_layout,
    checked_name,
    copy_layout,
    delete_layout,
    find_layout,
    layout_text,
    list_layouts,
    note_layout,
    open_layout,
    playable,
    read_layout,
    redo_layout,
    rename_layout,
    save_layout,
    undo_layout,
)
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Feature, InchBoard, SquareBoard
from warband_tui.store.layouts import Overtaken
from warband_tui.store.library import Library

HAND = Hand("Mira", "2026-03-01T19:30:00Z")
SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))
BOARD = InchBoard(48, 36, (Feature("ruin-1", SQUARE, 3, ("cover",)),))
TWISTED = InchBoard(48, 36, (Feature("ruin-1", ((0, 0), (4, 4), (4, 0), (0, 4))),))


class TestKeeping:
    def test_a_layout_comes_back_as_it_was_saved(self, library: Library) -> None:
        layout_id = save_layout(library, BOARD, "  Old\n[red]Mill [/] ", "", HAND, note="for club nights")
        kept = open_layout(library, layout_id)
        assert kept.view.name == kept.board.name == "Old [red]Mill [/]"
        assert kept.board.features == BOARD.features  # type: ignore[union-attr]

    def test_a_name_is_taken_until_one_says_that_it_gives_way(self, library: Library) -> None:
        first = save_layout(library, BOARD, "Mill", "", HAND, note="kept")
        with pytest.raises(WarbandError, match="there is a layout 'Mill' already"):
            save_layout(library, TWISTED, "Mill", "", HAND)
        assert save_layout(library, InchBoard(30, 30), "Mill", "", HAND, replacing=True) == first
        assert open_layout(library, first).view.note == "kept"
        undo_layout(library, HAND)
        assert open_layout(library, first).board.width == 48

    def test_a_note_is_written_and_taken_back(self, library: Library) -> None:
        layout_id = save_layout(library, BOARD, "Mill", "", HAND)
        note_layout(library, layout_id, "for\x1b[2J club nights", HAND)
        assert open_layout(library, layout_id).view.note == "for[2J club nights"
        assert undo_layout(library, HAND).what == "layout.note"
        assert open_layout(library, layout_id).view.note == ""

    def test_work_in_progress_is_kept_with_its_faults(self, library: Library) -> None:
        layout_id = save_layout(library, TWISTED, "Draft", "", HAND)
        board = open_layout(library, layout_id).board
        assert errors(board)
        with pytest.raises(WarbandError, match="board: feature 'ruin-1': its outline crosses itself"):
            playable(board)

    def test_everything_done_to_layouts_is_undone_and_redone(self, library: Library) -> None:
        one = save_layout(library, BOARD, "Mill", "", HAND)
        rename_layout(library, one, "Ford", HAND)
        two = copy_layout(library, one, HAND)
        change_layout(library, two, InchBoard(30, 30), HAND)
        delete_layout(library, one, HAND)
        assert [view.name for view in list_layouts(library)] == ["Ford 2"]
        for _ in range(3):
            undo_layout(library, HAND)
        assert [view.name for view in list_layouts(library)] == ["Ford"]
        undo_layout(library, HAND)
        assert [view.name for view in list_layouts(library)] == ["Mill"]
        for _ in range(4):
            redo_layout(library, HAND)
        assert [(view.name, view.width) for view in list_layouts(library)] == [("Ford 2", 30)]

    def test_a_layout_is_found_by_its_name_or_number(self, library: Library) -> None:
        mill = save_layout(library, BOARD, "Mill", "", HAND)
        save_layout(library, BOARD, "Ford", "a-game", HAND)
        other = save_layout(library, BOARD, "Ford", "", HAND)
        assert find_layout(library, "mill").id == mill
        assert find_layout(library, str(other)).id == other
        with pytest.raises(WarbandError, match=f"2 layouts are called 'Ford'.*{other} \\(any game\\)"):
            find_layout(library, "Ford")
        with pytest.raises(WarbandError, match="no layout 'Nowhere'"):
            find_layout(library, "Nowhere")

    def test_digits_alone_are_the_number_of_a_layout_and_no_name(self, library: Library) -> None:
        mill = save_layout(library, BOARD, "Mill", "", HAND)
        for give in (
            lambda: save_layout(library, BOARD, " 3 ", "", HAND),
            lambda: rename_layout(library, mill, "12", HAND),
            lambda: copy_layout(library, mill, HAND, "7"),
        ):
            with pytest.raises(WarbandError, match="a number means its place in the list; add a word"):
                give()
        assert [view.name for view in list_layouts(library)] == ["Mill"]
        other = save_layout(library, BOARD, "3 mills", "", HAND)
        with library.transaction() as connection:
            connection.execute("UPDATE layout SET name = ? WHERE id = ?", (str(mill), other))
        assert find_layout(library, str(mill)).id == mill

    def test_a_board_is_put_over_what_others_changed_only_when_one_says_so(self, library: Library) -> None:
        mill = save_layout(library, BOARD, "Mill", "", HAND)
        begun = open_layout(library, mill).view.revision
        mine = change_layout(library, mill, InchBoard(30, 30), HAND, begun).revision
        with pytest.raises(Overtaken):
            change_layout(library, mill, InchBoard(20, 20), HAND, begun)
        change_layout(library, mill, InchBoard(24, 24), HAND, mine)
        change_layout(library, mill, InchBoard(20, 20), HAND)
        assert open_layout(library, mill).board.width == 20

    @pytest.mark.parametrize("name", ["", "  ", "\x1b\x00", "x" * 81])
    def test_a_name_that_is_none_is_refused(self, name: str) -> None:
        with pytest.raises(WarbandError):
            checked_name(name)


class TestFiles:
    def test_what_is_exported_is_read_again(self) -> None:
        for board in (BOARD, SquareBoard(("#.", "~O"), edges=(((0, 0), (1, 0), "low"),))):
            assert read_layout(layout_text(board).encode(), "x.json") == board

    def test_the_first_line_of_a_script_has_a_board(self) -> None:
        script = b'{"battle": {"ruleset": "x", "board": {"width": 36, "height": 30}}}\n{"do": "next"}\n'
        assert read_layout(script, "s.jsonl") == InchBoard(36, 30)
        assert read_layout(
            b'\xef\xbb\xbf{"board": {"kind": "squares", "map": [".."]}}', "b.json"
        ) == SquareBoard(("..",))

    @pytest.mark.parametrize(
        ("content", "names"),
        [
            (b"", "is no JSON of a board"),
            (b"[" * 100_000, "nested too deeply|no JSON"),
            (b'{"battle":' * 100_000, "nested too deeply|no JSON"),
            (b'{"width": NaN, "height": 3}', "is no JSON of a board"),
            (b'{"width": 1e999, "height": 3}', "no JSON of a board"),
            (b"[1, 2]", "a board is an object"),
            (b'{"width": 48}', 'the board: "height" is missing'),
            (b'{"width": 48, "height": "tall"}', 'the board: "height" is a number, not "tall"'),
            (
                b'{"kind": "hexes", "width": 48, "height": 48}',
                '"kind" is one of inches, squares, not "hexes"',
            ),
            (
                b'{"width": 48, "height": 48, "features": [{"id": "a"}]}',
                'piece a: "shape" is missing',
            ),
            (b"\xff\xfe\x00", "is no JSON of a board"),
            (b" " * 4_000_001, "is larger than 4000000 bytes"),
        ],
    )
    def test_what_is_no_board_is_refused_in_one_line_with_the_name_of_the_file(
        self, content: bytes, names: str
    ) -> None:
        with pytest.raises(WarbandError, match=names) as refused:
            read_layout(content, "board.json")
        assert str(refused.value).startswith("board.json: ")
        assert "\n" not in str(refused.value)

    def test_unequal_rows_are_a_fault_to_be_shown(self) -> None:
        board = read_layout(b'{"kind": "squares", "map": ["...", ".."]}', "b.json")
        assert [flaw.text for flaw in errors(board)] == ["map row 2: 2 squares where the first has 3"]


class TestRandom:
    @given(st.integers(1, 144), st.integers(1, 144), st.integers(0, 2**32))
    @settings(max_examples=60, deadline=None)
    def test_a_table_of_any_size_gets_a_board_without_faults(
        self, width: int, height: int, seed: int
    ) -> None:
        board = random_board(None, width, height, drawing(seed))
        assert (board.width, board.height) == (width, height)
        assert flaws(board) == ()

    def test_it_is_symmetric_and_the_same_for_the_same_seed(self) -> None:
        board = random_board(None, 48, 48, drawing(7))
        assert board == random_board(None, 48, 48, drawing(7))
        assert board != random_board(None, 48, 48, drawing(8))
        assert isinstance(board, InchBoard)
        spots = {middle_of(feature.shape) for feature in board.features}
        assert len(board.features) >= 8
        assert {(round(48 - x, 3), round(48 - y, 3)) for x, y in spots} == {
            (round(x, 3), round(y, 3)) for x, y in spots
        }

    def test_a_size_of_no_table_is_refused(self) -> None:
        with pytest.raises(WarbandError, match="no size of a table"):
            random_board(None, 0, 48, drawing(1))


def test_reading_a_board_of_400_pieces_of_200_corners_fits_into_a_file(tmp_path: Path) -> None:
    shape = tuple((1.111 + i / 10, 2.222 + (i % 7) / 10) for i in range(200))
    board = InchBoard(48, 48, tuple(Feature(f"f-{i}", shape) for i in range(400)))
    assert read_layout(layout_text(board).encode(), "big") == board
