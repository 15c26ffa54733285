"""Attack rolls and what adds to them, damage, criticals, effects, grabs, opportunity attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.dnd4e.table import Table, duel, every_edition, power


def added(table: Table, **fields: Any) -> int:
    """Return what an attack of Ash on Bone adds to its d20 beyond the +5 of the power."""
    entry = table.do("attack", unit="Ash", target="Bone", dice=[2], **fields)
    return entry.rolls[0].flat - 5


def test_an_attack_hits_on_its_defence_and_deals_its_damage() -> None:
    table = duel(foe={"ac": 15, "hp": 30})
    entry = table.do("attack", unit="Ash", target="Bone", dice=[10, 6])
    assert (table.hp("Bone"), entry.rolls[0].outcome) == (21, "hit")


def test_one_less_misses() -> None:
    table = duel(foe={"ac": 15, "hp": 30})
    table.do("attack", unit="Ash", target="Bone", dice=[9])
    assert table.hp("Bone") == 30


def test_a_natural_one_misses_and_a_natural_twenty_hits_whatever_it_takes() -> None:
    easy = duel(foe={"ac": 2, "hp": 30})
    easy.do("attack", unit="Ash", target="Bone", dice=[1])
    assert easy.hp("Bone") == 30
    hard = duel(foe={"ac": 40, "hp": 30})
    # The total does not reach the defence, so it is a plain hit, with dice.
    entry = hard.do("attack", unit="Ash", target="Bone", dice=[20, 2])
    assert (hard.hp("Bone"), entry.rolls[0].outcome) == (25, "hit")


def test_a_critical_hit_deals_the_most_and_its_own_dice() -> None:
    table = duel(attacks=[power(damage="2d6+3", critical="1d10")], foe={"hp": 60})
    table.do("attack", unit="Ash", target="Bone", dice=[20, 4])
    assert table.hp("Bone") == 60 - (12 + 3) - 4


@pytest.mark.parametrize("versus", ["ac", "fortitude", "reflex", "will"])
def test_each_defence_is_its_own_number(versus: str) -> None:
    foe = {"ac": 30, "fortitude": 30, "reflex": 30, "will": 30, versus: 12, "hp": 30}
    table = duel(attacks=[power(versus=versus)], foe=foe)
    table.do("attack", unit="Ash", target="Bone", dice=[7, 1])
    assert table.hp("Bone") == 26


def test_results_of_real_dice_may_be_typed_in() -> None:
    table = duel(foe={"hp": 30})
    table.do("attack", unit="Ash", target="Bone", result="hit", damage=11)
    assert table.hp("Bone") == 19
    table.ends("Ash", "Bone")
    table.do("attack", unit="Ash", target="Bone", result="miss")
    assert table.hp("Bone") == 19


def test_a_power_on_several_targets_rolls_each_attack_and_one_damage() -> None:
    burst = power("Burst", kind="close", versus="reflex", damage="1d6", half=True, basic=False)
    table = Table().unit("A", "Ash", attacks=[burst])
    for name in ("Bone", "Rib", "Shin"):
        table.unit("B", name, reflex=12, hp=20)
    table.begin("Ash", "Bone", "Rib", "Shin")
    entry = table.do("attack", unit="Ash", target="Bone", targets=["Rib", "Shin"], dice=[15, 2, 20, 5])
    # A hit, half of 5 on a miss, the most on a critical hit.
    assert [table.hp(n) for n in ("Bone", "Rib", "Shin")] == [15, 18, 14]
    assert len(entry.rolls) == 4


def test_a_miss_never_hurts_a_minion() -> None:
    burst = power("Burst", kind="close", damage="1d6", half=True)
    table = duel(attacks=[burst], foe={"minion": True, "hp": 1})
    table.do("attack", unit="Ash", target="Bone", dice=[2, 6])
    assert table.of("Bone").in_play


# What adds to the roll


@pytest.mark.parametrize(
    "state",
    [
        "blinded",
        "dazed",
        "dominated",
        "helpless",
        "restrained",
        "stunned",
        "surprised",
        "squeezing",
        "running",
    ],
)
def test_these_states_grant_combat_advantage(state: str) -> None:
    assert added(duel(foe={"conditions": [state]})) == 2


@pytest.mark.parametrize("state", ["slowed", "immobilized", "grabbed", "weakened", "deafened", "marked"])
def test_these_do_not(state: str) -> None:
    assert added(duel(foe={"conditions": [state]})) == 0


def test_an_unconscious_target_is_hit_more_easily_still() -> None:
    assert added(duel(foe={"conditions": ["unconscious"]})) == 2 + 5


def test_combat_advantage_counts_once_however_many_reasons_there_are() -> None:
    assert added(duel(foe={"conditions": ["dazed", "restrained"]}), advantage=True) == 2


@pytest.mark.rule("D4-COV-1")
@pytest.mark.parametrize(("cover", "penalty"), [("", 0), ("cover", -2), ("superior", -5)])
def test_cover_is_taken_off(cover: str, penalty: int) -> None:
    table = duel()
    entry = table.do("attack", unit="Ash", target="Bone", cover=cover, dice=[2])
    assert entry.rolls[0].flat - 5 == penalty
    assert ("D4-COV-1" in entry.rules) == bool(cover)


@pytest.mark.rule("D4-PRONE-1")
@every_edition
@pytest.mark.parametrize(
    ("kind", "adjacent", "expected"),
    [("melee", False, 2), ("ranged", False, -2), ("ranged", True, 0), ("close", False, 0)],
)
def test_a_prone_target_is_open_in_melee_and_hard_to_shoot_from_afar(
    edition: str, kind: str, adjacent: bool, expected: int
) -> None:
    table = duel(edition, attacks=[power(kind=kind)], foe={"conditions": ["prone"]})
    assert added(table, adjacent=adjacent) == expected


@pytest.mark.rule("D4-PRONE-1")
@every_edition
def test_a_prone_attacker_has_two_less(edition: str) -> None:
    assert added(duel(edition, conditions=["prone"])) == -2


@pytest.mark.rule("D4-SPD-5")
def test_a_restrained_attacker_has_two_less() -> None:
    assert added(duel(conditions=["restrained"])) == -2


@pytest.mark.rule("D4-SPD-2")
@every_edition
def test_who_has_run_attacks_at_five_less_and_grants_advantage_until_its_next_turn(edition: str) -> None:
    table = duel(edition, attacks=[power()], foe={"attacks": [power(attack=5)]})
    table.do("run", unit="Ash", distance=8)
    assert added(table) == -5
    table.ends("Ash")
    entry = table.do("attack", unit="Bone", target="Ash", dice=[2])
    assert entry.rolls[0].flat == 5 + 2
    table.ends("Bone")
    assert added(table) == 0
    assert not table.of("Ash").has("running")


def test_a_mark_is_minus_two_unless_the_marker_is_a_target() -> None:
    table = Table().unit("A", "Ash").unit("A", "Elm").unit("B", "Bone")
    table.begin("Ash", "Bone", "Elm")
    table.do("activate", unit="Ash")
    table.do("afflict", unit="Bone", condition="marked", by="Ash", lasts="end")
    table.ends("Ash")
    entry = table.do("attack", unit="Bone", target="Elm", dice=[2])
    assert entry.rolls[0].flat == 5 - 2
    table.battle.undo()
    entry = table.do("attack", unit="Bone", target="Ash", dice=[2])
    assert entry.rolls[0].flat == 5


def test_guarding_and_second_wind_make_a_target_harder_to_hit_until_its_turn() -> None:
    table = duel()
    table.do("total-defence", unit="Ash")
    table.ends("Ash")
    assert table.do("attack", unit="Bone", target="Ash", dice=[2]).rolls[0].flat == 3
    table.ends("Bone")
    table.do("walk", unit="Ash", distance=1)
    assert not table.of("Ash").has("total defence")


def test_the_weakened_deal_half() -> None:
    table = duel(conditions=["weakened"], foe={"hp": 30})
    table.do("attack", unit="Ash", target="Bone", dice=[15, 6])
    assert table.hp("Bone") == 30 - 9 // 2


@pytest.mark.parametrize(
    ("foe", "lost"),
    [({"resist": {"fire": 5}}, 2), ({"vulnerable": {"fire": 5}}, 12), ({"immune": ["fire"]}, 0), ({"resist": {"cold": 5}}, 7), ({"resist": {"all": 3}}, 4), ({"resist": {"fire": 20}}, 0)],
)  # fmt: skip
def test_resistance_vulnerability_and_immunity_are_by_type(foe: dict[str, Any], lost: int) -> None:
    table = duel(attacks=[power(damage="1d8+3", type="fire")], foe={"hp": 30, **foe})
    table.do("attack", unit="Ash", target="Bone", dice=[15, 4])
    assert table.hp("Bone") == 30 - lost


# Weapons and powers


@pytest.mark.rule("D4-SIZE-3")
@every_edition
def test_the_small_use_no_two_handed_weapons_unless_made_for_them(edition: str) -> None:
    pike = power("Pike", hands=2)
    assert duel(edition, size="small", attacks=[pike]).refused("attack", unit="Ash", target="Bone").rules == (
        "D4-SIZE-3",
    )
    duel(edition, size="small", attacks=[{**pike, "small": True}]).do(
        "attack", unit="Ash", target="Bone", dice=[2]
    )
    duel(edition, size="medium", attacks=[pike]).do("attack", unit="Ash", target="Bone", dice=[2])


@pytest.mark.rule("D4-SIZE-3")
@every_edition
@pytest.mark.parametrize(("size", "lost"), [("medium", 8), ("small", 7)])
def test_a_versatile_weapon_in_two_hands_adds_one_but_not_for_the_small(
    edition: str, size: str, lost: int
) -> None:
    table = duel(edition, size=size, attacks=[power(versatile=True)], foe={"hp": 30})
    table.do("attack", unit="Ash", target="Bone", two_hands=True, dice=[15, 4])
    assert table.hp("Bone") == 30 - lost


def test_an_encounter_power_is_used_once() -> None:
    table = duel(attacks=[power("Sweep", usage="encounter")])
    table.do("attack", unit="Ash", target="Bone", weapon="sweep", dice=[2])
    table.ends("Ash", "Bone")
    assert "has been used" in table.refused("attack", unit="Ash", target="Bone", weapon="sweep").why


@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True)])
def test_a_recharge_power_rolls_at_the_start_of_the_turn(die: int, back: bool) -> None:
    table = duel(foe={"attacks": [power(), power("Breath", usage="recharge", recharge=5)]})
    table.ends("Ash")
    table.do("attack", unit="Bone", target="Ash", weapon="breath", dice=[2])
    table.ends("Bone", "Ash")
    table.do("activate", unit="Bone", dice=[die])
    assert table.of("Bone").has("used:breath") != back


def test_a_hit_brings_its_effects_with_it_and_a_miss_does_not() -> None:
    venom = power(
        effects=[{"condition": "dazed", "until": "save"}, {"ongoing": 5, "type": "poison", "until": "save"}]
    )
    table = duel(attacks=[venom])
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    assert not table.of("Bone").conditions
    table.ends("Ash", "Bone")
    table.do("attack", unit="Ash", target="Bone", dice=[15, 1])
    assert set(table.of("Bone").conditions) >= {"dazed", "ongoing poison 5"}


def test_an_unknown_weapon_is_named_with_those_there_are() -> None:
    assert "there are Sword" in duel().refused("attack", unit="Ash", target="Bone", weapon="spoon").why


# Grabs


def test_a_grab_is_strength_against_reflex_and_holds_until_the_escape() -> None:
    table = duel(strength=4, foe={"reflex": 14, "skills": {"acrobatics": 3}})
    table.do("grab", unit="Ash", target="Bone", dice=[10])
    assert table.of("Bone").has("grabbed")
    table.ends("Ash")
    assert "grabbed" in table.refused("walk", unit="Bone", distance=1).why
    # Acrobatics against the grabber's Reflex of 10: 6 and 3 fall short, 7 and 3 do not.
    table.do("escape", unit="Bone", dice=[6])
    assert table.of("Bone").has("grabbed")
    table.do("escape", unit="Bone", dice=[7])
    assert not table.of("Bone").has("grabbed")


def test_a_dead_grabber_holds_nobody() -> None:
    table = duel(strength=30)
    table.do("grab", unit="Ash", target="Bone", dice=[10])
    table.do("damage", unit="Ash", amount=80)
    assert not table.of("Bone").has("grabbed")


# Opportunity attacks


@pytest.mark.rule("D4-OA-4")
@every_edition
def test_one_opportunity_action_in_each_turn_of_somebody_else(edition: str) -> None:
    table = Table(edition).unit("A", "Ash").unit("B", "Bone").unit("B", "Rib")
    table.begin("Ash", "Bone", "Rib")
    table.do("walk", unit="Ash", distance=1)
    table.do("opportunity", unit="Bone", target="Ash", dice=[2])
    assert table.refused("opportunity", unit="Bone", target="Ash").rules == ("D4-OA-4",)
    table.do("opportunity", unit="Rib", target="Ash", dice=[2])
    table.ends("Ash")
    # Not in its own turn, and again in the next one of somebody else.
    table.do("walk", unit="Bone", distance=1)
    assert table.refused("opportunity", unit="Bone", target="Ash").rules == ("D4-OA-4",)
    table.do("opportunity", unit="Ash", target="Bone", dice=[2])
    table.ends("Bone")
    table.do("walk", unit="Rib", distance=1)
    table.do("opportunity", unit="Ash", target="Rib", dice=[2])


@pytest.mark.rule("D4-OA-5")
@every_edition
@pytest.mark.parametrize("state", ["dazed", "stunned", "unconscious", "surprised", "dominated", "petrified"])
def test_who_cannot_react_makes_no_opportunity_attack(edition: str, state: str) -> None:
    table = duel(edition, foe={"conditions": [state]})
    table.do("walk", unit="Ash", distance=1)
    assert table.refused("opportunity", unit="Bone", target="Ash").rules == ("D4-OA-5",)


@pytest.mark.rule("D4-OA-5")
@every_edition
def test_it_takes_a_basic_melee_attack_bare_hands_will_do_and_sight(edition: str) -> None:
    bow = power("Bow", kind="ranged", basic=True)
    table = duel(edition, foe={"attacks": [bow], "strength": 4})
    table.do("walk", unit="Ash", distance=1)
    assert table.refused("opportunity", unit="Bone", target="Ash", unseen=True).rules == ("D4-OA-5",)
    assert table.refused("opportunity", unit="Bone", target="Ash", weapon="bow").rules == ("D4-OA-5",)
    entry = table.do("opportunity", unit="Bone", target="Ash", dice=[19, 3])
    assert (entry.rolls[0].flat, table.hp("Ash")) == (4, 37)


@pytest.mark.rule("D4-OA-3")
@every_edition
@pytest.mark.parametrize("trigger", ["walk", "run", "charge", "crawl", "fly", "squeeze"])
def test_these_movements_provoke(edition: str, trigger: str) -> None:
    table = duel(edition)
    table.do("activate", unit="Ash")
    entry = table.do("opportunity", unit="Bone", target="Ash", trigger=trigger, dice=[2])
    assert "D4-OA-3" in entry.rules


@pytest.mark.rule("D4-OA-3")
@every_edition
@pytest.mark.parametrize(
    "trigger", ["shift", "teleport", "push", "pull", "slide", "fall", "stand", "enter", "end-squeeze"]
)
def test_these_never_do(edition: str, trigger: str) -> None:
    table = duel(edition)
    table.do("activate", unit="Ash")
    assert table.refused("opportunity", unit="Bone", target="Ash", trigger=trigger).rules == ("D4-OA-3",)


@pytest.mark.rule("D4-OA-2")
@pytest.mark.parametrize(("trigger", "provokes"), [("ranged", True), ("area", True), ("close", False)])
def test_ranged_and_area_powers_provoke_and_close_ones_do_not(trigger: str, provokes: bool) -> None:
    table = duel()
    table.do("activate", unit="Ash")
    if provokes:
        table.do("opportunity", unit="Bone", target="Ash", trigger=trigger, dice=[2])
    else:
        assert table.refused("opportunity", unit="Bone", target="Ash", trigger=trigger).rules == ("D4-OA-2",)


@pytest.mark.rule("D4-OA-7")
@every_edition
@pytest.mark.parametrize(
    ("trigger", "provokes"),
    [
        ("walk", True),
        ("shift", True),
        ("teleport", False),
        ("push", False),
        ("pull", False),
        ("slide", False),
    ],
)
def test_a_power_triggered_by_leaving_a_square_notices_a_shift_too(
    edition: str, trigger: str, provokes: bool
) -> None:
    table = duel(edition, foe={"attacks": [power("Snare", basic=False)]})
    table.do("activate", unit="Ash")
    fields: dict[str, Any] = {"unit": "Bone", "target": "Ash", "weapon": "snare", "trigger": trigger}
    if provokes:
        table.do("opportunity", **fields, leaving=True, dice=[2])
    else:
        assert table.refused("opportunity", **fields, leaving=True).rules == ("D4-OA-7",)


def test_an_opportunity_attack_is_offered_while_it_is_somebody_elses_turn() -> None:
    table = duel()
    table.do("activate", unit="Ash")
    assert table.option("Bone", "opportunity").allowed
    assert not table.option("Bone", "attack").allowed


# Charging


@pytest.mark.rule("D4-CHG-1")
@every_edition
def test_a_charge_goes_two_squares_at_least_attacks_at_plus_one_and_ends_the_turn(edition: str) -> None:
    table = duel(edition, speed=6)
    assert table.refused("charge", unit="Ash", target="Bone", distance=1).rules == ("D4-CHG-1",)
    assert table.refused("charge", unit="Ash", target="Bone", distance=7).rules == ("D4-CHG-1",)
    entry = table.do("charge", unit="Ash", target="Bone", distance=6, dice=[2])
    assert entry.rolls[0].flat == 6
    assert table.refused("walk", unit="Ash", distance=1).rules == ("D4-CHG-1",)
    table.do("action-point", unit="Ash")
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    assert table.refused("walk", unit="Ash", distance=1).rules == ("D4-CHG-1",)


@pytest.mark.rule("D4-CHG-1")
def test_a_charge_ends_in_a_basic_attack_or_a_bull_rush() -> None:
    table = duel(attacks=[power(), power("Sweep", basic=False)], strength=5, foe={"fortitude": 14})
    assert (
        "no melee basic attack"
        in table.refused("charge", unit="Ash", target="Bone", weapon="sweep", distance=3).why
    )
    # 8 + 5 + 1 for the charge.
    entry = table.do("charge", unit="Ash", target="Bone", distance=3, rush=True, dice=[8])
    assert "pushed a square" in entry.text


@pytest.mark.rule("D4-DT-8")
def test_difficult_squares_cost_a_charge_more_and_do_not_forbid_it() -> None:
    table = duel(speed=6)
    assert "takes 7" in table.refused("charge", unit="Ash", target="Bone", distance=5, difficult=2).why
    table.do("charge", unit="Ash", target="Bone", distance=4, difficult=2, dice=[2])


# Odds


def test_the_odds_of_an_attack_are_those_of_its_dice() -> None:
    table = duel(attacks=[power(damage="1d8+3")], foe={"ac": 15, "hp": 9})
    chances = {c.id: c.chance for c in table.odds("attack", unit="Ash", target="Bone").chances}
    # 10 and more hit, a 20 is critical for 11; 9 hit points go with 6 to 8 on the d8.
    assert chances["miss"] == Fraction(9, 20)
    assert chances["hit"] == Fraction(10, 20)
    assert chances["critical"] == Fraction(1, 20)
    assert chances["drops"] == Fraction(10, 20) * Fraction(3, 8) + Fraction(1, 20)


def test_the_odds_tell_what_combat_advantage_is_worth() -> None:
    table = duel(foe={"ac": 15})
    ways = {w.label: w.chance for w in table.odds("attack", unit="Ash", target="Bone").ways}
    assert ways == {"as it stands": Fraction(11, 20), "with combat advantage": Fraction(13, 20)}
