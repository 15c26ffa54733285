"""What the die has to show, said beside the total that a roll is made against."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.table import duel, power
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.games.dnd4e.chances import needed


@pytest.mark.parametrize(
    ("ac", "told"),
    [
        (15, "AC 15: 9 or more on the die"),
        (8, "AC 8: 2 or more on the die"),
        (3, "AC 3: 2 or more on the die"),
        (26, "AC 26: a 20 on the die"),
        (40, "AC 40: a 20 on the die"),
    ],
)
def test_what_the_die_has_to_show_is_said_beside_the_defence(ac: int, told: str) -> None:
    """The bonus is +6; a natural 1 never hits, a natural 20 always does."""
    table = duel(attacks=[power(attack=6)], foe={"ac": ac})
    assert told in table.odds("attack", unit="Ash", target="Bone").pool
    with pytest.raises(DiceWanted) as wanted:
        table.do("attack", unit="Ash", target="Bone")
    assert told in wanted.value.purpose


@pytest.mark.parametrize(
    ("bonus", "needs", "told"),
    [(5, 15, "10 or more on the die"), (20, 15, "1 or more on the die"), (0, 21, "more than the die has")],
)
def test_a_check_has_no_number_that_always_succeeds(bonus: int, needs: int, told: str) -> None:
    assert needed(bonus, needs) == told
