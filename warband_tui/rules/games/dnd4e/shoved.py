"""Others moved on the board, and charges: squares judged one by one, edges met on the way, who follows whom."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from msgspec import Struct

from warband_tui.rules.actions import Spots
from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.attack_ground import melee_reach
from warband_tui.rules.games.dnd4e.falling_edges import Hazard, hazard
from warband_tui.rules.games.dnd4e.forced import RULES, Forcing, Kind, swaps
from warband_tui.rules.games.dnd4e.going import way_on
from warband_tui.rules.games.dnd4e.ground import Way, go, spots_of
from warband_tui.rules.games.dnd4e.places import charge_route
from warband_tui.rules.games.dnd4e.profile import Power
from warband_tui.rules.games.dnd4e.reach import along
from warband_tui.rules.games.dnd4e.shoving import catch_itself
from warband_tui.rules.games.dnd4e.space import Scene, side_of, square_of
from warband_tui.rules.games.dnd4e.states import cannot_shift
from warband_tui.rules.games.dnd4e.steps import mode_of, moves
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit


class Shove(Struct, frozen=True):
    """Forced movement that was judged: its way, what it meets, and how many squares were left then."""

    way: Way
    path: tuple[Square, ...]
    hazard: Hazard | None = None
    surplus: int = 0
    carried: bool = False
    """Over an edge and on to firm ground, where the table lets it (D4-FM-10)."""


# Pull, push, slide


def shoved(
    res: Resolution,
    how: str,
    mover: Unit,
    target: Unit,
    most: int,
    to: Spot,
    path: tuple[Spot, ...],
    origin: Spots = (),
) -> Shove:
    """Return forced movement along a path, or by the best one to a square, seen to that it is legal (D4-FM-1 to 10)."""
    scene, kind = Scene(res.state), cast(Kind, how)
    source = next(iter(spots_of(origin)), ())
    if source:
        centre = Space(*square_of(source, "origin"))
        res.cite("D4-FM-2")
    elif mover.at:
        centre = scene.space(mover.id)
    else:
        centre = scene.space(target.id)
    forcing = Forcing(scene, kind, centre, target, most)
    goal = square_of(to)
    way = [square_of(spot, "path") for spot in path] or _route(res, forcing, goal)
    no, risk = forcing.judged(way)
    res.permit(no)
    up = _upwards(res, target, forcing, to)
    through = any(scene.on(square, target.id) for at in way[:-1] for square in forcing.start.at(at).squares())
    res.cite(*RULES[kind], *(("D4-FM-9",) if through else ()))
    carried = risk is not None and forcing.carried and _firm(scene, target, way, risk)
    length = max(len(way), abs((to[2] if len(to) > 2 else forcing.start.level) - forcing.start.level))
    last: Spot = (*(way[-1] if way else goal), *up)
    end = Way(int(length), last, tuple(way), int(length))
    if risk is None or carried:
        return Shove(end, tuple(way), risk, carried=carried)
    edge = way.index(risk.to) + 1
    return Shove(Way(edge, risk.to, tuple(way[:edge]), edge), tuple(way), risk, most - edge)


def _upwards(res: Resolution, target: Unit, forcing: Forcing, to: Spot) -> tuple[float, ...]:
    """Return how high forced movement leads, empty for level: only who flies is moved up or down (D4-FM-5)."""
    if len(to) < 3 or to[2] == forcing.start.level:
        return ()
    away = abs(to[2] - forcing.start.level)
    res.need(target.has("flying"), f"{target.name} does not fly: it is moved level", "D4-FM-5")
    res.need(away <= forcing.most, f"{away:g} squares up or down; {forcing.most} at most", "D4-FM-4")
    res.cite("D4-FM-5")
    return (to[2],)


def _route(res: Resolution, forcing: Forcing, goal: Square) -> list[Square]:
    """Return the shortest way of forced movement to a square, or the square itself where a player overrules."""
    found = [step.to for step in forcing.field().route(goal)] if forcing.most else []
    if found:
        return found
    start = forcing.start
    away = distance(start._replace(side=1), start.at(goal)._replace(side=1))
    no: Refusal | None
    if away > forcing.most:
        no = Refusal(f"{away} squares; {forcing.most} at most", ("D4-FM-4",))
    elif away == 1:
        no, _ = forcing.judged([goal])
    else:
        no = Refusal("no {} leads to {},{}".format(forcing.kind, *goal), RULES[forcing.kind])
    if away:
        res.permit(no or Refusal("{},{} is no end of that".format(*goal), RULES[forcing.kind]))
    return []


def _firm(scene: Scene, target: Unit, way: list[Square], risk: Hazard) -> bool:
    """Whether a way goes on beyond what it meets and ends on ground that does not hurt."""
    start = scene.space(target.id)
    return way[-1] != risk.to and hazard(scene, target, start, start.at(way[-1])) is None


def push_on(
    res: Resolution,
    target_id: str,
    how: str,
    shove: Shove,
    *,
    feet: int | None = None,
    result: bool | None = None,
) -> None:
    """Carry forced movement out: over an edge after a save, which ends it (D4-FALL-5, D4-FM-10)."""
    target, risk = res.state.unit(target_id), shove.hazard
    if risk is None or shove.carried:
        go(res, target_id, how, shove.way)
        if shove.carried:
            res.cite("D4-FM-10")
            res.say(f"{target.name} is carried over {risk.what if risk else ''}")
        return
    scene = Scene(res.state)
    edge = shove.path.index(risk.to)
    before = Way(edge, risk.before, shove.path[:edge], edge)
    below = scene.grounded(scene.space(target_id).at(risk.to))
    there = (o.id for square in below.squares() for o in scene.on(square, target_id))
    onto = next((other for other in there if scene.level_with(below, other)), "")
    res.cite(*risk.rules)
    res.say("At {},{} it meets {}".format(*risk.to, risk.what))
    depth = risk.drop if feet is None else feet
    catch_itself(
        res, target_id, how, shove.way, depth, before=before, surplus=shove.surplus, onto=onto, result=result
    )


def swap(res: Resolution, unit: Unit, target: Unit, to: Spot, then: Spot) -> None:
    """Let two creatures swap places: the target slides over the user's space, who shifts into what it left (D4-FM-13)."""
    scene = Scene(res.state)
    scene.unit(unit.id)
    ways = swaps(scene, unit, target)
    goal = square_of(to)
    names = "; ".join("{},{}".format(*square) for square in ways) or "nowhere"
    res.need(goal in ways, f"to swap with {unit.name}, {target.name} goes to {names}", "D4-FM-13")
    places = ways.get(goal, ())
    end = square_of(then, "then") if then else next(iter(places), scene.space(target.id).anchor)
    names = "; ".join("{},{}".format(*square) for square in places) or "nowhere"
    res.need(end in places, f"{unit.name} then shifts to {names}", "D4-FM-13")
    res.cite("D4-FM-13", "D4-SLIDE-1", "D4-FM-6")
    go(res, target.id, "slide", Way(1, goal, (goal,), 1))
    go(res, unit.id, "shift", Way(1, end, (end,), 1))


