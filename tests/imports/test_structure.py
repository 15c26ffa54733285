"""What counts as a fighter, and at what price: each quirk of the formats page with invented names."""

from __future__ import annotations

import pytest

from tests.imports.builders import (
    Node,
    as_new_recruit_json,
    as_xml,
    cost,
    force,
    profile,
    read,
    read_one,
    roster,
    sel,
    stats,
    warnings,
)
from warband_tui.imports.reading import read_roster_bytes
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import ImportedEntry, ImportedRoster


def price(entry: ImportedEntry) -> dict[str, float]:
    return {item.name: float(item.value) for item in entry.costs}


def complaints_about_totals(imported: ImportedRoster) -> list[str]:
    return [finding.message for finding in imported.findings if "do not match" in finding.message]


def test_a_fighter_may_be_a_unit_without_a_model_and_then_its_figures_are_unknown() -> None:
    entry = read_one(sel("Scout", "unit", costs=45, profiles=(stats(),)))
    assert (entry.models, entry.figures, entry.is_fighter) == (None, 1, True)


def test_the_player_is_asked_for_figures_that_the_file_does_not_hold() -> None:
    imported = read(sel("Ghosts", "unit", number=2, costs=40, profiles=(stats(),)))
    assert "the file does not tell how many figures these are" in warnings(imported)
    assert imported.figures == 2


def test_an_option_named_after_the_unit_suggests_its_figures_without_deciding_them() -> None:
    entry = read_one(sel("Swordsmen", "unit", sel("5 Swordsmen", costs=115), profiles=(stats(),)))
    assert (entry.models, entry.models_hint) == (None, 5)


def test_a_model_whose_weapon_is_another_model_is_one_fighter() -> None:
    gunner = sel("Gunner", "model", sel("with heavy gun", "model", costs=35, profiles=(stats(Move="4"),)))
    entry = read_one(gunner)
    assert (entry.name, entry.models, price(entry)) == ("Gunner", 1, {"Crowns": 35})
    assert [(body.number, body.name) for body in entry.bodies] == [(1, "with heavy gun")]
    assert entry.stats == {"Move": "4"}


def test_an_upgrade_with_a_stat_line_over_a_model_without_one_is_the_fighter() -> None:
    prime = sel(
        "Prime", "upgrade", sel("Hammer Prime", "model", costs=255), profiles=(stats(type_name="Model"),)
    )
    entry = read_one(prime)
    assert (entry.name, entry.selection_type, entry.models, entry.stat_type) == (
        "Prime",
        "upgrade",
        1,
        "Model",
    )


def test_a_hero_and_the_groups_in_his_warband_are_lines_of_their_own_and_no_points_are_counted_twice() -> (
    None
):
    group = sel(
        "Pikemen",
        "upgrade",
        sel("Pikeman", "model", number=6, costs=[cost(30), cost(6, " Warriors")]),
        sel("Pike", costs=6),
        profiles=(stats(type_name="Warrior"),),
    )
    hero = sel("Oda", "model", sel("Horse", costs=10), costs=130, profiles=(stats(type_name="Hero"),))
    imported = read(sel("Oda", "upgrade", sel("Warband", "upgrade", group), hero, category="Hero of Valour"))
    pikemen, oda = imported.entries
    assert (oda.name, oda.models, price(oda)) == ("Oda", 1, {"Crowns": 140})
    assert (pikemen.models, price(pikemen)) == (6, {"Crowns": 36, "Warriors": 6})
    assert pikemen.category == oda.category == "Hero of Valour"
    assert [upgrade.name for upgrade in oda.upgrades] == ["Horse"]


def test_a_mercenary_wrapped_in_a_unit_of_its_own_name_is_one_fighter_without_bodies() -> None:
    entry = read_one(
        sel("Lancer", "unit", sel("Lancer", "model", costs=cost(3, "Favour"), profiles=(stats(),)))
    )
    assert (entry.selection_type, entry.models, entry.bodies) == ("unit", 1, ())
    assert price(entry) == {"Favour": 3}


def test_a_stash_with_a_negative_price_is_no_fighter_and_its_contents_cancel_out() -> None:
    cart = sel(
        "Cart", "model", sel("Spare Pike", number=3, costs=6), sel("Spare Helm", costs=3), costs=-9, category="Configuration"
    )  # fmt: skip
    imported = read(cart, sel("Captain", "model", costs=60, profiles=(stats(),)))
    stash = imported.entries[0]
    assert (stash.kind, stash.is_fighter, stash.costs) == ("stash", False, ())
    assert [(item.number, item.name) for item in stash.upgrades] == [(3, "Spare Pike"), (1, "Spare Helm")]
    assert imported.figures == 1


