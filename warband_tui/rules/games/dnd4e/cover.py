"""Sight, line of effect and cover between creatures, with the lines that prove them (D4-LOS-1, D4-LOE-1, D4-COV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from warband_tui.rules.board.squares import Grid, Space
from warband_tui.rules.board.squares_sight import Line, Veil, clear_line, fan, sight_veil, solid_veil, traced
from warband_tui.rules.games.dnd4e.space import NotOnBoard, Scene
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import shown

Kind = Literal["melee", "ranged", "close", "area"]
KINDS: tuple[Kind, ...] = ("melee", "ranged", "close", "area")
SUPERIOR_FROM = 3
"""Lines of four that have to be stopped for superior cover (D4-COV-1)."""
PENALTY = {"": 0, "cover": -2, "superior": -5}
RULES: dict[str, tuple[str, ...]] = {
    "melee": ("D4-COV-3",),
    "ranged": ("D4-COV-1", "D4-COV-2"),
    "close": ("D4-COV-1", "D4-COV-4"),
    "area": ("D4-COV-1",),
}


class Sight(Struct, frozen=True):
    """Whether there is a clear line: the line, or why there is none."""

    clear: bool
    why: str
    rules: tuple[str, ...]
    lines: tuple[Line, ...] = ()


class Cover(Struct, frozen=True):
    """The cover of a target: none, `cover` or `superior`, and the lines that were drawn.

    `none` is true where the attack has no line of effect at all: no cover helps, the target cannot be aimed at.
    """

    level: str
    modifier: int
    why: str
    rules: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    effect: bool = True


def over(scene: Scene, veil: Veil, *ends: Space) -> Veil:
    """Return what stops lines between spaces in the air: walls no higher than the lower of them stop nothing."""
    return veil._replace(squares=veil.squares & ~scene.below(min(space.level for space in ends)))


def effect_veil(scene: Scene, *ends: Space) -> Veil:
    """Return what stops lines of effect between spaces (D4-LOE-1)."""
    return over(scene, solid_veil(scene.grid), *ends)


def sight_line(scene: Scene, start: Space, to: Space) -> Line | None:
    """Return a line by which a space is seen from another, None where it is not (D4-LOS-1)."""
    return clear_line(scene.grid, over(scene, sight_veil(scene.grid), start, to), start, to)


def effect_line(scene: Scene, start: Space, to: Space) -> Line | None:
    """Return a line of effect from a space to another, None where there is none (D4-LOE-1)."""
    return clear_line(scene.grid, effect_veil(scene, start, to), start, to)


def sees(scene: Scene, start: Space, to: Space, what: str) -> Sight:
    """Return whether a space can be seen from another (D4-LOS-1)."""
    veil = over(scene, sight_veil(scene.grid), start, to)
    return _told(scene.grid, veil, start, to, what, "that blocks sight", "D4-LOS-1")


def affects(scene: Scene, start: Space, to: Space, what: str) -> Sight:
    """Return whether there is line of effect from a space to another (D4-LOE-1)."""
    return _told(scene.grid, effect_veil(scene, start, to), start, to, what, "solid", "D4-LOE-1")


def _told(grid: Grid, veil: Veil, start: Space, to: Space, what: str, stopper: str, rule: str) -> Sight:
    """Return whether something clears what stops lines, with the line that proves it; for none the shortest one."""
    line = clear_line(grid, veil, start, to)
    if line is not None:
        return Sight(True, f"a line to {what} touches nothing {stopper}", (rule,), (line,))
    pairs = [(a, b) for a in start.outer_corners() for b in to.outer_corners() if a != b]
    pairs.sort(key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)
    lines = [traced(grid, veil, a, b) for a, b in pairs]
    line = next((line for line in lines if not line.clear), None)
    where = " ({},{})".format(*line.square) if line and line.square else ""
    why = f"every line to {what} meets something {stopper}{where}"
    return Sight(False, why, (rule,), (line,) if line else ())


def sight(scene: Scene, unit: Unit, other: Unit) -> Sight:
    """Return whether a creature sees another: creatures never block, blindness does (D4-LOS-1)."""
    if unit.has("blinded"):
        return Sight(False, f"{unit.name} is blinded", ("D4-LOS-1",))
    return _best(
        [sees(scene, a, b, other.name) for a in scene.spaces[unit.id] for b in scene.spaces[other.id]]
    )


def effect(scene: Scene, unit: Unit, other: Unit) -> Sight:
    """Return whether a creature has line of effect to another (D4-LOE-1)."""
    return _best(
        [affects(scene, a, b, other.name) for a in scene.spaces[unit.id] for b in scene.spaces[other.id]]
    )


def _best(found: list[Sight]) -> Sight:
    return next((one for one in found if one.clear), found[0])


def kind_of(name: str) -> Kind:
    """Return a kind of attack.

    Raises:
        NotOnBoard: there is none of that name.
    """
    for kind in KINDS:
        if kind == name:
            return kind
    raise NotOnBoard(f"no kind of attack {shown(name)}; there are {', '.join(KINDS)}")


def cover(scene: Scene, unit: Unit, target: Unit, kind: Kind, origin: Space | None = None) -> Cover:
    """Return the cover of a target against an attack (D4-COV-1 to 4).

    `origin` is the square from which a close burst or an area attack is reckoned; without it the attacker's own.
    """
    start = origin or scene.space(unit.id)
    goal = scene.space(target.id)
    if not affects(scene, start, goal, target.name).clear:
        return Cover("", 0, f"no line of effect to {target.name}", ("D4-LOE-1",), (), effect=False)
    if kind == "melee":
        return _melee(scene, start, goal)
    bodies = tuple(_bodies(scene, unit, target, goal)) if kind == "ranged" else ()
    return _from_corners(scene, start, goal, kind, bodies)


def _bodies(scene: Scene, unit: Unit, target: Unit, goal: Space) -> Iterator[tuple[str, Space]]:
    """Yield the attacker's other enemies: only they are in the way of its ranged attacks (D4-COV-2)."""
    for foe in scene.foes(unit):
        if foe.id != target.id:
            for space in scene.spaces[foe.id]:
                if scene.level_with(goal, foe.id):
                    yield foe.id, space


