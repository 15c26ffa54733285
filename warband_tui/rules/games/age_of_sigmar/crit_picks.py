"""Odds of a weapon with several Crit abilities, one of them picked for each critical hit (AOS-20-1).

The attacker sees the hit rolls and then picks; so there is a best number of critical hits for each ability, for
every way that the hit rolls can fall. All of them are gone through, with the low weights only: those of damage
that does not destroy the target.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from warband_tui.rules.games.age_of_sigmar.chances import (
    Attack,
    Crit,
    Reading,
    Steps,
    Target,
    steps,
    term,
    warded,
)
from warband_tui.rules.odds import Distribution
from warband_tui.rules.packed import Weights, total_of

EACH = "each"
"""The answer to which Crit ability is used: it is picked anew for each critical hit."""

WORK = 80_000
"""So much may be gone through: the third power of the attacks times the square of the points to destruction."""

Row = list[int]


@lru_cache(maxsize=64)
def best(
    like: Attack, options: tuple[Crit, ...], others: tuple[Attack, ...], target: Target, reading: Reading
) -> Distribution[int] | None:
    """Return the points allocated if every pick is the one most likely to destroy the target.

    Args:
        like: The attacks that have the abilities, their number fixed.
        options: The abilities there are to pick from.
        others: The other attacks of the ability on this target.
        target: The target.
        reading: The settings.

    Returns:
        None where the attacks are rolled, or too many to go through all that may happen.
    """
    number, left = like.models * like.attacks.plus, target.left
    if not like.attacks.fixed or number < 1 or number**3 * left**2 > WORK:
        return None
    made = steps(like, target.save, reading)
    whole = warded(like.damage.weights(reading.floor), target.ward)
    cases = (36 * sum(whole)) ** 2
    plain = _powers(_hit(made, whole, None), number, left)
    critical = [_powers(_hit(made, whole, crit), number, left) for crit in options]
    rest = total_of([term(attack, target, reading) for attack in others], left) if others else None
    beside = [dict(rest.weights).get(points, 0) for points in range(left)] if rest else [1]
    missing = made.cases - made.plain - made.critical
    found: Row = [0] * left
    for crits in range(number + 1):
        for hits in range(number - crits + 1):
            misses = number - hits - crits
            ways = math.comb(number, crits) * math.comb(number - crits, hits)
            ways *= made.plain**hits * made.critical**crits * missing**misses * cases**misses
            if not ways:
                continue
            start = _times(plain[hits], beside, left)
            picked = min(
                (_picked(start, critical, split, left) for split in _splits(crits, len(options))), key=sum
            )
            for points, weight in enumerate(picked):
                found[points] += ways * weight
    total = (made.cases * cases) ** number * (rest.total if rest else 1)
    return Distribution[int].of([*enumerate(found), (left, total - sum(found))])


def _hit(made: Steps, damage: Weights, crit: Crit | None) -> Row:
    """Return the weights of the points that one hit leaves, of the square of 36 times the cases of its damage."""
    cases = sum(damage)
    through = made.wounding * made.unsaved
    if crit == "two-hits":
        once = [through * weight for weight in damage]
        once[0] += (36 - through) * cases
        return _times(once, once, 2 * len(once) - 1)
    sure = 36 if crit == "mortal" else 6 * made.unsaved if crit == "auto-wound" else through
    row = [sure * weight * 36 * cases for weight in damage]
    row[0] += (36 - sure) * cases * 36 * cases
    return row


def _powers(row: Row, most: int, left: int) -> list[Row]:
    found: list[Row] = [[1]]
    for _ in range(most):
        found.append(_times(found[-1], row, left))
    return found


def _picked(start: Row, critical: Sequence[Sequence[Row]], split: Sequence[int], left: int) -> Row:
    for powers, count in zip(critical, split, strict=True):
        if count:
            start = _times(start, powers[count], left)
    return start


def _splits(count: int, ways: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share out so many critical hits."""
    if ways == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for others in _splits(count - first, ways - 1):
            yield (first, *others)


def _times(left: Sequence[int], right: Sequence[int], most: int) -> Row:
    """Multiply two rows of weights, the weights from `most` on left out."""
    found = [0] * min(len(left) + len(right) - 1, most)
    for at, weight in enumerate(left[:most]):
        if weight:
            for place, other in enumerate(right[: most - at], start=at):
                found[place] += weight * other
    return found
