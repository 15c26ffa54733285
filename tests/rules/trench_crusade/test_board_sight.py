"""Shots, sight, cover, height and blasts measured on tables drawn by hand. Bases are an inch across."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rules.trench_crusade.board import box, on_board
from tests.rules.trench_crusade.table import GAME, NEW, OLD, Table, blade, both_editions, gun, pools, results
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.board.planning import Finding
from warband_tui.rules.resolution import Refused


def shot(table: Table, dice: int = 2, **more: Any) -> list[tuple[str, ...]]:
    """Return the modifiers of Weyl's shot at Orm, which misses by ones on so many dice."""
    return pools(table.do("shoot", "Weyl", target="Orm", dice=[1] * dice, **more))


def found(table: Table, name: str, a: str = "Weyl", b: str = "Orm") -> Finding:
    return next(f for f in GAME.look(table.state, a, b) if f.id == name)


# ---- range


@both_editions
@pytest.mark.rule("TC-RNG-1", "TC-ACT-3")
def test_range_is_measured_and_over_half_of_it_is_long(edition: str) -> None:
    # The rifle reaches 24": middles 25" apart leave 24".
    assert shot(on_board(edition, weyl=(10, 10), orm=(23, 10))) == [()]
    assert shot(on_board(edition, weyl=(10, 10), orm=(23.1, 10)), 3) == [("long range -1",)]
    table = on_board(edition, weyl=(10, 10), orm=(35.1, 10))
    refused = table.refused("shoot", "Weyl", target="Orm", dice=[1, 1])
    assert refused.rules == ("TC-RNG-1",)
    assert '24.1" away' in refused.why or '24.1"' in refused.why
    asked = table.ask("range", unit="Weyl", target="Orm")
    assert (asked["distance"], asked["weapons"][0]["reaches"]) == (24.1, False)


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_height_counts_in_the_distance(edition: str) -> None:
    # 8" on the plan and 6" up: 10".
    roof = box("roof", 5, 5, 11, 15, 6)
    table = on_board(edition, [roof], weyl=(10, 10, 6), orm=(19, 10))
    assert table.ask("range", unit="Weyl", target="Orm")["distance"] == 10


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_what_the_player_says_goes_before_what_is_measured(edition: str) -> None:
    bags = box("bags", 21.4, 8, 21.5, 12, 1)
    table = on_board(edition, [bags], weyl=(10, 10), orm=(22, 10))
    assert shot(table, 3) == [("cover -1",)]
    table = on_board(edition, [bags], weyl=(10, 10), orm=(22, 10))
    assert shot(table, cover=False) == [()]
    table = on_board(edition, [bags], weyl=(10, 10), orm=(22, 10))
    assert shot(table, cover=False, distance=13, elevated=True) == [("long range -1", "elevated +1")]


# ---- sight


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_nobody_shoots_through_a_building(edition: str) -> None:
    house = box("house", 14, 5, 18, 15, 6)
    table = on_board(edition, [house], weyl=(10, 10), orm=(22, 10))
    refused = table.refused("shoot", "Weyl", target="Orm", dice=[1, 1])
    assert refused.rules == ("TC-RNG-1",)
    assert "out of sight" in refused.why
    asked = table.ask("sight", unit="Weyl", target="Orm")
    assert (asked["seen"], asked["blockers"]) == (False, ["house"])
    assert found(table, "sight").verdict == "out of sight"
    # Of a model that shows an edge past the corner enough is seen.
    table = on_board(edition, [house], weyl=(10, 15.2), orm=(22, 15.2))
    assert table.ask("sight", unit="Weyl", target="Orm")["seen"]


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_smoke_hides_whatever_its_height(edition: str) -> None:
    smoke = box("smoke", 14, 5, 18, 15, 0, "area", "obscuring")
    table = on_board(edition, [smoke], weyl=(10, 10), orm=(22, 10))
    assert not table.ask("sight", unit="Weyl", target="Orm")["seen"]


