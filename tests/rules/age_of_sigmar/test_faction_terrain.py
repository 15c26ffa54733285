"""Faction terrain as a unit of its own, and garrisons in it. Bases are 25.4 mm, a radius of half an inch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import GAME, Table, box, ground, melee, ranged

INCH = 25.4


def shrine(*, x: float = 10, keywords: tuple[str, ...] = (), **more: Any) -> Table:
    """Return Ash at x,10 and a shrine of side B from x 20 to 24, with Health 4, in the movement phase of A."""
    table = Table(board=ground(box("Shrine", 20, 8, 24, 12, "faction", height=4)))
    table.unit(
        "A", "Ash", base=INCH, at=[x, 10], move='6"', weapons=[melee(hit=2, wound=2), ranged(hit=2, wound=2)]
    )
    words = ["FACTION TERRAIN", *keywords]
    table.unit("B", "Shrine", health=4, keywords=words, weapons=[ranged("Curse")], **more)
    table.unit("B", "Bone", base=INCH, at=[40, 28], weapons=[ranged("Bow", reach=15)])
    table.do("turn", first="A")
    return table


@pytest.mark.rule("AOST-1.5-1")
def test_its_range_is_measured_from_its_outline() -> None:
    assert shrine().ask("range", unit="Ash", target="Shrine")["range"] == pytest.approx(9.5)


@pytest.mark.rule("AOST-1.5-1")
def test_it_is_shot_at_and_destroyed_like_a_unit() -> None:
    table = shrine()
    table.shoot("Ash", "Shrine", dice=[4, 4])
    assert table.damage("Shrine") == 1
    table.do("mortal", unit="Shrine", amount="3")
    assert not table.of("Shrine").in_play


@pytest.mark.rule("AOST-1.5-1")
def test_destroyed_it_is_no_terrain_any_more() -> None:
    table = shrine()
    table.do("place", unit="Bone", at=[30, 10])
    assert not table.ask("sight", unit="Ash", target="Bone")["seen"]
    table.do("destroy", unit="Shrine")
    assert table.ask("sight", unit="Ash", target="Bone")["seen"]


@pytest.mark.rule("AOST-1.5-1")
def test_a_move_of_the_movement_phase_may_end_next_to_it_and_it_fights_in_the_combat_phase() -> None:
    table = shrine(x=13)
    table.do("move", unit="Ash", to=[18, 10])
    assert table.pairs() == []
    table.do("phase", phase="charge")
    assert table.pairs() == []
    table.do("phase", phase="combat")
    assert table.pairs() == [("Ash", "Shrine")]
    table.fight("Ash", "Shrine", dice=[4, 4])
    assert table.damage("Shrine") == 1
    table.do("phase", phase="end")
    assert table.pairs() == []


@pytest.mark.rule("AOST-1.5-1")
@pytest.mark.parametrize(("x", "near"), [(19, True), (18.9, False)])
def test_a_charge_may_end_within_half_an_inch_of_it(x: float, near: bool) -> None:
    table = shrine(x=13)
    if near:
        table.do("charge", unit="Ash", target="Shrine", to=[x, 10], dice=[6, 6])
        assert table.of("Ash").has("charged")
        table.fight("Ash", "Shrine", dice=[4, 4])
    else:
        table.refused("charge", unit="Ash", target="Shrine", to=[x, 10], dice=[6, 6])


@pytest.mark.rule("AOST-1.5-1")
def test_a_charge_at_ones_own_terrain_is_none() -> None:
    table = Table(board=ground(box("Shrine", 20, 8, 24, 12, "faction", height=4)))
    table.unit("A", "Ash", base=INCH, at=[13, 10]).unit("B", "Bone", base=INCH, at=[40, 20])
    table.unit("A", "Shrine", health=4, keywords=["FACTION TERRAIN"])
    table.do("turn", first="A")
    table.refused("charge", unit="Ash", target="Bone", to=[19, 10], dice=[6, 6])


@pytest.mark.rule("AOST-1.5-1")
@pytest.mark.parametrize("move", ["", "-", '0"', "0"])
def test_it_does_not_move_nor_charge_nor_pile_in(move: str) -> None:
    table = shrine(move=move)
    table.do("turn")
    assert table.refused("move", unit="Shrine", distance=1).rules == ("AOST-1.5-1",)
    assert table.refused("charge", unit="Shrine", target="Ash").rules == ("AOST-1.5-1",)
    assert not any(mode.allowed for mode in GAME.modes(table.state, "Shrine"))


@pytest.mark.rule("AOST-1.5-1")
def test_it_uses_its_weapons() -> None:
    table = shrine()
    table.do("turn")
    assert table.shoot("Shrine", "Ash", dice=[1]).rolls


def holding(**more: Any) -> Table:
    table = shrine(keywords=("GARRISON",), **more)
    table.do("turn")
    table.do("garrison", unit="Bone", terrain="Shrine")
    return table


@pytest.mark.rule("AOST-1.5-2")
def test_a_garrison_is_measured_from_its_terrain() -> None:
    # From 40,28 the bow would not reach; from the shrine it is 9.5".
    table = holding()
    assert table.ask("range", unit="Bone", target="Ash")["range"] == pytest.approx(9.5)
    assert table.shoot("Bone", "Ash", dice=[1]).rolls
    assert table.ask("sight", unit="Ash", target="Bone")["seen"]


@pytest.mark.rule("AOST-1.5-2")
def test_a_garrison_does_not_fight_nor_move() -> None:
    table = holding()
    table.do("place", unit="Ash", at=[18, 10])
    assert table.refused("fight", unit="Bone", target="Ash").rules == ("AOST-1.5-2",)
    assert table.refused("move", unit="Bone", to=[18, 14]).rules == ("AOST-1.5-2",)


@pytest.mark.rule("AOST-1.5-2")
def test_only_terrain_of_ones_own_that_says_so_is_garrisoned() -> None:
    plain = shrine()
    plain.do("turn")
    assert "no GARRISON" in plain.refused("garrison", unit="Bone", terrain="Shrine").why
    enemy = shrine(keywords=("GARRISON",))
    assert "the enemy's" in enemy.refused("garrison", unit="Ash", terrain="Shrine").why
    assert "no faction terrain" in enemy.refused("garrison", unit="Bone", terrain="Bone").why


@pytest.mark.rule("AOST-1.5-2")
def test_leaving_ends_what_it_had_from_being_there() -> None:
    table = holding()
    table.do("garrison", unit="Bone", leave=True, to=[26, 10])
    bone = table.of("Bone")
    assert not bone.has("garrison")
    assert bone.conditions.keys() == set()
    assert table.ask("range", unit="Bone", target="Ash")["range"] == pytest.approx(15)
    assert table.do("move", unit="Bone", to=[27, 10], distance=1)


@pytest.mark.rule("AOST-1.5-2")
def test_a_garrison_has_to_leave_terrain_that_is_destroyed() -> None:
    table = holding()
    entry = table.do("destroy", unit="Shrine")
    assert "AOST-1.5-2" in entry.rules
    assert not table.of("Bone").has("garrison")
