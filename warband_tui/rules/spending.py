"""The odds of an action as a game tells them: outcomes, and ways to spend markers or points on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from warband_tui.rules.resolution import Value


class Chance(Struct, frozen=True):
    """The probability of one outcome."""

    id: str
    label: str
    chance: Fraction


class Way(Struct, frozen=True):
    """One way to spend points or markers, and the chance of the outcome that matters."""

    label: str
    chance: Fraction
    choices: dict[str, Value] = {}
    best: bool = False


class Odds(Struct, frozen=True):
    """Exact odds of an action: outcomes, where the dice come from, ways to spend markers."""

    chances: tuple[Chance, ...]
    pool: str = ""
    """The pool in words, with each modifier."""
    ways: tuple[Way, ...] = ()
    advice: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return JSON builtins with fractions as strings."""
        return {
            "chances": {c.id: str(c.chance) for c in self.chances},
            "pool": self.pool,
            "ways": [
                {"label": w.label, "chance": str(w.chance), "choices": w.choices, "best": w.best}
                for w in self.ways
            ],
            "advice": self.advice,
        }
