"""The answers to what the board screen asks, worked out on the table as it stands."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.board.inches import plan
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.placing import no_room, outside_zones
from warband_tui.rules.board.planning import (
    Cell,
    Covered,
    Finding,
    MoveMode,
    Reach,
    Role,
    SightLine,
    Template,
    Threat,
    Trace,
)
from warband_tui.rules.board.raster import reach as painted
from warband_tui.rules.board.templates import cells_within, circle
from warband_tui.rules.games.trench_crusade import checks, looking
from warband_tui.rules.games.trench_crusade.activation import FLOW
from warband_tui.rules.games.trench_crusade.attack_plan import loaded
from warband_tui.rules.games.trench_crusade.charging import ChargePlan, charge_plan, most_of, near_line
from warband_tui.rules.games.trench_crusade.diving import dive_plan
from warband_tui.rules.games.trench_crusade.ground_rules import MELEE
from warband_tui.rules.games.trench_crusade.movement import LONGEST_CHARGE
from warband_tui.rules.games.trench_crusade.odds_of import begun
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.profile import allowance, profile_of, weapons_for
from warband_tui.rules.games.trench_crusade.tracing import MODE_RULES, move_plan, reasons_against, way_points
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

_NEAR = 2.0
"""Inches about the place that a charge is pointed at in which its target is looked for."""
_ROLES: dict[str, Role] = {"move": "move", "dash": "fast", "retreat": "other"}


def modes(state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
    """Return the ways in which a model may move now."""
    wait = not_now(state, unit_id)
    state = begun(state, unit_id)
    unit = state.unit(unit_id)
    scene = Scene(state)
    have = float(allowance(unit))
    body = scene.body(unit_id)
    found = [
        _mode("move", have, checks.can_move(state, unit)),
        _mode("dash", have, checks.can_dash(state, unit)),
        MoveMode("charge", f"charge {near_line(unit)}", "attack", most_of(unit), *_allowed(checks.can_charge(state, unit), ("TC-CHG-1",))),
    ]  # fmt: skip
    if state.in_contact(unit_id):
        found.append(_mode("retreat", have, checks.can_retreat(state, unit)))
    if body.z >= 3:
        no = checks.can_charge(state, unit)
        found.append(MoveMode("dive", "diving charge", "attack", most_of(unit), *_allowed(no, ("TC-DIV-1",))))
    if scene.ledges_near(unit, body, 0.01):
        no = checks.can_jump_down(state, unit)
        found.append(MoveMode("jump-down", "jump down", "other", 0, *_allowed(no, ("TC-JMP-5",))))
    if wait is None:
        return tuple(found)
    return tuple(replace(mode, allowed=False, why=wait.why, rules=wait.rules) for mode in found)


def not_now(state: BattleState, unit_id: str) -> Refusal | None:
    """Return why it is not a model's go, as its actions would be refused (TC-TRN-1, TC-TRN-2); None when it is."""
    no = FLOW.refusal(state, state.unit(unit_id))
    return Refusal(no.why, no.rules) if no else None


def reach(state: BattleState, unit_id: str, mode: str, grain: float) -> Reach:
    """Return where a model can get to in one way of moving."""
    state = begun(state, unit_id)
    unit = state.unit(unit_id)
    scene = Scene(state)
    if mode in ("jump-down", "dive"):
        return _landings(scene, unit, mode, grain)
    charging = mode == "charge"
    budget = most_of(unit) if charging else float(allowance(unit))
    near = state.in_contact(unit_id) if mode in ("move", "dash") and scene.rules.moves_in_melee else ()
    rules = scene.ground(unit, keep_out=0.0) if charging else scene.ground(unit)
    found = painted(scene.board, scene.mover(unit, rules, near), budget, grain=grain)
    cells = found.cells
    if near or mode == "retreat":
        cells = {cell: price for cell, price in cells.items() if _fits(scene, unit, cell, grain, near)}
    role: Role = "attack" if charging else _ROLES.get(mode, "other")
    rule = ("TC-CHG-2",) if charging else (MODE_RULES[mode],)
    return Reach(unit_id, mode, role, budget, cells, found.through, grain, rules=rule)


def trace(state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...]) -> Trace:
    """Return the way to a place, and the action that takes it; out of its go a model may take none."""
    wait = not_now(state, unit_id)
    made = _trace(begun(state, unit_id), unit_id, mode, to, via)
    return made if wait is None else replace(made, legal=False, why=wait.why, rules=wait.rules)


