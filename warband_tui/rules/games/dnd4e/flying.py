"""Moves up and down: the way of a flier, how it rises and sinks on it, and what that costs (D4-FLY-1, D4-FLY-2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, Step
from warband_tui.rules.board.squares_reach import Moves
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE, FEET
from warband_tui.rules.games.dnd4e.provoking import Watch
from warband_tui.rules.games.dnd4e.reach import Leg, Route, along, route
from warband_tui.rules.games.dnd4e.space import Scene, level_of, square_of
from warband_tui.rules.games.dnd4e.steps import Mode, moves, speed_mode
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit


class Flight(Struct, frozen=True):
    """A way over the map with what it climbs: its route, whose price counts all of it, and the squares straight up or down.

    `levels` are how many squares up it is after each of its steps, empty where it stays at one height.
    """

    route: Route
    extra: int = 0
    levels: tuple[int, ...] = ()


class Climb(Struct, frozen=True):
    """How a way is risen or sunk on: its price, the levels at each place on it, one for each square straight up or down."""

    price: int
    levels: tuple[tuple[int, ...], ...]


class _Air:
    """A creature at other heights than its own."""

    def __init__(self, scene: Scene, unit: Unit, mode: Mode) -> None:
        self.scene, self.unit, self.mode = scene, unit, mode
        self._known: dict[int, tuple[Scene, Unit, Moves, Watch]] = {}

    def at(self, level: int) -> tuple[Scene, Unit, Moves, Watch]:
        """Return the battle as if the creature were so many squares up, its steps there and who watches them."""
        if level not in self._known:
            moved = replace(self.unit, counters={**self.unit.counters, ALTITUDE: level * FEET},
                            at=tuple(spot[:2] for spot in self.unit.at))  # fmt: skip
            units = {**self.scene.state.units, moved.id: moved}
            scene = Scene(replace(self.scene.state, units=units))
            self._known[level] = (
                scene,
                moved,
                moves(scene, moved, self.mode),
                Watch(scene, moved, self.mode),
            )
        return self._known[level]

    def free(self, anchor: Square, level: int) -> bool:
        """Whether it may be at a place at a height, on its way."""
        scene, _, steps, _ = self.at(level)
        block = scene.grid.block(Space(*anchor, steps.mover.side))
        return not block & (steps.mover.barred | steps.mover.solid)

    def climb(self, steps: Sequence[Step], start: int, end: int) -> Climb | None:
        """Return the cheapest way to rise or sink from one height to another along some steps.

        It rises or sinks a square with a step, which costs no more, or in place, which costs one.
        """
        low, high = min(start, end), max(start, end)
        found = {start: Climb(0, ((start,),))}
        for step in steps:
            found = self._upright(found, step.start, low, high)
            onward: dict[int, Climb] = {}
            for level, climb in found.items():
                for to in range(max(low, level - 1), min(high, level + 1) + 1):
                    one = self.at(to)[2].step(step.start, step.direction)
                    price = climb.price + one.price
                    if one.legal and (to not in onward or price < onward[to].price):
                        onward[to] = Climb(price, (*climb.levels, (to,)))
            found = onward
        at = steps[-1].to if steps else self.scene.space(self.unit.id).anchor
        return self._upright(found, at, low, high).get(end)

    def _upright(self, found: dict[int, Climb], at: Square, low: int, high: int) -> dict[int, Climb]:
        """Return the levels that are reached at a place, those straight above and below included."""
        for levels, by in ((range(low, high), 1), (range(high, low, -1), -1)):
            for level in levels:
                climb = found.get(level)
                if climb is None or not self.free(at, level + by):
                    continue
                here = (*climb.levels[:-1], (*climb.levels[-1], level + by))
                if level + by not in found or climb.price + 1 < found[level + by].price:
                    found = {**found, level + by: Climb(climb.price + 1, here)}
        return found

    def watched(self, legs: Sequence[Leg], climb: Climb) -> tuple[Leg, ...]:
        """Return the legs of a way with who may strike at each: at the height of what is left, straight up or down too."""
        done = []
        for leg, levels in zip(legs, climb.levels, strict=False):
            side = self.at(levels[0])[2].mover.side
            held = Space(*leg.step.start, side).squares()
            up = Step(leg.step.start, leg.step.start, True, 1, held, ())
            strikers: dict[str, tuple[str, ...]] = {}
            for level in levels[:-1]:
                strikers = self.at(level)[3].strikers(up, side) | strikers
            if leg.step.to != leg.step.start:
                strikers = self.at(levels[-1])[3].strikers(leg.step, side) | strikers
            rules = dict.fromkeys((*leg.rules, *(rule for one in strikers.values() for rule in one)))
            done.append(replace(leg, strikers=tuple(strikers), rules=tuple(rules)))
        return tuple(done)


def flown(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    goal: Spot,
    via: Sequence[Spot] = (),
    given: Sequence[Spot] = (),
    budget: int | None = None,
) -> Flight:
    """Return the best way to a place, or a way that is given; a third number of the goal is how many squares up it is.

    The way is one that is free at the height at which the creature sets out or at that of its end, and is judged by
    how it can be risen or sunk on.
    """
    start = level_of(unit, unit.at[0])
    end = int(goal[2]) if len(goal) > 2 else start
    own = _routed(scene, unit, mode, goal, via, given, budget, None if end == start else end)
    if end == start:
        return Flight(own)
    if end < 0:
        return Flight(_refused(own, Refusal("that is below the ground", ("D4-FLY-1",))))
    if speed_mode(unit, mode) != "fly":
        return Flight(
            _refused(own, Refusal(f"{unit.name} does not fly: it goes neither up nor down", ("D4-FLY-1",)))
        )
    air = _Air(scene, unit, mode)
    there, moved = air.at(end)[:2]
    ways = [own, _routed(there, moved, mode, goal, via, given, budget, end)]
    climbs = [
        (way, climb)
        for way in ways
        if way.legal and (climb := air.climb([leg.step for leg in way.legs], start, end)) is not None
    ]
    if climbs:
        way, climb = min(climbs, key=lambda found: found[1].price)
        anchor = scene.space(unit.id).anchor
        straight = Leg(Step(anchor, anchor, True, climb.price, (), ()), climb.price)
        legs = air.watched(way.legs or (straight,), climb)
        return _judged(unit, replace(way, legs=legs), climb, budget)
    return Flight(
        _refused(own, Refusal("no way up or down leads there", ("D4-FLY-1",))) if own.legal else own
    )


def _routed(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    goal: Spot,
    via: Sequence[Spot],
    given: Sequence[Spot],
    budget: int | None,
    level: int | None,
) -> Route:
    if given:
        squares: list[Square] = [scene.space(unit.id).anchor, *(square_of(spot, "path") for spot in given)]
        return along(scene, unit, mode, [b for a, b in pairwise(squares) if a != b], budget, level)
    points = [square_of(spot, "via") for spot in via]
    return route(scene, unit, mode, square_of(goal), points, budget, level)


def _refused(way: Route, no: Refusal) -> Route:
    return replace(way, legal=False, why=no.why, rules=no.rules)


def _judged(unit: Unit, way: Route, climb: Climb, budget: int | None) -> Flight:
    """Return a way with its whole price, refused where that is too much."""
    extra = sum(len(levels) - 1 for levels in climb.levels)
    rules = (*way.rules, "D4-FLY-1", *(rule for leg in way.legs for rule in leg.rules))
    found = replace(way, price=climb.price, rules=tuple(dict.fromkeys(rules)))
    levels = tuple(levels[0] for levels in climb.levels[1:])
    if budget is not None and climb.price > budget:
        why = f"it costs {climb.price}, {extra} of it up or down; {unit.name} has {budget}"
        found = _refused(found, Refusal(why, ("D4-FLY-1",)))
    return Flight(found, extra if levels else extra - 1, levels)
