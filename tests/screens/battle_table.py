"""A battle on the screen: what tests press and what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.campaign import bog
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.actions import Action, read_action
from warband_tui.rules.entries import Entry
from warband_tui.rules.state import Setup
from warband_tui.screens.battle import BattleScreen
from warband_tui.services import Services
from warband_tui.widgets.action_panel import ActionPanel
from warband_tui.widgets.lines import LinesView
from warband_tui.widgets.log_view import LogView
from warband_tui.widgets.roster import Rosters, SideHeads


class Table:
    """The screen with a battle on it."""

    def __init__(self, app: WarbandApp, pilot: Pilot[None], screen: BattleScreen) -> None:
        self.app = app
        self.pilot = pilot
        self.screen = screen

    @property
    def session(self) -> PlaySession:
        assert self.screen.session is not None
        return self.screen.session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def unit(self, unit_id: str) -> Any:
        return self.session.state.unit(unit_id)

    @property
    def last(self) -> Entry:
        return self.session.battle.entries[-1]

    def seen(self, kind: type[LinesView]) -> str:
        return self.screen.query_one(kind).text()

    @property
    def roster(self) -> str:
        return self.seen(Rosters)

    @property
    def heads(self) -> str:
        return self.seen(SideHeads)

    @property
    def panel(self) -> str:
        return self.seen(ActionPanel)

    @property
    def log(self) -> str:
        return self.seen(LogView)

    @property
    def toasts(self) -> str:
        return " | ".join(note.message for note in self.app._notifications)

    async def click(self, link: str) -> None:
        """Click on the first thing that stands for a link, wherever it is drawn."""
        for view in self.screen.query(LinesView):
            for y, line in enumerate(view.lines):
                x = 0
                for span in line:
                    if span.link == link:
                        at = (x, y - view.scroll_offset.y)
                        assert await self.pilot.click(view, offset=at)
                        return
                    x += span.width
        raise AssertionError(f"nothing on screen stands for {link}")

    def widest(self) -> int:
        return max(
            sum(span.width for span in line) for view in self.screen.query(LinesView) for line in view.lines
        )


def act(session: PlaySession, **data: Any) -> Entry:
    """Act by the words of a script."""
    dice, choices = data.pop("dice", None), data.pop("choices", {})
    action: Action = read_action(data, tuple(d.action for d in session.ruleset.actions))
    return session.act(action, dice=dice, choices=choices, ask=False)


@asynccontextmanager
async def table(
    folder: Path,
    *,
    size: tuple[int, int] = (80, 24),
    setup: Setup | None = None,
    before: Callable[[PlaySession], object] | None = None,
) -> AsyncIterator[Table]:
    """Open a battle on the screen.

    Args:
        folder: where its library lies.
        size: the terminal's.
        setup: the battle; three against three if none is given.
        before: what has been played already.
    """
    services = Services(folder / "club.db", now=bog.now, seed=lambda: 7, state_dir=folder)
    battle_id = bog.begun(services.library, setup or bog.setup())
    if before is not None:
        before(bog.opened(services.library, battle_id))
    app = WarbandApp(services, start=lambda app: app.open_battle(battle_id))
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, BattleScreen)
            yield Table(app, pilot, screen)
    finally:
        services.close()
