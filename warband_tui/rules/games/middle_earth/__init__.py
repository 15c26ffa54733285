"""Middle-earth SBG, editions 2024 and 2018: numbers, names and rules in the project's own words."""

from __future__ import annotations

from warband_tui.rules.games.middle_earth.ruleset import RULESET, MiddleEarth

__all__ = ["RULESET", "MiddleEarth"]
