"""Units on the move over a table: how far, round what, where nobody may end, and who is in combat after it.

Bases are 25.4 mm, a radius of half an inch.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, SPEARHEAD, Table, box, every_edition, ground
from warband_tui.errors import WarbandError
from warband_tui.rules.events import Moved

INCH = 25.4


def field(*features: dict[str, Any], edition: str = CORE, foe: Any = (40, 25), **unit: Any) -> Table:
    """Return a table with Ash, Move 6", at 10,10 and Bone far away, in the movement phase of side A."""
    table = Table(edition, board=ground(*features))
    unit = {"at": [10, 10], "move": '6"', "base": INCH, **unit}
    table.unit("A", "Ash", **unit)
    table.unit("B", "Bone", base=INCH, at=list(foe), move='6"')
    table.do("turn", first="A")
    return table


def at(table: Table, name: str = "Ash") -> list[tuple[float, float]]:
    return [(round(x, 2), round(y, 2)) for x, y, *_ in table.of(name).at]


def moved(table: Table) -> Moved:
    return next(e for e in table.battle.entries[-1].events if isinstance(e, Moved))


# ---- Distance and ground


@every_edition
def test_a_move_is_measured_and_kept(edition: str) -> None:
    table = field(edition=edition)
    table.do("move", unit="Ash", to=[13, 14])
    assert at(table) == [(13, 14)]
    assert moved(table).distance == 5
    assert table.of("Ash").trail == ((10, 10, 0), (13, 14, 0))


@pytest.mark.parametrize(("x", "far"), [(16, False), (16.1, True)])
def test_no_model_moves_farther_than_its_move(x: float, far: bool) -> None:
    table = field()
    if far:
        assert table.refused("move", unit="Ash", to=[x, 10]).why == 'it takes 6.1" of 6"'
        assert table.do("move", unit="Ash", to=[x, 10], override="agreed").override
        assert at(table) == [(x, 10)]
    else:
        table.do("move", unit="Ash", to=[x, 10])


@pytest.mark.parametrize(("roll", "far"), [(3, False), (2, True)])
def test_a_run_goes_as_far_as_the_roll_allows(roll: int, far: bool) -> None:
    table = field()
    if far:
        table.refused("move", unit="Ash", how="run", to=[19, 10], dice=[roll])
    else:
        table.do("move", unit="Ash", how="run", to=[19, 10], dice=[roll])
        assert moved(table).distance == 9


@pytest.mark.rule("AOST-1.2-2")
def test_impassable_terrain_is_gone_round() -> None:
    # From 10,10 to 15,10 round the corners 12,11 and 13,11 at half an inch: twice the tangent of 2.179" and the
    # arc of 0.345", and 1" along the lower side.
    table = field(box("rock", 12, 4, 13, 11, "impassable"), move='8"')
    found = table.ask("path", unit="Ash", to=[15, 10])
    assert found["price"] == pytest.approx(2 * (2.179 + 0.345) + 1, abs=0.02)
    table.do("move", unit="Ash", to=[15, 10])
    assert len(table.of("Ash").trail) > 2


@pytest.mark.rule("AOST-1.2-2")
def test_terrain_that_is_not_impassable_is_no_reason_to_go_round() -> None:
    low = field(box("hill", 12, 4, 13, 11, "area"), move='8"')
    assert low.ask("path", unit="Ash", to=[15, 10])["price"] == pytest.approx(5)


@pytest.mark.rule("AOST-1.2-2")
def test_nobody_ends_on_impassable_terrain_or_is_set_up_on_it() -> None:
    table = field(box("rock", 12, 8, 15, 12, "impassable"))
    refused = table.refused("move", unit="Ash", to=[13.5, 10])
    assert refused.rules == ("AOST-1.2-2",)
    assert table.refused("place", unit="Ash", at=[13.5, 10]).rules == ("AOST-1.2-2",)
    assert table.do("place", unit="Ash", at=[13.5, 10], override="agreed")


@pytest.mark.rule("AOST-1.2-2")
def test_even_fliers_do_not_end_on_it() -> None:
    table = field(box("rock", 12, 8, 13, 12, "impassable"), keywords=["FLY"])
    assert table.refused("move", unit="Ash", to=[12.5, 10]).rules == ("AOST-1.2-2",)


