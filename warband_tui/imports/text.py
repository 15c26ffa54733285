"""Makes text from files fit to show: one line, no control characters, no invisible tricks.

The result is still literal text. It is never escaped here: each target (screen, HTML, CSV, ...) escapes for
itself, and text that has been escaped twice is as wrong as text that was not.
"""

from __future__ import annotations

import re

NAME_LIMIT = 200
"""Characters kept of a name or a value."""

NOTE_LIMIT = 4000
"""Characters kept of a player's own notes."""

_ELLIPSIS = "…"
_SPACES = re.compile(
    "[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    "\u115f\u1160\u2800\u3164\uffa0]+"  # letters and symbols that draw nothing: a name of them would look empty
)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff"  # control characters, lone surrogates
    "\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # direction, zero width
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
    "\ufdd0-\ufdef\ufffe\uffff]"
)
"""Characters that go. Joiners stay (Persian, Indic and emoji need them), and so do format signs that are drawn."""


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
    if not (raw.isascii() and raw.isprintable() and "  " not in raw):
        raw = _SPACES.sub(" ", _INVISIBLE.sub("", raw))
    text = raw.strip(" \u200c\u200d")
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
