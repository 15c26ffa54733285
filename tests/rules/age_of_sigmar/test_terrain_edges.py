"""Where the rules of terrain end: other models of a unit, terrain that is a unit, heights, the other text.

Bases are 25.4 mm, a radius of half an inch.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, HANDBOOK, SPEARHEAD, Table, box, ground, ranged

INCH = 25.4
WOOD = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)


def cover(table: Table, unit: str = "Ash", target: str = "Bone") -> dict[str, Any]:
    return table.ask("cover", unit=unit, target=target)


@pytest.mark.rule("AOST-1.1-2")
@pytest.mark.parametrize(("edition", "behind"), [(CORE, False), (HANDBOOK, True), (SPEARHEAD, True)])
def test_one_model_that_a_line_gets_to_is_enough_in_the_first_text_and_the_nearest_counts_in_the_later(
    edition: str, behind: bool
) -> None:
    # The wall stands before the nearer of two models, a line to the other one passes beside it.
    table = Table(edition, board=ground(box("wall", 15, 9.4, 16, 10.6, "cover")))
    table.unit("A", "Ash", base=INCH, at=[10, 10])
    table.unit("B", "Bone", models=2, base=INCH, at=[[20, 10], [20, 11.4]])
    assert cover(table)["cover"] == (-1 if behind else 0)


@pytest.mark.rule("AOST-1.1-2")
@pytest.mark.parametrize("edition", [CORE, HANDBOOK, SPEARHEAD])
@pytest.mark.parametrize(("left", "behind"), [(12, False), (13.6, True)])
def test_what_lies_within_combat_range_counts_in_no_text(edition: str, left: float, behind: bool) -> None:
    table = Table(edition, board=ground(box("wall", left, 5, left + 1, 15, "cover")))
    table.unit("A", "Ash", base=INCH, at=[10, 10]).unit("B", "Bone", base=INCH, at=[20, 10])
    assert cover(table)["cover"] == (-1 if behind else 0)


@pytest.mark.rule("AOST-1.5-2", "AOST-1.2-1")
def test_terrain_neither_covers_its_garrison_nor_whom_that_shoots_at() -> None:
    table = Table(board=ground(box("Shrine", 20, 8, 24, 12, "faction", "cover", height=1)))
    table.unit("A", "Ash", base=INCH, at=[10, 10]).unit("B", "Bone", base=INCH, at=[28, 10])
    table.unit("B", "Shrine", health=4, keywords=["FACTION TERRAIN", "GARRISON"])
    table.do("turn", first="B")
    assert cover(table)["cover"] == -1
    assert cover(table, "Bone", "Ash")["cover"] == -1
    table.do("garrison", unit="Bone", terrain="Shrine")
    assert cover(table)["cover"] == 0
    assert cover(table, "Bone", "Ash")["cover"] == 0


@pytest.mark.rule("AOST-1.1-1", "AOST-1.5-1")
def test_terrain_that_is_a_unit_is_wholly_on_nothing() -> None:
    table = Table(board=ground(box("Shrine", 20, 8, 24, 12, "faction"), box("area", 18, 6, 26, 14, "cover")))
    table.unit("A", "Ash", base=INCH, at=[10, 10]).unit("B", "Shrine", health=4, keywords=["FACTION TERRAIN"])
    assert table.ask("on", unit="Shrine")["on"] == []


@pytest.mark.rule("AOST-1.2-3")
@pytest.mark.parametrize(("second", "hidden"), [((24.2, 11.4), True), ((26.5, 10.3), False)])
def test_all_models_of_a_unit_are_within_an_inch_or_it_is_not_hidden(
    second: tuple[float, float], hidden: bool
) -> None:
    table = Table(HANDBOOK, board=ground(WOOD)).unit("A", "Ash", base=INCH, at=[36, 10])
    table.unit("B", "Bone", models=2, base=INCH, at=[[25.2, 10.3], list(second)])
    assert cover(table)["obscured"] is hidden


@pytest.mark.rule("AOST-1.2-3")
@pytest.mark.parametrize(("keywords", "halved"), [([], True), (["FLY"], False), (["MONSTER"], False)])
def test_fliers_and_monsters_in_obscuring_terrain_shoot_at_their_full_range(
    keywords: list[str], halved: bool
) -> None:
    table = Table(HANDBOOK, board=ground(WOOD))
    table.unit("A", "Ash", base=INCH, at=[23, 10], weapons=[ranged(reach=19)], keywords=keywords)
    table.unit("B", "Bone", base=INCH, at=[33.5, 10])
    if halved:
        assert "AOST-1.2-3" in table.refused("shoot", unit="Ash", target="Bone", dice=[1]).rules
    else:
        assert table.shoot("Ash", "Bone", dice=[1]).rolls


@pytest.mark.rule("AOST-1.2-3")
def test_who_is_in_combat_range_on_the_plan_is_seen_whatever_the_height() -> None:
    # On a tower of 5" beside the wood: 2.5" away on the plan, 5.6" in a straight line.
    table = Table(HANDBOOK, board=ground(WOOD, box("tower", 24.2, 8, 27, 12, "area", height=5)))
    table.unit("B", "Bone", base=INCH, at=[25, 10, 5]).unit("A", "Ash", base=INCH, at=[28.5, 10])
    table.unit("A", "Axe", base=INCH, at=[30, 10])
    assert [round(table.ask("range", unit="Ash", target="Bone")[key], 1) for key in ("flat", "range")] == [
        2.5,
        5.6,
    ]
    assert cover(table)["obscured"] is False
    assert cover(table, "Axe")["obscured"] is True


@pytest.mark.rule("AOST-1.2-3", "AOST-1.5-1")
def test_terrain_that_is_a_unit_is_not_hidden_by_other_terrain() -> None:
    table = Table(HANDBOOK, board=ground(WOOD, box("Shrine", 24.5, 9, 26, 11, "faction")))
    table.unit("A", "Ash", base=INCH, at=[36, 10]).unit("B", "Shrine", health=4, keywords=["FACTION TERRAIN"])
    assert cover(table, "Ash", "Shrine")["obscured"] is False


@pytest.mark.rule("AOST-1.2-4")
@pytest.mark.parametrize(("x", "verdict"), [(16.5, "in range"), (16.4, "too far")])
def test_the_nearest_place_of_power_counts_from_the_nearest_model(x: float, verdict: str) -> None:
    gates = [
        box(f"gate{n}", left, 8, left + 4, 12, name="Baleful Realmgate") for n, left in enumerate((30, 20))
    ]
    table = Table(board=ground(*gates))
    table.unit("A", "Ash", models=2, base=INCH, at=[[x - 1.4, 10], [x, 10]], keywords=["HERO"])
    table.unit("B", "Bone", base=INCH, at=[2, 28])
    found = {one.id: one for one in GAME.look(table.state, "Ash", "Bone")}
    assert found["power"].verdict == verdict
    table.do("turn", first="A")
    if verdict == "in range":
        assert table.do("power", unit="Ash", dice=[2])
    else:
        assert table.refused("power", unit="Ash", dice=[2]).rules == ("AOST-1.2-4",)
