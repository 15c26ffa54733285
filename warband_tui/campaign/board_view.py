"""A battle's board as it is drawn: tokens with true footprints, this turn's trails, zones, who waits off the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.board_view_projection import Projection
from warband_tui.reports.literal import clean
from warband_tui.rules.board.layout import MM, Board, DeploymentZone, InchBoard, Point, Spot
from warband_tui.rules.board.planning import PLAIN_BASE, Footprint
from warband_tui.rules.board.zones import zone_spans
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Unit

SIDES = 4
"""So many looks of sides there are; a fifth side shares the first one's."""
_SAME = 0.005
"""Spots no further apart are one."""


class Token(Struct, frozen=True):
    """A model on the board. `code` is two letters of its own; `side` counts the sides from 0."""

    unit: str
    code: str
    side: int
    spot: Spot
    foot: Footprint
    stage: str = ""
    """`acting`, `done` or nothing."""
    harmed: bool = False
    """Whether a condition that harms is on it."""
    leads: bool = True
    """Whether it is the first model of its unit."""


class BoardPicture(Struct, frozen=True):
    """What a board shows beside its ground, whatever the zoom."""

    board: Board
    tokens: tuple[Token, ...]
    trails: tuple[tuple[int, tuple[Point, ...]], ...]
    """The ways of this turn: whose side, and the middles of where it was."""
    waiting: tuple[str, ...]
    """Units in play that stand nowhere."""
    codes: dict[str, str]
    zones: tuple[tuple[int, DeploymentZone], ...] = ()
    setting_up: bool = False

    def others(self, unit: str) -> list[tuple[Spot, Footprint]]:
        """Return where everybody but a unit stands, and what they cover."""
        return [(token.spot, token.foot) for token in self.tokens if token.unit != unit]

    def at(self, tile: Spot, projection: Projection) -> str:
        """Return the unit that stands on a tile, empty for none; on a table the one nearest its middle."""
        if not projection.inches:
            for token in self.tokens:
                (x, y), side = token.spot[:2], token.foot.side
                if x <= tile[0] < x + side and y <= tile[1] < y + side:
                    return token.unit
            return ""
        spot = projection.spot((int(tile[0]), int(tile[1])))
        best, found = math.inf, ""
        for token in self.tokens:
            away = math.dist(spot[:2], token.spot[:2])
            if away <= max(radius_of(token.foot), projection.zoom.step * 0.71) and away < best:
                best, found = away, token.unit
        return found


def radius_of(foot: Footprint) -> float:
    """Return half the longer side of a base, in inches."""
    base = foot.base
    return (max(base.width, base.depth) if base else PLAIN_BASE) / MM / 2


def picture_of(
    state: BattleState, ruleset: Ruleset, codes: dict[str, str] | None = None
) -> BoardPicture | None:
    """Return what a battle's board shows, None without a board.

    Args:
        state: the battle.
        ruleset: its game.
        codes: the letters that units had before; they keep them.
    """
    board = state.board
    if board is None:
        return None
    sides = {side: i % SIDES for i, side in enumerate(state.sides)}
    named = codes_of(state, codes or {})
    harm = {c.id for c in ruleset.conditions if c.harm}
    tokens: list[Token] = []
    trails = []
    for unit in state.units.values():
        if not unit.at or not unit.in_play:
            continue
        foot = ruleset.footprint(state, unit)
        if foot.base is None and unit.base is not None:
            foot = replace(foot, base=unit.base)
        side = sides[unit.side]
        stage = "acting" if unit.acting else "done" if state.has_acted(unit) else ""
        harmed = not harm.isdisjoint(unit.conditions)
        for i, spot in enumerate(unit.at):
            code = _model_code(named[unit.id], i) if len(unit.at) > 1 else named[unit.id]
            tokens.append(Token(unit.id, code, side, spot, foot, stage, harmed, i == 0))
        if len(unit.trail) > 1:
            trails.append((side, tuple(middle_of(board, spot, foot) for spot in unit.trail)))
    waiting = tuple(u.id for u in state.units.values() if u.in_play and not u.at)
    zones = tuple((sides[z.side], z) for z in board.zones if z.side in sides)
    return BoardPicture(board, tuple(tokens), tuple(trails), waiting, named, zones, state.turn == 0)


