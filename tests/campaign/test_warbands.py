"""Warbands as wholes: founding, editing, money, undo."""

from __future__ import annotations

import pytest

from tests.campaign.desk import Table, lay_table
from warband_tui.campaign.hiring import buy, hire
from warband_tui.campaign.kit_moves import return_item, sell_item
from warband_tui.campaign.roster_acts import set_status
from warband_tui.campaign.warbands import (
    WarbandEdit,
    archive_warband,
    edit_warband,
    found_warband,
    record_payment,
    redo,
    undo,
)
from warband_tui.errors import WarbandError
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

HOSTILE = "Grim [/the] Bold [@click=app.quit]go[/] \x1b[31m\u202e*x*"


def test_a_new_warband_has_what_its_list_gives_and_nothing_spent(table: Table) -> None:
    sheet = table.sheet
    assert (sheet.name, sheet.player, sheet.faction) == ("Iron Choir", "Jonas", "Principality of New Antioch")
    assert sheet.money_left == {"ducats": 700, "glory": 0}
    assert sheet.money_text == "700 ducats left"
    assert (sheet.cost, sheet.fighters, sheet.stash) == ({}, (), ())


def test_an_empty_name_is_refused(table: Table) -> None:
    with pytest.raises(WarbandError, match="name for the warband"):
        found_warband(table.pen, table.campaign, "  ")
    assert len(Queries(table.pen.library).warbands(table.campaign)) == 1


def test_an_unknown_variant_is_refused_with_the_nearest_one(table: Table) -> None:
    with pytest.raises(WarbandError, match='did you mean "papal-states"'):
        found_warband(table.pen, table.campaign, "Guard", faction="new-antioch", variant="papal-state")


def test_a_player_who_is_there_is_not_entered_twice(table: Table) -> None:
    found_warband(table.pen, table.campaign, "Second", player=" jonas ")
    assert [one.name for one in Queries(table.pen.library).players(table.campaign)] == ["Jonas"]


def test_changing_the_faction_drops_the_variant_and_tells_what_no_longer_fits(table: Table) -> None:
    edit_warband(table.pen, table.warband, WarbandEdit(variant="papal-states"))
    hire(table.pen, table.warband, "lieutenant")
    assert table.sheet.variant == "Papal States Intervention Force"
    edit_warband(table.pen, table.warband, WarbandEdit(faction="heretic-legion"))
    sheet = table.sheet
    assert sheet.variant == ""
    assert any('"lieutenant" is not in the catalogue' in one.text for one in sheet.findings)
    undo(table.pen, table.campaign, table.warband)
    assert table.sheet.variant == "Papal States Intervention Force"


def test_one_edit_is_one_line_of_the_ledger(table: Table) -> None:
    done = edit_warband(
        table.pen, table.warband, WarbandEdit(name="Ash Choir", budget={"ducats": 900}, game=3)
    )
    assert done.text == "Ash Choir: changed name, budget, game"
    assert table.last_line() == ("warband.edit", "Ash Choir", "")
    sheet = table.sheet
    assert (sheet.name, sheet.game, sheet.money_left) == ("Ash Choir", 3, {"ducats": 900, "glory": 0})
    undo(table.pen, table.campaign, table.warband)
    assert (table.sheet.name, table.sheet.game) == ("Iron Choir", None)


def test_the_game_number_brings_the_limits_of_that_game(table: Table) -> None:
    edit_warband(table.pen, table.warband, WarbandEdit(game=4))
    texts = [one.text for one in table.sheet.limits]
    assert "models fielded 0/13" in texts
    assert "ducats fielded 0/1000" in texts


@pytest.mark.parametrize("game", [0, -1, 1000])
def test_a_game_number_that_is_none_is_refused(table: Table, game: int) -> None:
    before = table.dump()
    with pytest.raises(WarbandError, match="game's number"):
        edit_warband(table.pen, table.warband, WarbandEdit(game=game))
    assert table.dump() == before