def test_summonable_things_below_a_free_lore_are_not_fighters() -> None:
    lore = sel("Old Lore", "upgrade", sel("Wisp Lore", "upgrade", sel("Wisp", "unit", profiles=(stats(),))))
    imported = read(lore, sel("Captain", "model", costs=60))
    assert imported.skipped == ("Old Lore",)
    assert [entry.name for entry in imported.entries] == ["Captain"]
    assert [setting.name for setting in imported.settings] == ["Wisp Lore", "Wisp"]


def test_a_lore_that_costs_points_is_a_line_but_what_it_summons_is_not() -> None:
    wisp = sel("Wisp", "unit", profiles=(profile("Manifestation", "Wisp", Move="8", Save="5+"),))
    entry = read_one(sel("Old Lore", "upgrade", wisp, costs=20))
    assert (entry.name, entry.kind, price(entry)) == ("Old Lore", "other", {"Crowns": 20})


def test_terrain_with_a_stat_line_is_not_a_fighter() -> None:
    entry = read_one(
        sel("Altar", "unit", profiles=(stats(Move="-", Health="10", Save="4+"),), category="FACTION TERRAIN")
    )
    assert entry.kind == "terrain"


def test_a_character_that_is_a_plain_priced_upgrade_stays_as_a_line() -> None:
    imported = read(
        sel("Herman", "upgrade", costs=150), sel("Squad", "unit", sel("Trooper", "model", costs=70))
    )
    herman = imported.entries[0]
    assert (herman.name, herman.kind, herman.models, price(herman)) == (
        "Herman",
        "other",
        None,
        {"Crowns": 150},
    )
    assert herman.note
    assert any("say whether it is a fighter" in message for message in warnings(imported))


def test_a_priced_option_beside_a_hero_joins_the_hero() -> None:
    entry = read_one(
        sel("Oda", "upgrade", sel("Oda", "model", costs=60, profiles=(stats(),)), sel("Banner", costs=25))
    )
    assert price(entry) == {"Crowns": 85}
    assert [upgrade.name for upgrade in entry.upgrades] == ["Banner"]


def test_a_unit_group_holds_the_figures_of_its_crews() -> None:
    entry = read_one(
        sel("Crews", "unit-group", sel("Levy", "model", number=4, costs=4, profiles=(stats(),)), number=2)
    )
    assert (entry.selection_type, entry.number, entry.models) == ("unit-group", 2, 4)


def test_numbers_are_totals_already_and_are_not_multiplied_again() -> None:
    below = sel("Hound", "model", sel("Fang", number=17), number=17)
    entry = read_one(sel("Hounds", "unit", below, costs=160, profiles=(stats(),)))
    assert (entry.models, entry.upgrades[0].number, price(entry)) == (17, 17, {"Crowns": 160})


def test_fighters_of_one_name_stay_apart() -> None:
    imported = read(
        sel("Kin", "model", sel("Rifle", costs=7), costs=25, id="a"),
        sel("Kin", "model", sel("Flamer", costs=30), costs=25, id="b"),
    )
    assert [(entry.source_id, entry.upgrades[0].name) for entry in imported.entries] == [
        ("a", "Rifle"),
        ("b", "Flamer"),
    ]


def test_gear_stays_with_the_body_that_carries_it_in_the_order_of_the_file() -> None:
    squad = sel(
        "Squad",
        "unit",
        sel("Sergeant", "model", sel("Pistol"), profiles=(stats(Move="6"),)),
        sel("Trooper", "model", sel("Rifle", "upgrade", sel("Scope"), number=5), number=5),
        sel("Vox"),
    )
    entry = read_one(squad)
    assert [(upgrade.name, upgrade.within) for upgrade in entry.upgrades] == [
        ("Pistol", ""),
        ("Rifle", ""),
        ("Scope", "Rifle"),
        ("Vox", ""),
    ]
    assert entry.stats == {"Move": "6"}


def test_the_kind_is_its_name_and_the_custom_name_is_the_players() -> None:
    entry = read_one(
        sel("Captain", "model", customName='Oda "the Heron" Brandt', customNotes="Lost an eye.\nAt the ford.")
    )
    assert (entry.name, entry.custom_name) == ("Captain", 'Oda "the Heron" Brandt')
    assert entry.notes == "Lost an eye.\nAt the ford."


