"""What is told beside the board: ways to move, price and reasons, findings, the legend; places in a form."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warband_tui.rules.actions import Field
from warband_tui.rules.board.planning import Covered, Finding, MoveMode, TerrainKind, Trace, Waypoint
from warband_tui.widgets.board_legend import legend_lines
from warband_tui.widgets.board_panel import finding_lines, long_lines, short_lines
from warband_tui.widgets.board_route import Told, amount
from warband_tui.widgets.lines import Line, width_of
from warband_tui.widgets.prepare_panel import field_value

MODES = (
    MoveMode("walk", "walk", "move", 6),
    MoveMode("dash", "dash", "fast", 12, allowed=False, why="it is down"),
    MoveMode("charge", "charge", "attack"),
)
WAY = (Waypoint((3, 4), 2, "difficult +1"), Waypoint((4, 4), 3, strikers=("b1",), why="leaves its reach"))
TRACE = Trace(
    "a1", "walk", (5, 4), legal=True, price=4, budget=6, rules=("R-1",), way=WAY, notes=("it ends prone",),
    action={"do": "walk"},
)  # fmt: skip
TOLD = Told(
    unit="Weyl", code="WE", modes=MODES, mode="walk", place="5, 4", trace=TRACE, names={"b1": "Grim [/the] Bold"},
    ground=("Old Wood · difficult",), stands="Orm (Eel Court)",
)  # fmt: skip


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize("width", [40, 80])
def test_a_route_tells_its_price_its_marks_and_who_may_strike_at_which_step(width: int) -> None:
    told = " ".join(text(long_lines(TOLD, width)).split())
    assert '4" of 6"' in told
    assert '◆ 2" on, 3,4 difficult +1' in told
    assert '¤ 3" on, 4,4 Grim [/the] Bold may strike: leaves its reach' in told
    assert "it ends prone" in told
    assert "R-1" in told
    assert "Enter takes it" in told


def test_on_squares_it_is_told_by_steps_and_a_reason_with_names_stands_alone() -> None:
    told = text(long_lines(replace(TOLD, stepped=True), 80))
    assert "◆ step 1 to 3,4 difficult +1" in told
    assert "¤ step 2 to 4,4 Grim [/the] Bold may strike: leaves its reach" in told
    named = replace(TRACE, way=(Waypoint((4, 4), 3, strikers=("b1",), why="Grim [/the] Bold strikes"),))
    told = text(long_lines(replace(TOLD, stepped=True, trace=named), 80))
    assert "step 1 to 4,4 Grim [/the] Bold strikes" in told


def test_below_a_board_all_who_may_strike_are_named_and_what_is_left_out_is_counted() -> None:
    names = {f"b{n}": f"Striker {n}" for n in range(4)}
    way = (
        *(Waypoint((n, 4), n, "difficult") for n in range(6)),
        Waypoint((7, 4), 7, strikers=("b0", "b1"), why="a long reason " * 9),
        Waypoint((8, 4), 8, strikers=("b2", "b3")),
    )
    trace = replace(TRACE, way=way, why="it goes " * 20, notes=("a note",) * 9)
    lines = short_lines(replace(TOLD, stepped=True, names=names, trace=trace, threatening="Orm"), 80, 8)
    told = " ".join(text(lines).split())
    assert "¤ step 7: Striker 0, Striker 1 may strike · step 8: Striker 2, Striker 3 may strike" in told
    assert "threats of Orm" in told
    assert len(lines) == 8
    assert "more lines" in text(lines[-1:])
    assert " 5, 4 " in told
    whole = text(short_lines(replace(TOLD, stepped=True, names=names, trace=trace), 80, 40))
    assert "◆ step 1, step 2, step 3, step 4 +2 difficult" in whole


def test_an_error_is_told_to_its_end_however_narrow_the_panel() -> None:
    lines = long_lines(Told(unit="Weyl", error="Weyl is not on the board: d puts it there"), 30)
    assert "Weyl is not on the board: d puts it there" in " ".join(text(lines).split())


def test_many_ways_to_move_stand_two_a_line() -> None:
    modes = tuple(
        MoveMode(name, name, "move", 6) for name in ("walk", "run", "climb", "swim", "fly", "hover")
    )
    told = text(long_lines(replace(TOLD, modes=modes), 40)).split("\n")
    assert told[2:5] == [
        ' ▸1 · walk 6"         4 · swim 6"',
        '  2 · run 6"          5 · fly 6"',
        '  3 · climb 6"        6 · hover 6"',
    ]


def test_what_is_found_has_the_room_of_the_ways_to_move() -> None:
    found = Finding("flank", "flanking", "flanked by Orm and Voss", True)
    lines = long_lines(replace(TOLD, looking=True, trace=None, findings=(found,)), 40)
    assert "walk" not in text(lines)
    assert "flanked by Orm and Voss" in text(lines)
    assert [line for line in lines[:2] if not line] == [()]


def test_threats_tell_their_signs_and_who_threatens_the_place() -> None:
    told = Told(
        threatening="all enemies", threats=(("†", "reach"), ("§", "charge")), threatened=("Orm: reach",)
    )
    shown = text(long_lines(told, 60))
    assert "† threats of all enemies  † reach  § charge" in shown
    assert "   Orm: reach" in shown


def test_those_to_be_placed_stand_one_a_line_and_can_be_clicked() -> None:
    lines = long_lines(Told(placing="Weyl", unplaced=(("b1", "Orm", "or"),), empty=True), 40)
    assert "unit:b1" in {span.link for line in lines for span in line}
    assert "b lays another board" in text(lines)


def test_a_route_that_is_not_allowed_says_why_and_offers_to_override() -> None:
    trace = Trace("a1", "walk", (5, 4), False, 9, 6, "too far", ("R-2",), action={"do": "walk"})
    told = text(short_lines(Told(unit="Weyl", mode="walk", trace=trace, place="5, 4"), 80, 5))
    assert '✗ 9" of 6"   Enter to override' in told
    assert "too far  R-2" in told


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_no_line_is_wider_than_there_is_room(width: int) -> None:
    finding = Finding("cover", "cover, ranged", "partial", False, "a long reason " * 6, ("R-3", "R-4"))
    covered = Covered(frozenset(), (("b1", "within 2"),), why="a reason", rules=("R-5",))
    busy = Told(
        unit="A name " * 12, code="AA", modes=MODES * 3, mode="walk", place="5, 4", trace=TRACE, looking=True,
        findings=(finding,), ruler='12"', template="bomb", covered=covered, unplaced=(("x", "x " * 40, "XX"),),
    )  # fmt: skip
    for told in (TOLD, busy, Told(placing="A name " * 12, unplaced=(("b", "B", "B"),), place="1, 1")):
        for lines in (long_lines(told, width), short_lines(told, width, 5)):
            assert max(width_of(line) for line in lines) <= width


def test_a_way_that_is_not_open_is_marked_and_says_why() -> None:
    assert "dash ✗" in text(short_lines(TOLD, 80, 5))
    assert 'dash 12" ✗  it is down' in text(long_lines(TOLD, 60))


def test_a_finding_has_a_sign_a_reason_and_its_rules() -> None:
    good = text(finding_lines(Finding("s", "sight", "clear", True, "nothing between", ("R-6",)), 80))
    assert good == " ✓ sight clear  nothing between R-6"
    assert text(finding_lines(Finding("d", "distance", "4"), 80)) == " · distance 4"


def test_lengths_are_told_in_the_words_of_the_game() -> None:
    assert amount(7.456, '"') == '7.46"'
    assert amount(3, "squares") == "3 squares"
    assert amount(1, "squares") == "1 square"


def test_the_legend_names_sides_terrain_bands_and_signs() -> None:
    kinds = (TerrainKind("wood", "wood", "♣", note="difficult"),)
    told = text(legend_lines(kinds, [("move", "walk")], ["Reed Wardens", "Eel Court"], ["low"], 40))
    for line in ("AB Reed Wardens", "ab Eel Court", "♣  wood  difficult", "·  walk", "┊  low wall"):
        assert line in told


@pytest.mark.parametrize(
    ("value", "shown"), [([7, 9], "7,9"), ([[5, 9], [6, 9]], "5,9; 6,9"), ((), "–"), (["a1"], "a1")]
)
def test_places_in_a_form_are_told_as_players_read_them(value: object, shown: str) -> None:
    assert field_value(Field("path", "text", "path", required=False), value, ()) == shown


def test_the_legend_explains_prices_and_whose_deployment_zones_there_are() -> None:
    told = text(legend_lines((), (), ["Reed", "Eel"], (), 60, zones=[(0, "deployment of Reed")], priced=True))
    assert ",  deployment of Reed" in told
    assert "2  price of going there" in told
