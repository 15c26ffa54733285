"""The traps of New Recruit's JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.imports.builders import cost, force, roster, sel, stats
from warband_tui.imports.reading import read_roster_bytes
from warband_tui.imports.roster import ImportedRoster


def read(document: Any) -> ImportedRoster:
    return read_roster_bytes(json.dumps(document).encode(), "list.json")


def test_a_roster_without_its_outer_object_is_read() -> None:
    imported = read({"forces": [force(sel("Oda", "model"))], "costs": [cost(60)]})
    assert imported.entries[0].name == "Oda"


@pytest.mark.parametrize(("arrived", "name"), [(7, "7"), (100000.0, "100000.0"), (True, "true")])
def test_names_that_became_numbers_or_truth_values_are_text_again(arrived: object, name: str) -> None:
    imported = read({"roster": roster(force(sel("x", "model", customName=arrived)), name=arrived)})
    assert (imported.name, imported.entries[0].custom_name) == (name, name)


def test_versions_and_revisions_that_became_numbers_are_text_again() -> None:
    imported = read(
        {"roster": roster(force(sel("Oda", "model")), battleScribeVersion=2.03, gameSystemRevision=17)}
    )
    assert (imported.format_version, imported.revision) == ("2.03", "17")


def test_an_empty_text_has_no_key_and_gives_an_empty_value() -> None:
    tree = stats(Move="5", Save="3+", Fight="1")
    del tree["characteristics"][1]["$text"]
    assert read({"roster": roster(force(sel("Oda", "model", profiles=(tree,))))}).entries[0].stats == {
        "Move": "5",
        "Save": "",
        "Fight": "1",
    }


def test_notes_are_plain_strings() -> None:
    imported = read(
        {"roster": roster(force(sel("Oda", "model", customNotes="Lost an eye.")), customNotes="Mine")}
    )
    assert (imported.notes, imported.entries[0].notes) == ("Mine", "Lost an eye.")


def test_decimals_are_exact() -> None:
    text = json.dumps({"roster": roster(force(sel("Oda", "model", costs=cost("PRICE"))))}).replace(
        '"PRICE"', "0.1"
    )
    assert str(read_roster_bytes(text.encode(), "x").entries[0].costs[0].value) == "0.1"


@pytest.mark.parametrize("nonsense", [None, 3, "text", {}, [], [None, 3, "x", []], {"a": 1}])
@pytest.mark.parametrize(
    "key", ["costs", "selections", "profiles", "categories", "customNotes", "number", "name"]
)
def test_nonsense_in_the_place_of_a_list_or_value_counts_as_nothing(key: str, nonsense: object) -> None:
    captain = sel("Captain", "model", costs=60) | {key: nonsense}
    assert len(read({"roster": roster(force(captain, sel("Oda", "model")))}).entries) == 2


def test_the_heading_is_marked_by_a_truth_value() -> None:
    imported = read({"roster": roster(force(sel("Oda", "model", category="Elite", keywords=("HUMAN",))))})
    assert imported.entries[0].category == "Elite"
