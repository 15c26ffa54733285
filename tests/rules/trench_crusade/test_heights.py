"""Climbs, jumps and falls; heights and gaps are stated by the players."""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.table import NEW, OLD, both_editions, duel, kinds, net_dice, results

# ---- climbing


@both_editions
@pytest.mark.rule("TC-CLB-1")
def test_a_ladder_is_ordinary_movement(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    assert table.refused("climb", "Weyl", height=6.5, easy=True).rules == ("TC-CLB-2",)
    entry = table.do("climb", "Weyl", height=6, easy=True)
    assert (entry.rolls, table.unit("Weyl").used) == ((), ("move",))


@both_editions
@pytest.mark.rule("TC-CLB-2")
def test_a_wall_is_climbed_by_a_risky_roll(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    entry = table.do("climb", "Weyl", height=6, dice=[3, 4])
    assert results(entry) == ["success"]
    assert "moved" in kinds(entry)
    assert table.unit("Weyl").used == ("move",)


@both_editions
@pytest.mark.rule("TC-CLB-2")
def test_a_climb_has_to_be_finished_within_movement(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    assert table.refused("climb", "Weyl", height=6.5, dice=[4, 4]).rules == ("TC-CLB-2",)


@both_editions
@pytest.mark.rule("TC-CLB-2", "TC-DWN-1")
def test_who_has_just_stood_up_climbs_half_as_high(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6, "down": True})
    assert table.refused("climb", "Weyl", height=3.5, dice=[4, 4]).rules == ("TC-CLB-2",)
    table.do("climb", "Weyl", height=3, dice=[4, 4])


@both_editions
@pytest.mark.rule("TC-CLB-3")
def test_a_failed_climb_leaves_the_model_where_it_was_and_ends_its_activation(edition: str) -> None:
    table = duel(edition)
    entry = table.do("climb", "Weyl", height=3, dice=[3, 3])
    assert "moved" not in kinds(entry)
    assert not table.unit("Weyl").acting
    assert "TC-CLB-3" in entry.rules
    assert table.blood("Weyl") == 0


@both_editions
@pytest.mark.rule("TC-CLB-4")
def test_the_fire_step_of_a_trench_takes_no_risky_roll(edition: str) -> None:
    entry = duel(edition).do("climb", "Weyl", height=2, easy=True)
    assert entry.rolls == ()
    assert "TC-CLB-4" in entry.rules


# ---- jumping over


@both_editions
@pytest.mark.rule("TC-JMP-1")
def test_a_gap_of_half_of_movement_is_jumped_by_a_risky_roll(edition: str) -> None:
    table = duel(edition, weyl={"movement": 7})
    assert table.refused("jump", "Weyl", gap=3.75, dice=[4, 4]).rules == ("TC-JMP-1",)
    entry = table.do("jump", "Weyl", gap=3.5, dice=[3, 4])
    assert results(entry) == ["success"]
    assert "moved" in kinds(entry)


@both_editions
@pytest.mark.rule("TC-JMP-1", "TC-DWN-1")
def test_half_of_half_for_who_has_just_stood_up(edition: str) -> None:
    # Movement 8, halved to 4: a gap of 2 at most.
    table = duel(edition, weyl={"movement": 8, "down": True})
    assert table.refused("jump", "Weyl", gap=2.5, dice=[4, 4]).rules == ("TC-JMP-1",)
    table.do("jump", "Weyl", gap=2, dice=[4, 4])


@both_editions
@pytest.mark.rule("TC-JMP-2")
def test_run_up_and_gap_fit_into_movement(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    assert table.refused("jump", "Weyl", gap=3, run=3.5, dice=[4, 4]).rules == ("TC-JMP-2",)
    table.do("jump", "Weyl", gap=3, run=3, dice=[4, 4])


@both_editions
@pytest.mark.rule("TC-JMP-3")
def test_a_failed_jump_is_a_fall_from_the_side_that_the_opponent_picks(edition: str) -> None:
    table = duel(edition)
    choice = table.choice("jump.side", "jump", "Weyl", gap=2, height=6, dice=[3, 3])
    assert choice.side == "B"
    assert [option for option, _ in choice.options] == ["take-off", "landing"]
    # 6 inches: two full threes, +2 dice; 1 1 1 2 makes 3, a minor hit.
    dice = [3, 3, 1, 1, 1, 2]
    entry = table.do("jump", "Weyl", gap=2, height=6, dice=dice, choices={"jump.side": "landing"})
    assert "on the landing side" in entry.text
    assert net_dice(entry, 1) == 2
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (1, False)


@both_editions
@pytest.mark.rule("TC-JMP-4")
def test_from_a_higher_edge_it_is_a_normal_jump(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    table.do("jump", "Weyl", gap=3, run=3, height=2, dice=[4, 4])


@pytest.mark.rule("TC-JMP-4")
def test_up_to_1_inch_higher_in_1_6_3_and_from_half_an_inch_it_costs_1_more() -> None:
    table = duel(OLD, weyl={"movement": 6})
    assert table.refused("jump", "Weyl", gap=2, up=1.25, dice=[4, 4]).rules == ("TC-JMP-4",)
    # Run 3, gap 2, and 1 more for a rise of 1/2: 6 in all; 3.5 of run would be 6.5.
    assert table.refused("jump", "Weyl", gap=2, up=0.5, run=3.5, dice=[4, 4]).rules == ("TC-JMP-2",)
    table.do("jump", "Weyl", gap=2, up=0.5, run=3, dice=[4, 4])
    # A rise under 1/2 costs nothing.
    duel(OLD, weyl={"movement": 6}).do("jump", "Weyl", gap=2, up=0.4, run=4, dice=[4, 4])


@pytest.mark.rule("TC-JMP-4")
def test_in_the_current_rules_the_rise_counts_as_gap() -> None:
    # Half of Movement 8 is 4: a gap of 2 and a rise of 2 just do.
    table = duel(NEW, weyl={"movement": 8})
    assert table.refused("jump", "Weyl", gap=2, up=2.25, dice=[4, 4]).rules == ("TC-JMP-1",)
    table.do("jump", "Weyl", gap=2, up=2, run=4, dice=[4, 4])


# ---- jumping down


@both_editions
@pytest.mark.rule("TC-JMP-5")
def test_a_jump_down_costs_no_movement(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    assert table.do("jump-down", "Weyl", height=2.9).rolls == ()
    table.do("move", "Weyl", distance=6)
    table.do("jump-down", "Weyl", height=2)


@pytest.mark.rule("TC-JMP-5")
def test_exactly_3_inches_are_safe_in_1_6_3_only() -> None:
    assert duel(OLD).do("jump-down", "Weyl", height=3).rolls == ()
    # The current rules: a fall of one full three, +1 dice; 1 1 2 makes 3.
    table = duel(NEW)
    entry = table.do("jump-down", "Weyl", height=3, dice=[1, 1, 2])
    assert (net_dice(entry), results(entry)) == (1, ["minor"])
    table.do("move", "Weyl")


@both_editions
@pytest.mark.rule("TC-JMP-5")
def test_more_than_3_inches_are_a_fall(edition: str) -> None:
    table = duel(edition)
    entry = table.do("jump-down", "Weyl", height=3.5, dice=[1, 1, 2])
    assert (net_dice(entry), table.blood("Weyl")) == (1, 1)


@pytest.mark.rule("TC-JMP-5", "TC-DWN-1")
@pytest.mark.parametrize(("edition", "acting"), [(OLD, True), (NEW, False)])
def test_who_goes_down_by_it_is_done_in_the_current_rules(edition: str, acting: bool) -> None:
    table = duel(edition)
    table.do("jump-down", "Weyl", height=3.5, dice=[1, 3, 4])
    assert (table.is_down("Weyl"), table.unit("Weyl").acting) == (True, acting)


# ---- falling


@both_editions
@pytest.mark.rule("TC-FAL-1")
def test_a_fall_happens_to_anybody_in_anybodys_activation(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl")
    entry = table.do("fall", "Orm", height=1)
    assert "TC-FAL-1" in entry.rules
    assert table.state.active == "Weyl"


@pytest.mark.rule("TC-FAL-2")
@pytest.mark.parametrize(
    ("edition", "height", "net"),
    [
        (OLD, 2, None),  # not more than 2
        (OLD, 2.5, 0),
        (OLD, 3, 1),
        (OLD, 5.9, 1),
        (OLD, 6, 2),
        (NEW, 2.9, None),  # less than 3
        (NEW, 3, 1),
        (NEW, 5.9, 1),
        (NEW, 7, 2),
        (NEW, 9, 3),
    ],
)
def test_a_fall_hurts_by_its_height(edition: str, height: float, net: int | None) -> None:
    table = duel(edition)
    dice = [] if net is None else [1] * (2 + net)
    entry = table.do("fall", "Weyl", height=height, dice=dice)
    assert [net_dice(entry, i) for i in range(len(entry.rolls))] == ([] if net is None else [net])
    assert table.blood("Weyl") == len(entry.rolls)


@pytest.mark.rule("TC-FAL-2")
def test_a_flyer_is_never_hurt_by_a_fall_in_the_current_rules_only() -> None:
    flyer = {"keywords": ["FLYING"]}
    assert duel(NEW, weyl=flyer).do("fall", "Weyl", height=9).rolls == ()
    assert len(duel(OLD, weyl=flyer).do("fall", "Weyl", height=3, dice=[1, 1, 1]).rolls) == 1


@pytest.mark.rule("TC-FAL-2", "TC-DWN-1")
def test_a_down_model_falls_harder_in_1_6_3_only() -> None:
    # 3 inches: +1; in 1.6.3 every injury roll against a Down model has one more.
    down = {"down": True}
    assert net_dice(duel(OLD, weyl=down).do("fall", "Weyl", height=3, dice=[1] * 4)) == 2
    assert net_dice(duel(NEW, weyl=down).do("fall", "Weyl", height=3, dice=[1] * 3)) == 1


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_down_by_an_edge_a_success_roll_keeps_it_there(edition: str) -> None:
    table = duel(edition, weyl={"down": True})
    dice = [3, 4] if edition == NEW else [3, 4, 6]
    entry = table.do("ledge", "Weyl", height=4, dice=dice)
    assert results(entry) == ["success"]
    assert (table.is_down("Weyl"), table.blood("Weyl")) == (True, 0)


@pytest.mark.rule("TC-FAL-3")
def test_the_die_for_being_down_counts_on_that_roll_in_1_6_3_only() -> None:
    down = {"down": True}
    assert net_dice(duel(OLD, weyl=down).do("ledge", "Weyl", height=1, dice=[4, 4, 4])) == -1
    assert net_dice(duel(NEW, weyl=down).do("ledge", "Weyl", height=1, dice=[4, 4])) == 0


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_who_fails_it_falls(edition: str) -> None:
    table = duel(edition, weyl={"down": True})
    # A miss, then a 4" fall: +1, in 1.6.3 one more for being Down.
    dice = [1, 2, 1, 1, 1] if edition == NEW else [1, 2, 3, 1, 1, 1, 1]
    entry = table.do("ledge", "Weyl", height=4, dice=dice)
    assert results(entry) == ["failure", "minor"]
    assert table.blood("Weyl") == 1


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_only_a_model_taken_down_rolls_for_the_ledge(edition: str) -> None:
    assert duel(edition).refused("ledge", "Weyl", height=4, dice=[4, 4]).rules == ("TC-FAL-3",)


@both_editions
@pytest.mark.rule("TC-CLB-2", "TC-JMP-1", "TC-JMP-5", "TC-FAL-1")
@pytest.mark.parametrize(("do", "word"), [("climb", "height"), ("jump", "gap"), ("jump-down", "height"), ("fall", "height")])  # fmt: skip
def test_without_a_board_the_length_of_a_climb_jump_or_fall_has_to_be_said(
    edition: str, do: str, word: str
) -> None:
    refused = duel(edition).refused(do, "Weyl", override="never mind")
    assert refused.why == f"say the {word} in inches"
