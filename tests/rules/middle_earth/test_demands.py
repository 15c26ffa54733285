"""Tests that special rules ask for: at a charge, after a wound, of beasts and ponies; abilities used on others."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.middle_earth.field import NEW, OLD, Field, both_editions, broken_rohan, c
from warband_tui.rules.dice import DiceWanted


def face_to_face(edition: str, *, mine: dict[str, Any], theirs: dict[str, Any]) -> Field:
    field = Field(edition)
    field.side("A").warriors("Man", **mine)
    field.side("B").warriors("Foe", **theirs)
    field.turn()
    return field


# ---- at a charge


@pytest.mark.rule("ME-CRG-2", "ME-CRG-4")
def test_fearful_and_terror_are_two_tests_of_one_charge() -> None:
    field = face_to_face(NEW, mine={"rules": ["Fearful"]}, theirs={"keywords": ["Terror"]})
    odds = field.odds("charge", "Man", targets=["Foe"])
    assert odds.chances[0].chance == Fraction(7, 12) ** 2
    entry = field.do("charge", "Man", targets=["Foe"], dice=[4, 4, 4, 4])
    assert [roll.purpose.rpartition(", ")[2] for roll in entry.rolls] == ["terror", "fearful"]
    assert field.state.in_contact("Man") == ("Foe",)


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-CRG-4")
def test_a_charge_at_several_that_cause_terror_is_one_test(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Man")
    field.side("B").warriors("Troll", keywords=["Terror"]).warriors("Wight", keywords=["Terror"]).warriors(
        "Orc"
    )
    field.turn()
    everybody = ["Orc", "Troll", "Wight"]
    assert field.odds("charge", "Man", targets=everybody).chances[0].chance == Fraction(7, 12)
    assert len(field.do("charge", "Man", targets=everybody, dice=[3, 4]).rolls) == 1
    assert set(field.state.in_contact("Man")) == set(everybody)


@pytest.mark.rule("ME-CRG-3")
def test_who_fails_the_second_of_two_tests_stays_where_it_is() -> None:
    field = face_to_face(NEW, mine={"rules": ["Fearful"]}, theirs={"keywords": ["Terror"]})
    entry = field.do("charge", "Man", targets=["Foe"], dice=[4, 4, 1, 1])
    assert "ME-CRG-3" in entry.rules
    assert field.refused("move", "Man").rules == ("ME-CRG-3",)
    assert field.refused("charge", "Man", targets=["Foe"]).rules == ("ME-CRG-3",)


@pytest.mark.rule("ME-CRG-2")
def test_fearful_is_of_2024_alone_and_counts_against_anybody() -> None:
    for edition, tests in ((NEW, 1), (OLD, 0)):
        field = face_to_face(edition, mine={"rules": ["Fearful"]}, theirs={})
        assert len(field.do("charge", "Man", targets=["Foe"], dice=[4, 4] * tests).rolls) == tests


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_points_are_shared_out_over_the_tests_of_a_charge(edition: str) -> None:
    field = Field(edition)
    own = [{"name": "Dread of the deep", "asks": ["charge"]}]
    field.side("A").hero("Hama", will=1, might=1, own=own)
    field.side("B").warriors("Foe", keywords=["Terror"])
    field.turn()
    odds = field.odds("charge", "Hama", targets=["Foe"])
    # Courage 4: each test falls short by 0 in 26 of 36, by 1 in 4, by 2 in 3.
    short = [Fraction(26, 36), Fraction(4, 36), Fraction(3, 36)]
    sums = [sum(short[a] * short[b] for a in range(3) for b in range(3) if a + b <= n) for n in range(3)]
    assert [way.chance for way in odds.ways] == sums
    assert odds.ways[-1].best


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_terror_that_names_a_kind_is_felt_by_that_kind_alone(edition: str) -> None:
    for words, tests in ((["ORC"], 1), (["MAN"], 0)):
        field = face_to_face(edition, mine={"keywords": words}, theirs={"rules": ["Terror (Orc)"]})
        assert len(field.do("charge", "Man", targets=["Foe"], dice=[6, 6] * tests).rolls) == tests


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_compelled_charge_takes_no_terror_test(edition: str) -> None:
    field = face_to_face(edition, mine={}, theirs={"keywords": ["Terror"]})
    assert field.do("charge", "Man", targets=["Foe"], compelled=True).rolls == ()


@pytest.mark.rule("ME-CRG-2")
def test_a_channelled_aura_is_tested_for_on_three_dice() -> None:
    theirs = {"rules": ["Terrifying Aura, channelled"]}
    field = face_to_face(OLD, mine={}, theirs=theirs)
    assert field.odds("charge", "Man", targets=["Foe"]).chances[0].chance == Fraction(23, 72)
    entry = field.do("charge", "Man", targets=["Foe"], dice=[6, 3, 3])
    assert (entry.rolls[0].kept, entry.rolls[0].outcome) == ((3, 3), "fails")


@pytest.mark.rule("ME-CRG-2")
def test_friends_in_an_aura_of_dismay_cause_terror_in_2018() -> None:
    field = Field(OLD)
    field.side("A").warriors("Man")
    field.side("B").warriors("Orc").hero("Shade", rules=["Aura of Dismay"])
    field.turn()
    near = field.do("charge", "Man", targets=["Orc"], modifiers=["Aura of Dismay"], dice=[6, 6])
    assert len(near.rolls) == 1
    field.turn()
    assert field.do("charge", "Man", targets=["Orc"]).rolls == ()


@pytest.mark.rule("ME-CRG-1")
def test_an_aura_of_dismay_of_2024_lowers_tests_and_does_not_add_to_a_harbinger() -> None:
    field = Field(NEW)
    field.side("A").warriors("Man")
    field.side("B").hero("Shade", rules=["Aura of Dismay"]).hero("Nazgul", rules=["Harbinger of Evil (18)"])
    field.turn()
    near = ["Aura of Dismay", "Harbinger of Evil"]
    entry = field.do("courage", "Man", cause="x", modifiers=near, dice=[4, 3])
    assert ([m.flat for m in entry.rolls[0].modifiers], entry.rolls[0].outcome) == ([-1], "fails")


# ---- ponies


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_pony_tests_before_every_charge_and_nothing_passes_it(edition: str) -> None:
    pony = {"name": "pony", "courage": c(edition, 3), "rules": ["Timid"]}
    field = Field(edition)
    field.side("A").hero("Merry", courage=4, mount=pony, rules=["Fearless"], keywords=["CAVALRY"])
    field.side("B").warriors("Orc").warriors("Uruk")
    field.turn()
    assert field.odds("charge", "Merry", targets=["Orc"]).chances[0].chance == Fraction(13, 18)
    field.do("charge", "Merry", targets=["Orc"], dice=[3, 3])
    with pytest.raises(DiceWanted):
        field.do("charge", "Merry", targets=["Uruk"])


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_pony_uses_its_own_courage_where_that_is_better_and_on_foot_there_is_no_test(edition: str) -> None:
    pony = {"name": "pony", "courage": c(edition, 5), "rules": ["Timid"]}
    field = Field(edition)
    field.side("A").hero("Merry", courage=2, mount=pony)
    field.side("B").warriors("Orc")
    field.turn()
    assert field.odds("charge", "Merry", targets=["Orc"]).chances[0].chance == Fraction(5, 6)
    field.do("condition", on="Merry", condition="on foot")
    assert field.do("charge", "Merry", targets=["Orc"]).rolls == ()


# ---- Instill Fear


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-CRG-3")
def test_instill_fear_drives_away_in_2018_and_makes_fearful_in_2024(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Man").warriors("Brave", rules=["Fearless"])
    field.side("B").hero("Ghost", rules=["Instill Fear"])
    field.turn()
    if edition == NEW:
        assert "no ability" in field.refused("ability", "Ghost", targets=["Man"]).why
        plain = field.do("charge", "Man", targets=["Ghost"], modifiers=["Instill Fear"], dice=[4, 4])
        assert [roll.purpose for roll in plain.rolls] == ["courage of Man, fearful"]
        return
    entry = field.do("ability", "Ghost", targets=["Man", "Brave"], dice=[1, 1])
    assert len(entry.rolls) == 1
    moved = [event for event in entry.events if type(event).__name__ == "Moved"]
    assert [(m.unit, m.mode, m.distance) for m in moved] == [("Man", "away", 6.0)]  # type: ignore[union-attr]
    assert field.refused("move", "Man").rules == ("ME-CRG-3",)
    field.do("move", "Brave")


# ---- wounds


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-CRG-4", "ME-MWF-1")
def test_survival_instinct_is_tested_for_each_wound_that_nothing_prevented(edition: str) -> None:
    field = Field(edition)
    field.side("B").warriors("Spider", wounds=4, fate=1, rules=["Survival Instinct"])
    field.turn()
    assert len(field.do("wound", "Spider", wounds=2, dice=[4, 4, 5, 5]).rolls) == 2
    assert field.do("wound", "Spider", choices={"fate": 1}, dice=[4]).rolls[0].purpose == "Fate of Spider"
    entry = field.do("wound", "Spider", dice=[1, 1])
    assert "flees" in entry.text
    assert (field.unit("Spider").in_play, field.monitor("break", "B").value) == (False, 1)


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_who_loses_its_last_wound_has_no_instinct_left_to_test(edition: str) -> None:
    field = Field(edition)
    field.side("B").warriors("Spider", rules=["Survival Instinct"])
    field.turn()
    assert field.do("wound", "Spider").rolls == ()


def mumak(edition: str, *, beast: dict[str, Any] | None = None) -> Field:
    field = Field(edition)
    field.side("A").hero("Chief", courage=5, will=1)
    field.side("A").warriors(
        "Mumak", courage=1, wounds=10, rules=["War Beast"], commander="Chief", **(beast or {})
    )
    field.turn()
    return field


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_war_beast_tests_on_its_commanders_courage_and_with_its_will(edition: str) -> None:
    field = mumak(edition)
    assert field.odds("courage", "Mumak", cause="stampede").chances[0].chance == Fraction(5, 6)
    field.do("wound", "Mumak", dice=[2, 2], choices={"courage.will": 1})
    assert field.unit("Chief").counter("will") == 0
    assert not field.unit("Mumak").has("stampedes")
    entry = field.do("wound", "Mumak", dice=[2, 2])
    assert "stampedes" in entry.text
    assert "cannot move" in field.refused("move", "Mumak").why


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-CRG-4")
def test_a_beast_that_nobody_leads_tests_before_it_moves_each_turn(edition: str) -> None:
    field = mumak(edition)
    field.do("move", "Mumak")
    field.turn()
    field.lose("Chief")
    assert field.refused("move", "Mumak").rules == ("ME-CRG-2",)
    field.do("courage", "Mumak", cause="stampede", dice=[6, 6])
    field.do("move", "Mumak")
    field.turn()
    field.do("courage", "Mumak", cause="stampede", passed=False)
    assert field.unit("Mumak").has("stampedes")


@both_editions
@pytest.mark.rule("ME-BRK-1")
def test_a_beast_counts_two_models_and_one_where_its_commander_is_a_model_of_its_own(edition: str) -> None:
    assert mumak(edition).monitor("quartered").value == 2
    field = Field(edition)
    field.side("A").warriors("Mumak", rules=["War Beast"], commander_courage=c(edition, 5))
    field.turn()
    assert field.monitor("quartered").value == 2


@pytest.mark.rule("ME-BRK-5")
@pytest.mark.parametrize("rule", ["War Beast", "War Beast commander", "Howdah crew", "Chariot"])
def test_beasts_their_crew_and_chariots_pass_the_tests_of_a_broken_force_in_2024(rule: str) -> None:
    field = broken_rohan(NEW, rules=[rule])
    assert field.do("break-test", "Eomer").rolls == ()


# ---- Will of the Golden King, re-rolls, Intelligence


@pytest.mark.rule("ME-CRG-1", "ME-MWF-1")
def test_the_golden_king_spends_will_to_fail_a_hero_that_has_passed() -> None:
    field = Field(OLD)
    field.side("A").hero("Hama").warriors("Man")
    field.side("B").hero("King", will=3, rules=["The Golden King"])
    field.turn()
    entry = field.do("courage", "Hama", cause="x", dice=[4, 3], choices={"courage.sap": 2})
    assert "fails" in entry.text
    assert field.unit("King").counter("will") == 1
    assert "passes" in field.do("courage", "Man", cause="x", dice=[4, 3], choices={"courage.sap": 1}).text
    assert field.unit("King").counter("will") == 1


@both_editions
def test_a_failed_test_near_a_steady_friend_is_rolled_again(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Shieldbearer", rules=["Steadfast near a friend"]).warriors("Dwarf")
    field.turn()
    near = ["Steadfast near a friend"]
    assert "passes" in field.do("courage", "Dwarf", cause="x", near=near, dice=[1, 1, 4, 4]).text
    assert "fails" in field.do("courage", "Dwarf", cause="y", dice=[1, 1]).text


def test_intelligence_is_tested_like_courage_and_no_aura_changes_it() -> None:
    field = Field(NEW)
    field.side("A").warriors("Man", intelligence="6+", rules=["Fearless"], counters={"drained": 2})
    field.side("B").hero("Shade", rules=["Goblin drum"])
    field.turn()
    how: dict[str, Any] = {"cause": "invisible", "stat": "intelligence"}
    assert field.odds("courage", "Man", **how).chances[0].chance == Fraction(13, 18)
    assert "fails" in field.do("courage", "Man", dice=[2, 3], **how).text


@pytest.mark.rule("ME-CRG-1")
def test_courage_is_drained_to_one_at_worst_in_2018() -> None:
    field = Field(OLD)
    field.side("A").warriors("Orc", courage=2, counters={"drained": 5}).warriors("Coward", courage=0)
    field.turn()
    assert field.odds("courage", "Orc", cause="x").chances[0].chance == Fraction(5, 18)
    assert field.odds("courage", "Coward", cause="x").chances[0].chance == Fraction(1, 6)


# ---- wards and kinds


@both_editions
@pytest.mark.parametrize("lost", ["Captain", "King"])
def test_a_bodyguard_that_names_nobody_looks_to_the_general(edition: str, lost: str) -> None:
    field = Field(edition)
    field.side("A").hero("Captain").hero("King", keywords=["GENERAL"]).warriors("Guard", rules=["Bodyguard"])
    field.turn()
    field.lose(lost)
    assert bool(field.do("courage", "Guard", cause="x", dice=[6, 6] if lost == "King" else ()).rolls) is (
        lost == "King"
    )


@both_editions
def test_else_to_the_hero_of_the_highest_tier_or_to_the_one_marked(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Thane", keywords=["HERO OF FORTITUDE"]).hero("Prince", keywords=["HERO OF VALOUR"])
    field.side("A").warriors("Guard", rules=["Bodyguard"])
    field.turn()
    assert field.do("courage", "Guard", cause="x").rolls == ()
    field.lose("Prince")
    assert field.do("courage", "Guard", cause="y", dice=[6, 6]).rolls
    field.do("condition", on="Thane", condition="ward")
    assert field.do("courage", "Guard", cause="z").rolls == ()


@both_editions
def test_a_protector_names_its_charge_in_brackets(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Frodo of the Nine Fingers").hero("Sam", rules=["Sworn Protector (Frodo)"])
    field.turn()
    assert field.do("courage", "Sam", cause="x").rolls == ()
    field.lose("Frodo of the Nine Fingers")
    assert field.do("courage", "Sam", cause="y", dice=[6, 6]).rolls


@both_editions
def test_a_fury_steels_its_own_kind_alone(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Shaman", rules=["Fury (Goblin)"]).warriors("Goblin", keywords=["GOBLIN"]).warriors(
        "Troll"
    )
    field.turn()
    assert field.do("courage", "Goblin", cause="x", near=["Fury"]).rolls == ()
    assert field.do("courage", "Troll", cause="x", near=["Fury"], dice=[6, 6]).rolls


@pytest.mark.rule("ME-CRG-4")
def test_a_last_stand_of_2024_takes_a_hero_of_legend_where_tiers_are_told() -> None:
    for tier, auto in (("HERO OF LEGEND", True), ("HERO OF VALOUR", False)):
        field = broken_rohan(NEW, rules=["Last Stand"], keywords=["GENERAL", tier])
        assert bool(field.step("Eomer").chance == 1) is auto


# ---- shared points


@pytest.mark.rule("ME-MWF-1")
def test_rider_and_heroic_mount_share_their_points_in_2024() -> None:
    for edition, has in ((NEW, 3), (OLD, 1)):
        field = Field(edition)
        field.side("A").hero("Gandalf", will=1).hero(
            "Shadowfax", will=2, shares="Gandalf", rules=["Heroic mount"]
        )
        field.turn()
        odds = field.odds("courage", "Gandalf", cause="x")
        assert len(odds.ways) == has + 1
    field = Field(NEW)
    field.side("A").hero("Gandalf", will=1).hero(
        "Shadowfax", will=2, shares="Gandalf", rules=["Heroic mount"]
    )
    field.turn()
    assert field.monitor("quartered").value == 1
    field.do("courage", "Gandalf", cause="x", dice=[2, 2], choices={"courage.will": 2})
    assert [field.unit(name).counter("will") for name in ("Gandalf", "Shadowfax")] == [0, 1]
    field.do("condition", on="Gandalf", condition="on foot")
    assert field.refused("spend", "Gandalf", points="will").rules == ("ME-MWF-1",)
