"""Walking a way on a table: what is rolled for where it comes, falls, and who is in melee afterwards."""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry import LineString

from warband_tui.rules.board.heights import Mark
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.paths import Leg, Route
from warband_tui.rules.board.terrain import Ledge
from warband_tui.rules.events import ConditionSet, Disengaged, Engaged, Moved
from warband_tui.rules.games.trench_crusade.activation import end_if_risky
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import keywords_of, placed
from warband_tui.rules.games.trench_crusade.hazards import BRAVED, fall_injury, jump_side, risk_ground
from warband_tui.rules.games.trench_crusade.positions import FIRE_STEP, Scene
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.games.trench_crusade.success import success_roll, told
from warband_tui.rules.games.trench_crusade.ways import Stage, Way, rise_of, stages
from warband_tui.rules.resolution import Resolution

_OUT = 0.02


def walk(res: Resolution, unit_id: str, way: Way, mode: str) -> bool:
    """Take a model along a way; return whether it got to the end.

    What needs a roll is rolled where it comes. A model that fails stays there or falls, and one that is
    hurt so that it cannot go on stops.
    """
    scene = Scene(res.state)
    leapt = False
    for rolls, part in enumerate(stages(scene, res.state.unit(unit_id), way.route)):
        if part.mark is None:
            step(res, unit_id, mode, part.points, part.price + way.extra)
            break
        with res.scope(f"{rolls + 1}:" if rolls else ""):
            if not _decided(res, unit_id, mode, part, leapt=leapt):
                return False
        leapt = part.mark.kind == "jump"
    return True


def step(res: Resolution, unit_id: str, mode: str, points: Sequence[Spot], price: float) -> None:
    """Move a model along some points; nothing moves that has no point to go to."""
    path = tuple(_tidy(point) for point in points)
    if path:
        res.emit(Moved(unit_id, mode, round(price, 3), to=path[-1], path=path))


def settle_melee(res: Resolution, unit_id: str, *, rules: bool = True) -> tuple[str, ...]:
    """Let who is in melee follow from where a model stands now; return who is in melee with it (TC-CHG-4)."""
    unit = res.state.unit(unit_id)
    if not placed(res.state, unit):
        return res.state.in_contact(unit_id)
    scene = Scene(res.state)
    near = scene.in_melee_at(unit, scene.body(unit_id))
    for foe in res.state.in_contact(unit_id):
        if foe not in near and scene.stands(res.state.unit(foe)):
            res.emit(Disengaged(unit_id, foe))
    for foe in near:
        if foe not in res.state.in_contact(unit_id):
            res.emit(Engaged(unit_id, foe))
            if rules:
                res.say(f'within 1" of {res.name(foe)}')
    return near


def brave_start(res: Resolution, unit_id: str) -> bool:
    """Roll for a model that starts to move in dangerous ground, once an activation; whether it may go on (TC-TER-3)."""
    unit = res.state.unit(unit_id)
    if not placed(res.state, unit) or unit.has(BRAVED):
        return True
    scene = Scene(res.state)
    pieces = scene.dangerous(unit, scene.body(unit_id))
    if not pieces:
        return True
    words = tuple(word for piece in pieces for word in keywords_of(piece.feature))
    res.emit(ConditionSet(unit_id, BRAVED, "activation"))
    with res.scope("start:"):
        risk_ground(res, unit_id, words, starting=True)
    return able(res, unit_id)


def able(res: Resolution, unit_id: str) -> bool:
    """Whether a model can go on: on the table, not Down, its activation not over."""
    unit = res.state.unit(unit_id)
    return unit.in_play and not unit.has("down") and unit.acting


def fall_from(res: Resolution, unit_id: str, ledge: Ledge) -> None:
    """Let a model fall from an edge to right in front of it, and be hurt (TC-FAL-1, 2)."""
    unit = res.state.unit(unit_id)
    scene = Scene(res.state)
    body = scene.body(unit_id)
    fall_to(res, unit_id, scene.landing(unit, body, ledge))


def fall_to(res: Resolution, unit_id: str, spot: Spot, height: float | None = None) -> None:
    """Let a model fall to a spot below, and be hurt by the height (TC-FAL-1, 2)."""
    if height is None:
        height = Scene(res.state).body(unit_id).z - spot[2]
    res.cite("TC-FAL-1")
    step(res, unit_id, "fall", (spot,), 0.0)
    res.say(f'{res.name(unit_id)} falls {height:.3g}"')
    with res.scope("fall:"):
        fall_injury(res, unit_id, height)
    settle_melee(res, unit_id)


# Inside


def _decided(res: Resolution, unit_id: str, mode: str, part: Stage, *, leapt: bool) -> bool:
    """Carry out one stage and what comes at its end; return whether the model goes on."""
    mark, leg = part.mark, part.leg
    if mark is None or leg is None:
        return True
    if mark.kind == "jump":
        return _jump(res, unit_id, mode, part, mark, leg)
    if mark.kind == "drop":
        return _drop(res, unit_id, mode, part, mark, leapt=leapt)
    stands_at = _on_top(res, part, mark, leg) if mark.kind == "climb" and mark.down else part.points
    step(res, unit_id, mode, stands_at, part.price)
    if mark.kind == "dangerous":
        feature = Scene(res.state).feature(mark.piece)
        risk_ground(res, unit_id, keywords_of(feature) if feature else (), starting=False)
        return able(res, unit_id)
    return _climb(res, unit_id, mark)


