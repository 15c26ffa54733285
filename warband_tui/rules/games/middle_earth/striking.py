"""Strikes: how many dice, what each takes, and the roll to wound with its Might."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.dice import Pool
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.actions import Strike
from warband_tui.rules.games.middle_earth.chances import HIGHEST, Needs, by_sixes, wound_needs
from warband_tui.rules.games.middle_earth.charges import charge_rules, fight_rules
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
from warband_tui.rules.games.middle_earth.heroics import strength_with
from warband_tui.rules.games.middle_earth.profile import profile_of
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Unit

_REROLLS = ("", "ones", "fails")


class StrikePlan(Struct, frozen=True):
    """A model's strikes before they are rolled.

    `sides` is the die that a Heroic Strength adds to Strength, 0 for none. `natural`: nothing changes the dice,
    no modifier, no second roll and no Might.
    """

    count: int
    needs: Needs | None
    modifier: int
    reroll: str
    wounds_each: int
    defence: int
    sides: int = 0
    natural: bool = False


def strike_plan(state: BattleState, action: Strike, target: str, added: int = 0) -> StrikePlan:
    """Return how many dice to wound there are, what each takes, and what is added to each.

    `added` is what a Heroic Strength has rolled.
    """
    unit, foe = state.unit(action.unit), state.unit(target)
    profile = profile_of(unit)
    count = action.count or profile.attacks * unit.models
    if action.trapped or foe.has("prone") or foe.has("trapped"):
        count *= 2
    strength = profile.strength if action.strength is None else action.strength
    strength, sides = strength_with(state, unit, strength)
    strength = max(
        0, min(HIGHEST if added or sides else strength, strength + added) - unit.counter("withered")
    )
    rules = fight_rules(state, unit)
    charge = () if action.no_charge else charge_rules(state, unit, (foe,), charged=False)
    modifier = action.modifier + int(action.two_handed)
    modifier += sum(rule.to_wound for rule in (*rules, *charge))
    if unit.has(f"challenge {target}"):
        modifier += edition(state.edition).challenge_bonus
    reroll = max((action.reroll, *(rule.reroll_wounds for rule in rules)), key=_REROLLS.index)
    each = max(action.wounds_each, *(rule.wounds_each for rule in rules), 1)
    defence = profile_of(foe).defence
    if any(rule.against_courage for rule in rules):
        defence = max(0, PASSES_AT - profile_of(foe).courage_target)
    needs = wound_needs(strength, defence)
    if foe.has("heroic defence"):
        return StrikePlan(count, by_sixes(needs), 0, "", each, defence, sides, natural=True)
    return StrikePlan(count, needs, modifier, reroll, each, defence, sides)


def roll_to_wound(
    res: Resolution,
    unit_id: str,
    needs: Needs | None,
    modifier: int = 0,
    reroll: str = "",
    *,
    own: bool = True,
) -> bool:
    """Roll to wound and return whether it wounds; Might on the first die of two lifts the second as well.

    `own`: it is an attack of the unit's own that its Might may help.
    """
    unit = res.state.unit(unit_id)
    if needs is None:
        res.say("cannot wound")
        return False
    first = _die(res, unit, needs.first, modifier, reroll)
    lifted = _might(res, unit_id, needs.first - first) if own else 0
    text = f"to wound {first}" + (f" + {lifted} Might" if lifted else "")
    if first + lifted < needs.first:
        res.say(f"{text} against {needs.text}, no wound")
        return False
    if needs.second is not None:
        second = min(6, _die(res, unit, needs.second, modifier, reroll) + lifted)
        with res.scope("second:"):
            more = _might(res, unit_id, needs.second - second) if own else 0
        text += f", {second}" + (f" + {more} Might" if more else "")
        if second + more < needs.second:
            res.say(f"{text} against {needs.text}, no wound")
            return False
    res.say(f"{text} against {needs.text}, a wound")
    return True


def _might(res: Resolution, unit_id: str, short: int) -> int:
    return points.ask(res, unit_id, "wound.might", "might", short, f"to wound, {short} short")


def _die(res: Resolution, unit: Unit, needed: int, modifier: int, reroll: str) -> int:
    pool = Pool(f"to wound, {unit.name}", base=1, keep=1, unit=unit.id)
    shown = res.roll(pool).total
    value = max(1, min(6, shown + modifier))
    again = (reroll == "ones" and shown == 1) or (reroll == "fails" and value < needed)
    if again:
        value = max(1, min(6, res.roll(pool).total + modifier))
    return value
