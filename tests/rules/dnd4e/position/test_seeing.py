"""Sight, line of effect, cover and areas."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import BOARD, ask, battle
from warband_tui.rules.board.layout import SquareBoard
from warband_tui.rules.board.squares import grid_of
from warband_tui.rules.board.squares_sight import obstruction, solid_veil

GLASS = {"G": {"blocking": True, "transparent": True}, "F": {"obscured": True}}


def cover(*rows: str, kind: str = "ranged", **more: Any) -> str:
    origin = {"origin": more.pop("origin")} if "origin" in more else {}
    return str(ask(battle(*rows, **more), "cover", target="b", kind=kind, **origin)["cover"])


@pytest.mark.rule("D4-LOS-1", "D4-LOE-1")
def test_glass_blocks_effect_and_fog_blocks_sight() -> None:
    glass = battle("AGb", legend=GLASS)
    assert ask(glass, "sight", target="b")["sight"]
    assert ask(glass, "effect", target="b")["effect"] is False
    fog = battle("AFb", legend=GLASS)
    assert ask(fog, "sight", target="b")["sight"] is False
    assert ask(fog, "effect", target="b")["effect"]


@pytest.mark.rule("D4-LOS-1")
def test_creatures_never_block_sight_walls_do() -> None:
    assert ask(battle("AcDb"), "sight", target="b")["sight"]
    answer = ask(battle("A#b"), "sight", target="b")
    assert answer["sight"] is False
    assert answer["lines"][0]["square"] == [1, 0]


@pytest.mark.rule("D4-LOE-1")
def test_a_line_that_could_only_touch_a_wall_is_none() -> None:
    """Two pillars meet at a corner: the only line between the diagonal squares touches both."""
    assert ask(battle("A#", "#b"), "effect", target="b")["effect"] is False
    assert ask(battle("A#", ".b"), "effect", target="b")["effect"]


@pytest.mark.rule("D4-LOE-1")
def test_a_corridor_one_wide_is_seen_along() -> None:
    assert ask(battle("#####", "A...b", "#####"), "effect", target="b")["effect"]


@pytest.mark.rule("D4-LOE-1")
def test_walls_on_edges_block_windows_let_sight_through() -> None:
    wall = battle("Ab", edges=(((0, 0), (1, 0), "wall"),))
    assert ask(wall, "sight", target="b")["sight"] is False
    window = battle("Ab", edges=(((0, 0), (1, 0), "window"),))
    assert ask(window, "sight", target="b")["sight"]
    assert ask(window, "effect", target="b")["effect"] is False
    assert ask(battle("Ab", edges=(((0, 0), (1, 0), "low"),)), "effect", target="b")["effect"]


PILLAR = ("A....", "..#b.")


@pytest.mark.rule("D4-COV-1")
def test_cover_counts_the_lines_from_the_best_corner() -> None:
    """From 1,0 the lines to 3,1 and 4,1 are clear, those to 3,2 and 4,2 go through the pillar at 2,1."""
    assert cover("A..b") == "none"
    answer = ask(battle(*PILLAR), "cover", target="b")
    assert (answer["cover"], answer["modifier"]) == ("cover", -2)
    assert [line["square"] for line in answer["lines"] if not line["clear"]] == [[2, 1], [2, 1]]


@pytest.mark.rule("D4-COV-1")
def test_three_lines_are_superior_cover() -> None:
    """From 0,0 only the diagonal to 4,4 is clear, past the corners of both pillars; no corner has a second one."""
    answer = ask(battle("A....", "..#..", "...#.", "....b"), "cover", target="b")
    assert (answer["cover"], answer["modifier"]) == ("superior", -5)
    assert [line["to"] for line in answer["lines"] if line["clear"]] == [[4, 4]]


@pytest.mark.rule("D4-COV-1")
def test_lines_along_a_wall_are_free_and_between_two_walls_are_not() -> None:
    assert cover("A....b", "######") == "none"
    assert cover("######", "A....b", "######") == "none"


@pytest.mark.rule("D4-COV-2")
def test_enemies_in_between_cover_against_ranged_attacks_only_and_allies_never() -> None:
    assert cover("A.c.b", "#####", "#####") == "cover"
    assert cover("A.C.b", "#####", "#####") == "none"
    for kind in ("close", "area"):
        assert cover("A.c.b", "#####", "#####", kind=kind) == "none"


FLY = {"modes": {"fly": 6}}


@pytest.mark.rule("D4-COV-2", "D4-FLY-2")
@pytest.mark.parametrize(
    ("target", "between", "expected"),
    [(0, 0, "cover"), (0, 1, "none"), (0, 3, "none"), (3, 3, "cover"), (3, 0, "none"), (2, 3, "none")],
)
def test_enemies_cover_who_is_at_their_own_height(target: int, between: int, expected: str) -> None:
    up: Any = {"b": {**FLY, "at": (4, 0, target)}, "c": {**FLY, "at": (2, 0, between)}}
    assert cover("A....", "#####", "#####", **up) == expected
    # A Large one is two squares tall.
    tall: Any = {"b": {**FLY, "at": (5, 0, 1)}, "c": {"size": "large", "at": (2, 0)}}
    assert cover("A.....", "......", "######", **tall) == "cover"


@pytest.mark.rule("D4-COV-2", "D4-COV-1")
def test_enemies_give_cover_and_never_superior_cover() -> None:
    """Behind a Huge one all four lines are stopped."""
    answer = ask(battle("......", "A....b", "......", c={"size": "huge", "at": (2, 0)}), "cover", target="b")
    assert (answer["cover"], [line.get("unit") for line in answer["lines"]]) == ("cover", ["c"] * 4)


@pytest.mark.rule("D4-COV-1", "D4-LOS-1", "D4-LOE-1", "D4-FLY-2")
@pytest.mark.parametrize(
    ("high", "other", "clear"), [(0, 0, False), (2, 0, False), (1, 1, False), (2, 2, True), (4, 2, True)]
)
def test_walls_are_shot_and_seen_over_by_those_who_both_are_above_them(
    high: int, other: int, clear: bool
) -> None:
    """The wall is 10 feet high, two squares."""
    legend = {"W": {"blocking": True, "height": 10}}
    up: Any = {"A": {**FLY, "at": (0, 0, high)}, "b": {**FLY, "at": (4, 1, other)}}
    pillar = battle(".....", "..W..", ".....", legend=legend, **up)
    assert (ask(pillar, "cover", target="b")["cover"] == "none") is clear
    wall = battle("..W..", "..W..", legend=legend, **up)
    assert ask(wall, "sight", target="b")["sight"] is clear
    assert ask(wall, "effect", target="b")["effect"] is clear
    assert ask(wall, "cover", target="b")["effect"] is clear
    assert ask(wall, "cover", target="b", kind="melee")["effect"] is clear


@pytest.mark.rule("D4-LOS-1")
def test_the_blinded_see_nobody_and_are_seen() -> None:
    state = battle("A..b", A={"conditions": ["blinded"]})
    answer = ask(state, "sight", target="b")
    assert (answer["sight"], answer["why"]) == (False, "A is blinded")
    assert ask(state, "effect", target="b")["effect"]
    assert ask(state, "sight", "b", target="A")["sight"]
    assert next(f for f in BOARD.look(state, "A", "b") if f.id == "sight").verdict == "no"


@pytest.mark.rule("D4-COV-1")
def test_a_line_between_walls_that_meet_in_a_corner_is_stopped_and_one_past_a_corner_is_not() -> None:
    def stopped(*rows: str, a: tuple[int, int] = (0, 0), b: tuple[int, int] = (4, 4)) -> bool:
        grid = grid_of(SquareBoard(rows))
        return obstruction(grid, solid_veil(grid), a, b) is not None

    assert stopped("....", "..#.", ".#..", "....")
    assert not stopped("....", "..#.", "....", "....")
    assert not stopped("....", "..#.", "...#", "....")
    # Along a row of the lattice: a wall over it, then one under it, and the corner where both meet.
    assert stopped("....", ".#..", "..#.", "....", a=(0, 2), b=(4, 2))
    assert not stopped("....", ".#..", "...#", "....", a=(0, 2), b=(4, 2))


@pytest.mark.rule("D4-COV-3", "D4-OBS-3")
def test_round_a_corner_one_attacks_in_melee_into_cover() -> None:
    state = battle("A#", ".b")
    assert ask(state, "distance", target="b")["adjacent"]
    assert ask(state, "cover", target="b", kind="melee")["cover"] == "cover"
    assert cover("Ab", kind="melee") == "none"
    assert cover("##", "Ab", kind="melee") == "none"


@pytest.mark.rule("D4-COV-1", "D4-COV-4")
def test_a_burst_is_judged_from_its_origin_a_blast_from_the_caster() -> None:
    assert cover(*PILLAR, kind="close") == "cover"
    assert cover(*PILLAR, kind="area", origin=[4, 0]) == "none"


def test_no_line_of_effect_is_told_instead_of_cover() -> None:
    answer = ask(battle("A#b"), "cover", target="b")
    assert (answer["effect"], answer["why"]) == (False, "no line of effect to b")


def test_a_burst_covers_what_its_origin_affects() -> None:
    state = battle("..#..", ".A#b.", "..#..", "c....")
    answer = ask(state, "area", template="burst 2")
    assert "c" in answer["units"]
    assert "b" not in answer["units"]
    assert [2, 1] not in answer["squares"]
    assert "A" not in answer["units"]


def test_a_blast_lies_beside_its_creature_and_a_wall_hangs_together() -> None:
    state = battle("A....", "...b.", ".....", ".....")
    blast = ask(state, "area", template="blast 3", at=[1, 0])
    assert (len(blast["squares"]), list(blast["units"])) == (9, ["b"])
    assert ask(state, "area", template="blast 3", at=[2, 0])["why"] == "a blast lies beside its creature"
    wall = ask(state, "area", template="wall 5", at=[[2, 2], [3, 2], [4, 2]])
    assert wall["why"] == ""
    assert "shares no side" in ask(state, "area", template="wall 5", at=[[2, 2], [3, 3]])["why"]


def test_an_area_burst_needs_range_and_effect_to_its_origin() -> None:
    state = battle("A.#.b", "..#..", "..#..")
    assert ask(state, "area", template="area 1", at=[4, 0])["why"] == "no line of effect to 4,0"
    assert ask(state, "area", template="area 1", at=[2, 0])["why"] == "2,0 is no open square"


def test_looking_tells_everything_between_two_creatures() -> None:
    found = {f.id: f for f in BOARD.look(battle("AbC"), "A", "b")}
    assert found["distance"].verdict == "1 square"
    assert found["flank C"].good
    assert found["flank C"].lines
    assert found["opportunity"].verdict == "may strike"
    assert found["cover melee"].verdict == "none"
