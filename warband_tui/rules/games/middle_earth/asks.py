"""Questions about the table in the form of scripts: each answers with the figure, the reason and the rules.

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warband_tui.rules.board.planning import Finding, line_json
from warband_tui.rules.board.sight import cover as covers
from warband_tui.rules.games.middle_earth import plans
from warband_tui.rules.games.middle_earth.boards import CHARGE, MOVE, refusal
from warband_tui.rules.games.middle_earth.ground_rules import CHARGE_RULE
from warband_tui.rules.games.middle_earth.looks import look, sight_of, stand_fast
from warband_tui.rules.games.middle_earth.profile import find_weapon, profile_of
from warband_tui.rules.games.middle_earth.routes import Way, charge_way
from warband_tui.rules.games.middle_earth.scene import Scene
from warband_tui.rules.games.middle_earth.settings import within
from warband_tui.rules.questions import FINEST, inches_in
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import shown

Question = dict[str, Any]
Answer = dict[str, Any]


def measured(state: BattleState, question: Question) -> Answer:
    """Return the distance between two units; whether a weapon or a number of inches reaches."""
    scene, unit, other = _pair(state, question)
    link = scene.link(unit, other)
    answer = {"unit": unit.id, "target": other.id, "inches": round(link.gap, 4), "line": line_json(link.line)}
    reach = None if question.get("inches") is None else inches_in(question, "inches", None)
    if question.get("weapon"):
        weapon = find_weapon(profile_of(unit), str(question["weapon"]), ranged=True)
        if weapon is None:
            raise Refused(f"{unit.name} has no bow {shown(question['weapon'])}")
        reach = weapon.range
    if reach is not None:
        answer |= {"reach": reach, "within": within(state, link.gap, reach)}
    return answer | {"why": "from base edge to base edge of the nearest models", "rules": []}


def seen(state: BattleState, question: Question) -> Answer:
    """Return whether a unit sees another, with the line that proves it and what hides it."""
    scene, unit, other = _pair(state, question)
    found, told = scene.seen(unit, other), sight_of(scene, unit, other)
    return {
        "unit": unit.id,
        "target": other.id,
        "seen": found.seen,
        "share": round(found.share, 4),
        "lines": [line_json(line) for line in found.lines],
        "blockers": list(found.blockers),
        "why": told.why,
        "rules": [],
    }


def in_the_way(state: BattleState, question: Question) -> Answer:
    """Return what stands in the way of a shot: each thing takes a roll; and the terrain that the target is at."""
    scene, unit, other = _pair(state, question)
    link, things = scene.link(unit, other), scene.in_the_way(unit, other)
    pieces = covers(scene.board, scene.bodies(unit)[link.a], scene.bodies(other)[link.b])
    return {
        "unit": unit.id,
        "target": other.id,
        "in_the_way": len(things),
        "things": list(things),
        "terrain": [
            {
                "piece": piece.piece,
                "name": piece.name,
                "share": round(piece.share, 4),
                "touching": piece.touching,
            }
            for piece in pieces
        ],
        "why": f"{len(things)} in the way" if things else "nothing is in the way",
        "rules": [],
    }


def reach(state: BattleState, question: Question) -> Answer:
    """Return the cells that a unit gets to by a mode, with prices."""
    scene, unit = _unit(state, question)
    mode = _mode(question)
    found = plans.reach(scene.state, unit.id, mode, inches_in(question, "grain", 1.0, FINEST))
    no = refusal(state, unit, mode)
    return {
        "unit": unit.id,
        "mode": mode,
        "budget": found.budget,
        "grain": found.grain,
        "ends": [{"at": list(cell), "price": round(price, 4)} for cell, price in found.cells.items()],
        "through": [{"at": list(cell), "price": round(price, 4)} for cell, price in found.through.items()],
        "allowed": no is None,
        "why": found.why,
        "rules": list(found.rules),
    }


def path(state: BattleState, question: Question) -> Answer:
    """Return the way of a move to a place: legal or why not, its price, its points, what it takes."""
    scene, unit = _unit(state, question)
    to, via = plans.places(state, unit, question.get("to", ()), question.get("via", ()))
    if not to:
        raise Refused('"to" is a place, [x, y] or [x, y, z]')
    mode = _mode(question)
    way = plans.way_of(scene, unit, mode, to, via)
    if way is None:
        why = "nobody stands there to be charged"
        return {"unit": unit.id, "mode": mode, "legal": False, "why": why, "rules": [CHARGE_RULE]}
    return _way(scene, unit, mode, way)


def charge(state: BattleState, question: Question) -> Answer:
    """Return whether a unit gets into contact with enemies: the way, its length, what has to be tested."""
    scene, unit = _unit(state, question)
    names = question.get("targets") or [question.get("target", "")]
    targets = tuple(scene.unit(str(name)).id for name in names)
    foreign = next((name for name in targets if state.unit(name).side == unit.side), None)
    if foreign:
        raise Refused(f"{state.unit(foreign).name} is no enemy of {unit.name}")
    to, via = plans.places(state, unit, question.get("to", ()), question.get("via", ()))
    return _way(scene, unit, CHARGE, charge_way(scene, unit, targets, to, via))


def around(state: BattleState, question: Question) -> Answer:
    """Return who stands within so many inches of a unit, friend or foe, the nearest first."""
    scene, unit = _unit(state, question)
    limit = inches_in(question, "inches", 6.0)
    gaps = sorted((scene.link(unit, other).gap, other.id) for other in scene.all() if other.id != unit.id)
    return {
        "unit": unit.id,
        "inches": limit,
        "units": [
            {"unit": name, "side": state.unit(name).side, "inches": round(gap, 4)}
            for gap, name in gaps
            if within(state, gap, limit)
        ],
        "why": "from base edge to base edge of the nearest models",
        "rules": [],
    }


def standing_fast(state: BattleState, question: Question) -> Answer:
    """Return whom a hero covers where it stands, or who covers a warrior, each with why or why not (ME-SFT-1)."""
    scene, unit = _unit(state, question)
    friends = [other for other in scene.all() if other.side == unit.side and other.id != unit.id]
    pairs = [(unit, other) for other in friends] if profile_of(unit).hero else []
    if not profile_of(unit).hero:
        pairs = [(other, unit) for other in friends]
    found = [
        {"hero": hero.id, "unit": other.id, "covers": told.good is not False, **_told(told)}
        for hero, other in pairs
        if (told := stand_fast(scene, hero, other)) is not None
    ]
    return {
        "unit": unit.id,
        "stand_fast": found,
        "why": "measured where they stand now",
        "rules": ["ME-SFT-2"],
    }


def between(state: BattleState, question: Question) -> Answer:
    """Return all that is true between two units, as the board screen tells it."""
    _, unit, other = _pair(state, question)
    return {
        "findings": [
            _told(one) | {"id": one.id, "label": one.label} for one in look(state, unit.id, other.id)
        ]
    }


def _way(scene: Scene, unit: Unit, mode: str, way: Way) -> Answer:
    no = refusal(scene.state, unit, mode)
    price = None if way.price is None else round(way.price, 4)
    return {
        "unit": unit.id,
        "mode": mode,
        "legal": way.legal,
        "allowed": no is None,
        "price": price,
        "length": round(way.route.length, 4) if way.route.found else None,
        "budget": way.budget,
        "to": [list(spot) for spot in way.spots] if way.price is not None else [],
        "path": [
            {"at": list(p.at), "price": round(p.price, 4), "mark": p.mark}
            for p in plans.waypoints(scene, way)
        ],
        "targets": list(way.targets),
        "tests": list(way.notes),
        "blocked_by": way.route.blocked_by.partition("#")[0],
        "why": way.why or (no.why if no else ""),
        "rules": list(way.rules),
    }


def _unit(state: BattleState, question: Question) -> tuple[Scene, Unit]:
    scene = Scene(state)
    return scene, scene.unit(str(question.get("unit", "")))


def _pair(state: BattleState, question: Question) -> tuple[Scene, Unit, Unit]:
    scene, unit = _unit(state, question)
    return scene, unit, scene.unit(str(question.get("target", "")))


def _mode(question: Question) -> str:
    mode = str(question.get("mode", MOVE))
    if mode not in (MOVE, CHARGE):
        raise Refused(f"no mode {shown(mode)}; this game has {MOVE} and {CHARGE}")
    return mode


def _told(one: Finding) -> Answer:
    return {
        "verdict": one.verdict,
        "why": one.why,
        "rules": list(one.rules),
        "lines": [line_json(line) for line in one.lines],
    }


TABLE: dict[str, Callable[[BattleState, Question], Answer]] = {
    "range": measured,
    "sight": seen,
    "cover": in_the_way,
    "reach": reach,
    "path": path,
    "charge": charge,
    "within": around,
    "stand-fast": standing_fast,
    "look": between,
}
