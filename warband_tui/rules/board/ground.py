"""What ground does to a mover, as data that a game fills: no geometry here, so that it costs no import.

A piece of terrain is read by its tags, first match in this order: `impassable`; `links` (ladders, stairs,
ramps); `through` (woods, water: height counts for sight only); anything else is solid, and what rises
above the free height is climbed, jumped or gone round.
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct

from warband_tui.rules.board.layout import Feature

PieceKind = Literal["impassable", "link", "through", "solid"]
Risk = Literal["difficult", "dangerous", "climb", "jump", "drop"]
"""What a route may be marked with; a `drop` is a jump down from an edge."""
RISKS: tuple[Risk, ...] = ("difficult", "dangerous", "climb", "jump", "drop")


class GroundRules(Struct, frozen=True, cache_hash=True):
    """How a mover of a game deals with ground. Lengths in inches, prices in inches of movement an inch."""

    impassable: tuple[str, ...] = ("impassable",)
    difficult: tuple[str, ...] = ("difficult",)
    difficult_factor: float = 2
    """What an inch of the middle of the base through difficult ground costs."""
    dangerous: tuple[str, ...] = ("dangerous",)
    """Marked where any part of the base enters."""
    links: tuple[str, ...] = ("ladder", "stairs", "ramp")
    """Pieces at which walls are ordinary movement up and down."""
    link_price: float = 1
    through: tuple[str, ...] = ("area",)
    """Pieces that are walked through whatever their height."""
    free_height: float = 1
    """A rise or drop up to this counts as open ground."""
    free_tags: tuple[tuple[str, float], ...] = ()
    """Tags of pieces that are free up to a height of their own, such as the walls of a trench."""
    may_climb: bool = True
    climb_price: float = 1
    """Per inch up."""
    climb_down_price: float = 1
    """Per inch down, where a drop is not taken."""
    may_drop: bool = True
    drop_limit: float = math.inf
    """The deepest that a mover jumps down on purpose; what is deeper is climbed down."""
    drop_price: float = 0
    """Per inch jumped down."""
    jump_limit: float = 0
    """The widest gap that may be jumped; 0 for none."""
    jump_rise: float = 1
    """The most that the far side may lie higher."""
    jump_rise_from: float = math.inf
    """From this rise on the jump costs `jump_rise_price` more."""
    jump_rise_price: float = 0
    unstable: tuple[str, ...] = ()
    """Pieces on whose parts above `unstable_height` nobody ends a move."""
    unstable_height: float = 1
    flies: bool = False
    """Crosses everything in a straight line through the air; its end is checked as any other."""
    flies_flat: bool = False
    """Whether height does not count for a flier; otherwise its price is the line through the air."""
    flies_over_keep_out: bool = True
    friends_block: bool = False
    """Whether friendly bases may not be crossed; nobody ends on one in any case."""
    enemies_block: bool = True
    keep_out: float = 0
    """How near to an enemy's base a base may not come; exactly at it is near, 0 for contact allowed."""
    keep_out_height: float = 0
    """Up to which difference of height an enemy keeps out; 0 for as far as it keeps out on the plan."""
    off_board: bool = False
    """Whether it may leave the table."""

    @property
    def pieces_only(self) -> GroundRules:
        """The part that says what pieces are, which movers of one game share."""
        return GroundRules(
            impassable=self.impassable,
            difficult=self.difficult,
            dangerous=self.dangerous,
            links=self.links,
            through=self.through,
            free_height=self.free_height,
            free_tags=self.free_tags,
        )

    def kind(self, feature: Feature) -> PieceKind:
        """Return how a piece is dealt with."""
        tags = set(feature.tags)
        if tags.intersection(self.impassable):
            return "impassable"
        if tags.intersection(self.links):
            return "link"
        if tags.intersection(self.through):
            return "through"
        return "solid"

    def free(self, feature: Feature) -> float:
        """Return up to which height a piece is crossed freely."""
        return max(
            (height for tag, height in self.free_tags if tag in feature.tags), default=self.free_height
        )
