"""How long an act takes: from the key press until it is on the disk and repainted, and what of it is repaint.

Run it by itself: `python -m tests.bench.bench_action`. The battle is one of Trench Crusade with two times twenty
fighters and a thousand entries, on the real battle screen. What each act had drawn is drawn once more without
engine and store: that is the repaint that it is compared to.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widget import Widget
from textual.widgets import DataTable

from tests.bench import big_battle
from tests.bench.measuring import Figure, median, p95, ratio, report
from warband_tui.app import WarbandApp
from warband_tui.screens.battle import BattleScreen
from warband_tui.services import Services
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.widgets.action_panel import ActionPanel
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.log_view import LogView
from warband_tui.widgets.roster import Rosters, SideHeads

ENTRIES = 1000
ROUNDS = 120
QUIET = 0.04
SIZES = ((80, 24), (120, 40), (200, 60))
TURN = ("m", "b", "b", "n")
"""The keys of one activation: a move, two markers, the end, which goes on to the next fighter."""

DRAWING: tuple[tuple[type[Widget], str], ...] = (
    (Heading, "show"),
    (LogView, "show"),
    (Rosters, "show"),
    (SideHeads, "show"),
    (ActionPanel, "set_lines"),
    (KeyBar, "show"),
)
"""All that the screen calls to draw itself."""

Calls = list[Callable[[], object]]


class Taken(NamedTuple):
    """Milliseconds of an act until its last paint: by the clock, and of the processor."""

    wall: float
    used: float


class Watch:
    """Notes when the app paints, and what the screen has drawn."""

    def __init__(self, app: App[None]) -> None:
        self.app = app
        self.painted = self.used = 0.0
        self.drawn: Calls = []
        show = app._display

        def display(*args: Any, **how: Any) -> None:
            show(*args, **how)
            self.painted, self.used = time.perf_counter(), time.process_time()

        app._display = display  # type: ignore[method-assign]
        for kind, method in DRAWING:
            for widget in app.screen.query(kind):
                setattr(widget, method, partial(self._draw, getattr(widget, method)))

    def _draw(self, method: Callable[..., object], *args: Any, **how: Any) -> object:
        self.drawn.append(partial(method, *args, **how))
        return method(*args, **how)

    async def time(self, act: Callable[[], object]) -> Taken:
        """Time an act to the last paint that follows it."""
        start, used = time.perf_counter(), time.process_time()
        self.painted = 0.0
        act()
        while not self.painted > start or time.perf_counter() - self.painted < QUIET:
            await asyncio.sleep(0.001)
            if time.perf_counter() - start > 10:
                raise TimeoutError("nothing was painted")
        return Taken((self.painted - start) * 1000, (self.used - used) * 1000)

    async def press(self, key: str) -> Taken:
        """Time a key press."""
        self.drawn = []
        return await self.time(lambda: self.app.post_message(Key(key, key if len(key) == 1 else None)))


class Found(NamedTuple):
    """What was measured at one size of the terminal."""

    acts: list[Taken]
    repaints: list[Taken]
    cursor: list[Taken]
    choosing: list[Taken]


async def measure(size: tuple[int, int], entries: int, rounds: int) -> Found:
    """Time acts, moves of the cursor and the acts' repaints on one battle."""
    found = Found([], [], [], [])
    battle = big_battle.played(entries)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "b.db"
        with Library.open(place, at=big_battle.AT) as library:
            battle_id = big_battle.kept(library, battle, big_battle.rows_of(battle, entries))
        services = Services(place, now=lambda: big_battle.AT, seed=lambda: 7, state_dir=Path(folder))
        app = WarbandApp(services, start=lambda a: a.open_battle(battle_id))
        async with app.run_test(size=size) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause(0.3)
            screen = app.screen
            assert isinstance(screen, BattleScreen)
            watch = Watch(app)
            recorded = await _play(screen, watch, found, rounds)
            for calls in recorded:
                found.repaints.append(await watch.time(lambda c=calls: [call() for call in c]))  # type: ignore[misc]
            done = len(screen.session.battle.entries) if screen.session else 0
            assert Journal(services.library).latest_seq(battle_id) == done >= entries + rounds
        services.close()
    # The first repaint goes back to where the acts began, and has no act to be compared to.
    del found.repaints[0]
    return found


async def _play(screen: BattleScreen, watch: Watch, found: Found, rounds: int) -> list[Calls]:
    """Play activations, and return what was drawn before the first act and after each."""
    session = screen.session
    assert session is not None
    watch.drawn = []
    screen.redraw()
    recorded = [watch.drawn]
    while len(found.acts) < rounds:
        state = session.state
        side = state.to_act or next(iter(state.sides))
        if not state.active and not state.ready(side):
            await watch.press("t")
            while screen.mode is not None:
                await watch.press("enter")
            continue
        if screen.cursor != (state.active or screen.cursor):
            screen.go_to(state.active)
        for key in TURN:
            before = len(session.battle.entries)
            taken = await watch.press(key)
            if screen.mode is not None:
                found.choosing.append(taken)
                while screen.mode is not None:
                    await watch.press("escape")
            elif len(session.battle.entries) > before:
                found.acts.append(taken)
                recorded.append(watch.drawn)
        row = screen.query_one(Rosters).place[1]
        for key in ("j", "k") if row + 1 < big_battle.SIZE else ("k", "j"):
            found.cursor.append(await watch.press(key))
    return recorded


class Table(App[None]):
    """A table of as many rows, to tell what the toolkit takes for moving a cursor."""

    def compose(self) -> ComposeResult:
        yield DataTable(cursor_type="row")

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("Name", "State", "Weapons")
        table.add_rows([(f"Name {i}", "ready", "Rifle, Bayonet") for i in range(big_battle.SIZE)])


async def table_cursor(size: tuple[int, int], rounds: int) -> list[Taken]:
    """Time moves of the cursor of a table in an app that has nothing else."""
    app = Table()
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        watch = Watch(app)
        return [await watch.press("down" if i % 2 == 0 else "up") for i in range(rounds)]


def figures_of(size: tuple[int, int], found: Found, table: list[Taken]) -> list[Figure]:
    """Return the figures of one size."""
    acts, repaints, cursor = ([one.wall for one in kind] for kind in found[:3])
    at = f"{size[0]}x{size[1]}"
    return [
        Figure(f"{at} act, median", median(acts), limit=30, note=_processor(found.acts)),
        Figure(f"{at} act, 95 %", p95(acts), limit=60),
        Figure(f"{at} its repaint alone, median", median(repaints), note=_processor(found.repaints)),
        Figure(f"{at} act to its repaint", ratio(acts, repaints), "x", 2),
        Figure(f"{at} cursor, median", median(cursor), limit=5, note=_processor(found.cursor)),
        Figure(f"{at} cursor of a bare table", median([one.wall for one in table]), note=_processor(table)),
    ]


def _processor(taken: list[Taken]) -> str:
    return f"{median([one.used for one in taken]):.1f} ms of the processor"


def main() -> None:
    """Print the table."""
    figures: list[Figure] = []
    for size in SIZES:
        found = asyncio.run(measure(size, ENTRIES, ROUNDS))
        figures += figures_of(size, found, asyncio.run(table_cursor(size, ROUNDS // 2)))
    title = f"one act, 2 x {big_battle.SIZE} fighters, {ENTRIES} entries, {ROUNDS} acts at each size"
    report(title, figures, ("acts: a move, markers, the end of an activation, each appended to the file",))


if __name__ == "__main__":
    main()
