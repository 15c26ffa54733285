"""Ways to spend points, as odds name them: what was chosen, and the best of them in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.resolution import BadChoice, Value
from warband_tui.rules.spending import Way
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import percent

Choices = Mapping[str, Value]


def best_of(ways: tuple[Way, ...], plain: Fraction, what: str) -> str:
    """Name the best use of points and what it changes."""
    best = next((way for way in ways if way.best), None)
    if best is None or best.chance == plain:
        return ""
    return f"best: {best.label}, {what} {percent(best.chance)} instead of {percent(plain)}"


def spent(state: BattleState, unit: Unit, choices: Choices, choice: str, name: str) -> int:
    """Return how many points of a kind are chosen for something.

    Raises:
        BadChoice: it is no number, or more than there is.
    """
    value = choices.get(choice, 0)
    most = points.have(state, unit, name)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise BadChoice(f"{choice}: {value!r} is not from 0 to {most}")
    return int(value)
