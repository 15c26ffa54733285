"""Duels: banners, two-handed weapons beside other penalties, the Might that turns one; play and odds alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions
from warband_tui.errors import WarbandError
from warband_tui.rules.games.middle_earth import duels
from warband_tui.rules.games.middle_earth.duels import Duellist

FACES = range(1, 7)


def met(
    edition: str = NEW, *, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None
) -> Field:
    """Return two heroes in a fight, the Fight of each 3."""
    field = Field(edition)
    field.side("A").hero("Eomer", **(mine or {}))
    field.side("B").hero("Orc", keywords=["EVIL"], **(theirs or {}))
    field.turn()
    field.do("engage", "Eomer", target="Orc")
    return field


def played(field: Field, **duel: Any) -> Fraction:
    """Return the chance that Eomer wins as it is played: every die that the engine asks for, tried face by face."""
    total = Fraction(0)
    for dice, weight in _rolls(field, duel, ()):
        total += weight * int("Eomer wins" in field.do("duel", "Eomer", dice=dice, **duel).text)
        field.battle.undo()
    return total


def _rolls(field: Field, duel: dict[str, Any], dice: tuple[int, ...]) -> Iterator[tuple[list[int], Fraction]]:
    try:
        field.do("duel", "Eomer", dice=list(dice), **duel)
    except WarbandError:
        for face in FACES:
            yield from _rolls(field, duel, (*dice, face))
        return
    field.battle.undo()
    yield list(dice), Fraction(1, 6 ** len(dice))


# ---- banners


@pytest.mark.parametrize(
    "banners", [{"banner": True}, {"foe_banner": True}, {"banner": True, "foe_banner": True}]
)
@pytest.mark.parametrize("fight", [2, 3, 4])
def test_the_odds_of_a_duel_under_a_banner_are_those_of_play(banners: dict[str, Any], fight: int) -> None:
    field = met(mine={"fight": fight})
    odds = field.odds("duel", "Eomer", **banners)
    assert odds.chances[0].chance == played(field, **banners)
    assert odds.chances[0].chance != field.odds("duel", "Eomer").chances[0].chance
    assert "banner" in odds.pool


def test_a_banner_over_two_dice_of_a_kind_and_over_two_kinds_is_that_of_play() -> None:
    kinds: list[dict[str, Any]] = [{"support": 1}, {"support": 1, "two_handed": True}]
    for duel in kinds:
        field = met(OLD)
        chance = field.odds("duel", "Eomer", banner=True, **duel).chances[0].chance
        assert chance == played(field, banner=True, **duel)


@both_editions
def test_a_banner_over_several_dice_is_one_more_die(edition: str) -> None:
    field = met(edition, mine={"attacks": 2})
    assert field.odds("duel", "Eomer", banner=True).chances == field.odds("duel", "Eomer", dice=3).chances


@both_editions
def test_a_lone_die_that_wins_is_not_rolled_again(edition: str) -> None:
    field = met(edition)
    assert len(field.do("duel", "Eomer", banner=True, dice=[6, 5]).rolls) == 2
    field.battle.undo()
    entry = field.do("duel", "Eomer", banner=True, dice=[4, 5, 6])
    assert ("banner rolls a die again: 6" in entry.text, "Eomer wins" in entry.text) == (True, True)


@both_editions
def test_of_two_kinds_of_dice_the_better_one_is_rolled_again(edition: str) -> None:
    field = met(edition)
    # A spear adds a die that two hands do not hinder: 5 and 5 - 1, so that the lower one goes.
    entry = field.do("duel", "Eomer", support=1, two_handed=True, banner=True, dice=[5, 5, 5, 6])
    assert "(best 5)" in entry.text
    field.battle.undo()
    # 5 - 1 and 3: the plain die goes.
    entry = field.do("duel", "Eomer", support=1, two_handed=True, banner=True, dice=[5, 3, 5, 6])
    assert "(best 6)" in entry.text


@given(st.integers(2, 3), st.integers(-1, 0), st.integers(0, 1))
def test_the_best_die_under_a_banner_is_the_best_of_every_way_to_roll_one_again(
    dice: int, modifier: int, spared: int
) -> None:
    side = Duellist(dice, 3, modifier, spared=spared, banner=True)
    mean = Fraction(0)
    for shown in itertools.product(FACES, repeat=dice):
        held = [duels.duel_die(face, modifier, spared) for face in shown]
        kept = [max(held[:place] + held[place + 1 :]) for place in range(dice)]
        ways = [sum(max(best, duels.duel_die(face, modifier, spared)) for face in FACES) for best in kept]
        mean += Fraction(max(ways), 6 ** (dice + 1))
    assert duels.best_of(side).mean() == mean


def test_queries_and_the_lab_know_banners_and_two_hands() -> None:
    stated: list[dict[str, Any]] = [{"banner": True}, {"foe_banner": True, "two_handed": True}]
    for duel in (*stated, {"foe_two_handed": True}):
        for edition in (NEW, OLD):
            field = met(edition)
            form = next(form for form in GAME.lab() if form.id == "duel")
            assert form.of_action is not None
            query = form.of_action(field.state, field.action("duel", "Eomer", **duel))
            assert query is not None
            assert GAME.query(query)["a"] == str(field.odds("duel", "Eomer", **duel).chances[0].chance)


# ---- a natural 6


@pytest.mark.parametrize(
    ("edition", "mine", "duel", "best"),
    [(NEW, {}, {"two_handed": True}, 6), (OLD, {}, {"two_handed": True}, 5),
     (NEW, {"rules": ["Unarmed"]}, {}, 5), (NEW, {"keywords": ["BANNER"]}, {}, 5), (NEW, {}, {"modifier": -1}, 5),
     (NEW, {"rules": ["Unarmed"]}, {"two_handed": True}, 5)],
)  # fmt: skip
def test_a_six_is_spared_from_two_hands_in_2024_and_from_nothing_else(
    edition: str, mine: dict[str, Any], duel: dict[str, Any], best: int
) -> None:
    field = met(edition, mine={"fight": 9, **mine})
    assert f"(best {best})" in field.do("duel", "Eomer", dice=[6, 4], **duel).text
    field.battle.undo()
    assert field.odds("duel", "Eomer", **duel).chances[0].chance == played(field, **duel)


# ---- Might


@both_editions
@pytest.mark.rule("ME-MWF-1")
@pytest.mark.parametrize(
    ("fight", "dice", "named", "spent"),
    # 1 against 6 is out of reach; 3 against 4 takes one with the higher Fight and two with the lower.
    [(3, [1, 6], 2, 0), (3, [3, 5], 1, 0), (4, [3, 4], 3, 1), (2, [3, 4], 3, 2), (2, [3, 4], 1, 0),
     (3, [3, 4, 4], 1, 1), (3, [3, 4], 3, 2), (3, [5, 4], 3, 0), (4, [4, 4], 3, 0), (3, [4, 6], 3, 2),
     (2, [4, 6], 3, 0)],
)  # fmt: skip
def test_might_on_a_duel_is_spent_where_it_turns_it_and_no_more_than_that(
    edition: str, fight: int, dice: list[int], named: int, spent: int
) -> None:
    field = met(edition, mine={"fight": fight, "might": 3})
    tied = dice == [4, 6] and fight == 3
    field.do("duel", "Eomer", dice=[*dice, 4] if tied else dice, choices={"duel.might": named})
    assert field.unit("Eomer").counter("might") == 3 - spent


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([Fraction(n, 6) for n in (0, 2, 3, 4, 6)]))
def test_numbers_worth_bidding_are_those_that_win_more_often(mine: int, other: int, share: Fraction) -> None:
    won = [duels.stands(mine + points, other, share) for points in range(7 - mine)]
    steps = duels.raises(mine, other, share)
    for points in range(1, 7 - mine):
        assert (points in steps) is (won[points] > max(won[:points]))
