"""What is typed into the fields of the odds lab, and what + and - do to them."""

from __future__ import annotations

import re
from typing import Any

from warband_tui.errors import WarbandError
from warband_tui.rules.lab import LabField

_DICE = re.compile(r"(\d*)\s*[dDwW]\s*(\d+)\s*(?:([+-])\s*(\d+))?")
_NUMBER = re.compile(r"([+-]?\d{1,5})\+?")
_LONGEST = 60


def stepped(field: LabField, value: Any, by: int) -> Any:
    """Return the value that so many steps lead to, never beyond what the field takes."""
    match field.kind:
        case "flag":
            return by > 0
        case "pick":
            values = [option for option, _ in field.options]
            place = next((i for i, v in enumerate(values) if v == value and type(v) is type(value)), 0)
            return values[(place + by) % len(values)]
        case "dice" if isinstance(value, str) and (found := _DICE.fullmatch(value)):
            plus = int(f"{found[3]}{found[4]}") if found[3] else 0
            return _dice_text(found[1], found[2], max(-99, min(99, plus + by)))
        case "number" | "dice":
            return _counted(field, value, by)
        case _:
            return value


def toggled(field: LabField, value: Any) -> Any:
    """Return the value that Space leads to: a flag turned round, the next of a list, another number."""
    if field.kind == "flag":
        return not value
    return stepped(field, value, 1)


def _counted(field: LabField, value: Any, by: int) -> int | None:
    if value is None:
        return field.low if by > 0 else None
    if not isinstance(value, int):
        return field.low
    wanted = value + by
    if wanted < field.low and field.empty:
        return None
    return max(field.low, min(field.high, wanted))


def typed(field: LabField, text: str) -> Any:
    """Read what was typed for a field.

    Raises:
        WarbandError: it is not what the field takes; the message says what is.
    """
    text = text.strip()
    if field.empty and text.casefold() in ("", "-", "none", field.nothing.casefold()):
        return None
    match field.kind:
        case "flag":
            return text.casefold() in ("y", "yes", "1", "on", "true")
        case "words":
            return [word.strip()[:_LONGEST] for word in text.split(",") if word.strip()]
        case "text":
            return text[:_LONGEST]
        case "pick":
            return _picked(field, text)
        case "dice" if found := _DICE.fullmatch(text):
            plus = int(f"{found[3]}{found[4]}") if found[3] else 0
            return _dice_text(found[1], found[2], plus)
        case _:
            return _number(field, text)


def _picked(field: LabField, text: str) -> Any:
    for option, label in field.options:
        if text.casefold() in (str(option).casefold(), label.casefold()):
            return option
    raise WarbandError(f"{field.label} is one of {', '.join(label for _, label in field.options)}")


def _number(field: LabField, text: str) -> int:
    found = _NUMBER.fullmatch(text)
    if found is None or not field.low <= int(found[1]) <= field.high:
        dice = ", or dice such as D3 or 2D6+1" if field.kind == "dice" else ""
        raise WarbandError(f"{field.label} is a whole number from {field.low} to {field.high}{dice}")
    return int(found[1])


def _dice_text(count: str, sides: str, plus: int) -> str:
    return f"{count}D{sides}{plus:+d}" if plus else f"{count}D{sides}"
