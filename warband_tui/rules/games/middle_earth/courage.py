"""Courage: what a test takes, who passes without one, and the test itself (ME-CRG-1 to 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.chances import THREE_DICE, TWO_DICE, TWO_SIXES, again
from warband_tui.rules.games.middle_earth.chances import courage as chance_of
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
from warband_tui.rules.games.middle_earth.force import side_specials
from warband_tui.rules.games.middle_earth.holding import holds
from warband_tui.rules.games.middle_earth.profile import (
    SbgProfile,
    bearers,
    called,
    mount_of,
    profile_of,
    specials_of,
)
from warband_tui.rules.games.middle_earth.specials import COURAGE, Special
from warband_tui.rules.odds import Distribution, constant, keep
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import simple

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
    payer: str = ""
    """Whose Will and Might may help where it is not the one who tests: a War Beast's commander."""

    @property
    def flat(self) -> int:
        """What is added to the dice."""
        return sum(m.flat for m in self.modifiers)

    @property
    def beyond(self) -> int:
        """By how much the best dice fall short: Might lifts no die above 6, so that only Will helps there."""
        return 0 if self.auto else max(0, self.target - self.flat - TWO_SIXES)

    def chance(self, will: int = 0, might: int = 0) -> Fraction:
        """Return the exact chance to pass, with so many points to spend (ME-MWF-1)."""
        if self.auto:
            return Fraction(1)
        once = chance_of(self.target, self.flat, will, self.dice, might=might)
        return again(once) if self.reroll else once

    def short(self) -> Distribution[int]:
        """Return how many points the roll falls short by, 0 where it passes; `beyond` of them have to be Will."""
        if self.auto:
            return constant(0)
        rolled = keep(3, 6, 2, "lowest") if self.dice == THREE_DICE else keep(2, 6, 2)
        once = rolled.map(lambda total: max(0, self.target - self.flat - total))
        return once.combine(once, min) if self.reroll else once


def plan(
    state: BattleState,
    unit: Unit,
    cause: str,
    stated: Stated | None = None,
    rule: Special | None = None,
    stat: str = COURAGE,
) -> CourageTest:
    """Return what a unit's test takes now; the target counts what changes the characteristic.

    `rule` is the special rule that asks for it, `stat` Courage or, of 2024, Intelligence.
    """
    said = stated or Stated()
    profile = profile_of(unit)
    value, flat = _modifiers(state, unit, profile, cause, said) if stat == COURAGE else (0, [])
    rules = edition(state.edition)
    base, payer = _base(state, unit, rule, stat)
    drained = unit.counter("drained") if stat == COURAGE else 0
    target = rules.drained(rules.held(base - value), drained)
    modifiers = [*flat]
    if said.modifier:
        modifiers.append(Modifier("stated", flat=said.modifier))
    auto, cited, uses_up = "", "", ""
    if stat == COURAGE and not (rule and rule.no_auto):
        auto, cited, uses_up = _automatic(state, unit, profile, cause, said, rule)
    return CourageTest(
        cause,
        target,
        tuple(modifiers),
        auto,
        cited,
        THREE_DICE if said.dice == THREE_DICE else TWO_DICE,
        said.reroll or _rolls_again(state, unit, cause, said),
        uses_up,
        payer,
    )


def _base(state: BattleState, unit: Unit, rule: Special | None, stat: str) -> tuple[int, str]:
    """Return the target before anything changes it, and whose points may help."""
    profile = profile_of(unit)
    if stat != COURAGE:
        return profile.intelligence_target or profile.courage_target, ""
    if rule is not None and rule.courage_of == "commander":
        leader = commander(state, unit)
        if leader is not None and leader.in_play:
            return profile_of(leader).courage_target, leader.id
        return profile.commander_courage or profile.courage_target, ""
    mount = mount_of(unit)
    if rule is not None and rule.courage_of == "mount" and mount is not None:
        return min(profile.courage_target, mount.courage_target), ""
    return profile.courage_target, ""


def commander(state: BattleState, unit: Unit) -> Unit | None:
    """Return the model that leads a War Beast, in play or not; None where it is no model of its own."""
    wanted = profile_of(unit).commander
    return next((u for u in state.of_side(unit.side) if called(u, wanted)), None)


def _rolls_again(state: BattleState, unit: Unit, cause: str, said: Stated) -> bool:
    near = {simple(name) for name in said.near}
    return any(
        rule.rolls_again(cause) and (rule.when != "near" or simple(rule.name) in near)
        for bearer, rules in bearers(state)
        if bearer.id == unit.id or (near and bearer.side == unit.side)
        for rule in rules
        if (bearer.id == unit.id or rule.when == "near") and holds(state, bearer, rule)
    )


