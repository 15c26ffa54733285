"""Questions about squares in the form of scripts: each answers with the figure, the reason and the rules."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e import asks_between as between
from warband_tui.rules.games.dnd4e.airspace import Place
from warband_tui.rules.games.dnd4e.charging import charge_field, charge_refusal
from warband_tui.rules.games.dnd4e.falling_edges import Hazard, hazard
from warband_tui.rules.games.dnd4e.flying import airspace, flown, stopped_at, usual_level
from warband_tui.rules.games.dnd4e.forced import Forcing, Kind
from warband_tui.rules.games.dnd4e.forced_ways import way_of_force
from warband_tui.rules.games.dnd4e.movement import can_end_squeeze, can_stand
from warband_tui.rules.games.dnd4e.places import (
    arrival,
    full_spaces,
    standing,
    teleport_ends,
    teleport_refusal,
)
from warband_tui.rules.games.dnd4e.positions import allowed, budget_for, reach_of, route_to
from warband_tui.rules.games.dnd4e.questions import Answer, Question, number_in, points, priced, unit_in
from warband_tui.rules.games.dnd4e.reach import Leg, Route
from warband_tui.rules.games.dnd4e.settings import answer as answer_of
from warband_tui.rules.games.dnd4e.shoving import immovable, reduced
from warband_tui.rules.games.dnd4e.space import Scene, full_side, spot_of, square_of
from warband_tui.rules.games.dnd4e.states import cannot_act, cannot_move, cannot_shift
from warband_tui.rules.games.dnd4e.steps import budget_of, mark, mode_of, moves, refusal, upright
from warband_tui.rules.games.dnd4e.swapping import swaps
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

_FORCED: tuple[Kind, ...] = ("pull", "push", "slide")


def _hazard(found: Hazard | None) -> Answer:
    if found is None:
        return {}
    return {
        "hazard": {"to": list(found.to), "before": list(found.before), "drop": found.drop, "what": found.what,
                   "save": "10 or more: prone in the last square before it", "rules": found.rules}
    }  # fmt: skip


# ---- Moving oneself


def reach(state: BattleState, question: Question) -> Answer:
    """Return every square that a creature can enter and end in by a mode, with prices, and those it only passes."""
    scene = Scene(state)
    unit, mode = unit_in(scene, question), mode_of(str(question.get("mode", "walk")))
    budget = budget_for(unit, mode, number_in(question, "budget", None))
    found = reach_of(scene, unit, mode, budget)
    no = allowed(state, unit, mode)
    return {
        "unit": unit.id,
        "mode": mode.id,
        "budget": budget,
        "ends": priced(found.cells),
        "through": priced(found.through),
        "allowed": no is None and budget is not None,
        "why": no.why if no else found.why,
        "rules": list(dict.fromkeys((*(no.rules if no else ()), *found.rules))),
    }


def path(state: BattleState, question: Question) -> Answer:
    """Return the best way to a square, or a way that is given: price a step, who may strike at which."""
    scene = Scene(state)
    unit, mode = unit_in(scene, question), mode_of(str(question.get("mode", "walk")))
    budget = budget_for(unit, mode, number_in(question, "budget", None))
    given = [spot_of(s, "path") for s in question.get("path", ())]
    to = spot_of(question["to"]) if question.get("to") else given[-1] if given else square_of(None)
    via = [spot_of(s, "via") for s in question.get("via", ())]
    if mode.how == "teleport" or (mode.id == "charge" and not given):
        way = route_to(scene, unit, mode, to, via, budget, str(question.get("target", "")))
    else:
        way = flown(scene, unit, mode, to, via, given, budget)
    no = allowed(state, unit, mode)
    told = {"why": no.why} if no and way.legal else {}
    able = budget is not None or mode.how == "teleport"
    return _route(way) | {"to": list(to), "allowed": no is None and able} | told


def _route(way: Route) -> Answer:
    return {
        "unit": way.unit,
        "mode": way.mode,
        "to": list(way.to),
        "legal": way.legal,
        "price": way.price,
        "budget": way.budget,
        "path": points(way.spots),
        "steps": [_leg(leg) for leg in way.legs],
        "why": way.why,
        "rules": way.rules,
    }


def _leg(leg: Leg) -> Answer:
    return {
        "to": list(leg.spot),
        "price": leg.step.price,
        "total": leg.price,
        "strikers": list(leg.strikers),
        "why": leg.mark,
        "rules": leg.rules,
    }


def step(state: BattleState, question: Question) -> Answer:
    """Return one step: legal or why not, its price, the squares left and entered, who may strike."""
    scene = Scene(state)
    unit, mode = unit_in(scene, question), mode_of(str(question.get("mode", "walk")))
    start, to = scene.space(unit.id), spot_of(question.get("to"))
    if upright(scene, unit, mode):
        level = int(to[2]) if len(to) > 2 else usual_level(scene, unit, mode, square_of(to))
        air = airspace(scene, unit, mode, [level], 1)
        one = air.step(Place(start.anchor, start.level), Place(square_of(to), level))
        space: Space | None = Space(*square_of(to), air.side, level)
    else:
        square = square_of(to)
        one = moves(scene, unit, mode).step(start.anchor, (square[0] - start.x, square[1] - start.y))
        space = None
    no = refusal(scene, unit, one, space) if not one.legal else None
    word, rules = mark(scene, unit, one)
    way = flown(scene, unit, mode, to, (), [to]) if one.legal else None
    return {
        "unit": unit.id,
        "to": list(to),
        "legal": no is None,
        "end": bool(way and way.legal),
        "price": one.price if no is None else None,
        "left": points(one.left),
        "entered": points(one.entered),
        "strikers": list(dict.fromkeys(who for leg in way.legs for who in leg.strikers)) if way else [],
        "why": no.why if no else (way.why if way and not way.legal else word),
        "rules": no.rules if no else (way.rules if way else rules),
    }


def interrupt(state: BattleState, question: Question) -> Answer:
    """Return where a creature ends whose move is cut off after a path (D4-OCC-4)."""
    scene = Scene(state)
    unit, mode = unit_in(scene, question), mode_of(str(question.get("mode", "walk")))
    gone = [spot_of(s, "path") for s in question.get("path", ())]
    at = stopped_at(scene, unit, mode, gone)
    back = bool(gone) and at != gone[-1]
    why = "put back to the last square on its way where it may end" if back else "it may end there"
    return {"unit": unit.id, "at": list(at), "why": why, "rules": ["D4-OCC-4"]}


def charge(state: BattleState, question: Question) -> Answer:
    """Return the squares in which a charge at a target may end, with prices (D4-CHG-1)."""
    scene = Scene(state)
    unit, target = unit_in(scene, question), unit_in(scene, question, "target")
    mode = mode_of("charge")
    budget = budget_for(unit, mode, number_in(question, "budget", None)) or 0
    ends = charge_field(scene, unit, target, budget).ends
    no = (None if ends else charge_refusal(scene, unit, target, budget)) or allowed(state, unit, mode)
    why = no.why if no else "the nearest free squares from which it can attack"
    return {"unit": unit.id, "target": target.id, "budget": budget, "legal": bool(ends), "ends": priced(ends),
            "allowed": allowed(state, unit, mode) is None, "why": why,
            "rules": _with("D4-CHG-1", refusal=no)}  # fmt: skip


def _with(*rules: str, refusal: Refusal | None) -> list[str]:
    return list(dict.fromkeys((*(refusal.rules if refusal else ()), *rules)))


def teleport(state: BattleState, question: Question) -> Answer:
    """Return whether a creature may be teleported to a square, or with no square, where to (D4-TEL-1 to 6)."""
    scene = Scene(state)
    unit = unit_in(scene, question)
    user = unit_in(scene, question, "by") if question.get("by") else None
    mode = mode_of("teleport")
    own = None if user else budget_of(unit, mode)
    squares = number_in(question, "squares", number_in(question, "budget", own))
    barred = None if user else allowed(state, unit, mode) if squares == own else cannot_act(state, unit)
    rules = ["D4-TEL-1", "D4-TEL-2", "D4-TEL-3"]
    if "to" not in question:
        ends = teleport_ends(scene, unit, squares) if squares else {}
        why = barred.why if barred else ""
        return {"unit": unit.id, "squares": squares, "ends": priced(ends), "allowed": barred is None, "why": why,
                "rules": _with(*rules, refusal=barred)}  # fmt: skip
    to = spot_of(question["to"])
    no = teleport_refusal(scene, unit, to, squares, user)
    space, goal = scene.space(unit.id), arrival(scene, unit, to)
    risk = None if no else hazard(scene, unit, space, goal, teleports=True)
    told = no or barred
    saves = risk is not None and answer_of(state, "teleport-hindering") == "save"
    answer: Answer = {
        "unit": unit.id,
        "to": list(to),
        "legal": no is None,
        "allowed": barred is None,
        "distance": distance(space, goal),
        "strikers": [],
        "why": told.why if told else "seen, free and large enough" + _as_far(unit, squares),
        "rules": list(told.rules) if told else [*rules, *(["D4-TEL-4"] if risk else [])],
    }
    if risk is not None:
        save = "10 or more: no teleport at all" if saves else "none at this table"
        answer["hazard"] = {"drop": risk.drop, "what": risk.what, "save": save}
    return answer


def _as_far(unit: Unit, squares: int | None) -> str:
    return "" if squares is not None else f"; {unit.name} has no teleport of its own: as far as a power goes"


def stand(state: BattleState, question: Question) -> Answer:
    """Return whether a prone creature stands up where it is, or whither it shifts (D4-PRONE-3)."""
    scene = Scene(state)
    unit = unit_in(scene, question)
    here, ends = standing(scene, unit)
    rooted = None if here else cannot_move(unit)
    no = can_stand(state, unit)
    told = rooted or no
    why = (
        told.why
        if told
        else "in place"
        if here
        else "somebody is in its square: it shifts"
        if ends
        else "all squares round it are taken, filled or difficult"
    )
    return {"unit": unit.id, "in_place": here, "ends": [] if rooted else points(ends),
            "legal": here or bool(ends and not rooted), "allowed": no is None, "why": why,
            "rules": _with("D4-PRONE-3", "D4-OCC-6", refusal=told)}  # fmt: skip


def unsqueeze(state: BattleState, question: Question) -> Answer:
    """Return where a squeezing creature may take its full space (D4-SQZ-2)."""
    scene = Scene(state)
    unit = unit_in(scene, question)
    ends = full_spaces(scene, unit, full_side(unit))
    no = can_end_squeeze(state, unit)
    why = "its full space holds the small one" if ends else "there is no room for its full space"
    return {"unit": unit.id, "ends": points(ends), "legal": bool(ends), "allowed": no is None,
            "why": no.why if no else why, "rules": _with("D4-SQZ-2", refusal=no)}  # fmt: skip


# ---- Moving others


def forced(kind: Kind) -> Callable[[BattleState, Question], Answer]:
    """Return the question for one kind of forced movement."""

    def ask(state: BattleState, question: Question) -> Answer:
        scene = Scene(state)
        target = unit_in(scene, question, "target")
        limit = number_in(question, "squares", 1) or 0
        if question.get("origin") is not None:
            where = spot_of(question["origin"], "origin")
            origin = scene.place(where)
            source: Answer = {"origin": list(where)}
        else:
            unit = unit_in(scene, question)
            origin, source = scene.space(unit.id), {"unit": unit.id}
        most = reduced(target, limit, keep=bool(question.get("keep")))
        no = immovable(target, str(question.get("by", "melee")))
        forcing = Forcing(scene, kind, origin, target, 0 if no else most, limit)
        found = forcing.options()
        answer: Answer = {**source,
            "target": target.id,
            "squares": most,
            "legal": no is None,
            "next": [
                {"to": list(n.to), "legal": n.legal and no is None, "end": n.end and no is None,
                 "why": no.why if no else n.why, "rules": no.rules if no else n.rules} | _hazard(n.hazard)
                for n in found.next
            ],
            "ends": priced(found.ends),
            "through": priced(found.through),
            "edges": points(found.edges),
            "vertical": found.vertical,
            "strikers": [],
            "why": no.why if no else f"{most} squares at most" if most < limit else "",
            "rules": [*found.rules, *(no.rules if no else ()), *(["D4-FM-12"] if most < limit else [])],
        }  # fmt: skip
        if "path" in question or "to" in question:
            path = [spot_of(s, "path") for s in question.get("path", ())]
            goal = spot_of(question["to"]) if question.get("to") else path[-1] if path else square_of(None)
            way, none = way_of_force(forcing, goal, path)
            answer["way"] = _judged(forcing, way, no or none)
        return answer

    return ask


def _judged(forcing: Forcing, way: list[Spot], no: Refusal | None) -> Answer:
    told, risk = forcing.judged(way)
    told = no or told or (None if way else Refusal("there is no such way", ("D4-FM-8",)))
    return {
        "path": [list(spot) for spot in way],
        "legal": told is None,
        "why": told.why if told else "",
        "rules": told.rules if told else (),
    } | _hazard(risk)


def swap(state: BattleState, question: Question) -> Answer:
    """Return how two creatures may swap places (D4-FM-13)."""
    scene = Scene(state)
    unit, target = unit_in(scene, question), unit_in(scene, question, "target")
    no = immovable(target, str(question.get("by", "melee"))) or cannot_shift(unit)
    found = {} if no else swaps(scene, unit, target)
    ways = [{"target": list(goal), "unit": points(ends)} for goal, ends in found.items()]
    why = (
        "the target covers your space, you enter one that it left"
        if ways
        else "there is no room or way to swap"
    )
    return {
        "unit": unit.id,
        "target": target.id,
        "ways": ways,
        "legal": bool(ways),
        "why": no.why if no else why,
        "rules": list(no.rules) if no else ["D4-FM-13"],
    }


ASKS: dict[str, Callable[[BattleState, Question], Answer]] = {
    "reach": reach,
    "path": path,
    "step": step,
    "interrupt": interrupt,
    "charge": charge,
    "teleport": teleport,
    "stand": stand,
    "unsqueeze": unsqueeze,
    **{kind: forced(kind) for kind in _FORCED},
    "swap": swap,
    "flank": between.flanking,
    "sight": between.sight,
    "effect": between.effect,
    "cover": between.cover,
    "distance": between.far,
    "threatened": between.threatened,
    "area": between.area,
}
"""Every question about squares, by its name in a script."""
