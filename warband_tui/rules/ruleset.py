"""What a game declares, and the registry of games.

A game is one object that fulfils `Ruleset`. Most of it is declarations, which screens,
forms and schemas are drawn from; `BaseRuleset` supplies everything that games share, so that
a small game is a page of declarations and a few functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action
from warband_tui.rules.board.planning import Boards
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.entries import Entry
from warband_tui.rules.fielding import Faction, Fielded, RosterWords
from warband_tui.rules.loadout import Loadout
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Choice, Resolution, Value
from warband_tui.rules.settings import Setting as Setting
from warband_tui.rules.spending import Chance as Chance
from warband_tui.rules.spending import Odds as Odds
from warband_tui.rules.spending import Way as Way
from warband_tui.rules.state import BattleState, Setup, Side, Unit

if TYPE_CHECKING:
    from warband_tui.rules.guide import Forecast, Guide
    from warband_tui.rules.lab import LabForm
    from warband_tui.rules.sample import Sample

ENTRY_POINTS = "warband_tui.rulesets"


class Nouns(Struct, frozen=True):
    """The game's own words for things."""

    unit: str = "model"
    units: str = "models"
    turn: str = "turn"
    activation: str = "activation"
    casualty: str = "casualty"
    out: str = "out of action"


class Edition(Struct, frozen=True):
    """A version of a game's rules. The first of a ruleset is the default of new campaigns."""

    id: str
    title: str
    note: str = ""


class StatDef(Struct, frozen=True):
    """A number of the profile, as rosters show it. `form` is how it is written: `{:g}"`, `{:+d}`."""

    id: str
    label: str
    short: str
    form: str = "{}"

    def shown(self, value: object) -> str:
        """Return a value as players write it; `-` for none."""
        return "-" if value is None else self.form.format(value)


class CounterDef(Struct, frozen=True):
    """A number on units (or sides) that changes in play.

    `spender` is who may spend it before a roll: the owner of the unit, its opponent, or nobody.
    `on` is "unit" or "side"; `pips` draws it as dots up to `high`.
    """

    id: str
    label: str
    short: str
    glyph: str = "●"
    low: int = 0
    high: int | None = None
    on: str = "unit"
    spender: str = ""
    pips: bool = False
    harm: bool = False
    rule: str = ""
    of_models: bool = False
    """Whether it counts models of a group, so that joining groups adds it up."""


class ConditionDef(Struct, frozen=True):
    """A named state of a unit or side. `word` is what the roster shows."""

    id: str
    label: str
    word: str
    until: str = "battle"
    on: str = "unit"
    harm: bool = False
    shown: bool = True
    rule: str = ""


class Rule(Struct, frozen=True):
    """A rule as the rules screen shows it, in the project's own words."""

    id: str
    title: str
    text: str
    source: str
    editions: tuple[str, ...] = ()
    group: str = ""


class Refusal(Struct, frozen=True):
    """Why something is not allowed, for the player, and by which rules."""

    why: str
    rules: tuple[str, ...] = ()


Check = Callable[[BattleState, Unit], Refusal | None]
TargetCheck = Callable[[BattleState, Unit, Unit], Refusal | None]


def always(state: BattleState, unit: Unit) -> Refusal | None:
    """Allow everything."""
    del state, unit
    return None


class ActionDef(Struct, frozen=True):
    """One kind of action of a game: its struct, its words, when it is allowed.

    `by_unit` actions are what the unit under the cursor does; others keep the books.
    """

    action: type[Action]
    label: str
    help: str
    key: str = ""
    group: str = "other"
    check: Check = always
    target: TargetCheck | None = None
    weapons: str = ""
    """Which weapons the action uses (the game's own word), empty for none."""
    by_unit: bool = True
    rules: tuple[str, ...] = ()


class Candidate(Struct, frozen=True, omit_defaults=True):
    """A value that a field of an action may take, and why not if it may not."""

    value: str
    label: str
    allowed: bool = True
    why: str = ""


class Option(Struct, frozen=True, omit_defaults=True):
    """An action that a unit has, allowed or not and why."""

    do: str
    label: str
    help: str
    key: str = ""
    group: str = "other"
    allowed: bool = True
    why: str = ""
    rules: tuple[str, ...] = ()
    targets: tuple[Candidate, ...] = ()
    weapons: tuple[Candidate, ...] = ()
    preset: dict[str, Any] = {}
    """Fields of the action that this option has filled in already."""


class Step(Struct, frozen=True):
    """Something that the campaign asks for after the battle, with the unit it is about."""

    id: str
    text: str
    unit: str = ""
    fighter: str = ""
    side: str = ""
    rule: str = ""


