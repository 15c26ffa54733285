"""Attacks, from the targets to the last point of damage: one action, rolled step by step (AOS-16, AOS-17)."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.events import ConditionCleared, ConditionSet, Moved
from warband_tui.rules.games.age_of_sigmar import checks, measured
from warband_tui.rules.games.age_of_sigmar.actions import Attack, Fight, Shoot
from warband_tui.rules.games.age_of_sigmar.attack_plan import Batch, barred, batches
from warband_tui.rules.games.age_of_sigmar.chances import (
    Crit,
    Reading,
    capped,
    hits,
    rerolled,
    save_modifier,
    saves,
    wounds,
)
from warband_tui.rules.games.age_of_sigmar.crit_picks import EACH
from warband_tui.rules.games.age_of_sigmar.damage import damage_sequence, record, roll_amounts
from warband_tui.rules.games.age_of_sigmar.declarations import PHASE, TURN
from warband_tui.rules.games.age_of_sigmar.flow import act_in
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition, reading
from warband_tui.rules.games.age_of_sigmar.sharing import targets_of
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.ruleset import Refusal

PILE_IN = 3.0
"""Inches that each model may move before its unit fights."""


def shoot(res: Resolution, action: Shoot) -> None:
    """Carry out shooting attacks (AOS-16-4)."""
    unit = act_in(res, action.unit, "shooting", allowed_by=("covering fire",))
    _need(res, checks.can_shoot(res.state, unit) or barred(res.state, action))
    in_combat = bool(res.state.in_contact(unit.id))
    _aimed(res, action)
    planned = _planned(res, action)
    for target in dict.fromkeys(batch.target for batch in planned):
        foe = res.state.unit(target)
        if in_combat:
            _need(res, checks.shooting_target(res.state, unit, foe))
        res.need(action.sight is not False, f"{foe.name} is out of sight", "AOS-16-4")
        if action.guarded and action.distance is not None and action.distance > 12:
            infantry = warscroll(foe).has("INFANTRY")
            res.need(not infantry, f'{foe.name} is a guarded INFANTRY hero more than 12" away', "AOS-16-4")
    _in_range(res, action, planned)
    if in_combat:
        res.cite("AOS-20-1")
    res.cite("AOS-16-4")
    res.emit(ConditionSet(unit.id, "shot", TURN))
    _carry_out(res, action, planned, "shoots")


def fight(res: Resolution, action: Fight) -> None:
    """Carry out combat attacks (AOS-16-3)."""
    unit = act_in(res, action.unit, "combat", own=False)
    _need(res, checks.can_fight(res.state, unit))
    _pile_in(res, action)
    _aimed(res, action)
    planned = _planned(res, action)
    for target in dict.fromkeys(batch.target for batch in planned):
        foe = res.state.unit(target)
        _need(res, checks.fight_target(res.state, unit, foe))
        res.need(action.sight is not False, f"{foe.name} is not visible", "AOS-16-2")
        away = f"{foe.name} is not in the combat range of the models that attack"
        res.need(action.reach is not False, away, "AOS-16-3")
    res.cite("AOS-16-2", "AOS-16-3")
    res.emit(ConditionSet(unit.id, "fought", PHASE))
    _carry_out(res, action, planned, "fights")


def _pile_in(res: Resolution, action: Fight) -> None:
    """Move the models before they attack: stated, or measured on the board (core rules 15.3)."""
    if action.pile_in is None and not action.to:
        return
    unit = res.state.unit(action.unit)
    _need(res, checks.stays(unit))
    step = measured.step(
        res, unit, "pile-in", action.to, action.via, budget=PILE_IN, target=action.pile_to or action.target
    )
    if step is None:
        stated = action.pile_in or 0
        res.need(stated <= PILE_IN, f'a pile-in is up to {PILE_IN:g}", not {stated:g}"')
        res.emit(Moved(unit.id, "pile-in", stated))
        res.say(f'{unit.name} piles in {stated:g}"')
        return
    res.emit(step.event(unit.id, "pile-in"))
    res.say(f'{unit.name} piles in {round(step.distance, 1):g}"')
    measured.keep_in_step(res)


def _aimed(res: Resolution, action: Attack) -> None:
    """See on the board that some model can attack each target: seen, in range, not obscured (AOS-16-3, AOS-16-4)."""
    for target in targets_of(res.state, action):
        found = measured.no_aim(res.state, action, target)
        if found is not None:
            res.need(False, found.why, *found.rules)


class _Tally(Struct):
    """How a batch goes: numbers of attacks, hits, criticals, wounds and unsaved ones."""

    attacks: int
    hits: int = 0
    criticals: int = 0
    wounds: int = 0
    through: int = 0
    mortal: int = 0


def _planned(res: Resolution, action: Attack) -> list[Batch]:
    planned = batches(res.state, action)
    if not planned:
        raise Refused(f"{res.name(action.unit)} has nothing to attack with", "AOS-16-5")
    for batch in planned:
        foe = res.state.unit(batch.target)
        if foe.side == res.state.unit(action.unit).side:
            raise Refused(f"{foe.name} is no enemy of {res.name(action.unit)}", "AOS-16-1")
        if not foe.in_play:
            raise Refused(f"{foe.name} is destroyed", "AOS-16-1")
        if batch.missing:
            raise Refused(f"{batch.missing[0]}: use the weapon by hand, or put its number in", "AOS-17.3-1")
    return planned


def _in_range(res: Resolution, action: Shoot, planned: list[Batch]) -> None:
    scroll = warscroll(res.state.unit(action.unit))
    for name in dict.fromkeys(part.weapon for batch in planned for part in batch.parts):
        weapon = scroll.weapon(name)
        if weapon is None:
            continue
        if weapon.range is None:
            res.say(f"{weapon.name}: its range is {weapon.unknown['range']}, judged by hand")
        elif action.distance is not None:
            far = f'{action.distance:g}" away; {weapon.name} reaches {weapon.range:g}"'
            res.need(action.distance <= weapon.range, far, "AOS-16-4")


def _carry_out(res: Resolution, action: Attack, planned: list[Batch], verb: str) -> None:
    """Make all the attacks, then the damage sequence once for the whole ability (AOS-17-1, AOS-18-1)."""
    unit = res.state.unit(action.unit)
    pools: dict[str, int] = {}
    res.cite("AOS-16-1", "AOS-16-5")
    several = len({batch.target for batch in planned}) > 1
    names = ", ".join(dict.fromkeys(res.name(batch.target) for batch in planned))
    res.say(f"{unit.name} {verb} {names}")
    if several:
        res.cite("AOS-17-1")
    for index, batch in enumerate(planned):
        with res.scope(f"{index + 1}:" if index else ""):
            points = _batch(res, batch, reading(res.state), several=several)
        pools[batch.target] = pools.get(batch.target, 0) + points
    if unit.has("all-out attack"):
        res.emit(ConditionCleared(unit.id, "all-out attack"))
        if edition(res.state.edition).exposed and not unit.has("exposed"):
            res.emit(ConditionSet(unit.id, "exposed", TURN, "All-out Attack"))
    if isinstance(action, Shoot) and unit.has("covering fire"):
        res.emit(ConditionCleared(unit.id, "covering fire"))
    total = sum(pools.values())
    if len(planned) > 1 and total:
        res.say(f"{total} in the pool" + ("s" if several else ""))
    using = ", ".join(dict.fromkeys(batch.name for batch in planned))
    damage_sequence(res, pools, action.unit, using)


def _batch(res: Resolution, batch: Batch, rules: Reading, *, several: bool) -> int:
    """Roll a batch of like attacks step by step and return what it puts into the pool (AOS-17.3-1)."""
    res.cite("AOS-17.3-1", *batch.rules)
    tally = _Tally(sum(_number(res, batch, rules)))
    crit = _crit(res, batch)
    against = f" at {res.name(batch.target)}" if several else ""
    _hit_rolls(res, batch, tally, rules)
    _wound_rolls(res, batch, tally, rules, _uses(res, batch, tally, crit))
    _save_rolls(res, batch, tally, rules)
    amounts = roll_amounts(
        res,
        batch.like.damage,
        tally.through + tally.mortal,
        f"damage of {batch.name}",
        rules.floor,
        res.unit,
    )
    points = sum(amounts)
    if points:
        res.cite("AOS-17-5")
    _tell(res, batch, tally, points, against)
    return points


def _number(res: Resolution, batch: Batch, rules: Reading) -> list[int]:
    """Return how many attacks each part makes, rolled by each model or once for all."""
    found = []
    for part in batch.parts:
        times = part.models if rules.per_model else 1
        rolled = roll_amounts(res, part.attacks, times, f"attacks of {part.weapon}", rules.floor, res.unit)
        found.append(sum(rolled) * (1 if rules.per_model else part.models))
    return found


def _crit(res: Resolution, batch: Batch) -> str:
    """Ask which of several Crit abilities is used: one for all critical hits, or picked anew for each."""
    if not batch.crit_options:
        return ""
    options = (
        *((crit, f"Crit ({crit})") for crit in batch.crit_options),
        (EACH, "picked for each critical hit"),
    )
    label = f"{batch.name}: which Crit ability"
    return str(
        res.ask(Choice("attack.crit", res.side, label, options=options, default=batch.crit_options[0]))
    )


def _uses(res: Resolution, batch: Batch, tally: _Tally, crit: str) -> list[tuple[tuple[Crit, ...], int]]:
    """Return how many critical hits have which abilities, asking where they are picked one by one (AOS-20-1)."""
    if crit != EACH:
        return [((crit,) if crit in batch.crit_options else batch.like.crits, tally.criticals)]
    found: list[tuple[tuple[Crit, ...], int]] = []
    left = tally.criticals
    for option in batch.crit_options[:-1]:
        with res.scope(f"{option}:"):
            label = f"{batch.name}: how many of {left} critical hits have Crit ({option})"
            said = res.ask(
                Choice("attack.crit", res.side, label, high=left, default=left, rules=("AOS-20-1",))
            )
        found.append(((option,), int(said)))
        left -= int(said)
    return [*found, ((batch.crit_options[-1],), left)]


def _hit_rolls(res: Resolution, batch: Batch, tally: _Tally, rules: Reading) -> None:
    """Roll to hit, and again what may be rolled again; an unmodified 6 is critical (AOS-17-2, AOS-17.1-1)."""
    if not tally.attacks:
        return
    like, modifier = batch.like, capped(batch.like.hit_mod)
    purpose = f"hit rolls of {batch.name} ({like.hit}+)"
    faces = res.dice.take(tally.attacks, 6, purpose)
    again = [f for f in faces if rerolled(f, like.hit, modifier, like.reroll_hit, rules)]
    stay = [f for f in faces if not rerolled(f, like.hit, modifier, like.reroll_hit, rules)]
    sum_of = batch.hit
    if again:
        kept = tuple(f for f in stay if hits(f, like.hit, modifier, rules))
        record(
            res,
            purpose,
            faces,
            kept,
            unit=res.unit,
            outcome=f"{len(again)} rolled again",
            modifiers=sum_of,
            capped=modifier,
        )
        purpose = f"hit rolls made again ({like.hit}+)"
        faces = res.dice.take(len(again), 6, purpose)
        stay += faces
    good = tuple(f for f in stay if hits(f, like.hit, modifier, rules))
    tally.hits, tally.criticals = len(good), good.count(6)
    kept = tuple(f for f in faces if hits(f, like.hit, modifier, rules))
    outcome = f"{tally.hits} hit{'' if tally.hits == 1 else 's'}"
    if tally.criticals:
        outcome += f", {tally.criticals} critical"
    record(res, purpose, faces, kept, unit=res.unit, outcome=outcome, modifiers=sum_of, capped=modifier)
    res.cite("AOS-17-2", *(("AOS-17.1-1",) if batch.hit else ()))


def _wound_rolls(
    res: Resolution, batch: Batch, tally: _Tally, rules: Reading, uses: list[tuple[tuple[Crit, ...], int]]
) -> None:
    """Roll to wound what still has to be rolled for after the critical hits (AOS-17-3, AOS-20-1)."""
    rolled, sure = tally.hits, 0
    for crit, criticals in uses:
        if "mortal" in crit:
            tally.mortal += criticals
            rolled -= criticals
            res.cite(*(("AOS-17.2-1",) if criticals else ()))
        elif "auto-wound" in crit:
            sure += criticals
            rolled -= criticals
        if "two-hits" in crit:
            rolled += criticals
    tally.wounds = sure
    if rolled:
        like, modifier = batch.like, capped(batch.like.wound_mod)
        purpose = f"wound rolls of {batch.name} ({like.wound}+)"
        faces = res.dice.take(rolled, 6, purpose)
        kept = tuple(f for f in faces if wounds(f, like.wound, modifier, rules))
        tally.wounds += len(kept)
        outcome = f"{len(kept)} wound{'' if len(kept) == 1 else 's'}"
        record(
            res, purpose, faces, kept, unit=res.unit, outcome=outcome, modifiers=batch.wound, capped=modifier
        )
        res.cite("AOS-17-3", *(("AOS-17.1-1",) if batch.wound else ()))


def _save_rolls(res: Resolution, batch: Batch, tally: _Tally, rules: Reading) -> None:
    """Roll saves, Rend taken off (AOS-17-4, AOS-17.1-2). A unit without a Save rolls none."""
    tally.through = tally.wounds
    foe = res.state.unit(batch.target)
    needs = warscroll(foe).save
    if not tally.wounds or needs is None:
        return
    like = batch.like
    modifier = save_modifier(like.save_mod, like.rend, rules)
    purpose = f"save rolls of {foe.name} ({needs}+{f', {modifier:+d}' if modifier else ''})"
    faces = res.dice.take(tally.wounds, 6, purpose)
    kept = tuple(f for f in faces if saves(f, needs, modifier))
    tally.through = len(faces) - len(kept)
    outcome = f"{len(kept)} saved"
    record(res, purpose, faces, kept, unit=foe.id, outcome=outcome, modifiers=batch.save, capped=modifier)
    res.cite("AOS-17-4", *(("AOS-17.1-2",) if batch.save or like.rend else ()))


def _tell(res: Resolution, batch: Batch, tally: _Tally, points: int, against: str) -> None:
    parts = [
        f"{tally.attacks} attack{'' if tally.attacks == 1 else 's'} with {batch.name}{against}: {tally.hits} hit"
    ]
    if tally.criticals:
        parts.append(f"{tally.criticals} critical")
    if tally.mortal:
        parts.append(f"{tally.mortal} mortal")
    if tally.hits and tally.hits != tally.mortal:
        parts.append(f"{tally.wounds} wound")
    if tally.wounds:
        parts.append(f"{tally.wounds - tally.through} saved")
    parts.append(f"{points} damage")
    res.say(", ".join(parts))


def _need(res: Resolution, refusal: Refusal | None) -> None:
    if refusal is not None:
        res.need(False, refusal.why, *refusal.rules)
