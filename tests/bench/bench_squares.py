"""How fast squares are: reach of a creature against Dijkstra of SciPy on a prebuilt graph, and whole fields.

Run it by itself: `python -m tests.bench.bench_squares`. Both are given the same board, a third of it difficult, and
the prices of all anchors are checked to be equal before anything is timed. Nothing is kept between two rounds: each
field begins with the letters of the map; the answers of a game begin after somebody has moved, and are
measured in processor time. SciPy's graph is built with arrays.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from tests.bench.measuring import Figure, clock, interleaved, median, ratio, report
from warband_tui.rules.board import squares_reach
from warband_tui.rules.board.layout import Square, SquareBoard
from warband_tui.rules.board.squares import DIRECTIONS, Grid, Mover, Space
from warband_tui.rules.board.squares_reach import Field, Moves, spread
from warband_tui.rules.board.squares_sight import clear_line, fan, sight_veil, solid_veil
from warband_tui.rules.games.dnd4e.boarding import DndBoarding
from warband_tui.rules.games.dnd4e.ruleset import RULESET
from warband_tui.rules.state import BattleState, Setup, SideSetup, UnitSetup

SIZE, SPEED, ROUNDS = 60, 6, 60
HUGE = 3


def board() -> SquareBoard:
    """Return a board of walls here and there, a third of the rest difficult."""
    rng = random.Random(4)  # noqa: S311

    def letter() -> str:
        return "#" if rng.random() < 0.02 else "~" if rng.random() < 1 / 3 else "."

    return SquareBoard(tuple("".join(letter() for _ in range(SIZE)) for _ in range(SIZE)))


def start_of(grid: Grid, side: int) -> Square:
    """Return a place near the middle with much room about it."""
    moves = Moves(grid, mover(grid, side))
    cells = list(grid.cells(moves.endable))
    near = sorted(cells, key=lambda c: abs(c[0] - SIZE // 2) + abs(c[1] - SIZE // 2))[:40]
    return max(near, key=lambda c: len(spread(moves, [c], SPEED).cells()))


def mover(grid: Grid, side: int) -> Mover:
    """Return a creature under the full rules of the board."""
    return Mover(side=side, solid=grid.filled, costly=grid.difficult["difficult"], pits=grid.drops)


def ours(what: SquareBoard, side: int, start: Square, budget: int | None) -> Field:
    """Return the prices from nothing: the map compiled, the steps, the field."""
    grid = Grid(what)
    return spread(Moves(grid, mover(grid, side)), [start], budget)


Arrays = tuple[Any, Any]


def arrays(what: SquareBoard) -> Arrays:
    """Return which squares are filled and which difficult, as arrays: what SciPy's side starts from."""
    letters = np.array([list(row) for row in what.map])
    return letters == "#", letters == "~"


def grown(squares: Any, high: int, wide: int) -> Any:
    """Return for each block of a size whether any of its squares is set."""
    found = squares[: SIZE - high + 1, : SIZE - wide + 1].copy()
    for y in range(high):
        for x in range(wide):
            found |= squares[y : SIZE - high + 1 + y, x : SIZE - wide + 1 + x]
    return found


def graph(given: Arrays, side: int) -> tuple[Any, int]:
    """Return the graph of all legal steps of a block, with their prices."""
    filled, difficult = given
    count = SIZE - side + 1
    blocked = grown(filled, side, side)
    column, row = grown(difficult, side, 1), grown(difficult, 1, side)
    index = np.arange(count * count).reshape(count, count)
    sources, targets, prices = [], [], []
    for dx, dy in DIRECTIONS:
        ys, to_y = slice(max(0, -dy), count - max(0, dy)), slice(max(0, dy), count - max(0, -dy))
        xs, to_x = slice(max(0, -dx), count - max(0, dx)), slice(max(0, dx), count - max(0, -dx))
        legal = ~(blocked[ys, xs] | blocked[to_y, to_x])
        if dx and dy:
            legal &= ~(blocked[ys, to_x] | blocked[to_y, xs])
        dear: Any = np.zeros(legal.shape, dtype=bool)
        if dx:
            first = side - 1 if dx > 0 else 0
            dear |= column[:, first : first + count][to_y, to_x]
        if dy:
            first = side - 1 if dy > 0 else 0
            dear |= row[first : first + count, :][to_y, to_x]
        sources.append(index[ys, xs][legal])
        targets.append(index[to_y, to_x][legal])
        prices.append((1 + dear[legal]).astype(np.float64))
    pair = (np.concatenate(sources), np.concatenate(targets))
    total = count * count
    return csr_matrix((np.concatenate(prices), pair), shape=(total, total)), count


def by_scipy(given: Arrays, side: int, start: Square, budget: float) -> Any:
    """Return SciPy's prices, its graph built anew."""
    built, count = graph(given, side)
    return dijkstra(built, indices=start[1] * count + start[0], limit=budget)


