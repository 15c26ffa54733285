"""What is true between two models on a table, and what a shot meets: range, sight, cover, height (TC-RNG-1)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from shapely.geometry import Point

from warband_tui.rules.board.inches import Body, distance, nearest, stand
from warband_tui.rules.board.layout import HAIR, MM, Base, Spot
from warband_tui.rules.board.planning import Finding, SightLine
from warband_tui.rules.board.sight import Cover, Sight
from warband_tui.rules.board.sight import cover as covers
from warband_tui.rules.board.templates import circle
from warband_tui.rules.catalogue import WeaponProfile
from warband_tui.rules.games.trench_crusade.actions import Shoot
from warband_tui.rules.games.trench_crusade.attack_plan import ignores
from warband_tui.rules.games.trench_crusade.charging import ChargePlan, charge_plan, near_line
from warband_tui.rules.games.trench_crusade.ground_rules import MELEE, base_of, terrain_rules
from warband_tui.rules.games.trench_crusade.keywords import value_of
from warband_tui.rules.games.trench_crusade.positions import Scene, seen
from warband_tui.rules.games.trench_crusade.profile import profile_of, weapons_for, words_of
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import first_few

_POINT = Base(0, 0)


class Shot(Struct, frozen=True):
    """What a shot from one model at another meets."""

    distance: float
    sight: Sight
    cover: Cover | None
    rise: float
    """How much higher the shooter's base is, in inches."""
    elevated: bool

    @property
    def line(self) -> tuple[SightLine, ...]:
        """The line that proves what is seen."""
        return self.sight.lines


def shot(scene: Scene, unit: Unit, target: str) -> Shot:
    """Return what a shot at a model meets."""
    a, b = scene.body(unit.id), scene.body(target)
    sight = scene.sees(unit.id, target)
    base = base_of(scene.state.unit(target))
    rise = a.z - b.z
    elevated = scene.rules.elevated(round(rise, 3), max(base.width, base.depth))
    return Shot(scene.gap(unit.id, target), sight, cover_of(scene, a, b, sight), rise, elevated)


def cover_of(scene: Scene, a: Body, b: Body, sight: Sight) -> Cover | None:
    """Return the piece that gives a model cover from another, None for none (TC-RNG-1).

    It touches the piece, which is at least as wide as its base and lies between; in 1.0.2 the piece is at
    least 1/2" high and hides a part of it. Pieces of the tag `cover` do so whatever they hide.
    """
    terrain = terrain_rules()
    wide = max(b.base.width, b.base.depth) / MM
    for lowest, tags in ((-1.0, terrain.covering), (scene.rules.cover_height, None)):
        for found in covers(scene.table, a, b, least_height=lowest, tags=tags):
            feature = scene.table.feature(found.piece)
            if set(feature.tags) & set(terrain.uncovering) or found.width < wide - 0.01:
                continue
            if not (found.touching or found.on) or _inside(scene, a, found.piece):
                continue
            hides = found.piece in sight.blockers
            if tags or hides or (not scene.rules.cover_hides and found.between):
                return found
    return None


def measured_shot(scene: Scene, action: Shoot, target: str) -> Shoot:
    """Return a shot with all that its player has left open measured for one target."""
    unit = scene.state.unit(action.unit)
    found = shot(scene, unit, target)
    stated = action.distance if target == action.target else None
    long = action.long if target == action.target else None
    return replace(
        action,
        distance=stated if stated is not None or long is not None else round(found.distance, 3),
        cover=action.cover if action.cover is not None else found.cover is not None,
        elevated=action.elevated if action.elevated is not None else found.elevated,
        sight=action.sight and found.sight.seen,
    )


def blast_radius(weapon: WeaponProfile) -> int:
    """Return the radius of a weapon's BLAST in inches, 0 for none."""
    return value_of(weapon.keywords, "BLAST")


def caught(scene: Scene, weapon: WeaponProfile, at: Spot) -> tuple[tuple[str, str], ...]:
    """Return who a blast at a point catches, and why: within its radius and seen from the point (BLAST, TC-KEY-1)."""
    radius = blast_radius(weapon)
    units = [u for u in scene.state.units.values() if scene.stands(u)]
    bodies = [scene.body(u.id) for u in units]
    if not radius:
        return ()
    found = []
    for under in circle(at, radius, bodies, flat=False).models:
        unit = units[under.model]
        if sees_point(scene, scene.body(unit.id), at).seen:
            found.append((unit.id, f'{under.gap:.1f}" from the point'))
    return tuple(found)


def sees_point(scene: Scene, body: Body, at: Spot) -> Sight:
    """Return whether a model sees a point of the table: a millimetre wide and high."""
    return seen(scene.table, body, stand(Base(1, 1), at, 1 / MM))


def gap_to(body: Body, at: Spot) -> float:
    """Return how far a model is from a point of the table, in three dimensions from the edge of its base (TC-ACT-3)."""
    return distance(body, stand(_POINT, at))


