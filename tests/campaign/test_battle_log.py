"""The log as it is listed: marks that stay, what was undone, what is said about an entry."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.campaign import bog
from warband_tui.campaign.battle_log import LogBook
from warband_tui.rules.actions import Lose, Mark, NextTurn, Remark, Star, read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.ruleset import load


def begun() -> Battle:
    return Battle(bog.setup(), load("bogwater"))


def test_marks_are_turn_and_number_and_stars_take_none() -> None:
    battle = begun()
    book = LogBook(battle)
    battle.do(NextTurn())
    battle.do(Mark(on="a1", counter="blood"))
    battle.do(Star(entry=2))
    battle.do(Remark(entry=2, text="hot"))
    battle.do(Mark(on="a2", counter="blood"))
    battle.do(NextTurn())
    book.catch_up()
    assert [line.mark for line in book.lines()] == ["1.1", "1.2", "1.3", "2.1"]
    assert book.line(2).starred
    assert book.line(2).notes == ("hot",)


def test_what_redo_would_bring_back_is_listed_and_goes_with_the_next_act() -> None:
    battle = begun()
    book = LogBook(battle)
    battle.do(Mark(on="a1", counter="blood"))
    battle.do(Mark(on="a2", counter="blood"))
    battle.undo(2)
    book.catch_up()
    assert [(line.seq, line.waiting) for line in book.lines()] == [(1, True), (2, True)]
    battle.redo()
    battle.do(Mark(on="a3", counter="blood"))
    book.catch_up()
    assert [(line.seq, line.mark) for line in book.lines()] == [(1, "0.1"), (5, "0.2")]
    assert [line.seq for line in book.lines(everything=True)] == [1, 2, 3, 4, 5]
    assert book.line(2).undone


def test_who_was_lost_is_told_with_turn_and_by_whom() -> None:
    battle = begun()
    book = LogBook(battle)
    battle.do(NextTurn())
    battle.do(Lose(unit="b1", by="a1"))
    book.catch_up()
    loss = book.losses["b1"]
    assert (loss.turn, loss.how, loss.by) == (1, "out of action", "Weyl")
    battle.undo()
    book.catch_up()
    assert book.losses == {}


def test_a_roll_is_told_with_every_die_and_modifier() -> None:
    battle = begun()
    battle.do(Mark(on="b1", counter="blood", by=2))
    action = read_action(
        {"do": "shoot", "unit": "a1", "target": "b1"}, tuple(d.action for d in battle.ruleset.actions)
    )
    battle.do(action, dice=[1, 5, 3], choices={"blood": 1})
    detail = LogBook(battle).detail(2)
    assert detail.rolls == (
        (
            "Weyl at Orm",
            "blood: +1 die  [BOG-BLOOD]",
            "D6: 1 5 3  (typed in)",
            "5 + 3 = 8  → down",
        ),
    )
    assert detail.choices == ("Reed Wardens: spend Orm's blood → 1",)


@given(st.lists(st.sampled_from(["mark", "turn", "undo", "redo", "star", "note", "lose"]), max_size=25))
def test_a_log_kept_up_entry_by_entry_is_the_log_made_at_once(steps: list[str]) -> None:
    battle = begun()
    book = LogBook(battle)
    for step in steps:
        if step == "mark":
            battle.do(Mark(on="a1", counter="blood", by=1))
        elif step == "turn" and battle.state.turn < 5:
            battle.do(NextTurn())
        elif step == "undo" and battle.can_undo:
            battle.undo()
        elif step == "redo" and battle.can_redo:
            battle.redo()
        elif step == "star" and battle.entries:
            battle.do(Star(entry=1, on=1 not in battle.state.stars))
        elif step == "note" and battle.entries:
            battle.do(Remark(entry=1, text="x"))
        elif step == "lose" and battle.state.unit("b1").in_play:
            battle.do(Lose(unit="b1"))
        book.catch_up()
    fresh = LogBook(battle)
    assert book.lines() == fresh.lines()
    assert book.lines(everything=True) == fresh.lines(everything=True)
    assert book.losses == fresh.losses
