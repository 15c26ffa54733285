"""The report on screen: read, shown for a target, copied, put into a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.campaign import bog
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, running, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.rules.actions import Lose, NextTurn, Note, Star
from warband_tui.screens.report import ReportScreen
from warband_tui.services import Services
from warband_tui.widgets.page import Page, broken

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


def fought(services: Services, names: tuple[str, ...] = bog.NAMES) -> int:
    battle_id = bog.begun(services.library, bog.setup(4, names=names))
    session = bog.opened(services.library, battle_id)
    for action in (
        NextTurn(),
        Note(text="Fog over the [b]ford[/b]"),
        Lose(unit="b1", how="drowned", by="a1"),
        Star(entry=3),
        NextTurn(),
    ):
        session.act(action)
    return battle_id


def report(battle_id: int) -> Start:
    return lambda app: app.open_report(battle_id)


async def settled(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)


def page(app: WarbandApp) -> str:
    return app.screen.query_one(Page).text()


async def answer(app: WarbandApp, pilot: Pilot[None], text: str) -> None:
    await pilot.pause()
    app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await idle(app, pilot)


@pytest.mark.parametrize("size", SIZES)
def test_the_report_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """A line of targets with the taken one in reverse, below it the report."""
    app = WarbandApp(services, start=report(fought(services)))
    assert snap_compare(app, terminal_size=size, run_before=settled)


async def test_each_target_has_a_key_and_t_goes_round(services: Services) -> None:
    async with running(services, start=report(fought(services))) as (app, pilot):
        signs = {"2": "# The Ford", "3": "══", "4": "**", "5": "[b]", "6": '"title"', "1": "══"}
        for key, sign in signs.items():
            await pilot.press(key)
            await pilot.pause()
            assert sign in page(app), key
        for _ in signs:
            await pilot.press("t")
        assert "Plain text" in drawn(app)
        assert page(app).startswith("══")


async def test_a_target_is_taken_with_the_mouse(services: Services) -> None:
    async with running(services, start=report(fought(services))) as (app, pilot):
        await pilot.click("#report-targets", offset=(12, 0))
        await pilot.pause()
        assert "# The Ford" in page(app)
        await pilot.click("#report-targets", offset=(78, 0))
        assert "# The Ford" in page(app)


async def test_the_page_scrolls_by_keys_and_no_line_is_wider_than_the_screen(services: Services) -> None:
    async with running(services, start=report(fought(services))) as (app, pilot):
        for key in ("2", "6"):
            await pilot.press(key)
            await pilot.pause()
            assert max(map(len, page(app).splitlines())) <= 80
        await pilot.press("G")
        await pilot.pause()
        assert app.screen.query_one(Page).scroll_offset.y > 0
        await pilot.press("g")
        await pilot.pause()
        assert app.screen.query_one(Page).scroll_offset.y == 0


async def test_export_asks_for_a_folder_and_shows_the_path(services: Services, tmp_path: Path) -> None:
    async with running(services, start=report(fought(services))) as (app, pilot):
        await pilot.press("2", "e")
        await answer(app, pilot, str(tmp_path / "reports"))
        written = tmp_path / "reports" / "The-Ford.md"
        assert "# The Ford" in written.read_text(encoding="utf-8")
        assert any(str(written) in text for text in toasts(app))
        assert "The-Ford.md" in drawn(app).replace("\n", "")


async def test_a_file_that_is_there_is_only_replaced_by_its_own_letter(
    services: Services, tmp_path: Path
) -> None:
    mine = tmp_path / "The-Ford.txt"
    mine.write_text("mine", encoding="utf-8")
    async with running(services, start=report(fought(services))) as (app, pilot):
        for refusal in ("enter", "escape", "e"):
            await pilot.press("e")
            await answer(app, pilot, str(tmp_path))
            assert "is there already" in drawn(app)
            await pilot.press(refusal)
            await idle(app, pilot)
            assert mine.read_text(encoding="utf-8") == "mine"
            if refusal == "e":
                await pilot.press("r")
                await idle(app, pilot)
        assert "The Ford" in mine.read_text(encoding="utf-8")


async def test_a_folder_that_will_not_do_is_one_line(services: Services, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    async with running(services, start=report(fought(services))) as (app, pilot):
        await pilot.press("e")
        await answer(app, pilot, str(tmp_path / "file"))
        assert any("choose another folder" in text for text in toasts(app))


async def test_copying_says_sent(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(WarbandApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    async with running(services, start=report(fought(services))) as (app, pilot):
        await pilot.press("3", "y")
        assert any("sent to the clipboard" in text for text in toasts(app))
    assert copied[0].lstrip().lower().startswith("<!doctype html")


async def test_what_players_write_is_literal(services: Services) -> None:
    async with running(services, start=report(fought(services, HOSTILE[:4]))) as (app, _):
        assert "Fog over the [b]ford[/b]" in page(app)
        assert "[@click=app.quit]x[/]" in page(app)
        assert "\x1b" not in page(app)


async def test_a_battle_that_cannot_be_told_says_why(services: Services) -> None:
    async with running(services, start=report(99)) as (app, pilot):
        assert "no battle 99" in page(app)
        await pilot.press("e")
        assert any("no battle 99" in text for text in toasts(app))


async def test_b_goes_to_the_battle(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_battle", lambda _, battle_id: opened.append(battle_id))
    battle_id = fought(services)
    async with running(services, start=report(battle_id)) as (app, pilot):
        await pilot.press("b")
        await idle(app, pilot)
        assert not isinstance(app.screen, ReportScreen)
    assert opened == [battle_id]


async def test_reload_tells_what_has_happened_since(services: Services) -> None:
    battle_id = fought(services)
    async with running(services, start=report(battle_id)) as (app, pilot):
        bog.opened(services.library, battle_id).act(Note(text="The sun is out"))
        assert "The sun is out" not in page(app)
        await pilot.press("r")
        await idle(app, pilot)
        assert "The sun is out" in page(app)


async def test_a_resize_breaks_the_lines_anew(services: Services) -> None:
    async with running(services, size=(120, 40), start=report(fought(services))) as (app, pilot):
        await pilot.press("2")
        for size in ((80, 24), (60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await idle(app, pilot)
            assert max(map(len, page(app).splitlines())) <= size[0]


@pytest.mark.parametrize(
    ("line", "width", "pieces"),
    [
        ("one two three", 8, ["one two", "three"]),
        ("onetwothree", 4, ["onet", "woth", "ree"]),
        ("  kept  spaces", 20, ["  kept  spaces"]),
        ("", 10, [""]),
        ("巨大巨大", 4, ["巨大", "巨大"]),
    ],
)
def test_lines_break_at_spaces_where_there_are_some(line: str, width: int, pieces: list[str]) -> None:
    assert broken(line, width) == pieces
