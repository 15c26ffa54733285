"""How fast the odds are: against icepool computing the same distribution, and against 10,000 random trials.

Run it by itself: `python -m tests.bench.bench_odds`. What counts are the ratios of one run. The distributions are
checked to be equal, every fraction of them, before anything is timed; nothing is kept between two rounds.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
from msgspec import Struct

from warband_tui.rules.games.age_of_sigmar import chances
from warband_tui.rules.games.age_of_sigmar.amounts import amount_of
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Reading, Target
from warband_tui.rules.games.age_of_sigmar.odds_query import answer
from warband_tui.rules.odds import Distribution

ROUNDS = 9
TRIALS = 10_000
FRAME = 16.0


class Case(Struct, frozen=True):
    """One attack of the issue, as all three ways of counting need it."""

    name: str
    attacks: int
    damage: str
    mortal: bool
    ward: int
    health: int
    models: int
    times_icepool: float


CASES = (
    Case("8 x 3+ 3+ rend 1 damage 1, save 4+, ward 6+", 8, "1", False, 6, 7, 1, 10),
    Case("40 x 3+ 3+ rend 1 D3 Crit (Mortal), save 4+, ward 5+", 40, "D3", True, 5, 2, 10, 5),
)
HIT, WOUND, REND, SAVE = 3, 3, 1, 4


def forget() -> None:
    """Empty the caches, so that every round counts from nothing."""
    for cached in (chances.steps, chances.per_attack, chances.pool_mean):
        cached.cache_clear()


def exact(case: Case) -> Distribution[int]:
    """Return the damage after wards as the program counts it, from nothing."""
    forget()
    attack = Attack(
        HIT,
        WOUND,
        amount_of(case.attacks),
        REND,
        amount_of(case.damage),
        crits=("mortal",) if case.mortal else (),
    )
    target = Target(SAVE, case.ward, case.health, case.models)
    return chances.damage((attack,), target, Reading())


def by_icepool(case: Case) -> Any:
    """Return the same by icepool, in the shortest way round: one die for an attack, wards in it, added up."""
    d6 = icepool.d6
    damage = icepool.d3 if case.damage == "D3" else icepool.Die([1])
    kept = damage @ (d6 < case.ward)
    through = (d6 >= WOUND) & (d6 - REND < SAVE)
    wounded = through.if_else(kept, 0)
    critical = kept if case.mortal else wounded
    one = d6.map(lambda face: critical if face == 6 else wounded if face >= HIT else 0)
    return case.attacks @ one


def by_icepool_powers_only(case: Case) -> Callable[[], Any]:
    """Return what icepool needs for the sum alone, the die of one attack being there already."""
    one = by_icepool(Case(case.name, 1, case.damage, case.mortal, case.ward, 1, 1, 1))
    return lambda: case.attacks @ one


def by_trials(case: Case) -> dict[int, int]:
    """Return how often each damage came up in so many random trials in plain Python."""
    rng = random.Random(1)  # noqa: S311
    found: dict[int, int] = {}
    roll = rng.random
    for _ in range(TRIALS):
        points = 0
        for _ in range(case.attacks):
            hit = int(roll() * 6) + 1
            if hit < HIT:
                continue
            if not (case.mortal and hit == 6):
                if int(roll() * 6) + 1 < WOUND:
                    continue
                save = int(roll() * 6) + 1
                if save > 1 and save - REND >= SAVE:
                    continue
            for _ in range(1 if case.damage == "1" else int(roll() * 3) + 1):
                if int(roll() * 6) + 1 < case.ward:
                    points += 1
        found[points] = found.get(points, 0) + 1
    return found


def check(case: Case) -> None:
    """Refuse to go on unless both give every damage the same chance.

    Raises:
        RuntimeError: they differ.
    """
    mine = exact(case).chances()
    theirs = by_icepool(case)
    denominator = theirs.denominator()
    other = {points: Fraction(theirs.quantity(points), denominator) for points in theirs.outcomes()}
    if mine != {points: chance for points, chance in other.items() if chance}:
        raise RuntimeError(f"{case.name}: the distributions differ")


def timed(call: Callable[[], Any], repeat: int = 1) -> float:
    """Return the median of some rounds, in milliseconds a call."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        for _ in range(repeat):
            call()
        taken.append((time.perf_counter() - begun) * 1000 / repeat)
    return statistics.median(taken)


def whole_answer(case: Case) -> Callable[[], Any]:
    """Return the whole query as the command line and the screen ask it, fractions and models slain included."""
    group = {"attacks": case.attacks, "hit": HIT, "wound": WOUND, "rend": REND, "damage": case.damage}
    if case.mortal:
        group["crit"] = "mortal"
    target = {"save": SAVE, "ward": case.ward, "health": case.health, "models": case.models}

    def ask() -> Any:
        forget()
        return answer({"groups": [group], "target": target})

    return ask


def measure(case: Case) -> dict[str, float]:
    """Return the milliseconds of each way."""
    check(case)
    return {
        "exact, from nothing": timed(lambda: exact(case), 50),
        "the whole answer": timed(whole_answer(case), 20),
        "icepool": timed(lambda: by_icepool(case), 3),
        "icepool, the sum alone": timed(by_icepool_powers_only(case), 3),
        f"{TRIALS} trials": timed(lambda: by_trials(case)),
    }


def main() -> None:
    """Print the tables, and what is wanted beside what is reached."""
    for case in CASES:
        found = measure(case)
        ours = found["exact, from nothing"]
        print(f"{case.name}   (distributions equal)")
        for name, taken in found.items():
            print(f"  {name:<24} {taken:9.3f} ms   {taken / ours:9.1f} x")
        reached = found["icepool"] / ours, found[f"{TRIALS} trials"] / ours
        print(
            f"  wanted: icepool at least {case.times_icepool:g} x, trials at least 100 x, answer within {FRAME:g} ms"
        )
        good = reached[0] >= case.times_icepool and reached[1] >= 100 and found["the whole answer"] <= FRAME
        print(f"  {'reached' if good else 'NOT REACHED'}: {reached[0]:.1f} x, {reached[1]:.0f} x")


if __name__ == "__main__":
    main()
