"""Where a creature gets to, and the way there step by step, with who may strike at which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Mover, Space, Step
from warband_tui.rules.board.squares_reach import Field, Moves, moves_of, spread, walk
from warband_tui.rules.games.dnd4e.provoking import Watch
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.steps import (
    Mode,
    budget_of,
    end_refusal,
    mark,
    moves,
    refusal,
    starts,
)
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

BEYOND = 3
"""How many times its budget a creature's way is looked for, to tell what it would cost."""


class Leg(Struct, frozen=True):
    """One step of a way: the step, the price so far, what made it dear, who may strike and by which rules.

    `up` is how many squares up it ends, None on a way that stays as high as it is. A squeeze begins with one that
    costs nothing, into a smaller space within its own: squares given up are left (D4-SQZ-1).
    """

    step: Step
    price: int
    mark: str = ""
    strikers: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    up: int | None = None

    @property
    def spot(self) -> Spot:
        """Where it ends, with how many squares up where that matters."""
        return self.step.to if self.up is None else (*self.step.to, self.up)

    def space(self, start: Space) -> Space:
        """Return the space in which it ends, of a creature that set out from another one."""
        return start.at(self.step.to)._replace(level=start.level if self.up is None else self.up)


class Route(Struct, frozen=True):
    """A way to a square: whether it may be gone and why not, its price and its legs."""

    unit: str
    mode: str
    start: Square
    to: Square
    legal: bool
    price: int | None
    budget: int | None
    legs: tuple[Leg, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[Square, ...]:
        """The anchors on the way, the last one included."""
        return tuple(leg.step.to for leg in self.legs)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The anchors on the way, with how many squares up where that matters."""
        return tuple(leg.spot for leg in self.legs)

    @property
    def shrinks(self) -> bool:
        """Whether it begins by taking a smaller space (D4-SQZ-1)."""
        return bool(self.legs) and not self.legs[0].step.price

    @property
    def squares(self) -> int:
        """The squares that it goes, a smaller space that it takes first not counted."""
        return len(self.legs) - self.shrinks

    @property
    def difficult(self) -> int:
        """What the way costs beyond its squares."""
        return (self.price or 0) - self.squares


def field(scene: Scene, unit: Unit, mode: Mode, budget: int) -> Field:
    """Return the least price of everything that a creature gets to by a mode (D4-OCC-7)."""
    return spread(moves(scene, unit, mode), starts(scene, unit, mode), budget)


def no_route(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    to: Square,
    budget: int | None,
    no: Refusal,
    legs: tuple[Leg, ...] = (),
) -> Route:
    """Return that no way leads to a square, why, and how far one went."""
    start = scene.space(unit.id).anchor
    return Route(unit.id, mode.id, start, to, False, None, budget, legs, no.why, no.rules)


def route(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    to: Square,
    via: Sequence[Square] = (),
    budget: int | None = None,
) -> Route:
    """Return the best level way to a square, by way of others in their order: the cheapest, with the fewest strikers."""
    budget = budget_of(unit, mode) if budget is None else budget
    if budget is None:
        no = Refusal(f"{unit.name} has no speed for it: {mode.label}", ("D4-SPD-1",))
        return no_route(scene, unit, mode, to, None, no)
    steps, at = moves(scene, unit, mode), starts(scene, unit, mode)
    watch = Watch(scene, unit, mode)
    found: list[Step] = []
    for point in (*via, to):
        leg = spread(steps, at, budget)
        if leg.price(point) is None:
            leg = spread(steps, at, max(budget, 1) * BEYOND + max(scene.grid.width, scene.grid.height))
        if leg.price(point) is None:
            return _unreached(scene, unit, steps, found, mode, point, to, budget)
        found += leg.route(point, watch.weigh(steps.mover.side))
        at = (point,)
    return priced(scene, unit, mode, steps, found, to, budget, watch)


def along(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    path: Sequence[Square],
    budget: int | None = None,
) -> Route:
    """Return a level way that was given square by square, priced and judged."""
    budget = budget_of(unit, mode) if budget is None else budget
    steps = moves(scene, unit, mode)
    first, path = begun(scene, unit, mode, path)
    walked = walk(steps, first, path)
    to = path[-1] if path else first
    if walked.fault is not None:
        no = refusal(scene, unit, walked.fault)
        legs = _legs(scene, unit, walked.steps, Watch(scene, unit, mode), Space(*first, steps.mover.side))
        return no_route(scene, unit, mode, to, budget, no, legs)
    return priced(scene, unit, mode, steps, walked.steps, to, budget, Watch(scene, unit, mode))


def begun(scene: Scene, unit: Unit, mode: Mode, path: Sequence[Square]) -> tuple[Square, Sequence[Square]]:
    """Return where a way that is given sets out, and its steps from there.

    Of the smaller spaces in which a squeeze may begin it is the one nearest to the first of the way (D4-SQZ-1).
    """
    at = starts(scene, unit, mode)
    if not path:
        return at[0], path
    first = min(at, key=lambda s: max(abs(s[0] - path[0][0]), abs(s[1] - path[0][1])))
    return first, path[1:] if path[0] == first else path


def priced(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    steps: Moves,
    found: Sequence[Step],
    to: Square,
    budget: int | None,
    watch: Watch,
) -> Route:
    """Return a level way as it is judged: its price against the budget, its end, who may strike where."""
    side = steps.mover.side
    return judged(
        scene, unit, mode, _legs(scene, unit, found, watch, Space(*(found[0].start if found else to), side)),
        Space(*to, side, scene.space(unit.id).level) if found else None, to, budget,
    )  # fmt: skip


def judged(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    legs: tuple[Leg, ...],
    end: Space | None,
    to: Square,
    budget: int | None,
    *,
    flies: bool = False,
) -> Route:
    """Return a way by its legs, judged: its price against the budget, and its end where it has one of its own."""
    price = legs[-1].price if legs else 0
    no = end_refusal(scene, unit, end, flies=flies) if end is not None else None
    if budget is None:
        no = Refusal(f"{unit.name} has no speed for it: {mode.label}", ("D4-SPD-1",))
    elif price > budget:
        last = legs[-1]
        rule = (
            ("D4-DT-4",) if mode.how == "shift" and last.mark else ("D4-DT-2",) if last.mark else mode.rules
        )
        no = Refusal(f"it costs {price}; {unit.name} has {budget}", rule)
    rules = dict.fromkeys((*(no.rules if no else mode.rules), *(r for leg in legs for r in leg.rules)))
    start = scene.space(unit.id).anchor
    return Route(
        unit.id, mode.id, start, to, no is None, price, budget, legs, no.why if no else "", tuple(rules)
    )


def _legs(scene: Scene, unit: Unit, steps: Sequence[Step], watch: Watch, first: Space) -> tuple[Leg, ...]:
    """Return the steps of a way from where it sets out, with prices and strikers; a squeeze gets smaller first."""
    legs, price = list(shrunk(watch, first)), 0
    for step in steps:
        price += step.price
        word, rules = marked(scene, unit, step)
        strikers = watch.strikers(step, first.side)
        cited = dict.fromkeys((*rules, *(r for one in strikers.values() for r in one)))
        legs.append(Leg(step, price, word, tuple(strikers), tuple(cited)))
    return tuple(legs)


def shrunk(watch: Watch, small: Space, up: int | None = None) -> Iterator[Leg]:
    """Yield the beginning of a way in a smaller space than a creature's: what it gives up, who may strike (D4-SQZ-1)."""
    full = watch.space
    if small.side < full.side:
        left = tuple(square for square in full.squares() if not small.holds(square))
        strikers = watch.given_up(small)
        cited = dict.fromkeys(rule for one in strikers.values() for rule in one)
        step = Step(full.anchor, small.anchor, True, 0, left, ())
        yield Leg(step, 0, "", tuple(strikers), tuple(cited), up)


def marked(scene: Scene, unit: Unit, step: Step) -> tuple[str, tuple[str, ...]]:
    """Return what made a step dear, the want of a speed for it included, and by which rules."""
    word, rules = mark(scene, unit, step)
    if step.cause == "" and step.price > 1 and not word:
        return "no speed for it", ("D4-SPD-6",)
    return word, rules


def _unreached(
    scene: Scene,
    unit: Unit,
    steps: Moves,
    found: list[Step],
    mode: Mode,
    point: Square,
    to: Square,
    budget: int,
) -> Route:
    """Say why there is no way to a square: what keeps it out of the square itself, or that all ways are shut."""
    space = Space(*point, steps.mover.side)
    reasons = [
        refusal(scene, unit, one)
        for one in (
            steps.step((point[0] - dx, point[1] - dy), (dx, dy))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        if not one.legal and any(space.holds(square) for square in one.where)
    ]
    no = reasons[0] if reasons else _shut(scene, unit, mode, steps.mover, point)
    side = steps.mover.side
    legs = _legs(scene, unit, found, Watch(scene, unit, mode), Space(*found[0].start, side)) if found else ()
    return no_route(scene, unit, mode, to, budget, no, legs)


def _shut(scene: Scene, unit: Unit, mode: Mode, mover: Mover, to: Square) -> Refusal:
    """Return what shuts all ways to a place that a creature could be in: a drop, others, or walls."""
    at, name = starts(scene, unit, mode), "{},{}".format(*to)
    for freer, why, rule in (
        (replace(mover, pits=0), f"all ways to {name} lead over a drop: it would fall", "D4-FALL-6"),
        (replace(mover, barred=0), f"others bar all ways to {name}", "D4-OCC-2"),
    ):
        if spread(moves_of(scene.grid, freer), at).price(to) is not None:
            return Refusal(why, (rule,))
    return Refusal(f"no way leads to {name}", ("D4-OBS-1",))
