"""Keys at random on every screen: nothing falls, and what was done to a battle can all be undone.

The keys are the same in every run: each test has a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import OutOfBounds, Pilot
from textual.widgets import Input

from tests.campaign import bog
from tests.screens.battle_table import act, table
from tests.screens.board_table import table as board_table
from tests.screens.conftest import HOSTILE, NOW
from tests.screens.driving import idle
from warband_tui.app import WarbandApp
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.sample import lay_out
from warband_tui.registry import APP_SPECS
from warband_tui.rules.engine import Battle
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import to_json
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.battle import BattleScreen
from warband_tui.screens.battle_modes import Mode
from warband_tui.screens.board import BoardScreen
from warband_tui.screens.too_small import TooSmall
from warband_tui.services import Services

LEAVING = frozenset({"app.back", "app.quit", "app.picture", "app.theme", "battle.editor"})
"""What the monkey does not do: leave, write files, open an editor, change the looks."""

ELSEWHERE = frozenset({"battle.finish", "battle.report", "battle.aftermath", "battle.lab"})
"""What it leaves alone as well while it plays a battle, which would be over or out of sight otherwise."""

ANYTHING = (
    *"abcdefghijklmnopqrstuvwxyzABDEFGHIKLMNPRSVWXYZ0123456789",
    *("enter", "escape", "tab", "shift+tab", "up", "down", "left", "right", "space", "backspace", "delete"),
    *("pageup", "pagedown", "home", "end", "slash", "comma", "full_stop", "minus", "plus", "asterisk"),
)

SIZES = ((80, 24), (120, 40), (60, 20), (40, 10))


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing blinks, and what is written lands in the test's folder."""
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    wired = Services("club.db", now=lambda: NOW, seed=lambda: 7, state_dir=tmp_path / "state")
    yield wired
    wired.close()


class Monkey:
    """Presses keys, clicks, pastes and pulls at the window's corner."""

    def __init__(
        self, app: WarbandApp, pilot: Pilot[None], seed: int, *, but: Collection[str] = LEAVING
    ) -> None:
        self.but = but
        self.app = app
        self.pilot = pilot
        self.random = random.Random(seed)  # noqa: S311 (the same keys in every run)
        self.home = len(app.screen_stack)
        self.done: list[object] = []

    async def play(self, steps: int) -> None:
        """Do so many things; what was done is in the message of a failure."""
        for _ in range(steps):
            await self._step()
            if self.app._exception is not None or not self.app.is_running:
                pytest.fail(f"the program ended after {self.done[-12:]}")
        await self.pilot.resize_terminal(80, 24)
        while len(self.app.screen_stack) > self.home:
            self.app.pop_screen()
            await self.pilot.pause()

    async def _step(self) -> None:
        at = self.random.random()
        deep = len(self.app.screen_stack) - self.home
        if isinstance(self.app.screen, TooSmall):
            await self.pilot.resize_terminal(80, 24)
        elif deep > 3 or (deep and at < 0.1):
            await self._press("escape")
        elif at < 0.14:
            await self._click()
        elif at < 0.17 and isinstance(self.app.focused, Input):
            self._did("paste")
            self.app.focused.post_message(Paste(self.random.choice(HOSTILE)))
        elif at < 0.18:
            size = self.random.choice(SIZES)
            self._did(size)
            await self.pilot.resize_terminal(*size)
        else:
            await self._press(self.random.choice(self._keys()))

    def _keys(self) -> tuple[str, ...]:
        screen = self.app.screen
        if not isinstance(screen, WarbandScreen):
            return ANYTHING
        mode = self._mode()
        if mode is not None and self.random.random() < 0.7:
            return (*(mode.hints() or {}).values(), *"123456r", "enter", "enter", "escape")
        left = {key for bound in screen.bound() if bound.spec.id in self.but for key in bound.keys}
        own = [key for bound in screen.bound() for key in bound.keys]
        return tuple(key for key in (*own, *own, *own, *ANYTHING) if key not in left or key == "escape")

    def _mode(self) -> Mode | None:
        screen = self.app.screen
        return screen.mode if isinstance(screen, BattleScreen | BoardScreen) else None

    async def _press(self, key: str) -> None:
        if key == "escape" and len(self.app.screen_stack) <= self.home and self._mode() is None:
            return
        self._did(key)
        await self.pilot.press(key)

    async def _click(self) -> None:
        at = (self.random.randrange(self.app.size.width), self.random.randrange(self.app.size.height))
        times = self.random.choice((1, 1, 2))
        self._did((at, times))
        with suppress(OutOfBounds):
            await self.pilot.click(offset=at, times=times)

    def _did(self, what: object) -> None:
        self.done.append((type(self.app.screen).__name__, what))


