"""What is counted of a battle, checked with a pencil."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reports.ditch import LOOSE, MOLES, begun, fighter, setup, shot
from warband_tui.reports.chronicle import Line
from warband_tui.reports.luck import DieFigures, chances, luck
from warband_tui.reports.statistics import BattleFigures, figures
from warband_tui.rules.actions import (
    EndBattle,
    Join,
    Lose,
    Mark,
    NextTurn,
    Remark,
    Restore,
    RollDice,
    SetCondition,
    Star,
)
from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import Rolled
from warband_tui.rules.ruleset import to_builtins

OUT, HIT, MISS = (6, 6), (4, 4), (1, 2)


def fought() -> Battle:
    """Round 1: Agathe takes Voss out, Brakh lays Kett down. Round 2: Kett is drowned, Weyl takes Orm out."""
    battle = begun()
    battle.do(NextTurn("A"))
    shot(battle, "a2", "b2", *OUT)
    battle.do(Star(2))
    shot(battle, "b3", "a3", *HIT)
    battle.do(NextTurn("B"))
    battle.do(Lose("a3", how="drowned"))
    shot(battle, "a1", "b1", *OUT, weapon="pistol")
    return battle


# How it came out


def test_a_battle_with_a_winner_is_won() -> None:
    battle = fought()
    battle.do(EndBattle("A", "the Rats gave up"))
    outcome = figures(battle).outcome
    assert (outcome.kind, outcome.winner, outcome.turn, outcome.why) == ("won", "A", 2, "the Rats gave up")


def test_a_battle_finished_without_a_winner_is_drawn() -> None:
    battle = fought()
    battle.do(EndBattle(why="the pub closed"))
    assert figures(battle).outcome.kind == "drawn"


def test_a_battle_that_goes_on_is_neither_won_nor_drawn() -> None:
    outcome = figures(fought()).outcome
    assert (outcome.kind, outcome.winner, outcome.why) == ("unfinished", "", "")


def test_undoing_the_end_makes_a_battle_unfinished_again() -> None:
    battle = fought()
    battle.do(EndBattle("A"))
    battle.undo()
    assert figures(battle).outcome.kind == "unfinished"


# Who was lost


def test_each_casualty_says_who_when_how_by_whom_and_with_what() -> None:
    rows = [(c.mark, c.turn, c.name, c.side, c.how, c.by_name, c.using) for c in figures(fought()).casualties]
    assert rows == [
        ("1.2", 1, "Voss", "B", "shot", "Agathe", "musket"),
        ("2.2", 2, "Kett", "A", "drowned", "", ""),
        ("2.3", 2, "Orm", "B", "shot", "Weyl", "pistol"),
    ]


def test_a_casualty_that_was_undone_never_happened() -> None:
    battle = fought()
    battle.undo()
    assert [c.name for c in figures(battle).casualties] == ["Voss", "Kett"]


def test_a_casualty_that_was_done_again_happened_once() -> None:
    battle = fought()
    battle.undo(2)
    battle.redo(2)
    assert figures(battle).casualties == figures(fought()).casualties


def test_losses_are_counted_against_all_that_a_side_brought_reinforcements_too() -> None:
    battle = fought()
    battle.do(Join("A", fighter("a9", "Late Pack", models=3)))
    battle.do(Lose("a9", models=2))
    moles = figures(battle).side("A")
    assert (moles.brought, moles.lost) == (6, 3)


def test_who_comes_back_is_lost_no_longer_but_stays_in_the_table() -> None:
    battle = fought()
    battle.do(Restore("a3", why="dug out"))
    counted = figures(battle)
    assert counted.side("A").lost == 0
    assert [c.name for c in counted.casualties] == ["Voss", "Kett", "Orm"]
    assert [(r.turn, r.name) for r in counted.returns] == [(2, "Kett")]


def test_a_casualty_by_a_friend_is_marked_so() -> None:
    battle = begun()
    battle.do(Lose("a2", by="a1", using="musket"))
    assert figures(battle).casualties[0].own_side


# Turns


def test_a_turn_says_who_went_first_and_how_each_side_stood_at_its_end() -> None:
    turns = figures(fought()).turns
    assert [(turn.turn, turn.first) for turn in turns] == [(0, ""), (1, "A"), (2, "B")]
    assert [[side.losses for side in turn.sides] for turn in turns] == [[0, 0], [0, 1], [1, 2]]


def test_the_turn_in_which_a_break_point_is_reached_is_the_only_one_marked() -> None:
    battle = fought()
    battle.do(NextTurn("A"))
    turns = figures(battle).turns
    assert [[side.broke for side in turn.sides] for turn in turns] == [
        [False, False],
        [False, False],
        [False, True],
        [False, False],
    ]
    assert [side.limit for side in turns[-1].sides] == [2, 2]


def test_without_a_break_point_losses_are_those_off_the_table() -> None:
    battle = begun(ruleset=LOOSE)
    battle.do(Lose("a1"))
    assert [(s.losses, s.limit, s.broke) for s in figures(battle).turns[-1].sides] == [
        (1, None, False),
        (0, None, False),
    ]


def test_scores_are_told_turn_by_turn_once_anybody_scores() -> None:
    battle = fought()
    assert figures(battle).scores == ()
    battle.do(Mark("B", "points", 3))
    counted = figures(battle)
    assert counted.scores == ("victory points",)
    assert [[side.scores for side in turn.sides] for turn in counted.turns] == [
        [(0,), (0,)],
        [(0,), (0,)],
        [(0,), (3,)],
    ]


def test_harm_to_a_whole_side_belongs_to_its_turn() -> None:
    battle = fought()
    battle.do(SetCondition("B", "shaken"))
    assert [[side.conditions for side in turn.sides] for turn in figures(battle).turns] == [
        [(), ()],
        [(), ()],
        [(), ("Shaken",)],
    ]


# The most valuable fighter


def test_the_score_is_five_a_casualty_one_a_marker_and_two_a_star() -> None:
    counted = figures(fought())
    assert [(d.name, d.casualties, d.markers, d.stars, int(d.score)) for d in counted.deeds] == [
        ("Agathe", 1, 0, 1, 7),
        ("Weyl", 1, 0, 0, 5),
        ("Brakh", 0, 1, 0, 1),
    ]
    assert counted.valuable is not None
    assert counted.valuable.name == "Agathe"
    assert counted.scoring.markers == ("blood",)


def test_costs_weigh_a_casualty_against_the_average() -> None:
    # The seven cost 140 together, 20 on average: Orm at 50 is worth 5/2, Voss at 10 half.
    costs = {"a1": 20, "a2": 20, "a3": 20, "b1": 50, "b2": 10, "b3": 10, "b4": 10}
    counted = figures(fought(), costs)
    assert counted.scoring.by_cost
    assert [(d.name, d.worth, d.score) for d in counted.deeds[:2]] == [
        ("Weyl", Fraction(5, 2), Fraction(25, 2)),
        ("Agathe", Fraction(1, 2), Fraction(9, 2)),
    ]


def test_a_model_of_a_group_is_worth_its_share_of_the_cost() -> None:
    battle = begun(setup(rats=[fighter("b1", "Pack", models=4)]))
    shot(battle, "a1", "b1", *OUT, kills=3)
    # 4 models for 40 and 3 fighters for 30 each: an average of 130/7; a rat at 10 is worth 7/13.
    counted = figures(battle, {"a1": 30, "a2": 30, "a3": 30, "b1": 40})
    assert [(d.casualties, d.worth) for d in counted.deeds] == [(3, Fraction(21, 13))]


def test_with_a_cost_missing_every_model_counts_alike() -> None:
    counted = figures(fought(), {"a1": 20, "b1": 500})
    assert not counted.scoring.by_cost
    assert counted.deeds == figures(fought()).deeds


def test_harm_to_friends_earns_nothing() -> None:
    battle = begun()
    shot(battle, "a1", "a2", *HIT)
    battle.do(Lose("a3", by="a1"))
    assert figures(battle).valuable is None


def test_markers_that_harm_nobody_earn_nothing() -> None:
    battle = begun()
    battle.do(Mark("b1", "rum", 2))
    assert figures(battle).deeds == ()


def test_a_starred_death_kept_by_hand_is_the_deed_of_the_killer() -> None:
    battle = begun()
    battle.do(Lose("b1", by="a3"))
    battle.do(Star(1))
    assert [(d.name, d.stars) for d in figures(battle).deeds] == [("Kett", 1)]


@pytest.mark.parametrize("action", [Lose("b1", how="sank"), Mark("b1", "blood", 2)])
def test_a_starred_misfortune_is_nobodys_deed(action: Lose | Mark) -> None:
    battle = begun()
    battle.do(action)
    battle.do(Star(1))
    assert figures(battle).deeds == ()


def test_of_equal_scores_more_casualties_come_first_then_roster_order() -> None:
    battle = begun()
    for _ in range(5):
        shot(battle, "a1", "b4", *HIT)
    shot(battle, "b2", "a3", *OUT)
    shot(battle, "b1", "a2", *OUT)
    assert [(d.name, int(d.score)) for d in figures(battle).deeds] == [("Orm", 5), ("Voss", 5), ("Weyl", 5)]


def test_a_star_taken_off_again_counts_no_more() -> None:
    battle = fought()
    battle.do(Star(2, on=False))
    assert figures(battle).deeds[0].stars == 0


# Dice


def test_the_mean_of_all_dice_is_set_against_its_expectation() -> None:
    battle = begun()
    shot(battle, "a1", "b1", 6, 6)
    shot(battle, "a1", "b2", 1, 2)
    shot(battle, "b3", "a1", 3, 5, 5, aim=1)
    battle.do(RollDice(1, 20, unit="a2"), dice=[4])
    moles, rats = figures(battle).luck
    assert moles.dice == (
        DieFigures(6, 4, Fraction(15, 4), Fraction(7, 2)),
        DieFigures(20, 1, Fraction(4), Fraction(21, 2)),
    )
    assert rats.dice == (DieFigures(6, 3, Fraction(13, 3), Fraction(7, 2)),)
    assert (moles.rolls, rats.rolls) == (3, 1)


def test_outcomes_are_counted_in_the_words_of_the_log() -> None:
    battle = begun()
    for dice in (MISS, OUT, MISS):
        shot(battle, "a1", "b1", *dice)
    assert figures(battle).luck[0].outcomes == (("miss", 2), ("out", 1))


def test_the_luckiest_and_unluckiest_rolls_have_the_smallest_chances() -> None:
    battle = begun()
    shot(battle, "a1", "b1", 6, 5)
    shot(battle, "a1", "b2", 1, 2)
    shot(battle, "a2", "b3", 4, 3)
    # The lower two of three dice: 11 or more takes two sixes and a five or better, 3 + 1 of 216 ways.
    shot(battle, "a3", "b3", 6, 5, 6, aim=-1)
    moles = figures(battle).luck[0]
    assert moles.luckiest is not None
    assert (moles.luckiest.mark, moles.luckiest.total, moles.luckiest.chance) == ("0.4", 11, Fraction(1, 54))
    assert moles.unluckiest is not None
    assert (moles.unluckiest.purpose, moles.unluckiest.chance) == ("Weyl at Voss", Fraction(1, 12))


def test_of_equal_chances_the_first_roll_is_told() -> None:
    battle = begun()
    shot(battle, "a1", "b1", 6, 6)
    shot(battle, "a2", "b2", 6, 6)
    luckiest = figures(battle).luck[0].luckiest
    assert luckiest is not None
    assert luckiest.purpose == "Weyl at Orm"


def test_undone_rolls_are_nobodys_luck() -> None:
    battle = begun()
    shot(battle, "a1", "b1", 6, 6)
    battle.undo()
    assert [luck.rolls for luck in figures(battle).luck] == [0, 0]


def test_a_roll_of_neither_side_is_left_out() -> None:
    battle = begun()
    battle.do(RollDice(2, why="weather"), dice=[6, 6])
    counted = figures(battle)
    assert [luck.rolls for luck in counted.luck] == [0, 0]
    assert (counted.dice.rolled, counted.dice.typed) == (0, 1)


def test_a_roll_that_names_no_unit_is_the_acting_sides() -> None:
    made = Rolled(Roll("morale", dice=(6,), kept=(6,), total=6))
    line = Line(Entry(1, side="B", events=(made,)), "1.1")
    assert [dice.rolls for dice in luck([line], begun().state)] == [0, 1]


def test_rolls_of_the_app_and_of_the_table_are_told_apart() -> None:
    battle = begun()
    shot(battle, "a1", "b1")
    shot(battle, "a2", "b2", *MISS)
    shot(battle, "a2", "b2", *MISS)
    dice = figures(battle).dice
    assert (dice.rolled, dice.typed) == (1, 2)


@given(
    faces=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    kept=st.integers(1, 4),
    minus=st.booleans(),
    flat=st.integers(-3, 3),
)
def test_chances_agree_with_counting_every_roll(faces: list[int], kept: int, minus: bool, flat: int) -> None:
    kept = min(kept, len(faces))
    spare = len(faces) - kept
    modifiers = (Modifier("spare", dice=-spare if minus else spare), Modifier("flat", flat=flat))
    pool = Pool("test", base=kept, keep=kept, sides=4, modifiers=modifiers)
    roll = pool.read(tuple(faces))
    totals = [pool.read(dice).total for dice in product(range(1, 5), repeat=len(faces))]
    assert chances(roll) == (
        Fraction(sum(total >= roll.total for total in totals), len(totals)),
        Fraction(sum(total <= roll.total for total in totals), len(totals)),
    )


@pytest.mark.parametrize(
    "roll",
    [
        Roll("hits", dice=(1, 5, 6), kept=(5, 6), total=2),
        Roll("the middle one", dice=(1, 3, 6), kept=(3,), total=3),
        Roll("nothing", dice=(), kept=(), total=0),
    ],
)
def test_a_roll_that_is_no_sum_of_its_best_or_worst_dice_has_no_chance(roll: Roll) -> None:
    assert chances(roll) is None


def test_a_very_big_pool_is_counted_exactly() -> None:
    ones = Roll("rain", dice=(1,) * 40, kept=(1,) * 40, total=40, sides=100)
    assert chances(ones) == (Fraction(1), Fraction(1, 100**40))


# The whole


def test_figures_read_back_from_json() -> None:
    counted = figures(fought())
    body = msgspec.json.encode(to_builtins(counted))

    def fraction(kind: type, value: str) -> Fraction:
        assert kind is Fraction
        return Fraction(value)

    read = msgspec.convert(msgspec.json.decode(body), BattleFigures, dec_hook=fraction)
    assert read == counted


def test_remarks_and_stars_take_no_number_in_the_turn() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    battle.do(Remark(1, "a fine start"))
    battle.do(Lose("a1"))
    assert figures(battle).casualties[0].mark == "1.2"


def test_a_battle_that_has_not_begun_has_empty_figures() -> None:
    counted = figures(begun(setup(MOLES)))
    assert (counted.casualties, counted.deeds, counted.scores) == ((), (), ())
    assert [turn.turn for turn in counted.turns] == [0]
