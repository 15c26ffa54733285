"""How long an act takes: from the key press until it is on the disk and repainted, and what of it is repaint.

Run it by itself: `python -m tests.bench.bench_action`. Numbers are milliseconds, medians of one run; the
ratios matter more than the digits.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tests.conftest  # noqa: F401 (puts the fifth game on the path)
from tests.campaign import bog
from warband_tui.app import WarbandApp
from warband_tui.campaign.battle_log import LogLine
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.actions import Mark
from warband_tui.rules.entries import decode, encode
from warband_tui.screens.battle import BattleScreen
from warband_tui.services import Services
from warband_tui.store.journal import Journal, Row
from warband_tui.store.library import Library

ROUNDS = 60
QUIET = 0.04


def fill(library: Library, battle_id: int, count: int) -> None:
    """Write so many entries into a battle, in transactions of a thousand."""
    session = bog.opened(library, battle_id)
    journal = Journal(library)
    rows: list[Row] = []
    units = list(session.state.units)
    while len(session.battle.entries) < count:
        i = len(session.battle.entries)
        action = Mark(on=units[i % len(units)], counter="blood", by=1, to=(i // len(units)) % 6)
        entry = session.battle.do(action)
        rows.append(Row(entry.seq, entry.kind, 1, bog.AT, encode(entry)))
        if len(rows) == 1000 or len(session.battle.entries) == count:
            journal.append_all(battle_id, rows)
            rows = []


class Watch:
    """Notes when the app paints."""

    def __init__(self, app: WarbandApp) -> None:
        self.painted = 0.0
        show = app._display

        def display(*args: Any, **how: Any) -> None:
            show(*args, **how)
            self.painted = time.perf_counter()

        app._display = display  # type: ignore[method-assign]

    async def time(self, act: Callable[[], None], done: Callable[[], bool] = lambda: True) -> float:
        """Return the milliseconds from an act to the last paint that follows it."""
        start = time.perf_counter()
        self.painted = 0.0
        act()
        while not (self.painted > start and done()) or time.perf_counter() - self.painted < QUIET:
            await asyncio.sleep(0.001)
            if time.perf_counter() - start > 5:
                raise RuntimeError("nothing was painted")
        return (self.painted - start) * 1000


async def acts(entries: int, size: int, terminal: tuple[int, int]) -> dict[str, list[float]]:
    """Time acts, bare repaints and cursor moves on one battle."""
    from textual.events import Key

    with tempfile.TemporaryDirectory() as folder:
        services = Services(Path(folder) / "b.db", now=bog.now, seed=lambda: 7, state_dir=Path(folder))
        battle_id = bog.begun(services.library, bog.setup(size))
        fill(services.library, battle_id, entries)
        app = WarbandApp(services, start=lambda a: a.open_battle(battle_id))
        async with app.run_test(size=terminal) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause(0.3)
            screen = app.screen
            assert isinstance(screen, BattleScreen)
            session = screen.session
            assert session is not None
            watch = Watch(app)
            found: dict[str, list[float]] = {"act": [], "repaint": [], "cursor": []}

            def press(key: str) -> Callable[[], None]:
                def send() -> None:
                    app.post_message(Key(key, key if len(key) == 1 else None))

                return send

            for i in range(ROUNDS):
                before = len(session.battle.entries)
                key = "b" if i % 12 < 6 else "B"
                found["act"].append(
                    await watch.time(press(key), lambda b=before: len(session.battle.entries) > b)  # type: ignore[misc]
                )
                found["cursor"].append(await watch.time(press("j" if i % 20 < 10 else "k")))
            lines = screen.book.lines() if screen.book else []
            for i in range(ROUNDS):
                found["repaint"].append(await watch.time(_bare(screen, lines, i)))
            assert Journal(services.library).latest_seq(battle_id) == entries + ROUNDS
        services.close()
    return found


def _bare(screen: BattleScreen, lines: list[LogLine], i: int) -> Callable[[], None]:
    """Return the repaint of an act without engine and store: another view, one line more in the log."""
    from msgspec.structs import replace

    from warband_tui.screens.battle_panel import idle_lines
    from warband_tui.widgets.action_panel import ActionPanel
    from warband_tui.widgets.log_view import LogView
    from warband_tui.widgets.roster import Rosters, SideHeads

    view = screen.view
    assert view is not None
    row = view.rows[0][i % len(view.rows[0])]
    blood = row.counters[0]
    changed = replace(row, counters=(replace(blood, value=(blood.value + 1) % 6), *row.counters[1:]))
    rows = tuple(tuple(changed if r.id == row.id else r for r in side) for side in view.rows)
    other = replace(view, rows=rows)
    lines.append(replace(lines[-1], seq=lines[-1].seq + i + 1, text=f"{lines[-1].text} {i}"))
    panel = screen.query_one(ActionPanel)
    drawn = idle_lines(screen, panel.size.width, 4)

    def draw() -> None:
        screen.query_one(Rosters).show(other, row.id)
        screen.query_one(SideHeads).show(other, 0)
        panel.set_lines(list(drawn))
        screen.query_one(LogView).show(list(lines))

    return draw


def opening(count: int, rounds: int = 7) -> tuple[float, float]:
    """Return the milliseconds of opening a battle of so many entries, and of reading and decoding its rows."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "b.db", at=bog.AT) as library:
        battle_id = bog.begun(library, bog.setup(20))
        fill(library, battle_id, count)
        bog.opened(library, battle_id)
        whole, bare = [], []
        for _ in range(rounds):
            start = time.perf_counter()
            PlaySession.open(library, battle_id, now=bog.now)
            middle = time.perf_counter()
            rows = Journal(library).read(battle_id)
            entries = [decode(row.body) for row in rows]
            end = time.perf_counter()
            assert len(entries) == count
            whole.append((middle - start) * 1000)
            bare.append((end - middle) * 1000)
    return statistics.median(whole), statistics.median(bare)


def p95(values: list[float]) -> float:
    """Return the value that one in twenty exceeds."""
    return sorted(values)[int(len(values) * 0.95)]


def main() -> None:
    """Print the medians and ratios of one run."""
    for terminal in ((80, 24), (120, 40), (200, 60)):
        found = asyncio.run(acts(1000, 20, terminal))
        act, bare, cursor = (statistics.median(found[k]) for k in ("act", "repaint", "cursor"))
        print(
            f"{terminal[0]}x{terminal[1]}: act {act:.1f} (p95 {p95(found['act']):.1f}), bare repaint {bare:.1f}, "
            f"ratio {act / bare:.2f}; cursor {cursor:.1f} (p95 {p95(found['cursor']):.1f})"
        )
    whole, bare = opening(10_000)
    print(
        f"opening 10,000 entries: {whole:.0f}, reading and decoding them {bare:.0f}, ratio {whole / bare:.2f}"
    )


if __name__ == "__main__":
    main()
