"""A board as data: read from a script, refused with the name of the piece at fault."""

from __future__ import annotations

from typing import Any

import pytest

from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import BadBoard, Base, InchBoard, SquareBoard
from warband_tui.rules.board.reading import board_json, read_base, read_board, read_spots

SQUARE = [[10, 10], [20, 10], [20, 20], [10, 20]]


def table(**feature: Any) -> dict[str, Any]:
    piece = {"id": "wall", "shape": SQUARE, **feature}
    return {"kind": "inches", "width": 48, "height": 48, "features": [piece]}


def test_a_table_reads_and_writes_the_same() -> None:
    board = read_board(table(height=3, tags=["difficult"]))
    assert isinstance(board, InchBoard)
    assert board.features[0].height == 3
    assert read_board(board_json(board)) == board


def test_a_letter_without_a_legend_marks_a_place_on_open_floor() -> None:
    board = read_board({"kind": "squares", "map": ["A.#", "..~"]})
    assert isinstance(board, SquareBoard)
    assert board.ground((0, 0)) == board.ground((1, 0))


def test_a_board_without_a_kind_is_a_table() -> None:
    assert read_board({"width": 36, "height": 36}) == InchBoard(36, 36)


def test_a_map_of_squares_reads_and_writes_the_same() -> None:
    data = {
        "kind": "squares",
        "map": ["A.#", "..~"],
        "edges": [[[1, 0], [2, 0], "low"]],
        "drop_feet": 20,
        "legend": {"A": {"difficult": "forest"}},
    }
    board = read_board(data)
    assert isinstance(board, SquareBoard)
    assert (board.width, board.height) == (3, 2)
    assert board.ground((0, 0)).difficult == "forest"
    assert board.ground((2, 0)).blocking
    assert board.ground((2, 1)).difficult
    assert read_board(board_json(board)) == board
    assert hash(read_board(data)) == hash(board)


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (
            table(shape=[[0, 0], [4, 4], [4, 0], [0, 4]]),
            "feature 'wall': its outline crosses itself near 2,2",
        ),
        (table(shape=[[0, 0], [4, 0], [8, 0]]), "feature 'wall': its outline has no area"),
        (table(shape=[[0, 0], [4, 0]]), "feature 'wall': 2 corners"),
        (table(shape=[[0, 0], [60, 0], [60, 9]]), "feature 'wall': its corner 60,0 is off the board"),
        (table(shape=[[0, 0], [-1, 0], [3, 9]]), "feature 'wall': its corner -1,0 is off the board"),
        (table(height=-1), "feature 'wall': its height"),
        ({"width": 0, "height": 48}, "width: 0"),
        ({"width": 48, "height": 1e9}, "height: 1e+09"),
        ({"kind": "squares", "map": ["...", ".."]}, "map row 2: 2 squares where the first has 3"),
        ({"kind": "squares", "map": []}, "map: it has no squares"),
        ({"kind": "squares", "map": ["..?"]}, "map row 1: letter '?' in column 3 is not in the legend"),
        (
            {"kind": "squares", "map": ["..."], "edges": [[[0, 0], [2, 0], "low"]]},
            "edge 0,0 - 2,0: an edge lies between two squares that share a side; name such",
        ),
        (
            {"kind": "squares", "map": ["..."], "edges": [[[2, 0], [3, 0], "low"]]},
            "edge 2,0 - 3,0: it is off the board of 3x1; squares go from 0,0 to 2,0",
        ),
        ({"kind": "hexes"}, 'the board: "kind" is one of inches, squares, not "hexes"'),
        ("a table", "a board is an object"),
        (table(height="tall"), 'piece wall: "height" is a number, not "tall"'),
        (table(shape=[[0, 0], [4, 0], ["x", 4]]), 'piece wall: corner 3 of "shape" is a number, not "x"'),
        (table(shape=[[0, 0], [4, 0], [1]]), 'piece wall: corner 3 of "shape" is a list of 2, not [1]'),
        (table(tags="cover"), 'piece wall: "tags" is a list, not "cover"'),
        (table(id=7), 'piece number 1: "id" is a text, not 7'),
        ({"width": 9, "height": 9, "features": {}}, 'the board: "features" is a list, not {}'),
        ({"width": 9, "height": 9, "features": [3]}, "piece number 1: it is an object, not 3"),
        ({"width": 9, "height": 9, "zones": [{"side": "A"}]}, 'zone A: "shape" is missing'),
        ({"kind": "squares"}, 'the board: "map" is missing'),
        ({"kind": "squares", "map": ["..", 3]}, "map row 2: it is a text, not 3"),
        (
            {"kind": "squares", "map": [".."], "legend": {"A": {}, "F": {"height": "tall"}}},
            'legend "F": "height" is a whole number, not "tall"',
        ),
        (table(shape=[[1, 1]] * 4), "feature 'wall': its outline has no area"),
        (table(shape=[[0, 0], [4, 4], [2, 2], [1, 1]]), "feature 'wall': its outline has no area"),
        (table(id=""), "feature '': piece 1 of the list has no id; give it one of its own"),
        (table(id="  "), "feature '  ': its id is blank"),
        (table(id="a\x1b[2J\nb"), "its id 'a\\x1b[2J\\nb' has characters that cannot be seen"),
        (table(id="a" * 5000), "its id has 5000 letters; at most 80"),
        (table(tags=["a" * 5000]), "feature 'wall': its tag has 5000 letters; at most 80"),
        (table(tags=[""]), "feature 'wall': one of its tags is empty"),
        ({"width": 9, "height": 9, "name": "a" * 100_000}, "board: its name has 100000 letters; at most 80"),
        (table(height=1e300), "its height is a length in inches from 0 to 144, not 1e+300"),
        (table(base=-2), "its base is a length in inches from 0 to 144, not -2"),
    ],
)
def test_a_board_at_fault_is_refused_in_one_line_that_names_the_piece(data: Any, names: str) -> None:
    with pytest.raises(BadBoard) as caught:
        read_board(data)
    assert names in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_editor_is_told_all_faults_and_where() -> None:
    board = InchBoard(48, 48, read_board(table()).features * 2)  # type: ignore[union-attr]
    assert [f.piece for f in faults(board)] == ["feature 'wall'"]
    crossed = read_board(table())
    assert isinstance(crossed, InchBoard)
    assert faults(crossed) == ()


