"""Moves and charges measured on a table, with figures by hand: bases are an inch across, a warrior moves 6"."""

from __future__ import annotations

import math
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions
from tests.rules.middle_earth.table import INCH, field_with, piece, table
from warband_tui.errors import WarbandError
from warband_tui.rules.board.faults import faults
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.events import Moved

RIVER = piece("river", 0, 12, 48, 14, tags=["area", "river", "difficult"])
HEDGE = piece("hedge", 0, 12, 48, 12.5, height=1, tags=["obstacle", "hedge"])
CLIFF = piece("cliff", 0, 12, 48, 16, height=2.5, tags=["ruin"])
BOW = {"id": "bow", "name": "bow", "range": 24, "strength": 2}


def moved(field: Field) -> Moved:
    return next(e for e in reversed(field.battle.entries[-1].events) if isinstance(e, Moved))


# ---- Moving


@both_editions
@pytest.mark.rule("ME-MOV-1")
def test_a_move_is_measured_and_the_model_stands_where_it_ended(edition: str) -> None:
    field = field_with(edition, rohan={"Wa": (10, 10)})
    entry = field.do("move", "Wa", to=[13, 14])
    assert moved(field).distance == 5
    assert field.unit("Wa").at == ((13, 14, 0),)
    assert field.unit("Wa").trail == ((10, 10, 0), (13, 14, 0))
    assert entry.text == 'Wa moves 5"'
    assert "ME-MOV-1" in entry.rules


@pytest.mark.rule("ME-MOV-1")
def test_a_move_that_is_too_long_is_refused_and_may_be_overridden() -> None:
    field = field_with(rohan={"Wa": (10, 10)})
    assert field.refused("move", "Wa", to=[10, 16.5]).why == 'it takes 6.5" of 6"'
    field.do("move", "Wa", to=[10, 16.5], override="we measured it again")
    assert field.unit("Wa").at == ((10, 16.5, 0),)
    assert field.battle.entries[-1].overruled == ('it takes 6.5" of 6"',)


@pytest.mark.rule("ME-MOV-1")
def test_an_inch_of_a_river_costs_two() -> None:
    field = field_with(pieces=[RIVER], rohan={"Wa": (10, 11)})
    # 1" to the bank, 2" of water for 4", half an inch beyond.
    told = field.trace("Wa", "move", 10, 14.5)
    assert told.legal
    assert told.price == pytest.approx(5.5)
    assert any('river: 2" an inch for 2.0"' in point.mark for point in told.way)
    assert not field.trace("Wa", "move", 10, 15.5).legal


@pytest.mark.rule("ME-MOV-1")
def test_a_hedge_takes_a_jump_test_and_costs_nothing_more() -> None:
    field = field_with(pieces=[HEDGE], rohan={"Wa": (10, 11)})
    told = field.trace("Wa", "move", 10, 14)
    assert told.price == pytest.approx(3)
    assert told.notes == ("a Jump test over hedge",)
    assert "a Jump test over hedge" in field.do("move", "Wa", to=[10, 14]).text


@pytest.mark.rule("ME-MOV-1")
def test_what_is_up_to_half_as_high_as_the_model_takes_no_test() -> None:
    low = {**HEDGE, "height": 0.5}
    field = field_with(pieces=[low], rohan={"Wa": (10, 11)})
    assert field.trace("Wa", "move", 10, 14).notes == ()


@pytest.mark.rule("ME-MOV-1")
def test_what_is_higher_than_the_model_is_climbed_inch_for_inch() -> None:
    field = field_with(pieces=[CLIFF], rohan={"Wa": (10, 11)})
    told = field.trace("Wa", "move", 10, 13, 2.5)
    assert told.legal
    assert told.price == pytest.approx(2 + 2.5)
    assert told.notes == ('climbs 2.5" at cliff: a Climb test',)


@pytest.mark.rule("ME-MOV-1")
def test_mounted_models_do_not_climb() -> None:
    field = field_with(pieces=[CLIFF], rohan={"Wa": (10, 11)}, mount={"name": "horse", "move": 10})
    told = field.trace("Wa", "move", 10, 14, 2.5)
    assert not told.legal
    assert told.why == "a mounted model does not climb cliff"


