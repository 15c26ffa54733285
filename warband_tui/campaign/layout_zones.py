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
    if pattern == "quarters":
        deep_x, deep_y = width / 2, height / 2
        if not isinstance(board, InchBoard):
            deep_x, deep_y = width // 2, height // 2
        return _pair(_corner(deep_x, deep_y), width, height)
    if pattern == "diagonal":
        return _pair(((0.0, 0.0), (width, 0.0), (0.0, height)), width, height)
    most = _most(pattern, width, height)
    if not isinstance(board, InchBoard):
        most, deep = most // 1, deep // 1
    if not 0 < deep <= most:
        raise WarbandError(f"{deep:g} is no depth of a zone here; more than 0, at most {most:g}")
    if pattern == "corners":
        return _pair(_corner(deep, deep), width, height)
    along_top = (pattern == "long") == (width >= height)
    return _pair(_corner(width, deep) if along_top else _corner(deep, height), width, height)


def _most(pattern: Pattern, width: float, height: float) -> float:
    if pattern == "long":
        return min(width, height) / 2
    if pattern == "short":
        return max(width, height) / 2
    return min(width, height, max(width, height) / 2)


def _corner(width: float, depth: float) -> Outline:
    return ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))


def _pair(shape: Outline, width: float, height: float) -> tuple[DeploymentZone, ...]:
    other = tuple((width - x, height - y) for x, y in shape)
    return (DeploymentZone("A", shape), DeploymentZone("B", other))
