"""D&D 4e as a ruleset: its declarations tied to the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from warband_tui.rules import actions as books
from warband_tui.rules import bookkeeping
from warband_tui.rules.actions import Action
from warband_tui.rules.base import BaseRuleset, BookHandler, Handler
from warband_tui.rules.games.dnd4e import actions as act
from warband_tui.rules.games.dnd4e import (
    attacks,
    budget,
    declarations,
    effects,
    falls,
    lab,
    movement,
    odds_of,
    odds_query,
    recovery,
    saves,
    shoving,
    speeds,
    turns,
)
from warband_tui.rules.games.dnd4e import turn_actions as own
from warband_tui.rules.games.dnd4e.ask_words import ASK_WORDS
from warband_tui.rules.games.dnd4e.attack_plan import power_refusal
from warband_tui.rules.games.dnd4e.boarding import DndBoarding
from warband_tui.rules.games.dnd4e.declarations import ONGOING
from warband_tui.rules.games.dnd4e.encounter import FLOW, start
from warband_tui.rules.games.dnd4e.fielding import DungeonFielding
from warband_tui.rules.games.dnd4e.profile import Creature, creature
from warband_tui.rules.games.dnd4e.reading import knows
from warband_tui.rules.games.dnd4e.settings import SWITCHES, all_editions
from warband_tui.rules.games.dnd4e.vitality import full
from warband_tui.rules.guide import Guide
from warband_tui.rules.lab import LabForm
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Resolution, Value
from warband_tui.rules.ruleset import (
    ActionDef,
    Candidate,
    CounterDef,
    Edition,
    Odds,
    Option,
    Refusal,
    UnitLine,
)
from warband_tui.rules.state import BattleState, Setup, Side, Unit, UnitSetup

_STANDARD, _MOVE, _MINOR = (
    budget.check(budget.STANDARD),
    budget.check(budget.MOVE),
    budget.check(budget.MINOR),
)

ACTIONS = (
    ActionDef(act.Attack, "attack", "Attack with a power", "f", "attack", attacks.can_attack, attacks.any_target, "any"),
    ActionDef(act.Charge, "charge", "Move at an enemy, then a basic attack or bull rush", "c", "attack", shoving.can_charge, attacks.any_target, "basic", rules=("D4-CHG-1",)),
    ActionDef(act.Opportunity, "opportunity attack", "Strike who leaves a square beside it", "o", "attack", attacks.cannot_strike_back, attacks.any_target, "basic", rules=("D4-OA-4",)),
    ActionDef(act.BullRush, "bull rush", "Push an enemy a square", "", "attack", shoving.can_rush, shoving.rush_target, rules=("D4-FM-14",)),
    ActionDef(act.Grab, "grab", "Hold an enemy fast", "", "attack", _STANDARD, attacks.any_target),
    ActionDef(act.Walk, "walk", "Walk, fly, climb or swim up to the speed", "w", "move", movement.can_walk, rules=("D4-SPD-2",)),
    ActionDef(act.Shift, "shift", "Shift a square, which provokes nothing", "s", "move", movement.can_shift, rules=("D4-SPD-2",)),
    ActionDef(act.Run, "run", "Run, two squares more, open to attack", "r", "move", movement.can_walk, rules=("D4-SPD-2",)),
    ActionDef(act.Crawl, "crawl", "Crawl half the speed, prone", "", "move", movement.can_crawl, rules=("D4-SPD-2",)),
    ActionDef(act.Squeeze, "squeeze", "Squeeze through, half the speed", "", "move", movement.can_squeeze, rules=("D4-SQZ-1",)),
    ActionDef(act.EndSqueeze, "end squeeze", "Take the full space again", "", "move", movement.can_end_squeeze, rules=("D4-SQZ-2",)),
    ActionDef(act.Stand, "stand up", "Stand up from prone", "", "move", movement.can_stand, rules=("D4-PRONE-3",)),
    ActionDef(act.Escape, "escape", "Escape from a grab and shift", "", "move", movement.can_escape, rules=("D4-SPD-2",)),
    ActionDef(act.Teleport, "teleport", "Teleport, which provokes nothing", "", "move", rules=("D4-TEL-1",)),
    ActionDef(own.SecondWind, "second wind", "Spend a healing surge, +2 to defences", "", "own", recovery.can_second_wind),
    ActionDef(own.TotalDefence, "total defence", "+2 to defences until the next turn", "", "own", _STANDARD),
    ActionDef(own.ActionPoint, "action point", "One more standard action", "", "own", recovery.can_spend_point, rules=("D4-SPD-3",)),
    ActionDef(own.Delay, "delay", "Act later in the order", "", "turn", turns.can_delay),
    ActionDef(own.Return, "act after a delay", "Take the delayed turn now", "", "turn", turns.can_return),
    ActionDef(own.Ready, "ready", "Ready an action for a trigger", "", "turn", _STANDARD),
    ActionDef(own.Readied, "readied action", "The trigger has come", "", "turn", turns.can_use_readied),
    ActionDef(own.Save, "save", "A saving throw: 10 or more", "", "hazard", by_unit=False, rules=("D4-SAVE-1",)),
    ActionDef(own.Hurt, "damage", "Damage from any cause", "", "hazard", by_unit=False),
    ActionDef(own.Heal, "heal", "Hit points back, by a healing surge or otherwise", "", "book", by_unit=False),
    ActionDef(own.TemporaryHits, "temporary hit points", "The higher number counts", "", "book", by_unit=False),
    ActionDef(own.Afflict, "condition with duration", "A condition or ongoing damage, and what ends it", "", "book", by_unit=False),
    ActionDef(act.Push, "push", "Push a creature away", "", "hazard", by_unit=False, rules=("D4-PUSH-1",)),
    ActionDef(act.Pull, "pull", "Pull a creature nearer", "", "hazard", by_unit=False, rules=("D4-PULL-1",)),
    ActionDef(act.Slide, "slide", "Slide a creature anywhere", "", "hazard", by_unit=False, rules=("D4-SLIDE-1",)),
    ActionDef(act.Fall, "fall", "Fall so many feet", "", "hazard", by_unit=False, rules=("D4-FALL-1",)),
    ActionDef(act.Catch, "stop a fall", "A flier stops a long fall", "", "hazard", by_unit=False, rules=("D4-FALL-9",)),
    ActionDef(own.Roll, "initiative", "Roll initiative, or give it", "", "turn", by_unit=False),
    ActionDef(own.EndTurn, "end turn", "End the turn, saves first", "", "turn", by_unit=False, rules=("D4-SAVE-1",)),
    ActionDef(own.NextRound, "next round", "Initiative and the first round, or the next one", "", "turn", by_unit=False),
)  # fmt: skip

OUT_OF_TURN = (act.Opportunity, own.Return, own.Readied, act.Teleport)
"""What does not wait for the creature's own turn."""

