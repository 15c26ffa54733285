"""Moving oneself: walk, shift, run, crawl, squeeze, stand up, escape, teleport. Lengths are squares."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import ConditionCleared, ConditionSet
from warband_tui.rules.games.dnd4e.actions import (
    Crawl,
    EndSqueeze,
    Escape,
    Move,
    Run,
    Shift,
    Squeeze,
    Stand,
    Teleport,
    Walk,
)
from warband_tui.rules.games.dnd4e.budget import MOVE, can_pay, spend
from warband_tui.rules.games.dnd4e.chances import needed
from warband_tui.rules.games.dnd4e.durations import source_of, until
from warband_tui.rules.games.dnd4e.encounter import start
from warband_tui.rules.games.dnd4e.falls import Landing, drop
from warband_tui.rules.games.dnd4e.ground import Way, end_of, go, measures, squares, told, way_of
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.saves import save
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.speeds import budget, by_skill, price, speed
from warband_tui.rules.games.dnd4e.states import cannot_act, cannot_move, cannot_shift, cure
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

# What may be done


def can_walk(state: BattleState, unit: Unit) -> Refusal | None:
    """Walk or run: on its feet, and free to move (D4-SPD-5, D4-PRONE-1)."""
    if unit.has("prone"):
        return Refusal(f"{unit.name} is prone: it crawls or stands up", ("D4-PRONE-1",))
    return _can_go(state, unit)


def can_shift(state: BattleState, unit: Unit) -> Refusal | None:
    """Shift: not while prone (D4-PRONE-2)."""
    return cannot_act(state, unit) or cannot_shift(unit) or _pay(unit)


def can_crawl(state: BattleState, unit: Unit) -> Refusal | None:
    """Crawl: only prone (D4-SPD-2)."""
    if not unit.has("prone"):
        return Refusal(f"{unit.name} is on its feet: only who is prone crawls", ("D4-SPD-2",))
    return _can_go(state, unit)


def can_squeeze(state: BattleState, unit: Unit) -> Refusal | None:
    """Squeeze: on its feet, and free to move (D4-SQZ-1)."""
    return can_walk(state, unit)


def can_end_squeeze(state: BattleState, unit: Unit) -> Refusal | None:
    """End a squeeze: while squeezing, which is free (D4-SQZ-2)."""
    if not unit.has("squeezing"):
        return Refusal(f"{unit.name} does not squeeze", ("D4-SQZ-2",))
    return cannot_act(state, unit)


def can_stand(state: BattleState, unit: Unit) -> Refusal | None:
    """Stand up: prone, with a move action left (D4-PRONE-3)."""
    if not unit.has("prone"):
        return Refusal(f"{unit.name} is on its feet", ("D4-PRONE-3",))
    return cannot_act(state, unit) or _pay(unit)


def can_escape(state: BattleState, unit: Unit) -> Refusal | None:
    """Escape: out of a grab (D4-SPD-2)."""
    if not unit.has("grabbed"):
        return Refusal(f"nobody has grabbed {unit.name}", ("D4-SPD-2",))
    return cannot_act(state, unit) or _pay(unit)


def _can_go(state: BattleState, unit: Unit) -> Refusal | None:
    return cannot_act(state, unit) or cannot_move(unit) or _pay(unit)


def _pay(unit: Unit) -> Refusal | None:
    return can_pay(unit, MOVE) if unit.acting else None


# Moves


def walk(res: Resolution, action: Walk) -> None:
    """Walk, fly, climb, swim or burrow (D4-SPD-1, 2, 6)."""
    unit = start(res, action.unit)
    res.permit(can_walk(res.state, unit))
    allowed = _budget(res, unit, action, "walk", action.mode)
    if by_skill(unit, action.mode):
        res.cite("D4-SPD-6")
    way = _affordable(res, unit, action, allowed, "walk", action.mode)
    spend(res, unit.id, MOVE, 2 if action.double else 1)
    if by_skill(unit, action.mode) and action.dc and not _athletics(res, unit, action.dc, action.mode):
        return
    if action.mode == "fly" and not unit.has("flying"):
        res.emit(ConditionSet(unit.id, "flying"))
    verb = {"walk": "walks", "fly": "flies", "climb": "climbs", "swim": "swims", "burrow": "burrows"}[
        action.mode
    ]
    _go(res, unit, action.mode, way, action, verb)
    res.cite("D4-SPD-2")


def shift(res: Resolution, action: Shift) -> None:
    """Shift, which provokes nothing (D4-SPD-2, D4-OA-3)."""
    unit = start(res, action.unit)
    res.permit(can_shift(res.state, unit))
    allowed = budget(unit, "shift", double=action.double, shift=action.squares) or 0
    rule = "D4-DT-4" if action.difficult else "D4-SPD-2"
    way = _affordable(res, unit, action, allowed, "shift", rule=rule)
    spend(res, unit.id, MOVE, 2 if action.double else 1)
    _go(res, unit, "shift", way, action, "shifts")
    res.cite("D4-SPD-2", "D4-OA-3")


def run(res: Resolution, action: Run) -> None:
    """Run: two squares more; until its next turn it grants combat advantage and attacks at -5 (D4-SPD-2)."""
    unit = start(res, action.unit)
    res.permit(can_walk(res.state, unit))
    allowed = _budget(res, unit, action, "run", action.mode)
    way = _affordable(res, unit, action, allowed, "run", action.mode)
    spend(res, unit.id, MOVE, 2 if action.double else 1)
    res.emit(ConditionSet(unit.id, "running", until(res.state, "start", unit.id)))
    _go(res, unit, "run", way, action, "runs")
    res.cite("D4-SPD-2")


def crawl(res: Resolution, action: Crawl) -> None:
    """Crawl: half speed, prone (D4-SPD-2, D4-PRONE-2)."""
    unit = start(res, action.unit)
    res.permit(can_crawl(res.state, unit))
    way = _affordable(res, unit, action, _budget(res, unit, action, "crawl"), "crawl")
    spend(res, unit.id, MOVE, 2 if action.double else 1)
    _go(res, unit, "crawl", way, action, "crawls")
    res.cite("D4-SPD-2", "D4-PRONE-2")


def squeeze(res: Resolution, action: Squeeze) -> None:
    """Squeeze: half speed; combat advantage and -5 to attacks until it ends (D4-SQZ-1, D4-SQZ-3)."""
    unit = start(res, action.unit)
    res.permit(can_squeeze(res.state, unit))
    way = _affordable(res, unit, action, _budget(res, unit, action, "squeeze"), "squeeze", rule="D4-SQZ-1")
    spend(res, unit.id, MOVE, 2 if action.double else 1)
    if not unit.has("squeezing") and not (way.route and way.route.shrinks):
        res.emit(ConditionSet(unit.id, "squeezing"))
    _go(res, unit, "squeeze", way, action, "squeezes")
    res.cite("D4-SQZ-1", *(("D4-SQZ-3",) if answer(res.state, "text") == "phb2008" else ()))


def end_squeeze(res: Resolution, action: EndSqueeze) -> None:
    """Take the full space again, for free (D4-SQZ-2)."""
    unit = start(res, action.unit)
    res.permit(can_end_squeeze(res.state, unit))
    to = end_of(action.to)
    if res.state.board is not None and unit.at:
        from warband_tui.rules.games.dnd4e.arriving import unsqueezed

        to = unsqueezed(res, unit, to)
    res.emit(ConditionCleared(unit.id, "squeezing", "ends it"))
    if to and res.state.board is not None:
        go(res, unit.id, "end-squeeze", Way(None, to))
    res.cite("D4-SQZ-2")
    res.say(f"{unit.name} squeezes no longer")


def stand(res: Resolution, action: Stand) -> None:
    """Stand up: in place, or with a shift where somebody shares the square (D4-PRONE-3)."""
    unit = start(res, action.unit)
    res.permit(can_stand(res.state, unit))
    shared, to = action.shared, end_of(action.to)
    if res.state.board is not None and unit.at:
        from warband_tui.rules.games.dnd4e.arriving import stood_up

        shared = stood_up(res, unit, to) or shared
    if shared:
        res.permit(cannot_move(unit))
    blocked = action.shared and action.surrounded
    res.need(not blocked, f"{unit.name} shares its square, and all around are taken", "D4-PRONE-3")
    spend(res, unit.id, MOVE)
    cure(res, unit.id, "prone", "stands up")
    res.cite("D4-PRONE-3", "D4-PRONE-2")
    way = way_of(res.state, unit, 1 if shared else None, action.to)
    if shared or way.to:
        go(res, unit.id, "shift", way)
    res.say(f"{unit.name} stands up" + (" and shifts a square" if shared else ""))


def escape(res: Resolution, action: Escape) -> None:
    """Escape from a grab, then shift a square, where nothing else keeps it from that (D4-SPD-2, D4-PRONE-2, D4-SPD-5)."""
    unit = start(res, action.unit)
    res.permit(can_escape(res.state, unit))
    shifts = measures(res.state, unit, end_of(action.to))
    rooted = cannot_shift(
        replace(unit, conditions={k: v for k, v in unit.conditions.items() if k != "grabbed"})
    )
    res.permit(rooted if shifts else None)
    spend(res, unit.id, MOVE)
    res.cite("D4-SPD-2")
    holder = res.state.units.get(source_of(unit.conditions["grabbed"])) if unit.has("grabbed") else None
    defence = "reflex" if action.skill == "acrobatics" else "fortitude"
    free = action.result
    if free is None:
        if holder is None or holder.id == unit.id:
            raise Refused(f"nobody knows who holds {unit.name}: say whether it gets free, as the result")
        needs = creature(holder).reflex if defence == "reflex" else creature(holder).fortitude
        free = _check(res, unit, action.skill, needs, f"escape from {holder.name}", action.modifier)
    if not free:
        res.say(f"{unit.name} does not get free")
        return
    cure(res, unit.id, "grabbed", "escapes")
    res.say(f"{unit.name} gets free" + ("" if rooted else " and may shift a square"))
    if not shifts:
        return
    from warband_tui.rules.games.dnd4e.going import measured, mode_for

    now = res.state.unit(unit.id)
    go(res, unit.id, "shift", measured(res, now, mode_for("shift"), action.to, (), (), 1))


def teleport(res: Resolution, action: Teleport) -> None:
    """Teleport a creature; into hindering ground it may save against it (D4-TEL-3 to 6)."""
    own = action.action != "free" and not action.by
    unit = start(res, action.unit) if own else res.affected(action.unit)
    if own:
        spend(res, unit.id, action.action)
    reach = speed(unit, "teleport")
    way, feet, saves = (
        way_of(res.state, unit, action.distance, action.to),
        action.drop,
        action.drop is not None,
    )
    if measures(res.state, unit, way.to):
        from warband_tui.rules.games.dnd4e.arriving import teleported

        away, feet, saves = teleported(res, unit, way.to, _range(action, reach), action.by, feet)
        way = replace(way, distance=away)
    elif action.action == "move" and reach is not None and way.distance is not None:
        res.need(way.distance <= reach, f"{unit.name} teleports {reach} squares at most", "D4-SPD-1")
    res.cite("D4-TEL-3", *(("D4-FM-15",) if action.by else ()))
    if saves and answer(res.state, "teleport-hindering") == "save":
        res.cite("D4-TEL-4")
        saved, _ = save(res, unit.id, "save against being teleported there", result=action.result)
        if saved:
            res.say(f"{unit.name} stays where it is")
            return
    go(res, unit.id, "teleport", way)
    res.say(f"{unit.name} teleports{squares(way.distance)}")
    _break_bonds(res, unit, action.bond)
    if feet:
        drop(res, unit.id, feet, Landing())


# Inside


def _range(action: Teleport, reach: int | None) -> int | None:
    """Return how far a teleport on the board goes: as the creature's own does, else as the power is said to."""
    own = reach is not None and not action.by
    if own and (action.action == "move" or action.distance is None):
        return reach
    return action.distance


