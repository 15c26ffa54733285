"""What terrain does on a table: wholly on, behind, cover, obscuring, places of power (AOST-1.1, 1.2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from shapely.geometry import LineString

from warband_tui.rules.board.inches import Body, flat_gap, nearest
from warband_tui.rules.board.layout import HAIR, InchBoard
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.board.sight import Behind, behind
from warband_tui.rules.board.terrain import Piece, terrain_of
from warband_tui.rules.games.age_of_sigmar.attack_plan import covered
from warband_tui.rules.games.age_of_sigmar.glances import behind_at_once
from warband_tui.rules.games.age_of_sigmar.positions import COMBAT_RANGE, Group, Scene
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import behind_terrain, obscuring_text
from warband_tui.rules.games.age_of_sigmar.terrain_list import COVER, OBSCURING, POWER

_NEAR = 1.0
"""Inches from obscuring terrain, in the text of 2025."""


class Shelter(Struct, frozen=True):
    """A feature that shelters a target: its id and name, `on`, `behind` or `near` it, the line that proves it."""

    feature: str
    name: str
    how: str
    line: SightLine | None = None

    @property
    def why(self) -> str:
        """The reason in words."""
        words = {"on": "wholly on", "behind": "behind", "near": 'within 1" of'}
        return f"{words[self.how]} {self.name}"


def features_with(scene: Scene, tag: str) -> dict[str, tuple[Piece, ...]]:
    """Return the features of which a piece has a tag, by their ids."""
    return {key: pieces for key, pieces in scene.terrain.groups.items() if any(p.has((tag,)) for p in pieces)}


def wholly_on(scene: Scene, group: Group, feature: str) -> bool:
    """Whether no part of a base of a unit is outside a feature (AOST-1.1-1)."""
    return not group.pieces and _wholly_on(scene.board, group.bodies, feature)


def name_of(scene: Scene, feature: str) -> str:
    """Return what players call a feature."""
    return scene.terrain.groups[feature][0].label


def shelter(scene: Scene, a: Group, i: int, b: Group, feature: str) -> Shelter | None:
    """Return whether a unit is wholly on a feature, or behind it for one model that attacks (AOST-1.1-2)."""
    if feature in (a.own, b.own):
        return None
    if wholly_on(scene, b, feature):
        return Shelter(feature, name_of(scene, feature), "on")
    closest = behind_terrain(scene.state) == "closest"
    nearest_one = _nearest(a.bodies[i], b.bodies)
    if feature not in _crossed(scene.board, a.bodies[i], nearest_one):
        return None
    targets = (nearest_one,) if closest else b.bodies
    found = _behind(scene.board, a.bodies[i], targets, feature, closest)
    return Shelter(feature, name_of(scene, feature), "behind", found.line) if found.behind else None


def covers(scene: Scene, a: Group, i: int, b: Group) -> Shelter | None:
    """Return what gives a unit cover from attacks of one model (AOST-1.2-1): not if it charged or has FLY."""
    if not covered(b.unit):
        return None
    found = (shelter(scene, a, i, b, feature) for feature in features_with(scene, COVER))
    return next((one for one in found if one is not None), None)


def obscures(scene: Scene, a: Group, i: int, b: Group) -> Shelter | None:
    """Return what keeps a unit from being shot at by one model (AOST-1.2-3): not if it has FLY."""
    scroll = warscroll(b.unit)
    if scroll.has("FLY"):
        return None
    if obscuring_text(scene.state) == "2025":
        near = in_obscuring(scene, b)
        in_range = scene.gap_of(a, i, b, flat=True) <= COMBAT_RANGE + HAIR
        return near if near is not None and not in_range else None
    found = (shelter(scene, a, i, b, feature) for feature in features_with(scene, OBSCURING))
    return next((one for one in found if one is not None), None)


def in_obscuring(scene: Scene, group: Group) -> Shelter | None:
    """Return the obscuring feature that all models of a unit are within 1" of (2025); none for FLY, MONSTER."""
    scroll = warscroll(group.unit)
    if obscuring_text(scene.state) != "2025" or scroll.has("FLY") or scroll.has("MONSTER") or group.pieces:
        return None
    for feature, pieces in features_with(scene, OBSCURING).items():
        if all(scene.terrain.gap_to(body, pieces, flat=True) <= _NEAR + HAIR for body in group.bodies):
            return Shelter(feature, name_of(scene, feature), "near")
    return None


def place_of_power(scene: Scene, group: Group) -> tuple[str, float] | None:
    """Return the nearest place of power and how far it is from a unit, in inches (AOST-1.2-4)."""
    found = [
        (feature, min(scene.terrain.gap_to(body, pieces) for body in group.bodies))
        for feature, pieces in features_with(scene, POWER).items()
    ]
    return min(found, key=lambda pair: pair[1], default=None)


@lru_cache(maxsize=4096)
def _wholly_on(board: InchBoard, bodies: tuple[Body, ...], feature: str) -> bool:
    terrain = terrain_of(board)
    pieces = terrain.groups[feature]
    return all(terrain.wholly_on(body, pieces) for body in bodies)


@lru_cache(maxsize=4096)
def _nearest(a: Body, others: tuple[Body, ...]) -> Body:
    return min(others, key=lambda body: flat_gap(a, body))


@lru_cache(maxsize=4096)
def _crossed(board: InchBoard, a: Body, b: Body) -> frozenset[str]:
    """Return the features on the line between the nearest points of two bases: one is behind no other."""
    p, q = nearest(a, b)
    return frozenset(piece.group for piece in terrain_of(board).near(LineString([p[:2], q[:2]])))


@lru_cache(maxsize=4096)
def _behind(board: InchBoard, a: Body, targets: tuple[Body, ...], feature: str, closest: bool) -> Behind:
    pieces = terrain_of(board).groups[feature]
    found = None if closest else behind_at_once(a, targets, pieces, COMBAT_RANGE)
    return found or behind((a,), targets, pieces, ignored_within=COMBAT_RANGE, nearest_points=closest)
