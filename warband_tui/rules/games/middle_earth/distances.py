"""Where distances come from: the players state them. A board that measures them has this one place to fill in."""

from __future__ import annotations

from warband_tui.rules.games.middle_earth.settings import within
from warband_tui.rules.state import BattleState, Unit


def apart(state: BattleState, unit: Unit, other: Unit, stated: float | None) -> float | None:
    """Return how many inches two units stand apart, None where nobody has said."""
    del state, unit, other
    return stated


def too_far(state: BattleState, unit: Unit, other: Unit, stated: float | None, reach: float) -> str:
    """Return why a unit is out of reach of another, empty where it is within or where nobody has said."""
    found = apart(state, unit, other, stated)
    if found is None or within(state, found, reach):
        return ""
    return f'{other.name} is {found:g}" from {unit.name}'