# ---- cover


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_cover_is_what_the_target_touches_between_the_two(edition: str) -> None:
    def covered(left: float, right: float, upper: float = 8, lower: float = 12, height: float = 1) -> str:
        table = on_board(
            edition, [box("bags", left, upper, right, lower, height)], weyl=(10, 10), orm=(22, 10)
        )
        answer = table.ask("cover", unit="Weyl", target="Orm")
        assert answer["cover"] is (found(table, "cover").verdict == "in cover")
        return str(answer["from"])

    assert covered(21.3, 21.5) == "bags"
    # Not touched, behind, and narrower than the inch of the base.
    assert covered(20.5, 20.9) == ""
    assert covered(22.5, 22.8) == ""
    assert covered(21.3, 21.5, 9.6, 10.4) == ""


@pytest.mark.rule("TC-RNG-1")
def test_how_high_cover_is() -> None:
    low = box("kerb", 21.3, 8, 21.5, 12, 0.3)
    for edition, covers in ((OLD, True), (NEW, False)):
        table = on_board(edition, [low], weyl=(10, 10), orm=(22, 10))
        assert table.ask("cover", unit="Weyl", target="Orm")["cover"] is covers


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_a_crater_covers_by_its_tag(edition: str) -> None:
    crater = box("crater", 20, 8, 24, 12, 0, "crater", "area", "cover")
    table = on_board(edition, [crater], weyl=(10, 10), orm=(22, 10), kett=(21, 11))
    assert table.ask("cover", unit="Weyl", target="Orm")["from"] == "crater"
    # Not from who is in it too.
    assert not table.ask("cover", unit="Kett", target="Orm")["cover"]


# ---- height


@pytest.mark.rule("TC-RNG-1")
def test_from_which_height_a_shooter_is_elevated() -> None:
    def elevated(edition: str, height: float, base: str = "25.4") -> bool:
        roof = box("roof", 5, 5, 11, 15, height)
        profiles = {"Orm": {"base": base}}
        table = on_board(edition, [roof], profiles=profiles, weyl=(10.4, 10, height), orm=(18, 10))
        return bool(table.ask("range", unit="Weyl", target="Orm")["elevated"])

    assert [elevated(NEW, h) for h in (2.9, 3)] == [False, True]
    assert [elevated(OLD, h) for h in (2, 2.1)] == [False, True]
    assert [elevated(OLD, h, "50") for h in (3.9, 4)] == [False, True]
    assert elevated(NEW, 3, "50")


# ---- several shots


@both_editions
@pytest.mark.rule("TC-KEY-1", "TC-RNG-1")
def test_each_shot_of_an_automatic_weapon_is_measured(edition: str) -> None:
    bags = box("bags", 21.4, 12, 21.5, 16, 1)
    weapons = [gun("maxim", "AUTOMATIC 2")]
    table = on_board(
        edition, [bags], profiles={"Weyl": {"weapons": weapons}}, weyl=(10, 10), orm=(16, 10), ilk=(22, 14)
    )
    # Orm at 5" in the open; Ilk at over 11" behind sandbags, in short range still.
    entry = table.do("shoot", "Weyl", target="Orm", targets=["Orm", "Ilk"], dice=[1, 1, 1, 1, 1])
    assert pools(entry) == [(), ("cover -1",)]


# ---- blasts

