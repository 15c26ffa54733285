"""Actions measured on a table: the same way that the board screen shows is taken and rolled for.

`movement.py` and `hazards.py` come here where an action has a place to go to and its model stands on a board.
"""

from __future__ import annotations

import math

from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.paths import may_end, stopped
from warband_tui.rules.board.terrain import Ledge
from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.trench_crusade.actions import (
    Charge,
    Climb,
    Dash,
    Dive,
    Fall,
    Jump,
    JumpDown,
    Move,
    Retreat,
)
from warband_tui.rules.games.trench_crusade.activation import end_if_risky
from warband_tui.rules.games.trench_crusade.charging import ChargePlan, charge_plan
from warband_tui.rules.games.trench_crusade.diving import DivePlan, dive_plan
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.hazards import fall_injury
from warband_tui.rules.games.trench_crusade.injury import take_down
from warband_tui.rules.games.trench_crusade.movement import (
    REACH,
    charge_reach,
    free_attacks,
    unseen_roll,
)
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.games.trench_crusade.success import success_roll, told
from warband_tui.rules.games.trench_crusade.tracing import MovePlan, move_plan, one_spot, spots, straight
from warband_tui.rules.games.trench_crusade.walking import (
    able,
    brave_start,
    fall_to,
    links_used,
    settle_melee,
    step,
    walk,
)
from warband_tui.rules.games.trench_crusade.ways import Way
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import first_few

_BACK = 0.25
"""Inches by which a charge stops earlier where it cannot end."""
_EVADE_TURNS = (0, 30, -30, 60, -60, 90, -90)


def move(res: Resolution, unit: Unit, action: Move) -> None:
    """Carry out a standard move to a place (TC-MOV-1 to 4)."""
    plan = _planned(res, unit, action, "move")
    res.emit(ActionUsed(unit.id, "move"))
    _go(res, unit, plan, "move", f"{unit.name} moves")


def dash(res: Resolution, unit: Unit, action: Dash) -> None:
    """Carry out a dash to a place: the Risky roll first (TC-DSH-1)."""
    plan = _planned(res, unit, action, "dash")
    res.emit(ActionUsed(unit.id, "dash"))
    res.cite("TC-DSH-1")
    roll = success_roll(res, unit.id, "the dash")
    if roll.outcome == "failure":
        res.say(f"{unit.name} dashes: {told(roll)}, failed")
        end_if_risky(res, unit.id, risky=True)
        return
    with res.scope("way:"):
        _go(res, unit, plan, "dash", f"{unit.name} dashes, {told(roll)},")


def retreat(res: Resolution, unit: Unit, action: Retreat) -> None:
    """Carry out a retreat to a place: the free attacks first, then the way (TC-RET-1)."""
    plan = _planned(res, unit, action, "retreat")
    res.emit(ActionUsed(unit.id, "retreat"))
    res.cite("TC-RET-1")
    res.say(f"{unit.name} retreats")
    free_attacks(res, unit.id)
    now = res.state.unit(unit.id)
    if not now.in_play or now.has("down"):
        res.say("it does not get away")
        return
    with res.scope("way:"):
        _go(res, unit, plan, "retreat", "it gets away")


def climb(res: Resolution, unit: Unit, action: Climb) -> None:
    """Carry out a climb to a place, the way to and from the wall with it (TC-CLB-1 to 4)."""
    plan = _planned(res, unit, action, "climb")
    res.need(
        plan.way.route.has("climb", "link") or not plan.way.found,
        "there is nothing to climb on the way",
        "TC-CLB-2",
    )
    res.emit(ActionUsed(unit.id, "move"))
    _go(res, unit, plan, "climb", f"{unit.name} climbs")


def jump(res: Resolution, unit: Unit, action: Jump) -> None:
    """Carry out a jump to a place, the run-up with it (TC-JMP-1 to 4)."""
    plan = _planned(res, unit, action, "jump")
    res.need(
        plan.way.route.has("jump") or not plan.way.found, "there is no gap to jump on the way", "TC-JMP-1"
    )
    res.emit(ActionUsed(unit.id, "move"))
    _go(res, unit, plan, "jump", f"{unit.name} jumps")


def jump_down(res: Resolution, unit: Unit, action: JumpDown) -> None:
    """Carry out a jump down from the edge at which a model stands (TC-JMP-5)."""
    scene = Scene(res.state)
    ledge, landing = _edge(scene, unit, one_spot(action.to))
    res.cite("TC-JMP-5")
    step(res, unit.id, "jump down", (landing,), 0.0)
    res.say(f'{unit.name} jumps down {ledge.drop:.3g}"')
    if not edition(res.state.edition).safe_jump(ledge.drop):
        fall_injury(res, unit.id, ledge.drop)
    settle_melee(res, unit.id)


