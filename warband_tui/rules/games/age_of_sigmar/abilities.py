"""Weapon abilities, whatever their spelling: one normal form, and what each does (AOS-20-1)."""

from __future__ import annotations

import re
from functools import lru_cache

from warband_tui.rules.games.age_of_sigmar.chances import Crit

CRITS: dict[str, Crit] = {
    "Crit (Mortal)": "mortal",
    "Crit (2 Hits)": "two-hits",
    "Crit (Auto-wound)": "auto-wound",
}
CHARGE, SHOOT_IN_COMBAT, COMPANION = "Charge (+1 Damage)", "Shoot in Combat", "Companion"

_MARKUP = re.compile(r"[*^_~]+")
_HYPHENS = re.compile("[\u2010\u2011\u2012\u2013\u2014\u2212]")
_NOTHING = frozenset({"", "-", "none", "n/a"})
_ANTI = re.compile(r"^an(?:ti|it)[\s-]*([a-z][a-z' ]*?)\W*(?:\(?\+?\s*1?\s*rend\)?)?$")
_PLAIN_ANTI = re.compile(r"^Anti-([A-Za-z][A-Za-z' ]*) \(\+1 Rend\)$")
"""The only form that is printed: one of 2 Rend, or against what a unit is not, is kept and applied by hand."""
_CRITS = (
    (re.compile(r"^crit\w*\W*mortal"), "Crit (Mortal)"),
    (re.compile(r"^crit\w*\W*(?:2|two)\W*hits?"), "Crit (2 Hits)"),
    (re.compile(r"^crit\w*\W*auto\W*wound"), "Crit (Auto-wound)"),
    (re.compile(r"^charge\W*(?:\+?\s*1\s*damage)?\W*$"), CHARGE),
    (re.compile(r"^shoot\W*in\W*combat"), SHOOT_IN_COMBAT),
    (re.compile(r"^companion"), COMPANION),
)
_ANY = re.compile(
    r"an(?:ti|it)[\s-]*[a-z][a-z' ]*?\W*\+?\s*1\s*rend\)?|crit\w*\W*(?:mortal|(?:2|two)\W*hits?|auto\W*wound)\)?"
    r"|charge\W*\+?\s*1\s*damage\)?|shoot\W*in\W*combat|companion",
    re.IGNORECASE,
)
"""A known ability anywhere in a text, for cells that set no commas between them."""


def plain(text: str) -> str:
    """Return text without markup, with plain spaces and hyphens."""
    return " ".join(_HYPHENS.sub("-", _MARKUP.sub("", text.replace("\u00a0", " "))).split())


@lru_cache(maxsize=1024)
def normal(ability: str) -> str:
    """Return an ability in its normal spelling; one that is not known keeps its own, without markup."""
    text = plain(ability)
    word = text.casefold()
    anti = _ANTI.match(word)
    if anti:
        what = anti[1].strip()
        return f"Anti-{what if what == 'charge' else what.title()} (+1 Rend)"
    return next((name for form, name in _CRITS if form.match(word)), text)


def split(text: str) -> tuple[str, ...]:
    """Return the abilities of a roster's one cell, in normal spelling: `Crit (Mortal), Anti-Hero(+1 Rend)`."""
    parts = [one for part in re.split(r"[,;\n]", plain(text)) for one in _apart(part)]
    return tuple(dict.fromkeys(normal(p) for p in parts if p.strip().casefold() not in _NOTHING))


def _apart(part: str) -> list[str]:
    """Return the abilities that stand in one part of a cell with no comma between them, and what else there is."""
    found = [match[0] for match in _ANY.finditer(part)]
    if len(found) < 2:
        return [part]
    rest = _ANY.sub(" ", part).strip(" ()+.")
    return [*found, rest] if rest else found


def is_known(ability: str) -> bool:
    """Whether the engine applies an ability."""
    name = normal(ability)
    return name in CRITS or name in (CHARGE, SHOOT_IN_COMBAT, COMPANION) or anti(name) is not None


def anti(ability: str) -> str | None:
    """Return what an Anti ability is against: a keyword in capitals, or CHARGE; None for any other."""
    match = _PLAIN_ANTI.match(ability)
    return match[1].upper() if match else None


def crits(abilities: tuple[str, ...]) -> tuple[Crit, ...]:
    """Return the effects of a critical hit, in the order in which the weapon has them."""
    return tuple(CRITS[a] for a in abilities if a in CRITS)
