"""The drawing desk: what Enter, carrying, mirroring and undo do to a board."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from warband_tui.campaign import layout_legend as legend
from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_drawable import drawable, picture
from warband_tui.campaign.layout_shapes import middle_of
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import MAP, TABLE
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import (
    Board,
    DeploymentZone,
    Fault,
    Feature,
    Ground,
    InchBoard,
    SquareBoard,
)
from warband_tui.rules.board.planning import BoardWords, TerrainKind


@pytest.fixture
def desk() -> Desk:
    return Desk(InchBoard(48, 36), TABLE)


@pytest.fixture
def squared() -> Desk:
    return Desk(blank(6, 4), MAP)


def middles(desk: Desk) -> list[tuple[float, float]]:
    assert desk.table is not None
    return [middle_of(feature.shape) for feature in desk.table.features]


def rows(desk: Desk) -> tuple[str, ...]:
    assert isinstance(desk.board, SquareBoard)
    return desk.board.map


class TestATable:
    def test_a_rectangle_is_placed_at_the_cursor_and_is_the_piece_that_is_meant(self, desk: Desk) -> None:
        assert desk.place((10, 10)) == "Placed wood-1"
        assert (desk.piece, middles(desk), desk.changed) == ("wood-1", [(10, 10)], True)

    def test_a_wall_follows_its_corners_until_the_last_one_is_set_twice(self, desk: Desk) -> None:
        desk.next_form()
        assert desk.next_form() == "wall"
        for corner in ((5, 5), (15, 5), (15, 15), (15, 15)):
            desk.place(corner)
        assert len(middles(desk)) == 2
        assert not desk.busy

    def test_an_outline_takes_three_corners(self, desk: Desk) -> None:
        for _ in range(3):
            desk.next_form()
        desk.place((5, 5))
        with pytest.raises(WarbandError, match="three corners or more"):
            desk.place((5, 5))
        for corner in ((15, 5), (15, 15), (5, 5)):
            desk.place(corner)
        assert desk.table is not None
        assert desk.table.features[0].shape == ((5, 5), (15, 5), (15, 15))

    def test_a_crossed_outline_is_placed_and_told(self, desk: Desk) -> None:
        for _ in range(3):
            desk.next_form()
        for corner in ((0, 0), (4, 4), (4, 0), (0, 4), (0, 4)):
            desk.place(corner)
        assert ["crosses itself" in flaw.what for flaw in desk.flaws()] == [True]

    def test_carrying_is_one_step_however_long_the_way(self, desk: Desk) -> None:
        desk.place((10, 10))
        desk.carry((10, 10))
        for x in (11, 12, 20):
            desk.carry_to((x, 10))
        desk.put_down()
        assert middles(desk) == [(20, 10)]
        assert desk.undo() == "Undone: move wood-1"
        assert middles(desk) == [(10, 10)]
        desk.redo()
        assert middles(desk) == [(20, 10)]

    def test_while_a_piece_is_carried_only_its_own_faults_are_told(self) -> None:
        one, two, three = (
            Feature(f"wood-{i}", ((x, 5), (x + 4, 5), (x + 4, 9), (x, 9)), tags=("cover",))
            for i, x in enumerate((4, 6, 20))
        )
        asked: list[Board] = []

        class Strict:
            title = "Strict"
            board_words = TABLE

            def board_faults(self, board: Board) -> tuple[Fault, ...]:
                asked.append(board)
                return (Fault("board", "too little terrain"),)

        desk = Desk(InchBoard(48, 36, (one, two, three)), TABLE, Strict())
        assert len(desk.flaws()) == 2
        desk.piece = "wood-2"
        desk.carry((22, 7))
        assert desk.still == InchBoard(48, 36, (one, two))
        desk.carry_to((10, 7))
        assert [flaw.pieces for flaw in desk.flaws()] == [("wood-2", "wood-1")]
        desk.carry_to((-8, 7))
        assert [flaw.severity for flaw in desk.flaws()] == ["error"]
        desk.carry_to((22, 7))
        assert (desk.flaws(), len(asked)) == ((), 1)
        desk.put_down()
        assert (len(desk.flaws()), len(asked)) == (2, 2)

    def test_giving_up_puts_back_what_is_carried(self, desk: Desk) -> None:
        desk.place((10, 10))
        desk.carry((10, 10), copy=True)
        desk.carry_to((30, 30))
        assert len(middles(desk)) == 2
        assert desk.give_up()
        assert middles(desk) == [(10, 10)]
        assert not desk.give_up()

    def test_undo_gives_up_first(self, desk: Desk) -> None:
        desk.place((10, 10))
        desk.carry((10, 10))
        desk.carry_to((30, 30))
        assert desk.undo() == "Given up"
        assert middles(desk) == [(10, 10)]

    def test_the_next_piece_is_found_by_rows_and_goes_round(self, desk: Desk) -> None:
        for place in ((10, 30), (10, 5), (30, 5)):
            desk.place(place)
        desk.piece = ""
        assert [desk.step_piece(1) for _ in range(4)] == [(10, 5), (30, 5), (10, 30), (10, 5)]
        assert desk.step_piece(-1) == (10, 30)

    def test_without_a_piece_larger_and_measures_are_for_the_pencil(self, desk: Desk) -> None:
        desk.measure(10, 8)
        desk.grow(larger=True)
        assert (desk.pencil.width, desk.pencil.depth) == (12.5, 10)
        for _ in range(60):
            desk.grow(larger=False)
        assert desk.pencil.width == 0.5
        with pytest.raises(WarbandError, match="no size of a piece"):
            desk.measure(0, 3)

    def test_a_counterpart_is_placed_opposite(self, desk: Desk) -> None:
        desk.place((10, 10))
        desk.mirror("round", whole=False)
        assert middles(desk) == [(10, 10), (38, 26)]

    def test_what_needs_a_piece_says_so(self, desk: Desk) -> None:
        for act in (lambda: desk.turn(15), lambda: desk.carry((1, 1)), lambda: desk.delete((1, 1))):
            with pytest.raises(WarbandError, match="put the cursor on a piece"):
                act()

    def test_another_board_is_an_edit_like_any_other(self, desk: Desk) -> None:
        desk.replace_board(InchBoard(30, 30), "random board")
        desk.lay_zones("long", 6)
        desk.resize_board(24, 24)
        assert desk.board.width == 24
        for _ in range(3):
            desk.undo()
        assert desk.board == InchBoard(48, 36)
        assert not desk.changed


class TestSquares:
    def test_squares_are_painted_one_by_one_or_as_a_block(self, squared: Desk) -> None:
        squared.place((0, 0))
        assert squared.next_form() == "block"
        squared.place((2, 1))
        squared.place((4, 2))
        assert rows(squared) == ("#.....", "..###.", "..###.", "......")

    def test_an_edge_lies_between_two_squares(self, squared: Desk) -> None:
        squared.next_form()
        squared.next_form()
        squared.place((1, 1))
        squared.place((2, 1))
        assert squared.board.edges == (((1, 1), (2, 1), "low"),)  # type: ignore[union-attr]

    def test_terrain_is_carried_as_a_whole(self, squared: Desk) -> None:
        squared.place((0, 0))
        squared.place((1, 0))
        squared.carry((0, 0))
        squared.carry_to((2, 1))
        squared.carry_to((3, 2))
        squared.put_down()
        assert rows(squared) == ("......", "......", "...##.", "......")
        squared.undo()
        assert rows(squared)[0] == "##...."
        with pytest.raises(WarbandError, match="only open floor"):
            squared.carry((5, 3))

    def test_clearing_makes_the_floor_open(self, squared: Desk) -> None:
        squared.place((0, 0))
        squared.delete((0, 0))
        assert rows(squared)[0] == "......"

    def test_measures_and_turns_are_for_tables(self, squared: Desk) -> None:
        with pytest.raises(WarbandError):
            squared.turn(15)
        squared.mirror("across", whole=True)
        squared.resize_board(8, 4)
        assert squared.board.width == 8


@pytest.mark.parametrize(
    "board",
    [
        InchBoard(
            48,
            36,
            (Feature("a", ()), Feature("b", ((0, 0), (99_999, 1), (2, 2))), Feature("c", ((0, 0), (1, 1)))),
        ),
        InchBoard(0, -4),
        InchBoard(1e300, float("inf")),
        InchBoard(48, 36, zones=(DeploymentZone("A", ()),)),
        SquareBoard(("..", ".", "?x")),
        SquareBoard(()),
        SquareBoard(("",)),
        SquareBoard(("..",), edges=(((0, 0), (5, 5), "low"), ((0, 0), (1, 0), "fog"))),
        SquareBoard(("." * 900,) * 900),
    ],
)
def test_a_faulty_board_can_still_be_drawn(board: Board) -> None:
    assert faults(board)
    shown = picture(board).board
    assert all(fault.piece.startswith("feature") for fault in faults(shown))
    assert drawable(shown) == shown


class TestLetters:
    def test_a_letter_of_ones_own_is_made_changed_painted_and_taken_off(self, squared: Desk) -> None:
        squared.edit_map(lambda board: legend.add_letter(board, "B", " the \n bog "), "letter B")
        squared.edit_map(
            lambda board: legend.change_letter(board, "B", difficult="swamp", height=5, obscured=True),
            "letter B",
        )
        squared.pick_letter("B")
        assert squared.place((1, 1)) == "Painted the bog"
        assert rows(squared)[1] == ".B...."
        assert isinstance(squared.board, SquareBoard)
        assert squared.board.ground((1, 1)) == Ground("the bog", difficult="swamp", height=5, obscured=True)
        assert legend.count_of(squared.board, "B") == 1
        squared.edit_map(lambda board: legend.remove_letter(board, "B"), "remove letter B")
        assert squared.board == blank(6, 4)
        squared.undo()
        assert rows(squared)[1] == ".B...."
        assert not faults(squared.board)

    def test_when_its_letter_is_gone_the_pencil_paints_its_sort_of_terrain(self, squared: Desk) -> None:
        squared.pick_letter("B")
        assert squared.place((0, 0)) == "Painted wall"

    def test_letters_of_the_same_ground_stay_apart(self, squared: Desk) -> None:
        for letter, name in (("B", "bog"), ("C", "creek")):
            squared.edit_map(lambda b, it=letter, of=name: legend.add_letter(b, it, of), name)  # type: ignore[misc]
            squared.edit_map(lambda b, it=letter: legend.change_letter(b, it, difficult="swamp"), name)  # type: ignore[misc]
            squared.pick_letter(letter)
            squared.place((0, 0) if letter == "B" else (1, 0))
        assert rows(squared)[0] == "BC...."

    @pytest.mark.parametrize(
        ("letter", "why"),
        [
            ("#", "# means filled"),
            ("", "one letter"),
            ("AB", "one letter"),
            ("@", "no @"),
            (" ", "no blank"),
            ("é", "one letter"),
        ],
    )
    def test_what_is_no_letter_of_ones_own_says_why(self, letter: str, why: str) -> None:
        board = blank(3, 3)
        assert why in (legend.why_no_letter(board, letter) or "")
        with pytest.raises(WarbandError, match=re.escape(why)):
            legend.add_letter(board, letter, "bog")

    def test_a_letter_is_given_once_and_a_free_one_is_found(self) -> None:
        board = blank(3, 3)
        for _ in range(61):
            board = legend.add_letter(board, legend.free_letter(board), "")
        assert legend.free_letter(board) == ""
        assert "has a letter A already" in (legend.why_no_letter(board, "A") or "")

    def test_drops_have_a_depth(self, squared: Desk) -> None:
        squared.edit_map(lambda board: legend.set_drops(board, 30), "depth of drops")
        assert isinstance(squared.board, SquareBoard)
        assert squared.board.drop_feet == 30
        assert legend.ground_text(Ground(drop=True), 30) == "a drop of 30 feet"
        with pytest.raises(WarbandError, match="no depth of a drop"):
            legend.set_drops(squared.board, -1)
        with pytest.raises(WarbandError, match="no height of ground"):
            legend.change_letter(legend.add_letter(blank(2, 2), "B", ""), "B", height=-5)
        with pytest.raises(WarbandError, match="no letter Z"):
            legend.change_letter(blank(2, 2), "Z", height=5)

    def test_only_what_is_filled_is_seen_through(self) -> None:
        glass = replace(Ground(), **legend.turned(Ground(), "transparent"))
        assert (glass.blocking, legend.ground_text(glass)) == (True, "filled, but seen through")
        assert replace(glass, **legend.turned(glass, "blocking")) == Ground()
        assert replace(glass, **legend.turned(glass, "transparent")) == Ground(blocking=True)

    def test_a_table_in_inches_has_no_letters(self, desk: Desk) -> None:
        with pytest.raises(WarbandError, match="no squares"):
            desk.edit_map(lambda board: board, "letters")

    def test_the_pencil_begins_with_terrain_not_with_open_floor(self) -> None:
        open_floor = TerrainKind("open", "open", ".")
        tagged = TerrainKind("wood", "wood", "t", ("wood",))
        words = BoardWords("squares", ((4, 4),), (open_floor, tagged, *MAP.terrain))
        desk = Desk(blank(4, 4), words)
        assert desk.pencil.kind == MAP.terrain[0]
        assert desk.kinds == (open_floor, *MAP.terrain)
