"""What the board screen is told by this game: ways to move, reach, routes, findings, threats, templates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from warband_tui.rules.board.layout import Spot, Square, SquareBoard
from warband_tui.rules.board.planning import (
    Covered,
    Finding,
    MoveMode,
    Reach,
    SightLine,
    Template,
    Threat,
    Trace,
    Waypoint,
)
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.board.squares_sight import Line
from warband_tui.rules.games.dnd4e import cover as covers
from warband_tui.rules.games.dnd4e.attack_plan import power_refusal
from warband_tui.rules.games.dnd4e.budget import MOVE, STANDARD, can_pay
from warband_tui.rules.games.dnd4e.charging import charge_field, charge_route, charge_target
from warband_tui.rules.games.dnd4e.declarations import FEET
from warband_tui.rules.games.dnd4e.encounter import FLOW
from warband_tui.rules.games.dnd4e.falling_edges import half_over, hazard
from warband_tui.rules.games.dnd4e.flanking import flanks_of
from warband_tui.rules.games.dnd4e.flying import bounds, flown
from warband_tui.rules.games.dnd4e.movement import can_crawl, can_shift, can_squeeze, can_walk
from warband_tui.rules.games.dnd4e.places import arrival, teleport_ends, teleport_refusal
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.provoking import may_react, out_of_strike, strike_reach, zone
from warband_tui.rules.games.dnd4e.reach import Route, no_route
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.shoving import can_charge
from warband_tui.rules.games.dnd4e.space import Scene, spot_of, square_of
from warband_tui.rules.games.dnd4e.speeds import by_skill, speed
from warband_tui.rules.games.dnd4e.states import cannot_act
from warband_tui.rules.games.dnd4e.steps import MODES, Mode, budget_of, mode_of, speed_mode
from warband_tui.rules.games.dnd4e.templates import covered, template_of, templates_of
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

_CHECKS: dict[str, Callable[[BattleState, Unit], Refusal | None]] = {
    "walk": can_walk,
    "run": can_walk,
    "shift": can_shift,
    "crawl": can_crawl,
    "squeeze": can_squeeze,
}
_ALWAYS = ("walk", "shift", "run", "double walk", "double shift", "charge")


def allowed(state: BattleState, unit: Unit, mode: Mode) -> Refusal | None:
    """Return why a creature may not use a mode in its turn, None where it may: what its action asks, and what it costs.

    Whose turn it is does not count: a player looks at where anybody gets to. A double move costs two actions
    (D4-SPD-4), teleports are barred by little (D4-TEL-5).
    """
    if mode.id == "charge":
        basic = creature(unit).basic_melee
        no = can_charge(state, unit) or power_refusal(state, unit, basic, basic=True)
    elif mode.how == "teleport":
        no = cannot_act(state, unit)
    else:
        no = _CHECKS[mode.how](state, unit)
    ready = unit if unit.acting else replace(unit, used=())
    return no or can_pay(ready, STANDARD if mode.id == "charge" else MOVE, 2 if mode.double else 1)


def _now(state: BattleState, unit: Unit, mode: Mode) -> Refusal | None:
    """Return why a creature cannot take a way by a mode just now: it may not, or it is not its turn."""
    waits = FLOW.refusal(state, unit)
    return allowed(state, unit, mode) or (Refusal(waits.why, waits.rules) if waits else None)


def budget_for(unit: Unit, mode: Mode, given: int | None) -> int | None:
    """Return the squares of a mode, unless somebody says how many."""
    return budget_of(unit, mode) if given is None else given


def reach_of(scene: Scene, unit: Unit, mode: Mode, budget: int | None) -> Reach:
    """Return where a creature gets to by a mode, passing and ending kept apart (D4-OCC-7)."""
    if budget is None:
        why = f"{unit.name} has no speed for it: {mode.label}"
        return Reach(unit.id, mode.id, mode.role, None, {}, why=why, rules=("D4-SPD-1",))
    cells: dict[Square, float] = {}
    through: dict[Square, float] = {}
    if mode.how == "teleport":
        cells.update(teleport_ends(scene, unit, budget))
    elif mode.id == "charge":
        for foe in scene.foes(unit):
            for end, price in charge_field(scene, unit, foe, budget).ends.items():
                cells[square_of(end)] = min(price, cells.get(square_of(end), price))
    else:
        ends, passed = bounds(scene, unit, mode, budget)
        cells.update(ends)
        through.update(passed)
    return Reach(unit.id, mode.id, mode.role, budget, cells, through, rules=(*mode.rules, "D4-OCC-7"))


def route_to(
    scene: Scene,
    unit: Unit,
    mode: Mode,
    to: Spot,
    via: Sequence[Spot] = (),
    budget: int | None = None,
    target: str = "",
) -> Route:
    """Return the way to a square by any mode; a charge may name its target."""
    start, square = scene.space(unit.id), square_of(to)
    if mode.how == "teleport":
        no = teleport_refusal(scene, unit, to, budget)
        price = distance(start, arrival(scene, unit, to))
        rules = no.rules if no else (*mode.rules, "D4-TEL-3")
        return Route(
            unit.id, mode.id, start.anchor, square, no is None, price, budget, (), no.why if no else "", rules
        )
    if mode.id == "charge":
        foe = scene.unit(target) if target else charge_target(scene, unit, to)
        if foe is None:
            no = Refusal("there is nobody to charge from there", mode.rules)
            return no_route(scene, unit, mode, square, budget, no)
        return charge_route(scene, unit, foe, to)
    return flown(scene, unit, mode, to, via, (), budget)


def trace_of(scene: Scene, unit: Unit, mode: Mode, way: Route, target: str = "") -> Trace:
    """Return a way as the board screen shows it, with the action that takes it."""
    no = _now(scene.state, unit, mode)
    why = way.why if not way.legal else no.why if no else ""
    rules = way.rules if way.legal else (*way.rules, *mode.rules)
    return Trace(
        unit.id,
        mode.id,
        way.to,
        way.legal and no is None,
        way.price,
        way.budget,
        why,
        tuple(dict.fromkeys((*(no.rules if no else ()), *rules))),
        tuple(
            Waypoint(leg.step.to, leg.price, leg.mark, leg.strikers, _struck(scene, leg.strikers))
            for leg in way.legs
        ),
        tuple(_notes(scene, unit, mode, way)),
        action_of(unit, mode, way, target) if way.price or way.legs else {},
    )


def _struck(scene: Scene, strikers: Sequence[str]) -> str:
    names = ", ".join(scene.units[who].name for who in strikers)
    return f"{names} may strike" if names else ""


def _notes(scene: Scene, unit: Unit, mode: Mode, way: Route) -> list[str]:
    notes = []
    strikers = dict.fromkeys(who for leg in way.legs for who in leg.strikers)
    if strikers:
        notes.append(_struck(scene, tuple(strikers)) + ", each once")
    if by_skill(unit, mode.by):
        notes.append(f"no {mode.by} speed: an Athletics check")
    if mode.how == "run":
        notes.append("grants combat advantage and attacks at -5 until its next turn")
    if mode.how == "teleport" and way.legal:
        space = scene.space(unit.id)
        risk = hazard(scene, unit, space, arrival(scene, unit, way.to), teleports=True)
        saves = answer(scene.state, "teleport-hindering") == "save"
        if risk:
            notes.append(
                f"into {risk.what}" + (", saved against by 10 or more" if saves else ", without a save")
            )
    hard = [leg for leg in way.legs if any(scene.board.ground(s).challenging for s in leg.step.entered)]
    if hard:
        notes.append("a check where the ground is challenging")
    return notes


def action_of(unit: Unit, mode: Mode, way: Route, target: str = "") -> dict[str, Any]:
    """Return the action of a script that takes a way."""
    action: dict[str, Any] = {
        "do": mode.do,
        "unit": unit.id,
        "to": list(way.spots[-1] if way.legs else way.to),
    }
    if mode.how == "teleport":
        return action | {"action": "move"}
    if mode.id == "charge":
        action |= {"target": target}
    if mode.do in ("walk", "run") and speed_mode(unit, mode) != "walk":
        action["mode"] = speed_mode(unit, mode)
    if mode.double:
        action["double"] = True
    if mode.how == "shift" and not mode.double and (way.budget or 1) > 1:
        action["squares"] = way.budget
    if way.legs:
        action["path"] = [list(spot) for spot in way.spots]
        charged = way.difficult - (way.squares if by_skill(unit, mode.by) else 0)
        if charged:
            action["difficult"] = charged
    return action


def modes(state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
    """Return the ways in which a creature may move, those that it has a speed for."""
    unit = state.unit(unit_id)
    if not isinstance(state.board, SquareBoard):
        return ()
    found = []
    for mode in MODES.values():
        usual = mode.id in _ALWAYS or (mode.by != "walk" and speed(unit, mode.by)) or by_skill(unit, mode.by)
        if not usual and not (mode.id == "crawl" and unit.has("prone")) and mode.id != "squeeze":
            continue
        no = allowed(state, unit, mode)
        found.append(
            MoveMode(
                mode.id,
                mode.label,
                mode.role,
                budget_of(unit, mode),
                no is None,
                no.why if no else "",
                no.rules if no else mode.rules,
            )
        )
    return tuple(sorted(found, key=lambda mode: not mode.allowed))


def reach(state: BattleState, unit_id: str, mode: str) -> Reach:
    """Return where a creature gets to by a mode."""
    scene = Scene(state)
    unit, way = scene.unit(unit_id), mode_of(mode)
    return reach_of(scene, unit, way, budget_of(unit, way))


def trace(state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()) -> Trace:
    """Return the best way to a square, and the action that takes it."""
    scene = Scene(state)
    unit, way, goal = scene.unit(unit_id), mode_of(mode), spot_of(to)
    foe = charge_target(scene, unit, goal) if way.id == "charge" else None
    target = foe.id if foe else ""
    found = route_to(scene, unit, way, goal, [spot_of(v, "via") for v in via], budget_of(unit, way), target)
    return trace_of(scene, unit, way, found, target)


def look(state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
    """Return what is true between two creatures: distance, sight, cover, flanking, who may strike whom."""
    scene = Scene(state)
    unit, other = scene.unit(unit_id), scene.unit(other_id)
    away = scene.apart(unit_id, other_id)
    found = [_distance(away)]
    seen, effect = covers.sight(scene, unit, other), covers.effect(scene, unit, other)
    found.append(_sighted("sight", "sight", "sees it", seen))
    found.append(_sighted("effect", "line of effect", "clear", effect))
    if unit.side == other.side:
        return tuple(found)
    kinds: tuple[covers.Kind, ...] = ("ranged", "close")
    if away <= max(1, scene.profile(unit).usual_reach):
        kinds = ("melee", *kinds)
    found += [_covered(scene, unit, other, kind) for kind in kinds]
    if away == 1:
        found += [
            Finding(
                f"flank {ally.id}",
                f"flanking with {ally.name}",
                "flanks" if flank.flanks else "no",
                flank.flanks or None,
                flank.why,
                flank.rules,
                (SightLine(*flank.line, flank.flanks),) if flank.line else (),
            )
            for ally, flank in flanks_of(scene, other, unit)
        ]
    found.append(_threatened(scene, unit, other))
    if half_over(scene, unit):
        found.append(
            Finding("edge", "footing", "half over a drop", False, "it must move or squeeze", ("D4-FALL-6",))
        )
    return tuple(found)


def measure(state: BattleState, a: Spot, b: Spot) -> Finding:
    """Return the distance between two squares (D4-GEO-3)."""
    del state
    one, other = (Space(*square_of(s), 1, int(s[2]) if len(s) > 2 else 0) for s in (a, b))
    return _distance(distance(one, other))


def threats(state: BattleState, unit_id: str) -> tuple[Threat, ...]:
    """Return the squares whose leaving provokes a creature, those that it can attack, where its charges end."""
    scene = Scene(state)
    unit = scene.unit(unit_id)
    cells = scene.grid.cells
    found = []
    if may_react(unit) is None:
        found.append(
            Threat("opportunity", "strikes who leaves", unit_id, frozenset(cells(zone(scene, unit))),
                   rules=("D4-OA-1", "D4-OA-6"))
        )  # fmt: skip
    far = scene.profile(unit).usual_reach
    if far != strike_reach(scene, unit):
        held = frozenset(cells(scene.grid.around(scene.space(unit_id), far)))
        found.append(Threat("reach", f"melee reach {far}", unit_id, held, rules=("D4-SIZE-4",)))
    charge = mode_of("charge")
    if can_charge(state, unit) is None:
        ends = reach_of(scene, unit, charge, budget_of(unit, charge)).cells
        if ends:
            found.append(Threat("charge", "may charge to", unit_id, frozenset(ends), rules=charge.rules))
    return tuple(found)


def templates(state: BattleState, unit_id: str) -> tuple[Template, ...]:
    """Return the areas that a creature may lay."""
    scene = Scene(state)
    return templates_of(scene, scene.unit(unit_id))


def laid(state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...]) -> Covered:
    """Return what an area covers, and whom."""
    scene = Scene(state)
    unit = scene.unit(unit_id)
    return covered(scene, unit, template_of(scene, unit, template), [square_of(s, "at") for s in at])


def _distance(away: int) -> Finding:
    word = f"{away} square{'' if away == 1 else 's'}"
    return Finding("distance", "distance", word, None, f"{away * FEET} feet", ("D4-GEO-3",))


def _drawn(lines: Sequence[Line], names: Callable[[str], str]) -> tuple[SightLine, ...]:
    return tuple(
        SightLine(
            line.a,
            line.b,
            line.clear,
            names(line.body) if line.body else "{},{}".format(*line.square) if line.square else "",
        )
        for line in lines
    )


def _sighted(name: str, label: str, yes: str, found: covers.Sight) -> Finding:
    verdict = yes if found.clear else "no"
    return Finding(name, label, verdict, found.clear, found.why, found.rules, _drawn(found.lines, str))


def _covered(scene: Scene, unit: Unit, other: Unit, kind: covers.Kind) -> Finding:
    found = covers.cover(scene, unit, other, kind)
    word = "no line of effect" if not found.effect else found.level or "none"
    verdict = f"{word} {found.modifier}" if found.modifier else word
    lines = _drawn(found.lines, lambda who: scene.units[who].name)
    good = not found.level if found.effect else False
    return Finding(f"cover {kind}", f"cover, {kind}", verdict, good, found.why, found.rules, lines)


def _threatened(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return whether moving away here provokes the other."""
    no = out_of_strike(scene, other, unit) or may_react(other)
    why = no.why if no else f"within {strike_reach(scene, other)} of {other.name}"
    verdict = "no" if no else "may strike"
    good = None if no else False
    return Finding("opportunity", "leaving provokes", verdict, good, why, ("D4-OA-1", "D4-OA-5"))
