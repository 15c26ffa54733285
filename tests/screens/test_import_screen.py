"""Importing: a file is chosen, what it would become is shown, and only then saved."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.imports.builders import as_new_recruit_json, force, roster, sel
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, rows, running, toasts
from warband_tui.app import WarbandApp
from warband_tui.campaign.founding import found_campaign
from warband_tui.screens.import_preview import ImportPreviewScreen
from warband_tui.screens.import_roster import ImportScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
HOSTILE_FILES = sorted((ROSTERS / "hostile").iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The current folder with some rosters in it, changed at times of their own."""
    for i, name in enumerate(
        ("heron.rosz", "trenchcompanion_rawsave.example.json", "yaktribe_gang.example.json")
    ):
        shutil.copy(ROSTERS / name, tmp_path / name)
        os.utime(tmp_path / name, (1_795_000_000 + i * 86400, 1_795_000_000 + i * 86400))
    (tmp_path / "older lists").mkdir()
    return tmp_path


def open_import(app: WarbandApp) -> None:
    app.open_import()


async def settled(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)
    await idle(pilot.app, pilot)


async def read(app: WarbandApp, pilot: Pilot[None], path: str | Path) -> None:
    assert isinstance(app.screen, ImportScreen)
    app.screen.query_one("#import-path", Input).value = str(path)
    await pilot.press("enter")
    await settled(pilot)


def said(app: WarbandApp) -> str:
    return str(app.screen.query_one("#import-said", Static).content)


def saved(services: Services) -> list[int]:
    return [
        int(services.library.rows(f"SELECT count(*) FROM {table}")[0][0])  # noqa: S608
        for table in ("campaign", "warband", "fighter", "item", "ledger")
    ]


@contextmanager
def no_warband_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_warband", lambda _, warband_id: opened.append(warband_id))
    yield opened


# Choosing a file


@pytest.mark.parametrize("size", SIZES)
def test_choosing_as_it_looks(
    snap_compare: SnapCompare, services: Services, folder: Path, size: tuple[int, int]
) -> None:
    """A line for the path, below it the files of this folder, newest first, then folders."""
    assert snap_compare(WarbandApp(services, start=open_import), terminal_size=size, run_before=settled)


