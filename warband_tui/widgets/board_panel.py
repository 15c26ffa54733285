"""What is told beside the board: the unit and its ways to move, the route, the place, findings, the legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warband_tui.campaign.board_view_layers import CHARGED, COVERED, STRUCK, TRAIL
from warband_tui.campaign.board_view_scene import BANDS, THREAT
from warband_tui.campaign.board_view_terrain import EDGE_WORDS, EDGES
from warband_tui.rules.board.planning import Covered, Finding, MoveMode, TerrainKind, Trace
from warband_tui.widgets.lines import Line, LinesView, Span, cut, fit, paragraph, trimmed, width_of


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
    ground: tuple[str, ...] = ()
    stands: str = ""
    reached: float | None = None
    """What the place costs as far as the bands know, until the route is there."""
    trace: Trace | None = None
    waiting_for: bool = False
    """Whether the answer for this place is on its way."""
    names: dict[str, str] = {}
    findings: tuple[Finding, ...] = ()
    looking: bool = False
    ruler: str = ""
    template: str = ""
    covered: Covered | None = None
    unplaced: tuple[str, ...] = ()
    placing: str = ""
    error: str = ""


def amount(value: float, length: str) -> str:
    """Return a length as players read it."""
    gap = " " if length[:1].isalpha() else ""
    return f"{round(value, 2):g}{gap}{length}"


def short_lines(told: Told, width: int, height: int) -> list[Line]:
    """Return the panel below a board: who and how, how far, what is charged, what is here."""
    lines = [_who_line(told, width)]
    if told.placing:
        lines += _placing_lines(told, width)
    elif told.unit:
        lines += _route_lines(told, width)[: height - 2]
    lines.append(trimmed(_here_spans(told), width))
    lines += _extra_lines(told, width)
    return lines


def long_lines(told: Told, width: int) -> list[Line]:
    """Return the panel beside a board."""
    lines: list[Line] = [_name_line(told, width), ()]
    if told.placing:
        lines += _placing_lines(told, width)
    elif told.unit:
        lines += [_mode_line(told, i, mode, width) for i, mode in enumerate(told.modes)]
        if told.modes:
            lines.append(())
        lines += _route_lines(told, width)
    elif told.error:
        lines += paragraph(told.error, width, look="warn")
    lines.append(())
    lines.append(trimmed(_here_spans(told)[:3], width))
    for words in (told.stands, *told.ground):
        if words:
            lines += paragraph(words, width, look="dim" if words != told.stands else "", lead=(Span("   "),))
    lines += _extra_lines(told, width)
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
    for i, mode in sorted(enumerate(told.modes), key=lambda found: found[1].id != told.mode):
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
    far = "" if mode.budget is None else f" {amount(mode.budget, '' if length[:1].isalpha() else length)}"
    return f"{mode.label}{far}" + ("" if mode.allowed else " ✗")


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
        spans.append(Span(f"  {mode.why}", "dim", link))
    return trimmed(spans, width)


# The route


def _route_lines(told: Told, width: int) -> list[Line]:
    trace = told.trace
    if trace is None:
        return [] if told.looking or told.template else [_expected(told)]
    lines = [trimmed(_verdict_spans(trace, told.length), width)]
    if trace.why:
        lines += _with_rules(trace.why, trace.rules, width, "" if trace.legal else "warn")
    elif trace.rules:
        lines.append(trimmed((Span("   "), *_rule_spans(trace.rules)), width))
    for waypoint in trace.way:
        if waypoint.mark:
            lines.append(_sign_line(CHARGED, "warn", _at(waypoint.at), waypoint.mark, width))
        if waypoint.strikers:
            who = ", ".join(told.names.get(unit, unit) for unit in waypoint.strikers)
            words = f"{who} may strike" + (f": {waypoint.why}" if waypoint.why else "")
            lines.append(_sign_line(STRUCK, "harm", _at(waypoint.at), words, width))
    for note in trace.notes:
        lines += paragraph(note, width, look="dim", lead=(Span("   "),))
    return lines


def _verdict_spans(trace: Trace, length: str) -> list[Span]:
    sign, look = ("✓", "good") if trace.legal else ("✗", "warn")
    spans = [Span(f" {sign} ", look)]
    if trace.price is not None:
        word = length[:1].isalpha() and trace.budget is not None
        spans.append(Span(amount(trace.price, "" if word else length), "strong"))
        if trace.budget is not None:
            spans.append(Span(f" of {amount(trace.budget, length)}", "dim"))
    elif trace.budget is not None:
        spans.append(Span(f"up to {amount(trace.budget, length)}", "dim"))
    if trace.legal and trace.action:
        spans += [Span("   Enter", "key", "do:take"), Span(" takes it", "dim", "do:take")]
    elif not trace.legal and trace.action:
        spans += [Span("   Enter", "key", "do:take"), Span(" to override", "dim", "do:take")]
    return spans


def _expected(told: Told) -> Line:
    if told.reached is not None:
        return (Span(" … ", "dim"), Span(amount(told.reached, told.length), "strong"))
    if told.error:
        return (Span(" ✗ ", "warn"), Span(told.error, "warn"))
    return (Span(" …" if told.waiting_for else "", "dim"),)


def _sign_line(sign: str, look: str, place: str, words: str, width: int) -> Line:
    return trimmed([Span(f" {sign} ", look), Span(f"{place} ", "dim"), Span(words)], width)


def _at(spot: Sequence[float]) -> str:
    return ",".join(f"{round(n, 1):g}" for n in spot[:2])


def _with_rules(why: str, rules: Sequence[str], width: int, look: str) -> list[Line]:
    lines = paragraph(why, width, look=look, lead=(Span("   "),))
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
    words = " · ".join(part for part in (told.stands, *told.ground) if part)
    spans.append(Span(""))
    if words:
        spans.append(Span(f"  {words}"))
    return spans


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
        lines += paragraph(
            "still to be placed: " + ", ".join(told.unplaced), width, look="dim", lead=(Span(" "),)
        )
    return lines


# The legend


def legend_lines(
    kinds: Sequence[TerrainKind],
    roles: Sequence[tuple[str, str]],
    sides: Sequence[str],
    edges: Iterable[str],
    width: int,
) -> list[Line]:
    """Return what the signs mean.

    Args:
        kinds: the terrain on the board.
        roles: role and label of each band.
        sides: the sides' names, in order.
        edges: kinds of edges between squares.
        width: cells there are.
    """
    lines: list[Line] = [(Span(" legend", "head"),)]
    codes = ("AB", "ab", "Ab", "aB")
    lines += [trimmed([Span(f" {fit(codes[i % 4], 3)}"), Span(name)], width) for i, name in enumerate(sides)]
    for kind in kinds:
        note = f"  {kind.note}" if kind.note else ""
        lines.append(
            trimmed([Span(f" {kind.glyph}  ", "strong"), Span(kind.label), Span(note, "dim")], width)
        )
    lines += [trimmed([Span(f" {EDGES[e][0]}  ", "strong"), Span(EDGE_WORDS[e])], width) for e in edges]
    lines += [trimmed([Span(f" {BANDS[role]}  ", "strong"), Span(label)], width) for role, label in roles]
    signs = (
        (TRAIL, "way of this turn"),
        (CHARGED, "costs more here"),
        (STRUCK, "somebody may strike here"),
        (THREAT, "threatened (t)"),
    )
    lines += [
        trimmed([Span(f" {sign}  ", "strong"), Span(cut(words, width - 4))], width) for sign, words in signs
    ]
    return lines
