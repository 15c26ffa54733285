"""The signs laid over the ground of a board: tokens, trails, the route, sight lines, templates, the cursor."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from warband_tui.campaign.board_view import BoardPicture, Token, middle_of, radius_of
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_terrain import SOLID, Layer, Paint, paint_of
from warband_tui.rules.board.layout import MM, Point, Spot
from warband_tui.rules.board.planning import PLAIN_BASE, Cell, Covered, Footprint, SightLine, Trace

TRAIL, WAY, STEP, CHARGED, STRUCK = "◦", "•", "●", "◆", "¤"
SEEN, HIDDEN = "•", "/"
COVERED = "&"
PIN = "◇"
"""A point that a route is led through."""
HARMED = "▾"
"""Beside the letters of a unit that is down, wounded, or as its game calls it."""
OTHER_SHADE = "-b"
"""What the name of a token's ground ends in when it is in its other shade."""
_ROUND_FROM = 3
"""Bases of fewer lines are drawn as blocks: with so few characters nothing looks round, but frayed."""


def put(layer: Layer, column: int, row: int, paint: Paint) -> None:
    """Lay one character over what the layer has there."""
    line = layer.setdefault(row, {})
    line[column] = over(line.get(column), paint)


def over(below: Paint | None, paint: Paint) -> Paint:
    """Return a character laid over another; a ground is not hidden by a sign that fills its character."""
    if below is None:
        return paint
    glyph = " " if paint.ground and below.glyph in SOLID else below.glyph
    return paint_of(paint.glyph or glyph, paint.ink or below.ink, paint.ground or below.ground)


def merged(layers: Iterable[Layer]) -> Layer:
    """Return layers laid over one another, the last on top."""
    found: Layer = {}
    for layer in layers:
        for row, line in layer.items():
            for column, paint in line.items():
                put(found, column, row, paint)
    return found


def beside(layer: Layer, others: Layer) -> Layer:
    """Return a layer without what would cover the characters of others."""
    return {
        row: {c: paint for c, paint in line.items() if c not in others.get(row, {})}
        for row, line in layer.items()
    }


# Tokens


def tokens_layer(picture: BoardPicture, projection: Projection, selected: str = "") -> Layer:
    """Return the models with their footprints; big ones below small ones, the selected unit on top."""
    layer: Layer = {}
    order = sorted(picture.tokens, key=lambda t: (t.unit == selected, -t.foot.side, -radius_of(t.foot)))
    for token in order:
        _draw_token(layer, token, projection, selected=token.unit == selected)
    return layer


def _draw_token(layer: Layer, token: Token, projection: Projection, *, selected: bool) -> None:
    body = footprint_of(token.spot, token.foot, projection)
    ground = _apart(layer, body, "selected" if selected else f"side{token.side}")
    ink = "picked" if selected else "token"
    if token.stage == "done":
        ink += " done"
    if token.harmed:
        ink += " harmed"
    for column, row in body:
        layer.setdefault(row, {})[column] = Paint(" ", ink, ground)
    columns, rows = [c for c, _ in body], [r for _, r in body]
    wide = max(columns) - min(columns) + 1
    row = rows[0] if len(set(rows)) == 1 else (min(rows) + max(rows)) // 2
    text = token.code if projection.zoom.across >= 2 else token.code[0] if wide == 1 else token.code
    if wide > len(text) + 1 and token.harmed:
        text += HARMED
    first = min(columns) + (wide - len(text)) // 2
    first = max(0, min(projection.columns - len(text), first))
    for i, letter in enumerate(text):
        layer.setdefault(row, {})[first + i] = Paint(letter, ink if token.leads else f"{ink} follows", ground)


def _apart(layer: Layer, body: Sequence[Cell], ground: str) -> str:
    """Return a ground in the shade that fewer of the models drawn beside have, so that none run together."""
    other = ground + OTHER_SHADE
    beside = [
        paint.ground
        for column, row in body
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        if (paint := layer.get(y, {}).get(x)) is not None
    ]
    return other if beside.count(ground) > beside.count(other) else ground


def footprint_of(spot: Spot, foot: Footprint, projection: Projection) -> list[Cell]:
    """Return the characters that a model covers, as columns and rows; never none."""
    if not projection.inches:
        found = []
        for x in range(foot.side):
            for y in range(foot.side):
                columns, rows = projection.block((int(spot[0]) + x, int(spot[1]) + y))
                found += [
                    (c, r)
                    for r in rows
                    for c in columns
                    if 0 <= c < projection.columns and 0 <= r < projection.rows
                ]
        return sorted(set(found), key=lambda at: (at[1], at[0])) or [projection.character((spot[0], spot[1]))]
    return _base_cells(spot, foot, projection)


