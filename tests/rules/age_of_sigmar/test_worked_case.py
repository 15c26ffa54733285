"""The source's own example, die by die: Liberators against a Clawlord."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import GAME, SPEARHEAD, Table, melee, outcomes, steps

HAMMERS: dict[str, Any] = {
    "models": 5,
    "health": 2,
    "save": "3+",
    "weapons": [
        melee("Warhammer", "Crit (Mortal)", attacks=2, hit=3, wound=3, rend=1),
        melee("Grandhammer", "Crit (Mortal)", attacks=2, hit=3, wound=3, rend=1, damage=2),
    ],
    "loadouts": [
        {"id": "grand", "name": "Grandhammer", "models": 1, "weapons": ["grandhammer"]},
        {"id": "rest", "name": "Warhammer", "weapons": ["warhammer"]},
    ],
}
CLAWLORD: dict[str, Any] = {"health": 7, "save": "4+", "keywords": ["HERO", "WARD (6+)"]}

FIRST = [3, 4, 5, 5, 3, 1, 2, 2]  # 8 attacks, 5 hit
WOUNDS = [3, 4, 5, 1, 2]  # 3 wound
SAVES = [5, 4, 1]  # the 5 saves: 4+ less Rend 1
GRAND = [6, 3]  # one critical hit: 2 mortal damage
GRAND_WOUND, GRAND_SAVE = [4], [2]
WARDS = [6, 1, 2, 6, 3, 4]  # two sixes


def played() -> tuple[Table, list[str], list[str]]:
    table = Table(SPEARHEAD).unit("A", "Liberators", **HAMMERS).unit("B", "Clawlord", **CLAWLORD)
    table.in_combat("Liberators", "Clawlord")
    dice = FIRST + WOUNDS + SAVES + GRAND + GRAND_WOUND + GRAND_SAVE + WARDS
    entry = table.fight("Liberators", "Clawlord", dice=dice)
    assert "6 in the pool" in entry.text
    return table, steps(entry), outcomes(entry)


@pytest.mark.rule("AOS-17.3-1", "AOS-17-5", "AOS-18-1", "AOS-18.2-2")
def test_the_example_of_the_source_comes_out_as_told() -> None:
    table, made, came = played()
    assert made == [
        "hit rolls of Warhammer",
        "wound rolls of Warhammer",
        "save rolls of Clawlord",
        "hit rolls of Grandhammer",
        "wound rolls of Grandhammer",
        "save rolls of Clawlord",
        "ward rolls of Clawlord",
    ]
    assert came == ["5 hits", "3 wounds", "1 saved", "2 hits, 1 critical", "1 wound", "0 saved", "2 warded"]
    assert table.damage("Clawlord") == 4
    assert 7 - table.damage("Clawlord") == 3
    assert table.of("Clawlord").has("damaged")
    assert table.of("Clawlord").models == 1


@pytest.mark.rule("AOS-17.3-1")
def test_every_die_of_the_example_is_kept_in_the_log() -> None:
    table, _, _ = played()
    rolls = table.battle.entries[-1].rolls
    assert [list(r.dice) for r in rolls] == [FIRST, WOUNDS, SAVES, GRAND, GRAND_WOUND, GRAND_SAVE, WARDS]
    assert [list(r.kept) for r in rolls][:3] == [[3, 4, 5, 5, 3], [3, 4, 5], [5]]
    assert all(r.given for r in rolls)


@pytest.mark.rule("AOS-18-1")
def test_wards_are_rolled_once_after_all_weapons() -> None:
    _, made, _ = played()
    assert made.count("ward rolls of Clawlord") == 1
    assert made[-1] == "ward rolls of Clawlord"


def test_the_odds_before_the_example_sum_both_weapons() -> None:
    table = Table(SPEARHEAD).unit("A", "Liberators", **HAMMERS).unit("B", "Clawlord", **CLAWLORD)
    table.in_combat("Liberators", "Clawlord")
    odds = table.odds("fight", unit="Liberators", target="Clawlord")
    groups = [
        {"attacks": 8, "hit": 3, "wound": 3, "rend": 1, "damage": 1, "crit": "mortal"},
        {"attacks": 2, "hit": 3, "wound": 3, "rend": 1, "damage": 2, "crit": "mortal"},
    ]
    answer = GAME.query({"groups": groups, "target": {"save": 4, "ward": 6, "health": 7, "models": 1}})
    assert sum(c.chance for c in odds.chances) == 1
    assert odds.chances[-1].id == "destroyed"
    assert odds.chances[-1].chance == Fraction(answer["destroyed"])
