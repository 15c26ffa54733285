"""Rounds, turns, commands and points; and what is watched while they pass."""

from __future__ import annotations

from typing import Any

from warband_tui.rules.events import BattleEnded, CounterChanged
from warband_tui.rules.games.age_of_sigmar import cards
from warband_tui.rules.games.age_of_sigmar.actions import Phase, Score, Turn
from warband_tui.rules.games.age_of_sigmar.amounts import NotAnAmount, amount_of
from warband_tui.rules.games.age_of_sigmar.damage import roll_dice
from warband_tui.rules.games.age_of_sigmar.declarations import PHASES
from warband_tui.rules.games.age_of_sigmar.flow import begin_round, enter, pass_turn, waiting
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

COMMAND_POINTS = 4


def next_turn(res: Resolution, action: Turn) -> None:
    """Let the other side take its turn, or begin the next round."""
    state = res.state
    if state.turn and state.to_act in state.sides:
        other = waiting(state)
        if other:
            res.need(not action.first, f"{state.side(other).name} has its turn first")
            pass_turn(res, other)
            res.say(f"Turn of {res.name(other)}")
            return
    if state.turns is not None and state.turn >= state.turns:
        _last_round(res)
        return
    _new_round(res, action.first)


def phase(res: Resolution, action: Phase) -> None:
    """Begin a phase: the one named, or the next one."""
    now = res.state.phase
    place = PHASES.index(now) + 1 if now in PHASES else 0
    wanted = action.phase or (PHASES[place] if place < len(PHASES) else "")
    if not wanted:
        raise Refused("the end phase is the last: begin the next turn")
    if not res.state.turn:
        raise Refused("no round has begun: begin the next turn")
    enter(res, wanted)
    res.say(f"{wanted.capitalize()} phase")


def score(res: Resolution, action: Score) -> None:
    """Add a turn's victory points: 1 each for one, two and more objectives, 1 for each tactic."""
    side = res.state.side(action.side)
    res.side = side.id
    points = action.one + action.two + action.more + action.tactics
    if not points:
        raise Refused("nothing to score: say for what")
    cards.scored(res, side, action.tactics)
    before = side.counter("vp")
    res.emit(CounterChanged(side.id, "vp", before, before + points, action.why))
    why = [
        word
        for word, got in (
            ("an objective", action.one),
            ("two", action.two),
            ("more than the enemy", action.more),
            (f"{action.tactics} tactic{'s' if action.tactics > 1 else ''}", bool(action.tactics)),
        )
        if got
    ]
    res.say(f"{side.name} scores {points} ({', '.join(why)}): {before + points} victory points")


# Points and figures


def control_of(state: BattleState, unit: Unit) -> int | None:
    """Return a unit's control score: that of its models added up; None where it is no number."""
    scroll = warscroll(unit)
    try:
        each = amount_of(scroll.control)
    except NotAnAmount:
        return None
    total = max(0, each.plus) * unit.models
    if edition(state.edition).beast_control and scroll.has("BEAST"):
        return min(1, total)
    return total


def control(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Answer whose control score at an objective is higher: `units` are those that contest it, `extra` by side."""
    totals = dict.fromkeys(state.sides, 0)
    for unit_id in question.get("units", ()):
        unit = state.unit(str(unit_id))
        totals[unit.side] += control_of(state, unit) or 0
    for side, points in dict(question.get("extra", {})).items():
        totals[state.side(str(side)).id] += int(points)
    best = max(totals.values())
    leaders = [side for side, total in totals.items() if total == best]
    return {"control": totals, "controls": leaders[0] if len(leaders) == 1 and best else ""}


def monitors(state: BattleState) -> list[Monitor]:
    """Return models slain, victory points, and the rounds."""
    found = []
    for side in state.sides.values():
        units = list(state.of_side(side.id))
        gone = sum(u.start - u.models for u in units)
        out = sum(not u.in_play for u in units)
        text = f"{out} of {len(units)} units destroyed" if out else ""
        found.append(Monitor("losses", "slain", gone, side.id, text=text, rule="AOS-18.4-1"))
        found.append(Monitor("vp", "victory points", side.counter("vp"), side.id))
        if edition(state.edition).commands and (side.counter("cp") or "cp" in side.counters):
            found.append(Monitor("cp", "command points", side.counter("cp"), side.id))
        found += cards.monitors(side)
    if state.turns is not None:
        left = state.turns - state.turn
        text = f"{state.phase} phase" if state.phase in PHASES else ""
        found.append(
            Monitor(
                "turns",
                "round",
                state.turn,
                limit=state.turns,
                to_go=left,
                alarm=left <= 0,
                warn=left == 1,
                text=text,
            )
        )
    return found


# Inside


def _new_round(res: Resolution, first: str) -> None:
    state = res.state
    number = state.turn + 1
    told = ""
    goes = state.side(first).id if first else ""
    if not goes:
        goes, told = _priority(res)
    _command_points(res)
    under = cards.underdog(res.state) if number > 1 else ""
    begin_round(res, goes)
    res.say(f"Round {number}: {res.name(goes)} takes the first turn{told}")
    if under:
        res.say(f"{res.name(under)} is the underdog")


def _priority(res: Resolution) -> tuple[str, str]:
    """Return who goes first: the winner of a roll-off chooses; on a tie who began the last round does."""
    sides = list(res.state.sides)
    while True:
        faces = {}
        for side in sides:
            (face,) = roll_dice(res, f"priority roll of {res.name(side)}", 1)
            faces[side] = face
        best = max(faces.values())
        leaders = [side for side in sides if faces[side] == best]
        if len(leaders) == 1 or res.state.first in leaders:
            break
    winner = leaders[0] if len(leaders) == 1 else res.state.first
    told = f" ({' to '.join(str(f) for f in faces.values())})"
    options = tuple((side, res.name(side)) for side in sides)
    label = f"{res.name(winner)} has priority: who takes the first turn"
    goes = res.ask(Choice("priority", winner, label, options=options, default=winner))
    return str(goes), told


def _command_points(res: Resolution) -> None:
    """Give each side its points for the round, the underdog one more; what was left is lost."""
    if not edition(res.state.edition).commands:
        return
    behind = cards.underdog(res.state)
    for side in res.state.sides.values():
        given = COMMAND_POINTS + (res.state.turn > 0 and behind == side.id)
        if side.counter("cp") != given:
            res.emit(CounterChanged(side.id, "cp", side.counter("cp"), given, "new round"))


def _last_round(res: Resolution) -> None:
    """End the battle after its last round: the more victory points win."""
    points = {s.id: s.counter("vp") for s in res.state.sides.values()}
    best = max(points.values())
    leaders = [side for side, vp in points.items() if vp == best]
    winner = leaders[0] if len(leaders) == 1 else ""
    told = " to ".join(str(vp) for vp in sorted(points.values(), reverse=True))
    res.emit(BattleEnded(f"after the last round, {told} victory points", winner))
    res.say(f"The last round is over: {f'{res.name(winner)} wins' if winner else 'a draw'}, {told}")