async def test_the_files_of_the_folder_are_listed_and_opened(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        assert rows(app).row_ids == ("0", "1", "2", "3", "..")
        await pilot.press("down", "down", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)
        assert "Heron Company" in drawn(app)


async def test_folders_are_gone_into_and_out_of(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await pilot.press("down", "G", "k", "enter")
        await settled(pilot)
        assert "older lists" in drawn(app)
        assert "no roster files here" not in drawn(app)
        await pilot.press("backspace")
        await settled(pilot)
        assert "heron.rosz" in drawn(app)


async def test_the_list_follows_what_is_typed(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await pilot.press(*"her")
        await settled(pilot)
        assert "heron.rosz" in drawn(app)
        assert "yaktribe" not in drawn(app)


async def test_enter_takes_the_file_whose_name_begins_so(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await pilot.press(*"her")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)


async def test_keys_that_would_be_typed_are_not_promised(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        assert "F1 help" in drawn(app)
        await pilot.press("down")
        await idle(app, pilot)
        assert "? help" in drawn(app)
        assert "p path" in drawn(app)
        await pilot.press("p", "x", "escape")
        await idle(app, pilot)
        assert isinstance(app.screen, ImportScreen), "the first Esc only clears what was typed"
        await pilot.press("escape")
        await idle(app, pilot)
        assert not isinstance(app.screen, ImportScreen)


async def test_a_path_in_quotes_is_read(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, f"'{folder}/heron.rosz'")
        assert isinstance(app.screen, ImportPreviewScreen)


async def test_a_file_that_is_dropped_on_the_list_is_read(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await pilot.press("down")
        app.screen.post_message(Paste(f"'{folder}/heron.rosz' "))
        await settled(pilot)
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)


async def test_a_file_is_opened_with_the_mouse(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await pilot.click("#import-list RowList", offset=(4, 3), times=2)
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)


@pytest.mark.parametrize("path", HOSTILE_FILES, ids=lambda path: path.name)
async def test_a_hostile_file_is_one_line_and_saves_nothing(services: Services, path: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, path)
        if isinstance(app.screen, ImportPreviewScreen):
            # Odd, but sound inside: what it holds is shown like any other roster.
            await pilot.press("escape")
        else:
            assert said(app).startswith(f"✗ {path.name}: ")
            assert "\n" not in said(app)
        assert saved(services) == [0, 0, 0, 0, 0]


async def test_most_hostile_files_are_refused(services: Services) -> None:
    refused = 0
    async with running(services, start=open_import) as (app, pilot):
        for path in HOSTILE_FILES:
            await read(app, pilot, path)
            if isinstance(app.screen, ImportScreen):
                refused += 1
            else:
                await pilot.press("escape")
    assert refused >= 8


async def test_a_name_that_is_nowhere_never_opens_another_file(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        app.screen.query_one("#import-path", Input).value = "nowhere.ros"
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ImportScreen)


@pytest.mark.parametrize("typed", ["", "nowhere.ros", "/nowhere/at/all.ros", "[red]x[/]"])
async def test_a_path_that_leads_nowhere_is_one_line(services: Services, typed: str) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, typed)
        assert isinstance(app.screen, ImportScreen)
        assert said(app).startswith("✗ ")


# What it would become


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["trenchcompanion_rawsave.example.json", "heron.rosz"])
def test_the_preview_as_it_looks(
    snap_compare: SnapCompare, services: Services, folder: Path, size: tuple[int, int], name: str
) -> None:
    """Where it goes and what it comes to on top; each line with its use; below what is not known."""

    async def previewing(pilot: Pilot[None]) -> None:
        await settled(pilot)
        assert isinstance(pilot.app, WarbandApp)
        await read(pilot.app, pilot, name)

    assert snap_compare(WarbandApp(services, start=open_import), terminal_size=size, run_before=previewing)


async def test_enter_saves_and_opens_the_warband(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, start=open_import) as (app, pilot):
            await read(app, pilot, "heron.rosz")
            assert saved(services) == [0, 0, 0, 0, 0]
            await pilot.press("enter")
            await settled(pilot)
            assert len(app.screen_stack) == 1
    warband = Queries(services.library).warband(opened[0])
    assert (warband.name, warband.fighters) == ("Heron Company", 7)
    assert Queries(services.library).campaign(warband.campaign_id).name == "Heron Company: campaign"


async def test_a_roster_goes_to_the_campaign_that_one_came_from(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaigns = [
        found_campaign(services.library, name, "trench-crusade", "", who="M", at=services.now())
        for name in ("First", "Second")
    ]
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, start=lambda app: app.open_import(campaigns[0])) as (app, pilot):
            await read(app, pilot, "trenchcompanion_rawsave.example.json")
            assert "→ First" in drawn(app)
            await pilot.press("enter")
            await settled(pilot)
    assert Queries(services.library).warband(opened[0]).campaign_id == campaigns[0]


async def test_leaving_saves_nothing(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        await pilot.press("space", "q")
        await idle(app, pilot)
        assert isinstance(app.screen, ImportScreen)
    assert saved(services) == [0, 0, 0, 0, 0]


async def test_space_and_digits_decide_about_a_line(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, start=open_import) as (app, pilot):
            await read(app, pilot, "heron.rosz")
            assert "Ghost of the Ford" in drawn(app)
            assert "?2" in drawn(app), "the cursor is on the line whose models the file does not tell"
            await pilot.press("1", "2")
            assert re.search("Ghost of the Ford +fighter +12 ", drawn(app))
            await pilot.press("k", "space", "space")
            assert "– out" in drawn(app)
            await pilot.press("k", "space")
            await pilot.press("enter")
            await settled(pilot)
    fighters = {f.name: f.models for f in Queries(services.library).fighters(opened[0])}
    assert fighters["Ghost of the Ford"] == 12
    assert "Hound" not in fighters
    assert "Pikemen" not in fighters
    assert len(Queries(services.library).stash(opened[0])) > 1


async def test_digits_only_count_on_fighters(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        await pilot.press("g", "5")
        assert any("only fighters" in text for text in toasts(app))


async def test_models_can_be_asked_for(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("backspace", "0", "enter")
        await pilot.pause()
        assert "a number from 1 to 99" in drawn(app)
        await pilot.press("backspace", "8", "enter")
        await idle(app, pilot)
        assert re.search("Ghost of the Ford +fighter +8 ", drawn(app))


async def test_name_player_and_campaign_can_be_changed(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = found_campaign(services.library, "Mud War", "trench-crusade", "", who="M", at=services.now())
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, start=open_import) as (app, pilot):
            await read(app, pilot, "heron.rosz")
            for key, text in (("n", "The Herons"), ("p", "Mira")):
                await pilot.press(key)
                await pilot.pause()
                app.screen.query_one(Input).value = text
                await pilot.press("enter")
                await idle(app, pilot)
            await pilot.press("c")
            await pilot.pause()
            await pilot.press("down", "enter")
            await settled(pilot)
            assert "The Herons of Mira → Mud War" in drawn(app)
            assert "the campaign plays Trench Crusade" in drawn(app)
            await pilot.press("enter")
            await settled(pilot)
    warband = Queries(services.library).warband(opened[0])
    assert (warband.name, warband.player, warband.campaign_id) == ("The Herons", "Mira", campaign)


async def test_a_roster_that_is_here_already_says_so(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, size=(120, 40), start=open_import) as (app, pilot):
            await read(app, pilot, "heron.rosz")
            await pilot.press("enter")
            await settled(pilot)
            app.open_import()
            await settled(pilot)
            await read(app, pilot, "heron.rosz")
            assert "here already as Heron Company (Heron Company: campaign)" in drawn(app)
            assert "Heron Company → Heron Company: campaign" in drawn(app)
            assert "has a warband Heron Company already" in drawn(app)
            await pilot.press("enter")
            await settled(pilot)
            assert any("there will be two of that name" in toast for toast in toasts(app))
    assert len(set(opened)) == 2
    assert saved(services)[:2] == [1, 2]


async def test_enter_in_the_filter_goes_back_to_the_list(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        await pilot.press("slash", *"hound", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)
        assert rows(app).row_ids == ("l5",)
    assert saved(services) == [0, 0, 0, 0, 0]


async def test_a_double_click_takes_a_line_for_something_else_and_saves_nothing(
    services: Services, folder: Path
) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        await pilot.click("#incoming-list RowList", offset=(4, 2), times=2)
        await settled(pilot)
        assert isinstance(app.screen, ImportPreviewScreen)
        assert "Oda" in drawn(app)
        assert drawn(app).count("■ stash") == 2
    assert saved(services) == [0, 0, 0, 0, 0]


async def test_a_failure_is_told_and_nothing_is_saved(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        for line in ("l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7"):
            rows(app).select(line)
            await pilot.press("space")
            await pilot.press("space")
        for line in ("l0", "l7"):
            rows(app).select(line)
            await pilot.press("space")
            await pilot.press("space")
        await pilot.press("enter")
        await settled(pilot)
        assert any("no fighter to save" in text for text in toasts(app)), drawn(app)
    assert saved(services) == [0, 0, 0, 0, 0]


async def test_names_from_files_are_shown_as_they_are_and_never_run(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [sel(name, "model", customName=name) for name in HOSTILE]
    (tmp_path / "odd.json").write_bytes(as_new_recruit_json(roster(force(*lines, customName=HOSTILE[1]))))
    with no_warband_screen(monkeypatch) as opened:
        async with running(services, size=(120, 40), start=open_import) as (app, pilot):
            await read(app, pilot, "odd.json")
            assert "Grim [/the] Bold" in drawn(app)
            assert "[@click=app.quit]x[/]" in drawn(app)
            for _ in HOSTILE:
                await pilot.press("j")
            await pilot.press("enter")
            await settled(pilot)
    assert len(Queries(services.library).fighters(opened[0])) == len(HOSTILE)


async def test_a_resize_keeps_the_cursor(services: Services, folder: Path) -> None:
    async with running(services, start=open_import) as (app, pilot):
        await read(app, pilot, "heron.rosz")
        before = rows(app).current
        for size in ((120, 40), (60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await idle(app, pilot)
            assert rows(app).current == before