def fall(res: Resolution, unit: Unit, action: Fall) -> None:
    """Let a model fall to a place below it, or over the nearest edge (TC-FAL-1, 2)."""
    scene = Scene(res.state)
    spot = scene.terrain.settled(scene.ground(unit), one_spot(action.to))
    drop = scene.body(unit.id).z - spot[2]
    res.need(drop > 0, f"{unit.name} does not fall upward: the place lies no lower", "TC-FAL-1")
    fall_to(res, unit.id, scene.free_spot(unit, spot), drop)


def charge(res: Resolution, unit: Unit, action: Charge, targets: tuple[str, ...]) -> None:
    """Carry out a charge along its way: the die, then as far as it gets (TC-CHG-1 to 7)."""
    plan = charge_plan(Scene(res.state), unit, targets, one_spot(action.to), spots(action.via))
    res.permit(plan.refusal)
    _charges(res, unit, targets)
    if not brave_start(res, unit.id):
        return
    if not (plan.sight.seen and action.sight) and not unseen_roll(res, unit.id):
        return
    if _evaded(res, unit, targets[0]):
        # The charge goes on at a target that has stepped back, or at who stands in between now.
        plan = charge_plan(Scene(res.state), unit, targets)
        if plan.interposing and edition(res.state.edition).interposed == "refused":
            targets = (plan.interposing,)
            plan = charge_plan(Scene(res.state), unit, targets)
            res.say(f"{res.name(targets[0])} is the target now")
    reach, told_reach = charge_reach(res, unit)
    res.cite("TC-CHG-1", "TC-CHG-2", "TC-CHG-3")
    if not plan.way.found:
        res.say(f"{told_reach}, no way")
        return
    way = _cut(Scene(res.state), unit, plan, float(reach))
    with res.scope("way:"):
        arrived = walk(res, unit.id, way, "charge")
    _charge_ends(res, unit, plan, targets, told_reach, arrived=arrived)


def dive(res: Resolution, unit: Unit, action: Dive) -> None:
    """Carry out a diving charge from the edge over its target (TC-DIV-1 to 5)."""
    scene = Scene(res.state)
    plan = dive_plan(scene, unit, action.target, one_spot(action.to))
    res.permit(plan.refusal)
    _charges(res, unit, (action.target,), "dives at")
    res.cite("TC-DIV-1", "TC-DIV-2", "TC-DIV-3")
    if not brave_start(res, unit.id) or not _run_up(res, unit, plan):
        return
    roll = success_roll(res, unit.id, "the diving charge")
    if roll.outcome != "failure":
        step(res, unit.id, "diving charge", (plan.beside,), 0.0)
        res.emit(ConditionSet(unit.id, "diving", "turn"))
        res.cite("TC-DIV-4")
        res.say(f"{told(roll)}, in contact")
        settle_melee(res, unit.id, rules=False)
        return
    res.cite("TC-DIV-5", "TC-FAL-1")
    res.say(f"{told(roll)}, it lands badly and is Down")
    step(res, unit.id, "fall", (plan.landing,), 0.0)
    take_down(res, unit.id, "failed diving charge")
    fall_injury(res, unit.id, plan.drop)
    settle_melee(res, unit.id)
    end_if_risky(res, unit.id, risky=True)


# Inside


def _planned(
    res: Resolution, unit: Unit, action: Move | Dash | Retreat | Climb | Jump, mode: str
) -> MovePlan:
    """Return the way of an action as the board screen shows it, where it may be taken."""
    plan = move_plan(Scene(res.state), unit, mode, one_spot(action.to), spots(action.via))
    res.permit(plan.refusal)
    return plan if plan.way.found else straight(Scene(res.state), unit, plan, one_spot(action.to))


def _go(res: Resolution, unit: Unit, plan: MovePlan, mode: str, words: str) -> None:
    if not brave_start(res, unit.id):
        return
    res.cite(*plan.rules, *links_used(plan.way.route))
    res.say(f'{words} {plan.way.price:.3g}"' + (f" ({first_few(plan.notes)})" if plan.notes else ""))
    walk(res, unit.id, plan.way, mode)
    settle_melee(res, unit.id)


def _charges(res: Resolution, unit: Unit, targets: tuple[str, ...], verb: str = "charges") -> None:
    res.cite("TC-ACT-1", frame=True)
    res.emit(ActionUsed(unit.id, "charge"), ConditionSet(unit.id, "charged", "turn"))
    res.say(f"{unit.name} {verb} {', '.join(res.name(t) for t in targets)}")


