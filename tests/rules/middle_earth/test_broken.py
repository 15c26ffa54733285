"""Break points, Broken for tests and for scoring, the tests of a broken force, quartered, monitors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions, broken_rohan
from warband_tui.rules.base import BadSetup
from warband_tui.rules.games.middle_earth import chances

# Section 4.2: models, break point in halves, casualties that break, models left that are a quarter, casualties then.
TABLE = [
    (1, 1, 1, 0, 1), (5, 5, 3, 1, 4), (6, 6, 4, 1, 5), (7, 7, 4, 1, 6), (8, 8, 5, 2, 6), (9, 9, 5, 2, 7),
    (10, 10, 6, 2, 8), (11, 11, 6, 2, 9), (12, 12, 7, 3, 9), (13, 13, 7, 3, 10), (14, 14, 8, 3, 11),
    (15, 15, 8, 3, 12), (16, 16, 9, 4, 12), (17, 17, 9, 4, 13), (18, 18, 10, 4, 14), (19, 19, 10, 4, 15),
    (20, 20, 11, 5, 15), (29, 29, 15, 7, 22), (40, 40, 21, 10, 30), (43, 43, 22, 10, 33), (50, 50, 26, 12, 38),
]  # fmt: skip


def force(edition: str, models: int, **options: Any) -> Field:
    field = Field(edition, options=options.pop("house", {}))
    field.side("A").options.update(options)
    field.side("A").warriors("Men", models)
    field.turn()
    return field


def broken_after(field: Field, lost: int) -> bool:
    if lost:
        field.lose("Men", lost)
    field.turn()
    return field.is_broken()


@both_editions
@pytest.mark.rule("ME-BRK-1", "ME-BRK-2", "ME-QTR-1", "ME-MON-1")
@pytest.mark.parametrize(("models", "halves", "at", "quarter", "dead"), TABLE)
def test_the_table_of_break_points(
    edition: str, models: int, halves: int, at: int, quarter: int, dead: int
) -> None:
    field = force(edition, models)
    losses, left = field.monitor("break"), field.monitor("quartered")
    assert (losses.limit, losses.to_go, left.limit) == (at, at, quarter)
    assert left.to_go == dead
    assert f"break point {halves / 2:g} of {models}" in losses.text
    assert not broken_after(field, at - 1)
    assert broken_after(field, 1)


@both_editions
@pytest.mark.rule("ME-BRK-1")
def test_models_that_join_later_do_not_change_the_break_point(edition: str) -> None:
    field = force(edition, 10)
    courage = 3 if edition == OLD else "7+"
    unit = {"id": "new", "name": "new", "profile": {"courage": courage}, "models": 9}
    field.battle.do(GAME.read({"do": "join", "side": "A", "unit": unit}))
    assert field.monitor("break").limit == 6
    field.lose("new", 6)
    field.turn()
    assert field.is_broken()


@both_editions
@pytest.mark.rule("ME-BRK-1")
@pytest.mark.parametrize(
    ("profile", "counted"),
    [({"rules": ["War Beast"]}, 2), ({"rules": ["Siege engine"]}, 0), ({"counts_as": 4}, 4),
     ({"rules": ["Progeny"]}, 0), ({"mount": {"name": "horse"}}, 1)],
)  # fmt: skip
def test_what_counts_as_how_many_models(edition: str, profile: dict[str, Any], counted: int) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 6).warriors("Thing", **profile)
    field.turn()
    assert field.monitor("quartered").value == 6 + counted
    field.lose("Thing")
    assert field.monitor("break").value == counted


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_losses_in_a_turn_count_for_scoring_at_once_and_for_tests_from_the_next(edition: str) -> None:
    field = force(edition, 7)
    field.lose("Men", 4)
    assert field.monitor("break").alarm
    assert not field.monitor("broken").alarm
    assert "tests from the next turn" in field.monitor("break").text
    entry = field.turn()
    assert field.monitor("broken").alarm
    assert {"ME-BRK-1", "ME-BRK-2"} <= set(entry.rules)
    assert "Rohan is Broken: 4 casualties, break point 3.5" in entry.text


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_a_broken_force_stays_broken_though_models_come_back(edition: str) -> None:
    field = force(edition, 7)
    assert broken_after(field, 4)
    field.do("restore", "Men", models=2)
    field.do("break-test", "Men", passed=True, models=9)
    field.turn()
    assert field.is_broken()
    assert not field.monitor("break").alarm


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_undo_clears_the_latch(edition: str) -> None:
    field = force(edition, 7)
    assert broken_after(field, 4)
    field.battle.undo()
    assert not field.is_broken()
    field.battle.redo()
    assert field.is_broken()


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_at_exactly_half_only_a_house_setting_breaks(edition: str) -> None:
    assert not broken_after(force(edition, 50), 25)
    assert broken_after(force(edition, 50), 26)
    assert broken_after(force(edition, 50, house={"break_at": "reaches"}), 25)
    assert broken_after(force(edition, 50, break_at="reaches"), 25)


def test_isengard_of_2018_tests_from_two_thirds_and_scores_from_half() -> None:
    field = force(OLD, 36, rules=["Isengard"])
    field.lose("Men", 19)
    assert field.monitor("break").alarm
    assert not broken_after(field, 0)
    assert not broken_after(field, 4)
    assert broken_after(field, 1)


@pytest.mark.parametrize(("models", "at"), [(36, 24), (50, 34), (12, 8)])
def test_the_armies_of_isengard_of_2024_break_at_66_percent(models: int, at: int) -> None:
    field = force(NEW, models, rules=["Muster of Isengard"])
    assert field.monitor("break").limit == at


@pytest.mark.parametrize("share", ["0.66", 0.66, "33/50"])
def test_a_side_may_state_its_own_share(share: Any) -> None:
    assert force(NEW, 36, break_fraction=share).monitor("break").limit == 24


@pytest.mark.parametrize(
    "options",
    [{"break_fraction": "much"}, {"break_fraction": "3/2"}, {"break_at": "half"}, {"rules": 3},
     {"own": [{"name": "x", "break_fraction": "1/0"}]}],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused_at_the_set_up(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="side A"):
        force(NEW, 5, **options)


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_never_broken_while_sauron_has_three_wounds(edition: str) -> None:
    field = Field(edition)
    field.side("A").options["rules"] = ["Never broken while Sauron stands"]
    field.side("A").warriors("Men", 9).hero("Sauron", wounds=5)
    field.turn()
    assert not broken_after(field, 8)
    assert "while Sauron stands" in field.monitor("break").text
    field.do("mark", on="Sauron", counter="wounds", to=2)
    assert field.monitor("break").alarm
    assert broken_after(field, 0)


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_broken_at_once_when_sauron_falls(edition: str) -> None:
    field = Field(edition)
    field.side("A").options["rules"] = ["Never broken while Sauron stands"]
    field.side("A").warriors("Men", 9).hero("Sauron", wounds=5)
    field.turn()
    field.lose("Sauron")
    assert "Sauron has fallen" in field.turn().text
    assert field.is_broken()


def test_impossible_allies_break_apart() -> None:
    field = Field(OLD)
    field.side("A").options["rules"] = ["Impossible allies"]
    field.side("A").warriors("Elves", 5, force="Elves").warriors("Men", 9, force="Men")
    field.turn()
    field.lose("Elves", 3)
    field.turn()
    assert field.state.side("A").has("broken:Elves")
    assert {s.unit for s in field.guide().steps} == {"Elves"}
    field.do("move", "Men")
    assert field.refused("move", "Elves").rules == ("ME-BRK-3",)
    assert field.monitor("break:Elves").alarm
    assert not field.monitor("break:Men").alarm


# ---- the tests


@both_editions
@pytest.mark.rule("ME-BRK-3")
def test_each_model_tests_before_it_moves_or_stays(edition: str) -> None:
    field = broken_rohan(edition)
    for do in ("move", "activate", "end", "shoot"):
        more = {"target": "Orcs"} if do == "shoot" else {}
        assert "ME-BRK-3" in field.refused(do, "Wa", **more).rules
    assert "ME-BRK-3" in field.refused("charge", "Wa", targets=["Orcs"]).rules
    field.do("break-test", "Wa", dice=[4, 4])
    field.do("move", "Wa")


@both_editions
@pytest.mark.rule("ME-BRK-3")
def test_the_move_phase_does_not_end_before_everybody_has_tested(edition: str) -> None:
    field = broken_rohan(edition)
    assert field.refused("phase").rules == ("ME-BRK-3",)
    assert field.refused("turn", first="A").rules == ("ME-BRK-3",)
    for unit in ("Eomer", "Wa", "Wb", "Wc", "Wd"):
        field.do("break-test", unit, passed=True)
    field.do("phase")


@both_editions
@pytest.mark.rule("ME-BRK-3", "ME-BRK-2")
def test_a_force_that_is_not_broken_takes_no_test(edition: str) -> None:
    field = broken_rohan(edition)
    assert "ME-BRK-2" in field.refused("break-test", "Orcs", passed=True).rules


@both_editions
@pytest.mark.rule("ME-BRK-4")
def test_who_is_engaged_takes_no_test(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("engage", "Orcs", target="Wa")
    refused = field.refused("break-test", "Wa", passed=False)
    assert "ME-BRK-4" in refused.rules
    assert (field.step("Wa").state, field.step("Wa").rules) == ("exempt", ("ME-BRK-4",))
    assert "engaged with Orcs" in field.step("Wa").why


@both_editions
@pytest.mark.rule("ME-BRK-4")
@pytest.mark.parametrize("condition", ["immobilised", "paralysed", "engaged", "reserve", "thrown"])
def test_who_cannot_move_takes_no_test(edition: str, condition: str) -> None:
    field = broken_rohan(edition)
    field.do("condition", on="Wa", condition=condition)
    assert "ME-BRK-4" in field.refused("break-test", "Wa", passed=False).rules
    assert field.step("Wa").state == "exempt"


@both_editions
@pytest.mark.rule("ME-BRK-5")
def test_who_passes_finishes_its_move_before_the_next_one_tests(edition: str) -> None:
    field = broken_rohan(edition)
    entry = field.do("break-test", "Wa", dice=[4, 4])
    assert "ME-BRK-5" in entry.rules
    assert field.unit("Wa").acting
    field.do("move", "Wa", distance=4)
    field.do("break-test", "Wb", dice=[4, 4])
    assert not field.unit("Wa").acting
    assert "ME-BRK-5" in field.refused("move", "Wa").rules


@both_editions
@pytest.mark.rule("ME-BRK-6")
def test_who_fails_is_a_casualty_that_fled(edition: str) -> None:
    field = broken_rohan(edition)
    before = field.monitor("break").value
    entry = field.do("break-test", "Wa", dice=[1, 1])
    assert not field.unit("Wa").in_play
    assert field.monitor("break").value == before + 1
    lost = next(e for e in entry.events if type(e).__name__ == "ModelsLost")
    assert lost.how == "fled"  # type: ignore[union-attr]
    assert "ME-BRK-6" in entry.rules
    assert [s.text for s in GAME.aftermath(field.state, []) if s.unit == "Wa"] == ["Wa: fled"]


@both_editions
@pytest.mark.rule("ME-BRK-6", "ME-MWF-1")
def test_a_hero_of_many_wounds_flees_whole_and_fate_does_not_help(edition: str) -> None:
    field = broken_rohan(edition, wounds=3, fate=3)
    field.do("break-test", "Eomer", dice=[1, 1])
    assert not field.unit("Eomer").in_play
    assert field.unit("Eomer").counter("fate") == 3


@both_editions
@pytest.mark.rule("ME-BRK-7")
@pytest.mark.parametrize(
    ("mount", "dice", "holds"),
    # The rider passes on 6 or more, whatever its mount would take.
    [(9, [3, 4], True), (9, [3, 3], True), (3, [2, 3], False), (3, [1, 1], False)],
)
def test_the_rider_tests_on_its_own_courage_and_takes_its_mount_along(
    edition: str, mount: int, dice: list[int], holds: bool
) -> None:
    field = broken_rohan(edition, mount={"name": "horse", "courage_target": mount})
    before = field.monitor("break").value
    entry = field.do("break-test", "Eomer", dice=dice)
    assert (field.unit("Eomer").in_play, "ME-BRK-7" in entry.rules) == (holds, not holds)
    assert field.monitor("break").value == before + (not holds)
    assert not any("mount" in name for name in field.state.units)


@both_editions
@pytest.mark.rule("ME-BRK-7")
def test_a_mount_without_a_rider_takes_no_test_of_a_broken_force(edition: str) -> None:
    field = broken_rohan(edition, mount={"name": "eagle", "attacks": 2, "stays": True})
    field.do("dismount", "Eomer")
    refused = field.refused("break-test", "Eomer.mount1", passed=True)
    assert {"ME-BRK-7", "ME-CRG-2"} <= set(refused.rules)
    assert field.step("Eomer.mount1").state == "exempt"


@both_editions
@pytest.mark.rule("ME-BRK-3", "ME-BRK-6")
def test_a_group_tests_model_by_model(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 8)
    field.turn()
    assert broken_after(field, 5)
    assert field.step("Men").models == 3
    field.do("break-test", "Men", dice=[4, 4])
    field.do("break-test", "Men", passed=False)
    assert (field.unit("Men").models, field.step("Men").models) == (2, 1)
    field.do("break-test", "Men", dice=[4, 4])
    assert field.step("Men").state == "passed"
    assert field.unit("Men").counter("fled") == 1
    field.turn()
    assert field.step("Men").models == 2


@both_editions
def test_all_of_a_group_may_be_tested_at_once(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 8)
    field.turn()
    assert broken_after(field, 5)
    entry = field.do("break-test", "Men", models=3, dice=[4, 4, 1, 1, 6, 6])
    assert [r.outcome for r in entry.rolls] == ["passes", "fails", "passes"]
    assert field.step("Men").state == "passed"


@both_editions
def test_who_is_split_off_and_joined_again_has_still_to_test(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 12)
    field.turn()
    assert broken_after(field, 7)
    field.do("break-test", "Men", passed=True, models=2)
    field.do("split", "Men", models=3)
    assert [(s.unit, s.models) for s in field.guide().steps] == [("Men", 0), ("Men.2", 3)]
    field.do("merge", "Men.2", into="Men", override="all stand together again")
    assert "Men.2" not in field.state.units
    assert field.monitor("break").limit == 7


def test_last_stand_serves_once_and_in_2024_the_general_only() -> None:
    for edition, general, auto in ((OLD, False, True), (NEW, False, False), (NEW, True, True)):
        keywords = ["GENERAL"] if general else []
        field = broken_rohan(edition, rules=["Last Stand"], keywords=keywords)
        assert bool(field.step("Eomer").chance == 1) is auto
        field.do("break-test", "Eomer", dice=() if auto else [6, 6])
        for unit in ("Wa", "Wb", "Wc", "Wd"):
            field.do("break-test", unit, passed=True)
        field.turn()
        assert field.step("Eomer").chance == Fraction(13, 18)


@both_editions
@pytest.mark.rule("ME-BRK-4", "ME-SFT-4")
@pytest.mark.parametrize("condition", ["immobilised", "paralysed"])
@pytest.mark.parametrize("engaged", [False, True])
def test_a_heroic_resolve_does_not_help_who_cannot_act_at_all(
    edition: str, condition: str, engaged: bool
) -> None:
    field = broken_rohan(edition, might=1)
    field.do("heroic", "Eomer", action="resolve")
    if engaged:
        field.do("engage", "Orcs", target="Eomer")
    field.do("condition", on="Eomer", condition=condition)
    assert "ME-BRK-4" in field.refused("break-test", "Eomer", passed=True).rules
    assert field.step("Eomer").state == "exempt"
    assert field.refused("stand-fast", "Eomer", targets=["Wa"]).rules


def test_a_heroic_resolve_passes_in_2024() -> None:
    for edition, rolls in ((NEW, 0), (OLD, 1)):
        field = broken_rohan(edition, might=1)
        field.do("heroic", "Eomer", action="resolve")
        assert len(field.do("break-test", "Eomer", dice=[6, 6] if rolls else ()).rolls) == rolls


# ---- quartered, monitors


@both_editions
@pytest.mark.rule("ME-QTR-1")
def test_a_quarter_of_the_start_is_rounded_down(edition: str) -> None:
    field = force(edition, 13)
    field.lose("Men", 9)
    assert (field.monitor("quartered").alarm, field.monitor("quartered").warn) == (False, True)
    field.lose("Men")
    assert field.monitor("quartered").alarm


@both_editions
@pytest.mark.rule("ME-QTR-1")
def test_a_scenario_may_end_when_a_side_is_quartered(edition: str) -> None:
    field = force(edition, 13, house={"end": {"when": "quartered"}})
    field.lose("Men", 10)
    entry = field.turn()
    assert "down to a quarter" in field.state.ended
    assert "ME-QTR-1" in entry.rules


@both_editions
@pytest.mark.parametrize(("die", "ends"), [(2, True), (3, False)])
def test_a_scenario_may_end_on_a_die_once_a_side_is_broken(edition: str, die: int, ends: bool) -> None:
    field = force(edition, 7, house={"end": {"when": "broken", "roll": True}})
    field.lose("Men", 4)
    field.turn(dice=[die])
    assert bool(field.state.ended) is ends


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_the_monitors_say_how_many_would_run(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").warriors("Men", 6)
    field.turn()
    run = field.monitor("run")
    # Courage 4 fails 5 of 18, Courage 3 fails 5 of 12: 5/18 + 6 * 5/12 = 2.78.
    assert run.value == 7
    assert run.chance == "5/12"
    assert run.text == "2.78 of 7 expected to run: 1 Eomer 27.8 %, 6 Men 41.7 %"


@both_editions
@pytest.mark.rule("ME-MON-1", "ME-BRK-4")
def test_who_would_take_no_test_is_not_among_those_that_would_run(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 6).warriors("Guard", 2).warriors("Held", 3)
    field.side("B").warriors("Orcs")
    field.turn()
    field.do("engage", "Orcs", target="Guard")
    field.do("condition", on="Held", condition="immobilised")
    run = field.monitor("run")
    assert (run.value, run.text) == (6, "2.5 of 6 expected to run: 6 Men 41.7 %")
    assert field.forecast().expected["run in a turn once broken"] == Fraction(5, 2)


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_those_expected_to_run_are_counted_like_those_there_to_run(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Drum", counts_as=2).warriors("Men", 2)
    field.turn()
    # Three that test on 7+, though the casualties would be four.
    assert field.monitor("run").text == "1.25 of 3 expected to run: 1 Drum 41.7 %, 2 Men 41.7 %"


@both_editions
@pytest.mark.rule("ME-MON-1")
def test_who_left_for_a_goal_is_no_casualty(edition: str) -> None:
    field = force(edition, 10)
    field.do("leave", "Men", models=4, why="over the bridge")
    assert (field.monitor("break").value, field.monitor("quartered").value) == (0, 6)


@pytest.mark.parametrize("models", range(1, 60))
@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(33, 50), Fraction(1, 3)])
def test_broken_is_the_first_number_beyond_the_point(models: int, share: Fraction) -> None:
    at = chances.broken_at(models, share)
    assert at > models * share >= at - 1
    reached = chances.broken_at(models, share, "reaches")
    assert reached >= models * share > reached - 1
