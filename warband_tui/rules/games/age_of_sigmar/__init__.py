"""Age of Sigmar, 4th edition: attacks, damage and Spearhead-size games in the project's own words."""

from __future__ import annotations

from warband_tui.rules.games.age_of_sigmar.ruleset import RULESET, AgeOfSigmar

__all__ = ["RULESET", "AgeOfSigmar"]
