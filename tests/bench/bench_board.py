"""How long a move of the cursor on the board takes: until it is painted, and until the route there is painted too.

Run it by itself: `python -m tests.bench.bench_board`. The boards are a map of 60x60 squares, a third of it
difficult, and a table of 48x48 inches with 25 pieces of terrain, each with forty models, in a terminal of 160x50.
The game is the invented one of the tests, so that what is measured is the screen; its answers come from threads.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import App
from textual.events import Key

from tests.bench.measuring import Figure, median, p95, report
from tests.campaign import bog
from tests.screens.board_game import GAMES
from tests.screens.board_table import Boarded
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.screens.board import BoardScreen

SIZE = (160, 50)
MODELS = 20
ROUNDS = 60
QUIET = 0.08
WALK = ("right", "right", "down", "left", "left", "up")
WAYS = {
    1: (("cursor", WALK),),
    2: (("cursor", WALK), ("cursor to the other edge", ("home", "end"))),
}
"""What is measured at each zoom; at the nearer one the window has to scroll."""


class Taken(NamedTuple):
    """Milliseconds from a key to the first paint, to the last one, and of the processor until the first."""

    first: float
    last: float
    used: float


def battle(kind: str) -> Setup:
    """Forty models on a crowded board."""
    draw = random.Random(7)  # noqa: S311 (a board, no secret)
    if kind == "squares":
        letters = "".join(draw.choice("...~.~.~....#") if draw.random() < 0.9 else "." for _ in range(3600))
        board: dict[str, Any] = {"kind": kind, "map": [letters[i : i + 60] for i in range(0, 3600, 60)]}
    else:
        board = {"kind": kind, "width": 48, "height": 48, "features": [_piece(i, draw) for i in range(25)]}
    taken: set[tuple[int, int]] = set()

    def units(side: str) -> tuple[UnitSetup, ...]:
        made: list[UnitSetup] = []
        while len(made) < MODELS:
            at = (draw.randrange(1, 46), draw.randrange(1, 46))
            if at not in taken:
                taken.add(at)
                profile = {"role": "", "weapons": ["sling"]}
                made.append(
                    UnitSetup(f"{side}{len(made)}", f"Name{side}{len(made)}", profile, at=at, base=32)
                )
        return tuple(made)

    sides = (SideSetup("A", "Here", units=units("a")), SideSetup("B", "There", units=units("b")))
    return Setup(ruleset=GAMES[kind].id, sides=sides, name="Crowd", seed=7, board=board)


def _piece(i: int, draw: random.Random) -> dict[str, Any]:
    x, y = 2 + i % 5 * 9 + draw.randrange(3), 2 + i // 5 * 9 + draw.randrange(3)
    wide, deep = draw.randrange(2, 6), draw.randrange(2, 6)
    tag = draw.choice(("wood", "wood", "wall", "hill", "water"))
    shape = [[x, y], [x + wide, y + 0.5], [x + wide - 0.5, y + deep], [x, y + deep]]
    return {"id": f"f{i}", "shape": shape, "tags": [tag], "height": 2}


class Watch:
    """Notes when the app paints."""

    def __init__(self, app: App[None]) -> None:
        self.app = app
        self.paints: list[tuple[float, float]] = []
        show: Callable[..., None] = app._display

        def display(*args: Any, **how: Any) -> None:
            show(*args, **how)
            self.paints.append((time.perf_counter(), time.process_time()))

        app._display = display  # type: ignore[method-assign]

    async def press(self, key: str) -> Taken:
        """Time a key press."""
        self.paints.clear()
        start, used = time.perf_counter(), time.process_time()
        self.app.post_message(Key(key, key if len(key) == 1 else None))
        while not self.paints or time.perf_counter() - self.paints[-1][0] < QUIET:
            await asyncio.sleep(0.001)
            if time.perf_counter() - start > 10:
                raise TimeoutError("nothing was painted")
        first, last = self.paints[0], self.paints[-1]
        return Taken((first[0] - start) * 1000, (last[0] - start) * 1000, (first[1] - used) * 1000)


async def measure(kind: str, level: int, keys: tuple[str, ...]) -> list[Taken]:
    """Time moves of the cursor at one zoom, with the bands of the selected unit and the threats shown."""
    with tempfile.TemporaryDirectory() as folder:
        services = Boarded(Path(folder) / "b.db", now=bog.now, seed=lambda: 7, state_dir=Path(folder))
        battle_id = bog.begun(services.library, battle(kind))
        session = PlaySession.open(services.library, battle_id, now=bog.now, rulesets=services.ruleset)
        app = WarbandApp(services)
        async with app.run_test(size=SIZE) as pilot:
            screen = BoardScreen(session, "a0")
            app.push_screen(screen)
            await pilot.pause(0.5)
            screen.level = level
            screen.zoomed()
            screen.action_threats()
            await app.workers.wait_for_complete()
            await pilot.pause(0.5)
            screen.go_to((30, 30))
            await pilot.pause(0.5)
            watch = Watch(app)
            await watch.press("right")
            found = [await watch.press(keys[i % len(keys)]) for i in range(ROUNDS)]
        services.close()
    return found


def main() -> None:
    """Print the table."""
    figures: list[Figure] = []
    for kind in ("squares", "inches"):
        for level in (1, 2):
            for name, keys in WAYS[level]:
                found = asyncio.run(measure(kind, level, keys))
                firsts = [one.first for one in found]
                used = f"{median([one.used for one in found]):.1f} ms of the processor"
                at = f"{kind}, zoom {level}: {name}"
                figures += [
                    Figure(f"{at}, median", median(firsts), limit=33, note=used),
                    Figure(f"{at}, 95 %", p95(firsts)),
                    Figure(f"{at}, with the route", median([one.last for one in found])),
                ]
    report(
        f"a frame of the board at {SIZE[0]}x{SIZE[1]}", figures, ("2 x 20 models, bands and threats shown",)
    )


if __name__ == "__main__":
    main()
