"""Drawing a board: pieces and squares are put, changed, mirrored; every edit can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from warband_tui.campaign import layout_pieces as pieces
from warband_tui.campaign import layout_squares as squares
from warband_tui.campaign.layout_faults import flaws, piece_flaws
from warband_tui.campaign.layout_history import MOST_STEPS, History
from warband_tui.campaign.layout_shapes import Way, box_of, middle_of, rectangle
from warband_tui.campaign.layout_words import MAP, TABLE
from warband_tui.campaign.layout_zones import PATTERNS, Pattern, zones
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import Board, Ground, InchBoard, SquareBoard
from warband_tui.rules.board.planning import TerrainKind

EMPTY = InchBoard(48, 36)
WOOD, BUILDING = TABLE.terrain[0], TABLE.terrain[1]
ROUGH, PIT = MAP.terrain[1], MAP.terrain[2]


def board_with(*middles: tuple[float, float], kind: TerrainKind = WOOD) -> InchBoard:
    board = EMPTY
    for middle in middles:
        board, _ = pieces.add(board, rectangle(middle, 4, 2), kind)
    return board


class TestPieces:
    def test_a_piece_has_the_tags_and_height_of_its_sort_and_an_id_of_its_own(self) -> None:
        board = board_with((10, 10), (20, 10))
        assert [f.id for f in board.features] == ["wood-1", "wood-2"]
        assert (board.features[0].tags, board.features[0].height) == (WOOD.tags, WOOD.height)

    def test_a_piece_is_moved_turned_stretched_about_its_middle(self) -> None:
        board = pieces.move(board_with((10, 10)), "wood-1", 3, -2)
        board = pieces.turn(board, "wood-1", 90)
        assert box_of(board.features[0].shape) == (12, 6, 14, 10)
        board = pieces.resize(board, "wood-1", 6, 6)
        assert box_of(board.features[0].shape) == (10, 5, 16, 11)

    def test_a_copy_has_everything_but_the_id(self) -> None:
        board = pieces.change(
            board_with((10, 10)), "wood-1", name="[b]Old [/] Wood", tags=["Dense Wood", "x"]
        )
        board, made = pieces.copy(board, "wood-1", 5, 0)
        assert made == "wood-2"
        assert board.feature(made).name == "[b]Old [/] Wood"
        assert board.feature(made).tags == ("dense-wood", "x")
        assert middle_of(board.feature(made).shape) == (15, 10)

    def test_a_long_wall_is_one_piece_of_several_stretches(self) -> None:
        board, first = pieces.add_wall(EMPTY, [(5, 5), (15, 5), (15, 15)], 0.5, TABLE.terrain[3])
        assert [f.piece_of for f in board.features] == [first, first]
        assert flaws(board) == ()

    def test_what_makes_no_sense_is_refused_in_one_line(self) -> None:
        board = board_with((10, 10))
        for edit in (
            lambda: pieces.resize(board, "wood-1", 0, 4),
            lambda: pieces.scale(board, "wood-1", 0.001, 1),
            lambda: pieces.change(board, "wood-1", height=-1),
            lambda: pieces.change(board, "wood-1", height=float("nan")),
            lambda: pieces.change(board, "wood-1", tags=[str(n) for n in range(13)]),
            lambda: pieces.add_wall(board, [(1, 1), (1, 1)], 0.5, WOOD),
            lambda: pieces.remove(board, "nothing"),
            lambda: pieces.resize_board(board, 0, 48),
            lambda: pieces.mirror(board_with((24, 18)), "wood-1", "round"),
        ):
            with pytest.raises(WarbandError) as refused:
                edit()
            assert "\n" not in str(refused.value)

    def test_a_full_board_takes_no_further_piece(self) -> None:
        board = EMPTY
        for _ in range(400):
            board, _ = pieces.add(board, rectangle((5, 5), 1, 1), WOOD)
        with pytest.raises(WarbandError, match="a board takes 400 pieces"):
            pieces.add(board, rectangle((5, 5), 1, 1), WOOD)

    def test_the_uppermost_piece_is_found_first(self) -> None:
        board = pieces.change(board_with((10, 10), (11, 10)), "wood-1", base=5)
        assert [f.id for f in pieces.at_point(board, (10.5, 10))] == ["wood-1", "wood-2"]
        assert pieces.at_point(board, (40, 30)) == ()

    @pytest.mark.parametrize("way", ["across", "down", "round"])
    def test_a_mirrored_table_is_its_own_counterpart(self, way: Way) -> None:
        board = pieces.turn(board_with((10, 8), (40, 30), (24, 18), (7, 20)), "wood-1", 30)
        made = pieces.mirror_all(board, way)
        spots = {middle_of(f.shape) for f in made.features}
        x, y = made.width, made.height
        other = {
            "across": lambda p: (x - p[0], p[1]),
            "down": lambda p: (p[0], y - p[1]),
            "round": lambda p: (x - p[0], y - p[1]),
        }
        assert {other[way](spot) for spot in spots} == spots
        assert len({f.id for f in made.features}) == len(made.features)
        assert len(pieces.mirror_all(made, way).features) == len(made.features)


class TestSquares:
    def test_sorts_of_terrain_find_their_letter_or_get_one(self) -> None:
        board = squares.blank(4, 3)
        assert squares.letter_for(board, ROUGH)[1] == "~"
        forest = TerrainKind("forest", "forest", "♣", ground={"difficult": "forest"})
        board, letter = squares.letter_for(board, forest)
        assert letter == "F"
        assert board.legend == {"F": Ground(name="forest", difficult="forest")}
        assert squares.letter_for(board, forest) == (board, "F")

    def test_painting_stays_on_the_board(self) -> None:
        board = squares.paint(squares.blank(4, 3), squares.block((2, 1), (9, 1)), "#")
        assert board.map == ("....", "..##", "....")

    def test_an_area_is_what_hangs_together(self) -> None:
        board = SquareBoard(("##.#", ".#.#"))
        assert squares.area_of(board, (0, 0)) == ((0, 0), (1, 0), (1, 1))
        moved = squares.shift(board, squares.area_of(board, (3, 0)), -1, 0, leave=False)
        assert moved.map == ("###.", ".##.")
        copied = squares.shift(board, squares.area_of(board, (3, 0)), -1, 0, leave=True)
        assert copied.map == ("####", ".###")

    def test_an_edge_goes_round_its_kinds_and_away(self) -> None:
        board = squares.blank(3, 3)
        kinds = []
        for _ in range(4):
            board = squares.next_edge(board, (1, 0), (0, 0))
            kinds.append([kind for _, _, kind in board.edges])
        assert kinds == [["low"], ["wall"], ["window"], []]
        with pytest.raises(WarbandError, match="share a side"):
            squares.next_edge(board, (0, 0), (1, 1))
        with pytest.raises(WarbandError, match="squares of the board"):
            squares.next_edge(board, (0, 0), (-1, 0))

    def test_another_size_cuts_or_fills(self) -> None:
        board = SquareBoard(("#~", "O."), edges=(((0, 0), (1, 0), "low"), ((0, 1), (1, 1), "wall")))
        assert squares.resize_board(board, 3, 1).map == ("#~.",)
        assert squares.resize_board(board, 3, 1).edges == (((0, 0), (1, 0), "low"),)
        assert squares.resize_board(board, 1, 3).map == ("#", "O", ".")
        with pytest.raises(WarbandError, match="no size of a map"):
            squares.resize_board(board, 0, 3)

    @given(
        st.lists(st.text("#~O.", min_size=5, max_size=5), min_size=1, max_size=6),
        st.sampled_from(["across", "down", "round"]),
    )
    def test_a_mirrored_map_is_its_own_counterpart(self, rows: list[str], way: Way) -> None:
        made = squares.mirror_all(SquareBoard(tuple(rows), edges=(((0, 0), (1, 0), "low"),)), way)
        other = {
            "across": tuple(row[::-1] for row in made.map),
            "down": made.map[::-1],
            "round": tuple(row[::-1] for row in made.map[::-1]),
        }
        assert other[way] == made.map
        assert squares.mirror_all(made, way) == made
        assert faults(made) == ()


class TestDraft:
    def test_every_edit_is_undone_and_redone(self) -> None:
        history = History(EMPTY)
        boards: list[Board] = [EMPTY]
        for x in (5, 15, 25):
            board, _ = pieces.add(boards[-1], rectangle((x, 5), 2, 2), WOOD)  # type: ignore[arg-type]
            history = history.edit(board, f"place {x}")
            boards.append(board)
        for before in boards[-2::-1]:
            history = history.undo()
            assert history.board == before
        with pytest.raises(WarbandError, match="nothing was drawn"):
            history.undo()
        for after in boards[1:]:
            history = history.redo()
            assert history.board == after
        with pytest.raises(WarbandError, match="nothing was undone"):
            history.redo()

    def test_small_moves_of_one_piece_are_one_step(self) -> None:
        history = History(board_with((10, 10)))
        for _ in range(5):
            history = history.edit(pieces.move(history.board, "wood-1", 1, 0), "move wood-1", joins=True)  # type: ignore[arg-type]
        assert len(history.done) == 1
        assert history.undo().board == board_with((10, 10))

    def test_what_changes_nothing_is_no_step(self) -> None:
        history = History(EMPTY)
        assert history.edit(EMPTY, "nothing") is history

    def test_the_way_back_is_long_but_not_endless(self) -> None:
        history = History(EMPTY)
        for width in range(1, MOST_STEPS + 20):
            history = history.edit(InchBoard(40 + width / 10, 40), "size")
        assert len(history.done) == MOST_STEPS

    def test_a_draft_that_was_taken_up_says_how_far_undo_reaches(self) -> None:
        history = replace(History(EMPTY), taken_up=True)
        with pytest.raises(WarbandError, match="reaches back to where the draft was taken up"):
            history.edit(board_with((1, 1)), "place").undo().undo()
        with pytest.raises(WarbandError, match="nothing was drawn yet"):
            History(EMPTY).undo()


class TestFlaws:
    def test_a_bad_pair_is_told_however_many_odd_ones_come_first(self) -> None:
        heap = board_with(*[(10, 10)] * 20)
        walls = board_with((30, 10), (30, 10), kind=TerrainKind("block", "block", "#", ("impassable",), 3))
        found = flaws(InchBoard(48, 36, (*heap.features, *walls.features)))
        assert [flaw.severity for flaw in found].count("error") == 1

    def test_a_letter_that_every_map_has_is_told_where_it_means_something_else(self) -> None:
        board = SquareBoard((".#",), legend={"#": Ground(name="bush"), ".": Ground(name="grass")})
        assert [flaw.piece for flaw in flaws(board)] == ["legend '#'"]

    def test_areas_may_overlap_and_it_is_told_with_both_names(self) -> None:
        board = pieces.change(board_with((10, 10), (11, 10)), "wood-1", name="Old Wood")
        (flaw,) = flaws(board)
        assert flaw.severity == "warning"
        assert flaw.text.startswith("feature 'Old Wood': it lies in 'wood-2' near")
        assert flaw.pieces == ("wood-1", "wood-2")

    def test_impassable_pieces_may_not(self) -> None:
        (flaw,) = flaws(board_with((10, 10), (11, 10), kind=BUILDING))
        assert flaw.severity == "error"
        assert flaw.what.endswith("; impassable pieces cannot share ground")

    def test_a_ladder_leans_on_what_it_leads_up_to(self) -> None:
        board = pieces.change(board_with((10, 10), (11, 10)), "wood-2", tags=["ladder"])
        assert flaws(board) == ()

    def test_a_bridge_lies_over_the_water_not_in_it(self) -> None:
        board = pieces.change(board_with((10, 10), (10, 10)), "wood-1", base=0, height=0)
        board = pieces.change(board, "wood-2", base=2, height=1)
        assert flaws(board) == ()

    def test_a_twisted_outline_leads_to_its_piece(self) -> None:
        board = pieces.change(board_with((10, 10)), "wood-1", shape=((0, 0), (4, 4), (4, 0), (0, 4)))
        (flaw,) = flaws(board)
        assert (flaw.severity, flaw.pieces, flaw.at) == ("error", ("wood-1",), (2, 2))

    def test_a_piece_moved_off_the_board_is_told(self) -> None:
        board = pieces.move(board_with((10, 10)), "wood-1", 40, 0)
        assert "is off the board of 48x36" in flaws(board)[0].what

    @given(st.lists(st.tuples(st.integers(0, 47), st.integers(0, 35)), min_size=1, max_size=12))
    def test_one_piece_is_judged_as_it_is_among_all(self, spots: list[tuple[int, int]]) -> None:
        board = board_with(*spots)
        found = flaws(board)
        whole = {frozenset(flaw.pieces) for flaw in found if len(flaw.pieces) == 2}
        for one in board.features:
            alone = piece_flaws(board, one.id)
            off = [flaw for flaw in found if flaw.pieces == (one.id,)]
            if off:
                assert [flaw.text for flaw in alone] == [flaw.text for flaw in off]
            else:
                broken = {flaw.pieces[0] for flaw in found if len(flaw.pieces) == 1}
                met = {frozenset(flaw.pieces) for flaw in alone}
                assert {pair for pair in met if not pair & broken} == {p for p in whole if one.id in p}

    def test_four_hundred_pieces_on_one_heap_are_told_without_end_to_it(self) -> None:
        board = InchBoard(48, 36, board_with(*[(10, 10)] * 100).features)
        *told, rest = flaws(board)
        assert len(told) == 50
        assert rest.text.startswith(f"board: and up to {100 * 99 // 2 - 50} more pairs of pieces")


class TestZones:
    @pytest.mark.parametrize("board", [InchBoard(48, 36), InchBoard(36, 48), squares.blank(21, 15)])
    @pytest.mark.parametrize("pattern", [p.id for p in PATTERNS])
    def test_every_pattern_gives_both_sides_ground_of_the_same_size_on_the_board(
        self, board: Board, pattern: Pattern
    ) -> None:
        from warband_tui.campaign.layout_shapes import overlap
        from warband_tui.rules.board.outlines import area

        found = zones(board, pattern, 6)
        assert [z.side for z in found] == ([] if pattern == "none" else ["A", "B"])
        if found:
            a, b = (zone.shape for zone in found)
            assert abs(area(a)) == abs(area(b)) > 0
            assert overlap(a, b) is None
            assert all(0 <= x <= board.width and 0 <= y <= board.height for x, y in (*a, *b))

    def test_long_edges_are_the_long_ones(self) -> None:
        assert box_of(zones(InchBoard(48, 36), "long", 8)[0].shape) == (0, 0, 48, 8)
        assert box_of(zones(InchBoard(36, 48), "long", 8)[0].shape) == (0, 0, 8, 48)

    @pytest.mark.parametrize("deep", [0, -1, 19, float("nan")])
    def test_zones_that_would_meet_are_refused(self, deep: float) -> None:
        with pytest.raises(WarbandError, match="no depth of a zone here; more than 0, at most 18"):
            zones(InchBoard(48, 36), "long", deep)
