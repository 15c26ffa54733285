"""How fighters take the field: from the words of a roster, and from a list with kit counted in."""

from __future__ import annotations

import pytest

from warband_tui.rules.fielding import RosterWords, WordWeapon
from warband_tui.rules.games.trench_crusade import RULESET
from warband_tui.rules.loadout import loadout_of
from warband_tui.rules.roster_view import FighterView, OwnedItem

EDITION = "1.0.2"


def test_the_words_of_a_stat_line_become_numbers() -> None:
    words = RosterWords(
        kind="Jabirean Alchemist",
        stats={
            "Movement": '6"/Infantry',
            "Ranged": "+2 Dice",
            "Melee": "+1 Dice",
            "Armour": "-2",
            "Base": "32mm",
        },
        upgrades=("Experience", "Leg Wound [31]", "Automatic Rifle", "Alchemist Armour"),
        weapons=(
            WordWeapon(
                "Automatic Rifle", {"Type": "2-Handed", "Range": '24"', "Keywords": "ASSAULT, AUTOMATIC 2"}
            ),
        ),
        heading="Elite",
    )
    fielded = RULESET.understand(words, EDITION)
    profile = fielded.profile
    assert (profile["movement"], profile["ranged"], profile["melee"], profile["armour"]) == (6.0, 2, 1, -2)
    assert [w["name"] for w in profile["weapons"]] == ["Automatic Rifle"]
    assert "ELITE" in profile["keywords"]
    assert "NEGATE FIRE" in profile["keywords"], "what armour grants its bearer"
    assert fielded.not_understood == ()


@pytest.mark.parametrize("written", ["N/A", "-", "n/a", ""])
def test_a_fighter_without_a_ranged_characteristic_cannot_shoot(written: str) -> None:
    words = RosterWords(kind="Hound", stats={"Movement": '8"', "Ranged": written, "Melee": "+1"})
    assert RULESET.understand(words, EDITION).profile["ranged"] is None


def test_a_flyer_is_known_by_its_movement() -> None:
    words = RosterWords(kind="Praetor of somewhere", stats={"Movement": '8"/Flying', "Ranged": "+3"})
    profile = RULESET.understand(words, EDITION).profile
    assert profile["movement"] == 8.0
    assert "FLYING" in profile["keywords"]


def test_gear_that_nobody_knows_is_named_and_the_rest_comes_in() -> None:
    words = RosterWords(kind="Yeoman", stats={"Movement": "6"}, upgrades=("Pistol", "2x Grandmother's Clock"))
    fielded = RULESET.understand(words, EDITION)
    assert [w["name"] for w in fielded.profile["weapons"]] == ["Pistol"]
    assert fielded.not_understood == ("Grandmother's Clock",)


@pytest.mark.rule("TC-KEY-1")
def test_a_keyword_that_the_engine_does_not_know_is_kept_and_named() -> None:
    weapon = WordWeapon("Odd Gun", {"Range": '20"', "Keywords": "SINGING, HEAVY"})
    fielded = RULESET.understand(
        RosterWords(kind="Azeb", stats={"Movement": "6"}, weapons=(weapon,)), EDITION
    )
    assert fielded.profile["weapons"][0]["keywords"] == ("SINGING", "HEAVY")
    assert fielded.not_understood == ("SINGING",)


def test_where_a_roster_has_no_stat_line_the_list_has() -> None:
    words = RosterWords(kind="Heretictrooper", upgrades=("Bolt-Action Rifle", "Standard Armour"))
    profile = RULESET.understand(words, EDITION).profile
    assert (profile["movement"], profile["ranged"], profile["melee"], profile["armour"]) == (6.0, 0, 0, -1)


def test_a_fighter_from_a_list_wears_its_armour_and_its_shield() -> None:
    catalogue = RULESET.catalogue("new-antioch", EDITION)
    assert catalogue is not None
    items = tuple(OwnedItem(id=i) for i in ("reinforced-armour", "trench-shield", "pistol"))
    view = FighterView(id="1", name="Weyl", profile="lieutenant", items=items)
    profile = RULESET.field(loadout_of(view, catalogue), "Lieutenant", EDITION).profile
    assert profile["armour"] == -3
    assert [w["name"] for w in profile["weapons"]] == ["Pistol"]
    assert {"ELITE", "LEADER", "TOUGH"} <= set(profile["keywords"])


def test_a_roster_s_own_name_for_a_list_finds_it() -> None:
    assert RULESET.faction_of("Iron Sultanate") == "iron-sultanate"
    assert RULESET.faction_of("Principality of New Antioch") == "new-antioch"
    assert RULESET.faction_of("River Companies") == ""
