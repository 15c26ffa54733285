"""A small invented game with boards: enough to ask a board screen everything, in inches and in squares."""

from __future__ import annotations

import heapq
import math
from typing import Annotated, Any

from msgspec import Meta

from tests.fifth_game.bogwater import Bogwater
from warband_tui.rules import ruleset as r
from warband_tui.rules.actions import Action, Spots, UnitRef
from warband_tui.rules.board.layout import Base, InchBoard, Spot, SquareBoard
from warband_tui.rules.board.planning import (
    BoardWords,
    Cell,
    Covered,
    Finding,
    Footprint,
    MoveMode,
    Reach,
    SightLine,
    Template,
    TerrainKind,
    Threat,
    Trace,
    Waypoint,
)
from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, Moved
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.state import BattleState, Unit

SPEED = {"walk": 6.0, "run": 12.0, "step": 1.0, "charge": 9.0}
KINDS = (
    TerrainKind("wood", "wood", "♣", ("wood",), 3, colour="green", note="difficult"),
    TerrainKind("wall", "wall", "█", ("wall",), 4, colour="grey", note="no way through"),
    TerrainKind("hill", "hill", "≡", ("hill",), 2, colour="brown", note="can be stood on"),
    TerrainKind("water", "water", "≈", ("water",), colour="blue", note="dangerous"),
    TerrainKind("stone", "stone", "█", ground={"blocking": True}, colour="grey"),
    TerrainKind(
        "rubble", "rubble", "~", ground={"difficult": "difficult"}, colour="yellow", note="+1 a square"
    ),
)


class March(Action, frozen=True, tag="march"):
    """Go somewhere on the board."""

    unit: UnitRef
    mode: Annotated[str, Meta(extra={"options": tuple(SPEED)})] = "walk"
    to: Spots = ()
    via: Spots = ()


def march(res: Resolution, action: March) -> None:
    unit = GAME.begin(res, action.unit)
    if not action.to:
        res.emit(Moved(unit.id, action.mode, SPEED[action.mode]))
        res.say(f"{unit.name} goes as far as it likes")
        return
    squares = isinstance(res.state.board, SquareBoard)
    to, *via = (_read(spot, squares) for spot in (action.to, *action.via))
    trace = GAME.trace(res.state, unit.id, action.mode, to, tuple(via))
    res.need(trace.legal, trace.why, *trace.rules)
    if action.mode == "charge":
        res.ask(Choice("blood", unit.side, "howl", high=1, effect="nothing"))
        res.roll(Pool(f"{unit.name} charges", unit=unit.id))
    path = tuple(w.at for w in trace.way)
    res.emit(ActionUsed(unit.id, "march"), Moved(unit.id, action.mode, trace.price, to=(to,), path=path))
    res.say(f"{unit.name} goes {trace.price:g}")


def _read(spot: Any, squares: bool) -> Spot:
    """Return a place as the board has it: whole squares, or inches; of several the first."""
    if isinstance(spot[0], tuple):
        spot = spot[0]
    return tuple(int(n) if squares else float(n) for n in spot)


class Boardwater(Bogwater):
    """The game of the bog, with boards."""

    id, title = "boardwater", "Boardwater"
    own_actions: tuple[r.ActionDef, ...] = (  # type: ignore[assignment]
        *Bogwater.own_actions,
        r.ActionDef(March, "march", "Go somewhere", "m"),
    )
    handlers = {**Bogwater.handlers, March: march}
    board_words = BoardWords("inches", ((36, 36), (48, 48)), KINDS)

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        del state
        return Footprint({"large": 2, "huge": 3}.get(unit.size, 1), unit.base or Base(32, 32), 2)

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        down = state.unit(unit_id).has("down")
        return (
            MoveMode("walk", "walk", "move", SPEED["walk"]),
            MoveMode(
                "run", "run", "fast", SPEED["run"], not down, "it is down" if down else "", ("BOG-RUN",)
            ),
            MoveMode("step", "step", "careful", SPEED["step"]),
            MoveMode("charge", "charge", "attack", None),
        )

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        role = next(m.role for m in self.modes(state, unit_id) if m.id == mode)
        prices, _ = _spread(state, state.unit(unit_id), SPEED[mode], grain)
        if mode == "charge":
            foes = _foes(state, unit_id)
            prices = {
                c: p
                for c, p in prices.items()
                if any(_gap(_spot(state, c, grain), foe) <= 1.6 for foe in foes)
            }
        return Reach(unit_id, mode, role, SPEED[mode], prices, grain=_grain(state, grain))

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        unit = state.unit(unit_id)
        way: list[Waypoint] = []
        price, here = 0.0, unit.at[0]
        for goal in (*via, to):
            for at in _steps(state, here, goal):
                extra = 2.0 if _rough(state, at) else 0.0
                price += _gap(here, at) + extra
                near = [foe for foe in state.foes(unit.side) if foe.at and _gap(foe.at[0], here) <= 1.6]
                striking = tuple(foe.id for foe in near) if mode == "walk" else ()
                way.append(Waypoint(at, price, "difficult +2" if extra else "", striking))
                here = at
        blocked = next((w.at for w in way if _blocked(state, w.at)), None)
        action = {"do": "march", "unit": unit_id, "mode": mode, "to": list(to)}
        if via:
            action["via"] = [list(spot) for spot in via]
        why = f"a wall is in the way at {blocked[0]:g},{blocked[1]:g}" if blocked else ""
        if not why and price > SPEED[mode]:
            why = f"too far: {price:g} of {SPEED[mode]:g}"
        return Trace(
            unit_id, mode, to, not why, round(price, 2), SPEED[mode], why, ("BOG-WADE",) if why else (), tuple(way),
            action=action,
        )  # fmt: skip

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        a, b = _middle(state, state.unit(unit_id).at[0]), _middle(state, state.unit(other_id).at[0])
        hidden = any(_blocked(state, at) for at in _steps(state, a, b))
        line = SightLine(a, b, not hidden, "a wall" if hidden else "")
        return (
            self.measure(state, a, b),
            Finding(
                "sight", "sight", "hidden" if hidden else "clear", not hidden, line.why, ("BOG-HIT",), (line,)
            ),
        )

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        del state
        return Finding("distance", "distance", f"{round(_gap(a, b), 2):g}", None)

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        spot, g = state.unit(unit_id).at[0], _grain(state, grain)
        x, y = int(spot[0] / g), int(spot[1] / g)
        n = int(2 / g)
        cells = frozenset((x + i, y + j) for i in range(-n, n + 1) for j in range(-n, n + 1))
        return (Threat("near", "strikes", unit_id, cells, g),)

    def templates(self, state: BattleState, unit_id: str) -> tuple[Template, ...]:
        del state, unit_id
        return (Template("bomb", "bomb", "circle", 2), Template("mist", "wall of mist", "wall", 4))

    def covered(
        self, state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float = 1
    ) -> Covered:
        del unit_id, template
        g = _grain(state, grain)
        centre = at[-1]
        cells = {
            (int(centre[0] / g) + i, int(centre[1] / g) + j)
            for i in range(-4, 5)
            for j in range(-4, 5)
            if math.hypot(i, j) * g <= 2
        }
        hit = [u for u in state.units.values() if u.at and _gap(u.at[0], centre) <= 2]
        return Covered(frozenset(cells), tuple((u.id, "within 2") for u in hit), rules=("BOG-HIT",))


