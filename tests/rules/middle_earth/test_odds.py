"""Exact odds: the tables of the source, every case against rolling all dice, and queries as other tools send them."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions
from warband_tui.errors import WarbandError
from warband_tui.rules.games.middle_earth import chances, duels
from warband_tui.rules.games.middle_earth.duels import Duellist

FACES = range(1, 7)


def ask(**query: Any) -> dict[str, Any]:
    return GAME.query(query)


# ---- courage

# Section 1: target, Courage of 2018, then the chance with +0, +1, +2, +3 and on three dice without the highest.
COURAGE = [
    (3, 7, "35/36", "1", "1", "1", "25/27"), (4, 6, "11/12", "35/36", "1", "1", "173/216"),
    (5, 5, "5/6", "11/12", "35/36", "1", "139/216"), (6, 4, "13/18", "5/6", "11/12", "35/36", "103/216"),
    (7, 3, "7/12", "13/18", "5/6", "11/12", "23/72"), (8, 2, "5/12", "7/12", "13/18", "5/6", "7/36"),
    (9, 1, "5/18", "5/12", "7/12", "13/18", "23/216"), (10, 0, "1/6", "5/18", "5/12", "7/12", "11/216"),
]  # fmt: skip


@pytest.mark.rule("ME-CRG-1")
@pytest.mark.parametrize(("target", "number", "plain", "one", "two", "three", "dropped"), COURAGE)
def test_the_table_of_courage(
    target: int, number: int, plain: str, one: str, two: str, three: str, dropped: str
) -> None:
    for value in (number, f"{target}+"):
        for plus, expected in enumerate((plain, one, two, three)):
            assert ask(roll="courage", courage=value, modifier=plus) == {"pass": expected}
            assert ask(roll="courage", courage=value, points=plus) == {"pass": expected}
        assert ask(roll="courage", courage=value, dice="3d6-highest") == {"pass": dropped}


@pytest.mark.rule("ME-CRG-1")
def test_courage_queries_as_other_tools_send_them() -> None:
    assert ask(roll="courage", courage=4, edition="2018", modifier=0, points=0) == {"pass": "13/18"}
    assert ask(roll="courage", courage="6+", edition="2024") == {"pass": "13/18"}
    assert ask(roll="courage", courage="7+", reroll=True) == {"pass": "119/144"}
    assert ask(roll="courage", courage="8+", reroll=True) == {"pass": "95/144"}


@given(st.integers(2, 12), st.integers(-3, 3), st.integers(0, 3))
def test_courage_agrees_with_every_roll(target: int, modifier: int, points: int) -> None:
    two = [sum(d) for d in itertools.product(FACES, repeat=2)]
    three = [sum(sorted(d)[:2]) for d in itertools.product(FACES, repeat=3)]
    for totals, dice in ((two, chances.TWO_DICE), (three, chances.THREE_DICE)):
        wins = sum(t + modifier + points >= target for t in totals)
        assert chances.courage(target, modifier, points, dice) == Fraction(wins, len(totals))


# ---- break


@pytest.mark.rule("ME-BRK-1", "ME-BRK-2", "ME-QTR-1")
def test_break_queries_as_other_tools_send_them() -> None:
    assert ask(roll="break", models=13, casualties=6, fraction="1/2") == {
        "break_point": "13/2",
        "broken_at": 7,
        "broken": False,
        "to_go": 1,
        "quartered_left": 3,
    }
    assert ask(roll="break", models=50, casualties=26)["broken"] is True
    assert ask(roll="break", models=50, casualties=25, at="reaches")["broken"] is True
    assert ask(roll="break", models=36, fraction=0.66)["broken_at"] == 24


# ---- duel

# Section 11: dice of a and b, then a's chance with the higher, an equal and the lower Fight, and with an elven
# weapon at equal Fight.
DUELS = [
    (1, 1, "7/12", "1/2", "5/12", "19/36"), (1, 2, "91/216", "73/216", "55/216", "79/216"),
    (1, 3, "49/144", "37/144", "25/144", "41/144"), (2, 1, "161/216", "143/216", "125/216", "149/216"),
    (2, 2, "791/1296", "1/2", "505/1296", "2087/3888"),
    (2, 3, "4109/7776", "1573/3888", "2183/7776", "3467/7776"), (3, 1, "119/144", "107/144", "95/144", "37/48"),
    (3, 2, "5593/7776", "2315/3888", "3667/7776", "4951/7776"),
    (3, 3, "10073/15552", "1/2", "5479/15552", "25625/46656"),
    (4, 2, "36827/46656", "5113/7776", "24529/46656", "98183/139968"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "higher", "equal", "lower", "elven"), DUELS)
def test_the_table_of_duels(a: int, b: int, higher: str, equal: str, lower: str, elven: str) -> None:
    for fight, blade, expected in (
        (5, False, higher),
        (4, False, equal),
        (3, False, lower),
        (4, True, elven),
    ):
        found = ask(roll="duel", a={"dice": a, "fight": fight, "elven": blade}, b={"dice": b, "fight": 4})
        assert found == {"a": expected, "b": str(1 - Fraction(expected))}


@given(
    st.integers(1, 2),
    st.integers(1, 2),
    st.integers(3, 5),
    st.integers(-1, 1),
    st.integers(0, 3),
    st.booleans(),
)
def test_duels_agree_with_every_roll(
    a: int, b: int, fight: int, modifier: int, might: int, spares: bool
) -> None:
    spared = max(0, -modifier) if spares else 0
    ours, theirs = Duellist(a, fight, modifier, spared=spared), Duellist(b, 4)
    total = Fraction(0)
    for dice in itertools.product(FACES, repeat=a + b):
        mine = max(6 if spared and d == 6 else max(1, min(6, d + modifier)) for d in dice[:a])
        other = max(dice[a:])
        best = max(
            _wins(min(6, mine + spent), other, duels.tie_share(ours, theirs)) for spent in range(might + 1)
        )
        total += best
    expected = total / 6 ** (a + b)
    assert duels.duel(ours, theirs, might=might) == expected


def _wins(mine: int, other: int, share: Fraction) -> Fraction:
    return Fraction(int(mine > other)) if mine != other else share


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 3), st.integers(0, 3))
def test_points_help_who_has_them_and_a_fight_of_equals_is_even(
    a: int, b: int, might: int, other: int
) -> None:
    one, two = Duellist(a, 4), Duellist(b, 4)
    plain = duels.duel(one, two)
    assert duels.duel(one, two, against=other) <= plain <= duels.duel(one, two, might=might)
    assert duels.duel(one, two, might=might, against=other) >= duels.duel(one, two, against=other)


def test_two_handed_lowers_a_six_in_2018_only() -> None:
    a = {"dice": 1, "fight": 4, "two_handed": True}
    old = ask(roll="duel", a=a, b={"dice": 1, "fight": 4}, edition="2018")
    new = ask(roll="duel", a=a, b={"dice": 1, "fight": 4}, edition="2024")
    # A die that shows 6 is 5 in 2018 and stays 6 in 2024, which wins another 1/6 * (1/12 + 1/12).
    assert Fraction(new["a"]) - Fraction(old["a"]) == Fraction(1, 36)
    hindered = {"dice": 1, "fight": 4, "modifier": -1}
    for edition in ("2018", "2024"):
        assert ask(roll="duel", a=hindered, b={"dice": 1, "fight": 4}, edition=edition) == old


# ---- to wound

# Section 11, rows Strength 1 to 10, columns Defence 1 to 10.
WOUNDS = """
4 5 5 6 6 6/4 6/5 6/6 - -
4 4 5 5 6 6 6/4 6/5 6/6 -
3 4 4 5 5 6 6 6/4 6/5 6/6
3 3 4 4 5 5 6 6 6/4 6/5
3 3 3 4 4 5 5 6 6 6/4
3 3 3 3 4 4 5 5 6 6
3 3 3 3 3 4 4 5 5 6
3 3 3 3 3 3 4 4 5 5
3 3 3 3 3 3 3 4 4 5
3 3 3 3 3 3 3 3 4 4
"""
CELLS = [
    (s, d, cell)
    for s, row in enumerate(WOUNDS.strip().splitlines(), start=1)
    for d, cell in enumerate(row.split(), start=1)
]


@pytest.mark.parametrize(("strength", "defence", "cell"), CELLS)
def test_the_table_to_wound(strength: int, defence: int, cell: str) -> None:
    expected = "-" if cell == "-" else f"{cell}+"
    assert ask(roll="wound", strength=strength, defence=defence)["needs"] == expected


def test_wound_queries_as_other_tools_send_them() -> None:
    assert ask(roll="wound", strength=3, defence=6, modifier=0) == {"needs": "6+", "wound": "1/6"}
    assert ask(roll="wound", strength=3, defence=8) == {"needs": "6/4+", "wound": "1/12"}
    assert ask(roll="wound", strength=1, defence=10) == {"needs": "-", "wound": "0"}
    assert ask(roll="wound", strength=3, defence=8, modifier=1) == {"needs": "5/3+", "wound": "2/9"}


@given(st.integers(1, 10), st.integers(1, 10), st.integers(-2, 2), st.sampled_from(["", "ones", "fails"]))
def test_wounds_agree_with_every_roll(strength: int, defence: int, modifier: int, reroll: str) -> None:
    needs = chances.wound_needs(strength, defence)
    needed = [n for n in (needs.first, needs.second) if n] if needs else [7]
    wins = 0
    for dice in itertools.product(FACES, repeat=2 * len(needed)):
        wins += all(
            _shows(dice[2 * i], dice[2 * i + 1], need, modifier, reroll) for i, need in enumerate(needed)
        )
    eased = chances.modified(needs, modifier)
    assert chances.wound(eased, reroll=reroll) == Fraction(wins, 6 ** (2 * len(needed)))


def _shows(first: int, second: int, need: int, modifier: int, reroll: str) -> bool:
    held = max(1, min(6, first + modifier))
    if (reroll == "ones" and first == 1) or (reroll == "fails" and held < need):
        held = max(1, min(6, second + modifier))
    return held >= need


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 2))
def test_strikes_agree_with_every_order_of_wounds_and_fate(count: int, wounds: int, fate: int) -> None:
    chance = Fraction(1, 3)

    def play(left: int, lost: int, points: int) -> dict[int, Fraction]:
        if not left or lost == wounds:
            return {lost: Fraction(1)}
        found: dict[int, Fraction] = {}
        hurt = Fraction(1)
        branches = [(1 - chance, lost, points)]
        for spent in range(1, points + 1):
            branches.append((chance * hurt / 2, lost, points - spent))
            hurt /= 2
        branches.append((chance * hurt, lost + 1, 0))
        for weight, gone, kept in branches:
            for total, share in play(left - 1, gone, kept).items():
                found[total] = found.get(total, Fraction(0)) + weight * share
        return found

    assert chances.strikes(count, chance, wounds, fate).chances() == play(count, 0, fate)


# ---- what cannot be answered


@pytest.mark.parametrize(
    ("query", "word"),
    [({"roll": "courage", "courag": 4}, "courag"), ({"roll": "duel", "a": {"dices": 1}, "b": {}}, "dices"),
     ({"roll": "flee"}, "flee"), ({}, "roll"), ({"roll": "wound", "strength": 3}, "defence"),
     ({"roll": "courage", "courage": "brave"}, "brave"), ({"roll": "break", "models": 0}, "models"),
     ({"roll": "break", "models": 9, "fraction": "7"}, "fraction"), ({"roll": "courage", "courage": True}, "courage"),
     ({"roll": "duel", "a": 1, "b": {}}, "a")],
)  # fmt: skip
def test_a_query_that_cannot_be_answered_says_which_key_is_at_fault(query: dict[str, Any], word: str) -> None:
    with pytest.raises(WarbandError, match=word):
        GAME.query(query)


# ---- odds of actions


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_the_odds_of_a_test_name_the_best_use_of_will_and_might(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", will=1, might=1)
    field.turn()
    odds = field.odds("courage", "Hama", cause="x")
    assert [(w.label, str(w.chance)) for w in odds.ways] == [
        ("nothing", "13/18"),
        ("up to 1 Will", "5/6"),
        ("up to 1 Will and 1 Might", "11/12"),
    ]
    assert odds.ways[-1].best
    assert odds.advice == "best: up to 1 Will and 1 Might, passes 91.7 % instead of 72.2 %"
    spent = field.odds("courage", "Hama", cause="x", choices={"courage.will": 1})
    assert str(spent.chances[0].chance) == "5/6"


@both_editions
def test_the_odds_of_every_shot_agree_with_every_roll(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero(
        "Archer", might=2, weapons=[{"id": "bow", "name": "bow", "range": 24, "strength": 2}]
    )
    field.side("B").warriors("Orc", defence=4)
    field.turn()
    odds = field.odds("shoot", "Archer", target="Orc", in_the_way=1)
    # To hit 4+, in the way 4+, Strength 2 against Defence 4 is 5+.
    for might, way in enumerate(odds.ways):
        wins = sum(
            max(0, 4 - a) + max(0, 4 - b) + max(0, 5 - c) <= might
            for a, b, c in itertools.product(FACES, repeat=3)
        )
        assert way.chance == Fraction(wins, 216)
    assert odds.chances[-1].chance == odds.ways[0].chance


@both_editions
def test_the_odds_of_a_duel_count_dice_fight_and_might(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Eomer", fight="5/4+", attacks=3, might=2)
    field.side("B").warriors("Orcs", 2)
    field.turn()
    field.do("engage", "Eomer", target="Orcs")
    odds = field.odds("duel", "Eomer")
    assert odds.pool == "3 dice, Fight 5 against 2 dice, Fight 3"
    assert str(odds.chances[0].chance) == "5593/7776"
    assert [w.chance for w in odds.ways] == sorted(w.chance for w in odds.ways)


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_the_odds_of_strikes_say_what_fate_would_save(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Man", strength=4)
    field.side("B").hero("Captain", defence=4, fate=1)
    field.turn()
    field.do("engage", "Man", target="Captain")
    odds = field.odds("strike", "Man", target="Captain")
    assert str(odds.chances[-1].chance) == "1/2"
    assert [str(w.chance) for w in odds.ways] == ["1/2", "1/4"]
    assert "Captain is slain 25 % instead of 50 %" in odds.advice


def test_a_charge_has_odds_where_terror_is_tested_for() -> None:
    field = Field(OLD)
    field.side("A").hero("Merry")
    field.side("B").warriors("Troll", keywords=["Terror"]).warriors("Orc")
    field.turn()
    assert str(field.odds("charge", "Merry", targets=["Troll"]).chances[0].chance) == "13/18"
    assert GAME.odds(field.state, field.action("charge", "Merry", targets=["Orc"]), {}) is None


def test_the_odds_of_a_break_test_are_those_of_the_guide() -> None:
    field = Field(NEW)
    field.side("A").warriors("Men", 9)
    field.turn()
    field.lose("Men", 5)
    field.turn()
    odds = field.odds("break-test", "Men")
    assert odds.chances[0].chance == field.step("Men").chance == Fraction(7, 12)
    assert "4 to test, 1.67 expected to run" in odds.pool


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-MWF-1")
def test_the_odds_of_a_thrown_rider_count_might_and_a_second_roll(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Knight", mount={"name": "warg", "attacks": 1}, might=2, rules=["Expert Rider"])
    field.turn()
    odds = field.odds("thrown", "Knight")
    assert [str(chance.chance) for chance in odds.chances] == ["1/6", "2/3", "1/6"]
    for might, way in enumerate(odds.ways):
        wins = sum(max(a, b) + might >= 6 for a, b in itertools.product(FACES, repeat=2))
        assert way.chance == Fraction(wins, 36)
    assert odds.ways[-1].best


@both_editions
@pytest.mark.rule("ME-CRG-2")
@pytest.mark.parametrize(
    ("mount", "stays"),
    [({"name": "warg", "attacks": 1, "courage_target": 8}, "5/12"), ({"name": "eagle", "attacks": 2, "stays": True}, "1"),
     ({"name": "beast", "attacks": 2, "stays": False}, "0")],
)  # fmt: skip
def test_the_odds_of_a_mount_without_its_rider_are_its_own(
    edition: str, mount: dict[str, Any], stays: str
) -> None:
    field = Field(edition)
    field.side("A").hero("Knight", mount=mount, might=3, will=3, rules=["Fearless"])
    field.turn()
    odds = field.odds("dismount", "Knight")
    assert (str(odds.chances[0].chance), odds.ways) == (stays, ())


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_the_odds_of_magic_take_the_best_die_and_might(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Wizard", will=3, might=1)
    field.turn()
    cast = GAME.odds(field.state, field.action("cast", "Wizard", dice=2, needs=5), {})
    assert cast is not None
    assert [str(way.chance) for way in cast.ways] == ["5/9", "3/4"]
    odds = GAME.odds(field.state, field.action("resist", "Wizard", dice=1, against=4), {})
    assert odds is not None
    assert str(odds.chances[0].chance) == "1/2"
