"""Reach, routes and the actions that take them, as the board screen and the handlers of actions ask for them.

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warband_tui.rules.actions import Spots
from warband_tui.rules.board.heights import Mark
from warband_tui.rules.board.inches import flat_gap, moved
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.obstacles import Mover
from warband_tui.rules.board.planning import Reach, Role, Trace, Waypoint
from warband_tui.rules.board.raster import reach as painted
from warband_tui.rules.board.reading import read_spots
from warband_tui.rules.games.middle_earth.boards import CHARGE, refusal
from warband_tui.rules.games.middle_earth.ground_rules import (
    CHARGE_RULE,
    MOVE_RULE,
    OBSTACLE,
    ZONE_RULE,
    ground_of,
    move_of,
)
from warband_tui.rules.games.middle_earth.profile import shoots
from warband_tui.rules.games.middle_earth.routes import Way, aimed_at, charge_way, left_of, move_way
from warband_tui.rules.games.middle_earth.scene import Scene
from warband_tui.rules.state import BattleState, Unit

_MOST_POINTS = 40


def budget(state: BattleState, unit: Unit) -> float:
    """Return how many inches a unit has still to move this turn."""
    return left_of(Scene(state), unit)


def places(
    state: BattleState, unit: Unit, to: Spots, via: Spots = ()
) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Return the spots of an action: where the unit's models go, by which points the first of them."""
    return (
        read_spots(to, unit.models, state.board, unit.id),
        read_spots(via, _MOST_POINTS, state.board, unit.id),
    )


def reach(state: BattleState, unit_id: str, mode: str, grain: float) -> Reach:
    """Return the cells that the first model of a unit gets to; of a charge, those in which it is in contact."""
    scene = Scene(state)
    unit = scene.unit(unit_id)
    whole, no = left_of(scene, unit), refusal(state, unit, mode)
    role: Role = "attack" if mode == CHARGE else "move"
    rules = (CHARGE_RULE if mode == CHARGE else MOVE_RULE, ZONE_RULE)
    body = scene.bodies(unit)[0]
    if mode != CHARGE:
        mover = Mover(body, ground_of(unit), scene.others(unit))
        found = painted(scene.board, mover, whole, grain=grain)
        return Reach(unit.id, mode, role, whole, dict(found.cells), dict(found.through), grain,
                     no.why if no else "", rules)  # fmt: skip
    mover = Mover(body, ground_of(unit, 0.0), scene.others(unit, frozenset(f.id for f in scene.foes(unit))))
    found = painted(scene.board, mover, whole, grain=grain)
    foes = [theirs for foe in scene.foes(unit) for theirs in scene.bodies(foe)]
    near = {
        cell: price
        for cell, price in found.cells.items()
        if any(
            flat_gap(moved(body, ((cell[0] + 0.5) * grain, (cell[1] + 0.5) * grain)), foe) <= grain * 0.75
            for foe in foes
        )
    }
    why = no.why if no else ("" if near else f'no enemy is within {whole:g}"')
    return Reach(unit.id, mode, role, whole, near, grain=grain, why=why, rules=rules)


def way_of(
    scene: Scene, unit: Unit, mode: str, to: Sequence[Spot], via: Sequence[Spot], targets: Sequence[str] = ()
) -> Way | None:
    """Return the way of a unit in a mode; None for a charge at a place where nobody is."""
    if mode != CHARGE:
        return move_way(scene, unit, to, via)
    aimed = tuple(targets) or aimed_at(scene, unit, to[0])
    return charge_way(scene, unit, aimed, to, via) if aimed else None


def trace(state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...]) -> Trace:
    """Return the way to a place as the screen shows it, with the action that takes it."""
    scene = Scene(state)
    unit = scene.unit(unit_id)
    no, way = refusal(state, unit, mode), way_of(scene, unit, mode, (to,), via)
    if way is None:
        why = no.why if no else "nobody stands there to be charged"
        return Trace(unit.id, mode, to, legal=False, why=why, rules=(CHARGE_RULE,))
    why = way.why or (no.why if no else "")
    rules = tuple(dict.fromkeys((*(no.rules if no else ()), *way.rules)))
    action: dict[str, Any] = {}
    if way.price is not None:
        single = len(way.spots) == 1
        to_json: list[Any] = list(way.spots[0]) if single else [list(spot) for spot in way.spots]
        action = {"do": mode, "unit": unit.id, "to": to_json}
        if via:
            action["via"] = [list(spot) for spot in via]
        if mode == CHARGE:
            action["targets"] = list(way.targets)
    end = way.route.points[-1] if way.route.found else to
    return Trace(
        unit.id,
        mode,
        end,
        legal=way.legal and no is None,
        price=way.price,
        budget=way.budget,
        why=why,
        rules=rules,
        way=waypoints(scene, way),
        notes=_notes(scene, unit, mode, way),
        action=action,
    )


def waypoints(scene: Scene, way: Way) -> tuple[Waypoint, ...]:
    """Return the points of a way with the price so far and what was charged on the way there."""
    found, price = [], 0.0
    for leg in way.route.legs:
        price += leg.price
        words = dict.fromkeys(word for mark in leg.marks if (word := _word(scene, mark)))
        found.append(Waypoint(leg.b, price, ", ".join(words)))
    return tuple(found)


def _word(scene: Scene, mark: Mark) -> str:
    label = next((f.label for f in scene.board.features if f.id == mark.piece), mark.piece)
    if mark.kind == "difficult":
        return f'{label}: 2" an inch for {mark.size:.1f}"'
    if mark.kind == "climb":
        return f'climbs {"down " if mark.down else ""}{mark.size:.1f}" at {label}'
    if mark.kind == "dangerous":
        low = OBSTACLE in scene.board.feature(mark.piece).tags
        return f"over {label}" if low else f"{label}: dangerous"
    return f"by {label}" if mark.kind == "link" else ""


def _notes(scene: Scene, unit: Unit, mode: str, way: Way) -> tuple[str, ...]:
    notes = list(way.notes)
    if way.targets:
        names = ", ".join(scene.state.unit(name).name for name in way.targets)
        notes.append(f"in contact with {names}" if mode == CHARGE else f"touches {names}: that is a charge")
    if mode != CHARGE and way.legal and (way.price or 0) * 2 > move_of(unit) and shoots(unit):
        notes.append("more than half its Move: no shot this turn, except with throwing weapons")
    return tuple(notes)
