"""Tests that special rules ask for: before a charge, after a wound, of a beast that nobody leads; what failing does."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from warband_tui.rules.events import ConditionSet, ModelsLost, Moved
from warband_tui.rules.games.middle_earth.actions import Charge
from warband_tui.rules.games.middle_earth.chances import THREE_DICE
from warband_tui.rules.games.middle_earth.courage import (
    TERROR,
    CourageTest,
    Stated,
    commander,
    plan,
    remembers,
    take_test,
)
from warband_tui.rules.games.middle_earth.groups import one_of
from warband_tui.rules.games.middle_earth.profile import bearers, mount_of, profile_of, specials_of
from warband_tui.rules.games.middle_earth.specials import Special, special
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import simple


class Demand(Struct, frozen=True):
    """One test that a charge takes, and in words what for; `wounded`: that of the wounded model of a group."""

    test: CourageTest
    why: str
    rule: Special | None = None
    wounded: bool = False


def of_charge(state: BattleState, action: Charge) -> list[Demand]:
    """Return the tests that a charge takes, Terror first (ME-CRG-2): one for each cause.

    A charge that a power compels takes no Terror test.
    """
    unit = state.unit(action.unit)
    foes = [state.unit(name) for name in dict.fromkeys((*action.targets, action.target)) if name]
    said = Stated(action.modifiers, action.near)
    found: list[Demand] = []
    for foe in foes:
        causes = [] if action.compelled else terrors(state, unit, foe, action.modifiers)
        if causes and not found:
            dice = THREE_DICE if any(rule.three_dice for rule in causes) else said.dice
            stated = Stated(said.modifiers, said.near, dice=dice)
            found.append(Demand(plan(state, unit, TERROR, stated), f"dares to charge {foe.name}"))
    for rule in _rules_of(state, unit, action.modifiers):
        if "charge" in rule.asks and all(rule.asks_for != demand.test.cause for demand in found):
            test = plan(state, unit, rule.asks_for, said, rule)
            found.append(Demand(test, f"takes heart to charge ({rule.name})", rule))
    return found


def terrors(state: BattleState, unit: Unit, foe: Unit, in_range: tuple[str, ...] = ()) -> tuple[Special, ...]:
    """Return what makes a charge of one unit at another take a Terror test: its own rule, or one lent to it."""
    words = profile_of(unit).words
    rules = (*specials_of(state, foe), *lent(state, foe, in_range))
    return tuple(rule for rule in rules if rule.terror and rule.concerns(words))


def lent(state: BattleState, unit: Unit, in_range: tuple[str, ...]) -> Iterator[Special]:
    """Yield the rules that a unit has from others, who are said to be in range."""
    named = {simple(name) for name in in_range}
    for other, rules in bearers(state) if named else ():
        for rule in rules:
            meant = (other.side == unit.side) == (rule.whom != "enemies")
            found = special(rule.lends, state.edition) if rule.lends else None
            if found is not None and meant and simple(rule.name) in named:
                yield found


def _rules_of(state: BattleState, unit: Unit, in_range: tuple[str, ...]) -> Iterator[Special]:
    yield from specials_of(state, unit)
    mount = mount_of(unit)
    for name in mount.rules if mount else ():
        found = special(name, state.edition)
        if found is not None:
            yield found
    yield from lent(state, unit, in_range)


def asking(state: BattleState, unit: Unit, cause: str) -> Special | None:
    """Return the special rule of a unit that asks for tests of a cause."""
    wanted = simple(cause)
    return next((r for r in _rules_of(state, unit, ()) if r.asks and simple(r.asks_for) == wanted), None)


def meet(res: Resolution, unit_id: str, demand: Demand, passed: bool | None) -> bool:
    """Take one test of a charge, or any that a rule asks for; what failing does happens."""
    unit = res.state.unit(unit_id)
    ok, told = take_test(res, unit_id, demand.test, passed)
    res.cite("ME-CRG-2")
    if ok:
        remember(res, unit, demand.test.cause, demand.rule)
        res.say(f"{unit.name} {demand.why}: {told}")
        return True
    if demand.wounded:
        # The others of its group fail nothing, and have all their Wounds.
        unit_id = one_of(res, unit_id, hurt=True).id
    fail(res, unit_id, demand.rule, f"fails its courage test ({demand.test.cause}): {told}")
    return False


def remember(res: Resolution, unit: Unit, cause: str, rule: Special | None = None) -> None:
    """Let a pass hold for the turn, unless its rule forgets (ME-CRG-4)."""
    if remembers(res.state, unit, cause, rule) and not unit.has(f"passed {cause}"):
        res.emit(ConditionSet(unit.id, f"passed {cause}", "turn"))


def fail(res: Resolution, unit_id: str, rule: Special | None, told: str) -> None:
    """Do what a failed test of a rule does: hold, drive away, stampede or rout."""
    unit = res.state.unit(unit_id)
    outcome = rule.on_fail if rule else "held"
    if outcome == "flees":
        res.emit(ModelsLost(unit_id, 1, "fled"))
        res.change(unit_id, "fled", 1, why="failed its courage")
        res.say(f"{unit.name} {told}; it flees")
        return
    if outcome == "stampedes":
        res.emit(ConditionSet(unit_id, "stampedes", "turn"))
        res.say(f"{unit.name} {told}; it stampedes")
        return
    res.emit(ConditionSet(unit_id, "held", "turn", "failed its courage"))
    res.cite("ME-CRG-3")
    if outcome == "away":
        res.emit(Moved(unit_id, "away", profile_of(unit).move))
        res.say(f'{unit.name} {told}; it moves {profile_of(unit).move:g}" directly away, and no more')
        return
    res.say(f"{unit.name} {told}; it does not move this turn")


def after_wounds(res: Resolution, unit_id: str, wounds: int) -> None:
    """Take the tests that each Wound which nothing prevented asks for, one after another."""
    for number in range(wounds):
        unit = res.state.unit(unit_id)
        rules = [rule for rule in specials_of(res.state, unit) if "wound" in rule.asks]
        for rule in rules:
            with res.scope(f"wound{number}:" if number else ""):
                test = plan(res.state, unit, rule.asks_for, None, rule)
                demand = Demand(test, f"stands its ground ({rule.name})", rule, wounded=True)
                if not meet(res, unit_id, demand, None):
                    return


def unled(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why a beast cannot move yet: nobody rides it, and it has not been tested this turn."""
    rule = next((r for r in specials_of(state, unit) if "unridden" in r.asks), None)
    if rule is None or unit.has("kept in hand") or unit.has("stampedes"):
        return None
    leader = commander(state, unit)
    if unit.has("unridden") or (leader is not None and not leader.in_play):
        return Refusal(f"nobody leads {unit.name}: it tests first (courage, {rule.asks_for})", ("ME-CRG-2",))
    return None
