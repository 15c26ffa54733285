"""Abilities used on other models, as `specials.toml` describes them: who is frightened, silenced, called."""

from __future__ import annotations

from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.actions import Ability
from warband_tui.rules.games.middle_earth.courage import plan
from warband_tui.rules.games.middle_earth.demands import Demand, meet
from warband_tui.rules.games.middle_earth.profile import specials_of
from warband_tui.rules.games.middle_earth.specials import Special
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import simple


def abilities_of(state: BattleState, unit: Unit) -> tuple[Special, ...]:
    """Return the abilities that a unit may use on others."""
    return tuple(rule for rule in specials_of(state, unit) if "ability" in rule.asks)


def can_use(state: BattleState, unit: Unit) -> Refusal | None:
    """An ability: having one that is not used up and that can be paid for."""
    rules = abilities_of(state, unit)
    if not rules:
        return Refusal(f"{unit.name} has no ability to use on others")
    return None if any(_refusal(state, unit, r) is None for r in rules) else _refusal(state, unit, rules[0])


def use(res: Resolution, action: Ability) -> None:
    """Use an ability on the models in range, which the players name."""
    unit = res.affected(action.unit)
    rules = abilities_of(res.state, unit)
    rule = next((r for r in rules if not action.rule or simple(r.name) == simple(action.rule)), None)
    if rule is None:
        names = ", ".join(r.name for r in rules) or "none"
        raise Refused(f"{unit.name} has no ability {action.rule!r}; it has {names}")
    refusal = _refusal(res.state, unit, rule)
    if refusal:
        raise Refused(refusal.why, *refusal.rules)
    if not action.targets:
        raise Refused(f"name whom {rule.name} reaches")
    if rule.once:
        res.emit(ConditionSet(unit.id, used_up(rule), "battle"))
    if rule.pays:
        points.pay(res, unit.id, rule.pays, 1, rule.name)
    res.say(f"{unit.name}: {rule.name}")
    for target in dict.fromkeys(action.targets):
        _on(res, unit, rule, target, action.passed)


def used_up(rule: Special) -> str:
    """Return the condition that says that an ability is used up."""
    return f"{rule.name.lower()} used"


def _refusal(state: BattleState, unit: Unit, rule: Special) -> Refusal | None:
    if rule.once and unit.has(used_up(rule)):
        return Refusal(f"{unit.name} has used its {rule.name}")
    if rule.pays and not points.have(state, unit, rule.pays):
        return Refusal(f"{unit.name} has no {rule.pays.capitalize()} left for {rule.name}", (points.RULE,))
    return None


def _on(res: Resolution, unit: Unit, rule: Special, target: str, passed: bool | None) -> None:
    other = res.state.unit(target)
    if rule.whom == "enemies":
        res.need(other.side != unit.side, f"{other.name} is no enemy of {unit.name}")
    if not other.in_play:
        raise Refused(f"{other.name} is off the table")
    if rule.marks:
        res.emit(ConditionSet(target, rule.marks, "turn", rule.name))
        res.say(f"{other.name} is in range")
    else:
        test = plan(res.state, other, rule.asks_for)
        with res.scope(f"{target}:"):
            meet(res, target, Demand(test, f"is not driven away by {unit.name}", rule), passed)