@pytest.mark.parametrize(
    ("data", "base"),
    [
        (32, Base(32, 32)),
        ([30, 60], Base(30, 60, "oval")),
        ("32 mm", Base(32, 32)),
        ("60x35mm", Base(60, 35, "oval")),
        ({"form": "rectangle", "width": 50, "depth": 25}, Base(50, 25, "rectangle")),
        ("see notes", None),
        (None, None),
    ],
)
def test_a_base_is_read_as_far_as_it_makes_sense(data: Any, base: Base | None) -> None:
    assert read_base(data) == base


@pytest.mark.parametrize("data", [0, -5, [30, 9000], [1, 2, 3], {"form": "star", "width": 3, "depth": 3}])
def test_a_base_of_no_size_is_refused(data: Any) -> None:
    with pytest.raises(BadBoard):
        read_base(data)


def test_a_unit_off_the_board_is_refused_by_name() -> None:
    board = InchBoard(48, 36)
    with pytest.raises(BadBoard, match="unit a1 stands at 40,37, off the board of 48x36"):
        read_spots([40, 37, 0], 1, board, "a1")
    with pytest.raises(BadBoard, match="unit a1: 2 places for 1 models"):
        read_spots([[1, 1], [2, 2]], 1, board, "a1")
    assert read_spots([[1, 1], [2, 2, 3]], 2, board, "a1") == ((1.0, 1.0, 0.0), (2.0, 2.0, 3.0))
    squares = SquareBoard(("...", "..."))
    with pytest.raises(BadBoard, match="off the board of 3x2"):
        read_spots([3, 0], 1, squares, "a1")
    assert read_spots([2, 1], 1, squares, "a1") == ((2, 1),)


def test_sides_that_only_share_a_corner_do_not_cross() -> None:
    star = [[0, 0], [4, 2], [8, 0], [6, 4], [8, 8], [4, 6], [0, 8], [2, 4]]
    assert read_board(table(shape=star)) is not None


def test_a_side_that_runs_back_over_another_is_a_crossing() -> None:
    with pytest.raises(BadBoard, match="crosses itself"):
        read_board(table(shape=[[0, 0], [10, 0], [5, 0], [5, 5]]))


def squares(**more: Any) -> dict[str, Any]:
    return {"kind": "squares", "map": ["...", "..."], **more}


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (squares(zones=[{"side": "a", "shape": []}]), "zone 'a': 0 corners"),
        (squares(zones=[{"side": "a", "shape": [[1e308, 0]]}]), "zone 'a': 1e+308,0 is no square"),
        (squares(zones=[{"side": "a", "shape": [[0.5, 0]]}]), "zone 'a': 0.5,0 is no square"),
        (squares(edges=[[[0, 0], [1, 0], "low"], [[1, 0], [0, 0], "wall"]]), "stands on this edge already"),
        (squares(drop_feet=10**400), "drop_feet: a number of more than 15 digits is no depth"),
        (squares(drop_feet=-5), "drop_feet: -5 is no depth; from 0 to 100000 feet"),
        (squares(legend={"\u0301": {}}), "one printed character"),
        (squares(legend={"　": {}}), "one printed character"),
        (squares(legend={"刀": {}}), "one printed character"),
        (squares(legend={"\u202e": {}}), "one printed character"),
        (
            squares(legend={"F": {"height": 10**15}}),
            "legend 'F': a number of more than 15 digits is no height",
        ),
        (squares(bogus=1), 'the board: unknown field "bogus"'),
        ({"width": 48, "height": 48, "feature": []}, 'the board: unknown field "feature"'),
    ],
)
def test_what_could_not_be_drawn_or_is_not_known_is_refused(data: Any, names: str) -> None:
    with pytest.raises(BadBoard) as caught:
        read_board(data)
    assert names in str(caught.value)


def test_a_letter_that_is_not_known_is_told_once() -> None:
    with pytest.raises(BadBoard) as caught:
        read_board({"kind": "squares", "map": ["???", "???"]})
    assert "more" not in str(caught.value)
