"""The exact chances of the game's dice: saves, falls, attacks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from warband_tui.rules.games.dnd4e.amounts import Dice
from warband_tui.rules.odds import Distribution, constant, die, mixture

FallRule = Literal["dice", "fast", "add"]

SAVED = 10
"""What a saving throw takes (D4-SAVE-1)."""
FALL_STEP, FAST_STEP, FAST_DAMAGE, FAST_OVER = 10, 50, 25, 50
FIRST_FALL = 500
"""Feet that are fallen in a turn (D4-FALL-9)."""
CATCH = 30
"""What a flier's Athletics check takes to stop a long fall (D4-FALL-9)."""


def save_chance(modifier: int = 0) -> Fraction:
    """Return the chance of a save (D4-SAVE-1)."""
    return check_chance(modifier, SAVED)


def check_chance(modifier: int, needed: int) -> Fraction:
    """Return the chance that a d20 and a modifier come to a number; no roll is certain by itself."""
    return Fraction(min(20, max(0, 21 - needed + modifier)), 20)


def fall_dice(feet: int, rule: str = "dice", most: int | None = None) -> Dice:
    """Return the damage of a fall (D4-FALL-1, D4-FALL-2).

    Args:
        feet: how far; each full 10 feet count.
        rule: `dice`: a d10 for each 10 feet. `fast`: beyond 50 feet 25 points for each 50 feet instead, dice for the
            rest. `add`: dice for all of it, and 25 points for each 50 feet on top from 50 feet on.
        most: the cap on the dice of the plain rule, None for no cap.
    """
    if rule == "fast" and feet > FAST_OVER:
        rest = (feet % FAST_STEP) // FALL_STEP
        return Dice(((rest, 10),) if rest else (), FAST_DAMAGE * (feet // FAST_STEP))
    count = feet // FALL_STEP
    if most is not None:
        count = min(count, most)
    plus = FAST_DAMAGE * (feet // FAST_STEP) if rule == "add" else 0
    return Dice(((count, 10),) if count else (), plus)


def flown_down(feet: int, fly_speed: int) -> int:
    """Return the feet that count of a flier's fall: five less for each square of its fly speed (D4-FALL-8)."""
    return max(0, feet - 5 * fly_speed)


class Blow(Struct, frozen=True):
    """An attack as its dice see it: everything that adds to the d20 in one number, what it needs, what it does.

    `suffers` turns points dealt into points lost. `half`: half of the damage on a miss.
    """

    bonus: int
    needs: int
    damage: Dice
    critical: Dice = Dice()
    half: bool = False
    weakened: bool = False
    never_halved: bool = False
    """Whether a miss never hurts the target."""


def outcome(natural: int, blow: Blow) -> str:
    """Return what a d20 comes to: a natural 1 misses, a 20 hits, and is critical where its total hits as well."""
    hits = natural + blow.bonus >= blow.needs
    if natural == 20:
        return "critical" if hits else "hit"
    return "hit" if hits and natural != 1 else "miss"


def needed(bonus: int, needs: int, lowest: int = 1) -> str:
    """Return in words what the die has to show for a total, given what is added to it.

    `lowest` is 2 where a natural 1 fails whatever is added and a natural 20 never does: an attack.
    """
    die = max(lowest, needs - bonus)
    if die > 20 and lowest == 1:
        return "more than the die has"
    return f"{die} or more on the die" if die < 20 else "a 20 on the die"


def outcomes(blow: Blow) -> Distribution[str]:
    """Return how an attack roll comes out."""
    return die(20).map(lambda natural: outcome(natural, blow))


def dealt(blow: Blow, result: str) -> Distribution[int]:
    """Return the points that an attack deals with a result, before resistance."""
    if result == "miss":
        if not blow.half or blow.never_halved:
            return constant(0)
        return blow.damage.distribution().map(lambda points: weaker(points // 2, blow))
    if result == "critical":
        return (constant(max(0, blow.damage.most)) + blow.critical.distribution()).map(
            lambda points: weaker(points, blow)
        )
    return blow.damage.distribution().map(lambda points: weaker(points, blow))


def weaker(points: int, blow: Blow) -> int:
    """Return the points of a blow, half of them from a weakened creature."""
    return points // 2 if blow.weakened else points


def damage(blow: Blow, suffers: Callable[[int], int] = lambda points: points) -> Distribution[int]:
    """Return what an attack takes off its target."""
    rolled = outcomes(blow)
    return mixture((rolled.chance(r), dealt(blow, r)) for r in rolled.outcomes).map(suffers)
