"""Blood, blessing and infection markers: who may spend them, when, and what for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.trench_crusade.table import (
    NEW,
    Table,
    blade,
    both_editions,
    duel,
    gun,
    net_dice,
    pools,
    results,
    totals,
)
from warband_tui.rules.resolution import BadChoice

# ---- blood


@both_editions
@pytest.mark.rule("TC-BLD-1")
@pytest.mark.parametrize(
    ("do", "fields", "dice"),
    [
        ("injury", {}, [1, 2]),
        ("fall", {"height": 3}, [1, 1, 2]),
        ("mine", {}, [1, 2]),
        ("mark", {}, []),
    ],
)
def test_harm_of_every_kind_is_counted_as_blood(
    edition: str, do: str, fields: dict[str, Any], dice: list[int]
) -> None:
    table = duel(edition)
    if do == "mark":
        table.do("mark", on="Orm", counter="blood")
    else:
        table.do(do, "Orm", dice=dice, **fields)
    # A mine's SHRAPNEL places one more than its minor hit.
    assert table.blood("Orm") == (2 if do == "mine" else 1)


@both_editions
@pytest.mark.rule("TC-BLD-2")
def test_the_opponent_spends_blood_of_the_acting_model_for_a_die_less_each(edition: str) -> None:
    table = duel(edition, weyl={"blood": 3, "ranged": 1})
    assert table.asked("shoot", "Weyl", target="Orm", dice=[1, 1, 1]) == {"success.blood": ("B", 3)}
    # +1 and -2: -1 die.
    entry = table.do("shoot", "Weyl", target="Orm", dice=[6, 1, 2], choices={"success.blood": 2})
    assert net_dice(entry) == -1
    assert table.blood("Weyl") == 1
    assert [(c.id, c.side, c.value) for c in entry.choices] == [("success.blood", "B", 2)]
    assert "TC-BLD-2" in entry.rules


@both_editions
@pytest.mark.rule("TC-BLD-2")
@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("dash", {}),
        ("climb", {"height": 2}),
        ("jump", {"gap": 2}),
        ("dive", {"target": "Orm", "height": 4}),
        ("dangerous", {}),
    ],
)
def test_on_every_kind_of_success_roll(edition: str, do: str, fields: dict[str, Any]) -> None:
    table = duel(edition, weyl={"blood": 1})
    choice = table.choice("success.blood", do, "Weyl", **fields)
    assert (choice.side, choice.high) == ("B", 1)


@both_editions
@pytest.mark.rule("TC-BLD-2")
def test_no_more_is_spent_than_there_is(edition: str) -> None:
    table = duel(edition, weyl={"blood": 2})
    with pytest.raises(BadChoice, match="from 0 to 2"):
        table.do("dash", "Weyl", dice=[4] * 5, choices={"success.blood": 3})
    # Without markers there is nothing to choose, and choosing something is an error, not a gift.
    with pytest.raises(BadChoice, match="from 0 to 0"):
        table.do("shoot", "Weyl", target="Orm", dice=[4, 4], choices={"success.blessing": 1})
    assert table.asked("dash", "Orm", dice=[4, 4]) == {}


@both_editions
@pytest.mark.rule("TC-BLD-3")
def test_the_opponent_of_the_target_spends_its_blood_for_an_injury_die_each(edition: str) -> None:
    table = duel(edition, orm={"blood": 3})
    assert table.asked("shoot", "Weyl", target="Orm", dice=[3, 4, 1, 1]) == {"injury.blood": ("A", 3)}
    # 2 spent: 1 1 2 6, keep 8: Down. 3 - 2 + 1 = 2 blood left.
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 1, 1, 2, 6], choices={"injury.blood": 2})
    assert net_dice(entry, 1) == 2
    assert (results(entry)[1], table.blood("Orm")) == ("down", 2)
    assert "TC-BLD-3" in entry.rules


@both_editions
@pytest.mark.rule("TC-BLD-3")
def test_without_an_attacker_the_opponent_of_the_injured_model_spends_it(edition: str) -> None:
    table = duel(edition, orm={"blood": 2})
    assert table.asked("fall", "Orm", height=3, dice=[1, 1, 1]) == {"injury.blood": ("A", 2)}


@both_editions
@pytest.mark.rule("TC-BLD-2", "TC-BLD-3")
def test_choices_are_declared_before_the_dice(edition: str) -> None:
    table = duel(edition, weyl={"blood": 1}, orm={"blood": 1})
    # Neither choice waits for a die: the first is asked with none given, the second with the hit's only.
    table.choice("success.blood", "shoot", "Weyl", target="Orm")
    table.choice("injury.blood", "shoot", "Weyl", target="Orm", dice=[3, 4])


# ---- bloodbath


@both_editions
@pytest.mark.rule("TC-BTH-1")
def test_a_bloodbath_for_6_blood_adds_a_third_die(edition: str) -> None:
    table = duel(edition, orm={"blood": 6, "armour": -2})
    choice = table.choice("injury.bloodbath", "shoot", "Weyl", target="Orm", dice=[3, 4])
    assert (choice.side, choice.high) == ("A", 1)
    # 2 4 5 are 11, armour -2 makes 9: out.
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 2, 4, 5], choices={"injury.bloodbath": 1})
    assert (totals(entry)[1], results(entry)[1]) == (9, "out")
    assert len(entry.rolls[1].kept) == 3
    assert "TC-BTH-1" in entry.rules


@both_editions
@pytest.mark.rule("TC-BTH-1")
@pytest.mark.parametrize(("blood", "down", "may"), [(5, False, False), (6, False, True), (2, True, False)])
def test_it_takes_enough_blood(edition: str, blood: int, down: bool, may: bool) -> None:
    table = duel(edition, orm={"blood": blood, "down": down})
    asked = table.asked("injury", "Orm", dice=[1] * (3 if down and edition != NEW else 2))
    assert ("injury.bloodbath" in asked) is may


@both_editions
@pytest.mark.rule("TC-BTH-1")
def test_3_blood_are_enough_against_a_down_model_and_the_rest_are_dice(edition: str) -> None:
    table = duel(edition, contact=True, orm={"blood": 6, "down": True})
    # Paid 3; 2 of the other 3 and the Down die: 3 + 3 dice, the three highest of 1 1 1 2 2 2 make 6.
    dice = [3, 4, 1, 1, 1, 2, 2, 2]
    entry = table.do("fight", "Weyl", dice=dice, choices={"injury.bloodbath": 1, "injury.blood": 2})
    assert (totals(entry)[1], results(entry)[1]) == (6, "minor")
    # 6 - 3 - 2 + 1
    assert table.blood("Orm") == 2


@both_editions
@pytest.mark.rule("TC-BTH-1")
def test_what_the_bloodbath_has_taken_is_not_there_to_spend(edition: str) -> None:
    table = duel(edition, orm={"blood": 6})
    choices = {"injury.bloodbath": 1, "injury.blood": 1}
    with pytest.raises(BadChoice, match="from 0 to 0"):
        table.do("injury", "Orm", dice=[1, 1, 1, 1], choices=choices)


@both_editions
@pytest.mark.rule("TC-BTH-1")
def test_minus_dice_keep_the_three_lowest(edition: str) -> None:
    table = duel(edition, orm={"blood": 6, "blessing": 1})
    choices = {"injury.bloodbath": 1, "injury.blessing": 1}
    # 1 1 2 6: the three lowest make 4.
    entry = table.do("injury", "Orm", dice=[6, 1, 2, 1], choices=choices)
    assert totals(entry) == [4]


# ---- blessing


@both_editions
@pytest.mark.rule("TC-BLS-1")
def test_the_owner_spends_blessing_for_a_die_more_each(edition: str) -> None:
    table = duel(edition, weyl={"blessing": 2})
    assert table.asked("shoot", "Weyl", target="Orm", dice=[1, 1]) == {"success.blessing": ("A", 2)}
    entry = table.do("shoot", "Weyl", target="Orm", dice=[1, 1, 2, 2], choices={"success.blessing": 2})
    assert net_dice(entry) == 2
    assert table.counter("Weyl", "blessing") == 0
    assert "TC-BLS-1" in entry.rules


@both_editions
@pytest.mark.rule("TC-BLS-2")
def test_the_targets_owner_spends_blessing_for_an_injury_die_less_each(edition: str) -> None:
    table = duel(edition, orm={"blessing": 2})
    assert table.asked("shoot", "Weyl", target="Orm", dice=[3, 4, 1, 1]) == {"injury.blessing": ("B", 2)}
    # 1 1 6 6: the two lowest make 2.
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 6, 1, 6, 1], choices={"injury.blessing": 2})
    assert (net_dice(entry, 1), totals(entry)[1]) == (-2, 2)
    assert table.counter("Orm", "blessing") == 0
    assert "TC-BLS-2" in entry.rules


@both_editions
@pytest.mark.rule("TC-BLS-2", "TC-DIC-3")
def test_blood_and_blessing_cancel(edition: str) -> None:
    table = duel(edition, orm={"blood": 2, "blessing": 2})
    choices = {"injury.blood": 2, "injury.blessing": 2}
    entry = table.do("injury", "Orm", dice=[1, 2], choices=choices)
    assert (net_dice(entry), totals(entry)) == (0, [3])


# ---- several attacks in one action


@both_editions
@pytest.mark.rule("TC-BLD-2", "TC-BLD-3", "TC-BLS-1")
@pytest.mark.parametrize(("keyword", "do"), [("AUTOMATIC 2", "shoot"), ("CLEAVE 2", "fight")])
def test_markers_go_to_one_attack_of_several(edition: str, keyword: str, do: str) -> None:
    melee = do == "fight"
    weapon = blade("axe", keyword) if melee else gun("gun", keyword)
    table = duel(edition, contact=melee, weyl={"weapons": [weapon], "blessing": 2}, orm={"blood": 1})
    # First: a miss with 2 dice. Second: one blessing, 1 3 4 hits with 7; one blood, 1 1 2 makes 3.
    entry = table.do(
        do,
        "Weyl",
        target="Orm",
        dice=[1, 1, 1, 3, 4, 1, 1, 2],
        choices={"2:success.blessing": 1, "2:injury.blood": 1},
    )
    assert pools(entry) == [(), ("blessing spent +1",), ("blood spent +1",)]
    assert table.counter("Weyl", "blessing") == 1


@both_editions
@pytest.mark.rule("TC-BLS-1")
def test_what_the_first_attack_has_spent_the_second_has_not(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("gun", "AUTOMATIC 2")], "blessing": 2})
    with pytest.raises(BadChoice, match="from 0 to 1"):
        table.do(
            "shoot",
            "Weyl",
            target="Orm",
            dice=[1, 1, 1, 1, 1, 1, 1],
            choices={"success.blessing": 1, "2:success.blessing": 2},
        )


@both_editions
@pytest.mark.rule("TC-BLD-3")
def test_each_victim_of_a_blast_has_its_own_markers(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl", weapons=[gun("mortar", "BLAST 3")])
    table.side("B").model("Orm", blood=1).model("Ilk", blood=1)
    asked = table.asked("shoot", "Weyl", target="Orm", targets=["Ilk"], dice=[3, 4, 1, 1, 1, 1])
    assert asked == {"injury.blood": ("A", 1), "2:injury.blood": ("A", 1)}


# ---- infection


@both_editions
@pytest.mark.rule("TC-INF-1")
def test_infection_grows_by_1_when_the_model_is_activated(edition: str) -> None:
    table = duel(edition, weyl={"infection": 2})
    table.do("activate", "Weyl")
    assert table.counter("Weyl", "infection") == 3
    table.do("move", "Weyl")
    assert table.counter("Weyl", "infection") == 3


@both_editions
@pytest.mark.rule("TC-INF-1")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 2), (6, 6)])
def test_none_does_not_grow_and_6_is_the_most(edition: str, before: int, after: int) -> None:
    table = duel(edition, weyl={"infection": before})
    table.end("Weyl")
    assert table.counter("Weyl", "infection") == after


@both_editions
@pytest.mark.rule("TC-INF-1")
def test_infection_is_spent_like_blood_by_the_opponent(edition: str) -> None:
    table = duel(edition, weyl={"infection": 1}, orm={"infection": 1})
    asked = table.asked("shoot", "Weyl", target="Orm", dice=[3, 4, 1, 1])
    # Weyl's has grown to 2 as its activation began.
    assert asked == {"success.infection": ("B", 2), "injury.infection": ("A", 1)}
    choices = {"success.infection": 2, "injury.infection": 1}
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 6, 6, 1, 1, 2], choices=choices)
    assert (net_dice(entry), net_dice(entry, 1)) == (-2, 1)
    assert (table.counter("Weyl", "infection"), table.counter("Orm", "infection")) == (0, 0)


@both_editions
@pytest.mark.rule("TC-INF-1", "TC-BTH-1")
def test_infection_helps_to_pay_for_a_bloodbath_blood_first(edition: str) -> None:
    table = duel(edition, orm={"blood": 4, "infection": 3})
    entry = table.do("injury", "Orm", dice=[1, 1, 1], choices={"injury.bloodbath": 1})
    assert totals(entry) == [3]
    assert (table.blood("Orm"), table.counter("Orm", "infection")) == (1, 1)


@both_editions
@pytest.mark.rule("TC-INF-1")
def test_what_takes_blood_away_leaves_infection(edition: str) -> None:
    table = duel(edition, weyl={"infection": 1, "blood": 3, "keywords": ["REGENERATE 2"]})
    table.do("activate", "Weyl")
    assert (table.blood("Weyl"), table.counter("Weyl", "infection")) == (1, 2)
