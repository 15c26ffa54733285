"""Counters as dots, and as a glyph with a number where they have no end."""

from __future__ import annotations

from warband_tui.campaign.battle_view import CounterView
from warband_tui.widgets.lines import Span, cut

FULL, EMPTY = "●", "○"
LONG = 10
"""Letters of a name that is said short where there is a short form."""
MOST = 16
"""Cells of a name beside a unit."""


def named(counter: CounterView) -> str:
    """Return what a counter is called in a line of its own: its name, in short where that is long."""
    return counter.short if len(counter.label) > LONG else counter.label


def pips(counter: CounterView, look: str = "") -> Span:
    """Return a counter of a known limit as that many dots."""
    high = counter.high or max(counter.value, 1)
    filled = min(counter.value, high)
    harm = " harm" if counter.harm and filled else ""
    glyph = counter.glyph or FULL
    over = f"+{counter.value - high}" if counter.value > high else ""
    return Span(glyph * filled + EMPTY * (high - filled) + over, look + harm)


def tally(counter: CounterView, look: str = "") -> Span:
    """Return a counter as a glyph, or its name, and a number."""
    sign = counter.glyph if counter.glyph not in ("", FULL) else f"{cut(counter.short, MOST)} "
    return Span(f"{sign}{counter.value}", look + (" harm" if counter.harm and counter.value else ""))


def counter_span(counter: CounterView, look: str = "") -> Span:
    """Return a counter the way its game declares it."""
    return pips(counter, look) if counter.pips and counter.high else tally(counter, look)
