"""The board in play, whatever the game: laid, stood on, left; undone like everything else."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.fifth_game import bogwater
from warband_tui.rules.actions import LayBoard, Lose, NextTurn, Place
from warband_tui.rules.board.layout import BadBoard, InchBoard
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.events import Moved, apply
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.script import setup_from
from warband_tui.rules.state import to_json

RULESET = cast(Ruleset, bogwater.RULESET)
TABLE = {"kind": "inches", "width": 48, "height": 36}


def battle(board: Any = None, models: int = 1) -> Battle:
    sides = [{"id": s, "name": s, "units": [{"id": f"{s}1", "name": s, "models": models}]} for s in "xy"]
    return Battle(setup_from({"ruleset": RULESET.id, "sides": sides, "board": board}), RULESET)


def test_a_unit_is_placed_and_taken_off_and_both_are_undone() -> None:
    played = battle(TABLE)
    played.do(Place("x1", (10.0, 12.0)))
    assert played.state.unit("x1").at == ((10.0, 12.0, 0.0),)
    played.do(Place("x1", ()))
    assert played.state.unit("x1").at == ()
    played.undo()
    assert played.state.unit("x1").at == ((10.0, 12.0, 0.0),)
    played.undo()
    assert played.state.unit("x1").at == ()


def test_nobody_is_placed_without_a_board_or_off_it() -> None:
    with pytest.raises(Refused, match="no board"):
        battle().do(Place("x1", (10.0, 12.0)))
    with pytest.raises(BadBoard, match="off the board of 48x36"):
        battle(TABLE).do(Place("x1", (10.0, 37.0)))


def test_the_way_of_a_turn_is_kept_until_the_next_begins() -> None:
    played = battle(TABLE)
    played.do(Place("x1", (10.0, 12.0)))
    moved = apply(played.state, Moved("x1", "move", 5, to=(13.0, 16.0), path=((13.0, 16.0, 0.0),)))
    assert moved.unit("x1").trail == ((10.0, 12.0, 0.0), (13.0, 16.0, 0.0))
    played.do(NextTurn())
    assert apply(moved, played.entries[-1].events[0]).unit("x1").trail == ()


def test_lost_models_stand_nowhere() -> None:
    played = battle(TABLE, models=3)
    played.do(Place("x1", ((1.0, 1.0), (3.0, 1.0), (5.0, 1.0))))
    played.do(Lose("x1", 2))
    assert played.state.unit("x1").at == ((1.0, 1.0, 0.0),)


def test_a_board_is_laid_in_the_middle_of_a_battle_and_taken_away() -> None:
    played = battle()
    played.do(NextTurn())
    entry = played.do(LayBoard(TABLE))
    assert entry.text == "A board of 48x36 is laid"
    assert isinstance(played.state.board, InchBoard)
    played.do(Place("x1", (10.0, 12.0)))
    played.do(LayBoard())
    assert to_json(played.state).count(b'"board"') == 0
    assert played.state.unit("x1").at == ()
    with pytest.raises(Refused, match="no board to take away"):
        played.do(LayBoard())
    played.undo()
    assert played.state.unit("x1").at == ((10.0, 12.0, 0.0),)


def test_a_board_at_fault_is_not_laid() -> None:
    with pytest.raises(BadBoard, match="width"):
        battle().do(LayBoard({"kind": "inches", "width": 0, "height": 36}))


def test_a_board_and_places_are_the_same_when_they_are_read_again() -> None:
    played = battle()
    squares = {"kind": "squares", "map": ["..#", "F~."], "legend": {"F": {"difficult": "forest"}}}
    played.do(LayBoard(squares))
    played.do(Place("x1", (2, 1)))
    state = played.start
    for entry in played.entries:
        for event in decode(encode(entry)).events:
            state = apply(state, event)
    assert to_json(state) == to_json(played.state)
