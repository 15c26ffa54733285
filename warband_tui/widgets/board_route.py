"""What is told of a route: its price, who may strike, what costs more; all that a board's panel is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warband_tui.campaign.board_view_layers import CHARGED, STRUCK
from warband_tui.rules.board.planning import Covered, Finding, MoveMode, Trace, Waypoint
from warband_tui.widgets.lines import Line, Span, paragraph, trimmed, width_of

MARKED = 4
"""So many places of one mark are told below a board, then how many more there are."""
BESIDE_SIGNS: Line = (Span("   "),)


class Told(Struct, frozen=True):
    """All that is told beside the board, ready to be drawn."""

    length: str = '"'
    unit: str = ""
    code: str = ""
    state: str = ""
    modes: tuple[MoveMode, ...] = ()
    mode: str = ""
    place: str = ""
    zone: str = ""
    """Whose deployment zone it is."""
    ground: tuple[str, ...] = ()
    stands: str = ""
    reached: float | None = None
    """What the place costs as far as the bands know, until the route is there."""
    trace: Trace | None = None
    waiting_for: bool = False
    """Whether the answer for this place is on its way."""
    stays: bool = False
    """Whether the way leads nowhere: the unit stands here."""
    taking: bool = False
    """Whether Enter was pressed already: the move is taken when it is worked out."""
    names: dict[str, str] = {}
    stepped: bool = False
    """Whether the way goes by steps that can be counted: on squares."""
    threatening: str = ""
    """Whose threats are shown."""
    threats: tuple[tuple[str, str], ...] = ()
    """Sign and label of each kind of threat that is shown."""
    threatened: tuple[str, ...] = ()
    """By whom the cursor's place is threatened, and how."""
    findings: tuple[Finding, ...] = ()
    looking: bool = False
    ruler: str = ""
    template: str = ""
    covered: Covered | None = None
    unplaced: tuple[tuple[str, str, str], ...] = ()
    """Id, name and letters of those who are still to be placed, the side's own first."""
    empty: bool = False
    """Whether nobody is on the board yet."""
    placing: str = ""
    error: str = ""


def amount(value: float, length: str) -> str:
    """Return a length as players read it."""
    gap = " " if length[:1].isalpha() else ""
    told = round(value, 2)
    return f"{told:g}{gap}{length.removesuffix('s') if told == 1 else length}"


def brief_route(told: Told, width: int) -> tuple[list[Line], list[Line]]:
    """Return what must be told of the route, and what may be left out where there is no room."""
    trace = told.trace
    if trace is None:
        return route_lines(told, width), []
    verdict = _verdict_spans(trace, told)
    rules = rule_spans(trace.rules)
    further: list[Line] = []
    if trace.why:
        # The reason of a refusal is as urgent as its sign.
        lead = tuple(verdict) if len(verdict) == 1 else BESIDE_SIGNS
        why = with_rules(trace.why, trace.rules, width, "" if trace.legal else "warn", lead=lead)
        head = [] if len(verdict) == 1 else [trimmed(verdict, width)]
        urgent = [*head, *why] if not trace.legal else head
        further += why if trace.legal else []
    elif rules and width_of(verdict) + width_of(rules) + 3 <= width:
        urgent = [(*verdict, Span("   "), *rules)]
    else:
        urgent = [trimmed(verdict, width)]
        further += [trimmed((Span("   "), *rules), width)] if rules else []
    strikes: dict[str, list[str]] = {}
    for n, waypoint in enumerate(trace.way, 1):
        if waypoint.strikers:
            names = ", ".join(told.names.get(unit, unit) for unit in waypoint.strikers)
            strikes.setdefault(names, []).append(_brief_where(told, n, waypoint))
    if strikes:
        words = " · ".join(f"{', '.join(places)}: {names} may strike" for names, places in strikes.items())
        urgent += paragraph(words, width, look="warn", lead=(Span(f" {STRUCK} ", "harm"),))
    marked: dict[str, list[str]] = {}
    for n, waypoint in enumerate(trace.way, 1):
        if waypoint.mark:
            why_marked = f": {waypoint.why}" if waypoint.why and not waypoint.strikers else ""
            marked.setdefault(waypoint.mark + why_marked, []).append(_brief_where(told, n, waypoint))
    for mark, places in marked.items():
        shown = ", ".join(places[:MARKED]) + (f" +{len(places) - MARKED}" if len(places) > MARKED else "")
        line = [Span(f" {CHARGED} ", "warn"), Span(f"{shown} ", "dim"), Span(mark)]
        further.append(trimmed(line, width))
    for note in trace.notes:
        further += paragraph(note, width, look="dim", lead=BESIDE_SIGNS)
    return urgent, further


def _brief_where(told: Told, number: int, waypoint: Waypoint) -> str:
    if told.stepped:
        return f"step {number}"
    return f"{amount(waypoint.price, told.length)} on" if waypoint.price else "at once"


