"""Whatever a question to a game holds, it is answered or refused in one short line; it raises nothing else."""

from __future__ import annotations

import contextlib
import json
import warnings
from functools import cache
from typing import Any, cast

import pytest

from warband_tui.errors import WarbandError
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.ruleset import load
from warband_tui.rules.script import BadScript, play, run
from warband_tui.rules.wording import first_few

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


class Seen(dict[str, Any]):
    """A question that remembers which of its words were looked at."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(given)
        self.looked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.looked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.looked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.looked.add(str(key))
        return super().__contains__(key)


@pytest.mark.parametrize("game", GAMES)
def test_an_ask_looks_at_no_word_that_would_be_refused(game: str) -> None:
    state = play(lines(game)).state
    ruleset = cast(BaseRuleset, load(game))
    words = words_of(game)
    assert set(words) == set(ruleset.asks())
    for ask, answer in ruleset.asks().items():
        question = Seen({w: GOOD[w] for w in words[ask] if w in GOOD})
        with contextlib.suppress(WarbandError):
            answer(state, question)
        assert question.looked <= {"ask", *words[ask]}, ask


@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_no_ask_takes_is_refused_with_the_nearest_one(game: str) -> None:
    asked = [{"ask": ask, "untit": "a1"} for ask in words_of(game)]
    for question, answer in zip(asked, told(game, *asked), strict=True):
        assert f"{question['ask']}: it takes no 'untit'; " in answer["error"]
        if words_of(game)[question["ask"]][:1] == ("unit",):
            assert "did you mean 'unit'?" in answer["error"]


@pytest.mark.parametrize(
    ("game", "question", "says"),
    [
        ("dnd4e", {"ask": "effect", "unit": "a1", "to": [8, 0]}, "to 8,0 is off the board of 8x4"),
        ("dnd4e", {"ask": "sight", "unit": "a1", "to": [1, 1, 201]}, "to is at most 200 squares up or down"),
        ("dnd4e", {"ask": "reach", "unit": "a1", "budget": 1001}, "budget is a number from 0 to 1000, not 1001"),
        ("dnd4e", {"ask": "push", "unit": "a1", "target": "b1", "squares": 1e6}, "squares is a whole number from"),
        ("dnd4e", {"ask": "path", "unit": "a1", "path": None}, "or a list of such, not null"),
        ("trench-crusade", {"ask": "fall", "from": [1, 1, 3], "to": [25, 9]}, 'to 25,9 is off the board of 24x20"'),
        ("trench-crusade", {"ask": "reach", "unit": "a1", "budget": 9}, "it takes no 'budget'"),
        ("middle-earth", {"ask": "path", "unit": "a1", "to": [1, 21]}, 'to 1,21 is off the board of 24x20"'),
        ("age-of-sigmar", {"ask": "charge", "unit": "a1", "target": "b1", "to": []}, "to is a place"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_by_name(game: str, question: dict[str, Any], says: str) -> None:
    assert says in told(game, question)[0]["error"]


@pytest.mark.parametrize(
    "line", [{"ask": "y" * 9999}, {"do": "y" * 9999}, {"ask": "reach", "unit": "y" * 9999}]
)
def test_a_long_name_is_not_repeated_whole(line: dict[str, Any]) -> None:
    said = told("dnd4e", line)[0]["error"]
    assert "y" * 50 in said
    assert "y" * 61 not in said


def test_a_creature_without_the_speed_is_not_allowed_to_go_by_it() -> None:
    question = {"unit": "a1", "mode": "fly"}
    reached, path = told("dnd4e", {"ask": "reach", **question}, {"ask": "path", **question, "to": [2, 0]})
    for answer in (reached["answer"], path["answer"]):
        assert answer["allowed"] is False
        assert answer["why"].endswith("has no speed for it: fly")


@pytest.mark.parametrize("up", [201, 10**9, -1, -7])
def test_nobody_is_placed_or_set_up_higher_than_the_board_goes_or_in_the_ground(up: int) -> None:
    (answer,) = told("dnd4e", {"do": "place", "unit": "a1", "at": [2, 0, up]})
    assert "too high; at most 200" in str(answer) or "deeper than any drop" in str(answer)
    set_up = json.loads(lines("dnd4e")[0])
    set_up["battle"]["sides"][0]["units"][0]["at"] = [2, 0, up]
    with pytest.raises(BadScript, match=r"unit a1: .*(too high; at most 200|deeper than any drop)"):
        play([json.dumps(set_up)])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "given",
    [
        {"size": "zork"},
        {"base": True},
        {"base": "zork"},
        {"base": 0},
        {"base": 10**400},
        {"at": [10**400, 1]},
    ],
)
def test_a_size_or_base_that_is_none_is_refused_with_its_unit(game: str, given: dict[str, Any]) -> None:
    set_up = json.loads(lines(game)[0])
    set_up["battle"]["sides"][1]["units"][1] |= given
    with pytest.raises(BadScript, match="unit b2: "):
        play([json.dumps(set_up)])


def test_a_long_list_is_told_in_part() -> None:
    assert first_few(["a", "b", "c"]) == "a, b, c"
    assert first_few([*"abcd"], "; ") == "a; b; c and 1 more"
    assert first_few([str(n) for n in range(400)]) == "0, 1, 2 and 397 more"


def test_a_way_over_many_pieces_names_three_of_them() -> None:
    strips = [
        {"id": f"p{n}", "shape": [[5 + n / 10, 0], [5.05 + n / 10, 0], [5.05 + n / 10, 20], [5 + n / 10, 20]], "tags": ["difficult"]}
        for n in range(10)
    ]  # fmt: skip
    set_up = json.loads(lines("trench-crusade")[0])
    set_up["battle"]["board"] = {**INCHES, "features": strips}
    moved = list(run([json.dumps(set_up), json.dumps({"do": "move", "unit": "a1", "to": [6.6, 4]})]))[1]
    text = moved["entry"]["text"]
    assert text.count("cost double") == 3
    assert " more" in text
