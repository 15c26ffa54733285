"""How a previewed roster is told: its rows, the summary above them, what is told about one of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from textual.content import Content

from warband_tui.campaign.import_preview import (
    ImportPreview,
    LineChoice,
    NotMapped,
    PreviewLine,
    SeenBefore,
)
from warband_tui.campaign.importing import Target, choice_of, taken_words
from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import plain

COLUMNS = (
    Column(least=12, grows=True),
    Column(least=8, most=8),
    Column(least=3, right=True),
    Column(least=8, most=26, drop=1, style="dim"),
    Column(least=6, most=26, right=True),
)
"""Name, use, models, kind, cost."""

WORDS = {"fighter": "fighter", "stash": "■ stash", "out": "– out"}
_LONG = {
    "fighter": "joins the warband as a fighter",
    "stash": "goes into the stash, piece by piece",
    "out": "is left out",
}


def lines(shown: ImportPreview, choices: Mapping[int, LineChoice]) -> list[Line]:
    """Return the rows: the roster's lines, what could not be mapped, what the reader noted."""
    found: list[Line] = [Heading("Roster")]
    found += [_row(i, line, choice_of(line, choices.get(i)), choices) for i, line in enumerate(shown.lines)]
    missing = shown.not_mapped
    if missing:
        found.append(Heading("Not known to the game: kept as words, not applied", gap=True))
        found += [
            Row(f"m{i}", (f"{one.what}: {_who(one)}",), search="not mapped") for i, one in enumerate(missing)
        ]
    if shown.findings:
        found.append(Heading("Noted while reading", gap=True))
        found += [
            Row(f"f{i}", (_finding(note.severity, note.where, note.message),), dim=note.severity == "info")
            for i, note in enumerate(shown.findings)
        ]
    return found


def _row(place: int, line: PreviewLine, choice: LineChoice, choices: Mapping[int, LineChoice]) -> Row:
    models = ""
    if choice.use == "fighter":
        told = place in choices and choices[place].models is not None
        models = f"{'?' if line.is_guess and not told else ''}{choice.models}"
    word = WORDS[choice.use]
    if choice.use == "fighter" and line.status != "active":
        word = line.status
    cells = (line.name, word, models, line.kind, line.cost)
    return Row(f"l{place}", cells, search=" ".join(line.gear), dim=choice.use == "out")


def _finding(severity: str, where: str, message: str) -> str:
    return f"{'! ' if severity == 'warning' else '  '}{f'{where}: ' if where else ''}{message}"


def _who(missing: NotMapped) -> str:
    return ", ".join(missing.who)


def open_guesses(shown: ImportPreview, choices: Mapping[int, LineChoice]) -> list[int]:
    """Return the lines whose number of models is still a guess."""
    return [
        i
        for i, line in enumerate(shown.lines)
        if line.is_guess
        and choice_of(line, choices.get(i)).use == "fighter"
        and (i not in choices or choices[i].models is None)
    ]


def summary(
    shown: ImportPreview,
    choices: Mapping[int, LineChoice],
    *,
    name: str,
    player: str,
    target: Target,
    seen: Sequence[SeenBefore],
    taken: Collection[str] = (),
) -> Content:
    """Return the lines on top: what is saved where, what it comes to, what to look at."""
    kept = [choice_of(line, choices.get(i)) for i, line in enumerate(shown.lines)]
    fighters = [choice for choice in kept if choice.use == "fighter"]
    where = target.name if target.campaign_id is not None else f"{target.name} (new campaign)"
    of = f" of {player}" if player else ""
    told = [
        plain(f"{name}{of} → {where}").stylize("bold"),
        plain(
            f"{counted(len(fighters), 'fighter')}, "
            f"{counted(sum(choice.models or 1 for choice in fighters), 'model')}"
            f"{_left(kept)} · {_totals(shown)}"
        ),
    ]
    told += [plain(f"! {text}").stylize("$warning") for text in _warnings(shown, choices, seen)]
    if name in taken:
        told.append(plain(f"! {taken_words(name, target)}; n gives this one another").stylize("$warning"))
    return Content("\n").join(told)


def _left(kept: Sequence[LineChoice]) -> str:
    out = sum(choice.use == "out" for choice in kept)
    stash = sum(choice.use == "stash" for choice in kept)
    return (f", {stash} to the stash" if stash else "") + (f", {out} left out" if out else "")


def _totals(shown: ImportPreview) -> str:
    computed, declared = shown.computed or "no costs", shown.declared
    if not declared or shown.totals_agree:
        return computed
    return f"{computed} (the file says {declared})"


def _warnings(
    shown: ImportPreview, choices: Mapping[int, LineChoice], seen: Sequence[SeenBefore]
) -> list[str]:
    found = []
    if shown.caution:
        found.append(shown.caution)
    if seen:
        last = seen[-1]
        more = f" and {len(seen) - 1} more" if len(seen) > 1 else ""
        found.append(f"here already as {last.name} ({last.campaign}){more}: this makes one more warband")
    guesses = open_guesses(shown, choices)
    if guesses:
        found.append(
            f"the file does not say how many models {counted(len(guesses), 'line')} (?) {'has' if len(guesses) == 1 else 'have'}: type it"
        )
    return found


def about(shown: ImportPreview, choices: Mapping[int, LineChoice], row: str) -> Content:
    """Return what is told about the row under the cursor."""
    if not row:
        return Content("")
    place = int(row[1:])
    if row[0] == "m":
        missing = shown.not_mapped[place]
        told = f"The game does not know {missing.what}: it is kept and shown, and you apply it by hand."
        return Content("\n").join([_titled(missing.what), plain(told), plain(f"Has it: {_who(missing)}")])
    if row[0] == "f":
        note = shown.findings[place]
        return Content("\n").join([_titled(note.where or "The file"), plain(note.message)])
    line = shown.lines[place]
    choice = choice_of(line, choices.get(place))
    models = (
        (f"{choice.models} models" if (choice.models or 1) > 1 else "1 model")
        if choice.use == "fighter"
        else ""
    )
    told_lines = [
        _titled(f"{line.name}, {line.kind}" if line.kind else line.name),
        plain(" · ".join(p for p in (_becomes(line, choice), models, line.cost) if p)),
        *_part("", line.stats),
        *_part("Has: ", ", ".join(line.gear)),
        *_part("So far: ", ", ".join(line.history)),
        *_part("Not known to the game: ", ", ".join(line.not_understood)),
        *_part("", line.entry.note),
        *_part("Notes: ", line.entry.notes.replace("\n", " ")),
    ]
    return Content("\n").join(told_lines)


def _becomes(line: PreviewLine, choice: LineChoice) -> str:
    if choice.use == "fighter" and line.status != "active":
        return f"comes along as {line.status}"
    return _LONG[choice.use]


def _part(label: str, text: str) -> list[Content]:
    return [Content.styled(label, "dim") + plain(text)] if text else []


def _titled(text: str) -> Content:
    return plain(text).stylize("bold")
