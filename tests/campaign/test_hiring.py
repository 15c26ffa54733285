"""Hiring, buying, copying, promoting: what costs money and may be against the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.desk import AT, WHO, Table, lay_table, lists_in
from warband_tui.campaign.desk import Illegal, Pen, PriceWanted
from warband_tui.campaign.hiring import buy, duplicate, hire, parse_money, parse_payment, promote, set_upgrade
from warband_tui.campaign.kit_moves import move_item
from warband_tui.campaign.offers import offers
from warband_tui.campaign.warbands import WarbandEdit, edit_warband, found_warband, undo
from warband_tui.errors import WarbandError
from warband_tui.rules.legality import price
from warband_tui.rules.roster_view import Hire, RosterView
from warband_tui.rules.ruleset import load
from warband_tui.store.library import Library

OWN = """
id = "ash"
title = "Ash Walkers"
extends = ["trench-crusade.rules"]

[[profiles]]
id = "walker"
name = "Walker"
cost = { ducats = 40 }
max = 2
keywords = ["LEADER"]

[[items]]
id = "relic"
name = "Relic"
kind = "equipment"

[[armoury]]
item = "relic"
price_unknown = true
"""


def fighter_of(done_fighter: int | None) -> int:
    assert done_fighter is not None
    return done_fighter


def hired(table: Table, profile: str, name: str = "") -> int:
    return fighter_of(hire(table.pen, table.warband, profile, name=name).fighter)


def test_a_hire_says_what_it_cost_and_stands_on_the_roster(table: Table) -> None:
    done = hire(table.pen, table.warband, "lieutenant", name="Weyl")
    assert done.text == "Hired Weyl for 70 ducats"
    line = table.fighter("Weyl")
    assert (line.kind, line.cost_text, line.known) == ("Lieutenant", "70 d", True)
    assert dict(line.stats)["Mv"] == "6"
    assert "LEADER" in line.keywords
    assert table.last_line() == ("fighter.hire", "Weyl", "")


def test_names_are_numbered_so_that_no_two_are_alike(table: Table) -> None:
    for _ in range(3):
        hire(table.pen, table.warband, "yeoman")
    assert table.names() == ["Yeoman", "Yeoman 2", "Yeoman 3"]


def test_an_illegal_hire_changes_nothing_and_says_why(table: Table) -> None:
    hired(table, "lieutenant")
    before = table.dump()
    with pytest.raises(Illegal, match="2 of at most 1 Lieutenant"):
        hire(table.pen, table.warband, "lieutenant")
    assert table.dump() == before


def test_a_player_may_go_against_the_rules_with_a_reason(table: Table) -> None:
    hired(table, "lieutenant")
    done = hire(table.pen, table.warband, "lieutenant", override="twins, agreed with Mira")
    assert any("2 of at most 1" in one for one in done.warnings)
    what, _, why = table.last_line()
    assert what == "fighter.hire"
    assert why.startswith("twins, agreed with Mira (against the rules: ")
    sheet = table.sheet
    twins = [one for one in sheet.findings if "2 of at most 1" in one.text]
    assert len(twins) == 2
    assert {one.allowed for one in twins} == {"twins, agreed with Mira"}
    assert sheet.errors == 1  # too few models yet, which nobody allowed


def test_a_breach_that_grows_is_told_again(table: Table) -> None:
    hired(table, "lieutenant")
    hire(table.pen, table.warband, "lieutenant", override="twins")
    with pytest.raises(Illegal, match="3 of at most 1 Lieutenant"):
        hire(table.pen, table.warband, "lieutenant")


def test_nobody_spends_more_than_there_is(table: Table) -> None:
    edit_warband(table.pen, table.warband, WarbandEdit(budget={"ducats": 95}))
    hired(table, "lieutenant")
    with pytest.raises(Illegal, match="costs 30 ducats, 25 left"):
        hire(table.pen, table.warband, "yeoman")
    hire(table.pen, table.warband, "yeoman", override="on credit")
    sheet = table.sheet
    assert sheet.money_text == "-5 ducats left"
    assert sheet.errors == 1  # too few models; the debt is allowed


def test_what_is_not_in_the_list_cannot_be_hired_or_bought(table: Table) -> None:
    with pytest.raises(WarbandError, match='has no "dragon"'):
        hire(table.pen, table.warband, "dragon")
    with pytest.raises(WarbandError, match='has no "dragon-lance"'):
        buy(table.pen, table.warband, "dragon-lance")


def test_without_a_list_there_is_no_hiring(library: Library) -> None:
    table = lay_table(library, faction="")
    with pytest.raises(WarbandError, match="no faction with a list"):
        hire(table.pen, table.warband, "yeoman")
    assert table.sheet.verdict == "not checked"


def test_kit_goes_to_the_fighter_or_into_the_stash(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    done = buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=kett)
    assert done.text == "Bought Bolt-Action Rifle for Kett, 10 ducats"
    buy(table.pen, table.warband, "bolt-action-rifle")
    sheet = table.sheet
    assert [one.name for one in sheet.fighters[0].kit] == ["Bolt-Action Rifle"]
    assert [one.name for one in sheet.stash] == ["Bolt-Action Rifle"]
    assert (sheet.cost, sheet.rating_text) == ({"ducats": 50}, "40 ducats")


def test_two_rifles_are_one_too_many_for_two_hands(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=kett)
    with pytest.raises(Illegal, match="hands of ranged weapons"):
        buy(table.pen, table.warband, "submachine-gun", fighter_id=kett)


def test_an_upgrade_is_paid_and_can_be_given_up(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    set_upgrade(table.pen, table.warband, kett, "trench-mole", True)
    line = table.fighter("Kett")
    assert (line.upgrades, line.cost) == (("Trench Mole",), {"ducats": 40})
    assert "INFILTRATOR" in line.keywords
    set_upgrade(table.pen, table.warband, kett, "trench-mole", False)
    assert table.fighter("Kett").cost == {"ducats": 30}


def test_a_third_upgrade_beyond_its_limit_is_refused(table: Table) -> None:
    moles = [hired(table, "yeoman") for _ in range(3)]
    for one in moles[:2]:
        set_upgrade(table.pen, table.warband, one, "trench-mole", True)
    with pytest.raises(Illegal, match="3 of at most 2 Yeoman with Trench Mole"):
        set_upgrade(table.pen, table.warband, moles[2], "trench-mole", True)


def test_a_copy_has_the_bought_kit_and_upgrades_but_not_what_was_earned(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    set_upgrade(table.pen, table.warband, kett, "trench-mole", True)
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=kett)
    promote(table.pen, table.warband, kett)
    done = duplicate(table.pen, table.warband, kett)
    assert done.text == "Hired Kett 2, like Kett, for 50 ducats"
    twin = table.fighter("Kett 2")
    assert (twin.upgrades, [one.name for one in twin.kit]) == (("Trench Mole",), ["Bolt-Action Rifle"])
    assert twin.states == ()
    assert table.sheet.cost == {"ducats": 100}


def test_a_copy_past_a_limit_is_refused_as_a_whole(table: Table) -> None:
    mole = hired(table, "yeoman")
    set_upgrade(table.pen, table.warband, mole, "trench-mole", True)
    duplicate(table.pen, table.warband, mole)
    before = table.dump()
    with pytest.raises(Illegal, match="3 of at most 2 Yeoman with Trench Mole"):
        duplicate(table.pen, table.warband, mole)
    assert table.dump() == before


def test_a_promotion_gives_the_keyword_and_is_taken_back_by_the_same_act(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    assert promote(table.pen, table.warband, kett).text == "Kett is ELITE now"
    assert "ELITE" in table.fighter("Kett").keywords
    assert table.fighter("Kett").states == ("promoted",)
    assert promote(table.pen, table.warband, kett).text == "Kett is no longer ELITE"
    assert table.last_line()[0] == "fighter.demote"
    assert table.fighter("Kett").states == ()


def test_a_seventh_elite_is_refused(table: Table) -> None:
    yeomen = [hired(table, "yeoman") for _ in range(7)]
    for one in yeomen[:6]:
        promote(table.pen, table.warband, one)
    with pytest.raises(Illegal, match="7 of at most 6 ELITE"):
        promote(table.pen, table.warband, yeomen[6])


def test_an_unknown_price_is_asked_for_and_counts_as_given(library: Library, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "ash.toml").write_text(OWN)
    table = lay_table(library)
    pen = Pen(library, lists_in(tmp_path / "own"), WHO, AT)
    table = Table(pen, table.campaign, found_warband(pen, table.campaign, "Ash", faction="ash"))
    with pytest.raises(PriceWanted, match="Relic"):
        buy(pen, table.warband, "relic")
    assert table.offer("relic").cost_text == "?"
    buy(pen, table.warband, "relic", cost={"glory": 2}, override="we bought it")
    assert table.sheet.cost == {"glory": 2}


def test_an_offer_tells_price_stock_and_why_not(table: Table) -> None:
    hired(table, "lieutenant")
    lieutenant = table.offer("lieutenant")
    assert (lieutenant.owned, lieutenant.most, lieutenant.allowed) == (1, 1, False)
    assert any("2 of at most 1 Lieutenant" in one for one in lieutenant.why_not)
    yeoman = table.offer("yeoman")
    assert (yeoman.cost_text, yeoman.allowed) == ("30 d", True)


def test_offers_agree_with_what_a_purchase_says(table: Table) -> None:
    """Whatever the list shows as allowed can be had, and what it refuses is refused."""
    kett = hired(table, "yeoman", "Kett")
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=kett)
    found = [one for one in offers(table.roster, kett) if one.kind == "item"]
    assert {one.allowed for one in found} == {True, False}
    for one in found[::4]:
        if one.allowed:
            buy(table.pen, table.warband, one.id, fighter_id=kett)
            undo(table.pen, table.campaign, table.warband)
        else:
            with pytest.raises(Illegal):
                buy(table.pen, table.warband, one.id, fighter_id=kett)


def test_kit_is_not_handed_to_one_who_may_not_carry_it(table: Table) -> None:
    kett = hired(table, "yeoman", "Kett")
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=kett)
    done = buy(table.pen, table.warband, "submachine-gun")
    assert done.item is not None
    with pytest.raises(Illegal, match="hands of ranged weapons"):
        move_item(table.pen, table.warband, done.item, kett)
    move_item(table.pen, table.warband, done.item, kett, override="three arms")
    assert len(table.fighter("Kett").kit) == 2


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("12", {"ducats": 12}),
        ("12 ducats", {"ducats": 12}),
        ("12 D", {"ducats": 12}),
        ("2 glory", {"glory": 2}),
        ("5 d + 1 G", {"ducats": 5, "glory": 1}),
        ("0", {}),
    ],
)
def test_prices_are_read_as_people_type_them(table: Table, text: str, money: dict[str, int]) -> None:
    assert parse_money(text, table.roster.prices) == money


@pytest.mark.parametrize("text", ["", "free", "-3", "1.5", "3 pounds", "٣", "9999999"])
def test_what_is_no_price_is_refused(table: Table, text: str) -> None:
    with pytest.raises(WarbandError, match="a price is a number of"):
        parse_money(text, table.roster.prices)


def test_a_unit_that_is_hired_whole_has_all_its_models() -> None:
    """Some lists sell units, not single models."""
    catalogue = load("age-of-sigmar").catalogue("stormcast-eternals", "spearhead")
    assert catalogue is not None
    liberators = next(p for p in catalogue.profiles if p.models > 1)
    hired = price(RosterView(), catalogue, Hire(profile=liberators.id))
    assert hired == {currency: amount * liberators.models for currency, amount in liberators.cost.items()}


@pytest.mark.parametrize(("text", "money"), [("30", 30), ("+30", 30), ("-5", -5)])
def test_money_that_went_out_is_typed_with_a_minus(table: Table, text: str, money: int) -> None:
    assert parse_payment(text, table.roster.prices) == {"ducats": money}
