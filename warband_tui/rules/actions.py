"""Actions: what a player does, as structs that carry their own form.

An action is one struct; `do` names it in JSON. The annotations of its fields (what kind of
thing, in which range, under which label) are enough to make the form of a screen, the JSON
schema and the headless call from the one declaration. The actions of this module serve every
game: keeping the books by hand. A game adds its own.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.state import UnitSetup
from warband_tui.rules.wording import shown

UnitRef = Annotated[str, Meta(description="the id of a unit", extra={"kind": "unit"})]
SideRef = Annotated[str, Meta(description="the id of a side", extra={"kind": "side"})]
FoeRef = Annotated[str, Meta(description="the id of an enemy unit", extra={"kind": "foe"})]
FoeRefs = Annotated[tuple[str, ...], Meta(description="the ids of enemy units", extra={"kind": "foes"})]
Anyone = Annotated[str, Meta(description="the id of a unit or a side", extra={"kind": "anyone"})]
CounterRef = Annotated[str, Meta(description="the id of a counter", extra={"kind": "counter"})]
ConditionRef = Annotated[str, Meta(description="the id of a condition", extra={"kind": "condition"})]
WeaponRef = Annotated[str, Meta(description="a weapon of the unit, by id or name", extra={"kind": "weapon"})]
Inches = Annotated[float, Meta(description="inches", ge=0, le=100, extra={"kind": "inches"})]
Amount = Annotated[int, Meta(description="a whole number", ge=-100_000, le=100_000)]
Text = Annotated[str, Meta(description="free text", max_length=2000, extra={"kind": "text"})]
EntryRef = Annotated[
    int, Meta(description="the number of an entry of the log", ge=1, extra={"kind": "entry"})
]


Spots = Annotated[
    tuple[tuple[float, ...] | float, ...],
    Meta(description="a spot [x, y] or [x, y, z], or one for each model", extra={"kind": "spots"}),
]


class Action(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of every action."""


class Mark(Action, frozen=True, tag="mark"):
    """Add to a counter (`by`, may be negative) or set it (`to`)."""

    on: Anyone
    counter: CounterRef
    by: Amount = 1
    to: Amount | None = None
    why: Text = ""


class SetCondition(Action, frozen=True, tag="condition"):
    """Set a condition, or clear it."""

    on: Anyone
    condition: ConditionRef
    clear: bool = False
    why: Text = ""


class Lose(Action, frozen=True, tag="lose"):
    """Take models off the table."""

    unit: UnitRef
    models: Annotated[int, Meta(ge=1)] = 1
    how: Text = ""
    by: UnitRef = ""
    using: Text = ""


class Restore(Action, frozen=True, tag="restore"):
    """Put models back on the table."""

    unit: UnitRef
    models: Annotated[int, Meta(ge=1)] = 1
    why: Text = ""


class Engage(Action, frozen=True, tag="engage"):
    """State that two units are in close combat, or no longer are (`apart`)."""

    unit: UnitRef
    target: FoeRef
    apart: bool = False


class Activate(Action, frozen=True, tag="activate"):
    """Begin a unit's activation."""

    unit: UnitRef


class EndActivation(Action, frozen=True, tag="end"):
    """End an activation; of a unit that has not acted, use it up."""

    unit: UnitRef = ""


class NextTurn(Action, frozen=True, tag="turn"):
    """Finish this turn and begin the next one. `first` chooses the first side where one may."""

    first: SideRef = ""


class Note(Action, frozen=True, tag="note"):
    """Write something into the log."""

    text: Text
    unit: UnitRef = ""


class Remark(Action, frozen=True, tag="remark"):
    """Write a note on an entry."""

    entry: EntryRef
    text: Text


class Star(Action, frozen=True, tag="star"):
    """Star an entry for the report, or take the star off."""

    entry: EntryRef
    on: bool = True


