"""Distributions are exact: every figure is compared with counting all cases."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.rules.odds import (
    Distribution,
    Extreme,
    binomial,
    constant,
    die,
    event,
    fraction_text,
    keep,
    mixture,
)

# How long one example takes depends on who else uses the machine, and is no part of what is claimed here.
unhurried = settings(deadline=None)

distributions = st.dictionaries(st.integers(-9, 9), st.integers(1, 20), min_size=1, max_size=5).map(
    Distribution[int].of
)
fractions = st.fractions(0, 1, max_denominator=12)


def rolls(dice: int, sides: int) -> Iterable[tuple[int, ...]]:
    return itertools.product(range(1, sides + 1), repeat=dice)


def test_equal_outcomes_are_merged_impossible_ones_dropped_and_weights_reduced() -> None:
    gathered = Distribution.of([("b", 2), ("a", 4), ("b", 2), ("c", 0)])
    assert gathered.weights == (("a", 1), ("b", 1))
    assert gathered.total == 2


def test_distributions_are_equal_when_every_chance_is() -> None:
    assert Distribution.of({1: 3, 2: 3}) == Distribution.of([(2, 7), (1, 7)]) == die(2)
    assert hash(Distribution.of({1: 3, 2: 3})) == hash(die(2))
    assert die(2) != die(3)


def test_outcomes_of_several_kinds_have_one_order_whatever_order_they_came_in() -> None:
    mixed: list[tuple[int | str, int]] = [("x", 1), (3, 2), ("a", 1)]
    assert Distribution.of(mixed) == Distribution.of(list(reversed(mixed)))


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
def test_weights_that_make_no_distribution_are_refused(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Distribution.of(weights)


@pytest.mark.parametrize("which", ["highest", "lowest"])
@pytest.mark.parametrize(
    ("dice", "sides", "kept"),
    [(dice, sides, kept) for dice in range(6) for sides in (1, 2, 3, 6) for kept in range(dice + 1)],
)
def test_kept_dice_sum_as_counting_every_roll_says(dice: int, sides: int, kept: int, which: Extreme) -> None:
    counted = Counter(sum(sorted(roll, reverse=which == "highest")[:kept]) for roll in rolls(dice, sides))
    assert keep(dice, sides, kept, which) == Distribution.of(counted)


@unhurried
@given(dice=st.integers(0, 40), kept=st.integers(0, 40), sides=st.integers(1, 12))
def test_kept_dice_of_large_pools_cover_all_rolls_once(dice: int, kept: int, sides: int) -> None:
    kept = min(dice, kept)
    highest, lowest = keep(dice, sides, kept, "highest"), keep(dice, sides, kept, "lowest")
    # What is kept from the top and what is left below add up to all dice, in the mean.
    rest = keep(dice, sides, dice - kept, "lowest")
    assert highest.mean() + rest.mean() == Fraction(dice * (sides + 1), 2)
    assert highest.mean() >= lowest.mean()
    assert sides**dice % highest.total == 0


def test_the_best_of_forty_dice_is_a_six_unless_all_are_less() -> None:
    assert keep(40, 6, 1, "highest").chance(6) == 1 - Fraction(5, 6) ** 40
    assert keep(40, 6, 1, "lowest").at_least(2) == Fraction(5, 6) ** 40


@pytest.mark.parametrize(("dice", "sides", "kept"), [(2, 6, 3), (2, 6, -1), (2, 0, 1)])
def test_keeping_more_dice_than_there_are_is_refused(dice: int, sides: int, kept: int) -> None:
    with pytest.raises(ValueError, match="cannot keep"):
        keep(dice, sides, kept)


@unhurried
@given(left=distributions, right=distributions)
def test_a_sum_is_the_sum_over_all_pairs(left: Distribution[int], right: Distribution[int]) -> None:
    assert left + right == left.combine(right, lambda mine, theirs: mine + theirs)
    assert (left + right).mean() == left.mean() + right.mean()


def test_a_sum_of_far_outcomes_is_exact_too() -> None:
    far = Distribution.of({0: 1, 1: 1, 10**30: 2})
    assert (far + far).chance(2 * 10**30) == Fraction(1, 4)
    assert far.scale(10**9).power(3).chance(10**39 + 2 * 10**9) == 3 * Fraction(1, 2) * Fraction(1, 16)


@unhurried
@given(each=distributions, times=st.integers(0, 7))
def test_a_power_is_the_repeated_sum(each: Distribution[int], times: int) -> None:
    added = constant(0)
    for _ in range(times):
        added = added + each
    assert each.power(times) == added


def test_a_power_of_many_keeps_every_case() -> None:
    pool = die(6).power(100)
    assert pool.chance(100) == Fraction(1, 6**100)
    assert pool.mean() == 350
    assert sum(pool.chances().values()) == 1


@pytest.mark.parametrize("tries", [-1, -7])
def test_negative_repeats_are_refused(tries: int) -> None:
    with pytest.raises(ValueError, match="times"):
        die(6).power(tries)
    with pytest.raises(ValueError, match="times"):
        binomial(tries, Fraction(1, 2))


@unhurried
@given(tries=st.integers(0, 12), chance=fractions)
def test_successes_in_a_row_of_tries_are_a_power_of_one_try(tries: int, chance: Fraction) -> None:
    assert binomial(tries, chance) == event(chance).power(tries)
    assert binomial(tries, chance).mean() == tries * chance


@pytest.mark.parametrize("chance", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_chance_outside_zero_to_one_is_refused(chance: Fraction) -> None:
    with pytest.raises(ValueError):
        event(chance)
    with pytest.raises(ValueError):
        binomial(3, chance)


@unhurried
@given(chance=fractions, first=distributions, second=distributions)
def test_a_mixture_weighs_the_chances_of_its_parts(
    chance: Fraction, first: Distribution[int], second: Distribution[int]
) -> None:
    mixed = mixture([(chance, first), (1 - chance, second)])
    for outcome in range(-9, 10):
        assert mixed.chance(outcome) == chance * first.chance(outcome) + (1 - chance) * second.chance(outcome)


def test_only_the_ratio_of_the_weights_of_a_mixture_counts() -> None:
    parts = [die(6), die(4)]
    assert mixture(zip([2, 3], parts, strict=True)) == mixture(zip([4, 6], parts, strict=True))


def test_a_roll_may_decide_how_many_are_rolled_next() -> None:
    counted: Counter[int] = Counter()
    for count in range(1, 4):
        for roll in rolls(3, 6):
            counted[sum(roll[:count])] += 1
    assert die(3).then(lambda count: die(6).power(count)) == Distribution.of(counted)


def test_wards_folded_into_each_point_equal_wards_rolled_after_all_points() -> None:
    per_attack = mixture([(Fraction(1, 3), constant(0)), (Fraction(2, 3), die(3))])
    unsaved = Fraction(5, 6)
    folded = per_attack.then(lambda points: binomial(points, unsaved)).power(4)
    assert folded == per_attack.power(4).then(lambda points: binomial(points, unsaved))


def test_a_duel_of_the_best_dice_is_counted_over_all_rolls() -> None:
    duel = keep(2, 6, 1).combine(keep(1, 6, 1), lambda mine, theirs: (mine > theirs) - (mine < theirs))
    counted = Counter((max(a, b) > c) - (max(a, b) < c) for a, b, c in rolls(3, 6))
    assert duel == Distribution.of(counted)


def test_grouping_adds_the_chances_of_a_group() -> None:
    assert die(6).map(lambda face: (face + 1) // 2) == die(3)
    assert die(6).map(lambda face: face >= 5).chance(True) == Fraction(1, 3)


@unhurried
@given(each=distributions, value=st.integers(-10, 10))
def test_at_least_and_at_most_share_only_the_value_itself(each: Distribution[int], value: int) -> None:
    assert each.at_least(value) + each.at_most(value) == 1 + each.chance(value)
    assert each.chance_that(lambda outcome: outcome > value) == 1 - each.at_most(value)


def test_a_number_shifts_and_a_factor_stretches() -> None:
    assert (die(2) + 3).outcomes == (4, 5)
    assert die(2).scale(-3).outcomes == (-6, -3)


def test_json_has_fractions_as_text_in_the_order_asked_for() -> None:
    assert die(2).to_json() == {"1": "1/2", "2": "1/2"}
    assert list(constant("b").to_json(["b", "a"]).items()) == [("b", "1"), ("a", "0")]
    assert fraction_text(Fraction(14, 72)) == "7/36"
    assert fraction_text(3) == "3"


@unhurried
@given(
    weights=st.dictionaries(st.integers(0, 9), st.integers(1, 10**6), min_size=1),
    twos=st.integers(0, 80),
    threes=st.integers(0, 80),
)
def test_fractions_are_told_in_lowest_terms(weights: dict[int, int], twos: int, threes: int) -> None:
    scaled = {outcome: weight * 2**twos * 3**threes for outcome, weight in weights.items()}
    # The last outcome makes up a total of twos and threes and whatever is left, as dice do.
    scaled[10] = 6**120 - sum(scaled.values()) if sum(scaled.values()) < 6**120 else 1
    total = sum(scaled.values())
    told = Distribution(tuple(sorted(scaled.items())), total).to_json()
    assert told == {str(k): str(Fraction(v, total)) for k, v in sorted(scaled.items())}
    assert math.gcd(*(weight for _, weight in Distribution[int].of(scaled).weights)) == 1
    assert Distribution[int].of(scaled).chances() == {k: Fraction(v, total) for k, v in scaled.items()}
