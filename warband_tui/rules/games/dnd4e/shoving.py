"""Moving others, and rushing at them: pull, push, slide, bull rush, charge. Lengths are squares."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.actions import Spots
from warband_tui.rules.dice import Modifier
from warband_tui.rules.events import ActionUsed, ConditionSet
from warband_tui.rules.games.dnd4e.actions import BullRush, Charge, Forced, Pull, Push, Slide
from warband_tui.rules.games.dnd4e.attack_plan import out_of_reach, power_of, power_refusal
from warband_tui.rules.games.dnd4e.attacks import HITS, strength_roll, strike
from warband_tui.rules.games.dnd4e.budget import CHARGED, STANDARD, can_pay, spend
from warband_tui.rules.games.dnd4e.encounter import start
from warband_tui.rules.games.dnd4e.falls import Landing, drop
from warband_tui.rules.games.dnd4e.ground import Way, end_of, go, measures, spots_of, squares, told, way_of
from warband_tui.rules.games.dnd4e.profile import SIZES, Power, creature
from warband_tui.rules.games.dnd4e.saves import save
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.speeds import price, speed
from warband_tui.rules.games.dnd4e.states import cannot_act, cannot_move, cannot_shift
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

LEAST_CHARGE = 2
RUSH = Power("bull rush", "bull rush", versus="fortitude")
_VERBS: dict[type[Forced], tuple[str, str, str]] = {
    Pull: ("pull", "pulls", "D4-PULL-1"),
    Push: ("push", "pushes", "D4-PUSH-1"),
    Slide: ("slide", "slides", "D4-SLIDE-1"),
}


def forced(res: Resolution, action: Forced) -> None:
    """Pull, push or slide a creature (D4-FM-4, 6, 7, 12, 14, 16; D4-SIZE-5)."""
    mover = res.affected(action.unit)
    how, verb, rule = _VERBS[type(action)]
    if action.target in ("", mover.id):
        raise Refused(f"name whom {mover.name} {verb}: another creature than itself", rule)
    target = res.state.unit(action.target)
    if not target.in_play:
        raise Refused(f"{target.name} is off the table")
    res.permit(immovable(target, action.by))
    if measures(res.state, target, end_of(action.to, action.path)):
        _on_board(res, action, mover, target)
        return
    way = way_of(res.state, target, action.distance, action.to, action.path)
    distance = way.distance or 0
    limit = action.limit if action.limit is not None else distance
    most = reduced(target, limit, keep=action.keep)
    if most < limit:
        res.cite("D4-FM-12")
    why = f"{target.name} is moved {most} square{'' if most == 1 else 's'} at most"
    res.need(distance <= most, f"{why}, not {distance}", "D4-FM-12" if most < limit else "D4-FM-4")
    if distance and res.state.board is not None and mover.at and target.at:
        res.need(False, f"pick the square on the board to which {mover.name} {verb} {target.name}", rule)
    res.cite(rule, "D4-FM-4", "D4-FM-6")
    res.say(f"{mover.name} {verb} {target.name}{squares(distance)}")
    zone = action.zone and answer(res.state, "zones-hinder") == "yes"
    if action.zone:
        res.cite("D4-FM-11")
    if action.drop is None and not zone:
        go(res, target.id, how, way)
        return
    over_the_edge(res, target.id, how, way, action)


def _on_board(res: Resolution, action: Forced, mover: Unit, target: Unit) -> None:
    """Force a creature from square to square, each of them judged (D4-FM-1 to 10)."""
    from warband_tui.rules.games.dnd4e.shoved import push_on, shoved, swap

    if isinstance(action, Slide) and action.swap:
        res.say(f"{mover.name} swaps places with {target.name}")
        swap(res, mover, target, end_of(action.to), end_of(action.then), action.result)
        return
    how, verb, rule = _VERBS[type(action)]
    path = spots_of(action.path)
    limit = action.limit if action.limit is not None else max(action.distance, len(path))
    most = reduced(target, limit, keep=action.keep)
    if most < limit:
        res.cite("D4-FM-12")
    shove = shoved(res, how, mover, target, most, end_of(action.to, action.path), path, action.origin, limit)
    res.cite(rule, "D4-FM-4", "D4-FM-6")
    res.say(f"{mover.name} {verb} {target.name}{squares(shove.way.distance)}")
    push_on(res, target.id, how, shove, feet=action.drop, result=action.result)


def immovable(target: Unit, by: str) -> Refusal | None:
    """Return why a creature cannot be pulled, pushed or slid (D4-FM-16, D4-SIZE-5)."""
    if target.has("restrained"):
        return Refusal(f"{target.name} is restrained: it cannot be pulled, pushed or slid", ("D4-FM-16",))
    if creature(target).has("swarm") and by in ("melee", "ranged"):
        return Refusal(f"{target.name} is a swarm: {by} attacks do not move it", ("D4-SIZE-5",))
    return None


def reduced(target: Unit, limit: int, *, keep: bool = False) -> int:
    """Return how far a creature is moved at most: some take squares off, unless their side declines (D4-FM-12)."""
    return limit if keep else max(0, limit - creature(target).reduction)


def over_the_edge(res: Resolution, target_id: str, how: str, way: Way, action: Forced) -> None:
    """Force a creature over an edge: it saves, and falls prone before it, or goes over (D4-FALL-5, D4-FM-10)."""
    target = res.state.unit(target_id)
    carried = answer(res.state, "forced-edge") == "carried"
    if action.carried:
        res.need(carried, "forced movement ends at the edge: it cannot be carried over", "D4-FM-10")
        res.cite("D4-FM-10")
        go(res, target_id, how, way)
        res.say(f"{target.name} is carried over the edge")
        return
    catch_itself(res, target_id, how, way, action.drop or 0, surplus=action.surplus, result=action.result)


def catch_itself(
    res: Resolution,
    target_id: str,
    how: str,
    way: Way,
    feet: int,
    *,
    before: Way | None = None,
    surplus: int = 0,
    onto: str = "",
    result: bool | None = None,
) -> None:
    """Let a creature save before an edge or hindering ground (D4-FALL-5).

    `before` is its way to the last square before it, where the board knows that; `surplus` squares of the distance
    were left, which at some tables make the save harder; `onto` is whoever stands where it lands.
    """
    target = res.state.unit(target_id)
    res.cite("D4-FALL-5", "D4-FM-10")
    harder = surplus if answer(res.state, "surplus-push") == "on" else 0
    penalty = (Modifier("surplus squares", flat=-harder),) if harder else ()
    saved, _ = save(res, target_id, "save at the edge", penalty, result)
    stops = way if before is None or not saved else before
    if stops.distance or before is None or not saved:
        go(res, target_id, how, stops)
    if saved:
        if not target.has("prone"):
            res.emit(ConditionSet(target_id, "prone"))
        res.say(f"{target.name} throws itself down before the edge, prone")
        return
    res.say(f"{target.name} goes over")
    if feet:
        drop(res, target_id, feet, Landing(onto=onto))


# Bull rush and charge


def can_rush(state: BattleState, unit: Unit) -> Refusal | None:
    """Bull rush: a standard action."""
    return cannot_act(state, unit) or (can_pay(unit, STANDARD) if unit.acting else None)


def rush_target(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Bull rush: a target at most one size larger (D4-FM-14)."""
    del state
    larger = SIZES.index(creature(foe).size) - SIZES.index(creature(unit).size)
    if larger > 1:
        return Refusal(f"{foe.name} is more than one size larger than {unit.name}", ("D4-FM-14",))
    return immovable(foe, "melee")


