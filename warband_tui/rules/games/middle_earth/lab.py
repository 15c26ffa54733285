"""What the odds lab compares in this game: courage, duels, strikes, shots, break points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from warband_tui.rules.games.middle_earth.lab_queries import (
    courage_query,
    duel_query,
    shot_query,
    strikes_query,
)
from warband_tui.rules.games.middle_earth.lab_shelf import (
    courage_shelf,
    duel_shelf,
    shot_shelf,
    strikes_shelf,
)
from warband_tui.rules.games.middle_earth.odds_query import answer
from warband_tui.rules.lab import LabChart, LabField, LabFigure, LabForm, Query
from warband_tui.rules.wording import percent

_REROLLS = (("", "none"), ("ones", "natural 1s"), ("fails", "all fails"))
_EDITION = LabField(
    "edition", "edition", "pick", empty=True, options=(("2024", "2024"), ("2018", "2018")), heading="rules"
)


def _side(path: str, name: str) -> tuple[LabField, ...]:
    strikes = ((0, "none"), (3, "+D3"), (6, "+D6"))
    return (
        LabField(f"{path}.dice", "dice", high=60, default=1, heading=name),
        LabField(f"{path}.fight", "Fight", high=20, default=3),
        LabField(f"{path}.modifier", "to each die", low=-10, high=10, default=0, form="{:+d}"),
        LabField(f"{path}.two_handed", "two-handed", "flag", default=False, what_if=True),
        LabField(f"{path}.elven", "elven weapon", "flag", default=False, what_if=True),
        LabField(f"{path}.banner", "banner near", "flag", default=False, what_if=True),
        LabField(f"{path}.strike", "Heroic Strike", "pick", default=0, options=strikes, what_if=True),
        LabField(f"{path}.might", "Might to spend", high=30, default=0, what_if=True),
    )


def _target(*more: LabField) -> tuple[LabField, ...]:
    return (
        LabField("defence", "Defence", low=1, high=20, heading="target"),
        LabField("wounds", "Wounds", low=1, high=30, default=1),
        LabField("fate", "Fate", high=30, default=0, what_if=True),
        *more,
    )


def _points(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what one more point would save; where Might cannot help as Will does, what each would."""
    told: dict[Fraction, list[str]] = {}
    for key, name in (("points", "Will"), ("might", "Might")):
        have = query.get(key, 0)
        if isinstance(have, int) and have < 30:
            told.setdefault(Fraction(str(answer({**query, key: have + 1})["pass"])), []).append(name)
    now = Fraction(found["pass"])
    return tuple(
        f"one more point of {' or '.join(names)}: {percent(more)} (+{percent(more - now)})"
        for more, names in told.items()
        if more > now
    )


