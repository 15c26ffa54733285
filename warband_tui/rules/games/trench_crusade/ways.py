"""Ways over a table: the careful one, the way of a charge, and the stages in which a way is walked.

A careful way goes round what needs a Risky roll or would hurt, as long as that gets there at all
(TC-CHG-3 asks that of charges; of moves it is what a player would do, and points on the way overrule it).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import partial

from msgspec import Struct

from warband_tui.rules.board.avoiding import careful
from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.heights import Mark
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.paths import Leg, Route, route, route_to
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.trench_crusade.ground_rules import careful_drops, shunned
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.state import Unit

STOPPING = ("dangerous", "climb", "jump", "drop")
"""Marks at which something is decided before a model goes on."""
_LOOK_AHEAD = 12.0
_NO_ROOM = 0.98
"""Inches from a target at which a charge ends that finds no room in contact: within 1"."""


class Way(Struct, frozen=True):
    """A way with what this game charges for it beyond the ground: jumps up to a higher edge (TC-JMP-4)."""

    route: Route
    extra: float = 0.0
    why: str = ""

    @property
    def found(self) -> bool:
        """Whether there is a way."""
        return self.route.found and not self.why

    @property
    def price(self) -> float:
        """What it costs of the movement, in inches; inf when there is none."""
        return self.route.price + self.extra

    @property
    def reason(self) -> str:
        """Why there is none."""
        return self.why or self.route.why


class Stage(Struct, frozen=True):
    """A part of a way up to where something is decided.

    `points` are those after the start of the stage; `mark` is what comes at its end, None for the end of
    the way; `leg` is the straight part on which the mark lies.
    """

    points: tuple[Spot, ...]
    price: float
    mark: Mark | None = None
    leg: Leg | None = None


def find_way(
    scene: Scene,
    unit: Unit,
    to: Spot,
    via: Sequence[Spot] = (),
    *,
    budget: float,
    near: Sequence[str] = (),
) -> Way:
    """Return the way of a move to a spot: careful where it can be; when it is too far, the cheapest there is.

    Args:
        scene: the table.
        unit: who moves.
        to: where to.
        via: points on the way.
        budget: inches of movement.
        near: enemies that it may stay within 1" of.
    """
    find = partial(_to_spot, scene, unit, to, via, near)
    body = scene.body(unit.id)
    if math.dist(body.at[:2], to[:2]) <= budget + HAIR:
        shun = _shunned(scene, charging=False)
        found = careful(partial(find, budget), budget=budget, shun=shun)
        if found.found:
            return found
    far = find(max(budget, math.dist(body.at[:2], to[:2])) + _LOOK_AHEAD, ())
    return far if far.found else find(budget, ())


def charge_way(
    scene: Scene, unit: Unit, target: str, *, budget: float, avoid: Sequence[Risk] | None = None
) -> Way:
    """Return the way of a charge into contact with an enemy, or within 1" where there is no room (TC-CHG-3, 4).

    Args:
        scene: the table.
        unit: who charges.
        target: the enemy.
        budget: the most that it can get, whatever the die.
        avoid: exactly the risks to keep out of; None for the careful way.
    """
    rules = scene.ground(unit, keep_out=0.0)
    goal = Standing(target, scene.body(target), scene.state.unit(target).name)

    def find(budget: float, avoid: Collection[Risk], gap: float = 0.0) -> Way:
        mover, kept = _mover(scene, unit, rules, avoid)
        return _checked(scene, mover, route_to(scene.board, mover, goal, gap=gap, budget=budget, avoid=kept))

    shun = _shunned(scene, charging=True)
    if avoid is not None:
        return find(budget, [kind for kind in shun if kind in avoid])
    found = careful(partial(find, budget), budget=budget, shun=shun)
    if found.found:
        return found
    near = find(budget, (), _NO_ROOM)
    return near if near.found else find(budget + _LOOK_AHEAD, ())


def charge_way_to(scene: Scene, unit: Unit, spot: Spot, via: Sequence[Spot] = (), *, budget: float) -> Way:
    """Return the way of a charge to a place that the player picks next to the target."""
    rules = scene.ground(unit, keep_out=0.0)

    def find(avoid: Collection[Risk]) -> Way:
        mover, kept = _mover(scene, unit, rules, avoid)
        return _checked(scene, mover, route(scene.board, mover, spot, via, budget=budget, avoid=kept))

    return careful(find, budget=budget, shun=_shunned(scene, charging=True))