def can_charge(state: BattleState, unit: Unit) -> Refusal | None:
    """Charge: a standard action, on its feet and free to move (D4-CHG-1)."""
    if unit.has("prone"):
        return Refusal(f"{unit.name} is prone: it cannot charge", ("D4-PRONE-1",))
    return can_rush(state, unit) or cannot_move(unit)


def bull_rush(res: Resolution, action: BullRush) -> None:
    """Rush a creature back: Strength against Fortitude (D4-FM-14)."""
    unit = start(res, action.unit)
    if not action.target:
        raise Refused("name the target of the bull rush")
    res.permit(rush_target(res.state, unit, res.state.unit(action.target)))
    res.permit(out_of_reach(res.state, unit, RUSH, action, (action.target,)))
    spend(res, unit.id, STANDARD)
    _rush(res, unit, action, action.target, action.to, action.drop)


def charge(res: Resolution, action: Charge) -> None:
    """Charge: at least two squares nearer, then an attack at +1 (D4-CHG-1)."""
    if not action.target:
        raise Refused("name the target of the charge", "D4-CHG-1")
    unit = start(res, action.unit)
    res.permit(can_charge(res.state, unit))
    foe = res.state.unit(action.target)
    if action.rush:
        res.permit(rush_target(res.state, unit, foe))
    power = power_of(unit, action)
    res.permit(None if action.rush else power_refusal(res.state, unit, power, basic=True))
    way = _approach(res, unit, foe, action, RUSH if action.rush else power)
    spend(res, unit.id, STANDARD)
    res.emit(ActionUsed(unit.id, CHARGED))
    res.cite("D4-CHG-1", *(("D4-DT-8",) if action.difficult else ()))
    res.say(f"{unit.name} charges {foe.name}{told(way)}")
    if not go(res, unit.id, "charge", way):
        return
    if action.rush:
        _rush(res, unit, action, foe.id, action.push_to, action.drop)
    else:
        res.permit(out_of_reach(res.state, res.state.unit(unit.id), power, action, (foe.id,)))
        strike(res, unit.id, action, power, (foe.id,))