def test_the_forces_own_name_is_the_warbands_name() -> None:
    data = as_xml(roster(force(sel("Captain", "model"), customName="Heron Company"), name="List 3 final"))
    imported = read_roster_bytes(data, "x.ros")
    assert (imported.name, imported.display_name) == ("List 3 final", "Heron Company")


def test_without_a_name_of_its_own_the_warband_is_called_as_the_roster() -> None:
    assert read(sel("Captain", "model")).display_name == "The Heron Company"


def test_forces_inside_forces_are_read_with_their_own_costs() -> None:
    inner = force(sel("Levy", "model", costs=4), name="Levy", costs=[cost(1, "Levy Slots")])
    tree = roster(
        force(sel("Captain", "model", costs=60), forces=[inner]), costs=[cost(64), cost(1, "Levy Slots")]
    )
    imported = read_roster_bytes(as_xml(tree), "x.ros")
    assert [(part.name, part.depth) for part in imported.forces] == [("Warband", 0), ("Levy", 1)]
    assert [(entry.name, entry.force) for entry in imported.entries] == [
        ("Captain", "Warband"),
        ("Levy", "Levy"),
    ]
    assert {item.name: float(item.value) for item in imported.computed} == {"Crowns": 64, "Levy Slots": 1}
    assert not complaints_about_totals(imported)


def test_stale_totals_are_told_but_do_not_hinder() -> None:
    imported = read(sel("Captain", "model", costs=65), costs=[cost(480)])
    assert "the totals in the file (480 Crowns) do not match its contents (65 Crowns)" in warnings(imported)


def test_floating_point_tails_of_new_recruit_are_no_difference() -> None:
    tops = [sel("Dart", "model", number=3, costs="0.30000000000000004"), sel("Oda", "model", costs="0.5")]
    assert not complaints_about_totals(read(*tops, costs=[cost("0.8")]))


def test_a_total_that_the_file_leaves_out_is_told() -> None:
    imported = read(sel("Captain", "model", costs=[cost(100), cost(4, "power")]), costs=[cost(100)])
    assert any("states no total for power" in finding.message for finding in imported.findings)


def test_currencies_go_by_id_and_show_trimmed_names() -> None:
    entry = read_one(
        sel("Captain", "model", costs=[cost(5, " PL", "x1"), cost(60, "pts", "x2"), cost(2, "PL ", "x1")])
    )
    assert price(entry) == {"PL": 7, "pts": 60}


def test_an_unlimited_limit_is_no_limit() -> None:
    imported = read(sel("Captain", "model"), costLimits=[cost(-1), cost(250, "Favour")])
    assert {limit.name: float(limit.value) for limit in imported.limits} == {"Favour": 250}


def test_the_primary_category_is_the_heading_and_the_rest_are_keywords() -> None:
    entry = read_one(sel("Captain", "model", category="Elite", keywords=("HUMAN", "LEADER")))
    assert (entry.category, entry.categories) == ("Elite", ("HUMAN", "LEADER", "Elite"))


def test_what_the_list_builder_calls_illegal_is_told() -> None:
    imported = read(sel("Giant", "model", profiles=(stats(),), category="Illegal Units"))
    assert warnings(imported) == ["the list builder calls this illegal"]


def test_a_selection_without_a_name_is_still_shown() -> None:
    assert read_one(sel("\u2028 ", "model")).name == "(no name)"


@pytest.mark.parametrize("tops", [(), (sel("Game Type", "upgrade", sel("Matched")),)])
def test_a_roster_without_any_line_is_refused_instead_of_imported_empty(tops: tuple[Node, ...]) -> None:
    with pytest.raises(ImportRefused, match="holds no fighters"):
        read(*tops)


def test_the_json_of_a_roster_gives_the_same_entries_as_its_xml() -> None:
    tree = roster(
        force(
            sel("Rules", "upgrade", sel("Unspent Favour", number=3), category="Configuration"),
            sel("Captain", "model", sel("Rifle", costs="12.5", profiles=(profile("Weapon", "Rifle", Range="24"),)), costs=60),
            sel("Pikemen", "upgrade", sel("Pikeman", "model", number=6, costs=48), profiles=(stats(),), category="Troop"),
        ),
        costs=[cost("120.5")],
    )  # fmt: skip
    as_read = [read_roster_bytes(data, "x") for data in (as_xml(tree), as_new_recruit_json(tree))]
    assert as_read[0].entries == as_read[1].entries
    assert as_read[0].computed == as_read[1].computed
    assert as_read[0].revision == as_read[1].revision == "7"
