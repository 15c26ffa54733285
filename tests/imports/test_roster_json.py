"""The JSON that `import --json` prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.imports.builders import as_xml, cost, force, read, roster, sel, stats
from tests.imports.comparing import differences
from warband_tui.imports.reading import read_roster, read_roster_bytes
from warband_tui.imports.roster_json import to_json

DATA = Path(__file__).parents[1] / "data" / "rosters"
EXPECTED: dict[str, Any] = json.loads((DATA / "heron.expected.json").read_text())
BY_HAND = EXPECTED.pop("hand_checked")


@pytest.mark.parametrize(
    "name", ["heron.ros", "heron.rosz", "heron_plain_but_named.rosz", "heron_bom.ros", "heron_utf16.ros"]
)
def test_the_sample_roster_comes_out_as_written_down(name: str) -> None:
    assert differences(EXPECTED, to_json(read_roster(DATA / name))) == []


@pytest.mark.parametrize("name", ["heron_nr.ros", "heron_nr.json"])
def test_new_recruits_copy_differs_only_in_who_made_it(name: str) -> None:
    made_by = EXPECTED | {"generatedBy": "https://newrecruit.eu"}
    assert differences(made_by, to_json(read_roster(DATA / name))) == []


def test_the_sample_roster_agrees_with_what_was_counted_by_hand() -> None:
    imported = read_roster(DATA / "heron.ros")
    shown = to_json(imported)
    assert shown["fighters"] == BY_HAND["fighters"]
    assert {entry.name: entry.figures for entry in imported.fighters} == BY_HAND["by_entry"]
    assert shown["stash"]["Baggage Cart"]["items"] == BY_HAND["stash"]["Baggage Cart"]
    assert shown["stash"]["Baggage Cart"]["net_cost"] == {}
    assert shown["sum_of_all_costs"] == {
        "Crowns": BY_HAND["crowns"],
        "Favour": BY_HAND["favour"],
        "Levy Slots": 1,
    }
    assert shown["campaign"]["unspent"] == {"Favour": BY_HAND["unspent_favour"]}
    assert not {entry.name for entry in imported.fighters} & set(BY_HAND["not_fighters"])
    captain = next(entry for entry in shown["entries"] if entry["name"] == "Captain")
    assert captain["campaign"] == {"experience": 4, "injuries": [{"name": "Old Wound", "roll": 31}]}


@pytest.mark.parametrize(
    "path", sorted(DATA.glob("*.example.json")), ids=lambda path: path.name.split(".")[0]
)
def test_every_format_gives_plain_json(path: Path) -> None:
    shown = to_json(read_roster(path))
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown


def test_sums_are_rounded_but_stated_totals_are_not() -> None:
    tops = [sel("Dart", "model", number=3, costs="0.30000000000000004")]
    shown = to_json(read(*tops, costs=[cost("0.30000000000000004")]))
    assert shown["declared"] == {"Crowns": 0.30000000000000004}
    assert shown["sum_of_all_costs"] == shown["entries"][0]["costs"] == {"Crowns": 0.3}


def test_whole_amounts_are_whole_numbers() -> None:
    shown = to_json(read(sel("Oda", "model", costs="60.0")))
    assert json.dumps(shown["entries"][0]["costs"]) == '{"Crowns": 60}'


def test_long_values_stand_apart_from_the_stats() -> None:
    shown = to_json(
        read(sel("Oda", "model", profiles=(stats(Move="5", Keywords="Human River Infantry Hero Leader"),)))
    )
    assert shown["entries"][0]["stats"] == {"Move": "5"}
    assert shown["entries"][0]["longStats"] == {"Keywords": "Human River Infantry Hero Leader"}


def test_unknown_figures_have_no_key_rather_than_a_guess() -> None:
    shown = to_json(read(sel("Ghosts", "unit", costs=5)))
    assert "models" not in shown["entries"][0]
    assert shown["totals"] == {"entries": 1, "models_counted": 0, "entries_without_model_nodes": 1}


def test_differences_are_found() -> None:
    shown = to_json(read_roster(DATA / "heron.ros"))
    wrong = json.loads(json.dumps(EXPECTED))
    wrong["entries"][1]["costs"]["Crowns"] = 1
    wrong["totals"]["extra"] = 1
    del wrong["entries"][2]["stats"]
    assert differences(wrong, shown) == [
        ".entries[1].costs.Crowns: 1 is 72.5",
        ".entries[2].stats: is there but should not be",
        ".totals.extra: is missing",
    ]


def test_a_force_has_its_own_costs() -> None:
    tree = roster(force(sel("Oda", "model"), costs=[cost(1, "Slots")]))
    shown = to_json(read_roster_bytes(as_xml(tree), "x"))["forces"]
    assert shown == [{"name": "Warband", "catalogue": "River Companies", "depth": 0, "costs": {"Slots": 1}}]
