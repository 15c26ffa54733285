"""Who may strike a creature that moves: opportunity attacks, step by step (D4-OA-1 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Direction, Space, Step, distance
from warband_tui.rules.board.squares_reach import Weigh
from warband_tui.rules.games.dnd4e.cover import effect_line, sight_line
from warband_tui.rules.games.dnd4e.space import Scene, level_of, may_pass, size_class, square_of
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


def out_of_strike(scene: Scene, unit: Unit, foe: Unit, been: Iterable[Space] = ()) -> Refusal | None:
    """Return why a creature does not get at a foe with an opportunity attack, None where it does.

    It has to be in reach, upwards as well (D4-OA-1, D4-FLY-2), and in sight and line of effect (D4-OA-5): where it
    stands, or in one of the spaces where it has been.
    """
    reach = strike_reach(scene, unit)
    mine = scene.spaces[unit.id]
    theirs = tuple(been) or scene.spaces[foe.id]
    near = [(own, space) for space in theirs for own in mine if distance(own, space) <= reach]
    if not near:
        return Refusal(f"{foe.name} is not within {reach} of {unit.name}", ("D4-OA-1",))
    if not any(_in_view(scene, own, space) for own, space in near):
        return Refusal(f"{unit.name} does not see {foe.name}, or nothing leads there", ("D4-OA-5",))
    return None


def beside(scene: Scene, unit: Unit) -> list[Unit]:
    """Return the enemies that may strike a creature where it stands, as when it shoots beside them (D4-OA-2)."""
    foes = (foe for foe in scene.foes(unit) if may_react(foe) is None)
    return [foe for foe in foes if out_of_strike(scene, foe, unit) is None]


def passed_by(state: BattleState, unit: Unit, foe: Unit, *, moved: bool) -> Refusal | None:
    """Return why somebody gave a creature no cause to strike: it is not in its reach or not seen (D4-OA-1, 2, 5).

    A foe that `moved` is judged by the way that it has come in its own turn, its last square included. How high it was on
    its way is not kept: anything between the heights that are known.
    """
    scene = Scene(state)
    acting = next((unit for unit in state.units.values() if unit.acting and unit.id != foe.id), None)
    if moved and foe.trail and acting is not None:
        return Refusal(f"{foe.name} does not move in the turn of {acting.name}", ("D4-OA-1", "D4-OA-5"))
    if not moved or not foe.trail:
        return out_of_strike(scene, unit, foe)
    no = out_of_strike(scene, unit, foe, (*_been(scene, foe), scene.space(foe.id)))
    if no is None or no.rules != ("D4-OA-1",):
        return no
    away = f"within {strike_reach(scene, unit)} of {unit.name}"
    return Refusal(f"{foe.name} has left no square {away} this turn", no.rules)


def _been(scene: Scene, foe: Unit) -> Iterable[Space]:
    space = scene.space(foe.id)
    known = [max(space.level, 0), *(level_of(foe, spot) for spot in foe.trail if len(spot) > 2)]
    for spot in foe.trail:
        there = space.at(square_of(spot, "trail"))
        for level in range(min(known), max(known) + 1):
            yield scene.grounded(there._replace(level=level))


def _in_view(scene: Scene, own: Space, space: Space) -> bool:
    """Whether a space is seen from another, and in line of effect (D4-OA-5)."""
    return bool(sight_line(scene, own, space) and effect_line(scene, own, space))


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
        left, entered = self.scene.grid.set_of(step.left), self.scene.grid.set_of(step.entered)
        return self.striking(
            Space(*step.start, side, self.space.level),
            left=lambda foe: bool(left & self.zones[foe.id]),
            entered=lambda foe: bool(entered & self.scene.held[foe.id]),
        )

    def striking(
        self, before: Space, left: Callable[[Unit], bool], entered: Callable[[Unit], bool]
    ) -> dict[str, tuple[str, ...]]:
        """Return who may strike at a step out of a space, and by which rules (D4-OA-1, D4-OA-6, D4-OCC-3).

        Args:
            before: where the creature steps from.
            left: whether it leaves something that an enemy can strike at.
            entered: whether it comes into an enemy's own space.
        """
        found = {}
        for foe in self.foes:
            into = entered(foe) and not helpless(foe) and may_pass(self.unit, foe)
            if (into or left(foe)) and self._can_see(foe, before):
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
            spaces = self.scene.spaces[foe.id]
            self._seen[key] = any(_in_view(self.scene, own, space) for own in spaces)
        return self._seen[key]
