"""Fights: the duel roll and who wins it, and the winner's strikes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ActionUsed, ConditionCleared, ConditionSet, Disengaged, Engaged
from warband_tui.rules.games.middle_earth import checks, points
from warband_tui.rules.games.middle_earth.actions import Duel, Strike
from warband_tui.rules.games.middle_earth.activation import FLOW
from warband_tui.rules.games.middle_earth.chances import HIGHEST
from warband_tui.rules.games.middle_earth.charges import charge_rules, fight_rules, knocked_down
from warband_tui.rules.games.middle_earth.duels import (
    DuelDice,
    Duellist,
    duel_die,
    ours_loses,
    raises,
    struck_fight,
    tie_share,
    worth_rolling,
)
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.heroics import die, strike_die
from warband_tui.rules.games.middle_earth.profile import EVIL, profile_of
from warband_tui.rules.games.middle_earth.striking import roll_to_wound, strike_plan
from warband_tui.rules.games.middle_earth.wounds import suffer
from warband_tui.rules.odds import Distribution, constant
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

ROLL_OFF_GOOD = 4
"""Good wins an equal fight on 4 to 6, an elven weapon alone on 3 to 6."""
ROLL_OFF_ELVEN = 3
TWO_HANDED = 1
"""What a two-handed weapon takes off a duel die."""


class Melee(Struct, frozen=True):
    """Both sides of a fight, the acting model's first."""

    units: tuple[str, ...]
    foes: tuple[str, ...]
    ours: Duellist
    theirs: Duellist


def melee(state: BattleState, action: Duel) -> Melee:
    """Return the two sides of a fight as they stand, with dice and the highest Fight of each."""
    unit = state.unit(action.unit)
    names = _foes(state, action)
    if not names:
        raise Refused(f"{unit.name} is not in combat: charge first, or say with whom it fights")
    ours = [unit, *(state.unit(name) for name in action.friends)]
    theirs = [state.unit(name) for name in names]
    us = _Stated(action.dice, action.support, action.modifier, action.elven, action.two_handed,
                 action.shielding, action.banner, action.charged)  # fmt: skip
    them = _Stated(action.foe_dice, action.foe_support, action.foe_modifier, action.foe_elven,
                   action.foe_two_handed, action.foe_shielding, action.foe_banner)  # fmt: skip
    if action.no_charge:
        us = replace(us, no_charge=True)
    return Melee(
        tuple(u.id for u in ours),
        tuple(u.id for u in theirs),
        _duellist(state, ours, theirs, us),
        _duellist(state, theirs, ours, them),
    )


class _Stated(Struct, frozen=True):
    """What the players say of one side of a fight."""

    dice: int | None
    support: int
    modifier: int
    elven: bool
    two_handed: bool
    shielding: bool
    banner: bool
    charged: bool = False
    no_charge: bool = False


def _duellist(state: BattleState, units: list[Unit], foes: list[Unit], said: _Stated) -> Duellist:
    # Dice by what is added to each, and by how much of that leaves a 6 alone.
    groups: dict[tuple[int, int], int] = {}
    for place, unit in enumerate(units):
        rules = fight_rules(state, unit)
        modifier, spared = said.modifier + sum(rule.duel for rule in rules), 0
        if said.two_handed and not place and not any(rule.spares_two_handed for rule in rules):
            modifier -= TWO_HANDED
            spared = TWO_HANDED if edition(state.edition).natural_six_stays else 0
        attacks = profile_of(unit).attacks
        if not said.no_charge:
            rules = charge_rules(state, unit, foes, charged=said.charged and not place)
            attacks += max((rule.attacks for rule in rules), default=0)
        if any(unit.has(f"challenge {foe.id}") for foe in foes):
            attacks += edition(state.edition).challenge_bonus
        groups[modifier, spared] = groups.get((modifier, spared), 0) + attacks * unit.models
        if not place:
            groups[said.modifier, 0] = groups.get((said.modifier, 0), 0) + said.support
    first = next(iter(groups))
    if said.dice is not None:
        groups = {first: said.dice}
    elif said.shielding:
        groups = {key: 2 * dice for key, dice in groups.items()}
    more = tuple((dice, key[0]) for key, dice in groups.items() if key != first and dice)
    elven = said.elven or _elven(units)
    return Duellist(groups[first], _fight(units), first[0], elven, more, first[1], said.banner)


