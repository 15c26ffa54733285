"""Keywords of models and of fireteams."""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    OLD,
    Table,
    both_editions,
    duel,
)

key = pytest.mark.rule("TC-KEY-1")


# ---- models


@both_editions
@key
def test_blessed_models_begin_with_blessing(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["BLESSED 2"]}, orm={"keywords": ["BLESSED (9)"]})
    assert (table.counter("Weyl", "blessing"), table.counter("Orm", "blessing")) == (2, 6)


@both_editions
@key
@pytest.mark.parametrize(("keyword", "left"), [("REGENERATE 2", 1), ("REGENERATE", 2), ("REGENERATE 6", 0)])
def test_regenerate_takes_blood_off_when_activated(edition: str, keyword: str, left: int) -> None:
    table = duel(edition, weyl={"keywords": [keyword], "blood": 3})
    table.do("move", "Weyl")
    table.do("dash", "Weyl", dice=[4, 4])
    assert table.blood("Weyl") == left


@both_editions
@key
def test_tough_turns_the_first_out_of_action_of_a_battle_into_down(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["TOUGH"]})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (True, 1)
    table.do("injury", "Orm", dice=[6, 6] if edition == NEW else [6, 6, 6])
    assert table.is_out("Orm")


@pytest.mark.parametrize(("edition", "down"), [(OLD, True), (NEW, False)])
@key
def test_tough_with_machine_armour_ends_down_in_1_6_3_and_in_a_minor_hit_now(
    edition: str, down: bool
) -> None:
    table = duel(edition, orm={"keywords": ["TOUGH", "STANDFAST"], "armour": -3})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (down, 1)
    # TOUGH is used up all the same.
    assert table.unit("Orm").has("tough used")


@both_editions
@key
def test_standfast_turns_down_into_a_minor_hit(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["STANDFAST"]})
    table.do("injury", "Orm", dice=[4, 4])
    assert (table.is_down("Orm"), table.blood("Orm")) == (False, 1)


@both_editions
@key
def test_a_golem_goes_out_by_a_bloodbath_only(edition: str) -> None:
    table = duel(edition, orm={"keywords": ["GOLEM", "TOUGH"], "blood": 3})
    table.do("injury", "Orm", dice=[6, 6])
    assert (table.is_down("Orm"), table.blood("Orm")) == (True, 4)
    assert not table.unit("Orm").has("tough used")
    dice = [6, 6] if edition == NEW else [6, 6, 6]
    table.do("injury", "Orm", dice=dice)
    assert not table.is_out("Orm")
    dice = [6, 6, 6] if edition == NEW else [6, 6, 6, 6]
    table.do("injury", "Orm", dice=dice, choices={"injury.bloodbath": 1})
    assert table.is_out("Orm")


@both_editions
@key
def test_the_owner_cannot_take_blood_off_a_golem(edition: str) -> None:
    heal = {"id": "heal", "name": "Heal", "roll": False, "effects": [{"counter": "blood", "by": -2}]}
    weyl = {"keywords": ["GOLEM", "REGENERATE 2"], "blood": 3, "actions": [heal]}
    table = duel(edition, weyl=weyl)
    table.do("special", "Weyl", action="heal")
    assert table.blood("Weyl") == 3


@both_editions
@key
def test_a_mine_is_an_injury_roll_with_shrapnel_and_who_stays_up_goes_on(edition: str) -> None:
    table = duel(edition)
    table.do("move", "Weyl")
    table.do("mine", "Weyl", dice=[1, 2])
    assert (table.blood("Weyl"), table.unit("Weyl").acting) == (2, True)
    table = duel(edition, weyl={"keywords": ["NEGATE MINED"]})
    assert table.do("mine", "Weyl").rolls == ()


@both_editions
@key
def test_who_negates_rough_ground_does_not_feel_it(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["NEGATE DIFFICULT", "NEGATE DANGEROUS TERRAIN"], "movement": 6})
    assert table.do("dangerous", "Weyl").rolls == ()
    table.do("move", "Weyl", distance=6, difficult=6)


@both_editions
@key
def test_elites_roll_on_the_d66_table(edition: str) -> None:
    table = duel(edition, weyl={"keywords": ["ELITE"]})
    table.do("injury", "Weyl", dice=[6, 6])
    assert "D66" in GAME.aftermath(table.state, [])[0].text


# ---- fireteams


def fireteam(edition: str, members: int = 2) -> Table:
    table = Table(edition)
    table.side("A").models(members, fireteam="red", keywords=["FIRETEAM"]).model("Weyl")
    table.side("B").models(5)
    table.do("turn")
    return table


@both_editions
@key
def test_a_fireteam_acts_together_and_takes_turns_with_its_actions(edition: str) -> None:
    table = fireteam(edition)
    table.do("move", "A1")
    table.do("move", "A2")
    table.do("dash", "A1", dice=[4, 4])
    assert table.refused("move", "A1").rules == ("TC-ACT-1",)
    assert table.refused("move", "Weyl").rules == ("TC-TRN-1",)


@both_editions
@key
def test_when_the_activation_of_one_ends_so_does_the_others(edition: str) -> None:
    table = fireteam(edition)
    table.do("move", "A1")
    table.do("move", "A2")
    table.do("dash", "A1", dice=[1, 1])
    assert not table.unit("A2").acting
    assert table.state.to_act == "B"
    table.end("B1")
    assert table.refused("move", "A2").rules == ("TC-TRN-2",)


@both_editions
@key
def test_a_fireteam_is_two_models_and_nobody_acts_twice(edition: str) -> None:
    table = fireteam(edition, members=3)
    table.do("move", "A1")
    table.do("move", "A2")
    assert table.refused("move", "A3").rules == ("TC-TRN-1",)
    table.end()
    table.end("B1")
    table.do("move", "A3")
    assert table.refused("move", "A1").rules == ("TC-TRN-2",)
