"""Take the pictures of the README from the real app: `python -m tests.screenshots`.

The sample campaign in a library of its own, a clock that stands still, keys as a player presses them.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

from tests.gallery import GALLERY
from warband_tui.app import WarbandApp
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.sample import Laid, lay_out
from warband_tui.screens.battle import BattleScreen
from warband_tui.screens.board import BoardScreen
from warband_tui.services import Services

NOW = "2026-11-30T19:30:00+00:00"
Steps = Callable[[WarbandApp, Pilot[None], Laid], Awaitable[None]]


class Picture(NamedTuple):
    """One picture: its name, its size in cells, and what leads to it."""

    name: str
    size: tuple[int, int]
    steps: Steps


async def _settle(app: WarbandApp, pilot: Pilot[None]) -> None:
    for _ in range(3):
        await app.workers.wait_for_complete()
        await pilot.pause()


async def _home(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    del laid
    await _settle(app, pilot)


async def _battle(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    app.open_battle(laid.battles[-1])
    await _settle(app, pilot)


async def _shot(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    await _battle(app, pilot, laid)
    await pilot.press("s", "enter")
    await _settle(app, pilot)


async def _board(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    """The finished battle as its second turn began, a charge being planned."""
    app.open_battle(laid.battles[0])
    await _settle(app, pilot)
    battle = app.screen
    assert isinstance(battle, BattleScreen)
    assert battle.session is not None
    while battle.session.state.turn > 1:
        battle.session.undo()
    battle.session.redo()
    battle.redraw()
    await pilot.press("at")
    await _settle(app, pilot)
    board = app.screen
    assert isinstance(board, BoardScreen)
    assert board.projection is not None
    board.choose(PLANNER)
    await pilot.press("3")
    x, y, *_ = board.session.state.unit(CHARGED).at[0]
    board.go_to(board.projection.tile_of((x, y)))
    await _settle(app, pilot)


async def _lab(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    """One thing changed from column to column, the chances of that much or more below."""
    del laid
    app.open_odds_lab()
    await _settle(app, pilot)
    await pilot.press(*["down"] * 4, "c", "plus", "c", "plus", "d")
    await _settle(app, pilot)


async def _warband(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    del laid
    app.open_warband(1)
    await _settle(app, pilot)


async def _muster(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    app.open_muster(laid.campaign)
    await _settle(app, pilot)


async def _report(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    app.open_report(laid.battles[0])
    await _settle(app, pilot)


async def _rules(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    del laid
    app.open_rules("TC-BTH-1")
    await _settle(app, pilot)


async def _help(app: WarbandApp, pilot: Pilot[None], laid: Laid) -> None:
    await _battle(app, pilot, laid)
    await pilot.press("question_mark")
    await _settle(app, pilot)


PLANNER, CHARGED = "a2", "b1"
LARGE, SMALL = (120, 40), (80, 24)

PICTURES = (
    Picture("home", LARGE, _home),
    Picture("battle", LARGE, _battle),
    Picture("battle-80x24", SMALL, _battle),
    Picture("odds", LARGE, _shot),
    Picture("board", LARGE, _board),
    Picture("lab", LARGE, _lab),
    Picture("warband", LARGE, _warband),
    Picture("muster", LARGE, _muster),
    Picture("report", LARGE, _report),
    Picture("rules", LARGE, _rules),
    Picture("help", LARGE, _help),
)


async def take(picture: Picture, folder: Path) -> str:
    """Return one picture as SVG, from a fresh library in `folder`."""
    services = Services(folder / f"{picture.name}.db", now=lambda: NOW, seed=lambda: 7, state_dir=folder)
    laid = lay_out(Pen(services.library, shelf_beside(folder / "library.db"), "Mira", NOW))
    app = WarbandApp(services)
    try:
        async with app.run_test(size=picture.size) as pilot:
            await picture.steps(app, pilot, laid)
            return app.export_screenshot(title="warband-tui")
    finally:
        services.close()


async def _take_all() -> None:
    target = GALLERY / "screens"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for picture in PICTURES:
            svg = await take(picture, Path(folder))
            (target / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
            print(picture.name)


def main() -> None:
    """Take all pictures into the gallery."""
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    asyncio.run(_take_all())


if __name__ == "__main__":
    main()
