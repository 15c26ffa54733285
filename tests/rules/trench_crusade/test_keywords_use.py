"""Keywords of use: when a weapon may be shot, loaded, moved with, and fought with."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.strikes import blow, shot
from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    OLD,
    Table,
    blade,
    both_editions,
    duel,
    gun,
    net_dice,
    pistol,
    pools,
    results,
)

key = pytest.mark.rule("TC-KEY-1")


# ---- when shooting


@both_editions
@key
def test_a_flamethrower_hits_without_a_roll_and_never_critically(edition: str) -> None:
    entry, _ = shot(edition, [1, 2], "FLAMETHROWER")
    assert results(entry) == ["minor"]


@both_editions
@key
def test_a_shotgun_loses_an_injury_die_at_long_range_in_place_of_a_die(edition: str) -> None:
    entry, _ = shot(edition, [4, 4, 6, 1, 1], "SHOTGUN", distance=20)
    assert pools(entry) == [(), ("long range -1",)]


@both_editions
@key
@pytest.mark.parametrize(
    ("keyword", "how"),
    [("IGNORE COVER", {"cover": True}), ("IGNORE LONG RANGE", {"distance": 24})],
)
def test_a_modifier_that_is_ignored_is_left_out(edition: str, keyword: str, how: dict[str, Any]) -> None:
    assert net_dice(shot(edition, [1, 1, 1], **how)[0]) == -1
    assert net_dice(shot(edition, [1, 1], keyword, **how)[0]) == 0
    table = duel(edition, weyl={"keywords": [keyword]})
    assert net_dice(table.do("shoot", "Weyl", target="Orm", dice=[1, 1], **how)) == 0


@both_editions
@key
def test_ignore_off_hand(edition: str) -> None:
    weapons = [blade("sword"), blade("knife", "IGNORE OFF-HAND")]
    table = duel(edition, contact=True, weyl={"weapons": weapons})
    if edition == NEW:
        entry = table.do("fight", "Weyl", weapon="sword", off_hand="knife", dice=[1, 1, 1, 1])
    else:
        table.do("fight", "Weyl", weapon="sword", dice=[1, 1])
        entry = table.do("fight", "Weyl", weapon="knife", dice=[1, 1])
    assert pools(entry)[-1] == ()


@both_editions
@key
def test_cover_of_its_own_protects_from_shots_and_blows(edition: str) -> None:
    orm = {"keywords": ["COVER"]}
    assert pools(shot(edition, [1, 1, 1], orm=orm)[0]) == [("cover -1",)]
    assert pools(blow(edition, [1, 1, 1], blade(), orm=orm)[0]) == [("defended obstacle -1",)]


@both_editions
@key
def test_assault_lets_a_shot_and_a_charge_into_one_activation(edition: str) -> None:
    weapons = [gun("rifle"), gun("carbine", "ASSAULT"), blade()]
    table = duel(edition, weyl={"weapons": weapons})
    table.do("charge", "Weyl", target="Orm", distance=12, dice=[1])
    allowed = {w.value: w.allowed for w in table.option("Weyl", "shoot").weapons}
    assert allowed == {"rifle": False, "carbine": True}
    table.do("shoot", "Weyl", target="Orm", weapon="carbine", dice=[1, 1])


@both_editions
@key
def test_assault_lets_a_shot_and_a_fight_into_one_activation(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("carbine", "ASSAULT"), blade()]})
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    table.do("fight", "Weyl", dice=[1, 1])


@both_editions
@key
def test_a_heavy_weapon_is_not_fired_in_an_activation_with_a_move(edition: str) -> None:
    heavy = {"weapons": [gun("cannon", "HEAVY")]}
    for do, dice in (("move", []), ("dash", [4, 4])):
        table = duel(edition, weyl=heavy)
        table.do(do, "Weyl", dice=dice)
        assert table.refused("shoot", "Weyl", target="Orm", dice=[1, 1]).rules == ("TC-KEY-1",)
        table = duel(edition, weyl=heavy)
        table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
        assert table.refused(do, "Weyl", dice=dice).rules == ("TC-KEY-1",)


@both_editions
@key
def test_heavy_kit_has_no_charge_die(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [blade("maul", "HEAVY")], "movement": 6})
    assert table.ask("reach", unit="Weyl")["charge"] == {"least": 6, "most": 6, "limit": 12}
    # 6 inches, no die: in contact with what is 7 away.
    entry = table.do("charge", "Weyl", target="Orm", distance=7)
    assert (entry.rolls, table.state.engaged) == ((), (("Orm", "Weyl"),))


@both_editions
@key
@pytest.mark.parametrize("keyword", ["STRONG", "NEGATE HEAVY"])
def test_the_strong_do_not_mind_heavy_kit(edition: str, keyword: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("cannon", "HEAVY")], "keywords": [keyword]})
    table.do("move", "Weyl")
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    table = duel(edition, weyl={"weapons": [blade("maul", "HEAVY")], "keywords": [keyword]})
    assert len(table.do("charge", "Weyl", target="Orm", distance=9, dice=[3]).rolls) == 1


@pytest.mark.parametrize(
    ("edition", "cumbersome", "may"), [(NEW, False, True), (NEW, True, False), (OLD, False, True)]
)
@key
def test_the_strong_hold_one_two_handed_weapon_in_one_hand_unless_it_is_cumbersome(
    edition: str, cumbersome: bool, may: bool
) -> None:
    maul = blade("maul", *(("CUMBERSOME",) if cumbersome else ()), hands=2)
    table = duel(edition, contact=True, weyl={"weapons": [maul, blade("knife")], "keywords": ["STRONG"]})
    if edition == OLD:
        table.do("fight", "Weyl", weapon="maul", dice=[1, 1])
        table.do("fight", "Weyl", weapon="knife", dice=[1, 1, 1])
        return
    how: dict[str, Any] = {"weapon": "maul", "off_hand": "knife", "dice": [1, 1, 1, 1, 1]}
    if may:
        table.do("fight", "Weyl", **how)
    else:
        assert table.refused("fight", "Weyl", **how).rules == ("TC-MEL-1",)


@both_editions
@key
def test_reload_ends_the_activation_after_the_action(edition: str) -> None:
    entry, table = shot(edition, [1, 1], "RELOAD")
    assert "activation over (RELOAD)" in entry.text
    assert not table.unit("Weyl").acting
    entry, table = blow(edition, [1, 1], pistol("pistol", "RELOAD"))
    assert not table.unit("Weyl").acting


@both_editions
@key
def test_a_failed_roll_with_a_risky_weapon_ends_the_activation(edition: str) -> None:
    assert not shot(edition, [1, 1], "RISKY")[1].unit("Weyl").acting
    assert shot(edition, [4, 4, 1, 1], "RISKY")[1].unit("Weyl").acting
    # The further attacks of an AUTOMATIC weapon are lost with it.
    entry, _ = shot(edition, [1, 1], "RISKY", "AUTOMATIC 3")
    assert len(entry.rolls) == 1


@both_editions
@key
def test_every_roll_of_who_has_only_risky_ones_is_risky(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["ALL RISKY"]})
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    assert not table.unit("Weyl").acting


@both_editions
@key
@pytest.mark.parametrize(("ranged", "melee", "net"), [(2, 0, 2), (0, 1, 1), (-1, 0, 0)])
def test_a_pistol_fights_with_the_better_of_ranged_and_melee(
    edition: str, ranged: int, melee: int, net: int
) -> None:
    weyl = {"ranged": ranged, "melee": melee}
    assert net_dice(blow(edition, [1] * (2 + net), pistol(), weyl=weyl)[0]) == net


@both_editions
@key
def test_a_pistol_is_used_both_ways_in_one_activation_where_it_may(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [pistol("pistol", "ASSAULT")]})
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    table.do("fight", "Weyl", dice=[1, 1])


@both_editions
@key
def test_a_consumable_is_used_once_a_battle_and_asked_for_afterwards(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("grenade", "CONSUMABLE")]})
    table.do("turn", dice=[6, 1])
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])
    table.do("turn", rest=True, dice=[6, 1])
    assert table.refused("shoot", "Weyl", target="Orm", dice=[1, 1]).rules == ("TC-KEY-1",)
    steps = GAME.aftermath(table.state, table.battle.entries)
    assert [(s.id, s.unit) for s in steps] == [("consumed", "Weyl")]


@both_editions
@key
def test_ammunition_gives_one_weapon_a_keyword_for_the_battle(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("rifle"), gun("mortar", "BLAST 3")]})
    table.do("load", "Weyl", weapon="rifle", keyword="fire")
    table.do("shoot", "Weyl", target="Orm", weapon="rifle", dice=[4, 4, 1, 2])
    assert table.blood("Orm") == 2
    assert table.refused("load", "Weyl", weapon="rifle", keyword="GAS").rules == ("TC-KEY-1",)
    assert table.refused("load", "Weyl", weapon="mortar", keyword="FIRE").rules == ("TC-KEY-1",)
    assert table.refused("load", "Weyl", weapon="bow", keyword="FIRE").rules == ("TC-KEY-1",)
    assert table.refused("load", "Weyl", weapon="rifle", keyword=" ").rules == ("TC-KEY-1",)


@both_editions
@key
@pytest.mark.parametrize("keyword", ["+1 DICE", "AUTOMATIC 2", "RELOAD", "ASSAULT"])
def test_ammunition_of_any_kind_works_as_on_the_weapon(edition: str, keyword: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("rifle"), blade()]})
    table.do("load", "Weyl", weapon="rifle", keyword=keyword)
    entry = table.do(
        "shoot", "Weyl", target="Orm", dice=[1, 1, 1, 1][: {"+1 DICE": 3, "AUTOMATIC 2": 4}.get(keyword, 2)]
    )
    assert len(entry.rolls) == (2 if keyword == "AUTOMATIC 2" else 1)
    assert table.unit("Weyl").acting is (keyword != "RELOAD")
    if keyword == "ASSAULT":
        table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])


@both_editions
@key
def test_ammunition_counts_when_it_is_asked_what_may_be_shot(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("rifle"), blade()]})
    table.do("load", "Weyl", weapon="rifle", keyword="ASSAULT")
    table.do("charge", "Weyl", target="Orm", distance=12, dice=[1])
    assert [w.allowed for w in table.option("Weyl", "shoot").weapons] == [True]
    table.do("shoot", "Weyl", target="Orm", dice=[1, 1])


@both_editions
@key
def test_ammunition_works_when_a_pistol_is_used_in_melee(edition: str) -> None:
    table = duel(edition, contact=True, weyl={"weapons": [pistol()]})
    table.do("load", "Weyl", weapon="pistol", keyword="SHRAPNEL")
    table.do("fight", "Weyl", dice=[4, 4, 1, 1])
    assert table.blood("Orm") == 2


# ---- in melee


@both_editions
@key
@pytest.mark.parametrize(("keywords", "net"), [([], -1), (["FEAR"], 0), (["NEGATE FEAR"], 0), (["GOLEM"], 0)])
def test_fear_takes_a_die_from_who_does_not_have_or_negate_it(
    edition: str, keywords: list[str], net: int
) -> None:
    entry, _ = blow(
        edition, [1] * (2 - net), blade(), weyl={"keywords": keywords}, orm={"keywords": ["FEAR"]}
    )
    assert net_dice(entry) == net


@both_editions
@key
def test_block_takes_a_die_from_who_charged_this_turn(edition: str) -> None:
    table = duel(edition, orm={"weapons": [blade("shield", "BLOCK")]})
    table.do("turn", dice=[6, 1])
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    assert pools(table.do("fight", "Weyl", dice=[1, 1, 1])) == [("BLOCK -1",)]
    table.do("turn", rest=True, dice=[6, 1])
    assert pools(table.do("fight", "Weyl", dice=[1, 1])) == [()]


@both_editions
@key
def test_a_skirmisher_may_step_back_d3_when_charged(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["SKIRMISHER"]})
    choice = table.choice("charge.evade", "charge", "Weyl", target="Orm", distance=8)
    assert (choice.side, choice.high) == ("B", 1)
    # 8 away and a 5: 3 inches more. Movement 6 and a 3 makes 9: 2 short of 11.
    table.do("charge", "Weyl", target="Orm", distance=8, dice=[5, 3], choices={"charge.evade": 1})
    assert table.state.engaged == ()


@both_editions
@key
def test_not_when_it_is_in_melee_already(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm", keywords=["SKIRMISHER"])
    table.in_melee("Kett", "Orm")
    assert table.asked("charge", "Weyl", target="Orm", distance=8, dice=[3]) == {}
