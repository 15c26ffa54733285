"""Speeds and what a move may cost: modes, halves, slowed creatures, climbing without a speed for it."""

from __future__ import annotations

from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.state import Unit

SLOWED = 2
"""The speed of a slowed creature in every mode (D4-SPD-5)."""
RUN = 2
"""Squares that a run adds to the speed (D4-SPD-2)."""
BY_SKILL = ("climb", "swim")
"""Modes that a creature without such a speed may use at a price (D4-SPD-6)."""
NOT_SLOWED = ("teleport",)


def speed(unit: Unit, mode: str = "walk") -> int | None:
    """Return a creature's speed in a mode, None where it has none (D4-SPD-1).

    Walking is the racial base, less what armour takes, with whatever else adds to it; a slowed creature has 2 in
    every mode but teleport and gains nothing from bonuses (D4-SPD-5).
    """
    profile = creature(unit)
    if mode == "walk":
        own: int | None = max(0, profile.speed - profile.armour_speed + profile.speed_bonus)
    else:
        own = profile.modes.get(mode)
    if own is not None and unit.has("slowed") and mode not in NOT_SLOWED:
        return min(own, SLOWED)
    return own


def by_skill(unit: Unit, mode: str) -> bool:
    """Whether a creature climbs or swims without a speed for it: each square costs one more (D4-SPD-6)."""
    return mode in BY_SKILL and speed(unit, mode) is None


def budget(unit: Unit, how: str, mode: str = "walk", *, double: bool = False, shift: int = 1) -> int | None:
    """Return how many squares a move action has, None where the creature has no speed for it.

    `how`: walk, shift, run, crawl, squeeze. Halves are rounded down (D4-SPD-2). A double move pools two (D4-SPD-4).
    """
    if how == "shift":
        own: int | None = shift
    else:
        own = speed(unit, "walk" if by_skill(unit, mode) else mode)
        if own is None:
            return None
        if how in ("crawl", "squeeze"):
            own //= 2
        elif how == "run" and not unit.has("slowed"):
            own += RUN
    return own * 2 if double and own is not None else own


def price(unit: Unit, distance: int, difficult: int = 0, mode: str = "walk") -> int:
    """Return what so many squares cost, of which some are difficult (D4-DT-1, D4-SPD-6)."""
    return distance + difficult + (distance if by_skill(unit, mode) else 0)


def left_when_slowed(spent: int) -> int:
    """Return the squares that are left to a creature that is slowed in the middle of a move (D4-SPD-5)."""
    return max(0, SLOWED - spent)
