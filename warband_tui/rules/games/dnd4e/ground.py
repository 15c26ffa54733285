"""Where a stated move and a board meet: what `to`, `via` and `path` of an action mean, and the record of a move.

Without a board, or for a creature that is not on it, a move is what the player states. Where a creature stands on
squares and its action says where it goes, `going.py` measures: that module and all on positions are loaded then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from warband_tui.rules.actions import Spots
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.events import Moved
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE, FEET, LOWEST
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.games.dnd4e.reach import Route


class Way(Struct, frozen=True):
    """A way that was gone: squares counted (None: not stated), their price, and where it leads on the board.

    A way that was measured has its `route`, and the strikes that interrupt it: the number of the step and who.
    """

    distance: int | None
    to: Spot = ()
    path: tuple[Spot, ...] = ()
    price: int | None = None
    route: Route | None = None
    strikes: tuple[tuple[int, str], ...] = ()


def spots_of(data: Spots) -> tuple[Spot, ...]:
    """Return squares of an action: `[x, y]` is one, `[[x, y], [x, y]]` are several."""
    if not data:
        return ()
    if isinstance(data[0], tuple):
        return tuple(_whole(spot) for spot in data if isinstance(spot, tuple))
    return (_whole(number for number in data if not isinstance(number, tuple)),)


def _whole(spot: Iterable[float]) -> Spot:
    return tuple(int(n) if n == int(n) else n for n in spot)


def end_of(to: Spots, path: Spots = ()) -> Spot:
    """Return where an action leads: `to`, or the last square of its path; empty where it does not say."""
    return next(iter(spots_of(to)), ()) or next(iter(spots_of(path)[-1:]), ())


def measures(state: BattleState, unit: Unit, to: Spot) -> bool:
    """Whether the board says what a move costs: there is one, the creature is on it, and the move leads somewhere."""
    return state.board is not None and bool(unit.at) and bool(to)


def way_of(state: BattleState, unit: Unit, distance: int | None, to: Spots = (), path: Spots = ()) -> Way:
    """Return the way that an action states; nothing of it is judged."""
    end = end_of(to, path)
    if state.board is None or not end:
        return Way(distance)
    squares = spots_of(path) or (end,)
    if distance is None:
        distance = len(spots_of(path)) or (_between(unit.at[0], end) if unit.at else None)
    return Way(distance, end, squares)


def go(res: Resolution, unit_id: str, mode: str, way: Way) -> bool:
    """Record a move, with what interrupts it.

    Returns:
        Whether it went all the way.
    """
    if way.route is not None:
        from warband_tui.rules.games.dnd4e.going import carry_out

        return carry_out(res, unit_id, mode, way)
    length = way.distance if way.price is None else way.price
    distance = float(length) if length is not None else None
    if way.to:
        stand(res, unit_id, mode, way.to, way.path, distance)
    else:
        res.emit(Moved(unit_id, mode, distance))
        _still_there(res, unit_id)
    return True


def _still_there(res: Resolution, unit_id: str) -> None:
    """Tell that a move without a square to go to left a creature where it stands on the board."""
    unit = res.state.unit(unit_id)
    if res.state.board is not None and unit.at:
        res.say(
            "On the board {} is still at {:g},{:g}: no square was named".format(unit.name, *unit.at[0][:2])
        )


def stand(
    res: Resolution,
    unit_id: str,
    mode: str,
    to: Spot,
    path: tuple[Spot, ...] = (),
    distance: float | None = None,
) -> None:
    """Record that a creature stands somewhere else; the others of several models stay where they are.

    A third number is how many squares up: the creature's altitude follows it (D4-FLY-2).
    """
    unit = res.state.unit(unit_id)
    up = to[2] if len(to) > 2 else unit.at[0][2] if unit.at and len(unit.at[0]) > 2 else None
    if up is not None and up < 0:
        up = _down_there(res.state, unit, to, int(up))
    spot = (to[0], to[1]) if not up else (to[0], to[1], up)
    # A log that is read again has floats in its ways, so that they are floats from the beginning.
    way = tuple(tuple(map(float, square)) for square in path)
    res.emit(Moved(unit_id, mode, distance, to=(spot, *unit.at[1:]), path=way))
    if up is not None:
        res.change(unit_id, ALTITUDE, int(up) * FEET - unit.counter(ALTITUDE), low=LOWEST, why=mode)


def _down_there(state: BattleState, unit: Unit, to: Spot, level: int) -> int:
    """Return how far below the rim of a drop a creature is; who stands on its bottom needs no number for that."""
    from warband_tui.rules.board.squares import Space
    from warband_tui.rules.games.dnd4e.space import Scene, side_of, square_of

    scene, space = Scene(state), Space(*square_of(to), side_of(unit))
    there = scene.grounded(space._replace(level=level)).level
    return 0 if there == scene.grounded(space).level and not unit.has("flying") else there


def squares(distance: int | None) -> str:
    """Return a distance in words, with a space before it; empty where it is not known."""
    if distance is None:
        return ""
    return f" {distance} square{'' if distance == 1 else 's'}"


def told(way: Way) -> str:
    """Return the length of a way in words, and its price where that is another number."""
    words = squares(way.distance)
    return f"{words} for {way.price}" if way.price not in (None, way.distance) else words


def _between(a: Spot, b: Spot) -> int:
    return int(max(abs(x - y) for x, y in zip(a, b, strict=False)))
