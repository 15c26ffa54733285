"""What the board and the board editor have in common: the zoom fits the terminal until the player chooses one."""

from __future__ import annotations

from tests.screens.driving import idle, running
from warband_tui.rules.board.layout import InchBoard, SquareBoard
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.services import Services


async def test_the_editor_fits_its_zoom_to_the_terminal_until_one_zooms(services: Services) -> None:
    async with running(services) as (app, pilot):
        screen = BoardEditorScreen(board=InchBoard(36, 24))
        app.push_screen(screen)
        await idle(app, pilot)

        async def resized(width: int, height: int) -> float:
            await pilot.resize_terminal(width, height)
            await idle(app, pilot)
            return screen.projection.zoom.across

        place = screen.place()
        assert screen.projection.zoom.across == 2
        assert await resized(200, 60) == 4
        assert screen.place() == (place[0] + 0.25, place[1] + 0.25), "the middle of a half inch"
        await pilot.press("minus")
        assert await resized(80, 24) == 2
        assert await resized(200, 60) == 2, "the player has chosen this one"


async def test_a_board_much_wider_than_the_terminal_is_shown_from_furthest(services: Services) -> None:
    async with running(services) as (app, pilot):
        for board, across in ((SquareBoard(("." * 90,) * 20), 1), (SquareBoard(("." * 80,) * 20), 2)):
            screen = BoardEditorScreen(board=board)
            app.push_screen(screen)
            await idle(app, pilot)
            assert screen.projection.zoom.across == across
