"""Reading a query about odds: a JSON object whose `roll` names its form; what is wrong with one, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError

_Form = TypeVar("_Form", bound=Struct)
_MISSING = re.compile(r"missing required field `(\w+)`")
_PATH = re.compile(r"at `\$\.?([^`]*)`")
_LONGEST = 40


def read(
    query: object,
    forms: Mapping[str, type[_Form]],
    place: str,
    example: str,
    inside: Mapping[str, type[Struct]],
) -> _Form:
    """Return a query as the struct of its form.

    Args:
        query: what was asked, a JSON object.
        forms: the form of each kind of roll, by the `roll` that names it.
        place: what the errors name as the place: `odds middle-earth`.
        example: a query as JSON, for somebody who has sent none.
        inside: keys whose values are objects of a form of their own, so that an unknown key in them is told.

    Raises:
        WarbandError: a key is unknown, missing or has a value outside its kind or limits.
    """
    if not isinstance(query, Mapping):
        raise WarbandError(f"a query is a JSON object such as {example}", place=place)
    roll = query.get("roll")
    form = forms.get(roll) if isinstance(roll, str) else None
    if form is None:
        said = "the key roll is missing" if "roll" not in query else f"roll cannot be {shown(roll)}"
        raise WarbandError(f"{said}; it is one of {', '.join(forms)}", place=place)
    place = f"{place}, {roll}"
    _known_keys(query, ("roll", *form.__struct_fields__), place)
    for key, inner in inside.items():
        given = query.get(key)
        if key in form.__struct_fields__ and isinstance(given, Mapping):
            _known_keys(given, inner.__struct_fields__, f"{place}, {key}")
    try:
        return msgspec.convert(dict(query), type=form)
    except msgspec.ValidationError as error:
        raise WarbandError(_complaint(str(error), query, form), place=place) from error


def schema_of(queries: Any) -> dict[str, Any]:
    """Return the JSON Schema of a union of forms, each key with its meaning and its limits."""
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(queries)))
    return schema


def shown(value: object) -> str:
    """Return a value as an error shows it: plain signs alone, and not too many of them."""
    text = ascii(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _known_keys(given: Mapping[str, object], known: tuple[str, ...], place: str) -> None:
    unknown = [key for key in given if key not in known]
    if unknown:
        named, plural = ", ".join(map(shown, unknown)), "s" * (len(unknown) > 1)
        raise WarbandError(f"unknown key{plural} {named}; known are {', '.join(known)}", place=place)


def _complaint(message: str, query: Mapping[str, object], form: type[Struct]) -> str:
    """Return what is wrong with a value: the key, what it must be, what it is."""
    found = _PATH.search(message)
    where, listed, _ = (found[1] if found else "").partition("[")
    path = where.split(".") if where else []
    missing = _MISSING.search(message)
    if missing:
        path = [*path, missing[1]]
        return f"the key {'.'.join(path)} is missing; it must be {_expected(form, path)}"
    value: object = query
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    name = ".".join(path)
    if listed and not _of_texts(form, path):
        # One entry of a list, which the path does not number.
        what = message.partition(" - at ")[0].replace("`", "").replace("Expected", "expected")
        return f"{name}: {what}, not {shown(value)}"
    return f"{name} must be {_expected(form, path)}, not {shown(value)}"


def _expected(form: type[Struct], path: list[str]) -> str:
    """Return in words what a value may be, as the form says."""
    whole = msgspec.json.schema(form)
    return _in_words(_part(path, whole), whole)


def _of_texts(form: type[Struct], path: list[str]) -> bool:
    """Whether a value is a list of texts, which its form describes better than one wrong entry."""
    whole = msgspec.json.schema(form)
    items = _followed(_part(path, whole).get("items") or {}, whole)
    return items.get("type") == "string"


def _part(path: list[str], whole: dict[str, Any]) -> dict[str, Any]:
    part: dict[str, Any] = whole
    for key in path:
        part = _followed(part, whole)["properties"][key]
    return _followed(part, whole)


def _followed(part: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        part = whole["$defs"][part["$ref"].rpartition("/")[2]]
    return part


def _in_words(part: dict[str, Any], whole: dict[str, Any]) -> str:
    if "enum" in part:
        return f"one of {', '.join(shown(one).strip(chr(39)) for one in part['enum'])}"
    if "anyOf" in part:
        return " or ".join(_in_words(_followed(one, whole), whole) for one in part["anyOf"])
    match part.get("type"):
        case "integer" | "number":
            what = "a whole number" if part["type"] == "integer" else "a number"
            limits = (part.get("minimum"), part.get("maximum"))
            return what if None in limits else f"{what} from {limits[0]} to {limits[1]}"
        case "boolean":
            return "true or false"
        case "array":
            return f"a list of up to {part['maxItems']} {_many(part, whole)}".rstrip()
        case "string":
            examples = ", ".join(map(str, part.get("examples", ())))
            return f"a text such as {examples}" if examples else "a text"
        case _:
            return "a JSON object"


def _many(part: dict[str, Any], whole: dict[str, Any]) -> str:
    items = _followed(part.get("items") or {}, whole)
    longest = items.get("maxLength")
    return f"texts of up to {longest} letters" if longest else "entries"
