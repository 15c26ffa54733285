"""The panel below the rosters: what the unit under the cursor is and may do, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warband_tui.campaign.battle_view import CounterView, UnitRow
from warband_tui.rules.ruleset import Option
from warband_tui.widgets.lines import Line, LinesView, Span, cut, fit, paragraph, spread, width_of
from warband_tui.widgets.odds_panel import flowed
from warband_tui.widgets.pips import named

STAGES = {"ready": "ready", "acting": "acting", "done": "has acted", "out": "out"}


class Offer(Struct, frozen=True):
    """An action of the unit with the key that does it."""

    key: str
    option: Option
    index: int


class MenuItem(Struct, frozen=True):
    """One line of a menu. An item that is not possible says why."""

    id: str
    label: str
    note: str = ""
    key: str = ""
    why: str = ""
    group: str = ""


class ActionPanel(LinesView):
    """Draws what the screen tells it; a click on something asks the screen for it."""

    DEFAULT_CSS = """
    ActionPanel { background: $surface; }
    """


OFFER_WIDTH = 20
"""Cells of an action in the panel, its key included."""


def rows_of_offers(count: int, width: int) -> int:
    """Return how many lines so many actions take."""
    return -(-count // max(1, (width - 2) // OFFER_WIDTH))


def unit_lines(row: UnitRow, width: int) -> list[Line]:
    """Return who the unit is, in full: name, numbers, counters, conditions, weapons, opponents."""
    left = [Span(f" {row.name} ", "strong")]
    if row.role:
        left.append(Span(f" {row.role}", "dim"))
    for short, value in row.stats:
        left += [Span(f"  {short} ", "dim"), Span(value, "strong")]
    if row.weapons:
        left.append(Span(f"  {row.weapons}", "dim"))
    right = [Span(f"{row.loss or STAGES[row.stage]} ", "acting" if row.stage == "acting" else "dim")]
    return [spread(left, right, width)]


def offer_lines(offers: Sequence[Offer], width: int, most: int) -> list[Line]:
    """Return the actions with their keys in their own order, those not allowed dim; when none is allowed, why.

    Each has its column where all have room; else they stand close together, and those not allowed make room first.
    """
    allowed = [offer for offer in offers if offer.option.allowed]
    reasons = {offer.option.why for offer in offers if not offer.option.allowed}
    lines: list[Line] = []
    if not allowed and len(reasons) == 1:
        lines.append((Span("  ✗ ", "warn"), Span(cut(reasons.pop(), width - 4), "warn")))
    room = max(1, most - len(lines))
    if not offers:
        return lines
    grid = _in_columns(offers, width)
    if len(grid) <= room:
        return [*lines, *grid]
    shown = list(offers)
    while shown:
        left = len(offers) - len(shown)
        pieces = [_offer(offer, offer.option.label) for offer in shown]
        if left:
            pieces.append(
                [
                    Span("a", "key", "menu:act"),
                    Span(f" {left} more" if allowed else " all of them", "dim", "menu:act"),
                ]
            )
        close = flowed(pieces, width, lead="  ", gap="  ")
        if len(close) <= room:
            return [*lines, *close]
        shown.remove(next((o for o in reversed(shown) if not o.option.allowed), shown[-1]))
    return lines


def _in_columns(offers: Sequence[Offer], width: int) -> list[Line]:
    count = max(1, (width - 2) // OFFER_WIDTH)
    lines: list[Line] = []
    for start in range(0, len(offers), count):
        line: list[Span] = [Span("  ")]
        for offer in offers[start : start + count]:
            line += _offer(offer, fit(offer.option.label, OFFER_WIDTH - 2))
        lines.append(tuple(line))
    return lines


def _offer(offer: Offer, label: str) -> list[Span]:
    link = f"offer:{offer.index}"
    dim = not offer.option.allowed
    return [
        Span(offer.key or " ", "out" if dim else "key", link),
        Span(f" {label}", "out" if dim else "", link),
    ]


def listed_offers(offers: Sequence[Offer], width: int) -> list[Line]:
    """Return the actions one a line, with what each does or why it is not allowed; where there is room."""
    widest = max((len(offer.option.label) for offer in offers), default=8)
    lines: list[Line] = []
    for offer in offers:
        option, link = offer.option, f"offer:{offer.index}"
        look = "" if option.allowed else "out"
        label = fit(option.label, min(widest, width // 2))
        told = cut(option.help if option.allowed else option.why, max(0, width - len(label) - 9))
        lines.append(
            (
                Span(f"  {offer.key or ' '} ", "key" if option.allowed else "out", link),
                Span(f"{label}  ", look, link),
                Span("" if option.allowed else "✗ ", "warn", link),
                Span(told, "dim", link),
            )
        )
    return lines


def book_line(row: UnitRow, counters: Sequence[tuple[str, CounterView]], width: int) -> Line:
    """Return the unit's counters with the keys that change them; where they have no room, first those at 0 go.

    Args:
        row: the unit.
        counters: every counter that a key changes, with that key.
        width: cells there are.
    """
    shown = list(counters)
    state = " ".join(word.text for word in row.words)
    ends = [
        [Span("z", "key", "menu:states"), Span(f" {state or 'states'}", "warn" if state else "")],
        [Span("x", "key", "do:lose"), Span(" out")],
    ]
    while True:
        lines = flowed([*(_counter(*pair) for pair in shown), *ends], width, lead="  ", gap="  ")
        if len(lines) == 1 or not shown:
            return lines[0]
        idle = (pair for pair in reversed(shown) if not pair[1].value and not pair[1].pips)
        shown.remove(next(idle, shown[-1]))


def _counter(key: str, counter: CounterView) -> list[Span]:
    return [
        Span(key, "key", f"counter:{counter.id}:1"),
        Span(f" {named(counter)} ", "", f"counter:{counter.id}:1"),
        Span(str(counter.value), "harm" if counter.harm and counter.value else "strong"),
        Span(" -", "key", f"counter:{counter.id}:-1"),
    ]


def about_unit(row: UnitRow) -> str:
    """Return all that is known of a unit beside its counters, as one text."""
    stats = "  ".join(f"{short} {value}" for short, value in row.stats)
    unknown = f"not applied by the engine: {', '.join(row.unknown)}" if row.unknown else ""
    melee = f"in melee: {', '.join(row.engaged)}" if row.engaged else ""
    parts = (row.role, stats, row.weapons, ", ".join(row.keywords), unknown, melee, row.loss)
    return " · ".join(part for part in parts if part)


def menu_lines(title: str, items: Sequence[MenuItem], at: int, width: int, *, about: str = "") -> list[Line]:
    """Return a menu: a title and what it is about, then one item a line, the cursor on one of them."""
    lines: list[Line] = [
        spread([Span(f" {title}", "strong")], [Span("letter or Enter picks · q leaves ", "dim")], width)
    ]
    if about:
        lines += paragraph(about, width, look="dim", lead=(Span(" "),))
    widest = max((len(item.label) for item in items), default=8)
    group = ""
    for i, item in enumerate(items):
        back = "cursor" if i == at else ""
        link = f"item:{i}"
        shown = item.group if item.group != group else ""
        group = item.group
        look = f"{back} out" if item.why else back
        spans = [
            Span("▌" if i == at else " ", f"{back} key", link),
            Span(f" {item.key or ' '} ", f"{back} {'out' if item.why else 'key'}", link),
            Span(fit(item.label, min(widest, width // 2)), look, link),
            Span("  ", back, link),
        ]
        room = width - width_of(spans) - len(shown) - 1
        if item.why:
            spans.append(Span("✗ ", f"{back} warn", link))
            room -= 2
        spans.append(Span(fit(item.why or item.note, room), f"{back} dim", link))
        spans.append(Span(f"{shown} ", f"{back} mark", link))
        lines.append(tuple(spans))
    return lines
