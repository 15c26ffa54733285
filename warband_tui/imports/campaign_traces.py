"""Finds campaign state that list builders can only write down as options of a fighter or of the warband."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from warband_tui.imports.roster import (
    Cost,
    FighterState,
    ImportedSetting,
    ImportedUpgrade,
    Injury,
    WarbandState,
)

_EXPERIENCE = frozenset({"experience", "experience points", "xp"})
_ROLLED = re.compile(r"^(?P<name>.*\S) ?\[(?P<roll>[1-6]{2})\]$")
"""An injury's name with the roll of two dice that gave it."""

_UNSPENT = re.compile(r"^(?:unspent|unleveraged|unused|banked) (?P<what>.+)$", re.IGNORECASE)
_ADVANCE_GROUPS = frozenset({"advancement", "advancements", "advances", "skills"})
_FIRETEAM = "fireteam"


def fighter_state(upgrades: Sequence[ImportedUpgrade]) -> FighterState:
    """Gives what a campaign did to a fighter, from the options it has."""
    experience: int | None = None
    injuries: list[Injury] = []
    advances: list[str] = []
    promotion = fireteam = ""
    for upgrade in upgrades:
        groups = [part.strip().casefold() for part in upgrade.group.split("::")]
        name = upgrade.name.casefold()
        advancing = groups[0] in _ADVANCE_GROUPS
        if name in _EXPERIENCE:
            experience = (experience or 0) + upgrade.number
        elif injury := _injury(upgrade.name, groups):
            injuries.append(injury)
        elif "promotion" in name and (advancing or not upgrade.group):
            promotion = upgrade.name
        elif groups[0] == _FIRETEAM or name.startswith(_FIRETEAM + ":"):
            fireteam = upgrade.name.partition(":")[2].strip() or upgrade.name
        elif advancing:
            advances.append(upgrade.name)
    return FighterState(
        experience=experience,
        injuries=tuple(injuries),
        promotion=promotion,
        advances=tuple(advances),
        fireteam=fireteam,
    )


def warband_state(settings: Iterable[ImportedSetting], currencies: Sequence[Cost]) -> WarbandState:
    """Gives what the warband has left to spend, by the names that its costs go by."""
    unspent: dict[str, Decimal] = {}
    for setting in settings:
        match = _UNSPENT.match(setting.name)
        if match:
            what = _currency(match["what"], currencies)
            unspent[what] = unspent.get(what, Decimal(0)) + setting.number
    return WarbandState(unspent=unspent)


def _injury(name: str, groups: Sequence[str]) -> Injury | None:
    listed = any(group.startswith("injur") for group in groups)
    rolled = _ROLLED.match(name)
    if rolled and (listed or not groups[0]):
        return Injury(rolled["name"], int(rolled["roll"]))
    return Injury(name) if listed else None


def _currency(what: str, currencies: Sequence[Cost]) -> str:
    folded = what.casefold()
    return next((cost.name for cost in currencies if cost.name.casefold().startswith(folded)), what)