def beyond(body: Body, weapon: WeaponProfile, at: Spot) -> str:
    """Return why a point is out of a weapon's range, empty where it is not."""
    far = gap_to(body, at)
    if weapon.range is None or far <= weapon.range + HAIR:
        return ""
    return f'the point is {far:.1f}" away; the {weapon.name} reaches {weapon.range:g}"'


def look(scene: Scene, unit: Unit, other: Unit) -> tuple[Finding, ...]:
    """Return what is true between a model and another."""
    a, b = scene.body(unit.id), scene.body(other.id)
    gap = scene.gap(unit.id, other.id)
    p, q = nearest(a, b)
    found = [
        Finding(
            "distance",
            "distance",
            f'{gap:.1f}"',
            why='within 1": in melee' if gap <= 1 + HAIR and unit.side != other.side else "",
            rules=("TC-ACT-3",),
            lines=(SightLine(p, q, clear=True),),
        )
    ]
    met = shot(scene, unit, other.id)
    found.append(_sight_finding(met.sight))
    if unit.side == other.side:
        return tuple(found)
    found.append(_cover_finding(met))
    found.append(_elevated_finding(met))
    found += weapon_findings(unit, met)
    found.append(charge_finding(scene, unit, other))
    return tuple(found)


def weapon_findings(unit: Unit, met: Shot) -> list[Finding]:
    """Return for each ranged weapon whether it reaches, and whether at long range."""
    found = []
    profile = profile_of(unit)
    for weapon in weapons_for(profile, "ranged"):
        if weapon.range is None:
            continue
        reaches = met.distance <= weapon.range + HAIR
        long = met.distance > weapon.range / 2 + HAIR and not ignores(profile, words_of(weapon), "LONG RANGE")
        verdict = "out of range" if not reaches else "long range" if long else "in range"
        why = f'{met.distance:.1f}" of {weapon.range:g}"'
        found.append(Finding(f"weapon:{weapon.id}", weapon.name, verdict, reaches, why, ("TC-RNG-1",)))
    return found


def charge_finding(scene: Scene, unit: Unit, other: Unit) -> Finding:
    """Return whether a model may charge another, by which way and at what risk."""
    plan = charge_plan(scene, unit, (other.id,))
    lines = tuple(SightLine(leg.a, leg.b, clear=plan.legal) for leg in plan.way.route.legs)
    return Finding(
        "charge",
        "charge",
        "may be charged" if plan.legal else "no charge",
        plan.legal,
        charge_words(scene, unit, plan),
        charge_rules(plan),
        lines,
    )


def charge_words(scene: Scene, unit: Unit, plan: ChargePlan) -> str:
    """Return why a charge may not be made, else its length, its risks, who interposes."""
    if plan.refusal is not None:
        return plan.refusal.why
    parts = [f'{plan.way.price:.1f}" to contact, it gets {near_line(unit)}']
    if not plan.stopped_by and plan.way.price - MELEE > plan.most + HAIR:
        parts.append("it may be declared, and falls short whatever the die")
    if plan.risks:
        parts.append(f"by {first_few(plan.risks, ' and ')}")
    if not plan.sight.seen:
        parts.append("unseen: a Risky roll first")
    if plan.interposing:
        parts.append(f"{scene.state.unit(plan.interposing).name} interposes")
    return "; ".join(parts)


def charge_rules(plan: ChargePlan) -> tuple[str, ...]:
    """Return the rules that a charge goes by."""
    own = plan.refusal.rules if plan.refusal else ()
    several = ("TC-CHG-6",) if len(plan.targets) > 1 else ()
    stopped = ("TC-CHG-7",) if plan.interposing else ()
    return tuple(dict.fromkeys((*own, "TC-CHG-1", "TC-CHG-2", "TC-CHG-3", *several, *stopped)))


# Inside


def _inside(scene: Scene, body: Body, piece: str) -> bool:
    """Whether somebody stands in or on a piece that would cover another from him."""
    return bool(scene.terrain.piece(piece).area.contains(Point(body.x, body.y)))


def _sight_finding(sight: Sight) -> Finding:
    verdict = (
        "in sight" if sight.seen and sight.share >= 1 else "partly in sight" if sight.seen else "out of sight"
    )
    return Finding("sight", "sight", verdict, sight.seen, sight.why, ("TC-RNG-1", "TC-CHG-1"), sight.lines)


def _cover_finding(met: Shot) -> Finding:
    if met.cover is None:
        return Finding("cover", "cover", "no cover", True, rules=("TC-RNG-1",))
    why = f"from {met.cover.name}: -1 dice"
    return Finding("cover", "cover", "in cover", False, why, ("TC-RNG-1",), met.cover.lines)


def _elevated_finding(met: Shot) -> Finding:
    verdict = "elevated" if met.elevated else "level"
    why = f'{met.rise:.3g}" higher' + (": +1 dice" if met.elevated else "") if met.rise > HAIR else ""
    return Finding("elevated", "height", verdict, met.elevated or None, why, ("TC-RNG-1",))
