"""Where distances come from: the players state them, else a board on which both units stand measures them.

What is measured is the table as it is at that moment, so that a hero who has moved is measured from where it
ended (ME-SFT-2). The geometry is loaded when the first distance is measured, never by a battle without a board.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from warband_tui.rules.games.middle_earth.bases import stands
from warband_tui.rules.games.middle_earth.settings import answer, within
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.games.middle_earth.scene import Scene


def measurable(state: BattleState, *units: Unit) -> bool:
    """Whether all these units stand on a board that can be measured."""
    return all(stands(state, unit) for unit in units)


def scene_of(state: BattleState) -> Scene:
    """Return the table of a battle that has one, for questions about positions."""
    from warband_tui.rules.games.middle_earth.scene import Scene as _Scene

    return _Scene(state)


def apart(state: BattleState, unit: Unit, other: Unit, stated: float | None) -> float | None:
    """Return how many inches two units stand apart, None where nobody has said and nothing measures it.

    A distance that is stated is the players' word and goes before the board; the board measures from base edge
    to base edge of the nearest models.
    """
    if stated is not None or not measurable(state, unit, other):
        return stated
    return scene_of(state).link(unit, other).gap


def too_far(state: BattleState, unit: Unit, other: Unit, stated: float | None, reach: float) -> str:
    """Return why a unit is out of reach of another, empty where it is within or where nobody has said."""
    found = apart(state, unit, other, stated)
    if found is None or within(state, found, reach):
        return ""
    return f"{other.name} is {shown(found, reach)} from {unit.name}"


def shown(distance: float, reach: float | None = None) -> str:
    """Return a distance in inches as players read it; one just beyond a reach is never shown as that reach."""
    text = f"{distance:.2f}".rstrip("0").rstrip(".")
    if reach is not None and float(text) <= reach < distance:
        return f'just over {reach:g}"'
    return f'{text}"'


def unseen(state: BattleState, unit: Unit, other: Unit) -> str:
    """Return why a unit sees nothing of another, empty where it does or where the board cannot tell."""
    if not measurable(state, unit, other):
        return ""
    found = scene_of(state).seen(unit, other)
    return "" if found.seen else f"{unit.name} does not see {other.name}: {found.why}"


def covered_models(state: BattleState, hero: Unit, unit: Unit, reach: float | None) -> int | None:
    """Return how many models of a unit a hero's Stand Fast! reaches where they stand (ME-SFT-1, ME-SFT-2).

    `reach` None is for the whole table. None where the board does not know where each of them stands.
    """
    if not measurable(state, hero, unit) or len(unit.at) < unit.models:
        return None
    return scene_of(state).covered(hero, unit, reach, sight=answer(state, "stand-fast-sight") == "needed")


def gone(unit: Unit) -> float:
    """Return how far a unit has come this turn by its way on the board, in inches; 0 where nothing was measured."""
    return sum(math.dist(a[:2], b[:2]) for a, b in pairwise(unit.trail))
