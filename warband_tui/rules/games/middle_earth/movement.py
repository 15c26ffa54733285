"""Moving, charging with its Terror tests, any other courage test, leaving the table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.actions import Spots
from warband_tui.rules.events import ActionUsed, ConditionSet, Engaged, ModelsLost, Moved
from warband_tui.rules.games.middle_earth import checks, distances
from warband_tui.rules.games.middle_earth.actions import Charge, Courage, Leave, Move
from warband_tui.rules.games.middle_earth.activation import FLOW
from warband_tui.rules.games.middle_earth.broken import must_test
from warband_tui.rules.games.middle_earth.courage import BROKEN, TERROR, Stated, plan, take_test
from warband_tui.rules.games.middle_earth.demands import Demand, asking, meet, of_charge, remember, unled
from warband_tui.rules.games.middle_earth.ground_rules import CHARGE_RULE, ZONE_RULE
from warband_tui.rules.games.middle_earth.specials import COURAGE
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import first_few, listed


class Gone(Struct, frozen=True):
    """A move that the board has measured: its event, the enemies in contact at its end, what it takes."""

    event: Moved
    targets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def measured(
    res: Resolution, unit: Unit, mode: str, to: Spots, via: Spots, targets: tuple[str, ...] = ()
) -> Gone | None:
    """Return a move to a place as the board measures it; None without a place, a board or a unit on it.

    Raises:
        Refused: it is not to be had, and nobody overrides that.
    """
    if not to or not distances.measurable(res.state, unit):
        return None
    from warband_tui.rules.games.middle_earth import plans

    spots, points = plans.places(res.state, unit, to, via)
    scene = distances.scene_of(res.state)
    way = plans.way_of(scene, unit, mode, spots, points, targets)
    if way is None:
        raise Refused("nobody stands there to be charged", CHARGE_RULE)
    touches = listed([res.name(name) for name in way.targets])
    res.need(way.legal, way.why, *way.rules)
    if mode != "charge":
        res.need(not way.targets, f"it would touch {touches}: that is a charge", ZONE_RULE)
    res.cite(*way.rules)
    if not way.legal:
        # An override goes where the player says, the shortest way.
        kept = (*spots, *unit.at[len(spots) :])
        return Gone(Moved(unit.id, mode, None, to=kept, path=(*points, spots[0])), targets)
    event = Moved(unit.id, mode, round(way.price or 0.0, 4), to=way.spots, path=way.route.points[1:])
    return Gone(event, way.targets, way.notes)


def move(res: Resolution, action: Move) -> None:
    """Move a unit, which may have finished nothing before (ME-BRK-3)."""
    unit = _start(res, action.unit)
    res.permit(checks.can_move(res.state, unit))
    gone = measured(res, unit, "move", action.to, action.via)
    res.emit(ActionUsed(unit.id, "move"), ConditionSet(unit.id, "moved", "turn"))
    res.emit(gone.event if gone else Moved(unit.id, "move", action.distance))
    distance = gone.event.distance if gone else action.distance
    far = f" {distances.shown(distance)}" if distance is not None else ""
    tests = f" ({first_few(gone.notes, '; ')})" if gone and gone.notes else ""
    res.say(f"{unit.name} moves{far}{tests}")


def charge(res: Resolution, action: Charge) -> None:
    """Charge enemies, passing a Terror test for those that cause it first (ME-CRG-2, 3)."""
    names = tuple(dict.fromkeys(t for t in (*action.targets, action.target) if t))
    unit = _start(res, action.unit)
    res.permit(checks.can_charge(res.state, unit))
    gone = measured(res, unit, "charge", action.to, action.via, names)
    names = tuple(dict.fromkeys((*names, *(gone.targets if gone else ()))))
    if not names:
        raise Refused("name whom to charge")
    action = replace(action, targets=names, target="")
    foes = [res.state.unit(name) for name in names]
    for foe in foes:
        if foe.id == unit.id:
            raise Refused(f"{unit.name} cannot be its own target")
        res.need(foe.side != unit.side and foe.in_play, f"{foe.name} is no enemy on the table")
    demands = of_charge(res.state, action)
    res.emit(ActionUsed(unit.id, "charge"))
    for number, demand in enumerate(demands):
        with res.scope(f"{demand.test.cause}:" if number else ""):
            if not meet(res, unit.id, demand, action.passed):
                return
    far = distances.apart(res.state, unit, foes[0], action.distance)
    moved = gone.event if gone else Moved(unit.id, "charge", far)
    res.emit(ConditionSet(unit.id, "moved", "turn"), moved)
    res.emit(*(Engaged(unit.id, foe.id) for foe in foes), ConditionSet(unit.id, "charged", "turn"))
    length = f", {distances.shown(moved.distance)}" if gone and moved.distance is not None else ""
    tests = f" ({first_few(gone.notes, '; ')})" if gone and gone.notes else ""
    res.say(f"{unit.name} charges {', '.join(foe.name for foe in foes)}{length}{tests}")


def courage(res: Resolution, action: Courage) -> None:
    """Take a courage test for any cause; what a special rule says follows (ME-CRG-1 to 4)."""
    unit = res.affected(action.unit)
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
    unit = res.affected(action.unit)
    count = min(action.models, unit.models)
    res.emit(ModelsLost(unit.id, count, "escaped"))
    res.change(unit.id, "escaped", count, why=action.why)
    many = f"{count} of {unit.name} leave" if unit.models > 1 else f"{unit.name} leaves"
    res.say(f"{many} the table" + (f" ({action.why})" if action.why else ""))


def _start(res: Resolution, unit_id: str) -> Unit:
    res.permit(must_test(res.state, res.state.unit(unit_id)))
    res.permit(unled(res.state, res.state.unit(unit_id)))
    return FLOW.begin_move(res, unit_id)
