"""Keywords of weapons and armour: numbers, what a hit does, several attacks and areas."""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.strikes import blow, shot
from tests.rules.trench_crusade.table import (
    NEW,
    Table,
    blade,
    both_editions,
    duel,
    gun,
    net_dice,
    pools,
    results,
    totals,
)

key = pytest.mark.rule("TC-KEY-1")


# ---- numbers


@both_editions
@key
def test_dice_on_a_weapon_change_its_success_rolls(edition: str) -> None:
    assert net_dice(shot(edition, [1, 1, 1, 1], "+2 DICE")[0]) == 2
    assert net_dice(blow(edition, [1, 1, 1], blade("axe", "-1 DICE"))[0]) == -1


@both_editions
@key
def test_injury_dice_on_a_weapon_change_its_injury_rolls(edition: str) -> None:
    assert net_dice(shot(edition, [4, 4, 1, 1, 1], "+1 INJURY DICE")[0], 1) == 1
    assert net_dice(shot(edition, [4, 4, 1, 1, 1, 1], "-2 INJURY DICE")[0], 1) == -2


@both_editions
@key
def test_an_injury_modifier_is_a_flat_number(edition: str) -> None:
    entry, _ = shot(edition, [4, 4, 3, 4], "+2 INJURY MODIFIER")
    assert (totals(entry)[1], results(entry)[1]) == (9, "out")


# ---- armour


@both_editions
@key
@pytest.mark.parametrize(("armour", "flat"), [(-2, -1), (-1, 0), (0, 0)])
def test_armour_piercing_takes_1_off_armour_but_not_below_0(edition: str, armour: int, flat: int) -> None:
    entry, _ = shot(edition, [4, 4, 1, 3], "ARMOUR PIERCING", orm={"armour": armour})
    assert entry.rolls[1].flat == flat


@both_editions
@key
def test_ignore_armour_leaves_nothing_of_it(edition: str) -> None:
    assert shot(edition, [4, 4, 1, 3], "IGNORE ARMOUR", orm={"armour": -3})[0].rolls[1].flat == 0


@both_editions
@key
@pytest.mark.parametrize("keyword", ["ARMOUR PIERCING", "IGNORE ARMOUR"])
def test_impervious_armour_is_affected_by_neither(edition: str, keyword: str) -> None:
    orm = {"armour": -2, "keywords": ["IMPERVIOUS"]}
    assert shot(edition, [4, 4, 1, 3], keyword, orm=orm)[0].rolls[1].flat == -2


@both_editions
@key
def test_ignore_armour_against_down_models_only(edition: str) -> None:
    weapon = blade("mercy", "IGNORE ARMOUR VS DOWN")
    up = blow(edition, [4, 4, 2, 3], weapon, orm={"armour": -2})[0]
    down = blow(edition, [4, 4, 1, 1, 1], weapon, orm={"armour": -2, "down": True})[0]
    assert (up.rolls[1].flat, down.rolls[1].flat) == (-2, 0)


# ---- what a hit does


@both_editions
@key
def test_a_critical_with_critical_gives_2_dice(edition: str) -> None:
    entry, _ = shot(edition, [6, 6, 1, 1, 1, 1], "CRITICAL")
    assert pools(entry)[1] == ("critical +2",)
    entry, _ = shot(edition, [5, 6, 1, 1], "CRITICAL")
    assert pools(entry)[1] == ()


@both_editions
@key
def test_deadly_adds_up_three_dice_and_four_with_a_bloodbath(edition: str) -> None:
    entry, _ = shot(edition, [4, 4, 1, 2, 2], "DEADLY")
    assert totals(entry)[1] == 5
    entry, _ = shot(edition, [4, 4, 1, 2, 2, 2], "DEADLY", orm={"blood": 6}, choices={"injury.bloodbath": 1})
    assert totals(entry)[1] == 7


@both_editions
@key
@pytest.mark.parametrize("keyword", ["FIRE", "GAS", "SHRAPNEL"])
def test_fire_gas_and_shrapnel_place_1_blood_after_the_roll_even_on_no_effect(
    edition: str, keyword: str
) -> None:
    # 1 + 1 - 2 = 0: no effect, and 1 blood all the same; a minor hit makes 2.
    assert shot(edition, [4, 4, 1, 1], keyword, orm={"armour": -2})[1].blood("Orm") == 1
    assert shot(edition, [4, 4, 1, 2], keyword)[1].blood("Orm") == 2


@both_editions
@key
def test_two_of_them_place_1_each_and_a_miss_none(edition: str) -> None:
    assert shot(edition, [4, 4, 1, 1], "FIRE", "GAS", orm={"armour": -2})[1].blood("Orm") == 2
    assert shot(edition, [1, 1], "FIRE", "GAS")[1].blood("Orm") == 0


@both_editions
@key
def test_nobody_who_is_out_burns_on(edition: str) -> None:
    entry, table = shot(edition, [4, 4, 6, 6], "FIRE")
    assert results(entry)[1] == "out"
    assert table.blood("Orm") == 0


@both_editions
@key
@pytest.mark.parametrize(
    ("target", "keyword"),
    [
        ("NEGATE FIRE", "FIRE"),
        ("NEGATE GAS", "GAS"),
        ("NEGATE SHRAPNEL", "SHRAPNEL"),
        ("DEMONIC", "FIRE"),
        ("GOLEM", "GAS"),
    ],
)
def test_who_negates_one_of_them_takes_no_blood_by_it(edition: str, target: str, keyword: str) -> None:
    orm = {"armour": -2, "keywords": [target]}
    assert shot(edition, [4, 4, 1, 1], keyword, orm=orm)[1].blood("Orm") == 0
    assert shot(edition, [4, 4, 1, 1], "GAS", "FIRE", "SHRAPNEL", orm=orm)[1].blood("Orm") == 2


