"""Deployment zones by the usual patterns, for tables in inches and maps of squares alike."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warband_tui.campaign.layout_shapes import Outline
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board, DeploymentZone, InchBoard

Pattern = Literal["none", "long", "short", "corners", "quarters", "diagonal"]


class ZonePattern(Struct, frozen=True):
    """A pattern of zones; `deep` whether it asks how deep they are."""

    id: Pattern
    label: str
    deep: bool = False


PATTERNS = (
    ZonePattern("long", "along the long edges", deep=True),
    ZonePattern("short", "along the short edges", deep=True),
    ZonePattern("corners", "in two opposite corners", deep=True),
    ZonePattern("quarters", "in two opposite quarters"),
    ZonePattern("diagonal", "in the triangles of a diagonal"),
    ZonePattern("none", "none"),
)


def zones(board: Board, pattern: Pattern, deep: float = 0) -> tuple[DeploymentZone, ...]:
    """Return the zones of sides A and B.

    Args:
        board: whose size counts.
        pattern: how they lie.
        deep: how far they reach from their edge or corner, in inches or squares.

    Raises:
        WarbandError: the zones would meet, or have no depth.
    """
    width, height = float(board.width), float(board.height)
    if pattern == "none":
        return ()
    if pattern == "diagonal":
        return _pair(board, _half(board))
    most = _most(pattern, width, height)
    least = 0.0
    if not isinstance(board, InchBoard):
        # One row of squares has no outline; a zone of squares is whole.
        most, deep, least = most // 1, deep // 1, 1.0
    if pattern == "quarters":
        down = height / 2 if isinstance(board, InchBoard) else height // 2
        return _pair(board, _corner(most, down))
    if not least < deep <= most:
        raise WarbandError(f"{deep:g} is no depth of a zone here; more than {least:g}, at most {most:g}")
    if pattern == "corners":
        return _pair(board, _corner(deep, deep))
    along_top = (pattern == "long") == (width >= height)
    return _pair(board, _corner(width, deep) if along_top else _corner(deep, height))


def _half(board: Board) -> Outline:
    """Return the upper left triangle; on squares without those on the diagonal, which are nobody's."""
    if isinstance(board, InchBoard):
        return ((0.0, 0.0), (board.width, 0.0), (0.0, board.height))
    if min(board.width, board.height) < 2:
        raise WarbandError("a board one square wide has no diagonal; lay the zones along its short edges")
    return ((0.0, 0.0), (board.width - 1.0, 0.0), (0.0, board.height - 1.0))


def _most(pattern: Pattern, width: float, height: float) -> float:
    if pattern == "long":
        return min(width, height) / 2
    if pattern == "quarters":
        return width / 2
    if pattern == "short":
        return max(width, height) / 2
    return min(width, height, max(width, height) / 2)


def _corner(width: float, depth: float) -> Outline:
    return ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))


def _pair(board: Board, shape: Outline) -> tuple[DeploymentZone, ...]:
    """Return a zone and its counterpart; on squares the corners are squares, the last ones inside."""
    width, height = float(board.width), float(board.height)
    if not isinstance(board, InchBoard):
        shape = tuple((max(0.0, x - 1), max(0.0, y - 1)) for x, y in shape)
        width, height = width - 1, height - 1
    other = tuple((width - x, height - y) for x, y in shape)
    return (DeploymentZone("A", shape), DeploymentZone("B", other))
