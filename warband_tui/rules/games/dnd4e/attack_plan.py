"""What an attack is before its dice: the power, every modifier with its reason, what it needs and does."""

from __future__ import annotations

from warband_tui.rules.dice import Modifier
from warband_tui.rules.games.dnd4e.actions import Attack, BullRush, Charge, Grab, Opportunity, Strike
from warband_tui.rules.games.dnd4e.amounts import Dice, dice_of
from warband_tui.rules.games.dnd4e.chances import Blow
from warband_tui.rules.games.dnd4e.declarations import USED
from warband_tui.rules.games.dnd4e.profile import Creature, Power, creature
from warband_tui.rules.games.dnd4e.states import EXPOSED, marker
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

FROM_AFAR = ("ranged", "area")
Made = Attack | Charge | Opportunity | Strike

COVER = {
    "cover": Modifier("cover", flat=-2, rule="D4-COV-1"),
    "superior": Modifier("superior cover", flat=-5, rule="D4-COV-1"),
}
HIDDEN = {"concealed": Modifier("concealment", flat=-2), "total": Modifier("total concealment", flat=-5)}
OWN = (
    ("prone", Modifier("prone", flat=-2, rule="D4-PRONE-1")),
    ("restrained", Modifier("restrained", flat=-2, rule="D4-SPD-5")),
    ("running", Modifier("running", flat=-5, rule="D4-SPD-2")),
    ("squeezing", Modifier("squeezing", flat=-5, rule="D4-SQZ-1")),
    ("blinded", Modifier("blinded", flat=-5)),
)
GUARD = (
    ("second wind", Modifier("its second wind", flat=-2)),
    ("total defence", Modifier("its total defence", flat=-2)),
)
UNAWARE = Modifier("it is unconscious", flat=5)
ADVANTAGE = "combat advantage"
SHORT = {"ac": "AC", "fortitude": "Fortitude", "reflex": "Reflex", "will": "Will"}
"""The defences as they are written."""
BETTER = 2
"""What combat advantage adds to an attack roll."""
VERSATILE = 1
"""More damage of a versatile weapon in two hands, where the wielder is not Small (D4-SIZE-3)."""


def power_of(unit: Unit, action: Made) -> Power:
    """Return the power that an attack uses: the one named, else the first that fits.

    Raises:
        Refused: the creature has none of that name, or none that may be used so.
    """
    profile = creature(unit)
    melee_only = isinstance(action, Charge | Opportunity)
    if not action.weapon:
        usable = (p for p in profile.attacks if not unit.has(USED + p.id))
        return profile.basic_melee if melee_only else next(usable, profile.unarmed)
    found = profile.power(action.weapon)
    if found is None and action.weapon == profile.unarmed.id:
        found = profile.unarmed
    if found is None:
        known = ", ".join(p.name for p in profile.attacks) or "none"
        raise Refused(f"{unit.name} has no attack {action.weapon!r}; there are {known}")
    return found


def power_refusal(state: BattleState, unit: Unit, power: Power, *, basic: bool = False) -> Refusal | None:
    """Return why a power cannot be used now (D4-SIZE-3, D4-OA-5)."""
    del state
    profile = creature(unit)
    if unit.has(USED + power.id):
        return Refusal(f"{power.name} has been used")
    if profile.size == "small" and power.hands == 2 and not power.small:
        return Refusal(f"{power.name} takes two hands: {unit.name} is Small", ("D4-SIZE-3",))
    if basic and not (power.kind == "melee" and (power.basic or power.id == "unarmed")):
        return Refusal(f"{power.name} is no melee basic attack", ("D4-OA-5",))
    return None


def advantage(
    state: BattleState, unit: Unit, foe: Unit, power: Power, stated: bool | None = None
) -> Modifier | None:
    """Return combat advantage with its reason, None where there is none.

    Where it stands on the board a creature has it by flanking as well, unless the players say that it has none.
    """
    if stated:
        return Modifier(ADVANTAGE, flat=BETTER, rule="D4-FLANK-1")
    for name, rule in EXPOSED.items():
        if foe.has(name):
            return Modifier(f"{ADVANTAGE} ({foe.name} is {name})", flat=BETTER, rule=rule)
    if foe.has("prone") and power.kind == "melee":
        return Modifier(f"{ADVANTAGE} ({foe.name} is prone)", flat=BETTER, rule="D4-PRONE-1")
    if stated is None and on_board(state, unit, foe):
        from warband_tui.rules.games.dnd4e.attack_ground import flanker

        name = flanker(state, unit, foe)
        if name:
            return Modifier(f"{ADVANTAGE} (flanking with {name})", flat=BETTER, rule="D4-FLANK-1")
    return None