HANDLERS: Mapping[type[Action], Handler] = {
    act.Attack: attacks.attack,
    act.Charge: shoving.charge,
    act.Opportunity: attacks.opportunity,
    act.BullRush: shoving.bull_rush,
    act.Grab: attacks.grab,
    act.Walk: movement.walk,
    act.Shift: movement.shift,
    act.Run: movement.run,
    act.Crawl: movement.crawl,
    act.Squeeze: movement.squeeze,
    act.EndSqueeze: movement.end_squeeze,
    act.Stand: movement.stand,
    act.Escape: movement.escape,
    act.Teleport: movement.teleport,
    own.SecondWind: recovery.second_wind,
    own.TotalDefence: recovery.total_defence,
    own.ActionPoint: recovery.action_point,
    own.Delay: turns.delay,
    own.Return: turns.come_back,
    own.Ready: turns.ready,
    own.Readied: turns.use_readied,
    own.Save: turns.make_save,
    own.Hurt: recovery.damage,
    own.Heal: recovery.healing,
    own.TemporaryHits: recovery.temporary,
    act.Push: shoving.forced,
    act.Pull: shoving.forced,
    act.Slide: shoving.forced,
    act.Fall: falls.fall,
    act.Catch: falls.catch,
    own.Roll: turns.roll_initiative,
    own.EndTurn: turns.end_turn,
    own.NextRound: turns.next_round,
}


def placing(game: BaseRuleset, res: Resolution, action: books.Place) -> None:
    """Put a creature on the board, or off it: all of its space on squares that are there, as high as its spot says."""
    bookkeeping.place(game, res, action)
    if action.at:
        from warband_tui.rules.games.dnd4e.setting_up import settled

        settled(res, action.unit)


