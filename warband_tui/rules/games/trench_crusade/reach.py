"""Questions about distances, which log nothing (TC-ACT-3)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from warband_tui.rules.games.trench_crusade.ground_rules import placed
from warband_tui.rules.games.trench_crusade.movement import LONGEST_CHARGE
from warband_tui.rules.games.trench_crusade.profile import allowance, heavy_kit, profile_of, weapons_for
from warband_tui.rules.state import BattleState


def reach(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Return how far a model gets, in inches: moving, dashing, charging."""
    unit = state.unit(str(question.get("unit", "")))
    base = float(allowance(unit))
    half = unit.has("stood")
    bonus = (0, 0) if heavy_kit(profile_of(unit)) else (0.5, 3) if half else (1, 6)
    return {
        "unit": unit.id,
        "move": base,
        "dash": base,
        "retreat": base,
        "charge": {
            "least": min(base + bonus[0], LONGEST_CHARGE),
            "most": min(base + bonus[1], LONGEST_CHARGE),
            "limit": LONGEST_CHARGE,
        },
        "why": "halved: it has just stood up" if half else "",
        "rules": ["TC-ACT-3", "TC-MOV-1", "TC-CHG-2", "TC-DSH-1"],
    }


def ranges(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    """Return what a model's ranged weapons reach, and where long range begins.

    With a `distance` in inches, also whether each weapon reaches that far and at long range.
    """
    unit = state.unit(str(question.get("unit", "")))
    distance = question.get("distance")
    weapons = []
    for weapon in weapons_for(profile_of(unit), "ranged"):
        found: dict[str, Any] = {"weapon": weapon.name, "range": weapon.range}
        if weapon.range is not None:
            found["long_from"] = weapon.range / 2
            if isinstance(distance, int | float):
                found |= {"reaches": distance <= weapon.range, "long": distance > weapon.range / 2}
        weapons.append(found)
    return {"unit": unit.id, "weapons": weapons, "rules": ["TC-ACT-3", "TC-RNG-1"]}


def _on_board(name: str) -> Callable[[BattleState, dict[str, Any]], dict[str, Any]]:
    """Return a question about the board, whose geometry is loaded when it is first asked."""

    def ask(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = getattr(_asks(), name)(state, question)
        return answer

    return ask


def _reach(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    found = reach(state, question)
    unit = state.unit(found["unit"])
    return {**found, **_asks().reach(state, question)} if placed(state, unit) else found


def _ranges(state: BattleState, question: dict[str, Any]) -> dict[str, Any]:
    found = ranges(state, question)
    unit = state.unit(found["unit"])
    aimed = question.get("target")
    if not (aimed and placed(state, unit)):
        return found
    measured = _asks().ranges(state, question)
    return {**found, **measured, "weapons": [{**a, **_of(a, measured)} for a in found["weapons"]]}


def _of(weapon: dict[str, Any], measured: dict[str, Any]) -> dict[str, Any]:
    return next((w for w in measured["weapons"] if w["weapon"] == weapon["weapon"]), {})


def _asks() -> ModuleType:
    return import_module("warband_tui.rules.games.trench_crusade.board_asks")


ASKS: dict[str, Callable[[BattleState, dict[str, Any]], dict[str, Any]]] = {
    "reach": _reach,
    "range": _ranges,
    **{name: _on_board(name) for name in ("sight", "cover", "path", "charge", "fall", "within")},
}
"""The questions of this game, by name."""
WORDS: dict[str, tuple[str, ...]] = {
    "reach": ("unit", "mode", "grain"),
    "range": ("unit", "target", "distance"),
    "sight": ("unit", "target"),
    "cover": ("unit", "target"),
    "path": ("unit", "to", "mode", "via"),
    "charge": ("unit", "targets", "target"),
    "fall": ("unit", "from", "to"),
    "within": ("unit", "inches", "target"),
}
"""The words that each takes."""
