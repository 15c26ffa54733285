"""Where a stated distance and a board meet: the one place that turns `to` and `path` into squares.

Without a board, or without a square, a move is what the player states. With both, the squares are counted here;
what each of them costs, and who may strike on the way, is the business of the modules on positions.
"""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.events import Moved
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Unit

Spot = tuple[float, ...]


class Way(Struct, frozen=True):
    """A way that was gone: squares counted (None: not stated), and where it leads on the board, if on one."""

    distance: int | None
    to: Spot = ()
    path: tuple[Spot, ...] = ()


def way_of(
    state: BattleState, unit: Unit, distance: int | None, to: Spot = (), path: tuple[Spot, ...] = ()
) -> Way:
    """Return the way that an action states, its squares counted where the battle has a board."""
    end = to or (path[-1] if path else ())
    if state.board is None or not end:
        return Way(distance)
    if distance is None:
        distance = len(path) or (_between(unit.at[0], end) if unit.at else None)
    return Way(distance, end, path)


def go(res: Resolution, unit_id: str, mode: str, way: Way) -> None:
    """Record a move."""
    distance = float(way.distance) if way.distance is not None else None
    if way.to:
        res.emit(Moved(unit_id, mode, distance, to=way.to, path=way.path))
    else:
        res.emit(Moved(unit_id, mode, distance))


def squares(distance: int | None) -> str:
    """Return a distance in words, with a space before it; empty where it is not known."""
    if distance is None:
        return ""
    return f" {distance} square{'' if distance == 1 else 's'}"


def _between(a: Spot, b: Spot) -> int:
    return int(max(abs(x - y) for x, y in zip(a, b, strict=False)))
