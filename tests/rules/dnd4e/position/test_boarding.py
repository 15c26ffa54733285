"""What the board screen is told: modes, reach, traces with their actions, threats, maps; and what holds of all of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.dnd4e.position.drawn import BOARD, ask, battle
from warband_tui.rules.actions import read_action
from warband_tui.rules.board.layout import DeploymentZone, Ground, InchBoard, SquareBoard
from warband_tui.rules.board.squares import Mover, grid_of
from warband_tui.rules.board.squares_reach import moves_of, spread
from warband_tui.rules.games.dnd4e.ruleset import RULESET
from warband_tui.rules.state import BattleState


@pytest.mark.parametrize(
    "mode", ["walk", "shift", "run", "double walk", "double shift", "squeeze", "teleport", "charge", "fly"]
)
def test_each_trace_proposes_an_action_that_the_game_reads(mode: str) -> None:
    state = battle("A.~...", "....b.", A={"modes": {"teleport": 5, "fly": 6}})
    reach = BOARD.reach(state, "A", mode)
    to = next(iter(reach.cells))
    trace = BOARD.trace(state, "A", mode, to)
    assert trace.legal, trace.why
    assert trace.price == reach.cells[to]
    assert read_action(trace.action, RULESET.action_types())
    assert trace.action["to"] == list(to)


def test_a_trace_marks_where_it_is_charged_and_who_may_strike() -> None:
    state = battle("A~..", "##b.", "####")
    trace = BOARD.trace(state, "A", "walk", (3, 0))
    assert [(p.price, p.mark, p.strikers) for p in trace.way] == [
        (2, "difficult", ()), (3, "", ("b",)), (4, "", ("b",))
    ]  # fmt: skip
    assert trace.notes == ("b may strike, each once",)
    assert trace.action["difficult"] == 1


def test_what_is_too_dear_is_told_with_its_price() -> None:
    trace = BOARD.trace(battle("A........", A={"speed": 4}), "A", "walk", (6, 0))
    assert (trace.legal, trace.price, trace.budget) == (False, 6, 4)
    assert trace.why == "it costs 6; A has 4"


def test_modes_that_are_not_allowed_come_last_with_the_reason() -> None:
    state = battle("A..", A={"conditions": ["prone"], "modes": {"fly": 6}})
    modes = BOARD.modes(state, "A")
    assert modes[0].id == "crawl"
    assert all("prone" in mode.why for mode in modes if not mode.allowed)
    assert "fly" in {mode.id for mode in modes}
    assert BOARD.modes(battle("A.."), "A")[0].id == "walk"


def test_threats_show_the_zone_and_where_charges_end() -> None:
    threats = {t.id: t for t in BOARD.threats(battle("A....b", A={"reach": 2}), "A")}
    assert threats["opportunity"].cells == {(0, 0), (1, 0)}
    assert threats["reach"].cells == {(0, 0), (1, 0), (2, 0)}
    assert threats["charge"].cells == {(3, 0)}


def test_footprints_and_measuring() -> None:
    state = battle("A..", "...", "...", A={"size": "huge"})
    assert BOARD.footprint(state, state.unit("A")).side == 3
    assert BOARD.measure(state, (0, 0), (2, 1)).verdict == "2 squares"


@settings(max_examples=15, deadline=None)
@given(st.integers(6, 40), st.integers(6, 30), st.integers(0, 2**32))
def test_random_maps_hang_together_and_are_fair(width: int, height: int, seed: int) -> None:
    board = BOARD.random_board(width, height, random.Random(seed).randrange)  # noqa: S311
    assert isinstance(board, SquareBoard)
    assert BOARD.board_faults(board) == ()
    assert tuple(row[::-1] for row in reversed(board.map)) == board.map
    grid = grid_of(board)
    closed = grid.filled | grid.drops
    assert spread(moves_of(grid, Mover(solid=closed)), [(0, 0)]).reached == grid.inside & ~closed


def test_faults_of_a_map_name_the_piece() -> None:
    legend = {"X": Ground(blocking=True, difficult="ice")}
    zone = DeploymentZone("heroes", ((0, 0), (9, 9)))
    found = [str(f) for f in BOARD.board_faults(SquareBoard(("#X",), legend=legend, zones=(zone,)))]
    assert len(found) == 4
    assert found[0].startswith("legend 'X'")
    assert "9,9 is off the board" in found[-1]
    assert BOARD.board_faults(InchBoard(48, 48))[0].what == "this game is played on squares"


# ---- What holds of every position


@st.composite
def positions(draw: st.DrawFn) -> BattleState:
    rows = [[draw(st.sampled_from(".....~#")) for _ in range(7)] for _ in range(6)]
    spots = draw(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=4, max_size=4, unique=True)
    )
    for letter, (x, y) in zip("ACbd", spots, strict=True):
        rows[y][x] = letter
    return battle(*("".join(row) for row in rows))


@settings(max_examples=25, deadline=None)
@given(positions())
def test_no_square_is_both_a_pull_and_a_push_and_a_slide_allows_either(state: BattleState) -> None:
    legal = {
        kind: {tuple(n["to"]) for n in ask(state, kind, target="b")["next"] if n["legal"]}
        for kind in ("pull", "push", "slide")
    }
    assert not legal["pull"] & legal["push"]
    assert legal["pull"] | legal["push"] <= legal["slide"]


@settings(max_examples=25, deadline=None)
@given(positions())
def test_shifts_provoke_nothing_and_reach_no_further_than_walks(state: BattleState) -> None:
    walk = BOARD.reach(state, "A", "walk")
    for mode in ("shift", "double shift"):
        for to, price in BOARD.reach(state, "A", mode).cells.items():
            assert walk.cells[to] == price
            assert not any(point.strikers for point in BOARD.trace(state, "A", mode, to).way)


@settings(max_examples=25, deadline=None)
@given(positions())
def test_flanking_is_the_same_for_both_flankers(state: BattleState) -> None:
    mine = ask(state, "flank", target="b", **{"with": "C"})["flanks"]
    assert ask(state, "flank", "C", target="b", **{"with": "A"})["flanks"] is mine


@settings(max_examples=25, deadline=None)
@given(positions())
def test_cover_in_melee_is_the_same_both_ways(state: BattleState) -> None:
    """All corners are joined with all corners, so it does not matter who strikes; effect has to be there both ways."""
    there, back = (
        ask(state, "cover", target="b", kind="melee"),
        ask(state, "cover", "b", target="A", kind="melee"),
    )
    if there["effect"] and back["effect"]:
        assert there["cover"] == back["cover"]


def test_where_a_creature_stands_already_there_is_nothing_to_take() -> None:
    assert BOARD.trace(battle("A.."), "A", "walk", (0, 0)).action == {}
