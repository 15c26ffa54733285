"""Sentences about a battle, made from its figures and the game's own words. Every name in them is literal text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from warband_tui.reports.deeds import Deed, Scoring
from warband_tui.reports.luck import Luck, NotedRoll
from warband_tui.reports.statistics import BattleFigures, Casualty, SideTurn, TurnFigures
from warband_tui.rules.dice import Modifier, Roll
from warband_tui.rules.ruleset import Nouns, Ruleset
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import capital, counted, listed, percent

_MOST_NAMES = 5
_MOST_OUTCOMES = 8


def ended(text: str) -> str:
    """Return the text as a sentence: with one full stop, or the sign that it ends in already."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def decimal(value: Fraction) -> str:
    """Return a figure for people: whole, or with one decimal place."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def exact(chance: Fraction) -> str:
    """Return a chance as a percentage, with the exact fraction where that is short enough to mean something."""
    told = percent(chance)
    return f"{told} ({chance})" if 1 < chance.denominator < 10_000 else told


# The battle as a whole


def result(figures: BattleFigures, nouns: Nouns) -> str:
    """Return how the battle came out, without a full stop. A battle that goes on is no draw."""
    outcome = figures.outcome
    when = f"in {nouns.turn} {outcome.turn}" if outcome.turn else f"before {nouns.turn} 1"
    if outcome.kind == "unfinished":
        return f"Not finished; it stands {when}"
    why = f": {outcome.why}" if outcome.why.strip() else ""
    if outcome.kind == "drawn":
        return f"A draw {when}{why}"
    return f"{figures.side(outcome.winner).name} won {when}{why}"


def models(number: int, units: Iterable[Unit], nouns: Nouns) -> str:
    """Return so many fighters in the word for them: where units are of several, their models are counted."""
    several = any(unit.start > 1 for unit in units)
    return counted(number, "model", "models") if several else counted(number, nouns.unit, nouns.units)


def toll(figures: BattleFigures, units: Iterable[Unit], nouns: Nouns) -> str:
    """Return in a sentence what each side lost of what it brought."""
    *others, last = figures.sides
    parts = [f"{side.name} lost {side.lost or 'none'} of {side.brought}" for side in others]
    parts.append(f"{last.name} lost {last.lost or 'none'} of {models(last.brought, units, nouns)}")
    return ended(listed(parts))


def dice_source(figures: BattleFigures) -> str:
    """Return who rolled: the app, or the players with dice of their own."""
    rolled, typed = figures.dice.rolled, figures.dice.typed
    parts = [
        *([f"{counted(rolled, 'roll', 'rolls')} made by the app"] if rolled else []),
        *([f"{counted(typed, 'roll', 'rolls')} typed in from real dice"] if typed else []),
    ]
    return listed(parts) or "none rolled"


def scores(figures: BattleFigures, turn: TurnFigures) -> list[str]:
    """Return a score for each side counter as `points: Wardens 2, Court 1`; none while all are 0."""
    if not any(score for side in turn.sides for score in side.scores):
        return []
    return [
        f"{label}: {', '.join(f'{figures.side(s.side).name} {s.scores[place]}' for s in turn.sides)}"
        for place, label in enumerate(figures.scores)
    ]


# Turns


def turn_sentences(figures: BattleFigures, turn: TurnFigures, nouns: Nouns) -> str:
    """Return a turn in a line: who went first, what each side lost, what that led to, and the score.

    Before the first turn there may be nothing to tell.
    """
    return " ".join(
        [
            *([f"{figures.side(turn.first).name} went first."] if turn.first and turn.turn else []),
            *_losses(figures, turn),
            *_returns(figures, turn),
            *_led_to(figures, turn.sides),
            *(ended(capital(score)) for score in scores(figures, turn)),
            *_end(figures, turn, nouns),
        ]
    )


def _losses(figures: BattleFigures, turn: TurnFigures) -> list[str]:
    parts = []
    for side in figures.sides:
        lost = [c for c in figures.casualties if c.turn == turn.turn and c.side == side.id]
        if lost:
            parts.append(f"{side.name} lost {_names([(c.name, c.count, c.of) for c in lost])}")
    if not parts:
        return ["Nobody was lost."] if turn.turn else []
    return [ended("; ".join(parts))]


def _names(lost: Iterable[tuple[str, int, int]]) -> str:
    told = [f"{count} of {name}" if of > 1 else name for name, count, of in lost]
    if len(told) > _MOST_NAMES:
        told = [*told[: _MOST_NAMES - 1], f"{len(told) - _MOST_NAMES + 1} more"]
    return listed(told)


def _returns(figures: BattleFigures, turn: TurnFigures) -> list[str]:
    back = [r.name for r in figures.returns if r.turn == turn.turn]
    return [f"{listed(back)} came back."] if back else []


def _led_to(figures: BattleFigures, sides: Iterable[SideTurn]) -> list[str]:
    told = []
    for side in sides:
        name = figures.side(side.side).name
        if side.broke:
            told.append(
                f"{name} reached its break point: its losses count {side.losses}, and {side.limit} are enough."
            )
        if side.conditions:
            told.append(ended(f"{name}: {listed(side.conditions)}"))
    return told


def _end(figures: BattleFigures, turn: TurnFigures, nouns: Nouns) -> list[str]:
    if turn is not figures.turns[-1] or figures.outcome.kind == "unfinished":
        return []
    return [ended(result(figures, nouns))]


# Fighters


def kit(ruleset: Ruleset, unit: Unit) -> str:
    """Return role, weapons and keywords of a unit, as its game tells them; nothing that only came upon it."""
    line = ruleset.line(replace(unit, conditions={}, acting=False))
    return " · ".join(part for part in (line.role, line.weapons, ", ".join(line.keywords)) if part)


def sized(unit: Unit) -> str:
    """Return a unit's name, with its number of models where it has several."""
    return f"{unit.name} (×{unit.start})" if unit.start > 1 else unit.name


