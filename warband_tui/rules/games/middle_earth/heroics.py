"""Heroic actions: declaring them, whom they call along, challenges, and what they roll."""

from __future__ import annotations

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.middle_earth.actions import Cast, Heroic, Resist
from warband_tui.rules.games.middle_earth.chances import HIGHEST
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.force import side_specials
from warband_tui.rules.games.middle_earth.holding import holds
from warband_tui.rules.games.middle_earth.points import RULE, ask, pay
from warband_tui.rules.games.middle_earth.profile import HERO, profile_of, specials_of
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

SIX = 6


def heroic(res: Resolution, action: Heroic) -> None:
    """Declare a heroic action for a point of Might; one a phase."""
    unit = res.affected(action.unit)
    res.need(HERO in profile_of(unit).words, f"{unit.name} is no hero", RULE)
    title = f"Heroic {action.action.capitalize()}"
    mark = f"heroic {action.action}"
    res.need(not unit.has(mark), f"{unit.name} is in a {title} already", RULE)
    phase = f"heroic in {res.state.phase} of turn {res.state.turn}"
    res.need(phase not in unit.used, f"{unit.name} has declared a heroic action this phase", RULE)
    gift = is_free(res.state, unit, action.action)
    if not gift:
        pay(res, unit.id, "might", 1, title)
    res.emit(ConditionSet(unit.id, mark, "turn"), ActionUsed(unit.id, phase))
    res.say(f"{unit.name} declares a {title} for {'nothing' if gift else '1 Might'}")
    for name in dict.fromkeys(action.followers):
        friend = res.state.unit(name)
        res.need(friend.side == unit.side and friend.in_play, f"{friend.name} is no friend on the table")
        words = (f"with {unit.id}", "called along")
        res.emit(*(ConditionSet(name, word, "turn") for word in words))
        res.say(f"{friend.name} acts with it")
    if action.action == "challenge":
        _challenge(res, unit, action)


def is_free(state: BattleState, unit: Unit, action: str) -> bool:
    """Whether a special rule that holds now makes a heroic action cost nothing."""
    rules = (*specials_of(state, unit), *side_specials(state, unit.side))
    return any(action in rule.free_heroic and holds(state, unit, rule) for rule in rules)


def _challenge(res: Resolution, unit: Unit, action: Heroic) -> None:
    if not action.target:
        return
    foe = res.state.unit(action.target)
    res.need(
        foe.side != unit.side and profile_of(foe).hero, f"{foe.name} is no enemy hero to challenge", RULE
    )
    if action.declined:
        res.emit(ConditionSet(foe.id, "challenge declined"))
        res.say(f"{foe.name} declines")
        return
    res.emit(ConditionSet(unit.id, f"challenge {foe.id}", "turn"))
    res.say(f"{foe.name} is challenged")


def strike_die(state: BattleState, unit: Unit) -> int:
    """Return how many sides the die has that a Heroic Strike adds to Fight, 0 for none."""
    return int(edition(state.edition).heroic_strike[1:]) if unit.has("heroic strike") else 0


def strength_with(state: BattleState, unit: Unit, value: int) -> tuple[int, int]:
    """Return Strength with a Heroic Strength, and how many sides the die has that is still to add, 0 for none."""
    if not unit.has("heroic strength"):
        return value, 0
    how = edition(state.edition).heroic_strength
    return (min(HIGHEST, 2 * value), 0) if how == "doubled" else (value, int(how[1:]))


def die(res: Resolution, unit: Unit, what: str, sides: int) -> int:
    """Roll the die of a heroic action."""
    return res.roll(Pool(f"{what} of {unit.name}", base=1, keep=1, sides=sides, unit=unit.id)).total


# Magic


def cast(res: Resolution, action: Cast) -> None:
    """Spend Will as dice to cast a power; Might may lift the best of them."""
    unit = res.affected(action.unit)
    pay(res, unit.id, "will", action.dice, f"casting {action.power}".strip())
    if unit.has("heroic channelling") and edition(res.state.edition).channelling == "six":
        res.say(f"{unit.name} casts {action.power or 'a power'}: channelled, it counts as a 6")
        return
    best = max(_dice(res, unit, "casting", action.dice))
    best = _lift(res, unit, best, action.needs, "on casting")
    done = "casts" if best >= action.needs else "fails to cast"
    res.say(f"{unit.name} {done} {action.power or 'a power'}: {best} against {action.needs}+")


def resist(res: Resolution, action: Resist) -> None:
    """Spend Will as dice to resist a power; a Heroic Resolve adds a free die."""
    unit = res.affected(action.unit)
    free = int(unit.has("heroic resolve"))
    if not action.dice + free:
        raise Refused(f"{unit.name} has no die to resist with", RULE)
    pay(res, unit.id, "will", action.dice, "resisting")
    if action.passed is not None:
        res.say(f"{unit.name} {'resists' if action.passed else 'does not resist'}: rolled at the table")
        return
    paid = _dice(res, unit, "resisting", action.dice) if action.dice else ()
    gift = _dice(res, unit, "resisting, free die", free) if free else ()
    sixes = paid.count(SIX) if edition(res.state.edition).refunds_sixes else 0
    if sixes:
        res.change(unit.id, "will", sixes, high=profile_of(unit).will, why="a 6 gives it back")
        res.say(f"{sixes} Will comes back")
    best = _lift(res, unit, max((*paid, *gift)), action.against, "on resisting")
    done = "resists" if best >= action.against else "does not resist"
    res.say(f"{unit.name} {done}: {best} against {action.against}")


def _dice(res: Resolution, unit: Unit, what: str, count: int) -> tuple[int, ...]:
    return res.roll(Pool(f"{what}, {unit.name}", base=count, keep=count, unit=unit.id)).dice


def _lift(res: Resolution, unit: Unit, best: int, needs: int, what: str) -> int:
    short = needs - best
    return best + ask(res, unit.id, "magic.might", "might", short, f"{what}, {short} short")
