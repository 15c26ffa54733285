"""A board on the screen: battles on tables and maps, what tests press and what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
from textual.pilot import Pilot

from tests.campaign import bog
from tests.screens.board_game import GAMES
from tests.screens.driving import idle
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.screens.board import BoardScreen
from warband_tui.services import Services
from warband_tui.widgets.board_panel import BoardPanel
from warband_tui.widgets.board_view import BoardView

MAP = (
    "........................",
    "........................",
    "...####........~~~......",
    "......#.......~~~~~.....",
    "......#........~~~......",
    "........................",
    "..O.........##..........",
    "..O.........##..........",
    "........................",
    "..~~....................",
    "..~~~...........####....",
    "...~............#.......",
    "................#.......",
    "........................",
)
SQUARES = {"kind": "squares", "map": MAP, "edges": [[[9, 5], [10, 5], "low"], [[9, 5], [9, 6], "wall"]]}
INCHES = {
    "kind": "inches",
    "width": 36,
    "height": 36,
    "features": [
        {"id": "w1", "name": "Old Wood", "shape": [[4, 6], [11, 5], [12, 10], [6, 12]], "tags": ["wood"], "height": 3},
        {"id": "b1", "name": "Barn", "shape": [[18, 14], [24, 14], [24, 18], [18, 18]], "tags": ["wall"], "height": 4},
        {"id": "h1", "name": "Knoll", "shape": [[25, 24], [31, 23], [33, 28], [27, 30]], "tags": ["hill"], "height": 2},
        {"id": "p1", "name": "Pond", "shape": [[8, 22], [12, 21], [14, 25], [10, 27], [7, 25]], "tags": ["water"]},
    ],
    "zones": [
        {"side": "A", "shape": [[0, 0], [36, 0], [36, 8], [0, 8]]},
        {"side": "B", "shape": [[0, 28], [36, 28], [36, 36], [0, 36]]},
    ],
}  # fmt: skip
AT = {
    "squares": {"a1": [5, 7], "a2": [4, 9], "a3": [8, 4], "b1": [9, 8], "b2": [15, 7], "b3": [18, 4]},
    "inches": {"a1": [14, 12], "a2": [9, 9], "a3": [20, 6], "b1": [16, 16], "b2": [22, 22], "b3": [28, 26]},
}


def setup(kind: str = "squares", *, placed: bool = True, names: tuple[str, ...] = bog.NAMES) -> Setup:
    """Three against three on a map of squares or a table in inches."""
    plan = bog.setup(3, names=names)
    board = SQUARES if kind == "squares" else INCHES
    sides = tuple(msgspec.structs.replace(side, units=_placed(side, kind, placed)) for side in plan.sides)
    return msgspec.structs.replace(plan, ruleset=GAMES[kind].id, board=board, sides=sides)


def _placed(side: SideSetup, kind: str, placed: bool) -> tuple[UnitSetup, ...]:
    return tuple(
        msgspec.structs.replace(
            unit,
            at=AT[kind][unit.id] if placed else None,
            size="large" if unit.id == "b2" else "",
            base=[35, 60] if unit.id == "b2" else 32,
        )
        for unit in side.units
    )


class Boarded(Services):
    """The wired parts with the invented game among those installed."""

    def ruleset(self, ruleset_id: str) -> Ruleset:
        invented = {game.id: game for game in GAMES.values()}
        if ruleset_id in invented:
            return cast(Ruleset, invented[ruleset_id])
        return super().ruleset(ruleset_id)


class Table:
    """The screen with a board on it."""

    def __init__(self, app: WarbandApp, pilot: Pilot[None], session: PlaySession) -> None:
        self.app = app
        self.pilot = pilot
        self.session = session

    @property
    def screen(self) -> BoardScreen:
        assert isinstance(self.app.screen, BoardScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await idle(self.app, self.pilot)

    async def to(self, x: float, y: float) -> None:
        """Put the cursor on a place of the board."""
        assert self.screen.projection is not None
        self.screen.go_to(self.screen.projection.tile_of((x, y)))
        await idle(self.app, self.pilot)

    def unit(self, unit_id: str) -> Any:
        return self.session.state.unit(unit_id)

    @property
    def panel(self) -> str:
        return self.screen.query_one("#board-panel", BoardPanel).text()

    @property
    def legend(self) -> str:
        return self.screen.query_one("#board-legend", BoardPanel).text()

    @property
    def canvas(self) -> str:
        return self.screen.query_one(BoardView).text()

    def glyph(self, x: float, y: float) -> str:
        """Return the character at the middle of a square, or at a point of the table."""
        projection = self.screen.projection
        assert projection is not None
        column, row = projection.character((x, y))
        return (self.canvas.split("\n")[row].ljust(column + 1))[column]

    @property
    def toasts(self) -> str:
        return " | ".join(note.message for note in self.app._notifications)


@asynccontextmanager
async def table(
    folder: Path,
    kind: str = "squares",
    *,
    size: tuple[int, int] = (80, 24),
    plan: Setup | None = None,
    unit: str = "a1",
    before: Callable[[PlaySession], object] | None = None,
    theme: str = "",
) -> AsyncIterator[Table]:
    """Open a board on the screen."""
    services = Boarded(folder / "club.db", now=bog.now, seed=lambda: 7, state_dir=folder)
    battle_id = bog.begun(services.library, plan or setup(kind))
    session = PlaySession.open(services.library, battle_id, now=bog.now, rulesets=services.ruleset)
    if before is not None:
        before(session)
    app = WarbandApp(services)
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            if theme:
                app.theme = theme
            app.push_screen(BoardScreen(session, unit))
            await idle(app, pilot)
            yield Table(app, pilot, session)
    finally:
        services.close()
