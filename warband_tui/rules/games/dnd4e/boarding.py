"""The board of this game: what its maps are made of, and what a board screen asks, answered by modules loaded with it.

A battle without a board, and the start of the program, load none of the modules on positions.
"""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, Fault, Spot
from warband_tui.rules.board.planning import (
    Boarding,
    BoardWords,
    Covered,
    Finding,
    Footprint,
    MoveMode,
    Reach,
    Template,
    TerrainKind,
    Threat,
    Trace,
)
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

WORDS = BoardWords(
    "squares",
    ((20, 15), (24, 24), (30, 20), (40, 30), (60, 60)),
    (
        TerrainKind("open", "open", ".", note="1 a square"),
        TerrainKind("wall", "wall, pillar, big tree", "#", ground={"blocking": True}, note="filled, no way past its corner"),
        TerrainKind("difficult", "difficult", "~", ground={"difficult": "difficult"}, colour="brown", note="1 more"),
        TerrainKind("forest", "forest", "♣", ground={"difficult": "forest"}, colour="green", note="1 more, forest walk"),
        TerrainKind("swamp", "swamp", "≈", ground={"difficult": "swamp"}, colour="green", note="1 more, swamp walk"),
        TerrainKind("ice", "ice", "*", ground={"difficult": "ice"}, colour="blue", note="1 more, ice walk"),
        TerrainKind("earth", "rubble and earth", "^", ground={"difficult": "earth"}, colour="brown", note="1 more, earth walk"),
        TerrainKind("pit", "pit", "O", ground={"drop": True}, colour="red", note="a fall; a save when forced in"),
        TerrainKind("fire", "fire", "!", ground={"hindering": "fire"}, colour="red", note="hurts; a save when forced in"),
        TerrainKind("water", "deep water", "w", ground={"hindering": "water", "challenging": "swim"}, colour="blue", note="swim"),
        TerrainKind("fog", "fog or dark", "▒", ground={"obscured": True}, note="blocks sight, not effect"),
        TerrainKind("glass", "glass, bars", "G", ground={"blocking": True, "transparent": True}, colour="yellow", note="blocks effect, not sight"),
        TerrainKind("air", "rough air", "a", ground={"difficult": "air"}, colour="magenta", note="1 more for fliers"),
    ),
    "squares",
)  # fmt: skip


class DndBoarding(Boarding):
    """The board of this game: squares."""

    board_words: BoardWords | None = WORDS

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return the space of a creature; as high as it is wide, in feet."""
        from warband_tui.rules.games.dnd4e.declarations import FEET
        from warband_tui.rules.games.dnd4e.space import side_of

        del state
        side = side_of(unit)
        return Footprint(side=side, height=side * FEET)

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the ways in which a creature may move, those that it has a speed for."""
        from warband_tui.rules.games.dnd4e.positions import modes

        return modes(state, unit_id)

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where a creature gets to by a mode."""
        from warband_tui.rules.games.dnd4e.positions import reach

        del grain
        return reach(state, unit_id, mode)

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the best way to a square, and the action that takes it."""
        from warband_tui.rules.games.dnd4e.positions import trace

        return trace(state, unit_id, mode, to, via)

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two creatures: distance, sight, effect, cover, flanking, who may strike."""
        from warband_tui.rules.games.dnd4e.positions import look

        return look(state, unit_id, other_id)

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two squares (D4-GEO-3)."""
        from warband_tui.rules.games.dnd4e.positions import measure

        return measure(state, a, b)

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return the squares whose leaving provokes a creature, those that it can attack, where its charges end."""
        from warband_tui.rules.games.dnd4e.positions import threats

        del grain
        return threats(state, unit_id)

    def templates(self, state: BattleState, unit_id: str) -> tuple[Template, ...]:
        """Return the areas that a creature may lay."""
        from warband_tui.rules.games.dnd4e.positions import templates

        return templates(state, unit_id)

    def covered(
        self, state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float = 1
    ) -> Covered:
        """Return what an area covers, and whom."""
        from warband_tui.rules.games.dnd4e.positions import laid

        del grain
        return laid(state, unit_id, template, at)

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a creature cannot be where it has been put: a filled square, somebody there."""
        from warband_tui.rules.games.dnd4e.placing import misplaced

        return misplaced(state, unit_id)

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what is wrong with a map for this game."""
        from warband_tui.rules.games.dnd4e.maps import map_faults

        return map_faults(board)

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random map, all of whose open squares hang together."""
        from warband_tui.rules.games.dnd4e.maps import random_map

        return random_map(int(width), int(height), draw)