@both_editions
@key
def test_negated_critical_and_deadly_are_plain(edition: str) -> None:
    orm = {"keywords": ["NEGATE CRITICAL", "NEGATE DEADLY"]}
    entry, _ = shot(edition, [6, 6, 1, 1, 1], "CRITICAL", "DEADLY", orm=orm)
    assert pools(entry)[1] == ("critical +1",)
    assert len(entry.rolls[1].kept) == 2


@both_editions
@key
def test_what_the_target_negates_still_hurts_the_others_in_the_blast(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", weapons=[gun("mortar", "BLAST 3", "FIRE")])
    table.side("B").model("Orm", keywords=["NEGATE FIRE"]).model("Ilk")
    table.do("shoot", "Weyl", target="Orm", targets=["Ilk"], dice=[4, 4, 1, 1, 1, 1])
    assert (table.blood("Orm"), table.blood("Ilk")) == (1, 2)


@both_editions
@key
def test_a_targets_own_keywords_are_not_the_weapons(edition: str) -> None:
    orm = {"keywords": ["DEADLY", "FIRE", "CRITICAL", "IGNORE ARMOUR"], "armour": -1}
    entry, table = shot(edition, [6, 6, 1, 2, 2], orm=orm)
    assert (entry.rolls[1].flat, len(entry.rolls[1].kept), table.blood("Orm")) == (-1, 2, 1)


# ---- several attacks, areas


@both_editions
@key
def test_automatic_shoots_so_many_times_at_one_or_several(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", weapons=[gun("gun", "AUTOMATIC 3")])
    table.side("B").model("Orm").model("Ilk")
    entry = table.do("shoot", "Weyl", target="Orm", targets=["Orm", "Ilk", "Orm"], dice=[1, 1, 1, 2, 1, 3])
    assert [roll.purpose for roll in entry.rolls] == [
        "the attack on Orm",
        "the attack on Ilk",
        "the attack on Orm",
    ]


@both_editions
@key
def test_the_shots_left_when_the_target_is_out_are_lost(edition: str) -> None:
    entry, _ = shot(edition, [4, 4, 6, 6], "AUTOMATIC (3)")
    assert results(entry) == ["success", "out"]


@both_editions
@key
def test_cleave_strikes_so_many_times_the_off_hand_at_one_die_less(edition: str) -> None:
    entry, _ = blow(edition, [1, 1, 1, 2], blade("glaive", "CLEAVE 2"))
    assert len(entry.rolls) == 2
    weapons = [blade("sword"), blade("hook", "CLEAVE 2")]
    table = duel(NEW, contact=True, weyl={"weapons": weapons})
    entry = table.do("fight", "Weyl", weapon="sword", off_hand="hook", dice=[1, 1, 1, 1, 1, 1, 1, 1])
    assert pools(entry) == [(), ("off hand -1",), ("off hand -1",)]


@both_editions
@key
def test_cleave_strikes_in_a_free_attack_too(edition: str) -> None:
    table = duel(edition, contact=True, orm={"weapons": [blade("glaive", "CLEAVE 2")]})
    assert len(table.do("retreat", "Weyl", dice=[1, 1, 1, 2]).rolls) == 2


@both_editions
@key
def test_a_blast_hurts_all_it_catches_with_the_critical_die_for_its_target(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", weapons=[gun("mortar", "BLAST 3")]).model("Kett")
    table.side("B").model("Orm").model("Ilk")
    dice = [6, 6, 1, 1, 1, 1, 2, 1, 3]
    entry = table.do("shoot", "Weyl", target="Orm", targets=["Ilk", "Kett"], dice=dice)
    assert pools(entry) == [(), ("critical +1",), (), ()]
    assert [table.blood(u) for u in ("Orm", "Ilk", "Kett")] == [1, 1, 1]
    table.end()
    table.do("turn", rest=True, dice=[6, 1])
    assert len(table.do("shoot", "Weyl", target="Orm", targets=["Ilk"], dice=[1, 2]).rolls) == 1


@both_editions
@key
def test_a_blast_that_misses_scatters_7_less_the_roll_and_then_catches_others(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", weapons=[gun("mortar", "BLAST 3", "SCATTER")])
    table.side("B").model("Orm").model("Ilk")
    assert table.refused("blast", "Weyl", targets=["Ilk"], dice=[1, 1]).rules == ("TC-KEY-1",)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[1, 3])
    assert 'scatters 3"' in entry.text
    entry = table.do("blast", "Weyl", targets=["Ilk"], dice=[1, 2])
    assert (len(entry.rolls), table.blood("Ilk"), table.blood("Orm")) == (1, 1, 0)
    assert table.refused("blast", "Weyl", targets=["Ilk"], dice=[1, 1]).rules == ("TC-KEY-1",)


@both_editions
@key
def test_a_scattered_blast_may_catch_nobody_and_lands_after_a_risky_miss(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("mortar", "BLAST 3", "SCATTER", "RISKY")]})
    table.do("shoot", "Weyl", target="Orm", dice=[1, 3])
    assert not table.unit("Weyl").acting
    assert "catches nobody" in table.do("blast", "Weyl", targets=[]).text