class RollDice(Action, frozen=True, tag="roll"):
    """Roll some dice for something that the rules do not know."""

    count: Annotated[int, Meta(ge=1, le=40)] = 2
    sides: Annotated[int, Meta(ge=2, le=100)] = 6
    why: Text = ""
    unit: UnitRef = ""


class Join(Action, frozen=True, tag="join"):
    """Bring a further unit into the battle."""

    side: SideRef
    unit: UnitSetup


class Place(Action, frozen=True, tag="place"):
    """Put a unit somewhere on the board, or off it (`at` empty): deploying and mending, not moving."""

    unit: UnitRef
    at: Spots = ()


class LayBoard(Action, frozen=True, tag="board"):
    """Lay a board under a battle that is under way, in the form of a set-up, or take it away (None)."""

    board: dict[str, Any] | None = None


class Split(Action, frozen=True, tag="split"):
    """Make a unit of its own of some models of a group."""

    unit: UnitRef
    models: Annotated[int, Meta(ge=1, extra={"label": "how many"})] = 1
    name: Text = ""


class Merge(Action, frozen=True, tag="merge"):
    """Join a unit to another of the same kind."""

    unit: UnitRef
    into: UnitRef


class EndBattle(Action, frozen=True, tag="finish"):
    """End the battle. No winner is a draw."""

    winner: SideRef = ""
    why: Text = "agreed"


class Field(Struct, frozen=True):
    """One field of an action, for a form. `kind` is what it refers to (unit, foe, inches, ...)."""

    name: str
    kind: str
    label: str
    required: bool
    default: Any = None
    options: tuple[str, ...] = ()


def tag_of(action: type[Action] | Action) -> str:
    """Return the name of an action in JSON."""
    return str(action.__struct_config__.tag)


def fields_of(action: type[Action]) -> tuple[Field, ...]:
    """Return the fields of an action as a form shows them, in order."""
    hints = get_type_hints(action, include_extras=True)
    return tuple(_field(info, hints[info.name]) for info in msgspec.structs.fields(action))


def _field(info: msgspec.structs.FieldInfo, hint: Any) -> Field:
    kind, label, options = "text", info.name.replace("_", " "), _named_values(hint)
    for meta in _metas(hint):
        extra = meta.extra or {}
        kind = extra.get("kind", kind)
        label = extra.get("label", label)
        options = tuple(extra.get("options", options))
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if kind == "text":
        kind = {bool: "flag", int: "number", float: "number"}.get(plain, kind)
    default = None if info.default is msgspec.NODEFAULT else info.default
    return Field(info.name, kind, label, info.required, default, options)


def _named_values(hint: Any) -> tuple[str, ...]:
    """Return the values of a field that takes one of a few names; the empty one stands for none of them."""
    if get_origin(hint) is Literal:
        return tuple(value for value in get_args(hint) if isinstance(value, str))
    return next((found for part in get_args(hint) if (found := _named_values(part))), ())


def _metas(hint: Any) -> list[Meta]:
    found = [m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Meta)]
    for part in get_args(hint):
        found += _metas(part)
    return found


class BadAction(WarbandError):
    """An action that is not of its form."""


def read_action(data: Any, kinds: tuple[type[Action], ...]) -> Action:
    """Read an action from JSON builtins.

    Raises:
        BadAction: unknown name, unknown or missing field, wrong type; the message says which.
    """
    if not isinstance(data, dict):
        raise BadAction('an action is an object such as {"do": "note", "text": "..."}')
    name = data.get("do", UNSET)
    by_name = {tag_of(kind): kind for kind in kinds}
    if not isinstance(name, str) or name not in by_name:
        said = "" if name is UNSET else f" {shown(name)}"
        raise BadAction(f"no action{said}; this game has {', '.join(sorted(by_name))}")
    try:
        return msgspec.convert(data, by_name[name])
    except msgspec.ValidationError as error:
        raise BadAction(f"{name}: {error}") from None


def action_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON builtins, as an entry that has been read again holds it."""
    return dict(msgspec.json.decode(msgspec.json.encode(action)))
