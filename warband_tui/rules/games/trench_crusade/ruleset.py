"""Trench Crusade as a ruleset: its declarations tied to the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from warband_tui.rules import actions as books
from warband_tui.rules.actions import Action
from warband_tui.rules.base import BadSetup, BaseRuleset, Handler
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.entries import Entry
from warband_tui.rules.games.trench_crusade import actions as act
from warband_tui.rules.games.trench_crusade import (
    attacks,
    checks,
    declarations,
    forecast,
    hazards,
    lab,
    movement,
    odds_of,
    odds_query,
    reach,
    special,
    turn,
)
from warband_tui.rules.games.trench_crusade.activation import FLOW, start
from warband_tui.rules.games.trench_crusade.armoury import weapon_named
from warband_tui.rules.games.trench_crusade.attack_plan import loaded
from warband_tui.rules.games.trench_crusade.boarding import TrenchBoards
from warband_tui.rules.games.trench_crusade.editions import all_editions
from warband_tui.rules.games.trench_crusade.fielding import TrenchFielding
from warband_tui.rules.games.trench_crusade.profile import (
    TrenchProfile,
    complete,
    lenient,
    profile_of,
    unknown_keywords,
    weapons_for,
    words_of,
)
from warband_tui.rules.guide import Forecast
from warband_tui.rules.lab import LabForm
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Resolution, Value
from warband_tui.rules.ruleset import (
    ActionDef,
    Candidate,
    Edition,
    Odds,
    Option,
    Step,
    UnitLine,
)
from warband_tui.rules.state import BattleState, Setup, Unit, UnitSetup

MOST_DICE = 20
"""No weapon has more dice, and no side more uncounted models: more is a typing error."""

ACTIONS = (
    ActionDef(act.Shoot, "shoot", "A ranged attack", "s", "attack", checks.can_shoot, checks.target_free, "ranged", rules=("TC-RNG-1",)),
    ActionDef(act.Fight, "fight", "A melee attack", "f", "attack", checks.can_fight, checks.target_in_melee, "melee", rules=("TC-MEL-1",)),
    ActionDef(act.Charge, "charge", "Charge an enemy within 12\"", "c", "move", checks.can_charge, checks.target_free, rules=("TC-CHG-1",)),
    ActionDef(act.Move, "move", "A standard move", "m", "move", checks.can_move, rules=("TC-MOV-1",)),
    ActionDef(act.Dash, "dash", "A Risky roll, then a move", "d", "move", checks.can_dash, rules=("TC-DSH-1",)),
    ActionDef(act.Retreat, "retreat", "Leave melee, under attack", "r", "move", checks.can_retreat, rules=("TC-RET-1",)),
    ActionDef(act.Dive, "diving charge", "Jump down onto an enemy", "", "move", checks.can_charge, checks.target_free, rules=("TC-DIV-1",)),
    ActionDef(act.Climb, "climb", "Climb up or down", "", "move", checks.can_move, rules=("TC-CLB-2",)),
    ActionDef(act.Jump, "jump", "Jump over a gap", "", "move", checks.can_move, rules=("TC-JMP-1",)),
    ActionDef(act.JumpDown, "jump down", "Jump down from an edge", "", "move", checks.can_jump_down, rules=("TC-JMP-5",)),
    ActionDef(act.Stand, "stand up", "Stand up after going Down in this activation", "", "move", checks.can_stand, rules=("TC-DWN-1",)),
    ActionDef(act.Blast, "scattered blast", "Who is caught by a blast that scattered", "", "attack", checks.can_blast, rules=("TC-KEY-1",)),
    ActionDef(act.Dangerous, "dangerous ground", "Enter dangerous ground, or start in it", "", "hazard", rules=("TC-TER-3",)),
    ActionDef(act.Special, "own action", "An action of the model's own", "", "own", rules=("TC-OTH-1",)),
    ActionDef(act.Fall, "fall", "Fall from a height", "", "hazard", by_unit=False, rules=("TC-FAL-2",)),
    ActionDef(act.Ledge, "by a ledge", "Down within 1\" of an edge", "", "hazard", by_unit=False, rules=("TC-FAL-3",)),
    ActionDef(act.Mine, "mine", "Touch a mine", "", "hazard", by_unit=False, rules=("TC-KEY-1",)),
    ActionDef(act.Injury, "injury roll", "An injury roll from any cause", "", "hazard", by_unit=False, rules=("TC-INJ-1",)),
    ActionDef(act.Load, "load ammunition", "Special ammunition for a weapon", "", "book", by_unit=False, rules=("TC-KEY-1",)),
    ActionDef(act.Morale, "morale check", "A warband's morale check", "", "turn", by_unit=False, rules=("TC-MOR-1",)),
    ActionDef(act.Turn, "next turn", "Morale, then initiative of the next turn", "", "turn", by_unit=False, rules=("TC-TRN-2",)),
)  # fmt: skip

HANDLERS: Mapping[type[Action], Handler] = {
    act.Shoot: attacks.shoot,
    act.Fight: attacks.fight,
    act.Blast: attacks.blast,
    act.Charge: movement.charge,
    act.Move: movement.move,
    act.Dash: movement.dash,
    act.Retreat: movement.retreat,
    act.Dive: movement.dive,
    act.Stand: movement.stand,
    act.Climb: hazards.climb,
    act.Jump: hazards.jump,
    act.JumpDown: hazards.jump_down,
    act.Fall: hazards.fall,
    act.Ledge: hazards.ledge,
    act.Dangerous: hazards.dangerous,
    act.Mine: hazards.mine,
    act.Injury: hazards.injury,
    act.Load: hazards.load,
    act.Special: special.special,
    act.Morale: turn.check_morale,
    act.Turn: turn.next_turn,
}


class TrenchCrusade(TrenchBoards, TrenchFielding, BaseRuleset):  # type: ignore[misc]
    """The game in its editions 1.0.2 and 1.6.3."""

    id = "trench-crusade"
    title = "Trench Crusade"
    editions = tuple(Edition(e.id, e.title) for e in all_editions())
    nouns = declarations.NOUNS
    stats = declarations.STATS
    counters = declarations.COUNTERS
    conditions = declarations.CONDITIONS
    choice_ids = declarations.CHOICES
    own_actions = ACTIONS
    handlers = HANDLERS
    profile_type = TrenchProfile
    flow = FLOW
    rulebook = __package__
    # The game's own turn, with morale and initiative, stands for the plain one.
    without = (books.NextTurn,)

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first turn, with the size of the table noted."""
        _check_options(setup)
        state = super().muster(setup)
        if isinstance(state.board, InchBoard):
            size = sorted((state.board.width, state.board.height), reverse=True)
            return replace(state, options={**state.options, "table": size})
        return state

    def unit(self, setup: UnitSetup, side: str, edition: str) -> Unit:
        """Return a unit, its profile read from numbers or from the words of a roster."""
        profile = lenient(setup.profile)
        if setup.base is not None and "base" not in profile:
            profile["base"] = str(setup.base)
        weapons = profile.get("weapons", ())
        if isinstance(weapons, list | tuple):
            profile["weapons"] = [_weapon(w, setup.id, edition) for w in weapons]
        unit = super().unit(replace(setup, profile=profile), side, edition)
        for weapon in profile_of(unit).weapons:
            armed = complete(weapon)
            if max(map(abs, (armed.dice, armed.injury_dice, armed.injury_modifier))) > MOST_DICE:
                raise BadSetup(f"unit {setup.id}: the {weapon.name} has more than {MOST_DICE} dice")
        blessed = profile_of(unit).value("BLESSED")
        if blessed and "blessing" not in setup.counters:
            high = self.counter("blessing").high or blessed
            unit = replace(unit, counters={**unit.counters, "blessing": min(blessed, high)})
        return unit

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """Begin an activation with all that happens then."""
        return start(res, unit_id)

    def offers(self, unit: Unit, definition: ActionDef) -> bool:
        """Whether an action belongs on a unit's list."""
        del unit
        return definition.action is not act.Special

    def options(self, state: BattleState, unit_id: str) -> list[Option]:
        """Return every action of a unit, its own declared ones after the common ones."""
        unit = state.unit(unit_id)
        refusal = self.flow.refusal(state, unit)
        found = super().options(state, unit_id)
        for declared in profile_of(unit).actions:
            why = refusal or special.can_use(state, unit, declared)
            found.append(
                Option(
                    do="special",
                    label=declared.name,
                    help=declared.help or "An action of the model's own",
                    group="own",
                    allowed=why is None,
                    why=why.why if why else "",
                    rules=why.rules if why else ("TC-OTH-1",),
                    preset={"action": declared.id},
                    targets=_aims(state, unit, declared.target),
                )
            )
        return found

    def weapons(self, state: BattleState, unit: Unit, definition: ActionDef) -> tuple[Candidate, ...]:
        """Return a unit's weapons for an action, with why one cannot be used now."""
        if not definition.weapons:
            return ()
        found = []
        for weapon in weapons_for(profile_of(unit), definition.weapons):
            why = None
            if definition.weapons == "ranged":
                why = checks.shot_refusal(state, unit, words_of(loaded(unit, weapon)))
            reach = f' {weapon.range:g}"' if weapon.range and definition.weapons == "ranged" else ""
            found.append(Candidate(weapon.id, f"{weapon.name}{reach}", why is None, why.why if why else ""))
        return tuple(found)

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the exact odds of an action."""
        return odds_of.odds(state, action, choices)

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return break points, sizes and turns."""
        return turn.monitors(state)

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        """Return the chances that the sides flee (TC-MOR-1)."""
        return forecast.forecast(state)

    def aftermath(self, state: BattleState, entries: list[Entry]) -> list[Step]:
        """Return what the campaign asks for: trauma of those out of action, kit that is used up (TC-INJ-3)."""
        del entries
        found = []
        for unit in state.units.values():
            if not unit.in_play:
                elite = profile_of(unit).has("ELITE")
                roll = "D66 on the trauma table" if elite else "D6: lost on 1 or 2"
                found.append(
                    Step("trauma", f"{unit.name}: {roll}", unit.id, unit.fighter, unit.side, "TC-INJ-3")
                )
            for name in unit.conditions:
                if name.startswith("used up:"):
                    item = name.removeprefix("used up:")
                    text = f"{unit.name}: {item} is used up"
                    found.append(Step("consumed", text, unit.id, unit.fighter, unit.side, "TC-KEY-1"))
        return found

    def asks(self) -> dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]]:
        """Return the questions of this game: how far a model gets, and what its weapons reach (TC-ACT-3)."""
        return {**super().asks(), **reach.ASKS}

    def ask_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words that each question takes."""
        return {**super().ask_words(), **reach.WORDS}

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a unit."""
        profile = profile_of(unit)
        armed = " · ".join(
            f'{w.name} {w.range:g}"' if w.range and w.ranged else w.name for w in profile.weapons
        )
        return UnitLine(
            role=profile.type,
            weapons=armed,
            stats=tuple((d.short, d.shown(getattr(profile, d.id))) for d in self.stats),
            keywords=profile.keywords,
            unknown=unknown_keywords(profile),
        )

    def query(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a query about odds that needs no battle."""
        return odds_query.answer(question)

    def query_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the queries."""
        return odds_query.query_schema()

    def lab(self) -> tuple[LabForm, ...]:
        """Return what the odds lab can compare."""
        return lab.FORMS


def _check_options(setup: Setup) -> None:
    """Refuse options that the rules could not read in the middle of a battle.

    Raises:
        BadSetup: one is not of its form.
    """
    if "table" in setup.options:
        raise BadSetup('options: the size of the table is the board\'s: {"width": 48, "height": 48}')
    for side in setup.sides:
        extra = side.options.get("morale_extra", 0)
        if type(extra) is not int or not 0 <= extra <= MOST_DICE:
            raise BadSetup(f"side {side.id}: morale_extra is a whole number from 0 to {MOST_DICE}")


def _weapon(given: Any, unit_id: str, edition: str) -> Any:
    """Return weapon data for the profile: a name is looked up among the game's weapons."""
    if not isinstance(given, str):
        return given
    found = weapon_named(given, edition)
    if found is None:
        raise BadSetup(f"unit {unit_id}: no weapon {given!r}; name one of the catalogue or give its numbers")
    return msgspec.to_builtins(found)


def _aims(state: BattleState, unit: Unit, kind: str) -> tuple[Candidate, ...]:
    if not kind:
        return ()
    return tuple(
        Candidate(other.id, other.name)
        for other in state.units.values()
        if other.in_play and (kind == "any" or (kind == "friend") == (other.side == unit.side))
    )


RULESET = TrenchCrusade()
