"""Moving, charging with its Terror tests, any other courage test, leaving the table."""

from __future__ import annotations

from warband_tui.rules.events import ActionUsed, ConditionSet, Engaged, ModelsLost, Moved
from warband_tui.rules.games.middle_earth import checks, distances
from warband_tui.rules.games.middle_earth.actions import Charge, Courage, Leave, Move
from warband_tui.rules.games.middle_earth.activation import FLOW, need, on_table
from warband_tui.rules.games.middle_earth.broken import must_test
from warband_tui.rules.games.middle_earth.courage import BROKEN, TERROR, Stated, plan, take_test
from warband_tui.rules.games.middle_earth.demands import Demand, asking, meet, of_charge, remember, unled
from warband_tui.rules.games.middle_earth.specials import COURAGE
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import Unit


def move(res: Resolution, action: Move) -> None:
    """Move a unit, which may have finished nothing before (ME-BRK-3)."""
    unit = _start(res, action.unit)
    need(res, checks.can_move(res.state, unit))
    res.emit(ActionUsed(unit.id, "move"), ConditionSet(unit.id, "moved", "turn"))
    res.emit(Moved(unit.id, "move", action.distance))
    far = f' {action.distance:g}"' if action.distance is not None else ""
    res.say(f"{unit.name} moves{far}")


def charge(res: Resolution, action: Charge) -> None:
    """Charge enemies, passing a Terror test for those that cause it first (ME-CRG-2, 3)."""
    names = tuple(dict.fromkeys(t for t in (*action.targets, action.target) if t))
    if not names:
        raise Refused("name whom to charge")
    unit = _start(res, action.unit)
    need(res, checks.can_charge(res.state, unit))
    foes = [res.state.unit(name) for name in names]
    for foe in foes:
        res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    demands = of_charge(res.state, action)
    res.emit(ActionUsed(unit.id, "charge"))
    for number, demand in enumerate(demands):
        with res.scope(f"{demand.test.cause}:" if number else ""):
            if not meet(res, unit.id, demand, action.passed):
                return
    far = distances.apart(res.state, unit, foes[0], action.distance)
    res.emit(ConditionSet(unit.id, "moved", "turn"), Moved(unit.id, "charge", far))
    res.emit(*(Engaged(unit.id, foe.id) for foe in foes), ConditionSet(unit.id, "charged", "turn"))
    res.say(f"{unit.name} charges {', '.join(foe.name for foe in foes)}")


def courage(res: Resolution, action: Courage) -> None:
    """Take a courage test for any cause; what a special rule says follows (ME-CRG-1 to 4)."""
    unit = on_table(res, action.unit)
    cause = action.cause.strip().lower() or "other"
    if cause == BROKEN:
        raise Refused("a broken force has its own test: break-test", "ME-BRK-3")
    rule = asking(res.state, unit, cause) if action.stat == COURAGE else None
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
    test = plan(res.state, unit, cause, stated, rule, action.stat)
    what = f"passes its {action.stat} test ({cause})"
    if rule is not None or cause == TERROR:
        if meet(res, unit.id, Demand(test, what, rule), action.passed) and rule and "unridden" in rule.asks:
            res.emit(ConditionSet(unit.id, "kept in hand", "turn"))
        return
    ok, told = take_test(res, unit.id, test, action.passed)
    res.cite("ME-CRG-2")
    if ok:
        remember(res, unit, cause)
    verb = "passes" if ok else "fails"
    res.say(f"{unit.name} {verb} its {action.stat} test ({cause}): {told}")


def leave(res: Resolution, action: Leave) -> None:
    """Take models off that have reached a goal of the scenario; they are no casualties."""
    unit = on_table(res, action.unit)
    count = min(action.models, unit.models)
    res.emit(ModelsLost(unit.id, count, "escaped"))
    res.change(unit.id, "escaped", count, why=action.why)
    many = f"{count} of {unit.name} leave" if unit.models > 1 else f"{unit.name} leaves"
    res.say(f"{many} the table" + (f" ({action.why})" if action.why else ""))


def _start(res: Resolution, unit_id: str) -> Unit:
    need(res, must_test(res.state, res.state.unit(unit_id)))
    need(res, unled(res.state, res.state.unit(unit_id)))
    return FLOW.begin_move(res, unit_id)
