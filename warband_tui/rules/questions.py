"""The form of a question to a game: what the usual words of one may hold, so that no game has to look again."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from warband_tui.errors import WarbandError


class BadQuestion(WarbandError):
    """A question with a word that does not hold what it should."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _spot(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) in (2, 3) and all(map(_number, value))


def _spots(value: Any) -> bool:
    return _spot(value) or (isinstance(value, list | tuple) and all(map(_spot, value)))


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(_text, value))


_SPOTS = (_spots, "a place [x, y], or a list of such")
_NAME = (_text, "the id of one, as text")
_NUMBER = (_number, "a number")
FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "unit": _NAME,
    "target": _NAME,
    "with": _NAME,
    "mode": (_text, "a word"),
    "template": (_text, "a word"),
    "targets": (_names, "a list of ids"),
    "units": (_names, "a list of ids"),
    "to": _SPOTS,
    "from": _SPOTS,
    "at": _SPOTS,
    "via": _SPOTS,
    "path": _SPOTS,
    "places": _SPOTS,
    "inches": _NUMBER,
    "budget": _NUMBER,
    "grain": _NUMBER,
    "distance": _NUMBER,
}
"""What each word holds, and how that is said. Null stands for left out."""


FINEST = 0.25
"""Inches: the smallest grain of cells that a question about a table may name; a finer one has too many of them."""


def inches_in(question: Mapping[str, Any], name: str, default: float | None, least: float = 0.0) -> float:
    """Return a length in inches of a question.

    Args:
        question: the question.
        name: the word that holds it.
        default: what holds where it is left out; None where it has to be named.
        least: the smallest that is taken.

    Raises:
        BadQuestion: it is no length, or one below the least; the message names it.
    """
    value = question.get(name)
    value = default if value is None else value
    if value is not None and _number(value) and value >= least:
        return float(value)
    given = "nothing" if value is None else repr(value)[:40]
    raise BadQuestion(f"{question.get('ask')}: {name} is a number of inches from {least:g} on, not {given}")


def check_question(question: Mapping[str, Any]) -> None:
    """Refuse a question that could not be read.

    Raises:
        BadQuestion: a word does not hold what it should; the message names it.
    """
    for word, value in question.items():
        if word not in FORMS or value is None:
            continue
        fits, form = FORMS[word]
        if not fits(value):
            raise BadQuestion(f"{question.get('ask')}: {word} is {form}, not {str(value)[:40]!r}")
