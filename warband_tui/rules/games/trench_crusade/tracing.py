"""Moves planned on a table: ways of moving, where they lead, what they cost, the action that takes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from warband_tui.rules.board.heights import Mark
from warband_tui.rules.board.inches import Body, overlapping, within
from warband_tui.rules.board.layout import HAIR, InchBoard, Spot
from warband_tui.rules.board.obstacles import room
from warband_tui.rules.board.paths import Leg, Route, first_contact
from warband_tui.rules.board.planning import Waypoint
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import MELEE
from warband_tui.rules.games.trench_crusade.positions import FIRE_STEP, Scene
from warband_tui.rules.games.trench_crusade.profile import allowance, profile_of
from warband_tui.rules.games.trench_crusade.ways import Way, find_way, mark_share, price_to, rise_of
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

MODE_RULES = {
    "move": "TC-MOV-1",
    "dash": "TC-DSH-1",
    "retreat": "TC-RET-1",
    "climb": "TC-CLB-2",
    "jump": "TC-JMP-1",
    "evade": "TC-KEY-1",
}


class MovePlan(Struct, frozen=True):
    """A move as it would be made now: its way, what it may cost, why it is not allowed."""

    unit: str
    mode: str
    way: Way
    budget: float
    refusal: Refusal | None = None
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it may be made."""
        return self.refusal is None


def move_plan(
    scene: Scene,
    unit: Unit,
    mode: str,
    to: Spot,
    via: Sequence[Spot] = (),
    *,
    budget: float | None = None,
) -> MovePlan:
    """Return how a model would move to a place.

    Args:
        scene: the table.
        unit: who moves.
        mode: move, dash, retreat, climb, jump, or evade for a SKIRMISHER.
        to: where to.
        via: points on the way that the player picks.
        budget: inches of movement; None for what the model has.
    """
    have = float(allowance(unit)) if budget is None else budget
    near = scene.state.in_contact(unit.id) if mode != "retreat" and scene.rules.moves_in_melee else ()
    near = tuple(foe for foe in near if scene.stands(scene.state.unit(foe)))
    way = find_way(scene, unit, to, via, budget=have, near=near)
    refusal = _refusal(scene, unit, mode, to, way, have, near)
    notes = tuple(dict.fromkeys(mark_words(scene, mark) for mark in way.route.marks))
    return MovePlan(unit.id, mode, way, have, refusal, _rules(scene, unit, mode, way), notes)


def straight(scene: Scene, unit: Unit, plan: MovePlan, to: Spot) -> MovePlan:
    """Return a plan that goes straight to a place: what players do who overrule that there is no way."""
    a, b = scene.body(unit.id).at, scene.at(unit, to).at
    leg = Leg(a, b, math.dist(a[:2], b[:2]), math.dist(a[:2], b[:2]))
    return MovePlan(unit.id, plan.mode, Way(Route((a, b), (leg,))), plan.budget, None, plan.rules)


def way_points(scene: Scene, unit: Unit, way: Way, strikers: tuple[str, ...] = ()) -> tuple[Waypoint, ...]:
    """Return a way point by point, with its price so far and what it is marked with."""
    if not way.route.found:
        return ()
    walks = Walks(scene.board, scene.mover(unit, scene.ground(unit, keep_out=0.0)))
    first = Waypoint(way.route.points[0], 0.0, strikers=strikers, why="free attacks" if strikers else "")
    made, gone = [first], 0.0
    for leg in way.route.legs:
        for mark in sorted(leg.marks, key=partial(mark_share, leg)):
            price = gone + price_to(walks, leg, mark_share(leg, mark))
            made.append(Waypoint(mark.at, round(price, 3), mark.kind, why=mark_words(scene, mark)))
        gone += leg.price
        made.append(Waypoint(leg.b, round(gone, 3)))
    return tuple(made)


def mark_words(scene: Scene, mark: Mark) -> str:
    """Return what a way is charged or risked for, in words."""
    feature = scene.feature(mark.piece)
    name = feature.label if feature else "the edge"
    size = f'{mark.size:.3g}"'
    if mark.kind == "difficult":
        return f"{size} of {name} cost double"
    if mark.kind == "dangerous":
        return f"a Risky roll for {name}"
    if mark.kind == "climb":
        return f"a Risky climb {'down' if mark.down else 'up'} {name}, {size}"
    if mark.kind == "jump":
        rise = rise_of(scene, mark)
        return f"a Risky jump of {size}" + (f' to an edge {rise:.3g}" higher' if rise > HAIR else "")
    if mark.kind == "drop":
        safe = edition(scene.state.edition).safe_jump(round(mark.size, 3))
        return f"down {size}" + ("" if safe else ": a fall")
    return f"{name}, {size}" if mark.piece.endswith(FIRE_STEP) else f"by {name}, {size}"


