"""While the sample campaign is laid out: nobody leaves, and nothing that lies over it is taken away."""

from __future__ import annotations

import threading

import pytest

from tests.screens.driving import idle, running, shows, toasts
from warband_tui.campaign import sample as laying
from warband_tui.campaign.sample import Laid
from warband_tui.errors import WarbandError
from warband_tui.screens.campaign import CampaignScreen
from warband_tui.screens.help import HelpScreen
from warband_tui.screens.home import HomeScreen
from warband_tui.screens.sample import SampleScreen
from warband_tui.services import Services


async def test_help_that_lies_over_it_stays_until_it_is_closed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()

    def lay_out(*_: object) -> Laid:
        may_end.wait(10)
        return Laid(1, ())

    monkeypatch.setattr(laying, "lay_out", lay_out)
    async with running(services) as (app, pilot):
        app.push_screen(SampleScreen())
        await pilot.pause()
        await pilot.press("q")
        assert shows(app, SampleScreen)
        assert toasts(app) == ["one moment, the table is being set up"]
        await pilot.press("question_mark")
        may_end.set()
        await idle(app, pilot)
        assert shows(app, HelpScreen)
        await pilot.press("escape")
        await idle(app, pilot)
        assert [type(screen) for screen in app.screen_stack] == [HomeScreen, CampaignScreen]


async def test_why_it_failed_is_told_at_home(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    def lay_out(*_: object) -> Laid:
        raise WarbandError("the disk is full")

    monkeypatch.setattr(laying, "lay_out", lay_out)
    async with running(services) as (app, pilot):
        app.push_screen(SampleScreen())
        await pilot.pause()
        await idle(app, pilot)
        assert shows(app, HomeScreen)
        assert toasts(app) == ["the disk is full"]
