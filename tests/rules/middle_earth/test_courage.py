"""Courage tests: the roll, its causes, what is remembered, what changes it, points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.middle_earth.field import NEW, OLD, Field, both_editions
from warband_tui.rules.base import BadSetup
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.resolution import BadChoice


def hobbits(edition: str, **troll: Any) -> Field:
    """Return Merry and Pippin, Courage 4, before a Cave Troll."""
    field = Field(edition)
    field.side("A").hero("Merry").hero("Pippin")
    field.side("B").warriors("Troll", keywords=["Terror", *troll.pop("keywords", ())], **troll)
    field.turn()
    return field


@both_editions
@pytest.mark.rule("ME-CRG-1")
@pytest.mark.parametrize(
    ("dice", "passes"), [([3, 4], True), ([1, 2], False), ([3, 3], True), ([2, 3], False)]
)
def test_two_dice_and_courage_make_ten(edition: str, dice: list[int], passes: bool) -> None:
    field = hobbits(edition)
    entry = field.do("courage", "Merry", cause="a horror", dice=dice)
    assert ("passes" in entry.text) is passes
    assert entry.rolls[0].outcome == ("passes" if passes else "fails")
    assert "ME-CRG-1" in entry.rules


@pytest.mark.rule("ME-CRG-1")
def test_the_roll_is_told_as_the_edition_prints_courage() -> None:
    assert hobbits(OLD).do("courage", "Merry", dice=[3, 4]).rolls[0].total == 11
    assert hobbits(NEW).do("courage", "Merry", dice=[3, 4]).rolls[0].total == 7


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_double_one_passes_and_double_six_fails_like_any_other_roll(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Brave", courage=7).warriors("Coward", courage=1, counters={"drained": 8})
    field.turn()
    assert "passes" in field.do("courage", "Brave", cause="x", modifier=1, dice=[1, 1]).text
    assert "fails" in field.do("courage", "Coward", cause="x", modifier=-4, dice=[6, 6]).text


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_the_result_of_dice_at_the_table_may_be_stated(edition: str) -> None:
    field = hobbits(edition)
    assert "passes" in field.do("courage", "Merry", cause="x", passed=True).text
    assert "fails" in field.do("courage", "Pippin", cause="x", passed=False).text


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_three_dice_drop_the_highest(edition: str) -> None:
    field = hobbits(edition)
    made = field.battle.do(field.action("courage", "Merry", cause="aura", dice="3d6-highest"), dice=[6, 3, 2])
    assert made.rolls[0].kept == (2, 3)
    assert made.rolls[0].outcome == "fails"


@both_editions
@pytest.mark.rule("ME-CRG-1")
def test_a_failed_test_may_be_rolled_again_where_a_rule_says_so(edition: str) -> None:
    field = hobbits(edition)
    assert "passes" in field.do("courage", "Merry", cause="x", reroll=True, dice=[1, 1, 4, 4]).text
    entry = field.do("courage", "Pippin", cause="x", reroll=True, dice=[1, 1], choices={"courage.reroll": 0})
    assert "fails" in entry.text


# ---- causes


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-CRG-3")
def test_merry_charges_the_troll_and_pippin_does_not_move(edition: str) -> None:
    field = hobbits(edition)
    charged = field.do("charge", "Merry", targets=["Troll"], dice=[3, 4])
    assert field.state.in_contact("Merry") == ("Troll",)
    assert "ME-CRG-2" in charged.rules
    failed = field.do("charge", "Pippin", targets=["Troll"], dice=[1, 2])
    assert field.state.in_contact("Pippin") == ()
    assert "ME-CRG-3" in failed.rules
    assert field.refused("move", "Pippin").rules == ("ME-CRG-3",)
    assert field.refused("charge", "Pippin", targets=["Troll"]).rules == ("ME-CRG-3",)
    field.turn()
    field.do("move", "Pippin")


@both_editions
@pytest.mark.rule("ME-CRG-3")
def test_who_has_failed_a_terror_test_may_still_shoot(edition: str) -> None:
    field = hobbits(edition)
    field.do("charge", "Pippin", targets=["Troll"], dice=[1, 2])
    field.do("shoot", "Pippin", target="Troll", dice=[1])


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_charging_who_causes_no_terror_takes_no_test(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Merry")
    field.side("B").warriors("Orc")
    field.turn()
    field.do("charge", "Merry", targets=["Orc"])
    assert field.state.in_contact("Merry") == ("Orc",)


@both_editions
@pytest.mark.rule("ME-CRG-2")
@pytest.mark.parametrize(("dice", "stays"), [([4, 4], True), ([1, 2], False)])
def test_a_warg_tests_at_once_when_its_rider_is_gone(edition: str, dice: list[int], stays: bool) -> None:
    field = Field(edition)
    warg = {"name": "warg", "courage": 2 if edition == OLD else "8+", "attacks": 1}
    field.side("B").warriors("Rider", mount=warg, keywords=["CAVALRY"])
    field.turn()
    entry = field.do("dismount", "Rider", dice=dice)
    assert entry.rolls[0].outcome == ("passes" if stays else "fails")
    assert "ME-CRG-2" in entry.rules
    assert ("Rider.mount1" in field.state.units) is stays
    assert field.unit("Rider").has("on foot")
    assert field.monitor("break", "B").value == 0


@both_editions
@pytest.mark.rule("ME-CRG-2")
@pytest.mark.parametrize(
    ("mount", "stays"),
    [({"name": "beast", "attacks": 2, "stays": False}, False),
     ({"name": "eagle", "attacks": 2, "stays": True}, True),
     ({"name": "brave beast", "attacks": 2, "rules": ["Fearless"]}, True)],
)  # fmt: skip
def test_some_mounts_always_flee_and_some_never_do(edition: str, mount: dict[str, Any], stays: bool) -> None:
    field = Field(edition)
    field.side("A").warriors("Rider", mount=mount)
    field.turn()
    entry = field.do("dismount", "Rider")
    assert entry.rolls == ()
    assert ("Rider.mount1" in field.state.units) is stays


@pytest.mark.rule("ME-CRG-2")
def test_a_horse_has_no_attacks_and_flees_in_2024_whatever_says_it_would_pass() -> None:
    for edition, dice in ((NEW, ()), (OLD, (4, 3))):
        field = Field(edition)
        field.side("A").warriors("Rider", mount={"name": "horse", "courage_target": 7})
        field.turn()
        entry = field.do("dismount", "Rider", dice=dice)
        assert ("Rider.mount1" in field.state.units) is (edition == OLD)
        assert len(entry.rolls) == len(dice) / 2
    field = Field(NEW)
    field.side("A").warriors("Rider", mount={"name": "horse", "stays": True, "rules": ["Fearless"]})
    field.turn()
    assert "flees" in field.do("dismount", "Rider").text


@both_editions
@pytest.mark.rule("ME-CRG-2")
@pytest.mark.parametrize(("die", "conditions"), [(1, {"prone", "thrown"}), (3, {"thrown"}), (6, set())])
def test_a_thrown_rider_rolls_what_becomes_of_it(edition: str, die: int, conditions: set[str]) -> None:
    field = Field(edition)
    field.side("A").warriors("Rider", mount={"name": "horse"}, defence=5)
    field.turn()
    # Knocked flying is a hit of Strength 3, which takes a die to wound.
    field.do("thrown", "Rider", dice=[die, 1] if die == 1 else [die])
    assert set(field.unit("Rider").conditions) - {"on foot"} == conditions
    if conditions:
        assert "cannot move" in field.refused("move", "Rider").why
    assert field.refused("thrown", "Rider").rules == ("ME-CRG-2",)


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_might_and_expert_riders_help_who_is_thrown(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Knight", mount={"name": "horse"}, might=2, rules=["Expert Rider"])
    field.turn()
    field.do("thrown", "Knight", dice=[1, 4], choices={"thrown.reroll": 1, "thrown.might": 2})
    assert not field.unit("Knight").has("thrown")
    assert field.unit("Knight").counter("might") == 0


# ---- memory


@both_editions
@pytest.mark.rule("ME-CRG-4")
def test_what_is_passed_is_passed_for_that_cause_for_the_turn(edition: str) -> None:
    field = hobbits(edition)
    field.do("courage", "Merry", cause="terror", dice=[3, 4])
    entry = field.do("charge", "Merry", targets=["Troll"])
    assert entry.rolls == ()
    assert "ME-CRG-4" in entry.rules
    with pytest.raises(DiceWanted):
        field.do("courage", "Merry", cause="dread")
    field.turn()
    with pytest.raises(DiceWanted):
        field.do("courage", "Merry", cause="terror")


@both_editions
@pytest.mark.rule("ME-CRG-4")
def test_survival_instinct_is_tested_for_each_wound(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Spider", rules=["Survival Instinct"])
    field.turn()
    field.do("courage", "Spider", cause="survival instinct", dice=[6, 6])
    remembered = field.unit("Spider").has("passed survival instinct")
    assert not remembered


# ---- modifiers


def test_effects_of_one_group_do_not_add_up() -> None:
    field = Field(NEW)
    field.side("A").warriors("Man")
    field.side("B").warriors("Drum", rules=["Goblin drum"]).hero("Nazgul", rules=["Harbinger of Evil (12)"])
    field.turn()
    entry = field.do("courage", "Man", cause="x", modifiers=["Harbinger of Evil"], dice=[4, 4])
    assert [m.flat for m in entry.rolls[0].modifiers] == [-1]


def test_a_harbinger_changes_the_number_in_2018_and_the_roll_in_2024() -> None:
    for edition, total in ((OLD, 9), (NEW, 6)):
        field = Field(edition)
        field.side("A").warriors("Man")
        field.side("B").hero("Nazgul", rules=["Harbinger of Evil"])
        field.turn()
        entry = field.do("courage", "Man", cause="x", modifiers=["Harbinger of Evil"], dice=[4, 3])
        assert (entry.rolls[0].total, entry.rolls[0].outcome) == (total, "fails")
        assert "passes" in field.do("courage", "Man", cause="y", dice=[4, 3]).text


def test_bearers_of_harbinger_are_immune_to_it_in_2024() -> None:
    field = Field(NEW)
    field.side("A").hero("Black Rider", rules=["Harbinger of Evil"])
    field.side("B").hero("Nazgul", rules=["Harbinger of Evil"])
    field.turn()
    entry = field.do("courage", "Black Rider", cause="x", modifiers=["Harbinger of Evil"], dice=[3, 3])
    assert entry.rolls[0].modifiers == ()


def test_2024_holds_a_drained_courage_to_ten() -> None:
    field = Field(NEW)
    field.side("A").warriors("Orc", courage=2, counters={"drained": 5})
    field.turn()
    assert field.do("courage", "Orc", cause="x", dice=[5, 5]).rolls[0].outcome == "passes"


@both_editions
@pytest.mark.parametrize("name", ["Fearless", "Bodyguard", "Fury", "Aura of Command"])
def test_who_passes_without_dice(edition: str, name: str) -> None:
    field = Field(edition)
    field.side("A").hero("Chief", rules=[name] if name in ("Fury", "Aura of Command") else [])
    field.side("A").warriors("Guard", rules=[name], ward="Chief")
    field.turn()
    entry = field.do("courage", "Guard", cause="x", near=["Fury", "Aura of Command"])
    assert entry.rolls == ()
    assert name in entry.text


@both_editions
def test_a_bodyguard_tests_once_its_ward_is_gone(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Chief").warriors("Guard", rules=["Bodyguard"], ward="Chief")
    field.turn()
    field.lose("Chief")
    assert field.do("courage", "Guard", cause="x", dice=[3, 4]).rolls


@both_editions
def test_a_fury_that_nobody_says_is_near_does_nothing(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Shaman", rules=["Fury"]).warriors("Orc")
    field.turn()
    assert field.do("courage", "Orc", cause="x", dice=[3, 4]).rolls


def test_the_army_of_goblin_town_is_braver_against_terror_while_it_is_whole() -> None:
    field = Field(NEW)
    field.side("A").options["rules"] = ["Goblin-town"]
    field.side("A").warriors("Goblin", 3)
    field.side("B").warriors("Troll", keywords=["Terror"])
    field.turn()
    assert [
        m.flat for m in field.do("charge", "Goblin", targets=["Troll"], dice=[1, 1]).rolls[0].modifiers
    ] == [1]
    field.lose("Goblin", 2)
    field.turn()
    assert field.is_broken()
    field.do("break-test", "Goblin", passed=True)
    assert field.do("charge", "Goblin", targets=["Troll"], dice=[1, 1]).rolls[0].modifiers == ()


def test_a_special_rule_may_be_given_as_data_of_the_unit() -> None:
    field = Field(NEW)
    own = [{"name": "Song of the hall", "modifier": 2, "whom": "side", "causes": ["dread"]}]
    field.side("A").hero("Bard", own=own).warriors("Man")
    field.turn()
    assert field.do("courage", "Man", cause="dread", dice=[3, 2]).rolls[0].outcome == "passes"
    assert field.do("courage", "Man", cause="awe", dice=[3, 2]).rolls[0].outcome == "fails"


def test_a_special_rule_of_the_wrong_form_is_refused_at_the_set_up() -> None:
    field = Field(NEW)
    field.side("A").hero("Bard", own=[{"name": "Song", "modifer": 2}])
    with pytest.raises(BadSetup, match="modifer"):
        field.turn()


# ---- points


@both_editions
@pytest.mark.rule("ME-MWF-1", "ME-CRG-1")
def test_will_and_might_mixed_lift_a_failed_test(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", might=2, will=1)
    field.turn()
    spent = {"courage.will": 1, "courage.might": 1}
    entry = field.do("courage", "Hama", cause="x", dice=[2, 2], choices=spent)
    assert "passes" in entry.text
    assert (field.unit("Hama").counter("will"), field.unit("Hama").counter("might")) == (0, 1)


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_points_are_offered_only_where_they_can_save(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", might=1, will=1)
    field.turn()
    with pytest.raises(BadChoice):
        field.do("courage", "Hama", cause="x", dice=[2, 2], choices={"courage.will": 2})
    assert "fails" in field.do("courage", "Hama", cause="x", dice=[1, 2], choices={"courage.will": 1}).text
    assert field.unit("Hama").counter("will") == 1


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_free_points_go_first_and_come_back_each_turn(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Aragorn", might=3, free={"might": 1})
    field.turn()
    field.do("spend", "Aragorn", points="might", count=2)
    assert field.unit("Aragorn").counter("might") == 2
    field.turn()
    field.do("spend", "Aragorn", points="might")
    assert field.unit("Aragorn").counter("might") == 2
    assert field.refused("spend", "Aragorn", points="might", count=3).rules == ("ME-MWF-1",)


@both_editions
@pytest.mark.rule("ME-MWF-1")
@pytest.mark.parametrize(
    ("dice", "choices", "left"),
    [([4], {"fate": 1}, 2), ([3], {"fate": 1, "fate.might": 1}, 2), ([2], {"fate": 1}, 1),
     ([1, 5], {"fate": 1, "1:fate": 1}, 2), ([], {}, 1)],
)  # fmt: skip
def test_fate_stops_a_wound_on_four_and_might_lifts_it(
    edition: str, dice: list[int], choices: dict[str, int], left: int
) -> None:
    field = Field(edition)
    field.side("A").hero("Boromir", wounds=2, fate=2, might=1)
    field.turn()
    field.do("wound", "Boromir", dice=dice, choices=choices)
    assert field.unit("Boromir").counter("wounds") == left


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_a_heroic_action_costs_a_might_and_comes_once_a_phase(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", might=2).warriors("Man")
    field.turn()
    field.do("heroic", "Hama", action="march")
    assert field.unit("Hama").counter("might") == 1
    assert "this phase" in field.refused("heroic", "Hama", action="move").why
    assert field.refused("heroic", "Man").rules == ("ME-MWF-1",)


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_points_and_wounds_start_full_and_never_pass_the_start(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", might=2, wounds=2)
    field.turn()
    assert field.unit("Hama").counters == {"wounds": 2, "might": 2}
    field.do("mark", on="Hama", counter="might", by=1)
    assert field.unit("Hama").counter("might") == 2


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_who_lives_by_will_alone_is_banished_with_the_last_of_it(edition: str) -> None:
    field = Field(edition)
    field.side("B").hero("Nazgul", will=1, rules=["Will of Evil"])
    field.side("A").warriors("Man")
    field.turn()
    field.do("engage", "Man", target="Nazgul")
    field.do("duel", "Man", won=True)
    field.turn()
    assert not field.unit("Nazgul").in_play
    assert field.monitor("break", "B").value == 1
