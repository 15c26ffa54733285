"""Conditions: what they keep a creature from, what they give its enemies, how they begin and end."""

from __future__ import annotations

from warband_tui.rules.events import ConditionCleared, ConditionSet
from warband_tui.rules.games.dnd4e.declarations import ALTITUDE, BATTLE, NO_OPPORTUNITY
from warband_tui.rules.games.dnd4e.durations import outlasts, source_of, told
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

OUT_COLD = ("dying", "unconscious", "petrified")
CANNOT_ACT = ("stunned", "surprised", *OUT_COLD)
ONE_ACTION = ("dazed", "dominated", "surprise round")
NO_REACTION = ("dazed", "dominated", *CANNOT_ACT)
"""What keeps a creature from opportunity and immediate actions (D4-OA-5)."""
ROOTED = ("immobilized", "restrained", "grabbed", *CANNOT_ACT)
"""What keeps a creature where it is, teleports apart (D4-SPD-5)."""

EXPOSED: dict[str, str] = {
    "blinded": "",
    "dazed": "",
    "dominated": "",
    "helpless": "",
    "restrained": "D4-SPD-5",
    "stunned": "",
    "surprised": "",
    "unconscious": "",
    "dying": "",
    "petrified": "",
    "squeezing": "D4-SQZ-1",
    "running": "D4-SPD-2",
    "climbing": "",
}
"""States that give every attacker combat advantage, with the rule that says so."""


def first_of(unit: Unit, names: tuple[str, ...]) -> str:
    """Return the first of some conditions that a unit has, empty for none."""
    return next((name for name in names if unit.has(name)), "")


def helpless(unit: Unit) -> bool:
    """Whether a creature cannot defend itself."""
    return bool(first_of(unit, ("helpless", *OUT_COLD)))


def cannot_act(state: BattleState, unit: Unit) -> Refusal | None:
    """Return what keeps a creature from any action."""
    del state
    name = first_of(unit, CANNOT_ACT)
    return Refusal(f"{unit.name} is {name}: it takes no actions") if name else None


def cannot_react(unit: Unit) -> Refusal | None:
    """Return what keeps a creature from opportunity and immediate actions (D4-OA-5)."""
    name = first_of(unit, NO_REACTION)
    return Refusal(f"{unit.name} is {name}", ("D4-OA-5",)) if name else None


def no_opportunity(unit: Unit) -> Refusal | None:
    """Return what keeps a creature from opportunity actions (D4-OA-4, D4-OA-5)."""
    if unit.has("opportunity used"):
        return Refusal(f"{unit.name} has used its opportunity action in this turn", ("D4-OA-4",))
    if unit.has(NO_OPPORTUNITY):
        return Refusal(f"{unit.name} takes no opportunity actions", ("D4-OA-5",))
    return cannot_react(unit)


def cannot_move(unit: Unit) -> Refusal | None:
    """Return what keeps a creature from moving itself, teleports apart (D4-SPD-5)."""
    name = first_of(unit, ROOTED)
    return Refusal(f"{unit.name} is {name}: it cannot move", ("D4-SPD-5",)) if name else None


def cannot_shift(unit: Unit) -> Refusal | None:
    """Return what keeps a creature from any shift, one that comes with another action too (D4-PRONE-2, D4-SPD-5)."""
    if unit.has("prone"):
        return Refusal(f"{unit.name} is prone: it cannot shift", ("D4-PRONE-2",))
    return cannot_move(unit)


def marker(unit: Unit) -> str:
    """Return who has marked a creature, empty for nobody."""
    return source_of(unit.conditions["marked"]) if unit.has("marked") else ""


def afflict(res: Resolution, unit_id: str, name: str, lasts: str = BATTLE, why: str = "") -> bool:
    """Give a creature a condition; one that it has already is kept where that lasts longer.

    Returns:
        Whether anything changed.
    """
    unit = res.state.unit(unit_id)
    old = unit.conditions.get(name)
    if old is not None and (name == "prone" or not outlasts(lasts, old)):
        return False
    res.emit(ConditionSet(unit_id, name, lasts, why))
    length = told(res.state, lasts)
    res.say(f"{unit.name} is {name}" + (f" ({length})" if length else ""))
    return True


def cure(res: Resolution, unit_id: str, name: str, why: str = "") -> None:
    """End a condition, where a creature has it."""
    if res.state.unit(unit_id).has(name):
        res.emit(ConditionCleared(unit_id, name, why))


def drops_out_of_the_air(unit: Unit) -> str:
    """Return what makes a flier or climber that is off the ground fall now, empty where nothing does (D4-FLY-1, D4-PRONE-1)."""
    if not unit.has("flying") and not (unit.has("climbing") and unit.counter(ALTITUDE)):
        return ""
    name = first_of(unit, (*OUT_COLD, "prone"))
    if not name and unit.has("stunned") and not (unit.has("flying") and creature(unit).has("hover")):
        name = "stunned"
    return name
