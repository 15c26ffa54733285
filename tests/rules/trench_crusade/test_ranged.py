"""Ranged attacks: range, sight, modifiers, shots into a melee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import (
    NEW,
    Table,
    both_editions,
    duel,
    gun,
    net_dice,
    pools,
    results,
    totals,
)


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_miss_hurts_nobody(edition: str) -> None:
    table = duel(edition)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 3])
    assert (results(entry), table.blood("Orm")) == (["failure"], 0)


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_hit_makes_a_plain_injury_roll(edition: str) -> None:
    table = duel(edition)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 5, 4])
    assert (results(entry), totals(entry)) == (["success", "out"], [7, 9])
    assert table.is_out("Orm")


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_critical_gives_one_more_injury_die(edition: str) -> None:
    table = duel(edition)
    # 12, then 1 2 3: the two highest make 5.
    entry = table.do("shoot", "Weyl", target="Orm", dice=[6, 6, 1, 2, 3])
    assert (results(entry), totals(entry)) == (["critical", "minor"], [12, 5])
    assert pools(entry)[1] == ("critical +1",)


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_the_target_is_in_range_and_in_sight(edition: str) -> None:
    table = duel(edition)
    far = table.refused("shoot", "Weyl", target="Orm", distance=24.5, dice=[4, 4])
    assert far.rules == ("TC-RNG-1",)
    assert '24"' in far.why
    assert table.refused("shoot", "Weyl", target="Orm", sight=False, dice=[4, 4]).rules == ("TC-RNG-1",)
    table.do("shoot", "Weyl", target="Orm", distance=24, dice=[1, 1, 1])


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_the_target_is_an_enemy_on_the_table(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm")
    assert table.refused("shoot", "Weyl", target="Kett", dice=[4, 4]).rules == ("TC-RNG-1",)
    assert table.refused("shoot", "Weyl", target="Weyl", dice=[4, 4]).rules == ("TC-RNG-1",)
    table.do("lose", "Orm")
    assert table.refused("shoot", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-RNG-1",)


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_who_has_no_ranged_weapon_or_no_ranged_attack_does_not_shoot(edition: str) -> None:
    assert duel(edition, weyl={"weapons": []}).refused("shoot", "Weyl", target="Orm").rules == ("TC-RNG-1",)
    assert duel(edition, weyl={"ranged": None}).refused("shoot", "Weyl", target="Orm").rules == ("TC-RNG-1",)


MODIFIERS: list[tuple[dict[str, Any], dict[str, Any], int]] = [
    ({"ranged": 2}, {}, 2),
    ({"ranged": -1}, {}, -1),
    ({"weapons": [gun(dice=1)]}, {}, 1),
    ({}, {"distance": 12}, 0),  # exactly half of 24 is short
    ({}, {"distance": 12.1}, -1),
    ({}, {"long": True}, -1),
    ({}, {"cover": True}, -1),
    ({}, {"elevated": True}, 1),
    ({}, {"modifier": 2, "why": "a spell"}, 2),
    ({"ranged": 2}, {"distance": 15, "cover": True}, 0),  # +2 -1 -1
    ({"ranged": 1}, {"distance": 15, "cover": True, "elevated": True}, 0),  # +1 -1 -1 +1
]


@both_editions
@pytest.mark.rule("TC-RNG-1")
@pytest.mark.parametrize(("weyl", "how", "net"), MODIFIERS)
def test_the_modifiers_of_a_shot(edition: str, weyl: dict[str, Any], how: dict[str, Any], net: int) -> None:
    table = duel(edition, weyl=weyl)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[1] * (2 + abs(net)), **how)
    assert net_dice(entry) == net


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_every_modifier_is_named_in_the_log(edition: str) -> None:
    table = duel(edition, weyl={"ranged": 1})
    entry = table.do("shoot", "Weyl", target="Orm", cover=True, distance=20, elevated=True, dice=[1, 1])
    assert pools(entry)[0] == ("ranged +1", "long range -1", "cover -1", "elevated +1")


@both_editions
@pytest.mark.rule("TC-RNG-1", "TC-DWN-1")
def test_a_down_target_gives_a_shot_its_die_in_1_6_3_only(edition: str) -> None:
    table = duel(edition, orm={"down": True})
    dice = [4, 4, 1, 2] if edition == NEW else [4, 4, 1, 2, 3]
    entry = table.do("shoot", "Weyl", target="Orm", dice=dice)
    assert net_dice(entry, 1) == (0 if edition == NEW else 1)


# ---- in melee


@both_editions
@pytest.mark.rule("TC-RNG-2")
def test_a_model_in_melee_does_not_shoot(edition: str) -> None:
    table = duel(edition, contact=True)
    assert table.refused("shoot", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-RNG-2",)
    assert not table.option("Weyl", "shoot").allowed


def melee_of_two(edition: str, **weyl: Any) -> Table:
    table = Table(edition)
    table.side("A").model("Weyl", **weyl).model("Kett").model("Pell")
    table.side("B").model("Orm")
    table.in_melee("Kett", "Orm")
    table.in_melee("Pell", "Orm")
    return table


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_shot_into_a_melee_goes_at_ones_own_on_1_to_3(edition: str) -> None:
    for die, hit in ((3, "Kett"), (4, "Orm")):
        table = melee_of_two(edition)
        # Whom, then a hit with 7 and a minor hit with 3.
        table.do("shoot", "Weyl", target="Orm", dice=[die, 3, 4, 1, 2])
        assert [u for u in ("Kett", "Orm") if table.blood(u)] == [hit]


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_its_player_says_which_of_them_or_that_none_can_be_shot_at(edition: str) -> None:
    table = melee_of_two(edition)
    choice = table.choice("melee.friend", "shoot", "Weyl", target="Orm", dice=[2])
    assert (choice.side, [option for option, _ in choice.options]) == ("A", ["Kett", "Pell", "none"])
    table.do("shoot", "Weyl", target="Orm", dice=[2, 3, 4, 1, 2], choices={"melee.friend": "Pell"})
    assert table.blood("Pell") == 1
    table = melee_of_two(edition)
    entry = table.do("shoot", "Weyl", target="Orm", dice=[2], choices={"melee.friend": "none"})
    assert "wasted" in entry.text
    assert "shoot" in table.unit("Weyl").used


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_blast_and_a_flamethrower_take_that_die_too(edition: str) -> None:
    table = melee_of_two(edition, weapons=[gun("mortar", "BLAST 3")])
    # 1: at Kett; a hit with 7, 3 on the injury: a minor hit, and Orm, who is caught, one with 4.
    table.do("shoot", "Weyl", target="Orm", dice=[1, 3, 4, 1, 2, 2, 2])
    assert [table.blood(u) for u in ("Kett", "Orm", "Pell")] == [1, 1, 0]
    table = melee_of_two(edition, weapons=[gun("flamer", "FLAMETHROWER")])
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1, 2])
    assert table.blood("Kett") == 1


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_weapon_is_named_or_the_first_one(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("rifle"), gun("carbine", dice=1)]})
    assert table.refused("shoot", "Weyl", target="Orm", weapon="bow").rules == ("TC-RNG-1",)
    assert net_dice(table.do("shoot", "Weyl", target="Orm", weapon="Carbine", dice=[1, 1, 1])) == 1
