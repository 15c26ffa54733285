"""What the rules allow: one function an action, used by the list of options and by the action itself."""

from __future__ import annotations

from warband_tui.rules.games.middle_earth import points
from warband_tui.rules.games.middle_earth.broken import exempt, gives, must_test, untested
from warband_tui.rules.games.middle_earth.courage import terror_refusal
from warband_tui.rules.games.middle_earth.declarations import CANNOT_MOVE, HEROICS
from warband_tui.rules.games.middle_earth.demands import unled
from warband_tui.rules.games.middle_earth.force import any_broken, unit_broken
from warband_tui.rules.games.middle_earth.heroics import is_free
from warband_tui.rules.games.middle_earth.profile import BANNER, has_word, profile_of
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit


def can_move(state: BattleState, unit: Unit) -> Refusal | None:
    """Move: tested where it must, not held, not in combat (ME-BRK-3, ME-CRG-3)."""
    return (
        must_test(state, unit)
        or unled(state, unit)
        or terror_refusal(unit)
        or _stuck(unit)
        or _in_combat(state, unit)
    )


def can_charge(state: BattleState, unit: Unit) -> Refusal | None:
    """Charge: as a move, once a turn (ME-CRG-3)."""
    return must_test(state, unit) or unled(state, unit) or terror_refusal(unit) or _stuck(unit)


def can_shoot(state: BattleState, unit: Unit) -> Refusal | None:
    """Shoot: with a skill, out of combat, standing."""
    profile = profile_of(unit)
    if profile.shoot is None:
        return Refusal(f"{unit.name} has no Shoot value; add it to its profile")
    if unit.has("thrown") or unit.has("paralysed"):
        return Refusal(f"{unit.name} cannot shoot this turn")
    return must_test(state, unit) or _in_combat(state, unit)


def can_duel(state: BattleState, unit: Unit) -> Refusal | None:
    """Fight: with somebody, once a turn."""
    if unit.has("fought") and not unit.has("heroic combat"):
        return Refusal(f"{unit.name} has fought this turn")
    if not state.in_contact(unit.id):
        return Refusal(f"{unit.name} is not in combat: charge first, or say with whom it fights")
    return None


def can_strike(state: BattleState, unit: Unit) -> Refusal | None:
    """Strike: the winner of a fight, standing; not who shielded or has just stood up."""
    del state
    if not unit.has("won"):
        return Refusal(f"{unit.name} has not won a fight this turn")
    if unit.has("prone") or unit.has("thrown") or unit.has("no strikes"):
        return Refusal(f"{unit.name} is in no state to strike")
    return None


def in_combat_with(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Fight and strike: the enemies that it is in combat with."""
    if foe.id not in state.in_contact(unit.id):
        return Refusal(f"{unit.name} is not in combat with {foe.name}")
    return None


def can_break_test(state: BattleState, unit: Unit) -> Refusal | None:
    """The test of a broken force: due, and not taken yet (ME-BRK-3, 4)."""
    if not unit_broken(state, unit):
        return Refusal(f"{state.side(unit.side).name} is not broken", ("ME-BRK-2",))
    if not untested(unit):
        return Refusal(f"{unit.name} has passed its test this turn", ("ME-CRG-4",))
    return exempt(state, unit)


def can_stand_fast(state: BattleState, unit: Unit) -> Refusal | None:
    """Stand Fast!: a hero that has passed (ME-SFT-1)."""
    if not any_broken(state, unit.side):
        return Refusal(f"{state.side(unit.side).name} is not broken", ("ME-SFT-5",))
    refusal = gives(state, unit)
    if refusal is None and not unit.has("passed broken"):
        return Refusal(f"{unit.name} has not passed its own test this turn", ("ME-SFT-1", "ME-SFT-2"))
    return refusal


def can_heroic(state: BattleState, unit: Unit) -> Refusal | None:
    """A heroic action: a hero with Might, or to whom one is free (ME-MWF-1)."""
    if not profile_of(unit).hero:
        return Refusal(f"{unit.name} is no hero", (points.RULE,))
    if not points.have(state, unit, "might") and not any(is_free(state, unit, name) for name in HEROICS):
        return Refusal(f"{unit.name} has no Might left", (points.RULE,))
    return None


def can_use_will(state: BattleState, unit: Unit) -> Refusal | None:
    """Casting and resisting: with Will, or with the free die of a Heroic Resolve (ME-MWF-1)."""
    if points.have(state, unit, "will") or unit.has("heroic resolve"):
        return None
    return Refusal(f"{unit.name} has no Will left", (points.RULE,))


def awaits_return(state: BattleState, unit: Unit) -> Refusal | None:
    """The roll of a marker: only for a model that left one."""
    del state
    return None if unit.has("resurrection") else Refusal(f"{unit.name} waits for no resurrection")


def has_banner(state: BattleState, unit: Unit) -> Refusal | None:
    """Handing a banner on: having one."""
    del state
    if has_word(unit, BANNER) and not unit.has("banner gone"):
        return None
    return Refusal(f"{unit.name} has no banner")


def can_spend(state: BattleState, unit: Unit) -> Refusal | None:
    """Spending points: having some (ME-MWF-1)."""
    if not any(points.have(state, unit, name) for name in ("might", "will", "fate")):
        return Refusal(f"{unit.name} has no Might, Will or Fate left", (points.RULE,))
    return None


def is_mounted(state: BattleState, unit: Unit) -> Refusal | None:
    """Being thrown and dismounting: only from a mount (ME-CRG-2)."""
    del state
    if profile_of(unit).mount is None or unit.has("on foot"):
        return Refusal(f"{unit.name} rides nothing", ("ME-CRG-2",))
    return None


def anybody(state: BattleState, unit: Unit, foe: Unit) -> Refusal | None:
    """Charge and shoot: every enemy on the table may be aimed at; ranges are the players'."""
    del state, unit, foe
    return None


def _stuck(unit: Unit) -> Refusal | None:
    word = next((name for name in CANNOT_MOVE if unit.has(name)), "")
    return Refusal(f"{unit.name} cannot move: {word}", ("ME-BRK-4",)) if word else None


def _in_combat(state: BattleState, unit: Unit) -> Refusal | None:
    if state.in_contact(unit.id) or unit.has("engaged"):
        return Refusal(f"{unit.name} is engaged in combat")
    return None
