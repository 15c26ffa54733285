"""Open points of the rules as settings of a battle, each with the answer that is taken where nobody chose."""

from __future__ import annotations

from fractions import Fraction

from warband_tui.rules.board.layout import HAIR
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.specials import SIXTY_SIX, fraction
from warband_tui.rules.settings import Setting, chosen
from warband_tui.rules.state import BattleState

AS_PRINTED = "edition"


SETTINGS = (
    Setting("break_at", ("exceeds", "reaches"), "Is a force broken above its break point, or at it?", "ME-BRK-2"),
    Setting("sixty-six", ("0.66", "2/3"), "Is 66% of a force 0.66 of it, or two thirds?", "ME-BRK-1"),
    Setting("latch", ("stays", "heals"), "Does a force stay broken when models come back?", "ME-BRK-2"),
    Setting("escaped", ("spared", "casualties"), "Are models that left for a goal casualties?", "ME-BRK-2"),
    Setting("engaged-tests", ("exempt", "tests"), "Is a model that was charged before it acted exempt?", "ME-BRK-4"),
    Setting("chained-stand-fast", (AS_PRINTED, "yes", "no"),
            "Does a hero that another covered cover others? (edition: where it passes, not where it takes no test)",
            "ME-SFT-1"),
    Setting("prone-stand-fast", ("yes", "no"), "Does a prone hero give Stand Fast!?", "ME-SFT-1"),
    Setting("reach-edge", ("inside", "outside"), "Is exactly so many inches within reach?", "ME-SFT-1"),
    Setting("stand-fast-sight", ("needed", "not needed"), "Must a warrior see the hero?", "ME-SFT-1"),
)  # fmt: skip
"""The open points; the keys of a battle's options."""


def answer(state: BattleState, setting_id: str) -> str:
    """Return how a battle reads an open point."""
    return chosen(SETTINGS, state.options, setting_id)


def chains(state: BattleState) -> bool:
    """Whether a hero covered by another's Stand Fast! has passed, and so gives its own."""
    picked = answer(state, "chained-stand-fast")
    return edition(state.edition).stand_fast == "passes" if picked == AS_PRINTED else picked == "yes"


def share(state: BattleState, text: str) -> Fraction:
    """Return a share of a force; `66%` as the players read it."""
    return fraction(answer(state, "sixty-six") if text == SIXTY_SIX else text)


def within(state: BattleState, distance: float, reach: float) -> bool:
    """Whether a distance in inches lies within a reach; the edge as the players read it."""
    inside = answer(state, "reach-edge") == "inside"
    return distance <= reach + HAIR if inside else distance < reach - HAIR