def _grain(state: BattleState, grain: float) -> float:
    return 1.0 if isinstance(state.board, SquareBoard) else grain


def _spot(state: BattleState, cell: Cell, grain: float) -> Spot:
    if isinstance(state.board, SquareBoard):
        return cell
    return (cell[0] + 0.5) * grain, (cell[1] + 0.5) * grain


def _middle(state: BattleState, spot: Spot) -> tuple[float, float]:
    half = 0.5 if isinstance(state.board, SquareBoard) else 0
    return spot[0] + half, spot[1] + half


def _gap(a: Spot, b: Spot) -> float:
    if isinstance(a[0], int) and isinstance(b[0], int):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return math.dist(a[:2], b[:2])


def _foes(state: BattleState, unit_id: str) -> list[Spot]:
    return [foe.at[0] for foe in state.foes(state.unit(unit_id).side) if foe.at]


def _tags(state: BattleState, at: Spot) -> frozenset[str]:
    board = state.board
    if isinstance(board, SquareBoard):
        x, y = int(at[0]), int(at[1])
        if not (0 <= x < board.width and 0 <= y < board.height):
            return frozenset({"wall"})
        ground = board.ground((x, y))
        return frozenset({"wall"} if ground.blocking else {"wood"} if ground.difficult else ())
    assert isinstance(board, InchBoard)
    found: set[str] = set()
    for feature in board.features:
        xs, ys = [x for x, _ in feature.shape], [y for _, y in feature.shape]
        if min(xs) <= at[0] <= max(xs) and min(ys) <= at[1] <= max(ys):
            found.update(feature.tags)
    return frozenset(found)


def _rough(state: BattleState, at: Spot) -> bool:
    return "wood" in _tags(state, at)


def _blocked(state: BattleState, at: Spot) -> bool:
    return "wall" in _tags(state, at)


def _steps(state: BattleState, a: Spot, b: Spot) -> list[Spot]:
    """Return the points of a straight walk, a square or an inch apart, without the first."""
    count = max(1, math.ceil(max(abs(b[0] - a[0]), abs(b[1] - a[1]))))
    found: list[Spot] = []
    for i in range(1, count + 1):
        x, y = a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count
        whole = isinstance(a[0], int) and isinstance(b[0], int)
        found.append((round(x), round(y)) if whole else (x, y))
    return found


def _spread(state: BattleState, unit: Unit, budget: float, grain: float) -> tuple[dict[Cell, float], None]:
    """Return the price of every cell within a budget: a step costs its length, 2 more into a wood."""
    g = _grain(state, grain)
    board = state.board
    assert board is not None
    start = int(unit.at[0][0] / g), int(unit.at[0][1] / g)
    prices: dict[Cell, float] = {start: 0.0}
    queue = [(0.0, start)]
    squares = isinstance(board, SquareBoard)
    while queue:
        price, (x, y) = heapq.heappop(queue)
        if price > prices[x, y]:
            continue
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            cell = x + dx, y + dy
            if not (0 <= cell[0] * g < board.width and 0 <= cell[1] * g < board.height):
                continue
            spot = _spot(state, cell, g)
            tags = _tags(state, spot)
            if "wall" in tags:
                continue
            step = 1.0 if squares else math.hypot(dx, dy) * g
            further = round(price + step + (g if "wood" in tags else 0), 2)
            if further <= budget and further < prices.get(cell, math.inf):
                prices[cell] = further
                heapq.heappush(queue, (further, cell))
    return prices, None


class Squarewater(Boardwater):
    """The same game on squares."""

    id, title = "squarewater", "Squarewater"
    board_words = BoardWords("squares", ((24, 14), (60, 60)), KINDS, "squares")


GAME = Boardwater()
GAMES: dict[str, Boardwater] = {"inches": GAME, "squares": Squarewater()}
