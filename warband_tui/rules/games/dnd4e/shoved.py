"""Others moved on the board, and charges: squares judged one by one, edges met on the way, who follows whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from msgspec import Struct

from warband_tui.rules.actions import Spots
from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.attack_ground import melee_reach
from warband_tui.rules.games.dnd4e.charging import charge_route
from warband_tui.rules.games.dnd4e.falling_edges import Met
from warband_tui.rules.games.dnd4e.flying import flown
from warband_tui.rules.games.dnd4e.forced import RULES, Forcing, Kind
from warband_tui.rules.games.dnd4e.forced_ways import upwards, way_of_force
from warband_tui.rules.games.dnd4e.going import way_on
from warband_tui.rules.games.dnd4e.ground import Way, go, spots_of
from warband_tui.rules.games.dnd4e.profile import Power
from warband_tui.rules.games.dnd4e.shoving import catch_itself
from warband_tui.rules.games.dnd4e.space import Scene, level_of, side_of, spot_of, square_of
from warband_tui.rules.games.dnd4e.states import cannot_shift
from warband_tui.rules.games.dnd4e.steps import end_refusal, mode_of
from warband_tui.rules.games.dnd4e.swapping import sliding, swaps
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit


class Shove(Struct, frozen=True):
    """Forced movement that was judged: its way, what it meets, and how many squares were left then."""

    way: Way
    path: tuple[Square, ...]
    met: Met = Met()
    surplus: int = 0
    last: int = 0
    """The steps up to the last square before what it meets in which the target may end."""


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
    limit: int | None = None,
) -> Shove:
    """Return forced movement along a path, or by the best one to a square, seen to that it is legal (D4-FM-1 to 10)."""
    scene, kind = Scene(res.state), cast(Kind, how)
    source = next(iter(spots_of(origin)), ())
    if source:
        centre = scene.place(spot_of(source, "origin"))
        res.cite("D4-FM-2")
    elif mover.at:
        centre = scene.space(mover.id)
    else:
        centre = scene.space(target.id)
    forcing = Forcing(scene, kind, centre, target, most, limit)
    way, no = way_of_force(forcing, to, path)
    res.permit(no or forcing.judged(way)[0])
    return _met(res, forcing, way, to)


def _met(res: Resolution, forcing: Forcing, way: Sequence[Spot], to: Spot) -> Shove:
    """Return a legal way of forced movement with what it meets (D4-FM-10)."""
    scene, target = forcing.scene, forcing.target
    rises = upwards(forcing, to, way)
    res.cite(*(("D4-FM-5",) if rises else ()))
    spaces = list(forcing.spaces(way))
    through = any(scene.on(square, target.id) for space in spaces[:-1] for square in space.squares())
    res.cite(*RULES[forcing.kind], *(("D4-FM-9",) if through else ()))
    found = forcing.met(way)
    anchors = tuple(space.anchor for space in spaces)
    if found.risk is None:
        high = (spaces[-1].level,) if way and rises else ()
        last = (*anchors[-1], *high) if way else to
        trail = tuple(b for a, b in pairwise([forcing.start.anchor, *anchors]) if a != b)
        return Shove(Way(len(way), last, trail, len(way)), anchors, found)
    edge = found.number
    return Shove(
        Way(edge, found.risk.to, anchors[:edge], edge),
        anchors,
        found,
        forcing.most - edge,
        _last(forcing, spaces[: edge - 1]),
    )


def _last(forcing: Forcing, spaces: list[Space]) -> int:
    """Return the steps up to the last space on a way in which the target may end; it does not stay among others (D4-FM-9)."""
    scene, target = forcing.scene, forcing.target
    return next(
        (n for n in range(len(spaces), 0, -1) if end_refusal(scene, target, spaces[n - 1]) is None), 0
    )


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
    target, risk = res.state.unit(target_id), shove.met.risk
    for passed in shove.met.over:
        res.cite("D4-FM-10")
        res.say("{} is carried over {} at {},{}".format(target.name, passed.what, *passed.to))
    if risk is None:
        go(res, target_id, how, shove.way)
        return
    scene = Scene(res.state)
    start, last = scene.space(target_id), shove.last
    before = Way(last, shove.path[last - 1] if last else start.anchor, shove.path[:last], last)
    below = scene.grounded(start.at(risk.to))
    there = (o.id for square in below.squares() for o in scene.on(square, target_id))
    onto = next((other for other in there if scene.level_with(below, other)), "")
    res.cite(*risk.rules)
    res.say("At {},{} it meets {}".format(*risk.to, risk.what))
    depth = risk.drop if feet is None else feet
    catch_itself(
        res, target_id, how, shove.way, depth, before=before, surplus=shove.surplus, onto=onto, result=result
    )


def swap(res: Resolution, unit: Unit, target: Unit, to: Spot, then: Spot, result: bool | None = None) -> None:
    """Let two creatures swap places: the target slides over the user's space, who shifts into what it left (D4-FM-13).

    A target that saves before an edge or hurtful ground stays where it is, and nobody swaps (D4-FALL-5).
    """
    scene = Scene(res.state)
    scene.unit(unit.id)
    res.permit(cannot_shift(unit))
    ways = swaps(scene, unit, target)
    goal = square_of(to)
    names = "; ".join("{},{}".format(*square) for square in ways) or "nowhere"
    why = f"to swap with {unit.name}, {target.name} goes to {names}"
    res.need(goal in ways, why, "D4-FM-13", *(() if ways else ("D4-FM-3", "D4-FM-8")))
    places = ways.get(goal, ())
    end = square_of(then, "then") if then else next(iter(places), scene.space(target.id).anchor)
    names = "; ".join("{},{}".format(*square) for square in places) or "nowhere"
    res.need(end in places, f"{unit.name} then shifts to {names}", "D4-FM-13")
    res.cite("D4-FM-13", "D4-SLIDE-1", "D4-FM-6")
    forcing = sliding(scene, unit, target)
    way = [step.to for step in forcing.field().route(goal)] or [goal]
    shove = _met(res, forcing, way, goal)
    push_on(res, target.id, "slide", shove, result=result)
    goes_in = shove.met.risk is None or res.state.unit(target.id).at[0][:2] == shove.way.to[:2]
    if goes_in:
        go(res, unit.id, "shift", Way(1, end, (end,), 1))


def follow(res: Resolution, unit_id: str, target: Unit) -> None:
    """Shift the rusher into the space that its target has left, where a shift of one square leads there (D4-FM-14)."""
    scene = Scene(res.state)
    unit = scene.unit(unit_id)
    rooted = cannot_shift(unit)
    if rooted is not None:
        res.say(f"{rooted.why}, and does not follow")
        return
    why = ""
    for end in _into(scene, unit, target):
        way = flown(scene, unit, mode_of("shift"), end, budget=1)
        if way.legal:
            go(res, unit_id, "shift", Way(1, end, (square_of(end),), 1))
            res.say(f"{unit.name} shifts into the space")
            return
        why = why or f": {way.why}"
    res.say(f"{unit.name} has no room to follow{why}")


def _into(scene: Scene, unit: Unit, target: Unit) -> Iterator[Spot]:
    """Yield the places a step away that have a square of the space that another has left, at its own height first."""
    space, spot = scene.space(unit.id), target.at[0]
    old = scene.grounded(Space(*square_of(spot), side_of(target), level_of(target, spot)))
    anchors = dict.fromkeys(_towards(space, square) for square in old.squares())
    for level in (space.level, space.level - 1, space.level + 1):
        for to in anchors:
            if distance(space.at(to)._replace(level=level), old) == 0:
                yield to if level == space.level else (*to, level)


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
    space, mode = scene.space(unit.id), mode_of("charge")
    route = charge_route(scene, unit, foe, to, melee_reach(scene, unit, power))
    if path and route.legal:
        given = flown(scene, unit, mode, route.spots[-1], (), path)
        res.permit(None if given.legal else Refusal(given.why, given.rules))
        spaces = [space, *(leg.space(space) for leg in given.legs)]
        far = [distance(one, scene.space(foe.id)) for one in spaces]
        nearer = all(later < earlier for earlier, later in pairwise(far))
        res.need(nearer, f"every square of a charge is nearer to {foe.name}", "D4-CHG-1")
        route = given
    res.permit(None if route.legal else Refusal(route.why, route.rules))
    return way_on(res, unit, route, square_of(to))