@pytest.mark.rule("AOST-1.2-5")
@pytest.mark.parametrize(("height", "ends"), [(1, True), (1.5, False)])
def test_no_move_ends_on_an_unstable_part_over_an_inch_high(height: float, ends: bool) -> None:
    table = field(box("ruin", 12, 7, 16, 13, "obstacle", height=height))
    if ends:
        table.do("move", unit="Ash", to=[14, 10])
    else:
        refused = table.refused("move", unit="Ash", to=[14, 10])
        assert refused.rules == ("AOST-1.2-5",)
        assert table.refused("place", unit="Ash", at=[14, 10]).rules == ("AOST-1.2-5",)


@pytest.mark.rule("AOST-1.2-5")
def test_unstable_terrain_is_moved_across() -> None:
    # 3" on the plan, and up and down a fence 1.5" high.
    fence = box("fence", 12, 2, 12.2, 18, "obstacle", height=1.5)
    table = field(fence)
    found = table.ask("path", unit="Ash", to=[13, 10])
    assert found["legal"]
    assert found["price"] == pytest.approx(3 + 2 * 1.5)
    assert not table.ask("path", unit="Ash", to=[13.2, 10])["legal"]
    low = field({**fence, "height": 1}).ask("path", unit="Ash", to=[16, 10])
    assert low["price"] == pytest.approx(6)


def test_spearhead_terrain_is_moved_through_at_no_price() -> None:
    ruin = box("ruin", 12, 2, 12.2, 18, height=4)
    assert field(ruin, edition=SPEARHEAD).ask("path", unit="Ash", to=[16, 10])["price"] == pytest.approx(6)
    assert not field(ruin).ask("path", unit="Ash", to=[16, 10])["legal"]


@pytest.mark.rule("AOST-1.2-5", "AOST-1.2-3")
def test_a_wood_is_walked_into_and_ended_in() -> None:
    table = field(box("wood", 12, 7, 18, 13, name="Wyldwood", height=6))
    table.do("move", unit="Ash", to=[15, 10])
    assert table.ask("on", unit="Ash")["on"] == ["wood"]


def test_area_terrain_is_climbed_and_stood_on() -> None:
    table = field(box("hill", 12, 7, 18, 13, "area", height=2))
    table.do("move", unit="Ash", to=[14, 10])
    assert table.of("Ash").at == ((14, 10, 2),)
    assert moved(table).distance == 6
    assert table.ask("on", unit="Ash")["on"] == ["hill"]


# ---- Units of many models


def test_a_unit_keeps_its_shape() -> None:
    table = field(models=3, at=[[10, 10], [11.3, 10], [10.6, 11.2]])
    table.do("move", unit="Ash", to=[14, 12])
    assert at(table) == [(14, 12), (15.3, 12), (14.6, 13.2)]


def test_models_without_room_are_set_down_beside_the_others() -> None:
    table = field(
        box("rock", 15, 11, 18, 14, "impassable"), models=3, at=[[10, 10], [11.3, 10], [10.6, 11.2]]
    )
    found = table.ask("path", unit="Ash", to=[14, 12])
    assert found["legal"], found["why"]
    assert "set down nearer" in found["notes"][0]
    table.do("move", unit="Ash", to=[14, 12])
    assert at(table)[0] == (14, 12)
    assert table.ask("coherency", unit="Ash")["coherent"]
    assert all(x + 0.5 <= 15.01 or y + 0.5 <= 11.01 or y - 0.5 >= 13.99 for x, y in at(table))


def test_one_spot_of_a_unit_stands_for_ranks() -> None:
    table = field(models=10, at=[10, 10])
    assert table.ask("coherency", unit="Ash")["coherent"]
    table.do("place", unit="Ash", at=[20, 20])
    assert len(table.of("Ash").at) == 10
    assert table.ask("coherency", unit="Ash")["coherent"]


@pytest.mark.rule("AOS-18.3-1")
@pytest.mark.parametrize(("gap", "coherent"), [(0.5, True), (0.6, False)])
def test_each_model_may_be_sent_to_a_spot_but_the_unit_ends_coherent(gap: float, coherent: bool) -> None:
    table = field(models=2, at=[[10, 10], [11, 10]])
    to = [[12, 12], [13 + gap, 12]]
    if coherent:
        table.do("move", unit="Ash", to=to)
        assert at(table) == [(12, 12), (13 + gap, 12)]
    else:
        assert table.refused("move", unit="Ash", to=to).rules == ("AOS-18.3-1",)


