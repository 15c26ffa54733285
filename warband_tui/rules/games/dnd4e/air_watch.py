"""Who may strike a creature that goes up and down: by the cubes that it leaves (D4-OA-1, D4-FLY-2)."""

from __future__ import annotations

from collections.abc import Iterator

from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e.provoking import Watch, strike_reach
from warband_tui.rules.state import Unit


class AirWatch(Watch):
    """Who may strike a creature that moves in three dimensions; all enemies are watched, at whatever height."""

    def _at_height(self, foe: Unit) -> bool:
        del foe
        return True

    def weight(self, old: Space, new: Space) -> int:
        """Return how many could strike at a step, for choosing between ways of the same price."""
        return sum(self._left(foe, old, new) for foe in self.foes)

    def at_step(self, old: Space, new: Space) -> dict[str, tuple[str, ...]]:
        """Return who may strike at a step from a space to another, and by which rules (D4-OA-1, D4-OA-6, D4-OCC-3)."""
        return self.striking(
            old,
            left=lambda foe: self._left(foe, old, new),
            entered=lambda foe: any(
                distance(cube, own) == 0 for cube in _cubes(new, old) for own in self.scene.spaces[foe.id]
            ),
        )

    def _left(self, foe: Unit, old: Space, new: Space) -> bool:
        """Whether a step leaves a cube that an enemy can strike at."""
        reach = strike_reach(self.scene, foe)
        near = [own for own in self.scene.spaces[foe.id] if distance(own, old) <= reach]
        return bool(near) and any(distance(own, cube) <= reach for cube in _cubes(old, new) for own in near)


def _cubes(old: Space, new: Space) -> Iterator[Space]:
    """Yield the cubes of a space that another one does not hold."""
    kept = range(new.level, new.level + new.side)
    for x, y in old.squares():
        for level in range(old.level, old.level + old.side):
            if level not in kept or not new.holds((x, y)):
                yield Space(x, y, 1, level)
