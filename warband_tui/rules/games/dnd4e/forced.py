"""Pull, push and slide on the board: which squares are legal next, and all that can be reached (D4-FM-1 to 16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import product
from typing import Literal

from msgspec import Struct, structs

from warband_tui.rules.board.layout import Spot, Square
from warband_tui.rules.board.squares import DIRECTIONS, Direction, Mover, Space, Step, distance, gaps
from warband_tui.rules.board.squares_reach import Moves, farther, moves_of, nearer
from warband_tui.rules.board.squares_sight import clear_line
from warband_tui.rules.games.dnd4e.cover import effect_line, effect_veil
from warband_tui.rules.games.dnd4e.driven import Driven
from warband_tui.rules.games.dnd4e.falling_edges import Hazard, Met, hazard, met, over_a_drop
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.space import Scene, may_pass, occupancy
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
_AROUND = sorted(product((-1, 0, 1), repeat=3), key=lambda step: sum(map(abs, step)))[1:]


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
    """Forced movement of one target from one origin, the creature or the centre of the effect (D4-FM-2).

    `most` is how many squares it is moved at most, `limit` what that was before the target took some off (D4-FM-12).
    `past` is the one with whom it swaps places, who is in nobody's way.
    """

    def __init__(
        self,
        scene: Scene,
        kind: Kind,
        origin: Space,
        target: Unit,
        most: int,
        limit: int | None = None,
        *,
        past: str = "",
    ) -> None:
        self.past = past
        self.distance_rule = "D4-FM-4" if limit is None or most >= limit else "D4-FM-12"
        self.scene, self.kind, self.origin, self.target, self.most = scene, kind, origin, target, most
        self.start = scene.space(target.id)
        self.apart = gaps(origin, self.start)[2]
        self.axes = answer(scene.state, "push-geometry") == "axes"
        self.carried = answer(scene.state, "forced-edge") == "carried"
        self.mover = self._mover(self.start.level)
        self.plain = moves_of(scene.grid, self.mover)

    def _mover(self, level: int) -> Mover:
        """Return how the target is moved at a height: where it could walk, at one a square, edges not barred (D4-FM-7, 8, 9).

        What keeps it in a pit when it walks keeps it there when it is forced (D4-FM-5).
        """
        scene, target = self.scene, self.target
        mover = mover_of(scene, target, mode_of("walk"))
        space = self.start._replace(level=level)
        barred, taken = occupancy(scene, target, space, past=self.past)
        if answer(scene.state, "forced-through-allies") == "no":
            for other in (ally for ally in scene.allies(target) if ally.id != self.past):
                barred |= scene.held[other.id] if scene.level_with(space, other.id) else 0
        return structs.replace(
            mover,
            solid=(mover.solid & ~scene.grid.filled) | scene.filled_at(level),
            shut=taken,
            barred=barred,
            costly=0,
            pits=0,
            low=False,
            walls=True,
            price=1,
        )

    def _at(self, level: int) -> Moves:
        """Return the steps of the target at a height."""
        return self.plain if level == self.start.level else moves_of(self.scene.grid, self._mover(level))

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
        scene, level = self.scene, self.start.level
        veil = effect_veil(scene, self.origin, self.start)
        near = scene.grid.around(self.start, self.most)
        if not veil.edges and not veil.squares & scene.grid.around(self.origin, self._farthest()):
            return near
        return scene.grid.set_of(
            cell
            for cell in scene.grid.cells(near & ~scene.filled_at(level))
            if clear_line(scene.grid, veil, self.origin, Space(*cell, 1, level))
        )

    def _farthest(self) -> int:
        return (
            distance(self.origin._replace(level=0), self.start._replace(level=0))
            + self.most
            + self.start.side
        )

    def field(self) -> Driven:
        """Return where the target may be moved at its height, square by square."""
        grid = self.scene.grid
        hidden = grid.around(self.start, self.most) & ~self._seen()
        mover = structs.replace(self.mover, barred=self.mover.barred | hidden)
        marching = moves_of(grid, mover).limited(self._allowed) if self.most else self.plain
        risky = {} if self.carried else self._risky(marching)
        return Driven(marching, self.start.anchor, self.most, risky, self.plain.endable)

    def _risky(self, marching: Moves) -> dict[Direction, int]:
        """Return the anchors at which a step in a direction brings the target over an edge or into hurtful ground."""
        grid, start = self.scene.grid, self.start
        if not (grid.drops or grid.hindering):
            return {}
        near = (
            grid.around(start, self.most)
            & marching.room
            & grid.touching(grid.drops | grid.hindering, start.side)
        )
        cells = tuple(grid.cells(near))
        return {(dx, dy): grid.set_of((x, y) for x, y in cells if self._enters((x - dx, y - dy), (x, y)))
                for dx, dy in DIRECTIONS}  # fmt: skip

    def _enters(self, before: Square, to: Square) -> bool:
        old = self.start.at(before)
        on_board = all(self.scene.grid.holds(square) for square in old.squares())
        return on_board and hazard(self.scene, self.target, old, self.start.at(to)) is not None

    def options(self) -> Options:
        """Return the next squares with their reasons, and everything that can be reached."""
        found = self.field()
        ends = found.ends
        hurting = self.scene.grid.drops | self.scene.grid.hindering
        edges = [
            end
            for end in (ends if hurting else ())
            if end in found.last or (self.carried and self.met([step.to for step in found.route(end)]).risk)
        ]
        return Options(
            self.kind,
            self.most,
            tuple(self._nexts()),
            ends,
            found.through,
            tuple(sorted(edges, key=lambda square: (square[1], square[0]))),
            self.target.has("flying"),
            (*RULES[self.kind], "D4-FM-3", "D4-FM-6", "D4-FM-7", "D4-FM-8", "D4-FM-9"),
        )

    def _nexts(self) -> Iterator[Next]:
        for dx, dy in DIRECTIONS:
            new = self.start.at((self.start.x + dx, self.start.y + dy))
            if not all(self.scene.grid.holds(square) for square in new.squares()):
                continue
            no = self.step_refusal(self.start, new)
            risk = None if no else hazard(self.scene, self.target, self.start, new)
            ends = None if no else self._end_refusal(new, risk)
            told = no or ends
            rules = risk.rules if risk and not told else told.rules if told else RULES[self.kind]
            yield Next(
                new.anchor, no is None, no is None and ends is None, told.why if told else "", rules, risk
            )

    def step_refusal(self, old: Space, new: Space) -> Refusal | None:
        """Return why the target cannot be moved from one space to the next, None where it can."""
        entered = new.squares()
        if new.level != old.level:
            no = self._lifted(old, new)
            if no is not None:
                return no
        if new.anchor != old.anchor or new == old:
            step = self._at(new.level).step(old.anchor, (new.x - old.x, new.y - old.y))
            if not step.legal:
                return self._walked(step)
            entered = step.entered
        no = self.turned_wrong(old, new)
        if no is not None:
            return no
        for square in entered:
            if effect_line(self.scene, self.origin, Space(*square, 1, new.level)) is None:
                return Refusal("no line of effect to {},{}".format(*square), ("D4-FM-3",))
        return None

    def _lifted(self, old: Space, new: Space) -> Refusal | None:
        """Return why the target cannot be moved up or down by a step: only who flies is (D4-FM-5)."""
        if not self.target.has("flying"):
            return Refusal(f"{self.target.name} does not fly: it is moved level", ("D4-FM-5",))
        if abs(new.level - old.level) > 1 or new.level < 0:
            return Refusal(
                f"it is moved a square up or down at a time, not to {new.level}", ("D4-GEO-2", "D4-FM-5")
            )
        filled, mover = self.scene.filled_at(new.level), self._at(new.level).mover
        solid = next((s for s in new.squares() if self.scene.grid.has(filled, s)), None)
        if solid is not None:
            return Refusal("{},{} is filled at that height".format(*solid), ("D4-OBS-1", "D4-FM-8"))
        there = next((s for s in new.squares() if self.scene.grid.has(mover.barred, s)), None)
        return Refusal("somebody holds {},{} at that height".format(*there), ("D4-FM-9",)) if there else None

    def _walked(self, step: Step) -> Refusal:
        """Return why the target cannot be moved by a step that it could not walk (D4-FM-8, D4-FM-9)."""
        scene = self.scene
        no = refusal(scene, self.target, step)
        if step.cause == "occupied":
            ally = any(may_pass(self.target, other) for other in scene.on(step.where[0], self.target.id))
            why = f"{no.why}: not through allies at this table" if ally else no.why
            return Refusal(why, ("D4-FM-9",))
        level = (
            ("D4-FM-5",)
            if step.cause == "filled" and not scene.grid.has(scene.grid.filled, step.where[0])
            else ()
        )
        return Refusal(no.why, (*no.rules, *level, "D4-FM-8"))

    def turned_wrong(self, old: Space, new: Space) -> Refusal | None:
        """Return why a step does not do what the kind of movement asks, height counted (D4-PULL-1, D4-PUSH-1, D4-FM-1)."""
        if self.kind == "slide":
            return None
        sign = 1 if self.kind == "push" else -1
        first, then = gaps(self.origin, old), gaps(self.origin, new)
        before, after = max(first), max(then)
        astray = self.axes and any(sign * (b - a) < 0 for a, b in zip(first, then, strict=True))
        if sign * (after - before) > 0 and not astray:
            return None
        what = "not" if after == before or not self.axes else "on one axis not"
        why = f"{what} {_NEEDS[self.kind]} the origin: {before} squares before, {after} after"
        return Refusal(why, RULES[self.kind])

    def spaces(self, path: Sequence[Spot]) -> Iterator[Space]:
        """Yield the spaces of the target along a path; a third number is how high a square of it lies."""
        at = self.start
        for spot in path:
            level = int(spot[2]) if len(spot) > 2 else at.level
            at = at.at((int(spot[0]), int(spot[1])))._replace(level=level)
            yield at

    def met(self, path: Sequence[Spot]) -> Met:
        """Return the edge or hurtful ground before which the target saves on a path, and what it is carried over."""
        anchors = [space.anchor for space in self.spaces(path)]
        return met(self.scene, self.target, self.start, anchors, carried=self.carried)

    def judged(self, path: Sequence[Spot]) -> tuple[Refusal | None, Hazard | None]:
        """Return why a path is not legal for the target, and the edge or hurtful ground that it saves before (D4-FM-10)."""
        if len(path) > self.most:
            return self.too_far(len(path)), None
        at = self.start
        for new in self.spaces(path):
            no = self.step_refusal(at, new)
            if no is not None:
                return no, None
            at = new
        found = self.met(path)
        if found.risk is not None and not self.carried and found.number != len(path):
            return Refusal(f"the movement ends at {found.risk.what}", ("D4-FM-10",)), found.risk
        return self._end_refusal(at, found.risk) if path else None, found.risk

    def _end_refusal(self, space: Space, risk: Hazard | None) -> Refusal | None:
        """Return why the target may not end in a space.

        Who lies below an edge bars nobody from going over it, and is landed on (D4-FALL-10); who is at the edge's
        own height does.
        """
        scene = self.scene
        falls = risk is not None and risk.drop > 0 and over_a_drop(scene, space) == "all"
        if not falls:
            return end_refusal(scene, self.target, space)
        if self._at(space.level).endable & scene.grid.bit(space.anchor):
            return None
        there = (o for square in space.squares() for o in scene.on(square, self.target.id))
        who = next((o.name for o in there if scene.level_with(space, o.id)), "somebody")
        return Refusal(f"{who} is there: it may pass, and not end there", ("D4-OCC-2", "D4-OCC-4"))

    def too_far(self, away: int, what: str = "squares") -> Refusal:
        """Return the refusal of a way that is longer than the target is moved (D4-FM-4, D4-FM-12)."""
        return Refusal(f"{away} {what}; {self.most} at most", (self.distance_rule,))

    def climb(self, goal: Space) -> list[Space]:
        """Return the shortest way of a flier to a space at another height, empty where there is none (D4-FM-5, D4-FLY-2)."""
        before: dict[Space, Space] = {}
        taken = {self.start: 0}
        todo = [(_far(self.start, goal), self.start)]
        while todo:
            at = heappop(todo)[1]
            if at == goal:
                way = [at]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return way[-2::-1]
            gone = taken[at] + 1
            for dx, dy, up in _AROUND:
                new = Space(at.x + dx, at.y + dy, at.side, at.level + up)
                much = gone + _far(new, goal)
                if much > self.most or gone >= taken.get(new, much + 1) or self.step_refusal(at, new):
                    continue
                before[new], taken[new] = at, gone
                heappush(todo, (much, new))
        return []


def _far(a: Space, b: Space) -> int:
    """Return the steps between two spaces of one size where nothing is in the way."""
    return max(abs(a.x - b.x), abs(a.y - b.y), abs(a.level - b.level))
