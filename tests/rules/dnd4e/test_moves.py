"""Move actions and speeds, prone, teleports, pushing and pulling: as far as no board is needed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import GAME, NEW, OLD, Table, duel, every_edition
from warband_tui.rules.games.dnd4e.speeds import left_when_slowed


def budgets(table: Table, name: str) -> dict[str, int]:
    found: dict[str, int] = GAME.ask(table.state, {"ask": "speeds", "unit": name})["budgets"]
    return found


@pytest.mark.rule("D4-SPD-1")
@every_edition
def test_speed_is_the_race_less_armour_and_other_ways_have_their_own(edition: str) -> None:
    table = duel(edition, speed=6, armour_speed=1, speed_bonus=2, modes={"swim": 4, "fly": 8})
    speeds = GAME.ask(table.state, {"ask": "speeds", "unit": "Ash"})["speeds"]
    assert speeds == {"walk": 7, "swim": 4, "fly": 8}
    table.do("walk", unit="Ash", mode="fly", distance=8)
    assert table.of("Ash").has("flying")
    assert table.refused("walk", unit="Ash", mode="burrow", distance=1).rules == ("D4-SPD-1",)


@pytest.mark.rule("D4-SPD-2")
@every_edition
@pytest.mark.parametrize(
    ("do", "most", "conditions"),
    [("walk", 7, []), ("shift", 1, []), ("run", 9, []), ("crawl", 3, ["prone"]), ("squeeze", 3, [])],
)
def test_each_move_action_has_its_own_length(edition: str, do: str, most: int, conditions: list[str]) -> None:
    table = duel(edition, speed=7, conditions=conditions)
    assert f"has {most}" in table.refused(do, unit="Ash", distance=most + 1).why
    table.do(do, unit="Ash", distance=most)


@pytest.mark.rule("D4-SPD-2")
def test_only_the_prone_crawl() -> None:
    assert duel().refused("crawl", unit="Ash", distance=1).rules == ("D4-SPD-2",)


@pytest.mark.rule("D4-SPD-4")
@every_edition
def test_a_double_move_pools_both_speeds_for_two_actions(edition: str) -> None:
    table = duel(edition, speed=5)
    # 5 squares a move pay for two difficult ones and 1 over; pooled, for five.
    assert "takes 6" in table.refused("walk", unit="Ash", distance=3, difficult=3).why
    table.do("walk", unit="Ash", distance=5, difficult=5, double=True)
    assert "no standard action" in table.refused("attack", unit="Ash", target="Bone").why


@pytest.mark.rule("D4-SPD-4", "D4-DT-4")
@every_edition
def test_one_shift_cannot_enter_difficult_ground_two_together_can(edition: str) -> None:
    table = duel(edition)
    assert table.refused("shift", unit="Ash", distance=1, difficult=1).rules == ("D4-DT-4",)
    table.do("shift", unit="Ash", distance=1, difficult=1, double=True)


@pytest.mark.rule("D4-SPD-4")
def test_a_double_move_takes_two_actions_that_are_there() -> None:
    table = duel()
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    assert table.refused("walk", unit="Ash", distance=8, double=True).rules == ("D4-SPD-3",)


@pytest.mark.rule("D4-SPD-5")
@every_edition
def test_the_slowed_have_speed_two_in_every_mode_but_teleport_and_no_bonus(edition: str) -> None:
    table = duel(edition, speed=7, speed_bonus=2, modes={"fly": 8, "teleport": 5, "swim": 1})
    table.do("afflict", unit="Ash", condition="slowed")
    assert GAME.ask(table.state, {"ask": "speeds", "unit": "Ash"})["speeds"] == {
        "walk": 2,
        "fly": 2,
        "teleport": 5,
        "swim": 1,
    }
    assert budgets(table, "Ash") == {"walk": 2, "shift": 1, "run": 2, "crawl": 1, "squeeze": 1}
    assert [left_when_slowed(spent) for spent in (0, 1, 2, 5)] == [2, 1, 0, 0]


@pytest.mark.rule("D4-SPD-5")
@every_edition
@pytest.mark.parametrize("state", ["immobilized", "restrained"])
def test_who_is_held_moves_only_by_teleport(edition: str, state: str) -> None:
    table = duel(edition, conditions=[state], modes={"teleport": 5})
    for do in ("walk", "shift", "run", "squeeze"):
        assert table.refused(do, unit="Ash", distance=1).rules == ("D4-SPD-5",)
    table.do("teleport", unit="Ash", distance=5, action="move")


@pytest.mark.rule("D4-FM-16", "D4-SPD-5")
@every_edition
@pytest.mark.parametrize("do", ["push", "pull", "slide"])
def test_the_restrained_cannot_be_forced_the_immobilized_can(edition: str, do: str) -> None:
    table = duel(edition, foe={"conditions": ["restrained"]})
    assert table.refused(do, unit="Ash", target="Bone").rules == ("D4-FM-16",)
    duel(edition, foe={"conditions": ["immobilized"]}).do(do, unit="Ash", target="Bone")


@pytest.mark.rule("D4-SPD-6")
@every_edition
def test_climbing_without_a_speed_for_it_costs_double_and_takes_a_check(edition: str) -> None:
    table = duel(edition, speed=6, skills={"athletics": 5})
    assert "takes 8" in table.refused("walk", unit="Ash", mode="climb", distance=4).why
    table.do("walk", unit="Ash", mode="climb", distance=3, dc=15, dice=[10])
    assert "climbs 3 squares" in table.battle.entries[-1].text
    table.battle.undo()
    table.do("walk", unit="Ash", mode="climb", distance=3, dc=15, dice=[9])
    assert "gets nowhere" in table.battle.entries[-1].text


@pytest.mark.rule("D4-SPD-6")
@every_edition
def test_with_the_speed_it_costs_as_usual_and_nothing_is_rolled(edition: str) -> None:
    table = duel(edition, speed=6, modes={"climb": 4})
    table.do("walk", unit="Ash", mode="climb", distance=4, dc=25)


@pytest.mark.rule("D4-DT-1")
def test_each_difficult_square_costs_one_more() -> None:
    table = duel(speed=6)
    assert "takes 7" in table.refused("walk", unit="Ash", distance=4, difficult=3).why
    table.do("walk", unit="Ash", distance=4, difficult=2)


# Prone


@pytest.mark.rule("D4-PRONE-1")
@every_edition
def test_the_prone_neither_walk_nor_run_nor_charge(edition: str) -> None:
    table = duel(edition, conditions=["prone"])
    for do, fields in (
        ("walk", {"distance": 1}),
        ("run", {"distance": 1}),
        ("charge", {"target": "Bone", "distance": 2}),
    ):
        assert table.refused(do, unit="Ash", **fields).rules == ("D4-PRONE-1",)


@pytest.mark.rule("D4-PRONE-2")
@every_edition
def test_the_prone_do_not_shift(edition: str) -> None:
    assert duel(edition, conditions=["prone"]).refused("shift", unit="Ash", distance=1).rules == (
        "D4-PRONE-2",
    )


@pytest.mark.rule("D4-PRONE-2")
@every_edition
def test_crawling_provokes_and_standing_up_does_not(edition: str) -> None:
    table = duel(edition, conditions=["prone"])
    table.do("crawl", unit="Ash", distance=2)
    assert table.refused("opportunity", unit="Bone", target="Ash", trigger="stand").rules == ("D4-OA-3",)
    table.do("opportunity", unit="Bone", target="Ash", trigger="crawl", dice=[2])


@pytest.mark.rule("D4-PRONE-3")
@every_edition
def test_standing_up_is_a_move_action_in_place(edition: str) -> None:
    table = duel(edition, conditions=["prone"])
    table.do("stand", unit="Ash")
    assert not table.of("Ash").has("prone")
    assert GAME.ask(table.state, {"ask": "budget", "unit": "Ash"})["left"]["move"] == 0


@pytest.mark.rule("D4-PRONE-3")
@every_edition
def test_on_a_shared_square_it_shifts_out_and_surrounded_it_stays_down(edition: str) -> None:
    table = duel(edition, conditions=["prone"])
    assert table.refused("stand", unit="Ash", shared=True, surrounded=True).rules == ("D4-PRONE-3",)
    entry = table.do("stand", unit="Ash", shared=True)
    assert "shifts a square" in entry.text


@pytest.mark.rule("D4-PRONE-1")
@every_edition
@pytest.mark.parametrize("how", ["flying", "climbing"])
def test_a_flier_or_climber_falls_instead_of_going_prone(edition: str, how: str) -> None:
    foe = {"hp": 60, "conditions": [how], "counters": {"altitude": 20}}
    table = duel(edition, foe=foe)
    entry = table.do("afflict", unit="Bone", condition="prone", lasts="encounter", dice=[4, 5])
    assert (table.hp("Bone"), table.of("Bone").counter("altitude")) == (51, 0)
    assert "falls 20 feet" in entry.text
    assert table.of("Bone").has("prone")


@pytest.mark.rule("D4-FLY-1")
@pytest.mark.parametrize(("keywords", "falls"), [([], True), (["hover"], False)])
def test_a_stunned_flier_falls_unless_it_hovers(keywords: list[str], falls: bool) -> None:
    foe: dict[str, Any] = {"hp": 60, "modes": {"fly": 2}, "keywords": keywords}
    table = duel(foe={**foe, "conditions": ["flying"], "counters": {"altitude": 30}})
    table.do("afflict", unit="Bone", condition="stunned", dice=[6, 6] if falls else [])
    # 30 feet less 5 for each of 2 squares of fly speed leave two dice.
    assert table.hp("Bone") == (48 if falls else 60)
    assert table.of("Bone").counter("altitude") == (0 if falls else 30)


@pytest.mark.rule("D4-FLY-1")
def test_an_unconscious_flier_falls_even_if_it_hovers() -> None:
    foe: dict[str, Any] = {"hp": 60, "modes": {"fly": 2}, "keywords": ["hover"], "conditions": ["flying"]}
    table = duel(foe={**foe, "counters": {"altitude": 30}})
    table.do("afflict", unit="Bone", condition="unconscious", dice=[6, 6])
    assert table.hp("Bone") == 48


# Squeezing


@pytest.mark.rule("D4-SQZ-1", "D4-SQZ-2")
@every_edition
def test_a_squeeze_lasts_until_it_is_ended_for_free(edition: str) -> None:
    table = duel(edition, speed=7)
    table.do("squeeze", unit="Ash", distance=3)
    assert table.do("attack", unit="Ash", target="Bone", dice=[2]).rolls[0].flat == 0
    table.ends("Ash")
    assert table.do("attack", unit="Bone", target="Ash", dice=[2]).rolls[0].flat == 7
    table.ends("Bone")
    table.do("end-squeeze", unit="Ash")
    assert GAME.ask(table.state, {"ask": "budget", "unit": "Ash"})["left"] == {
        "standard": 1,
        "move": 1,
        "minor": 1,
    }
    assert not table.of("Ash").has("squeezing")


# Pull, push, slide


@pytest.mark.rule("D4-FM-4")
@every_edition
def test_a_distance_is_the_most_and_may_be_nothing(edition: str) -> None:
    table = duel(edition)
    table.do("push", unit="Ash", target="Bone", distance=0, limit=3)
    table.do("slide", unit="Ash", target="Bone", distance=3, limit=3)
    assert table.refused("pull", unit="Ash", target="Bone", distance=4, limit=3).rules == ("D4-FM-4",)


@pytest.mark.rule("D4-FM-7")
def test_forced_movement_uses_up_nothing_of_the_targets_own() -> None:
    table = duel(foe={"speed": 1})
    table.do("slide", unit="Ash", target="Bone", distance=4)
    table.ends("Ash")
    table.do("walk", unit="Bone", distance=1)


@pytest.mark.rule("D4-FM-12")
@every_edition
def test_who_stands_firm_is_moved_less_unless_its_side_declines(edition: str) -> None:
    table = duel(edition, foe={"reduction": 1})
    assert table.refused("push", unit="Ash", target="Bone", distance=2, limit=2).rules == ("D4-FM-12",)
    table.do("push", unit="Ash", target="Bone", distance=1, limit=2)
    table.do("push", unit="Ash", target="Bone", distance=2, limit=2, keep=True)


@pytest.mark.rule("D4-FM-14")
@every_edition
@pytest.mark.parametrize(
    ("size", "allowed"), [("tiny", True), ("medium", True), ("large", True), ("huge", False)]
)
def test_a_bull_rush_works_on_one_size_larger_at_most(edition: str, size: str, allowed: bool) -> None:
    table = duel(edition, strength=4, foe={"size": size, "fortitude": 12})
    if allowed:
        table.do("bull-rush", unit="Ash", target="Bone", dice=[8])
    else:
        assert table.refused("bull-rush", unit="Ash", target="Bone").rules == ("D4-FM-14",)
    # A power has no such limit.
    table.do("push", unit="Ash", target="Bone", distance=2)


@pytest.mark.rule("D4-FM-14")
def test_a_bull_rush_that_misses_pushes_nobody() -> None:
    table = duel(strength=4, foe={"fortitude": 12})
    assert "pushed" not in table.do("bull-rush", unit="Ash", target="Bone", dice=[7]).text
    table.battle.undo()
    assert "pushed" in table.do("bull-rush", unit="Ash", target="Bone", dice=[8]).text


@pytest.mark.rule("D4-SIZE-5")
@pytest.mark.parametrize(
    ("by", "moves"), [("melee", False), ("ranged", False), ("close", True), ("area", True)]
)
def test_a_swarm_is_moved_by_close_and_area_attacks_only(by: str, moves: bool) -> None:
    table = duel(foe={"keywords": ["Swarm"]})
    if moves:
        table.do("push", unit="Ash", target="Bone", by=by)
    else:
        assert table.refused("push", unit="Ash", target="Bone", by=by).rules == ("D4-SIZE-5",)


# Over an edge


@pytest.mark.rule("D4-FALL-5", "D4-FM-10")
@every_edition
def test_at_an_edge_a_save_leaves_it_prone_before_it(edition: str) -> None:
    table = duel(edition, foe={"hp": 40})
    table.do("push", unit="Ash", target="Bone", distance=1, drop=20, dice=[10])
    assert (table.of("Bone").has("prone"), table.hp("Bone")) == (True, 40)


@pytest.mark.rule("D4-FALL-5", "D4-FM-10")
@every_edition
def test_without_the_save_it_falls_unconscious_or_not(edition: str) -> None:
    table = duel(edition, foe={"hp": 40, "conditions": ["unconscious"]})
    table.do("push", unit="Ash", target="Bone", distance=1, drop=20, dice=[9, 5, 6])
    assert table.hp("Bone") == 29


@pytest.mark.rule("D4-FM-10")
def test_being_carried_over_an_edge_is_a_switch() -> None:
    fields: dict[str, Any] = {"unit": "Ash", "target": "Bone", "distance": 3, "drop": 20, "carried": True}
    duel(OLD).do("push", **fields)
    assert duel(NEW).refused("push", **fields).rules == ("D4-FM-10",)
    switched = Table(NEW, settings={"forced-edge": "carried"}).unit("A", "Ash").unit("B", "Bone")
    switched.begin("Ash", "Bone").do("push", **fields)


@pytest.mark.parametrize(("setting", "saved"), [("off", True), ("on", False)])
def test_surplus_squares_make_the_save_harder_where_a_battle_says_so(setting: str, saved: bool) -> None:
    table = Table(NEW, settings={"surplus-push": setting}).unit("A", "Ash").unit("B", "Bone")
    table.begin("Ash", "Bone")
    table.do("push", unit="Ash", target="Bone", distance=1, drop=0, surplus=2, dice=[11])
    assert table.of("Bone").has("prone") == saved


# Teleports


@pytest.mark.rule("D4-FM-15", "D4-TEL-4")
def test_teleporting_somebody_into_danger_is_no_forced_movement_and_has_a_save_in_2010() -> None:
    fields: dict[str, Any] = {"unit": "Bone", "by": "Ash", "distance": 3, "drop": 10}
    old = duel(OLD, foe={"hp": 30, "conditions": ["restrained"], "reduction": 3})
    old.do("teleport", **fields, dice=[7])
    assert old.hp("Bone") == 23
    new = duel(NEW, foe={"hp": 30, "conditions": ["restrained"], "reduction": 3})
    entry = new.do("teleport", **fields, dice=[10])
    assert new.hp("Bone") == 30
    assert "stays where it is" in entry.text
    new.do("teleport", **fields, dice=[9, 4])
    assert new.hp("Bone") == 26


@pytest.mark.rule("D4-TEL-5")
@every_edition
def test_a_teleport_ends_a_grab_and_bonds_to_the_place_only(edition: str) -> None:
    table = duel(edition, strength=30)
    table.do("grab", unit="Ash", target="Bone", dice=[10])
    for name in ("immobilized", "restrained"):
        table.do("afflict", unit="Bone", condition=name)
    table.do("teleport", unit="Bone", distance=3, bond="restrained")
    found = table.of("Bone").conditions
    assert ("grabbed" in found, "restrained" in found, "immobilized" in found) == (False, False, True)


@pytest.mark.rule("D4-TEL-6")
@every_edition
def test_who_is_prone_stays_prone(edition: str) -> None:
    table = duel(edition, foe={"conditions": ["prone"]})
    entry = table.do("teleport", unit="Bone", distance=3)
    assert table.of("Bone").has("prone")
    assert "D4-TEL-6" in entry.rules


@pytest.mark.rule("D4-TEL-3")
def test_a_teleport_provokes_nothing() -> None:
    table = duel()
    table.do("activate", unit="Ash")
    assert table.refused("opportunity", unit="Bone", target="Ash", trigger="teleport").rules == ("D4-OA-3",)


# What is offered


def test_the_list_of_actions_shows_what_a_state_calls_for() -> None:
    table = duel()
    assert not {"stand", "crawl", "escape", "end-squeeze", "return", "readied"} & table.offered("Ash")
    table.do("condition", on="Ash", condition="prone")
    assert {"stand", "crawl"} <= table.offered("Ash")
    assert not table.option("Ash", "walk").allowed
    assert table.option("Ash", "walk").rules == ("D4-PRONE-1",)


def test_a_square_without_a_board_changes_nothing() -> None:
    table = duel()
    table.do("walk", unit="Ash", distance=3, to=[4, 4], path=[[2, 2], [3, 3], [4, 4]])
    assert table.of("Ash").at == ()
