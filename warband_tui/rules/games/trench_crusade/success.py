"""Success rolls, with the markers that either player may spend on them."""

from __future__ import annotations

from collections.abc import Iterable

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import CounterChanged
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.resolution import Choice, Resolution

DOWN_DIE = Modifier("Down", dice=-1, rule="TC-DWN-1")
_SPENT_AGAINST = ("blood", "infection")


def outcome(roll: Roll) -> str:
    """Return failure, success or critical by the total of a success roll (TC-DIC-1)."""
    if roll.total >= 12:
        return "critical"
    return "success" if roll.total >= 7 else "failure"


def is_risky(res: Resolution, unit_id: str, *, risky: bool = False) -> bool:
    """Whether a success roll of a unit is Risky: by the action, by a Shaken warband, by a trauma."""
    unit = res.state.unit(unit_id)
    return risky or res.state.side(unit.side).has("shaken") or profile_of(unit).has("ALL RISKY")


def success_roll(
    res: Resolution,
    unit_id: str,
    purpose: str,
    modifiers: Iterable[Modifier] = (),
    *,
    down_counts: bool = True,
) -> Roll:
    """Make a success roll of a unit, both players having spent what they like.

    Every marker is declared before the dice (TC-BLD-2, TC-BLS-1). Risky is the caller's: who
    fails a Risky roll ends the activation.
    """
    unit = res.state.unit(unit_id)
    pool = list(modifiers)
    if unit.has("down") and down_counts:
        pool.append(DOWN_DIE)
    pool += spend_against(res, unit_id, purpose)
    pool += spend_for(res, unit_id, purpose)
    roll = res.roll(Pool(purpose, modifiers=tuple(pool), unit=unit_id), outcome)
    more, cancelled = len(roll.dice) > 2, bool(roll.cancelled)
    res.cite("TC-DIC-1", *(("TC-DIC-2",) * more), *(("TC-DIC-3",) * cancelled), frame=True)
    return roll


def spend_against(res: Resolution, unit_id: str, purpose: str) -> list[Modifier]:
    """Ask the opponent how many of the unit's blood and infection markers to spend on its roll."""
    unit = res.state.unit(unit_id)
    spent = []
    for counter in _SPENT_AGAINST:
        rule = "TC-BLD-2" if counter == "blood" else "TC-INF-1"
        count = res.ask(
            Choice(
                id=f"success.{counter}",
                side=res.state.other_side(unit.side),
                label=f"{counter} of {unit.name} on {purpose}",
                high=unit.counter(counter),
                effect="-1 dice each",
                rules=(rule,),
                unit=unit_id,
                counter=counter,
            )
        )
        if count:
            pay(res, unit_id, counter, int(count), purpose)
            spent.append(Modifier(f"{counter} spent", dice=-int(count), rule=rule))
    return spent


def spend_for(res: Resolution, unit_id: str, purpose: str) -> list[Modifier]:
    """Ask the owner how many of the unit's blessing markers to spend on its roll."""
    unit = res.state.unit(unit_id)
    count = res.ask(
        Choice(
            id="success.blessing",
            side=unit.side,
            label=f"blessing of {unit.name} on {purpose}",
            high=unit.counter("blessing"),
            effect="+1 dice each",
            rules=("TC-BLS-1",),
            unit=unit_id,
            counter="blessing",
        )
    )
    if not count:
        return []
    pay(res, unit_id, "blessing", int(count), purpose)
    return [Modifier("blessing spent", dice=int(count), rule="TC-BLS-1")]


def pay(res: Resolution, unit_id: str, counter: str, count: int, why: str) -> None:
    """Take spent markers off a unit."""
    before = res.state.unit(unit_id).counter(counter)
    res.emit(CounterChanged(unit_id, counter, before, before - count, f"spent on {why}"))


def told(roll: Roll) -> str:
    """Return a roll as the log tells it: kept dice, those not kept in brackets, the total."""
    kept = list(roll.kept)
    dropped = []
    for die in roll.dice:
        if die in kept:
            kept.remove(die)
        else:
            dropped.append(die)
    text = " + ".join(map(str, roll.kept))
    if dropped:
        text += f" ({' '.join(map(str, dropped))})"
    if roll.capped:
        text += f" {'+' if roll.capped > 0 else '-'} {abs(roll.capped)}"
    return f"{text} = {roll.total}"
