"""The mathematics of Trench Crusade's rolls: what each choice does to the chances, exactly.

Pure functions on plain numbers: no battle state, no dice, no sampling. Dice modifiers are net numbers here
(TC-DIC-3: they cancel before the roll); where a figure comes from is the caller's to know.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from warband_tui.rules.odds import Distribution, constant, keep

SuccessResult = Literal["failure", "success", "critical"]
InjuryResult = Literal["none", "minor", "down", "out"]
AttackResult = Literal["failure", "none", "minor", "down", "out"]

SUCCESS_RESULTS: tuple[SuccessResult, ...] = ("failure", "success", "critical")
INJURY_RESULTS: tuple[InjuryResult, ...] = ("none", "minor", "down", "out")
ATTACK_RESULTS: tuple[AttackResult, ...] = ("failure", *INJURY_RESULTS)

MARKER_CAP = 6
"""A model carries at most so many markers of one kind (TC-INJ-2)."""

BLOODBATH_COST, BLOODBATH_COST_WHEN_DOWN = 6, 3

BLOOD_KEYWORDS = frozenset({"FIRE", "GAS", "SHRAPNEL"})
"""Each places one blood marker after the injury roll, whatever its result."""

COUNTED_KEYWORDS = BLOOD_KEYWORDS | {
    "ARMOUR PIERCING",
    "CRITICAL",
    "DEADLY",
    "DEMONIC",
    "FLAMETHROWER",
    "GOLEM",
    "IGNORE ARMOUR",
    "IMPERVIOUS",
    "STANDFAST",
    "TOUGH",
}
"""Keywords that change an attack's chances here; `NEGATE x` of any weapon keyword among them counts as well."""

_NEGATED_BY = {
    "DEMONIC": frozenset({"FIRE"}),
    "GOLEM": frozenset({"GAS"}),
    "IMPERVIOUS": frozenset({"ARMOUR PIERCING", "IGNORE ARMOUR"}),
}


class OddsRules(msgspec.Struct, frozen=True):
    """Where the editions differ in their arithmetic.

    Attributes:
        edition: The edition's id.
        modifier_floor: The lowest total of an injury roll's flat modifiers; None if there is no limit.
        down_die_only_in_melee: Whether a Down target gives its injury die to melee attacks only.
        tough_before_armour: Whether a Down that TOUGH has left over may still be softened by Standfast.
        failed_morale: What a failed morale roll does.
    """

    edition: str
    modifier_floor: int | None
    down_die_only_in_melee: bool
    tough_before_armour: bool
    failed_morale: str


ODDS_RULES = {
    "1.0.2": OddsRules(
        "1.0.2", -3, down_die_only_in_melee=True, tough_before_armour=True, failed_morale="shaken"
    ),
    "1.6.3": OddsRules(
        "1.6.3", None, down_die_only_in_melee=False, tough_before_armour=False, failed_morale="flees"
    ),
}
DEFAULT_EDITION = "1.0.2"


class Attack(msgspec.Struct, frozen=True):
    """One attack as its odds see it, before anyone spends a marker.

    Attributes:
        dice: Net dice on the success roll.
        injury_dice: Net dice on the injury roll, without those for a critical, a Down target or markers.
        modifier: Flat modifiers of the injury roll other than `armour` and `bonus`.
        bonus: Flat modifiers of the injury roll above 0, which are added after the edition's limit.
        armour: What the target's armour, shield and armour characteristic add to the injury roll: 0 or less.
        blood: The target's blood markers.
        infection: The target's infection markers, spent like blood.
        blessing: The target's blessing markers.
        down: Whether the target is Down.
        melee: Whether it is a melee attack.
        keywords: Of the weapon and of the target together, upper case; those not counted are ignored.
        bloodbath_cost: Markers for a bloodbath where a rule changes it; None for the usual price.
    """

    dice: int = 0
    injury_dice: int = 0
    modifier: int = 0
    bonus: int = 0
    armour: int = 0
    blood: int = 0
    infection: int = 0
    blessing: int = 0
    down: bool = False
    melee: bool = False
    keywords: frozenset[str] = frozenset()
    bloodbath_cost: int | None = None

    @property
    def price(self) -> int:
        """Markers that a bloodbath costs on this target (TC-BTH-1)."""
        if self.bloodbath_cost is not None:
            return self.bloodbath_cost
        return BLOODBATH_COST_WHEN_DOWN if self.down else BLOODBATH_COST


