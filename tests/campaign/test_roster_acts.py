"""What is done to one fighter, and kit changing hands."""

from __future__ import annotations

import pytest

from tests.campaign.desk import Table
from warband_tui.campaign.hiring import buy, hire
from warband_tui.campaign.kit_moves import half_price, move_item
from warband_tui.campaign.ledger_words import history_lines, sentence
from warband_tui.campaign.roster_acts import (
    dismiss,
    note_fighter,
    rename_fighter,
    reorder,
    set_models,
    set_status,
)
from warband_tui.campaign.warbands import undo
from warband_tui.errors import WarbandError
from warband_tui.store.queries import Queries


@pytest.fixture
def kett(table: Table) -> int:
    done = hire(table.pen, table.warband, "yeoman", name="Kett")
    assert done.fighter is not None
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=done.fighter)
    return done.fighter


def test_a_fighter_is_renamed_and_the_ledger_knows_both_names(table: Table, kett: int) -> None:
    rename_fighter(table.pen, table.warband, kett, "  Old Kett ")
    assert table.names() == ["Old Kett"]
    assert table.last_line() == ("fighter.rename", "Kett to Old Kett", "")


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_a_name_that_is_none_is_refused(table: Table, kett: int, name: str) -> None:
    with pytest.raises(WarbandError, match="a name"):
        rename_fighter(table.pen, table.warband, kett, name)
    assert table.names() == ["Kett"]


def test_a_note_is_kept_and_can_be_taken_away(table: Table, kett: int) -> None:
    note_fighter(table.pen, table.warband, kett, "Hates dogs.\nOwes Mira a drink.")
    assert table.fighter("Kett").notes == "Hates dogs.\nOwes Mira a drink."
    note_fighter(table.pen, table.warband, kett, "")
    assert table.fighter("Kett").notes == ""


def test_one_who_stays_at_home_costs_as_much_but_is_not_fielded(table: Table, kett: int) -> None:
    before = table.sheet.cost
    set_status(table.pen, table.warband, kett, "reserve")
    sheet = table.sheet
    assert sheet.cost == before
    assert "models 0 of at least 6" in [one.text for one in sheet.limits]
    assert table.fighter("Kett").states == ("stays at home",)


def test_one_who_retires_leaves_the_kit_in_the_stash(table: Table, kett: int) -> None:
    set_status(table.pen, table.warband, kett, "retired")
    sheet = table.sheet
    assert [one.name for one in sheet.stash] == ["Bolt-Action Rifle"]
    assert [one.name for one in sheet.gone] == ["Kett"]
    undo(table.pen, table.campaign, table.warband)
    assert [one.name for one in table.fighter("Kett").kit] == ["Bolt-Action Rifle"]


def test_a_status_that_is_there_already_is_refused(table: Table, kett: int) -> None:
    with pytest.raises(WarbandError, match="takes the field already"):
        set_status(table.pen, table.warband, kett, "active")


def test_one_who_is_dismissed_is_paid_back_with_all_kit(table: Table, kett: int) -> None:
    before = table.dump()
    dismiss(table.pen, table.warband, kett)
    assert table.sheet.money_left == {"ducats": 700, "glory": 0}
    undo(table.pen, table.campaign, table.warband)
    assert table.dump() == before


def test_fighters_change_places(table: Table, kett: int) -> None:
    for name in ("Pell", "Sorel"):
        hire(table.pen, table.warband, "yeoman", name=name)
    reorder(table.pen, table.warband, kett, 1)
    assert table.names() == ["Pell", "Kett", "Sorel"]
    reorder(table.pen, table.warband, kett, 5)
    assert table.names() == ["Pell", "Sorel", "Kett"]
    with pytest.raises(WarbandError, match="last already"):
        reorder(table.pen, table.warband, kett, 1)


def test_models_are_counted_and_paid_for_each(table: Table, kett: int) -> None:
    set_models(table.pen, table.warband, kett, 3)
    assert table.fighter("Kett").cost == {"ducats": 100}
    with pytest.raises(WarbandError, match="1 to 999"):
        set_models(table.pen, table.warband, kett, 0)


def test_kit_goes_to_the_stash_and_back(table: Table, kett: int) -> None:
    rifle = table.fighter("Kett").kit[0].id
    assert rifle is not None
    assert move_item(table.pen, table.warband, rifle, None).text == "Put Bolt-Action Rifle into the stash"
    assert table.fighter("Kett").kit == ()
    with pytest.raises(WarbandError, match="in the stash already"):
        move_item(table.pen, table.warband, rifle, None)
    assert move_item(table.pen, table.warband, rifle, kett).text == "Gave Bolt-Action Rifle to Kett"
    assert [one.id for one in table.fighter("Kett").kit] == [rifle]


def test_a_thing_of_another_warband_is_out_of_reach(table: Table, kett: int) -> None:
    from warband_tui.campaign.warbands import found_warband

    other = found_warband(table.pen, table.campaign, "Other", faction="new-antioch")
    rifle = table.fighter("Kett").kit[0].id
    assert rifle is not None
    with pytest.raises(WarbandError, match="Other: there is no thing"):
        move_item(table.pen, other, rifle, None)
    with pytest.raises(WarbandError, match="Other: there is no fighter"):
        dismiss(table.pen, other, kett)


def test_half_a_price_is_rounded_up() -> None:
    assert half_price({"ducats": 15, "glory": 1}) == {"ducats": 8, "glory": 1}


def test_history_is_told_in_sentences_the_latest_first(table: Table, kett: int) -> None:
    undo(table.pen, table.campaign, table.warband)
    lines = history_lines(Queries(table.pen.library).history(table.campaign, table.warband))
    assert [(one.text, one.in_effect) for one in lines] == [
        ("undo: bought Bolt-Action Rifle for Kett", False),
        ("bought Bolt-Action Rifle for Kett", False),
        ("hired Kett", True),
    ]


def test_an_act_that_is_not_known_is_told_by_its_own_name() -> None:
    assert sentence("fighter.lose-an-eye", "Kett") == "fighter lose an eye Kett"
    assert sentence("fighter.hire", "{}") == "hired {}"
