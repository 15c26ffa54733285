"""Charges and diving charges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import (
    NEW,
    OLD,
    Table,
    blade,
    both_editions,
    duel,
    gun,
    kinds,
    net_dice,
    pools,
    results,
)
from warband_tui.rules.events import Moved


def three(edition: str, **weyl: Any) -> Table:
    table = Table(edition)
    table.side("A").model("Weyl", **weyl)
    table.side("B").model("Orm").model("Ilk").model("Far")
    return table


# ---- the target


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_an_enemy_within_12_inches_is_charged_without_a_success_roll(edition: str) -> None:
    table = duel(edition)
    assert table.refused("charge", "Weyl", target="Orm", distance=12.5, dice=[6]).rules[0] == "TC-CHG-1"
    entry = table.do("charge", "Weyl", target="Orm", distance=12, dice=[6])
    assert [roll.outcome for roll in entry.rolls] == [""]


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_only_an_enemy_on_the_table_is_charged(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm").model("Ilk")
    table.do("lose", "Orm")
    assert table.refused("charge", "Weyl", target="Kett", dice=[6]).rules == ("TC-CHG-1",)
    assert table.refused("charge", "Weyl", target="Orm", dice=[6]).rules == ("TC-CHG-1",)
    assert table.refused("charge", "Weyl", dice=[6]).rules == ("TC-CHG-1",)


@pytest.mark.rule("TC-CHG-1")
def test_a_charge_at_an_unseen_enemy_is_risky_in_1_6_3() -> None:
    table = duel(OLD)
    # 7 succeeds, then the charge die: 6 + 3 = 9, enough for 5.
    entry = table.do("charge", "Weyl", target="Orm", distance=5, sight=False, dice=[3, 4, 3])
    assert results(entry) == ["success", ""]
    assert table.state.engaged == (("Orm", "Weyl"),)
    table = duel(OLD)
    entry = table.do("charge", "Weyl", target="Orm", distance=5, sight=False, dice=[3, 3])
    assert results(entry) == ["failure"]
    assert (table.state.engaged, table.unit("Weyl").acting) == ((), False)


@pytest.mark.rule("TC-CHG-1")
def test_it_is_not_allowed_in_the_current_rules() -> None:
    assert duel(NEW).refused("charge", "Weyl", target="Orm", sight=False, dice=[6]).rules == ("TC-CHG-1",)


@both_editions
@pytest.mark.rule("TC-CHG-1")
def test_nobody_charges_out_of_melee(edition: str) -> None:
    table = three(edition)
    table.in_melee("Weyl", "Orm")
    assert table.refused("charge", "Weyl", target="Ilk", dice=[6]).rules == ("TC-CHG-1",)


# ---- the distance


@both_editions
@pytest.mark.rule("TC-CHG-2")
@pytest.mark.parametrize(
    ("movement", "die", "reach"),
    [(6, 4, 10), (6, 1, 7), (8, 6, 12), (12, 1, 12), (5.5, 2, 7.5)],  # 8 + 6 = 14, and 12 at most
)
def test_a_charge_goes_movement_and_a_d6_but_never_over_12(
    edition: str, movement: float, die: int, reach: float
) -> None:
    table = duel(edition, weyl={"movement": movement})
    entry = table.do("charge", "Weyl", target="Orm", dice=[die], choices={"charge.reached": "no"})
    assert f'= {reach:g}"' in entry.text


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-DWN-1")
def test_who_has_just_stood_up_charges_half_as_far(edition: str) -> None:
    # Movement 6 and a 5: 3 + 2.5 = 5.5 inches; within 1" of what is 6.5 away, not of what is 7 away.
    for distance, contact in ((6.5, True), (7, False)):
        table = duel(edition, weyl={"movement": 6, "down": True})
        table.do("charge", "Weyl", target="Orm", distance=distance, dice=[5])
        assert bool(table.state.engaged) is contact


# ---- how it ends


@both_editions
@pytest.mark.rule("TC-CHG-4")
@pytest.mark.parametrize("distance", [9, 10])
def test_within_1_inch_of_the_target_the_charge_succeeds(edition: str, distance: float) -> None:
    # Movement 6 and a 3: 9 inches, which is in contact at 9 and 1 inch off at 10.
    table = duel(edition)
    entry = table.do("charge", "Weyl", target="Orm", distance=distance, dice=[3])
    assert table.state.engaged == (("Orm", "Weyl"),)
    assert "TC-CHG-4" in entry.rules
    assert "fight" not in table.unit("Weyl").used


@both_editions
@pytest.mark.rule("TC-CHG-4")
def test_without_a_stated_distance_the_player_says_after_the_die_whether_it_arrives(edition: str) -> None:
    table = duel(edition)
    assert table.choice("charge.reached", "charge", "Weyl", target="Orm", dice=[3]).side == "A"
    table.do("charge", "Weyl", target="Orm", dice=[3], choices={"charge.reached": "yes"})
    assert table.state.engaged == (("Orm", "Weyl"),)


@both_editions
@pytest.mark.rule("TC-CHG-5")
def test_more_than_1_inch_off_it_has_failed_and_the_model_has_just_moved(edition: str) -> None:
    # Movement 6 and a 2: 8 inches of 10, 2 short.
    table = duel(edition)
    entry = table.do("charge", "Weyl", target="Orm", distance=10, dice=[2])
    assert table.state.engaged == ()
    assert "TC-CHG-5" in entry.rules
    assert [e.distance for e in entry.events if isinstance(e, Moved)] == [8]
    assert table.unit("Weyl").acting
    table.do("dash", "Weyl", dice=[4, 4])


@both_editions
@pytest.mark.rule("TC-CHG-6")
def test_several_enemies_may_be_charged_at_once(edition: str) -> None:
    table = three(edition)
    entry = table.do("charge", "Weyl", targets=["Orm", "Ilk"], distance=8, dice=[2])
    assert table.state.engaged == (("Ilk", "Weyl"), ("Orm", "Weyl"))
    assert "TC-CHG-6" in entry.rules


@both_editions
@pytest.mark.rule("TC-CHG-6")
def test_one_that_was_not_named_is_not_in_melee(edition: str) -> None:
    table = three(edition)
    table.do("charge", "Weyl", targets=["Orm", "Ilk"], distance=8, dice=[2])
    assert "Far" not in table.state.in_contact("Weyl")


@pytest.mark.rule("TC-CHG-7")
def test_an_enemy_in_the_way_stops_the_charge_in_1_6_3() -> None:
    table = three(OLD)
    entry = table.do("charge", "Weyl", target="Orm", distance=8, stopped_by="Ilk", dice=[2])
    assert table.state.engaged == (("Ilk", "Weyl"),)
    assert "TC-CHG-7" in entry.rules


@pytest.mark.rule("TC-CHG-7")
def test_one_that_is_met_before_the_charge_falls_short_stops_it_as_well() -> None:
    # Movement 6 and a 1: 7 inches, short of Orm at 12; Ilk stands nearer, so the player is asked.
    table = three(OLD)
    choices = {"charge.reached": "yes"}
    table.do("charge", "Weyl", target="Orm", distance=12, stopped_by="Ilk", dice=[1], choices=choices)
    assert table.state.engaged == (("Ilk", "Weyl"),)


@pytest.mark.rule("TC-CHG-7")
def test_what_stops_a_charge_is_an_enemy() -> None:
    table = Table(OLD)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm")
    how: dict[str, Any] = {"target": "Orm", "distance": 8, "dice": [2]}
    assert table.refused("charge", "Weyl", stopped_by="Kett", **how).rules == ("TC-CHG-1",)


@pytest.mark.rule("TC-CHG-7")
def test_in_the_current_rules_the_one_in_the_way_has_to_be_the_target() -> None:
    table = three(NEW)
    refused = table.refused("charge", "Weyl", target="Orm", distance=8, stopped_by="Ilk", dice=[2])
    assert refused.rules == ("TC-CHG-7",)
    assert "charge Ilk instead" in refused.why


# ---- charge and shoot


@both_editions
@pytest.mark.rule("TC-CHG-8")
def test_a_shot_rules_out_a_charge(edition: str) -> None:
    table = duel(edition)
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
    assert table.refused("charge", "Weyl", target="Orm", dice=[6]).rules == ("TC-CHG-8",)


@both_editions
@pytest.mark.rule("TC-CHG-8")
def test_a_charge_rules_out_a_shot(edition: str) -> None:
    table = duel(edition)
    table.do("charge", "Weyl", target="Orm", distance=12, dice=[1])  # it falls short
    assert table.refused("shoot", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-CHG-8",)


@both_editions
@pytest.mark.rule("TC-CHG-8")
def test_an_assault_weapon_may_do_both(edition: str) -> None:
    weapons = [gun("carbine", "ASSAULT"), blade()]
    table = duel(edition, weyl={"weapons": weapons})
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    table = duel(edition, weyl={"weapons": weapons})
    table.do("charge", "Weyl", target="Orm", distance=12, dice=[1])
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])


@pytest.mark.rule("TC-CHG-8")
def test_shooting_rules_out_fighting_in_the_current_rules_only() -> None:
    def after_a_shot(edition: str) -> Table:
        table = duel(edition)
        table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
        table.in_melee("Weyl", "Orm")
        return table

    assert after_a_shot(NEW).refused("fight", "Weyl", dice=[4, 4]).rules == ("TC-CHG-8",)
    after_a_shot(OLD).do("fight", "Weyl", dice=[1, 2])


@pytest.mark.rule("TC-CHG-8")
def test_fighting_rules_out_shooting_in_the_current_rules_only() -> None:
    def after_a_kill(edition: str) -> Table:
        table = three(edition)
        table.in_melee("Weyl", "Orm")
        # 8 hits, 5 + 4 = 9: Orm is out, and Weyl free of melee.
        table.do("fight", "Weyl", dice=[4, 4, 5, 4])
        return table

    assert after_a_kill(NEW).refused("shoot", "Weyl", target="Ilk", dice=[4, 4]).rules == ("TC-CHG-8",)
    after_a_kill(OLD).do("shoot", "Weyl", target="Ilk", dice=[1, 2])


# ---- diving charge


@both_editions
@pytest.mark.rule("TC-DIV-1", "TC-DIV-3")
def test_a_dive_is_a_charge_with_a_risky_roll_that_ends_in_melee(edition: str) -> None:
    table = duel(edition)
    entry = table.do("dive", "Weyl", target="Orm", height=4, dice=[3, 4])
    assert results(entry) == ["success"]
    assert table.state.engaged == (("Orm", "Weyl"),)
    assert table.unit("Weyl").used == ("charge",)


@both_editions
@pytest.mark.rule("TC-DIV-1")
def test_a_dive_is_at_an_enemy_and_in_place_of_a_move(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm")
    assert table.refused("dive", "Weyl", target="Kett", height=4, dice=[4, 4]).rules == ("TC-DIV-1",)
    table.do("move", "Weyl")
    assert table.refused("dive", "Weyl", target="Orm", height=4, dice=[4, 4]).rules == ("TC-ACT-1",)


@both_editions
@pytest.mark.rule("TC-DIV-2")
def test_a_drop_of_less_than_3_inches_is_no_dive(edition: str) -> None:
    table = duel(edition)
    assert table.refused("dive", "Weyl", target="Orm", height=2.9, dice=[4, 4]).rules == ("TC-DIV-2",)
    table.do("dive", "Weyl", target="Orm", height=3, dice=[4, 4])


@pytest.mark.rule("TC-DIV-2")
def test_more_than_6_inches_are_too_high_in_1_6_3_only() -> None:
    duel(OLD).do("dive", "Weyl", target="Orm", height=6, dice=[4, 4])
    assert duel(OLD).refused("dive", "Weyl", target="Orm", height=6.5, dice=[4, 4]).rules == ("TC-DIV-2",)
    duel(NEW).do("dive", "Weyl", target="Orm", height=9, dice=[4, 4])


@pytest.mark.rule("TC-DIV-4")
def test_a_successful_dive_helps_hit_and_injury_and_ignores_the_obstacle_in_1_6_3() -> None:
    table = duel(OLD)
    table.do("dive", "Weyl", target="Orm", height=4, dice=[4, 4])
    # Hit: 1 3 5, keep 8; injury: 1 2 4, keep 6.
    entry = table.do("fight", "Weyl", obstacle=True, dice=[1, 3, 5, 1, 2, 4])
    assert pools(entry) == [("diving charge +1",), ("diving charge +1",)]


@pytest.mark.rule("TC-DIV-4")
def test_in_the_current_rules_it_helps_to_hit_only() -> None:
    table = duel(NEW)
    table.do("dive", "Weyl", target="Orm", height=4, dice=[4, 4])
    # +1 for the dive and -1 for the obstacle cancel.
    entry = table.do("fight", "Weyl", obstacle=True, dice=[4, 4, 1, 2])
    assert pools(entry) == [("diving charge +1", "defended obstacle -1"), ()]


@both_editions
@pytest.mark.rule("TC-DIV-4")
def test_what_a_dive_gives_is_for_the_next_attack_only(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [blade("glaive", "CLEAVE 2")]})
    table.do("dive", "Weyl", target="Orm", height=4, dice=[4, 4])
    # Two attacks: 1 1 2 with the extra die, then 1 1 without.
    entry = table.do("fight", "Weyl", dice=[1, 1, 2, 1, 1])
    assert pools(entry) == [("diving charge +1",), ()]
    assert not table.unit("Weyl").has("diving")


@pytest.mark.rule("TC-DIV-5")
def test_a_failed_dive_is_down_and_falls_1_6_3() -> None:
    table = duel(OLD)
    # 6 fails: Down with 1 blood. A 4" fall: +1 die for 3 full inches, +1 for being Down; 1 1 1 2 makes 3.
    entry = table.do("dive", "Weyl", target="Orm", height=4, dice=[3, 3, 1, 1, 1, 2])
    assert table.is_down("Weyl")
    assert net_dice(entry, 1) == 2
    assert table.blood("Weyl") == 2
    assert (table.state.engaged, table.unit("Weyl").acting) == ((), False)


@pytest.mark.rule("TC-DIV-5")
def test_a_failed_dive_is_down_and_falls_in_the_current_rules() -> None:
    table = duel(NEW)
    # A Down model gives its die to melee attacks only: +1 for the 4" fall; 3 3 4 makes 7, Down again: 2 blood.
    entry = table.do("dive", "Weyl", target="Orm", height=4, dice=[3, 3, 3, 3, 4])
    assert net_dice(entry, 1) == 1
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (3, False)
    assert "engaged" not in kinds(entry)


@pytest.mark.rule("TC-DIV-5")
def test_a_flyer_that_fails_a_dive_is_down_but_not_hurt_by_the_fall_in_the_current_rules() -> None:
    table = duel(NEW, weyl={"keywords": ["FLYING"]})
    table.do("dive", "Weyl", target="Orm", height=4, dice=[3, 3])
    assert (table.is_down("Weyl"), table.blood("Weyl")) == (True, 1)