def _break_bonds(res: Resolution, unit: Unit, bond: str) -> None:
    """A teleport ends a grab and bonds to the place left, not those on body or mind (D4-TEL-5)."""
    bonds = [name for name in ("grabbed", bond) if name and unit.has(name)]
    for name in bonds:
        cure(res, unit.id, name, "teleported away")
        res.cite("D4-TEL-5")
        res.say(f"{unit.name} is no longer {name}")
    if unit.has("prone"):
        res.cite("D4-TEL-6")


def _budget(res: Resolution, unit: Unit, action: Move, how: str, mode: str = "walk") -> int:
    """Return the squares that a way of moving has; on the board who is in the air flies whatever it does (D4-FLY-1)."""
    if mode == "walk" and unit.has("flying") and measures(res.state, unit, end_of(action.to, action.path)):
        mode = "fly" if speed(unit, "fly") else mode
    found = budget(unit, how, mode, double=action.double)
    if found is None:
        raise Refused(f"{unit.name} has no {mode} speed", "D4-SPD-1")
    if unit.has("slowed"):
        res.cite("D4-SPD-5")
    return found


def _affordable(
    res: Resolution,
    unit: Unit,
    action: Move,
    allowed: int,
    how: str,
    mode: str = "walk",
    rule: str = "D4-SPD-2",
) -> Way:
    """Return the way of a move, seen to that its price is within the budget: counted on the board, else as stated."""
    if measures(res.state, unit, end_of(action.to, action.path)):
        from warband_tui.rules.games.dnd4e.going import measured, mode_for

        return measured(res, unit, mode_for(how, mode), action.to, action.via, action.path, allowed)
    way = way_of(res.state, unit, action.distance, action.to, action.path)
    if way.distance is None:
        return way
    cost = price(unit, way.distance, action.difficult, mode)
    if action.difficult:
        res.need(action.difficult <= way.distance, "more difficult squares than squares", "D4-DT-1")
        res.cite("D4-DT-1")
    res.need(cost <= allowed, f"that takes {cost} squares; {unit.name} has {allowed}", rule)
    return way


