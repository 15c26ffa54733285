"""Bogwater with a round that players are walked through: who has blood rallies, or runs."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from tests.fifth_game.bogwater import Bogwater
from warband_tui.rules import ruleset as r
from warband_tui.rules.actions import Action, UnitRef
from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ConditionSet, ModelsLost
from warband_tui.rules.guide import Forecast, Guide, GuideStep
from warband_tui.rules.odds import keep
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Unit

NEEDS = 7
STANDS = keep(2, 6, 2).at_least(NEEDS)


class Rally(Action, frozen=True, tag="rally"):
    """Rally, or run."""

    unit: UnitRef
    stands: bool | None = None
    by: UnitRef = ""
    models: int = 1


def rally(res: Resolution, action: Rally) -> None:
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    if action.by:
        res.emit(ConditionSet(unit.id, "steadied", "turn"))
        res.say(f"{res.state.unit(action.by).name} steadies {unit.name}")
        return
    stands = action.stands
    if stands is None:
        stands = res.roll(Pool(f"rally of {unit.name}")).total >= NEEDS
    if stands:
        res.emit(ConditionSet(unit.id, "rallied", "turn"))
        res.say(f"{unit.name} stands")
    else:
        res.emit(ModelsLost(unit.id, min(action.models, unit.models), "ran"))
        res.say(f"{unit.name} runs")


class Rallying(Bogwater):
    conditions = (  # type: ignore[assignment]
        *Bogwater.conditions,
        r.ConditionDef("rallied", "rallied", "RALLIED", until="turn"),
        r.ConditionDef("steadied", "steadied", "STEADY", until="turn"),
    )
    own_actions = (  # type: ignore[assignment]
        *Bogwater.own_actions,
        r.ActionDef(Rally, "rally", "Rally, or run", by_unit=False),
    )
    handlers = {**Bogwater.handlers, Rally: rally}

    def guide(self, state: BattleState) -> Guide | None:
        if not state.turn:
            return None
        steps = tuple(
            _step(state, unit) for unit in state.units.values() if unit.counter("blood") or not unit.in_play
        )
        return (
            Guide("rally", "The rout", "blood in the water: who bleeds rallies or runs", steps)
            if steps
            else None
        )

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        bleeding = {side: sum(u.counter("blood") > 0 for u in state.of_side(side)) for side in state.sides}
        return tuple(
            Forecast(
                side,
                (r.Chance("all", "all stand", STANDS**count),),
                {"expected to run": count * (1 - STANDS)},
                (f"{count} must rally", "nobody is steadied"),
                ("BOG-HIT",),
            )
            for side, count in bleeding.items()
        )


def _step(state: BattleState, unit: Unit) -> GuideStep:
    about = (unit.id, unit.side, unit.name)
    if not unit.in_play:
        return GuideStep(*about, "failed", "has run")
    if unit.has("rallied"):
        return GuideStep(*about, "passed", "stands")
    if unit.has("steadied"):
        return GuideStep(*about, "covered", "steadied by the reeve")
    if unit.has("down"):
        return GuideStep(*about, "exempt", "is down and cannot run")
    reeves = [u for u in state.of_side(unit.side) if u.has("rallied")]
    blessed = unit.counter("blessing")
    return GuideStep(
        *about,
        "due",
        f"needs {NEEDS} on 2D6",
        models=unit.models,
        chance=STANDS,
        expected=unit.models * (1 - STANDS),
        offers=(r.Way("1 blessing", Fraction(5, 6), best=True),) if blessed else (),
        would_cover=tuple(u.id for u in state.of_side(unit.side) if u.counter("blood") and u.id != unit.id),
        covers=tuple(r.Candidate(u.id, u.name) for u in reeves),
        action={"do": "rally", "unit": unit.id},
        result="stands",
        cover="by",
    )


RALLYING = cast(r.Ruleset, Rallying())
