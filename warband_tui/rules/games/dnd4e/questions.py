"""Reading a question about squares, and writing squares and lines into its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares_sight import Line
from warband_tui.rules.games.dnd4e.space import NotOnBoard, Scene
from warband_tui.rules.questions import MOST
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import shown

Question = dict[str, Any]
Answer = dict[str, Any]


def unit_in(scene: Scene, question: Question, name: str = "unit") -> Unit:
    """Return the unit that a question names.

    Raises:
        NotOnBoard: it is not on the board.
    """
    return scene.unit(str(question.get(name, "")))


def number_in(question: Question, name: str, usual: int | None) -> int | None:
    """Return a number of squares of a question.

    Raises:
        NotOnBoard: it is none.
    """
    value = question.get(name, usual)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST):
        return value
    raise NotOnBoard(f'"{name}" is a whole number of squares from 0 to {MOST}, not {shown(value)}')


def priced(cells: Mapping[Spot, float] | Mapping[Square, float]) -> list[Answer]:
    """Return squares with their prices."""
    return [{"at": list(cell), "price": price} for cell, price in cells.items()]


def points(cells: Iterable[Spot]) -> list[list[float]]:
    """Return squares."""
    return [list(cell) for cell in cells]


def lines(found: Iterable[Line]) -> list[Answer]:
    """Return lines with what stops them."""
    return [
        {"from": line.a, "to": line.b, "clear": line.clear}
        | ({"square": list(line.square)} if line.square else {})
        | ({"unit": line.body} if line.body else {})
        for line in found
    ]