@pytest.mark.rule("ME-MOV-1")
def test_a_mounted_model_moves_as_far_as_its_mount() -> None:
    field = field_with(rohan={"Wa": (10, 11)}, mount={"name": "horse", "move": 10})
    assert [(m.id, m.budget) for m in GAME.modes(field.state, "Wa")] == [("move", 10), ("charge", 10)]


@pytest.mark.rule("ME-MOV-1")
@pytest.mark.parametrize(("mount", "budget"), [(None, 9), ({"name": "horse", "move": 10}, 15)])
def test_a_heroic_march_goes_farther_and_charges_nobody(mount: object, budget: float) -> None:
    field = field_with(rohan={"Wa": (10, 11)}, might=1, mount=mount)
    field.turn()
    field.do("condition", on="Wa", condition="heroic march")
    modes = {m.id: m for m in GAME.modes(field.state, "Wa")}
    assert modes["move"].budget == budget
    assert not modes["charge"].allowed
    assert modes["charge"].why == "Wa is in a Heroic March and may not charge"


@pytest.mark.rule("ME-MOV-1")
def test_what_a_model_has_moved_this_turn_is_taken_off() -> None:
    field = field_with(pieces=[RIVER], rohan={"Wa": (10, 11)})
    field.do("move", "Wa", to=[10, 13])
    # 1" of grass and 1" of water: 3 of 6.
    assert GAME.modes(field.state, "Wa")[0].budget == pytest.approx(3)
    field.battle.undo()
    assert GAME.modes(field.state, "Wa")[0].budget == 6


@pytest.mark.rule("ME-MOV-1")
def test_nobody_walks_through_or_onto_others() -> None:
    field = field_with(rohan={"Wa": (10, 10), "Wb": (12, 10)})
    told = field.trace("Wa", "move", 14, 10)
    assert told.price is not None
    assert told.price > 4
    assert not field.trace("Wa", "move", 12.2, 10).legal


def test_the_screen_proposes_the_action_that_takes_a_way_as_it_is() -> None:
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (13, 10)})
    for mode, to in (("move", (8, 12)), ("charge", (13, 10))):
        told = field.trace("Wa", mode, *to)
        assert told.legal
        field.battle.do(GAME.read(told.action))
        assert moved(field).distance == pytest.approx(told.price, abs=1e-3)
        field.battle.undo()


def test_a_group_keeps_its_formation_and_finds_room_where_it_has_none() -> None:
    rocks = piece("rocks", 11, 14, 13, 16, tags=["impassable"], height=2)
    field = Field(NEW, board=table(rocks))
    field.side("A").warriors("Men", 3, at=[[10, 10], [12, 10], [8, 10]], base=INCH)
    told = field.trace("Men", "move", 10, 15)
    assert told.legal
    places = told.action["to"]
    assert places[0][:2] == [10, 15]
    assert places[2][:2] == pytest.approx([8, 15])
    assert math.dist(places[1][:2], (12, 15)) > 0.5, "there is a rock"
    field.battle.do(GAME.read(told.action))
    assert len(field.unit("Men").at) == 3


def test_without_a_place_everything_stays_the_players_word() -> None:
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (40, 40)})
    field.do("move", "Wa", distance=5)
    assert field.unit("Wa").at == ((10, 10, 0),)
    assert moved(field).distance == 5


# ---- Control zones


@both_editions
@pytest.mark.rule("ME-MOV-2")
@pytest.mark.parametrize(("x", "legal"), [(12.1, True), (11.9, False)])
def test_a_move_keeps_out_of_control_zones(edition: str, x: float, legal: bool) -> None:
    # An Orc at 10: its zone ends an inch from its edge, and half a base more for the mover: 12.
    field = field_with(edition, rohan={"Wa": (x, 8)}, orcs={"Orc": (10, 11)})
    told = field.trace("Wa", "move", x, 11)
    assert told.legal is legal
    if not legal:
        assert "control zone of Orc" in told.why
        assert "ME-MOV-2" in told.rules


