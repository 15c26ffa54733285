"""What an attack is worth before anybody spends a marker: every modifier with its source.

The plan is the one truth for the roll, for the odds beside it and for the log.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.dice import Modifier
from warband_tui.rules.games.trench_crusade.actions import Fight, Shoot
from warband_tui.rules.games.trench_crusade.chances import BLOOD_KEYWORDS, Attack, negated
from warband_tui.rules.games.trench_crusade.editions import EditionRules, edition
from warband_tui.rules.games.trench_crusade.profile import (
    TrenchProfile,
    complete,
    find_weapon,
    profile_of,
    words_of,
)
from warband_tui.rules.state import BattleState, Unit

AMMUNITION = "ammunition"
"""Prefix of the condition that keeps which weapon is loaded with what."""

OFF_HAND = "off hand:"
"""Prefix of the condition that keeps which weapon is in the off hand (1.6.3)."""

OFFENSIVE = BLOOD_KEYWORDS | {"ARMOUR PIERCING", "CRITICAL", "DEADLY", "IGNORE ARMOUR"}
SAVING = frozenset({"TOUGH", "GOLEM", "STANDFAST"})


class Plan(Struct, frozen=True):
    """One attack: dice on the success roll, dice and flat numbers on the injury roll."""

    attacker: str
    target: str
    weapon: WeaponProfile
    melee: bool
    hit: tuple[Modifier, ...]
    injury: tuple[Modifier, ...]
    keywords: frozenset[str]
    against: frozenset[str]
    """The weapon's keywords that are left against this target, which may NEGATE some."""

    @property
    def sure(self) -> bool:
        """Whether it hits without a roll."""
        return "FLAMETHROWER" in self.against and not self.melee

    @property
    def risky(self) -> bool:
        """Whether its success roll is Risky."""
        return "RISKY" in self.keywords

    def critical_dice(self) -> Modifier:
        """Return what a critical success adds to the injury roll."""
        return Modifier("critical", dice=2 if "CRITICAL" in self.against else 1, rule=self.rule)

    @property
    def rule(self) -> str:
        """The id of the attack's own rule."""
        return "TC-MEL-1" if self.melee else "TC-RNG-1"


def shot_plan(state: BattleState, action: Shoot, weapon: WeaponProfile, target_id: str) -> Plan:
    """Return the plan of a ranged attack with a weapon as it is `armed` (TC-RNG-1)."""
    attacker, target = state.unit(action.unit), state.unit(target_id)
    profile, words = profile_of(attacker), words_of(weapon)
    hit = [Modifier("ranged", dice=profile.ranged or 0), Modifier(weapon.name, dice=weapon.dice)]
    injury = _weapon_injury(weapon)
    if is_long(action, weapon) and not ignores(profile, words, "LONG RANGE"):
        long_range = Modifier("long range", dice=-1, rule="TC-KEY-1" if "SHOTGUN" in words else "TC-RNG-1")
        (injury if "SHOTGUN" in words else hit).append(long_range)
    if (action.cover or profile_of(target).has("COVER")) and not ignores(profile, words, "COVER"):
        hit.append(Modifier("cover", dice=-1, rule="TC-RNG-1"))
    if action.elevated:
        hit.append(Modifier("elevated", dice=1, rule="TC-RNG-1"))
    hit += _stated(action.modifier, action.why)
    return Plan(attacker.id, target_id, weapon, False, _kept(hit), _kept(injury), words, _left(words, target))


def melee_plan(
    state: BattleState,
    action: Fight,
    weapon: WeaponProfile,
    target_id: str,
    *,
    off_hand: bool = False,
    obstacle: bool = False,
) -> Plan:
    """Return the plan of a melee attack with a weapon as it is `armed` (TC-MEL-1)."""
    attacker, target = state.unit(action.unit), state.unit(target_id)
    rules = edition(state.edition)
    profile, words = profile_of(attacker), words_of(weapon)
    characteristic = profile.melee or 0
    if "PISTOL" in words and profile.ranged is not None:
        characteristic = max(characteristic, profile.ranged)
    hit = [Modifier("melee", dice=characteristic), Modifier(weapon.name, dice=weapon.dice)]
    injury = _weapon_injury(weapon)
    if off_hand and not ignores(profile, words, "OFF-HAND"):
        hit.append(Modifier("off hand", dice=-1, rule="TC-MEL-1"))
    hit += _against(target, attacker, profile)
    diving = attacker.has("diving")
    if diving:
        hit.append(Modifier("diving charge", dice=1, rule="TC-DIV-4"))
        injury.append(Modifier("diving charge", dice=rules.dive_injury_dice, rule="TC-DIV-4"))
    if _obstructed(target, rules, obstacle=obstacle, diving=diving):
        hit.append(Modifier("defended obstacle", dice=-1, rule="TC-MEL-1"))
    hit += _stated(action.modifier, action.why)
    if "IGNORE ARMOUR VS DOWN" in words and target.has("down"):
        words |= {"IGNORE ARMOUR"}
    return Plan(attacker.id, target_id, weapon, True, _kept(hit), _kept(injury), words, _left(words, target))


