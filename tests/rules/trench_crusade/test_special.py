"""Actions that profiles, factions and kit declare as data."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import Table, both_editions, net_dice, results
from warband_tui.rules.base import BadSetup

PRAY = {
    "id": "pray",
    "name": "Battle prayer",
    "roll": True,
    "dice": 1,
    "target": "friend",
    "range": 8,
    "effects": [{"to": "target", "counter": "blessing", "by": 2}],
}
CURSE = {
    "id": "curse",
    "name": "Curse",
    "risky": True,
    "target": "foe",
    "in_melee": True,
    "effects": [{"to": "target", "counter": "blood", "by": 1}, {"to": "target", "condition": "down"}],
}
WAIT = {
    "id": "wait",
    "name": "Bide",
    "roll": False,
    "effects": [{"counter": "blood", "by": -2}, {"condition": "down", "clear": True}],
}


def table_with(edition: str, *actions: dict[str, Any], **weyl: Any) -> Table:
    table = Table(edition)
    table.side("A").model("Weyl", actions=list(actions), **weyl).model("Kett")
    table.side("B").model("Orm")
    return table


@both_editions
@pytest.mark.rule("TC-OTH-1")
def test_a_declared_action_is_offered_and_rolls_with_its_own_dice(edition: str) -> None:
    table = table_with(edition, PRAY)
    assert table.option("Weyl", "special").preset == {"action": "pray"}
    # +1 die: 1 3 4 hits 7.
    entry = table.do("special", "Weyl", action="pray", target="Kett", dice=[1, 3, 4])
    assert (net_dice(entry), results(entry)) == (1, ["success"])
    assert table.counter("Kett", "blessing") == 2
    assert "TC-OTH-1" in entry.rules


@both_editions
@pytest.mark.rule("TC-OTH-1")
def test_a_failed_one_does_nothing_and_goes_on_unless_it_is_risky(edition: str) -> None:
    table = table_with(edition, PRAY, CURSE)
    table.do("special", "Weyl", action="pray", target="Kett", dice=[1, 2, 3])
    assert (table.counter("Kett", "blessing"), table.unit("Weyl").acting) == (0, True)
    table.do("special", "Weyl", action="curse", target="Orm", dice=[3, 3])
    assert (table.blood("Orm"), table.unit("Weyl").acting) == (0, False)


@both_editions
@pytest.mark.rule("TC-OTH-1")
def test_its_effects_change_counters_and_conditions_within_their_limits(edition: str) -> None:
    table = table_with(edition, CURSE, WAIT, blood=1)
    table.mark("Orm", "blood", 6)
    table.do("special", "Weyl", action="Curse", target="Orm", dice=[3, 4])
    assert (table.blood("Orm"), table.is_down("Orm")) == (6, True)
    assert table.do("special", "Weyl", action="wait").rolls == ()
    assert table.blood("Weyl") == 0


@both_editions
@pytest.mark.rule("TC-OTH-1", "TC-ACT-1")
def test_it_is_used_once_an_activation_and_not_out_of_melee_unless_it_says_so(edition: str) -> None:
    table = table_with(edition, PRAY, CURSE)
    table.in_melee("Weyl", "Orm")
    assert table.refused("special", "Weyl", action="pray", target="Kett").rules == ("TC-OTH-1",)
    table.do("special", "Weyl", action="curse", target="Orm", dice=[3, 4])
    assert table.refused("special", "Weyl", action="curse", target="Orm").rules == ("TC-ACT-1",)


@both_editions
@pytest.mark.rule("TC-OTH-1")
def test_it_aims_at_what_it_says_and_no_farther(edition: str) -> None:
    table = table_with(edition, PRAY)
    assert table.refused("special", "Weyl", action="pray", dice=[4, 4, 4]).rules == ("TC-OTH-1",)
    assert table.refused("special", "Weyl", action="pray", target="Orm", dice=[4] * 3).rules == ("TC-OTH-1",)
    far = table.refused("special", "Weyl", action="pray", target="Kett", distance=9, dice=[4, 4, 4])
    assert '8"' in far.why
    assert table.refused("special", "Weyl", action="sing", dice=[4, 4]).rules == ("TC-OTH-1",)


@both_editions
@pytest.mark.rule("TC-OTH-1")
def test_its_odds_are_those_of_its_roll(edition: str) -> None:
    table = table_with(edition, PRAY)
    # 174 of 216 rolls of three dice make 7 or more with the two highest.
    assert str(table.odds("special", "Weyl", action="pray", target="Kett").chances[0].chance) == "29/36"


@pytest.mark.rule("TC-OTH-1")
def test_a_declaration_that_is_none_is_refused_when_the_battle_is_set_up() -> None:
    with pytest.raises(BadSetup, match="unit Weyl"):
        _ = table_with("1.0.2", {"id": "x", "name": "X", "wings": 2}).battle
    with pytest.raises(BadSetup, match="unit Weyl"):
        _ = table_with("1.0.2", {"id": "x", "name": "X", "dice": 1000}).battle
