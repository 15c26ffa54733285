"""Trench Companion, the MESBG list builder and YakTribe, from their example files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from warband_tui.imports.reading import read_roster, read_roster_bytes
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import ImportedEntry, ImportedRoster, Injury

DATA = Path(__file__).parents[1] / "data" / "rosters"


def example(name: str) -> ImportedRoster:
    return read_roster(DATA / f"{name}.example.json")


def altered(name: str, change: Callable[[Any], object]) -> ImportedRoster:
    document = json.loads((DATA / f"{name}.example.json").read_text())
    change(document)
    return read_roster_bytes(json.dumps(document).encode(), "x.json")


def amounts(entry: ImportedEntry) -> dict[str, float]:
    return {cost.name: float(cost.value) for cost in entry.costs}


def test_the_tabletop_export_gives_names_stats_gear_and_injuries() -> None:
    imported = example("trenchcompanion_tts")
    (oda,) = imported.entries
    assert (imported.display_name, imported.format) == ("Heron Company", "Trench Companion TTS JSON")
    assert (oda.name, oda.custom_name, oda.category) == ("Captain", "Oda Brandt", "ELITE")
    assert oda.stats == {"Movement": '6"/Infantry', "Ranged": "+2", "Melee": "+1", "Armour": "-1"}
    assert amounts(oda) == {"Ducats": 75}
    assert [(gear.name, gear.group) for gear in oda.upgrades] == [
        ("Long Rifle", "ranged weapon"),
        ("Rally", "Ability"),
    ]
    assert oda.state.injuries == (Injury("Leg Wound"),)
    assert oda.state.advances == ("Steady",)
    assert {name: float(value) for name, value in imported.state.unspent.items()} == {
        "Ducats": 25,
        "Glory": 2,
    }


def test_a_rating_that_does_not_match_the_fighters_is_told() -> None:
    messages = [finding.message for finding in example("trenchcompanion_tts").findings]
    assert "the rating in the file (130 Ducats) does not match its contents (75 Ducats)" in messages


def test_a_save_gives_the_campaign_and_marks_names_made_of_ids() -> None:
    imported = example("trenchcompanion_rawsave")
    oda, lancer, tib, wen, stash = imported.entries
    assert (oda.name, oda.custom_name, oda.name_is_id, oda.stats) == ("Captain", "Oda Brandt", True, {})
    assert (oda.state.experience, oda.state.injuries, oda.state.advances) == (
        4,
        (Injury("Legwound"),),
        ("Steady",),
    )
    assert [amounts(entry) for entry in (oda, lancer, tib, wen)] == [
        {"Ducats": 75},
        {"Glory": 3},
        {"Ducats": 25},
        {"Ducats": 30},
    ]
    assert (tib.state.status, wen.state.status) == ("reserved", "dead")
    assert (stash.kind, [gear.name for gear in stash.upgrades]) == ("stash", ["Spare Helm"])
    assert imported.state.figures == {"Round": "3", "Victory points": "7", "Failed promotions": "1"}
    assert imported.state.places == ("Inventedplace",)
    assert [(setting.group, setting.name) for setting in imported.settings] == [
        ("Faction", "Rivercompany"),
        ("Variant", "Heron"),
        ("Patron", "Invented"),
    ]


def test_the_dead_are_on_the_roster_but_no_longer_count() -> None:
    assert example("trenchcompanion_rawsave").figures == 3


def test_a_stash_is_not_part_of_the_rating() -> None:
    messages = [finding.message for finding in example("trenchcompanion_rawsave").findings]
    assert not any("does not match" in message for message in messages)


def test_a_shared_record_holds_the_same_save_as_a_string() -> None:
    assert example("trenchcompanion_share").entries == example("trenchcompanion_rawsave").entries


def test_an_older_shared_record_keeps_the_save_under_meta() -> None:
    save = (DATA / "trenchcompanion_rawsave.example.json").read_text()
    imported = read_roster_bytes(json.dumps({"meta": {"warband_data": save}}).encode(), "x.json")
    assert imported.entries == example("trenchcompanion_rawsave").entries


def test_a_variant_of_a_kind_is_shown_in_brackets() -> None:
    imported = altered(
        "trenchcompanion_rawsave", lambda d: d["models"][0]["model"].update(model="md_azure_mv_heron")
    )
    assert imported.entries[0].name == "Azure (Heron)"


def test_the_mesbg_builder_gives_ids_as_names_and_points_by_warband() -> None:
    imported = example("mesbg_list_builder_v2024")
    oda, pikemen, banner = imported.entries
    assert (oda.name, oda.category, oda.name_is_id) == ("Captain Oda", "Leader", True)
    assert oda.stats == {"Might": "3", "Will": "2", "Fate": "1", "Wounds": "3"}
    assert (pikemen.name, pikemen.models, [gear.name for gear in pikemen.upgrades]) == (
        "Pikeman",
        6,
        ["Shield"],
    )
    assert (banner.models, banner.categories) == (1, ("Warrior", "River Lords"))
    assert [(force.name, force.catalogue) for force in imported.forces] == [
        ("Warband 1", "River Lords"),
        ("Warband 2", "River Lords"),
    ]
    assert [float(cost.value) for cost in imported.computed] == [210]
    assert [float(limit.value) for limit in imported.limits] == [500]


def test_a_hero_with_a_second_form_keeps_both_lines() -> None:
    lines = [["Oda", "3:2:1:3"], ["Horse", "0:0:0:1"], ["broken", "1:2"], "nonsense"]
    imported = altered("mesbg_list_builder_v2024", lambda d: d["warbands"][0]["hero"].update(MWFW=lines))
    assert imported.entries[0].stats["Might"] == "3"
    assert [(profile.name, profile.values["Wounds"]) for profile in imported.entries[0].profiles] == [
        ("Horse", "1")
    ]


def test_a_yaktribe_gang_gives_stats_gear_experience_and_state() -> None:
    imported = example("yaktribe_gang")
    oda, tib, stash = imported.entries
    assert (oda.name, oda.custom_name, amounts(oda)) == ("Leader", "Oda", {"Credits": 180})
    assert list(oda.stats) == ["M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "Wil", "Int"]
    assert (oda.state.experience, oda.state.kills, oda.state.injuries) == (6, 3, (Injury("Old Wound"),))
    assert [(gear.number, gear.name) for gear in oda.upgrades] == [(1, "Long Rifle")]
    assert (tib.state.status, stash.kind, stash.upgrades[0].name) == ("dead", "stash", "Spare Helm")
    assert imported.state.places == ("Old Ford",)
    assert imported.figures == 1


def test_a_gang_may_call_its_stash_otherwise_and_count_in_numbers() -> None:
    def change(document: Any) -> None:
        gang = document["gang"]
        del gang["gang_stash"]
        gang["stash"] = [{"name": "Rope", "qty": 2}]

    stash = altered("yaktribe_gang", change).entries[-1]
    assert [(gear.number, gear.name) for gear in stash.upgrades] == [(2, "Rope")]


EXAMPLES = (
    "trenchcompanion_tts",
    "trenchcompanion_rawsave",
    "trenchcompanion_share",
    "mesbg_list_builder_v2024",
    "yaktribe_gang",
)


def nodes_of(document: Any) -> list[Any]:
    found, waiting = [], [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict | list):
            found.append(node)
            waiting.extend(node.values() if isinstance(node, dict) else node)
    return found


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("nonsense", [None, [], {}, 3, "x", [3]])
def test_any_value_may_be_nonsense_without_harm(name: str, nonsense: object) -> None:
    """One of these programs writes an empty object as `[]`, and types vary in all of them."""
    document = json.loads((DATA / f"{name}.example.json").read_text())
    read, refusals = 0, []
    for node in nodes_of(document):
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
            node[key] = nonsense
            try:
                read += len(read_roster_bytes(json.dumps(document).encode(), "x.json").entries) > 0
            except ImportRefused as refused:
                refusals.append(str(refused))
            node[key] = value
    assert read > 0
    assert all(message.startswith("x.json: ") for message in refusals)


@pytest.mark.parametrize("kind", ["warband-campaign", "warband-roster"])
def test_our_own_exports_are_sent_to_the_command_that_reads_them(kind: str) -> None:
    with pytest.raises(ImportRefused, match="campaign import"):
        read_roster_bytes(json.dumps({"format": kind, "version": 1}).encode(), "ridge.json")
