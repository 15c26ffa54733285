"""Middle-earth SBG as a ruleset: its declarations tied to the functions that carry them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from warband_tui.rules import actions as books
from warband_tui.rules.actions import Action
from warband_tui.rules.base import BaseRuleset, Handler
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.middle_earth import (
    abilities,
    broken,
    checks,
    declarations,
    fighting,
    heroics,
    lab,
    mounts,
    movement,
    odds_of,
    odds_query,
    points,
    shooting,
    turn,
    watch,
    wounds,
)
from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth.activation import FLOW
from warband_tui.rules.games.middle_earth.boards import SbgBoarding
from warband_tui.rules.games.middle_earth.editions import all_editions
from warband_tui.rules.games.middle_earth.editions import edition as edition_rules
from warband_tui.rules.games.middle_earth.fielding import SbgFielding
from warband_tui.rules.games.middle_earth.force import SIZES, check_options, has_parts, sizes
from warband_tui.rules.games.middle_earth.forecast import forecast
from warband_tui.rules.games.middle_earth.guide import guide
from warband_tui.rules.games.middle_earth.profile import SbgProfile, lenient, profile_of, specials_in
from warband_tui.rules.games.middle_earth.settings import SETTINGS
from warband_tui.rules.games.middle_earth.specials import is_known
from warband_tui.rules.guide import Forecast, Guide
from warband_tui.rules.lab import LabForm
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Resolution, Value
from warband_tui.rules.ruleset import (
    ActionDef,
    Candidate,
    CounterDef,
    Edition,
    Odds,
    Step,
    UnitLine,
)
from warband_tui.rules.state import BattleState, Setup, Side, Unit, UnitSetup

ACTIONS = (
    ActionDef(act.BreakTest, "test", "The courage test of a broken force", "t", "courage", checks.can_break_test, rules=("ME-BRK-3",)),
    ActionDef(act.Move, "move", "Move", "m", "move", checks.can_move),
    ActionDef(act.Charge, "charge", "Charge into combat; Terror is tested for first", "c", "move", checks.can_charge, checks.anybody, rules=("ME-CRG-2",)),
    ActionDef(act.Shoot, "shoot", "To hit, in the way, to wound", "s", "attack", checks.can_shoot, checks.anybody, "ranged"),
    ActionDef(act.Duel, "duel", "Who wins the fight", "d", "attack", checks.can_duel, checks.in_combat_with),
    ActionDef(act.Strike, "strike", "The winner's rolls to wound", "f", "attack", checks.can_strike, checks.in_combat_with),
    ActionDef(act.Courage, "courage", "A courage test for any cause", "o", "courage", rules=("ME-CRG-1",)),
    ActionDef(act.StandFast, "Stand Fast!", "Cover warriors within reach", "S", "courage", checks.can_stand_fast, rules=("ME-SFT-1",)),
    ActionDef(act.Ability, "use on others", "Instill Fear, a horn call: a special rule on those in range", "", "courage", abilities.can_use),
    ActionDef(act.Wound, "wound", "Lose Wounds, with Fate against it", "w", "harm", rules=("ME-MWF-1",)),
    ActionDef(act.Heroic, "heroic action", "Declare a heroic action for 1 Might", "h", "points", checks.can_heroic, rules=("ME-MWF-1",)),
    ActionDef(act.Spend, "spend", "Spend Might, Will or Fate", "p", "points", checks.can_spend, rules=("ME-MWF-1",)),
    ActionDef(act.Cast, "cast", "Will as dice to cast a power", "", "points", checks.can_use_will, rules=("ME-MWF-1",)),
    ActionDef(act.Resist, "resist", "Will as dice against a power", "", "points", checks.can_use_will, rules=("ME-MWF-1",)),
    ActionDef(act.Thrown, "thrown", "The mount is slain: the rider's roll", "", "mount", checks.is_mounted, rules=("ME-CRG-2",)),
    ActionDef(act.Dismount, "part from mount", "Rider and mount part; the mount tests", "", "mount", checks.is_mounted, rules=("ME-CRG-2",)),
    ActionDef(act.PassBanner, "hand on banner", "A banner goes to the warrior beside its bearer", "", "harm", checks.has_banner, by_unit=False),
    ActionDef(act.Resurrect, "resurrection", "The roll of a model that left a marker", "", "harm", checks.awaits_return),
    ActionDef(act.Leave, "leave", "Leave the table for a goal; no casualty", "", "harm"),
    ActionDef(act.Phase, "next phase", "Go on to the next phase", "", "turn", by_unit=False),
    ActionDef(act.Turn, "next turn", "Who is broken, who has priority", "", "turn", by_unit=False, rules=("ME-BRK-2",)),
)  # fmt: skip

HANDLERS: Mapping[type[Action], Handler] = {
    act.BreakTest: broken.break_test,
    act.StandFast: broken.stand_fast,
    act.Move: movement.move,
    act.Charge: movement.charge,
    act.Courage: movement.courage,
    act.Leave: movement.leave,
    act.Shoot: shooting.shoot,
    act.Duel: fighting.duel,
    act.Strike: fighting.strike,
    act.Wound: wounds.wound,
    act.Ability: abilities.use,
    act.Heroic: heroics.heroic,
    act.Cast: heroics.cast,
    act.Resist: heroics.resist,
    act.PassBanner: broken.pass_banner,
    act.Resurrect: wounds.resurrect,
    act.Spend: points.spend,
    act.Thrown: mounts.thrown,
    act.Dismount: mounts.dismount,
    act.Phase: turn.next_phase,
    act.Turn: turn.next_turn,
}


class MiddleEarth(SbgBoarding, SbgFielding, BaseRuleset):
    """The game in its editions 2024 and 2018."""

    id = "middle-earth"
    title = "Middle-earth SBG"
    editions = tuple(Edition(e.id, e.title) for e in all_editions())
    nouns = declarations.NOUNS
    stats = declarations.STATS
    counters = declarations.COUNTERS
    conditions = declarations.CONDITIONS
    choice_ids = declarations.CHOICES
    own_actions = ACTIONS
    handlers = HANDLERS
    profile_type = SbgProfile
    settings = SETTINGS
    flow = FLOW
    rulebook = __package__
    # The game's own turn, with priority and the check for Broken, stands for the plain one.
    without = (books.NextTurn,)

    # Setting up

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first turn, with the models that each force starts with (ME-BRK-1)."""
        turn.check_end(setup.options)
        for side in setup.sides:
            check_options(side.id, side.options)
        state = super().muster(setup)
        sides = {}
        for side_id, made in state.sides.items():
            units = list(state.of_side(side_id))
            counted = sizes(units, state.edition, divided=has_parts(state, side_id))
            sides[side_id] = replace(made, options={**made.options, SIZES: counted})
        return replace(state, sides=sides)

    def unit(self, setup: UnitSetup, side: str, edition: str) -> Unit:
        """Return a unit with its points and Wounds, its profile read from numbers or the words of a roster."""
        unit = super().unit(replace(setup, profile=lenient(setup.profile, edition)), side, edition)
        profile = profile_of(unit)
        counters = dict(unit.counters)
        if profile.wounds > 1:
            counters.setdefault("wounds", profile.wounds)
        for name in declarations.POINTS:
            if getattr(profile, name):
                counters.setdefault(name, getattr(profile, name))
        return replace(unit, counters=counters)

    def completed(self, profile: Any, edition: str) -> Any:
        """Return a profile that knows its edition, so that a roster prints its Courage as the book does."""
        return replace(profile, edition=edition) if isinstance(profile, SbgProfile) else profile

    # Acting

    def offers(self, unit: Unit, definition: ActionDef) -> bool:
        """Whether a unit's list shows an action: those of mounts, markers, abilities and Will only where it has some."""
        profile = profile_of(unit)
        match definition.action:
            case act.Thrown | act.Dismount:
                return profile.mount is not None
            case act.Resurrect:
                return unit.has("resurrection")
            case act.Ability:
                return any("ability" in rule.asks for rule in specials_in(profile, profile.edition))
            case act.Cast | act.Resist:
                return bool(profile.will)
            case _:
                return True

    def most(self, holder: Unit | Side, spec: CounterDef) -> int | None:
        """Return the highest that a counter goes: regained points never pass the start (ME-MWF-1)."""
        if isinstance(holder, Unit) and spec.id in ("wounds", *declarations.POINTS):
            return max(int(getattr(profile_of(holder), spec.id)), 1 if spec.id == "wounds" else 0)
        return spec.high

    def on_split(self, res: Resolution, unit: Unit, new_id: str) -> None:
        """Let those who have passed their test stay together where they can."""
        tested, staying = unit.counter("tested"), res.state.unit(unit.id).models
        if tested > staying:
            res.change(unit.id, "tested", staying - tested, why="split")
            res.change(new_id, "tested", tested - staying, why="split")
        if tested and not broken.untested(res.state.unit(new_id)):
            res.emit(ConditionSet(new_id, "passed broken", "turn"))

    # Acting

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """Begin a unit's move; in a broken force it has to be tested first (ME-BRK-3)."""
        res.permit(broken.must_test(res.state, res.state.unit(unit_id)))
        return FLOW.begin_move(res, unit_id)

    def weapons(self, state: BattleState, unit: Unit, definition: ActionDef) -> tuple[Candidate, ...]:
        """Return a unit's weapons that shoot."""
        del state
        if not definition.weapons:
            return ()
        shown = []
        for weapon in profile_of(unit).weapons:
            if weapon.ranged:
                strength = f" S{weapon.strength}" if weapon.strength is not None else ""
                shown.append(Candidate(weapon.id, f'{weapon.name} {weapon.range:g}"{strength}'))
        return tuple(shown)

    # Reading

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the exact odds of an action."""
        return odds_of.odds(state, action, choices)

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return break points, Broken, who would run, quartered, and how the game ends (ME-MON-1)."""
        return watch.monitors(state)

    def guide(self, state: BattleState) -> Guide | None:
        """Return the broken round (ME-BRK-3 to ME-SFT-6)."""
        return guide(state)

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        """Return what becomes of each side (ME-MON-1)."""
        return forecast(state)

    def aftermath(self, state: BattleState, entries: list[Entry]) -> list[Step]:
        """Return what the campaign may ask for: who was slain, fled, was banished, left the table."""
        del entries
        found = []
        for unit in state.units.values():
            told = {
                "fled": unit.counter("fled"),
                "banished": unit.counter("banished"),
                "left the table": unit.counter("escaped"),
            }
            slain = unit.start - unit.models - sum(told.values())
            for what, count in {"slain": slain, **told}.items():
                if count > 0:
                    many = f"{count} of {unit.start}: " if unit.start > 1 else ""
                    step_id = what.replace(" ", "-")
                    found.append(
                        Step(step_id, f"{unit.name}: {many}{what}", unit.id, unit.fighter, unit.side)
                    )
        return found

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a unit; Courage as the profile's own edition prints it."""
        profile = profile_of(unit)
        armed = [f'{w.name} {w.range:g}"' if w.ranged else w.name for w in profile.weapons]
        if profile.mount and not unit.has("on foot"):
            armed.append(f"on {profile.mount.name}")
        printed = edition_rules(profile.edition or self.editions[0].id).courage(profile.courage_target)
        stats = []
        for d in self.stats:
            value = printed if d.id == "courage" else getattr(profile, d.id)
            stats.append((d.short, d.shown(value)))
        starred = (f"{name.capitalize()} {getattr(profile, name)}*" for name in profile.free)
        return UnitLine(
            role=profile.type,
            weapons=" · ".join((*armed, *profile.items)),
            stats=tuple(stats),
            keywords=(*profile.keywords, *profile.rules, *starred),
            unknown=(*(r for r in profile.rules if not is_known(r)), *_unsure(profile)),
        )

    def query(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a query about odds that needs no battle."""
        return odds_query.answer(question)

    def lab(self) -> tuple[LabForm, ...]:
        """Return what the odds lab can compare."""
        return lab.FORMS

    def query_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the queries."""
        return odds_query.query_schema()


def _unsure(profile: SbgProfile) -> tuple[str, ...]:
    """Return what of a model's mount is to be checked."""
    mount = profile.mount
    return (f"{mount.name}: {mount.unsure}",) if mount is not None and mount.unsure else ()


RULESET = MiddleEarth()