def check(what: SquareBoard, side: int, start: Square, budget: int | None) -> int:
    """Return how many anchors are reached; both have to agree on every one.

    Raises:
        RuntimeError: they do not.
    """
    mine = ours(what, side, start, budget).cells()
    count = SIZE - side + 1
    theirs = by_scipy(arrays(what), side, start, float("inf") if budget is None else budget)
    found = {(int(i % count), int(i // count)): int(theirs[i]) for i in np.flatnonzero(np.isfinite(theirs))}
    if mine != found:
        raise RuntimeError(f"side {side}, budget {budget}: the prices differ")
    return len(mine)


def battle(what: SquareBoard, start: Square) -> BattleState:
    """Return a battle of a Huge creature among forty others."""
    rng = random.Random(9)  # noqa: S311
    grid = Grid(what)
    taken = Space(*start, HUGE)
    free = [c for c in grid.cells(grid.inside & ~grid.filled) if not taken.holds(c)]
    spots = rng.sample(free, 40)
    units = [
        UnitSetup(id=f"u{i}", name=f"u{i}", profile={"hp": 20}, at=list(at)) for i, at in enumerate(spots)
    ]
    big = UnitSetup(
        id="big", name="big", profile={"hp": 90, "speed": SPEED, "size": "huge"}, at=list(start), size="huge"
    )
    sides = (
        SideSetup("heroes", "heroes", units=(big, *units[:20])),
        SideSetup("foes", "foes", units=tuple(units[20:])),
    )
    drawing = {"kind": "squares", "map": list(what.map)}
    return RULESET.muster(Setup("dnd4e", sides, "2010", board=drawing))


def forget() -> None:
    """Empty the caches of steps: somebody has moved. The map stays compiled, as it is the same all the battle."""
    for kept in (squares_reach.moves_of, squares_reach.rings_around):
        kept.cache_clear()


def whole_answer(state: BattleState) -> Callable[[], object]:
    """Return the whole reach of the battle as the board screen asks for it, after somebody has moved."""

    def ask() -> object:
        forget()
        return DndBoarding().reach(state, "big", "walk")

    return ask


def main() -> None:
    """Print the tables."""
    what = board()
    given = arrays(what)
    grid = Grid(what)
    figures: list[Figure] = []
    for side in (1, 2, HUGE):
        start = start_of(grid, side)
        near, whole = check(what, side, start, SPEED), check(what, side, start, None)
        acts = {
            "near": lambda side=side, start=start: clock(lambda: ours(what, side, start, SPEED).cells()),
            "scipy near": lambda side=side, start=start: clock(lambda: by_scipy(given, side, start, SPEED)),
            "whole": lambda side=side, start=start: clock(lambda: ours(what, side, start, None).cells()),
            "scipy whole": lambda side=side, start=start: clock(
                lambda: by_scipy(given, side, start, float("inf"))
            ),
        }
        taken = interleaved(ROUNDS, acts)
        name = f"{side}x{side}"
        figures += [
            Figure(f"{name} reach of {SPEED}, {near} squares", median(taken["near"]), limit=1.0),
            Figure(
                f"{name} same, against SciPy with its build",
                ratio(taken["near"], taken["scipy near"]),
                "x",
                1.0,
            ),
            Figure(f"{name} whole field, {whole} squares", median(taken["whole"]), limit=40.0),
            Figure(
                f"{name} same, against SciPy with its build", ratio(taken["whole"], taken["scipy whole"]), "x"
            ),
        ]
    start = start_of(grid, HUGE)
    state = battle(what, start)
    answer = whole_answer(state)
    taken = interleaved(
        ROUNDS,
        {
            "reach": lambda: clock(answer),
            "reach by processor": lambda: processor(answer),
            "sight": lambda: clock(lambda: _sights(grid)),
        },
    )
    route = [clock(lambda: _route(state)) for _ in range(ROUNDS)]
    figures += [
        Figure(
            "3x3 among 40 others: the whole answer of a game",
            median(taken["reach by processor"]),
            limit=1.0,
            note=f"processor; {median(taken['reach']):.2f} ms by the clock",
        ),
        Figure("a route under the cursor, with strikers", median(route), limit=16.0),
        Figure("sight and 16 lines, one pair", median(taken["sight"]) / PAIRS),
    ]
    report(f"Squares: {SIZE}x{SIZE}, a third difficult (prices equal to SciPy's)", figures)


PAIRS = 50


def processor(act: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that an act takes, whatever else the machine does."""
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000


def _sights(grid: Grid) -> None:
    rng = random.Random(2)  # noqa: S311
    for _ in range(PAIRS):
        a = Space(rng.randrange(10, 50), rng.randrange(10, 50))
        b = Space(a.x + rng.randrange(-8, 9), a.y + rng.randrange(-8, 9))
        clear_line(grid, sight_veil(grid), a, b)
        for corner in a.corners():
            fan(grid, solid_veil(grid), corner, b)


def _route(state: BattleState) -> None:
    forget()
    at = state.unit("big").at[0]
    DndBoarding().trace(state, "big", "walk", (at[0] + 3, at[1] + 2))


if __name__ == "__main__":
    main()
