"""The odds of an action as it stands in a battle, with what Might, Will and Fate would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.actions import Action
from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth import chances, points
from warband_tui.rules.games.middle_earth.broken import exempt, untested
from warband_tui.rules.games.middle_earth.courage import BROKEN, CourageTest, Stated, plan
from warband_tui.rules.games.middle_earth.declarations import CHOICES
from warband_tui.rules.games.middle_earth.demands import asking, of_charge
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.fighting import Melee, falling, fights, melee
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.heroics import strike_die
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
from warband_tui.rules.games.middle_earth.striking import strike_plan
from warband_tui.rules.odds import Distribution, constant, mixture
from warband_tui.rules.resolution import BadChoice, Refused, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Condition, Unit
from warband_tui.rules.wording import percent

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
    demands = of_charge(state, action)
    if not demands:
        return None
    if len(demands) == 1:
        return _test(state, unit, demands[0].test, choices)
    short = sum((demand.test.short() for demand in demands), constant(0))
    spent = _spent(state, unit, choices, "courage.will", "will")
    spent += _spent(state, unit, choices, "courage.might", "might")
    ways = _courage_ways(state, unit, [short.at_most(n) for n in range(_points(state, unit) + 1)])
    chance = short.at_most(spent)
    rows = (Chance("pass", "passes all", chance), Chance("fail", "fails one", 1 - chance))
    pool = "; ".join(f"{demand.test.cause} {_courage_pool(demand.test)}" for demand in demands)
    return Odds(rows, pool, ways, _best_of(ways, short.at_most(0), "passes"))


def _courage(state: BattleState, action: act.Courage, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
    cause = action.cause.strip().lower()
    rule = asking(state, unit, cause) if action.stat == COURAGE else None
    return _test(state, unit, plan(state, unit, cause, stated, rule, action.stat), choices)


def _break_test(state: BattleState, action: act.BreakTest, choices: Choices) -> Odds:
    unit = state.unit(action.unit)
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
    spent = _spent(state, payer, choices, "courage.will", "will")
    spent += _spent(state, payer, choices, "courage.might", "might")
    chance = test.chance(spent)
    ways = _courage_ways(state, payer, [test.chance(n) for n in range(_points(state, payer) + 1)])
    return Odds(
        (Chance("pass", "passes", chance), Chance("fail", "fails", 1 - chance)),
        _courage_pool(test),
        ways,
        _best_of(ways, test.chance(), "passes"),
    )


def _best_of(ways: tuple[Way, ...], plain: Fraction, what: str) -> str:
    """Name the best use of points and what it changes."""
    best = next((way for way in ways if way.best), None)
    if best is None or best.chance == plain:
        return ""
    return f"best: {best.label}, {what} {percent(best.chance)} instead of {percent(plain)}"


def _points(state: BattleState, unit: Unit) -> int:
    return points.have(state, unit, "will") + points.have(state, unit, "might")


def _courage_pool(test: CourageTest) -> str:
    parts = [f"{m.source} {m.flat:+d}" for m in test.modifiers if m.flat]
    dice = "3D6 without the highest" if test.dice == chances.THREE_DICE else "2D6"
    return f"{test.target}+ on {dice}" + (f", {', '.join(parts)}" if parts else "")


def _courage_ways(state: BattleState, unit: Unit, totals: list[Fraction]) -> tuple[Way, ...]:
    """Return each number of points that may be spent once a roll has failed; Will goes first, since Might does more.

    `totals` are the chances to pass with no point, with one, and so on.
    """
    will, might = points.have(state, unit, "will"), points.have(state, unit, "might")
    if not will + might:
        return ()
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
    ours = max((state.unit(u) for u in fight.units), key=lambda u: points.have(state, u, "might"))
    theirs = max((state.unit(u) for u in fight.foes), key=lambda u: points.have(state, u, "might"))
    might, against = points.have(state, ours, "might"), points.have(state, theirs, "might")
    spent = _spent(state, ours, choices, "duel.might", "might")
    wins = winning(state, fight, spent)
    ways = []
    for count in range(min(might, 5) + 1):
        label = f"up to {count} Might" if count else "no Might"
        chance = winning(state, fight, count)
        ways.append(Way(label, chance, {"duel.might": count}, count == min(might, 5) and count > 0))
    told = [_best_of(tuple(ways), winning(state, fight, 0), "wins")]
    if might or against:
        both = winning(state, fight, might, against)
        told.append(f"both at their best ({might} Might against {against}): wins {percent(both)}")
    told += [kill_text(state, action, fight, wins, won=won) for won in (True, False)]
    pool = (
        f"{_side_text(state, fight.units, fight.ours)} against {_side_text(state, fight.foes, fight.theirs)}"
    )
    rows = (Chance("win", "wins", wins), Chance("lose", "loses", 1 - wins))
    return Odds(rows, pool, tuple(ways) if might else (), "; ".join(filter(None, told)))


def winning(state: BattleState, fight: Melee, might: int, against: int = 0) -> Fraction:
    """Return the chance that the acting side wins, over all that Heroic Strikes may add to either Fight."""
    return chances.duel_of_fights(
        fight.ours,
        fight.theirs,
        fights(state, fight.units),
        fights(state, fight.foes),
        might=might,
        against=against,
        six_stays=edition(state.edition).natural_six_stays,
    )


def kill_text(state: BattleState, action: act.Duel, fight: Melee, wins: Fraction, *, won: bool) -> str:
    """Say how often the first of the losers is slain by the winners' strikes, knocked down or trapped as it is."""
    strikers, target = (fight.units, fight.foes[0]) if won else (fight.foes, fight.units[0])
    down = target in falling(state, action, fight, won=won)
    shields = action.shielding if won else action.foe_shielding
    two_handed = action.two_handed if won else action.foe_two_handed
    found: list[Fraction] = []
    foe, harm = state.unit(target), 1
    for place, name in enumerate(strikers):
        unit = state.unit(name)
        if shields or unit.has("prone") or unit.has("thrown"):
            continue
        strike = act.Strike(
            name,
            target,
            trapped=action.trapped or down,
            two_handed=two_handed and not place,
            no_charge=won and action.no_charge,
        )
        if won and action.charged and not place:
            state = _as_charged(state, unit)
        count, each, wounds, _ = _strikes_of(state, strike, target)
        found += [each] * count
        harm = max(harm, wounds)
    left = -(-wounds_left(foe) // harm)
    slain = chances.strikes_of(found, left, 0).at_least(left)
    if not slain:
        return ""
    share = wins if won else 1 - wins
    who = "if it wins" if won else "if it loses"
    state_word = "prone" if down or foe.has("prone") else "trapped" if action.trapped else ""
    told = f"{who}, {foe.name}{f', {state_word},' if state_word else ''} is slain {percent(slain)}"
    return f"{told}, {percent(share * slain)} in all"


def _as_charged(state: BattleState, unit: Unit) -> BattleState:
    """Return the state with a unit that is said to have charged."""
    charged = replace(unit, conditions={**unit.conditions, "charged": Condition("turn")})
    return replace(state, units={**state.units, unit.id: charged})


def _side_text(state: BattleState, units: tuple[str, ...], side: chances.Duellist) -> str:
    more = "".join(f" and {dice} at {modifier:+d}" for dice, modifier in side.more)
    dice = sorted({strike_die(state, state.unit(name)) for name in units} - {0})
    strike = f" +D{dice[-1]}" if dice else ""
    return f"{side.dice}{more} dice, Fight {side.fight}{strike}{_extra(side)}"


def _extra(side: chances.Duellist) -> str:
    return (f", {side.modifier:+d}" if side.modifier else "") + (", elven" if side.elven else "")


def _strikes_of(state: BattleState, action: act.Strike, target: str) -> tuple[int, Fraction, int, str]:
    """Return dice, the chance that one wounds, the Wounds of each, and what they take, in words.

    Where a Heroic Strength rolls a die, the chance is the mean over it.
    """
    planned = strike_plan(state, action, target)
    faces = [strike_plan(state, action, target, n) for n in range(1, planned.sides + 1)] or [planned]
    needs = [chances.modified(one.needs, one.modifier) for one in faces]
    each = sum((chances.wound(n, reroll=planned.reroll) for n in needs), Fraction(0)) / len(faces)
    words = dict.fromkeys(n.text if n else "-" for n in needs)
    again = {"ones": ", 1s again", "fails": ", fails again"}.get(planned.reroll, "")
    return (
        planned.count,
        each,
        planned.wounds_each,
        f"{planned.count} to wound on {' or '.join(words)}{again}",
    )


def _strike(state: BattleState, action: act.Strike, choices: Choices) -> Odds:
    del choices
    target = action.target or next(iter(state.in_contact(action.unit)), "")
    if not target:
        raise Refused(f"{state.unit(action.unit).name} is in combat with nobody")
    planned = strike_plan(state, action, target)
    _, _, harm, pool = _strikes_of(state, action, target)
    faces = [strike_plan(state, action, target, n) for n in range(1, planned.sides + 1)] or [planned]
    rolls = [(p.count, chances.wound(chances.modified(p.needs, p.modifier), reroll=p.reroll)) for p in faces]
    return _slaying(state, state.unit(target), rolls, harm, pool)


def _slaying(
    state: BattleState,
    foe: Unit,
    rolls: list[tuple[int, Fraction]],
    harm: int,
    pool: str,
    mount: int | None = None,
) -> Odds:
    """Return what so many strikes do to a model: without Fate, and what each point of it would save.

    `rolls` are dice and the chance of each to wound, equally likely where a Heroic Strength rolls for it;
    `mount` the Wounds left of what the model rides where that is struck.
    """
    left, fate = -(-wounds_left(foe) // harm), points.have(state, foe, "fate")
    if mount is not None:
        left, fate = max(1, mount), 0
    share = Fraction(1, len(rolls))

    def lost(points_spent: int) -> Distribution[int]:
        return mixture((share, chances.strikes(n, each, left, points_spent)) for n, each in rolls)

    plain = lost(0)
    slain = plain.at_least(left)
    rows = (
        Chance("none", "no wound", plain.chance(0)),
        Chance("wounded", "wounded", 1 - plain.chance(0) - slain),
        Chance("slain", "slain", slain),
    )
    ways = tuple(
        Way(
            f"{foe.name} spends up to {n} Fate" if n else f"{foe.name} spends no Fate",
            lost(n).at_least(left),
            {"fate": min(n, 1)},
            n == fate,
        )
        for n in range(fate + 1)
    )
    advice = ""
    if fate:
        saved = float(plain.mean() - lost(fate).mean())
        kept = f"{foe.name} is slain {percent(ways[-1].chance)} instead of {percent(slain)}"
        advice = f"best: Fate on every wound, {kept}, {saved:.2f} Wounds fewer"
    return Odds(rows, pool, ways if fate else (), advice)


# Shooting


def _shoot(state: BattleState, action: act.Shoot, choices: Choices) -> Odds:
    unit, foe = state.unit(action.unit), state.unit(action.target)
    mount = mount_of(foe) if action.aim == "mount" else None
    hits, way = hit_target(state, action), way_target(state)
    needs = wound_target(state, action, mount=mount is not None)
    spent = sum(
        _spent(state, unit, choices, name, "might") for name in ("hit.might", "way.might", "wound.might")
    )
    might = points.have(state, unit, "might")
    if spent > might:
        raise BadChoice(f"{unit.name} has {might} Might, not {spent}")
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
    found = _slaying(state, foe, [(action.shots, shot)], 1, pool, left)
    ways = tuple(
        Way(
            f"up to {count} Might" if count else "no Might",
            chances.within(lifts, count) * part,
            {},
            count == min(might, 6) and count > 0,
        )
        for count in range(min(might, 6) + 1)
    )
    told = _best_of(ways, ways[0].chance, "on whichever die falls short, from the first on: wounds")
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


def _spent(state: BattleState, unit: Unit, choices: Choices, choice: str, name: str) -> int:
    value = choices.get(choice, 0)
    most = points.have(state, unit, name)
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