def fights(state: BattleState, units: Sequence[str]) -> Distribution[int]:
    """Return the highest Fight of a side, with what Heroic Strikes may add to it."""
    best: Distribution[int] = constant(0)
    for unit in map(state.unit, units):
        best = best.combine(struck_fight(profile_of(unit).fight, strike_die(state, unit)), max)
    return best


def duel(res: Resolution, action: Duel) -> None:
    """Find out who wins a fight; the loser backs away, the winner may strike."""
    unit = FLOW.enter(res, action.unit, "fight")
    fight = melee(res.state, action)
    for name in fight.units:
        for foe in fight.foes:
            if foe not in res.state.in_contact(name) and (name == unit.id or name in action.friends):
                res.emit(Engaged(name, foe))
    res.permit(checks.can_duel(res.state, res.state.unit(unit.id)))
    res.emit(ActionUsed(unit.id, "duel"))
    res.emit(*(ConditionSet(name, "fought", "turn") for name in (*fight.units, *fight.foes)))
    others = ", ".join(res.name(name) for name in fight.foes)
    res.say(f"{unit.name} fights {others}")
    won = action.won
    if won is None:
        won = _rolled(res, fight)
    _settled(res, action, fight, won=won)


def _settled(res: Resolution, action: Duel, fight: Melee, *, won: bool) -> None:
    """Say who has won: who may strike, who falls, who is trapped."""
    winners, losers = (fight.units, fight.foes) if won else (fight.foes, fight.units)
    down = falling(res.state, action, fight, won=won)
    idle = action.shielding if won else action.foe_shielding
    for name in winners:
        res.emit(ConditionSet(name, "won", "turn"))
        prone = res.state.unit(name).has("prone")
        if prone:
            res.emit(ConditionCleared(name, "prone", "stands up"))
        if prone or idle:
            res.emit(ConditionSet(name, "no strikes", "turn", "shielding" if idle else "has stood up"))
    for name in losers:
        res.emit(ConditionSet(name, "lost", "turn"))
        if action.trapped:
            res.emit(ConditionSet(name, "trapped", "turn"))
        if name in down and not res.state.unit(name).has("prone"):
            res.emit(ConditionSet(name, "prone", "battle", "knocked down by the charge"))
            res.say(f"{res.name(name)} is knocked prone")
    res.say(f"{res.name(winners[0])} wins the fight")


def falling(state: BattleState, action: Duel, fight: Melee, *, won: bool) -> tuple[str, ...]:
    """Return who would be knocked prone by a charge of the winners."""
    winners, losers = (fight.units, fight.foes) if won else (fight.foes, fight.units)
    foes = [state.unit(name) for name in losers]
    down: list[str] = []
    for name in winners:
        unit = state.unit(name)
        charged = won and action.charged and name == action.unit
        if not (won and action.no_charge):
            rules = charge_rules(state, unit, foes, charged=charged)
            down += [foe.id for foe in knocked_down(unit, foes, rules)]
    return tuple(dict.fromkeys(down))


def strike(res: Resolution, action: Strike) -> None:
    """Roll the winner's strikes to wound."""
    unit = FLOW.enter(res, action.unit, "fight")
    res.permit(checks.can_strike(res.state, unit))
    target = action.target or next(iter(res.state.in_contact(unit.id)), "")
    if not target:
        raise Refused(f"{unit.name} is in combat with nobody")
    foe = res.state.unit(target)
    res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    planned = strike_plan(res.state, action, target)
    res.emit(ActionUsed(unit.id, "strike"))
    if planned.sides:
        added = die(res, unit, "Heroic Strength", planned.sides)
        planned = strike_plan(res.state, action, target, added)
        res.say(f"Heroic Strength adds {added}")
    needs, count = planned.needs, planned.count
    res.say(f"{unit.name} strikes {foe.name}, {count} to wound on {needs.text if needs else 'nothing'}")
    for number in range(count):
        if not res.state.unit(target).in_play:
            break
        with res.scope(f"{number + 1}:" if number else ""):
            dice = (needs, planned.modifier, planned.reroll)
            if roll_to_wound(res, unit.id, *dice, own=not planned.natural):
                suffer(res, target, planned.wounds_each, by=unit.id)
    if res.state.unit(target).in_play and foe.id in res.state.in_contact(unit.id):
        res.emit(Disengaged(unit.id, target))


