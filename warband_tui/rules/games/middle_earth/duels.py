"""The arithmetic of duels: best dice, banners, equal fights, bids of Might. Exact, and of no battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.games.middle_earth.chances import HALF, HIGHEST
from warband_tui.rules.odds import Distribution, constant, die, keep

ELVEN = Fraction(2, 3)
"""The share of equal duels that a side with the only elven weapon wins."""


class Duellist(Struct, frozen=True):
    """One side of a duel: dice, the highest Fight, what is added to each die, an elven weapon.

    `spared` is how much of the modifier leaves a natural 6 alone: that of a two-handed weapon in 2024. `more`
    are further dice with a modifier of their own, such as those of a banner bearer among others; `banner` rolls
    one die again.
    """

    dice: int
    fight: int
    modifier: int = 0
    elven: bool = False
    more: tuple[tuple[int, int], ...] = ()
    spared: int = 0
    banner: bool = False

    @property
    def groups(self) -> tuple[DuelDice, ...]:
        """Its dice by what changes them."""
        groups = (DuelDice(self.dice, self.modifier, self.spared), *(DuelDice(*group) for group in self.more))
        return tuple(group for group in groups if group.dice > 0)

    @property
    def all_dice(self) -> int:
        """How many dice it rolls."""
        return sum(group.dice for group in self.groups)

    @property
    def lone(self) -> Distribution[int] | None:
        """What its only die may come to under a banner, which it need not roll again; None with more dice."""
        return best_of(replace(self, banner=False)) if self.banner and self.all_dice == 1 else None


class DuelDice(Struct, frozen=True):
    """Duel dice that are alike: how many, what is added to each, and how much of it leaves a 6 alone."""

    dice: int
    modifier: int = 0
    spared: int = 0

    @property
    def worth(self) -> tuple[int, int]:
        """How good one of them is beside others."""
        return self.modifier, self.spared

    def one(self) -> DuelDice:
        """One of these dice."""
        return replace(self, dice=1)

    def best(self) -> Distribution[int]:
        """Return the best of them."""
        return best_die(self.dice, self.modifier, self.spared)


def duel_die(shown: int, modifier: int, spared: int = 0) -> int:
    """Return a duel die after its modifier, held to 1 to 6; `spared` of the modifier leaves a 6 alone."""
    return max(1, min(6, shown + modifier + (spared if shown == 6 else 0)))


@lru_cache(maxsize=512)
def best_die(dice: int, modifier: int = 0, spared: int = 0) -> Distribution[int]:
    """Return the best of dice that are alike; 0 for none."""
    if dice <= 0:
        return constant(0)
    return keep(dice, 6, 1).map(lambda shown: duel_die(shown, modifier, spared))


def best_of(side: Duellist) -> Distribution[int]:
    """Return the best of all dice of a side, one of them rolled again under a banner.

    Of several dice the best one stays, so that rolling another again costs nothing. A lone die is rolled again
    only where that is better (`after_banners`), which is not counted here.
    """
    groups = sorted(side.groups, key=lambda group: group.worth, reverse=True)
    if not side.banner or side.all_dice < 2:
        return _best(groups)
    top, rest = groups[0], groups[1:]
    if top.dice > 1:
        return _best(groups).combine(top.one().best(), max)
    again, other = top.best(), rest[0].one().best()
    pairs = top.best().combine(_best(rest), lambda mine, others: (mine, others))
    # The best die stays, the worse modified one of equals; of the others the one that may come out highest goes.
    return pairs.then(lambda pair: (other if pair[0] > pair[1] else again).map(lambda new: max(*pair, new)))


def _best(groups: Sequence[DuelDice]) -> Distribution[int]:
    best: Distribution[int] = constant(0)
    for group in groups:
        best = best.combine(group.best(), max)
    return best


def tie_share(a: Duellist, b: Duellist) -> Fraction:
    """Return side a's share of duels in which the best dice are equal."""
    if a.fight != b.fight:
        return Fraction(int(a.fight > b.fight))
    if a.elven != b.elven:
        return ELVEN if a.elven else 1 - ELVEN
    return HALF


def stands(mine: int, other: int, share: Fraction) -> Fraction:
    """Return how often the side that shows `mine` wins as the dice lie; `share` is its part of equal duels."""
    return Fraction(int(mine > other)) if mine != other else share


def ours_loses(mine: int, other: int, share: Fraction) -> bool:
    """Whether side a is to act first, being the one that loses as the dice lie; also where neither is."""
    return stands(mine, other, share) <= HALF


