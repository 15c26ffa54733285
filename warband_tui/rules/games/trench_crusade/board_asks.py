"""Questions about a table in the form of scripts: each answers with the figure, the reason and the rules."""

from __future__ import annotations

from typing import Any

from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.planning import line_json
from warband_tui.rules.games.trench_crusade import board_answers, looking
from warband_tui.rules.games.trench_crusade.charging import charge_plan, least_of
from warband_tui.rules.games.trench_crusade.movement import LONGEST_CHARGE
from warband_tui.rules.games.trench_crusade.odds_of import begun
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.tracing import one_spot, spots
from warband_tui.rules.questions import FINEST, inches_in
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import shown

Question = dict[str, Any]
Answer = dict[str, Any]


def ranges(state: BattleState, question: Question) -> Answer:
    """Return how far a model is from a target, and what its ranged weapons do there."""
    scene, unit, target = _pair(state, question)
    met = looking.shot(scene, unit, target.id)
    weapons = [
        {"weapon": f.label, "reaches": bool(f.good), "long": f.verdict == "long range", "why": f.why}
        for f in looking.weapon_findings(unit, met)
    ]
    return {
        "unit": unit.id,
        "target": target.id,
        "distance": round(met.distance, 3),
        "weapons": weapons,
        "elevated": met.elevated,
        "higher": round(met.rise, 3),
        "why": "from base edge to base edge, in three dimensions",
        "rules": ["TC-ACT-3", "TC-RNG-1"],
    }


def sight(state: BattleState, question: Question) -> Answer:
    """Return whether a model sees another, with the line that proves it."""
    scene, unit, target = _pair(state, question)
    found = scene.sees(unit.id, target.id)
    return {
        "unit": unit.id,
        "target": target.id,
        "seen": found.seen,
        "partly": found.seen and found.share < 1,
        "share": round(found.share, 3),
        "blockers": list(found.blockers),
        "lines": [line_json(line) for line in found.lines],
        "why": found.why,
        "rules": ["TC-RNG-1", "TC-CHG-1"],
    }


def cover(state: BattleState, question: Question) -> Answer:
    """Return whether a target is in cover from a model, from which piece, with its lines."""
    scene, unit, target = _pair(state, question)
    met = looking.shot(scene, unit, target.id)
    found = met.cover
    return {
        "unit": unit.id,
        "target": target.id,
        "cover": found is not None,
        "from": found.piece if found else "",
        "lines": [line_json(line) for line in found.lines] if found else [],
        "why": f"it is at {found.name}, which lies between" if found else "nothing that it touches covers it",
        "rules": ["TC-RNG-1"],
    }


def reach(state: BattleState, question: Question) -> Answer:
    """Return every tile that a model can end in by a mode, with its price."""
    unit = _unit(state, question)
    mode = str(question.get("mode", "move"))
    offered = {m.id: m for m in board_answers.modes(state, unit.id)}
    if mode not in offered:
        raise Refused(f"no way of moving {shown(mode)} here; there are {', '.join(offered)}")
    found = board_answers.reach(state, unit.id, mode, inches_in(question, "grain", 1.0, FINEST))
    return {
        "mode": mode,
        "budget": found.budget,
        "grain": found.grain,
        "ends": [[*cell, round(price, 3)] for cell, price in sorted(found.cells.items())],
        "through": [[*cell, round(price, 3)] for cell, price in sorted(found.through.items())],
        "allowed": offered[mode].allowed,
        "rules": list(found.rules),
        **({"why": offered[mode].why} if offered[mode].why else {}),
    }


def path(state: BattleState, question: Question) -> Answer:
    """Return the way to a place: its price, its points, what it is charged for and must risk."""
    unit = _unit(state, question)
    to = one_spot(question.get("to"))
    if not to:
        raise Refused('path: name the place, {"to": [x, y]}')
    mode = str(question.get("mode", "move"))
    if mode not in ("move", "dash", "retreat", "charge", "dive", "jump-down"):
        raise Refused(f"path: no way of moving {shown(mode)}")
    found = board_answers.trace(state, unit.id, mode, to, spots(question.get("via")))
    return {
        "unit": unit.id,
        "mode": mode,
        "to": list(found.to),
        "legal": found.legal,
        "price": found.price,
        "budget": found.budget,
        "points": [[round(n, 3) for n in p.at] for p in found.way],
        "marks": [
            {"mark": p.mark, "at": list(p.at), "price": p.price, "why": p.why} for p in found.way if p.mark
        ],
        "strikers": list(found.way[0].strikers) if found.way else [],
        "notes": list(found.notes),
        "why": found.why,
        "rules": list(found.rules),
        "action": found.action,
    }


