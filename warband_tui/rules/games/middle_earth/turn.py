"""The frame of the turn: priority, Broken, phases, and the end of the game."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from warband_tui.rules.base import BadSetup
from warband_tui.rules.dice import Pool
from warband_tui.rules.events import (
    ActivationEnded,
    BattleEnded,
    ConditionCleared,
    ConditionSet,
    PhaseBegan,
    TurnBegan,
)
from warband_tui.rules.games.middle_earth.actions import Phase, Turn
from warband_tui.rules.games.middle_earth.activation import go_to
from warband_tui.rules.games.middle_earth.broken import due
from warband_tui.rules.games.middle_earth.declarations import PHASES
from warband_tui.rules.games.middle_earth.force import any_broken, broken_word, is_broken, parts
from warband_tui.rules.games.middle_earth.profile import specials_of
from warband_tui.rules.games.middle_earth.settings import answer
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState

ENDS_ON = 2


class End(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a scenario ends besides its last turn.

    `when` a side is `broken`, `quartered`, or has lost so many `models`; with `roll`, a die at the end of each
    such turn ends it on 1 or 2.
    """

    when: Literal["broken", "quartered", "lost"]
    models: int = 0
    roll: bool = False


def end_of(state: BattleState) -> End | None:
    """Return the scenario's end condition, None if it only counts turns."""
    given = state.options.get("end")
    return msgspec.convert(given, End) if given else None


def check_end(options: dict[str, Any]) -> None:
    """Refuse an end condition that could not be read in the middle of a battle.

    Raises:
        BadSetup: it is not of its form.
    """
    try:
        if options.get("end"):
            msgspec.convert(options["end"], End)
    except msgspec.ValidationError as error:
        raise BadSetup(f"the option end: {error}") from None


def next_phase(res: Resolution, action: Phase) -> None:
    """Go on to the next phase."""
    state = res.state
    if not state.turn:
        raise Refused("no turn has begun: begin the first with turn")
    now = state.phase if state.phase in PHASES else PHASES[0]
    place = PHASES.index(now) + 1
    to = action.to or (PHASES[place] if place < len(PHASES) else "")
    if not to:
        raise Refused("this is the last phase; begin the next turn")
    res.need(PHASES.index(to) > PHASES.index(now), f"the {to} phase of this turn is over")
    if now == "move":
        _all_tested(res)
    go_to(res, to)
    res.say(f"{to.capitalize()} phase")


def next_turn(res: Resolution, action: Turn) -> None:
    """Finish the turn and begin the next, with priority and the check for Broken (ME-BRK-2)."""
    state = res.state
    if state.turn:
        if state.phase == "move":
            _all_tested(res)
        for unit in state.units.values():
            if unit.acting:
                res.emit(ActivationEnded(unit.id))
        _will_of_evil(res)
        if _over(res):
            return
    turn = res.state.turn + 1
    res.say(f"Turn {turn}")
    first = _priority(res, action.first)
    res.emit(TurnBegan(turn, first), PhaseBegan("move"), ConditionSet(first, "priority", "turn"))
    for unit in res.state.units.values():
        res.change(unit.id, "tested", -unit.counter("tested"), why="a new turn")
    _break(res)


def _all_tested(res: Resolution) -> None:
    waiting = [u for u in res.state.units.values() if due(res.state, u)]
    if waiting:
        names = ", ".join(u.name for u in waiting[:3]) + (
            f" and {len(waiting) - 3} more" if waiting[3:] else ""
        )
        verb = "has" if len(waiting) == 1 else "have"
        res.need(False, f"{names} {verb} not taken the test of a broken force", "ME-BRK-3")


def _will_of_evil(res: Resolution) -> None:
    """Who lives by Will alone loses one after a turn in which it fought; without any it is banished."""
    for unit in res.state.units.values():
        if not unit.in_play or not unit.has("fought"):
            continue
        if any(s.will_of_evil for s in specials_of(res.state, unit)) and unit.counter("will"):
            res.change(unit.id, "will", -1, why="Will of Evil")
            res.cite("ME-MWF-1")
            res.say(f"{unit.name} loses 1 Will")


def _priority(res: Resolution, stated: str) -> str:
    """Return who has priority: stated, or the higher of two dice; equal dice give it to the other side."""
    state = res.state
    if stated:
        side = state.side(stated).id
        res.say(f"{res.name(side)} has priority")
        return side
    sides = list(state.sides)
    while True:
        made = {s: res.roll(Pool(f"priority of {res.name(s)}", base=1, keep=1)).total for s in sides}
        best = [s for s, total in made.items() if total == max(made.values())]
        told = " to ".join(str(made[s]) for s in sorted(made, key=lambda s: -made[s]))
        if len(best) == 1:
            res.say(f"{res.name(best[0])} has priority, {told}")
            return best[0]
        if state.first:
            other = next(s for s in best if s != state.first)
            res.say(f"{res.name(other)} has priority, which changes over on equal dice ({told})")
            return other


def _break(res: Resolution) -> None:
    """See who is broken as the turn begins; that holds for good."""
    for side in res.state.sides:
        for part in parts(res.state, side):
            latched, now = is_broken(res.state, side, part.name), part.tests_with(part.lost)
            if latched and not now and answer(res.state, "latch") == "heals":
                res.emit(ConditionCleared(side, broken_word(part.name), "models came back"))
                res.say(f"{res.name(side)} is Broken no longer")
            if latched or not now:
                continue
            res.emit(
                ConditionSet(side, broken_word(part.name), "battle", f"{part.lost} of {part.start} lost")
            )
            res.cite("ME-BRK-1", "ME-BRK-2")
            who = f"{res.name(side)} ({part.name})" if part.name else res.name(side)
            why = (
                f"{part.fallen} has fallen"
                if part.fallen
                else f"{part.lost} casualties, break point {float(part.point):g}"
            )
            res.say(f"{who} is Broken: {why}")


def _over(res: Resolution) -> bool:
    """End the game after its last turn, or where the scenario ends it."""
    state = res.state
    if state.turns is not None and state.turn >= state.turns:
        _finish(res, "after the last turn")
        return True
    end = end_of(state)
    why = end_reached(state, end) if end else ""
    if not end or not why:
        return False
    if end.roll:
        roll = res.roll(Pool("does the game end? (on 1 or 2)", base=1, keep=1)).total
        res.say(f"{why}: {roll}, the game {'ends' if roll <= ENDS_ON else 'goes on'}")
        if roll > ENDS_ON:
            return False
    if end.when == "quartered":
        res.cite("ME-QTR-1")
    _finish(res, why)
    return True


def end_reached(state: BattleState, end: End) -> str:
    """Return why a scenario's end condition holds now, empty if it does not."""
    for side in state.sides.values():
        for part in parts(state, side.id):
            if end.when == "broken" and (part.broken or any_broken(state, side.id)):
                return f"{side.name} is broken"
            if end.when == "quartered" and part.quartered:
                return f"{side.name} is down to a quarter"
            if end.when == "lost" and part.lost >= end.models > 0:
                return f"{side.name} has lost {part.lost}"
    return ""


def _finish(res: Resolution, why: str) -> None:
    score = {s.id: s.counter("vp") for s in res.state.sides.values()}
    best = [s for s, points in score.items() if points == max(score.values())]
    winner = best[0] if len(best) == 1 else ""
    told = " to ".join(str(score[s]) for s in sorted(score, key=lambda s: -score[s]))
    res.emit(BattleEnded(f"{why}, {told} victory points", winner))
    res.say(
        f"The game is over, {why}: {f'{res.name(winner)} wins' if winner else 'a draw'}, {told} victory points"
    )
