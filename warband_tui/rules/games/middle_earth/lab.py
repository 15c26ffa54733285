"""What the odds lab compares in this game: courage, duels, strikes, break points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warband_tui.rules.games.middle_earth.odds_query import answer
from warband_tui.rules.lab import LabChart, LabField, LabFigure, LabForm, Query

_REROLLS = (("", "none"), ("ones", "natural 1s"), ("fails", "all fails"))


def _side(path: str, name: str) -> tuple[LabField, ...]:
    return (
        LabField(f"{path}.dice", "dice", high=60, default=1, heading=name),
        LabField(f"{path}.fight", "Fight", high=20, default=3),
        LabField(f"{path}.modifier", "to each die", low=-10, high=10, default=0, form="{:+d}"),
        LabField(f"{path}.elven", "elven weapon", "flag", default=False, what_if=True),
        LabField(f"{path}.might", "Might to spend", high=30, default=0, what_if=True),
    )


def _points(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what one more point would save."""
    del found
    have = query.get("points", 0)
    if not isinstance(have, int) or have >= 30:
        return ()
    more = answer({**query, "points": have + 1})["pass"]
    return (f"one more point of Will or Might: {more}",)


def _fate(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what the target's Fate saves."""
    if not query.get("fate"):
        return ()
    without = answer({**query, "fate": 0})["slain"]
    return (f"best: the target spends its Fate on every wound: slain {found['slain']} instead of {without}",)


FORMS = (
    LabForm(
        "courage",
        "Courage test",
        {"roll": "courage", "courage": "6+"},
        (
            LabField("courage", "Courage", "text", help="6+, or 4 as 2018 prints it"),
            LabField("modifier", "to the roll", low=-10, high=10, default=0, form="{:+d}", what_if=True),
            LabField("points", "Will and Might to spend", high=30, default=0, what_if=True),
            LabField("reroll", "failed tests again", "flag", default=False, what_if=True),
            LabField("dice", "dice", "pick", default="2d6", options=(("2d6", "2D6"), ("3d6-highest", "3D6, not the highest"))),
        ),
        (LabFigure(("pass",), "passes"), LabFigure(("pass",), "fails", against=True)),
        advice=_points,
    ),
    LabForm(
        "duel",
        "Duel",
        {"roll": "duel", "a": {"dice": 2, "fight": 4}, "b": {"dice": 1, "fight": 3}},
        (
            *_side("a", "one side"),
            *_side("b", "the other"),
            LabField("edition", "edition", "pick", empty=True, options=(("2024", "2024"), ("2018", "2018"))),
        ),
        (LabFigure(("a",), "wins"), LabFigure(("b",), "loses")),
        (LabChart("who wins", outcomes=(("a", "one side"), ("b", "the other"))),),
    ),
    LabForm(
        "strikes",
        "Strikes at one model",
        {"roll": "strikes", "strength": 3, "defence": 5, "count": 1, "wounds": 1},
        (
            LabField("count", "dice to wound", low=1, high=60, default=1),
            LabField("strength", "Strength", low=1, high=20),
            LabField("modifier", "to each die", low=-10, high=10, default=0, form="{:+d}", what_if=True),
            LabField("reroll", "rolled again", "pick", default="", options=_REROLLS, what_if=True),
            LabField("defence", "Defence", low=1, high=20, heading="target"),
            LabField("wounds", "Wounds", low=1, high=30, default=1),
            LabField("fate", "Fate", high=30, default=0, what_if=True),
        ),
        (
            LabFigure(("needs",), "needs", "word"),
            LabFigure(("wound",), "one wounds"),
            LabFigure(("slain",), "slain"),
            LabFigure(("wounds.mean",), "Wounds", "mean"),
        ),
        (LabChart("Wounds lost", "wounds.distribution"),),
        advice=_fate,
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
)  # fmt: skip
