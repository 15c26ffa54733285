"""Courage: what a test takes, who passes without one, and the test itself (ME-CRG-1 to 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.chances import THREE_DICE, TWO_DICE, again
from warband_tui.rules.games.middle_earth.chances import courage as chance_of
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
from warband_tui.rules.games.middle_earth.force import any_broken, side_specials, unit_broken
from warband_tui.rules.games.middle_earth.profile import (
    GENERAL,
    SbgProfile,
    bearers,
    profile_of,
    specials_of,
)
from warband_tui.rules.games.middle_earth.specials import Special
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

RULE, MEMORY = "ME-CRG-1", "ME-CRG-4"
BROKEN, TERROR, MOUNT = "broken", "terror", "mount"


class Stated(Struct, frozen=True):
    """What the players say of a test: modifiers in range, bearers near, other numbers, how it is rolled."""

    modifiers: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    modifier: int = 0
    reroll: bool = False
    dice: str = TWO_DICE


class CourageTest(Struct, frozen=True):
    """One test before it is rolled. `target` is on the dice; `auto` says why it is passed without them."""

    cause: str
    target: int
    modifiers: tuple[Modifier, ...] = ()
    auto: str = ""
    auto_rule: str = ""
    dice: str = TWO_DICE
    reroll: bool = False
    uses_up: str = ""
    """The condition that this pass sets for the rest of the battle."""

    @property
    def flat(self) -> int:
        """What is added to the dice."""
        return sum(m.flat for m in self.modifiers)

    def chance(self, points: int = 0) -> Fraction:
        """Return the exact chance to pass, with so many points to spend."""
        if self.auto:
            return Fraction(1)
        once = chance_of(self.target, self.flat, points, self.dice)
        return again(once) if self.reroll else once


def plan(state: BattleState, unit: Unit, cause: str, stated: Stated | None = None) -> CourageTest:
    """Return what a unit's test takes now; the target counts what changes the characteristic."""
    said = stated or Stated()
    profile = profile_of(unit)
    value, flat = _modifiers(state, unit, profile, cause, said)
    rules = edition(state.edition)
    target = rules.held(profile.courage_target - value + unit.counter("drained"))
    modifiers = [*flat]
    if said.modifier:
        modifiers.append(Modifier("stated", flat=said.modifier))
    auto, rule, uses_up = _automatic(state, unit, profile, cause, said)
    three = said.dice == THREE_DICE
    rerolls = said.reroll or any(
        cause in s.rerolls or "courage" in s.rerolls for s in specials_of(state, unit)
    )
    return CourageTest(
        cause,
        target,
        tuple(modifiers),
        auto,
        rule,
        THREE_DICE if three else TWO_DICE,
        rerolls,
        uses_up,
    )


def remembers(state: BattleState, unit: Unit, cause: str) -> bool:
    """Whether a pass holds for the rest of the turn (ME-CRG-4); Survival Instinct and the like forget."""
    return not any(cause == name.lower() for s in specials_of(state, unit) for name in s.forgets)


def take_test(
    res: Resolution, unit_id: str, plan: CourageTest, passed: bool | None = None
) -> tuple[bool, str]:
    """Take a test and return whether it is passed, and the roll in words.

    A failed roll of a model with points may be lifted by Will and Might, mixed (ME-MWF-1).
    """
    unit = res.state.unit(unit_id)
    res.cite(RULE)
    if plan.auto:
        res.cite(plan.auto_rule)
        if plan.uses_up:
            res.emit(ConditionSet(unit_id, plan.uses_up, "battle", plan.auto))
        return True, plan.auto
    if passed is not None:
        return passed, "rolled at the table"
    roll = _roll(res, unit, plan)
    text = _told(res, roll, plan)
    if roll.outcome == "fails" and plan.reroll:
        choice = Choice(
            "courage.reroll", unit.side, f"{unit.name}: roll again?", high=1, default=1, unit=unit.id
        )
        if res.ask(choice):
            roll = _roll(res, unit, plan)
            text = f"{text}, again {_told(res, roll, plan)}"
    if roll.outcome == "fails":
        short = _goal(res, plan) - roll.total
        has = points.have(unit, "will") + points.have(unit, "might")
        if short <= has:
            will = points.ask(res, unit_id, "courage.will", "will", short, f"on its courage, {short} short")
            most = min(short - will, 12 - sum(roll.kept))
            might = points.ask(
                res, unit_id, "courage.might", "might", most, f"on its courage, {short - will} short"
            )
            if will + might:
                spent = " and ".join(f"{n} {w}" for n, w in ((will, "Will"), (might, "Might")) if n)
                text = f"{text}, {spent} spent"
            if will + might >= short:
                return True, text
    return roll.outcome == "passes", text


def _goal(res: Resolution, plan: CourageTest) -> int:
    return plan.target if edition(res.state.edition).courage_shown == "target" else PASSES_AT


def _roll(res: Resolution, unit: Unit, plan: CourageTest) -> Roll:
    modifiers = list(plan.modifiers)
    goal = _goal(res, plan)
    if goal != plan.target:
        modifiers.insert(0, Modifier("Courage", flat=goal - plan.target, rule=RULE))
    if plan.dice == THREE_DICE:
        modifiers.append(Modifier("three dice, without the highest", dice=-1))
    pool = Pool(f"courage of {unit.name}, {plan.cause}", modifiers=tuple(modifiers), unit=unit.id)
    return res.roll(pool, lambda made: "passes" if made.total >= goal else "fails")


