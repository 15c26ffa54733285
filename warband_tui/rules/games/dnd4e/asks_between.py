"""Questions about two creatures on squares, or about a creature and a place: what is true, the line, the rules."""

from __future__ import annotations

from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e import cover as covers
from warband_tui.rules.games.dnd4e.flanking import flank, flanks_of
from warband_tui.rules.games.dnd4e.provoking import may_react, strike_reach, zone
from warband_tui.rules.games.dnd4e.questions import Answer, Question, lines, points, unit_in
from warband_tui.rules.games.dnd4e.space import Scene, spot_of, square_of
from warband_tui.rules.games.dnd4e.templates import covered, template_of
from warband_tui.rules.state import BattleState, Unit


def flanking(state: BattleState, question: Question) -> Answer:
    """Return whether a creature flanks a target with another, or with whom (D4-FLANK-1 to 7)."""
    scene = Scene(state)
    unit, target = unit_in(scene, question), unit_in(scene, question, "target")
    if question.get("with"):
        found = [(unit_in(scene, question, "with"), flank(scene, target.id, unit.id, str(question["with"])))]
    else:
        found = list(flanks_of(scene, target, unit))
    ally, best = next(((a, f) for a, f in found if f.flanks), found[0] if found else (None, None))
    if ally is None or best is None:
        why = f"{unit.name} has no ally on the board"
        return {"unit": unit.id, "target": target.id, "flanks": False, "why": why, "rules": ["D4-FLANK-1"]}
    return {
        "unit": unit.id,
        "target": target.id,
        "with": ally.id,
        "flanks": best.flanks,
        "line": best.line,
        "squares": best.squares,
        "why": best.why,
        "rules": best.rules,
    }


def _other(scene: Scene, question: Question) -> Unit | None:
    return unit_in(scene, question, "target") if question.get("target") else None


def _there(scene: Scene, unit: Unit, to: Spot) -> Space:
    """Return the space of a square that is asked about: as high as it says, else as the creature is, or as its ground."""
    if len(to) > 2:
        return Space(*square_of(to), 1, int(to[2]))
    return scene.place(to, max(scene.space(unit.id).level, 0))


def _seen(question: Question, state: BattleState, rule: str) -> Answer:
    scene = Scene(state)
    unit, target = unit_in(scene, question), _other(scene, question)
    name: Answer
    if target is not None:
        found = covers.sight(scene, unit, target) if rule == "sight" else covers.effect(scene, unit, target)
        name = {"target": target.id}
    else:
        to = spot_of(question.get("to"))
        test = covers.sees if rule == "sight" else covers.affects
        found = test(scene, scene.space(unit.id), _there(scene, unit, to), "{},{}".format(*to))
        name = {"to": list(to)}
    return {"unit": unit.id, **name, rule: found.clear, "lines": lines(found.lines), "why": found.why,
            "rules": found.rules}  # fmt: skip


def sight(state: BattleState, question: Question) -> Answer:
    """Return whether a creature sees another, or a square (D4-LOS-1)."""
    return _seen(question, state, "sight")


def effect(state: BattleState, question: Question) -> Answer:
    """Return whether a creature has line of effect to another, or to a square (D4-LOE-1)."""
    return _seen(question, state, "effect")


def cover(state: BattleState, question: Question) -> Answer:
    """Return the cover of a target against a kind of attack, with its lines (D4-COV-1 to 4)."""
    scene = Scene(state)
    unit, target = unit_in(scene, question), unit_in(scene, question, "target")
    kind = covers.kind_of(str(question.get("kind", "ranged")))
    stated = spot_of(question["origin"], "origin") if question.get("origin") else ()
    origin = scene.place(stated, scene.space(target.id).level) if stated else None
    found = covers.cover(scene, unit, target, kind, origin)
    return {
        "unit": unit.id,
        "target": target.id,
        "kind": kind,
        "effect": found.effect,
        "cover": found.level or "none",
        "modifier": found.modifier,
        "lines": lines(found.lines),
        "why": found.why,
        "rules": found.rules,
    }


def far(state: BattleState, question: Question) -> Answer:
    """Return the distance between two creatures, or to a square (D4-GEO-3)."""
    scene = Scene(state)
    unit, target = unit_in(scene, question), _other(scene, question)
    name: Answer
    if target is not None:
        found, name = scene.apart(unit.id, target.id), {"target": target.id}
    else:
        to = spot_of(question.get("to"))
        found, name = distance(scene.space(unit.id), _there(scene, unit, to)), {"to": list(to)}
    return {"unit": unit.id, **name, "distance": found, "adjacent": found == 1, "feet": 5 * found,
            "why": "the greatest gap on an axis, walls between do not count", "rules": ["D4-GEO-3", "D4-FLY-2"]}  # fmt: skip


def threatened(state: BattleState, question: Question) -> Answer:
    """Return the squares whose leaving provokes a creature, and whether it can react now (D4-OA-1, 4, 5, 6)."""
    scene = Scene(state)
    unit = unit_in(scene, question)
    no = may_react(unit)
    return {
        "unit": unit.id,
        "reach": strike_reach(scene, unit),
        "squares": points(scene.grid.cells(zone(scene, unit))),
        "able": no is None,
        "why": no.why if no else "",
        "rules": [*(no.rules if no else ()), "D4-OA-1", "D4-OA-6"],
    }


def area(state: BattleState, question: Question) -> Answer:
    """Return what a burst, blast or wall covers, and whom."""
    scene = Scene(state)
    unit = unit_in(scene, question)
    at = question.get("at", ())
    spots = (
        [square_of(at, "at")]
        if at and not isinstance(at[0], list | tuple)
        else [square_of(s, "at") for s in at]
    )
    found = covered(scene, unit, template_of(scene, unit, str(question.get("template", "burst 1"))), spots)
    return {"unit": unit.id, "squares": points(sorted(found.cells)), "units": dict(found.units), "why": found.why,
            "rules": found.rules}  # fmt: skip
