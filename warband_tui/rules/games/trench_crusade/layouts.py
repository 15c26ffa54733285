"""Tables of this game: what is wrong with one, and tables at random."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, DeploymentZone, Fault, Feature, InchBoard
from warband_tui.rules.board.scatter import Crowded, Size, scatter
from warband_tui.rules.games.trench_crusade.ground_rules import TABLES, board_words, terrain_rules

_LEAST = 30
"""Inches across: what the rules of 1.0.2 call a dining table (TC-SET-2)."""
_ZONE = 8.0
_SIZES = (
    Size("building", 7, 6),
    Size("trench", 10, 0.75),
    Size("trench", 10, 0.75),
    Size("ruin", 6, 5),
    Size("ledge", 5, 4),
    Size("difficult-dangerous", 6, 2),
    Size("difficult", 6, 5, corners=8),
    Size("crater", 4, 4, corners=8),
    Size("barricade", 4, 0.5),
)
"""The pieces of half a table of 48x48"; the other half is the same turned round."""
_USUAL = 48.0 * 48.0


def board_faults(board: Board) -> tuple[Fault, ...]:
    """Return what the game finds wrong with a board that can be drawn (TC-SET-2, TC-TER-4)."""
    if not isinstance(board, InchBoard):
        return (Fault("board", "this game is played on a table in inches"),)
    found = []
    size = tuple(sorted((board.width, board.height), reverse=True))
    if size not in TABLES:
        small = f', and less than {_LEAST}" across' if min(size) < _LEAST else ""
        usual = " and ".join(f"{w}x{h}" for w, h in TABLES)
        found.append(
            Fault("size", f'{board.width:g}x{board.height:g}" is no standard table{small}; {usual} are')
        )
    ladders = terrain_rules().ladders
    found += [
        Fault(feature.label, "a ladder that leads to nothing: put it against something as high")
        for feature in board.features
        if set(feature.tags).intersection(ladders) and not _leans(feature, board)
    ]
    return tuple(found)


def _leans(ladder: Feature, board: InchBoard) -> bool:
    """Whether something about as high stands within an inch of a ladder."""
    left, upper, right, lower = _box(ladder)
    for other in board.features:
        if other is ladder or abs(other.top - ladder.top) > 1:
            continue
        a, b, c, d = _box(other)
        if a <= right + 1 and c >= left - 1 and b <= lower + 1 and d >= upper - 1:
            return True
    return False


def _box(feature: Feature) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in feature.shape], [y for _, y in feature.shape]
    return min(xs), min(ys), max(xs), max(ys)


def random_board(width: float, height: float, draw: Callable[[int], int]) -> InchBoard | None:
    """Return a random table, the same for both sides by half a turn; None where nothing fits.

    Every building and ledge has a ladder; deployment zones are 8" deep at two opposite edges.
    """
    count = max(1, round(len(_SIZES) * width * height / _USUAL))
    sizes = [_SIZES[n % len(_SIZES)] for n in range(min(count, 2 * len(_SIZES)))]
    for fewer in range(len(sizes)):
        try:
            placed = scatter(
                width, height, sizes[: len(sizes) - fewer], draw, gap=2.0, edge=1.5, symmetry="turned"
            )
        except Crowded:
            continue
        features: list[Feature] = []
        kinds = {kind.id: kind for kind in board_words().terrain}
        for number, piece in enumerate(placed, start=1):
            kind = kinds[piece.kind]
            name = f"{kind.label.split(',')[0]} {number}"
            features.append(Feature(f"{kind.id}-{number}", piece.shape, kind.height, kind.tags, name))
            if piece.kind in ("building", "ledge"):
                features.append(_ladder(number, kind.height, piece.x, piece.y + piece.depth / 2))
        zones = (
            DeploymentZone("A", _strip(width, 0, _ZONE), "north"),
            DeploymentZone("B", _strip(width, height - _ZONE, height), "south"),
        )
        return InchBoard(width, height, tuple(features), zones)
    return None


def _ladder(number: int, height: float, x: float, y: float) -> Feature:
    shape = ((x - 0.5, y - 0.1), (x + 0.5, y - 0.1), (x + 0.5, y + 0.3), (x - 0.5, y + 0.3))
    return Feature(f"ladder-{number}", shape, height, ("ladder",), f"ladder {number}")


def _strip(width: float, upper: float, lower: float) -> tuple[tuple[float, float], ...]:
    return ((0.0, upper), (width, upper), (width, lower), (0.0, lower))
