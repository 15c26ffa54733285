"""Numbers, lists and chances in words, the same wherever they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

_LEAST = Fraction(1, 10)
_LONGEST = 60
_DIGITS = 10**60


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with the right word: `1 roll`, `2 rolls`; `many` where an s is not enough."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def listed(words: Sequence[str]) -> str:
    """Join words as people do: `a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def first_few(words: Sequence[str], between: str = ", ", most: int = 3) -> str:
    """Join the first words of a list that may be very long: `a, b, c and 397 more`."""
    told = between.join(words[:most])
    return told if len(words) <= most else f"{told} and {len(words) - most} more"


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def percent(chance: Fraction | str) -> str:
    """Return a chance as people read it; what is possible is never shown as 0, nor as 100."""
    share = Fraction(chance) * 100
    if 0 < share < _LEAST:
        return "<0.1 %"
    if 100 - _LEAST < share < 100:
        return ">99.9 %"
    told = f"{float(share):.1f}"
    return f"{told.removesuffix('.0')} %"


def simple(name: str) -> str:
    """Return a name without case, spaces and signs, to compare it with another."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def shown(value: object, most: int = _LONGEST) -> str:
    """Return what somebody gave as a refusal repeats it: quoted, in plain signs of one line, cut where it is long."""
    if isinstance(value, str):
        value = value[: most + 1]
    elif isinstance(value, int) and abs(value) >= _DIGITS:
        # Python refuses to write numbers of thousands of digits.
        return "a number of very many digits"
    try:
        text = ascii(value)
    except ValueError:
        text = "something with a number of very many digits"
    return text if len(text) <= most else f"{text[: most - 3]}..."
