"""What differs between the editions: ten switches, each of which a battle may set on its own (`options`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct, field

from warband_tui.errors import WarbandError
from warband_tui.rules.state import BattleState

MOST_FALL_DICE = 50
"""Of a fall's d10s in the text of 2010 (D4-FALL-1)."""


class Switch(Struct, frozen=True):
    """One question that tables answer differently: its answers, the default first."""

    id: str
    answers: tuple[str, ...]
    question: str


SWITCHES = (
    Switch("text", ("rc2010", "phb2008"), "Which text holds where the two differ and no other switch says so?"),
    Switch("fall", ("dice", "fast", "add"), "Fall damage: dice, 25 per 50 feet instead, or 25 per 50 feet on top?"),
    Switch("teleport-hindering", ("save", "none"), "Is there a save before a teleport into hindering terrain?"),
    Switch("forced-through-allies", ("yes", "no"), "May a creature be forced through squares of its own allies?"),
    Switch("forced-edge", ("ends", "carried"), "Forced over an edge: does the movement end, or may it go on?"),
    Switch("zones-hinder", ("no", "yes"), "Do zones of damage count as hindering terrain?"),
    Switch("difficult-stacks", ("no", "yes"), "Do several sources of difficulty on one square add up?"),
    Switch("flank-bar", ("actions", "opportunity"), "Who does not flank: who cannot act, or cannot take opportunity actions?"),
    Switch("push-geometry", ("gap", "axes"), "What a push makes larger: the nearest gap, or the gap on both axes?"),
    Switch("surplus-push", ("off", "on"), "Does each surplus square of a push take 1 off the save at an edge?"),
)  # fmt: skip

_BY_ID = {switch.id: switch for switch in SWITCHES}


class EditionRules(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition: what it answers where that is not the default."""

    id: str
    title: str
    switches: dict[str, str] = field(default_factory=dict)


class BadSwitch(WarbandError):
    """A switch of a battle with an answer that does not exist."""


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions in the order of the file."""
    text = files(__package__).joinpath("editions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["edition"], tuple[EditionRules, ...])


def check_switches(options: Mapping[str, Any]) -> None:
    """Refuse answers that nothing could be made of.

    Raises:
        BadSwitch: an answer is none of those there are.
    """
    for switch in SWITCHES:
        if switch.id in options and options[switch.id] not in switch.answers:
            answers = " or ".join(switch.answers)
            raise BadSwitch(f"options: {switch.id} is {answers}, not {options[switch.id]!r}")


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
