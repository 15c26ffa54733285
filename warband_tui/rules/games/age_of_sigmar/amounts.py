"""Numbers that may be rolled: 2, D3, 2D6, D6+2; and what rosters put where a number should be."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.odds import constant, die
from warband_tui.rules.packed import Weights

MOST_DICE = 20
MOST_FIXED = 200
_FORM = re.compile(r"^(?:(\d{0,2})[Dd]([36]))?\s*(?:([+-]?)\s*(\d{1,3}))?$")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


class NotAnAmount(WarbandError):
    """Something that is neither a number nor dice."""


class Amount(Struct, frozen=True):
    """So many dice added up, and a fixed number. D3 is a D6 halved, rounded up."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    def __str__(self) -> str:
        """As players write it: `2D6`, `D3+1`, `4`."""
        if not self.dice:
            return str(self.plus)
        rolled = f"{self.dice if self.dice > 1 else ''}D{self.sides}"
        return rolled + (f"{self.plus:+d}" if self.plus else "")

    @property
    def fixed(self) -> bool:
        """Whether nothing is rolled."""
        return not self.dice

    def more(self, by: int, floor: int = 0) -> Amount:
        """Return the amount with a number added; a fixed one is not reduced below `floor`."""
        plus = self.plus + by
        if not self.dice and by < 0:
            plus = max(plus, min(floor, self.plus))
        return Amount(self.dice, self.sides, plus)

    def of(self, faces: tuple[int, ...], floor: int = 0) -> int:
        """Return what the dice give: faces of six-sided dice, D3s halved and rounded up."""
        values = [(face + 1) // 2 for face in faces] if self.sides == 3 else faces
        return max(floor if self.dice else 0, sum(values) + self.plus)

    def weights(self, floor: int = 0) -> Weights:
        """Return the weights of 0, 1, 2, ...; what is rolled is never below `floor`."""
        return _weights(self, floor if self.dice else 0)

    def mean(self, floor: int = 0) -> Fraction:
        """Return the mean; what is rolled is never below `floor`."""
        if not self.dice:
            return Fraction(max(0, self.plus))
        weights = self.weights(floor)
        return Fraction(sum(value * weight for value, weight in enumerate(weights)), sum(weights))


@lru_cache(maxsize=512)
def _weights(amount: Amount, floor: int) -> Weights:
    rolled = die(amount.sides).power(amount.dice) if amount.dice else constant(0)
    row: dict[int, int] = {}
    for value, weight in rolled.weights:
        made = max(floor, value + amount.plus, 0)
        row[made] = row.get(made, 0) + weight
    return tuple(row.get(value, 0) for value in range(max(row) + 1))


@lru_cache(maxsize=1024)
def amount_of(value: int | str) -> Amount:
    """Read an amount.

    Raises:
        NotAnAmount: it is no number and no dice (a placeholder such as `*`), or out of all measure.
    """
    text = (value if isinstance(value, str) else str(int(value))).strip().strip("\"'").translate(_DASHES)
    match = _FORM.match(text)
    if not text or match is None or not (match[2] or match[4]):
        raise NotAnAmount(f"{value!r} is no number and no dice such as D3, 2D6 or D6+2")
    if match[2] and match[4] and not match[3]:
        raise NotAnAmount(f"{value!r} is no number and no dice such as D3, 2D6 or D6+2")
    dice = int(match[1] or 1) if match[2] else 0
    plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    if dice > MOST_DICE or abs(plus) > MOST_FIXED:
        raise NotAnAmount(f"{value!r} is more than {MOST_DICE} dice and {MOST_FIXED}")
    return Amount(dice, int(match[2] or 6), plus)