async def _played(tmp_path: Path, seed: int, steps: int) -> int:
    """Let the monkey at a battle, see that it can be replayed and undone, and return how much was done."""
    async with table(tmp_path, setup=bog.setup(4), before=lambda s: act(s, do="turn")) as t:
        before = to_json(Battle(t.session.battle.setup, t.session.ruleset).state)
        away = {spec.id for spec in APP_SPECS}
        await Monkey(t.app, t.pilot, seed, but=LEAVING | ELSEWHERE | away).play(steps)
        await idle(t.app, t.pilot)
        entries = t.session.battle.entries
        again = Battle.replay(t.session.battle.setup, t.session.ruleset, entries)
        assert to_json(again.state) == to_json(t.session.state)
        fresh = bog.opened(t.screen.services.library, t.session.heading.id)
        assert to_json(fresh.state) == to_json(t.session.state), "what is shown is what is kept"
        with suppress(Refused):
            while True:
                fresh.undo()
        assert to_json(fresh.state) == before
        return len(entries)


async def test_a_battle_survives_and_can_all_be_undone(tmp_path: Path) -> None:
    assert await _played(tmp_path, seed=6, steps=100) > 5


@pytest.mark.parametrize(("kind", "seed"), [("squares", 3), ("inches", 4)])
async def test_a_battle_on_a_board_survives_and_can_all_be_undone(
    tmp_path: Path, kind: str, seed: int
) -> None:
    async with board_table(tmp_path, kind, before=lambda s: act(s, do="turn")) as t:
        game, setup = t.session.ruleset, t.session.battle.setup
        before = to_json(Battle(setup, game).state)
        away = {spec.id for spec in APP_SPECS}
        await Monkey(t.app, t.pilot, seed, but=LEAVING | away).play(70)
        await idle(t.app, t.pilot)
        entries = t.session.battle.entries
        assert {entry.action.get("do") for entry in entries} & {"place", "march", "board"}
        again = Battle.replay(setup, game, entries)
        assert to_json(again.state) == to_json(t.session.state), "what was done is what the log says"
        with suppress(Refused):
            while True:
                again.undo()
        assert to_json(again.state) == before


STARTS: tuple[Callable[[WarbandApp], None], ...] = (
    lambda app: app.open_home(),
    lambda app: app.open_campaign(1),
    lambda app: app.open_warband(1),
    lambda app: app.new_warband(1),
    lambda app: app.open_muster(1),
    lambda app: app.open_import(1),
    lambda app: app.open_report(1),
    lambda app: app.open_aftermath(1),
    lambda app: app.open_boards(),
    lambda app: app.open_rules(),
)


async def _visited(services: Services, starts: Iterable[Callable[[WarbandApp], None]], steps: int) -> None:
    lay_out(Pen(services.library, shelf_beside(services.library.path), "Mira", services.now()))
    app = WarbandApp(services)
    async with app.run_test(notifications=True) as pilot:
        await idle(app, pilot)
        for seed, start in enumerate(starts):
            start(app)
            await idle(app, pilot)
            await Monkey(app, pilot, seed).play(steps)
            app.open_home()
            await idle(app, pilot)


async def test_every_screen_survives(services: Services) -> None:
    await _visited(services, STARTS, steps=9)
