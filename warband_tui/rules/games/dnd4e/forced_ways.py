"""The way on which a target is forced: as it is given, or the shortest one, level or up and down (D4-FM-4, D4-FM-5)."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.forced import RULES, Forcing
from warband_tui.rules.games.dnd4e.space import square_of
from warband_tui.rules.ruleset import Refusal


def upwards(forcing: Forcing, to: Spot, path: Sequence[Spot]) -> bool:
    """Whether forced movement leads to another height."""
    flat = max(forcing.start.level, 0)
    return any(len(spot) > 2 and spot[2] != flat for spot in (to, *path))


def way_of_force(forcing: Forcing, to: Spot, path: Sequence[Spot]) -> tuple[list[Spot], Refusal | None]:
    """Return the way of forced movement square by square, and why there is none; the steps of it are not judged yet.

    A third number is how many squares up a place is. A path without one rises or sinks to that of its end as it
    goes on, and straight up or down at its end.
    """
    start, level = forcing.start, forcing.start.level
    if not upwards(forcing, to, path):
        return ([square_of(spot, "path") for spot in path], None) if path else _level(forcing, square_of(to))
    if not forcing.target.has("flying"):
        return [], Refusal(f"{forcing.target.name} does not fly: it is moved level", ("D4-FM-5",))
    if any(len(spot) > 2 for spot in path):
        return list(path), None
    level = int(to[2]) if len(to) > 2 else level
    if abs(level - start.level) > forcing.most:
        return [], forcing.too_far(abs(level - start.level), "squares up or down")
    return (_raised(start, path, level), None) if path else _climbing(forcing, to, level)


def _climbing(forcing: Forcing, to: Spot, level: int) -> tuple[list[Spot], Refusal | None]:
    start = forcing.start
    goal = start.at(square_of(to))._replace(level=level)
    way: list[Spot] = [(*space.anchor, space.level) for space in forcing.climb(goal)]
    away = max(abs(level - start.level), abs(goal.x - start.x), abs(goal.y - start.y))
    if way or not away:
        return way, None
    if away > forcing.most:
        return way, forcing.too_far(away)
    no = forcing.step_refusal(start, goal) if away == 1 else forcing.turned_wrong(start, goal)
    at = "{},{} at the height of {}".format(*goal.anchor, level)
    return way, no or Refusal(f"no {forcing.kind} leads to {at}", (*RULES[forcing.kind], "D4-FM-5"))


def _raised(start: Space, path: Sequence[Spot], level: int) -> list[Spot]:
    at, way = start.level, list[Spot]()
    for spot in path:
        at += (level > at) - (level < at)
        way.append((*spot[:2], at))
    while at != level:
        at += (level > at) - (level < at)
        way.append((*path[-1][:2], at))
    return way


def _level(forcing: Forcing, goal: Square) -> tuple[list[Spot], Refusal | None]:
    found: list[Spot] = [step.to for step in forcing.field().route(goal)] if forcing.most else []
    start = forcing.start
    away = distance(start._replace(side=1), start.at(goal)._replace(side=1))
    if found or not away:
        return found, None
    if away > forcing.most:
        return found, forcing.too_far(away)
    no = forcing.judged([goal])[0] if away == 1 else None
    if away == 1:
        return found, no or Refusal("{},{} is no end of that".format(*goal), RULES[forcing.kind])
    return found, Refusal("no {} leads to {},{}".format(forcing.kind, *goal), RULES[forcing.kind])
