"""The program around the screens: keys, looks, size, toasts, leaving, falling."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from tests.screens.library import fill
from warband_tui.app import WarbandApp, run_app, write_crash_log
from warband_tui.config import Config
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.doctor import DoctorScreen
from warband_tui.screens.home import HomeScreen
from warband_tui.screens.places import PLACES
from warband_tui.screens.rules import RulesScreen
from warband_tui.screens.too_small import TooSmall
from warband_tui.services import Services
from warband_tui.theme import OWN
from warband_tui.widgets.footer import MOST_KEYS, KeyBar

# Keys


async def test_a_rebound_key_does_it_and_the_old_one_no_longer(services: Services) -> None:
    services.config = Config(keys={"app.doctor": ("f9",)})
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+o")
        await idle(app, pilot)
        assert shows(app, HomeScreen)
        await pilot.press("f9")
        await idle(app, pilot)
        assert shows(app, DoctorScreen)


async def test_a_players_key_takes_another_actions_default_away(services: Services) -> None:
    services.config = Config(keys={"app.doctor": ("n",)})
    async with running(services) as (app, pilot):
        await pilot.press("n")
        await idle(app, pilot)
        assert shows(app, DoctorScreen)


async def test_what_is_wrong_in_the_config_is_told_and_the_program_runs(services: Services) -> None:
    assert services.config_path is not None
    services.config_path.write_text('[keys]\n"home.opn" = "n"\n', encoding="utf-8")
    services.config = Config(keys={"home.opn": ("n",)})
    async with running(services) as (app, pilot):
        await idle(app, pilot)
        assert any(
            "line 2: there is no action 'home.opn'; did you mean 'home.open'?" in t for t in toasts(app)
        )


async def test_a_look_that_there_is_not_is_told_with_the_nearest(services: Services) -> None:
    services.config = Config(theme="warband-drak")
    async with running(services) as (app, pilot):
        await idle(app, pilot)
        assert app.theme == "warband-dark"
        assert "there is no theme 'warband-drak'; did you mean 'warband-dark'?" in toasts(app)[0]


async def test_q_leaves_the_screen_and_then_the_program(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("R")
        await idle(app, pilot)
        assert shows(app, RulesScreen)
        await pilot.press("q")
        await pilot.pause()
        assert shows(app, HomeScreen)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


async def test_ctrl_c_asks_and_the_second_one_leaves(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.is_running
        assert toasts(app) == ["Press Ctrl+C once more to leave; everything is saved."]
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running


async def test_ctrl_q_leaves_from_inside_a_dialog(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        assert app.screen.is_modal
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not app.is_running


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_the_keys_fit_on_one_line_with_help_among_them(services: Services, width: int) -> None:
    async with running(services, size=(width, 24)) as (app, _):
        bar = app.screen.query_one(KeyBar)
        assert sum(key.width for key in bar.keys) <= width
        assert len(bar.keys) <= MOST_KEYS
        assert bar.keys[-1].action == "app.help"


async def test_a_click_on_a_key_of_the_footer_does_it(services: Services) -> None:
    async with running(services) as (app, pilot):
        bar = app.screen.query_one(KeyBar)
        left = sum(key.width for key in bar.keys[:-1])
        await pilot.click(KeyBar, offset=(left + 2, 0))
        await pilot.pause()
        assert app.screen.is_modal


async def test_the_second_of_two_quick_clicks_is_not_for_the_screen_that_the_first_opened(
    services: Services,
) -> None:
    async with running(services) as (app, pilot):
        bar = app.screen.query_one(KeyBar)
        left = sum(key.width for key in bar.keys[: [key.action for key in bar.keys].index("home.import")])
        await pilot.click(KeyBar, offset=(left + 2, 0), times=2)
        await idle(app, pilot)
        assert type(app.screen).__name__ == "ImportScreen"
        assert len(app.screen_stack) == 2


# Going


async def test_jump_finds_any_place_by_name(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(services)
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_warband", lambda _, warband_id: opened.append(warband_id))
    async with running(services) as (_, pilot):
        await pilot.press("J", *"lances", "enter")
        await pilot.pause()
    assert opened == [1]


async def test_the_same_screen_is_not_opened_over_itself(services: Services) -> None:
    async with running(services) as (app, pilot):
        for _ in range(3):
            await pilot.press("R")
            await idle(app, pilot)
        assert len(app.screen_stack) == 2


@pytest.mark.parametrize(("module", "screen"), PLACES.items())
def test_every_place_has_its_screen(module: str, screen: str) -> None:
    found = importlib.util.find_spec(f"warband_tui.screens.{module}")
    if found is None:
        pytest.skip(f"screens/{module}.py is not written yet")
    made = getattr(importlib.import_module(f"warband_tui.screens.{module}"), screen)
    assert issubclass(made, WarbandScreen)
    assert made.HEADING
    assert made.HELP.endswith(".")


# Toasts


async def test_toasts_show_names_as_they_are(services: Services) -> None:
    async with running(services) as (app, pilot):
        for name in HOSTILE:
            app.say(name)
            app.notify(name, title=name)
        await pilot.pause()
        assert len(toasts(app)) == 2 * len(HOSTILE)
        assert not any("\x1b" in toast or "\n" in toast for toast in toasts(app))
        assert "Grim [/the] Bold" in toasts(app)
        assert app.is_running


async def test_a_toast_shows_how_grave_it_is_without_colour(services: Services) -> None:
    async with running(services) as (app, pilot):
        app.say("a fault", severity="error")
        app.say("careful", severity="warning")
        await pilot.pause()
        assert "✗ a fault" in drawn(app)
        assert "! careful" in drawn(app)


async def test_what_was_said_can_be_read_again(services: Services) -> None:
    async with running(services) as (app, pilot):
        app.say("the first")
        app.say("[/the] second", severity="error")
        await pilot.press("M")
        await pilot.pause()
        text = drawn(app)
        assert text.index("[/the] second") < text.index("the first")
        assert "error" in text


# Looks


async def test_every_look_can_be_worn(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        assert {theme.name for theme in OWN} <= set(app.available_themes)
        for name in app.available_themes:
            app.theme = name
            await pilot.pause()
            assert "Where you left off" in drawn(app)


async def test_a_look_is_previewed_kept_and_comes_back(services: Services) -> None:
    assert services.config_path is not None
    async with running(services) as (app, pilot):
        await pilot.press("T", "down")
        await pilot.pause()
        assert app.theme == "warband-light"
        await pilot.press("enter")
        await pilot.pause()
    assert 'theme = "warband-light"' in services.config_path.read_text(encoding="utf-8")


async def test_a_look_that_is_not_kept_goes_again(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("T", "down")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.theme == "warband-dark"


def contrast(one: str | None, other: str | None) -> float:
    """The contrast of two colours as WCAG counts it, 1 to 21."""

    def luminance(colour: str | None) -> float:
        parts = Color.parse(colour or "").normalized
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_the_cursors_line_stands_out_and_all_colours_are_readable(theme: Theme) -> None:
    bar = theme.variables["block-cursor-background"]
    assert contrast(theme.variables["block-cursor-foreground"], bar) > 4.5
    assert contrast(theme.background, bar) > 3
    assert contrast(theme.foreground, theme.background) > 7
    for colour in (theme.warning, theme.error, theme.success, theme.primary):
        assert contrast(colour, theme.background) > 4.5


async def test_without_colour_the_cursor_and_states_are_still_told_apart(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    fill(services)
    async with running(services) as (app, _):
        text = drawn(app)
        assert app.no_color
        assert "● running" in text
        assert "✓ over" in text
        assert "○ preparing" in text


# Size


async def test_too_small_a_terminal_is_told_and_all_comes_back(services: Services) -> None:
    fill(services)
    async with running(services) as (app, pilot):
        await pilot.resize_terminal(59, 20)
        await pilot.pause()
        assert shows(app, TooSmall)
        assert "this is 59x20" in drawn(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert shows(app, HomeScreen)


async def test_a_dialog_survives_too_small_a_terminal(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("question_mark", *"doc")
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert rows(app).filter_text == "doc"


async def test_a_terminal_too_small_from_the_start_is_told(services: Services) -> None:
    async with running(services, size=(40, 10)) as (app, _):
        assert shows(app, TooSmall)


# Leaving something behind


@pytest.mark.parametrize("there", [True, False])
async def test_a_picture_of_the_screen_is_saved_beside_the_last_and_its_place_told(
    services: Services, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: bool
) -> None:
    downloads = tmp_path / "Downloads"
    if there:
        downloads.mkdir()
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: downloads)
    folder = downloads if there else tmp_path
    async with running(services) as (app, pilot):
        for name in ("warband-2026-11-30T120000-0000.svg", "warband-2026-11-30T120000-0000-2.svg"):
            await pilot.press("ctrl+s")
            await idle(app, pilot)
            assert (folder / name).read_text(encoding="utf-8").startswith("<svg")
            assert toasts(app)[-1] == f"Saved as {folder / name}"


async def test_why_a_file_was_not_saved_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: tmp_path)
    monkeypatch.setattr("tempfile.mkstemp", lambda **_: (_ for _ in ()).throw(OSError(28, "disk full")))
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+s")
        await idle(app, pilot)
        said = f"Not saved: cannot write into {tmp_path} (disk full); choose another folder"
        assert toasts(app) == [said]


def test_a_crash_leaves_a_log_with_its_trace(tmp_path: Path) -> None:
    path = write_crash_log(tmp_path / "state", "2026-11-30T12:00:00+00:00", "ValueError: the cause \udcff")
    assert path is not None
    assert path.read_text(encoding="utf-8").endswith("\nValueError: the cause \\udcff")


def test_a_crash_log_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert write_crash_log(tmp_path / "file" / "state", "now", "") is None


@pytest.mark.parametrize("by", ["a fault", "a panic of Textual"])
def test_a_fall_ends_with_one_line_that_names_the_log(
    services: Services, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    def run(app: WarbandApp) -> None:
        async def fall(pilot: Pilot[object]) -> None:
            await pilot.pause()
            if by == "a fault":
                app.call_later(lambda: 1 // 0)
                await pilot.pause()
            else:
                app.panic("ZeroDivisionError")

        asyncio.run(app.run_async(headless=True, size=(80, 24), auto_pilot=fall))

    monkeypatch.setattr(WarbandApp, "run", run)
    assert run_app(services) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "all that was done is saved" in line
    path = Path(line.rpartition("log: ")[2])
    assert path.name == "crash-2026-11-30T120000+0000.log"
    assert "ZeroDivisionError" in path.read_text(encoding="utf-8")
