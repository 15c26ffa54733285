"""The first screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from tests.screens.library import battle, fill
from warband_tui.app import WarbandApp
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.sample import games_with_samples
from warband_tui.errors import WarbandError
from warband_tui.screens.home import HomeScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


async def filled(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)


@pytest.mark.parametrize("size", SIZES)
def test_home_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """The running battle on top under the cursor; campaigns; the other battles; details beside it when wide."""
    fill(services)
    assert snap_compare(WarbandApp(services), terminal_size=size, run_before=filled)


@pytest.mark.parametrize("size", SIZES)
def test_welcome_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """An empty library: five ways to begin, each with its key, the first under the cursor."""
    assert snap_compare(WarbandApp(services), terminal_size=size, run_before=filled)


def test_home_in_the_light(snap_compare: SnapCompare, services: Services) -> None:
    """The same on parchment: the cursor's line is dark rust with pale letters."""
    fill(services)

    async def light(pilot: Pilot[None]) -> None:
        await filled(pilot)
        pilot.app.theme = "warband-light"

    assert snap_compare(WarbandApp(services), run_before=light)


def test_home_in_the_terminals_own_colours(snap_compare: SnapCompare, services: Services) -> None:
    """The same in the sixteen colours that the terminal gives."""
    fill(services)

    async def own_colours(pilot: Pilot[None]) -> None:
        await filled(pilot)
        pilot.app.theme = "ansi-dark"

    assert snap_compare(WarbandApp(services), run_before=own_colours)


async def test_the_battle_that_is_running_is_under_the_cursor(services: Services) -> None:
    fill(services)
    async with running(services) as (app, _):
        current = rows(app).current
        assert Queries(services.library).battle(int(current[1:])).status == "running"


async def test_enter_opens_the_battle_under_the_cursor(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(services)
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_battle", lambda _, battle_id: opened.append(battle_id))
    async with running(services) as (app, pilot):
        current = rows(app).current
        await pilot.press("enter")
        await pilot.pause()
    assert opened == [int(current[1:])]


async def test_the_frame_is_there_before_the_library_is_open(services: Services) -> None:
    app = WarbandApp(services)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "help" in drawn(app)
        await idle(app, pilot)
        assert services.is_open


async def test_names_are_shown_as_they_are_and_never_run(services: Services) -> None:
    for i, name in enumerate(HOSTILE):
        campaign = found_campaign(services.library, name, "bogwater", "", who="x", at="2026-11-01")
        battle(services, name, campaign, day=10 + i)
    async with running(services, size=(120, 40)) as (app, pilot):
        text = drawn(app)
        assert "Grim [/the] Bold" in text
        assert "[@click=app.quit]x[/]" in text
        assert "\x1b" not in text
        for _ in rows(app).row_ids:
            await pilot.press("j")
        await pilot.click("#home-list", offset=(5, 5))
        await pilot.press("J")
        await pilot.pause()
        assert "[red]Bob[/] [2J <b>=1+1" in drawn(app)
        await pilot.press("escape")
        assert app.is_running


async def test_a_double_click_opens_and_one_click_moves_the_cursor(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(services)
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_campaign", lambda _, campaign_id: opened.append(campaign_id))
    async with running(services) as (app, pilot):
        await pilot.click("#home-list", offset=(5, 4))
        await pilot.pause()
        assert rows(app).current == "c1"
        assert opened == []
        await pilot.click("#home-list", offset=(5, 4), times=2)
        await pilot.pause()
        assert opened == [1]


async def test_a_refusal_on_the_way_is_told_and_nothing_falls(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(services)

    def refuse(_: WarbandApp, battle_id: int) -> None:
        raise WarbandError(f"battle {battle_id} is of a game that is not installed")

    monkeypatch.setattr(WarbandApp, "open_battle", refuse)
    async with running(services) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert toasts(app) == ["battle 2 is of a game that is not installed"]
        assert shows(app, HomeScreen)


async def test_the_cursor_stays_beside_what_was_put_away(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        rows(app).select("b3")
        await pilot.press("a")
        await idle(app, pilot)
        assert rows(app).current == "b1"


async def test_putting_away_is_undone_and_done_again(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        rows(app).select("c1")
        await pilot.press("a")
        await idle(app, pilot)
        assert "c1" not in rows(app).row_ids
        assert toasts(app) == ["Put away The Long Winter; u turns it round"]
        await pilot.press("u")
        await idle(app, pilot)
        assert "c1" in rows(app).row_ids
        await pilot.press("ctrl+r")
        await idle(app, pilot)
        assert "c1" not in rows(app).row_ids


async def test_what_is_put_away_is_listed_on_request(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        rows(app).select("b1")
        await pilot.press("a")
        await idle(app, pilot)
        assert "b1" not in rows(app).row_ids
        await pilot.press("x")
        await idle(app, pilot)
        assert "b1" in rows(app).row_ids


async def test_a_campaign_is_founded_by_answering(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Services, "ruleset_ids", lambda _: ("bogwater",))
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_campaign", lambda _, campaign_id: opened.append(campaign_id))
    async with running(services) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        await pilot.press(*"Ash")
        await pilot.press("enter")
        await pilot.pause()
        while app.screen.is_modal:
            await pilot.press("enter")
            await pilot.pause()
        await app.workers.wait_for_complete()
        await idle(app, pilot)
    view = Queries(services.library).campaign(opened[0])
    assert (view.name, view.ruleset) == ("Ash", "bogwater")


async def test_an_action_that_is_not_possible_says_why(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        await pilot.press("u")
        await pilot.pause()
        assert toasts(app) == ["nothing has been put away here since the start"]


async def test_the_filter_finds_and_escape_clears_it(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        everything = rows(app).row_ids
        await pilot.press("slash", *"winter")
        await pilot.pause()
        assert rows(app).row_ids == ("c1",)
        await pilot.press("escape")
        await pilot.pause()
        assert rows(app).row_ids == everything
        assert shows(app, HomeScreen)


async def test_resizing_keeps_the_cursor(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        rows(app).select("c2")
        for size in ((120, 40), (60, 20), (40, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert rows(app).current == "c2"


async def test_a_library_that_cannot_be_opened_is_told_and_nothing_falls(services: Services) -> None:
    services.place = "."
    async with running(services) as (app, _):
        assert "this is a folder; name a file in it" in toasts(app)[0]
        assert app.is_running


async def test_an_empty_library_offers_ways_to_begin(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(WarbandApp, "open_sample", lambda _, game: called.append(game))
    async with running(services) as (app, pilot):
        await pilot.press("j", "j", "j", "enter")
        await idle(app, pilot)
        assert "Which sample campaign?" in drawn(app)
        await pilot.press("enter")
        await idle(app, pilot)
    first = games_with_samples()[0][0].id
    assert called == [first]
