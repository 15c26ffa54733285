"""`warband-tui layout ...`: boards from files and into files, checked, made at random."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import Caller

PIECE = {"id": "ruin-1", "shape": [[10, 10], [20, 10], [20, 20], [10, 20]], "height": 3, "tags": ["cover"]}
TABLE: dict[str, Any] = {"kind": "inches", "width": 48, "height": 36, "features": [PIECE]}


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "mill.json"
    path.write_text(json.dumps(TABLE), encoding="utf-8")
    return path


def faulty(board: Path, **piece: Any) -> Path:
    board.write_text(json.dumps({**TABLE, "features": [{**PIECE, **piece}]}), encoding="utf-8")
    return board


def test_a_board_goes_in_and_comes_out_the_same(cli: Caller, board: Path, tmp_path: Path) -> None:
    assert cli("layout", "import", str(board)).out == 'Kept as mill (48" x 36", number 1)\n'
    assert cli("layout", "export", "mill", "--json").data == {**TABLE, "name": "mill"}
    out = tmp_path / "out.json"
    assert cli("layout", "export", "mill", "--out", str(out)).code == 0
    assert json.loads(out.read_text(encoding="utf-8")) == {**TABLE, "name": "mill"}
    again = cli("layout", "export", "mill", "--out", str(out))
    assert (again.code, "exists already" in again.err) == (1, True)


def test_the_list_names_sizes_and_games(cli: Caller, board: Path) -> None:
    assert "no layout yet" in cli("layout", "list").out
    cli("layout", "import", str(board), "--as", "[red]Mill [/]\x1b[2J")
    (row,) = cli("layout", "list", "--json").data
    assert (row["name"], row["ruleset"], row["pieces"]) == ("[red]Mill [/][2J", "", 1)
    told = cli("layout", "list").out
    assert '48" x 36"' in told
    assert "\x1b" not in told


def test_a_layout_is_shown_with_its_pieces_and_faults(cli: Caller, board: Path) -> None:
    cli("layout", "import", str(board))
    told = cli("layout", "show", "mill").out
    assert 'ruin-1  10 x 10 at 10,10, 3" high · cover' in told
    assert cli("layout", "show", "mill", "--json").data["board"]["features"] == [PIECE]


def test_a_layout_is_noted_about(cli: Caller, board: Path) -> None:
    cli("layout", "import", str(board))
    assert cli("layout", "note", "mill", "for club nights", "--json").data["note"] == "for club nights"
    assert "for club nights" in cli("layout", "list").out
    cli("layout", "undo")
    assert "for club nights" not in cli("layout", "list").out


def test_a_board_is_not_kept_for_a_game_of_another_kind(cli: Caller, board: Path) -> None:
    refused = cli("layout", "import", str(board), "--game", "dnd4e")
    assert (refused.code, "is played on squares" in refused.err) == (1, True)
    assert "no layout yet" in cli("layout", "list").out


@pytest.mark.parametrize(
    ("piece", "names"),
    [
        ({"shape": [[0, 0], [4, 4], [4, 0], [0, 4]]}, "feature 'ruin-1': its outline crosses itself"),
        ({"shape": [[0, 0], [4, 0], [8, 0]]}, "feature 'ruin-1': its outline has no area"),
        (
            {"name": "Mill", "shape": [[0, 0], [90, 0], [8, 8]]},
            "feature 'Mill': its corner 90,0 is off the board",
        ),
        ({"height": -1}, "feature 'ruin-1': its height is a length"),
    ],
)
def test_a_faulty_board_is_told_by_piece_and_not_kept(
    cli: Caller, board: Path, piece: dict[str, Any], names: str
) -> None:
    path = faulty(board, **piece)
    checked = cli("layout", "check", str(path))
    assert checked.code == 1
    assert f"error: {names}" in checked.out
    found = cli("layout", "check", str(path), "--json")
    assert (found.code, found.data["ok"]) == (1, False)
    refused = cli("layout", "import", str(path))
    assert (refused.code, refused.out) == (1, "")
    assert names in refused.err
    assert refused.err.count("\n") == 1
    assert cli("layout", "list", "--json").data == []


def test_unequal_rows_are_named(cli: Caller, board: Path) -> None:
    board.write_text('{"kind": "squares", "map": ["...", ".."]}', encoding="utf-8")
    assert "map row 2: 2 squares where the first has 3" in cli("layout", "import", str(board)).err


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff", b"[" * 99_999, b" " * 10_000_000, b'{"width": NaN}', b"{}"]
)
def test_what_is_no_board_is_refused_in_one_line(cli: Caller, board: Path, content: bytes) -> None:
    board.write_bytes(content)
    for command in ("import", "check"):
        done = cli("layout", command, str(board))
        assert (done.code, done.out) == (1, "")
        assert "mill.json" in done.err
        assert done.err.count("\n") == 1


def test_a_name_that_is_taken_is_told_and_may_be_made_to_give_way(cli: Caller, board: Path) -> None:
    cli("layout", "import", str(board))
    assert "there is a layout 'mill' already" in cli("layout", "import", str(board)).err
    assert cli("layout", "import", str(board), "--replace").code == 0


def test_what_was_deleted_comes_back(cli: Caller, board: Path) -> None:
    cli("layout", "import", str(board))
    assert cli("layout", "delete", "mill").out == "Deleted mill\n"
    assert cli("layout", "export", "mill").code == 1
    assert cli("layout", "undo").out == "Undone: delete mill\n"
    assert cli("layout", "export", "mill").code == 0
    cli("layout", "undo")
    nothing = cli("layout", "undo")
    assert (nothing.code, "no change of a layout to undo" in nothing.err) == (1, True)


def test_a_random_board_is_sound_and_the_same_for_the_same_seed(cli: Caller, tmp_path: Path) -> None:
    made = cli("layout", "random", "--size", "44x30", "--seed", "7")
    assert made.out == cli("layout", "random", "--size", "44x30", "--seed", "7").out
    path = tmp_path / "random.json"
    path.write_text(made.out, encoding="utf-8")
    assert cli("layout", "check", str(path)).out.endswith("sound\n")
    kept = cli("layout", "random", "--size", "44x30", "--as", "Night", "--json")
    assert (kept.data["name"], kept.data["width"], kept.data["height"]) == ("Night", 44, 30)


def test_without_a_seed_one_is_drawn_and_told(cli: Caller) -> None:
    made = cli("layout", "random", "--size", "44x30")
    word, seed = made.err.split()
    assert word == "seed"
    assert cli("layout", "random", "--size", "44x30", "--seed", seed).out == made.out


@pytest.mark.parametrize("size", ["48", "x", "0x9", "axb", "1e9x3", "nanx3"])
def test_a_size_that_is_none_is_refused(cli: Caller, size: str) -> None:
    done = cli("layout", "random", "--size", size)
    assert (done.code, done.out) == (1, "")
    assert done.err.count("\n") == 1


def test_wrong_use_is_told(cli: Caller) -> None:
    assert cli("layout").code == 2
    assert cli("layout", "list", "chess").code == 1
    assert "there is no layout 'nowhere'" in cli("layout", "show", "nowhere").err


def test_an_empty_name_or_a_number_is_no_name(cli: Caller, board: Path) -> None:
    for name in ("", " ", "3"):
        for words in (("random",), ("import", str(board))):
            refused = cli("layout", *words, "--as", name)
            assert refused.code == 1
            assert refused.out == ""
            assert "a layout " in refused.err
    assert "no layout yet" in cli("layout", "list").out


@pytest.mark.parametrize("size", ["nanxnan", "infx5", "5x-inf", "1e400x5"])
@pytest.mark.parametrize("game", ["", "dnd4e"])
def test_a_size_that_is_no_number_is_refused(cli: Caller, game: str, size: str) -> None:
    refused = cli("layout", "random", *([game] if game else []), "--size", size)
    assert (refused.code, "is no size; give it as 48x36" in refused.err) == (1, True)


def test_a_tag_that_a_game_does_not_know_is_looked_at_and_no_fault(cli: Caller, board: Path) -> None:
    told = cli("layout", "check", str(faulty(board, tags=["frobnicate"])), "--game", "trench-crusade")
    assert told.code == 0
    assert "warning: feature 'ruin-1': no rule of Trench Crusade knows the tag 'frobnicate'" in told.out


def test_a_key_that_comes_twice_is_refused_by_name(cli: Caller, board: Path) -> None:
    board.write_text('{"width": 48, "height": 36, "zones": [], "zones": []}', encoding="utf-8")
    refused = cli("layout", "check", str(board))
    assert (refused.code, "has the key 'zones' twice" in refused.err) == (1, True)


@pytest.mark.parametrize("path", ["/", "gone/mill.json", "mill.json"])
def test_what_looks_like_a_path_is_told_as_a_file(cli: Caller, path: str) -> None:
    refused = cli("layout", "check", path)
    assert (refused.code, "cannot be read" in refused.err) == (1, True)


def test_nothing_is_written_to_a_folder(cli: Caller, board: Path) -> None:
    cli("layout", "import", str(board))
    refused = cli("layout", "export", "mill", "--out", "")
    assert (refused.code, "is a folder; name a file in it" in refused.err) == (1, True)
