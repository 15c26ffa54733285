"""Dice and numbers as they are written: 2d6+1d8+4."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.dice import Pool
from warband_tui.rules.odds import Distribution, constant, die
from warband_tui.rules.resolution import Resolution

Amount = Annotated[
    int | str, Meta(description='A number, or dice: "2d6+1d8+4".', extra={"kind": "text", "label": "amount"})
]

_TERM = re.compile(r"([+-]?)(?:(\d{1,2})?d(\d{1,3})|(\d{1,4}))", re.IGNORECASE)
_MOST_DICE = 100


class NotAnAmount(WarbandError):
    """Text that is neither a number nor dice."""


class Dice(Struct, frozen=True):
    """So many dice of each number of sides, and a flat number."""

    terms: tuple[tuple[int, int], ...] = ()
    plus: int = 0

    def __str__(self) -> str:
        parts = [f"{count}d{sides}" for count, sides in self.terms]
        text = "+".join(parts)
        if not text:
            return str(self.plus)
        return f"{text}{self.plus:+d}" if self.plus else text

    @property
    def most(self) -> int:
        """The highest that it can be."""
        return sum(count * sides for count, sides in self.terms) + self.plus

    def distribution(self) -> Distribution[int]:
        """Return what it comes to, never below 0."""
        total = constant(self.plus)
        for count, sides in self.terms:
            total += die(sides).power(count)
        return total.map(lambda points: max(0, points))


@lru_cache(maxsize=512)
def dice_of(text: int | str) -> Dice:
    """Read an amount; empty text is 0.

    Raises:
        NotAnAmount: it is something else, or more dice than anybody throws.
    """
    plain = str(text).replace(" ", "")
    at, plus, terms = 0, 0, []
    while at < len(plain):
        match = _TERM.match(plain, at)
        if match is None or (at and not match[1]):
            raise NotAnAmount(f"{text!r} is no amount; write a number or dice such as 2d6+4")
        sign = -1 if match[1] == "-" else 1
        if match[4]:
            plus += sign * int(match[4])
        elif sign < 0 or not 1 <= int(match[3]) <= 100:
            raise NotAnAmount(f"{text!r} is no amount; write a number or dice such as 2d6+4")
        else:
            terms.append((int(match[2] or 1), int(match[3])))
        at = match.end()
    if sum(count for count, _ in terms) > _MOST_DICE:
        raise NotAnAmount(f"{text!r}: {_MOST_DICE} dice are the most that is rolled")
    return Dice(tuple(terms), plus)


def roll_dice(res: Resolution, dice: Dice, purpose: str, unit_id: str = "") -> int:
    """Roll an amount and return it, never below 0."""
    total = dice.plus
    for count, sides in dice.terms:
        total += res.roll(Pool(purpose, base=count, keep=count, sides=sides, unit=unit_id)).total
    return max(0, total)


def roll_amount(res: Resolution, amount: int | str, purpose: str, unit_id: str = "") -> int:
    """Roll what is written and return it, never below 0.

    Raises:
        NotAnAmount: it is no amount, or one that is below 0 whatever the dice say.
    """
    dice = dice_of(amount)
    if dice.most < 0:
        raise NotAnAmount(f"{str(amount)!r} is below 0, and no {purpose}; write a number from 0 up, or dice")
    return roll_dice(res, dice, purpose, unit_id)
