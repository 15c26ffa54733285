"""The rosters of all sides beside one another, each under its head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.message import Message

from warband_tui.campaign.battle_view import BattleView, SideView, UnitRow
from warband_tui.reports.literal import clean
from warband_tui.widgets.break_meter import monitor_spans
from warband_tui.widgets.forecast_panel import SOON
from warband_tui.widgets.lines import Line, LinesView, Span, cut, fit, spread, trimmed, width_of
from warband_tui.widgets.pips import counter_span

LEAST_COLUMN = 38
"""Narrower than this a side is not drawn; the others are shown in its place when the cursor goes there."""

LEAST_NAME = 10
"""Cells that the name of a side has at least."""

GLYPHS = {"ready": " ", "acting": "▸", "done": "✓", "out": "✗"}
SEPARATOR = Span("│", "mark")


def columns(width: int, sides: int, at: int) -> list[int]:
    """Return which sides are drawn: as many as there is room for, the cursor's among them."""
    room = max(1, min(sides, (width + 1) // (LEAST_COLUMN + 1)))
    first = min(max(0, at - room + 1), sides - room)
    return list(range(first, first + room))


def column_widths(width: int, count: int) -> list[int]:
    """Return the cells of each column; separators take one each."""
    room = width - (count - 1)
    return [room // count + (1 if i < room % count else 0) for i in range(count)]


def joined(cells: Sequence[Line]) -> Line:
    """Return columns as one line."""
    spans: list[Span] = []
    for i, cell in enumerate(cells):
        if i:
            spans.append(SEPARATOR)
        spans += cell
    return tuple(spans)


def unit_cell(
    row: UnitRow, width: int, name_width: int, *, cursor: bool = False, hint: str | None = None
) -> Line:
    """Return one unit's line in so many cells.

    Args:
        row: the unit.
        width: cells of the column.
        name_width: cells of the name.
        cursor: whether the cursor is on it.
        hint: in place of its stage the letter that picks it; empty when it cannot be picked.
    """
    link = f"unit:{row.id}"
    back = "acting" if row.stage == "acting" else "cursor" if cursor else ""
    look = " ".join(part for part in (back, {"done": "rest", "out": "out"}.get(row.stage, "")) if part)
    first = Span("▌", "cursor key", link) if cursor else Span(" ", back, link)
    if hint is None:
        stage = Span(f"{GLYPHS[row.stage]} ", f"{look} good" if row.stage == "done" else look, link)
    else:
        stage = Span(f"{hint or ' '} ", f"{back} key", link)
        look = look if hint else f"{back} out".strip()
    models = f" {row.models}/{row.start}" if row.start > 1 else ""
    name = Span(
        fit(fit(row.name, min(name_width - len(models), _cells(row.name))) + models, name_width),
        f"{look} strong" if row.stage == "ready" and hint != "" else look,
        link,
    )
    spans = [first, stage, name, Span("  ", look, link)]
    room = width - width_of(spans)
    told = _told(row, look) if row.stage != "out" else [Span(row.loss, look)]
    shown = [span._replace(link=link) for span in trimmed(told, room)]
    rest = Span(" " * (room - width_of(shown)), look, link)
    return (*spans, *shown, rest)


def _told(row: UnitRow, look: str) -> list[Span]:
    found: list[Span] = []
    # On the acting unit's bright ground only the text counts: a red on orange would not be read.
    tint = row.stage != "acting"
    for counter in row.counters:
        span = counter_span(counter, look)
        found += [span if tint else span._replace(look=look), Span(" ", look)]
    for word in row.words:
        found += [Span(f" {word.text}", f"{look} warn" if word.harm and tint else look)]
    if row.engaged:
        found.append(Span(f" in melee: {', '.join(row.engaged)}", look))
    details = " · ".join(part for part in (row.role, row.weapons) if part)
    if details:
        found += [Span("  ", look), Span(details, f"{look} dim" if tint else look)]
    return found


def name_width(rows: Sequence[UnitRow], width: int) -> int:
    """Return how many cells the names of a column get: all they need, or what counters leave."""
    longest = max((_cells(r.name) + (6 if r.start > 1 else 0) for r in rows), default=8)
    pips = max((sum(c.high or 2 for c in r.counters if c.pips) for r in rows), default=6)
    return max(8, min(longest, width - 5 - pips - 9, 32))


def head_lines(side: SideView, width: int, *, brief: bool, soon: Line | None = None) -> list[Line]:
    """Return a side's head: who, how many are up, losses against the break point.

    Args:
        side: the side.
        width: cells there are.
        brief: leave out what is not needed to know how it stands.
        soon: what is foreseen of the side. Given, even if it is empty, the head has a third line for it
            and for the watched figures that the second one has no room for.
    """
    right = [Span(f"{side.up}/{side.fielded} up", "strong" if side.up < side.fielded else "")]
    for counter in side.counters:
        right += [Span(" · ", "dim"), Span(f"{counter.short} {counter.value}", "strong")]
    right.append(Span(" "))
    words = [Span(f" {word.text} ", "alarm" if word.harm else "warn") for word in side.words]
    # A long name gives way to the words: that a side is broken must be read whole.
    room = max(LEAST_NAME, width - width_of(right) - width_of(words) - 1)
    chip = cut(f" ▸ {side.name.upper()}" if side.to_act else f" {side.name.upper()}", room - 1) + " "
    who = [Span(chip, "acting" if side.to_act else "strong")]
    if side.player and Span(f"{chip} {side.player} ").width <= room:
        who.append(Span(f" {side.player} ", "dim"))
    who += words
    if side.to_act and not brief:
        who.append(Span(" to act", "key"))
    first = spread(who, right, width)
    waiting = [Span(f"{side.waiting} to go ", "dim")] if side.waiting and not brief else []
    # A figure with the limit 1 is a state: its word stands in the line above.
    watched = [monitor_spans(m, brief=brief) for m in side.monitors if m.limit != 1]
    if soon is None:
        return [first, spread(_strung(watched), waiting, width)]
    fits = 0
    while fits < len(watched) and width_of(_strung(watched[: fits + 1])) < width:
        fits += 1
    fits = max(1, fits)
    third = _fitting([soon, *watched[fits:]], width - width_of(waiting) - 1)
    return [first, spread(_strung(watched[:fits]), [], width), spread(_strung(third), waiting, width)]


def _fitting(pieces: Sequence[Line], width: int) -> list[Line]:
    """Return those that have room whole; of the first one at least what has."""
    found = [pieces[0] if width_of(pieces[0]) < width else pieces[0][:SOON]] if pieces[0] else []
    for piece in pieces[1:]:
        if width_of(_strung([*found, piece])) <= width:
            found.append(piece)
    return found


def _strung(pieces: Sequence[Line]) -> list[Span]:
    """Return pieces one after another with gaps."""
    spans: list[Span] = []
    for piece in pieces:
        spans += [Span("   " if spans else " "), *piece]
    return spans


def _cells(text: str) -> int:
    return Span(clean(text)).width


class SideHeads(LinesView):
    """The heads of the sides that the rosters below show."""

    DEFAULT_CSS = """
    SideHeads { height: 2; background: $surface; overflow-y: hidden; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._shown: tuple[BattleView, int, list[int], Mapping[str, Line] | None] | None = None
        super().__init__(id=id)

    def show(self, view: BattleView, at: int, soon: Mapping[str, Line] | None = None) -> None:
        """Draw the heads beside the cursor's side; a cursor that moves within it changes nothing.

        Args:
            view: the battle.
            at: the side of the cursor.
            soon: what is foreseen of each side, on a line of its own; None where there is no room for one.
        """
        width = self.size.width
        which = columns(width, len(view.sides), at)
        if self._shown is not None and self._shown[0] is view and self._shown[1:] == (width, which, soon):
            return
        self._shown = (view, width, which, soon)
        widths = column_widths(width, len(which))
        heads = [
            head_lines(
                view.sides[i], w, brief=w < 56, soon=None if soon is None else soon.get(view.sides[i].id, ())
            )
            for i, w in zip(which, widths, strict=True)
        ]
        self.set_lines([joined([head[y] for head in heads]) for y in range(2 if soon is None else 3)])


class _Layout(NamedTuple):
    """What the lines were made from, but for the cursor."""

    view: BattleView
    which: list[int]
    widths: list[int]
    names: list[int]
    hints: Mapping[str, str] | None


class Rosters(LinesView, can_focus=True):
    """The units of the sides, with a cursor on one of them."""

    DEFAULT_CSS = """
    Rosters { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("left,h", "across(-1)", "Side before", show=False),
        Binding("right,l", "across(1)", "Next side", show=False),
        Binding("home,g", "edge(0)", "Top", show=False),
        Binding("end,G", "edge(-1)", "Bottom", show=False),
        Binding("pagedown,ctrl+d", "move(8)", "Page down", show=False),
        Binding("pageup,ctrl+u", "move(-8)", "Page up", show=False),
    ]

    class Moved(Message):
        """The cursor is on another unit."""

        def __init__(self, unit: str) -> None:
            self.unit = unit
            super().__init__()

    class Crossed(Message):
        """The player goes to another side, `by` sides on; the screen knows on whom to land."""

        def __init__(self, by: int, row: int) -> None:
            self.by = by
            self.row = row
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's word)
        self._view: BattleView | None = None
        self._cursor = ""
        self._hints: Mapping[str, str] | None = None
        self._offered = ""
        self._was: tuple[_Layout, set[str]] | None = None
        self._named: tuple[BattleView, list[int], list[int], list[int]] | None = None
        self._cells: dict[tuple[UnitRow, int, int, bool, str | None], Line] = {}
        super().__init__(id=id)

    @property
    def cursor(self) -> str:
        """The unit that the cursor is on."""
        return self._cursor

    @property
    def place(self) -> tuple[int, int]:
        """Side and row of the cursor."""
        for side, rows in enumerate(self._view.rows if self._view else ()):
            for y, row in enumerate(rows):
                if row.id == self._cursor:
                    return side, y
        return 0, 0

    @property
    def rows_needed(self) -> int:
        """How many lines the longest roster takes."""
        return max((len(rows) for rows in self._view.rows), default=0) if self._view else 0

    def show(
        self, view: BattleView, cursor: str, hints: Mapping[str, str] | None = None, offered: str = ""
    ) -> None:
        """Draw the rosters.

        Args:
            view: the battle.
            cursor: the unit that the cursor is on.
            hints: while a unit is being picked, the letter of each that can be.
            offered: the one that Enter would pick.
        """
        self._view, self._cursor, self._hints, self._offered = view, cursor, hints, offered
        self._draw()
        self.show_line(self.place[1])

    def _draw(self) -> None:
        view = self._view
        width = self.scrollable_content_region.width
        if view is None or not width:
            return
        which = columns(width, len(view.sides), self.place[0])
        widths = column_widths(width, len(which))
        layout = _Layout(view, which, widths, self._name_widths(view, which, widths), self._hints)
        marked = {self._cursor, self._offered}
        was, self._was = self._was, (layout, marked)
        if (
            was is not None
            and was[0].view is view
            and was[0] == layout
            and len(self._lines) == self.rows_needed
        ):
            # Only the cursor has moved: the lines that it left and came to.
            lines = list(self._lines)
            for y in self._places(view, was[1] ^ marked):
                lines[y] = self._line(layout, y)
        else:
            lines = [self._line(layout, y) for y in range(self.rows_needed)]
        self.set_lines(lines)

    @staticmethod
    def _places(view: BattleView, units: set[str]) -> set[int]:
        return {y for rows in view.rows for y, row in enumerate(rows) if row.id in units}

    def _line(self, layout: _Layout, y: int) -> Line:
        cells = []
        for i, width, name in zip(layout.which, layout.widths, layout.names, strict=True):
            rows = layout.view.rows[i]
            cells.append(self._cell(rows[y], width, name) if y < len(rows) else (Span(" " * width),))
        return joined(cells)

    def _name_widths(self, view: BattleView, which: list[int], widths: list[int]) -> list[int]:
        """Return the cells of the names; measured once for each view, as the cursor moves more often."""
        if self._named is None or self._named[0] is not view or self._named[1:3] != (which, widths):
            names = [name_width(view.rows[i], w) for i, w in zip(which, widths, strict=True)]
            self._named = (view, which, widths, names)
        return self._named[3]

    def _cell(self, row: UnitRow, width: int, name: int) -> Line:
        hint = None if self._hints is None else self._hints.get(row.id, "")
        key = (row, width, name, row.id in (self._cursor, self._offered), hint)
        line = self._cells.get(key)
        if line is None:
            if len(self._cells) > 1000:
                self._cells.clear()
            line = self._cells[key] = unit_cell(row, width, name, cursor=key[3], hint=hint)
        return line

    def action_move(self, by: int) -> None:
        """Move the cursor up or down."""
        self._go(self.place[1] + by)

    def action_edge(self, place: int) -> None:
        """Move the cursor to the first or last unit."""
        if self._view:
            self._go(place if place >= 0 else len(self._view.rows[self.place[0]]) - 1)

    def action_across(self, by: int) -> None:
        """Ask for another side."""
        self.post_message(self.Crossed(by, self.place[1]))

    def _go(self, y: int) -> None:
        if self._view is None:
            return
        rows = self._view.rows[self.place[0]]
        if rows:
            unit = rows[min(max(0, y), len(rows) - 1)].id
            if unit != self._cursor:
                self.post_message(self.Moved(unit))
