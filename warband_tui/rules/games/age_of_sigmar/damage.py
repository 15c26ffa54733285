"""The damage sequence: wards, allocation, the models slain; and what undoes it (AOS-18)."""

from __future__ import annotations

from collections.abc import Mapping

from warband_tui.rules.dice import Modifier, Roll
from warband_tui.rules.events import CounterChanged, ModelsLost, ModelsReturned, Rolled
from warband_tui.rules.games.age_of_sigmar import measured
from warband_tui.rules.games.age_of_sigmar.amounts import Amount, NotAnAmount, amount_of
from warband_tui.rules.games.age_of_sigmar.chances import wards
from warband_tui.rules.games.age_of_sigmar.coherency import needed
from warband_tui.rules.games.age_of_sigmar.declarations import DAMAGE
from warband_tui.rules.games.age_of_sigmar.profile import (
    Loadout,
    Warscroll,
    lost,
    shared_out,
    standing,
    warscroll,
)
from warband_tui.rules.games.age_of_sigmar.settings import answer
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import Unit


def roll_dice(
    res: Resolution,
    purpose: str,
    count: int,
    *,
    unit: str = "",
    outcome: str = "",
    modifiers: tuple[Modifier, ...] = (),
    capped: int = 0,
) -> tuple[int, ...]:
    """Roll so many six-sided dice for one step and keep every one of them in the log."""
    faces = res.dice.take(count, 6, purpose)
    record(res, purpose, faces, faces, unit=unit, outcome=outcome, modifiers=modifiers, capped=capped)
    return faces


def record(
    res: Resolution,
    purpose: str,
    faces: tuple[int, ...],
    kept: tuple[int, ...],
    *,
    unit: str = "",
    outcome: str = "",
    modifiers: tuple[Modifier, ...] = (),
    capped: int = 0,
) -> None:
    """Write a roll down: all its dice, those that count, and what came of them. The total is their number."""
    res.emit(
        Rolled(
            Roll(
                purpose=purpose,
                dice=faces,
                kept=kept,
                total=len(kept),
                outcome=outcome,
                unit=unit,
                modifiers=modifiers,
                flat=sum(m.flat for m in modifiers),
                capped=capped,
                given=res.dice.given,
            )
        )
    )


def roll_amounts(
    res: Resolution, amount: Amount, times: int, purpose: str, floor: int, unit: str = ""
) -> tuple[int, ...]:
    """Return so many amounts, rolled all at once if they are rolled at all."""
    if amount.fixed:
        return (max(0, amount.plus),) * times
    faces = res.dice.take(times * amount.dice, 6, f"{purpose} ({amount})")
    made = tuple(amount.of(faces[at : at + amount.dice], floor) for at in range(0, len(faces), amount.dice))
    record(res, f"{purpose} ({amount})", faces, faces, unit=unit, outcome=" + ".join(map(str, made)))
    return made


def amount_in(text: str) -> Amount:
    """Return an amount that a player has typed.

    Raises:
        Refused: it is none, or one that is below nothing whatever the dice.
    """
    try:
        amount = amount_of(text)
    except NotAnAmount as error:
        raise Refused(str(error)) from None
    if amount.dice * amount.sides + amount.plus < 0:
        raise Refused(f"{text.strip()} is less than nothing: write a number from 0 on, or dice such as D3")
    return amount


def damage_sequence(res: Resolution, pools: Mapping[str, int], by: str = "", using: str = "") -> None:
    """Empty the pools of the units that an ability has damaged, one unit after the other (AOS-18-1).

    The active player's units come first, each side's in the order given.
    """
    state = res.state
    first = state.first if answer(state, "alloc-order") == "first" else state.to_act
    order = sorted(pools, key=lambda unit_id: state.unit(unit_id).side != first)
    for unit_id in order:
        if pools[unit_id]:
            res.cite("AOS-18-1")
            left = _ward(res, unit_id, pools[unit_id])
            allocate(res, unit_id, left, by, using)


def _ward(res: Resolution, unit_id: str, points: int) -> int:
    unit = res.state.unit(unit_id)
    needs, unknown = warscroll(unit).ward, warscroll(unit).unknown.get("ward")
    if unknown is not None:
        res.say(f"its ward is {unknown}: not rolled")
    if needs is None or not unit.in_play:
        return points
    faces = res.dice.take(points, 6, f"ward rolls of {unit.name} ({needs}+)")
    kept = tuple(face for face in faces if wards(face, needs))
    outcome = f"{len(kept)} warded"
    record(res, f"ward rolls of {unit.name} ({needs}+)", faces, kept, unit=unit_id, outcome=outcome)
    res.cite("AOS-18.1-1")
    res.say(f"ward {needs}+: {len(kept)} of {points} points")
    return points - len(kept)


