"""What all games share, so that a game is declarations and the functions of its own actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.rules import bookkeeping
from warband_tui.rules.actions import Action, Note, Remark, Star, action_json, fields_of, read_action, tag_of
from warband_tui.rules.board.planning import Boarding
from warband_tui.rules.dice import DiceWanted, GivenDice
from warband_tui.rules.entries import Entry
from warband_tui.rules.fielding import Fielding
from warband_tui.rules.flow import Flow
from warband_tui.rules.guide import Guiding
from warband_tui.rules.lab import LabForm
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.mustering import BadSetup as BadSetup
from warband_tui.rules.mustering import Mustering
from warband_tui.rules.questions import check_question
from warband_tui.rules.resolution import Choice, ChoiceWanted, Refused, Resolution, Value
from warband_tui.rules.rulebook import rules_of
from warband_tui.rules.ruleset import (
    ActionDef,
    Candidate,
    CounterDef,
    Odds,
    Option,
    Refusal,
    Rule,
    StatDef,
    Step,
    UnitLine,
    to_builtins,
)
from warband_tui.rules.state import BattleState, Setup, Side, Unit
from warband_tui.rules.wording import shown

BOOK_WORDS: Mapping[str, tuple[str, ...]] = {
    "options": ("unit",),
    "choices": ("action",),
    **dict.fromkeys(("monitors", "state", "ready", "aftermath", "guide", "forecast"), ()),
}
"""The words of the questions that every game answers."""
Handler = Callable[[Resolution, Any], None]
BookHandler = Callable[["BaseRuleset", Resolution, Any], None]


class BaseRuleset(Mustering, Fielding, Guiding, Boarding):
    """A game that knows only the books: counters, conditions, casualties, turns, notes.

    A game subclasses it, declares its words and numbers, names a function for each action of its
    own in `handlers`, and says in `own_books` and `without` what it keeps otherwise, or not at all.
    """

    stats: tuple[StatDef, ...] = ()
    own_actions: tuple[ActionDef, ...] = ()
    choice_ids: frozenset[str] = frozenset()
    handlers: Mapping[type[Action], Handler] = {}
    own_books: Mapping[type[Action], BookHandler] = {}
    without: tuple[type[Action], ...] = ()
    rulebook = ""
    """The package that a game's `rulebook.toml` lies in."""
    flow = Flow()

    def __init__(self) -> None:
        kept = {**bookkeeping.HANDLERS, **self.own_books}
        books: dict[type[Action], Handler] = {
            action: partial(handler, self) for action, handler in kept.items()
        }
        self._handlers = {**books, **self.handlers}
        self.actions = tuple(
            d for d in (*self.own_actions, *bookkeeping.DEFS) if d.action not in self.without
        )
        self._declare()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules as the rules screen shows them; read when they are first asked for."""
        return rules_of(self.rulebook) if self.rulebook else ()

    def counter_of_models(self, counter_id: str) -> bool:
        """Whether a counter counts models of a group."""
        return counter_id in self._counters and self._counters[counter_id].of_models

    def most(self, holder: Unit | Side, spec: CounterDef) -> int | None:
        """Return the highest that a counter of this unit or side goes, None for no limit."""
        del holder
        return spec.high

    def on_split(self, res: Resolution, unit: Unit, new_id: str) -> None:
        """Share out what a group of models had, after some of them have become a unit of their own."""

    def action_types(self) -> tuple[type[Action], ...]:
        """Return the struct of every action."""
        return tuple(d.action for d in self.actions)

    def read(self, data: dict[str, Any]) -> Action:
        """Read an action from JSON builtins."""
        return read_action(data, self.action_types())

    # Acting

    def begin(self, res: Resolution, unit_id: str) -> Unit:
        """Begin a unit's activation where it may; games add what happens then."""
        return self.flow.begin(res, unit_id)

    def order(self, state: BattleState) -> list[Unit]:
        """Return the units in the order in which they act, none where the game fixes no order."""
        return self.flow.order(state)

    def next_up(self, state: BattleState) -> str:
        """Return the unit that acts next where the game fixes the order, else nothing."""
        return self.flow.next_up(state)

    def resolve(self, state: BattleState, action: Action, res: Resolution, seq: int) -> Entry:
        """Carry out an action and return its entry.

        Raises:
            Refused: the rules forbid it and nobody overrides; or a unit is its own enemy, which nobody can.
        """
        if state.ended and not isinstance(action, Note | Remark | Star):
            res.need(False, f"the battle is over: {state.ended}; undo to go on")
        self._aims_elsewhere(state, action)
        self._handlers[type(action)](res, action)
        self.flow.settle(res)
        res.finish(self.choice_ids)
        return Entry(
            seq=seq,
            action=action_json(action),
            unit=res.unit,
            side=res.side,
            turn=res.state.turn,
            text=". ".join(line for line in res.said if line),
            rules=res.cited,
            choices=tuple(res.chosen),
            events=tuple(res.events),
            override=res.override if res.overruled else "",
            overruled=tuple(res.overruled),
        )

    def _aims_elsewhere(self, state: BattleState, action: Action) -> None:
        """Refuse an action by which a unit would be its own enemy."""
        unit, kind = getattr(action, "unit", ""), type(action)
        if unit and any(getattr(action, name) == unit for name in _foe_fields(kind)):
            rules = next((d.rules for d in self.actions if d.action is kind), ())
            raise Refused(f"{state.unit(unit).name} cannot be its own target", *rules)

    def choices(self, state: BattleState, action: Action) -> list[Choice]:
        """Return the choices to be made before the first dice of an action."""
        found: list[Choice] = []
        made: dict[str, Value] = {}
        while True:
            res = Resolution(state, GivenDice(()), made, ask=True)
            try:
                self.resolve(state, action, res, 0)
            except ChoiceWanted as wanted:
                found.append(wanted.choice)
                made[wanted.choice.id] = wanted.choice.default
            except DiceWanted:
                return found
            else:
                return found

    def options(self, state: BattleState, unit_id: str) -> list[Option]:
        """Return every action of a unit, allowed or not, and why."""
        unit = state.unit(unit_id)
        turn = self.flow.refusal(state, unit)
        first = Refusal(turn.why, turn.rules) if turn else None
        return [
            self._option(state, unit, d, first) for d in self.actions if d.by_unit and self.offers(unit, d)
        ]

    def offers(self, unit: Unit, definition: ActionDef) -> bool:
        """Whether a unit's list of actions shows an action at all."""
        del unit, definition
        return True

    def _option(self, state: BattleState, unit: Unit, d: ActionDef, first: Refusal | None) -> Option:
        refusal = first or d.check(state, unit)
        targets: tuple[Candidate, ...] = ()
        if d.target is not None:
            targets = tuple(self._target(state, unit, foe, d) for foe in state.foes(unit.side) if foe.in_play)
            if refusal is None and not any(t.allowed for t in targets):
                why = targets[0].why if targets else "there is nobody to aim at"
                refusal = Refusal(why, d.rules)
        return Option(
            do=tag_of(d.action),
            label=d.label,
            help=d.help,
            key=d.key,
            group=d.group,
            allowed=refusal is None,
            why=refusal.why if refusal else "",
            rules=refusal.rules if refusal else d.rules,
            targets=targets,
            weapons=self.weapons(state, unit, d),
        )

    @staticmethod
    def _target(state: BattleState, unit: Unit, foe: Unit, d: ActionDef) -> Candidate:
        refusal = d.target(state, unit, foe) if d.target else None
        return Candidate(foe.id, foe.name, refusal is None, refusal.why if refusal else "")

    def weapons(self, state: BattleState, unit: Unit, definition: ActionDef) -> tuple[Candidate, ...]:
        """Return the weapons that an action may use."""
        del state, unit, definition
        return ()

    # Reading

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the odds of an action; a game without odds has none."""
        del state, action, choices
        return None

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return losses of each side and the turn limit."""
        found = [
            Monitor(
                "losses", self.nouns.casualty, s.fielded - sum(u.models for u in state.of_side(s.id)), s.id
            )
            for s in state.sides.values()
        ]
        if state.turns is not None:
            left = state.turns - state.turn
            found.append(
                Monitor(
                    "turns",
                    self.nouns.turn,
                    state.turn,
                    limit=state.turns,
                    to_go=left,
                    alarm=left <= 0,
                    warn=left == 1,
                )
            )
        return found

    def aftermath(self, state: BattleState, entries: list[Entry]) -> list[Step]:
        """Return one step for each unit that was lost."""
        del entries
        return [
            Step("lost", f"{u.name} was lost", u.id, u.fighter, u.side)
            for u in state.units.values()
            if not u.in_play
        ]

    def ask(self, state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a question without logging anything.

        Raises:
            BadSetup: the game has no such question.
            BadQuestion: a word of it is not known, or does not hold what it should.
        """
        name, asks = question.get("ask"), self.asks()
        if not isinstance(name, str) or name not in asks:
            raise BadSetup(f"no ask {shown(name)}; this game has {', '.join(sorted(asks))}")
        asked = check_question(question, self.ask_words().get(name), state.board)
        answer: dict[str, Any] = to_builtins(asks[name](state, asked))
        return answer

    def ask_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words that each question takes; one that is not named here takes any."""
        return BOOK_WORDS

    def asks(self) -> dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]]:
        """Return the questions that can be asked, by name."""
        return {
            "options": lambda s, q: {"options": self.options(s, str(q.get("unit", "")))},
            "choices": lambda s, q: {"choices": self.choices(s, self.read(q.get("action", {})))},
            "monitors": lambda s, _: {"monitors": self.monitors(s)},
            "state": lambda s, _: {"state": s},
            "ready": lambda s, _: {"ready": {side: [u.id for u in s.ready(side)] for side in s.sides}},
            "aftermath": lambda s, _: {"aftermath": self.aftermath(s, [])},
            "guide": lambda s, _: {"guide": self.guide(s)},
            "forecast": lambda s, _: {"forecast": self.forecast(s)},
        }

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a unit."""
        stats = tuple((d.short, d.shown(unit.profile[d.id])) for d in self.stats if d.id in unit.profile)
        return UnitLine(stats=stats)

    def query(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a query about odds that needs no battle."""
        del question
        raise BadSetup(f"{self.title} answers no odds queries")

    def query_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the queries."""
        return {}

    def lab(self) -> tuple[LabForm, ...]:
        """Return what the odds lab can compare; a plain game has nothing for it."""
        return ()

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of every action, ask, query and profile."""
        kinds: list[type[Struct]] = [*self.action_types(), Setup]
        roots, components = msgspec.json.schema_components(
            [*kinds, self.profile_type], ref_template="#/$defs/{name}"
        )
        actions = {tag_of(d.action): root for d, root in zip(self.actions, roots, strict=False)}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "ruleset": self.id,
            "editions": [e.id for e in self.editions],
            "actions": actions,
            "forms": {tag_of(d.action): to_builtins(fields_of(d.action)) for d in self.actions},
            "asks": sorted(self.asks()),
            "battle": roots[len(kinds) - 1],
            "profile": roots[-1],
            "choices": sorted(self.choice_ids),
            "odds": self.query_schema(),
            "$defs": components,
        }


@cache
def _foe_fields(kind: type[Action]) -> tuple[str, ...]:
    """Return the fields of an action that name one enemy; what an area catches may be the unit itself."""
    return tuple(field.name for field in fields_of(kind) if field.kind == "foe")