def follow(res: Resolution, unit_id: str, target: Unit) -> None:
    """Shift the rusher a square into the space that its target has left, where it may end there."""
    scene = Scene(res.state)
    unit = scene.unit(unit_id)
    rooted = cannot_shift(unit)
    if rooted is not None:
        res.say(f"{rooted.why}, and does not follow")
        return
    space, steps = scene.space(unit_id), moves(scene, unit, mode_of("shift"))
    old = Space(*square_of(target.at[0]), side_of(target))
    near = (_towards(space, square) for square in old.squares())
    end = next(
        (to for to in near if steps.endable & scene.grid.bit(to) and distance(space.at(to), old) == 0), None
    )
    if end is None:
        res.say(f"{unit.name} has no room to follow")
        return
    go(res, unit_id, "shift", Way(1, end, (end,), 1))
    res.say(f"{unit.name} shifts into the space")


def _towards(space: Space, square: Square) -> Square:
    """Return the anchor one step nearer to a square."""

    def sign(at: int, low: int) -> int:
        return 1 if at >= low + space.side else -1 if at < low else 0

    return (space.x + sign(square[0], space.x), space.y + sign(square[1], space.y))


# Charges


def charged(res: Resolution, unit: Unit, foe: Unit, to: Spot, path: tuple[Spot, ...], power: Power) -> Way:
    """Return the way of a charge to a square, or along a path, seen to that it is one (D4-CHG-1).

    It ends where the attack that it is made with reaches the foe.
    """
    scene = Scene(res.state)
    mode, goal = mode_of("charge"), square_of(to)
    route = charge_route(scene, unit, foe, goal, melee_reach(scene, unit, power))
    if path and route.legal:
        given = along(scene, unit, mode, [square_of(spot, "path") for spot in path])
        res.permit(None if given.legal else Refusal(given.why, given.rules))
        spaces = [scene.space(unit.id), *(scene.space(unit.id).at(square) for square in given.path)]
        far = [distance(space, scene.space(foe.id)) for space in spaces]
        nearer = all(later < earlier for earlier, later in pairwise(far))
        res.need(nearer, f"every square of a charge is nearer to {foe.name}", "D4-CHG-1")
        route = given
    res.permit(None if route.legal else Refusal(route.why, route.rules))
    return way_on(res, unit, route, goal)
