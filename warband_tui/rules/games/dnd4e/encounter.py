"""The order of a fight: whose turn it is, what a turn begins and ends with, rounds that follow one another."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import (
    ActivationEnded,
    ConditionCleared,
    ConditionSet,
    CounterChanged,
    GoPassed,
    Moved,
    PhaseBegan,
    TurnBegan,
)
from warband_tui.rules.flow import OrderedFlow
from warband_tui.rules.games.dnd4e.declarations import (
    ALTITUDE,
    BATTLE,
    FEET,
    HALF_OVER,
    HP,
    INITIATIVE,
    NOUNS,
    ONGOING,
    PLACE,
    USED,
)
from warband_tui.rules.games.dnd4e.durations import DURING, END, START, expire, lapse
from warband_tui.rules.games.dnd4e.falls import Landing, below, drop, fall_on
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.saves import SAVES
from warband_tui.rules.games.dnd4e.states import cure, drops_out_of_the_air
from warband_tui.rules.games.dnd4e.vitality import heal, hurt, reckon
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

TURN_RULE = "D4-SPD-3"


class Encounter(OrderedFlow):
    """Initiative: one creature after the other; the round is over when all have had their turn."""

    def interruption(self, state: BattleState, unit: Unit) -> Refusal | None:
        """Return what ends a turn in the middle of it: only leaving the table."""
        del state
        return None if unit.in_play else Refusal("off the table")

    def settle(self, res: Resolution) -> None:
        """After an action: hit points decide, fliers drop, and the next round follows by itself."""
        if res.state.ended:
            return
        for unit_id in list(res.state.units):
            unit = res.state.unit(unit_id)
            if unit is not res.start.units.get(unit_id) and unit.in_play:
                reckon(res, unit_id)
                _falls_out_of_the_air(res, unit_id)
                _keeps_its_place(res, unit_id)
        super().settle(res)
        if res.state.turn and not res.state.active and not self.next_up(res.state):
            self.next_round(res)

    def next_round(self, res: Resolution) -> None:
        """Begin the next round, unless the last one has been played or nobody is left to play it."""
        state = res.state
        over = state.turns is not None and state.turn >= state.turns
        order = self.order(state)
        if over or not order:
            return
        res.emit(TurnBegan(state.turn + 1, order[0].side))
        if state.phase != NOUNS.activation:
            res.emit(PhaseBegan(NOUNS.activation))
        res.say(f"Round {state.turn + 1}")


FLOW = Encounter(PLACE, order=TURN_RULE, once=TURN_RULE)


def start(res: Resolution, unit_id: str) -> Unit:
    """See that it is a creature's turn. As the turn begins, what ends then ends, and ongoing damage is taken."""
    fresh = not res.state.unit(unit_id).acting
    unit = FLOW.begin(res, unit_id)
    if fresh and unit.acting:
        if res.state.phase != NOUNS.activation:
            res.emit(PhaseBegan(NOUNS.activation))
        _turn_starts(res, unit_id)
    return res.state.unit(unit_id)


def finish(res: Resolution, unit_id: str) -> None:
    """End a turn: what lasted until now ends, a long fall goes on, the go passes."""
    fall_on(res, unit_id)
    expire(res, unit_id, END, DURING)
    if res.state.phase == SAVES:
        res.emit(PhaseBegan(NOUNS.activation))
    FLOW.end(res, unit_id)


def _turn_starts(res: Resolution, unit_id: str) -> None:
    unit = res.state.unit(unit_id)
    lapse(res, unit)
    expire(res, unit_id, START)
    if unit.has("delaying"):
        res.emit(ConditionCleared(unit_id, "delaying", "its place has come again"))
    for name in list(unit.conditions):
        if name.startswith(ONGOING) and res.state.unit(unit_id).in_play:
            kind, points = ongoing_of(name)
            hurt(res, unit_id, points, kind, using=name)
    unit = res.state.unit(unit_id)
    profile = creature(unit)
    if unit.in_play and profile.regeneration and 0 < unit.counter(HP) < profile.hp:
        res.say(f"{unit.name} regenerates")
        heal(res, unit_id, profile.regeneration, "regeneration")
    _recharge(res, unit_id)


