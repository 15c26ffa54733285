"""The rules: searchable, by words and ids; the ids of the log lead here."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from warband_tui.app import WarbandApp
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.ruleset import Rule
from warband_tui.screens.rules import RulesScreen
from warband_tui.services import Services

SnapCompare = Callable[..., bool]


class Bog(BaseRuleset):
    """An invented game."""

    id = "bog"
    title = "Bog Wars"
    rules = (
        Rule(
            "BOG-1",
            "Wading",
            "A model in the bog moves half.\nNever less than an inch.",
            "Bog, page 3",
            group="Moving",
        ),
        Rule("BOG-2", "Sinking", "On a 1 a model sinks.", "Bog, page 4", ("2",), group="Moving"),
        Rule(
            "BOG-3", "Frogs [/the] Great", "Frogs are [@click=app.quit]loud[/].", "Bog, page 9", group="Frogs"
        ),
    )


class Fen(BaseRuleset):
    """Another one."""

    id = "fen"
    title = "Fen Fights"
    rules = (Rule("FEN-1", "Mist", "Nobody sees further than six inches.", "Fen, page 1"),)


GAMES = {"bog": Bog(), "fen": Fen()}


@pytest.fixture
def services(services: Services, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.setattr(Services, "ruleset_ids", lambda _: tuple(GAMES))
    monkeypatch.setattr(Services, "ruleset", lambda _, ruleset_id: GAMES[ruleset_id])
    return services


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_rules_as_they_look(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """Rules under game and group; the one under the cursor below, beside it when there is room."""

    async def filled(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, WarbandApp)
        await idle(pilot.app, pilot)

    app = WarbandApp(services, start=lambda opened: opened.open_rules("BOG-3"))
    assert snap_compare(app, terminal_size=size, run_before=filled)


async def test_a_rule_is_opened_by_its_id(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules("BOG-2")) as (app, _):
        text = drawn(app)
        assert "On a 1 a model sinks." in text
        assert "Source: Bog, page 4" in text
        assert "BOG-2 · Bog Wars, 2" in text


async def test_an_id_that_no_game_tells_is_said_so(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules("NO-1")) as (app, _):
        assert toasts(app) == ["No installed game tells the rule NO-1"]


async def test_rules_are_found_by_words_of_their_text(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules()) as (app, pilot):
        await pilot.press("slash", *"further inches")
        await pilot.pause()
        assert rows(app).row_ids == ("FEN-1",)


async def test_rules_are_found_by_id(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules()) as (app, pilot):
        await pilot.press("slash", *"bog-2")
        await pilot.pause()
        assert rows(app).row_ids == ("BOG-2",)


async def test_one_game_can_be_chosen(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules()) as (app, pilot):
        await pilot.press("f", "down", "down", "enter")
        await pilot.pause()
        assert rows(app).row_ids == ("FEN-1",)
        assert "Fen Fights · 1 rule" in drawn(app)


async def test_the_words_of_a_rule_are_never_markup(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules("BOG-3")) as (app, _):
        assert "Frogs are [@click=app.quit]loud[/]." in drawn(app)


async def test_back_leaves_the_rules(services: Services) -> None:
    async with running(services, start=lambda app: app.open_rules()) as (app, pilot):
        assert shows(app, RulesScreen)
        await pilot.press("q")
        await pilot.pause()
        assert not shows(app, RulesScreen)


class Long(BaseRuleset):
    """A game whose rules have long titles and ids."""

    id = "long"
    title = "Longfellow's War of the Very Long Afternoon"
    rules = tuple(
        Rule(f"LNG-LONGEST-{n:02}", f"A title of {'very ' * 20}many words", "Text.", "Long, page 1")
        for n in range(30)
    )


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_list_keeps_to_its_width_and_ids_are_whole(
    services: Services, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setitem(GAMES, "long", Long())
    async with running(services, size=size, start=lambda app: app.open_rules("LNG-LONGEST-03")) as (
        app,
        pilot,
    ):
        await idle(app, pilot)
        found = rows(app)
        room = found.region
        assert room.right <= size[0]
        assert room.width >= (size[0] - 2 if size[0] < 120 else size[0] // 2 - 4)
        shown = drawn(app).splitlines()[room.y : room.bottom]
        cut = [line[room.x : room.right] for line in shown]
        listed = [line for line in cut if "LNG-LONGEST-" in line]
        assert len(listed) > 3
        for line in listed:
            assert re.search(r"A title of very .*… +LNG-LONGEST-\d\d", line), line
        assert all(cell_len(line) <= size[0] for line in drawn(app).splitlines())
