"""The letters of a map of squares: what each stands for, letters of one's own, how deep its drops are.

Every edit takes a board and returns another. `.`, `#`, `~` and `O` mean the same on every map.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from warband_tui.campaign.layout_squares import LETTERS, OPEN
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import COMMON, Ground, SquareBoard

MOST_FEET = 1000
_MOST_WORD = 40

FLAGS = {
    "blocking": "filled: no entry, no line of effect",
    "transparent": "filled, but seen through",
    "drop": "a drop",
    "obscured": "blocks sight, not effect",
}
"""What ground is or is not, by the fields of `Ground`."""
KINDS = {
    "difficult": "difficult",
    "hindering": "hindering",
    "challenging": "challenging",
}
"""What ground may be of some kind: which kind of difficult ground, what hurts, what it asks for."""


def ground_text(ground: Ground, drop_feet: int = 0) -> str:
    """Return in words what ground is, without its name; `open floor` for ground that is nothing else."""
    parts = [f"{word}: {kind}" for field, word in KINDS.items() if (kind := getattr(ground, field))]
    hidden = {"drop", "blocking"} if ground.transparent else {"drop"}
    parts += [word for field, word in FLAGS.items() if getattr(ground, field) and field not in hidden]
    if ground.drop:
        parts.append(f"a drop of {drop_feet} feet" if drop_feet else "a drop")
    if ground.height:
        parts.append(f"{ground.height} feet up")
    return ", ".join(parts) or "open floor"


def turned(ground: Ground, flag: str) -> dict[str, bool]:
    """Return the fields that change when a flag of ground is turned over: only what is filled is seen through."""
    on = not getattr(ground, flag)
    fields = {flag: on}
    if flag == "transparent" and on:
        fields["blocking"] = True
    if flag == "blocking" and not on:
        fields["transparent"] = False
    return fields


def count_of(board: SquareBoard, letter: str) -> int:
    """Return how many squares of a map a letter has."""
    return sum(row.count(letter) for row in board.map)


def free_letter(board: SquareBoard) -> str:
    """Return a letter that the map does not use, empty when it has used all."""
    taken = {*COMMON, *board.legend, *"".join(board.map)}
    return next((letter for letter in LETTERS if letter not in taken), "")


def why_no_letter(board: SquareBoard, letter: str) -> str | None:
    """Return why a text will not do as a new letter of a map, None when it will."""
    if len(letter) != 1 or not letter.isascii() or not letter.isprintable() or letter in " @":
        return "one letter, digit or sign; no blank and no @"
    if letter in COMMON:
        return f"{letter} means {ground_text(COMMON[letter])} on every map"
    return f"the map has a letter {letter} already" if letter in board.legend else None


def add_letter(board: SquareBoard, letter: str, name: str) -> SquareBoard:
    """Give the map a letter of its own, open ground at first.

    Raises:
        WarbandError: it will not do.
    """
    if why := why_no_letter(board, letter):
        raise WarbandError(why)
    return replace(board, legend={**board.legend, letter: Ground(name=_word(name))})


def change_letter(board: SquareBoard, letter: str, **fields: Any) -> SquareBoard:
    """Give a letter other ground: the fields of `Ground`.

    Raises:
        WarbandError: it is none of the map's own letters, or a value is none.
    """
    ground = _own(board, letter)
    height = fields.get("height", 0)
    if not 0 <= height <= MOST_FEET:
        raise WarbandError(f"{height} feet is no height of ground; from 0 to {MOST_FEET}")
    told = {key: _word(value) if isinstance(value, str) else value for key, value in fields.items()}
    return replace(board, legend={**board.legend, letter: replace(ground, **told)})


def remove_letter(board: SquareBoard, letter: str) -> SquareBoard:
    """Take a letter off the map; its squares become open floor.

    Raises:
        WarbandError: it is none of the map's own letters.
    """
    _own(board, letter)
    legend = {key: ground for key, ground in board.legend.items() if key != letter}
    return replace(board, legend=legend, map=tuple(row.replace(letter, OPEN) for row in board.map))


def set_drops(board: SquareBoard, feet: int) -> SquareBoard:
    """Say how deep the drops of a map are.

    Raises:
        WarbandError: it is no depth.
    """
    if not 0 <= feet <= MOST_FEET:
        raise WarbandError(f"{feet} feet is no depth of a drop; from 0 to {MOST_FEET}")
    return replace(board, drop_feet=feet)


def _own(board: SquareBoard, letter: str) -> Ground:
    if letter not in board.legend:
        raise WarbandError(f"the map has no letter {letter} of its own")
    return board.legend[letter]


def _word(text: str) -> str:
    return " ".join(text.split())[:_MOST_WORD]
