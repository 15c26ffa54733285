"""What becomes of each side by the end of this turn and of the next if nothing changes in what is known."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from warband_tui.rules.games.middle_earth.broken import due, exempt
from warband_tui.rules.games.middle_earth.courage import BROKEN, plan
from warband_tui.rules.games.middle_earth.force import Part, is_broken, models_of, part_of, parts
from warband_tui.rules.games.middle_earth.profile import profile_of, specials_of
from warband_tui.rules.games.middle_earth.watch import run_chance
from warband_tui.rules.guide import Forecast
from warband_tui.rules.odds import Distribution, binomial, constant
from warband_tui.rules.ruleset import Chance
from warband_tui.rules.state import BattleState, Condition, Unit

ASSUMPTIONS = (
    "nobody is slain but whom a rule takes off at the end of this turn",
    "no Stand Fast!, no Might and no Will: each model tests for itself",
    "who is engaged or cannot move now stays so, and takes no test",
)


def forecast(state: BattleState) -> tuple[Forecast, ...]:
    """Return the exact forecast of every side; of a divided force, one for each part."""
    if state.ended:
        return ()
    return tuple(_of_part(state, part) for side in state.sides for part in parts(state, side))


def _of_part(state: BattleState, part: Part) -> Forecast:
    units = [u for u in state.of_side(part.side) if u.in_play and part_of(state, u) == part.name]
    doomed = [u for u in units if _fades(state, u)]
    fades = sum(models_of(state, u, u.models) for u in doomed)
    standing = [u for u in units if u not in doomed]
    latched = is_broken(state, part.side, part.name)
    now = _flights(state, standing, _due) if latched else constant(0)
    tests_next = latched or part.tests_with(part.lost + fades)
    both = _flights(state, standing, _in_both if latched else _next_only) if tests_next else now
    chances = []
    for when, label, fled in (
        ("this", "by the end of this turn", now),
        ("next", "by the end of the next turn", both),
    ):
        broken = fled.chance_that(lambda n: part.broken_with(part.lost + fades + n))
        quartered = fled.chance_that(lambda n: part.left - fades - n <= part.quarter)
        chances += [
            Chance(f"broken-{when}", f"broken {label}", broken),
            Chance(f"quartered-{when}", f"down to a quarter {label}", quartered),
        ]
    chances.append(Chance("tests-next", "must test next turn", Fraction(int(tests_next))))
    assumptions = list(ASSUMPTIONS)
    if part.name:
        assumptions.insert(0, f"for {part.name}, which breaks apart from the rest")
    if not latched and not tests_next:
        if_broken = _flights(state, standing, _next_only).mean()
    else:
        if_broken = (both.mean() - now.mean()) if tests_next else Fraction(0)
    expected = {"run this turn": now.mean(), "run by the end of the next turn": both.mean()}
    expected["run in a turn once broken"] = if_broken
    return Forecast(part.side, tuple(chances), expected, tuple(assumptions), ("ME-MON-1", "ME-BRK-2"))


def _flights(
    state: BattleState, units: list[Unit], chances: Callable[[BattleState, Unit], list[tuple[int, Fraction]]]
) -> Distribution[int]:
    """Return how many models run, each for itself."""
    total: Distribution[int] = constant(0)
    for unit in units:
        each = models_of(state, unit, 1)
        for count, chance in chances(state, unit):
            if count and chance and each:
                total = total + binomial(count, chance).scale(each)
    return total


def _due(state: BattleState, unit: Unit) -> list[tuple[int, Fraction]]:
    return [(due(state, unit), run_chance(state, unit))]


def _next_only(state: BattleState, unit: Unit) -> list[tuple[int, Fraction]]:
    return [] if exempt(state, unit) else [(unit.models, _afresh(state, unit))]


def _in_both(state: BattleState, unit: Unit) -> list[tuple[int, Fraction]]:
    """Who tests now and holds tests again next turn; who has tested already tests next turn only."""
    if exempt(state, unit):
        return []
    now = due(state, unit)
    first, then = run_chance(state, unit), _afresh(state, unit, tested=bool(now))
    return [(now, 1 - (1 - first) * (1 - then)), (unit.models - now, then)]


def _afresh(state: BattleState, unit: Unit, *, tested: bool = False) -> Fraction:
    """Return the chance to run in a test of next turn: what was passed this turn counts for nothing then."""
    conditions = {name: c for name, c in unit.conditions.items() if c.until != "turn"}
    used = plan(state, unit, BROKEN).uses_up if tested else ""
    if used:
        conditions[used] = Condition()
    return run_chance(state, replace(unit, conditions=conditions))


def _fades(state: BattleState, unit: Unit) -> bool:
    """Whether a model is banished at the end of this turn: it fought with its last Will (ME-MWF-1)."""
    if not unit.has("fought") or unit.counter("will") != 1 or "will" not in unit.counters:
        return False
    return profile_of(unit).will > 0 and any(s.will_of_evil for s in specials_of(state, unit))
