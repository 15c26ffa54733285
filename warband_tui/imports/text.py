"""Makes text from files fit to show: one line, no control characters, no invisible tricks.

The result is still literal text. It is never escaped here: each target (screen, HTML, CSV, ...) escapes for
itself, and text that has been escaped twice is as wrong as text that was not.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LIMIT = 200
"""Characters kept of a name or a value."""

NOTE_LIMIT = 4000
"""Characters kept of a player's own notes."""

_ELLIPSIS = "…"
_SPACE_CATEGORIES = frozenset({"Zs", "Zl", "Zp"})
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that draw nothing: a name made of them would look empty."""

_CONTROL_SPACES = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
_KEPT_FORMATS = frozenset(
    "\u200c\u200d\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters that writing needs: joiners (Persian, Indic, emoji) and visible Arabic signs."""


_UNUSUAL = re.compile(r"[^ -~]")


def _shown(match: re.Match[str]) -> str:
    """Gives what is kept of one character that is not plain ASCII: itself, a space or nothing."""
    char = match[0]
    if char in _CONTROL_SPACES or char in _BLANK_LETTERS:
        return " "
    category = unicodedata.category(char)
    if category in _SPACE_CATEGORIES:
        return " "
    if category in {"Cc", "Cs"} or (category == "Cf" and char not in _KEPT_FORMATS):
        return ""
    noncharacter = ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF
    return "" if noncharacter else char


def clean_text(value: object, limit: int = NAME_LIMIT) -> str:
    """Gives one line of plain text: what a name from a file is allowed to be.

    Every Unicode space (and line or paragraph separator) becomes a plain space and runs of them one; control
    characters, escape, bidirectional overrides, zero-width characters and lone surrogates go; the ends are trimmed.
    Everything else comes through literally, mark-up included.

    Args:
        value: text, or a number or truth value that a format wrote in its place; None gives "".
        limit: characters kept; longer text ends in an ellipsis.
    """
    if value is None:
        return ""
    # A hostile value can be megabytes long: look at no more than could matter.
    raw = str(value)[: limit * 8]
    text = " ".join(_UNUSUAL.sub(_shown, raw).split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + _ELLIPSIS


def clean_notes(value: object, limit: int = NOTE_LIMIT) -> str:
    """Gives a player's own notes: as `clean_text`, but line breaks stay (one blank line at most)."""
    if value is None:
        return ""
    raw = (
        str(value)[: limit * 2]
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("\u2028", "\n")
        .replace("\u2029", "\n")
    )
    kept: list[str] = []
    for line in raw.split("\n"):
        text = clean_text(line, limit)
        if text or (kept and kept[-1]):
            kept.append(text)
    notes = "\n".join(kept).strip()
    return notes if len(notes) <= limit else notes[: limit - 1].rstrip() + _ELLIPSIS


def name_from_id(slug: object, *, prefixes: bool = True) -> str:
    """Makes a readable name of an id: `md_heavy_gunner` gives "Heavy Gunner", `captain-oda` "Captain Oda".

    Args:
        slug: the id as the file holds it; a prefix in square brackets is left out.
        prefixes: whether a leading two or three letter part (`md_`, `eq_`) is a kind and not a word.
    """
    text = clean_text(slug)
    if text.startswith("[") and "]" in text:
        text = text.partition("]")[2]
    words = text.replace("-", " ").replace("_", " _ ").split()
    if prefixes and len(words) > 2 and words[1] == "_" and len(words[0]) <= 3:
        words = words[2:]
    shown = [word for word in words if word != "_"]
    return " ".join(word[:1].upper() + word[1:] for word in shown)
