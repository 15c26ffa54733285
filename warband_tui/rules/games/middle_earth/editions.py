"""What differs between the two editions, read from `editions.toml`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from warband_tui.rules.editions import read

PASSES_AT = 10
"""In the older edition 2D6 and Courage together have to reach this (ME-CRG-1)."""


class EditionRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of one edition; `editions.toml` says what each means."""

    id: str
    title: str
    courage_shown: Literal["target", "number"]
    courage_band: tuple[int, int]
    drained_at_worst: int
    natural_six_stays: bool
    stand_fast: Literal["passes", "no test"]
    resolve_passes_broken: bool
    attackless_mounts_flee: bool
    heroic_strike: Literal["D3", "D6"]
    heroic_strength: Literal["doubled", "D3"]
    challenge_bonus: int
    challenge_prize: Literal["1", "D3"]
    channelling: Literal["six", "text"]
    refunds_sixes: bool
    in_the_way: int
    points_shared: bool
    silences: tuple[str, ...]

    def courage(self, target: int) -> str:
        """Return a courage target as this edition prints it: `6+`, or `4` for the number."""
        return f"{target}+" if self.courage_shown == "target" else str(PASSES_AT - target)

    def target(self, value: int) -> int:
        """Return the target on 2D6 that a plain number of this edition stands for."""
        return value if self.courage_shown == "target" else PASSES_AT - value

    def held(self, target: int) -> int:
        """Return a changed characteristic held to the band of the edition."""
        best, worst = self.courage_band
        return max(best, min(worst, target))

    def drained(self, target: int, by: int) -> int:
        """Return a characteristic after so much Courage has been drained, which goes no further than the worst."""
        return min(target + by, max(target, self.drained_at_worst))


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions, the default first."""
    return read(__package__, EditionRules)


@cache
def edition(edition_id: str) -> EditionRules:
    """Return one edition by its id, which the ruleset has checked."""
    return next(e for e in all_editions() if e.id == edition_id)
