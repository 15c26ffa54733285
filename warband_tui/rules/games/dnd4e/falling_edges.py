"""Edges on the board: what lies over a drop, and where forced movement or a teleport would hurt (D4-FALL-5, 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import Space
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.state import BattleState, Unit

ZONE = "zone"
"""How the hindering ground of a zone that a power made is named: `zone`, `zone of fire`."""


class Hazard(Struct, frozen=True):
    """What a creature would go into: feet of a drop, or ground that hurts, and the last square before it."""

    to: Square
    before: Square
    drop: int
    what: str
    rules: tuple[str, ...]


def over_a_drop(scene: Scene, space: Space) -> str:
    """Return whether `all` of a space is over a drop, only a `part` of it, or nothing (D4-FALL-6)."""
    over = [scene.grid.has(scene.grid.drops, square) for square in space.squares()]
    return "all" if all(over) else "part" if any(over) else ""


def depth(state: BattleState, unit: Unit) -> int:
    """Return how many feet a creature falls where it stands, 0 unless all of it is over a drop (D4-FALL-6)."""
    scene = Scene(state)
    return scene.board.drop_feet if over_a_drop(scene, scene.space(unit.id)) == "all" else 0


def beneath(state: BattleState, unit: Unit) -> str:
    """Return who is in the squares in which a creature comes down, empty where nobody is."""
    scene = Scene(state)
    space = scene.grounded(scene.space(unit.id)._replace(level=0))
    there = (other.id for square in space.squares() for other in scene.on(square, unit.id))
    return next((other for other in there if scene.level_with(space, other)), "")


def aloft(unit: Unit) -> bool:
    """Whether a creature is in the air, so that no drop and no ground matters to it."""
    return unit.has("flying") or unit.counter(ALTITUDE) > 0


def hazard(scene: Scene, unit: Unit, old: Space, new: Space, *, teleports: bool = False) -> Hazard | None:
    """Return what a creature goes into with a step: over an edge with its whole space, or into hurtful ground.

    A creature that is partly over a drop does not fall (D4-FALL-6); one that was in the same hurtful ground or
    over the drop already meets nothing new. Of who `teleports` all of the space is new to it (D4-TEL-4).
    """
    if aloft(unit):
        return None
    if over_a_drop(scene, new) == "all" and over_a_drop(scene, old) != "all":
        feet = scene.board.drop_feet
        return Hazard(new.anchor, old.anchor, feet, f"a drop of {feet} feet", ("D4-FALL-5", "D4-FALL-6"))
    known = {_hurts(scene, square) for square in (() if teleports else old.squares())}
    entered = (square for square in new.squares() if teleports or not old.holds(square))
    kind = next((kind for kind in (_hurts(scene, s) for s in entered) if kind and kind not in known), "")
    if not kind:
        return None
    rule = "D4-FM-11" if kind.startswith(ZONE) else "D4-GEO-6"
    return Hazard(new.anchor, old.anchor, 0, kind, ("D4-FALL-5", rule))


def _hurts(scene: Scene, square: Square) -> str:
    """Return what a square does to whoever is in it; a zone made by a power only where the table says so (D4-FM-11)."""
    kind = scene.board.ground(square).hindering if scene.grid.holds(square) else ""
    spared = kind.startswith(ZONE) and answer(scene.state, "zones-hinder") == "no"
    return "" if spared else kind


class Met(Struct, frozen=True):
    """What a creature meets on a path that it is forced along: what it saves before, and what it was carried over."""

    risk: Hazard | None = None
    number: int = 0
    """The steps up to the one into it, that one included."""
    over: tuple[Hazard, ...] = ()


def met(scene: Scene, unit: Unit, start: Space, path: Sequence[Square], *, carried: bool = False) -> Met:
    """Return what a creature is forced into on a path (D4-FALL-5, D4-FM-10).

    That is the first thing that it meets. Where the table has it carried on, whatever firm ground follows after is
    passed over, and it is the first thing that no firm ground follows after.
    """
    risk, number, over = None, 0, []
    old = firm = start
    for count, anchor in enumerate(path, start=1):
        new = old.at(anchor)
        if risk is None:
            firm, risk, number = old, hazard(scene, unit, old, new), count
        elif hazard(scene, unit, firm, new) is None:
            over.append(risk)
            risk = None
        if risk is not None and not carried:
            break
        old = new
    return Met(risk, number if risk else 0, tuple(over))


def half_over(scene: Scene, unit: Unit) -> bool:
    """Whether a creature must move or squeeze on its next turn, since part of it is over a drop (D4-FALL-6)."""
    return not aloft(unit) and over_a_drop(scene, scene.space(unit.id)) == "part"
