"""What an attack ability is made of: who attacks whom with what, modified, in batches of like attacks.

The plan is made once and used twice: the dice are rolled by it, and the odds are counted by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.dice import Modifier
from warband_tui.rules.games.age_of_sigmar.abilities import CHARGE, anti, crits
from warband_tui.rules.games.age_of_sigmar.actions import Attack as AttackAction
from warband_tui.rules.games.age_of_sigmar.actions import Fight, Shoot
from warband_tui.rules.games.age_of_sigmar.amounts import Amount, amount_of
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Crit, Target
from warband_tui.rules.games.age_of_sigmar.checks import all_refused, weapon_refusal
from warband_tui.rules.games.age_of_sigmar.measured import aims_at
from warband_tui.rules.games.age_of_sigmar.profile import Warscroll, Weapon, standing, warscroll
from warband_tui.rules.games.age_of_sigmar.settings import answer, companion_text, edition, reading
from warband_tui.rules.games.age_of_sigmar.sharing import named_in_shares, shares_of, targets_of
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.games.age_of_sigmar.aiming import Aim


class Part(Struct, frozen=True):
    """Attacks of one weapon in a batch: `models` of them make `attacks` each."""

    weapon: str
    models: int
    attacks: Amount

    def __str__(self) -> str:
        """As the log tells it: `8 Warhammer`, `3 x 2D6 Warpfire Gun`."""
        number = (
            str(self.models * self.attacks.plus) if self.attacks.fixed else f"{self.models} x {self.attacks}"
        )
        return f"{number} {self.weapon}"


class Batch(Struct, frozen=True):
    """Attacks with the same numbers and abilities on the same target, rolled together (AOS-17.3-1).

    `like` holds the numbers, its own attacks and models being those of no part. `crit_options` has two or more
    where the attacker picks one of several Crit abilities.
    """

    target: str
    like: Attack
    parts: tuple[Part, ...]
    hit: tuple[Modifier, ...] = ()
    wound: tuple[Modifier, ...] = ()
    save: tuple[Modifier, ...] = ()
    crit_options: tuple[Crit, ...] = ()
    rules: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The weapons in words."""
        return ", ".join(dict.fromkeys(part.weapon for part in self.parts))

    def attacks(self, crit: tuple[Crit, ...] | None = None) -> list[Attack]:
        """Return the batch as attacks to count the odds of."""
        like = self.like if crit is None else replace(self.like, crits=crit)
        return [replace(like, attacks=part.attacks, models=part.models) for part in self.parts]


class _Use(Struct, frozen=True):
    """A weapon in use: how many models with it attack one target, and how often each; `cover` as stated or measured."""

    weapon: Weapon
    models: int
    attacks: Amount
    target: str
    cover: bool = False


def batches(state: BattleState, action: AttackAction) -> list[Batch]:
    """Return the attacks of an ability, those on one target one after the other (AOS-17-1).

    Raises:
        Refused: it names no target, a weapon that is not there, or more attacks than there are.
    """
    unit = state.unit(action.unit)
    made: dict[tuple[object, ...], Batch] = {}
    for use in _shared(state, action, unit):
        batch = _batch(state, action, unit, use)
        # Abilities are kept apart even where they change no number: one roll is for attacks that are alike.
        abilities = frozenset(use.weapon.abilities)
        key = (use.target, batch.like, abilities, batch.hit, batch.wound, batch.save, batch.missing)
        if batch.missing or key not in made:
            made[(*key, use.weapon.id, len(made)) if key in made else key] = batch
        else:
            made[key] = replace(made[key], parts=(*made[key].parts, *batch.parts))
    found = list(made.values())
    order = list(dict.fromkeys(b.target for b in found))
    return sorted(found, key=lambda b: order.index(b.target))


def target_of(unit: Unit) -> Target:
    """Return a unit as a target of attacks."""
    scroll = warscroll(unit)
    return Target(
        save=scroll.save,
        ward=scroll.ward,
        health=scroll.health,
        models=unit.models,
        damage=min(unit.counter("damage"), scroll.health - 1),
    )


def weapons_used(
    state: BattleState, action: AttackAction, found: Sequence[Aim] | None = None
) -> list[tuple[Weapon, int, int]]:
    """Return the weapons of an ability, how many models have each, and how many of those are champions.

    A model attacks with all its weapons of the kind, unless one is named (AOS-16-3). With what was measured of
    a target, only models that can attack it count; if none of them can, whoever overrides that attacks with all.
    """
    unit = state.unit(action.unit)
    scroll, there = warscroll(unit), standing(unit)
    stated = action.models if isinstance(action, Fight) else None
    left = stated if stated is not None else unit.models
    bearers: dict[str, int] = {}
    champions: dict[str, int] = {}
    able = _able(scroll, found, action) if found and stated is None else {}
    # If not all can reach, those with weapons of their own are in front.
    for one in sorted(scroll.groups, key=lambda one: one.models is None):
        count = min(there[one.id], left)
        left -= count
        for weapon in scroll.armed(one):
            if weapon.melee == isinstance(action, Fight):
                models = able.get((one.id, weapon.id), 0) if able else count
                bearers[weapon.id] = bearers.get(weapon.id, 0) + models
                if one.champion:
                    champions[weapon.id] = champions.get(weapon.id, 0) + models
    named = scroll.weapon(action.weapon) if action.weapon else None
    if action.weapon and (named is None or not bearers.get(named.id)):
        held = ", ".join(w.name for w in scroll.weapons if bearers.get(w.id)) or "none"
        raise Refused(f"{unit.name} has no {action.weapon!r} to use; there are: {held}", "AOS-16-3")
    return [
        (w, bearers[w.id], champions.get(w.id, 0))
        for w in scroll.weapons
        if bearers.get(w.id) and (named is None or w.id == named.id)
    ]


