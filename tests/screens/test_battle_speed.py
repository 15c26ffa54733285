"""What keeps the battle screen quick, and that it is undone on leaving."""

from __future__ import annotations

import gc

from tests.campaign import bog
from tests.screens.driving import idle, running, shows
from warband_tui.screens.battle import BattleScreen
from warband_tui.services import Services
from warband_tui.widgets.roster import SideHeads


async def test_what_is_loaded_is_not_searched_for_garbage_during_a_battle_only(services: Services) -> None:
    battle_id = bog.begun(services.library)
    before = gc.get_freeze_count()
    async with running(services, start=lambda app: app.open_battle(battle_id)) as (app, pilot):
        assert shows(app, BattleScreen)
        assert gc.get_freeze_count() > before
        await pilot.press("q")
        await idle(app, pilot)
        assert not shows(app, BattleScreen)
        assert gc.get_freeze_count() == 0


async def test_the_heads_are_drawn_anew_by_an_act_and_not_by_the_cursor(services: Services) -> None:
    battle_id = bog.begun(services.library)
    async with running(services, start=lambda app: app.open_battle(battle_id)) as (app, pilot):
        heads = app.screen.query_one(SideHeads)
        before = heads.lines
        await pilot.press("j")
        assert heads.lines is before
        await pilot.press("x")
        assert heads.lines is not before
        assert "2/3 up" in heads.text()
