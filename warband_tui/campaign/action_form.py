"""The fields of actions as a form needs them, and what the log says about the last time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action, Field, fields_of, tag_of
from warband_tui.rules.entries import Entry
from warband_tui.rules.ruleset import ActionDef

form_of = cache(fields_of)
"""The fields of an action. Reading annotations takes a millisecond, and they never change."""

_LISTED = frozenset({"unit", "foe", "side", "anyone", "counter", "condition", "weapon"})
_COUNTED = frozenset({"inches", "number", "dice"})


def filled_in(definition: ActionDef, values: Mapping[str, Any], *, new_unit: str = "") -> Action:
    """Return the action that a form's values make; text is read as what a field holds.

    Args:
        definition: the action's declaration.
        values: by field; empty ones count as left out.
        new_unit: the id of a unit that is given by its name only.

    Raises:
        WarbandError: a value does not fit its field; the message says which.
    """
    data = {name: value for name, value in values.items() if value not in ("", None)}
    for field in form_of(definition.action):
        value = data.get(field.name)
        if isinstance(field.default, tuple) and isinstance(value, str):
            data[field.name] = [part.strip() for part in value.split(",") if part.strip()]
    for name in _of_structs(definition.action):
        value = data.get(name)
        if isinstance(value, str):
            data[name] = _struct(value, new_unit, definition.label)
    try:
        return msgspec.convert({"do": tag_of(definition.action), **data}, definition.action, strict=False)
    except msgspec.ValidationError as error:
        raise WarbandError(f"{definition.label}: {error}") from None


@cache
def _of_structs(action: type[Action]) -> tuple[str, ...]:
    """Return the names of the fields that hold a struct of their own."""
    return tuple(
        info.name
        for info in msgspec.structs.fields(action)
        if isinstance(info.type, type) and issubclass(info.type, Struct)
    )


def _struct(text: str, new_unit: str, label: str) -> dict[str, Any]:
    """Read a unit: JSON, or just its name."""
    if not text.lstrip().startswith("{"):
        return {"id": new_unit, "name": text}
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise WarbandError(f"{label}: {error}") from None


def last_target(session: PlaySession, unit_id: str, side_id: str) -> str:
    """Return whom a unit aimed at last, else whom its side did; empty when nobody."""
    found = ""
    for entry in lately(session):
        target = entry.action.get("target")
        if not isinstance(target, str) or not target or entry.side != side_id:
            continue
        if entry.unit == unit_id:
            return target
        found = found or target
    return found


def definition_of(session: PlaySession, do: str) -> ActionDef:
    """Return the declaration of an action; a game's own goes before the shared one of that name.

    Raises:
        WarbandError: the game has no such action.
    """
    for definition in session.ruleset.actions:
        if tag_of(definition.action) == do:
            return definition
    raise WarbandError(f"{session.ruleset.title} has no action {do!r}")


def counted(field: Field) -> bool:
    """Whether a field holds a number."""
    return field.kind in _COUNTED


def listed(field: Field) -> bool:
    """Whether a field is set to one of a list."""
    return field.kind in _LISTED or bool(field.options)


def lately(session: PlaySession) -> Iterable[Entry]:
    """Yield the last entries that stand, newest first."""
    undone = 0
    for entry in reversed(session.battle.entries[-200:]):
        if entry.kind == "undo":
            undone += entry.count
        elif entry.kind == "redo":
            undone -= entry.count
        elif undone > 0:
            undone -= 1
        else:
            yield entry


def means_another(field: Field, fields: Iterable[Field]) -> bool:
    """Whether a field of an action must name a unit beside the one that acts."""
    acts = any(other.name == "unit" for other in fields if other != field)
    return acts and field.required and field.kind == "unit"