def cover(
    state: BattleState, unit: Unit, foe: Unit, power: Power, action: Made, targets: tuple[str, ...]
) -> Modifier | None:
    """Return the cover of a target: as stated, else as the squares have it (D4-COV-1 to 4)."""
    if action.cover:
        return COVER.get(action.cover)
    if not on_board(state, unit, foe):
        return None
    from warband_tui.rules.games.dnd4e.attack_ground import covered, origin_of

    found = covered(state, unit, foe, power, origin_of(state, power, action, targets))
    if not found.level:
        return None
    return Modifier(f"{COVER[found.level].source}, {found.why}", flat=found.modifier, rule=found.rules[0])


def on_board(state: BattleState, *units: Unit) -> bool:
    """Whether creatures all stand on the board of a battle."""
    return state.board is not None and all(unit.at for unit in units)


def out_of_reach(
    state: BattleState, unit: Unit, power: Power, action: Made | BullRush | Grab, targets: tuple[str, ...]
) -> Refusal | None:
    """Return why a power does not get to its targets where they stand, None without a board."""
    foes = [state.unit(target) for target in targets]
    if not on_board(state, unit, *foes):
        return None
    from warband_tui.rules.games.dnd4e.attack_ground import beyond, origin_of

    origin = origin_of(state, power, action, targets)
    long = isinstance(action, Attack) and action.long
    found = (beyond(state, unit, foe, power, origin, long=long) for foe in foes)
    return next((no for no in found if no is not None), None)


def modifiers(
    state: BattleState,
    unit: Unit,
    foe: Unit,
    power: Power,
    action: Made | BullRush | Grab,
    targets: tuple[str, ...],
) -> tuple[Modifier, ...]:
    """Return everything that adds to an attack roll besides the d20, each with its reason."""
    found = [Modifier(power.name, flat=power.attack)] if power.attack else []
    if isinstance(action, Charge):
        found.append(Modifier("charge", flat=1, rule="D4-CHG-1"))
    better = advantage(state, unit, foe, power, action.advantage)
    if better:
        found.append(better)
    found += [modifier for name, modifier in OWN if unit.has(name)]
    found += [modifier for name, modifier in GUARD if foe.has(name)]
    if foe.has("unconscious"):
        found.append(UNAWARE)
    by = marker(unit)
    if by and by not in targets:
        name = state.unit(by).name if by in state.units else "somebody else"
        found.append(Modifier(f"marked by {name}", flat=-2))
    if isinstance(action, Strike):
        hidden = HIDDEN.get(action.concealed)
        found += [m for m in (cover(state, unit, foe, power, action, targets), hidden) if m]
    if isinstance(action, Attack) and power.kind in FROM_AFAR:
        if foe.has("prone") and power.kind == "ranged" and not _beside(state, unit, foe, action):
            found.append(Modifier(f"{foe.name} is prone, from afar", flat=-2, rule="D4-PRONE-1"))
        if action.long:
            found.append(Modifier("long range", flat=-2))
    if action.modifier:
        found.append(Modifier(action.why or "other", flat=action.modifier))
    return tuple(found)


def _beside(state: BattleState, unit: Unit, foe: Unit, action: Attack) -> bool:
    """Whether an attacker is adjacent to its target, as stated or as they stand."""
    if action.adjacent or not on_board(state, unit, foe):
        return action.adjacent
    from warband_tui.rules.games.dnd4e.attack_ground import apart

    return apart(state, unit, foe) <= 1


def damage_dice(profile: Creature, power: Power, action: Made) -> Dice:
    """Return the dice of a hit; a versatile weapon in two hands adds 1, not for the Small (D4-SIZE-3)."""
    dice = dice_of(power.damage)
    plus = action.bonus if power.damage else 0
    if action.two_hands and power.versatile and profile.size not in ("tiny", "small"):
        plus += VERSATILE
    return Dice(dice.terms, dice.plus + plus)


def blow(
    state: BattleState, unit: Unit, foe: Unit, action: Made, power: Power, targets: tuple[str, ...]
) -> Blow:
    """Return an attack on one target as its dice see it."""
    added = sum(m.flat for m in modifiers(state, unit, foe, power, action, targets))
    return Blow(
        bonus=added,
        needs=creature(foe).defence(power.versus),
        damage=damage_dice(creature(unit), power, action),
        critical=dice_of(power.critical),
        half=power.half,
        weakened=unit.has("weakened"),
        never_halved=creature(foe).minion,
    )


def targets_of(action: Made) -> tuple[str, ...]:
    """Return the targets of an attack, each once.

    Raises:
        Refused: there is none.
    """
    further = action.targets if isinstance(action, Attack) else ()
    found = tuple(dict.fromkeys(target for target in (action.target, *further) if target))
    if not found:
        raise Refused("name the target of the attack")
    return found
