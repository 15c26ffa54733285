"""Whatever a question to a game holds, it is answered or refused in one short line; it raises nothing else."""

from __future__ import annotations

import json
import warnings
from functools import cache
from typing import Any, cast

import pytest

from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.ruleset import load
from warband_tui.rules.script import run

INCHES = {
    "kind": "inches",
    "width": 24,
    "height": 20,
    "features": [{"id": "hut", "shape": [[10, 8], [13, 8], [13, 11], [10, 11]], "height": 4}],
}
SQUARES = {"kind": "squares", "map": ["........", "..#..~..", "....O...", "........"], "drop_feet": 20}
GAMES = {
    "trench-crusade": (INCHES, [[4, 4], [8, 4]], [[16, 4], [20, 16]]),
    "age-of-sigmar": (INCHES, [[4, 4], [8, 4]], [[16, 4], [20, 16]]),
    "middle-earth": (INCHES, [[4, 4], [8, 4]], [[16, 4], [20, 16]]),
    "dnd4e": (SQUARES, [[0, 0], [1, 3]], [[5, 0], [6, 3]]),
}
HOSTILE: tuple[Any, ...] = (
    None, True, -5, 0, 0.5, 1e308, -1e308, 10**400, 1_000_000, "", "zzz", "x" * 100_000, "burst ²", "wall 99",
    [], [1], [1, 1], [1, 1, 1e308], [[1, 1]], [1e308, 1e308], [1e6, 1e6], [-1, -1], [999, 999], [0.5, 0.5],
    [1, 1, -500], [1, 1, 10**30], [[1, 1]] * 2000, [10**400, 1], [[], []], [None], ["b1"], ["b1"] * 50,
    ["zzz"], {}, {"x": 1}, {"A": 10**400}, {"do": 5}, {"do": "place", "unit": "a1", "at": [1e308, 10**400]},
)  # fmt: skip
GOOD: dict[str, Any] = {"unit": "a1", "target": "b1", "to": [3, 1], "from": [3, 1]}


@cache
def lines(game: str) -> tuple[str, ...]:
    """Return the first line of a battle of two a side on a board."""
    board, ours, theirs = GAMES[game]
    sides = [
        {"id": s.upper(), "name": s, "units": [{"id": f"{s}{n}", "name": f"{s}{n}", "at": at} for n, at in enumerate(places, 1)]}
        for s, places in (("a", ours), ("b", theirs))
    ]  # fmt: skip
    return (json.dumps({"battle": {"ruleset": game, "seed": 1, "board": board, "sides": sides}}),)


def told(game: str, *questions: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers to questions."""
    return list(run([*lines(game), *map(json.dumps, questions)]))[1:-1]


def words_of(game: str) -> dict[str, tuple[str, ...]]:
    """Return the words of each ask of a game."""
    return dict(cast(BaseRuleset, load(game)).ask_words())


@pytest.mark.parametrize("game", GAMES)
def test_any_value_in_any_word_of_any_ask_is_answered_or_refused_in_a_line(game: str) -> None:
    asked = [
        {"ask": ask, **{w: GOOD[w] for w in words if w in GOOD}, word: value}
        for ask, words in words_of(game).items()
        for word in words
        for value in HOSTILE
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answers = told(game, *asked)
    assert len(answers) == len(asked)
    for answer in answers:
        said = answer.get("error") or answer.get("refused", {}).get("why", "")
        assert "answer" in answer or said
        assert len(said) < 500
        assert "\n" not in said
