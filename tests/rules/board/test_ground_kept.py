"""What of a table is worked out once for all movers that meet its pieces alike."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.layout import Base, Feature, InchBoard
from warband_tui.rules.board.obstacles import grown_ground

BOARD = InchBoard(
    20, 20, (Feature("house", ((4, 4), (8, 4), (8, 8), (4, 8)), 3), Feature("bog", ((12, 4), (16, 4), (16, 8)), 0, ("difficult",)))
)  # fmt: skip
BASE, RULES = Base(32, 32), GroundRules()


@pytest.mark.parametrize(
    "how",
    [
        {"keep_out": 3.0, "keep_out_height": 5.0},
        {"flies": True, "flies_flat": True},
        {"climb_price": 0.0, "may_climb": False},
        {"jump_limit": 3.0, "may_drop": False},
        {"friends_block": True, "enemies_block": False},
        {"difficult_factor": 3.0, "link_price": 2.0},
        {"unstable": ("obstacle",), "unstable_height": 0.5},
    ],
)
def test_what_does_not_change_the_pieces_does_not_grow_them_anew(how: dict[str, Any]) -> None:
    assert grown_ground(BOARD, replace(RULES, **how), BASE) is grown_ground(BOARD, RULES, BASE)


@pytest.mark.parametrize(
    "how",
    [{"impassable": ("difficult",)}, {"difficult": ()}, {"through": ("difficult",)}, {"free_height": 4.0}],
)
def test_what_makes_other_pieces_of_them_does(how: dict[str, Any]) -> None:
    assert grown_ground(BOARD, replace(RULES, **how), BASE) is not grown_ground(BOARD, RULES, BASE)


def test_each_size_of_base_meets_them_grown_by_its_own() -> None:
    small, large = (grown_ground(BOARD, RULES, Base(mm, mm)).reliefs[0].area.area for mm in (25, 60))
    assert small < large
