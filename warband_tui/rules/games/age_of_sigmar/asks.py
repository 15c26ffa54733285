"""Questions about the table in the form of scripts: each answers with the figure, the reason and the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.board.inches import distance as gap_between
from warband_tui.rules.board.inches import flat_gap, stand
from warband_tui.rules.board.layout import HAIR, BadBoard, Base, Spot
from warband_tui.rules.board.planning import Finding, Trace, line_json
from warband_tui.rules.board.reading import read_spots
from warband_tui.rules.games.age_of_sigmar import findings
from warband_tui.rules.games.age_of_sigmar.aiming import aims
from warband_tui.rules.games.age_of_sigmar.coherency import needed
from warband_tui.rules.games.age_of_sigmar.ends import beside_terrain, nearest_charge, reachable
from warband_tui.rules.games.age_of_sigmar.measured import formed
from warband_tui.rules.games.age_of_sigmar.moving import most
from warband_tui.rules.games.age_of_sigmar.positions import CHARGE_RANGE, Group, Scene
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.terrain_rules import name_of, shelter, wholly_on
from warband_tui.rules.games.age_of_sigmar.tracing import reach as reach_of
from warband_tui.rules.games.age_of_sigmar.tracing import trace
from warband_tui.rules.odds import die
from warband_tui.rules.questions import FINEST, inches_in
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState

Answer = dict[str, Any]
Question = dict[str, Any]
_TURNS, _FOES = 8, 2


def distance(state: BattleState, question: Question) -> Answer:
    """Answer how far two units are apart, or how far a unit is from a spot (`to`)."""
    scene, a = _asked(state, question)
    if "to" in question:
        spot = _spot(state, question["to"])
        gap = min(gap_between(body, stand(Base(0, 0), spot)) for body in a.bodies)
        return {
            "range": round(gap, 3),
            "why": "from the nearest base edge to the spot",
            "rules": [],
        }
    b = _other(scene, question)
    link = scene.link(a, b)
    flat = scene.link(a, b, flat=True)
    return {
        "range": round(link.gap, 3),
        "flat": round(flat.gap, 3),
        "models": [link.a, link.b],
        "in_combat_range": flat.gap <= 3 + HAIR,
        "line": line_json(scene.line(a, b)),
        "why": 'base edge to base edge of the nearest models; combat range is 3" on the plan',
        "rules": ["AOS-16-2"],
    }


def sight(state: BattleState, question: Question) -> Answer:
    """Answer whether a unit sees another, with the line that proves it."""
    scene, a = _asked(state, question)
    found = scene.view(a, _other(scene, question))
    return {
        "seen": found.seen,
        "share": round(found.share, 3),
        "lines": [line_json(line) for line in found.lines],
        "blocked_by": list(found.blockers),
        "why": found.why,
        "rules": ["AOS-16-4"],
    }


def cover(state: BattleState, question: Question) -> Answer:
    """Answer whether a unit is behind or wholly on terrain for the attacks of another, and what that does.

    `cover` is the modifier to hit, for all models that attack; `models` tells each of them.
    """
    scene, a = _asked(state, question)
    b = _other(scene, question)
    shots = aims(scene, a, b)
    covered = [shot.cover is not None for shot in shots]
    obscured = [shot.obscured is not None for shot in shots]
    told = findings.cover(shots, b)
    dark = findings.obscured(shots)
    features = []
    for feature in scene.terrain.groups:
        kinds = [one for i in range(len(a.bodies)) if (one := shelter(scene, a, i, b, feature)) is not None]
        if kinds:
            features.append({"feature": feature, "how": kinds[0].how, "models": len(kinds)})
    return {
        "cover": -1 if all(covered) else 0,
        "obscured": all(obscured),
        "features": features,
        "models": [
            {"model": s.model, "cover": s.cover.feature if s.cover else None,
             "obscured": s.obscured.feature if s.obscured else None, "seen": s.seen}
            for s in shots
        ],
        "lines": [line_json(line) for line in told.lines],
        "why": "; ".join(dict.fromkeys([told.why, *(f"{one.verdict}: {one.why}" for one in dark)])),
        "rules": list(dict.fromkeys([*told.rules, *(r for one in dark for r in one.rules)])),
    }  # fmt: skip


def reach(state: BattleState, question: Question) -> Answer:
    """Answer where a unit's first model can end, by `mode` (move, run, retreat, charge, pile-in)."""
    unit = state.unit(str(question.get("unit", "")))
    found = reach_of(
        state, unit.id, str(question.get("mode", "normal")), inches_in(question, "grain", 1.0, FINEST)
    )
    ends = [[(c + 0.5) * found.grain, (r + 0.5) * found.grain, round(p, 3)] for (c, r), p in sorted(found.cells.items())]  # fmt: skip
    return {
        "unit": unit.id,
        "mode": found.mode,
        "budget": found.budget,
        "ends": ends,
        "grain": found.grain,
        "why": found.why,
        "rules": list(found.rules),
    }


