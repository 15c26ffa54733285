"""Forced movement, teleports and charges played on a map."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import NEW, OLD, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])
STRONG = {"strength": 30}


@BOTH
@pytest.mark.rule("D4-PUSH-1", "D4-FM-6")
def test_a_push_goes_where_it_is_farther_and_past_enemies_without_a_strike(edition: str) -> None:
    """b is pushed out of the reach of A and past C, both of whom would strike if it walked that way."""
    table = on_map("Ab...", "..C..", "#####", edition=edition)
    walk = table.action("walk", unit="b", to=[4, 0])
    table.ends("A", "C")
    assert {c.unit for c in table.battle.ruleset.choices(table.state, walk)} == {"A", "C"}
    table.battle.undo(2)
    push = table.action("push", unit="A", target="b", limit=3, to=[4, 0])
    assert table.battle.ruleset.choices(table.state, push) == []
    entry = table.do("push", unit="A", target="b", limit=3, to=[4, 0])
    assert table.at("b") == (4, 0)
    assert {"D4-PUSH-1", "D4-FM-6"} <= set(entry.rules)
    assert not any(table.of(name).has("opportunity used") for name in ("A", "C"))


@BOTH
@pytest.mark.rule("D4-PUSH-1", "D4-PULL-1", "D4-FM-4", "D4-FM-8")
def test_a_wrong_way_is_refused_with_the_figure(edition: str) -> None:
    table = on_map(".....", "Ab.#.", ".....", edition=edition)
    assert "not farther from" in table.refused("push", unit="A", target="b", to=[1, 0]).why
    assert "filled" in table.refused("push", unit="A", target="b", limit=2, path=[[2, 1], [3, 1]]).why
    assert table.refused("push", unit="A", target="b", limit=1, to=[3, 0]).rules == ("D4-FM-4",)
    assert "not nearer to" in table.refused("pull", unit="A", target="b", to=[2, 1]).why
    table.do("slide", unit="A", target="b", to=[1, 0])
    assert table.at("b") == (1, 0)


@pytest.mark.rule("D4-FM-2")
def test_an_effect_pushes_from_its_own_square() -> None:
    table = on_map("A....", "...b.", "#####")
    table.do("push", unit="A", target="b", to=[2, 1], origin=[4, 1])
    assert table.at("b") == (2, 1)
    assert "D4-FM-2" in table.battle.entries[-1].rules


@pytest.mark.rule("D4-FM-12")
def test_who_stands_firm_is_moved_less_on_the_board_as_well() -> None:
    table = on_map("Ab...", "#####", b={"reduction": 1})
    for way in ({"to": [3, 0]}, {"path": [[2, 0], [3, 0]]}):
        refused = table.refused("push", unit="A", target="b", limit=2, **way)
        assert (refused.why, refused.rules) == ("2 squares; 1 at most", ("D4-FM-12",))
    table.do("push", unit="A", target="b", limit=2, to=[2, 0])
    aloft = on_map("A....", "#####", b={"reduction": 1, "at": [1, 0, 1], "modes": {"fly": 4}})
    assert aloft.refused("push", unit="A", target="b", limit=2, to=[1, 0, 3]).rules == ("D4-FM-12",)


@BOTH
@pytest.mark.rule("D4-FALL-5", "D4-FM-10", "D4-FALL-1")
def test_over_a_pit_it_saves_and_lies_before_it_or_falls_as_deep_as_the_board_says(edition: str) -> None:
    table = on_map("Ab.O.", "#####", edition=edition, drop_feet=30)
    table.do("push", unit="A", target="b", limit=2, to=[3, 0], dice=[10])
    assert (table.at("b"), table.of("b").has("prone"), table.hp("b")) == ((2, 0), True, 40)
    table.battle.undo()
    entry = table.do("push", unit="A", target="b", limit=2, to=[3, 0], dice=[9, 2, 3, 4])
    assert (table.at("b"), table.hp("b"), table.of("b").has("prone")) == ((3, 0), 31, True)
    assert "a drop of 30 feet" in entry.text
    assert {"D4-FALL-5", "D4-FALL-1", "D4-SAVE-1"} <= set(entry.rules)


@pytest.mark.rule("D4-FM-10")
def test_where_forced_movement_ends_at_the_edge_nobody_is_carried_over_it() -> None:
    rows = ("AbO..", "#####")
    fields: dict[str, Any] = {"unit": "A", "target": "b", "limit": 3, "path": [[2, 0], [3, 0], [4, 0]]}
    assert on_map(*rows, edition=NEW).refused("push", **fields).rules == ("D4-FM-10",)
    table = on_map(*rows, edition=OLD)
    entry = table.do("push", **fields)
    assert (table.at("b"), table.hp("b")) == ((4, 0), 40)
    assert "carried over" in entry.text


@pytest.mark.rule("D4-FALL-7")
def test_falling_past_an_enemy_provokes_nothing_where_walking_past_it_would() -> None:
    """C stands at the rim of the pit: b passes it as it is pushed and falls, and C may not strike."""
    table = on_map("AbO", "#.C", b={"hp": 60})
    push = table.action("push", unit="A", target="b", to=[2, 0])
    table.ends("A", "C")
    walk = table.action("walk", unit="b", to=[1, 1])
    assert {c.unit for c in table.battle.ruleset.choices(table.state, walk)} == {"A", "C"}
    table.battle.undo(2)
    assert table.battle.ruleset.choices(table.state, push) == []
    table.do("push", unit="A", target="b", to=[2, 0], dice=[2, 5, 5])
    assert (table.hp("b"), table.of("C").has("opportunity used")) == (50, False)
    refused = table.refused("opportunity", unit="C", target="b", trigger="fall")
    assert refused.rules == ("D4-OA-3",)


@pytest.mark.rule("D4-FALL-10")
def test_who_lands_on_somebody_is_told_with_it() -> None:
    table = on_map("AbO", "###", d={"at": [2, 0], "conditions": ["prone"]}, b={"hp": 60})
    entry = table.do("push", unit="A", target="b", to=[2, 0], dice=[2, 5, 5])
    assert "lands on d" in entry.text


@BOTH
@pytest.mark.rule("D4-FALL-6")
def test_a_large_creature_half_over_does_not_fall_and_has_to_move_on_its_turn(edition: str) -> None:
    table = on_map("Ab.O.", "...O.", "#####", edition=edition, b={"size": "large"})
    entry = table.do("push", unit="A", target="b", to=[2, 0])
    assert (table.at("b"), table.hp("b")) == ((2, 0), 40)
    assert table.of("b").has("half over a drop")
    assert "D4-FALL-6" in entry.rules
    table.ends("A")
    table.do("activate", unit="b")
    assert table.refused("end", unit="b").rules == ("D4-FALL-6",)
    table.do("walk", unit="b", to=[1, 0])
    assert not table.of("b").has("half over a drop")
    table.do("end", unit="b")


@BOTH
@pytest.mark.rule("D4-FALL-6")
def test_the_turn_of_who_is_half_over_ends_when_it_cannot_move_and_says_so(edition: str) -> None:
    rows = ("..O.", "b.O.", "..O.", "..O.")
    straddling = {"size": "large", "at": [1, 1]}
    table = on_map(*rows, "A...", edition=edition, b=straddling)
    table.do("place", unit="b", at=[1, 0])
    assert table.of("b").has("half over a drop")
    table.ends("A")
    # Nobody passes its turn to stay there, nor ends it with a move left.
    assert table.refused("end", unit="b").rules == ("D4-FALL-6",)
    table.do("walk", unit="b", to=[1, 1])
    assert table.refused("end", unit="b").rules == ("D4-FALL-6",)
    table.do("walk", unit="b", to=[1, 0])
    entry = table.do("end", unit="b")
    assert "still over a drop" in entry.text
    assert "D4-FALL-6" in entry.rules
    held = on_map(*rows, "A...", edition=edition, b={**straddling, "conditions": ["immobilized"]})
    held.do("place", unit="b", at=[1, 0])
    held.ends("A")
    assert "still over a drop" in held.do("end", unit="b").text


@BOTH
@pytest.mark.rule("D4-FALL-6")
def test_who_goes_half_over_in_its_own_turn_may_stay_until_the_next(edition: str) -> None:
    table = on_map("A.....", "..O...", "..O...", edition=edition, b={"size": "large", "at": [4, 1]})
    table.ends("A")
    table.do("walk", unit="b", to=[2, 1])
    assert table.of("b").has("half over a drop")
    assert "still over a drop" in table.do("end", unit="b").text
    table.ends("A")
    assert table.of("b").has("half over a drop")
    assert table.refused("end", unit="b").rules == ("D4-FALL-6",)
    table.do("walk", unit="b", to=[4, 1])
    assert not table.of("b").has("half over a drop")
    table.do("end", unit="b")


@pytest.mark.rule("D4-FALL-6")
def test_with_its_whole_space_over_it_falls() -> None:
    table = on_map("Ab.OO", "...OO", "#####", b={"size": "large", "hp": 60})
    table.do("push", unit="A", target="b", limit=2, to=[3, 0], dice=[3, 4, 5])
    assert (table.at("b"), table.hp("b")) == ((3, 0), 51)


@pytest.mark.rule("D4-FALL-1")
def test_a_fall_where_a_creature_stands_is_as_deep_as_the_board() -> None:
    table = on_map("A.b", A={"under": "O"}, drop_feet=10)
    table.do("fall", unit="A", dice=[7])
    assert table.hp("A") == 33
    assert "how many feet" in table.refused("fall", unit="b").why


# Bull rush


@BOTH
@pytest.mark.rule("D4-FM-14", "D4-FM-6")
def test_a_bull_rush_pushes_and_follows_into_the_space(edition: str) -> None:
    table = on_map("Ab.d", "####", edition=edition, A=STRONG)
    table.do("bull-rush", unit="A", target="b", to=[2, 0], dice=[10])
    assert (table.at("b"), table.at("A")) == ((2, 0), (1, 0))
    far = on_map("A.b", A=STRONG)
    assert far.refused("bull-rush", unit="A", target="b").rules == ("D4-SIZE-4",)


@pytest.mark.rule("D4-FM-14")
def test_the_rusher_follows_only_into_the_space_that_was_left() -> None:
    """From two squares off a step of one does not lead into it; of a Large one's space the part that is free does."""
    long_arm = on_map("A.b..", "#####", A={**STRONG, "reach": 2})
    entry = long_arm.do("bull-rush", unit="A", target="b", to=[3, 0], dice=[10])
    assert (long_arm.at("A"), long_arm.at("b"), "no room to follow" in entry.text) == ((0, 0), (3, 0), True)
    large = on_map("....", "Ab..", "....", A=STRONG, b={"size": "large"})
    large.do("bull-rush", unit="A", target="b", to=[2, 1], dice=[10])
    assert (large.at("A"), large.at("b")) == ((1, 1), (2, 1))