def fate(figures: BattleFigures, ruleset: Ruleset, unit: Unit) -> str:
    """Return what became of a unit."""
    lost = [casualty for casualty in figures.casualties if casualty.unit == unit.id]
    if not unit.in_play:
        return loss(lost[-1], ruleset.nouns) if lost else ruleset.nouns.out
    if unit.models < unit.start:
        standing = f"{unit.models} of {unit.start} left"
    elif lost:
        standing = "came back"
    else:
        standing = "in play" if figures.outcome.kind == "unfinished" else "survived"
    return ", ".join([standing, *_harm(ruleset, unit)])


def loss(casualty: Casualty, nouns: Nouns) -> str:
    """Return how a unit left the table, when, by whom and with what."""
    by = f", by {casualty.by_name}" if casualty.by_name else ""
    using = f" ({casualty.using})" if casualty.using else ""
    when = f"{nouns.turn} {casualty.turn}" if casualty.turn else f"before {nouns.turn} 1"
    return f"{casualty.how}, {when}{by}{using}"


def _harm(ruleset: Ruleset, unit: Unit) -> list[str]:
    counters = [
        f"{counter.label} {unit.counter(counter.id)}"
        for counter in ruleset.counters
        if counter.harm and counter.on == "unit" and unit.counter(counter.id)
    ]
    return counters + [c.label for c in ruleset.conditions if c.harm and c.shown and unit.has(c.id)]


def scoring(rules: Scoring) -> str:
    """Return in a sentence how the score of the most valuable fighter is made up."""
    weighed = ", weighed by its cost against the average" if rules.by_cost else ""
    parts = [f"{rules.per_model} for each enemy taken out{weighed}"]
    if rules.markers:
        parts.append(
            f"{rules.per_marker} for each marker ({', '.join(rules.markers)}) that its actions put on an enemy"
        )
    parts.append(f"{rules.per_star} for each starred deed")
    return f"The score counts {listed(parts)}."


def praise(deed: Deed) -> str:
    """Return in words what a deed's score is made of."""
    parts = [
        f"{counted(number, *words)}"
        for number, words in (
            (deed.casualties, ("enemy taken out", "enemies taken out")),
            (deed.markers, ("marker placed", "markers placed")),
            (deed.stars, ("starred deed", "starred deeds")),
        )
        if number
    ]
    return f"{listed(parts)}: a score of {decimal(deed.score)}"


# Dice


def outcomes(dice: Luck) -> str:
    """Return how often each outcome came."""
    told = [f"{name} {count}" for name, count in dice.outcomes[:_MOST_OUTCOMES]]
    rest = dice.outcomes[_MOST_OUTCOMES:]
    if rest:
        told.append(f"other {sum(count for _, count in rest)}")
    return ", ".join(told)


def noted_rolls(dice: Luck) -> list[tuple[str, str]]:
    """Return the luckiest and the unluckiest roll with their chances; the ordinary is not worth a line."""
    ends = (("Luckiest", dice.luckiest, "high"), ("Unluckiest", dice.unluckiest, "low"))
    return [
        (f"{label}: ", _noted(roll, end))
        for label, roll, end in ends
        if roll and roll.chance < Fraction(1, 2)
    ]


def _noted(roll: NotedRoll, end: str) -> str:
    dice = " ".join(map(str, roll.dice))
    outcome = f", {roll.outcome}" if roll.outcome else ""
    chance = exact(roll.chance)
    who = f"{roll.unit}, " if roll.unit and roll.unit not in roll.purpose else ""
    return f"{who}{roll.purpose} ({roll.mark}), {dice} for {roll.total}{outcome}; so {end} a total has a chance of {chance}"


def modifier(reason: Modifier) -> str:
    """Return one reason of a roll, what it does, and its rule."""
    does = []
    if reason.dice:
        does.append(f"{reason.dice:+d} {'die' if abs(reason.dice) == 1 else 'dice'}")
    if reason.flat:
        does.append(f"{reason.flat:+d}")
    rule = f" [{reason.rule}]" if reason.rule else ""
    return f"{reason.source} {', '.join(does) or 'no change'}{rule}"


def roll_reasons(roll: Roll) -> str:
    """Return everything that made a roll other than plain, empty for a plain one."""
    parts = [modifier(reason) for reason in roll.modifiers]
    if roll.cancelled:
        parts.append(f"{roll.cancelled} plus and minus dice cancelled out")
    if roll.flat != roll.capped:
        parts.append(f"{roll.flat:+d} capped at {roll.capped:+d}")
    return ", ".join(parts)
