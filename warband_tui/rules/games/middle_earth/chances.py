"""The arithmetic of the game's dice: courage, wounds, break points. Exact, and of no battle."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from msgspec import Struct

from warband_tui.rules.odds import Distribution, constant, die, keep

HALF = Fraction(1, 2)
HIGHEST = 10
"""What Fight and Strength are raised to at most."""
TWO_DICE, THREE_DICE = "2d6", "3d6-highest"
TWO_SIXES = 12
"""What Might lifts the two dice of a courage test to at most."""

# Courage


def courage(
    target: int, modifier: int = 0, will: int = 0, dice: str = TWO_DICE, *, might: int = 0
) -> Fraction:
    """Return the chance to reach a target on 2D6, or on 3D6 without the highest (ME-CRG-1).

    Points of Will and Might add one each after the roll, as many as are needed: Will to the result, Might to a
    die, which it lifts to 6 at most (ME-MWF-1).
    """
    if target - modifier - will > TWO_SIXES:
        return Fraction(0)
    rolled = keep(3, 6, 2, "lowest") if dice == THREE_DICE else keep(2, 6, 2)
    return rolled.at_least(target - modifier - will - might)


def again(chance: Fraction) -> Fraction:
    """Return a chance with one re-roll of a failure."""
    return 1 - (1 - chance) ** 2


# Break point


def break_point(models: int, fraction: Fraction = HALF) -> Fraction:
    """Return the break point of a force, its fraction kept (ME-BRK-1)."""
    return models * fraction


def broken_at(models: int, fraction: Fraction = HALF, at: str = "exceeds") -> int:
    """Return the number of casualties that breaks a force (ME-BRK-2)."""
    point = break_point(models, fraction)
    return max(1, floor(point) + 1 if at == "exceeds" else ceil(point))


def quartered_left(models: int) -> int:
    """Return how many models left, or fewer, are a quarter of the start (ME-QTR-1)."""
    return models // 4


# To wound


class Needs(Struct, frozen=True):
    """What a roll to wound takes: a die, and for the hardest targets a second one."""

    first: int
    second: int | None = None

    @property
    def text(self) -> str:
        """As players write it: `5+`, `6/4+`."""
        return f"{self.first}/{self.second}+" if self.second else f"{self.first}+"


_STEPS = ((-2, 3), (0, 4), (2, 5), (4, 6))
_SECOND = {5: 4, 6: 5, 7: 6}


def wound_needs(strength: int, defence: int) -> Needs | None:
    """Return what wounds a Defence, None where nothing can."""
    gap = defence - strength
    for limit, needed in _STEPS:
        if gap <= limit:
            return Needs(needed)
    return Needs(6, _SECOND[gap]) if gap in _SECOND else None


def by_sixes(needs: Needs | None) -> Needs | None:
    """Return what wounds a model in a Heroic Defence: a natural 6, two where two dice are rolled (ME-MWF-1)."""
    return None if needs is None else Needs(6, 6 if needs.second else None)


def modified(needs: Needs | None, modifier: int) -> Needs | None:
    """Return what the dice must show where each is changed and held to 1 to 6."""
    if needs is None or not modifier:
        return needs
    first = needs.first - modifier
    second = None if needs.second is None else max(1, needs.second - modifier)
    return None if first > 6 or (second or 0) > 6 else Needs(max(1, first), second)


def wound(needs: Needs | None, *, reroll: str = "") -> Fraction:
    """Return the chance of one roll to wound. `reroll`: `ones` or `fails`, each die once."""
    if needs is None:
        return Fraction(0)
    chance = _face(needs.first, reroll)
    return chance * _face(needs.second, reroll) if needs.second else chance


def _face(needed: int, reroll: str) -> Fraction:
    plain = Fraction(7 - max(1, needed), 6)
    if reroll == "ones":
        return plain if needed <= 1 else plain + Fraction(1, 6) * plain
    return again(plain) if reroll == "fails" else plain


@lru_cache(maxsize=512)
def lift(needed: int, reroll: str = "") -> Distribution[int]:
    """Return how many points of Might one die needs to reach a number (no die goes above 6)."""

    def short(shown: int) -> int:
        return max(0, needed - shown)

    def follow(shown: int) -> Distribution[int]:
        again = (reroll == "ones" and shown == 1) or (reroll == "fails" and shown < needed)
        return die(6).map(short) if again else constant(short(shown))

    return die(6).then(follow)


def wound_lift(needs: Needs | None, reroll: str = "") -> Distribution[int | None]:
    """Return how much Might a roll to wound needs; points on the first die lift the second as well."""
    if needs is None:
        return constant(None)
    if needs.second is None:
        return lift(needs.first, reroll).map(lambda points: points)
    second = lift(needs.second, reroll)
    return lift(needs.first, reroll).combine(second, lambda spent, short: spent + max(0, short - spent))


def within(points: Distribution[int | None], might: int) -> Fraction:
    """Return the chance that no more than so much Might is needed."""
    return points.chance_that(lambda needed: needed is not None and needed <= might)


def shot_lifts(
    hits: int, in_the_way: Sequence[int], needs: Needs | None, reroll: str = ""
) -> Distribution[int | None]:
    """Return how much Might one shot needs, from the die to hit to the last; None where nothing can wound."""
    total: Distribution[int] = constant(0)
    for needed in (hits, *in_the_way):
        total = total + lift(needed)
    return total.combine(wound_lift(needs, reroll), lambda a, b: None if b is None else a + b)


# Fate


FATE_SAVES = Fraction(1, 2)
"""One point of Fate stops a wound on 4+ (ME-MWF-1)."""


def unsaved(fate: int) -> Fraction:
    """Return the chance that so many points of Fate, spent one after another, do not stop a wound."""
    return (1 - FATE_SAVES) ** fate


def strikes(count: int, chance: Fraction, wounds: int, fate: int) -> Distribution[int]:
    """Return how many Wounds a model of so many loses to a number of strikes that are alike."""
    return strikes_of([chance] * count, wounds, fate)


def strikes_of(chances: Sequence[Fraction], wounds: int, fate: int) -> Distribution[int]:
    """Return how many Wounds a model of so many loses to strikes, each with its own chance to wound.

    Each wound is met with Fate while there is any; what is left over when the model has lost its last Wound
    is lost.
    """
    # (Wounds lost, Fate left)
    states: dict[tuple[int, int], Fraction] = {(0, fate): Fraction(1)}
    for chance in chances:
        following: dict[tuple[int, int], Fraction] = {}
        for (lost, left), weight in states.items():
            if lost >= wounds:
                following[lost, left] = following.get((lost, left), Fraction(0)) + weight
                continue
            _add(following, (lost, left), weight * (1 - chance))
            going, points = weight * chance, left
            while points:
                points -= 1
                _add(following, (lost, points), going * FATE_SAVES)
                going *= 1 - FATE_SAVES
            _add(following, (lost + 1, points), going)
        states = following
    common = 1
    for weight in states.values():
        common = common * weight.denominator // _gcd(common, weight.denominator)
    return Distribution[int].of((lost, int(weight * common)) for (lost, _), weight in states.items())


def _add(states: dict[tuple[int, int], Fraction], key: tuple[int, int], weight: Fraction) -> None:
    states[key] = states.get(key, Fraction(0)) + weight


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