def _climb(res: Resolution, unit_id: str, mark: Mark) -> bool:
    name = res.name(unit_id)
    way = "down" if mark.down else "up"
    roll = success_roll(res, unit_id, "the climb")
    res.cite("TC-CLB-2")
    if roll.outcome == "failure":
        res.cite("TC-CLB-3")
        res.say(f"{name} climbs {way}: {told(roll)}, it stays where it is")
        end_if_risky(res, unit_id, risky=True)
        return False
    res.say(f'{name} climbs {way} {mark.size:.3g}": {told(roll)}')
    return True


def _drop(res: Resolution, unit_id: str, mode: str, part: Stage, mark: Mark, *, leapt: bool) -> bool:
    """Let a model jump down on its way (TC-JMP-5)."""
    rules = edition(res.state.edition)
    foot = (mark.at[0], mark.at[1], mark.at[2] - mark.size)
    step(res, unit_id, mode, (*part.points[:-1], foot), part.price)
    res.cite("TC-JMP-5")
    res.say(f'down {mark.size:.3g}"')
    if rules.safe_jump(mark.size) or (leapt and rules.high_landing_free):
        return True
    fall_injury(res, unit_id, round(mark.size, 3))
    return able(res, unit_id)


def _jump(res: Resolution, unit_id: str, mode: str, part: Stage, mark: Mark, leg: Leg) -> bool:
    """Let a model jump a gap; who fails falls on the side that the opponent picks (TC-JMP-1 to 4)."""
    name = res.name(unit_id)
    scene = Scene(res.state)
    rise = rise_of(scene, mark)
    res.cite("TC-JMP-1", *(("TC-JMP-4",) if abs(rise) > HAIR else ()))
    roll = success_roll(res, unit_id, "the jump")
    step(res, unit_id, mode, part.points, part.price)
    if roll.outcome != "failure":
        res.cite("TC-JMP-2")
        res.say(f'{name} jumps {mark.size:.3g}": {told(roll)}')
        return True
    side = jump_side(res, unit_id)
    res.say(f"{name} jumps: {told(roll)}, it falls on the {side} side")
    spot = mark.at if side == "take-off" else _landing_side(scene, unit_id, mark, leg)
    unit = res.state.unit(unit_id)
    low = scene.terrain.surface(scene.ground(unit), spot[0], spot[1], below=mark.at[2] - 1)
    fall_to(res, unit_id, scene.free_spot(unit, (spot[0], spot[1], low)), mark.at[2] - low)
    end_if_risky(res, unit_id, risky=True)
    return False


def _landing_side(scene: Scene, unit_id: str, mark: Mark, leg: Leg) -> Spot:
    """Return where a model comes down right in front of the far edge of a gap."""
    reach = scene.body(unit_id).radius + _OUT
    area = scene.terrain.piece(mark.piece).area.buffer(reach)
    line = LineString([mark.at[:2], leg.b[:2]])
    cut = line.intersection(area)
    if cut.is_empty:
        return mark.at
    x, y = min(shapely.get_coordinates(cut).tolist(), key=lambda point: math.dist(point, mark.at[:2]))
    return (float(x), float(y), mark.at[2])


def _on_top(res: Resolution, part: Stage, mark: Mark, leg: Leg) -> tuple[Spot, ...]:
    """Return the points to where a model stands that tries to climb down: back at the edge, on the ground."""
    scene = Scene(res.state)
    if not mark.piece:
        return part.points
    area = scene.terrain.piece(mark.piece).area
    length = math.dist(leg.a[:2], mark.at[:2])
    held = LineString([leg.a[:2], mark.at[:2]]).intersection(area) if length > HAIR else None
    if held is None or held.is_empty or held.geom_type != "LineString":
        return part.points[:-1]
    x, y = held.coords[-1]
    share = max(0.0, 1 - _OUT / length)
    at = (leg.a[0] + (x - leg.a[0]) * share, leg.a[1] + (y - leg.a[1]) * share, mark.at[2])
    return (*part.points[:-1], at)


def links_used(found: Route) -> tuple[str, ...]:
    """Return the rules of the ladders and fire steps on a way (TC-CLB-1, 4)."""
    links = [mark.piece for mark in found.marks if mark.kind == "link"]
    steps = any(piece.endswith(FIRE_STEP) for piece in links)
    ladders = any(not piece.endswith(FIRE_STEP) for piece in links)
    return (*(("TC-CLB-1",) if ladders else ()), *(("TC-CLB-4",) if steps else ()))


def flies(res: Resolution, unit_id: str) -> bool:
    """Whether a model flies (TC-TYP-2)."""
    return profile_of(res.state.unit(unit_id)).has("FLYING")


def _tidy(spot: Spot) -> Spot:
    return tuple(round(n, 3) for n in spot)