BOMB = gun("mortar", "BLAST 3", reach=36)


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_a_blast_catches_who_is_within_it_and_sees_its_point(edition: str) -> None:
    house = box("house", 25, 11.2, 30, 12, 6, "impassable")
    places: dict[str, Any] = {
        "weyl": (10.0, 10.0),
        "orm": (25.0, 10.0),
        "ilk": (28.0, 10.0),
        "gor": (28.6, 8.9),
        "urd": (26.0, 13.0),
    }
    table = on_board(edition, [house], profiles={"Weyl": {"weapons": [BOMB, blade()]}}, **places)
    template = GAME.templates(table.state, "Weyl")[0]
    assert (template.form, template.size, template.range) == ("circle", 3, 36)
    # 3" from the point (25, 10): Ilk's edge at 2.5", Gor's at 3.26"; Urd at 2.66" is behind the house.
    covered = GAME.covered(table.state, "Weyl", "mortar", ((25, 10, 0),))
    assert [who for who, _ in covered.units] == ["Orm", "Ilk"]
    # Aimed at Orm it hits both: 8, then 1 2 each.
    entry = table.do(
        "shoot",
        "Weyl",
        target="Orm",
        cover=False,
        dice=[4, 4, 1, 2, 1, 2],
    )
    assert results(entry) == ["success", "minor", "minor"]
    assert (table.blood("Orm"), table.blood("Ilk"), table.blood("Gor")) == (1, 1, 0)


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_a_blast_is_aimed_at_a_point(edition: str) -> None:
    profiles = {"Weyl": {"weapons": [BOMB, blade()]}}
    table = on_board(edition, profiles=profiles, weyl=(10, 10), orm=(25, 10), ilk=(29, 10))
    # Between them: 1.5" to each edge. 17" - 0.5" is short range.
    entry = table.do("shoot", "Weyl", to=[27, 10], dice=[4, 4, 1, 2, 1, 2])
    assert results(entry) == ["success", "minor", "minor"]
    table = on_board(edition, profiles=profiles, weyl=(10, 10), orm=(25, 10), ilk=(29, 10))
    assert table.refused("shoot", "Weyl", to=[47, 10], dice=[1, 1]).rules == ("TC-RNG-1",)
    wall = box("house", 14, 5, 18, 15, 6)
    table = on_board(edition, [wall], profiles=profiles, weyl=(10, 10), orm=(25, 10))
    assert table.refused("shoot", "Weyl", to=[22, 10], dice=[1, 1]).rules == ("TC-KEY-1",)
    rifle = on_board(edition, weyl=(10, 10), orm=(25, 10))
    assert rifle.refused("shoot", "Weyl", to=[20, 10], dice=[1, 1]).rules == ("TC-KEY-1",)


@pytest.mark.rule("TC-KEY-1")
def test_the_ground_under_a_base_is_aimed_at_in_1_6_3_only() -> None:
    profiles = {"Weyl": {"weapons": [BOMB, blade()]}}
    places: dict[str, Any] = {"weyl": (10.0, 10.0), "orm": (25.0, 10.0)}
    on_board(OLD, profiles=profiles, **places).do("shoot", "Weyl", to=[25.2, 10], dice=[1, 1])
    refused = on_board(NEW, profiles=profiles, **places).refused("shoot", "Weyl", to=[25.2, 10], dice=[1, 1])
    assert "under the base of Orm" in refused.why


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_a_blast_that_scattered_comes_down_on_a_point(edition: str) -> None:
    weapons = [gun("mortar", "BLAST 3", "SCATTER", reach=36)]
    table = on_board(
        edition, profiles={"Weyl": {"weapons": weapons}}, weyl=(10, 10), orm=(22, 10), ilk=(27, 10)
    )
    table.do("shoot", "Weyl", to=[24.5, 13], dice=[2, 3])
    entry = table.do("blast", "Weyl", targets=[], to=[27, 11.5], dice=[1, 2])
    assert results(entry) == ["minor"]
    assert (table.blood("Orm"), table.blood("Ilk")) == (0, 1)


# ---- what the screen is told


