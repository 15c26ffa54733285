"""A charge at somebody: where it ends when the cursor is on the enemy, and whom one can be made at."""

from __future__ import annotations

import math

from warband_tui.campaign.board_view import middle_of
from warband_tui.campaign.board_view_terrain import heights_at
from warband_tui.rules.board.layout import Board, Spot, SquareBoard
from warband_tui.rules.board.planning import Cell, Reach, Trace
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Unit

MOST_ENDS = 16
"""So many of the nearest ends are tried for one enemy."""
MOST_FOES = 6
"""So many of the nearest enemies are tried for the first one to go for."""


def charge_at(
    game: Ruleset,
    state: BattleState,
    unit_id: str,
    mode: str,
    foe_id: str,
    grain: float,
    reach: Reach | None = None,
) -> Trace | None:
    """Return the way to the nearest place by an enemy in which a charge at it may end, None where there is none.

    Args:
        game: the rules.
        state: the battle.
        unit_id: who charges.
        mode: the way of moving.
        foe_id: who is charged.
        grain: of the cells, in inches; on squares it says nothing.
        reach: of that way of moving, where it is known already.
    """
    board, foe = state.board, state.unit(foe_id)
    if board is None or not foe.at:
        return None
    found = reach or game.reach(state, unit_id, mode, grain)
    foot = game.footprint(state, foe)
    goal = middle_of(board, foe.at[0], foot)
    foes = list(state.foes(state.unit(unit_id).side))

    def by_the_foe(cell: Cell) -> tuple[int, float]:
        return round(math.dist(goal[:2], _middle(cell, found.grain))), found.cells[cell]

    for cell in sorted(found.cells, key=by_the_foe)[:MOST_ENDS]:
        trace = game.trace(state, unit_id, mode, _spot(board, cell, found.grain))
        if trace.legal and _is_at(trace, foe, foes):
            return trace
    return None


def first_to_charge(game: Ruleset, state: BattleState, unit_id: str, mode: str, grain: float) -> str:
    """Return the nearest enemy at whom a charge may be made, empty where there is none."""
    unit = state.unit(unit_id)
    if state.board is None or not unit.at:
        return ""
    reach = game.reach(state, unit_id, mode, grain)
    foes = sorted(
        (foe for foe in state.foes(unit.side) if foe.in_play and foe.at), key=lambda foe: _apart(unit, foe)
    )
    for foe in foes[:MOST_FOES]:
        if charge_at(game, state, unit_id, mode, foe.id, grain, reach) is not None:
            return foe.id
    return ""


def _apart(unit: Unit, foe: Unit) -> float:
    return min(math.dist(a[:2], b[:2]) for a in unit.at for b in foe.at)


def _is_at(trace: Trace, foe: Unit, foes: list[Unit]) -> bool:
    """Whether a charge is at an enemy; where a game does not say at whom, it is at the nearest."""
    told = [*trace.reached, trace.action.get("target", ""), *trace.action.get("targets", ())]
    if any(told):
        return foe.id in told
    return all(_away(foe, trace.to) <= _away(other, trace.to) for other in foes if other.at)


def _away(unit: Unit, spot: Spot) -> float:
    return min(math.dist(at[:2], spot[:2]) for at in unit.at)


def _middle(cell: Cell, grain: float) -> tuple[float, float]:
    return (cell[0] + 0.5) * grain, (cell[1] + 0.5) * grain


def _spot(board: Board, cell: Cell, grain: float) -> Spot:
    if isinstance(board, SquareBoard):
        return cell
    x, y = _middle(cell, grain)
    return x, y, heights_at(board, (x, y))[0]