@pytest.mark.rule("D4-FM-14", "D4-FALL-5")
def test_a_bull_rush_over_an_edge_gives_the_save() -> None:
    table = on_map("AbO", "###", A=STRONG)
    table.do("bull-rush", unit="A", target="b", to=[2, 0], dice=[10, 12])
    assert (table.at("b"), table.of("b").has("prone"), table.at("A")) == ((1, 0), True, (0, 0))
    table = on_map("AbO", "###", A=STRONG, b={"hp": 60})
    table.do("bull-rush", unit="A", target="b", to=[2, 0], dice=[10, 2, 5, 5])
    assert (table.at("b"), table.at("A"), table.hp("b")) == ((2, 0), (1, 0), 50)


# Charges


@BOTH
@pytest.mark.rule("D4-CHG-1", "D4-OA-3")
def test_a_charge_goes_by_nearer_squares_ends_beside_and_provokes(edition: str) -> None:
    table = on_map("......", "A...b.", ".d....", edition=edition)
    assert "ends in" in table.refused("charge", unit="A", target="b", to=[4, 0]).why
    assert [c.unit for c in table.battle.ruleset.choices(table.state, table.action("charge", unit="A", target="b", to=[3, 1]))] == ["d"]  # fmt: skip
    entry = table.do("charge", unit="A", target="b", to=[3, 1], dice=[2])
    assert (table.at("A"), entry.rolls[-1].flat) == ((3, 1), 6)
    curved = on_map("......", "A...b.", "......")
    assert (
        "nearer" in curved.refused("charge", unit="A", target="b", path=[[0, 0], [1, 0], [2, 1], [3, 1]]).why
    )


