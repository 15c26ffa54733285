"""Fights: the duel roll and who wins it, and the winner's strikes."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ActionUsed, ConditionCleared, ConditionSet, Disengaged, Engaged
from warband_tui.rules.games.middle_earth import checks, points
from warband_tui.rules.games.middle_earth.actions import Duel, Strike
from warband_tui.rules.games.middle_earth.activation import FLOW, need
from warband_tui.rules.games.middle_earth.chances import Duellist, Needs, duel_die, wound_needs
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.profile import CAVALRY, EVIL, profile_of
from warband_tui.rules.games.middle_earth.shooting import roll_to_wound
from warband_tui.rules.games.middle_earth.wounds import suffer
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

ROLL_OFF_GOOD = 4
"""Good wins an equal fight on 4 to 6, an elven weapon alone on 3 to 6."""
ROLL_OFF_ELVEN = 3


class Melee(Struct, frozen=True):
    """Both sides of a fight, the acting model's first."""

    units: tuple[str, ...]
    foes: tuple[str, ...]
    ours: Duellist
    theirs: Duellist


def melee(state: BattleState, action: Duel) -> Melee:
    """Return the two sides of a fight as they stand, with dice and the highest Fight of each."""
    unit = state.unit(action.unit)
    foes = _foes(state, action)
    if not foes:
        raise Refused(f"{unit.name} is not in combat: charge first, or say with whom it fights")
    ours = [unit, *(state.unit(name) for name in action.friends)]
    theirs = [state.unit(name) for name in foes]
    cavalry = action.charged and CAVALRY in profile_of(unit).words and not unit.has("on foot")
    dice = _dice(ours) + action.support + int(cavalry) if action.dice is None else action.dice
    foe_dice = _dice(theirs) + action.foe_support if action.foe_dice is None else action.foe_dice
    two_handed = -1 if action.two_handed else 0
    return Melee(
        tuple(u.id for u in ours),
        tuple(u.id for u in theirs),
        Duellist(dice, _fight(ours), action.modifier + two_handed, action.elven or _elven(ours)),
        Duellist(foe_dice, _fight(theirs), action.foe_modifier, action.foe_elven or _elven(theirs)),
    )


def duel(res: Resolution, action: Duel) -> None:
    """Find out who wins a fight; the loser backs away, the winner may strike."""
    unit = FLOW.enter(res, action.unit, "fight")
    fight = melee(res.state, action)
    for name in fight.units:
        for foe in fight.foes:
            if foe not in res.state.in_contact(name) and (name == unit.id or name in action.friends):
                res.emit(Engaged(name, foe))
    need(res, checks.can_duel(res.state, res.state.unit(unit.id)))
    res.emit(ActionUsed(unit.id, "duel"))
    res.emit(*(ConditionSet(name, "fought", "turn") for name in (*fight.units, *fight.foes)))
    others = ", ".join(res.name(name) for name in fight.foes)
    res.say(f"{unit.name} fights {others}")
    won = action.won
    if won is None:
        won = _rolled(res, action, fight)
    winners, losers = (fight.units, fight.foes) if won else (fight.foes, fight.units)
    for name in winners:
        res.emit(ConditionSet(name, "won", "turn"))
        if res.state.unit(name).has("prone"):
            res.emit(ConditionCleared(name, "prone", "stands up"))
    for name in losers:
        res.emit(ConditionSet(name, "lost", "turn"))
    res.say(f"{res.name(winners[0])} wins the fight")


def strike(res: Resolution, action: Strike) -> None:
    """Roll the winner's strikes to wound."""
    unit = FLOW.enter(res, action.unit, "fight")
    need(res, checks.can_strike(res.state, unit))
    target = action.target or next(iter(res.state.in_contact(unit.id)), "")
    if not target:
        raise Refused(f"{unit.name} is in combat with nobody")
    foe = res.state.unit(target)
    res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    count, needs, modifier = strike_plan(res.state, action, target)
    res.emit(ActionUsed(unit.id, "strike"))
    res.say(f"{unit.name} strikes {foe.name}, {count} to wound on {needs.text if needs else 'nothing'}")
    for number in range(count):
        if not res.state.unit(target).in_play:
            break
        with res.scope(f"{number + 1}:" if number else ""):
            if roll_to_wound(res, unit.id, needs, modifier, action.reroll):
                suffer(res, target, action.wounds_each, by=unit.id)
    if not res.state.unit(target).in_play:
        return
    if foe.id in res.state.in_contact(unit.id):
        res.emit(Disengaged(unit.id, foe.id))


