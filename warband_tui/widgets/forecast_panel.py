"""What is watched on each side, and what becomes of it if nothing changes: short in the heads, whole in the panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from warband_tui.campaign.battle_view import SideView
from warband_tui.rules.guide import Forecast
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.wording import percent
from warband_tui.widgets.break_meter import figure_spans
from warband_tui.widgets.guide_panel import Names, mean
from warband_tui.widgets.lines import Line, Span, fit, paragraph, spread, width_of, wrapped

BAR = 10
SIDE_CELL = 16
"""Cells of a side in the forecast: a percentage, and a bar where there is room."""

THIS, NEXT = "this", "next"
"""Chances whose ids end in these are of one thing, by the end of this turn and of the next."""


SOON = 5
"""So many spans of what is foreseen are the figures; those after them name the key that tells more."""


class Soon(Struct, frozen=True):
    """What may befall a side, and how likely that is by the end of this turn and of the next."""

    what: str
    this: Fraction
    next: Fraction


def soonest(found: Iterable[Forecast], side: str) -> Soon | None:
    """Return the first thing foreseen of a side that has not happened yet, None if there is none.

    Of a side with several parts, that of the part to which it is likeliest to happen.
    """
    worst: Soon | None = None
    for one in found:
        soon = next(iter(_pairs(one)), None) if one.side == side else None
        if soon is not None and (worst is None or soon.next > worst.next):
            worst = soon
    return worst


def _pairs(one: Forecast) -> Iterable[Soon]:
    by_id = {chance.id: chance for chance in one.chances}
    for chance in one.chances:
        what, _, when = chance.id.rpartition("-")
        later = by_id.get(f"{what}-{NEXT}")
        if when == THIS and later is not None and chance.chance < 1:
            yield Soon(chance.label.partition(" by ")[0], chance.chance, later.chance)


def soon_spans(soon: Soon, turn: str) -> Line:
    """Return it for the head of a side; a click opens the panel that says what it stands on."""
    link = "do:forecast"
    look = "warn" if soon.next else "dim"
    return (
        Span(f"{soon.what} ", "" if soon.next else "dim", link),
        Span(percent(soon.this), look, link),
        Span(f" this {turn}, ", "dim", link),
        Span(percent(soon.next), look, link),
        Span(" next", "dim", link),
        Span(" · ", "dim", link),
        Span("%", "key", link),
        Span(" why", "dim", link),
    )


def watched_lines(sides: Sequence[SideView], width: int) -> list[Line]:
    """Return every watched figure of the sides, side by side, in full."""
    shown = {monitor.id: monitor for side in sides for monitor in side.monitors}
    if not shown:
        return []
    label_width = min(max(Span(m.label).width for m in shown.values()) + 2, width // 4)
    cell = (width - label_width - 1) // max(1, len(sides))
    lines: list[Line] = [
        (Span(" " * (label_width + 1)), *(Span(fit(side.name, cell), "head") for side in sides))
    ]
    for name, first in shown.items():
        cells = [
            next((_monitor_cell(m, cell - 2) for m in side.monitors if m.id == name), []) for side in sides
        ]
        for y in range(max(map(len, cells))):
            spans = [Span(" "), Span(fit("" if y else first.label, label_width))]
            for told in cells:
                line = told[y] if y < len(told) else ()
                spans += [*line, Span(" " * max(0, cell - width_of(line)))]
            lines.append(tuple(spans))
    return lines


def _monitor_cell(monitor: Monitor, width: int) -> list[Line]:
    spans = list(figure_spans(monitor))
    rest = [monitor.text] if monitor.text else []
    if monitor.chance:
        rest.insert(0, f"{percent(monitor.chance)} {monitor.chance_of}".rstrip())
    told = " · ".join(rest)
    if told and width_of(spans) + Span(told).width + 3 <= width:
        return [(*spans, Span(f" · {told}", "dim"))]
    return [tuple(spans), *((Span(piece, "dim"),) for piece in wrapped(told, width) if piece)]


class Page(Struct, frozen=True):
    """A part of the panel: shown alone where there is no room for all of them."""

    title: str
    lines: list[Line]


def pages_of(
    found: tuple[Forecast, ...], sides: Sequence[SideView], names: Names, width: int
) -> tuple[Page, ...]:
    """Return what becomes of each side, what that stands on, and what is watched; only what there is."""
    pages = []
    if found:
        pages.append(Page("If nothing changes in what is known", _figures(found, names, width)))
        pages.append(Page("What this stands on", _reasons(found, names, width)))
    watched = watched_lines(sides, width)
    if watched:
        pages.append(Page("What is watched", watched))
    return tuple(pages)


def page_lines(pages: Sequence[Page], at: int, width: int, height: int | None = None) -> list[Line]:
    """Return all pages one below the other; one of them, with the key to the next, where all have no room."""
    if height is None or sum(2 + len(page.lines) for page in pages) - 1 <= height:
        whole: list[Line] = []
        for page in pages:
            whole += [*([()] if whole else []), (Span(f" {page.title}", "strong"),), *page.lines]
        return whole
    page, after = pages[at % len(pages)], pages[(at + 1) % len(pages)]
    more = [Span("a ", "key", "guide:a"), Span(f"{after.title.lower()} ", "dim", "guide:a")]
    return [spread([Span(f" {page.title}", "strong")], more, width), *page.lines]


def _figures(found: tuple[Forecast, ...], names: Names, width: int) -> list[Line]:
    """Return a table: a line for each thing foreseen, a cell for each side."""
    labels = list(dict.fromkeys(chance.label for one in found for chance in one.chances))
    means = list(dict.fromkeys(label for one in found for label in one.expected))
    widest = max((Span(label).width for label in (*labels, *means)), default=8) + 2
    most = max(10, width - len(found) * SIDE_CELL)
    label_width = min(widest, most)
    cell = min(SIDE_CELL + BAR, (width - label_width) // max(1, len(found)))
    bars = max(0, min(BAR, cell - 10))
    lines: list[Line] = [
        (
            Span(" " * label_width),
            *(Span(fit(names.sides.get(one.side, one.side), cell), "head") for one in found),
        )
    ]
    for label in labels:
        spans = [Span(" "), Span(fit(label, label_width - 2)), Span(" ")]
        for one in found:
            chance = next((c.chance for c in one.chances if c.label == label), None)
            spans += _cell(chance, bars, cell)
        lines.append(tuple(spans))
    for label in means:
        spans = [Span(" "), Span(fit(label, label_width - 2)), Span(" ")]
        for one in found:
            told = mean(one.expected[label]) if label in one.expected else ""
            spans.append(Span(fit(told, cell), "strong"))
        lines.append(tuple(spans))
    return lines


def _cell(chance: Fraction | None, bars: int, cell: int) -> list[Span]:
    if chance is None:
        return [Span(" " * cell)]
    filled = max(1, round(chance * bars)) if chance and bars else 0
    told = percent(chance)
    return [
        Span(fit(told, 8), "strong" if chance else "dim"),
        Span(fit("█" * filled, cell - 8), "harm"),
    ]


def _reasons(found: tuple[Forecast, ...], names: Names, width: int) -> list[Line]:
    lines: list[Line] = []
    for one in found:
        side = names.sides.get(one.side, one.side)
        for text in one.assumptions:
            if not all(text in other.assumptions for other in found):
                lines += paragraph(f"{side}: {text}", width)
    shared = dict.fromkeys(text for one in found for text in one.assumptions)
    for text in shared:
        if all(text in other.assumptions for other in found):
            lines += paragraph(text, width)
    rules = dict.fromkeys(rule for one in found for rule in one.rules)
    if rules:
        spans = [Span("  ")]
        for rule in rules:
            spans += [Span(rule, "key", f"rule:{rule}"), Span("  ")]
        lines.append(tuple(spans))
    return lines
