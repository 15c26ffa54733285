"""Hit points and what becomes of those without; conditions, how long they last; saves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.rules.dnd4e.table import GAME, KINDS, Table, duel, every_edition
from warband_tui.errors import WarbandError
from warband_tui.reports.telling import kit
from warband_tui.rules.actions import read_action
from warband_tui.rules.games.dnd4e.declarations import ONGOING
from warband_tui.rules.state import Condition


def left(table: Table, name: str) -> set[str]:
    return set(table.of(name).conditions)


def test_the_kit_of_a_report_is_of_the_creature_and_not_what_came_upon_it() -> None:
    unit = duel().of("Ash")
    burning = replace(unit, acting=True, conditions={f"{ONGOING}acid 5": Condition()})
    assert GAME.line(burning).role != GAME.line(unit).role
    assert kit(GAME, burning) == kit(GAME, unit)


# Hit points


def test_half_of_the_hit_points_is_bloodied_until_healed() -> None:
    table = duel(hp=30, surges=3)
    table.do("damage", unit="Ash", amount=14)
    assert "bloodied" not in left(table, "Ash")
    table.do("damage", unit="Ash", amount=1)
    assert "bloodied" in left(table, "Ash")
    table.do("heal", unit="Ash", amount=1)
    assert "bloodied" not in left(table, "Ash")


def test_counting_hit_points_by_hand_comes_to_the_same() -> None:
    table = duel(foe={"hp": 10})
    table.do("mark", on="Bone", counter="hp", by=-5)
    assert "bloodied" in left(table, "Bone")
    table.do("mark", on="Bone", counter="hp", to=-2)
    assert not table.of("Bone").in_play
    table.do("restore", unit="Bone")
    assert (table.of("Bone").in_play, table.hp("Bone")) == (True, 10)


def test_temporary_hit_points_go_first_and_do_not_add_up() -> None:
    table = duel(hp=30)
    table.do("temporary", unit="Ash", amount=8)
    table.do("temporary", unit="Ash", amount=5)
    assert table.of("Ash").counter("temporary") == 8
    table.do("damage", unit="Ash", amount=10)
    assert (table.of("Ash").counter("temporary"), table.hp("Ash")) == (0, 28)


@pytest.mark.parametrize("do", ["damage", "temporary", "heal"])
@pytest.mark.parametrize("amount", ["-7", -7, "1d4-9"])
def test_an_amount_below_nothing_is_refused_and_nothing_is_logged(do: str, amount: int | str) -> None:
    table = duel(hp=30)
    before = table.state
    with pytest.raises(WarbandError) as caught:
        table.do(do, unit="Ash", amount=amount, dice=[1])
    assert f"'{amount}' is below 0" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert table.state is before
    # Dice may bring an amount down to nothing.
    table.do(do if do != "heal" else "damage", unit="Ash", amount="1d4-2", dice=[1])
    assert (table.hp("Ash"), table.of("Ash").counter("temporary")) == (30, 0)


def test_a_surge_gives_a_quarter_back_and_never_more_than_there_was() -> None:
    table = duel(hp=30, surges=1)
    table.do("damage", unit="Ash", amount=5)
    table.do("heal", unit="Ash", surge=True)
    assert (table.hp("Ash"), table.of("Ash").counter("surges")) == (30, 0)
    assert "no healing surge" in table.refused("heal", unit="Ash", surge=True).why


def test_second_wind_is_a_standard_action_once_an_encounter() -> None:
    table = duel(hp=30, surges=5)
    table.do("damage", unit="Ash", amount=20)
    table.do("second-wind", unit="Ash")
    assert (table.hp("Ash"), table.of("Ash").counter("surges")) == (17, 4)
    assert "no standard action" in table.refused("attack", unit="Ash", target="Bone").why
    table.ends("Ash", "Bone")
    assert "has used its second wind" in table.refused("second-wind", unit="Ash").why


def test_whoever_is_no_hero_is_dead_at_0() -> None:
    table = duel(foe={"hp": 12})
    table.do("attack", unit="Ash", target="Bone", result="hit", damage=12)
    assert not table.of("Bone").in_play
    lost = table.battle.entries[-1].events
    assert any(getattr(e, "by", "") == "Ash" and getattr(e, "using", "") == "Sword" for e in lost)


def test_a_hero_is_dying_at_0_and_dead_at_half_below() -> None:
    table = duel(hp=30)
    table.do("damage", unit="Ash", amount=30)
    assert left(table, "Ash") == {"bloodied", "dying", "unconscious", "prone"}
    table.do("damage", unit="Ash", amount=14)
    assert table.of("Ash").in_play
    table.do("damage", unit="Ash", amount=1)
    assert not table.of("Ash").in_play


def test_healing_a_dying_hero_starts_from_0_and_it_stays_prone() -> None:
    table = duel(hp=30)
    table.do("damage", unit="Ash", amount=37)
    table.do("heal", unit="Ash", amount=4)
    assert (table.hp("Ash"), left(table, "Ash")) == (4, {"bloodied", "prone"})


def test_a_foe_may_be_knocked_out_instead_of_killed() -> None:
    table = duel(foe={"hp": 12})
    table.do("attack", unit="Ash", target="Bone", spare=True, result="hit", damage=20)
    assert table.of("Bone").in_play
    assert left(table, "Bone") >= {"unconscious", "prone"}
    table.do("note", text="it breathes")
    assert table.of("Bone").in_play
    table.do("damage", unit="Bone", amount=1)
    assert not table.of("Bone").in_play


def test_models_of_one_unit_die_one_after_the_other() -> None:
    table = Table().unit("A", "Ash").unit("B", "Rats", models=3, hp=4)
    table.begin("Ash", "Rats")
    table.do("damage", unit="Rats", amount=9)
    assert (table.of("Rats").models, table.hp("Rats")) == (2, 4)


def test_regeneration_comes_at_the_start_of_the_turn_and_not_to_the_dead() -> None:
    table = duel(foe={"hp": 30, "regeneration": 5})
    table.do("damage", unit="Bone", amount=12)
    table.ends("Ash")
    table.do("walk", unit="Bone", distance=1)
    assert table.hp("Bone") == 23


# Durations


def test_until_the_end_of_my_next_turn_is_not_this_turn() -> None:
    table = duel()
    table.do("activate", unit="Ash")
    table.do("afflict", unit="Bone", condition="slowed", by="Ash", lasts="end")
    table.ends("Ash", "Bone")
    assert "slowed" in left(table, "Bone")
    table.ends("Ash")
    assert "slowed" not in left(table, "Bone")


def test_given_before_my_turn_it_is_over_at_the_end_of_that_one() -> None:
    table = duel()
    table.ends("Ash")
    table.do("activate", unit="Bone")
    table.do("afflict", unit="Bone", condition="slowed", by="Ash", lasts="end")
    table.ends("Bone")
    assert "slowed" in left(table, "Bone")
    table.ends("Ash")
    assert "slowed" not in left(table, "Bone")


def test_until_the_start_of_my_next_turn() -> None:
    table = duel()
    table.do("activate", unit="Ash")
    table.do("afflict", unit="Bone", condition="blinded", by="Ash", lasts="start")
    table.ends("Ash", "Bone")
    assert "blinded" in left(table, "Bone")
    table.do("activate", unit="Ash")
    assert "blinded" not in left(table, "Bone")


def test_the_end_of_its_own_next_turn() -> None:
    table = duel()
    table.do("activate", unit="Ash")
    table.do("afflict", unit="Bone", condition="weakened", by="Ash", lasts="own-end")
    table.ends("Ash")
    assert "weakened" in left(table, "Bone")
    table.ends("Bone")
    assert "weakened" not in left(table, "Bone")


def test_for_the_encounter_nothing_ends_it_but_the_players() -> None:
    table = duel()
    table.do("afflict", unit="Bone", condition="deafened", lasts="encounter")
    table.ends("Ash", "Bone", "Ash", "Bone")
    assert "deafened" in left(table, "Bone")
    table.do("condition", on="Bone", condition="deafened", clear=True)
    assert "deafened" not in left(table, "Bone")


def test_what_waited_for_the_turn_of_the_dead_ends_where_that_would_have_been() -> None:
    table = Table().unit("A", "Ash").unit("A", "Elm").unit("B", "Bone")
    table.begin("Elm", "Ash", "Bone")
    table.ends("Elm")
    table.do("activate", unit="Ash")
    table.do("afflict", unit="Bone", condition="slowed", by="Ash", lasts="end")
    table.do("damage", unit="Ash", amount=99)
    table.ends("Bone", "Elm")
    assert "slowed" in left(table, "Bone")
    table.do("activate", unit="Bone")
    assert "slowed" not in left(table, "Bone")


def test_of_two_durations_the_longer_counts() -> None:
    table = duel()
    table.do("afflict", unit="Bone", condition="dazed", lasts="save")
    table.do("afflict", unit="Bone", condition="dazed", by="Ash", lasts="end")
    assert table.of("Bone").conditions["dazed"].until.startswith("save")


# Ongoing damage and saves


def test_ongoing_damage_comes_at_the_start_of_the_turn() -> None:
    table = duel(hp=30, resist={"fire": 2})
    table.do("afflict", unit="Ash", ongoing=5, type="fire")
    table.do("activate", unit="Ash")
    assert table.hp("Ash") == 27


def test_of_one_type_only_the_highest_counts_and_types_add_up() -> None:
    table = duel(foe={"hp": 50})
    for points, kind in ((5, "fire"), (10, "fire"), (5, "fire"), (5, "")):
        table.do("afflict", unit="Bone", ongoing=points, type=kind)
    assert left(table, "Bone") == {"ongoing fire 10", "ongoing 5"}
    table.ends("Ash")
    table.do("activate", unit="Bone")
    assert table.hp("Bone") == 35


def test_ongoing_damage_is_cleared_by_hand_as_ongoing() -> None:
    table = duel()
    table.do("afflict", unit="Bone", ongoing=5, type="cold")
    table.do("condition", on="Bone", condition="ongoing", clear=True)
    assert left(table, "Bone") == set()


@pytest.mark.rule("D4-SAVE-1")
@every_edition
@pytest.mark.parametrize(("die", "over"), [(9, False), (10, True)])
def test_a_save_takes_ten(edition: str, die: int, over: bool) -> None:
    table = duel(edition)
    table.do("afflict", unit="Bone", condition="slowed")
    table.do("save", unit="Bone", dice=[die])
    assert ("slowed" in left(table, "Bone")) != over


@pytest.mark.rule("D4-SAVE-1")
@every_edition
def test_modifiers_count_and_nothing_is_certain_by_itself(edition: str) -> None:
    table = duel(edition, save=2)
    table.do("afflict", unit="Ash", condition="slowed")
    table.do("save", unit="Ash", modifier=-4, dice=[11])
    assert "slowed" in left(table, "Ash")
    table.do("save", unit="Ash", modifier=-4, dice=[12])
    assert "slowed" not in left(table, "Ash")


@pytest.mark.rule("D4-SAVE-1")
def test_the_chance_of_a_save_is_11_in_20() -> None:
    table = duel()
    table.do("afflict", unit="Bone", condition="slowed")
    chances = {c.id: c.chance for c in table.odds("save", unit="Bone").chances}
    assert chances == {"pass": Fraction(11, 20), "fail": Fraction(9, 20)}


def test_a_turn_ends_with_a_guided_save_against_each_thing_that_is_due() -> None:
    table = duel(foe={"save": 5})
    table.do("afflict", unit="Bone", condition="slowed")
    table.do("afflict", unit="Bone", ongoing=5, type="fire")
    table.ends("Ash")
    assert GAME.guide(table.state) is None
    table.ends("Bone")
    guide = GAME.guide(table.state)
    assert guide is not None
    assert [(s.label, s.chance) for s in guide.steps] == [
        ("Bone: slowed", Fraction(4, 5)),
        ("Bone: ongoing fire 5", Fraction(4, 5)),
    ]
    step = guide.steps[0]
    table.battle.do(read_action({**step.action, step.result: True}, KINDS))
    assert (table.state.active, guide.left) == ("Bone", 2)
    guide = GAME.guide(table.state)
    assert guide is not None
    assert guide.left == 1
    table.battle.do(read_action(guide.steps[0].action, KINDS), dice=[4])
    # The last save has been made: the turn, and with it the round, is over.
    assert (table.state.turn, table.state.active, GAME.guide(table.state)) == (2, "", None)
    assert left(table, "Bone") == {"ongoing fire 5"}


def test_a_failed_save_is_not_made_again_in_the_same_turn_but_in_the_next() -> None:
    table = duel()
    table.do("afflict", unit="Ash", condition="slowed")
    table.do("end", unit="Ash", roll=True, dice=[3])
    assert "slowed" in left(table, "Ash")
    table.ends("Bone")
    table.do("end", unit="Ash", roll=True, dice=[17])
    assert left(table, "Ash") == set()


def test_a_dying_hero_has_three_death_saves_to_fail() -> None:
    table = duel(hp=30)
    table.do("damage", unit="Ash", amount=32)
    for die in (4, 12, 9):
        table.do("end", unit="Ash", roll=True, dice=[die])
        table.ends("Bone")
    assert (table.of("Ash").counter("death"), table.of("Ash").in_play) == (2, True)
    table.do("end", unit="Ash", roll=True, dice=[1])
    assert not table.of("Ash").in_play


def test_a_death_save_of_twenty_brings_a_hero_round() -> None:
    table = duel(hp=32, surges=2)
    table.do("damage", unit="Ash", amount=34)
    table.do("end", unit="Ash", roll=True, dice=[20])
    assert (table.hp("Ash"), table.of("Ash").counter("surges")) == (8, 1)
    assert "dying" not in left(table, "Ash")