def _base_cells(spot: Spot, foot: Footprint, projection: Projection) -> list[Cell]:
    base = foot.base
    half_width = (base.width if base else PLAIN_BASE) / MM / 2
    half_depth = (base.depth if base else PLAIN_BASE) / MM / 2
    turned = math.radians(base.turned) if base else 0.0
    small = (half_width + half_depth) * projection.zoom.down < _ROUND_FROM
    square = small or (base is not None and base.form == "rectangle")
    reach = math.hypot(half_width, half_depth)
    x, y = spot[0], spot[1]
    left, top = projection.character((max(0.0, x - reach), max(0.0, y - reach)))
    right, bottom = projection.character((x + reach, y + reach))
    found = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            px, py = projection.middle(column, row)
            dx, dy = px - x, py - y
            across = (dx * math.cos(turned) + dy * math.sin(turned)) / half_width
            down = (dy * math.cos(turned) - dx * math.sin(turned)) / half_depth
            inside = max(abs(across), abs(down)) <= 1 if square else across * across + down * down <= 1
            if inside:
                found.append((column, row))
    return found or [projection.character((x, y))]


def ghost_layer(spot: Spot, foot: Footprint, projection: Projection) -> Layer:
    """Return where the unit would stand."""
    layer: Layer = {}
    for column, row in footprint_of(spot, foot, projection):
        put(layer, column, row, Paint(ground="ghost"))
    return layer


def cursor_layer(tile: Cell, projection: Projection) -> Layer:
    """Return the cursor: the tile in reverse."""
    layer: Layer = {}
    columns, rows = projection.block(tile)
    for row in rows:
        for column in columns:
            if column < projection.columns and row < projection.rows:
                layer.setdefault(row, {})[column] = Paint("", "oncursor", "cursor")
    return layer


# Lines


def line_cells(a: Point, b: Point, projection: Projection) -> list[Cell]:
    """Return the characters that a straight line runs through, from end to end."""
    ax, ay = a[0] * projection.zoom.across, a[1] * projection.zoom.down
    bx, by = b[0] * projection.zoom.across, b[1] * projection.zoom.down
    steps = max(1, math.ceil(max(abs(bx - ax), abs(by - ay))))
    found: list[Cell] = []
    for i in range(steps + 1):
        # The last step is the end itself, to the last digit.
        x, y = (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) if i < steps else (bx, by)
        at = max(0, min(projection.columns - 1, int(x))), max(0, min(projection.rows - 1, int(y)))
        if not found or found[-1] != at:
            found.append(at)
    return found


def trails_layer(picture: BoardPicture, projection: Projection) -> Layer:
    """Return the ways of this turn."""
    layer: Layer = {}
    for side, points in picture.trails:
        for a, b in itertools.pairwise(points):
            for column, row in line_cells(a, b, projection):
                put(layer, column, row, Paint(TRAIL, f"trail{side}"))
    return layer


def route_layer(
    trace: Trace, start: Spot | None, foot: Footprint, projection: Projection, board: BoardPicture
) -> Layer:
    """Return a route: its way, the marks where it is charged, where somebody may strike."""
    layer: Layer = {}
    ink = "route" if trace.legal else "route bad"
    points = [middle_of(board.board, w.at, foot) for w in trace.way]
    if start is not None:
        points.insert(0, middle_of(board.board, start, foot))
    for a, b in itertools.pairwise(points):
        for column, row in line_cells(a, b, projection):
            put(layer, column, row, Paint(WAY, ink))
    for waypoint in trace.way:
        column, row = projection.character(middle_of(board.board, waypoint.at, foot))
        if waypoint.strikers:
            paint = Paint(STRUCK, "struck")
        elif waypoint.mark:
            paint = Paint(CHARGED, "charged")
        else:
            paint = Paint(STEP, ink)
        put(layer, column, row, paint)
    return layer


def pins_layer(via: Sequence[Spot], foot: Footprint, projection: Projection, board: BoardPicture) -> Layer:
    """Return the points that the route is led through."""
    layer: Layer = {}
    for spot in via:
        column, row = projection.character(middle_of(board.board, spot, foot))
        put(layer, column, row, Paint(PIN, "charged"))
    return layer


def sight_layer(lines: Sequence[SightLine], projection: Projection) -> Layer:
    """Return lines that prove something: clear ones dotted, blocked ones crossed."""
    layer: Layer = {}
    for line in sorted(lines, key=lambda found: found.clear):
        paint = Paint(SEEN, "clear") if line.clear else Paint(HIDDEN, "blocked")
        for column, row in line_cells((line.a[0], line.a[1]), (line.b[0], line.b[1]), projection):
            put(layer, column, row, paint)
    return layer


def ruler_layer(a: Point, b: Point, projection: Projection) -> Layer:
    """Return the ruler."""
    layer: Layer = {}
    cells = line_cells(a, b, projection)
    for column, row in cells:
        put(layer, column, row, Paint(WAY, "ruler"))
    for column, row in (cells[0], cells[-1]):
        put(layer, column, row, Paint("+", "ruler"))
    return layer


def template_layer(covered: Covered, grain: float, projection: Projection) -> Layer:
    """Return what a template covers: its ground, and a sign on every second character."""
    layer: Layer = {}
    if not covered.cells:
        return layer
    across = projection.across_cells(grain)
    wide = projection.zoom.across >= 2
    downs = {y for _, y in covered.cells}
    for row in range(projection.rows):
        down = projection.down_cell(row, grain)
        if down not in downs:
            continue
        for column, x in enumerate(across):
            if (x, down) in covered.cells:
                sparse = wide and column % 2 == 1
                layer.setdefault(row, {})[column] = Paint("" if sparse else COVERED, "template", "template")
    return layer
