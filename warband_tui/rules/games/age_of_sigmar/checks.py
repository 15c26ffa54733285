"""What the rules allow: one function an action, used by the list of options and by the action itself."""

from __future__ import annotations

from warband_tui.rules.games.age_of_sigmar.declarations import commanded_in
from warband_tui.rules.games.age_of_sigmar.profile import Weapon, standing, warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


def can_shoot(state: BattleState, unit: Unit) -> Refusal | None:
    """Shoot: a ranged weapon, no Run or Retreat this turn, not in combat unless a weapon may (AOS-16-4)."""
    if not weapons_for(unit, melee=False):
        return Refusal(f"{unit.name} has no ranged weapon", ("AOS-16-4",))
    for done, word in (("ran", "run"), ("retreated", "retreated"), ("shot", "shot")):
        if unit.has(done):
            return Refusal(f"{unit.name} has {word} this turn", ("AOS-16-4",))
    return all_refused(state, unit)


def all_refused(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why none of a unit's ranged weapons can be used now; None if one can, or it has none."""
    refused = [weapon_refusal(state, unit, weapon) for weapon in weapons_for(unit, melee=False)]
    return refused[0] if refused and all(refused) else None


def weapon_refusal(state: BattleState, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Return why a ranged weapon cannot be used now: its unit is in combat (AOS-16-4, AOS-20-1)."""
    if state.in_contact(unit.id) and not weapon.shoots_in_combat:
        return Refusal(f"{unit.name} is in combat, and {weapon.name} has no Shoot in Combat", ("AOS-16-4",))
    return None


def can_fight(state: BattleState, unit: Unit) -> Refusal | None:
    """Fight: a melee weapon, in combat, not twice in a phase (AOS-16-2, AOS-16-3); not from terrain (AOST-1.5-2)."""
    if unit.has("garrison"):
        return Refusal(f"{unit.name} is in terrain and does not fight from it", ("AOST-1.5-2",))
    if not weapons_for(unit, melee=True):
        return Refusal(f"{unit.name} has no melee weapon", ("AOS-16-3",))
    if not state.in_contact(unit.id) and not unit.has("charged"):
        return Refusal(f"{unit.name} is not in combat: engage it with the enemy first", ("AOS-16-2",))
    if unit.has("fought"):
        return Refusal(f"{unit.name} has fought in this phase", ("AOS-16-3",))
    return None


_IMMOVABLE = frozenset({"", "-", "0", '0"'})


def stays(unit: Unit) -> Refusal | None:
    """Faction terrain with a Move of 0 or none does not move, pile-in included (AOST-1.5-1)."""
    scroll = warscroll(unit)
    if scroll.has("FACTION TERRAIN") and scroll.move.strip() in _IMMOVABLE:
        return Refusal(f"{unit.name} is terrain that does not move", ("AOST-1.5-1",))
    return None


def in_garrison(unit: Unit) -> Refusal | None:
    """A unit in terrain moves out of it by leaving it, and does not fight unless it says so (AOST-1.5-2)."""
    if unit.has("garrison"):
        return Refusal(f"{unit.name} is in terrain: it leaves it first", ("AOST-1.5-2",))
    return None


def can_move(state: BattleState, unit: Unit) -> Refusal | None:
    """Move: once a turn; out of combat only by a Retreat."""
    del state
    held = stays(unit) or in_garrison(unit)
    if held is not None:
        return held
    done = next((name for name in ("moved", "ran", "retreated") if unit.has(name)), "")
    return Refusal(f"{unit.name} has {done} this turn") if done else None


def can_charge(state: BattleState, unit: Unit) -> Refusal | None:
    """Charge: not in combat, no Run or Retreat, once a turn."""
    held = stays(unit) or in_garrison(unit)
    if held is not None:
        return held
    if state.in_contact(unit.id):
        return Refusal(f"{unit.name} is in combat already")
    done = next((name for name in ("ran", "retreated", "charged") if unit.has(name)), "")
    if unit.has("charge failed"):
        return Refusal(f"{unit.name} has failed a charge this turn: Forward to Victory rolls it again")
    return Refusal(f"{unit.name} has {done} this turn") if done else None


def can_command(state: BattleState, unit: Unit, phase: str = "") -> Refusal | None:
    """Command: only where the edition has them, once a phase for a unit, with points left to pay."""
    rules = edition(state.edition)
    if not rules.commands:
        return Refusal(f"there are no commands in {rules.title}")
    if unit.has(commanded_in(phase or state.phase)):
        return Refusal(f"{unit.name} has used a command in this phase")
    if not state.side(unit.side).counter("cp"):
        return Refusal(f"{state.side(unit.side).name} has no command points left")
    return None


def can_reinforce(state: BattleState, unit: Unit) -> Refusal | None:
    """Reinforcements: a destroyed unit with the keyword, once, where the edition has them."""
    rules = edition(state.edition)
    if not rules.replacements:
        return Refusal(
            f"there are no replacements in {rules.title}: REINFORCEMENTS is a word of Spearhead",
            ("AOS-18.4-1",),
        )
    if unit.in_play:
        return Refusal(f"{unit.name} is not destroyed")
    if not warscroll(unit).has("REINFORCEMENTS"):
        return Refusal(f"{unit.name} has no REINFORCEMENTS, or is a replacement itself")
    if unit.has("replaced"):
        return Refusal(f"{unit.name} has been replaced already")
    return None


def shooting_target(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Shoot: any enemy on the table; in combat only those it is in combat with (AOS-16-2)."""
    return _in_combat_with(state, unit, foe) if state.in_contact(unit.id) else None


def fight_target(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Fight: only enemies that the unit is in combat with (AOS-16-2)."""
    return _in_combat_with(state, unit, foe)


def any_target(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Charge: every enemy on the table may be aimed at; what is reached the dice say."""
    del state, unit, foe
    return None


def weapons_for(unit: Unit, *, melee: bool) -> tuple[Weapon, ...]:
    """Return the weapons of the models that are still there, for combat or shooting attacks."""
    scroll = warscroll(unit)
    there = standing(unit)
    borne = {w.id for one in scroll.groups if there[one.id] for w in scroll.armed(one)}
    return tuple(w for w in scroll.weapons if w.melee == melee and w.id in borne)


def _in_combat_with(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    if foe.id not in state.in_contact(unit.id):
        return Refusal(f"{unit.name} is not in combat with {foe.name}", ("AOS-16-2",))
    return None