def cancel(plus: int, minus: int) -> int:
    """The net dice after plus and minus dice have cancelled one for one (TC-DIC-3).

    Raises:
        ValueError: if either number is negative.
    """
    if plus < 0 or minus < 0:
        raise ValueError(f"plus and minus dice are counted from 0, not {plus} and {minus}")
    return plus - minus


def pool(dice: int, kept: int = 2) -> Distribution[int]:
    """The total of a roll with `dice` net dice of which `kept` are added: the highest, or the lowest (TC-DIC-2)."""
    return keep(kept + abs(dice), 6, kept, "lowest" if dice < 0 else "highest")


@lru_cache(maxsize=256)
def success(dice: int) -> Distribution[SuccessResult]:
    """A success roll with `dice` net dice (TC-DIC-1, TC-DIC-2)."""
    return pool(dice).map(_success_result)


@lru_cache(maxsize=2048)
def injury(
    dice: int, modifier: int = 0, *, bloodbath: bool = False, deadly: bool = False, floor: int | None = -3
) -> Distribution[InjuryResult]:
    """An injury roll (TC-INJ-1, TC-BTH-1); a target that is already Down is read off the same bands.

    Args:
        dice: Net injury dice.
        modifier: The sum of the flat modifiers, before the limit.
        bloodbath: Whether a bloodbath adds one more kept die.
        deadly: Whether DEADLY adds one more kept die.
        floor: The lowest that the flat modifiers may sum to; None for no limit.
    """
    flat = capped(modifier, floor)
    return pool(dice, 2 + bloodbath + deadly).map(lambda total: _injury_result(total + flat))


def capped(modifier: int, floor: int | None) -> int:
    """The flat modifiers of an injury roll after the edition's limit (TC-INJ-1)."""
    return modifier if floor is None else max(modifier, floor)


def flat_modifier(attack: Attack, keywords: frozenset[str], floor: int | None) -> int:
    """What flat numbers do to an attack's injury roll: the limit holds the negative ones, then the others add."""
    given = (attack.modifier, armour_left(attack.armour, keywords))
    negative = sum(min(number, 0) for number in given)
    return capped(negative, floor) + sum(max(number, 0) for number in given) + attack.bonus


def blood_from(result: AttackResult, *, already_down: bool = False, extra: int = 0) -> int:
    """The blood markers that a result places, before the cap of six; out of action leaves none (TC-INJ-1).

    Args:
        result: The result of an injury roll, or `failure` for a miss, which places nothing.
        already_down: Whether the target was Down before.
        extra: Markers that the weapon's keywords place after any injury roll.
    """
    if result in ("failure", "out"):
        return 0
    return extra + {"none": 0, "minor": 1, "down": 2 if already_down else 1}[result]


def expected_blood(
    result: Distribution[AttackResult], *, blood: int = 0, already_down: bool = False, extra: int = 0
) -> Fraction:
    """The mean of the blood markers really placed on a target that has `blood` of them (TC-INJ-1, TC-INJ-2)."""
    room = MARKER_CAP - blood
    return result.map(lambda each: min(room, blood_from(each, already_down=already_down, extra=extra))).mean()


def effective_keywords(keywords: frozenset[str]) -> frozenset[str]:
    """The keywords that remain once NEGATE and the keywords that imply it have taken theirs away (TC-KEY-1)."""
    return keywords - negated(keywords)


def negated(keywords: frozenset[str]) -> frozenset[str]:
    """The keywords that do nothing to a model which has `keywords` (TC-KEY-1)."""
    named = {keyword.removeprefix("NEGATE ") for keyword in keywords if keyword.startswith("NEGATE ")}
    return frozenset(named).union(*(gone for keyword, gone in _NEGATED_BY.items() if keyword in keywords))


def extra_blood(attack: Attack) -> int:
    """How many markers FIRE, GAS and SHRAPNEL place after each injury roll of this attack (TC-KEY-1)."""
    return len(effective_keywords(attack.keywords) & BLOOD_KEYWORDS)


