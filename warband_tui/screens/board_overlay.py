"""What the board screen lays over the board for the cursor's place: route, sight lines, ruler, template, ghost."""

from __future__ import annotations

from warband_tui.campaign.board_view import BoardPicture, middle_of
from warband_tui.campaign.board_view_formation import moved_to
from warband_tui.campaign.board_view_layers import (
    beside,
    cursor_layer,
    ghost_layer,
    merged,
    pins_layer,
    route_layer,
    ruler_layer,
    sight_layer,
    template_layer,
)
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_terrain import Layer, Paint
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.planning import Footprint
from warband_tui.screens.board_acts import BoardActs


def overlay_of(screen: BoardActs) -> Layer:
    """Return all that depends on where the cursor is."""
    picture, projection = screen.picture, screen.projection
    if picture is None or projection is None:
        return {}
    covered = screen.here.covered if screen.here is not None else None
    layers = [
        template_layer(covered, projection.zoom.grain, projection) if covered is not None else {},
        *_ghosts(screen, picture, projection),
        *_answers(screen, picture, projection),
        pins_layer(screen.via, screen.foot(), projection, picture),
    ]
    if screen.ruler is not None:
        a, b = (middle_of(picture.board, spot, Footprint()) for spot in (screen.ruler, screen.spot()))
        layers.append(ruler_layer(a, b, projection))
    layers += [cursor_layer(screen.cursor, projection), _hints(screen, picture, projection)]
    return merged(layers)


def _ghosts(screen: BoardActs, picture: BoardPicture, projection: Projection) -> list[Layer]:
    """Return where the unit would stand: the one to be placed, or the one to be moved."""
    if screen.placing:
        foot = screen.foot(screen.placing)
        return [ghost_layer(spot, foot, projection) for spot in screen.put(picture).spots]
    if (screen.modes or screen.picking is not None) and not screen.looking and not screen.template:
        foot = screen.foot()
        return [ghost_layer(spot, foot, projection) for spot in _moved(screen, picture)]
    return []


def _moved(screen: BoardActs, picture: BoardPicture) -> tuple[Spot, ...]:
    """Return where the unit's models would stand: as the game says, until then all as far as the first."""
    unit = screen.session.state.units.get(screen.unit)
    trace = screen.here.trace if screen.here is not None else None
    told = trace.action.get("to") if trace is not None else None
    if unit is not None and told and isinstance(told[0], list | tuple):
        return tuple(tuple(spot) for spot in told)
    to = trace.to if trace is not None and trace.legal else screen.spot()
    return moved_to(picture.board, unit.at if unit is not None else (), to)


def _answers(screen: BoardActs, picture: BoardPicture, projection: Projection) -> list[Layer]:
    """Return what the game said of the place."""
    unit = screen.session.state.units.get(screen.unit)
    waiting = screen.here is None and screen.here_asked() is not None
    here = screen.left if waiting else screen.here
    if here is None:
        return []
    layers: list[Layer] = []
    if here.trace is not None and unit is not None:
        start = unit.at[0] if unit.at else None
        route = route_layer(here.trace, start, screen.foot(), projection, picture)
        layers.append(route)
    if not waiting:
        lines = [line for finding in here.findings for line in finding.lines]
        layers.append(sight_layer(lines, projection))
    tokens = screen.scene.tokens if screen.scene is not None else {}
    return [beside(layer, tokens) for layer in layers]


def _hints(screen: BoardActs, picture: BoardPicture, projection: Projection) -> Layer:
    """Return the letters by which a target is picked."""
    hints = screen.mode.hints() if screen.mode is not None else None
    layer: Layer = {}
    for token in picture.tokens if hints else ():
        letter = hints.get(token.unit, "") if hints else ""
        if letter and token.leads:
            column, row = projection.character(middle_of(picture.board, token.spot, token.foot))
            layer.setdefault(row, {})[column] = Paint(letter, "oncursor", "cursor")
    return layer
