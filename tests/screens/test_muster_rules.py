"""The questions that the rules leave open, answered while a battle is mustered."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from textual.pilot import Pilot

from tests.screens.conftest import HOSTILE, NOW
from tests.screens.driving import drawn, idle, running, shows, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.campaign.founding import found_campaign
from warband_tui.rules.ruleset import Setting, load
from warband_tui.rules.state import Setup
from warband_tui.screens.muster import MusterScreen
from warband_tui.screens.muster_rules import MusterRulesScreen
from warband_tui.screens.rules import RulesScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
SETTINGS = (
    Setting("mud", ("slow", "stuck", "none"), "What does mud do to who ends its move in it?", "BOG-HIT"),
    Setting("eels", ("bite", "flee"), "Do eels bite or flee when somebody wades?"),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of the bog leaves two things open."""
    monkeypatch.setattr(load("bogwater"), "settings", SETTINGS)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The battles that are opened; the battle screen itself is another test's."""
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_battle", lambda _, battle_id: opened.append(battle_id))
    return opened


@pytest.fixture
def campaign(services: Services) -> int:
    return found_campaign(services.library, "Bog War", "bogwater", "1", who="Mira", at=NOW)


def muster(campaign_id: int | None) -> Start:
    return lambda app: app.open_muster(campaign_id)


def told(app: WarbandApp) -> str:
    return " ".join(drawn(app).split())


async def open_questions(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)
    await pilot.press("1", "down", "down", "enter")
    await idle(pilot.app, pilot)


async def fill_sides(app: WarbandApp, pilot: Pilot[None]) -> None:
    for pane in ("2", "3"):
        await pilot.press(pane, "w")
        await pilot.pause()
        for _ in range(3):
            await pilot.press("enter")
            await idle(app, pilot)


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("size", SIZES)
def test_the_questions_as_they_look(
    snap_compare: SnapCompare, services: Services, campaign: int, size: tuple[int, int]
) -> None:
    """Questions with the answers that hold, one of them changed; all answers and the rule of the one chosen."""

    async def answering(pilot: Pilot[None]) -> None:
        await open_questions(pilot)
        await pilot.press("space")
        await pilot.pause()

    app = WarbandApp(services, start=muster(campaign))
    assert snap_compare(app, terminal_size=size, run_before=answering)


@pytest.mark.usefixtures("asked")
async def test_answers_are_changed_taken_back_kept_and_remembered(
    services: Services, campaign: int, begun: list[int]
) -> None:
    async with running(services, start=muster(campaign)) as (app, pilot):
        assert "Rules as printed" in told(app)
        await open_questions(pilot)
        assert shows(app, MusterRulesScreen)
        await pilot.press("space", "down", "space", "u", "u", "ctrl+r")
        assert "● What does mud" in drawn(app)
        await pilot.press("q")
        await idle(app, pilot)
        assert shows(app, MusterScreen)
        assert "Rules 1 changed" in told(app)
        await fill_sides(app, pilot)
        await pilot.press("s")
        await idle(app, pilot)
    setup = msgspec.json.decode(Queries(services.library).setup(begun[0]), type=Setup)
    assert setup.options == {"mud": "stuck"}
    async with running(services, start=muster(campaign)) as (app, pilot):
        assert "Rules 1 changed" in told(app)
    async with running(services, start=muster(None)) as (app, pilot):
        assert "1 changed" not in told(app)


@pytest.mark.usefixtures("asked")
async def test_an_answer_is_picked_and_put_back(services: Services, campaign: int) -> None:
    async with running(services, start=muster(campaign)) as (app, pilot):
        await open_questions(pilot)
        await pilot.press("d")
        assert any("answered as printed already" in text for text in toasts(app))
        await pilot.press("enter")
        await pilot.pause()
        assert "as printed" in drawn(app)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert "▸ none" in drawn(app)
        await pilot.press("d")
        assert "● What" not in drawn(app)
        await pilot.press("space", "down", "space", "D")
        assert "● " not in drawn(app)


@pytest.mark.usefixtures("asked")
async def test_the_rule_of_a_question_is_read(services: Services, campaign: int) -> None:
    async with running(services, start=muster(campaign)) as (app, pilot):
        await open_questions(pilot)
        await pilot.press("r")
        await idle(app, pilot)
        assert shows(app, RulesScreen)
        assert "BOG-HIT" in drawn(app)
        await pilot.press("q", "down", "r")
        assert any("no single rule" in text for text in toasts(app))


async def test_a_game_that_leaves_nothing_open_has_no_such_row(services: Services, campaign: int) -> None:
    async with running(services, start=muster(campaign)) as (app, _):
        assert "Rules" not in told(app)


async def test_questions_are_shown_as_they_are(
    services: Services, campaign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tuple(Setting(f"q{i}", (text, "x"), text, text) for i, text in enumerate(HOSTILE))
    monkeypatch.setattr(load("bogwater"), "settings", odd)
    for size in (*SIZES, (60, 20)):
        async with running(services, size=size, start=muster(campaign)) as (app, pilot):
            await open_questions(pilot)
            for _ in odd:
                await pilot.press("space", "enter")
                await pilot.pause()
                await pilot.press("escape", "down")
            text = drawn(app)
            assert "\x1b" not in text
            assert "\u202e" not in text
