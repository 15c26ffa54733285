"""Text of players and files, made safe to hand to any target."""

from __future__ import annotations

# Invisible characters that reorder a line, split a word unseen, or carry ruby text: none of them is part of a name.
# The joiners U+200C and U+200D stay: Persian, Indic scripts and joined emoji need them.
_INVISIBLE = (
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0x2060, 0x2066),
    *range(0x206A, 0x2070),
    *range(0xFFF9, 0xFFFC),
    0x00AD,
    0x061C,
    0x180E,
    0x200B,
    0x200E,
    0x200F,
    0xFEFF,
)
_SPACES = (*range(0x09, 0x0E), 0x85, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
_REPLACEMENT = 0xFFFD


def _table() -> dict[int, int | None]:
    table: dict[int, int | None] = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *_INVISIBLE), None)
    table |= dict.fromkeys(range(0xFDD0, 0xFDF0), None)
    table |= {plane + tail: None for plane in range(0, 0x110000, 0x10000) for tail in (0xFFFE, 0xFFFF)}
    table |= dict.fromkeys(range(0xD800, 0xE000), _REPLACEMENT)
    table |= dict.fromkeys(_SPACES, 0x20)
    return table


_TRANSLATION = _table()


def clean(text: str) -> str:
    """Return the text on one line, without control, bidirectional and other invisible formatting characters.

    Each space-like character becomes one space, except the no-break space U+00A0, which stays. A lone surrogate,
    which no file could hold, becomes U+FFFD. Cleaning twice changes nothing more.
    """
    if text.isprintable():
        return text
    return text.replace("\r\n", "\n").translate(_TRANSLATION)