@pytest.mark.rule("AOS-18.3-1")
def test_from_seven_models_on_each_needs_two_neighbours() -> None:
    row = [[5 + 1.2 * n, 10] for n in range(7)]
    table = field(models=7, at=row)
    found = table.ask("coherency", unit="Ash")
    assert (found["coherent"], found["lonely"]) == (False, [0, 6])
    six = field(models=6, at=row[:6])
    assert six.ask("coherency", unit="Ash")["coherent"]


# ---- In combat


@pytest.mark.rule("AOS-16-2")
@pytest.mark.parametrize(("x", "stops"), [(35.9, False), (36, True), (38, True)])
def test_a_move_never_comes_into_combat(x: float, stops: bool) -> None:
    # Bone's base begins at 39.5; Ash's ends at x + 0.5: 3" apart at x 36.
    table = field(foe=(40, 10), at=[32, 10])
    if stops:
        refused = table.refused("move", unit="Ash", to=[x, 10])
        assert "in combat with Bone" in refused.why or "into combat with Bone" in refused.why
        assert refused.rules == ("AOS-16-2",)
    else:
        table.do("move", unit="Ash", to=[x, 10])
        assert table.pairs() == []


@pytest.mark.rule("AOS-16-2")
def test_a_wall_between_keeps_units_out_of_combat() -> None:
    wall = box("wall", 37.5, 2, 38, 18, height=4)
    table = field(wall, foe=(40, 10), at=[32, 10])
    table.do("move", unit="Ash", to=[36.9, 10])
    assert table.pairs() == []
    found = table.ask("combat", unit="Ash")
    assert found["foes"][0]["why"] == "they do not see each other"


@pytest.mark.rule("AOS-16-2")
@every_edition
def test_who_is_in_combat_follows_from_where_units_stand(edition: str) -> None:
    table = field(edition=edition)
    table.do("place", unit="Bone", at=[14, 10])
    assert table.pairs() == [("Ash", "Bone")]
    table.do("place", unit="Bone", at=[14.1, 10])
    assert table.pairs() == []


def test_what_players_state_holds_until_somebody_moves() -> None:
    table = field()
    table.in_combat("Ash", "Bone")
    table.do("mark", on="Ash", counter="damage", by=0)
    assert table.pairs() == [("Ash", "Bone")]
    table.do("place", unit="Bone", at=[41, 26])
    assert table.pairs() == []


def test_a_retreat_crosses_combat_ranges_and_ends_outside() -> None:
    table = field(foe=(13, 10), health=9)
    assert table.pairs() == []
    table.do("place", unit="Ash", at=[10, 10.01])
    assert table.pairs() == [("Ash", "Bone")]
    refused = table.refused("move", unit="Ash", how="retreat", to=[13, 13.9], dice=[1])
    assert "end in combat with Bone" in refused.why
    table.do("move", unit="Ash", how="retreat", to=[13, 14.1], dice=[1])
    assert table.pairs() == []
    assert table.damage("Ash") == 1


# ---- Charge and pile-in


@pytest.mark.rule("AOS-16-2")
@pytest.mark.parametrize(("x", "near"), [(18.5, True), (18.4, False)])
def test_a_charge_ends_within_half_an_inch_of_an_enemy(x: float, near: bool) -> None:
    # Bone's base begins at 19.5.
    table = field(foe=(20, 10))
    if near:
        table.do("charge", unit="Ash", target="Bone", to=[x, 10], dice=[6, 6])
        assert table.of("Ash").has("charged")
        assert table.pairs() == [("Ash", "Bone")]
    else:
        refused = table.refused("charge", unit="Ash", target="Bone", to=[x, 10], dice=[6, 6])
        assert 'within 1/2" of a visible enemy: Bone is 0.6" away' in refused.why


@pytest.mark.parametrize(("dice", "made"), [([4, 4], False), ([5, 4], True)])
def test_a_charge_that_the_roll_does_not_carry_fails_and_nobody_moves(dice: list[int], made: bool) -> None:
    # 8.5" from 10 to 18.5.
    table = field(foe=(20, 10))
    table.do("charge", unit="Ash", target="Bone", to=[18.5, 10], dice=dice)
    assert table.of("Ash").has("charged") == made
    assert at(table) == [(18.5, 10)] if made else [(10, 10)]
    fresh = field(foe=(20, 10)).odds("charge", unit="Ash", target="Bone", to=[18.5, 10])
    assert str(fresh.chances[0].chance) == "5/18"


