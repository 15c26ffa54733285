"""What the board screen says may be done is what Enter does: every mode asks what its action asks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rules.dnd4e.table import GAME, KINDS, Table, on_map
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import read_action
from warband_tui.rules.games.dnd4e.steps import MODES

MAP = ("A.......", "....~...", "..OO....", "..OO...b", "........", "C.......")
SPEEDS = {"fly": 6, "climb": 4, "swim": 4, "burrow": 3, "teleport": 5}


def table(*conditions: str) -> Table:
    return on_map(*MAP, A={"modes": SPEEDS, "conditions": conditions, "hero": True, "action_points": 1})


def walked(times: int) -> Callable[[], Table]:
    def made() -> Table:
        found = table()
        for x in range(1, times + 1):
            found.do("walk", unit="A", to=[x, 0])
        return found

    return made


def attacked() -> Table:
    found = table()
    found.do("attack", unit="A", target="b", result="miss", override="far off")
    return found


def charged() -> Table:
    found = on_map(*MAP, A={"modes": SPEEDS})
    found.do("charge", unit="A", target="b", to=[6, 2], result="miss", override="round the pit")
    return found


def over() -> Table:
    found = table()
    found.ends("A")
    return found


def pointed() -> Table:
    found = walked(2)()
    found.do("action-point", unit="A")
    return found


TURNS: dict[str, Callable[[], Table]] = {
    "fresh": table,
    "walked once": walked(1),
    "walked twice": walked(2),
    "attacked": attacked,
    "charged": charged,
    "over": over,
    "action point": pointed,
    **{
        name: (lambda name=name: table(name))  # type: ignore[misc]
        for name in ("prone", "dazed", "stunned", "immobilized", "slowed", "squeezing", "unconscious")
    },
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_trace_that_says_legal_is_accepted_and_one_that_bars_a_mode_is_refused(turn: str) -> None:
    at_it = TURNS[turn]()
    for mode in MODES:
        for to in list(GAME.reach(at_it.state, "A", mode).cells)[:3]:
            trace = GAME.trace(at_it.state, "A", mode, to)
            action = read_action(trace.action, KINDS)
            try:
                at_it.battle.propose(action)
                refused = ""
            except WarbandError as why:
                refused = str(why)
            assert trace.legal is not bool(refused), (mode, to, trace.why, refused)


@pytest.mark.rule("D4-SPD-3")
def test_after_a_walk_no_double_move_is_left_and_the_board_says_so() -> None:
    at_it = walked(1)()
    modes = {mode.id: mode for mode in GAME.modes(at_it.state, "A")}
    assert modes["walk"].allowed
    for name in ("double walk", "double shift"):
        assert (modes[name].allowed, modes[name].why) == (False, "A has no 2 move actions left this turn")
        trace = GAME.trace(at_it.state, "A", name, (2, 0))
        assert (trace.legal, trace.why) == (False, "A has no 2 move actions left this turn")


def test_whoever_waits_for_its_turn_is_shown_where_it_gets_to_and_told_to_wait() -> None:
    at_it = table()
    assert any(mode.allowed for mode in GAME.modes(at_it.state, "b"))
    trace = GAME.trace(at_it.state, "b", "walk", (7, 4))
    assert (trace.legal, trace.why, trace.price) == (False, "it is A's go", 1)


@pytest.mark.rule("D4-FALL-6")
def test_pits_are_no_squares_of_a_walk_and_other_speeds_are_painted_apart_from_it() -> None:
    at_it = table()
    pits = {(2, 2), (3, 2), (2, 3), (3, 3)}
    for mode in GAME.modes(at_it.state, "A"):
        into = pits & set(GAME.reach(at_it.state, "A", mode.id).cells)
        assert not into or mode.role == "other", mode.id
        assert all(GAME.trace(at_it.state, "A", mode.id, pit).legal for pit in into)