def path(state: BattleState, question: Question) -> Answer:
    """Answer the way of a unit to a place (`to`: of its first model, or one for each), by `mode` and `via`."""
    unit = state.unit(str(question.get("unit", "")))
    to = read_spots(question.get("to"), unit.models, state.board, unit.id)
    if not to:
        raise BadBoard('path: say where to: {"ask": "path", "unit": "a1", "to": [10, 12]}')
    via = read_spots(question.get("via"), 1000, state.board, unit.id)
    mode = str(question.get("mode", "normal"))
    target = str(question.get("target", ""))
    return _trace(trace(state, unit.id, mode, to if len(to) > 1 else to[0], via, target))


def charge(state: BattleState, question: Question) -> Answer:
    """Answer whether a charge against `targets` can be made: the way, what it takes of the roll, its chance.

    With `to` the place is given; else the nearest place by which the unit gets within 1/2" of them all is looked for.
    """
    scene, a = _asked(state, question)
    named = question.get("targets") or [question.get("target", "")]
    wanted = [str(t) for t in (named if isinstance(named, list | tuple) else [named])]
    targets = [scene.group(t) for t in wanted]
    for target in targets:
        if target.unit.side == a.unit.side:
            raise Refused(f"{target.name} is no enemy of {a.name}")
    if "to" in question:
        to = read_spots(question["to"], a.unit.models, scene.board, a.unit.id)
        goal = to if len(to) > 1 else to[0]
        found = [_at_all(trace(scene.state, a.unit.id, "charge", goal, (), wanted[0], scene=scene), wanted)]
    else:
        found = _charges(scene, a, targets)
    gap = min(scene.link(a, b).gap for b in targets)
    legal = [one for one in found if one.legal]
    best = min(legal, key=lambda one: one.price or 0.0, default=found[0] if found else None)
    if best is None:
        name = targets[0].name
        why = f'no place within 1/2" of {name} can be reached'
        return {"legal": False, "gap": round(gap, 3), "why": why, "rules": ["AOS-16-2"],
                "reachable": reachable(scene, a, targets[0])}  # fmt: skip
    dice = 2 + warscroll(a.unit).charge_dice
    needs = math.ceil((best.price or 0.0) - HAIR)
    chance = die(6).power(dice).chance_that(lambda total: total >= needs)
    return {**_trace(best), "gap": round(gap, 3), "needs": needs if best.legal else None, "chance": chance if best.legal else 0, "targets": wanted}  # fmt: skip


def _charges(scene: Scene, a: Group, targets: Sequence[Group]) -> list[Trace]:
    """Return charges to the nearest place by the first target, and to places all round it until one is legal.

    Where it cannot be got at, the places are those by the terrain that it is wholly on (AOST-1.6-1).
    """
    first = targets[0]
    near = nearest_charge(scene, a, first)
    goals: list[Spot]
    if near is None:
        lead, spots = beside_terrain(scene, a, first)
        goals = [*spots]
    else:
        lead, way = near
        goals = [way.points[-1]]
        if way.price <= (most(a.unit, "charge") or 0) + HAIR:
            # Who cannot get to the nearest place gets to none of the others either.
            goals += _around(a, lead, first)
    found: list[Trace] = []
    for goal in goals:
        x, y = (a.bodies[0].at[n] + goal[n] - a.bodies[lead].at[n] for n in (0, 1))
        if not (0 <= x <= scene.board.width and 0 <= y <= scene.board.height):
            continue
        spot = (round(x, 4), round(y, 4))
        made = trace(scene.state, a.unit.id, "charge", spot, (), first.unit.id, scene=scene)
        found.append(_at_all(made, [target.unit.id for target in targets]))
        if found[-1].legal:
            return found[-1:]
    return found


def _at_all(made: Trace, wanted: Sequence[str]) -> Trace:
    """Return a charge, legal only if it reaches all that it is wanted at."""
    if not made.legal or set(wanted) <= set(made.reached):
        return made
    return replace(made, legal=False, why="it reaches only some of them")


