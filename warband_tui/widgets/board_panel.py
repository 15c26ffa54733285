"""What is told beside the board: the unit and its ways to move, the route, the place, findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warband_tui.campaign.board_view_layers import CHARGED, COVERED, STRUCK
from warband_tui.campaign.board_view_scene import BANDS, THREATS
from warband_tui.rules.board.planning import Covered, Finding, MoveMode, Trace, Waypoint
from warband_tui.widgets.lines import Line, LinesView, Span, fit, in_pairs, paragraph, trimmed, width_of

MODES_ALONE = 5
"""So many ways to move have a line each, more stand two a line."""
MARKED = 4
"""So many places of one mark are told below a board, then how many more there are."""
_BESIDE_SIGNS: Line = (Span("   "),)


class BoardPanel(LinesView):
    """Draws what the screen tells it; a click on something asks the screen for it."""

    DEFAULT_CSS = """
    BoardPanel { background: $surface; }
    """


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


def short_lines(told: Told, width: int, height: int) -> list[Line]:
    """Return the panel below a board: who and how, how far, who may strike, what is here, what is charged.

    Of more than `height` lines the last say how many are left out; who may strike is never among those.
    """
    head, here, extra = [_who_line(told, width)], trimmed(_here_spans(told), width), _extra_lines(told, width)
    if told.placing:
        return _clipped([*head, *_placing_lines(told, width), here, *extra], height)
    urgent, further = _brief_route(told, width) if told.unit else ([], [])
    return _clipped([*head, *urgent, here, *extra, *further], max(height, len(urgent) + 2))


def _clipped(lines: list[Line], height: int) -> list[Line]:
    """Return at most so many lines; the last says how many more there are."""
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], (Span(f"   +{len(lines) - height + 1} more lines", "dim"),)]


def _brief_route(told: Told, width: int) -> tuple[list[Line], list[Line]]:
    """Return what must be told of the route, and what may be left out where there is no room."""
    trace = told.trace
    if trace is None:
        return _route_lines(told, width), []
    verdict = _verdict_spans(trace, told)
    rules = _rule_spans(trace.rules)
    further: list[Line] = []
    if trace.why:
        # The reason of a refusal is as urgent as its sign.
        lead = tuple(verdict) if len(verdict) == 1 else _BESIDE_SIGNS
        why = _with_rules(trace.why, trace.rules, width, "" if trace.legal else "warn", lead=lead)
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
        further += paragraph(note, width, look="dim", lead=_BESIDE_SIGNS)
    return urgent, further


def _brief_where(told: Told, number: int, waypoint: Waypoint) -> str:
    if told.stepped:
        return f"step {number}"
    return f"{amount(waypoint.price, told.length)} on" if waypoint.price else "at once"


def long_lines(told: Told, width: int) -> list[Line]:
    """Return the panel beside a board."""
    lines: list[Line] = [_name_line(told, width), ()]
    if told.placing:
        lines += _placing_lines(told, width)[:1]
    elif told.unit and not told.looking:
        lines += _mode_lines(told, width)
        if told.modes:
            lines.append(())
        lines += _route_lines(told, width)
    elif told.error:
        lines += paragraph(told.error, width, look="warn")
    if lines[-1]:
        lines.append(())
    lines.append(trimmed(_here_spans(told)[:2], width))
    for words in (told.stands, told.zone, *told.ground):
        if words:
            lines += paragraph(words, width, look="dim" if words != told.stands else "", lead=(Span("   "),))
    lines += _extra_lines(told, width)
    if told.placing:
        lines += _waiting_lines(told, width)
    return lines


# The unit


def _name_line(told: Told, width: int) -> Line:
    if told.placing:
        return trimmed([Span(" deploy ", "acting"), Span(f" {told.placing}", "strong")], width)
    if not told.unit:
        return (Span(" no unit selected", "dim"), Span("   Tab", "key", "do:next"), Span(" takes one", "dim"))
    spans = [Span(f" {told.code} ", "acting"), Span(f" {told.unit}", "strong")]
    if told.state:
        spans.append(Span(f"  {told.state}", "warn"))
    return trimmed(spans, width)


def _who_line(told: Told, width: int) -> Line:
    """Return the unit and its ways to move in one line: the one taken with how far it leads, then the others."""
    spans = list(_name_line(told, width))
    if not told.unit or told.placing:
        return trimmed(spans, width)
    for i, mode in sorted(enumerate(told.modes), key=lambda m: (m[1].id != told.mode, not m[1].allowed)):
        link, here = f"mode:{i}", mode.id == told.mode
        words = _mode_words(mode, told.length) if here else mode.label + ("" if mode.allowed else " ✗")
        look = "strong" if here else "" if mode.allowed else "out"
        spans += [
            Span("   "),
            Span(f"{'▸' if here else ''}{i + 1} ", "key" if mode.allowed else "out", link),
            Span(words, look, link),
        ]
    return trimmed(spans, width)


def _mode_words(mode: MoveMode, length: str) -> str:
    far = "" if mode.budget is None else amount(mode.budget, "" if length[:1].isalpha() else length)
    told = f"{mode.label} {far}" if far and far not in mode.label else mode.label
    return told + ("" if mode.allowed else " ✗")


def _mode_lines(told: Told, width: int) -> list[Line]:
    """Return the ways to move, one a line with what forbids it; many stand two a line."""
    lines = [_mode_line(told, i, mode, width) for i, mode in enumerate(told.modes)]
    return lines if len(lines) <= MODES_ALONE else in_pairs(lines, width)


def _mode_line(told: Told, i: int, mode: MoveMode, width: int) -> Line:
    link = f"mode:{i}"
    here = mode.id == told.mode
    spans = [
        Span(" ▸" if here else "  ", "key", link),
        Span(f"{i + 1} ", "key" if mode.allowed else "out", link),
        Span(f"{BANDS[mode.role]} ", "mark", link),
        Span(_mode_words(mode, told.length), "strong" if here else "" if mode.allowed else "out", link),
    ]
    if not mode.allowed and mode.why:
        spans.append(Span(f"  {mode.why.removeprefix(told.unit).strip()}", "dim", link))
    return trimmed(spans, width)


# The route


def _route_lines(told: Told, width: int) -> list[Line]:
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
        lines = _with_rules(trace.why, trace.rules, width, "warn", lead=tuple(verdict))
    elif trace.why:
        lines += _with_rules(trace.why, trace.rules, width, "" if trace.legal else "warn")
    elif trace.rules:
        lines.append(trimmed((Span("   "), *_rule_spans(trace.rules)), width))
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


def _sign_line(sign: str, look: str, place: str, words: str, width: int) -> Line:
    return trimmed([Span(f" {sign} ", look), Span(f"{place} ", "dim"), Span(words)], width)


def _signed(sign: str, look: str, place: str, words: str, width: int) -> list[Line]:
    """Return a line with its sign, in two lines where one is too narrow."""
    line = _sign_line(sign, look, place, words, 999)
    if width_of(line) <= width:
        return [line]
    head = trimmed([Span(f" {sign} ", look), Span(place, "dim")], width)
    return [head, *paragraph(words, width, lead=(Span("   "),))]


def _at(spot: Sequence[float]) -> str:
    return ",".join(f"{round(n, 1):g}" for n in spot[:2])


def _with_rules(
    why: str, rules: Sequence[str], width: int, look: str, lead: Line = _BESIDE_SIGNS
) -> list[Line]:
    lines = paragraph(why, width, look=look, lead=lead)
    spans = _rule_spans(rules)
    if spans and width_of(lines[-1]) + width_of(spans) + 2 <= width:
        lines[-1] = (*lines[-1], Span("  "), *spans)
    elif spans:
        lines.append(trimmed((Span("   "), *spans), width))
    return lines


def _rule_spans(rules: Iterable[str]) -> list[Span]:
    spans: list[Span] = []
    for rule in rules:
        spans += [Span(" ") if spans else Span(""), Span(rule, "key", f"rule:{rule}")]
    return spans


# The place


def _here_spans(told: Told) -> list[Span]:
    spans = [Span(" at ", "dim"), Span(told.place, "strong")]
    words = " · ".join(part for part in (told.stands, told.zone, *told.ground) if part)
    return [*spans, Span("  "), Span(words)] if words else spans


def _extra_lines(told: Told, width: int) -> list[Line]:
    lines: list[Line] = []
    if told.ruler:
        lines.append(trimmed([Span(" ruler ", "mark"), Span(told.ruler, "strong")], width))
    if told.looking and not told.findings:
        lines.append(trimmed([Span(" sight ", "mark"), Span("put the cursor on somebody", "dim")], width))
    for finding in told.findings:
        lines += finding_lines(finding, width)
    if told.template:
        lines += _template_lines(told, width)
    if told.threatening:
        lines += _threat_lines(told, width)
    return lines


def _threat_lines(told: Told, width: int) -> list[Line]:
    spans = [Span(f" {THREATS[0]} ", "harm"), Span("threats of ", "dim"), Span(told.threatening, "strong")]
    kinds = [Span(f"  {sign} {label}", "dim") for sign, label in told.threats] or [Span("  none", "dim")]
    fits = width_of(spans) + width_of(kinds) <= width
    lines: list[Line] = [(*spans, *kinds)] if fits else [trimmed(spans, width), trimmed(kinds, width)]
    for words in told.threatened:
        lines += paragraph(words, width, look="warn", lead=(Span("   "),))
    return lines


def finding_lines(finding: Finding, width: int) -> list[Line]:
    """Return a finding: its sign, what was found, why and by which rules."""
    sign, look = {True: ("✓", "good"), False: ("✗", "warn"), None: ("·", "dim")}[finding.good]
    head = trimmed(
        [Span(f" {sign} ", look), Span(f"{finding.label} ", "dim"), Span(finding.verdict, "strong")], width
    )
    if not finding.why and not finding.rules:
        return [head]
    rest = [Span(f"  {finding.why}" if finding.why else " ", "dim"), Span(" "), *_rule_spans(finding.rules)]
    if width_of(head) + width_of(rest) <= width:
        return [(*head, *rest)]
    return [head, *_with_rules(finding.why, finding.rules, width, "dim")]


def _template_lines(told: Told, width: int) -> list[Line]:
    covered = told.covered
    lines = [trimmed([Span(f" {COVERED} ", "mark"), Span(told.template, "strong")], width)]
    if covered is None:
        return lines
    if not covered.units:
        lines += paragraph(covered.why or "nobody is under it", width, look="dim", lead=(Span("   "),))
    for unit, why in covered.units:
        words = told.names.get(unit, unit) + (f": {why}" if why else "")
        lines += paragraph(words, width, lead=(Span("   "),))
    if covered.rules:
        lines.append(trimmed((Span("   "), *_rule_spans(covered.rules)), width))
    return lines


def _placing_lines(told: Told, width: int) -> list[Line]:
    lines: list[Line] = [
        trimmed(
            [
                Span(" Enter", "key", "do:take"),
                Span(" here   "),
                Span("Tab", "key", "do:next"),
                Span(" another   "),
                Span("d", "key", "do:deploy"),
                Span(" done"),
            ],
            width,
        )
    ]
    if told.unplaced:
        names = ", ".join(name for _, name, _ in told.unplaced)
        lines += paragraph(f"still to be placed: {names}", width, look="dim", lead=(Span(" "),))
    return lines


def _waiting_lines(told: Told, width: int) -> list[Line]:
    """Return who is still to be placed, one a line; a click takes one of them."""
    lines: list[Line] = [(), (Span(" still to be placed", "head"),)] if told.unplaced else []
    lines += [
        trimmed([Span(f" {fit(code, 3)}", "strong", f"unit:{unit}"), Span(name, "", f"unit:{unit}")], width)
        for unit, name, code in told.unplaced
    ]
    if told.empty:
        lines += [(), (Span(" b", "key", "do:lay"), Span(" lays another board", "dim", "do:lay"))]
    return lines
