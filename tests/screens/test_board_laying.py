"""A board under a battle that is under way: offered, picked, laid, taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from textual.pilot import Pilot

from tests.campaign import bog
from tests.screens.battle_table import act
from tests.screens.board_table import INCHES, Boarded, setup, table
from tests.screens.driving import drawn, idle, shows
from warband_tui.app import WarbandApp
from warband_tui.campaign.layout_drafts import drafts
from warband_tui.campaign.layouts import Hand, save_layout
from warband_tui.campaign.play import PlaySession
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.state import Setup
from warband_tui.screens.board import BoardScreen
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_keeping import library_of


def begin(session: PlaySession) -> None:
    act(session, do="turn")


def board_of(session: PlaySession) -> Board | None:
    return session.state.board


def boardless(kind: str = "inches") -> Setup:
    return msgspec.structs.replace(setup(kind, placed=False), board=None)


@asynccontextmanager
async def opened(
    folder: Path, plan: Setup, layout: tuple[str, InchBoard] | None = None
) -> AsyncIterator[tuple[WarbandApp, Pilot[None], PlaySession]]:
    """Open the board of a battle that has begun, from the battle screen's place."""
    services = Boarded(folder / "club.db", now=bog.now, seed=lambda: 7, state_dir=folder)
    if layout is not None:
        save_layout(services.library, layout[1], layout[0], plan.ruleset, Hand("Mira", bog.now()))
    battle_id = bog.begun(services.library, plan)
    session = PlaySession.open(services.library, battle_id, now=bog.now, rulesets=services.ruleset)
    begin(session)
    app = WarbandApp(services)
    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            app.push_screen(BoardScreen(session))
            await idle(app, pilot)
            yield app, pilot, session
    finally:
        services.close()


async def test_a_battle_without_a_board_is_offered_one_and_goes_on_without_on_enter(tmp_path: Path) -> None:
    async with opened(tmp_path, boardless()) as (app, pilot, session):
        assert shows(app, Pick)
        assert "go on without" in drawn(app)
        await pilot.press("enter")
        await idle(app, pilot)
        assert not shows(app, Pick)
        assert not shows(app, BoardScreen)
        assert board_of(session) is None
        assert len(session.battle.entries) == 1


async def test_a_board_picked_under_way_is_laid_and_everybody_is_to_be_placed(tmp_path: Path) -> None:
    async with opened(tmp_path, boardless()) as (app, pilot, session):
        await pilot.press(*"empty", "enter")
        await idle(app, pilot)
        assert shows(app, BoardScreen)
        assert session.battle.entries[-1].action["do"] == "board"
        assert board_of(session) == InchBoard(36, 36)
        assert "still to be placed" in drawn(app)
        await pilot.press("enter", "escape")
        await idle(app, pilot)
        assert len([u for u in session.state.units.values() if u.at]) == 1
        await pilot.press("u", "u")
        await idle(app, pilot)
        assert board_of(session) is None
        assert "b picks a board" in drawn(app)


async def test_a_kept_layout_is_laid_as_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path, boardless(), layout=("Mill", msgspec.convert(INCHES, InchBoard))) as (
        app,
        pilot,
        session,
    ):
        await pilot.press(*"mill", "enter")
        await idle(app, pilot)
        board = board_of(session)
        assert isinstance(board, InchBoard)
        assert [f.id for f in board.features] == ["w1", "b1", "h1", "p1"]


async def test_another_board_is_laid_with_b_and_undo_puts_everybody_back(tmp_path: Path) -> None:
    async with table(tmp_path, "inches", before=begin) as t:
        before = t.session.state
        await t.press("b")
        assert "Whoever stands on the board" in drawn(t.app)
        await t.press(*"random", "enter")
        await t.press("p")
        assert t.session.state.board != before.board
        assert not t.unit("a1").at
        assert t.screen.placing == "a1"
        await t.press("escape", "u")
        assert t.unit("a1").at == before.unit("a1").at
        assert t.screen.scene is not None
        assert "Old Wood" in {f.name for f in t.screen.scene.picture.board.features}  # type: ignore[union-attr]


async def test_a_random_board_under_way_is_as_large_as_the_battles_own(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(boardless(), board=InchBoard(40, 24))
    async with opened(tmp_path, plan) as (app, pilot, session):
        await pilot.press("b")
        await idle(app, pilot)
        assert '40" x 24"' in drawn(app)
        for keys in ((*"random", "enter"), ("p",)):
            await pilot.press(*keys)
            await idle(app, pilot)
        board = board_of(session)
        assert isinstance(board, InchBoard)
        assert board.features
        assert (board.width, board.height) == (40, 24)


async def test_a_board_that_is_changed_in_nothing_leaves_everybody_where_they_are(tmp_path: Path) -> None:
    async with table(tmp_path, "inches", before=begin) as t:
        before = t.session.state
        await t.press("b", "enter")
        assert shows(t.app, BoardEditorScreen)
        await t.press("p")
        assert shows(t.app, BoardScreen)
        assert t.session.state is before


async def test_a_board_that_was_not_saved_goes_on_under_way_until_the_battle_has_it(tmp_path: Path) -> None:
    plan = boardless()
    async with opened(tmp_path, plan) as (app, pilot, session):
        await pilot.press(*"draw", "enter")
        await idle(app, pilot)
        await pilot.press("enter", "escape")
        await idle(app, pilot)
        await pilot.press(*"later", "enter")
        await idle(app, pilot)
        (held,) = drafts(tmp_path, library_of(app.services))
        assert board_of(session) is None
    async with opened(tmp_path, plan) as (app, pilot, session):
        await pilot.press(*"go on:", "enter")
        await idle(app, pilot)
        await pilot.press("p")
        await idle(app, pilot)
        board = board_of(session)
        assert isinstance(board, InchBoard)
        assert len(board.features) == 1
        assert board == held.board
        assert drafts(tmp_path, library_of(app.services)) == ()


async def test_a_random_board_is_not_thrown_away_without_a_question(tmp_path: Path) -> None:
    async with opened(tmp_path, boardless()) as (app, pilot, session):
        assert "p plays on it" in drawn(app)
        await pilot.press(*"random", "enter")
        await idle(app, pilot)
        assert shows(app, BoardEditorScreen)
        await pilot.press("escape")
        await idle(app, pilot)
        assert "The board was not saved" in drawn(app)
        await pilot.press(*"later", "enter")
        await idle(app, pilot)
        (held,) = drafts(tmp_path, library_of(app.services))
        assert isinstance(held.board, InchBoard)
        assert held.board.features
        assert board_of(session) is None
