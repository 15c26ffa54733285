"""Where a unit can get to on the table and the way to a place, as a board screen shows them and actions take them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from warband_tui.rules.board.inches import flat_gap, moved
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.paths import Route
from warband_tui.rules.board.planning import Cell, Reach, Threat, Trace, Waypoint
from warband_tui.rules.board.raster import Painted
from warband_tui.rules.board.raster import reach as painted
from warband_tui.rules.board.templates import cells_within
from warband_tui.rules.games.age_of_sigmar.ground_rules import ground_for
from warband_tui.rules.games.age_of_sigmar.marches import KEEPING_OUT, March, march
from warband_tui.rules.games.age_of_sigmar.movers import mover_of
from warband_tui.rules.games.age_of_sigmar.moving import Way, most, refusal, sure, way_named
from warband_tui.rules.games.age_of_sigmar.positions import CHARGE_RANGE, COMBAT_RANGE, Group, Scene
from warband_tui.rules.odds import die
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import percent, shown

OF_FIRST = "where its first model may end: the others keep their places about it, or close up"
"""What the band of a unit of several models means; whether all of them fit there the way to a place tells."""


def reach(state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
    """Return where the first model of a unit can get to; what dice decide is painted at their best."""
    way, unit = way_named(mode), state.unit(unit_id)
    if way is None:
        return Reach(unit_id, mode, "move", None, {}, grain=grain, why=f"no way of moving {shown(mode)}")
    scene = Scene(state)
    group = scene.group(unit_id)
    budget = most(unit, way.id)
    no = refusal(state, unit, way.id)
    far = math.hypot(scene.board.width, scene.board.height) if budget is None else budget
    keep = COMBAT_RANGE if way.id in KEEPING_OUT else 0.0
    mover = mover_of(scene, group.bodies[0], unit, ground_for(state, unit, keep))
    found = painted(scene.board, mover, far, grain=grain)
    cells, through = _ends(scene, group, way.id, found, grain)
    return Reach(
        unit_id,
        way.id,
        way.role,
        sure(unit, way.id),
        cells,
        through,
        grain,
        no.why if no else OF_FIRST if len(group.bodies) > 1 else "",
        no.rules if no else (),
    )


def _ends(
    scene: Scene, group: Group, mode: str, found: Painted, grain: float
) -> tuple[dict[Cell, float], dict[Cell, float]]:
    """Sort cells into those in which a move may end and those that it only crosses."""
    if mode in KEEPING_OUT or mode == "pile-in":
        return found.cells, found.through
    foes = [body for foe in scene.foes(group.unit) for body in foe.bodies]
    cells: dict[Cell, float] = {}
    through = dict(found.through)
    for cell, price in found.cells.items():
        spot = ((cell[0] + 0.5) * grain, (cell[1] + 0.5) * grain, found.heights.get(cell, 0.0))
        there = moved(group.bodies[0], spot)
        near = min((flat_gap(there, foe) for foe in foes), default=math.inf)
        ends = near <= CHARGE_RANGE + grain * 0.75 if mode == "charge" else near > COMBAT_RANGE + HAIR
        (cells if ends else through)[cell] = price
    return cells, through


def trace(
    state: BattleState,
    unit_id: str,
    mode: str,
    to: Spot | Sequence[Spot],
    via: tuple[Spot, ...] = (),
    target: str = "",
    *,
    scene: Scene | None = None,
) -> Trace:
    """Return the way of a whole unit to a place, and the action that takes it.

    Args:
        state: the battle.
        unit_id: who moves.
        mode: one of `moving.WAYS`.
        to: where its first model goes, or a spot for each model.
        via: points that the first model goes by.
        target: whom it charges or piles in to; the nearest that it reaches where none is named.
        scene: the table of the battle as it stands, where it has been laid out already.
    """
    way, unit = way_named(mode), state.unit(unit_id)
    spots = _spots(to)
    if way is None:
        return Trace(unit_id, mode, spots[0], legal=False, why=f"no way of moving {shown(mode)}")
    scene = scene or Scene(state)
    group = scene.group(unit_id)
    budget = most(unit, way.id)
    made = march(scene, group, way.id, spots, via, budget=budget, target=target)
    no = refusal(state, unit, way.id) or (None if made.legal else Refusal(made.why, made.rules))
    price = made.longest if math.isfinite(made.longest) else None
    return Trace(
        unit_id,
        way.id,
        spots[0],
        legal=no is None,
        price=price,
        budget=sure(unit, way.id),
        why=no.why if no else _told(scene, way, made),
        rules=no.rules if no else made.rules,
        way=_waypoints(made.way),
        notes=(*made.notes, *_chance(unit, way.id, price)),
        action=_action(way, unit_id, to, via, target or (made.foes[0] if made.foes else "")),
        reached=made.foes,
    )


def measured(
    state: BattleState,
    unit_id: str,
    mode: str,
    to: Sequence[Spot],
    via: Sequence[Spot],
    budget: float | None,
    target: str = "",
) -> March:
    """Return the move of a unit as an action makes it, with what its dice allow."""
    scene = Scene(state)
    return march(scene, scene.group(unit_id), mode, to, via, budget=budget, target=target)


def threats(state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
    """Return the cells that are in the combat range of a unit: 3" from its bases, whatever the height."""
    scene = Scene(state)
    unit = state.unit(unit_id)
    if not scene.stands(unit):
        return ()
    cells = cells_within(scene.group(unit_id).bodies, COMBAT_RANGE, scene.board, grain)
    return (Threat("combat", "combat range", unit_id, cells, grain, ("AOS-16-2",)),)


