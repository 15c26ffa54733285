"""Finding names by a few of their letters, accents and case aside. Pure, and linear in the text."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class Match(NamedTuple):
    """How well a query fits, higher is better, and which letters of the text it met."""

    score: float
    at: tuple[int, ...]


def match(query: str, text: str) -> Match | None:
    """Return how a query fits a name, None when it does not.

    A part of the text beats initials of its words, these beat letters in order; letters that are
    spread over more than three times the query do not count.
    """
    wanted, folded = folded_text(query.strip()), folded_text(text)
    if not wanted:
        return Match(0.0, ())
    place = folded.find(wanted)
    starts = [found.start() for found in re.finditer(r"\w+", folded)]
    if place >= 0:
        at_word = next((s for s in starts if folded.startswith(wanted, s)), None)
        place = place if at_word is None else at_word
        bonus = (1.0 if at_word is not None else 0.0) + (0.5 if place == 0 else 0.0)
        return Match(3.0 + bonus + len(wanted) / (len(folded) + 1), tuple(range(place, place + len(wanted))))
    letters = wanted.replace(" ", "")
    if initials := _in_order(letters, folded, starts):
        return Match(2.0, initials)
    anywhere = _in_order(letters, folded, range(len(folded)))
    if anywhere and anywhere[-1] - anywhere[0] < 3 * len(letters):
        return Match(1.0 / (1 + anywhere[-1] - anywhere[0]), anywhere)
    return None


def has_words(query: str, text: str) -> bool:
    """Whether every word of a query is somewhere in a longer text."""
    folded = folded_text(text)
    return all(word in folded for word in folded_text(query).split())


def folded_text(text: str) -> str:
    """Return a text in lower case without accents, letter for letter."""
    if text.isascii():
        return text.lower()
    return "".join(_folded_letter(letter) for letter in text)


def _folded_letter(letter: str) -> str:
    base = unicodedata.normalize("NFD", letter)[0].lower()
    return base if len(base) == 1 else letter


def _in_order(letters: str, text: str, places: list[int] | range) -> tuple[int, ...]:
    found = []
    left = iter(places)
    for letter in letters:
        at = next((place for place in left if text[place] == letter), None)
        if at is None:
            return ()
        found.append(at)
    return tuple(found)