def one_spot(value: Any) -> Spot:
    """Return the place that a field of places holds: a spot, or the first of several; empty for none."""
    if not value:
        return ()
    first = value[0]
    return tuple(float(n) for n in (value if isinstance(first, int | float) else first))


def spots(value: Any) -> tuple[Spot, ...]:
    """Return the places that a field of places holds."""
    if not value:
        return ()
    if isinstance(value[0], int | float):
        return (one_spot(value),)
    return tuple(tuple(float(n) for n in spot) for spot in value)


# Inside


def _rules(scene: Scene, unit: Unit, mode: str, way: Way) -> tuple[str, ...]:
    found = [MODE_RULES[mode]]
    marked = {
        "difficult": "TC-TER-2",
        "dangerous": "TC-TER-3",
        "climb": "TC-CLB-2",
        "jump": "TC-JMP-1",
        "drop": "TC-JMP-5",
    }
    found += [rule for kind, rule in marked.items() if way.route.has(kind)]
    if way.route.has("difficult") and way.route.has("dangerous"):
        found.append("TC-TER-5")
    if profile_of(unit).has("FLYING"):
        found.append("TC-TYP-2")
    if _passes_friend(scene, unit, way):
        found.append("TC-MOV-4")
    return tuple(dict.fromkeys(found))


def _passes_friend(scene: Scene, unit: Unit, way: Way) -> bool:
    friends = [s for s in scene.others(unit) if s.friend]
    base = scene.body(unit.id).base
    return bool(friends and way.route.found and first_contact(way.route, base, friends, near=0.0))


def _refusal(
    scene: Scene, unit: Unit, mode: str, to: Spot, way: Way, budget: float, near: tuple[str, ...]
) -> Refusal | None:
    rule = MODE_RULES[mode]
    if not way.found:
        return Refusal(way.reason, _why_not(scene, unit, to, way, rule))
    if way.price > budget + HAIR:
        rules = (rule, *(("TC-TER-2",) if way.route.has("difficult") else ()))
        return Refusal(f'that takes {way.price:.3g}"; {unit.name} has {budget:g}"', rules)
    end = scene.at(unit, way.route.points[-1])
    for foe in scene.foes(unit):
        if foe.id not in near and within(end, scene.body(foe.id), MELEE):
            rules = (rule,) if mode == "retreat" else ("TC-MOV-2",)
            return Refusal(f'that ends within 1" of {foe.name}', rules)
    for point in way.route.points:
        for foe_id in near:
            if not within(scene.at(unit, point), scene.body(foe_id), MELEE):
                name = scene.state.unit(foe_id).name
                return Refusal(f'that leaves the 1" of {name}: retreat instead', ("TC-MOV-2", "TC-RET-1"))
    return None


def _why_not(scene: Scene, unit: Unit, to: Spot, way: Way, rule: str) -> tuple[str, ...]:
    """Return the rules by which there is no way to a place."""
    end = scene.at(unit, to)
    if beyond_edge(end, scene.table):
        return ("TC-MOV-3",)
    for other in scene.others(unit):
        if other.friend and overlapping(end, other.body):
            return ("TC-MOV-4",)
        if not other.friend and within(end, other.body, MELEE):
            return ("TC-MOV-2",)
    if _impassable(scene, end) or _is_impassable(scene, way.route.blocked_by):
        return ("TC-TER-4",)
    blocker = way.route.blocked_by
    if blocker in scene.state.units and scene.state.unit(blocker).side != unit.side:
        return ("TC-MOV-2",)
    return (rule,)


def reasons_against(scene: Scene, unit: Unit, body: Body) -> tuple[str, ...]:
    """Return the rules by which a model cannot stand somewhere: off the table, on a friend, on impassable ground."""
    if beyond_edge(body, scene.table):
        return ("TC-MOV-3",)
    if any(other.friend and overlapping(body, other.body) for other in scene.others(unit)):
        return ("TC-MOV-4",)
    return ("TC-TER-4",) if _impassable(scene, body) else ()


def beyond_edge(body: Body, board: InchBoard) -> bool:
    """Whether any part of a base lies beyond the edge of the table, as the way of a move has it (TC-MOV-3)."""
    left, upper, right, lower = room(board, body.base)
    return not (left - HAIR <= body.x <= right + HAIR and upper - HAIR <= body.y <= lower + HAIR)


def _impassable(scene: Scene, end: Body) -> bool:
    return bool(scene.terrain.entered(end, ("impassable",)))


def _is_impassable(scene: Scene, piece: str) -> bool:
    return any(f.id == piece and "impassable" in f.tags for f in scene.table.features)
