"""What differs between the two editions, read from `editions.toml`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from warband_tui.rules.editions import read
from warband_tui.rules.games.trench_crusade.chances import ODDS_RULES, OddsRules


class EditionRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of one edition; `editions.toml` says what each means. Lengths are inches."""

    id: str
    title: str
    initiative_counts_down: bool
    initiative_chooses: bool
    shoot_excludes: tuple[str, ...]
    unseen_charge: Literal["refused", "risky"]
    interposed: Literal["refused", "stops"]
    down_in_own_activation: Literal["ends", "goes on"]
    attacks_with_two_weapons: Literal["one action", "two actions"]
    failed_morale: Literal["shaken", "flees"]
    shaken_lasts: Literal["until tested", "a turn"]
    morale_order: Literal["chosen", "smaller first"]
    fall_from: float
    fall_at: bool
    jump_safe_at: bool
    dive_highest: float
    dive_injury_dice: int
    dive_ignores_obstacle: bool
    dangerous_start_risky: bool
    flying_ignores_dangerous: bool
    flying_falls: bool
    obstacle_needs_up: bool
    ledge_up: Literal["adds", "limited"]
    elevated_from: float
    elevated_at: bool
    elevated_big: float
    cover_height: float
    cover_hides: bool
    dive_landing: float
    fire_step: bool
    trench_below: float
    charge_shuns_difficult: bool
    targets_slide: bool
    moves_in_melee: bool
    high_landing_free: bool
    points_under_bases: bool

    @property
    def odds(self) -> OddsRules:
        """The same edition as its arithmetic needs it."""
        return ODDS_RULES[self.id]

    def falls(self, height: float) -> bool:
        """Whether a fall from so many inches makes an injury roll (TC-FAL-2)."""
        return height >= self.fall_from if self.fall_at else height > self.fall_from

    def safe_jump(self, height: float) -> bool:
        """Whether a jump down of so many inches is safe (TC-JMP-5)."""
        return height <= SAFE_JUMP if self.jump_safe_at else height < SAFE_JUMP

    def elevated(self, rise: float, base: float) -> bool:
        """Whether a shooter is elevated whose base is `rise` inches above that of a target on a `base` mm base."""
        least = self.elevated_big if base >= BIG_BASE else self.elevated_from
        return rise >= least if self.elevated_at or base >= BIG_BASE else rise > least


SAFE_JUMP = 3.0
BIG_BASE = 50


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions, the default first."""
    return read(__package__, EditionRules)


@cache
def edition(edition_id: str) -> EditionRules:
    """Return one edition by its id, which the ruleset has checked."""
    return next(e for e in all_editions() if e.id == edition_id)