def middle_of(board: Board, spot: Spot, foot: Footprint) -> Point:
    """Return the middle of what stands at a spot, in board units."""
    if isinstance(board, InchBoard):
        return spot[0], spot[1]
    return spot[0] + foot.side / 2, spot[1] + foot.side / 2


# Letters of tokens


def codes_of(state: BattleState, before: dict[str, str]) -> dict[str, str]:
    """Give each unit two letters of its name that no other has, as far as there are such.

    Capitals are the first side's, small letters the second's; a third has a capital and a small one, a fourth
    the other way round. Units of several models begin with different letters as far as there are such, because
    their models are told apart by a number in place of the second one.
    """
    found: dict[str, str] = {}
    for number, side in enumerate(state.sides):
        others = {before[u.id].casefold() for u in state.units.values() if u.id in before and u.side != side}
        others |= {code.casefold() for code in found.values()}
        units = list(state.of_side(side))
        taken = {before[u.id].casefold() for u in units if u.id in before}
        led = {before[u.id][0].casefold() for u in units if u.id in before and u.models > 1}
        for unit in sorted(units, key=lambda u: u.models == 1):
            code = before.get(unit.id, "")
            if not code:
                code = _shaped(_free_code(unit, taken, led if unit.models > 1 else set(), others), number)
                taken.add(code.casefold())
                if unit.models > 1:
                    led.add(code[0].casefold())
            found[unit.id] = code
    return {unit: found[unit] for unit in state.units if unit in found}


_MODELS = "123456789abcdefghijklmnopqrstuvwxyz"


def _model_code(code: str, place: int) -> str:
    """Return what a model of several is drawn with: its unit's letter, and its number."""
    return code[0] + _MODELS[place % len(_MODELS)]


def _free_code(unit: Unit, taken: set[str], led: set[str], others: set[str]) -> str:
    words = ["".join(c for c in word if _single(c)) for word in clean(unit.name).split()]
    words = [word for word in words if word] or ["?"]
    last, letters = words[-1] if not words[-1].isdigit() or len(words) == 1 else words[-2], "".join(words)
    wishes = [last[:2], words[0][0] + words[-1][0]]
    wishes += [last[0] + c for c in last[2:]] + [last[0] + c for c in letters]
    wishes += [a + b for a in letters for b in letters] if led else []
    wishes += [last[0] + str(n) for n in range(1, 10)]
    wishes += [a + b for a in "xyz" for b in "0123456789abcdefghijklmnopqrstuvwxyz"]
    free = [w for w in wishes if len(w) == 2 and w.casefold() not in taken]
    apart = [w for w in free if w.casefold() not in others] or free
    return next((w for w in apart if w[0].casefold() not in led), apart[0] if apart else "??")


def _single(letter: str) -> bool:
    """Whether a letter takes one cell in every terminal, whatever its case."""
    return letter.isalnum() and ord(letter) < 0x500 and len(letter.upper()) == len(letter.lower()) == 1


def _shaped(code: str, number: int) -> str:
    shapes = (
        code.upper(),
        code.lower(),
        code[0].upper() + code[1:].lower(),
        code[0].lower() + code[1:].upper(),
    )
    return shapes[number % SIDES]


# Spots and zones


def same_spot(a: Spot, b: Spot) -> bool:
    """Whether two spots are one; a spot without a height lies on the table."""
    return all(abs(x - y) < _SAME for x, y in zip_longest(a, b, fillvalue=0.0))


def zone_words(picture: BoardPicture, sides: Sequence[str], point: Point) -> str:
    """Return whose deployment zones a point lies in, in words; empty outside all of them."""
    found = [
        zone.name or f"deployment zone of {sides[side]}"
        for side, zone in picture.zones
        if any(left <= point[0] < right for left, right in zone_spans(picture.board, zone, point[1]))
    ]
    return ", ".join(dict.fromkeys(found))
