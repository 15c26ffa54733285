"""Who may strike a creature that moves: opportunity attacks, step by step (D4-OA-1 to 8)."""

from __future__ import annotations

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Direction, Space, Step
from warband_tui.rules.board.squares_reach import Weigh
from warband_tui.rules.board.squares_sight import clear_line, sight_veil, solid_veil
from warband_tui.rules.games.dnd4e.space import Scene, may_pass, size_class
from warband_tui.rules.games.dnd4e.states import helpless, no_opportunity
from warband_tui.rules.games.dnd4e.steps import Mode
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


def strike_reach(scene: Scene, unit: Unit) -> int:
    """Return within how many squares a creature makes opportunity attacks (D4-SIZE-4, D4-OA-6).

    Plain reach does not count: it is 1, more with threatening reach, and a Tiny creature's own square
    (D4-OA-8, D4-SIZE-2).
    """
    profile = scene.profile(unit)
    return 0 if profile.usual_reach == 0 else max(1, profile.threatening)


def may_react(unit: Unit) -> Refusal | None:
    """Return why a creature makes no opportunity attack now (D4-OA-4, D4-OA-5)."""
    if unit.has("blinded"):
        return Refusal(f"{unit.name} is blinded: it sees nobody", ("D4-OA-5",))
    return no_opportunity(unit)


def zone(scene: Scene, unit: Unit) -> int:
    """Return the squares whose leaving provokes a creature, whether or not it can react just now."""
    reach, found = strike_reach(scene, unit), 0
    for space in scene.spaces[unit.id]:
        found |= scene.grid.around(space, reach)
    return found


def passed_by(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Return why somebody gave a creature no cause to strike: it is not, and was not this turn, in its reach (D4-OA-1).

    It is judged by the way that the foe has come this turn, its last square included.
    """
    scene = Scene(state)
    watched, space = zone(scene, unit), scene.space(foe.id)
    been = [space.at((int(spot[0]), int(spot[1]))) for spot in foe.trail] or [space]
    if any(scene.grid.block(one) & watched for one in (*been, space)):
        return None
    away = f"within {strike_reach(scene, unit)} of {unit.name}"
    return Refusal(f"{foe.name} has left no square {away} this turn", ("D4-OA-1",))


class Watch:
    """Who may strike a creature that moves in a way that provokes (D4-OA-1, D4-OA-3)."""

    def __init__(self, scene: Scene, unit: Unit, mode: Mode) -> None:
        self.scene, self.unit = scene, unit
        self.space = scene.space(unit.id)
        foes = scene.foes(unit) if mode.provokes else []
        self.foes = [foe for foe in foes if may_react(foe) is None and self._at_height(foe)]
        self.zones = {foe.id: zone(scene, foe) for foe in self.foes}
        self._seen: dict[tuple[str, Space], bool] = {}

    def _at_height(self, foe: Unit) -> bool:
        reach, mine = strike_reach(self.scene, foe), self.space
        return any(
            other.level < mine.level + mine.side + reach and mine.level < other.level + other.side + reach
            for other in self.scene.spaces[foe.id]
        )

    def weigh(self, side: int) -> Weigh | None:
        """Return how many could strike at a step, for choosing between ways of the same price."""
        if not self.foes:
            return None
        grid, zones = self.scene.grid, tuple(self.zones.values())

        def count(start: Square, direction: Direction) -> int:
            old = Space(*start, side)
            left = grid.block(old) & ~grid.block(old.at((start[0] + direction[0], start[1] + direction[1])))
            return sum(bool(watched & left) for watched in zones)

        return count

    def strikers(self, step: Step, side: int) -> dict[str, tuple[str, ...]]:
        """Return who may strike at a step, and by which rules (D4-OA-1, D4-OA-6, D4-OCC-3)."""
        grid, found = self.scene.grid, {}
        left, entered = grid.set_of(step.left), grid.set_of(step.entered)
        before = Space(*step.start, side, self.space.level)
        for foe in self.foes:
            into = bool(entered & self.scene.held[foe.id]) and not helpless(foe) and may_pass(self.unit, foe)
            if (left & self.zones[foe.id] or into) and self._can_see(foe, before):
                rules = ["D4-OA-1"]
                if strike_reach(self.scene, foe) > 1:
                    rules.append("D4-OA-6")
                if size_class(foe) == 0:
                    rules.append("D4-OA-8")
                if into:
                    rules.append("D4-OCC-3")
                found[foe.id] = tuple(rules)
        return found

    def given_up(self, small: Space) -> dict[str, tuple[str, ...]]:
        """Return who may strike when a creature begins to squeeze: squares given up are left (D4-SQZ-1)."""
        grid = self.scene.grid
        left = grid.block(self.space) & ~grid.block(small)
        return {
            foe.id: ("D4-SQZ-1", "D4-OA-1", "D4-OA-3")
            for foe in self.foes
            if left & self.zones[foe.id] and self._can_see(foe, self.space)
        }

    def _can_see(self, foe: Unit, space: Space) -> bool:
        key = (foe.id, space)
        if key not in self._seen:
            grid = self.scene.grid
            self._seen[key] = any(
                clear_line(grid, sight_veil(grid), own, space)
                and clear_line(grid, solid_veil(grid), own, space)
                for own in self.scene.spaces[foe.id]
            )
        return self._seen[key]
