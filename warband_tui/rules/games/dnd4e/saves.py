"""Saving throws: what is due at the end of a turn, and what comes of each (D4-SAVE-1)."""

from __future__ import annotations

from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.games.dnd4e.chances import SAVED, save_chance
from warband_tui.rules.games.dnd4e.declarations import DEATH, HP, ONGOING, SURGES
from warband_tui.rules.games.dnd4e.durations import SAVE, kind_of
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.states import cure
from warband_tui.rules.games.dnd4e.vitality import fail_death_save, heal, spend_surge
from warband_tui.rules.guide import Guide, GuideStep
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.state import BattleState, Unit

DEATH_SAVE = "death"
SAVES = "saves"
"""The phase in which a turn waits for its saves."""
MADE = "saved:"
"""A condition for the rest of the turn: the save against what follows has been made."""
FULL_RECOVERY = 20
RULE = "D4-SAVE-1"


def all_saves(unit: Unit) -> list[str]:
    """Return what a creature saves against at the end of its turn."""
    found = [name for name, condition in unit.conditions.items() if kind_of(condition) == SAVE]
    return [*found, DEATH_SAVE] if unit.has("dying") else found


def due(unit: Unit) -> list[str]:
    """Return the saves of this turn that have not been made yet."""
    return [name for name in all_saves(unit) if not unit.has(MADE + name)]


def save(
    res: Resolution,
    unit_id: str,
    purpose: str,
    modifiers: tuple[Modifier, ...] = (),
    result: bool | None = None,
) -> tuple[bool, int]:
    """Make a saving throw: 10 or more succeeds (D4-SAVE-1).

    Returns:
        Whether it succeeded, and its total, 0 where only the result of real dice is known.
    """
    res.cite(RULE)
    unit = res.state.unit(unit_id)
    if result is not None:
        res.say(f"{unit.name}: {purpose}, {'saved' if result else 'failed'}")
        return result, 0
    own = creature(unit).save
    every = (Modifier("its own bonus", flat=own), *modifiers) if own else modifiers
    pool = Pool(purpose, base=1, keep=1, sides=20, modifiers=every, unit=unit_id)
    rolled = res.roll(pool, lambda roll: "saved" if roll.total >= SAVED else "failed")
    added = f" {rolled.flat:+d} = {rolled.total}" if rolled.flat else ""
    res.say(f"{unit.name}: {purpose} {rolled.dice[0]}{added}, {rolled.outcome}")
    return rolled.outcome == "saved", rolled.total


def save_against(
    res: Resolution, unit_id: str, name: str, modifiers: tuple[Modifier, ...] = (), result: bool | None = None
) -> None:
    """Make the save that would end something, or a dying creature's."""
    if name == DEATH_SAVE:
        _death_save(res, unit_id, modifiers, result)
    else:
        saved, _ = save(res, unit_id, f"save against {name}", modifiers, result)
        if saved:
            cure(res, unit_id, name, "saved")
    unit = res.state.unit(unit_id)
    if unit.in_play and unit.acting:
        res.emit(ConditionSet(unit_id, MADE + name, "activation"))


def _death_save(res: Resolution, unit_id: str, modifiers: tuple[Modifier, ...], result: bool | None) -> None:
    unit = res.state.unit(unit_id)
    saved, total = save(res, unit_id, "death save", modifiers, result)
    if not saved:
        fail_death_save(res, unit_id)
    elif total >= FULL_RECOVERY and unit.counter(SURGES):
        points = spend_surge(res, unit_id)
        res.say("it comes round")
        heal(res, unit_id, points, "death save")


def guide(state: BattleState) -> Guide | None:
    """Return the saves at the end of the turn under way, None when none is being ended."""
    if state.phase != SAVES or not state.active or state.ended:
        return None
    unit = state.unit(state.active)
    steps = tuple(_step(state, unit, name) for name in all_saves(unit) if not unit.has(MADE + name))
    if not steps:
        return None
    why = f"the turn of {unit.name} ends with a save against each of these: 10 or more on a d20 ends it"
    return Guide("saves", f"Saves of {unit.name}", why, steps, (RULE,))


def _step(state: BattleState, unit: Unit, name: str) -> GuideStep:
    del state
    bonus = creature(unit).save
    label = f"{unit.name}: {name} save" if name == DEATH_SAVE else f"{unit.name}: {name}"
    if name == DEATH_SAVE:
        fails = unit.counter(DEATH)
        why = f"{fails} of 3 failed; 20 or more brings it round" if fails else "20 or more brings it round"
    elif name.startswith(ONGOING):
        why = f"at {unit.counter(HP)} of {creature(unit).hp} hit points"
    else:
        why = f"{bonus:+d} to the roll" if bonus else ""
    return GuideStep(
        unit=unit.id,
        side=unit.side,
        label=label,
        state="due",
        why=why,
        rules=(RULE,),
        chance=save_chance(bonus),
        action={"do": "save", "unit": unit.id, "against": name},
        result="result",
    )