@pytest.mark.rule("ME-MOV-2")
@pytest.mark.parametrize("condition", ["engaged", "prone"])
def test_who_is_engaged_or_prone_controls_nothing(condition: str) -> None:
    field = field_with(rohan={"Wa": (11.5, 8)}, orcs={"Orc": (10, 11)})
    assert [t.id for t in GAME.threats(field.state, "Orc")] == ["zone"]
    field.do("condition", on="Orc", condition=condition)
    assert field.trace("Wa", "move", 11.5, 11).legal
    assert GAME.threats(field.state, "Orc") == ()


@pytest.mark.rule("ME-MOV-2")
def test_the_control_zone_of_an_oval_base_is_oval() -> None:
    field = Field(board=table())
    field.side("A").warriors("Troll", at=[20, 20], base=[120, 60])
    field.side("B").warriors("Orc", at=[40, 40])
    (zone,) = GAME.threats(field.state, "Troll", 0.5)
    # Half of 60 mm is 1.18", half of 120 mm 2.36": an inch beyond them the zone ends.
    assert ((40, 43) in zone.cells, (40, 44) in zone.cells) == (True, False)
    assert ((46, 40) in zone.cells, (47, 40) in zone.cells) == (True, False)
    assert len(zone.cells) == 92


@pytest.mark.rule("ME-MOV-3")
def test_a_charge_at_an_oval_base_is_painted_where_it_is_in_contact() -> None:
    field = field_with(rohan={"Wa": (20, 14)})
    field.side("B").warriors("Troll", at=[20, 20], base=[120, 60])
    cells = GAME.reach(field.state, "Wa", "charge", 0.5).cells
    # Its near side is at y 18.82, so that a middle at 18.32 is in contact.
    assert (40, 36) in cells
    assert (40, 33) not in cells


@pytest.mark.parametrize("grain", [0.002, 0, True, math.inf])
def test_a_grain_that_is_too_fine_or_no_length_is_refused(grain: float) -> None:
    field = field_with(rohan={"Wa": (10, 10)})
    with pytest.raises(WarbandError, match="grain is a number") as caught:
        GAME.asks()["reach"](field.state, {"ask": "reach", "unit": "Wa", "grain": grain})
    assert "\n" not in str(caught.value)


@pytest.mark.rule("ME-MOV-2")
def test_who_stands_in_a_zone_may_go_away() -> None:
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (11.5, 10)})
    assert field.trace("Wa", "move", 6, 10).legal


# ---- Charging


@both_editions
@pytest.mark.rule("ME-MOV-3", "ME-CRG-2")
def test_a_charge_ends_in_contact_and_engages_whom_it_touches(edition: str) -> None:
    field = field_with(edition, rohan={"Wa": (10, 10)}, orcs={"Orc": (15, 9.5), "Snaga": (15, 10.5)})
    told = field.trace("Wa", "charge", 15, 10)
    assert told.legal
    assert set(told.action["targets"]) == {"Orc", "Snaga"} or len(told.action["targets"]) == 1
    field.do("charge", "Wa", targets=["Orc"], to=[14.134, 10])
    assert set(field.state.in_contact("Wa")) == {"Orc", "Snaga"}
    assert {"ME-MOV-3"} <= set(field.battle.entries[-1].rules)


@pytest.mark.rule("ME-MOV-3")
@pytest.mark.parametrize(("x", "legal"), [(17, True), (17.1, False)])
def test_a_charge_reaches_as_far_as_the_move(x: float, legal: bool) -> None:
    # From edge to edge: x - 10 - 1 inches.
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (x, 10)})
    told = field.ask("charge", "Wa", targets=["Orc"])
    assert told["legal"] is legal
    if legal:
        assert told["price"] == pytest.approx(6, abs=0.01)
        assert told["targets"] == ["Orc"]
    else:
        assert told["why"] == 'Orc is 6.1" away of 6"'
        assert told["rules"] == ["ME-MOV-3"]


@pytest.mark.rule("ME-MOV-3", "ME-MOV-2")
def test_a_charge_through_another_zone_has_to_charge_that_one() -> None:
    wall = [piece("left", 0, 12, 9, 13, tags=["impassable"], height=4),
            piece("right", 11, 12, 48, 13, tags=["impassable"], height=4)]  # fmt: skip
    # The gap of two inches is controlled by the Snaga beside it; the Orc stands behind it.
    field = field_with(pieces=wall, rohan={"Wa": (10, 10.5)}, orcs={"Snaga": (11, 14.2), "Orc": (9, 15.5)})
    told = field.ask("charge", "Wa", targets=["Orc"])
    assert not told["legal"]
    assert told["why"] == "the way enters the control zone of Snaga first, who has to be charged then"
    assert field.ask("charge", "Wa", targets=["Snaga"])["legal"]


