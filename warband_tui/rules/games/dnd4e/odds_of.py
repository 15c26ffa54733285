"""The odds of an action as it stands in a battle: attacks, saves, falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from warband_tui.rules.actions import Action
from warband_tui.rules.dice import Modifier
from warband_tui.rules.games.dnd4e import actions as act
from warband_tui.rules.games.dnd4e import chances
from warband_tui.rules.games.dnd4e import turn_actions as own
from warband_tui.rules.games.dnd4e.amounts import Dice
from warband_tui.rules.games.dnd4e.attack_plan import SHORT, Made, blow, modifiers, power_of, targets_of
from warband_tui.rules.games.dnd4e.chances import Blow
from warband_tui.rules.games.dnd4e.declarations import HP, TEMPORARY
from warband_tui.rules.games.dnd4e.falls import fly_speed
from warband_tui.rules.games.dnd4e.profile import Power, creature
from warband_tui.rules.games.dnd4e.saves import all_saves
from warband_tui.rules.games.dnd4e.settings import answer, most_fall_dice
from warband_tui.rules.games.dnd4e.vitality import suffered
from warband_tui.rules.odds import Distribution, die
from warband_tui.rules.resolution import Value
from warband_tui.rules.ruleset import Chance, Odds, Way
from warband_tui.rules.state import BattleState, Unit


def odds(state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
    """Return the exact odds of an action, None where it rolls nothing that matters.

    Raises:
        Refused: the action cannot be made out.
    """
    del choices
    maker = _MAKERS.get(type(action))
    return maker(state, action) if maker else None


def damage_of(state: BattleState, action: Made, target: str) -> Distribution[int]:
    """Return what an attack takes off one of its targets, temporary hit points included."""
    unit, foe = state.unit(action.unit), state.unit(target)
    power = power_of(unit, action)
    planned = blow(state, unit, foe, action, power, targets_of(action))
    return chances.damage(planned, lambda points: suffered(foe, points, power.type))


def _attack(state: BattleState, action: Made) -> Odds | None:
    if isinstance(action, act.Charge) and action.rush:
        rush = act.BullRush(action.unit, action.target, action.advantage, action.modifier + 1, action.why)
        return _strength(state, rush)
    targets = targets_of(action)
    unit = state.unit(action.unit)
    power = power_of(unit, action)
    rows: list[Chance] = []
    for target in targets:
        foe = state.unit(target)
        planned = blow(state, unit, foe, action, power, targets)
        head = f"{foe.name}: " if len(targets) > 1 else ""
        key = f"{target}." if len(targets) > 1 else ""
        rolled = chances.outcomes(planned)
        rows += [Chance(f"{key}{r}", f"{head}{_WORDS[r]}", rolled.chance(r)) for r in _WORDS]
        if power.damage:
            points = damage_of(state, action, target)
            rows += _what_it_does(key, head, foe, points)
    foe = state.unit(targets[0])
    added = modifiers(state, unit, foe, power, action, targets)
    return Odds(
        tuple(rows), pool=_pool(added, power, foe), ways=_ways(state, action, unit, foe, power, targets)
    )


def _what_it_does(key: str, head: str, foe: Unit, points: Distribution[int]) -> list[Chance]:
    left = foe.counter(HP) + foe.counter(TEMPORARY)
    found = []
    half = creature(foe).bloodied
    if foe.counter(HP) > half and half:
        found.append(Chance(f"{key}bloodied", f"{head}bloodied or worse", points.at_least(left - half)))
    if left > 0:
        found.append(Chance(f"{key}drops", f"{head}down to 0", points.at_least(left)))
    return found


def _ways(
    state: BattleState, action: Made, unit: Unit, foe: Unit, power: Power, targets: tuple[str, ...]
) -> tuple[Way, ...]:
    """Return what combat advantage would be worth, where there is none."""
    planned = blow(state, unit, foe, action, power, targets)
    if len(targets) > 1 or any(m.source.startswith("combat advantage") for m in modifiers(state, unit, foe, power, action, targets)):  # fmt: skip
        return ()
    better = Blow(planned.bonus + 2, planned.needs, planned.damage)
    return (
        Way("as it stands", 1 - chances.outcomes(planned).chance("miss")),
        Way("with combat advantage", 1 - chances.outcomes(better).chance("miss"), best=True),
    )


def _pool(added: tuple[Modifier, ...], power: Power, foe: Unit) -> str:
    words = " ".join(f"{m.source} {m.flat:+d}" for m in added)
    total = sum(m.flat for m in added)
    needs = creature(foe).defence(power.versus)
    die = chances.needed(total, needs, 2)
    return f"d20 {total:+d} against {SHORT[power.versus]} {needs}: {die} ({words or 'nothing added'})"


def _strength(state: BattleState, action: act.BullRush | act.Grab) -> Odds | None:
    if not action.target:
        return None
    unit, foe = state.unit(action.unit), state.unit(action.target)
    grab = isinstance(action, act.Grab)
    name = "grab" if grab else "bull rush"
    power = Power(name, name, attack=creature(unit).strength, versus="reflex" if grab else "fortitude")
    added = modifiers(state, unit, foe, power, action, (foe.id,))
    planned = Blow(sum(m.flat for m in added), creature(foe).defence(power.versus), Dice())
    rolled = chances.outcomes(planned)
    rows = (
        Chance("miss", "fails", rolled.chance("miss")),
        Chance("hit", "succeeds", 1 - rolled.chance("miss")),
    )
    return Odds(rows, pool=_pool(added, power, foe))


def _save(state: BattleState, action: own.Save) -> Odds:
    unit = state.unit(action.unit)
    bonus = creature(unit).save + action.modifier
    saved = chances.save_chance(bonus)
    rows = [Chance("pass", "saves", saved), Chance("fail", "fails", 1 - saved)]
    if action.against == "death" or (not action.against and all_saves(unit) == ["death"]):
        rows.append(Chance("up", "comes round (20 or more)", chances.check_chance(bonus, 20)))
    return Odds(tuple(rows), pool=f"d20 {bonus:+d}, 10 or more")


def _fall(state: BattleState, action: act.Fall) -> Odds:
    unit = state.unit(action.unit)
    feet = chances.flown_down(action.feet, fly_speed(unit)) if action.flying else action.feet
    dice = chances.fall_dice(feet, answer(state, "fall"), most_fall_dice(answer(state, "text")))
    points = dice.distribution()
    profile = creature(unit)
    if action.acrobatics and "acrobatics" in profile.trained and dice.most:
        skill = profile.skills.get("acrobatics", 0)
        soft = die(20).map(lambda natural: max(0, (natural + skill) // 2))
        points = points.combine(soft, lambda hurt, off: max(0, hurt - off))
    points = points.map(lambda number: suffered(unit, number))
    rows = [
        Chance("unhurt", "lands on its feet", points.chance(0)),
        Chance("prone", "prone", points.at_least(1)),
    ]
    rows += _what_it_does("", "", unit, points)
    return Odds(tuple(rows), pool=f"{dice}, {float(points.mean()):g} on average")


_WORDS = {"miss": "miss", "hit": "hit", "critical": "critical hit"}
_MAKERS: dict[type[Action], Callable[[BattleState, Any], Odds | None]] = {
    act.Attack: _attack,
    act.Charge: _attack,
    act.Opportunity: _attack,
    act.BullRush: _strength,
    act.Grab: _strength,
    own.Save: _save,
    act.Fall: _fall,
}
