"""The sheet: what is shown, printed and checked of a warband, worked out afresh each time."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.campaign.desk import AT, WHO, Table, lay_table
from warband_tui.campaign.campaigns import campaign_sheet
from warband_tui.campaign.hiring import buy, hire
from warband_tui.campaign.importing import preview, save
from warband_tui.campaign.roster_acts import dismiss, note_fighter, rename_fighter, set_status
from warband_tui.campaign.roster_report import roster_document
from warband_tui.campaign.roster_sheet import sheet_of
from warband_tui.campaign.rosters import read_roster
from warband_tui.campaign.warbands import WarbandEdit, edit_warband, undo
from warband_tui.errors import WarbandError
from warband_tui.imports.reading import read_roster as read_imported
from warband_tui.reports.targets import TARGETS
from warband_tui.rules.costs import added
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

HOSTILE = "Grim [/the] *Bold* <b>@everyone</b> | 50% \x1b[31m"


@pytest.fixture
def filled(table: Table) -> Table:
    for name in ("Weyl", HOSTILE):
        done = hire(table.pen, table.warband, "lieutenant" if name == "Weyl" else "yeoman", name=name)
    assert done.fighter is not None
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=done.fighter)
    buy(table.pen, table.warband, "bolt-action-rifle")
    note_fighter(table.pen, table.warband, done.fighter, HOSTILE)
    return table


def test_a_fighters_cost_is_the_sum_of_parts_that_can_be_asked_for(filled: Table) -> None:
    line = filled.fighter(HOSTILE)
    assert line.parts == (("Yeoman", "30 ducats"), ("Bolt-Action Rifle", "10 ducats"))
    assert line.cost == {"ducats": 40}


def test_limits_are_told_with_what_is_used_of_the_most(filled: Table) -> None:
    texts = [one.text for one in filled.sheet.limits]
    assert texts == [
        "ducats 120/700, 580 left",
        "models 2 of at least 6",
        "ELITE 1/6",
        "LEADER 1/1",
    ]


def test_a_breach_names_rule_and_reason(filled: Table) -> None:
    breach = next(one for one in filled.sheet.findings if one.severity == "error")
    assert (breach.text, breach.rule) == ("2 of at least 6 models: hire 4 more", "TC-SET-1")
    assert filled.sheet.verdict == "1 breach"


def test_a_later_edition_has_its_own_prices(library: Library) -> None:
    table = lay_table(library, edition="1.6.3")
    hire(table.pen, table.warband, "yeoman", name="Kett")
    assert table.fighter("Kett").cost == {"ducats": 35}


def test_a_fighter_goes_to_battle_with_its_kit(filled: Table) -> None:
    line = filled.fighter(HOSTILE)
    profile = filled.roster.fielded(line.id).profile
    assert profile["type"] == "Yeoman"
    assert [one["name"] for one in profile["weapons"]] == ["Bolt-Action Rifle"]


def test_the_sheet_is_plain_data(filled: Table) -> None:
    assert msgspec.json.decode(msgspec.json.encode(filled.sheet))["name"] == "Iron Choir"


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_sheet_can_be_printed_for_every_target(filled: Table, target: str) -> None:
    set_status(filled.pen, filled.warband, filled.fighter("Weyl").id, "dead")
    text = TARGETS[target].render(roster_document(filled.sheet))
    assert "Iron Choir" in text
    assert "\x1b" not in text
    assert "Weyl" in text


def test_an_empty_roster_can_be_printed(table: Table) -> None:
    assert "Nobody has been hired yet" in TARGETS["text"].render(roster_document(table.sheet))


def test_details_of_a_newer_program_are_kept_through_an_edit(table: Table) -> None:
    from warband_tui.store.tables import Warband

    with table.pen.library.work(Command("x", WHO, AT, table.campaign, table.warband)) as work:
        work.get(Warband, table.warband).details["from-the-future"] = {"a": [1]}
    edit_warband(table.pen, table.warband, WarbandEdit(game=2))
    assert table.roster.warband.details == {"from-the-future": {"a": [1]}, "game": 2}


def test_details_that_cannot_be_read_are_told_in_one_line(table: Table) -> None:
    from warband_tui.store.tables import Warband

    with table.pen.library.work(Command("x", WHO, AT, table.campaign, table.warband)) as work:
        work.get(Warband, table.warband).details["game"] = "four"
    with pytest.raises(WarbandError, match="Iron Choir: its details cannot be read"):
        _ = table.roster
    listed = campaign_sheet(table.pen.library, table.pen.shelf, table.campaign).warbands
    assert [one.name for one in listed] == ["Iron Choir"]


ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


def taken_in(table: Table, file: str) -> Table:
    """The table with a warband from a file of another program."""
    shown = preview(read_imported(ROSTERS / file))
    warband = save(table.pen.library, shown, campaign="From a file", who=WHO, at=AT)
    campaign = Queries(table.pen.library).warband(warband).campaign_id
    return Table(table.pen, campaign, warband)


def test_a_roster_of_a_game_that_nobody_has_is_shown_in_its_own_words(table: Table) -> None:
    heron = taken_in(table, "heron.rosz")
    sheet = heron.sheet
    assert sheet.fighters
    assert sheet.verdict == "not checked"
    assert [one.severity for one in sheet.findings] == ["info"]
    assert any(one.stats for one in sheet.fighters)
    assert any(one.kit_text for one in sheet.fighters)
    assert sheet.cost == added([*(one.cost for one in sheet.fighters), *(one.cost for one in sheet.stash)])
    assert "html" in TARGETS["html"].render(roster_document(sheet))


def test_an_imported_roster_of_a_known_game_says_what_it_cannot_check(table: Table) -> None:
    sheet = taken_in(table, "trenchcompanion_rawsave.example.json").sheet
    assert sheet.fighters
    assert any("in the words of the roster" in one.text for one in sheet.findings) or not sheet.has_list


def test_imported_fighters_can_be_edited_and_undone_like_others(table: Table) -> None:
    heron = taken_in(table, "heron.rosz")
    before = heron.dump()
    first = heron.sheet.fighters[0]
    rename_fighter(heron.pen, heron.warband, first.id, "Brandt")
    dismiss(heron.pen, heron.warband, heron.sheet.fighters[-1].id)
    undo(heron.pen, heron.campaign, heron.warband)
    undo(heron.pen, heron.campaign, heron.warband)
    assert heron.dump() == before


def test_reading_a_roster_that_is_not_there_says_so(table: Table) -> None:
    with pytest.raises(WarbandError, match="no warband 77"):
        sheet_of(read_roster(table.pen.library, table.pen.shelf, 77))