@pytest.mark.rule("D4-CHG-1", "D4-OA-5")
def test_a_charger_that_is_dropped_on_the_way_does_not_attack() -> None:
    table = on_map("A...b", ".d...", "#####", A={"hp": 20, "counters": {"hp": 4}, "hero": True})
    entry = table.do("charge", unit="A", target="b", to=[3, 0], choices={"d:strike": "2"}, dice=[15, 4])
    assert (table.at("A"), table.hp("b"), len(entry.rolls)) == ((1, 0), 40, 2)


# Teleports


@BOTH
@pytest.mark.rule("D4-TEL-1", "D4-TEL-2", "D4-TEL-3")
def test_a_teleport_goes_past_those_who_would_strike_a_walk(edition: str) -> None:
    table = on_map("Ab...", ".d...", "#####", edition=edition, A={"modes": {"teleport": 5}})
    walk = table.action("walk", unit="A", to=[4, 0])
    phasing = on_map("Ab...", ".d...", "#####", edition=edition, A={"keywords": ["phasing"]})
    assert {c.unit for c in phasing.battle.ruleset.choices(phasing.state, walk)} == {"b", "d"}
    jump = table.action("teleport", unit="A", to=[4, 0], action="move")
    assert table.battle.ruleset.choices(table.state, jump) == []
    entry = table.do("teleport", unit="A", to=[4, 0], action="move")
    assert table.at("A") == (4, 0)
    assert "D4-TEL-3" in entry.rules
    assert not table.of("b").has("opportunity used")
    assert table.refused("opportunity", unit="b", target="A", trigger="teleport").rules == ("D4-OA-3",)


