"""Reading figures as rosters write them: odd columns, odd spellings, placeholders that are kept and marked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from warband_tui.rules.games.age_of_sigmar.abilities import normal, plain, split
from warband_tui.rules.games.age_of_sigmar.amounts import NotAnAmount, amount_of

_COLUMNS = {
    "range": ("range", "rng"),
    "attacks": ("attacks", "atk", "a"),
    "hit": ("hit", "to hit"),
    "wound": ("wound", "wnd", "to wound"),
    "rend": ("rend", "rnd"),
    "damage": ("damage", "dmg", "dam"),
    "abilities": ("abilities", "ability", "weapon abilities"),
}
_STATS = {
    "move": ("move", "m", "movement"),
    "health": ("health", "wounds", "hp"),
    "save": ("save", "sv"),
    "control": ("control", "ctrl", "oc"),
    "ward": ("ward", "ward save"),
    "base": ("base", "base size"),
}
_NONE = frozenset({"", "-", "none", "n/a"})
_PLUS = re.compile(r"^([1-9]|1[0-2])\s*\+?$")
_INCHES = re.compile(r"""^(\d{1,3}(?:\.\d+)?)\s*\\?(?:["”″]|''|’’|in|inches)?$""")
"""A backslash stands there where a file escapes its quotation marks twice."""
_SHOOTS = ("ranged", "missile", "shoot")
_WARD = re.compile(r"^WARD\W*([2-6])", re.IGNORECASE)
_MISSPELT = {"REINFORCMENTS": "REINFORCEMENTS", "REINFORCEMENT": "REINFORCEMENTS"}


def slug(name: str) -> str:
    """Return an id for a name."""
    return re.sub(r"[^a-z0-9]+", "-", plain(name).casefold()).strip("-") or "weapon"


def weapon_figures(name: str, values: Mapping[str, Any], weapon_id: str = "") -> dict[str, Any]:
    """Return a weapon as profile data from short values under a roster's column names.

    A figure that is none is left at its default and kept under `unknown`; so is a range that cannot be read, with
    which the weapon stays a ranged one.
    """
    cells = _cells(values, _COLUMNS)
    found: dict[str, Any] = {"id": weapon_id or slug(name), "name": plain(name)}
    unknown: dict[str, str] = {}
    kind = next((plain(str(v)).casefold() for k, v in values.items() if k.casefold() == "type"), "")
    reach = cells.get("range", "")
    inches = _INCHES.match(reach)
    written = reach.casefold() not in (*_NONE, "melee")
    if "melee" in kind:
        pass
    elif inches and float(inches[1]) > 0:
        found["range"] = float(inches[1])
    elif (written and not inches) or any(word in kind for word in _SHOOTS):
        unknown["range"] = reach or "-"
    for figure in ("attacks", "damage"):
        _amount(figure, cells, found, unknown)
    for figure in ("hit", "wound"):
        _roll(figure, cells, found, unknown)
    _rend(cells, found, unknown)
    found["abilities"] = list(split(cells.get("abilities", "")))
    if unknown:
        found["unknown"] = unknown
    return found


def unit_figures(stats: Mapping[str, Any], keywords: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the numbers of a unit as profile data from a stat line, a ward from the keywords included."""
    cells = _cells(stats, _STATS)
    found: dict[str, Any] = {}
    unknown: dict[str, str] = {}
    for name in ("move", "control", "base"):
        if cells.get(name):
            found[name] = cells[name]
            if name != "base" and not any(letter.isdigit() for letter in cells[name]):
                # A dash is none; anything else without a number in it stands for one.
                unknown.update({} if cells[name].casefold() in _NONE else {name: cells[name]})
    for name in ("save", "ward"):
        if cells.get(name, "-").casefold() not in _NONE:
            _roll(name, cells, found, unknown)
    health = cells.get("health", "")
    if health.isdecimal() and 0 < int(health) <= 1000:
        found["health"] = int(health)
    elif health:
        unknown["health"] = health
    words, wards = [], []
    for keyword in keywords:
        word = plain(keyword).upper()
        ward = _WARD.match(word)
        wards += [int(ward[1])] if ward else []
        words.append(_MISSPELT.get(word, word))
    if wards:
        # The best ward is the only one that counts (AOS-18.1-1).
        found["ward"] = min([*wards, *([found["ward"]] if "ward" in found else [])])
    if words:
        found["keywords"] = list(dict.fromkeys(words))
    if unknown:
        found["unknown"] = unknown
    return found


def lenient(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return profile data with the words of rosters turned into figures, before it is checked.

    Figures may be numbers or words (`"3+"`, `18"`); a weapon may use a roster's column names.
    """
    words = data.get("keywords", ())
    plain_words = (
        tuple(words) if isinstance(words, list | tuple) and all(isinstance(w, str) for w in words) else ()
    )
    own = ("move", "health", "save", "ward", "control", "base")
    figures = unit_figures({k: v for k, v in data.items() if k.casefold() in _BY_LABEL}, plain_words)
    made = {k: v for k, v in data.items() if k.casefold() not in _BY_LABEL and k not in ("keywords", *own)}
    made = {**made, **figures}
    if "unknown" in data and isinstance(data["unknown"], Mapping):
        made["unknown"] = {**figures.get("unknown", {}), **data["unknown"]}
    if words and not plain_words:
        made["keywords"] = words
    weapons = data.get("weapons", ())
    if isinstance(weapons, list | tuple):
        made["weapons"] = [_weapon(w) for w in weapons]
    return made


def _weapon(given: Any) -> Any:
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        return given
    figures = weapon_figures(given["name"], given, str(given.get("id", "")))
    abilities = given.get("abilities")
    if isinstance(abilities, list | tuple) and all(isinstance(a, str) for a in abilities):
        figures["abilities"] = list(dict.fromkeys(normal(a) for a in abilities))
    known = {label for labels in _COLUMNS.values() for label in labels} | {"id", "name", "type", "unknown"}
    strange = {k: v for k, v in given.items() if k.casefold() not in known}
    unknown = {**figures.get("unknown", {}), **(given.get("unknown") or {})}
    return {**figures, **strange, **({"unknown": unknown} if unknown else {})}


def _cells(values: Mapping[str, Any], columns: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    by_label = {k.strip().casefold(): "" if v is None else plain_cell(v) for k, v in values.items()}
    found = {}
    for name, labels in columns.items():
        label = next((label for label in labels if label in by_label), None)
        if label is not None:
            found[name] = by_label[label]
    return found


def plain_cell(value: Any) -> str:
    """Return a cell as text; `3.0` is 3, and a lone asterisk is kept, being a placeholder and no markup."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value).strip()
    return text if set(text) <= {"*"} else plain(text)


def _amount(figure: str, cells: Mapping[str, str], found: dict[str, Any], unknown: dict[str, str]) -> None:
    if figure not in cells:
        return
    try:
        amount = amount_of(cells[figure])
    except NotAnAmount:
        unknown[figure] = cells[figure] or "-"
        return
    if amount.fixed and amount.plus < 0:
        unknown[figure] = cells[figure]
        return
    found[figure] = str(amount)


def _roll(figure: str, cells: Mapping[str, str], found: dict[str, Any], unknown: dict[str, str]) -> None:
    if figure not in cells:
        return
    match = _PLUS.match(cells[figure])
    if match:
        found[figure] = int(match[1])
    else:
        unknown[figure] = cells[figure] or "-"


def _rend(cells: Mapping[str, str], found: dict[str, Any], unknown: dict[str, str]) -> None:
    text = cells.get("rend", "-")
    if text.casefold() in _NONE:
        return
    digits = text.lstrip("-")
    if digits.isdecimal() and int(digits) <= 20:
        found["rend"] = int(digits)
    else:
        unknown["rend"] = text


_BY_LABEL = frozenset(label for labels in _STATS.values() for label in labels)
