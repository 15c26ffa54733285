"""Sums of very many independent amounts, exactly: powers and products of rows of weights.

A distribution over 0, 1, 2, ... is a row of weights. A short row is raised to a power by a recurrence over its
coefficients. Long rows are written as the digits of one number, in slots wide enough that no weight runs over
into the next: then they are convolved by a single multiplication, which Python does far faster than any loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from warband_tui.rules.odds import Distribution

Weights = tuple[int, ...]
"""Integer weights of the outcomes 0, 1, 2, ...; the last one is above 0."""

SHORT = 8
"""Up to so many outcomes the recurrence beats multiplying long numbers."""


class Term(Struct, frozen=True):
    """`times` independent draws, each the sum of `copies` amounts that `each` describes.

    `copies` is a number, or the weights of 0, 1, 2, ... copies where that number is rolled as well.
    """

    each: Weights
    copies: int | Weights = 1
    times: int = 1


def total_of(terms: Sequence[Term]) -> Distribution[int]:
    """Return the distribution of the sum of all the terms, exactly.

    Raises:
        ValueError: a row of weights is empty or ends in 0.
    """
    weights: Sequence[int] = (1,)
    for index, term in enumerate(terms):
        row = _row(term)
        weights = _product(weights, row) if index else row
    # The rows have no common divisors, and so by Gauss's lemma neither has their product.
    return Distribution(tuple([pair for pair in enumerate(weights) if pair[1]]), sum(weights))


def _row(term: Term) -> Sequence[int]:
    each = _reduced(term.each)
    if isinstance(term.copies, int):
        return power(each, term.copies * term.times)
    ways = _reduced(term.copies)
    total, most = sum(each), len(ways) - 1
    width = _bytes(sum(ways) * total**most)
    one = _packed(each, width)
    # Horner's scheme, every part brought to the number of cases of the longest.
    summed, cases = ways[-1], 1
    for weight in reversed(ways[:-1]):
        cases *= total
        summed = summed * one + weight * cases
    row = _reduced(_unpacked(summed, (len(each) - 1) * most + 1, width))
    return power(row, term.times)


def power(row: Sequence[int], times: int) -> Sequence[int]:
    """Return a row of weights raised to a power, as the sum of so many independent draws has it."""
    first = next(place for place, weight in enumerate(row) if weight)
    least, degree = row[first], len(row) - first - 1
    if degree > SHORT:
        return _squared(row, times)
    # From P * (P^n)' = n * P' * P^n each coefficient follows from the ones before it.
    steps = [(i, row[first + i]) for i in range(1, degree + 1) if row[first + i]]
    found = [least**times]
    for place in range(1, degree * times + 1):
        summed = 0
        for step, weight in steps:
            if step > place:
                break
            summed += (step * (times + 1) - place) * weight * found[place - step]
        found.append(summed // (place * least))
    return [0] * (first * times) + found


def _squared(row: Sequence[int], times: int) -> Sequence[int]:
    """Raise a long row to a power by repeated squaring, each step in slots no wider than it needs."""
    result: Sequence[int] | None = None if times else (1,)
    while times:
        if times & 1:
            result = row if result is None else _product(result, row)
        times >>= 1
        if times:
            row = _product(row, row)
    return result or (1,)


def _product(left: Sequence[int], right: Sequence[int]) -> Sequence[int]:
    width = _bytes(sum(left) * sum(right))
    return _unpacked(_packed(left, width) * _packed(right, width), len(left) + len(right) - 1, width)


def _bytes(largest: int) -> int:
    return (largest.bit_length() + 7) // 8


def _packed(row: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in row]), "little")


def _unpacked(number: int, slots: int, width: int) -> Sequence[int]:
    digits, read = number.to_bytes(slots * width, "little"), int.from_bytes
    return [read(digits[at : at + width], "little") for at in range(0, slots * width, width)]


def _reduced(weights: Sequence[int]) -> Sequence[int]:
    if not weights or not weights[-1]:
        raise ValueError("a row of weights needs a last weight above 0")
    divisor = math.gcd(*weights)
    return [weight // divisor for weight in weights] if divisor > 1 else weights
