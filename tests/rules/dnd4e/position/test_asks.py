"""Every question about squares as scripts ask it: the figure, the reason, the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from warband_tui.rules.script import run

HEROES = [{"id": "a1", "name": "Ash", "profile": {"hp": 30, "modes": {"teleport": 4, "fly": 6}}, "at": [0, 1]},
          {"id": "a2", "name": "Elm", "profile": {"hp": 30}, "at": [4, 1], "size": "medium"}]  # fmt: skip
FOES = [{"id": "b1", "name": "Bone", "profile": {"hp": 30}, "at": [3, 1]},
        {"id": "b2", "name": "Bulk", "profile": {"hp": 30}, "at": [3, 3], "size": "large"}]  # fmt: skip
MAP = ["..#..O", ".~....", "....#.", "....O.", "......"]


def answer(
    ask: str, *, heroes: Any = HEROES, foes: Any = FOES, rows: Any = MAP, **question: Any
) -> dict[str, Any]:
    board = {"kind": "squares", "map": rows, "edges": [[[0, 1], [0, 2], "low"]], "drop_feet": 20}
    sides = [{"id": "A", "name": "A", "units": heroes}, {"id": "B", "name": "B", "units": foes}]
    lines = [{"battle": {"ruleset": "dnd4e", "edition": "2010", "seed": 7, "board": board, "sides": sides}},
             {"ask": ask, "unit": "a1", **question}]  # fmt: skip
    found = list(run(json.dumps(line) for line in lines))
    assert len(found) == 3
    told: dict[str, Any] = json.loads(json.dumps(found[1]))["answer"]
    assert told["rules"]
    assert "why" in told
    return told


@pytest.mark.rule("D4-OCC-7", "D4-DT-1", "D4-OBS-2")
def test_reach_gives_every_square_with_its_price_for_a_mode_and_a_budget() -> None:
    told = answer("reach", mode="walk", budget=2)
    prices = {tuple(cell["at"]): cell["price"] for cell in told["ends"]}
    # The difficult square costs 2, the one over the low wall 2, the diagonal past its end 2.
    assert prices == {(0, 0): 1, (1, 0): 1, (1, 1): 2, (0, 2): 2, (1, 2): 2}
    assert (told["budget"], told["mode"], told["allowed"]) == (2, "walk", True)


@pytest.mark.parametrize("mode", ["walk", "shift", "run", "crawl", "squeeze", "fly", "climb"])
def test_reach_knows_every_mode(mode: str) -> None:
    told = answer("reach", mode=mode, budget=4)
    assert told["ends"]
    assert told["allowed"] == (mode != "crawl")


@pytest.mark.rule("D4-OA-1", "D4-DT-1")
def test_a_path_tells_the_price_of_each_step_and_who_may_strike_at_which() -> None:
    told = answer("path", to=[2, 2], via=[[1, 1]])
    assert (told["legal"], told["price"], told["budget"]) == (True, 3, 6)
    assert [(s["to"], s["price"], s["total"], s["strikers"]) for s in told["steps"]] == [
        ([1, 1], 2, 2, []), ([2, 2], 1, 3, [])
    ]  # fmt: skip
    assert "D4-DT-1" in told["steps"][0]["rules"]
    past = answer("path", heroes=[{**HEROES[0], "at": [2, 1]}, HEROES[1]], to=[1, 2])
    assert (past["steps"][0]["strikers"], past["steps"][0]["rules"]) == (["b1"], ["D4-OA-1"])
    far = answer("path", to=[0, 4], budget=3)
    assert (far["legal"], "it costs" in far["why"]) == (False, True)


@pytest.mark.rule("D4-DIAG-2", "D4-OBS-1")
def test_a_step_tells_what_is_left_and_entered_or_why_not() -> None:
    told = answer("step", to=[1, 1])
    assert (told["legal"], told["price"], told["left"], told["entered"]) == (True, 2, [[0, 1]], [[1, 1]])
    corner = answer("step", heroes=[{**HEROES[0], "at": [1, 0]}, HEROES[1]], to=[2, 1])
    assert (corner["legal"], corner["rules"]) == (False, ["D4-DIAG-2"])
    assert "2,0 is filled" in corner["why"]
    assert answer("step", to=[3, 4])["why"] == "3,4 is not beside it"


@pytest.mark.rule("D4-FLANK-1", "D4-FLANK-2")
def test_flank_tells_the_line_or_why_not() -> None:
    beside = [{**HEROES[0], "at": [2, 1]}, HEROES[1]]
    told = answer("flank", heroes=beside, target="b1", **{"with": "a2"})
    assert (told["flanks"], told["line"]) == (True, [[2.5, 1.5], [4.5, 1.5]])
    assert told["rules"] == ["D4-FLANK-1", "D4-FLANK-2"]
    away = answer("flank", target="b1", **{"with": "a2"})
    assert (away["flanks"], away["why"]) == (False, "Ash is 3 squares from Bone, not adjacent")


@pytest.mark.rule("D4-PUSH-1", "D4-PULL-1", "D4-SLIDE-1", "D4-FALL-5")
def test_pushes_pulls_and_slides_tell_the_next_squares_and_the_full_set() -> None:
    beside = [{**HEROES[0], "at": [2, 1]}, HEROES[1]]
    push = answer("push", heroes=beside, target="b1", squares=2)
    legal = {tuple(n["to"]) for n in push["next"] if n["legal"]}
    assert legal == {(4, 0)}
    why = {tuple(n["to"]): (n["why"], n["rules"]) for n in push["next"] if not n["legal"]}
    assert "Elm holds 4,1" in why[4, 1][0]
    assert why[2, 2] == ("not farther from the origin: 1 squares before, 1 after", ["D4-PUSH-1", "D4-FM-1"])
    assert {tuple(cell["at"]): cell["price"] for cell in push["ends"]} == {(4, 0): 1, (5, 0): 2, (5, 1): 2}
    assert push["edges"] == [[5, 0]]
    pull = answer("pull", target="b1", squares=1)
    assert {tuple(n["to"]) for n in pull["next"] if n["legal"]} == {(2, 1), (2, 2)}
    slide = answer("slide", target="b1", squares=1)
    assert {tuple(n["at"]) for n in slide["ends"]} == {(2, 1), (2, 2), (3, 2), (4, 0), (3, 0)}


@pytest.mark.rule("D4-LOS-1", "D4-LOE-1")
def test_sight_and_effect_tell_the_line_to_a_creature_or_a_square() -> None:
    assert answer("sight", target="b1")["sight"] is True
    hidden = answer("sight", heroes=[{**HEROES[0], "at": [1, 0]}, HEROES[1]], to=[3, 0])
    assert (hidden["sight"], hidden["lines"][0]["square"]) == (False, [2, 0])
    effect = answer("effect", heroes=[{**HEROES[0], "at": [1, 0]}, HEROES[1]], to=[3, 0])
    assert (effect["effect"], effect["rules"]) == (False, ["D4-LOE-1"])


@pytest.mark.rule("D4-COV-1", "D4-COV-2")
def test_cover_tells_its_level_its_modifier_and_the_lines() -> None:
    told = answer("cover", target="b1", kind="ranged")
    assert (told["cover"], told["modifier"]) == ("none", 0)
    behind = [*FOES, {"id": "b3", "name": "Back", "profile": {"hp": 9}, "at": [5, 1]}]
    heroes = [HEROES[0], {**HEROES[1], "at": [0, 4]}]
    screened = answer("cover", heroes=heroes, foes=behind, target="b3", kind="ranged")
    assert (screened["cover"], screened["modifier"]) == ("cover", -2)
    assert any(line.get("unit") == "b1" for line in screened["lines"])
    assert answer("cover", heroes=heroes, foes=behind, target="b3", kind="close")["cover"] == "none"


@pytest.mark.rule("D4-TEL-1", "D4-TEL-2", "D4-TEL-4")
def test_a_teleport_tells_whether_it_may_and_what_it_lands_in() -> None:
    told = answer("teleport", to=[2, 2])
    assert (told["legal"], told["distance"], told["strikers"]) == (True, 2, [])
    assert answer("teleport", to=[3, 1])["why"] == "Bone is on 3,1"
    assert answer("teleport", to=[5, 1])["rules"] == ["D4-TEL-1"]
    pit = answer("teleport", to=[5, 0], squares=6)
    assert pit["hazard"]["drop"] == 20 if pit["legal"] else "does not see" in pit["why"]
    other = answer("teleport", unit="a2", to=[5, 4])
    assert other["legal"]
    assert "no teleport of its own" in other["why"]


@pytest.mark.rule("D4-GEO-3", "D4-GEO-4", "D4-FLY-2")
def test_distance_counts_squares_also_upwards() -> None:
    told = answer("distance", target="b1")
    assert (told["distance"], told["feet"], told["adjacent"]) == (3, 15, False)
    assert answer("distance", to=[5, 4])["distance"] == 5
    assert answer("distance", to=[1, 1, 4])["distance"] == 4
    flying = [{**HEROES[0], "at": [0, 1, 5]}, HEROES[1]]
    assert answer("distance", heroes=flying, target="b1")["distance"] == 5
    assert answer("distance", target="b2")["distance"] == 3


def test_a_question_about_nobody_on_the_board_says_so() -> None:
    board = {"kind": "squares", "map": [".."]}
    sides = [{"id": "A", "name": "A", "units": [HEROES[1] | {"at": None}]}, {"id": "B", "name": "B"}]
    lines = [{"battle": {"ruleset": "dnd4e", "board": board, "sides": sides}}, {"ask": "reach", "unit": "a2"}]
    (_, told, _) = run(json.dumps(line) for line in lines)
    assert "is not on the board" in told["error"]


@pytest.mark.rule("D4-GEO-1", "D4-SIZE-1")
@pytest.mark.parametrize(("size", "at", "fits"), [("large", [4, 3], True), ("large", [5, 3], False), ("huge", [3, 2], True), ("gargantuan", [3, 2], False)])  # fmt: skip
def test_all_of_a_space_is_on_the_board(size: str, at: list[int], fits: bool) -> None:
    board = {"kind": "squares", "map": ["......"] * 5}
    big = {"id": "a1", "name": "Big", "profile": {"hp": 9, "size": size}, "at": at}
    sides = [
        {"id": "A", "name": "A", "units": [big]},
        {"id": "B", "name": "B", "units": [FOES[0] | {"at": [0, 0]}]},
    ]
    lines = [{"battle": {"ruleset": "dnd4e", "board": board, "sides": sides}}]
    if fits:
        (_, told) = run(json.dumps(line) for line in lines)
        assert told["state"]["units"]["a1"]["size"] == size
    else:
        with pytest.raises(Exception, match="off the board of 6x5"):
            list(run(json.dumps(line) for line in lines))


@pytest.mark.parametrize("where", ["size", "profile"])
def test_the_size_is_said_by_the_set_up_or_by_the_profile(where: str) -> None:
    unit: dict[str, Any] = {"id": "b2", "name": "Bulk", "profile": {"hp": 30}, "at": [3, 3]}
    unit = unit | {"size": "Large"} if where == "size" else unit | {"profile": {"hp": 30, "size": "large"}}
    told = answer("step", foes=[FOES[0], unit], unit="b2", to=[2, 3])
    assert told["left"] == [[4, 3], [4, 4]]