def barred(state: BattleState, action: AttackAction) -> Refusal | None:
    """Return why a unit in combat cannot shoot with what is named, or with anything it has (AOS-16-4, AOS-20-1)."""
    unit = state.unit(action.unit)
    if not isinstance(action, Shoot) or not state.in_contact(unit.id):
        return None
    scroll = warscroll(unit)
    one = scroll.weapon(action.weapon) if action.weapon else None
    names = named_in_shares(action, unit) | ({one.id} if one is not None else set())
    named = [w for w in scroll.weapons if w.id in names and not w.melee]
    refused = [weapon_refusal(state, unit, weapon) for weapon in named]
    first = next((why for why in refused if why is not None), None)
    return first or all_refused(state, unit)


def _able(scroll: Warscroll, found: Sequence[Aim], action: AttackAction) -> dict[tuple[str, str], int]:
    """Return how many models of each loadout can attack with each weapon; empty where none can."""
    numbers = Counter(
        (one.id, weapon.id)
        for one in scroll.groups
        for weapon in scroll.armed(one)
        for aim in found
        if weapon.melee == isinstance(action, Fight)
        and aim.loadout == one.id
        and can_attack(aim, weapon, action)
    )
    return dict(numbers)


def can_attack(aim: Aim, weapon: Weapon, action: AttackAction) -> bool:
    """Whether a model can attack with a weapon as the table is; what a player has stated goes before."""
    if action.sight is None and not aim.seen:
        return False
    if isinstance(action, Fight):
        return action.reach is not None or aim.reaches(weapon)
    if action.sight is None and aim.obscured is not None:
        return False
    stated = action.distance if isinstance(action, Shoot) else None
    return stated is not None or aim.reaches(weapon)


def _shared(state: BattleState, action: AttackAction, unit: Unit) -> list[_Use]:
    """Share the attacks out among the targets (AOS-16-1, AOS-16-5)."""
    measured = {t: aims_at(state, unit.id, t) for t in targets_of(state, action)}
    used = weapons_used(state, action, None if action.split else measured.get(action.target))
    if isinstance(action, Shoot) and state.in_contact(unit.id):
        named = named_in_shares(action, unit)
        # What is named though it may not be used is used by whoever overrides (see `barred`).
        used = [one for one in used if one[0].shoots_in_combat or one[0].id in named] or used
    shares = shares_of(state, action, [weapon for weapon, _, _ in used])
    found: list[_Use] = []
    for weapon, models, champions in used:
        amount, extra = _attacks(state, action, unit, weapon, champions)
        whole = amount.fixed
        left = models * amount.plus + extra if whole else models
        for share in shares:
            if share.weapon is not weapon:
                continue
            if share.number > left:
                what = f"{share.number} {'attacks' if whole else 'models'}"
                raise Refused(f"{weapon.name}: {what} to share out, and {left} are left", "AOS-16-5")
            left -= share.number
            cover = _in_cover(action, measured.get(share.target), weapon, 1) > 0
            found += _uses(weapon, share.number, amount, share.target, cover=cover)
        if left and not action.target and not action.split:
            raise Refused("name the target", "AOS-16-1")
        if left and action.target:
            behind = _in_cover(action, measured.get(action.target), weapon, models)
            # Attacks of models that find the target in cover, and those of the others, are batches of their own.
            inside = left if behind == models else behind * amount.plus if whole else behind
            found += _uses(weapon, inside, amount, action.target, cover=True)
            found += _uses(weapon, left - inside, amount, action.target, cover=False)
            if not whole and extra:
                found.append(_Use(weapon, 1, Amount(plus=extra), action.target, behind == models))
    return [use for use in found if use.models and use.attacks != Amount()]


def _in_cover(action: AttackAction, found: Sequence[Aim] | None, weapon: Weapon, models: int) -> int:
    """Return for how many of the models that attack with a weapon the target is in cover (AOST-1.2-1)."""
    if action.cover is not None or found is None:
        return models if action.cover else 0
    those = [aim for aim in found if can_attack(aim, weapon, action)] or list(found)
    inside = sum(aim.cover is not None for aim in those)
    return models if inside == len(those) else min(inside, models - 1)


def _uses(weapon: Weapon, number: int, amount: Amount, target: str, *, cover: bool) -> list[_Use]:
    if amount.fixed:
        return [_Use(weapon, 1, Amount(plus=number), target, cover)]
    return [_Use(weapon, number, amount, target, cover)]


