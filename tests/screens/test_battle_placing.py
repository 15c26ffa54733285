"""A place that an action leaves open on a board: asked for before anything is written, left open on purpose."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from tests.campaign import bog
from tests.rules.dnd4e.table import Table as DndTable
from tests.screens.battle_table import act
from tests.screens.board_table import Table, setup, table
from tests.screens.driving import drawn, idle
from warband_tui.campaign.action_form import definition_of
from warband_tui.campaign.battle_keys import KeyPlan
from warband_tui.campaign.open_places import foreseen, open_place, question, why_not_there
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.preparing import Preparation
from warband_tui.rules.state import Setup
from warband_tui.screens.battle import BattleScreen
from warband_tui.screens.board import BoardScreen
from warband_tui.services import Services


def begun(session: PlaySession) -> None:
    act(session, do="turn")


@asynccontextmanager
async def fought(folder: Path, plan: Setup | None = None) -> AsyncIterator[tuple[Table, BattleScreen]]:
    """Open the battle screen of a battle on a board."""
    async with table(folder, plan=plan, before=begun) as t:
        t.app.pop_screen()
        battle = BattleScreen(t.session.heading.id)
        t.app.push_screen(battle)
        await idle(t.app, t.pilot)
        yield t, battle


def entries(battle: BattleScreen) -> int:
    assert battle.session is not None
    return len(battle.session.battle.entries)


async def test_a_move_that_names_no_place_asks_for_one_on_the_board_first(tmp_path: Path) -> None:
    async with fought(tmp_path) as (t, battle):
        before = entries(battle)
        battle.start("march", {"unit": "a1"})
        await idle(t.app, t.pilot)
        assert isinstance(t.app.screen, BoardScreen)
        assert "Weyl: walk to where?" in t.panel
        assert t.screen.spot()[:2] == (5, 7), "the cursor is on the one who is moved"
        assert t.screen.modes == ()
        assert entries(battle) == before
        await t.to(6, 8)
        await t.press("enter")
        assert battle.is_current
        assert battle.session is not None
        assert battle.session.state.unit("a1").at == ((6, 8),)


async def test_a_place_is_left_open_by_a_second_step_only(tmp_path: Path) -> None:
    async with fought(tmp_path) as (t, battle):
        before = entries(battle)
        battle.start("march", {"unit": "a1"}, at_once=False)
        await t.press("enter")
        await t.press("escape")
        assert battle.is_current
        assert "no place is named for Weyl: t picks it, Enter again logs it without" in drawn(t.app)
        assert entries(battle) == before
        await t.press("enter")
        assert entries(battle) == before + 1
        assert "goes as far as it likes" in drawn(t.app)


async def test_a_place_that_the_rules_refuse_is_told_before_it_is_taken(tmp_path: Path) -> None:
    async with fought(tmp_path) as (t, battle):
        battle.start("march", {"unit": "a1"})
        await idle(t.app, t.pilot)
        await t.to(13, 2)
        assert "✗ too far: 8 of 6" in t.panel
        await t.press("enter")
        assert isinstance(t.app.screen, BoardScreen)
        assert "Enter again takes it all the same" in t.toasts
        await t.press("enter")
        assert battle.is_current
        assert "too far" in drawn(t.app), "the form says so too, and can be overridden"


async def test_nothing_else_is_done_on_a_board_that_asks_for_a_place(tmp_path: Path) -> None:
    async with fought(tmp_path) as (t, battle):
        before = entries(battle)
        battle.start("march", {"unit": "a1"})
        await idle(t.app, t.pilot)
        await t.press("d", "X", "u", "b")
        assert isinstance(t.app.screen, BoardScreen)
        assert t.screen.placing == ""
        assert entries(battle) == before


async def test_the_key_that_rolls_moves_nobody_when_it_is_pressed_once_too_often(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(setup(placed=False), board=None)
    async with fought(tmp_path, plan) as (t, battle):
        battle.plan = KeyPlan({"march": "r"}, {})
        before = entries(battle)
        option = next(o for o in battle.options() if o.do == "march")
        assert option.allowed
        assert battle.press_game_key("r")
        await t.press("r", "r")
        assert entries(battle) == before
        assert battle.mode is not None
        await t.press("escape")
        assert entries(battle) == before
        assert battle.mode is None


def rusher(folder: Path) -> PlaySession:
    """A fighter beside an enemy on an empty map, in its turn."""
    fight = DndTable("2010", board={"kind": "squares", "map": ["......."] * 5})
    fight.unit("A", "Ash", at=[2, 2]).unit("B", "Bone", at=[3, 2])
    services = Services(folder / "club.db", now=bog.now, seed=lambda: 7, state_dir=folder)
    session = bog.opened(services.library, bog.begun(services.library, fight.setup()))
    for unit, result in (("Ash", 30), ("Bone", 10)):
        act(session, do="initiative", unit=unit, result=result)
    act(session, do="turn")
    return session


def test_a_push_that_hits_asks_where_the_one_that_is_pushed_goes(tmp_path: Path) -> None:
    session = rusher(tmp_path)
    definition = definition_of(session, "bull-rush")
    values = {"unit": "Ash", "target": "Bone"}
    prep = Preparation(session, definition, unit="Ash", values=values)
    to = next(f for f in prep.fields if f.name == "to")
    assert open_place(prep) is None, "nobody has rolled yet"
    assert foreseen(prep, to).unit == "Bone"
    assert why_not_there(prep, to, (4, 2)) == ""
    assert why_not_there(prep, to, (6, 2)) != ""
    assert why_not_there(prep, to, (2, 1)) != ""
    assert prep.dice == []
    assert prep.want is not None
    prep.add_die(20)
    place = open_place(prep)
    assert place is not None
    assert question(prep, place) == "push Bone to where?"
    missed = Preparation(session, definition, unit="Ash", values=values)
    missed.add_die(1)
    assert missed.ready
    assert open_place(missed) is None, "who is missed goes nowhere"