def raises(mine: int, other: int, share: Fraction) -> tuple[int, ...]:
    """Return the numbers of points that win a duel more often, each more than the one before (ME-MWF-1)."""
    found, best = [], stands(mine, other, share)
    for points in range(1, 7 - mine if mine else 0):
        now = stands(mine + points, other, share)
        if now > best:
            found.append(points)
            best = now
    return tuple(found)


def worth_rolling(lone: Distribution[int], mine: int, other: int, share: Fraction) -> bool:
    """Whether a lone die under a banner wins more often rolled again, points aside."""
    again = sum((Fraction(n, lone.total) * stands(new, other, share) for new, n in lone.weights), Fraction(0))
    return again > stands(mine, other, share)


def after_banners(a: Duellist, b: Duellist, mine: int, other: int) -> Distribution[tuple[int, int]]:
    """Return both best dice once lone dice under a banner have been rolled again, the losing side's first."""
    share = tie_share(a, b)
    first = ours_loses(mine, other, share)
    found: Distribution[tuple[int, int]] = constant((mine, other))
    for ours in (first, not first):
        lone = (a if ours else b).lone
        if lone is not None:
            found = found.then(_rolled_again(lone, share, ours=ours))
    return found


def _rolled_again(
    lone: Distribution[int], share: Fraction, *, ours: bool
) -> Callable[[tuple[int, int]], Distribution[tuple[int, int]]]:
    """Return what becomes of both best dice as one side may roll its lone die again."""

    def again(pair: tuple[int, int]) -> Distribution[tuple[int, int]]:
        mine, other = pair
        if ours:
            rolls = worth_rolling(lone, mine, other, share)
            return lone.map(lambda new: (new, other)) if rolls else constant(pair)
        rolls = worth_rolling(lone, other, mine, 1 - share)
        return lone.map(lambda new: (mine, new)) if rolls else constant(pair)

    return again


def duel(a: Duellist, b: Duellist, *, might: int = 0, against: int = 0) -> Fraction:
    """Return the chance that side a wins.

    `might` and `against` are points that the two sides would spend, after both have seen the dice, one at a
    time and the losing side first, and only while they turn the duel.
    """
    ours, theirs = best_of(a), best_of(b)
    share = tie_share(a, b)
    total = Fraction(0)
    for mine, weight in ours.weights:
        for other, their_weight in theirs.weights:
            rolled = after_banners(a, b, mine, other)
            chances = (n * _first_bid(one, two, might, against, share) for (one, two), n in rolled.weights)
            total += weight * their_weight * sum(chances, Fraction(0)) / rolled.total
    return total / (ours.total * theirs.total)


def struck_fight(fight: int, sides: int) -> Distribution[int]:
    """Return a Fight with the die of a Heroic Strike, which lifts it to 10 at most; 0 sides for none."""
    return die(sides).map(lambda shown: max(fight, min(HIGHEST, fight + shown))) if sides else constant(fight)


def duel_of_fights(
    a: Duellist,
    b: Duellist,
    ours: Distribution[int],
    theirs: Distribution[int],
    *,
    might: int = 0,
    against: int = 0,
) -> Fraction:
    """Return the chance that side a wins where either Fight is still to be rolled for."""
    ranks = ours.combine(theirs, lambda mine, other: (mine > other) - (mine < other))
    total = Fraction(0)
    for rank, weight in ranks.weights:
        one, two = replace(a, fight=1 + rank), replace(b, fight=1)
        won = duel(one, two, might=might, against=against)
        total += won * Fraction(weight, ranks.total)
    return total


def _first_bid(mine: int, other: int, might: int, against: int, share: Fraction) -> Fraction:
    """Begin with the side that is losing; where neither is, with side a."""
    return _bid(mine, other, might, against, share, ours_loses(mine, other, share))


@cache
def _bid(
    mine: int, other: int, might: int, against: int, share: Fraction, ours: bool = True, passed: bool = False
) -> Fraction:
    """Return side a's chance where both spend as is best for them, in turns, until both have passed."""
    stays = stands(mine, other, share) if passed else _bid(mine, other, might, against, share, not ours, True)
    if ours:
        most = min(might, 6 - mine) if mine else 0
        raised = (_bid(mine + n, other, might - n, against, share, False) for n in range(1, most + 1))
        return max(stays, *raised) if most else stays
    most = min(against, 6 - other) if other else 0
    lowered = (_bid(mine, other + n, might, against - n, share) for n in range(1, most + 1))
    return min(stays, *lowered) if most else stays
