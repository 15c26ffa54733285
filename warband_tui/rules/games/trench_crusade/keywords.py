"""Keywords: their spellings, their numbers, and which of them the engine applies (TC-KEY-1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

AUTOMATED = frozenset(
    {
        "ALL RISKY", "AMMUNITION", "ARMOUR PIERCING", "ASSAULT", "AUTOMATIC", "BLAST", "BLESSED", "BLOCK", "CLEAVE",
        "CONSUMABLE", "COVER", "CRITICAL", "CUMBERSOME", "DANGEROUS TERRAIN", "DEADLY", "DEMONIC", "DIFFICULT TERRAIN",
        "DICE", "ELITE", "FEAR", "FIRE", "FIRETEAM", "FLAMETHROWER", "FLYING", "GAS", "GOLEM", "HEAVY", "HELD",
        "IGNORE ARMOUR", "IGNORE ARMOUR VS DOWN", "IGNORE COVER", "IGNORE LONG RANGE", "IGNORE OFF-HAND", "IMPERVIOUS",
        "INJURY DICE", "INJURY MODIFIER", "LEADER", "MINED", "NEGATE", "NOT COUNTED", "PISTOL", "REGENERATE", "RELOAD", "RISKY",
        "SCATTER", "SHIELD COMBO", "SHOTGUN", "SHRAPNEL", "SKIRMISHER", "STANDFAST", "STRONG", "TOUGH", "UNARMED",
    }
)  # fmt: skip
"""What play, the odds or the roster's legality act upon."""

NEGATABLE = frozenset(
    {
        "ARMOUR PIERCING", "BLOCK", "CRITICAL", "DANGEROUS TERRAIN", "DEADLY", "DIFFICULT TERRAIN", "FEAR", "FIRE", "FLAMETHROWER", "GAS", "HEAVY", "IGNORE ARMOUR", "MINED", "SHRAPNEL",
    }
)  # fmt: skip
"""The keywords X of which the engine applies NEGATE X."""

TAGS = frozenset(
    {
        "ARTIFICIAL", "BLACK GRAIL", "HEADGEAR", "HERETIC", "INFANTRY", "MERCENARY", "NEW ANTIOCH", "PILGRIM",
        "SULTANATE", "THE COURT",
    }
)  # fmt: skip
"""Words without an effect of their own, which other rules ask about: there is nothing to apply."""

BY_HAND = frozenset({"DEPLOYABLE", "IMPASSABLE TERRAIN", "INFILTRATOR"})
"""Known keywords of deployment and of the board, which the players apply."""

_SPELLINGS = {
    "ARMOUR-PIERCING": "ARMOUR PIERCING",
    "ARMOR PIERCING": "ARMOUR PIERCING",
    "IGNORES ARMOUR": "IGNORE ARMOUR",
    "IGNORE ARMOR": "IGNORE ARMOUR",
    "IGNORES COVER": "IGNORE COVER",
    "IGNORE RANGE": "IGNORE LONG RANGE",
    "IGNORES LONG RANGE": "IGNORE LONG RANGE",
    "IGNORE OFFHAND": "IGNORE OFF-HAND",
    "IGNORE OFF HAND": "IGNORE OFF-HAND",
    "DANGEROUS": "DANGEROUS TERRAIN",
    "DIFFICULT": "DIFFICULT TERRAIN",
    "IMPASSABLE": "IMPASSABLE TERRAIN",
    "NEGATE DANGEROUS": "NEGATE DANGEROUS TERRAIN",
    "NEGATE DIFFICULT": "NEGATE DIFFICULT TERRAIN",
}

_NUMBER = re.compile(r"""^(?P<name>.*?[A-Z])\s*\(?\s*(?P<number>\d{1,2})\s*["”]?\s*\)?$""")
_DICE = re.compile(
    r"^(?P<number>[+-]\d{1,2})\s*(?P<kind>DICE|INJURY DICE|INJ DICE|INJURY MODIFIER|INJURY MOD)$"
)


def tidy(keyword: str) -> str:
    """Return a keyword in capitals and with single spaces, its number kept."""
    return " ".join(keyword.upper().replace("\N{MINUS SIGN}", "-").split())


@lru_cache(maxsize=4096)
def normal(keyword: str) -> str:
    """Return a keyword in the one spelling used here: upper case, without its number."""
    text = tidy(keyword)
    match = _NUMBER.match(text)
    text = match["name"].strip() if match else text
    return _SPELLINGS.get(text, text)


@lru_cache(maxsize=4096)
def number(keyword: str) -> int:
    """Return the number of a keyword such as CLEAVE 2; 1 where it has none."""
    match = _NUMBER.match(tidy(keyword))
    return int(match["number"]) if match else 1


def normal_set(keywords: Iterable[str]) -> frozenset[str]:
    """Return the normal spellings of several keywords."""
    return frozenset(normal(k) for k in keywords)


def value_of(keywords: Iterable[str], name: str) -> int:
    """Return the number that goes with a keyword, 0 when it is not there."""
    return max((number(k) for k in keywords if normal(k) == name), default=0)


def dice_in(keywords: Iterable[str], kind: str) -> int:
    """Return the sum of keywords such as "+1 DICE" of one kind: DICE, INJURY DICE, INJURY MODIFIER."""
    total = 0
    for keyword in keywords:
        match = _DICE.match(tidy(keyword))
        if match and match["kind"].replace("INJ ", "INJURY ").replace("MOD", "MODIFIER")[:12] == kind[:12]:
            total += int(match["number"])
    return total


def is_known(keyword: str) -> bool:
    """Whether the engine knows a keyword; one that it does not know is kept and shown as such."""
    name = normal(keyword)
    if _DICE.match(tidy(keyword)):
        return True
    if name.startswith("NEGATE "):
        return name.removeprefix("NEGATE ") in NEGATABLE
    family = name.startswith(("AMMUNITION ", "DANGEROUS TERRAIN "))
    return family or name in AUTOMATED or name in TAGS or name in BY_HAND
