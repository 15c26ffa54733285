"""A creature's numbers and powers in the words of a catalogue or a roster.

A power's figures are words: `+7 vs AC`, `1d8+4 damage`, `2d6+3 fire damage`, `basic`, `encounter`, `recharge 5`,
`close 1`, `slowed (save ends)`, `ongoing 5 fire (save ends)`, `push 2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from warband_tui.rules.games.dnd4e.amounts import NotAnAmount, dice_of
from warband_tui.rules.games.dnd4e.declarations import CONDITIONS
from warband_tui.rules.games.dnd4e.profile import SIZES

_ATTACK = re.compile(r"^([+-]\d+) (?:vs\.?|against) (AC|Fort(?:itude)?|Ref(?:lex)?|Will)$", re.IGNORECASE)
_DAMAGE = re.compile(r"^(\S+)(?: ([a-z]+))? damage$", re.IGNORECASE)
_CRITICAL = re.compile(r"^critical (\S+)$", re.IGNORECASE)
_USAGE = re.compile(r"^(at-will|encounter|daily)$|^recharge ([2-6])\+?$", re.IGNORECASE)
_ACTION = re.compile(r"^(standard|move|minor|free|immediate) action$", re.IGNORECASE)
_KIND = re.compile(r"^(close|area)(?: (?:burst|blast))? (\d+)$", re.IGNORECASE)
_MOVES = re.compile(r"^(push|pull|slide) (\d+)$", re.IGNORECASE)
_ONGOING = re.compile(r"^ongoing (\d+)(?: ([a-z]+))?(?: \(([^)]*)\))?$", re.IGNORECASE)
_CONDITION = re.compile(r"^([a-z]+)(?: \(([^)]*)\))?$", re.IGNORECASE)
_TRAIT = re.compile(r"^(resist|vulnerable) (?:([a-z]+) )?(\d+)$|^immune ([a-z]+)$", re.IGNORECASE)
_TRAINED = re.compile(r"^trained ([a-z]+)$", re.IGNORECASE)

_LASTS = {
    "save ends": "save",
    "end of my next turn": "end",
    "start of my next turn": "start",
    "end of its next turn": "own-end",
    "encounter": "encounter",
}
_DEFENCES = {"ac": "ac", "for": "fortitude", "ref": "reflex", "wil": "will"}
_FLAGS = {"basic": "basic", "versatile": "versatile", "small": "small", "half on a miss": "half"}
_STATES = frozenset(d.id for d in CONDITIONS)

NUMBERS = ("level", "hp", "ac", "fortitude", "reflex", "will", "initiative", "speed", "armour_speed", "reach")
MORE_NUMBERS = (
    "threatening",
    "surges",
    "surge",
    "action_points",
    "save",
    "strength",
    "regeneration",
    "reduction",
)
MODES = ("climb", "swim", "fly", "burrow", "teleport")
SKILLS = ("acrobatics", "athletics")
TRAITS = frozenset(
    [
        "hero",
        "minion",
        "hover",
        "swarm",
        "phasing",
        "all-around vision",
        "threatening reach",
        "leader",
        "elite",
        "solo",
    ]
) | {"brute", "soldier", "skirmisher", "artillery", "controller", "lurker", "defender", "striker"}


def slug(name: str) -> str:
    """Return a name as an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "power"


def power_figures(words: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a power that words speak of; what nothing is made of is under `words`."""
    found: dict[str, Any] = {}
    effects: list[dict[str, Any]] = []
    moves: dict[str, int] = {}
    strange: list[str] = []
    for word in words:
        plain = word.strip()
        effect = _effect(plain)
        figures = _figures(plain)
        if effect:
            effects.append(effect)
        elif match := _MOVES.match(plain):
            moves[match[1].lower()] = int(match[2])
        elif figures is not None:
            found.update(figures)
        else:
            strange.append(plain)
    return {**found, "effects": effects, "moves": moves, "words": strange}


def creature_figures(stats: Mapping[str, Any], words: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a creature that a stat line and keywords speak of."""
    found: dict[str, Any] = {n: _whole(stats[n]) for n in (*NUMBERS, *MORE_NUMBERS) if _given(stats, n)}
    found["modes"] = {m: _whole(stats[m]) for m in MODES if _given(stats, m)}
    found["skills"] = {s: _whole(stats[s]) for s in SKILLS if _given(stats, s)}
    size = str(stats.get("size", "")).casefold()
    if size in SIZES:
        found["size"] = size
    keywords = list(words)
    found["hero"] = any(w.casefold() == "hero" for w in keywords)
    found["minion"] = any(w.casefold() == "minion" for w in keywords)
    found["trained"] = [m[1].casefold() for w in keywords if (m := _TRAINED.match(w))]
    found.update({"resist": {}, "vulnerable": {}, "immune": []})
    for match in filter(None, map(_TRAIT.match, keywords)):
        if match[4]:
            found["immune"].append(match[4].casefold())
        else:
            found[match[1].casefold()][(match[2] or "all").casefold()] = int(match[3])
    found["keywords"] = keywords
    return found


def knows(word: str) -> bool:
    """Whether the engine makes something of a word, of a power or of a creature."""
    plain = word.strip()
    trait = plain.casefold() in TRAITS or plain.casefold().endswith(" walk")
    trait = trait or bool(_TRAIT.match(plain) or _TRAINED.match(plain))
    return trait or bool(_effect(plain) or _MOVES.match(plain)) or _figures(plain) is not None


def _figures(word: str) -> dict[str, Any] | None:
    """Return what one word says of a power, None for nothing."""
    if word.casefold() in _FLAGS:
        return {_FLAGS[word.casefold()]: True}
    if match := _ATTACK.match(word):
        return {"attack": int(match[1]), "versus": _DEFENCES[match[2].casefold()[:3]]}
    if match := _DAMAGE.match(word):
        return {"damage": match[1], "type": (match[2] or "").casefold()} if _is_amount(match[1]) else None
    if match := _CRITICAL.match(word):
        return {"critical": match[1]} if _is_amount(match[1]) else None
    if match := _USAGE.match(word):
        return (
            {"usage": match[1].casefold()} if match[1] else {"usage": "recharge", "recharge": int(match[2])}
        )
    if match := _ACTION.match(word):
        return {"action": match[1].casefold()}
    if match := _KIND.match(word):
        return {"kind": match[1].casefold(), "range": int(match[2])}
    return None


def _effect(word: str) -> dict[str, Any] | None:
    if match := _ONGOING.match(word):
        lasts = _LASTS.get((match[3] or "save ends").casefold())
        kind = (match[2] or "").casefold()
        return {"ongoing": int(match[1]), "type": kind, "until": lasts} if lasts else None
    match = _CONDITION.match(word)
    if match and match[1].casefold() in _STATES:
        lasts = _LASTS.get((match[2] or "end of my next turn").casefold())
        return {"condition": match[1].casefold(), "until": lasts} if lasts else None
    return None


def _is_amount(text: str) -> bool:
    try:
        dice_of(text)
    except NotAnAmount:
        return False
    return True


def _given(stats: Mapping[str, Any], name: str) -> bool:
    return stats.get(name) not in (None, "", "-")


def _whole(value: Any) -> int:
    if isinstance(value, int | float):
        return int(value)
    match = re.search(r"[+-]?\d+", str(value))
    return int(match[0]) if match else 0
