"""The part of a board's drawing that the cursor does not change: ground, bands, threats, trails, tokens.

Lines are put together when they are first looked at, and kept until something in them changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from warband_tui.campaign.board_view import BoardPicture
from warband_tui.campaign.board_view_layers import merged, over, tokens_layer, trails_layer
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_terrain import (
    FILLED,
    SHADED,
    SOLID,
    Layer,
    Paint,
    Terrain,
    paint_of,
    terrain_of,
)
from warband_tui.rules.board.planning import BoardWords, Cell, Reach, Threat
from warband_tui.rules.board.zones import zone_spans

BANDS = {"move": "·", "fast": "»", "careful": "‹", "attack": "×", "other": "'"}
"""The sign of a band by the role of its way to move."""
THREATS, TICK = "†§¶", "┼"
"""The signs of what is threatened, by kind, the nearest first."""
ZONES = (",", ";", "_", "`")
FLOOR = Paint(" ", "", "")
COLOURS = frozenset({"green", "brown", "grey", "blue", "red", "yellow", "magenta"})
"""Inks of terrain."""
_LATER = {"attack": 1, "other": 2}
"""Roles of bands that lie below those of plain moves."""
SPARSE = 4
"""Of so many cells of a wide threat on a table one has its sign; the others have its ground."""
CROWD = 24
"""A threat of no more cells shows its sign in all of them."""
_PRICED = 4
"""From so many characters a cell on, its price is written into it."""


class Shown(Struct, frozen=True):
    """What is laid over the ground, beside what the cursor shows."""

    bands: tuple[Reach, ...] = ()
    """The first that has a cell paints it."""
    threats: tuple[Threat, ...] = ()
    zones: bool = False
    selected: str = ""


class Scene:
    """Lines of paint for one board at one zoom."""

    def __init__(self, picture: BoardPicture, words: BoardWords | None, projection: Projection) -> None:
        self.picture = picture
        self.projection = projection
        self.words = words
        self.terrain: Terrain = terrain_of(picture.board, words, projection)
        self._across: dict[float, list[int]] = {}
        self._things: Layer = {}
        self.tokens: Layer = {}
        self._rows: dict[int, list[Paint]] = {}
        self.shown = Shown()
        self._lay()

    def show(self, picture: BoardPicture, shown: Shown) -> bool:
        """Take other contents; whether anything is different. The board stays the same."""
        if picture == self.picture and shown == self.shown:
            return False
        self.picture, self.shown = picture, shown
        self._lay()
        return True

    def _lay(self) -> None:
        self._rows.clear()
        signs = threat_signs(self.shown.threats)
        # The nearest lie on top: who is next to an enemy wants to know that first.
        self._threats = sorted(
            ((threat, signs[threat.id]) for threat in self.shown.threats),
            key=lambda found: -THREATS.index(found[1]),
        )
        self._reached: dict[int, dict[int, tuple[str, float]]] = {}
        bands = self.shown.bands
        self._grain = bands[0].grain if bands else 1.0
        for band in bands:
            for (x, y), price in band.cells.items() if band.grain == self._grain else ():
                self._reached.setdefault(y, {}).setdefault(x, (band.role, price))
        self.tokens = tokens_layer(self.picture, self.projection, self.shown.selected)
        trails = trails_layer(self.picture, self.projection)
        self._things = merged((self.terrain.edges, trails, self.tokens))

    @property
    def priced(self) -> bool:
        """Whether prices are written into the places that can be reached."""
        return bool(self.shown.bands) and round(self.projection.zoom.across * self._grain) >= _PRICED

    def row(self, y: int) -> list[Paint]:
        """Return a line as it is without the cursor."""
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._made(y)
        return row

    def _made(self, y: int) -> list[Paint]:
        projection = self.projection
        row = [FLOOR] * projection.columns
        self._tick(row, y)
        if self.shown.zones:
            self._lay_zones(row, y)
        wide = projection.zoom.across >= 2
        for column, index in self.terrain.rows[y].items():
            kind = self.terrain.kinds[index]
            colour = kind.colour
            drawn = kind.glyph in SOLID or not wide or column % 2 == 0
            row[column] = paint_of(kind.glyph if drawn else " ", colour, f"on-{colour}")
        self._lay_bands(row, y)
        for threat, sign in self._threats:
            self._lay_threat(row, y, threat, sign)
        for column, paint in self._things.get(y, {}).items():
            row[column] = over(row[column], paint)
        return row

    def _tick(self, row: list[Paint], y: int) -> None:
        """Mark every sixth inch, or the corner of every fifth square."""
        every = 6 if self.projection.inches else 5
        zoom = self.projection.zoom
        if every * zoom.down < 1 or y % round(every * zoom.down):
            return
        for column in range(0, len(row), round(every * zoom.across)):
            row[column] = paint_of(TICK, "tick", "")

    def _columns(self, grain: float) -> list[int]:
        found = self._across.get(grain)
        if found is None:
            found = self._across[grain] = self.projection.across_cells(grain)
        return found

    def _lay_zones(self, row: list[Paint], y: int) -> None:
        across = self.projection.zoom.across
        _, point = self.projection.middle(0, y)
        for side, zone in self.picture.zones:
            sign = paint_of(ZONES[side], f"trail{side}", f"zone{side}")
            bare = paint_of(" ", f"trail{side}", f"zone{side}")
            for left, right in zone_spans(self.picture.board, zone, point):
                first = max(0, math.ceil(left * across - 0.5))
                for column in range(first, min(len(row), math.ceil(right * across - 0.5))):
                    row[column] = sign if across < 2 or column % 4 == 0 else bare

    def _lay_bands(self, row: list[Paint], y: int) -> None:
        grain = self._grain
        down = self.projection.down_cell(y, grain)
        cells = self._reached.get(down)
        if not cells:
            return
        wide = self.projection.zoom.across >= 2
        for column, x in enumerate(self._columns(grain)):
            if x not in cells:
                continue
            role, below = cells[x][0], row[column]
            on_terrain = below.ground.startswith("on-")
            if below.glyph in SHADED:
                # Signs in every second character would comb a shade.
                kept = (column + 2 * y) % 4 != 3
            else:
                kept = column % 2 == 0 if wide else on_terrain and (column + y) % 2 == 0
            if kept or below.glyph in FILLED:
                row[column] = paint_of(below.glyph if on_terrain else " ", below.ink, f"band-{role}")
            else:
                row[column] = paint_of(BANDS[role], f"ink-{role}", f"band-{role}")
        per_cell = round(self.projection.zoom.across * grain)
        if per_cell >= _PRICED and self.projection.down_cell(y + 1, grain) != down:
            self._write_prices(row, cells, per_cell)

    def _write_prices(self, row: list[Paint], cells: dict[int, tuple[str, float]], per_cell: int) -> None:
        for x, (role, price) in cells.items():
            text = f"{price:g}"
            last = (x + 1) * per_cell - 1
            if len(text) < per_cell and last < len(row):
                if len(text) + 1 < per_cell:
                    # A sign of the ground next to a number reads as part of it.
                    row[last - len(text)] = row[last - len(text)]._replace(glyph=" ")
                for i, letter in enumerate(reversed(text)):
                    row[last - i] = paint_of(letter, f"ink-{role}", row[last - i].ground)

    def _lay_threat(self, row: list[Paint], y: int, threat: Threat, sign: str) -> None:
        down = self.projection.down_cell(y, threat.grain)
        wide = self.projection.zoom.across >= 2
        crowded = self.projection.inches and len(threat.cells) > CROWD
        for column, x in enumerate(self._columns(threat.grain)):
            if (x, down) not in threat.cells:
                continue
            below = row[column]
            on_terrain = below.ink in COLOURS
            turn = (column % 2 == 0) != on_terrain if wide else (column + 2 * y) % 3 == 0
            # What lies below stays readable: of a table's many cells few have a sign, and prices are left.
            sparse = crowded and (x + 2 * down) % SPARSE
            turn = turn and not sparse and not (below.glyph.isdigit() and below.ground.startswith("band-"))
            drawn = below.glyph not in SOLID and turn
            row[column] = paint_of(
                sign if drawn else below.glyph, "threat" if drawn else below.ink, below.ground or "threat"
            )


def bands_in_order(found: Sequence[Reach], mode: str) -> tuple[Reach, ...]:
    """Return what was reached: the way that is picked, then the shorter ones, into combat, any other way."""
    return tuple(
        sorted(
            found,
            key=lambda reach: (
                reach.mode != mode,
                _LATER.get(reach.role, 0),
                reach.budget if reach.budget is not None else 1e9,
            ),
        )
    )


def threat_signs(threats: Sequence[Threat]) -> dict[str, str]:
    """Return the sign of each kind of threat, by its id; a game tells of the nearest first."""
    kinds = dict.fromkeys(threat.id for threat in threats)
    return {kind: THREATS[min(i, len(THREATS) - 1)] for i, kind in enumerate(kinds)}


def price_at(reach: Reach | None, cell: Cell) -> float | None:
    """Return the price of a cell in one way of moving, None where it does not lead."""
    return reach.cells.get(cell) if reach is not None else None
