"""Who stands where: the spaces of creatures on a board of squares, and who may share a square with whom."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Spot, Square, SquareBoard
from warband_tui.rules.board.squares import Grid, Space, distance, grid_of
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE, FEET
from warband_tui.rules.games.dnd4e.profile import SIZES, Creature, creature
from warband_tui.rules.games.dnd4e.states import helpless
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import shown

CLASSES: dict[str, int] = {name: number for number, name in enumerate(SIZES)}
SIDES = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
TINY_IN_A_SQUARE = 4
"""Tiny creatures that share a square (D4-SIZE-1)."""
SIZE_GAP = 2
"""Size classes between two enemies of whom one may pass through the other (D4-OCC-2)."""


class NotOnBoard(WarbandError):
    """A question about squares where there are none."""


def size_of(unit: Unit) -> str:
    """Return the size class of a creature: what the set-up says, else its profile."""
    size = unit.size or str(unit.profile.get("size", "medium"))
    return size if size in SIDES else "medium"


def size_class(unit: Unit) -> int:
    """Return the size class as a number, Tiny 0 to Gargantuan 5 (D4-SIZE-1)."""
    return CLASSES[size_of(unit)]


def full_side(unit: Unit) -> int:
    """Return the squares a side of a creature's own space (D4-SIZE-1, D4-GEO-1).

    A Gargantuan creature may be larger than 4 squares: its profile says so by a keyword such as `space 6`.
    """
    side = SIDES[size_of(unit)]
    for word in unit.profile.get("keywords", ()) if side == SIDES["gargantuan"] else ():
        name, _, number = str(word).casefold().partition(" ")
        if name == "space" and number.isdigit():
            side = max(side, min(int(number), 20))
    return side


def squeezed_side(unit: Unit) -> int:
    """Return the squares a side of a creature that squeezes: one fewer, of a swarm those of one of it (D4-SIZE-5)."""
    swarm = any(str(word).casefold() == "swarm" for word in unit.profile.get("keywords", ()))
    return 1 if swarm else max(1, full_side(unit) - 1)


def side_of(unit: Unit) -> int:
    """Return the squares a side that a creature takes up now: fewer while it squeezes (D4-SQZ-1)."""
    return squeezed_side(unit) if unit.has("squeezing") else full_side(unit)


def level_of(unit: Unit, spot: Spot = ()) -> int:
    """Return how many squares above the ground a creature is: the third number of where it stands, else its altitude.

    A square is as high as it is wide, 5 feet (D4-GEO-4, D4-FLY-2); below 0 it is in a drop.
    """
    return int(spot[2]) if len(spot) > 2 else unit.counter(ALTITUDE) // FEET


def spaces_of(unit: Unit) -> tuple[Space, ...]:
    """Return the space of each model of a unit."""
    side = side_of(unit)
    if not unit.counters.get(ALTITUDE) and all(len(spot) == 2 for spot in unit.at):
        return tuple([Space(int(spot[0]), int(spot[1]), side) for spot in unit.at])
    return tuple(Space(int(spot[0]), int(spot[1]), side, level_of(unit, spot)) for spot in unit.at)


class Scene:
    """A battle on a board of squares: the grid and where everybody stands."""

    def __init__(self, state: BattleState) -> None:
        if not isinstance(state.board, SquareBoard):
            raise NotOnBoard(
                'this battle has no board of squares; set one up: "board": {"kind": "squares", ...}'
            )
        self.state, self.board = state, state.board
        self.grid: Grid = grid_of(state.board)
        self.units = {u.id: u for u in state.units.values() if u.at and u.in_play}
        self.spaces = {unit_id: spaces_of(unit) for unit_id, unit in self.units.items()}
        if self.grid.drops or any(space.level < 0 for spaces in self.spaces.values() for space in spaces):
            self.spaces = {
                u: tuple(self.grounded(space, aloft=self.units[u].has("flying")) for space in spaces)
                for u, spaces in self.spaces.items()
            }
        self._profiles: dict[str, Creature] = {}

    def grounded(self, space: Space, *, aloft: bool = False) -> Space:
        """Return a space at the height of its ground, unless it is in the air: as deep as a drop that it is wholly in.

        Level with the rim only who is `aloft` stays over a drop; a space below the rim is no deeper than the drop.
        """
        if space.level > 0 or (aloft and not space.level):
            return space
        inside = all(self.grid.has(self.grid.drops, square) for square in space.squares())
        deep = -(self.board.drop_feet // FEET) if inside else 0
        return space._replace(level=max(space.level, deep) if space.level else deep)

    def place(self, spot: Spot, level: int = 0) -> Space:
        """Return the space of one square: as high as its third number says, else at a level, or as deep as its ground."""
        up = int(spot[2]) if len(spot) > 2 else level
        return self.grounded(Space(int(spot[0]), int(spot[1]), 1, up))

    def unit(self, unit_id: str) -> Unit:
        """Return a unit that stands on the board.

        Raises:
            NotOnBoard: it does not.
            UnknownName: there is none of that id.
        """
        unit = self.state.unit(unit_id)
        if unit_id not in self.units:
            what = "is off the table" if not unit.in_play else "is not on the board"
            raise NotOnBoard(
                f'{unit.name} {what}; place it: {{"do": "place", "unit": "{unit_id}", "at": [x, y]}}'
            )
        return unit

    def space(self, unit_id: str) -> Space:
        """Return the space of a unit, of its first model.

        Raises:
            NotOnBoard: it is not on the board.
        """
        self.unit(unit_id)
        return self.spaces[unit_id][0]

    def profile(self, unit: Unit) -> Creature:
        """Return the profile of a unit, read once."""
        if unit.id not in self._profiles:
            self._profiles[unit.id] = creature(unit)
        return self._profiles[unit.id]

    @cached_property
    def held(self) -> dict[str, int]:
        """The squares of each unit, as sets."""
        bit, block, held = self.grid.bit, self.grid.block, {}
        for unit_id, spaces in self.spaces.items():
            squares = 0
            for space in spaces:
                squares |= bit(space.anchor) if space.side == 1 else block(space)
            held[unit_id] = squares
        return held

    @cached_property
    def classes(self) -> dict[str, int]:
        """The size class of each unit (D4-SIZE-1)."""
        return {unit_id: size_class(unit) for unit_id, unit in self.units.items()}

    def others(self, unit: Unit) -> list[Unit]:
        """Return everybody else on the board."""
        return [other for other in self.units.values() if other.id != unit.id]

    def foes(self, unit: Unit) -> list[Unit]:
        """Return a creature's enemies on the board (D4-GEO-5)."""
        return [other for other in self.units.values() if other.side != unit.side]

    def allies(self, unit: Unit) -> list[Unit]:
        """Return a creature's allies on the board (D4-GEO-5)."""
        return [other for other in self.others(unit) if other.side == unit.side]

    def on(self, square: Square, but: str = "") -> list[Unit]:
        """Return who is on a square."""
        return [
            unit
            for unit in self.units.values()
            if unit.id != but and any(space.holds(square) for space in self.spaces[unit.id])
        ]

    def apart(self, a: str, b: str) -> int:
        """Return the distance between two units (D4-GEO-3)."""
        return min(distance(one, other) for one in self.spaces[a] for other in self.spaces[b])

    def below(self, level: int) -> int:
        """Return the squares whose height is known and that a creature so many squares up is over, none for the ground.

        What is filled without a height is filled at every height.
        """
        found = 0
        for height, squares in self.grid.heights.items() if level > 0 else ():
            found |= squares if height <= level * FEET else 0
        return found

    def filled_at(self, level: int) -> int:
        """Return the squares that are filled so many squares above the ground."""
        return self.grid.filled & ~self.below(level)

    def level_with(self, space: Space, other: str) -> bool:
        """Whether a space and a unit are at heights at which they would be in each other's way."""
        low, high = space.level, space.level + space.side
        return any(one.level < high and low < one.level + one.side for one in self.spaces[other])


