"""What a board screen asks a game and what it is told: ways to move, bands, routes, findings, zones.

Frozen answers that only need to be drawn; every one says why and by which rules. A cell is a square,
given by its column and row, or on a table in inches a tile of `grain` inches, whose middle is
`((column + 0.5) * grain, (row + 0.5) * grain)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct

from warband_tui.rules.board.layout import Base, Board, Fault, Point, Spot, SquareBoard
from warband_tui.rules.board.zones import outside_on_map
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.ruleset import Refusal

PLAIN_BASE = 25.0
"""Millimetres of a base of which nobody said anything."""

Cell = tuple[int, int]
Role = Literal["move", "fast", "careful", "attack", "other"]
"""How a way to move is painted: plain, faster (dash, run), careful (shift), ending in combat (charge)."""


class Footprint(Struct, frozen=True, omit_defaults=True):
    """What a unit covers: on squares `side` squares a side from its spot, in inches a base at each spot."""

    side: int = 1
    base: Base | None = None
    height: float = 0
    """How tall it is, in inches or feet; 0 when the game does not say."""


class MoveMode(Struct, frozen=True, omit_defaults=True):
    """A way in which a unit may move now, how far, and why not if it may not."""

    id: str
    label: str
    role: Role = "move"
    budget: float | None = None
    """Inches or squares; None where dice decide (a charge) or there is no limit."""
    allowed: bool = True
    why: str = ""
    rules: tuple[str, ...] = ()


class Reach(Struct, frozen=True, omit_defaults=True):
    """Where a unit can get to in one way of moving, with the price of each cell.

    `cells` are those in which it may end (the cell of its spot); `through` may only be crossed.
    """

    unit: str
    mode: str
    role: Role
    budget: float | None
    cells: dict[Cell, float]
    through: dict[Cell, float] = {}
    grain: float = 1
    why: str = ""
    rules: tuple[str, ...] = ()


class Waypoint(Struct, frozen=True, omit_defaults=True):
    """A point of a route: the price so far, what was charged extra here, who may strike on leaving."""

    at: Spot
    price: float
    mark: str = ""
    strikers: tuple[str, ...] = ()
    why: str = ""


class Trace(Struct, frozen=True, omit_defaults=True):
    """The route to a place: whether it is allowed and why, its price, its points, the action that takes it."""

    unit: str
    mode: str
    to: Spot
    legal: bool
    price: float | None = None
    budget: float | None = None
    why: str = ""
    rules: tuple[str, ...] = ()
    way: tuple[Waypoint, ...] = ()
    notes: tuple[str, ...] = ()
    action: dict[str, Any] = {}
    """The action in the form of a script, ready to be proposed; empty when there is none."""
    reached: tuple[str, ...] = ()
    """Ids of the enemies that it gets to, where the way of moving is about them."""


class SightLine(Struct, frozen=True, omit_defaults=True):
    """A line that proves a finding: from, to, whether it is clear, and what stands in its way."""

    a: Spot
    b: Spot
    clear: bool
    why: str = ""


def line_json(line: SightLine) -> dict[str, Any]:
    """Return a line as the answer to a question has it, to a thousandth of an inch."""
    a, b = ([round(n, 3) for n in end] for end in (line.a, line.b))
    return {"from": a, "to": b, "clear": line.clear, "why": line.why}


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that is true between a unit and another, or of a place, with its proof.

    `good` is from the point of view of the unit that asks; None when it is neither.
    """

    id: str
    label: str
    verdict: str
    good: bool | None = None
    why: str = ""
    rules: tuple[str, ...] = ()
    lines: tuple[SightLine, ...] = ()


class Threat(Struct, frozen=True, omit_defaults=True):
    """Cells that something of a unit covers: where it strikes who leaves, where its charge may end, its auras."""

    id: str
    label: str
    unit: str
    cells: frozenset[Cell]
    grain: float = 1
    rules: tuple[str, ...] = ()


class Template(Struct, frozen=True, omit_defaults=True):
    """A shape that an attack lays on the board: `circle` (radius in inches), `burst`, `blast`, `wall` (squares)."""

    id: str
    label: str
    form: Literal["circle", "burst", "blast", "wall", "cone"]
    size: float
    range: float | None = None
    rules: tuple[str, ...] = ()


