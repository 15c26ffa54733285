"""Reads JSON within bounds, and turns a New Recruit export into the same elements as its XML."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from warband_tui.imports.elements import LISTS, Element
from warband_tui.imports.limits import MAX_DEPTH, MAX_ELEMENTS, MAX_JSON_VALUES, MAX_SELECTIONS
from warband_tui.imports.refusal import ImportRefused

_MAX_DIGITS = 40


def read_json(text: str, place: str) -> Any:
    """Reads JSON with numbers as `int` and `Decimal`.

    Args:
        text: the whole file.
        place: the file's name for messages.

    Raises:
        ImportRefused: when it is not JSON, or passes a limit.
    """
    if text.count("{") + text.count("[") > MAX_ELEMENTS or text.count(",") > MAX_JSON_VALUES:
        raise ImportRefused("the JSON holds more values than any roster does", place=place)
    try:
        return json.loads(text, parse_float=_decimal, parse_int=_whole, parse_constant=_no_constant)
    except RecursionError as error:
        raise ImportRefused(f"nested deeper than {MAX_DEPTH} levels; no roster is", place=place) from error
    except json.JSONDecodeError as error:
        message = (
            f"the JSON is broken at line {error.lineno}, column {error.colno} ({error.msg}); export it again"
        )
        raise ImportRefused(message, place=place) from error
    except ValueError as error:
        raise ImportRefused(f"the JSON holds {error}, which no roster does", place=place) from error


def elements_of(data: dict[str, Any], place: str) -> Element:
    """Gives the elements of a New Recruit roster, iteratively.

    Lists have no wrapper there, `$text` holds an element's text and is missing when empty, and attributes may have
    become numbers and truth values.

    Args:
        data: the object with `forces`.
        place: the file's name for messages.

    Raises:
        ImportRefused: when it is nested too deep or holds too many selections.
    """
    root = Element(_attributes(data))
    waiting: list[tuple[Element, dict[str, Any], int]] = [(root, data, 1)]
    selections = 0
    while waiting:
        element, source, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ImportRefused(f"nested deeper than {MAX_DEPTH} levels; no roster is", place=place)
        element.text = as_text(source.get("$text"))
        for name in LISTS:
            for item in items(source, name):
                selections += name == "selections"
                child = Element(_attributes(item))
                element.add(name, child)
                waiting.append((child, item, depth + 1))
        if selections > MAX_SELECTIONS:
            raise ImportRefused(
                f"more than {MAX_SELECTIONS} selections; no roster has that many", place=place
            )
    return root


def items(source: object, name: str) -> list[dict[str, Any]]:
    """Gives the objects in the list of that name; anything else there (or no list) counts as nothing."""
    value = source.get(name) if isinstance(source, dict) else None
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def mapping(source: object, name: str) -> dict[str, Any]:
    """Gives the object of that name; some programs write an empty one as `[]`."""
    value = source.get(name) if isinstance(source, dict) else None
    return value if isinstance(value, dict) else {}


def as_text(value: object) -> str:
    """Gives a JSON value as an XML attribute would hold it; objects, lists and null give ""."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | Decimal) else ""


def _attributes(source: dict[str, Any]) -> dict[str, str]:
    return {key: as_text(value) for key, value in source.items() if not isinstance(value, list | dict)}


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _decimal(digits: str) -> Decimal:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    try:
        return Decimal(digits)
    except InvalidOperation:
        raise ValueError(f"the number {digits}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"the number {name}")