def _rolled(res: Resolution, fight: Melee) -> bool:
    fight = replace(
        fight,
        ours=_heroic_fight(res, fight.units, fight.ours),
        theirs=_heroic_fight(res, fight.foes, fight.theirs),
    )
    mine, roll = _best(res, fight.units[0], fight.ours)
    other, their_roll = _best(res, fight.foes[0], fight.theirs)
    res.say(f"{_told(roll, mine)} against {_told(their_roll, other)}")
    mine, other = _lone_again(res, fight, mine, other)
    mine, other = _bidding(res, fight, mine, other)
    if mine != other:
        return mine > other
    if fight.ours.fight != fight.theirs.fight:
        res.say(f"equal, Fight {fight.ours.fight} against {fight.theirs.fight}")
        return fight.ours.fight > fight.theirs.fight
    return _roll_off(res, fight)


def _heroic_fight(res: Resolution, units: tuple[str, ...], side: Duellist) -> Duellist:
    """Roll what Heroic Strikes add to Fight; the highest of all counts."""
    best = side.fight
    for unit in map(res.state.unit, units):
        sides = strike_die(res.state, unit)
        if sides:
            added = die(res, unit, "Heroic Strike", sides)
            best = max(best, min(HIGHEST, profile_of(unit).fight + added))
            res.say(f"{unit.name} strikes with Fight {best}")
    return replace(side, fight=best)


def _best(res: Resolution, unit_id: str, side: Duellist) -> tuple[int, Roll | None]:
    """Roll a side's dice and return the best of them; under a banner one of several is rolled again at once."""
    count = side.all_dice
    if not count:
        return 0, None
    modifiers = (Modifier("duel", flat=side.modifier),) if side.modifier and not side.more else ()
    unit = res.state.unit(unit_id)
    pool = Pool(f"duel of {unit.name}", base=count, keep=count, modifiers=modifiers, unit=unit_id)
    roll = res.roll(pool)
    kinds = [group for group in side.groups for _ in range(group.dice)]
    dice = [
        (duel_die(shown, kind.modifier, kind.spared), kind)
        for shown, kind in zip(roll.dice, kinds, strict=True)
    ]
    if side.banner and count > 1:
        # The best die stays; of the others the one that may come out highest is rolled again.
        kept = max(dice, key=lambda made: (made[0], -made[1].modifier, -made[1].spared))
        dice.remove(kept)
        kind = max((kind for _, kind in dice), key=lambda kind: kind.worth)
        return max(kept[0], _banner(res, unit, kind)), roll
    return max(value for value, _ in dice), roll


def _banner(res: Resolution, unit: Unit, kind: DuelDice) -> int:
    """Roll a duel die again that a banner allows."""
    again = res.roll(Pool(f"banner, {unit.name}", base=1, keep=1, unit=unit.id)).total
    res.say(f"{unit.name}'s banner rolls a die again: {again}")
    return duel_die(again, kind.modifier, kind.spared)


def _lone_again(res: Resolution, fight: Melee, mine: int, other: int) -> tuple[int, int]:
    """Roll a lone die under a banner again where that is better, the losing side's first."""
    share = tie_share(fight.ours, fight.theirs)
    first = ours_loses(mine, other, share)
    for ours in (first, not first):
        side, units = (fight.ours, fight.units) if ours else (fight.theirs, fight.foes)
        seen = (mine, other, share) if ours else (other, mine, 1 - share)
        if side.lone is not None and worth_rolling(side.lone, *seen):
            new = _banner(res, res.state.unit(units[0]), side.groups[0])
            mine, other = (new, other) if ours else (mine, new)
    return mine, other


def _bidding(res: Resolution, fight: Melee, mine: int, other: int) -> tuple[int, int]:
    """Ask for Might in turns, the losing side first, until both let it stand."""
    share = tie_share(fight.ours, fight.theirs)
    ours = ours_loses(mine, other, share)
    passed, bids = 0, 0
    while passed < 2:
        side = fight.units if ours else fight.foes
        hero = max((res.state.unit(u) for u in side), key=lambda u: points.have(res.state, u, "might"))
        worth = raises(mine, other, share) if ours else raises(other, mine, 1 - share)
        with res.scope(f"{hero.side}{bids}:" if bids else ""):
            spent = points.ask(res, hero.id, "duel.might", "might", worth, f"on the duel, {mine} to {other}")
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


def _fight(units: list[Unit]) -> int:
    return max(profile_of(unit).fight for unit in units)


def _elven(units: list[Unit]) -> bool:
    return any("ELVEN" in word.upper() for u in units for w in profile_of(u).weapons for word in w.keywords)