def test_a_charge_goes_round_what_is_in_the_way() -> None:
    rock = box("rock", 14, 4, 15, 12, "impassable")
    table = field(rock, foe=(20, 10))
    found = table.ask("charge", unit="Ash", targets=["Bone"])
    assert found["legal"]
    assert found["price"] > 8.5
    assert found["needs"] > 9
    open_field = field(foe=(20, 10)).ask("charge", unit="Ash", targets=["Bone"])
    assert (open_field["needs"], str(open_field["chance"])) == (9, "5/18")


@pytest.mark.rule("AOST-1.6-1")
@pytest.mark.parametrize("room", [False, True])
def test_who_cannot_be_reached_on_terrain_is_charged_at_its_terrain(room: bool) -> None:
    """A tower of 4" by 4": Bone, 3.9" across, leaves no room on it; 1" across, it does."""
    tower = box("tower", 20, 8, 24, 12, "area", height=3)
    table = Table(board=ground(tower))
    table.unit("A", "Ash", base=INCH, at=[14, 10], move='6"')
    table.unit("B", "Bone", base=INCH if room else 99, at=[22, 10], height=3)
    table.do("turn", first="A")
    assert table.ask("on", unit="Bone")["on"] == ["tower"]
    if room:
        refused = table.refused("charge", unit="Ash", target="Bone", to=[19.2, 10], dice=[6, 6])
        assert "within 1/2" in refused.why
        return
    entry = table.do("charge", unit="Ash", target="Bone", to=[19.2, 10], dice=[6, 6])
    assert "AOST-1.6-1" in entry.rules
    assert table.pairs() == [("Ash", "Bone")]
    far = Table(board=ground(tower)).unit("A", "Ash", base=INCH, at=[14, 10])
    far.unit("B", "Bone", base=99, at=[22, 10], height=3)
    far.do("turn", first="A")
    far.refused("charge", unit="Ash", target="Bone", to=[18.9, 10], dice=[6, 6])


def brawl() -> Table:
    """Return Ash, three models in a row from Bone: gaps of 1.5", 2.8" and 4.1"."""
    table = Table(board=ground())
    table.unit("A", "Ash", models=3, base=INCH, at=[[10, 10], [8.7, 10], [7.4, 10]], move='6"')
    table.unit("B", "Bone", base=INCH, at=[30, 10], health=9)
    table.do("turn", first="A")
    table.do("place", unit="Bone", at=[12.5, 10])
    return table


@pytest.mark.rule("AOS-16-3")
def test_a_pile_in_brings_models_into_reach_before_the_attacks() -> None:
    table = brawl()
    to = [[11.5, 10], [10.4, 10.6], [9.1, 10.9]]
    entry = table.fight("Ash", "Bone", to=to, dice=[1, 1, 1])
    assert "piles in" in entry.text
    # All three are within 3" now; before it was two.
    assert len(entry.rolls[0].dice) == 3
    assert len(brawl().fight("Ash", "Bone", dice=[1, 1]).rolls[0].dice) == 2


def test_a_pile_in_is_up_to_three_inches_and_no_farther_from_its_target() -> None:
    table = brawl()
    back = table.refused("fight", unit="Ash", target="Bone", to=[[9.9, 10], [8.7, 10], [7.4, 10]])
    assert "farther than 1.5" in back.why
    long = [[11.5, 10], [10.2, 10], [10.2, 11.4]]
    refused = table.refused("fight", unit="Ash", target="Bone", to=long)
    assert "model 3 of Ash: it takes 3.1" in refused.why


def test_a_pile_in_stays_in_combat_with_all_it_was_in_combat_with() -> None:
    table = Table(board=ground())
    table.unit("A", "Ash", base=INCH, at=[10, 10])
    table.unit("B", "Bone", base=INCH, at=[30, 10]).unit("B", "Bane", base=INCH, at=[30, 20])
    table.do("turn", first="A")
    table.do("place", unit="Bone", at=[12.5, 10])
    table.do("place", unit="Bane", at=[7, 10])
    assert table.state.in_contact("Ash") == ("Bane", "Bone")
    refused = table.refused("fight", unit="Ash", target="Bone", to=[11.5, 10])
    assert refused.why == "it would leave combat with Bane"
    table.fight("Ash", "Bone", to=[10.5, 10], dice=[1])


