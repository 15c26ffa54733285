"""Where dice come from: a seed, or the player's hands.

The engine never rolls by itself. It asks a `Dice` for so many dice, and a `Roll` keeps the
whole story: the pool and where each modifier came from, every die, the dice kept, the total.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from msgspec import Struct

from warband_tui.errors import WarbandError


class Modifier(Struct, frozen=True, omit_defaults=True):
    """One reason why a roll is not the plain roll: so many dice, or a flat number."""

    source: str
    dice: int = 0
    flat: int = 0
    rule: str = ""


class Roll(Struct, frozen=True, omit_defaults=True):
    """One roll, as the log keeps it.

    `dice` are in the order rolled, `kept` are those that count, `flat` is the sum of the
    flat modifiers and `capped` the same after the game's cap, `total` includes `capped`.
    """

    purpose: str
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    total: int
    outcome: str = ""
    unit: str = ""
    sides: int = 6
    modifiers: tuple[Modifier, ...] = ()
    cancelled: int = 0
    flat: int = 0
    capped: int = 0
    given: bool = False


class DiceWanted(WarbandError):
    """A roll needs dice that have not been typed in yet; a screen asks for them."""

    def __init__(self, purpose: str, count: int, sides: int, have: int) -> None:
        self.purpose, self.count, self.sides, self.have = purpose, count, sides, have
        super().__init__(f"too few dice given: {purpose} takes {count} D{sides}, and {have} are left")


class BadDice(WarbandError):
    """A die that cannot be: a seven on a D6, or dice left over."""


class Dice(Protocol):
    """A source of dice."""

    given: bool
    """Whether the dice come from the player; only others move the battle's own generator."""

    def take(self, count: int, sides: int, purpose: str) -> tuple[int, ...]:
        """Return `count` numbers from 1 to `sides`.

        Raises:
            DiceWanted: the source holds too few.
        """
        ...


class SeededDice:
    """Dice drawn from a seed and a position, so that the same place gives the same dice.

    Each die hashes its own position: the generator's whole state is one number, which
    the battle keeps, and undoing a roll and repeating it gives the same dice.
    """

    given = False

    def __init__(self, seed: int, position: int = 0) -> None:
        self.seed, self.position = seed, position

    def take(self, count: int, sides: int, purpose: str) -> tuple[int, ...]:
        """Return the next `count` dice."""
        del purpose
        start, self.position = self.position, self.position + count
        return tuple(self._die(place, sides) for place in range(start, start + count))

    def _die(self, place: int, sides: int) -> int:
        # 64 bits over at most 100 sides: the bias is below 1e-17, far under what a die has.
        digest = blake2b(f"{self.seed}:{place}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) % sides + 1


class GivenDice:
    """Dice that the player rolled and typed in, used in the order in which they are rolled."""

    given = True

    def __init__(self, values: Sequence[int]) -> None:
        self.values = tuple(values)
        self.used = 0

    def take(self, count: int, sides: int, purpose: str) -> tuple[int, ...]:
        """Return the next `count` dice.

        Raises:
            DiceWanted: fewer are left.
            BadDice: one of them does not fit on a die of so many sides.
        """
        left = len(self.values) - self.used
        if left < count:
            raise DiceWanted(purpose, count, sides, left)
        taken = self.values[self.used : self.used + count]
        for value in taken:
            if not 1 <= value <= sides:
                raise BadDice(f"{purpose}: {value} is not on a D{sides}; give 1 to {sides}")
        self.used += count
        return taken

    def finish(self) -> None:
        """Refuse dice that no roll used.

        Raises:
            BadDice: some are left over.
        """
        left = len(self.values) - self.used
        if left:
            raise BadDice(f"too many dice given: {self.used} were rolled, {left} left over")


class Pool(Struct, frozen=True):
    """What is about to be rolled: base dice, modifiers by source, how many count."""

    purpose: str
    base: int = 2
    keep: int = 2
    sides: int = 6
    modifiers: tuple[Modifier, ...] = ()
    unit: str = ""
    flat_floor: int | None = None
    """The lowest that the sum of the flat modifiers may be (None: no cap)."""

    @property
    def plus(self) -> int:
        """The sum of the plus dice."""
        return sum(m.dice for m in self.modifiers if m.dice > 0)

    @property
    def minus(self) -> int:
        """The sum of the minus dice, as a positive number."""
        return -sum(m.dice for m in self.modifiers if m.dice < 0)

    @property
    def net(self) -> int:
        """Plus dice less minus dice: they cancel one for one before the roll."""
        return self.plus - self.minus

    @property
    def count(self) -> int:
        """How many dice are rolled."""
        return self.base + abs(self.net)

    @property
    def flat(self) -> int:
        """The flat modifiers, summed, before any cap."""
        return sum(m.flat for m in self.modifiers)

    @property
    def capped(self) -> int:
        """The flat modifiers after the cap on negative ones."""
        if self.flat_floor is None:
            return self.flat
        negative = sum(m.flat for m in self.modifiers if m.flat < 0)
        positive = self.flat - negative
        return max(negative, self.flat_floor) + positive

    def read(self, dice: tuple[int, ...], outcome: str = "", *, given: bool = False) -> Roll:
        """Turn rolled dice into the record of the roll."""
        ordered = sorted(dice, reverse=self.net >= 0)
        kept = tuple(ordered[: self.keep])
        return Roll(
            purpose=self.purpose,
            dice=dice,
            kept=kept,
            total=sum(kept) + self.capped,
            outcome=outcome,
            unit=self.unit,
            sides=self.sides,
            modifiers=self.modifiers,
            cancelled=min(self.plus, self.minus),
            flat=self.flat,
            capped=self.capped,
            given=given,
        )
