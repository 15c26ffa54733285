"""The odds lab on screen: every field by key and mouse, what it does at once, nothing lost when one leaves."""

from __future__ import annotations

import json
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.screens.battle_table import act
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle, running, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.campaign.odds_lab import OddsLab
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.screens.odds_lab import OddsLabScreen
from warband_tui.services import Services
from warband_tui.store.battles import Battles, NewSide
from warband_tui.widgets.lab_grid import LabGrid, LabResults
from warband_tui.widgets.lines import LinesView

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
GAME = load("trench-crusade")


class Bench:
    """The screen with the lab on it."""

    def __init__(self, app: WarbandApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> OddsLabScreen:
        assert isinstance(self.app.screen, OddsLabScreen)
        return self.app.screen

    @property
    def lab(self) -> OddsLab:
        return self.screen.lab

    def queries(self) -> list[dict[str, object]]:
        return [column.query for column in self.lab.columns]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def to(self, label: str) -> None:
        """Put the cursor on a field."""
        rows = [row.field.label for row in self.lab.rows()]
        self.screen._go(rows.index(label), self.screen._at)

    async def answer(self, text: str) -> None:
        """Type into the line that is asked for."""
        self.screen.query_one(Input).value = text
        await self.press("enter")

    async def click(self, link: str) -> None:
        for view in self.screen.query(LinesView):
            for y, line in enumerate(view.lines):
                x = 0
                for span in line:
                    if span.link == link:
                        assert await self.pilot.click(view, offset=(x, y - view.scroll_offset.y))
                        return
                    x += span.width
        raise AssertionError(f"nothing on screen stands for {link}")


def attack() -> Start:
    return lambda app: app.open_odds_lab("trench-crusade", "attack")


@asynccontextmanager
async def bench(
    services: Services, *, size: tuple[int, int] = (80, 24), start: Start | None = None
) -> AsyncIterator[Bench]:
    async with running(services, size=size, start=start or attack()) as (app, pilot):
        yield Bench(app, pilot)


# Fields


async def test_plus_minus_and_digits_change_a_number_and_the_figures_at_once(services: Services) -> None:
    async with bench(services) as b:
        assert "58.3 %" in b.screen.query_one(LabResults).text()
        await b.press("plus")
        assert b.queries()[0] == {"roll": "attack", "dice": 1}
        assert "80.6 %" in b.screen.query_one(LabResults).text()
        assert "-22.2" in b.screen.query_one(LabResults).text()
        await b.press("minus", "minus")
        assert b.queries()[0]["dice"] == -1
        await b.press("1", "2")
        assert b.queries()[0]["dice"] == 12
        await b.press("backspace")
        assert b.queries()[0]["dice"] == 1


async def test_a_number_below_zero_needs_no_sign_where_none_is_above(services: Services) -> None:
    async with bench(services) as b:
        await b.to("armour")
        await b.press("3")
        assert b.queries()[0]["armour"] == -3
        await b.to("dice to hit")
        await b.press("enter")
        await b.answer("-2")
        assert b.queries()[0]["dice"] == -2


async def test_space_turns_a_flag_and_goes_on_in_a_list(services: Services) -> None:
    async with bench(services) as b:
        await b.to("melee")
        await b.press("space")
        assert b.queries()[0]["melee"] is True
        await b.press("space")
        assert "melee" not in b.queries()[0]
        await b.to("edition")
        await b.press("space")
        assert b.queries()[0]["edition"] == "1.6.3"


async def test_words_are_typed_and_a_wrong_value_says_what_is_right(services: Services) -> None:
    async with bench(services) as b:
        await b.to("keywords")
        await b.press("plus")
        await b.answer("tough, FIRE")
        assert b.queries()[0]["keywords"] == ["tough", "FIRE"]
        await b.to("blood")
        await b.press("enter")
        await b.answer("ninety")
        assert "blood is a whole number from 0 to 6" in toasts(b.app)[-1]
        assert "blood" not in b.queries()[0]


async def test_a_price_gives_figures_for_a_hundred(services: Services) -> None:
    async with bench(services) as b:
        await b.to("ducats")
        await b.press("5", "0")
        assert b.lab.columns[0].price == 50
        assert "per 100 ducats" in b.screen.query_one(LabResults).text()


async def test_what_a_column_cannot_mean_is_said_in_its_place(services: Services) -> None:
    async with bench(services, start=lambda app: app.open_odds_lab("trench-crusade", "morale")) as b:
        await b.to("losses")
        await b.press("9", "0")
        text = b.screen.query_one(LabResults).text()
        assert "✗ no figure" in text
        assert "losses (90) cannot be more" in text


# Columns


async def test_columns_come_and_go_and_undo_brings_them_back(services: Services) -> None:
    async with bench(services) as b:
        await b.press("plus", "c", "plus")
        assert [q.get("dice") for q in b.queries()] == [1, 2, None]
        assert b.screen._at == 1
        await b.press("x")
        assert [q.get("dice") for q in b.queries()] == [1, None]
        await b.press("u", "u")
        assert [q.get("dice") for q in b.queries()] == [1, 1, None]
        await b.press("ctrl+r")
        assert [q.get("dice") for q in b.queries()] == [1, 2, None]
        await b.press("n")
        assert len(b.queries()) == 4


async def test_the_column_of_the_cursor_is_always_in_sight(services: Services) -> None:
    async with bench(services) as b:
        await b.press("n", "n", "e")
        await b.answer("the last one")
        assert "the last one" in drawn(b.app)
        assert "3-4 of 4" in drawn(b.app)
        await b.press("h", "h", "h")
        assert "1-2 of 4" in drawn(b.app)


async def test_the_last_column_stays_and_says_why(services: Services) -> None:
    async with bench(services) as b:
        await b.press("x", "x")
        assert len(b.queries()) == 1
        assert "n adds another" in toasts(b.app)[-1]


async def test_weapons_are_added_where_a_form_sums_them(services: Services) -> None:
    async with bench(services, start=lambda app: app.open_odds_lab("age-of-sigmar")) as b:
        await b.press("w")
        assert len(b.lab.columns[0].query["groups"]) == 2
        await b.press("W")
        assert len(b.lab.columns[0].query["groups"]) == 1


async def test_a_catalogue_fills_a_weapon_in(services: Services) -> None:
    async with bench(services) as b:
        await b.press("t")
        await b.pilot.pause()
        await b.press(*"flamethrower", "enter")
        await idle(b.app, b.pilot)
        assert "FLAMETHROWER" in json.dumps(b.queries()[0])


# View


async def test_the_chart_goes_from_exactly_to_at_least(services: Services) -> None:
    async with bench(services) as b:
        assert "≥ Down" not in drawn(b.app)
        await b.press("d")
        assert "≥ Down" in drawn(b.app)
        await b.press("d")
        assert "≥ Down" not in drawn(b.app)


async def test_any_form_of_any_game_is_two_keys_away_and_each_keeps_its_columns(services: Services) -> None:
    async with bench(services) as b:
        await b.press("plus", "f")
        await b.pilot.pause()
        await b.press(*"injury", "enter")
        await idle(b.app, b.pilot)
        assert b.lab.form.id == "injury"
        await b.press("f")
        await b.pilot.pause()
        await b.press(*"crusade attack", "enter")
        await idle(b.app, b.pilot)
        assert b.lab.form.id == "attack"
        assert b.queries()[0]["dice"] == 1


async def test_what_was_compared_is_there_again_after_the_program_has_ended(services: Services) -> None:
    async with bench(services) as b:
        await b.press("plus", "q")
        await b.pilot.pause()
    async with bench(services, start=lambda app: app.open_odds_lab()) as b:
        assert b.queries()[0] == {"roll": "attack", "dice": 1}


async def test_it_is_one_key_from_everywhere(services: Services) -> None:
    async with running(services) as (app, pilot):
        await pilot.press("O")
        await pilot.pause()
        assert isinstance(app.screen, OddsLabScreen)
        await pilot.press("O", "q")
        await pilot.pause()
        assert len(app.screen_stack) == 1


# Copying


async def test_the_command_that_is_copied_answers_the_same(services: Services) -> None:
    async with bench(services) as b:
        await b.press("plus", "Y")
        command = shlex.split(b.app.clipboard)
        assert command[:3] == ["warband-tui", "odds", "trench-crusade"]
        assert GAME.query(json.loads(command[3])) == GAME.query(b.queries()[0])
        await b.press("y")
        assert "80.6 %" in b.app.clipboard
        assert '{"roll": "attack", "dice": 1}' in b.app.clipboard


async def test_a_query_that_is_pasted_becomes_the_column(services: Services) -> None:
    async with bench(services) as b:
        await b.press("i")
        await b.answer('{"roll": "attack", "blood": 3}')
        assert b.queries()[0] == {"roll": "attack", "blood": 3}
        await b.press("i")
        await b.answer("{nonsense")
        assert "not a query" in toasts(b.app)[-1]
        assert b.queries()[0] == {"roll": "attack", "blood": 3}


# The mouse


async def test_everything_works_with_the_mouse(services: Services) -> None:
    async with bench(services) as b:
        await b.click("cell:3:1")
        assert b.queries()[1]["melee"] is True
        await b.click("cell:0:0")
        assert b.screen._row == 0
        await b.click("step:0:0:1")
        assert b.queries()[0]["dice"] == 1
        await b.click("name:1")
        assert b.screen._at == 1
        await b.click("chart:")
        assert "≥ Down" in drawn(b.app)


# From a battle


def duel(services: Services) -> int:
    """Weyl, of the smaller side, may shoot at Orm, who bleeds."""
    rifle = {"id": "rifle", "name": "rifle", "range": 24, "ranged": True}
    weyl = UnitSetup(id="a", name="Weyl", profile={"weapons": [rifle]})
    foes = (UnitSetup(id="b", name="Orm", counters={"blood": 4}), UnitSetup(id="c", name="Voss"))
    sides = (SideSetup(id="A", name="Ash", units=(weyl,)), SideSetup(id="B", name="Bone", units=foes))
    body = msgspec.json.encode(Setup(ruleset=GAME.id, name="Duel", seed=7, sides=sides))
    named = [NewSide(side.id, side.name, "") for side in sides]
    battles = Battles(services.library)
    battle_id = battles.begin("Duel", GAME.id, "1.0.2", body, named, at="2026-03-01T19:30:00Z").id
    act(PlaySession.open(services.library, battle_id, now=services.now), do="turn")
    return battle_id


async def test_the_attack_that_is_being_prepared_goes_into_the_lab(services: Services) -> None:
    battle_id = duel(services)
    async with bench(services, start=lambda app: app.open_battle(battle_id)) as b:
        await b.press("s", "enter")
        await b.pilot.pause()
        await b.press("ctrl+l")
        await b.pilot.pause()
        assert b.queries()[0] == {"roll": "attack", "blood": 4}
        assert b.lab.title(0) == "Weyl at Orm"
        await b.press("q")
        await b.pilot.pause()
        assert "Orm" in drawn(b.app)


# Looks


def tried(services: Services) -> WarbandApp:
    return WarbandApp(services, start=attack())


@pytest.mark.parametrize("size", SIZES)
def test_two_attacks_compared(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """The second column says where it differs; figures with their differences, bars on one scale, best uses below."""
    keys = ["plus", "j", "j", "2", *"jjjjjjjj", "6", "k", "c", "space"]
    assert snap_compare(tried(services), terminal_size=size, press=keys)


@pytest.mark.parametrize("size", SIZES)
def test_weapons_summed_and_the_damage_they_do(
    snap_compare: SnapCompare, services: Services, size: tuple[int, int]
) -> None:
    """Two weapons in the first column, one in the second; damage in bars, at least so much."""
    app = WarbandApp(services, start=lambda a: a.open_odds_lab("age-of-sigmar"))
    assert snap_compare(app, terminal_size=size, press=["w", *"jjjjj", "3", "d"])


@pytest.mark.parametrize("size", [(60, 20), *SIZES, (200, 60)])
async def test_names_from_anywhere_break_nothing(services: Services, size: tuple[int, int]) -> None:
    async with bench(services, size=size) as b:
        for name in HOSTILE:
            b.lab.name(0, name)
            b.lab.type(0, next(r for r in b.lab.rows() if r.field.kind == "words"), name)
            b.screen.changed()
            await b.pilot.pause()
            for view in b.screen.query(LinesView):
                for line in view.lines:
                    assert sum(span.width for span in line) <= size[0]
                assert "\x1b" not in view.text()
                assert "\u202e" not in view.text()
        await b.press("Y", "y")


async def test_every_size_keeps_the_cursor_in_sight(services: Services) -> None:
    async with bench(services) as b:
        for size in ((60, 20), (200, 60), (80, 24)):
            await b.pilot.resize_terminal(*size)
            for key in ("g", "G"):
                await b.press(key)
                await b.pilot.pause()
                grid = b.screen.query_one(LabGrid)
                label = b.lab.rows()[b.screen._row].field.label
                place = next(y for y, line in enumerate(grid.lines) if line[0].text == "▌")
                assert label in grid.lines[place][1].text
                assert 0 <= place - grid.scroll_offset.y < grid.size.height