def test_money_is_counted_from_budget_payments_and_costs(table: Table) -> None:
    hire(table.pen, table.warband, "lieutenant")
    record_payment(table.pen, table.warband, {"ducats": 120, "glory": 2}, "game 1")
    assert table.sheet.money_left == {"ducats": 700 - 70 + 120, "glory": 2}
    record_payment(table.pen, table.warband, {"ducats": -50}, "bribes")
    assert table.sheet.money_left == {"ducats": 700, "glory": 2}


def test_a_payment_needs_a_reason(table: Table) -> None:
    with pytest.raises(WarbandError, match="reason"):
        record_payment(table.pen, table.warband, {"ducats": 5}, "")


def test_what_the_dead_cost_is_not_paid_back(table: Table) -> None:
    done = hire(table.pen, table.warband, "yeoman")
    assert done.fighter is not None
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=done.fighter)
    set_status(table.pen, table.warband, done.fighter, "dead")
    sheet = table.sheet
    assert sheet.money_left == {"ducats": 660, "glory": 0}
    assert sheet.cost == {}
    assert [one.name for one in sheet.gone] == ["Yeoman"]


def test_a_sale_brings_what_was_said_and_a_return_brings_all(table: Table) -> None:
    first = buy(table.pen, table.warband, "submachine-gun")
    second = buy(table.pen, table.warband, "submachine-gun")
    assert first.item is not None
    assert second.item is not None
    sell_item(table.pen, table.warband, first.item, {"ducats": 15})
    assert table.sheet.money_left == {"ducats": 700 - 60 + 15, "glory": 0}
    return_item(table.pen, table.warband, second.item)
    assert table.sheet.money_left == {"ducats": 700 - 15, "glory": 0}
    undo(table.pen, table.campaign, table.warband)
    undo(table.pen, table.campaign, table.warband)
    assert table.sheet.money_left == {"ducats": 640, "glory": 0}


def test_nobody_sells_for_less_than_nothing(table: Table) -> None:
    done = buy(table.pen, table.warband, "submachine-gun")
    assert done.item is not None
    with pytest.raises(WarbandError, match="less than nothing"):
        sell_item(table.pen, table.warband, done.item, {"ducats": -1})


def test_undo_says_what_it_took_back_and_redo_what_it_did_again(table: Table) -> None:
    hire(table.pen, table.warband, "lieutenant", name="Weyl")
    assert undo(table.pen, table.campaign, table.warband).text == "Undone: hired Weyl"
    assert table.names() == []
    assert redo(table.pen, table.campaign, table.warband).text == "Done again: hired Weyl"
    assert table.names() == ["Weyl"]


def test_undo_of_one_warband_leaves_the_others_alone(table: Table) -> None:
    hire(table.pen, table.warband, "lieutenant")
    other = found_warband(table.pen, table.campaign, "Other", faction="new-antioch")
    hire(table.pen, other, "yeoman")
    undo(table.pen, table.campaign, table.warband)
    assert table.names() == []
    assert len(Queries(table.pen.library).fighters(other)) == 1


def test_a_warband_can_be_put_away_and_taken_out(table: Table) -> None:
    assert archive_warband(table.pen, table.warband, True).text == "Put away Iron Choir"
    assert Queries(table.pen.library).warband(table.warband).archived
    undo(table.pen, table.campaign, table.warband)
    assert not Queries(table.pen.library).warband(table.warband).archived


def test_hostile_names_are_kept_as_they_are(library: Library) -> None:
    table = lay_table(library, name=HOSTILE)
    hire(table.pen, table.warband, "yeoman", name=HOSTILE)
    assert table.sheet.name == HOSTILE
    assert table.names() == [HOSTILE]
    assert table.last_line() == ("fighter.hire", HOSTILE, "")


def test_there_is_no_writing_to_a_warband_that_is_not_there(table: Table) -> None:
    with pytest.raises(WarbandError, match="no warband 99"):
        hire(table.pen, 99, "yeoman")