@both_editions
@pytest.mark.rule("ME-CRG-3")
def test_a_charger_whose_nerve_fails_stays_where_it_is(edition: str) -> None:
    field = field_with(edition, rohan={"Wa": (10, 10)}, orcs={"Orc": (14, 10)}, rules=["Terror"])
    field.do("charge", "Wa", targets=["Orc"], to=[13, 10], dice=[1, 1])
    assert field.unit("Wa").at == ((10, 10, 0),)
    assert field.state.in_contact("Wa") == ()


@pytest.mark.parametrize(("x", "target"), [(14.6, "Snaga"), (14.4, "Orc")])
def test_a_place_on_two_enemies_aims_at_the_one_it_lies_on(x: float, target: str) -> None:
    field = field_with(rohan={"Wa": (14.5, 6)}, orcs={"Orc": (14, 10), "Snaga": (15, 10)})
    assert field.trace("Wa", "charge", x, 10).action["targets"][0] == target


def test_a_place_with_nobody_near_aims_at_nobody() -> None:
    field = field_with(rohan={"Wa": (14.5, 6)}, orcs={"Orc": (14, 12)})
    told = field.trace("Wa", "charge", 10, 6)
    assert (told.legal, told.why, told.action) == (False, "nobody stands there to be charged", {})


def test_the_reach_of_a_charge_lies_around_the_enemies_within_it() -> None:
    field = field_with(rohan={"Wa": (10.5, 10.5)}, orcs={"Orc": (14.5, 10.5), "Far": (40, 40)})
    found = GAME.reach(field.state, "Wa", "charge")
    assert found.role == "attack"
    assert found.cells
    assert all(math.dist((x, y), (14, 10)) <= 2 for x, y in found.cells)
    assert not any(math.dist((x, y), (14, 10)) < 1.5 for x, y in GAME.reach(field.state, "Wa", "move").cells)


# ---- Shooting


@pytest.mark.parametrize(("x", "told"), [(35, "in range"), (35.1, "out of range")])
def test_a_bow_reaches_as_many_inches_as_it_says(x: float, told: str) -> None:
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (x, 10)}, weapons=[BOW])
    assert field.finding("Wa", "Orc", "shot bow").verdict == told
    assert field.ask("range", "Wa", target="Orc", weapon="bow")["within"] is (told == "in range")
    if told == "out of range":
        assert field.refused("shoot", "Wa", target="Orc").why == 'Orc is 24.1" from Wa; the bow reaches 24"'


def test_what_stands_between_is_in_the_way() -> None:
    field = field_with(
        pieces=[{**HEDGE, "shape": [[14, 9], [14.4, 9], [14.4, 11], [14, 11]]}],
        rohan={"Wa": (10, 10), "Wb": (12, 10)},
        orcs={"Orc": (20, 10)},
        weapons=[BOW],
    )
    told = field.ask("cover", "Wa", target="Orc")
    assert set(told["things"]) == {"Wb", "hedge"}
    assert told["in_the_way"] == 2
    assert "2 things in the way" in field.finding("Wa", "Orc", "shot bow").why


def test_a_shot_at_what_is_not_seen_is_refused() -> None:
    wall = piece("wall", 14, 5, 15, 15, height=5, tags=["impassable"])
    field = field_with(pieces=[wall], rohan={"Wa": (10, 10)}, orcs={"Orc": (20, 10)}, weapons=[BOW])
    assert field.refused("shoot", "Wa", target="Orc").why == "Wa does not see Orc: wall is in the way"
    assert field.ask("sight", "Wa", target="Orc")["seen"] is False


def test_a_wood_hides_what_is_beyond_it_and_not_who_is_in_it() -> None:
    wood = piece("wood", 14, 5, 18, 15, height=4, tags=["area", "wood", "difficult"])
    field = field_with(pieces=[wood], rohan={"Wa": (10, 10)}, orcs={"Orc": (22, 10), "Snaga": (16, 10)})
    assert not field.ask("sight", "Wa", target="Orc")["seen"]
    assert field.ask("sight", "Wa", target="Snaga")["seen"]


