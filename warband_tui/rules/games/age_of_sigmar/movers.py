"""Models as routes meet them: who moves, and the models of all other units on the table."""

from __future__ import annotations

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.inches import Body
from warband_tui.rules.board.obstacles import Mover, Standing
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.age_of_sigmar.positions import Scene
from warband_tui.rules.state import Unit


def mover_of(scene: Scene, body: Body, unit: Unit, ground: GroundRules) -> Mover:
    """Return a model as it moves among the models of all other units; faction terrain is ground to it."""
    if unit.id not in scene.standings:
        scene.standings[unit.id] = _others(scene, unit)
    return Mover(body, ground, scene.standings[unit.id])


def walks_of(scene: Scene, body: Body, unit: Unit, ground: GroundRules, far: float) -> Walks:
    """Return the straight walks of a model as far as so many inches; a scene works out once what is met on them."""
    asked = (unit.id, body, ground, far)
    if asked not in scene.walks:
        scene.walks[asked] = Walks(scene.board, mover_of(scene, body, unit, ground), far=far)
    return scene.walks[asked]


def _others(scene: Scene, unit: Unit) -> tuple[Standing, ...]:
    return tuple(
        Standing(standing_id(group.unit.id, n), other, group.name, friend=group.unit.side == unit.side)
        for group in scene.all()
        if group.unit.id != unit.id and not group.pieces
        for n, other in enumerate(group.bodies)
    )


def standing_id(unit_id: str, model: int) -> str:
    """Return what a model of a unit is called among those that are met."""
    return f"{unit_id}:{model}"


def unit_of(standing: str) -> str:
    """Return the unit of a model that is met."""
    return standing.rpartition(":")[0]
