"""The state of a battle: frozen values that only events change (`events.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Base, Board, Spot
from warband_tui.rules.wording import shown


class Condition(Struct, frozen=True, omit_defaults=True):
    """A named state of a unit or side, until the battle, the turn or the activation ends."""

    until: str = "battle"
    since: int = 0
    """The turn in which it was set."""


class UnitSetup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit as it enters the battle. `profile` is the game's own, checked by its ruleset."""

    id: str
    name: str
    profile: dict[str, Any] = {}
    models: int = 1
    counters: dict[str, int] = {}
    conditions: tuple[str, ...] = ()
    fighter: str = ""
    """The fighter of the warband that this unit is, so that the aftermath finds it."""
    base: Any = None
    at: Any = None
    size: str = ""


class SideSetup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A side as it enters the battle."""

    id: str
    name: str
    player: str = ""
    units: tuple[UnitSetup, ...] = ()
    options: dict[str, Any] = {}
    warband: str = ""


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that is fixed before the first turn. A battle is this and its entries."""

    ruleset: str
    sides: tuple[SideSetup, ...]
    edition: str = ""
    name: str = ""
    scenario: str = ""
    seed: int = 1
    turns: int | None = None
    """The last turn of the scenario; None: open end."""
    options: dict[str, Any] = {}
    board: Any = None
    place: str = ""
    plans: dict[str, str] = {}


class Unit(Struct, frozen=True, omit_defaults=True):
    """A fighter as it stands in this battle. `models` counts those still in play."""

    id: str
    side: str
    name: str
    profile: dict[str, Any]
    models: int = 1
    start: int = 1
    counters: dict[str, int] = {}
    conditions: dict[str, Condition] = {}
    acted: int = 0
    """The last turn in which it was activated."""
    acting: bool = False
    """Whether its activation is under way."""
    used: tuple[str, ...] = ()
    """What it has done in this activation: action types, in order."""
    fighter: str = ""
    base: Base | None = None
    """The base of each of its models, None when nobody said."""
    size: str = ""
    """Its size class, where the game has such."""
    at: tuple[Spot, ...] = ()
    """Where its models stand, one spot each; empty off the board or without one."""
    trail: tuple[Spot, ...] = ()
    """The way that its first model has come this turn."""

    @property
    def in_play(self) -> bool:
        """Whether any of its models is still on the table."""
        return self.models > 0

    def counter(self, name: str) -> int:
        """Return a counter, 0 when the unit has none of it."""
        return self.counters.get(name, 0)

    def has(self, condition: str) -> bool:
        """Whether a condition is set."""
        return condition in self.conditions


class Side(Struct, frozen=True, omit_defaults=True):
    """One warband in this battle. `fielded` is the number of models at the start."""

    id: str
    name: str
    player: str = ""
    fielded: int = 0
    counters: dict[str, int] = {}
    conditions: dict[str, Condition] = {}
    options: dict[str, Any] = {}

    def counter(self, name: str) -> int:
        """Return a counter, 0 when the side has none of it."""
        return self.counters.get(name, 0)

    def has(self, condition: str) -> bool:
        """Whether a condition is set."""
        return condition in self.conditions


class UnknownName(WarbandError):
    """An id that this battle does not know."""


class BattleState(Struct, frozen=True, omit_defaults=True):
    """Everything that is true of a battle at one moment."""

    ruleset: str
    edition: str
    seed: int
    sides: dict[str, Side]
    units: dict[str, Unit]
    options: dict[str, Any] = {}
    turns: int | None = None
    dice_position: int = 0
    turn: int = 0
    phase: str = "setup"
    first: str = ""
    """The side that has the first go this turn."""
    to_act: str = ""
    """The side whose go it is."""
    active: str = ""
    """The unit that acted last in an activation that is still under way."""
    engaged: tuple[tuple[str, str], ...] = ()
    """Pairs of units in close combat, each pair and the list sorted."""
    stars: tuple[int, ...] = ()
    board: Board | None = None
    remarks: dict[str, tuple[str, ...]] = {}
    """Notes on entries, by the entry's number as text."""
    ended: str = ""
    """How the battle ended; empty while it lasts."""
    winner: str = ""

    def unit(self, unit_id: str) -> Unit:
        """Return a unit.

        Raises:
            UnknownName: there is none of that id.
        """
        try:
            return self.units[unit_id]
        except KeyError:
            raise UnknownName(
                f"no unit {shown(unit_id)} in this battle; there are {_some(self.units)}"
            ) from None

    def side(self, side_id: str) -> Side:
        """Return a side.

        Raises:
            UnknownName: there is none of that id.
        """
        try:
            return self.sides[side_id]
        except KeyError:
            raise UnknownName(
                f"no side {shown(side_id)} in this battle; there are {_some(self.sides)}"
            ) from None

    def of_side(self, side_id: str) -> Iterator[Unit]:
        """Yield a side's units in roster order."""
        return (unit for unit in self.units.values() if unit.side == side_id)

    def foes(self, side_id: str) -> Iterator[Unit]:
        """Yield the units of all other sides."""
        return (unit for unit in self.units.values() if unit.side != side_id)

    def other_side(self, side_id: str) -> str:
        """Return the side that comes after this one; with two sides, the opponent."""
        ids = list(self.sides)
        return ids[(ids.index(side_id) + 1) % len(ids)]

    def in_contact(self, unit_id: str) -> tuple[str, ...]:
        """Return the ids of the units in close combat with this one."""
        return tuple(b if a == unit_id else a for a, b in self.engaged if unit_id in (a, b))

    def has_acted(self, unit: Unit) -> bool:
        """Whether the unit has been activated this turn."""
        return self.turn > 0 and unit.acted == self.turn

    def ready(self, side_id: str) -> list[Unit]:
        """Return the units of a side that can still be activated this turn."""
        return [u for u in self.of_side(side_id) if u.in_play and not self.has_acted(u)]


def _some(names: dict[str, Any]) -> str:
    named = ", ".join(list(names)[:8])
    return named + (", ..." if len(names) > 8 else "")


def to_json(state: BattleState) -> bytes:
    """Return the state as JSON, byte for byte the same for the same state."""
    return msgspec.json.encode(state, order="sorted")
