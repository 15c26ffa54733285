"""Exact odds of what is being prepared: the outcomes, and what spending markers does to them."""

from __future__ import annotations

from warband_tui.rules.ruleset import Odds
from warband_tui.rules.wording import percent
from warband_tui.widgets.lines import Line, Span, paragraph, width_of

BAR = 10


def odds_lines(odds: Odds, width: int, *, taken: int = -1, brief: bool = False) -> list[Line]:
    """Return the odds in lines of at most so many cells.

    Args:
        odds: the chances, from the ruleset.
        width: cells there are.
        taken: which of the ways is the one chosen now, -1 for none.
        brief: leave out what can no longer be chosen.
    """
    lines: list[Line] = []
    if odds.pool:
        lines += paragraph(odds.pool, width, look="dim")
    best = max((c.chance for c in odds.chances), default=None)
    told: list[list[Span]] = [
        [
            Span(f"{chance.label} "),
            Span("█" * max(1, round(chance.chance * BAR)) if chance.chance else "·", "good"),
            Span(f" {percent(chance.chance)}", "strong" if chance.chance == best else ""),
        ]
        for chance in odds.chances
    ]
    lines += flowed(told, width)
    if brief:
        return lines
    if len(odds.ways) > 1:
        ways = []
        for i, way in enumerate(odds.ways):
            look = "strong" if i == taken else ""
            spans = [Span("▸ " if i == taken else "", "key"), Span(f"{way.label} ", look, f"way:{i}")]
            spans.append(Span(percent(way.chance), f"{look} good".strip(), f"way:{i}"))
            if gain := way.chance - odds.ways[0].chance:
                spans.append(Span(f" {float(gain) * 100:+.1f}", "dim", f"way:{i}"))
            if way.best:
                spans.append(Span(" best", "key", f"way:{i}"))
            ways.append(spans)
        lines += flowed(ways, width, lead="  w ")
    if odds.advice:
        lines += paragraph(odds.advice, width, look="good")
    return lines


def flowed(pieces: list[list[Span]], width: int, *, lead: str = "  ", gap: str = "   ") -> list[Line]:
    """Return pieces one after another, on a new line where the next does not fit."""
    lines: list[Line] = []
    line: list[Span] = []
    for piece in pieces:
        if line and width_of(line) + len(gap) + width_of(piece) > width - len(lead):
            lines.append(tuple(line))
            line = []
        if line:
            line.append(Span(gap))
        else:
            line.append(Span(lead if not lines else " " * len(lead), "key"))
        line += piece
    if line:
        lines.append(tuple(line))
    return lines
