"""The watched figures of both sides: break point, Broken, who would run, quartered, the scenario's end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from warband_tui.rules.games.middle_earth.broken import exempt
from warband_tui.rules.games.middle_earth.courage import BROKEN, plan
from warband_tui.rules.games.middle_earth.force import (
    Part,
    is_broken,
    part_of,
    parts,
    side_specials,
)
from warband_tui.rules.games.middle_earth.holding import holds
from warband_tui.rules.games.middle_earth.specials import Special
from warband_tui.rules.games.middle_earth.turn import end_of, end_reached
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import percent

RULE = "ME-MON-1"
_SWITCHED = {
    "broken": "once broken",
    "whole": "while not broken",
    "enemy-broken": "while an enemy force is broken",
}


def monitors(state: BattleState) -> list[Monitor]:
    """Return the monitors of both sides and of the battle."""
    found: list[Monitor] = []
    for side in state.sides:
        for part in parts(state, side):
            found += _of_part(state, part)
        found += bonuses(state, side)
    end = end_of(state)
    if end:
        why = end_reached(state, end)
        words = {"broken": "a side is broken", "quartered": "a side is down to a quarter",
                 "lost": f"a side has lost {end.models}"}  # fmt: skip
        text = why or f"ends when {words[end.when]}" + (", then on 1 or 2" if end.roll else "")
        found.append(Monitor("end", "scenario", int(bool(why)), limit=1, alarm=bool(why), text=text))
    if state.turns is not None:
        left = state.turns - state.turn
        found.append(
            Monitor(
                "turns", "turn", state.turn, limit=state.turns, to_go=left, alarm=left <= 0, warn=left == 1
            )
        )
    return found


def bonuses(state: BattleState, side_id: str) -> list[Monitor]:
    """Return the rules of a whole force that are switched on and off by who is broken, and what they do."""
    found = []
    for rule in side_specials(state, side_id):
        if rule.when not in _SWITCHED:
            continue
        on = any(holds(state, unit, rule) for unit in state.of_side(side_id))
        found.append(
            Monitor(
                f"bonus:{rule.name}",
                rule.name,
                int(on),
                side_id,
                text=f"{_SWITCHED[rule.when]}: {effect_text(rule)}",
                rule="ME-BRK-2",
            )
        )
    return found


def effect_text(rule: Special) -> str:
    """Return in a few words what a switched rule does."""
    causes = f" ({', '.join(rule.causes)})" if rule.causes else ""
    told = [
        f"{rule.modifier:+d} to courage tests{causes}" if rule.modifier else "",
        "passes courage tests" + (" (heroes)" if rule.heroes_only else "") if rule.passes else "",
        f"{rule.to_wound:+d} to wound" if rule.to_wound else "",
        {"ones": "1s to wound again", "fails": "failed wounds again"}.get(rule.reroll_wounds, ""),
        f"free Heroic {', '.join(name.capitalize() for name in rule.free_heroic)}"
        if rule.free_heroic
        else "",
        f"each counts as {rule.dominant} at an objective" if rule.dominant else "",
        rule.note,
    ]
    return ", ".join(filter(None, told))


def decimal(number: Fraction) -> str:
    """Return a number as players read it, with at most two places: `6.5`."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def run_chance(state: BattleState, unit: Unit) -> Fraction:
    """Return the chance that one model of a unit runs in a test, nobody covering it and nothing spent."""
    fresh = {name: c for name, c in unit.conditions.items() if name not in ("passed broken", "stand fast")}
    return 1 - plan(state, replace(unit, conditions=fresh), BROKEN).chance()


def would_test(state: BattleState, units: Iterator[Unit]) -> list[Unit]:
    """Return the units that would test if their force were broken at this moment."""
    return [u for u in units if u.in_play and not exempt(state, u)]


def _of_part(state: BattleState, part: Part) -> list[Monitor]:
    name = f", {part.name}" if part.name else ""
    suffix = f":{part.name}" if part.name else ""
    to_go = max(0, part.broken_at - part.lost)
    latched = is_broken(state, part.side, part.name)
    text = f"break point {decimal(part.point)} of {part.start}"
    if part.kept:
        text += f"; not broken while {part.kept} stands"
    if latched:
        since = state.side(part.side).conditions
        word = f"broken:{part.name}" if part.name else "broken"
        text += f"; tests since turn {since[word].since}"
    elif part.tests_with(part.lost):
        text += "; tests from the next turn on"
    losses = Monitor(
        "break" + suffix,
        "losses" + name,
        part.lost,
        part.side,
        limit=part.broken_at,
        to_go=to_go,
        alarm=part.broken,
        warn=to_go == 1 and not part.broken,
        text=text,
        rule="ME-BRK-1",
    )
    tests = Monitor(
        "broken" + suffix,
        "broken for tests" + name,
        int(latched),
        part.side,
        limit=1,
        to_go=max(0, part.tests_at - part.lost) if not latched else 0,
        alarm=latched,
        text="tests each turn" if latched else "set at the start of a turn, for good",
        rule="ME-BRK-2",
    )
    quarter = Monitor(
        "quartered" + suffix,
        "left" + name,
        part.left,
        part.side,
        limit=part.quarter,
        to_go=max(0, part.left - part.quarter),
        alarm=part.quartered,
        warn=part.left == part.quarter + 1,
        text=f"a quarter is {part.quarter} of {part.start} left",
        rule="ME-QTR-1",
    )
    return [losses, tests, _running(state, part, latched=latched), quarter]


def _running(state: BattleState, part: Part, *, latched: bool) -> Monitor:
    """Return how many would run: each kind with its chance, and the expected number (ME-MON-1)."""
    mine = (u for u in state.of_side(part.side) if part_of(state, u) == part.name)
    units = would_test(state, mine)
    kinds: dict[tuple[str, Fraction], int] = {}
    expected = Fraction(0)
    for unit in units:
        chance = run_chance(state, unit)
        key = (str(unit.profile.get("type") or unit.name), chance)
        kinds[key] = kinds.get(key, 0) + unit.models
        # Who runs is counted as who is there to run: a War Beast is one of them, though two models are lost.
        expected += unit.models * chance
    commonest = max(kinds, key=lambda key: kinds[key], default=None)
    each = ", ".join(f"{n} {kind} {percent(chance)}" for (kind, chance), n in kinds.items())
    total = sum(unit.models for unit in units)
    return Monitor(
        "run" + (f":{part.name}" if part.name else ""),
        "would run",
        total,
        part.side,
        text=f"{decimal(expected)} of {total} expected to run" + (f": {each}" if each else ""),
        chance=str(commonest[1]) if commonest else "",
        chance_of=f"that each {commonest[0]} runs" if commonest else "",
        alarm=latched,
        rule="ME-MON-1",
    )
