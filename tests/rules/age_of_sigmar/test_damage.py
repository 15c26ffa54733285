"""The damage sequence: wards, allocation, slain models, destroyed units; healing and returning."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import (
    CORE,
    HANDBOOK,
    SPEARHEAD,
    Table,
    duel,
    every_edition,
    melee,
    ranged,
    steps,
)
from warband_tui.rules.dice import GivenDice
from warband_tui.rules.events import Rolled
from warband_tui.rules.games.age_of_sigmar.coherency import coherent, must_go
from warband_tui.rules.games.age_of_sigmar.damage import damage_sequence
from warband_tui.rules.resolution import BadChoice, ChoiceWanted, Resolution

ARMED: dict[str, Any] = {
    "models": 5,
    "health": 2,
    "loadouts": [
        {"id": "champion", "name": "champion", "models": 1, "champion": True},
        {"id": "gun", "name": "gunner", "models": 1},
        {"id": "rest", "name": "trooper"},
    ],
}


def hurt(**profile: Any) -> Table:
    return Table().unit("A", "Ash").unit("B", "Bone", **profile)


def first_warded(table: Table) -> str:
    """Return whose wards are rolled first when one ability hurts both sides; Ash is named first."""
    res = Resolution(table.state, GivenDice([1, 1]))
    damage_sequence(res, {"Ash": 1, "Bone": 1})
    return next(e.roll.unit for e in res.events if isinstance(e, Rolled))


def both_warded(setting: str = "active") -> Table:
    table = Table(settings={"alloc-order": setting}).unit("A", "Ash", health=9, ward=5)
    table.unit("B", "Bone", health=9, ward=5).do("turn", first="B")
    return table


@pytest.mark.rule("AOS-18-1")
def test_the_active_players_units_come_first_whoever_was_named_first() -> None:
    assert first_warded(both_warded()) == "Bone"


@pytest.mark.rule("AOS-18-1")
@pytest.mark.parametrize(("setting", "first"), [("active", "Ash"), ("first", "Bone")])
def test_in_the_second_turn_of_a_round_the_setting_decides_who_is_first(setting: str, first: str) -> None:
    table = both_warded(setting)
    table.do("turn")
    assert first_warded(table) == first


@every_edition
@pytest.mark.rule("AOS-18.1-1")
@pytest.mark.parametrize(("ward", "kept"), [("6+", 5), ("5+", 4), ("4+", 3), (None, 6)])
def test_a_ward_takes_a_point_away_for_each_die_that_makes_it(
    edition: str, ward: str | None, kept: int
) -> None:
    table = Table(edition).unit("A", "Ash").unit("B", "Bone", health=10, ward=ward)
    table.do("mortal", unit="Bone", amount="6", dice=[1, 2, 3, 4, 5, 6] if ward else [])
    assert table.damage("Bone") == kept


@pytest.mark.rule("AOS-18.1-1")
def test_only_the_best_ward_counts_and_every_point_is_rolled_for() -> None:
    table = hurt(health=2, keywords=["WARD (6+)", "WARD (5+)"])
    entry = table.do("mortal", unit="Bone", amount="5", dice=[5, 1, 1, 1, 1])
    assert len(entry.rolls[0].dice) == 5
    assert entry.rolls[0].kept == (5,)


@pytest.mark.rule("AOS-18.1-1")
def test_allocated_points_meet_no_ward() -> None:
    table = hurt(health=3, ward=2)
    assert table.do("mortal", unit="Bone", amount="2", allocate=True).rolls == ()
    assert table.damage("Bone") == 2


@every_edition
@pytest.mark.rule("AOS-18.2-1")
@pytest.mark.parametrize(
    ("before", "points", "models", "left"),
    [(0, 1, 5, 1), (0, 3, 4, 0), (2, 1, 4, 0), (1, 7, 3, 2), (0, 14, 1, 2)],
)
def test_damage_is_allocated_point_by_point_and_carries_over(
    edition: str, before: int, points: int, models: int, left: int
) -> None:
    table = Table(edition).unit("A", "Ash").unit("B", "Bone", models=5, health=3, damage=before)
    table.do("mortal", unit="Bone", amount=str(points))
    assert (table.of("Bone").models, table.damage("Bone")) == (models, left)


@pytest.mark.rule("AOS-18.2-1")
def test_damage_marked_by_hand_slays_models_as_well() -> None:
    table = hurt(models=3, health=2)
    table.do("mark", on="Bone", counter="damage", by=3)
    assert (table.of("Bone").models, table.damage("Bone")) == (2, 1)
    table.do("mark", on="Bone", counter="damage", by=-1)
    assert table.damage("Bone") == 0


@pytest.mark.rule("AOS-18.2-2")
def test_a_unit_with_allocated_points_is_damaged_until_they_are_healed() -> None:
    table = hurt(health=5)
    table.do("mortal", unit="Bone", amount="3")
    assert table.of("Bone").has("damaged")
    table.do("heal", unit="Bone", amount="D3", dice=[3])
    assert table.damage("Bone") == 1
    assert table.of("Bone").has("damaged")
    table.do("heal", unit="Bone", amount="3")
    assert table.damage("Bone") == 0
    assert not table.of("Bone").has("damaged")


@pytest.mark.rule("AOS-18.2-2")
def test_healing_brings_no_model_back() -> None:
    table = hurt(models=3, health=2)
    table.do("mortal", unit="Bone", amount="3")
    table.do("heal", unit="Bone", amount="6")
    assert (table.of("Bone").models, table.damage("Bone")) == (2, 0)


@pytest.mark.rule("AOS-18.3-1")
def test_the_commander_of_the_unit_picks_who_is_slain() -> None:
    table = hurt(**ARMED)
    action = table.action("mortal", unit="Bone", amount="4")
    with pytest.raises(ChoiceWanted) as wanted:
        table.battle.propose(action, dice=[], ask=True)
    choice = wanted.value.choice
    assert (choice.side, choice.id, choice.low, choice.high) == ("B", "Bone.champion:slain", 0, 1)
    table.do("mortal", unit="Bone", amount="4", choices={"Bone.gun:slain": 1})
    assert "2 models slain (1 gunner, 1 trooper)" in table.battle.entries[-1].text


@pytest.mark.rule("AOS-18.3-1")
def test_by_default_the_plain_models_go_first_and_the_special_ones_last() -> None:
    table = hurt(**ARMED)
    table.do("mortal", unit="Bone", amount="6")
    assert "3 trooper" in table.battle.entries[-1].text
    table.do("mortal", unit="Bone", amount="2")
    assert "1 gunner" in table.battle.entries[-1].text


@pytest.mark.rule("AOS-18.3-1")
def test_no_more_can_be_picked_than_are_slain() -> None:
    with pytest.raises(BadChoice):
        hurt(**ARMED).do("mortal", unit="Bone", amount="2", choices={"Bone.gun:slain": 2})


@pytest.mark.rule("AOS-18.3-1")
def test_who_is_slain_takes_his_weapon_along() -> None:
    table = (
        Table(SPEARHEAD)
        .unit("A", "Ash")
        .unit(
            "B",
            "Bone",
            models=3,
            weapons=[melee("Blade"), ranged("Gun")],
            loadouts=[
                {"id": "gun", "name": "gunner", "models": 1, "weapons": ["blade", "gun"]},
                {"id": "rest", "name": "others", "weapons": ["blade"]},
            ],
        )
    )
    assert table.option("Bone", "shoot").allowed
    table.do("mortal", unit="Bone", amount="1", choices={"Bone.gun:slain": 1})
    assert not table.option("Bone", "shoot").allowed


@pytest.mark.rule("AOS-18.3-1")
def test_coherency_is_warned_about_after_each_loss() -> None:
    table = hurt(models=8)
    assert 'coherency: each within 1/2" of 2 others' in table.do("mortal", unit="Bone", amount="1").text
    assert 'coherency: each within 1/2" of 1 other,' in table.do("mortal", unit="Bone", amount="1").text


@pytest.mark.rule("AOS-18.3-1")
def test_models_out_of_coherency_are_slain_without_damage() -> None:
    table = hurt(models=5, health=3, damage=2)
    table.do("slay", unit="Bone", models=2)
    assert (table.of("Bone").models, table.damage("Bone")) == (3, 2)


@pytest.mark.rule("AOS-18.3-1")
def test_as_few_further_models_go_as_possible() -> None:
    line = [(float(x), 0.0, 0.5) for x in (0, 1.4, 2.8, 6, 7.4)]
    assert not coherent(line)
    assert must_go(line) == (3, 4)
    ring = [(0, 0, 0.5), (1.4, 0, 0.5), (2.8, 0, 0.5), (2.8, 1.4, 0.5), (2.8, 2.8, 0.5), (1.4, 2.8, 0.5), (0, 2.8, 0.5), (0, 1.4, 0.5)]  # fmt: skip
    assert coherent(ring)
    # Seven in a chain have ends with one neighbour only: a ring that loses one model loses another.
    assert len(must_go(ring[1:])) == 1


@every_edition
@pytest.mark.rule("AOS-18.4-1")
def test_the_last_model_slain_destroys_the_unit_and_the_rest_is_lost(edition: str) -> None:
    table = Table(edition).unit("A", "Ash").unit("B", "Bone", models=2, health=2, damage=1)
    entry = table.do("mortal", unit="Bone", amount="7")
    assert not table.of("Bone").in_play
    assert table.damage("Bone") == 0
    assert "destroyed" in entry.text
    assert "4 more are lost" in entry.text
    assert not table.of("Bone").has("damaged")
    assert table.refused("mortal", unit="Bone").rules == ("AOS-18.4-1",)


@pytest.mark.rule("AOS-18.4-1")
def test_an_effect_that_destroys_a_unit_slays_all_its_models() -> None:
    table = hurt(models=4, health=3, damage=1, ward=2)
    table.do("destroy", unit="Bone")
    assert table.of("Bone").models == 0
    assert table.damage("Bone") == 0


def test_returned_models_are_never_more_than_there_were() -> None:
    table = hurt(**ARMED)
    table.do("mortal", unit="Bone", amount="5", choices={"Bone.gun:slain": 1})
    entry = table.do("return", unit="Bone", amount="D3", dice=[5], choices={"Bone.gun:returned": 1})
    assert "2 of 3 back, 5 in all" in entry.text
    assert table.of("Bone").models == 5
    assert table.damage("Bone") == 1


def test_a_replacement_comes_once_new_and_at_full_strength() -> None:
    table = (
        Table(SPEARHEAD).unit("A", "Ash").unit("B", "Bone", models=5, health=2, keywords=["REINFORCEMENTS"])
    )
    assert "not destroyed" in table.refused("reinforce", unit="Bone").why
    table.do("destroy", unit="Bone")
    table.do("reinforce", unit="Bone")
    new = table.of("Bone-r")
    assert (new.models, new.start, new.counters, new.conditions) == (5, 5, {}, {})
    assert "already" in table.refused("reinforce", unit="Bone").why
    table.do("destroy", unit="Bone-r")
    assert "replacement" in table.refused("reinforce", unit="Bone-r").why


def test_a_destroyed_unit_is_out_of_all_combats() -> None:
    table = duel()
    table.do("destroy", unit="Bone")
    assert table.state.in_contact("Ash") == ()
    assert "ward rolls" not in " ".join(steps(table.battle.entries[-1]))


@pytest.mark.rule("AOS-18.4-1")
@pytest.mark.parametrize(("edition", "replaced"), [(CORE, False), (HANDBOOK, False), (SPEARHEAD, True)])
def test_only_spearhead_has_replacements(edition: str, replaced: bool) -> None:
    table = Table(edition).unit("A", "Ash").unit("B", "Bone", keywords=["REINFORCEMENTS"])
    table.do("destroy", unit="Bone")
    if replaced:
        table.do("reinforce", unit="Bone")
    else:
        refused = table.refused("reinforce", unit="Bone")
        assert ("no replacements" in refused.why, refused.rules) == (True, ("AOS-18.4-1",))
        table.do("reinforce", unit="Bone", override="a scenario of our own")
    assert table.of("Bone-r").in_play


@pytest.mark.parametrize("do", ["mortal", "heal", "return"])
@pytest.mark.parametrize("amount", ["-5", "\u22125", "D3-4"])
def test_less_than_nothing_is_no_amount_of_damage_healing_or_models(do: str, amount: str) -> None:
    table = duel()
    refused = table.refused(do, unit="Bone", amount=amount)
    assert refused.why == f"{amount} is less than nothing: write a number from 0 on, or dice such as D3"
    # Dice that may come to nothing are one.
    table.do(do, unit="Bone", amount="D3-3", dice=[6])