class Covered(Struct, frozen=True, omit_defaults=True):
    """What a template laid on the board covers: its cells and the units in it, each with the reason."""

    cells: frozenset[Cell]
    units: tuple[tuple[str, str], ...]
    outline: tuple[Point, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()


class TerrainKind(Struct, frozen=True, omit_defaults=True):
    """A sort of terrain that the editor offers: what it is called, its tags or ground, how it is drawn."""

    id: str
    label: str
    glyph: str
    tags: tuple[str, ...] = ()
    height: float = 0
    ground: dict[str, Any] = {}
    """On squares, what a square of it is (the fields of `layout.Ground`)."""
    colour: Literal["green", "brown", "grey", "blue", "red", "yellow", "magenta"] = "grey"
    note: str = ""
    """What it does, in a few words, for the legend."""


class BoardWords(Struct, frozen=True, omit_defaults=True):
    """What a game says of its boards: kind, usual sizes, terrain, name of the unit of length."""

    kind: Literal["inches", "squares"]
    sizes: tuple[tuple[float, float], ...]
    terrain: tuple[TerrainKind, ...]
    length: str = '"'


class Boards(Protocol):
    """What a board screen asks of a game; `Boarding` answers for a game without boards."""

    board_words: BoardWords | None

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return what a unit covers on a board."""
        ...

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the ways in which a unit may move on the board, the commonest first."""
        ...

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where a unit can get to in one way of moving."""
        ...

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the best route to a place, and the action that takes it."""
        ...

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two units on the board."""
        ...

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two places."""
        ...

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return what a unit threatens where it stands."""
        ...

    def templates(self, state: BattleState, unit_id: str) -> tuple[Template, ...]:
        """Return the templates that a unit may lay."""
        ...

    def covered(
        self, state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float = 1
    ) -> Covered:
        """Return what a template covers."""
        ...

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a unit that has just been put down cannot stand there."""
        ...

    def undeployed(self, state: BattleState, unit_id: str) -> bool:
        """Whether a unit stands outside the zones in which its side deploys."""
        ...

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what the game's rules for setting up find wrong with a board."""
        ...

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random layout within the game's rules."""
        ...


class Boarding:
    """What a game does that has no boards: nothing is measured, everything is stated by the players."""

    board_words: BoardWords | None = None

    def footprint(self, state: BattleState, unit: Unit) -> Footprint:
        """Return what a unit covers."""
        del state, unit
        return Footprint()

    def modes(self, state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
        """Return the ways in which a unit may move, the commonest first; empty without a board."""
        del state, unit_id
        return ()

    def reach(self, state: BattleState, unit_id: str, mode: str, grain: float = 1) -> Reach:
        """Return where a unit can get to in one way of moving."""
        del state, grain
        return Reach(unit_id, mode, "move", None, {})

    def trace(
        self, state: BattleState, unit_id: str, mode: str, to: Spot, via: tuple[Spot, ...] = ()
    ) -> Trace:
        """Return the best route to a place, by way of given points, and the action that takes it."""
        del state, via
        return Trace(unit_id, mode, to, legal=False, why="this game has no board")

    def look(self, state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
        """Return what is true between two units: distance, sight, cover, who may strike, flanking."""
        del state, unit_id, other_id
        return ()

    def measure(self, state: BattleState, a: Spot, b: Spot) -> Finding:
        """Return the distance between two places; measuring logs nothing."""
        del state, a, b
        return Finding("distance", "distance", "-")

    def threats(self, state: BattleState, unit_id: str, grain: float = 1) -> tuple[Threat, ...]:
        """Return what a unit threatens where it stands."""
        del state, unit_id, grain
        return ()

    def templates(self, state: BattleState, unit_id: str) -> tuple[Template, ...]:
        """Return the templates that a unit may lay."""
        del state, unit_id
        return ()

    def covered(
        self, state: BattleState, unit_id: str, template: str, at: tuple[Spot, ...], grain: float = 1
    ) -> Covered:
        """Return what a template covers: laid at one spot, or along several for a wall."""
        del state, unit_id, template, at, grain
        return Covered(frozenset(), ())

    def misplaced(self, state: BattleState, unit_id: str) -> Refusal | None:
        """Return why a unit that has just been put down cannot stand there: no room, forbidden ground."""
        del state, unit_id
        return None

    def undeployed(self, state: BattleState, unit_id: str) -> bool:
        """Whether a unit stands outside the zones in which its side deploys, where a map has such."""
        board, unit = state.board, state.unit(unit_id)
        if not isinstance(board, SquareBoard):
            return False
        side = range(self.footprint(state, unit).side)
        squares = ((int(x) + i, int(y) + j) for x, y, *_ in unit.at for i in side for j in side)
        return outside_on_map(board, unit.side, squares)

    def board_faults(self, board: Board) -> tuple[Fault, ...]:
        """Return what this game's rules for setting up find wrong with a board that can be drawn."""
        del board
        return ()

    def random_board(self, width: float, height: float, draw: Callable[[int], int]) -> Board | None:
        """Return a random layout within the game's rules; `draw(n)` gives a whole number from 0 to n - 1."""
        del width, height, draw
        return None
