"""What the rules allow: one function an action, used by the list of options and by the action itself."""

from __future__ import annotations

from warband_tui.rules.games.trench_crusade.attack_plan import loaded
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import placed
from warband_tui.rules.games.trench_crusade.profile import heavy_kit, profile_of, weapons_for, words_of
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

MOVES = frozenset({"move", "charge", "retreat"})


def can_move(state: BattleState, unit: Unit) -> Refusal | None:
    """Standard move, climb and jump: once, and not out of melee (TC-MOV-1, TC-ACT-1)."""
    return _moves_left(unit) or _heavy_shot(unit) or _may_stay(state, unit) or _standing(unit)


def can_charge(state: BattleState, unit: Unit) -> Refusal | None:
    """Charge: no move yet, no shot without ASSAULT, not in melee already (TC-CHG-1, 8)."""
    in_melee = state.in_contact(unit.id)
    if in_melee:
        return Refusal(f"{unit.name} is in melee already", ("TC-CHG-1",))
    if unit.has("hasty shot"):
        return Refusal(f"{unit.name} has shot a weapon without ASSAULT", ("TC-CHG-8",))
    return _moves_left(unit) or _heavy_shot(unit) or _standing(unit)


def can_retreat(state: BattleState, unit: Unit) -> Refusal | None:
    """Retreat: only out of melee (TC-RET-1)."""
    if not state.in_contact(unit.id):
        return Refusal(f"{unit.name} is not in melee", ("TC-RET-1",))
    return _moves_left(unit) or _heavy_shot(unit) or _standing(unit)


def can_dash(state: BattleState, unit: Unit) -> Refusal | None:
    """Dash: once, and not out of melee (TC-DSH-1)."""
    return _once(unit, "dash", "dashed") or _heavy_shot(unit) or _may_stay(state, unit) or _standing(unit)


def can_shoot(state: BattleState, unit: Unit) -> Refusal | None:
    """Shoot: a ranged weapon, not in melee, nothing done that excludes every weapon (TC-RNG-1, 2)."""
    profile = profile_of(unit)
    weapons = [loaded(unit, weapon) for weapon in weapons_for(profile, "ranged")]
    if profile.ranged is None or not weapons:
        return Refusal(f"{unit.name} has no ranged attack", ("TC-RNG-1",))
    if state.in_contact(unit.id):
        return Refusal(f"{unit.name} is in melee", ("TC-RNG-2",))
    refused = [shot_refusal(state, unit, words_of(weapon)) for weapon in weapons]
    return _once(unit, "shoot", "shot") or (refused[0] if all(refused) else None)


def shot_refusal(state: BattleState, unit: Unit, words: frozenset[str]) -> Refusal | None:
    """Return why a unit cannot shoot this weapon after what it has done (TC-CHG-8, HEAVY)."""
    if "ASSAULT" not in words:
        for done in edition(state.edition).shoot_excludes:
            if done in unit.used:
                word = "charged" if done == "charge" else "fought"
                return Refusal(f"{unit.name} has {word}, and the weapon is not ASSAULT", ("TC-CHG-8",))
    moved = (MOVES | {"dash"}) & set(unit.used)
    if "HEAVY" in words and moved and heavy_kit(profile_of(unit)):
        return Refusal(f"{unit.name} has moved, and the weapon is HEAVY", ("TC-KEY-1",))
    return None


def can_fight(state: BattleState, unit: Unit) -> Refusal | None:
    """Fight: an enemy in melee and something to fight with (TC-MEL-1)."""
    profile = profile_of(unit)
    if profile.melee is None or not weapons_for(profile, "melee"):
        return Refusal(f"{unit.name} has no melee weapon", ("TC-MEL-1",))
    if not state.in_contact(unit.id):
        return Refusal(f"{unit.name} is not in melee", ("TC-MEL-1",))
    if unit.has("hasty shot") and "fight" in edition(state.edition).shoot_excludes:
        return Refusal(f"{unit.name} has shot a weapon without ASSAULT", ("TC-CHG-8",))
    if edition(state.edition).attacks_with_two_weapons == "two actions":
        return _once(unit, "fight again", "fought twice")
    return _once(unit, "fight", "fought")


def can_jump_down(state: BattleState, unit: Unit) -> Refusal | None:
    """Jump down: it costs no movement, but takes a model that may move at all (TC-JMP-5)."""
    return _heavy_shot(unit) or free(state, unit) or _standing(unit)


def can_stand(state: BattleState, unit: Unit) -> Refusal | None:
    """Stand up in the activation in which the model went Down: only where the edition lets it go on."""
    if not unit.has("down"):
        return Refusal(f"{unit.name} is not Down", ("TC-DWN-1",))
    if edition(state.edition).down_in_own_activation == "ends":
        return Refusal("a model that goes Down ends its activation; it stands in the next", ("TC-DWN-1",))
    return _once(unit, "stand", "tried to stand")


def can_blast(state: BattleState, unit: Unit) -> Refusal | None:
    """Blast: only after one that scattered (SCATTER)."""
    del state
    if not unit.has("scattered"):
        return Refusal("no blast of this model has scattered", ("TC-KEY-1",))
    return None


def target_in_melee(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Fight: the target is in melee with the unit (TC-MEL-1)."""
    if foe.id not in state.in_contact(unit.id):
        return Refusal(f"{foe.name} is not in melee with {unit.name}", ("TC-MEL-1",))
    return None


def target_free(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Charge and shoot: every enemy on the table may be aimed at; ranges are the players'."""
    del state, unit, foe
    return None


def _moves_left(unit: Unit) -> Refusal | None:
    done = next((name for name in unit.used if name in MOVES), "")
    if not done:
        return None
    word = {"move": "moved", "charge": "charged", "retreat": "retreated"}[done]
    return Refusal(f"{unit.name} has {word}: one Move, Charge or Retreat an activation", ("TC-ACT-1",))


def _once(unit: Unit, kind: str, word: str) -> Refusal | None:
    if kind not in unit.used:
        return None
    return Refusal(f"{unit.name} has {word} in this activation", ("TC-ACT-1",))


def _heavy_shot(unit: Unit) -> Refusal | None:
    if not unit.has("heavy shot"):
        return None
    return Refusal(f"{unit.name} has fired a HEAVY weapon and cannot move", ("TC-KEY-1",))


def _may_stay(state: BattleState, unit: Unit) -> Refusal | None:
    """On a board a move that stays within 1" of its enemies can be measured, where the edition has it (TC-MOV-2)."""
    measured = placed(state, unit) and edition(state.edition).moves_in_melee
    return None if measured else free(state, unit)


def free(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why a model in melee cannot just go."""
    if not state.in_contact(unit.id):
        return None
    return Refusal(f"{unit.name} is in melee: retreat instead", ("TC-RET-1",))


def _standing(unit: Unit) -> Refusal | None:
    if unit.has("down") and unit.acting:
        return Refusal(f"{unit.name} is Down", ("TC-DWN-1",))
    return None
