"""The fields of an action: their keys, and the lists that units and whatever else is long are picked from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warband_tui.campaign.preparing import Preparation
from warband_tui.rules.actions import Field
from warband_tui.rules.ruleset import Candidate
from warband_tui.rules.state import BattleState, Unit
from warband_tui.screens.battle_modes import Host
from warband_tui.widgets.footer import Key
from warband_tui.widgets.lines import Line
from warband_tui.widgets.picking import Outcome, Pickable, Picker
from warband_tui.widgets.prepare_panel import pick_head

SEVERAL = frozenset({"units", "foes"})
"""Kinds of fields that hold several units."""

LEAST_LIST = 3
"""With fewer lines for the list, what stands above it gives way."""

MOST_CYCLED = 5
"""A field with no more candidates goes on to the next one with each press; a longer list is picked from."""


def field_letters(prep: Preparation) -> dict[str, str]:
    """Give each field that is neither the unit, the target nor the weapon a letter of its name."""
    skip = {"unit", *prep.preset}
    for field in (prep.target_field, prep.weapon_field):
        if field is not None:
            skip.add(field.name)
    taken = set("rwq")
    found: dict[str, str] = {}
    for field in prep.fields:
        if field.kind == "spots" and prep.session.state.board is None:
            continue
        if field.name in skip or (field.kind == "weapon" and not prep.candidates(field)):
            continue
        letters = [c for c in (*field.label, *field.label.upper(), *"abcdefghijklmnopstuvxyz") if c.isalpha()]
        letter = next((c for c in letters if c not in taken), "")
        if letter:
            found[field.name] = letter
            taken.add(letter)
    return found


def remedies(prep: Preparation, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that may make a refused action possible, with their letters.

    What is refused whatever its fields say has none.
    """
    if prep.option is not None and not prep.option.allowed:
        return {}
    kinds = {"flag", "inches", "units", "foes"}
    return {f.name: letters[f.name] for f in prep.fields if f.kind in kinds and f.name in letters}


def picked_from(field: Field, candidates: int) -> bool:
    """Whether a field is filled from a list with a filter."""
    return field.kind in SEVERAL or candidates > MOST_CYCLED


def picker_of(prep: Preparation, field: Field) -> Picker:
    """Return the list that a field is filled from, with what it holds now ticked."""
    value = prep.values.get(field.name, field.default)
    if field.kind in SEVERAL:
        return Picker(field.label, list(_units(prep, field)), tuple(value or ()), many=True)
    items = [_named(prep, candidate) for candidate in prep.candidates(field)]
    if not field.required:
        items.insert(0, Pickable("", "–", "leave it open"))
    return Picker(field.label, items, (value,) if value else (), many=False)


def _named(prep: Preparation, candidate: Candidate) -> Pickable:
    unit = prep.session.state.units.get(candidate.value)
    why = "" if candidate.allowed else candidate.why
    if unit is None:
        return Pickable(candidate.value, candidate.label, why=why)
    return _of_unit(prep, unit, why)


def _units(prep: Preparation, field: Field) -> Iterable[Pickable]:
    """Yield who can be among several: enemies as the action is aimed, friends before others."""
    state = prep.session.state
    own = state.unit(prep.unit).side if prep.unit else _side_of(prep, state)
    in_play = [unit for unit in state.units.values() if unit.in_play]
    if field.kind == "foes":
        aimed = {t.value: t for t in prep.option.targets} if prep.option else {}
        for unit in in_play:
            if unit.side != own:
                target = aimed.get(unit.id)
                yield _of_unit(prep, unit, target.why if target is not None and not target.allowed else "")
        return
    doing = prep.values.get("unit", prep.unit)
    for unit in sorted(in_play, key=lambda unit: unit.side != own):
        if unit.id != doing:
            yield _of_unit(prep, unit, "")


def _side_of(prep: Preparation, state: BattleState) -> str:
    unit = state.units.get(str(prep.values.get("unit", "")))
    return unit.side if unit is not None else ""


def _of_unit(prep: Preparation, unit: Unit, why: str) -> Pickable:
    state = prep.session.state
    many = f"×{unit.models}" if unit.start > 1 else ""
    melee = ", ".join(state.unit(other).name for other in state.in_contact(unit.id))
    told = (many, prep.session.ruleset.line(unit).role, f"in melee: {melee}" if melee else "")
    return Pickable(unit.id, unit.name, " · ".join(t for t in told if t), state.side(unit.side).name, why)


class FieldPick:
    """A field being filled from its list; what is ticked counts at once, so that the odds follow it."""

    def __init__(self, host: Host, prep: Preparation, field: Field) -> None:
        self.host = host
        self.prep = prep
        self.field = field
        self.wanted = prep.refused is not None or prep.missing == field
        """Whether the action could not be done without it."""
        self._picker = picker_of(prep, field)
        self._head: list[Line] = []

    def lines(self, width: int) -> list[Line]:
        """Return the panel with the whole list."""
        self._head = pick_head(self.prep, self._picker, width)
        return [*self._head, *self._picker.rows(width, self._picker.count)]

    def window(self, width: int, height: int) -> list[Line]:
        """Return so many lines of what was drawn last, the head always and of the list the part that counts."""
        room = max(1, height - len(self._head))
        least = self._head[-max(1, height - LEAST_LIST) :]
        head = self._head if room >= LEAST_LIST else least
        return [*head, *self._picker.rows(width, max(1, height - len(head)))]

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        take = Key("key:enter", "Enter", "take")
        several = (
            Key("key:space", "Space", "take"),
            Key("key:enter", "Enter", "done"),
            Key("key:*", "*", "all of its side"),
        )
        ends = (Key("key:escape", "Esc", "as before"), Key("app.help", "F1", "help"))
        return (*(several if self._picker.many else (take,)), *ends)

    def press(self, key: str, character: str | None) -> Outcome:
        """Take a key; `done` and `left` end it."""
        return self._follow(self._picker.press(key, character))

    def click(self, link: str) -> Outcome:
        """Take a click on a line of the list, or on a unit of the rosters."""
        kind, _, rest = link.partition(":")
        if kind == "leave":
            return self._follow(self._picker.leave())
        return self._follow(self._picker.click(rest)) if kind in {"pick", "unit"} else ""

    def _follow(self, outcome: Outcome) -> Outcome:
        if outcome == "refused":
            self.host.warn(self._picker.why)
        if outcome in {"changed", "done", "left"}:
            taken = self._picker.taken
            one = taken[0] if taken else self.field.default
            self.prep.set(self.field.name, taken if self._picker.many else one)
        return outcome
