"""The odds of an action as it stands in a battle, several weapons and targets summed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.actions import Action
from warband_tui.rules.games.age_of_sigmar import actions as act
from warband_tui.rules.games.age_of_sigmar import chances
from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.games.age_of_sigmar.attack_plan import Batch, barred, batches, target_of
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Reading, Target
from warband_tui.rules.games.age_of_sigmar.crit_picks import EACH, best
from warband_tui.rules.games.age_of_sigmar.damage import amount_in
from warband_tui.rules.games.age_of_sigmar.measured import charge_needs
from warband_tui.rules.games.age_of_sigmar.odds_query import check_size
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition, reading
from warband_tui.rules.odds import Distribution, binomial, die
from warband_tui.rules.resolution import Refused, Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit

Choices = Mapping[str, Value]
FEW = 6
"""Of so many models each number slain has a line of its own; beyond, lines stand for several."""


def odds(state: BattleState, action: Action, choices: Choices) -> Odds | None:
    """Return the exact odds of an action, None where it rolls nothing that matters.

    Raises:
        Refused, WarbandError: the action cannot be made out.
    """
    maker = _MAKERS.get(type(action))
    return maker(state, action, choices) if maker else None


def dealt(state: BattleState, action: act.Attack, choices: Choices) -> dict[str, Distribution[int]]:
    """Return the damage after wards that an attack does to each of its targets."""
    rules = reading(state)
    planned = batches(state, action)
    found = {}
    for unit_id in dict.fromkeys(batch.target for batch in planned):
        attacks = _attacks(planned, unit_id, choices)
        check_size(attacks)
        found[unit_id] = chances.damage(attacks, target_of(state.unit(unit_id)), rules)
    return found


def _attack(state: BattleState, action: act.Attack, choices: Choices) -> Odds | None:
    refusal = barred(state, action)
    if refusal is not None:
        raise Refused(refusal.why, *refusal.rules)
    planned = batches(state, action)
    rules = reading(state)
    missing = list(dict.fromkeys(text for batch in planned for text in batch.missing))
    known = [batch for batch in planned if not batch.missing]
    advice = f"not counted: {'; '.join(missing)}" if missing else ""
    if not known:
        return Odds((), pool="no odds", advice=advice) if missing else None
    targets = list(dict.fromkeys(batch.target for batch in known))
    lines: list[Chance] = []
    words = []
    for unit_id in targets:
        unit = state.unit(unit_id)
        attacks = _attacks(known, unit_id, choices)
        check_size(attacks)
        target = target_of(unit)
        several = unit if len(targets) > 1 else None
        lines += _chances(_allocated(known, unit_id, attacks, choices, target, rules), target, several)
        words.append(_pool([b for b in known if b.target == unit_id], attacks, target, unit, rules))
    ways = _ways(state, action, known, choices, rules) if len(targets) == 1 else ()
    return Odds(tuple(lines), pool="; ".join(words), ways=ways, advice=advice)


def _attacks(planned: list[Batch], unit_id: str, choices: Choices) -> tuple[Attack, ...]:
    found: list[Attack] = []
    for index, batch in enumerate(planned):
        if batch.target != unit_id:
            continue
        picked = choices.get(_crit_key(index))
        crit = tuple(c for c in batch.crit_options if c == picked) or None
        found += batch.attacks(crit)
    return tuple(found)


def _crit_key(index: int) -> str:
    return f"{index + 1}:attack.crit" if index else "attack.crit"


def _allocated(
    known: list[Batch],
    unit_id: str,
    attacks: tuple[Attack, ...],
    choices: Choices,
    target: Target,
    rules: Reading,
) -> Distribution[int]:
    """Return the points allocated; where Crit abilities are picked hit by hit, those of the best picks."""
    for index, batch in enumerate(known):
        if batch.target == unit_id and choices.get(_crit_key(index)) == EACH:
            found = _picked(known, index, choices, target, rules)
            if found is not None:
                return found
    return chances.allocated(attacks, target, rules)


def _picked(
    known: list[Batch], index: int, choices: Choices, target: Target, rules: Reading
) -> Distribution[int] | None:
    """Return the points allocated if one batch picks its Crit ability hit by hit; None where that is too much."""
    batch = known[index]
    if not batch.crit_options or not all(part.attacks.fixed for part in batch.parts):
        return None
    number = sum(part.models * part.attacks.plus for part in batch.parts)
    like = replace(batch.like, attacks=Amount(plus=number), models=1)
    others = [one if i != index else replace(one, parts=()) for i, one in enumerate(known)]
    return best(like, batch.crit_options, _attacks(others, batch.target, choices), target, rules)


def _chances(hurt: Distribution[int], target: Target, unit: Unit | None) -> list[Chance]:
    """Return the chances of each outcome for one target; together they are 1."""
    key = f"{unit.id}." if unit else ""
    name = f"{unit.name}: " if unit else ""
    lost = chances.slain(hurt, target)
    nothing = hurt.chance(0)
    lines = [
        Chance(f"{key}nothing", f"{name}no damage", nothing),
        Chance(f"{key}damaged", f"{name}damaged, none slain", lost.chance(0) - nothing),
    ]
    most = target.models
    step = 1 if most <= FEW else -(-most // FEW)
    for low in range(1, most, step):
        high = min(low + step, most) - 1
        label = f"{low} slain" if low == high else f"{low} to {high} slain"
        part = lost.chance_that(range(low, high + 1).__contains__)
        lines.append(Chance(f"{key}slain.{low}" + (f"-{high}" if high > low else ""), name + label, part))
    lines.append(Chance(f"{key}destroyed", f"{name}destroyed", lost.chance(most)))
    return [line for line in lines if line.chance or line.id.endswith("destroyed")]


def _pool(batch: list[Batch], attacks: tuple[Attack, ...], target: Target, unit: Unit, rules: Reading) -> str:
    """Return the attack in words: each batch with what it needs, and the mean damage."""
    told = []
    for one in batch:
        like = one.like
        save = chances.save_modifier(like.save_mod, like.rend, rules)
        needs = f"save {target.save - save}+" if target.save else "no save"
        hit, wound = like.hit - chances.capped(like.hit_mod), like.wound - chances.capped(like.wound_mod)
        told.append(
            f"{' + '.join(map(str, one.parts))}: {max(2, hit)}+ {max(2, wound)}+ {needs} damage {like.damage}"
        )
    pool = sum(chances.pool_mean(attack, target.save, rules) for attack in attacks)
    mean = pool * chances.ward_keeps(target.ward)
    ward = f" · ward {target.ward}+" if target.ward else ""
    return f"{' · '.join(told)}{ward} = {float(mean):.2f} damage to {unit.name} on average"


def _ways(
    state: BattleState, action: act.Attack, known: list[Batch], choices: Choices, rules: Reading
) -> tuple[Way, ...]:
    """Return the chance to destroy the target as things stand, and with what commands and re-rolls would change."""
    target_id = known[0].target
    foe, unit = state.unit(target_id), state.unit(action.unit)
    target = target_of(foe)

    def destroyed(made: tuple[Attack, ...]) -> Fraction:
        return chances.allocated(made, target, rules).chance(target.left)

    plain = _attacks(known, target_id, choices)
    found = [
        Way("as it stands", _allocated(known, target_id, plain, choices, target, rules).chance(target.left))
    ]
    for batch_index, batch in enumerate(known):
        if len(batch.crit_options) > 1:
            for crit in batch.crit_options:
                key = _crit_key(batch_index)
                made = _attacks(known, target_id, {**choices, key: crit})
                found.append(Way(f"Crit ({crit})", destroyed(made), {key: crit}))
            each = _picked(known, batch_index, choices, target, rules)
            if each is not None:
                found.append(
                    Way("Crit picked hit by hit", each.chance(target.left), {_crit_key(batch_index): EACH})
                )
    rules_of = edition(state.edition)
    if rules_of.commands and not unit.has("all-out attack"):
        made = tuple(replace(a, hit_mod=a.hit_mod + 1) for a in plain)
        found.append(Way("with All-out Attack", destroyed(made)))
    if rules_of.commands and not foe.has("all-out defence"):
        made = tuple(replace(a, save_mod=a.save_mod + 1) for a in plain)
        found.append(Way("against All-out Defence", destroyed(made)))
    highest = max((way.chance for way in found if way.choices), default=None)
    if len(found) == 1:
        return ()
    return tuple(replace(way, best=bool(way.choices) and way.chance == highest) for way in found)


def _charge(state: BattleState, action: act.Charge, choices: Choices) -> Odds | None:
    del choices
    needed = charge_needs(state, action)
    if needed is None:
        return None
    dice = 2 + warscroll(state.unit(action.unit)).charge_dice
    rolled = die(6).power(dice)
    made = rolled.chance_that(lambda total: total >= needed)
    ways: tuple[Way, ...] = ()
    if edition(state.edition).commands:
        again = Way("with Forward to Victory, if it falls short", 1 - (1 - made) ** 2)
        ways = (Way("as it stands", made), again)
    return Odds(
        (Chance("reached", "in combat", made), Chance("short", "falls short", 1 - made)),
        pool=f'{dice}D6 against {round(needed, 1):g}"',
        ways=ways,
    )


def _power(state: BattleState, action: act.Power, choices: Choices) -> Odds | None:
    """Return the odds of a place of power (AOST-1.2-4): what its D6 does, and whether the hero falls."""
    del choices
    hero = target_of(state.unit(action.unit))
    if action.effect in ("heal", "obscure"):
        good = Chance("good", "it works", Fraction(2, 3))
        bad = "1 mortal damage around" if action.effect == "heal" else "nothing happens"
        least = Fraction(1, 6)
        if action.effect == "obscure":
            return Odds((good, Chance("none", bad, Fraction(1, 3))), pool="D6: 3 or more")
        nothing = Chance("none", "nothing happens", least)
        return Odds((good, Chance("bad", bad, least), nothing), pool="D6: 3 or more")
    points = Distribution[int].of(enumerate(amount_in("D3").weights()))
    kept = chances.ward_keeps(hero.ward)
    hurt = points.then(lambda number: binomial(number, kept))
    falls = chances.slain(hurt, hero).chance(hero.models) / 6
    lines = (
        Chance("power", "power drawn", Fraction(5, 6)),
        Chance("hurt", "D3 mortal damage", Fraction(1, 6) - falls),
        Chance("destroyed", "destroyed by it", falls),
    )
    return Odds(tuple(line for line in lines if line.chance), pool="D6: 2 or more")


def _mortal(state: BattleState, action: act.Mortal, choices: Choices) -> Odds:
    del choices
    unit = state.unit(action.unit)
    needed = ("health",) if action.allocate else ("health", "ward")
    missing = [
        f"{unit.name}: {name} is {text}" for name, text in warscroll(unit).unknown.items() if name in needed
    ]
    if missing:
        return Odds((), pool="no odds", advice=f"not counted: {'; '.join(missing)}")
    target = target_of(unit)
    amount = amount_in(action.amount)
    points = Distribution[int].of(enumerate(amount.weights()))
    kept = Fraction(1) if action.allocate else chances.ward_keeps(target.ward)
    hurt = points.then(lambda number: binomial(number, kept))
    return Odds(
        tuple(_chances(hurt, target, None)),
        pool=f"{amount} mortal damage = {float(hurt.mean()):.2f} on average",
    )


_MAKERS: dict[type[Action], Callable[[BattleState, Any, Choices], Odds | None]] = {
    act.Shoot: _attack,
    act.Fight: _attack,
    act.Charge: _charge,
    act.Power: _power,
    act.Mortal: _mortal,
}
