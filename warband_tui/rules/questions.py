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
