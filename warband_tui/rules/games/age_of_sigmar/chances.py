"""Exact chances of attacks: from one attack's dice to the damage of a whole ability and the models slain.

All of it is counted in whole numbers: the dice of one attack make a row of weights over its points of damage,
wards folded in, and the ability's damage is a product of powers of such rows (`rules/packed.py`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.odds import Distribution, constant
from warband_tui.rules.packed import Term, Weights, total_of

Crit = Literal["mortal", "two-hits", "auto-wound"]
Reroll = Literal["", "ones", "fails"]
FACES = (1, 2, 3, 4, 5, 6)


class Reading(Struct, frozen=True):
    """How open questions of the rules are read; the defaults are those of the settings.

    `save_cap`: Rend is part of the sum that is capped ("net"), or comes off after the cap ("separate").
    `wound_six`: an unmodified 6 always wounds. `hit_six`: an unmodified 6 always hits.
    `per_model`: random Attacks are rolled by each model, else once for all.
    `reroll_first`: which hit rolls have failed is judged before modifiers, for that is when they are rolled again.
    `floor`: the least that Attacks and Damage can be reduced to.
    """

    save_cap: Literal["net", "separate"] = "net"
    wound_six: bool = False
    hit_six: bool = True
    per_model: bool = True
    floor: int = 1
    reroll_first: bool = True


class Attack(Struct, frozen=True):
    """Attacks of the same numbers on one target, modifiers not capped yet.

    `models` models make `attacks` each. `rend` and `damage` have Anti-X and Charge in them already.
    """

    hit: int
    wound: int
    attacks: Amount = Amount(plus=1)
    rend: int = 0
    damage: Amount = Amount(plus=1)
    models: int = 1
    crits: tuple[Crit, ...] = ()
    hit_mod: int = 0
    wound_mod: int = 0
    save_mod: int = 0
    reroll_hit: Reroll = ""


class Target(Struct, frozen=True):
    """A unit that is attacked; `damage` has been allocated to it already. None: no save, no ward."""

    save: int | None = None
    ward: int | None = None
    health: int = 1
    models: int = 1
    damage: int = 0

    @property
    def left(self) -> int:
        """How many points more destroy it."""
        return self.models * self.health - self.damage


def capped(modifier: int) -> int:
    """Return the sum of the modifiers of a hit or wound roll, at most 1 either way (AOS-17.1-1)."""
    return max(-1, min(1, modifier))


def save_modifier(modifier: int, rend: int, reading: Reading) -> int:
    """Return what is added to a save roll: at most +1, with no lower limit (AOS-17.1-2, AOS-17-4)."""
    if reading.save_cap == "separate":
        return min(1, modifier) - rend
    return min(1, modifier - rend)


def hits(face: int, needed: int, modifier: int, reading: Reading) -> bool:
    """Whether a die of the hit roll hits (AOS-17-2)."""
    if face == 6 and reading.hit_six:
        return True
    return face != 1 and face + modifier >= needed


def wounds(face: int, needed: int, modifier: int, reading: Reading) -> bool:
    """Whether a die of the wound roll wounds (AOS-17-3)."""
    if face == 6 and reading.wound_six:
        return True
    return face != 1 and face + modifier >= needed


def saves(face: int, needed: int | None, modifier: int) -> bool:
    """Whether a die of the save roll saves (AOS-17-4)."""
    return needed is not None and face != 1 and face + modifier >= needed


def wards(face: int, needed: int | None) -> bool:
    """Whether a die of the ward roll takes its point away (AOS-18.1-1)."""
    return needed is not None and face >= needed


def rerolled(face: int, needed: int, modifier: int, reroll: Reroll, reading: Reading) -> bool:
    """Whether a die of the hit roll is rolled again: a 1, or one that has failed (AOS-17-2).

    A die that its modifiers will make a hit is kept, whenever it is judged: nobody would roll it again.
    """
    if reroll != "fails":
        return reroll == "ones" and face == 1
    failed = not hits(face, needed, modifier, reading)
    return failed and not (reading.reroll_first and hits(face, needed, 0, reading))


class Steps(Struct, frozen=True):
    """The dice of one attack: how many cases of each step do what.

    `plain` and `critical` of `cases` hit rolls; `wounding` of 6 wound rolls; `unsaved` of 6 save rolls.
    """

    plain: int
    critical: int
    cases: int
    wounding: int
    unsaved: int


@lru_cache(maxsize=2048)
def steps(attack: Attack, save: int | None, reading: Reading) -> Steps:
    """Count the dice of one attack, caps and re-rolls included."""
    modifier = capped(attack.hit_mod)
    again = [f for f in FACES if rerolled(f, attack.hit, modifier, attack.reroll_hit, reading)]
    # Each face counts once for each of the six second rolls that are not made, and once for each that is.
    weight = {f: (0 if f in again else 6) + len(again) for f in FACES}
    plain = sum(weight[f] for f in FACES[:5] if hits(f, attack.hit, modifier, reading))
    critical = weight[6] if hits(6, attack.hit, modifier, reading) else 0
    wounding = sum(wounds(f, attack.wound, capped(attack.wound_mod), reading) for f in FACES)
    saved = save_modifier(attack.save_mod, attack.rend, reading)
    unsaved = sum(not saves(f, save, saved) for f in FACES)
    return Steps(plain, critical, 36, wounding, unsaved)


def warded(damage: Weights, ward: int | None) -> Weights:
    """Return the weights of the points that are left of one successful attack's Damage after wards."""
    kept = sum(not wards(face, ward) for face in FACES)
    if kept == 6:
        return damage
    taken = 6 - kept
    row: list[int] = [0]
    most = len(damage) - 1
    # Horner's scheme in (taken + kept x) / 6.
    for place in range(most, -1, -1):
        grown = [0] * (len(row) + 1)
        for points, weight in enumerate(row):
            grown[points] += weight * taken
            grown[points + 1] += weight * kept
        grown[0] += damage[place] * 6 ** (most - place)
        row = grown
    return _trimmed(row)


