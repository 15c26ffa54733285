"""The odds of an action as it stands in a battle, with what Might, Will and Fate would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from warband_tui.rules.actions import Action
from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth import chances, points
from warband_tui.rules.games.middle_earth.broken import exempt, untested
from warband_tui.rules.games.middle_earth.courage import BROKEN, TERROR, CourageTest, Stated, fears, plan
from warband_tui.rules.games.middle_earth.declarations import CHOICES
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.fighting import melee, strike_plan
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.shooting import IN_THE_WAY, hit_target, wound_target
from warband_tui.rules.odds import Distribution, constant
from warband_tui.rules.resolution import BadChoice, Refused, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit

Choices = Mapping[str, Value]


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
    return maker(state, action, choices) if maker else None


# Courage


def _charge(state: BattleState, action: act.Charge, choices: Choices) -> Odds | None:
    unit = state.unit(action.unit)
    foes = [state.unit(name) for name in (*action.targets, action.target) if name]
    if not any(fears(state, unit, foe) for foe in foes):
        return None
    return _test(unit, plan(state, unit, TERROR, Stated(action.modifiers)), choices)


def _courage(state: BattleState, action: act.Courage, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
    return _test(unit, plan(state, unit, action.cause.strip().lower(), stated), choices)


def _break_test(state: BattleState, action: act.BreakTest, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    free = exempt(state, unit)
    if free:
        raise Refused(f"{free.why}: it takes no test", *free.rules)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll)
    found = _test(unit, plan(state, unit, BROKEN, stated), choices)
    left = untested(unit)
    if left > 1:
        fails = next(c.chance for c in found.chances if c.id == "fail")
        return Odds(
            found.chances,
            f"{found.pool}; {left} to test, {left * fails} expected to run",
            found.ways,
            found.advice,
        )
    return found


def _test(unit: Unit, test: CourageTest, choices: Choices) -> Odds:
    if test.auto:
        return Odds((Chance("pass", "passes", Fraction(1)), Chance("fail", "fails", Fraction(0))), test.auto)
    spent = _spent(unit, choices, "courage.will", "will") + _spent(unit, choices, "courage.might", "might")
    chance = test.chance(spent)
    ways = _courage_ways(unit, test)
    best = next((way for way in ways if way.best), None)
    gain = best.chance - test.chance() if best else Fraction(0)
    return Odds(
        (Chance("pass", "passes", chance), Chance("fail", "fails", 1 - chance)),
        _courage_pool(test),
        ways,
        f"{best.label} saves {gain} of the tests" if best and gain else "",
    )


def _courage_pool(test: CourageTest) -> str:
    parts = [f"{m.source} {m.flat:+d}" for m in test.modifiers if m.flat]
    dice = "3D6 without the highest" if test.dice == chances.THREE_DICE else "2D6"
    return f"{test.target}+ on {dice}" + (f", {', '.join(parts)}" if parts else "")


def _courage_ways(unit: Unit, test: CourageTest) -> tuple[Way, ...]:
    """Return each number of points that may be spent once a roll has failed; Will goes first, since Might does more."""
    will, might = points.have(unit, "will"), points.have(unit, "might")
    if not will + might:
        return ()
    totals = [test.chance(count) for count in range(will + might + 1)]
    enough = next(n for n, chance in enumerate(totals) if chance == max(totals))
    found = []
    for count in range(enough + 1):
        first = min(will, count)
        words = [f"{n} {word}" for n, word in ((first, "Will"), (count - first, "Might")) if n]
        label = f"up to {' and '.join(words)}" if words else "nothing"
        picked: dict[str, Value] = {"courage.will": first, "courage.might": count - first}
        found.append(Way(label, totals[count], picked, count == enough and count > 0))
    return tuple(found)


# Fights


def _duel(state: BattleState, action: act.Duel, choices: Choices) -> Odds:
    fight = melee(state, action)
    six = edition(state.edition).natural_six_stays
    ours = max((state.unit(u) for u in fight.units), key=lambda u: points.have(u, "might"))
    theirs = max((state.unit(u) for u in fight.foes), key=lambda u: points.have(u, "might"))
    might, against = points.have(ours, "might"), points.have(theirs, "might")
    spent = _spent(ours, choices, "duel.might", "might")
    wins = chances.duel(fight.ours, fight.theirs, might=spent, six_stays=six)
    ways = []
    for count in range(min(might, 5) + 1):
        label = f"up to {count} Might" if count else "no Might"
        chance = chances.duel(fight.ours, fight.theirs, might=count, six_stays=six)
        ways.append(Way(label, chance, {"duel.might": count}, count == min(might, 5) and count > 0))
    advice = ""
    if might or against:
        both = chances.duel(fight.ours, fight.theirs, might=might, against=against, six_stays=six)
        advice = f"{both} if both spend as is best for them ({might} Might against {against})"
    a, b = fight.ours, fight.theirs
    pool = f"{a.dice} dice, Fight {a.fight}{_extra(a)} against {b.dice} dice, Fight {b.fight}{_extra(b)}"
    rows = (Chance("win", "wins", wins), Chance("lose", "loses", 1 - wins))
    return Odds(rows, pool, tuple(ways) if might else (), advice)


def _extra(side: chances.Duellist) -> str:
    return (f", {side.modifier:+d}" if side.modifier else "") + (", elven" if side.elven else "")


def _strike(state: BattleState, action: act.Strike, choices: Choices) -> Odds:
    del choices
    target = action.target or next(iter(state.in_contact(action.unit)), "")
    if not target:
        raise Refused(f"{state.unit(action.unit).name} is in combat with nobody")
    count, needs, modifier = strike_plan(state, action, target)
    foe = state.unit(target)
    eased = chances.modified(needs, modifier)
    each = chances.wound(eased, reroll=action.reroll)
    return _slaying(
        foe, count, each, action.wounds_each, f"{count} to wound on {eased.text if eased else '-'}"
    )


def _slaying(foe: Unit, count: int, each: Fraction, harm: int, pool: str) -> Odds:
    """Return what so many strikes do to a model: without Fate, and what each point of it would save."""
    left, fate = -(-wounds_left(foe) // harm), points.have(foe, "fate")
    plain = chances.strikes(count, each, left, 0)
    slain = plain.at_least(left)
    rows = (
        Chance("none", "no wound", plain.chance(0)),
        Chance("wounded", "wounded", 1 - plain.chance(0) - slain),
        Chance("slain", "slain", slain),
    )
    ways = tuple(
        Way(
            f"{foe.name} spends up to {n} Fate" if n else f"{foe.name} spends no Fate",
            chances.strikes(count, each, left, n).at_least(left),
            {"fate": min(n, 1)},
            n == fate,
        )
        for n in range(fate + 1)
    )
    advice = ""
    if fate:
        saved = plain.mean() - chances.strikes(count, each, left, fate).mean()
        advice = (
            f"Fate saves {slain - ways[-1].chance} of the cases for {foe.name}, {saved} Wounds on average"
        )
    return Odds(rows, pool, ways if fate else (), advice)


# Shooting


def _shoot(state: BattleState, action: act.Shoot, choices: Choices) -> Odds:
    unit, foe = state.unit(action.unit), state.unit(action.target)
    hits, needs = hit_target(state, action), wound_target(state, action)
    spent = sum(_spent(unit, choices, name, "might") for name in ("hit.might", "way.might", "wound.might"))
    might = points.have(unit, "might")
    if spent > might:
        raise BadChoice(f"{unit.name} has {might} Might, not {spent}")
    lifts = _shot_lifts(hits, action.in_the_way, needs)
    shot = chances.within(lifts, spent)
    hit = chances.within(chances.lift(hits).map(lambda n: n), 0)
    pool = f"to hit {hits}+" + f", in the way {IN_THE_WAY}+" * action.in_the_way
    pool += f", to wound {needs.text if needs else '-'}; hits {hit}, wounds {shot}"
    found = _slaying(foe, action.shots, shot, 1, pool)
    ways = [
        Way(
            f"up to {count} Might" if count else "no Might",
            chances.within(lifts, count),
            {},
            count == min(might, 6) and count > 0,
        )
        for count in range(min(might, 6) + 1)
    ]
    return Odds(found.chances, found.pool, (*(ways if might else ()), *found.ways), found.advice)


def _shot_lifts(hits: int, in_the_way: int, needs: chances.Needs | None) -> Distribution[int | None]:
    """Return how much Might one shot needs from the first die to the last."""
    total: Distribution[int] = constant(0)
    for needed in (hits, *(IN_THE_WAY for _ in range(in_the_way))):
        total = total + chances.lift(needed)
    return total.combine(chances.wound_lift(needs), lambda a, b: None if b is None else a + b)


def _wound(state: BattleState, action: act.Wound, choices: Choices) -> Odds | None:
    del choices
    unit = state.unit(action.unit)
    fate = points.have(unit, "fate")
    if not fate or not action.fate:
        return None
    ways = tuple(
        Way(f"up to {n} Fate" if n else "no Fate", 1 - chances.unsaved(n), {"fate": min(n, 1)}, n == fate)
        for n in range(fate + 1)
    )
    saved = 1 - chances.unsaved(1)
    rows = (Chance("saved", "saved by the first Fate", saved), Chance("wound", "wounded", 1 - saved))
    return Odds(rows, "4+ for each Fate", ways, f"{fate} Fate save {ways[-1].chance}")


def _spent(unit: Unit, choices: Choices, choice: str, name: str) -> int:
    value = choices.get(choice, 0)
    most = points.have(unit, name)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise BadChoice(f"{choice}: {value!r} is not from 0 to {most}")
    return int(value)


_MAKERS: dict[type[Action], Callable[[BattleState, Any, Choices], Odds | None]] = {
    act.Charge: _charge,
    act.Courage: _courage,
    act.BreakTest: _break_test,
    act.Duel: _duel,
    act.Strike: _strike,
    act.Shoot: _shoot,
    act.Wound: _wound,
}