def _around(a: Group, lead: int, target: Group) -> list[Spot]:
    """Return spots for a model all round the nearest models of a target, at half an inch."""
    body = a.bodies[lead]
    foes = sorted(target.bodies, key=lambda foe: flat_gap(foe, body))[:_FOES]
    found: list[Spot] = []
    for foe in foes:
        far = body.radius + foe.radius + CHARGE_RANGE - 0.01
        ahead = math.atan2(body.y - foe.y, body.x - foe.x)
        for n in range(1, _TURNS):
            turn = ahead + (n + 1) // 2 * (-1) ** n * 2 * math.pi / _TURNS
            found.append((foe.x + far * math.cos(turn), foe.y + far * math.sin(turn)))
    return found


def within(state: BattleState, question: Question) -> Answer:
    """Answer which units are within, and wholly within, so many `inches` of a unit."""
    scene, a = _asked(state, question)
    inches = inches_in(question, "inches", None)
    found = []
    for other in scene.all():
        if other.unit.id == a.unit.id:
            continue
        gap = scene.link(a, other).gap
        if gap <= inches + HAIR:
            every = all(scene.gap_of(other, n, a) <= inches + HAIR for n in range(len(other.bodies)))
            found.append({"unit": other.unit.id, "range": round(gap, 3), "all_models": every})
    found.sort(key=lambda one: (one["range"], one["unit"]))
    return {"units": found, "why": "any model, from base edge to base edge", "rules": []}


def combat(state: BattleState, question: Question) -> Answer:
    """Answer which enemies a unit is in combat with as it stands."""
    scene, a = _asked(state, question)
    foes = scene.foes_in_combat(a)
    told: list[Finding] = [findings.combat(scene, a, foe) for foe in scene.foes(a.unit)]
    return {
        "in_combat": list(foes),
        "foes": [
            {"unit": foe.unit.id, "in_combat": one.verdict == "yes", "why": one.why, "rules": list(one.rules)}
            for foe, one in zip(scene.foes(a.unit), told, strict=True)
        ],
        "why": 'within 3" on the plan of a model, and each sees the other',
        "rules": ["AOS-16-2"],
    }


def on(state: BattleState, question: Question) -> Answer:
    """Answer which features a unit is wholly on."""
    scene, a = _asked(state, question)
    found = [feature for feature in scene.terrain.groups if wholly_on(scene, a, feature)]
    names = ", ".join(name_of(scene, feature) for feature in found)
    why = f"no part of a base is outside {names}" if found else "some part of a base is outside each feature"
    return {"on": found, "why": why, "rules": ["AOST-1.1-1"]}


def coherency(state: BattleState, question: Question) -> Answer:
    """Answer whether a unit is coherent as it stands, and which models are not."""
    scene, a = _asked(state, question)
    found = scene.coherent(a)
    return {
        "needs": needed(len(a.bodies), warscroll(a.unit).coherency),
        "coherent": found.holds,
        "groups": [list(group) for group in found.groups],
        "lonely": list(found.lonely),
        "why": findings.coherency(scene, a).why,
        "rules": ["AOS-18.3-1"],
    }


def _asked(state: BattleState, question: Question) -> tuple[Scene, Group]:
    scene = Scene(state)
    unit = state.unit(str(question.get("unit", "")))
    if "from" in question:
        # The unit as it would stand elsewhere.
        spots = read_spots(question["from"], unit.models, state.board, unit.id)
        made = replace(unit, at=formed(scene.board, unit, spots))
        moved = replace(state, units={**state.units, unit.id: made})
        scene = Scene(moved)
    return scene, scene.group(unit.id)


def _other(scene: Scene, question: Question) -> Group:
    target = str(question.get("target", ""))
    if not target:
        raise Refused('name the other unit: {"target": "b1"}')
    return scene.group(target)


def _spot(state: BattleState, data: Any) -> Spot:
    (spot,) = read_spots(data, 1, state.board, "to") or ((0.0, 0.0, 0.0),)
    return spot


def _trace(made: Trace) -> Answer:
    return {
        "unit": made.unit,
        "mode": made.mode,
        "legal": made.legal,
        "price": None if made.price is None else round(made.price, 3),
        "length": None if made.price is None else round(made.price, 3),
        "budget": made.budget,
        "path": [[round(n, 3) for n in point.at] for point in made.way],
        "marks": [{"at": [round(n, 3) for n in p.at], "what": p.mark} for p in made.way if p.mark],
        "notes": list(made.notes),
        "action": made.action,
        "why": made.why,
        "rules": list(made.rules),
    }


ASKS: dict[str, Callable[[BattleState, Question], Answer]] = {
    "range": distance,
    "sight": sight,
    "cover": cover,
    "reach": reach,
    "path": path,
    "charge": charge,
    "within": within,
    "combat": combat,
    "on": on,
    "coherency": coherency,
}