def _melee(scene: Scene, start: Space, goal: Space) -> Cover:
    veil = effect_veil(scene, start, goal)
    lines = tuple(
        line
        for corner in start.outer_corners()
        for line in fan(scene.grid, veil, corner, goal)
        if line.a != line.b
    )
    stopped = [line for line in lines if not line.clear]
    if not stopped:
        return Cover("", 0, "no line between their corners meets anything", RULES["melee"], lines[:4])
    where = stopped[0].square
    why = "a line between their corners meets {},{}".format(*where) if where else "a line is stopped"
    return Cover("cover", PENALTY["cover"], why, RULES["melee"], tuple(stopped[:4]))


def _from_corners(
    scene: Scene, start: Space, goal: Space, kind: Kind, bodies: tuple[tuple[str, Space], ...]
) -> Cover:
    """Take the corner of the attacker and the square of the target that leave it the least cover (D4-COV-1)."""
    veil, best = effect_veil(scene, start, goal), None
    for corner in start.corners():
        for square in goal.squares():
            lines = fan(scene.grid, veil, corner, Space(*square), bodies)
            walls = sum(line.square is not None for line in lines)
            people = sum(bool(line.body) for line in lines)
            rank = (2 if walls >= SUPERIOR_FROM else 1 if walls or people else 0, walls, people)
            if best is None or rank < best[0]:
                best = (rank, lines)
            if rank == (0, 0, 0):
                return Cover("", 0, "all four lines from the best corner are clear", RULES[kind], lines)
    (worst, walls, people), lines = best or ((0, 0, 0), ())
    level = ("", "cover", "superior")[worst]
    stopped = next(line for line in lines if not line.clear)
    by = "{},{}".format(*stopped.square) if stopped.square else scene.units[stopped.body].name
    count = walls + people
    why = f"{count} of 4 lines from the best corner {'is' if count == 1 else 'are'} stopped, by {by}"
    return Cover(level, PENALTY[level], why, RULES[kind], lines)