def charge(state: BattleState, question: Question) -> Answer:
    """Return whether a charge is legal or why not, and how it would go, at some targets or at every enemy.

    The answer itself is that for the named targets together; `targets` has one for each.
    """
    unit = _unit(state, question)
    given = question.get("targets") or question.get("target") or ()
    wanted = (given,) if isinstance(given, str) else tuple(str(t) for t in given)
    scene = Scene(begun(state, unit.id))
    targets = wanted or tuple(foe.id for foe in scene.foes(unit))
    each = [_charge_at(scene, unit, (target,)) for target in targets]
    answer: Answer = _charge_at(scene, unit, wanted) if wanted else {"rules": ["TC-CHG-1", "TC-CHG-2"]}
    return {**answer, "unit": unit.id, "targets": each, "limit": LONGEST_CHARGE}


def charge_length(state: BattleState, unit_id: str, targets: tuple[str, ...]) -> tuple[float, bool] | None:
    """Return how long the way of a charge is and whether its target is seen; None where it may not be made or risks something."""
    scene = Scene(begun(state, unit_id))
    plan = charge_plan(scene, scene.state.unit(unit_id), targets)
    if not plan.legal or plan.risks or plan.stopped_by:
        return None
    return round(plan.way.price, 3), plan.sight.seen


def fall(state: BattleState, question: Question) -> Answer:
    """Return what a fall from one place to another does: its height, whether it makes an injury roll, with which dice."""
    scene = Scene(state)
    start, end = one_spot(question.get("from")), one_spot(question.get("to"))
    named = str(question.get("unit", ""))
    if named and not start:
        start = scene.body(named).at
    if not start or not end:
        raise Refused('fall: name both places, {"from": [x, y, z], "to": [x, y]}')
    rules = scene.ground(state.unit(named)) if named else None
    top = _height(scene, start, rules)
    low = _height(scene, end, rules)
    height = round(top - low, 3)
    flies = bool(rules and rules.flies and not scene.rules.flying_falls)
    rolls = height > 0 and scene.rules.falls(height) and not flies
    safe = scene.rules.safe_jump(height)
    return {
        "height": height,
        "injury": rolls,
        "dice": int(height // 3) if rolls else 0,
        "jump": {"safe": safe, "injury": not safe and rolls},
        "why": "it flies" if flies else f'a fall of {height:g}"' if height > 0 else "the place lies no lower",
        "rules": ["TC-FAL-1", "TC-FAL-2", "TC-JMP-5"],
    }


def within(state: BattleState, question: Question) -> Answer:
    """Return who is within so many inches of a model or a place, nearest first; exactly at it counts."""
    scene = Scene(state)
    far = inches_in(question, "inches", 1.0)
    unit = _unit(state, question)
    gaps = [
        (round(scene.gap(unit.id, other.id), 3), other)
        for other in state.units.values()
        if other.id != unit.id and scene.stands(other)
    ]
    aimed = str(question.get("target", ""))
    found = sorted(((gap, other) for gap, other in gaps if gap <= far + HAIR), key=lambda pair: pair[0])
    return {
        "unit": unit.id,
        "inches": far,
        "units": [{"unit": o.id, "side": o.side, "distance": gap} for gap, o in found],
        **({"within": any(o.id == aimed for _, o in found)} if aimed else {}),
        "why": "from base edge to base edge, in three dimensions",
        "rules": ["TC-ACT-3"],
    }


# Inside


def _charge_at(scene: Scene, unit: Unit, targets: tuple[str, ...]) -> Answer:
    plan = charge_plan(scene, unit, targets)
    found, wait = plan.way.found, board_answers.not_now(scene.state, unit.id)
    return {
        "target": targets[0] if len(targets) == 1 else list(targets),
        "legal": plan.legal and wait is None,
        "why": wait.why if wait else looking.charge_words(scene, unit, plan),
        "distance": round(plan.gap, 3),
        "route": [[round(n, 3) for n in point] for point in plan.way.route.points] if found else [],
        "length": round(plan.way.price, 3) if found else None,
        "least": round(least_of(unit), 3),
        "most": round(plan.most, 3),
        "sight": plan.sight.seen,
        "risky": not plan.sight.seen and scene.rules.unseen_charge == "risky",
        "interposes": plan.interposing or None,
        "stops_at": [round(n, 3) for n in plan.stopped_by.at] if plan.stopped_by else None,
        "risks": list(plan.risks),
        "rules": list(dict.fromkeys((*(wait.rules if wait else ()), *looking.charge_rules(plan)))),
    }


def _height(scene: Scene, spot: Spot, rules: Any) -> float:
    if len(spot) > 2 and spot[2]:
        return spot[2]
    if rules is None:
        unit = next(iter(scene.state.units.values()))
        rules = scene.ground(unit)
    return float(scene.terrain.settled(rules, spot)[2])


def _unit(state: BattleState, question: Question) -> Unit:
    unit = state.unit(str(question.get("unit", "")))
    Scene(state).body(unit.id)
    return unit


def _pair(state: BattleState, question: Question) -> tuple[Scene, Unit, Unit]:
    scene = Scene(state)
    target = str(question.get("target", ""))
    unit, other = state.unit(str(question.get("unit", ""))), state.unit(target)
    scene.body(unit.id)
    scene.body(other.id)
    return scene, unit, other
