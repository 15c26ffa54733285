"""How the models of a unit stand: their bases and heights, and ranks where only one spot is known. No geometry library."""

from __future__ import annotations

import math
from functools import lru_cache

from warband_tui.rules.board.layout import MM, Base, InchBoard, Spot
from warband_tui.rules.board.reading import read_base
from warband_tui.rules.games.age_of_sigmar.profile import standing, warscroll
from warband_tui.rules.state import BattleState, Unit

PLAIN_BASE = Base(32, 32)
"""The base of a model of which nobody said."""
_HEIGHTS = (("MONSTER", 5.0), ("CAVALRY", 2.5), ("WAR MACHINE", 2.0), ("BEAST", 2.0))
_PLAIN_HEIGHT = 1.5
_RANK = 5
_APART = 0.25
"""Inches between bases in ranks."""


def base_of(unit: Unit) -> Base:
    """Return the base of a unit's models: the one stated, else that of its warscroll, else 32 mm."""
    return unit.base or read_base(warscroll(unit).base) or PLAIN_BASE


def height_of(unit: Unit) -> float:
    """Return how tall a unit's models are in inches: as its warscroll says, else by its keywords."""
    scroll = warscroll(unit)
    return scroll.height or next((h for word, h in _HEIGHTS if scroll.has(word)), _PLAIN_HEIGHT)


def is_terrain(unit: Unit) -> bool:
    """Whether a unit is faction terrain (AOST-1.5-1)."""
    return warscroll(unit).has("FACTION TERRAIN")


def spots_of(state: BattleState, unit: Unit) -> tuple[Spot, ...]:
    """Return where a unit's models stand: the spots known, or ranks about the one that is."""
    if len(unit.at) == 1 and unit.models > 1 and isinstance(state.board, InchBoard):
        return ranks(unit.at[0], unit.models, base_of(unit), state.board)
    return unit.at


@lru_cache(maxsize=256)
def ranks(first: Spot, models: int, base: Base, board: InchBoard) -> tuple[Spot, ...]:
    """Return spots in ranks of five, coherent, the first at a spot; turned inwards at the edges of the table."""
    step_x, step_y = base.width / MM + _APART, base.depth / MM + _APART
    if base.form != "circle":
        step_x = step_y = math.hypot(base.width, base.depth) / MM + _APART
    half_x, half_y = (step_x - _APART) / 2, (step_y - _APART) / 2
    files, depth = min(models, _RANK), (models - 1) // _RANK
    across = -1 if first[0] + (files - 1) * step_x + half_x > board.width else 1
    down = -1 if first[1] + depth * step_y + half_y > board.height else 1
    z = first[2] if len(first) > 2 else 0.0
    return tuple(
        (
            round(first[0] + across * (n % _RANK) * step_x, 4),
            round(first[1] + down * (n // _RANK) * step_y, 4),
            z,
        )
        for n in range(models)
    )


def loadouts_of(unit: Unit) -> tuple[str, ...]:
    """Return the loadout of each model in the order of their spots: named ones first, the rest after them."""
    scroll, there = warscroll(unit), standing(unit)
    order = sorted(scroll.groups, key=lambda one: one.models is None)
    return tuple(one.id for one in order for _ in range(there[one.id]))
