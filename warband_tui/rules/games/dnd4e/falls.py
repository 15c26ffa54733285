"""Falls: damage, landing prone, softening it, fliers, and falls that take longer than a turn."""

from __future__ import annotations

from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import ConditionSet, CounterChanged
from warband_tui.rules.games.dnd4e.actions import Catch, Fall
from warband_tui.rules.games.dnd4e.amounts import roll_dice
from warband_tui.rules.games.dnd4e.chances import CATCH, FIRST_FALL, fall_dice, flown_down
from warband_tui.rules.games.dnd4e.declarations import (
    ALTITUDE,
    BATTLE,
    FALLEN,
    FALLS_HARD,
    FELL_FLYING,
    TO_FALL,
)
from warband_tui.rules.games.dnd4e.durations import source_of, until
from warband_tui.rules.games.dnd4e.ground import go, way_of
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.settings import answer, most_fall_dice
from warband_tui.rules.games.dnd4e.states import OUT_COLD, cannot_react, cure, first_of
from warband_tui.rules.games.dnd4e.vitality import hurt
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

SOFTENS = "acrobatics"


class Landing:
    """How a fall ends: whether it is softened, on whom, what real dice said.

    On a board whoever is where it lands is found there, unless it lands `elsewhere`.
    """

    def __init__(
        self,
        *,
        flying: bool = False,
        acrobatics: bool = True,
        damage: int | None = None,
        onto: str = "",
        elsewhere: bool = False,
    ) -> None:
        self.flying, self.acrobatics, self.damage, self.onto = flying, acrobatics, damage, onto
        self.elsewhere = elsewhere

    def found(self, state: BattleState, unit: Unit) -> Landing:
        """Return the same with whoever is where a creature lands on the board (D4-FALL-10)."""
        if self.onto or self.elsewhere or state.board is None or not unit.at or not unit.in_play:
            return self
        from warband_tui.rules.games.dnd4e.falling_edges import beneath

        return Landing(
            flying=self.flying, acrobatics=self.acrobatics, damage=self.damage, onto=beneath(state, unit)
        )


def fall(res: Resolution, action: Fall) -> None:
    """Carry out a fall (D4-FALL-1 to 10)."""
    unit = res.affected(action.unit)
    feet = action.feet or below(res.state, unit)
    if not feet:
        raise Refused("say how many feet it falls", "D4-FALL-1")
    if action.flying:
        res.permit(None if fly_speed(unit) else Refusal(f"{unit.name} has no fly speed", ("D4-FALL-8",)))
    if action.onto and action.onto == unit.id:
        raise Refused(f"{unit.name} cannot land on itself", "D4-FALL-10")
    landing = Landing(
        flying=action.flying,
        acrobatics=action.acrobatics,
        damage=action.damage,
        onto=action.onto,
        elsewhere=bool(action.to),
    )
    drop(res, unit.id, feet, landing)
    way = way_of(res.state, unit, None, action.to)
    if way.to and res.state.unit(unit.id).in_play:
        go(res, unit.id, "fall", way)


def below(state: BattleState, unit: Unit) -> int:
    """Return how far it is down where a creature is: its altitude, and the depth of a drop that it is over (D4-FALL-8)."""
    if state.board is None or not unit.at or not unit.in_play:
        return unit.counter(ALTITUDE)
    from warband_tui.rules.games.dnd4e.falling_edges import depth

    return unit.counter(ALTITUDE) + depth(state, unit)


def drop(res: Resolution, unit_id: str, feet: int, landing: Landing | None = None) -> None:
    """Let a creature fall; beyond 500 feet only so far in this turn (D4-FALL-9)."""
    unit = res.state.unit(unit_id)
    for name in ("flying", "climbing"):
        cure(res, unit_id, name, "falls")
    res.change(unit_id, ALTITUDE, -unit.counter(ALTITUDE), why="falls")
    res.cite("D4-FALL-1")
    res.say(f"{unit.name} falls {feet} feet")
    landing = (landing or Landing()).found(res.state, res.state.unit(unit_id))
    if feet <= FIRST_FALL:
        land(res, unit_id, feet, landing)
        return
    res.cite("D4-FALL-9")
    kept = {FELL_FLYING: landing.flying, FALLS_HARD: not landing.acrobatics}
    res.emit(
        ConditionSet(unit_id, "falling", f"{BATTLE}@{landing.onto}" if landing.onto else BATTLE),
        *(ConditionSet(unit_id, name) for name, so in kept.items() if so),
        CounterChanged(unit_id, FALLEN, unit.counter(FALLEN), FIRST_FALL, "falls"),
        CounterChanged(unit_id, TO_FALL, unit.counter(TO_FALL), feet - FIRST_FALL, "falls"),
    )
    res.say(f"{FIRST_FALL} feet now, the rest at the end of its turn")


def fall_on(res: Resolution, unit_id: str) -> None:
    """At the end of a turn: go on falling, and land when the ground is reached (D4-FALL-9)."""
    unit = res.state.unit(unit_id)
    left, fallen = unit.counter(TO_FALL), unit.counter(FALLEN)
    if not unit.in_play or not unit.has("falling"):
        return
    step = min(FIRST_FALL, left)
    res.cite("D4-FALL-9")
    if step < left:
        res.change(unit_id, TO_FALL, -step, why="falls")
        res.change(unit_id, FALLEN, step, why="falls")
        res.say(f"{unit.name} falls {step} feet further, {left - step} to go")
        return
    _stop_falling(res, unit_id)
    res.say(f"{unit.name} hits the ground after {fallen + step} feet")
    onto = source_of(unit.conditions["falling"])
    landing = Landing(
        flying=unit.has(FELL_FLYING),
        acrobatics=not unit.has(FALLS_HARD),
        onto=onto if onto in res.state.units else "",
    )
    land(res, unit_id, fallen + step, landing)


