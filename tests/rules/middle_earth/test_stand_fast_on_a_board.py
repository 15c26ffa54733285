"""Stand Fast! measured on a table: from the hero's final position, edge to edge, by what the warrior sees."""

from __future__ import annotations

import pytest

from tests.rules.middle_earth.field import NEW, OLD, Field, both_editions
from tests.rules.middle_earth.table import INCH, broken_on, piece, table

WALL = piece("wall", 12, 8, 12.5, 12, height=4, tags=["impassable"], name="high wall")
"""Between a hero at 10, 10 and a warrior at 15, 10."""


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-2")
@pytest.mark.parametrize(("x", "covered"), [(17, True), (17.1, False)])
def test_a_warrior_exactly_six_inches_away_is_covered_and_one_farther_is_not(
    edition: str, x: float, covered: bool
) -> None:
    # Half an inch of base on either side: 17 - 10 - 1 = 6.
    field = broken_on(edition, Eomer=(10, 10), Wa=(x, 10))
    field.do("break-test", "Eomer", passed=True)
    if covered:
        entry = field.do("break-test", "Wa", covered_by="Eomer")
        assert {"ME-SFT-1", "ME-SFT-2"} <= set(entry.rules)
        assert field.step("Wa").state == "covered"
    else:
        refused = field.refused("break-test", "Wa", covered_by="Eomer")
        assert refused.why == 'Wa is 6.1" from Eomer, whose Stand Fast! reaches 6"'
        assert refused.rules == ("ME-SFT-1", "ME-SFT-2")


@pytest.mark.rule("ME-SFT-1")
def test_the_edge_of_the_reach_is_the_players_choice() -> None:
    field = broken_on(options={"reach-edge": "outside"}, Eomer=(10, 10), Wa=(17, 10), Wb=(16.9, 10.5))
    field.do("break-test", "Eomer", passed=True)
    assert "6" in field.refused("break-test", "Wa", covered_by="Eomer").why
    field.do("break-test", "Wb", covered_by="Eomer")


def test_what_is_just_beyond_a_reach_is_not_told_as_that_reach() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(17.001, 10))
    field.do("break-test", "Eomer", passed=True)
    assert field.refused("break-test", "Wa", covered_by="Eomer").why.startswith(
        'Wa is just over 6" from Eomer'
    )


@both_editions
@pytest.mark.rule("ME-SFT-1")
def test_a_warrior_behind_a_wall_does_not_see_the_hero(edition: str) -> None:
    field = broken_on(edition, pieces=[WALL], Eomer=(10, 10), Wa=(15, 10))
    field.do("break-test", "Eomer", passed=True)
    refused = field.refused("break-test", "Wa", covered_by="Eomer")
    assert refused.why == "Wa does not see Eomer: high wall is in the way"
    assert refused.rules == ("ME-SFT-1",)


@pytest.mark.rule("ME-SFT-1")
def test_a_house_rule_does_without_sight() -> None:
    options = {"stand-fast-sight": "not needed"}
    field = broken_on(options=options, pieces=[WALL], Eomer=(10, 10), Wa=(15, 10))
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Wa", covered_by="Eomer")


@both_editions
@pytest.mark.rule("ME-SFT-2")
def test_the_six_inches_are_measured_once_the_hero_has_moved(edition: str) -> None:
    field = broken_on(edition, Eomer=(10, 10), Wa=(19, 10), Wb=(6, 10))
    field.do("break-test", "Eomer", passed=True)
    assert field.step("Eomer").would_cover == ("Wb",)
    field.do("move", "Eomer", to=[13, 10])
    assert field.step("Eomer").would_cover == ("Wa", "Wb")
    field.do("break-test", "Wa", covered_by="Eomer")
    field.do("break-test", "Wb", covered_by="Eomer")


@pytest.mark.rule("ME-SFT-2")
def test_a_hero_who_walks_away_leaves_a_warrior_uncovered() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(5, 10))
    field.do("break-test", "Eomer", passed=True)
    field.do("move", "Eomer", to=[13, 10])
    assert 'Wa is 7" from Eomer' in field.refused("break-test", "Wa", covered_by="Eomer").why


@pytest.mark.rule("ME-SFT-1")
def test_a_stated_distance_is_the_players_word_and_goes_before_the_board() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(20, 10), Wb=(12, 10))
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Wa", covered_by="Eomer", distance=5.5)
    assert 'Wb is 7" from Eomer' in field.refused("break-test", "Wb", covered_by="Eomer", distance=7).why


def test_a_reason_overrides_what_the_board_says() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(20, 10))
    field.do("break-test", "Eomer", passed=True)
    entry = field.do("break-test", "Wa", covered_by="Eomer", override="the model was nudged")
    assert entry.overruled == ('Wa is 9" from Eomer, whose Stand Fast! reaches 6"',)


