"""Pull, push and slide on the board: which squares are legal next, and all that can be reached (D4-FM-1 to 16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct, structs

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.squares import DIRECTIONS, Direction, Mover, Space, Step, distance, gaps
from warband_tui.rules.board.squares_reach import Field, Moves, farther, moves_of, nearer, spread
from warband_tui.rules.board.squares_sight import clear_line, solid_veil
from warband_tui.rules.games.dnd4e.falling_edges import Hazard, first_hazard, hazard
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.space import Scene, may_pass
from warband_tui.rules.games.dnd4e.steps import end_refusal, mode_of, mover_of, refusal
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit

Kind = Literal["pull", "push", "slide"]
RULES: dict[str, tuple[str, ...]] = {
    "pull": ("D4-PULL-1", "D4-FM-1"),
    "push": ("D4-PUSH-1", "D4-FM-1"),
    "slide": ("D4-SLIDE-1",),
}
_NEEDS = {"pull": "nearer to", "push": "farther from"}


class Next(Struct, frozen=True):
    """One of the eight squares beside the target: whether it may be moved there next, and why."""

    to: Square
    legal: bool
    end: bool
    why: str = ""
    rules: tuple[str, ...] = ()
    hazard: Hazard | None = None


class Options(Struct, frozen=True):
    """Where a target may be moved: the next squares, and all ends with the squares that they take.

    `edges` are the ends at which it saves before it goes over or in; `through` the squares that it only passes.
    """

    kind: str
    squares: int
    next: tuple[Next, ...]
    ends: dict[Square, int]
    through: dict[Square, int]
    edges: tuple[Square, ...]
    vertical: bool
    rules: tuple[str, ...]


class Forcing:
    """Forced movement of one target from one origin, the creature or the centre of the effect (D4-FM-2)."""

    def __init__(self, scene: Scene, kind: Kind, origin: Space, target: Unit, most: int) -> None:
        self.scene, self.kind, self.origin, self.target, self.most = scene, kind, origin, target, most
        self.start = scene.space(target.id)
        self.apart = gaps(origin, self.start)[2]
        self.axes = answer(scene.state, "push-geometry") == "axes"
        self.carried = answer(scene.state, "forced-edge") == "carried"
        self.mover = self._mover()
        self.plain = moves_of(scene.grid, self.mover)

    def _mover(self) -> Mover:
        """Return how the target is moved: where it could walk, at one a square, edges not barred (D4-FM-7, 8, 9)."""
        scene, target = self.scene, self.target
        mover = mover_of(scene, target, mode_of("walk"))
        barred = mover.barred
        if answer(scene.state, "forced-through-allies") == "no":
            for other in scene.allies(target):
                barred |= scene.held[other.id] if scene.level_with(self.start, other.id) else 0
        return structs.replace(
            mover,
            solid=scene.grid.filled,
            shut=mover.shut & ~scene.grid.filled,
            barred=barred,
            costly=0,
            pits=0,
            low=False,
            walls=True,
            price=1,
        )

    def _allowed(self, direction: Direction) -> int:
        """Return the anchors at which a step that way does what the kind of movement asks (D4-PULL-1, D4-PUSH-1)."""
        grid, side = self.scene.grid, self.start.side
        if self.kind == "slide":
            return -1
        change = nearer if self.kind == "pull" else farther
        found = change(grid, side, self.origin, direction, self.apart)
        return found & self._on_both_axes(direction) if self.axes else found

    def _on_both_axes(self, direction: Direction) -> int:
        """Return the anchors at which neither gap goes the wrong way: the house rule of two axes."""
        grid, sign = self.scene.grid, 1 if self.kind == "push" else -1
        columns = [x for x in range(grid.width) if sign * self._turned(0, x, direction[0]) >= 0]
        rows = [y for y in range(grid.height) if sign * self._turned(1, y, direction[1]) >= 0]
        row = sum(1 << x for x in columns)
        return sum(row << (y * grid.stride) for y in rows)

    def _turned(self, axis: int, at: int, by: int) -> int:
        """Return by how much the gap on an axis grows with a step that arrives at a column or row."""

        def gap(where: int) -> int:
            anchor = (where, self.start.y) if axis == 0 else (self.start.x, where)
            return gaps(self.origin, self.start.at(anchor))[axis]

        return gap(at) - gap(at - by)

    def _seen(self) -> int:
        """Return the squares within reach to which the origin has line of effect (D4-FM-3)."""
        scene = self.scene
        veil = solid_veil(scene.grid)
        near = scene.grid.around(self.start, self.most)
        if not veil.edges and not veil.squares & scene.grid.around(self.origin, self._farthest()):
            return near
        return scene.grid.set_of(
            cell
            for cell in scene.grid.cells(near & ~scene.grid.filled)
            if clear_line(scene.grid, veil, self.origin, Space(*cell))
        )

    def _farthest(self) -> int:
        return (
            distance(self.origin._replace(level=0), self.start._replace(level=0))
            + self.most
            + self.start.side
        )

    def field(self) -> Field:
        """Return where the target may be moved, square by square."""
        grid = self.scene.grid
        hidden = grid.around(self.start, self.most) & ~self._seen()
        mover = structs.replace(self.mover, barred=self.mover.barred | hidden)
        marching = moves_of(grid, mover).limited(self._allowed)
        if not self.carried:
            marching = marching.ended_at(self._edges(marching))
        return spread(marching, (self.start.anchor,), self.most)

    def _edges(self, marching: Moves) -> int:
        """Return the anchors at which some step brings the target over an edge or into hurtful ground."""
        grid = self.scene.grid
        if not (grid.drops or grid.hindering):
            return 0
        near = grid.around(self.start, self.most) & marching.room
        return grid.set_of(cell for cell in grid.cells(near) if self._enters(cell))

    def _enters(self, cell: Square) -> bool:
        new = self.start.at(cell)
        around = (new.at((cell[0] - dx, cell[1] - dy)) for dx, dy in DIRECTIONS)
        return cell != self.start.anchor and any(
            hazard(self.scene, self.target, old, new)
            for old in around
            if all(self.scene.grid.holds(s) for s in old.squares())
        )

    def options(self) -> Options:
        """Return the next squares with their reasons, and everything that can be reached."""
        found = self.field() if self.most else spread(self.plain, (self.start.anchor,), 0)
        ends = found.ends
        grid = self.scene.grid
        edges = grid.set_of(ends) & self._edges(found.moves)
        return Options(
            self.kind,
            self.most,
            tuple(self._nexts()),
            ends,
            found.through,
            tuple(grid.cells(edges)),
            self.target.has("flying"),
            (*RULES[self.kind], "D4-FM-3", "D4-FM-6", "D4-FM-7", "D4-FM-8", "D4-FM-9"),
        )

    def _nexts(self) -> Iterator[Next]:
        for direction in DIRECTIONS:
            step = self.plain.step(self.start.anchor, direction)
            if step.cause == "board":
                continue
            no = self.step_refusal(step)
            new = self.start.at(step.to)
            risk = None if no else hazard(self.scene, self.target, self.start, new)
            ends = None if no else end_refusal(self.scene, self.target, new)
            told = no or ends
            rules = risk.rules if risk and not told else told.rules if told else RULES[self.kind]
            yield Next(
                step.to, no is None, no is None and ends is None, told.why if told else "", rules, risk
            )

    def step_refusal(self, step: Step) -> Refusal | None:
        """Return why the target cannot be moved by a step, None where it can."""
        scene = self.scene
        if not step.legal:
            no = refusal(scene, self.target, step)
            ally = step.cause == "occupied" and any(
                may_pass(self.target, other) for other in scene.on(step.where[0], self.target.id)
            )
            why = f"{no.why}: not through allies at this table" if ally else no.why
            return Refusal(why, ("D4-FM-9",) if step.cause == "occupied" else (*no.rules, "D4-FM-8"))
        bit = scene.grid.bit(step.to)
        if not self._allowed(step.direction) & bit:
            before, after = (distance(self.origin, self.start.at(a)) for a in (step.start, step.to))
            what = "not" if after == before or not self.axes else "on one axis not"
            needs = _NEEDS[self.kind]
            return Refusal(
                f"{what} {needs} the origin: {before} squares before, {after} after", RULES[self.kind]
            )
        veil = solid_veil(scene.grid)
        for square in step.entered:
            if clear_line(scene.grid, veil, self.origin, Space(*square)) is None:
                return Refusal("no line of effect to {},{}".format(*square), ("D4-FM-3",))
        return None

    def judged(self, path: Sequence[Square]) -> tuple[Refusal | None, Hazard | None]:
        """Return why a path is not legal for the target, and the first edge or hurtful ground on it (D4-FM-10)."""
        if len(path) > self.most:
            return Refusal(f"{len(path)} squares; {self.most} at most", ("D4-FM-4",)), None
        at = self.start.anchor
        for to in path:
            step = self.plain.step(at, (to[0] - at[0], to[1] - at[1]))
            no = self.step_refusal(step)
            if no is not None:
                return no, None
            at = to
        risk = first_hazard(self.scene, self.target, self.start, path)
        if risk is not None and not self.carried and risk.to != at:
            return Refusal(f"the movement ends at {risk.what}", ("D4-FM-10",)), risk
        return end_refusal(self.scene, self.target, self.start.at(at)) if path else None, risk


def swaps(scene: Scene, unit: Unit, target: Unit) -> dict[Square, tuple[Square, ...]]:
    """Return how two creatures swap places: where the target may go, and for each where the user then shifts (D4-FM-13).

    The target's space has to cover the user's, or to lie in it where it is the smaller one; the user shifts into a
    space with at least one square that the target has left.
    """
    mine, theirs = scene.space(unit.id), scene.space(target.id)
    found: dict[Square, tuple[Square, ...]] = {}
    reach = range(-max(mine.side, theirs.side) + 1, max(mine.side, theirs.side))
    for j in reach:
        for i in reach:
            goal = theirs.at((mine.x + i, mine.y + j))
            small, large = (mine, goal) if goal.side >= mine.side else (goal, mine)
            if not all(large.holds(square) for square in small.squares()) or not _free(
                scene, goal, unit, target
            ):
                continue
            left = [s for s in theirs.squares() if not goal.holds(s)]
            places = {(x - dx, y - dy) for x, y in left for dx in range(mine.side) for dy in range(mine.side)}
            ends = tuple(
                sorted(
                    cell
                    for cell in places
                    if _free(scene, mine.at(cell), unit, target)
                    and not any(goal.holds(s) for s in mine.at(cell).squares())
                )
            )
            if ends:
                found[goal.anchor] = ends
    return found


def _free(scene: Scene, space: Space, unit: Unit, target: Unit) -> bool:
    return all(
        scene.grid.holds(square)
        and not scene.grid.has(scene.grid.filled, square)
        and all(other.id in (unit.id, target.id) for other in scene.on(square))
        for square in space.squares()
    )