def land(res: Resolution, unit_id: str, feet: int, landing: Landing) -> None:
    """Deal the damage of a fall; who takes some is prone (D4-FALL-1 to 4, 8, 10)."""
    unit = res.state.unit(unit_id)
    if landing.flying:
        res.cite("D4-FALL-8")
        feet = flown_down(feet, fly_speed(unit))
    points = _damage(res, unit, feet, landing)
    if points and landing.damage is None and landing.acrobatics and _soft(unit):
        points = max(0, points - _softened(res, unit))
    taken = hurt(res, unit_id, points, by="", using="the fall") if points else 0
    unit = res.state.unit(unit_id)
    if taken and unit.in_play:
        res.cite("D4-FALL-3")
        if not unit.has("prone"):
            res.emit(ConditionSet(unit_id, "prone"))
        res.say(f"{unit.name} lands prone")
    elif not taken:
        res.cite("D4-FALL-3")
        res.say(f"{unit.name} lands unhurt, on its feet")
    if landing.onto:
        other = res.state.unit(landing.onto)
        res.cite("D4-FALL-10", *(() if taken else ("D4-OCC-2",)))
        shared = "prone, it may share the square" if taken else "it needs a square of its own"
        res.say(f"It lands on {other.name}: {shared}; what else happens is the game master's call")


def can_catch(state: BattleState, unit: Unit) -> Refusal | None:
    """Stop a fall: a flier that is falling and can react (D4-FALL-9)."""
    del state
    rule = ("D4-FALL-9",)
    if not unit.has("falling"):
        return Refusal(f"{unit.name} is not in the middle of a fall", rule)
    if not fly_speed(unit):
        return Refusal(f"{unit.name} has no fly speed", rule)
    if unit.has("immediate used"):
        return Refusal(f"{unit.name} has used its immediate action", rule)
    return cannot_react(unit)


def catch(res: Resolution, action: Catch) -> None:
    """Try to stop a long fall: Athletics with the fly speed as bonus, 30 or more (D4-FALL-9)."""
    unit = res.affected(action.unit)
    res.permit(can_catch(res.state, unit))
    res.cite("D4-FALL-9")
    res.emit(ConditionSet(unit.id, "immediate used", until(res.state, "start", unit.id)))
    modifiers = [Modifier("Athletics", flat=creature(unit).skills.get("athletics", 0))]
    modifiers.append(Modifier("fly speed", flat=fly_speed(unit), rule="D4-FALL-9"))
    if action.modifier:
        modifiers.append(Modifier("other", flat=action.modifier))
    stopped = action.result
    if stopped is None:
        pool = Pool(
            "Athletics to stop the fall", base=1, keep=1, sides=20, modifiers=tuple(modifiers), unit=unit.id
        )
        stopped = res.roll(pool, lambda r: "stops" if r.total >= CATCH else "falls on").outcome == "stops"
    if not stopped:
        res.say(f"{unit.name} falls on")
        return
    height = unit.counter(TO_FALL)
    _stop_falling(res, unit.id)
    res.emit(ConditionSet(unit.id, "flying"))
    res.change(unit.id, ALTITUDE, height, why="stops in the air")
    res.say(f"{unit.name} stops in the air, {height} feet up")


def fly_speed(unit: Unit) -> int:
    """Return a creature's fly speed, 0 for none."""
    return creature(unit).modes.get("fly", 0)


def _damage(res: Resolution, unit: Unit, feet: int, landing: Landing) -> int:
    if landing.damage is not None:
        return landing.damage
    rule = answer(res.state, "fall")
    if rule != "dice":
        res.cite("D4-FALL-2")
    dice = fall_dice(feet, rule, most_fall_dice(answer(res.state, "text")))
    return roll_dice(res, dice, f"fall of {unit.name}, {dice}", unit.id) if dice.most else 0


def _soft(unit: Unit) -> bool:
    return SOFTENS in creature(unit).trained and not first_of(unit, OUT_COLD)


def _softened(res: Resolution, unit: Unit) -> int:
    """Return what training in Acrobatics takes off a fall: half the check (D4-FALL-4)."""
    skill = creature(unit).skills.get(SOFTENS, 0)
    pool = Pool(
        "Acrobatics to soften the fall",
        base=1,
        keep=1,
        sides=20,
        modifiers=(Modifier("Acrobatics", flat=skill, rule="D4-FALL-4"),),
        unit=unit.id,
    )
    half = max(0, res.roll(pool).total // 2)
    res.cite("D4-FALL-4")
    res.say(f"Acrobatics takes {half} off")
    return half


def _stop_falling(res: Resolution, unit_id: str) -> None:
    unit = res.state.unit(unit_id)
    for name in ("falling", FELL_FLYING, FALLS_HARD):
        cure(res, unit_id, name, "over")
    for counter in (FALLEN, TO_FALL):
        res.change(unit_id, counter, -unit.counter(counter), why="the fall is over")
