"""The battle in memory: proposing, accepting, undo and redo, replay, books kept by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import GAME, NEW, Table, duel, kinds
from warband_tui.rules.base import BadSetup
from warband_tui.rules.engine import Battle, BrokenLog
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import CounterChanged
from warband_tui.rules.resolution import BadChoice, Refused
from warband_tui.rules.state import BattleState, UnknownName, to_json


def marked(count: int) -> Battle:
    """A battle in which Orm has been given so many blood markers, one an entry, over and over."""
    table = duel(NEW)
    for number in range(count):
        table.do("mark", on="Orm", counter="vp" if number < 0 else "blood", by=1 if number % 12 < 6 else -1)
    return table.battle


# ---- proposing


def test_proposing_changes_nothing_and_accepting_does() -> None:
    table = duel(NEW)
    battle, before = table.battle, table.state
    entry = battle.propose(table.action("mark", on="Orm", counter="blood"))
    assert (battle.state, battle.entries) == (before, [])
    battle.accept(entry)
    assert battle.entries == [entry]
    assert table.blood("Orm") == 1


def test_proposing_twice_gives_the_same_entry() -> None:
    table = duel(NEW, seed=7)
    action = table.action("shoot", "Weyl", target="Orm")
    assert table.battle.propose(action) == table.battle.propose(action)


def test_an_entry_has_to_follow_the_last_one() -> None:
    table = duel(NEW)
    entry = table.battle.propose(table.action("note", text="first"))
    table.do("note", text="other")
    with pytest.raises(BrokenLog, match="entry 1 follows entry 1"):
        table.battle.accept(entry)


def test_the_state_is_the_fold_of_the_events() -> None:
    table = duel(NEW)
    entry = table.do("mark", on="Orm", counter="blood", by=2)
    assert entry.events == (CounterChanged("Orm", "blood", 0, 2),)
    assert table.state.unit("Orm").counters == {"blood": 2}


# ---- undo and redo


def test_undo_takes_back_the_last_and_redo_does_it_again() -> None:
    table = duel(NEW)
    table.mark("Orm", "blood", 1)
    one = table.state
    table.mark("Orm", "blood", 1)
    two = table.state
    assert "blood 1 → 2" in table.battle.undo().text
    assert to_json(table.state) == to_json(one)
    table.battle.redo()
    assert to_json(table.state) == to_json(two)
    assert [e.kind for e in table.battle.entries] == ["action", "action", "undo", "redo"]


def test_several_are_taken_back_at_once() -> None:
    battle = marked(5)
    start = to_json(battle.start)
    battle.undo(5)
    assert to_json(battle.state) == start
    battle.redo(2)
    assert battle.state.unit("Orm").counter("blood") == 2
    battle.redo(3)
    assert battle.state.unit("Orm").counter("blood") == 5


def test_a_new_act_after_undo_leaves_nothing_to_redo_but_the_log_keeps_all() -> None:
    battle = marked(2)
    battle.undo()
    battle.do(GAME_ACTION["note"])
    assert (battle.can_redo, battle.can_undo, len(battle.entries)) == (0, 2, 4)
    assert battle.is_undone(2)
    assert not battle.is_undone(1)
    assert [e.seq for e in battle.standing()] == [1, 4]
    with pytest.raises(Refused, match="nothing to redo"):
        battle.redo()


@pytest.mark.parametrize("count", [3, 0, -1])
def test_no_more_is_undone_or_redone_than_there_is(count: int) -> None:
    battle = marked(2)
    before = battle.state
    with pytest.raises(Refused):
        battle.undo(count)
    with pytest.raises(Refused):
        battle.redo(count)
    assert battle.state is before


def test_undone_dice_fall_the_same_way_when_rolled_again() -> None:
    table = duel(NEW, seed=5)
    battle = table.battle
    first = battle.do(table.action("shoot", "Weyl", target="Orm"))
    position = battle.state.dice_position
    assert position >= 2
    battle.undo()
    assert battle.state.dice_position == 0
    again = battle.do(table.action("shoot", "Weyl", target="Orm"))
    assert again.events == first.events
    assert battle.state.dice_position == position


def test_dice_typed_in_by_the_player_leave_the_battles_own_where_they_are() -> None:
    table = duel(NEW)
    table.do("dash", "Weyl", dice=[3, 4])
    assert table.state.dice_position == 0


def test_it_says_what_undo_and_redo_would_do() -> None:
    battle = marked(2)
    last = battle.last_done()
    assert last is not None
    assert last.seq == 2
    assert battle.last_undone() is None
    battle.undo()
    undone = battle.last_undone()
    assert undone is not None
    assert undone.seq == 2


# ---- replay


@pytest.mark.parametrize("length", [3, 200, 201, 450])
def test_a_long_battle_is_replayed_undone_and_redone_through_its_kept_states(length: int) -> None:
    battle = marked(length)
    again = Battle.replay(battle.setup, GAME, battle.entries)
    assert to_json(again.state) == to_json(battle.state)
    states = to_json(battle.state)
    battle.undo(length - 1)
    assert battle.state.unit("Orm").counter("blood") == 1
    battle.redo(length - 1)
    assert to_json(battle.state) == states


def test_a_snapshot_saves_folding_and_changes_nothing() -> None:
    battle = marked(4)
    at_two = Battle.replay(battle.setup, GAME, battle.entries[:2]).state
    again = Battle.replay(battle.setup, GAME, battle.entries, (2, at_two))
    assert to_json(again.state) == to_json(battle.state)
    again.undo(3)
    assert again.state.unit("Orm").counter("blood") == 1


def test_a_snapshot_of_an_undone_entry_is_ignored() -> None:
    battle = marked(3)
    wrong = battle.state
    battle.undo(2)
    again = Battle.replay(battle.setup, GAME, battle.entries, (3, wrong))
    assert to_json(again.state) == to_json(battle.state)


@pytest.mark.parametrize(
    "entries",
    [
        [Entry(2)],
        [Entry(1), Entry(3)],
        [Entry(1, "undo", 1)],
        [Entry(1), Entry(2, "undo", 2)],
        [Entry(1), Entry(2, "undo", 0)],
        [Entry(1), Entry(2, "redo", 1)],
    ],
)
def test_a_log_with_gaps_or_impossible_marks_is_broken(entries: list[Entry]) -> None:
    with pytest.raises(BrokenLog):
        Battle.replay(duel(NEW).setup(), GAME, entries)


# ---- overruling


def test_a_refusal_says_why_and_by_which_rule_and_an_override_is_logged() -> None:
    table = duel(NEW)
    refused = table.refused("move", "Weyl", distance=9)
    assert (refused.rules, "Weyl" in refused.why) == (("TC-MOV-1",), True)
    entry = table.do("move", "Weyl", distance=9, override="a gift of the winds")
    assert (entry.override, entry.overruled) == ("a gift of the winds", (refused.why,))
    assert "TC-MOV-1" in entry.rules


def test_an_override_that_was_not_needed_is_not_logged() -> None:
    entry = duel(NEW).do("move", "Weyl", override="just in case")
    assert (entry.override, entry.overruled) == ("", ())


def test_who_is_off_the_table_does_not_act_even_against_the_rules() -> None:
    table = duel(NEW)
    table.do("lose", "Orm")
    assert "not on the table" in table.refused("move", "Orm", override="it is only wounded").why
    assert "off the table" in table.refused("engage", "Weyl", target="Orm").why
    table.do("restore", "Orm")
    table.do("move", "Orm")


# ---- choices


def test_unknown_choices_are_refused_by_name() -> None:
    with pytest.raises(BadChoice, match="luck"):
        duel(NEW).do("dash", "Weyl", dice=[4, 4], choices={"luck": 1})


@pytest.mark.parametrize("value", [7, -1, "many", 1.5])
def test_a_choice_out_of_range_is_refused(value: Any) -> None:
    table = duel(NEW, weyl={"blessing": 2})
    with pytest.raises(BadChoice, match="from 0 to 2"):
        table.do("dash", "Weyl", dice=[4, 4], choices={"success.blessing": value})


def test_a_choice_of_markers_that_are_not_there_is_refused_and_not_dropped() -> None:
    with pytest.raises(BadChoice, match="from 0 to 0"):
        duel(NEW).do("dash", "Weyl", dice=[4, 4], choices={"success.blessing": 2})


def test_a_choice_for_a_roll_that_was_not_reached_is_no_fault() -> None:
    table = duel(NEW, orm={"blood": 1})
    entry = table.do("shoot", "Weyl", target="Orm", dice=[1, 1], choices={"injury.blood": 1})
    assert entry.choices == ()
    assert table.blood("Orm") == 1


def test_what_leaves_nothing_to_choose_is_not_asked() -> None:
    assert duel(NEW).asked("dash", "Weyl", dice=[4, 4]) == {}


def test_the_choices_before_the_first_dice_are_listed() -> None:
    table = duel(NEW, weyl={"blood": 1, "blessing": 2})
    found = GAME.ask(
        table.state, {"ask": "choices", "action": {"do": "shoot", "unit": "Weyl", "target": "Orm"}}
    )
    assert [(c["id"], c["side"]) for c in found["choices"]] == [
        ("success.blood", "B"),
        ("success.blessing", "A"),
    ]


# ---- books by hand


def test_marks_stop_at_the_limits_and_say_so() -> None:
    table = duel(NEW, orm={"blood": 5})
    assert "blood 5 → 6" in table.do("mark", on="Orm", counter="blood", by=3).text
    assert "stays at 6, its limit" in table.do("mark", on="Orm", counter="blood", by=1).text
    assert table.do("mark", on="Orm", counter="blood", to=2).text == "Orm: blood 6 → 2"
    assert table.do("mark", on="Orm", counter="blood", to=2).text == "Orm: blood stays at 2"


def test_a_counter_belongs_to_units_or_to_sides() -> None:
    table = duel(NEW)
    assert "belongs to a side" in table.refused("mark", on="Orm", counter="vp").why
    table.do("mark", on="B", counter="vp", by=3, why="objective")
    assert table.state.side("B").counter("vp") == 3
    with pytest.raises(BadSetup, match="ink"):
        table.do("mark", on="Orm", counter="ink")


def test_conditions_are_set_and_cleared_once() -> None:
    table = duel(NEW)
    table.take_down("Orm")
    assert "already" in table.refused("condition", on="Orm", condition="down").why
    table.do("condition", on="Orm", condition="down", clear=True)
    assert "is not" in table.refused("condition", on="Orm", condition="down", clear=True).why


def test_models_are_lost_and_come_back_but_not_more_than_there_were() -> None:
    table = Table(NEW)
    table.side("A").model("Pack", models=3)
    table.side("B").model("Orm")
    table.do("lose", "Pack", models=2)
    assert table.unit("Pack").models == 1
    table.do("restore", "Pack", models=9)
    assert table.unit("Pack").models == 3
    assert "all of its models" in table.refused("restore", "Pack").why


def test_a_reinforcement_joins_and_may_act() -> None:
    table = duel(NEW)
    table.join("A", {"id": "Late", "name": "Late"})
    table.do("move", "Late")
    with pytest.raises(UnknownName):
        table.join("C", {"id": "X", "name": "X"})


def test_notes_stars_and_remarks_are_on_entries_that_exist() -> None:
    table = duel(NEW)
    assert "empty" in table.refused("note", text="  ").why
    table.do("note", text="it rains")
    table.do("star", entry=1)
    table.do("remark", entry=1, text="all day")
    assert (table.state.stars, table.state.remarks) == ((1,), {"1": ("all day",)})
    table.do("star", entry=1, on=False)
    assert table.state.stars == ()
    assert "no entry 99" in table.refused("star", entry=99).why
    assert "no entry 99" in table.refused("remark", entry=99, text="?").why


def test_dice_for_anything_are_rolled() -> None:
    entry = duel(NEW).do("roll", count=3, sides=20, why="weather", dice=[4, 20, 1])
    assert (entry.rolls[0].total, entry.text) == (25, "weather: 4 20 1 = 25")


def test_after_the_end_only_notes_are_taken_unless_overruled() -> None:
    table = duel(NEW)
    table.do("finish", winner="A", why="dinner")
    assert "battle is over: dinner" in table.refused("mark", on="Orm", counter="blood").why
    table.do("note", text="good game")
    table.do("mark", on="A", counter="vp", override="forgotten")
    table.battle.undo(3)
    assert table.state.ended == ""


# ---- setting up


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"models": 0}, "0 models"),
        ({"models": 10**30}, "models"),
        ({"counters": {"blood": 7}}, "7 blood"),
        ({"counters": {"ink": 1}}, "ink"),
        ({"conditions": ["asleep"]}, "asleep"),
        ({"profile": {"wings": 2}}, "wings"),
        ({"id": "B"}, "stands for two things"),
        ({"id": "Orm"}, "stands for two things"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_in_one_line(change: dict[str, Any], says: str) -> None:
    from warband_tui.rules.script import setup_from

    unit = {"id": "Weyl", "name": "Weyl", **change}
    setup = setup_from(
        {
            "ruleset": GAME.id,
            "sides": [
                {"id": "A", "name": "Ash", "units": [unit]},
                {"id": "B", "name": "Bone", "units": [{"id": "Orm", "name": "Orm"}]},
            ],
        }
    )
    with pytest.raises(BadSetup, match=says) as caught:
        Battle(setup, GAME)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("options", [{"seed": 2**70}, {"turns": 0}, {"options": {"table": "big"}}])
def test_numbers_out_of_all_proportion_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        _ = duel(NEW, **options).battle


def test_a_battle_takes_two_sides() -> None:
    table = Table(NEW)
    table.side("A").model("Weyl")
    with pytest.raises(BadSetup, match="two sides"):
        _ = table.battle


def test_the_state_is_the_same_bytes_for_the_same_battle() -> None:
    states = {to_json(marked(20).state) for _ in range(2)}
    assert len(states) == 1
    assert isinstance(marked(1).state, BattleState)


GAME_ACTION = {"note": duel(NEW).action("note", text="a note")}


def test_an_activation_that_is_ended_by_name_counts_as_used() -> None:
    table = duel(NEW)
    entry = table.end("Weyl")
    assert entry.text == "Weyl does nothing"
    assert kinds(entry)[-2:] == ["activation-ended", "go-passed"]
    assert "name the unit" in table.refused("end").why


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "at least one"), (-1, "at least one"), (10**9, "1 at most; there are no more")],
)
def test_why_not_so_many_is_told_in_sensible_numbers(count: int, said: str) -> None:
    battle = marked(1)
    with pytest.raises(Refused, match=f"^undo {said}$"):
        battle.undo(count)
    battle.undo()
    with pytest.raises(Refused, match=f"^redo {said}$"):
        battle.redo(count)
