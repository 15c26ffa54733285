"""The odds of an action as it stands in a battle, with what Might, Will and Fate would do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from warband_tui.rules.actions import Action
from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth import chances, odds_fights, odds_single, points
from warband_tui.rules.games.middle_earth.broken import exempt, untested
from warband_tui.rules.games.middle_earth.courage import BROKEN, CourageTest, Stated, plan
from warband_tui.rules.games.middle_earth.declarations import CHOICES
from warband_tui.rules.games.middle_earth.demands import asking, of_charge
from warband_tui.rules.games.middle_earth.odds_fights import slaying
from warband_tui.rules.games.middle_earth.odds_ways import Choices, best_of, takes_text
from warband_tui.rules.games.middle_earth.odds_ways import spent as spent_on
from warband_tui.rules.games.middle_earth.profile import mount_of
from warband_tui.rules.games.middle_earth.shooting import (
    AIMED,
    aim_target,
    hit_target,
    reroll_of,
    risks_friend,
    way_target,
    wound_target,
)
from warband_tui.rules.games.middle_earth.specials import COURAGE
from warband_tui.rules.odds import constant
from warband_tui.rules.resolution import BadChoice, Refused, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import percent


def odds(state: BattleState, action: Action, choices: Choices) -> Odds | None:
    """Return the exact odds of an action, None where it rolls nothing that can fail.

    Raises:
        Refused: it cannot be done at all.
        BadChoice: a choice that is none, or that spends what is not there.
    """
    strange = sorted(c for c in choices if c.rpartition(":")[2] not in CHOICES)
    if strange:
        raise BadChoice(f"no choice {', '.join(strange)}; there are {', '.join(sorted(CHOICES))}")
    maker = _MAKERS.get(type(action))
    if maker is not None:
        return maker(state, action, choices)
    single = _SINGLE.get(type(action))
    return single(state, action) if single is not None else None


# Courage


def _charge(state: BattleState, action: act.Charge, choices: Choices) -> Odds | None:
    unit = state.unit(action.unit)
    demands = of_charge(state, action)
    if not demands:
        return None
    if len(demands) == 1:
        return _test(state, unit, demands[0].test, choices)
    short = sum((demand.test.short() for demand in demands), constant(0))
    beyond = sum(demand.test.beyond for demand in demands)

    def passes(will: int, might: int) -> Fraction:
        return short.at_most(will + might) if will >= beyond else Fraction(0)

    ways = _courage_ways(state, unit, passes)
    chance = passes(*_named(state, unit, choices))
    rows = (Chance("pass", "passes all", chance), Chance("fail", "fails one", 1 - chance))
    pool = "; ".join(f"{demand.test.cause} {takes_text(state, demand.test)}" for demand in demands)
    return Odds(rows, pool, ways, best_of(ways, passes(0, 0), "passes"))


def _courage(state: BattleState, action: act.Courage, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
    cause = action.cause.strip().lower()
    rule = asking(state, unit, cause) if action.stat == COURAGE else None
    return _test(state, unit, plan(state, unit, cause, stated, rule, action.stat), choices)


def _break_test(state: BattleState, action: act.BreakTest, choices: Choices) -> Odds | None:
    unit = state.unit(action.unit)
    if action.covered_by:
        return None
    free = exempt(state, unit)
    if free:
        raise Refused(f"{free.why}: it takes no test", *free.rules)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll)
    found = _test(state, unit, plan(state, unit, BROKEN, stated), choices)
    left = untested(unit)
    if left > 1:
        fails = next(c.chance for c in found.chances if c.id == "fail")
        return Odds(
            found.chances,
            f"{found.pool}; {left} to test, {float(left * fails):.2f} expected to run",
            found.ways,
            found.advice,
        )
    return found


def _test(state: BattleState, unit: Unit, test: CourageTest, choices: Choices) -> Odds:
    if test.auto:
        return Odds((Chance("pass", "passes", Fraction(1)), Chance("fail", "fails", Fraction(0))), test.auto)
    payer = state.unit(test.payer) if test.payer else unit
    chance = test.chance(*_named(state, payer, choices))
    ways = _courage_ways(state, payer, test.chance)
    return Odds(
        (Chance("pass", "passes", chance), Chance("fail", "fails", 1 - chance)),
        takes_text(state, test),
        ways,
        best_of(ways, test.chance(), "passes"),
    )


def _named(state: BattleState, unit: Unit, choices: Choices) -> tuple[int, int]:
    """Return the Will and the Might that are chosen for a courage test."""
    will = spent_on(state, unit, choices, "courage.will", "will")
    return will, spent_on(state, unit, choices, "courage.might", "might")


def _courage_ways(state: BattleState, unit: Unit, chance: Callable[[int, int], Fraction]) -> tuple[Way, ...]:
    """Return each number of points that may be spent once a roll has failed; Will goes first, since Might does more.

    `chance` is that of passing with so much Will and so much Might.
    """
    will, might = points.have(state, unit, "will"), points.have(state, unit, "might")
    if not will + might:
        return ()
    totals = [chance(min(will, n), n - min(will, n)) for n in range(will + might + 1)]
    enough = totals.index(max(totals))
    found = []
    for count in range(enough + 1):
        first = min(will, count)
        words = [f"{n} {word}" for n, word in ((first, "Will"), (count - first, "Might")) if n]
        label = f"up to {' and '.join(words)}" if words else "nothing"
        picked: dict[str, Value] = {"courage.will": first, "courage.might": count - first}
        found.append(Way(label, totals[count], picked, count == enough and count > 0))
    return tuple(found)


# Shooting

_ON_SHOTS = ("hit.might", "way.might", "wound.might")


def _shoot(state: BattleState, action: act.Shoot, choices: Choices) -> Odds:
    unit, foe = state.unit(action.unit), state.unit(action.target)
    mount = mount_of(foe) if action.aim == "mount" else None
    hits, way = hit_target(state, action), way_target(state)
    needs = wound_target(state, action, mount=mount is not None)
    spent = sum(spent_on(state, unit, choices, name, "might") for name in _ON_SHOTS)
    might = points.have(state, unit, "might")
    spent = min(spent, might)
    reroll, aimed = reroll_of(state, action), aim_target(foe, action.aim)
    # The dice between rider and mount, target and friend, are no rolls of the shooter's that Might lifts.
    part = Fraction(7 - aimed, 6) if aimed else Fraction(1)
    risky = risks_friend(state, unit, foe)
    part *= Fraction(7 - AIMED, 6) if risky else 1
    lifts = chances.shot_lifts(hits, [way] * action.in_the_way, needs, reroll)
    shot = chances.within(lifts, spent) * part
    hit = chances.within(chances.lift(hits).map(lambda n: n), 0)
    pool = f"to hit {hits}+" + f", in the way {way}+" * action.in_the_way
    pool += f", into combat {AIMED}+" if risky else ""
    pool += f", the {action.aim} {aimed}+" if aimed else ""
    pool += f", to wound {needs.text if needs else '-'}; hits {percent(hit)}, wounds {percent(shot)}"
    left = mount.wounds - foe.counter("mount wounds") if mount else None
    found = slaying(state, foe, [(action.shots, shot)], 1, pool, left)
    ways = tuple(
        Way(
            f"up to {count} Might" if count else "no Might",
            chances.within(lifts, count) * part,
            dict.fromkeys(_ON_SHOTS, count) if count == min(might, 6) else {},
            count == min(might, 6) and count > 0,
        )
        for count in range(min(might, 6) + 1)
    )
    told = best_of(ways, ways[0].chance, "on whichever die falls short, from the first on: wounds")
    advice = "; ".join(filter(None, (told if might else "", found.advice)))
    return Odds(found.chances, found.pool, (*(ways if might else ()), *found.ways), advice)


def _wound(state: BattleState, action: act.Wound, choices: Choices) -> Odds | None:
    del choices
    unit = state.unit(action.unit)
    fate = points.have(state, unit, "fate")
    if not fate or not action.fate:
        return None
    ways = tuple(
        Way(f"up to {n} Fate" if n else "no Fate", 1 - chances.unsaved(n), {"fate": min(n, 1)}, n == fate)
        for n in range(fate + 1)
    )
    saved = 1 - chances.unsaved(1)
    rows = (Chance("saved", "saved by the first Fate", saved), Chance("wound", "wounded", 1 - saved))
    return Odds(rows, "4+ for each Fate", ways, f"best: {fate} Fate, saved {percent(ways[-1].chance)}")


_MAKERS: dict[type[Action], Callable[[BattleState, Any, Choices], Odds | None]] = {
    act.Charge: _charge,
    act.Courage: _courage,
    act.BreakTest: _break_test,
    act.Duel: odds_fights.duel,
    act.Strike: odds_fights.strike,
    act.Shoot: _shoot,
    act.Wound: _wound,
}

_SINGLE: dict[type[Action], Callable[[BattleState, Any], Odds | None]] = {
    act.Thrown: odds_single.thrown,
    act.Dismount: odds_single.dismount,
    act.Cast: odds_single.cast,
    act.Resist: odds_single.resist,
    act.Resurrect: odds_single.resurrect,
}
