"""The roster screen: hiring, arming and keeping a warband by keys and by mouse."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.campaign.desk import lay_table
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, shows, toasts
from tests.screens.roster_table import (
    at_the_roster,
    hired,
    lay_roster,
    lay_yeomen,
    names,
    press,
    put_on,
    roster_list,
    roster_screen,
    settled,
    sheet,
    shop,
)
from warband_tui.app import WarbandApp
from warband_tui.campaign.hiring import buy
from warband_tui.campaign.roster_acts import note_fighter
from warband_tui.campaign.warbands import WarbandEdit, edit_warband
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.screens.home import HomeScreen
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.widgets.footer import KeyBar

SnapCompare = Callable[..., bool]


async def quiet(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await settled(pilot.app, pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_roster_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """Limits and verdict on top, fighters with kit and price, the one under the cursor told below; list at the right when wide."""
    table = lay_roster(services)
    app = WarbandApp(services, start=lambda app: app.open_warband(table.warband))
    assert snap_compare(app, terminal_size=size, run_before=quiet)


def test_the_list_as_it_looks_when_narrow(snap_compare: SnapCompare, services: Services) -> None:
    """The list alone: price and stock of each entry, and why it cannot be had."""
    table = lay_roster(services)
    app = WarbandApp(services, start=lambda app: app.open_warband(table.warband))

    async def change_sides(pilot: Pilot[None]) -> None:
        await quiet(pilot)
        await pilot.press("tab")

    assert snap_compare(app, terminal_size=(80, 24), run_before=change_sides)


async def test_enter_in_the_list_hires_and_says_so(services: Services) -> None:
    table = lay_yeomen(services, 0)
    async with at_the_roster(services, table) as (app, pilot):
        await press(app, pilot, "n", "slash", *"yeoman")
        await press(app, pilot, "enter", "enter")
        assert names(app) == ["Weyl", "Yeoman", "Yeoman 2"]
        assert "Hired Yeoman 2 for 30 ducats; u undoes it" in toasts(app)
        assert "130/700, 570 left" in drawn(app)


async def test_an_empty_roster_opens_at_the_list(services: Services) -> None:
    table = lay_table(services.library)
    async with at_the_roster(services, table, size=(80, 24)) as (app, pilot):
        await press(app, pilot, "enter")
        assert names(app) == ["Lieutenant"]


async def test_kit_is_bought_for_the_fighter_under_the_cursor(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table, size=(80, 24)) as (app, pilot):
        put_on(app, "Yeoman 2")
        await settled(app, pilot)
        await press(app, pilot, "enter", "slash", *"bolt")
        await press(app, pilot, "enter")
        kit = {one.name: [k.name for k in one.kit] for one in sheet(app).fighters}
        assert kit == {"Weyl": [], "Yeoman": [], "Yeoman 2": ["Bolt-Action Rifle"]}


async def test_what_is_refused_says_why_and_can_be_allowed_with_a_reason(services: Services) -> None:
    table = lay_yeomen(services, 0)
    async with at_the_roster(services, table) as (app, pilot):
        await press(app, pilot, "n")
        shop(app).select("profile:lieutenant")
        await press(app, pilot, "enter")
        assert names(app) == ["Weyl"]
        assert "2 of at most 1 Lieutenant" in toasts(app)[-1]
        assert toasts(app)[-1].endswith("a does it all the same")
        await pilot.press("a")
        await pilot.pause()
        assert shows(app, AskText)
        await press(app, pilot, *"twins", "enter")
        assert names(app) == ["Weyl", "Lieutenant"]
        assert any(one.allowed == "twins" for one in sheet(app).findings)


async def test_undo_and_redo_walk_through_the_acts(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table) as (app, pilot):
        await press(app, pilot, "u")
        assert names(app) == ["Weyl", "Yeoman"]
        assert toasts(app)[-1] == "Undone: hired Yeoman 2; ^r brings it back"
        await press(app, pilot, "ctrl+r")
        assert names(app) == ["Weyl", "Yeoman", "Yeoman 2"]


async def test_x_takes_the_fighter_off_and_undo_brings_it_back(services: Services) -> None:
    table = lay_roster(services)
    before = table.dump()
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman Kett")
        await press(app, pilot, "x")
        assert "Yeoman Kett" not in names(app)
        await press(app, pilot, "u")
        assert table.dump() == before


async def test_x_on_an_unfolded_thing_gives_only_that_back(services: Services) -> None:
    table = lay_roster(services)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman Kett")
        await press(app, pilot, "space", "j", "x")
        kett = next(one for one in sheet(app).fighters if one.name == "Yeoman Kett")
        assert kett.kit == ()


async def test_an_upgrade_is_given_up_in_the_list_where_it_was_taken(services: Services) -> None:
    table = lay_roster(services)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman Sorel")
        await press(app, pilot, "space", "j", "x")
        assert toasts(app)[-1] == "Enter on Trench Mole in the list (e) gives it up"
        assert table.fighter("Yeoman Sorel").upgrades == ("Trench Mole",)
        shop(app).select("upgrade:trench-mole")
        await press(app, pilot, "tab", "enter")
        assert table.fighter("Yeoman Sorel").upgrades == ()


async def test_acts_on_one_fighter_by_their_keys(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman")
        await press(app, pilot, "p")
        await press(app, pilot, "v")
        assert table.fighter("Yeoman").states == ("stays at home", "promoted")
        await press(app, pilot, "c")
        assert names(app)[-1] == "Yeoman 3"
        put_on(app, "Yeoman")
        await press(app, pilot, "K")
        assert names(app)[0] == "Yeoman"


async def test_a_fighter_is_renamed_and_noted(services: Services) -> None:
    table = lay_yeomen(services, 1)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman")
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = "[@click=app.quit]Kett[/]"
        await press(app, pilot, "enter")
        assert "[@click=app.quit]Kett[/]" in names(app)
        await pilot.press("w")
        await pilot.pause()
        await press(app, pilot, *"dour", "enter")
        assert table.fighter("[@click=app.quit]Kett[/]").notes == "dour"


async def test_a_thing_goes_to_the_stash_and_to_another(services: Services) -> None:
    table = lay_yeomen(services)
    fighter = table.fighter("Yeoman").id
    buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=fighter)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Yeoman")
        await press(app, pilot, "s")
        assert [one.name for one in sheet(app).stash] == ["Bolt-Action Rifle"]
        await pilot.press("t")
        await pilot.pause()
        assert shows(app, Pick)
        await press(app, pilot, *"yeoman 2".replace(" ", "")[:6], "space", "2", "enter")
        assert [k.name for k in table.fighter("Yeoman 2").kit] == ["Bolt-Action Rifle"]


async def test_a_sale_is_offered_at_half_price(services: Services) -> None:
    table = lay_yeomen(services, 0)
    buy(table.pen, table.warband, "submachine-gun")
    async with at_the_roster(services, table) as (app, pilot):
        roster_list(app).select(f"i{sheet(app).stash[0].id}")
        await pilot.press("S")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "15 ducats"
        await press(app, pilot, "enter")
        assert sheet(app).money_left == {"ducats": 700 - 70 - 15, "glory": 0}


async def test_money_is_booked_with_a_reason(services: Services) -> None:
    table = lay_yeomen(services, 0)
    async with at_the_roster(services, table) as (app, pilot):
        await pilot.press("m")
        await pilot.pause()
        await pilot.press(*"-20", "enter")
        await pilot.pause()
        await press(app, pilot, *"bribe", "enter")
        assert sheet(app).money_left == {"ducats": 610, "glory": 0}


async def test_findings_lead_to_whom_they_are_about(services: Services) -> None:
    table = lay_yeomen(services)
    fighter = table.fighter("Yeoman 2").id
    for _ in range(2):
        buy(table.pen, table.warband, "bolt-action-rifle", fighter_id=fighter, override="strong arms")
    edit_warband(table.pen, table.warband, WarbandEdit(notes="x"))
    async with at_the_roster(services, table) as (app, pilot):
        await pilot.press("f")
        await pilot.pause()
        await press(app, pilot, *"hands", "enter")
        assert roster_list(app).current == f"f{fighter}"


async def test_history_tells_who_did_what_and_why(services: Services) -> None:
    table = lay_roster(services)
    async with at_the_roster(services, table) as (app, pilot):
        await pilot.press("L")
        await pilot.pause()
        await pilot.press(*"twin")
        await pilot.pause()
        assert "hired Twin Weyl" in drawn(app)
        assert "house rule: twins" in drawn(app)


async def test_a_warband_without_a_list_is_kept_all_the_same(services: Services) -> None:
    table = lay_table(services.library, faction="")
    async with at_the_roster(services, table) as (app, pilot):
        assert "not checked" in drawn(app)
        await press(app, pilot, "n")
        assert "E chooses a faction" in toasts(app)[-1]


async def test_a_disabled_key_says_why(services: Services) -> None:
    table = lay_table(services.library)
    async with at_the_roster(services, table) as (app, pilot):
        await press(app, pilot, "tab", "p")
        assert toasts(app)[-1] == "put the cursor on a fighter of the roster first"


async def test_fighters_out_of_sight_are_not_touched(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table, size=(80, 24)) as (app, pilot):
        await press(app, pilot, "tab", "x")
        assert names(app) == ["Weyl", "Yeoman", "Yeoman 2"]
        assert toasts(app)[-1] == "Tab goes to the roster first"


async def test_back_goes_from_the_list_to_the_roster_first(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table, size=(80, 24)) as (app, pilot):
        await press(app, pilot, "tab", "q")
        assert shows(app, WarbandRosterScreen)
        await press(app, pilot, "q")
        assert shows(app, HomeScreen)


async def test_a_click_moves_the_cursor_and_two_buy(services: Services) -> None:
    table = lay_yeomen(services, 0)
    async with at_the_roster(services, table) as (app, pilot):
        await pilot.click(shop(app), offset=(6, 4), times=2)
        await settled(app, pilot)
        assert len(names(app)) == 2
        bar = app.screen.query_one(KeyBar)
        x = 1 + sum(key.width for key in bar.keys[: [k.action for k in bar.keys].index("warband.undo")])
        await pilot.click(bar, offset=(x, 0))
        await settled(app, pilot)
        assert names(app) == ["Weyl"]


async def test_no_narrow_footer_loses_help(services: Services) -> None:
    table = lay_yeomen(services)
    async with at_the_roster(services, table, size=(80, 24)) as (app, pilot):
        for _ in range(2):
            keys = app.screen.query_one(KeyBar).keys
            assert len(keys) == 7
            assert sum(key.width for key in keys) <= 80
            assert keys[-1].label == "help"
            await press(app, pilot, "tab")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_hostile_names_are_shown_as_they_are(services: Services, size: tuple[int, int]) -> None:
    table = lay_table(services.library, name=HOSTILE[1])
    for name in HOSTILE:
        done = hired(table, "yeoman", name)
        note_fighter(table.pen, table.warband, done, name)
    async with at_the_roster(services, table, size=size) as (app, pilot):
        for one in sheet(app).fighters:
            roster_list(app).select(f"f{one.id}")
            await pilot.pause()
        assert "Grim [/the] Bold" in drawn(app)
        assert "[@click=app.quit]x[/]" in drawn(app)
        for keys in ("f", "L", "E", "d"):
            await pilot.press(keys)
            await pilot.pause()
            await pilot.press("escape")
            await pilot.pause()
        assert app.is_running


async def test_resizing_keeps_the_cursor(services: Services) -> None:
    table = lay_roster(services)
    async with at_the_roster(services, table) as (app, pilot):
        put_on(app, "Old Iron")
        for size in ((80, 24), (120, 40), (60, 20), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(app, pilot)
        fighter = roster_screen(app).fighter
        assert fighter is not None
        assert fighter.name == "Old Iron"


def test_opening_a_roster_does_not_load_the_database_layer() -> None:
    code = (
        "import sys; import warband_tui.screens.warband, warband_tui.campaign.offers, warband_tui.campaign.hiring;"
        "import warband_tui.campaign.roster_acts, warband_tui.campaign.kit_moves, warband_tui.campaign.campaigns;"
        "print([m for m in ('sqlmodel', 'sqlalchemy', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.strip() == "[]"
