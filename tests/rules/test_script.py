"""Battle scripts: a line in, an answer out; refusals and errors are answers that name their line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.errors import WarbandError
from warband_tui.rules.script import BadScript, play, run

BATTLE = {
    "ruleset": "trench-crusade",
    "edition": "1.6.3",
    "seed": 7,
    "board": {"kind": "inches", "width": 48, "height": 48},
    "sides": [
        {
            "id": "A",
            "name": "Ash",
            "units": [{"id": "a1", "name": "Weyl", "profile": {"weapons": ["Bolt-action Rifle"]}}],
        },
        {
            "id": "B",
            "name": "Bone",
            "units": [{"id": "b1", "name": "Orm", "counters": {"blood": 2}, "conditions": ["down"]}],
        },
    ],
}


def answers(*lines: Any, battle: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the answers to the lines after the set-up, and the state last."""
    first = json.dumps({"battle": battle or BATTLE})
    text = [first, *(line if isinstance(line, str) else json.dumps(line) for line in lines)]
    told: list[dict[str, Any]] = [json.loads(json.dumps(answer)) for answer in run(text)]
    assert told[0] == {"battle": {"ruleset": "trench-crusade", "edition": "1.6.3"}}
    return told[1:]


def test_every_line_is_answered_and_the_state_comes_last() -> None:
    told = answers(
        {"do": "shoot", "unit": "a1", "target": "b1", "dice": [3, 4, 1, 1, 2]},
        {"ask": "reach", "unit": "a1"},
        {"odds": {"do": "dash", "unit": "a1"}},
        {"undo": 1},
        {"redo": 1},
    )
    assert [next(iter(t)) for t in told] == ["entry", "answer", "odds", "entry", "entry", "state"]
    assert told[0]["entry"]["action"]["do"] == "shoot"
    assert told[1]["answer"]["move"] == 6
    assert told[2]["odds"]["chances"] == {"success": "7/12", "failure": "5/12"}
    assert (told[3]["entry"]["kind"], told[4]["entry"]["kind"]) == ("undo", "redo")
    assert told[5]["state"]["units"]["b1"]["counters"] == {"blood": 3}


def test_an_entry_states_its_version() -> None:
    assert answers({"do": "note", "text": "hello"})[0]["entry"]["v"] == 1


def test_a_refusal_is_an_answer_and_changes_nothing() -> None:
    told = answers({"do": "move", "unit": "a1", "distance": 9}, {"do": "move", "unit": "a1", "distance": 6})
    assert told[0] == {"refused": {"why": 'that takes 9"; Weyl has 6"', "rules": ["TC-MOV-1"], "line": 2}}
    assert "entry" in told[1]
    assert told[1]["entry"]["seq"] == 1


def test_an_override_goes_against_a_refusal_and_is_logged() -> None:
    told = answers({"do": "move", "unit": "a1", "distance": 9, "override": "wind"})
    assert told[0]["entry"]["override"] == "wind"


def test_choices_and_dice_are_used_in_the_order_rolled() -> None:
    line = {
        "do": "shoot",
        "unit": "a1",
        "target": "b1",
        "choices": {"injury.blood": 2},
        "dice": [6, 6, 1, 1, 1, 2, 2, 2],
    }
    # A critical, the Down die and two blood: two dice and four more.
    entry = answers(line)[0]["entry"]
    rolls = [e["roll"] for e in entry["events"] if e["event"] == "rolled"]
    assert [(r["dice"], r["total"]) for r in rolls] == [([6, 6], 12), ([1, 1, 1, 2, 2, 2], 4)]
    assert all(r["given"] for r in rolls)


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([4], "too few dice given: the dash takes 2 D6, and 1 are left"),
        ([4, 4, 4], "too many dice given: 2 were rolled, 1 left over"),
        ([4, 7], "the dash: 7 is not on a D6"),
        ([0, 4], "the dash: 0 is not on a D6"),
        ("44", "dice: a list of whole numbers"),
        ([4.0, 4], "dice: a list of whole numbers"),
        ([True, 4], "dice: a list of whole numbers"),
    ],
)
def test_wrong_dice_are_an_error_that_names_the_line(dice: Any, says: str) -> None:
    told = answers({"do": "dash", "unit": "a1", "dice": dice})
    assert told[0]["error"].startswith("line 2: ")
    assert says in told[0]["error"]
    assert told[1]["state"].get("turn", 0) == 0


