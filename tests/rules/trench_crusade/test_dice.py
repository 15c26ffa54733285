"""Success rolls: the chart, plus and minus dice, and how they cancel."""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.table import blade, both_editions, duel, net_dice, results, totals


@both_editions
@pytest.mark.rule("TC-DIC-1")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ([1, 1], "failure"),  # 2
        ([3, 3], "failure"),  # 6, the last failure
        ([3, 4], "success"),  # 7, the first success
        ([5, 6], "success"),  # 11, the last plain success
        ([6, 6], "critical"),  # 12
    ],
)
def test_a_success_roll_is_2d6_on_the_chart(edition: str, dice: list[int], outcome: str) -> None:
    table = duel(edition)
    entry = table.do("dash", "Weyl", dice=dice)
    assert results(entry) == [outcome]
    assert totals(entry) == [sum(dice)]
    assert "TC-DIC-1" in entry.rules


@both_editions
@pytest.mark.rule("TC-DIC-2")
def test_plus_dice_keep_the_two_highest(edition: str) -> None:
    table = duel(edition, weyl={"blessing": 1})
    # The source's own example: +1 dice, 3 4 5 rolled, keep 4 and 5 = 9.
    entry = table.do("dash", "Weyl", dice=[3, 4, 5], choices={"success.blessing": 1})
    assert entry.rolls[0].kept == (5, 4)
    assert (totals(entry), results(entry)) == ([9], ["success"])


@both_editions
@pytest.mark.rule("TC-DIC-2")
def test_minus_dice_keep_the_two_lowest(edition: str) -> None:
    table = duel(edition, weyl={"blood": 1})
    # The source's own example: -1 dice, 3 4 5 rolled, keep 3 and 4 = 7.
    entry = table.do("dash", "Weyl", dice=[5, 3, 4], choices={"success.blood": 1})
    assert entry.rolls[0].kept == (3, 4)
    assert (totals(entry), results(entry)) == ([7], ["success"])


@both_editions
@pytest.mark.rule("TC-DIC-2")
def test_there_is_no_limit_to_plus_dice(edition: str) -> None:
    table = duel(edition, weyl={"blessing": 6})
    entry = table.do("dash", "Weyl", dice=[1, 1, 6, 1, 1, 1, 1, 6], choices={"success.blessing": 6})
    assert (totals(entry), results(entry)) == ([12], ["critical"])


@both_editions
@pytest.mark.rule("TC-DIC-3")
@pytest.mark.parametrize(("plus", "minus", "net"), [(1, 1, 0), (2, 1, 1), (1, 2, -1), (3, 3, 0), (0, 2, -2)])
def test_plus_and_minus_dice_cancel_one_for_one_before_the_roll(
    edition: str, plus: int, minus: int, net: int
) -> None:
    table = duel(edition, weyl={"blessing": plus, "blood": minus})
    entry = table.do(
        "dash", "Weyl", dice=[4] * (2 + abs(net)), choices={"success.blessing": plus, "success.blood": minus}
    )
    assert net_dice(entry) == net
    assert entry.rolls[0].cancelled == min(plus, minus)
    assert ("TC-DIC-3" in entry.rules) is (min(plus, minus) > 0)


@both_editions
@pytest.mark.rule("TC-DIC-3")
def test_dice_of_different_sources_cancel_as_well(edition: str) -> None:
    # Melee +2 and the sword's -1 leave one more die: 2 5 6, keep 5 and 6 = 11; then a plain injury roll.
    table = duel(edition, contact=True, weyl={"melee": 2, "weapons": [blade(dice=-1)]})
    entry = table.do("fight", "Weyl", dice=[2, 5, 6, 1, 2])
    assert totals(entry) == [11, 3]
