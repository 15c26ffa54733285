"""Preparing an action: its fields, the choices to be made, the dice as they are typed.

A `Preparation` tries the action on the engine after each change and knows what is still missing. It
writes nothing: what it ends with is the entry that a `PlaySession` then keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from msgspec import Struct

from warband_tui.campaign.action_form import filled_in, form_of, last_target, lately, means_another
from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action, Field, tag_of
from warband_tui.rules.dice import BadDice, DiceWanted, SeededDice
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import Choice, ChoiceWanted, Refused, Value
from warband_tui.rules.ruleset import ActionDef, Candidate, Odds, Option

TARGET_KINDS = frozenset({"foe"})


class OpenChoice(Struct, frozen=True):
    """A choice with the value that it has now and the name of who makes it."""

    choice: Choice
    value: Value
    who: str

    @property
    def shown(self) -> str:
        """The value in words."""
        if self.choice.options:
            return dict(self.choice.options).get(str(self.value), str(self.value))
        if (self.choice.low, self.choice.high) == (0, 1):
            return "yes" if self.value else "no"
        return f"{self.value} of {self.choice.high}"


class Preparation:
    """One action on its way from the key to the log."""

    def __init__(
        self,
        session: PlaySession,
        definition: ActionDef,
        *,
        unit: str = "",
        option: Option | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        self.session = session
        self.definition = definition
        self.option = option
        self.unit = unit
        self.fields = form_of(definition.action)
        self.values: dict[str, Any] = dict(option.preset) if option else {}
        self.preset = frozenset(self.values)
        self.values.update(values or {})
        if unit and any(f.name == "unit" for f in self.fields):
            self.values.setdefault("unit", unit)
        self.override = ""
        self.dice: list[int] = []
        self.seeded = False
        self.choices: list[OpenChoice] = []
        self.want: DiceWanted | None = None
        self.refused: Refused | None = None
        self.entry: Entry | None = None
        self.fault = ""
        self._wishes: dict[str, Value] = {}
        self._settled: dict[str, int] = {}
        self._made: dict[str, Value] = {}
        self._recall()
        self.evaluate()
        if option is not None and not option.allowed:
            self.refused = Refused(option.why, *option.rules)

    # What is there

    @property
    def label(self) -> str:
        """What the action is called."""
        return self.option.label if self.option else self.definition.label

    @property
    def target_field(self) -> Field | None:
        """The field that says at whom it is aimed, if the action is aimed at one."""
        if self.option is not None and not self.option.targets:
            return None
        return next((f for f in self.fields if f.kind in TARGET_KINDS and f.name not in self.preset), None)

    @property
    def weapon_field(self) -> Field | None:
        """The field that says with what, if there is a choice of weapons."""
        if self.option is None or not self.option.weapons:
            return None
        return next((f for f in self.fields if f.kind == "weapon" and f.name not in self.preset), None)

    @property
    def missing(self) -> Field | None:
        """The first field that must be filled in and is not."""
        aimed = self.target_field
        if aimed is not None and not self.values.get(aimed.name):
            return aimed
        return next(
            (f for f in self.fields if f.required and self.values.get(f.name) in ("", None, ())), None
        )

    @property
    def action(self) -> Action | None:
        """The action as it stands, None while something is missing or wrong."""
        return None if self.missing is not None or self.fault else self._action()

    @property
    def ready(self) -> bool:
        """Whether nothing is left to say or roll: the entry stands and no choice is open."""
        return self.entry is not None and not self.choices

    def candidates(self, field: Field) -> tuple[Candidate, ...]:
        """Return what a field may be set to, empty when it is free."""
        state, ruleset = self.session.state, self.session.ruleset
        if field.options:
            return tuple(Candidate(o, o or "-") for o in field.options)
        side = state.unit(self.unit).side if self.unit else ""
        itself = self.values.get("unit", self.unit) if means_another(field, self.fields) else ""
        units = [Candidate(u.id, u.name) for u in state.units.values() if u.id != itself]
        sides = [Candidate(s.id, s.name) for s in state.sides.values()]
        if field.kind == "foe":
            if self.option and self.option.targets:
                return self.option.targets
            return tuple(Candidate(u.id, u.name) for u in state.foes(side) if u.in_play)
        if field.kind == "weapon":
            return self.option.weapons if self.option else ()
        found: dict[str, Iterable[Candidate]] = {
            "unit": units,
            "side": sides,
            "anyone": [*units, *sides],
            "counter": (Candidate(c.id, c.label) for c in ruleset.counters),
            "condition": (Candidate(c.id, c.label) for c in ruleset.conditions),
        }
        return tuple(found.get(field.kind, ()))

    def weapons(self) -> tuple[Candidate, ...]:
        """Return the weapons that the action may be done with."""
        return tuple(w for w in self.option.weapons if w.allowed) if self.option and self.weapon_field else ()

    def likely_target(self) -> str:
        """Return the target to offer first: in contact, then the last one, then the first that may be.

        One that fights a friend of the unit comes last: a shot might hit the friend. One at whom the action
        would be refused, as out of sight on the board, is offered only when it would be at all of them.
        """
        allowed = [t.value for t in self.targets() if t.allowed]
        state = self.session.state
        if self.unit:
            side = state.unit(self.unit).side
            last = last_target(self.session, self.unit, side)
            near = state.in_contact(self.unit)
            allowed.sort(key=lambda foe: (foe not in near, self._fights_friend(foe, side), foe != last))
        return next((foe for foe in allowed if not self._refused_at(foe)), allowed[0] if allowed else "")

    def _refused_at(self, foe: str) -> bool:
        """Whether the engine refuses the action at a foe."""
        return self.target_field is not None and self.trial({self.target_field.name: foe}).refused is not None

    def trial(self, values: Mapping[str, Any]) -> Preparation:
        """Return this action with other values, tried; this preparation stays as it is."""
        other = copy(self)
        held = {"dice": [*self.dice], "_wishes": {**self._wishes}, "_settled": {**self._settled}}
        vars(other).update(held, values={**self.values, **values})
        other.evaluate()
        return other

    def _fights_friend(self, foe: str, side: str) -> bool:
        state = self.session.state
        return any(state.unit(other).side == side for other in state.in_contact(foe))

    def targets(self) -> tuple[Candidate, ...]:
        """Return at whom the action may be aimed, and why not at the others."""
        return self.candidates(self.target_field) if self.target_field else ()

    def odds(self) -> Odds | None:
        """Return the exact odds as things stand, None where there are none."""
        if self.missing is not None or self.refused is not None or self.fault:
            return None
        try:
            return self.session.ruleset.odds(self.session.state, self._action(), self._made)
        except WarbandError:
            return None

    def way_taken(self, odds: Odds) -> int:
        """Return which of the ways to spend markers is the one chosen now, -1 for none."""
        for i, way in enumerate(odds.ways):
            if way.choices and all(self._made.get(c, 0) == value for c, value in way.choices.items()):
                return i
        return -1

    # Changing it

    def set(self, name: str, value: Any) -> None:
        """Fill in a field; text is read as what the field holds. Dice typed so far are taken up again."""
        old = self.values.get(name)
        self.values[name] = value
        self._restart()
        if self.fault and value != old:
            fault = self.fault
            if old is None:
                self.values.pop(name)
            else:
                self.values[name] = old
            self._restart()
            self.fault = fault

    def cycle(self, field: Field, by: int = 1) -> None:
        """Set a field to the next value that is allowed; an optional one can be left empty."""
        options = [c.value for c in self.candidates(field) if c.allowed]
        if not field.required and field.kind != "weapon":
            options.insert(0, "")
        if not options:
            return
        now = self.values.get(field.name, field.default)
        place = options.index(now) if now in options else -1
        self.set(field.name, options[(place + by) % len(options)])

    def nudge(self, field: Field, by: int) -> None:
        """Add to a number, never below what it may be."""
        old = self.values.get(field.name, field.default) or 0
        self.set(field.name, old + by)

    def choose(self, choice_id: str, value: Value) -> None:
        """Make an open choice; it holds once dice follow."""
        self._wishes[choice_id] = value
        self.evaluate()

    def step_choice(self, index: int, by: int) -> None:
        """Change an open choice by so many steps."""
        if not self.choices:
            return
        made = self.choices[min(index, len(self.choices) - 1)]
        choice = made.choice
        if choice.options:
            values = [value for value, _ in choice.options]
            place = values.index(str(made.value)) if made.value in values else 0
            self.choose(choice.id, values[(place + by) % len(values)])
        else:
            now = made.value if isinstance(made.value, int) else choice.low
            self.choose(choice.id, max(choice.low, min(choice.high, now + by)))

    def take_way(self, choices: Mapping[str, Value]) -> None:
        """Make the choices of one way to spend markers, those of them that are still open."""
        for choice_id, value in choices.items():
            if choice_id not in self._settled:
                self._wishes[choice_id] = value
        self.evaluate()

    def settle(self) -> None:
        """Hold the open choices to what they are."""
        for made in self.choices:
            self._wishes[made.choice.id] = made.value
            self._settled[made.choice.id] = len(self.dice)
        self.evaluate()

    def add_die(self, value: int) -> None:
        """Take a die that was rolled at the table; it accepts the choices as they stand.

        Raises:
            BadDice: no die has such a face.
        """
        if self.want is None:
            return
        if not 1 <= value <= self.want.sides:
            raise BadDice(f"there is no {value} on a D{self.want.sides}")
        self.seeded = False
        self.settle()
        self.dice.append(value)
        self.evaluate()

    def drop_die(self) -> None:
        """Take the last die back, with the choices that were made after it."""
        if not self.dice:
            return
        self.seeded = False
        self.dice.pop()
        self._settled = {c: at for c, at in self._settled.items() if at < len(self.dice)}
        self.evaluate()

    def roll(self) -> None:
        """Let the battle's seed roll, up to the next choice.

        Raises:
            BadDice: some dice have been typed in, so the others must be too.
        """
        if self.dice and not self.seeded:
            raise BadDice("some dice are typed in: type the others too, or take them back")
        self.seeded = True
        self.settle()

    def overrule(self, why: str) -> None:
        """Go on against the rules, for a reason that the log keeps."""
        self.override = why
        self.evaluate()

    # Trying it

    def evaluate(self) -> None:
        """Try the action and note what it still wants."""
        self.choices, self.want, self.refused, self.entry, self.fault = [], None, None, None, ""
        if self.missing is not None:
            return
        made: dict[str, Value] = {}
        try:
            action = self._action()
        except WarbandError as error:
            self.fault = str(error)
            return
        while not self._try(action, made):
            pass
        self._made = made

    def final(self) -> Entry:
        """Return the entry to keep; dice of the seed are recorded as the seed's."""
        if self.seeded:
            return self.session.battle.propose(
                self._action(), dice=None, choices=self._made, override=self.override, ask=True
            )
        if self.entry is None:
            raise WarbandError(f"{self.label}: not everything is said yet")
        return self.entry

    def _try(self, action: Action, made: dict[str, Value]) -> bool:
        """Try once; False when there is more to try."""
        try:
            self.entry = self.session.battle.propose(
                action, dice=self.dice, choices=made, override=self.override, ask=True
            )
        except ChoiceWanted as wanted:
            self._meet(wanted.choice, made)
            return False
        except DiceWanted as wanted:
            if self.seeded and not self.choices:
                self._draw(wanted)
                return False
            self.want = wanted
        except Refused as refused:
            self.refused = refused
        except WarbandError as error:
            self.fault = str(error)
        return True

    def _meet(self, choice: Choice, made: dict[str, Value]) -> None:
        value = self._wishes.get(choice.id, choice.default)
        if choice.options:
            if value not in {option for option, _ in choice.options}:
                value = choice.default
        else:
            value = max(choice.low, min(choice.high, int(value)))
        made[choice.id] = value
        if choice.id not in self._settled:
            self.choices.append(OpenChoice(choice, value, self._who(choice.side)))

    def _draw(self, wanted: DiceWanted) -> None:
        state = self.session.state
        dice = SeededDice(state.seed, state.dice_position + len(self.dice))
        self.dice += dice.take(wanted.count - wanted.have, wanted.sides, wanted.purpose)

    def _restart(self) -> None:
        if self.seeded:
            self.dice.clear()
            self.seeded = False
        self._settled.clear()
        self.evaluate()

    def _who(self, side_id: str) -> str:
        side = self.session.state.sides.get(side_id)
        if side is None:
            return ""
        return f"{side.player} ({side.name})" if side.player else side.name

    # Reading and remembering

    def _action(self) -> Action:
        return filled_in(self.definition, self.values, new_unit=f"u{len(self.session.state.units) + 1}")

    def _recall(self) -> None:
        """Offer the weapon that the unit used last for this, else the first that it may use."""
        field = self.weapon_field
        allowed = [w.value for w in self.weapons()]
        if field is None or not allowed or self.values.get(field.name):
            return
        do = tag_of(self.definition.action)
        for entry in lately(self.session):
            if entry.unit == self.unit and entry.do == do:
                used = entry.action.get(field.name)
                self.values[field.name] = used if used in allowed else allowed[0]
                return
        self.values[field.name] = allowed[0]
