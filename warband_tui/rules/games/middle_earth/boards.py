"""What the board screen and scripts ask of this game about a table; the geometry is loaded with the first question."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from warband_tui.rules.board.layout import Board, Fault, InchBoard, Spot
from warband_tui.rules.board.planning import (
    Boarding,
    BoardWords,
    Finding,
    Footprint,
    MoveMode,
    Reach,
    Threat,
    Trace,
)
from warband_tui.rules.games.middle_earth import broken, checks
from warband_tui.rules.games.middle_earth.bases import base_of, height_of, stands
from warband_tui.rules.games.middle_earth.distances import shown
from warband_tui.rules.games.middle_earth.force import any_broken
from warband_tui.rules.games.middle_earth.ground_rules import (
    CHARGE_RULE,
    CONTROL_ZONE,
    MOVE_RULE,
    WORDS,
    ZONE_RULE,
    budget_of,
    has_zone,
    marches,
)
from warband_tui.rules.games.middle_earth.layouts import random_layout, table_faults
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

MOVE, CHARGE = "move", "charge"
ASKS = ("range", "sight", "cover", "reach", "path", "charge", "within", "stand-fast", "look")
"""Questions about the table, in the form of scripts."""


def refusal(state: BattleState, unit: Unit, mode: str) -> Refusal | None:
    """Return why a unit may not move in a way now, None where it may."""
    if mode == MOVE:
        return checks.can_move(state, unit)
    no = checks.can_charge(state, unit)
    if no is None and marches(state, unit):
        return Refusal(f"{unit.name} is in a Heroic March and may not charge", (CHARGE_RULE,))
    return no


_ASK_WORDS: Mapping[str, tuple[str, ...]] = {
    "range": ("unit", "target", "inches", "weapon"),
    "sight": ("unit", "target"),
    "cover": ("unit", "target"),
    "reach": ("unit", "mode", "grain"),
    "path": ("unit", "to", "mode", "via"),
    "charge": ("unit", "targets", "target", "to", "via"),
    "within": ("unit", "inches"),
    "stand-fast": ("unit",),
    "look": ("unit", "target"),
}
"""The words that each question about the table takes."""


class SbgBoarding(Boarding):
    """The board of this game: a table in inches."""

    board_words: BoardWords | None = WORDS

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return the base of a unit's models and how tall they stand."""
        del state
        return Footprint(base=base_of(unit), height=height_of(unit))

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the two ways to move: a move, and a charge into base contact."""
        unit = state.unit(unit_id)
        if not isinstance(state.board, InchBoard):
            return ()
        budget, found = self._budget(state, unit), []
        for mode, label, role, rule in (
            (MOVE, "move", "move", MOVE_RULE),
            (CHARGE, "charge", "attack", CHARGE_RULE),
        ):
            no = refusal(state, unit, mode)
            why, rules = (no.why, no.rules) if no else ("", (rule, ZONE_RULE))
            found.append(MoveMode(mode, label, role, budget, no is None, why, rules))  # type: ignore[arg-type]
        return tuple(sorted(found, key=lambda mode: not mode.allowed))

    @staticmethod
    def _budget(state: BattleState, unit: Unit) -> float:
        if not stands(state, unit) or len(unit.trail) < 2:
            return budget_of(state, unit)
        from warband_tui.rules.games.middle_earth import plans

        return plans.budget(state, unit)

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where the first model of a unit gets to, or from where it would be in contact."""
        from warband_tui.rules.games.middle_earth import plans

        return plans.reach(state, unit_id, mode, grain)

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the way of a unit to a place, or into contact with the enemy there."""
        from warband_tui.rules.games.middle_earth import plans

        return plans.trace(state, unit_id, mode, to, via)

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two units: distance, sight, zones, Stand Fast!, the shot, the charge."""
        from warband_tui.rules.games.middle_earth import looks

        return looks.look(state, unit_id, other_id)

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two places."""
        del state
        height = (a[2] if len(a) > 2 else 0) - (b[2] if len(b) > 2 else 0)
        flat = math.dist(a[:2], b[:2])
        why = f"{shown(flat)} on the plan" if height else ""
        return Finding("distance", "distance", shown(math.hypot(flat, height)), None, why)

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return the control zone of a unit, and how far a hero's Stand Fast! reaches once its force is broken."""
        from warband_tui.rules.board.templates import cells_within
        from warband_tui.rules.games.middle_earth.scene import Scene

        unit = state.unit(unit_id)
        if not stands(state, unit):
            return ()
        scene = Scene(state)
        bodies = scene.bodies(unit)
        found = []
        if has_zone(state, unit):
            cells = cells_within(bodies, CONTROL_ZONE, scene.board, grain)
            found.append(Threat("zone", 'control zone 1"', unit_id, cells, grain, (ZONE_RULE,)))
        if any_broken(state, unit.side) and broken.gives(state, unit) is None:
            reach = broken.reach_of(state, unit)
            if reach is not None:
                cells = cells_within(bodies, reach, scene.board, grain)
                rules = ("ME-SFT-1", "ME-SFT-2")
                found.append(Threat("stand-fast", f'Stand Fast! {reach}"', unit_id, cells, grain, rules))
        return tuple(found)

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a unit cannot stand where it has been put: others stand there, or no ground is under it."""
        from warband_tui.rules.board.placing import no_room
        from warband_tui.rules.games.middle_earth.ground_rules import ground_of
        from warband_tui.rules.games.middle_earth.scene import Scene

        scene = Scene(state)
        unit = scene.unit(unit_id)
        others = [(o.name, body) for o in scene.all() if o.id != unit_id for body in scene.bodies(o)]
        why = no_room(scene.board, scene.bodies(unit), others, ground_of(unit, 0.0))
        return Refusal(why) if why else None

    def undeployed(self, state: BattleState, unit_id: str) -> bool:
        """Whether a model of a unit stands outside the zones in which its side deploys."""
        from warband_tui.rules.board.placing import outside_zones
        from warband_tui.rules.games.middle_earth.scene import Scene

        scene = Scene(state)
        unit = scene.unit(unit_id)
        return outside_zones(scene.board, unit.side, scene.bodies(unit))

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what is wrong with a table for this game."""
        return table_faults(board)

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random table, the same for both sides."""
        return random_layout(width, height, draw)

    def asks(self) -> dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]]:
        """Return the questions that can be asked, those about the table with them."""
        known: dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]] = super().asks()  # type: ignore[misc]
        return {**known, **{name: _about(name) for name in ASKS}}

    def ask_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words that each question takes."""
        known: Mapping[str, tuple[str, ...]] = super().ask_words()  # type: ignore[misc]
        return {**known, **_ASK_WORDS}


def _about(name: str) -> Callable[[BattleState, dict[str, Any]], dict[str, Any]]:
    def ask(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
        from warband_tui.rules.games.middle_earth.asks import TABLE

        return TABLE[name](state, question)

    return ask
