"""The way of moving that is taken on a board, putting down, and a battle that is over."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.screens.battle_table import act
from tests.screens.board_game import SPEED, Squarewater
from tests.screens.board_table import setup, table
from tests.screens.driving import drawn, idle
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.planning import MoveMode, Trace
from warband_tui.rules.state import BattleState
from warband_tui.screens.battle import BattleScreen


def begun(session: PlaySession) -> None:
    act(session, do="turn")


def over(session: PlaySession) -> None:
    act(session, do="turn")
    act(session, do="finish", winner="A")


def used_up(_: Squarewater, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
    """A walk may be taken once, a run as often as one likes."""
    gone = bool(state.unit(unit_id).used)
    return (
        MoveMode("walk", "walk", "move", SPEED["walk"], not gone),
        MoveMode("run", "run", "fast", SPEED["run"]),
    )


async def test_undo_goes_back_to_the_way_of_moving_that_was_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Squarewater, "modes", used_up)
    async with table(tmp_path, before=begun) as t:
        assert t.screen.mode_id == "walk"
        await t.to(6, 8)
        await t.press("enter")
        assert t.screen.mode_id == "run"
        await t.press("u")
        assert t.screen.mode_id == "walk"
        await t.press("ctrl+r", "2", "u")
        assert t.screen.mode_id == "run", "a way that was picked by hand stays"


async def test_d_puts_down_who_is_deployed_and_escape_leaves_it(tmp_path: Path) -> None:
    async with table(tmp_path, plan=setup(placed=False)) as t:
        first = t.screen.placing
        await t.to(3, 3)
        await t.press("d")
        assert t.unit(first).at == ((3, 3),)
        assert t.screen.placing not in ("", first)
        await t.press("escape")
        assert t.screen.placing == ""


async def test_enter_for_a_unit_that_is_not_on_the_board_names_a_key_that_helps(tmp_path: Path) -> None:
    async with table(tmp_path, plan=setup(placed=False), before=begun) as t:
        await t.press("escape")
        t.screen.unit = "a1"
        t.screen.unit_changed()
        await t.press("enter")
        assert "is not on the board: d puts it there" in t.toasts
        await t.press("d")
        assert t.screen.placing == "a1"


async def test_a_battle_that_is_over_offers_no_move(tmp_path: Path) -> None:
    async with table(tmp_path, before=over) as t:
        entries = len(t.session.battle.entries)
        await t.to(6, 8)
        assert "the battle is over" in t.panel
        assert "✓" not in t.panel
        await t.press("enter", "d", "X", "b")
        assert "the battle is over; u takes that back" in t.toasts
        assert t.screen.is_current
        assert len(t.session.battle.entries) == entries


async def test_the_footer_of_a_battle_that_is_over_leads_on(tmp_path: Path) -> None:
    async with table(tmp_path, before=over) as t:
        t.app.pop_screen()
        t.app.push_screen(BattleScreen(t.session.heading.id))
        await idle(t.app, t.pilot)
        footer = drawn(t.app).splitlines()[-1]
        assert "P report" in footer
        assert "A aftermath" in footer
        assert "? help" in footer
        assert "next" not in footer
        assert "dice" not in footer
        await t.press("u")
        assert "n next" in drawn(t.app).splitlines()[-1]


async def test_a_charge_goes_for_the_nearest_and_ends_beside_whom_the_cursor_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Squarewater.trace

    def trace(
        game: Squarewater, state: BattleState, unit: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """No charge ends on the enemy itself, and none beside the one that is too near."""
        found = plain(game, state, unit, mode, to, via)
        on = any(foe.at and foe.at[0] == to for foe in state.foes("A"))
        near = max(abs(to[0] - 9), abs(to[1] - 8)) <= 1
        if mode == "charge" and (on or near):
            return msgspec.structs.replace(found, legal=False, why="a charge ends beside it, further off")
        return found

    monkeypatch.setattr(Squarewater, "trace", trace)

    def moved(session: PlaySession) -> None:
        begun(session)
        act(session, do="place", unit="b2", at=[8, 12])

    async with table(tmp_path, before=moved) as t:
        await t.press("4")
        assert t.screen.under_cursor() == "b2", "the nearest is too near"
        here = t.screen.here
        assert here is not None
        assert here.trace is not None
        assert here.trace.legal
        end = here.trace.to
        assert max(abs(end[0] - 8), abs(end[1] - 12)) == 1
        await t.press("enter", "3", "4", "enter")
        assert t.unit("a1").at == (end,)
