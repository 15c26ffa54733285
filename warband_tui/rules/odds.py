"""Exact probabilities for dice, of no particular game.

A `Distribution` holds outcomes with integer weights; a `fractions.Fraction` appears only when a chance is
read out. Nothing here samples: sums are convolutions, repeats are powers by squaring, and dice that are kept or
dropped are counted by combinatorics.

The usual way through, for a pool of eight attacks of which each does 0, 1 or 2 points of damage::

    per_attack = mixture([(Fraction(1, 3), constant(0)), (Fraction(2, 3), die(2))])
    pool = per_attack.power(8)
    after_wards = pool.then(lambda points: binomial(points, Fraction(5, 6)))
    after_wards.at_least(7), after_wards.mean(), after_wards.to_json()
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter, mul
from typing import Generic, Literal, TypeVar

import msgspec

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

Extreme = Literal["highest", "lowest"]


class Distribution(msgspec.Struct, Generic[T], frozen=True):
    """What may come out, and how often, out of `total` equally likely cases.

    Build one with `Distribution.of` or the functions of this module: they merge equal outcomes, drop
    impossible ones, put the rest in ascending order and divide the weights by their common divisor. So two
    distributions are equal exactly when they give every outcome the same chance.

    Attributes:
        weights: Pairs of outcome and weight; every weight is at least 1.
        total: The sum of all weights.
    """

    weights: tuple[tuple[T, int], ...]
    total: int

    @classmethod
    def of(cls, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> Distribution[T]:
        """Make a distribution from outcomes and their integer weights.

        Raises:
            ValueError: if a weight is negative or none is positive.
        """
        gathered: dict[T, int] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} is negative: {weight}")
            if weight:
                gathered[outcome] = gathered.get(outcome, 0) + weight
        if not gathered:
            raise ValueError("a distribution needs at least one outcome with a weight above 0")
        divisor = _common_divisor(tuple(gathered.values()))
        pairs = tuple((outcome, weight // divisor) for outcome, weight in _ascending(gathered))
        return Distribution(pairs, sum(weight for _, weight in pairs))

    @property
    def outcomes(self) -> tuple[T, ...]:
        """Every possible outcome, ascending."""
        return tuple(outcome for outcome, _ in self.weights)

    def chance(self, outcome: T) -> Fraction:
        """The chance of exactly this outcome; 0 if it cannot happen."""
        for other, weight in self.weights:
            if other == outcome:
                return Fraction(weight, self.total)
        return Fraction(0)

    def chance_that(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that the outcome passes the test `holds`."""
        return Fraction(sum(weight for outcome, weight in self.weights if holds(outcome)), self.total)

    def at_least(self: Distribution[int], value: int) -> Fraction:
        """The chance of `value` or more."""
        return self.chance_that(lambda outcome: outcome >= value)

    def at_most(self: Distribution[int], value: int) -> Fraction:
        """The chance of `value` or less."""
        return self.chance_that(lambda outcome: outcome <= value)

    def mean(self: Distribution[int]) -> Fraction:
        """The expected value."""
        return Fraction(sum(outcome * weight for outcome, weight in self.weights), self.total)

    def map(self, key: Callable[[T], U]) -> Distribution[U]:
        """Replace each outcome by its `key`; outcomes with one key are grouped into one."""
        return Distribution[U].of((key(outcome), weight) for outcome, weight in self.weights)

    def scale(self: Distribution[int], factor: int) -> Distribution[int]:
        """Every outcome times `factor` (one roll counted so often, not so many rolls: that is `power`)."""
        return self.map(lambda outcome: outcome * factor)

    def combine(self, other: Distribution[U], key: Callable[[T, U], V]) -> Distribution[V]:
        """The outcome of `key` on an independent pair: who wins a duel, the better of two rolls, ..."""
        return Distribution[V].of(
            (key(mine, theirs), weight * their_weight)
            for mine, weight in self.weights
            for theirs, their_weight in other.weights
        )

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Roll on by the outcome: as many wards as points, an injury roll by the quality of the hit, ..."""
        return mixture((weight, follow(outcome)) for outcome, weight in self.weights)

    def __add__(self: Distribution[int], other: Distribution[int] | int) -> Distribution[int]:
        """The sum with an independent distribution, or with a fixed number."""
        if isinstance(other, int):
            return self.map(lambda outcome: outcome + other)
        return _convolution(self, other)

    def power(self: Distribution[int], times: int) -> Distribution[int]:
        """The sum of `times` independent copies, by repeated squaring; 0 copies sum to 0.

        Raises:
            ValueError: if `times` is negative.
        """
        if times < 0:
            raise ValueError(f"cannot roll {times} times")
        result, square = constant(0), self
        while times:
            if times & 1:
                result = _convolution(result, square)
            times >>= 1
            if times:
                square = _convolution(square, square)
        return result

    def chances(self) -> dict[T, Fraction]:
        """Every possible outcome with its chance, ascending."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights}

    def to_json(self, outcomes: Iterable[T] | None = None) -> dict[str, str]:
        """The chances as JSON: outcome as text -> exact fraction as text (`"7/36"`, `"1"`).

        Args:
            outcomes: The outcomes to list, in this order, impossible ones as `"0"`; all possible ones if absent.
        """
        weights = dict(self.weights)
        listed = weights if outcomes is None else outcomes
        ratio = _Ratios(self.total)
        return {str(outcome): ratio.text(weights.get(outcome, 0)) for outcome in listed}


