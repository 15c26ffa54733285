"""Odds in words: what a test takes, ways to spend points and the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.chances import THREE_DICE
from warband_tui.rules.games.middle_earth.courage import CourageTest
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
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


def takes_text(state: BattleState, test: CourageTest) -> str:
    """Return what a courage test takes, with Courage as the edition prints it, and each modifier."""
    parts = [f"{m.source} {m.flat:+d}" for m in test.modifiers if m.flat]
    dice = "3D6 without the highest" if test.dice == THREE_DICE else "2D6"
    rules = edition(state.edition)
    printed = rules.courage(test.target)
    takes = (
        f"{printed} on {dice}" if rules.courage_shown == "target" else f"{dice} + {printed} to {PASSES_AT}"
    )
    again = ", fails again" if test.reroll else ""
    return takes + (f", {', '.join(parts)}" if parts else "") + again