@BOTH
@pytest.mark.rule("D4-TEL-1", "D4-TEL-2")
def test_a_teleport_is_refused_beyond_its_range_unseen_or_onto_somebody(edition: str) -> None:
    table = on_map("A.b.#.", "######", edition=edition, A={"modes": {"teleport": 3}})
    assert table.refused("teleport", unit="A", to=[2, 0], action="move").rules == ("D4-TEL-2",)
    assert "does not see" in table.refused("teleport", unit="A", to=[5, 0], distance=9).why
    far = on_map("A.....", A={"modes": {"teleport": 3}})
    assert "goes 3" in far.refused("teleport", unit="A", to=[5, 0], action="move").why


@pytest.mark.rule("D4-TEL-4", "D4-FM-15")
def test_a_teleport_over_a_drop_is_saved_against_in_2010_and_falls_in_2008() -> None:
    fields: dict[str, Any] = {"unit": "b", "by": "A", "distance": 5, "to": [3, 0]}
    new = on_map("Ab.O", edition=NEW, b={"hp": 60})
    new.do("teleport", **fields, dice=[10])
    assert new.at("b") == (1, 0)
    old = on_map("Ab.O", edition=OLD, b={"hp": 60})
    old.do("teleport", **fields, dice=[5, 5])
    assert (old.at("b"), old.hp("b")) == ((3, 0), 50)