def route_lines(told: Told, width: int) -> list[Line]:
    """Return what is told of the route beside a board."""
    trace = told.trace
    if trace is None:
        if told.looking or told.template:
            return []
        if told.error:
            return paragraph(told.error, width, look="warn", lead=(Span(" ✗ ", "warn"),))
        return [trimmed(_expected(told), width)]
    verdict = _verdict_spans(trace, told)
    lines: list[Line] = [trimmed(verdict, width)]
    if trace.why and len(verdict) == 1:
        # No length to tell: the reason stands beside the sign.
        lines = with_rules(trace.why, trace.rules, width, "warn", lead=tuple(verdict))
    elif trace.why:
        lines += with_rules(trace.why, trace.rules, width, "" if trace.legal else "warn")
    elif trace.rules:
        lines.append(trimmed((Span("   "), *rule_spans(trace.rules)), width))
    for number, waypoint in enumerate(trace.way, 1):
        where = _where(told, number, waypoint)
        if waypoint.mark:
            why = f": {waypoint.why}" if waypoint.why and not waypoint.strikers else ""
            lines += _signed(CHARGED, "warn", where, waypoint.mark + why, width)
        if waypoint.strikers:
            lines += _signed(STRUCK, "harm", where, _struck_words(told, waypoint), width)
    for note in trace.notes:
        lines += paragraph(note, width, look="dim", lead=(Span("   "),))
    return lines


def _verdict_spans(trace: Trace, told: Told) -> list[Span]:
    length = told.length
    sign, look = ("✓", "good") if trace.legal else ("✗", "warn")
    spans = [Span(f" {sign} ", look)]
    if trace.price is not None:
        word = length[:1].isalpha() and trace.budget is not None
        spans.append(Span(amount(trace.price, "" if word else length), "strong"))
        if trace.budget is not None:
            spans.append(Span(f" of {amount(trace.budget, length)}", "dim"))
    elif trace.budget is not None:
        spans.append(Span(f"up to {amount(trace.budget, length)}", "dim"))
    if told.stays:
        spans.append(Span("   it stands here", "dim"))
    elif trace.legal and trace.action:
        spans += [Span("   Enter", "key", "do:take"), Span(" takes it", "dim", "do:take")]
    elif not trace.legal and trace.action:
        spans += [Span("   Enter", "key", "do:take"), Span(" to override", "dim", "do:take")]
    return spans


def _expected(told: Told) -> Line:
    spans = [Span(" …" if told.waiting_for else "", "dim")]
    if told.reached is not None:
        spans = [Span(" … ", "dim"), Span(amount(told.reached, told.length), "strong")]
    if told.taking:
        spans += [Span("  taken when worked out", "dim"), Span("   Esc", "key"), Span(" leaves it", "dim")]
    return tuple(spans)


def _struck_words(told: Told, waypoint: Waypoint) -> str:
    """Return who may strike and why; a reason that names them already stands alone."""
    names = [told.names.get(unit, unit) for unit in waypoint.strikers]
    if waypoint.why and all(name in waypoint.why for name in names):
        return waypoint.why
    return f"{', '.join(names)} may strike" + (f": {waypoint.why}" if waypoint.why else "")


def _where(told: Told, number: int, waypoint: Waypoint) -> str:
    """Return which step of the way it is and where: on squares counted, on a table by how far one has come."""
    if told.stepped:
        return f"step {number} to {_at(waypoint.at)}"
    return f"{amount(waypoint.price, told.length)} on, {_at(waypoint.at)}" if waypoint.price else "at once"


def _signed(sign: str, look: str, place: str, words: str, width: int) -> list[Line]:
    """Return a line with its sign, in two lines where one is too narrow."""
    line = (Span(f" {sign} ", look), Span(f"{place} ", "dim"), Span(words))
    if width_of(line) <= width:
        return [line]
    head = trimmed([Span(f" {sign} ", look), Span(place, "dim")], width)
    return [head, *paragraph(words, width, lead=(Span("   "),))]


def _at(spot: Sequence[float]) -> str:
    return ",".join(f"{round(n, 1):g}" for n in spot[:2])


def with_rules(
    why: str, rules: Sequence[str], width: int, look: str, lead: Line = BESIDE_SIGNS
) -> list[Line]:
    """Return a reason in lines, with the ids of its rules where they fit."""
    lines = paragraph(why, width, look=look, lead=lead)
    spans = rule_spans(rules)
    if spans and width_of(lines[-1]) + width_of(spans) + 2 <= width:
        lines[-1] = (*lines[-1], Span("  "), *spans)
    elif spans:
        lines.append(trimmed((Span("   "), *spans), width))
    return lines


def rule_spans(rules: Iterable[str]) -> list[Span]:
    """Return ids of rules that lead to their texts."""
    spans: list[Span] = []
    for rule in rules:
        spans += [Span(" ") if spans else Span(""), Span(rule, "key", f"rule:{rule}")]
    return spans
