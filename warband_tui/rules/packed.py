"""Sums of very many independent amounts, exactly: powers and products of rows of weights.

A distribution over 0, 1, 2, ... is a row of weights. A short row is raised to a power by a recurrence over its
coefficients. Long rows are written as the digits of one number, in slots wide enough that no weight runs over
into the next: then they are convolved by a single multiplication, which Python does far faster than any loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact
from operator import mul

from msgspec import Struct

from warband_tui.rules.odds import Distribution, constant

Weights = tuple[int, ...]
"""Integer weights of the outcomes 0, 1, 2, ...; the last one is above 0."""

SHORT = 8
"""Up to so many outcomes the recurrence beats multiplying long numbers."""

PAIRS = 20_000
"""Up to so many pairs of weights are multiplied one by one rather than packed."""

LONG = 150_000
"""From so many bits on, the numbers of a product are multiplied as decimals: those are transformed first, while
whole numbers are taken apart by halves."""

WRITABLE = 14_000
"""Bits of the longest number that Python writes as decimals without being told that it may."""

EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
"""Nothing is rounded: what does not fit would be an error."""


class Term(Struct, frozen=True):
    """`times` independent draws, each the sum of `copies` amounts that `each` describes.

    `copies` is a number, or the weights of 0, 1, 2, ... copies where that number is rolled as well.
    """

    each: Weights
    copies: int | Weights = 1
    times: int = 1


def total_of(terms: Sequence[Term], most: int | None = None) -> Distribution[int]:
    """Return the distribution of the sum of all the terms, exactly.

    Args:
        terms: What is added up.
        most: Totals above this one are not told apart: `most` stands for itself and all beyond it. What lies
            above is never worked out, so that a low limit makes long sums short; every chance stays exact.

    Raises:
        ValueError: a row of weights is empty or ends in 0, or `most` is below 0.
    """
    if most is not None and most < 0:
        raise ValueError(f"no total is below 0, and so none ends at {most}")
    if most == 0:
        return constant(0)
    rows = [_row(term, most) for term in terms]
    weights: Sequence[int] = rows[0].weights if rows else (1,)
    cases = math.prod(row.cases for row in rows)
    for row in rows[1:]:
        weights = _product(weights, row.weights, most)
    found = [pair for pair in enumerate(weights) if pair[1]]
    if most is None:
        # The rows have no common divisors, and so by Gauss's lemma neither has their product.
        return Distribution(tuple(found), cases)
    return Distribution[int].of([*found, (most, cases - sum(weights))])


class _Row(Struct, frozen=True):
    """The weights of 0, 1, 2, ... as far as they are wanted, and how many cases there are in all."""

    weights: Sequence[int]
    cases: int


def _row(term: Term, most: int | None) -> _Row:
    each = _reduced(term.each)
    total, slots = sum(each), most
    if isinstance(term.copies, int):
        times = term.copies * term.times
        return _Row(power(each, times, slots), total**times)
    ways = _reduced(term.copies)
    whole, cases = _mixed(each, ways, slots)
    divisor = math.gcd(cases, *whole)
    if divisor > 1:
        whole, cases = [weight // divisor for weight in whole], cases // divisor
    return _Row(power(whole, term.times, slots), cases**term.times)


def _mixed(each: Sequence[int], ways: Sequence[int], most: int | None) -> tuple[Sequence[int], int]:
    """Return the sum of a rolled number of copies, and in how many cases it comes up."""
    total, highest = sum(each), len(ways) - 1
    cases = sum(ways) * total**highest
    slots = (len(each) - 1) * highest + 1
    wanted = slots if most is None else min(slots, most)
    # Horner's scheme, every part brought to the number of cases of the longest.
    parts = [weight * total**place for place, weight in enumerate(reversed(ways))]
    if wanted * len(each) * highest <= PAIRS:
        backwards = each[::-1]
        row = parts[:1]
        for part in parts[1:]:
            row = _times(row, backwards, wanted)
            row[0] += part
        return row, cases
    width = _bytes(cases)
    mask = (1 << 8 * width * wanted) - 1
    one = _packed(each[:wanted], width)
    summed = parts[0]
    for part in parts[1:]:
        summed = summed * one + part
        if wanted < slots:
            summed &= mask
    return _unpacked(summed & mask, wanted, width), cases


def _times(row: Sequence[int], backwards: Sequence[int], most: int) -> list[int]:
    """Multiply a row by a short one that is given backwards, weight by weight."""
    longest = len(backwards)
    padded = [0] * (longest - 1) + list(row) + [0] * (longest - 1)
    ends = min(len(row) + longest - 1, most)
    return [sum(map(mul, backwards, padded[at : at + longest])) for at in range(ends)]


def power(row: Sequence[int], times: int, most: int | None = None) -> Sequence[int]:
    """Return a row of weights raised to a power, as the sum of so many independent draws has it.

    With `most`, only the weights of the totals below it.
    """
    first = next((place for place, weight in enumerate(row) if weight), len(row))
    if most is not None and first * times >= most:
        return ()
    least, degree = row[first], len(row) - first - 1
    slots = degree * times + 1
    if most is not None:
        slots = min(slots, most - first * times)
    if degree > SHORT and slots * min(slots, degree) > PAIRS:
        return _squared(row, times, most)
    # From P * (P^n)' = n * P' * P^n each coefficient follows from the ones before it.
    steps = [(i, row[first + i]) for i in range(1, degree + 1) if row[first + i]]
    found = [least**times]
    for place in range(1, slots):
        summed = 0
        for step, weight in steps:
            if step > place:
                break
            summed += (step * (times + 1) - place) * weight * found[place - step]
        found.append(summed // (place * least))
    return [0] * (first * times) + found


def _squared(row: Sequence[int], times: int, most: int | None) -> Sequence[int]:
    """Raise a long row to a power by repeated squaring, each step in slots no wider than it needs."""
    result: Sequence[int] | None = None if times else (1,)
    while times:
        if times & 1:
            result = row if result is None else _product(result, row, most)
        times >>= 1
        if times:
            row = _product(row, row, most)
    return result or (1,)


def _product(left: Sequence[int], right: Sequence[int], most: int | None = None) -> Sequence[int]:
    if most is not None:
        left, right = left[:most], right[:most]
    if not left or not right:
        return ()
    largest = sum(left) * sum(right)
    slots = len(left) + len(right) - 1
    wanted = slots if most is None else min(slots, most)
    bits = largest.bit_length()
    if min(len(left), len(right)) * bits > LONG and bits < WRITABLE:
        return _decimal_product(left, right, largest, wanted)
    width = _bytes(largest)
    if left is right:
        packed = _packed(left, width)
        return _unpacked(packed * packed, slots, width)[:wanted]
    return _unpacked(_packed(left, width) * _packed(right, width), slots, width)[:wanted]


def _decimal_product(left: Sequence[int], right: Sequence[int], largest: int, wanted: int) -> Sequence[int]:
    """Multiply very long rows as decimal numbers, whose multiplication in CPython is the quicker one."""
    digits = len(str(largest))
    slots = len(left) + len(right) - 1
    product = str(EXACT.multiply(_written(left, digits), _written(right, digits))).zfill(slots * digits)
    ends = range(len(product), len(product) - wanted * digits, -digits)
    return [int(product[end - digits : end]) for end in ends]


def _written(row: Sequence[int], digits: int) -> Decimal:
    return Decimal("".join([str(weight).zfill(digits) for weight in reversed(row)]))


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
