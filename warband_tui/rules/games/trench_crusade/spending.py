"""What spending markers does to an attack: every way, the best one, and what either side can hold the other to.

Pure functions, like those of `chances.py`.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from warband_tui.rules.games.trench_crusade.chances import (
    Attack,
    AttackResult,
    OddsRules,
    SuccessResult,
    injury_roll,
    success_roll,
    whole_attack,
)
from warband_tui.rules.odds import Distribution


class Way(msgspec.Struct, frozen=True):
    """One way to spend the target's blood on the injury roll, and what comes of it.

    Attributes:
        spend: Markers spent in all.
        dice: Of these, how many each add an injury die.
        bloodbath: Whether the rest pays for a bloodbath.
        result: The chances, out of the whole attack or, after the success roll, of the injury roll alone.
    """

    spend: int
    dice: int
    bloodbath: bool
    result: Distribution[AttackResult]

    @property
    def out(self) -> Fraction:
        """The chance of out of action."""
        return self.result.chance("out")


class Spent(msgspec.Struct, frozen=True):
    """What comes of spending so many markers that change one roll by a die each.

    Attributes:
        spend: Markers spent.
        success: The success roll.
        result: The whole attack.
    """

    spend: int
    success: Distribution[SuccessResult]
    result: Distribution[AttackResult]


def ways(attack: Attack, rules: OddsRules) -> tuple[Way, ...]:
    """Every way to spend the target's blood: so many as dice, with or without a bloodbath (TC-BLD-3, TC-BTH-1)."""
    return tuple(
        Way(spend, dice, bloodbath, whole_attack(attack, rules, dice=dice, bloodbath=bloodbath))
        for spend, dice, bloodbath in _payments(attack)
    )


def ways_after(attack: Attack, rules: OddsRules, *, critical: bool) -> tuple[Way, ...]:
    """The same ways, chosen when the success roll is already known."""
    return tuple(
        Way(
            spend,
            dice,
            bloodbath,
            injury_roll(attack, rules, critical=critical, dice=dice, bloodbath=bloodbath),
        )
        for spend, dice, bloodbath in _payments(attack)
    )


def best(offered: tuple[Way, ...]) -> Way:
    """The way that most likely takes the target out of action.

    Where several are equal in that, the likelier Down decides, then the likelier minor hit, then the fewer markers.
    """
    return max(offered, key=lambda way: (*_severity(way.result), -way.spend, not way.bloodbath))


def contested(attack: Attack, rules: OddsRules) -> Way:
    """The attacker's best way when the target's owner spends every blessing marker against it (TC-BLS-2).

    One more blessing never helps the attacker, so this is what either side can hold the other to, whoever has to
    declare first.
    """
    return best(
        ways(msgspec.structs.replace(attack, injury_dice=attack.injury_dice - attack.blessing), rules)
    )


def defences(attack: Attack, rules: OddsRules) -> tuple[Spent, ...]:
    """What 0, 1, ... blessing markers of the target do to an attack on which no blood is spent (TC-BLS-2)."""
    rolled = success_roll(attack)
    return tuple(
        Spent(spend, rolled, whole_attack(attack, rules, dice=-spend)) for spend in range(attack.blessing + 1)
    )


def best_defence(offered: tuple[Spent, ...]) -> Spent:
    """The defence that least likely ends out of action, then Down, then in a minor hit, then with fewest spent."""
    return min(offered, key=lambda each: (*_severity(each.result), each.spend))


def own_blessing(attack: Attack, rules: OddsRules, markers: int) -> tuple[Spent, ...]:
    """What 0 to `markers` blessing markers of the attacker, spent by its owner, do to the attack (TC-BLS-1)."""
    return tuple(_with_success_dice(attack, rules, spend, spend) for spend in range(markers + 1))


def own_blood(attack: Attack, rules: OddsRules, markers: int) -> tuple[Spent, ...]:
    """What 0 to `markers` blood markers of the attacker, spent by its enemy, do to the attack (TC-BLD-2)."""
    return tuple(_with_success_dice(attack, rules, spend, -spend) for spend in range(markers + 1))


def _payments(attack: Attack) -> list[tuple[int, int, bool]]:
    """Every (markers spent, injury dice, bloodbath) that the target's markers allow."""
    markers = attack.blood + attack.infection
    plain = [(dice, dice, False) for dice in range(markers + 1)]
    return plain + [(attack.price + dice, dice, True) for dice in range(markers - attack.price + 1)]


def _severity(result: Distribution[AttackResult]) -> tuple[Fraction, Fraction, Fraction]:
    return result.chance("out"), result.chance("down"), result.chance("minor")


def _with_success_dice(attack: Attack, rules: OddsRules, spend: int, dice: int) -> Spent:
    changed = msgspec.structs.replace(attack, dice=attack.dice + dice)
    return Spent(spend, success_roll(changed), whole_attack(changed, rules))
