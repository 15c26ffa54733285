"""Beginning a warband by answering a few questions."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.campaign.desk import AT, WHO
from tests.screens.driving import drawn, idle, running, shows
from tests.screens.roster_table import settled, sheet
from warband_tui.campaign.founding import found_campaign
from warband_tui.dialogs.pick import Pick
from warband_tui.screens.new_warband import NewWarbandScreen
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries


@pytest.fixture
def campaign(services: Services) -> int:
    return found_campaign(services.library, "Ashen Ridge", "trench-crusade", "", who=WHO, at=AT)


async def test_list_variant_name_and_player_make_a_warband(services: Services, campaign: int) -> None:
    async with running(services, start=lambda app: app.new_warband(campaign)) as (app, pilot):
        await pilot.pause(0.3)
        await pilot.press(*"antioch", "enter")
        await pilot.pause(0.1)
        assert "Which variant" in drawn(app)
        await pilot.press("enter")
        await pilot.pause(0.1)
        app.screen.query_one(Input).value = "Iron [/] Choir"
        await pilot.press("enter")
        await pilot.pause(0.1)
        await pilot.press(*"Jonas", "enter")
        await pilot.pause(0.3)
        await settled(app, pilot)
        assert shows(app, WarbandRosterScreen)
        shown = sheet(app)
        assert (shown.name, shown.player, shown.faction) == (
            "Iron [/] Choir",
            "Jonas",
            "Principality of New Antioch",
        )
        await pilot.press("tab", "q")
        await idle(app, pilot)
        assert not shows(app, NewWarbandScreen)


async def test_leaving_the_questions_founds_nothing(services: Services, campaign: int) -> None:
    async with running(services, start=lambda app: app.new_warband(campaign)) as (app, pilot):
        await pilot.pause(0.3)
        assert shows(app, Pick)
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert shows(app, NewWarbandScreen)
        assert "No warband was founded" in drawn(app)
        assert Queries(services.library).warbands(campaign) == ()


async def test_a_game_without_lists_is_asked_for_a_word(services: Services) -> None:
    bog = found_campaign(services.library, "Bog", "bogwater", "", who=WHO, at=AT)
    async with running(services, start=lambda app: app.new_warband(bog)) as (app, pilot):
        await pilot.pause(0.3)
        await pilot.press(*"Frogs", "enter")
        await pilot.pause(0.1)
        await pilot.press(*"Croakers", "enter")
        await pilot.pause(0.1)
        await pilot.press("enter")
        await pilot.pause(0.3)
        await settled(app, pilot)
        assert (sheet(app).name, sheet(app).faction, sheet(app).verdict) == (
            "Croakers",
            "Frogs",
            "not checked",
        )
