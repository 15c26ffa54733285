"""The drawing desk: what Enter, carrying, mirroring and undo do to a board."""

from __future__ import annotations

import pytest

from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_drawable import drawable, picture
from warband_tui.campaign.layout_shapes import middle_of
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import MAP, TABLE
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import Board, DeploymentZone, Feature, InchBoard, SquareBoard


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