@pytest.mark.rule("D4-GEO-4", "D4-FLY-2", "D4-FALL-1")
def test_who_lies_in_a_pit_is_as_far_away_as_it_is_deep_and_climbs_out() -> None:
    table = on_map("Ab.O.", "#####", drop_feet=20, b={"hp": 60, "modes": {"climb": 4}})
    table.do("push", unit="A", target="b", limit=2, to=[3, 0], dice=[2, 2, 2])
    told = table.battle.ruleset.ask(table.state, {"ask": "distance", "unit": "A", "target": "b"})
    assert told["distance"] == 4
    assert "4 squares away" in table.refused("attack", unit="A", target="b").why
    table.ends("A")
    table.do("stand", unit="b")
    assert "out of the pit" in table.refused("walk", unit="b", to=[4, 0]).why
    table.do("walk", unit="b", mode="climb", to=[4, 0])
    assert table.at("b") == (4, 0)


@pytest.mark.rule("D4-FM-10", "D4-FALL-5")
def test_where_it_is_carried_over_it_saves_at_the_last_pit_that_no_firm_ground_follows() -> None:
    rows = ("Ab.O.OO.", "########")
    path = [[x, 0] for x in range(2, 7)]
    push: dict[str, Any] = {"unit": "A", "target": "b", "limit": 5}
    for length, dice, end, prone in ((2, [10], (2, 0), True), (3, [], (4, 0), False), (4, [10], (4, 0), True),
                                     (5, [10], (4, 0), True)):  # fmt: skip
        table = on_map(*rows, edition=OLD)
        entry = table.do("push", **push, path=path[:length], dice=dice)
        carried = "carried over" in entry.text
        assert (table.at("b"), table.of("b").has("prone"), carried) == (end, prone, length > 2)
    table = on_map(*rows, edition=OLD, b={"hp": 60})
    table.do("push", **push, path=path[:4], dice=[9, 5, 5])
    assert (table.at("b"), table.hp("b")) == ((5, 0), 50)
    over = on_map(*rows, edition=OLD)
    entry = over.do("push", unit="A", target="b", limit=6, to=[7, 0])
    assert (over.at("b"), entry.text.count("carried over")) == ((7, 0), 2)


@pytest.mark.rule("D4-FM-10", "D4-FM-9", "D4-FALL-5")
def test_who_saves_beyond_an_ally_lies_where_it_may_end() -> None:
    """d stands at the rim: b, pushed past it, throws itself down before d and not in the square of d."""
    table = on_map("Ab.dO.", "######")
    table.do("push", unit="A", target="b", limit=3, path=[[2, 0], [3, 0], [4, 0]], dice=[10])
    assert (table.at("b"), table.of("b").has("prone")) == ((2, 0), True)


@pytest.mark.parametrize("do", ["push", "pull", "slide"])
def test_nobody_is_pushed_by_itself_or_without_being_named(do: str) -> None:
    table = on_map("A.b..")
    assert table.refused(do, unit="A", target="", to=[1, 0]).why.startswith("name whom A ")
    why = table.refused(do, unit="A", target="A", to=[1, 0]).why
    assert "own target" in why or "another creature than itself" in why


@pytest.mark.parametrize("do", ["push", "pull", "slide"])
def test_with_both_on_the_board_the_square_is_asked_for(do: str) -> None:
    table = on_map("A.b..")
    why = table.refused(do, unit="A", target="b").why
    assert why.startswith("pick the square on the board to which A ")
    table.do(do, unit="A", target="b", distance=0)
    entry = table.do(do, unit="A", target="b", override="moved by hand")
    assert "On the board b is still at 2,0" in entry.text
    assert table.at("b") == (2, 0)
