"""The aftermath: what the log of a battle calls for, and the way to the warband that it concerns."""

from __future__ import annotations

from tests.screens.driving import drawn, idle, running, shows
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.sample import lay_out
from warband_tui.screens.aftermath import AftermathScreen
from warband_tui.screens.rules import RulesScreen
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.widgets.filter_list import FilterList


async def test_the_aftermath_lists_the_fallen_and_leads_to_their_warband_and_rule(services: Services) -> None:
    laid = lay_out(Pen(services.library, shelf_beside(services.library.path), "Mira", services.now()))
    async with running(services) as (app, pilot):
        app.open_aftermath(laid.battles[0])
        await idle(app, pilot)
        screen = app.screen
        assert isinstance(screen, AftermathScreen)
        assert len(screen.query_one(FilterList).row_ids) == 7
        seen = drawn(app)
        assert "Sr. Agathe: D66" in seen
        assert "Ilk: D6" in seen
        await pilot.press("i")
        assert shows(app, RulesScreen)
        await pilot.press("q", "enter")
        await pilot.pause()
        assert shows(app, WarbandRosterScreen)