@both_editions
@pytest.mark.rule("TC-ACT-3", "TC-CHG-1", "TC-MOV-2")
def test_looking_at_an_enemy_tells_all_that_matters(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(19, 10), kett=(10, 14))
    told = {f.id: f for f in GAME.look(table.state, "Weyl", "Orm")}
    assert set(told) == {"distance", "sight", "cover", "elevated", "weapon:rifle", "charge"}
    assert told["distance"].verdict == '8.0"'
    assert (told["charge"].good, told["weapon:rifle"].verdict) == (True, "in range")
    assert '7" to 12"' in told["charge"].why
    assert all(f.lines for f in (told["distance"], told["sight"], told["charge"]))
    assert {f.id for f in GAME.look(table.state, "Weyl", "Kett")} == {"distance", "sight"}
    near, far = GAME.threats(table.state, "Orm")
    # Within 1" of the base: 1.5" about the middle; the charge is declared at up to 12.5".
    assert ((17, 10) in near.cells, (16, 10) in near.cells) == (False, False)
    assert ((18, 10) in near.cells, (7, 10) in far.cells, (5, 10) in far.cells) == (True, True, False)


def test_the_inch_of_melee_of_an_oval_base_is_oval() -> None:
    table = on_board(NEW, profiles={"Orm": {"base": "120x60"}}, weyl=(40, 40), orm=(20, 20))
    near, _ = GAME.threats(table.state, "Orm", 0.5)
    # Half of 60 mm is 1.18", half of 120 mm 2.36": an inch beyond them it ends.
    assert ((40, 43) in near.cells, (40, 44) in near.cells) == (True, False)
    assert len(near.cells) == 92


@both_editions
@pytest.mark.rule("TC-ACT-3", "TC-RNG-1")
def test_a_blast_reaches_in_three_dimensions_and_from_the_edge_of_the_base(edition: str) -> None:
    roof = box("roof", 4, 4, 12, 16, 3)
    gunner = {"weapons": [gun("mortar", "BLAST 3", reach=5), blade()]}
    table = on_board(edition, [roof], profiles={"Weyl": gunner}, weyl=(11.5, 10, 3), orm=(40, 40))

    def why(x: float) -> str:
        return GAME.covered(table.state, "Weyl", "mortar", ((x, 10.0, 0.0),)).why

    # 3" down and 4" off the edge of the base are 5".
    assert why(16) == ""
    assert why(16.5) == 'the point is 5.4" away; the mortar reaches 5"'
    assert table.refused("shoot", "Weyl", to=[16.5, 10], weapon="mortar", dice=[6, 6]).why == why(16.5)
    table.do("shoot", "Weyl", to=[16, 10], weapon="mortar", dice=[1, 1, 1])


@pytest.mark.parametrize("grain", [0.002, 0, True, float("inf")])
def test_a_grain_that_is_too_fine_or_no_length_is_refused(grain: float) -> None:
    table = on_board(NEW, weyl=(10, 10), orm=(40, 40))
    with pytest.raises(WarbandError, match="grain is a number") as caught:
        table.ask("reach", unit="Weyl", grain=grain)
    assert "\n" not in str(caught.value)


@both_editions
def test_reach_is_painted_within_movement(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(14, 10))
    found = GAME.reach(table.state, "Weyl", "move", 1)
    assert max(found.cells.values()) <= 6
    assert (13, 10) not in found.cells
    assert (10, 14) in found.cells
    charge = GAME.reach(table.state, "Weyl", "charge", 1)
    assert charge.role == "attack"
    assert (12, 9) in charge.cells


@both_editions
def test_an_ask_of_a_model_off_the_board_says_so(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), orm=(14, 10))
    table.do("place", "Orm", at=[])
    for ask in ("sight", "cover", "range"):
        with pytest.raises(Refused, match="not on the board"):
            table.ask(ask, unit="Weyl", target="Orm")


@both_editions
def test_random_tables_are_fair_and_sound(edition: str) -> None:
    for size in (48, 36):
        board = GAME.random_board(size, size, Random(size).randrange)  # noqa: S311 - no secret
        assert isinstance(board, InchBoard)
        assert GAME.board_faults(board) == ()
        assert len(board.features) >= 6
