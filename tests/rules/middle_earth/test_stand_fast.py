"""Stand Fast!: who gives it, who gains, how far it reaches, what it is for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.middle_earth.field import NEW, OLD, Field, both_editions, broken_rohan
from warband_tui.rules.dice import DiceWanted


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-2")
def test_eomer_covers_three_within_reach_and_the_fourth_tests(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", dice=[3, 4])
    field.do("move", "Eomer", distance=5)
    entry = field.do("stand-fast", "Eomer", targets=["Wa", "Wb", "Wc"])
    assert entry.rolls == ()
    assert {"ME-SFT-1", "ME-SFT-2"} <= set(entry.rules)
    assert [field.step(u).state for u in ("Wa", "Wb", "Wc", "Wd")] == ["covered", "covered", "covered", "due"]
    field.do("break-test", "Wd", dice=[3, 4])
    for unit in ("Wd", "Wa", "Wb", "Wc"):
        field.do("move", unit)


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_an_automatic_pass_of_the_hero_counts(edition: str) -> None:
    field = broken_rohan(edition, rules=["Fearless"])
    field.do("break-test", "Eomer")
    field.do("break-test", "Wa", covered_by="Eomer")
    assert field.step("Wa").state == "covered"


@both_editions
@pytest.mark.rule("ME-SFT-1")
@pytest.mark.parametrize(("distance", "covered"), [(6, True), (6.1, False)])
def test_it_reaches_six_inches(edition: str, distance: float, covered: bool) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    if covered:
        field.do("break-test", "Wa", covered_by="Eomer", distance=distance)
    else:
        refused = field.refused("break-test", "Wa", covered_by="Eomer", distance=distance)
        assert refused.rules == ("ME-SFT-1",)


@both_editions
@pytest.mark.rule("ME-SFT-1")
@pytest.mark.parametrize(
    ("rule", "distance", "covered"),
    [("Stand Fast 12", 12, True), ("Stand Fast 12", 13, False), ("Stand Fast board", 40, True)],
)
def test_some_heroes_reach_further(edition: str, rule: str, distance: float, covered: bool) -> None:
    field = broken_rohan(edition, rules=[rule])
    field.do("break-test", "Eomer", passed=True)
    how: dict[str, Any] = {"covered_by": "Eomer", "distance": distance}
    if covered:
        field.do("break-test", "Wa", **how)
    else:
        field.refused("break-test", "Wa", **how)


@both_editions
def test_a_vanguard_gains_from_any_hero_however_far(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").warriors("Outrider", rules=["Vanguard"]).warriors("Fallen", 4)
    field.turn()
    field.lose("Fallen", 4)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Outrider", covered_by="Eomer", distance=30)


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-2")
def test_a_hero_that_has_not_tested_gives_none(edition: str) -> None:
    field = broken_rohan(edition)
    refused = field.refused("break-test", "Wa", covered_by="Eomer")
    assert {"ME-SFT-1", "ME-SFT-2"} == set(refused.rules)
    assert {"ME-SFT-1", "ME-SFT-2"} == set(field.refused("stand-fast", "Eomer", targets=["Wa"]).rules)


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_hero_of_the_enemy_gives_none(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Wa").warriors("Fallen", 2)
    field.side("B").hero("Gothmog").warriors("Orcs", 2)
    field.turn()
    field.lose("Fallen", 2)
    field.lose("Orcs", 2)
    field.turn("B")
    assert field.is_broken("A")
    assert field.is_broken("B")
    field.do("break-test", "Gothmog", passed=True)
    assert "no friend" in field.refused("stand-fast", "Gothmog", targets=["Wa"]).why
    assert field.refused("break-test", "Wa", covered_by="Gothmog").rules == ("ME-SFT-1",)


@both_editions
@pytest.mark.rule("ME-SFT-1")
@pytest.mark.parametrize("how", ["lose", "leave"])
def test_a_hero_that_is_off_the_table_after_passing_gives_none(edition: str, how: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do(how, "Eomer")
    assert field.refused("break-test", "Wa", covered_by="Eomer").rules == ("ME-SFT-1",)
    assert "on the table" in field.refused("stand-fast", "Eomer", targets=["Wa"]).why
    assert field.step("Wa").covers == ()


@both_editions
@pytest.mark.rule("ME-SFT-2")
def test_the_hero_has_finished_its_move_once_a_warrior_gains(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Wa", covered_by="Eomer")
    assert field.refused("move", "Eomer").rules == ("ME-BRK-5",)


@both_editions
@pytest.mark.rule("ME-SFT-2")
def test_a_pass_of_last_turn_serves_nobody_now(edition: str) -> None:
    field = broken_rohan(edition)
    for unit in ("Eomer", "Wa", "Wb", "Wc", "Wd"):
        field.do("break-test", unit, passed=True)
    field.turn()
    assert "ME-SFT-2" in field.refused("break-test", "Wa", covered_by="Eomer").rules


@both_editions
@pytest.mark.rule("ME-SFT-3")
def test_heroes_test_for_themselves(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").hero("Gamling").warriors("Fallen", 5)
    field.turn()
    field.lose("Fallen", 5)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    assert field.refused("break-test", "Gamling", covered_by="Eomer").rules == ("ME-SFT-3",)


@both_editions
@pytest.mark.rule("ME-SFT-3")
def test_a_special_rule_may_cover_heroes_and_2018_does_not_chain_it(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Saruman", rules=["Stand Fast 12, heroes"]).hero("Lurtz").warriors("Scout")
    field.side("A").warriors("Fallen", 5)
    field.turn()
    field.lose("Fallen", 5)
    field.turn()
    field.do("break-test", "Saruman", passed=True)
    field.do("break-test", "Lurtz", covered_by="Saruman", distance=11)
    if edition == NEW:
        field.do("break-test", "Scout", covered_by="Lurtz")
    else:
        assert "ME-SFT-2" in field.refused("break-test", "Scout", covered_by="Lurtz").rules


@both_editions
@pytest.mark.rule("ME-SFT-4")
def test_an_engaged_hero_gives_none(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("engage", "Orcs", target="Eomer")
    assert "ME-SFT-4" in field.refused("break-test", "Wa", covered_by="Eomer").rules
    assert "ME-SFT-4" in field.refused("stand-fast", "Eomer", targets=["Wa"]).rules
    assert field.step("Wa").state == "due"


@both_editions
@pytest.mark.rule("ME-SFT-4")
def test_a_hero_that_passed_and_then_charged_still_gives_it(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do("charge", "Eomer", targets=["Orcs"])
    field.do("stand-fast", "Eomer", targets=["Wa"])


@pytest.mark.rule("ME-SFT-4")
def test_a_heroic_resolve_of_2024_serves_an_engaged_hero() -> None:
    field = broken_rohan(NEW, might=1)
    field.do("heroic", "Eomer", action="resolve")
    field.do("engage", "Orcs", target="Eomer")
    field.do("break-test", "Eomer")
    field.do("stand-fast", "Eomer", targets=["Wa"])
    assert field.state.in_contact("Eomer") == ("Orcs",)


@both_editions
@pytest.mark.rule("ME-SFT-5")
def test_it_serves_no_terror_test(edition: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do("stand-fast", "Eomer", targets=["Wa"])
    with pytest.raises(DiceWanted):
        field.do("courage", "Wa", cause="terror")


@both_editions
@pytest.mark.rule("ME-SFT-5")
def test_a_force_that_is_not_broken_has_no_use_of_it(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").warriors("Wa")
    field.turn()
    assert field.refused("stand-fast", "Eomer", targets=["Wa"]).rules == ("ME-SFT-5",)
    assert "ME-SFT-5" in field.refused("break-test", "Wa", covered_by="Eomer").rules


@both_editions
@pytest.mark.rule("ME-SFT-6")
@pytest.mark.parametrize("condition", ["engaged", "immobilised"])
def test_who_takes_no_test_has_no_use_of_it(edition: str, condition: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do("condition", on="Wa", condition=condition)
    assert "ME-SFT-6" in field.refused("break-test", "Wa", covered_by="Eomer").rules
    assert "ME-SFT-6" in field.refused("stand-fast", "Eomer", targets=["Wa"]).rules
    assert "Wa" not in field.step("Eomer").would_cover


@pytest.mark.parametrize(
    ("what", "silent_in"),
    [("no stand fast", {OLD, NEW}), ("challenge declined", {OLD}), ("invisible", {NEW})],
)
@both_editions
def test_what_keeps_a_hero_from_giving_it(edition: str, what: str, silent_in: set[str]) -> None:
    field = broken_rohan(edition)
    field.do("condition", on="Eomer", condition=what)
    field.do("break-test", "Eomer", passed=True)
    if edition in silent_in:
        assert field.refused("break-test", "Wa", covered_by="Eomer").rules == ("ME-SFT-1",)
    else:
        field.do("break-test", "Wa", covered_by="Eomer")


@both_editions
def test_a_hero_may_cover_its_own_kind_only(edition: str) -> None:
    own = [{"name": "Pack", "stand_fast": 6, "only": ["WARG"]}]
    field = broken_rohan(edition, own=own)
    field.do("break-test", "Eomer", passed=True)
    assert "covers WARG only" in field.refused("break-test", "Wa", covered_by="Eomer").why


@both_editions
def test_covering_a_group_covers_as_many_as_are_named(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer").warriors("Men", 10)
    field.turn()
    field.lose("Men", 6)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Men", covered_by="Eomer", models=3)
    assert field.step("Men").models == 1
    field.do("break-test", "Men", dice=[1, 1])
    assert field.unit("Men").models == 3


def test_2024_passes_the_test_and_2018_takes_none() -> None:
    for edition, word in ((NEW, "passes"), (OLD, "takes no test")):
        field = broken_rohan(edition)
        field.do("break-test", "Eomer", passed=True)
        assert word in field.do("stand-fast", "Eomer", targets=["Wa"]).text
