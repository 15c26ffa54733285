"""Every keyword does what it says, tags do nothing, and unknown ones are kept and shown as not automated."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    OLD,
    Table,
    Weapon,
    blade,
    both_editions,
    duel,
    gun,
    net_dice,
    pistol,
    pools,
    results,
    totals,
)
from warband_tui.rules.base import BadSetup
from warband_tui.rules.games.trench_crusade.keywords import (
    AUTOMATED,
    BY_HAND,
    NEGATABLE,
    TAGS,
    is_known,
    normal,
    number,
)

key = pytest.mark.rule("TC-KEY-1")


def shot(edition: str, dice: list[int], *keywords: str, orm: dict[str, Any] | None = None, **how: Any) -> Any:
    """Return the entry of one shot with a weapon of these keywords, and the table after it."""
    table = duel(edition, weyl={"weapons": [gun("gun", *keywords)]}, orm=orm or {})
    entry = table.do("shoot", "Weyl", target="Orm", dice=dice, **how)
    return entry, table


def blow(edition: str, dice: list[int], weapon: Weapon, **how: Any) -> Any:
    """Return the entry of one melee attack, and the table after it."""
    weyl, orm = how.pop("weyl", {}), how.pop("orm", {})
    table = duel(edition, contact=True, weyl={"weapons": [weapon], **weyl}, orm=orm)
    return table.do("fight", "Weyl", dice=dice, **how), table


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


# ---- models


@both_editions
@key
def test_blessed_models_begin_with_blessing(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["BLESSED 2"]}, orm={"keywords": ["BLESSED (9)"]})
    assert (table.counter("Weyl", "blessing"), table.counter("Orm", "blessing")) == (2, 6)


@both_editions
@key
@pytest.mark.parametrize(("keyword", "left"), [("REGENERATE 2", 1), ("REGENERATE", 2), ("REGENERATE 6", 0)])
def test_regenerate_takes_blood_off_when_activated(edition: str, keyword: str, left: int) -> None:
    table = duel(edition, weyl={"keywords": [keyword], "blood": 3})
    table.do("move", "Weyl")
    table.do("dash", "Weyl", dice=[4, 4])
    assert table.blood("Weyl") == left


@both_editions
@key
def test_tough_turns_the_first_out_of_action_of_a_battle_into_down(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["TOUGH"]})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (True, 1)
    table.do("injury", "Orm", dice=[6, 6] if edition == NEW else [6, 6, 6])
    assert table.is_out("Orm")


@pytest.mark.parametrize(("edition", "down"), [(OLD, True), (NEW, False)])
@key
def test_tough_with_machine_armour_ends_down_in_1_6_3_and_in_a_minor_hit_now(
    edition: str, down: bool
) -> None:
    table = duel(edition, orm={"keywords": ["TOUGH", "STANDFAST"], "armour": -3})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (down, 1)
    # TOUGH is used up all the same.
    assert table.unit("Orm").has("tough used")


@both_editions
@key
def test_standfast_turns_down_into_a_minor_hit(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["STANDFAST"]})
    table.do("injury", "Orm", dice=[4, 4])
    assert (table.is_down("Orm"), table.blood("Orm")) == (False, 1)


@both_editions
@key
def test_a_golem_goes_out_by_a_bloodbath_only(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["GOLEM", "TOUGH"], "blood": 3})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (True, 4)
    assert not table.unit("Orm").has("tough used")
    dice = [6, 6] if edition == NEW else [6, 6, 6]
    table.do("injury", "Orm", dice=dice)
    assert not table.is_out("Orm")
    dice = [6, 6, 6] if edition == NEW else [6, 6, 6, 6]
    table.do("injury", "Orm", dice=dice, choices={"injury.bloodbath": 1})
    assert table.is_out("Orm")


@both_editions
@key
def test_the_owner_cannot_take_blood_off_a_golem(edition: str) -> None:
    heal = {"id": "heal", "name": "Heal", "roll": False, "effects": [{"counter": "blood", "by": -2}]}
    weyl = {"keywords": ["GOLEM", "REGENERATE 2"], "blood": 3, "actions": [heal]}
    table = duel(edition, weyl=weyl)
    table.do("special", "Weyl", action="heal")
    assert table.blood("Weyl") == 3


@both_editions
@key
def test_a_mine_is_an_injury_roll_with_shrapnel_and_who_stays_up_goes_on(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl")
    table.do("mine", "Weyl", dice=[1, 2])
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (2, True)
    table = duel(edition, weyl={"keywords": ["NEGATE MINED"]})
    assert table.do("mine", "Weyl").rolls == ()


@both_editions
@key
def test_who_negates_rough_ground_does_not_feel_it(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["NEGATE DIFFICULT", "NEGATE DANGEROUS TERRAIN"], "movement": 6})
    assert table.do("dangerous", "Weyl").rolls == ()
    table.do("move", "Weyl", distance=6, difficult=6)


@both_editions
@key
def test_elites_roll_on_the_d66_table(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["ELITE"]})
    table.do("injury", "Weyl", dice=[6, 6])
    assert "D66" in GAME.aftermath(table.state, [])[0].text


# ---- fireteams


def fireteam(edition: str, members: int = 2) -> Table:
    table = Table(edition)
    table.side("A").models(members, fireteam="red", keywords=["FIRETEAM"]).model("Weyl")
    table.side("B").models(5)
    table.do("turn")
    return table


@both_editions
@key
def test_a_fireteam_acts_together_and_takes_turns_with_its_actions(edition: str) -> None:
    table = fireteam(edition)
    table.do("move", "A1")
    table.do("move", "A2")
    table.do("dash", "A1", dice=[4, 4])
    assert table.refused("move", "A1").rules == ("TC-ACT-1",)
    assert table.refused("move", "Weyl").rules == ("TC-TRN-1",)


@both_editions
@key
def test_when_the_activation_of_one_ends_so_does_the_others(edition: str) -> None:
    table = fireteam(edition)
    table.do("move", "A1")
    table.do("move", "A2")
    table.do("dash", "A1", dice=[1, 1])
    assert not table.unit("A2").acting
    assert table.state.to_act == "B"
    table.end("B1")
    assert table.refused("move", "A2").rules == ("TC-TRN-2",)


@both_editions
@key
def test_a_fireteam_is_two_models_and_nobody_acts_twice(edition: str) -> None:
    table = fireteam(edition, members=3)
    table.do("move", "A1")
    table.do("move", "A2")
    assert table.refused("move", "A3").rules == ("TC-TRN-1",)
    table.end()
    table.end("B1")
    table.do("move", "A3")
    assert table.refused("move", "A1").rules == ("TC-TRN-2",)


# ---- the list of keywords


@key
@pytest.mark.parametrize("keyword", sorted(TAGS | BY_HAND))
def test_a_tag_does_nothing_and_is_known(keyword: str) -> None:
    entry, table = shot(NEW, [4, 4, 1, 2], orm={"keywords": [keyword]})
    plain, _ = shot(NEW, [4, 4, 1, 2])
    assert (pools(entry), results(entry)) == (pools(plain), results(plain))
    assert GAME.line(table.unit("Orm")).unknown == ()


@key
def test_a_keyword_that_nothing_knows_is_kept_shown_and_named_as_not_automated() -> None:
    weapons = [gun("gun", "WAILING", "FIRE"), blade("sword", "NEGATE WAILING", "FUMBLE")]
    table = duel(NEW, weyl={"keywords": ["HAUNTED 2", "TOUGH"], "weapons": weapons})
    line = GAME.line(table.unit("Weyl"))
    assert line.keywords == ("HAUNTED 2", "TOUGH")
    assert line.unknown == ("HAUNTED 2", "WAILING", "NEGATE WAILING", "FUMBLE")
    table.do("shoot", "Weyl", target="Orm", dice=[4, 4, 1, 2])


@key
@pytest.mark.parametrize("keyword", sorted(AUTOMATED | TAGS | BY_HAND | {f"NEGATE {k}" for k in NEGATABLE}))
def test_every_keyword_of_the_engine_is_known_in_any_case(keyword: str) -> None:
    assert is_known(keyword)
    assert is_known(f" {keyword.lower()} ")


@key
@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("CLEAVE 2", "CLEAVE", 2),
        ("Cleave (2)", "CLEAVE", 2),
        ('BLAST 3"', "BLAST", 3),
        ('blast (3")', "BLAST", 3),
        ("TOUGH", "TOUGH", 1),
        ("Ignores  Armour", "IGNORE ARMOUR", 1),
        ("Armor Piercing", "ARMOUR PIERCING", 1),
    ],
)
def test_spellings_of_one_keyword_are_one(written: str, name: str, value: int) -> None:
    assert (normal(written), number(written)) == (name, value)


@key
@pytest.mark.parametrize("keyword", ["CLEAVE 999999999", "+999999999 DICE", "AUTOMATIC 100000"])
def test_a_number_beyond_any_sense_is_no_keyword(keyword: str) -> None:
    table = duel(NEW, contact=True, weyl={"weapons": [blade("axe", keyword)]})
    assert GAME.line(table.unit("Weyl")).unknown == (keyword,)
    table.do("fight", "Weyl", dice=[1, 1])


@key
@pytest.mark.parametrize(
    "profile",
    [
        {"ranged": 10**30},
        {"melee": "+999 Dice", "keywords": 5},
        {"movement": 1e9},
        {"movement": -1},
        {"weapons": 7},
        {"weapons": ["no such weapon"]},
        {"weapons": [blade("axe", "+15 DICE", "+15 DICE")]},
        {"keywords": [5], "movement": "6 flying"},
    ],
)
def test_a_profile_that_makes_no_sense_is_refused_when_the_battle_is_set_up(profile: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="Weyl"):
        _ = duel(NEW, weyl=profile).battle


RULEBOOK = tomllib.loads(
    files("warband_tui.rules.games").joinpath("trench_crusade", "rulebook.toml").read_text("utf-8")
)


@key
@pytest.mark.parametrize("entry", RULEBOOK["keyword"], ids=lambda entry: str(entry["id"]))
def test_the_rulebook_says_of_each_keyword_whether_the_engine_applies_it(entry: dict[str, Any]) -> None:
    """A tag has nothing to apply, so that nothing is left to the player either."""
    family = {"IGNORE": any(k.startswith("IGNORE ") for k in AUTOMATED)}.get(entry["id"])
    applied = family if family is not None else entry["id"] in AUTOMATED | TAGS
    assert entry["automated"] is applied


@key
def test_every_keyword_of_the_engine_is_in_the_rulebook() -> None:
    told = {entry["id"] for entry in RULEBOOK["keyword"]}
    missing = {k for k in AUTOMATED | TAGS | BY_HAND if k not in told and not k.startswith("IGNORE ")}
    assert missing == set()
