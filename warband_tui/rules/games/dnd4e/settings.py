"""What differs between the editions: ten switches, each of which a battle may set on its own (`options`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct, field

from warband_tui.rules.editions import read
from warband_tui.rules.settings import Setting
from warband_tui.rules.state import BattleState

MOST_FALL_DICE = 50
"""Of a fall's d10s in the text of 2010 (D4-FALL-1)."""


SWITCHES = (
    Setting("text", ("rc2010", "phb2008"), "Which text holds where the two differ and no other switch says so?", "D4-FALL-1"),
    Setting("fall", ("dice", "fast", "add"), "Fall damage: dice, 25 per 50 feet instead, or 25 per 50 feet on top?", "D4-FALL-2"),
    Setting("teleport-hindering", ("save", "none"), "Is there a save before a teleport into hindering terrain?", "D4-TEL-4"),
    Setting("forced-through-allies", ("yes", "no"), "May a creature be forced through squares of its own allies?", "D4-FM-9"),
    Setting("forced-edge", ("ends", "carried"), "Forced over an edge: does the movement end, or may it go on?", "D4-FM-10"),
    Setting("zones-hinder", ("no", "yes"), "Do zones of damage count as hindering terrain?", "D4-FM-11"),
    Setting("difficult-stacks", ("no", "yes"), "Do several sources of difficulty on one square add up?", "D4-DT-7"),
    Setting("flank-bar", ("actions", "opportunity"), "Who does not flank: who cannot act, or cannot take opportunity actions?", "D4-FLANK-5"),
    Setting("push-geometry", ("gap", "axes"), "What a push makes larger: the nearest gap, or the gap on both axes?", "D4-PUSH-1"),
    Setting("surplus-push", ("off", "on"), "Does each surplus square of a push take 1 off the save at an edge?", "D4-FALL-5"),
)  # fmt: skip

_BY_ID = {switch.id: switch for switch in SWITCHES}


class EditionRules(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition: what it answers where that is not the default."""

    id: str
    title: str
    switches: dict[str, str] = field(default_factory=dict)


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions in the order of the file."""
    return read(__package__, EditionRules)


def answer_of(edition: str, options: Mapping[str, Any], switch: str) -> str:
    """Return an edition's answer to a switch, unless the options say otherwise; no edition: the default."""
    if switch in options:
        return str(options[switch])
    for one in all_editions():
        if one.id == edition and switch in one.switches:
            return one.switches[switch]
    return _BY_ID[switch].answers[0]


def answer(state: BattleState, switch: str) -> str:
    """Return how a battle answers a switch."""
    return answer_of(state.edition, state.options, switch)


def most_fall_dice(text: str) -> int | None:
    """Return the cap on the dice of a fall that a text has, None for no cap (D4-FALL-1)."""
    return MOST_FALL_DICE if text == "rc2010" else None
