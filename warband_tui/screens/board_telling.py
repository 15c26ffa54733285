"""What the board screen tells beside the board, read from what it holds."""

from __future__ import annotations

from typing import Any

import msgspec

from warband_tui.campaign.board_view import BoardPicture, zone_words
from warband_tui.campaign.board_view_asking import Failed, answered
from warband_tui.campaign.board_view_projection import cell_of
from warband_tui.campaign.board_view_scene import price_at, threat_signs
from warband_tui.campaign.board_view_terrain import ground_words
from warband_tui.rules.board.layout import SquareBoard
from warband_tui.rules.board.planning import Cell
from warband_tui.rules.state import Unit
from warband_tui.screens.battle_modes import Picking
from warband_tui.screens.board_acts import BoardActs
from warband_tui.screens.board_frame import LOW
from warband_tui.widgets.board_legend import legend_lines
from warband_tui.widgets.board_panel import short_lines
from warband_tui.widgets.board_route import Told
from warband_tui.widgets.lines import Line, Span, paragraph

ROLES = {"move": "move", "fast": "further", "careful": "careful", "attack": "into combat", "other": "other"}

ROOMY = 30
"""From so many lines of the terminal on, notes of the legend are told to their end."""


def told_of(screen: BoardActs) -> Told:
    """Return what is to be told of the unit, the cursor's place and what is being looked at."""
    picture, projection = screen.picture, screen.projection
    if picture is None or projection is None:
        return Told()
    state, game = screen.session.state, screen.session.ruleset
    words = game.board_words
    unit = state.units.get(screen.unit)
    spot = screen.spot()
    here, other = screen.here, screen.under_cursor()
    reach = next((r for r in screen.bands.reach if r.mode == screen.mode_id), None)
    cell = cell_of(spot, reach.grain if reach else 1, inches=projection.inches)
    x, y = spot[0], spot[1]
    stands = state.units.get(other)
    placing = state.units.get(screen.placing)
    return Told(
        length=words.length if words is not None else "",
        unit=unit.name if unit else "",
        code=picture.codes.get(screen.unit, ""),
        state=_state_words(screen, unit) if unit else "",
        modes=screen.modes,
        mode=screen.mode_id,
        place=_place(screen),
        zone=zone_words(picture, [side.name for side in state.sides.values()], (x, y)),
        ground=ground_words(picture.board, words, (x, y)),
        stands=f"{stands.name} ({state.side(stands.side).name})" if stands else "",
        reached=price_at(reach, cell),
        trace=here.trace if here else None,
        waiting_for=screen.waiting(),
        stays=screen.stays(here.trace if here else None),
        taking=screen.taking is not None,
        names={u.id: u.name for u in state.units.values()},
        stepped=not projection.inches,
        **_threats(screen, cell_of(spot, _grain(screen), inches=projection.inches)),
        findings=here.findings if here else (),
        looking=screen.looking,
        ruler=_measured(screen),
        template=screen.template.label if screen.template else "",
        covered=here.covered if here else None,
        unplaced=_unplaced(screen, picture),
        empty=not picture.tokens,
        placing=f"{placing.name} ({state.side(placing.side).name})" if placing else "",
        error=here.failed if here is not None and here.failed else screen.idle_reason(),
    )


def _unplaced(screen: BoardActs, picture: BoardPicture) -> tuple[tuple[str, str, str], ...]:
    state = screen.session.state
    side = state.unit(screen.placing).side if screen.placing else ""
    waiting = sorted((state.unit(u) for u in picture.waiting), key=lambda u: u.side != side)
    return tuple((u.id, u.name, picture.codes[u.id]) for u in waiting if u.id != screen.placing)


def _grain(screen: BoardActs) -> float:
    return next((threat.grain for threat in screen.bands.threats), 1)


def _threats(screen: BoardActs, cell: Cell) -> dict[str, Any]:
    """Return whose threats are shown, which kinds there are, and which of them the cursor's place is under."""
    wanted, state = screen.threatening, screen.session.state
    if wanted is None:
        return {}
    found = screen.bands.threats
    labels: dict[str, str] = {}
    for threat in found:
        labels.setdefault(threat.id, threat.label)
    here: dict[str, list[str]] = {}
    for threat in found:
        if cell in threat.cells:
            here.setdefault(threat.unit, []).append(threat.label)
    return {
        "threatening": state.unit(wanted).name if wanted in state.units else "all enemies",
        "threats": tuple((sign, labels[kind]) for kind, sign in threat_signs(found).items()),
        "threatened": tuple(f"{state.unit(u).name}: {', '.join(labels)}" for u, labels in here.items()),
    }


