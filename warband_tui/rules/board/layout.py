"""A board as data: a table in inches with features, or a map of squares. Frozen, read from JSON builtins.

The forms are those of battle scripts. What a tag or a letter *does* is the game's business; this
module knows only shapes, sizes and names; `reading.py` reads it and `faults.py` says what is wrong with one.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError

Point = tuple[float, float]
"""Inches from the left and the upper edge of the table."""
Square = tuple[int, int]
"""Column and row, from 0 at the upper left."""
Spot = tuple[float, ...]
"""Where a model stands: x, y and the height z in inches; column and row on squares."""


GROUND = {
    ".": {},
    "#": {"blocking": True},
    "~": {"difficult": "difficult"},
    "O": {"drop": True},
}
"""What the letters of a map mean that every map has; a legend may add further letters."""


MM = 25.4
"""Millimetres in an inch."""
HAIR = 1e-6
"""Inches: what a sum of floats may be off."""


class BadBoard(WarbandError):
    """A board that cannot be drawn or measured; the message names the piece."""


class Feature(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of terrain: its outline in inches, how high it rises, what it is.

    `base` is the height at which it begins, so that a bridge has ground under it. `piece_of` names
    the feature that several pieces make up together.
    """

    id: str
    shape: tuple[Point, ...]
    height: float = 0
    tags: tuple[str, ...] = ()
    name: str = ""
    base: float = 0
    piece_of: str = ""

    @property
    def label(self) -> str:
        """What players call it."""
        return self.name or self.id

    @property
    def top(self) -> float:
        """The height of its upper side above the table, in inches."""
        return self.base + self.height


class DeploymentZone(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a side sets up: an outline in inches, or in squares by their upper left corners."""

    side: str
    shape: tuple[Point, ...]
    name: str = ""


class Ground(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a letter of a map of squares stands for."""

    name: str = ""
    blocking: bool = False
    """Filled: no entry, no line of effect."""
    transparent: bool = False
    """Filled, but can be seen through."""
    difficult: str = ""
    """The kind of difficult ground, empty for none."""
    hindering: str = ""
    """What hurts whoever is in it: fire, lava, ..."""
    obscured: bool = False
    drop: bool = False
    """A pit or precipice, as deep as the board's `drop_feet`."""
    challenging: str = ""
    height: int = 0
    """Feet above the floor."""


class SquareBoard(
    Struct, frozen=True, tag="squares", tag_field="kind", omit_defaults=True, forbid_unknown_fields=True
):
    """A map of squares: one text a row, one letter a square; edges carry low walls and walls.

    A letter or digit that no legend explains marks a place on open floor.
    """

    map: tuple[str, ...]
    edges: tuple[tuple[Square, Square, str], ...] = ()
    """Two squares that share a side, and what stands between: `low`, `wall`, `window`."""
    drop_feet: int = 10
    legend: dict[str, Ground] = {}
    zones: tuple[DeploymentZone, ...] = ()
    name: str = ""

    def __hash__(self) -> int:
        """Equal boards share their hash, so that what is worked out of a board can be kept by it."""
        return hash((self.map, self.edges, self.drop_feet, tuple(sorted(self.legend))))

    @property
    def width(self) -> int:
        """Squares from left to right."""
        return len(self.map[0])

    @property
    def height(self) -> int:
        """Squares from top to bottom."""
        return len(self.map)

    def ground(self, square: Square) -> Ground:
        """Return what a square of the board is.

        Raises:
            BadBoard: it lies outside.
        """
        x, y = square
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise BadBoard(f"square {x},{y} is outside the board of {self.width}x{self.height}")
        return self.meaning(self.map[y][x])

    def meaning(self, letter: str) -> Ground:
        """Return what a letter of the map stands for."""
        return self.legend[letter] if letter in self.legend else COMMON.get(letter, OPEN)


class InchBoard(
    Struct,
    frozen=True,
    tag="inches",
    tag_field="kind",
    omit_defaults=True,
    forbid_unknown_fields=True,
    cache_hash=True,
):
    """A table in inches with its pieces of terrain."""

    width: float
    height: float
    features: tuple[Feature, ...] = ()
    zones: tuple[DeploymentZone, ...] = ()
    name: str = ""

    def feature(self, feature_id: str) -> Feature:
        """Return a piece of terrain.

        Raises:
            BadBoard: the board has none of that id.
        """
        for feature in self.features:
            if feature.id == feature_id:
                return feature
        raise BadBoard(f"no feature {feature_id!r} on the board")


Board = InchBoard | SquareBoard

OPEN = Ground()

COMMON = {letter: msgspec.convert(ground, Ground) for letter, ground in GROUND.items()}


class Base(Struct, frozen=True, omit_defaults=True):
    """The base of a model: a circle, oval or rectangle, in millimetres.

    `turned` is the angle of the first side from the left-to-right axis, in degrees.
    """

    width: float
    depth: float
    form: str = "circle"
    turned: float = 0


class Fault(Struct, frozen=True):
    """What is wrong with a board: the piece, what, and where to look."""

    piece: str
    what: str
    at: Point | None = None

    def __str__(self) -> str:
        return f"{self.piece}: {self.what}"