def may_pass(unit: Unit, other: Unit) -> bool:
    """Whether a creature may enter another's space (D4-OCC-1, D4-OCC-2, D4-SIZE-2)."""
    if other.side == unit.side or helpless(other):
        return True
    mine, theirs = size_class(unit), size_class(other)
    return abs(mine - theirs) >= SIZE_GAP or (mine == 0 and theirs > 0)


def may_share(unit: Unit, other: Unit) -> bool:
    """Whether a creature may end in another's space (D4-OCC-1, D4-OCC-2, D4-SIZE-2); Tiny ones share as well."""
    mine, theirs = size_class(unit), size_class(other)
    if mine == 0 and theirs > 0:
        return True
    if other.side == unit.side:
        return other.has("prone") or (mine == theirs == 0)
    return helpless(other)


def occupancy(scene: Scene, unit: Unit, space: Space, past: str = "") -> tuple[int, int]:
    """Return the squares that a creature may not enter, and those in which it may not end, because of others.

    `past` is one who is in nobody's way. It says of everybody else what `may_pass` and `may_share` say of one; a test holds them together.
    """
    barred = shut = 0
    tiny: list[int] = []
    held, classes, spaces = scene.held, scene.classes, scene.spaces
    mine, low, high = size_class(unit), space.level, space.level + space.side
    for other_id, other in scene.units.items():
        there = spaces[other_id]
        level = len(there) == 1 and there[0].level == low
        if other_id in (unit.id, past) or not (
            level or any(s.level < high and low < s.level + s.side for s in there)
        ):
            continue
        theirs = classes[other_id]
        if mine == 0 < theirs:
            continue
        if other.side == unit.side:
            if mine == theirs == 0:
                tiny += [scene.grid.block(one) for one in there]
            elif "prone" not in other.conditions:
                shut |= held[other_id]
        elif other.conditions and helpless(other):
            if mine == theirs == 0:
                tiny += [scene.grid.block(one) for one in there]
        elif abs(mine - theirs) >= SIZE_GAP:
            shut |= held[other_id]
        else:
            barred |= held[other_id]
    return barred, shut | _crowded(tiny)


def _crowded(tiny: list[int]) -> int:
    """Return the squares that hold as many Tiny creatures as fit (D4-SIZE-1)."""
    at_least = [0] * (TINY_IN_A_SQUARE + 1)
    at_least[0] = -1
    for held in tiny:
        for count in range(TINY_IN_A_SQUARE, 0, -1):
            at_least[count] |= at_least[count - 1] & held
    return at_least[TINY_IN_A_SQUARE]


def spot_of(data: Any, what: str = "to") -> Spot:
    """Read a square from a question, with how many squares up where it says that.

    Raises:
        NotOnBoard: it is none.
    """
    square = square_of(data, what)
    up = data[2] if len(data) > 2 else None
    if up is None:
        return square
    if isinstance(up, bool) or not isinstance(up, int | float) or up != up // 1:
        raise NotOnBoard(f'"{what}" is a square, [column, row, squares up], not {shown(data)}')
    return (*square, int(up))


def square_of(data: Any, what: str = "to") -> Square:
    """Read a square from a question.

    Raises:
        NotOnBoard: it is none.
    """
    if (
        not isinstance(data, list | tuple)
        or len(data) < 2
        or any(isinstance(n, bool) or not isinstance(n, int | float) or n != n // 1 for n in data[:2])
    ):
        raise NotOnBoard(f'"{what}" is a square, [column, row], not {shown(data)}')
    return (int(data[0]), int(data[1]))
