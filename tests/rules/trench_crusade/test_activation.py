"""Activations: one of each type, Risky rolls, measuring, clashing rules, fractions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import GAME, NEW, OLD, Table, blade, both_editions, duel, gun, kinds

# ---- one of each type


@both_editions
@pytest.mark.rule("TC-ACT-1")
@pytest.mark.parametrize("second", ["move", "charge", "climb", "jump"])
def test_move_charge_and_the_like_share_one_type(edition: str, second: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl", distance=3)
    fields: dict[str, dict[str, Any]] = {
        "charge": {"target": "Orm"},
        "climb": {"height": 1},
        "jump": {"gap": 1},
    }
    assert table.refused(second, "Weyl", **fields.get(second, {})).rules == ("TC-ACT-1",)


@both_editions
@pytest.mark.rule("TC-ACT-1")
def test_after_a_charge_there_is_no_move_and_no_retreat(edition: str) -> None:
    table = duel(edition)
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    assert table.refused("retreat", "Weyl").rules == ("TC-ACT-1",)


@both_editions
@pytest.mark.rule("TC-ACT-1")
@pytest.mark.parametrize(
    ("do", "fields", "dice"),
    [("dash", {}, [4, 4]), ("shoot", {"target": "Orm"}, [1, 2])],
)
def test_no_action_is_used_twice_in_an_activation(
    edition: str, do: str, fields: dict[str, Any], dice: list[int]
) -> None:
    table = duel(edition)
    table.do(do, "Weyl", dice=dice, **fields)
    assert table.refused(do, "Weyl", dice=dice, **fields).rules == ("TC-ACT-1",)


@both_editions
@pytest.mark.rule("TC-ACT-1")
def test_types_that_differ_may_all_be_used_once(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl", distance=6)
    table.do("dash", "Weyl", distance=6, dice=[4, 3])
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
    assert table.unit("Weyl").used == ("move", "dash", "shoot")


@both_editions
@pytest.mark.rule("TC-ACT-1")
def test_the_next_turn_gives_every_action_back(edition: str) -> None:
    table = duel(edition)
    table.do("turn", dice=[6, 1])
    table.do("move", "Weyl")
    table.do("turn", rest=True, dice=[6, 1])
    table.do("move", "Weyl")


@pytest.mark.rule("TC-ACT-1")
def test_one_fight_action_in_the_current_rules_two_with_two_weapons_in_1_6_3() -> None:
    two = {"weapons": [blade("sword"), blade("knife")]}
    table = duel(NEW, contact=True, weyl=two)
    table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
    assert table.refused("fight", "Weyl", weapon="knife", dice=[1, 2]).rules == ("TC-ACT-1",)
    table = duel(OLD, contact=True, weyl=two)
    table.do("fight", "Weyl", weapon="sword", dice=[1, 2])
    table.do("fight", "Weyl", weapon="knife", dice=[1, 2, 3])
    assert table.refused("fight", "Weyl", weapon="sword", dice=[1, 2]).rules == ("TC-ACT-1",)


# ---- Risky


@both_editions
@pytest.mark.rule("TC-ACT-2")
def test_a_failed_risky_action_ends_the_activation_and_passes_the_go(edition: str) -> None:
    table = duel(edition)
    table.do("turn", dice=[6, 1])
    entry = table.do("dash", "Weyl", dice=[3, 3])
    assert not table.unit("Weyl").acting
    assert table.state.to_act == "B"
    assert kinds(entry)[-2:] == ["activation-ended", "go-passed"]
    assert "TC-ACT-2" in entry.rules
    assert table.refused("shoot", "Weyl", target="Orm").rules == ("TC-TRN-2",)


@both_editions
@pytest.mark.rule("TC-ACT-2")
def test_a_risky_action_that_succeeds_lets_the_activation_go_on(edition: str) -> None:
    table = duel(edition)
    table.do("dash", "Weyl", dice=[3, 4])
    assert table.unit("Weyl").acting
    table.do("move", "Weyl")


@both_editions
@pytest.mark.rule("TC-ACT-2")
def test_a_failed_roll_that_is_not_risky_wastes_that_action_only(edition: str) -> None:
    table = duel(edition)
    table.do("shoot", "Weyl", target="Orm", dice=[1, 2])
    assert table.unit("Weyl").acting
    table.do("move", "Weyl")


@both_editions
@pytest.mark.rule("TC-ACT-2")
def test_a_failed_risky_roll_in_somebody_elses_activation_ends_nothing(edition: str) -> None:
    # Orm's axe is RISKY: its free attack fails, and Orm may still act this turn.
    table = duel(edition, contact=True, orm={"weapons": [blade("axe", "RISKY")]})
    table.do("retreat", "Weyl", dice=[1, 2])
    assert table.unit("Weyl").acting
    table.do("move", "Orm")


@both_editions
@pytest.mark.rule("TC-ACT-2")
def test_the_last_model_of_a_side_passes_the_go_to_nobody_but_the_enemy(edition: str) -> None:
    table = Table(edition)
    table.side("A").models(1)
    table.side("B").models(2)
    table.do("turn")
    table.do("dash", "A1", dice=[1, 1])
    table.end("B1")
    assert table.state.to_act == "B"


# ---- measuring


@both_editions
@pytest.mark.rule("TC-ACT-3")
def test_questions_of_reach_and_range_are_answered_and_leave_no_trace(edition: str) -> None:
    table = duel(edition, weyl={"movement": 6})
    before = table.state
    reach = table.ask("reach", unit="Weyl")
    assert (reach["move"], reach["dash"]) == (6, 6)
    # Movement 6 and a D6: from 7 to 12 inches.
    assert reach["charge"] == {"least": 7, "most": 12, "limit": 12}
    # 24 inches: long from over 12.
    near, far = (table.ask("range", unit="Weyl", distance=d)["weapons"][0] for d in (12, 24.5))
    assert near == {"weapon": "rifle", "range": 24, "long_from": 12, "reaches": True, "long": False}
    assert (far["reaches"], far["long"]) == (False, True)
    assert "TC-ACT-3" in reach["rules"]
    assert (table.state, table.battle.entries) == (before, [])


@both_editions
@pytest.mark.rule("TC-ACT-3")
def test_they_are_answered_in_the_enemys_activation_too(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Orm")
    assert table.ask("reach", unit="Weyl")["move"] == 6


# ---- where rules clash


@both_editions
@pytest.mark.rule("TC-ACT-4")
def test_what_melee_forbids_assault_does_not_allow(edition: str) -> None:
    # ASSAULT allows a shot after a charge; being in melee forbids one (TC-RNG-2).
    table = duel(edition, weyl={"weapons": [gun("carbine", "ASSAULT"), blade()]})
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    assert table.refused("shoot", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-RNG-2",)


@both_editions
@pytest.mark.rule("TC-ACT-4")
def test_what_heavy_forbids_assault_does_not_allow(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("cannon", "ASSAULT", "HEAVY")]})
    table.do("charge", "Weyl", target="Orm", distance=12)
    assert table.refused("shoot", "Weyl", target="Orm", dice=[4, 4]).rules == ("TC-KEY-1",)


@both_editions
@pytest.mark.rule("TC-ACT-4")
def test_a_player_may_go_against_a_rule_and_the_log_says_so(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl")
    entry = table.do("move", "Weyl", override="a scenario rule")
    assert entry.override == "a scenario rule"
    assert entry.overruled == ("Weyl has moved: one Move, Charge or Retreat an activation",)


# ---- fractions


@both_editions
@pytest.mark.rule("TC-ACT-5")
def test_whole_numbers_are_rounded_up(edition: str) -> None:
    # Half of 9 models is 4.5: five losses.
    table = Table(edition)
    table.side("A").models(9)
    table.side("B").models(6)
    assert table.monitor("break", "A").limit == 5
    # A D3 is half a D6, rounded up: 3 is 2.
    table = duel(edition, orm={"keywords": ["SKIRMISHER"]})
    entry = table.do("charge", "Weyl", target="Orm", distance=5, dice=[3, 1], choices={"charge.evade": 1})
    assert 'evades 2"' in entry.text


@both_editions
@pytest.mark.rule("TC-ACT-5")
def test_distances_keep_their_fractions(edition: str) -> None:
    # Half of Movement 7 is 3.5: that gap is jumped, 3.6 is not.
    table = duel(edition, weyl={"movement": 7})
    assert table.refused("jump", "Weyl", gap=3.6, dice=[4, 4]).rules == ("TC-JMP-1",)
    table.do("jump", "Weyl", gap=3.5, dice=[4, 4])


@both_editions
@pytest.mark.rule("TC-ACT-5")
@pytest.mark.parametrize(("open_ground", "difficult"), [(5.9, 0.1), (5.7, 0.3), (0.1, 0.2)])
def test_tenths_add_up_as_they_are_typed(edition: str, open_ground: float, difficult: float) -> None:
    # 5.9 in all, 0.1 of it twice: exactly 6, although no float says so.
    movement = round(open_ground + difficult, 1)
    table = duel(edition, weyl={"movement": movement})
    table.do("move", "Weyl", distance=open_ground, difficult=difficult)


@pytest.mark.rule("TC-ACT-1")
def test_the_list_of_actions_says_what_is_left_and_why_not() -> None:
    table = duel(NEW)
    table.do("move", "Weyl")
    left = {o.do: o.allowed for o in GAME.options(table.state, "Weyl")}
    assert left == {
        "shoot": True,
        "fight": False,
        "charge": False,
        "move": False,
        "dash": True,
        "retreat": False,
        "dive": False,
        "climb": False,
        "jump": False,
        "jump-down": True,
        "stand": False,
        "blast": False,
        "dangerous": True,
    }
    assert table.option("Weyl", "charge").rules == ("TC-ACT-1",)
    assert not any(o.allowed for o in GAME.options(table.state, "Orm") if o.do == "fight")
