"""Creatures put on the board: all of their space on it, and in the air where the third number says so."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.board.layout import BadBoard
from warband_tui.rules.board.squares import Space
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE, BATTLE, FEET, LOWEST
from warband_tui.rules.games.dnd4e.space import Scene, spaces_of
from warband_tui.rules.questions import HIGHEST
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Condition, Unit


def set_down(state: BattleState) -> BattleState:
    """Return a battle whose creatures have the altitudes of where they stand.

    Raises:
        BadBoard: part of a creature's space is off the board.
    """
    scene = Scene(state)
    units = {}
    for unit in state.units.values():
        fault = misplaced(scene, unit)
        if fault:
            raise BadBoard(fault)
        units[unit.id] = _aloft(unit)
    return replace(state, units=units)


def settled(res: Resolution, unit_id: str) -> None:
    """After a creature has been placed: its space is on the board, and its altitude that of its spot.

    Raises:
        Refused: part of its space is off the board.
    """
    unit = res.state.unit(unit_id)
    fault = misplaced(Scene(res.state), unit)
    if fault:
        raise Refused(fault, "D4-GEO-1")
    up = _height(unit)
    if up is not None:
        res.change(unit_id, ALTITUDE, up - unit.counter(ALTITUDE), low=LOWEST, why="placed")
        if up and not unit.has("flying"):
            res.emit(ConditionSet(unit_id, "flying"))


def misplaced(scene: Scene, unit: Unit) -> str:
    """Return what is wrong with where a creature stands, empty where all of its space is on the board (D4-GEO-1).

    Below the ground it is in a drop, no deeper than that is.
    """
    grid = scene.grid
    for space in spaces_of(unit):
        if space.level < min(0, scene.grounded(space).level):
            return f"unit {unit.id}: {-space.level} squares below the ground is deeper than any drop at {space.x},{space.y}"
        if space.level > HIGHEST:
            return f"unit {unit.id}: {space.level} squares up is too high; at most {HIGHEST}"
        outside = next((square for square in space.squares() if not grid.holds(square)), None)
        if outside:
            name = _named(space)
            return "unit {}: its space {} reaches {},{}, off the board of {}x{}".format(
                unit.id, name, *outside, grid.width, grid.height
            )
    return ""


def _named(space: Space) -> str:
    return f"of {space.side}x{space.side} from {space.x},{space.y}"


def _height(unit: Unit) -> int | None:
    """Return the feet up that a creature's spot says, None where it says nothing."""
    return int(unit.at[0][2]) * FEET if unit.at and len(unit.at[0]) > 2 else None


def _aloft(unit: Unit) -> Unit:
    up = _height(unit)
    if up is None:
        return unit
    counters = {**unit.counters, ALTITUDE: up} if up else unit.counters
    flying = {**unit.conditions, "flying": Condition(BATTLE)} if up else unit.conditions
    return replace(unit, counters=counters, conditions=flying)
