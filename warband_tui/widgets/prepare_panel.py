"""What is being prepared, drawn: at whom and with what, odds, choices, fields, the dice tray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from warband_tui.campaign.preparing import OpenChoice, Preparation
from warband_tui.rules.actions import Field
from warband_tui.rules.board.reading import spots_text
from warband_tui.rules.ruleset import Candidate, Odds
from warband_tui.rules.state import Unit
from warband_tui.widgets.dice_tray import tray_lines
from warband_tui.widgets.lines import Line, Span, paragraph, spread, width_of
from warband_tui.widgets.odds_panel import flowed, odds_lines
from warband_tui.widgets.picking import Picker

CANCEL = Span("q cancel", "", "leave")
FEW_LINES, ROOMY = (2, 4), 100
"""Lines that the fields take at most: in a narrow terminal, and from so many columns on."""
AS_BEFORE = Span("Esc as before", "", "leave")


class Aim(Struct, frozen=True):
    """The question at whom: candidates with their letters, one of them offered."""

    letters: dict[str, str]
    offered: str


def title_line(prep: Preparation, width: int, leave: Span = CANCEL) -> Line:
    """Return who does what to whom with what, and how to leave it."""
    units = prep.session.state.units
    acts = prep.unit or prep.values.get("unit", "")
    spans = [Span(f" {units[acts].name} " if acts in units else " ", "strong")]
    spans.append(Span(f" {prep.label} ", "acting"))
    aimed = prep.target_field
    target = prep.values.get(aimed.name, "") if aimed else ""
    if target in units:
        spans.append(Span(f" {units[target].name}", "strong"))
    weapon = prep.weapon_field
    if weapon and prep.option:
        used = prep.values.get(weapon.name, "")
        label = next((w.label for w in prep.option.weapons if w.value == used), used)
        spans.append(Span(f" · {label}", "", "weapon"))
        if len(prep.weapons()) > 1 and not prep.dice:
            spans += [Span("  Tab", "key", "weapon"), Span(" other weapon", "dim", "weapon")]
    key, _, what = leave.text.partition(" ")
    right = [Span(key, "key", leave.link), Span(f" {what} ", "dim", leave.link)]
    return spread(spans, right, width)


def aim_lines(prep: Preparation, aim: Aim, width: int) -> list[Line]:
    """Return the question at whom, and why not at those that cannot be."""
    targets = prep.targets()
    offered = next((t.label for t in targets if t.value == aim.offered), "")
    ask: list[Span] = [Span("  at whom?  ", "strong"), Span("letter", "key"), Span(" in the roster picks")]
    if offered:
        ask += [Span("   Enter", "key", "aim:"), Span(f" {offered}", "strong", "aim:")]
    lines = [title_line(prep, width), tuple(ask)]
    why: dict[str, list[str]] = {}
    for target in targets:
        if not target.allowed:
            why.setdefault(target.why, []).append(target.label)
    for reason, names in why.items():
        lines += paragraph(f"{', '.join(names)}: {reason}", width, look="dim", lead=(Span("  ✗ ", "warn"),))
    return lines


def refused_lines(prep: Preparation, remedies: dict[str, str], width: int) -> list[Line]:
    """Return why it is not allowed, by which rules, and the ways round.

    Args:
        prep: the action.
        remedies: the fields that may make it possible, with their letters.
        width: cells there are.
    """
    refused = prep.refused
    if refused is None:
        return []
    lines: list[Line] = [title_line(prep, width)]
    lines += paragraph(refused.why, width, look="warn", lead=(Span("  ✗ ", "warn"),))
    rules = [Span(f"  {rule}", "key", f"rule:{rule}") for rule in refused.rules if rule]
    if width_of(lines[-1]) + width_of(rules) > width:
        lines.append((Span("  "),))
    lines[-1] = (*lines[-1], *rules)
    lines += field_lines(prep, remedies, width, selected="")
    if prep.override:
        lines.append((Span("    This one cannot be overridden; put it down by hand or as a note.", "dim"),))
    else:
        lines.append(
            (
                Span("    "),
                Span("!", "key", "override"),
                Span(" do it all the same, with a note", "", "override"),
            )
        )
    return lines


def choice_lines(made: OpenChoice, width: int, *, selected: bool) -> list[Line]:
    """Return a choice with the name of who makes it, its value, and what each step does."""
    choice = made.choice
    lead = (Span("  ▸ " if selected else "    ", "key"),)
    who = f"{made.who}: " if made.who else ""
    lines = paragraph(f"{who}{choice.label}", width, look="strong" if selected else "", lead=lead)
    steps = [
        Span("  "),
        Span("-", "key", f"choice:{choice.id}:-1"),
        Span(f" {made.shown} ", "strong"),
        Span("+", "key", f"choice:{choice.id}:1"),
    ]
    if width_of(lines[-1]) + width_of(steps) > width:
        lines.append((Span("    "),))
    lines[-1] = (*lines[-1], *steps)
    if choice.effect:
        if width_of(lines[-1]) + len(choice.effect) + 3 <= width:
            lines[-1] = (*lines[-1], Span(f"  {choice.effect}", "dim"))
        else:
            lines += paragraph(choice.effect, width, look="dim", lead=(Span("      "),))
    return lines


def field_value(
    field: Field, value: Any, candidates: Sequence[Candidate], units: Mapping[str, Unit] | None = None
) -> str:
    """Return what a field holds, in words; several units by their names."""
    if isinstance(value, list | tuple) and value and not isinstance(value[0], str):
        # Places: one as numbers, or several.
        spots = value if isinstance(value[0], list | tuple) else (value,)
        return spots_text(tuple(tuple(spot) for spot in spots))
    if field.kind == "flag":
        return "yes" if value else "no"
    if value in (None, "", ()):
        return "–"
    label = next((c.label for c in candidates if c.value == value), None)
    if label is not None:
        return label
    if isinstance(value, list | tuple):
        return ", ".join(units[v].name if units and v in units else str(v) for v in value)
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def pick_head(prep: Preparation, picker: Picker, width: int) -> list[Line]:
    """Return what stands above a list that a field is filled from: the action, its chances, the filter."""
    head = [title_line(prep, width, AS_BEFORE)]
    odds = prep.odds()
    if odds is not None:
        head += odds_lines(odds, width, brief=True)[-2:]
    return [*head, picker.head(width)]


def field_lines(
    prep: Preparation, letters: dict[str, str], width: int, *, selected: str, odds: Odds | None = None
) -> list[Line]:
    """Return the other fields of the action with the letters that change them.

    What is filled or needed comes first. Where there are more than a few lines of them, the last ones are
    told by their keys alone; the help names them.

    Args:
        prep: the action.
        letters: the key of each field.
        width: cells there are.
        selected: the number field that the cursor is on, empty for none.
        odds: the chances, which tell what the board has answered.
    """
    first: list[list[Span]] = []
    rest: list[list[Span]] = []
    keys: list[Span] = []
    for field in prep.fields:
        if field.name not in letters:
            continue
        value = prep.values.get(field.name, field.default)
        shown = field_value(field, value, prep.candidates(field), prep.session.state.units)
        changed = value != field.default
        if not changed and _by_board(prep, field, odds):
            shown = "by the board"
        elif not changed and not field.required and shown == "–":
            shown = ""
        link = f"field:{field.name}"
        piece = [
            Span("▸" if field.name == selected else "", "key"),
            Span(letters[field.name], "key", link),
            Span(f" {field.label}", "" if changed else "dim", link),
            Span(f" {shown}" if shown else "", "strong" if changed else "dim", link),
        ]
        if changed or field.required or field.name == selected or shown == "by the board":
            first.append(piece)
        else:
            rest.append(piece)
            keys.append(Span(f" {letters[field.name]}", "key", link))
    return _few_lines(first, rest, keys, width)


def _few_lines(first: list[list[Span]], rest: list[list[Span]], keys: list[Span], width: int) -> list[Line]:
    """Return pieces in a few lines; of the rest those that find no room are told by their keys."""
    most = FEW_LINES[width >= ROOMY]
    for shown in range(len(rest), -1, -1):
        left = keys[shown:]
        chip = [[Span("… more", "dim"), *left, Span("  ? names them", "dim")]] if left else []
        lines = flowed([*first, *rest[:shown], *chip], width, lead="    ")
        if len(lines) <= most:
            break
    return lines


def _by_board(prep: Preparation, field: Field, odds: Odds | None) -> bool:
    """Whether a flag that nobody set is among what the chances count: then the board has answered it."""
    if odds is None or field.kind != "flag" or prep.session.state.board is None:
        return False
    return f"{field.label} (".casefold() in odds.pool.casefold()


def prepare_lines(
    prep: Preparation, letters: dict[str, str], width: int, *, at: int, selected: str, typed: str
) -> list[Line]:
    """Return the whole panel while an action waits for choices, fields or dice.

    Args:
        prep: the action.
        letters: the key of each field.
        width: cells there are.
        at: which open choice the cursor is on.
        selected: the number field that it is on, if it is on none of them.
        typed: digits of the die that is being typed.
    """
    lines = [title_line(prep, width)]
    odds = prep.odds()
    if odds is not None:
        lines += odds_lines(odds, width, taken=prep.way_taken(odds), brief=bool(prep.dice))
    for i, made in enumerate(prep.choices):
        lines += choice_lines(made, width, selected=i == at)
    if not prep.dice:
        lines += field_lines(prep, letters, width, selected=selected, odds=odds)
    if prep.want is not None:
        want = prep.want
        lines += tray_lines(
            want.purpose,
            prep.dice,
            width,
            have=want.have,
            count=want.count,
            sides=want.sides,
            typed=typed,
            seeded=prep.seeded,
        )
        spans = [Span("  type them", "dim"), Span(" or ", "dim"), Span("r", "key", "roll")]
        spans.append(Span(" rolls for you", "", "roll"))
        if prep.choices:
            spans.append(Span(" · the first die accepts the choices", "dim"))
        if prep.dice or typed:
            spans += [Span("   Bksp", "key", "back"), Span(" takes one back", "dim", "back")]
        lines.append(tuple(spans))
    elif prep.entry is not None or prep.missing is None:
        if prep.dice:
            rolled = " ".join(map(str, prep.dice))
            lines.append((Span("  rolled ", "dim"), Span(rolled, "good" if prep.seeded else "strong")))
        lines.append((Span("  Enter", "key", "enter"), Span(" does it", "", "enter")))
    if prep.missing is not None:
        letter = letters.get(prep.missing.name, "")
        lines.append(
            (Span("  ✗ ", "warn"), Span(f"{prep.missing.label} is wanted: ", "warn"), Span(letter, "key"))
        )
    if prep.fault:
        lines += paragraph(prep.fault, width, look="warn", lead=(Span("  ✗ ", "warn"),))
    return lines
