"""Entries of the log as lines of a report, in short and with every roll and choice."""

from __future__ import annotations

from collections.abc import Iterator

from warband_tui.reports import telling
from warband_tui.reports.chronicle import Line
from warband_tui.reports.document import EventLine, Inline, Span, Spans, code, emphasis, event, spans, strong
from warband_tui.rules.dice import Roll
from warband_tui.rules.entries import Chosen
from warband_tui.rules.state import BattleState

_UNDER = "↳ "


def event_line(state: BattleState, line: Line, text: Spans | None = None) -> EventLine:
    """Return an entry in one line: its text, or another, with the mark of an override."""
    entry = line.entry
    parts: list[Inline] = [*(_text(state, line) if text is None else text)]
    if line.is_note:
        parts.insert(0, emphasis("Note: "))
    if entry.override:
        against = "; ".join(entry.overruled)
        parts.append(emphasis(f" [override: {entry.override}{' — against: ' if against else ''}{against}]"))
    return event(line.mark, *parts, star=line.star, rules=entry.rules)


def entry_lines(state: BattleState, line: Line) -> Iterator[EventLine]:
    """Return an entry with its choices, its rolls and the remarks on it, each on a line of its own below it."""
    yield event_line(state, line)
    for chosen in line.entry.choices:
        yield event("", _UNDER, *_choice(state, chosen))
    for roll in line.entry.rolls:
        yield event("", _UNDER, *_roll(roll))
    for remark in line.remarks:
        yield event("", _UNDER, emphasis("Remark: "), remark)


def _text(state: BattleState, line: Line) -> Spans:
    """Return the text as it was told; where it begins with the acting unit's name, that stands out."""
    entry = line.entry
    text = entry.text or entry.do
    unit = state.units.get(entry.unit)
    if unit and unit.name and text.startswith(unit.name):
        return spans(strong(unit.name), text[len(unit.name) :])
    return (Span(text),)


def _choice(state: BattleState, chosen: Chosen) -> Spans:
    side = state.sides.get(chosen.side)
    value = {True: "yes", False: "no"}[chosen.value] if isinstance(chosen.value, bool) else str(chosen.value)
    return spans(f"{side.name if side else chosen.side} chose, {chosen.label}: ", strong(value))


def _roll(roll: Roll) -> Spans:
    """Return a roll: what for, every die, those kept, what changed it, the total and what that meant."""
    parts: list[Inline] = [
        f"{roll.purpose or 'dice'}: D{roll.sides} ",
        code(" ".join(map(str, roll.dice)) or "none"),
    ]
    if sorted(roll.kept) != sorted(roll.dice):
        parts += [", kept ", code(" ".join(map(str, roll.kept)) or "none")]
    reasons = telling.roll_reasons(roll)
    parts += [f"; {reasons}" if reasons else "", " = ", strong(str(roll.total))]
    parts.append((f", {roll.outcome}" if roll.outcome else "") + (" (typed in)" if roll.given else ""))
    return spans(*(part for part in parts if part))
