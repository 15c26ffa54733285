"""Flanking, with the line that proves it (D4-FLANK-1 to 8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from warband_tui.rules.board.layout import Point, Square
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.cover import effect_line
from warband_tui.rules.games.dnd4e.declarations import NO_OPPORTUNITY
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.space import Scene, size_class
from warband_tui.rules.games.dnd4e.states import first_of
from warband_tui.rules.state import Unit

BARS = ("blinded", "dazed", "dominated", "petrified", "stunned", "surprised", "unconscious", "dying")
"""States that keep a creature from flanking in either edition (D4-FLANK-5)."""
ALL_AROUND = "all-around vision"


class Flank(Struct, frozen=True):
    """Whether two creatures flank a third: the line that proves it, or why not."""

    flanks: bool
    why: str
    rules: tuple[str, ...]
    line: tuple[Point, Point] | None = None
    squares: tuple[Square, Square] | None = None


def opposite(target: Space, a: Square, b: Square) -> bool:
    """Whether a line between the middles of two squares crosses opposite sides of a space, corners included.

    Everything is doubled, so that middles are whole numbers (D4-FLANK-2).
    """
    p, q = (2 * a[0] + 1, 2 * a[1] + 1), (2 * b[0] + 1, 2 * b[1] + 1)
    low = (2 * target.x, 2 * target.y)
    high = (low[0] + 2 * target.side, low[1] + 2 * target.side)
    return any(
        _crosses(p, q, axis, low[axis], low, high) and _crosses(p, q, axis, high[axis], low, high)
        for axis in (0, 1)
    )


def _crosses(p: Square, q: Square, axis: int, at: int, low: Square, high: Square) -> bool:
    """Whether a line meets the side of a box that lies at a place on an axis."""
    other, length = 1 - axis, q[axis] - p[axis]
    if not length or not min(p[axis], q[axis]) <= at <= max(p[axis], q[axis]):
        return False
    crossing = p[other] * length + (q[other] - p[other]) * (at - p[axis])
    if length < 0:
        crossing, length = -crossing, -length
    return low[other] * length <= crossing <= high[other] * length


def flanking_squares(target: Space, a: Space, b: Space) -> tuple[Square, Square] | None:
    """Return two squares of two spaces, both beside a target and opposite each other, None where there are none.

    A large flanker may use any of its squares (D4-FLANK-3).
    """
    for one in a.squares():
        if distance(Space(*one, 1, target.level), target) != 1:
            continue
        for other in b.squares():
            if distance(Space(*other, 1, target.level), target) == 1 and opposite(target, one, other):
                return one, other
    return None


def bar(scene: Scene, unit: Unit) -> str:
    """Return what keeps a creature from flanking, empty for nothing (D4-FLANK-5)."""
    if answer(scene.state, "flank-bar") == "opportunity" and unit.has(NO_OPPORTUNITY):
        return NO_OPPORTUNITY
    return first_of(unit, BARS)


def flank(scene: Scene, target_id: str, a_id: str, b_id: str) -> Flank:
    """Return whether two creatures flank a third, with the line or the reason."""
    target, a, b = scene.unit(target_id), scene.unit(a_id), scene.unit(b_id)
    goal, one, other = (scene.space(u.id) for u in (target, a, b))
    if a.id == b.id or a.side != b.side or a.side == target.side:
        return Flank(False, "two allies flank an enemy of theirs", ("D4-FLANK-1",))
    for unit, space in ((a, one), (b, other)):
        away = distance(space, goal)
        if away != 1:
            rules = ("D4-FLANK-6", "D4-FLANK-1") if away > 1 else ("D4-FLANK-2",)
            what = f"{away} squares from" if away > 1 else "in the square of"
            return Flank(False, f"{unit.name} is {what} {target.name}, not adjacent", rules)
    for unit, space in ((a, one), (b, other)):
        no = _unable(scene, unit, space, target, goal)
        if no is not None:
            return no
    squares = flanking_squares(goal, one, other)
    if squares is None:
        why = f"no line between them crosses opposite sides of {target.name}'s space"
        return Flank(False, why, ("D4-FLANK-2",))
    line = ((squares[0][0] + 0.5, squares[0][1] + 0.5), (squares[1][0] + 0.5, squares[1][1] + 0.5))
    if scene.profile(target).has(ALL_AROUND):
        return Flank(False, f"{target.name} sees all around", ("D4-FLANK-7",), line, squares)
    large = ("D4-FLANK-3",) if one.side > 1 or other.side > 1 else ()
    why = f"{a.name} and {b.name} stand on opposite sides of {target.name}: combat advantage to both"
    return Flank(True, why, ("D4-FLANK-1", "D4-FLANK-2", *large), line, squares)


def _unable(scene: Scene, unit: Unit, space: Space, target: Unit, goal: Space) -> Flank | None:
    """Return why a creature beside a target does not threaten it."""
    state = bar(scene, unit)
    if state:
        return Flank(False, f"{unit.name} is {state}: it does not flank", ("D4-FLANK-5",))
    if scene.profile(unit).usual_reach == 0 and size_class(unit) == 0:
        why = f"{unit.name} attacks only in its own square"
        return Flank(False, why, ("D4-FLANK-4", "D4-SIZE-2"))
    if effect_line(scene, space, goal) is None:
        return Flank(False, f"{unit.name} has no line of effect to {target.name}", ("D4-FLANK-4",))
    return None


def flanks_of(scene: Scene, target: Unit, unit: Unit) -> Iterator[tuple[Unit, Flank]]:
    """Yield each ally with whom a creature might flank a target, and whether they do."""
    for ally in scene.allies(unit):
        if ally.id != target.id:
            yield ally, flank(scene, target.id, unit.id, ally.id)
