"""A weapon with several Crit abilities: one picked for each critical hit, the printed one, or all of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.age_of_sigmar.table import GAME, Table, duel, melee, outcomes
from tests.rules.age_of_sigmar.test_odds import counted, played_out, query, throws
from warband_tui.errors import WarbandError
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.events import ModelsLost
from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Reading, Target, allocated
from warband_tui.rules.games.age_of_sigmar.crit_picks import best
from warband_tui.rules.resolution import ChoiceWanted, Value

pytestmark = pytest.mark.rule("AOS-20-1")

NAMES = {"mortal": "Crit (Mortal)", "two-hits": "Crit (2 Hits)", "auto-wound": "Crit (Auto-wound)"}
two_of_them = st.permutations(list(NAMES)).map(lambda names: tuple(names[:2]))


def armed(*crits: str, reading: str = "choose", **target: Any) -> Table:
    weapon = melee("Blade", *(NAMES[c] for c in crits), attacks=target.pop("attacks", 1), hit=4, wound=4)
    return duel([weapon], settings={"multi-crit": reading}, **{"health": 2, **target})


def test_each_critical_hit_can_have_another_ability() -> None:
    table = armed("two-hits", "mortal", attacks=4, health=9)
    choices: Mapping[str, Value] = {"attack.crit": "each", "two-hits:attack.crit": 1}
    entry = table.fight("Ash", "Bone", dice=[6, 6, 6, 1, 4, 4], choices=choices)
    # Of three critical hits one makes two wound rolls, and two are mortal damage.
    assert outcomes(entry)[:2] == ["3 hits, 3 critical", "2 wounds"]
    assert table.damage("Bone") == 4


def test_what_each_critical_hit_has_is_asked_once_they_are_seen() -> None:
    table = armed("two-hits", "mortal", attacks=2)
    action = table.action("fight", unit="Ash", target="Bone")
    first = GAME.choices(table.state, action)
    assert [choice.id for choice in first] == ["attack.crit"]
    with pytest.raises(ChoiceWanted) as wanted:
        table.battle.propose(action, dice=[6, 6], choices={"attack.crit": "each"}, ask=True)
    assert (wanted.value.choice.id, wanted.value.choice.high) == ("two-hits:attack.crit", 2)
    with pytest.raises(DiceWanted):
        table.battle.propose(action, dice=[4, 6], choices={"attack.crit": "mortal"}, ask=True)


@settings(max_examples=6, deadline=None)
@given(crits=two_of_them, reading=st.sampled_from(["first", "all"]), save=st.sampled_from([None, 5]))
def test_the_printed_one_or_all_have_the_odds_of_all_their_dice(
    crits: tuple[str, ...], reading: str, save: int | None
) -> None:
    table = armed(*crits, reading=reading, save=save)
    how = {"unit": "Ash", "target": "Bone"}
    assert played_out(table, "fight", **how) == counted(table, "fight", **how)


def best_by_play(table: Table, dice: tuple[int, ...], choices: Mapping[str, Value]) -> Fraction:
    """Return the chance to destroy Bone over all dice, with the best of every choice once it is asked."""
    action = table.action("fight", unit="Ash", target="Bone")
    try:
        entry = table.battle.propose(action, dice=dice, choices=choices, ask=True)
    except ChoiceWanted as wanted:
        asked = wanted.choice
        ways = range(asked.low, asked.high + 1)
        return max(best_by_play(table, dice, {**choices, asked.id: value}) for value in ways)
    except DiceWanted as wanted:
        thrown = throws(wanted.count)
        total = sum(ways * best_by_play(table, (*dice, *faces), choices) for faces, ways in thrown)
        return Fraction(total) / sum(ways for _, ways in thrown)
    return Fraction(any(isinstance(event, ModelsLost) for event in entry.events))


@pytest.mark.parametrize(
    ("crits", "target"),
    [
        (("two-hits", "mortal"), {"health": 2}),
        (("mortal", "auto-wound"), {"health": 2, "save": 5}),
        (("auto-wound", "two-hits"), {"health": 1, "save": 3}),
        (("two-hits", "mortal"), {"health": 1, "ward": 5}),
    ],
)
def test_picked_hit_by_hit_the_odds_are_those_of_the_best_picks(
    crits: tuple[str, ...], target: dict[str, Any]
) -> None:
    table = armed(*crits, attacks=1 if "save" in target or "ward" in target else 2, **target)
    each = {"attack.crit": "each"}
    odds = table.odds("fight", unit="Ash", target="Bone", choices=each)
    assert odds.chances[-1].chance == best_by_play(table, (), each)
    ways = {way.label: way for way in odds.ways}
    assert ways["Crit picked hit by hit"].chance == odds.chances[-1].chance
    assert ways["Crit picked hit by hit"].best
    assert sum(line.chance for line in odds.chances) == 1


def test_picking_hit_by_hit_can_beat_either_ability() -> None:
    table = armed("two-hits", "mortal", attacks=8, health=7, save=4)
    ways = {way.label: way.chance for way in table.odds("fight", unit="Ash", target="Bone").ways}
    assert ways["Crit picked hit by hit"] > max(ways["Crit (two-hits)"], ways["Crit (mortal)"])


def test_with_one_ability_to_pick_nothing_is_gained() -> None:
    attack = Attack(3, 3, Amount(plus=5), 1, crits=("mortal",))
    target = Target(4, 5, health=2, models=3, damage=1)
    others = (replace(attack, crits=()),)
    assert best(attack, ("mortal",), others, target, Reading()) == allocated(
        (attack, *others), target, Reading()
    )


def test_too_many_attacks_are_not_gone_through() -> None:
    table = armed("two-hits", "mortal", attacks=40, health=30)
    odds = table.odds("fight", unit="Ash", target="Bone", choices={"attack.crit": "each"})
    assert "Crit picked hit by hit" not in {way.label for way in odds.ways}
    assert sum(line.chance for line in odds.chances) == 1


def test_a_query_takes_several_abilities_and_says_which_it_used() -> None:
    group = {"attacks": 4, "hit": 3, "wound": 5, "crit": ["auto-wound", "mortal"]}
    target = {"save": 3, "health": 2}
    found = {how: query(group, target=target, multi_crit=how) for how in ("choose", "first", "all")}
    assert found["choose"]["crit"] == ["mortal"]
    assert found["first"]["crit"] == ["auto-wound"]
    assert found["all"]["crit"] == ["auto-wound + mortal"]
    alone = query({**group, "crit": "mortal"}, target=target)
    assert found["choose"]["destroyed"] == found["all"]["destroyed"] == alone["destroyed"]
    assert Fraction(found["first"]["destroyed"]) < Fraction(alone["destroyed"])
    assert query(group, target={"save": 3})["crit"] == ["mortal"]


def test_far_too_many_ways_to_pick_are_refused() -> None:
    group = {"hit": 3, "wound": 3, "crit": ["mortal", "two-hits"]}
    with pytest.raises(WarbandError, match="ways to pick"):
        query(*[group] * 7, target={"health": 3})
