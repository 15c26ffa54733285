"""Charges on a table: whether one may be declared, by which way, who stands in it (TC-CHG-1, 3, 6, 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from warband_tui.rules.board.ground import Risk
from warband_tui.rules.board.inches import Body, moved, plan, within
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.obstacles import Standing
from warband_tui.rules.board.paths import Contact, first_contact, straight_goal
from warband_tui.rules.board.sight import Sight
from warband_tui.rules.games.trench_crusade import checks
from warband_tui.rules.games.trench_crusade.ground_rules import MELEE, shunned
from warband_tui.rules.games.trench_crusade.movement import LONGEST_CHARGE, charge_bonus
from warband_tui.rules.games.trench_crusade.positions import Scene
from warband_tui.rules.games.trench_crusade.profile import allowance
from warband_tui.rules.games.trench_crusade.ways import STOPPING, Way, charge_way, charge_way_to
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import first_few

_AROUND = 72
_CONTACT = 0.003
_SAME = 0.05
"""Inches: a way drawn by hand that is so much longer than the shortest is as short."""


class ChargePlan(Struct, frozen=True):
    """A charge as it would be declared now, before the die."""

    unit: str
    targets: tuple[str, ...]
    way: Way
    gap: float
    """To the first target, base edge to base edge, in inches."""
    sight: Sight
    most: float
    """As far as it gets with the best die."""
    refusal: Refusal | None = None
    stopped_by: Contact | None = None
    """The undeclared enemy at whose 1" the charge stops."""
    interposing: str = ""
    """The undeclared enemy that it meets before its target."""

    risks: tuple[str, ...] = ()
    """What must be risked on the way, each once."""

    @property
    def legal(self) -> bool:
        """Whether it may be declared."""
        return self.refusal is None


def charge_plan(
    scene: Scene, unit: Unit, targets: Sequence[str], to: Spot = (), via: Sequence[Spot] = ()
) -> ChargePlan:
    """Return how a charge at some enemies would go.

    Args:
        scene: the table.
        unit: who charges.
        targets: the declared enemies, at least one.
        to: a place next to the first target where the charge is to end; empty for the nearest.
        via: points on the way, where the player picks a way with its risks.
    """
    first = targets[0]
    gap = scene.gap(unit.id, first)
    sight = scene.sees(unit.id, first)
    most = most_of(unit)
    way = _way(scene, unit, targets, to, via, most)
    met, before = interposed(scene, unit, way, targets) if way.found else (None, False)
    refusal = (
        checks.can_charge(scene.state, unit)
        or _out_of_melee(scene, unit)
        or _far(scene, unit, targets)
        or _unseen(scene, first, sight)
        or (None if way.found else Refusal(f"no way: {way.reason}", ("TC-CHG-3",)))
        or (_in_the_way(scene, met) if before else None)
        or _longer(scene, unit, first, way, via, most)
    )
    stops = before or scene.rules.interposed == "stops"
    blocker = met.id if met and before else ""
    return ChargePlan(
        unit.id, tuple(targets), way, gap, sight, most, refusal, met if stops else None, blocker,
        _risks(scene, way),
    )  # fmt: skip


def most_of(unit: Unit) -> float:
    """Return how far a charge gets with the best die (TC-CHG-2)."""
    return min(float(allowance(unit) + charge_bonus(unit, 6)), LONGEST_CHARGE)


def least_of(unit: Unit) -> float:
    """Return how far a charge gets with the worst die (TC-CHG-2)."""
    return min(float(allowance(unit) + charge_bonus(unit, 1)), LONGEST_CHARGE)


def interposed(scene: Scene, unit: Unit, way: Way, targets: Sequence[str]) -> tuple[Contact | None, bool]:
    """Return the first undeclared enemy within 1" of the way, and whether that is before the target (TC-CHG-7)."""
    body = scene.body(unit.id)
    named = _named(scene, targets)
    others = [_standing(scene, foe) for foe in scene.foes(unit) if foe.id not in named]
    met = first_contact(way.route, body.base, others, near=MELEE)
    if met is None:
        return None, False
    declared = [_standing(scene, scene.state.unit(t)) for t in named]
    goal = first_contact(way.route, body.base, declared, near=MELEE)
    return met, goal is None or met.length < goal.length - HAIR


def near_line(unit: Unit) -> str:
    """Return what a charge of a unit may come to, in words."""
    least, most = least_of(unit), most_of(unit)
    return f'{most:g}"' if least == most else f'{least:g}" to {most:g}" by the die'


# Inside


def _risks(scene: Scene, way: Way) -> tuple[str, ...]:
    """Return what must be risked on a way; a safe jump down is no risk (TC-JMP-5)."""
    found = (m for m in way.route.marks if m.kind in STOPPING)
    return tuple(
        dict.fromkeys(
            m.kind for m in found if m.kind != "drop" or not scene.rules.safe_jump(round(m.size, 3))
        )
    )