@pytest.mark.rule("ME-MOV-1")
def test_moving_makes_the_shot_harder_and_moving_far_forbids_it() -> None:
    field = field_with(rohan={"Wa": (10, 10)}, orcs={"Orc": (20, 10)}, weapons=[BOW])
    field.do("move", "Wa", to=[13, 10])
    # Shoot 4+, after a move of half its Move 5+: a 4 misses.
    assert "against 5+" in field.do("shoot", "Wa", target="Orc", dice=[4]).text
    field.battle.undo()
    field.battle.undo()
    field.do("move", "Wa", to=[13.5, 10])
    assert 'moved 3.5", more than half' in field.refused("shoot", "Wa", target="Orc").why


# ---- Asking


def test_scripts_may_ask_for_reach_path_and_who_is_near() -> None:
    field = field_with(rohan={"Wa": (10, 10), "Wb": (13, 10)}, orcs={"Orc": (10, 20)})
    near = field.ask("within", "Wa", inches=2)
    assert near["units"] == [{"unit": "Wb", "side": "A", "inches": 2.0}]
    ends = field.ask("reach", "Wa")["ends"]
    assert all(end["price"] <= 6 for end in ends)
    way = field.ask("path", "Wa", to=[10, 14])
    assert (way["legal"], way["price"], way["rules"]) == (True, 4, ["ME-MOV-1", "ME-MOV-2"])
    assert field.ask("range", "Wa", target="Orc", inches=9)["within"] is True
    names = {one["id"] for one in field.ask("look", "Wa", target="Orc")["findings"]}
    assert names == {"distance", "sight", "zone", "charge"}


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "range", "unit": "Wa", "target": "nobody"},
        {"ask": "within", "unit": "Wa", "inches": "six"},
        {"ask": "path", "unit": "Wa"},
        {"ask": "reach", "unit": "Wa", "mode": "fly"},
        {"ask": "charge", "unit": "Wa", "targets": ["Wb"]},
    ],
)
def test_a_question_that_makes_no_sense_says_so_in_one_line(question: dict[str, object]) -> None:
    field = field_with(rohan={"Wa": (10, 10), "Wb": (13, 10)})
    with pytest.raises(WarbandError) as caught:
        GAME.ask(field.state, question)
    assert "\n" not in str(caught.value)


def test_a_battle_without_a_board_answers_no_questions_about_one() -> None:
    field = Field(OLD)
    field.side("A").warriors("Wa")
    with pytest.raises(Exception, match="no board"):
        field.ask("reach", "Wa")
    assert GAME.modes(field.state, "Wa") == ()


def test_the_game_loads_no_geometry_until_a_table_asks_for_it() -> None:
    code = (
        "import sys; from warband_tui.rules.ruleset import load; load('middle-earth').options; "
        "sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


# ---- Tables


@given(st.integers(0, 2**32), st.sampled_from(GAME.board_words.sizes if GAME.board_words else ()))
@settings(max_examples=12, deadline=None)
def test_random_tables_are_sound_and_alike_for_both_sides(seed: int, size: tuple[float, float]) -> None:
    board = GAME.random_board(*size, Random(seed).randrange)  # noqa: S311 - draws of a layout
    assert isinstance(board, InchBoard)
    assert not faults(board)
    assert GAME.board_faults(board) == ()

    def kind(feature_id: str) -> str:
        return feature_id.rpartition("-")[0] or feature_id

    turned = {
        (kind(f.id), tuple(sorted((round(size[0] - x, 2), round(size[1] - y, 2)) for x, y in f.shape)))
        for f in board.features
    }
    here = {
        (kind(f.id), tuple(sorted((round(x, 2), round(y, 2)) for x, y in f.shape))) for f in board.features
    }
    assert turned == here


def test_a_table_that_is_too_small_is_told() -> None:
    small = InchBoard(20, 40)
    assert [str(fault) for fault in GAME.board_faults(small)] == [
        'table: 20x40" is less than 24" across: armies need room to set up'
    ]
