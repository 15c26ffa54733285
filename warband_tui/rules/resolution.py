"""Resolving one action: the working state, the dice, the choices, and what came of it.

A game's code for an action is a plain function of a `Resolution`. It checks (`need`, `permit`), asks
(`ask`), rolls (`roll`) and changes things (`emit`), and every event takes hold at once. When
dice or a choice are missing it stops with `DiceWanted` or `ChoiceWanted`, and whoever called
resolves again with more: resolving is pure, so beginning again costs nothing but microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.errors import WarbandError
from warband_tui.rules.dice import Dice, Pool, Roll
from warband_tui.rules.entries import Chosen
from warband_tui.rules.events import CounterChanged, Event, Rolled, apply
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.ruleset import Refusal

Value = int | str | bool


class Refused(WarbandError):
    """The rules do not allow it; `why` is for the player and `rules` are the ids."""

    def __init__(self, why: str, *rules: str) -> None:
        self.why, self.rules = why, rules
        super().__init__(why)


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that a player decides before a roll.

    `side` is whose choice it is. A count has `low` to `high`; a pick has `options`
    (value and label). `effect` says in a few words what each step does.
    """

    id: str
    side: str
    label: str
    low: int = 0
    high: int = 0
    options: tuple[tuple[str, str], ...] = ()
    default: Value = 0
    effect: str = ""
    rules: tuple[str, ...] = ()
    unit: str = ""
    counter: str = ""


class ChoiceWanted(WarbandError):
    """A choice has not been made yet; a screen asks the right player."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        super().__init__(f"{choice.label}: not chosen yet")


class BadChoice(WarbandError):
    """A choice outside what may be chosen."""


class Resolution:
    """The making of one entry."""

    def __init__(
        self,
        state: BattleState,
        dice: Dice,
        choices: Mapping[str, Value] | None = None,
        *,
        ask: bool = False,
        override: str = "",
    ) -> None:
        self.start = state
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.rules: dict[str, bool] = {}
        self.chosen: list[Chosen] = []
        self.said: list[str] = []
        self.overruled: list[str] = []
        self.override = override
        self.unit = ""
        self.side = ""
        self._choices = dict(choices or {})
        self._ask = ask
        self._scope = ""

    def emit(self, *events: Event) -> None:
        """Record events; each takes hold at once."""
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def cite(self, *rules: str, frame: bool = False) -> None:
        """Name rules that were applied; those of the frame (whose go it is, how dice add) come last."""
        for rule in filter(None, rules):
            self.rules[rule] = self.rules.get(rule, True) and frame

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules applied, what the entry is about before what holds for every entry."""
        return tuple(sorted(self.rules, key=lambda rule: self.rules[rule]))

    def say(self, text: str) -> None:
        """Add to the line that the log shows."""
        self.said.append(text)

    def need(self, allowed: bool, why: str, *rules: str) -> None:
        """Go on if it is allowed, or if the player overrides; the log says so.

        Raises:
            Refused: it is neither.
        """
        if allowed:
            return
        self.cite(*rules)
        if not self.override:
            raise Refused(why, *rules)
        self.overruled.append(why)

    def permit(self, refusal: Refusal | None) -> None:
        """Go on if there is no refusal, or if the player overrides it.

        Raises:
            Refused: it is neither.
        """
        if refusal:
            self.need(False, refusal.why, *refusal.rules)

    def affected(self, unit_id: str) -> Unit:
        """Return a unit on the table for something that happens to it, whoever's go it is; the entry is about it.

        Raises:
            Refused: it is off the table.
        """
        unit = self.state.unit(unit_id)
        self.unit, self.side = unit.id, unit.side
        if not unit.in_play:
            raise Refused(f"{unit.name} is off the table")
        return unit

    def roll(self, pool: Pool, outcome: Callable[[Roll], str] | None = None) -> Roll:
        """Roll a pool and record it.

        Raises:
            DiceWanted: the dice have not been given.
        """
        dice = self.dice.take(pool.count, pool.sides, pool.purpose)
        roll = pool.read(dice, given=self.dice.given)
        if outcome is not None:
            roll = replace(roll, outcome=outcome(roll))
        self.cite(*(m.rule for m in pool.modifiers))
        self.emit(Rolled(roll))
        return roll

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Prefix the ids of choices asked inside, for the second and further attacks."""
        outer, self._scope = self._scope, self._scope + name
        try:
            yield
        finally:
            self._scope = outer

    def ask(self, choice: Choice) -> Value:
        """Return what was chosen, or the default.

        A choice that leaves nothing to choose is not asked.

        Raises:
            ChoiceWanted: a person is at the keyboard and has not chosen yet.
            BadChoice: the value is out of range.
        """
        if self._scope:
            choice = replace(choice, id=self._scope + choice.id)
        if not choice.options and choice.high <= choice.low:
            if choice.id in self._choices:
                _checked(choice, self._choices.pop(choice.id))
            return choice.low
        if choice.id not in self._choices:
            if self._ask:
                raise ChoiceWanted(choice)
            return choice.default
        value = _checked(choice, self._choices.pop(choice.id))
        self.cite(*choice.rules if value else ())
        self.chosen.append(Chosen(choice.id, choice.side, choice.label, value))
        return value

    def change(
        self, on: str, counter: str, by: int, *, low: int = 0, high: int | None = None, why: str = ""
    ) -> int:
        """Change a counter within its limits and return by how much it changed."""
        holder = self.state.units.get(on) or self.state.side(on)
        before = holder.counter(counter)
        after = max(low, before + by if high is None else min(before + by, max(high, before)))
        if after != before:
            self.emit(CounterChanged(on, counter, before, after, why))
        return after - before

    def finish(self, known: frozenset[str]) -> None:
        """Refuse choices that no action of this game ever asks for.

        A choice for a roll that was not reached (the shot missed) is no fault.

        Raises:
            BadChoice: an id is not among the known ones.
        """
        strange = sorted(c for c in self._choices if c.rpartition(":")[2] not in known)
        if strange:
            raise BadChoice(f"no choice {', '.join(strange)}; there are {', '.join(sorted(known)) or 'none'}")

    def name(self, unit_id: str) -> str:
        """Return the name of a unit or side as it stands."""
        unit = self.state.units.get(unit_id)
        return unit.name if unit else self.state.side(unit_id).name


def _checked(choice: Choice, value: Value) -> Value:
    if choice.options:
        allowed = [option for option, _ in choice.options]
        if value not in allowed:
            raise BadChoice(f"{choice.id}: {value!r} is not one of {', '.join(allowed)}")
        return value
    if isinstance(value, bool):
        value = int(value)
    if not isinstance(value, int) or not choice.low <= value <= choice.high:
        raise BadChoice(f"{choice.label} ({choice.id}): {value!r} is not from {choice.low} to {choice.high}")
    return value
