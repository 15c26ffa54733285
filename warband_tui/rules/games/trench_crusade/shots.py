"""Shots measured on a table: range, sight, cover and height of each target, and who a blast catches (TC-RNG-1)."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.dice import Modifier
from warband_tui.rules.games.trench_crusade import looking
from warband_tui.rules.games.trench_crusade.actions import Blast, Shoot
from warband_tui.rules.games.trench_crusade.attack_plan import ignores
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.profile import profile_of, words_of
from warband_tui.rules.games.trench_crusade.tracing import one_spot
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState


def measured(state: BattleState, action: Shoot, weapon: WeaponProfile) -> Shoot:
    """Return a shot with what its player has left open measured; a BLAST with all that it catches."""
    scene = Scene(state)
    made = looking.measured_shot(scene, action, action.target)
    if not looking.blast_radius(weapon) or action.targets:
        return made
    around = looking.caught(scene, weapon, scene.body(action.target).at)
    return replace(made, targets=tuple(who for who, _ in around if who not in (action.target, action.unit)))


def at_other(state: BattleState, action: Shoot, target: str) -> Shoot:
    """Return a shot as it is at another target than the one it was stated for."""
    return looking.measured_shot(Scene(state), replace(action, cover=None, elevated=None, sight=True), target)


def point_refusal(state: BattleState, action: Shoot, weapon: WeaponProfile) -> Refusal | None:
    """Return why a weapon cannot be aimed at a point: no BLAST, out of range, out of sight, under a base."""
    scene = Scene(state)
    if not looking.blast_radius(weapon):
        return Refusal(f"the {weapon.name} has no BLAST: aim it at an enemy", ("TC-KEY-1",))
    at = _point(scene, action)
    far = looking.beyond(scene.body(action.unit), weapon, at)
    if far:
        return Refusal(far, ("TC-RNG-1",))
    sight = looking.sees_point(scene, scene.body(action.unit), at)
    if not sight.seen:
        return Refusal(f"the point is out of sight: {sight.why}", ("TC-KEY-1",))
    under = next((u for u in state.units.values() if scene.stands(u) and _covers(scene, u.id, at)), None)
    if under is not None and not scene.rules.points_under_bases:
        return Refusal(f"the point is under the base of {under.name}: aim at an enemy", ("TC-KEY-1",))
    return None


def point_shot(
    state: BattleState, action: Shoot, weapon: WeaponProfile
) -> tuple[tuple[Modifier, ...], tuple[str, ...]]:
    """Return the dice of a shot at a point, and who it catches if it hits."""
    scene = Scene(state)
    at = _point(scene, action)
    shooter = state.unit(action.unit)
    profile, words = profile_of(shooter), words_of(weapon)
    dice = [Modifier("ranged", dice=profile.ranged or 0), Modifier(weapon.name, dice=weapon.dice)]
    long = action.long
    if long is None:
        far = looking.gap_to(scene.body(action.unit), at)
        long = weapon.range is not None and far > weapon.range / 2 + HAIR
    if long and not ignores(profile, words, "LONG RANGE") and "SHOTGUN" not in words:
        dice.append(Modifier("long range", dice=-1, rule="TC-RNG-1"))
    if action.modifier:
        dice.append(Modifier(action.why or "other", dice=action.modifier))
    return tuple(m for m in dice if m.dice), tuple(who for who, _ in looking.caught(scene, weapon, at))


def caught_at(state: BattleState, action: Blast, weapon: WeaponProfile) -> tuple[str, ...]:
    """Return who a blast that scattered to a point catches."""
    scene = Scene(state)
    at = scene.terrain.settled(scene.ground(state.unit(action.unit)), one_spot(action.to))
    return tuple(who for who, _ in looking.caught(scene, weapon, at))


def _point(scene: Scene, action: Shoot) -> Spot:
    return scene.terrain.settled(scene.ground(scene.state.unit(action.unit)), one_spot(action.to))


def _covers(scene: Scene, unit_id: str, at: Spot) -> bool:
    body = scene.body(unit_id)
    return abs(body.z - at[2]) <= 1 and looking.gap_to(body, (*at[:2], body.z)) <= HAIR
