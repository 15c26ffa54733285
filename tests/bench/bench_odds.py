"""How fast the odds are: against icepool computing the same distribution, and against 10,000 random trials.

Run it by itself: `python -m tests.bench.bench_odds`. What counts are the ratios of one run: the whole calculation
on either side, from the numbers on the warscroll to the chance of every amount of damage. The distributions are
checked to be equal, every fraction of them, before anything is timed; nothing is kept between two rounds.

Then it times what a screen does between a key and the frame that answers it, for attacks far beyond the usual:
the odds of an attack in a battle, and a column of the odds lab with its chart drawn.
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

from warband_tui.rules import lab as comparing
from warband_tui.rules.actions import read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.games.age_of_sigmar import chances, crit_picks, lab
from warband_tui.rules.games.age_of_sigmar.amounts import amount_of
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Reading, Target
from warband_tui.rules.games.age_of_sigmar.odds_query import answer
from warband_tui.rules.odds import Distribution
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.widgets.chance_chart import outcomes

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
    for cached in (chances.steps, chances.per_attack, chances.pool_mean, chances.allocated, crit_picks.best):
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


# Displays

Figures = dict[str, Any]


class Display(Struct, frozen=True):
    """An attack that takes long to count, on a target."""

    name: str
    models: int
    weapon: Figures
    target: Figures
    abilities: tuple[str, ...] = ()


TWO_HITS: Figures = {"attacks": "2D6", "hit": 3, "wound": 3, "rend": 1, "damage": "D6"}
MANY: Figures = {"attacks": "D6", "hit": 3, "wound": 3, "rend": 1, "damage": "D6+2"}
KNIGHTS: Figures = {"save": 4, "ward": 5, "health": 3, "models": 5}
HORDE: Figures = {"save": 5, "ward": 6, "health": 1, "models": 40}
TROLLS: Figures = {"save": 4, "ward": 5, "health": 5, "models": 12}
GIANTS: Figures = {"save": 3, "ward": 5, "health": 10, "models": 20}
PAIR = ("Crit (2 Hits)", "Crit (Mortal)")
DISPLAYS = (
    Display("the worked case: 8 attacks, damage 1", 4, {**TWO_HITS, "attacks": 2, "damage": 1}, KNIGHTS),
    Display(
        "40 attacks, D3, Crit (Mortal)", 20, {**TWO_HITS, "attacks": 2, "damage": "D3"}, KNIGHTS, PAIR[1:]
    ),
    Display("12 attacks, two Crits to pick from", 6, {**TWO_HITS, "attacks": 2, "damage": 2}, KNIGHTS, PAIR),
    Display("5 x 2D6, D6, Crit (2 Hits); 15 left", 5, TWO_HITS, KNIGHTS, PAIR[:1]),
    Display("5 x 2D6, D6, Crit (2 Hits); 40 left", 5, TWO_HITS, HORDE, PAIR[:1]),
    Display("5 x 2D6, D6, Crit (2 Hits); 60 left", 5, TWO_HITS, TROLLS, PAIR[:1]),
    Display("10 x 2D6, D6, Crit (2 Hits); 15 left", 10, TWO_HITS, KNIGHTS, PAIR[:1]),
    Display("20 x D6, D6+2; 40 left", 20, MANY, HORDE),
    Display("5 x 2D6, D6, Crit (2 Hits); 200 left", 5, TWO_HITS, GIANTS, PAIR[:1]),
)


def in_battle(display: Display) -> Callable[[], Any]:
    """Return the odds of the attack in a battle, its commands compared as the panel shows them."""
    game = load("age-of-sigmar")
    weapon = {**display.weapon, "name": "Blade", "abilities": list(display.abilities)}
    foe = {key: value for key, value in display.target.items() if key != "models"}
    units = (
        UnitSetup("a1", "Ash", {"health": 1, "weapons": [weapon]}, models=display.models),
        UnitSetup("b1", "Bone", {"weapons": [weapon], **foe}, models=display.target["models"]),
    )
    sides = tuple(SideSetup(id=s, name=s, units=(unit,)) for s, unit in zip("AB", units, strict=True))
    battle = Battle(Setup(ruleset=game.id, edition="core-2024", sides=sides, seed=1), game)
    kinds = tuple(d.action for d in game.actions)
    battle.do(read_action({"do": "engage", "unit": "a1", "target": "b1"}, kinds))
    action = read_action({"do": "fight", "unit": "a1", "target": "b1"}, kinds)

    def ask() -> Any:
        forget()
        return game.odds(battle.state, action, {})

    return ask


def in_lab(display: Display) -> Callable[[], Any]:
    """Return one column of the lab worked out anew, and its longest chart drawn."""
    game, form = load("age-of-sigmar"), lab.FORMS[0]
    crits = [
        ability.partition("(")[2].rstrip(")").lower().replace("2 hits", "two-hits")
        for ability in display.abilities
    ]
    group = {**display.weapon, "count": display.models, **({"crit": crits} if crits else {})}
    query = {"groups": [group], "target": display.target, "brief": True}

    def ask() -> Any:
        forget()
        found = comparing.answer(game, form, query)
        return [outcomes([bars], 20, at_least=True) for bars in found.charts[:1]]

    return ask


def show_displays() -> None:
    """Print the time from a key to its odds, the slowest round beside the median."""
    print(
        f"from the key to the odds on screen, within {FRAME:g} ms wanted   battle: median, worst   lab: median, worst"
    )
    for display in DISPLAYS:
        told = []
        for ask in (in_battle(display), in_lab(display)):
            rounds = sorted(timed_once(ask) for _ in range(2 * ROUNDS))
            told.append((statistics.median(rounds), rounds[-1]))
        over = max(median for median, _ in told) > FRAME
        print(
            f"  {display.name:<40}"
            + "".join(f"{m:9.2f} {w:9.2f}" for m, w in told)
            + ("   OVER" if over else "")
        )


def timed_once(call: Callable[[], Any]) -> float:
    """Return the milliseconds of one call."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def main() -> None:
    """Print the tables, and what is wanted beside what is reached; the displays last."""
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
    show_displays()


if __name__ == "__main__":
    main()
