"""Odds: exact, equal to brute force over all dice, as queries and as the odds of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.age_of_sigmar.table import GAME, Table, duel, melee, ranged
from warband_tui.errors import WarbandError
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.events import CounterChanged, ModelsLost
from warband_tui.rules.games.age_of_sigmar import odds_of
from warband_tui.rules.odds import Distribution, mixture
from warband_tui.rules.packed import Term, power, total_of

FIRST = {"attacks": 8, "hit": 3, "wound": 3, "rend": 1, "damage": 1}


def query(*groups: Mapping[str, Any], target: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = GAME.query({"groups": list(groups), "target": dict(target), **more})
    return answer


def test_the_answer_has_the_form_that_is_fixed() -> None:
    answer = query(
        {**FIRST, "crit": "mortal"}, target={"save": 4, "ward": 6, "health": 7, "models": 1, "damage": 0}
    )
    assert set(answer) == {"pool", "damage", "slain", "destroyed"}
    assert set(answer["pool"]) == {"mean"}
    assert set(answer["damage"]) == set(answer["slain"]) == {"mean", "distribution"}
    assert answer["pool"]["mean"] == "28/9"
    assert answer["damage"]["mean"] == "70/27"
    assert list(answer["damage"]["distribution"]) == [str(n) for n in range(9)]
    for part in ("damage", "slain"):
        assert sum(map(Fraction, answer[part]["distribution"].values())) == 1
    assert answer["destroyed"] == answer["slain"]["distribution"]["1"]


@pytest.mark.parametrize(
    ("group", "target", "mean"),
    [
        ({}, {}, Fraction(1, 4)),
        ({"crit": "mortal"}, {}, Fraction(1, 3)),
        ({"crit": "auto-wound"}, {}, Fraction(1, 3)),
        ({"crit": "two-hits"}, {}, Fraction(1, 3)),
        ({"hit_mod": 1}, {}, Fraction(1, 3)),
        ({"hit_mod": 3}, {}, Fraction(1, 3)),
        ({"wound_mod": -2}, {}, Fraction(1, 6)),
        ({"reroll_hit": "ones"}, {}, Fraction(7, 24)),
        ({"reroll_hit": "fails"}, {}, Fraction(3, 8)),
        ({"reroll_hit": "fails", "hit_mod": 1}, {}, Fraction(4, 9)),
        ({"damage": 2, "charge": True}, {}, Fraction(3, 4)),
        ({"damage": "D3"}, {}, Fraction(1, 2)),
        ({"damage": "D6+2"}, {}, Fraction(11, 8)),
        ({"attacks": "2D6", "count": 2}, {}, Fraction(7, 2)),
        ({}, {"save": 4}, Fraction(1, 8)),
        ({"rend": 1}, {"save": 4}, Fraction(1, 6)),
        ({"anti": True}, {"save": 4}, Fraction(1, 6)),
        ({"save_mod": 3}, {"save": 4}, Fraction(1, 12)),
        ({}, {"ward": 5}, Fraction(1, 6)),
        ({}, {"save": 4, "ward": 6}, Fraction(5, 48)),
    ],
)
def test_means(group: dict[str, Any], target: dict[str, Any], mean: Fraction) -> None:
    answer = query({"hit": 4, "wound": 4, **group}, target=target)
    assert Fraction(answer["damage"]["mean"]) == mean
    told = answer["damage"]["distribution"]
    assert sum(int(points) * Fraction(chance) for points, chance in told.items()) == mean


def test_a_save_bonus_is_capped_at_plus_1_as_other_tools_forget() -> None:
    answer = query({"hit": 2, "wound": 2, "save_mod": 3}, target={"save": 4})
    assert Fraction(answer["pool"]["mean"]) / Fraction(25, 36) == Fraction(1, 3)


def test_the_cap_can_come_before_rend() -> None:
    group = {"hit": 2, "wound": 2, "rend": 2, "save_mod": 3}
    net, separate = (query(group, target={"save": 4}, save_cap=cap) for cap in ("net", "separate"))
    assert Fraction(net["pool"]["mean"]) == Fraction(25, 36) * Fraction(1, 3)
    assert Fraction(separate["pool"]["mean"]) == Fraction(25, 36) * Fraction(4, 6)


def test_damage_carries_over_and_what_was_taken_already_counts() -> None:
    group = {"attacks": 1, "hit": 2, "wound": 2, "damage": 5}
    fresh = query(group, target={"health": 2, "models": 4})
    assert set(fresh["slain"]["distribution"]) == {"0", "2"}
    hurt = query(group, target={"health": 2, "models": 3, "damage": 1})
    assert hurt["destroyed"] == "25/36"


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"groups": [{**FIRST, "strenght": 3}]}, "'strenght'"),
        ({"groups": [FIRST], "traget": {}}, "'traget'"),
        ({"groups": [FIRST], "target": {"armour": 3}}, "'armour'"),
        ({"groups": [{"hit": 3}]}, "wound"),
        ({"groups": []}, "groups"),
        ({}, "groups"),
        ({"groups": [FIRST], "target": {"health": 2, "damage": 2}}, "damage 2"),
        ({"groups": [{**FIRST, "attacks": 200, "count": 200}]}, "3000"),
        ({"groups": [{**FIRST, "attacks": 200, "count": 14}], "target": {"save": 5, "ward": 6}}, "digits"),
    ],
)
def test_what_is_wrong_with_a_query_is_named(question: dict[str, Any], named: str) -> None:
    with pytest.raises(WarbandError, match=named):
        GAME.query(question)


# Brute force: every sequence of dice through the real engine

DIE = Distribution[int].of((face, 1) for face in range(1, 7))


def throws(count: int) -> list[tuple[tuple[int, ...], int]]:
    """Return every throw of so many dice that are rolled together, and in how many orders it can fall."""
    return [
        (faces, factorial(count) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(range(1, 7), count)
    ]


def played_out(table: Table, do: str, **fields: Any) -> Distribution[tuple[int, int]]:
    """Return what becomes of Bone, over all dice: models slain and damage allocated."""
    action = table.action(do, **fields)

    def after(dice: tuple[int, ...]) -> Distribution[tuple[int, int]]:
        try:
            entry = table.battle.propose(action, dice=dice)
        except DiceWanted as wanted:
            return mixture((ways, after((*dice, *faces))) for faces, ways in throws(wanted.count))
        slain = sum(e.count for e in entry.events if isinstance(e, ModelsLost))
        changes = [e.after for e in entry.events if isinstance(e, CounterChanged) and e.counter == "damage"]
        return Distribution[tuple[int, int]].of({(slain, (changes or [table.damage("Bone")])[-1]): 1})

    return after(())


def counted(table: Table, do: str, **fields: Any) -> Distribution[tuple[int, int]]:
    """Return the same from the odds' own distribution of damage."""
    bone, health = table.of("Bone"), int(table.of("Bone").profile.get("health", 1))
    action = table.action(do, **fields)
    before = table.damage("Bone")

    def place(points: int) -> tuple[int, int]:
        slain = min(bone.models, (before + points) // health)
        return slain, 0 if slain == bone.models else before + points - slain * health

    dealt: Distribution[int] = odds_of.dealt(table.state, action, {})["Bone"]  # type: ignore[arg-type]
    return dealt.map(place)


numbers = st.integers(2, 6)
weapons = st.fixed_dictionaries(
    {
        "attacks": st.just(1),
        "hit": numbers,
        "wound": numbers,
        "rend": st.integers(0, 2),
        "damage": st.sampled_from([1, 2]),
    }
)


@settings(max_examples=8, deadline=None)
@given(
    weapon=weapons,
    ability=st.sampled_from(
        ["", "Crit (Mortal)", "Crit (Auto-wound)", "Crit (2 Hits)", "Charge (+1 Damage)"]
    ),
    save=st.sampled_from([None, 3, 4, 5, 6]),
    ward=st.sampled_from([None, 5, 6]),
    health=st.integers(1, 2),
    models=st.integers(1, 2),
    mods=st.fixed_dictionaries(
        {"hit": st.integers(-2, 2), "wound": st.integers(-2, 2), "save": st.integers(-2, 2)}
    ),
    reroll=st.sampled_from(["", "ones"]),
)
def test_one_attack_has_the_odds_of_all_its_dice(
    weapon: dict[str, Any],
    ability: str,
    save: int | None,
    ward: int | None,
    health: int,
    models: int,
    mods: dict[str, int],
    reroll: str,
) -> None:
    if ability == "Crit (2 Hits)":
        weapon, ward = {**weapon, "damage": 1}, None
    table = Table().unit("A", "Ash", weapons=[melee("Blade", *([ability] if ability else []), **weapon)])
    table.unit("B", "Bone", models=models, health=health, save=save, ward=ward).in_combat("Ash", "Bone")
    table.charged("Ash")
    how = {"unit": "Ash", "target": "Bone", "reroll": reroll, **mods}
    assert played_out(table, "fight", **how) == counted(table, "fight", **how)


@pytest.mark.parametrize(
    ("weapon", "target"),
    [
        (melee(attacks=2, hit=3, wound=3, rend=1), {"save": 4, "health": 2, "models": 2}),
        (melee(attacks="D3", hit=4, wound=2), {"health": 1, "models": 3}),
        (melee(attacks=1, hit=3, wound=3, damage="D3"), {"health": 2, "models": 2}),
        (melee(attacks=1, hit=4, wound=4, damage=3), {"save": 5, "ward": 6, "health": 2, "models": 2}),
        (melee("Maw", "Crit (Mortal)", attacks=1, hit=3, wound=4, damage="D3"), {"health": 5, "damage": 3}),
    ],
)
def test_several_attacks_and_rolled_numbers_have_the_odds_of_all_their_dice(
    weapon: dict[str, Any], target: dict[str, Any]
) -> None:
    table = Table().unit("A", "Ash", weapons=[weapon]).unit("B", "Bone", **target).in_combat("Ash", "Bone")
    how = {"unit": "Ash", "target": "Bone"}
    assert played_out(table, "fight", **how) == counted(table, "fight", **how)


LONG = {"count": 3, "attacks": "2D6", "hit": 3, "wound": 3, "rend": 1, "damage": "D6", "crit": "two-hits"}


@pytest.mark.rule("AOS-18.4-1")
def test_damage_too_long_to_draw_can_end_with_what_destroys_the_target() -> None:
    target = {"save": 4, "ward": 5, "health": 3, "models": 5, "damage": 2}
    whole, ended = query(LONG, target=target), query(LONG, target=target, brief=True)
    told = {int(k): Fraction(v) for k, v in whole["damage"]["distribution"].items()}
    short = {int(k): Fraction(v) for k, v in ended["damage"]["distribution"].items()}
    assert {k: v for k, v in told.items() if k < 13} == {k: v for k, v in short.items() if k < 13}
    assert sum(v for k, v in told.items() if k >= 13) == short[13]
    assert Fraction(ended["damage"]["allocated"]) == sum(min(k, 13) * v for k, v in told.items())
    for part in ("slain", "destroyed", "pool"):
        assert whole[part] == ended[part]
    assert whole["damage"]["mean"] == ended["damage"]["mean"]


def test_short_damage_is_told_whole_and_without_health_the_long_one_is_left_out() -> None:
    target = {"save": 4, "health": 3}
    assert query(FIRST, target=target, brief=True) == query(FIRST, target=target)
    assert "distribution" in query(FIRST, target={"save": 4}, brief=True)["damage"]
    assert set(query(LONG, target={"save": 4}, brief=True)["damage"]) == {"mean"}
    assert "distribution" in query(LONG, target={"save": 4})["damage"]


def test_mortal_damage_and_charges_have_odds() -> None:
    table = Table().unit("A", "Ash", charge_dice=1).unit("B", "Bone", health=2, ward=6)
    odds = {c.id: c.chance for c in table.odds("mortal", unit="Bone", amount="D3").chances}
    assert sum(odds.values()) == 1
    assert (
        played_out(table, "mortal", unit="Bone", amount="D3").map(lambda o: o[0]).chance(1)
        == odds["destroyed"]
    )
    reached = table.odds("charge", unit="Ash", target="Bone", distance=11).chances[0].chance
    assert reached == DIE.power(3).at_least(11)
    again = table.odds("charge", unit="Ash", target="Bone", distance=11).ways[1].chance
    assert again == reached + (1 - reached) * reached


def test_several_targets_have_odds_each() -> None:
    table = Table().unit("A", "Ash", models=4, weapons=[ranged(attacks=2)])
    table.unit("B", "Bone", health=2).unit("B", "Cairn", health=3)
    odds = table.odds("shoot", unit="Ash", target="Bone", split=["Cairn 3"])
    assert {c.id.partition(".")[0] for c in odds.chances} == {"Bone", "Cairn"}
    assert sum(c.chance for c in odds.chances) == 2
    assert "5 Bow" in odds.pool


def test_commands_and_crits_that_may_be_picked_are_ways() -> None:
    table = duel([melee("Blade", "Crit (2 Hits)", "Crit (Mortal)", damage=3)], save=2, health=3)
    ways = {w.label: w for w in table.odds("fight", unit="Ash", target="Bone").ways}
    assert ways["with All-out Attack"].chance > ways["as it stands"].chance
    assert ways["against All-out Defence"].chance <= ways["as it stands"].chance
    assert ways["Crit (mortal)"].best
    picked = table.odds("fight", unit="Ash", target="Bone", choices={"attack.crit": "mortal"})
    assert picked.chances[-1].chance == ways["Crit (mortal)"].chance


# Rows of weights

rows = st.lists(st.integers(0, 5), min_size=1, max_size=12).filter(lambda row: row[-1] > 0)


@given(row=rows, times=st.integers(0, 6))
def test_a_power_of_a_row_is_so_many_products(row: list[int], times: int) -> None:
    wanted = [1]
    for _ in range(times):
        wanted = [
            sum(wanted[i] * row[k - i] for i in range(len(wanted)) if 0 <= k - i < len(row))
            for k in range(len(wanted) + len(row) - 1)
        ]
    assert list(power(tuple(row), times)) == wanted


@given(row=rows, copies=rows, times=st.integers(1, 3), most=st.integers(0, 40))
def test_totals_from_some_limit_on_can_be_left_together(
    row: list[int], copies: list[int], times: int, most: int
) -> None:
    terms = [Term(tuple(row), 2), Term(tuple(row), tuple(copies), times)]
    assert total_of(terms, most) == total_of(terms).map(lambda total: min(total, most))


def test_very_long_rows_are_multiplied_to_the_last_digit() -> None:
    term = Term((5**9, 1, 7**8, 0, 3**12), tuple(range(1, 15)), 25)
    whole = total_of([term])
    assert (sum(term.each) ** 13 * 105) ** 25 % whole.total == 0
    assert sum(weight for _, weight in whole.weights) == whole.total
    mean = Fraction(sum(i * w for i, w in enumerate(term.each)), sum(term.each))
    assert whole.mean() == mean * Fraction(sum(i * i for i in range(14)) + sum(range(14)), 105) * 25
    assert total_of([term], 300) == whole.map(lambda total: min(total, 300))


@given(row=rows, copies=rows, times=st.integers(1, 3))
def test_a_rolled_number_of_copies_is_a_mixture(row: list[int], copies: list[int], times: int) -> None:
    each = Distribution[int].of(enumerate(row))
    one = mixture((weight, each.power(number)) for number, weight in enumerate(copies) if weight)
    assert total_of([Term(tuple(row), tuple(copies), times)]) == one.power(times)
    assert total_of([Term(tuple(row), 2), Term(tuple(row), tuple(copies))]) == each.power(2) + one
