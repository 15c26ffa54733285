"""What is true between two units on the table, each with its proof: for the board screen and for scripts."""

from __future__ import annotations

import math

from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.planning import Finding, SightLine
from warband_tui.rules.games.age_of_sigmar.aiming import Aim, aims
from warband_tui.rules.games.age_of_sigmar.checks import weapons_for
from warband_tui.rules.games.age_of_sigmar.coherency import needed
from warband_tui.rules.games.age_of_sigmar.formation import is_terrain
from warband_tui.rules.games.age_of_sigmar.positions import CHARGE_RANGE, COMBAT_RANGE, Group, Scene
from warband_tui.rules.games.age_of_sigmar.profile import Weapon, warscroll
from warband_tui.rules.games.age_of_sigmar.terrain_list import HERO_RANGE
from warband_tui.rules.games.age_of_sigmar.terrain_rules import name_of, place_of_power, wholly_on
from warband_tui.rules.odds import die
from warband_tui.rules.state import BattleState
from warband_tui.rules.wording import percent


def look(state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
    """Return what is true between a unit and another, or of a unit alone."""
    scene = Scene(state)
    unit, other = state.unit(unit_id), state.unit(other_id)
    if not (scene.stands(unit) and scene.stands(other)):
        return ()
    a, b = scene.group(unit_id), scene.group(other_id)
    found = [distance_of(scene, a, b)] if a is not b else []
    if unit.side != other.side:
        shots = aims(scene, a, b)
        found += [combat(scene, a, b), visible(scene, a, b), cover(shots, b)]
        found += [*obscured(shots), *weapons(a, shots), charge(scene, a, b)]
    found += [coherency(scene, a), *standing_on(scene, b), *power(scene, a)]
    return tuple(found)


def measure(state: BattleState, a: Spot, b: Spot) -> Finding:
    """Return the distance between two places; nothing is logged."""
    del state
    gap = math.dist(_three(a), _three(b))
    return Finding(
        "distance", "distance", f'{gap:.1f}"', lines=(SightLine(_three(a), _three(b), clear=True),)
    )


def distance_of(scene: Scene, a: Group, b: Group) -> Finding:
    """Return how far two units are apart, by their nearest models."""
    gap, flat = scene.link(a, b).gap, scene.link(a, b, flat=True).gap
    why = f'{flat:.1f}" on the plan' if abs(gap - flat) > 0.05 else "from base edge to base edge"
    return Finding("distance", "distance", f'{gap:.1f}"', why=why, lines=(scene.line(a, b),))


def combat(scene: Scene, a: Group, b: Group) -> Finding:
    """Return whether two units are in combat, and why."""
    yes = scene.in_combat(a, b)
    gap = scene.link(a, b, flat=True).gap
    why = f'{gap:.1f}" on the plan; combat range is {COMBAT_RANGE:g}" whatever the height'
    if gap <= COMBAT_RANGE + HAIR and not yes:
        terrain = next((g.unit for g in (a, b) if is_terrain(g.unit) and not scene.fights(g.unit)), None)
        why = (
            f"{terrain.name} is terrain and fights in the combat phase only"
            if terrain
            else "they do not see each other"
        )
        rules = ("AOST-1.5-1",) if terrain else ("AOS-16-2",)
        return Finding("combat", "in combat", "no", None, why, rules, (scene.line(a, b),))
    return Finding(
        "combat", "in combat", "yes" if yes else "no", None, why, ("AOS-16-2",), (scene.line(a, b),)
    )


def visible(scene: Scene, a: Group, b: Group) -> Finding:
    """Return whether any model of a unit sees another unit."""
    sight = scene.view(a, b)
    part = "" if sight.share >= 1 or not sight.seen else ", partly hidden"
    verdict = f"yes{part}" if sight.seen else "no"
    return Finding("sight", "visible", verdict, sight.seen, sight.why, ("AOS-16-4",), sight.lines)


def cover(shots: tuple[Aim, ...], b: Group) -> Finding:
    """Return for how many of the models that attack a unit is in cover, and by which terrain."""
    inside = [aim.cover for aim in shots if aim.cover is not None]
    if not inside:
        scroll = warscroll(b.unit)
        why = "no terrain is in the way, and it is wholly on none"
        if b.unit.has("charged") or scroll.has("FLY"):
            why = "it charged this turn" if b.unit.has("charged") else "it has FLY"
        return Finding("cover", "cover", "none", good=True, why=why, rules=("AOST-1.2-1",))
    every = len(inside) == len(shots)
    verdict = "-1 to hit" if every else f"-1 to hit for {len(inside)} of {len(shots)} models"
    lines = tuple(one.line for one in inside if one.line is not None)[:3]
    rule = "AOST-1.1-1" if inside[0].how == "on" else "AOST-1.1-2"
    return Finding(
        "cover", "cover", verdict, False, f"{b.name} is {inside[0].why}", ("AOST-1.2-1", rule), lines
    )


def obscured(shots: tuple[Aim, ...]) -> tuple[Finding, ...]:
    """Return whether a unit cannot be shot at for obscuring terrain."""
    found = [aim.obscured for aim in shots if aim.obscured is not None]
    halved = shots[0].halved
    told: list[Finding] = []
    if found:
        every = len(found) == len(shots)
        verdict = "cannot be shot at" if every else f"not for {len(found)} of {len(shots)} models"
        lines = tuple(one.line for one in found if one.line is not None)[:3]
        told.append(Finding("obscuring", "obscuring", verdict, False, found[0].why, ("AOST-1.2-3",), lines))
    if halved:
        told.append(Finding("halved", "range", "halved", False, halved.why, ("AOST-1.2-3",)))
    return tuple(told)


def weapons(a: Group, shots: tuple[Aim, ...]) -> tuple[Finding, ...]:
    """Return for each weapon how many models reach a target with it."""
    found = []
    there = (*weapons_for(a.unit, melee=False), *weapons_for(a.unit, melee=True))
    scroll = warscroll(a.unit)
    for weapon in there:
        bearers = {one.id for one in scroll.groups if weapon in scroll.armed(one)}
        those = [aim for aim in shots if aim.loadout in bearers]
        able = sum(aim.seen and aim.reaches(weapon) for aim in those)
        reach = _reach_of(weapon, those)
        rule = "AOS-16-3" if weapon.melee else "AOS-16-4"
        found.append(
            Finding(f"weapon.{weapon.id}", weapon.name, f"{able} of {len(those)}", able > 0, reach, (rule,))
        )
    return tuple(found)


def _reach_of(weapon: Weapon, those: list[Aim]) -> str:
    if weapon.melee:
        return f'combat range {COMBAT_RANGE:g}"'
    if weapon.range is None:
        return f"its range is {weapon.unknown['range']}: judge it by hand"
    return f'range {those[0].range_of(weapon):g}"' if those else ""


def charge(scene: Scene, a: Group, b: Group) -> Finding:
    """Return what a charge would need to get within half an inch as the crow flies."""
    gap = scene.link(a, b).gap
    dice = 2 + warscroll(a.unit).charge_dice
    needs = max(0, math.ceil(gap - CHARGE_RANGE - HAIR))
    chance = die(6).power(dice).chance_that(lambda total: total >= needs)
    why = f'at least {needs}" in a straight line on {dice}D6: {percent(chance)}'
    return Finding("charge", "charge", f"{needs}+", None, why)


def coherency(scene: Scene, a: Group) -> Finding:
    """Return whether a unit is coherent."""
    found = scene.coherent(a)
    if len(a.bodies) < 2 or a.pieces:
        return Finding("coherency", "coherent", "yes", good=True, why="a single model", rules=("AOS-18.3-1",))
    takes = needed(len(a.bodies), warscroll(a.unit).coherency)
    if found.holds:
        return Finding("coherency", "coherent", "yes", good=True, why=takes, rules=("AOS-18.3-1",))
    parts = len(found.groups)
    why = (
        f"it is in {parts} groups; {takes}"
        if parts > 1
        else f"{len(found.lonely)} models lack a neighbour; {takes}"
    )
    return Finding("coherency", "coherent", "no", good=False, why=why, rules=("AOS-18.3-1",))


def standing_on(scene: Scene, group: Group) -> tuple[Finding, ...]:
    """Return the features that a unit is wholly on."""
    names = [name_of(scene, feature) for feature in scene.terrain.groups if wholly_on(scene, group, feature)]
    if not names:
        return ()
    why = "no part of a base is outside"
    return (Finding("on", f"{group.name} wholly on", ", ".join(names), None, why, ("AOST-1.1-1",)),)


def power(scene: Scene, group: Group) -> tuple[Finding, ...]:
    """Return whether a hero is near enough to a place of power."""
    if not warscroll(group.unit).has("HERO"):
        return ()
    near = place_of_power(scene, group)
    if near is None:
        return ()
    yes = near[1] <= HERO_RANGE + HAIR
    why = f'{near[1]:.1f}" from {name_of(scene, near[0])}; heroes within {HERO_RANGE:g}" use it'
    return (Finding("power", "place of power", "in range" if yes else "too far", yes, why, ("AOST-1.2-4",)),)


def _three(spot: Spot) -> Spot:
    return (spot[0], spot[1], spot[2] if len(spot) > 2 else 0.0)
