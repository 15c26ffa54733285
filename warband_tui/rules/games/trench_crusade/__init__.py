"""Trench Crusade, editions 1.0.2 and 1.6.3: numbers, names and rules in the project's own words."""

from __future__ import annotations

from warband_tui.rules.games.trench_crusade.ruleset import RULESET, TrenchCrusade

__all__ = ["RULESET", "TrenchCrusade"]
