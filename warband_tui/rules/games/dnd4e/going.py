"""Going on the board: a move measured and judged, the strikes that it provokes, and how it is carried out.

Who may strike is asked before the move: at which square, if at all (D4-OA-4). A strike interrupts it in the square
that is being left (D4-OA-5); whoever cannot go on after it is put back to where it may end (D4-OCC-4).
"""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.actions import Spots
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.dnd4e.actions import Opportunity
from warband_tui.rules.games.dnd4e.attacks import cannot_strike_back, strike_back
from warband_tui.rules.games.dnd4e.declarations import STRIKE
from warband_tui.rules.games.dnd4e.flying import flown, last_end
from warband_tui.rules.games.dnd4e.ground import Way, end_of, spots_of, stand
from warband_tui.rules.games.dnd4e.provoking import beside
from warband_tui.rules.games.dnd4e.reach import Route
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.games.dnd4e.speeds import left_when_slowed
from warband_tui.rules.games.dnd4e.states import cannot_move
from warband_tui.rules.games.dnd4e.steps import MODES, Mode, mode_of, starts
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.state import Unit

# Measuring


def mode_for(how: str, by: str = "walk") -> Mode:
    """Return the way of moving of an action: walk, shift, run, crawl, squeeze, charge, by a speed."""
    if how == "walk":
        return MODES[by]
    return replace(MODES[how], by=by) if by != "walk" else MODES[how]


def measured(
    res: Resolution, unit: Unit, mode: Mode, to: Spots, via: Spots, path: Spots, budget: int | None
) -> Way:
    """Return the way of a move, seen to that it is legal and within the budget; whoever may strike is asked."""
    goal = end_of(to, path)
    route = flown(Scene(res.state), unit, mode, goal, spots_of(via), spots_of(path), budget)
    res.need(route.legal, route.why, *route.rules)
    res.cite(*route.rules)
    return way_on(res, unit, route, goal)


def way_on(res: Resolution, unit: Unit, route: Route, to: Spot) -> Way:
    """Return a route as a way to be gone, its strikers asked; without steps it leads straight to its end."""
    count = route.squares
    if not route.legs:
        return Way(None, to, (to,) if to else ())
    strikes = _asked(res, unit, route)
    return Way(count or None, route.legs[-1].spot, route.spots, route.price or None, route, strikes)


# Who strikes


def _asked(res: Resolution, unit: Unit, route: Route) -> tuple[tuple[int, str], ...]:
    """Ask the players of all who may strike on a way, and return at which steps they do, in their order.

    The choice of each is the number of a step, or nothing.
    """
    chances: dict[str, list[int]] = {}
    for number, leg in enumerate(route.legs, start=1):
        for foe in leg.strikers:
            chances.setdefault(foe, []).append(number)
    places: list[Spot] = [route.legs[0].step.start, *route.spots]
    found = []
    for foe_id, numbers in chances.items():
        options = tuple((str(n), _when(route, n, places[n - 1])) for n in numbers)
        chosen = _ask(res, unit, foe_id, options, ("D4-OA-1", "D4-OA-4"))
        if chosen:
            found.append((int(chosen), foe_id))
    return tuple(sorted(found, key=lambda strike: strike[0]))


def _when(route: Route, number: int, place: Spot) -> str:
    smaller = number == 1 and route.shrinks
    up = int(place[2]) if len(place) > 2 else 0
    high = f", {abs(up)} {'up' if up > 0 else 'down'}" if up else ""
    return "as it gives up squares to squeeze" if smaller else "as it leaves {:g},{:g}".format(*place) + high


def ask_beside(res: Resolution, unit: Unit, kind: str) -> tuple[str, ...]:
    """Ask the players of those beside a creature that attacks from afar, and return who strikes (D4-OA-2)."""
    options = (("1", f"as it makes its {kind} attack"),)
    foes = beside(Scene(res.state), unit)
    return tuple(foe.id for foe in foes if _ask(res, unit, foe.id, options, ("D4-OA-2", "D4-OA-4")))