def picking_lines(screen: BoardActs, picking: Picking, width: int) -> list[Line]:
    """Return what is told while a place is picked: what is asked, whether it may be this one, what is here."""
    lines: list[Line] = [*paragraph(picking.question, width, look="strong", lead=(Span(" "),))]
    spot = screen.spot()
    why = screen.why_not_picked(spot)
    if why:
        lines += paragraph(why, width, look="warn", lead=(Span(" ✗ ", "warn"),))
    insists = bool(why) and screen.insisted == spot
    takes = " again takes it all the same" if insists else "" if why else " takes it"
    keys = (
        [Span("   Enter", "key", "do:take"), Span(f"{takes}   ", "dim", "do:take")]
        if takes
        else [Span("   ")]
    )
    if not why:
        keys.insert(0, Span(" ✓", "good"))
    lines.append((*keys, Span("Esc", "key", "do:back"), Span(" goes back", "dim", "do:back")))
    told = msgspec.structs.replace(told_of(screen), unit="", placing="", error="")
    return [*lines, *short_lines(told, width, LOW)[1:]]


def bare_lines(screen: BoardActs, width: int) -> list[Line]:
    """Return what is told where there is no board."""
    reason = screen.disabled_reason("board.lay")
    told = reason or "This battle has no board, and needs none"
    lines: list[Line] = [
        (),
        *paragraph(f"{told}: you say what is in reach, in sight and in cover.", width),
        (),
    ]
    if reason is None:
        lines.append((Span("  b", "key", "do:lay"), Span(" picks a board to go on with", "dim", "do:lay")))
    lines.append((Span("  q", "key", "do:back"), Span(" goes on without", "dim", "do:back")))
    return lines


def _place(screen: BoardActs) -> str:
    spot = screen.spot()
    words = screen.session.ruleset.board_words
    if screen.projection is None or not screen.projection.inches:
        return f"{spot[0]:g},{spot[1]:g}"
    length = words.length if words is not None else '"'
    up = f" up {spot[2]:g}{length}" if len(spot) > 2 and spot[2] else ""
    return f"{round(spot[0], 2):g}, {round(spot[1], 2):g}{up}"


def _measured(screen: BoardActs) -> str:
    if screen.ruler is None:
        return ""
    game, state, start, end = screen.session.ruleset, screen.session.state, screen.ruler, screen.spot()
    found = answered(lambda: game.measure(state, start, end))
    if isinstance(found, Failed):
        screen.tell_failed(found)
        return found.why
    return f"{found.verdict} {found.why}".strip()


def _state_words(screen: BoardActs, unit: Unit) -> str:
    shown = screen.session.ruleset.conditions
    words = [c.label for c in shown if c.shown and c.id in unit.conditions]
    if unit.acting:
        words.append("acting")
    elif screen.session.state.has_acted(unit):
        words.append("has acted")
    return ", ".join(words)


def legend_of(screen: BoardActs, width: int) -> list[Line]:
    """Return what the signs on the board mean."""
    picture, scene = screen.picture, screen.scene
    if picture is None or scene is None:
        return []
    roles: dict[str, list[str]] = {}
    for mode in screen.modes:
        if mode.allowed:
            roles.setdefault(mode.role, []).append(mode.label)
    board = picture.board
    edges = dict.fromkeys(kind for _, _, kind in board.edges) if isinstance(board, SquareBoard) else {}
    sides = [side.name for side in screen.session.state.sides.values()]
    shown = [(role, ", ".join(labels)) for role, labels in roles.items()]
    zones = [
        (side, zone.name or f"deployment of {sides[side]}")
        for side, zone in (picture.zones if scene.shown.zones else ())
    ]
    return legend_lines(
        scene.terrain.kinds,
        shown,
        sides,
        edges,
        width,
        zones=zones,
        priced=scene.priced,
        whole=screen.size.height >= ROOMY,
    )
