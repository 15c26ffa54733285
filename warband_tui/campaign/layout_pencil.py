"""What the pencil of a drawing desk is set to, and what is carried over the board."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband_tui.campaign.layout_history import History
from warband_tui.rules.board.layout import Board, Point, Square
from warband_tui.rules.board.planning import TerrainKind

FORMS = {"inches": ("rectangle", "circle", "wall", "outline"), "squares": ("square", "block", "edge")}
STEPWISE = frozenset({"wall", "outline", "block", "edge"})
"""Forms that take several corners."""

WALL_THICKNESS = 0.5
_USUAL = (6.0, 4.0)


@dataclass
class Pencil:
    """What is placed next."""

    kind: TerrainKind
    form: str
    width: float = _USUAL[0]
    depth: float = _USUAL[1]
    letter: str = ""
    """On squares a letter of the map's own, which is painted in place of the sort of terrain."""
    corners: list[Point] = field(default_factory=list)


@dataclass
class Load:
    """What is carried: from where, on which board, and the way back."""

    start: Point
    base: Board
    before: History
    what: str
    piece: str = ""
    area: tuple[Square, ...] = ()
    leave: bool = False
