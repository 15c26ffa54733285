"""The odds of fights: who wins, what Might and heroic actions do, how often somebody is slain."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth import chances, duels, points
from warband_tui.rules.games.middle_earth.fighting import Melee, falling, fights, melee
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.heroics import strike_die
from warband_tui.rules.games.middle_earth.odds_ways import Choices, best_of
from warband_tui.rules.games.middle_earth.odds_ways import spent as spent_on
from warband_tui.rules.games.middle_earth.striking import strike_plan
from warband_tui.rules.odds import Distribution, mixture
from warband_tui.rules.resolution import Refused
from warband_tui.rules.spending import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Condition, Unit
from warband_tui.rules.wording import percent


def duel(state: BattleState, action: act.Duel, choices: Choices) -> Odds:
    """Return who wins a fight, with what Might does, and how often somebody is slain."""
    fight = melee(state, action)
    ours = max((state.unit(u) for u in fight.units), key=lambda u: points.have(state, u, "might"))
    theirs = max((state.unit(u) for u in fight.foes), key=lambda u: points.have(state, u, "might"))
    might, against = points.have(state, ours, "might"), points.have(state, theirs, "might")
    spent = spent_on(state, ours, choices, "duel.might", "might")
    wins = winning(state, fight, spent)
    ways = []
    for count in range(min(might, 5) + 1):
        label = f"up to {count} Might" if count else "no Might"
        chance = winning(state, fight, count)
        ways.append(Way(label, chance, {"duel.might": count}, count == min(might, 5) and count > 0))
    told = [best_of(tuple(ways), winning(state, fight, 0), "wins")]
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
    return duels.duel_of_fights(
        fight.ours,
        fight.theirs,
        fights(state, fight.units),
        fights(state, fight.foes),
        might=might,
        against=against,
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
    left = max(1, -(-wounds_left(foe) // harm))
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


def _side_text(state: BattleState, units: tuple[str, ...], side: duels.Duellist) -> str:
    more = "".join(f" and {dice} at {modifier:+d}" for dice, modifier in side.more)
    dice = sorted({strike_die(state, state.unit(name)) for name in units} - {0})
    strike = f" +D{dice[-1]}" if dice else ""
    return f"{side.dice}{more} dice, Fight {side.fight}{strike}{_extra(side)}"


def _extra(side: duels.Duellist) -> str:
    words = [f"{side.modifier:+d}" if side.modifier else "", "elven" if side.elven else ""]
    words.append("banner" if side.banner else "")
    return "".join(f", {word}" for word in words if word)


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


def strike(state: BattleState, action: act.Strike, choices: Choices) -> Odds:
    """Return what a model's strikes do.

    Raises:
        Refused: it is in combat with nobody.
    """
    del choices
    target = action.target or next(iter(state.in_contact(action.unit)), "")
    if not target:
        raise Refused(f"{state.unit(action.unit).name} is in combat with nobody")
    planned = strike_plan(state, action, target)
    _, _, harm, pool = _strikes_of(state, action, target)
    faces = [strike_plan(state, action, target, n) for n in range(1, planned.sides + 1)] or [planned]
    rolls = [(p.count, chances.wound(chances.modified(p.needs, p.modifier), reroll=p.reroll)) for p in faces]
    return slaying(state, state.unit(target), rolls, harm, pool)


def slaying(
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

    Raises:
        Refused: the model is off the table.
    """
    if not foe.in_play:
        raise Refused(f"{foe.name} is off the table")
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