def _way(scene: Scene, unit: Unit, targets: Sequence[str], to: Spot, via: Sequence[Spot], most: float) -> Way:
    if to:
        return charge_way_to(scene, unit, to, via, budget=most)
    if via:
        goal = beside(scene.at(unit, via[-1]), scene.body(targets[0]), _CONTACT)
        return charge_way_to(scene, unit, goal.at, via, budget=most)
    first = charge_way(scene, unit, targets[0], budget=most)
    if len(targets) == 1 or not first.found:
        return first
    touch = first.route.points[-1:] if scene.rules.targets_slide else ()
    return _beside_all(scene, unit, targets, touch, most) or first


def _named(scene: Scene, targets: Sequence[str]) -> Sequence[str]:
    """Return which of the enemies that a charge is to reach are its targets: one, where it slides on to the others."""
    return targets[:1] if scene.rules.targets_slide else targets


def _beside_all(
    scene: Scene, unit: Unit, targets: Sequence[str], touch: Sequence[Spot], most: float
) -> Way | None:
    """Return the way to a place in contact with the first target and within 1" of the others (TC-CHG-6).

    `touch` is where it touches the first target before it slides on; empty for straight to that place.
    """
    body, first = scene.body(unit.id), scene.body(targets[0])
    far = body.radius + first.radius + _CONTACT
    spots: list[Spot] = []
    for n in range(_AROUND):
        turn = 2 * math.pi * n / _AROUND
        spot: Spot = (first.x + far * math.cos(turn), first.y + far * math.sin(turn), first.z)
        there = moved(body, spot)
        if all(within(there, scene.body(t), MELEE) for t in targets):
            spots.append(spot)
    spots.sort(key=lambda spot: math.dist(spot[:2], (body.x, body.y)))
    rules = scene.ground(unit, keep_out=0.0)
    for spot in spots:
        if not scene.may_end(unit, spot, rules):
            found = charge_way_to(scene, unit, spot, touch, budget=most)
            if found.found:
                return found
    return None


def _out_of_melee(scene: Scene, unit: Unit) -> Refusal | None:
    near = scene.in_melee_at(unit, scene.body(unit.id))
    if not near:
        return None
    return Refusal(f'{unit.name} stands within 1" of {scene.state.unit(near[0]).name}', ("TC-CHG-1",))


def _far(scene: Scene, unit: Unit, targets: Sequence[str]) -> Refusal | None:
    for target in _named(scene, targets):
        gap = scene.gap(unit.id, target)
        if gap > LONGEST_CHARGE + HAIR:
            rules = ("TC-CHG-1", "TC-CHG-2") if target == targets[0] else ("TC-CHG-6",)
            name = scene.state.unit(target).name
            return Refusal(f'{name} is {gap:.1f}" away; a charge takes {LONGEST_CHARGE}" at most', rules)
    return None


def _unseen(scene: Scene, target: str, sight: Sight) -> Refusal | None:
    if sight.seen or scene.rules.unseen_charge == "risky":
        return None
    return Refusal(f"{scene.state.unit(target).name} is out of sight: {sight.why}", ("TC-CHG-1",))


def _in_the_way(scene: Scene, met: Contact | None) -> Refusal | None:
    if met is None or scene.rules.interposed != "refused":
        return None
    who = scene.state.unit(met.id).name
    return Refusal(f"{who} is in the way: charge {who} instead", ("TC-CHG-7",))


def _longer(
    scene: Scene, unit: Unit, target: str, way: Way, via: Sequence[Spot], most: float
) -> Refusal | None:
    """Refuse a way drawn by hand that is not the shortest of its kind (TC-CHG-3)."""
    if not via or not way.found:
        return None
    kinds = {mark.kind for mark in way.route.marks}
    shun: tuple[Risk, ...] = (*shunned(scene.state, charging=True), "drop")
    avoid = None if scene.rules.charge_shuns_difficult else [kind for kind in shun if kind not in kinds]
    shortest = charge_way(scene, unit, target, budget=most, avoid=avoid)
    needless = scene.rules.charge_shuns_difficult and set(_risks(scene, way)) - set(_risks(scene, shortest))
    as_short = way.price <= shortest.price + _SAME or way.route.length <= shortest.route.length + _SAME
    if not shortest.found or (as_short and not needless):
        return None
    if needless:
        return Refusal(f"that way risks {first_few(sorted(needless), ' and ')} without need", ("TC-CHG-3",))
    return Refusal(
        f'that way takes {way.price:.1f}"; the shortest of its kind takes {shortest.price:.1f}"',
        ("TC-CHG-3",),
    )


def _standing(scene: Scene, foe: Unit) -> Standing:
    return Standing(foe.id, scene.body(foe.id), foe.name)


def beside(body: Body, target: Body, gap: float) -> Body:
    """Return a model moved straight at another until it is so near."""
    if math.dist(plan(body.at), plan(target.at)) <= HAIR:
        return body
    return moved(body, straight_goal(body, target, gap))