def _trace(state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...]) -> Trace:
    unit = state.unit(unit_id)
    scene = Scene(state)
    if mode == "charge":
        return _charge_trace(scene, unit, to, via)
    if mode == "dive":
        return _dive_trace(scene, unit, to)
    if mode == "jump-down":
        return _jump_down_trace(scene, unit, to)
    check = {"move": checks.can_move, "dash": checks.can_dash, "retreat": checks.can_retreat}[mode]
    made = move_plan(scene, unit, mode, to, via)
    refusal = check(state, unit) or made.refusal
    strikers = state.in_contact(unit_id) if mode == "retreat" else ()
    action = {"do": mode, "unit": unit_id, "to": _listed(scene.at(unit, to).at)}
    return Trace(
        unit_id,
        mode,
        to,
        legal=refusal is None,
        price=round(made.way.price, 3) if made.way.found else None,
        budget=made.budget,
        why=refusal.why if refusal else "",
        rules=refusal.rules if refusal else made.rules,
        way=way_points(scene, unit, made.way, strikers),
        notes=made.notes + (("a Risky roll first",) if mode == "dash" else ()),
        action=_with_via(action, via) if refusal is None else {},
    )


def look(state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
    """Return what is true between two models."""
    scene = Scene(begun(state, unit_id))
    unit, other = scene.state.unit(unit_id), scene.state.unit(other_id)
    if not (scene.stands(unit) and scene.stands(other)):
        return ()
    return looking.look(scene, unit, other)


def measure(state: BattleState, a: Spot, b: Spot) -> Finding:
    """Return the distance between two places."""
    del state
    rise = abs((a[2] if len(a) > 2 else 0) - (b[2] if len(b) > 2 else 0))
    far = math.hypot(math.dist(a[:2], b[:2]), rise)
    why = f'{math.dist(a[:2], b[:2]):.1f}" on the plan' if rise else ""
    line = SightLine(a, b, clear=True)
    return Finding("distance", "distance", f'{far:.1f}"', why=why, rules=("TC-ACT-3",), lines=(line,))


def threats(state: BattleState, unit_id: str, grain: float) -> tuple[Threat, ...]:
    """Return the 1" around a model, and how far it may pick the target of a charge."""
    scene = Scene(state)
    unit = state.unit(unit_id)
    if not scene.stands(unit):
        return ()
    body = scene.body(unit_id)
    cells = cells_within([body], MELEE, scene.table, grain)
    found = [Threat("melee", '1" of melee', unit_id, cells, grain, ("TC-MOV-2",))]
    if not unit.has("down"):
        cells = cells_within([body], LONGEST_CHARGE, scene.table, grain)
        found.append(Threat("charge", '12" of a charge', unit_id, cells, grain, ("TC-CHG-1",)))
    return tuple(found)


def templates(state: BattleState, unit_id: str) -> tuple[Template, ...]:
    """Return the blasts of a model's weapons."""
    unit = state.unit(unit_id)
    return tuple(
        Template(w.id, f'{w.name}, BLAST {looking.blast_radius(w)}"', "circle", looking.blast_radius(w), w.range, ("TC-KEY-1",))
        for w in (loaded(unit, weapon) for weapon in weapons_for(profile_of(unit), "ranged"))
        if looking.blast_radius(w)
    )  # fmt: skip


def covered(state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float) -> Covered:
    """Return whom a blast at a point catches."""
    scene = Scene(state)
    unit = state.unit(unit_id)
    weapon = next(w for w in weapons_for(profile_of(unit), "ranged") if w.id == template)
    spot = scene.terrain.settled(scene.ground(unit), at[-1])
    laid = circle(spot, looking.blast_radius(weapon), (), flat=True)
    sight = looking.sees_point(scene, scene.body(unit_id), spot)
    unseen = "" if sight.seen else f"the point is out of sight: {sight.why}"
    why = looking.beyond(scene.body(unit_id), weapon, spot) or unseen
    return Covered(
        laid.cells(grain), looking.caught(scene, weapon, spot), laid.outline, why, ("TC-KEY-1", "TC-RNG-1")
    )


def misplaced(state: BattleState, unit_id: str) -> Refusal | None:
    """Return why a model cannot stand where it has been put: there is no room, or the ground is forbidden."""
    scene = Scene(state)
    unit = state.unit(unit_id)
    body = scene.body(unit_id)
    others = [
        (other.name, scene.body(other.id))
        for other in state.units.values()
        if other.id != unit_id and scene.stands(other)
    ]
    why = no_room(scene.board, (body,), others, scene.ground(unit, keep_out=0.0))
    return Refusal(why, reasons_against(scene, unit, body)) if why else None


def undeployed(state: BattleState, unit_id: str) -> bool:
    """Whether a model stands outside the zones in which its side deploys."""
    scene = Scene(state)
    return outside_zones(scene.table, state.unit(unit_id).side, (scene.body(unit_id),))


# Inside


def _allowed(refusal: Refusal | None, rules: tuple[str, ...]) -> tuple[bool, str, tuple[str, ...]]:
    return (refusal is None, refusal.why if refusal else "", refusal.rules if refusal else rules)


def _mode(mode: str, budget: float, refusal: Refusal | None) -> MoveMode:
    return MoveMode(mode, mode, _ROLES[mode], budget, *_allowed(refusal, (MODE_RULES[mode],)))


def _fits(scene: Scene, unit: Unit, cell: Cell, grain: float, near: tuple[str, ...]) -> bool:
    """Whether a cell may be ended in by who starts in melee: within 1" of all of them, or of none for a retreat."""
    spot = ((cell[0] + 0.5) * grain, (cell[1] + 0.5) * grain)
    return set(scene.in_melee_at(unit, scene.at(unit, spot))) == set(near)


def _landings(scene: Scene, unit: Unit, mode: str, grain: float) -> Reach:
    body = scene.body(unit.id)
    spots: list[Spot] = []
    if mode == "jump-down":
        spots = [scene.landing(unit, body, ledge) for _, ledge in scene.ledges_near(unit, body, 0.01)]
    else:
        plans = (dive_plan(scene, unit, foe.id) for foe in scene.foes(unit))
        spots = [made.beside for made in plans if made.refusal is None]
    cells = {(math.floor(spot[0] / grain), math.floor(spot[1] / grain)): 0.0 for spot in spots}
    rules = ("TC-JMP-5",) if mode == "jump-down" else ("TC-DIV-1",)
    return Reach(
        unit.id, mode, "other" if mode == "jump-down" else "attack", 0, cells, grain=grain, rules=rules
    )


def _nearest_foe(scene: Scene, unit: Unit, to: Spot) -> str:
    """Return the enemy that a charge or dive to a place is aimed at; empty for none about there."""
    there = scene.at(unit, to)
    gaps = [
        (math.dist(plan(to), plan(scene.body(foe.id).at)) - scene.body(foe.id).radius - there.radius, foe.id)
        for foe in scene.foes(unit)
    ]
    return min((gap, foe) for gap, foe in gaps)[1] if gaps and min(gaps)[0] <= _NEAR else ""


def _charge_trace(scene: Scene, unit: Unit, to: Spot, via: tuple[Spot, ...]) -> Trace:
    foe = _nearest_foe(scene, unit, to)
    if not foe:
        return Trace(
            unit.id, "charge", to, legal=False, why="point at the enemy to charge", rules=("TC-CHG-1",)
        )
    made = charge_plan(scene, unit, (foe,), via=via)
    action = _with_via({"do": "charge", "unit": unit.id, "targets": [foe]}, via)
    return Trace(
        unit.id,
        "charge",
        made.way.route.points[-1] if made.way.found else to,
        legal=made.legal,
        price=round(made.way.price, 3) if made.way.found else None,
        budget=made.most,
        why=looking.charge_words(scene, unit, made),
        rules=looking.charge_rules(made),
        way=way_points(scene, unit, made.way),
        notes=_charge_notes(scene, unit, made),
        action=action if made.legal else {},
    )


def _charge_notes(scene: Scene, unit: Unit, made: ChargePlan) -> tuple[str, ...]:
    found = [f"the charge gets {near_line(unit)}"]
    if made.interposing:
        found.append(f"{scene.state.unit(made.interposing).name} interposes")
    return (*found, *(f"risked: {risk}" for risk in made.risks))


def _dive_trace(scene: Scene, unit: Unit, to: Spot) -> Trace:
    foe = _nearest_foe(scene, unit, to)
    rules = ("TC-DIV-1", "TC-DIV-2", "TC-DIV-3")
    if not foe:
        return Trace(unit.id, "dive", to, legal=False, why="point at the enemy to dive at", rules=rules)
    made = dive_plan(scene, unit, foe)
    no = made.refusal
    action: dict[str, Any] = {"do": "dive", "unit": unit.id, "target": foe}
    return Trace(
        unit.id,
        "dive",
        made.beside or to,
        legal=no is None,
        price=round(made.run_up, 3) if made.way.found else None,
        budget=most_of(unit),
        why=no.why if no else f'{made.height:g}" down, {made.gap:.1f}" from it',
        rules=no.rules if no else rules,
        way=way_points(scene, unit, made.way),
        notes=("a Risky roll",),
        action=action if no is None else {},
    )


def _jump_down_trace(scene: Scene, unit: Unit, to: Spot) -> Trace:
    body = scene.body(unit.id)
    found = [(ledge, scene.landing(unit, body, ledge)) for _, ledge in scene.ledges_near(unit, body, 0.01)]
    no = checks.can_jump_down(scene.state, unit)
    if not found or no:
        why = no.why if no else f"{unit.name} stands at no edge"
        return Trace(unit.id, "jump-down", to, legal=False, why=why, rules=("TC-JMP-5",))
    ledge, landing = min(found, key=lambda pair: math.dist(pair[1][:2], to[:2]))
    safe = scene.rules.safe_jump(ledge.drop)
    action = {"do": "jump-down", "unit": unit.id, "height": ledge.drop, "to": _listed(landing)}
    return Trace(
        unit.id, "jump-down", landing, legal=True, price=0.0, budget=0,
        why=f'{ledge.drop:g}" down' + ("" if safe else ": a fall"), rules=("TC-JMP-5",), action=action,
    )  # fmt: skip


def _listed(spot: Spot) -> list[float]:
    return [round(n, 3) for n in spot]


def _with_via(action: dict[str, Any], via: tuple[Spot, ...]) -> dict[str, Any]:
    return {**action, "via": [_listed(spot) for spot in via]} if via else action