def _spots(to: Spot | Sequence[Spot]) -> tuple[Spot, ...]:
    one = tuple(n for n in to if isinstance(n, int | float))
    return (one,) if one else tuple(spot for spot in to if not isinstance(spot, int | float))


def _told(scene: Scene, way: Way, made: March) -> str:
    names = " and ".join(scene.state.unit(foe).name for foe in made.foes)
    if way.id == "charge":
        return f"in combat with {names}"
    return f"still in combat with {names}" if names else ""


def _waypoints(way: Route) -> tuple[Waypoint, ...]:
    if not way.found:
        return ()
    points = [Waypoint(way.points[0], 0.0)]
    gone = 0.0
    for leg in way.legs:
        gone += leg.price
        marks = ", ".join(f'{m.kind} {"down " if m.down else ""}{m.size:g}"' for m in leg.marks)
        points.append(Waypoint(leg.b, round(gone, 3), marks))
    return tuple(points)


def _chance(unit: Unit, mode: str, price: float | None) -> tuple[str, ...]:
    """Return what the dice must show, and how likely that is."""
    if price is None:
        return ()
    best, safe = most(unit, mode), sure(unit, mode)
    dice = {"charge": int((best or 0) / 6), "run": 1, "redeploy": 1}.get(mode, 0)
    if best is None or safe is not None or not dice:
        return ()
    needs = math.ceil(price - (best - 6 * dice) - HAIR)
    if needs <= dice:
        return ("any roll is enough",)
    chance = die(6).power(dice).chance_that(lambda total: total >= needs)
    return (f"takes {needs} or more on {dice if dice > 1 else ''}D6: {percent(chance)}",)


def _action(
    way: Way, unit_id: str, to: Spot | Sequence[Spot], via: Sequence[Spot], target: str
) -> dict[str, Any]:
    spots = _spots(to)
    place = [list(spot) for spot in spots] if len(spots) > 1 else list(spots[0])
    made: dict[str, Any] = {**way.action, "unit": unit_id, "to": place}
    if via:
        made["via"] = [list(spot) for spot in via]
    if way.id == "charge":
        made["target"] = target
        if not target:
            return {}
    if way.id == "pile-in" and target:
        made["target"] = target
    return made
