"""Where charges and pile-ins may end, and which models find what of a target: one at a time, at heights, unseen.

Bases are 25.4 mm, a radius of half an inch.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import GAME, Table, box, ground, ranged, steps

INCH = 25.4


def field(
    *features: dict[str, Any], at: Any = (10, 10), foe: Any = (40, 25), bone: Any = None, **ash: Any
) -> Table:
    table = Table(board=ground(*features))
    table.unit("A", "Ash", base=INCH, at=list(at), **{"move": '6"', **ash})
    table.unit("B", "Bone", base=INCH, at=list(foe), **(bone or {}))
    table.do("turn", first="A")
    return table


# ---- Moves


@pytest.mark.rule("AOS-16-2")
@pytest.mark.parametrize("gap", [True, False])
def test_who_is_seen_on_the_way_only_keeps_a_move_out_of_combat_range_all_the_same(gap: bool) -> None:
    """A lane 10" long, 3.5" from the middle of Bone, walled off from it but for a gap before it."""
    rock = box("rock", 4, 2, 16, 9.9, "impassable", height=4)
    walls = [box("west", 4, 12, 9, 12.5, height=4), box("east", 11 if gap else 9, 12, 16, 12.5, height=4)]
    table = field(rock, *walls, at=(5, 10.5), foe=(10, 14), move='10"')
    if gap:
        refused = table.refused("move", unit="Ash", to=[15, 10.5])
        assert (refused.why, refused.rules) == ("it would come into combat with Bone", ("AOS-16-2",))
    else:
        table.do("move", unit="Ash", to=[15, 10.5])


# ---- Charges


@pytest.mark.rule("AOS-16-2")
@pytest.mark.parametrize("wall", [True, False])
def test_a_charge_ends_next_to_an_enemy_that_is_seen(wall: bool) -> None:
    screen = [box("wall", 19.1, 0, 19.4, 30, height=4)] if wall else []
    table = field(*screen, foe=(20, 10))
    # 0.45" apart.
    charge: dict[str, Any] = {"unit": "Ash", "target": "Bone", "to": [18.55, 10], "dice": [6, 6]}
    if wall:
        assert table.refused("charge", **charge).rules == ("AOS-16-2",)
    else:
        table.do("charge", **charge)


@pytest.mark.rule("AOST-1.6-1")
@pytest.mark.parametrize(
    ("to", "height", "reached"),
    [
        # Next to the tower, 2.3" from Bone on the plan; too low to see it; by the tower but far from Bone.
        ((19.4, 14), 8, True),
        ((19.4, 14), 1.5, False),
        ((19.4, 5), 8, False),
        # 2.8" from Bone, 0.6" from its tower, and next to a hut that Bone is not on.
        ((18.9, 14), 8, False),
    ],
)
def test_a_charge_ends_at_the_terrain_of_an_enemy_in_combat_range_that_is_seen(
    to: tuple[float, float], height: float, reached: bool
) -> None:
    tower = box("tower", 20, 4, 26, 16, "cover", "unstable", height=3)
    table = Table(board=ground(tower, box("hut", 17.8, 13.5, 18.2, 14.5, "cover")))
    table.unit("A", "Ash", base=INCH, at=[19.2, 2 if to[1] == 5 else 18], move='6"', height=height)
    table.unit("B", "Bone", base=INCH, at=[22.7, 14, 3])
    table.do("turn", first="A")
    charge: dict[str, Any] = {"unit": "Ash", "target": "Bone", "to": list(to), "dice": [6, 6]}
    if reached:
        assert "AOST-1.6-1" in table.do("charge", **charge).rules
        assert table.pairs() == [("Ash", "Bone")]
    else:
        assert "within 1/2" in table.refused("charge", **charge).why


@pytest.mark.rule("AOS-16-2")
@pytest.mark.parametrize("spots", [[[24, 10], [18, 10]], [[18, 10], [24, 10]]])
def test_a_charge_is_at_the_nearest_model_of_a_unit_in_whatever_order_they_stand(spots: Any) -> None:
    table = field(foe=spots, bone={"models": 2})
    assert table.ask("charge", unit="Ash", targets=["Bone"])["price"] == pytest.approx(6.5, abs=0.02)


# ---- Pile-ins


def test_a_pile_in_without_a_target_is_toward_the_nearest_enemy() -> None:
    table = Table(board=ground()).unit("A", "Ash", base=INCH, at=[10, 10])
    table.unit("B", "Bone", base=INCH, at=[30, 10]).unit("B", "Bane", base=INCH, at=[30, 20])
    table.do("turn", first="A")
    # Gaps of 1.5" and 2.4".
    table.do("place", unit="Bone", at=[12.5, 10])
    table.do("place", unit="Bane", at=[6.6, 10])
    assert GAME.trace(table.state, "Ash", "pile-in", (10.5, 10.0)).legal
    assert "from Bone, farther than" in GAME.trace(table.state, "Ash", "pile-in", (9.5, 10.0)).why


def test_no_model_of_a_unit_ends_a_pile_in_farther_from_its_target() -> None:
    table = field(at=[[10, 10], [8.7, 10], [7.4, 10]], models=3)
    table.do("place", unit="Bone", at=[12.5, 10])
    to = [[10.1, 10], [8.65, 10], [7.4, 10]]
    assert "model 2 would end" in table.refused("fight", unit="Ash", target="Bone", to=to).why


# ---- Aims


def height_apart(**ash: Any) -> Table:
    """Return Bone on a tower of 5", 2.5" from Ash on the plan and 5.6" in a straight line."""
    tower = box("tower", 24.2, 8, 27, 12, "area", height=5)
    table = field(tower, at=(28.5, 10), height=9, **ash)
    table.do("place", unit="Bone", at=[25, 10, 5])
    return table