def _trimmed(row: list[int]) -> Weights:
    while len(row) > 1 and not row[-1]:
        row.pop()
    return tuple(row)


@lru_cache(maxsize=2048)
def per_attack(attack: Attack, save: int | None, ward: int | None, reading: Reading) -> Weights:
    """Return the weights of the points that one attack leaves after wards."""
    made = steps(attack, save, reading)
    damage = warded(attack.damage.weights(reading.floor), ward)
    cases = sum(damage)
    through = made.wounding * made.unsaved
    first = _critical(attack, made)
    if "two-hits" not in attack.crits:
        done = made.plain * through + made.critical * first
        row = [done * weight for weight in damage]
        row[0] += (made.cases * 36 - done) * cases
        return _trimmed(row)
    one = made.plain * through * 36 + made.critical * (first * (36 - through) + (36 - first) * through)
    two = made.critical * first * through
    row = [0] * (2 * len(damage) - 1)
    for points, weight in enumerate(damage):
        row[points] += one * cases * weight
        for more, other in enumerate(damage):
            row[points + more] += two * weight * other
    row[0] += (made.cases * 36 * 36 - one - two) * cases * cases
    return _trimmed(row)


@lru_cache(maxsize=2048)
def pool_mean(attack: Attack, save: int | None, reading: Reading) -> Fraction:
    """Return the mean of the points that attacks put into the pool, before wards."""
    made = steps(attack, save, reading)
    through = made.wounding * made.unsaved
    first = _critical(attack, made)
    critical = first + (through if "two-hits" in attack.crits else 0)
    done = made.plain * through + made.critical * critical
    number, damage = attack.attacks.mean(reading.floor), attack.damage.mean(reading.floor)
    return Fraction(
        done * attack.models * number.numerator * damage.numerator,
        made.cases * 36 * number.denominator * damage.denominator,
    )


def _critical(attack: Attack, made: Steps) -> int:
    """Return in how many of 36 cases of wound and save rolls a critical hit comes through."""
    if "mortal" in attack.crits:
        return 36
    return 6 * made.unsaved if "auto-wound" in attack.crits else made.wounding * made.unsaved


@lru_cache(maxsize=16)
def ward_keeps(ward: int | None) -> Fraction:
    """Return the part of the points that wards leave, on average."""
    return Fraction(sum(not wards(face, ward) for face in FACES), 6)


def term(attack: Attack, target: Target, reading: Reading) -> Term:
    """Return the damage of attacks after wards as a term of a sum."""
    each = per_attack(attack, target.save, target.ward, reading)
    number = attack.attacks
    if number.fixed:
        return Term(each, max(0, number.plus), attack.models)
    if reading.per_model or attack.models == 1:
        if not number.plus:
            # Dice that are added up are so many rolls of one die each: shorter rows, and more of them.
            return Term(each, replace(number, dice=1).weights(), number.dice * attack.models)
        return Term(each, number.weights(reading.floor), attack.models)
    rolled = number.weights(reading.floor)
    spread = [0] * ((len(rolled) - 1) * attack.models + 1)
    spread[:: attack.models] = rolled
    return Term(each, tuple(spread))


def damage(attacks: tuple[Attack, ...], target: Target, reading: Reading) -> Distribution[int]:
    """Return the damage of one ability after wards, as if the target had no end of Health."""
    if not attacks:
        return constant(0)
    return total_of([term(attack, target, reading) for attack in attacks])


@lru_cache(maxsize=256)
def allocated(attacks: tuple[Attack, ...], target: Target, reading: Reading) -> Distribution[int]:
    """Return the points that one ability allocates: what is beyond the last model is lost (AOS-18.4-1).

    The points that are lost are not told apart, which is exact and much quicker than `damage` where Attacks
    and Damage are rolled.
    """
    if not attacks:
        return constant(0)
    return total_of([term(attack, target, reading) for attack in attacks], target.left)


def slain(dealt: Distribution[int], target: Target) -> Distribution[int]:
    """Return how many models damage slays: one point at a time, Health by Health (AOS-18.2-1)."""
    return dealt.map(lambda points: min(target.models, (target.damage + points) // target.health))