def _approach(res: Resolution, unit: Unit, foe: Unit, action: Charge, power: Power) -> Way:
    """Return the way of a charge: measured where both stand on the board, else as stated (D4-CHG-1)."""
    to = end_of(action.to, action.path)
    if measures(res.state, unit, to) and foe.at:
        from warband_tui.rules.games.dnd4e.shoved import charged

        return charged(res, unit, foe, to, spots_of(action.path), power)
    way = way_of(res.state, unit, action.distance, action.to, action.path)
    if way.distance is not None:
        most = speed(unit) or 0
        cost = price(unit, way.distance, action.difficult)
        res.need(way.distance >= LEAST_CHARGE, f"a charge goes {LEAST_CHARGE} squares at least", "D4-CHG-1")
        res.need(cost <= most, f"that takes {cost} squares; {unit.name} has {most}", "D4-CHG-1")
    return way


def _rush(
    res: Resolution, unit: Unit, action: BullRush | Charge, target_id: str, to: Spots, feet: int | None
) -> None:
    res.cite("D4-FM-14")
    power = replace(RUSH, attack=creature(unit).strength)
    if strength_roll(res, unit, action, power, target_id) not in HITS:
        return
    target = res.state.unit(target_id)
    if not reduced(target, 1):
        res.cite("D4-FM-12")
        res.say(f"{target.name} does not give way")
        return
    res.cite("D4-PUSH-1", "D4-FM-6")
    if measures(res.state, target, end_of(to)):
        from warband_tui.rules.games.dnd4e.shoved import follow, push_on, shoved

        shove = shoved(res, "push", unit, target, 1, end_of(to), ())
        res.say(f"{target.name} is pushed a square")
        push_on(res, target_id, "push", shove, feet=feet)
        follow(res, unit.id, target)
        return
    way = way_of(res.state, target, 1, to)
    res.say(f"{target.name} is pushed a square")
    if feet is None:
        go(res, target_id, "push", way)
    else:
        catch_itself(res, target_id, "push", way, feet)
    rooted = cannot_shift(res.state.unit(unit.id))
    if rooted:
        res.say(f"{rooted.why}, and does not follow")
    elif res.state.board is None or not target.at:
        res.say(f"{unit.name} shifts into the space")
