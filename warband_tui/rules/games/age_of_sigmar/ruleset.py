"""Age of Sigmar as a ruleset: its declarations tied to the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from warband_tui.rules import actions as books
from warband_tui.rules.actions import Action
from warband_tui.rules.base import BaseRuleset, BookHandler, Handler
from warband_tui.rules.games.age_of_sigmar import actions as act
from warband_tui.rules.games.age_of_sigmar import (
    attacks,
    cards,
    checks,
    commands,
    declarations,
    lab,
    movement,
    odds_of,
    odds_query,
    other_damage,
    terrain_acts,
    turn,
)
from warband_tui.rules.games.age_of_sigmar.board import SigmarBoarding
from warband_tui.rules.games.age_of_sigmar.coherency import Place, coherent, must_go, needed
from warband_tui.rules.games.age_of_sigmar.fielding import SigmarFielding
from warband_tui.rules.games.age_of_sigmar.flow import FLOW
from warband_tui.rules.games.age_of_sigmar.measured import on_board
from warband_tui.rules.games.age_of_sigmar.profile import Warscroll, standing, warscroll
from warband_tui.rules.games.age_of_sigmar.reading import lenient
from warband_tui.rules.games.age_of_sigmar.settings import SETTINGS, all_editions, edition
from warband_tui.rules.lab import LabForm
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.mustering import BadSetup
from warband_tui.rules.resolution import Value
from warband_tui.rules.ruleset import ActionDef, Candidate, Edition, Odds, Refusal, UnitLine, edition_of
from warband_tui.rules.state import BattleState, Setup, Unit, UnitSetup

BOARD_ASKS = ("range", "sight", "cover", "reach", "path", "charge", "within", "combat", "on")
"""Questions that `asks.py` answers from the board."""

ACTIONS = (
    ActionDef(act.Fight, "fight", "Combat attacks with all melee weapons", "f", "attack", checks.can_fight, checks.fight_target, "melee", rules=("AOS-16-3",)),
    ActionDef(act.Shoot, "shoot", "Shooting attacks", "s", "attack", checks.can_shoot, checks.shooting_target, "ranged", rules=("AOS-16-4",)),
    ActionDef(act.Charge, "charge", "Charge an enemy: 2D6 inches", "c", "move", checks.can_charge, checks.any_target),
    ActionDef(act.Move, "move", "Normal move, run or retreat", "m", "move", checks.can_move),
    ActionDef(act.Command, "command", "Pay for a command", "", "own", checks.can_command),
    ActionDef(act.Power, "place of power", "Activate a place of power: a D6", "", "own", terrain_acts.can_use_power, rules=("AOST-1.2-4",)),
    ActionDef(act.Garrison, "garrison", "Go into faction terrain, or leave it", "", "move", rules=("AOST-1.5-2",)),
    ActionDef(act.Mortal, "mortal damage", "Mortal damage on a unit", "", "hazard", by_unit=False, rules=("AOS-17.2-1",)),
    ActionDef(act.Heal, "heal", "Take allocated damage off", "", "book", by_unit=False, rules=("AOS-18.2-2",)),
    ActionDef(act.Return, "return models", "Slain models come back", "", "book", by_unit=False),
    ActionDef(act.Slay, "slay models", "Models out of coherency, or by an effect", "", "book", by_unit=False, rules=("AOS-18.3-1",)),
    ActionDef(act.Destroy, "destroy", "An effect destroys the unit", "", "hazard", by_unit=False, rules=("AOS-18.4-1",)),
    ActionDef(act.Reinforce, "reinforcements", "The replacement of a destroyed unit", "", "book", by_unit=False),
    ActionDef(act.Score, "score", "Victory points of a turn", "", "turn", by_unit=False),
    ActionDef(act.Draw, "draw tactics", "Battle tactics up to the hand", "", "book", by_unit=False),
    ActionDef(act.Play, "play a card", "A battle tactic as a command", "", "book", by_unit=False),
    ActionDef(act.Twist, "twist", "The twist of the round", "", "turn", by_unit=False),
    ActionDef(act.Phase, "next phase", "Begin a phase", "", "turn", by_unit=False),
    ActionDef(act.Turn, "next turn", "The other side's turn, or the next round", "", "turn", by_unit=False),
)  # fmt: skip

HANDLERS: Mapping[type[Action], Handler] = {
    act.Fight: attacks.fight,
    act.Shoot: attacks.shoot,
    act.Charge: movement.charge,
    act.Move: movement.move,
    act.Command: commands.command,
    act.Power: terrain_acts.power,
    act.Garrison: terrain_acts.garrison,
    act.Mortal: other_damage.mortal,
    act.Heal: other_damage.heal_unit,
    act.Return: other_damage.return_models,
    act.Slay: other_damage.slay,
    act.Destroy: other_damage.destroy_unit,
    act.Reinforce: other_damage.reinforce,
    act.Score: turn.score,
    act.Draw: cards.draw,
    act.Play: cards.play,
    act.Twist: cards.twist,
    act.Phase: turn.phase,
    act.Turn: turn.next_turn,
}


_ASK_WORDS: Mapping[str, tuple[str, ...]] = {
    "control": ("units", "extra"),
    "range": ("unit", "target", "to", "from"),
    "sight": ("unit", "target", "from"),
    "cover": ("unit", "target", "from"),
    "reach": ("unit", "mode", "grain"),
    "path": ("unit", "to", "mode", "via", "target"),
    "charge": ("unit", "targets", "target", "to", "from"),
    "within": ("unit", "inches", "from"),
    "combat": ("unit", "from"),
    "on": ("unit", "from"),
    "coherency": ("unit", "places", "from"),
}
"""The words that each question takes."""


class AgeOfSigmar(SigmarFielding, SigmarBoarding, BaseRuleset):
    """The fourth edition: the core rules of 2024, the General's Handbook 2025-26, Spearhead."""

    id = "age-of-sigmar"
    title = "Age of Sigmar"
    editions = tuple(Edition(e.id, e.title) for e in all_editions())
    nouns = declarations.NOUNS
    stats = declarations.STATS
    counters = declarations.COUNTERS
    conditions = declarations.CONDITIONS
    choice_ids = declarations.CHOICES
    own_actions = ACTIONS
    handlers = HANDLERS
    profile_type = Warscroll
    settings = SETTINGS
    flow = FLOW
    rulebook = __package__
    # The game's own turn, two of which make a round, stands for the plain one; units are never split.
    without = (books.NextTurn, books.Split, books.Merge)
    # What is kept by hand goes through the same damage sequence as everything else.
    own_books: Mapping[type[Action], BookHandler] = {
        books.Mark: other_damage.mark,
        books.Place: terrain_acts.place,
        books.Lose: other_damage.lose,
        books.Restore: other_damage.restore,
    }

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first round."""
        rounds = edition(edition_of(self, setup.edition)).rounds
        if setup.turns is None and rounds:
            setup = replace(setup, turns=rounds)
        return super().muster(setup)

    def unit(self, setup: UnitSetup, side: str, edition: str) -> Unit:
        """Return a unit, its warscroll read from figures or from the words of a roster."""
        profile = lenient(setup.profile)
        if setup.base is not None and "base" not in profile:
            profile["base"] = str(setup.base)
        made = super().unit(replace(setup, profile=profile), side, edition)
        health, damage = warscroll(made).known_health, made.counter(declarations.DAMAGE)
        if health is not None and damage >= health:
            raise BadSetup(
                f"unit {setup.id}: {damage} damage with Health {health}; a model is slain by {health}: "
                "set up fewer models, with what is left over"
            )
        return made

    def weapons(self, state: BattleState, unit: Unit, definition: ActionDef) -> tuple[Candidate, ...]:
        """Return the weapons of an action: all of them together first, then each by itself."""
        if not definition.weapons:
            return ()
        melee = definition.weapons == "melee"
        found = []
        for weapon in checks.weapons_for(unit, melee=melee):
            why: Refusal | None = None if melee else checks.weapon_refusal(state, unit, weapon)
            label = f"{_bearers(unit, weapon.id)} x {weapon.reach}"
            found.append(Candidate(weapon.id, label, why is None, why.why if why else ""))
        everything = [Candidate("", "all weapons")] if len(found) > 1 else []
        return (*everything, *found)

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the exact odds of an action."""
        return odds_of.odds(state, action, choices)

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return models slain, points and rounds."""
        return turn.monitors(state)

    def asks(self) -> dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]]:
        """Return the questions of this game: whose control is higher, and those about the board."""
        asked = {name: _about_board(name) for name in BOARD_ASKS}
        return {**super().asks(), "control": turn.control, **asked, "coherency": _coherency}

    def ask_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words that each question takes."""
        return {**super().ask_words(), **_ASK_WORDS}

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a unit."""
        scroll = warscroll(unit)
        there = standing(unit)
        named = [f"{there[one.id]} {one.name}" for one in scroll.loadouts if there[one.id]]
        return UnitLine(
            role=scroll.type,
            weapons=" · ".join([*(w.reach for w in scroll.weapons), *named]),
            stats=tuple((d.short, d.shown(getattr(scroll, d.id) or None)) for d in self.stats),
            keywords=scroll.keywords,
            unknown=scroll.strange,
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


def _bearers(unit: Unit, weapon_id: str) -> int:
    scroll, there = warscroll(unit), standing(unit)
    return sum(there[one.id] for one in scroll.groups if weapon_id in {w.id for w in scroll.armed(one)})


def _about_board(name: str) -> Callable[[BattleState, dict[str, Any]], dict[str, Any]]:
    def asked(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
        # The first such question loads the geometry.
        from warband_tui.rules.games.age_of_sigmar.asks import ASKS

        return ASKS[name](state, question)

    return asked


def _coherency(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Answer what coherency takes of a unit, and with `places` ([x, y, radius] in inches) whether it holds."""
    unit = state.unit(str(question.get("unit", "")))
    if "places" not in question and on_board(state, unit):
        return _about_board("coherency")(state, question)
    reach = warscroll(unit).coherency
    answer: dict[str, Any] = {"needs": needed(unit.models, reach), "rules": ["AOS-18.3-1"]}
    places = question.get("places")
    if places:
        spots: list[Place] = [(float(x), float(y), float(r)) for x, y, r in places]
        answer["coherent"] = coherent(spots, reach)
        answer["must_go"] = list(must_go(spots, reach))
    return answer


RULESET = AgeOfSigmar()
