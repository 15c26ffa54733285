"""Stat lines, weapons and what is left out."""

from __future__ import annotations

import pytest

from tests.imports.builders import profile, read, read_one, sel, stats, warnings


@pytest.mark.parametrize(
    "type_name", ["Unit", "Model", "Operative", "Hero", " warrior ", "CHARACTER", "Vehicle", "Profile"]
)
def test_the_stat_line_is_found_by_the_name_of_its_type(type_name: str) -> None:
    entry = read_one(
        sel("Oda", "model", profiles=(profile("Ability", "Rally", Text="x"), stats(type_name=type_name)))
    )
    assert entry.stats == {"Move": "5", "Fight": "+1", "Wounds": "1"}
    assert entry.stat_type == type_name.strip()


def test_values_stay_text_in_the_order_of_the_file() -> None:
    entry = read_one(
        sel("Oda", "model", profiles=(stats(Move='6"/Foot', Fight="5/4+", Armour="-2", Save="3+/5++"),))
    )
    assert list(entry.stats.items()) == [
        ("Move", '6"/Foot'),
        ("Fight", "5/4+"),
        ("Armour", "-2"),
        ("Save", "3+/5++"),
    ]


def test_an_unknown_type_with_three_short_values_is_taken_for_the_stat_line() -> None:
    convoy = profile("Wagon", "Big Rig", Speed="10", Seats="2", Hull="7")
    assert read_one(sel("Big Rig", "unit", profiles=(convoy,))).stat_type == "Wagon"


@pytest.mark.parametrize("type_name", ["Melee Weapon", "Ability (Passive)", "Spell", "Wound Track", "Magic"])
def test_weapons_abilities_and_wound_tables_are_never_the_stat_line(type_name: str) -> None:
    entry = read_one(sel("Oda", "model", profiles=(profile(type_name, "x", A="1", B="2", C="3"),)))
    assert (entry.stat_type, entry.stats) == ("", {})


def test_a_mount_is_a_second_stat_line_inside_its_rider() -> None:
    horse = sel("Horse", profiles=(stats("Horse", type_name="Warrior", Move="10"),))
    entry = read_one(sel("Rider", "model", horse, profiles=(stats("Rider", type_name="Hero", Move="6"),)))
    assert (entry.stats, entry.models) == ({"Move": "6"}, 1)
    assert [(mount.name, mount.values) for mount in entry.profiles] == [("Horse", {"Move": "10"})]


def test_the_stat_line_of_the_line_itself_wins_over_that_of_its_bodies() -> None:
    squad = sel(
        "Squad", "unit", sel("Sergeant", "model", profiles=(stats(Move="7"),)), profiles=(stats(Move="5"),)
    )
    assert read_one(squad).stats == {"Move": "5"}


def test_a_stat_that_only_points_to_a_table_is_told() -> None:
    imported = read(sel("Chimera", "model", profiles=(stats(Move="✹", Wounds="60", Save="-"),)))
    assert warnings(imported) == ["Move is ✹: its value depends on another profile"]


def test_a_fighter_without_a_stat_line_is_told() -> None:
    assert warnings(read(sel("Oda", "model", costs=5))) == ["no stat line was found"]


def test_rules_text_is_not_kept() -> None:
    prose = "A long sentence of rules that belongs to its publisher and has no place in a roster."
    rifle = profile("Weapon", "Rifle", Range='24"', Keywords="HEAVY", Rules="short", Lore=prose)
    rally = profile("Ability", "Rally", Description=prose)
    entry = read_one(sel("Oda", "model", sel("Rifle", profiles=(rifle,)), profiles=(stats(), rally)))
    assert entry.weapons[0].values == {"Range": '24"', "Keywords": "HEAVY"}
    assert entry.upgrades[0].profiles == entry.weapons
    assert [(kept.name, kept.values) for kept in entry.profiles] == [("Rally", {})]


def test_a_profile_reached_by_several_routes_is_kept_once() -> None:
    rifle = profile("Weapon", "Rifle", Range="24")
    entry = read_one(
        sel(
            "Oda",
            "model",
            sel("Rifle", profiles=(rifle, rifle, rifle)),
            sel("Spare Rifle", profiles=(rifle,)),
        )
    )
    assert len(entry.weapons) == 1


def test_profiles_of_one_name_with_other_values_are_both_kept() -> None:
    shots = (profile("Weapon", "Pistol", Range="6", Dmg="1"), profile("Weapon", "Pistol", Range="6", Dmg="2"))
    assert len(read_one(sel("Oda", "model", profiles=shots)).weapons) == 2