# ---- Casualties


@pytest.mark.rule("AOS-18.3-1")
def test_the_models_that_fall_leave_the_others_coherent() -> None:
    # A row of four: one from an end may go, one from the middle may not.
    row = [[10 + 1.4 * n, 10] for n in range(4)]
    shuffled = [row[0], row[1], row[3], row[2]]
    table = field(models=4, at=shuffled)
    table.do("lose", unit="Ash", models=1)
    assert at(table) == [(10, 10), (11.4, 10), (12.8, 10)]
    assert table.ask("coherency", unit="Ash")["coherent"]


@pytest.mark.rule("AOS-18.3-1")
def test_where_no_choice_keeps_a_unit_coherent_as_few_more_as_possible_go() -> None:
    # Seven in a ring, each with two neighbours: any one taken off leaves six in a row, which is coherent;
    # so eight in a ring lose one more, and six are left.
    def ring(models: int) -> list[list[float]]:
        radius = 1.3 / 2 / math.sin(math.pi / models)
        turns = [2 * math.pi * n / models for n in range(models)]
        return [[20 + radius * math.cos(t), 10 + radius * math.sin(t)] for t in turns]

    eight = field(models=8, at=ring(8))
    eight.do("lose", unit="Ash", models=1)
    assert eight.of("Ash").models == 6
    assert eight.ask("coherency", unit="Ash")["coherent"]
    seven = field(models=7, at=ring(7))
    seven.do("lose", unit="Ash", models=1)
    assert seven.of("Ash").models == 6


def test_returned_models_stand_next_to_the_others_and_in_no_new_combat() -> None:
    table = field(models=3, at=[[10, 10], [11.3, 10], [12.6, 10]], foe=(14.7, 13))
    table.do("lose", unit="Ash", models=2)
    table.do("return", unit="Ash", amount="2")
    assert len(table.of("Ash").at) == 3
    assert table.ask("coherency", unit="Ash")["coherent"]


# ---- What a board screen asks


def test_ways_of_moving_are_those_of_the_phase_and_position() -> None:
    table = field()
    ways = {m.id: m for m in GAME.modes(table.state, "Ash")}
    assert (ways["normal"].budget, ways["run"].budget, ways["charge"].budget) == (6, None, None)
    assert ways["normal"].allowed
    assert not ways["retreat"].allowed
    assert GAME.modes(field(at=None).state, "Ash") == ()
    table.do("place", unit="Bone", at=[13, 10])
    allowed = {m.id for m in GAME.modes(table.state, "Ash") if m.allowed}
    assert allowed == {"retreat", "pile-in"}


def test_the_reach_of_a_move_keeps_out_of_combat_range_and_its_prices_are_exact() -> None:
    table = field(foe=(14, 10), at=[8, 10])
    cells = GAME.reach(table.state, "Ash", "normal").cells
    assert cells[7, 5] == pytest.approx((0.5**2 + 4.5**2) ** 0.5)
    # Middles must be more than 4" from Bone's: the middle of cell 10,9 is 3.5" away.
    assert (10, 9) not in cells
    assert (9, 9) in cells
    charge = GAME.reach(table.state, "Ash", "charge").cells
    assert (12, 9) in charge
    assert (8, 9) not in charge


def test_the_reach_of_a_unit_says_that_it_is_of_its_first_model() -> None:
    several = field(models=3, at=[[10, 10], [11.3, 10], [10.6, 11.2]])
    assert "its first model may end" in GAME.reach(several.state, "Ash", "normal").why
    assert GAME.reach(field().state, "Ash", "normal").why == ""
    assert "not in combat" in GAME.reach(several.state, "Ash", "retreat").why


def test_a_trace_proposes_the_action_that_takes_it() -> None:
    table = field()
    trace = GAME.trace(table.state, "Ash", "run", (19.0, 10.0), ((14.0, 10.0),))
    assert trace.legal
    assert trace.action == {"do": "move", "how": "run", "unit": "Ash", "to": [19, 10], "via": [[14, 10]]}
    assert trace.notes == ("takes 3 or more on D6: 66.7 %",)
    do = trace.action
    table.do(do.pop("do"), **do, dice=[3])
    assert at(table) == [(19, 10)]
    assert [round(x) for x, *_ in table.of("Ash").trail] == [10, 14, 19]