def _ask(
    res: Resolution, unit: Unit, foe_id: str, options: tuple[tuple[str, str], ...], rules: tuple[str, ...]
) -> str:
    foe = res.state.unit(foe_id)
    if cannot_strike_back(res.state, foe):
        return ""
    with res.scope(f"{foe_id}:"):
        choice = Choice(STRIKE, foe.side, f"{foe.name} strikes at {unit.name}", options=(("", "does not"), *options),
                        default="", rules=rules, unit=foe_id)  # fmt: skip
        return str(res.ask(choice))


# Carrying out


def carry_out(res: Resolution, unit_id: str, mode: str, way: Way) -> bool:
    """Record a measured move step by step, as far as the strikes let it come.

    Returns:
        Whether it went all the way.
    """
    route, done = way.route, 0
    if route is None:
        return True
    limit = len(route.legs)
    begun: Spot = route.start
    if route.legs[-1].up is not None:
        begun = (*begun, Scene(res.state).space(unit_id).level)
    for number, foe_id in way.strikes:
        if number > limit:
            break
        _advance(res, unit_id, mode, way, done, number - 1)
        done = number - 1
        before = res.state.unit(unit_id)
        strike_back(res, Opportunity(foe_id, target=unit_id, trigger=mode))
        limit = _limit(res, before, mode, route, done, limit)
        if limit <= done:
            break
    if limit > done:
        _advance(res, unit_id, mode, way, done, limit)
    if limit == len(route.legs):
        return True
    _end_early(res, unit_id, route, begun, limit)
    return False


def _advance(res: Resolution, unit_id: str, mode: str, way: Way, done: int, until: int) -> None:
    """Record the steps of a way from one number to another."""
    route = way.route
    if route is None or until == done:
        return
    if route.shrinks and not done:
        _shrink(res, unit_id, mode, route)
        done = 1
        if until == done:
            return
    places: list[Spot] = [route.legs[0].step.start, *route.spots]
    totals = [0, *(leg.price for leg in route.legs)]
    price = totals[until] - totals[done]
    stand(res, unit_id, mode, places[until], tuple(places[done + 1 : until + 1]), float(price))


def _shrink(res: Resolution, unit_id: str, mode: str, route: Route) -> None:
    """Take the smaller space of a squeeze (D4-SQZ-1): its way has been in each such space within its own."""
    within = starts(Scene(res.state), res.state.unit(unit_id), mode_of(route.mode))
    small = route.path[0]
    res.emit(ConditionSet(unit_id, "squeezing"))
    stand(res, unit_id, mode, small, (*(anchor for anchor in within if anchor != small), small))


def _limit(res: Resolution, before: Unit, mode: str, route: Route, done: int, limit: int) -> int:
    """Return how many steps a creature gets to after a strike: on the table, free to move, on its feet, fast enough."""
    unit = res.state.unit(before.id)
    fell = unit.has("prone") and not before.has("prone") and mode != "crawl"
    out_of_the_air = before.has("flying") and not unit.has("flying")
    if not unit.in_play or cannot_move(unit) or fell or out_of_the_air:
        return done
    if unit.has("slowed") and not before.has("slowed"):
        res.cite("D4-SPD-5")
        spent = route.legs[done - 1].price if done else 0
        most = spent + left_when_slowed(spent)
        return min(limit, sum(leg.price <= most for leg in route.legs))
    return limit


def _end_early(res: Resolution, unit_id: str, route: Route, begun: Spot, done: int) -> None:
    """End a move where it was cut off, or in the last place before where the creature may end (D4-OCC-4)."""
    unit = res.state.unit(unit_id)
    res.cite("D4-OA-5", "D4-OCC-4")
    if not unit.in_play or not unit.at:
        res.say(f"The move of {unit.name} is over")
        return
    scene = Scene(res.state)
    here = scene.space(unit_id)
    spot = ((begun, *route.spots) if route.legs[-1].up is not None else (route.start, *route.path))[done]
    fell = len(spot) > 2 and here.level != spot[2]
    at = last_end(scene, unit, mode_of(route.mode), begun, route.legs[:done], fell=fell)
    if here.anchor != at[:2] or (len(at) > 2 and at[2] != here.level):
        stand(res, unit_id, "put back", at)
        res.say("{} is put back to {},{}, where it may end".format(unit.name, *at))
    else:
        res.say("The move of {} ends at {},{}".format(unit.name, *at))
