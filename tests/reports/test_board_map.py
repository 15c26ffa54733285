"""The maps of a report: what stands where, in characters and as a picture, and when there are none."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import msgspec
import pytest
from defusedxml.ElementTree import fromstring
from msgspec.structs import replace

from tests.fifth_game import bogwater
from warband_tui.campaign.board_view import BoardPicture, picture_of, radius_of, zone_words
from warband_tui.campaign.layout_zones import PATTERNS, Pattern, zones
from warband_tui.reports.battle_report import battle_report
from warband_tui.reports.board_map import board_map
from warband_tui.reports.document import BoardMap, Document, Heading, MapArea, MapToken
from warband_tui.reports.map_svg import map_svg
from warband_tui.reports.map_text import map_lines
from warband_tui.reports.targets import TARGETS
from warband_tui.rules.actions import EndBattle, NextTurn, Place
from warband_tui.rules.board.layout import DeploymentZone, SquareBoard
from warband_tui.rules.board.outlines import encloses
from warband_tui.rules.board.zones import zone_squares
from warband_tui.rules.engine import Battle
from warband_tui.rules.events import Moved, apply
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.script import setup_from

RULESET = cast(Ruleset, bogwater.RULESET)

HUT = {"id": "hut", "name": "Hut", "shape": [[12, 12], [24, 12], [24, 24], [12, 24]], "height": 3}
TABLE = {"kind": "inches", "width": 48, "height": 48, "features": [HUT]}


def battle(board: Any, at: Any = None) -> Battle:
    sides = [
        {
            "id": side,
            "name": name,
            "units": [
                {"id": f"{side}{n}", "name": f"{name} {n}", "at": at(place, n) if at else None}
                for n in range(2)
            ],
        }
        for place, (side, name) in enumerate((("x", "Reeds"), ("y", "Newts")))
    ]
    return Battle(setup_from({"ruleset": RULESET.id, "sides": sides, "board": board}), RULESET)


def maps(document: Document) -> list[BoardMap]:
    return [block for block in document.blocks if isinstance(block, BoardMap)]


def test_a_battle_without_a_board_has_no_map() -> None:
    assert maps(battle_report(battle(None))) == []
    assert maps(battle_report(battle({"width": 48, "height": 48}))) == []


def test_there_is_a_map_of_the_deployment_and_one_of_each_turn() -> None:
    played = battle(TABLE, lambda side, n: [10 + 5 * n, 3 + 40 * side, 0])
    for _ in range(2):
        played.do(NextTurn())
        played.do(Place("x0", (20.0, 30.0)))
    shown = maps(battle_report(played))
    assert [each.title for each in shown] == [
        "The board before turn 1",
        "Turn 1: the board at its end",
        "Turn 2: the board as it stands",
    ]
    assert [next(t.at for t in each.tokens if t.name == "Reeds 0") for each in shown] == [
        (10.0, 3.0),
        (20.0, 30.0),
        (20.0, 30.0),
    ]


def test_units_that_are_not_on_the_board_are_named() -> None:
    played = battle(TABLE)
    played.do(Place("x0", (20.0, 30.0)))
    shown = board_map(played.state, RULESET, "Now")
    assert shown is not None
    assert shown.caption == "Not on the map: Reeds 1, Newts 0, Newts 1"


def test_a_table_in_characters_keeps_its_proportions_and_names_everybody() -> None:
    played = battle(TABLE, lambda side, n: [6 + 6 * n, 3 + 42 * side, 0])
    shown = board_map(played.state, RULESET, "Now")
    assert shown is not None
    lines = map_lines(shown, 78)
    grid = [line[1:-1] for line in lines if line.startswith("│")]
    assert len(grid) == 32
    assert {len(row) for row in grid} == {64}
    assert grid[2][8] == "A"
    assert grid[2][16] == "B"
    assert grid[30][8] == "a"
    inside = [(x, y) for y, row in enumerate(grid) for x, sign in enumerate(row) if sign == "▒"]
    assert (min(inside), max(inside)) == ((16, 8), (31, 15))
    assert "Reeds: A Reeds 0, B Reeds 1" in lines
    assert "Newts: a Newts 0, b Newts 1" in lines


def test_the_way_of_a_turn_is_dotted_from_its_start() -> None:
    played = battle(TABLE, lambda side, n: [6 + 6 * n, 3 + 42 * side, 0])
    moved = apply(played.state, Moved("x0", "move", 12.0, to=(6.0, 15.0, 0.0), path=((6.0, 15.0, 0.0),)))
    shown = board_map(moved, RULESET, "Now")
    assert shown is not None
    assert shown.tokens[0].trail == ((6.0, 3.0), (6.0, 15.0))
    grid = [line[1:-1] for line in map_lines(shown, 78) if line.startswith("│")]
    assert [grid[row][8] for row in range(2, 11)] == [*"········A"]


def test_squares_are_drawn_two_characters_wide_and_big_models_cover_theirs() -> None:
    token = MapToken("A", "Ogre", 0, (2.0, 1.0), 2, 2, round=False)
    wall = MapArea(((0, 0), (1, 0), (1, 2), (0, 2)), "█", "wall", "wall")
    lines = map_lines(BoardMap("x", 4, 2, (wall,), (token,), ("Reeds",), squares=True), 78)
    assert lines[1:3] == ["│██A A   │", "│██A A   │"]


def test_a_piece_smaller_than_a_character_is_still_seen() -> None:
    area = MapArea(((1, 1), (1.1, 1), (1.1, 1.1)), "♣", "shrub", "shrub")
    lines = map_lines(BoardMap("x", 48, 48, (area,), (), ("Reeds",)), 78)
    assert sum(line.count("♣") for line in lines if line.startswith("│")) == 1


def test_the_picture_has_a_shape_for_each_thing_and_says_where_it_is() -> None:
    played = battle(TABLE, lambda side, n: [6 + 6 * n, 3 + 42 * side, 0])
    shown = board_map(played.state, RULESET, "Now")
    assert shown is not None
    drawn = fromstring(map_svg(shown, "m"))
    name = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{name}polygon")) == 1
    assert len(drawn.findall(f"{name}ellipse")) == 4
    told = drawn.find(f"{name}desc")
    assert told is not None
    assert "Reeds 1 of Reeds at 12, 3" in (told.text or "")


def test_a_turn_that_ended_with_the_battle_has_ended() -> None:
    played = battle(TABLE, lambda side, n: [10 + 5 * n, 3 + 40 * side, 0])
    played.do(NextTurn())
    played.do(EndBattle("x", "dusk"))
    assert maps(battle_report(played))[-1].title == "Turn 1: the board at its end"


def test_a_page_has_the_look_of_maps_once_and_no_heading_is_said_again() -> None:
    played = battle(TABLE, lambda side, n: [10 + 5 * n, 3 + 40 * side, 0])
    played.do(NextTurn())
    document = battle_report(played)
    page = TARGETS["html"].render(document)
    assert len(maps(document)) == 2
    assert page.count(".wb-map .table") == 2, "by day and by night"
    assert ".wb-map" not in TARGETS["html"].render(battle_report(battle(None)))
    said = [b.text for b in document.blocks if isinstance(b, Heading)]
    assert not set(said) & {shown.title for shown in maps(document)}


def test_every_target_writes_a_map() -> None:
    document = battle_report(battle(TABLE, lambda side, n: [6 + 6 * n, 3 + 42 * side, 0]))
    assert len(maps(document)) == 1
    for target in TARGETS.values():
        assert "Reeds 1" in target.render(document)


def test_inside_is_decided_for_hollow_outlines() -> None:
    horseshoe = ((0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9))
    assert encloses(horseshoe, (1, 8))
    assert not encloses(horseshoe, (4.5, 8))


def test_the_corners_of_a_zone_on_squares_belong_to_it() -> None:
    board = {
        "kind": "squares",
        "map": ["......"] * 6,
        "zones": [{"side": "x", "shape": [[0, 0], [5, 0], [5, 1], [0, 1]]}],
    }
    played = battle(board, lambda side, n: [n, 5 * side])
    shown = board_map(played.state, RULESET, "Now")
    assert shown is not None
    assert shown.areas[0].outline == ((0, 0), (6, 0), (6, 2), (0, 2))


def test_no_terrain_is_drawn_with_a_letter_that_could_be_a_model() -> None:
    pit = MapArea(((0, 0), (2, 0), (2, 1), (0, 1)), "O", "pit", "pit")
    bog = MapArea(((0, 1), (2, 1), (2, 2), (0, 2)), "b", "bog", "bog")
    lines = map_lines(BoardMap("x", 4, 2, (pit, bog), (), ("Reeds",), squares=True), 78)
    assert lines[1:3] == ["│○○○○    │", "│▒▒▒▒    │"]
    assert lines[-1] == "○ pit ▒ bog"


@pytest.mark.parametrize("pattern", [p.id for p in PATTERNS if p.id != "none"])
def test_a_report_draws_the_squares_of_a_zone_that_the_board_screen_draws(pattern: Pattern) -> None:
    board = SquareBoard(("." * 10,) * 8)
    for zone in zones(board, pattern, 3):
        played = battle(msgspec.to_builtins(replace(board, zones=(zone,))))
        shown = board_map(played.state, RULESET, "Now")
        assert shown is not None
        (edge,) = (area.outline for area in shown.areas)
        picture = BoardPicture(board, (), (), (), {}, ((0, zone),))
        for x, y in product(range(10), range(8)):
            middle = (x + 0.5, y + 0.5)
            told = zone_words(picture, ("Reeds",), middle) == "deployment zone of Reeds"
            assert encloses(edge, middle) == told == ((x, y) in zone_squares(board, zone))
            assert zone_words(picture, ("Reeds",), (x, y)) == zone_words(picture, ("Reeds",), middle)
        assert len(zone_squares(board, zone)) < 41


def test_the_edge_of_a_zone_is_drawn_in_its_own_squares() -> None:
    board = SquareBoard(("." * 5,) * 4)
    zone = DeploymentZone("x", ((0, 0), (3, 0), (0, 2)))
    played = battle(msgspec.to_builtins(replace(board, zones=(zone,))))
    shown = board_map(played.state, RULESET, "Now")
    assert shown is not None
    assert map_lines(shown, 78)[1:5] == ["│''''''''  │", "│''''      │", "│''        │", "│          │"]


def stood(base: Any = None) -> tuple[BoardMap, BoardPicture]:
    """Return a report's map and the board screen's picture of one model in the middle of a table."""
    unit = {"id": "x0", "name": "Cart", "at": [24, 24], **({"base": base} if base else {})}
    sides = [
        {"id": "x", "name": "Reeds", "units": [unit]},
        {"id": "y", "name": "Newts", "units": [{"id": "y0", "name": "Newt"}]},
    ]
    played = Battle(setup_from({"ruleset": RULESET.id, "sides": sides, "board": TABLE}), RULESET)
    shown, picture = board_map(played.state, RULESET, "Now"), picture_of(played.state, RULESET)
    assert shown is not None
    assert picture is not None
    return shown, picture


@pytest.mark.parametrize(("form", "drawn"), [("rectangle", "rect"), ("oval", "ellipse")])
def test_a_turned_base_is_drawn_turned(form: str, drawn: str) -> None:
    base = {"form": form, "width": 120, "depth": 90, "turned": 30}
    shown, _ = stood(base)
    (token,) = shown.tokens
    assert token.turned == 30
    scale = 640 / 48
    picture = fromstring(map_svg(shown, "m"))
    (element,) = (each for each in picture.iter() if each.get("class") == "base s0")
    assert element.tag.endswith(drawn)
    assert element.get("transform") == f"rotate(30 {24 * scale:g} {24 * scale:g})"
    straight = stood({**base, "turned": 0})[0]
    assert "transform" not in map_svg(straight, "m")


def test_a_base_of_which_nothing_is_known_is_as_large_in_a_report_as_on_the_board() -> None:
    shown, picture = stood()
    assert shown.tokens[0].width == shown.tokens[0].depth == round(2 * radius_of(picture.tokens[0].foot), 2)