def _attacks(
    state: BattleState, action: AttackAction, unit: Unit, weapon: Weapon, champions: int
) -> tuple[Amount, int]:
    """Return a weapon's Attacks as modified, and the further ones of champions among its bearers."""
    rules = edition(state.edition)
    floor = reading(state).floor
    amount = amount_of(weapon.attacks) if "attacks" not in weapon.unknown else Amount(plus=1)
    if not (weapon.companion and action.attacks > 0):
        amount = amount.more(action.attacks, floor)
    beasts = rules.beast_champions and warscroll(unit).has("BEAST")
    led = rules.champions and (not weapon.companion or beasts)
    return amount, champions if led else 0


def _batch(state: BattleState, action: AttackAction, unit: Unit, use: _Use) -> Batch:
    weapon, foe = use.weapon, state.unit(use.target)
    friendly = not weapon.companion
    rend, rend_rules = _rend(weapon, foe)
    damage = amount_of(weapon.damage) if "damage" not in weapon.unknown else Amount(plus=1)
    rules = list(rend_rules)
    if CHARGE in weapon.abilities and unit.has("charged"):
        damage = damage.more(1)
        rules.append("AOS-20-1")
    if friendly or action.damage < 0:
        damage = damage.more(action.damage, reading(state).floor)
    if friendly or action.rend < 0:
        rend = max(0, rend + action.rend)
    # The older wording of Companion keeps out whatever changes the attack sequence, re-rolls and Crits included.
    sequence = friendly or companion_text(state) == "2026"
    found = crits(weapon.abilities)
    if action.crit and sequence and action.crit not in found:
        found = (*found, action.crit)
    several = len(found) > 1
    reading_of = answer(state, "multi-crit")
    if found:
        rules.append("AOS-20-1")
    like = Attack(
        hit=weapon.hit,
        wound=weapon.wound,
        rend=rend,
        damage=damage,
        crits=found[:1] if several and reading_of != "all" else found,
        reroll_hit=action.reroll if sequence else "",
    )
    hit, wound, save = _modifiers(action, unit, foe, friendly=friendly, cover=use.cover)
    return Batch(
        target=foe.id,
        like=replace(
            like,
            hit_mod=sum(m.flat for m in hit),
            wound_mod=sum(m.flat for m in wound),
            save_mod=sum(m.flat for m in save),
        ),
        parts=(Part(weapon.name, use.models, use.attacks),),
        hit=hit,
        wound=wound,
        save=save,
        crit_options=found if several and reading_of == "choose" else (),
        rules=tuple(dict.fromkeys((*rules, *(m.rule for m in hit if m.rule)))),
        missing=_missing(weapon, foe),
    )


def _missing(weapon: Weapon, foe: Unit) -> tuple[str, ...]:
    """Return the figures that the dice would need and that are placeholders, in words."""
    own = [
        f"{weapon.name}: {figure} is {text}" for figure, text in weapon.unknown.items() if figure != "range"
    ]
    theirs = [
        f"{foe.name}: {figure} is {text}"
        for figure, text in warscroll(foe).unknown.items()
        if figure in ("save", "ward", "health")
    ]
    return (*own, *theirs)


def _rend(weapon: Weapon, foe: Unit) -> tuple[int, tuple[str, ...]]:
    """Return a weapon's Rend against a target: each Anti ability that fits adds 1 (AOS-20-1)."""
    words = warscroll(foe).words
    more = sum(
        foe.has("charged") if what == "CHARGE" else what in words
        for what in map(anti, weapon.abilities)
        if what is not None
    )
    return weapon.rend + more, ("AOS-20-1",) if more else ()


def covered(foe: Unit) -> bool:
    """Whether cover helps a unit: it has not charged this turn and has no FLY."""
    return not foe.has("charged") and not warscroll(foe).has("FLY")


def _modifiers(
    action: AttackAction, unit: Unit, foe: Unit, *, friendly: bool, cover: bool
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...], tuple[Modifier, ...]]:
    hit, wound, save = [], [], []
    source = action.why or "abilities"
    if unit.has("all-out attack"):
        # It reaches Companion weapons too: it says so itself.
        hit.append(Modifier("All-out Attack", flat=1))
    if action.hit and (friendly or action.hit < 0):
        hit.append(Modifier(source, flat=action.hit))
    if cover and covered(foe):
        hit.append(Modifier("cover", flat=-1, rule="AOST-1.2-1"))
    if isinstance(action, Shoot) and action.guarded:
        hit.append(Modifier("guarded hero", flat=-1))
    if isinstance(action, Shoot) and unit.has("covering fire"):
        hit.append(Modifier("Covering Fire", flat=-1))
    if action.wound and (friendly or action.wound < 0):
        wound.append(Modifier(source, flat=action.wound))
    if action.save:
        save.append(Modifier(source, flat=action.save))
    if foe.has("all-out defence"):
        save.append(Modifier("All-out Defence", flat=1))
    if foe.has("exposed"):
        save.append(Modifier("exposed by All-out Attack", flat=-1))
    return tuple(hit), tuple(wound), tuple(save)
