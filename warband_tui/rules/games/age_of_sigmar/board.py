"""What a board screen asks of this game: its words here, its answers in modules that are loaded with the first board.

`import shapely` costs a tenth of a second, so nothing that needs it is imported before a board is on the table.
"""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.rules.board.layout import Board, Fault, InchBoard, Spot
from warband_tui.rules.board.planning import (
    Boarding,
    BoardWords,
    Finding,
    Footprint,
    MoveMode,
    Reach,
    TerrainKind,
    Threat,
    Trace,
)
from warband_tui.rules.games.age_of_sigmar.formation import base_of, height_of
from warband_tui.rules.games.age_of_sigmar.layouts import layout_faults, random_layout
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

WORDS = BoardWords(
    "inches",
    ((60, 44), (44, 30), (30, 22)),
    (
        TerrainKind("obstacle", "obstacle", "▒", ("cover", "unstable"), 1, colour="grey", note='cover; no end on parts over 1"'),
        TerrainKind("wood", "wood", "♣", ("cover", "obscuring", "unstable", "open"), 6, colour="green", note="cover, obscuring; walked and seen through"),
        TerrainKind("obscuring", "obscuring terrain", "▓", ("cover", "obscuring", "unstable"), 5, colour="brown", note="cover, obscuring, unstable"),
        TerrainKind("area", "area terrain", "░", ("cover",), 1, colour="yellow", note="cover; may be stood on"),
        TerrainKind("place-of-power", "place of power", "Ω", ("cover", "place-of-power", "unstable"), 3, colour="magenta", note='heroes within 3" may use it'),
        TerrainKind("faction", "faction terrain", "⌂", ("faction",), 4, colour="red", note="an army's own; give it the id of its unit"),
        TerrainKind("impassable", "impassable", "█", ("impassable",), 5, colour="blue", note="no way through or onto it"),
    ),
)  # fmt: skip


class SigmarBoarding(Boarding):
    """Boards in inches, with units of many models."""

    board_words: BoardWords | None = WORDS

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return the base of each of a unit's models."""
        del state
        return Footprint(base=base_of(unit), height=height_of(unit))

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the ways in which a unit may move now."""
        from warband_tui.rules.games.age_of_sigmar.moving import modes

        return modes(state, unit_id)

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where the first model of a unit can get to."""
        from warband_tui.rules.games.age_of_sigmar.tracing import reach

        return reach(state, unit_id, mode, grain)

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the way of a unit whose first model goes to a place, and the action that takes it."""
        from warband_tui.rules.games.age_of_sigmar.tracing import trace

        return trace(state, unit_id, mode, to, via)

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two units."""
        from warband_tui.rules.games.age_of_sigmar.findings import look

        return look(state, unit_id, other_id)

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two places."""
        from warband_tui.rules.games.age_of_sigmar.findings import measure

        return measure(state, a, b)

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return the combat range of a unit."""
        from warband_tui.rules.games.age_of_sigmar.tracing import threats

        return threats(state, unit_id, grain)

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a unit cannot be set up as it stands (AOST-1.2-2, AOST-1.2-5, AOS-18.3-1)."""
        from warband_tui.rules.games.age_of_sigmar.marches import set_up
        from warband_tui.rules.games.age_of_sigmar.positions import Scene

        scene = Scene(state)
        found = set_up(scene, scene.group(unit_id))
        return Refusal(found.why, found.rules) if found.why else None

    def undeployed(self, state: BattleState, unit_id: str) -> bool:
        """Whether a model of a unit stands outside the zones in which its side deploys."""
        from warband_tui.rules.board.placing import outside_zones
        from warband_tui.rules.games.age_of_sigmar.positions import Scene

        group = Scene(state).group(unit_id)
        board = state.board
        return isinstance(board, InchBoard) and outside_zones(board, group.unit.side, group.bodies)

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what the rules of terrain find wrong with a layout (AOST-1.3-1, AOST-1.7-1, AOST-L)."""
        return layout_faults(board)

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random layout of pieces of the terrain list."""
        return random_layout(width, height, draw)
