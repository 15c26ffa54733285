"""How long the reach and a route of 12" take on a table of 48x48" with 25 pieces and 40 models.

Run it by itself: `python -m tests.bench.bench_inches`. Three tables are laid with fixed draws: houses and
walls of several heights to be climbed or gone round, impassable blocks, woods and bogs, mines. Each measured
query is new: another mover, with all others in its way, enemies keeping 1" clear. What is kept of the table
itself (pieces grown by the size of the base) is worked out before, as it is once for a battle.
"""

from __future__ import annotations

import math
import random
import subprocess
import sys
import time
from collections.abc import Callable

from tests.bench.measuring import Figure, clock, median, p95, report
from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import Body, flat_gap, stand
from warband_tui.rules.board.layout import Base, Feature, InchBoard, Point
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import may_end, route
from warband_tui.rules.board.raster import reach
from warband_tui.rules.board.scatter import Size, scatter
from warband_tui.rules.board.sight import sight
from warband_tui.rules.board.terrain import terrain_of

SIDE = 48
PIECES = 25
MODELS = 40
BUDGET = 12
KINDS = (
    ("house", 5, 4, 5.0, ()),
    ("ruin", 6, 4, 3.0, ()),
    ("block", 4, 4, 6.0, ("impassable",)),
    ("wood", 6, 6, 5.0, ("area", "difficult")),
    ("bog", 5, 3, 0.0, ("difficult",)),
    ("mines", 3, 2, 0.0, ("dangerous",)),
    ("wall", 6, 0.5, 2.0, ()),
    ("rubble", 3, 3, 0.5, ("difficult",)),
)
BASES = (Base(25, 25), Base(32, 32), Base(40, 40))


def table(seed: int) -> InchBoard:
    """Lay a table by fixed draws."""
    kinds = {kind: (height, tags) for kind, _, _, height, tags in KINDS}
    sizes = [KINDS[n % len(KINDS)] for n in range(PIECES)]
    placed = scatter(
        SIDE,
        SIDE,
        sorted((Size(kind, w, d) for kind, w, d, *_ in sizes), key=lambda s: -s.width * s.depth),
        random.Random(seed).randrange,  # noqa: S311 (the same table in every run)
        gap=1.5,
    )
    features = [
        Feature(f"{piece.kind}{n}", piece.shape, kinds[piece.kind][0], kinds[piece.kind][1])
        for n, piece in enumerate(placed)
    ]
    return InchBoard(SIDE, SIDE, tuple(features))


def crowd(board: InchBoard, seed: int) -> list[Standing]:
    """Set up models of two sides where there is room, by fixed draws."""
    draw = random.Random(seed)  # noqa: S311 (the same models in every run)
    terrain, rules = terrain_of(board), GroundRules()
    found: list[Standing] = []
    while len(found) < MODELS:
        base = BASES[len(found) % len(BASES)]
        spot = terrain.settled(rules, (draw.uniform(1, SIDE - 1), draw.uniform(1, SIDE - 1)))
        body = stand(base, spot, 1.5)
        free = all(flat_gap(body, other.body) > 1 for other in found)
        if free and not may_end(board, Mover(body, rules), spot):
            found.append(Standing(f"m{len(found)}", body, friend=len(found) % 2 == 0))
    return found


def mover(models: list[Standing], n: int) -> Mover:
    """Let one of the models move, as an enemy of half of the others."""
    me = models[n]
    others = tuple(
        Standing(o.id, o.body, friend=o.friend == me.friend) for i, o in enumerate(models) if i != n
    )
    return Mover(me.body, GroundRules(keep_out=1, jump_limit=3), others)


def goal(board: InchBoard, me: Mover) -> Point | None:
    """Return the farthest place to the middle of the table's other side that a mover may end at within 11"."""
    for far in (11.0, 10.0, 9.0, 8.0, 7.0):
        for turn in range(12):
            angle = math.atan2(SIDE / 2 - me.body.y, SIDE / 2 - me.body.x) + turn * math.pi / 6
            spot = (me.body.x + far * math.cos(angle), me.body.y + far * math.sin(angle))
            if not may_end(board, me, spot):
                return spot
    return None


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds of wall clock and of processor that an act takes."""
    start = time.process_time()
    wall = clock(act)
    return wall, (time.process_time() - start) * 1000


def imports() -> float:
    """Return the milliseconds that importing shapely adds to a start, the median of seven."""

    def start(code: str) -> float:
        return clock(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    return median([start("import shapely") - start("pass") for _ in range(7)])


def main() -> None:
    """Measure and print."""
    both: list[float] = []
    used: list[float] = []
    reaches: list[float] = []
    routes: list[float] = []
    looks: list[float] = []
    builds: list[float] = []
    for seed in range(3):
        board = table(seed)
        models = crowd(board, seed)
        for base in BASES:
            warm = Mover(Body(base, *models[0].body.at), GroundRules(keep_out=1, jump_limit=3))
            builds.append(clock(lambda warm=warm, board=board: route(board, warm, (1, 1), budget=0.1)))  # type: ignore[misc]
        for n in range(0, MODELS, 2):
            me = mover(models, n)
            to = goal(board, me)
            if to is None:
                continue
            painted = timed(lambda me=me, board=board: reach(board, me, BUDGET))  # type: ignore[misc]
            led = timed(lambda me=me, board=board, to=to: route(board, me, to, budget=BUDGET))  # type: ignore[misc]
            reaches.append(painted[0])
            routes.append(led[0])
            both.append(painted[0] + led[0])
            used.append(painted[1] + led[1])
            other = models[(n + 7) % MODELS].body
            looks.append(clock(lambda me=me, board=board, other=other: sight(board, me.body, other)))  # type: ignore[misc]
    report(
        f'inches: {BUDGET}" on {SIDE}x{SIDE}", {PIECES} pieces, {MODELS} models, {len(both)} queries',
        [
            Figure("reach and route, median", median(both), limit=60),
            Figure("... of processor time", median(used)),
            Figure("... 95 %", p95(both)),
            Figure("reach, median", median(reaches)),
            Figure("route, median", median(routes)),
            Figure("sight, median", median(looks)),
            Figure("a table grown by a base, once", median(builds)),
            Figure("import shapely (with numpy)", imports(), note="paid by a battle with a board in inches"),
        ],
    )


if __name__ == "__main__":
    main()