class UnitLine(Struct, frozen=True, omit_defaults=True):
    """What a roster line shows of a unit besides counters and conditions."""

    role: str = ""
    weapons: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Keywords that are kept and shown, but that the engine does not apply."""


class Ruleset(Boards, Protocol):
    """A game. `BaseRuleset` implements all of it but the declarations."""

    id: str
    title: str
    editions: tuple[Edition, ...]
    nouns: Nouns
    stats: tuple[StatDef, ...]
    counters: tuple[CounterDef, ...]
    conditions: tuple[ConditionDef, ...]
    actions: tuple[ActionDef, ...]
    choice_ids: frozenset[str]
    settings: tuple[Setting, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules as the rules screen shows them."""
        ...

    def usual_answer(self, edition: str, setting: Setting) -> str:
        """Return how an edition answers a setting that a battle does not set."""
        ...

    def most(self, holder: Unit | Side, spec: CounterDef) -> int | None:
        """Return the highest that a counter of this unit or side goes, None for no limit."""
        ...

    def muster(self, setup: Setup) -> BattleState:
        """Return the state before the first turn."""
        ...

    def options(self, state: BattleState, unit_id: str) -> list[Option]:
        """Return every action of a unit, allowed or not, and why."""
        ...

    def choices(self, state: BattleState, action: Action) -> list[Choice]:
        """Return what must be decided before the first dice of an action."""
        ...

    def resolve(self, state: BattleState, action: Action, res: Resolution, seq: int) -> Entry:
        """Carry out an action.

        Raises:
            Refused: the rules do not allow it.
        """
        ...

    def order(self, state: BattleState) -> list[Unit]:
        """Return the units in the order in which they act, none where the game fixes no order."""
        ...

    def next_up(self, state: BattleState) -> str:
        """Return the unit that acts next where the game fixes the order, else nothing."""
        ...

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> Odds | None:
        """Return the exact odds of an action, None where it has no dice."""
        ...

    def monitors(self, state: BattleState) -> list[Monitor]:
        """Return the watched figures."""
        ...

    def guide(self, state: BattleState) -> Guide | None:
        """Return the round that the players are walked through, None when none is on."""
        ...

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        """Return what becomes of each side if nothing changes in what is known."""
        ...

    def aftermath(self, state: BattleState, entries: list[Entry]) -> list[Step]:
        """Return what the campaign asks for after the battle."""
        ...

    def ask(self, state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a question without logging anything."""
        ...

    def line(self, unit: Unit) -> UnitLine:
        """Return what a roster line shows of a unit."""
        ...

    def query(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a query about odds that needs no battle."""
        ...

    def lab(self) -> tuple[LabForm, ...]:
        """Return what the odds lab can compare, the most wanted first."""
        ...

    def factions(self) -> tuple[Faction, ...]:
        """Return the lists that warbands are hired from."""
        ...

    def faction_of(self, name: str) -> str:
        """Return the id of the list that a roster's own name for it means, empty if none."""
        ...

    def catalogue(self, faction: str, edition: str) -> Catalogue | None:
        """Return a list for an edition, None if the game has no such list."""
        ...

    def catalogue_bases(self) -> dict[str, Catalogue]:
        """Return the catalogues that a player's own file may extend."""
        ...

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine knows a keyword."""
        ...

    def sample(self) -> Sample | None:
        """Return the game's sample campaign, if it has one."""
        ...

    def field(self, loadout: Loadout, kind: str, edition: str) -> Fielded:
        """Return the battle profile of a fighter with its kit counted in."""
        ...

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the battle profile of a fighter in the words of an imported roster."""
        ...

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of every action, ask, query and profile."""
        ...


class UnknownRuleset(WarbandError):
    """A game that is not installed."""


class BrokenRuleset(UnknownRuleset):
    """A game that is installed and cannot be loaded: as good as none."""


@cache
def installed() -> dict[str, str]:
    """Return the ids of the games that are installed and where each is found."""
    return {point.name: point.value for point in sorted(entry_points(group=ENTRY_POINTS))}


@cache
def load(ruleset_id: str) -> Ruleset:
    """Return a game by its id.

    Raises:
        UnknownRuleset: no installed package offers it.
        BrokenRuleset: the package that offers it cannot be loaded.
    """
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == ruleset_id:
            return _loaded(point)
    raise UnknownRuleset(
        f"no ruleset {ruleset_id!r} is installed; there are {', '.join(installed()) or 'none'}"
    )


def _loaded(point: EntryPoint) -> Ruleset:
    try:
        ruleset: Ruleset = point.load()
    except Exception as error:  # Code of a third party, which may fail in any way when it is imported.
        raise BrokenRuleset(
            f"the game {point.name!r} cannot be loaded ({type(error).__name__}: {error}); "
            "install its package again, or uninstall it"
        ) from error
    return ruleset


class _Published(Protocol):
    title: str
    editions: tuple[Edition, ...]


def edition_of(ruleset: _Published, edition: str) -> str:
    """Return a checked edition id; empty gives the ruleset's default.

    Raises:
        UnknownRuleset: the game has no such edition.
    """
    known = [e.id for e in ruleset.editions]
    if not edition:
        return known[0]
    if edition not in known:
        raise UnknownRuleset(f"{ruleset.title} has no edition {edition!r}; there are {', '.join(known)}")
    return edition


def to_builtins(value: Any) -> Any:
    """Return structs as JSON builtins, fractions as strings."""
    return msgspec.to_builtins(value, enc_hook=lambda v: str(v) if isinstance(v, Fraction) else v)
