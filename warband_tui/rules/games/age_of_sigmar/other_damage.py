"""Damage that no attack does, healing, models that come and go, replacements: and the same by hand."""

from __future__ import annotations

from warband_tui.rules import actions as books
from warband_tui.rules import bookkeeping
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.events import ConditionSet, UnitAdded
from warband_tui.rules.games.age_of_sigmar import checks
from warband_tui.rules.games.age_of_sigmar.actions import Destroy, Heal, Mortal, Reinforce, Return, Slay
from warband_tui.rules.games.age_of_sigmar.damage import (
    allocate,
    amount_in,
    damage_sequence,
    destroy,
    heal,
    put_back,
    roll_amounts,
    take_off,
)
from warband_tui.rules.games.age_of_sigmar.declarations import DAMAGE
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import Unit


def mortal(res: Resolution, action: Mortal) -> None:
    """Put mortal damage into a unit's pool, or allocate points past any ward (AOS-17.2-1)."""
    unit = _standing_unit(res, action.unit)
    ward = warscroll(unit).unknown.get("ward")
    if ward is not None and not action.allocate:
        raise Refused(
            f"{unit.name}: ward is {ward}: roll it by hand and allocate what it leaves, or put its number in",
            "AOS-18.1-1",
        )
    points = _rolled(res, action.amount, f"mortal damage to {unit.name}")
    because = f" ({action.why})" if action.why else ""
    if action.allocate:
        res.say(f"{unit.name}: {points} points to allocate{because}")
        allocate(res, unit.id, points, action.by, action.why)
        return
    res.cite("AOS-17.2-1")
    res.say(f"{unit.name}: {points} mortal damage{because}")
    damage_sequence(res, {unit.id: points}, action.by, action.why)


def heal_unit(res: Resolution, action: Heal) -> None:
    """Heal a unit: allocated points come off, slain models stay slain."""
    unit = _standing_unit(res, action.unit)
    points = _rolled(res, action.amount, f"healing of {unit.name}")
    healed = heal(res, unit.id, points)
    res.cite("AOS-18.2-2")
    res.say(f"{unit.name} heals {healed} of {points}" + (f" ({action.why})" if action.why else ""))


def return_models(res: Resolution, action: Return) -> None:
    """Return slain models to a unit that is still there."""
    unit = _standing_unit(res, action.unit)
    count = _rolled(res, action.amount, f"models returned to {unit.name}")
    back = put_back(res, unit.id, count, action.why)
    why = f" ({action.why})" if action.why else ""
    full = " (all of them are there)" if not back else ""
    res.say(f"{unit.name}: {back} of {count} back, {res.state.unit(unit.id).models} in all{full}{why}")
    if back:
        res.say("set up one at a time, coherent with models not set up now, and in no new combat")


def slay(res: Resolution, action: Slay) -> None:
    """Slay models without damage, for coherency or by an effect (AOS-18.3-1)."""
    unit = _standing_unit(res, action.unit)
    res.cite("AOS-18.3-1")
    take_off(res, unit.id, action.models, f"slain, {action.why}" if action.why else "slain", action.by)


def destroy_unit(res: Resolution, action: Destroy) -> None:
    """Destroy a unit by an effect: all its models are slain (AOS-18.4-1)."""
    unit = _standing_unit(res, action.unit)
    destroy(res, unit.id, action.by, action.why)


def reinforce(res: Resolution, action: Reinforce) -> None:
    """Bring in the replacement of a destroyed unit: new, at full strength, and never replaced itself."""
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    refusal = checks.can_reinforce(res.state, unit)
    if refusal:
        res.need(False, refusal.why, *refusal.rules)
    new = f"{unit.id}-r"
    if new in res.state.units:
        raise Refused(f"{unit.name} has been replaced already")
    words = [w for w in unit.profile.get("keywords", ()) if w.upper() != "REINFORCEMENTS"]
    profile = {**unit.profile, "keywords": words}
    name = f"{unit.name} (replacement)"
    added = Unit(
        new,
        unit.side,
        name,
        profile,
        models=unit.start,
        start=unit.start,
        fighter=unit.fighter,
        base=unit.base,
    )
    res.emit(ConditionSet(unit.id, "replaced"), UnitAdded(added))
    res.say(f'{name} comes in: {unit.start} models, wholly within friendly territory and 6" of an edge')


def mark(game: BaseRuleset, res: Resolution, action: books.Mark) -> None:
    """Change a counter; damage marked by hand is allocated, and what is taken off is healed (AOS-18.2-1)."""
    if action.counter != DAMAGE or action.on not in res.state.units:
        bookkeeping.mark(game, res, action)
        return
    unit = _standing_unit(res, action.on)
    by = action.by if action.to is None else action.to - unit.counter(DAMAGE)
    if by < 0:
        healed = heal(res, unit.id, -by)
        res.say(f"{unit.name}: {healed} damage less, {res.state.unit(unit.id).counter(DAMAGE)} allocated")
    else:
        allocate(res, unit.id, by, "", action.why)
        if not by:
            res.say(f"{unit.name}: damage stays at {unit.counter(DAMAGE)}")
    if action.why:
        res.say(action.why)
    res.cite("AOS-18.2-2")


def lose(game: BaseRuleset, res: Resolution, action: books.Lose) -> None:
    """Take models off by hand; their commander says which (AOS-18.3-1)."""
    unit = _standing_unit(res, action.unit)
    take_off(res, unit.id, action.models, action.how or game.nouns.out, action.by, action.using)


def restore(game: BaseRuleset, res: Resolution, action: books.Restore) -> None:
    """Put models back by hand; their commander says which."""
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    if unit.models >= unit.start:
        raise Refused(f"{unit.name} has all of its {game.nouns.unit}'s models")
    back = put_back(res, unit.id, action.models, action.why)
    res.say(f"{unit.name}: {back} back, {res.state.unit(unit.id).models} in all")


def _standing_unit(res: Resolution, unit_id: str) -> Unit:
    unit = res.state.unit(unit_id)
    res.unit, res.side = unit.id, unit.side
    if not unit.in_play:
        raise Refused(f"{unit.name} is destroyed", "AOS-18.4-1")
    return unit


def _rolled(res: Resolution, text: str, purpose: str) -> int:
    (made,) = roll_amounts(res, amount_in(text), 1, purpose, 0, res.unit)
    return made
