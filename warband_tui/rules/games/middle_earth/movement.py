"""Moving, charging with its Terror tests, any other courage test, leaving the table."""

from __future__ import annotations

from warband_tui.rules.events import ActionUsed, ConditionSet, Engaged, ModelsLost, Moved
from warband_tui.rules.games.middle_earth import checks
from warband_tui.rules.games.middle_earth.actions import Charge, Courage, Leave, Move
from warband_tui.rules.games.middle_earth.activation import FLOW, need, on_table
from warband_tui.rules.games.middle_earth.broken import must_test
from warband_tui.rules.games.middle_earth.courage import (
    BROKEN,
    TERROR,
    Stated,
    fears,
    plan,
    remembers,
    take_test,
)
from warband_tui.rules.games.middle_earth.profile import specials_of
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
    res.emit(ActionUsed(unit.id, "charge"))
    frightful = next((foe for foe in foes if fears(res.state, unit, foe)), None)
    if frightful is not None and not _brave(res, unit, frightful, action):
        return
    if any(s.fears_charges for s in specials_of(res.state, unit)):
        ok, told = take_test(res, unit.id, plan(res.state, unit, "fearful"))
        if not ok:
            _held(res, unit, f"is too fearful to charge: {told}")
            return
        res.say(f"{unit.name} takes heart: {told}")
    res.emit(ConditionSet(unit.id, "moved", "turn"), Moved(unit.id, "charge", action.distance))
    res.emit(*(Engaged(unit.id, foe.id) for foe in foes))
    res.say(f"{unit.name} charges {', '.join(foe.name for foe in foes)}")


def _brave(res: Resolution, unit: Unit, foe: Unit, action: Charge) -> bool:
    stated = Stated(action.modifiers)
    ok, told = take_test(res, unit.id, plan(res.state, unit, TERROR, stated), action.passed)
    res.cite("ME-CRG-2")
    if not ok:
        _held(res, unit, f"does not dare to charge {foe.name}: {told}")
        return False
    _remember(res, unit, TERROR)
    res.say(f"{unit.name} dares to charge {foe.name}: {told}")
    return True


def courage(res: Resolution, action: Courage) -> None:
    """Take a courage test for any cause; what follows is the player's, but for Terror (ME-CRG-1 to 4)."""
    unit = on_table(res, action.unit)
    cause = action.cause.strip().lower() or "other"
    if cause == BROKEN:
        raise Refused("a broken force has its own test: break-test", "ME-BRK-3")
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll, action.dice)
    ok, told = take_test(res, unit.id, plan(res.state, unit, cause, stated), action.passed)
    res.cite("ME-CRG-2")
    if ok:
        _remember(res, unit, cause)
        res.say(f"{unit.name} passes its courage test ({cause}): {told}")
    elif cause == TERROR:
        _held(res, unit, f"fails its courage test (terror): {told}")
    else:
        res.say(f"{unit.name} fails its courage test ({cause}): {told}")


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
    return FLOW.begin_move(res, unit_id)


def _held(res: Resolution, unit: Unit, told: str) -> None:
    res.emit(ConditionSet(unit.id, "held", "turn", "failed its courage"))
    res.cite("ME-CRG-3")
    res.say(f"{unit.name} {told}; it does not move this turn")


def _remember(res: Resolution, unit: Unit, cause: str) -> None:
    if remembers(res.state, unit, cause) and not unit.has(f"passed {cause}"):
        res.emit(ConditionSet(unit.id, f"passed {cause}", "turn"))