def _might(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what a point of Might more does for either side of a duel."""
    told = []
    for side, name in (("a", "one side"), ("b", "the other")):
        have = query.get(side, {}).get("might", 0)
        if isinstance(have, int) and have < 30:
            more = str(answer({**query, side: {**query[side], "might": have + 1}})[side])
            gain = Fraction(more) - Fraction(found[side])
            if gain:
                told.append(f"one more Might for {name}: {percent(more)} (+{percent(gain)})")
    return tuple(told)


def _fate(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what the target's Fate saves, and a shooter's Might brings."""
    told = []
    if query.get("fate"):
        without = str(answer({**query, "fate": 0})["slain"])
        told.append(
            f"best: the target spends its Fate on every wound: slain {percent(found['slain'])} "
            f"instead of {percent(without)}"
        )
    if query.get("might"):
        without = str(answer({**query, "might": 0})["slain"])
        told.append(
            f"best: Might on whichever die falls short, from the first on: slain {percent(found['slain'])} "
            f"instead of {percent(without)}"
        )
    return tuple(told)


_SLAYING = (
    LabFigure(("needs",), "needs", "word"),
    LabFigure(("wound",), "one wounds"),
    LabFigure(("slain",), "slain"),
    LabFigure(("wounds.mean",), "Wounds", "mean"),
)

FORMS = (
    LabForm(
        "duel",
        "Duel",
        {"roll": "duel", "a": {"dice": 2, "fight": 4}, "b": {"dice": 1, "fight": 3}},
        (*_side("a", "one side"), *_side("b", "the other"), _EDITION),
        (LabFigure(("a",), "wins"), LabFigure(("b",), "loses")),
        (LabChart("who wins", outcomes=(("a", "one side"), ("b", "the other"))),),
        advice=_might,
        of_action=duel_query,
        shelf=duel_shelf,
    ),
    LabForm(
        "strikes",
        "Strikes at one model",
        {"roll": "strikes", "strength": 3, "defence": 5, "count": 1, "wounds": 1},
        (
            LabField("count", "dice to wound", low=1, high=60, default=1, heading="attacker"),
            LabField("strength", "Strength", low=1, high=20),
            LabField("modifier", "to each die", low=-10, high=10, default=0, form="{:+d}", what_if=True),
            LabField("reroll", "rolled again", "pick", default="", options=_REROLLS, what_if=True),
            LabField("each", "Wounds each", low=1, high=6, default=1),
            LabField("strength_die", "Heroic Strength", "pick", default=0, options=((0, "none"), (3, "+D3")),
                     what_if=True, help="Of 2018; in 2024 double the Strength."),
            *_target(LabField("sixes", "Heroic Defence", "flag", default=False, what_if=True)),
        ),
        _SLAYING,
        (LabChart("Wounds lost", "wounds.distribution"),),
        advice=_fate,
        of_action=strikes_query,
        shelf=strikes_shelf,
    ),
    LabForm(
        "courage",
        "Courage test",
        {"roll": "courage", "courage": "6+"},
        (
            LabField("courage", "Courage", "text", help="6+, or 4 as 2018 prints it"),
            LabField("modifier", "to the roll", low=-10, high=10, default=0, form="{:+d}", what_if=True),
            LabField("points", "Will to spend", high=30, default=0, what_if=True),
            LabField("might", "Might to spend", high=30, default=0, what_if=True),
            LabField("reroll", "failed tests again", "flag", default=False, what_if=True),
            LabField("dice", "dice", "pick", default="2d6",
                     options=(("2d6", "2D6"), ("3d6-highest", "3D6, not the highest"))),
        ),
        (LabFigure(("pass",), "passes"), LabFigure(("pass",), "fails", against=True)),
        advice=_points,
        of_action=courage_query,
        shelf=courage_shelf,
    ),
    LabForm(
        "break",
        "Break point",
        {"roll": "break", "models": 20},
        (
            LabField("models", "models at the start", low=1, high=1000),
            LabField("casualties", "casualties", high=1000, default=0),
            LabField("fraction", "share that breaks", "text", default="1/2", help="1/2, or 0.66"),
            LabField("at", "broken when it", "pick", default="exceeds",
                     options=(("exceeds", "is exceeded"), ("reaches", "is reached"))),
        ),
        (
            LabFigure(("break_point",), "break point", "number"),
            LabFigure(("broken_at",), "broken at", "number"),
            LabFigure(("to_go",), "to go", "number"),
            LabFigure(("broken",), "broken", "flag"),
            LabFigure(("quartered_left",), "quartered with", "number"),
        ),
    ),
    LabForm(
        "shot",
        "Shots at one model",
        {"roll": "shot", "hit": 4, "strength": 2, "defence": 4},
        (
            LabField("hit", "to hit", low=2, high=6, form="{}+", heading="shooter"),
            LabField("shots", "shots", low=1, high=20, default=1),
            LabField("strength", "Strength", low=1, high=20),
            LabField("in_the_way", "in the way", high=6, default=0, what_if=True),
            LabField("might", "Might for each shot", high=30, default=0, what_if=True),
            LabField("reroll", "wounds again", "pick", default="", options=_REROLLS, what_if=True),
            *_target(
                LabField("aimed", "rider or mount", "pick", default=0,
                         options=((0, "on foot"), (4, "hit on 4+"), (5, "hit on 5+"))),
                LabField("into_combat", "into combat", "flag", default=False, what_if=True),
            ),
        ),
        (LabFigure(("hit",), "hits"), *_SLAYING),
        (LabChart("Wounds lost", "wounds.distribution"),),
        advice=_fate,
        of_action=shot_query,
        shelf=shot_shelf,
    ),
)  # fmt: skip
