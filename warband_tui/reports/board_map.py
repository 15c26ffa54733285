"""A map of a battle's board as it stood: terrain, where each model was and which way it had come."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

from warband_tui.reports.document import BoardMap, MapArea, MapToken
from warband_tui.rules.board.kinds import kind_of_feature, kind_of_ground
from warband_tui.rules.board.layout import MM, Board, InchBoard, Spot, SquareBoard
from warband_tui.rules.board.planning import PLAIN_BASE, TerrainKind
from warband_tui.rules.board.zones import zone_outlines
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Unit

_ALPHABETS = (ascii_uppercase, ascii_lowercase)


def board_map(state: BattleState, ruleset: Ruleset, title: str) -> BoardMap | None:
    """Return the map of a state; None without a board, or with nothing on it."""
    board = state.board
    if board is None:
        return None
    words = ruleset.board_words
    areas = tuple(_areas(board, words.terrain if words else ()))
    tokens = tuple(_tokens(state, ruleset))
    if not tokens and not areas:
        return None
    absent = [u for u in state.units.values() if u.in_play and not u.at]
    return BoardMap(
        title=title,
        width=board.width,
        height=board.height,
        areas=areas,
        tokens=tokens,
        sides=tuple(side.name for side in state.sides.values()),
        squares=isinstance(board, SquareBoard),
        caption=f"Not on the map: {', '.join(u.name for u in absent)}" if absent and tokens else "",
    )


def _areas(board: Board, known: tuple[TerrainKind, ...]) -> Iterator[MapArea]:
    for zone in board.zones:
        label = zone.name or f"deployment, {zone.side}"
        yield from (MapArea(part, "", label, "deployment", "zone") for part in zone_outlines(board, zone))
    if isinstance(board, InchBoard):
        for feature in board.features:
            kind = kind_of_feature(known, feature)
            yield MapArea(feature.shape, *_look(kind, feature.label))
    else:
        yield from _squares(board, known)


def _look(kind: TerrainKind | None, label: str) -> tuple[str, str, str, str]:
    """Return sign, label, kind and tone."""
    if kind is None:
        return "▒", label, "terrain", "grey"
    return kind.glyph, label, kind.label, kind.colour


def _squares(board: SquareBoard, known: tuple[TerrainKind, ...]) -> Iterator[MapArea]:
    """Yield one area for each run of like squares in a row."""
    for y, row in enumerate(board.map):
        start = 0
        for x in range(1, len(row) + 1):
            if x < len(row) and row[x] == row[start]:
                continue
            kind = kind_of_ground(known, board.ground((start, y)))
            if kind is not None:
                outline = ((start, y), (x, y), (x, y + 1), (start, y + 1))
                yield MapArea(outline, *_look(kind, kind.label))
            start = x


def _tokens(state: BattleState, ruleset: Ruleset) -> Iterator[MapToken]:
    for place, side in enumerate(state.sides):
        for number, unit in enumerate(state.of_side(side)):
            if not unit.in_play:
                continue
            sign = _sign(place, number)
            for index, spot in enumerate(unit.at):
                yield _token(state, ruleset, unit, spot, sign, place, unit.trail if index == 0 else ())


def _sign(side: int, number: int) -> str:
    """Return a letter for a unit, capital for the first side and small for the second; numbers after the 26th."""
    if side < len(_ALPHABETS):
        letters = _ALPHABETS[side]
        return letters[number] if number < len(letters) else f"{letters[number % 26]}{number // 26}"
    return f"{side + 1}{number + 1}"


def _token(
    state: BattleState,
    ruleset: Ruleset,
    unit: Unit,
    spot: Spot,
    sign: str,
    side: int,
    trail: tuple[Spot, ...],
) -> MapToken:
    foot = ruleset.footprint(state, unit)
    if isinstance(state.board, SquareBoard):
        half = foot.side / 2
        return MapToken(
            sign,
            unit.name,
            side,
            (spot[0] + half, spot[1] + half),
            foot.side,
            foot.side,
            round=False,
            trail=tuple((x + half, y + half) for x, y, *_ in trail),
        )
    base = foot.base or unit.base
    width, depth = (base.width, base.depth) if base else (PLAIN_BASE, PLAIN_BASE)
    return MapToken(
        sign,
        unit.name,
        side,
        (spot[0], spot[1]),
        round(width / MM, 2),
        round(depth / MM, 2),
        round=base is None or base.form != "rectangle",
        turned=base.turned if base else 0.0,
        trail=tuple((x, y) for x, y, *_ in trail),
    )
