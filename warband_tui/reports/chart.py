"""The chart of a number by turn, as one SVG picture that reads in light and dark, in grey and aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from warband_tui.reports.cells import clip
from warband_tui.reports.document import Chart, Series
from warband_tui.reports.literal import clean
from warband_tui.reports.tabular import chart_in_words, figure, limit_of, turns_of

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 178, 26, 46
_MOST_TICKS = 8
_LINE_GAP = 15
_LABEL_CELLS = 22
_KINDS = 4
# Each series differs by dash, by the mark on its points and by the name at its end; colour comes on top.
_STYLE = """
.wb-chart{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#3d3530}
.wb-chart .grid{stroke:#d9d0c5;stroke-width:1}
.wb-chart .axis{stroke:#6b625a;stroke-width:1.2}
.wb-chart .tick{fill:#6b625a;font-size:12px}
.wb-chart .line{fill:none;stroke-width:2.6;stroke-linejoin:round}
.wb-chart .limit{fill:none;stroke-width:1.4;stroke-dasharray:1 4;stroke-linecap:round}
.wb-chart .limit-label{font-size:12px;font-style:italic}
.wb-chart .name{font-weight:600}
.wb-chart .d1{stroke-dasharray:9 5}
.wb-chart .d2{stroke-dasharray:2 4}
.wb-chart .d3{stroke-dasharray:12 4 2 4}
.wb-chart .s0{stroke:#9a3412}.wb-chart .f0{fill:#9a3412}
.wb-chart .s1{stroke:#1d4e89}.wb-chart .f1{fill:#1d4e89}
.wb-chart .s2{stroke:#2f6b3a}.wb-chart .f2{fill:#2f6b3a}
.wb-chart .s3{stroke:#6d28a0}.wb-chart .f3{fill:#6d28a0}
@media (prefers-color-scheme:dark){
.wb-chart{fill:#e6ddd2}
.wb-chart .grid{stroke:#3a332e}
.wb-chart .axis{stroke:#a89c90}
.wb-chart .tick{fill:#b9ada0}
.wb-chart .s0{stroke:#f0986c}.wb-chart .f0{fill:#f0986c}
.wb-chart .s1{stroke:#8fbcf0}.wb-chart .f1{fill:#8fbcf0}
.wb-chart .s2{stroke:#93d19c}.wb-chart .f2{fill:#93d19c}
.wb-chart .s3{stroke:#cfa4ee}.wb-chart .f3{fill:#cfa4ee}
}
@media print{
.wb-chart,.wb-chart .tick{fill:#000}
.wb-chart .grid{stroke:#ccc}
.wb-chart .axis{stroke:#000}
.wb-chart .s0{stroke:#9a3412}.wb-chart .f0{fill:#9a3412}
.wb-chart .s1{stroke:#1d4e89}.wb-chart .f1{fill:#1d4e89}
.wb-chart .s2{stroke:#2f6b3a}.wb-chart .f2{fill:#2f6b3a}
.wb-chart .s3{stroke:#6d28a0}.wb-chart .f3{fill:#6d28a0}
}
"""


class _Plane(Struct, frozen=True):
    """Maps turns and values to picture coordinates, both in pixels of the view box."""

    first: int
    last: int
    low: float
    high: float

    def x(self, turn: float) -> float:
        share = (turn - self.first) / max(1, self.last - self.first)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)


def _step(span: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, ... that cuts the span into few enough ticks."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= _MOST_TICKS:
                return size * factor
        size *= 10


def _plane(chart: Chart) -> _Plane:
    turns = turns_of(chart) or (0,)
    values = [float(value) for series in chart.series for _, value in series.points]
    limits = [limit for limit in map(limit_of, chart.series) if limit is not None]
    low, high = min([0.0, *values, *limits]), max([1.0, *values, *limits])
    step = _step(high - low)
    # Whole steps below and above keep the outermost line off the frame.
    return _Plane(turns[0], max(turns[-1], turns[0] + 1), low // step * step, (high // step + 1) * step)


def _spread(heights: Sequence[float]) -> list[float]:
    """Move label heights apart until no two are closer than a line, keeping their order and staying in the picture."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = [0.0] * len(heights)
    lowest: float = _TOP - _LINE_GAP
    for index in order:
        lowest = placed[index] = max(heights[index], lowest + _LINE_GAP)
    ceiling: float = _HEIGHT - _BOTTOM + _LINE_GAP
    for index in reversed(order):
        ceiling = placed[index] = min(placed[index], ceiling - _LINE_GAP)
    return placed


def _words(text: str) -> str:
    return escape(clean(text))


def _label(text: str) -> str:
    return escape(clip(clean(text), _LABEL_CELLS))


def _frame(plane: _Plane, chart: Chart) -> Iterator[str]:
    left, right, bottom = _LEFT, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    step = _step(plane.high - plane.low)
    for value in range(int(plane.low), int(plane.high) + 1, step):
        y = plane.y(value)
        yield f'<line class="grid" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
        yield f'<text class="tick" x="{left - 8}" y="{y + 4:g}" text-anchor="end">{figure(value)}</text>'
    for turn in range(plane.first, plane.last + 1, _step((plane.last - plane.first) / 2)):
        x = plane.x(turn)
        yield f'<line class="axis" x1="{x}" x2="{x}" y1="{bottom}" y2="{bottom + 5}"/>'
        yield f'<text class="tick" x="{x}" y="{bottom + 19}" text-anchor="middle">{turn}</text>'
    yield f'<line class="axis" x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>'
    yield f'<text class="tick" x="{left}" y="{_TOP - 10}">{_label(chart.measure)}</text>'
    middle = (left + right) / 2
    yield f'<text class="tick" x="{middle:g}" y="{bottom + 38}" text-anchor="middle">{_label(chart.unit)}</text>'


def _limits(plane: _Plane, chart: Chart) -> Iterator[str]:
    """Draw one line a limit; series that share a limit share its line and label."""
    known = [
        (limit, index) for index, series in enumerate(chart.series) if (limit := limit_of(series)) is not None
    ]
    groups = {value: [index for limit, index in known if limit == value] for value, _ in known}
    heights = _spread([plane.y(value) - 5 for value in groups])
    for (value, members), height in zip(groups.items(), heights, strict=True):
        y, tone = plane.y(value), members[0] % _KINDS
        names = ", ".join(chart.series[index].name for index in members)
        text = f"{clean(chart.limit_label)} {figure(value)} · {clean(names)}"
        yield f'<line class="limit s{tone}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>'
        yield (
            f'<text class="limit-label f{tone}" x="{_LEFT + 6}" y="{height:g}">{escape(clip(text, 60))}</text>'
        )


def _mark(kind: int, x: float, y: float) -> str:
    shapes = (
        f'<circle class="f0" cx="{x:g}" cy="{y:g}" r="4"/>',
        f'<rect class="f1" x="{x - 3.8:g}" y="{y - 3.8:g}" width="7.6" height="7.6"/>',
        f'<path class="f2" d="M{x:g} {y - 5:g}l5 9h-10z"/>',
        f'<path class="f3" d="M{x:g} {y - 5.5:g}l5.5 5.5l-5.5 5.5l-5.5-5.5z"/>',
    )
    return shapes[kind]


def _line(plane: _Plane, series: Series, index: int, count: int) -> Iterator[str]:
    points = sorted(dict(series.points).items())
    if not points:
        return
    # Series that lose alike would hide each other: each is drawn a little beside the true height.
    shift = (index - (count - 1) / 2) * 3 if count <= _KINDS else 0.0
    places = [(plane.x(turn), round(plane.y(value) + shift, 1)) for turn, value in points]
    path = f"M{places[0][0]:g} {places[0][1]:g}" + "".join(f"H{x:g}V{y:g}" for x, y in places[1:])
    end = plane.x(plane.last)
    kind = index % _KINDS
    yield f'<path class="line s{kind} d{kind}" d="{path}H{end:g}"/>'
    yield from (_mark(kind, x, y) for x, y in places)


def _names(plane: _Plane, chart: Chart) -> Iterator[str]:
    ends = [
        (index, series, max(series.points)[1]) for index, series in enumerate(chart.series) if series.points
    ]
    heights = _spread([plane.y(value) + 4 for _, _, value in ends])
    x = _WIDTH - _RIGHT + 12
    for (index, series, value), height in zip(ends, heights, strict=True):
        text = f"{clip(clean(series.name), _LABEL_CELLS - 4)} {figure(value)}"
        yield f'<text class="name f{index % _KINDS}" x="{x}" y="{height:g}">{escape(text)}</text>'


def svg(chart: Chart, ident: str) -> str:
    """Return the chart as an SVG element with title, description and its own style.

    Args:
        chart: what to draw; losses, scores or anything else counted by turn.
        ident: the beginning of the element ids, unique within the page; letters, digits and hyphens.
    """
    plane = _plane(chart)
    count = len(chart.series)
    opening = (
        f'<svg class="wb-chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-labelledby="{ident}-title {ident}-desc">'
    )
    parts = [
        opening,
        f'<title id="{ident}-title">{_words(chart.title)}</title>',
        f'<desc id="{ident}-desc">{_words(chart_in_words(chart))}</desc>',
        f"<style>{_STYLE}</style>",
        *_frame(plane, chart),
        *_limits(plane, chart),
        *(part for index, series in enumerate(chart.series) for part in _line(plane, series, index, count)),
        *_names(plane, chart),
        "</svg>",
    ]
    return "\n".join(parts)
