"""Questions about distances, which log nothing (TC-ACT-3)."""

from __future__ import annotations

from typing import Any

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
