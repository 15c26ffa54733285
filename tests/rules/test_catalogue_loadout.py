"""What a fighter takes to a battle."""

from __future__ import annotations

from warband_tui.rules.games.trench_crusade import catalogues
from warband_tui.rules.loadout import loadout_of
from warband_tui.rules.roster_view import FighterView, OwnedItem

ANTIOCH = catalogues.LISTS.of("new-antioch").for_edition("1.0.2")


def test_kit_and_upgrades_are_counted_in() -> None:
    mole = FighterView(
        id="kett", name="Kett", profile="yeoman", upgrades=("yeoman-rifle", "trench-mole"), promoted=True,
        items=(OwnedItem(id="trench-club"), OwnedItem(id="standard-armour"), OwnedItem(id="gas-mask")),
    )  # fmt: skip
    taken = loadout_of(mole, ANTIOCH)
    assert [one.id for one in taken.weapons] == ["bolt-action-rifle", "trench-club"]
    assert taken.others == ("Standard Armour", "Gas Mask")
    assert taken.armour_modifier == -1
    assert set(taken.keywords) == {"NEW ANTIOCH", "INFILTRATOR", "ELITE", "NEGATE GAS"}
    assert taken.stats == {"movement": 6, "ranged": 0, "melee": 0, "armour": 0, "base": 25}


def test_a_suit_of_machine_armour_counts_minus_3_in_all() -> None:
    heavy = FighterView(
        id="h", name="H", profile="mechanized-heavy-infantry", upgrades=("mechanized-machine-armour",)
    )
    taken = loadout_of(heavy, ANTIOCH)
    assert taken.armour_modifier == -3
    assert (taken.stats["armour"], taken.stats["base"]) == (0, 40)
    assert "STANDFAST" in taken.keywords


def test_a_suit_bought_by_another_changes_its_base() -> None:
    lieutenant = FighterView(id="l", name="L", profile="lieutenant", items=(OwnedItem(id="machine-armour"),))
    assert loadout_of(lieutenant, ANTIOCH).stats["base"] == 40


def test_what_the_catalogue_does_not_know_is_left_out() -> None:
    stranger = FighterView(id="s", name="S", profile="moon-knight", items=(OwnedItem(id="moon-axe"),))
    taken = loadout_of(stranger, ANTIOCH)
    assert (taken.stats, taken.weapons, taken.keywords) == ({}, (), ())
