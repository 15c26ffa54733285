"""What the board screen asks of this game; geometry is loaded with the first question about a board."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, Fault, InchBoard, Spot
from warband_tui.rules.board.planning import (
    Boarding,
    BoardWords,
    Covered,
    Finding,
    Footprint,
    MoveMode,
    Reach,
    Template,
    Threat,
    Trace,
)
from warband_tui.rules.games.trench_crusade import layouts
from warband_tui.rules.games.trench_crusade.ground_rules import base_of, board_words, height_of
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


class TrenchBoards(Boarding):
    """Boards in inches: moves, charges, sight and templates measured."""

    @property
    def board_words(self) -> BoardWords:  # type: ignore[override]
        """Kinds of terrain and usual sizes (TC-SET-2, TC-TER-1 to 5)."""
        return board_words()

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return the base of a model, and how tall it is taken to be."""
        del state
        return Footprint(base=base_of(unit), height=height_of(unit))

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the ways in which a model may move, the commonest first."""
        if not isinstance(state.board, InchBoard) or not state.unit(unit_id).at:
            return ()
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.modes(state, unit_id)

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where a model can get to in one way of moving."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.reach(state, unit_id, mode, grain)

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the way to a place, and the action that takes it."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.trace(state, unit_id, mode, to, via)

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two models: distance, sight, cover, weapons, charge."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.look(state, unit_id, other_id)

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two places; measuring logs nothing (TC-ACT-3)."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.measure(state, a, b)

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return the 1" around a model, and where its charge may end."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.threats(state, unit_id, grain)

    def templates(self, state: BattleState, unit_id: str) -> tuple[Template, ...]:
        """Return the blasts of a model's weapons."""
        if not isinstance(state.board, InchBoard) or not state.unit(unit_id).at:
            return ()
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.templates(state, unit_id)

    def covered(
        self, state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float = 1
    ) -> Covered:
        """Return whom a blast at a point catches."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.covered(state, unit_id, template, at, grain)

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a model cannot stand where it has been put (TC-MOV-3, TC-MOV-4, TC-TER-4)."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.misplaced(state, unit_id)

    def undeployed(self, state: BattleState, unit_id: str) -> bool:
        """Whether a model stands outside the zones in which its side deploys."""
        from warband_tui.rules.games.trench_crusade import board_answers

        return board_answers.undeployed(state, unit_id)

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what the game finds wrong with a board that can be drawn."""
        return layouts.board_faults(board)

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random table."""
        return layouts.random_board(width, height, draw)
