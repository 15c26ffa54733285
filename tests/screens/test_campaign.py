"""The campaign screen: warbands, battles, what was done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.campaign.desk import Table
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from tests.screens.library import battle
from tests.screens.roster_table import lay_roster
from warband_tui.app import WarbandApp
from warband_tui.campaign.warbands import archive_warband, found_warband
from warband_tui.screens.campaign import CampaignScreen
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries
from warband_tui.widgets.footer import KeyBar

SnapCompare = Callable[..., bool]


@pytest.fixture
def table(services: Services) -> Table:
    table = lay_roster(services)
    found_warband(table.pen, table.campaign, "Grave Choir", faction="heretic-legion", player="Mira")
    battle(services, "The first assault", table.campaign, status="ended")
    return table


async def filled(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_campaign_as_it_looks(
    snap_compare: SnapCompare, services: Services, table: Table, size: tuple[int, int]
) -> None:
    """Warbands with faction, player and cost; battles; the warband under the cursor told; last acts when wide."""
    app = WarbandApp(services, start=lambda app: app.open_campaign(table.campaign))
    assert snap_compare(app, terminal_size=size, run_before=filled)


async def test_enter_opens_the_warband_and_back_shows_what_changed(services: Services, table: Table) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        rows(app).select(f"w{table.warband}")
        await pilot.press("enter")
        await idle(app, pilot)
        assert shows(app, WarbandRosterScreen)
        archive_warband(table.pen, table.warband, True)
        await pilot.press("q")
        await idle(app, pilot)
        assert f"w{table.warband}" not in rows(app).row_ids


async def test_a_warband_is_put_away_shown_again_and_undone(services: Services, table: Table) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        rows(app).select(f"w{table.warband}")
        await pilot.press("a")
        await idle(app, pilot)
        assert f"w{table.warband}" not in rows(app).row_ids
        await pilot.press("x")
        await idle(app, pilot)
        assert f"w{table.warband}" in rows(app).row_ids
        await pilot.press("u")
        await idle(app, pilot)
        assert toasts(app)[-1] == "Undone: put Iron Choir away; ^r brings it back"
        assert not Queries(services.library).warband(table.warband).archived


async def test_a_campaign_is_renamed(services: Services, table: Table) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = HOSTILE[1]
        await pilot.press("enter")
        await idle(app, pilot)
        assert Queries(services.library).campaign(table.campaign).name == HOSTILE[1]
        assert HOSTILE[1] in drawn(app)


async def test_keys_that_mean_nothing_here_say_why(services: Services, table: Table) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        rows(app).select(f"w{table.warband}")
        await pilot.press("e")
        await pilot.pause()
        assert toasts(app)[-1] == "put the cursor on a battle first"


async def test_undo_and_redo_say_so_when_there_is_nothing_to_turn(services: Services, table: Table) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        greyed = {key.action for key in app.screen.query_one(KeyBar)._keys if key.disabled}
        assert "campaign.undo" not in greyed
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert toasts(app)[-1] == "nothing has been undone"
        await pilot.press("u")
        await idle(app, pilot)
        await pilot.press("ctrl+r")
        await idle(app, pilot)
        assert toasts(app)[-1] != "nothing has been undone"


async def test_the_standings_are_one_key_away_and_lead_to_the_warband(
    services: Services, table: Table
) -> None:
    async with running(services, start=lambda app: app.open_campaign(table.campaign)) as (app, pilot):
        await pilot.press("s")
        for _ in range(50):
            await pilot.pause(0.05)
            if "Standings of" in drawn(app):
                break
        assert "Standings of" in drawn(app)
        assert "Iron Choir" in drawn(app)
        await pilot.press("enter")
        await idle(app, pilot)
        assert shows(app, WarbandRosterScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_hostile_names_are_shown_as_they_are(
    services: Services, table: Table, size: tuple[int, int]
) -> None:
    for name in HOSTILE:
        found_warband(table.pen, table.campaign, name, player=name)
    async with running(services, size=size, start=lambda app: app.open_campaign(table.campaign)) as (
        app,
        pilot,
    ):
        assert isinstance(app.screen, CampaignScreen)
        for row in rows(app).row_ids:
            rows(app).select(row)
            await pilot.pause()
        assert "Grim [/the] Bold" in drawn(app)
        await pilot.press("L")
        await pilot.pause()
        assert app.is_running
