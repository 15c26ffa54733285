"""The report of one battle: what happened, told from its log.

The story is what players starred, wrote or remarked on, and a line for each turn; everything else is in the appendix.
No game is known by name: words, counters and limits are the ruleset's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from warband_tui.reports import full_log, telling
from warband_tui.reports.board_map import board_map
from warband_tui.reports.chronicle import Chronicle, Line, chronicle
from warband_tui.reports.document import (
    Appendix,
    Block,
    BoardMap,
    Chart,
    Document,
    Fact,
    Heading,
    Paragraph,
    Roster,
    RosterLine,
    Series,
    Span,
    bullets,
    number,
    paragraph,
    paragraphs,
    quote,
    strong,
    table,
)
from warband_tui.reports.statistics import BattleFigures, SideFigures, figures_of
from warband_tui.rules.engine import Battle
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Setup, Unit
from warband_tui.rules.wording import capital, counted

_MOST_DEEDS = 6


class Saying(Struct, frozen=True):
    """Words from the table, and whose they were."""

    text: str
    source: str = ""


class Texts(Struct, frozen=True):
    """What players know of a battle and its log does not. Empty fields leave nothing behind.

    `date` is told as it stands; `costs` are what each unit cost, by its id, all its models together.
    """

    title: str = ""
    subtitle: str = ""
    date: str = ""
    place: str = ""
    words: tuple[Saying, ...] = ()
    costs: dict[str, int] = {}


class _Report(Struct, frozen=True):
    """What every part of a report is written from."""

    setup: Setup
    ruleset: Ruleset
    course: Chronicle
    figures: BattleFigures
    texts: Texts

    @property
    def end(self) -> BattleState:
        return self.course.end

    @property
    def turn(self) -> str:
        return self.ruleset.nouns.turn

    def turn_title(self, number: int) -> str:
        return f"{capital(self.turn)} {number}" if number else f"Before {self.turn} 1"


def battle_report(battle: Battle, texts: Texts | None = None) -> Document:
    """Return the report of a battle, finished or not. The same battle and texts make the same document."""
    texts = texts or Texts()
    course = chronicle(battle)
    figures = figures_of(course, battle.ruleset, texts.costs)
    report = _Report(battle.setup, battle.ruleset, course, figures, texts)
    title, sides = texts.title or battle.setup.name or _sides(figures), _sides(figures)
    subtitle = texts.subtitle or sides
    return Document(
        title=title,
        subtitle=subtitle if subtitle != title else "",
        facts=tuple(_facts(report)),
        blocks=(
            *_lead(report),
            *_forces(report),
            *_plans(report),
            *_deployment(report),
            *_story(report),
            *_losses(report),
            *_deeds(report),
            *_dice(report),
            *_words(report),
            *_log(report),
        ),
    )


def _sides(figures: BattleFigures) -> str:
    return " against ".join(side.name for side in figures.sides)


# Before the battle


def _facts(report: _Report) -> Iterator[Fact]:
    setup, figures = report.setup, report.figures
    played = figures.outcome.turn
    edition = next((e.title for e in report.ruleset.editions if e.id == figures.edition), figures.edition)
    limit = f" of at most {setup.turns}" if setup.turns is not None else ""
    told = (
        ("Result", telling.result(figures, report.ruleset.nouns)),
        ("Scenario", setup.scenario),
        ("Date", report.texts.date),
        ("Place", report.texts.place or setup.place),
        ("Length", counted(played, report.turn) + limit if played else ""),
        ("Score", "; ".join(telling.scores(figures, figures.turns[-1]))),
        ("Game", f"{report.ruleset.title}, {edition}"),
        ("Dice", telling.dice_source(figures)),
        ("Seed", str(figures.seed)),
    )
    return (Fact(label, value) for label, value in told if value.strip())


def _lead(report: _Report) -> Iterator[Block]:
    figures, nouns = report.figures, report.ruleset.nouns
    units = list(report.end.units.values())
    best = figures.valuable
    praise: tuple[str | Span, ...] = ()
    if best:
        praise = (" Most valuable: ", strong(best.name), f" of {figures.side(best.side).name}.")
    yield paragraph(
        strong(telling.ended(telling.result(figures, nouns))),
        " ",
        telling.toll(figures, units, nouns),
        *praise,
    )


def _forces(report: _Report) -> Iterator[Block]:
    yield Heading(1, "Forces")
    for side in report.figures.sides:
        units = list(report.end.of_side(side.id))
        yield Roster(
            side.name, tuple(_fighter(report, unit) for unit in units), _summary(report, side, units)
        )


def _fighter(report: _Report, unit: Unit) -> RosterLine:
    cost = report.texts.costs.get(unit.id)
    return RosterLine(
        telling.sized(unit),
        telling.kit(report.ruleset, unit),
        "" if cost is None else str(cost),
        telling.fate(report.figures, report.ruleset, unit),
    )


def _summary(report: _Report, side: SideFigures, units: list[Unit]) -> str:
    costs = [report.texts.costs[unit.id] for unit in units if unit.id in report.texts.costs]
    parts = [side.player, telling.models(side.brought, units, report.ruleset.nouns)]
    if costs:
        parts.append(f"cost {sum(costs)}")
    return ", ".join(part for part in parts if part)


def _plans(report: _Report) -> Iterator[Block]:
    plans = [(side, report.setup.plans.get(side.id, "").strip()) for side in report.figures.sides]
    if not any(plan for _, plan in plans):
        return
    yield Heading(1, "Plans")
    for side, plan in plans:
        first, *rest = paragraphs(plan) or (None,)
        if first is not None:
            yield Paragraph((strong(f"{side.name}: "), *first.spans))
            yield from (each for each in rest if each is not None)


# The battle


def _deployment(report: _Report) -> Iterator[Block]:
    shown = board_map(report.course.stands[0].state, report.ruleset, f"The board before {report.turn} 1")
    if shown is not None:
        yield Heading(1, "Deployment")
        yield shown


def _turn_map(report: _Report, turn: int) -> BoardMap | None:
    """Return where everything stood at the end of a turn, if anything stands on a board at all."""
    stands = report.course.stands
    state = next((stand.state for stand in stands if stand.turn == turn), None)
    if not turn or state is None or not any(unit.at for unit in state.units.values()):
        return None
    goes_on = state is stands[-1].state and report.figures.outcome.kind == "unfinished"
    when = "the board as it stands" if goes_on else "the board at its end"
    return board_map(state, report.ruleset, f"{report.turn_title(turn)}: {when}")


def _story(report: _Report) -> Iterator[Block]:
    told: dict[int, list[Line]] = {}
    for line in report.course.lines:
        if line.worth_telling:
            told.setdefault(line.entry.turn, []).append(line)
    sections = [
        (turn, sentences, shown)
        for turn in report.figures.turns
        for sentences in (telling.turn_sentences(report.figures, turn, report.ruleset.nouns),)
        for shown in (_turn_map(report, turn.turn),)
        if sentences or shown or turn.turn in told
    ]
    if not sections:
        return
    yield Heading(1, "The battle")
    for turn, sentences, shown in sections:
        yield Heading(2, report.turn_title(turn.turn))
        if sentences:
            yield paragraph(sentences)
        for line in told.get(turn.turn, ()):
            yield from _told(report, line)
        if shown is not None:
            yield shown


def _told(report: _Report, line: Line) -> Iterator[Block]:
    if line.is_note:
        first, *rest = paragraphs(line.entry.text)
        yield full_log.event_line(report.end, line, first.spans)
        yield from rest
    else:
        yield full_log.event_line(report.end, line)
    for remark in line.remarks:
        yield quote(remark)


# After the battle


def _losses(report: _Report) -> Iterator[Block]:
    figures = report.figures
    yield Heading(1, "Losses")
    if len(figures.turns) > 1:
        yield _chart(report)
    off_table = {side.id: side.lost for side in figures.sides}
    if any(side.losses != off_table[side.side] for side in figures.turns[-1].sides):
        yield paragraph("The chart counts losses as the break point does, not only who left the table.")
    if not figures.casualties:
        yield paragraph("Nobody was lost.")
        return
    several = any(unit.start > 1 for unit in report.end.units.values())
    yield table(
        [
            "Who",
            "Side",
            *([number("Models")] if several else []),
            number(capital(report.turn)),
            "How",
            "By",
            "With",
        ],
        [
            [
                casualty.name,
                figures.side(casualty.side).name,
                *([casualty.count] if several else []),
                casualty.mark,
                casualty.how,
                f"{casualty.by_name} (own side)" if casualty.own_side else casualty.by_name,
                casualty.using,
            ]
            for casualty in figures.casualties
        ],
        caption="Casualties",
    )


def _chart(report: _Report) -> Chart:
    turns = report.figures.turns
    series = tuple(
        Series(
            side.name,
            tuple((turn.turn, turn.sides[place].losses) for turn in turns),
            turns[-1].sides[place].limit,
        )
        for place, side in enumerate(report.figures.sides)
    )
    return Chart(f"Losses by {report.turn}", series, unit=report.turn)


def _deeds(report: _Report) -> Iterator[Block]:
    figures = report.figures
    best = figures.valuable
    if best is None:
        return
    yield Heading(1, "Most valuable fighter")
    yield paragraph(
        strong(best.name), f" of {figures.side(best.side).name}, for {telling.ended(telling.praise(best))}"
    )
    markers = bool(figures.scoring.markers)
    yield table(
        [
            "Fighter",
            "Side",
            number("Taken out"),
            *([number("Markers")] if markers else []),
            number("Stars"),
            number("Score"),
        ],
        [
            [
                deed.name,
                figures.side(deed.side).name,
                deed.casualties,
                *([deed.markers] if markers else []),
                deed.stars,
                telling.decimal(deed.score),
            ]
            for deed in figures.deeds[:_MOST_DEEDS]
        ],
    )
    yield paragraph(telling.scoring(figures.scoring))


def _dice(report: _Report) -> Iterator[Block]:
    figures = report.figures
    if not any(dice.rolls for dice in figures.luck):
        return
    yield Heading(1, "Dice")
    yield table(
        ["Side", "Die", number("Dice"), number("Mean"), number("Expected")],
        [
            [
                figures.side(dice.side).name,
                f"D{die.sides}",
                die.count,
                f"{float(die.mean):.2f}",
                f"{float(die.expected):.2f}",
            ]
            for dice in figures.luck
            for die in dice.dice
        ],
        caption="Every die as it fell, before modifiers",
    )
    for dice in figures.luck:
        if not dice.rolls:
            continue
        outcomes = telling.outcomes(dice)
        made = counted(dice.rolls, "roll")
        yield paragraph(
            strong(figures.side(dice.side).name), f": {made}{'; ' if outcomes else ''}{outcomes}."
        )
        noted = telling.noted_rolls(dice)
        if noted:
            yield bullets([(strong(label), text) for label, text in noted])


def _words(report: _Report) -> Iterator[Block]:
    words = [saying for saying in report.texts.words if saying.text.strip()]
    if words:
        yield Heading(1, "Words from the table")
        yield from (quote(saying.text, source=saying.source) for saying in words)


def _log(report: _Report) -> Iterator[Block]:
    yield Appendix("The whole log")
    turn = -1
    for line in report.course.lines:
        if line.entry.turn != turn:
            turn = line.entry.turn
            yield Heading(2, report.turn_title(turn))
        yield from full_log.entry_lines(report.end, line)