def remembers(state: BattleState, unit: Unit, cause: str, rule: Special | None = None) -> bool:
    """Whether a pass holds for the rest of the turn (ME-CRG-4); Survival Instinct and the like forget."""
    rules = (*specials_of(state, unit), *((rule,) if rule else ()))
    return not any(cause == name.lower() for s in rules for name in s.forgets)


def take_test(
    res: Resolution,
    unit_id: str,
    plan: CourageTest,
    passed: bool | None = None,
    *,
    lifted: bool = True,
) -> tuple[bool, str]:
    """Take a test and return whether it is passed, and the roll in words.

    A failed roll of a model with points may be lifted by Will and Might, mixed (ME-MWF-1), if it is its own.
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
    if not lifted:
        return roll.outcome == "passes", text
    sapped = _sapped(res, unit, roll.total - _goal(res, plan)) if roll.outcome == "passes" else 0
    short = _goal(res, plan) - roll.total + sapped
    if sapped:
        text = f"{text}, lowered by {sapped}"
    if short <= 0:
        return True, text
    payer = plan.payer or unit_id
    will, might = _lifted(res, payer, short, TWO_SIXES - sum(roll.kept))
    if not will + might:
        return False, text
    spent = " and ".join(f"{n} {w}" for n, w in ((will, "Will"), (might, "Might")) if n)
    return True, f"{text}, {spent} spent"


def _lifted(res: Resolution, payer: str, short: int, room: int) -> tuple[int, int]:
    """Spend Will and Might on a failed test, and return how many of each: as many as it is short by, or none.

    `room` is how far Might can lift the two dice, which it takes to 6 at most (ME-MWF-1).
    """
    unit, what = res.state.unit(payer), "on its courage, {} short"
    most = min(room, points.have(res.state, unit, "might"))
    if points.have(res.state, unit, "will") + most < short:
        return 0, 0
    will = points.offer(res, payer, "courage.will", "will", short, what.format(short))
    left = short - will
    might = points.offer(res, payer, "courage.might", "might", left, what.format(left)) if left <= most else 0
    if will + might < short:
        return 0, 0
    points.pay(res, payer, "will", will, what.format(short))
    points.pay(res, payer, "might", might, what.format(left))
    return will, might


def _sapped(res: Resolution, unit: Unit, spare: int) -> int:
    """Let an enemy that may do so spend Will to lower the Courage of a hero that has passed."""
    if not profile_of(unit).hero:
        return 0
    for foe, rules in bearers(res.state):
        if foe.side != unit.side and any(rule.saps for rule in rules):
            what = f"to lower the Courage of {unit.name}, {spare + 1} would fail it"
            taken = points.ask(res, foe.id, "courage.sap", "will", spare + 1, what)
            if taken:
                return taken
    return 0


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
    wanted = {simple(name) for name in said.modifiers}
    immune = {name for s in specials_of(state, unit) for name in s.immune}
    strongest: dict[str, tuple[Special, str]] = {}
    for rule, bearer in _sources(state, unit):
        counted = (
            rule.modifier
            and rule.serves(cause)
            and rule.name not in immune
            and rule.concerns(profile.words)
            and holds(state, unit, rule)
        )
        near = not rule.within or simple(rule.name) in wanted
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


def _automatic(
    state: BattleState,
    unit: Unit,
    profile: SbgProfile,
    cause: str,
    said: Stated,
    asking: Special | None,
) -> tuple[str, str, str]:
    """Return why a test is passed without dice, the rule, and what that uses up; empty if it is not."""
    if unit.has(f"passed {cause}") and remembers(state, unit, cause, asking):
        return f"has passed for {cause} this turn", MEMORY, ""
    near = {simple(name) for name in said.near}
    own = [s for s in specials_of(state, unit) if s.source == "self"]
    shared = [s for s in side_specials(state, unit.side) if s.source == "self"]
    friends = [
        s
        for u, rules in (bearers(state) if near else ())
        if u.side == unit.side
        for s in rules
        if s.source == "friends" and simple(s.name) in near and s.concerns(profile.words)
    ]
    for rule in (*own, *shared, *friends):
        if not rule.lets_pass(cause) or (rule.heroes_only and not profile.hero):
            continue
        used = f"{rule.name.lower()} used" if rule.once else ""
        if (used and unit.has(used)) or (rule.when == "near" and simple(rule.name) not in near):
            continue
        if holds(state, unit, rule):
            return rule.name, RULE, used
    if cause == BROKEN and unit.has("heroic resolve") and edition(state.edition).resolve_passes_broken:
        return "Heroic Resolve", RULE, ""
    return "", "", ""


def terror_refusal(unit: Unit) -> Refusal | None:
    """Return why a unit that failed a Terror test cannot move or charge (ME-CRG-3)."""
    if not unit.has("held"):
        return None
    return Refusal(f"{unit.name} has failed a Terror test and does not move this turn", ("ME-CRG-3",))
