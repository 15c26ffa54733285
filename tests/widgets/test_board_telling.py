"""What is told beside a board: the verdict on a place, its ground, the legend."""

from __future__ import annotations

from warband_tui.campaign.board_view import BoardPicture
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_scene import Scene, Shown
from warband_tui.campaign.board_view_terrain import ground_words
from warband_tui.rules.board.layout import Feature, Ground, InchBoard, SquareBoard
from warband_tui.rules.board.planning import BoardWords, Reach, TerrainKind, Trace
from warband_tui.widgets.board_legend import legend_lines
from warband_tui.widgets.board_panel import long_lines, short_lines
from warband_tui.widgets.board_route import Told
from warband_tui.widgets.lines import Line, width_of

PIT = TerrainKind("pit", "pit", "O", ground={"drop": True}, note="a fall; a save when one is forced into it")
WOOD = TerrainKind("wood", "wood", "♣", ("wood",), note="difficult")


def texts(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_where_the_unit_stands_enter_is_not_offered() -> None:
    trace = Trace("a1", "walk", (1, 1), legal=True, price=0, budget=6, action={"do": "march"})
    there = Told(length="squares", unit="Weyl", trace=trace, place="1,1")
    assert " ✓ 0 of 6 squares   Enter takes it" in texts(long_lines(there, 40))
    here = Told(length="squares", unit="Weyl", trace=trace, place="1,1", stays=True)
    for lines in (long_lines(here, 40), short_lines(here, 80, 5)):
        assert " ✓ 0 of 6 squares   it stands here" in texts(lines)


def test_a_refusal_without_a_length_stands_beside_its_sign() -> None:
    trace = Trace("a1", "charge", (1, 1), legal=False, why="nobody stands there")
    told = Told(unit="Weyl", trace=trace, place="1, 1")
    assert " ✗ nobody stands there" in texts(short_lines(told, 80, 5))


def test_ground_is_not_named_twice() -> None:
    shape = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    words = BoardWords("inches", ((36, 36),), (WOOD,))
    named = {
        name: ground_words(
            InchBoard(9, 9, features=(Feature("w1", shape, name=name, tags=("wood",)),)), words, (2, 2)
        )
        for name in ("Old Wood", "Woodcote")
    }
    assert named == {"Old Wood": ("Old Wood · difficult",), "Woodcote": ("Woodcote · wood · difficult",)}


def test_the_cursors_place_and_its_ground_are_two_words() -> None:
    told = Told(place="14,2", ground=("wall, pillar",))
    assert texts(short_lines(told, 80, 5))[1] == " at 14,2  wall, pillar"


def test_what_is_noted_of_terrain_is_told_whole_where_there_is_room() -> None:
    cut, whole = (
        legend_lines((PIT, WOOD), (), ("A", "B"), (), 30, whole=there_is_room)
        for there_is_room in (False, True)
    )
    assert " O  pit  a fall; a save when…" in texts(cut)
    at = texts(whole).index(" O  pit")
    assert " ".join(line.strip() for line in texts(whole)[at + 1 : at + 3]) == PIT.note
    assert " ♣  wood  difficult" in texts(whole)
    assert all(width_of(line) <= 30 for line in whole)


def test_a_price_stands_free_of_the_sign_of_the_ground() -> None:
    board = SquareBoard(("OO", "OO"), legend={"O": Ground(drop=True)})
    picture = BoardPicture(board, (), (), (), {})
    scene = Scene(picture, BoardWords("squares", ((2, 2),), (PIT,)), Projection(board, 2))
    reach = Reach("a1", "fly", "other", 12, {(0, 0): 5.0, (1, 0): 10.0})
    scene.show(picture, Shown(bands=(reach,)))
    assert "".join(paint.glyph or " " for paint in scene.row(1)) == "O' 5O 10"
