"""What is told beside the board: the unit and its ways to move, the route, the place, findings."""

from __future__ import annotations

from warband_tui.campaign.board_view_layers import COVERED
from warband_tui.campaign.board_view_scene import BANDS, THREATS
from warband_tui.rules.board.planning import Finding, MoveMode
from warband_tui.widgets.board_route import Told, amount, brief_route, route_lines, rule_spans, with_rules
from warband_tui.widgets.lines import Line, LinesView, Span, fit, in_pairs, paragraph, trimmed, width_of

MODES_ALONE = 5
"""So many ways to move have a line each, more stand two a line."""


class BoardPanel(LinesView):
    """Draws what the screen tells it; a click on something asks the screen for it."""

    DEFAULT_CSS = """
    BoardPanel { background: $surface; }
    """


def short_lines(told: Told, width: int, height: int) -> list[Line]:
    """Return the panel below a board: who and how, how far, who may strike, what is here, what is charged.

    Of more than `height` lines the last say how many are left out; who may strike is never among those.
    """
    head, here, extra = [_who_line(told, width)], trimmed(_here_spans(told), width), _extra_lines(told, width)
    if told.placing:
        return _clipped([*head, *_placing_lines(told, width), here, *extra], height)
    urgent, further = brief_route(told, width) if told.unit else ([], [])
    return _clipped([*head, *urgent, here, *extra, *further], max(height, len(urgent) + 2))


def _clipped(lines: list[Line], height: int) -> list[Line]:
    """Return at most so many lines; the last says how many more there are."""
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], (Span(f"   +{len(lines) - height + 1} more lines", "dim"),)]


def long_lines(told: Told, width: int) -> list[Line]:
    """Return the panel beside a board."""
    lines: list[Line] = [_name_line(told, width), ()]
    if told.placing:
        lines += _placing_lines(told, width)[:1]
    elif told.unit and not told.looking:
        lines += _mode_lines(told, width)
        if told.modes:
            lines.append(())
        lines += route_lines(told, width)
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
    rest = [Span(f"  {finding.why}" if finding.why else " ", "dim"), Span(" "), *rule_spans(finding.rules)]
    if width_of(head) + width_of(rest) <= width:
        return [(*head, *rest)]
    return [head, *with_rules(finding.why, finding.rules, width, "dim")]


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
        lines.append(trimmed((Span("   "), *rule_spans(covered.rules)), width))
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