class Dungeon(DungeonFielding, DndBoarding, BaseRuleset):
    """The encounters of the fourth edition, as printed in 2008 and in 2010."""

    id = "dnd4e"
    title = "D&D 4e"
    editions = tuple(Edition(e.id, e.title) for e in all_editions())
    nouns = declarations.NOUNS
    stats = declarations.STATS
    counters = declarations.COUNTERS
    conditions = declarations.CONDITIONS
    choice_ids = declarations.CHOICES
    own_actions = ACTIONS
    handlers = HANDLERS
    profile_type = Creature
    settings = SWITCHES
    flow = FLOW
    rulebook = __package__
    # These have no meaning here, or the game has an action of its own for them.
    without = (books.NextTurn, books.EndActivation, books.Split, books.Merge, books.Engage)
    own_books: Mapping[type[Action], BookHandler] = {
        own.Afflict: effects.afflict,
        books.SetCondition: effects.condition,
        books.Restore: recovery.restore,
        books.Place: placing,
    }

    def most(self, holder: Unit | Side, spec: CounterDef) -> int | None:
        """Return the highest that a counter goes: hit points as far as a creature's own."""
        if spec.id == declarations.HP and isinstance(holder, Unit):
            return creature(holder).hp
        return spec.high

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first round."""
        state = super().muster(setup)
        if state.board is None:
            return state
        from warband_tui.rules.games.dnd4e.setting_up import set_down

        return set_down(state)

    def unit(self, setup: UnitSetup, side: str, edition: str) -> Unit:
        """Return a creature with its hit points, healing surges and action points."""
        profile = dict(setup.profile)
        if setup.size:
            profile["size"] = setup.size.casefold()
        made = super().unit(replace(setup, profile=profile), side, edition)
        return replace(made, counters={**full(creature(made)), **made.counters}, size=creature(made).size)

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """Begin a creature's turn with all that happens then."""
        return start(res, unit_id)

    def offers(self, unit: Unit, definition: ActionDef) -> bool:
        """Whether an action belongs on a creature's list."""
        shows = {
            own.SecondWind: creature(unit).hero,
            act.Crawl: unit.has("prone"),
            act.Stand: unit.has("prone"),
            act.Escape: unit.has("grabbed"),
            act.EndSqueeze: unit.has("squeezing"),
            own.Return: unit.has("delaying"),
            own.Readied: unit.has("readied"),
        }
        return shows.get(definition.action, True)

    def _option(self, state: BattleState, unit: Unit, d: ActionDef, first: Refusal | None) -> Option:
        return super()._option(state, unit, d, None if d.action in OUT_OF_TURN and unit.in_play else first)

    def weapons(self, state: BattleState, unit: Unit, definition: ActionDef) -> tuple[Candidate, ...]:
        """Return the powers of an action, with why one cannot be used now."""
        if not definition.weapons:
            return ()
        basic = definition.weapons == "basic"
        profile = creature(unit)
        powers = [p for p in profile.attacks if not basic or (p.basic and p.kind == "melee")]
        found = []
        for power in powers or [profile.unarmed]:
            why = power_refusal(state, unit, power, basic=basic)
            label = f"{power.name} {power.attack:+d} vs {power.versus if power.versus == 'ac' else power.versus.capitalize()}"
            found.append(Candidate(power.id, label, why is None, why.why if why else ""))
        return tuple(found)

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the exact odds of an action."""
        return odds_of.odds(state, action, choices)

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return the fallen, the order of the fight, the rounds."""
        return turns.monitors(state)

    def guide(self, state: BattleState) -> Guide | None:
        """Return the saves at the end of a turn (D4-SAVE-1)."""
        return saves.guide(state)

    def asks(self) -> dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]]:
        """Return the questions of this game: the order, speeds, what is left of a turn, and those about squares."""
        from warband_tui.rules.games.dnd4e.asks import ASKS

        return {**super().asks(), "order": _order, "speeds": _speeds, "budget": _budget, **ASKS}

    def ask_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words that each question takes."""
        return {**super().ask_words(), **ASK_WORDS}

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a creature."""
        profile = creature(unit)
        ongoing = [name for name in unit.conditions if name.startswith(ONGOING)]
        words = [*ongoing, *([budget.told(unit)] if unit.acting else []), profile.type]
        return UnitLine(
            role=" · ".join(word for word in words if word),
            weapons=" · ".join(power.name for power in profile.attacks),
            stats=tuple((d.short, d.shown(_stat(unit, profile, d.id))) for d in declarations.CORE_STATS),
            keywords=profile.keywords,
            unknown=tuple(word for word in profile.keywords if not knows(word)),
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


def _stat(unit: Unit, profile: Creature, name: str) -> object:
    if name == "speed":
        return speeds.speed(unit)
    return profile.usual_reach if name == "reach" else getattr(profile, name)


def _order(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Answer in which order the creatures act, and who is next."""
    del question
    order = [
        {"unit": u.id, "initiative": u.counter(declarations.INITIATIVE), "acted": state.has_acted(u)}
        for u in FLOW.order(state)
    ]
    return {"order": order, "next": FLOW.next_up(state), "acting": state.active}


def _speeds(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Answer how far a creature moves in each way (D4-SPD-1, 2, 5)."""
    unit = state.unit(str(question.get("unit", "")))
    found = {mode: speeds.speed(unit, mode) for mode in ("walk", *creature(unit).modes)}
    ways = {how: speeds.budget(unit, how) for how in ("walk", "shift", "run", "crawl", "squeeze")}
    return {"speeds": found, "budgets": ways, "rules": ["D4-SPD-1", "D4-SPD-2", "D4-SPD-5"]}


def _budget(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Answer what a creature has left of its turn (D4-SPD-3)."""
    unit = state.unit(str(question.get("unit", "")))
    return {"left": budget.left(unit), "rules": ["D4-SPD-3"]}


RULESET = Dungeon()
