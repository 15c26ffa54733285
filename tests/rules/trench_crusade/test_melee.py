"""Melee attacks: contact, modifiers, two weapons."""

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
    net_dice,
    pistol,
    pools,
    results,
    totals,
)


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_only_an_enemy_in_melee_is_fought(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl")
    table.side("B").model("Orm").model("Ilk")
    assert table.refused("fight", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-MEL-1",)
    table.in_melee("Weyl", "Orm")
    assert table.refused("fight", "Weyl", target="Ilk", dice=[4, 4]).rules == ("TC-MEL-1",)
    table.do("fight", "Weyl", target="Orm", dice=[1, 1])


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_a_hit_and_a_critical_hurt_as_a_shot_does(edition: str) -> None:
    table = duel(edition, contact=True)
    entry = table.do("fight", "Weyl", dice=[6, 6, 1, 2, 3])
    assert (results(entry), totals(entry)) == (["critical", "minor"], [12, 5])
    assert pools(entry)[1] == ("critical +1",)
    table = duel(edition, contact=True)
    assert totals(table.do("fight", "Weyl", dice=[3, 4, 1, 2])) == [7, 3]


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_nobody_fights_through_a_wall(edition: str) -> None:
    table = duel(edition, contact=True)
    refused = table.refused("fight", "Weyl", reachable=False, dice=[4, 4])
    assert refused.rules == ("TC-MEL-1",)
    assert "wall" in refused.why


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_who_has_nothing_to_fight_with_does_not_fight(edition: str) -> None:
    table = duel(edition, contact=True, weyl={"weapons": []})
    assert table.refused("fight", "Weyl", dice=[4, 4]).rules == ("TC-MEL-1",)
    table = duel(edition, contact=True, weyl={"weapons": [], "keywords": ["UNARMED"]})
    table.do("fight", "Weyl", dice=[1, 1])


MODIFIERS: list[tuple[dict[str, Any], dict[str, Any], int]] = [
    ({"melee": 3}, {}, 3),
    ({"melee": -1}, {}, -1),
    ({"weapons": [blade(dice=1)]}, {}, 1),
    ({}, {"obstacle": True}, -1),
    ({}, {"modifier": -2}, -2),
    ({"melee": 1}, {"obstacle": True}, 0),
]


@both_editions
@pytest.mark.rule("TC-MEL-1")
@pytest.mark.parametrize(("weyl", "how", "net"), MODIFIERS)
def test_the_modifiers_of_a_melee_attack(
    edition: str, weyl: dict[str, Any], how: dict[str, Any], net: int
) -> None:
    table = duel(edition, contact=True, weyl=weyl)
    assert net_dice(table.do("fight", "Weyl", dice=[1] * (2 + abs(net)), **how)) == net


@pytest.mark.rule("TC-MEL-1")
@pytest.mark.parametrize(("edition", "net"), [(OLD, 0), (NEW, -1)])
def test_a_down_target_has_no_defended_obstacle_in_1_6_3_only(edition: str, net: int) -> None:
    table = duel(edition, contact=True, orm={"down": True})
    assert net_dice(table.do("fight", "Weyl", obstacle=True, dice=[1] * (2 + abs(net)))) == net


@both_editions
@pytest.mark.rule("TC-MEL-1", "TC-DWN-1")
def test_a_down_target_gives_one_more_injury_die(edition: str) -> None:
    table = duel(edition, contact=True, orm={"down": True})
    assert pools(table.do("fight", "Weyl", dice=[4, 4, 1, 1, 2]))[1] == ("target Down +1",)


# ---- two weapons

TWO = [blade("sword"), blade("knife")]


@pytest.mark.rule("TC-MEL-1")
def test_one_fight_is_an_attack_with_each_of_two_weapons_the_second_off_hand() -> None:
    table = duel(NEW, contact=True, weyl={"weapons": TWO})
    # 3 misses; off hand: 1 1 6, the two lowest make 2.
    entry = table.do("fight", "Weyl", weapon="sword", off_hand="knife", dice=[1, 2, 1, 1, 6])
    assert pools(entry) == [(), ("off hand -1",)]
    assert "sword" in entry.text
    assert "knife" in entry.text


@pytest.mark.rule("TC-MEL-1")
def test_the_off_hand_is_chosen_each_time() -> None:
    table = duel(NEW, contact=True, weyl={"weapons": TWO})
    table.do("turn", dice=[6, 1])
    table.do("fight", "Weyl", weapon="sword", off_hand="knife", dice=[1, 2, 1, 1, 6])
    table.do("turn", rest=True, dice=[6, 1])
    entry = table.do("fight", "Weyl", weapon="knife", off_hand="sword", dice=[1, 2, 1, 1, 6])
    assert pools(entry) == [(), ("off hand -1",)]


@pytest.mark.rule("TC-MEL-1")
def test_the_second_weapon_may_strike_another_enemy() -> None:
    table = Table(NEW)
    table.side("A").model("Weyl", weapons=TWO)
    table.side("B").model("Orm").model("Ilk")
    table.in_melee("Weyl", "Orm", "Ilk")
    how: dict[str, Any] = {"weapon": "sword", "off_hand": "knife"}
    assert table.refused("fight", "Weyl", dice=[1, 2], **how).rules == ("TC-MEL-1",)
    # Orm: 7, then 3; Ilk with the off hand: 4 4 6 keep 8, then 4.
    table.do("fight", "Weyl", target="Orm", off_target="Ilk", dice=[3, 4, 1, 2, 4, 4, 6, 2, 2], **how)
    assert (table.blood("Orm"), table.blood("Ilk")) == (1, 1)


@pytest.mark.rule("TC-MEL-1")
def test_the_second_weapon_has_nobody_left_to_strike_when_the_first_has_killed() -> None:
    table = duel(NEW, contact=True, weyl={"weapons": TWO})
    entry = table.do("fight", "Weyl", weapon="sword", off_hand="knife", dice=[3, 4, 5, 4])
    assert results(entry) == ["success", "out"]


@pytest.mark.rule("TC-MEL-1", "TC-ACT-2")
def test_the_second_weapon_does_not_strike_after_a_failed_risky_attack() -> None:
    weapons = [blade("flail", "RISKY"), blade("knife")]
    table = duel(NEW, contact=True, weyl={"weapons": weapons})
    entry = table.do("fight", "Weyl", weapon="flail", off_hand="knife", dice=[1, 2])
    assert results(entry) == ["failure"]
    assert not table.unit("Weyl").acting


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_two_weapons_take_two_hands(edition: str) -> None:
    weapons = [blade("sword"), blade("maul", hands=2)]
    table = duel(edition, contact=True, weyl={"weapons": weapons})
    if edition == NEW:
        refused = table.refused("fight", "Weyl", weapon="sword", off_hand="maul", dice=[1, 2, 1, 1, 1])
    else:
        table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
        refused = table.refused("fight", "Weyl", weapon="maul", dice=[1, 1, 1])
    assert refused.rules == ("TC-MEL-1",)


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_one_weapon_is_not_two(edition: str) -> None:
    table = duel(edition, contact=True, weyl={"weapons": [blade("sword")]})
    if edition == NEW:
        refused = table.refused("fight", "Weyl", weapon="sword", off_hand="sword", dice=[1, 2, 1, 1, 1])
    else:
        table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
        refused = table.refused("fight", "Weyl", weapon="sword", dice=[1, 1, 1])
    assert refused.rules == ("TC-MEL-1",)


@pytest.mark.rule("TC-MEL-1")
def test_in_1_6_3_two_weapons_are_two_actions_with_others_between() -> None:
    table = duel(OLD, contact=True, weyl={"weapons": TWO})
    assert table.refused("fight", "Weyl", weapon="sword", off_hand="knife", dice=[1, 2, 1, 1, 1]).rules == (
        "TC-MEL-1",
    )
    assert pools(table.do("fight", "Weyl", weapon="sword", dice=[1, 2])) == [()]
    assert pools(table.do("fight", "Weyl", weapon="knife", dice=[1, 1, 6])) == [("off hand -1",)]


@pytest.mark.rule("TC-MEL-1")
def test_in_1_6_3_the_off_hand_is_fixed_for_the_battle() -> None:
    table = duel(OLD, contact=True, weyl={"weapons": TWO})
    table.do("turn", dice=[6, 1])
    table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
    table.do("fight", "Weyl", weapon="knife", dice=[1, 1, 6])
    table.do("turn", rest=True, dice=[6, 1])
    # The knife stays in the off hand, whichever comes first.
    assert pools(table.do("fight", "Weyl", weapon="knife", dice=[1, 1, 6])) == [("off hand -1",)]
    assert pools(table.do("fight", "Weyl", weapon="sword", dice=[1, 2])) == [()]


@pytest.mark.rule("TC-MEL-1")
def test_in_1_6_3_of_two_like_weapons_the_second_is_off_hand() -> None:
    table = duel(OLD, contact=True, weyl={"weapons": [blade("sword"), blade("sword")]})
    table.do("fight", "Weyl", dice=[1, 2])
    assert pools(table.do("fight", "Weyl", dice=[1, 1, 6])) == [("off hand -1",)]


@both_editions
@pytest.mark.rule("TC-MEL-1")
def test_a_pistol_may_be_the_off_hand(edition: str) -> None:
    table = duel(edition, contact=True, weyl={"weapons": [blade("sword"), pistol()]})
    if edition == NEW:
        entry = table.do("fight", "Weyl", weapon="sword", off_hand="pistol", dice=[1, 2, 1, 1, 6])
        assert pools(entry) == [(), ("off hand -1",)]
    else:
        table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
        assert pools(table.do("fight", "Weyl", weapon="pistol", dice=[1, 1, 6])) == [("off hand -1",)]