def success_roll(attack: Attack) -> Distribution[SuccessResult]:
    """The attack's success roll; a FLAMETHROWER succeeds without one and never critically (TC-KEY-1)."""
    if "FLAMETHROWER" in effective_keywords(attack.keywords):
        return constant("success")
    return success(attack.dice)


@lru_cache(maxsize=4096)
def injury_roll(
    attack: Attack, rules: OddsRules, *, critical: bool, dice: int = 0, bloodbath: bool = False
) -> Distribution[AttackResult]:
    """The injury roll of an attack that has hit, after effects such as TOUGH (TC-INJ-1, TC-DWN-1, TC-KEY-1).

    Args:
        attack: The attack.
        rules: The edition's arithmetic.
        critical: Whether the success roll was critical.
        dice: Markers spent on this roll: blood positive, blessing negative.
        bloodbath: Whether a bloodbath has been paid for.
    """
    keywords = effective_keywords(attack.keywords)
    net = attack.injury_dice + dice
    if critical:
        net += 2 if "CRITICAL" in keywords else 1
    if attack.down and (attack.melee or not rules.down_die_only_in_melee):
        net += 1
    rolled = injury(
        net,
        flat_modifier(attack, keywords, rules.modifier_floor),
        bloodbath=bloodbath,
        deadly="DEADLY" in keywords,
        floor=None,
    )
    return rolled.map(lambda result: _after_effects(result, keywords, rules, bloodbath=bloodbath))


@lru_cache(maxsize=4096)
def whole_attack(
    attack: Attack, rules: OddsRules, *, dice: int = 0, bloodbath: bool = False
) -> Distribution[AttackResult]:
    """Success roll and injury roll together, with the same markers spent on either kind of hit.

    Args:
        attack: The attack.
        rules: The edition's arithmetic.
        dice: Markers spent on the injury roll: blood positive, blessing negative.
        bloodbath: Whether a bloodbath is paid for.
    """

    def injured(hit: SuccessResult) -> Distribution[AttackResult]:
        if hit == "failure":
            return constant("failure")
        return injury_roll(attack, rules, critical=hit == "critical", dice=dice, bloodbath=bloodbath)

    return success_roll(attack).then(injured)


def morale_limit(fielded: int) -> int:
    """The losses at which a warband of `fielded` models must roll: half of them, rounded up (TC-MOR-1)."""
    return (fielded + 1) // 2


def morale_due(fielded: int, losses: int) -> bool:
    """Whether so many models Down or out of action call for a morale roll (TC-MOR-1)."""
    return losses >= morale_limit(fielded)


def morale(dice: int) -> Fraction:
    """The chance to hold on a morale roll, which is a success roll with `dice` net dice (TC-MOR-1)."""
    return 1 - success(dice).chance("failure")


def _success_result(total: int) -> SuccessResult:
    if total >= 12:
        return "critical"
    return "success" if total >= 7 else "failure"


def _injury_result(total: int) -> InjuryResult:
    if total >= 9:
        return "out"
    if total >= 7:
        return "down"
    return "minor" if total >= 2 else "none"


def armour_left(armour: int, keywords: frozenset[str]) -> int:
    """What is left of an armour modifier after ARMOUR PIERCING and IGNORE ARMOUR (TC-KEY-1)."""
    if "IGNORE ARMOUR" in keywords:
        return max(armour, 0)
    if "ARMOUR PIERCING" in keywords and armour < 0:
        return armour + 1
    return armour


def _after_effects(
    result: InjuryResult, keywords: frozenset[str], rules: OddsRules, *, bloodbath: bool
) -> AttackResult:
    # A GOLEM is never TOUGH, and a bloodbath is the one thing that its own rule does not stop.
    survives = not bloodbath if "GOLEM" in keywords else "TOUGH" in keywords
    saved: dict[AttackResult, AttackResult] = {"out": "down"} if survives else {}
    softened: dict[AttackResult, AttackResult] = {"down": "minor"} if "STANDFAST" in keywords else {}
    steps = (saved, softened) if rules.tough_before_armour else (softened, saved)
    outcome: AttackResult = result
    for step in steps:
        outcome = step.get(outcome, outcome)
    return outcome