def as_attack(state: BattleState, plan: Plan) -> Attack:
    """Return the plan as the arithmetic of odds needs it."""
    attacker, target = state.unit(plan.attacker), state.unit(plan.target)
    profile = profile_of(target)
    dice = sum(m.dice for m in plan.hit) - attacker.has("down")
    flats = [m.flat for m in plan.injury]
    return Attack(
        dice=dice,
        injury_dice=sum(m.dice for m in plan.injury),
        modifier=sum(flat for flat in flats if flat < 0),
        bonus=sum(flat for flat in flats if flat > 0),
        armour=profile.armour,
        blood=target.counter("blood"),
        infection=target.counter("infection"),
        blessing=target.counter("blessing"),
        down=target.has("down"),
        melee=plan.melee,
        keywords=(plan.against & OFFENSIVE)
        | saving_words(target)
        | ({"FLAMETHROWER"} if plan.sure else set()),
    )


def saving_words(target: Unit) -> frozenset[str]:
    """Return the keywords of a model that may soften what an injury roll does to it."""
    spent = {"TOUGH"} if target.has("tough used") else set()
    return (profile_of(target).words & SAVING) - spent


def armed(unit: Unit, use: str, name: str) -> WeaponProfile | None:
    """Return a weapon of a unit as it is used: with its ammunition, and "+1 DICE" counted in."""
    weapon = find_weapon(profile_of(unit), use, name)
    return None if weapon is None else complete(loaded(unit, weapon))


def in_off_hand(unit: Unit, weapon: WeaponProfile, rules: EditionRules) -> bool:
    """Whether a weapon is in the off hand where each of two takes an action of its own (TC-MEL-1).

    Which one it is stays so for the battle, from the first time that the unit has used both.
    """
    if rules.attacks_with_two_weapons != "two actions":
        return False
    fixed = {c.removeprefix(OFF_HAND) for c in unit.conditions if c.startswith(OFF_HAND)}
    return weapon.id in fixed if fixed else "fight" in unit.used


def loaded(unit: Unit, weapon: WeaponProfile) -> WeaponProfile:
    """Return a weapon with the keyword of the ammunition that it was loaded with (AMMUNITION)."""
    prefix = f"{AMMUNITION}:{weapon.id}:"
    added = tuple(name.removeprefix(prefix) for name in unit.conditions if name.startswith(prefix))
    if not added:
        return weapon
    return replace(weapon, keywords=(*weapon.keywords, *added))


def friends_in_melee(state: BattleState, shooter: str, target: str) -> tuple[str, ...]:
    """Return who of the shooter's side a shot at a target in melee may go to instead (TC-RNG-1)."""
    side = state.unit(shooter).side
    return tuple(f for f in state.in_contact(target) if state.unit(f).side == side and f != shooter)


def is_long(action: Shoot, weapon: WeaponProfile) -> bool:
    """Whether a shot is at long range: over half of the weapon's range, exactly half being short."""
    if action.distance is None or weapon.range is None:
        return bool(action.long)
    return action.distance > weapon.range / 2


def ignores(profile: TrenchProfile, words: frozenset[str], what: str) -> bool:
    """Whether the weapon or the fighter ignores a modifier."""
    return f"IGNORE {what}" in words or profile.has(f"IGNORE {what}")


def _weapon_injury(weapon: WeaponProfile) -> list[Modifier]:
    return [
        Modifier(weapon.name, dice=weapon.injury_dice),
        Modifier(weapon.name, flat=weapon.injury_modifier),
    ]


def _stated(dice: int, why: str) -> list[Modifier]:
    return [Modifier(why or "other", dice=dice)] if dice else []


def _kept(modifiers: list[Modifier]) -> tuple[Modifier, ...]:
    return tuple(m for m in modifiers if m.dice or m.flat)


def _against(target: Unit, attacker: Unit, profile: TrenchProfile) -> list[Modifier]:
    """Return what the target's own keywords do to a melee attack on it: FEAR and BLOCK."""
    theirs = profile_of(target)
    blocks = any("BLOCK" in words_of(w) for w in theirs.weapons) or theirs.has("BLOCK")
    found = []
    if theirs.has("FEAR") and not (profile.has("FEAR") or profile.has("GOLEM") or profile.negates("FEAR")):
        found.append(Modifier("FEAR", dice=-1, rule="TC-KEY-1"))
    if blocks and attacker.has("charged") and not profile.negates("BLOCK"):
        found.append(Modifier("BLOCK", dice=-1, rule="TC-KEY-1"))
    return found


def _obstructed(target: Unit, rules: EditionRules, *, obstacle: bool, diving: bool) -> bool:
    if not (obstacle or profile_of(target).has("COVER")):
        return False
    if diving and rules.dive_ignores_obstacle:
        return False
    return not (rules.obstacle_needs_up and target.has("down"))


def _left(words: frozenset[str], target: Unit) -> frozenset[str]:
    return words - negated(profile_of(target).words)