def ongoing_of(name: str) -> tuple[str, int]:
    """Return type and points of ongoing damage by the name of its condition."""
    words = name.removeprefix(ONGOING).rpartition(" ")
    return words[0], int(words[2])


def _recharge(res: Resolution, unit_id: str) -> None:
    """Roll for each power of a creature that comes back on a die."""
    unit = res.state.unit(unit_id)
    for power in creature(unit).attacks:
        if power.usage == "recharge" and unit.has(USED + power.id) and unit.in_play:
            pool = Pool(f"{power.name} comes back on {power.recharge}+", base=1, keep=1, unit=unit_id)
            back = res.roll(pool).total >= power.recharge
            if back:
                res.emit(ConditionCleared(unit_id, USED + power.id, "recharged"))
            res.say(f"{power.name} {'is back' if back else 'does not come back'}")


def _falls_out_of_the_air(res: Resolution, unit_id: str) -> None:
    unit = res.state.unit(unit_id)
    why = drops_out_of_the_air(unit) if unit.in_play else ""
    feet = below(res.state, unit) if why else 0
    if feet <= 0:
        return
    flying = unit.has("flying")
    res.cite("D4-FLY-1", "D4-PRONE-1")
    # It is the fall that puts it on the ground: who lands unhurt stands (D4-FALL-8).
    if why == "prone":
        res.emit(ConditionCleared(unit_id, "prone", "falls instead"))
    drop(res, unit_id, feet, Landing(flying=flying))


def _keeps_its_place(res: Resolution, unit_id: str) -> None:
    """On the board: the third number of where a creature stands follows its altitude, and its footing is noted."""
    unit = res.state.unit(unit_id)
    if res.state.board is None or not unit.at or not unit.in_play:
        return
    up = unit.counter(ALTITUDE) // FEET
    if len(unit.at) == 1 and len(unit.at[0]) > 2 and unit.at[0][2] != up:
        spot = (*unit.at[0][:2], up) if up else unit.at[0][:2]
        res.emit(Moved(unit_id, "up or down", to=(spot,)))
    if res.start.unit(unit_id).at == unit.at and not unit.has(HALF_OVER):
        return
    over = astride(res.state, res.state.unit(unit_id))
    if over and not unit.has(HALF_OVER):
        res.emit(ConditionSet(unit_id, HALF_OVER, "activation" if unit.acting else BATTLE))
        res.cite("D4-FALL-6")
        res.say(f"part of {unit.name} is over a drop: on its next turn it moves or squeezes")
    elif not over:
        cure(res, unit_id, HALF_OVER, "on firm ground")


def astride(state: BattleState, unit: Unit) -> bool:
    """Whether part of a creature is over a drop of the board, all of it not (D4-FALL-6)."""
    if state.board is None or not unit.at or not unit.in_play:
        return False
    from warband_tui.rules.games.dnd4e.falling_edges import half_over
    from warband_tui.rules.games.dnd4e.space import Scene

    return half_over(Scene(state), unit)


# Places in the order


def seat(res: Resolution, order: Sequence[str]) -> None:
    """Give places to units in this order."""
    for place, unit_id in enumerate(order, start=1):
        before = res.state.unit(unit_id).counter(PLACE)
        if before != place:
            res.emit(CounterChanged(unit_id, PLACE, before, place, "order"))


def move_before(res: Resolution, unit_id: str, other_id: str) -> None:
    """Move a unit in the order to just before another one; its initiative becomes that one's."""
    everybody = sorted(res.state.units.values(), key=lambda u: u.counter(PLACE) or len(res.state.units) + 1)
    ids = [unit.id for unit in everybody if unit.id != unit_id]
    ids.insert(ids.index(other_id) if other_id in ids else len(ids), unit_id)
    seat(res, ids)
    if other_id in ids:
        before, after = (
            res.state.unit(unit_id).counter(INITIATIVE),
            res.state.unit(other_id).counter(INITIATIVE),
        )
        if before != after:
            res.emit(CounterChanged(unit_id, INITIATIVE, before, after, "moved in the order"))


def stop_acting(res: Resolution, unit_id: str) -> None:
    """End a turn that is only put off: nothing that a turn's end brings happens."""
    res.emit(ActivationEnded(unit_id, "delays"))
    side = FLOW.next_side(res.state)
    if side != res.state.to_act:
        res.emit(GoPassed(side))
