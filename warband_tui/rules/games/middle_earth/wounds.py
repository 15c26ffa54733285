"""Losing Wounds, with Fate against them, and what happens at the last one (ME-MWF-1)."""

from __future__ import annotations

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import CounterChanged, ModelsLost
from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.actions import Wound
from warband_tui.rules.games.middle_earth.activation import on_table
from warband_tui.rules.games.middle_earth.force import wounds_left
from warband_tui.rules.games.middle_earth.profile import profile_of
from warband_tui.rules.resolution import Choice, Resolution

SAVES_ON = 4


def wound(res: Resolution, action: Wound) -> None:
    """Take Wounds from any cause."""
    unit = on_table(res, action.unit)
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
        return False
    res.emit(ModelsLost(unit_id, 1, "slain", by, using))
    if profile.wounds > 1:
        full = profile.wounds if res.state.unit(unit_id).in_play else 0
        if unit.counters.get("wounds") != full:
            res.emit(CounterChanged(unit_id, "wounds", left, full, "slain"))
    whose = f" by {res.name(by)}" if by else ""
    who = f"one of {unit.name}" if unit.models > 1 else unit.name
    res.say(f"{who} is slain{whose}")
    return True


def _fate(res: Resolution, unit_id: str) -> bool:
    """Spend Fate, one point at a time, and return whether one has stopped the wound."""
    tries = 0
    while True:
        unit = res.state.unit(unit_id)
        has = points.have(unit, "fate")
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
            lifted = 0
            if 0 < short <= points.have(unit, "might"):
                lifted = points.ask(res, unit_id, "fate.might", "might", short, f"on its Fate, {short} short")
        if roll.total + lifted >= SAVES_ON:
            res.say(f"{unit.name}'s Fate saves it: {roll.total}" + (f" + {lifted} Might" if lifted else ""))
            return True
        res.say(f"Fate fails: {roll.total}")
        tries += 1