def _charge_ends(
    res: Resolution, unit: Unit, plan: ChargePlan, targets: tuple[str, ...], told_reach: str, *, arrived: bool
) -> None:
    near = settle_melee(res, unit.id, rules=False)
    if near and (able(res, unit.id) or arrived):
        met = ", ".join(res.name(foe) for foe in near)
        res.cite("TC-CHG-4", *(("TC-CHG-6",) if len(near) > 1 else ()))
        if plan.stopped_by is not None and plan.stopped_by.id in near:
            res.cite("TC-CHG-7")
        res.say(f"{told_reach}, in contact with {met}")
        return
    res.cite("TC-CHG-5")
    left = Scene(res.state).gap(unit.id, targets[0]) if res.state.unit(unit.id).in_play else plan.gap
    res.say(f'{told_reach}, the charge falls short by {max(0.0, left - REACH):.1f}"')


def _cut(scene: Scene, unit: Unit, plan: ChargePlan, reach: float) -> Way:
    """Return the way of a charge as far as it gets: by its length, by who interposes, to where it may end."""
    mover = scene.mover(unit, scene.ground(unit, keep_out=0.0))
    route = plan.way.route
    most = reach - plan.way.extra
    if plan.stopped_by is not None:
        most = min(most, _price_until(scene, unit, plan, plan.stopped_by.length))
    whole = route.price <= most + HAIR
    cut = route if whole else stopped(scene.board, mover, route, most)
    while (
        len(cut.points) > 1
        and not whole
        and may_end(scene.board, mover, cut.points[-1])
        and cut.price > _BACK
    ):
        cut = stopped(scene.board, mover, route, cut.price - _BACK)
    return Way(cut, plan.way.extra if whole else 0.0)


def _price_until(scene: Scene, unit: Unit, plan: ChargePlan, length: float) -> float:
    """Return what a way costs up to a length on the plan."""
    gone = price = 0.0
    for leg in plan.way.route.legs:
        if gone + leg.length >= length - 1e-9:
            share = (length - gone) / leg.length if leg.length else 0.0
            mover = scene.mover(unit, scene.ground(unit, keep_out=0.0))
            part = stopped(scene.board, mover, plan.way.route, price + leg.price * share)
            return part.price
        gone, price = gone + leg.length, price + leg.price
    return price


def _evaded(res: Resolution, unit: Unit, target_id: str) -> bool:
    """Let a SKIRMISHER step straight back from a charge, D3" (TC-KEY-1); whether it did."""
    target = res.state.unit(target_id)
    if not profile_of(target).has("SKIRMISHER") or res.state.in_contact(target_id):
        return False
    choice = Choice(
        "charge.evade",
        target.side,
        f'{target.name} evades D3"',
        high=1,
        effect="the gap grows",
        unit=target_id,
    )
    if not res.ask(choice):
        return False
    roll = res.roll(Pool(f"{target.name} evades (D3)", base=1, keep=1, unit=target_id))
    far = (roll.total + 1) // 2
    res.cite("TC-KEY-1", "TC-ACT-5")
    scene = Scene(res.state)
    body, charger = scene.body(target_id), scene.body(unit.id)
    away = math.degrees(math.atan2(body.y - charger.y, body.x - charger.x))
    for turn in _EVADE_TURNS:
        angle = math.radians(away + turn)
        spot = (body.x + far * math.cos(angle), body.y + far * math.sin(angle))
        plan = move_plan(scene, target, "evade", spot, (), budget=float(far) + 0.001)
        if plan.way.found and plan.refusal is None:
            step(res, target_id, "evade", plan.way.route.points[1:], float(far))
            res.say(f'{target.name} evades {far}"')
            return True
    res.say(f"{target.name} has nowhere to evade to")
    return False


def _edge(scene: Scene, unit: Unit, to: Spot) -> tuple[Ledge, Spot]:
    """Return the edge that a model jumps down from and where it lands, nearest to a place.

    Raises:
        Refused: it stands at no edge.
    """
    body = scene.body(unit.id)
    found = [(ledge, scene.landing(unit, body, ledge)) for _, ledge in scene.ledges_near(unit, body, 0.01)]
    if not found:
        raise Refused(f"{unit.name} stands at no edge", "TC-JMP-5")
    aim = to or found[0][1]
    return min(found, key=lambda pair: math.dist(pair[1][:2], aim[:2]))


def _run_up(res: Resolution, unit: Unit, plan: DivePlan) -> bool:
    """Take a diver to its edge; the charge die is rolled where Movement alone does not get there."""
    if plan.run_up > plan.allowance:
        reach, told_reach = charge_reach(res, unit)
        res.cite("TC-CHG-2")
        if float(reach) < plan.run_up:
            way = Way(stopped(Scene(res.state).board, plan.mover, plan.way.route, float(reach)))
            walk(res, unit.id, way, "charge")
            res.cite("TC-CHG-5")
            res.say(f"{told_reach}, it does not get to the edge")
            return False
    with res.scope("way:"):
        return walk(res, unit.id, plan.way, "charge")
