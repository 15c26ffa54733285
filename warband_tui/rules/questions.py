"""The form of a question to a game: what the usual words of one may hold, so that no game has to look again."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, SquareBoard
from warband_tui.rules.wording import listed, shown


class BadQuestion(WarbandError):
    """A question with a word that does not hold what it should."""


MOST = 1000
"""The greatest number of inches or squares that a question may name; no board is nearly so large."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _sized(value: Any) -> bool:
    """Whether a value is a number of a size that sums can be done with; what is no number, or endless, is not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -MOST <= value <= MOST


def _number(value: Any) -> bool:
    return _sized(value) and value >= 0


def _whole(value: Any) -> bool:
    return isinstance(value, int) and _number(value)


def _spot(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) in (2, 3) and all(map(_sized, value))


def _spots(value: Any) -> bool:
    return _spot(value) or (isinstance(value, list | tuple) and all(map(_spot, value)))


def _somewhere(value: Any) -> bool:
    return bool(value) and _spots(value)


def _circles(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(_spot(one) and len(one) == 3 for one in value)


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(_text, value))


def _points(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(n, int) and _sized(n) for n in value.values())


_PLACE = f"a place [x, y] of numbers from -{MOST} to {MOST}"
_SPOTS = (_spots, f"{_PLACE}, or a list of such")
_SOMEWHERE = (_somewhere, f"{_PLACE}, or a list of such")
_NAME = (_text, "the id of one, as text")
_WORD = (_text, "a word")
_NUMBER = (_number, f"a number from 0 to {MOST}")
FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "unit": _NAME,
    "target": _NAME,
    "with": _NAME,
    "mode": _WORD,
    "template": _WORD,
    "kind": _WORD,
    "weapon": _WORD,
    "by": _WORD,
    "targets": (_names, "a list of ids"),
    "units": (_names, "a list of ids"),
    "to": _SOMEWHERE,
    "from": _SOMEWHERE,
    "origin": (_spot, _PLACE),
    "at": _SPOTS,
    "via": _SPOTS,
    "path": _SPOTS,
    "places": (_circles, f"a list of [x, y, radius], numbers from -{MOST} to {MOST}"),
    "extra": (_points, "an object of points by side"),
    "keep": (_truth, "true or false"),
    "inches": _NUMBER,
    "budget": _NUMBER,
    "grain": _NUMBER,
    "distance": _NUMBER,
    "squares": (_whole, f"a whole number from 0 to {MOST}"),
}
"""What each word holds, and how that is said. Null stands for left out, but not where a list belongs."""
HIGHEST = 200
"""The most squares up or down that a place may be."""
_LISTS = frozenset({"targets", "units", "at", "via", "path", "places"})
_ON_BOARD = ("to", "from", "origin", "via", "path")


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
    given = "nothing" if value is None else shown(value)
    raise BadQuestion(f"{question.get('ask')}: {name} is a number of inches from {least:g} on, not {given}")


def check_question(
    question: Mapping[str, Any], words: Collection[str] | None = None, board: Board | None = None
) -> dict[str, Any]:
    """Return a question without the words that are null, which are left out.

    Args:
        question: the question.
        words: the words that this one takes beside `ask`; None where its game does not say.
        board: what its places have to lie on.

    Raises:
        BadQuestion: a word does not hold what it should, is not known, or names a place off the board; the
            message names it.
    """
    ask = question.get("ask")
    for word, value in question.items():
        if words is not None and word != "ask" and word not in words:
            raise BadQuestion(f"{ask}: {_unknown(word, words)}")
        if word not in FORMS or (value is None and word not in _LISTS):
            continue
        fits, form = FORMS[word]
        if not fits(value):
            raise BadQuestion(f"{ask}: {word} is {form}, not {'null' if value is None else shown(value)}")
        if board is not None and word in _ON_BOARD:
            _check_places(ask, word, value, board)
    return {word: value for word, value in question.items() if value is not None}


def _unknown(word: str, words: Collection[str]) -> str:
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    meant = f"did you mean {close[0]!r}? " if close else ""
    return f"it takes no {shown(word)}; {meant}it takes {listed(list(words)) or 'nothing more'}"


def _check_places(ask: Any, word: str, value: Sequence[Any], board: Board) -> None:
    """Refuse places off the board."""
    squares = isinstance(board, SquareBoard)
    for spot in [value] if _spot(value) else value:
        x, y = spot[:2]
        inside = x < board.width and y < board.height if squares else x <= board.width and y <= board.height
        if not (x >= 0 and y >= 0 and inside):
            unit = "" if squares else '"'
            size = f"{board.width:g}x{board.height:g}{unit}"
            raise BadQuestion(f"{ask}: {word} {x:g},{y:g} is off the board of {size}")
        if squares and len(spot) > 2 and abs(spot[2]) > HIGHEST:
            raise BadQuestion(f"{ask}: {word} is at most {HIGHEST} squares up or down, not {spot[2]:g}")
