"""What a unit is in already does not count again: its enemies on the way, its own terrain before its eyes."""

from __future__ import annotations

import pytest

from tests.rules.age_of_sigmar.table import Table, box, ground
from warband_tui.rules.board.paths import Leg, Route
from warband_tui.rules.games.age_of_sigmar.ends import comes_into_combat
from warband_tui.rules.games.age_of_sigmar.positions import Scene
from warband_tui.rules.games.age_of_sigmar.terrain_rules import shelter


@pytest.mark.rule("AOS-16-2")
def test_on_its_way_a_unit_comes_into_combat_only_with_whom_it_is_not_in_combat_yet() -> None:
    table = Table(board=ground())
    table.unit("A", "Ash", at=[10, 10], base=32)
    table.unit("B", "Bone", at=[12, 10], base=32).unit("B", "Bane", at=[10, 20], base=32)
    scene = Scene(table.state)
    ash = scene.group("Ash")
    assert scene.foes_in_combat(ash) == ("Bone",)

    def met(x: float, y: float) -> str:
        start, end = ash.bodies[0].at, (x, y, 0.0)
        way = Route((start, end), (Leg(start, end, 1, 1),))
        foe = comes_into_combat(scene, ash, ash.bodies[0], way)
        return foe.name if foe else ""

    assert met(9, 10) == ""
    assert met(10, 16.5) == "Bane"


@pytest.mark.rule("AOST-1.1-2", "AOST-1.5-1")
def test_faction_terrain_that_attacks_is_no_shelter_from_itself() -> None:
    fort = box("Fort", 10, 5, 20, 15, "faction", "cover", height=3)
    table = Table(board=ground(fort))
    table.unit("A", "Fort", keywords=["FACTION TERRAIN"], move="-")
    table.unit("A", "Ash", at=[5, 10], base=32)
    table.unit("B", "Bone", at=[15, 10], base=32)
    scene = Scene(table.state)
    attackers = {name: scene.group(name) for name in ("Fort", "Ash")}
    bone = scene.group("Bone")
    assert attackers["Fort"].own == "Fort"
    assert shelter(scene, attackers["Fort"], 0, bone, "Fort") is None
    found = shelter(scene, attackers["Ash"], 0, bone, "Fort")
    assert found is not None
    assert found.how == "on"
