"""A guided round: its steps in order, the present one told in full, and why the others need nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from warband_tui.rules.guide import Guide, GuideStep
from warband_tui.rules.wording import percent
from warband_tui.widgets.lines import Line, Span, cut, fit, paragraph, spread, width_of
from warband_tui.widgets.odds_panel import flowed

GLYPHS = {"due": "○", "waiting": "…", "exempt": "-", "passed": "✓", "failed": "✗", "covered": "✓"}
LOOKS = {"exempt": "out", "passed": "rest", "failed": "out", "covered": "rest"}
WORDS = {"waiting": "waits", "exempt": "exempt", "passed": "passed", "failed": "failed", "covered": "covered"}
WIDEST_LABEL = 30


class Names(Struct, frozen=True):
    """What units and sides are called."""

    units: Mapping[str, str]
    sides: Mapping[str, str]


class Drawn(Struct, frozen=True):
    """A guide as lines: the head stays in sight, of the body the part around the present step."""

    head: list[Line]
    body: list[Line]
    first: int
    last: int

    @property
    def height(self) -> int:
        """Lines that it takes in all."""
        return len(self.head) + len(self.body)

    def window(self, height: int) -> list[Line]:
        """Return at most so many lines, the present step and the one after it among them."""
        room = max(1, height - len(self.head))
        if len(self.body) <= room:
            return [*self.head, *self.body]
        top = max(0, min(self.first - 1, len(self.body) - room))
        top = max(top, min(self.last + 2, len(self.body)) - room)
        return [*self.head, *self.body[top : top + room]]


def guide_lines(guide: Guide, at: int, names: Names, width: int) -> Drawn:
    """Return the guide in lines of at most so many cells.

    Args:
        guide: the round.
        at: the present step, -1 for none.
        names: what things are called.
        width: cells there are.
    """
    left = f"{guide.left} to go"
    head: list[Line] = [
        spread([Span(f" {guide.title}", "strong")], [Span(f"{left} ", "key")], width),
        *paragraph(guide.why, width, look="dim", lead=(Span(" "),))[:2],
    ]
    widest = max((Span(step.label).width for step in guide.steps), default=8)
    label = max(8, min(widest, WIDEST_LABEL, width // 3))
    both = len({step.side for step in guide.steps}) > 1
    body: list[Line] = []
    first = last = 0
    for i, step in enumerate(guide.steps):
        here = i == at
        if here:
            first = len(body)
        body.append(_step(step, i, label, names.sides.get(step.side, "") if both else "", width, here=here))
        if here:
            body += _told(step, names, width)
            last = len(body) - 1
    return Drawn(head, body, first, last)


def _step(step: GuideStep, place: int, label: int, side: str, width: int, *, here: bool) -> Line:
    link = f"step:{place}"
    back = "cursor" if here else ""
    look = f"{back} {LOOKS.get(step.state, '')}".strip()
    name = f"{back} strong" if here else look
    spans = [
        Span("▌" if here else " ", f"{back} key", link),
        Span(f"{'▸' if here else GLYPHS[step.state]} ", f"{back} key" if here else look, link),
        Span(fit(step.label, label), name, link),
    ]
    if step.models > 1 and not step.label.endswith(f"×{step.models}"):
        spans.append(Span(f" {step.models} left", name, link))
    if step.chance is not None and step.state in ("due", "waiting"):
        spans.append(Span(f"  {percent(step.chance)}", f"{back} strong", link))
    told = [WORDS[step.state]] if step.state in WORDS else []
    if step.why and not (here and step.state == "waiting"):
        told.append(step.why)
    if told:
        spans.append(Span(f"  {': '.join(told)}", f"{look} dim" if look else "dim", link))
    right = [Span(f"{cut(side, width // 4)} ", f"{back} mark", link)] if side else []
    room = width - width_of(right)
    shown: list[Span] = []
    for span in spans:
        if span.width > room:
            span = span._replace(text=cut(span.text, room))
        room -= span.width
        shown.append(span)
    return (*shown, Span(" " * max(0, room), back, link), *right)


def _told(step: GuideStep, names: Names, width: int) -> list[Line]:
    """Return what is known of the present step: its chances, what spending saves, who covers whom."""
    lead = (Span("     "),)
    lines: list[Line] = []
    if step.state == "waiting" and step.why:
        lines += paragraph(f"waits: {step.why}", width, look="warn", lead=lead)
    if step.offers:
        pieces = []
        for way in step.offers:
            gain = way.chance - step.chance if step.chance is not None else None
            spans = [Span(f"{way.label} "), Span(percent(way.chance), "good")]
            if gain:
                spans.append(Span(f" {float(gain) * 100:+.1f}", "dim"))
            if way.best:
                spans.append(Span(" best", "key"))
            pieces.append(spans)
        lines += flowed(pieces, width, lead="     ")
    if step.expected is not None and step.models > 1:
        lines += paragraph(f"{mean(step.expected)} of {step.models} are expected to fail", width, lead=lead)
    if step.would_cover:
        told = ", ".join(names.units.get(unit, unit) for unit in step.would_cover)
        lines += paragraph(f"once passed, covers in reach: {told}", width, look="dim", lead=lead)
    if step.covers:
        told = ", ".join(candidate.label for candidate in step.covers)
        lines += [
            (Span("   c ", "key", "guide:c"), *line[1:])
            for line in paragraph(f"covered, if in reach, by {told}", width, lead=lead)[:1]
        ]
    if step.models > 1:
        keys = "P X C" if step.covers else "P X"
        told = f"for all {step.models} at once"
        lines.append((Span("     "), Span(keys, "key"), Span(f" {cut(told, width - 12)}", "dim")))
    return lines


def mean(value: Fraction) -> str:
    """Return a mean with one decimal at most."""
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"