@pytest.mark.rule("AOS-16-3")
def test_combat_range_is_measured_on_the_plan() -> None:
    table = height_apart()
    assert table.pairs() == [("Ash", "Bone")]
    assert table.fight("Ash", "Bone", dice=[1]).rolls


@pytest.mark.rule("AOS-16-4")
@pytest.mark.parametrize(("reach", "reached"), [(5.5, False), (5.7, True)])
def test_the_range_of_a_weapon_is_measured_in_a_straight_line(reach: float, reached: bool) -> None:
    table = height_apart(weapons=[ranged("Pistol", "Shoot in Combat", reach=reach)])
    if reached:
        assert table.shoot("Ash", "Bone", dice=[1]).rolls
    else:
        assert table.refused("shoot", unit="Ash", target="Bone").rules == ("AOS-16-4",)


@pytest.mark.rule("AOS-16-4", "AOS-16-5")
def test_each_model_aims_with_the_weapons_of_its_own_loadout() -> None:
    # Gaps of 9" and 10.4": the gunner stands in front.
    table = field(
        at=[[10, 10], [8.6, 10]],
        foe=(20, 10),
        models=2,
        weapons=[ranged("Gun", reach=9.5), ranged("Bow", reach=9.5)],
        loadouts=[
            {"id": "gun", "name": "gunner", "models": 1, "weapons": ["gun"]},
            {"id": "rest", "name": "archer", "weapons": ["bow"]},
        ],
    )
    assert steps(table.shoot("Ash", "Bone", dice=[1])) == ["hit rolls of Gun"]


@pytest.mark.rule("AOS-16-4", "AOST-1.2-3")
@pytest.mark.parametrize(
    "hiding", [box("wood", 15, 8, 16, 12, name="Wyldwood", height=6), box("wall", 15, 5, 16, 15, height=4)]
)
@pytest.mark.parametrize("spots", [[[19, 2], [10, 10]], [[10, 10], [19, 2]]])
def test_only_models_that_see_a_target_past_what_hides_it_shoot(hiding: dict[str, Any], spots: Any) -> None:
    table = field(hiding, at=spots, foe=(20, 10), models=2, weapons=[ranged()])
    assert len(table.shoot("Ash", "Bone", dice=[1]).rolls[0].dice) == 1


@pytest.mark.rule("AOS-16-4", "AOST-1.2-3")
def test_where_one_model_is_too_far_and_another_obscured_it_is_the_range_that_is_told() -> None:
    wood = box("wood", 15, 8, 16, 12, name="Wyldwood", height=6)
    table = field(wood, at=[[10, 10], [19, 2]], foe=(20, 10), models=2, weapons=[ranged(reach=5)])
    refused = table.refused("shoot", unit="Ash", target="Bone")
    assert ('reaches 5"' in refused.why, refused.rules) == (True, ("AOS-16-4",))


@pytest.mark.rule("AOS-16-3")
def test_obscuring_terrain_is_no_reason_not_to_fight() -> None:
    wood = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)
    table = field(wood, foe=(20, 10))
    # In combat as the players say, 9" apart as they stand.
    table.in_combat("Ash", "Bone")
    refused = table.refused("fight", unit="Ash", target="Bone")
    assert (refused.why, refused.rules) == ('Bone is 9.0" away, out of combat range', ("AOS-16-3",))
