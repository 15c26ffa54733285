"""What the squares say of an attack: whether it gets there, whom it flanks with, what cover there is."""

from __future__ import annotations

from warband_tui.rules.board.squares import Space, distance
from warband_tui.rules.games.dnd4e import cover as covers
from warband_tui.rules.games.dnd4e.actions import Attack, BullRush, Grab, Strike
from warband_tui.rules.games.dnd4e.flanking import flanks_of
from warband_tui.rules.games.dnd4e.ground import spots_of
from warband_tui.rules.games.dnd4e.profile import Power
from warband_tui.rules.games.dnd4e.space import Scene
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

LONG = 2
"""How many times its range a weapon goes at long range."""


def apart(state: BattleState, unit: Unit, foe: Unit) -> int:
    """Return the squares between two creatures (D4-GEO-3)."""
    return Scene(state).apart(unit.id, foe.id)


def origin_of(
    state: BattleState, power: Power, action: Strike | BullRush | Grab, targets: tuple[str, ...]
) -> Space | None:
    """Return the square that an area power comes from: as stated, else that of its first target.

    Where nobody says how high it is, it is as high as that target is.
    """
    if power.kind != "area":
        return None
    stated = spots_of(action.origin) if isinstance(action, Attack) else ()
    scene, first = Scene(state), state.unit(targets[0])
    return scene.place(stated[0] if stated else first.at[0], scene.space(first.id).level)


def flanker(state: BattleState, unit: Unit, foe: Unit) -> str:
    """Return the name of an ally with whom a creature flanks another, empty for none (D4-FLANK-1)."""
    scene = Scene(state)
    return next((ally.name for ally, flank in flanks_of(scene, foe, unit) if flank.flanks), "")


def covered(
    state: BattleState, unit: Unit, foe: Unit, power: Power, origin: Space | None = None
) -> covers.Cover:
    """Return the cover that a target has against a power (D4-COV-1 to 4)."""
    return covers.cover(Scene(state), unit, foe, power.kind, origin)


def melee_reach(scene: Scene, unit: Unit, power: Power) -> int:
    """Return how far a melee power reaches: as far as the creature, its threatening reach or the weapon does."""
    profile = scene.profile(unit)
    longer = profile.threatening if profile.threatening > 1 else 0
    return max(profile.usual_reach, longer, power.range)


def beyond(
    state: BattleState, unit: Unit, foe: Unit, power: Power, origin: Space | None, *, long: bool = False
) -> Refusal | None:
    """Return why a power does not get to a target, None where it does (D4-SIZE-2, D4-SIZE-4, D4-LOE-1)."""
    scene = Scene(state)
    away = scene.apart(unit.id, foe.id)
    most, rule = power.range, "D4-GEO-3"
    if power.kind == "melee":
        most = melee_reach(scene, unit, power)
        rule = "D4-SIZE-4" if most else "D4-SIZE-2"
    elif power.kind == "area" and origin is not None:
        away = distance(scene.space(unit.id), origin)
    elif power.kind == "ranged" and long:
        most *= LONG
    if away > most and (most or power.kind == "melee"):
        where = f"{foe.name} is" if power.kind != "area" else "its origin is"
        return Refusal(
            f"{where} {away} square{'' if away == 1 else 's'} away; {power.name} reaches {most}", (rule,)
        )
    effect = covers.effect(scene, unit, foe)
    if origin is not None:
        effect = covers.affects(scene, origin, scene.space(foe.id), foe.name)
    if not effect.clear and away:
        return Refusal(f"no line of effect to {foe.name}: {effect.why}", ("D4-LOE-1",))
    return None
