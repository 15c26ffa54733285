"""Reading the form of a board: what has the wrong type is told in words, with the piece it is about."""

from __future__ import annotations

import json
import re
from typing import Any, cast

import msgspec

from warband_tui.rules.board.layout import BadBoard, Board, Ground

_TOLD = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_TYPES = {
    "float": "a number",
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}
_KINDS = "inches, squares"
_MOST_SHOWN = 40


def board_of(data: Any) -> Board:
    """Read a board whose pieces may be faulty; one without `kind` is in inches.

    Raises:
        BadBoard: it is not of a board's form; the message names the piece, the field and what that takes.
    """
    if not isinstance(data, dict):
        raise BadBoard('a board is an object: {"kind": "inches", "width": 48, "height": 48}')
    try:
        return cast(Board, msgspec.convert({"kind": "inches", **data}, Board))
    except msgspec.ValidationError as error:
        raise BadBoard(_in_words(str(error), data)) from None
    except RecursionError:
        raise BadBoard("the board: it is nested too deeply") from None


def _in_words(error: str, data: dict[str, Any]) -> str:
    """Return what msgspec says of a board, in the words of who wrote the board."""
    found = _TOLD.fullmatch(error)
    what, path = (found["what"], found["path"] or "") if found else (error, "")
    steps: list[str | int] = [
        name or (int(place) if place.isdigit() else place) for name, place in _STEP.findall(path)
    ]
    piece, rest, value = _piece(data, steps)
    for step in rest:
        value = _inside(value, step)
    field = next((f'"{step}"' for step in rest if isinstance(step, str)), "it")
    corner = next((step for step in rest if isinstance(step, int)), None)
    if corner is not None:
        field = f"corner {corner + 1} of {field}" if field == '"shape"' else f"number {corner + 1} of {field}"
    return f"{piece}: {_complaint(what, field, value)}"


def _complaint(what: str, field: str, value: Any) -> str:
    named = re.search(r"field `([^`]*)`", what)
    if named and "missing" in what:
        return f'"{_shown_name(named[1])}" is missing'
    if named:
        return f'unknown field "{_shown_name(named[1])}"'
    if field == '"kind"' and what.startswith("Invalid value"):
        return f"{field} is one of {_KINDS}, not {_shown(value)}"
    length = re.match(r"Expected `array` of length (\d+)", what)
    if length:
        return f"{field} is a list of {length[1]}, not {_shown(value)}"
    wanted = re.match(r"Expected `([^`]*)`", what)
    if wanted:
        names = [_TYPES.get(one.strip(), one.strip()) for one in wanted[1].split("|")]
        return f"{field} is {' or '.join(names)}, not {_shown(value)}"
    return f"{field}: {what[:200]}"


def _piece(data: dict[str, Any], steps: list[str | int]) -> tuple[str, list[str | int], Any]:
    """Return the piece that a path leads into, in words, the rest of the path, and the piece itself."""
    if len(steps) < 2:
        return "the board", steps, data
    part, place = steps[0], steps[1]
    held = data.get(str(part))
    if part == "legend" and isinstance(held, dict):
        letter, ground = next(((k, g) for k, g in held.items() if not _is_ground(g)), ("", None))
        return f"legend {_shown(letter)}", steps[2:], ground
    if not isinstance(place, int) or not isinstance(held, list | tuple) or place >= len(held):
        return "the board", steps, data
    one = held[place]
    if part == "features":
        return f"piece {_name_of(one, ('id', 'name'), place)}", steps[2:], one
    if part == "zones":
        return f"zone {_name_of(one, ('name', 'side'), place)}", steps[2:], one
    if part == "edges":
        return f"edge {place + 1}", steps[2:], one
    return f"{part} row {place + 1}" if part == "map" else f"the board's {part}", steps[2:], one


def _is_ground(value: Any) -> bool:
    try:
        msgspec.convert(value, Ground)
    except msgspec.ValidationError:
        return False
    return True


def _name_of(piece: Any, fields: tuple[str, ...], place: int) -> str:
    """Return what a piece is called, else its number in the list."""
    names = [piece.get(field) for field in fields] if isinstance(piece, dict) else []
    named = next((name for name in names if isinstance(name, str) and name.strip()), None)
    return _shown_name(named) if named else f"number {place + 1}"


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list | tuple) and isinstance(step, int) and step < len(value):
        return value[step]
    return value


def _shown_name(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_MOST_SHOWN])


def _shown(value: Any) -> str:
    """Return a value as JSON in one line of bearable length, whatever is in it."""
    try:
        text = json.dumps(value, default=str)
    except (RecursionError, ValueError, TypeError):
        text = type(value).__name__
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
