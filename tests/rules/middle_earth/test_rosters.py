"""From rosters and catalogues to the table: words as real files have them, synthetic ones here."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.middle_earth.field import GAME, NEW, OLD
from warband_tui.rules.fielding import RosterWords, WordWeapon
from warband_tui.rules.games.middle_earth.catalogues import FACTIONS
from warband_tui.rules.games.middle_earth.profile import SbgProfile, profile_of
from warband_tui.rules.state import UnitSetup

HERO_LINE = {
    "Movement": '6"', "Fight": "5/5+", "Strength": "4", "Defense": "6", "Attack": "3", "Wounds": "3",
    "Courage": "5", "Might": "3", "Will": "3", "Fate": "1", "Heroic Actions": "March Strike Defence",
    "Keywords": "Orc Mordor Infantry Hero", "Heroic Tier": "Hero of Valour",
}  # fmt: skip
WARRIOR_LINE = {"Movement": '6"', "Fight": "3/5+", "Strength": "3", "Defense": "5", "Attack": "1", "Wounds": "1",
                "Courage": "2"}  # fmt: skip


def fielded(edition: str = OLD, **words: Any) -> tuple[SbgProfile, tuple[str, ...]]:
    found = GAME.understand(RosterWords(**words), edition)
    unit = GAME.unit(UnitSetup("u", "u", found.profile), "A", edition)
    return profile_of(unit), found.not_understood


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_a_hero_of_a_battlescribe_roster(edition: str) -> None:
    profile, strange = fielded(
        edition,
        kind="Krugash, Lieutenant",
        stats=HERO_LINE,
        upgrades=("Sword", "Heavy Armour", "Leader (Valour)", "Warg"),
        heading="Hero of Valour",
    )
    assert (profile.fight, profile.shoot, profile.strength, profile.defence) == (5, 5, 4, 6)
    assert (profile.attacks, profile.wounds, profile.courage_target) == (3, 3, 5)
    assert (profile.might, profile.will, profile.fate) == (3, 3, 1)
    assert {"HERO", "GENERAL", "ORC", "CAVALRY"} <= profile.words
    assert profile.mount is not None
    assert profile.mount.name == "warg"
    assert strange == ()


def test_a_group_of_warriors_under_a_hero_are_no_heroes() -> None:
    profile, strange = fielded(
        kind="Bog Orc",
        stats=WARRIOR_LINE,
        upgrades=("Armour", "Sword", "Spear", "Orc bow"),
        heading="Hero of Valour",
    )
    assert not profile.hero
    assert profile.courage_target == 8
    assert [w.name for w in profile.weapons if w.ranged] == ["Orc bow"]
    assert next(w.strength for w in profile.weapons if w.ranged) == 2
    assert strange == ()


def test_a_rider_without_a_mount_of_its_own_rides_what_its_kind_rides() -> None:
    profile, _ = fielded(kind="Warg Rider", stats=WARRIOR_LINE, upgrades=("Shield",))
    assert profile.mount is not None
    assert (profile.mount.name, profile.mount.attacks) == ("warg", 1)


def test_a_line_of_2024_has_shoot_apart_and_a_plus_after_courage() -> None:
    line = {"Move": '6"', "Fight": "4", "Shoot": "3+", "Strength": "3", "Defence": "4", "Attacks": "1",
            "Wounds": "1", "Courage": "7+", "Intelligence": "6+"}  # fmt: skip
    profile, _ = fielded(NEW, kind="Scout of the marsh", stats=line)
    assert (profile.fight, profile.shoot, profile.courage_target, profile.intelligence_target) == (4, 3, 7, 6)


def test_a_list_builder_gives_points_only_and_the_list_here_the_rest() -> None:
    stats = {"Might": "2", "Will": "1", "Fate": "1", "Wounds": "2"}
    profile, strange = fielded(
        NEW, kind="Captain Of Rohan", stats=stats, heading="Leader", upgrades=("Horse",)
    )
    assert (profile.fight, profile.defence, profile.courage_target, profile.wounds) == (4, 5, 6, 2)
    assert {"HERO", "GENERAL"} <= profile.words
    assert strange == ()


def test_what_a_roster_leaves_out_or_marks_with_a_star_is_named() -> None:
    profile, strange = fielded(NEW, kind="Thing in the mere", stats={"Fight": "*", "Might": "1", "Wounds": "2"},
                               heading="Hero", upgrades=("Crown of reeds",))  # fmt: skip
    assert profile.missing == ("fight", "strength", "defence", "courage")
    assert "courage is not given" in strange
    assert "Crown of reeds" in strange


def test_weapons_and_special_rules_of_the_roster_are_kept() -> None:
    weapon = WordWeapon("Reed bow", {"Range": '18"', "Strength": "3"})
    profile, _ = fielded(kind="Reedman", stats=WARRIOR_LINE, weapons=(weapon,), upgrades=("Fearless",))
    assert (profile.weapons[0].range, profile.weapons[0].strength) == (18, 3)
    assert "Fearless" in profile.keywords


@pytest.mark.parametrize("edition", [OLD, NEW])
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_profile_of_every_list_takes_the_field(faction: str, edition: str) -> None:
    catalogue = GAME.catalogue(faction, edition)
    assert catalogue is not None
    assert catalogue.edition == edition
    assert catalogue.profiles
    for profile in catalogue.profiles:
        unit, strange = fielded(edition, kind=profile.name)
        assert strange == ()
        assert unit.courage_target in range(3, 11)
        assert unit.hero is bool("HERO" in profile.keywords)
        assert GAME.knows_keyword(profile.keywords[-1])


def test_free_points_of_2018_are_free_here_too() -> None:
    profile, _ = fielded(OLD, kind="Aragorn, King Elessar")
    assert (profile.might, profile.free) == (3, {"might": 1})


def test_accents_and_case_of_names_do_not_matter() -> None:
    profile, strange = fielded(NEW, kind="THEODEN, king of rohan")
    assert profile.hero
    assert strange == ()


@pytest.mark.parametrize("edition", [OLD, NEW])
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("Gil-galad", "Stand Fast 12, Elf heroes"), ("Uglúk, Uruk-hai Captain", "Stand Fast 12 when roused"),
     ("Brand, King of Dale", "Stand Fast 12"), ("The Dragon Emperor of Rhûn", ""), ("Meriadoc Brandybuck", ""),
     ("Sharkey", "Stand Fast board"), ("Sharkey's Rogue", ""), ("Bill the Pony", "No Stand Fast"),
     ("Rohan Outrider", "Vanguard")],
)  # fmt: skip
def test_heroes_known_by_name_have_their_own_stand_fast(edition: str, kind: str, rule: str) -> None:
    profile, _ = fielded(edition, kind=kind, stats=HERO_LINE)
    given = [word for word in profile.keywords if word.startswith(("Stand Fast", "No Stand", "Vanguard"))]
    assert given == ([rule] if rule else [])


def test_a_roster_that_says_how_far_a_hero_reaches_is_left_alone() -> None:
    profile, _ = fielded(kind="Azog", stats=HERO_LINE, keywords=("Stand Fast board",))
    assert [word for word in profile.keywords if word.startswith("Stand Fast")] == ["Stand Fast board"]


def test_every_rule_given_by_name_is_known() -> None:
    for kind in (
        "Thráin the Broken",
        "Grimbeorn",
        "King of the Dead",
        "Lobelia Sackville-Baggins",
        "The Tainted",
    ):
        profile, strange = fielded(kind=kind, stats=HERO_LINE)
        assert strange == ()
        assert GAME.knows_keyword(profile.keywords[-1])


def test_the_tier_of_a_hero_is_kept_as_a_keyword() -> None:
    profile, _ = fielded(kind="Krugash", stats=HERO_LINE)
    assert "HERO OF VALOUR" in profile.words


def test_a_pony_is_timid() -> None:
    profile, _ = fielded(kind="Meriadoc", stats=HERO_LINE, upgrades=("Pony",))
    assert profile.mount is not None
    assert (profile.mount.name, profile.mount.rules) == ("pony", ("Timid",))


def test_what_is_not_known_of_a_mount_is_shown_as_to_be_checked() -> None:
    lines = {}
    for mount in ("Pony", "Horse"):
        fielding = GAME.understand(RosterWords(kind="Meriadoc", stats=HERO_LINE, upgrades=(mount,)), NEW)
        lines[mount] = GAME.line(GAME.unit(UnitSetup("a", "Merry", fielding.profile), "A", NEW)).unknown
    assert lines["Pony"] == ("pony: the numbers are those of a horse: check your book",)
    assert lines["Horse"] == ()