def test_where_one_of_them_stands_nowhere_nothing_is_measured() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(30, 10))
    field.do("place", "Wa", at=[])
    field.do("break-test", "Eomer", passed=True)
    field.do("break-test", "Wa", covered_by="Eomer")


@pytest.mark.rule("ME-SFT-1")
def test_of_a_group_only_the_models_within_reach_are_covered() -> None:
    field = Field(NEW, board=table())
    # 4", 5.5" and 8" from Eomer's edge.
    men = [[15, 10], [16.5, 10], [19, 10]]
    field.side("A").hero("Eomer", at=[10, 10], base=INCH).warriors("Men", 3, at=men, base=INCH)
    field.side("A").warriors("Fallen", 6)
    field.turn()
    field.lose("Fallen", 6)
    field.turn()
    field.do("break-test", "Eomer", passed=True)
    refused = field.refused("break-test", "Men", covered_by="Eomer", models=3)
    assert refused.why == "Eomer covers 2 of Men where they stand"
    field.do("stand-fast", "Eomer", targets=["Men"])
    assert field.unit("Men").counter("tested") == 2
    assert field.step("Men").models == 1


@both_editions
@pytest.mark.rule("ME-SFT-1", "ME-SFT-2")
def test_the_guide_knows_by_itself_whom_a_hero_covers(edition: str) -> None:
    field = broken_on(edition, pieces=[WALL], Eomer=(10, 10), Wa=(10, 14), Wb=(10, 20), Wc=(15, 10))
    assert field.step("Eomer").would_cover == ("Wa",)
    assert field.step("Wb").state == "waiting", "he may yet move nearer"
    assert '(Eomer 9")' in field.step("Wb").why
    field.do("break-test", "Eomer", passed=True)
    assert field.step("Eomer").why.startswith("holds, and covers Wa from where it stands; it moves now")
    assert [c.value for c in field.step("Wa").covers] == ["Eomer"]
    assert field.step("Wa").state == "due"
    assert field.step("Wb").why.startswith("Eomer may cover it after moving")
    field.do("move", "Eomer", to=[10, 9])
    for name in ("Wb", "Wc"):
        assert field.step(name).covers == ()
        assert field.step(name).state == "due"
    assert 'Wb is 10" from Eomer' in field.step("Wb").why
    assert "high wall is in the way" in field.step("Wc").why


@pytest.mark.rule("ME-SFT-1", "ME-SFT-3")
def test_a_look_says_whether_a_hero_covers_and_why() -> None:
    field = broken_on(Eomer=(10, 10), Gamling=(10, 13), Wa=(10, 15), Wb=(20, 10))
    told = field.finding("Wa", "Eomer", "stand-fast Eomer")
    assert (told.verdict, told.good) == ("would cover Wa", None)
    assert "Eomer has not passed its own test this turn" in told.why
    field.do("break-test", "Eomer", passed=True)
    told = field.finding("Wa", "Eomer", "stand-fast Eomer")
    assert (told.verdict, told.good, told.why) == ("covers Wa", True, '4" of 6"')
    assert told.rules == ("ME-SFT-1", "ME-SFT-2")
    far = field.finding("Eomer", "Wb", "stand-fast Eomer")
    assert (far.verdict, far.good) == ("does not cover Wb", False)
    assert 'Wb is 9" from Eomer' in far.why
    heroes = [f.id for f in field.look("Eomer", "Gamling")]
    assert heroes == ["distance", "sight"], "heroes never gain from each other"


@pytest.mark.rule("ME-SFT-4")
def test_a_look_says_that_an_engaged_hero_gives_none() -> None:
    field = broken_on(OLD, Eomer=(10, 10), Wa=(10, 12))
    field.do("condition", on="Eomer", condition="engaged")
    told = field.finding("Eomer", "Wa", "stand-fast Eomer")
    assert told.good is False
    assert "ME-SFT-4" in told.rules


@pytest.mark.rule("ME-SFT-1")
def test_a_script_may_ask_whom_a_hero_covers() -> None:
    field = broken_on(Eomer=(10, 10), Wa=(10, 15), Wb=(20, 10))
    field.do("break-test", "Eomer", passed=True)
    told = field.ask("stand-fast", "Eomer")["stand_fast"]
    assert [(one["unit"], one["covers"]) for one in told] == [("Wa", True), ("Wb", False)]
    assert "ME-SFT-2" in told[1]["rules"]
    assert [one["hero"] for one in field.ask("stand-fast", "Wa")["stand_fast"]] == ["Eomer"]