def test_the_combat_range_of_a_unit_is_its_threat() -> None:
    table = field()
    (threat,) = GAME.threats(table.state, "Ash")
    # 3.5" about 10,10: the middle of cell 12,8 is 2.9" away, that of cell 13,8 3.8".
    assert (12, 8) in threat.cells
    assert (13, 8) not in threat.cells


def test_the_range_to_a_spot_is_from_the_edge_of_the_base_that_is_nearest() -> None:
    table = field(base=[127, 50.8])
    # Half of 50.8 mm is an inch, half of 127 mm 2.5".
    assert table.ask("range", unit="Ash", to=[10, 14])["range"] == 3
    assert table.ask("range", unit="Ash", to=[15, 10])["range"] == 2.5
    assert table.ask("range", unit="Ash", to=[10.5, 10])["range"] == 0


def test_the_combat_range_of_an_oval_base_is_oval() -> None:
    (threat,) = GAME.threats(field(base=[120, 60]).state, "Ash", 0.5)
    # Half of 60 mm is 1.18", half of 120 mm 2.36": 3" beyond them the range ends.
    assert ((20, 27) in threat.cells, (20, 28) in threat.cells) == (True, False)
    assert ((30, 20) in threat.cells, (31, 20) in threat.cells) == (True, False)


def test_what_is_true_between_two_units_is_told_with_its_reason() -> None:
    table = field(box("hill", 38, 22, 43, 28, "cover"), weapons=[{"id": "bow", "name": "Bow", "range": 40}])
    found = {f.id: f for f in GAME.look(table.state, "Ash", "Bone")}
    assert found["distance"].verdict == '32.5"'
    assert found["combat"].verdict == "no"
    assert found["cover"].verdict == "-1 to hit"
    assert found["cover"].rules == ("AOST-1.2-1", "AOST-1.1-1")
    assert found["weapon.bow"].verdict == "1 of 1"
    assert found["charge"].verdict == "33+"
    assert found["on"].verdict == "hill"
    assert GAME.measure(table.state, (0, 0), (3, 4)).verdict == '5.0"'


def test_within_counts_any_model() -> None:
    table = field(foe=(20, 10))
    assert [u["unit"] for u in table.ask("within", unit="Ash", inches=9)["units"]] == ["Bone"]
    assert table.ask("within", unit="Ash", inches=8.9)["units"] == []


@pytest.mark.parametrize(
    ("ask", "question", "why"),
    [
        ("within", {"inches": "x"}, "inches"),
        ("within", {}, "inches is a number of inches from 0 on, not nothing"),
        ("reach", {"grain": 0.002}, "grain is a number of inches from 0.25 on, not 0.002"),
        ("reach", {"grain": True}, "grain"),
        ("reach", {"grain": math.inf}, "grain"),
        ("path", {}, "say where to"),
        ("charge", {"targets": []}, "no unit"),
        ("cover", {}, "name the other unit"),
        ("range", {"target": "Bane"}, "no unit 'Bane'"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_one_line(
    ask: str, question: dict[str, Any], why: str
) -> None:
    with pytest.raises(WarbandError, match=why) as caught:
        field().ask(ask, unit="Ash", **question)
    assert "\n" not in str(caught.value)


def test_a_battle_without_a_board_says_so() -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone")
    with pytest.raises(WarbandError, match="no board"):
        table.ask("range", unit="Ash", target="Bone")
    assert "no board" in table.refused("move", unit="Ash", to=[3, 3]).why
    unplaced = field(at=None)
    with pytest.raises(WarbandError, match="Ash is not on the board"):
        unplaced.ask("range", unit="Ash", target="Bone")
    unplaced.do("move", unit="Ash", to=[3, 3])
    assert at(unplaced) == [(3, 3)]


def test_a_move_that_is_rolled_is_painted_at_its_best_and_promises_nothing() -> None:
    table = field(move='D6+2"')
    (normal, *_) = GAME.modes(table.state, "Ash")
    assert normal.budget is None
    assert GAME.trace(table.state, "Ash", "normal", (18.0, 10.0)).legal
    assert not GAME.trace(table.state, "Ash", "normal", (18.1, 10.0)).legal
