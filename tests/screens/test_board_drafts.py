"""Boards that were not saved: kept however the program ends, offered again, taken for battles, thrown away."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.screens.conftest import HOSTILE, NOW
from tests.screens.driving import drawn, idle, rows, running, shows, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.campaign.layout_drafts import Draft, drafts, keep
from warband_tui.campaign.layouts import (
    Hand,
    change_layout,
    delete_layout,
    list_layouts,
    open_layout,
    save_layout,
    undo_layout,
)
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.board.layout import Board, Feature, InchBoard
from warband_tui.rules.board.reading import board_json
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_keeping import library_of
from warband_tui.screens.board_layouts import BoardLayoutsScreen
from warband_tui.screens.muster import MusterScreen
from warband_tui.services import Services

HAND = Hand("Mira", NOW)
RUIN = Feature("ruin-1", ((10, 10), (20, 10), (20, 20), (10, 20)), 3, ("cover",))
MILL = InchBoard(48, 36, (RUIN,))


def editor(board: Board | None = None) -> Start:
    def opened(app: WarbandApp) -> None:
        app.push_screen(BoardEditorScreen(board=board))

    return opened


def boards(app: WarbandApp) -> None:
    app.open_boards()


def on(app: WarbandApp) -> BoardEditorScreen:
    assert isinstance(app.screen, BoardEditorScreen)
    return app.screen


def held(services: Services) -> tuple[Draft, ...]:
    return drafts(services.state_dir, library_of(services))


async def answer(app: WarbandApp, pilot: Pilot[None], text: str) -> None:
    await pilot.pause()
    app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await idle(app, pilot)


async def test_quitting_in_the_middle_loses_nothing(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("enter")
        board = on(app).desk.board
        await pilot.press("m", "right", "right", "ctrl+q")
    assert [draft.board for draft in held(services)] == [board]
    async with running(services, start=boards) as (app, pilot):
        assert "0 kept · 1 not saved" in drawn(app)
        assert "new board" in drawn(app)
        await pilot.press("enter")
        await idle(app, pilot)
        assert on(app).desk.board == board
        await pilot.press("w")
        await answer(app, pilot, "Mill")
        assert held(services) == ()
        await pilot.press("q")
        await idle(app, pilot)
        assert "1 kept" in drawn(app)
        assert "not saved" not in drawn(app)


async def test_what_is_undone_as_far_as_it_was_saved_is_no_draft(services: Services) -> None:
    async with running(services, start=editor()) as (_, pilot):
        await pilot.press("enter")
        assert len(held(services)) == 1
        await pilot.press("u")
        assert held(services) == ()


async def test_leaving_for_later_keeps_it_and_throwing_away_does_not(services: Services) -> None:
    for choice, left in (("later", 1), ("Throw", 0)):
        async with running(services, start=editor()) as (app, pilot):
            await pilot.press("enter", "q")
            await answer(app, pilot, choice)
            assert not shows(app, BoardEditorScreen)
        assert len(held(services)) == left
        for draft in held(services):
            async with running(services, start=boards) as (app, pilot):
                assert draft.title in drawn(app)
                await pilot.press("d")
                await pilot.pause()
                assert "It cannot be brought back" in drawn(app)
                await pilot.press("enter")
                await idle(app, pilot)
                assert held(services)
                await pilot.press("d")
                await pilot.pause()
                await pilot.press("t")
                await idle(app, pilot)
        assert held(services) == ()


async def test_a_layout_with_changes_not_saved_asks_which_is_meant(services: Services) -> None:
    layout = save_layout(services.library, MILL, "Mill", "", HAND)
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("enter")
        await idle(app, pilot)
        await pilot.press("tab", "d", "ctrl+q")
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("end", "enter")
        await pilot.pause()
        assert "Mill has changes that were not saved" in drawn(app)
        await pilot.press("down", "enter")
        await idle(app, pilot)
        assert on(app).desk.board.features == MILL.features  # type: ignore[union-attr]
        await pilot.press("q")
        await idle(app, pilot)
        await pilot.press("end", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await idle(app, pilot)
        assert on(app).desk.board.features == ()  # type: ignore[union-attr]
        await pilot.press("w")
        await idle(app, pilot)
    assert held(services) == ()
    assert open_layout(services.library, layout).board.features == ()  # type: ignore[union-attr]


async def test_a_draft_of_a_deleted_layout_is_a_new_board(services: Services) -> None:
    draft = Draft(
        library=library_of(services), ruleset="", layout=99, name="Gone", at=NOW, body=board_json(MILL)
    )
    keep(services.state_dir, draft, "")
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("r")
        assert any("was not saved yet" in text for text in toasts(app))
        await pilot.press("enter")
        await idle(app, pilot)
        await pilot.press("w")
        await answer(app, pilot, "Back")
    assert [view.name for view in list_layouts(services.library)] == ["Back"]


class TestABattle:
    async def pick_board(self, app: WarbandApp, pilot: Pilot[None], text: str) -> None:
        await pilot.press("1", "end", "enter")
        await answer(app, pilot, text)

    async def test_a_board_drawn_for_a_battle_waits_until_the_battle_is_begun(
        self, services: Services, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(WarbandApp, "open_battle", lambda *_: None)
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Draw one")
            await pilot.press("enter", "p")
            await idle(app, pilot)
            assert shows(app, MusterScreen)
            await pilot.press("ctrl+q")
        assert len(held(services)) == 1
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Go on")
            await pilot.press("p")
            await idle(app, pilot)
            for pane in ("2", "3"):
                await pilot.press(pane, "w")
                await pilot.pause()
                for _ in range(3):
                    await pilot.press("enter")
                    await idle(app, pilot)
            await self.pick_board(app, pilot, "Change this one")
            await pilot.press("p")
            await idle(app, pilot)
            assert len(held(services)) == 1
            await pilot.press("s")
            await idle(app, pilot)
        assert held(services) == ()

    async def test_a_board_that_the_battle_is_not_played_on_goes_on_waiting(
        self, services: Services, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(WarbandApp, "open_battle", lambda *_: None)
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Draw one")
            await pilot.press("enter", "p")
            await idle(app, pilot)
            rows(app, "#muster-settings").select("table")
            await pilot.press("enter")
            await answer(app, pilot, "Another size")
            await answer(app, pilot, "20 x 20")
            assert any("The board had another size" in text for text in toasts(app))
            for pane in ("2", "3"):
                await pilot.press(pane, "w")
                await pilot.pause()
                for _ in range(3):
                    await pilot.press("enter")
                    await idle(app, pilot)
            await pilot.press("s")
            await idle(app, pilot)
        assert len(held(services)) == 1


class TestAFile:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "mill.json"
        path.write_text(json.dumps(board_json(MILL)))
        return path

    async def test_a_board_is_read_for_a_game_and_under_a_name(self, services: Services, file: Path) -> None:
        async with running(services, start=boards) as (app, pilot):
            await pilot.press("i")
            await answer(app, pilot, str(file))
            await pilot.pause()
            assert "A board for which game?" in drawn(app)
            await answer(app, pilot, "Bogwater")
            await answer(app, pilot, "Old Mill")
            assert "1 kept" in drawn(app)
        (view,) = list_layouts(services.library)
        assert (view.name, view.ruleset, view.pieces) == ("Old Mill", "bogwater", 1)

    async def test_a_file_that_will_not_do_says_why_and_asks_again(
        self, services: Services, file: Path
    ) -> None:
        body = board_json(InchBoard(48, 36, (Feature("ruin-1", ((0, 0), (4, 4), (4, 0), (0, 4))),)))
        file.write_text(json.dumps(body))
        save_layout(services.library, MILL, "mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            await pilot.press("i")
            await answer(app, pilot, "nowhere.json")
            await answer(app, pilot, str(file))
            assert any("cannot be read (No such file" in text for text in toasts(app))
            assert any(
                "outline crosses itself" in text and "nothing was kept" in text for text in toasts(app)
            )
            file.write_text(json.dumps(board_json(MILL)))
            await answer(app, pilot, str(file))
            await pilot.pause()
            await pilot.press("enter")
            await answer(app, pilot, "mill")
            assert any("there is a layout 'mill' already" in text for text in toasts(app))
            await answer(app, pilot, "mill two")
        assert [view.name for view in list_layouts(services.library)] == ["mill", "mill two"]

    async def test_a_file_dropped_on_the_list_is_read(self, services: Services, file: Path) -> None:
        from textual.events import Paste

        async with running(services, start=boards) as (app, pilot):
            app.screen.post_message(Paste(f"'{file}'"))
            await pilot.pause()
            await pilot.pause()
            await pilot.pause()
            assert "A board for which game?" in drawn(app)


async def test_a_note_stands_below_the_list(services: Services) -> None:
    save_layout(services.library, MILL, "Mill", "", HAND)
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("t")
        await answer(app, pilot, "[red]for[/] club nights")
        assert shows(app, BoardLayoutsScreen)
        assert "[red]for[/] club nights" in drawn(app)
        await pilot.press("u")
        await idle(app, pilot)
        assert "club nights" not in drawn(app)


async def test_names_of_drafts_are_shown_as_they_are(services: Services) -> None:
    for name in HOSTILE:
        draft = Draft(library=library_of(services), ruleset=name, name=name, at=NOW, body=board_json(MILL))
        keep(services.state_dir, draft, "")
    for size in ((80, 24), (120, 40), (60, 20)):
        async with running(services, size=size, start=boards) as (app, pilot):
            assert f"{len(HOSTILE)} not saved" in drawn(app)
            assert "\x1b" not in drawn(app)
            await pilot.press("d")
            await pilot.pause()
            assert "Throw this board away?" in drawn(app)


class TestSomebodyElse:
    """Saves the layout that is open in the editor."""

    async def begun(self, services: Services, app: WarbandApp, pilot: Pilot[None]) -> int:
        """Draw on a layout while it is changed elsewhere, then try to save."""
        mill = list_layouts(services.library)[0].id
        await pilot.press("enter")
        await idle(app, pilot)
        await pilot.press("tab", "d")
        change_layout(services.library, mill, InchBoard(30, 30), Hand("Jonas", NOW))
        await pilot.press("w")
        await idle(app, pilot)
        assert "changed meanwhile by Jonas" in drawn(app)
        return mill

    async def test_saving_tells_and_takes_another_name(self, services: Services) -> None:
        save_layout(services.library, MILL, "Mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            mill = await self.begun(services, app, pilot)
            await pilot.press("enter")
            await idle(app, pilot)
            await answer(app, pilot, "Mill of mine")
            assert open_layout(services.library, mill).board.width == 30
            assert on(app).layout_name == "Mill of mine"
            assert {view.name for view in list_layouts(services.library)} == {"Mill", "Mill of mine"}
        assert held(services) == ()

    async def test_it_is_replaced_knowingly_and_undo_has_it(self, services: Services) -> None:
        save_layout(services.library, MILL, "Mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            mill = await self.begun(services, app, pilot)
            await pilot.press("down", "enter")
            await idle(app, pilot)
            assert open_layout(services.library, mill).board.width == 48
            await pilot.press("tab", "enter", "w")
            await idle(app, pilot)
            assert "meanwhile" not in drawn(app)
        undo_layout(services.library, HAND)
        undo_layout(services.library, HAND)
        assert open_layout(services.library, mill).board.width == 30

    async def test_leaving_the_question_saves_nothing(self, services: Services) -> None:
        save_layout(services.library, MILL, "Mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            mill = await self.begun(services, app, pilot)
            await pilot.press("escape")
            await idle(app, pilot)
            assert on(app).desk.changed
            assert open_layout(services.library, mill).board.width == 30
        assert held(services)

    async def test_a_deleted_layout_is_saved_under_a_name(self, services: Services) -> None:
        mill = save_layout(services.library, MILL, "Mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            await pilot.press("enter")
            await idle(app, pilot)
            await pilot.press("tab", "d")
            delete_layout(services.library, mill, HAND)
            await pilot.press("w")
            await idle(app, pilot)
            assert "Replace" not in drawn(app)
            await pilot.press("enter")
            await idle(app, pilot)
            await answer(app, pilot, "Mill")
            assert [view.name for view in list_layouts(services.library)] == ["Mill"]

    async def test_a_draft_remembers_what_it_was_drawn_on(self, services: Services) -> None:
        mill = save_layout(services.library, MILL, "Mill", "", HAND)
        async with running(services, start=boards) as (app, pilot):
            await pilot.press("enter")
            await idle(app, pilot)
            await pilot.press("tab", "d", "ctrl+q")
        change_layout(services.library, mill, InchBoard(30, 30), Hand("Jonas", NOW))
        async with running(services, start=boards) as (app, pilot):
            await pilot.press("enter")
            await idle(app, pilot)
            await pilot.press("w")
            await idle(app, pilot)
            assert "changed meanwhile by Jonas" in drawn(app)


async def test_undo_and_redo_name_what_was_done(services: Services) -> None:
    save_layout(services.library, MILL, "Mill", "", HAND)
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("r")
        await answer(app, pilot, "Ford")
        for key, said in (
            ("u", "Undone: rename"),
            ("ctrl+r", "Done again: rename"),
            ("d", "Deleted"),
            ("u", "Undone: delete"),
        ):
            await pilot.press(key)
            await idle(app, pilot)
            assert any(f"{said} Ford" in text for text in toasts(app)), said


async def test_games_are_loaded_beside_the_screen_never_on_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game takes long to load: what asks for all of them must not hold the keys up."""
    loaded = []

    def ruleset(self: Services, name: str) -> Ruleset:
        loaded.append((name, threading.current_thread() is threading.main_thread()))
        return real(self, name)

    save_layout(services.library, MILL, "Mill", services.ruleset_ids()[0], HAND)
    real = type(services).ruleset
    monkeypatch.setattr(type(services), "ruleset", ruleset)
    async with running(services, start=boards) as (app, pilot):
        await pilot.press("n")
        await idle(app, pilot)
        assert shows(app, Pick)
        assert {name for name, _ in loaded} == set(services.ruleset_ids())
        assert not any(on_screen for _, on_screen in loaded)
