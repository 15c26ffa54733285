"""Losing Wounds, with Fate against them, and what happens at the last one (ME-MWF-1)."""

from __future__ import annotations

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ConditionCleared, ConditionSet, CounterChanged, Disengaged, ModelsLost
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.actions import Resurrect, Wound
from warband_tui.rules.games.middle_earth.demands import after_wounds
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.profile import profile_of, specials_of
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.state import Unit

SAVES_ON = 4


def wound(res: Resolution, action: Wound) -> None:
    """Take Wounds from any cause."""
    unit = res.affected(action.unit)
    res.say(f"{unit.name}: {action.why or 'wounded'}")
    suffer(res, unit.id, action.wounds, by=action.by, using=action.why, fate=action.fate)


def suffer(
    res: Resolution, unit_id: str, wounds: int, *, by: str = "", using: str = "", fate: bool = True
) -> bool:
    """Take the Wounds of one strike off a model; one point of Fate that saves stops all of them.

    Returns whether a model was slain.
    """
    unit = res.state.unit(unit_id)
    if fate and _fate(res, unit_id):
        return False
    profile = profile_of(unit)
    left = wounds_left(unit)
    if wounds < left:
        res.emit(CounterChanged(unit_id, "wounds", left, left - wounds, using))
        res.say(f"{unit.name} has {left - wounds} of {profile.wounds} Wounds left")
        after_wounds(res, unit_id, wounds)
        return False
    if _marker(res, unit):
        return True
    res.emit(ModelsLost(unit_id, 1, "slain", by, using))
    if profile.wounds > 1:
        full = profile.wounds if res.state.unit(unit_id).in_play else 0
        if unit.counters.get("wounds") != full:
            res.emit(CounterChanged(unit_id, "wounds", left, full, "slain"))
    whose = f" by {res.name(by)}" if by else ""
    who = f"one of {unit.name}" if unit.models > 1 else unit.name
    res.say(f"{who} is slain{whose}")
    reward(res, unit_id, by)
    return True


def _marker(res: Resolution, unit: Unit) -> bool:
    """Leave a marker in place of a model that may come back; it counts as on the table until its roll fails."""
    if not any(rule.leaves_marker for rule in specials_of(res.state, unit)) or unit.models > 1:
        return False
    res.emit(ConditionSet(unit.id, "resurrection", "battle"))
    res.emit(*(Disengaged(unit.id, other) for other in res.state.in_contact(unit.id)))
    res.say(f"{unit.name} falls and leaves a marker")
    return True


def resurrect(res: Resolution, action: Resurrect) -> None:
    """Roll for a model that left a marker: it comes back, or it is a casualty after all."""
    unit = res.affected(action.unit)
    res.need(unit.has("resurrection"), f"{unit.name} waits for no resurrection")
    back, told = action.passed, "rolled at the table"
    if back is None:
        pool = Pool(f"resurrection of {unit.name}", base=1, keep=1, unit=unit.id)
        shown = res.roll(pool, lambda made: "back" if made.total >= action.needs else "gone").total
        back, told = shown >= action.needs, f"{shown} against {action.needs}+"
    if not back:
        res.emit(ModelsLost(unit.id, 1, "slain", using="its resurrection failed"))
        res.say(f"{unit.name} does not come back: {told}")
        return
    res.emit(ConditionCleared(unit.id, "resurrection"))
    full = profile_of(unit).wounds
    if full > 1:
        res.emit(
            CounterChanged(
                unit.id, "wounds", unit.counter("wounds"), min(full, action.wounds or full), "back"
            )
        )
    res.say(f"{unit.name} comes back: {told}")


def reward(res: Resolution, unit_id: str, by: str) -> None:
    """Give Might to who has slain the one that it challenged, or was challenged by."""
    victor = res.state.units.get(by)
    if victor is None or not challenged(victor, res.state.unit(unit_id)):
        return
    prize = edition(res.state.edition).challenge_prize
    most: int | None = profile_of(victor).might
    gained = 1
    if prize == "D3":
        gained = res.roll(Pool(f"Might of {victor.name}", base=1, keep=1, sides=3, unit=by)).total
        most = None
    won = res.change(by, "might", gained, high=most, why="Heroic Challenge")
    res.cite(points.RULE)
    res.say(f"{victor.name} gains {won} Might for its challenge")


def challenged(unit: Unit, other: Unit) -> bool:
    """Whether two heroes stand in a Heroic Challenge."""
    return unit.has(f"challenge {other.id}") or other.has(f"challenge {unit.id}")


def _fate(res: Resolution, unit_id: str) -> bool:
    """Spend Fate, one point at a time, and return whether one has stopped the wound."""
    tries = 0
    while True:
        unit = res.state.unit(unit_id)
        has = points.have(res.state, unit, "fate")
        if not has:
            return False
        with res.scope(f"{tries}:" if tries else ""):
            label = f"{unit.name}: spend Fate against the wound"
            choice = Choice("fate", unit.side, label, high=1, default=0, effect="saves on 4+", rules=(points.RULE,),
                            unit=unit.id, counter="fate")  # fmt: skip
            if not res.ask(choice):
                return False
            points.pay(res, unit_id, "fate", 1, "against a wound")
            pool = Pool(f"Fate of {unit.name}", base=1, keep=1, unit=unit.id)
            roll = res.roll(pool, lambda made: "saved" if made.total >= SAVES_ON else "not saved")
            short = SAVES_ON - roll.total
            lifted = points.ask(res, unit_id, "fate.might", "might", short, f"on its Fate, {short} short")
        if roll.total + lifted >= SAVES_ON:
            res.say(f"{unit.name}'s Fate saves it: {roll.total}" + (f" + {lifted} Might" if lifted else ""))
            return True
        res.say(f"Fate fails: {roll.total}")
        tries += 1
