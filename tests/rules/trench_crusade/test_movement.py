"""Standard moves, dashes, retreats, difficult and dangerous ground, and the ways of moving."""

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
    kinds,
    net_dice,
    results,
    totals,
)

# ---- moves


@both_editions
@pytest.mark.rule("TC-MOV-1")
@pytest.mark.parametrize("distance", [0, 2.5, 6])
def test_a_move_is_up_to_movement_and_rolls_nothing(edition: str, distance: float) -> None:
    table = duel(edition, weyl={"movement": 6})
    entry = table.do("move", "Weyl", distance=distance)
    assert entry.rolls == ()
    assert "moved" in kinds(entry)


@both_editions
@pytest.mark.rule("TC-MOV-1")
def test_a_move_is_no_longer_than_movement(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    refused = table.refused("move", "Weyl", distance=6.1)
    assert refused.rules == ("TC-MOV-1",)
    assert '6.1"' in refused.why
    assert '6"' in refused.why


@both_editions
@pytest.mark.rule("TC-MOV-2")
def test_a_move_never_puts_a_model_into_melee(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl", distance=6)
    table.do("dash", "Weyl", distance=6, dice=[4, 4])
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-MOV-2")
@pytest.mark.parametrize("do", ["move", "dash", "jump-down"])
def test_out_of_melee_only_a_retreat_leads(edition: str, do: str) -> None:
    table = duel(edition, contact=True)
    fields: dict[str, Any] = {"height": 1} if do == "jump-down" else {}
    assert table.refused(do, "Weyl", dice=[4, 4], **fields).rules == ("TC-RET-1",)


# ---- dash


@both_editions
@pytest.mark.rule("TC-DSH-1")
def test_a_dash_is_risky_and_then_a_standard_move(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    assert table.refused("dash", "Weyl", distance=7, dice=[4, 4]).rules == ("TC-DSH-1",)
    entry = table.do("dash", "Weyl", distance=6, dice=[3, 4])
    assert results(entry) == ["success"]
    assert "moved" in kinds(entry)


@both_editions
@pytest.mark.rule("TC-DSH-1")
def test_a_failed_dash_moves_nobody_and_ends_the_activation(edition: str) -> None:
    table = duel(edition)
    entry = table.do("dash", "Weyl", distance=6, dice=[3, 3])
    assert "moved" not in kinds(entry)
    assert not table.unit("Weyl").acting


@both_editions
@pytest.mark.rule("TC-DSH-1")
def test_a_dash_may_follow_a_move_and_a_shot(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl", distance=6)
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    table.do("dash", "Weyl", distance=6, dice=[5, 5])


@both_editions
@pytest.mark.rule("TC-DSH-1")
def test_a_move_may_follow_a_dash(edition: str) -> None:
    table = duel(edition)
    table.do("dash", "Weyl", distance=6, dice=[5, 5])
    table.do("move", "Weyl", distance=6)


# ---- retreat


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_a_retreat_is_up_to_movement_and_out_of_melee(edition: str) -> None:
    table = duel(edition, contact=True, weyl={"movement": 6})
    assert table.refused("retreat", "Weyl", distance=6.5, dice=[1, 1]).rules == ("TC-RET-1",)
    table.do("retreat", "Weyl", distance=6, dice=[1, 2])
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_only_a_model_in_melee_retreats(edition: str) -> None:
    assert duel(edition).refused("retreat", "Weyl").rules == ("TC-RET-1",)


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_every_enemy_in_melee_attacks_once_and_before_the_move(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl")
    table.side("B").model("Orm").model("Ilk").model("Far")
    table.in_melee("Weyl", "Orm", "Ilk")
    # Ilk (in melee, first by name) misses with 3; Orm hits with 7: 1 + 2 = 3, a minor hit.
    entry = table.do("retreat", "Weyl", dice=[1, 2, 3, 4, 1, 2])
    assert [roll.unit for roll in entry.rolls] == ["Ilk", "Orm", "Weyl"]
    assert kinds(entry).index("disengaged") > max(i for i, k in enumerate(kinds(entry)) if k == "rolled")
    assert table.blood("Weyl") == 1
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_each_attacks_with_one_of_its_melee_weapons_of_its_players_choice(edition: str) -> None:
    weapons = [blade("sword"), blade("axe", dice=1), blade("knife")]
    table = duel(edition, contact=True, orm={"weapons": weapons})
    choice = table.choice("Orm:retreat.weapon", "retreat", "Weyl", dice=[1, 2])
    assert choice.side == "B"
    assert [option for option, _ in choice.options] == ["sword", "axe", "knife", "none"]
    # The axe: one more die; 1 2 3 makes 5, a miss, and there is no second attack.
    entry = table.do("retreat", "Weyl", dice=[1, 2, 3], choices={"Orm:retreat.weapon": "axe"})
    assert len(entry.rolls) == 1


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_an_enemy_may_let_it_go(edition: str) -> None:
    table = duel(edition, contact=True, orm={"weapons": [blade("sword"), blade("axe")]})
    assert table.do("retreat", "Weyl", choices={"Orm:retreat.weapon": "none"}).rolls == ()
    assert table.state.engaged == ()


@both_editions
@pytest.mark.rule("TC-RET-1", "TC-DWN-1")
def test_a_down_enemy_attacks_too_with_its_one_die_less(edition: str) -> None:
    table = duel(edition, contact=True, orm={"down": True})
    entry = table.do("retreat", "Weyl", dice=[6, 1, 2])
    assert (net_dice(entry), totals(entry)) == (-1, [3])


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_an_enemy_without_a_melee_weapon_does_not_attack(edition: str) -> None:
    table = duel(edition, contact=True, orm={"weapons": []})
    assert table.do("retreat", "Weyl").rolls == ()


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_who_is_taken_out_by_the_free_attack_does_not_get_away(edition: str) -> None:
    table = duel(edition, contact=True)
    # 7 hits, 4 + 5 = 9: out of action.
    entry = table.do("retreat", "Weyl", dice=[3, 4, 4, 5])
    assert table.is_out("Weyl")
    assert "moved" not in kinds(entry)


@pytest.mark.rule("TC-RET-1", "TC-DWN-1")
@pytest.mark.parametrize(("edition", "acting"), [(OLD, True), (NEW, False)])
def test_who_goes_down_does_not_get_away_and_in_the_current_rules_is_done(edition: str, acting: bool) -> None:
    table = duel(edition, contact=True)
    # 7 hits, 3 + 4 = 7: Down.
    entry = table.do("retreat", "Weyl", dice=[3, 4, 3, 4])
    assert table.is_down("Weyl")
    assert table.state.engaged == (("Orm", "Weyl"),)
    assert "moved" not in kinds(entry)
    assert table.unit("Weyl").acting is acting


@both_editions
@pytest.mark.rule("TC-RET-1")
def test_who_has_nowhere_to_go_is_attacked_and_stays(edition: str) -> None:
    table = duel(edition, contact=True)
    table.do("retreat", "Weyl", clear=False, dice=[1, 2])
    assert table.state.engaged == (("Orm", "Weyl"),)


# ---- ground


@both_editions
@pytest.mark.rule("TC-TER-1")
def test_open_ground_costs_inch_for_inch(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    table.do("move", "Weyl", distance=6, difficult=0)


@both_editions
@pytest.mark.rule("TC-TER-2")
def test_difficult_ground_costs_double(edition: str) -> None:
    # 2 inches open and 2 difficult are 6; 3 open and 2 difficult would be 7.
    table = duel(edition, weyl={"movement": 6})
    assert "TC-TER-2" in table.refused("move", "Weyl", distance=5, difficult=2).rules
    table.do("move", "Weyl", distance=4, difficult=2)


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_who_braves_dangerous_ground_goes_on(edition: str) -> None:
    table = duel(edition)
    entry = table.do("dangerous", "Weyl", dice=[3, 4])
    assert results(entry) == ["success"]
    table.do("move", "Weyl")


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_who_fails_entering_it_is_hurt_and_done(edition: str) -> None:
    table = duel(edition)
    # 6 fails; 1 + 2 = 3 is a minor hit.
    entry = table.do("dangerous", "Weyl", dice=[3, 3, 1, 2])
    assert (results(entry), table.blood("Weyl")) == (["failure", "minor"], 1)
    assert not table.unit("Weyl").acting


@pytest.mark.rule("TC-TER-3")
@pytest.mark.parametrize(("edition", "acting"), [(OLD, True), (NEW, False)])
def test_starting_in_it_is_risky_in_the_current_rules_only(edition: str, acting: bool) -> None:
    table = duel(edition)
    table.do("dangerous", "Weyl", starting=True, dice=[3, 3, 1, 2])
    assert table.blood("Weyl") == 1
    assert table.unit("Weyl").acting is acting


@both_editions
@pytest.mark.rule("TC-TER-3")
def test_the_grounds_own_keyword_goes_for_that_injury_roll(edition: str) -> None:
    table = duel(edition)
    # 1 + 2 = 3: a minor hit, and FIRE one blood more.
    table.do("dangerous", "Weyl", keywords=["FIRE"], dice=[3, 3, 1, 2])
    assert table.blood("Weyl") == 2


@both_editions
@pytest.mark.rule("TC-TER-5")
def test_ground_may_be_both_and_then_costs_double_and_takes_the_roll(edition: str) -> None:
    # Barbed wire, 3 inches of it: the roll first, then 6 inches of Movement.
    table = duel(edition, weyl={"movement": 6})
    table.do("dangerous", "Weyl", dice=[4, 4])
    assert "TC-TER-2" in table.refused("move", "Weyl", distance=3.5, difficult=3.5).rules
    table.do("move", "Weyl", distance=3, difficult=3)


# ---- types of movement


@both_editions
@pytest.mark.rule("TC-TYP-1")
def test_infantry_is_the_ordinary_type_and_changes_nothing(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["INFANTRY"], "movement": 6})
    assert "TC-TER-2" in table.refused("move", "Weyl", distance=4, difficult=4).rules
    entry = table.do("climb", "Weyl", height=4, dice=[3, 4])
    assert (net_dice(entry), results(entry)) == (0, ["success"])


@both_editions
@pytest.mark.rule("TC-TYP-2")
def test_difficult_ground_does_not_slow_a_flyer(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["FLYING"], "movement": 6})
    table.do("move", "Weyl", distance=6, difficult=6)


@both_editions
@pytest.mark.rule("TC-TYP-2")
def test_a_flyer_climbs_and_jumps_with_all_its_movement_and_no_roll(edition: str) -> None:
    flyer = {"keywords": ["FLYING"], "movement": 8}
    table = duel(edition, weyl=flyer)
    assert table.do("climb", "Weyl", height=8).rolls == ()
    table = duel(edition, weyl=flyer)
    assert table.refused("jump", "Weyl", gap=9).rules[0] == "TC-JMP-1"
    assert table.do("jump", "Weyl", gap=8).rolls == ()


@both_editions
@pytest.mark.rule("TC-TYP-2")
def test_the_words_of_a_roster_say_who_flies(edition: str) -> None:
    table = duel(edition, weyl={"movement": '8"/Flying'})
    assert table.do("climb", "Weyl", height=8).rolls == ()


@pytest.mark.rule("TC-TYP-2")
def test_dangerous_ground_and_mines_do_not_touch_a_flyer_in_1_6_3() -> None:
    table = duel(OLD, weyl={"keywords": ["FLYING"]})
    assert table.do("dangerous", "Weyl").rolls == ()
    assert table.do("mine", "Weyl").rolls == ()


@pytest.mark.rule("TC-TYP-2")
def test_they_do_where_it_starts_or_ends_in_the_current_rules() -> None:
    table = duel(NEW, weyl={"keywords": ["FLYING"]})
    assert results(table.do("dangerous", "Weyl", dice=[3, 4])) == ["success"]
    assert results(table.do("mine", "Weyl", dice=[1, 1])) == ["minor"]
