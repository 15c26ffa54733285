"""Counters as dots, and as a glyph with a number where they have no end."""

from __future__ import annotations

from warband_tui.campaign.battle_view import CounterView
from warband_tui.widgets.lines import Span

FULL, EMPTY = "●", "○"


def pips(counter: CounterView, look: str = "") -> Span:
    """Return a counter of a known limit as that many dots."""
    high = counter.high or max(counter.value, 1)
    filled = min(counter.value, high)
    harm = " harm" if counter.harm and filled else ""
    glyph = counter.glyph or FULL
    over = f"+{counter.value - high}" if counter.value > high else ""
    return Span(glyph * filled + EMPTY * (high - filled) + over, look + harm)


def tally(counter: CounterView, look: str = "") -> Span:
    """Return a counter as a glyph, or its short name, and a number."""
    sign = counter.glyph or f"{counter.short} "
    if sign == FULL:
        sign = f"{counter.short} "
    return Span(f"{sign}{counter.value}", look + (" harm" if counter.harm and counter.value else ""))


def counter_span(counter: CounterView, look: str = "") -> Span:
    """Return a counter the way its game declares it."""
    return pips(counter, look) if counter.pips and counter.high else tally(counter, look)
