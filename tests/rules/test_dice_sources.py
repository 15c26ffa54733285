"""Where dice come from: the seed of the battle, or the player's hands; and what a pool makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.rules.dice import BadDice, DiceWanted, GivenDice, Modifier, Pool, SeededDice


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 10**6), st.integers(1, 8))
def test_the_same_seed_and_place_give_the_same_dice(seed: int, place: int, count: int) -> None:
    once = SeededDice(seed, place).take(count, 6, "roll")
    assert SeededDice(seed, place).take(count, 6, "other") == once
    assert all(1 <= die <= 6 for die in once)


def test_dice_taken_apart_are_those_taken_together() -> None:
    apart, together = SeededDice(3), SeededDice(3)
    assert apart.take(2, 6, "a") + apart.take(3, 6, "b") == together.take(5, 6, "c")
    assert apart.position == together.position == 5


def test_every_face_comes_up_about_as_often() -> None:
    rolled = SeededDice(1).take(6000, 6, "many")
    # Mean 1000 each, deviation 29: five deviations either way.
    assert all(850 < rolled.count(face) < 1150 for face in range(1, 7))


def test_given_dice_are_used_in_order_and_have_to_be_just_enough() -> None:
    dice = GivenDice([1, 2, 3])
    assert dice.take(2, 6, "first") == (1, 2)
    with pytest.raises(DiceWanted) as wanted:
        dice.take(2, 6, "second")
    assert (wanted.value.purpose, wanted.value.count, wanted.value.have) == ("second", 2, 1)
    with pytest.raises(BadDice, match="2 were rolled, 1 left over"):
        dice.finish()
    assert dice.take(1, 6, "third") == (3,)
    dice.finish()


@pytest.mark.parametrize(("value", "sides"), [(7, 6), (0, 6), (-1, 6), (21, 20)])
def test_a_die_that_cannot_be_is_refused(value: int, sides: int) -> None:
    with pytest.raises(BadDice, match=f"{value} is not on a D{sides}"):
        GivenDice([value]).take(1, sides, "roll")


def pool(*modifiers: Modifier, floor: int | None = None) -> Pool:
    return Pool("roll", modifiers=modifiers, flat_floor=floor)


@pytest.mark.rule("TC-DIC-2", "TC-DIC-3")
def test_a_pool_counts_its_dice_after_cancelling() -> None:
    both = pool(Modifier("a", dice=2), Modifier("b", dice=-1))
    assert (both.plus, both.minus, both.net, both.count) == (2, 1, 1, 3)
    roll = both.read((2, 6, 4))
    assert (roll.kept, roll.total, roll.cancelled) == ((6, 4), 10, 1)
    assert pool(Modifier("b", dice=-2)).read((2, 6, 4, 1)).kept == (1, 2)


@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(
    ("flats", "floor", "capped"),
    [
        ((-1, -1), -3, -2),
        ((-2, -2), -3, -3),
        ((-4, 1), -3, -2),  # -3, then +1
        ((-4, 5), -3, 2),
        ((2, 3), -3, 5),
        ((-4, 1), None, -3),
    ],
)
def test_the_floor_holds_the_negative_numbers_only(
    flats: tuple[int, ...], floor: int | None, capped: int
) -> None:
    made = pool(*(Modifier(str(n), flat=n) for n in flats), floor=floor)
    assert (made.flat, made.capped) == (sum(flats), capped)
    assert made.read((3, 4)).total == 7 + capped