def _shunned(scene: Scene, *, charging: bool) -> tuple[Risk, ...]:
    """Return what a way goes round where it can; a `drop` stands for those that are not safe (TC-JMP-5)."""
    return (*shunned(scene.state, charging=charging), "drop")


def _mover(
    scene: Scene, unit: Unit, rules: GroundRules, avoid: Collection[Risk], near: Sequence[str] = ()
) -> tuple[Mover, tuple[Risk, ...]]:
    """Return a model as it moves when it avoids risks, and which of them its route has to keep out of."""
    kept = tuple(kind for kind in avoid if kind != "drop")
    safe = careful_drops(rules, scene.state) if "drop" in avoid else rules
    return scene.mover(unit, safe, near), kept


def _to_spot(
    scene: Scene,
    unit: Unit,
    to: Spot,
    via: Sequence[Spot],
    near: Sequence[str],
    budget: float,
    avoid: Collection[Risk],
) -> Way:
    mover, kept = _mover(scene, unit, scene.ground(unit), avoid, near)
    return _checked(scene, mover, route(scene.board, mover, to, via, budget=budget, avoid=kept))


def _checked(scene: Scene, mover: Mover, found: Route) -> Way:
    """Return a route with what jumps up to a higher edge cost in this edition (TC-JMP-4)."""
    if scene.rules.ledge_up != "adds":
        return Way(found)
    extra = 0.0
    for mark in found.marks:
        rise = rise_of(scene, mark)
        if mark.kind == "jump" and rise > 0:
            if mark.size + rise > mover.rules.jump_limit + HAIR:
                return Way(found, why=f'the gap counts {mark.size + rise:g}" with the rise')
            extra += rise
    return Way(found, extra)


def rise_of(scene: Scene, mark: Mark) -> float:
    """Return how much higher the far side of a jump is."""
    feature = scene.feature(mark.piece)
    return feature.top - mark.at[2] if feature else 0.0


def stages(scene: Scene, unit: Unit, found: Route) -> tuple[Stage, ...]:
    """Cut a way where something is decided; a way without risks is one stage.

    Dangerous ground is rolled for once a move; who starts in it has rolled already (TC-TER-3).
    """
    mover = scene.mover(unit, scene.ground(unit, keep_out=0.0))
    walks = Walks(scene.board, mover)
    made: list[Stage] = []
    points: list[Spot] = []
    price = 0.0
    braved = bool(scene.dangerous(unit, mover.body))
    for leg in found.legs:
        paid = 0.0
        for mark in sorted(leg.marks, key=partial(mark_share, leg)):
            if mark.kind not in STOPPING or (mark.kind == "dangerous" and braved):
                continue
            braved = braved or mark.kind == "dangerous"
            share = mark_share(leg, mark)
            so_far = price_to(walks, leg, share)
            made.append(Stage((*points, mark.at), max(0.0, price + so_far - paid), mark, leg))
            points, price, paid = [], 0.0, so_far
        price += leg.price - paid
        points.append(leg.b)
    if mover.rules.flies and found.legs:
        # A flyer meets only the ground that it comes down on.
        leg = found.legs[-1]
        for piece in scene.dangerous(unit, scene.at(unit, leg.b))[: int(not braved)]:
            return (Stage(tuple(points), price, Mark("dangerous", leg.b, 0.0, piece.id), leg), Stage((), 0.0))
    return (*made, Stage(tuple(points), price))


def price_to(walks: Walks, leg: Leg, share: float) -> float:
    """Return what a leg costs up to just before a share of it."""
    share -= HAIR / max(leg.length, HAIR)
    if share <= 0:
        return 0.0
    at = (leg.a[0] + (leg.b[0] - leg.a[0]) * share, leg.a[1] + (leg.b[1] - leg.a[1]) * share)
    walk = walks.straight(leg.a, at)
    return walk.price if math.isfinite(walk.price) else leg.length * share


def mark_share(leg: Leg, mark: Mark) -> float:
    """Return at which share of a leg a mark lies."""
    return math.dist(leg.a[:2], mark.at[:2]) / leg.length if leg.length > HAIR else 0.0