def test_without_dice_the_seed_rolls_and_always_the_same() -> None:
    one, other = (answers({"do": "dash", "unit": "a1"})[0]["entry"] for _ in range(2))
    assert one == other
    again = answers({"do": "dash", "unit": "a1"}, battle={**BATTLE, "seed": 8})[0]["entry"]
    assert [e for e in again["events"] if e["event"] == "rolled"] != [
        e for e in one["events"] if e["event"] == "rolled"
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "line 2: not JSON"),
        ("[1]", "line 2: each line is one JSON object"),
        ("{}", "line 2: a line has one of do, ask, odds, undo, redo"),
        ({"do": "fly"}, "no action 'fly'"),
        ({"do": ["x"]}, "no action ['x']"),
        ({"do": {"x": 1}}, "no action"),
        ({"do": None}, "no action"),
        ({"do": "move"}, "unit"),
        ({"do": "move", "unit": "a1", "wings": 2}, "wings"),
        ({"do": "move", "unit": "a1", "distance": "far"}, "distance"),
        ({"do": "move", "unit": "a1", "distance": -1}, "distance"),
        ({"do": "move", "unit": "zz"}, "no unit 'zz'"),
        ({"do": "mark", "on": "b1", "counter": "blood", "by": 10**30}, "by"),
        ({"do": "dash", "unit": "a1", "choices": [1]}, "choices"),
        ({"do": "dash", "unit": "a1", "choices": {"luck": 1}}, "no choice luck"),
        ({"do": "dash", "unit": "a1", "choices": {"success.blood": {}}}, "choices"),
        ({"do": "dash", "unit": "a1", "override": 5}, "override"),
        ({"ask": "weather"}, "no ask 'weather'"),
        ({"ask": "reach", "unit": "zz"}, "no unit 'zz'"),
        ({"ask": "reach"}, "no unit ''"),
        ({"ask": "choices", "action": 5}, "an action is an object"),
        ({"ask": "choices", "action": {"do": ["x"]}}, "no action"),
        ({"odds": 5}, "odds: an action"),
        ({"odds": {"do": "move", "unit": "a1"}}, "move has no odds"),
        ({"odds": {"do": "dash", "unit": "a1", "choices": {"success.blood": "x"}}}, "success.blood"),
        ({"odds": {"do": "dash", "unit": "a1", "choices": {"success.blood": 99}}}, "from 0 to 0"),
        ({"undo": "x"}, "undo: how many"),
        ({"undo": True}, "undo: how many"),
        ({"redo": 1.5}, "redo: how many"),
    ],
)
def test_a_line_at_fault_is_answered_by_an_error_that_names_it(line: Any, says: str) -> None:
    told = answers(line, {"do": "note", "text": "still here"})
    assert told[0]["error"].startswith("line 2: ")
    assert says in told[0]["error"]
    assert "\n" not in told[0]["error"]
    assert "entry" in told[1]


def test_blank_lines_are_passed_over_and_still_counted() -> None:
    told = answers("", "   ", {"do": "fly"})
    assert told[0]["error"].startswith("line 4: ")


@pytest.mark.parametrize("undo", [1, 0, -3, 99])
def test_undo_of_what_is_not_there_is_refused(undo: int) -> None:
    assert "refused" in answers({"undo": undo})[0]


def test_nothing_nested_too_deep_gets_in() -> None:
    told = answers('{"do": ' + "[" * 100_000 + "]" * 100_000 + "}")
    assert told[0]["error"].startswith("line 2: ")


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("", "the script is empty"),
        ("nonsense", "line 1: not JSON"),
        ('{"do": "move"}', "line 1: the first line sets up the battle"),
        ('{"battle": 5}', "line 1: battle:"),
        ('{"battle": {"ruleset": "chess", "sides": []}}', "no ruleset 'chess'"),
        ('{"battle": {"ruleset": "trench-crusade", "sides": []}}', "two sides"),
        ('{"battle": {"ruleset": "trench-crusade", "sides": [], "colour": "red"}}', "colour"),
        (json.dumps({"battle": {**BATTLE, "edition": "9"}}), "no edition '9'"),
        (json.dumps({"battle": {**BATTLE, "board": {"width": "x", "height": 1}}}), "board"),
        (
            json.dumps({"battle": {**BATTLE, "options": {"table": 5}}}),
            "options",
        ),
    ],
)
def test_a_script_without_a_battle_is_no_script(first: str, says: str) -> None:
    with pytest.raises(BadScript, match=r".") as caught:
        list(run([first]))
    assert says in str(caught.value)
    with pytest.raises(BadScript):
        play([first])


def test_play_stops_at_the_first_fault() -> None:
    lines = [json.dumps({"battle": BATTLE}), '{"do": "note", "text": "one"}', '{"do": "move", "unit": "zz"}']
    with pytest.raises(WarbandError, match="no unit 'zz'"):
        play(lines)
    assert len(play(lines[:2]).entries) == 1


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "options", "unit": "a1"},
        {"ask": "choices", "action": {"do": "dash", "unit": "a1"}},
        {"ask": "range", "unit": "a1"},
        *({"ask": ask} for ask in ("monitors", "state", "ready", "aftermath")),
    ],
)
def test_every_ask_answers_in_json(question: dict[str, Any]) -> None:
    told = answers(question)
    json.dumps(told[0]["answer"])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["do", "unit", "choices", "dice", "target", "on", "action", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@given(
    head=st.sampled_from(["do", "ask", "odds", "undo", "redo"]),
    value=st.sampled_from(["move", "shoot", "mark", "choices", "range", "state"]) | json_values,
    rest=st.dictionaries(
        st.sampled_from(
            [
                "unit",
                "target",
                "targets",
                "on",
                "counter",
                "distance",
                "choices",
                "dice",
                "override",
                "action",
                "by",
            ]
        ),
        st.sampled_from(["a1", "b1", "A", "blood"]) | json_values,
        max_size=4,
    ),
)
def test_whatever_a_line_says_it_is_answered(head: str, value: Any, rest: dict[str, Any]) -> None:
    told = answers(json.dumps({head: value, **rest}))
    assert len(told) == 2
    json.dumps(told)