def strike_plan(state: BattleState, action: Strike, target: str) -> tuple[int, Needs | None, int]:
    """Return how many dice to wound there are, what each takes, and what is added to each."""
    unit, foe = state.unit(action.unit), state.unit(target)
    profile = profile_of(unit)
    count = action.count or profile.attacks * unit.models
    if action.trapped or foe.has("prone"):
        count *= 2
    strength = profile.strength if action.strength is None else action.strength
    modifier = action.modifier + int(action.two_handed)
    if foe.has("heroic defence"):
        return count, Needs(6), 0
    return count, wound_needs(strength, profile_of(foe).defence), modifier


def _rolled(res: Resolution, action: Duel, fight: Melee) -> bool:
    six_stays = edition(res.state.edition).natural_six_stays
    mine, roll = _best(res, fight.units[0], fight.ours, six_stays, again=action.banner)
    other, their_roll = _best(res, fight.foes[0], fight.theirs, six_stays, again=action.foe_banner)
    res.say(f"{_told(roll, mine)} against {_told(their_roll, other)}")
    mine, other = _bidding(res, fight, mine, other)
    if mine != other:
        return mine > other
    if fight.ours.fight != fight.theirs.fight:
        res.say(f"equal, Fight {fight.ours.fight} against {fight.theirs.fight}")
        return fight.ours.fight > fight.theirs.fight
    return _roll_off(res, fight)


def _best(
    res: Resolution, unit_id: str, side: Duellist, six_stays: bool, *, again: bool
) -> tuple[int, Roll | None]:
    if not side.dice:
        return 0, None
    modifiers = (Modifier("duel", flat=side.modifier),) if side.modifier else ()
    unit = res.state.unit(unit_id)
    pool = Pool(f"duel of {unit.name}", base=side.dice, keep=side.dice, modifiers=modifiers, unit=unit_id)
    roll = res.roll(pool)
    shown = list(roll.dice)
    if again:
        # A banner re-rolls one die: the lowest, as nobody would choose another.
        more = res.roll(Pool(f"banner, {unit.name}", base=1, keep=1, unit=unit_id))
        shown[shown.index(min(shown))] = more.total
    return max(duel_die(die, side.modifier, six_stays=six_stays) for die in shown), roll


def _bidding(res: Resolution, fight: Melee, mine: int, other: int) -> tuple[int, int]:
    """Ask for Might in turns, the losing side first, until both let it stand."""
    ours = mine < other or (mine == other and fight.ours.fight < fight.theirs.fight)
    passed, bids = 0, 0
    while passed < 2:
        side = fight.units if ours else fight.foes
        best = mine if ours else other
        hero = max((res.state.unit(u) for u in side), key=lambda u: points.have(u, "might"))
        most = min(6 - best, points.have(hero, "might")) if best else 0
        spent = 0
        if most:
            with res.scope(f"{hero.side}{bids}:" if bids else ""):
                spent = points.ask(
                    res, hero.id, "duel.might", "might", most, f"on the duel, {mine} to {other}"
                )
        if spent:
            res.say(f"{hero.name} adds {spent} Might")
        mine, other = (mine + spent, other) if ours else (mine, other + spent)
        passed, bids, ours = (0 if spent else passed + 1), bids + 1, not ours
    return mine, other


def _roll_off(res: Resolution, fight: Melee) -> bool:
    """Decide an equal fight of equal Fight: the only elven weapon on 3+, else Good on 4+."""
    evil = _is_evil(res.state, res.state.unit(fight.units[0]).side)
    if fight.ours.elven != fight.theirs.elven:
        holder = fight.ours.elven
        roll = res.roll(Pool("equal fight, elven weapon", base=1, keep=1)).total
        won = roll >= ROLL_OFF_ELVEN
        res.say(f"equal, roll-off {roll}")
        return won if holder else not won
    roll = res.roll(Pool("equal fight, Good on 4+", base=1, keep=1)).total
    res.say(f"equal, roll-off {roll}")
    good = roll >= ROLL_OFF_GOOD
    return good != evil


def _is_evil(state: BattleState, side_id: str) -> bool:
    """Whether a side is Evil: a roster may say so of some of its models only."""
    return any(EVIL in profile_of(unit).words for unit in state.of_side(side_id))


def _told(roll: Roll | None, best: int) -> str:
    return f"{' '.join(map(str, roll.dice))} (best {best})" if roll else "no dice"


def _foes(state: BattleState, action: Duel) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(name for name in (action.target, *action.foes) if name))
    return named or state.in_contact(action.unit)


def _dice(units: list[Unit]) -> int:
    return sum(profile_of(unit).attacks * unit.models for unit in units)


def _fight(units: list[Unit]) -> int:
    return max(profile_of(unit).fight for unit in units)


def _elven(units: list[Unit]) -> bool:
    return any("ELVEN" in word.upper() for u in units for w in profile_of(u).weapons for word in w.keywords)