def allocate(res: Resolution, unit_id: str, points: int, by: str = "", using: str = "") -> None:
    """Allocate points to a unit one at a time; Health by Health a model is slain (AOS-18.2-1, 2)."""
    unit = res.state.unit(unit_id)
    if not points or not unit.in_play:
        return
    health, before = warscroll(unit).health, unit.counter(DAMAGE)
    unknown = warscroll(unit).unknown.get("health")
    res.cite("AOS-18.2-1")
    if unknown is not None:
        res.emit(CounterChanged(unit_id, DAMAGE, before, before + points))
        res.say(f"{unit.name}: {points} allocated; its Health is {unknown}: take models off by hand")
        return
    slain = min(unit.models, (before + points) // health)
    destroyed = slain == unit.models
    after = 0 if destroyed else before + points - slain * health
    if after != before:
        res.emit(CounterChanged(unit_id, DAMAGE, before, after))
    used = slain * health - before if destroyed else points
    res.say(f"{unit.name}: {used} allocated")
    if slain:
        take_off(res, unit_id, slain, "slain", by, using)
    if after:
        res.cite("AOS-18.2-2")
        res.say(f"damaged, {health - after} of {health} left")
    elif destroyed and points > used:
        res.say(f"{points - used} more are lost")


def take_off(res: Resolution, unit_id: str, count: int, how: str, by: str = "", using: str = "") -> None:
    """Slay models of a unit; its commander picks which, by loadout (AOS-18.3-1)."""
    unit = res.state.unit(unit_id)
    count = min(count, unit.models)
    scroll = warscroll(unit)
    picked = _picked(res, unit, scroll, count, standing(unit), "slain")
    more = measured.fall(res, unit, picked, count)
    for one in scroll.groups:
        if picked.get(one.id):
            before = unit.counter(lost(one))
            res.emit(CounterChanged(unit_id, lost(one), before, before + picked[one.id]))
    res.emit(ModelsLost(unit_id, count, how, by, using))
    after = res.state.unit(unit_id)
    if not after.in_play:
        if after.counter(DAMAGE):
            res.emit(CounterChanged(unit_id, DAMAGE, after.counter(DAMAGE), 0))
        res.cite("AOS-18.4-1")
        res.say(f"{unit.name} destroyed" + (f" ({count} {_models(count)})" if count > 1 else ""))
        return
    res.cite("AOS-18.3-1")
    named = [
        f"{n} {one.name}" for one in scroll.groups if (n := picked.get(one.id)) and len(scroll.groups) > 1
    ]
    which = f" ({', '.join(named)})" if named else ""
    res.say(f"{count} {_models(count)} {how}{which}, {after.models} left")
    warning = needed(after.models, scroll.coherency)
    if more:
        res.emit(ModelsLost(unit_id, more, "out of coherency", by, using))
        res.say(f"{more} more {_models(more)} out of coherency ({warning})")
    elif warning and not measured.on_board(res.state, after):
        res.say(f"coherency: {warning}")


def destroy(res: Resolution, unit_id: str, by: str = "", why: str = "") -> None:
    """Slay all the models of a unit (AOS-18.4-1)."""
    unit = res.state.unit(unit_id)
    if not unit.in_play:
        raise Refused(f"{unit.name} is destroyed already", "AOS-18.4-1")
    take_off(res, unit_id, unit.models, why or "destroyed", by)


def heal(res: Resolution, unit_id: str, points: int) -> int:
    """Take allocated points off a unit, as many as there are; return how many."""
    unit = res.state.unit(unit_id)
    before = unit.counter(DAMAGE)
    after = max(0, before - points)
    if after != before:
        res.emit(CounterChanged(unit_id, DAMAGE, before, after))
    return before - after


def put_back(res: Resolution, unit_id: str, count: int, why: str = "") -> int:
    """Return slain models to a unit, never more than there were; return how many."""
    unit = res.state.unit(unit_id)
    count = min(count, unit.start - unit.models)
    if count <= 0:
        return 0
    scroll = warscroll(unit)
    full, now = shared_out(scroll, unit.start), standing(unit)
    gone = {name: full[name] - now[name] for name in full}
    picked = _picked(res, unit, scroll, count, gone, "returned")
    for one in scroll.groups:
        before = unit.counter(lost(one))
        after = max(0, before - picked.get(one.id, 0))
        if after != before:
            res.emit(CounterChanged(unit_id, lost(one), before, after))
    res.emit(ModelsReturned(unit_id, count, why))
    measured.rejoin(res, unit)
    return count


def _picked(
    res: Resolution, unit: Unit, scroll: Warscroll, count: int, there: Mapping[str, int], choice_id: str
) -> dict[str, int]:
    """Ask the unit's commander how many of each loadout; the plainest ones are offered first.

    Where there is only one kind of model, nothing is asked and nothing needs to be kept.
    """
    if len(scroll.groups) < 2:
        return {}
    found: dict[str, int] = {}
    left = count
    # Named loadouts are asked for, what is left falls to the one that takes the rest.
    order = sorted((one for one in scroll.groups if there[one.id]), key=lambda one: one.models is None)
    open_after = [sum(there[o.id] for o in order[i + 1 :]) for i in range(len(order))]
    verb = "slain" if choice_id == "slain" else "back"
    for one, others in zip(order, open_after, strict=True):
        low, high = max(0, left - others), min(left, there[one.id])
        with res.scope(f"{unit.id}.{one.id}:"):
            said = res.ask(
                Choice(
                    choice_id,
                    unit.side,
                    f"{unit.name}: how many of {there[one.id]} {one.name} {verb}",
                    low=low,
                    high=high,
                    default=low,
                    effect=_effect(scroll, one),
                    rules=("AOS-18.3-1",),
                    unit=unit.id,
                )
            )
        found[one.id] = int(said)
        left -= int(said)
    return found


def _effect(scroll: Warscroll, loadout: Loadout) -> str:
    return ", ".join(w.name for w in scroll.armed(loadout))


def _models(count: int) -> str:
    return "model" if count == 1 else "models"


__all__ = [
    "allocate",
    "amount_in",
    "damage_sequence",
    "destroy",
    "heal",
    "put_back",
    "record",
    "roll_amounts",
    "roll_dice",
    "take_off",
]
