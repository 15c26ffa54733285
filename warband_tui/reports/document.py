"""The one document model that every report target is drawn from.

A document knows no game, no database and no mark-up. Every string in it is literal text: a renderer shows the
characters as they stand (less the control characters that `literal.clean` drops) and never reads them as mark-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from msgspec import Struct

Style: TypeAlias = Literal["plain", "emphasis", "strong", "code"]
Align: TypeAlias = Literal["left", "right", "center"]


class Span(Struct, frozen=True):
    """A run of literal text in one style."""

    text: str
    style: Style = "plain"


Spans: TypeAlias = tuple[Span, ...]
Inline: TypeAlias = str | Span


class Fact(Struct, frozen=True):
    """One line of the box at the top: `Scenario`, `Great War`."""

    label: str
    value: str


class Heading(Struct, frozen=True, tag_field="kind", tag="heading"):
    """A heading; level 1 stands just below the document's title."""

    level: Literal[1, 2, 3]
    text: str


class Paragraph(Struct, frozen=True, tag_field="kind", tag="paragraph"):
    """Running text."""

    spans: Spans


class BulletList(Struct, frozen=True, tag_field="kind", tag="bullets"):
    """Points without an order."""

    items: tuple[Spans, ...]


class Column(Struct, frozen=True):
    """The head of one table column."""

    title: str
    align: Align = "left"


class Table(Struct, frozen=True, tag_field="kind", tag="table"):
    """Rows of literal cells under aligned columns.

    Raises:
        ValueError: a row has more or fewer cells than there are columns.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells for {len(self.columns)} columns")


class EventLine(Struct, frozen=True, tag_field="kind", tag="event"):
    """One thing that happened: its mark (`3.5`), a star when a player starred it, text, ids of the rules applied."""

    mark: str
    spans: Spans
    star: bool = False
    rules: tuple[str, ...] = ()


class Quote(Struct, frozen=True, tag_field="kind", tag="quote"):
    """Words from the table, and who said them."""

    spans: Spans
    source: str = ""


class Series(Struct, frozen=True):
    """One line of a chart.

    `points` are (turn, value at the end of that turn); a value stands until the next point. `limit` is the value at
    which something happens, such as a break point; `None` draws no limit line.
    """

    name: str
    points: tuple[tuple[int, int], ...]
    limit: float | None = None


class Chart(Struct, frozen=True, tag_field="kind", tag="chart"):
    """Step lines of a number by turn. `unit` names the steps along the bottom, `limit_label` the limit lines."""

    title: str
    series: tuple[Series, ...]
    unit: str = "turn"
    measure: str = "losses"
    limit_label: str = "break point"


class RosterLine(Struct, frozen=True):
    """One fighter or unit of a force. Empty fields leave no empty column behind when no line fills them."""

    name: str
    detail: str = ""
    cost: str = ""
    fate: str = ""


class Roster(Struct, frozen=True, tag_field="kind", tag="roster"):
    """A force list: whose it is, a line about it, and its fighters."""

    title: str
    lines: tuple[RosterLine, ...]
    summary: str = ""


class Sketch(Struct, frozen=True, tag_field="kind", tag="sketch"):
    """A drawing in characters, such as a board: lines keep their spaces and are never wrapped."""

    lines: tuple[str, ...]
    caption: str = ""


class MapArea(Struct, frozen=True):
    """A piece of terrain or a zone on a map: its outline in the map's units, its sign, what it is.

    `tone` is a colour by name, or `zone` for where a side sets up, which has an outline and nothing inside.
    """

    outline: tuple[tuple[float, float], ...]
    sign: str
    label: str
    kind: str = ""
    tone: str = "grey"


class MapToken(Struct, frozen=True):
    """A model on a map: the letters that stand for it, its name, the place of its side, middle and size."""

    sign: str
    name: str
    side: int
    at: tuple[float, float]
    width: float
    depth: float
    round: bool = True
    turned: float = 0
    """The angle of its width from the left-to-right axis, in degrees, clockwise."""
    trail: tuple[tuple[float, float], ...] = ()
    """The way that it came this turn, its start first."""


class BoardMap(Struct, frozen=True, tag_field="kind", tag="map"):
    """Where everything stood: a table in inches or a map of squares, drawn in characters or as a picture.

    `sides` names the sides in the order of the tokens'.
    """

    title: str
    width: float
    height: float
    areas: tuple[MapArea, ...]
    tokens: tuple[MapToken, ...]
    sides: tuple[str, ...]
    squares: bool = False
    caption: str = ""


class Divider(Struct, frozen=True, tag_field="kind", tag="divider"):
    """A line across the page."""


class Appendix(Struct, frozen=True, tag_field="kind", tag="appendix"):
    """What follows to the end is reference matter. Targets short of room may leave it out, and say so."""

    title: str = "Appendix"


Block: TypeAlias = (
    Heading
    | Paragraph
    | BulletList
    | Table
    | EventLine
    | Quote
    | Chart
    | Roster
    | Sketch
    | BoardMap
    | Divider
    | Appendix
)


class Document(Struct, frozen=True):
    """A whole report."""

    title: str
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    blocks: tuple[Block, ...] = ()


def emphasis(text: str) -> Span:
    """Return emphasised text."""
    return Span(text, "emphasis")


def strong(text: str) -> Span:
    """Return strong text, as for a fighter's name."""
    return Span(text, "strong")


def code(text: str) -> Span:
    """Return text in the fixed-width face, as for dice or ids."""
    return Span(text, "code")


def spans(*parts: Inline) -> Spans:
    """Join strings (plain, literal) and spans, in order, without adding spaces."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def paragraph(*parts: Inline) -> Paragraph:
    """Return one paragraph of the parts."""
    return Paragraph(spans(*parts))


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Split a player's note at its line ends; blank lines are left out."""
    return tuple(paragraph(line.strip()) for line in text.splitlines() if line.strip())


def bullets(items: Iterable[Inline | Sequence[Inline]]) -> BulletList:
    """Return a list; each item is a string, a span, or a sequence of both."""
    return BulletList(
        tuple(spans(item) if isinstance(item, (str, Span)) else spans(*item) for item in items),
    )


def table(columns: Iterable[str | Column], rows: Iterable[Iterable[object]], caption: str = "") -> Table:
    """Return a table; a plain string is a left-aligned column, and cells become text with `str`.

    Raises:
        ValueError: a row has more or fewer cells than there are columns.
    """
    heads = tuple(Column(column) if isinstance(column, str) else column for column in columns)
    return Table(heads, tuple(tuple(str(cell) for cell in row) for row in rows), caption)


def number(title: str) -> Column:
    """Return a right-aligned column, for figures."""
    return Column(title, "right")


def event(mark: str, *parts: Inline, star: bool = False, rules: Iterable[str] = ()) -> EventLine:
    """Return one line of the log."""
    return EventLine(mark, spans(*parts), star, tuple(rules))


def quote(*parts: Inline, source: str = "") -> Quote:
    """Return words from the table."""
    return Quote(spans(*parts), source)


def text_of(parts: Spans) -> str:
    """Return the text of the spans without their styles."""
    return "".join(span.text for span in parts)


def runs(blocks: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield neighbouring event lines, and neighbouring rosters, together, and every other block alone."""
    for kind, group in groupby(blocks, key=type):
        if kind in (EventLine, Roster):
            yield tuple(group)
        else:
            yield from ((block,) for block in group)
