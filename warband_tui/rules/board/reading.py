"""Reading boards, bases and places from the JSON of a set-up."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from warband_tui.rules.board.faults import MOST_INCHES, faults
from warband_tui.rules.board.form import board_of
from warband_tui.rules.board.layout import BadBoard, Base, Board, Spot, SquareBoard


def read_board(data: Any) -> Board | None:
    """Read a board from the JSON of a set-up; None for a battle without one.

    A board without `kind` is in inches.

    Raises:
        BadBoard: it is not of its form, or a piece could not stand on it; the message names the first.
    """
    if data is None:
        return None
    board = board_of(data)
    found = faults(board)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadBoard(f"board: {found[0]}{more}")
    return board


def board_json(board: Board) -> dict[str, Any]:
    """Return a board as JSON builtins, in the form that `read_board` reads."""
    return dict(msgspec.to_builtins(board))


def read_base(data: Any) -> Base | None:
    """Read a base: `32`, `[30, 60]` (oval) or `{"form": "rectangle", "width": 50, "depth": 25, "turned": 90}`.

    A text such as `"32 mm"` or `"60x35mm"` is read as far as it makes sense; None when it does not.

    Raises:
        BadBoard: a size that no base has.
    """
    if data is None or isinstance(data, bool):
        return None
    if isinstance(data, str):
        numbers = [float(n) for n in _numbers(data)]
        if not 1 <= len(numbers) <= 2:
            return None
        data = numbers[0] if len(numbers) == 1 else numbers
    if isinstance(data, int | float):
        base = Base(float(data), float(data))
    elif isinstance(data, dict):
        try:
            base = msgspec.convert(data, Base)
        except msgspec.ValidationError as error:
            raise BadBoard(f"base: {error}") from None
        if base.form not in ("circle", "oval", "rectangle"):
            raise BadBoard(f"base: {base.form!r} is none of circle, oval, rectangle")
    elif isinstance(data, list | tuple) and len(data) == 2 and all(isinstance(n, int | float) for n in data):
        base = Base(float(data[0]), float(data[1]), "oval")
    else:
        raise BadBoard(f"base: {data!r} is no size in millimetres: 32, or [30, 60]")
    if not all(math.isfinite(n) and 1 <= n <= 500 for n in (base.width, base.depth)):
        raise BadBoard(f"base: {data!r} is no size of a base; from 1 to 500 mm")
    return base


def _numbers(text: str) -> list[str]:
    found, current = [], ""
    for letter in text + " ":
        if letter.isascii() and (letter.isdigit() or (letter == "." and current)):
            current += letter
        elif current:
            found.append(current.rstrip("."))
            current = ""
    return found


def read_spots(data: Any, models: int, board: Board | None, who: str) -> tuple[Spot, ...]:
    """Read where a unit stands: one spot, or one for each model; empty for nowhere.

    Raises:
        BadBoard: it is not of its form, more spots than models, or off the board.
    """
    if data is None or data == () or data == []:
        return ()
    if not isinstance(data, list | tuple):
        raise BadBoard(f"unit {who}: {data!r} is no place; give [x, y]")
    single = bool(data) and not isinstance(data[0], list | tuple)
    spots = tuple(_spot(spot, board, who) for spot in ([data] if single else data))
    if len(spots) > models:
        raise BadBoard(f"unit {who}: {len(spots)} places for {models} models")
    return spots


def _spot(data: Any, board: Board | None, who: str) -> Spot:
    numbers = isinstance(data, list | tuple) and all(
        isinstance(n, int | float) and not isinstance(n, bool) and math.isfinite(n) for n in data
    )
    if not numbers or len(data) not in (2, 3):
        raise BadBoard(f"unit {who}: {data!r} is no place; give [x, y] or [x, y, z]")
    if isinstance(board, SquareBoard):
        if any(n != int(n) for n in data):
            raise BadBoard(f"unit {who}: {list(data)} is no square; give whole numbers")
        if not (0 <= data[0] < board.width and 0 <= data[1] < board.height):
            raise BadBoard(
                f"unit {who} stands at {list(data)}, off the board of {board.width}x{board.height}"
            )
        return tuple(int(n) for n in data)
    spot = (float(data[0]), float(data[1]), float(data[2]) if len(data) == 3 else 0.0)
    if board is not None and not (0 <= spot[0] <= board.width and 0 <= spot[1] <= board.height):
        raise BadBoard(
            f'unit {who} stands at {spot[0]:g},{spot[1]:g}, off the board of {board.width:g}x{board.height:g}"'
        )
    if not 0 <= spot[2] <= MOST_INCHES:
        raise BadBoard(f'unit {who}: {spot[2]:g}" is no height above the table')
    return spot


def spots_text(spots: tuple[Spot, ...]) -> str:
    """Return spots as players read them, the first three of many."""
    shown = [
        "{:g},{:g}".format(*spot) + (f" up {spot[2]:g}" if spot[2:] and spot[2] else "") for spot in spots[:3]
    ]
    return "; ".join(shown) + (f" and {len(spots) - 3} more" if len(spots) > 3 else "")
