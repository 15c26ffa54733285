"""Widths on a character grid: how many cells a text takes, and wrapping, clipping and padding by cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from warband_tui.reports.document import Align

_JOINER = "\u200d"
_EMOJI_LOOK = "\ufe0f"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_HANGUL_TAIL = range(0x1160, 0x1200)


def _char_width(char: str) -> int:
    if ord(char) in _HANGUL_TAIL or unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of the text that may not be torn apart, each with its width in cells.

    A piece is a character with the combining marks, joiners and skin tones that follow it.
    """
    piece, width, joined = "", 0, False
    for char in text:
        own = 0 if joined or (ord(char) in _SKIN_TONES and width == 2) else _char_width(char)
        if piece and own:
            yield piece, width
            piece, width = "", 0
        piece += char
        # The emoji look widens the sign before it, which may be narrow by itself.
        widened = char == _EMOJI_LOOK and width == 1 and piece[0] not in (" ", "\u00a0")
        width = 2 if widened else width + own
        joined = char == _JOINER and width == 2
    if piece:
        yield piece, width


def cell_width(text: str) -> int:
    """Return the cells that the text takes in a fixed-width face."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(width for _, width in clusters(text))


def clip(text: str, width: int) -> str:
    """Return the text in at most `width` cells, ending in an ellipsis when something was cut off."""
    if cell_width(text) <= width:
        return text
    kept, used = [], 0
    for piece, cells in clusters(text):
        if used + cells > width - 1:
            break
        kept.append(piece)
        used += cells
    return "".join(kept).rstrip(" ") + "…"


def pad(text: str, width: int, align: Align = "left") -> str:
    """Return the text filled up with spaces to `width` cells; a wider text comes back as it is."""
    room = max(0, width - cell_width(text))
    before = {"left": 0, "right": room, "center": room // 2}[align]
    return " " * before + text + " " * (room - before)


def _chop(word: str, width: int) -> Iterator[str]:
    part, used = "", 0
    for piece, cells in clusters(word):
        if part and used + cells > width:
            yield part
            part, used = "", 0
        part += piece
        used += cells
    if part:
        yield part


def wrap(text: str, width: int) -> list[str]:
    """Break the text at spaces into lines of at most `width` cells (2 or more); a longer word is cut.

    An empty text is one empty line.
    """
    lines: list[str] = []
    line, used = "", 0
    for word in (part for whole in text.split(" ") if whole for part in _chop(whole, width)):
        cells = cell_width(word)
        if line and used + 1 + cells > width:
            lines.append(line)
            line, used = word, cells
        else:
            line, used = (f"{line} {word}", used + 1 + cells) if line else (word, cells)
    return [*lines, line]