def fraction_text(value: Fraction | int) -> str:
    """An exact number as the command line writes it: `"7/36"`, `"1"`."""
    return str(value)


class _Ratios:
    """Fractions of one total as text, in lowest terms.

    A long distribution has hundreds of them, of hundreds of digits each: a greatest common divisor for each would
    cost more than the counting did. The total of dice is made of twos and threes, which are quickly split off.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._twos = _twos_in(total)
        rest = total >> self._twos
        self._threes = _threes_in(rest, rest.bit_length())
        self._rest = rest // 3**self._threes
        self._below: dict[int, str] = {}

    def text(self, weight: int) -> str:
        """Return `weight` of the total: `"7/36"`, `"1"`."""
        if not weight:
            return "0"
        shared = self._shared(weight)
        below = self._below.get(shared)
        if below is None:
            under = self._total // shared
            below = self._below[shared] = "" if under == 1 else f"/{under}"
        return f"{weight // shared}{below}"

    def _shared(self, weight: int) -> int:
        twos = min(self._twos, _twos_in(weight))
        threes = _threes_in(weight, self._threes) if self._threes else 0
        shared: int = 3**threes << twos
        return shared * math.gcd(weight, self._rest) if self._rest > 1 else shared


LARGE = 1 << 256
"""From here on a greatest common divisor is looked for among twos and threes first."""


def _common_divisor(weights: Sequence[int]) -> int:
    if weights[0] < LARGE:
        return math.gcd(*weights)
    # What divides all weights divides their sum as well, which for dice is made of twos and threes.
    total = sum(weights)
    twos = _twos_in(total)
    rest = total >> twos
    threes = _threes_in(rest, rest.bit_length())
    rest //= 3**threes
    for weight in weights:
        twos = min(twos, _twos_in(weight))
        threes = _threes_in(weight, threes)
        if rest > 1:
            rest = math.gcd(rest, weight)
        if not twos and not threes and rest == 1:
            return 1
    divisor: int = (3**threes << twos) * rest
    return divisor


def _twos_in(number: int) -> int:
    return (number & -number).bit_length() - 1


THREES = 3**18
"""As many threes as are split off at once; Python divides by it in one pass."""


def _threes_in(number: int, most: int) -> int:
    """Return how often 3 divides a number, counted to `most`."""
    found = 0
    while found < most:
        rest = number % THREES
        if rest:
            while rest % 3 == 0:
                rest //= 3
                found += 1
            break
        number //= THREES
        found += 18
    return min(found, most)


def constant(outcome: T) -> Distribution[T]:
    """The distribution that always gives `outcome`."""
    return Distribution(((outcome, 1),), 1)


def die(sides: int) -> Distribution[int]:
    """One fair die with the faces 1 to `sides`.

    Raises:
        ValueError: if there is no face.
    """
    return Distribution[int].of((face, 1) for face in range(1, sides + 1))


def event(chance: Fraction | int) -> Distribution[int]:
    """1 with the given chance, else 0: one hit, one failed ward.

    Raises:
        ValueError: if the chance is not between 0 and 1.
    """
    part = Fraction(chance)
    return Distribution[int].of({1: part.numerator, 0: part.denominator - part.numerator})


def binomial(tries: int, chance: Fraction | int) -> Distribution[int]:
    """How many of `tries` independent tries succeed, each with the given chance.

    The same as `event(chance).power(tries)`, and quicker.

    Raises:
        ValueError: if `tries` is negative or the chance is not between 0 and 1.
    """
    if tries < 0:
        raise ValueError(f"cannot try {tries} times")
    part = Fraction(chance)
    yes, no = part.numerator, part.denominator - part.numerator
    if yes < 0 or no < 0:
        raise ValueError(f"a chance lies between 0 and 1, not {part}")
    return Distribution[int].of(
        (wins, math.comb(tries, wins) * yes**wins * no ** (tries - wins)) for wins in range(tries + 1)
    )


def mixture(parts: Iterable[tuple[Fraction | int, Distribution[T]]]) -> Distribution[T]:
    """One of several distributions, drawn by weight.

    Args:
        parts: Pairs of weight and distribution; the weights need not sum to 1, only their ratio counts.

    Raises:
        ValueError: if a weight is negative or none is positive.
    """
    shares = list(parts)
    # One common denominator for everything keeps the inner loop in plain integers.
    common = math.lcm(*(weight.denominator * part.total for weight, part in shares))
    gathered: list[tuple[T, int]] = []
    for weight, part in shares:
        factor = weight.numerator * (common // (weight.denominator * part.total))
        gathered.extend((outcome, factor * each) for outcome, each in part.weights)
    return Distribution[T].of(gathered)


@lru_cache(maxsize=1024)
def keep(dice: int, sides: int, kept: int, which: Extreme = "highest") -> Distribution[int]:
    """The sum of the `kept` highest or lowest of `dice` fair dice.

    Counts by face from the best downwards, so that the work grows with `kept`, not with `sides ** dice`.

    Args:
        dice: How many are rolled.
        sides: Faces of each die.
        kept: How many are added up, at most `dice`.
        which: Which end is kept.

    Raises:
        ValueError: if there are fewer dice than are to be kept, or a die has no face.
    """
    if not 0 <= kept <= dice or sides < 1:
        raise ValueError(f"cannot keep {kept} of {dice} dice with {sides} sides")
    highest = _sum_of_highest(dice, sides, kept)
    if which == "highest":
        return highest
    # Turning every die over (face f becomes sides + 1 - f) swaps the highest with the lowest.
    return highest.map(lambda total: kept * (sides + 1) - total)


def _sum_of_highest(dice: int, sides: int, kept: int) -> Distribution[int]:
    if kept == 0:
        return constant(0)
    width = _slot_bytes(sides**dice)
    # A row holds in slot t the ways to a total of t; moved up by n slots, every total grows by n.
    complete = 0
    # By how many dice are settled: the row of the pools of which fewer than `kept` dice show more than `face`.
    rows = [1] + [0] * (kept - 1)
    for face in range(sides, 0, -1):
        # Ways for all dice but the first 0, 1, ... to show less than this face.
        below = [(face - 1) ** (dice - settled) for settled in range(kept)]
        # From the fullest pool down, so that what a pool hands on is not taken for what it started with.
        for settled in range(kept - 1, -1, -1):
            row, free, needed = rows[settled], dice - settled, kept - settled
            if not row:
                continue
            showing = [math.comb(free, count) for count in range(needed)]
            filled = face**free - sum(map(mul, showing, below[settled:]))
            complete += row * filled << face * needed * width * 8
            for count in range(1, needed):
                rows[settled + count] += row * showing[count] << face * count * width * 8
    return Distribution[int].of(_slots(complete, kept * sides + 1, width))


def _convolution(left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    low, other_low = left.weights[0][0], right.weights[0][0]
    stride = math.gcd(
        *(outcome - low for outcome, _ in left.weights),
        *(outcome - other_low for outcome, _ in right.weights),
    )
    if stride == 0:
        return constant(low + other_low)
    slots = (left.weights[-1][0] - low + right.weights[-1][0] - other_low) // stride + 1
    pairs = len(left.weights) * len(right.weights)
    if slots > pairs:
        # Outcomes lie far apart: going through the pairs beats a long row of mostly empty slots.
        return left.combine(right, lambda mine, theirs: mine + theirs)
    # Kronecker substitution: as digits of one big number each, two distributions are convolved by a single
    # multiplication, which Python does far faster than a loop over the pairs.
    width = _slot_bytes(left.total * right.total)
    product = _as_digits(left, stride, width) * _as_digits(right, stride, width)
    return Distribution[int].of(
        (low + other_low + slot * stride, weight) for slot, weight in _slots(product, slots, width)
    )


def _slot_bytes(largest: int) -> int:
    """How many bytes a slot needs so that no weight up to `largest` runs over into the next."""
    return (largest.bit_length() + 7) // 8


def _slots(row: int, slots: int, width: int) -> Iterator[tuple[int, int]]:
    digits = row.to_bytes(slots * width, "little")
    for slot in range(slots):
        yield slot, int.from_bytes(digits[slot * width : (slot + 1) * width], "little")


def _as_digits(distribution: Distribution[int], stride: int, width: int) -> int:
    low, high = distribution.weights[0][0], distribution.weights[-1][0]
    row = bytearray(((high - low) // stride + 1) * width)
    for outcome, weight in distribution.weights:
        start = (outcome - low) // stride * width
        row[start : start + width] = weight.to_bytes(width, "little")
    return int.from_bytes(row, "little")


def _ascending(gathered: Mapping[T, int]) -> list[tuple[T, int]]:
    try:
        return sorted(gathered.items(), key=itemgetter(0))
    except TypeError:
        # Outcomes of several kinds have no order of their own; equality still needs one that is always the same.
        return sorted(gathered.items(), key=lambda pair: (type(pair[0]).__name__, repr(pair[0])))
