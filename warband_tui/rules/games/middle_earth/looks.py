"""What is true between two units on a table, each with its reason, its rules and the line that proves it.

Loaded by battles with a board only: it needs the geometry of `rules/board`.
"""

from __future__ import annotations

from warband_tui.rules.board.planning import Finding
from warband_tui.rules.games.middle_earth import broken
from warband_tui.rules.games.middle_earth.boards import CHARGE, refusal
from warband_tui.rules.games.middle_earth.distances import gone, shown
from warband_tui.rules.games.middle_earth.force import unit_broken
from warband_tui.rules.games.middle_earth.ground_rules import CONTROL_ZONE, ZONE_RULE, has_zone, move_of
from warband_tui.rules.games.middle_earth.profile import Weapon, profile_of
from warband_tui.rules.games.middle_earth.routes import charge_way
from warband_tui.rules.games.middle_earth.scene import Scene
from warband_tui.rules.games.middle_earth.settings import within
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import counted, listed


def look(state: BattleState, unit_id: str, other_id: str) -> tuple[Finding, ...]:
    """Return what is true between two units that stand on the table."""
    scene = Scene(state)
    unit, other = scene.unit(unit_id), scene.unit(other_id)
    found = [distance_of(scene, unit, other), sight_of(scene, unit, other)]
    if unit.side == other.side:
        found += [one for pair in ((unit, other), (other, unit)) if (one := stand_fast(scene, *pair))]
        return tuple(found)
    found += [zone_of(scene, unit, other)]
    found += [shot_of(scene, unit, other, weapon) for weapon in profile_of(unit).weapons if weapon.ranged]
    found.append(charge_of(scene, unit, other))
    return tuple(found)


def distance_of(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return how far two units are apart, from base edge to base edge."""
    link = scene.link(unit, other)
    many = " of the nearest models" if max(len(unit.at), len(other.at)) > 1 else ""
    why = "in base contact" if link.gap <= 0.01 else f"from base edge to base edge{many}"
    return Finding("distance", "distance", shown(link.gap), None, why, (), (link.line,))


def sight_of(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return whether a unit sees another, partly or whole, and what hides it."""
    found = scene.seen(unit, other)
    if not found.seen:
        return Finding("sight", "sight", "does not see it", good=False, why=found.why, lines=found.lines)
    partly = found.share < 1
    names = {piece.id: piece.label for piece in scene.terrain.pieces}
    hidden = listed([names[b] for b in found.blockers if b in names][:3])
    why = f"partly hidden by {hidden}" if partly and hidden else found.why
    return Finding("sight", "sight", "sees it", good=True, why=why, lines=found.lines)


def stand_fast(scene: Scene, hero: Unit, unit: Unit) -> Finding | None:
    """Return whether a hero covers a warrior where they stand, and why or why not (ME-SFT-1 to 4).

    None where there is nothing to say: the first is no hero, or the second never gains.
    """
    state = scene.state
    if not profile_of(hero).hero or (profile_of(unit).hero and broken.may_gain(state, hero, unit)):
        return None
    label = f"Stand Fast! of {hero.name}"
    lines = (scene.link(hero, unit).line,)
    far = broken.out_of_reach(state, hero, unit, models=max(1, broken.untested(unit)))
    no = broken.gives(state, hero) or broken.may_gain(state, hero, unit)
    if unit_broken(state, unit):
        no = no or broken.exempt(state, unit)
    if no or far:
        why = "; ".join(one.why for one in (no, far) if one)
        rules = tuple(dict.fromkeys(rule for one in (no, far) if one for rule in one.rules))
        return Finding(
            f"stand-fast {hero.id}", label, f"does not cover {unit.name}", False, why, rules, lines
        )
    reach = broken.reach_of(state, hero)
    why = f"{shown(scene.link(hero, unit).gap)} of {'the whole table' if reach is None else shown(reach)}"
    rules = ("ME-SFT-1", "ME-SFT-2")
    if not unit_broken(state, unit):
        why += f"; {state.side(unit.side).name} is not broken"
        return Finding(f"stand-fast {hero.id}", label, f"would cover {unit.name}", None, why, rules, lines)
    waits = broken.covers(state, hero, unit)
    if waits:
        why += f"; {waits.why}"
        return Finding(f"stand-fast {hero.id}", label, f"would cover {unit.name}", None, why, rules, lines)
    return Finding(f"stand-fast {hero.id}", label, f"covers {unit.name}", True, why, rules, lines)


def zone_of(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return whether a unit stands in the control zone of an enemy (ME-MOV-2)."""
    if not has_zone(scene.state, other):
        why = f"{other.name} is engaged, prone or a loose mount"
        return Finding("zone", "control zone", "has none", None, why, (ZONE_RULE,))
    link = scene.link(unit, other)
    inside = link.gap <= CONTROL_ZONE
    why = f'{shown(link.gap)} from {other.name}, whose zone is {CONTROL_ZONE:g}"'
    return Finding("zone", "control zone", "inside" if inside else "outside", not inside, why, (ZONE_RULE,))


def shot_of(scene: Scene, unit: Unit, other: Unit, weapon: Weapon) -> Finding:
    """Return whether a weapon reaches an enemy, what stands in the way of the shot, what moving costs it."""
    link, reach = scene.link(unit, other), weapon.range or 0.0
    label = f'shot with {weapon.name} {reach:g}"'
    seen = scene.seen(unit, other)
    if not within(scene.state, link.gap, reach):
        why = f"{shown(link.gap, reach)} away"
        return Finding(f"shot {weapon.id}", label, "out of range", False, why, (), (link.line,))
    if not seen.seen:
        return Finding(f"shot {weapon.id}", label, "not seen", False, seen.why, (), seen.lines)
    things = scene.in_the_way(unit, other)
    notes = [f"{shown(link.gap)} away"]
    if things:
        notes.append(f"{counted(len(things), 'thing')} in the way: {listed(things[:4])}")
    moved = gone(unit)
    if moved > move_of(unit) / 2 and not weapon.thrown:
        notes.append(f"it has moved {shown(moved)}, more than half its Move")
        return Finding(f"shot {weapon.id}", label, "has moved too far", False, "; ".join(notes))
    if moved and not weapon.thrown:
        notes.append(f"it has moved {shown(moved)}: harder by one")
    return Finding(f"shot {weapon.id}", label, "in range", True, "; ".join(notes), (), (link.line,))


def charge_of(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return whether a unit gets into contact with an enemy this turn, and what that takes (ME-MOV-3)."""
    way, no = charge_way(scene, unit, (other.id,)), refusal(scene.state, unit, CHARGE)
    if not way.legal or no:
        why = no.why if no else way.why
        rules = no.rules if no else way.rules
        return Finding("charge", "charge", "no", False, why, rules)
    why = "; ".join((f'{shown(way.price or 0)} of {way.budget:g}"', *way.notes))
    return Finding("charge", "charge", "gets there", True, why, way.rules)
