"""Help and palette: found by a few letters, run with Enter, reasons where an action is not possible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from tests.screens.library import fill
from warband_tui.app import WarbandApp
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.sample import Laid, lay_out
from warband_tui.config import Config
from warband_tui.registry import APP_SPECS
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.doctor import DoctorScreen
from warband_tui.screens.help import HelpScreen
from warband_tui.screens.home import HomeScreen
from warband_tui.screens.import_roster import ImportScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

ROSTER = Path(__file__).parents[1] / "data" / "rosters" / "heron.rosz"
SnapCompare = Callable[..., bool]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_help_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """Every action of home under its heading, the field to search on top, the whole sentence at the bottom."""
    fill(services)

    async def asked(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, WarbandApp)
        await idle(pilot.app, pilot)
        await pilot.press("question_mark")
        await pilot.pause()

    assert snap_compare(WarbandApp(services), terminal_size=size, run_before=asked)


async def test_help_lists_every_action_that_works_here(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        expected = {spec.id for spec in (*HomeScreen.SPECS, *APP_SPECS) if spec.palette}
        assert set(rows(app).row_ids) == expected


async def test_help_shows_the_players_own_keys(services: Services) -> None:
    services.config = Config(keys={"home.campaign": ("f7",)})
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"campaign")
        await pilot.pause()
        assert "F7" in drawn(app)


async def test_help_tells_why_an_action_is_not_possible(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"redo")
        await pilot.pause()
        assert "not now: nothing has been undone here" in drawn(app)


async def test_enter_in_help_does_it(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"doctor", "enter")
        await idle(app, pilot)
        assert shows(app, DoctorScreen)


async def test_enter_on_what_is_not_possible_says_why(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"redo", "enter")
        await pilot.pause()
        assert toasts(app) == ["nothing has been undone here"]
        assert shows(app, HomeScreen)


async def test_help_is_found_by_key_too(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"^r")
        await pilot.pause()
        assert "home.redo" in rows(app).row_ids


async def test_escape_leaves_help_with_nothing_done(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        assert shows(app, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert shows(app, HomeScreen)


async def test_the_palette_names_the_screen_before_each_action_and_runs_it(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+p", *"program: doc")
        await pilot.pause()
        assert rows(app).row_ids == ("app.doctor",)
        await pilot.press("enter")
        await idle(app, pilot)
        assert shows(app, DoctorScreen)


async def test_nothing_found_is_told(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+p", *"qqqq", "enter")
        await pilot.pause()
        assert "nothing matches" in drawn(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("place", ["warband", "import", "preview", "aftermath", "report"])
async def test_help_on_the_screens_of_a_campaign(
    services: Services, place: str, size: tuple[int, int]
) -> None:
    laid = lay_out(Pen(services.library, shelf_beside(services.library.path), "Mira", services.now()))
    async with running(services, size=size) as (app, pilot):
        open_place(app, place, laid)
        await idle(app, pilot)
        if place == "preview":
            assert isinstance(app.screen, ImportScreen)
            app.screen.open_file(ROSTER)
            await idle(app, pilot)
            await idle(app, pilot)
        screen = app.screen
        assert isinstance(screen, WarbandScreen)
        await pilot.press("f1" if place == "import" else "question_mark")
        await pilot.pause()
        assert shows(app, HelpScreen)
        assert set(rows(app).row_ids) == {s.id for s in (*type(screen).SPECS, *APP_SPECS) if s.palette}
        told = " ".join(drawn(app).split())
        assert screen.HEADING in told
        assert " ".join(screen.HELP.split())[:40] in told
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen


def open_place(app: WarbandApp, place: str, laid: Laid) -> None:
    if place == "warband":
        app.open_warband(Queries(app.services.library).warbands(laid.campaign)[0].id)
    elif place == "aftermath":
        app.open_aftermath(laid.battles[0])
    elif place == "report":
        app.open_report(laid.battles[0])
    else:
        app.open_import()