def _go(res: Resolution, unit: Unit, mode: str, way: Way, action: Move, verb: str) -> None:
    """Tell a move and record it, with what interrupts it; of several models the first one goes."""
    first = "; its other models are placed by hand" if way.route is not None and len(unit.at) > 1 else ""
    res.say(f"{unit.name} {verb}{told(way)}{_doubled(res, action)}{first}")
    go(res, unit.id, mode, way)


def _doubled(res: Resolution, action: Move) -> str:
    if not action.double:
        return ""
    res.cite("D4-SPD-4")
    return ", a double move"


def _athletics(res: Resolution, unit: Unit, dc: int, mode: str) -> bool:
    if _check(res, unit, "athletics", dc, f"to {mode}"):
        return True
    res.say(f"{unit.name} gets nowhere")
    return False


def _check(res: Resolution, unit: Unit, skill: str, needs: int, purpose: str, modifier: int = 0) -> bool:
    own = [Modifier(skill.capitalize(), flat=creature(unit).skills.get(skill, 0))]
    if modifier:
        own.append(Modifier("other", flat=modifier))
    pool = Pool(
        f"{skill.capitalize()} {purpose} ({needs}: {needed(sum(m.flat for m in own), needs)})",
        base=1,
        keep=1,
        sides=20,
        modifiers=tuple(own),
        unit=unit.id,
    )
    rolled = res.roll(pool, lambda roll: "success" if roll.total >= needs else "failure")
    res.say(f"{skill.capitalize()} {rolled.dice[0]} {rolled.flat:+d} = {rolled.total} against {needs}")
    return rolled.outcome == "success"
