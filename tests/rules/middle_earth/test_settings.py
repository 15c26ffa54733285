"""Open points of the rules as settings; who counts as how many; what switches on and off; who gives Stand Fast!."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions, broken_rohan
from warband_tui.rules.games.middle_earth.settings import SETTINGS
from warband_tui.rules.settings import BadSetting


def rohan(edition: str, options: dict[str, Any] | None = None, **eomer: Any) -> Field:
    """Return a broken Rohan under house settings: Eomer, two warriors, five fallen."""
    field = Field(edition, options=options)
    field.side("A").hero("Eomer", **eomer).hero("Gamling").warriors("Wa").warriors("Wb").warriors("Fallen", 5)
    field.side("B").warriors("Orcs", 9)
    field.turn()
    field.lose("Fallen", 5)
    field.turn()
    assert field.is_broken()
    return field


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.id)
def test_every_open_point_takes_its_answers_and_no_other(setting: Any) -> None:
    for answer in setting.answers:
        Field(NEW, options={setting.id: answer}).turn()
    with pytest.raises(BadSetting, match=setting.id):
        Field(NEW, options={setting.id: "perhaps"}).turn()


@pytest.mark.rule("ME-BRK-1", "ME-BRK-2")
@pytest.mark.parametrize(
    ("models", "plain", "thirds"), [(12, 8, 9), (36, 24, 25), (50, 34, 34), (51, 34, 35)]
)
def test_sixty_six_percent_is_read_in_two_ways(models: int, plain: int, thirds: int) -> None:
    for answer, at in (("0.66", plain), ("2/3", thirds)):
        field = Field(NEW, options={"sixty-six": answer})
        field.side("A").options["rules"] = ["Lurtz's Scouts"]
        field.side("A").warriors("Men", models)
        field.turn()
        assert field.monitor("break").limit == at


@pytest.mark.rule("ME-BRK-2")
def test_at_least_66_percent_of_2018_and_more_than_66_of_2024_part_at_fifty() -> None:
    for edition, rule, at in ((OLD, "Isengard", 33), (NEW, "Muster of Isengard", 34)):
        field = Field(edition)
        field.side("A").options["rules"] = [rule]
        field.side("A").warriors("Men", 50)
        field.turn()
        assert field.monitor("broken").to_go == at


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_models_that_come_back_heal_the_latch_only_by_a_house_setting(edition: str) -> None:
    for answer, broken in (("stays", True), ("heals", False)):
        field = Field(edition, options={"latch": answer})
        field.side("A").warriors("Men", 7)
        field.turn()
        field.lose("Men", 4)
        field.turn()
        field.do("restore", "Men", models=2)
        field.do("break-test", "Men", passed=True, models=9)
        field.turn()
        assert field.is_broken() is broken


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_who_left_for_a_goal_is_a_casualty_only_by_a_house_setting(edition: str) -> None:
    for answer, lost in (("spared", 0), ("casualties", 3)):
        field = Field(edition, options={"escaped": answer})
        field.side("A").warriors("Men", 7)
        field.turn()
        field.do("leave", "Men", models=3)
        assert field.monitor("break").value == lost


@both_editions
@pytest.mark.rule("ME-BRK-4")
def test_a_model_charged_before_it_acts_tests_only_by_a_house_setting(edition: str) -> None:
    for answer, tests in (("exempt", False), ("tests", True)):
        field = rohan(edition, {"engaged-tests": answer})
        field.do("engage", "Orcs", target="Wa")
        if tests:
            assert field.do("break-test", "Wa", dice=[1, 1]).rolls
        else:
            assert "ME-BRK-4" in field.refused("break-test", "Wa").rules


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_covered_hero_covers_others_as_the_edition_or_the_setting_says(edition: str) -> None:
    for answer, chained in (("edition", edition == NEW), ("yes", True), ("no", False)):
        field = rohan(edition, {"chained-stand-fast": answer}, rules=["Stand Fast board, heroes"])
        field.do("break-test", "Eomer", passed=True)
        field.do("break-test", "Gamling", covered_by="Eomer")
        if chained:
            field.do("break-test", "Wa", covered_by="Gamling")
        else:
            assert "ME-SFT-2" in field.refused("break-test", "Wa", covered_by="Gamling").rules


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_prone_hero_gives_it_unless_a_setting_forbids_it(edition: str) -> None:
    for answer, gives in (("yes", True), ("no", False)):
        field = rohan(edition, {"prone-stand-fast": answer})
        field.do("break-test", "Eomer", passed=True)
        field.do("condition", on="Eomer", condition="prone")
        if gives:
            field.do("break-test", "Wa", covered_by="Eomer")
        else:
            assert "prone" in field.refused("break-test", "Wa", covered_by="Eomer").why


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_the_edge_of_a_reach_is_inside_unless_a_setting_says_otherwise(edition: str) -> None:
    for answer, inside in (("inside", True), ("outside", False)):
        field = rohan(edition, {"reach-edge": answer})
        field.do("break-test", "Eomer", passed=True)
        how: dict[str, Any] = {"covered_by": "Eomer", "distance": 6}
        if inside:
            field.do("break-test", "Wa", **how)
        else:
            assert field.refused("break-test", "Wa", **how).rules == ("ME-SFT-1",)


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_warrior_has_to_see_the_hero_unless_a_setting_lifts_that(edition: str) -> None:
    for answer, needed in (("needed", True), ("not needed", False)):
        field = rohan(edition, {"stand-fast-sight": answer})
        field.do("break-test", "Eomer", passed=True)
        how: dict[str, Any] = {"covered_by": "Eomer", "unseen": True}
        if needed:
            assert "does not see" in field.refused("break-test", "Wa", **how).why
        else:
            field.do("break-test", "Wa", **how)


# ---- Stand Fast!, its exceptions


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-4")
@pytest.mark.parametrize("what", ["immobilised", "paralysed"])
def test_a_hero_that_is_immobilised_after_passing_gives_none(edition: str, what: str) -> None:
    field = broken_rohan(edition)
    field.do("break-test", "Eomer", passed=True)
    field.do("condition", on="Eomer", condition=what)
    assert field.refused("break-test", "Wa", covered_by="Eomer").rules == ("ME-SFT-1",)


@pytest.mark.rule("ME-SFT-1")
def test_a_war_horn_lengthens_one_stand_fast_once_a_game_in_2024() -> None:
    field = Field(NEW)
    field.side("A").hero("Eomer").warriors("Horn", rules=["War horn"]).warriors("Wa").warriors("Wb")
    field.side("A").warriors("Fallen", 6)
    field.turn()
    field.lose("Fallen", 6)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    far: dict[str, Any] = {"covered_by": "Eomer", "distance": 9}
    field.refused("break-test", "Wa", **far)
    field.do("ability", "Horn", targets=["Eomer"])
    field.do("break-test", "Wa", **far)
    assert "has used its War horn" in field.refused("ability", "Horn", targets=["Eomer"]).why
    assert field.unit("Eomer").has("called stand fast")
    for unit in ("Horn", "Wb"):
        field.do("break-test", unit, passed=True)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    field.refused("break-test", "Wa", **far)


def test_a_war_horn_counts_on_the_number_in_2018_and_in_range_on_the_roll_in_2024() -> None:
    for edition, near, rolled in ((OLD, [], 0), (NEW, ["War horn"], 1), (NEW, [], 0)):
        field = Field(edition)
        field.side("A").warriors("Horn", rules=["War horn"]).warriors("Man")
        field.turn()
        entry = field.do("courage", "Man", cause="x", modifiers=near, dice=[3, 3])
        assert ("passes" in entry.text) is (edition == OLD or bool(near))
        assert len([m for m in entry.rolls[0].modifiers if m.source.startswith("War horn")]) == rolled


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-3")
@pytest.mark.parametrize(
    ("rule", "words", "covered"),
    [("Stand Fast 12, Elf heroes", ["ELF"], True), ("Stand Fast 12, Elf heroes", ["MAN"], False),
     ("Stand Fast board, all Dwarves", ["DWARF"], True), ("Stand Fast board, all Dwarves", ["MAN"], False)],
)  # fmt: skip
def test_some_heroes_cover_heroes_of_a_kind(edition: str, rule: str, words: list[str], covered: bool) -> None:
    field = Field(edition)
    field.side("A").hero("King", rules=[rule]).hero("Lord", keywords=words).warriors("Fallen", 4)
    field.turn()
    field.lose("Fallen", 4)
    field.turn()
    field.do("break-test", "King", passed=True)
    if covered:
        field.do("break-test", "Lord", covered_by="King", distance=11)
    else:
        assert {"ME-SFT-1", "ME-SFT-3"} & set(field.refused("break-test", "Lord", covered_by="King").rules)


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_narrowed_hero_covers_its_own_kind(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Chief", rules=["Stand Fast, own kind (Warg)"]).warriors("Wolf", keywords=["WARG"])
    field.side("A").warriors("Orc").warriors("Fallen", 6)
    field.turn()
    field.lose("Fallen", 6)
    field.turn()
    field.do("break-test", "Chief", passed=True)
    field.do("break-test", "Wolf", covered_by="Chief")
    assert "covers WARG only" in field.refused("break-test", "Orc", covered_by="Chief").why


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_roused_hero_reaches_further_that_turn(edition: str) -> None:
    field = broken_rohan(edition, rules=["Stand Fast 12 when roused"])
    field.do("break-test", "Eomer", passed=True)
    field.refused("break-test", "Wa", covered_by="Eomer", distance=10)
    field.do("condition", on="Eomer", condition="roused")
    field.do("break-test", "Wa", covered_by="Eomer", distance=10)


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-MWF-1")
def test_the_tainted_silences_stand_fast_for_a_point_of_will(edition: str) -> None:
    field = broken_rohan(edition)
    own = {
        "id": "T",
        "name": "Tainted",
        "profile": {"courage_target": 5, "will": 1, "keywords": ["HERO", "The Tainted"]},
    }
    field.battle.do(GAME.read({"do": "join", "side": "B", "unit": own}))
    field.do("ability", "T", targets=["Wa"])
    assert field.unit("T").counter("will") == 0
    field.do("break-test", "Eomer", passed=True)
    assert "gains from no Stand Fast!" in field.refused("break-test", "Wa", covered_by="Eomer").why
    assert "Wa" not in field.step("Eomer").would_cover
    field.do("break-test", "Wb", covered_by="Eomer")
    assert field.refused("ability", "T", targets=["Wb"]).rules == ("ME-MWF-1",)


@both_editions
def test_militia_beside_an_engaged_hero_takes_no_test(edition: str) -> None:
    field = broken_rohan(edition)
    own = {"id": "L", "name": "L", "profile": {"courage_target": 9, "rules": ["Lake-town militia"]}}
    field.battle.do(GAME.read({"do": "join", "side": "A", "unit": own}))
    assert field.do("break-test", "L", near=["Lake-town militia"]).rolls == ()


# ---- forces


@both_editions
@pytest.mark.rule("ME-BRK-1")
@pytest.mark.parametrize(
    ("rule", "counted"),
    [("Chariot", 1), ("Rides a chariot", 0), ("Goblin drum", 2), ("Heroic mount", 0), ("Siege engine", 0),
     ("Progeny", 0)],
)  # fmt: skip
def test_what_else_counts_as_how_many(edition: str, rule: str, counted: int) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 4).warriors("Thing", rules=[rule])
    field.turn()
    assert field.monitor("quartered").value == 4 + counted


@pytest.mark.rule("ME-BRK-1")
def test_balins_chariot_is_four_models_in_2018() -> None:
    field = Field(OLD)
    field.side("A").warriors("Thing", rules=["Balin's chariot"])
    field.turn()
    assert field.monitor("quartered").value == 4


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_reserves_are_on_the_table_as_far_as_break_points_go(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 4).warriors("Late", 3, conditions=("reserve",))
    field.turn()
    assert (field.monitor("break").limit, field.monitor("break").value) == (4, 0)


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_a_marker_counts_as_on_the_table_until_its_roll_fails(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Shade", wounds=2, rules=["Resurrection"]).warriors("Orc", 2)
    field.turn()
    field.do("wound", "Shade", wounds=2)
    assert field.unit("Shade").has("resurrection")
    assert field.monitor("break").value == 0
    field.do("resurrect", "Shade", dice=[4])
    assert not field.unit("Shade").has("resurrection")
    field.do("wound", "Shade", wounds=2)
    field.do("resurrect", "Shade", dice=[3])
    assert field.monitor("break").value == 1


@both_editions
@pytest.mark.rule("ME-BRK-2")
def test_a_marker_left_at_the_end_is_a_casualty(edition: str) -> None:
    field = Field(edition, turns=1)
    field.side("A").hero("Shade", rules=["Resurrection"]).warriors("Orc", 2)
    field.turn()
    field.do("wound", "Shade")
    field.turn()
    assert field.state.ended
    assert field.monitor("break").value == 1


@pytest.mark.rule("ME-BRK-2")
@pytest.mark.parametrize("how", ["leave", "lose"])
def test_the_fellowship_is_whole_while_frodo_stands_or_has_left_for_his_goal(how: str) -> None:
    field = Field(OLD)
    field.side("A").options["rules"] = ["The Fellowship"]
    field.side("A").hero("Frodo").warriors("Others", 4)
    field.turn()
    field.do(how, "Frodo")
    field.lose("Others", 3)
    field.turn()
    assert field.is_broken() is (how == "lose")


@both_editions
@pytest.mark.rule("ME-BRK-2")
@pytest.mark.parametrize(
    ("rule", "name", "wounds"), [("Barad-dur", "Sauron", 3), ("Depths of Moria", "The Balrog", 6)]
)
def test_lists_that_never_break_while_their_lord_is_hale(
    edition: str, rule: str, name: str, wounds: int
) -> None:
    field = Field(edition)
    field.side("A").options["rules"] = [rule]
    field.side("A").hero(name, wounds=10).warriors("Men", 4)
    field.turn()
    field.lose("Men", 3)
    field.do("mark", on=name, counter="wounds", to=wounds)
    field.turn()
    assert not field.is_broken()
    field.do("mark", on=name, counter="wounds", to=wounds - 1)
    field.turn()
    assert field.is_broken()


@pytest.mark.rule("ME-BRK-2")
def test_what_switches_on_once_broken_is_watched_and_said() -> None:
    field = Field(NEW)
    rules = ["Easterlings", "Reclamation of Moria", "Fords of Isen", "Rivendell", "Faramir"]
    field.side("A").options["rules"] = rules
    field.side("A").warriors("Men", 5)
    field.turn()
    names = [f"bonus:{rule}" for rule in rules]
    assert [field.monitor(name).value for name in names] == [0] * 5
    field.lose("Men", 3)
    field.turn()
    assert [field.monitor(name).value for name in names] == [1] * 5
    texts = " / ".join(field.monitor(name).text for name in names)
    for told in (
        "+1 to courage",
        "+1 to wound",
        "counts as 2",
        "flood marker",
        "failed wounds again, free Heroic Resolve",
    ):
        assert told in texts


@both_editions
def test_easterlings_are_braver_once_broken(edition: str) -> None:
    field = Field(edition)
    field.side("A").options["rules"] = ["Easterlings"]
    field.side("A").warriors("Men", 5)
    field.turn()
    assert "fails" in field.do("courage", "Men", cause="x", dice=[3, 3]).text
    field.lose("Men", 3)
    field.turn()
    assert "passes" in field.do("courage", "Men", cause="x", dice=[3, 3]).text


def test_easterling_heroes_fear_nothing_while_the_enemy_is_broken() -> None:
    field = Field(NEW)
    field.side("A").options["rules"] = ["Easterling heroes"]
    field.side("A").hero("Amdur").warriors("Man")
    field.side("B").warriors("Orcs", 3)
    field.turn()
    assert field.do("courage", "Amdur", cause="x", dice=[6, 6]).rolls
    field.lose("Orcs", 2)
    field.turn()
    assert field.do("courage", "Amdur", cause="x").rolls == ()
    assert field.do("courage", "Man", cause="x", dice=[6, 6]).rolls


# ---- banners, and who is called along


@both_editions
@pytest.mark.rule("ME-BRK-6")
def test_a_bearer_that_flees_hands_its_banner_on(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Bearer", keywords=["BANNER"]).warriors("Man").warriors("Down").warriors(
        "Fallen", 5
    )
    field.turn()
    assert "still carries" in field.refused("pass-banner", "Bearer", to="Man").why
    field.lose("Fallen", 5)
    field.turn()
    field.do("break-test", "Bearer", dice=[1, 1])
    field.do("condition", on="Down", condition="prone")
    assert "cannot take a banner" in field.refused("pass-banner", "Bearer", to="Down").why
    field.do("pass-banner", "Bearer", to="Man")
    assert field.unit("Man").has("banner")
    assert "has no banner" in field.refused("pass-banner", "Bearer", to="Man").why


@both_editions
@pytest.mark.rule("ME-BRK-6", "ME-MWF-1")
def test_who_is_called_along_moves_out_of_order_unless_the_hero_flees(edition: str) -> None:
    for passed in (True, False):
        field = rohan(edition, might=1)
        for unit in ("Gamling", "Wb"):
            field.do("break-test", unit, passed=True)
        field.do("move", "Orcs")
        field.do("heroic", "Eomer", action="move", followers=["Wa"])
        field.do("break-test", "Eomer", passed=passed)
        field.do("break-test", "Wa", passed=True, override="" if passed else "its turn came")
        assert field.unit("Wa").has("called along") is passed


@both_editions
@pytest.mark.rule("ME-CRG-3")
def test_a_failed_terror_test_calls_nobody_off(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer", might=1).warriors("Wa")
    field.side("B").warriors("Troll", keywords=["Terror"])
    field.turn()
    field.do("heroic", "Eomer", action="move", followers=["Wa"])
    field.do("charge", "Eomer", targets=["Troll"], dice=[1, 1])
    assert field.unit("Wa").has("called along")


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_who_has_no_will_left_is_told_apart_from_the_slain(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Nazgul", will=1, rules=["Will of Evil"]).warriors("Orc")
    field.turn()
    field.do("mark", on="Nazgul", counter="will", by=-1)
    assert field.unit("Nazgul").counter("banished") == 1
    assert [s.text for s in GAME.aftermath(field.state, [])] == ["Nazgul: banished"]
