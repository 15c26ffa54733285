"""Actions that profiles, factions and kit declare as data (TC-OTH-1)."""

from __future__ import annotations

from warband_tui.rules.dice import Modifier
from warband_tui.rules.events import ActionUsed, ConditionCleared, ConditionSet
from warband_tui.rules.games.trench_crusade.actions import Special
from warband_tui.rules.games.trench_crusade.activation import end_if_risky, start
from warband_tui.rules.games.trench_crusade.declarations import CONDITIONS, COUNTERS
from warband_tui.rules.games.trench_crusade.profile import Effect, SpecialAction, profile_of
from warband_tui.rules.games.trench_crusade.success import is_risky, success_roll, told
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

_LIMITS = {c.id: c for c in COUNTERS}
_UNTIL = {c.id: c.until for c in CONDITIONS}


def special(res: Resolution, action: Special) -> None:
    """Carry out a declared action: its success roll if it has one, then its effects."""
    unit = start(res, action.unit)
    declared = _declared(unit, action.action)
    refusal = can_use(res.state, unit, declared)
    if refusal:
        res.need(False, refusal.why, *refusal.rules)
    _aimed(res, unit, declared, action)
    res.emit(ActionUsed(unit.id, declared.id))
    res.cite("TC-OTH-1")
    res.cite("TC-ACT-1", frame=True)
    at = f" at {res.name(action.target)}" if action.target and action.target != unit.id else ""
    if declared.roll or declared.risky:
        modifiers = (Modifier(declared.name, dice=declared.dice),) if declared.dice else ()
        roll = success_roll(res, unit.id, declared.name, modifiers)
        failed = roll.outcome == "failure"
        res.say(f"{unit.name}: {declared.name}{at}: {told(roll)}, {'failed' if failed else 'done'}")
        if failed:
            end_if_risky(res, unit.id, risky=is_risky(res, unit.id, risky=declared.risky))
            return
    else:
        res.say(f"{unit.name}: {declared.name}{at}")
    for effect in declared.effects:
        _apply(res, effect, unit.id if effect.to == "self" else (action.target or unit.id))


def can_use(state: BattleState, unit: Unit, declared: SpecialAction) -> Refusal | None:
    """Return why a unit cannot use a declared action now."""
    if declared.id in unit.used:
        return Refusal(f"{unit.name} has used {declared.name} in this activation", ("TC-ACT-1",))
    if state.in_contact(unit.id) and not declared.in_melee:
        return Refusal(f"{unit.name} is in melee", ("TC-OTH-1",))
    return None


def _declared(unit: Unit, name: str) -> SpecialAction:
    actions = profile_of(unit).actions
    wanted = name.strip().casefold()
    for declared in actions:
        if wanted in (declared.id.casefold(), declared.name.casefold()):
            return declared
    held = ", ".join(a.id for a in actions) or "none"
    raise Refused(f"{unit.name} has no action {name!r}; it has {held}", "TC-OTH-1")


def _aimed(res: Resolution, unit: Unit, declared: SpecialAction, action: Special) -> None:
    if not declared.target:
        return
    if not action.target:
        raise Refused(f"name the target of {declared.name}", "TC-OTH-1")
    target = res.state.unit(action.target)
    friend = target.side == unit.side
    fits = declared.target == "any" or (declared.target == "friend") == friend
    res.need(fits, f"{declared.name} takes a {declared.target}; {target.name} is none", "TC-OTH-1")
    res.need(target.in_play, f"{target.name} is off the table", "TC-OTH-1")
    if action.distance is not None and declared.range is not None:
        far = f'{target.name} is {action.distance:g}" away; {declared.name} reaches {declared.range:g}"'
        res.need(action.distance <= declared.range, far, "TC-OTH-1")


def _apply(res: Resolution, effect: Effect, target: str) -> None:
    unit = res.state.unit(target)
    if effect.counter:
        spec = _LIMITS.get(effect.counter)
        low, high = (spec.low, spec.high) if spec else (0, None)
        # The owner cannot take blood off a GOLEM (TC-KEY-1).
        if effect.counter == "blood" and effect.by < 0 and profile_of(unit).has("GOLEM"):
            res.say(f"{unit.name} is a GOLEM: its blood stays")
            return
        changed = res.change(target, effect.counter, effect.by, low=low, high=high, why="an action")
        res.say(f"{unit.name}: {changed:+d} {effect.counter}")
    if effect.condition and effect.clear and unit.has(effect.condition):
        res.emit(ConditionCleared(target, effect.condition))
    elif effect.condition and not effect.clear and not unit.has(effect.condition):
        res.emit(ConditionSet(target, effect.condition, _UNTIL.get(effect.condition, "battle")))