def _told(res: Resolution, roll: Roll, plan: CourageTest) -> str:
    goal = _goal(res, plan)
    dice = " ".join(map(str, roll.dice))
    added = f" {roll.flat:+d}" if roll.flat else ""
    return f"{dice}{added} = {roll.total} against {goal}"


# What counts


def _modifiers(
    state: BattleState, unit: Unit, profile: SbgProfile, cause: str, said: Stated
) -> tuple[int, list[Modifier]]:
    """Return what changes the characteristic, and what changes the roll; of one group the strongest."""
    wanted = {_simple(name) for name in said.modifiers}
    immune = {name for s in specials_of(state, unit) for name in s.immune}
    strongest: dict[str, tuple[Special, str]] = {}
    for rule, bearer in _sources(state, unit):
        counted = (
            rule.modifier and rule.serves(cause) and rule.name not in immune and _holds(state, unit, rule)
        )
        near = not rule.within or _simple(rule.name) in wanted
        if not counted or not near or (rule.heroes_only and not profile.hero):
            continue
        group = rule.group or rule.name
        if group not in strongest or abs(rule.modifier) > abs(strongest[group][0].modifier):
            strongest[group] = (rule, bearer)
    value = sum(rule.modifier for rule, _ in strongest.values() if rule.to == "value")
    flat = [
        Modifier(f"{rule.name} of {bearer}" if bearer else rule.name, flat=rule.modifier)
        for rule, bearer in strongest.values()
        if rule.to == "test"
    ]
    return value, flat


def offered(state: BattleState, unit: Unit, cause: str) -> list[str]:
    """Return the special rules that would count for a test if their bearers are in range."""
    names = [r.name for r, _ in _sources(state, unit) if r.within and r.modifier and r.serves(cause)]
    return list(dict.fromkeys(names))


def _sources(state: BattleState, unit: Unit) -> Iterator[tuple[Special, str]]:
    """Yield every special rule that may change a unit's tests, with its bearer."""
    for rule in side_specials(state, unit.side):
        if rule.whom in ("side", "friends"):
            yield rule, ""
    for other, rules in bearers(state):
        if other.has("reserve"):
            continue
        for rule in rules:
            friend = other.side == unit.side
            if rule.whom == "self" and other.id == unit.id:
                yield rule, ""
            elif (rule.whom in ("side", "friends") and friend) or (rule.whom == "enemies" and not friend):
                yield rule, other.name


def _holds(state: BattleState, unit: Unit, rule: Special) -> bool:
    """Whether the condition of a special rule holds for a unit now; nearness is the player's word."""
    profile = profile_of(unit)
    match rule.when:
        case "ward":
            return _ward(state, unit, profile) is not None
        case "broken":
            return unit_broken(state, unit)
        case "whole":
            return not unit_broken(state, unit)
        case "enemy-broken":
            return any(any_broken(state, side) for side in state.sides if side != unit.side)
        case "general":
            return GENERAL in profile.words
        case "resolve":
            return unit.has("heroic resolve")
        case _:
            return True


def _ward(state: BattleState, unit: Unit, profile: SbgProfile) -> Unit | None:
    """Return whom a bodyguard looks to, None when it is off the table or nobody was named."""
    wanted = profile.ward.casefold()
    return next(
        (
            u
            for u in state.of_side(unit.side)
            if wanted and u.in_play and wanted in (u.id.casefold(), u.name.casefold())
        ),
        None,
    )


def _automatic(
    state: BattleState, unit: Unit, profile: SbgProfile, cause: str, said: Stated
) -> tuple[str, str, str]:
    """Return why a test is passed without dice, the rule, and what that uses up; empty if it is not."""
    if unit.has(f"passed {cause}") and remembers(state, unit, cause):
        return f"has passed for {cause} this turn", MEMORY, ""
    near = {_simple(name) for name in said.near}
    own = [s for s in specials_of(state, unit) if s.source == "self"]
    shared = [s for s in side_specials(state, unit.side) if s.source == "self"]
    friends = [
        s
        for u, rules in (bearers(state) if near else ())
        if u.side == unit.side
        for s in rules
        if s.source == "friends" and _simple(s.name) in near
    ]
    for rule in (*own, *shared, *friends):
        if not rule.lets_pass(cause) or (rule.heroes_only and not profile.hero):
            continue
        used = f"{rule.name.lower()} used" if rule.once else ""
        if (used and unit.has(used)) or (rule.when == "near" and _simple(rule.name) not in near):
            continue
        if _holds(state, unit, rule):
            return rule.name, RULE, used
    if cause == BROKEN and unit.has("heroic resolve") and edition(state.edition).resolve_passes_broken:
        return "Heroic Resolve", RULE, ""
    return "", "", ""


def fears(state: BattleState, unit: Unit, foe: Unit) -> bool:
    """Whether a charge of one unit at another takes a Terror test (ME-CRG-2)."""
    del unit
    return any(rule.terror for rule in specials_of(state, foe))


def terror_refusal(unit: Unit) -> Refusal | None:
    """Return why a unit that failed a Terror test cannot move or charge (ME-CRG-3)."""
    if not unit.has("held"):
        return None
    return Refusal(f"{unit.name} has failed a Terror test and does not move this turn", ("ME-CRG-3",))


def _simple(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
