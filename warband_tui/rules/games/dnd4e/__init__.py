"""D&D 4th Edition, encounters: numbers, names and rules in the project's own words."""

from __future__ import annotations

from warband_tui.rules.games.dnd4e.ruleset import RULESET, Dungeon

__all__ = ["RULESET", "Dungeon"]
